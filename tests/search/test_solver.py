"""The solver against exhaustive search, against itself under other names of suits, and at its borders.

The environment variable ADUT_ENDINGS raises the number of random endings of each kind of contract in each case:
`ADUT_ENDINGS=2000 pytest tests/search/test_solver.py -k exhaustive`.
"""

from __future__ import annotations

import os
import random
from itertools import islice
from typing import Any

import numpy as np
import pytest
from tests.games.players import in_both_modes
from tests.search import plain

import adut
from adut.core.cards import JACK, NUM_CARDS, RANK_SET, RANKS_PER_SUIT
from adut.core.errors import AdutError
from adut.core.record import copy_records
from adut.core.state import State
from adut.search import NOT_LEGAL, NOT_SOLVED, solve, solve_batch, solve_records, solve_worlds

ENDINGS = {3: 150, 4: 50}
"""Of a case, by cards left: an exhaustive search takes long with four."""
ENDINGS_OF_A_KIND = int(os.environ.get("ADUT_ENDINGS", "0"))
"""Of each kind of contract in a case, where the number is given."""
CASES: list[tuple[str, dict[str, Any], int, str, set[int]]] = [
    ("skat", {}, 3, "contract", {0, 1, 2, 3, 4, 5}),
    ("skat", {"players": 4, "rules": "isko"}, 4, "contract", {0, 1, 2, 3, 4, 5}),
    ("bela", {}, 3, "trump", {0, 1, 2, 3}),
    ("bela", {"partner_exempt": True, "rules": "hr_online"}, 3, "trump", {0, 1, 2, 3}),
    ("bela", {"players": 3}, 3, "trump", {0, 1, 2, 3}),
    ("bela", {"players": 2}, 4, "trump", {0, 1, 2, 3}),
    ("belot", {}, 3, "contract", {0, 1, 2, 3, 4, 5}),
    ("belot", {"rules": "bg_published", "undertrump": "must"}, 3, "contract", {0, 1, 2, 3, 4, 5}),
    ("belot", {"rules": "pika", "raise_over_partner": False}, 3, "contract", {0, 1, 2, 3, 4, 5}),
    ("preferans", {}, 3, "contract", {2, 3, 4, 5, 6, 7}),
    ("preferans", {"rules": "preferansklub_v12"}, 3, "contract", {2, 3, 4, 5, 6, 7}),
    ("preferans", {"must_head": True, "must_overtrump": True}, 3, "contract", {2, 3, 4, 5, 6, 7}),
    ("preferans", {"must_head": True}, 3, "contract", {6}),  # who must beat cannot duck
    ("preferans", {"rules": "tournament_2008_referee"}, 3, "contract", {2, 3, 4, 5, 6, 7}),
]
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("skat", {}),
    ("bela", {}),
    ("bela", {"players": 3}),
    ("bela", {"players": 2}),
    ("belot", {}),
    ("preferans", {}),
]


def begun(name: str, number: int, options: dict[str, Any], seed: int = 5) -> list[State]:
    """Whole deals whose play begins, with contracts of the rule-based player."""
    game = adut.game(name, **options)
    deals = (game.new_state(seed=seed, table=table, start="play") for table in range(10**6))
    return list(islice((state for state in deals if not state.is_over), number))


def best_of(state: State, values: dict[int, int]) -> int:
    return (max if plain.wants_much(state) else min)(values.values())


@pytest.mark.parametrize(("name", "options", "cards", "field", "kinds"), CASES)
def test_equals_exhaustive_search(name: str, options: dict[str, Any], cards: int, field: str, kinds: set[int]) -> None:
    """As many endings of each kind; those at the beginning of a trick under other names of the suits too."""
    game = adut.game(name, **options)
    number = ENDINGS_OF_A_KIND or -(-ENDINGS[cards] // len(kinds))
    left = dict.fromkeys(kinds, number)
    endings = plain.endings(game, cards, seed=3, wanted=lambda state: left.get(int(state.record[field]), 0) > 0)
    names = random.Random(3)
    for state in islice(endings, number * len(kinds)):
        left[int(state.record[field])] -= 1
        wanted = plain.values(state)
        found = solve(state)
        values = found.values
        least = 5 if name == "preferans" and plain.ends_early(state.record, plain.options_of(game)) else -1000
        wanted, values = ({card: max(least, value) for card, value in each.items()} for each in (wanted, values))
        assert values == wanted, state
        assert found.value == best_of(state, found.values), state
        assert found.best == tuple(card for card in found.values if found.values[card] == found.value)
        if state.record.trick_cards == 0:
            other = solve_batch([renamed(state, names.sample(range(4), 4))], cards=False).value
            assert max(least, int(other[0])) == max(least, found.value), state
    assert set(left.values()) == {0}


def test_tricks_alone_equal_exhaustive_search() -> None:
    """In place of points the tricks of the declarer are counted."""
    game = adut.game("skat")
    left = dict.fromkeys(range(plain.SKAT_NULL), ENDINGS_OF_A_KIND or 30)
    endings = plain.endings(game, 3, seed=4, wanted=lambda state: left.get(int(state.record.contract), 0) > 0)
    for state in islice(endings, sum(left.values())):
        left[int(state.record.contract)] -= 1
        assert solve(state, tricks=True).values == plain.values(state, lambda r, o: int(r.declarer_tricks)), state
    assert set(left.values()) == {0}


def renamed(state: State, suits: list[int]) -> State:
    """The same position with other suits. In Skat jacks keep theirs, except in Null: their order is one of suits."""
    record = copy_records(state.array)
    keeps = RANK_SET[JACK] if state.game.name == "skat" and state.record.contract != plain.SKAT_NULL else 0
    names = [card if keeps >> card & 1 else 8 * suits[card >> 3] + card % RANKS_PER_SUIT for card in range(NUM_CARDS)]

    def rename(cards: int) -> int:
        return sum(1 << names[card] for card in range(NUM_CARDS) if cards >> card & 1)

    for seat in range(state.game.seats):
        record["hands"][0, seat] = rename(int(record["hands"][0, seat]))
    for field in ("skat", "discards", "trump", "contract"):
        if field not in (record.dtype.names or ()):
            continue
        value = int(record[field][0])
        if field in ("skat", "discards"):
            record[field] = rename(value)
        elif 0 <= value < 4 and (field, state.game.name) != ("contract", "preferans"):
            record[field] = suits[value]
    return State.from_record(state.game, record)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_suits_are_names(name: str, options: dict[str, Any]) -> None:
    for state in begun(name, 12, options):
        for suits in ([1, 2, 3, 0], [2, 0, 1, 3]):
            other = solve_batch([state, renamed(state, suits)], cards=False).value
            assert other[0] == other[1], state


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_best_play_keeps_the_value(name: str, options: dict[str, Any]) -> None:
    for state in begun(name, 2, options):
        value = solve(state).value
        while not state.is_over:
            found = solve(state)
            assert found.value == value, state
            state.apply(found.best[-1])
            plain.skip_questions(state)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_goal_is_reached_up_to_the_value(name: str, options: dict[str, Any]) -> None:
    for state in begun(name, 6, options):
        for _ in range(4 * state.game.seats):
            if not state.is_over:
                plain.skip_questions(state)
                state.apply(plain.cards_to_play(state)[0])
                plain.skip_questions(state)
        if state.is_over:
            continue
        exact = solve(state)
        assert exact.value is not None
        for goal in range(exact.value - 2, exact.value + 3):
            found = solve(state, goal=goal)
            assert found.value == (exact.value >= goal)
            assert found.values == {card: int(value >= goal) for card, value in exact.values.items()}


def test_a_limit_is_kept_and_told() -> None:
    state = begun("skat", 1, {})[0]
    found = solve(state, limit=50)
    assert (found.solved, found.value, found.values, found.best) == (False, None, {}, ())
    assert found.nodes > 50
    full = solve(state)
    assert full.solved
    assert solve(state, limit=full.nodes).value == full.value
    half = solve_batch([state], limit=full.nodes - 1)
    assert half.value[0] == full.value, "the value is known"
    assert not half.solved[0]
    assert half.values is not None
    assert (half.values[0] == NOT_SOLVED).any(), "but not that of every card"


def test_threads_and_order_change_nothing() -> None:
    for name in ("skat", "belot"):
        states = begun(name, 9, {})
        one = solve_batch(states, threads=1)
        two = solve_batch(states[::-1], threads=2)
        assert one.values is not None
        assert two.values is not None
        assert np.array_equal(one.value, two.value[::-1])
        assert np.array_equal(one.values, two.values[::-1])
        assert np.array_equal(one.nodes, two.nodes[::-1])
        alone = [solve(state) for state in states]
        assert [each.nodes for each in alone] == one.nodes.tolist()
        assert [each.value for each in alone] == one.value.tolist()


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_worlds_are_deals_of_the_hidden_cards(name: str, options: dict[str, Any]) -> None:
    state = begun(name, 1, options)[0]
    for _ in range(2 * state.game.seats + 1):
        plain.skip_questions(state)
        state.apply(plain.cards_to_play(state)[0])
        plain.skip_questions(state)
    seats = state.game.seats
    hands = np.array([[int(state.record.hands[seat]) for seat in range(seats)]] * 2, np.int64)
    active = [seat for seat in range(seats) if seat != state.seat and hands[0, seat]]
    if len(active) > 1:  # the second world: the two others have exchanged a card
        first, second = active[:2]
        for seat, other in ((first, second), (second, first)):
            hands[1, seat] ^= hands[0, seat] & -hands[0, seat] | hands[0, other] & -hands[0, other]
    found = solve_worlds(state, hands)
    assert found.values is not None
    assert found.value[0] == solve(state).value
    assert {card: int(v) for card, v in enumerate(found.values[0]) if v != NOT_LEGAL} == solve(state).values
    record = copy_records(state.array)
    record["hands"][0, :seats] = hands[1]
    assert found.value[1] == solve(State.from_record(state.game, record)).value


def test_errors_say_what_is_wrong() -> None:
    state = begun("skat", 1, {})[0]
    with pytest.raises(AdutError, match="phase play"):
        solve(adut.game("skat").new_state(seed=1))
    with pytest.raises(AdutError, match="shape"):
        solve_worlds(state, np.zeros((2, 4), np.int64))
    hands = np.array([[int(state.record.hands[seat]) for seat in range(3)]], np.int64)
    for wrong in (hands | 1, hands & ~(hands & -hands) * np.array([1, 0, 0]), hands[:, [0, 0, 2]], hands * 0):
        with pytest.raises(AdutError, match="hands cannot be"):
            solve_worlds(state, wrong)
    with pytest.raises(AdutError, match="one game"):
        solve_batch([state, begun("bela", 1, {})[0]])


UNCOMPILED = """
from itertools import islice
from tests.search import plain
import adut
from adut.search import solve
for name in ("skat", "bela", "belot", "preferans"):
    for state in islice(plain.endings(adut.game(name), 2, seed=9), 3):
        print(name, solve(state))
"""


def test_runs_uncompiled_alike() -> None:
    compiled, uncompiled = in_both_modes(UNCOMPILED)
    assert compiled == uncompiled
    assert compiled.count("Solution(value=") == 12


def test_records_of_a_batch_are_solved() -> None:
    batch = adut.make_batch("belot", 8, seed=2)
    batch.reset(start="play")
    records = batch.get_states()
    found = solve_records(batch.game, records, cards=False)
    assert found.values is None
    assert found.solved.all()
    assert ((found.value >= -90) & (found.value <= 2 * 130 + 90)).all()
