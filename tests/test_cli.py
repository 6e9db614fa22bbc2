"""The command `adut`."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import adut
from adut.cli import main


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0
    assert adut.__version__ in capsys.readouterr().out


def test_games_lists_presets_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert "isko_list_4" in capsys.readouterr().out
    assert main(["games", "skat"]) == 0
    shown = capsys.readouterr().out
    for name in adut.games.spec("skat").options.declared():
        assert f"  {name}: " in shown


def test_an_unknown_game_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "skaat"]) == 1
    shown = capsys.readouterr().err
    assert shown.startswith("adut: unknown game 'skaat' (did you mean 'skat'?)")
    assert shown.count("\n") == 1


@pytest.mark.parametrize("seed", range(4))
def test_play_asks_a_person(seed: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    state = adut.game("skat", rules="isko").new_state(seed=seed)
    answers: list[str] = []
    choices: list[str] = []

    class Person(io.StringIO):
        """Tries nonsense first, then takes the first of the choices that were last shown."""

        def readline(self, *_: object) -> str:
            shown = capsys.readouterr().out
            if "you may: " in shown:
                choices[:] = shown.rsplit("you may: ", 1)[1].splitlines()[0].split(", ")
            answers.append("nonsense" if not answers else choices[0])
            assert len(answers) < 100, "the game does not end"
            return answers[-1] + "\n"

    monkeypatch.setattr("sys.stdin", Person())
    assert main(["play", "skat", "--rules", "isko", "--seed", str(seed), "--seat", str(state.actor)]) == 0
    assert "deal over" in capsys.readouterr().out or answers


def test_play_can_be_left(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["play", "skat", "--rules", "isko", "--seed", "1", "--seat", "0"]) in (0, 130)


def test_evaluate_writes_its_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "skat", "random", "random", "--rules", "isko", "--deals", "20", "--out", str(tmp_path)]) == 0
    assert "random" in capsys.readouterr().out
    found = list(tmp_path.glob("*.json"))
    assert found
    assert json.loads(found[0].read_text())
