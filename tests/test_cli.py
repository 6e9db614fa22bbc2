"""The command `adut`."""

from __future__ import annotations

import io
import json
import re
import shlex
import subprocess
import sys
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


def test_play_tells_no_secret(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is asked for declarations, and what he picks, he alone knows; what he announces is heard (belot.md, section 7)."""
    game = adut.game("belot", rules="bg_published", declaration_mode="decide")
    monkeypatch.setattr("adut.cli.adut.game", lambda *args, **options: game)
    shown = []

    def answer(prompt: str) -> str:
        shown.append(capsys.readouterr().out)
        choices = shown[-1].rsplit("you may: ", 1)[1].splitlines()[0].split(", ")
        return "pass" if "pass" in choices else choices[0]

    monkeypatch.setattr("builtins.input", answer)
    for seed in range(12):
        assert main(["play", "belot", "--seed", str(seed)]) == 0
    shown.append(capsys.readouterr().out)
    said = {line.split(": ", 1)[1] for line in "".join(shown).splitlines() if re.match("player_[123]: ", line)}
    assert not [text for text in said if text == "done" or text.startswith("declare ")]
    assert any(text.startswith("run of ") for text in said)
    assert any(text.startswith("play ") for text in said)


def test_a_record_that_cannot_be_written_is_refused_before_the_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "skat", "--record", str(tmp_path / "missing" / "deals")]) == 1
    assert capsys.readouterr().err.startswith("adut: cannot write ")


def test_an_evaluation_that_cannot_be_written_is_refused_before_it_begins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = tmp_path / "file"
    taken.write_text("")
    assert main(["evaluate", "skat", "random", "rule", "--deals", "1000000", "--out", str(taken)]) == 1
    assert capsys.readouterr().err.startswith("adut: cannot write into ")


def test_a_reader_may_stop_early() -> None:
    command = f"{shlex.quote(sys.executable)} -m adut.cli games skat | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Skat")
    assert done.stderr == ""


def test_evaluate_writes_its_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "skat", "random", "random", "--rules", "isko", "--deals", "20", "--out", str(tmp_path)]) == 0
    assert "random" in capsys.readouterr().out
    found = list(tmp_path.glob("*.json"))
    assert found
    assert json.loads(found[0].read_text())
