"""Seats around the table (section 4 of the rules). Everything goes clockwise, to the left, along the ring of seats."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from adut.core.cards import CARD_NAMES, CLUBS, DIAMONDS, HEARTS, RANK_LETTERS, SPADES, parse_card_list
from adut.core.errors import NotationError
from adut.core.record import Ints, table
from adut.core.rule import inlined
from adut.games.slots import SLOTS

MIN_PLAYERS, MAX_PLAYERS = 3, 4
RINGS = {players: [(0, *others) for others in permutations(range(1, players))] for players in (MIN_PLAYERS, MAX_PLAYERS)}
"""By the number of players: every way to sit, clockwise from seat 0. Ring 0 is the order of the numbers."""
ANNOUNCEMENTS = tuple(
    f"clockwise {' '.join(map(str, four))}"
    + (f"; of three players {' '.join(map(str, RINGS[MIN_PLAYERS][ring]))}" if ring < len(RINGS[MIN_PLAYERS]) else "")
    for ring, four in enumerate(RINGS[MAX_PLAYERS])
)
"""Who sits next to whom, as it is told at the beginning of a deal, by ring."""
_MOST_RINGS = len(RINGS[MAX_PLAYERS])
NUM_RINGS = table([0, 0, 0, len(RINGS[3]), len(RINGS[4])])
"""[players] how many ways to sit there are."""
_SIZE = (MAX_PLAYERS + 1) * _MOST_RINGS * SLOTS


def _tables() -> tuple[Ints, Ints, Ints, Ints]:
    """Nibbles by `_place`: of a dealer the hands in order and who plays after each seat, of an observer the seat in every slot
    and, after a first zero, the slot bit of every seat."""
    order, after, seats, slots = ([0] * _SIZE for _ in range(4))
    for players, rings in RINGS.items():
        for ring, circle in enumerate(rings):
            for seat in range(players):
                place = _place(players, ring, seat)
                first = circle.index(seat)
                around = [circle[(first + step) % players] for step in range(players)]
                hands = [*around[1:], seat]
                active = hands[:3]
                follows = {one: active[(step + 1) % 3] for step, one in enumerate(active)}
                if players == MAX_PLAYERS:
                    follows[seat] = active[0]
                empty = list(range(players, SLOTS))  # a slot that nobody has: a seat that nobody has
                order[place] = sum(one << 4 * step for step, one in enumerate(hands + empty))
                after[place] = sum(following << 4 * one for one, following in follows.items())
                seats[place] = sum(one << 4 * slot for slot, one in enumerate(around + empty))
                slots[place] = sum(1 << slot + 4 * (one + 1) for slot, one in enumerate(around))
    return table(order), table(after), table(seats), table(slots)


def _place(players: int, ring: int, seat: int) -> int:
    return (players * _MOST_RINGS + ring) * SLOTS + seat


_ORDER, _AFTER, _SEATS, _SLOTS = _tables()


@inlined
def order_of_hands(players: int, ring: int, dealer: int) -> int:
    """Nibbles: first, second, third hand, and the dealer of four."""
    return _ORDER[(players * _MOST_RINGS + ring) * SLOTS + dealer]


@inlined
def seats_after(players: int, ring: int, dealer: int) -> int:
    """Nibbles: for each seat with cards the next one; for the dealer of four first hand."""
    return _AFTER[(players * _MOST_RINGS + ring) * SLOTS + dealer]


@inlined
def seats_from(players: int, ring: int, observer: int) -> int:
    """The seats of an observer's slots, clockwise, for `nibble`."""
    return _SEATS[(players * _MOST_RINGS + ring) * SLOTS + observer]


@inlined
def slots_from(players: int, ring: int, observer: int) -> int:
    """The slots of all seats as an observer counts them, for `slots.slot_bit`."""
    return _SLOTS[(players * _MOST_RINGS + ring) * SLOTS + observer]


@inlined
def nibble(numbers: int, place: int) -> int:
    """One of the numbers that are packed into four bits each."""
    return numbers >> 4 * place & 15


_SUIT_VALUE = {SPADES: 1, CLUBS: 2, DIAMONDS: 3, HEARTS: 4}
_RANK_VALUE = {"A": 1, "J": 2, "Q": 3, "K": 4, "7": 7, "8": 8, "9": 9, "T": 10}


def draw_value(card: int) -> int:
    """What a card counts in the draw for seats, 2 to 14."""
    return _RANK_VALUE[RANK_LETTERS[card & 7]] + _SUIT_VALUE[card >> 3]


def seats_by_draw(draw: str | Sequence[str | int]) -> tuple[int, ...]:
    """Who sits where after the draw for seats: the indices of the drawn cards clockwise, the first dealer at the front.

    The lowest total deals, the others follow in ascending order; equal totals go by the lower suit. Raises NotationError unless
    three or four different cards are drawn.
    """
    cards = parse_card_list(draw)
    if len(set(cards)) != len(cards) or not MIN_PLAYERS <= len(cards) <= MAX_PLAYERS:
        raise NotationError(f"three or four different cards are drawn, not {' '.join(CARD_NAMES[card] for card in cards)}")
    return tuple(sorted(range(len(cards)), key=lambda place: (draw_value(cards[place]), _SUIT_VALUE[cards[place] >> 3])))
