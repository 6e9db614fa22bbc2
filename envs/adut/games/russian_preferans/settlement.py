"""The end of a match, settled by hand (9.3 to 9.6 of the rules)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from adut.games.russian_preferans.credit import WHISTS_PER_POINT


def settlement(
    pool: Sequence[int], mountain: Sequence[int], whists: Sequence[Sequence[int]], pool_rate: int = 10
) -> tuple[Fraction, ...]:
    """The result of a match by seat, in whists; it sums to zero.

    Pools that differ, as after an interrupted match, count too: a point is worth `pool_rate` whists.

    Args:
        pool, mountain: points by seat, without the trailing zero.
        whists: whists[i][j] has i written on j.
        pool_rate: the option pool_rate.
    """
    seats = range(len(pool))
    own = [pool_rate * int(pool[seat]) - WHISTS_PER_POINT * int(mountain[seat]) for seat in seats]
    average = Fraction(sum(own), len(own))
    return tuple(
        own[seat] - average + sum(int(whists[seat][other]) - int(whists[other][seat]) for other in seats) for seat in seats
    )
