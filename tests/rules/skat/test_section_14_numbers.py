"""Section 14: exact numbers, and statistics of random deals and auctions."""

import itertools
import math
import random
from fractions import Fraction
from functools import cache

import pytest

from . import helpers, reference
from .reference import PACK

SAMPLES = 6000


def close(count, total, probability):
    """Within four standard errors."""
    return abs(count / total - probability) < 4 * math.sqrt(probability * (1 - probability) / total)


def test_counts():
    assert math.factorial(32) // (math.factorial(10) ** 3 * 2) == 2_753_294_408_504_640
    assert math.comb(32, 10) == 64_512_240
    assert math.comb(22, 2) == 231
    assert math.comb(12, 2) == 66


def test_probabilities_of_the_deal():
    """No jack in a hand, a jack in the skat, all four jacks in a hand, the jack of clubs among a declarer's twelve."""
    exact = {
        "no jack": Fraction(math.comb(28, 10), math.comb(32, 10)),
        "jack in the skat": 1 - Fraction(math.comb(28, 2), math.comb(32, 2)),
        "all jacks": Fraction(math.comb(28, 6), math.comb(32, 10)),
        "jack of clubs": Fraction(12, 32),
    }
    printed = {"no jack": 0.203420, "jack in the skat": 0.237903, "all jacks": 0.005840, "jack of clubs": 0.375}
    for name, value in printed.items():
        assert float(exact[name]) == pytest.approx(value, abs=5e-7)

    game = helpers.make_game("classical")
    jacks = helpers.parse_cards("CJ SJ HJ DJ")
    counts = dict.fromkeys(exact, 0)
    points = 0
    for seed in range(SAMPLES):
        record = game.new_state(seed=seed, dealer=2).array[0]
        hand, skat = int(record["hands"][seed % 3]), int(record["skat"])
        counts["no jack"] += not hand & jacks
        counts["all jacks"] += hand & jacks == jacks
        counts["jack in the skat"] += bool(skat & jacks)
        counts["jack of clubs"] += (hand | skat) >> PACK.index("CJ") & 1
        points += reference.card_points(helpers.text(skat))
    for name, count in counts.items():
        assert close(count, SAMPLES, float(exact[name])), name
    assert points / SAMPLES == pytest.approx(7.5, abs=4 * 5 / math.sqrt(SAMPLES))


def test_every_card_reaches_every_place():
    game = helpers.make_game("isko")
    where = [[0] * 4 for _ in range(32)]
    for seed in range(SAMPLES):
        record = game.new_state(seed=seed, dealer=2).array[0]
        for place, cards in enumerate([*(int(hand) for hand in record["hands"][:3]), int(record["skat"])]):
            for card in helpers.card_list(cards):
                where[card][place] += 1
    for counts in where:
        for count, share in zip(counts, (10, 10, 10, 2), strict=True):
            assert abs(count - SAMPLES * share / 32) < 5 * math.sqrt(SAMPLES * share / 32)


@cache
def exact_auction(second_duel, grand_ouvert):
    """Probability of each declarer (None: all pass) and the mean number of calls under uniformly random calls."""
    values = reference.bid_values(grand_ouvert)
    found = {None: Fraction(0), 0: Fraction(0), 1: Fraction(0), 2: Fraction(0)}
    calls = Fraction(0)
    waiting = {}
    start = reference.Auction(values, False, second_duel)
    waiting[key(start)] = (start, Fraction(1))
    while waiting:
        reached = {}
        for auction, share in waiting.values():
            legal = auction.legal()
            calls += share
            for action in legal:
                after = reference.Auction(values, False, second_duel)
                vars(after).update(vars(auction))
                after.apply(action)
                if after.over:
                    found[after.soloist] += share / len(legal)
                else:
                    old = reached.get(key(after), (after, Fraction(0)))[1]
                    reached[key(after)] = (after, old + share / len(legal))
        waiting = reached
    return found, calls


def key(auction):
    return auction.stage, auction.last, auction.sayer, auction.hearer, auction.turn


@pytest.mark.parametrize("second_duel", ["inherit_role", "rearhand_says"])
@pytest.mark.parametrize("grand_ouvert", ["36x6", "24x7"])
def test_random_auctions_exactly(second_duel, grand_ouvert):
    found, calls = exact_auction(second_duel, grand_ouvert)
    assert found[None] == Fraction(1, 8)
    for soloist, limit in ((0, Fraction(23, 72)), (1, Fraction(2, 9)), (2, Fraction(1, 3))):
        assert abs(found[soloist] - limit) < Fraction(1, 10**15)
    assert float(calls) == pytest.approx(4.25, abs=1e-9)


@pytest.mark.parametrize("second_duel", ["inherit_role", "rearhand_says"])
def test_random_auctions_sampled(second_duel):
    rng = random.Random(14)
    game = helpers.make_game("classical", second_duel=second_duel)
    start = game.new_state(seed=14, dealer=2)
    found = {-1: 0, 0: 0, 1: 0, 2: 0}
    calls = 0
    for _ in range(SAMPLES):
        state = start.copy()
        while state.phase == "auction":
            state.apply(rng.choice(state.legal_actions()))
            calls += 1
        found[int(state.array[0]["declarer"])] += 1
    for soloist, probability in ((-1, 1 / 8), (0, 23 / 72), (1, 2 / 9), (2, 1 / 3)):
        assert close(found[soloist], SAMPLES, probability), soloist
    assert calls / SAMPLES == pytest.approx(4.25, abs=0.12)


def test_mean_skat_and_hand():
    """37.5 points in a hand and 7.5 in the skat on average."""
    assert Fraction(120 * 10, 32) == Fraction(75, 2)
    pairs = [reference.card_points(pair) for pair in itertools.combinations(PACK, 2)]
    assert Fraction(sum(pairs), len(pairs)) == Fraction(15, 2)
