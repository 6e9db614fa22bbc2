"""What a seat of Bela knows about hidden cards (section 7 of the rules); `knowledge_declared` has what declarations tell."""

from __future__ import annotations

from adut.core.cards import FULL_PACK, KING, NUM_CARDS, QUEEN, RANKS_PER_SUIT
from adut.core.intrinsics import lowest_bit, popcount
from adut.core.record import Ints
from adut.core.rule import inlined, rule
from adut.games.bela.cards import playable
from adut.games.bela.knowledge_declared import demand_declarations, fits, gist, merge
from adut.games.bela.layout import DISCARD, SEVEN
from adut.games.bela.options import AUTO, CLAIM_AUTO, DOSTA, DOSTA_FREE, STOCK_VISIBLE, BelaOptions
from adut.games.bela.rules import NUM_DISCARDS, is_exempt
from adut.games.bela.scoring import booked
from adut.games.bela.table import BelaTable, after, hand_size, has_middle, has_turned_card, side_of
from adut.games.belote_cards import CARD_POINTS, beats
from adut.games.hidden_cards import (
    HiddenCards,
    Knowledge,
    draw,
    give,
    lay_card,
    let_all_hold,
    put_set,
)

TALON, MIDDLE, STOCK, DISCARDS = 4, 8, 9, 10
HOLDERS = (
    *(f"player_{seat}" for seat in range(4)),
    *(f"talon of player_{seat}" for seat in range(4)),
    "middle",
    "stock",
    "discards",
)
"""Talons and middle are places until they are taken. The turned card lies by itself, or in the middle of three players."""
FIRST_CARDS = 6


@inlined
def are_taken(v: BelaTable) -> bool:
    """Whether talons and middle have been taken."""
    return v.caller >= 0 and v.phase != SEVEN


@inlined
def talon_size(o: BelaOptions) -> int:
    """The cards of a talon."""
    return hand_size(o) - FIRST_CARDS


@rule
def know(v: BelaTable, o: BelaOptions, observer: int, k: HiddenCards) -> None:
    """Who may hold which cards before the play tells more."""
    taken = are_taken(v)
    seen = v.hands[observer]
    k.known[observer] = v.hands[observer]
    for seat in range(o.players):
        seen |= v.played[seat]
        if seat != observer:
            k.room[seat] = (hand_size(o) if taken else FIRST_CARDS) - popcount(v.played[seat])
        if not taken:
            k.known[TALON + seat] = v.talon[seat]
            k.room[TALON + seat] = talon_size(o) - popcount(v.talon[seat])
            seen |= v.talon[seat]
    if has_middle(o):
        if not taken:
            k.room[MIDDLE] = NUM_DISCARDS
        else:
            k.known[DISCARDS] = v.discards
            seen |= v.discards
            if observer != v.caller:
                k.room[DISCARDS] = v.discarded
                k.room[v.caller] += NUM_DISCARDS - v.discarded if v.phase == DISCARD else 0
    if o.players == 2:
        k.known[STOCK] = v.stock
        k.room[STOCK] = 0 if o.two_stock == STOCK_VISIBLE else NUM_CARDS - in_play(o)
        seen |= v.stock
        seen |= 1 << (v.turned if v.exchanged < 0 else RANKS_PER_SUIT * v.trump)
    k.unseen = FULL_PACK & ~seen
    if v.turned >= 0 and not taken and o.players == 3:
        give(k, MIDDLE, v.turned)
    let_all_hold(k)
    if taken:
        place_known_cards(v, o, k)


@inlined
def in_play(o: BelaOptions) -> int:
    """Two players: all cards but the stock."""
    return 2 * hand_size(o) + 1 + (NUM_DISCARDS if has_middle(o) else 0)


@rule
def place_known_cards(v: BelaTable, o: BelaOptions, k: HiddenCards) -> None:
    """Cards that were shown, exchanged, or told of with bela are where they are known to be."""
    for seat in range(o.players):
        rest = v.shown[seat] & k.unseen
        while rest != 0:
            give(k, seat, lowest_bit(rest))
            rest &= rest - 1
    if v.turned >= 0 and k.unseen >> v.turned & 1:
        owner = v.exchanged if o.players == 2 else v.caller
        if has_middle(o) and owner == v.caller:  # he may have discarded it
            for holder in range(len(k.may)):
                if holder != owner and holder != DISCARDS:
                    k.may[holder] &= ~(1 << v.turned)
        else:
            give(k, owner, v.turned)
    for rank in range(QUEEN, KING + 1):
        card = RANKS_PER_SUIT * v.trump + rank
        other = RANKS_PER_SUIT * v.trump + (QUEEN + KING - rank)
        for seat in range(o.players):  # 5.8: after the first of them it is told, or known, who has the other one
            if v.played[seat] >> other & 1 and k.unseen >> card & 1:
                if v.bela == seat:
                    give(k, seat, card)
                elif o.bela_mode == AUTO:
                    k.may[seat] &= ~(1 << card)


@rule
def find_demands(v: BelaTable, o: BelaOptions, observer: int, k: HiddenCards, w: BelaTable) -> None:
    """What declarations tell, and that nobody has gone out."""
    if v.trick_number > 0:
        demand_declarations(v, o, observer, k)
    if has_middle(o) and observer != v.caller and v.trick_number > 1 and might_have_gone_out(v, o):
        k.unsettled = 1


@rule
def might_have_gone_out(v: BelaTable, o: BelaOptions) -> bool:
    """9: with hidden discards the caller might have reached the target, which would have ended the deal."""
    if o.match_end != DOSTA or o.dosta_claim != CLAIM_AUTO or o.dosta_caller != DOSTA_FREE:
        return False
    most = 0
    for card in range(NUM_CARDS):
        most = max(most, CARD_POINTS[v.trump, card])
    side = side_of(o, v.caller)
    return v.totals[side] + booked(v, o, side) + NUM_DISCARDS * most >= o.target


@inlined
def opening_leader(v: BelaTable, o: BelaOptions) -> int:
    """Forehand."""
    return v.forehand


@inlined
def next_in_trick(v: BelaTable, o: BelaOptions, seat: int) -> int:
    """The next seat."""
    return after(o, seat)


@inlined
def trick_size(v: BelaTable, o: BelaOptions) -> int:
    """All play."""
    return o.players


@inlined
def may_hold_too(w: BelaTable, o: BelaOptions, v: BelaTable, seat: int, card: int, other: int) -> bool:
    """6: whoever plays to a trick has nothing that he would have to play instead."""
    hand = 1 << card | 1 << other
    return playable(w.trump, w.led, w.best_card, hand, is_exempt(w, o, seat)) >> card & 1 != 0


@inlined
def lay(w: BelaTable, o: BelaOptions, seat: int, card: int) -> None:
    """Play a card to the trick."""
    lay_card(w, seat, card, card >> 3, beats(w.trump, card, w.best_card))


@rule
def rebuild(v: BelaTable, o: BelaOptions, observer: int, places: Ints, w: BelaTable, number: int) -> int:
    """Write the pack. Which cards of another hand were its talon, or from the middle, is open."""
    taken = are_taken(v)
    middle = v.middle | places[MIDDLE] | (1 << v.turned if o.players == 3 and v.turned >= 0 else 0)
    talon_of_seat, rest = talon_size(o), FIRST_CARDS * o.players
    if o.players == 2:
        w.pack[rest] = v.turned
        rest += 1
    seat = v.forehand
    for place in range(o.players):
        first, talon = places[seat], v.talon[seat] | places[TALON + seat]
        if taken:
            cards, needed = places[seat] | v.played[seat], 0
            if seat == v.caller:
                cards |= places[DISCARDS]
            if seat == v.exchanged:
                needed = 1 << RANKS_PER_SUIT * v.trump
                cards = (cards & ~(1 << v.turned)) | needed
            if seat == v.caller and has_middle(o):
                if observer != seat:
                    middle |= draw(cards & ~middle & ~needed, NUM_DISCARDS - popcount(middle), number)
                cards &= ~middle
            if seat != observer:
                talon = draw(cards & ~needed, talon_of_seat, number ^ (1 + seat))
            first = cards & ~talon
        start = 3 * place
        left = put_set(w.pack, start, start + 3, first)
        start += 3 * o.players
        put_set(w.pack, start, start + 3, left)
        put_set(w.pack, rest + talon_of_seat * place, rest + talon_of_seat * (place + 1), talon)
        seat = after(o, seat)
    rest += talon_of_seat * o.players
    if has_middle(o):
        if has_turned_card(o) and o.players == 3:  # the turned card is the first of the middle
            w.pack[rest] = v.turned
            put_set(w.pack, rest + 1, rest + 2, middle & ~(1 << v.turned))
        else:
            put_set(w.pack, rest, rest + 2, middle)
        rest += 2
    if o.players == 2:
        put_set(w.pack, rest, len(w.pack), places[STOCK])
    return places[DISCARDS]


KNOWLEDGE = Knowledge(
    holders=HOLDERS,
    know=know,
    opening_leader=opening_leader,
    next_in_trick=next_in_trick,
    trick_size=trick_size,
    may_hold_too=may_hold_too,
    lay=lay,
    find_demands=find_demands,
    gist=gist,
    merge=merge,
    fits=fits,
    rebuild=rebuild,
)
