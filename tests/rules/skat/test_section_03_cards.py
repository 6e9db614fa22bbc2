"""Section 3: points, trump orders, matadors."""

import itertools

import pytest

from adut.core.cards import CARD_NAMES, parse_card

from . import helpers, reference
from .reference import PACK

SUIT_GAMES = ("clubs", "diamonds", "hearts", "spades")


def test_card_ids():
    assert list(CARD_NAMES) == PACK
    assert [parse_card(card) for card in ("C7", "CT", "CJ", "DA", "H7", "SA")] == [0, 3, 4, 15, 16, 31]


def test_card_points():
    """Sums printed in section 3, taken from the counters of a deal: every trick's points are seen by both parties."""
    assert reference.card_points(PACK) == 120
    assert reference.card_points(reference.JACKS) == 8
    for suit in "CDHS":
        assert reference.card_points(card for card in PACK if card[0] == suit) == 30
        assert reference.card_points(reference.trumps(reference.SUIT_NAMES[suit])) == 36
    assert max(reference.card_points(pair) for pair in itertools.combinations(PACK, 2)) == 22


@pytest.mark.parametrize("contract", [*SUIT_GAMES, "grand"])
def test_trumps(contract):
    """Trumps are what must follow a jack: 11 cards in a suit game, 4 in grand."""
    plain = "S7" if contract != "spades" else "D7"
    trumps = {card for card in PACK if card != plain and helpers.follow(contract, "CJ", [card, plain]) == {card}}
    suit = {card for card in PACK if contract != "grand" and card[0] == contract[0].upper()}
    assert trumps == {"CJ", "SJ", "HJ", "DJ"} | suit
    assert len(trumps) == (4 if contract == "grand" else 11)


def test_null_has_no_trumps():
    """A jack belongs to its suit."""
    for jack in ("CJ", "SJ", "HJ", "DJ"):
        assert helpers.follow("null", jack, PACK) == {card for card in PACK if card[0] == jack[0]}


@pytest.mark.parametrize("contract", helpers.CONTRACTS)
def test_order_within_a_suit(contract):
    """A T K Q 9 8 7 below the jacks, and A K Q J T 9 8 7 in Null."""
    other = "C7" if contract == "spades" else "S7"
    order = ["H" + rank for rank in ("AKQJT987" if contract == "null" else "ATKQ987")]
    for high, low in itertools.combinations(order, 2):
        assert helpers.trick_winner(contract, [low, high, other]) == 1
        assert helpers.trick_winner(contract, [high, other, low]) == 0


@pytest.mark.parametrize("contract", [*SUIT_GAMES, "grand"])
def test_order_of_jacks(contract):
    for high, low in itertools.combinations(("CJ", "SJ", "HJ", "DJ"), 2):
        assert helpers.trick_winner(contract, [low, high, "D7"]) == 1
        assert helpers.trick_winner(contract, [low, "D7", high]) == 2


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=f"{case['number']} {case['contract']} {case['matadors']}")
        for case in helpers.load("matadors.toml")["case"]
    ],
)
def test_matadors(case):
    cards = case["cards"].split()
    assert len(set(cards)) == 12
    assert helpers.matadors(cards, case["contract"]) == case["matadors"]
    assert reference.matadors(cards, case["contract"]) == case["matadors"]


MATADOR_DEAL = {
    "F": "CJ SJ SA ST SK SQ S9 HA HT D7",
    "M": "HJ S8 H9 H8 H7 CA CT CK CQ C9",
    "skat": "C7 C8",
}


@pytest.mark.parametrize("discards", [("CJ", "SJ"), ("C7", "C8"), ("D7", "HA")])
def test_case_36_discarded_matadors_count(open_table, discards):
    table = helpers.auction_to(open_table("classical", deal=MATADOR_DEAL), "F", 18)
    helpers.apply_all(table, "pick up", *(f"discard {card}" for card in discards), "concede", "declare spades")
    assert helpers.outcome(table)["matadors"] == 2
    assert helpers.outcome(table)["value"] == -2 * 11 * (2 + 1 + 1)


def test_case_37_matadors_in_the_skat_of_a_hand_game(open_table):
    deal = MATADOR_DEAL | {"F": "CJ C7 SA ST SK SQ S9 HA HT D7", "skat": "SJ C8"}
    table = helpers.auction_to(open_table("isko", deal=deal), "F", 18)
    helpers.apply_all(table, "play hand", "declare spades", "concede")
    assert helpers.outcome(table)["matadors"] == 2
    assert helpers.outcome(table)["value"] == -2 * 11 * (2 + 2)
