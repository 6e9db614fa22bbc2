"""Records that come from outside: what is looked at before the engine, which checks no index, plays on from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.cards import NUM_CARDS
from adut.core.errors import StateFormatError
from adut.core.game import Game
from adut.core.record import WORDS

Flags = NDArray[np.bool_]


def check_records(game: Game, states: NDArray[Any]) -> None:
    """Refuse records that no table of a game can be in.

    The common fields are in range, and the game's own invariants hold. That is not proof that a record is one of these options,
    nor that every field of the game's own makes sense.

    Args:
        game: what is played.
        states: records of its type, contiguous.

    Raises:
        StateFormatError: the first fault, with the first record that has it.
    """
    with np.errstate(all="ignore"):  # the sums of garbage may be too great
        for what, holds in _checks(game, states):
            if not holds.all():
                raise StateFormatError(f"record {int(np.argmin(holds))} is no table of {game.name}: {what}")


def _checks(game: Game, states: NDArray[Any]) -> Iterator[tuple[str, Flags]]:
    last_seat = game.seats - 1
    for name, low, high in (
        ("seed", 0, None),
        ("table", 0, None),
        ("deal_number", 1, None),
        ("match_deals", 1, None),
        ("moves", 0, None),
        ("is_over", 0, 1),
        ("truncated", 0, 1),
        ("deal_over", 0, 1),
        ("match_over", 0, 1),
        ("phase", 0, len(game.spec.phases) - 1),
        ("actor", 0, last_seat),
        ("seat", 0, last_seat),
        ("dealer", 0, last_seat),
        ("next_dealer", 0, last_seat),
        ("num_events", 0, game.max_tokens),
    ):
        values = states[name]
        yield f"{name} is out of range", (values >= low) if high is None else (values >= low) & (values <= high)
    yield "legal has actions that the game has not", ((states["legal"] & ~_all_actions(game)) == 0).all(axis=1)
    yield "legal is empty before the end, or not empty after it", (states["legal"] != 0).any(axis=1) == (states["is_over"] == 0)
    yield "pack is not each card once", (np.sort(states["pack"], axis=1) == np.arange(NUM_CARDS)).all(axis=1)
    try:
        invariants = game.spec.invariants(states, game.options)
    except IndexError:  # a number that names something is out of range
        raise StateFormatError(f"the records are no tables of {game.name}") from None
    for what, holds in invariants.items():
        yield f"not true that {what}", np.asarray(holds)


def _all_actions(game: Game) -> NDArray[np.int64]:
    """The set of all actions of a game, as in `legal`."""
    everything = (1 << game.num_actions) - 1
    return np.array([everything >> 32 * word & 0xFFFFFFFF for word in range(WORDS)], np.int64)
