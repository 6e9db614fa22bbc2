"""What cards are worth without play: the talon that is bought, and the hand that cannot lose a trick (P2, P3 of the rules)."""

from __future__ import annotations

from adut.core.cards import ACE, KING, NUM_SUITS, QUEEN, RANK_SET
from adut.core.intrinsics import lowest_bit, popcount
from adut.core.rule import rule
from adut.games.russian_preferans.options import HAND_TOPS

ACES = RANK_SET[ACE]
TOPS = RANK_SET[ACE] | RANK_SET[KING] | RANK_SET[QUEEN]
SUIT_FORM, NO_TRUMP_FORM = 1, 2


@rule
def units_of(talon: int) -> int:
    """Tricks that two cards count for: two aces 3, ace and king of a suit 2, an ace 1, king and queen of a suit 1."""
    aces = popcount(talon & ACES)
    low = lowest_bit(talon)
    high = lowest_bit(talon & (talon - 1))
    same_suit = low >> 3 == high >> 3
    if aces == 2:
        return 3
    if aces == 1:
        return 2 if same_suit and low & 7 == KING else 1
    return 1 if same_suit and low & 7 == QUEEN and high & 7 == KING else 0


@rule
def is_preferans(hand: int, kind: int) -> int:
    """Whether twelve cards are a Preferans: SUIT_FORM, NO_TRUMP_FORM, or 0.

    Args:
        hand: a set of cards.
        kind: the option preferans_hand, HAND_STRICT or HAND_TOPS.
    """
    if hand == TOPS:
        return NO_TRUMP_FORM
    full = empty = 0
    for suit in range(NUM_SUITS):
        missing = ~hand >> 8 * suit & 255
        if missing & (missing + 1) != 0:  # a run from the ace lacks the lowest cards alone
            return 0
        full += missing == 0
        empty += missing == 255
    return SUIT_FORM if full or (kind == HAND_TOPS and not empty) else 0
