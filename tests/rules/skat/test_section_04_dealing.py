"""Section 4: seats, dealer, dealing."""

import random

import pytest

from . import helpers
from .reference import PACK


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_seats(players, dealer):
    """F is left of the dealer; of three players the dealer is R, of four he sits out."""
    dealer %= players
    state = helpers.make_game("classical", players).new_state(seed=4, dealer=dealer)
    record = state.record
    assert (record.forehand, record.middlehand) == ((dealer + 1) % players, (dealer + 2) % players)
    assert record.rearhand == (dealer if players == 3 else (dealer + 3) % players)
    assert len(helpers.cards_of(state, dealer)) == (10 if players == 3 else 0)


@pytest.mark.parametrize("players", [3, 4])
def test_the_deal_is_a_partition(players):
    game = helpers.make_game("classical", players)
    for seed in range(50):
        state = game.new_state(seed=seed)
        hands = [helpers.cards_of(state, seat) for seat in range(players)]
        skat = helpers.text(int(state.record.skat))
        assert sorted(len(hand) for hand in hands) == [0] * (players - 3) + [10, 10, 10]
        assert len(skat) == 2
        assert sorted(card for cards in [*hands, skat] for card in cards) == sorted(PACK)


@pytest.mark.parametrize("players", [3, 4])
def test_the_first_dealer_is_drawn(players):
    game = helpers.make_game("classical", players)
    drawn = [game.new_state(seed=seed).dealer for seed in range(400)]
    for seat in range(players):
        assert abs(drawn.count(seat) - 400 / players) < 40
    assert all(game.new_state(seed=seed, dealer=1).dealer == 1 for seed in range(20))


def test_a_deal_is_a_function_of_the_seed():
    game = helpers.make_game("classical")
    assert game.new_state(seed=3, dealer=0).to_bytes() == game.new_state(seed=3, dealer=0).to_bytes()
    assert game.new_state(seed=3, dealer=0).to_bytes() != game.new_state(seed=4, dealer=0).to_bytes()


@pytest.mark.parametrize("players", [3, 4])
def test_hands_by_owner(players):
    rng = random.Random(4)
    game = helpers.make_game("isko", players)
    for dealer in range(players):
        deal = helpers.random_deal(rng)
        state = helpers.new_table(game, deal, dealer=dealer)
        assert state.dealer == dealer
        for name, seat in zip("FMR", helpers.seats(players, dealer), strict=True):
            assert helpers.cards_of(state, seat) == set(deal[name].split())
        assert helpers.text(int(state.record.skat)) == set(deal["skat"].split())


@pytest.mark.parametrize("players", [3, 4])
def test_the_deal_rotates_to_the_left(players):
    game = helpers.make_game("classical", players, "match", all_pass="count_and_rotate")
    state = game.new_state(seed=5, dealer=1)
    for number in range(1, 10):
        helpers.apply_all(state, "pass", "pass", "pass")
        assert state.dealer == (1 + number) % players
        assert state.seat == (state.dealer + 2) % players
