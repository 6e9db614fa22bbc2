"""Checked entries of match sheets that are given from outside: numbers, rows with one a seat, squares of rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from adut.core.errors import AdutError

MAX_NUMBER = 999_999
"""The largest number on a sheet, and the largest that an observation shows."""


def number(what: str, value: Any, low: int, high: int) -> int:
    """A whole number of a sheet. Raises AdutError."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not low <= value <= high:
        raise AdutError(f"{what} holds whole numbers from {low} to {high}, got {value!r}")
    return int(value)


def numbers(what: str, values: Any, seats: int, low: int, high: int) -> list[int]:
    """A row of a sheet, a number a seat. Raises AdutError."""
    row = [number(what, value, low, high) for value in _row(values)]
    if len(row) != seats:
        raise AdutError(f"{what} holds {seats} numbers, got {len(row)}")
    return row


def written(what: str, values: Any, seats: int) -> list[list[int]]:
    """What each seat has written on each other, zeros on itself. Raises AdutError."""
    rows = _row(values)
    if len(rows) != seats:
        raise AdutError(f"{what} holds {seats} rows, what each seat has written on each; got {len(rows)}")
    square = [numbers(f"{what}[{seat}]", row, seats, 0, MAX_NUMBER) for seat, row in enumerate(rows)]
    if any(square[seat][seat] for seat in range(seats)):
        raise AdutError(f"nobody writes {what} on himself; got {what} {square}")
    return square


def _row(values: Any) -> list[Any]:
    if isinstance(values, str) or not hasattr(values, "__len__"):
        raise AdutError(f"the columns of a sheet are lists with an entry for each seat, not {values!r}")
    return list(values)
