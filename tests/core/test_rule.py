"""What `core.rule` makes of functions, and its small ones that differ from one processor to the next."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from adut.core import rule as compilation
from adut.core.rule import COMPILED, inlined, nth_bit, rule, select

portable = inlined(compilation._nth_bit)
"""What `nth_bit` is on processors that do not deposit bits."""


@rule
def places(words: NDArray[np.int64], numbers: NDArray[np.int64], ours: NDArray[np.int64], theirs: NDArray[np.int64]) -> None:
    """The bits that both forms find."""
    for i in range(len(words)):
        ours[i] = nth_bit(words[i], numbers[i])
        theirs[i] = portable(words[i], numbers[i])


def test_nth_bit_is_the_same_on_every_processor() -> None:
    chooser = random.Random(1)
    words, numbers, wanted = [1 << 63, (1 << 64) - 1], [0, 63], [63, 63]
    for _ in range(2000):
        word = chooser.getrandbits(64) & chooser.getrandbits(64) | 1 << chooser.randrange(64)
        bits = [bit for bit in range(64) if word >> bit & 1]
        words.append(word)
        numbers.append(chooser.randrange(len(bits)))
        wanted.append(bits[numbers[-1]])
    ours, theirs = np.zeros(len(words), np.int64), np.zeros(len(words), np.int64)
    places(np.array(words, np.uint64).view(np.int64), np.array(numbers), ours, theirs)
    assert ours.tolist() == theirs.tolist() == wanted


@rule
def chosen(condition: bool, one: int, other: int) -> int:
    return select(condition, one, other)


def test_select_is_a_conditional_expression() -> None:
    numbers = [0, 1, -1, 31, 2**31, -(2**63), 2**63 - 1]
    for one in numbers:
        for other in numbers:
            assert (chosen(True, one, other), chosen(False, one, other)) == (one, other)


@pytest.mark.skipif(not COMPILED, reason="Python counts from both ends")
def test_only_rules_count_from_the_front_alone() -> None:
    """A function of the user's that a rule calls works for him as before, also where the rule had it compiled."""
    numba = pytest.importorskip("numba")
    middle = np.arange(100, 110)[5:]

    def of_end(numbers: NDArray[np.int64]) -> int:
        return int(numbers[-1])

    last = numba.njit(of_end)

    @rule
    def last_of(numbers: NDArray[np.int64]) -> int:
        return int(last(numbers))

    @rule
    def at(numbers: NDArray[np.int64], index: int) -> int:
        return int(numbers[index])

    assert last_of(middle) == last(middle) == 109
    assert at(middle, -1) == 104
    assert at(middle, 4) == 109
