"""What `core.rule` makes of functions."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from adut.core.rule import COMPILED, rule


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
