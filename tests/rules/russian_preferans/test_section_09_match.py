"""Section 9 and 8.5: settlement, the end of a match, rewards; cases 27 and 34."""

import random
from fractions import Fraction

import pytest

from adut.games.russian_preferans.scoring import standing

from . import helpers, reference_score
from .reference import make_options
from .reference_score import Sheet

CASES = helpers.cases("settlements.toml")


def by_hand(case, rate):
    """9.3: mountains times 10, less the smallest, from the average; pool points that differ count as mountain (9.5)."""
    n = len(case["pool"])
    most = max(case["pool"])
    burdens = [10 * mountain + rate * (most - pool) for pool, mountain in zip(case["pool"], case["mountain"], strict=True)]
    burdens = [burden - min(burdens) for burden in burdens]
    average = Fraction(sum(burdens), n)
    return [average - burdens[i] + sum(case["whists"][i]) - sum(case["whists"][j][i] for j in range(n)) for i in range(n)]


@pytest.mark.parametrize("case", CASES, ids=helpers.numbered)
def test_settlements(case):
    n, rules = len(case["result"]), case.get("rules", "standard")
    rate = make_options(rules)["pool_rate"]
    assert by_hand(case, rate) == case["result"]
    sheet = {name: case[name] for name in ("pool", "mountain", "whists")}
    expected = [n * points for points in case["result"]]
    assert reference_score.phi(Sheet(**sheet), rate) == expected
    game = helpers.make_game(rules, n, pool_target=100)
    state = game.new_state(seed=1, sheet=sheet)
    assert [int(standing(state.array[0], game.options[0], seat)) for seat in range(n)] == expected
    assert sum(expected) == 0


def test_random_settlements():
    """Phi is the settlement by hand, whatever the pools."""
    rng = random.Random(9)
    for _ in range(300):
        n = rng.choice([3, 4])
        rate = rng.choice([10, 20])
        sheet = Sheet(
            [rng.randrange(60) for _ in range(n)],
            [rng.randrange(-5, 60) for _ in range(n)],
            [[0 if i == j else rng.randrange(300) for j in range(n)] for i in range(n)],
        )
        case = {"pool": sheet.pool, "mountain": sheet.mountain, "whists": sheet.whists}
        assert reference_score.phi(sheet, rate) == [n * points for points in by_hand(case, rate)]


# -- The end of a match ----------------------------------------------------------------------------------------------


def unplayed_eight(pool, rules="standard", **options):
    """A match after a contract at 8 of B that nobody whists, 6 points; A deals."""
    game = helpers.make_game(rules, 4, "match", dealer_whist_8plus=False, **options)
    deck = helpers.deck_of({})
    state = game.new_state(seed=1, deck=" ".join(deck), dealer=0, sheet={"pool": pool})
    helpers.declare(state, 1, "8S", deck[30:])
    helpers.say(state, "pass, pass")
    return state


def test_all_pools_closed():
    assert not unplayed_eight([30, 23, 30, 30]).is_over
    assert not unplayed_eight([30, 24, 30, 29]).is_over
    for points in (24, 25):
        over = unplayed_eight([30, points, 30, 30])
        assert over.sheet["pool"] == [30] * 4
        assert over.is_over
        assert not over.truncated


def test_help_may_close_the_last_pool():
    over = unplayed_eight([30, 30, 27, 30])
    assert over.sheet["pool"] == [30] * 4
    assert over.is_over
    assert over.sheet["whists"][1] == [0, 0, 30, 0]
    assert over.sheet["mountain"] == [0, -3, 0, 0], "nobody is left to help"


def test_sum_reached():
    """The pools together; help=none lets one go over the target."""
    options = {"help": "none", "end_rule": "sum_reached"}
    assert not unplayed_eight([40, 23, 30, 20], **options).is_over
    over = unplayed_eight([40, 24, 30, 20], **options)
    assert over.is_over
    assert over.sheet["pool"] == [40, 30, 30, 20]
    assert not unplayed_eight([40, 24, 30, 20], help="none").is_over, "all_closed asks for every pool"
    assert unplayed_eight([40, 24, 30, 30], help="none").is_over


def test_leningrad_ends_by_the_sum():
    """Case 34: at sum P >= n*T; nobody is ever helped."""
    assert not unplayed_eight([90, 20, 0, 3], "leningrad").is_over
    over = unplayed_eight([90, 20, 0, 4], "leningrad")
    assert over.is_over
    assert over.sheet["pool"] == [90, 26, 0, 4]
    assert over.sheet["whists"] == [[0] * 4 for _ in range(4)]


@pytest.mark.parametrize("target", [1, 6, 7, 50])
def test_pool_target(target):
    state = unplayed_eight([target, 0, target, target], pool_target=target)
    assert state.sheet["pool"][1] == min(6, target)
    assert state.is_over == (target <= 6)


def test_the_no_trump_super_hand_ends_the_match():
    hand = "SA SK SQ HA HK HQ DA DK DQ CA CK CQ".split()
    deck = " ".join(helpers.deck_of({1: hand[:10], "talon": hand[10:]}))
    for options in ({}, {"help": "none"}, {"help": "none", "end_rule": "sum_reached"}):
        state = helpers.make_game("standard", 4, "match", **options).new_state(seed=1, deck=deck, dealer=0)
        helpers.say(state, "raise, pass, pass, declare preferans")
        assert state.is_over
        assert not state.truncated
        assert state.sheet["pool"] == [30] * 4
    suit = "S7 S8 S9 ST SJ SQ SK SA HA HK HQ DA".split()
    deck = " ".join(helpers.deck_of({1: suit[:10], "talon": suit[10:]}))
    state = helpers.make_game("standard", 4, "match").new_state(seed=1, deck=deck, dealer=0)
    helpers.say(state, "raise, pass, pass, declare preferans")
    assert not state.is_over
    assert state.dealer == 1


@pytest.mark.parametrize("target", [30, -1])
def test_max_deals(target):
    """Every deal counts, raspasovkas too."""
    for limit in (1, 3):
        game = helpers.make_game("standard", 4, "match", max_deals=limit, pool_target=target)
        state = game.new_state(seed=1)
        rng = random.Random(limit)
        for deal in range(limit):
            assert not state.is_over, deal
            helpers.pass_out(state)
            while state.phase == "play":
                state.apply(rng.choice(state.legal_texts()))
        assert state.is_over
        assert state.truncated


def test_an_infinite_pool():
    """No closing, no help, no end but max_deals."""
    state = unplayed_eight([500, 600, 700, 800], pool_target=-1, max_deals=2)
    assert state.sheet["pool"] == [500, 606, 700, 800]
    assert not state.is_over


# -- Credit ----------------------------------------------------------------------------------------------------------


CREDITS = [
    # pool, mountain, options, what is written
    ([12, 30, 20, 4], [0, 0, 0, 0], {}, {"pool": {"C": 6}, "whists": {"BC": 60}}),
    ([12, 30, 20, 4], [0, 9, 0, 0], {}, {"pool": {"C": 3}, "mountain": {"B": -3}, "whists": {"BC": 30}}),
    ([12, 30, 20, 4], [0, 2, 0, 0], {}, {"pool": {"C": 4}, "mountain": {"B": -2}, "whists": {"BC": 40}}),
    ([12, 30, 20, 4], [0, -2, 0, 0], {}, {"pool": {"C": 6}, "whists": {"BC": 60}}),
    ([12, 27, 20, 4], [0, 9, 0, 0], {}, {"pool": {"B": 3, "C": 2}, "mountain": {"B": -1}, "whists": {"BC": 20}}),
    ([12, 30, 28, 4], [0, 0, 0, 0], {}, {"pool": {"C": 2, "A": 4}, "whists": {"BC": 20, "BA": 40}}),
    ([20, 30, 20, 20], [0, 0, 0, 0], {}, {"pool": {"C": 6}, "whists": {"BC": 60}}),
    ([20, 30, 4, 20], [0, 0, 0, 0], {}, {"pool": {"D": 6}, "whists": {"BD": 60}}),
    ([30, 30, 29, 30], [0, 0, 0, 0], {}, {"pool": {"C": 1}, "mountain": {"B": -5}, "whists": {"BC": 10}}),
    ([12, 30, 20, 4], [0, 9, 0, 0], {"help": "full"}, {"pool": {"C": 6}, "whists": {"BC": 60}}),
    ([30, 30, 29, 30], [0, 9, 0, 0], {"help": "full"}, {"pool": {"C": 1}, "mountain": {"B": -5}, "whists": {"BC": 10}}),
    ([12, 30, 20, 4], [0, 9, 0, 0], {"help": "none"}, {"pool": {"B": 6}}),
    ([12, 29, 20, 4], [0, 9, 0, 0], {"help": "none", "pool_rate": 20}, {"pool": {"B": 6}}),
]


@pytest.mark.parametrize(("pool", "mountain", "options", "expected"), CREDITS, ids=str)
def test_credit(open_table, pool, mountain, options, expected):
    """8.4 and case 32: B plays 8, which nobody whists, for 6 points."""
    deck, sheet = helpers.deck_of({}), {"pool": pool, "mountain": mountain}
    table = helpers.declare(open_table(deck, sheet=sheet, **options), 1, "8S", deck[30:])
    found = helpers.written(helpers.say(table, "pass, pass"))
    assert found == {"pool": {}, "mountain": {}, "whists": {}} | expected


def test_a_point_has_one_value():
    """8.5: wherever credit puts it, a pool point is worth R(1 - 1/n) to its earner and -R/n to each other."""
    rng = random.Random(85)
    for _ in range(1000):
        n = rng.choice([3, 4])
        help_, rate = rng.choice([("split", 10), ("full", 10), ("none", 10), ("none", 20)])
        options = make_options(help=help_, pool_rate=rate)
        sheet = Sheet(
            [rng.choice([30, 29, rng.randint(0, 30)]) for _ in range(n)],
            [rng.randrange(-3, 8) for _ in range(n)],
            [[0 if i == j else rng.randrange(50) for j in range(n)] for i in range(n)],
        )
        before = reference_score.phi(sheet, rate)
        points, seat = rng.randint(1, 10), rng.randrange(n)
        reference_score.credit(sheet, options, seat, points)
        gains = [after - former for after, former in zip(reference_score.phi(sheet, rate), before, strict=True)]
        assert gains == [rate * points * (n - 1 if other == seat else -1) for other in range(n)]


@pytest.mark.parametrize("rules", ["standard", "sochi", "leningrad", "rostov"])
def test_the_value_of_a_point(rules):
    """At a table of the package: +7.5 and -2.5 with four at R = 10."""
    for pool in ([0, 0, 0, 0], [29, 30, 30, 12], [30, 28, 30, 29]):
        deck = helpers.deck_of({})
        table = helpers.new_table(deck, rules=rules, sheet={"pool": pool}, talon_award=False, dealer_whist_8plus=False)
        helpers.say(helpers.declare(table, 1, "8S", deck[30:]), "pass, pass")
        rate = make_options(rules)["pool_rate"]
        assert list(table.payoffs) == [-6 * rate, 18 * rate, -6 * rate, -6 * rate]


# -- Rewards ---------------------------------------------------------------------------------------------------------


def test_payoffs():
    """`zero_sum` is 4 times the rewards of 8.7, `raw` the entries; example 7."""
    deck, cards = helpers.arranged(0, 1, ((1, 5), (2, 3), (3, 2)))
    for payoff, expected in (("zero_sum", [28, -124, 52, 44]), ("raw", [2, -36, 8, 6])):
        state = helpers.make_game(payoff=payoff).new_state(seed=1, deck=" ".join(deck), dealer=0)
        helpers.declare(state, 1, "6S", deck[30:])
        helpers.play(helpers.say(state, "whist, whist"), cards)
        assert list(state.rewards) == expected
        assert list(state.scores) == [2, -36, 8, 6]


def test_ranks_of_a_match():
    """reward=match ranks by Phi; here A and C are tied."""
    game = helpers.make_game("standard", 4, "match", reward="match", talon_award=False)
    deck = helpers.deck_of({})
    sheet = {"pool": [30, 24, 30, 30], "mountain": [5, 9, 5, 6]}
    state = game.new_state(seed=1, deck=" ".join(deck), dealer=0, sheet=sheet)
    helpers.say(helpers.declare(state, 1, "8S", deck[30:]), "pass, pass")
    assert state.is_over
    first, second, third, fourth = (state.rewards[seat] for seat in (0, 2, 3, 1))
    assert first == second > third > fourth
    assert sum(state.rewards) == 0
