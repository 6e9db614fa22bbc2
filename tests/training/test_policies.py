"""The trained policies in the repository: they load, and are as far above random play as their pages say."""

from __future__ import annotations

from pathlib import Path

import pytest

import adut
from adut.evaluation import evaluate

POLICIES = sorted((Path(__file__).resolve().parents[2] / "policies").iterdir())


@pytest.mark.parametrize("folder", POLICIES, ids=lambda folder: folder.name)
def test_a_policy_of_the_repository_plays(folder: Path) -> None:
    name, rules = folder.name.split("_", 1)
    outcome = evaluate(adut.game(name, rules=rules), [str(folder), "random"], deals=60, progress=False)
    (pair,) = outcome.pairs
    assert pair.points.low > 100
    assert (folder / "README.md").exists()
    assert (folder / "policy.safetensors").stat().st_size < 5_000_000
