"""Advantages per seat against a reference that builds every trajectory as a list."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from adut_training.advantages import advantages


def reference(
    rewards: Any, done: Any, actor: Any, decided: Any, values: Any, gamma: float, gae_lambda: float
) -> dict[tuple[int, int], float]:
    """The advantage of each complete decision (t, n), by the definition."""
    steps, tables, seats = rewards.shape
    found: dict[tuple[int, int], float] = {}
    for n in range(tables):
        ends = [t for t in range(steps) if done[t, n]]
        for k in range(seats):
            own = [t for t in range(steps) if decided[t, n] and actor[t, n] == k]
            for t in own:
                total, weight, at = 0.0, 1.0, t
                while True:
                    end = next((e for e in ends if e >= at), None)
                    later = next((u for u in own if u > at and (end is None or u <= end)), None)
                    if later is None and end is None:
                        break  # the window ends here: `at` closes the decision before
                    stop = later - 1 if later is not None else end
                    assert stop is not None
                    paid = sum(float(rewards[u, n, k]) for u in range(at, stop + 1))
                    next_value = float(values[later, n]) if later is not None else 0.0
                    total += weight * (paid + gamma * next_value - float(values[at, n]))
                    found[t, n] = total
                    if later is None:
                        break
                    weight *= gamma * gae_lambda
                    at = later
    return found


@pytest.mark.parametrize(("gamma", "gae_lambda"), [(1.0, 0.95), (0.9, 0.5), (1.0, 1.0), (0.97, 0.0)])
def test_advantages_equal_the_definition(gamma: float, gae_lambda: float) -> None:
    random = np.random.default_rng(3)
    steps, tables, seats = 40, 12, 3
    rewards = random.normal(size=(steps, tables, seats)).astype(np.float32)
    done = random.random((steps, tables)) < 0.1
    actor = random.integers(seats, size=(steps, tables))
    decided = random.random((steps, tables)) < 0.8
    values = random.normal(size=(steps, tables)).astype(np.float32)
    advantage = np.zeros((steps, tables), np.float32)
    complete = np.zeros((steps, tables), np.bool_)
    advantages(rewards, done, actor, decided, values, gamma, gae_lambda, advantage, complete)
    wanted = reference(rewards, done, actor, decided, values, gamma, gae_lambda)
    assert {(int(t), int(n)) for t, n in zip(*np.nonzero(complete), strict=True)} == set(wanted)
    for (t, n), value in wanted.items():
        assert advantage[t, n] == pytest.approx(value, abs=1e-4)


def test_what_is_paid_between_two_decisions_belongs_to_the_first() -> None:
    rewards = np.zeros((5, 1, 2), np.float32)
    rewards[1, 0, 0] = 2.0  # seat 0 is paid while seat 1 decides
    rewards[4, 0] = 3.0, -3.0
    actor = np.array([[0], [1], [0], [1], [1]])
    done = np.array([[False], [False], [False], [False], [True]])
    decided = np.ones((5, 1), np.bool_)
    values = np.zeros((5, 1), np.float32)
    advantage, complete = np.zeros((5, 1), np.float32), np.zeros((5, 1), np.bool_)
    advantages(rewards, done, actor, decided, values, 1.0, 0.0, advantage, complete)
    assert complete.all()
    assert advantage[:, 0].tolist() == [2.0, 0.0, 3.0, 0.0, -3.0]
