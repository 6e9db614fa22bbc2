"""Policies that a search follows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from adut.agents.agent import Turn
from adut.core.errors import AdutError

Policy = Callable[[Turn], NDArray[np.float64]]
"""The probabilities of all actions at each decision of a turn, floats of shape (n, A): those of a network, for instance."""

ROUNDING = 1e-3
"""So far above 1 a probability may lie, as sums in few bits do."""


def probabilities(policy: Policy, turn: Turn) -> NDArray[np.float64]:
    """`policy(turn)`, checked: float64 of shape (n, A), each from 0 to 1. Raises AdutError."""
    answer = np.ascontiguousarray(policy(turn), np.float64)
    wanted = (len(turn), turn.game.num_actions)
    if answer.shape != wanted:
        raise AdutError(f"a policy gives probabilities of shape {wanted}, a row for each decision, this one {answer.shape}")
    wrong = np.argwhere(~((answer >= 0) & (answer <= 1 + ROUNDING)))
    if len(wrong):
        row, action = wrong[0].tolist()
        name = turn.game.action_name(action)
        raise AdutError(
            f"a policy gives probabilities from 0 to 1, this one {answer[row, action]} for action {action} ({name})"
        )
    return answer
