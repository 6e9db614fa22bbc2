"""Judging decisions: the compiled part, which plays tables on and scores deals as if they had ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.random import next_key
from adut.core.rule import inlined

# The rules of a game and other kernels, bound by `Kernels.bind`.
choose: Callable[[Any, Any, int], int]
settle: Callable[[Any, Any], None]
payoff: Callable[[Any, Any, int], int]
step: Callable[[Any, Any, int], None]
conclude: Callable[[Any, Any, int], None]
has_sides: Callable[[Any], bool]


@inlined
def always_sides(s: Any) -> bool:
    """The `has_sides` of games in which one side plays against another in every deal."""
    return True


def decide_and_play_on(
    states: Any,
    options: Any,
    actions: NDArray[np.int64],
    keys: NDArray[np.int64],
    stops: int,
    seat: int,
    is_over: NDArray[np.bool_],
    worth: NDArray[np.int64],
) -> None:
    """Make a decision at each table; go on as the rule-based player does until the deal is over or a phase to stop in.

    Deals without two sides are not stopped: the solver has no value for all of their players.

    Args:
        actions: (n,), legal.
        keys: (n,), random keys of what is played on.
        stops: a bit for each phase to stop in; 0 to play to the end.
        seat: whose payoff is wanted.
        is_over: (n,), whether the deal is over.
        worth: (n,), what it pays the seat, where it is over.
    """
    o = options[0]
    for i in range(len(states)):
        s = states[i]
        s.deal_over = 0
        step(s, o, actions[i])
        made = 0
        while s.deal_over == 0 and not (stops >> s.phase & 1 != 0 and has_sides(s)):
            step(s, o, choose(s, o, next_key(keys[i], made)))
            made += 1
        is_over[i] = s.deal_over != 0
        if s.deal_over != 0:
            settle(s, o)
            worth[i] = payoff(s, o, seat)


def conclude_all(
    states: Any,
    options: Any,
    values: NDArray[np.int64],
    seat: int,
    is_over: NDArray[np.bool_],
    worth: NDArray[np.int64],
) -> None:
    """Score the deals that are not over as if they had ended with a value of the solver; arguments as above."""
    o = options[0]
    for i in range(len(states)):
        if is_over[i]:
            continue
        s = states[i]
        conclude(s, o, values[i])
        settle(s, o)
        worth[i] = payoff(s, o, seat)
