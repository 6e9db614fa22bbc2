"""What the rule-based player expects of a contract, by the prices that the options set.

Every worth is a payoff of the deal: how much more one gains than the average of the table, in whists times the number of
players, so that thirds and quarters are whole. Tricks are expected in hundredths; how many it will be is spread around that as
BELL says.
"""

from __future__ import annotations

from adut.core.record import table
from adut.core.rule import inlined, rule
from adut.games.russian_preferans.credit import WHISTS_PER_POINT
from adut.games.russian_preferans.options import (
    BOTH_PAY,
    CONSOLATION_FIXED,
    CONSOLATION_PRICE,
    FULL,
    GENTLEMAN,
    TEN_CHECKED,
    RussianPreferansOptions,
)
from adut.games.russian_preferans.scoring import (
    DUTY,
    FIXED_CONSOLATION,
    MISERE_PRICE,
    PRICE,
    mountain_factor,
    pool_rate,
    whist_factor,
)
from adut.games.russian_preferans.table import HAND_SIZE
from adut.games.russian_preferans.whist import has_own

BELL = table([1000, 857, 539, 249, 85, 21, 4, 0])
"""[distance from what is expected, in half tricks] how likely a number of tricks is, relative to the likeliest."""
BELL_STEP = 50
TALON_SPREAD = 80
"""Hundredths of a trick by which the help of the talon differs from what is expected."""
BOTH_FIRST, BOTH_SECOND, SINGLE, RETURNING, CALLED = range(5)
"""What a defender is: the first or second of two whisters, a single one, one who returned the whist, who is called by one."""
TRICKS_OF_LOST_MISERE = 170
"""In hundredths."""


@rule
def bell(tricks: int, expected: int) -> int:
    """The height of the bell at a number of tricks."""
    distance = abs(100 * tricks - expected)
    step, rest = distance // BELL_STEP, distance % BELL_STEP
    if step >= len(BELL) - 1:
        return 0
    return BELL[step] + (BELL[step + 1] - BELL[step]) * rest // BELL_STEP


@rule
def likelihood(tricks: int, expected: int) -> int:
    """How likely a number of tricks is where so many hundredths are expected; what is beyond none or all counts for these."""
    likely = bell(tricks, expected)
    if tricks == 0:
        likely += bell(-1, expected) + bell(-2, expected)
    if tricks == HAND_SIZE:
        likely += bell(HAND_SIZE + 1, expected) + bell(HAND_SIZE + 2, expected)
    return likely


@inlined
def consolation(o: RussianPreferansOptions, level: int) -> int:
    """What each opponent writes for a trick that the declarer is short of."""
    price = PRICE[level] * whist_factor(o) if o.consolation == CONSOLATION_PRICE else 0
    return FIXED_CONSOLATION if o.consolation == CONSOLATION_FIXED else price


@inlined
def penalty(o: RussianPreferansOptions, level: int) -> int:
    """What a trick missing to the whist costs, in whists."""
    price = PRICE[level] * mountain_factor(o)
    return WHISTS_PER_POINT * (price if o.responsibility == FULL else price // 2)


@inlined
def unplayed(o: RussianPreferansOptions, level: int) -> int:
    """The worth of a contract that is made, to each of the others."""
    return -pool_rate(o) * PRICE[level]


@rule
def of_declarer(o: RussianPreferansOptions, level: int, tricks: int) -> int:
    """The worth of a contract to a declarer who can take so many tricks; nobody whists to fail in it."""
    rivals = o.players - 1
    price = PRICE[level]
    is_free = level == HAND_SIZE and o.ten == TEN_CHECKED
    whist = 0 if is_free else o.players * price * whist_factor(o)
    if tricks >= level:
        own = DUTY[level] // 2 if has_own(o, 5 * (level - 6)) else 0
        return rivals * pool_rate(o) * price - whist * max(HAND_SIZE - tricks, own)
    short = level - tricks
    consoled = 0 if is_free else o.players * rivals * consolation(o, level) * short
    return -rivals * WHISTS_PER_POINT * price * mountain_factor(o) * short - whist * (HAND_SIZE - tricks) - consoled


@rule
def declarers_worth(o: RussianPreferansOptions, level: int, expected: int) -> int:
    """The worth of a contract to a declarer who expects so many hundredths of tricks."""
    total = 0
    worth = 0
    for tricks in range(HAND_SIZE + 1):
        weight = likelihood(tricks, expected)
        if weight > 0:
            total += weight
            worth += weight * of_declarer(o, level, tricks)
    return worth // max(total, 1)


@rule
def worth_before_talon(o: RussianPreferansOptions, level: int, expected: int) -> int:
    """The same before the talon is seen: it helps more than expected, or less."""
    return (declarers_worth(o, level, expected - TALON_SPREAD) + declarers_worth(o, level, expected + TALON_SPREAD)) // 2


@rule
def of_defender(o: RussianPreferansOptions, level: int, mine: int, others: int, role: int) -> int:
    """The worth of a contract to a defender who takes some tricks while the other takes others."""
    tricks = min(mine + others, HAND_SIZE)
    price = PRICE[level]
    whist = o.players * price * whist_factor(o)
    short = max(0, level - (HAND_SIZE - tricks))
    worth = unplayed(o, level) if short == 0 else WHISTS_PER_POINT * price * mountain_factor(o) * short
    shares = o.players - 1 if role == RETURNING and o.return_takes_all else 1
    worth += o.players * shares * consolation(o, level) * short
    half = o.whist_style == GENTLEMAN and short > 0
    if role <= BOTH_SECOND:
        worth += whist * mine
    elif role == RETURNING:
        worth += whist * tricks
    elif role == SINGLE:
        worth += whist * tricks // 2 if half else whist * tricks
    elif half:
        worth += whist * tricks // 2
    missing = DUTY[level] - tricks
    if missing <= 0 or short > 0:
        return worth
    rate = penalty(o, level)
    if role == CALLED:
        return worth + rate * missing
    if role >= SINGLE:
        return worth - (o.players - 1) * rate * missing
    if DUTY[level] > 1:
        owed = DUTY[level] // 2
        return worth - (o.players - 1) * rate * max(0, owed - mine) + rate * max(0, owed - others)
    if o.responsible_8plus == BOTH_PAY:
        return worth - (o.players - 2) * rate
    return worth - (o.players - 1) * rate if role == BOTH_SECOND else worth + rate


@rule
def defenders_worth(o: RussianPreferansOptions, level: int, mine: int, others: int, role: int) -> int:
    """The worth of a contract to a defender who expects so many hundredths of tricks of his own and of the other's hand."""
    total = 0
    worth = 0
    for tricks in range(HAND_SIZE + 1):
        weight = likelihood(tricks, mine)
        if weight == 0:
            continue
        for more in range(HAND_SIZE + 1):
            both = weight * likelihood(more, others)
            if both > 0:
                total += both
                worth += both * of_defender(o, level, tricks, more, role)
    return worth // max(total, 1)


@inlined
def own_worth(o: RussianPreferansOptions, level: int) -> int:
    """The worth of going for one's own."""
    return unplayed(o, level) + o.players * PRICE[level] * whist_factor(o) * DUTY[level] // 2


@rule
def worth_of_misere(o: RussianPreferansOptions, chance: int) -> int:
    """The worth of a misere to its declarer, with a chance in per mille to win no trick."""
    made = chance * pool_rate(o) * MISERE_PRICE
    lost = (1000 - chance) * WHISTS_PER_POINT * MISERE_PRICE * mountain_factor(o) * TRICKS_OF_LOST_MISERE // 100
    return (o.players - 1) * (made - lost) // 1000
