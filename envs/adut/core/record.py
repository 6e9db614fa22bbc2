"""Records: the fixed-size state of a table, declared as annotated classes.

    class SkatTable(TableRecord, max_events=224):
        soloist: int                                  # an int64 scalar
        hands: Ints = ints(4)            # four int64
        pack: Ints = small(32)      # a long, narrow array

A record class is never instantiated: it names the fields for readers and type checkers, and `dtype` is the layout of the
bytes. Rules receive elements of arrays of that dtype and use the fields as attributes. Scalars and card sets are int64;
only long arrays are narrow, and their elements are read through `int(...)`.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from adut.core.rule import record_dtype


class Ints:
    """The type of an array of whole numbers inside a record, and of a table of numbers that rules look up: elements are
    plain numbers, whichever way the rules run."""

    def __getitem__(self, index: int | tuple[int, ...]) -> int:
        raise NotImplementedError("Ints is a type for checkers; records and tables are NumPy arrays")

    def __setitem__(self, index: int | tuple[int, ...], value: int) -> None:
        raise NotImplementedError("Ints is a type for checkers; records and tables are NumPy arrays")

    def __len__(self) -> int:
        raise NotImplementedError("Ints is a type for checkers; records and tables are NumPy arrays")


def table(numbers: Any) -> Ints:
    """A table of int64 that rules look up; a constant, one or more dimensions."""
    return cast(Ints, np.array(numbers, np.int64))


class _Field:
    def __init__(self, kind: type[np.generic], shape: tuple[int, ...]) -> None:
        self.kind, self.shape = kind, shape


def ints(*shape: int) -> Ints:
    """Declare an array of int64 inside a record."""
    return cast(Ints, _Field(np.int64, shape))


def small(*shape: int) -> Ints:
    """Declare a long array of int8 inside a record. Its size is a multiple of eight bytes."""
    if int(np.prod(shape)) % 8:
        raise TypeError(f"a narrow array must fill whole words of 8 bytes, got shape {shape}")
    return cast(Ints, _Field(np.int8, shape))


class Record:
    """Base of all records. `dtype` lists the fields of the base classes first, in the order of declaration."""

    dtype: ClassVar[np.dtype[Any]] = np.dtype([])
    fields: ClassVar[dict[str, _Field]] = {}
    seldom: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, max_events: int = 0, seldom: tuple[str, ...] = ()) -> None:
        """Lay out the fields.

        Args:
            max_events: an even number; adds a `history` of so many events.
            seldom: fields that few decisions touch. They stand behind the history, so that what most decisions touch takes few
                lines of the processor's cache.
        """
        fields = dict(cls.fields)
        cls.seldom = cls.seldom + seldom
        for name in inspect.get_annotations(cls):
            declared = cls.__dict__.get(name)
            fields[name] = declared if isinstance(declared, _Field) else _Field(np.int64, ())
        if max_events % 2:
            raise TypeError(f"a history must fill whole words of 8 bytes, got {max_events} events")
        if max_events:
            behind = {name: fields.pop(name) for name in cls.seldom}
            fields = {**fields, "history": _Field(np.int32, (max_events,)), **behind}
        cls.fields = fields
        cls.dtype = np.dtype([(name, field.kind, field.shape) for name, field in fields.items()])

    @classmethod
    def zeros(cls, count: int) -> NDArray[Any]:
        """An array of `count` records, every byte zero."""
        return np.zeros(count * cls.dtype.itemsize, np.uint8).view(cls._runtime_dtype())

    @classmethod
    @functools.cache
    def _runtime_dtype(cls) -> np.dtype[Any]:
        return record_dtype(cls.dtype)


def copy_records(records: NDArray[Any], index: NDArray[np.int64] | None = None) -> NDArray[Any]:
    """Copies of records, all or those at an index. NumPy itself copies records field by field, a hundred times slower."""
    rows = rows_of(records)
    chosen = rows.copy() if index is None else rows[index]
    return chosen.reshape(-1).view(records.dtype)


def join_records(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Copies of the records of several arrays of one type, one array after the other."""
    return np.concatenate([rows_of(records) for records in parts]).reshape(-1).view(parts[0].dtype)


def rows_of(records: NDArray[Any]) -> NDArray[np.uint8]:
    """The bytes of a contiguous array of records, one row a record, without a copy."""
    return records.view(np.uint8).reshape(len(records), records.dtype.itemsize)


class TableRecord(
    Record,
    seldom=("seed", "table", "deal_number", "match_deals", "match_over", "next_dealer", "points", "shaped", "pack"),
):
    """What the record of every game begins with. Rules of a game read and write these; the engine drives them.

    Fields that a game's `deal` and `apply` write: `phase`, `actor`, `seat`, `legal`, `points`; `apply` alone sets `deal_over`.
    A game's own record names the length of its history: `class SkatTable(TableRecord, max_events=224)`.
    """

    if TYPE_CHECKING:
        history: Ints  # events of this deal, see `core.history`

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
    legal: Ints = ints(4)  # legal actions as a bit set, 32 actions a word
    points: Ints = ints(4)  # official points of the last finished deal, by seat
    reward: Ints = ints(4)  # what the last decision paid each seat, in units of a payoff point
    shaped: Ints = ints(4)  # shaping paid in this deal so far
    pack: Ints = small(32)  # the cards in dealing order


MAX_SEATS = 4
WORDS = 4  # of a set of legal actions
