"""`adut play --record`."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from adut.cli import main
from adut.commands.deal_text import game_of, read_deals, state_of


def test_a_deal_that_was_played_can_be_read_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    choices: list[str] = []

    class Person(io.StringIO):
        """Takes the first of the choices that were last shown."""

        def readline(self, *_: object) -> str:
            shown = capsys.readouterr().out
            choices[:] = shown.rsplit("you may: ", 1)[1].splitlines()[0].split(", ")
            return choices[0] + "\n"

    monkeypatch.setattr("sys.stdin", Person())
    path = tmp_path / "played.txt"
    for seed in (1, 2):
        arguments = ["play", "belot", "--opponent", "random", "--seed", str(seed), "--record", str(path)]
        assert main(arguments) == 0
    deals = list(read_deals(path.read_text().splitlines()))
    assert [deal.facts["seed"].text for deal in deals] == ["1", "2"]
    assert all(state_of(deal, game_of(deal, "belot", None, None, {})).is_over for deal in deals)
    assert main(["play", "belot", "--match", "--record", str(path)]) == 1
