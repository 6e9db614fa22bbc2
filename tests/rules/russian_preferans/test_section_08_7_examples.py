"""Section 8, the worked deals of 8.7 and others, played out; cases 27 to 31, 34, 39."""

import pytest

from . import helpers
from .helpers import NAMES

CASES = helpers.cases("deals.toml")
MORE = helpers.cases("more_deals.toml")


def play(open_table, case):
    """The finished table of a case."""
    players, dealer = case.get("players", 4), NAMES.index(case.get("dealer", "A"))
    options = case.get("options", {})
    tricks = tuple((NAMES.index(name), number) for name, number in case.get("tricks", {}).items())
    declarer = NAMES.index(case["declarer"]) if "declarer" in case else None
    contract = case.get("contract", "raspasovka")
    game = None
    if contract[0].isdigit():
        game = helpers.GAMES.index(helpers.contract_of(contract).removeprefix("contract "))
    units = case.get("talon", 0)
    cards = ()
    deck = helpers.deck_of({"talon": helpers.TALONS[units]}, dealer, players)
    if tricks:
        leads = "lead" if declarer is None else "unused"
        deck, cards = helpers.arranged(game, declarer, tricks, dealer, players, units, leads)
    sheet = case.get("sheet", {}) | {"series": case.get("series", 0)}
    table = open_table(deck, dealer, case.get("rules", "standard"), players, sheet, **options)
    if declarer is None:
        helpers.pass_out(table)
    elif game is None:
        win_misere(table, declarer, contract == "half misere")
        helpers.throw(table, deck[30:])
    else:
        helpers.win_auction(table, declarer)
        if case.get("throws_talon"):
            table.apply("discard talon open")
        else:
            helpers.throw(table, deck[30:])
        table.apply(helpers.contract_of(contract))
    for word in case["say"].split(", ") if "say" in case else []:
        assert helpers.phase(table) == "whist"
        table.apply(word)
    return helpers.play(table, cards)


def win_misere(table, declarer, shares):
    while helpers.turn(table) != declarer:
        table.apply("pass")
    helpers.apply_all(table, *(["offer half", "accept"] if shares else ["misere"]))
    while helpers.phase(table) == "auction":
        table.apply("pass")


@pytest.mark.parametrize("case", CASES, ids=helpers.numbered)
def test_worked_deals(open_table, case):
    table = play(open_table, case)
    assert helpers.is_over(table)
    players = case.get("players", 4)
    expected = case.get("reward_times_players") or [players * points for points in case["reward"]]
    assert helpers.written(table) == {name: case.get(name, {}) for name in ("pool", "mountain", "whists")}
    assert helpers.rewards(table) == expected
    assert sum(expected) == 0


@pytest.mark.parametrize("case", CASES, ids=helpers.numbered)
def test_the_sheet_after_worked_deals(open_table, case):
    """What is written is added to what stood there."""
    table = play(open_table, case)
    players = case.get("players", 4)
    before = case.get("sheet", {})
    empty = {"pool": [0] * players, "mountain": [0] * players, "whists": [[0] * players for _ in range(players)]}
    assert helpers.difference(empty | before, helpers.after(table)) == {
        name: case.get(name, {}) for name in ("pool", "mountain", "whists")
    }


@pytest.mark.parametrize("case", MORE, ids=helpers.numbered)
def test_more_deals(open_table, case):
    table = play(open_table, case)
    assert helpers.is_over(table)
    assert helpers.written(table) == {name: case.get(name, {}) for name in ("pool", "mountain", "whists")}
    assert sum(helpers.rewards(table)) == 0
