"""The history of a deal: events, and what each seat sees of them.

An event is four bytes in a record: kind, who (16 * actor + seat), value, audience (a bit for each seat that sees it whole).
For a seat outside the audience an event has happened with its value masked (ACTION), or is not there at all, without a gap
(SECRET_ACTION, NEW_CARD, SHOWN_CARD).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.rule import rule

EVENT_WIDTH = 4
ACTION, SECRET_ACTION, NEW_CARD, SHOWN_CARD = range(1, 5)
EVENT_NAMES = ("", "action", "secret action", "new card", "shown card")
EVERYBODY = 15
MASKED = -1
"""The value of an event that a seat knows to have happened, and no more."""

TOKEN_WIDTH = 4
"""A token is (kind, actor, seat, value): kind from 1, actor and seat relative to the observer, value an action or card id."""


@rule
def log(s: Any, kind: int, actor: int, seat: int, value: int, audience: int) -> None:
    """Append an event to the record's history."""
    n = s.num_events
    s.history[n, 0] = kind
    s.history[n, 1] = actor * 16 + seat
    s.history[n, 2] = value
    s.history[n, 3] = audience
    s.num_events = n + 1


@rule
def clear_history(s: Any) -> None:
    """Forget all events."""
    for n in range(s.num_events):
        s.history[n, 0] = 0
        s.history[n, 1] = 0
        s.history[n, 2] = 0
        s.history[n, 3] = 0
    s.num_events = 0


@rule
def write_tokens(s: Any, seats: int, observer: int, out: NDArray[np.int16]) -> int:
    """Write the events that `observer` may know as tokens, shape (T, 4), zero padded. Returns how many."""
    length = 0
    for n in range(s.num_events):
        kind = int(s.history[n, 0])
        who = int(s.history[n, 1])
        value = int(s.history[n, 2])
        if not int(s.history[n, 3]) >> observer & 1:
            if kind != ACTION:
                continue
            value = MASKED
        out[length, 0] = kind
        out[length, 1] = (who // 16 - observer) % seats
        out[length, 2] = (who % 16 - observer) % seats
        out[length, 3] = value
        length += 1
    for n in range(length, len(out)):
        for k in range(TOKEN_WIDTH):
            out[n, k] = 0
    return length


@rule
def hide_history(s: Any, observer: int) -> None:
    """Reduce the history of a record to what `observer` may know."""
    count = s.num_events
    kept = 0
    for n in range(count):
        kind = int(s.history[n, 0])
        seen = int(s.history[n, 3]) >> observer & 1
        if not seen and kind != ACTION:
            continue
        s.history[kept, 0] = kind
        s.history[kept, 1] = s.history[n, 1]
        s.history[kept, 2] = s.history[n, 2] if seen else MASKED
        s.history[kept, 3] = s.history[n, 3]
        kept += 1
    for n in range(kept, count):
        for k in range(EVENT_WIDTH):
            s.history[n, k] = 0
    s.num_events = kept
