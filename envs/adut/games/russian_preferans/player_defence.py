"""The rule-based player's declarations: who whists, calls the other, goes for his own, or returns the whist.

He counts the tricks of his own hand, adds what the other's declaration promises, and takes what is worth most: whists for
tricks against the duty that they must reach. The dealer of four always looks, at the hand of whoever has gone for his own,
since that costs nothing, and plays if with that hand it is worth it. A single whister opens the hands.
"""

from __future__ import annotations

from adut.core.record import table
from adut.core.rule import rule
from adut.games.russian_preferans.layout import FOR_OWN, LOOK_FIRST, LOOK_SECOND, PASS, SAY_WHIST, TOGETHER
from adut.games.russian_preferans.options import RussianPreferansOptions
from adut.games.russian_preferans.player_auction import may
from adut.games.russian_preferans.player_hand import DEFENDER, tricks_of
from adut.games.russian_preferans.player_worth import (
    BOTH_FIRST,
    BOTH_SECOND,
    CALLED,
    RETURNING,
    SINGLE,
    defenders_worth,
    own_worth,
    unplayed,
)
from adut.games.russian_preferans.table import RussianPreferansTable
from adut.games.russian_preferans.whist import (
    DEALER_DECIDES,
    DEALER_LOOKS,
    FIRST,
    FIRST_AGAIN,
    SECOND_AFTER_PASS,
    SECOND_AFTER_WHIST,
    first_defender,
    has_own,
    level_of,
    second_defender,
)

SHARE = table([0, 0, 0, 0, 0, 0, 105, 78, 45, 10, 5])
"""[level] how many hundredths are left of what a hand promises against a declarer who names so much."""
OF_OTHER = table([0, 0, 0, 0, 0, 0, 180, 105, 47, 6, 3])
"""[level] the tricks of the other hand against him, in hundredths, if nothing is known of it."""
FIRST_PASSED, SECOND_PASSED, FIRST_WHISTED, SECOND_WHISTED, WENT_FOR_OWN = 38, 73, 115, 150, 127
"""How many hundredths of that it is after each declaration."""
SECOND_WHISTS = 200
"""Per mille: the chance that the second defender whists after the first."""


@rule
def declare(v: RussianPreferansTable, o: RussianPreferansOptions) -> int:
    """The declaration that is worth most."""
    if v.node == DEALER_LOOKS:
        return LOOK_FIRST if v.own == first_defender(v) else LOOK_SECOND
    level = level_of(v.contract)
    cards = v.seen_hands[v.seat] if v.node == DEALER_DECIDES else v.hands[v.seat]
    mine = tricks_of(cards, v.trump, DEFENDER) * SHARE[level] // 100
    other = OF_OTHER[level]
    idle = unplayed(o, level)
    own = own_worth(o, level)
    share, role = single_whist(v)
    single = defenders_worth(o, level, mine, other * share // 100, role)
    if v.node == FIRST or v.node == SECOND_AFTER_WHIST:
        is_first = v.node == FIRST
        share, role = (SECOND_WHISTED, BOTH_FIRST) if is_first else (FIRST_WHISTED, BOTH_SECOND)
        both = defenders_worth(o, level, mine, other * share // 100, role)
        if not is_first:
            return SAY_WHIST if both > max(idle, single) else PASS
        if has_own(o, v.contract) and o.own_after_second_pass:
            single = max(single, own)
        return SAY_WHIST if SECOND_WHISTS * both + (1000 - SECOND_WHISTS) * single > 1000 * idle else PASS
    if may(v, FOR_OWN):
        return TOGETHER if single > own else FOR_OWN
    return TOGETHER if single > idle else PASS


@rule
def single_whist(v: RussianPreferansTable) -> tuple[int, int]:
    """If one defender whists for both: how many hundredths of the average the other hand is taken to hold, and what the player
    is then."""
    first, second = first_defender(v), second_defender(v)
    other = second if v.seat == first else first
    if v.node == SECOND_AFTER_WHIST:
        return FIRST_WHISTED, CALLED
    passed = FIRST_PASSED if other == first else SECOND_PASSED
    if v.node == FIRST or v.node == FIRST_AGAIN or v.node == SECOND_AFTER_PASS:
        return passed, SINGLE
    return WENT_FOR_OWN if v.own == other else passed, RETURNING
