"""Section 5.4: the seven of trump for the turned card (two players)."""

import pytest

from . import helpers

CALLED = ["call spades"]
# Seat 0 is forehand. The turned card is the king of spades.
FOREHAND = {0: "S7 H7 H8 D9 DJ C8", "turned": "SK", 1: "C9 CT CJ HA HT D7"}
DEALER = {1: "S7 H7 H8 D9 DJ C8", "turned": "SK", 0: "C9 CT CJ HA HT D7"}
TALON = {0: "H7 H8 D9 DJ C8 CA S7", "turned": "SK", 1: "C9 CT CJ HA HT D7"}
MIDDLE = {0: "H7 H8 D9 DJ C8 CA", "turned": "SK", 1: "C9 CT CJ HA HT D7", "middle": "S7 S8"}


def table_of(open_table, owners, actions=CALLED, **options):
    options = {"two_seven_exchange": True} | options
    return helpers.apply_all(open_table(2, deck=helpers.deck_of(2, owners), **options), *actions)


def questions(table):
    """Who is asked what before the play of cards, everybody answering no."""
    asked = []
    while helpers.facts(table)["phase"] == "seven":
        asked.append((helpers.turn(table), helpers.legal(table)))
        table.apply("no")
    return asked


@pytest.mark.parametrize("calls", [["call spades"], ["pass", "call spades"]])
@pytest.mark.parametrize(
    ("owners", "asked"),
    [
        (FOREHAND, [(0, {"yes", "no"}), (1, {"no"})]),
        (DEALER, [(0, {"no"}), (1, {"yes", "no"})]),
        (TALON, [(0, {"no"}), (1, {"no"})]),
        (MIDDLE, [(0, {"no"}), (1, {"no"})]),
    ],
)
def test_both_are_asked_whatever_they_hold(open_table, owners, asked, calls):
    assert questions(table_of(open_table, owners, calls)) == asked


def test_forehand_swaps_and_the_dealer_is_not_asked(open_table):
    table = table_of(open_table, FOREHAND)
    table.apply("yes")
    facts = helpers.facts(table)
    assert facts["phase"] == "discard"
    assert facts["turned"] == "S7"
    assert "SK" in helpers.hand(table, 0)
    assert "S7" not in helpers.hand(table, 0)


def test_the_dealer_swaps(open_table):
    table = table_of(open_table, DEALER)
    helpers.apply_all(table, "no", "yes")
    assert helpers.facts(table)["turned"] == "S7"
    assert "SK" in helpers.hand(table, 1)
    assert len(helpers.hand(table, 1)) == 10


def test_no_swap_leaves_the_seven(open_table):
    table = table_of(open_table, FOREHAND)
    helpers.apply_all(table, "no", "no")
    assert helpers.facts(table)["turned"] == "SK"
    assert "S7" in helpers.hand(table, 0)


def test_the_swap_comes_before_the_talons(open_table):
    table = table_of(open_table, FOREHAND)
    assert helpers.facts(table)["phase"] == "seven"
    assert [len(helpers.hand(table, seat)) for seat in range(2)] == [6, 6]


@pytest.mark.parametrize(
    ("owners", "calls"),
    [
        ({0: "SK H7 H8 D9 DJ C8", "turned": "S7"}, CALLED),  # the turned card is the seven
        (FOREHAND, ["pass", "pass", "call hearts"]),  # round 2
    ],
)
def test_nobody_is_asked(open_table, owners, calls):
    assert questions(table_of(open_table, owners, calls)) == []


def test_nobody_is_asked_without_the_option(open_table):
    assert questions(table_of(open_table, FOREHAND, two_seven_exchange=False)) == []
    deck = helpers.deck_of(3, {0: "S7 H7 H8 D9 DJ C8", "middle": "SK S8"})
    table = open_table(3, deck=deck, three_bidding="turn_up", two_seven_exchange=True)
    table.apply("call spades")
    assert helpers.facts(table)["phase"] == "discard"
