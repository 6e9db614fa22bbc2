"""Section 9: the sheet, the end of a match, write-off and settlement."""

import random

import pytest

from adut.games.preferans import settlement as package
from adut.games.preferans.sheet import sheet_text

from . import helpers
from . import reference_score as reference

WRITE_OFFS = helpers.load("settlements.toml")["write_off"]
RESULTS = helpers.load("settlements.toml")["result"]


@pytest.mark.parametrize("case", WRITE_OFFS, ids=lambda case: str(case["bula"]))
def test_write_off(case):
    for method in ("even_two", "v12"):
        assert list(package.write_off(case["bula"], method)) == case[method]
        assert reference.write_off(case["bula"], method) == case[method]
        assert sum(case[method]) == sum(case["bula"])
    assert [number - share for number, share in zip(case["bula"], case["even_two"], strict=True)] == case["rest"]
    if "v12_rest" in case:
        assert [number - share for number, share in zip(case["bula"], case["v12"], strict=True)] == case["v12_rest"]


@pytest.mark.parametrize("case", RESULTS, ids=helpers.numbered)
def test_results(case):
    how = (case["bula"], case["supe"], case.get("method", "even_two"), case.get("culprit"))
    found = package.settlement(*how)
    rest, result = reference.settle(*how)
    assert list(found.result) == result == case["result"]
    assert list(found.bula) == rest == case.get("rest", rest)
    assert sum(found.result) == sum(found.bula) == 0


def test_random_settlements():
    rng = random.Random(9)
    for _ in range(500):
        bula = [2 * rng.randrange(-60, 60) for _ in range(3)]
        supe = [[0 if i == j else 2 * rng.randrange(500) for j in range(3)] for i in range(3)]
        method, culprit = rng.choice(["even_two", "v12"]), rng.choice([None, 0, 1, 2])
        found = package.settlement(bula, supe, method, culprit)
        rest, result = reference.settle(bula, supe, method, culprit)
        assert (list(found.written_off), list(found.bula)) == (reference.write_off(bula, method), rest)
        assert list(found.result) == result
        if method == "even_two":
            assert all(number % 2 == 0 for number in rest)


def test_settlement_refuses():
    with pytest.raises(ValueError):
        package.settlement([0, 0, 0], [[0] * 3] * 3, culprit=3)
    with pytest.raises(ValueError):
        package.write_off([0, 0, 0], "thirds")


@pytest.mark.parametrize("offender", range(3))
def test_third_card(offender):
    """9.6: -1000 and no tournament points, 500 and three for each other."""
    results, points = package.third_card(offender)
    assert list(results) == [-1000 if seat == offender else 500 for seat in range(3)]
    assert list(points) == [0 if seat == offender else 3 for seat in range(3)]


# -- 9.1 and 9.2: the sheet ----------------------------------------------------------------------------------------


def test_the_sheet_at_the_start():
    state = helpers.make_game(episode="match", start_bula=60).new_state(seed=1)
    empty = {"deals": 0, "bula": [60] * 3, "supe": [[0] * 3] * 3, "refe": [0] * 3, "refe_written": 0}
    assert state.sheet == empty


def test_columns_of_the_sheet():
    """Left are supe on the left neighbour, who plays before, right those on the right one."""
    sheet = {
        "bula": [14, -2, 0],
        "supe": [[0, 101, 102], [110, 0, 112], [120, 121, 0]],
        "refe": [0, 3, 0],
    }
    header, *rows = sheet_text(sheet)
    assert header.split() == ["supe", "left", "|", "bule", "|", "supe", "right"]
    assert rows[0].split() == "player_0 102 on 2 | 14 | 101 on 1".split()
    assert rows[1].split() == "player_1 110 on 0 | -2 △3 П | 112 on 2".split()
    assert rows[2].split() == "player_2 121 on 1 | 0 | 120 on 0".split()


@pytest.mark.parametrize(
    "sheet",
    [
        {"bula": [0, 0, 0]},
        {"bula": [10, -4, -8]},
        {"bula": [10, 10]},
        {"refe": [3, 0, 0], "refe_written": 3},
        {"refe": [2, 0, 0], "refe_written": 1},
        {"refe": [-1, 0, 0]},
        {"supe": [[2, 0, 0], [0, 0, 0], [0, 0, 0]]},
        {"supe": [[0, 0, 0], [0, 0, 0]]},
        {"deals": -1},
        {"totals": [1, 2, 3]},
    ],
    ids=str,
)
def test_sheets_that_are_none(sheet):
    with pytest.raises(ValueError):
        helpers.make_game().new_state(seed=1, sheet=sheet)


# -- 8.6: refe -----------------------------------------------------------------------------------------------------

ALL_PASS = [
    # options, sheet before, refe after, refe written after
    ({}, {}, [1, 1, 1], 1),
    ({}, {"refe": [1, 0, 1], "refe_written": 1}, [2, 1, 2], 2),
    ({}, {"refe": [1, 0, 1], "refe_written": 2}, [1, 0, 1], 2),
    ({}, {"bula": [100, -2, 50]}, [0, 0, 0], 0),
    ({}, {"bula": [100, 0, 50]}, [1, 1, 1], 1),
    ({"refe_blocked_if": "never"}, {"bula": [100, -2, 50]}, [1, 1, 1], 1),
    ({"refe_limit": 0}, {}, [0, 0, 0], 0),
    ({"refe_limit": 5}, {"refe_written": 4}, [1, 1, 1], 5),
    ({"refe_limit": 5}, {"refe_written": 5}, [0, 0, 0], 5),
    ({"refe_limit": -1}, {"refe_written": 77}, [1, 1, 1], 78),
    ({"start_bula": 200}, {"refe_written": 3}, [1, 1, 1], 4),
    ({"start_bula": 200}, {"refe_written": 4}, [0, 0, 0], 4),
    ({"start_bula": 40}, {}, [0, 0, 0], 0),
]


@pytest.mark.parametrize(("options", "before", "refe", "written"), ALL_PASS)
def test_all_pass(open_table, options, before, refe, written):
    """14.5, case 32."""
    sheet = {"bula": [100, 100, 100], "refe": [0, 0, 0], "refe_written": 0} | before
    table = helpers.apply_all(open_table(sheet=sheet, **options), "pass", "pass", "pass")
    found = helpers.outcome(table)
    assert found["bula"] == [0, 0, 0]
    assert found["raw"] == [0, 0, 0]
    assert [number + found["gains_refe"] for number in sheet["refe"]] == refe
    if not isinstance(table, helpers.Deal):
        assert (table.sheet["refe"], table.sheet["refe_written"]) == (refe, written)


def test_refe_is_used_up():
    """14.5, case 33: the declarer's alone, and once."""
    state = helpers.make_game(episode="match").new_state(seed=3, dealer=2, sheet={"refe": [1, 1, 1]})
    for deal, (declarer, change) in enumerate([(2, -8), (2, -4), (1, -8), (0, -8), (0, -4)]):
        before = state.sheet["bula"]
        while state.phase == "auction":
            state.apply("bid" if state.seat == declarer else "pass")
        helpers.apply_all(state, state.legal_actions()[0], "discard " + helpers.PACK[state.legal_actions()[-1]])
        helpers.apply_all(state, "declare spades", "decline", "decline")
        after = state.sheet["bula"]
        assert [b - a for a, b in zip(before, after, strict=True)] == [change * (seat == declarer) for seat in range(3)], deal
    assert state.sheet["refe"] == [0, 0, 0]


# -- 9.3: the end ----------------------------------------------------------------------------------------------------


def finish(state, contract):
    while state.phase in ("auction", "discard"):
        state.apply("bid" if state.phase == "auction" and state.seat == 0 else state.legal_actions()[0])
    return helpers.apply_all(state, f"declare {contract}", "decline", "decline")


SHEET = {"deals": 30, "bula": [10, 2, -6], "supe": [[0, 100, 40], [60, 0, 80], [0, 0, 0]]}


@pytest.mark.parametrize(
    ("contract", "bula", "is_over"),
    [("spades", [6, 2, -6], False), ("diamonds", [4, 2, -6], True), ("clubs", [4, 2, -6], True)],
)
def test_the_end_of_a_match(contract, bula, is_over):
    """It ends when no bule are left, exactly none under the cap."""
    state = helpers.make_game(episode="match").new_state(seed=1, dealer=2, sheet=SHEET)
    finish(state, contract)
    assert state.sheet["bula"] == bula
    assert state.is_over == is_over
    assert not state.truncated


def test_below_zero_is_written_off():
    """last_deal_cap=none: -4 bule are left, of which -2, -2 and 0 are written off."""
    state = helpers.make_game(episode="match", last_deal_cap="none").new_state(seed=1, dealer=2, sheet=SHEET)
    finish(state, "clubs")
    assert state.is_over
    assert state.sheet["bula"] == [0, 2, -6]
    assert reference.settle([0, 2, -6], SHEET["supe"]) == ([2, 2, -4], [60, 20, -80])
    assert list(standings(state)) == [60, 20, -80]


def standings(state):
    """R by seat."""
    found = package.settlement(state.sheet["bula"], state.sheet["supe"], state.game.values["write_off"])
    return found.result


@pytest.mark.parametrize("cap", ["value", "none"])
@pytest.mark.parametrize("method", ["even_two", "v12"])
def test_rewards_sum_to_the_result(cap, method):
    """From the sheet in the middle of a match: what has been earned by then and the last deal are the result."""
    options = {"last_deal_cap": cap, "write_off": method}
    game = helpers.make_game(episode="match", **options)
    state = finish(game.new_state(seed=1, dealer=2, sheet=SHEET), "clubs")
    earned = [
        -10 * (3 * SHEET["bula"][i] - 6) + 3 * (sum(SHEET["supe"][i]) - sum(SHEET["supe"][j][i] for j in range(3)))
        for i in range(3)
    ]
    total = [before + now for before, now in zip(earned, state.payoffs, strict=True)]
    assert total == [3 * number for number in standings(state)]


@pytest.mark.parametrize(("method", "result"), [("even_two", [40, -40, 0]), ("v12", [40, -50, 10])])
def test_a_match_cut_short(method, result):
    """max_deals: bule that are left are written off, nobody is the culprit."""
    game = helpers.make_game(episode="match", max_deals=1, write_off=method)
    sheet = {"bula": [24, 34, 28], "refe": [2, 2, 2], "refe_written": 2}
    state = helpers.apply_all(game.new_state(seed=1, dealer=2, sheet=sheet), "pass", "pass", "pass")
    assert state.is_over
    assert state.truncated
    assert list(standings(state)) == result
    earned = [-10 * (3 * number - 86) for number in sheet["bula"]]
    assert [before + now for before, now in zip(earned, state.payoffs, strict=True)] == [3 * number for number in result]


@pytest.mark.parametrize(
    ("supe", "rewards"),
    [
        ([[0, 100, 40], [60, 0, 80], [0, 0, 0]], [1, 0, -1]),
        ([[0, 0, 0], [60, 0, 80], [0, 0, 0]], [-1, 1, 0]),
        ([[0, 0, 0], [0, 0, 0], [0, 0, 0]], [-1, 0, 1]),
        ([[0, 20, 0], [0, 0, 0], [0, 0, 0]], [0, -1, 1]),
        ([[0, 10, 0], [0, 0, 0], [0, 0, 0]], [-0.5, -0.5, 1]),
    ],
)
def test_the_winner_has_the_largest_result(supe, rewards):
    """R after bule 4, 2, -6; equal results share a place."""
    game = helpers.make_game(episode="match", reward="match")
    state = finish(game.new_state(seed=1, dealer=2, sheet=SHEET | {"supe": supe}), "clubs")
    result = reference.result([4, 2, -6], supe)
    order = sorted(result, reverse=True)
    assert [order.index(number) for number in result] == [{1: 0, 0: 1, -1: 2, -0.5: 1}[reward] for reward in rewards]
    assert state.rewards == [2 * reward for reward in rewards]
