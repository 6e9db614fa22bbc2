"""The record of a table of Bela, its sides and its seats."""

from __future__ import annotations

from adut.core.record import Ints, TableRecord, ints
from adut.core.rule import inlined
from adut.games.bela.options import THREE_TURN_UP, BelaOptions

NO_SEAT = -1
NO_SUIT = -1
NO_CARD = -1
NOT_ANNOUNCED = 0
NUM_EVENTS = 100
"""Room for the dealt, middle and turned cards and the stock (32), an exchanged card, 42 decisions, four announcements and the
cards of recognised declarations (20). In whole words."""
MAX_DECISIONS = 42


class BelaTable(TableRecord, max_events=NUM_EVENTS):
    """The state of a table of Bela. Card sets are bits of the 32 card ids; seats count from 0.

    A side is a number too: with four players 0 for seats 0 and 2, 1 for seats 1 and 3; else the seat.
    """

    trump: int  # suit, NO_SUIT
    caller: int  # seat, NO_SEAT
    forehand: int
    trick_number: int  # the current trick from 1, 0 before the first lead
    trick_cards: int  # cards in the current trick
    led: int  # suit of the led card, NO_SUIT
    best_seat: int  # winning the current trick so far
    best_card: int
    trick_points: int
    leader: int
    last_winner: int
    bela_open: int  # no king or queen of trump has been played yet
    hands: Ints = ints(4)
    played: Ints = ints(4)  # cards played by each seat
    trick: Ints = ints(4)  # card of each seat in the current trick, NO_CARD
    trick_of: Ints = ints(4)  # for each card a byte: the trick in which it was played, 0
    void: Ints = ints(4)  # suits that each seat has shown not to hold, a bit each
    card_points: Ints = ints(3)  # by side, in tricks; the last trick's bonus and the discards are not in it
    tricks: Ints = ints(3)  # by side
    bela: int  # seat that said bela, NO_SEAT
    refused: int  # bit seat: kept silent about declarations; bit 4 + seat: about bela
    passes: int
    announced: Ints = ints(4)  # 1 + what each seat announced as its best declaration (see `declarations`), NOT_ANNOUNCED
    declared: Ints = ints(3)  # points of recognised declarations, by side
    shown: Ints = ints(4)  # cards of recognised declarations
    talon: Ints = ints(4)  # as dealt
    middle: int  # the two middle cards as dealt
    turned: int  # the card that was turned up, NO_CARD
    exchanged: int  # seat that exchanged the seven of trump for it, NO_SEAT
    stock: int
    discards: int
    discarded: int  # how many cards that are
    counted: Ints = ints(3)  # K by side (8.1), once the deal was played out
    scores: Ints = ints(3)  # of the deal, by side, once it is over
    result: int  # how the deal ended, NO_RESULT until then
    result_seat: int  # that held the belot, revoked, or went out
    totals: Ints = ints(3)  # of the match, by side
    pot: int  # points that hang
    winner: int  # side that won the match, NO_SEAT


@inlined
def num_sides(o: BelaOptions) -> int:
    """How many sides there are."""
    return 3 if o.players == 3 else 2


@inlined
def side_of(o: BelaOptions, seat: int) -> int:
    """The side of a seat."""
    return seat if o.players == 3 else seat & 1


@inlined
def after(o: BelaOptions, seat: int) -> int:
    """The seat to the right, which acts next."""
    return seat + 1 if seat + 1 < o.players else 0


@inlined
def place_of(s: BelaTable, o: BelaOptions, seat: int) -> int:
    """The place of a seat in the order of calling, declaring and first playing: 0 is forehand."""
    place = seat - s.forehand
    return place if place >= 0 else place + o.players


@inlined
def hand_size(o: BelaOptions) -> int:
    """How many cards a player has in play, and how many tricks there are."""
    return 8 if o.players == 4 else 10


@inlined
def has_turned_card(o: BelaOptions) -> bool:
    """Whether a card is turned up and trump is called in two rounds (5.2)."""
    return o.players == 2 or (o.players == 3 and o.three_bidding == THREE_TURN_UP)


@inlined
def has_middle(o: BelaOptions) -> bool:
    """Whether the caller takes two middle cards and discards two (5.3, 5.5)."""
    return o.players == 3 or (o.players == 2 and o.two_middle != 0)


def sides(players: int) -> tuple[tuple[int, ...], ...]:
    """The seats that belong together."""
    return ((0, 2), (1, 3)) if players == 4 else tuple((seat,) for seat in range(players))
