"""Decisions of deals that the rule-based player plays, which the tests of the agents that search ask about."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator

import adut
from adut.agents import RuleAgent, turn_of
from adut.games import GAMES

NAMES = tuple(name for name in GAMES if importlib.util.find_spec(f"{GAMES[name]}.knowledge"))
"""The games whose worlds can be sampled."""


def play_by_rule(state: adut.State) -> None:
    state.apply(int(RuleAgent().act(turn_of(state))[0]))


def states_of(game: adut.Game, seeds: range, start: str | None = None) -> Iterator[adut.State]:
    """The decisions with a choice of deals that the rule-based player plays."""
    for seed in seeds:
        state = game.new_state(seed=seed, start=start)
        while not state.is_over:
            if len(state.legal_actions()) > 1:
                yield state.copy()
            play_by_rule(state)
