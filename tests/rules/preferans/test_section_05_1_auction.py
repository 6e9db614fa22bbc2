"""Sections 5.1 to 5.4: the auction, the contest of games from the hand, the talon, the contract (14.1)."""

import random
from fractions import Fraction
from functools import cache

import pytest

from . import helpers
from .reference import CONTRACTS, PACK

WORDS = {"pik": 2, "karo": 3, "herc": 4, "tref": 5, "betl": 6, "sans": 7}
CALLS = {"pass": "pass", "igra": "in hand", "betl": "in hand betl", "sans": "in hand no trump", "dobra": "good"}
CASES = helpers.cases("auctions.toml")


def said(call):
    """The action of a call of the data file."""
    if call in CALLS:
        return CALLS[call]
    if call in WORDS:
        return f"declare {CONTRACTS[WORDS[call]]}"
    return "hold" if call.startswith("moje") else "bid"


def level_of(table):
    return helpers.facts(table)["level"]


def apply_calls(table, calls):
    for call in calls:
        table.apply(said(call))
        if call[-1].isdigit():
            assert level_of(table) == int(call[-1])


@pytest.mark.parametrize("case", CASES, ids=helpers.numbered)
@pytest.mark.parametrize("dealer", [2, 0, 1])
def test_auctions(open_table, case, dealer):
    table = open_table(PACK, dealer, **case.get("options", {}))
    order = [(dealer + 1 + place) % 3 for place in range(3)]
    apply_calls(table, case["calls"])
    known = helpers.facts(table)
    if "turn" in case:
        assert order.index(helpers.turn(table)) == int(case["turn"][1])
        assert helpers.legal(table) == {said(call) for call in case["legal"]}
        for call in case["legal"]:
            if call[-1].isdigit():
                holds = call.startswith("moje")
                assert int(call[-1]) == (known["level"] or 1) + (not holds)
    elif "bought" in case:
        who, at = case["bought"]
        assert (known["phase"], known["declarer"], known["level"]) == ("discard", order[int(who[1])], at)
        assert not known["in_hand"]
        if "contracts" in case:
            helpers.apply_all(table, *sorted(helpers.legal(table))[:1])
            helpers.apply_all(table, *sorted(helpers.legal(table))[:1])
            assert helpers.legal(table) == {f"declare {CONTRACTS[WORDS[word]]}" for word in case["contracts"]}
    elif "in_hand" in case:
        who, contract = case["in_hand"]
        assert (known["declarer"], known["contract"], known["in_hand"]) == (order[int(who[1])], WORDS[contract], True)
        assert known["value"] == case["value"]
        assert known["phase"] == ("double" if contract == "betl" else "follow")
    else:
        assert case["all_pass"]
        assert table.is_over
        assert helpers.outcome(table)["bula"] == [0, 0, 0]


# -- Complete auctions of the package's own code -------------------------------------------------------------------


@cache
def complete_auctions(**options):
    """Every complete auction: (calls, how it ended, probability under uniformly random calls)."""
    found = []
    waiting = [(helpers.new_table(PACK, **options), (), Fraction(1))]
    while waiting:
        state, calls, share = waiting.pop()
        if state.phase not in ("auction", "name game"):
            found.append((calls, state, share))
            continue
        legal = state.legal_texts()
        for call in legal:
            after = state.copy()
            after.apply(call)
            waiting.append((after, (*calls, call), share / len(legal)))
    return found


def how(state):
    if state.phase == "end":
        return "all pass"
    if state.record.in_hand:
        return f"igra {CONTRACTS[int(state.record.contract)]}"
    return f"bought at {int(state.record.level)}"


def test_complete_auctions():
    """14.6: 181 of at most 13 calls."""
    counts = {}
    for _, state, _ in complete_auctions():
        counts[how(state)] = counts.get(how(state), 0) + 1
    assert counts == {
        "all pass": 1,
        "bought at 2": 3,
        "bought at 3": 6,
        "bought at 4": 9,
        "bought at 5": 12,
        "bought at 6": 15,
        "bought at 7": 18,
        "igra spades": 12,
        "igra diamonds": 18,
        "igra hearts": 25,
        "igra clubs": 33,
        "igra betl": 12,
        "igra no trump": 17,
    }
    assert sum(counts.values()) == 181
    assert max(len(calls) for calls, _, _ in complete_auctions()) == 13


def test_complete_auctions_of_next_active():
    found = complete_auctions(hold_rule="next_active")
    assert len(found) == 196
    assert max(len(calls) for calls, _, _ in found) == 12


EXACT = {
    "all pass": "1/125",
    "bought at 2": "3/125",
    "bought at 3": "9/500",
    "bought at 4": "17/2000",
    "bought at 5": "27/8000",
    "bought at 6": "43/32000",
    "bought at 7": "1/1280",
    "igra spades": "2449/128000",
    "igra diamonds": "27061/1152000",
    "igra hearts": "35491/1152000",
    "igra clubs": "55951/1152000",
    "igra betl": "24/125",
    "igra no trump": "311/500",
}


def test_random_auctions_exactly():
    """14.6: uniformly random calls."""
    shares, declarers = {}, {}
    mean = mean_of_auction = Fraction(0)
    for calls, state, share in complete_auctions():
        shares[how(state)] = shares.get(how(state), 0) + share
        declarers[state.record.declarer] = declarers.get(state.record.declarer, 0) + share
        mean += share * len(calls)
        mean_of_auction += share * sum(not call.startswith(("declare", "good")) for call in calls)
    assert shares == {name: Fraction(value) for name, value in EXACT.items()}
    assert declarers == {
        -1: Fraction(1, 125),
        0: Fraction(340201, 1152000),
        1: Fraction(68021, 192000),
        2: Fraction(394457, 1152000),
    }
    assert mean == Fraction(169047, 64000)
    assert mean_of_auction == Fraction(156759, 64000)


# -- 5.3: the talon ----------------------------------------------------------------------------------------------


def test_discards(open_table):
    """Two of twelve cards, the first with the lower id: 66 pairs; the talon among them."""
    deck = helpers.random_deck(random.Random(5))
    first = helpers.apply_all(open_table(deck), "bid", "pass", "pass")
    held = sorted(set(deck[:10]) | set(deck[30:]), key=PACK.index)
    assert helpers.hand(first, 0) == set(held)
    assert helpers.legal(first) == {f"discard {card}" for card in held[:-1]}
    pairs = 0
    for card in held[:-1]:
        table = helpers.apply_all(open_table(deck), "bid", "pass", "pass", f"discard {card}")
        later = held[held.index(card) + 1 :]
        assert helpers.legal(table) == {f"discard {other}" for other in later}
        pairs += len(later)
        table.apply(f"discard {later[-1]}")
        assert helpers.hand(table, 0) == set(held) - {card, later[-1]}
        assert helpers.facts(table)["phase"] == "declare"
        assert helpers.turn(table) == 0
    assert pairs == 66


def test_nobody_takes_the_talon_in_hand(open_table):
    table = helpers.apply_all(open_table(PACK), "in hand", "pass", "pass", "declare hearts")
    assert helpers.facts(table)["phase"] == "follow"
    assert helpers.hand(table, 0) == set(PACK[:10])
    for seat in range(3):
        assert helpers.private_part(table, seat)["talon"] == set()


@pytest.mark.parametrize("public", [True, False])
def test_talon_public(open_table, public):
    table = helpers.apply_all(open_table(PACK, talon_public=public), "bid", "pass", "pass")
    for seat in range(3):
        known = helpers.private_part(table, seat)["talon"]
        assert known == (set(PACK[30:]) if public or seat == 0 else set())
