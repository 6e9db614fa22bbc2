"""Sections 13 and 14: how many auctions there are and how long a deal is, exact counts of hands, what random play comes to."""

import itertools
import math
from functools import cache

import numpy as np
import pytest

import adut
from adut.core.cards import parse_cards
from adut.games.russian_preferans import talon as package_talon
from adut.games.russian_preferans.options import HAND_STRICT, HAND_TOPS

from . import helpers, reference
from .reference import PACK, RANKS, SUITS

# -- The auction -----------------------------------------------------------------------------------------------------

KEY = ("actor", "seat", "phase", "active", "bid", "repeated", "owner", "game_bidders", "misere_bidders", "offered")


@cache
def auctions(players=4, **options):
    """Every auction of the package: call sequences, the longest of them, states in which a call is asked, and results."""
    known = {}
    results = set()

    def explore(state):
        record = state.array[0]
        if state.phase not in ("auction", "half offer"):
            results.add((int(record["bid"]), int(record["repeated"]), int(record["owner"])))
            return 1, 0
        repeats = record["best_game"].tobytes() if options.get("no_talon_games") == "overcall_and_repeat" else b""
        key = (*(int(record[name]) for name in KEY), (record["last_call"] > 0).tobytes(), repeats)
        if key not in known:
            number = longest = 0
            for action in state.legal_actions():
                after = state.copy()
                after.apply(action)
                found, length = explore(after)
                number += found
                longest = max(longest, length + 1)
            known[key] = number, longest
        return known[key]

    return *explore(helpers.new_table(PACK, 0, players=players, **options)), len(known), len(results)


def test_auctions():
    """At most 51 calls; 580 states, of which 112 are results; 1,408,547 sequences."""
    for number in (auctions(misere_half=False), auctions(3)):
        sequences, longest, states, results = number
        assert sequences == 1_408_547
        assert longest == 51
        assert states + results == 580
        assert results == 1 + 3 * 37


def test_auctions_with_half_offers():
    """Three offers and answers more: 57 decisions."""
    assert auctions()[1] == 51 + 6
    assert auctions(half_offers="one")[1] == 51 + 2


def test_auctions_of_other_options():
    """53 calls bound every combination."""
    assert auctions(3, no_talon_games="overcall_and_repeat")[1] == 51
    assert auctions(3, misere_first_call_only=False)[1] == 53
    assert auctions(3, misere_first_call_only=False, no_talon_games="overcall_and_repeat")[1] == 53
    assert auctions(3, misere_ladder="kodeks", no_talon_games="off")[1] <= 51
    assert auctions(3, bid_jumps="free", no_talon_games="off")[1] <= 51
    assert auctions(3, bid_jumps="free", no_talon_games="off")[0] > auctions(3, no_talon_games="off")[0]


def test_decisions_of_a_deal():
    """Section 13: 97 with the default options, 100 with any, 41 of a raspasovka."""
    trees = helpers.cases("whist_trees.toml")

    def longest(wanted):
        courses = [line for case in trees if wanted(case.get("options", {})) for line in case["courses"].strip().splitlines()]
        return max(line.partition(":")[0].count(",") + 1 for line in courses)

    discards, contract, reveals, cards = 2, 1, 2, 30
    assert longest(lambda options: not options) == 5
    assert longest(lambda options: True) == 6
    rest = discards + contract + reveals + cards
    assert auctions()[1] + longest(lambda options: not options) + rest == 97
    halves = 6
    assert auctions(3, misere_first_call_only=False)[1] + halves + longest(lambda options: True) + rest == 100
    assert adut.games.spec("russian_preferans").max_decisions == 100
    assert 3 + halves + 32 == 41


# -- Hands -----------------------------------------------------------------------------------------------------------


FORMS = {None: 0, "suit": 1, "no trump": 2}
VARIANTS = (("strict", HAND_STRICT), ("tops", HAND_TOPS))


def test_preferans_hands():
    """60 hands of one suit and AKQ of four; 161 with tops in all four suits: of all hands of twelve cards in runs."""
    runs = [lengths for lengths in itertools.product(range(9), repeat=4) if sum(lengths) == 12]
    found = {"strict": set(), "tops": set()}
    for lengths in runs:
        hand = {suit + rank for suit, number in zip(SUITS, lengths, strict=True) for rank in RANKS[8 - number :]}
        for variant, kind in VARIANTS:
            form = reference.super_hand(hand, variant)
            assert int(package_talon.is_preferans(parse_cards(hand), kind)) == FORMS[form], hand
            assert (form == "no trump") == (lengths == (3, 3, 3, 3))
            if form == "suit":
                found[variant].add(lengths)
    of_all_suits = {lengths for lengths in runs if 0 not in lengths}
    assert len(of_all_suits) == 161
    assert found["strict"] == {lengths for lengths in runs if 8 in lengths}
    assert len(found["strict"]) == 60
    assert found["tops"] == found["strict"] | of_all_suits - {(3, 3, 3, 3)}
    assert math.comb(32, 12) == 225_792_840


def test_a_hand_with_a_gap_is_none():
    """One card of a Preferans hand exchanged: the package agrees with the reference."""
    hand = {"S" + rank for rank in RANKS} | {"HA", "HK", "HQ", "DA"}
    for out in hand:
        for into in set(PACK) - hand:
            changed = hand - {out} | {into}
            for variant, kind in VARIANTS:
                form = reference.super_hand(changed, variant)
                assert int(package_talon.is_preferans(parse_cards(changed), kind)) == FORMS[form]


def test_talons():
    """All 496 pairs: the package's units are the reference's; 138 units in all."""
    total = 0
    for pair in itertools.combinations(PACK, 2):
        units = int(package_talon.units_of(parse_cards(pair)))
        assert units == reference.talon_units(pair)
        total += units
    assert total == 138


def test_the_number_of_deals():
    assert math.factorial(32) // (math.factorial(10) ** 3 * 2) == 2_753_294_408_504_640


# -- Random play (13) ------------------------------------------------------------------------------------------------


def random_matches(players, matches, seed=13):
    """Uniformly random matches: spread of a deal's rewards, deals of a match."""
    game = helpers.make_game("standard", players, "match")
    batch = adut.Batch(game, matches, seed, autoreset=False)
    batch.reset()
    squares = deals = step = 0
    while len(live := np.flatnonzero(batch.states["is_over"] == 0)):
        batch.step(batch.random_actions(step, tables=live), tables=live)
        ended = live[batch.states["deal_over"][live] == 1]
        rewards = batch.states["reward"][ended, :players].astype(float) / players
        squares += (rewards**2).sum()
        deals += len(ended)
        step += 1
    return math.sqrt(squares / (deals * players)), deals / matches


@pytest.mark.parametrize(("players", "spread", "length"), [(4, 237, 272), (3, 252, 191)])
def test_random_play(players, spread, length):
    found = random_matches(players, 200)
    assert found[0] == pytest.approx(spread, rel=0.05)
    assert found[1] == pytest.approx(length, rel=0.15)


def test_the_least_and_the_most():
    """The hard bounds: a nine that takes nothing with three units of talon award, against a single whister."""
    for players, declarer, whister, units in ((4, -860, 332, 3), (3, -704, 392, 0)):
        tricks = ((1, 0), (2, 5), (3 % players, 5))
        deck, cards = helpers.arranged(15, 1, tricks, 0, players, units)
        table = helpers.declare(helpers.new_table(deck, players=players), 1, "9S", deck[30:])
        helpers.play(helpers.say(table, "whist, pass"), cards)
        assert [points / players for points in table.payoffs][1:3] == [declarer, whister]
