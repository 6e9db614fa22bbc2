"""What a Preferans player can tell about the cards that he does not see: sets of cards and chances in per mille.

Everything here is read from a view: own cards and discards, cards played, shown voids, and that a card of the talon is with the
declarer or among his discards. Who does not play holds ten of the hidden cards all the same.
"""

from __future__ import annotations

from adut.core.cards import FULL_PACK, NUM_SUITS
from adut.core.intrinsics import popcount
from adut.core.rule import inlined, rule
from adut.games.card_places import density
from adut.games.plain_tricks import cards_of
from adut.games.preferans.options import PreferansOptions
from adut.games.preferans.seats import next_seat
from adut.games.preferans.table import HAND_SIZE, NO_SEAT, SEATS, PreferansTable
from adut.games.preferans_chances import Places


@rule
def next_player(v: PreferansTable, seat: int) -> int:
    """The seat that plays after a seat."""
    after = next_seat(seat)
    return after if v.playing >> after & 1 else next_seat(after)


@inlined
def order_of_play(v: PreferansTable) -> int:
    """Nibbles: for each seat the one that plays after it."""
    return next_player(v, 0) | next_player(v, 1) << 4 | next_player(v, 2) << 8


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
        0,
        pool if left > 0 else 0,
        density(room_0, may_0),
        density(room_1, may_1),
        density(room_2, may_2),
        0,
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
