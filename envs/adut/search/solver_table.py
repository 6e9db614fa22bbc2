"""The table of the solver: what is known about positions between tricks.

An entry is known by who holds the strongest, the second strongest, ... card that is left of each suit, and who leads; the ranks
themselves stand beside it. Two positions that differ in ranks alone take the same tricks: their values differ by no more than
the points of the cards, and bounds of one, widened by that, are bounds of the other. Where cards have no points this makes
positions of equal structure one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adut.core.intrinsics import extract_bits, lowest_bit, popcount, prefetch
from adut.core.rule import inlined, rule
from adut.search.solver_workspace import NO_POSITION, Workspace

WORDS_OF_ENTRY = 4
ENTRIES_OF_BUCKET = 4
WORDS_OF_BUCKET = WORDS_OF_ENTRY * ENTRIES_OF_BUCKET
VALUE_BITS, VALUE_OFFSET = 11, 512
MOVE_BITS = 6
HAND_BITS = 28
"""After a trick no more cards are left."""
RANK_BITS = 32


@inlined
def pack_bounds(lower: int, upper: int, move: int, size: int) -> int:
    """The content of an entry: bounds, the best move, and how many cards are left in a hand."""
    return ((size << VALUE_BITS | lower + VALUE_OFFSET) << VALUE_BITS | upper + VALUE_OFFSET) << MOVE_BITS | move + 1


@inlined
def lower_of(content: int) -> int:
    """The least value."""
    return (content >> VALUE_BITS + MOVE_BITS & (1 << VALUE_BITS) - 1) - VALUE_OFFSET


@inlined
def upper_of(content: int) -> int:
    """The greatest value."""
    return (content >> MOVE_BITS & (1 << VALUE_BITS) - 1) - VALUE_OFFSET


@inlined
def move_of(content: int) -> int:
    """The best move, NO_POSITION if there is none."""
    return (content & (1 << MOVE_BITS) - 1) - 1


@inlined
def size_of(content: int) -> int:
    """How many cards are left in a hand."""
    return content >> 2 * VALUE_BITS + MOVE_BITS


@rule
def write_key(w: Workspace, table: NDArray[np.int64], level: int, slot: int, won: int) -> None:
    """Write the key of a position between tricks and the bucket it belongs to into the workspace."""
    a, b, c, d = w.hands[level, 0], w.hands[level, 1], w.hands[level, 2], w.hands[level, 3]
    ranks = a | b | c | d
    counts = won << 2 | slot
    for i in range(w.num_ladders):
        counts = counts << 4 | popcount(ranks & w.ladder[i])
    first = extract_bits(a, ranks) | extract_bits(b, ranks) << HAND_BITS
    third = extract_bits(c, ranks)
    second = third | counts << HAND_BITS
    w.key_first[level] = first
    w.key_second[level] = second
    w.key_ranks[level] = w.generation << RANK_BITS | ranks
    mixed = (first & 0xFFFFFFFF) * 0x5851F42D ^ (first >> 25) * 0x14057B7F ^ third * 0x3C6EF373 ^ counts * 0x2545F491
    bucket = ((mixed ^ mixed >> 29 ^ mixed >> 43) & w.last_bucket) * WORDS_OF_BUCKET
    w.bucket[level] = bucket
    prefetch(table, bucket)


@rule
def probe(w: Workspace, table: NDArray[np.int64], level: int, goal: int) -> bool:
    """Look a position up, by the key that was written. What is found stands in `low`, `high` and `hint` of the workspace;
    returns whether that decides if the goal is reached."""
    first, second, third = w.key_first[level], w.key_second[level], w.key_ranks[level]
    bucket = w.bucket[level]
    w.hint = NO_POSITION
    for i in range(ENTRIES_OF_BUCKET):
        at = bucket + i * WORDS_OF_ENTRY
        if table[at] != first or table[at + 1] != second or (table[at + 2] ^ third) >> RANK_BITS != 0:
            continue
        content = table[at + 3]
        more, less = 0, 0
        ours = third & ~table[at + 2]
        theirs = table[at + 2] & ~third
        if ours != 0:
            if not w.is_free_lead:
                continue
            while ours != 0:
                differ = w.points[lowest_bit(ours)] - w.points[lowest_bit(theirs)]
                ours &= ours - 1
                theirs &= theirs - 1
                if differ > 0:
                    more += differ
                else:
                    less -= differ
        if w.hint < 0 or more + less == 0:
            w.hint = move_of(content)
        low = lower_of(content) - less
        high = upper_of(content) + more
        if low >= goal:
            w.found_value = low
            return True
        if high < goal:
            w.found_value = high
            return True
    return False


@rule
def keep(w: Workspace, table: NDArray[np.int64], level: int, value: int, goal: int, move: int, size: int) -> None:
    """Remember a bound of a position, by the key that was written: over an entry of the same position, or of another deal, or
    the one with the fewest cards left."""
    first, second, third = w.key_first[level], w.key_second[level], w.key_ranks[level]
    bucket = w.bucket[level]
    low, high = -VALUE_OFFSET, VALUE_OFFSET
    worst = bucket
    least = 99
    for i in range(ENTRIES_OF_BUCKET):
        at = bucket + i * WORDS_OF_ENTRY
        if table[at] == first and table[at + 1] == second and table[at + 2] == third:
            low, high = lower_of(table[at + 3]), upper_of(table[at + 3])
            worst = at
            break
        left = size_of(table[at + 3]) if (table[at + 2] ^ third) >> RANK_BITS == 0 else 0
        if left < least:
            worst, least = at, left
    if value >= goal:
        low = max(low, value)
    else:
        high = min(high, value)
    table[worst] = first
    table[worst + 1] = second
    table[worst + 2] = third
    table[worst + 3] = pack_bounds(low, high, move, size)
