"""The rule-based player of Skat: what a club player is taught.

`player_hand` judges hands, `player_auction` bids, discards and declares, `player_tricks` and `player_null` play the cards, on
what `player_cards` can tell about hidden cards. The player reads only what his view shows: his own cards, what is public,
and as declarer the skat that he picked up. A view and the full record lead to the same decision.
"""

from __future__ import annotations

from adut.core.random import next_key
from adut.core.rule import rule
from adut.games.skat.layout import AUCTION, DISCARD, FIRST_BID, NULL, PLAY, TAKE
from adut.games.skat.options import SkatOptions
from adut.games.skat.player_auction import call, declare, discard, take
from adut.games.skat.player_null import choose_null_card
from adut.games.skat.player_tricks import choose_card
from adut.games.skat.rules import apply, legal
from adut.games.skat.table import SkatTable


@rule
def choose(view: SkatTable, o: SkatOptions, number: int) -> int:
    """A legal action from a view; `number` is a random key that decides between equal cards."""
    return decide(view, o, number, True)


@rule
def decide(v: SkatTable, o: SkatOptions, number: int, may_concede: bool) -> int:
    """A legal action from a view, or from the full record, of which nothing hidden is read."""
    if v.phase == PLAY:
        return choose_null_card(v, number) if v.contract == NULL else choose_card(v, number)
    if v.phase == AUCTION:
        return call(v, o)
    if v.phase == TAKE:
        return take(v, o)
    if v.phase == DISCARD:
        return discard(v, o)
    return declare(v, o, may_concede)


@rule
def start_play(s: SkatTable, o: SkatOptions, number: int) -> None:
    """Decide auction, skat and declaration by rule: forehand plays at 18 if nobody bids, and nobody concedes."""
    step = 0
    while s.phase != PLAY:
        if s.phase == AUCTION and s.stage == 3:
            action = FIRST_BID
        else:
            action = decide(s, o, next_key(number, step), False)
        apply(s, o, action)
        legal(s, o)
        step += 1
