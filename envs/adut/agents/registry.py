"""Agents by name, as configurations and command lines give them."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import cast

from adut.agents.agent import Agent, AgentError
from adut.agents.process import ProcessAgent
from adut.agents.simple import RandomAgent, RuleAgent
from adut.core.errors import did_you_mean
from adut.core.game import Game

Factory = Callable[[Game, str], Agent]
"""Makes an agent for a game; the text is what follows the colon in `name:text`, or empty."""

CHECKPOINTS = "adut_training.policy:load_agent"
"""Loads a checkpoint: (path, game). An entry point, because it imports torch."""


def _without_argument(name: str, agent: type[RandomAgent] | type[RuleAgent]) -> Factory:
    def make_it(game: Game, argument: str) -> Agent:
        if argument:
            raise AgentError(f"the agent {name!r} takes no argument, got {argument!r}")
        return agent()

    return make_it


AGENTS: dict[str, Factory | str] = {
    "random": _without_argument("random", RandomAgent),
    "rule": _without_argument("rule", RuleAgent),
    "process": ProcessAgent,
    "ismcts": "adut.search.ismcts:make_ismcts",
    "pimc": "adut.search.pimc:make_pimc",
    "greedy": "adut_training.policy:load_greedy",
}
"""Factories by name, or where they are: `module:attribute`, imported when first used."""


def register(name: str, factory: Factory | str) -> None:
    """Make an agent known by a name.

    Args:
        name: without a colon.
        factory: called with the game and the text after the colon; or its place as `module:attribute`.

    Raises:
        AgentError: the name stands for another factory already, or is not a name.
    """
    if not name or ":" in name or os.sep in name:
        raise AgentError(f"a name of an agent has no colon and no {os.sep!r}, got {name!r}")
    if AGENTS.get(name, factory) != factory:
        raise AgentError(f"an agent named {name!r} is registered already")
    AGENTS[name] = factory


def make(name: str, game: Game) -> Agent:
    """An agent by name for a game.

    Args:
        name: a registered name, `name:argument` for agents that take one (`process:python my_bot.py`), or the path of a
            checkpoint that `adut_training` saved.
        game: what it is to play.

    Raises:
        AgentError: there is neither an agent of that name nor such a path; the message lists what there is.
        ImportError: the agent needs a library that is not installed; the message names the extra.
    """
    head, _, argument = name.partition(":")
    if head in AGENTS:
        factory = AGENTS[head]
        if isinstance(factory, str):
            factory = cast(Factory, _entry_point(factory))
        return factory(game, argument)
    if Path(name).exists():
        try:
            load = _entry_point(CHECKPOINTS)
        except ImportError as error:
            raise ImportError(
                f"{name!r} is taken for a checkpoint, and playing one needs: pip install 'adut[training]' ({error})"
            ) from error
        return cast(Agent, load(Path(name), game))
    if os.sep in name or Path(name).suffix:
        raise AgentError(f"there is no checkpoint at {name!r}")
    hint = did_you_mean(head, tuple(AGENTS))
    raise AgentError(f"unknown agent {name!r}{hint}; choose from {', '.join(AGENTS)}, or give the path of a checkpoint")


def close(agents: Iterable[Agent]) -> None:
    """End what agents hold that have a method `close`, such as the programs of `process` agents. They are of no further use."""
    for agent in agents:
        end = getattr(agent, "close", None)
        if end is not None:
            end()


def _entry_point(place: str) -> Callable[..., object]:
    module, _, attribute = place.partition(":")
    return cast(Callable[..., object], getattr(importlib.import_module(module), attribute))
