"""The tables of bela.md that only Bela has. Each function is given the one that lays a table out."""

from __future__ import annotations

from collections.abc import Callable

from adut.core.cards import RANK_LETTERS
from adut.games.belote_cards import PLAIN_ORDER, PLAIN_POINTS, TRUMP_ORDER, TRUMP_POINTS
from adut.games.declarations import FOUR_POINTS, RUN_POINTS

Table = Callable[..., str]


def card_points(markdown: Table) -> str:
    """Order and points of the ranks as trumps and in plain suits."""
    rows = []
    for name, order, points in (("trumps", TRUMP_ORDER, TRUMP_POINTS), ("plain suit", PLAIN_ORDER, PLAIN_POINTS)):
        ranks = sorted(range(8), key=lambda rank: -order[rank])
        rows.append([name, *(f"{RANK_LETTERS[rank]} {points[rank]}" for rank in ranks), sum(points)])
    return markdown(["from high to low", *[""] * 8, "sum"], rows)


def declarations(markdown: Table) -> str:
    """What declarations are worth."""
    rows = [[f"four {RANK_LETTERS[rank]}", points] for rank, points in sorted(FOUR_POINTS.items(), key=lambda four: -four[1])]
    rows += [[f"run of {length}", points] for length, points in sorted(RUN_POINTS.items(), reverse=True)]
    return markdown(["declaration", "points"], rows)
