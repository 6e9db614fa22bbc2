"""The parallel PettingZoo environment."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test
from tests.api.helpers import SHORT_MATCH, forms, label, pick, same, tables

import adut
from adut.api.aec import raw_env
from adut.api.parallel import parallel_env


def decide(environment: Any, seen: dict[str, Any], rng: random.Random) -> dict[str, int]:
    """A random legal action for every agent."""
    return {agent: pick(seen[agent]["action_mask"], rng) for agent in environment.agents}


def play(environment: Any, seen: dict[str, Any], rng: random.Random, moves: int = 10**9) -> list[Any]:
    """Play at most so many random steps. Returns all that `step` returned."""
    steps = []
    while environment.agents and len(steps) < moves:
        steps.append(environment.step(decide(environment, seen, rng)))
        seen = steps[-1][0]
    return steps


@pytest.mark.parametrize(("name", "options"), [*tables(), *forms()], ids=label)
def test_pettingzoo_api(name: str, options: dict[str, Any]) -> None:
    parallel_api_test(parallel_env(name, **options), num_cycles=60)


@pytest.mark.parametrize("name", adut.GAMES)
def test_pettingzoo_seed(name: str) -> None:
    parallel_seed_test(lambda: parallel_env(name), num_cycles=40)


@pytest.mark.parametrize(("name", "options"), forms(), ids=label)
def test_idle_agents_have_the_no_op_alone(name: str, options: dict[str, Any]) -> None:
    environment = parallel_env(name, **options)
    seen, infos = environment.reset(seed=2)
    assert infos == {agent: {} for agent in environment.possible_agents}
    rng = random.Random(2)
    for _ in range(30):
        for seat, agent in enumerate(environment.possible_agents):
            mask = seen[agent]["action_mask"]
            assert mask.dtype == np.int8
            assert environment.action_space(agent).n == len(mask) == environment.no_op + 1
            assert environment.observation_space(agent).contains(seen[agent])
            asked = environment.agents and seat == environment.table.actor
            assert np.flatnonzero(mask).tolist() == (environment.table.legal_actions() if asked else [environment.no_op])
        if not environment.agents:
            return
        seen = environment.step(decide(environment, seen, rng))[0]


@pytest.mark.parametrize(("name", "options"), forms(), ids=label)
def test_it_is_the_same_game_as_the_turn_based_one(name: str, options: dict[str, Any]) -> None:
    parallel, turns = parallel_env(name, **options), raw_env(name, **options)
    seen, _ = parallel.reset(seed=3)
    turns.reset(seed=3)
    rng = random.Random(3)
    while parallel.agents:
        actions = decide(parallel, seen, rng)
        seen, rewards, terminated, truncated, infos = parallel.step(actions)
        turns.step(actions[turns.agent_selection])
        assert (rewards, terminated, truncated, infos) == (turns.rewards, turns.terminations, turns.truncations, turns.infos)
        assert same({a: s["observation"] for a, s in seen.items()}, {a: turns.observe(a)["observation"] for a in seen})
    assert same(parallel.state(), turns.state())
    parallel.reset()
    turns.reset()
    assert parallel.table == turns.table


def test_answers_of_idle_agents_are_not_looked_at() -> None:
    environment, mirror = parallel_env("skat"), parallel_env("skat")
    seen, _ = environment.reset(seed=1)
    mirror.reset(seed=1)
    actor = f"player_{environment.table.actor}"
    actions = decide(environment, seen, random.Random(1))
    steps = [environment.step(actions), mirror.step({actor: actions[actor]})]
    assert same(*steps)


@pytest.mark.parametrize("wrong", ["no_op", "card"])
def test_an_illegal_action_ends_the_episode(wrong: str) -> None:
    environment = parallel_env("skat", illegal_reward=-2.5)
    environment.reset(seed=1)
    before = environment.table.copy()
    actor = f"player_{environment.table.actor}"
    action = environment.no_op if wrong == "no_op" else 0
    seen, rewards, terminated, truncated, _ = environment.step(dict.fromkeys(environment.agents, action))
    assert rewards == dict.fromkeys(environment.possible_agents, 0.0) | {actor: -2.5}
    assert terminated == dict.fromkeys(environment.possible_agents, True)
    assert truncated == dict.fromkeys(environment.possible_agents, False)
    assert all(np.flatnonzero(view["action_mask"]) == [environment.no_op] for view in seen.values())
    assert environment.agents == []
    assert environment.table == before
    with pytest.raises(adut.AdutError, match="reset"):
        environment.step({})


@pytest.mark.parametrize("action", [10**6, -1, 0.5, None, "pass"])
def test_what_is_no_action_is_refused(action: Any) -> None:
    environment = parallel_env("skat")
    environment.reset(seed=1)
    with pytest.raises(adut.IllegalActionError, match="is to act with a number from 0 to"):
        environment.step(dict.fromkeys(environment.agents, action))
    with pytest.raises(adut.IllegalActionError, match="has no entry"):
        environment.step({})


@pytest.mark.parametrize("copier", [copy.deepcopy, lambda environment: pickle.loads(pickle.dumps(environment))])
@pytest.mark.parametrize("name", adut.GAMES)
def test_a_copy_goes_on_identically(name: str, copier: Any) -> None:
    environment = parallel_env(name, observation="both", **SHORT_MATCH)
    seen, _ = environment.reset(seed=4)
    rng = random.Random(6)
    while environment.agents:
        steps = play(environment, seen, rng, moves=9)
        seen = steps[-1][0]
        twin, other = copier(environment), copier(environment)
        assert same(play(twin, seen, random.Random(0)), play(other, seen, random.Random(0)))
        assert same(twin.reset(), other.reset())


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    environment = parallel_env("skat", render_mode="ansi")
    environment.reset(seed=1)
    assert environment.render() == str(environment.table)
    environment = parallel_env("skat", render_mode="human")
    seen, _ = environment.reset(seed=1)
    environment.step(decide(environment, seen, random.Random(1)))
    assert capsys.readouterr().out.endswith(f"{environment.table}\n")
    environment.close()
