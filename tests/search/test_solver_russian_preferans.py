"""The solver on Russian Preferans against exhaustive search: contracts, misere, and raspasovkas with the talon (P7).

The environment variable ADUT_ENDINGS raises the number of random endings of each kind of contract in each case.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import adut
from adut.core.cards import NUM_CARDS, RANKS_PER_SUIT
from adut.core.errors import AdutError
from adut.core.record import copy_records
from adut.core.state import State
from adut.games.russian_preferans.options import PRESETS
from adut.games.russian_preferans.solving import conclude, has_sides
from adut.search import judge_tables, solve, solve_batch, solve_worlds

ENDINGS = int(os.environ.get("ADUT_ENDINGS", "6"))
"""Of each kind of contract in each case."""
MISERE, RASPASOVKA = 25, 26
KINDS = ("clubs", "diamonds", "hearts", "spades", "no trump", "misere", "raspasovka")
CASES: list[tuple[dict[str, Any], int]] = [({"rules": rules}, 3 if rules == "standard" else 2) for rules in PRESETS]
"""Options, and cards left."""
CASES += [({"players": 3}, 3), ({"rules": "rostov", "players": 3}, 2)]
TALON_LEADS: list[dict[str, Any]] = [
    {},
    {"players": 3},
    {"raspas_dealer_order": "dealt_order"},
    *({"rules": rules} for rules in PRESETS if rules not in ("standard", "rostov")),
]


def kind_of(state: State) -> str:
    """What sort of play it is: the trump, no trump, misere, raspasovka."""
    contract = int(state.record.contract)
    return KINDS[contract - MISERE + 5] if contract >= MISERE else KINDS[int(state.record.trump) % 5]


def due(state: State) -> int:
    """The seat whose card is due, also while the whister is asked about open hands."""
    record = state.record
    seat = int(record.leader)
    for _ in range(int(record.trick_cards)):
        seat = int(record.after) >> 4 * seat & 15
    return seat


def active_seats(state: State) -> list[int]:
    return [int(state.record.order) >> 4 * place & 15 for place in range(3)]


def cards_to_play(state: State) -> list[int]:
    return [action for action in state.legal_actions() if action < NUM_CARDS]


def skip_questions(state: State) -> None:
    while not state.is_over and state.phase == "reveal":
        state.apply(state.legal_actions()[-1])


def plain_values(state: State, counted: int | None = None) -> dict[int, int]:
    """For every card the tricks of the declarer, or of the player to move: nothing is cut and nothing remembered."""
    if counted is None:
        counted = due(state) if state.record.contract == RASPASOVKA else int(state.record.declarer)
    found = {}
    for card in cards_to_play(state):
        after = state.copy()
        after.apply(card)
        skip_questions(after)
        found[card] = plain_value(after, counted)
    return found


def plain_value(state: State, counted: int) -> int:
    if state.is_over or not any(int(state.record.hands[seat]) for seat in active_seats(state)):
        return int(state.record.tricks[counted])
    wants_many = (due(state) == counted) == (int(state.record.contract) < MISERE)
    return (max if wants_many else min)(plain_values(state, counted).values())


def begun(options: dict[str, Any], seed: int, kinds: dict[str, int]) -> Iterator[State]:
    """Deals after random calls, or with nothing but passes, their play about to begin: so many of each kind."""
    game = adut.game("russian_preferans", **options)
    choose = random.Random(seed)
    left = dict(kinds)
    for table in range(10**6):
        if not any(left.values()):
            return
        state = game.new_state(seed=seed, table=table)
        all_pass = left.get("raspasovka", 0) and table % 4 == 0
        while not state.is_over and state.phase not in ("play", "reveal"):
            actions = state.legal_actions()
            state.apply(actions[0] if all_pass else choose.choice(actions))
        if not state.is_over and left.get(kind := kind_of(state), 0):
            left[kind] -= 1
            yield state


def renamed(state: State, suits: list[int]) -> State:
    """The same position with other suits."""
    names = [RANKS_PER_SUIT * suits[card >> 3] + card % RANKS_PER_SUIT for card in range(NUM_CARDS)]
    record = copy_records(state.array)
    fields = record[0]
    for field in ("hands", "played", "trick"):
        for seat in range(4):
            value = int(fields[field][seat])
            fields[field][seat] = (names[value] if value >= 0 else value) if field == "trick" else rename(value, names)
    fields["legal"][0] = rename(int(fields["legal"][0]), names)
    for field in ("talon", "discards"):
        fields[field] = rename(int(fields[field]), names)
    for field in ("first_talon", "best_card"):
        fields[field] = names[int(fields[field])] if fields[field] >= 0 else fields[field]
    for field in ("trump", "led"):
        fields[field] = suits[int(fields[field])] if fields[field] >= 0 else fields[field]
    return State.from_record(state.game, record)


def rename(cards: int, names: list[int]) -> int:
    return sum(1 << names[card] for card in range(NUM_CARDS) if cards >> card & 1)


def check(state: State, choose: random.Random) -> None:
    """Values are those of exhaustive search, also under other names of the suits."""
    wanted = plain_values(state)
    found = solve(state)
    assert found.values == wanted, state
    is_counted = state.record.contract == RASPASOVKA or due(state) == state.record.declarer
    wants_many = is_counted == (int(state.record.contract) < MISERE)
    assert found.value == (max if wants_many else min)(wanted.values()), state
    suits = choose.sample(range(4), 4)
    other = {8 * suits[card >> 3] + card % 8: value for card, value in wanted.items()}
    assert solve(renamed(state, suits)).values == other, state


@pytest.mark.parametrize(("options", "cards"), CASES, ids=str)
def test_equals_exhaustive_search(options: dict[str, Any], cards: int) -> None:
    """After the tricks of the talon, at the beginning of a trick or in one."""
    seen = dict.fromkeys(KINDS, 0)
    choose = random.Random(7)
    for state in begun(options, 3, dict.fromkeys(KINDS, ENDINGS)):
        further = choose.randrange(3)
        while state.record.trick_number < 11 - cards or further > 0:
            further -= int(state.record.trick_number == 11 - cards)
            skip_questions(state)
            state.apply(choose.choice(cards_to_play(state)))
        skip_questions(state)
        check(state, choose)
        seen[kind_of(state)] += 1
    assert seen == dict.fromkeys(KINDS, ENDINGS)


def shortened(state: State, cards: int, choose: random.Random) -> State | None:
    """The same deal with few cards in the active hands; None if nobody is sure to follow to both cards of the talon."""
    record = copy_records(state.array)
    talon = [card >> 3 for card in range(NUM_CARDS) if int(state.record.talon) >> card & 1]
    follows = False
    for seat in active_seats(state):
        kept = choose.sample([card for card in range(NUM_CARDS) if int(state.record.hands[seat]) >> card & 1], cards)
        record["hands"][0, seat] = sum(1 << card for card in kept)
        suits = [card >> 3 for card in kept]
        follows = follows or all(suits.count(suit) >= talon.count(suit) for suit in talon)
    if state.game.seats == 3:  # first hand is to follow to the card that is turned up
        hand = int(record["hands"][0, state.seat])
        record["legal"][0, 0] = hand & 0xFF << 8 * (int(state.record.first_talon) >> 3) or hand
    return State.from_record(state.game, record) if follows else None


@pytest.mark.parametrize("options", TALON_LEADS, ids=str)
def test_talon_tricks_equal_exhaustive_search(options: dict[str, Any]) -> None:
    """P7: the talon leads two tricks; of three players its cards cannot win. As many endings that begin in either trick."""
    choose = random.Random(8)
    left = {1: 4 * ENDINGS, 2: 4 * ENDINGS}
    for full in begun(options, 2, {"raspasovka": 10**6}):
        if not any(left.values()):
            break
        state = shortened(full, 3, choose)
        if state is None:
            continue
        for _ in range(choose.randrange(2 * int(state.record.trick_size))):
            state.apply(choose.choice(cards_to_play(state)))
        if left.get(int(state.record.trick_number), 0):
            left[int(state.record.trick_number)] -= 1
            check(state, choose)
    assert not any(left.values())


@pytest.mark.parametrize("options", [{}, {"players": 3}], ids=str)
def test_suits_are_names(options: dict[str, Any]) -> None:
    """Of whole deals."""
    seen = set()
    for state in begun(options, 4, dict.fromkeys(KINDS, 1)):
        values = solve_batch([state, *(renamed(state, suits) for suits in ([1, 2, 3, 0], [2, 0, 1, 3]))], cards=False).value
        assert values[0] == values[1] == values[2], state
        seen.add(kind_of(state))
    assert seen == set(KINDS)


@pytest.mark.parametrize("options", [{}, {"players": 3}], ids=str)
def test_best_play_keeps_the_value(options: dict[str, Any]) -> None:
    """A player who avoids tricks may get fewer than he can be sure of, never more; of two sides neither can gain."""
    for state in begun(options, 6, {"clubs": 1, "no trump": 1, "misere": 1, "raspasovka": 1}):
        counted, value, choose = due(state), solve(state).value, random.Random(2)
        while not state.is_over:
            found = solve(state)
            if has_sides(state.record):
                assert found.value == value, state
            card = found.best[-1]
            if state.record.contract == RASPASOVKA and due(state) != counted:
                card = choose.choice(cards_to_play(state))
            skip_questions(state)
            state.apply(card)
        assert value is not None
        if state.record.contract == RASPASOVKA:
            assert state.record.tricks[counted] <= value
        else:
            assert state.record.tricks[int(state.record.declarer)] == value


@pytest.mark.parametrize("options", [{}, {"rules": "leningrad", "players": 3}], ids=str)
def test_concluding_pays_what_the_play_pays(options: dict[str, Any]) -> None:
    """A contract or misere is concluded with the tricks that its declarer makes in the end.

    With two whisters it matters who takes the tricks: their payoffs are compared where they share them as is supposed.
    """
    game = adut.game("russian_preferans", **options)
    rules = game.kernels.rules
    conclude_all = game.kernels.bind(judge_tables.conclude_all, conclude=conclude, settle=rules.settle, payoff=rules.payoff)
    compared = {"misere": 0, "two whisters": 0, "others": 0}
    choose = random.Random(1)
    for state in begun(options, 9, dict.fromkeys(KINDS[:-1], 6)):
        tables = []
        while not state.is_over:
            tables.append(state.copy())
            state.apply(choose.choice(state.legal_actions()))
        middle = choose.choice(tables)
        value = int(state.record.tricks[int(state.record.declarer)])
        pays = []
        for seat in range(game.seats):
            record, worth = copy_records(middle.array), np.zeros(1, np.int64)
            conclude_all(record, game.options, np.array([value]), seat, np.zeros(1, bool), worth)
            pays.append(int(worth[0]))
        assert int(record["tricks"].sum()) == 10
        if state.record.both_whist and record["tricks"][0].tolist() != state.record.tricks.tolist():
            continue
        assert pays == state.payoffs, state
        kind = "two whisters" if state.record.both_whist else "others"
        compared["misere" if state.record.contract == MISERE else kind] += 1
    assert min(compared.values()) > 0


def test_hands_that_cannot_be_are_refused() -> None:
    for state in begun({}, 5, {"hearts": 1, "misere": 1, "raspasovka": 1}):
        hands = np.array([[int(hand) for hand in state.record.hands]], np.int64)
        assert solve_worlds(state, hands, cards=False).value[0] == solve(state).value
        first, second, _ = active_seats(state)
        for wrong in wrong_hands(hands, first, second):
            with pytest.raises(AdutError, match="hands cannot be"):
                solve_worlds(state, wrong)


def wrong_hands(hands: NDArray[np.int64], first: int, second: int) -> Iterator[NDArray[np.int64]]:
    """A card too few, a card in two hands, one hand twice, no cards."""
    lowest = hands[0, first] & -hands[0, first]
    for seat, hand in (
        (first, hands[0, first] ^ lowest),
        (second, hands[0, second] & hands[0, second] - 1 | lowest),
        (second, hands[0, first]),
    ):
        wrong = hands.copy()
        wrong[0, seat] = hand
        yield wrong
    yield hands * 0


def test_the_dealer_of_four_holds_what_the_talon_leads() -> None:
    (state,) = begun({}, 5, {"raspasovka": 1})
    hands = np.array([[int(hand) for hand in state.record.hands]], np.int64)
    hands[0, int(state.record.dealer)] &= hands[0, int(state.record.dealer)] - 1
    with pytest.raises(AdutError, match="hands cannot be"):
        solve_worlds(state, hands)


def test_calls_are_not_solved() -> None:
    with pytest.raises(AdutError, match="phase play or reveal"):
        solve(adut.game("russian_preferans").new_state(seed=1))
