"""Order and points of the cards in games of the belote family, where jack and nine are the best trumps.

A contract is the trump suit, 0 to 3; NO_TRUMPS, where no suit is trump; or ALL_TRUMPS, where all suits have the order and
points of trumps but none beats another.
"""

from __future__ import annotations

import numpy as np

from adut.core.cards import NUM_CARDS, NUM_SUITS, RANKS_PER_SUIT
from adut.core.intrinsics import lowest_bit
from adut.core.record import Ints, table
from adut.core.rule import inlined, rule

NO_TRUMPS, ALL_TRUMPS = 4, 5
NUM_CONTRACTS = 6

TRUMP_ORDER = (0, 1, 6, 4, 7, 2, 3, 5)
"""Strength of 7 8 9 10 J Q K A in a trump suit."""
PLAIN_ORDER = (0, 1, 2, 6, 3, 4, 5, 7)
"""Strength of 7 8 9 10 J Q K A in a plain suit."""
TRUMP_POINTS = (0, 0, 14, 10, 20, 3, 4, 11)
PLAIN_POINTS = (0, 0, 0, 10, 2, 3, 4, 11)


def _tables() -> tuple[Ints, Ints, Ints]:
    """[contract, card] strength; points; the cards of the same suit that are stronger."""
    strength = np.zeros((NUM_CONTRACTS, NUM_CARDS), np.int64)
    points = np.zeros((NUM_CONTRACTS, NUM_CARDS), np.int64)
    stronger = np.zeros((NUM_CONTRACTS, NUM_CARDS), np.int64)
    for contract in range(NUM_CONTRACTS):
        for card in range(NUM_CARDS):
            suit, rank = divmod(card, RANKS_PER_SUIT)
            order, worth = (TRUMP_ORDER, TRUMP_POINTS) if contract in (suit, ALL_TRUMPS) else (PLAIN_ORDER, PLAIN_POINTS)
            strength[contract, card] = order[rank] + (RANKS_PER_SUIT if suit == contract else 0)
            points[contract, card] = worth[rank]
            stronger[contract, card] = sum(
                1 << RANKS_PER_SUIT * suit + other for other in range(RANKS_PER_SUIT) if order[other] > order[rank]
            )
    return table(strength), table(points), table(stronger)


STRENGTH, CARD_POINTS, STRONGER = _tables()
"""[contract, card]: strength, which decides within a suit and between trumps and others; points; stronger cards of the suit."""
SUIT_CARDS = table([0xFF << RANKS_PER_SUIT * suit for suit in range(NUM_SUITS)])


@inlined
def beats(contract: int, card: int, best: int) -> bool:
    """Whether a card played later beats the best card of a trick so far; of no card (-1) it means nothing."""
    suit = card >> 3
    can_beat = (suit == best >> 3) | (suit == contract)
    return can_beat & (STRENGTH[contract, card] > STRENGTH[contract, best & 31])


@rule
def points_of(contract: int, cards: int) -> int:
    """Card points of a set of cards."""
    points = 0
    rest = cards
    while rest != 0:
        points += CARD_POINTS[contract, lowest_bit(rest)]
        rest &= rest - 1
    return points
