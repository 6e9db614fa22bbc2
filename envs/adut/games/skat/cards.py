"""Cards of Skat: suits, ranks and points in each contract, matadors, and which card wins (sections 3 and 6 of the rules)."""

from __future__ import annotations

import numpy as np

from adut.core.cards import FULL_PACK, RANK_SET, RANKS_PER_SUIT
from adut.core.intrinsics import lowest_bit
from adut.core.record import Ints, table
from adut.core.rule import inlined, rule
from adut.games.skat.layout import GRAND, NULL, TRUMP

JACKS = RANK_SET[4]
ANY_SUIT = 7
"""In place of a suit where nothing was led: the low bits of -1."""
CARD_POINTS = table([0, 0, 0, 10, 2, 3, 4, 11] * 4)
"""Card points of 7 8 9 10 J Q K A."""
_JACK_ORDER = (4, 1, 2, 3)  # of clubs, diamonds, hearts, spades
_PLAIN_ORDER = (1, 2, 3, 6, 0, 4, 5, 7)  # A T K Q 9 8 7
_NULL_ORDER = (1, 2, 3, 4, 5, 6, 7, 8)  # A K Q J T 9 8 7


def _card_tables() -> tuple[Ints, Ints, Ints]:
    """[contract, card] suit in that contract, [contract, card] strength, [contract, suit] its cards; the pack for suit 7."""
    suits = np.zeros((6, 32), np.int64)
    strength = np.zeros((6, 32), np.int64)
    members = np.zeros((6, 8), np.int64)
    members[:, ANY_SUIT] = FULL_PACK
    for contract in range(6):
        for card in range(32):
            suit, rank = divmod(card, RANKS_PER_SUIT)
            jack = JACKS >> card & 1
            if contract == NULL:
                suits[contract, card], strength[contract, card] = suit, _NULL_ORDER[rank]
            elif jack:
                suits[contract, card], strength[contract, card] = TRUMP, 200 + _JACK_ORDER[suit]
            else:
                is_trump = suit == contract
                suits[contract, card] = TRUMP if is_trump else suit
                strength[contract, card] = _PLAIN_ORDER[rank] + (100 if is_trump else 0)
            members[contract, suits[contract, card]] |= 1 << card
    return table(suits), table(strength), table(members)


SUIT_IN, STRENGTH_IN, CARDS_OF_SUIT = _card_tables()
TRUMPS_IN_ORDER = table([sorted(range(32), key=lambda card: -STRENGTH_IN[contract, card])[:11] for contract in range(5)])
"""[contract, i] the trumps from the jack of clubs down: 11 in a suit game, the first 4 in grand."""


@rule
def matadors(cards12: int, contract: int) -> int:
    """Matadors, positive "with", negative "without" (section 3); 0 in Null."""
    if contract == NULL:
        return 0
    count = 4 if contract == GRAND else 11
    owned = (cards12 >> TRUMPS_IN_ORDER[contract, 0]) & 1
    n = 0
    while n < count and (cards12 >> TRUMPS_IN_ORDER[contract, n]) & 1 == owned:
        n += 1
    return n if owned else -n


@inlined
def follow_suit(contract: int, suit: int, hand: int) -> int:
    """The cards of a hand that may be played when a suit (or TRUMP, or nothing: -1) was led (section 6)."""
    same = hand & CARDS_OF_SUIT[contract, suit & ANY_SUIT]
    return same if same else hand


@inlined
def follow(contract: int, led_card: int, hand: int) -> int:
    """The cards of a hand that may be played to a led card, NO_CARD for the leader (section 6)."""
    return hand if led_card < 0 else follow_suit(contract, SUIT_IN[contract, led_card], hand)


@inlined
def beats(contract: int, card: int, best: int) -> bool:
    """Whether a card played later beats the best card of a trick so far (section 6); of no card (-1) it means nothing."""
    suit = SUIT_IN[contract, card]
    best = best & 31
    can_beat = (suit == SUIT_IN[contract, best]) | (suit == TRUMP)
    return can_beat & (STRENGTH_IN[contract, card] > STRENGTH_IN[contract, best])


@rule
def trick_winner(contract: int, first: int, second: int, third: int) -> int:
    """Which of three cards in playing order wins the trick, 0 to 2 (section 6)."""
    winner = 0
    best = first
    if beats(contract, second, best):
        winner, best = 1, second
    if beats(contract, third, best):
        winner = 2
    return winner


@rule
def card_points(cards: int) -> int:
    """Card points of a set of cards."""
    points = 0
    rest = cards
    while rest != 0:
        points += CARD_POINTS[lowest_bit(rest)]
        rest &= rest - 1
    return points
