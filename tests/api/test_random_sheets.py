"""Random match sheets in environments: every episode has its own, the same as at the tables of a batch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import adut
from adut.api.aec import raw_env
from adut.api.parallel import parallel_env
from adut.api.single import seat_env
from adut.api.vector import seat_vector_env

RANDOM: dict[str, Any] = {"sheet": "random"}


@pytest.mark.parametrize("make", [raw_env, parallel_env, seat_env])
@pytest.mark.parametrize("name", ["belot", "preferans"])
def test_environments_of_one_table(make: Any, name: str) -> None:
    game = adut.game(name)
    sheets = [game.new_state(seed=5, table=table, sheet="random").sheet for table in range(6)]
    assert len({repr(sheet) for sheet in sheets}) > 3
    env = make(name, **RANDOM)
    assert deals(env, [{} for _ in range(6)]) == sheets
    asked = make(name)
    assert deals(asked, [RANDOM for _ in range(6)]) == sheets
    empty = game.new_state(seed=5).sheet
    assert deals(make(name), [{}, RANDOM, {}]) == [empty, sheets[1], empty]
    assert deals(env, [{"sheet": None}, {}, {"sheet": {}}]) == [empty, sheets[1], empty]


def deals(env: Any, options: list[dict[str, Any]]) -> list[Any]:
    """The sheets after several resets, the first with a seed."""
    found = []
    for number, chosen in enumerate(options):
        env.reset(seed=5 if number == 0 else None, options=chosen)
        found.append(env.table.sheet)
    return found


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("name", ["belot", "preferans"])
def test_the_vector_environment(name: str, mode: str) -> None:
    batch = adut.make_batch(name, 8, seed=5, sheet="random")
    batch.reset()
    first = [sheet_at(batch, table) for table in range(8)]
    env = seat_vector_env(name, num_envs=8, seat=0, autoreset_mode=mode, **RANDOM)
    env.reset(seed=5)
    assert [sheet_at(env.batch, table) for table in range(8)] == first
    seen = {repr(sheet) for sheet in first}
    chooser = np.random.default_rng(1)
    ended = 0
    for _ in range(60):
        masks = env.action_masks()
        _, _, terminated, _, _ = env.step(
            np.array([chooser.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        )
        ended += int(terminated.sum())
        seen |= {repr(sheet_at(env.batch, table)) for table in range(8)}
    assert ended > 8
    assert len(seen) > len(first) + ended // 2


def sheet_at(batch: adut.Batch, table: int) -> Any:
    """The sheet with which the deal at a table began, or to which its end has led."""
    return batch.state(table).sheet


def test_a_reset_of_the_vector_environment_can_ask_for_them() -> None:
    env = seat_vector_env("belot", num_envs=8, seat=0)
    env.reset(seed=5, options={"sheets": "random"})
    batch = adut.make_batch("belot", 8, seed=5)
    batch.reset(sheets="random")
    assert [sheet_at(env.batch, table) for table in range(8)] == [sheet_at(batch, table) for table in range(8)]
    env.reset()
    assert all(sheet_at(env.batch, table) == {"totals": [0, 0], "pot": 0} for table in range(8))
