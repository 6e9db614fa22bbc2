"""The registries, filled on import."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import pettingzoo
import pytest

import adut
from adut.api.aec import AECTable
from adut.api.parallel import ParallelTable
from adut.api.registry import gymnasium_id, pettingzoo_id, register, title
from adut.api.single import SeatEnv
from adut.api.vector import SeatVectorEnv
from adut.games import spec


@pytest.mark.parametrize("name", adut.GAMES)
class TestEveryGame:
    def test_pettingzoo(self, name: str) -> None:
        options = {"rules": spec(name).default_preset, "reward": "trick"}
        made = pettingzoo.make("aec", pettingzoo_id(name), **options)
        assert isinstance(made.unwrapped, AECTable)
        assert made.unwrapped.game == adut.game(name, **options)
        assert str(made) == f"{name}_v{spec(name).version}"
        parallel = pettingzoo.make("parallel", pettingzoo_id(name), **options)
        assert isinstance(parallel, ParallelTable)
        assert parallel.game == adut.game(name, **options)

    def test_gymnasium(self, name: str) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            single = gymnasium.make(gymnasium_id(name), opponents="rule", reward="trick")
            vector = gymnasium.make_vec(gymnasium_id(name), num_envs=3, opponents="rule", reward="trick")
        assert isinstance(single.unwrapped, SeatEnv)
        assert isinstance(vector, SeatVectorEnv)
        assert vector.num_envs == 3
        for made in (single.unwrapped, vector):
            assert made.game == adut.game(name, reward="trick")
            assert made.opponents[0].name == "rule"

    def test_the_module(self, name: str) -> None:
        module = importlib.import_module(f"adut.{name}_v{spec(name).version}")
        assert module.env(rules=spec(name).default_preset).unwrapped.game == adut.game(name)
        assert isinstance(module.raw_env(), AECTable)
        assert isinstance(module.parallel_env(), ParallelTable)


def test_ids() -> None:
    assert pettingzoo_id("skat") == "adut/skat-v0"
    assert gymnasium_id("skat") == "adut/Skat-v0"
    assert gymnasium_id("skat", 3) == "adut/Skat-v3"
    assert title("russian_preferans") == "RussianPreferans"


def test_a_game_of_another_package() -> None:
    register("skat", 99, "adut.skat_v0")
    try:
        assert pettingzoo.make("aec", "adut/skat-v99").unwrapped.game.name == "skat"
        assert gymnasium.make("adut/Skat-v99").unwrapped.game.name == "skat"
    finally:
        for registry in (pettingzoo.aec_registry, pettingzoo.parallel_registry, gymnasium.registry):
            for key in [key for key in registry if key.endswith("-v99")]:
                del registry[key]


def test_import_is_quick_and_without_torch() -> None:
    """A second on a free machine; here the bound leaves room for a busy one."""
    code = (
        "import json, sys, time; start = time.process_time(); import adut; seconds = time.process_time() - start\n"
        "print(json.dumps([seconds, sorted(sys.modules)]))"
    )
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    seconds, modules = json.loads(finished.stdout)
    loaded: set[Any] = set(modules)
    assert seconds < 2
    assert not loaded & {"torch", "matplotlib", "pygame", "adut.api.aec", "adut.api.vector", "adut.skat_v0"}
