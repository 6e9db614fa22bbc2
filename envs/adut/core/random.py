"""The generator: numbers that depend on named keys alone.

Every draw is a function of (seed, table, stream, index): whatever was played, however many tables or threads there are,
deal k of table i is the same. The mixing function is SplitMix64's finaliser (Steele, Lea and Flood 2014); a deal is shuffled
with Fisher and Yates' method from a SplitMix64 sequence that starts at the mixed key. uint64 lives in this file alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from adut.core.record import Ints
from adut.core.rule import rule, wrapping

(
    STREAM_DEALS,
    STREAM_LOTS,
    STREAM_ACTIONS,
    STREAM_STARTS,
    STREAM_TIES,
    STREAM_SEATS,
    STREAM_SHEETS,
    STREAM_PLAYOUTS,
) = range(1, 9)
"""What a draw is for: cards, the first dealer, agents and random actions, `start="play"`, ties in a match, the learner's seat,
sheets, playouts."""

MAX_SEED = 2**63 - 1

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32, _S1 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32), np.uint64(1)
_LOW = np.uint64(0xFFFFFFFF)


@wrapping
def _mix(z: Any) -> Any:
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@wrapping
def _key(seed: int, table: int, stream: int, index: int) -> Any:
    z = _mix(np.uint64(seed) + _GAMMA)
    z = _mix(z ^ np.uint64(table) + _GAMMA)
    z = _mix(z ^ np.uint64(stream) + _GAMMA)
    return _mix(z ^ np.uint64(index) + _GAMMA)


@wrapping
def key(seed: int, table: int, stream: int, index: int) -> int:
    """A number from 0 to 2**63 - 1 that mixes the four; itself a seed for `next_key` and `below`."""
    return np.int64(_key(seed, table, stream, index) >> _S1)  # type: ignore[return-value]


@wrapping
def next_key(number: int, index: int) -> int:
    """A number from 0 to 2**63 - 1 that mixes a key with an index."""
    return np.int64(_mix(_mix(np.uint64(number) + _GAMMA) ^ np.uint64(index) + _GAMMA) >> _S1)  # type: ignore[return-value]


@wrapping
def below(number: int, bound: int) -> int:
    """A number from 0 to bound - 1, from a key: bound < 2**31, bias below bound / 2**32."""
    return np.int64(((np.uint64(number) >> _S31) * np.uint64(bound)) >> _S32)  # type: ignore[return-value]


@wrapping
def shuffle(pack: Ints, seed: int, table: int, deal: int) -> None:
    """Fill `pack` with a uniformly random order of 0 .. len(pack) - 1, a function of (seed, table, deal)."""
    z = _key(seed, table, STREAM_DEALS, deal)
    for i in range(len(pack)):
        pack[i] = i
    bits = z
    for i in range(len(pack) - 1, 0, -1):
        if i & 1:  # one mixed word serves two draws of 32 bits
            z = z + _GAMMA
            bits = _mix(z)
        j: Any = np.int64(((bits & _LOW) * np.uint64(i + 1)) >> _S32)
        bits = bits >> _S32
        swap = pack[i]
        pack[i] = pack[j]
        pack[j] = swap


@rule
def lot(seed: int, table: int, index: int, bound: int) -> int:
    """A number from 0 to bound - 1 for matters outside the deal: the first dealer, a tie decided by lot."""
    return below(key(seed, table, STREAM_LOTS, index), bound)
