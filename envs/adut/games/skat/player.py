"""The rule-based player of Skat."""

from __future__ import annotations

from typing import Any

from adut.core.rule import rule
from adut.core.table import pick_legal


@rule
def choose(view: Any, o: Any, number: int) -> int:
    """A legal action from a view."""
    return pick_legal(view, number)


@rule
def start_play(s: Any, o: Any, number: int) -> None:
    """Decide auction, skat and declaration by rule."""
