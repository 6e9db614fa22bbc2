"""What agents that search keep to of the rule-based player, or of a policy in his place."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adut.agents.agent import Turn
from adut.agents.simple import RuleAgent
from adut.core.game import Game
from adut.search.judge import default_of
from adut.search.likely_worlds import Policy


def favourites(turn: Turn, rows: NDArray[np.int64], policy: Policy | None) -> NDArray[np.int64]:
    """What the rule-based player would do at some decisions of a turn, or a policy would likeliest."""
    if policy is None:
        return RuleAgent().act(turn)[rows]
    chances = np.where(turn.action_mask != 0, policy(turn), -1.0)
    return np.asarray(chances.argmax(axis=1)[rows], np.int64)


def bias_of_calls(game: Game, given: float | None, otherwise: float) -> float:
    """By how many standard errors a call must be better than the favourite: as given, as the game has it, or otherwise."""
    return default_of(game, "CALL_PRIOR", otherwise) if given is None else given


def are_kept(turn: Turn, rows: NDArray[np.int64], of_cards: float, of_calls: float) -> NDArray[np.bool_]:
    """At which of some decisions of a turn nothing can be better than the favourite, by the bias of cards and of calls."""
    in_play = turn.phases[rows] == turn.game.spec.phases.index("play")
    return np.where(in_play, of_cards == np.inf, of_calls == np.inf)
