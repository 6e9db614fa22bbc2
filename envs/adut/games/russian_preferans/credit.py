"""Pool points: closing a pool, and American help (8.4 of the rules)."""

from __future__ import annotations

from adut.core.options import UNLIMITED
from adut.core.rule import inlined, rule
from adut.games.russian_preferans.options import HELP_NONE, HELP_SPLIT, RussianPreferansOptions
from adut.games.russian_preferans.seats import nibble, seats_from
from adut.games.russian_preferans.table import NO_SEAT, RussianPreferansTable

WHISTS_PER_POINT = 10
"""What a helped player owes for a pool point, and what a mountain point is worth."""


@inlined
def pool_now(s: RussianPreferansTable, seat: int) -> int:
    """The pool of a seat with what the deal has written so far."""
    return s.pool[seat] + s.pool_change[seat]


@rule
def credit(s: RussianPreferansTable, o: RussianPreferansOptions, seat: int, points: int) -> None:
    """8.4: a seat earns pool points. What a closed pool cannot take burns the mountain and helps others."""
    target = o.pool_target
    if target == UNLIMITED or o.help == HELP_NONE:
        s.pool_change[seat] += points
        return
    taken = min(target - pool_now(s, seat), points)
    s.pool_change[seat] += taken
    points -= taken
    if points == 0:
        return
    if o.help == HELP_SPLIT:
        burnt = min(max(s.mountain[seat] + s.mountain_change[seat], 0), points // 2)
        s.mountain_change[seat] -= burnt
        points -= burnt
    while points > 0:
        other = largest_open_pool(s, o, seat)
        if other == NO_SEAT:
            break
        given = min(target - pool_now(s, other), points)
        s.pool_change[other] += given
        s.whists_change[seat, other] += WHISTS_PER_POINT * given
        points -= given
    s.mountain_change[seat] -= points


@rule
def largest_open_pool(s: RussianPreferansTable, o: RussianPreferansOptions, helper: int) -> int:
    """Who is helped: the largest pool that is not closed, of equal ones the first to the helper's left; NO_SEAT if all are."""
    seats = seats_from(o.players, s.ring, helper)
    best = NO_SEAT
    for slot in range(1, o.players):
        seat = nibble(seats, slot)
        if pool_now(s, seat) < o.pool_target and (best == NO_SEAT or pool_now(s, seat) > pool_now(s, best)):
            best = seat
    return best
