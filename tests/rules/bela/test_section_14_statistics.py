"""Section 14: exact numbers, and statistics of random play."""

import itertools
import math
from fractions import Fraction

import pytest
from scripts import bela_statistics as statistics

from . import helpers, reference
from .reference import PACK

SUIT_SUBSETS = [frozenset(rank for rank in range(8) if bits >> rank & 1) for bits in range(256)]
FOURS = {2: 150, 3: 100, 4: 200, 5: 100, 6: 100, 7: 100}
"""Points of fours by rank, seven = 0."""


# -- Exact numbers, by counting suits apart ------------------------------------------------------------------------


def runs(ranks):
    """The lengths of the maximal runs of three and more in the ranks of a suit."""
    text = "".join("x" if rank in ranks else " " for rank in range(8))
    return [len(run) for run in text.split() if len(run) >= 3]


def hands_of(size, allowed):
    """How many hands of `size` cards have in each suit a set of ranks which is allowed."""
    by_number = [sum(len(ranks) == number and allowed(ranks) for ranks in SUIT_SUBSETS) for number in range(9)]
    counts = [1] + [0] * size
    for _ in range(4):
        counts = [sum(counts[n - k] * by_number[k] for k in range(min(n, 8) + 1)) for n in range(size + 1)]
    return counts[size]


def hands_without(size, lengths):
    return hands_of(size, lambda ranks: not set(runs(ranks)) & set(lengths))


def hands_without_declaration(size):
    """No run and, by inclusion and exclusion, no four that counts."""
    total = 0
    for number in range(size // 4 + 1):
        for fours in itertools.combinations(FOURS, number):
            total += (-1) ** number * hands_of(size, lambda ranks, fours=fours: not runs(ranks) and set(fours) <= ranks)
    return total


def hands_with_a_four(size):
    return sum((-1) ** (n + 1) * math.comb(6, n) * math.comb(32 - 4 * n, size - 4 * n) for n in range(1, size // 4 + 1))


def mean_points(size):
    """By declaration: the chance of a four, and of a run that nothing lengthens."""
    total = sum(points * math.comb(28, size - 4) for points in FOURS.values())
    for length, points in reference.RUN_POINTS.items():
        for first in range(9 - length):
            neighbours = (first > 0) + (first + length < 8)
            if length <= size:
                total += 4 * points * math.comb(32 - length - neighbours, size - length)
    return Fraction(total, math.comb(32, size))


def exact(size):
    """The counts of the script, in its order."""
    hands = math.comb(32, size)
    return [
        hands,
        hands - hands_without_declaration(size),
        hands - hands_without(size, [3]),
        hands - hands_without(size, [4]),
        hands - hands_without(size, [5, 6, 7, 8]),
        hands_with_a_four(size),
        mean_points(size) * hands,
    ]


@pytest.mark.parametrize("size", [8, 10])
def test_the_stated_numbers(size):
    for count, stated in zip(exact(size), statistics.EXPECTED[size], strict=True):
        assert stated in (None, count)
    assert round(float(mean_points(size)), 4) == statistics.MEAN_POINTS[size]


def test_all_hands_of_eight_cards():
    """The declarations of the package in all 10,518,300 hands."""
    assert (
        list(statistics.hand_counts(8)) == exact(8) == [10_518_300, 2_478_999, 2_021_520, 319_650, 42_900, 122_835, 77_194_650]
    )


@pytest.mark.parametrize(
    ("size", "held"), [(8, "S8 S9 CJ DJ"), (8, "HQ DQ CQ H9 ST"), (10, "ST SJ CT HT DT H9 D7"), (10, "S7 S8 S9 SJ SQ SK H9")]
)
def test_hands_that_hold_some_cards(size, held):
    """The same counts hand by hand with the plain reading."""
    named = held.split()
    options = reference.make_options(4, belot_rule="as_run")
    counts = [0] * statistics.NUM_COUNTS
    for rest in itertools.combinations([card for card in PACK if card not in named], size - len(named)):
        found = reference.declarations(options, [*named, *rest])
        lengths = [declaration.length for declaration in found if declaration.kind == "run"]
        counts[0] += 1
        counts[1] += bool(found)
        counts[2] += 3 in lengths
        counts[3] += 4 in lengths
        counts[4] += max(lengths, default=0) > 4
        counts[5] += any(declaration.kind == "four" for declaration in found)
        counts[6] += sum(declaration.points for declaration in found)
    assert list(statistics.hand_counts(size, helpers.parse_cards(named))) == counts


def test_numbers_of_deals():
    f = math.factorial
    assert f(32) // f(8) ** 4 == 99_561_092_450_391_000
    assert f(32) / (f(6) * f(2)) ** 4 == pytest.approx(6.1196e22, rel=1e-4)
    assert f(32) / ((f(6) * f(4)) ** 3 * f(2)) == pytest.approx(2.5498e22, rel=1e-4)
    assert f(32) / ((f(6) * f(4)) ** 2 * f(2) * f(9)) == pytest.approx(1.2142e21, rel=1e-4)


def test_bela_and_belot():
    """King and queen of a suit in one of four hands, 7/31; a whole suit in one of four hands, 16 in 10,518,300."""
    assert Fraction(4 * math.comb(30, 6), math.comb(32, 8)) == Fraction(7, 31)
    assert 4 * 4 / math.comb(32, 8) == pytest.approx(1.52e-6, rel=2e-3)
    states = statistics.played_out(4, 20_000, 14)
    hands = states["hands"] | states["played"]
    together = helpers.parse_cards("SK SQ")
    share = ((hands & together) == together).any(axis=1).mean()
    assert share == pytest.approx(7 / 31, abs=4 * math.sqrt(7 / 31 * 24 / 31 / 20_000))


# -- Random play ---------------------------------------------------------------------------------------------------

SHARES = {
    4: {"passed": 0.496, "half": 0.009, "stiglja": 0.017, "forced": 1 / 125},
    3: {"passed": 0.226, "forced": 1 / 25},
    2: {"passed": 0.559, "forced": 1 / 16},
}
MEANS = {4: {"game": (179.2, 0.6), "spread": (141, 2), "decisions": (38.25, 0.05)}, 3: {"decisions": (37.24, 0.05)}}
MEANS[2] = {"game": (131, 1), "decisions": (26.64, 0.05)}
DECISIONS_WITH_A_CHOICE = {4: 34.4, 3: 34.8, 2: 24.9}
DEALS_OF_A_MATCH = {4: 9.9, 3: 11.8, 2: 6.7}
DEALS = 100_000


@pytest.mark.parametrize("players", [4, 3, 2])
def test_random_play(players):
    """The shares are stated to within half a point in a hundred; this sample has an error as well."""
    found = statistics.random_deals(players, DEALS, seed=1)
    for name, stated in SHARES[players].items():
        assert found[name] == pytest.approx(stated, abs=0.005 + 2 * math.sqrt(stated * (1 - stated) / DEALS)), name
    for name, (stated, error) in MEANS[players].items():
        assert found[name] == pytest.approx(stated, abs=error), name
    real = found["decisions"] - statistics.choices(players, 3000)["in_vain"]
    assert real == pytest.approx(DECISIONS_WITH_A_CHOICE[players], abs=0.15)


@pytest.mark.parametrize("players", [4, 3, 2])
def test_length_of_random_matches(players):
    assert statistics.match_length(players, 2000, seed=1) == pytest.approx(DEALS_OF_A_MATCH[players], abs=0.25)


def test_random_cards_when_everything_is_reported():
    found = statistics.random_deals(4, DEALS, seed=1, declaration_mode="auto")
    assert found["reported"] == pytest.approx(0.645, abs=0.005)
    assert found["both_reported"] == pytest.approx(0.178, abs=0.005)
    assert found["recognised"] == pytest.approx(25.0, abs=0.6)
    moves = statistics.choices(4, 3000, declaration_mode="auto")
    assert moves["moves"] == pytest.approx(2.47, abs=0.03)
    assert moves["single"] == pytest.approx(0.437, abs=0.007)
