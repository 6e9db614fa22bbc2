"""What a Skat hand is worth: the chance to win each contract, from the ten cards alone.

A hand has a strength in each contract, a sum over its parts in hundredths of a logit: the jacks, the length of the trumps, every
side suit by its top cards and its length (in Null by how exposed it is), the right to lead. `WIN_CHANCE` turns strength into a
chance. The numbers are fitted by logistic regression to games that this player played against itself.
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

JACKS_HELD = (86, 19, 26, 51)
"""Suit game: the worth of the jack of clubs, diamonds, hearts, spades."""
TRUMP_LENGTH = (-704, -604, -504, -450, -333, -159, 0, 122, 304, 367, 446, 546)
"""Suit game: by the number of trumps."""
TRUMP_ACE = 98
TRUMP_TEN = 85
SUIT_FOREHAND = -9
"""Suit game: the right to the first lead."""
# Columns are lengths of a side suit without its jack: void, 1, 2 ... 7.
SUIT_SIDE = (
    (-4, -70, -114, -138, -162, 0, 0, 0),  # no ace, ten or king
    (0, -87, -107, -109, -126, -121, 0, 0),  # king
    (0, 0, -47, -17, -53, -103, 0, 0),  # ten
    (0, 0, -53, -2, -48, -129, -3, 0),  # ten and king
    (0, 93, 90, 103, 121, 50, 0, 0),  # ace
    (0, 0, 87, 110, 106, 94, 18, 0),  # ace and king
    (0, 0, 168, 142, 111, 29, 47, 0),  # ace and ten
    (0, 0, 0, 139, 76, -18, 45, 0),  # ace, ten and king
)
"""Suit game: the worth of a side suit by its top cards and length."""
GRAND_JACKS = (-559, -299, -301, -101, -299, -97, -89, 144, -293, -9, -10, 222, 10, 221, 229, 353)
"""Grand: by the jacks held, diamonds 1 + hearts 2 + spades 4 + clubs 8."""
GRAND_FOREHAND = 12
GRAND_SIDE = (
    (-44, -118, -162, -192, -176, 0, 0, 0),
    (0, -148, -149, -118, -72, -40, 0, 0),
    (0, 0, -28, -1, 19, 36, 0, 0),
    (0, 0, -41, 19, 28, 40, 30, 0),
    (0, 77, 56, 73, 124, 167, 0, 0),
    (0, 0, 39, 84, 122, 176, 134, 0),
    (0, 0, 191, 193, 189, 166, 125, 0),
    (0, 0, 0, 197, 179, 140, 104, 140),
)
"""Grand: the worth of each suit by its top cards and length, as in SUIT_SIDE."""
NULL_FOREHAND = -13
# Columns: how many more cards than allowed the opponents hold below the first card that is not safe, 1 to 7.
NULL_EXPOSED = (
    (0, -101, -253, -341, -406, -409, -303, -280),  # the lowest card of the suit
    (0, -80, -133, -194, -173, -74, -200, 0),  # the second
    (0, -49, -77, -64, -100, -100, 0, 0),  # the third
    (0, -11, -20, -30, -30, 0, 0, 0),  # a later one
)
"""Null: what a suit costs. In round i of a suit (from 0) a card is safe with at most i lower cards outside."""

# What is judged: a row of the two tables below.
SUIT_GAME, GRAND_GAME, NULL_GAME, OUVERT_NULL, SUIT_SCHNEIDER, GRAND_SCHNEIDER = range(6)
# Columns: HAND_GAME, AFTER_SKAT, BEFORE_SKAT.
LEVEL = table(
    ((-39, -107, 85), (-28, -107, 57), (141, 162, 102), (184, 165, 86), (-455, -455, -455), (-453, -453, -453))
)
"""Added to the strength."""
SLOPE = table(
    ((83, 100, 61), (78, 100, 63), (76, 100, 36), (112, 117, 38), (106, 106, 106), (91, 91, 91))
)
"""Per cent by which the strength counts: before the skat is seen, a strong hand is less sure and a weak one less hopeless."""
DISCARDED_POINTS = (7, 10)
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
