"""Belot for the solver: the caller's side against the other one (sections 3, 6 and 8 of the rules)."""

from __future__ import annotations

from adut.core.cards import NUM_CARDS
from adut.core.intrinsics import lowest_bit
from adut.core.rule import inlined, rule
from adut.games import belote_cards
from adut.games.belot.cards import belot_cards, playable
from adut.games.belot.declaring import best_plan, candidates_of, nth_candidate
from adut.games.belot.layout import DECLARE
from adut.games.belot.options import CARDS_AFTER_TRICK1, BelotOptions
from adut.games.belot.rules import declare, end_play, settle_contest
from adut.games.belot.scoring import LAST_TRICK_POINTS, PACK_POINTS, capot_points
from adut.games.belot.table import NO_SUIT, NUM_TRICKS, BelotTable
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


@rule
def conclude(s: BelotTable, o: BelotOptions, value: int) -> None:
    """End a deal as if the rest of the play had led to a value: it is played out, and whoever can declare or say belot does."""
    announce_the_rest(s, o)
    if s.trick_number == 1 and o.declaration_disclosure == CARDS_AFTER_TRICK1:
        settle_contest(s, o)
    caller = s.caller & 1
    factor = 2 if s.contract == NO_TRUMPS else 1
    whole = PACK_POINTS[s.contract]
    takes_none, takes_all = value < 0, value > factor * whole
    own = 0 if takes_none else whole if takes_all else value // factor
    s.tricks[caller] = 0 if takes_none else NUM_TRICKS if takes_all else NUM_TRICKS // 2
    s.tricks[1 - caller] = NUM_TRICKS - s.tricks[caller]
    s.last_winner = s.caller + 1 & 3 if takes_none else s.caller
    last = LAST_TRICK_POINTS
    s.card_points[caller] = own if takes_none else own - last
    s.card_points[1 - caller] = whole - own - (last if takes_none else 0)
    s.trick_number = NUM_TRICKS + 1
    end_play(s, o)


@rule
def announce_the_rest(s: BelotTable, o: BelotOptions) -> None:
    """Seats whose first card is still to come declare what is worth most; kings and queens of trumps are announced."""
    asked = s.seat
    is_asked = s.phase == DECLARE and s.picked == 0
    for seat in range(PLAYERS):
        hand = s.hands[seat]
        if s.trick_number == 1 and s.contract != NO_TRUMPS and s.played[seat] == 0 and (seat != asked or is_asked):
            s.seat = seat
            candidates = candidates_of(o, hand)
            plan = best_plan(o, candidates) if candidates != 0 else 0
            while plan != 0:
                declare(s, o, nth_candidate(candidates, lowest_bit(plan)))
                plan &= plan - 1
        announced = belot_cards(o, s.contract, NO_SUIT, hand)
        while announced != 0:
            s.belots |= 1 << 4 * (lowest_bit(announced) >> 3) + seat
            announced &= announced - 1
    s.seat = asked
