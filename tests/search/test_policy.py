"""A policy that a search follows is asked in one place, which takes no nonsense."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import adut
from adut.agents.agent import Agent, Turn, turn_of
from adut.search.ismcts import IsmctsAgent
from adut.search.ismcts_options import SearchOptions
from adut.search.likely_worlds import draw_worlds
from adut.search.pimc import PimcAgent
from adut.search.pimc_options import PimcOptions
from adut.search.policy import ROUNDING, Policy, ask_policy
from adut.search.worlds import Worlds


def even(turn: Turn) -> NDArray[np.float64]:
    return np.asarray(turn.action_mask / turn.action_mask.sum(axis=1, keepdims=True), np.float64)


def with_first_legal(value: float) -> Policy:
    """Even chances but for the first legal action of each decision."""

    def policy(turn: Turn) -> NDArray[np.float64]:
        chances = even(turn)
        chances[np.arange(len(turn)), turn.action_mask.argmax(axis=1)] = value
        return chances

    return policy


def always(answer: Any) -> Policy:
    return lambda turn: answer


def searchers(policy: Policy) -> list[Agent]:
    return [
        IsmctsAgent(SearchOptions(iterations=20, worlds=4), policy),
        PimcAgent(PimcOptions(worlds=2), policy),
        PimcAgent(PimcOptions(worlds=2, prior=0.0), policy),
    ]


def opening() -> adut.State:
    return adut.game("skat").new_state(seed=3)


def after_a_call() -> adut.State:
    state = opening()
    state.apply(state.legal_actions()[-1])
    return state


WRONG = [np.nan, np.inf, -0.25, 1.5]


@pytest.mark.parametrize("value", WRONG)
def test_probabilities_lie_from_0_to_1(value: float) -> None:
    first = opening().legal_actions()[0]
    for searcher in searchers(with_first_legal(value)):
        with pytest.raises(adut.AdutError, match=rf"from 0 to 1, not {value} as at \(0, {first}\)"):
            searcher.act(turn_of(opening()))


@pytest.mark.parametrize("value", WRONG)
def test_those_of_the_others_do_too(value: float) -> None:
    state = after_a_call()
    with pytest.raises(adut.AdutError, match=f"from 0 to 1, not {value}"):
        draw_worlds(state.game, state.view(state.actor), 4, "uniform", np.random.default_rng(1), with_first_legal(value))
    with pytest.raises(adut.AdutError, match=f"a likelihood gives probabilities from 0 to 1, not {value}"):
        Worlds(state, state.actor).weighted_states(4, np.random.default_rng(1), lambda *_: np.full(4, value))
    with pytest.raises(adut.AdutError, match=r"a likelihood gives probabilities of shape \(4,\)"):
        Worlds(state, state.actor).weighted_states(4, np.random.default_rng(1), lambda *_: np.ones(3))


@pytest.mark.parametrize("answer", [np.zeros(126), np.zeros((1, 125)), np.zeros((2, 126)), np.zeros((1, 126), complex)])
@pytest.mark.parametrize("kind", [np.asarray, str, lambda answer: {"chances": answer}, lambda answer: [[0.0], [0.0, 1.0]]])
def test_probabilities_have_a_row_for_each_decision(answer: NDArray[Any], kind: Any) -> None:
    for searcher in searchers(always(kind(answer))):
        with pytest.raises(adut.AdutError, match=r"of shape \(1, 126\)"):
            searcher.act(turn_of(opening()))


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16, bool])
def test_any_kind_of_numbers_is_taken(dtype: Any) -> None:
    given = even(turn_of(opening())).astype(dtype)
    for answer in (given, given.tolist(), np.asfortranarray(given)):
        asked = ask_policy(always(answer), turn_of(opening()))
        assert asked.dtype == np.float64
        assert asked.tolist() == given.astype(np.float64).tolist()


def test_what_rounding_leaves_is_cut_off() -> None:
    turn = turn_of(opening())
    first = turn.action_mask.argmax()
    assert ask_policy(with_first_legal(1 + 0.9 * ROUNDING), turn)[0, first] == 1.0
    assert ask_policy(with_first_legal(-0.9 * ROUNDING), turn)[0, first] == 0.0
    for value in (1 + 1.1 * ROUNDING, -1.1 * ROUNDING):
        with pytest.raises(adut.AdutError, match="from 0 to 1"):
            ask_policy(with_first_legal(value), turn)


def test_a_policy_may_use_its_array_again() -> None:
    room = np.zeros((4096, 126))

    def again(turn: Turn) -> NDArray[np.float64]:
        room[: len(turn)] = with_first_legal(0.9)(turn)
        return room[: len(turn)]

    state = after_a_call()
    for anew, reusing in zip(searchers(with_first_legal(0.9)), searchers(again), strict=True):
        assert told(anew, state) == told(reusing, state)


def told(agent: Any, state: adut.State) -> str:
    """All that an agent finds out about a decision."""
    return repr(agent.explain(state))
