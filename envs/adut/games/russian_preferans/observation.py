"""What an agent of Russian Preferans sees: the observation vector and the hidden cards (sections 7 and 13 of the rules)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adut.core.intrinsics import select, store_word
from adut.core.layout import DIGITS_PER_NUMBER, bit_of, put_cards, put_number, put_zeros
from adut.core.options import EPISODE_MATCH, UNLIMITED
from adut.core.rule import inlined, rule
from adut.games.russian_preferans.layout import AUCTION_CALLS, DECLARATIONS, END, HIDDEN_LAYOUT, LAYOUT
from adut.games.russian_preferans.options import RussianPreferansOptions
from adut.games.russian_preferans.raspasovka import visible_talon
from adut.games.russian_preferans.rules import is_visible
from adut.games.russian_preferans.seats import nibble, seats_from, slots_from
from adut.games.russian_preferans.table import ACTIVE, RussianPreferansTable
from adut.games.slots import SLOTS, slot_bit

(
    HANDS,
    SEEN,
    TALON,
    DISCARDS,
    TRICK,
    PLAYED,
    TRICK_NUMBER,
    VOID,
    PHASE,
    POSITION,
    ACTOR,
    SEAT,
    DECLARER,
    LEADER,
    BEST,
    LAST_WINNER,
    LED,
    OWNER,
    ACTIVE_BIDDERS,
    LAST_CALL,
    CONTRACT,
    NO_TALON,
    REPEATED,
    REFUSED,
    PREFERANS,
    BID,
    OFFERED,
    HALF,
    GAME_BIDDER,
    MISERE_BIDDER,
    BOTH_WHIST,
    RETURNED,
    OPENING,
    FIRST_SAID,
    THEN_SAID,
    LOOKED,
    WHISTER,
    WHIST_SEAT,
    PARTNER,
    OWN,
    OUTCOME,
    SAID,
    BEST_GAME,
    TRICKS,
    UNITS,
    SERIES,
    TARGET,
    DEALS,
    POOL,
    MOUNTAIN,
    WHISTS,
) = (part.start for part in LAYOUT.values())
LAYOUT_SIZE = LAYOUT.size
HIDDEN_HANDS, HIDDEN_TALON, HIDDEN_DISCARDS = (part.start for part in HIDDEN_LAYOUT.values())
NUM_CALLS, NUM_DECLARATIONS = len(AUCTION_CALLS), len(DECLARATIONS)
MOST_SERIES = 99


# Table by table, phases differ: code without branches is much faster here than code that skips what is empty. Flags that
# follow one another in the layout are put together as bits and written at once; what spills over is written again behind.


@inlined
def observe(s: RussianPreferansTable, o: RussianPreferansOptions, observer: int, out: NDArray[np.int8]) -> None:
    """Fill the observation vector of a seat."""
    seats = seats_from(o.players, s.ring, observer)
    slots = slots_from(o.players, s.ring, observer)
    phase, declarer, discards, refused = s.phase, s.declarer, s.discards, s.refused
    over = phase == END
    sits_out = (o.players > ACTIVE) & (observer == s.dealer)
    knows_discards = (observer == declarer) | (refused != 0)
    void = last_call = first_said = then_said = active = offered = game_bidder = misere_bidder = 0
    for slot in range(SLOTS):
        seat = nibble(seats, slot)
        hand, seen = s.hands[seat], s.seen_hands[seat]
        put_cards(out, HANDS + 32 * slot, select(is_visible(s, seat, observer), hand, 0))
        if slot > 0:
            put_cards(out, SEEN + 32 * slot - 32, select(sits_out, seen, 0))
        put_cards(out, TRICK + 32 * slot, bit_of(s.trick[seat]))
        put_cards(out, PLAYED + 32 * slot, s.played[seat])
        void |= s.void[seat] << 4 * slot
        last_call |= bit_of(s.last_call[seat] - 1) << NUM_CALLS * slot
        first_said |= bit_of(s.first_said[seat] - 1) << NUM_DECLARATIONS * slot
        then_said |= bit_of(s.then_said[seat] - 1) << NUM_DECLARATIONS * slot
        active |= (s.active >> seat & 1) << slot
        offered |= (s.offered >> seat & 1) << slot
        game_bidder |= (s.game_bidders >> seat & 1) << slot
        misere_bidder |= (s.misere_bidders >> seat & 1) << slot
    put_cards(out, TALON, visible_talon(s, o, observer))
    put_cards(out, DISCARDS, select(knows_discards, discards, 0))
    for word in range(4):
        store_word(out, TRICK_NUMBER + 8 * word, s.trick_of[word])

    flags = void | bit_of(phase) << PHASE - VOID | position_bit(s, observer) << POSITION - VOID
    flags |= slot_bit(slots, -1 if over else s.actor) << ACTOR - VOID
    put_cards(out, VOID, flags)
    flags = slot_bit(slots, -1 if over else s.seat) | slot_bit(slots, declarer) << DECLARER - SEAT
    flags |= slot_bit(slots, s.leader) << LEADER - SEAT | slot_bit(slots, s.best_seat) << BEST - SEAT
    flags |= slot_bit(slots, s.last_winner) << LAST_WINNER - SEAT | bit_of(s.led) << LED - SEAT
    flags |= slot_bit(slots, s.owner) << OWNER - SEAT | active << ACTIVE_BIDDERS - SEAT
    put_cards(out, SEAT, flags)
    put_cards(out, LAST_CALL, last_call)
    flags = bit_of(s.contract) | s.no_talon << NO_TALON - CONTRACT | s.repeated << REPEATED - CONTRACT
    flags |= refused << REFUSED - CONTRACT | s.preferans << PREFERANS - CONTRACT
    put_cards(out, CONTRACT, flags)

    flags = bit_of(s.bid) | offered << OFFERED - BID | slot_bit(slots, s.half) << HALF - BID
    flags |= game_bidder << GAME_BIDDER - BID | misere_bidder << MISERE_BIDDER - BID
    flags |= s.both_whist << BOTH_WHIST - BID | s.returned << RETURNED - BID | bit_of(s.opening - 1) << OPENING - BID
    put_cards(out, BID, flags)
    put_cards(out, BID + 32, flags >> 32)
    put_cards(out, FIRST_SAID, first_said | then_said << THEN_SAID - FIRST_SAID)
    flags = slot_bit(slots, s.looked) | slot_bit(slots, s.whister) << WHISTER - LOOKED
    flags |= slot_bit(slots, s.whist_seat) << WHIST_SEAT - LOOKED | slot_bit(slots, s.partner) << PARTNER - LOOKED
    flags |= slot_bit(slots, s.own) << OWN - LOOKED | bit_of(s.outcome - 1) << OUTCOME - LOOKED
    put_cards(out, LOOKED, flags)

    for slot in range(SLOTS):
        seat = nibble(seats, slot)
        out[SAID + slot] = s.said[seat]
        out[BEST_GAME + slot] = s.best_game[seat]
        out[TRICKS + slot] = s.tricks[seat]
    out[UNITS] = s.units
    out[SERIES] = min(s.series, MOST_SERIES)
    observe_sheet(s, o, seats, out)


@inlined
def position_bit(s: RussianPreferansTable, observer: int) -> int:
    """One of four bits: the observer is first, second, third hand, or the dealer of four."""
    order = s.order
    bits = 0
    for place in range(SLOTS):
        bits |= (nibble(order, place) == observer) << place
    return bits


@inlined
def observe_sheet(s: RussianPreferansTable, o: RussianPreferansOptions, seats: int, out: NDArray[np.int8]) -> None:
    """The part of the vector about the score sheet."""
    put_zeros(out, DEALS, LAYOUT_SIZE - DEALS)
    put_number(out, TARGET, o.pool_target)
    if o.episode == EPISODE_MATCH:
        put_number(out, DEALS, s.deals)
        put_number(out, DEALS + DIGITS_PER_NUMBER, UNLIMITED if o.max_deals == UNLIMITED else o.max_deals - s.match_deals)
    elif is_empty(s):
        return
    for slot in range(o.players):
        seat = nibble(seats, slot)
        put_number(out, POOL + DIGITS_PER_NUMBER * slot, s.pool[seat])
        put_number(out, MOUNTAIN + DIGITS_PER_NUMBER * slot, s.mountain[seat])
        for step in range(1, o.players):
            around = slot + step
            other = nibble(seats, select(around < o.players, around, around - o.players))
            put_number(out, WHISTS + DIGITS_PER_NUMBER * (3 * slot + step - 1), s.whists[seat, other])


@inlined
def is_empty(s: RussianPreferansTable) -> bool:
    """Whether nothing is written on the sheet."""
    entries = 0
    for seat in range(SLOTS):
        entries |= s.pool[seat] | s.mountain[seat]
        for other in range(SLOTS):
            entries |= s.whists[seat, other]
    return entries == 0


@rule
def hidden(s: RussianPreferansTable, o: RussianPreferansOptions, observer: int, out: NDArray[np.int8]) -> None:
    """Fill the vector of all cards that somebody at the table may not see, by slot of the observer."""
    seats = seats_from(o.players, s.ring, observer)
    for slot in range(SLOTS):
        put_cards(out, HIDDEN_HANDS + 32 * slot, s.hands[nibble(seats, slot)])
    put_cards(out, HIDDEN_TALON, s.talon)
    put_cards(out, HIDDEN_DISCARDS, s.discards)
