"""Deals that might have been, for random sheets: what they write, as often as players of the suite write it."""

from __future__ import annotations

from adut.core.options import number_in
from adut.core.record import table
from adut.core.rule import rule
from adut.games.russian_preferans.layout import (
    FOR_OWN,
    LOOK_FIRST,
    MISERE_CONTRACT,
    PASS,
    RASPASOVKA,
    SAY_WHIST,
    STRAINS,
    TOGETHER,
)
from adut.games.russian_preferans.options import AWARD_3P_HALF, LOWEST_LEVEL, TALON_LEADS, RussianPreferansOptions
from adut.games.russian_preferans.scoring import score
from adut.games.russian_preferans.seats import nibble, order_of_hands, seats_after
from adut.games.russian_preferans.table import (
    ACTIVE,
    ALL_PASSED,
    FAILED,
    HAND_SIZE,
    MADE,
    NO_CONTRACT,
    NO_SEAT,
    UNPLAYED,
    RussianPreferansTable,
)
from adut.games.russian_preferans.whist import (
    ASKS_ON,
    DEALER_LOOKS,
    FIRST,
    FIRST_AGAIN,
    NO_PLAY,
    SECOND_AFTER_PASS,
    SECOND_AFTER_WHIST,
    begin_defence,
    declare,
    first_defender,
    has_own,
    second_defender,
)
from adut.games.weighted_draws import draw, drawn, happens, lots

RASPASOVKA_PERCENT, MISERE_PERCENT = 26, 6
"""... of all deals, and of the others."""
LEVELS = lots({6: 64, 7: 28, 8: 7, 9: 1})
STRAIN = lots({0: 20, 1: 24, 2: 24, 3: 25, 4: 7})
UNITS = lots({0: 374, 1: 112, 2: 4, 3: 6})
"""What two cards of the pack count for."""
THROWN_PERCENT = 3
"""... of the talons."""

OWN_LEVEL, OWN_AFTER_PASSES, HIGH_LEVEL = range(3)
ENGAGES = table(
    [
        [99, 33, 28, 28, 60, 90, 30, 50],
        [38, 8, 28, 15, 60, 90, 30, 50],
        [50, 3, 0, 30, 0, 0, 10, 50],
    ]
)
"""[..., node] how often of a hundred times who is asked whists, calls the other, or looks at a hand: where a whister may still
go for his own, where only who speaks after a pass may, and where nobody may."""
DEFENCE_TRICKS = table(
    [
        lots({1: 1, 2: 9, 3: 28, 4: 34, 5: 20, 6: 7, 7: 1}),
        lots({0: 1, 1: 17, 2: 44, 3: 27, 4: 7, 5: 3, 6: 1}),
        lots({0: 32, 1: 46, 2: 19, 3: 1, 4: 2}),
        lots({0: 80, 1: 17, 2: 3}),
    ]
)
"""[level - LOWEST_LEVEL, lot] of a hundred."""
MISERE_TRICKS = lots({0: 86, 1: 11, 2: 1, 4: 1, 5: 1})
HALF_PERCENT = 30
"""... of the miseres."""
DEALER_TRICKS = lots({0: 23, 1: 46, 2: 31})
RASPASOVKA_TRICKS = lots({235: 23, 136: 19, 127: 18, 226: 15, 145: 14, 334: 9, 244: 8, 37: 6, 28: 5, 118: 4, 46: 3, 55: 3})
"""Of three hands, as digits."""


@rule
def random_result(s: RussianPreferansTable, o: RussianPreferansOptions, number: int) -> None:
    """A deal and its score: a raspasovka, a misere, or a contract with what the defence says and takes."""
    forget_deal(s, o)
    if happens(number, 0, RASPASOVKA_PERCENT):
        avoid_tricks(s, o, number)
    else:
        s.declarer = nibble(s.order, draw(number, 1, ACTIVE))
        if happens(number, 2, MISERE_PERCENT):
            play_misere(s, o, number)
        else:
            play_contract(s, o, number)
    score(s, o)


@rule
def forget_deal(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """What the score reads, as before a deal; nobody has cards."""
    s.order = order_of_hands(o.players, s.ring, s.dealer)
    s.after = seats_after(o.players, s.ring, s.dealer)
    s.declarer = NO_SEAT
    s.contract = NO_CONTRACT
    s.no_talon = 0
    s.units = 0
    s.refused = 0
    s.preferans = 0
    s.half = NO_SEAT
    s.looked = NO_SEAT
    s.whister = NO_SEAT
    s.whist_seat = NO_SEAT
    s.partner = NO_SEAT
    s.both_whist = 0
    s.returned = 0
    s.own = NO_SEAT
    for seat in range(len(s.hands)):
        s.hands[seat] = 0
        s.tricks[seat] = 0
        s.pool_change[seat] = 0
        s.mountain_change[seat] = 0
        for other in range(len(s.hands)):
            s.whists_change[seat, other] = 0


@rule
def avoid_tricks(s: RussianPreferansTable, o: RussianPreferansOptions, number: int) -> None:
    """P7: the tricks of a raspasovka; those of the dealer of four are tricks that others do not take."""
    s.contract = RASPASOVKA
    s.outcome = ALL_PASSED
    rest = drawn(RASPASOVKA_TRICKS, number, 3)
    place = draw(number, 4, ACTIVE)
    step = 1 + draw(number, 5, 2)
    for _ in range(ACTIVE):
        s.tricks[nibble(s.order, place)] = rest % 10
        rest //= 10
        place = (place + step) % ACTIVE
    if o.players > ACTIVE and o.raspas_talon == TALON_LEADS:
        for n in range(drawn(DEALER_TRICKS, number, 6)):
            place = draw(number, 7 + n, ACTIVE)
            while s.tricks[nibble(s.order, place)] == 0:
                place = (place + 1) % ACTIVE
            s.tricks[nibble(s.order, place)] -= 1
            s.tricks[s.dealer] += 1


@rule
def play_misere(s: RussianPreferansTable, o: RussianPreferansOptions, number: int) -> None:
    """A misere, alone or by halves with the dealer."""
    s.contract = MISERE_CONTRACT
    if o.players > ACTIVE and o.misere_half and happens(number, 3, HALF_PERCENT):
        s.half = s.declarer
    share_tricks(s, drawn(MISERE_TRICKS, number, 4), number)
    s.outcome = MADE if s.tricks[s.declarer] == 0 else FAILED


@rule
def play_contract(s: RussianPreferansTable, o: RussianPreferansOptions, number: int) -> None:
    """A contract with the talon, the declarations of the defence, and tricks."""
    level = max(drawn(LEVELS, number, 3), number_in(o.exit_levels, s.series))
    s.contract = len(STRAINS) * (level - LOWEST_LEVEL) + drawn(STRAIN, number, 4)
    if o.talon_award if o.players > ACTIVE else o.talon_award_3p == AWARD_3P_HALF:
        s.units = drawn(UNITS, number, 5)
    if o.players > ACTIVE and o.open_talon_refusal and happens(number, 6, THROWN_PERCENT):
        s.refused = 1
    leads_to = begin_defence(s, o)
    while leads_to == ASKS_ON:
        leads_to = declare(s, o, answer(s, o, number))
    if leads_to == NO_PLAY:
        s.outcome = UNPLAYED
        return
    share_tricks(s, HAND_SIZE - DEFENCE_TRICKS[level - LOWEST_LEVEL, draw(number, 8, 100)], number)
    s.outcome = MADE if s.tricks[s.declarer] >= level else FAILED


@rule
def answer(s: RussianPreferansTable, o: RussianPreferansOptions, number: int) -> int:
    """P5: what is said at a node of the tree of whists."""
    node = s.node
    own = has_own(o, s.contract)
    row = HIGH_LEVEL
    if own:
        row = OWN_LEVEL if o.own_after_second_pass else OWN_AFTER_PASSES
    if not happens(number, 10 + node, ENGAGES[row, node]):
        return FOR_OWN if node == FIRST_AGAIN or (node == SECOND_AFTER_PASS and own) else PASS
    if node == DEALER_LOOKS:
        return LOOK_FIRST + draw(number, 7, 2)
    return SAY_WHIST if node in (FIRST, SECOND_AFTER_WHIST) else TOGETHER


@rule
def share_tricks(s: RussianPreferansTable, taken: int, number: int) -> None:
    """So many tricks for the declarer, and the others for the defenders, most often by halves."""
    rest = HAND_SIZE - taken
    first = (draw(number, 20, rest + 1) + draw(number, 21, rest + 1) + draw(number, 22, 2)) // 2
    s.tricks[s.declarer] = taken
    s.tricks[first_defender(s)] = first
    s.tricks[second_defender(s)] = rest - first
