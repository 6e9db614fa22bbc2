"""`scripts/evaluate.py`: settings of configs/evaluate.yaml, overridden on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("hydra")

ROOT = Path(__file__).parents[2]


def script(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The script, run in a folder."""
    command = [sys.executable, str(ROOT / "scripts" / "evaluate.py"), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


def test_settings_arrive(tmp_path: Path) -> None:
    out = script(
        tmp_path,
        "policies=[random,rule,random]",
        "game=skat",
        "rules=isko",
        "players=4",
        "+game.options.jump_bids=false",
        "deals=4",
        "schedule=duels",
        "seed=3",
        "num_tables=5",
        "out=here",
    )
    assert out.returncode == 0, out.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here"]
    data = json.loads((tmp_path / "here" / "evaluation.json").read_text())
    assert (data["game"], data["rules"], data["players"], data["episode"]) == ("skat", "isko", 4, "deal")
    assert (data["deals"], data["schedule"], data["seed"], data["tables"]) == (4, "duels", 3, 24)
    assert data["options"]["jump_bids"] is False
    assert [standing["name"] for standing in data["standings"]] == ["random", "rule", "random#2"]
    assert out.stdout.startswith((tmp_path / "here" / "evaluation.txt").read_text())


def test_errors_are_one_line(tmp_path: Path) -> None:
    out = script(tmp_path, "policies=[rul]")
    assert out.returncode == 1
    assert out.stderr.strip().splitlines() == [
        "error: unknown agent 'rul' (did you mean 'rule'?); choose from random, rule, process, ismcts, pimc, greedy, "
        "or give the path of a checkpoint"
    ]
