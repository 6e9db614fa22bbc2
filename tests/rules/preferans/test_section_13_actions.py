"""Section 13: action ids and names, and how long deals are."""

import random

import pytest

from . import helpers
from .reference import PACK

CALLS = [
    ("PASS", "pass"),
    ("BID_UP", "bid"),
    ("MOJE", "hold"),
    ("IGRA", "in hand"),
    ("IGRA_BETL", "in hand betl"),
    ("IGRA_SANS", "in hand no trump"),
    ("DOBRA", "good"),
    ("PIK", "declare spades"),
    ("KARO", "declare diamonds"),
    ("HERC", "declare hearts"),
    ("TREF", "declare clubs"),
    ("BETL", "declare betl"),
    ("SANS", "declare no trump"),
    ("FOLLOW", "follow"),
    ("NO_FOLLOW", "decline"),
    ("OK", "ok"),
    ("CALL", "call partner"),
    ("KONTRA", "double"),
    ("REKONTRA", "redouble"),
    ("SUBKONTRA", "double again"),
    ("MORTKONTRA", "redouble again"),
]
"""13.1, from 32 on."""


def test_action_list():
    game = helpers.make_game()
    assert game.num_actions == 53
    for number, (_, name) in enumerate(CALLS, start=32):
        assert game.action_name(number) == name
        assert game.action_id(name) == number
    for number, card in enumerate(PACK):
        assert game.action_id(f"play {card}") == game.action_id(f"discard {card}") == number


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("dalje", "pass"),
        ("moje", "hold"),
        ("igra", "in hand"),
        ("igra betl", "in hand betl"),
        ("igra sans", "in hand no trump"),
        ("dobra", "good"),
        ("pik", "declare spades"),
        ("karo", "declare diamonds"),
        ("herc", "declare hearts"),
        ("tref", "declare clubs"),
        ("betl", "declare betl"),
        ("sans", "declare no trump"),
        ("idem", "follow"),
        ("ne idem", "decline"),
        ("idemo zajedno", "call partner"),
        ("kontra", "double"),
        ("rekontra", "redouble"),
        ("subkontra", "double again"),
        ("mortkontra", "redouble again"),
    ],
)
def test_local_words(word, name):
    assert helpers.make_game().action_id(word) == helpers.make_game().action_id(name)


LONGEST_AUCTION = ["bid", "bid", "pass", *(["hold", "bid"] * 4), "hold", "pass"]


@pytest.mark.parametrize(("levels", "decisions"), [(2, 51), (4, 53)])
def test_the_longest_deal(open_table, levels, decisions):
    """13 calls, 2 discards, the contract, 2 answers, 3 or 5 about doubling, 30 cards."""
    deck = helpers.random_deck(random.Random(13))
    table = helpers.apply_all(open_table(deck, kontra_levels=levels), *LONGEST_AUCTION)
    doubles = ["ok", "double", "redouble", "double again", "redouble again"][: levels + 1]
    moves = len(LONGEST_AUCTION)
    for action in [None, None, "declare no trump", "follow", "follow", *doubles]:
        table.apply(action or sorted(helpers.legal(table))[0])
        moves += 1
    while not table.is_over:
        table.apply(sorted(helpers.legal(table))[0])
        moves += 1
    assert moves == decisions
    assert helpers.make_game().spec.max_decisions >= decisions


@pytest.mark.parametrize("calls", [["pass"] * 3, ["in hand no trump", "decline", "decline"]])
def test_the_shortest_deals(open_table, calls):
    assert helpers.apply_all(open_table(PACK), *calls).is_over


def test_zero_sum_bounds():
    """13.4: the largest swing of the default options is 1493.33; no deal is worth more."""
    rng = random.Random(14)
    for _ in range(100):
        table = helpers.new_table(helpers.random_deck(rng))
        while not table.is_over:
            table.apply(rng.choice(table.legal_texts()))
        assert max(map(abs, table.payoffs)) <= 3 * 1494
        assert sum(table.payoffs) == 0
        assert all(score % 2 == 0 for score in table.scores)
