"""What a seat of Russian Preferans knows about hidden cards (section 7 of the rules).

Calls, declarations and contracts are free decisions and tell nothing; nor does it that no Preferans is declared.
"""

from __future__ import annotations

from adut.core.cards import FULL_PACK
from adut.core.intrinsics import popcount
from adut.core.layout import bit_of
from adut.core.record import Ints
from adut.core.rule import inlined, rule
from adut.games.hidden_cards import (
    HiddenCards,
    Knowledge,
    card_in_trick,
    draw,
    let_all_hold,
    masked_actions,
    put_set,
)
from adut.games.plain_tricks import NO_SUIT, beats, follow
from adut.games.russian_preferans.layout import DISCARD, RASPASOVKA
from adut.games.russian_preferans.options import ORDER_DEALT, TALON_LEADS, RussianPreferansOptions
from adut.games.russian_preferans.seats import nibble
from adut.games.russian_preferans.table import ACTIVE, HAND_SIZE, NO_CARD, RussianPreferansTable

SEATS = 4
TABLE = SEATS
"""The cards on the table: the talon, once it is taken the discards. In a raspasovka the dealer of four holds the talon."""
HOLDERS = ("player_0", "player_1", "player_2", "player_3", "talon or discards")
TALON_SIZE = 2


@inlined
def talon_leads(v: RussianPreferansTable, o: RussianPreferansOptions) -> bool:
    """Whether the talon leads to the first two tricks."""
    return v.contract == RASPASOVKA and o.raspas_talon == TALON_LEADS


@inlined
def dealer_leads(v: RussianPreferansTable, o: RussianPreferansOptions) -> bool:
    """Whether it is the dealer of four who leads it."""
    return talon_leads(v, o) and o.players > ACTIVE


@inlined
def cards_held(v: RussianPreferansTable, o: RussianPreferansOptions, seat: int) -> int:
    """How many cards a seat holds; of a declarer who discards, together with what he has laid away."""
    if o.players > ACTIVE and seat == v.dealer:
        dealt = TALON_SIZE if dealer_leads(v, o) else 0
    else:
        dealt = HAND_SIZE + (TALON_SIZE if seat == v.declarer and v.phase == DISCARD else 0)
    return dealt - popcount(v.played[seat])


@rule
def know(v: RussianPreferansTable, o: RussianPreferansOptions, observer: int, k: HiddenCards) -> None:
    """Who may hold which cards before the play tells more."""
    bought = v.talon_shown != 0
    discarding = bought and v.phase == DISCARD
    shown = v.discards
    if talon_leads(v, o) and o.players == ACTIVE:
        shown = v.talon
    if not dealer_leads(v, o) and (not bought or (observer != v.declarer and not discarding)):
        k.room[TABLE] = TALON_SIZE - popcount(shown)
    k.known[TABLE] = shown
    seen = shown
    for seat in range(o.players):
        k.known[seat] = v.hands[seat]
        if not (bought and seat == v.declarer):  # the dealer of four remembers a hand that he has seen
            k.known[seat] |= v.seen_hands[seat] & ~v.played[seat]
        if seat != observer:
            k.room[seat] = cards_held(v, o, seat) - popcount(k.known[seat])
        seen |= k.known[seat] | v.played[seat]
    k.unseen = FULL_PACK & ~seen
    let_all_hold(k)
    if bought:
        of_declarer = v.talon | v.seen_hands[v.declarer]
        for seat in range(o.players):
            if seat != v.declarer:
                k.may[seat] &= ~of_declarer
        if discarding and observer != v.declarer and masked_actions(v) > 0:  # P3: the first is not the highest of twelve
            k.drawn_from = v.declarer
            k.drawn_to = TABLE


# Section 6. Where the talon leads, all is as if first hand led: the dealer's cards tell nothing of his hand.


@inlined
def opening_leader(v: RussianPreferansTable, o: RussianPreferansOptions) -> int:
    """First hand."""
    return nibble(v.order, 0)


@inlined
def next_in_trick(v: RussianPreferansTable, o: RussianPreferansOptions, seat: int) -> int:
    """The next seat with a hand."""
    return nibble(v.after, seat)


@inlined
def trick_size(v: RussianPreferansTable, o: RussianPreferansOptions) -> int:
    """Three play; the dealer's card from the talon comes before."""
    return ACTIVE


@inlined
def talon_card(v: RussianPreferansTable, o: RussianPreferansOptions, card: int) -> int:
    """The card of the talon that led to the trick of a card, NO_CARD if a player did."""
    trick = v.trick_of[card >> 3] >> 8 * (card & 7) & 0xFF
    return card_in_trick(v.talon, v.trick_of, trick) if talon_leads(v, o) else NO_CARD


@rule
def may_hold_too(
    w: RussianPreferansTable, o: RussianPreferansOptions, v: RussianPreferansTable, seat: int, card: int, other: int
) -> bool:
    """6: suit must be followed, else trumped."""
    talon = talon_card(v, o, card)
    led = talon >> 3 if talon != NO_CARD else w.led
    return follow(1 << card | 1 << other, led, v.trump) >> card & 1 != 0


@rule
def lay(w: RussianPreferansTable, o: RussianPreferansOptions, seat: int, card: int) -> None:
    """Play a card to the trick. P7: after a lead from the talon it is not who wins that plays first to the next trick."""
    leads = w.led == NO_SUIT
    if leads:
        w.led = card >> 3
    if talon_card(w, o, card) != NO_CARD:
        w.best_seat = nibble(w.order, 0)
    elif leads or beats(card, w.best_card, w.trump):
        w.best_seat = seat
        w.best_card = card


@rule
def rebuild(
    v: RussianPreferansTable, o: RussianPreferansOptions, observer: int, places: Ints, w: RussianPreferansTable, number: int
) -> int:
    """Write the pack. Which card of the talon came first is drawn, unless it was turned up or had to be led first."""
    bought = v.talon_shown != 0
    talon = places[TABLE]
    if bought:
        talon = v.talon
    elif dealer_leads(v, o):
        talon = places[v.dealer] | v.played[v.dealer]
    for place in range(ACTIVE):
        seat = nibble(v.order, place)
        cards = places[seat] | v.played[seat]
        if bought and seat == v.declarer:
            cards = (cards | places[TABLE]) & ~talon
        put_set(w.pack, HAND_SIZE * place, HAND_SIZE * place + HAND_SIZE, cards)
    first = bit_of(v.first_talon)
    if first == 0 and dealer_leads(v, o) and o.raspas_dealer_order == ORDER_DEALT:
        first = bit_of(card_in_trick(v.played[v.dealer], v.trick_of, 1))
    if first == 0:
        first = draw(talon, 1, number)
    at = HAND_SIZE * ACTIVE
    put_set(w.pack, at, at + 1, first)
    put_set(w.pack, at + 1, at + TALON_SIZE, talon & ~first)
    return places[TABLE]


KNOWLEDGE = Knowledge(
    holders=HOLDERS,
    know=know,
    opening_leader=opening_leader,
    next_in_trick=next_in_trick,
    trick_size=trick_size,
    may_hold_too=may_hold_too,
    lay=lay,
    rebuild=rebuild,
)
