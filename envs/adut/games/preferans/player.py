"""The rule-based player of Preferans: what a club player is taught.

`player_hand` judges hands, `player_auction` bids and names games from the hand, `player_exchange` discards and names the
contract, `player_defence` follows, calls the partner and doubles, `player_tricks` and `player_betl` play the cards, on what
`player_cards` can tell about hidden cards. The player reads only what his view shows: his own cards, what is public, and as
declarer his discards. A view and the full record lead to the same decision. The sheet of the match does not matter to him.
"""

from __future__ import annotations

from adut.core.intrinsics import popcount
from adut.core.random import next_key
from adut.core.rule import rule
from adut.games.preferans.layout import (
    AUCTION,
    BETL,
    BID,
    DECLARE,
    DISCARD,
    DOUBLE,
    FOLLOW,
    KONTRA,
    NAME_GAME,
    PASS,
    PLAY,
    SAY_FOLLOW,
)
from adut.games.preferans.options import PreferansOptions
from adut.games.preferans.player_auction import call, name_game
from adut.games.preferans.player_betl import choose_betl_card
from adut.games.preferans.player_defence import double, follow
from adut.games.preferans.player_exchange import declare, discard
from adut.games.preferans.player_tricks import choose_card
from adut.games.preferans.rules import apply, legal
from adut.games.preferans.scoring import lacks_kontra
from adut.games.preferans.seats import previous_seat
from adut.games.preferans.table import PreferansTable


@rule
def choose(view: PreferansTable, o: PreferansOptions, number: int) -> int:
    """A legal action from a view, or from the full record, of which nothing hidden is read.

    `number` is a random key that decides between equal cards.
    """
    v = view
    if v.phase == PLAY:
        return choose_betl_card(v, o, number) if v.contract == BETL else choose_card(v, o, number)
    if v.phase == AUCTION:
        return call(v, o)
    if v.phase == NAME_GAME:
        return name_game(v)
    if v.phase == DISCARD:
        return discard(v, o)
    if v.phase == DECLARE:
        return declare(v, o)
    if v.phase == FOLLOW:
        return follow(v)
    return double(v)


@rule
def start_play(s: PreferansTable, o: PreferansOptions, number: int) -> None:
    """Decide everything before the play of cards by rule: the last player buys at 2 if nobody else bids, the second defender
    follows if the first does not, and doubles a pik that would not be played without it."""
    step = 0
    while s.phase != PLAY:
        action = choose(s, o, next_key(number, step))
        if s.phase == AUCTION:
            if action == PASS and s.level == 0 and popcount(s.active) == 1:
                action = BID
        elif s.phase == FOLLOW:
            if s.followers == 0 and s.seat == previous_seat(s.declarer):
                action = SAY_FOLLOW
        elif s.phase == DOUBLE and lacks_kontra(s, o):
            action = KONTRA
        apply(s, o, action)
        legal(s, o)
        step += 1
