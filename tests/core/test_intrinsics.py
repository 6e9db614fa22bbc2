"""Small functions that machine code runs as single instructions, against their plain forms."""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from adut.core import intrinsics
from adut.core.intrinsics import PLAIN_FORMS, extract_bits, lowest_bit, nth_bit, popcount, select, store_bits, store_word
from adut.core.rule import inlined, rule

PLAIN = {form.__name__.removeprefix("_"): form for _, form in PLAIN_FORMS}
WORDS = [
    0,
    1,
    -1,
    31,
    2**31,
    2**32 - 1,
    -(2**63),
    2**63 - 1,
    *(random.Random(word).getrandbits(64) - 2**63 for word in range(50)),
]

portable = inlined(intrinsics._nth_bit)
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


@rule
def counts(words: NDArray[np.int64], found: NDArray[np.int64]) -> None:
    for i in range(len(words)):
        found[i, 0] = lowest_bit(words[i])
        found[i, 1] = popcount(words[i])
        found[i, 2] = extract_bits(words[i], words[len(words) - 1 - i])


def test_bits_are_counted_and_moved_as_in_plain_python() -> None:
    words = [word for word in WORDS if word > 0]
    found = np.zeros((len(words), 3), np.int64)
    counts(np.array(words), found)
    for i, word in enumerate(words):
        assert found[i, 0] == PLAIN["lowest_bit"](word)
        assert found[i, 1] == PLAIN["popcount"](word)
        assert found[i, 2] == PLAIN["extract_bits"](word, words[len(words) - 1 - i])


@rule
def store(bits: NDArray[np.int8], word: NDArray[np.int8], at: int, number: int) -> None:
    store_bits(bits, at, number)
    store_word(word, at, number)


def test_bits_and_bytes_are_stored_as_in_plain_python() -> None:
    for at, number in enumerate(WORDS):
        ours = np.full((2, len(WORDS) + 32), 7, np.int8)
        theirs = ours.copy()
        store(ours[0], ours[1], at, number)
        PLAIN["store_bits"](theirs[0], at, number)
        PLAIN["store_word"](theirs[1], at, number)
        assert ours.tolist() == theirs.tolist()
        assert ours[0, at : at + 32].tolist() == [number >> bit & 1 for bit in range(32)]
        assert ours[1, at : at + 8].tolist() == list(np.array([number], "<i8").view(np.int8))
