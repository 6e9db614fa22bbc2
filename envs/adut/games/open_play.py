"""The play of a deal with all hands open: what a game tells the solver about a table.

Each game's `solving` module has four functions. `open_play` describes a table in this record, `legal_cards` and `beats` are
the game's own rules of following and winning, in one form for all games, and `conclude` ends a deal as if the play had led to a
value. Players are told apart by slots: the order of play among those who play cards.
"""

from __future__ import annotations

from typing import Any

from adut.core.cards import NUM_CARDS
from adut.core.record import Ints, Record, ints
from adut.core.rule import rule

NO_CAP = -1
TALON_SLOT = 3
"""Of three players: the slot that leads the tricks which a talon leads."""


class OpenPlay(Record):
    """The cards of a table and what they are worth to the side that is counted."""

    players: int  # hands in play, 2 to 4
    seats: Ints = ints(4)  # by slot, in the order of play
    hands: Ints = ints(4)  # by slot
    turn: int  # slot that plays next, or leads
    table: int  # the cards of the trick that lies on the table
    led: int  # the card that was led to it, NO_CARD
    best_card: int  # that wins it so far, NO_CARD
    best: int  # its slot
    trick_cards: int
    is_opening: int  # this is the first trick of the deal
    contract: int  # as the game's card tables count contracts
    suits: Ints = ints(32)  # by card, 0 to 4, as this contract groups them
    points: Ints = ints(32)  # by card, in a trick
    trick_worth: int  # points of any trick
    last_trick: int  # points of the last trick
    capot: int  # points that all tricks give beside, and that no trick takes
    counted: int  # bits of the slots whose tricks are counted
    maximisers: int  # bits of the slots that want many of them; the others want few
    made: int  # points that the counted side has already
    tricks: int  # tricks that it has already
    other_tricks: int  # tricks that the others have
    cap: int  # a value that ends the deal, NO_CAP
    exchangeable: int  # neighbours in rank that are worth the same may stand for one another
    talon_tricks: int  # so many tricks, the present one among them, are led by TALON_SLOT, then slot 0 leads; preset to 0
    is_talon_dead: int  # a card of the talon says what suit to follow, and cannot win
    must_beat: int  # who follows suit has to beat the best card if he can; preset to 0
    must: int  # the only cards that may be played next, 0 for no limit; preset to 0
    cash_early: int  # the solver tries the leader's sure tricks first; a matter of speed alone


@rule
def open_tricks(s: Any, taker: int, p: OpenPlay) -> None:
    """The part that games of tricks have in common, those with plain suits and no points: the tricks of a seat are counted."""
    p.trick_cards = s.trick_cards
    p.led = s.trick[s.leader] if s.trick_cards > 0 else -1
    p.best_card = s.best_card
    p.is_opening = 1 if s.trick_number == 1 else 0
    p.contract = s.trump
    for card in range(NUM_CARDS):
        p.suits[card] = card >> 3
        p.points[card] = 0
    p.trick_worth = 1
    p.last_trick = 0
    p.capot = 0
    p.made = s.tricks[taker]
    p.tricks = p.made
    p.other_tricks = s.trick_number - 1 - p.made
