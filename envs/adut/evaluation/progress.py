"""Progress of a long computation on standard error: how much is done, how fast, and how long it will take."""

from __future__ import annotations

import importlib.util
import sys
import time
from types import TracebackType
from typing import Any

_EVERY_TERMINAL, _EVERY_FILE = 0.5, 10.0
"""Seconds between two reports, to a terminal and to a file."""


class Progress:
    """A progress report, drawn by rich where it is installed. Use it as a context manager.

    Args:
        total: how much there is to do.
        what: the unit, e.g. `deals`.
        shown: False to say nothing.
    """

    def __init__(self, total: int, what: str, shown: bool = True) -> None:
        self.total, self.what, self.shown = total, what, shown
        self._bar: Any = None
        self._start = self._last = time.monotonic()

    def __enter__(self) -> Progress:
        self._start = self._last = time.monotonic()
        if self.shown and sys.stderr.isatty() and importlib.util.find_spec("rich"):
            self._bar = _rich_bar()
            self._bar.start()
            self._task = self._bar.add_task(self.what, total=self.total, rate=f"- {self.what}/s")
        return self

    def update(self, done: float) -> None:
        """Report that so much is done."""
        if not self.shown:
            return
        now = time.monotonic()
        rate = done / max(now - self._start, 1e-9)
        if self._bar is not None:
            self._bar.update(self._task, completed=done, rate=f"{rate:,.0f} {self.what}/s")
            return
        terminal = sys.stderr.isatty()
        if now - self._last < (_EVERY_TERMINAL if terminal else _EVERY_FILE):
            return
        self._last = now
        left = (self.total - done) / rate if rate > 0 else 0
        line = f"{done:,.0f}/{self.total:,} {self.what}, {rate:,.0f}/s, {_clock(left)} left"
        print(f"\r{line:<70}" if terminal else line, end="" if terminal else "\n", file=sys.stderr, flush=True)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()
        elif self.shown and sys.stderr.isatty():
            print(f"\r{'':<70}\r", end="", file=sys.stderr, flush=True)


def _rich_bar() -> Any:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
