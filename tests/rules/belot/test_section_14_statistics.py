"""Section 14: exact numbers, and statistics of random play."""

import itertools
import math
import random
from fractions import Fraction

import pytest
from scripts import belot_statistics as statistics

from . import helpers, reference
from .reference import CONTRACTS, PACK, SUITS, make_options

SUIT_SUBSETS = [frozenset(rank for rank in range(8) if bits >> rank & 1) for bits in range(256)]
RANKS_OF_FOURS = range(2, 8)
ALL_HANDS = math.comb(32, 8)


# -- Exact numbers, by counting suits apart ------------------------------------------------------------------------


def runs(ranks):
    """The lengths of the maximal runs of three and more in the ranks of a suit."""
    text = "".join("x" if rank in ranks else " " for rank in range(8))
    return [len(run) for run in text.split() if len(run) >= 3]


def hands_of(allowed):
    """How many hands of eight cards have in each suit a set of ranks which is allowed."""
    by_number = [sum(len(ranks) == number and allowed(ranks) for ranks in SUIT_SUBSETS) for number in range(9)]
    counts = [1] + [0] * 8
    for _ in range(4):
        counts = [sum(counts[n - k] * by_number[k] for k in range(n + 1)) for n in range(9)]
    return counts[8]


def hands_with_a_four():
    return sum((-1) ** (n + 1) * math.comb(6, n) * math.comb(32 - 4 * n, 8 - 4 * n) for n in (1, 2))


def hands_without_declaration():
    """No run and, by inclusion and exclusion, no four that counts."""
    total = 0
    for number in range(3):
        for fours in itertools.combinations(RANKS_OF_FOURS, number):
            total += (-1) ** number * hands_of(lambda ranks, fours=fours: not runs(ranks) and set(fours) <= ranks)
    return total


def maximal_runs(lengths):
    """How many maximal runs of these lengths there are in all hands together."""
    total = 0
    for length in lengths:
        for first in range(9 - length):
            neighbours = (first > 0) + (first + length < 8)
            total += 4 * math.comb(32 - length - neighbours, 8 - length)
    return total


def test_all_hands():
    """The declarations of the package in all 10,518,300 hands: as counted here, and as the rules state."""
    found = statistics.hand_counts()
    assert sum(number for name, number in found.items() if "candidate" in name) == ALL_HANDS
    assert found["with a run"] == ALL_HANDS - hands_of(lambda ranks: not runs(ranks)) == 2_375_766
    assert found["with a four"] == hands_with_a_four() == 122_835
    assert found["with either"] == ALL_HANDS - hands_without_declaration() == 2_478_999
    assert found["no candidate"] == hands_without_declaration() == 8_039_301
    assert found["runs of 3"] == maximal_runs([3]) == 2_077_920
    assert found["runs of 4"] == maximal_runs([4]) == 319_800
    assert found["longer runs"] == maximal_runs([5, 6, 7, 8]) == 42_900
    assert [found[f"{number} candidates"] for number in ("two", "three")] == [83_179, 1_046]
    assert found["one candidate"] == 2_394_774


@pytest.mark.parametrize("rank", ["K", "9"])
def test_hands_with_a_four(rank):
    """Candidates of hands that hold a four and four cards of two suits, package beside the plain reading."""
    game, options = helpers.make_game(declaration_mode="decide"), make_options()
    four = [suit + rank for suit in SUITS]
    others = [card for card in PACK if card[0] in "SH" and card not in four]
    numbers = set()
    for rest in random.Random(rank).sample(list(itertools.combinations(others, 4)), 250):
        hand = [*four, *rest]
        expected = reference.candidates(options, hand)
        numbers.add(len(expected))
        table = helpers.new_table(game, helpers.deck_of({0: " ".join(hand)}))
        helpers.apply_all(table, "bid clubs", "pass", "pass", "pass")
        assert helpers.facts(table)["candidates"] == [(one.kind, one.length, one.top, one.suit) for one in expected]
    assert numbers == {1, 2, 3}


def test_numbers_of_deals():
    f = math.factorial
    assert f(32) // f(8) ** 4 == 99_561_092_450_391_000
    assert Fraction(4 * math.comb(30, 6), ALL_HANDS) == Fraction(7, 31)


# -- Random play ---------------------------------------------------------------------------------------------------

STATED = {
    "hearts": {"made": 0.4946, "inside": 0.4963, "hanging": 0.00906, "capot": 0.0222, "no_points": 0.00032},
    "no trumps": {"made": 0.4954, "inside": 0.4941, "hanging": 0.01048, "capot": 0.0409, "no_points": 0.00048},
    "all trumps": {"made": 0.4978, "inside": 0.4973, "hanging": 0.00493, "capot": 0.0291, "no_points": 0.00002},
}
MEANS = {
    "hearts": {"caller": 6.51, "defenders": 12.52, "declared": 29.1, "legal": 2.62},
    "no trumps": {"caller": 9.27, "defenders": 16.96, "declared": 0, "legal": 2.82},
    "all trumps": {"caller": 10.01, "defenders": 19.87, "declared": 37.0, "legal": 2.71},
}
SPREADS = {"caller": 10.0, "defenders": 15.0, "declared": 45.0, "legal": 1.2}
"""No less than the standard deviations of one deal, by which the means are out."""
STATED_DEALS = 400_000
DEALS = 40_000


@pytest.mark.parametrize("contract", STATED)
def test_random_play(contract):
    """Within four standard errors, of the stated numbers and of this sample."""
    found = statistics.random_deals(CONTRACTS.index(contract), DEALS, seed=14)
    part = 1 / DEALS + 1 / STATED_DEALS
    for name, share in STATED[contract].items():
        assert found[name] == pytest.approx(share, abs=4 * math.sqrt(share * (1 - share) * part) + 0.00005), name
    for name, mean in MEANS[contract].items():
        assert found[name] == pytest.approx(mean, abs=4 * SPREADS[name] * math.sqrt(part) + 0.005), name


@pytest.mark.parametrize("contract", STATED)
def test_random_play_of_the_reference(contract):
    """The plain reading comes to the same shares, as far as some hundred deals tell."""
    deals, made, points = 200, 0, 0
    for number in range(deals):
        deal = random_deal(contract, number)
        made += deal.result.result == "made"
        points += sum(deal.written) + deal.hanging
    share = STATED[contract]["made"]
    assert made / deals == pytest.approx(share, abs=4 * math.sqrt(share * (1 - share) / deals))
    both = MEANS[contract]["caller"] + MEANS[contract]["defenders"]
    assert points / deals == pytest.approx(both, abs=2)


def random_deal(contract, number):
    """A deal of the reference in which a random seat called a contract and all cards were random."""
    rng = random.Random(f"{contract} {number}")
    deal = helpers.new_reference(helpers.random_deck(rng))
    helpers.apply_all(deal, *helpers.contract_calls(contract, rng.randrange(4)))
    return helpers.play_on(deal, rng.choice)


def test_belot_in_a_hand():
    """King and queen of trumps in one hand, 7/31, as cards are dealt by the package."""
    deals, belots = 1500, 0
    for number in range(deals):
        state = helpers.make_game().new_state(seed=number)
        helpers.apply_all(state, *helpers.contract_calls("hearts", state.seat, first=state.seat))
        belots += any({"HK", "HQ"} <= helpers.hand(state, seat) for seat in range(4))
    assert belots / deals == pytest.approx(7 / 31, abs=4 * math.sqrt(7 / 31 * 24 / 31 / deals))
