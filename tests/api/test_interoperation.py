"""The libraries that people train with, where they are installed."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from tests.api.helpers import OBSERVATIONS, player_counts

import adut
from adut.api.aec import env
from adut.api.parallel import parallel_env
from adut.api.single import seat_env

FORMS = [{"observation": form} for form in OBSERVATIONS] + [{"players": 4, "episode": "match", "max_deals": 1}]


@pytest.mark.parametrize("options", FORMS, ids=str)
@pytest.mark.parametrize("make", [env, parallel_env])
@pytest.mark.parametrize("name", adut.GAMES)
def test_torchrl(name: str, make: Any, options: dict[str, Any]) -> None:
    torchrl_envs = pytest.importorskip("torchrl.envs")
    if "players" in options and 4 not in player_counts(name):
        pytest.skip("not for four")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it knows one version of PettingZoo by heart
        # The check takes three steps, and then one more, which fails at an episode of three: hence start and seed.
        wrapped = torchrl_envs.PettingZooWrapper(make(name, start="play", **options), use_mask=True)
        torchrl_envs.check_env_specs(wrapped, seed=1)
        lengths = [len(wrapped.rollout(200)) for _ in range(5)]
    assert max(lengths) > 3


@pytest.mark.parametrize("name", adut.GAMES)
def test_sb3_contrib(name: str) -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    environment = seat_env(name, opponents="rule")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        checker.check_env(environment)
    model = sb3_contrib.MaskablePPO("MultiInputPolicy", environment, n_steps=64, batch_size=64, n_epochs=1, seed=1)
    model.learn(128)
    seen, _ = environment.reset(seed=1)
    action, _ = model.predict(seen, action_masks=environment.action_masks())
    assert seen["action_mask"][int(action)] == np.int8(1)


def test_a_keyword_that_nothing_takes_is_a_type_error() -> None:
    for make in (lambda: gymnasium.make("adut/Skat-v0", frameskip=4), lambda: seat_env("skat", frameskip=4)):
        with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'") as error:
            make()
        assert isinstance(error.value, adut.OptionError)


def test_a_picture_that_cannot_be_drawn_is_a_type_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adut.api.tables.pictures", lambda: False)
    with pytest.raises(TypeError, match="unexpected keyword argument 'render_mode'") as error:
        seat_env("skat", render_mode="rgb_array")
    assert isinstance(error.value, adut.OptionError)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("drawn", [True, False])
def test_stable_baselines_makes_environments_by_id(monkeypatch: pytest.MonkeyPatch, drawn: bool) -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    env_util = pytest.importorskip("stable_baselines3.common.env_util")
    if not drawn:
        monkeypatch.setattr("adut.api.tables.pictures", lambda: False)
    model = sb3_contrib.MaskablePPO("MultiInputPolicy", "adut/Skat-v0", n_steps=16, batch_size=16, n_epochs=1, seed=1)
    model.learn(16)
    assert len(env_util.make_vec_env("adut/Skat-v0", n_envs=2).reset()["action_mask"]) == 2


@pytest.mark.filterwarnings("ignore")
def test_torchrl_makes_environments_by_id() -> None:
    torchrl_envs = pytest.importorskip("torchrl.envs")
    assert len(torchrl_envs.GymEnv("adut/Skat-v0").rollout(3)) > 0
