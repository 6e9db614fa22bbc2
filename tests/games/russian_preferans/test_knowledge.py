"""Section 7: in how many ways hidden cards can lie, counted by hand and by trying all."""

from __future__ import annotations

import random
from math import comb, factorial, prod
from typing import Any

import numpy as np
import pytest
from tests.search.helpers_worlds import hidden_places
from tests.search.test_worlds import hidden_part, worlds_by_search

import adut
from adut.games.russian_preferans.table import OPENED
from adut.search.worlds import Worlds

DEALER = 0
DISCARDS = "discard, discard"


def ways(*sizes: int) -> int:
    """The ways to deal cards to holders with so much room."""
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def play_to(
    said: str, number: int = 1, rules: str = "standard", players: int = 4, **options: Any
) -> tuple[adut.State, list[int]]:
    """A table after some decisions by comma, and its deck. A discard is a random one; first hand is seat 1."""
    chooser = random.Random(number)
    deck = chooser.sample(range(32), 32)
    state = adut.game("russian_preferans", players, rules, **options).new_state(seed=0, deck=deck, dealer=DEALER)
    for word in said.split(", "):
        state.apply(chooser.choice([card for card in state.legal_actions() if card < 32]) if word == "discard" else word)
    return state, deck


def counts(state: adut.State) -> list[int]:
    return [Worlds(state, seat).count() for seat in range(state.game.seats)]


ONE_HAND_KNOWN = ways(10, 10, 2)
COUNTS: list[tuple[str, int, list[int]]] = [
    # The auction, by seat, the dealer first: nobody knows the talon.
    ("pass", 4, [ways(10, 10, 10, 2), *[ONE_HAND_KNOWN] * 3]),
    ("pass", 3, [ONE_HAND_KNOWN] * 3),
    # The dealer sees hands that are offered, and knows the talon when he has seen all.
    ("offer half", 4, [ONE_HAND_KNOWN] * 4),
    ("offer half, refuse, raise, offer half, refuse, pass", 4, [ways(10, 2), *[ONE_HAND_KNOWN] * 3]),
    ("offer half, refuse, raise, offer half, refuse, raise, offer half", 4, [1, *[ONE_HAND_KNOWN] * 3]),
    # The talon is with the declarer; he discards one of the lower eleven, then one above it: 66 ways.
    ("raise, pass, pass", 4, [ways(10, 10, 10), *[ways(10, 10)] * 3]),
    ("raise, pass, pass, discard", 4, [11 * ways(10, 10, 10), ways(10, 10), *[11 * ways(10, 10)] * 2]),
    ("raise, pass, pass, discard", 3, [11 * ways(10, 10), ways(10, 10), 11 * ways(10, 10)]),
    (f"raise, pass, pass, {DISCARDS}", 4, [66 * ways(10, 10, 10), ways(10, 10), *[66 * ways(10, 10)] * 2]),
    ("raise, pass, pass, discard talon open", 4, [ways(10, 10, 10), *[ways(10, 10)] * 3]),
    # Of whom he saw he knows the twelve cards of which two are gone; of one without talon the ten.
    ("offer half, accept, pass, pass", 4, [ways(10, 10), *[ways(10, 10)] * 3]),
    ("offer half, accept, pass, pass, discard", 4, [11 * ways(10, 10), ways(10, 10), *[11 * ways(10, 10)] * 2]),
    ("offer half, accept, nine without talon, pass, misere without talon, pass", 4, [ONE_HAND_KNOWN] * 4),
    # Without talon it stays where it lies.
    ("misere, nine without talon, pass, pass", 4, [ways(10, 10, 10, 2), *[ONE_HAND_KNOWN] * 3]),
    # Whose hand the dealer takes, he and its player see it; the hand that he plays is the one that he looked at.
    (
        f"raise, pass, pass, {DISCARDS}, contract 6 spades, pass, for own, pass, look second",
        4,
        [66 * ways(10, 10), ways(10, 10), *[66 * ways(10, 10)] * 2],
    ),
    # Open hands are known to all: the rest is the declarer's, or gone.
    ("pass, misere, pass, discard, discard", 4, [66, 66, 1, 66]),
    ("pass, misere, pass, discard, discard", 3, [66, 66, 1]),
    (f"pass, raise, pass, {DISCARDS}, contract 6 spades, whist, pass, together, open", 4, [66, 66, 1, 66]),
    # Raspasovka: the dealer of four has the talon and leads it; with three players its cards are turned up one by one.
    ("pass, pass, pass", 4, [ways(10, 10, 10), *[ways(10, 10, 2)] * 3]),
    ("pass, pass, pass", 3, [ways(10, 10, 1)] * 3),
]


@pytest.mark.parametrize(("said", "players", "expected"), COUNTS, ids=[f"{players}: {said}" for said, players, _ in COUNTS])
def test_counts(said: str, players: int, expected: list[int]) -> None:
    state, _ = play_to(said, players=players)
    assert counts(state) == expected


def test_an_open_misere_without_talon() -> None:
    """The dealer knows the hand that he shares; the defence does not know the talon."""
    state, _ = play_to("offer half, accept, nine without talon, pass, misere without talon, pass")
    state.apply(state.legal_actions()[0])
    assert counts(state) == [1, 1, comb(11, 2), comb(11, 2)]


def test_an_unused_talon_stays_hidden() -> None:
    for players, expected in ((4, [ways(10, 10, 10, 2), *[ONE_HAND_KNOWN] * 3]), (3, [ONE_HAND_KNOWN] * 3)):
        state, _ = play_to("pass, pass, pass", rules="rostov", players=players)
        assert counts(state) == expected


def test_the_talon_in_dealt_order() -> None:
    """A card that had to be led first was dealt first in every world; one that was chosen, in about half of them."""
    for order, least, most in (("dealt_order", 200, 200), ("choose", 70, 130)):
        state, _ = play_to("pass, pass, pass", raspas_dealer_order=order)
        state.apply(state.legal_actions()[0])
        led = int(state.record.trick[DEALER])
        worlds = Worlds(state, 2).states(200, np.random.default_rng(1))
        assert least <= (worlds["first_talon"] == led).sum() <= most
        own = Worlds(state, DEALER).states(20, np.random.default_rng(1))
        assert (own["first_talon"] == state.record.first_talon).all()


def test_who_does_not_follow_the_talon_has_no_card_of_its_suit() -> None:
    for players in (4, 3):
        shown = 0
        for number in range(40):
            state, _ = play_to("pass, pass, pass", number, players=players)
            while int(state.record.trick_number) < 3:
                state.apply(state.legal_actions()[0])
            for seat in range(1, 4) if players == 4 else range(3):
                observer = seat % 3 + 1 if players == 4 else (seat + 1) % 3
                voids = [suit for suit in range(4) if int(state.record.void[seat]) >> suit & 1]
                hands = Worlds(state, observer).sample(20, np.random.default_rng(1))[:, seat]
                assert all((hands >> 8 * suit & 0xFF == 0).all() for suit in voids)
                shown += len(voids)
        assert shown > 3


PLAYED: list[tuple[str, int, dict[str, Any]]] = [
    ("pass, pass, pass", 4, {}),
    ("pass, pass, pass", 3, {}),
    ("pass, pass, pass", 3, {"raspas_talon": "unused"}),
    ("pass, pass, pass", 4, {"raspas_dealer_order": "dealt_order"}),
    (f"raise, pass, pass, {DISCARDS}, contract 6 spades, whist, whist", 4, {}),
    ("raise, pass, pass, discard talon open, contract 7 no trump, whist, whist", 4, {}),
    (f"pass, raise, pass, {DISCARDS}, contract 6 hearts, whist, pass, together, closed", 3, {}),
    (f"pass, raise, pass, {DISCARDS}, contract 7 spades, pass, for own, pass, look second, together, closed", 4, {}),
    (f"raise, offer half, refuse, pass, pass, {DISCARDS}, contract 6 clubs, whist, whist", 4, {}),
    ("misere, nine without talon, pass, pass, contract 9 diamonds, whist, whist", 4, {}),
    (f"pass, offer half, accept, pass, {DISCARDS}", 4, {}),
    (f"raise, pass, pass, {DISCARDS}, contract 10 spades", 3, {}),
]


@pytest.mark.parametrize(("said", "players", "options"), PLAYED)
def test_all_worlds_of_the_last_tricks(said: str, players: int, options: dict[str, Any]) -> None:
    """As many as a search finds, and the same ones."""
    several = fewer = 0
    for number in range(2):
        state, deck = play_to(said, number, players=players, **options)
        chooser = random.Random(number)
        waiting = list(range(players))
        while not state.is_over and waiting:
            seat = chooser.choice(waiting)
            places = ways(*(place.bit_count() for place in hidden_places(state, seat)))
            if 1 < places <= 90 and (int(state.record.trick_number) > 7 or places < 70):
                fitting = worlds_by_search(state, seat, deck, DEALER)
                worlds = Worlds(state, seat)
                assert worlds.count() == len(fitting), f"{deck} {state.actions} seat {seat}"
                drawn = worlds.sample(30 * len(fitting), np.random.default_rng(number)).tolist()
                assert {hidden_part(row, state, seat) for row in drawn} == fitting
                waiting.remove(seat)
                several += len(fitting) > 1
                fewer += len(fitting) < places
            legal = state.legal_actions()
            state.apply("closed" if max(legal) >= 32 else chooser.choice(legal))
    assert several > 1
    assert fewer > 0 or int(state.record.opening) == OPENED
