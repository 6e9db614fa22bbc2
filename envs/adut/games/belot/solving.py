"""Belot for the solver: the caller's side against the other one (sections 3, 6 and 8 of the rules)."""

from __future__ import annotations

from adut.core.cards import NUM_CARDS
from adut.core.rule import inlined, rule
from adut.games import belote_cards
from adut.games.belot.cards import playable
from adut.games.belot.options import BelotOptions
from adut.games.belot.scoring import LAST_TRICK_POINTS, capot_points
from adut.games.belot.table import BelotTable
from adut.games.belote_cards import CARD_POINTS, NO_TRUMPS
from adut.games.open_play import NO_CAP, OpenPlay

PLAYERS = 4
PHASES = ("declare", "play")
"""In which a card is due next, questions aside."""


@rule
def open_play(s: BelotTable, o: BelotOptions, p: OpenPlay) -> None:
    """Points of the caller's side as 8.1 counts them, doubled in no trumps, with the capot; declarations are not in it."""
    caller = s.caller & 1
    factor = 2 if s.contract == NO_TRUMPS else 1
    p.players = PLAYERS
    p.table = 0
    for seat in range(PLAYERS):
        p.seats[seat] = seat
        p.hands[seat] = s.hands[seat]
        if s.trick[seat] >= 0:
            p.table |= 1 << s.trick[seat]
    p.counted = 5 << caller
    p.maximisers = p.counted
    p.turn = s.seat
    p.trick_cards = s.trick_cards
    p.led = s.trick[s.leader] if s.trick_cards > 0 else -1
    p.best_card = s.best_card
    p.best = max(s.best_seat, 0)
    p.is_opening = 1 if s.trick_number == 1 else 0
    p.contract = s.contract
    for card in range(NUM_CARDS):
        p.suits[card] = card >> 3
        p.points[card] = factor * CARD_POINTS[s.contract, card]
    p.trick_worth = 0
    p.last_trick = factor * LAST_TRICK_POINTS
    p.capot = capot_points(o, s.contract)
    p.made = factor * s.card_points[caller]
    p.tricks = s.tricks[caller]
    p.other_tricks = s.tricks[1 - caller]
    p.cap = NO_CAP
    p.exchangeable = 1
    p.cash_early = 0


@inlined
def legal_cards(
    s: BelotTable, o: BelotOptions, seat: int, hand: int, led: int, best: int, best_seat: int, table: int, is_opening: bool
) -> int:
    """The cards of a hand that may be played."""
    return playable(o, s.contract, led >> 3, best, best_seat == seat ^ 2, hand)


@inlined
def beats(contract: int, card: int, best: int) -> bool:
    """Whether a card played later beats the best card of a trick so far."""
    return belote_cards.beats(contract, card, best)
