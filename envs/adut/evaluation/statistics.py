"""Intervals and ratings. The unit of everything is the deal: what its tables gave together is one observation."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95
RESAMPLES = 400
"""Bootstrap resamples behind the interval of a rating."""
ELO_SCALE = 400 / math.log(10)
PRIOR_DRAWS = 1.0
"""Drawn games that are added to each pair, so that the rating of a policy which wins always is finite."""
_STEPS, _TOLERANCE = 2_000, 1e-9


@dataclass(frozen=True)
class Interval:
    """An estimate with its 95 % interval; low and high are NaN where there is too little to say."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:+.2f} [{self.low:+.2f}, {self.high:+.2f}]"


def t_quantile(probability: float, freedom: int) -> float:
    """The quantile of Student's t distribution: exact for 1 and 2 degrees of freedom, within 0.01 % from 5 on.

    The expansion in the normal quantile is Abramowitz and Stegun 26.7.5.
    """
    if freedom == 1:
        return math.tan(math.pi * (probability - 0.5))
    if freedom == 2:
        return (2 * probability - 1) / math.sqrt(2 * probability * (1 - probability))
    z = NormalDist().inv_cdf(probability)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return math.fsum(term / freedom**power for power, term in enumerate(terms))


def mean_interval(values: NDArray[np.float64]) -> Interval:
    """The mean of independent observations, one a deal, with Student's interval.

    Two policies that play nearly alike score the same on most deals; the interval is too narrow until some twenty deals
    differ.
    """
    n = len(values)
    mean = float(values.mean())
    if n < 2:
        return Interval(mean, math.nan, math.nan)
    half = t_quantile((1 + CONFIDENCE) / 2, n - 1) * float(values.std(ddof=1)) / math.sqrt(n)
    return Interval(mean, mean - half, mean + half)


def bradley_terry(wins: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ratings in Elo, mean zero, from wins (a draw is half a win for each): the likeliest by Bradley and Terry (1952).

    Fitted by Hunter's (2004) minorisation. `PRIOR_DRAWS` are added to each pair that met.

    Args:
        wins: how often the first beat the second, shape (..., policies, policies), one fit for each leading index.
    """
    games = wins + np.swapaxes(wins, -1, -2)
    wins = wins + PRIOR_DRAWS / 2 * (games > 0)
    games = games + PRIOR_DRAWS * (games > 0)
    won = wins.sum(axis=-1)
    strength = np.ones(won.shape)
    for _ in range(_STEPS):
        before = strength
        expected = (games / (strength[..., :, None] + strength[..., None, :])).sum(axis=-1)
        strength = won / expected
        strength = strength / np.exp(np.log(strength).mean(axis=-1, keepdims=True))
        if np.abs(strength / before - 1).max() < _TOLERANCE:
            break
    return np.asarray(ELO_SCALE * np.log(strength))


def ratings(differences: dict[tuple[int, int], NDArray[np.float64]], policies: int, seed: int = 0) -> list[Interval]:
    """The Elo rating of each policy with a bootstrap interval over deals.

    A deal is a game between two policies: who scored more on it, over all its tables, wins it. Where somebody wins
    on all deals alike, to resample them tells nothing: low and high are NaN.

    Args:
        differences: for each pair what the first scored more on each deal.
        policies: how many there are.
        seed: of the resampling.
    """
    meetings = list(differences)
    outcomes = np.stack([np.sign(differences[pair]) for pair in meetings], axis=1)
    kinds, counts = np.unique(outcomes, axis=0, return_counts=True)  # to resample kinds of deals is to resample deals
    deals = len(outcomes)
    weights = np.empty((RESAMPLES + 1, len(kinds)))
    weights[0] = counts
    weights[1:] = np.random.default_rng(seed).multinomial(deals, counts / deals, RESAMPLES)
    wins = np.zeros((RESAMPLES + 1, policies, policies))
    for number, (a, b) in enumerate(meetings):
        won = 0.5 + 0.5 * kinds[:, number]
        wins[:, a, b] = weights @ won
        wins[:, b, a] = weights @ (1 - won)
    elo = bradley_terry(wins)
    tail = 100 * (1 - CONFIDENCE) / 2
    low, high = np.percentile(elo[1:], [tail, 100 - tail], axis=0)
    if len(kinds) < 2 and kinds.any():
        low[:] = high[:] = math.nan
    return [Interval(float(elo[0, p]), float(low[p]), float(high[p])) for p in range(policies)]
