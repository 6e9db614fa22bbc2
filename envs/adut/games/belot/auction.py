"""The auction of Belot (5.1 of the rules)."""

from __future__ import annotations

from adut.core.rule import inlined
from adut.games.belot.layout import CONTRACTS, FIRST_BID, KONTRA, PASS, REKONTRA
from adut.games.belot.options import BelotOptions
from adut.games.belot.table import NO_CONTRACT, BelotTable

ALL_BIDS = (1 << len(CONTRACTS)) - 1
PASSES_WITHOUT_A_BID = 4
PASSES_AFTER_A_BID = 3


@inlined
def legal_calls(s: BelotTable, o: BelotOptions) -> int:
    """What may be said: a bit for each action from PASS on."""
    contract, mult = s.contract, s.mult
    has_bid = contract >= 0
    against = (s.seat ^ s.caller) & 1 != 0  # the last bid was made by the other side
    may_bid = (mult == 1) | (o.overbid_after_kontra != 0)
    bids = ALL_BIDS & -(2 << contract) if has_bid else ALL_BIDS
    calls = 1 | (bids if may_bid else 0) << FIRST_BID - PASS
    calls |= (has_bid & against & (mult == 1)) << KONTRA - PASS
    calls |= (has_bid & (not against) & (mult == 2)) << REKONTRA - PASS
    return calls


@inlined
def call(s: BelotTable, action: int) -> None:
    """Say something legal."""
    if action == PASS:
        s.passes += 1
        return
    s.passes = 0
    if action == KONTRA:
        s.mult = 2
        s.kontras |= 1 << 4 * s.contract + s.seat
    elif action == REKONTRA:
        s.mult = 4
        s.rekontras |= 1 << 4 * s.contract + s.seat
    else:
        s.contract = action - FIRST_BID
        s.caller = s.seat
        s.mult = 1
        s.bids |= 1 << 4 * s.contract + s.seat


@inlined
def is_closed(s: BelotTable) -> bool:
    """Whether the auction is over."""
    return s.passes == (PASSES_WITHOUT_A_BID if s.contract == NO_CONTRACT else PASSES_AFTER_A_BID)
