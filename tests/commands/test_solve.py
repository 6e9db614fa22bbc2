"""`adut solve`."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import adut
from adut.cli import main
from adut.core.interpret import interpreted
from adut.search import solve
from tests.commands.deals import FALLS, STAYS

ISS_GAMES = Path(__file__).parents[1] / "data" / "skat" / "xskat_isko.iss"


def solved(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    """What a command line prints with --json."""
    assert main(["solve", *arguments, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The error of a command line."""
    assert main(["solve", *arguments]) == 1
    shown = capsys.readouterr()
    assert shown.err.startswith("adut: ")
    return shown.err


def test_an_ending_that_can_be_checked_by_eye(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(FALLS + "\n" + STAYS))
    falls, stays = solved(capsys, "preferans")
    assert falls["values"] == {"HQ": 8, "HA": 10}
    assert (falls["value"], falls["best"], falls["unit"], falls["counted"]) == (10, ["HA"], "tricks", [0])
    assert stays["values"] == {"HQ": 9, "HA": 9}
    assert stays["best"] == ["HQ", "HA"]


def test_people_see_the_table_and_the_best_card_marked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "deal.txt"
    path.write_text(FALLS)
    assert main(["solve", "preferans", "--file", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "* player_0 forehand HA HQ declarer" in shown
    assert "player_0 to play: tricks of player_0 in the end; player_0 wants many\n* HA    10\n  HQ     8\nvalue 10, " in shown


def test_a_deal_played_to_its_end_is_solved_at_its_first_card(capsys: pytest.CaptureFixture[str]) -> None:
    ended = FALLS.rstrip() + ", HA, HK, H8, HQ, CA, HJ"
    (found,) = solved(capsys, "preferans", "--deal", ended)
    (begun,) = solved(capsys, "preferans", "--deal", FALLS.partition("actions")[0])
    assert found == begun
    assert found["value"] == 9  # player_1 can keep a small heart beside his king


def test_goal_and_limit(capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = solved(capsys, "preferans", "--deal", FALLS, "--goal", "9")
    assert (found["value"], found["values"]) == (1, {"HQ": 0, "HA": 1})
    assert main(["solve", "preferans", "--seed", "1", "--limit", "10"]) == 1
    assert "given up after 1" in capsys.readouterr().out


@pytest.mark.parametrize("name", adut.GAMES)
def test_a_random_deal_of_each_game(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = solved(capsys, name, "--seed", "3")
    expected = solve(interpreted(adut.game(name)).new_state(seed=3, start="play"))
    assert found["value"] == expected.value
    assert list(found["values"].values()) == list(expected.values.values())
    assert set(found["best"]) <= set(found["values"])


def test_null_is_counted_in_tricks_that_the_defenders_want(capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = solved(capsys, "skat", "--deal", "seed: 1; contract: null; declarer: 1")
    assert (found["unit"], found["counted"], found["wanting"]) == ("tricks", [1], [0, 2])
    (found,) = solved(capsys, "skat", "--deal", "seed: 1; contract: grand; declarer: 1", "--tricks", "--goal", "10")
    assert (found["unit"], found["goal"], found["counted"], found["wanting"]) == ("tricks", 10, [1], [1])


def test_games_of_the_skat_server(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "games.iss"
    path.write_text("".join(ISS_GAMES.read_text().splitlines(keepends=True)[:2]))
    found = solved(capsys, "skat", "--rules", "isko", "--file", str(path), "--goal", "61")
    assert [each["rules"] for each in found] == ["isko", "isko"]


def test_what_is_refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert "no deal was given: give its text with --deal" in refused(capsys, "skat")
    assert "no card is due yet: after these actions, in the phase 'auction'" in refused(capsys, "skat", "--deal", "seed: 1")
    assert "this deal was over before a card" in refused(capsys, "skat", "--deal", "seed: 1; actions: pass, pass, pass")
    assert "cannot read nowhere.txt" in refused(capsys, "skat", "--file", "nowhere.txt")
    assert "not both" in refused(capsys, "skat", "--deal", "seed: 1", "--file", "x")
    assert "only one of them" in refused(capsys, "skat", "--deal", "seed: 1", "--seed", "1")
    assert "at least 1, not 0" in refused(capsys, "skat", "--seed", "1", "--limit", "0")
    assert "an option is NAME=VALUE" in refused(capsys, "skat", "--seed", "1", "-o", "x")
    assert "unknown rules 'isk'" in refused(capsys, "skat", "--seed", "1", "--rules", "isk")


def test_nothing_is_compiled_but_the_solver() -> None:
    script = (
        "import sys; from adut.cli import main; from adut.core import rule; main(sys.argv[1:]); "
        "print(*{each.py_func.__module__ for each in rule._dispatchers if each.signatures}, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "solve", "preferans", "--seed", "1", "--goal", "6"],
        capture_output=True,
        text=True,
        env=os.environ,
        check=True,
    )
    modules = {name for name in done.stderr.split() if name.startswith("adut.")}
    assert "adut.search.solver_deals" in modules
    assert not any("player" in name or name.endswith((".rules", "core.table", ".scoring", ".observation")) for name in modules)
