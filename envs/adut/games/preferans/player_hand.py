"""How the rule-based player judges hands: sums over trumps and side suits, fitted to deals that he played with himself.

A declarer's hand is judged by the tricks that it wins if both others play, in hundredths; a defender's by what following is
worth, in hundredths of the value of the contract. Both depend on how many trumps there are and which of the highest four, and
on the honours and the length of each side suit.
"""

from __future__ import annotations

from adut.core.cards import JACK, NUM_SUITS, QUEEN
from adut.core.intrinsics import popcount
from adut.core.record import table
from adut.core.rule import rule
from adut.games.plain_tricks import NO_SUIT
from adut.games.preferans.holdings import BETL_SAFE, GRADE, holding

SUIT_DECLARER, DEFENDER, SANS_DECLARER = range(3)
"""Whose hand is judged: rows of the tables."""
LONGEST = 5
"""Side suits are told apart by their length up to here."""
NO_TRUMP = 261
"""What the tricks of a sans are counted from."""
TRUMP_LENGTH = table(
    [
        [-150, -100, -50, 0, 111, 154, 158, 158, 158],
        [-251, -288, -222, 101, 636, 939, 939, 939, 939],
    ]
)
"""[who is judged, number of trumps] their worth."""
HIGH_TRUMPS = table(
    [
        [0, 4, 9, 49, 19, 49, 101, 124, 105, 120, 138, 155, 205, 212, 227, 220],
        [0, -35, 8, 28, 147, 281, 254, 204, 255, 345, 534, 581, 487, 520, 518, 307],
    ]
)
"""[who is judged, ace 8 + king 4 + queen 2 + jack 1] the worth of the high trumps that are held."""
SIDE_SUIT = table(
    [
        [
            [210, 111, 15, -47, -79, -72],
            [0, 110, 18, -21, -56, -95],
            [0, 111, 72, 12, -33, -53],
            [0, 0, 96, 55, 22, -39],
            [0, 210, 113, 47, 15, -13],
            [0, 0, 121, 77, 48, 24],
            [0, 0, 198, 135, 105, 103],
            [0, 0, 0, 188, 164, 112],
        ],
        [
            [-151, -168, -138, -47, -6, -8],
            [0, -159, -84, 32, 47, 64],
            [0, -111, 74, 110, 111, 99],
            [0, 0, 78, 126, 92, 80],
            [0, 88, 131, 159, 168, 141],
            [0, 0, 201, 215, 171, 143],
            [0, 0, 259, 228, 194, 121],
            [0, 0, 0, 225, 159, 103],
        ],
        [
            [34, 4, -33, -75, -121, -140],
            [0, 23, -13, -43, -87, -161],
            [0, 19, 21, -15, -47, -77],
            [0, 0, 56, 22, -15, -73],
            [0, 130, 77, 36, -15, -41],
            [0, 0, 92, 71, 39, 61],
            [0, 0, 168, 135, 149, 220],
            [0, 0, 0, 199, 220, 224],
        ],
    ]
)
"""[who is judged, ace 4 + king 2 + queen 1, length] the worth of each other suit."""
PAYOFF = table([-1160, -1120, -1045, -855, -545, -180, 111, 370, 498, 607, 676, 761, 800, 820])
"""What a declarer gains, in hundredths of the value, by the tricks that he expects: three, three and a half, ..."""
FIRST_STEP, STEP = 300, 50


@rule
def strength(cards: int, trump: int, judged: int) -> int:
    """What ten cards are worth with a trump suit, or NO_SUIT in sans, to the player who is judged."""
    worth = NO_TRUMP
    if trump != NO_SUIT:
        trumps = holding(cards, trump)
        worth = TRUMP_LENGTH[judged, popcount(trumps)] + HIGH_TRUMPS[judged, trumps >> JACK]
    for suit in range(NUM_SUITS):
        if suit != trump:
            side = holding(cards, suit)
            worth += SIDE_SUIT[judged, side >> QUEEN, min(popcount(side), LONGEST)]
    return worth


@rule
def payoff_of(tricks: int) -> int:
    """What a declarer gains, in hundredths of the value, with so many expected hundredths of tricks."""
    above = min(max(tricks - FIRST_STEP, 0), STEP * (len(PAYOFF) - 1) - 1)
    step, rest = above // STEP, above % STEP
    return PAYOFF[step] + (PAYOFF[step + 1] - PAYOFF[step]) * rest // STEP


@rule
def is_all_safe(cards: int) -> bool:
    """Whether no suit can be made to win a trick in betl."""
    for suit in range(NUM_SUITS):
        if not BETL_SAFE[holding(cards, suit)]:
            return False
    return True


@rule
def is_stopped(cards: int) -> bool:
    """Whether every suit holds something against a sans: at least a queen with two guards."""
    for suit in range(NUM_SUITS):
        if GRADE[holding(cards, suit)] == 0:
            return False
    return True
