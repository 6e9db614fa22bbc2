"""Rules never count from the end of an array, nor look behind it: compiled, they would read or write what lies there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from adut.games import GAMES

SCRIPT = Path(__file__).with_name("checked_indexes.py")


@pytest.mark.parametrize("name", GAMES)
def test_indexes_lie_within_the_arrays(name: str) -> None:
    uncompiled = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    played = subprocess.run([sys.executable, str(SCRIPT), name], env=uncompiled, capture_output=True, text=True, check=True)
    assert played.stdout == ""
