"""The rule-based player's declarations.

What the best plan holds is declared, unless it is beaten for certain: then it counts for nothing and only tells the others what
one holds. Who declares before his partner declares all, since what the partner adds may make it count.
"""

from __future__ import annotations

from adut.core.intrinsics import lowest_bit
from adut.core.rule import inlined, rule
from adut.games.belot.declaring import KIND_OF, best_plan, declaration_of, nth_candidate, of_side
from adut.games.belot.layout import DONE, FIRST_SLOT, KINDS
from adut.games.belot.options import SINGLE_POOL, BelotOptions
from adut.games.belot.player_auction import may
from adut.games.belot.table import BelotTable

FIRST_KIND_OF_FOUR = 3
"""Kinds from this one are fours."""


@rule
def choose_declaration(v: BelotTable, o: BelotOptions) -> int:
    """The next declaration to make, DONE for none."""
    plan = best_plan(o, v.candidates)
    while plan != 0:
        slot = lowest_bit(plan)
        plan &= plan - 1
        if may(v, FIRST_SLOT + slot) and not is_beaten(v, o, slot):
            return FIRST_SLOT + slot
    return DONE


@rule
def is_beaten(v: BelotTable, o: BelotOptions, slot: int) -> bool:
    """Whether what is in a slot cannot count: the opponents have announced better, and the partner has spoken."""
    partner = v.seat ^ 2
    if v.played[partner] == 0:
        return False
    kind = KIND_OF[declaration_of(o, nth_candidate(v.candidates, slot))]
    first = FIRST_KIND_OF_FOUR if kind >= FIRST_KIND_OF_FOUR and o.declaration_contest != SINGLE_POOL else 0
    end = FIRST_KIND_OF_FOUR if kind < FIRST_KIND_OF_FOUR and o.declaration_contest != SINGLE_POOL else len(KINDS)
    ours = max(best_of_plan(v, o, first, end), best_announced(v, v.seat & 1, first, end))
    return best_announced(v, 1 - (v.seat & 1), first, end) > ours


@inlined
def best_of_plan(v: BelotTable, o: BelotOptions, first: int, end: int) -> int:
    """The best kind from `first` to before `end` in the best plan, -1 for none."""
    best = -1
    plan = best_plan(o, v.candidates)
    while plan != 0:
        kind = KIND_OF[declaration_of(o, nth_candidate(v.candidates, lowest_bit(plan)))]
        plan &= plan - 1
        if first <= kind < end:
            best = max(best, kind)
    return best


@inlined
def best_announced(v: BelotTable, side: int, first: int, end: int) -> int:
    """The best kind from `first` to before `end` that a side has announced, -1 for none."""
    best = -1
    for kind in range(first, end):
        if of_side(v.announced >> 4 * kind & 0xF, side):
            best = kind
    return best
