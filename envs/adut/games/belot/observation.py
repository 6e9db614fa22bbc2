"""What an agent of Belot sees: the observation vector and the hidden cards (section 7 of the rules)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adut.core.intrinsics import select, store_word
from adut.core.layout import DIGITS_PER_NUMBER, bit_of, put_cards, put_digits, put_zeros
from adut.core.options import EPISODE_MATCH
from adut.core.record import table
from adut.core.rule import inlined, rule
from adut.games.belot.declaring import declaration_of, nth_candidate, suit_of
from adut.games.belot.layout import DECLARE, END, HIDDEN_LAYOUT, LAYOUT, MAX_CANDIDATES
from adut.games.belot.options import BelotOptions
from adut.games.belot.rules import known_phase, known_suits, known_tops, knows_late
from adut.games.belot.table import BelotTable
from adut.games.declarations import FIRST_FOUR, LENGTH, TOP

(
    HAND,
    LATE,
    PLAYED,
    TRICK_NUMBER,
    BIDS,
    KONTRAS,
    REKONTRAS,
    CONTRACT,
    CALLER,
    DOUBLING,
    PHASE,
    PLACE,
    ACTOR,
    LED,
    LEADER,
    BEST,
    LAST_WINNER,
    VOID,
    TRICK_SUIT,
    BELOTS,
    TRICK_RANK,
    ANNOUNCED,
    ANNOUNCED_TWICE,
    COUNTED,
    RESULT,
    DECLARED_LENGTH,
    DECLARED_TOP,
    DECLARED_SUIT,
    PASSES,
    TRICK_POINTS,
    TRICKS,
    POINTS,
    CANDIDATE_LENGTH,
    CANDIDATE_TOP,
    CANDIDATE_SUIT,
    RAW,
    WRITTEN,
    TOTALS,
    POT,
    TARGET,
) = (part.start for part in LAYOUT.values())
LAYOUT_SIZE = LAYOUT.size
HIDDEN_HANDS, HIDDEN_LATE, HIDDEN_LENGTH, HIDDEN_TOP, HIDDEN_SUIT, ASKED = (part.start for part in HIDDEN_LAYOUT.values())

STAY = table([sum((15 >> turn) << 4 * thing for thing in range(8)) for turn in range(4)])
COME_ROUND = table([sum((15 << 4 - turn & 15) << 4 * thing for thing in range(8)) for turn in range(4)])
"""[observer] the flags, eight things of four seats, whose slots are his seat or after it; the others."""


@inlined
def by_slot(flags: int, observer: int) -> int:
    """Flags by thing and seat, up to eight things, as flags by thing and slot."""
    return flags >> observer & STAY[observer] | flags << 4 - observer & COME_ROUND[observer]


@inlined
def slot_bit(observer: int, seat: int) -> int:
    """1 << the slot of a seat, 0 for no seat."""
    return (seat >= 0) << (seat - observer & 3)


@inlined
def words_by_slot(word: int, observer: int) -> int:
    """A word of declarations, two bytes a seat, by slot."""
    before = word & (1 << 16 * observer) - 1
    return word >> 16 * observer | before << (64 - 16 * observer & 63)


# Table by table, phases differ: code without branches is much faster here than code that skips what is empty. Flags that
# follow one another in the layout are put together as bits and written at once; what spills over is written again behind.


@inlined
def observe(s: BelotTable, o: BelotOptions, observer: int, out: NDArray[np.int8]) -> None:
    """Fill the observation vector of a seat."""
    late = s.late[observer]
    put_cards(out, HAND, s.hands[observer])
    put_cards(out, LATE, select(knows_late(s), late, 0))
    trick_suits = 0
    trick_ranks = 0
    for slot in range(4):
        seat = observer + slot & 3
        put_cards(out, PLAYED + 32 * slot, s.played[seat])
        card = s.trick[seat]
        trick_suits |= bit_of(card >> 3) << 4 * slot
        trick_ranks |= (card >= 0) << 8 * slot + (card & 7)
    for word in range(4):
        store_word(out, TRICK_NUMBER + 8 * word, s.trick_of[word])

    phase, actor = s.phase, s.actor
    over = phase == END
    flags = by_slot(s.bids, observer) | by_slot(s.kontras, observer) << KONTRAS - BIDS
    put_cards(out, BIDS, flags)
    put_cards(out, BIDS + 32, flags >> 32)
    flags = by_slot(s.rekontras, observer)
    flags |= bit_of(s.contract) << CONTRACT - REKONTRAS
    flags |= slot_bit(observer, s.caller) << CALLER - REKONTRAS
    flags |= 1 << DOUBLING - REKONTRAS + (s.mult >> 1)
    flags |= 1 << PHASE - REKONTRAS + known_phase(s, observer)
    flags |= 1 << PLACE - REKONTRAS + (observer - s.forehand & 3)
    flags |= slot_bit(observer, -1 if over else actor) << ACTOR - REKONTRAS
    put_cards(out, REKONTRAS, flags)
    put_cards(out, REKONTRAS + 32, flags >> 32)
    voids = s.void
    flags = bit_of(s.led)
    flags |= slot_bit(observer, s.leader) << LEADER - LED
    flags |= slot_bit(observer, s.best_seat) << BEST - LED
    flags |= slot_bit(observer, s.last_winner) << LAST_WINNER - LED
    flags |= (voids >> 4 * observer | voids << 16 - 4 * observer & 0xFFFF) << VOID - LED
    put_cards(out, LED, flags)
    put_cards(out, TRICK_SUIT, trick_suits | by_slot(s.belots, observer) << BELOTS - TRICK_SUIT)
    put_cards(out, TRICK_RANK, trick_ranks)
    counted = s.counted
    flags = by_slot(s.announced, observer) | by_slot(s.announced_twice, observer) << ANNOUNCED_TWICE - ANNOUNCED
    flags |= (counted >> 2 * observer | counted << 8 - 2 * observer & 0xFF) << COUNTED - ANNOUNCED
    flags |= bit_of(s.result) << RESULT - ANNOUNCED
    put_cards(out, ANNOUNCED, flags)
    put_cards(out, ANNOUNCED + 32, flags >> 32)

    tops, suits = known_tops(s, o, observer), known_suits(s, o, observer)
    store_word(out, DECLARED_LENGTH, words_by_slot(s.declared_length & tops, observer))
    store_word(out, DECLARED_TOP, words_by_slot(s.declared_top & tops, observer))
    store_word(out, DECLARED_SUIT, words_by_slot(s.declared_suit & suits, observer))
    side = observer & 1
    out[PASSES] = s.passes
    out[TRICK_POINTS] = s.trick_points
    out[TRICKS] = s.tricks[side]
    out[TRICKS + 1] = s.tricks[1 - side]
    put_digits(out, POINTS, s.card_points[side])
    put_digits(out, POINTS + DIGITS_PER_NUMBER, s.card_points[1 - side])
    put_zeros(out, CANDIDATE_LENGTH, LAYOUT_SIZE - CANDIDATE_LENGTH)
    if (phase == DECLARE) & (s.seat == observer):
        observe_candidates(s, o, out)
    if over:
        observe_result(s, side, out)
    if (o.episode == EPISODE_MATCH) | (s.totals[0] + s.totals[1] + s.pot != 0):
        observe_sheet(s, o, side, out)


@rule
def observe_candidates(s: BelotTable, o: BelotOptions, out: NDArray[np.int8]) -> None:
    """The part of the vector about a question for declarations."""
    for slot in range(MAX_CANDIDATES):
        candidate = nth_candidate(s.candidates, slot)
        if candidate >= 0:
            number = declaration_of(o, candidate)
            out[CANDIDATE_LENGTH + slot] = LENGTH[number]
            out[CANDIDATE_TOP + slot] = 1 + TOP[number]
            out[CANDIDATE_SUIT + slot] = 0 if number >= FIRST_FOUR else 1 + suit_of(candidate)


@inlined
def observe_result(s: BelotTable, side: int, out: NDArray[np.int8]) -> None:
    """The part of the vector about the score of the deal."""
    put_digits(out, RAW, s.raw[side])
    put_digits(out, RAW + DIGITS_PER_NUMBER, s.raw[1 - side])
    put_digits(out, WRITTEN, s.written[side])
    put_digits(out, WRITTEN + DIGITS_PER_NUMBER, s.written[1 - side])


@inlined
def observe_sheet(s: BelotTable, o: BelotOptions, side: int, out: NDArray[np.int8]) -> None:
    """The part of the vector about the match."""
    put_digits(out, TOTALS, s.totals[side])
    put_digits(out, TOTALS + DIGITS_PER_NUMBER, s.totals[1 - side])
    put_digits(out, POT, s.pot)
    put_digits(out, TARGET, o.target)


@rule
def hidden(s: BelotTable, o: BelotOptions, observer: int, out: NDArray[np.int8]) -> None:
    """Fill the vector of everything that somebody at the table may not know, by slot of the observer."""
    for slot in range(4):
        seat = observer + slot & 3
        late = s.late[seat]
        put_cards(out, HIDDEN_HANDS + 32 * slot, s.hands[seat])
        put_cards(out, HIDDEN_LATE + 32 * slot, 0 if knows_late(s) else late)
    store_word(out, HIDDEN_LENGTH, words_by_slot(s.declared_length, observer))
    store_word(out, HIDDEN_TOP, words_by_slot(s.declared_top, observer))
    store_word(out, HIDDEN_SUIT, words_by_slot(s.declared_suit, observer))
    out[ASKED] = s.phase == DECLARE
