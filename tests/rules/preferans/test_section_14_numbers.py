"""Section 14: exact numbers of hands (14.4), statistics of random play (14.6), matches of random play.

`scripts/preferans_statistics.py` counts all 64,512,240 hands with the package's predicates; here they are counted by classes.
"""

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from scripts import preferans_statistics as statistics

import adut
from adut.games.preferans import referee_follows
from adut.games.preferans.scoring import standing

from . import helpers
from . import reference_referee as reference
from .reference import PACK, PRESETS

HANDS = math.comb(32, 10)


def combine(of_suit, start, merge):
    """The numbers of hands of ten cards by a state that is merged over the four suits."""
    states = Counter({(0, start): 1})
    for _ in range(4):
        after = Counter()
        for (size, state), number in states.items():
            for (more, value), times in of_suit.items():
                if size + more <= 10:
                    after[size + more, merge(state, value)] += number * times
        states = after
    return {state: number for (size, state), number in states.items() if size == 10}


def test_bids_of_all_hands():
    """Case 26."""
    assert HANDS == 64_512_240
    for how, some in (("dominates", 36_783_504), ("literal", 36_375_192)):
        suits = Counter((len(ranks), reference.suit_ok(ranks, how)) for ranks in helpers.ALL_HOLDINGS)
        assert combine(suits, False, lambda one, other: one or other)[True] == some
    given = sum(math.comb(24, 10 - len(ranks)) for ranks in helpers.ALL_HOLDINGS if reference.suit_ok(ranks))
    assert given == 10_640_191

    # a suit may be bid, unsafe suits up to 2, every suit has a grade, half tricks up to 9
    def features(ranks):
        grade = reference.grade(ranks)
        return (
            reference.suit_ok(ranks),
            0 if reference.betl_safe(ranks) else 1,
            grade >= 1,
            reference.HALF_TRICKS[grade],
        )

    def merge(one, other):
        return one[0] or other[0], min(one[1] + other[1], 2), one[2] and other[2], min(one[3] + other[3], 9)

    suits = Counter((len(ranks), features(ranks)) for ranks in helpers.ALL_HOLDINGS)
    hands = combine(suits, (False, 0, True, 0), merge)
    assert sum(hands.values()) == HANDS
    betl = {state for state in hands if state[1] <= 1}
    sans = {state for state in hands if state[2] and state[3] >= 9}
    assert sum(hands[state] for state in betl) == 935_480
    assert sum(hands[state] for state in sans) == 1_415_194
    assert sum(number for state, number in hands.items() if state[0] or state in betl or state in sans) == 37_254_960


def test_lists_of_all_hands():
    """Case 27, hearts trump: one hand of each class, by sure trumps and trumps, and the grades and sizes of the side suits."""
    trumps, sides = {}, {}
    for ranks in helpers.ALL_HOLDINGS:
        trumps.setdefault((len(ranks), reference.sure_tricks(ranks), ranks[:1] in "TJQKA"), []).append(ranks)
        sides.setdefault((len(ranks), reference.grade(ranks)), []).append(ranks)
    counts = dict.fromkeys(["A first", "A second", "B first", "B second"], 0)
    for trump, one, two, three in itertools.product(trumps, sides, sides, sides):
        if trump[0] + one[0] + two[0] + three[0] != 10 or not one >= two >= three:
            continue
        suits = dict(zip("HSDC", (trumps[trump], sides[one], sides[two], sides[three]), strict=True))
        orders = len(set(itertools.permutations([one, two, three])))
        number = orders * math.prod(len(found) for found in suits.values())
        hand = helpers.bits({suit + rank for suit, found in suits.items() for rank in found[-1]})
        counts["A first"] += number * bool(referee_follows.follows_by_list_a(hand, 2, False))
        counts["A second"] += number * bool(referee_follows.follows_by_list_a(hand, 2, True))
        counts["B first"] += number * bool(referee_follows.follows_by_list_b(hand, 2, False, 0))
        counts["B second"] += number * bool(referee_follows.follows_by_list_b(hand, 2, True, 0))
    assert counts == {"A first": 25_059_296, "A second": 33_206_699, "B first": 32_685_957, "B second": 32_230_850}


def test_laydowns_of_all_hands():
    """Case 29."""
    safe = [ranks for ranks in helpers.ALL_HOLDINGS if reference.betl_safe(ranks)]
    suits = Counter((len(ranks), reference.is_lead_suit(ranks, in_hand=True)) for ranks in safe)
    hands = combine(suits, False, lambda one, other: one or other)
    assert sum(hands.values()) == 46_864
    assert hands[True] == 40_438


def test_the_script_counts_like_the_reference():
    """All hands that hold these six cards."""
    held = "HA HJ S7 SK D8 C9".split()
    counts = statistics.hand_counts(helpers.bits(held))
    rest = [card for card in PACK if card not in held]
    expected = Counter()
    for more in itertools.combinations(rest, 4):
        hand = {*held, *more}
        levels = reference.ok_levels(hand)
        expected["hands"] += 1
        expected["some number is correct"] += bool(levels)
        expected["may stand for sans"] += 7 in levels
        expected["may stand for betl"] += 6 in levels
        expected["a given suit may be bid"] += 4 in levels
        expected["list A, first"] += reference.list_a(hand, "H", second=False)
        expected["list B, second"] += reference.list_b(hand, "H", True, ())
    found = dict(zip(statistics.COUNTS, map(int, counts), strict=False))
    assert {name: found[name] for name in expected} == expected


@pytest.mark.slow
def test_the_script_counts_all_hands():
    assert dict(zip(statistics.COUNTS, map(int, statistics.hand_counts()), strict=False)) == statistics.COUNTS


def test_holdings():
    """Cases 25, 28 and 29."""
    assert statistics.holding_counts() == {
        "may be bid": 135,
        "may be bid, literally": 134,
        "by grade": [39, 26, 31, 32, 32, 32, 64],
        "a sure trick": 222,
        "two sure tricks": 163,
        "safe in betl, by size": [1, 1, 2, 5, 14, 28, 20, 7, 1],
    }


# -- 14.6 ------------------------------------------------------------------------------------------------------------

STATED = {
    "all_pass": (1 / 125, None),
    "made_suit_3": (0.1295, 0.0014),
    "made_suit_2": (0.422, 0.004),
    "made_sans_3": (0.1544, 0.0007),
    "made_sans_2": (0.419, 0.0017),
    "made_betl_3": (0.0567, 0.0006),
    "decisions": (28.36, None),
}
"""Stated for 800,000 deals: the value, and its standard error."""


def test_random_play():
    """Within five standard errors of the smaller sample."""
    deals = 80_000
    found = statistics.random_deals(deals, seed=14)
    for name, (value, error) in STATED.items():
        if error is not None:
            assert abs(found[name] - value) < 5 * error * math.sqrt(800_000 / deals), name
    assert abs(found["all_pass"] - 1 / 125) < 5 * math.sqrt(1 / 125 / deals)
    assert found["decisions"] == pytest.approx(28.36, abs=0.25)
    assert found["swing"] == pytest.approx(189, abs=6)
    tricks = [found[f"tricks_{kind}"] for kind in ("suit_3", "suit_2", "sans_3", "sans_2", "betl_3")]
    assert tricks == pytest.approx([3.32, 5.00, 3.30, 4.93, 3.34], abs=0.25)


# -- Matches (14.5: the sum of the rewards is the result) ------------------------------------------------------------


def play_matches(matches, seed, **options):
    """Random matches on a batch. Returns what the deals paid, in thirds of a point, and the last records."""
    game = adut.game("preferans", episode="match", **options)
    batch = adut.Batch(game, matches, seed, autoreset=False)
    batch.reset()
    paid = np.zeros((matches, 3), np.int64)
    step = 0
    while len(live := np.flatnonzero(batch.states["is_over"] == 0)):
        batch.step(batch.random_actions(step, tables=live), tables=live)
        paid[live] += batch.states["reward"][live, :3]
        step += 1
    return game, paid, batch.states


def check_matches(matches, seed, **options):
    game, paid, states = play_matches(matches, seed, **options)
    finished = 0
    for index in range(matches):
        record = states[index]
        result = [int(standing(record, game.options[0], seat)) for seat in range(3)]
        assert sum(result) == 0
        assert paid[index].tolist() == [3 * number for number in result]
        finished += not record["truncated"]
    return finished


@pytest.mark.parametrize("rules", PRESETS)
def test_rewards_of_random_matches(rules):
    """The rewards of the deals sum to the result of the match, exactly; most of these matches are cut short."""
    check_matches(40, 9, rules=rules, max_deals=12)
    finished = check_matches(60, 10, rules=rules, start_bula=4, refe_limit=2, last_deal_cap="none", max_deals=30)
    assert finished > 3


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["tournament_2008", "preferansklub_v12"])
def test_rewards_of_a_thousand_random_matches(rules):
    check_matches(1000, 11, rules=rules, max_deals=60)
