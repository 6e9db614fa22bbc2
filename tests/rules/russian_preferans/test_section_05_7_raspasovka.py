"""P7: all have passed; cases 24, 25, 37."""

import random

import pytest

from . import helpers


def passed_out(open_table, hands, players=4, **options):
    return helpers.pass_out(open_table(helpers.deck_of(hands, 0, players), 0, players=players, **options))


FOUR = {1: "S9 H7 H8", 2: "S7 HK HQ", 3: "S8 HA", "talon": "SA H9"}


def test_four_players(open_table):
    """Case 24: the dealer leads to tricks 1 and 2, four cards each, and can win them; first hand leads to trick 3."""
    table = passed_out(open_table, FOUR)
    assert helpers.phase(table) == "play"
    assert helpers.asked(table) == (0, 0)
    assert helpers.legal(table) == {"play SA", "play H9"}
    asked = []
    for card in "SA S9 S7 S8 H9 H7 HK HA".split():
        asked.append(helpers.asked(table))
        if card == "H9":
            assert helpers.legal(table) == {"play H9"}
        table.apply(f"play {card}")
    assert asked == [(seat, seat) for seat in (0, 1, 2, 3) * 2]
    assert helpers.tricks(table) == [1, 0, 0, 1], "the ace of spades of the talon, the ace of hearts of D"
    assert helpers.asked(table) == (1, 1), "first hand leads to trick 3, though D won trick 2"


def test_the_other_order(open_table):
    """The dealer chooses which card he leads first."""
    table = passed_out(open_table, FOUR)
    helpers.play(table, "H9 H7 HK HA".split())
    assert helpers.tricks(table) == [0, 0, 0, 1]
    assert helpers.asked(table) == (0, 0)
    assert helpers.legal(table) == {"play SA"}


def test_dealt_order(open_table):
    """Case 37: the first card of the talon is forced."""
    for talon, first in (("SA H9", "SA"), ("H9 SA", "H9")):
        table = passed_out(open_table, FOUR | {"talon": talon}, raspas_dealer_order="dealt_order")
        assert helpers.legal(table) == {f"play {first}"}


def test_suit_must_be_followed(open_table):
    hands = {1: "S9 H7 H8", 2: "C7 C8 C9 CT CJ HK HQ HJ D7 D8", 3: "S8 HA", "talon": "SA H9"}
    table = helpers.play(passed_out(open_table, hands), ["SA"])
    assert {card for card in helpers.hand(table, 1) if card[0] == "S"} == {
        action.removeprefix("play ") for action in helpers.legal(table)
    }
    table.apply("play S9")
    assert helpers.legal(table) == {f"play {card}" for card in hands[2].split()}


THREE = {1: "S9 H7", 2: "S7 HK", 0: "S8 HA", "talon": "SA H9"}


def test_three_players(open_table):
    """Case 25: the card of the talon names the suit and cannot win; first hand is the first to play three times."""
    table = passed_out(open_table, THREE, 3)
    assert helpers.asked(table) == (1, 1)
    spades = {card for card in helpers.hand(table, 1) if card[0] == "S"}
    assert helpers.legal(table) == {f"play {card}" for card in spades}, "who has a spade may not discard"
    asked = []
    for card in "S9 S7 S8 H7 HK HA".split():
        asked.append(helpers.asked(table))
        table.apply(f"play {card}")
    assert asked == [(seat, seat) for seat in (1, 2, 0) * 2]
    assert helpers.asked(table) == (1, 1)


def test_who_wins_with_three_players(open_table):
    table = passed_out(open_table, THREE, 3)
    helpers.play(table, "S9 S7 S8".split())
    assert helpers.tricks(table) == [0, 1, 0]
    helpers.play(table, "H7 HK HA".split())
    assert helpers.tricks(table) == [1, 1, 0]


@pytest.mark.parametrize("players", [4, 3])
def test_the_talon_unused(open_table, players):
    """First hand leads, the winner leads on, ten tricks of three; the dealer of four plays no card."""
    table = passed_out(open_table, {1: "SA", 2: "SK", 3 % players: "SQ"}, players, raspas_talon="unused")
    assert helpers.asked(table) == (1, 1)
    helpers.play(table, "SA SK SQ".split())
    assert helpers.asked(table) == (1, 1)
    cards = 3
    while not helpers.is_over(table):
        assert players == 3 or helpers.turn(table) != 0
        table.apply(min(helpers.legal(table)))
        cards += 1
    assert cards == 30


@pytest.mark.parametrize(("players", "cards"), [(4, 32), (3, 30)])
def test_length(open_table, players, cards):
    """All tricks sum to 10, the dealer of four has at most 2."""
    rng = random.Random(players)
    for _ in range(10):
        table = helpers.pass_out(open_table(helpers.random_deck(rng), players=players))
        number = 0
        while not helpers.is_over(table):
            actor, seat = helpers.asked(table)
            assert actor == seat
            table.apply(rng.choice(sorted(helpers.legal(table))))
            number += 1
        assert number == cards
        tricks = helpers.tricks(table)
        assert sum(tricks) == 10
        assert players == 3 or tricks[0] <= 2


# -- 8.3 -------------------------------------------------------------------------------------------------------------


def played(open_table, tricks, players=4, series=0, rules="standard", **options):
    """What a raspasovka with these tricks of A, B, C and D writes; A deals."""
    leads = "unused" if rules == "rostov" else options.get("raspas_talon", "lead")
    wanted = tuple(enumerate(tricks))
    deck, cards = helpers.arranged(None, None, wanted, 0, players, raspas_talon=leads)
    table = open_table(deck, 0, rules, players, {"series": series}, **options)
    return helpers.written(helpers.play(helpers.pass_out(table), cards))


def mountain(*points):
    return {name: number for name, number in zip("ABCD", points, strict=False) if number}


@pytest.mark.parametrize(
    ("prices", "series", "price"),
    [
        ("1-2-4", 0, 1),
        ("1-2-4", 1, 2),
        ("1-2-4", 2, 4),
        ("1-2-4", 7, 4),
        ("1-2-3", 2, 3),
        ("2-4-6", 0, 2),
        ("3", 5, 3),
    ],
)
def test_prices(open_table, prices, series, price):
    """The price of a trick by the number of the raspasovka in its series; the last repeats."""
    found = played(open_table, (1, 3, 2, 4), series=series, raspas_prices=prices, raspas_dealer_stays=0)
    assert found == {"pool": {}, "mountain": mountain(price, 3 * price, 2 * price, 4 * price), "whists": {}}


def test_multipliers_do_not_apply(open_table):
    found = played(open_table, (1, 3, 2, 4), mountain_mult=2, whist_mult=2)
    assert found["mountain"] == mountain(1, 3, 2, 4)


@pytest.mark.parametrize(("award", "points"), [("flat2", 2), ("one_trick_price", 4), ("one_point", 1), ("none", 0)])
def test_awards(open_table, award, points):
    """Without a trick: in series III, the dealer too, unless the option leaves him out."""
    expected = {"A": points, "C": points} if points else {}
    assert played(open_table, (0, 6, 0, 4), series=2, raspas_zero_award=award)["pool"] == expected
    expected.pop("A", None)
    assert played(open_table, (0, 6, 0, 4), series=2, raspas_zero_award=award, raspas_dealer_award=False)["pool"] == expected


def test_a_dealer_of_three_is_no_sitting_dealer(open_table):
    assert played(open_table, (0, 6, 4), 3, raspas_dealer_award=False)["pool"] == {"A": 2}


def test_amnesty(open_table):
    """Case 37; awards go by the real tricks."""
    assert played(open_table, (5, 3, 2), 3, amnesty=True) == {"pool": {}, "mountain": {"A": 3, "B": 1}, "whists": {}}
    found = played(open_table, (0, 5, 3, 2), amnesty=True)
    assert found == {"pool": {"A": 2}, "mountain": {"B": 5, "C": 3, "D": 2}, "whists": {}}
    found = played(open_table, (1, 4, 3, 2), series=1, amnesty=True)
    assert found == {"pool": {}, "mountain": {"B": 6, "C": 4, "D": 2}, "whists": {}}


def test_amnesty_changes_no_reward(open_table):
    for tricks in ((1, 4, 3, 2), (2, 5, 2, 1)):
        deck, cards = helpers.arranged(None, None, tuple(enumerate(tricks)), raspas_talon="lead")
        tables = [helpers.pass_out(open_table(deck, amnesty=amnesty)) for amnesty in (True, False)]
        with_it, without = (helpers.rewards(helpers.play(table, cards)) for table in tables)
        assert with_it == without


def test_rostov(open_table):
    """Case 35: five whists a trick for the lowest; no trick one point; the talon unseen, the dealer credited every time."""
    found = played(open_table, (0, 6, 2, 2), rules="rostov")
    assert found == {"pool": {"A": 1}, "mountain": {}, "whists": {"CB": 15, "DB": 15}}
    found = played(open_table, (0, 6, 3, 1), rules="rostov")
    assert found == {"pool": {"A": 1}, "mountain": {}, "whists": {"DB": 30, "DC": 15}}
    found = played(open_table, (0, 10, 0, 0), rules="rostov")
    assert found == {"pool": {"A": 1, "C": 1, "D": 1}, "mountain": {}, "whists": {"CB": 25, "DB": 25}}
    found = played(open_table, (0, 4, 3, 3), rules="rostov")
    assert found["whists"] == {"CB": 10, "DB": 10}
    found = played(open_table, (0, 4, 4, 2), rules="rostov", raspas_dealer_award=False)
    assert found == {"pool": {}, "mountain": {}, "whists": {"DB": 20, "DC": 20}}


def test_rostov_with_three_players(open_table):
    found = played(open_table, (0, 7, 3), 3, rules="rostov")
    assert found == {"pool": {"A": 1}, "mountain": {}, "whists": {"AB": 35, "AC": 15}}
    lead = played(open_table, (0, 7, 3), 3, raspas_scoring="whists5")
    assert lead == {"pool": {"A": 2}, "mountain": {}, "whists": {"AB": 35, "AC": 15}}


def test_credit_goes_in_order_after_the_mountains(open_table):
    """Two closed players without a trick: first hand's points help before the dealer's do; burning sees the new mountain."""
    deck, cards = helpers.arranged(None, None, ((0, 0), (1, 0), (2, 4), (3, 6)), raspas_talon="lead")
    sheet = {"pool": [30, 30, 29, 5], "mountain": [5, 0, 0, 0]}
    table = helpers.play(helpers.pass_out(open_table(deck, sheet=sheet)), cards)
    assert helpers.written(table) == {
        "pool": {"C": 1, "D": 2},
        "mountain": {"A": -1, "C": 4, "D": 6},
        "whists": {"BC": 10, "BD": 10, "AD": 10},
    }
