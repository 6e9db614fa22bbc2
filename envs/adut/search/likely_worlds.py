"""Worlds that fit what a player knows, those more often in which the others would rather have decided as they did."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.agents.agent import Turn
from adut.core.game import Game
from adut.core.record import copy_records, join_records
from adut.core.state import State
from adut.search.policy import Policy, ask_policy
from adut.search.worlds import Likelihood, Worlds, weights_of

CANDIDATES = 4
"""So many worlds are weighed at once for each that is drawn, where some are likelier than others."""
ROUNDS = 5
"""So often at most, until half as many as are drawn count (Kish's effective sample size)."""
MISFIT = 0.01
"""How often a call is another one than that of the rule-based player. Few worlds fit a long auction, and they have to outweigh
the many that nearly do."""


def draw_worlds(
    game: Game, view: NDArray[Any], count: int, belief: str, generator: np.random.Generator, policy: Policy | None
) -> NDArray[Any]:
    """Draw worlds for the decision of a view.

    Args:
        game: what is played.
        view: what who decides may know, an array of one record.
        count: how many.
        belief: `uniform`, all alike; `rule`, those rather in which the others' calls were those of the rule-based player, who
            have discarded what it would have.
        generator: of what is drawn.
        policy: what the others are assumed to follow, in place of the belief; None for nothing.

    Returns:
        Records, (count,).
    """
    worlds = Worlds(State.from_record(game, view), int(view["actor"][0]))
    discard = None
    if policy is not None:
        chances = _likelihood_of_policy(game, policy)
    elif belief == "rule":
        chances, discard = _likelihood_by_rule(game), functools.partial(_by_rule, game)
    else:
        return worlds.states(count, generator)
    drawn, logarithms = [], np.zeros(0)
    for _ in range(ROUNDS):
        records, scores = worlds.scored_states(CANDIDATES * count, generator, chances, discard)
        drawn.append(records)
        logarithms = np.concatenate([logarithms, scores])
        weights = weights_of(logarithms)
        if count * (weights**2).sum() <= 2.0:
            break
    if not np.isfinite(logarithms).any():
        return worlds.states(count, generator)
    chosen = generator.choice(len(weights), size=count, p=weights)
    return copy_records(join_records(drawn), chosen)


def _likelihood_of_policy(game: Game, policy: Policy) -> Likelihood:
    def chances(records: NDArray[Any], seat: int, actions: NDArray[np.int64]) -> NDArray[np.float64]:
        return ask_policy(policy, Turn(game, records))[np.arange(len(records)), actions]

    return chances


def _likelihood_by_rule(game: Game) -> Likelihood:
    """Whoever does not call by rule does something else in `MISFIT` of the cases; cards tell nothing."""
    play = game.spec.phases.index("play")

    def chances(records: NDArray[Any], seat: int, actions: NDArray[np.int64]) -> NDArray[np.float64]:
        if records["phase"][0] == play:
            return np.ones(len(records))
        return np.where(_by_rule(game, records) == actions, 1.0 - MISFIT, MISFIT)

    return chances


def _by_rule(game: Game, records: NDArray[Any]) -> NDArray[np.int64]:
    """What the rule-based player does at the tables of an array."""
    chosen = np.zeros(len(records), np.int64)
    game.kernels.choose(records, game.options, np.zeros(len(records), np.int64), chosen)
    return chosen
