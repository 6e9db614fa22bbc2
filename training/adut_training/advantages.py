"""Advantages along the decisions of each seat.

A file of its own: machine code is kept by a hash of the sources that its file imports, and PyTorch's are many.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adut.core.rule import rule


@rule
def advantages(
    rewards: NDArray[np.float32],
    done: NDArray[np.bool_],
    actor: NDArray[np.int64],
    decided: NDArray[np.bool_],
    values: NDArray[np.float32],
    gamma: float,
    gae_lambda: float,
    advantage: NDArray[np.float32],
    complete: NDArray[np.bool_],
) -> None:
    """Generalised advantage estimation along the decisions of each seat at each table (Schulman et al. 2016).

    Going backwards, `owed` is what a seat was paid after the present step and before its next decision (or the end of the
    episode); that next decision's value and advantage wait in `next_value` and `next_advantage`.

    Args:
        rewards: (T, N, S), what step t paid each seat.
        done: (T, N), whether step t ended the episode.
        actor: (T, N), who decided at step t.
        decided: (T, N), which decisions belong to a trajectory; the others are passed over, their rewards are not lost.
        values: (T, N), the critic's, read where `decided`.
        gamma, gae_lambda: as in PPOConfig.
        advantage: (T, N), written where `complete`.
        complete: (T, N), written: the decisions whose successor or end lies within the window. A seat's last decision before
            the edge of the window is not; it only closes the one before.
    """
    steps, tables, seats = rewards.shape
    owed = np.zeros((tables, seats), np.float32)
    next_value = np.zeros((tables, seats), np.float32)
    next_advantage = np.zeros((tables, seats), np.float32)
    known = np.zeros((tables, seats), np.bool_)
    for t in range(steps - 1, -1, -1):
        for n in range(tables):
            if done[t, n]:
                owed[n] = 0
                next_value[n] = 0
                next_advantage[n] = 0
                known[n] = True
            for k in range(seats):
                owed[n, k] += rewards[t, n, k]
            complete[t, n] = False
            if decided[t, n]:
                k = actor[t, n]
                if known[n, k]:
                    surprise = owed[n, k] + gamma * next_value[n, k] - values[t, n]
                    next_advantage[n, k] = surprise + gamma * gae_lambda * next_advantage[n, k]
                    advantage[t, n] = next_advantage[n, k]
                    complete[t, n] = True
                next_value[n, k] = values[t, n]
                known[n, k] = True
                owed[n, k] = 0
