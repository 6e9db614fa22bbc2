"""`adut analyse`, and `search.analysis` under it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adut.cli import main
from tests.commands.deals import FALLS, STAYS

LEAD = 25
"""The lead from HA HQ is the 25th decision of the play."""


def analysed(capsys: pytest.CaptureFixture[str], deal: str, *arguments: str) -> dict[int, dict[str, Any]]:
    """The decisions of a deal by number."""
    assert main(["analyse", "preferans", "--deal", deal, "--json", *arguments]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    found = json.loads(line)
    assert found["unit"] == "points of the zero-sum payoff"
    return {decision["number"]: decision for decision in found["decisions"]}


def test_losses_of_an_ending_that_can_be_checked_by_eye(capsys: pytest.CaptureFixture[str]) -> None:
    """A trick more or less is 4 supe: the bare king saves two."""
    queen = analysed(capsys, FALLS.rstrip() + ", HQ", "--worlds", "0")[LEAD]
    assert (queen["actor"], queen["action"], queen["known"]) == (0, "play HQ", None)
    assert (queen["open"]["loss"], queen["open"]["best"]) == (8.0, ["play HA"])
    assert queen["open"]["values"]["play HA"] - queen["open"]["values"]["play HQ"] == 8.0
    ace = analysed(capsys, FALLS.rstrip() + ", HA", "--worlds", "0")[LEAD]
    assert (ace["open"]["loss"], ace["open"]["values"]) == (0.0, queen["open"]["values"])


def test_the_loss_as_known_does_not_move_when_unseen_cards_are_exchanged(capsys: pytest.CaptureFixture[str]) -> None:
    falls = analysed(capsys, FALLS.rstrip() + ", HQ", "--worlds", "12", "--seed", "5")
    stays = analysed(capsys, STAYS.rstrip() + ", HQ", "--worlds", "12", "--seed", "5")
    assert (falls[LEAD]["open"]["loss"], stays[LEAD]["open"]["loss"]) == (8.0, 0.0)
    mine = [number for number, decision in falls.items() if decision["actor"] == 0]
    assert len(mine) == 9
    for number in mine:
        assert falls[number]["known"] == stays[number]["known"]
    assert falls[LEAD]["known"]["loss"] > 0


def test_the_same_holds_for_calls_and_discards(capsys: pytest.CaptureFixture[str]) -> None:
    actions = "actions: bid, pass, pass, discard HQ, discard HA, declare spades"
    falls, stays = (analysed(capsys, deal.partition("contract")[0] + actions, "--worlds", "4") for deal in (FALLS, STAYS))
    mine = [number for number, decision in falls.items() if decision["actor"] == 0]
    assert [falls[number]["phase"] for number in mine] == ["auction", "discard", "discard", "declare"]
    for number in mine:
        assert falls[number]["known"] == stays[number]["known"]


def test_worlds_follow_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    deal = FALLS.rstrip() + ", HQ"
    first = analysed(capsys, deal, "--worlds", "3", "--seed", "1")
    assert first == analysed(capsys, deal, "--worlds", "3", "--seed", "1", "--threads", "1")
    assert first != analysed(capsys, deal, "--worlds", "3", "--seed", "2")


def test_people_see_losses_and_what_was_better(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "preferans", "--deal", FALLS.rstrip() + ", HQ", "--worlds", "6"]) == 0
    shown = capsys.readouterr().out
    (line,) = (line for line in shown.splitlines() if line.startswith(" 25. "))
    assert line.startswith(" 25. player_0  play HQ                   8.00 ")
    assert "open: play HA" in line
    assert "player_0: lost 8.00 with open hands" in shown
    assert "HA HQ declarer" in shown


def test_calls_are_judged_too(capsys: pytest.CaptureFixture[str]) -> None:
    deal = "seed: 4; dealer: 0; actions: pass, pass"
    decisions = analysed(capsys, deal, "--worlds", "4")
    assert [(each["phase"], each["action"]) for each in decisions.values()] == [("auction", "pass")] * 2
    assert set(decisions[1]["known"]["values"]) == set(decisions[1]["open"]["values"])
    assert len(decisions[1]["open"]["values"]) > 1


def test_cards_after_calls_can_be_played_best(capsys: pytest.CaptureFixture[str]) -> None:
    deal = "seed: 2; dealer: 0; actions: pass, pass"
    by_rule = analysed(capsys, deal, "--worlds", "2")
    solved = analysed(capsys, deal, "--worlds", "2", "--solve-calls")
    assert solved == analysed(capsys, deal, "--worlds", "2", "--solve-calls", "--threads", "1")
    assert list(solved) == list(by_rule)
    for number in solved:
        assert solved[number]["open"]["values"] != by_rule[number]["open"]["values"]
    assert solved[1]["known"]["values"] != by_rule[1]["known"]["values"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--deal", "seed: 1"], "nothing has been done in this deal"),
        (["--deal", "seed: 1; actions: follow"], "line 1, column 19: action"),
        (["--deal", "seed: 1; actions: pass", "--worlds", "-1"], "at least 0, not -1"),
        (["--deal", "seed: 1; actions: pass", "--seed", "-1"], "seed is a whole number"),
    ],
)
def test_what_is_refused(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "preferans", *arguments]) == 1
    assert message in capsys.readouterr().err
