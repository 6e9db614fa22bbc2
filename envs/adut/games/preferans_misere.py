"""How the rule-based players of both Preferans games defend against a declarer who must not win a trick (misere, betl).

`v` is the view of a table of either game. Card ids of a suit ascend with its ranks, so lower cards of a suit are lower bits.
"""

from __future__ import annotations

from typing import Any

from adut.core.intrinsics import lowest_bit, popcount
from adut.core.rule import rule
from adut.games.card_places import ALWAYS
from adut.games.choosing import highest_bit, keep_better
from adut.games.plain_tricks import above, cards_of
from adut.games.preferans_chances import Places, chance_to_hold, under

WORTH_A_LOW_CARD = 80
"""Per mille: with a smaller chance to catch the declarer, a defender who plays before him gets rid of his highest card."""
PARTNER_STAYS_BELOW = 40
"""Per mille: the chance that a partner who has no lower card is above a declarer who had to go over."""
LEAD_FROM_LENGTH = 42
"""Taken off a lead for each further card of its suit; a short suit is soon a void, which lets one discard."""
LEAD_HIGH = 1
"""Taken off a lead for each rank."""
LEAD_INTO_VOID = 300
"""Taken off a lead of a suit in which the declarer is void, where he discards what hurts him."""
THROW_OFF_HIGH = 16
"""The worth of a discard for each rank."""
THROW_OFF_LONG = 14
"""Taken off a discard for each further card of its suit."""
THROW_OFF_USELESS = 12
"""The worth of discarding a suit in which the declarer is void."""


@rule
def defend_misere(v: Any, places: Places, partner: int, number: int) -> int:
    """The card of a defender among several; equal ones are drawn by lot, from a key."""
    cards = v.legal[0]
    if v.trick_cards > 0 and cards & cards_of(v.led) != 0:
        return follow_suit(v, places, cards)
    best = -1
    best_value = 0
    ties = 1
    rest = cards
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        value = lead(v, places, partner, card) if v.trick_cards == 0 else throw_off(v, places, card)
        best, best_value, ties = keep_better(best, best_value, ties, card, value, number)
    return best


@rule
def chance_to_catch(v: Any, places: Places, best: int) -> int:
    """The chance that the declarer, who has not played yet, must go over the best card: he has the suit, but no lower card."""
    higher = chance_to_hold(v, places, v.declarer, above(best))
    return higher * (ALWAYS - chance_to_hold(v, places, v.declarer, under(best))) // ALWAYS


@rule
def follow_suit(v: Any, places: Places, cards: int) -> int:
    """Stay below a declarer who is on top; get rid of high cards in a trick that he does not win; go low in front of him."""
    lower = cards & under(v.best_card)
    if v.trick[v.declarer] >= 0:
        return highest_bit(lower) if v.best_seat == v.declarer and lower else highest_bit(cards)
    if lower:
        return highest_bit(lower)
    low = lowest_bit(cards)
    return low if chance_to_catch(v, places, low) >= WORTH_A_LOW_CARD else highest_bit(cards)


@rule
def lead(v: Any, places: Places, partner: int, card: int) -> int:
    """What a lead promises: the chance to catch the declarer and to leave him on top, and a short suit gone."""
    suit = cards_of(card >> 3)
    length = popcount(v.hands[v.seat] & suit)
    value = -LEAD_FROM_LENGTH * length - LEAD_HIGH * (card & 7)
    if places[v.declarer] & suit == 0:
        return value - LEAD_INTO_VOID
    void = ALWAYS - chance_to_hold(v, places, partner, suit) if partner >= 0 else ALWAYS
    stays = void + (ALWAYS - void) * PARTNER_STAYS_BELOW // ALWAYS
    return value + chance_to_catch(v, places, card) * stays // ALWAYS


@rule
def throw_off(v: Any, places: Places, card: int) -> int:
    """What a discard is worth: high cards of short suits go first, low cards are kept against the declarer."""
    suit = cards_of(card >> 3)
    value = THROW_OFF_HIGH * (card & 7) - THROW_OFF_LONG * (popcount(v.hands[v.seat] & suit) - 1)
    return value + THROW_OFF_USELESS if places[v.declarer] & suit == 0 else value
