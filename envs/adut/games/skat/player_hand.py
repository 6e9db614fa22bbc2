"""What a Skat hand is worth: the chance to win each contract.

A hand has a strength in each contract, a sum over its parts in hundredths of a logit: the jacks, the length of the trumps,
every side suit by its top cards and its length (in Null by how exposed it is), the right to lead. `win_chance` turns a
strength into a chance. The numbers are fitted by logistic regression to games that this player played against itself.
"""

from __future__ import annotations

import math

from adut.core.cards import ACE, JACK, KING, NUM_SUITS, RANKS_PER_SUIT, TEN
from adut.core.record import Ints, table
from adut.core.rule import popcount, rule
from adut.games.skat.layout import GRAND, NULL, TRUMP
from adut.games.skat.rules import CARDS_OF_SUIT, JACKS

HAND_GAME, AFTER_SKAT, BEFORE_SKAT = range(3)
"""When a strength is judged: to play the ten cards as they are, after the discard, or before looking into the skat."""

MAX_STRENGTH = 700
WIN_CHANCE = table([round(1000 / (1 + math.exp(-x / 100))) for x in range(-MAX_STRENGTH, MAX_STRENGTH + 1)])
"""[strength + MAX_STRENGTH] the chance to win in per mille."""

JACKS_HELD = (113, 18, 31, 66)
"""Suit game: the worth of the jack of clubs, diamonds, hearts, spades."""
TRUMP_LENGTH = (-681, -594, -528, -485, -339, -171, 0, 153, 332, 413, 469, 569)
"""Suit game: by the number of trumps."""
TRUMP_ACE = 89
TRUMP_TEN = 76
SUIT_FOREHAND = 10
"""Suit game: the right to the first lead."""
# Columns are lengths of a side suit without its jack: void, 1, 2 ... 7.
SUIT_SIDE = (
    (-7, -91, -138, -145, -184, 0, 0, 0),  # no ace, ten or king
    (0, -109, -124, -102, -99, -138, 0, 0),  # king
    (0, 0, -36, -26, -38, -107, 0, 0),  # ten
    (0, 0, -58, -8, -39, -139, -6, 0),  # ten and king
    (0, 74, 68, 83, 94, 48, 0, 0),  # ace
    (0, 0, 82, 88, 77, 31, -2, 0),  # ace and king
    (0, 0, 145, 122, 87, -1, 0, 0),  # ace and ten
    (0, 0, 0, 145, 59, 18, 0, 0),  # ace, ten and king
)
"""Suit game: the worth of a side suit by its top cards and length."""
GRAND_JACKS = (-554, -358, -351, -106, -350, -93, -71, 156, -328, -24, -28, 252, -3, 262, 259, 375)
"""Grand: by the jacks held, diamonds 1 + hearts 2 + spades 4 + clubs 8."""
GRAND_FOREHAND = 2
GRAND_SIDE = (
    (-85, -125, -166, -169, -148, 0, 0, 0),
    (0, -148, -139, -87, -51, -32, 0, 0),
    (0, -166, 3, 15, 24, 49, 0, 0),
    (0, 0, -13, 24, 32, 33, 25, 0),
    (0, 63, 65, 72, 104, 125, 0, 0),
    (0, 0, 64, 76, 113, 113, 105, 0),
    (0, 0, 186, 165, 159, 142, 111, 0),
    (0, 0, 0, 163, 144, 134, 0, 143),
)
"""Grand: the worth of each suit by its top cards and length, as in SUIT_SIDE."""
NULL_FOREHAND = -15
# Columns: how many more cards than allowed the opponents hold below the first card that is not safe, 1 to 7.
NULL_EXPOSED = (
    (0, -118, -277, -382, -409, -534, -291, -208),  # the lowest card of the suit
    (0, -86, -146, -190, -172, -132, -200, 0),  # the second
    (0, -52, -84, -86, -100, -100, 0, 0),  # the third
    (0, -8, -20, -30, -30, 0, 0, 0),  # a later one
)
"""Null: what a suit costs. In round i of a suit (from 0) a card is safe with at most i lower cards outside."""

# What is judged: a row of the two tables below.
SUIT_GAME, GRAND_GAME, NULL_GAME, OUVERT_NULL, SUIT_SCHNEIDER, GRAND_SCHNEIDER = range(6)
# Columns: HAND_GAME, AFTER_SKAT, BEFORE_SKAT.
LEVEL = table(((-10, -96, 22), (27, -31, 67), (192, 176, 78), (205, 180, 55), (-383, -383, -383), (-330, -330, -330)))
"""Added to the strength."""
SLOPE = table(((83, 94, 62), (81, 100, 69), (97, 100, 64), (126, 118, 67), (96, 96, 96), (79, 79, 79)))
"""Per cent by which the strength counts: before the skat is seen, a strong hand is less sure and a weak one less hopeless."""
DISCARDED_POINTS = (7, 9)
"""After the discard: the worth of each card point that lies in the skat, in a suit game and a grand."""


def _holdings() -> Ints:
    """[eight cards of a suit as bits] 8 * (ace 4 + ten 2 + king 1) + length, the jack left aside."""
    numbers = []
    for cards in range(1 << RANKS_PER_SUIT):
        tops = 4 * (cards >> ACE & 1) + 2 * (cards >> TEN & 1) + (cards >> KING & 1)
        numbers.append(8 * tops + (cards & ~(1 << JACK)).bit_count())
    return table(numbers)


def _null_suits() -> Ints:
    """[eight cards of a suit as bits] what the suit costs in Null."""
    numbers = []
    for cards in range(1 << RANKS_PER_SUIT):
        ranks = [rank for rank in range(RANKS_PER_SUIT) if cards >> rank & 1]
        exposed = [(i, rank - 2 * i) for i, rank in enumerate(ranks) if rank - i > i]
        numbers.append(NULL_EXPOSED[min(exposed[0][0], 3)][exposed[0][1]] if exposed else 0)
    return table(numbers)


HOLDING = _holdings()
NULL_SUIT = _null_suits()
SUIT_SIDES = table([number for row in SUIT_SIDE for number in row])
GRAND_SIDES = table([number for row in GRAND_SIDE for number in row])


@rule
def cards_in(cards: int, suit: int) -> int:
    """The eight cards of a suit as bits 0 to 7."""
    return cards >> (RANKS_PER_SUIT * suit) & 0xFF


@rule
def strength(cards: int, contract: int, forehand: int) -> int:
    """The strength of a hand in a contract, apart from the level of the contract."""
    if contract == NULL:
        total = forehand * NULL_FOREHAND
        for suit in range(NUM_SUITS):
            total += NULL_SUIT[cards_in(cards, suit)]
        return total
    if contract == GRAND:
        jacks = cards & JACKS
        held = (jacks >> 12 & 1) | (jacks >> 20 & 1) << 1 | (jacks >> 28 & 1) << 2 | (jacks >> 4 & 1) << 3
        total = GRAND_JACKS[held] + forehand * GRAND_FOREHAND
        for suit in range(NUM_SUITS):
            total += GRAND_SIDES[HOLDING[cards_in(cards, suit)]]
        return total
    total = TRUMP_LENGTH[popcount(cards & CARDS_OF_SUIT[contract, TRUMP])] + forehand * SUIT_FOREHAND
    total += TRUMP_ACE * (cards >> (RANKS_PER_SUIT * contract + ACE) & 1)
    total += TRUMP_TEN * (cards >> (RANKS_PER_SUIT * contract + TEN) & 1)
    for suit in range(NUM_SUITS):
        total += JACKS_HELD[suit] * (cards >> (RANKS_PER_SUIT * suit + JACK) & 1)
        if suit != contract:
            total += SUIT_SIDES[HOLDING[cards_in(cards, suit)]]
    return total


@rule
def win_chance(total: int, judged: int, when: int) -> int:
    """The chance in per mille that goes with a strength."""
    x = LEVEL[judged, when] + total * SLOPE[judged, when] // 100
    return WIN_CHANCE[min(max(x, -MAX_STRENGTH), MAX_STRENGTH) + MAX_STRENGTH]
