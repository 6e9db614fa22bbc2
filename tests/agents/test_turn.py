"""A turn says what its actors may know and no more, the same for one table and for many."""

from __future__ import annotations

import numpy as np
import pytest

import adut
from adut.agents import AgentError, RandomAgent, RuleAgent, Turn, ask, turn_of
from adut.api.batch import Batch

GAME = adut.game("skat", rules="isko")


def played(tables: int, moves: int, seed: int = 5) -> Batch:
    """A batch some random moves after the deal."""
    batch = Batch(GAME, tables, seed, autoreset=False)
    batch.reset()
    for number in range(moves):
        batch.step(batch.random_actions(number, tables=~batch.done), tables=~batch.done)
    return batch


@pytest.mark.parametrize("moves", [0, 1, 9, 20])
def test_a_turn_of_a_batch_is_the_turns_of_its_tables(moves: int) -> None:
    batch = played(32, moves)
    rows = np.flatnonzero(~batch.done)[::-3].copy()
    given = Turn(GAME, batch.states, rows, batch.observation, batch.action_mask)
    computed = Turn(GAME, batch.states, rows)
    assert len(given) == len(rows)
    for j, row in enumerate(rows):
        state = batch.state(int(row))
        single = turn_of(state)
        for turn in (given, computed):
            assert (turn.observation[j] == state.observation()).all()
            assert (turn.action_mask[j] == state.legal_mask()).all()
            assert turn.actors[j] == state.actor
            assert turn.seats[j] == state.seat
            assert turn.keys[j] == single.keys[0]
            assert turn.views()[j : j + 1].tobytes() == state.view(state.actor).tobytes()
        assert single.views().tobytes() == state.view().tobytes()


def test_views_are_copies() -> None:
    batch = played(4, 3)
    before = batch.states.tobytes()
    views = Turn(GAME, batch.states).views()
    views["phase"] = 99
    assert batch.states.tobytes() == before
    assert not (Turn(GAME, batch.states).views()["phase"] == 99).any()


def test_keys_are_of_deal_seat_and_decision() -> None:
    state = GAME.new_state(seed=3, table=8)
    keys = [int(turn_of(state).keys[0])]
    while not state.is_over and len(keys) < 30:
        state.apply(state.legal_actions()[0])
        if not state.is_over:
            keys.append(int(turn_of(state).keys[0]))
    assert len(set(keys)) == len(keys)
    assert min(keys) >= 0
    again = GAME.new_state(seed=3, table=8)
    assert turn_of(again).keys[0] == keys[0]
    assert turn_of(GAME.new_state(seed=3, table=9)).keys[0] != keys[0]
    assert turn_of(GAME.new_state(seed=4, table=8)).keys[0] != keys[0]


def test_keys_do_not_depend_on_the_past_of_a_match() -> None:
    """The second deal of a match has the same keys however long the first one took."""
    game = adut.game("skat", rules="isko", episode="match")
    keys = []
    for first in ("pass", "bid 18"):
        state = game.new_state(seed=1)
        state.apply(first)
        while not state.deal_over:
            state.apply(state.legal_actions()[0] if first == "pass" else state.legal_actions()[-1])
        assert state.record.deal_number == 2
        keys.append((state.actor, int(turn_of(state).keys[0])))
    assert keys[0] == keys[1]


def test_random_is_uniform_over_the_legal_actions() -> None:
    batch = Batch(adut.game("skat", rules="classical"), 8000, 1)
    batch.reset()
    actions = RandomAgent().act(Turn(batch.game, batch.states))
    legal = np.flatnonzero(batch.action_mask[0])
    assert (batch.action_mask == batch.action_mask[0]).all()
    counts = np.array([(actions == action).sum() for action in legal])
    assert counts.sum() == len(actions)
    expected = len(actions) / len(legal)
    chi_square = ((counts - expected) ** 2 / expected).sum()
    assert chi_square < len(legal) + 5 * np.sqrt(2 * len(legal))


@pytest.mark.parametrize("agent", [RandomAgent(), RuleAgent()], ids=lambda agent: agent.name)
def test_simple_agents_play_legally_to_the_end(agent: RandomAgent | RuleAgent) -> None:
    batch = played(64, 0)
    while not batch.done.all():
        rows = np.flatnonzero(~batch.done)
        batch.step(ask(agent, Turn(GAME, batch.states, rows, batch.observation, batch.action_mask)), tables=rows)


class Fixed:
    """Gives the same answer always."""

    name = "stubborn"

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def act(self, turn: Turn) -> np.ndarray:
        return np.asarray(self.answer)


@pytest.mark.parametrize(
    ("answer", "error", "words"),
    [
        ([0], adut.IllegalActionError, r"stubborn chose action 0 \(play C7\), which is not legal; legal are: pass"),
        ([-1], adut.IllegalActionError, "stubborn chose action -1, which"),
        ([10_000], adut.IllegalActionError, "stubborn chose action 10000, which"),
        ([32.0], AgentError, "stubborn answered with float64"),
        ([32, 32], AgentError, r"of shape \(2,\) instead of 1 whole numbers"),
    ],
)
def test_answers_are_checked(answer: object, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        ask(Fixed(answer), turn_of(GAME.new_state(seed=0)))
    assert ask(Fixed([32]), turn_of(GAME.new_state(seed=0))).dtype == np.int64
