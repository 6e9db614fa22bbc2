"""Deals that might have been, for random sheets: what they write, as often as players of the suite write it."""

from __future__ import annotations

from adut.core.record import table
from adut.core.rule import rule
from adut.games.belot.options import BelotOptions
from adut.games.belot.scoring import BELOT_POINTS, PACK_POINTS, raw_points, write_deal
from adut.games.belot.table import NO_SIDE, BelotTable
from adut.games.belote_cards import NO_TRUMPS
from adut.games.weighted_draws import draw, drawn, happens, lots

CONTRACTS = lots({0: 3, 1: 8, 2: 14, 3: 27, 4: 10, 5: 38})
MULTIPLIERS = lots({1: 96, 2: 3, 4: 1})
DECLARED = lots({0: 48, 20: 27, 50: 9, 40: 6, 100: 5, 70: 3, 120: 1, 150: 1})
"""Runs and fours of the side whose declarations count."""
BELOT_PERCENT = 27
CAPOT_PERCENT = 5
CALLER_TAKES_ALL_PERCENT = 80
"""... of the deals in which a side takes all tricks."""
LEAST_CARDS = table([34, 34, 34, 34, 30, 60])
SPREAD_OF_CARDS = table([62, 62, 62, 62, 48, 96])
"""[contract] points of the cards of the calling side are at least so many, and twice a number below the spread more."""


@rule
def random_result(s: BelotTable, o: BelotOptions, number: int) -> None:
    """A deal that was played: what it writes and leaves hanging."""
    contract = drawn(CONTRACTS, number, 0)
    caller = draw(number, 1, 2)
    cards = LEAST_CARDS[contract] + draw(number, 2, SPREAD_OF_CARDS[contract]) + draw(number, 3, SPREAD_OF_CARDS[contract])
    declaring, holding = draw(number, 4, 2), draw(number, 5, 2)  # sides
    s.capot = NO_SIDE
    if happens(number, 6, CAPOT_PERCENT):
        s.capot = caller if happens(number, 7, CALLER_TAKES_ALL_PERCENT) else 1 - caller
        declaring, holding = s.capot, s.capot
        cards = PACK_POINTS[contract] if s.capot == caller else 0
    declared = drawn(DECLARED, number, 8)
    belot = BELOT_POINTS if happens(number, 9, BELOT_PERCENT) else 0
    if contract == NO_TRUMPS:
        declared, belot = 0, 0
    for side in range(2):
        own = (declared if side == declaring else 0) + (belot if side == holding else 0)
        in_tricks = cards if side == caller else PACK_POINTS[contract] - cards
        s.raw[side] = raw_points(o, contract, in_tricks, own, side == s.capot)
    mult = drawn(MULTIPLIERS, number, 10)
    s.written[2] = s.pot
    s.result = write_deal(o, contract, mult, caller, s.raw[0], s.raw[1], declared + belot, s.capot, s.written)
    s.pot = s.written[2]
