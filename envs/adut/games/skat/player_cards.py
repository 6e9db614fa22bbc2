"""What a Skat player can tell about the cards that he does not see: sets of cards and chances in per mille.

Everything here is read from a view: own cards, cards played, shown voids, the own discards, the open hand.
"""

from __future__ import annotations

from adut.core.cards import FULL_PACK, NUM_CARDS
from adut.core.intrinsics import popcount
from adut.core.record import table
from adut.core.rule import rule
from adut.games.card_places import ALWAYS
from adut.games.skat.cards import CARDS_OF_SUIT, STRENGTH_IN, SUIT_IN
from adut.games.skat.layout import GRAND, NULL, TRUMP
from adut.games.skat.rules import next_player
from adut.games.skat.table import HAND_SIZE, SkatTable

DECLARER_HOLDS = (4, 10, 2, 21)
"""How many tenths as likely as anybody else the declarer is to hold a hidden card, as a defender takes it: trumps and plain
cards of a suit game, trumps and plain cards of a grand. Tuned by self-play: a defender who fears the declarer's trumps less
than they deserve cashes and smears more, and does better."""


def _higher(contract: int, card: int) -> int:
    return sum(
        1 << other
        for other in range(NUM_CARDS)
        if SUIT_IN[contract, card] == SUIT_IN[contract, other] and STRENGTH_IN[contract, other] > STRENGTH_IN[contract, card]
    )


HIGHER = table([[_higher(contract, card) for card in range(NUM_CARDS)] for contract in range(NULL + 1)])
"""[contract, card] the cards of the same suit (the trumps are one) that beat a card."""


@rule
def hidden_cards(v: SkatTable) -> int:
    """The cards that the player to decide cannot place: the others' hands and, unless he laid it away, the skat."""
    cards = FULL_PACK & ~v.hands[v.seat] & ~(v.played[0] | v.played[1] | v.played[2] | v.played[3])
    if v.seat == v.declarer:
        if v.picked_up:
            cards &= ~v.skat
    elif v.ouvert:
        cards &= ~v.hands[v.declarer]
    return cards


@rule
def is_open(v: SkatTable, seat: int) -> bool:
    """Whether a seat plays with open cards."""
    return v.ouvert != 0 and seat == v.declarer


@rule
def may_hold(v: SkatTable, seat: int, hidden: int) -> int:
    """The cards that another seat can hold: hidden ones of suits in which he has shown no void, or his open hand."""
    if is_open(v, seat):
        return v.hands[seat]
    cards = hidden
    for suit in range(TRUMP + 1):
        if v.void[seat] >> suit & 1:
            cards &= ~CARDS_OF_SUIT[v.contract, suit]
    return cards


@rule
def cards_left(v: SkatTable, seat: int) -> int:
    """How many cards a seat still holds."""
    return HAND_SIZE - popcount(v.played[seat])


@rule
def third_seat(v: SkatTable, seat: int, other: int) -> int:
    """The active seat beside two others."""
    return v.forehand + v.middlehand + v.rearhand - seat - other


@rule
def is_friend(v: SkatTable, seat: int) -> bool:
    """Whether a seat plays on the side of the player to decide."""
    return seat == v.seat or (seat != v.declarer and v.seat != v.declarer)


@rule
def chance_to_hold(v: SkatTable, seat: int, wanted: int, hidden: int) -> int:
    """The chance that another seat holds at least one of some cards of one suit.

    The hidden cards lie evenly in the places where they can be, but for the weight that a defender gives the declarer.
    """
    wanted &= may_hold(v, seat, hidden)
    if wanted == 0:
        return 0
    if is_open(v, seat):
        return ALWAYS
    other = third_seat(v, v.seat, seat)
    places = 10 * cards_left(v, seat)
    elsewhere = 10 * popcount(hidden) - places
    shared = wanted & may_hold(v, other, hidden) != 0
    if not shared and not is_open(v, other):
        elsewhere -= 10 * cards_left(v, other)
    if v.seat != v.declarer and v.contract != NULL:
        plain = 0 if wanted & CARDS_OF_SUIT[v.contract, TRUMP] else 1
        weight = DECLARER_HOLDS[plain + (2 if v.contract == GRAND else 0)]
        if seat == v.declarer:
            places = cards_left(v, seat) * weight
        elif shared and not v.ouvert:
            elsewhere += cards_left(v, other) * (weight - 10)
    none = ALWAYS
    for i in range(popcount(wanted)):
        if elsewhere <= 10 * i:
            return ALWAYS
        none = none * (elsewhere - 10 * i) // (elsewhere - 10 * i + places)
    return ALWAYS - none


@rule
def chance_to_beat(v: SkatTable, seat: int, led: int, best: int, hidden: int) -> int:
    """The chance that a seat yet to play can beat the best card of a trick, by a higher card or by a ruff."""
    above = HIGHER[v.contract, best]
    if led == TRUMP:
        return chance_to_hold(v, seat, above, hidden)
    trumps = CARDS_OF_SUIT[v.contract, TRUMP]
    if SUIT_IN[v.contract, best] == TRUMP:
        trumps = above
        above = 0
    over = chance_to_hold(v, seat, above, hidden)
    void = ALWAYS - chance_to_hold(v, seat, CARDS_OF_SUIT[v.contract, led], hidden)
    return over + void * chance_to_hold(v, seat, trumps, hidden) // ALWAYS


@rule
def after_next(v: SkatTable) -> int:
    """The player who plays third when the player to decide leads."""
    return next_player(v, next_player(v, v.seat))
