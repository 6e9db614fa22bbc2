"""Pictures of tables: the text of a table as a terminal would show it. Needs the extra adut[render]."""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray

from adut.core.state import State

COLUMNS, ROWS = 112, 32
"""Characters in a line and lines in a picture: all pictures have one size, as films need it, unless a text has more lines."""
WIDTH, HEIGHT = 8, 17
"""Pixels of a character with the space around it."""
FONT_SIZE = 12.8
"""In pixels: a character of the font is 0.6 of it wide."""


def picture(state: State, seat: int | None = None) -> NDArray[np.uint8]:
    """A table as a picture, uint8 of shape (height, width, 3): everything, or what a seat may see."""
    lines = [part for line in state.to_text(seat).splitlines() for part in _wrap(line)]
    size = WIDTH * (COLUMNS + 2), HEIGHT * (max(len(lines), ROWS) + 1)
    figure = Figure(figsize=(size[0] / 72, size[1] / 72), dpi=72, facecolor="white")
    for number, line in enumerate(lines):
        y = 1 - HEIGHT * (number + 1) / size[1]
        figure.text(WIDTH / size[0], y, line, fontsize=FONT_SIZE, family="DejaVu Sans Mono", va="center", parse_math=False)
    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    drawn: NDArray[np.uint8] = np.asarray(canvas.buffer_rgba())[:, :, :3].copy()
    return drawn


def _wrap(line: str) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.wrap(line, COLUMNS, subsequent_indent=indent, drop_whitespace=False) or [""]
