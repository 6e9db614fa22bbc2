"""Sections 8 and 14.5: the worked deals, played out."""

import random

import pytest

from . import helpers
from .calls import ANSWERS, CONTRACT, open_contract

DEALS = helpers.cases("deals.toml")
MORE = helpers.cases("more_deals.toml")
SEATS = {"D": 0, "R": 1, "L": 2}


def play(open_table, case):
    """The table of a case after its last card, and the value that was in force."""
    answers = [answer.split() for answer in case.get("answers", [])]
    contract = CONTRACT[case["contract"]]
    deck, cards = helpers.random_deck(random.Random(8)), ()
    if "tricks" in case or "winners" in case:
        wanted = tuple(SEATS[who] for who in case["winners"].split()) if "winners" in case else tuple(enumerate(case["tricks"]))
        deck, cards = helpers.arranged(contract, 0, 2, playing(answers), wanted)
    table = open_contract(open_table, case, 0, 2, deck, sheet_of(case))
    for who, what in answers:
        assert helpers.turn(table) == SEATS[who]
        table.apply(ANSWERS[what])
    while not table.is_over and helpers.facts(table)["phase"] == "double":
        table.apply("ok")
    value = helpers.facts(table)["value"]
    for card in cards:
        table.apply(f"play {card}")
    assert table.is_over
    return table, value


def playing(answers):
    """Those who play cards."""
    followers = {who for who, what in answers if what == "follow"}
    if not followers or any(what in ("call", "kontra") for _, what in answers):
        return 0, 1, 2
    return tuple(sorted({0} | {SEATS[who] for who in followers}))


def sheet_of(case):
    refe = case.get("refes", [case.get("refe", 0), 0, 0])
    before = case.get("before", [100, 100, 100])
    return {"bula": before, "refe": refe}


@pytest.mark.parametrize("case", DEALS, ids=helpers.numbered)
def test_worked_deals(open_table, case):
    table, value = play(open_table, case)
    found = helpers.outcome(table)
    assert value == case["V"]
    assert found["bula"] == case["bula"]
    assert [found["written"][1][0], found["written"][2][0]] == case["supe"]
    assert sum(map(sum, found["written"])) == sum(case["supe"])
    assert found["raw"] == case["raw"]
    assert [round(points / 3, 2) for points in found["thirds"]] == case["zs"]
    assert sum(found["thirds"]) == 0


@pytest.mark.parametrize("case", MORE, ids=helpers.numbered)
def test_more_deals(open_table, case):
    table, value = play(open_table, case)
    found = helpers.outcome(table)
    assert value == case.get("V", value)
    assert found["bula"] == case["bula"]
    assert [found["written"][1][0], found["written"][2][0]] == case["supe"]
    assert sum(map(sum, found["written"])) == sum(case["supe"])
    if "refes_after" in case:
        before = sheet_of(case)["refe"]
        after = [number + found["gains_refe"] - (found["uses_refe"] and seat == 0) for seat, number in enumerate(before)]
        assert after == case["refes_after"]
