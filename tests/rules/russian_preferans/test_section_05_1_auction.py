"""P1 and P1a: the auction; cases 1 to 11, 36 and 37."""

import pytest

from . import helpers
from .helpers import NAMES

CASES = helpers.cases("auctions.toml")


def apply_calls(table, calls):
    for call in calls:
        action, _, bid = call.partition(" = ")
        who, _, action = action.partition(" ")
        assert helpers.turn(table) == NAMES.index(who), call
        table.apply(action)
        if bid:
            holder = NAMES.index(who) if action != "accept" else None
            found, owner = helpers.current_bid(table)
            assert found == bid, call
            assert holder in (None, owner), call


@pytest.mark.parametrize("case", CASES, ids=helpers.numbered)
def test_auctions(open_table, case):
    players = case.get("players", 4)
    sheet = {"series": case.get("series", 0)}
    table = open_table(None, 0, case.get("rules", "standard"), players, sheet, **case.get("options", {}))
    apply_calls(table, case["calls"])
    if "turn" in case:
        assert helpers.phase(table) in ("auction", "half offer")
        assert helpers.turn(table) == NAMES.index(case["turn"])
        assert sorted(helpers.legal(table)) == sorted(case["legal"])
    elif "won" in case:
        apply_calls(table, [case["then"]] if "then" in case else [])
        who, bid, contracts = case["won"]
        assert helpers.current_bid(table) == (bid, NAMES.index(who))
        assert helpers.turn(table) == NAMES.index(who)
        check_contracts(table, bid.endswith("-"), contracts)
    else:
        assert case["passed_out"]
        assert helpers.phase(table) == "play"
        assert helpers.turn(table) == 0


def check_contracts(table, without_talon, number):
    """How many games may be named: the highest ones."""
    if not without_talon:
        assert helpers.phase(table) == "discard"
        for _ in range(2):
            table.apply(min(action for action in helpers.legal(table) if action.startswith("discard ")))
    if number:
        assert helpers.phase(table) == "contract"
        assert helpers.legal(table) == {f"contract {game}" for game in helpers.GAMES[25 - number :]}
    else:
        assert helpers.phase(table) == "play"
