"""What a Belot player can tell about the cards that he does not see: sets of cards and chances in per mille.

Everything here is read from a view: own cards, cards played, what declarations and belots tell, who has bid what, and what each
card told about the hand that it came from: whoever does not follow suit, raise a trump or ruff when he must could not.
"""

from __future__ import annotations

from adut.core.cards import FULL_PACK, JACK, KING, NINE, NUM_SUITS, QUEEN, RANKS_PER_SUIT
from adut.core.intrinsics import lowest_bit, popcount
from adut.core.rule import inlined, rule
from adut.games.belot.declaring import byte_of, cards_of_declaration, nth_declaration
from adut.games.belot.layout import KINDS
from adut.games.belot.options import UNDERTRUMP_MUST, BelotOptions
from adut.games.belot.rules import known_suits, known_tops
from adut.games.belot.table import HAND_SIZE, BelotTable
from adut.games.belote_cards import ALL_TRUMPS, NO_TRUMPS, STRENGTH, STRONGER, SUIT_CARDS, beats
from adut.games.card_places import ALWAYS, cards_by_trick, density
from adut.games.declarations import CARDS_OF_RANK, FIRST_FOUR

FOUR_NINES = KINDS.index("four of 150")
FOUR_JACKS = KINDS.index("four of 200")
KING_AND_QUEEN = 1 << KING | 1 << QUEEN
HIGHEST_TWO = 6
"""The strength of the second highest card of a suit."""
LIKELY = (10, 16, 20)
"""How many tenths as likely a seat is to hold a card as anybody else: usually; in a suit that it has bid; one of the two
highest cards of a suit when it has bid no trumps or all trumps and that is played. Tuned by self-play."""

Places = tuple[int, int, int, int, int, int, int, int]
"""The hidden cards that may be in each hand; and behind them, how many of a thousand such cards are there."""


@inlined
def is_friend(v: BelotTable, seat: int) -> bool:
    """Whether a seat is on the side of the player to decide."""
    return (seat ^ v.seat) & 1 == 0


@rule
def known_cards(v: BelotTable, o: BelotOptions, seat: int) -> int:
    """The cards in another hand that everybody knows: of belots, of four nines and jacks, and of declarations once told."""
    cards = 0
    for suit in range(NUM_SUITS):
        if v.belots >> 4 * suit + seat & 1:
            cards |= KING_AND_QUEEN << RANKS_PER_SUIT * suit
    if v.announced >> 4 * FOUR_NINES + seat & 1:
        cards |= CARDS_OF_RANK << NINE
    if v.announced >> 4 * FOUR_JACKS + seat & 1:
        cards |= CARDS_OF_RANK << JACK
    told = known_tops(v, o, v.seat)
    suits = v.declared_suit & known_suits(v, o, v.seat)
    for n in range(2 * seat, 2 * seat + 2):
        number = nth_declaration(v.declared_length & told, v.declared_top & told, n)
        suit = byte_of(suits, n) - 1
        if number >= FIRST_FOUR or (number >= 0 and suit >= 0):
            cards |= cards_of_declaration(o, number, suit)
    return cards & ~v.played[seat]


@rule
def hidden_cards(v: BelotTable) -> int:
    """The cards in the other hands."""
    return FULL_PACK & ~v.hands[v.seat] & ~(v.played[0] | v.played[1] | v.played[2] | v.played[3])


@rule
def cannot_hold(v: BelotTable, o: BelotOptions) -> tuple[int, int, int, int]:
    """The cards that each seat has shown not to hold, by not following suit, not raising or not ruffing (section 6)."""
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
        for _ in range(4):
            card = ((by_trick[seat] >> 6 * trick) & 63) - 1
            if card < 0:
                break
            none = 0
            if led < 0:
                led = card >> 3
            else:
                none = not_held(v.contract, o, led, best, card, leader == seat ^ 2)
            none_0 |= none if seat == 0 else 0
            none_1 |= none if seat == 1 else 0
            none_2 |= none if seat == 2 else 0
            none_3 |= none if seat == 3 else 0
            if best < 0 or beats(v.contract, card, best):
                best = card
                leader = seat
            seat = (seat + 1) & 3
    return none_0, none_1, none_2, none_3


@rule
def not_held(contract: int, o: BelotOptions, led: int, best: int, card: int, partner_wins: bool) -> int:
    """The cards that a player does not hold who plays a card to a trick that his partner wins so far, or not."""
    suit = card >> 3
    is_higher = beats(contract, card, best)
    if suit == led:
        must_raise = (led == contract or contract == ALL_TRUMPS) and (o.raise_over_partner or not partner_wins)
        return STRONGER[contract, best] if must_raise and not is_higher else 0
    none = SUIT_CARDS[led]
    if contract >= NO_TRUMPS or partner_wins or (suit == contract and is_higher):
        return none
    if suit != contract and (best >> 3 != contract or o.undertrump == UNDERTRUMP_MUST):
        return none | SUIT_CARDS[contract]
    return none | STRONGER[contract, best]


@rule
def places_of(v: BelotTable, o: BelotOptions) -> Places:
    """Where the hidden cards may be, as the player to decide sees it."""
    pool = hidden_cards(v)
    for seat in range(4):
        if seat != v.seat:
            pool &= ~known_cards(v, o, seat)
    none = cannot_hold(v, o)
    may_0, room_0 = place_of_seat(v, o, 0, pool & ~none[0])
    may_1, room_1 = place_of_seat(v, o, 1, pool & ~none[1])
    may_2, room_2 = place_of_seat(v, o, 2, pool & ~none[2])
    may_3, room_3 = place_of_seat(v, o, 3, pool & ~none[3])
    return may_0, may_1, may_2, may_3, room_0, room_1, room_2, room_3


@inlined
def place_of_seat(v: BelotTable, o: BelotOptions, seat: int, cards: int) -> tuple[int, int]:
    """Which of some hidden cards another seat may hold, and how many of a thousand of them it does."""
    if seat == v.seat:
        return 0, 0
    room = HAND_SIZE - popcount(v.played[seat]) - popcount(known_cards(v, o, seat))
    return cards, density(room, cards)


@inlined
def likely(v: BelotTable, seat: int, card: int) -> int:
    """How likely a seat is to hold a card by what it has bid, in tenths."""
    if v.bids >> 4 * (card >> 3) + seat & 1:
        return LIKELY[1]
    has_bid = v.contract >= NO_TRUMPS and v.bids >> 4 * v.contract + seat & 1 != 0
    is_high = STRENGTH[v.contract, card] >= HIGHEST_TWO
    return LIKELY[2 if has_bid and is_high else 0]


@rule
def chance_to_hold(v: BelotTable, o: BelotOptions, places: Places, seat: int, wanted: int) -> int:
    """The chance that another seat holds at least one of some cards.

    A card is in a hand the more likely, the fewer cards can be there for the room that is there.
    """
    if wanted & known_cards(v, o, seat):
        return ALWAYS
    rest = wanted & places[seat]
    none = ALWAYS
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        here = 0
        everywhere = 0
        for place in range(4):
            if places[place] >> card & 1:
                weight = places[4 + place] * likely(v, place, card)
                everywhere += weight
                here += weight if place == seat else 0
        none = none * (everywhere - here) // max(everywhere, 1)
    return ALWAYS - none


@rule
def chance_to_beat(v: BelotTable, o: BelotOptions, places: Places, seat: int, led: int, best: int) -> int:
    """The chance that a seat yet to play can beat the best card of a trick, with a higher card or by a ruff."""
    higher = chance_to_hold(v, o, places, seat, STRONGER[v.contract, best])
    if v.contract >= NO_TRUMPS or led == v.contract:
        return higher if best >> 3 == led else 0
    void = ALWAYS - chance_to_hold(v, o, places, seat, SUIT_CARDS[led])
    if best >> 3 == v.contract:
        return void * higher // ALWAYS
    return higher + void * chance_to_hold(v, o, places, seat, SUIT_CARDS[v.contract]) // ALWAYS
