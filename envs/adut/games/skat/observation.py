"""What an agent of Skat sees: the observation vector and the hidden cards (section 7 of the rules)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.layout import DIGITS_PER_NUMBER, put_bits, put_digits
from adut.core.rule import lowest_bit, rule
from adut.games.skat.layout import END, HIDDEN_LAYOUT, LAYOUT, PLAY, SITTING_OUT

(
    HAND,
    FOUND,
    DISCARDS,
    OPEN_HAND,
    TRICK,
    PLAYED,
    TRICK_NUMBER,
    PHASE,
    ROLE,
    ACTOR,
    DECLARER,
    BIDDER,
    ANSWERER,
    TO_ANSWER,
    PASSED,
    SAID,
    BID,
    TAKE,
    CONTRACT,
    ANNOUNCED,
    LED,
    LEADER,
    LAST_WINNER,
    POINTS,
    TRICKS,
    VOID,
    DEALS,
    TOTALS,
    WINS,
    LOSSES,
) = (part.start for part in LAYOUT.values())
HIDDEN_HANDS, HIDDEN_SKAT, HIDDEN_ORIGINAL_SKAT = (part.start for part in HIDDEN_LAYOUT.values())


@rule
def role_of(s: Any, seat: int) -> int:
    """Forehand, middlehand, rearhand or sitting out, 0 to 3."""
    if seat == s.forehand:
        return 0
    if seat == s.middlehand:
        return 1
    return 2 if seat == s.rearhand else SITTING_OUT


@rule
def seat_of(s: Any, role: int) -> int:
    """The seat of an active role, 0 to 2."""
    if role == 0:
        return s.forehand
    return s.middlehand if role == 1 else s.rearhand


@rule
def slot_of(s: Any, seat: int, first: int) -> int:
    """The slot of an active seat for an observer whose slot 0 is the role `first`."""
    return (role_of(s, seat) - first + 3) % 3


@rule
def mark(s: Any, out: NDArray[np.int8], start: int, seat: int, first: int) -> None:
    """Write a one-hot slot; nothing if there is no such seat."""
    if seat >= 0:
        out[start + slot_of(s, seat, first)] = 1


@rule
def observe(s: Any, o: Any, observer: int, out: NDArray[np.int8]) -> None:
    """Fill the observation vector of a seat."""
    out[:] = 0
    role = role_of(s, observer)
    first = 0 if role == SITTING_OUT else role
    out[PHASE + s.phase] = 1
    out[ROLE + role] = 1
    put_bits(out, HAND, s.hands[observer])
    for slot in range(3):
        seat = seat_of(s, (first + slot) % 3)
        out[SAID + slot] = s.said[seat]
        out[PASSED + slot] = s.passed >> seat & 1
    for i in range(s.last_bid + 1):
        out[BID + i] = 1
    if s.declarer >= 0:
        mark(s, out, DECLARER, s.declarer, first)
        if s.picked_up:
            out[TAKE] = 1
            if observer == s.declarer:
                put_bits(out, FOUND, s.original_skat)
                put_bits(out, DISCARDS, s.skat)
        if s.hand_game:
            out[TAKE + 1] = 1
        if s.contract >= 0:
            out[CONTRACT + s.contract] = 1
        out[ANNOUNCED] = s.schneider
        out[ANNOUNCED + 1] = s.schwarz
        out[ANNOUNCED + 2] = s.ouvert
        out[ANNOUNCED + 3] = s.conceded
    else:
        mark(s, out, BIDDER, s.bidder, first)
        mark(s, out, ANSWERER, s.answerer, first)
        out[TO_ANSWER] = s.to_answer
    if s.phase < END:
        mark(s, out, ACTOR, s.actor, first)
    if s.phase >= PLAY:
        observe_play(s, first, out)
    observe_list(s, o, observer, out)


@rule
def observe_play(s: Any, first: int, out: NDArray[np.int8]) -> None:
    """The part of the vector about tricks."""
    if s.ouvert:
        put_bits(out, OPEN_HAND, s.hands[s.declarer])
    for slot in range(3):
        seat = seat_of(s, (first + slot) % 3)
        cards = s.played[seat]
        while cards != 0:
            card = lowest_bit(cards)
            out[PLAYED + 32 * slot + card] = 1
            out[TRICK_NUMBER + card] = s.trick_of[card]
            cards &= cards - 1
        if s.trick[seat] >= 0:
            out[TRICK + 32 * slot + s.trick[seat]] = 1
        put_bits(out, VOID + 5 * slot, s.void[seat])
    if s.led >= 0:
        out[LED + s.led] = 1
    mark(s, out, LEADER, s.leader, first)
    mark(s, out, LAST_WINNER, s.last_winner, first)
    out[POINTS] = s.declarer_points
    out[POINTS + 1] = s.defender_points
    out[TRICKS] = s.declarer_tricks
    out[TRICKS + 1] = s.defender_tricks


@rule
def observe_list(s: Any, o: Any, observer: int, out: NDArray[np.int8]) -> None:
    """The part of the vector about the list of deals."""
    put_digits(out, DEALS, s.counted)
    put_digits(out, DEALS + DIGITS_PER_NUMBER, o.n_deals - s.counted)
    if s.counted == 0:
        return
    for relative in range(o.players):
        seat = (observer + relative) % o.players
        put_digits(out, TOTALS + DIGITS_PER_NUMBER * relative, s.totals[seat])
        put_digits(out, WINS + DIGITS_PER_NUMBER * relative, s.wins[seat])
        put_digits(out, LOSSES + DIGITS_PER_NUMBER * relative, s.losses[seat])


@rule
def hidden(s: Any, o: Any, observer: int, out: NDArray[np.int8]) -> None:
    """Fill the vector of all cards that somebody at the table may not see, by slot of the observer."""
    role = role_of(s, observer)
    first = 0 if role == SITTING_OUT else role
    for slot in range(3):
        put_bits(out, HIDDEN_HANDS + 32 * slot, s.hands[seat_of(s, (first + slot) % 3)])
    put_bits(out, HIDDEN_SKAT, s.skat)
    put_bits(out, HIDDEN_ORIGINAL_SKAT, s.original_skat)
