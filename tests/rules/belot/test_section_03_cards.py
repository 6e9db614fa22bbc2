"""Section 3: order and points of the cards."""

import itertools

import pytest

from adut.core.cards import parse_card
from adut.games import belote_cards

from . import helpers, reference
from .reference import ALL_TRUMPS, CONTRACTS, NO_TRUMPS, PACK, SUIT_NAMES

SUM = dict.fromkeys(SUIT_NAMES.values(), 152) | {NO_TRUMPS: 120, ALL_TRUMPS: 248}
"""Points of all cards."""
TRUMP = [("J", 20), ("9", 14), ("A", 11), ("T", 10), ("K", 4), ("Q", 3), ("8", 0), ("7", 0)]
PLAIN = [("A", 11), ("T", 10), ("K", 4), ("Q", 3), ("J", 2), ("9", 0), ("8", 0), ("7", 0)]
"""High to low."""


@pytest.mark.parametrize("contract", CONTRACTS)
def test_points_and_order(contract):
    """The two columns of the table, in each suit."""
    for suit, name in SUIT_NAMES.items():
        column = TRUMP if contract in (name, ALL_TRUMPS) else PLAIN
        for rank, points in column:
            card = suit + rank
            assert reference.card_points(contract, [card]) == points
            assert belote_cards.points_of(CONTRACTS.index(contract), 1 << parse_card(card)) == points
        for (high, _), (low, _) in itertools.combinations(column, 2):
            for winner in (reference.trick_winner, helpers.trick_winner):
                assert winner(contract, [suit + low, suit + high]) == 1
                assert winner(contract, [suit + high, suit + low]) == 0


@pytest.mark.parametrize("contract", CONTRACTS)
def test_sums(contract):
    assert reference.card_points(contract, PACK) == SUM[contract]
    assert belote_cards.points_of(CONTRACTS.index(contract), (1 << 32) - 1) == SUM[contract]
    assert reference.BASE[contract] == SUM[contract] + 10


@pytest.mark.parametrize("case", helpers.load("trick_winners.toml")["case"], ids=lambda case: case["trick"])
def test_trick_winners(case):
    """Section 14, case 19."""
    trick = case["trick"].split()
    for winner in (reference.trick_winner, helpers.trick_winner):
        assert trick[winner(case["contract"], trick)] == case["winner"]


@pytest.mark.parametrize("contract", CONTRACTS)
def test_two_suits(contract):
    """A card of another suit wins when it is the trump of a suit contract, and never else."""
    for led, other in itertools.permutations(PACK, 2):
        if led[0] != other[0]:
            wins = contract == SUIT_NAMES[other[0]]
            assert reference.trick_winner(contract, [led, other]) == wins
            assert helpers.trick_winner(contract, [led, other]) == wins
