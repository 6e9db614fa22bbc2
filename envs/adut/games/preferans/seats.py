"""Seats around the table (sections 4 and 6.3 of the rules). Everything goes to the right, to the next number."""

from __future__ import annotations

from collections.abc import Sequence

from adut.core.cards import CARD_NAMES, parse_card_list
from adut.core.errors import NotationError
from adut.core.rule import inlined, rule
from adut.games import slots
from adut.games.preferans.layout import LEVEL_OF, SANS
from adut.games.preferans.table import SEATS


@inlined
def seat_in(observer: int, slot: int) -> int:
    """The seat in a slot of an observer: slot 0 is his own, slot 1 plays after him."""
    return slots.seat_in(slots.seats_from(SEATS, observer), slot)


@inlined
def slot_bit(observer: int, seat: int) -> int:
    """1 << the slot of a seat as an observer counts them; 0 for no seat (-1)."""
    return slots.slot_bit(slots.slots_from(SEATS, observer), seat)


@inlined
def next_seat(seat: int) -> int:
    """The seat that plays after a seat; the first defender of a declarer."""
    return seat + 1 if seat < SEATS - 1 else 0


@inlined
def previous_seat(seat: int) -> int:
    """The seat that plays before a seat; the second defender of a declarer."""
    return seat - 1 if seat > 0 else SEATS - 1


@rule
def first_leader(contract: int, forehand: int, declarer: int, playing: int) -> int:
    """Who leads to the first trick (6.3): in sans the second defender if he plays, else the first one; in other contracts
    forehand, or the next after him who plays."""
    if contract == SANS:
        second = previous_seat(declarer)
        return second if playing >> second & 1 else next_seat(declarer)
    seat = forehand
    while not playing >> seat & 1:
        seat = next_seat(seat)
    return seat


def seats_by_cut(cut: str | Sequence[str | int]) -> tuple[int, int, int]:
    """Who sits where after the cut for seats: the indices of the cards of dealer, forehand and the player between them.

    The highest card chooses a chair and is forehand of the first deal, the lowest sits to his left and deals. Equal ranks are
    decided by the suits as contracts, spades low. Raises NotationError unless these are three different cards.
    """
    cards = parse_card_list(cut)
    if len(set(cards)) != SEATS or len(cards) != SEATS:
        raise NotationError(f"three different cards are cut, not {' '.join(CARD_NAMES[card] for card in cards)}")
    low, middle, high = sorted(range(SEATS), key=lambda place: (cards[place] & 7, LEVEL_OF[cards[place] >> 3]))
    return low, high, middle
