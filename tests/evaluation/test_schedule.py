"""Seatings are fair, and the difference of two policies is exactly zero when they play alike."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import adut
from adut.evaluation import SCHEDULES, difference, mean_score, seatings
from adut.evaluation.schedule import alone, pairs

THREE = ((0,), (1,), (2,))
FOUR = ((0,), (1,), (2,), (3,))
PARTNERS = ((0, 2), (1, 3))


def test_sides() -> None:
    assert adut.game("skat").sides == THREE
    four = adut.game("skat", rules="isko_list_4")
    assert four.sides == FOUR
    partners = dataclasses.replace(four, spec=dataclasses.replace(four.spec, sides=lambda seats: PARTNERS))
    assert partners.sides == PARTNERS


def test_two_policies_at_a_table_of_three() -> None:
    """One against two in all rotations and both directions."""
    assert seatings(2, THREE).tolist() == [[0, 1, 1], [1, 0, 1], [1, 1, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]


def test_two_policies_in_partnerships_change_places() -> None:
    assert seatings(2, PARTNERS).tolist() == [[0, 1, 0, 1], [1, 0, 1, 0]]


def test_all_orders_of_different_policies() -> None:
    rows = seatings(3, THREE, "mixed").tolist()
    assert sorted(rows) == [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    assert len(seatings(4, THREE, "mixed")) == 24
    assert seatings(2, PARTNERS, "mixed").tolist() == [[0, 1, 0, 1], [1, 0, 1, 0]]


def test_one_policy_plays_with_itself() -> None:
    assert seatings(1, THREE).tolist() == [[0, 0, 0]]
    assert pairs(seatings(1, THREE), 1) == []


@pytest.mark.parametrize(
    ("policies", "schedule", "words"),
    [
        (2, "duel", "schedule is one of duels, mixed, not 'duel'"),
        (2, "mixed", "mixed tables of 3 sides need as many policies, got 2"),
        (0, "duels", "at least one policy"),
    ],
)
def test_what_is_refused(policies: int, schedule: str, words: str) -> None:
    with pytest.raises(adut.OptionError, match=words):
        seatings(policies, THREE, schedule)


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("sides", [THREE, FOUR, PARTNERS], ids=["three", "four", "partners"])
@pytest.mark.parametrize("policies", [2, 3, 4, 5])
def test_every_pair_is_treated_alike(policies: int, sides: tuple[tuple[int, ...], ...], schedule: str) -> None:
    """Exchanging two policies maps their tables onto themselves; so any scores of equal play cancel."""
    if schedule == "mixed" and policies < len(sides):
        pytest.skip("too few policies for mixed tables")
    seating = seatings(policies, sides, schedule)
    met = pairs(seating, policies)
    assert len(met) == policies * (policies - 1) // 2
    for a, b in met:
        rows = [row for row in seating.tolist() if a in row and b in row]
        swapped = [[b if seat == a else a if seat == b else seat for seat in row] for row in rows]
        assert sorted(rows) == sorted(swapped)
        # a and b are one policy: what a table gives depends on the others alone
        rng = np.random.default_rng(0)
        merged = np.where(seating == b, a, seating)
        kinds = {tuple(row): rng.integers(-500, 500, (20, seating.shape[1])) for row in merged.tolist()}
        scores = np.stack([kinds[tuple(row)] for row in merged.tolist()], axis=1)
        assert (difference(scores, seating, a, b) == 0).all()


def test_difference_and_means() -> None:
    """Policy 0 scores 5 more in every seat than policy 1, which scores what the seat is worth."""
    seating = seatings(2, THREE)
    scores = np.array([10, -20, 7]) + 5 * (seating == 0)
    scores = np.stack([scores, scores + 100])
    assert difference(scores, seating, 0, 1).tolist() == [5, 5]
    assert difference(scores, seating, 1, 0).tolist() == [-5, -5]
    assert mean_score(scores, seating, 1).tolist() == [-1, 99]
    assert mean_score(scores, seating, 0).tolist() == [4, 104]


def test_alone() -> None:
    seating = seatings(2, THREE)
    assert alone(seating, THREE, 0, 1).tolist() == [True] * 3 + [False] * 3
    assert alone(seating, THREE, 1, 0).tolist() == [False] * 3 + [True] * 3
    assert not alone(seatings(3, THREE, "mixed"), THREE, 0, 1).any()
