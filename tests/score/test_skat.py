"""Sections 8 and 9 of the rules of Skat: the score keeper."""

import csv
import itertools

import pytest
from scripts import check_keeper

import adut
from adut.games.skat.keeper import LARGEST_LOSS
from adut.games.skat.layout import BIDS_24X7, BIDS_36X6, GRAND
from adut.games.skat.options import SkatOptions
from adut.games.skat.scoring import deal_value

from . import helpers

RULES = helpers.FOLDER.parent / "rules" / "skat"
DATA = helpers.load("../rules/skat/settlements.toml")
COLUMNS = {"classical": "classical", "tournament": "classical_tournament_3", "pre1999": "pre1999", "isko": "isko"}


def examples():
    """Each worked example under each set of rules."""
    found = []
    with (RULES / "worked_examples.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            for column, rules in COLUMNS.items():
                found.append(pytest.param(rules, row, row[column], id=f"{row['case']} {rules}"))
    return found


def fields_of(row):
    """The fields of an entry for a row of the worked examples; as much as a person is asked."""
    null, conceded = row["contract"] == "null", row["conceded"] == "yes"
    return dict(
        declarer=1,
        bid=int(row["bid"]),
        contract=row["contract"],
        hand=row["take"] == "hand",
        announced=row["announced"] or "none",
        matadors=None if null else abs(int(row["matadors"])),
        conceded=conceded,
        points=None if null or conceded else int(row["points"]),
        tricks=None if conceded else int(row["tricks"]),
    )


@pytest.mark.parametrize(("rules", "row", "value"), examples())
def test_8_examples(rules, row, value):
    keeper = adut.score_keeper("skat", rules=rules)
    fields = fields_of(row)
    if value == "masked":
        helpers.refuses(keeper, {"kind": "played", **fields}, "cannot be played at a bid of")
        return
    found = keeper.preview(keeper.entry("played", **fields))
    assert found.value == int(value)
    assert (found.outcome == "won") == (int(value) > 0)
    if fields["tricks"] in range(1, 10) and fields["points"] not in (None, 120) and fields["points"] > 22:
        assert keeper.preview(keeper.entry("played", **{**fields, "tricks": None})).written == found.written


@pytest.mark.parametrize("case", DATA["deal"], ids=lambda case: case["case"])
def test_8_step_6_bonuses(case):
    keeper = adut.score_keeper("skat", rules=case["rules"], first_dealer=case["dealer"])
    found = keeper.record("value", declarer=case["soloist"], value=case["value"])
    assert list(found.written) == case["scores"]
    assert found.value == case["value"]


OPTIONS_OF_VALUES = ("levels", "grand_ouvert", "lost_hand_factor", "lost_pickup_extra", "own_schneider", "null_lost_factor")
CHARGES = [("next_multiple", "after_factor"), *(("bid", floor) for floor in ("after_factor", "before_factor", "hand_only"))]


@pytest.mark.parametrize(("charge", "floor"), CHARGES)
def test_8_no_options_make_a_dearer_game(charge, floor):
    """The dearest forms of every game, at the lowest and at the highest bid, under all options of the value."""
    declared = SkatOptions.declared()
    choices = [declared[name].choices or (declared[name].low, declared[name].high) for name in OPTIONS_OF_VALUES]
    lowest = 0
    for values in itertools.product(*choices):
        options = dict(zip(OPTIONS_OF_VALUES, values, strict=True))
        game = adut.game("skat", overbid_charge=charge, loss_floor=floor, **options)
        bids = BIDS_36X6 if options["grand_ouvert"] == "36x6" else BIDS_24X7
        for contract, hand, form, bid in itertools.product(range(6), (0, 1), range(4), (bids[0], bids[-1])):
            if form and not hand:
                continue
            for matadors, (points, tricks) in itertools.product(
                (1, 4 if contract == GRAND else 11), ((0, 0), (60, 5), (61, 6))
            ):
                announced = int(form >= 1), int(form >= 2), int(form == 3)
                value = deal_value(game.options[0], contract, hand, *announced, 0, matadors, points, tricks, bid)
                lowest = min(lowest, int(value))
    assert lowest == -LARGEST_LOSS


@pytest.mark.parametrize(
    ("options", "value"), [({"rules": "pre1999"}, -726), ({"lost_hand_factor": 2}, -864), ({"rules": "isko"}, -540)]
)
def test_8_the_dearest_games_can_be_entered(options, value):
    keeper = adut.score_keeper("skat", **options)
    assert keeper.record("value", declarer=0, value=value).written == (value, 0, 0)
    helpers.refuses(keeper, dict(kind="value", declarer=0, value=-865), "from -864 to 864")


def test_9_tournament_totals():
    case = DATA["tournament"]
    keeper = adut.score_keeper("skat", rules=case["rules"])
    for deal in case["deals"]:
        keeper.record("value", declarer=deal["soloist"], value=deal["value"])
    assert list(keeper.totals) == case["totals"]
    assert [list(keeper.sheet.wins), list(keeper.sheet.losses)] == [case["wins"], case["losses"]]


def test_9_the_list_ends_after_its_deals_and_is_settled():
    keeper = adut.score_keeper("skat", n_deals=3)
    for declarer, value in ((0, 48), (1, -36)):
        keeper.record("value", declarer=declarer, value=value)
        assert keeper.record("passed_in").written == (0, 0, 0)  # void: the same dealer again
    assert (keeper.sheet.counted, keeper.sheet.dealer, keeper.finished) == (2, 2, False)
    assert keeper.settle().payments == (0, 0, 0)  # no round of deals is complete
    keeper.record("value", declarer=0, value=24)
    assert keeper.finished
    settlement = keeper.settle()
    assert (settlement.winners, settlement.totals, settlement.margin) == ((0,), (72, -36, 0), 72)
    assert settlement.payments == (180, -144, -36)


def test_9_an_interrupted_list_is_settled_by_its_last_complete_round():
    keeper = adut.score_keeper("skat")
    for declarer in (0, 1, 2, 0):
        keeper.record("value", declarer=declarer, value=24)
    assert (keeper.sheet.round_wins, keeper.sheet.wins) == ((1, 1, 1), (2, 1, 1))
    keeper.record("penalty", column=2, points=50, reason="a card was missing")
    assert keeper.settle().totals == (24, 24, -26)
    assert not keeper.settle().finished


def test_5_2_a_deal_that_all_pass_counts_under_isko():
    keeper = adut.score_keeper("skat", rules="isko", n_deals=3)
    for _ in range(3):
        keeper.record("passed_in")
    assert keeper.finished
    assert keeper.sheet.winners == (0, 1, 2)


@pytest.mark.parametrize(("players", "first"), [(3, "C"), (4, "C")])
def test_4_middlehand_speaks_first(players, first):
    keeper = adut.score_keeper("skat", players=players, names=list("ABCD")[:players])
    assert (keeper.status().dealer, keeper.status().first) == ("A", first)
    assert keeper.status().missing == f"0 of {keeper.game.values['n_deals']} deals are played"


@pytest.mark.parametrize(("rules", "winners"), [("classical", (0, 1)), ("isko", (1,))])
def test_9_equal_totals(rules, winners):
    """Shared, or more games won; what a lot would decide stays shared."""
    keeper = adut.score_keeper("skat", rules=rules, n_deals=3)
    for declarer, value in ((0, 48), (1, 24), (1, 24)):
        keeper.record("value", declarer=declarer, value=value)
    assert keeper.sheet.winners == winners


GAME = dict(kind="played", declarer=1, bid=18, contract="hearts", matadors=1, points=70)
REFUSED = [
    ("a bid that is no value", {}, dict(GAME, bid=19), "nearest bids are 18 and 20"),
    ("a bid of the other table", {}, dict(GAME, bid=264), "nobody can bid 264"),
    ("nobody bid", {}, {k: v for k, v in GAME.items() if k != "bid"}, "needs bid"),
    ("nobody played", {}, {k: v for k, v in GAME.items() if k != "declarer"}, "needs declarer"),
    ("no contract", {}, {k: v for k, v in GAME.items() if k != "contract"}, "needs contract"),
    ("an unknown contract", {}, dict(GAME, contract="ramsch"), "contract is one of"),
    ("more points than cards", {}, dict(GAME, points=121), "from 0 to 120"),
    ("no points", {}, {k: v for k, v in GAME.items() if k != "points"}, "points is needed"),
    ("no matadors", {}, {k: v for k, v in GAME.items() if k != "matadors"}, "matadors is needed"),
    ("twelve matadors", {}, dict(GAME, matadors=12), "from 1 to 11"),
    ("five jacks", {}, dict(GAME, contract="grand", matadors=5), "four matadors at most"),
    ("matadors in null", {}, dict(GAME, contract="null", points=None, tricks=0), "no matadors in null"),
    ("points in null", {}, dict(GAME, contract="null", matadors=None, tricks=0), "do not count in null"),
    ("null without tricks", {}, dict(GAME, contract="null", matadors=None, points=None), "tricks is needed"),
    ("schneider after a pick-up", {}, dict(GAME, announced="schneider"), "hand games only"),
    ("schwarz in null", {}, dict(GAME, contract="null", announced="schwarz", hand=True), "not announced in null"),
    ("all cards, tricks unknown", {}, dict(GAME, points=120), "tricks is needed"),
    ("hardly any cards, tricks unknown", {}, dict(GAME, points=22), "tricks is needed"),
    ("all tricks without all points", {}, dict(GAME, points=119, tricks=10), "worth 120 points"),
    ("points without tricks", {}, dict(GAME, points=23, tricks=0), "at most 22 points"),
    ("conceded with points", {}, dict(GAME, conceded=True), "no points and tricks"),
    ("conceded from the hand", {}, dict(GAME, conceded=True, hand=True, points=None), "from the hand"),
    ("the dealer plays", dict(players=4), dict(GAME, declarer=0), "sits out"),
    ("a value that no game has", {}, dict(kind="value", declarer=0, value=19), "no game that is won"),
    ("nothing", {}, dict(kind="value", declarer=0, value=0), "18 at least"),
    ("a loss that is too small", {}, dict(kind="value", declarer=0, value=-10), "18 at least"),
    ("overbid and won", {}, dict(kind="value", declarer=0, value=48, overbid=True), "an overbid game is lost"),
]


@pytest.mark.parametrize(("options", "entry", "says"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_nonsense_is_refused(options, entry, says):
    helpers.refuses(adut.score_keeper("skat", **options), entry, says)


def test_5_5_a_null_below_the_bid_costs_the_bid():
    keeper = adut.score_keeper("skat", rules="classical_tournament_3")
    found = keeper.record("played", declarer=0, bid=36, contract="null")
    assert (found.value, found.outcome) == (-36, "overbid")
    assert keeper.preview(keeper.entry("played", declarer=0, bid=36, contract="null", hand=True)).value == -36
    isko = adut.score_keeper("skat", rules="isko")
    helpers.refuses(isko, dict(kind="played", declarer=0, bid=36, contract="null", tricks=0), "cannot be played at a bid of 36")


@pytest.mark.parametrize("table", check_keeper.cases("skat"), ids=check_keeper.label)
def test_keeper_and_environment_write_the_same(table):
    assert check_keeper.check(table, 60, seed=7).total() >= 60
