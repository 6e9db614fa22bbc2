"""What a seat of Preferans knows about hidden cards (section 7 of the rules); see `knowledge_referee` for the referee."""

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
    demand,
    draw,
    lay_card,
    let_all_hold,
    masked_actions,
    put_set,
    seen_action,
)
from adut.games.plain_tricks import beats
from adut.games.preferans.knowledge_referee import (
    LAYDOWN,
    demand_correct_play,
    fits,
    gist,
)
from adut.games.preferans.layout import BETL, DISCARD, PLAY
from adut.games.preferans.options import REFEREE_MASK, UVER_LAYDOWN, PreferansOptions
from adut.games.preferans.rules import knows_talon, may_be_played
from adut.games.preferans.seats import first_leader, next_seat
from adut.games.preferans.table import HAND_SIZE, SEATS, PreferansTable

TABLE = 3
"""The two cards on the table: the talon, once it is bought the discards."""
HOLDERS = ("player_0", "player_1", "player_2", "talon or discards")
TALON_SIZE = 2


@inlined
def is_bought(v: PreferansTable) -> bool:
    """Whether a declarer has taken the talon."""
    return v.declarer >= 0 and v.in_hand == 0


@rule
def know(v: PreferansTable, o: PreferansOptions, observer: int, k: HiddenCards) -> None:
    """Who may hold which cards before the play tells more."""
    bought = is_bought(v)
    discarding = bought and v.phase == DISCARD
    seen = v.hands[observer] | v.discards
    for seat in range(SEATS):
        k.known[seat] = v.hands[seat]
        seen |= v.played[seat]
        if seat != observer:
            k.room[seat] = HAND_SIZE - popcount(v.played[seat])
            if discarding and seat == v.declarer:
                k.room[seat] += TALON_SIZE
    k.known[TABLE] = v.discards
    if not bought or (observer != v.declarer and not discarding):
        k.room[TABLE] = TALON_SIZE
    k.unseen = FULL_PACK & ~seen
    let_all_hold(k)
    if bought and observer != v.declarer:
        for seat in range(SEATS):
            if seat != v.declarer:
                k.may[seat] &= ~v.talon
        if discarding and masked_actions(v) > 0:  # 5.3: the first of two discards is not the highest of twelve cards
            k.drawn_from = v.declarer
            k.drawn_to = TABLE


@rule
def find_demands(v: PreferansTable, o: PreferansOptions, observer: int, k: HiddenCards, w: PreferansTable) -> None:
    """What the referee, and a betl that was not redoubled, tell of whole hands."""
    bought = is_bought(v)
    if o.referee == REFEREE_MASK:
        demand_correct_play(v, o, observer, k, w)
        if bought and not knows_talon(v, o, observer):
            k.unsettled = 1
    redoubling = o.uver_betl == UVER_LAYDOWN and v.contract == BETL and v.doublings == 1
    if redoubling and v.phase == PLAY and observer != v.declarer:  # 10.5: he did not have to redouble
        number = demand(k, v.declarer, TABLE, v.played[v.declarer])
        k.task[number, 0] = LAYDOWN


@inlined
def opening_leader(v: PreferansTable, o: PreferansOptions) -> int:
    """6.3."""
    return first_leader(v.contract, v.forehand, v.declarer, v.playing)


@inlined
def next_in_trick(v: PreferansTable, o: PreferansOptions, seat: int) -> int:
    """The next seat that plays."""
    after = next_seat(seat)
    return after if v.playing >> after & 1 else next_seat(after)


@inlined
def trick_size(v: PreferansTable, o: PreferansOptions) -> int:
    """Two or three play."""
    return popcount(v.playing)


@rule
def may_hold_too(w: PreferansTable, o: PreferansOptions, v: PreferansTable, seat: int, card: int, other: int) -> bool:
    """6.1: whoever follows has nothing that he would have to play instead."""
    if w.led < 0:
        return True
    table = 0
    for player in range(SEATS):
        table |= bit_of(w.trick[player])
    return may_be_played(v, o, seat, 1 << card | 1 << other, w.led, w.best_card, table, False) >> card & 1 != 0


@inlined
def lay(w: PreferansTable, o: PreferansOptions, seat: int, card: int) -> None:
    """Play a card to the trick."""
    w.trick[seat] = card
    lay_card(w, seat, card, card >> 3, beats(card, w.best_card, w.trump))


@rule
def rebuild(v: PreferansTable, o: PreferansOptions, observer: int, places: Ints, w: PreferansTable, number: int) -> int:
    """Write the pack. If the talon was not shown, any two of the declarer's twelve cards may have been it."""
    bought = is_bought(v)
    talon = v.talon if bought else places[TABLE]
    if bought and not knows_talon(v, o, observer):
        talon = draw(places[v.declarer] | v.played[v.declarer] | places[TABLE], TALON_SIZE, number)
    seat = v.forehand
    for block in range(SEATS):
        cards = places[seat] | v.played[seat]
        if bought and seat == v.declarer:
            cards = (cards | places[TABLE]) & ~talon
        put_set(w.pack, HAND_SIZE * block, HAND_SIZE * block + HAND_SIZE, cards)
        seat = next_seat(seat)
    put_set(w.pack, HAND_SIZE * SEATS, HAND_SIZE * SEATS + TALON_SIZE, talon)
    return places[TABLE]


@rule
def action_of(v: PreferansTable, o: PreferansOptions, w: PreferansTable, n: int) -> int:
    """The action of an event; cards of taken tricks are in the record also where the history forgets them."""
    if w.phase == PLAY:
        return card_in_trick(v.played[w.seat], v.trick_of, w.trick_number)
    return seen_action(v, n)


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
    fits=fits,
    rebuild=rebuild,
    action_of=action_of,
)
