"""What a run says while it goes: JSON lines, TensorBoard, live progress, evaluations, a learning curve."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from types import TracebackType
from typing import Any

from adut import Game
from adut.agents import close, make
from adut.core.state import check_number
from adut.evaluation import Evaluation, evaluate
from adut_training.checkpoint import EVALUATIONS, METRICS, write_atomically
from adut_training.curve import draw_curve
from adut_training.policy import LearnedAgent
from adut_training.ppo import Trainer
from adut_training.settings import check_minutes, check_texts

SETTINGS = ("opponents", "deals", "final_deals", "minutes", "live", "tensorboard")
"""What the configuration group `report` may name."""
_OTHER_DEALS = 1 << 62
"""Evaluations take the run's seed with this bit flipped, so that they play other deals than the training."""
_LINE_SECONDS = 15.0
"""Between two lines of progress, where there is no terminal to draw on."""


class Reporter:
    """Called after every update with the trainer; use it as a context manager, and call `begin` first.

    Args:
        game: what is trained.
        folder: of the run. Nothing is written before `begin`.
        opponents: agents to evaluate against, by name.
        deals: how many deals (or matches) each evaluation on the way takes, at six tables each for a game of three.
        final_deals: the same of the one at the end.
        minutes: between two evaluations; 0: only at the end.
        live: whether to show progress.
        tensorboard: whether to write events for TensorBoard.
        sheet: the match sheets of the evaluations, None or `random`.

    Raises:
        AdutError: an opponent that is unknown or does not play the game, or a number out of its range.
    """

    def __init__(
        self,
        game: Game,
        folder: Path,
        *,
        opponents: Sequence[str] = ("random", "rule"),
        deals: int = 200,
        final_deals: int = 2000,
        minutes: float = 5.0,
        live: bool = True,
        tensorboard: bool = True,
        sheet: str | None = None,
    ) -> None:
        self.game, self.folder, self.opponents = game, folder, check_texts("report.opponents", opponents)
        for name in self.opponents:
            close([make(name, game)])
        self.deals = check_number("report.deals", deals, 1, 10**9)
        self.final_deals = check_number("report.final_deals", final_deals, 1, 10**9)
        self.minutes, self.live, self.sheet = check_minutes("report.minutes", minutes), live, sheet
        self._tensorboard = tensorboard
        self._writer: Any = None
        self._bar: Any = None
        self._begun = self._evaluated = self._said = time.monotonic()
        self._done_before = 0.0

    def __enter__(self) -> Reporter:
        if self.live and sys.stderr.isatty():
            self._bar = _bar()
            self._bar.start()
            self._task = self._bar.add_task("training", total=1.0, what="")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()
        if self._writer is not None:
            self._writer.close()

    def __call__(self, trainer: Trainer) -> None:
        self._write(METRICS, _position(trainer) | {name: _rounded(x) for name, x in trainer.progress.metrics.items()})
        if self._writer is not None:
            for name, value in trainer.progress.metrics.items():
                self._writer.add_scalar(f"train/{name}", value, trainer.progress.decisions)
        if self.minutes and time.monotonic() - self._evaluated > 60 * self.minutes and trainer.progress.done < 1:
            self.evaluate(trainer)
        self._show(trainer)

    def begin(self, trainer: Trainer) -> None:
        """Drop what was written after the checkpoint from which a run goes on, and open the logs."""
        for name in (METRICS, EVALUATIONS):
            self._cut(name, trainer.progress.iteration)
        self._begun, self._done_before = time.monotonic(), trainer.progress.done
        if self._tensorboard:
            from torch.utils.tensorboard import SummaryWriter

            self._writer = SummaryWriter(str(self.folder / "tensorboard"), purge_step=trainer.progress.decisions + 1)

    def _cut(self, name: str, last: int) -> None:
        """Drop the rows of a log after an iteration, and one that a kill left incomplete."""
        path = self.folder / name
        if path.exists():
            kept = [line for line in path.read_text(encoding="utf-8").splitlines() if _iteration(line) <= last]
            write_atomically(path, "".join(line + "\n" for line in kept).encode())

    def _write(self, name: str, row: Mapping[str, Any]) -> None:
        with (self.folder / name).open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def evaluate(self, trainer: Trainer, deals: int | None = None) -> list[Evaluation]:
        """Play the present policy against the opponents, write the outcome and draw the curve anew.

        One of the same update that was written before is replaced: a finished run was resumed.
        """
        agent = LearnedAgent(trainer.network.policy, "learned", device=str(trainer.device))
        seed = trainer.config.seed ^ _OTHER_DEALS
        outcomes = [
            evaluate(self.game, [agent, other], deals or self.deals, seed=seed, sheet=self.sheet) for other in self.opponents
        ]
        trainer.network.train()
        row = _position(trainer) | {"against": {}}
        for other, outcome in zip(self.opponents, outcomes, strict=True):
            pair, profile = outcome.pairs[0], outcome.standings[0].profile
            row["against"][other] = {
                "points": outcome.standings[0].points.mean,
                "difference": pair.points.mean,
                "low": pair.points.low,
                "high": pair.points.high,
                "deals": outcome.deals,
                "passed_in": outcome.passed_in,
                "declared": profile.declared / max(1, profile.deals) if profile else None,
                "won": profile.won / max(1, profile.declared) if profile else None,
            }
            if self._writer is not None:
                for name, value in row["against"][other].items():
                    if value is not None:
                        self._writer.add_scalar(f"against_{other}/{name}", value, trainer.progress.decisions)
        self._cut(EVALUATIONS, trainer.progress.iteration - 1)
        self._write(EVALUATIONS, row)
        draw_curve(self.folder)
        self._evaluated = time.monotonic()
        if self.live:
            self._say(_evaluation_text(row))
        return outcomes

    def _show(self, trainer: Trainer) -> None:
        if not self.live:
            return
        if self._bar is not None:
            self._bar.update(self._task, completed=trainer.progress.done, what=_progress_text(trainer))
        elif time.monotonic() - self._said > _LINE_SECONDS or trainer.progress.iteration == 1:
            self._said = time.monotonic()
            self._say(f"{100 * trainer.progress.done:5.1f} %  left {self._left(trainer)}  {_progress_text(trainer)}")

    def _left(self, trainer: Trainer) -> timedelta:
        """The time left, if the run goes on as fast as it has since it began or was resumed."""
        done = trainer.progress.done
        seconds = (time.monotonic() - self._begun) * (1 - done) / max(1e-9, done - self._done_before)
        return timedelta(seconds=round(seconds))

    def _say(self, text: str) -> None:
        if self._bar is not None:
            self._bar.console.print(text, highlight=False)
        else:
            print(text, file=sys.stderr, flush=True)


def _bar() -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (
        BarColumn(20),
        TextColumn("{task.percentage:4.1f} %"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[what]}"),
    )
    return Progress(*columns, console=Console(stderr=True))


def _position(trainer: Trainer) -> dict[str, Any]:
    progress = trainer.progress
    return {
        "iteration": progress.iteration,
        "decisions": progress.decisions,
        "deals": progress.deals,
        "seconds": round(progress.seconds, 2),
    }


def _rounded(value: float) -> float | None:
    """Six digits; None for what JSON does not know."""
    return float(f"{value:.6g}") if math.isfinite(value) else None


def _iteration(line: str) -> float:
    """The iteration of a row; infinite for one that a kill left incomplete."""
    try:
        return float(json.loads(line)["iteration"])
    except (ValueError, TypeError, KeyError):
        return math.inf


def _progress_text(trainer: Trainer) -> str:
    progress, metrics = trainer.progress, trainer.progress.metrics
    return (
        f"{progress.decisions / 1e6:.1f} M decisions, {progress.deals / 1e3:,.0f} k deals, "
        f"{metrics['decisions_per_second']:,.0f} decisions/s, {metrics['deals_per_second']:,.0f} deals/s, "
        f"entropy {metrics['entropy']:.2f}, explained {metrics['explained_variance']:.2f}, "
        f"nobody scores in {100 * metrics['blank_deals']:.1f} %, environment {100 * metrics['time_environment']:.0f} % of time"
    )


def _evaluation_text(row: Mapping[str, Any]) -> str:
    parts = []
    for other, found in row["against"].items():
        text = f"against {other} {found['difference']:+.1f} [{found['low']:+.1f}, {found['high']:+.1f}] points a deal"
        if found["won"] is not None:
            text += f" (declarer {100 * found['declared']:.0f} %, won {100 * found['won']:.0f} %)"
        parts.append(text)
    return f"after {row['deals'] / 1e3:,.0f} k deals: " + "; ".join(parts)


def write_json(path: Path, value: Any) -> None:
    """Write JSON for people to read, replacing the file in one step."""
    write_atomically(path, (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode())
