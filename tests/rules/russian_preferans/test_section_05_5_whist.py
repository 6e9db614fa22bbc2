"""P5: what the defence says, who whists and for whom; cases 14 to 16 and 40."""

import random

import pytest

from . import helpers
from .helpers import NAMES

CASES = helpers.cases("whist_trees.toml")
ORDERS = [(case, level) for case in CASES for level in case["levels"]]


def declared(open_table, case, level, deck=None):
    """The table at which B has named a contract of the level."""
    players = case.get("players", 4)
    deck = deck or helpers.deck_of({}, 0, players)
    table = open_table(deck, players=players, **case.get("options", {}))
    return helpers.declare(table, 1, f"{level}D", deck[30:])


def courses(case):
    lines = case["courses"].strip().splitlines()
    return {tuple(words.split(", ")): outcome for words, _, outcome in (line.partition(": ") for line in lines)}


@pytest.mark.parametrize(("case", "level"), ORDERS, ids=lambda value: value if isinstance(value, int) else value["number"])
def test_whist_trees(open_table, case, level):
    """Every course of words, and no other, is legal; each is asked of the right player and comes to what it should."""
    expected = courses(case)
    waiting, found = [()], {}
    while waiting:
        words = waiting.pop()
        table = helpers.apply_all(declared(open_table, case, level), *words)
        if helpers.phase(table) == "whist":
            assert helpers.turn(table) == asked(words, case)
            waiting += [(*words, word) for word in helpers.legal(table)]
        else:
            found[words] = helpers.whist_outcome(table)
            assert helpers.is_over(table) == found[words].startswith(("own", "nothing"))
    assert found == expected


def asked(words, case):
    """First and second defender are asked in turn, from the look on the dealer."""
    first, second, dealer = 2, 3 if case.get("players", 4) == 4 else 0, 0
    if any(word.startswith("look") for word in words):
        return dealer
    options = case.get("options", {})
    if "for own" in words:
        returns = options.get("return_first", True)
        if words[-1] == "for own" and returns:
            return first if words[0] == "pass" else second
        return dealer
    if words == ("pass", "pass"):
        return dealer
    return (first, second, first)[len(words)]


def test_the_dealer_takes_a_hand(open_table):
    """Case 15: at 7 he plays the second defender's cards; all whists are his."""
    tricks = ((1, 7), (2, 1), (3, 2))
    deck, cards = helpers.arranged(7, 1, tricks)
    for reveal in ("open", "closed"):
        table = helpers.declare(open_table(deck), 1, "7D", deck[30:])
        helpers.say(table, "pass, for own, pass, look second, together")
        seen = set()
        for card in cards:
            while helpers.phase(table) == "reveal":
                assert helpers.asked(table) == (0, 3)
                table.apply(reveal)
            seen.add(helpers.asked(table))
            table.apply(f"play {card}")
        assert seen == {(1, 1), (0, 3), (0, 2) if reveal == "open" else (2, 2)}
        assert helpers.written(table) == {"pool": {"B": 4}, "mountain": {}, "whists": {"AB": 12}}


def test_the_dealer_takes_the_first_hand(open_table):
    deck, cards = helpers.arranged(7, 1, ((1, 7), (2, 1), (3, 2)))
    table = helpers.declare(open_table(deck), 1, "7D", deck[30:])
    helpers.say(table, "pass, for own, pass, look first, together")
    helpers.play(table, cards[:1], "closed")
    assert helpers.asked(table) == (0, 2)
    helpers.play(table, cards[1:2], "closed")
    assert helpers.asked(table) == (3, 3)


def test_nobody_asks_the_dealer_of_three(open_table):
    """Case 16: after the second pass the deal ends."""
    deck = helpers.deck_of({}, 0, 3)
    table = helpers.declare(open_table(deck, players=3), 1, "6S", deck[30:])
    helpers.say(table, "pass, for own, pass")
    assert helpers.is_over(table)
    assert helpers.written(table)["whists"] == {"AB": 4}


@pytest.mark.parametrize("declarer", [1, 2, 3])
def test_who_is_first_defender(open_table, declarer):
    """F is the first active seat left of the declarer, S the other."""
    deck = helpers.deck_of({})
    table = helpers.declare(open_table(deck), declarer, "6S", deck[30:])
    first = {1: 2, 2: 3, 3: 1}[declarer]
    second = 6 - declarer - first
    assert helpers.turn(table) == first
    table.apply("pass")
    assert helpers.turn(table) == second
    table.apply("for own")
    assert helpers.turn(table) == first
    table.apply("pass")
    assert helpers.turn(table) == 0
    table.apply("pass")
    assert helpers.written(table)["whists"] == {NAMES[second] + NAMES[declarer]: 4}


def test_stalingrad(open_table):
    """Six spades is whisted by both, closed, without asking."""
    deck, cards = helpers.arranged(0, 1, ((1, 9), (2, 1), (3, 0)))
    table = helpers.declare(open_table(deck, stalingrad=True), 1, "6S", deck[30:])
    assert helpers.phase(table) == "play"
    helpers.play(table, cards)
    assert helpers.written(table) == {"pool": {"B": 2}, "mountain": {"C": 2, "D": 4}, "whists": {"CB": 2}}
    for contract, options in (("6C", {"stalingrad": True}), ("6S", {}), ("7S", {"stalingrad": True})):
        table = helpers.declare(open_table(deck, **options), 1, contract, deck[30:])
        assert helpers.phase(table) == "whist"


def test_stalingrad_closed_hands_are_their_own_players(open_table):
    deck = helpers.random_deck(random.Random(6))
    table = helpers.declare(open_table(deck, stalingrad=True), 1, "6S", deck[30:])
    while not helpers.is_over(table):
        actor, seat = helpers.asked(table)
        assert actor == seat
        table.apply(min(helpers.legal(table)))
