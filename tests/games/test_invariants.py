"""Section 14 of the rules of each game: the invariants, on random deals of every preset and player count."""

from __future__ import annotations

import pytest
from scripts.check_invariants import check
from tests.core.test_information import CASES, build


@pytest.mark.parametrize(("name", "rules", "players"), CASES)
def test_invariants_hold_on_random_deals(name: str, rules: str, players: int) -> None:
    build(name, rules, players)
    finished, _ = check(name, rules, players, 2000, seed=3)
    assert finished >= 2000
