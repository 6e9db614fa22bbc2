"""A policy that a search follows is asked in one place, which takes no nonsense."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import adut
from adut.agents.agent import Agent, Turn, turn_of
from adut.search.ismcts import IsmctsAgent
from adut.search.ismcts_options import SearchOptions
from adut.search.pimc import PimcAgent
from adut.search.pimc_options import PimcOptions
from adut.search.policy import Policy, probabilities


def even(turn: Turn) -> NDArray[np.float64]:
    return np.asarray(turn.action_mask / turn.action_mask.sum(axis=1, keepdims=True), np.float64)


def with_first_legal(value: float) -> Policy:
    """Even chances but for the first legal action of each decision."""

    def policy(turn: Turn) -> NDArray[np.float64]:
        chances = even(turn)
        chances[np.arange(len(turn)), turn.action_mask.argmax(axis=1)] = value
        return chances

    return policy


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


def test_probabilities_are_as_given() -> None:
    turn = turn_of(opening())
    assert probabilities(even, turn).tolist() == even(turn).tolist()
    single = probabilities(lambda turn: np.asarray(even(turn), np.float32), turn)  # type: ignore[arg-type, return-value]
    assert single.dtype == np.float64


@pytest.mark.parametrize("value", [np.nan, np.inf, -0.25, 1.5])
def test_probabilities_lie_from_0_to_1(value: float) -> None:
    state = opening()
    named = f"action {state.legal_actions()[0]} "
    for state in (opening(), after_a_call()):
        for searcher in searchers(with_first_legal(value)):
            with pytest.raises(adut.AdutError, match=f"from 0 to 1, this one {value} for action"):
                searcher.act(turn_of(state))
    with pytest.raises(adut.AdutError, match=named):
        probabilities(with_first_legal(value), turn_of(opening()))


@pytest.mark.parametrize("shape", [(126,), (1, 125), (2, 126)])
def test_probabilities_have_a_row_for_each_decision(shape: tuple[int, ...]) -> None:
    for searcher in searchers(lambda turn: np.zeros(shape)):
        with pytest.raises(adut.AdutError, match=r"of shape \(1, 126\)"):
            searcher.act(turn_of(opening()))
