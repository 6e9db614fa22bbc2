"""Tricks of games whose cards rank A K Q J 10 9 8 7 in every suit, and in which who cannot follow suit must trump.

There is no duty to beat a card. A suit is 0 to 3, or NO_SUIT where there is none.
"""

from __future__ import annotations

from typing import Any

from adut.core.cards import FULL_PACK, SUIT_SET
from adut.core.intrinsics import select
from adut.core.layout import bit_of
from adut.core.record import table
from adut.core.rule import inlined

NO_SUIT = -1
_CARDS_OF_SUIT = table([0, *SUIT_SET])
_CARDS_THAT_FOLLOW = table([FULL_PACK, *SUIT_SET])


@inlined
def cards_of(suit: int) -> int:
    """The eight cards of a suit, none for NO_SUIT."""
    return _CARDS_OF_SUIT[suit + 1]


@inlined
def follow(hand: int, led: int, trump: int) -> int:
    """The cards of a hand that may be played when a suit was led: that suit, else trumps, else any. NO_SUIT: all, to lead."""
    same = hand & _CARDS_THAT_FOLLOW[led + 1]
    trumps = hand & _CARDS_OF_SUIT[trump + 1]
    other = trumps if trumps else hand
    return same if same else other


@inlined
def beats(card: int, best: int, trump: int) -> bool:
    """Whether a card played later beats the best card of a trick so far."""
    suit, best_suit = card >> 3, best >> 3
    return (suit == best_suit) & (card > best) | (suit != best_suit) & (suit == trump)


@inlined
def above(card: int) -> int:
    """The cards of the same suit that are higher."""
    return cards_of(card >> 3) & -(2 << card)


@inlined
def play_to_trick(s: Any, card: int) -> None:
    """The seat to play lays a card of its hand on the trick: it may be the best so far, and show what the seat does not hold.

    A trick whose suit is led by a card that nobody has played, of the talon, has no best card yet.
    """
    seat = s.seat
    bit = 1 << card
    s.hands[seat] &= ~bit
    s.played[seat] |= bit
    s.trick[seat] = card
    s.trick_of[card >> 3] |= s.trick_number << 8 * (card & 7)
    led, best_seat, best_card, trump = s.led, s.best_seat, s.best_card, s.trump
    suit = card >> 3  # what follows has no branches: cards are hard to predict
    led = suit if led < 0 else led
    wins = (best_card < 0) & (suit == led) | beats(card, best_card, trump)
    s.led = led
    s.void[seat] |= (suit != led) * bit_of(led) | ((suit != led) & (suit != trump)) * bit_of(trump)
    s.best_seat = select(wins, seat, best_seat)
    s.best_card = select(wins, card, best_card)
    s.trick_cards += 1
