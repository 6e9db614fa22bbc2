"""Who sits where: the seatings in which every deal is played.

Every deal is played with all seatings of a schedule. Every seating has its mirror in which two policies have changed
places, so each of a pair has each seat of a deal equally often, alone and beside itself, against the same company. The
luck of cards and seat cancels in the difference between the two, and a policy scores exactly zero against itself.
"""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from adut.core.errors import OptionError

DUELS, MIXED = "duels", "mixed"
SCHEDULES = (DUELS, MIXED)
"""`duels`: every two policies play each other. `mixed`: different policies at one table, in all orders."""

Sides = tuple[tuple[int, ...], ...]
"""The seats that belong together, e.g. ((0, 2), (1, 3)) for partners who sit across."""


def seatings(policies: int, sides: Sides, schedule: str = DUELS) -> NDArray[np.int64]:
    """The number of the policy in each seat, for every seating, int64 of shape (seatings, seats).

    In a duel one of the two takes one side and the other takes all others: with two sides they change places; with
    three, one plays against two in all rotations and both directions. One policy alone plays with itself.

    Raises:
        OptionError: an unknown schedule, no policy, or too few for mixed tables.
    """
    if schedule not in SCHEDULES:
        raise OptionError(f"schedule is one of {', '.join(SCHEDULES)}, not {schedule!r}")
    if policies < 1:
        raise OptionError("an evaluation needs at least one policy")
    number = len(sides)
    if policies == 1:
        by_side = [(0,) * number]
    elif schedule == MIXED:
        if policies < number:
            raise OptionError(f"mixed tables of {number} sides need as many policies, got {policies}")
        by_side = list(itertools.permutations(range(policies), number))
    else:
        by_side = [
            tuple(one if side == place else other for side in range(number))
            for pair in itertools.combinations(range(policies), 2)
            for one, other in (pair, pair[::-1])
            for place in range(number)
        ]
        by_side = list(dict.fromkeys(by_side))  # with two sides each occurs twice
    seats = np.zeros((len(by_side), sum(map(len, sides))), np.int64)
    for row, side in itertools.product(range(len(by_side)), range(number)):
        seats[row, list(sides[side])] = by_side[row][side]
    return seats


def pairs(seating: NDArray[np.int64], policies: int) -> list[tuple[int, int]]:
    """The pairs of policies that meet."""
    return [(a, b) for a, b in itertools.combinations(range(policies), 2) if _meet(seating, a, b).any()]


def _meet(seating: NDArray[np.int64], a: int, b: int) -> NDArray[np.bool_]:
    return np.asarray((seating == a).any(axis=1) & (seating == b).any(axis=1), np.bool_)


def difference(scores: NDArray[np.int64], seating: NDArray[np.int64], a: int, b: int) -> NDArray[np.float64]:
    """What policy `a` scored more than `b` on each deal, a seat, over the tables where they met: float64 (deals,).

    Args:
        scores: whole numbers of shape (deals, seatings, seats).
        seating: from `seatings`.
    """
    met = _meet(seating, a, b)
    mine, theirs = seating[met] == a, seating[met] == b
    assert mine.sum() == theirs.sum()
    sign = mine.astype(np.int64) - theirs
    # whole numbers until the end, so that equal play gives exactly zero
    return np.asarray((scores[:, met] * sign).sum(axis=(1, 2)) / mine.sum(), np.float64)


def mean_score(scores: NDArray[np.int64], seating: NDArray[np.int64], a: int) -> NDArray[np.float64]:
    """What a policy scored on each deal, a seat, over all tables: float64 of shape (deals,)."""
    mine = seating == a
    return np.asarray((scores * mine).sum(axis=(1, 2)) / mine.sum(), np.float64)


def alone(seating: NDArray[np.int64], sides: Sides, a: int, b: int) -> NDArray[np.bool_]:
    """The seatings in which `a` has one side against `b` on all others, bool of shape (seatings,)."""
    firsts = seating[:, [side[0] for side in sides]]
    return np.asarray(((firsts == a).sum(axis=1) == 1) & ((firsts == b).sum(axis=1) == len(sides) - 1))
