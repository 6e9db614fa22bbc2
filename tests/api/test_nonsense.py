"""Nonsense is refused in words: what was wrong and what was expected. Nothing has changed then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import adut
from adut.api.aec import env, raw_env
from adut.api.parallel import parallel_env
from adut.api.single import seat_env
from adut.api.vector import seat_vector_env
from adut.games import GAMES

SETUPS: list[tuple[Any, str]] = [
    (5, "options of a reset are a dict, not 5"),
    ([1], "options of a reset are a dict"),
    ({"deck": 5}, "a deck is a text or a list of 32 cards, not 5"),
    ({"hands": 5}, "hands are cards by their owner"),
    ({"hands": {0: 5}}, "hands are cards by their owner"),
    ({"start": 5}, "start is 'deal', 'play' or a list of actions, not 5"),
    ({"start": "middle"}, "start is 'deal', 'play' or a list of actions, not 'middle'"),
    ({"sheet": "full"}, "a sheet is 'random', or a mapping"),
    ({"dealer": 1.0}, "dealer is a whole number"),
    ({"decks": []}, "has the reset option 'deck', not 'decks'"),
    ({"dealers": 1}, "has the reset option 'dealer', not 'dealers'"),
    ({"sheets": "random"}, "has the reset option 'sheet', not 'sheets'"),
]
BATCH_SETUPS: list[tuple[Any, str]] = [
    (5, "options of a reset are a dict, not 5"),
    ({"decks": 5}, "decks are 3 packs of 32 cards, not 5"),
    ({"decks": "CJ"}, "decks are 3 packs of 32 cards"),
    ({"dealers": [0, 1]}, "dealers is one seat or 3 seats, not"),
    ({"dealers": 1.5}, "dealers is one seat or 3 seats, not 1.5"),
    ({"dealers": [0, 1, 9]}, "dealers are numbers from 0 to"),
    ({"dealers": -1}, "dealers are numbers from 0 to"),
    ({"dealers": [[0], [0, 1], 2]}, "dealers are no array of numbers"),
    ({"reset_mask": [[True], [True, False], 2]}, "reset_mask are no array of numbers"),
    ({"deck": []}, "has the reset option 'decks', not 'deck'"),
    ({"dealer": 1}, "has the reset option 'dealers', not 'dealer'"),
    ({"sheet": "random"}, "has the reset option 'sheets', not 'sheet'"),
    ({"sheets": 5}, "sheets is 'random', or one sheet or 3"),
    ({"sheets": [{}, {}]}, "sheets is 'random', or one sheet or 3"),
    ({"sheets": "full"}, "a sheet is 'random', or a mapping"),
    ({"start": 5}, "start is 'deal' or 'play', not 5"),
]
SEATS: list[Any] = [-1, [0, 4], -75, 0.9, -0.5, True, "1", "x", float("nan"), None, 2**63, [0, 1, 0], [[0], [0, 1]]]
NO_NUMBERS: list[Any] = [-1, 2**63, 1.0, None]


@pytest.mark.parametrize(("options", "says"), SETUPS)
@pytest.mark.parametrize("name", GAMES)
def test_setups_of_one_table(name: str, options: Any, says: str) -> None:
    for one in (parallel_env(name), seat_env(name), raw_env(name)):
        one.reset(seed=1)
        before = one.table.array.tobytes()
        with pytest.raises(adut.AdutError) as error:
            one.reset(seed=2, options=options)
        assert says in str(error.value)
        assert one.table.array.tobytes() == before


@pytest.mark.parametrize(("options", "says"), BATCH_SETUPS)
@pytest.mark.parametrize("name", GAMES)
def test_setups_of_many_tables(name: str, options: Any, says: str) -> None:
    many = seat_vector_env(name, num_envs=3)
    many.reset(seed=1)
    batch, before = many.batch, many.batch.states.tobytes()
    for seed in (None, 2):
        with pytest.raises(adut.AdutError) as error:
            many.reset(seed=seed, options=options)
        if options == 5 or "reset_mask" not in options or seed is None:
            assert says in str(error.value)
        assert many.batch is batch
        assert many.batch.states.tobytes() == before


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"start": "middle"}, "start is 'deal' or 'play', not 'middle'"),
        ({"start": None}, "start is 'deal' or 'play', not None"),
        ({"sheet": "full"}, "a sheet is 'random', or a mapping"),
        ({"sheet": {}}, "the sheet of every episode is None"),
        ({"illegal_reward": "x"}, "illegal_reward is a number, not 'x'"),
        ({"illegal_reward": None}, "illegal_reward is a number, not None"),
        ({"render_mode": []}, "render_mode is one of human"),
        ({"num_envs": 0}, "num_envs is a whole number from 1"),
        ({"num_envs": 1.5}, "num_envs is a whole number from 1"),
    ],
)
def test_ways_to_make_an_environment(how: dict[str, Any], says: str) -> None:
    makers: list[Any] = [seat_vector_env]
    if "num_envs" not in how:
        makers += [parallel_env, env if "illegal_reward" in how else raw_env, seat_env]
    for make in makers:
        with pytest.raises(adut.AdutError) as error:
            make("belot", **how)
        assert says in str(error.value)


@pytest.mark.parametrize("name", GAMES)
def test_observers_and_draws_of_many_tables(name: str) -> None:
    batch = adut.make_batch(name, 2, seed=1)
    batch.reset()
    before = batch.states.tobytes()
    for seats in SEATS:
        looks: list[Any] = [batch.observe]
        if seats is not None:  # the actor
            looks.append(lambda seats: batch.views(seats=seats))
        for look in looks:
            with pytest.raises(adut.AdutError, match=r"seats (are numbers from 0 to|is one seat or|are no array)"):
                look(seats)
    for tables in ([[0], [0, 1]], ["0", "1"], [0.0, 1.0], None):
        with pytest.raises(adut.AdutError):
            batch.step([[0], [0, 1]] if tables is None else [0, 1], tables=tables)
    for draw in (batch.random_actions, batch.playout):
        for number in NO_NUMBERS:
            with pytest.raises(adut.AdutError, match="number is a whole number from 0 to"):
                draw(number)
    assert batch.states.tobytes() == before


def test_an_action_of_64_bits_is_named_as_it_was_given() -> None:
    batch = adut.make_batch("skat", 2, seed=1)
    batch.reset()
    with pytest.raises(adut.IllegalActionError, match="action 18446744073709551615"):
        batch.step(np.full(2, 2**64 - 1, np.uint64))


def calls_before_reset() -> dict[str, Callable[[], Any]]:
    aec, parallel, seat, vector = raw_env("skat"), parallel_env("skat"), seat_env("skat"), seat_vector_env("skat", num_envs=2)
    return {
        "aec.observe": lambda: aec.observe("player_0"),
        "aec.last": aec.last,
        "aec.render": aec.render,
        "aec.state": aec.state,
        "aec.step": lambda: aec.step(0),
        "aec.table": lambda: aec.table,
        "parallel.step": lambda: parallel.step({}),
        "parallel.render": parallel.render,
        "parallel.state": parallel.state,
        "parallel.table": lambda: parallel.table,
        "seat.step": lambda: seat.step(0),
        "seat.render": seat.render,
        "seat.action_masks": seat.action_masks,
        "seat.table": lambda: seat.table,
        "vector.step": lambda: vector.step(np.zeros(2, np.int64)),
        "vector.action_masks": vector.action_masks,
        "vector.render": vector.render,
    }


@pytest.mark.parametrize("call", calls_before_reset().values(), ids=calls_before_reset())
def test_before_the_first_reset(call: Callable[[], Any]) -> None:
    with pytest.raises(adut.AdutError, match=r"not been reset yet: call reset\(\)"):
        call()


def test_agents_are_named() -> None:
    aec, parallel = raw_env("skat"), parallel_env("skat")
    aec.reset(seed=1)
    parallel.reset(seed=1)
    for agent in ("player_9", 0, ["player_0"]):
        with pytest.raises(adut.AdutError, match="agents are player_0, player_1, player_2, not"):
            aec.observe(agent)  # type: ignore[arg-type]
    with pytest.raises(adut.AdutError, match="a dict of an action for each of player_0, player_1, player_2, not None"):
        parallel.step(None)  # type: ignore[arg-type]


def test_a_refused_reset_keeps_the_episode() -> None:
    class Refusing:
        name, refuses = "refusing", False

        def act(self, turn: Any) -> Any:
            if self.refuses:
                raise adut.AdutError("no")
            return np.argmax(turn.action_mask, axis=1)

    opponent = Refusing()
    seat, vector = seat_env("skat", opponents=opponent, seat=0), seat_vector_env("skat", num_envs=3, opponents=opponent, seat=0)
    seat.reset(seed=1)
    vector.reset(seed=1)
    table, episode = seat.table, vector.batch
    opponent.refuses = True
    for one, options in ((seat, {"dealer": 0}), (vector, {"dealers": 0})):
        with pytest.raises(adut.AdutError, match="no"):
            one.reset(seed=2, options=options)
    assert seat.table is table
    assert vector.batch is episode
    opponent.refuses = False
    legal = int(np.argmax(seat.action_masks()))
    seat.step(legal)
    vector.step(np.argmax(vector.action_masks(), axis=1))
    following, expected = seat_env("skat", opponents=opponent, seat=0), seat.reset()[0]
    following.reset(seed=1)
    assert np.array_equal(following.reset()[0]["observation"], expected["observation"])


def test_no_action_is_legal_after_the_end() -> None:
    seat = seat_env("skat")
    seat.reset(seed=1)
    assert seat.action_masks().any()
    seat.step(int(np.argmin(seat.action_masks())))
    assert not seat.action_masks().any()
