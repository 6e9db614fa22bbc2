"""Section 14, property tests: random deals and matches of every preset, beside the plain reading of the rules.

ADUT_LONG=n compares n times as many deals and matches.
"""

import os
import random

import numpy as np
import pytest

import adut
from adut.games.russian_preferans.scoring import standing

from . import beside, helpers
from .beside import PLAYERS
from .reference import PACK, PRESETS, make_options

LONG = int(os.environ.get("ADUT_LONG", "1"))
BOLDNESS = (0.1, 0.3, 0.8)
TABLES = pytest.mark.parametrize(("rules", "players"), [(rules, players) for rules in PRESETS for players in PLAYERS])


# -- Beside the reference --------------------------------------------------------------------------------------------


@TABLES
def test_random_deals_beside_the_reference(rules, players):
    rng = random.Random(f"{rules} {players}")
    kinds = set()
    for _ in range(40 * LONG):
        deal = beside.deal_with_options(rng, make_options(rules), players, rng.choice(BOLDNESS))
        kinds.add(deal.kind)
    assert kinds == {"game", "misere", "raspasovka"}


def test_random_options_beside_the_reference():
    rng = random.Random("options")
    for _ in range(250 * LONG):
        players = rng.choice(PLAYERS)
        beside.deal_with_options(rng, beside.random_options(rng, players), players, rng.choice(BOLDNESS))


def test_super_hands_beside_the_reference():
    rng = random.Random("super-hands")
    forms = set()
    for _ in range(80 * LONG):
        players = rng.choice(PLAYERS)
        options = beside.random_options(rng, players) | {"preferans_hand": rng.choice(["strict", "tops"])}
        forms.add(beside.deal_with_options(rng, options, players, 0.3, beside.preferans_deck(rng)).preferans)
    assert forms == {None, "suit", "no trump"}


@TABLES
def test_matches_beside_the_reference(rules, players):
    """The rewards of the deals sum to the settlement of the match."""
    rng = random.Random(f"match {rules} {players}")
    for _ in range(LONG):
        options = make_options(rules, pool_target=4, max_deals=12)
        beside.match_beside_reference(rng, players, options, rng.choice(BOLDNESS))


def test_matches_with_random_options():
    rng = random.Random("matches")
    finished = []
    for _ in range(12 * LONG):
        players = rng.choice(PLAYERS)
        options = beside.random_options(rng, players) | {"pool_target": rng.choice([1, 3, 8]), "max_deals": 15}
        finished.append(beside.match_beside_reference(rng, players, options, rng.choice(BOLDNESS)).is_finished)
    assert any(finished)
    assert not all(finished)


# -- What holds in itself --------------------------------------------------------------------------------------------


def same_deal(deck, dealer, players, options, actions, sheet):
    state = adut.game("russian_preferans", players, **options).new_state(
        seed=0, deck=" ".join(deck), dealer=dealer, sheet=sheet
    )
    return helpers.apply_all(state, *actions)


@TABLES
def test_rewards_do_not_depend_on_the_sheet(rules, players):
    """8.5: pools and mountains at random, the rewards of the same deal are equal."""
    rng = random.Random(f"sheet {rules} {players}")
    for _ in range(25):
        options = make_options(rules)
        deck, dealer = helpers.random_deck(rng), rng.randrange(players)
        state = same_deal(deck, dealer, players, options, (), None)
        actions = []
        while not state.is_over:
            actions.append(helpers.choose(rng, helpers.legal(state), 0.5))
            state.apply(actions[-1])
        for _ in range(4):
            sheet = beside.random_sheet(rng, options, players) | {"series": 0}
            other = same_deal(deck, dealer, players, options, actions, sheet)
            assert other.is_over
            assert other.payoffs == state.payoffs
            assert sum(other.payoffs) == 0
            entries = np.array([*other.sheet["pool"], *np.ravel(other.sheet["whists"])])
            assert (entries >= 0).all()


def telescoping(rules, players, matches, seed=1, **options):
    """Random matches on a batch: the rewards of their deals sum to the settlement, exactly. Returns deals and truncations.

    Matches are cut off after 2,000 deals, or as `options` say.
    """
    game = adut.game("russian_preferans", players, rules, episode="match", **{"max_deals": 2000} | options)
    batch = adut.Batch(game, matches, seed, autoreset=False)
    batch.reset()
    paid = np.zeros((matches, players), np.int64)
    step = 0
    while len(live := np.flatnonzero(batch.states["is_over"] == 0)):
        batch.step(batch.random_actions(step, tables=live), tables=live)
        paid[live] += batch.states["reward"][live, :players]
        step += 1
    for index in range(matches):
        result = [int(standing(batch.states[index], game.options[0], seat)) for seat in range(players)]
        assert sum(result) == 0
        assert paid[index].tolist() == result
        record = batch.states[index]
        closed = game.values["help"] != "none"
        if closed:
            assert record["pool"][:players].max() <= game.values["pool_target"]
        if not record["truncated"] and game.values["end_rule"] == "all_closed":
            assert record["pool"][:players].min() >= game.values["pool_target"]
        assert record["whists"].min() >= 0
    return int(batch.states["match_deals"].sum()), int(batch.states["truncated"].sum())


@TABLES
def test_rewards_of_random_matches(rules, players):
    _, truncated = telescoping(rules, players, 10, pool_target=8, max_deals=400)
    assert truncated < 10


@pytest.mark.slow
@TABLES
def test_rewards_of_a_thousand_random_matches(rules, players):
    telescoping(rules, players, 1000)


@TABLES
def test_seats_are_alike(rules, players):
    """Seats and the dealer moved by one: the results move with them."""
    rng = random.Random(f"rotate {rules} {players}")
    for _ in range(8):
        deck, dealer = helpers.random_deck(rng), rng.randrange(players)
        table = helpers.new_table(deck, dealer, rules, players)
        twin = helpers.new_table(deck, (dealer + 1) % players, rules, players)
        while not table.is_over:
            assert helpers.asked(twin) == tuple((seat + 1) % players for seat in helpers.asked(table))
            assert helpers.legal(twin) == helpers.legal(table)
            action = helpers.choose(rng, helpers.legal(table))
            helpers.apply_all(table, action)
            helpers.apply_all(twin, action)
        assert list(twin.scores) == [table.scores[seat - 1] for seat in range(players)]


def test_the_same_actions_make_the_same_state():
    rng = random.Random(14)
    for players in PLAYERS:
        game = helpers.make_game("standard", players, "match")
        for seed in range(4):
            first, second = game.new_state(seed=seed), game.new_state(seed=seed)
            for _ in range(120):
                if first.is_over:
                    break
                action = rng.choice(first.legal_actions())
                first.apply(action)
                second.apply(action)
                assert first.to_bytes() == second.to_bytes()
            assert game.state_from_bytes(first.to_bytes()) == first


def test_illegal_actions_change_nothing():
    rng = random.Random(15)
    for players in PLAYERS:
        game = helpers.make_game("standard", players, surrender_without_three=True, bid_jumps="free")
        for seed in range(6):
            state = game.new_state(seed=seed)
            while not state.is_over:
                before, legal = state.to_bytes(), state.legal_actions()
                for action in rng.sample([a for a in range(-1, game.num_actions + 1) if a not in legal], 4):
                    assert state.why_illegal(action) is not None
                    with pytest.raises(ValueError):
                        state.apply(action)
                assert state.to_bytes() == before
                state.apply(rng.choice(legal))


@pytest.mark.parametrize("players", PLAYERS)
def test_equal_tables_are_equal_bytes(players):
    """Nothing of an earlier deal stays in the record: a deal begun after others equals one begun afresh from its sheet."""
    game = helpers.make_game("standard", players, "match", max_deals=50)
    rng = random.Random(players)
    state = game.new_state(seed=2, dealer=0)
    checked = 0
    while not state.is_over and checked < 12:
        state.apply(helpers.choose(rng, helpers.legal(state), 0.5))
        if state.deal_over and not state.is_over:
            deck = " ".join(PACK[int(card)] for card in state.array[0]["pack"])
            fresh = game.new_state(seed=2, dealer=state.dealer, sheet=state.sheet, deck=deck)
            for name in fresh.array.dtype.names:
                if name in BEFORE:
                    continue
                assert (fresh.array[0][name] == state.array[0][name]).all(), name
            checked += 1
    assert checked == 12


BEFORE = ("deal_number", "match_deals", "moves", "reward", "points", "deal_over", "next_dealer")
"""Fields that tell of the deals before."""
