"""Scoring of Skat: the value of a deal, the list, settlement (sections 8 and 9 of the rules)."""

from __future__ import annotations

from adut.core.random import STREAM_TIES, key
from adut.core.rule import rule
from adut.games.skat.layout import BASE_VALUE, GRAND, GRAND_OUVERT_BASE, NULL
from adut.games.skat.options import (
    BONUS_ACTIVE_TWO,
    CHARGE_BID,
    COUNT_AND_ROTATE,
    CUMULATIVE,
    FLOOR_BEFORE_FACTOR,
    FLOOR_HAND_ONLY,
    NULL_ONCE,
    NULL_TWICE,
    OUVERT_36X6,
    OWN_UNLESS_ANNOUNCED,
    TIE_SKWO,
    SkatOptions,
)
from adut.games.skat.table import SkatTable

POINTS_TO_WIN, POINTS_SCHNEIDER, POINTS_OWN_SCHNEIDER, ALL_TRICKS = 61, 90, 30, 10
SEEGER_FABIAN_BONUS = 50
DEFENCE_BONUS_4P = 30
DEFENCE_BONUS_4P_1999 = 40


@rule
def null_value(hand: int, ouvert: int) -> int:
    """The fixed value of a Null (section 3)."""
    if ouvert:
        return 59 if hand else 46
    return 35 if hand else 23


@rule
def won_by_cards(contract: int, schneider: int, schwarz: int, ouvert: int, conceded: int, points: int, tricks: int) -> bool:
    """Whether the declarer made what he promised, the bid aside (section 8, step 1)."""
    if conceded:
        return False
    if contract == NULL:
        return tricks == 0
    if schwarz or ouvert:
        return tricks == ALL_TRICKS
    if schneider:
        return points >= POINTS_SCHNEIDER
    return points >= POINTS_TO_WIN


@rule
def is_grand_ouvert_36(o: SkatOptions, contract: int, ouvert: int) -> bool:
    """Whether this is the separate contract Grand Ouvert of base 36."""
    return contract == GRAND and ouvert != 0 and o.grand_ouvert == OUVERT_36X6


@rule
def level(
    o: SkatOptions,
    contract: int,
    hand: int,
    schneider: int,
    schwarz: int,
    ouvert: int,
    conceded: int,
    points: int,
    tricks: int,
) -> int:
    """The level L that is added to the matadors of a trump game (section 8, step 3)."""
    schwarz = 1 if schwarz or ouvert else 0  # 5.5: open implies schwarz announced implies schneider announced
    schneider = 1 if schneider or schwarz else 0
    grand_ouvert_36 = is_grand_ouvert_36(o, contract, ouvert)
    won = won_by_cards(contract, schneider, schwarz, ouvert, conceded, points, tricks)
    own_schneider = 1 if points <= POINTS_OWN_SCHNEIDER and not conceded else 0
    own_schwarz = 1 if tricks == 0 and not conceded else 0
    made_schneider = 1 if points >= POINTS_SCHNEIDER and not conceded else 0
    made_schwarz = 1 if tricks == ALL_TRICKS and not conceded else 0

    if o.levels == CUMULATIVE:
        steps = 1 + hand + schneider + schwarz
        steps += 1 if schneider or made_schneider or own_schneider else 0
        steps += 1 if schwarz or made_schwarz or own_schwarz else 0
        steps += 1 if ouvert and not grand_ouvert_36 else 0
        return steps

    if won and not hand:
        return 5 if made_schwarz else 3 if made_schneider else 1
    if won:
        if ouvert:
            return 6 if grand_ouvert_36 else 7
        if schwarz:
            return 6
        if made_schwarz:
            return 5
        if schneider:
            return 4
        return 3 if made_schneider else 2
    if o.own_schneider == OWN_UNLESS_ANNOUNCED:
        own_schneider = 0 if schneider else own_schneider
        own_schwarz = 0 if schwarz else own_schwarz
    announced = 1
    if hand:
        announced = 2
        if ouvert:
            announced = 6 if grand_ouvert_36 else 7
        elif schwarz:
            announced = 6
        elif schneider:
            announced = 4
    return announced + own_schneider + own_schwarz


@rule
def deal_value(
    o: SkatOptions,
    contract: int,
    hand: int,
    schneider: int,
    schwarz: int,
    ouvert: int,
    conceded: int,
    matadors: int,
    points: int,
    tricks: int,
    bid: int,
) -> int:
    """What the declarer writes: positive if the game is won (section 8, steps 1 to 5).

    A Null that is lost at once because it cannot reach the bid (5.5) is not played and not scored here: it costs the bid.

    Args:
        o: the options record.
        contract: 0-3 clubs, diamonds, hearts, spades, 4 grand, 5 null.
        hand, schneider, schwarz, ouvert, conceded: 0 or 1.
        matadors: with or without how many, 1 to 11; the sign does not matter. Ignored in Null.
        points: card points of the declarer with the skat, 0 to 120.
        tricks: tricks of the declarer, 0 to 10.
        bid: the final bid.
    """
    won = won_by_cards(contract, schneider, schwarz, ouvert, conceded, points, tricks)
    if contract == NULL:  # step 2
        value = null_value(hand, ouvert)
        if won:
            return value
        twice = o.null_lost_factor == NULL_TWICE or (o.null_lost_factor != NULL_ONCE and not hand)
        value = 2 * value if twice else value
        if o.loss_floor == FLOOR_HAND_ONLY and o.overbid_charge == CHARGE_BID and not hand:
            return -value
        return -max(value, bid)

    steps = level(o, contract, hand, schneider, schwarz, ouvert, conceded, points, tricks)
    base = GRAND_OUVERT_BASE if is_grand_ouvert_36(o, contract, ouvert) else BASE_VALUE[contract]
    steps += abs(matadors)
    factor = o.lost_hand_factor if hand else o.lost_pickup_factor
    lost = base * (steps + (0 if hand else o.lost_pickup_extra))

    if o.overbid_charge == CHARGE_BID:  # step 5a
        if won:
            return base * steps if base * steps >= bid else -bid
        if o.loss_floor == FLOOR_BEFORE_FACTOR:
            return -factor * max(lost, bid)
        if o.loss_floor == FLOOR_HAND_ONLY and not hand:
            return -factor * lost
        return -max(factor * lost, bid)

    value = base * steps if won else lost  # step 5b
    if value < bid:
        return -factor * base * ((bid + base - 1) // base)
    return value if won else -factor * lost


@rule
def write_points(s: SkatTable, o: SkatOptions) -> None:
    """The official points of the finished deal for every seat, tournament bonuses included (section 8, step 6)."""
    for seat in range(4):
        s.points[seat] = 0
    if s.declarer < 0:
        return
    s.points[s.declarer] = s.value
    if not o.seeger_fabian:
        return
    if s.value > 0:
        s.points[s.declarer] += SEEGER_FABIAN_BONUS
        return
    s.points[s.declarer] -= SEEGER_FABIAN_BONUS
    for seat in range(o.players):
        if seat == s.declarer:
            continue
        if o.players == 3:
            s.points[seat] = o.defence_bonus_3p
        elif o.defence_bonus_4p != BONUS_ACTIVE_TWO:
            s.points[seat] = DEFENCE_BONUS_4P
        elif seat != s.dealer:
            s.points[seat] = DEFENCE_BONUS_4P_1999


@rule
def open_match(s: SkatTable, o: SkatOptions) -> None:
    """An empty list (section 9)."""
    s.counted = 0
    for seat in range(4):
        s.totals[seat] = 0
        s.wins[seat] = 0
        s.losses[seat] = 0
        s.round_totals[seat] = 0
        s.round_wins[seat] = 0
        s.round_losses[seat] = 0


@rule
def settle(s: SkatTable, o: SkatOptions) -> None:
    """Write the finished deal on the list (5.2 for all pass, section 9)."""
    if s.declarer < 0 and o.all_pass != COUNT_AND_ROTATE:
        s.next_dealer = s.dealer
        return
    s.next_dealer = (s.dealer + 1) % o.players
    s.counted += 1
    for seat in range(o.players):
        s.totals[seat] += s.points[seat]
    if s.declarer >= 0:
        if s.value > 0:
            s.wins[s.declarer] += 1
        else:
            s.losses[s.declarer] += 1
    if s.counted % o.players == 0:
        for seat in range(o.players):
            s.round_totals[seat] = s.totals[seat]
            s.round_wins[seat] = s.wins[seat]
            s.round_losses[seat] = s.losses[seat]
    s.match_over = 1 if s.counted >= o.n_deals else 0


@rule
def payoff(s: SkatTable, o: SkatOptions, seat: int) -> int:
    """The settlement of one deal: everybody settles the difference with everybody (sections 9 and 13)."""
    total = 0
    for other in range(o.players):
        total += s.points[other]
    return o.players * s.points[seat] - total


@rule
def standing(s: SkatTable, o: SkatOptions, seat: int) -> int:
    """A number that orders the seats at the end of a list (SkWO 6.3.1: more wins, fewer losses, then the lot).

    An interrupted list is decided by the last complete round of deals.
    """
    total, wins, losses = s.totals[seat], s.wins[seat], s.losses[seat]
    if not s.match_over:
        total, wins, losses = s.round_totals[seat], s.round_wins[seat], s.round_losses[seat]
    if o.match_tie_break != TIE_SKWO:
        return total
    mine = key(s.seed, s.table, STREAM_TIES, 4 * s.deal_number + seat)
    lot = 0
    for other in range(o.players):
        if key(s.seed, s.table, STREAM_TIES, 4 * s.deal_number + other) < mine:
            lot += 1
    most = 10_000  # above n_deals
    return ((total * most + wins) * most - losses) * 4 + lot


def settlement(totals: list[int]) -> list[int]:
    """What each player receives when everybody settles with everybody by difference (section 9); sums to zero."""
    return [len(totals) * total - sum(totals) for total in totals]
