"""The record of a table of Belot, its sides and its seats."""

from __future__ import annotations

from adut.core.record import Ints, TableRecord, ints

NO_SEAT = -1
NO_SIDE = -1
NO_SUIT = -1
NO_CARD = -1
NO_CONTRACT = -1
HAND_SIZE = 8
NUM_TRICKS = 8
NUM_EVENTS = 198
"""Room for 32 dealt cards, 58 calls, 32 cards played, eight picks and as many announcements, four belots, and eight disclosed
declarations (three events each) with their cards (32). In whole words."""
MAX_CALLS = 58
MAX_DECISIONS = MAX_CALLS + 32 + 8


class BelotTable(TableRecord, max_events=NUM_EVENTS):
    """The state of a table of Belot. Card sets are bits of the 32 card ids; seats count from 0.

    Side 0 are seats 0 and 2, side 1 seats 1 and 3. "By seat" in flags: four bits a thing, bit 4 * thing + seat; in words of
    declarations: byte 2 * seat + i for the i-th declaration, 0 or 1, of a seat.
    """

    contract: int  # suit, NO_TRUMPS, ALL_TRUMPS, NO_CONTRACT
    caller: int  # seat of the last bid, NO_SEAT
    mult: int  # 1, 2 after kontra, 4 after rekontra
    passes: int  # since the last other call
    forehand: int
    trick_number: int  # the current trick from 1, 0 before the first lead
    trick_cards: int  # cards in the current trick
    led: int  # suit of the led card, NO_SUIT
    best_seat: int  # winning the current trick so far
    best_card: int
    trick_points: int
    leader: int
    last_winner: int
    belots: int  # flags by suit and seat: announced belot
    void: int  # flags by seat and suit, bit 4 * seat + suit: shown not to hold
    hands: Ints = ints(4)
    played: Ints = ints(4)  # cards played by each seat
    trick: Ints = ints(4)  # card of each seat in the current trick, NO_CARD
    trick_of: Ints = ints(4)  # for each card a byte: the trick in which it was played, 0
    card_points: Ints = ints(2)  # by side, in tricks, without the bonus for the last one and undoubled
    tricks: Ints = ints(2)  # by side
    late: Ints = ints(4)  # the three cards of each seat that are dealt after the auction
    bids: int  # flags by contract and seat: who bid it
    kontras: int  # ... said kontra to it
    rekontras: int  # ... said rekontra
    announced: int  # flags by kind and seat: announced a declaration of this kind
    announced_twice: int  # ... and another one
    declared_length: int  # words of declarations: length of a run, 0 for a four
    declared_top: int  # 1 + rank of the top card or of the four, 0 for no declaration
    declared_suit: int  # 1 + suit of a run, 0 for a four
    counted: int  # flags of declarations, bit 2 * seat + i: it counts; 0 until that is told
    candidates: int  # a byte for each slot: what the seat that is asked may declare (see `declaring`), 0
    picked: int  # the cards of what it has declared
    raw: Ints = ints(2)  # points by side once the deal is over (8.1 step 5)
    written: Ints = ints(3)  # game points by side once the deal is over, then what hangs
    capot: int  # side with all tricks once the deal is over, NO_SIDE
    result: int  # how the deal ended, NO_RESULT until then
    totals: Ints = ints(2)  # of the match, by side
    pot: int  # game points that hang


def sides(players: int) -> tuple[tuple[int, ...], ...]:
    """The seats that belong together."""
    return ((0, 2), (1, 3))
