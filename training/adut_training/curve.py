"""The learning curve of a run as a picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from adut_training.checkpoint import EVALUATIONS, METRICS


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a file of JSON lines; empty if there is none. A last line that a kill has cut is passed over."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    rows = []
    for i, line in enumerate(lines):
        try:
            rows.append(json.loads(line))
        except ValueError:
            if i + 1 < len(lines):
                raise
    return rows


def draw_curve(folder: Path) -> Path | None:
    """Draw curve.png from a run's metrics.jsonl and evaluations.jsonl. Returns its path; None without matplotlib or rows."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        return None
    metrics, evaluations = read_rows(folder / METRICS), read_rows(folder / EVALUATIONS)
    if not metrics or not evaluations:
        return None
    figure = Figure(figsize=(10, 4), layout="constrained")
    FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2)
    deals = [row["deals"] / 1e3 for row in evaluations]
    for opponent in evaluations[-1]["against"]:
        found = [row["against"].get(opponent) for row in evaluations]
        known = [(x, row) for x, row in zip(deals, found, strict=True) if row]
        x = [at for at, _ in known]
        left.plot(x, [row["difference"] for _, row in known], marker=".", label=f"against {opponent}")
        left.fill_between(x, [row["low"] for _, row in known], [row["high"] for _, row in known], alpha=0.2)
    left.axhline(0, color="grey", linewidth=0.8)
    left.set(title="Points a seat and deal, ahead of the opponent", xlabel="thousand deals of self-play", ylabel="points")
    if evaluations[-1]["against"]:
        left.legend()
    x = [row["deals"] / 1e3 for row in metrics]
    right.plot(x, [row["entropy"] for row in metrics], label="entropy of the policy")
    right.plot(x, [row["explained_variance"] for row in metrics], label="variance explained by the critic")
    right.plot(x, [row["blank_deals"] for row in metrics], label="deals in which nobody scores")
    right.set(title="Self-play", xlabel="thousand deals of self-play")
    right.legend()
    path = folder / "curve.png"
    figure.savefig(path, dpi=120)
    return path
