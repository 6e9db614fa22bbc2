"""The rule-based player's cards in Null: the declarer stays below, the defenders try to leave him on top.

Card ids of a suit ascend as the ranks of Null do (7 8 9 10 J Q K A), so lower cards of a suit are lower bits.
"""

from __future__ import annotations

from adut.core.cards import RANKS_PER_SUIT, SUIT_SET
from adut.core.intrinsics import lowest_bit, popcount
from adut.core.rule import rule
from adut.games.card_places import ALWAYS
from adut.games.choosing import duck, highest_bit, keep_better
from adut.games.skat.player_cards import (
    after_next,
    chance_to_hold,
    hidden_cards,
    is_open,
    may_hold,
    third_seat,
)
from adut.games.skat.rules import next_player
from adut.games.skat.table import SkatTable

WORTH_A_LOW_CARD = 76
"""Per mille: with a smaller chance to catch the declarer in second seat a defender unloads his highest card."""
PARTNER_STAYS_BELOW = 38
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
def choose_null_card(v: SkatTable, number: int) -> int:
    """The card to play in a Null."""
    legal = v.legal[0]
    if legal & (legal - 1) == 0:
        return lowest_bit(legal)
    hidden = hidden_cards(v)
    follows = v.trick_cards > 0 and legal & SUIT_SET[v.led] != 0
    if follows and v.seat == v.declarer:
        return duck(legal, v.best_card)
    if follows:
        return follow_as_defender(v, legal, hidden)
    best = -1
    best_value = 0
    ties = 1
    rest = legal
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        if v.trick_cards > 0:
            value = relief(v, card, hidden) if v.seat == v.declarer else throw_off(v, card, hidden)
        elif v.seat == v.declarer:
            value = relief(v, card, hidden) - 10 * chance_to_be_left(v, card, hidden)
        else:
            value = lead_as_defender(v, card, hidden)
        best, best_value, ties = keep_better(best, best_value, ties, card, value, number)
    return best


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
        lower = popcount(hidden & ((1 << card) - 1))
        if lower > played:
            higher = popcount(hidden >> card)
            return (20 + 10 * (lower - played)) // (1 + played) if higher < 7 else 0
        played += 1
    return 0


@rule
def relief(v: SkatTable, card: int, hidden: int) -> int:
    """How much less exposed the declarer is without a card; among equals the highest goes."""
    suit = SUIT_SET[card // RANKS_PER_SUIT]
    mine = v.hands[v.seat] & suit
    before = exposure(mine, hidden & suit)
    return 10 * (before - exposure(mine & ~(1 << card), hidden & suit)) + card % RANKS_PER_SUIT


@rule
def chance_to_be_left(v: SkatTable, card: int, hidden: int) -> int:
    """The chance that both defenders can stay below a card that the declarer leads."""
    suit = SUIT_SET[card // RANKS_PER_SUIT]
    return (
        can_stay_below(v, next_player(v, v.seat), card, suit, hidden)
        * can_stay_below(v, after_next(v), card, suit, hidden)
        // ALWAYS
    )


@rule
def can_stay_below(v: SkatTable, seat: int, card: int, suit: int, hidden: int) -> int:
    """The chance that a seat holds a lower card of the suit, or none at all."""
    lower = chance_to_hold(v, seat, suit & ((1 << card) - 1), hidden)
    return lower + ALWAYS - chance_to_hold(v, seat, suit, hidden) if lower < ALWAYS else ALWAYS


# The defenders.


@rule
def chance_to_catch(v: SkatTable, best: int, hidden: int) -> int:
    """The chance that the declarer, who has not played yet, must go over the best card: he has the suit, but no lower card."""
    suit = SUIT_SET[best // RANKS_PER_SUIT]
    lower = suit & ((1 << best) - 1)
    return chance_to_hold(v, v.declarer, suit, hidden) * (ALWAYS - chance_to_hold(v, v.declarer, lower, hidden)) // ALWAYS


@rule
def follow_as_defender(v: SkatTable, legal: int, hidden: int) -> int:
    """Stay below a declarer who is on top; unload high cards on a lost trick; go low in front of him."""
    under = legal & ((1 << v.best_card) - 1)
    if v.trick[v.declarer] >= 0:
        if v.best_seat == v.declarer and under:
            return highest_bit(under)
        return highest_bit(legal)
    if under:
        return highest_bit(under)
    low = lowest_bit(legal)
    return low if chance_to_catch(v, low, hidden) >= WORTH_A_LOW_CARD else highest_bit(legal)


@rule
def lead_as_defender(v: SkatTable, card: int, hidden: int) -> int:
    """What a lead promises: the chance to catch the declarer and to leave him on top, and a short suit gone."""
    suit = SUIT_SET[card // RANKS_PER_SUIT]
    his = may_hold(v, v.declarer, hidden) & suit
    length = popcount(v.hands[v.seat] & suit)
    value = -LEAD_FROM_LENGTH * length - LEAD_HIGH * (card % RANKS_PER_SUIT)
    if his == 0:
        return value - LEAD_INTO_VOID
    partner = third_seat(v, v.seat, v.declarer)
    void = ALWAYS - chance_to_hold(v, partner, suit, hidden)
    if is_open(v, v.declarer):
        stays = void + chance_to_hold(v, partner, suit & ((1 << lowest_bit(his)) - 1), hidden)
    else:
        stays = void + (ALWAYS - void) * PARTNER_STAYS_BELOW // ALWAYS
    return value + chance_to_catch(v, card, hidden) * min(stays, ALWAYS) // ALWAYS


@rule
def throw_off(v: SkatTable, card: int, hidden: int) -> int:
    """What a discard is worth: high cards of short suits go first, low cards are kept against the declarer."""
    suit = SUIT_SET[card // RANKS_PER_SUIT]
    value = THROW_OFF_HIGH * (card % RANKS_PER_SUIT) - THROW_OFF_LONG * (popcount(v.hands[v.seat] & suit) - 1)
    return value + THROW_OFF_USELESS if may_hold(v, v.declarer, hidden) & suit == 0 else value
