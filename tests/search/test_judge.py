"""What `judge` does beside exact values: worlds beyond the limit of nodes, and long hands."""

from __future__ import annotations

import numpy as np
import pytest

import adut
from adut.core.random import next_key
from adut.search import Worlds, judge, solve, solve_records

NUMBER = 11


def played_on_by_rule(world: adut.State, action: int, number: int) -> float:
    """What a deal pays who is to act if he does something and the rule-based player goes on in every seat."""
    state, actor, made = world.copy(), world.actor, 0
    state.apply(action)
    while not state.is_over:
        chosen = np.zeros(1, np.int64)
        key = np.array([next_key(number, made)], np.int64)
        state.game.kernels.choose(state.array, state.game.options, key, chosen)
        state.apply(int(chosen[0]))
        made += 1
    return state.payoffs[actor] / state.game.spec.payoff_parts(state.game.seats)


def test_a_world_beyond_the_limit_is_played_on_by_rule_and_others_keep_their_values() -> None:
    state = adut.game("belot").new_state(seed=3, start="play")
    legal = np.array(state.legal_actions())
    records = Worlds(state).states(6, np.random.default_rng(1))
    nodes = solve_records(state.game, records, threads=1).nodes
    limit = int(np.median(nodes))
    exact = judge(state.game, records, legal, number=NUMBER)
    limited = judge(state.game, records, legal, number=NUMBER, limit=limit)
    by_rule = np.array(
        [
            [
                played_on_by_rule(adut.State.from_record(state.game, records[i : i + 1]), int(action), int(next_key(NUMBER, i)))
                for action in legal
            ]
            for i in range(len(records))
        ]
    )
    beyond = nodes > limit
    assert 0 < beyond.sum() < len(records)
    assert (limited[~beyond] == exact[~beyond]).all()
    assert (limited[beyond] == by_rule[beyond]).all()
    assert (by_rule != exact).any(axis=1).all()


@pytest.mark.parametrize("seed", [6, 10], ids=["opponent", "declarer"])
def test_cards_of_long_hands_of_skat_are_told_apart_by_the_goal_within_a_limit(seed: int) -> None:
    told_apart_by_goal(seed, goal=61)


@pytest.mark.parametrize("seed", [16, 19], ids=["opponent", "declarer"])
def test_schneider_tells_cards_of_long_hands_apart_without_a_limit_alone(seed: int) -> None:
    state = adut.game("skat").new_state(seed=seed, start="play")
    legal = np.array(state.legal_actions())
    exact, limited = (set(judge(state.game, state.array, legal, limit=limit)[0].tolist()) for limit in (None, 1_000_000))
    assert len(limited) == 1
    assert len(exact) == 2


@pytest.mark.parametrize("seed", [77, 53], ids=["opponent", "declarer"])
def test_in_null_the_goal_is_a_trick_of_the_declarer(seed: int) -> None:
    told_apart_by_goal(seed, goal=1)


def told_apart_by_goal(seed: int, goal: int) -> None:
    """Cards of a first trick have two values within a limit: that of the goal reached and that of the goal missed."""
    state = adut.game("skat").new_state(seed=seed, start="play")
    legal = np.array(state.legal_actions())
    worth = judge(state.game, state.array, legal, limit=1_000_000)[0]
    reached = solve(state, goal=goal).values
    (missed,), (made,) = (
        {float(value) for card, value in zip(legal, worth) if reached[int(card)] == wanted} for wanted in (0, 1)
    )
    wants_it = (state.actor == state.record.declarer) == (goal > 1)
    assert made > missed if wants_it else made < missed
