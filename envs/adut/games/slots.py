"""Seats as an observer counts them: slot 0 is his own, slot 1 plays after him, and so on around the table."""

from __future__ import annotations

from adut.core.record import Ints, table
from adut.core.rule import inlined

SLOTS = 4
MIN_PLAYERS, MAX_PLAYERS = 2, 4


def _tables() -> tuple[Ints, Ints]:
    """By 4 * players + observer, four bits each: the seat in every slot, and after a first zero the slot bit of every seat."""
    seats, slots = [0] * 20, [0] * 20
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        for observer in range(players):
            place = 4 * players + observer
            order = [(observer + slot) % players for slot in range(players)]
            order += range(players, SLOTS)  # a slot that nobody has: a seat that nobody has
            seats[place] = sum(seat << 4 * slot for slot, seat in enumerate(order))
            slots[place] = sum((1 << slot) << 4 * (seat + 1) for slot, seat in enumerate(order))
    return table(seats), table(slots)


_SEATS, _SLOTS = _tables()


@inlined
def seats_from(players: int, observer: int) -> int:
    """The seats of an observer's slots, for `seat_in`."""
    return _SEATS[4 * players + observer]


@inlined
def slots_from(players: int, observer: int) -> int:
    """The slots of all seats as an observer counts them, for `slot_bit`."""
    return _SLOTS[4 * players + observer]


@inlined
def seat_in(seats: int, slot: int) -> int:
    """The seat in a slot, of `seats_from`."""
    return seats >> 4 * slot & 3


@inlined
def slot_bit(slots: int, seat: int) -> int:
    """1 << the slot of a seat, of `slots_from`; 0 for no seat (-1)."""
    return slots >> 4 * (seat + 1) & 15
