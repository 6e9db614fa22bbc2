"""The trained policies in the repository: they load, and are as far above random play as their pages say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import adut
from adut.evaluation import evaluate

POLICIES = sorted((Path(__file__).resolve().parents[2] / "policies").iterdir())
AHEAD_OF_RANDOM = {
    "bela_serbian": 50,
    "belot_montenegrin": 12,
    "preferans_tournament_2008": 150,
    "russian_preferans_standard_3": 150,
    "russian_preferans_standard_4": 100,
    "skat_isko_list_3": 100,
}
"""Points a seat and deal, far below what their pages report, since the test plays few deals."""


@pytest.mark.parametrize("folder", POLICIES, ids=lambda folder: folder.name)
def test_a_policy_of_the_repository_plays(folder: Path) -> None:
    played = json.loads((folder / "settings.json").read_text())["game"]
    name = f"{played['name']}_{played['rules']}"
    assert folder.name in (name, f"{name}_{played['players']}")
    game = adut.game(played["name"], rules=played["rules"], players=played["players"])
    outcome = evaluate(game, [str(folder), "random"], deals=60, progress=False)
    (pair,) = outcome.pairs
    assert pair.points.low > AHEAD_OF_RANDOM[folder.name]
    assert (folder / "README.md").exists()
    assert (folder / "policy.safetensors").stat().st_size < 5_000_000
