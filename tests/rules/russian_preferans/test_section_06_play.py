"""Section 6: following suit, and who wins a trick; cases 21 to 23. `test_properties.py` holds every play to the reference."""

import pytest

from adut.core.cards import SUIT_LETTERS, parse_card, parse_cards
from adut.games import plain_tricks

from . import helpers, reference

LEGAL_SETS = helpers.cases("legal_sets.toml")
WINNERS = helpers.cases("trick_winners.toml")


def suit(letter):
    return SUIT_LETTERS.index(letter) if letter else plain_tricks.NO_SUIT


@pytest.mark.parametrize("case", LEGAL_SETS, ids=helpers.numbered)
def test_legal_sets(case):
    hand, legal = case["hand"].split(), set(case["legal"].split())
    assert reference.legal_cards(hand, case["led"] or None, case["trump"] or None) == legal
    assert helpers.text(plain_tricks.follow(parse_cards(hand), suit(case["led"]), suit(case["trump"]))) == legal


@pytest.mark.parametrize("case", WINNERS, ids=helpers.numbered)
def test_trick_winners(case):
    trick = case["trick"].split()
    assert reference.winner(trick, trick[0][0], case["trump"] or None) == case["winner"]
    best = 0
    for place, card in enumerate(trick):
        if place and plain_tricks.beats(parse_card(card), parse_card(trick[best]), suit(case["trump"])):
            best = place
    assert best == case["winner"]


@pytest.mark.parametrize(("contract", "taker"), [("6S", 3), ("6N", 2), ("6H", 2)])
def test_the_trump_of_the_contract(open_table, contract, taker):
    """Case 23, at a table: B leads the king of hearts, C follows with the ace, D has no heart."""
    spades = "S7 S8 S9 ST SJ SQ SK SA"
    deck = helpers.deck_of({1: "HK", 2: "HA HQ", 3: f"{spades} DA CA"})
    table = open_table(deck)
    helpers.declare(table, 1, contract, deck[30:])
    helpers.say(table, "whist, whist, play HK, play HA")
    allowed = spades.split() if contract == "6S" else [*spades.split(), "DA", "CA"]
    assert helpers.legal(table) == {f"play {card}" for card in allowed}
    table.apply("play S7")
    assert helpers.turn(table) == taker


@pytest.mark.parametrize("strain", "SCDHN")
@pytest.mark.parametrize("level", range(6, 10))
def test_every_contract(open_table, level, strain):
    """C, who has spades alone and three clubs, answers to the lead of any ace."""
    hands = {1: "SA CA DA HA", 2: "SK SQ SJ ST S9 S8 S7 CK CQ CJ", 3: "DK HK"}
    deck = helpers.deck_of(hands)
    spades, clubs = hands[2].split()[:7], hands[2].split()[7:]
    for led in "SCDH":
        table = helpers.declare(open_table(deck), 1, f"{level}{strain}", deck[30:])
        helpers.say(table, f"whist, whist, play {led}A")
        own = {"S": spades, "C": clubs}
        expected = own.get(led) or own.get(strain) or spades + clubs
        assert helpers.legal(table) == {f"play {card}" for card in expected}
