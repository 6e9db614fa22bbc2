"""A step of a batch: on one thread or several, at all tables or some, and with actions that are not legal."""

from __future__ import annotations

import re

import numpy as np
import pytest
from numpy.typing import NDArray

import adut
from adut.api.batch import Batch
from adut.core.record import rows_of
from adut.core.rule import COMPILED, cache_misses
from adut.engine.cpu import SMALLEST_PARALLEL

TABLES = 2 * SMALLEST_PARALLEL + 10
THREADS = (1, 2)


def running(threads: int, reward: str = "trick") -> Batch:
    """A batch whose tables are in the midst of deals."""
    batch = adut.make_batch("skat", TABLES, seed=3, threads=threads, reward=reward)
    if batch.threads < threads:
        pytest.skip("one core")
    batch.reset()
    for number in range(17):
        batch.step(batch.random_actions(number))
    return batch


def faces(batch: Batch) -> list[NDArray[np.generic]]:
    """Copies of all that a batch shows."""
    shown = [batch.observation, batch.action_mask, batch.legal, batch.actor, batch.seat]
    shown += [batch.rewards, batch.done, batch.truncated, batch.scores]
    return [array.copy() for array in (*shown, rows_of(batch.get_states()))]


def are_equal(one: list[NDArray[np.generic]], other: list[NDArray[np.generic]]) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("wrong", [[0], [TABLES - 1], [TABLES // 2], [TABLES // 2 - 1, TABLES // 2], [7, TABLES - 3]])
@pytest.mark.parametrize("action", [-1, 126, 2**40, None])
def test_nothing_changes_where_an_action_is_not_legal(threads: int, wrong: list[int], action: int | None) -> None:
    batch = running(threads)
    actions = batch.random_actions(99)
    for table in wrong:
        actions[table] = batch.action_mask[table].argmin() if action is None else action
    before = faces(batch)
    with pytest.raises(adut.IllegalActionError, match=rf"^table {wrong[0]}: .*{re.escape(str(actions[wrong[0]]))}"):
        batch.step(actions)
    assert are_equal(before, faces(batch))
    batch.step(batch.random_actions(99))
    fine = running(threads)
    fine.step(fine.random_actions(99))
    assert are_equal(faces(batch), faces(fine))


@pytest.mark.parametrize("threads", THREADS)
def test_the_first_of_the_listed_tables_is_named(threads: int) -> None:
    batch = running(threads)
    tables = np.arange(TABLES)[::-1]
    actions = batch.random_actions(1, tables=tables)
    actions[[5, TABLES - 5]] = -1
    with pytest.raises(adut.IllegalActionError, match=f"^table {TABLES - 6}: "):
        batch.step(actions, tables=tables)


@pytest.mark.parametrize("threads", THREADS)
def test_the_order_of_tables_changes_nothing(threads: int) -> None:
    order = np.random.default_rng(1).permutation(TABLES)
    straight, mixed = running(threads), running(threads)
    for number in range(30):
        actions = straight.random_actions(number)
        straight.step(actions)
        mixed.step(actions[order], tables=order)
        assert are_equal(faces(straight), faces(mixed))
    assert straight.rewards.any()


@pytest.mark.parametrize("reward", ["trick", "deal"])
@pytest.mark.parametrize("threads", THREADS)
def test_tables_that_are_not_stepped_stay_as_they_are(threads: int, reward: str) -> None:
    all_of_them, some = running(threads, reward), running(threads, reward)
    for number in range(60):
        chosen = np.flatnonzero(np.random.default_rng(number).random(TABLES) < 0.6)
        rest = np.setdiff1d(np.arange(TABLES), chosen)
        actions = all_of_them.random_actions(number)
        all_of_them.step(actions)
        before = faces(some)
        some.step(actions[chosen], tables=chosen)
        assert are_equal([array[chosen] for array in faces(all_of_them)], [array[chosen] for array in faces(some)])
        assert are_equal([array[rest] for array in before], [array[rest] for array in faces(some)])
        some.step(actions[rest], tables=rest)
    assert are_equal(faces(all_of_them), faces(some))


def test_no_table_at_all_is_stepped_too() -> None:
    batch = running(1)
    before = faces(batch)
    batch.step([], tables=[])
    batch.step(np.zeros(0), tables=np.zeros(TABLES, np.bool_))
    assert are_equal(before, faces(batch))


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize("threads", THREADS)
def test_other_arrays_are_copied_instead_of_compiled_for(threads: int) -> None:
    batch, other = running(threads), running(threads)
    misses = cache_misses()
    for number in range(4):
        actions, tables = batch.random_actions(number), np.arange(TABLES)
        batch.step(actions)
        kinds = [frozen(actions), np.repeat(actions, 2)[::2], unaligned(actions), actions.astype(np.uint8)]
        other.step(
            kinds[number],
            tables=[frozen(tables), np.repeat(tables, 2)[::2], unaligned(tables), tables.astype(np.int16)][number],
        )
        assert are_equal(faces(batch), faces(other))
    assert cache_misses() == misses


def frozen(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    copy = numbers.copy()
    copy.flags.writeable = False
    return copy


def unaligned(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    room = np.zeros(numbers.nbytes + 1, np.uint8)
    there = room[1:].view(np.int64)
    there[:] = numbers
    return there
