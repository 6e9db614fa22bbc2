"""Compiled functions that only the environments need."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.history import write_tokens
from adut.core.random import STREAM_SEATS, below, key
from adut.core.rule import rule


@rule
def draw_seats(states: Any, tables: NDArray[np.int64], seats: int, learners: NDArray[np.int64]) -> None:
    """Draw the learner's seat at freshly dealt tables, a function of seed, table and deal, into their entries."""
    for i in tables:
        s = states[i]
        learners[i] = below(key(s.seed, s.table, STREAM_SEATS, s.deal_number), seats)


@rule
def write_histories(
    states: Any,
    tables: NDArray[np.int64],
    seats: int,
    observers: NDArray[np.int64],
    tokens: NDArray[np.int16],
    lengths: NDArray[np.int16],
) -> None:
    """Write the histories of tables as given observers know them, one row after another."""
    for j in range(len(tables)):
        lengths[j, 0] = write_tokens(states[tables[j]], seats, observers[j], tokens[j])
