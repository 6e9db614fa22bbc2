"""What an agent of Skat sees: the observation vector and the hidden cards (section 7 of the rules)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adut.core.layout import DIGITS_PER_NUMBER, put_cards, put_digits, put_thermometer
from adut.core.options import EPISODE_MATCH
from adut.core.record import table
from adut.core.rule import inlined, rule, store_bits, store_word
from adut.games.skat.layout import END, HIDDEN_LAYOUT, LAYOUT, NUM_BIDS
from adut.games.skat.options import SkatOptions
from adut.games.skat.table import SkatTable

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
HIDDEN_HANDS, HIDDEN_SKAT, HIDDEN_ORIGINAL_SKAT = (part.start for part in HIDDEN_LAYOUT.values())
SLOT = table([[(role - first) % 3 for role in range(4)] for first in (0, 1, 2, 0)])
"""[role of the observer, role of an active player] the player's slot."""
ROLE_IN_SLOT = table([[(first + slot) % 3 for slot in range(3)] for first in (0, 1, 2, 0)])
"""[role of the observer, slot] the role of the player there."""
BID_CHUNKS = -(-NUM_BIDS // 32)


@inlined
def mark(s: SkatTable, out: NDArray[np.int8], start: int, seat: int, role: int) -> None:
    """Write the one-hot slot of a seat, for an observer of a role; nothing if there is no such seat."""
    out[start + SLOT[role, s.role[seat & 3]]] = seat >= 0


@inlined
def put_code(out: NDArray[np.int8], start: int, code: int) -> None:
    """Write a one-hot code; nothing if it is below zero."""
    out[start + max(code, 0)] = code >= 0


# Table by table, phases differ: code without branches is much faster here than code that skips what is empty.


@rule
def observe(s: SkatTable, o: SkatOptions, observer: int, out: NDArray[np.int8]) -> None:
    """Fill the observation vector of a seat."""
    out[:] = 0
    role = s.role[observer]
    declarer = s.declarer
    put_thermometer(out, BID, s.last_bid + 1, BID_CHUNKS)  # first: its last chunk spills into the slices behind it
    put_cards(out, HAND, s.hands[observer])
    if (s.picked_up and observer == declarer) or s.phase == END:
        put_cards(out, FOUND, s.original_skat)
        put_cards(out, DISCARDS, s.skat)
    if s.ouvert or s.phase == END:
        for slot in range(3):
            seat = s.active[ROLE_IN_SLOT[role, slot]]
            put_cards(out, OPEN_HANDS + 32 * slot, s.hands[seat] if seat == declarer or s.phase == END else 0)
    for word in range(4):
        store_word(out, TRICK_NUMBER + 8 * word, s.trick_of[word])
    voids = 0
    for slot in range(3):
        seat = s.active[ROLE_IN_SLOT[role, slot]]
        put_cards(out, PLAYED + 32 * slot, s.played[seat])
        put_code(out, TRICK + 32 * slot, s.trick[seat])
        voids |= s.void[seat] << 5 * slot
        out[SAID + slot] = s.said[seat]
        out[PASSED + slot] = s.passed >> seat & 1
    store_bits(out, VOID, voids)

    out[PHASE + s.phase] = 1
    out[ROLE + role] = 1
    bidding = s.declarer < 0
    mark(s, out, ACTOR, -1 if s.phase == END else s.actor, role)
    mark(s, out, DECLARER, s.declarer, role)
    mark(s, out, BIDDER, s.bidder if bidding else -1, role)
    mark(s, out, ANSWERER, s.answerer if bidding else -1, role)
    out[TO_ANSWER] = s.to_answer
    out[TAKE] = s.picked_up
    out[TAKE + 1] = s.hand_game
    put_code(out, CONTRACT, s.contract)
    out[ANNOUNCED] = s.schneider
    out[ANNOUNCED + 1] = s.schwarz
    out[ANNOUNCED + 2] = s.ouvert
    out[ANNOUNCED + 3] = s.conceded
    put_code(out, LED, s.led)
    mark(s, out, LEADER, s.leader, role)
    mark(s, out, LAST_WINNER, s.last_winner, role)
    mark(s, out, BEST, s.best_seat, role)
    out[TRICK_POINTS] = s.trick_points
    out[POINTS] = s.declarer_points
    out[POINTS + 1] = s.defender_points
    out[TRICKS] = s.declarer_tricks
    out[TRICKS + 1] = s.defender_tricks
    if o.episode == EPISODE_MATCH or s.counted:
        observe_list(s, o, observer, out)


@inlined
def observe_list(s: SkatTable, o: SkatOptions, observer: int, out: NDArray[np.int8]) -> None:
    """The part of the vector about the list of deals."""
    put_digits(out, DEALS, s.counted)
    put_digits(out, DEALS + DIGITS_PER_NUMBER, o.n_deals - s.counted)
    for relative in range(o.players):
        seat = (observer + relative) % o.players
        put_digits(out, TOTALS + DIGITS_PER_NUMBER * relative, s.totals[seat])
        put_digits(out, WINS + DIGITS_PER_NUMBER * relative, s.wins[seat])
        put_digits(out, LOSSES + DIGITS_PER_NUMBER * relative, s.losses[seat])


@rule
def hidden(s: SkatTable, o: SkatOptions, observer: int, out: NDArray[np.int8]) -> None:
    """Fill the vector of all cards that somebody at the table may not see, by slot of the observer."""
    role = s.role[observer]
    for slot in range(3):
        seat = s.active[ROLE_IN_SLOT[role, slot]]
        put_cards(out, HIDDEN_HANDS + 32 * slot, s.hands[seat])
    put_cards(out, HIDDEN_SKAT, s.skat)
    put_cards(out, HIDDEN_ORIGINAL_SKAT, s.original_skat)
