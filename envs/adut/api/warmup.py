"""Compilation ahead of time: runs everything once, so that the disk cache holds it for later processes."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from adut.api.batch import Batch
from adut.api.single import SeatEnv
from adut.api.vector import SeatVectorEnv
from adut.core.game import Game
from adut.core.rule import cache_misses
from adut.core.state import RANDOM
from adut.core.table import no_result
from adut.engine.cpu import SMALLEST_PARALLEL
from adut.games import GAMES, game, spec


def warm_up(name: str) -> tuple[float, int]:
    """Compile everything of a game. Returns the seconds it took and how many functions were compiled anew."""
    start, before = time.perf_counter(), cache_misses()
    for players in _player_counts(name):
        _run(game(name, players=players))
    return time.perf_counter() - start, cache_misses() - before


def warm_up_all() -> Iterator[tuple[str, float, int]]:
    """Compile every game in turn; yields its name, seconds and functions compiled anew."""
    for name in GAMES:
        yield name, *warm_up(name)


def _player_counts(name: str) -> list[int]:
    return [int(players) for players in spec(name).options.declared()["players"].choices]


def _run(played: Game) -> None:
    state = played.new_state(seed=0, start="play")
    state.apply(state.legal_actions()[0])
    state.undo()
    state.observation()
    state.hidden()
    state.history()
    state.legal_mask()
    keys, actions = np.zeros(1, np.int64), np.zeros(1, np.int64)
    played.kernels.choose(state.view(), played.options, keys, actions)
    _ = state.payoffs
    played.kernels.playout(state.array, played.options, 0)
    played.kernels.standing(state.array, played.options, 0)
    if played.spec.rules.random_result is not no_result:
        played.new_state(seed=0, sheet=RANDOM)
    for threads in (1, None):
        batch = Batch(played, SMALLEST_PARALLEL, seed=0, threads=threads)
        batch.reset(start="play")
        batch.step(batch.random_actions(0))
        batch.observe(0)
        batch.hidden()
        batch.views()
        batch.playout()
    for environment in (SeatEnv(played, observation="both"), SeatVectorEnv(played, observation="both")):
        environment.reset(seed=0)
