"""Draws by weight, for deals that are made up: how often each game writes what on its sheet (see `Rules.random_result`)."""

from __future__ import annotations

from collections.abc import Mapping

from adut.core.random import below, next_key
from adut.core.record import Ints, table
from adut.core.rule import inlined


def lots(weights: Mapping[int, int]) -> Ints:
    """Numbers, each as often as its weight says, for `drawn`."""
    return table([value for value, weight in weights.items() for _ in range(weight)])


@inlined
def draw(number: int, index: int, bound: int) -> int:
    """The draw `index` of a key, from 0 to bound - 1."""
    return below(next_key(number, index), bound)


@inlined
def drawn(values: Ints, number: int, index: int) -> int:
    """The draw `index` of a key among some `lots`."""
    return values[draw(number, index, len(values))]


@inlined
def happens(number: int, index: int, percent: int) -> bool:
    """Whether something happens that happens so often; the draw `index` of a key."""
    return draw(number, index, 100) < percent
