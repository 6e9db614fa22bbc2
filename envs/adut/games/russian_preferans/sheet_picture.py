"""The score sheet of Russian Preferans as a picture: what people draw on paper, in SVG, without other libraries.

A square is divided among the players, each with his part before him. From the edge inwards a part has the whists that its
player has written, a field for each of the others on the side where that one sits, his pool, and his mountain; in the middle
stands the target. Players sit clockwise: with four at the bottom, on the left, at the top and on the right; with three at the
bottom, on the left and on the right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any
from unicodedata import east_asian_width

from adut.core.options import UNLIMITED
from adut.games.russian_preferans.seats import MAX_PLAYERS, RINGS

Point = tuple[float, float]

EDGE, POOL_EDGE, MOUNTAIN_EDGE, MIDDLE = 320, 220, 146, 66
"""Half the sides of the nested squares, and the radius of the circle in the middle."""
MARGIN = 44
"""Around the square, for names."""
SIZE = 2 * (EDGE + MARGIN)
HIGHEST, LOWEST = 26.0, 9.0
"""The heights of numbers, and of the smallest letters."""
NAME_ROOM = 340
"""The length of a side that a name may take; the corner below is for the caption."""

WHISTS_AT, POOL_AT, MOUNTAIN_AT = (EDGE + POOL_EDGE) / 2, (POOL_EDGE + MOUNTAIN_EDGE) / 2, (MOUNTAIN_EDGE + MIDDLE) / 2
"""How far from the middle the fields of a part are."""


def sheet_svg(sheet: Mapping[str, Any], names: Sequence[str] | None = None, target: int | None = None) -> str:
    """The picture of a sheet, as the text of an SVG file.

    Args:
        sheet: as `State.sheet` returns it; of `ring`, `deals` and `series` those that are there are shown.
        names: of the players by seat, any words; None takes player_0 and so on.
        target: the points that close a pool, -1 for an infinite pool, None to leave it out.
    """
    players = len(sheet["pool"])
    named = [f"player_{seat}" for seat in range(players)] if names is None else [str(name) for name in names]
    if len(named) != players:
        raise ValueError(f"names are {players} names, one for each player of the sheet, not {len(named)}")
    ring = RINGS[players][sheet.get("ring", 0)]
    parts = [_part(sheet, named, ring, place) for place in range(players)]
    half = SIZE / 2
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-half:g} {-half:g} {SIZE} {SIZE}" width="{SIZE}" height="{SIZE}"'
        ' font-family="DejaVu Sans, Verdana, sans-serif" text-anchor="middle">',
        "<title>Score sheet of Russian Preferans</title>",
        f'<rect x="{-half:g}" y="{-half:g}" width="{SIZE}" height="{SIZE}" fill="white"/>',
    ]
    lines = ['<g fill="none" stroke="black" stroke-width="1.5">', *_lines(players), "</g>"]
    texts = [*_middle(target), *_caption(sheet), *(text for part in parts for text in part)]
    return "\n".join([*head, *lines, *texts, "</svg>"]) + "\n"


# The lines.


def _lines(players: int) -> list[str]:
    squares = [
        f'<rect x="{-edge}" y="{-edge}" width="{2 * edge}" height="{2 * edge}"/>' for edge in (EDGE, POOL_EDGE, MOUNTAIN_EDGE)
    ]
    slant = MIDDLE / 2**0.5
    if players == MAX_PLAYERS:
        borders: list[tuple[Point, Point]] = [((x * slant, y * slant), (x * EDGE, y * EDGE)) for x in (-1, 1) for y in (-1, 1)]
        third = EDGE / 3
        for turns in range(4):
            borders += [(_turned((x, POOL_EDGE), turns), _turned((x, EDGE), turns)) for x in (-third, third)]
    else:
        borders = [((x * slant, slant), (x * EDGE, EDGE)) for x in (-1, 1)]
        borders += [((0, -MIDDLE), (0, -EDGE)), ((0, POOL_EDGE), (0, EDGE))]
        borders += [((x * POOL_EDGE, -POOL_EDGE), (x * EDGE, -EDGE)) for x in (-1, 1)]
    drawn = [f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"/>' for (x1, y1), (x2, y2) in borders]
    return [*squares, f'<circle r="{MIDDLE}"/>', *drawn]


def _turned(point: Point, turns: int) -> Point:
    """A point of the part at the bottom in the part so many places further clockwise."""
    x, y = point
    for _ in range(turns % 4):
        x, y = -y, x
    return x, y


# The numbers.


def _part(sheet: Mapping[str, Any], names: Sequence[str], ring: Sequence[int], place: int) -> list[str]:
    """The texts of a player's part; `place`: where he sits, clockwise from the bottom."""
    players, seat = len(ring), ring[place]
    turns = place if players == MAX_PLAYERS else (0, 1, 3)[place]
    is_beside = turns % 2 == 1
    texts = _field(_turned((0, POOL_AT), turns), "pool", sheet["pool"][seat], 64 if is_beside else 200)
    texts += _field(_turned((0, MOUNTAIN_AT), turns), "mountain", sheet["mountain"][seat], 66 if is_beside else 120)
    for step, at in enumerate(_whist_places(players, place), 1):
        other = ring[(place + step) % players]
        texts += _field(at, f"on {names[other]}", sheet["whists"][seat][other], 84 if abs(at[1]) < POOL_EDGE else 112)
    x, y = _turned((0, EDGE + MARGIN / 2), turns)
    turn = f' transform="rotate({-90 if x < 0 else 90} {x:g} {y:g})"' if is_beside else ""
    return [*texts, _text((x, y), names[seat], NAME_ROOM, 18, f' font-weight="bold"{turn}')]


def _whist_places(players: int, place: int) -> list[Point]:
    """Where a player's whists stand, on the next player clockwise first."""
    if players == MAX_PLAYERS:
        outer = (EDGE / 3 + WHISTS_AT) / 2
        return [_turned((x, WHISTS_AT), place) for x in (-outer, 0, outer)]
    at_the_top = WHISTS_AT / 2
    return [
        [(-WHISTS_AT / 2, WHISTS_AT), (WHISTS_AT / 2, WHISTS_AT)],
        [(-at_the_top, -WHISTS_AT), (-WHISTS_AT, 0.0)],
        [(WHISTS_AT, 0.0), (at_the_top, -WHISTS_AT)],
    ][place]


def _field(at: Point, label: str, number: int, room: float) -> list[str]:
    """A number below its label."""
    x, y = at
    return [
        _text((x, y - 18), label, room, 12, ' fill="#666666"'),
        _text((x, y + 8), str(number), room, HIGHEST),
    ]


def _text(at: Point, words: str, room: float, height: float, more: str = "") -> str:
    """Words around a point, small enough for their room; where they would be too small to read they are cut."""
    if _width(words) * LOWEST > room:
        while words and _width(words + "…") * LOWEST > room:
            words = words[:-1]
        words += "…"
    size = min(height, room / max(1.0, _width(words)))
    x, y = at
    return f'<text x="{x:g}" y="{y + 0.36 * size:g}" font-size="{size:.3g}"{more}>{escape(words)}</text>'


def _width(words: str) -> float:
    """About how wide words are, in the height of their letters."""
    return sum(1.1 if east_asian_width(letter) in "WF" else 0.82 if letter.isupper() else 0.64 for letter in words)


def _middle(target: int | None) -> list[str]:
    if target is None:
        return []
    return [_text((0, 0), "∞" if target == UNLIMITED else str(target), 1.7 * MIDDLE, 34)]


def _caption(sheet: Mapping[str, Any]) -> list[str]:
    """Deals and raspasovkas, in the corner below the square."""
    words = [f"{name} {sheet[key]}" for name, key in (("deals", "deals"), ("raspasovkas", "series")) if sheet.get(key)]
    if not words:
        return []
    place = f'x="{-SIZE / 2 + 8:g}" y="{SIZE / 2 - 10:g}"'
    return [f'<text {place} font-size="10" fill="#666666" text-anchor="start">{", ".join(words)}</text>']
