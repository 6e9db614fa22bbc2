"""Playouts play the rest of a deal at once; they come to the same as one decision after another."""

from __future__ import annotations

import numpy as np
import pytest

import adut
from adut.core.random import next_key
from adut.core.table import pick_legal
from adut.games.belot.options import PRESETS
from adut.games.belote_cards import NUM_CONTRACTS

WITHOUT_RECORD = {"history", "num_events", "void", "trick_of"}
"""What tells how the tricks were played; playouts leave it as it is."""
EXTREMES = (
    {"declaration_disclosure": "top_after_trick1", "undertrump": "must"},
    {"declaration_disclosure": "cards_after_trick1", "declaration_contest": "single_pool"},
    {"belot_all_trumps": "free", "raise_over_partner": False},
    {"belot_mode": "decide"},
    {"declaration_mode": "decide"},
)
CASES = [(rules, {}) for rules in PRESETS] + [("montenegrin", options) for options in EXTREMES]


@pytest.mark.parametrize("start", [None, "play"])
@pytest.mark.parametrize(("rules", "options"), CASES, ids=str)
def test_a_playout_ends_as_single_random_decisions_do(rules: str, options: dict[str, object], start: str | None) -> None:
    game = adut.game("belot", rules=rules, **options)
    compared = [name for name in game.spec.record.dtype.names or () if name not in WITHOUT_RECORD]
    contracts = set()
    for seed in range(60):
        played, stepped = (game.new_state(seed=seed, start=start) for _ in range(2))
        made = game.kernels.playout(played.array, game.options, seed)
        for count in range(made):
            stepped.apply(int(pick_legal(stepped.array[0], next_key(seed, count))))
        assert stepped.is_over
        for name in compared:
            assert np.array_equal(played.array[name], stepped.array[name]), (name, seed)
        contracts.add(int(stepped.array["contract"][0]))
    assert start is None or len(contracts) == NUM_CONTRACTS


def test_a_match_played_out_ends_as_single_random_decisions_do() -> None:
    game = adut.game("belot", episode="match")
    for seed in range(5):
        played, stepped = (game.new_state(seed=seed) for _ in range(2))
        made = game.kernels.playout(played.array, game.options, seed)
        for count in range(made):
            stepped.apply(int(pick_legal(stepped.array[0], next_key(seed, count))))
        assert stepped.is_over
        assert played.sheet == stepped.sheet
        assert np.array_equal(played.array["reward"], stepped.array["reward"])


def test_rewards_of_tricks_are_paid_in_playouts_too() -> None:
    game = adut.game("belot", reward="trick")
    for seed in range(20):
        played, stepped = (game.new_state(seed=seed, start="play") for _ in range(2))
        made = game.kernels.playout(played.array, game.options, seed)
        for count in range(made):
            stepped.apply(int(pick_legal(stepped.array[0], next_key(seed, count))))
        assert played.array.tobytes() == stepped.array.tobytes()
