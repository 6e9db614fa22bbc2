"""Section 13: action ids and names, bounds of a deal."""

import random

import pytest

from . import helpers
from .reference import PACK

CALLS = ["call hearts", "call diamonds", "call spades", "call clubs", "pass", "yes", "no", "out"]


def test_action_list():
    game = helpers.make_game(4)
    assert game.num_actions == 40
    for number, name in enumerate(CALLS, start=32):
        assert game.action_name(number) == name
        assert game.action_id(name) == number
    for number, card in enumerate(PACK):
        assert game.action_id(f"play {card}") == game.action_id(f"discard {card}") == number


@pytest.mark.parametrize(
    ("word", "name"),
    [("dalje", "pass"), ("herc", "call hearts"), ("karo", "call diamonds"), ("pik", "call spades"), ("tref", "call clubs")],
)
def test_local_words(word, name):
    assert helpers.make_game(4).action_id(word) == helpers.make_game(4).action_id(name)


def longest(players, **options):
    """The decisions of the longest of some deals in which everybody passes as long as he can."""
    rng = random.Random(13)
    game = helpers.make_game(players, belot_rule="as_run", **options)
    lengths = []
    for _ in range(20):
        table = helpers.new_table(game, helpers.random_deck(rng))
        while not table.is_over:
            actions = helpers.legal(table)
            table.apply("pass" if "pass" in actions else rng.choice(sorted(actions)))
        lengths.append(len(table.actions))
    return max(lengths)


@pytest.mark.parametrize(
    ("players", "options", "bound"),
    [
        (4, {}, 41),
        (3, {}, 39),
        (3, {"three_bidding": "turn_up"}, 42),
        (2, {}, 29),
        (2, {"two_middle": False}, 27),
        (2, {"two_seven_exchange": True}, 29),
    ],
)
def test_bound_of_decisions(players, options, bound):
    assert longest(players, **options) == bound
    assert helpers.make_game(players).spec.max_decisions >= bound


def test_the_exchange_makes_no_deal_longer():
    """A call in round 1 and two questions about the seven: 2 + 2 + 2 + 2 + 20 + 1."""
    table = helpers.new_table(helpers.make_game(2, two_seven_exchange=True), helpers.deck_of(2, {"turned": "S9", 0: "SK SQ"}))
    helpers.apply_all(table, "pass", "call spades")
    decisions = 2
    while not table.is_over:
        actions = helpers.legal(table)
        table.apply("no" if "no" in actions else min(actions))
        decisions += 1
    assert decisions == 29


def test_phases():
    """What is asked when, by the ids of the list."""
    state = helpers.new_table(helpers.make_game(2, two_seven_exchange=True), helpers.deck_of(2, {"turned": "S9", 0: "S7"}))
    assert (state.phase, state.legal_actions()) == ("call", [34, 36])
    state.apply(34)
    assert (state.phase, state.legal_actions()) == ("seven", [37, 38])
    helpers.apply_all(state, 38, 38)
    assert state.phase == "discard"
    assert max(state.legal_actions()) < 32
    helpers.apply_all(state, *state.legal_actions()[:2])
    assert state.phase == "declare"
    assert set(state.legal_actions()) <= {37, 38}
    state.apply(38)
    assert state.phase == "play"
    assert max(state.legal_actions()) < 32


@pytest.mark.parametrize("players", [4, 3, 2])
def test_the_unit_of_a_reward_is_162_points(players):
    game = helpers.make_game(players)
    assert game.unit == 162 * (3 if players == 3 else 1)
    assert helpers.make_game(players, payoff="raw").unit == 162
