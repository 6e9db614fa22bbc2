"""The score sheet of Russian Preferans as it is drawn on paper: each player's part before him, with whists, pool and mountain.

The lines of a part: whose it is, the whists that he has written against each other player, his pool, his mountain. Players sit
clockwise: with four at the bottom, on the left, at the top and on the right; with three at the bottom, on the left and on the
right. In the middle stands the target.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adut.core.options import UNLIMITED
from adut.games.russian_preferans.seats import RINGS

HEIGHT = 15
"""Rows between the borders; the parts of four players meet in the middle."""
PART = 4
"""Rows of a part."""
MIDDLE = HEIGHT // 2


def part_of(sheet: Mapping[str, Any], seat: int) -> list[str]:
    """The lines of a player's part, from the edge of the sheet inwards."""
    whists = " ".join(f"{other}:{sheet['whists'][seat][other]}" for other in range(len(sheet["pool"])) if other != seat)
    return [f"player_{seat}", f"whists {whists}", f"pool {sheet['pool'][seat]}", f"mountain {sheet['mountain'][seat]}"]


def sheet_text(sheet: Mapping[str, Any], target: int) -> list[str]:
    """The drawing, line by line.

    Args:
        sheet: as `State.sheet` returns it.
        target: the points that close a pool, -1 for an infinite pool.
    """
    players = len(sheet["pool"])
    parts = [part_of(sheet, seat) for seat in RINGS[players][sheet["ring"]]]
    longest = max(len(line) for part in parts for line in part)
    width = max(61, 3 * (longest + 4)) | 1
    rows = [[" "] * width for _ in range(HEIGHT)]
    _draw_lines(rows, players)
    bottom, left, right = parts[0], parts[1], parts[-1]
    for step in range(PART):
        side_row = MIDDLE - PART // 2 + step if players == 4 else 2 + step
        _write(rows[HEIGHT - 1 - step], bottom[step], (width - len(bottom[step])) // 2)
        _write(rows[side_row], left[step], 1)
        _write(rows[side_row], right[step], width - 1 - len(right[step]))
        if players == 4:
            _write(rows[step], parts[2][step], (width - len(parts[2][step])) // 2)
    goal = " pool without end " if target == UNLIMITED else f" {target} "
    _write(rows[MIDDLE], goal, (width - len(goal)) // 2)
    border = "+" + "-" * width + "+"
    return [border, *(f"|{''.join(row)}|" for row in rows), border]


def _draw_lines(rows: list[list[str]], players: int) -> None:
    """Four lines from the corners to the middle, or two from below and one from above."""
    width = len(rows[0])
    for y, row in enumerate(rows):
        x = round((y + 0.5) * width / HEIGHT - 0.5)
        if players == 3 and y < MIDDLE:
            row[width // 2] = "|"
        else:
            row[x], row[width - 1 - x] = "\\", "/"


def _write(row: list[str], text: str, start: int) -> None:
    row[start : start + len(text)] = text
