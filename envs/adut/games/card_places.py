"""Where hidden cards may be, as the rule-based players of several games reckon it. Chances are in per mille."""

from __future__ import annotations

from adut.core.intrinsics import lowest_bit, popcount
from adut.core.record import Ints
from adut.core.rule import inlined, rule

ALWAYS = 1000
"""The chance of a certain event."""


@inlined
def density(room: int, cards: int) -> int:
    """How many of a thousand cards are in a hand that has room for so many of some cards."""
    return ALWAYS * room // max(popcount(cards), 1)


@rule
def cards_by_trick(played: int, trick_of: Ints) -> int:
    """The cards that a seat has played, one more than the card in six bits for each trick.

    Args:
        played: a set of cards.
        trick_of: for each suit a byte for each rank: the number of the trick, from 1, in which that card was played.
    """
    cards = 0
    rest = played
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        trick = (trick_of[card >> 3] >> 8 * (card & 7)) & 0xFF
        cards |= (card + 1) << 6 * (trick - 1)
    return cards
