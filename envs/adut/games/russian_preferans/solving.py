"""Russian Preferans for the solver: the declarer against the defenders together, and in a raspasovka the player to move against
all others (sections 3, 6, P7 and 8 of the rules)."""

from __future__ import annotations

import math

from adut.core.intrinsics import lowest_bit
from adut.core.rule import inlined, rule
from adut.games import plain_tricks
from adut.games.open_play import NO_CAP, TALON_SLOT, OpenPlay, open_tricks
from adut.games.plain_tricks import follow
from adut.games.russian_preferans.layout import MISERE_CONTRACT, RASPASOVKA
from adut.games.russian_preferans.options import ORDER_DEALT, TALON_LEADS, RussianPreferansOptions
from adut.games.russian_preferans.raspasovka import TALON_TRICKS
from adut.games.russian_preferans.rules import end_deal
from adut.games.russian_preferans.seats import nibble
from adut.games.russian_preferans.table import ACTIVE, ALL_PASSED, HAND_SIZE, RussianPreferansTable

PHASES = ("play", "reveal")
"""In which a card is due next, questions aside."""
CALL_PRIOR = math.inf
"""Agents that search keep the rule-based player's calls. That player hardly ever whists against nine tricks, and calls that
count on it lose to others who do."""


@rule
def open_play(s: RussianPreferansTable, o: RussianPreferansOptions, p: OpenPlay) -> None:
    """The tricks of the declarer, or in a raspasovka of the player to move, as if all ten were played."""
    seat_due = s.leader
    for _ in range(s.trick_cards):
        seat_due = nibble(s.after, seat_due)
    is_raspasovka = s.contract == RASPASOVKA
    counted = seat_due if is_raspasovka else s.declarer
    avoids = is_raspasovka or s.contract == MISERE_CONTRACT
    p.players = ACTIVE
    p.turn = 0
    p.table = 0
    p.best = 0
    p.counted = 0
    for slot in range(ACTIVE):
        seat = nibble(s.order, slot)
        p.seats[slot] = seat
        p.hands[slot] = s.hands[seat]
        p.counted |= (seat == counted) << slot
        p.turn = slot if seat == seat_due else p.turn
        p.best = slot if seat == s.best_seat else p.best
        if s.trick[seat] >= 0:
            p.table |= 1 << s.trick[seat]
    p.maximisers = 15 ^ p.counted if avoids else p.counted
    open_tricks(s, counted, p)
    p.cap = NO_CAP
    p.exchangeable = 1
    p.cash_early = 0
    if is_raspasovka and o.raspas_talon == TALON_LEADS and s.trick_number <= TALON_TRICKS:
        if o.players > ACTIVE:
            place_dealer(s, p, seat_due)
        add_talon(s, o, p)


@rule
def place_dealer(s: RussianPreferansTable, p: OpenPlay, seat_due: int) -> None:
    """The dealer of four leads, wants no tricks either, and may be the one to move."""
    if s.trick[s.dealer] >= 0:
        p.table |= 1 << s.trick[s.dealer]
    p.best = TALON_SLOT if s.best_seat == s.dealer else p.best
    p.turn = TALON_SLOT if seat_due == s.dealer else p.turn
    p.counted = 1 << p.turn
    p.maximisers = 15 ^ p.counted


@rule
def add_talon(s: RussianPreferansTable, o: RussianPreferansOptions, p: OpenPlay) -> None:
    """P7: the talon leads the first two tricks: of four players the dealer's cards, of three cards that cannot win."""
    p.talon_tricks = TALON_TRICKS + 1 - s.trick_number
    p.seats[TALON_SLOT] = s.dealer
    first = 1 << s.first_talon
    if o.players > ACTIVE:
        p.hands[TALON_SLOT] = s.hands[s.dealer]
        is_first = s.trick_number == 1 and s.trick_cards == 0
        p.must = first if is_first and o.raspas_dealer_order == ORDER_DEALT else 0
        return
    p.is_talon_dead = 1
    second = s.talon & ~first
    p.hands[TALON_SLOT] = second if s.trick_number == 1 else 0
    p.led = s.first_talon if s.trick_number == 1 else lowest_bit(second)
    p.table |= 1 << p.led
    p.trick_cards += 1
    if s.best_card < 0:
        p.best_card = p.led
        p.best = TALON_SLOT


@inlined
def legal_cards(
    s: RussianPreferansTable,
    o: RussianPreferansOptions,
    seat: int,
    hand: int,
    led: int,
    best: int,
    best_seat: int,
    table: int,
    is_opening: bool,
) -> int:
    """The cards of a hand that may be played."""
    return follow(hand, led >> 3, s.trump)


@inlined
def beats(contract: int, card: int, best: int) -> bool:
    """Whether a card played later beats the best card of a trick so far."""
    return plain_tricks.beats(card, best, contract)


@inlined
def has_sides(s: RussianPreferansTable) -> bool:
    """Whether one side plays against another. In a raspasovka everybody plays for himself, and a value is one player's."""
    return s.contract != RASPASOVKA


@rule
def conclude(s: RussianPreferansTable, o: RussianPreferansOptions, value: int) -> None:
    """End a deal with two sides as if the rest of the play had led to a value; each trick of the defenders goes to the one with
    fewer."""
    left = HAND_SIZE - value - (s.trick_number - 1 - s.tricks[s.declarer])
    s.tricks[s.declarer] = value
    for _ in range(left):
        taker = -1
        for place in range(ACTIVE):
            seat = nibble(s.order, place)
            if seat != s.declarer and (taker < 0 or s.tricks[seat] < s.tricks[taker]):
                taker = seat
        s.tricks[taker] += 1
    end_deal(s, o, ALL_PASSED)
