"""The history of a deal: events, and what each seat sees of them.

An event is four bytes, packed into one int32 of a record: kind, who (16 * actor + seat), value, audience (a bit for each seat
that sees it whole). For a seat outside the audience an event has happened with its value masked (ACTION), or is not there at
all, without a gap (SECRET_ACTION, NEW_CARD, SHOWN_CARD, ANNOUNCEMENT: something that the rules have a player tell of his cards,
a number of the game's own).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adut.core.intrinsics import lowest_bit
from adut.core.record import TableRecord
from adut.core.rule import inlined, rule

ACTION, SECRET_ACTION, NEW_CARD, SHOWN_CARD, ANNOUNCEMENT = range(1, 6)
EVENT_NAMES = ("", "action", "secret action", "new card", "shown card", "announcement")
EVERYBODY = 15
MASKED = -1
"""The value of an event that a seat knows to have happened, and no more."""

UNKNOWN = 255
"""What stands for the value of such an event in a view."""

TOKEN_WIDTH = 4
"""A token is (kind, actor, seat, value): kind from 1, actor and seat relative to the observer, value an action or card id."""


@inlined
def _event(kind: int, actor: int, seat: int, value: int, audience: int) -> int:
    return kind | (actor * 16 + seat) << 8 | value << 16 | audience << 24


@inlined
def log(s: TableRecord, kind: int, actor: int, seat: int, value: int, audience: int) -> None:
    """Append an event to the record's history."""
    n = s.num_events
    s.num_events = n + 1
    s.history[n] = _event(kind, actor, seat, value, audience)


@rule
def log_cards(s: TableRecord, kind: int, seat: int, cards: int, audience: int) -> None:
    """Append an event for each card of a set that comes to a seat or is shown by it, ascending."""
    n = s.num_events
    rest = cards
    while rest != 0:
        s.history[n] = _event(kind, seat, seat, lowest_bit(rest), audience)
        n += 1
        rest &= rest - 1
    s.num_events = n


@inlined
def clear_history(s: TableRecord) -> None:
    """Forget all events."""
    for n in range(s.num_events):
        s.history[n] = 0
    s.num_events = 0


@rule
def write_tokens(s: TableRecord, seats: int, observer: int, out: NDArray[np.int16]) -> int:
    """Write the events that `observer` may know as tokens, shape (T, 4), zero padded. Returns how many."""
    length = 0
    for n in range(s.num_events):
        event = int(s.history[n])
        kind = event & 255
        value = event >> 16 & 255
        if not event >> (24 + observer) & 1:
            if kind != ACTION:
                continue
            value = MASKED
        elif value == UNKNOWN:
            value = MASKED
        out[length, 0] = kind
        out[length, 1] = ((event >> 12 & 15) - observer) % seats
        out[length, 2] = ((event >> 8 & 15) - observer) % seats
        out[length, 3] = value
        length += 1
    for n in range(length, len(out)):
        for k in range(TOKEN_WIDTH):
            out[n, k] = 0
    return length


@rule
def hide_history(s: TableRecord, observer: int) -> None:
    """Reduce the history of a record to what `observer` may know."""
    count = s.num_events
    kept = 0
    for n in range(count):
        event = int(s.history[n])
        if not event >> (24 + observer) & 1:
            if event & 255 != ACTION:
                continue
            event |= UNKNOWN << 16
        s.history[kept] = event
        kept += 1
    for n in range(kept, count):
        s.history[n] = 0
    s.num_events = kept
