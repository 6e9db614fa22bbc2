"""What a seat of Skat knows about hidden cards (section 7 of the rules)."""

from __future__ import annotations

from adut.core.cards import FULL_PACK
from adut.core.intrinsics import popcount
from adut.core.record import Ints
from adut.core.rule import inlined, rule
from adut.games.hidden_cards import (
    HiddenCards,
    Knowledge,
    draw,
    lay_card,
    let_all_hold,
    masked_actions,
    put_set,
)
from adut.games.skat.cards import SUIT_IN, beats, follow_suit
from adut.games.skat.layout import DISCARD
from adut.games.skat.options import PATTERN_334, SkatOptions
from adut.games.skat.rules import next_player
from adut.games.skat.seats import seats_from
from adut.games.skat.table import HAND_SIZE, NO_SEAT, SkatTable
from adut.games.slots import seat_in

SKAT = 4
HOLDERS = ("player_0", "player_1", "player_2", "player_3", "skat")
SKAT_SIZE = 2


@rule
def know(v: SkatTable, o: SkatOptions, observer: int, k: HiddenCards) -> None:
    """Who may hold which cards before the play tells more."""
    seen = v.skat
    laid_away = masked_actions(v)  # the discards of another declarer
    order = seats_from(o.players, v.forehand, v.forehand)
    for role in range(3):
        seat = seat_in(order, role)
        cards = HAND_SIZE - popcount(v.played[seat])
        if seat == v.declarer and v.phase == DISCARD:
            cards += SKAT_SIZE - laid_away
        k.known[seat] = v.hands[seat]
        k.room[seat] = cards - popcount(v.hands[seat]) if seat != observer else 0
        seen |= v.hands[seat] | v.played[seat]
    k.known[SKAT] = v.skat
    if observer != v.declarer or not v.picked_up:
        k.room[SKAT] = laid_away if v.picked_up else SKAT_SIZE
    k.unseen = FULL_PACK & ~seen
    let_all_hold(k)


@inlined
def opening_leader(v: SkatTable, o: SkatOptions) -> int:
    """Forehand."""
    return v.forehand


@inlined
def next_in_trick(v: SkatTable, o: SkatOptions, seat: int) -> int:
    """The next active player."""
    return next_player(v, seat)


@inlined
def trick_size(v: SkatTable, o: SkatOptions) -> int:
    """Three play."""
    return 3


@inlined
def may_hold_too(w: SkatTable, o: SkatOptions, v: SkatTable, seat: int, card: int, other: int) -> bool:
    """6: suit must be followed."""
    return follow_suit(v.contract, w.led, 1 << card | 1 << other) >> card & 1 != 0


@inlined
def lay(w: SkatTable, o: SkatOptions, seat: int, card: int) -> None:
    """Play a card to the trick."""
    lay_card(w, seat, card, SUIT_IN[w.contract, card], beats(w.contract, card, w.best_card))


@rule
def rebuild(v: SkatTable, o: SkatOptions, observer: int, places: Ints, w: SkatTable, number: int) -> int:
    """Write the pack. Of another declarer's twelve cards any two may have been the skat."""
    skat = places[SKAT]
    taken = v.declarer if v.picked_up else NO_SEAT
    twelve = 0
    if v.picked_up:
        twelve = places[taken] | v.played[taken] | skat
        skat = v.original_skat if observer == taken else draw(twelve, SKAT_SIZE, number)
    second = 3 if o.deal_pattern == PATTERN_334 else 4
    order = seats_from(o.players, v.forehand, v.forehand)
    for role in range(3):
        seat = seat_in(order, role)
        cards = twelve & ~skat if seat == taken else places[seat] | v.played[seat]
        at = 11 + second * role
        rest = 11 + 3 * second + (7 - second) * role
        cards = put_set(w.pack, 3 * role, 3 * role + 3, cards)
        cards = put_set(w.pack, at, at + second, cards)
        put_set(w.pack, rest, rest + 7 - second, cards)
    put_set(w.pack, 9, 11, skat)
    return places[SKAT]


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
