"""Sections 8.2 and 8.3: rounding, for every possible pair of raw points."""

import pytest

from adut.games.belot import scoring

from . import helpers, reference
from .reference import ALL_TRUMPS, BASE, CONTRACTS, NO_TRUMPS, SUIT_NAMES, make_options

MOST_DECLARED = 690
KINDS_OF_CONTRACTS = {"hearts": (6, 7), NO_TRUMPS: (5, 5), ALL_TRUMPS: (4, 5)}


def both_readings(contract, points, has_more):
    number = CONTRACTS.index(contract)
    found = int(scoring.rounded(number, points, has_more))
    assert found == reference.rounded(contract, points, has_more)
    return found


def totals(contract):
    """W and the raw points of both sides, with every D and with and without capot (in no trumps doubled or not)."""
    base, unit = (2 * BASE[contract], 26) if contract == NO_TRUMPS else (BASE[contract], 26 if contract == ALL_TRUMPS else 16)
    for declared in range(0, 1 if contract == NO_TRUMPS else MOST_DECLARED + 10, 10):
        for capot in (0, 90, 180) if contract == NO_TRUMPS else (0, 90):
            yield unit + (declared + capot) // 10, base + declared + capot


def splits(total, contract):
    """(larger, smaller); in no trumps both are even."""
    return [(total - small, small) for small in range(0, (total + 1) // 2, 2 if contract == NO_TRUMPS else 1)]


@pytest.mark.parametrize("contract", CONTRACTS)
def test_both_sides_add_up(contract):
    """8.3, exhaustively: R(x) + R(y) = W, so the smaller side writes W - R(x)."""
    for whole, total in totals(contract):
        assert whole == (total + 5) // 10
        for large, small in splits(total, contract):
            assert both_readings(contract, large, True) + both_readings(contract, small, False) == whole


@pytest.mark.parametrize("contract", CONTRACTS)
def test_whole_deals(contract):
    """W of the package."""
    number = CONTRACTS.index(contract)
    for doubled in (False, True):
        o = helpers.make_game(nt_capot_doubled=doubled).options[0]
        for declared in range(0, 10 if contract == NO_TRUMPS else MOST_DECLARED + 10, 10):
            base = 16 if contract in SUIT_NAMES.values() else 26
            bonus = 18 if doubled and contract == NO_TRUMPS else 9
            assert scoring.whole_deal(o, number, declared, False) == base + declared // 10
            assert scoring.whole_deal(o, number, declared, True) == base + declared // 10 + bonus


UPS = {
    "hearts": "-- -- -- -u -u -u -u u- u- u-",
    ALL_TRUMPS: "-u -u -u -u -u u- u- u- u- uu",
    NO_TRUMPS: "--    -u    -u    u-    u-",
}
"""The table of 8.3 by the last digit of the larger side (even ones in no trumps): which sides round up, larger first."""
ENDS = {"hearts": 2, ALL_TRUMPS: 8, NO_TRUMPS: 0}
"""Both last digits together, as a last digit."""


@pytest.mark.parametrize("contract", UPS)
def test_the_table_of_last_digits(contract):
    step = 2 if contract == NO_TRUMPS else 1
    for digit, ups in zip(range(0, 10, step), UPS[contract].split(), strict=True):
        other = (ENDS[contract] - digit) % 10
        large, small = 100 + digit, 50 + other
        assert both_readings(contract, large, True) - 10 == (ups[0] == "u")
        assert both_readings(contract, small, False) - 5 == (ups[1] == "u")


@pytest.mark.parametrize("contract", CONTRACTS)
def test_thresholds(contract):
    kind = "hearts" if contract in SUIT_NAMES.values() else contract
    for has_more in (False, True):
        for digit in range(10):
            up = digit >= KINDS_OF_CONTRACTS[kind][has_more]
            assert both_readings(contract, 80 + digit, has_more) == 8 + up


@pytest.mark.parametrize(
    ("name", "rule", "suit", "all_trumps"),
    [
        ("half up", lambda x: (x + 5) // 10, 48, 26),
        ("half even", lambda x: round(x / 10), None, None),
        ("6 for both", lambda x: (x + 4) // 10, 16, None),
        ("7 for both", lambda x: (x + 3) // 10, 16, None),
        ("4 for both", lambda x: (x + 6) // 10, None, 26),
        ("5 for both", lambda x: (x + 5) // 10, None, 26),
    ],
)
def test_one_threshold_is_wrong(name, rule, suit, all_trumps):
    """Case 33: in so many of the 163 and 259 splits the package differs from a rule that does not look who has more."""
    for contract, expected, whole in (("hearts", suit, 16), (ALL_TRUMPS, all_trumps, 26)):
        total = BASE[contract]
        missing = sum(rule(x) + rule(total - x) != whole for x in range(total + 1))
        assert expected in (None, missing)
        differs = [x for x in range(total + 1) if 2 * x != total and both_readings(contract, x, 2 * x > total) != rule(x)]
        assert differs


@pytest.mark.parametrize("caller", [0, 1])
@pytest.mark.parametrize("contract", ["clubs", NO_TRUMPS, ALL_TRUMPS])
def test_all_written_deals(contract, caller):
    """Every split of some totals: what is written, to whom, and what hangs, beside the plain reading."""
    options, game = make_options(), helpers.make_game()
    for declared in (0,) if contract == NO_TRUMPS else (0, 20, 50, 120):
        total = BASE[contract] * (2 if contract == NO_TRUMPS else 1) + declared
        whole = (total + 5) // 10
        for mult in (1, 2, 4):
            for x in range(0, total + 1, 2 if contract == NO_TRUMPS else 1):
                found = helpers.write(game, contract, mult, caller, [x, total - x], declared, None, 13)
                assert found == reference.write(options, contract, mult, caller, [x, total - x], declared, None, 13)
                assert sum(found.written) + found.hanging == 13 + mult * whole
