"""Raspasovka: all passed, and everybody avoids tricks (P7 of the rules)."""

from __future__ import annotations

from adut.core.history import EVERYBODY, NEW_CARD, SHOWN_CARD, log, log_cards
from adut.core.intrinsics import lowest_bit
from adut.core.layout import bit_of
from adut.core.rule import inlined, rule
from adut.core.table import turn
from adut.games.russian_preferans.layout import PLAY, RASPASOVKA
from adut.games.russian_preferans.options import TALON_LEADS, RussianPreferansOptions
from adut.games.russian_preferans.seats import nibble
from adut.games.russian_preferans.table import ACTIVE, CLOSED, RussianPreferansTable

TALON_TRICKS = 2
"""The talon leads to so many tricks."""


@rule
def begin_raspasovka(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """The dealer of four takes the talon and leads it; with three players its cards are turned up one by one."""
    s.contract = RASPASOVKA
    s.opening = CLOSED
    s.phase = PLAY
    s.trick_number = 1
    s.leader = nibble(s.order, 0)
    if o.raspas_talon == TALON_LEADS and o.players > ACTIVE:
        s.hands[s.dealer] = s.talon
        log_cards(s, NEW_CARD, s.dealer, s.talon, 1 << s.dealer)
        s.leader = s.dealer
        s.trick_size = ACTIVE + 1
    turn(s, s.leader)
    turn_talon_up(s, o)


@inlined
def leads_next(s: RussianPreferansTable, o: RussianPreferansOptions, winner: int) -> int:
    """Who leads to the present trick, its number from 2: the talon to the second, first hand to the third, then winners."""
    first = nibble(s.order, 0)
    talon_leads = o.raspas_talon == TALON_LEADS
    if talon_leads & (s.trick_number == TALON_TRICKS):
        return s.dealer if o.players > ACTIVE else first
    if s.trick_number > TALON_TRICKS:
        s.trick_size = ACTIVE
    return first if talon_leads & (s.trick_number == TALON_TRICKS + 1) else winner


@inlined
def turn_talon_up(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """With three players a card of the talon says what suit is to be followed in each of the first two tricks."""
    if s.trick_number > TALON_TRICKS or o.players > ACTIVE or o.raspas_talon != TALON_LEADS:
        return
    card = s.first_talon
    if s.trick_number == TALON_TRICKS:
        card = lowest_bit(s.talon & ~bit_of(card))
    s.led = card >> 3
    s.trick_of[card >> 3] |= s.trick_number << 8 * (card & 7)
    log(s, SHOWN_CARD, s.dealer, s.dealer, card, EVERYBODY)


@inlined
def visible_talon(s: RussianPreferansTable, o: RussianPreferansOptions, observer: int) -> int:
    """The cards of the talon that an observer has seen: bought, his as the dealer of four, led or turned up."""
    talon, first = s.talon, bit_of(s.first_talon)
    led = talon & s.played[s.dealer]
    turned = talon & first if s.trick_number == 1 else talon
    of_dealer = talon if observer == s.dealer else led
    in_raspasovka = of_dealer if o.players > ACTIVE else turned
    leads = (s.contract == RASPASOVKA) & (o.raspas_talon == TALON_LEADS)
    other = in_raspasovka if leads else 0
    return talon if s.talon_shown else other
