"""What the tests of the environments share: the variants of every game, and random play through the faces."""

from __future__ import annotations

import itertools
import random
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from adut.core.errors import OptionError
from adut.core.options import EPISODES, PAYOFFS, REWARDS
from adut.games import GAMES, game, spec

OBSERVATIONS = ("vector", "history", "both")
SHORT_MATCH = {"episode": "match", "max_deals": 2}


def player_counts(name: str) -> tuple[int, ...]:
    """The numbers of seats that a game can have."""
    return tuple(spec(name).options.declared()["players"].choices)


def _possible(name: str, **options: Any) -> bool:
    try:
        game(name, **options)
    except OptionError:
        return False
    return True


def tables() -> list[tuple[str, dict[str, Any]]]:
    """Every preset of every game with every number of players that it takes."""
    return [
        (name, {"rules": rules, "players": players})
        for name in GAMES
        for rules in spec(name).presets
        for players in player_counts(name)
        if _possible(name, rules=rules, players=players)
    ]


def forms() -> list[tuple[str, dict[str, Any]]]:
    """Every way of running a table: players, episode, reward, payoff; histories with the usual reward; rules as they come."""
    found = []
    for name in GAMES:
        for players in player_counts(name):
            for observation, episode, reward in itertools.product(OBSERVATIONS, EPISODES, REWARDS):
                if observation != "vector" and reward != "deal":
                    continue
                options = {"players": players, "episode": episode, "reward": reward}
                if _possible(name, **options):
                    length = {"max_deals": 2} if episode == "match" else {}
                    found.append((name, {**options, **length, "observation": observation}))
            found += [(name, {"players": players, "payoff": payoff}) for payoff in PAYOFFS[1:]]
    return found


def label(value: Any) -> str:
    """A readable id of a parameter."""
    if isinstance(value, dict):
        return "-".join(f"{key}={part}" for key, part in value.items()) or "default"
    return str(value)


def pick(mask: Any, rng: random.Random) -> int:
    """A random legal action."""
    return int(rng.choice(np.flatnonzero(mask).tolist()))


def play(env: Any, rng: random.Random, moves: int = 10**9) -> list[Any]:
    """Play at most so many random moves in an AEC environment. Returns everything that was to be seen at each."""
    seen = []
    for agent in env.agent_iter(moves):
        observation, reward, terminated, truncated, info = env.last()
        seen.append((agent, observation, reward, terminated, truncated, dict(info), dict(env.rewards)))
        env.step(None if terminated or truncated else pick(observation["action_mask"], rng))
    return seen


def same(one: Any, other: Any) -> bool:
    """Whether two nests of dicts, sequences, arrays and numbers are equal, types included."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    return bool(one == other)


def unexpected(test: Callable[[], Any], expected: tuple[str, ...]) -> list[str]:
    """Run a test of another library. Returns its warnings apart from those that begin with an expected text."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        test()
    return [str(warning.message) for warning in caught if not str(warning.message).startswith(expected)]
