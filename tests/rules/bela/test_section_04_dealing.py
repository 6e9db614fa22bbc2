"""Section 4: seats, dealer, dealing."""

import pytest

from . import helpers
from .reference import PACK

PACKETS = {
    4: [(3 * i, 3) for i in range(4)] + [(12 + 3 * i, 3) for i in range(4)],
    3: [(3 * i, 3) for i in range(3)] + [(9 + 3 * i, 3) for i in range(3)],
    2: [(3 * i, 3) for i in range(2)] + [(6 + 3 * i, 3) for i in range(2)],
}
TALONS = {
    4: [(24 + 2 * i, 2) for i in range(4)],
    3: [(18 + 4 * i, 4) for i in range(3)],
    2: [(13 + 4 * i, 4) for i in range(2)],
}
MIDDLE = {4: (0, 0), 3: (30, 2), 2: (21, 2)}


def cards(packet):
    start, size = packet
    return PACK[start : start + size]


@pytest.mark.parametrize("players", [4, 3, 2])
@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_packets(open_table, players, dealer):
    """Three, three and the talon, in that order, to the right of the dealer first; the caller gets the middle cards."""
    dealer %= players
    table = open_table(players, deck=PACK, dealer=dealer, belot_rule="as_run")
    order = [(dealer + 1 + i) % players for i in range(players)]
    for i, seat in enumerate(order):
        assert helpers.hand(table, seat) == {*cards(PACKETS[players][i]), *cards(PACKETS[players][players + i])}
    assert helpers.turn(table) == order[0]
    if players == 2:
        assert helpers.facts(table)["turned"] == PACK[12] == "DJ"
    table.apply("call diamonds")
    for i, seat in enumerate(order):
        held = {*cards(PACKETS[players][i]), *cards(PACKETS[players][players + i]), *cards(TALONS[players][i])}
        held |= set(cards(MIDDLE[players])) if i == 0 else set()
        assert helpers.hand(table, seat) == held


def test_without_middle_cards_the_stock_has_eleven(open_table):
    table = open_table(2, deck=PACK, two_middle=False)
    table.apply("call diamonds")
    for seat in range(2):
        assert len(helpers.hand(table, seat)) == 10
    table = open_table(2, deck=PACK, two_middle=True)
    table.apply("call diamonds")
    assert [len(helpers.hand(table, seat)) for seat in range(2)] == [12, 10]


@pytest.mark.parametrize("players", [4, 3, 2])
def test_the_first_dealer_is_drawn(players):
    game = helpers.make_game(players)
    drawn = [game.new_state(seed=seed).dealer for seed in range(400)]
    for seat in range(players):
        assert abs(drawn.count(seat) - 400 / players) < 45


@pytest.mark.parametrize("players", [4, 3, 2])
def test_the_deal_moves_to_the_right(players):
    game = helpers.make_game(players, episode="match", target=100_000)
    state = game.new_state(seed=4, dealer=1)
    for number in range(2, 10):
        while True:
            state.apply(state.legal_actions()[-1])
            if state.deal_over:
                break
        assert state.dealer == number % players
        assert state.seat == (state.dealer + 1) % players


def test_sides():
    """Partners sit opposite; three and two play for themselves."""
    assert [helpers.make_game(players).sides for players in (4, 3, 2)] == [((0, 2), (1, 3)), ((0,), (1,), (2,)), ((0,), (1,))]


@pytest.mark.parametrize("players", [4, 3, 2])
def test_forehand_calls_declares_and_leads(open_table, players):
    """Whoever has called."""
    table = open_table(players, deck=helpers.deck_of(players, {}), dealer=0, belot_rule="as_run", two_middle=False)
    assert helpers.turn(table) == 1
    helpers.apply_all(table, "pass")
    table.apply(next(action for action in sorted(helpers.legal(table)) if action.startswith("call")))
    while helpers.facts(table)["phase"] == "discard":
        table.apply(min(helpers.legal(table)))
    assert helpers.turn(table) == 1
    table.apply("no")
    assert helpers.turn(table) == 1
    assert helpers.facts(table)["phase"] == "play"
