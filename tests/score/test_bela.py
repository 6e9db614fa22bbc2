"""Sections 8 to 10 and 14 of the rules of Bela: the score keeper."""

import pytest
from scripts import check_keeper

import adut

from . import helpers

DATA = helpers.load("bela.toml")
EXAMPLES = helpers.load("../rules/bela/examples.toml")["case"]
OUTCOMES = {"pass": "made", "fall": "fell", "hang": "hung"}
EXPECTED = ("dealer", "written", "totals", "pot", "match", "winner")


def keeper_for(case):
    options = dict(case.get("options", {}))
    return adut.score_keeper("bela", players=options.pop("players", None), **options)


def with_blanks(row):
    """A row of data in which -1 stands for points that are left out."""
    return {**row, "cards": [None if n == -1 else n for n in row["cards"]]} if "cards" in row else row


def turned(values, sides):
    """A list that begins with the caller, by side, for each side as the caller."""
    for caller in range(sides):
        yield caller, [[value[(side - caller) % sides] for side in range(sides)] for value in values]


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case["number"])
def test_8_6_examples(case):
    """Whichever side calls, with all points given or one left out."""
    sides = len(case["K"])
    players = case.get("players", 4 if sides == 2 else 3)
    keeper = adut.score_keeper("bela", players=players, **case.get("options", {}))
    zeros = [0] * sides
    lists = (case["K"], case.get("D", zeros), case.get("B", zeros), case.get("tricks", [1] * sides), case["scores"])
    for caller, (cards, declared, belas, tricks, scores) in turned(lists, sides):
        fields = dict(
            caller=caller,
            declared=tuple(declared),
            bela=belas.index(20) if 20 in belas else None,
            trickless=tuple(side for side in range(sides) if tricks[side] == 0),
        )
        opponents = sorted((tricks[side], side) for side in range(sides) if side != caller)
        if sides == 3 and opponents[-1][0] > opponents[0][0]:
            fields["more_tricks"] = opponents[-1][1]
        sheet = vars(keeper.scorer.open((caller - 1) % players)) | {"pot": case.get("pot_before", 0)}
        sheet = type(keeper.scorer.open(0))(**sheet)
        left_out = range(sides) if players != 2 else ()
        for given in [tuple(cards), *(tuple(None if s == out else cards[s] for s in range(sides)) for out in left_out)]:
            found = keeper.scorer.preview(sheet, keeper.entry("played", cards=given, **fields))
            assert (found.outcome, list(found.written)) == (OUTCOMES[case["verdict"]], scores)
            assert found.cards == tuple(cards)
            assert found.after.pot == case.get("pot", 0)
            assert found.row[caller] == ("-" if case["verdict"] == "fall" and not scores[caller] else str(scores[caller]))


@pytest.mark.parametrize(
    "case",
    [case for case in EXAMPLES if case["verdict"] == "fall" and len(case["K"]) == 2],
    ids=lambda case: case["number"],
)
def test_a_dash_without_points_writes_the_same(case):
    players = case.get("players", 4)
    keeper = adut.score_keeper("bela", players=players, **case.get("options", {}))
    belas = case.get("B", [0, 0])
    entry = keeper.entry(
        "fell",
        caller=0,
        declared=tuple(case.get("D", [0, 0])),
        bela=belas.index(20) if 20 in belas else None,
        trickless=case.get("tricks", [1, 1])[0] == 0,
        total=sum(case["K"]) if players == 2 else None,
    )
    sheet = type(keeper.scorer.open(0))(totals=(0, 0), dealer=0, pot=case.get("pot_before", 0))
    assert list(keeper.scorer.preview(sheet, entry).written) == case["scores"]


@pytest.mark.parametrize("case", DATA["match"], ids=lambda case: case["case"])
def test_matches(case):
    keeper = keeper_for(case)
    if any(case["start"]):
        keeper.record("free", points=tuple(case["start"]), reason="so far")
    for row in case["rows"]:
        assert keeper.sheet.dealer == row.get("dealer", keeper.sheet.dealer)
        found = helpers.record(keeper, with_blanks(row), *EXPECTED)
        assert list(found.written) == row["written"]
        assert list(keeper.totals) == row["totals"]
        assert keeper.sheet.pot == row.get("pot", 0)
        assert keeper.sheet.match == ("won" if "winner" in row else row.get("match", "continues"))
        assert keeper.sheet.winners == ((row["winner"],) if "winner" in row else ())
    best, second, *_ = sorted(keeper.totals, reverse=True)
    assert keeper.settle().margin == best - second


@pytest.mark.parametrize("case", DATA["refused"], ids=lambda case: case["case"])
def test_nonsense_is_refused(case):
    keeper = keeper_for(case)
    helpers.refuses(keeper, with_blanks(case["entry"]), case["says"])


def test_4_the_player_after_the_dealer_speaks_first():
    keeper = adut.score_keeper("bela", players=3, names=["A", "B", "C"], first_dealer=2)
    assert (keeper.status().dealer, keeper.status().first) == ("C", "A")
    assert keeper.status().missing == "to 701 are missing: A 701, B 701, C 701"


def test_a_side_that_had_enough_in_the_middle_of_a_deal_is_warned_of():
    keeper = adut.score_keeper("bela", match_end="dosta", target=100)
    assert keeper.record("played", caller=1, cards=(80, 82), declared=(0, 0)).warnings == ()
    found = keeper.preview(keeper.entry("played", caller=0, cards=(100, 62), declared=(0, 0)))
    assert [text.split()[0] for text in found.warnings] == ["player_0", "player_1"]


@pytest.mark.parametrize("table", check_keeper.cases("bela"), ids=check_keeper.label)
def test_keeper_and_environment_write_the_same(table):
    assert check_keeper.check(table, 60, seed=6).total() >= 60
