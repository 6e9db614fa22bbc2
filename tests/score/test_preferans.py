"""Sections 8 to 10 of the rules of Preferans: the score keeper."""

import dataclasses
import random

import pytest
from scripts import check_keeper

import adut
from adut.games.preferans.scoring import standing

from . import helpers

DEALS = helpers.load("../rules/preferans/deals.toml")["case"] + helpers.load("../rules/preferans/more_deals.toml")["case"]
PENALTIES = helpers.load("../rules/preferans/penalties.toml")["case"]
SETTLEMENTS = helpers.load("../rules/preferans/settlements.toml")
REFUSED = helpers.load("preferans.toml")["refused"]
NAMES = ["Ana", "Boro", "Ceca"]
PLACES = {"D": 0, "R": 1, "L": 2}
CONTRACTS = {"pik": "spades", "karo": "diamonds", "herc": "hearts", "tref": "clubs", "betl": "betl", "sans": "no trump"}
LEVELS = ("kontra", "rekontra", "subkontra", "mortkontra")
TURNS = pytest.mark.parametrize("turned", range(3))


def numbered(case):
    return str(case["number"])


def turn(values, turned):
    """A list by place, D, R and L, as a list by seat when D sits at `turned`."""
    return [values[(seat - turned) % 3] for seat in range(3)]


def sheet_with(keeper, **fields):
    return dataclasses.replace(keeper.scorer.open(0), **{name: check_keeper.frozen(value) for name, value in fields.items()})


def sheet_of(keeper, case, turned):
    refes = case.get("refes", [case.get("refe", 0), 0, 0])
    bula = case.get("before", [100, 100, 100])
    written = case.get("refe_written", max(refes))
    return sheet_with(keeper, bula=turn(bula, turned), refe=turn(refes, turned), refe_written=written)


def tricks_of(case, limit):
    """Tricks by place, of the defenders those that count; None for the declarer where they stop."""
    if "winners" not in case:
        return case.get("tricks")
    theirs = [who for who in case["winners"].split() if who != "D"][:limit]
    return [None, theirs.count("R"), theirs.count("L")]


def entry_of(keeper, case, turned):
    """The entry for a worked deal, with as much as can be told."""
    answers = [answer.split() for answer in case.get("answers", [])]
    fields = dict(declarer=turned, contract=CONTRACTS[case["contract"]], in_hand=case.get("in_hand", False))
    followers = tuple(sorted((PLACES[who] + turned) % 3 for who, what in answers if what == "follow"))
    if not followers and not keeper.scorer.both_defend(fields["contract"]):
        return keeper.entry("unfollowed", **fields)
    fields["followers"] = followers
    fields["called"] = any(what == "call" for _, what in answers)
    fields["doublings"] = sum(what in LEVELS for _, what in answers)
    fields["giver"] = next(((PLACES[who] + turned) % 3 for who, what in answers if what == "kontra"), None)
    tricks = tricks_of(case, 5 if keeper.game.values["supe_cap"] == 5 else 10)
    if tricks is not None and fields["contract"] == "betl":
        fields["made"] = tricks[0] == 0
    elif tricks is not None:
        fields["tricks"] = tuple(turn(tricks, turned))
    return keeper.entry("played", **fields)


def less_told(entry):
    """Entries that tell the same with less."""
    if entry.kind != "played" or entry.contract == "betl" or entry.tricks == (None,) * 3:
        return
    without = list(entry.tricks)
    without[entry.declarer] = None
    yield dataclasses.replace(entry, tricks=tuple(without))
    if None not in entry.tricks:
        for seat in range(3):
            yield dataclasses.replace(entry, tricks=tuple(None if seat == n else t for n, t in enumerate(entry.tricks)))
    if len(entry.followers) == 1 or entry.called or entry.doublings:
        if None not in entry.tricks and sum(without[n] or 0 for n in range(3)) >= 5:
            yield dataclasses.replace(entry, tricks=(None,) * 3, made=False)
        if entry.called or entry.doublings:
            only = tuple(t if n == entry.declarer else None for n, t in enumerate(entry.tricks))
            yield dataclasses.replace(entry, tricks=only)
    if len(entry.followers) == 1 and entry.giver is not None:
        yield dataclasses.replace(entry, giver=None)


@pytest.mark.parametrize("case", DEALS, ids=numbered)
@TURNS
def test_8_9_and_14_5_worked_deals(case, turned):
    """Whoever declares; with all tricks told, and with as few as suffice."""
    keeper = adut.score_keeper("preferans", **case.get("options", {}))
    sheet = sheet_of(keeper, case, turned)
    entry = entry_of(keeper, case, turned)
    found = keeper.scorer.preview(sheet, entry)
    assert found.bule == tuple(turn(case["bula"], turned))
    supe = [[0, 0, 0], [case["supe"][0], 0, 0], [case["supe"][1], 0, 0]]
    assert found.supe == check_keeper.frozen([turn(row, turned) for row in turn(supe, turned)])
    if "V" in case:
        assert found.value == case["V"]
    if "raw" in case:
        assert found.written == tuple(turn(case["raw"], turned))
    if "refes_after" in case:
        assert found.after.refe == tuple(turn(case["refes_after"], turned))
    assert found.after.bula == tuple(map(sum, zip(sheet.bula, found.bule, strict=True)))
    assert (found.after.supe, found.after.dealer, found.after.deals) == (found.supe, 1, 1)
    if keeper.game.values["supe_cap"] == 5:
        for other in less_told(entry):
            assert keeper.scorer.preview(sheet, other).written == found.written, other


def test_8_9_examples_tell_less_in_many_ways():
    keeper = adut.score_keeper("preferans")
    entries = [entry_of(keeper, case, 0) for case in DEALS if not case.get("options")]
    assert sum(len(list(less_told(entry))) for entry in entries) > 60


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["case"])
def test_nonsense_is_refused(case):
    keeper = adut.score_keeper("preferans", names=NAMES, **case.get("options", {}))
    keeper.record("all_passed")
    entry = {
        name: [None if number == -1 else number for number in value] if name in ("tricks", "levels") else value
        for name, value in case["entry"].items()
    }
    helpers.refuses(keeper, entry, case["says"])


# Refe, the last deal and the end.


def test_8_6_refe_is_written_by_the_rules_and_used_by_itself():
    keeper = adut.score_keeper("preferans", names=NAMES)
    for written in (1, 2, 2):
        assert keeper.record("all_passed").written == (0, 0, 0)
        assert (keeper.sheet.refe, keeper.sheet.refe_written) == ((written,) * 3, written)
    assert keeper.sheet.dealer == 0
    row = keeper.record("unfollowed", declarer=1, contract="diamonds")
    assert (row.value, row.bule, keeper.sheet.refe) == (12, (0, -12, 0), (2, 1, 2))
    assert "refe" in row.summary


def test_8_6_no_refe_while_somebody_is_below_zero():
    keeper = adut.score_keeper("preferans")
    for bula, writes in (((100, 0, 40), True), ((100, -2, 40), False)):
        found = keeper.scorer.preview(sheet_with(keeper, bula=bula), keeper.entry("all_passed"))
        assert found.after.refe == (int(writes),) * 3
        assert found.lines == (("everybody gets a refe",) if writes else ())


def test_8_7_and_9_3_the_last_deal():
    """The value is cut to the bule that are left, and the match is over; the result sums to zero."""
    keeper = adut.score_keeper("preferans", start_bula=2)
    row = keeper.record("played", declarer=0, contract="clubs", followers=(1, 2), tricks=(6, 2, 2))
    assert (row.bule, row.supe) == ((-6, 0, 0), ((0, 0, 0), (12, 0, 0), (12, 0, 0)))
    assert (keeper.finished, keeper.sheet.winners, keeper.totals) == (True, (0,), (16, -8, -8))
    settled = keeper.settle()
    assert (settled.finished, settled.totals, settled.payments, settled.margin) == (True, (16, -8, -8), (16, -8, -8), 24)
    helpers.refuses(keeper, {"kind": "all_passed"}, "the match is over")
    keeper.undo()
    assert not keeper.finished
    assert keeper.settle().winners == ()


def test_9_4_a_match_that_overshoots_is_written_off():
    keeper = adut.score_keeper("preferans", start_bula=2, last_deal_cap="none")
    keeper.record("unfollowed", declarer=0, contract="clubs")
    assert keeper.sheet.bula == (-8, 2, 2)  # -4 remain: the shares are -2, -2 and 0
    assert keeper.settle().totals == (60, -20, -40)
    assert keeper.sheet.winners == (0,)


@pytest.mark.parametrize("case", SETTLEMENTS["result"], ids=numbered)
def test_9_3_to_9_7_results(case):
    keeper = adut.score_keeper("preferans", write_off=case.get("method", "even_two"))
    sheet = sheet_with(keeper, bula=case["bula"], supe=case["supe"])
    found = keeper.scorer.preview(sheet, keeper.entry("interrupted", culprit=case.get("culprit")))
    assert found.after.totals == keeper.scorer.settle(found.after).totals == tuple(case["result"])
    assert found.after.finished
    assert found.after.winners == tuple(n for n in range(3) if case["result"][n] == max(case["result"]))
    assert found.after.bula == tuple(case.get("rest", case["bula"]))
    if "culprit" not in case:
        assert keeper.scorer.settle(sheet).totals == tuple(case["result"])


@pytest.mark.parametrize("case", SETTLEMENTS["write_off"], ids=lambda case: str(case["bula"]))
@pytest.mark.parametrize("method", ["even_two", "v12"])
def test_9_4_write_off(case, method):
    keeper = adut.score_keeper("preferans", write_off=method)
    found = keeper.scorer.preview(sheet_with(keeper, bula=case["bula"]), keeper.entry("interrupted"))
    assert found.after.bula == tuple(mine - off for mine, off in zip(case["bula"], case[method], strict=True))
    assert found.after.totals == tuple(-10 * number for number in found.after.bula)


def test_9_6_a_third_yellow_card_ends_the_match():
    keeper = adut.score_keeper("preferans", names=NAMES)
    keeper.record("unfollowed", declarer=1, contract="hearts")
    row = keeper.record("third_card", offender=1)
    assert (keeper.totals, keeper.sheet.winners, row.notes()) == ((500, -1000, 500), (0, 2), ["tournament points 3 : 0 : 3"])
    assert keeper.settle().payments == (500, -1000, 500)
    assert keeper.undo() == keeper.entry("third_card", offender=1)
    assert not keeper.finished


# 10.1: fines.

WORTH = {(8, 0): "hearts", (16, 1): "hearts", (24, 0): "betl", (10, 0): "hearts"}
"""Contracts by value and kontra; a betl is worth 24 with refe, hearts in hand 10."""


@pytest.mark.parametrize("case", [case for case in PENALTIES if case.get("deal", {}).get("value", 0) < 48], ids=numbered)
@TURNS
def test_10_1_fines(case, turned):
    """Whoever declares. Fines leave refe alone."""
    keeper = adut.score_keeper("preferans", first_dealer=(case["offender"] + turned) % 3)
    offender = (case["offender"] + turned) % 3
    deal, kind = case.get("deal", {}), case["kind"]
    sheet = dataclasses.replace(keeper.sheet, bad_shuffles=tuple(turn([case.get("count", 1) - 1] * 3, turned)))
    if kind in ("shuffle", "misdeal"):
        entry = keeper.entry(kind, **{"offender": offender} if kind == "shuffle" else {})
    elif kind == "bid":
        entry = keeper.entry("bids", levels=tuple(case["level"] if seat == offender else None for seat in range(3)))
    else:
        followers = deal.get("followers")
        doublings = int("caller" in deal and len(followers) == 2)
        contract = WORTH[deal["value"], doublings]
        sheet = dataclasses.replace(sheet, refe=turn([int(contract == "betl"), 0, 0], turned), refe_written=1)
        fields = dict(offender=offender, declarer=turned, contract=contract)
        if kind == "weaker_game":
            entry = keeper.entry(kind, **fields)
        else:
            fields |= dict(answered=followers is not None, doublings=doublings)
            fields |= dict(
                called="caller" in deal and not doublings, giver=(deal["caller"] + turned) % 3 if doublings else None
            )
            if contract != "betl":
                fields["followers"] = tuple(sorted((seat + turned) % 3 for seat in followers or ()))
            entry = keeper.entry("offence", offence=kind, **fields)
    found = keeper.scorer.preview(sheet, entry)
    written = [[0] * 3 for _ in range(3)]
    for who, whom, supe in case.get("written", []):
        written[(who + turned) % 3][(whom + turned) % 3] = supe
    assert (found.bule, found.supe) == (tuple(turn(case["bula"], turned)), check_keeper.frozen(written))
    assert found.after.refe == tuple(sheet.refe)
    assert found.after.dealer == (offender if kind == "shuffle" else (keeper.sheet.dealer + 1) % 3)
    assert found.after.deals == (0 if kind == "shuffle" else 1)


def test_10_1_the_sheet_counts_bad_shuffles():
    keeper = adut.score_keeper("preferans", names=NAMES)
    for number, bule in enumerate((0, 4, 16, 48, 48), 1):
        assert keeper.record("shuffle", offender=2).bule == (0, 0, bule)
        assert keeper.sheet.bad_shuffles == (0, 0, number)
    assert keeper.record("shuffle", offender=1).bule == (0, 0, 0)
    assert keeper.sheet.dealer == 0
    keeper.delete(0)
    assert keeper.sheet.bula == (100, 100, 168)


def test_10_1_several_incorrect_bids():
    keeper = adut.score_keeper("preferans")
    row = keeper.record("bids", levels=(None, 4, 2))
    assert (row.bule, row.supe) == ((0, 8, 4), ((0, 16, 12), (0, 0, 8), (0, 24, 0)))


def test_10_1_a_defender_pays_for_what_is_not_left():
    """Clubs in hand with refe, 24; 2 bule are left, and 20 come from the offender."""
    keeper = adut.score_keeper("preferans")
    sheet = sheet_with(keeper, bula=(20, -10, -8), refe=(1, 0, 0), refe_written=1)
    found = keeper.scorer.preview(sheet, keeper.entry("weaker_game", offender=1, declarer=0, contract="clubs"))
    assert found.bule == (-22, 20, 0)
    assert found.after.finished


def test_10_1_two_answers_in_betl_are_known_before_they_are_given():
    keeper = adut.score_keeper("preferans")
    fields = dict(offence="talk", offender=0, declarer=0, contract="betl")
    both = [keeper.preview(keeper.entry("offence", **fields, answered=answered)).supe for answered in (True, False)]
    assert both == [((0, 0, 0), (36, 0, 0), (24, 0, 0))] * 2


@pytest.mark.parametrize(
    ("fields", "bule"),
    [
        (dict(followers=(1, 2), tricks=(8, 1, 1)), (-8, 16, 0)),  # both fall, the second by the first one's fault
        (dict(followers=(1, 2), doublings=1, giver=2, tricks=(6, 2, 2)), (-16, 16, 0)),
        (dict(followers=(2,), called=True, tricks=(7, 1, 2)), (-8, 8, 0)),
        (dict(followers=(1,), doublings=1, tricks=(7, 1, 2)), (-16, 0, 16)),
    ],
)
def test_10_3_and_10_4_a_fall_passes(fields, bule):
    keeper = adut.score_keeper("preferans", referee="score")
    entry = keeper.entry("played", declarer=0, contract="hearts", fall_passes=True, **fields)
    found = keeper.preview(entry)
    assert found.bule == bule
    assert found.supe == keeper.preview(dataclasses.replace(entry, fall_passes=False)).supe
    points = [-10 * number for number in bule]
    for seat in (1, 2):
        points[seat] += found.supe[seat][0]
        points[0] -= found.supe[seat][0]
    assert found.written == tuple(points)


# The sheet.


def test_9_2_the_sheet_as_people_write_it():
    """Three columns a player: supe on the left neighbour, bule, supe on the right one; unplayed refe, and a hat below zero."""
    keeper = adut.score_keeper("preferans", names=NAMES, start_bula=24, refe_limit=1)
    keeper.record("all_passed")
    keeper.record("played", declarer=0, contract="clubs", in_hand=True, followers=(1,), tricks=(9, 1, 0))
    keeper.record("played", declarer=1, contract="hearts", followers=(0, 2), tricks=(2, 6, 2))
    keeper.record("unfollowed", declarer=0, contract="diamonds")
    heads, *rows = [[cell.split() for cell in line.split("|")] for line in keeper.to_text().splitlines()[:-1]]
    assert heads[1:] == [
        ["on", "Ceca", "Ana", "on", "Boro"],
        ["on", "Ana", "Boro", "on", "Ceca"],
        ["on", "Boro", "Ceca", "on", "Ana"],
    ]
    assert [row[1:] for row in rows] == [
        [["0", "24", "△1", "0"], ["0", "24", "△1", "0"], ["0", "24", "△1", "0"]],
        [["0", "0", "0"], ["24", "48", "△1", "0"], ["0", "24", "△1", "0"]],
        [["0", "0", "32"], ["24", "32", "0"], ["32", "24", "△1", "0"]],
        [["0", "-6", "П", "32"], ["24", "32", "0"], ["32", "24", "△1", "0"]],
    ]
    assert keeper.to_text().splitlines()[-1] == "Boro deals, Ceca speaks first; 50 bule are left, refe to write 0"


def test_penalties_and_free_entries_count_in_the_result():
    keeper = adut.score_keeper("preferans", names=NAMES, start_bula=2)
    keeper.record("penalty", column=1, points=30, reason="late")
    keeper.record("free", points=(0, 5, 10), reason="as agreed")
    assert keeper.totals == (-20, -45, -10)
    assert (keeper.sheet.bula, keeper.sheet.dealer, keeper.settle().totals) == ((2, 2, 2), 0, (0, -25, 10))
    keeper.record("unfollowed", declarer=0, contract="diamonds")
    assert keeper.totals == keeper.settle().totals == (40, -45, -10)
    assert "points beside the sheet 0 : -25 : 10" in keeper.to_text()


def test_9_1_status():
    keeper = adut.score_keeper("preferans", names=NAMES, first_dealer=2, rules="serbia_playoff")
    keeper.record("all_passed")
    status = keeper.status()
    assert (status.dealer, status.first, status.finished, status.winners) == ("Ana", "Boro", False, ())
    assert status.missing == "1200 bule are left, refe to write 7"
    assert adut.score_keeper("preferans", refe_limit=-1).status().missing == "300 bule are left"


# The environment.


@pytest.mark.parametrize("table", check_keeper.cases("preferans"), ids=check_keeper.label)
def test_keeper_and_environment_write_the_same(table):
    assert check_keeper.check(table, 100, seed=5).total() >= 100


def choose(chooser, state, follows):
    """A legal action at random: the dealer alone bids, often to play sans, and who may follow does so with a chance."""
    texts = state.legal_texts()
    if state.phase == "declare" and chooser.random() < 0.7:
        return "declare no trump"
    wish = "pass" if state.actor != state.record.dealer else "bid"
    if state.phase == "follow":
        wish = "follow" if chooser.random() < follows else "decline"
    return wish if wish in texts else "call partner" if "call partner" in texts else chooser.choice(texts)


def test_a_match_of_the_environment_can_be_kept():
    chooser = random.Random(3)
    keeper = adut.score_keeper("preferans", start_bula=20, referee="score", pik_needs_kontra=True)
    while not keeper.finished:
        now = keeper.sheet
        sheet = {name: getattr(now, name) for name in ("deals", "bula", "supe", "refe", "refe_written")}
        state = keeper.game.new_state(seed=chooser.randrange(10**6), sheet=sheet, dealer=now.dealer)
        while not state.is_over:
            state.apply(choose(chooser, state, 0.2))
        found = keeper.save(keeper.entry_from_deal(state))
        assert list(found.written) == state.scores
        after = {name: check_keeper.frozen(value) for name, value in state.sheet.items()}
        assert after == {name: getattr(keeper.sheet, name) for name in after}
        assert keeper.finished == bool(state.record.match_over)
        result = tuple(int(standing(state.record, keeper.game.options[0], seat)) for seat in range(3))
        assert keeper.settle().totals == result
    assert sum(keeper.totals) == 0


def test_falls_that_the_referee_moves_are_found():
    """Entries say that a fall has passed, after a call and after two have followed."""
    keeper, chooser, found = adut.score_keeper("preferans", referee="score"), random.Random(0), set()
    for number in range(400):
        state = keeper.game.new_state(seed=number, dealer=0)
        while not state.is_over:
            state.apply(choose(chooser, state, 0.6))
        entry = keeper.entry_from_deal(state)
        assert list(keeper.preview(entry).written) == state.scores
        if entry.kind == "played" and entry.fall_passes:
            found.add(len(entry.followers))
    assert found == {1, 2}


def test_a_deal_that_is_not_over_is_no_entry():
    keeper = adut.score_keeper("preferans")
    with pytest.raises(adut.AdutError, match="not over"):
        keeper.entry_from_deal(keeper.game.new_state(seed=1))
