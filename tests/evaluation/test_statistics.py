"""Intervals hold what they promise; ratings are those of Bradley and Terry."""

from __future__ import annotations

import math

import numpy as np
import pytest

from adut.evaluation import bradley_terry, difference, mean_interval, ratings, seatings, t_quantile
from adut.evaluation.statistics import PRIOR_DRAWS

SIDES = ((0,), (1,), (2,))


@pytest.mark.parametrize(
    ("freedom", "value", "error"),
    [
        (1, 12.70620, 1e-5),
        (2, 4.30265, 1e-5),
        (3, 3.18245, 5e-3),
        (5, 2.57058, 3e-4),
        (10, 2.22814, 1e-5),
        (30, 2.04227, 1e-5),
        (100, 1.98397, 1e-5),
        (10**6, 1.95997, 1e-5),
    ],
)
def test_quantiles_of_t(freedom: int, value: float, error: float) -> None:
    """Against the printed tables."""
    assert t_quantile(0.975, freedom) == pytest.approx(value, abs=error)


def test_interval_of_a_mean() -> None:
    interval = mean_interval(np.array([1.0, 2.0, 3.0, 4.0, 5.0]))
    half = 2.77645 * math.sqrt(2.5 / 5)
    assert interval.mean == 3
    assert interval.high - 3 == 3 - interval.low == pytest.approx(half, rel=1e-3)
    assert str(interval) == "+3.00 [+1.04, +4.96]"
    single = mean_interval(np.array([4.0]))
    assert single.mean == 4
    assert math.isnan(single.low)
    assert math.isnan(single.high)


def test_intervals_cover_the_truth() -> None:
    """A thousand tournaments of policies whose strength is known.

    A deal has its luck, the same at all tables; how much better the first policy plays differs from deal to deal and is
    common to the tables of the deal; on top each table has noise with the heavy tails of a game in which some lose
    hundreds of points.
    """
    rng = np.random.default_rng(1)
    truth, tournaments, deals = 6.0, 1000, 80
    seating = seatings(2, SIDES)
    shape = (tournaments, deals, len(seating), 3)
    luck = rng.normal(0, 60, (tournaments, deals, 1, 3))
    edge = rng.exponential(1, (tournaments, deals, 1, 3)) * truth
    noise = 25 * rng.standard_t(4, shape)
    scores = np.rint(luck + edge * (seating == 0) + noise).astype(np.int64)
    covered = naive = 0
    for table in scores:
        interval = mean_interval(difference(table, seating, 0, 1))
        covered += interval.low <= truth <= interval.high
        seats = mean_interval(table[:, seating == 0].ravel().astype(float))
        others = mean_interval(table[:, seating == 1].ravel().astype(float))
        half = math.hypot(seats.high - seats.mean, others.high - others.mean)
        naive += abs(seats.mean - others.mean - truth) <= half
    assert 0.93 <= covered / tournaments <= 0.97
    assert naive / tournaments > 0.99  # without pairing the intervals are far too wide for what they are to show


def test_two_players_are_rated_by_their_odds() -> None:
    elo = bradley_terry(np.array([[0.0, 300.0], [100.0, 0.0]]))
    odds = (300 + PRIOR_DRAWS / 2) / (100 + PRIOR_DRAWS / 2)
    assert elo[0] - elo[1] == pytest.approx(400 * math.log10(odds), abs=1e-3)
    assert elo.sum() == pytest.approx(0, abs=1e-6)


def test_strengths_are_found_again() -> None:
    """Wins as they are to be expected of known ratings give those ratings."""
    true = np.array([200.0, 50.0, 0.0, -250.0])
    chance = 1 / (1 + 10 ** ((true[None] - true[:, None]) / 400))
    wins = 1e6 * chance * (1 - np.eye(4))
    assert bradley_terry(wins) == pytest.approx(true, abs=0.01)
    twice = bradley_terry(np.stack([wins, wins.T]))
    assert twice[1] == pytest.approx(-true, abs=0.01)


def test_who_wins_always_has_a_finite_rating() -> None:
    elo = bradley_terry(np.array([[0.0, 50.0], [0.0, 0.0]]))
    assert np.isfinite(elo).all()
    assert elo[0] > 300


def test_intervals_of_ratings() -> None:
    rng = np.random.default_rng(0)
    strong = rng.normal(0.3, 1, 2000)
    equal = rng.normal(0, 1, 2000)
    rated = ratings({(0, 1): strong, (0, 2): strong + equal, (1, 2): equal}, 3)
    for interval in rated:
        assert interval.low < interval.mean < interval.high
        assert interval.high - interval.low < 40
    assert rated[0].low > rated[1].high
    assert ratings({(0, 1): strong}, 2) == ratings({(0, 1): strong}, 2)
    assert {(i.mean, i.low, i.high) for i in ratings({(0, 1): np.zeros(50)}, 2)} == {(0.0, 0.0, 0.0)}


@pytest.mark.parametrize("deals", [1, 2, 10])
def test_deals_that_are_all_won_alike_give_no_interval_of_a_rating(deals: int) -> None:
    better, worse = ratings({(0, 1): np.full(deals, 7.0)}, 2)
    assert better.mean == pytest.approx(-worse.mean)
    assert better.mean > 0
    assert all(math.isnan(end) for rating in (better, worse) for end in (rating.low, rating.high))
