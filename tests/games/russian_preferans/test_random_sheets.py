"""Random match sheets could have come about, and deals that are made up are deals of the rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scripts.check_keeper import compare

import adut
from adut.api.batch import Batch
from adut.core.random import STREAM_SHEETS, key
from adut.games import spec
from adut.games.russian_preferans.layout import END, MISERE_CONTRACT, RASPASOVKA
from adut.games.russian_preferans.scoring import settle
from adut.games.russian_preferans.table import FAILED, HAND_SIZE, MADE, UNPLAYED
from adut.score.keeper import ScoreKeeper

TABLES = 1000


def tables(rules: str = "standard", players: int = 4, **options: Any) -> tuple[adut.Game, NDArray[Any]]:
    """The game and tables of it with random sheets."""
    game = adut.game("russian_preferans", players, rules, **options)
    batch = Batch(game, TABLES, seed=9, sheet="random")
    batch.reset()
    return game, batch.states


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("rules", spec("russian_preferans").presets)
def test_sheets(rules: str, players: int) -> None:
    game, states = tables(rules, players)
    pool, mountain, whists = states["pool"][:, :players], states["mountain"][:, :players], states["whists"]
    target, closes = int(game.values["pool_target"]), game.values["help"] != "none"
    assert (pool >= 0).all()
    assert (pool.sum(axis=1) < players * target).all()
    assert (pool <= target).all() if closes else (pool > target).any()
    assert pool.sum(axis=1).max() > 0.9 * players * target
    assert (whists >= 0).all()
    assert (whists[:, range(4), range(4)] == 0).all()
    assert (states["pool"][:, players:] == 0).all()
    assert (states["mountain"][:, players:] == 0).all()
    assert (mountain.sum(axis=1) > 0).mean() > 0.8
    stays = game.values["raspas_dealer_stays"] == 3
    assert states["series"].max() == 2 if stays else states["series"].max() >= 3
    empty = states["deals"] == 0
    assert 0.005 < empty.mean() < 0.1
    assert not pool[empty].any()
    assert not whists[empty].any()
    assert 15 < states["deals"].mean() < 40


def test_an_infinite_pool_ends_with_its_deals() -> None:
    _, states = tables(pool_target=-1, max_deals=40)
    assert states["deals"].max() == 39
    assert states["deals"].min() == 0
    assert (states["pool"] > 30).any()


def test_drawn_seats_stay() -> None:
    _, states = tables(seat_draw=True)
    assert set(states["ring"]) == set(range(6))


@pytest.mark.parametrize(
    ("rules", "players", "options"),
    [
        ("standard", 4, {}),
        ("standard", 3, {"talon_award_3p": "half_each"}),
        ("sochi", 4, {}),
        ("sochi", 3, {}),
        ("leningrad", 4, {}),
        ("leningrad_fspr", 4, {}),
        ("leningrad_fspr", 3, {}),
        ("rostov", 4, {}),
        ("standard", 4, {"stalingrad": True, "exit_levels": "7-8-9", "own_levels": 6, "dealer_whist_8plus": True}),
        ("standard", 4, {"return_after_first_own": True, "return_first": False, "pool_target": 6, "help": "full"}),
        ("standard", 4, {"own_levels": "none", "raspas_talon": "unused", "misere_half": False, "pool_target": 100}),
    ],
    ids=str,
)
def test_a_made_up_deal_can_be_entered_in_the_score_keeper(rules: str, players: int, options: dict[str, Any]) -> None:
    game, states = tables(rules, players, **options)
    keeper, o = ScoreKeeper(game), game.options[0]
    outcomes = set()
    for number in range(300):
        record = states[number : number + 1]
        given = game.spec.get_sheet(record[0], game.options)
        assert given.pop("ring") == 0
        game.spec.rules.random_result(record[0], o, int(key(1, number, STREAM_SHEETS, 1)))
        settle(record[0], o)
        record["phase"] = END
        outcomes.add(compare(keeper, record[0], given))
    assert len(outcomes) == 4


def test_how_often_what_is_made_up() -> None:
    """Close to what the rule-based players do."""
    game, states = tables()
    o = game.options[0]
    for number, record in enumerate(states):
        record["series"] = 0
        game.spec.rules.random_result(record, o, int(key(2, number, STREAM_SHEETS, 1)))
    contract, outcome, tricks = states["contract"], states["outcome"], states["tricks"]
    assert ((tricks.sum(axis=1) == HAND_SIZE) | (outcome == UNPLAYED)).all()
    dealt = states["dealer"]
    of_dealer = tricks[np.arange(TABLES), dealt]
    assert (of_dealer[contract != RASPASOVKA] == 0).all()
    assert set(of_dealer[contract == RASPASOVKA]) == {0, 1, 2}
    assert (states["declarer"] != dealt).all()
    share = {kind: count / TABLES for kind, count in Counter((contract // 5).tolist()).items()}
    assert 0.4 < share[0] < 0.5  # six
    assert 0.15 < share[1] < 0.25
    assert 0.22 < (contract == RASPASOVKA).mean() < 0.3
    assert 0.02 < (contract == MISERE_CONTRACT).mean() < 0.07
    assert 0.25 < (outcome == UNPLAYED).mean() < 0.4
    assert 0.05 < (outcome == FAILED).mean() / (np.isin(outcome, (MADE, FAILED))).mean() < 0.45
