"""Section 6: following, winning a trick, the end of play."""

import random

import pytest

from . import helpers
from .calls import open_contract
from .reference import PACK
from .reference_table import legal_cards, winner

LEGAL_SETS = helpers.cases("legal_sets.toml")
WINNERS = helpers.cases("trick_winners.toml")
CONTRACT = {"S": "pik", "D": "karo", "H": "herc", "C": "tref", "": "sans"}
ORDER = (2, 0, 1)


def trick_table(trick, trump, hand=(), **options):
    """A table of the package in the middle of its first trick; `hand` is held by the one who plays next.

    Seat 2 leads. The hands are filled with cards that change nothing: who did not follow holds nothing that he had to play.
    """
    owners = {seat: [card] for seat, card in zip(ORDER, trick, strict=False)}
    barred = {seat: must_have_played(card, trick, trump) for seat, card in zip(ORDER, trick, strict=False)}
    if len(trick) < 3:
        owners[ORDER[len(trick)]] = list(hand)
        barred[ORDER[len(trick)]] = {trick[0][0], trump} if trick else set()
    rest = [card for card in reversed(PACK) if card not in trick and card not in hand]
    for seat in sorted(owners, key=lambda seat: -len(barred[seat])):
        more = [card for card in rest if card[0] not in barred[seat]][: 10 - len(owners[seat])]
        owners[seat] += more
        rest = [card for card in rest if card not in more]
    table = open_contract(
        helpers.new_table,
        {"contract": CONTRACT[trump], "in_hand": True, "options": options},
        declarer=0,
        dealer=1,
        deck=helpers.deck_of(owners, dealer=1),
    )
    helpers.apply_all(table, "follow", "follow", "ok", "ok")
    return helpers.apply_all(table, *(f"play {card}" for card in trick))


def must_have_played(card, trick, trump):
    """The suits that who played this card to the trick cannot have held."""
    if card[0] == trick[0][0]:
        return set()
    return {trick[0][0]} | ({trump} if trump and card[0] != trump else set())


@pytest.mark.parametrize("case", LEGAL_SETS, ids=helpers.numbered)
def test_legal_sets(case):
    trick, hand, options = case["table"].split(), case["hand"].split(), case.get("options", {})
    expected = set(case["legal"].split())
    assert legal_cards(set(hand), trick, case["trump"] or None, **options) == expected
    table = trick_table(trick, case["trump"], hand, **options)
    legal = {action.removeprefix("play ") for action in helpers.legal(table)}
    assert legal & set(hand) == expected


@pytest.mark.parametrize("case", WINNERS, ids=helpers.numbered)
def test_trick_winners(case):
    trick = case["trick"].split()
    assert trick[winner(trick, case["trump"] or None)] == case["winner"]
    if len(trick) == 3:
        table = trick_table(trick, case["trump"])
        assert helpers.facts(table)["last_winner"] == ORDER[trick.index(case["winner"])]


def test_to_the_right_and_the_winner_leads(open_table):
    deck = helpers.deck_of({0: "SA SK S7 HA", 1: "S8 S9 HK DA", 2: "ST SJ SQ H7"})
    table = helpers.apply_all(open_table(deck), "in hand", "pass", "pass", "declare clubs", "follow", "follow", "ok", "ok")
    for seat, card in ((0, "S7"), (1, "S9"), (2, "SJ"), (2, "SQ"), (0, "SK"), (1, "S8"), (0, "HA"), (1, "HK"), (2, "H7")):
        assert helpers.turn(table) == seat
        table.apply(f"play {card}")
    assert helpers.turn(table) == 0
    assert helpers.facts(table)["tricks"] == [2, 0, 1]


def test_two_play(open_table):
    """A defender who does not play is passed over; his cards stay with him."""
    deck = helpers.deck_of({0: "SA SK S7 HA", 1: "S8 S9 HK DA", 2: "ST SJ SQ H7"})
    table = helpers.apply_all(open_table(deck), "in hand", "pass", "pass", "declare clubs", "decline", "follow", "ok")
    for seat, card in ((0, "S7"), (2, "ST"), (2, "H7"), (0, "HA")):
        assert helpers.turn(table) == seat
        table.apply(f"play {card}")
    assert len(helpers.hand(table, 1)) == 10
    assert helpers.facts(table)["tricks"] == [1, 0, 1]


STOPS = [
    ("herc", (1, 1, 2, 0, 1, 2, 0, 0, 0, 0), 6),
    ("betl", (1, 1, 2, 0, 1, 2, 1, 1, 1, 1), 4),
    ("herc", (0, 0, 0, 0, 0, 0, 1, 1, 2, 2), 10),
]


@pytest.mark.parametrize(("contract", "winners", "tricks"), STOPS)
@pytest.mark.parametrize("to_end", [True, False])
def test_end_of_play(open_table, contract, winners, tricks, to_end):
    """6.4: with play_to_end=false after the fifth trick of the defenders, in betl after the declarer's first."""
    level = {"herc": 4, "betl": 6}[contract]
    deck, cards = helpers.arranged(level, 0, 2, (0, 1, 2), winners)
    table = open_contract(open_table, {"contract": contract, "options": {"play_to_end": to_end}}, 0, 2, deck)
    helpers.apply_all(table, *(["follow", "follow"] if contract == "herc" else []), "ok", "ok")
    played = 0
    while not table.is_over:
        table.apply(f"play {cards[played]}")
        played += 1
    assert played == 3 * (10 if to_end else tricks)
    assert sum(helpers.facts(table)["tricks"]) == played // 3


def test_random_tricks_beside_the_reference():
    rng = random.Random(6)
    for _ in range(200):
        must = {name: rng.random() < 0.5 for name in ("must_head", "must_overtrump")}
        table = helpers.new_table(helpers.random_deck(rng), **must)
        trump = rng.choice("CDHS")
        helpers.apply_all(
            table, "in hand", "pass", "pass", {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}[trump]
        )
        helpers.apply_all(table, "follow", "follow", "ok", "ok")
        trick = []
        while len(trick) < 12:
            legal = {action.removeprefix("play ") for action in helpers.legal(table)}
            assert legal == legal_cards(helpers.hand(table, helpers.turn(table)), trick[len(trick) // 3 * 3 :], trump, **must)
            trick.append(rng.choice(sorted(legal)))
            table.apply(f"play {trick[-1]}")
