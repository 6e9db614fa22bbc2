"""The record of a table of Skat."""

from __future__ import annotations

from adut.core.record import Ints, TableRecord, ints

NO_SEAT = -1
NO_BID = -1
NO_CARD = -1
NO_CONTRACT = -1
HAND_SIZE = 10
NUM_EVENTS = 224
"""Room for 32 dealt cards, 168 decisions, 2 picked up and 10 open cards, and at the end 2 of the skat. In whole words."""
ROUNDS = (("round_totals", "totals"), ("round_wins", "wins"), ("round_losses", "losses"))
"""What is kept of the last complete round of deals, in which everybody dealt equally often, and of what it is a copy."""
LISTS = tuple(now for _, now in ROUNDS) + tuple(then for then, _ in ROUNDS)
"""The columns of the list, a number a seat each."""


class SkatTable(TableRecord, max_events=NUM_EVENTS, seldom=("matadors", "value", *LISTS)):
    """The state of a table of Skat. Card sets are bits of the 32 card ids; seats count from 0."""

    forehand: int
    middlehand: int
    rearhand: int
    stage: int  # of the auction, 1 to 3 (5.2)
    last_bid: int  # index into BIDS of the highest bid, NO_BID
    bidder: int  # seat that names bids in the present duel
    answerer: int  # seat that holds or passes, NO_SEAT in stage 3
    to_answer: int  # a bid waits for an answer
    passed: int  # bit set of seats
    declarer: int
    bid: int  # the final bid, 0 without a declarer
    picked_up: int
    hand_game: int
    contract: int
    schneider: int  # announced, also by implication
    schwarz: int
    ouvert: int
    conceded: int
    skat: int  # the cards that lie in the skat now
    original_skat: int
    twelve: int  # the declarer's ten dealt cards and the original skat, which decide the matadors
    trick_cards: int  # cards in the current trick
    leader: int
    led: int  # suit of the led card, TRUMP for a trump
    best_seat: int  # winning the current trick so far
    best_card: int
    trick_points: int
    trick_number: int  # the current trick, 1 to 10
    last_winner: int
    declarer_points: int  # in tricks; with the skat once the deal is over
    defender_points: int
    declarer_tricks: int
    defender_tricks: int
    matadors: int  # signed: with (+) or without (-); 0 until the deal is over and in Null
    value: int  # what the declarer writes; 0 until the deal is over
    hands: Ints = ints(4)
    said: Ints = ints(4)  # highest bid named or held, 1 + index into BIDS
    trick: Ints = ints(4)  # card of each seat in the current trick, NO_CARD
    played: Ints = ints(4)  # cards played by each seat
    void: Ints = ints(4)  # suits that each seat has shown not to hold, bit TRUMP for trumps
    counted: int  # deals of the list that count so far
    totals: Ints = ints(4)
    wins: Ints = ints(4)
    losses: Ints = ints(4)
    round_totals: Ints = ints(4)  # the same three after the last complete round of deals
    round_wins: Ints = ints(4)
    round_losses: Ints = ints(4)
    trick_of: Ints = ints(4)  # for each card a byte: the trick in which it was played, 0
