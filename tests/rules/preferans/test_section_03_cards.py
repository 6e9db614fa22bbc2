"""Sections 3 and 4: values, seats and dealing."""

import itertools
import math
import random

import pytest

from adut.games.preferans.scoring import base_value
from adut.games.preferans.seats import seats_by_cut

from . import helpers
from .calls import CONTRACT
from .reference import PACK, RANKS, make_options
from .reference_score import SUIT_ORDER, Facts, Sheet, value

VALUES = {"pik": (4, 6), "karo": (6, 8), "herc": (8, 10), "tref": (10, 12), "betl": (12, 14), "sans": (14, 16)}
"""Section 3: bought, in hand."""


@pytest.mark.parametrize("word", VALUES)
def test_values(word):
    for in_hand, expected in enumerate(VALUES[word]):
        assert base_value(CONTRACT[word], in_hand) == expected
        assert value(Facts(make_options(), Sheet([100] * 3), 0, CONTRACT[word], bool(in_hand))) == expected


def test_checks_of_section_3():
    assert sum(base_value(level, 0) for level in range(2, 8)) == 54
    assert sum(base_value(level, 1) for level in range(2, 8)) == 66
    assert base_value(CONTRACT["herc"], 1) == base_value(CONTRACT["tref"], 0) == 10
    assert math.factorial(32) // (math.factorial(10) ** 3 * 2) == 2_753_294_408_504_640


# -- Section 4 -----------------------------------------------------------------------------------------------------


def test_the_cut_for_seats():
    """14.5, case 40: dealer = nine of spades, forehand = ace of hearts, then the middle one."""
    assert seats_by_cut("HA C9 S9") == (2, 0, 1)


def test_every_cut():
    """By rank, then by suit as contracts: spades low, clubs high."""
    rng = random.Random(4)

    def order(card):
        return RANKS.index(card[1]), SUIT_ORDER.index(card[0])

    for cut in [*itertools.permutations(["S7", "D7", "H7"]), *(rng.sample(PACK, 3) for _ in range(300))]:
        dealer, forehand, middle = seats_by_cut(" ".join(cut))
        assert sorted(cut, key=order) == [cut[dealer], cut[middle], cut[forehand]]


@pytest.mark.parametrize("cut", ["HA C9", "HA HA C9", "HA C9 S9 S8", "HA C9 XX"])
def test_cuts_that_are_none(cut):
    with pytest.raises(ValueError):
        seats_by_cut(cut)


@pytest.mark.parametrize("dealer", range(3))
def test_blocks_of_the_pack(open_table, dealer):
    """Forehand, the next and the dealer get ten cards each, the talon two."""
    table = open_table(PACK, dealer)
    for place in range(3):
        assert helpers.hand(table, (dealer + 1 + place) % 3) == set(PACK[10 * place : 10 * place + 10])
    assert helpers.turn(table) == (dealer + 1) % 3
    helpers.apply_all(table, "bid", "pass", "pass")
    assert helpers.private_part(table, (dealer + 1) % 3)["talon"] == set(PACK[30:])


@pytest.mark.parametrize("calls", [["pass"] * 3, ["in hand no trump", "decline", "decline"], ["pass", "in hand betl", "pass"]])
def test_the_next_dealer(calls):
    """He sits to the right, also after a deal in which all passed."""
    game = helpers.make_game(episode="match")
    for dealer in range(3):
        state = helpers.apply_all(game.new_state(seed=4, dealer=dealer), *calls)
        while not state.deal_over:
            state.apply(state.legal_actions()[0])
        assert state.dealer == (dealer + 1) % 3
        assert helpers.turn(state) == (dealer + 2) % 3


def test_the_first_dealer_is_drawn():
    drawn = [helpers.make_game().new_state(seed=seed).dealer for seed in range(400)]
    for seat in range(3):
        assert abs(drawn.count(seat) - 400 / 3) < 45


def test_every_card_reaches_every_place():
    samples = 3000
    where = [[0] * 4 for _ in range(32)]
    for seed in range(samples):
        record = helpers.make_game().new_state(seed=seed, dealer=2).array[0]
        talon = (1 << 32) - 1
        for place in range(3):
            cards = int(record["hands"][place])
            talon &= ~cards
            for card in range(32):
                where[card][place] += cards >> card & 1
        for card in range(32):
            where[card][3] += talon >> card & 1
    for counts in where:
        for count, share in zip(counts, (10, 10, 10, 2), strict=True):
            assert abs(count - samples * share / 32) < 5 * math.sqrt(samples * share / 32)
