"""The rules of Duel."""

from __future__ import annotations

from typing import Any

from adut.core.cards import SUIT_SET, set_of
from adut.core.history import ACTION, EVERYBODY, NEW_CARD, clear_history, log, log_cards
from adut.core.intrinsics import lowest_bit
from adut.core.layout import DIGITS_PER_NUMBER, put_cards, put_digits
from adut.core.options import EPISODE_MATCH
from adut.core.random import below
from adut.core.record import Ints, TableRecord, ints, table
from adut.core.rule import inlined, rule
from adut.core.table import pick_legal, turn
from duel import layout
from duel.layout import CALL, END, FIRST_CALL, PLAY
from duel.options import TRUMP_NONE, DuelOptions

HAND_SIZE = 10
NO_CARD = NO_SUIT = -1
CARDS_OF_SUIT = table(SUIT_SET)


NUM_EVENTS = 48  # 20 dealt cards, a call, 20 cards played, rounded up


class DuelTable(TableRecord, max_events=NUM_EVENTS):
    """The state of a table of Duel."""

    trump: int
    led: int  # the card that waits for an answer, NO_CARD
    hands: Ints = ints(2)
    played: Ints = ints(2)
    tricks: Ints = ints(2)
    counted: int  # deals of the match that are over
    totals: Ints = ints(2)


@rule
def deal(s: DuelTable, o: DuelOptions) -> None:
    """Ten cards to forehand, ten to the dealer."""
    forehand = 1 - s.dealer
    clear_history(s)
    for seat in range(2):
        start = 0 if seat == forehand else HAND_SIZE
        s.hands[seat] = set_of(s.pack, start, start + HAND_SIZE)
        s.played[seat] = 0
        s.tricks[seat] = 0
        log_cards(s, NEW_CARD, seat, s.hands[seat], 1 << seat)
    s.trump = NO_SUIT
    s.led = NO_CARD
    s.phase = PLAY if o.trump == TRUMP_NONE else CALL
    turn(s, forehand)


@rule
def legal(s: DuelTable, o: DuelOptions) -> None:
    """A trump suit to name; or a card, of the suit that was led if there is one."""
    for word in range(4):
        s.legal[word] = 0
    if s.phase == CALL:
        s.legal[1] = 15
        return
    hand = s.hands[s.seat]
    same = hand & CARDS_OF_SUIT[s.led >> 3] if s.led >= 0 else 0
    s.legal[0] = same if same else hand


@rule
def apply(s: DuelTable, o: DuelOptions, action: int) -> None:
    """Name the trump suit, or play a card."""
    log(s, ACTION, s.actor, s.seat, action, EVERYBODY)
    if s.phase == CALL:
        s.trump = action - FIRST_CALL
        s.phase = PLAY
        return
    seat = s.seat
    s.hands[seat] &= ~(1 << action)
    s.played[seat] |= 1 << action
    if s.led < 0:
        s.led = action
        turn(s, 1 - seat)
        return
    winner = seat if beats(s.trump, action, s.led) else 1 - seat
    s.led = NO_CARD
    s.tricks[winner] += 1
    turn(s, winner)
    if s.hands[0] == 0 and s.hands[1] == 0:
        s.phase = END
        s.deal_over = 1
        for player in range(2):
            s.points[player] = s.tricks[player]


@inlined
def beats(trump: int, card: int, led: int) -> bool:
    """Whether the second card of a trick wins it."""
    if card >> 3 == led >> 3:
        return card > led
    return card >> 3 == trump


# The match.


@rule
def open_match(s: DuelTable, o: DuelOptions) -> None:
    """An empty sheet."""
    s.counted = 0
    for seat in range(2):
        s.totals[seat] = 0


@rule
def settle(s: DuelTable, o: DuelOptions) -> None:
    """Add up the points; the other player deals."""
    s.counted += 1
    for seat in range(2):
        s.totals[seat] += s.points[seat]
    s.next_dealer = 1 - s.dealer
    s.match_over = 1 if s.counted >= o.n_deals else 0


@rule
def payoff(s: DuelTable, o: DuelOptions, seat: int) -> int:
    """Tricks more than the other player."""
    return s.points[seat] - s.points[1 - seat]


@rule
def potential(s: DuelTable, o: DuelOptions, seat: int) -> int:
    """The same before the end."""
    return s.tricks[seat] - s.tricks[1 - seat]


@rule
def standing(s: DuelTable, o: DuelOptions, seat: int) -> int:
    """Who has more points is ahead."""
    return s.totals[seat]


# Information.


@rule
def observe(s: DuelTable, o: DuelOptions, observer: int, out: Any) -> None:
    """Fill the observation vector of a seat."""
    out[:] = 0
    put_cards(out, layout.HAND, s.hands[observer])
    if s.led >= 0:
        out[layout.LED + s.led] = 1
    out[layout.PHASE + s.phase] = 1
    if s.trump >= 0:
        out[layout.TRUMP + s.trump] = 1
    out[layout.FOREHAND] = s.dealer != observer
    out[layout.TO_ACT] = s.phase != END and s.actor == observer
    for slot in range(2):
        seat = (observer + slot) % 2
        put_cards(out, layout.PLAYED + 32 * slot, s.played[seat])
        out[layout.TRICKS + slot] = s.tricks[seat]
        put_digits(out, layout.TOTALS + DIGITS_PER_NUMBER * slot, s.totals[seat])
    if o.episode == EPISODE_MATCH:
        out[layout.DEALS] = s.counted
        out[layout.DEALS + 1] = o.n_deals - s.counted


@rule
def hidden(s: DuelTable, o: DuelOptions, observer: int, out: Any) -> None:
    """Fill the vector of hidden cards."""
    for slot in range(2):
        put_cards(out, 32 * slot, s.hands[(observer + slot) % 2])


@rule
def hide(s: DuelTable, o: DuelOptions, observer: int) -> None:
    """Erase the other hand."""
    s.hands[1 - observer] = 0


# The rule-based player.


@rule
def choose(s: DuelTable, o: DuelOptions, number: int) -> int:
    """Call at random, lead at random; win with the cheapest card that wins, else throw the cheapest."""
    if s.phase == CALL or s.led < 0:
        return pick_legal(s, number)
    cheapest = NO_CARD
    winning = NO_CARD
    cards = s.legal[0]
    while cards != 0:
        card = lowest_bit(cards)
        cards &= cards - 1
        if cheapest < 0 or (card & 7) < (cheapest & 7):
            cheapest = card
        if beats(s.trump, card, s.led) and (winning < 0 or (card & 7) < (winning & 7)):
            winning = card
    return winning if winning >= 0 else cheapest


@rule
def start_play(s: DuelTable, o: DuelOptions, number: int) -> None:
    """Name a trump suit by lot."""
    if s.phase == CALL:
        apply(s, o, FIRST_CALL + below(number, 4))
