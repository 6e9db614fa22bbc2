"""The record of a table of Russian Preferans."""

from __future__ import annotations

from adut.core.record import Ints, TableRecord, ints

ACTIVE = 3
"""Seats that get cards."""
NO_SEAT = -1
NO_CARD = -1
NO_BID = -1
NO_CONTRACT = -1
HAND_SIZE = 10
NUM_EVENTS = 208
"""Room for the order of the seats, 30 dealt cards, the 2 of the talon, three hands that the dealer of four is offered and one
that he looks at, two open hands, and 100 decisions. In whole words."""

SAID_NOTHING, SAID_PASS, SAID_WHIST, SAID_TOGETHER, SAID_OWN = range(5)
"""What a defender has declared."""

HIDDEN, CLOSED_SO_FAR, CLOSED, OPENED = range(4)
"""The hands of the defence: not decided, closed for the first lead alone, closed for good, face up."""

UNDECIDED, ALL_PASSED, UNPLAYED, MADE, FAILED, PREFERANS, SURRENDERED = range(7)
"""What became of a deal. All passed: a raspasovka. Unplayed: nobody whisted, the contract counts as made."""


class RussianPreferansTable(TableRecord, max_events=NUM_EVENTS):
    """The state of a table of Russian Preferans. Card sets are bits of the 32 card ids; sets of seats are bits; seats count
    from 0. Four bits each hold small numbers by place or by seat where it says nibbles."""

    ring: int  # who sits next to whom, 0 in the order of their numbers
    order: int  # nibbles: first, second, third hand, and the dealer of four
    after: int  # nibbles: for each seat the one that plays next; who deals without cards is followed by first hand
    declarer: int
    contract: int  # 0 to 24 six spades to ten no trump, 25 misere, 26 raspasovka, NO_CONTRACT
    trump: int  # suit, NO_SUIT
    no_talon: int  # the winning bid was one without talon
    units: int  # tricks that the cards of the talon count for
    refused: int  # the talon was thrown openly
    preferans: int  # 1 a hand of one suit, 2 the hand without trump, 0
    trick_size: int  # cards of the current trick, 3 or 4
    trick_cards: int  # cards in the current trick
    trick_number: int  # the current trick, 1 to 10
    leader: int  # seat that plays first in the current trick
    led: int  # suit to follow, NO_SUIT
    best_seat: int  # winning the current trick so far
    best_card: int
    last_winner: int
    hands: Ints = ints(4)
    trick: Ints = ints(4)  # card of each seat in the current trick, NO_CARD
    played: Ints = ints(4)  # cards played by each seat
    void: Ints = ints(4)  # suits that each seat has shown not to hold
    tricks: Ints = ints(4)  # tricks won by each seat
    trick_of: Ints = ints(4)  # for each card a byte: the trick in which it was played or turned up, 0
    seen_hands: Ints = ints(4)  # the ten cards that the dealer of four saw of each seat, in an offer or a look
    player_of: int  # nibbles: for each seat the agent that decides its cards
    talon: int  # as dealt
    first_talon: int  # the first of its two cards
    talon_shown: int  # the declarer took it openly
    discards: int
    bid: int  # ladder index of the current bid, NO_BID; of a repeated bid the game
    repeated: int  # the current bid is a game repeated without talon
    owner: int  # seat that holds the bid
    active: int  # seats that have not passed
    last_call: Ints = ints(4)  # in the auction: action - PASS + 1, 0 before the first
    said: Ints = ints(4)  # last bid made or held: 1 + ladder index, 0
    best_game: Ints = ints(4)  # highest game with talon bid or held: 1 + ladder index, 0
    game_bidders: int  # seats that have bid a game
    misere_bidders: int  # seats that have bid misere
    offered: int  # seats that have offered half a misere
    half: int  # seat whose misere the dealer shares, NO_SEAT
    node: int  # of the tree of whists
    first_said: Ints = ints(4)  # first declaration of each defender
    then_said: Ints = ints(4)  # second declaration of each defender, and the dealer's
    looked: int  # defender whose hand the dealer looks at, NO_SEAT
    whister: int  # the single whister: the agent that writes, NO_SEAT
    whist_seat: int  # whose cards he holds
    partner: int  # defender whom he called
    both_whist: int
    returned: int  # the whist was returned
    own: int  # defender who goes for his own, NO_SEAT
    opening: int  # HIDDEN to OPENED
    outcome: int
    pool_change: Ints = ints(4)
    mountain_change: Ints = ints(4)
    whists_change: Ints = ints(4, 4)  # what [seat] writes on [seat]
    deals: int  # on the sheet
    series: int  # raspasovkas in the present series
    pool: Ints = ints(4)
    mountain: Ints = ints(4)
    whists: Ints = ints(4, 4)  # that [seat] has written on [seat]
