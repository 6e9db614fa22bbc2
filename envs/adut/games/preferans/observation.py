"""What an agent of Preferans sees: the observation vector and the hidden cards (section 7 of the rules)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adut.core.intrinsics import select, store_word
from adut.core.layout import DIGITS_PER_NUMBER, bit_of, put_cards, put_digits, put_number, put_zeros
from adut.core.options import EPISODE_MATCH, UNLIMITED
from adut.core.rule import inlined, rule
from adut.games.preferans.layout import END, HIDDEN_LAYOUT, LAYOUT, LOWEST, STATUSES
from adut.games.preferans.options import HISTORY_CURRENT_TRICK, PreferansOptions
from adut.games.preferans.rules import knows_talon
from adut.games.preferans.seats import next_seat, previous_seat, seat_in, slot_bit
from adut.games.preferans.table import SEATS, PreferansTable

(
    HAND,
    TALON,
    DISCARDS,
    TRICK,
    PLAYED,
    TRICK_NUMBER,
    VOID,
    FOLLOWED,
    DECLINED,
    PLAYING,
    STATUS,
    PHASE,
    POSITION,
    ACTOR,
    HOLDER,
    DECLARER,
    CALLER,
    GIVER,
    LEADER,
    BEST,
    LAST_WINNER,
    LED,
    LEVEL,
    CONTRACT,
    IN_HAND,
    REFE_DOUBLES,
    SAID,
    NAMED,
    DOUBLINGS,
    TRICKS,
    COUNTED_TRICKS,
    VALUE,
    BULA,
    SUPE_ON_NEXT,
    SUPE_ON_PREVIOUS,
    REFE,
    REFE_LEFT,
    DEALS,
) = (part.start for part in LAYOUT.values())
LAYOUT_SIZE = LAYOUT.size
HIDDEN_HANDS, HIDDEN_TALON, HIDDEN_DISCARDS = (part.start for part in HIDDEN_LAYOUT.values())
STATUS_CODES = len(STATUSES)


# Table by table, phases differ: code without branches is much faster here than code that skips what is empty. Flags that
# follow one another in the layout are put together as bits and written at once; what spills over is written again behind.


@inlined
def observe(s: PreferansTable, o: PreferansOptions, observer: int, out: NDArray[np.int8]) -> None:
    """Fill the observation vector of a seat."""
    phase, declarer = s.phase, s.declarer
    over = phase == END
    talon, discards = s.talon, s.discards
    put_cards(out, HAND, s.hands[observer])
    put_cards(out, TALON, select(knows_talon(s, o, observer), talon, 0))
    put_cards(out, DISCARDS, select(observer == declarer, discards, 0))
    forgets = o.obs_history == HISTORY_CURRENT_TRICK
    voids = followed = declined = playing = status = 0
    for slot in range(SEATS):
        seat = seat_in(observer, slot)
        card = bit_of(s.trick[seat])
        played = s.played[seat]
        put_cards(out, TRICK + 32 * slot, card)
        put_cards(out, PLAYED + 32 * slot, card if forgets else played)
        voids |= s.void[seat] << 4 * slot
        followed |= (s.followers >> seat & 1) << slot
        declined |= ((s.answered & ~s.followers) >> seat & 1) << slot
        playing |= (s.playing >> seat & 1) << slot
        status |= bit_of(s.status[seat]) << STATUS_CODES * slot
    for word in range(4):
        store_word(out, TRICK_NUMBER + 8 * word, 0 if forgets else s.trick_of[word])

    flags = 0 if forgets else voids
    flags |= followed << FOLLOWED - VOID | declined << DECLINED - VOID | playing << PLAYING - VOID
    flags |= status << STATUS - VOID | bit_of(phase) << PHASE - VOID
    flags |= slot_bit(s.forehand, observer) << POSITION - VOID
    flags |= slot_bit(observer, -1 if over else s.actor) << ACTOR - VOID
    flags |= slot_bit(observer, s.holder) << HOLDER - VOID
    put_cards(out, VOID, flags)
    put_cards(out, VOID + 32, flags >> 32)

    flags = slot_bit(observer, declarer)
    flags |= slot_bit(observer, s.caller) << CALLER - DECLARER
    flags |= slot_bit(observer, s.giver) << GIVER - DECLARER
    flags |= slot_bit(observer, s.leader) << LEADER - DECLARER
    flags |= slot_bit(observer, s.best_seat) << BEST - DECLARER
    flags |= slot_bit(observer, s.last_winner) << LAST_WINNER - DECLARER
    flags |= bit_of(s.led) << LED - DECLARER
    flags |= (1 << s.level >> LOWEST) << LEVEL - DECLARER
    flags |= (1 << s.contract >> LOWEST) << CONTRACT - DECLARER
    flags |= s.in_hand << IN_HAND - DECLARER | s.refe_doubles << REFE_DOUBLES - DECLARER
    put_cards(out, DECLARER, flags)
    put_cards(out, DECLARER + 32, flags >> 32)

    for slot in range(SEATS):
        seat = seat_in(observer, slot)
        out[SAID + slot] = s.said[seat]
        out[NAMED + slot] = s.named[seat]
        out[TRICKS + slot] = s.tricks[seat]
        out[COUNTED_TRICKS + slot] = s.counted_tricks[seat]
    out[DOUBLINGS] = s.doublings
    put_digits(out, VALUE, s.value)
    if forgets:
        for slot in range(SEATS):
            card = s.trick[seat_in(observer, slot)]
            if card >= 0:
                out[TRICK_NUMBER + card] = s.trick_number
    observe_sheet(s, o, observer, out)


@inlined
def observe_sheet(s: PreferansTable, o: PreferansOptions, observer: int, out: NDArray[np.int8]) -> None:
    """The part of the vector about the score sheet."""
    for slot in range(SEATS):
        put_number(out, BULA + DIGITS_PER_NUMBER * slot, s.bula[seat_in(observer, slot)])
    put_zeros(out, SUPE_ON_NEXT, LAYOUT_SIZE - SUPE_ON_NEXT)
    put_number(out, REFE_LEFT, UNLIMITED if o.refe_limit == UNLIMITED else o.refe_limit - s.refe_written)
    if o.episode == EPISODE_MATCH:
        put_number(out, DEALS, s.deals)
        put_number(out, DEALS + DIGITS_PER_NUMBER, UNLIMITED if o.max_deals == UNLIMITED else o.max_deals - s.match_deals)
    elif s.refe_written == 0 and no_supe(s):
        return
    for slot in range(SEATS):
        seat = seat_in(observer, slot)
        at = DIGITS_PER_NUMBER * slot
        put_number(out, SUPE_ON_NEXT + at, s.supe[seat, next_seat(seat)])
        put_number(out, SUPE_ON_PREVIOUS + at, s.supe[seat, previous_seat(seat)])
        put_number(out, REFE + at, s.refe[seat])


@inlined
def no_supe(s: PreferansTable) -> bool:
    """Whether nobody has written supe on anybody yet."""
    total = 0
    for seat in range(SEATS):
        total += s.supe[seat, next_seat(seat)] + s.supe[seat, previous_seat(seat)]
    return total == 0


@rule
def hidden(s: PreferansTable, o: PreferansOptions, observer: int, out: NDArray[np.int8]) -> None:
    """Fill the vector of all cards that somebody at the table may not see, by slot of the observer."""
    for slot in range(SEATS):
        put_cards(out, HIDDEN_HANDS + 32 * slot, s.hands[seat_in(observer, slot)])
    put_cards(out, HIDDEN_TALON, s.talon)
    put_cards(out, HIDDEN_DISCARDS, s.discards)
