"""The rule-based player of Russian Preferans: what a club player is taught.

`player_hand` and `player_safe` judge hands, `player_worth` says what contracts are worth with so many tricks, `player_auction`
calls, `player_exchange` discards and names the contract, `player_defence` whists, and `player_tricks`, `player_avoid` and
`preferans_misere` play the cards, on what `player_cards` can tell about hidden cards. The player reads only what his view
shows: his own cards and those that he plays, open hands, what is public, and as declarer his discards. A view and the full
record lead to the same decision. Of the sheet only the number of the raspasovka matters to him.
"""

from __future__ import annotations

from adut.core.intrinsics import lowest_bit, popcount
from adut.core.random import below, next_key
from adut.core.rule import rule
from adut.games.preferans_misere import defend_misere
from adut.games.russian_preferans.auction import GAME_OF_BID
from adut.games.russian_preferans.layout import (
    AUCTION,
    CONTRACT,
    DISCARD,
    FIRST_CONTRACT,
    HALF_OFFER,
    MISERE_CONTRACT,
    OPEN,
    PASS,
    PLAY,
    RAISE,
    RASPASOVKA,
    REFUSE,
    TOGETHER,
    WHIST,
)
from adut.games.russian_preferans.options import RussianPreferansOptions
from adut.games.russian_preferans.player_auction import answer_half, call, may
from adut.games.russian_preferans.player_avoid import avoid
from adut.games.russian_preferans.player_cards import partner_of, places_of
from adut.games.russian_preferans.player_defence import declare
from adut.games.russian_preferans.player_exchange import discard, name_contract
from adut.games.russian_preferans.player_tricks import choose_card
from adut.games.russian_preferans.rules import apply, legal
from adut.games.russian_preferans.table import RussianPreferansTable


@rule
def choose(view: RussianPreferansTable, o: RussianPreferansOptions, number: int) -> int:
    """A legal action from a view, or from the full record, of which nothing hidden is read.

    `number` is a random key that decides between equal cards.
    """
    v = view
    if v.phase == PLAY:
        return play(v, o, number)
    if v.phase == AUCTION:
        return call(v, o)
    if v.phase == HALF_OFFER:
        return answer_half(v, o)
    if v.phase == DISCARD:
        return discard(v, o)
    if v.phase == CONTRACT:
        return name_contract(v, o)
    return declare(v, o) if v.phase == WHIST else OPEN


@rule
def play(v: RussianPreferansTable, o: RussianPreferansOptions, number: int) -> int:
    """The card to play."""
    if v.legal[0] & (v.legal[0] - 1) == 0:
        return lowest_bit(v.legal[0])
    places = places_of(v, o)
    if v.contract < MISERE_CONTRACT:
        return choose_card(v, o, places, number)
    if v.contract == RASPASOVKA or v.seat == v.declarer:
        return avoid(v, o, places, number)
    return defend_misere(v, places, partner_of(v), number)


@rule
def start_play(s: RussianPreferansTable, o: RussianPreferansOptions, number: int) -> None:
    """Decide everything before the play of cards by rule: who would not be whisted is, and now and then somebody has to bid."""
    step = 0
    must_bid = below(next_key(number, 0), 4) > 0
    while s.phase != PLAY:
        action = choose(s, o, next_key(number, step + 1))
        if s.phase == AUCTION and must_bid and action == PASS and s.bid < 0 and popcount(s.active) == 1:
            action = RAISE
        if s.phase == WHIST and may(s, TOGETHER):
            action = TOGETHER
        if s.phase == DISCARD and action >= 32:
            action = lowest_bit(s.legal[0])
        if s.phase == CONTRACT and action == REFUSE:
            action = FIRST_CONTRACT + GAME_OF_BID[s.bid]
        apply(s, o, action)
        legal(s, o)
        step += 1
