"""What an agent of Skat sees: the observation vector and the hidden cards (section 7 of the rules)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adut.core.intrinsics import select, store_word
from adut.core.layout import DIGITS_PER_NUMBER, bit_of, put_cards, put_digits, put_zeros
from adut.core.options import EPISODE_MATCH
from adut.core.record import table
from adut.core.rule import inlined, rule
from adut.games.skat.layout import END, HIDDEN_LAYOUT, LAYOUT, NUM_BIDS
from adut.games.skat.options import SkatOptions
from adut.games.skat.seats import seats_from, slots_from
from adut.games.skat.table import SkatTable
from adut.games.slots import seat_in, slot_bit
from adut.games.slots import seats_from as order_from

(
    HAND,
    FOUND,
    DISCARDS,
    OPEN_HANDS,
    TRICK,
    PLAYED,
    TRICK_NUMBER,
    BID,
    VOID,
    PHASE,
    ROLE,
    ACTOR,
    DECLARER,
    BIDDER,
    ANSWERER,
    TO_ANSWER,
    PASSED,
    SAID,
    TAKE,
    CONTRACT,
    ANNOUNCED,
    LED,
    LEADER,
    LAST_WINNER,
    BEST,
    TRICK_POINTS,
    POINTS,
    TRICKS,
    DEALS,
    TOTALS,
    WINS,
    LOSSES,
) = (part.start for part in LAYOUT.values())
LAYOUT_SIZE = LAYOUT.size
HIDDEN_HANDS, HIDDEN_SKAT, HIDDEN_ORIGINAL_SKAT = (part.start for part in HIDDEN_LAYOUT.values())
BID_CHUNKS = -(-NUM_BIDS // 32)
BID_BITS = table([[(1 << min(max(bid - 32 * chunk, 0), 32)) - 1 for chunk in range(BID_CHUNKS)] for bid in range(NUM_BIDS + 1)])
"""[bids said, chunk] the thermometer of the highest bid, 32 entries a chunk."""


# Table by table, phases differ: code without branches is much faster here than code that skips what is empty. Flags that
# follow one another in the layout are put together as bits and written at once; what spills over is written again behind.


@inlined
def observe(s: SkatTable, o: SkatOptions, observer: int, out: NDArray[np.int8]) -> None:
    """Fill the observation vector of a seat."""
    seats = seats_from(o.players, s.forehand, observer)
    slots = slots_from(o.players, s.forehand, observer)
    phase, declarer, ouvert = s.phase, s.declarer, s.ouvert
    original_skat, skat = s.original_skat, s.skat
    over = phase == END
    sees_skat = over | (s.picked_up != 0) & (observer == declarer)
    put_cards(out, HAND, s.hands[observer])
    put_cards(out, FOUND, select(sees_skat, original_skat, 0))
    put_cards(out, DISCARDS, select(sees_skat, skat, 0))
    voids = 0
    passed = 0
    for slot in range(3):
        seat = seat_in(seats, slot)
        hand = s.hands[seat]
        is_open = over | (ouvert != 0) & (seat == declarer)
        put_cards(out, OPEN_HANDS + 32 * slot, select(is_open, hand, 0))
        card = s.trick[seat]
        put_cards(out, TRICK + 32 * slot, 0)
        out[TRICK + 32 * slot + (card & 31)] = card >= 0
        put_cards(out, PLAYED + 32 * slot, s.played[seat])
        voids |= s.void[seat] << 5 * slot
        passed |= (s.passed >> seat & 1) << slot
    for word in range(4):
        store_word(out, TRICK_NUMBER + 8 * word, s.trick_of[word])
    for chunk in range(BID_CHUNKS):
        put_cards(out, BID + 32 * chunk, BID_BITS[s.last_bid + 1, chunk])

    actor, bidder, answerer = s.actor, s.bidder, s.answerer
    bidding = declarer < 0
    flags = voids | bit_of(phase) << PHASE - VOID
    flags |= slot_bit(slots_from(o.players, s.forehand, s.forehand), observer) << ROLE - VOID
    flags |= slot_bit(slots, -1 if over else actor) << ACTOR - VOID
    flags |= slot_bit(slots, declarer) << DECLARER - VOID
    flags |= slot_bit(slots, bidder if bidding else -1) << BIDDER - VOID
    flags |= slot_bit(slots, answerer if bidding else -1) << ANSWERER - VOID
    flags |= s.to_answer << TO_ANSWER - VOID | passed << PASSED - VOID
    put_cards(out, VOID, flags)
    put_cards(out, VOID + 32, flags >> 32)

    flags = s.picked_up | s.hand_game << 1 | bit_of(s.contract) << CONTRACT - TAKE
    flags |= (s.schneider | s.schwarz << 1 | ouvert << 2 | s.conceded << 3) << ANNOUNCED - TAKE
    flags |= bit_of(s.led) << LED - TAKE
    flags |= slot_bit(slots, s.leader) << LEADER - TAKE
    flags |= slot_bit(slots, s.last_winner) << LAST_WINNER - TAKE
    flags |= slot_bit(slots, s.best_seat) << BEST - TAKE
    put_cards(out, TAKE, flags)

    for slot in range(3):
        out[SAID + slot] = s.said[seat_in(seats, slot)]
    out[TRICK_POINTS] = s.trick_points
    out[POINTS] = s.declarer_points
    out[POINTS + 1] = s.defender_points
    out[TRICKS] = s.declarer_tricks
    out[TRICKS + 1] = s.defender_tricks
    put_zeros(out, DEALS, LAYOUT_SIZE - DEALS)
    if o.episode == EPISODE_MATCH or s.counted:
        observe_list(s, o, observer, out)


@inlined
def observe_list(s: SkatTable, o: SkatOptions, observer: int, out: NDArray[np.int8]) -> None:
    """The part of the vector about the list of deals."""
    put_digits(out, DEALS, s.counted)
    put_digits(out, DEALS + DIGITS_PER_NUMBER, o.n_deals - s.counted)
    order = order_from(o.players, observer)
    for relative in range(o.players):
        seat = seat_in(order, relative)
        put_digits(out, TOTALS + DIGITS_PER_NUMBER * relative, s.totals[seat])
        put_digits(out, WINS + DIGITS_PER_NUMBER * relative, s.wins[seat])
        put_digits(out, LOSSES + DIGITS_PER_NUMBER * relative, s.losses[seat])


@rule
def hidden(s: SkatTable, o: SkatOptions, observer: int, out: NDArray[np.int8]) -> None:
    """Fill the vector of all cards that somebody at the table may not see, by slot of the observer."""
    seats = seats_from(o.players, s.forehand, observer)
    for slot in range(3):
        seat = seat_in(seats, slot)
        put_cards(out, HIDDEN_HANDS + 32 * slot, s.hands[seat])
    put_cards(out, HIDDEN_SKAT, s.skat)
    put_cards(out, HIDDEN_ORIGINAL_SKAT, s.original_skat)
