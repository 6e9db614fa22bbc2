"""Scoring of Preferans: values, what a deal writes, the match and its result (sections 8 and 9 of the rules)."""

from __future__ import annotations

from adut.core.options import EPISODE_MATCH, UNLIMITED
from adut.core.rule import inlined, rule
from adut.games.preferans.layout import BETL, PIK
from adut.games.preferans.options import (
    CAP_NONE,
    CAP_VALUE,
    REFE_ANY_BULA_BELOW_ZERO,
    REFEREE_SCORE,
    STRICT_TWO,
    SUPE_BOTH,
    SUPE_GIVER_ALL,
    WRITE_OFF_V12,
    PreferansOptions,
)
from adut.games.preferans.referee_scores import bids_are_fined, fall_of_first_follower, fall_of_leader
from adut.games.preferans.seats import next_seat
from adut.games.preferans.table import (
    ALL_PASSED,
    FAILED,
    FINED,
    MADE,
    SEATS,
    UNDOUBLED,
    UNFOLLOWED,
    PreferansTable,
)

SUPE_PER_BULA = 10
TRICKS_OF_DEFENDERS = 4
"""With five tricks the defenders have beaten the contract; with four they have done their duty."""
TRICKS_OF_DEFENDER = 2
BETL_TRICKS = 5
"""A failed betl is written like five tricks by each defender."""


@inlined
def base_value(contract: int, in_hand: int) -> int:
    """The value of a contract, neither doubled nor under refe (section 3)."""
    return 2 * (contract + in_hand)


@inlined
def value_in_force(contract: int, in_hand: int, doublings: int, refe_doubles: int) -> int:
    """V: the value with kontra and the rest, and with the declarer's refe (8.1)."""
    return base_value(contract, in_hand) << doublings + refe_doubles


@inlined
def remaining(s: PreferansTable) -> int:
    """S: all bule that are left."""
    return s.bula[0] + s.bula[1] + s.bula[2]


@inlined
def may_write_refe(s: PreferansTable, o: PreferansOptions) -> bool:
    """Whether all pass writes refe now (8.6)."""
    if o.refe_limit != UNLIMITED and s.refe_written >= o.refe_limit:
        return False
    return o.refe_blocked_if != REFE_ANY_BULA_BELOW_ZERO or min(s.bula[0], s.bula[1], s.bula[2]) >= 0


@inlined
def lacks_kontra(s: PreferansTable, o: PreferansOptions) -> bool:
    """5.6: whether this is a bought pik that is not played because nobody gave kontra."""
    return o.pik_needs_kontra != 0 and s.contract == PIK and not s.in_hand and s.giver < 0


@rule
def score(s: PreferansTable, o: PreferansOptions) -> None:
    """Section 8: what the finished deal writes, and its official points."""
    if s.declarer >= 0 and o.referee == REFEREE_SCORE and bids_are_fined(s, o):
        s.outcome = FINED
        s.refe_doubles = 0
    else:
        write_deal(s, o)
        if o.referee == REFEREE_SCORE and (s.outcome == MADE or s.outcome == FAILED):
            move_fall(s, fall_of_first_follower(s, o))
            move_fall(s, fall_of_leader(s, o))
    write_points(s)


@rule
def write_deal(s: PreferansTable, o: PreferansOptions) -> None:
    """What the finished deal writes without a referee."""
    if s.declarer < 0:
        s.outcome = ALL_PASSED
        s.refe_gained = 1 if may_write_refe(s, o) else 0
    elif lacks_kontra(s, o) and may_write_refe(s, o):
        s.outcome = UNDOUBLED
        s.refe_doubles = 0
        s.refe_gained = 1
    elif s.followers == 0 or lacks_kontra(s, o):
        s.outcome = UNFOLLOWED
        s.bula_change[s.declarer] = -capped_value(s, o)
    else:
        score_played(s, o)


@inlined
def capped_value(s: PreferansTable, o: PreferansOptions) -> int:
    """8.7: what a made contract without falls takes off the declarer's bule."""
    return s.value if o.last_deal_cap == CAP_NONE else min(s.value, remaining(s))


@inlined
def counted_tricks(s: PreferansTable) -> int:
    """The tricks of the defenders that count (8.2)."""
    return s.counted_tricks[0] + s.counted_tricks[1] + s.counted_tricks[2]


@rule
def score_played(s: PreferansTable, o: PreferansOptions) -> None:
    """8.8: a deal that was played."""
    declarer = s.declarer
    taken = counted_tricks(s)
    made = s.tricks[declarer] == 0 if s.contract == BETL else taken <= TRICKS_OF_DEFENDERS
    s.outcome = MADE if made else FAILED

    falls = 0
    for seat in range(SEATS):
        if seat != declarer and falls_short(s, o, seat, taken, made):
            s.bula_change[seat] = s.value
            falls += 1
    unit = s.value
    if not made:
        s.bula_change[declarer] = s.value
        if o.last_deal_double_fall and s.value > remaining(s):
            s.bula_change[declarer] = 2 * s.value
    elif falls:
        s.bula_change[declarer] = -s.value
    else:
        s.bula_change[declarer] = -capped_value(s, o)
        if o.last_deal_cap == CAP_VALUE:
            unit = min(unit, remaining(s))
    for seat in range(SEATS):
        if seat != declarer:
            s.written[seat, declarer] = unit * tricks_written(s, o, seat, taken, made)


@rule
def falls_short(s: PreferansTable, o: PreferansOptions, seat: int, taken: int, made: bool) -> bool:
    """8.4 and 8.5: whether a defender falls, that is, writes the value on himself."""
    if s.giver >= 0:
        return made and seat == s.giver
    if s.contract == BETL or not s.followers >> seat & 1:
        return False
    if s.caller >= 0:
        return made and taken < TRICKS_OF_DEFENDERS
    if s.counted_tricks[seat] >= TRICKS_OF_DEFENDER:
        return False
    if s.followers == 1 << seat:
        return made
    return o.defender_rule == STRICT_TWO or (made and taken < TRICKS_OF_DEFENDERS)


@rule
def tricks_written(s: PreferansTable, o: PreferansOptions, seat: int, taken: int, made: bool) -> int:
    """8.4 and 8.5: for how many tricks a defender writes supe on the declarer."""
    if s.contract == BETL:
        if made or not s.playing >> seat & 1:
            return 0
        if s.giver < 0 or o.betl_kontra_supe == SUPE_BOTH:
            return BETL_TRICKS
        if seat != s.giver:
            return 0
        return 2 * BETL_TRICKS if o.betl_kontra_supe == SUPE_GIVER_ALL else BETL_TRICKS
    if s.giver >= 0:
        return taken if seat == s.giver else 0
    if s.caller >= 0:
        return taken if seat == s.caller else 0
    return s.counted_tricks[seat]


@inlined
def move_fall(s: PreferansTable, seats: int) -> None:
    """The referee moves a fall: `seats` is SEATS * from + to, below zero for none."""
    if seats >= 0:
        s.bula_change[seats // SEATS] -= s.value
        s.bula_change[seats % SEATS] += s.value


@rule
def write_points(s: PreferansTable) -> None:
    """The official points of the deal: bule at ten, with their sign turned, supe written and suffered (13.4)."""
    for seat in range(SEATS):
        points = -SUPE_PER_BULA * s.bula_change[seat]
        for other in range(SEATS):
            points += s.written[seat, other] - s.written[other, seat]
        s.points[seat] = points


# Section 9: the match.


@rule
def open_match(s: PreferansTable, o: PreferansOptions) -> None:
    """An empty sheet."""
    s.deals = 0
    s.refe_written = 0
    for seat in range(SEATS):
        s.bula[seat] = o.start_bula
        s.refe[seat] = 0
        s.rounding[seat] = 0
        for other in range(SEATS):
            s.supe[seat, other] = 0


@rule
def settle(s: PreferansTable, o: PreferansOptions) -> None:
    """Write the finished deal on the sheet; at the end of the match write off the bule that are left (9.3, 9.4)."""
    s.deals += 1
    s.next_dealer = next_seat(s.dealer)
    s.refe_written += s.refe_gained
    for seat in range(SEATS):
        s.bula[seat] += s.bula_change[seat]
        s.refe[seat] += s.refe_gained
        for other in range(SEATS):
            s.supe[seat, other] += s.written[seat, other]
    if s.refe_doubles:
        s.refe[s.declarer] -= 1
    s.match_over = 1 if remaining(s) <= 0 else 0
    if s.match_over or (o.episode == EPISODE_MATCH and o.max_deals >= 0 and s.match_deals >= o.max_deals):
        for seat in range(SEATS):
            s.rounding[seat] = SUPE_PER_BULA * (
                SEATS * write_off_share(s.bula[0], s.bula[1], s.bula[2], seat, o.write_off) - remaining(s)
            )


def payoff_parts(seats: int) -> int:
    """Payoffs are in thirds of a point."""
    return SEATS


@rule
def payoff(s: PreferansTable, o: PreferansOptions, seat: int) -> int:
    """A deal in thirds of a point: as if each had a third of all bule that were written (13.4), and at the end of a match
    what writing them off in whole numbers differs from that. A match adds up to three times its result."""
    return SEATS * s.points[seat] - s.points[0] - s.points[1] - s.points[2] + s.rounding[seat]


@rule
def standing(s: PreferansTable, o: PreferansOptions, seat: int) -> int:
    """R: the result of the match, bule that are left written off (9.3, 9.4)."""
    share = write_off_share(s.bula[0], s.bula[1], s.bula[2], seat, o.write_off)
    result = -SUPE_PER_BULA * (s.bula[seat] - share)
    for other in range(SEATS):
        result += s.supe[seat, other] - s.supe[other, seat]
    return result


@rule
def write_off_share(first: int, second: int, third: int, seat: int, method: int) -> int:
    """How many bule a seat writes off so that the bule of all sum to zero (9.4).

    Args:
        first, second, third: the bule of seats 0, 1, 2.
        seat: whose share.
        method: the option write_off, WRITE_OFF_EVEN_TWO or WRITE_OFF_V12.
    """
    total = first + second + third
    rest = total % SEATS
    even = (total - rest) // SEATS
    mine = first if seat == 0 else second if seat == 1 else third
    higher = lower = 0
    for other in range(SEATS):
        theirs = first if other == 0 else second if other == 1 else third
        is_before = theirs == mine and other < seat
        if theirs > mine or is_before:
            higher += 1
        if theirs < mine or is_before:
            lower += 1
    if method == WRITE_OFF_V12:
        return even + 1 if higher < rest else even
    if rest == 1:
        return even - 1 if lower == 0 else even + 1
    return even + 2 if rest == 2 and higher == 0 else even
