"""Who sits where: the active players in the order of play, seen from any seat (section 4 of the rules).

Slot 0 is the observer, slots 1 and 2 are the active players that follow him clockwise. For the dealer of four, who sits out,
slots 0, 1, 2 are forehand, middlehand, rearhand. Forehand's own slots are therefore the roles.
"""

from __future__ import annotations

from adut.core.record import Ints, table
from adut.core.rule import inlined

SITS_OUT = 8
"""The slot bit of the dealer of four."""


def _tables() -> tuple[Ints, Ints]:
    """By 16 * players + 4 * forehand + observer, four bits each: the seat in every slot, the slot bit of every seat."""
    seats, slots = [0] * 80, [0] * 80
    for players in (3, 4):
        for forehand in range(players):
            active = [(forehand + role) % players for role in range(3)]
            for observer in range(players):
                first = active.index(observer) if observer in active else 0
                order = active[first:] + active[:first]
                place = 16 * players + 4 * forehand + observer
                seats[place] = sum(seat << 4 * slot for slot, seat in enumerate(order))
                for seat in range(players):
                    bit = 1 << order.index(seat) if seat in order else SITS_OUT
                    slots[place] |= bit << 4 * (seat + 1)
    return table(seats), table(slots)


_SEATS, _SLOTS = _tables()


@inlined
def seats_from(players: int, forehand: int, observer: int) -> int:
    """The seats of an observer's slots, for `slots.seat_in`."""
    return _SEATS[16 * players + 4 * forehand + observer]


@inlined
def slots_from(players: int, forehand: int, observer: int) -> int:
    """The slots of all seats as an observer counts them, for `slots.slot_bit`, which is SITS_OUT for the dealer of four."""
    return _SLOTS[16 * players + 4 * forehand + observer]
