"""The record of a table of Preferans."""

from __future__ import annotations

from adut.core.record import Ints, TableRecord, ints

SEATS = 3
NO_SEAT = -1
NO_CARD = -1
NO_CONTRACT = 0
HAND_SIZE = 10
NUM_EVENTS = 86
"""Room for 30 dealt cards, the 2 of the talon and 53 decisions. In whole words."""

SILENT, BIDDING, PASSED, IN_HAND, IN_HAND_BETL, IN_HAND_SANS = range(6)
"""What a seat has said in the auction: nothing, numbers, pass, or a game from the hand."""

UNDECIDED, ALL_PASSED, UNFOLLOWED, UNDOUBLED, MADE, FAILED, FINED = range(7)
"""What became of a deal. Unfollowed: nobody followed, the contract counts as made. Undoubled: a pik without kontra, for which
refe was written. Fined: the referee's fines took the place of the score."""


class PreferansTable(TableRecord, max_events=NUM_EVENTS):
    """The state of a table of Preferans. Card sets are bits of the 32 card ids; sets of seats are bits; seats count from 0."""

    declarer: int
    contract: int  # 2 pik, 3 karo, 4 herc, 5 tref, 6 betl, 7 sans; 0 none
    trump: int  # suit, NO_SUIT
    in_hand: int
    value: int  # V in force, 0 before the contract
    playing: int  # seats that play cards
    trick_cards: int  # cards in the current trick
    trick_number: int  # the current trick, 1 to 10
    leader: int
    led: int  # suit of the led card, NO_SUIT
    best_seat: int  # winning the current trick so far
    best_card: int
    last_winner: int
    hands: Ints = ints(3)
    trick: Ints = ints(3)  # card of each seat in the current trick, NO_CARD
    played: Ints = ints(3)  # cards played by each seat
    void: Ints = ints(3)  # suits that each seat has shown not to hold
    tricks: Ints = ints(3)  # tricks won by each seat
    counted_tricks: Ints = ints(3)  # tricks of each defender that count for what is written
    trick_of: Ints = ints(4)  # for each card a byte: the trick in which it was played, 0
    talon: int
    discards: int
    forehand: int
    level: int  # of the auction, 2 to 7; 0 before the first number
    holder: int  # seat that named or holds the level
    active: int  # seats that may still name numbers
    status: Ints = ints(3)  # of each seat in the auction: SILENT to IN_HAND_SANS
    said: Ints = ints(3)  # last number of each seat, 0
    named: Ints = ints(3)  # suit level that each seat named for his game from the hand, 0
    to_name: int  # seats that announced a game from the hand and have not spoken since
    best_named: int  # the highest of those suit levels
    followers: int  # seats that said that they follow
    answered: int  # seats that said whether they do
    caller: int  # follower who called the other one
    giver: int  # defender who gave kontra
    doublings: int  # 0 none, 1 kontra, 2 rekontra, 3 subkontra, 4 mortkontra
    outcome: int
    bula_change: Ints = ints(3)
    written: Ints = ints(3, 3)  # supe of this deal that [seat] writes on [seat]
    refe_doubles: int  # a refe of the declarer doubles the deal and is used up by it
    refe_gained: int  # the deal writes refe for everybody
    deals: int  # on the sheet
    bula: Ints = ints(3)
    supe: Ints = ints(3, 3)  # that [seat] has written on [seat]
    refe: Ints = ints(3)  # unplayed
    refe_written: int  # how often refe has been written
    rounding: Ints = ints(3)  # what writing off the bule that are left at the end gives each seat, in thirds of a point
