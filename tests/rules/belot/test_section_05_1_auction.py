"""Section 5.1: the auction (section 14, cases 20-25 and 45)."""

from functools import cache

import pytest

from . import helpers
from .reference import CONTRACTS, PACK, Auction, make_options

CASES = helpers.load("auctions.toml")["case"]
COUNTS = {True: (151_173_205, 58), False: (38_221, 28)}
"""By overbid_after_kontra: different complete auctions, calls of the longest."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["number"])
def test_cases(open_table, case):
    table = open_table(deck=PACK, dealer=0, **case.get("options", {}))
    helpers.apply_all(table, *helpers.calls(case["calls"]))
    facts = helpers.facts(table)
    if "legal" in case:
        assert facts["phase"] == "auction"
        assert facts["turn"] == helpers.turn(table) == case["turn"]
        assert helpers.legal(table) == set(helpers.calls(case["legal"]))
    elif "contract" in case:
        assert facts["phase"] == "play"
        assert [facts[name] for name in ("contract", "mult", "caller")] == [case["contract"], case["mult"], case["caller"]]
    else:
        assert table.is_over
        assert helpers.outcome(table)["result"] == "passed out"


def test_passed_out_keeps_what_hangs(open_table):
    """Case 20."""
    table = helpers.apply_all(open_table(deck=PACK, totals=[7, 17], pot=8), *["pass"] * 4)
    assert helpers.outcome(table) == {
        "result": "passed out",
        "raw": [0, 0],
        "written": [0, 0],
        "totals": [7, 17],
        "pot": 8,
        "winner": None,
    }


@pytest.mark.parametrize("bid", range(6))
def test_bids_ascend(open_table, bid):
    table = open_table(deck=PACK)
    helpers.apply_all(table, f"bid {CONTRACTS[bid]}", "pass")
    assert helpers.legal(table) == {"pass", *(f"bid {higher}" for higher in CONTRACTS[bid + 1 :])}


def package_auctions(overbid):
    """A function which counts the auctions from a state of the package, and the calls of the longest one."""

    @cache
    def count(data):
        state = game.state_from_bytes(data)
        total = longest = 0
        for action in state.legal_actions():
            twin = state.copy()
            twin.apply(action)
            ends, calls = (1, 0) if twin.is_over or twin.phase != "auction" else count(without_history(twin))
            total, longest = total + ends, max(longest, calls + 1)
        return total, longest

    def without_history(state):
        """The same table with its past forgotten: what is left decides how the auction goes on."""
        for name in ("history", "num_events", "moves", "bids", "kontras", "rekontras"):
            state.array[name] = 0
        return state.to_bytes()

    game = helpers.make_game(overbid_after_kontra=overbid)
    return count(without_history(helpers.new_table(game, PACK, seed=0)))


def reference_auctions(overbid):
    options = make_options(overbid_after_kontra=overbid)

    @cache
    def count(auction):
        if auction.is_over:
            return 1, 0
        following = [count(auction.after(call)) for call in auction.legal(options)]
        return sum(ends for ends, _ in following), 1 + max(calls for _, calls in following)

    return count(Auction(0))


@pytest.mark.parametrize("count", [package_auctions, reference_auctions])
@pytest.mark.parametrize("overbid", [True, False])
def test_number_of_auctions(count, overbid):
    assert count(overbid) == COUNTS[overbid]


LONGEST = "P P P " + " P P ".join(f"{bid} P P K P P R" for bid in "cdhsna") + " P P P"


def test_the_longest_auction(open_table):
    """Three opening passes, then each bid, kontra and rekontra with two passes between any two of them."""
    calls = helpers.calls(LONGEST)
    assert len(calls) == 58
    table = open_table(deck=PACK)
    for call in calls:
        assert helpers.facts(table)["phase"] == "auction"
        table.apply(call)
    facts = helpers.facts(table)
    assert (facts["phase"], facts["contract"], facts["mult"]) == ("play", "all trumps", 4)
    assert len(facts["bids"]) == len(facts["kontras"]) == len(facts["rekontras"]) == 6


def test_every_fact_of_the_auction_is_told(open_table):
    table = open_table(deck=PACK)
    helpers.apply_all(table, *helpers.calls("h K R P s P"))
    for seat in range(4):
        facts = helpers.facts(table, seat)
        assert facts["bids"] == {(0, "hearts"), (0, "spades")}
        assert facts["kontras"] == {(1, "hearts")}
        assert facts["rekontras"] == {(2, "hearts")}
        assert (facts["contract"], facts["caller"], facts["mult"], facts["passes"]) == ("spades", 0, 1, 1)
