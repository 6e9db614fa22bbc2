"""What a batch shows and takes besides steps: arrays that follow the records, arrays of the caller's, and calls out of turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import adut
from adut.api.batch import Batch


def fresh(**options: Any) -> Batch:
    batch = adut.make_batch("skat", 8, seed=1, **options)
    batch.reset()
    return batch


def check_arrays(batch: Batch) -> None:
    """The arrays say what the records do."""
    states = batch.states
    assert np.array_equal(batch.done, states["is_over"] != 0)
    assert np.array_equal(batch.truncated, states["truncated"] != 0)
    assert np.array_equal(batch.scores, states["points"][:, : batch.game.seats])
    assert np.array_equal(batch.actor, states["actor"])
    assert np.array_equal(batch.legal, states["legal"])
    assert not batch.rewards.any()


@pytest.mark.parametrize("max_deals", [2, -1])
def test_arrays_after_a_playout(max_deals: int) -> None:
    batch = fresh(episode="match", max_deals=max_deals)
    for number in range(70):
        batch.step(batch.random_actions(number))
    batch.playout(7)
    check_arrays(batch)
    assert batch.done.all()
    assert batch.truncated.all() == (max_deals == 2)
    assert batch.scores.any()


def test_arrays_after_records_are_set() -> None:
    batch = fresh(episode="match", max_deals=2)
    batch.playout(7)
    ended, other = batch.get_states(), fresh(episode="match", max_deals=2)
    for number in range(40):
        other.step(other.random_actions(number))
    other.set_states(ended[:3], tables=[1, 4, 6])
    assert np.flatnonzero(other.truncated).tolist() == [1, 4, 6]
    assert np.array_equal(other.scores[[1, 4, 6]], batch.scores[:3])
    other.set_states(ended)
    check_arrays(other)


CALLS: dict[str, Callable[[Batch], Any]] = {
    "step": lambda batch: batch.step(np.zeros(8, np.int64)),
    "random_actions": lambda batch: batch.random_actions(1),
    "playout": lambda batch: batch.playout(),
    "observe": lambda batch: batch.observe(0),
    "hidden": lambda batch: batch.hidden(),
    "views": lambda batch: batch.views(),
    "state": lambda batch: batch.state(0),
    "get_states": lambda batch: batch.get_states(),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_before_the_first_reset_there_are_no_tables(call: Callable[[Batch], Any]) -> None:
    batch = adut.make_batch("skat", 8, seed=1)
    with pytest.raises(adut.AdutError, match="not been reset yet"):
        call(batch)
    batch.set_states(fresh().get_states())
    batch.step(batch.random_actions(1))


@pytest.mark.parametrize("episodes", [0, -1, 1.5, True, "2"])
def test_a_playout_has_a_whole_number_of_episodes(episodes: Any) -> None:
    batch = fresh()
    before = batch.states.tobytes()
    with pytest.raises(adut.AdutError, match="episodes is a whole number from 1"):
        batch.playout(1, episodes)
    assert batch.states.tobytes() == before


def unwriteable(shape: tuple[int, int]) -> np.ndarray:
    array = np.zeros(shape, np.int8)
    array.flags.writeable = False
    return array


WRONG = {
    "read-only": (unwriteable, "contiguous and writeable"),
    "not contiguous": (lambda shape: np.zeros((shape[1], shape[0]), np.int8).T, "contiguous and writeable"),
    "another dtype": (lambda shape: np.zeros(shape, np.int16), "int8 array of shape"),
    "another shape": (lambda shape: np.zeros((shape[0] + 1, shape[1]), np.int8), "int8 array of shape"),
    "a list": (lambda shape: [0], "int8 array of shape"),
}


@pytest.mark.parametrize(("make", "says"), WRONG.values(), ids=WRONG)
def test_arrays_to_write_into(make: Callable[[tuple[int, int]], Any], says: str) -> None:
    batch = fresh()
    seen, hidden, mask = (8, batch.game.layout.size), (8, batch.game.hidden_layout.size), (8, batch.game.num_actions)
    actions = batch.random_actions(1)
    before = batch.states.tobytes()
    for call in (
        lambda: batch.observe(0, out=make(seen)),
        lambda: batch.hidden(out=make(hidden)),
        lambda: batch.step(actions, out=(make(seen), np.zeros(mask, np.int8))),
        lambda: batch.step(actions, out=(np.zeros(seen, np.int8), make(mask))),
    ):
        with pytest.raises(adut.AdutError, match=says):
            call()
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("tables", [[3, 3], [1, 5, 1], [7, 0, 2, 7]])
def test_no_table_is_named_twice(tables: list[int]) -> None:
    batch = fresh()
    with pytest.raises(adut.AdutError, match="twice"):
        batch.random_actions(1, tables=tables)
    unsorted = [7, 0, 2]
    assert np.array_equal(batch.observe(0, tables=unsorted), batch.observe(0)[unsorted])


def with_field(name: str, value: int) -> Callable[[Batch], Any]:
    def make(batch: Batch) -> Any:
        states = batch.get_states()
        states[name][3] = value
        return states

    return make


NO_RECORDS: dict[str, Callable[[Batch], Any]] = {
    "nothing": lambda batch: None,
    "a list": lambda batch: list(batch.get_states()),
    "bare bytes in an array": lambda batch: batch.get_states().view(f"S{batch.states.dtype.itemsize}"),
    "another game": lambda batch: np.zeros(8, adut.make_batch("belot", 1).states.dtype),
    "too few": lambda batch: batch.get_states()[:7],
    "too few bytes": lambda batch: batch.get_states().tobytes()[:-1],
    "zeros": lambda batch: bytes(batch.states.nbytes),
    "garbage": lambda batch: np.random.default_rng(1).bytes(batch.states.nbytes),
    "an actor who is not there": with_field("actor", 3),
    "a seat out of range": with_field("seat", -1),
    "a dealer out of range": with_field("dealer", 2**40),
    "a phase that is none": with_field("phase", 99),
    "too many events": with_field("num_events", 2**20),
    "nothing to do": with_field("legal", 0),
    "actions that are none": with_field("legal", 2**31),
    "a pack of one card": with_field("pack", 1),
    "no cards": with_field("hands", 0),
}


@pytest.mark.parametrize("make", NO_RECORDS.values(), ids=NO_RECORDS)
def test_what_is_no_record_is_refused(make: Callable[[Batch], Any]) -> None:
    batch = fresh()
    before = batch.states.tobytes()
    with pytest.raises(adut.StateFormatError):
        batch.set_states(make(batch))
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("name", adut.GAMES)
def test_records_of_a_game_are_taken_back(name: str) -> None:
    for options in ({}, {"episode": "match", "reward": "match", "sheet": "random"}):
        batch = adut.make_batch(name, 8, seed=1, **options)
        batch.reset()
        for number in range(60):
            batch.step(batch.random_actions(number))
            batch.set_states(batch.get_states().tobytes() if number % 2 else batch.get_states())
