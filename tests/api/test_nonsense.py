"""Nonsense is refused in words: what was wrong and what was expected. Nothing has changed then."""

from __future__ import annotations

from typing import Any

import pytest

import adut
from adut.api.aec import raw_env
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
]
BATCH_SETUPS: list[tuple[Any, str]] = [
    (5, "options of a reset are a dict, not 5"),
    ({"decks": 5}, "decks are 3 packs of 32 cards, not 5"),
    ({"decks": "CJ"}, "decks are 3 packs of 32 cards"),
    ({"dealers": [0, 1]}, "dealers is one seat or 3 seats, not"),
    ({"dealers": 1.5}, "dealers is one seat or 3 seats, not 1.5"),
    ({"dealers": [0, 1, 9]}, "dealer is a whole number from 0 to"),
    ({"dealers": -1}, "dealer is a whole number from 0 to"),
    ({"sheets": 5}, "sheets is 'random', or one sheet or 3"),
    ({"sheets": [{}, {}]}, "sheets is 'random', or one sheet or 3"),
    ({"sheets": "full"}, "a sheet is 'random', or a mapping"),
    ({"start": 5}, "start is 'deal' or 'play', not 5"),
]
NO_NUMBERS: list[Any] = [-1, 2**63, 1.0, None]


@pytest.mark.parametrize(("options", "says"), SETUPS)
@pytest.mark.parametrize("name", GAMES)
def test_setups_of_one_table(name: str, options: Any, says: str) -> None:
    for env in (parallel_env(name), seat_env(name)):
        env.reset(seed=1)
        before = env.table.array.tobytes()
        with pytest.raises(adut.AdutError) as error:
            env.reset(seed=2, options=options)
        assert says in str(error.value)
        assert env.table.array.tobytes() == before


@pytest.mark.parametrize(("options", "says"), BATCH_SETUPS)
@pytest.mark.parametrize("name", GAMES)
def test_setups_of_many_tables(name: str, options: Any, says: str) -> None:
    env = seat_vector_env(name, num_envs=3)
    env.reset(seed=1)
    before = env.batch.states.tobytes()
    with pytest.raises(adut.AdutError) as error:
        env.reset(options=options)
    assert says in str(error.value)
    assert env.batch.states.tobytes() == before


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"start": "middle"}, "start is 'deal' or 'play', not 'middle'"),
        ({"start": None}, "start is 'deal' or 'play', not None"),
        ({"sheet": "full"}, "a sheet is 'random', or a mapping"),
        ({"sheet": {}}, "the sheet of every episode is None"),
        ({"num_envs": 0}, "num_envs is a whole number from 1"),
        ({"num_envs": 1.5}, "num_envs is a whole number from 1"),
    ],
)
def test_ways_to_make_an_environment(how: dict[str, Any], says: str) -> None:
    makers: list[Any] = [seat_vector_env]
    if "num_envs" not in how:
        makers += [parallel_env, raw_env, seat_env]
    for make in makers:
        with pytest.raises(adut.AdutError) as error:
            make("belot", **how)
        assert says in str(error.value)


@pytest.mark.parametrize("name", GAMES)
def test_observers_and_draws_of_many_tables(name: str) -> None:
    batch = adut.make_batch(name, 2, seed=1)
    batch.reset()
    before = batch.states.tobytes()
    for seats in (-1, [0, batch.game.seats], -75):
        for look in (batch.observe, lambda seats: batch.views(seats=seats)):
            with pytest.raises(adut.AdutError, match="seats are numbers from 0 to"):
                look(seats)
    for draw in (batch.random_actions, batch.playout):
        for number in NO_NUMBERS:
            with pytest.raises(adut.AdutError, match="number is a whole number from 0 to"):
                draw(number)
    assert batch.states.tobytes() == before
