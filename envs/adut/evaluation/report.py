"""The outcome of an evaluation as text and as a picture."""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from adut.evaluation.statistics import Interval

if TYPE_CHECKING:
    from adut.evaluation.evaluate import Evaluation, Pair, Profile

_SHORT = 28
"""Longest name in a table."""


def to_text(outcome: Evaluation) -> str:
    """Tables for a terminal."""
    unit = "match" if outcome.episode == "match" else "deal"
    speed = outcome.deals / outcome.seconds if outcome.seconds > 0 else math.inf
    sheets = f", {outcome.sheet} sheets" if outcome.sheet else ""
    lines = [
        f"{outcome.game}, rules {outcome.rules}, {outcome.players} players: {outcome.deals:,} {_plural(unit)} at "
        f"{outcome.tables} {'table' if outcome.tables == 1 else 'tables'} each "
        f"({outcome.schedule}, seed {outcome.seed}{sheets}), {outcome.seconds:.1f} s, {speed:,.0f} {_plural(unit)}/s",
        "",
        f"scores a seat and {unit}, with 95 % intervals over {_plural(unit)}",
    ]
    header = ["policy", "points", "zero-sum"]
    header += ["rank"] if unit == "match" else []
    header += ["Elo"] if outcome.pairs else []
    rows = []
    for standing in outcome.standings:
        row = [_name(standing.name), str(standing.points), str(standing.payoff)]
        row += [str(standing.rank)] if standing.rank is not None else []
        row += [_whole(standing.rating)] if standing.rating is not None else []
        rows.append(row)
    lines += _table([header, *rows])
    if outcome.pairs:
        lines += ["", f"points a seat and {unit}: the row less the column", *_cross_table(outcome)]
        lines += [
            "",
            *_table([["pair", "difference", "zero-sum", f"{_plural(unit)} won : drawn : lost"], *_duels(outcome)]),
        ]
    single = [
        [f"{_name(name)} alone against {_name(_other(pair, name))}", f"{mine:+.2f}", f"{theirs:+.2f}", str(interval)]
        for pair in outcome.pairs
        for name, (mine, theirs, interval) in pair.alone.items()
    ]
    if single:
        lines += ["", *_table([["one against the others", "its points", "theirs", "difference"], *single])]
    profiles = [(standing.name, standing.profile) for standing in outcome.standings if standing.profile is not None]
    if profiles:
        lines += ["", "as declarer" + _passed_in(outcome.passed_in), *_profiles(profiles)]
    return "\n".join(lines)


def _plural(unit: str) -> str:
    return "matches" if unit == "match" else "deals"


def _other(pair: Pair, name: str) -> str:
    return pair.second if name == pair.first else pair.first


def _passed_in(share: float | None) -> str:
    return "" if share is None else f" (passed in: {100 * share:.1f} % of the tables)"


def _name(name: str) -> str:
    return name if len(name) <= _SHORT else "..." + name[3 - _SHORT :]


def _whole(interval: Interval) -> str:
    return f"{interval.mean:+.0f} [{interval.low:+.0f}, {interval.high:+.0f}]"


def _duels(outcome: Evaluation) -> list[list[str]]:
    return [
        [
            f"{_name(pair.first)} - {_name(pair.second)}",
            str(pair.points),
            str(pair.payoff),
            f"{pair.wins} : {pair.draws} : {pair.losses}",
        ]
        for pair in outcome.pairs
    ]


def _matrix(outcome: Evaluation) -> dict[tuple[str, str], float]:
    """The difference of every ordered pair."""
    cells = {}
    for pair in outcome.pairs:
        cells[pair.first, pair.second] = pair.points.mean
        cells[pair.second, pair.first] = -pair.points.mean if pair.points.mean else 0.0
    return cells


def _cross_table(outcome: Evaluation) -> list[str]:
    names = [standing.name for standing in outcome.standings]
    cells = _matrix(outcome)
    rows = [["", *(_name(name) for name in names)]]
    for row in names:
        rows.append([_name(row), *(f"{cells[row, column]:+.2f}" if (row, column) in cells else "." for column in names)])
    return _table(rows)


def _profiles(profiles: Sequence[tuple[str, Profile]]) -> list[str]:
    first = profiles[0][1]
    rows = [["policy", "declarer", "won", *first.shares, *first.means]]
    for name, profile in profiles:
        row = [_name(name), _share(profile.declared, profile.deals), _share(profile.won, profile.declared)]
        row += ["." if math.isnan(share) else f"{100 * share:.1f} %" for share in profile.shares.values()]
        row += ["." if math.isnan(mean) else f"{mean:+.1f}" for mean in profile.means.values()]
        rows.append(row)
    lines = _table(rows)
    for fact in first.labels:
        names = list(dict.fromkeys(label for _, profile in profiles for label in profile.labels[fact]))
        rows = [[f"{fact} (won)", *names]]
        for name, profile in profiles:
            counts = profile.labels[fact]
            cells = [counts.get(label, (0, 0)) for label in names]
            shares = [f"{_share(count, profile.declared)} ({_share(won, count)})" for count, won in cells]
            rows.append([_name(name), *shares])
        lines += ["", *_table(rows)]
    return lines


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "."


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns, the first flush left and the others right; a line under the first row."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]).rstrip()
        for row in rows
    ]
    return [lines[0], "-" * (sum(widths) + 2 * (len(widths) - 1)), *lines[1:]]


def can_plot() -> bool:
    """Whether matplotlib is installed."""
    return importlib.util.find_spec("matplotlib") is not None


def plot(outcome: Evaluation, path: str | Path) -> None:
    """Draw points with intervals and the cross table. Raises ImportError without matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError("pictures need matplotlib: pip install 'adut[render]'") from error
    names = [_name(standing.name) for standing in outcome.standings]
    keys = [standing.name for standing in outcome.standings]
    places = range(len(names))
    unit = "match" if outcome.episode == "match" else "deal"
    height = 1.6 + 0.5 * len(names)
    figure = Figure(figsize=(11 if outcome.pairs else 6, max(height, 3.0)), layout="constrained")
    axes = figure.subplots(1, 2 if outcome.pairs else 1, squeeze=False)[0]

    means = [standing.points.mean for standing in outcome.standings]
    half = [0.0 if math.isnan(s.points.high) else s.points.high - s.points.mean for s in outcome.standings]
    axes[0].errorbar(means, places, xerr=half, fmt="o", capsize=4)
    axes[0].set_yticks(places, names)
    axes[0].set_ylim(len(names) - 0.5, -0.5)
    axes[0].set_xlabel(f"official points a seat and {unit}, 95 %")
    axes[0].grid(axis="x", alpha=0.3)

    if outcome.pairs:
        cells = _matrix(outcome)
        values = [[cells.get((row, column), math.nan) for column in keys] for row in keys]
        most = max((abs(value) for value in cells.values()), default=0.0) or 1.0
        axes[1].imshow(values, cmap="RdBu", vmin=-most, vmax=most)
        axes[1].set_xticks(places, names, rotation=30, ha="right")
        axes[1].set_yticks(places, names)
        axes[1].set_title(f"points a seat and {unit}: row less column", fontsize=10)
        for i in places:
            for j in places:
                if (keys[i], keys[j]) in cells:
                    shade = "white" if abs(values[i][j]) > 0.6 * most else "black"
                    axes[1].text(j, i, f"{values[i][j]:+.1f}", ha="center", va="center", color=shade)
    figure.suptitle(
        f"{outcome.game}, rules {outcome.rules}: {outcome.deals:,} duplicate {_plural(unit)}, {outcome.schedule}",
        fontsize=11,
    )
    figure.savefig(path, dpi=150)
