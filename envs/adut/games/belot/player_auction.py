"""The rule-based player's calls.

The best bid, or kontra, is said if it is worth more than a pass; `player_hand` tells what it is worth. Since that is measured
against a pass, the partner's suit is left alone unless a better contract is in the hand, the opponents are outbid where they
would make more than the own contract costs, and kontra needs a hand that beats theirs more often than not. Rekontra needs a
hand that is far better than what is enough for the bid.
"""

from __future__ import annotations

from adut.core.rule import inlined, rule
from adut.games.belot.layout import CONTRACTS, FIRST_BID, KONTRA, PASS, REKONTRA
from adut.games.belot.player_hand import DOUBLED, FIRST, OVER_OPPONENTS, OVER_PARTNER, kind_of, worth_of
from adut.games.belot.table import BelotTable

NO_CALL = -(10**6)
"""The worth of a call that cannot be made."""
REKONTRA_FROM = (50, 20, 40)
"""[kind of contract] what the contract must be worth as a first bid for rekontra, in tenths of a game point."""


@inlined
def may(v: BelotTable, action: int) -> bool:
    """Whether an action is legal."""
    return (v.legal[action >> 5] >> (action & 31)) & 1 != 0


@inlined
def situation(v: BelotTable) -> int:
    """What a bid is now."""
    if v.caller < 0:
        return FIRST
    return OVER_PARTNER if (v.caller ^ v.seat) & 1 == 0 else OVER_OPPONENTS


@rule
def best_call(v: BelotTable) -> tuple[int, int]:
    """The best legal call other than a pass, PASS if there is none, and what it is worth."""
    action = PASS
    best = NO_CALL
    for contract in range(len(CONTRACTS)):
        if may(v, FIRST_BID + contract):
            worth = worth_of(v, contract, situation(v))
            if worth > best:
                action, best = FIRST_BID + contract, worth
    if may(v, KONTRA):
        worth = worth_of(v, v.contract, DOUBLED)
        if worth > best:
            action, best = KONTRA, worth
    if may(v, REKONTRA):
        worth = worth_of(v, v.contract, FIRST) - REKONTRA_FROM[kind_of(v.contract)]
        if worth > best:
            action, best = REKONTRA, worth
    return action, best


@rule
def choose_call(v: BelotTable) -> int:
    """The best call if it is worth more than a pass."""
    action, worth = best_call(v)
    return action if worth > 0 else PASS
