"""What a Preferans player can tell about the cards that he does not see: sets of cards and chances in per mille.

Everything here is read from a view: own cards and discards, cards played, shown voids, and that a card of the talon is with the
declarer or among his discards. Who does not play holds ten of the hidden cards all the same.
"""

from __future__ import annotations

from adut.core.cards import FULL_PACK, NUM_SUITS
from adut.core.rule import inlined, lowest_bit, popcount, rule
from adut.games.card_places import ALWAYS, cards_by_trick, density
from adut.games.plain_tricks import NO_SUIT, above, beats, cards_of
from adut.games.preferans.options import PreferansOptions
from adut.games.preferans.seats import first_leader, next_seat
from adut.games.preferans.table import HAND_SIZE, NO_CARD, NO_SEAT, SEATS, PreferansTable

NOBODY = SEATS
"""The place, beside the seats 0 to 2, of cards that are not in play: discards, talon, who does not play."""
NUM_PLACES = NOBODY + 1
DECLARER_HOLDS = (7, 20, 14)
"""How many tenths as likely as anybody else the declarer is to hold a hidden card, as a defender takes it: of a plain suit, of
the trumps that he chose for their number, of any suit in sans and betl."""

Places = tuple[int, int, int, int, int, int, int, int]
"""The hidden cards that may be in each place; and behind them, how many of a thousand such cards are there."""


@inlined
def is_friend(v: PreferansTable, seat: int) -> bool:
    """Whether another seat is on the side of the player to decide."""
    return seat != v.declarer and v.seat != v.declarer


@rule
def next_player(v: PreferansTable, seat: int) -> int:
    """The seat that plays after a seat."""
    after = next_seat(seat)
    return after if v.playing >> after & 1 else next_seat(after)


@inlined
def partner_of(v: PreferansTable) -> int:
    """The other defender of a defender if he plays, else NO_SEAT."""
    seat = SEATS - v.declarer - v.seat
    return seat if v.seat != v.declarer and v.playing >> seat & 1 else NO_SEAT


@rule
def hidden_cards(v: PreferansTable) -> int:
    """The cards that the player to decide does not see."""
    cards = FULL_PACK & ~v.hands[v.seat] & ~(v.played[0] | v.played[1] | v.played[2])
    return cards & ~v.discards if v.seat == v.declarer else cards


@inlined
def shown_talon(v: PreferansTable, o: PreferansOptions) -> int:
    """The cards that everybody saw in the talon, none if it was not shown."""
    return v.talon if o.talon_public and not v.in_hand else 0


@rule
def places_of(v: PreferansTable, o: PreferansOptions) -> Places:
    """Where the hidden cards may be, as the player to decide sees it."""
    pool = hidden_cards(v)
    talon = shown_talon(v, o)
    may_0, room_0 = place_of_seat(v, 0, pool, talon)
    may_1, room_1 = place_of_seat(v, 1, pool, talon)
    may_2, room_2 = place_of_seat(v, 2, pool, talon)
    left = popcount(pool) - room_0 - room_1 - room_2
    return (
        may_0,
        may_1,
        may_2,
        pool if left > 0 else 0,
        density(room_0, may_0),
        density(room_1, may_1),
        density(room_2, may_2),
        density(left, pool),
    )


@inlined
def place_of_seat(v: PreferansTable, seat: int, cards: int, talon: int) -> tuple[int, int]:
    """Which of some hidden cards another seat that plays may hold, and how many of them it holds."""
    if seat == v.seat or not v.playing >> seat & 1:
        return 0, 0
    if seat != v.declarer:
        cards &= ~talon
    for suit in range(NUM_SUITS):
        if v.void[seat] >> suit & 1:
            cards &= ~cards_of(suit)
    return cards, HAND_SIZE - popcount(v.played[seat])


@rule
def chance_to_hold(v: PreferansTable, places: Places, seat: int, wanted: int) -> int:
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
def chance_to_beat(v: PreferansTable, places: Places, seat: int, led: int, best: int) -> int:
    """The chance that a seat yet to play can beat the best card of a trick, with a higher card or with a trump."""
    higher = chance_to_hold(v, places, seat, above(best))
    if led == v.trump:
        return higher
    over = higher if best >> 3 == led else 0
    void = ALWAYS - chance_to_hold(v, places, seat, cards_of(led))
    trumps = higher if best >> 3 == v.trump else chance_to_hold(v, places, seat, cards_of(v.trump))
    return over + void * trumps // ALWAYS


@rule
def master_of(suit: int, cards: int) -> int:
    """The highest card of a suit among some cards, as a set."""
    in_suit = cards & cards_of(suit)
    while in_suit & (in_suit - 1) != 0:
        in_suit &= in_suit - 1
    return in_suit


@rule
def suits_led_by(v: PreferansTable, seat: int) -> int:
    """The suits that a seat has led in the tricks before, as bits."""
    by_trick = (
        cards_by_trick(v.played[0], v.trick_of),
        cards_by_trick(v.played[1], v.trick_of),
        cards_by_trick(v.played[2], v.trick_of),
    )
    suits = 0
    leader = first_leader(v.contract, v.forehand, v.declarer, v.playing)
    for trick in range(v.trick_number - 1):
        best = NO_CARD
        player = leader
        first = leader
        for _ in range(popcount(v.playing)):
            card = (by_trick[player] >> 6 * trick & 63) - 1
            if best < 0:
                suits |= 1 << (card >> 3) if first == seat else 0
            if best < 0 or beats(card, best, v.trump):
                best = card
                leader = player
            player = next_player(v, player)
    return suits
