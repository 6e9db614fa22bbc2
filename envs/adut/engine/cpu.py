"""Kernels that drive many tables at once, on one thread or on all.

Each template works on a range of a list of tables; the parallel form cuts the list into as many ranges as there are threads.
"""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.game import Game
from adut.core.intrinsics import prefetch
from adut.core.options import REWARD_TRICK
from adut.core.random import STREAM_ACTIONS, STREAM_STARTS, key, next_key
from adut.core.record import WORDS
from adut.core.rule import COMPILED, prange, rule
from adut.core.table import hide_common, is_legal, pick_from, write_mask

# Bound by `specialise`.
advance: Callable[[Any, Any, int], None]
open_table: Callable[[Any, Any, int, bool], None]
deal_out: Callable[[Any, Any], None]
play_on: Callable[[Any, Any, int, int], int]
observe: Callable[[Any, Any, int, Any], None]
hidden: Callable[[Any, Any, int, Any], None]
hide: Callable[[Any, Any, int], None]
start_play: Callable[[Any, Any, int], None]
legal: Callable[[Any, Any], None]
work: Callable[..., Any]
num_actions: int

SMALLEST_PARALLEL = 256
"""With fewer tables one thread is faster than several."""


@rule
def first_illegal(
    legal_actions: NDArray[np.int64],
    tables: NDArray[np.int64],
    actions: NDArray[np.int64],
    start: int,
    stop: int,
    num_actions: int,
) -> int:
    """The first position of a range whose action is not legal at its table, or else the number of all positions."""
    for j in range(start, stop):
        if not is_legal(legal_actions[tables[j]], actions[j], num_actions):
            return j
    return len(actions)


def random_range(
    states: Any,
    options: Any,
    start: int,
    stop: int,
    legal_actions: NDArray[np.int64],
    tables: NDArray[np.int64],
    seed: int,
    number: int,
    actions: NDArray[np.int64],
) -> None:
    """A uniformly random legal action for each table, the draw of a number; 0 where a table is over."""
    random = key(seed, 0, STREAM_ACTIONS, number)
    for j in range(start, stop):
        actions[j] = pick_from(legal_actions[tables[j]], next_key(random, j))


def reset_range(
    states: Any,
    options: Any,
    start: int,
    stop: int,
    tables: NDArray[np.int64],
    dealers: NDArray[np.int64],
    random_sheets: bool,
    stage: int,
) -> None:
    """Open tables (stage 0), deal their packs (stage 1), or decide everything before the play of cards (stage 2)."""
    o = options[0]
    for j in range(start, stop):
        s = states[tables[j]]
        if stage == 0:
            open_table(s, o, dealers[j], random_sheets)
        elif stage == 1:
            deal_out(s, o)
        else:
            start_play(s, o, key(s.seed, s.table, STREAM_STARTS, s.deal_number))
            legal(s, o)


def observe_range(
    states: Any,
    options: Any,
    start: int,
    stop: int,
    tables: NDArray[np.int64],
    observation: NDArray[np.int8],
    mask: NDArray[np.int8],
    legal_actions: NDArray[np.int64],
    actor: NDArray[np.int64],
    seat: NDArray[np.int64],
) -> None:
    """Write what the actors of tables see into the rows of the tables."""
    for j in range(start, stop):
        i = tables[j]
        s = states[i]
        actor[i] = s.actor
        seat[i] = s.seat
        for word in range(WORDS):
            legal_actions[i, word] = s.legal[word]
        observe(s, options[0], s.actor, observation[i])
        write_mask(s.legal, num_actions, mask[i])


def step_tables(
    states: Any,
    options: Any,
    start: int,
    stop: int,
    all_tables: bool,
    tables: NDArray[np.int64],
    rows: NDArray[np.int64],
    actions: NDArray[np.int64],
    restart: bool,
    random_sheets: bool,
    scale: float,
    observation: NDArray[np.int8],
    mask: NDArray[np.int8],
    legal_actions: NDArray[np.int64],
    actor: NDArray[np.int64],
    seat: NDArray[np.int64],
    rewards: NDArray[np.float32],
    done: NDArray[np.bool_],
    truncated: NDArray[np.bool_],
    scores: NDArray[np.int64],
) -> None:
    """Make legal decisions at tables, finished ones start anew if `restart`; `all_tables`: every table is listed, in order."""
    o = options[0]
    if all_tables:
        rewards[start:stop] = 0  # at once: that is much faster
    else:
        for j in range(start, stop):
            rewards[tables[j]] = 0
    for j in range(start, stop):
        i = tables[j]
        s = states[i]
        prefetch(states, tables[min(j + 1, stop - 1)])
        advance(s, o, actions[j])
        if s.deal_over != 0 or o.reward == REWARD_TRICK:
            for k in range(o.players):
                rewards[i, k] = s.reward[k] * scale
        done[i] = s.is_over != 0
        truncated[i] = s.truncated != 0
        if s.deal_over != 0:
            for k in range(o.players):
                scores[i, k] = s.points[k]
            if s.is_over != 0 and restart:
                open_table(s, o, -1, random_sheets)
                deal_out(s, o)
        row = rows[j]
        actor[i] = s.actor
        seat[i] = s.seat
        for word in range(WORDS):
            legal_actions[i, word] = s.legal[word]
        observe(s, o, s.actor, observation[row])
        write_mask(s.legal, num_actions, mask[row])


def hidden_range(states: Any, options: Any, start: int, stop: int, tables: NDArray[np.int64], out: NDArray[np.int8]) -> None:
    """Write the hidden cards of tables, relative to their actors, one row after another."""
    for j in range(start, stop):
        s = states[tables[j]]
        hidden(s, options[0], s.actor, out[j])


def observe_seats(
    states: Any,
    options: Any,
    start: int,
    stop: int,
    tables: NDArray[np.int64],
    observers: NDArray[np.int64],
    out: NDArray[np.int8],
) -> None:
    """Write what given seats see, one row after another."""
    for j in range(start, stop):
        observe(states[tables[j]], options[0], observers[j], out[j])


def hide_range(states: Any, options: Any, start: int, stop: int, observers: NDArray[np.int64]) -> None:
    """Reduce copies of records to the views of observers."""
    for j in range(start, stop):
        hide_common(states[j], observers[j])
        hide(states[j], options[0], observers[j])


def playout_range(
    states: Any,
    options: Any,
    start: int,
    stop: int,
    number: int,
    episodes: int,
    random_sheets: bool,
    made: NDArray[np.int64],
) -> None:
    """Play random legal actions, from a key, until each table has finished so many episodes; counts the decisions."""
    o = options[0]
    for i in range(start, stop):
        s = states[i]
        random = next_key(number, i)
        moves = 0
        for episode in range(episodes):
            if episode > 0:
                open_table(s, o, -1, random_sheets)
                deal_out(s, o)
            while s.is_over == 0:
                moves += play_on(s, o, random, moves)
        made[i] = moves


# A template in ranges, on one thread or on several. Numba compiles the loop of a parallel function for its exact arguments,
# hence one for each template.


def step_chunks(
    states: Any,
    options: Any,
    bounds: Any,
    all_tables: Any,
    tables: Any,
    rows: Any,
    actions: Any,
    restart: Any,
    random_sheets: Any,
    scale: Any,
    observation: Any,
    mask: Any,
    legal_actions: Any,
    actor: Any,
    seat: Any,
    rewards: Any,
    done: Any,
    truncated: Any,
    scores: Any,
) -> int:
    """`step_tables`, if all actions are legal. Returns the first position of one that is not, or else how many there are.

    A range is checked and stepped by one thread where the pool allows it: the cores may be far from each other.
    """
    wrong = len(actions)
    for c in prange(len(bounds) - 1):
        wrong = min(wrong, first_illegal(legal_actions, tables, actions, bounds[c], bounds[c + 1], num_actions))
    if wrong < len(actions):
        return wrong
    for c in prange(len(bounds) - 1):
        work(
            states,
            options,
            bounds[c],
            bounds[c + 1],
            all_tables,
            tables,
            rows,
            actions,
            restart,
            random_sheets,
            scale,
            observation,
            mask,
            legal_actions,
            actor,
            seat,
            rewards,
            done,
            truncated,
            scores,
        )
    return wrong


def random_chunks(
    states: Any, options: Any, bounds: Any, legal_actions: Any, tables: Any, seed: Any, number: Any, actions: Any
) -> None:
    """`random_range` in ranges."""
    for c in prange(len(bounds) - 1):
        work(states, options, bounds[c], bounds[c + 1], legal_actions, tables, seed, number, actions)


def playout_chunks(states: Any, options: Any, bounds: Any, number: Any, episodes: Any, random_sheets: Any, made: Any) -> None:
    """`playout_range` in ranges."""
    for c in prange(len(bounds) - 1):
        work(states, options, bounds[c], bounds[c + 1], number, episodes, random_sheets, made)


_IN_RANGES: dict[Callable[..., None], Callable[..., Any]] = {
    step_tables: step_chunks,
    random_range: random_chunks,
    playout_range: playout_chunks,
}
"""Templates that are worth several threads, in ranges."""

_pool_lock = threading.Lock()
_forked = False


def _after_fork() -> None:
    """A forked child may not use the threads of its parent's pool."""
    global _forked
    _forked = True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


@functools.lru_cache(256)
def _bounds(count: int, threads: int) -> NDArray[np.int64]:
    """Where the ranges begin and end that the threads work on."""
    return np.linspace(0, count, threads + 1).astype(np.int64)


class Kernel:
    """A template of this module, bound to a game, that runs on one thread or on several.

    The template's first arguments are (states, options, start, stop); `call` passes a count instead of start and stop.
    """

    def __init__(self, game: Game, template: Callable[..., None], **names: Any) -> None:
        bind = game.kernels.bind
        self._work = bind(template, **names)
        self._in_ranges = template in _IN_RANGES
        if self._in_ranges:
            names["work"] = self._work
            self._on_one_thread = bind(_IN_RANGES[template], **names)
            self._on_threads = bind(_IN_RANGES[template], parallel=True, **names)

    def call(self, threads: int, states: Any, options: Any, count: int, *args: Any) -> Any:
        """Run on positions 0 .. count - 1 with at most so many threads. Returns what the template in ranges returns, if any."""
        if not self._in_ranges:
            return self._work(states, options, 0, count, *args)
        if threads == 1 or count < SMALLEST_PARALLEL or _forked or not COMPILED:
            return self._on_one_thread(states, options, _bounds(count, 1), *args)
        bounds = _bounds(count, threads)
        with _pool_lock:  # some of Numba's thread pools refuse calls from two Python threads at once
            return self._on_threads(states, options, bounds, *args)
