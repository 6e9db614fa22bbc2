"""Both readings of the rules are held to the worked examples: the package and the plain reference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from . import helpers


@pytest.fixture(params=["package", "reference"])
def open_table(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """A function which opens a table: open_table(deck=..., dealer=..., rules=..., totals=..., pot=..., target=501).

    A match (episode="match") goes on with the next deal, so that only `helpers.outcome` can be read after the first one.
    """

    def package(
        deck: Sequence[str],
        dealer: int = 3,
        rules: str = "montenegrin",
        totals: Sequence[int] | None = None,
        pot: int = 0,
        episode: str = "deal",
        **options: Any,
    ) -> Any:
        return helpers.new_table(helpers.make_game(rules, episode, **options), deck, dealer, totals, pot)

    return package if request.param == "package" else helpers.new_reference
