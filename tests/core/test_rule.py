"""What `core.rule` makes of functions."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.typing import NDArray

from adut.core import rule as compilation
from adut.core.rule import COMPILED, num_threads, rule


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


@pytest.mark.skipif(not COMPILED, reason="no threads")
@pytest.mark.parametrize("given", [{}, {"GOMP_SPINCOUNT": "7"}, {"OMP_WAIT_POLICY": "passive"}])
def test_threads_start_so_that_they_wait_briefly(given: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GOMP_SPINCOUNT", "OMP_WAIT_POLICY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    before = dict(os.environ)
    seen: list[dict[str, str]] = []
    monkeypatch.setattr(compilation.numba, "get_num_threads", lambda: seen.append(dict(os.environ)) or 3)
    compilation._start_threads.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda _: num_threads(), range(80))) == {3}
    assert seen[0] == before | (given or {"GOMP_SPINCOUNT": "10000"})
    assert seen[1:] == [before] * 80
    assert dict(os.environ) == before
