"""Random match sheets: the same in every form of a table, a function of seed, table and episode alone; only where asked for."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import adut
from adut.api.batch import Batch
from adut.core.table import no_result
from adut.games import GAMES, spec
from tests.core.digest import main
from tests.core.test_information import CASES as ALL_CASES
from tests.core.test_information import build
from tests.core.test_modes import run

DIGEST = Path(__file__).with_name("digest.py")
WITH_SHEETS = [name for name in GAMES if spec(name).rules.random_result is not no_result]
CASES = [case for case in ALL_CASES if case[0] in WITH_SHEETS]


@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize(("name", "rules", "players"), CASES)
def test_a_table_of_a_batch_is_the_state_with_its_seed(name: str, rules: str, players: int, episode: str) -> None:
    game = build(name, rules, players, episode=episode)
    each = Batch(game, 4, seed=11, sheet="random")
    each.reset()
    once = Batch(game, 4, seed=11)
    once.reset(sheets="random")
    assert each.get_states().tobytes() == once.get_states().tobytes()
    for number in range(4):
        state = game.new_state(seed=11, table=number, sheet="random")
        assert state.array.tobytes() == each.get_states([number]).tobytes()


@pytest.mark.parametrize(("name", "rules", "players"), CASES)
def test_a_random_sheet_is_a_sheet_like_any_other(name: str, rules: str, players: int) -> None:
    """Nothing but the sheet stays behind of how it came about."""
    game = build(name, rules, players)
    different = 0
    for number in range(20):
        state = game.new_state(seed=3, table=number, sheet="random")
        given = game.new_state(seed=3, table=number, sheet=state.sheet)
        assert state.array.tobytes() == given.array.tobytes()
        empty = game.new_state(seed=3, table=number)
        assert (state.dealer, state.record.pack.tolist()) == (empty.dealer, empty.record.pack.tolist())
        different += state != empty
    assert different > 10


@pytest.mark.parametrize("name", WITH_SHEETS)
def test_a_dealer_may_be_given_too(name: str) -> None:
    game = adut.game(name)
    states = [game.new_state(seed=5, sheet="random", dealer=dealer) for dealer in range(game.seats)]
    assert [state.dealer for state in states] == list(range(game.seats))
    for state in states:
        given = game.new_state(seed=5, sheet=state.sheet, dealer=state.dealer)
        assert state.array.tobytes() == given.array.tobytes()


def sheets_of_episodes(batch: Batch, steps: int, number: int) -> list[list[Any]]:
    """The sheets with which the episodes of each table begin, under random play with a key."""
    spec, options = batch.game.spec, batch.game.options
    found = [[spec.get_sheet(record, options)] for record in batch.states]
    for step in range(steps):
        batch.step(batch.random_actions(1000 * number + step))
        for row in np.flatnonzero(batch.done):
            found[row].append(spec.get_sheet(batch.states[row], options))
    return found


@pytest.mark.parametrize("name", WITH_SHEETS)
def test_each_episode_has_its_own_sheet_whatever_was_played_before(name: str) -> None:
    runs = []
    for number, (tables, threads) in enumerate([(300, 1), (300, 2), (5, 1)]):
        batch = adut.make_batch(name, tables, seed=4, threads=threads, sheet="random")
        batch.reset()
        runs.append(sheets_of_episodes(batch, 120, number))
    for first, other, third in zip(*runs):
        least = min(map(len, (first, other, third)))
        assert least >= 2
        assert first[:least] == other[:least] == third[:least]
    distinct = {repr(sheet) for sheets in runs[0] for sheet in sheets}
    assert len(distinct) > 300


@pytest.mark.parametrize("name", WITH_SHEETS)
def test_without_asking_every_sheet_is_empty(name: str) -> None:
    batch = adut.make_batch(name, 20, seed=4)
    batch.reset(sheets="random")
    assert any(sheet != batch.game.new_state(seed=1).sheet for sheet in map(sheet_of(batch), range(20)))
    empty = batch.game.new_state(seed=1).sheet
    for sheets in sheets_of_episodes(batch, 120, 0):
        assert all(sheet == empty for sheet in sheets[1:])
    batch = adut.make_batch(name, 20, seed=4, sheet="random")
    batch.reset(sheets={})
    assert all(sheet == empty for sheet in map(sheet_of(batch), range(20)))


def sheet_of(batch: Batch) -> Any:
    return lambda number: batch.state(number).sheet


@pytest.mark.parametrize("name", WITH_SHEETS)
def test_playouts_of_several_episodes_draw_sheets_too(name: str) -> None:
    played = {}
    for sheet, threads in ((None, 1), ("random", 1), ("random", 2)):
        batch = adut.make_batch(name, 300, seed=4, threads=threads, sheet=sheet)
        batch.reset(sheets={})
        batch.playout(1, episodes=2)
        played[sheet, threads] = batch.get_states().tobytes()
    assert played["random", 1] == played["random", 2] != played[None, 1]


def test_threads_and_uncompiled_rules_give_the_same_bytes() -> None:
    assert main(260, 40, 2, "random") == main(260, 40, 1, "random")
    code = f"import runpy; print(runpy.run_path({str(DIGEST)!r})['main'](2, 25, 1, 'random'))"
    assert run(code, NUMBA_DISABLE_JIT="1") == main(2, 25, 1, "random")


def test_every_game_of_the_suite_has_random_sheets() -> None:
    assert {"skat", "bela", "belot", "preferans", "russian_preferans"} <= set(WITH_SHEETS)


def test_games_without_made_up_deals_refuse() -> None:
    with_sheets = spec("skat")
    rules = dataclasses.replace(with_sheets.rules, random_result=no_result)
    game = adut.Game.build(dataclasses.replace(with_sheets, name="skat_without_sheets", rules=rules))
    with pytest.raises(adut.AdutError, match="has no random sheets"):
        game.new_state(seed=1, sheet="random")


@pytest.mark.parametrize("wrong", ["empty", "Random", "", 5, [1], {}])
def test_other_words_are_refused(wrong: Any) -> None:
    game = adut.game("belot")
    if wrong != {}:
        with pytest.raises(adut.AdutError, match="'random'"):
            game.new_state(seed=1, sheet=wrong)
        batch = Batch(game, 2, seed=1)
        batch.reset(sheets={"pot": 8})
        with pytest.raises(adut.AdutError, match="'random'"):
            batch.reset(sheets=wrong)
        assert batch.states["pot"].tolist() == [8, 8]
    with pytest.raises(adut.AdutError, match="'random'"):
        Batch(game, 2, seed=1, sheet=wrong)
