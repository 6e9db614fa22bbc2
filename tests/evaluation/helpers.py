"""Policies for the tests."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adut.agents import RandomAgent, Turn
from adut.core.random import below, next_key


class Cautious:
    """Random, but chooses the first legal action (in an auction: pass) so often in a hundred decisions."""

    def __init__(self, percent: int) -> None:
        self.percent = percent
        self.name = f"cautious {percent}"

    def act(self, turn: Turn) -> NDArray[np.int64]:
        first = turn.action_mask.argmax(axis=1)
        careful = np.array([below(next_key(key, 1), 100) < self.percent for key in turn.keys.tolist()])
        return np.where(careful, first, RandomAgent().act(turn))
