"""Section 13: action ids and names, bounds of a deal."""

import random

import pytest

from . import helpers
from .reference import CONTRACTS, PACK
from .test_section_05_1_auction import LONGEST

PAIRS = ["CK", "CQ", "DK", "DQ", "HK", "HQ", "SK", "SQ"]
CALLS = [
    "pass",
    *(f"bid {contract}" for contract in CONTRACTS),
    "kontra",
    "rekontra",
    "declare 1",
    "declare 2",
    "declare 3",
    "done",
    *(f"belot {card}" for card in PAIRS),
]
"""The list of the rules, where cards come after the calls; here they come before them."""


def test_action_list():
    game = helpers.make_game()
    assert game.num_actions == 53
    for number, name in enumerate(CALLS, start=32):
        assert game.action_name(number) == name
        assert game.action_id(name) == number
    for number, card in enumerate(PACK):
        assert game.action_id(f"play {card}") == number


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("dalje", "pass"),
        ("пас", "pass"),
        ("tref", "bid clubs"),
        ("спатия", "bid clubs"),
        ("karo", "bid diamonds"),
        ("herc", "bid hearts"),
        ("купа", "bid hearts"),
        ("pik", "bid spades"),
        ("bez aduta", "bid no trumps"),
        ("без коз", "bid no trumps"),
        ("sve adut", "bid all trumps"),
        ("всичко коз", "bid all trumps"),
        ("контра", "kontra"),
        ("реконтра", "rekontra"),
    ],
)
def test_local_words(word, name):
    assert helpers.make_game().action_id(word) == helpers.make_game().action_id(name)


def test_every_action_plays_what_it_names():
    """In decided play each id does what its name says, card by card."""
    rng = random.Random(13)
    game = helpers.make_game("bg_published")
    seen = set()
    for _ in range(25):
        state = helpers.new_table(game, helpers.random_deck(rng))
        while not state.is_over:
            action = max(state.legal_actions(), key=lambda action: (action > 40, rng.random()))
            seat, name = state.seat, game.action_name(action)
            hand, belots = helpers.hand(state, seat), set(helpers.facts(state)["belots"])
            plays = state.phase == "play"
            seen.add(name)
            state.apply(action)
            if plays:
                card = PACK[action] if action < 32 else name.split()[1]
                assert hand - helpers.hand(state, seat) == {card}
                said = {(seat, card[0])} if name.startswith("belot") else set()
                assert helpers.facts(state)["belots"] == belots | said
    assert seen >= {f"belot {card}" for card in PAIRS[::2]}


TWO_RUNS = {
    0: "C7 C8 C9 DJ DQ DK HA SA",
    1: "D7 D8 D9 HJ HQ HK ST CA",
    2: "H7 H8 H9 SJ SQ SK CT DA",
    3: "S7 S8 S9 CJ CQ CK DT HT",
}
"""Two declarations in each hand."""


@pytest.mark.parametrize(("mode", "bound"), [("auto", 90), ("decide", 98)])
def test_the_longest_deal(open_table, mode, bound):
    """58 calls, two picks each, 32 cards."""
    table = open_table(deck=helpers.deck_of(TWO_RUNS), declaration_mode=mode)
    helpers.apply_all(table, *helpers.calls(LONGEST))
    decisions = 58
    while not table.is_over:
        table.apply(min(helpers.legal(table)))
        decisions += 1
    assert decisions == bound
    assert [len(own) for own in helpers.facts(table)["announced"]] == [2] * 4
    assert helpers.make_game().spec.max_decisions == 98


def test_two_decisions_at_most_before_the_first_card():
    """No hand holds three combinations that share no card."""
    cards = "CK DK HK SK S9 ST SJ SQ"
    table = helpers.new_table(helpers.make_game(declaration_mode="decide"), helpers.deck_of({0: cards}))
    helpers.apply_all(table, "bid hearts", "pass", "pass", "pass", "declare 1", "declare 3")
    assert table.phase == "play"


def test_ids_by_phase():
    state = helpers.new_table(helpers.make_game("bg_published"), helpers.deck_of({0: "HK HQ CJ CQ CK D7 D8 S7"}))
    assert (state.phase, state.legal_actions()) == ("auction", [32, *range(33, 39)])
    helpers.apply_all(state, "bid hearts")
    assert state.legal_actions() == [32, *range(36, 39), 39]
    helpers.apply_all(state, "kontra")
    assert 40 in state.legal_actions()
    helpers.apply_all(state, "pass", "pass", "pass")
    assert (state.phase, state.legal_actions()) == ("declare", [41, 44])
    state.apply(41)
    assert state.phase == "play"
    assert state.legal_actions() == sorted([*(PACK.index(card) for card in "HK HQ CJ CQ CK D7 D8 S7".split()), 49, 50])


def test_the_unit_of_a_reward_is_26_points():
    for payoff in ("zero_sum", "raw"):
        assert helpers.make_game(payoff=payoff).unit == 26


def test_rewards_of_a_match():
    """Plus one for the winners, minus one for the others."""
    rng = random.Random(3)
    state = helpers.make_game(episode="match", reward="match", target=20).new_state(seed=3)
    while not state.is_over:
        assert state.rewards == [0] * 4
        state.apply(rng.choice(state.legal_actions()))
    winner = helpers.outcome(state)["winner"]
    assert [reward / state.game.unit for reward in state.rewards] == [1 if seat % 2 == winner else -1 for seat in range(4)]
