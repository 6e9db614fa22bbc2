"""What a Skat hand is worth: the chance to win each contract.

A hand has a strength in each contract, a sum over its parts in hundredths of a logit: the jacks, the length of the trumps,
every side suit by its top cards and its length (in Null by how exposed it is), the right to lead. `win_chance` turns a
strength into a chance. The numbers are fitted by logistic regression to games that this player played against itself.
"""

from __future__ import annotations

import math

from adut.core.cards import ACE, JACK, KING, NUM_SUITS, RANKS_PER_SUIT, TEN
from adut.core.intrinsics import popcount
from adut.core.record import Ints, table
from adut.core.rule import rule
from adut.games.skat.cards import CARDS_OF_SUIT, JACKS
from adut.games.skat.layout import GRAND, NULL, TRUMP

HAND_GAME, AFTER_SKAT, BEFORE_SKAT = range(3)
"""When a strength is judged: to play the ten cards as they are, after the discard, or before looking into the skat."""

MAX_STRENGTH = 700
WIN_CHANCE = table([round(1000 / (1 + math.exp(-x / 100))) for x in range(-MAX_STRENGTH, MAX_STRENGTH + 1)])
"""[strength + MAX_STRENGTH] the chance to win in per mille."""

JACKS_HELD = (124, 31, 48, 93)
"""Suit game: the worth of the jack of clubs, diamonds, hearts, spades."""
TRUMP_LENGTH = (-657, -587, -535, -465, -339, -167, 0, 154, 326, 455, 493, 593)
"""Suit game: by the number of trumps."""
TRUMP_ACE = 97
TRUMP_TEN = 79
SUIT_FOREHAND = 23
"""Suit game: the right to the first lead."""
# Columns are lengths of a side suit without its jack: void, 1, 2 ... 7.
SUIT_SIDE = (
    (-32, -114, -159, -164, -161, 0, 0, 0),  # no ace, ten or king
    (0, -130, -141, -119, -128, -147, 0, 0),  # king
    (0, -129, -43, -36, -59, -121, 0, 0),  # ten
    (0, 0, -48, -22, -66, -157, 0, 0),  # ten and king
    (0, 62, 49, 56, 68, 94, 0, 0),  # ace
    (0, 0, 73, 75, 66, 49, 0, 0),  # ace and king
    (0, 0, 134, 117, 63, 52, 0, 0),  # ace and ten
    (0, 0, 0, 125, 41, 12, 0, 0),  # ace, ten and king
)
"""Suit game: the worth of a side suit by its top cards and length."""
GRAND_JACKS = (-497, -360, -356, -92, -357, -90, -75, 129, -289, -9, -7, 215, 20, 223, 227, 319)
"""Grand: by the jacks held, diamonds 1 + hearts 2 + spades 4 + clubs 8."""
GRAND_FOREHAND = -5
GRAND_SIDE = (
    (-98, -149, -176, -178, -166, 0, 0, 0),
    (0, -160, -147, -117, -82, -78, 0, 0),
    (0, -139, -27, -9, 2, 35, 0, 0),
    (0, 0, -28, 3, 18, 37, 30, 0),
    (0, 70, 52, 69, 89, 103, 0, 0),
    (0, 0, 55, 82, 96, 105, 150, 0),
    (0, 0, 175, 169, 165, 142, 85, 0),
    (0, 0, 0, 167, 168, 135, 154, 171),
)
"""Grand: the worth of each suit by its top cards and length, as in SUIT_SIDE."""
NULL_FOREHAND = -11
# Columns: how many more cards than allowed the opponents hold below the first card that is not safe, 1 to 7.
NULL_EXPOSED = (
    (0, -88, -198, -257, -261, -280, -245, -184),  # the lowest card of the suit
    (0, -60, -103, -139, -125, -111, -200, 0),  # the second
    (0, -30, -63, -67, -100, -100, 0, 0),  # the third
    (0, -10, -20, -30, -30, 0, 0, 0),  # a later one
)
"""Null: what a suit costs. In round i of a suit (from 0) a card is safe with at most i lower cards outside."""

# What is judged: a row of the two tables below.
SUIT_GAME, GRAND_GAME, NULL_GAME, OUVERT_NULL, SUIT_SCHNEIDER, GRAND_SCHNEIDER = range(6)
# Columns: HAND_GAME, AFTER_SKAT, BEFORE_SKAT.
LEVEL = table(((21, -83, 41), (61, -29, 67), (188, 176, 79), (179, 180, 55), (-358, -358, -358), (-320, -320, -320)))
"""Added to the strength."""
SLOPE = table(((89, 98, 64), (88, 104, 71), (128, 136, 88), (143, 160, 90), (100, 100, 100), (98, 98, 98)))
"""Per cent by which the strength counts: before the skat is seen, a strong hand is less sure and a weak one less hopeless."""
DISCARDED_POINTS = (10, 13)
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
