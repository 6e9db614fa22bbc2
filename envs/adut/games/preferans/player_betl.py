"""The rule-based player's cards in betl: the declarer stays below, the defenders try to leave him on top.

Card ids of a suit ascend with its ranks, so lower cards of a suit are lower bits.
"""

from __future__ import annotations

from adut.core.rule import lowest_bit, popcount, rule
from adut.games.card_places import ALWAYS
from adut.games.choosing import highest_bit, keep_better
from adut.games.plain_tricks import above, cards_of
from adut.games.preferans.options import PreferansOptions
from adut.games.preferans.player_cards import Places, chance_to_hold, hidden_cards, next_player, partner_of, places_of
from adut.games.preferans.table import NO_SEAT, PreferansTable

WORTH_A_LOW_CARD = 80
"""Per mille: with a smaller chance to catch the declarer, a defender who plays before him gets rid of his highest card."""
PARTNER_STAYS_BELOW = 40
"""Per mille: the chance that the partner's card of the suit is below that of a declarer who had to go over."""
LEAD_FROM_LENGTH = 42
"""Defender: taken off a lead for each further card of its suit; a short suit is soon a void, which lets him discard."""
LEAD_HIGH = 1
"""Defender: taken off a lead for each rank."""
LEAD_INTO_VOID = 300
"""Defender: taken off a lead of a suit in which the declarer is void, where he discards what hurts him."""
THROW_OFF_HIGH = 16
"""Defender: the worth of a discard for each rank."""
THROW_OFF_LONG = 14
"""Defender: taken off a discard for each further card of its suit."""
THROW_OFF_USELESS = 12
"""Defender: the worth of discarding a suit in which the declarer is void."""


@rule
def choose_betl_card(v: PreferansTable, o: PreferansOptions, number: int) -> int:
    """The card to play in betl."""
    cards = v.legal[0]
    if cards & (cards - 1) == 0:
        return lowest_bit(cards)
    places = places_of(v, o)
    follows = v.trick_cards > 0 and cards & cards_of(v.led) != 0
    if follows:
        return duck(cards, v.best_card) if v.seat == v.declarer else follow_as_defender(v, places, cards)
    hidden = hidden_cards(v)
    best = -1
    best_value = 0
    ties = 1
    rest = cards
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        if v.seat == v.declarer:
            value = relief(v, card, hidden) - (10 * chance_to_be_left(v, places, card) if v.trick_cards == 0 else 0)
        else:
            value = lead_as_defender(v, places, card) if v.trick_cards == 0 else throw_off(v, places, card)
        best, best_value, ties = keep_better(best, best_value, ties, card, value, number)
    return best


@rule
def under(card: int) -> int:
    """The cards of the same suit that are lower."""
    return cards_of(card >> 3) & (1 << card) - 1


@rule
def duck(cards: int, best: int) -> int:
    """The highest card below the best one; the lowest if all are above."""
    lower = cards & under(best)
    return highest_bit(lower) if lower else lowest_bit(cards)


# The declarer.


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


@rule
def can_stay_below(v: PreferansTable, places: Places, seat: int, card: int) -> int:
    """The chance that a seat holds a lower card of the suit, or none at all."""
    lower = chance_to_hold(v, places, seat, under(card))
    return lower + (ALWAYS - lower) * (ALWAYS - chance_to_hold(v, places, seat, above(card))) // ALWAYS


# The defenders.


@rule
def chance_to_catch(v: PreferansTable, places: Places, best: int) -> int:
    """The chance that the declarer, who has not played yet, must go over the best card: he has the suit, but no lower card."""
    higher = chance_to_hold(v, places, v.declarer, above(best))
    return higher * (ALWAYS - chance_to_hold(v, places, v.declarer, under(best))) // ALWAYS


@rule
def follow_as_defender(v: PreferansTable, places: Places, cards: int) -> int:
    """Stay below a declarer who is on top; get rid of high cards in a trick that he does not win; go low in front of him."""
    lower = cards & under(v.best_card)
    if v.trick[v.declarer] >= 0:
        return highest_bit(lower) if v.best_seat == v.declarer and lower else highest_bit(cards)
    if lower:
        return highest_bit(lower)
    low = lowest_bit(cards)
    return low if chance_to_catch(v, places, low) >= WORTH_A_LOW_CARD else highest_bit(cards)


@rule
def lead_as_defender(v: PreferansTable, places: Places, card: int) -> int:
    """What a lead promises: the chance to catch the declarer and to leave him on top, and a short suit gone."""
    suit = cards_of(card >> 3)
    length = popcount(v.hands[v.seat] & suit)
    value = -LEAD_FROM_LENGTH * length - LEAD_HIGH * (card & 7)
    if places[v.declarer] & suit == 0:
        return value - LEAD_INTO_VOID
    partner = partner_of(v)
    void = ALWAYS - chance_to_hold(v, places, partner, suit) if partner != NO_SEAT else ALWAYS
    stays = void + (ALWAYS - void) * PARTNER_STAYS_BELOW // ALWAYS
    return value + chance_to_catch(v, places, card) * stays // ALWAYS


@rule
def throw_off(v: PreferansTable, places: Places, card: int) -> int:
    """What a discard is worth: high cards of short suits go first, low cards are kept against the declarer."""
    suit = cards_of(card >> 3)
    value = THROW_OFF_HIGH * (card & 7) - THROW_OFF_LONG * (popcount(v.hands[v.seat] & suit) - 1)
    return value + THROW_OFF_USELESS if places[v.declarer] & suit == 0 else value
