"""What a player of Russian Preferans can tell about the cards that he does not see: sets of cards and chances in per mille.

Everything here is read from a view: own cards and those of the seats that he plays, open hands, own discards, cards played,
shown voids, and that a card of the talon is with the declarer or among his discards. Whose hand is open holds its cards for
certain, so that chances about it are 0 or 1000.
"""

from __future__ import annotations

from adut.core.cards import FULL_PACK, NUM_SUITS
from adut.core.intrinsics import popcount
from adut.core.rule import inlined, rule
from adut.games.card_places import ALWAYS, density
from adut.games.plain_tricks import cards_of
from adut.games.preferans_chances import NUM_SEATS, Places, is_friend
from adut.games.russian_preferans.layout import RASPASOVKA
from adut.games.russian_preferans.options import TALON_LEADS, RussianPreferansOptions
from adut.games.russian_preferans.raspasovka import TALON_TRICKS, visible_talon
from adut.games.russian_preferans.rules import is_visible
from adut.games.russian_preferans.seats import nibble
from adut.games.russian_preferans.table import ACTIVE, HAND_SIZE, NO_SEAT, RussianPreferansTable


@inlined
def partner_of(v: RussianPreferansTable) -> int:
    """The other defender of a defender, NO_SEAT for the declarer."""
    after = nibble(v.after, v.seat)
    other = nibble(v.after, after) if after == v.declarer else after
    return other if v.seat != v.declarer else NO_SEAT


@inlined
def hand_seen(v: RussianPreferansTable, seat: int) -> int:
    """The cards of a seat that the player to decide sees."""
    hand = v.hands[seat]
    return hand if is_visible(v, seat, v.actor) else 0


@rule
def hidden_cards(v: RussianPreferansTable, o: RussianPreferansOptions) -> int:
    """The cards that the player to decide does not see, and that may still be somewhere."""
    cards = FULL_PACK
    for seat in range(NUM_SEATS):
        cards &= ~v.played[seat] & ~hand_seen(v, seat)
    if v.actor == v.declarer or v.refused:
        cards &= ~v.discards
    return cards & ~visible_talon(v, o, v.actor) if v.contract == RASPASOVKA else cards


@rule
def rival_cards(v: RussianPreferansTable, o: RussianPreferansOptions) -> int:
    """The cards that opponents of the seat to play may hold: the hidden ones, and the open hands among them."""
    cards = hidden_cards(v, o)
    for seat in range(NUM_SEATS):
        if seat != v.seat and not is_friend(v, seat):
            cards |= hand_seen(v, seat)
    return cards


@rule
def places_of(v: RussianPreferansTable, o: RussianPreferansOptions) -> Places:
    """Where the cards of others may be, as the player to decide sees it."""
    pool = hidden_cards(v, o)
    talon = v.talon if v.talon_shown else 0
    may_0, room_0 = place_of_seat(v, o, 0, pool, talon)
    may_1, room_1 = place_of_seat(v, o, 1, pool, talon)
    may_2, room_2 = place_of_seat(v, o, 2, pool, talon)
    may_3, room_3 = place_of_seat(v, o, 3, pool, talon)
    left = popcount(pool) - room_0 - room_1 - room_2 - room_3
    return (
        may_0,
        may_1,
        may_2,
        may_3,
        pool if left > 0 else 0,
        density(room_0, may_0) if room_0 > 0 else ALWAYS,
        density(room_1, may_1) if room_1 > 0 else ALWAYS,
        density(room_2, may_2) if room_2 > 0 else ALWAYS,
        density(room_3, may_3) if room_3 > 0 else ALWAYS,
        density(left, pool),
    )


@rule
def place_of_seat(v: RussianPreferansTable, o: RussianPreferansOptions, seat: int, pool: int, talon: int) -> tuple[int, int]:
    """Which cards another seat may hold, and how many hidden ones it holds: 0 if its hand is open."""
    if seat == v.seat:
        return 0, 0
    seen = hand_seen(v, seat)
    if seen:
        return seen, 0
    held = cards_held(v, o, seat)
    if held <= 0:
        return 0, 0
    cards = pool if seat == v.declarer else pool & ~talon
    for suit in range(NUM_SUITS):
        if v.void[seat] >> suit & 1:
            cards &= ~cards_of(suit)
    return cards, held


@inlined
def cards_held(v: RussianPreferansTable, o: RussianPreferansOptions, seat: int) -> int:
    """How many cards a seat has left to play: the dealer of four those of the talon that he still has to lead."""
    sits_out = (o.players > ACTIVE) & (seat == v.dealer)
    leads = TALON_TRICKS if (v.contract == RASPASOVKA) & (o.raspas_talon == TALON_LEADS) else 0
    dealt = leads if sits_out else HAND_SIZE
    return (dealt if seat < o.players else 0) - popcount(v.played[seat])
