"""The rule-based player's cards in betl: the declarer stays below; `preferans_misere` has the defenders.

Card ids of a suit ascend with its ranks, so lower cards of a suit are lower bits.
"""

from __future__ import annotations

from adut.core.intrinsics import lowest_bit, popcount
from adut.core.rule import rule
from adut.games.card_places import ALWAYS
from adut.games.choosing import duck, keep_better
from adut.games.plain_tricks import cards_of
from adut.games.preferans.options import PreferansOptions
from adut.games.preferans.player_cards import hidden_cards, next_player, partner_of, places_of
from adut.games.preferans.table import PreferansTable
from adut.games.preferans_chances import Places, can_stay_below
from adut.games.preferans_misere import defend_misere


@rule
def choose_betl_card(v: PreferansTable, o: PreferansOptions, number: int) -> int:
    """The card to play in betl."""
    cards = v.legal[0]
    if cards & (cards - 1) == 0:
        return lowest_bit(cards)
    places = places_of(v, o)
    if v.seat != v.declarer:
        return defend_misere(v, places, partner_of(v), number)
    if v.trick_cards > 0 and cards & cards_of(v.led) != 0:
        return duck(cards, v.best_card)
    hidden = hidden_cards(v)
    best = -1
    best_value = 0
    ties = 1
    rest = cards
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        value = relief(v, card, hidden) - (10 * chance_to_be_left(v, places, card) if v.trick_cards == 0 else 0)
        best, best_value, ties = keep_better(best, best_value, ties, card, value, number)
    return best


@rule
def exposure(mine: int, hidden: int) -> int:
    """How exposed the declarer is in one suit.

    In the round i (from 0) of a suit he is safe with a card below which the opponents hold at most i cards; the first card that
    has more counts, an early one for more than a late one.
    """
    rest = mine
    played = 0
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        lower = popcount(hidden & (1 << card) - 1)
        if lower > played:
            return (20 + 10 * (lower - played)) // (1 + played)
        played += 1
    return 0


@rule
def relief(v: PreferansTable, card: int, hidden: int) -> int:
    """How much less exposed the declarer is without a card; among equals the highest goes."""
    suit = cards_of(card >> 3)
    mine = v.hands[v.seat] & suit
    before = exposure(mine, hidden & suit)
    return 10 * (before - exposure(mine & ~(1 << card), hidden & suit)) + (card & 7)


@rule
def chance_to_be_left(v: PreferansTable, places: Places, card: int) -> int:
    """The chance that all defenders can stay below a card that the declarer leads."""
    chance = ALWAYS
    seat = v.seat
    for _ in range(popcount(v.playing) - 1):
        seat = next_player(v, seat)
        chance = chance * can_stay_below(v, places, seat, card) // ALWAYS
    return chance
