"""How the rule-based player judges hands: sums over trumps and side suits, fitted to deals that he played with himself.

Ten cards are judged by the tricks that they win, in hundredths: those of a declarer, and those of one defender. Both depend on
how many trumps there are and which of the highest four, and on the honours and the length of each side suit. For a raspasovka
they are judged card by card by the tricks that they cannot avoid.
"""

from __future__ import annotations

from adut.core.cards import JACK, NUM_SUITS, QUEEN
from adut.core.intrinsics import lowest_bit, popcount
from adut.core.record import table
from adut.core.rule import rule
from adut.games.plain_tricks import NO_SUIT
from adut.games.russian_preferans.player_safe import cards_in
from adut.games.russian_preferans.table import ACTIVE

DECLARER, DEFENDER = range(2)
"""Whose hand is judged: rows of the tables; two further rows of SIDE_SUIT are for play without trumps."""
LONGEST = 5
"""Side suits are told apart by their length up to here."""
NO_TRUMP = table([270, -19])
"""[who is judged] what the tricks are counted from without trumps."""
TRUMP_LENGTH = table(
    [
        [-150, -100, -50, 32, 114, 152, 154, 148, 150],
        [-52, -26, 12, 95, 202, 200, 280, 280, 280],
    ]
)
"""[who is judged, number of trumps] their worth."""
HIGH_TRUMPS = table(
    [
        [5, 16, 28, 47, 43, 57, 89, 108, 118, 128, 142, 154, 198, 201, 207, 205],
        [-18, -22, -3, 5, 38, 74, 85, 102, 74, 114, 157, 167, 165, 180, 198, 205],
    ]
)
"""[who is judged, ace 8 + king 4 + queen 2 + jack 1] the worth of the high trumps that are held."""
SIDE_SUIT = table(
    [
        [
            [218, 121, 15, -49, -98, -96],
            [0, 110, 17, -28, -78, -75],
            [0, 122, 64, 5, -46, -41],
            [0, 0, 89, 39, -5, -22],
            [0, 220, 109, 43, -3, 12],
            [0, 0, 115, 69, 33, 78],
            [0, 0, 198, 134, 111, 137],
            [0, 0, 0, 181, 149, 164],
        ],
        [
            [-3, -8, -7, 10, 25, 32],
            [0, 2, 9, 33, 39, 45],
            [0, 16, 61, 66, 62, 53],
            [0, 0, 70, 77, 66, 54],
            [0, 87, 90, 89, 87, 78],
            [0, 0, 123, 114, 99, 78],
            [0, 0, 142, 126, 101, 80],
            [0, 0, 0, 139, 107, 80],
        ],
        [
            [-65, -50, -67, -90, -78, -147],
            [0, -40, -78, -54, -54, -116],
            [0, -80, -18, -8, 1, -22],
            [0, 0, 41, 46, 29, -52],
            [0, 120, 91, 76, 37, 13],
            [0, 0, 82, 85, 76, 82],
            [0, 0, 151, 148, 178, 206],
            [0, 0, 0, 198, 228, 213],
        ],
        [
            [-63, -37, -9, 36, 80, 95],
            [0, -26, 9, 73, 98, 133],
            [0, -24, 75, 102, 130, 151],
            [0, 0, 82, 124, 140, 149],
            [0, 55, 97, 142, 177, 204],
            [0, 0, 124, 182, 208, 237],
            [0, 0, 156, 209, 237, 258],
            [0, 0, 0, 246, 282, 297],
        ],
    ]
)
"""[who is judged, 2 more without trumps; ace 4 + king 2 + queen 1, length] the worth of each other suit."""
LEAST, MOST = 0, 1000
TALON_HELP = table([290, 255, 215, 175, 140, 112, 92, 80, 60, 40, 0, 0])
"""[tricks promised by ten cards] by how much the talon improves them on the average, with the choice of discards and trumps."""


@rule
def tricks_of(cards: int, trump: int, judged: int) -> int:
    """The tricks that ten cards win with a trump suit, or NO_SUIT, in hundredths."""
    tricks = NO_TRUMP[judged]
    row = judged + 2
    if trump != NO_SUIT:
        trumps = cards_in(cards, trump)
        tricks = TRUMP_LENGTH[judged, popcount(trumps)] + HIGH_TRUMPS[judged, trumps >> JACK]
        row = judged
    for suit in range(NUM_SUITS):
        if suit != trump:
            side = cards_in(cards, suit)
            tricks += SIDE_SUIT[row, side >> QUEEN, min(popcount(side), LONGEST)]
    return min(max(tricks, LEAST), MOST)


@rule
def with_talon(tricks: int) -> int:
    """What becomes of so many hundredths of tricks with the talon."""
    whole, rest = tricks // 100, tricks % 100
    return tricks + TALON_HELP[whole] + (TALON_HELP[whole + 1] - TALON_HELP[whole]) * rest // 100


AVOIDED = table(
    [
        [-7, 6, 40, 64, 93, 114, 122, 124],
        [0, -40, -29, -12, 17, 56, 90, 107],
        [0, 0, -40, -29, -16, 3, 23, 43],
        [0, 0, 0, -5, 2, 8, 16, 29],
    ]
)
"""[which card of its suit from the lowest, rank] what a card adds to the tricks of a raspasovka, in hundredths. Low cards lower
their number; from the fifth on cards add nothing."""
AVOIDED_BY_PLACE = table([100, 79, 54])
"""[first, second, third hand] what that is counted from with four players."""
AVOIDED_BY_THREE = 30
"""... and further with three: no trick goes to the dealer."""


@rule
def tricks_in_raspasovka(cards: int, place: int, players: int) -> int:
    """The tricks that ten cards win where everybody avoids them, in hundredths."""
    tricks = AVOIDED_BY_PLACE[place] + (AVOIDED_BY_THREE if players == ACTIVE else 0)
    for suit in range(NUM_SUITS):
        rest = cards_in(cards, suit)
        for nth in range(len(AVOIDED)):
            if rest != 0:
                tricks += AVOIDED[nth, lowest_bit(rest)]
                rest &= rest - 1
    return max(tricks, 0)
