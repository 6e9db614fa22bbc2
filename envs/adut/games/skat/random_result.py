"""Deals that might have been, for random sheets: what they write, as often as players of the suite write it."""

from __future__ import annotations

from adut.core.rule import rule
from adut.games.skat.layout import BIDS, GRAND, NULL
from adut.games.skat.options import COUNT_AND_ROTATE, SkatOptions
from adut.games.skat.scoring import POINTS_OWN_SCHNEIDER, POINTS_TO_WIN, deal_value, write_points
from adut.games.skat.table import NO_SEAT, SkatTable
from adut.games.weighted_draws import draw, drawn, happens, lots

CONTRACTS = lots({0: 15, 1: 10, 2: 13, 3: 12, GRAND: 30, NULL: 20})
MATADORS = lots({1: 55, 2: 25, 3: 10, 4: 10})
ALL_PASS_PERCENT = 10
WON_PERCENT = 76
HAND_PERCENT = 12
OUVERT_PERCENT = 20
"""... of the Null games."""
SPREAD_OF_WON = 21
SPREAD_OF_LOST = 15
"""Card points of the declarer are the fewest that win, or those above his own schneider, and twice a number below the spread
more."""
TRICKS = 5
LOWEST_BID = int(BIDS[0])


@rule
def random_result(s: SkatTable, o: SkatOptions, number: int) -> None:
    """A deal that counts: a game without announcements at the lowest bid, or all pass where that counts too."""
    s.declarer = NO_SEAT
    if o.all_pass != COUNT_AND_ROTATE or not happens(number, 0, ALL_PASS_PERCENT):
        s.declarer = (s.dealer + 1 + draw(number, 1, 3)) % o.players
        contract = drawn(CONTRACTS, number, 2)
        won = happens(number, 3, WON_PERCENT)
        hand = 1 if happens(number, 4, HAND_PERCENT) else 0
        ouvert = 1 if contract == NULL and happens(number, 5, OUVERT_PERCENT) else 0
        points, spread = POINTS_OWN_SCHNEIDER + 1, SPREAD_OF_LOST
        if won:
            points, spread = POINTS_TO_WIN, SPREAD_OF_WON
        points += draw(number, 6, spread) + draw(number, 7, spread)
        tricks = TRICKS
        if contract == NULL:
            tricks = 0 if won else 1
        matadors = drawn(MATADORS, number, 8)
        s.value = deal_value(o, contract, hand, 0, 0, ouvert, 0, matadors, points, tricks, LOWEST_BID)
    write_points(s, o)
