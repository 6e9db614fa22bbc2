"""Skat for the solver: the declarer against the others (sections 3, 6 and 8 of the rules)."""

from __future__ import annotations

from adut.core.cards import NUM_CARDS
from adut.core.rule import inlined, rule
from adut.games.open_play import NO_CAP, OpenPlay
from adut.games.skat import cards
from adut.games.skat.cards import CARD_POINTS, SUIT_IN, card_points, follow
from adut.games.skat.layout import NULL
from adut.games.skat.options import SkatOptions
from adut.games.skat.rules import end_deal
from adut.games.skat.scoring import ALL_TRICKS, POINTS_SCHNEIDER, POINTS_TO_WIN
from adut.games.skat.seats import seats_from
from adut.games.skat.table import NO_CARD, SkatTable
from adut.games.slots import seat_in

PLAYERS = 3
PHASES = ("play",)
"""In which a card is due next, questions aside."""
LAID_AWAY = {3: "skat", 4: "skat"}
"""By the number of seats: the field for the cards that nobody plays and that count for the declarer."""
EXACT_UP_TO = 8
"""With more cards in a hand exact values take long, and `goal` is asked for."""
PACK_POINTS = 120


@rule
def open_play(s: SkatTable, o: SkatOptions, p: OpenPlay) -> None:
    """The points of the declarer, the skat included; in Null his tricks, of which the first ends the deal."""
    is_null = s.contract == NULL
    order = seats_from(o.players, s.forehand, s.forehand)
    p.players = PLAYERS
    p.turn = 0
    p.table = 0
    p.led = NO_CARD
    p.best = 0
    declarer = 0
    for slot in range(PLAYERS):
        seat = seat_in(order, slot)
        p.seats[slot] = seat
        p.hands[slot] = s.hands[seat]
        p.turn = slot if seat == s.seat else p.turn
        p.best = slot if seat == s.best_seat else p.best
        declarer = slot if seat == s.declarer else declarer
        if s.trick[seat] >= 0:
            p.table |= 1 << s.trick[seat]
    if s.trick_cards > 0:
        p.led = s.trick[s.leader]
    p.best_card = s.best_card
    p.trick_cards = s.trick_cards
    p.is_opening = 1 if s.trick_number == 1 else 0
    p.contract = s.contract
    for card in range(NUM_CARDS):
        p.suits[card] = SUIT_IN[s.contract, card]
        p.points[card] = 0 if is_null else CARD_POINTS[card]
    p.trick_worth = 1 if is_null else 0
    p.last_trick = 0
    p.capot = 0
    p.counted = 1 << declarer
    p.maximisers = 7 ^ 1 << declarer if is_null else 1 << declarer
    p.made = s.declarer_tricks if is_null else s.declarer_points + card_points(s.skat)
    p.tricks = s.declarer_tricks
    p.other_tricks = s.defender_tricks
    p.cap = 1 if is_null else NO_CAP
    p.exchangeable = 1
    p.cash_early = 0 if is_null else 1


@inlined
def legal_cards(
    s: SkatTable, o: SkatOptions, seat: int, hand: int, led: int, best: int, best_seat: int, table: int, is_opening: bool
) -> int:
    """The cards of a hand that may be played."""
    return follow(s.contract, led, hand)


@inlined
def beats(contract: int, card: int, best: int) -> bool:
    """Whether a card played later beats the best card of a trick so far."""
    return cards.beats(contract, card, best)


@rule
def goal(s: SkatTable, o: SkatOptions) -> int:
    """The value with which the declarer has made what he promised (in Null, with which he has lost), the bid aside."""
    if s.contract == NULL:
        return 1
    if s.schwarz or s.ouvert:
        return PACK_POINTS
    return POINTS_SCHNEIDER if s.schneider else POINTS_TO_WIN


@rule
def conclude(s: SkatTable, o: SkatOptions, value: int) -> None:
    """End a deal as if the rest of the play had led to a value; who gets no further point gets no further trick either."""
    if s.contract == NULL:
        s.declarer_tricks = value
    else:
        s.declarer_points = value - card_points(s.skat)
        takes_none = s.declarer_tricks == 0 and s.declarer_points == 0
        takes_all = s.defender_tricks == 0 and value == PACK_POINTS
        s.declarer_tricks = 0 if takes_none else ALL_TRICKS if takes_all else min(max(s.declarer_tricks, 1), ALL_TRICKS - 1)
    end_deal(s, o)
