"""Bela for the solver: the caller's side against the others (sections 3, 6 and 8 of the rules)."""

from __future__ import annotations

from adut.core.cards import NUM_CARDS
from adut.core.rule import inlined, rule
from adut.games import belote_cards
from adut.games.bela.cards import playable
from adut.games.bela.options import BelaOptions
from adut.games.bela.scoring import counted_cards
from adut.games.bela.table import BelaTable, num_sides, side_of
from adut.games.belote_cards import CARD_POINTS
from adut.games.open_play import NO_CAP, OpenPlay

PHASES = ("declare", "play", "bela")
"""In which a card is due next, questions aside."""
LAID_AWAY = {3: "discards"}
"""By the number of seats: the field for the cards that nobody plays and that count for the caller."""


@rule
def open_play(s: BelaTable, o: BelaOptions, p: OpenPlay) -> None:
    """Card points of the caller's side (K in 8.1) and the bonus for all tricks; declarations and bela are not in it."""
    caller = side_of(o, s.caller)
    p.players = o.players
    p.table = 0
    p.counted = 0
    p.tricks = 0
    p.other_tricks = 0
    for seat in range(o.players):
        p.seats[seat] = seat
        p.hands[seat] = s.hands[seat]
        p.counted |= (side_of(o, seat) == caller) << seat
        if s.trick[seat] >= 0:
            p.table |= 1 << s.trick[seat]
    p.maximisers = p.counted
    p.trick_cards = s.trick_cards
    p.turn = s.seat
    if s.trick_cards > 0:  # also while bela is asked for, before the next player's turn
        p.turn = (s.leader + s.trick_cards) % o.players
    p.led = s.trick[s.leader] if s.trick_cards > 0 else -1
    p.best_card = s.best_card
    p.best = max(s.best_seat, 0)
    p.is_opening = 1 if s.trick_number == 1 else 0
    p.contract = s.trump
    for card in range(NUM_CARDS):
        p.suits[card] = card >> 3
        p.points[card] = CARD_POINTS[s.trump, card]
    p.trick_worth = 0
    p.last_trick = o.last_trick_bonus
    p.capot = o.stiglja_bonus
    p.made = counted_cards(s, o, caller)
    for side in range(num_sides(o)):
        if side == caller:
            p.tricks += s.tricks[side]
        else:
            p.other_tricks += s.tricks[side]
    p.cap = NO_CAP
    p.exchangeable = 1
    p.cash_early = 0
    if s.trick_cards == o.players:  # bela is asked for before the trick is taken
        is_own = p.counted >> s.best_seat & 1
        p.made += is_own * s.trick_points
        p.tricks += is_own
        p.other_tricks += 1 - is_own
        p.turn = s.best_seat
        p.table = 0
        p.trick_cards = 0
        p.is_opening = 0


@inlined
def legal_cards(
    s: BelaTable, o: BelaOptions, seat: int, hand: int, led: int, best: int, best_seat: int, table: int, is_opening: bool
) -> int:
    """The cards of a hand that may be played; a card that would be a revoke is not among them."""
    exempt = (o.partner_exempt != 0) & (o.players == 4) & (led >= 0) & (best_seat == seat ^ 2)
    return playable(s.trump, led >> 3, best, hand, exempt)


@inlined
def beats(contract: int, card: int, best: int) -> bool:
    """Whether a card played later beats the best card of a trick so far."""
    return belote_cards.beats(contract, card, best)
