"""Declarations of a hand in games of the belote family: runs in a suit, and fours of a rank.

A run has three or more cards of a suit in the order 7 8 9 10 J Q K A; only maximal runs count. Four sevens and four eights are
nothing. A declaration is a number: runs by length and then by their top card, then fours by rank from the nine.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from adut.core.cards import ACE, JACK, KING, NINE, NUM_SUITS, QUEEN, RANK_SET, RANKS_PER_SUIT, SEVEN, TEN
from adut.core.record import Ints, table
from adut.core.rule import inlined

SHORTEST_RUN = 3
RUNS = tuple((length, top) for length in range(SHORTEST_RUN, RANKS_PER_SUIT + 1) for top in range(length - 1, RANKS_PER_SUIT))
"""(length, rank of the top card) of each run."""
FOURS = tuple(range(NINE, ACE + 1))
"""The rank of each four, after the runs."""
NUM_RUNS = len(RUNS)
FIRST_FOUR = NUM_RUNS
NUM_DECLARATIONS = NUM_RUNS + len(FOURS)
NO_DECLARATION = -1
EIGHT_IN_A_ROW = RUNS.index((RANKS_PER_SUIT, ACE))

RUN_POINTS = {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 100}
FOUR_POINTS = {NINE: 150, TEN: 100, JACK: 200, QUEEN: 100, KING: 100, ACE: 100}
FOURS_IN_NATURAL_ORDER = (TEN, QUEEN, KING, ACE)
"""Fours of equal points from the lowest, in the order of runs."""
FOURS_IN_TRICK_ORDER = (QUEEN, KING, TEN, ACE)
"""Fours of equal points from the lowest, in the order in which cards take tricks."""

POINTS = table([RUN_POINTS[length] for length, _ in RUNS] + [FOUR_POINTS[rank] for rank in FOURS])
LENGTH = table([length for length, _ in RUNS] + [0] * len(FOURS))
"""The length of a run; 0 for a four."""
TOP = table([top for _, top in RUNS] + list(FOURS))
"""The rank of a run's top card, or of a four."""
RUN_CARDS = table([((1 << length) - 1) << (top + 1 - length) for length, top in RUNS])
"""The cards of a run, as ranks."""


def strengths(by_length: bool, fours: Sequence[int]) -> list[int]:
    """A number for each declaration: points, a four before a run, the length, the top card or the place among `fours`.

    Args:
        by_length: whether a longer run of equal points is better than a shorter one with a higher top card.
        fours: ranks of fours of equal points from the lowest; those that are not named are equal.
    """
    numbers = []
    for number in range(NUM_DECLARATIONS):
        is_four = number >= FIRST_FOUR
        rank = int(TOP[number])
        length = int(LENGTH[number]) if by_length else 0
        place = (fours.index(rank) if rank in fours else 0) if is_four else rank
        numbers.append(((int(POINTS[number]) * 2 + is_four) * 16 + length) * 16 + place)
    return numbers


def _runs_of_suits() -> Ints:
    """[cards of a suit as ranks, 0 or 1] the maximal runs among them, NO_DECLARATION where there is none."""
    found = np.full((1 << RANKS_PER_SUIT, 2), NO_DECLARATION, np.int64)
    for cards in range(1 << RANKS_PER_SUIT):
        runs = [
            number
            for number, (length, top) in enumerate(RUNS)
            if cards & RUN_CARDS[number] == RUN_CARDS[number]
            and not cards >> (top + 1) & 1
            and not (top >= length and cards >> (top - length) & 1)
        ]
        found[cards, : len(runs)] = runs
    return table(found)


RUNS_OF_SUIT = _runs_of_suits()
RANKS_OF_RUNS = 0x3F3F3F3F
"""Of each suit the ranks on which a run of three can begin."""
RANKS_OF_FOURS = sum(1 << rank for rank in FOURS)
"""The ranks whose fours count."""
CARDS_OF_RANK = RANK_SET[SEVEN]
"""The four sevens; moved up by a rank, the four cards of that rank."""


@inlined
def fours_of(hand: int) -> int:
    """The ranks, as bits, of the fours in a hand."""
    return hand & hand >> 8 & hand >> 16 & hand >> 24 & RANKS_OF_FOURS


@inlined
def has_declaration(hand: int) -> bool:
    """Whether there is a run or a four in a hand."""
    return (hand & hand >> 1 & hand >> 2 & RANKS_OF_RUNS) != 0 or fours_of(hand) != 0


@inlined
def has_eight_in_a_row(hand: int) -> bool:
    """Whether a hand holds all cards of a suit."""
    for suit in range(NUM_SUITS):
        if (hand >> RANKS_PER_SUIT * suit) & 0xFF == 0xFF:
            return True
    return False


NUM_PLACES = len(FOURS) + 2 * NUM_SUITS
"""Where declarations can be in a hand: a four of each rank that counts, then two runs in each suit."""


@inlined
def declaration_at(hand: int, share: bool, place: int) -> int:
    """The declaration at a place of a hand of 8 or 10 cards, NO_DECLARATION if there is none.

    Args:
        hand: the whole hand as it was before the first trick.
        share: whether a card may serve in a run and in a four; if not, a run with a card of a four does not count.
        place: 0 to NUM_PLACES - 1.
    """
    fours = fours_of(hand)
    if place < len(FOURS):
        return FIRST_FOUR + place if fours >> (NINE + place) & 1 else NO_DECLARATION
    run = RUNS_OF_SUIT[(hand >> RANKS_PER_SUIT * ((place - len(FOURS)) >> 1)) & 0xFF, (place - len(FOURS)) & 1]
    if run >= 0 and not share and RUN_CARDS[run] & fours:
        return NO_DECLARATION
    return run


@inlined
def cards_at(declaration: int, place: int) -> int:
    """The cards of a declaration that is at a place of a hand."""
    if place < len(FOURS):
        return CARDS_OF_RANK << (NINE + place)
    return RUN_CARDS[declaration] << RANKS_PER_SUIT * ((place - len(FOURS)) >> 1)


@inlined
def suit_at(place: int) -> int:
    """The suit of a run that is at a place of a hand; below zero for a four."""
    return (place - len(FOURS)) >> 1
