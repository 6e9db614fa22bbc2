"""Section 13: action ids and names, what is said for them, the length of deals."""

import pytest

from . import helpers
from .reference import GAMES, PACK

CALLS = [
    ("PASS", "pass"),
    ("RAISE", "raise"),
    ("HERE", "here"),
    ("MISERE", "misere"),
    ("NINE_WT", "nine without talon"),
    ("MISERE_WT", "misere without talon"),
    ("TEN_WT", "ten without talon"),
    ("REPEAT_WT", "repeat without talon"),
    ("OFFER_HALF", "offer half"),
    ("ACCEPT", "accept"),
    ("REFUSE", "refuse"),
    ("WHIST", "whist"),
    ("TOGETHER", "together"),
    ("FOR_OWN", "for own"),
    ("LOOK_FIRST", "look first"),
    ("LOOK_SECOND", "look second"),
    ("OPEN", "open"),
    ("CLOSED", "closed"),
    ("DISCARD_TALON_OPEN", "discard talon open"),
    ("DECLARE_PREFERANS", "declare preferans"),
    *((f"CONTRACT({game})", f"contract {game}") for game in GAMES),
]
"""The list of section 13, from 32 on."""


def test_action_list():
    game = helpers.make_game()
    assert game.num_actions == 77 == 32 + len(CALLS)
    for number, (_, name) in enumerate(CALLS, start=32):
        assert game.action_name(number) == name
        assert game.action_id(name) == number
    for number, card in enumerate(PACK):
        assert game.action_id(f"play {card}") == game.action_id(f"discard {card}") == number


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("dalje", "pass"),
        ("пас", "pass"),
        ("ovde", "here"),
        ("moje", "here"),
        ("здесь", "here"),
        ("mizer", "misere"),
        ("мизер", "misere"),
        ("veliki mizer", "misere without talon"),
        ("мизер без прикупа", "misere without talon"),
        ("vist", "whist"),
        ("idem", "whist"),
        ("вист", "whist"),
        ("zajedno", "together"),
        ("za svoje", "for own"),
        ("otvoreno", "open"),
        ("zatvoreno", "closed"),
        ("preferans", "declare preferans"),
        ("7 hearts", "contract 7 hearts"),
        ("bid 10 no trump", "contract 10 no trump"),
    ],
)
def test_local_words(word, name):
    game = helpers.make_game()
    assert game.action_id(word) == game.action_id(name)


def test_the_next_of_an_offer(open_table):
    """Who is asked, and about whose cards, where they differ: an offer, a look, a reveal of the dealer."""
    deck = helpers.deck_of({})
    table = helpers.say(open_table(deck), "pass, offer half")
    assert helpers.asked(table) == (0, 2)
    table = helpers.declare(open_table(deck), 1, "6S", deck[30:])
    helpers.say(table, "pass, for own, pass")
    assert helpers.asked(table) == (0, 0)
    table.apply("look first")
    assert helpers.asked(table) == (0, 2)
    table.apply("together")
    assert helpers.asked(table) == (1, 1)
    table.apply(min(helpers.legal(table)))
    assert helpers.phase(table) == "reveal"
    assert helpers.asked(table) == (0, 2)
