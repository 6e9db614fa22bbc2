"""What the tests of observations share: from what a seat sees back to the numbers of a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np


def known(view: Any, name: str) -> Any:
    """A field of a view as plain Python values."""
    value = view[name]
    return value.tolist() if isinstance(value, np.ndarray) else int(value)


def code(value: int | None) -> int:
    """The number of a thing in a record, -1 for none."""
    return -1 if value is None else value


def one(flags: Sequence[int]) -> int:
    """The index of the only 1, -1 for none."""
    return flags.index(1) if any(flags) else -1


def in_places(places: Sequence[int], values: Sequence[Any], size: int, empty: int = 0) -> list[Any]:
    """A row of a record from values by slot; `places` are the seats or sides of the slots."""
    row: list[Any] = [empty] * size
    for place, value in zip(places, values, strict=False):
        row[place] = value
    return row


def tricks_of_cards(numbers: Sequence[int]) -> list[int]:
    """`trick_of` of a record, a byte a card and a word a suit, from the trick of every card."""
    return [sum(numbers[8 * suit + rank] << 8 * rank for rank in range(8)) for suit in range(4)]


def voids_of(flags: Sequence[int], slot: int, suits: int = 4) -> int:
    """The suits, as bits, that a slot has shown not to hold."""
    return sum(flags[suits * slot + suit] << suit for suit in range(suits))
