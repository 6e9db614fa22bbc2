"""Declarations of Belot: what a hand may declare, what it declares by itself, and what counts (5.2 of the rules).

A candidate is a number: the greater one comes first in the order of slots. Runs come by length and top card, clubs before
diamonds before hearts before spades among equals; then fours by their order. Several candidates, plus one each, are the bytes
of a word, the first slot lowest; 0 stands for none.
"""

from __future__ import annotations

import numpy as np

from adut.core.cards import ACE, NINE, NUM_SUITS, RANKS_PER_SUIT
from adut.core.intrinsics import lowest_bit, popcount
from adut.core.record import Ints, table
from adut.core.rule import inlined, rule
from adut.games.belot.layout import KINDS, MAX_CANDIDATES
from adut.games.belot.options import SINGLE_POOL, TIE_TRUMP_EARLIER, BelotOptions
from adut.games.declarations import (
    CARDS_OF_RANK,
    EIGHT_IN_A_ROW,
    FIRST_FOUR,
    FOURS,
    FOURS_IN_NATURAL_ORDER,
    FOURS_IN_TRICK_ORDER,
    LENGTH,
    NO_DECLARATION,
    NUM_DECLARATIONS,
    NUM_RUNS,
    POINTS,
    RUN_CARDS,
    RUNS,
    RUNS_OF_SUIT,
    TOP,
    fours_of,
    has_declaration,
    strengths,
)

FOURS_ORDERS = (FOURS_IN_TRICK_ORDER, FOURS_IN_NATURAL_ORDER)
FIRST_FOUR_CANDIDATE = NUM_RUNS * NUM_SUITS
LOWEST_THREE = RUNS.index((3, NINE))
"""The run 7 8 9."""
HIGHEST_FIVE_CARDS = int(RUN_CARDS[RUNS.index((5, ACE))])
SIDE_0 = 0x33
"""The flags of declarations of seats 0 and 2."""
MAX_DECLARED = 8

STRENGTHS = table([[strengths(by_length, fours) for fours in FOURS_ORDERS] for by_length in (True, False)])
"""[run_compare, fours_order, declaration]: the stronger one has the greater number."""


def _fours_by_strength() -> tuple[Ints, Ints]:
    """[fours_order, place from the weakest] the four; [fours_order, four's place among FOURS] that place."""
    ordered = [
        sorted(range(FIRST_FOUR, NUM_DECLARATIONS), key=lambda number: int(STRENGTHS[0, order, number]))
        for order in range(len(FOURS_ORDERS))
    ]
    places = [[numbers.index(FIRST_FOUR + place) for place in range(len(FOURS))] for numbers in ordered]
    return table(ordered), table(places)


FOURS_BY_STRENGTH, PLACE_OF_FOUR = _fours_by_strength()


def _numbers() -> Ints:
    """[length, rank] the declaration with this length and top card; length 0 for a four."""
    numbers = np.full((RANKS_PER_SUIT + 1, RANKS_PER_SUIT), NO_DECLARATION, np.int64)
    for number in range(NUM_DECLARATIONS):
        numbers[int(LENGTH[number]), int(TOP[number])] = number
    return table(numbers)


NUMBER_OF = _numbers()
_KIND_OF_POINTS = {20: 0, 50: 1, 100: 2}
KIND_OF = table(
    [_KIND_OF_POINTS[int(POINTS[run])] for run in range(NUM_RUNS)]
    + [KINDS.index(f"four of {int(POINTS[four])}") for four in range(FIRST_FOUR, NUM_DECLARATIONS)]
)
"""[declaration] index into KINDS."""


# What a hand may declare.


@inlined
def declaration_of(o: BelotOptions, candidate: int) -> int:
    """The declaration that a candidate is."""
    place = max(candidate - FIRST_FOUR_CANDIDATE, 0)
    return candidate >> 2 if candidate < FIRST_FOUR_CANDIDATE else FOURS_BY_STRENGTH[o.fours_order, place]


@inlined
def suit_of(candidate: int) -> int:
    """The suit of a candidate that is a run."""
    return 3 - (candidate & 3)


@rule
def cards_of_declaration(o: BelotOptions, number: int, suit: int) -> int:
    """The cards of a declaration; the suit is that of a run."""
    if number >= FIRST_FOUR:
        return CARDS_OF_RANK << TOP[number]
    ranks = HIGHEST_FIVE_CARDS if number == EIGHT_IN_A_ROW and o.split_long_run else RUN_CARDS[number]
    return ranks << RANKS_PER_SUIT * suit


@rule
def cards_of(o: BelotOptions, candidate: int) -> int:
    """The cards of a candidate."""
    return cards_of_declaration(o, declaration_of(o, candidate), suit_of(candidate))


@inlined
def nth_candidate(candidates: int, slot: int) -> int:
    """The candidate in a slot, -1 if it is empty."""
    return (candidates >> 8 * slot & 0xFF) - 1


@inlined
def with_candidate(candidates: int, candidate: int) -> int:
    """Some candidates and another one, each once and in the order of slots."""
    before = 0
    for slot in range(MAX_CANDIDATES):
        if nth_candidate(candidates, slot) == candidate:
            return candidates
        if nth_candidate(candidates, slot) > candidate:
            before = 8 * (slot + 1)
    first = candidates & (1 << before) - 1
    return first | (candidate + 1) << before | candidates >> before << before + 8


@rule
def candidates_of(o: BelotOptions, hand: int) -> int:
    """The fours of a hand, and every maximal run that remains without the cards of some of them; at most three.

    Args:
        o: the options record.
        hand: the eight cards before the first trick.
    """
    candidates = 0
    if not has_declaration(hand):
        return candidates
    fours = fours_of(hand)
    rest = fours
    while rest != 0:
        candidates = with_candidate(candidates, FIRST_FOUR_CANDIDATE + PLACE_OF_FOUR[o.fours_order, lowest_bit(rest) - NINE])
        rest &= rest - 1
    without = fours
    while True:
        for suit in range(NUM_SUITS):
            ranks = (hand >> RANKS_PER_SUIT * suit) & 0xFF & ~without
            for i in range(2):
                run = RUNS_OF_SUIT[ranks, i]
                if run >= 0:
                    candidates = with_candidate(candidates, run << 2 | 3 - suit)
                if run == EIGHT_IN_A_ROW and o.split_long_run:
                    candidates = with_candidate(candidates, LOWEST_THREE << 2 | 3 - suit)
        if without == 0:
            return candidates
        without = (without - 1) & fours


@rule
def open_slots(o: BelotOptions, candidates: int, picked: int) -> int:
    """The slots, as bits, of the candidates that share no card with those picked already, a set of cards."""
    slots = 0
    for slot in range(MAX_CANDIDATES):
        candidate = nth_candidate(candidates, slot)
        if candidate >= 0 and cards_of(o, candidate) & picked == 0:
            slots |= 1 << slot
    return slots


@rule
def best_plan(o: BelotOptions, candidates: int) -> int:
    """The slots, as bits, of the candidates worth most together that share no card; of equal ones those with more in fours."""
    best = 0
    most = 0
    for plan in range(1, 1 << MAX_CANDIDATES):
        cards = 0
        worth = 0
        rest = plan
        while rest != 0:
            candidate = nth_candidate(candidates, lowest_bit(rest))
            rest &= rest - 1
            if candidate < 0 or cards_of(o, candidate) & cards != 0:
                worth = -1
                break
            cards |= cards_of(o, candidate)
            points = POINTS[declaration_of(o, candidate)]
            worth += 1024 * points + (points if candidate >= FIRST_FOUR_CANDIDATE else 0)
        if worth > most:
            best, most = plan, worth
    return best


# What counts.


@inlined
def byte_of(word: int, n: int) -> int:
    """The n-th byte of a word of declarations."""
    return word >> 8 * n & 0xFF


@inlined
def nth_declaration(length: int, top: int, n: int) -> int:
    """The n-th declaration of words of declarations, NO_DECLARATION if there is none."""
    rank = byte_of(top, n)
    return NUMBER_OF[byte_of(length, n), max(rank - 1, 0)] if rank > 0 else NO_DECLARATION


@rule
def contest(o: BelotOptions, contract: int, forehand: int, length: int, top: int, suit: int) -> int:
    """Which declarations count: a bit for each byte of the words of declarations (5.2).

    Args:
        o: the options record.
        contract: a suit or ALL_TRUMPS.
        forehand: the seat that leads to the first trick.
        length, top, suit: words of declarations, byte 2 * seat + i.
    """
    if top == 0:
        return 0
    runs = 0
    fours = 0
    for n in range(MAX_DECLARED):
        number = nth_declaration(length, top, n)
        runs |= (0 <= number < FIRST_FOUR) << n
        fours |= (number >= FIRST_FOUR) << n
    if o.declaration_contest == SINGLE_POOL:
        return counted_of(o, contract, forehand, length, top, suit, runs | fours)
    return counted_of(o, contract, forehand, length, top, suit, runs) | counted_of(
        o, contract, forehand, length, top, suit, fours
    )


@rule
def counted_of(o: BelotOptions, contract: int, forehand: int, length: int, top: int, suit: int, pool: int) -> int:
    """The declarations of a pool that count: all of the side with the best one."""
    if pool == 0:
        return 0
    strongest = 0
    for n in range(MAX_DECLARED):
        if pool >> n & 1:
            strongest = max(strongest, STRENGTHS[o.run_compare, o.fours_order, nth_declaration(length, top, n)])
    best = 0  # the strongest declarations
    trumps = 0  # ... in the trump suit
    for n in range(MAX_DECLARED):
        if pool >> n & 1 and STRENGTHS[o.run_compare, o.fours_order, nth_declaration(length, top, n)] == strongest:
            best |= 1 << n
            trumps |= (byte_of(suit, n) == contract + 1) << n
    winners = SIDE_0 if best & ~SIDE_0 == 0 else 0
    winners |= SIDE_0 << 2 if best & SIDE_0 == 0 else 0
    if winners == 0 and o.declaration_tie == TIE_TRUMP_EARLIER:
        if trumps != 0:
            best = trumps
        seat = forehand
        while best >> 2 * seat & 3 == 0:
            seat = (seat + 1) & 3
        winners = SIDE_0 << 2 * (seat & 1)
    return pool & winners


@rule
def points_of_side(length: int, top: int, counted: int, side: int) -> int:
    """What the counted declarations of a side are worth, belots aside."""
    points = 0
    rest = counted & SIDE_0 << 2 * side
    while rest != 0:
        points += POINTS[nth_declaration(length, top, lowest_bit(rest))]
        rest &= rest - 1
    return points


@inlined
def of_side(flags: int, side: int) -> int:
    """How many flags by thing and seat, up to 32 of them, are of seats of a side."""
    return popcount(flags & 0x55555555 << side)
