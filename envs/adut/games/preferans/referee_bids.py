"""The referee on bids: which numbers a hand may name (10.2 of the rules), and which betl are safe (10.5)."""

from __future__ import annotations

from adut.core.intrinsics import popcount
from adut.core.rule import inlined, rule
from adut.games.plain_tricks import NO_SUIT
from adut.games.preferans.holdings import BETL_LEAD, BETL_SAFE, CORRECT_SUIT, GRADE, HALF_TRICKS, SURE_TRICKS, holding
from adut.games.preferans.layout import BETL, LEVEL_OF, PIK, SANS

SANS_HALF_TRICKS = 9
UNSAFE_SUITS_OF_BETL = 1
CERTAIN_CARD_IN_HAND = 3
"""In hand, two missing cards of a suit may lie in the talon; of three, the opponents hold one."""


@rule
def half_tricks(hand: int, trump: int) -> int:
    """What a hand is expected to win, in half tricks: trumps for sure tricks, side suits by their grades (10.3)."""
    total = 0
    for suit in range(4):
        cards = holding(hand, suit)
        total += 2 * SURE_TRICKS[cards] if suit == trump else HALF_TRICKS[GRADE[cards]]
    return total


@rule
def is_betl_hand(hand: int) -> bool:
    """Whether a number may stand for betl: all suits but one are safe (10.2)."""
    unsafe = 0
    for suit in range(4):
        unsafe += not BETL_SAFE[holding(hand, suit)]
    return unsafe <= UNSAFE_SUITS_OF_BETL


@rule
def is_sans_hand(hand: int) -> bool:
    """Whether a number may stand for sans: every suit has a grade, and nine half tricks are expected (10.2)."""
    for suit in range(4):
        if GRADE[holding(hand, suit)] == 0:
            return False
    return half_tricks(hand, NO_SUIT) >= SANS_HALF_TRICKS


@rule
def ok_levels(hand: int, pattern: int) -> int:
    """The numbers that a hand may have named last when it passes, as bits 2 to 7 (10.2).

    Args:
        hand: ten cards.
        pattern: ref_bid_pattern, PATTERN_DOMINATES or PATTERN_LITERAL.
    """
    levels = 0
    for suit in range(4):
        if CORRECT_SUIT[pattern, holding(hand, suit)]:
            levels |= 1 << LEVEL_OF[suit]
    if is_betl_hand(hand):
        levels |= 1 << BETL | 1 << PIK
    if is_sans_hand(hand):
        levels |= 1 << SANS | 1 << PIK
    return levels


@inlined
def bid_correct(hand: int, level: int, pattern: int) -> bool:
    """Whether a hand may pass after a last number (10.2)."""
    return ok_levels(hand, pattern) >> level & 1 == 1


@inlined
def may_name_level(levels: int, level: int) -> bool:
    """Whether a hand with these correct numbers may name a number on the way to one of them (10.2)."""
    return levels >> level != 0


# 10.5: betl.


@rule
def is_laydown(hand: int, leads: bool, in_hand: bool, discards: int) -> bool:
    """Whether a betl wins no trick against any defence: all suits are safe, and one can be led if need be (10.5).

    Args:
        hand: the declarer's ten cards.
        leads: whether he leads to the first trick.
        in_hand: whether the talon lies face down; otherwise the opponents hold all cards but his and his discards.
        discards: what he discarded, 0 in hand.
    """
    found = not leads
    for suit in range(4):
        cards = holding(hand, suit)
        if not BETL_SAFE[cards]:
            return False
        missing = 8 - popcount(cards) - popcount(holding(discards, suit))
        if BETL_LEAD[cards] and missing >= (CERTAIN_CARD_IN_HAND if in_hand else 1):
            found = True
    return found
