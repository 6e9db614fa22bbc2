"""Records: the fixed-size state of a table, declared as annotated classes.

    class SkatTable(TableRecord):
        soloist: int                                  # an int64 scalar
        hands: NDArray[np.int64] = ints(4)            # four int64
        history: NDArray[np.int8] = small(200, 4)     # a long, narrow array

A record class is never instantiated: it names the fields for readers and type checkers, and `dtype` is the layout of the
bytes. Rules receive elements of arrays of that dtype and use the fields as attributes. Scalars and card sets are int64;
only long arrays are narrow, and their elements are read through `int(...)`.
"""

from __future__ import annotations

from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from adut.core.rule import record_dtype


class _Field:
    def __init__(self, kind: type[np.generic], shape: tuple[int, ...]) -> None:
        self.kind, self.shape = kind, shape


def ints(*shape: int) -> NDArray[np.int64]:
    """Declare an array of int64 inside a record."""
    return cast("NDArray[np.int64]", _Field(np.int64, shape))


def events(count: int) -> NDArray[np.int32]:
    """Declare a history of at most so many events (see `core.history`). An even number."""
    if count % 2:
        raise TypeError(f"a history must fill whole words of 8 bytes, got {count} events")
    return cast("NDArray[np.int32]", _Field(np.int32, (count,)))


def small(*shape: int) -> NDArray[np.int8]:
    """Declare a long array of int8 inside a record. Its size is a multiple of eight bytes."""
    if int(np.prod(shape)) % 8:
        raise TypeError(f"a narrow array must fill whole words of 8 bytes, got shape {shape}")
    return cast("NDArray[np.int8]", _Field(np.int8, shape))


class Record:
    """Base of all records. `dtype` lists the fields of the base classes first, in the order of declaration."""

    dtype: ClassVar[np.dtype[Any]] = np.dtype([])
    fields: ClassVar[dict[str, _Field]] = {}

    def __init_subclass__(cls) -> None:
        fields = dict(cls.fields)
        for name in cls.__dict__.get("__annotations__", {}):
            declared = cls.__dict__.get(name)
            fields[name] = declared if isinstance(declared, _Field) else _Field(np.int64, ())
        cls.fields = fields
        cls.dtype = np.dtype([(name, field.kind, field.shape) for name, field in fields.items()])

    @classmethod
    def zeros(cls, count: int) -> NDArray[Any]:
        """An array of `count` records, every byte zero."""
        return np.zeros(count, record_dtype(cls.dtype))


class TableRecord(Record):
    """What the record of every game begins with. Rules of a game read and write these; the engine drives them.

    Fields that a game's `deal` and `apply` write: `phase`, `actor`, `seat`, `legal`, `deal_over`, `points`.
    """

    seed: int  # of the generator; with table and deal_number it determines the deal
    table: int  # number of this table in its batch
    deal_number: int  # deals dealt at this table so far, void ones included; numbers the present one from 1
    match_deals: int  # deals dealt in the present match, void ones included
    moves: int  # decisions made since the episode began
    is_over: int  # the episode has ended
    truncated: int  # ... because max_deals was reached
    deal_over: int  # the last decision ended a deal; `points` holds its scores
    match_over: int  # the match (the list, the pulja, ...) has ended
    phase: int  # of the game's own enumeration
    actor: int  # the agent that decides
    seat: int  # the seat whose cards the decision uses
    dealer: int
    next_dealer: int  # of the deal after this one, once this one has ended
    num_events: int  # events in the history of this deal
    legal: NDArray[np.int64] = ints(4)  # legal actions as a bit set, 32 actions a word
    points: NDArray[np.int64] = ints(4)  # official points of the last finished deal, by seat
    reward: NDArray[np.int64] = ints(4)  # what the last decision paid each seat, in units of a payoff point
    shaped: NDArray[np.int64] = ints(4)  # shaping paid in this deal so far
    pack: NDArray[np.int8] = small(32)  # the cards in dealing order


MAX_SEATS = 4
WORDS = 4  # of a set of legal actions
