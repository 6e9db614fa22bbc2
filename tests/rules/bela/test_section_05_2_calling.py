"""Section 5.2: who may call what, and when everybody passes (section 14, cases 41-44)."""

import pytest

from . import helpers
from .reference import PACK

SUITS = {"call hearts", "call diamonds", "call spades", "call clubs"}


def spades_turned():
    return helpers.deck_of(2, {"turned": "S9"})


def test_41_the_dealer_must_call(open_table):
    table = open_table(4, deck=PACK)
    for seat in range(3):
        assert helpers.turn(table) == seat
        assert helpers.legal(table) == SUITS | {"pass"}
        table.apply("pass")
    assert helpers.turn(table) == 3
    assert helpers.legal(table) == SUITS


def test_42_two_rounds_for_two(open_table):
    table = open_table(2, deck=spades_turned())
    for seat in range(2):
        assert helpers.turn(table) == seat
        assert helpers.legal(table) == {"call spades", "pass"}
        table.apply("pass")
    assert helpers.turn(table) == 0
    assert helpers.legal(table) == SUITS - {"call spades"} | {"pass"}
    table.apply("pass")
    assert helpers.turn(table) == 1
    assert helpers.legal(table) == SUITS - {"call spades"}


def test_43_three_players(open_table):
    table = open_table(3, deck=PACK, dealer=1)
    for seat in (2, 0):
        assert helpers.turn(table) == seat
        assert helpers.legal(table) == SUITS | {"pass"}
        table.apply("pass")
    assert helpers.turn(table) == 1
    assert helpers.legal(table) == SUITS


def test_43_forehand_is_forced(open_table):
    table = open_table(3, deck=PACK, dealer=1, three_bidding="forced_first")
    assert helpers.turn(table) == 2
    assert helpers.legal(table) == SUITS


def test_43_forced_first_knows_no_redeal(open_table):
    table = open_table(3, deck=PACK, three_bidding="forced_first", all_pass="redeal")
    assert helpers.legal(table) == SUITS


def test_turn_up_for_three(open_table):
    """Two rounds about the turned card, which the caller takes with the other middle card."""
    deck = helpers.deck_of(3, {"middle": "DQ C7"})
    table = open_table(3, deck=deck, three_bidding="turn_up")
    assert helpers.facts(table)["turned"] == "DQ"
    for seat in range(3):
        assert helpers.turn(table) == seat
        assert helpers.legal(table) == {"call diamonds", "pass"}
        table.apply("pass")
    for seat in range(2):
        assert helpers.turn(table) == seat
        assert helpers.legal(table) == SUITS - {"call diamonds"} | {"pass"}
        table.apply("pass")
    assert helpers.legal(table) == SUITS - {"call diamonds"}
    table.apply("call hearts")
    assert len(helpers.hand(table, 2)) == 12
    assert {"DQ", "C7"} <= helpers.hand(table, 2)


@pytest.mark.parametrize(
    ("players", "options", "passes"),
    [(4, {}, 4), (3, {}, 3), (3, {"three_bidding": "turn_up"}, 6), (2, {}, 4)],
)
def test_redeal(open_table, players, options, passes):
    """The dealer may pass at the end, too; then nobody scores."""
    table = open_table(players, deck=PACK, all_pass="redeal", **options)
    for _ in range(passes):
        assert not table.is_over
        assert "pass" in helpers.legal(table)
        table.apply("pass")
    assert table.is_over
    assert helpers.outcome(table)["scores"] == [0] * helpers.sides(players)


@pytest.mark.parametrize("players", [4, 3, 2])
@pytest.mark.parametrize("calling", range(4))
def test_the_first_call_ends_the_calling(open_table, players, calling):
    """There is no overcalling; caller and trump are fixed."""
    calling %= players
    table = open_table(players, deck=helpers.deck_of(players, {}), belot_rule="as_run")
    helpers.apply_all(table, *["pass"] * calling)
    action = max(action for action in helpers.legal(table) if action.startswith("call"))
    table.apply(action)
    facts = helpers.facts(table)
    assert (facts["caller"], f"call {facts['trump']}") == (calling, action)
    assert facts["phase"] == ("declare" if players == 4 else "discard")
    assert helpers.turn(table) == (0 if players == 4 else calling)


@pytest.mark.parametrize(
    ("players", "options", "actions"),
    [
        (4, {}, []),
        (4, {}, ["pass"]),
        (4, {}, ["pass", "pass", "pass"]),
        (3, {}, ["pass"]),
        (3, {"three_bidding": "turn_up"}, ["pass", "pass", "pass", "pass"]),
        (2, {}, []),
        (2, {}, ["pass", "pass", "pass"]),
        (2, {"two_middle": False}, ["pass"]),
    ],
)
def test_44_talons_are_nobodys_knowledge_before_the_call(players, options, actions):
    """Cards that are not yet seen change nothing: masks, observations, histories and views are equal."""
    rng = helpers.random.Random(44)
    game = helpers.make_game(players, **options)
    for _ in range(10):
        deck = helpers.random_deck(rng)
        # all cards on the table, but for a card that lies face up
        hidden = list(range(6 * players, 32))
        hidden = [place for place in hidden if not (players == 2 and place == 12)]
        hidden = [place for place in hidden if not ("three_bidding" in options and place == 30)]
        moved = hidden.copy()
        rng.shuffle(moved)
        other = deck.copy()
        for place, source in zip(hidden, moved, strict=True):
            other[place] = deck[source]
        assert other != deck
        tables = [helpers.apply_all(helpers.new_table(game, cards, seed=1), *actions) for cards in (deck, other)]
        for seat in range(players):
            helpers.assert_told_alike(*tables, seat)
        assert helpers.legal(tables[0]) == helpers.legal(tables[1])
