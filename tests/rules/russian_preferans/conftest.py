"""Both readings of the rules are held to the worked examples: the package and the plain reference."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from . import helpers


@pytest.fixture(params=["package", "reference"])
def open_table(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """A function which opens a table: open_table(deck, dealer=0, rules=..., players=4, sheet={...}, ten="whisted").

    It is a table of one deal: `helpers.written` and `helpers.rewards` tell how it ended.
    """
    return helpers.new_table if request.param == "package" else helpers.new_reference
