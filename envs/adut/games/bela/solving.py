"""Bela for the solver: the caller's side against the others (sections 3, 6 and 8 of the rules)."""

from __future__ import annotations

from adut.core.cards import NUM_CARDS, RANKS_PER_SUIT
from adut.core.rule import inlined, rule
from adut.games import belote_cards
from adut.games.bela.cards import playable
from adut.games.bela.layout import BELA, DECLARE
from adut.games.bela.options import BEFORE_LEAD, BelaOptions
from adut.games.bela.rules import KING_OR_QUEEN, end_deal, report, resolve_declarations
from adut.games.bela.scoring import counted_cards, write_played_out
from adut.games.bela.table import NOT_ANNOUNCED, BelaTable, hand_size, num_sides, side_of
from adut.games.belote_cards import CARD_POINTS, points_of
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


@rule
def conclude(s: BelaTable, o: BelaOptions, value: int) -> None:
    """End a deal as if the rest of the play had led to a value: it is played out, and whoever can declare or say bela does.

    Of three players, the two against the caller get equal shares of what they take from here on.
    """
    if s.trick_number == 1 and (o.declare_when != BEFORE_LEAD or s.phase == DECLARE):
        for seat in range(o.players):
            if s.played[seat] == 0 and s.announced[seat] == NOT_ANNOUNCED and not s.refused >> seat & 1:
                report(s, o, seat)
        resolve_declarations(s, o)
    for seat in range(o.players):
        held = (s.hands[seat] >> RANKS_PER_SUIT * s.trump) & KING_OR_QUEEN
        if (s.bela_open and held == KING_OR_QUEEN) or (s.phase == BELA and seat == s.seat and held != 0):
            s.bela = seat
    caller = side_of(o, s.caller)
    cards = s.discards
    for seat in range(o.players):
        cards |= s.hands[seat] | s.played[seat]
    whole = points_of(s.trump, cards) + o.last_trick_bonus
    least = points_of(s.trump, s.discards)
    takes_none, takes_all = value < least, value > whole
    own = least if takes_none else min(value, whole)
    rest = whole - own
    for side in range(num_sides(o)):
        if side != caller:
            rest -= s.card_points[side]
    others = num_sides(o) - 1
    for side in range(num_sides(o)):
        if side == caller:
            s.counted[side] = own
            s.tricks[side] = 0 if takes_none else hand_size(o) if takes_all else 1
        else:
            share = rest // others
            rest -= share
            others -= 1
            s.counted[side] = s.card_points[side] + share
            s.tricks[side] = 0 if takes_all else hand_size(o) if takes_none else 1
    write_played_out(s, o)
    end_deal(s, o)
