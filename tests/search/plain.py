"""Exhaustive search over `State`: every legal card is tried to the end of the deal, nothing is cut and nothing remembered.

This is what the solver is measured by, so it knows nothing of the solver: it plays with the public moves of a state and reads
the outcome from the record of a deal that is over.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import adut
from adut.core.cards import NUM_CARDS
from adut.core.state import State

SKAT_NULL = 5
BELOT_NO_TRUMPS = 4
PREFERANS_BETL = 6
BELOT_CAPOT = 90

ANSWERS = {"bela": {"declare": "no", "bela": "no"}, "belot": {"declare": "done"}}
"""What is said to questions between cards: the values do not depend on it."""


def skat_outcome(record: Any, options: Any) -> int:
    """Points of the declarer with the skat; in Null his tricks."""
    return int(record.declarer_tricks if record.contract == SKAT_NULL else record.declarer_points)


def bela_outcome(record: Any, options: Any) -> int:
    """K of the caller's side, and what all tricks are worth."""
    caller = int(record.caller) if options.players != 4 else int(record.caller) & 1
    tricks = record.tricks
    bonus = int(options.stiglja_bonus)
    capot = bonus if tricks[caller] == tricks.sum() else -bonus if tricks[caller] == 0 else 0
    return int(record.counted[caller]) + capot


def belot_outcome(record: Any, options: Any) -> int:
    """Points of the caller's side without declarations."""
    caller = int(record.caller) & 1
    factor = 2 if record.contract == BELOT_NO_TRUMPS else 1
    capot = 2 * BELOT_CAPOT if record.contract == BELOT_NO_TRUMPS and options.nt_capot_doubled else BELOT_CAPOT
    if record.tricks[caller] == 0:
        return -capot
    cards = int(record.card_points[caller]) + (10 if int(record.last_winner) & 1 == caller else 0)
    return factor * cards + (capot if record.tricks[1 - caller] == 0 else 0)


def preferans_outcome(record: Any, options: Any) -> int:
    """Tricks of the declarer; five where the deal ended because he cannot have more."""
    if ends_early(record, options) and record.counted_tricks.sum() > 4:
        return 5
    return int(record.tricks[record.declarer])


def ends_early(record: Any, options: Any) -> bool:
    """Whether a contract in tricks ends when it has failed."""
    return not options.play_to_end and record.contract != PREFERANS_BETL


Outcome = Callable[[Any, Any], int]
OUTCOMES: dict[str, Outcome] = {
    "skat": skat_outcome,
    "bela": bela_outcome,
    "belot": belot_outcome,
    "preferans": preferans_outcome,
}


def wants_much(state: State) -> bool:
    """Whether the player to move wants the value to be high."""
    record, seat = state.record, state.seat
    if state.game.name == "skat":
        return bool((seat == record.declarer) == (record.contract != SKAT_NULL))
    if state.game.name == "preferans":
        return bool((seat == record.declarer) == (record.contract != PREFERANS_BETL))
    partners = state.game.seats == 4
    return bool(seat & 1 == record.caller & 1 if partners else seat == record.caller)


def options_of(game: adut.Game) -> Any:
    """The options record, its fields as attributes."""
    return game.options.view(np.recarray)[0]


def cards_to_play(state: State) -> list[int]:
    """The cards that may be played."""
    return [action for action in state.legal_actions() if action < NUM_CARDS]


def skip_questions(state: State) -> None:
    """Answer what is asked between cards."""
    answers = ANSWERS.get(state.game.name, {})
    while not state.is_over and state.phase in answers:
        state.apply(answers[state.phase])


def value(state: State, outcome: Outcome | None = None) -> int:
    """The value of a position, by what a finished deal gives the counted side."""
    if state.is_over:
        return (outcome or OUTCOMES[state.game.name])(state.record, options_of(state.game))
    return (max if wants_much(state) else min)(values(state, outcome).values())


def values(state: State, outcome: Outcome | None = None) -> dict[int, int]:
    """The value of every card that may be played."""
    found = {}
    for card in cards_to_play(state):
        after = state.copy()
        after.apply(card)
        skip_questions(after)
        found[card] = value(after, outcome)
    return found


def endings(game: adut.Game, cards: int, seed: int, wanted: Callable[[State], bool] = lambda state: True) -> Iterator[State]:
    """Positions of random deals, in which the next to play has so many cards: at the beginning of a trick, or in one.

    Calls are made by the rule-based player or at random, cards at random. A deal that is not wanted when its first card is
    due is left at once.
    """
    choose = random.Random(seed)
    for table in range(10**9):
        state = game.new_state(seed=seed, table=table, start="play" if choose.random() < 0.5 else None)
        further = choose.randrange(game.seats)  # cards of the trick
        begun = False
        while not state.is_over:
            skip_questions(state)
            if state.is_over:
                break
            if state.phase == "play":
                if not begun and not wanted(state):
                    break
                begun = True
                if int(state.record.hands[state.seat]).bit_count() <= cards and further == 0:
                    yield state
                    break
                further -= int(state.record.hands[state.seat]).bit_count() <= cards
                state.apply(choose.choice(cards_to_play(state)))
            else:
                state.apply(choose.choice(state.legal_actions()))
