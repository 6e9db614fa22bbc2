"""The small functions of `core.rule` that differ from one processor to the next."""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from adut.core import rule as compilation
from adut.core.rule import inlined, nth_bit, rule

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
