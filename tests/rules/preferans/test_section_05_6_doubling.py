"""Sections 5.5, 5.6 and 6.3: following, calling, doubling, and who leads (14.2)."""

import pytest

from . import helpers
from .calls import ANSWERS, open_contract

CASES = helpers.cases("doubling.toml")


@pytest.mark.parametrize("case", CASES, ids=helpers.numbered)
@pytest.mark.parametrize("declarer", [0, 1, 2])
def test_doubling(open_table, case, declarer):
    seats = {"D": declarer, "R": (declarer + 1) % 3, "L": (declarer + 2) % 3}
    dealer = (seats[case.get("forehand", "D")] + 2) % 3
    table = open_contract(open_table, case, declarer, dealer)
    for answer in case["answers"]:
        who, what = answer.split()
        assert helpers.turn(table) == seats[who], answer
        table.apply(ANSWERS[what])
    known = helpers.facts(table)
    if case.get("over"):
        assert table.is_over
        assert known["tricks"] == [0, 0, 0]
        return
    if "turn" in case:
        assert helpers.turn(table) == seats[case["turn"]]
        assert helpers.legal(table) == {ANSWERS[answer] for answer in case["legal"]}
    else:
        assert known["phase"] == "play"
        assert known["leader"] == helpers.turn(table) == seats[case["leader"]]
        assert known["playing"] == {seats[who] for who in case["playing"]}
    if "giver" in case:
        assert known["giver"] == seats[case["giver"]]
    if "value" in case:
        assert known["value"] == case["value"]


@pytest.mark.parametrize("level", range(2, 8))
@pytest.mark.parametrize("in_hand", [False, True])
def test_values(open_table, level, in_hand):
    """14.5, case 37: bought 4 to 14, in hand 6 to 16; igra herc is worth as much as a bought tref."""
    word = ["pik", "karo", "herc", "tref", "betl", "sans"][level - 2]
    table = open_contract(open_table, {"contract": word, "in_hand": in_hand}, 0, 2)
    assert helpers.facts(table)["value"] == {False: [4, 6, 8, 10, 12, 14], True: [6, 8, 10, 12, 14, 16]}[in_hand][level - 2]


LAYDOWN = "S7 S8 S9 ST H7 H9 HJ D7 D8 C7"
"""Safe, and the seven of clubs can be led."""
UNSAFE = "S7 S8 S9 ST H7 H9 HJ D7 D8 C8"
WAITING = "S7 S9 SJ H7 H9 HJ D7 D9 C7 C9"
"""Safe, but no suit can be led."""


@pytest.mark.parametrize("forehand", [0, 1])
@pytest.mark.parametrize("in_hand", [False, True])
@pytest.mark.parametrize("cards", [LAYDOWN, UNSAFE, WAITING], ids=["laydown", "unsafe", "waiting"])
@pytest.mark.parametrize("option", ["laydown", "in_hand", "off"])
def test_uver_betl(open_table, option, cards, in_hand, forehand):
    """After kontra the declarer of such a betl has to redouble."""
    dealer = (forehand + 2) % 3
    case = {"contract": "betl", "in_hand": in_hand, "options": {"uver_betl": option}}
    table = open_contract(open_table, case, 0, dealer, helpers.deck_of({0: cards, "talon": "CA DA"}, dealer))
    table.apply("double")
    safe = cards == LAYDOWN or (cards == WAITING and forehand != 0)
    forced = {"laydown": safe, "in_hand": in_hand, "off": False}[option]
    assert helpers.turn(table) == 0
    assert helpers.legal(table) == ({"redouble"} if forced else {"ok", "redouble"})
