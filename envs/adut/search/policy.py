"""Policies that a search follows, and probabilities that somebody else gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.agents.agent import Turn
from adut.core.errors import AdutError

Policy = Callable[[Turn], NDArray[np.float64]]
"""The probabilities of all actions at each decision of a turn, floats of shape (n, A): those of a network, for instance."""

ROUNDING = 1e-3
"""So far below 0 or above 1 a probability may lie, as sums and differences of few bits do."""


def ask_policy(policy: Policy, turn: Turn) -> NDArray[np.float64]:
    """`policy(turn)`, checked: float64 of shape (n, A), each from 0 to 1. Raises AdutError."""
    return probabilities(policy(turn), (len(turn), turn.game.num_actions), "a policy")


def probabilities(answer: Any, shape: tuple[int, ...], giver: str) -> NDArray[np.float64]:
    """A checked copy of what `giver` answered: float64 of that shape, each from 0 to 1. Raises AdutError."""
    try:
        given = np.asarray(answer)
    except ValueError as error:  # of rows that differ in length
        raise AdutError(f"{giver} gives probabilities of shape {shape}, not {answer!r:.80}") from error
    if given.shape != shape or given.dtype.kind not in "fiub":
        raise AdutError(f"{giver} gives probabilities of shape {shape}, not {given.dtype} of shape {given.shape}")
    wrong = np.argwhere(~((given >= -ROUNDING) & (given <= 1 + ROUNDING)))
    if len(wrong):
        at = tuple(wrong[0].tolist())
        raise AdutError(f"{giver} gives probabilities from 0 to 1, not {given[at]} as at {at}")
    clipped: NDArray[Any] = np.clip(given, 0, 1)
    return clipped.astype(np.float64, order="C", copy=False)
