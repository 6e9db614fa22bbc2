"""What a Bela player can tell about the cards that he does not see: sets of cards and chances in per mille.

Everything here is read from a view: own cards and discards, cards played and shown, the turned card, and what each card told
about the hand that it came from. Whoever plays below the best card of a trick has nothing above it: the duty to beat and to
ruff gives away more in Bela than following suit does elsewhere.
"""

from __future__ import annotations

from adut.core.cards import FULL_PACK, KING, QUEEN, RANKS_PER_SUIT
from adut.core.intrinsics import lowest_bit, popcount
from adut.core.rule import inlined, rule
from adut.games.bela.cards import playable
from adut.games.bela.options import STOCK_VISIBLE, BelaOptions
from adut.games.bela.rules import is_exempt
from adut.games.bela.table import BelaTable, after, hand_size
from adut.games.belote_cards import STRONGER, SUIT_CARDS, beats
from adut.games.card_places import ALWAYS, cards_by_trick, density

NOBODY = 4
"""The place, beside the seats 0 to 3, of cards that are not in play: discards and stock."""
NUM_PLACES = NOBODY + 1
CALLER_HOLDS = (10, 16)
"""How many tenths as likely as anybody else the caller is to hold a hidden card: of a plain suit, of the trumps that he chose
for their number. Tuned by self-play."""

Places = tuple[int, int, int, int, int, int, int, int, int, int]
"""The hidden cards that may be in each place; and behind them, how many of a thousand such cards are there."""


@inlined
def is_friend(v: BelaTable, o: BelaOptions, seat: int) -> bool:
    """Whether a seat plays on the side of the player to decide; with three players, both against the caller."""
    if o.players == 3:
        return (seat == v.caller) == (v.seat == v.caller)
    return (seat ^ v.seat) & 1 == 0


@rule
def known_cards(v: BelaTable, seat: int) -> int:
    """The cards in another hand that everybody knows: of a declaration shown, of bela, and an exchanged card."""
    cards = v.shown[seat]
    if v.bela == seat:
        cards |= (1 << KING | 1 << QUEEN) << RANKS_PER_SUIT * v.trump
    if v.exchanged == seat and v.discarded == 0:
        cards |= 1 << v.turned
    return cards & ~v.played[seat]


@rule
def hidden_cards(v: BelaTable, o: BelaOptions) -> int:
    """The cards that the player to decide does not see."""
    cards = FULL_PACK & ~v.hands[v.seat] & ~(v.played[0] | v.played[1] | v.played[2] | v.played[3])
    if v.seat == v.caller:
        cards &= ~v.discards
    if o.players == 2:
        cards &= ~(1 << (RANKS_PER_SUIT * v.trump if v.exchanged >= 0 else v.turned))
        if o.two_stock == STOCK_VISIBLE:
            cards &= ~v.stock
    return cards


@rule
def cannot_hold(v: BelaTable, o: BelaOptions) -> tuple[int, int, int, int]:
    """The cards that each seat has shown not to hold, by not beating, not following suit or not ruffing (section 6)."""
    by_trick = (
        cards_by_trick(v.played[0], v.trick_of),
        cards_by_trick(v.played[1], v.trick_of),
        cards_by_trick(v.played[2], v.trick_of),
        cards_by_trick(v.played[3], v.trick_of),
    )
    none_0, none_1, none_2, none_3 = 0, 0, 0, 0
    leader = v.forehand
    for trick in range(v.trick_number):
        seat = leader
        led = -1
        best = -1
        for _ in range(o.players):
            card = ((by_trick[seat] >> 6 * trick) & 63) - 1
            if card < 0:
                break
            none = 0
            if led < 0:
                led = card >> 3
            else:
                none = not_held(v.trump, led, best, card, o.partner_exempt != 0 and o.players == 4 and leader == seat ^ 2)
            none_0 |= none if seat == 0 else 0
            none_1 |= none if seat == 1 else 0
            none_2 |= none if seat == 2 else 0
            none_3 |= none if seat == 3 else 0
            if best < 0 or beats(v.trump, card, best):
                best = card
                leader = seat
            seat = after(o, seat)
    return none_0, none_1, none_2, none_3


@inlined
def not_held(trump: int, led: int, best: int, card: int, exempt: bool) -> int:
    """The cards that a player does not hold who plays a card to a trick."""
    suit = card >> 3
    none = 0 if suit == led else SUIT_CARDS[led]
    if exempt:
        return none
    if suit != led and suit != trump:
        return none | SUIT_CARDS[trump]
    if suit == best >> 3 and not beats(trump, card, best):
        none |= STRONGER[trump, best]
    return none


@rule
def places_of(v: BelaTable, o: BelaOptions) -> Places:
    """Where the hidden cards may be, as the player to decide sees it."""
    known = 0
    for seat in range(o.players):
        if seat != v.seat:
            known |= known_cards(v, seat)
    pool = hidden_cards(v, o) & ~known
    none = cannot_hold(v, o)
    left = popcount(pool)
    may_0, room_0 = place_of_seat(v, o, 0, pool & ~none[0])
    may_1, room_1 = place_of_seat(v, o, 1, pool & ~none[1])
    may_2, room_2 = place_of_seat(v, o, 2, pool & ~none[2])
    may_3, room_3 = place_of_seat(v, o, 3, pool & ~none[3])
    left -= room_0 + room_1 + room_2 + room_3
    return (
        may_0,
        may_1,
        may_2,
        may_3,
        pool if left > 0 else 0,
        density(room_0, may_0),
        density(room_1, may_1),
        density(room_2, may_2),
        density(room_3, may_3),
        density(left, pool),
    )


@inlined
def place_of_seat(v: BelaTable, o: BelaOptions, seat: int, cards: int) -> tuple[int, int]:
    """Which of some hidden cards another seat may hold, and how many of them it holds."""
    if seat >= o.players or seat == v.seat:
        return 0, 0
    return cards, hand_size(o) - popcount(v.played[seat]) - popcount(known_cards(v, seat))


@rule
def chance_to_hold(v: BelaTable, places: Places, seat: int, wanted: int) -> int:
    """The chance that another seat holds at least one of some cards.

    A card is in a place the more likely, the fewer cards can be there for the room that is there.
    """
    if wanted & known_cards(v, seat):
        return ALWAYS
    rest = wanted & places[seat]
    none = ALWAYS
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        here = 0
        everywhere = 0
        for place in range(NUM_PLACES):
            if places[place] >> card & 1:
                weight = places[NUM_PLACES + place]
                weight *= CALLER_HOLDS[1 if card >> 3 == v.trump else 0] if place == v.caller else 10
                everywhere += weight
                here += weight if place == seat else 0
        none = none * (everywhere - here) // max(everywhere, 1)
    return ALWAYS - none


@rule
def chance_to_beat(v: BelaTable, places: Places, seat: int, led: int, best: int) -> int:
    """The chance that a seat yet to play beats the best card of a trick, with a higher card or by a ruff; it must if it can."""
    higher = chance_to_hold(v, places, seat, STRONGER[v.trump, best])
    if led == v.trump:
        return higher
    void = ALWAYS - chance_to_hold(v, places, seat, SUIT_CARDS[led])
    if best >> 3 == v.trump:
        return void * higher // ALWAYS
    return higher + void * chance_to_hold(v, places, seat, SUIT_CARDS[v.trump]) // ALWAYS


@rule
def playable_cards(v: BelaTable, o: BelaOptions) -> int:
    """The cards that keep the rules, also where others could be played (illegal_play=renons)."""
    return playable(v.trump, v.led, v.best_card, v.hands[v.seat], is_exempt(v, o, v.seat))
