"""Sections 8 and 9 of the rules of Russian Preferans: the score keeper."""

import dataclasses
import random
import re
from fractions import Fraction

import pytest
from scripts import check_keeper

import adut
from adut.core.options import UNLIMITED
from adut.score.keeper import ScoreKeeper

from . import helpers

DEALS = [
    *helpers.load("../rules/russian_preferans/deals.toml")["case"],
    *helpers.load("../rules/russian_preferans/more_deals.toml")["case"],
]
SETTLEMENTS = helpers.load("../rules/russian_preferans/settlements.toml")["case"]
REFUSED = helpers.load("russian_preferans.toml")["refused"]
NAMES = ["Ana", "Boro", "Ceca", "Dule"]
LETTERS = "ABCD"
STRAINS = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts", "NT": "no trump"}


def new(case, **more):
    players = case.get("players", 4)
    options = case.get("options", {}) | more
    return adut.score_keeper("russian_preferans", NAMES[:players], case.get("rules", "standard"), players, **options)


def sheet_with(keeper, dealer=0, **fields):
    return dataclasses.replace(
        keeper.scorer.open(dealer), **{name: check_keeper.frozen(value) for name, value in fields.items()}
    )


def turn(values, turned):
    """A list by player as a list by player when everybody sits so many seats further on."""
    return [values[(seat - turned) % len(values)] for seat in range(len(values))]


def turned_sheet(keeper, case, turned):
    sheet, seats = case.get("sheet", {}), keeper.game.seats
    rows = {name: turn(sheet.get(name, [0] * seats), turned) for name in ("pool", "mountain")}
    dealer = (LETTERS.index(case.get("dealer", "A")) + turned) % seats
    return sheet_with(keeper, dealer, **rows, series=case.get("series", 0))


def defence_of(case, declarer, dealer, seats):
    """What the defenders of a worked deal said: the fields of its entry, and whether it was played."""
    words = case.get("say", "").split(", ")
    others = [(declarer + step) % seats for step in range(1, seats)]
    first, second = [seat for seat in others if seats == 3 or seat != dealer]
    bidder, other = (first, second) if words[0] == "whist" else (second, first)
    if words == [""]:
        return {}, True
    if words == ["whist", "whist"]:
        return dict(whisters=tuple(sorted((first, second)))), True
    if any(word.startswith("look") for word in words) and words[-1] == "together":
        return dict(whisters=(dealer,)), True
    if "for own" in words:
        returned = words[-1] == "together"
        return dict(whisters=(other,), returned=True) if returned else dict(own=bidder), returned
    if words[:2] == ["pass", "pass"]:
        return {}, False
    return dict(whisters=(bidder,)), True


def entry_of(keeper, case, turned=0):
    """The entry for a worked deal, with as much as can be told."""
    seats = keeper.game.seats
    taken = case.get("tricks", {})
    tricks = tuple(turn([taken.get(LETTERS[seat], 0) for seat in range(seats)], turned))
    if "declarer" not in case:
        return keeper.entry("raspasovka", tricks=tricks)
    declarer = (LETTERS.index(case["declarer"]) + turned) % seats
    dealer = (LETTERS.index(case.get("dealer", "A")) + turned) % seats
    contract = case["contract"]
    if not contract[0].isdigit():
        return keeper.entry("misere", declarer=declarer, half=contract.startswith("half"), tricks=tricks[declarer])
    level = contract.rstrip("SCDHNT")
    fields = dict(declarer=declarer, contract=f"{level} {STRAINS[contract[len(level) :]]}", talon=case.get("talon", 0))
    fields["refused"] = case.get("throws_talon", False)
    said, played = defence_of(case, declarer, dealer, seats)
    if not played:
        return keeper.entry("unplayed", **fields, **said)
    return keeper.entry("played", **fields, **said, tricks=tricks)


def less_told(entry, dealer, seats):
    """The same deal with tricks left out, where they follow from the others."""
    if entry.kind not in ("played", "raspasovka"):
        return
    playing = [seat for seat in range(seats) if seats == 3 or seat != dealer]
    for left_out in playing:
        tricks = tuple(None if seat == left_out else number for seat, number in enumerate(entry.tricks))
        yield dataclasses.replace(entry, tricks=tricks)
    if entry.kind == "played":
        tricks = tuple(number if seat in playing else None for seat, number in enumerate(entry.tricks))
        yield dataclasses.replace(entry, tricks=tricks)
        if len(entry.whisters) == 1 or (not entry.whisters and entry.contract.startswith("10")):
            tricks = tuple(number if seat == entry.declarer else None for seat, number in enumerate(entry.tricks))
            yield dataclasses.replace(entry, tricks=tricks)
    elif seats == 4:
        yield dataclasses.replace(entry, tricks=tuple(None if seat == dealer else n for seat, n in enumerate(entry.tricks)))


def expected_of(case, seats, turned):
    pool = turn([case.get("pool", {}).get(LETTERS[seat], 0) for seat in range(seats)], turned)
    mountain = turn([case.get("mountain", {}).get(LETTERS[seat], 0) for seat in range(seats)], turned)
    whists = [[0] * seats for _ in range(seats)]
    for (who, whom), number in case.get("whists", {}).items():
        whists[(LETTERS.index(who) + turned) % seats][(LETTERS.index(whom) + turned) % seats] = number
    return tuple(pool), tuple(mountain), check_keeper.frozen(whists)


@pytest.mark.parametrize("turned", [0, 1, 3])
@pytest.mark.parametrize("case", DEALS, ids=lambda case: str(case["number"]))
def test_8_7_examples(case, turned):
    """Wherever the players sit, and however little of their tricks is told."""
    keeper = new(case)
    seats = keeper.game.seats
    sheet = turned_sheet(keeper, case, turned)
    entry = entry_of(keeper, case, turned % seats)
    found = keeper.scorer.preview(sheet, entry)
    assert (found.pool, found.mountain, found.whists) == expected_of(case, seats, turned % seats)
    assert found.after.pool == tuple(before + more for before, more in zip(sheet.pool, found.pool, strict=True))
    settled = [keeper.scorer.settle(each).payments for each in (sheet, found.after)]
    rewards = [after - before for before, after in zip(*settled, strict=True)]
    if "reward" in case:
        assert rewards == turn(case["reward"], turned)
    assert sum(rewards) == 0
    for other in less_told(entry, sheet.dealer, seats):
        assert keeper.scorer.preview(sheet, other).written == found.written, other


def test_8_7_examples_tell_less_in_many_ways():
    entries = [(keeper, entry_of(keeper, case)) for case in DEALS if "dealer" not in case for keeper in [new(case)]]
    assert sum(len(list(less_told(entry, 0, keeper.game.seats))) for keeper, entry in entries) > 150


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["case"])
def test_nonsense_is_refused(case):
    keeper = new(case)
    entry = {
        name: [None if number == -1 else number for number in value] if isinstance(value, list) else value
        for name, value in case["entry"].items()
    }
    helpers.refuses(keeper, entry, case["says"])


def test_a_declarer_who_takes_all_tricks_leaves_none():
    keeper = new({})
    row = keeper.record("played", declarer=1, contract="8 hearts", whisters=(2, 3), tricks=(None, 10, None, None))
    assert row.mountain == (0, 0, 0, 6)


# Section 4: the deal, and series of raspasovkas.


def test_4_a_dealer_stays_for_three_raspasovkas():
    """Prices 1, 2, 4, then the next player deals at 1."""
    keeper = new({})
    seen = []
    for _ in range(4):
        dealer = keeper.sheet.dealer
        tricks = tuple(0 if seat == dealer else 10 if seat == (dealer + 1) % 4 else 0 for seat in range(4))
        row = keeper.record("raspasovka", tricks=tricks)
        seen.append((dealer, max(row.mountain), keeper.sheet.series))
    assert seen == [(0, 10, 1), (0, 20, 2), (0, 40, 0), (1, 10, 1)]
    assert keeper.status().sheet.notes() == ["raspasovkas of the series 1"]
    keeper.record("unplayed", declarer=0, contract="8 hearts")
    assert (keeper.sheet.dealer, keeper.sheet.series) == (2, 0)


def test_4_the_first_bid_rises_with_the_series():
    keeper = new(dict(rules="leningrad_fspr"))
    keeper.record("raspasovka", tricks=(0, 5, 3, 2))
    assert keeper.sheet.dealer == 1
    refused = "in this series the first bid is 7 at least, not 6 hearts"
    helpers.refuses(keeper, dict(kind="unplayed", declarer=2, contract="6 hearts", own=3), refused)
    keeper.record("misere", declarer=2, tricks=0)  # ends no series here
    helpers.refuses(keeper, dict(kind="unplayed", declarer=0, contract="6 hearts", own=1), refused)
    keeper.record("played", declarer=0, contract="7 hearts", whisters=(1,), tricks=(7, 3, 0, 0))
    assert keeper.sheet.series == 0
    keeper.record("unplayed", declarer=1, contract="6 hearts", own=2)


# 8.2, 8.6 and giving up.


def test_8_6_a_preferans_fills_the_pool():
    keeper = new({})
    keeper.record("misere", declarer=1, tricks=3)
    keeper.record("played", declarer=3, contract="6 hearts", whisters=(2,), tricks=(0, 0, 5, 5))
    assert (keeper.sheet.mountain, keeper.sheet.dealer) == ((0, 30, 0, 2), 2)
    row = keeper.record("preferans", declarer=3)
    assert (keeper.sheet.pool, keeper.sheet.mountain) == ((0, 0, 0, 30), (0, 30, 0, 0))
    assert keeper.sheet.whists == ((0,) * 4,) * 4
    assert (row.outcome, row.summary, keeper.finished) == ("Preferans", "Dule: Preferans", False)
    keeper.record("preferans", declarer=1, no_trump=True)
    assert (keeper.finished, keeper.sheet.pool, keeper.sheet.winners) == (True, (30,) * 4, (1,))
    assert keeper.sheet.whists[1] == (300, 0, 300, 0)
    assert keeper.settle().payments == (-300, 600, -300, 0)


def test_a_declarer_gives_up():
    keeper = new(dict(rules="leningrad"), surrender_without_three=True)
    row = keeper.record("gave_up", declarer=1, bid="7 hearts")
    assert (row.mountain, row.pool, row.outcome) == ((0, 24, 0, 0), (0,) * 4, "given up")
    assert (row.whists, keeper.sheet.dealer) == (((0,) * 4,) * 4, 1)


def test_a_game_that_was_repeated_without_talon():
    keeper = new({}, no_talon_games="overcall_and_repeat")
    row = keeper.record("unplayed", declarer=1, contract="7 hearts", no_talon=True, own=3)
    assert (row.pool, row.summary) == ((0, 4, 0, 0), "Boro: 7 hearts without talon, Dule for own, not whisted")


# Section 9: the end.


def test_9_2_a_match_ends_when_all_pools_are_closed():
    keeper = new({}, pool_target=6)
    for declarer in (1, 2, 3):
        keeper.record("unplayed", declarer=declarer, contract="8 hearts")
    assert keeper.status().missing == "to 6 are missing: Ana 6"
    row = keeper.record("unplayed", declarer=2, contract="8 hearts")  # Ceca helps the one who is left
    assert (row.pool, row.whists[2]) == ((6, 0, 0, 0), (60, 0, 0, 0))
    assert (keeper.finished, keeper.sheet.winners) == (True, (2,))
    settled = keeper.settle()
    assert (settled.totals, settled.margin, settled.finished) == ((0, 60, 120, 60), 60, True)
    assert settled.payments == (-60, 0, 60, 0)
    helpers.refuses(keeper, {"kind": "misere", "declarer": 1, "tricks": 0}, "the match is over")
    keeper.undo()
    assert not keeper.finished


def test_9_2_a_match_ends_when_the_sum_is_reached():
    keeper = new(dict(rules="leningrad", players=3), pool_target=4)
    assert keeper.status().missing == "pools lack 12 of 12"
    keeper.record("misere", declarer=0, tricks=0)
    assert not keeper.finished
    keeper.record("unplayed", declarer=1, contract="6 hearts", own=2)
    assert (keeper.finished, keeper.sheet.pool, keeper.sheet.winners) == (True, (10, 2, 0), (0,))


def test_9_2_an_infinite_pool_ends_by_the_number_of_deals():
    keeper = new({}, pool_target=UNLIMITED, max_deals=2)
    assert keeper.status().missing == "2 deals are left"
    keeper.record("raspasovka", tricks=(0, 0, 5, 5))
    keeper.record("penalty", column=0, points=5, reason="late")
    assert not keeper.finished
    keeper.record("misere", declarer=3, tricks=0)
    assert (keeper.finished, keeper.sheet.winners, keeper.totals) == (True, (3,), (15, 20, -50, 50))


@pytest.mark.parametrize("case", SETTLEMENTS, ids=lambda case: str(case["number"]))
def test_9_3_to_9_5_results(case):
    players = len(case["pool"])
    keeper = new(dict(players=players, rules=case.get("rules", "standard")), pool_target=case.get("target", 30))
    sheet = sheet_with(keeper, **{name: case[name] for name in ("pool", "mountain", "whists")})
    assert list(keeper.scorer.settle(sheet).payments) == case["result"]
    found = keeper.scorer.preview(sheet, keeper.entry("interrupted"))
    assert (found.after.finished, list(found.after.result)) == (True, case["result"])
    assert found.after.winners == tuple(seat for seat in range(players) if case["result"][seat] == max(case["result"]))
    assert found.written == (0,) * players


def test_fractions_are_exact():
    keeper = new(dict(players=3))
    keeper.record("played", declarer=1, contract="6 spades", whisters=(2,), tricks=(None, 4, None))
    assert keeper.settle().payments == (Fraction(52, 3), Fraction(-140, 3), Fraction(88, 3))


def test_penalties_and_free_entries_count_in_the_result():
    keeper = new({})
    keeper.record("misere", declarer=1, tricks=0)
    keeper.record("penalty", column=1, points=30, reason="late")
    keeper.record("free", points=(0, 5, 10, 0), reason="as agreed")
    assert keeper.totals == (0, 75, 10, 0)
    assert (keeper.sheet.pool, keeper.sheet.dealer, keeper.sheet.deals) == ((0, 10, 0, 0), 1, 1)
    assert keeper.settle().payments == (-25, 50, -15, -25)
    assert "points beside the sheet 0 : -25 : 10 : 0" in keeper.to_text()


# The sheet.


def test_9_1_the_sheet_as_text():
    """Pool and mountain, and whists on the others, the next one clockwise first."""
    keeper = new({})
    keeper.record("played", declarer=1, contract="6 diamonds", talon=1, whisters=(3,), tricks=(None, 6, None, None))
    keeper.record("played", declarer=3, contract="7 clubs", refused=True, whisters=(1,), tricks=(2, 0, 2, 6))
    keeper.record("played", declarer=1, contract="7 clubs", whisters=(3,), returned=True, tricks=(2, 7, 0, 1))
    heads, *rows, last = [[cell.strip() for cell in line.split("|")] for line in keeper.to_text().splitlines()]
    assert [head.split() for head in heads[1:]] == [[name, "whists"] for name in NAMES]
    assert [re.split(r"\s{2,}", row[0])[2] for row in rows] == [
        "Boro: 6 diamonds, Dule whists, made",
        "Dule: 7 clubs, talon thrown, Boro returns, failed",
        "Boro: 7 clubs, Dule returns, made",
    ]
    assert [[cell.split() for cell in row[1:]] for row in rows] == [
        [["0/0", "2", "0", "0"], ["2/0", "0", "0", "0"], ["0/0", "0", "0", "0"], ["0/0", "0", "8", "0"]],
        [["0/0", "2", "0", "0"], ["2/0", "0", "28", "0"], ["0/0", "0", "0", "0"], ["0/4", "0", "12", "0"]],
        [["0/0", "2", "0", "0"], ["6/0", "0", "28", "0"], ["0/0", "0", "0", "0"], ["0/4", "0", "24", "0"]],
    ]
    assert last == ["Dule deals, Ana speaks first; to 30 are missing: Ana 30, Boro 24, Ceca 30, Dule 30"]


def test_a_preview_says_what_is_written():
    keeper = new({})
    found = keeper.preview(keeper.entry("played", declarer=1, contract="6 spades", whisters=(2, 3), tricks=(0, 9, 1, 0)))
    assert found.notes() == ["Boro writes pool +2", "Ceca writes mountain +2, 2 on Boro", "Dule writes mountain +4"]


def test_the_picture_is_that_of_the_sheet():
    keeper = new({})
    keeper.record("played", declarer=1, contract="6 diamonds", talon=3, whisters=(2,), tricks=(None, 3, None, None))
    picture = keeper.to_svg()
    for word in (*NAMES, "pool", "mountain", "on Boro", ">30<", ">6<", ">20<", ">12<"):
        assert word in picture
    with pytest.raises(adut.SheetError, match="no picture of a sheet of belot"):
        adut.score_keeper("belot").to_svg()


# The environment.


@pytest.mark.parametrize("table", check_keeper.cases("russian_preferans"), ids=check_keeper.label)
def test_keeper_and_environment_write_the_same(table):
    assert check_keeper.check(table, 60, seed=5).total() >= 60


def choose(chooser, state):
    """A legal action at random: bids are few and low, and the defence says anything."""
    texts = state.legal_texts()
    if state.phase == "auction" and "pass" in texts and chooser.random() < 0.6:
        return "pass"
    return texts[0] if state.phase == "contract" else chooser.choice(texts)


@pytest.mark.parametrize(("players", "rules"), [(4, "standard"), (3, "standard"), (4, "leningrad"), (3, "rostov")])
def test_a_match_of_the_environment_can_be_kept(players, rules):
    chooser = random.Random(3)
    keeper = adut.score_keeper("russian_preferans", rules=rules, players=players, pool_target=2)
    kinds = set()
    while not keeper.finished and len(keeper.entries) < 60:
        now = keeper.sheet
        sheet = {name: getattr(now, name) for name in ("deals", "series", "pool", "mountain", "whists")}
        state = keeper.game.new_state(seed=chooser.randrange(10**6), sheet=sheet, dealer=now.dealer)
        while not state.is_over:
            state.apply(choose(chooser, state))
        found = keeper.save(keeper.entry_from_deal(state))
        kinds.add(found.entry.kind)
        assert list(found.written) == state.scores
        assert [Fraction(n, players) for n in state.payoffs] == [
            after - before
            for before, after in zip(
                *(keeper.scorer.settle(each).payments for each in (found.before, found.after)), strict=True
            )
        ]
        after = {name: check_keeper.frozen(value) for name, value in state.sheet.items() if name != "ring"}
        assert after == {name: getattr(keeper.sheet, name) for name in after}
        assert keeper.finished == bool(state.record.match_over)
    assert len(kinds) >= 2
    assert sum(keeper.settle().payments) == 0
    again = ScoreKeeper.from_json(keeper.to_json())
    assert again.rows == keeper.rows


def test_super_hands_of_the_environment_are_found():
    keeper = new({})
    hands = {1: "S7 S8 S9 ST SJ SQ SK SA HA HK", 2: "H7 H8 H9 HT HJ D7 D8 D9 DT DJ", "talon": "HQ DA"}
    state = keeper.game.new_state(dealer=0, hands=hands, start=["raise", "pass", "pass", "declare preferans"])
    assert keeper.entry_from_deal(state) == keeper.entry("preferans", declarer=1)
    assert list(keeper.record("preferans", declarer=1).written) == state.scores


def test_giving_up_in_the_environment_is_found():
    keeper = new({}, surrender_without_three=True)
    start = ["raise", "pass", "pass", "discard talon open", "refuse"]
    state = keeper.game.new_state(seed=1, dealer=0, start=start)
    assert keeper.entry_from_deal(state) == keeper.entry("gave_up", declarer=1, bid="6 spades")
    assert list(keeper.preview(keeper.entry_from_deal(state)).written) == state.scores


def test_a_deal_that_is_not_over_or_of_other_seats_is_no_entry():
    keeper = new({}, seat_draw=True)
    with pytest.raises(adut.AdutError, match="not over"):
        keeper.entry_from_deal(keeper.game.new_state(seed=1))
    state = keeper.game.new_state(seed=1, sheet={"ring": 1}, dealer=0)
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    with pytest.raises(adut.AdutError, match="do not sit in the order"):
        keeper.entry_from_deal(state)
