"""What an agent of Bela sees: the observation vector and the hidden cards (section 7 of the rules)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adut.core.intrinsics import select, store_word
from adut.core.layout import DIGIT_BASE, DIGITS_PER_NUMBER, bit_of, put_cards, put_digits
from adut.core.options import EPISODE_MATCH
from adut.core.record import table
from adut.core.rule import inlined, rule
from adut.games.bela.cards import ANNOUNCED_LENGTH, ANNOUNCED_TOP, WORTH_OF
from adut.games.bela.layout import END, HIDDEN_LAYOUT, LAYOUT, SEVEN, WORTH
from adut.games.bela.options import STOCK_VISIBLE, BelaOptions
from adut.games.bela.rules import knows_talon
from adut.games.bela.table import NOT_ANNOUNCED, BelaTable
from adut.games.slots import SLOTS, seat_in, seats_from, slot_bit, slots_from

(
    HAND,
    GONE,
    PLAYED,
    SHOWN,
    TRICK_NUMBER,
    SOURCE,
    VOID,
    TRICK_SUIT,
    TRICK_RANK,
    ANNOUNCED_WORTH,
    ANNOUNCED_TOP_CARD,
    ANNOUNCED_RUN,
    DECLARED,
    BELA,
    REFUSED,
    TURNED_SUIT,
    TURNED_RANK,
    EXCHANGED,
    PHASE,
    PLACE,
    ACTOR,
    PASSES,
    CALLER,
    TRUMP,
    DISCARDED,
    LED,
    LEADER,
    BEST,
    LAST_WINNER,
    TRICK_POINTS,
    POINTS,
    TRICKS,
    RESULT,
    RESULT_BY,
    TOTALS,
    POT,
    TARGET,
) = (part.start for part in LAYOUT.values())
HIDDEN_HANDS, HIDDEN_TALONS, HIDDEN_MIDDLE, HIDDEN_DISCARDS, HIDDEN_STOCK = (part.start for part in HIDDEN_LAYOUT.values())
BYTES_OF = table([sum(1 << 8 * i for i in range(8) if bits >> i & 1) for bits in range(256)])
"""[eight bits] the same as eight bytes of 0 or 1 in a word, lowest first."""
FROM_SIX, FROM_TALON, FROM_MIDDLE, FROM_EXCHANGE = range(1, 5)


SIDE_IN = table(
    [
        sum((observer + slot) % sides << 4 * slot for slot in range(sides)) | (2 << 4 * 2 if sides == 2 else 0)
        for sides in (2, 2, 2, 3, 2)
        for observer in range(4)
    ]
)
"""[4 * players + observer] the side in each slot, four bits each; in a slot that nobody has a side that nobody is."""
END_OF_LAYOUT = LAYOUT.size - 32


# Flags that follow one another in the layout are put together as bits and written at once; what spills over is written again
# behind. Values are read before the conditions on them, so that no branches are needed.


@inlined
def observe(s: BelaTable, o: BelaOptions, observer: int, out: NDArray[np.int8]) -> None:
    """Fill the observation vector of a seat."""
    seats, slots = seats_from(o.players, observer), slots_from(o.players, observer)
    sides = SIDE_IN[4 * o.players + observer]
    phase, actor = s.phase, s.actor
    over = phase == END
    put_cards(out, HAND, s.hands[observer])
    for word in range(4):
        store_word(out, TRICK_NUMBER + 8 * word, s.trick_of[word])
    voids = 0
    suits = 0
    ranks = 0
    for slot in range(SLOTS):
        seat = seat_in(seats, slot)
        put_cards(out, PLAYED + 32 * slot, s.played[seat])
        put_cards(out, SHOWN + 32 * slot, s.shown[seat])
        voids |= s.void[seat] << 4 * slot
        card = s.trick[seat]
        suits |= bit_of(card >> 3) << 4 * slot
        ranks |= (card >= 0) << 8 * slot + (card & 7)
    put_cards(out, VOID, voids | suits << TRICK_SUIT - VOID)
    put_cards(out, TRICK_RANK, ranks)
    observe_announcements(s, seats, out)

    place = slots_from(o.players, s.forehand)
    flags = slot_bit(slots, s.bela)
    flags |= (s.refused >> observer & 1 | (s.refused >> 4 + observer & 1) << 1) << REFUSED - BELA
    flags |= bit_of(phase) << PHASE - BELA | slot_bit(place, observer) << PLACE - BELA
    flags |= slot_bit(slots, -1 if over else actor) << ACTOR - BELA
    flags |= slot_bit(slots, s.caller) << CALLER - BELA | bit_of(s.trump) << TRUMP - BELA
    flags |= bit_of(s.led) << LED - BELA | slot_bit(slots, s.leader) << LEADER - BELA
    flags |= slot_bit(slots, s.best_seat) << BEST - BELA | slot_bit(slots, s.last_winner) << LAST_WINNER - BELA
    gone = 0
    if o.players != 4:
        flags |= turned_flags(s, slots)
        gone = cards_out_of_play(s, o, observer)
    put_cards(out, GONE, gone)
    observe_own_cards(s, o, observer, out)
    put_cards(out, BELA, flags)
    put_cards(out, BELA + 32, flags >> 32)
    out[PASSES] = s.passes
    out[DISCARDED] = s.discarded

    result, by = s.result, s.result_seat
    ending = bit_of(result) | slot_bit(slots, by) << RESULT_BY - RESULT
    put_cards(out, END_OF_LAYOUT, select(over, ending, 0) << RESULT - END_OF_LAYOUT)
    out[TRICK_POINTS] = s.trick_points
    for slot in range(3):
        side = sides >> 4 * slot & 3
        points = s.card_points[side]  # below two hundred
        hundred = points >= DIGIT_BASE
        out[POINTS + DIGITS_PER_NUMBER * slot] = 0
        out[POINTS + DIGITS_PER_NUMBER * slot + 1] = hundred
        out[POINTS + DIGITS_PER_NUMBER * slot + 2] = points - DIGIT_BASE * hundred
        out[TRICKS + slot] = s.tricks[side]
        put_digits(out, DECLARED + DIGITS_PER_NUMBER * slot, s.declared[side])
    if o.episode == EPISODE_MATCH or s.totals[0] + s.totals[1] + s.totals[2] + s.pot != 0:
        observe_sheet(s, o, sides, out)


@inlined
def observe_announcements(s: BelaTable, seats: int, out: NDArray[np.int8]) -> None:
    """What everybody has announced as his best declaration."""
    worths = 0
    tops = 0
    lengths = 0
    if s.announced[0] | s.announced[1] | s.announced[2] | s.announced[3]:
        for slot in range(SLOTS):
            said = s.announced[seat_in(seats, slot)]
            worths |= (said != NOT_ANNOUNCED) << len(WORTH) * slot + WORTH_OF[said]
            tops |= bit_of(ANNOUNCED_TOP[said]) << 8 * slot
            lengths |= ANNOUNCED_LENGTH[said] << 8 * slot
    flags = worths | tops << ANNOUNCED_TOP_CARD - ANNOUNCED_WORTH
    put_cards(out, ANNOUNCED_WORTH, flags)
    put_cards(out, ANNOUNCED_WORTH + 32, flags >> 32)
    store_word(out, ANNOUNCED_RUN, lengths)


@inlined
def turned_flags(s: BelaTable, slots: int) -> int:
    """The flags of the turned card, as they stand from BELA on."""
    turned = s.turned
    rank = select(turned >= 0, bit_of(turned & 7), 0)
    return (
        bit_of(turned >> 3) << TURNED_SUIT - BELA
        | rank << TURNED_RANK - BELA
        | slot_bit(slots, s.exchanged) << EXCHANGED - BELA
    )


@inlined
def cards_out_of_play(s: BelaTable, o: BelaOptions, observer: int) -> int:
    """The turned card of two players, own discards, a visible stock."""
    gone = 0
    if s.turned >= 0 and o.players == 2:
        gone = 1 << (8 * s.trump if s.exchanged >= 0 else s.turned)
    if o.two_stock == STOCK_VISIBLE:
        gone |= s.stock
    return gone | select(observer == s.caller, s.discards, 0)


@inlined
def observe_own_cards(s: BelaTable, o: BelaOptions, observer: int, out: NDArray[np.int8]) -> None:
    """Own cards by where they came from."""
    own = s.hands[observer] | s.played[observer]
    talon = select(knows_talon(s, o, observer), s.talon[observer], 0)
    if o.players == 4:
        for suit in range(4):
            word = FROM_TALON * bytes_of(talon, suit) + FROM_SIX * bytes_of(own & ~talon, suit)
            store_word(out, SOURCE + 8 * suit, word)
        return
    middle = 0
    if observer == s.caller and s.phase != SEVEN:
        own |= s.discards
        middle = s.middle
    exchanged = select(observer == s.exchanged, bit_of(s.turned), 0)
    first = own & ~(talon | middle | exchanged)
    for suit in range(4):
        word = FROM_SIX * bytes_of(first, suit) + FROM_TALON * bytes_of(talon, suit)
        word += FROM_MIDDLE * bytes_of(middle, suit) + FROM_EXCHANGE * bytes_of(exchanged, suit)
        store_word(out, SOURCE + 8 * suit, word)


@inlined
def bytes_of(cards: int, suit: int) -> int:
    """The cards of a suit as eight bytes of 0 or 1, lowest first."""
    return BYTES_OF[cards >> 8 * suit & 255]


@inlined
def observe_sheet(s: BelaTable, o: BelaOptions, sides: int, out: NDArray[np.int8]) -> None:
    """The part of the vector about the match."""
    for slot in range(3):
        put_digits(out, TOTALS + DIGITS_PER_NUMBER * slot, s.totals[sides >> 4 * slot & 3])
    put_digits(out, POT, s.pot)
    put_digits(out, TARGET, o.target)


@rule
def hidden(s: BelaTable, o: BelaOptions, observer: int, out: NDArray[np.int8]) -> None:
    """Fill the vector of all cards that somebody at the table may not see, by slot of the observer."""
    out[:] = 0
    taken = s.caller >= 0 and s.phase != SEVEN
    seats = seats_from(o.players, observer)
    for slot in range(o.players):
        seat = seat_in(seats, slot)
        put_cards(out, HIDDEN_HANDS + 32 * slot, s.hands[seat])
        put_cards(out, HIDDEN_TALONS + 32 * slot, 0 if taken else s.talon[seat])
    put_cards(out, HIDDEN_MIDDLE, s.middle)
    put_cards(out, HIDDEN_DISCARDS, s.discards)
    put_cards(out, HIDDEN_STOCK, s.stock)
