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
    if v.node == FIRST:
        alone = defenders_worth(o, level, mine, other * SECOND_PASSED // 100, SINGLE)
        if has_own(o, v.contract) and o.own_after_second_pass:
            alone = max(alone, own)
        both = defenders_worth(o, level, mine, other * SECOND_WHISTED // 100, BOTH_FIRST)
        return SAY_WHIST if SECOND_WHISTS * both + (1000 - SECOND_WHISTS) * alone > 1000 * idle else PASS
    if v.node == SECOND_AFTER_WHIST:
        other = other * FIRST_WHISTED // 100
        passing = max(idle, defenders_worth(o, level, mine, other, CALLED))
        return SAY_WHIST if defenders_worth(o, level, mine, other, BOTH_SECOND) > passing else PASS
    if v.node == FIRST_AGAIN:
        together = defenders_worth(o, level, mine, other * SECOND_PASSED // 100, SINGLE)
    elif v.node == SECOND_AFTER_PASS:
        together = defenders_worth(o, level, mine, other * FIRST_PASSED // 100, SINGLE)
    else:
        together = defenders_worth(o, level, mine, other * promised(v) // 100, RETURNING)
    if may(v, FOR_OWN):
        return TOGETHER if together > own else FOR_OWN
    return TOGETHER if together > idle else PASS


@rule
def promised(v: RussianPreferansTable) -> int:
    """Where the whist is returned: how many hundredths of the average the other hand is taken to hold."""
    first, second = first_defender(v), second_defender(v)
    other = second if v.seat == first else first
    if v.own == other:
        return WENT_FOR_OWN
    return FIRST_PASSED if other == first else SECOND_PASSED
