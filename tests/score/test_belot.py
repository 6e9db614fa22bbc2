"""Sections 8.5, 9 and 14 of the rules of Belot: the score keeper."""

import random

import pytest
from scripts import check_keeper

import adut
from adut.games.belot.keeper import BelotSheet

from . import helpers

DATA = helpers.load("belot.toml")
EXPECTED = ("dealer", "written", "totals", "hanging", "match", "winner")
PACK = {"no trumps": 130, "all trumps": 258}


def entries_of(case):
    """The deal of a case as it can be entered: with the points of either side, or of both, or by all tricks alone."""
    decl = case.get("decl", [0, 0])
    base = dict(
        caller=case.get("caller", 0),
        contract=case.get("contract", "hearts"),
        mult=case.get("mult", 1),
        capot=case.get("capot"),
    )
    for counted in range(2):
        own, other = case["cards"][counted] + decl[counted], case["cards"][1 - counted] + decl[1 - counted]
        declared = dict(counted=counted, decl_counted=decl[counted], decl_other=decl[1 - counted])
        yield dict(base, **declared, points=own)
        yield dict(base, **declared, points=own, points_other=other)
        if base["capot"] is not None:
            yield dict(base, **declared)


@pytest.mark.parametrize("case", DATA["deal"], ids=lambda case: case["case"])
def test_deals(case):
    keeper = adut.score_keeper("belot", **case.get("options", {}))
    sheet = BelotSheet(totals=(10, 20), dealer=3, hanging=case.get("hanging", 0))
    assert sum(case["cards"]) == PACK.get(case.get("contract"), 162)
    for fields in entries_of(case):
        found = keeper.scorer.preview(sheet, keeper.entry("played", **fields))
        assert list(found.cards) == case["cards"]
        assert list(found.decl) == case.get("decl", [0, 0])
        assert list(found.raw) == case["raw"]
        assert found.outcome == case.get("outcome", "made")
        assert list(found.written) == case["written"]
        assert found.hanging_before == case.get("hanging", 0)
        assert found.hanging_after == case.get("hanging_after", 0)
        assert found.hanging_collected_by == case.get("collected_by")
        assert found.after.totals == (10 + case["written"][0], 20 + case["written"][1])
        assert found.after.dealer == 0
        assert bool(found.warnings) == case.get("warns", False)


@pytest.mark.parametrize(
    "case",
    [case for case in DATA["deal"] if case.get("outcome") in ("inside", "kontra lost")],
    ids=lambda case: case["case"],
)
def test_inside_without_points_writes_the_same(case):
    keeper = adut.score_keeper("belot", **case.get("options", {}))
    sheet = BelotSheet(totals=(0, 0), dealer=0, hanging=case.get("hanging", 0))
    entry = keeper.entry(
        "inside",
        caller=case.get("caller", 0),
        contract=case.get("contract", "hearts"),
        mult=case.get("mult", 1),
        decl_total=sum(case.get("decl", [0, 0])),
        capot="capot" in case,
    )
    found = keeper.scorer.preview(sheet, entry)
    assert (found.outcome, list(found.written)) == (case.get("outcome"), case["written"])
    assert (found.hanging_after, found.hanging_collected_by) == (0, case.get("collected_by"))
    assert (found.cards, found.decl, found.raw) == ((), (), ())


@pytest.mark.parametrize("case", DATA["match"], ids=lambda case: case["case"])
def test_matches(case):
    keeper = adut.score_keeper("belot", **case.get("options", {}))
    if any(case["start"]):
        keeper.record("free", points=tuple(case["start"]), reason="so far")
    for number, row in enumerate(case["rows"]):
        assert not keeper.finished
        assert keeper.sheet.dealer == row.get("dealer", number % 4)
        found = helpers.record(keeper, row, *EXPECTED)
        assert list(found.written) == row["written"]
        assert list(keeper.totals) == row["totals"]
        assert keeper.sheet.hanging == row.get("hanging", 0)
        assert keeper.sheet.match == ("won" if "winner" in row else row.get("match", "continues"))
        assert keeper.sheet.winners == ((row["winner"],) if "winner" in row else ())
    settlement = keeper.settle()
    assert settlement.finished
    assert settlement.winners == (case["rows"][-1]["winner"],)
    assert settlement.margin == abs(keeper.totals[0] - keeper.totals[1])


@pytest.mark.parametrize("case", DATA["refused"], ids=lambda case: case["case"])
def test_nonsense_is_refused(case):
    keeper = adut.score_keeper("belot", **case.get("options", {}))
    keeper.record("played", caller=0, contract="clubs", points=81)
    helpers.refuses(keeper, case["entry"], case["says"])


@pytest.mark.parametrize(
    ("contract", "points", "warns"),
    [("hearts", 1, True), ("hearts", 161, True), ("hearts", 2, False), ("hearts", 159, False)]
    + [("no trumps", points, True) for points in (1, 129, 130, 0)]
    + [("all trumps", points, True) for points in (1, 2, 5, 253, 256, 257)]
    + [("all trumps", points, False) for points in (3, 4, 128, 254, 255)],
)
def test_9_3_points_that_no_tricks_make_are_warned_of(contract, points, warns):
    keeper = adut.score_keeper("belot")
    assert bool(keeper.record("played", caller=0, contract=contract, points=points).warnings) == warns


def test_9_3_the_caller_may_be_a_seat():
    keeper = adut.score_keeper("belot")
    for seat in range(4):
        found = keeper.preview(keeper.entry("inside", caller=seat, contract="clubs"))
        assert found.written == ((0, 16) if seat % 2 == 0 else (16, 0))


def test_9_3_a_finished_sheet_takes_nothing_until_undone():
    keeper = adut.score_keeper("belot", target=30)
    for _ in range(2):
        keeper.record("inside", caller=0, contract="clubs")
    assert keeper.finished
    helpers.refuses(keeper, {"kind": "passed_out"}, "the match is over")
    helpers.refuses(keeper, {"kind": "penalty", "column": 0, "points": 1, "reason": "late"}, "the match is over")
    assert keeper.undo() == keeper.entry("inside", caller=0, contract="clubs")
    assert not keeper.finished
    keeper.record("passed_out")
    with pytest.raises(adut.SheetError, match="nothing to undo"):
        adut.score_keeper("belot").undo()


def test_penalties_and_free_entries_leave_dealer_hanging_points_and_match_alone():
    keeper = adut.score_keeper("belot", names=["we", "you"], target=20)
    keeper.record("played", caller=0, contract="clubs", points=81)
    before = keeper.sheet
    found = keeper.record("penalty", column=1, points=26, reason="looked at the tricks")
    assert (found.written, keeper.totals) == ((0, -26), (0, -18))
    keeper.record("free", points=(40, -2), reason="brought along")
    assert keeper.totals == (40, -20)
    assert (keeper.sheet.dealer, keeper.sheet.hanging, keeper.sheet.match) == (before.dealer, before.hanging, before.match)
    assert not keeper.finished  # a match ends with a deal
    keeper.record("inside", caller=1, contract="clubs")
    assert keeper.sheet.winners == (0,)
    assert "looked at the tricks" in keeper.to_text()


def test_9_3_status():
    keeper = adut.score_keeper("belot", names=["Ana", "Boro", "Ceca", "Dule"], first_dealer=2)
    keeper.record("played", caller=0, contract="clubs", points=81)
    status = keeper.status()
    assert (status.dealer, status.first, status.finished, status.winners) == ("Dule", "Ana", False, ())
    assert (status.sheet.totals, status.sheet.hanging) == ((0, 8), 8)
    assert status.missing == "to 151 are missing: Ana & Ceca 151, Boro & Dule 143"


def test_an_edit_or_a_deletion_before_the_end_of_a_match_is_refused():
    keeper = adut.score_keeper("belot", target=40)
    for _ in range(3):
        keeper.record("inside", caller=0, contract="clubs")
    assert keeper.finished
    before = keeper.export()
    with pytest.raises(adut.SheetError, match="end before row 2"):
        keeper.edit(0, keeper.entry("inside", caller=0, contract="clubs", mult=4))
    assert keeper.export() == before
    keeper.edit(1, keeper.entry("inside", caller=1, contract="clubs"))
    assert not keeper.finished
    keeper.delete(1)
    assert keeper.totals == (0, 32)


@pytest.mark.parametrize("table", check_keeper.cases("belot"), ids=check_keeper.label)
def test_9_3_keeper_and_environment_write_the_same(table):
    assert check_keeper.check(table, 100, seed=5).total() >= 100


def test_9_3_a_match_of_the_environment_can_be_kept():
    chooser = random.Random(3)
    for _ in range(3):
        keeper = adut.score_keeper("belot")
        while not keeper.finished:
            sheet = {"totals": keeper.totals, "pot": keeper.sheet.hanging}
            state = keeper.game.new_state(seed=chooser.randrange(10**6), sheet=sheet, dealer=keeper.sheet.dealer)
            while not state.is_over:
                state.apply(chooser.choice(state.legal_actions()))
            found = keeper.save(keeper.entry_from_deal(state))
            assert list(found.written * 2) == state.scores
            assert state.sheet == {"totals": list(keeper.totals), "pot": keeper.sheet.hanging}
            assert keeper.finished == bool(state.record.match_over)


def test_a_deal_that_is_not_over_is_no_entry():
    keeper = adut.score_keeper("belot")
    with pytest.raises(adut.AdutError, match="not over"):
        keeper.entry_from_deal(keeper.game.new_state(seed=1))


def test_a_passed_out_deal_of_the_environment():
    keeper = adut.score_keeper("belot")
    state = keeper.game.new_state(seed=1)
    for _ in range(4):
        state.apply("pass")
    assert keeper.entry_from_deal(state) == keeper.entry("passed_out")
