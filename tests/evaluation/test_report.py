"""What an evaluation shows and writes."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

import pytest

import adut
from adut.evaluation import Evaluation, Progress, evaluate, run

from .helpers import Cautious


@pytest.fixture(scope="module")
def outcome() -> Evaluation:
    """Three policies, one name twice."""
    return evaluate(adut.game("skat", rules="isko_list_3"), ["random", Cautious(90), "random"], 30, seed=4)


def test_text(outcome: Evaluation) -> None:
    text = outcome.to_text()
    assert text.startswith("skat, rules isko_list_3, 3 players: 30 deals at 18 tables each (duels, seed 4)")
    for words in (
        "random#2",
        "Elo",
        "row less the column",
        "cautious 90 alone against random",
        "as declarer (passed in:",
    ):
        assert words in text
    assert f"{outcome.pairs[0].points}" in text
    assert max(map(len, text.splitlines())) < 160


def test_json(outcome: Evaluation) -> None:
    data = json.loads(json.dumps(outcome.to_dict(), allow_nan=False))
    assert [standing["name"] for standing in data["standings"]] == ["random", "cautious 90", "random#2"]
    assert data["pairs"][0]["points"]["mean"] == outcome.pairs[0].points.mean
    assert data["options"]["jump_bids"] is True
    assert (data["game"], data["deals"], data["tables"], data["seed"]) == ("skat", 30, 18, 4)
    assert "results" not in data


def test_files(outcome: Evaluation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    paths = outcome.save(tmp_path / "a")
    assert [path.name for path in paths] == ["evaluation.json", "evaluation.txt", "evaluation.png"]
    assert paths[2].read_bytes().startswith(b"\x89PNG")
    assert paths[1].read_text() == outcome.to_text() + "\n"
    assert json.loads(paths[0].read_text()) == outcome.to_dict()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert [path.name for path in outcome.save(tmp_path / "b")] == ["evaluation.json", "evaluation.txt"]
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r"pip install 'adut\[render\]'"):
        outcome.plot(tmp_path / "c.png")


def test_one_deal_has_no_interval(tmp_path: Path) -> None:
    single = evaluate(adut.game("skat"), ["random", Cautious(50)], 1)
    assert math.isnan(single.pairs[0].points.low)
    assert single.to_dict()["pairs"][0]["points"]["low"] is None
    assert "nan" in single.to_text()
    assert single.save(tmp_path)


def test_one_policy_alone() -> None:
    single = evaluate(adut.game("skat"), ["random"], 20)
    assert single.pairs == ()
    assert single.standings[0].rating is None
    assert "Elo" not in single.to_text()
    assert single.standings[0].payoff.mean == 0


def test_matches() -> None:
    game = adut.game("skat", rules="isko_list_3", episode="match", n_deals=3)
    outcome = evaluate(game, [Cautious(90), "random"], 5)
    first, second = outcome.standings
    assert first.rank is not None
    assert second.rank is not None
    assert -1 <= second.rank.mean < 0 < first.rank.mean <= 1
    assert first.profile is None
    assert "scores a seat and match" in outcome.to_text()
    assert "rank" in outcome.to_text()


def test_run_prints_and_saves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = {"jump_bids": False}
    outcome = run(["random"], "skat", rules="isko", options=options, deals=5, out=tmp_path, progress=False)
    assert outcome.options["jump_bids"] is False
    printed = capsys.readouterr().out
    assert printed.startswith(outcome.to_text())
    assert str(tmp_path / "evaluation.json") in printed


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (dict(policies="random"), "policies is a list of names, not 'random'"),
        (dict(policies=["rul"]), r"unknown agent 'rul' \(did you mean 'rule'\?\)"),
        (dict(policies=["random"], deals=0), "deals is a whole number from 1"),
        (dict(policies=["random"], num_tables=0), "num_tables is a whole number from 1"),
        (dict(policies=["random"], seed=-1), "seed is a whole number from 0"),
    ],
)
def test_what_is_refused(settings: dict, words: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(adut.AdutError, match=words):
        evaluate(adut.game("skat"), **settings)


def test_progress_to_a_file(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every ten seconds a line with what is done, the rate and the time left."""
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    for shown in (True, False):
        with Progress(1000, "deals", shown) as progress:
            for done in range(0, 1000, 100):
                now[0] += 4.0
                progress.update(done)
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        "200/1,000 deals, 17/s, 0:00:48 left",
        "500/1,000 deals, 21/s, 0:00:24 left",
        "800/1,000 deals, 22/s, 0:00:09 left",
    ]
