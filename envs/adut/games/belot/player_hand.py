"""What a Belot hand of five cards is worth for a call: the lead in game points that it is expected to bring over a pass.

The worth is a sum over the suits of the hand, in tenths of a game point, and a level that depends on the place. In a suit
contract jack and nine of trumps weigh most, then length and belot, and aces of the other suits; in no trumps aces and tens
everywhere, in all trumps jacks and nines; runs count as declarations. A lost deal is in it, with all that goes to the
others, and so are on average the three cards still to come, the partner's hand and what the others may bid instead. The numbers
are fitted by least squares to deals that this player played against itself, once with the call and once with a pass.
"""

from __future__ import annotations

import numpy as np

from adut.core.cards import ACE, JACK, KING, NINE, NUM_SUITS, QUEEN, RANKS_PER_SUIT, SEVEN, TEN
from adut.core.record import Ints, table
from adut.core.rule import inlined, rule
from adut.games.belot.table import BelotTable
from adut.games.belote_cards import NO_TRUMPS
from adut.games.declarations import NO_DECLARATION, RUNS_OF_SUIT

FIRST, OVER_PARTNER, OVER_OPPONENTS, DOUBLED = range(4)
"""What is said: the first bid, a bid above the own side's or above the opponents', kontra."""
NAMED, BELOW, OTHER = range(3)
"""What a suit is: that of the bid; that of the contract so far; any other."""
NUM_KINDS = 3
"""A suit, no trumps, all trumps."""

LEVEL = table(
    [
        [[-27, -27, -28, -32], [-50, -49, -46, -47], [-49, -46, -21, -22]],
        [[-59, -59, -59, -67], [-77, -77, -77, -62], [-91, -93, -91, -46]],
        [[-17, -17, -19, -37], [-46, -46, -53, -47], [-111, -109, -102, -109]],
        [[-6, -7, -69, -7], [-123, -119, -100, -119], [-157, -158, -162, -158]],
    ]
)
"""[what is said, kind of contract, passes since the last call, 3 with a kontra that is outbid] the level."""
ABOVE_NO_TRUMPS = table(
    [
        [0, 0, 0],
        [0, 0, -86],
        [0, 0, 45],
        [0, 0, 0],
    ]
)
"""[what is said, kind] what it adds that no trumps are outbid."""
PARTNER_HAS_BID = table(
    [
        [0, 0, 0],
        [1, 34, 22],
        [-14, 39, 36],
        [20, 46, 69],
    ]
)
"""[what is said, kind] what it adds that the partner has bid something else before the bid that stands."""

ROWS = {
    (FIRST, 0, NAMED): [-10, -11, 6, -7, 24, -3, -5, 0, 13, 18, 15, 10, 2, 2, 1, 0, 4, 9, 9],
    (FIRST, 0, OTHER): [-3, -4, -3, 1, -6, -3, -1, 9, -9, -6, -7, -4, -1, 2, 2, -4, 3, 3, 11],
    (FIRST, 1, OTHER): [-8, -7, -13, 11, -10, -5, 0, 42, -10, -7, 1, -2, -8, 1, -1, 18, 14, 4, -9],
    (FIRST, 2, OTHER): [-13, -10, -4, -25, 65, -8, -9, -13, -11, -22, 5, 0, 27, 10, 16, 11, 15, 6, 7],
    (OVER_PARTNER, 0, NAMED): [-3, 1, 17, 4, 52, 11, 14, -18, 15, 13, 16, 0, 18, 9, -2, -4, -15, -3, 26],
    (OVER_PARTNER, 0, BELOW): [3, -7, -29, -8, -47, -5, -6, 2, -17, -19, -18, -42, -24, 12, 19, 15, 10, -3, 5],
    (OVER_PARTNER, 0, OTHER): [-3, 3, -6, -4, 7, -3, 5, -8, 0, -6, -4, -18, 13, 1, 7, 7, 5, -9, -5],
    (OVER_PARTNER, 1, BELOW): [-13, -3, -18, 8, -10, -8, -9, 30, -16, -12, 0, 6, -27, -11, -3, 4, 12, -6, -30],
    (OVER_PARTNER, 1, OTHER): [-6, -8, -10, 12, -3, -8, 4, 35, -1, 12, 3, -2, -13, -15, -3, 3, -5, -24, -26],
    (OVER_PARTNER, 2, BELOW): [-4, -5, -8, -13, 10, -21, -4, -15, -6, -11, -14, -26, -44, -5, -16, -11, -2, -33, -24],
    (OVER_PARTNER, 2, OTHER): [-8, -7, 10, -25, 82, -8, -8, -32, 3, 9, 7, 10, 28, -11, 15, 11, 3, 21, 13],
    (OVER_OPPONENTS, 0, NAMED): [-3, -2, 13, 7, 38, 2, 3, -7, 8, 17, 13, 6, 12, -10, 2, -2, -11, 13, -3],
    (OVER_OPPONENTS, 0, BELOW): [-6, -6, -10, 1, -50, -13, -5, 9, -8, -16, -22, -35, 8, 13, -18, 0, 3, -6, 4],
    (OVER_OPPONENTS, 0, OTHER): [-4, -3, -2, -5, -3, -3, -5, -1, -4, -1, -4, -3, 8, 0, 0, 6, 0, -2, -17],
    (OVER_OPPONENTS, 1, BELOW): [-11, -9, -19, 13, -62, -18, -8, 49, -12, -14, -29, -9, -25, -8, -26, -10, 12, -11, -11],
    (OVER_OPPONENTS, 1, OTHER): [3, 4, 0, 12, 8, -2, 4, 36, -11, -7, -7, 9, 5, 2, 3, 13, 2, 6, -17],
    (OVER_OPPONENTS, 2, BELOW): [-22, -32, -23, -20, 59, -17, -5, -26, -6, -28, -32, -21, -23, 2, 23, 42, -29, -40, -18],
    (OVER_OPPONENTS, 2, OTHER): [-14, -15, 8, -35, 76, -2, -13, -63, 0, -1, 22, -4, 14, 12, 8, 17, -2, 6, 5],
    (DOUBLED, 0, BELOW): [-19, -11, 17, 0, 52, 6, -3, -2, -18, 11, 30, 24, -26, 62, 15, -14, -6, 3, 29],
    (DOUBLED, 0, OTHER): [4, -1, 2, 7, -6, 7, -3, 26, -35, -40, -31, -50, -5, -6, 4, -3, 12, 16, 18],
    (DOUBLED, 1, OTHER): [-33, -31, -39, 5, -37, -29, -5, 127, -14, -32, 21, -5, 54, 5, 23, 14, 35, -5, 31],
    (DOUBLED, 2, OTHER): [-71, -81, 5, -90, 214, -23, -52, 14, -56, -30, -34, 9, 20, -11, 16, -2, 72, -41, -15],
}
"""(what is said, kind, what the suit is): the worth of 7 8 9 10 J Q K A; then of holding a card, a second, a third, a fourth;
of jack with nine, jack with ace, a guarded nine without jack, ace with ten, a guarded ten without ace, king with queen, a
run."""


def _parts(cards: int) -> list[bool]:
    """What a suit has of the things that a row of ROWS names."""

    def holds(*ranks: int) -> bool:
        return all(cards >> rank & 1 for rank in ranks)

    length = cards.bit_count()
    return [
        *(holds(rank) for rank in range(SEVEN, RANKS_PER_SUIT)),
        *(length > n for n in range(4)),
        holds(JACK, NINE),
        holds(JACK, ACE),
        holds(NINE) and length > 1 and not holds(JACK),
        holds(ACE, TEN),
        holds(TEN) and length > 1 and not holds(ACE),
        holds(KING, QUEEN),
        int(RUNS_OF_SUIT[cards, 0]) != NO_DECLARATION,
    ]


def _worth_of_suits() -> Ints:
    """[what is said, kind, what the suit is, cards of the suit as ranks] its worth."""
    parts = np.array([_parts(cards) for cards in range(1 << RANKS_PER_SUIT)], np.int64)
    worth = np.zeros((DOUBLED + 1, NUM_KINDS, OTHER + 1, 1 << RANKS_PER_SUIT), np.int64)
    for row, numbers in ROWS.items():
        worth[row] = parts @ np.array(numbers)
    return table(worth)


WORTH_OF_SUIT = _worth_of_suits()


@inlined
def kind_of(contract: int) -> int:
    """The kind of a contract: 0 a suit, 1 no trumps, 2 all trumps."""
    return max(contract - NO_TRUMPS + 1, 0)


@rule
def worth_of(v: BelotTable, contract: int, said: int) -> int:
    """What it is worth to bid a contract, or to say kontra to the one that is bid, in tenths of a game point."""
    kind = kind_of(contract)
    hand = v.hands[v.seat]
    is_bid = said != DOUBLED
    worth = LEVEL[said, kind, 3 if v.mult > 1 else v.passes]
    for suit in range(NUM_SUITS):
        what = NAMED if is_bid and suit == contract else BELOW if suit == v.contract else OTHER
        worth += WORTH_OF_SUIT[said, kind, what, (hand >> RANKS_PER_SUIT * suit) & 0xFF]
    if is_bid and v.contract == NO_TRUMPS:
        worth += ABOVE_NO_TRUMPS[said, kind]
    below = 4 * max(v.contract, 0)
    if v.bids & ~(0xF << below) & 0x111111 << (v.seat ^ 2):
        worth += PARTNER_HAS_BID[said, kind]
    return worth
