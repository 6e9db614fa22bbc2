"""The registries of PettingZoo and Gymnasium, filled when `adut` is imported.

    pettingzoo.make("aec", "adut/skat-v0", rules="isko")
    pettingzoo.make("parallel", "adut/skat-v0")
    gymnasium.make("adut/Skat-v0", opponents="rule")
    gymnasium.make_vec("adut/Skat-v0", num_envs=1024, opponents="rule")

Nothing is imported until an environment is made: entry points are texts.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
import re
from collections.abc import Callable
from typing import Any

import gymnasium
import pettingzoo

from adut.games import GAMES, spec

NAMESPACE = "adut"


def environments(name: str) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    """`env`, `raw_env` and `parallel_env` of a game, as a PettingZoo module has them."""
    aec, parallel = importlib.import_module("adut.api.aec"), importlib.import_module("adut.api.parallel")
    return (
        functools.partial(aec.env, name),
        functools.partial(aec.raw_env, name),
        functools.partial(parallel.parallel_env, name),
    )


def title(name: str) -> str:
    """The name of a game as Gymnasium's ids have it: `RussianPreferans`."""
    return "".join(word.capitalize() for word in name.split("_"))


def pettingzoo_id(name: str, version: int | None = None) -> str:
    """The id of a game's environments in PettingZoo's registries, of the present version by default."""
    return f"{NAMESPACE}/{name}-v{spec(name).version if version is None else version}"


def gymnasium_id(name: str, version: int | None = None) -> str:
    """The id of a game's environments in Gymnasium's registry, of the present version by default."""
    return f"{NAMESPACE}/{title(name)}-v{spec(name).version if version is None else version}"


def register(name: str, version: int, module: str) -> None:
    """Fill the registries with the environments of one game.

    Args:
        name: of the game, as in `adut.games.GAMES`.
        version: of its environments.
        module: an importable module with `env` and `parallel_env`.
    """
    pettingzoo.register("aec", pettingzoo_id(name, version), f"{module}:env")
    pettingzoo.register("parallel", pettingzoo_id(name, version), f"{module}:parallel_env")
    gymnasium.register(
        gymnasium_id(name, version),
        entry_point="adut.api.single:seat_env",
        vector_entry_point="adut.api.vector:seat_vector_env",
        kwargs={"name": name},
    )


def register_all() -> None:
    """Fill the registries with every game of the suite, from the modules `<game>_v<version>` of the package."""
    path = importlib.import_module("adut").__path__
    for module in pkgutil.iter_modules(path):
        match = re.fullmatch(r"(\w+)_v(\d+)", module.name)
        if match and match[1] in GAMES:
            register(match[1], int(match[2]), f"adut.{module.name}")
