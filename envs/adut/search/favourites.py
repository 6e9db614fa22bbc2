"""What agents that search keep to of the rule-based player, or of a policy in his place."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from adut.agents.agent import Turn
from adut.agents.simple import RuleAgent
from adut.core.game import Game
from adut.search.judge import default_of
from adut.search.policy import Policy, ask_policy


def favourites(turn: Turn, rows: NDArray[np.int64], policy: Policy | None) -> NDArray[np.int64]:
    """What the rule-based player would do at some decisions of a turn, or a policy would likeliest."""
    if policy is None:
        return RuleAgent().act(turn)[rows]
    chances = np.where(turn.action_mask != 0, ask_policy(policy, turn), -1.0)
    return np.asarray(chances.argmax(axis=1)[rows], np.int64)


def bias_of_calls(game: Game, given: float | None, otherwise: float) -> float:
    """By how many standard errors a call must be better than the favourite: as given, as the game has it, or otherwise."""
    return default_of(game, "CALL_PRIOR", otherwise) if given is None else given


def decide(
    turn: Turn,
    bias: Callable[[bool], float],
    policy: Policy | None,
    search: Callable[[NDArray[np.int64]], Sequence[int]],
) -> NDArray[np.int64]:
    """An action for each decision of a turn: the only one that is legal, the favourite where nothing can be better, else what
    a search finds.

    Args:
        turn: the decisions.
        bias: by how many standard errors an action must be better than the favourite, for cards (True) and for calls.
        policy: whose favourites; None for those of the rule-based player.
        search: the actions found for some decisions of the turn, given by number; called once at most.
    """
    masks = turn.action_mask
    actions: NDArray[np.int64] = masks.argmax(axis=1).astype(np.int64)  # right where there is no choice
    rows = np.flatnonzero(masks.sum(axis=1) > 1)
    in_play = turn.phases[rows] == turn.game.spec.phases.index("play")
    is_kept = np.where(in_play, bias(True) == np.inf, bias(False) == np.inf)
    kept, searched = rows[is_kept], rows[~is_kept]
    if len(kept):
        actions[kept] = favourites(turn, kept, policy)
    if len(searched):
        actions[searched] = search(searched)
    return actions
