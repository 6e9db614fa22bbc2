"""The chances that the rule-based players of both Preferans games reckon with, in per mille.

`v` is the view of a table of either game. Who plays after a seat is told by nibbles: four bits for each seat.
"""

from __future__ import annotations

from typing import Any

from adut.core.intrinsics import lowest_bit
from adut.core.rule import inlined, rule
from adut.games.card_places import ALWAYS, cards_by_trick
from adut.games.plain_tricks import NO_SUIT, above, beats, cards_of

NO_CARD = -1
NUM_SEATS = 4
NOBODY = NUM_SEATS
"""The place, beside the seats 0 to 3, of cards that are not in play: discards, a talon that nobody has seen."""
NUM_PLACES = NOBODY + 1
DECLARER_HOLDS = (7, 20, 14)
"""How many tenths as likely as anybody else the declarer is to hold a hidden card, as a defender takes it: of a plain suit, of
the trumps that he chose for their number, of any suit without trumps."""

Places = tuple[int, int, int, int, int, int, int, int, int, int]
"""The hidden cards that may be in each place; and behind them, how many of a thousand such cards are there."""


@inlined
def follower(after: int, seat: int) -> int:
    """The seat that plays after a seat."""
    return after >> 4 * seat & 15


@inlined
def is_friend(v: Any, seat: int) -> bool:
    """Whether another seat defends a contract together with the seat to play."""
    return bool((v.declarer >= 0) & (seat != v.declarer) & (v.seat != v.declarer))


@rule
def chance_to_hold(v: Any, places: Places, seat: int, wanted: int) -> int:
    """The chance that another seat holds at least one of some cards.

    A card is in a place the more likely, the fewer cards can be there for the room that is there.
    """
    rest = wanted & places[seat]
    none = ALWAYS
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        weight = DECLARER_HOLDS[2 if v.trump == NO_SUIT else 1 if card >> 3 == v.trump else 0]
        here = 0
        everywhere = 0
        for place in range(NUM_PLACES):
            if places[place] >> card & 1:
                share = places[NUM_PLACES + place] * (weight if place == v.declarer else 10)
                everywhere += share
                here += share if place == seat else 0
        none = none * (everywhere - here) // max(everywhere, 1)
    return ALWAYS - none


@rule
def chance_to_beat(v: Any, places: Places, seat: int, led: int, best: int) -> int:
    """The chance that a seat yet to play can beat the best card of a trick, with a higher card or with a trump."""
    higher = chance_to_hold(v, places, seat, above(best))
    if led == v.trump:
        return higher
    over = higher if best >> 3 == led else 0
    void = ALWAYS - chance_to_hold(v, places, seat, cards_of(led))
    trumps = higher if best >> 3 == v.trump else chance_to_hold(v, places, seat, cards_of(v.trump))
    return over + void * trumps // ALWAYS


@inlined
def under(card: int) -> int:
    """The cards of the same suit that are lower."""
    return cards_of(card >> 3) & (1 << card) - 1


@rule
def can_stay_below(v: Any, places: Places, seat: int, card: int) -> int:
    """The chance that a seat holds a lower card of the suit, or none at all."""
    lower = chance_to_hold(v, places, seat, under(card))
    return lower + (ALWAYS - lower) * (ALWAYS - chance_to_hold(v, places, seat, above(card))) // ALWAYS


@rule
def master_of(suit: int, cards: int) -> int:
    """The highest card of a suit among some cards, as a set."""
    in_suit = cards & cards_of(suit)
    while in_suit & (in_suit - 1) != 0:
        in_suit &= in_suit - 1
    return in_suit


@rule
def suits_led_by(v: Any, seat: int, leader: int, after: int, players: int) -> int:
    """The suits that a seat has led in the tricks before, as bits, if `leader` led to the first and so many play."""
    by_trick = (
        cards_by_trick(v.played[0], v.trick_of),
        cards_by_trick(v.played[1], v.trick_of),
        cards_by_trick(v.played[2], v.trick_of),
        cards_by_trick(v.played[len(v.played) - 1], v.trick_of),
    )
    suits = 0
    for trick in range(v.trick_number - 1):
        best = NO_CARD
        player = leader
        first = leader
        for _ in range(players):
            card = (by_trick[player] >> 6 * trick & 63) - 1
            if best < 0:
                suits |= 1 << (card >> 3) if first == seat else 0
            if best < 0 or beats(card, best, v.trump):
                best = card
                leader = player
            player = follower(after, player)
    return suits
