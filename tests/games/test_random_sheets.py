"""Random match sheets could have come about: what holds on the sheets of each game, and what a made-up deal may write."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scripts.check_keeper import compare
from tests.core.test_information import CASES, build

import adut
from adut.api.batch import Batch
from adut.core.random import STREAM_SHEETS, key
from adut.core.table import no_result
from adut.games import spec
from adut.games.preferans.layout import END
from adut.games.preferans.scoring import settle, write_points
from adut.games.preferans.table import FAILED, MADE
from adut.score.keeper import ScoreKeeper

TABLES = 1000
WITH_SHEETS = [case for case in CASES if spec(case[0]).rules.random_result is not no_result]


def tables(name: str, rules: str | None = None, players: int | None = None, **options: Any) -> tuple[adut.Game, NDArray[Any]]:
    """A game and tables of it with random sheets."""
    game = adut.game(name, players, rules, **options)
    batch = Batch(game, TABLES, seed=9, sheet="random")
    batch.reset()
    return game, batch.states


@pytest.mark.parametrize(("name", "rules", "players"), WITH_SHEETS)
def test_what_always_holds_holds_on_random_sheets_too(name: str, rules: str, players: int) -> None:
    game = build(name, rules, players, episode="match")
    batch = Batch(game, 300, seed=2, autoreset=False, sheet="random")
    batch.reset()
    for step in range(90):
        for what, holds in game.spec.invariants(batch.states, game.options).items():
            assert holds.all(), what
        rows = np.flatnonzero(~batch.done)
        batch.step(batch.random_actions(step, tables=rows), tables=rows)


@pytest.mark.parametrize("rules", spec("belot").presets)
def test_belot(rules: str) -> None:
    game, states = tables("belot", rules)
    totals, pot, target = states["totals"], states["pot"], int(game.values["target"])
    written = totals.sum(axis=1) + pot
    assert ((written == 0) | (written >= 16)).all()
    beyond = (totals.max(axis=1) >= target) & (totals[:, 0] != totals[:, 1])
    assert beyond.mean() < 0.05  # after all tricks for a side, which end no match
    assert 0.02 < (written == 0).mean() < 0.12  # the first deal of some 15
    assert 0.001 < (pot > 0).mean() < 0.05
    assert 40 < totals.mean() < 80


@pytest.mark.parametrize("capot_blocks_end", [True, False])
def test_belot_goes_beyond_the_target_only_where_the_match_may_go_on(capot_blocks_end: bool) -> None:
    _, states = tables("belot", capot_blocks_end=capot_blocks_end, target=60)
    beyond = (states["totals"].max(axis=1) >= 60) & (states["totals"][:, 0] != states["totals"][:, 1])
    assert beyond.any() == capot_blocks_end


@pytest.mark.parametrize("rules", ["serbian", "hr_traditional", "hr_online"])
@pytest.mark.parametrize("players", [4, 3, 2])
def test_bela(rules: str, players: int) -> None:
    game, states = tables("bela", rules, players)
    sides, target = len(game.sides), int(game.values["target"])
    totals = np.sort(states["totals"][:, :sides], axis=1)
    assert (states["totals"][:, sides:] == 0).all()
    assert ((totals[:, -1] < target) | (totals[:, -1] == totals[:, -2])).all()
    assert (states["pot"] == 0).all()
    assert 0.05 < (totals.sum(axis=1) == 0).mean() < 0.25  # the first deal of some eight
    assert totals[:, -1].max() > 0.9 * target


def test_bela_points_that_hang_are_on_some_sheets() -> None:
    _, states = tables("bela", exact_half="hang", target=100_000)
    assert 0 < (states["pot"] > 0).mean() < 0.1


@pytest.mark.parametrize(("rules", "players"), [("classical", 3), ("isko_list_3", 3), ("isko_list_4", 4)])
def test_skat(rules: str, players: int) -> None:
    game, states = tables("skat", rules, players)
    counted, n_deals = states["counted"], int(game.values["n_deals"])
    assert counted.min() == 0
    assert counted.max() == n_deals - 1
    assert abs(counted.mean() - (n_deals - 1) / 2) < n_deals / 20  # any deal of the list
    games = states["wins"].sum(axis=1) + states["losses"].sum(axis=1)
    all_pass_counts = game.values["all_pass"] == "count_and_rotate"
    assert (games <= counted).all() if all_pass_counts else (games == counted).all()
    complete = counted % players == 0
    assert (states["totals"] == states["round_totals"])[complete].all()
    assert (states["totals"][:, players:] == 0).all()
    assert (states["totals"][counted == 0] == 0).all()


@pytest.mark.parametrize("rules", spec("preferans").presets)
def test_preferans(rules: str) -> None:
    game, states = tables("preferans", rules)
    bula, supe, refe, start = states["bula"], states["supe"], states["refe"], int(game.values["start_bula"])
    left = bula.sum(axis=1)
    assert (left > 0).all()
    assert left.min() < 0.1 * 3 * start
    assert (bula % 2 == 0).all()
    assert (supe % 2 == 0).all()
    assert (supe >= 0).all()
    assert (supe[:, [0, 1, 2], [0, 1, 2]] == 0).all()
    assert (refe <= states["refe_written"][:, None]).all()
    assert (refe >= 0).all()
    assert (states["refe_written"] <= int(game.values["refe_limit"])).all()
    assert (states["deals"] >= states["refe_written"]).all()
    assert states["deals"].max() < int(game.values["max_deals"])
    empty = states["deals"] == 0
    assert (bula[empty] == start).all()
    assert (bula < 0).any()


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"rules": "preferansklub_v12"},
        {"rules": "iklub"},
        {"referee": "score"},
        {"betl_follow": "declare", "defender_rule": "strict_two", "betl_kontra_supe": "giver_all", "refe_limit": -1},
        {"supe_cap": -1, "kontra_levels": 4, "last_deal_cap": "none", "uver_betl": "in_hand"},
        {"pik_needs_kontra": True, "last_deal_cap": "bule_only", "betl_kontra_supe": "both", "refe_blocked_if": "never"},
        {"refe_limit": 0, "max_deals": 20},
    ],
    ids=str,
)
def test_a_made_up_deal_of_preferans_can_be_entered_in_the_score_keeper(options: dict[str, Any]) -> None:
    game, states = tables("preferans", **options)
    keeper, o = ScoreKeeper(game), game.options[0]
    outcomes = set()
    for number in range(300):
        record = states[number : number + 1]
        given = game.spec.get_sheet(record[0], game.options)
        game.spec.rules.random_result(record[0], o, int(key(1, number, STREAM_SHEETS, 1)))
        write_points(record[0])
        settle(record[0], o)
        record["phase"] = END
        record["trick_number"] = np.isin(record["outcome"], (MADE, FAILED))
        outcomes.add(compare(keeper, record[0], given))
    assert len(outcomes) >= 4
