"""Both readings of the rules are held to the worked examples: the package and the plain reference."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from . import helpers


@pytest.fixture(params=["package", "reference"])
def open_table(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """A function which opens a table under some rules: open_table("isko", deal=..., dealer=..., jump_bids=False)."""

    def package(rules: str, players: int | None = None, deal: Any = None, dealer: int | None = None, **options: Any) -> Any:
        return helpers.new_table(helpers.make_game(rules, players, **options), deal, dealer)

    return package if request.param == "package" else helpers.new_reference
