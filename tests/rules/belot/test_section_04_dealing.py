"""Section 4: seats, dealer, dealing."""

import random

import pytest

from . import helpers
from .reference import PACK


@pytest.mark.parametrize("dealer", range(4))
def test_packets(open_table, dealer):
    """Three, two, and after the auction three, to the first player first."""
    table = open_table(deck=PACK, dealer=dealer)
    first = (dealer + 1) % 4
    assert helpers.turn(table) == first
    for k in range(4):
        seat = (first + k) % 4
        five = {*PACK[3 * k : 3 * k + 3], *PACK[12 + 2 * k : 14 + 2 * k]}
        assert helpers.hand(table, seat) == five
        assert helpers.facts(table, seat)["hand"] == five
        assert helpers.facts(table, seat)["late"] == set()
    helpers.apply_all(table, "bid no trumps", "pass", "pass", "pass")
    for k in range(4):
        seat = (first + k) % 4
        three = set(PACK[20 + 3 * k : 23 + 3 * k])
        assert three < helpers.hand(table, seat)
        assert len(helpers.hand(table, seat)) == 8
        assert helpers.facts(table, seat)["late"] == three


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("caller", range(4))
def test_the_first_player_leads(open_table, dealer, caller):
    """Whoever won the auction."""
    table = open_table(deck=PACK, dealer=dealer)
    first = (dealer + 1) % 4
    helpers.apply_all(table, *helpers.contract_calls("no trumps", (first + caller) % 4, first=first))
    assert helpers.turn(table) == helpers.facts(table)["leader"] == first
    assert helpers.facts(table)["caller"] == (first + caller) % 4


@pytest.mark.parametrize("calls", ["P P P P", "h P P P"])
def test_the_next_dealer(calls):
    """After every deal, played or passed out."""
    rng = random.Random(4)
    state = helpers.make_game(episode="match", target=100_000).new_state(seed=4, dealer=2)
    for deal in range(6):
        assert state.dealer == (2 + deal) % 4
        assert state.seat == (3 + deal) % 4
        helpers.apply_all(state, *helpers.calls(calls))
        while not state.deal_over:
            state.apply(rng.choice(state.legal_actions()))


def test_hands_and_deck_are_one():
    """A table set up by hands is the one set up by the pack."""
    hands = helpers.complete({})
    for dealer in range(4):
        game = helpers.make_game()
        by_hands = game.new_state(seed=1, dealer=dealer, hands={seat: " ".join(cards) for seat, cards in hands.items()})
        by_deck = game.new_state(seed=1, dealer=dealer, deck=" ".join(helpers.deck_of({}, dealer)))
        assert by_hands == by_deck


def test_the_first_dealer_is_drawn():
    game = helpers.make_game()
    assert {game.new_state(seed=seed).dealer for seed in range(40)} == {0, 1, 2, 3}
