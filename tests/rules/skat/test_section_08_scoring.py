"""Section 8: the value of a deal."""

import itertools
import random

import pytest

from . import helpers, reference
from .reference import PRESETS

COLUMNS = {
    "classical": ["classical"],
    "tournament": ["classical_tournament_3", "classical_tournament_4", "classical_tournament_4_1999"],
    "pre1999": ["pre1999"],
    "isko": ["isko", "isko_list_3", "isko_list_4", "iss_replay"],
}
EXAMPLES = [
    pytest.param(rules, row, int(row[column]), id=f"{row['case']} {rules}")
    for row in helpers.load_table("worked_examples.csv")
    for column, presets in COLUMNS.items()
    for rules in presets
    if row[column] != "masked"
]


def result(row):
    """The arguments of deal_value in a row of the table."""
    return {
        "contract": row["contract"],
        "hand": row["take"] == "hand",
        "schneider": row["announced"] == "schneider",
        "schwarz": row["announced"] == "schwarz",
        "ouvert": row["announced"] == "ouvert",
        "conceded": row["conceded"] == "yes",
        "matadors": int(row["matadors"]),
        "points": int(row["points"]),
        "tricks": int(row["tricks"]),
        "bid": int(row["bid"]),
    }


@pytest.mark.parametrize(("rules", "row", "value"), EXAMPLES)
def test_worked_examples(rules, row, value):
    assert helpers.deal_value(helpers.make_game(rules), **result(row)) == value
    assert reference.deal_value(PRESETS[rules], **result(row)) == value


def all_results(values, rng=None, share=1.0):
    """Results of a deal: every contract, announcement, number of matadors and class of points and tricks."""
    classes = [(0, 0), (22, 0), (30, 1), (31, 2), (60, 5), (61, 5), (89, 8), (90, 8), (120, 9), (120, 10)]
    forms = [("pick up", ""), ("hand", ""), ("hand", "schneider"), ("hand", "schwarz"), ("hand", "ouvert")]
    for contract in helpers.CONTRACTS[:5]:
        for (take, form), n, (points, tricks), conceded, bid in itertools.product(
            forms, range(1, 5 if contract == "grand" else 12), classes, (False, True), values
        ):
            if rng is None or rng.random() < share:
                yield {
                    "contract": contract,
                    "hand": take == "hand",
                    "schneider": form == "schneider",
                    "schwarz": form == "schwarz",
                    "ouvert": form == "ouvert",
                    "conceded": conceded,
                    "matadors": n,
                    "points": points,
                    "tricks": tricks,
                    "bid": bid,
                }
    for hand, ouvert, conceded, tricks, bid in itertools.product(*[(False, True)] * 3, (0, 1), values):
        yield {
            "contract": "null",
            "hand": hand,
            "ouvert": ouvert,
            "conceded": conceded,
            "tricks": tricks,
            "points": 7,
            "bid": bid,
        }


def is_played(options, case):
    """Whether a deal can end so: a Null worth less than the bid is masked, or lost at once unless it is conceded."""
    if case["contract"] != "null" or reference.NULL_VALUE[case["hand"], case["ouvert"]] >= case["bid"]:
        return True
    return options["null_below_bid"] == "lost_at_once" and case["conceded"]


VARIANTS = [
    ("classical", {}),
    ("classical_tournament_3", {}),
    ("pre1999", {}),
    ("isko", {}),
    ("iss_replay", {}),
    ("classical", {"loss_floor": "before_factor"}),
    ("classical", {"loss_floor": "before_factor", "lost_hand_factor": 2}),
    ("classical", {"loss_floor": "hand_only"}),
    ("classical", {"own_schneider": "unless_announced"}),
    ("classical", {"levels": "cumulative"}),
    ("classical", {"grand_ouvert": "24x7"}),
    ("classical", {"null_lost_factor": "2_pickup_1_hand"}),
    ("classical", {"overbid_charge": "next_multiple"}),
    ("isko", {"levels": "ordinal"}),
    ("isko", {"levels": "ordinal", "own_schneider": "always", "lost_pickup_extra": 1}),
    ("isko", {"grand_ouvert": "36x6", "null_below_bid": "lost_at_once"}),
    ("pre1999", {"lost_hand_factor": 2, "null_lost_factor": "1"}),
]


@pytest.mark.parametrize(("rules", "options"), VARIANTS, ids=str)
def test_values_against_the_reference(rules, options):
    game = helpers.make_game(rules, **options)
    stated = helpers.make_options(rules, **options)
    values = reference.bid_values(stated["grand_ouvert"])
    for case in all_results(values, random.Random(8), share=0.02):
        if is_played(stated, case):
            assert helpers.deal_value(game, **case) == reference.deal_value(stated, **case), case


@pytest.mark.parametrize(
    ("rules", "options", "dearest", "best"),
    [
        ("classical", {}, -432, 360),
        ("classical", {"loss_floor": "before_factor"}, -720, 360),
        ("pre1999", {}, -726, 360),
        ("isko", {}, -540, 264),
    ],
)
def test_bounds(rules, options, dearest, best):
    """Section 13: the hard bounds of a score; and |score| is never below the bid."""
    stated = helpers.make_options(rules, **options)
    game = helpers.make_game(rules, **options)
    values = reference.bid_values(stated["grand_ouvert"])
    scores = []
    for case in all_results(values, random.Random(13), share=0.05):
        if not is_played(stated, case):
            continue
        score = reference.deal_value(stated, **case)
        assert abs(score) >= case["bid"]
        scores.append((score, case))
    for case in all_results(values[-1:]):  # the dearest overbids
        if is_played(stated, case):
            scores.append((reference.deal_value(stated, **case), case))
    for case in all_results(values[:1]):
        scores.append((reference.deal_value(stated, **case), case))
    lowest, highest = min(scores, key=lambda score: score[0]), max(scores, key=lambda score: score[0])
    assert (lowest[0], highest[0]) == (dearest, best)
    for score, case in (lowest, highest):
        assert helpers.deal_value(game, **case) == score


def test_hand_only_leaves_the_loss_of_a_pick_up_without_floor():
    game = helpers.make_game("classical", loss_floor="hand_only")
    lost = {"contract": "diamonds", "matadors": 1, "points": 50, "tricks": 4, "bid": 80}
    assert helpers.deal_value(game, **lost) == -54
    assert helpers.deal_value(game, hand=True, **lost) == -80


def test_a_bid_at_a_multiple_is_not_rounded_up():
    game = helpers.make_game("isko")
    overbid = {"contract": "diamonds", "matadors": 1, "points": 70, "tricks": 6}
    assert helpers.deal_value(game, bid=36, **overbid) == -2 * 36
    assert helpers.deal_value(game, bid=40, **overbid) == -2 * 45
    assert helpers.deal_value(game, bid=18, **overbid) == 18


HEARTS_DEAL = {"F": "CJ SJ DJ HA HT HK HQ CA CT CK", "M": "HJ H9 H8 SA ST SK SQ S9 S8 S7", "skat": "D7 D8"}


def test_example_2_played():
    """Hearts from the hand, with two, 90 points and more but not all tricks: 10 x (2 + 3)."""
    start = helpers.new_table(helpers.make_game("classical"), HEARTS_DEAL)
    helpers.auction_to(start, "F", 20)
    helpers.apply_all(start, "play hand", "declare hearts")
    end = helpers.play_out_to(start, lambda state: helpers.outcome(state)["points"] >= 90)
    assert helpers.outcome(end)["matadors"] == 2
    assert helpers.outcome(end)["tricks"] < 10
    assert list(end.scores) == [50, 0, 0]
    assert list(end.payoffs) == [100, -50, -50]
