"""A plain reading of the score of Russian Preferans (sections 8 and 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from .reference import DUTY, MISERE_PRICE, PRICE, entry


@dataclass
class Sheet:
    """What is written: pool and mountain of each player, and `whists[i][j]` of i on j."""

    pool: list[int]
    mountain: list[int]
    whists: list[list[int]]

    @classmethod
    def empty(cls, players: int) -> Sheet:
        return cls([0] * players, [0] * players, [[0] * players for _ in range(players)])

    @property
    def players(self) -> int:
        return len(self.pool)

    def copy(self) -> Sheet:
        return deepcopy(self)


@dataclass
class Contract:
    """Everything about a trick contract that its score depends on. Players are seats.

    Attributes:
        tricks: of every seat, all 0 without play.
        whisters: the players who whist, in the order of their declarations; a dealer who took a hand stands for himself.
        hands: for each whister the seat whose cards he plays.
        partner: the called partner of a single whister.
        own: who takes his own share, without play.
        checked: a ten that is played without whists.
    """

    level: int
    declarer: int
    tricks: list[int]
    dealer: int
    played: bool = True
    whisters: list[int] = field(default_factory=list)
    hands: list[int] = field(default_factory=list)
    partner: int | None = None
    own: int | None = None
    returned: bool = False
    units: int = 0
    refused: bool = False
    checked: bool = False


def score_contract(sheet: Sheet, options: Mapping[str, Any], deal: Contract) -> None:
    """8.1"""
    n, D = sheet.players, deal.declarer
    v = PRICE[deal.level]
    vg, vw = v * options["mountain_mult"], v * options["whist_mult"]
    t = deal.tricks[D]
    short = max(0, deal.level - t) if deal.played else 0
    defence = 10 - t
    others = [seat for seat in range(n) if seat != D]
    single = len(deal.whisters) == 1
    # 1
    sheet.mountain[D] += vg * short
    if not deal.checked:
        # 2
        if len(deal.whisters) == 2:
            for w in deal.whisters:
                sheet.whists[w][D] += vw * deal.tricks[w]
        elif single and short > 0 and not deal.returned and options["whist_style"] == "gentleman":
            assert deal.partner is not None
            for w in (deal.whisters[0], deal.partner):
                sheet.whists[w][D] += half(vw * defence)
        elif single:
            sheet.whists[deal.whisters[0]][D] += vw * defence
        elif deal.own is not None:
            sheet.whists[deal.own][D] += half(vw * DUTY[deal.level])
        # 3
        if short > 0:
            for other in others:
                taker = deal.whisters[0] if single and deal.returned and options["return_takes_all"] else other
                sheet.whists[taker][D] += {"price": vw * short, "fixed10": 10 * short, "none": 0}[options["consolation"]]
        # 4
        if deal.played and short == 0 and defence < DUTY[deal.level]:
            write_shortfalls(sheet, options, deal, vg, defence)
    # 5
    if n == 4:
        sheet.whists[deal.dealer][D] += vw * deal.units
    else:
        for other in others:
            sheet.whists[other][D] += half(vw * deal.units)
    # 6
    if deal.refused:
        sheet.whists[D][deal.dealer] += vw
    # 7
    if short == 0:
        credit(sheet, options, D, v)


def write_shortfalls(sheet: Sheet, options: Mapping[str, Any], deal: Contract, vg: int, defence: int) -> None:
    """8.1 step 4: the defence has fewer tricks than its duty."""
    duty = DUTY[deal.level]
    penalty = half(vg) if options["responsibility"] == "half" else vg
    if len(deal.whisters) == 1:
        w = deal.whisters[0]
        is_dealer = deal.hands[0] != w
        if options["dealer_responsible"] or not is_dealer:
            sheet.mountain[w] += penalty * (duty - defence)
    elif deal.level <= 7:
        for w in deal.whisters:
            missing = max(0, duty // 2 - deal.tricks[w])
            if options["two_whister_shortfall"] == "capped":
                missing = min(missing, duty - defence)
            sheet.mountain[w] += penalty * missing
    else:
        for w in deal.whisters if options["responsible_8plus"] == "both" else deal.whisters[1:]:
            sheet.mountain[w] += penalty


def half(number: int) -> int:
    assert number % 2 == 0, number
    return number // 2


def score_misere(
    sheet: Sheet, options: Mapping[str, Any], declarer: int, tricks: int, sharing_dealer: int | None = None
) -> None:
    """8.2"""
    mountain = MISERE_PRICE * options["mountain_mult"] * tricks
    sharers = [declarer] if sharing_dealer is None else [declarer, sharing_dealer]
    for seat in sharers:
        if tricks:
            sheet.mountain[seat] += mountain if len(sharers) == 1 else half(mountain)
        else:
            credit(sheet, options, seat, MISERE_PRICE if len(sharers) == 1 else MISERE_PRICE // 2)


def raspas_price(options: Mapping[str, Any], number: int) -> int:
    """The price of a trick in the raspasovka of this number in its series, from 1."""
    return entry(options["raspas_prices"], number - 1)


def score_raspasovka(
    sheet: Sheet, options: Mapping[str, Any], order: Sequence[int], dealer: int, tricks: Sequence[int], number: int
) -> None:
    """8.3; `order`: the three seats with cards."""
    n = sheet.players
    price = raspas_price(options, number)
    participants = [*order, dealer] if n == 4 else list(order)
    if options["raspas_scoring"] == "mountain":
        least = min(tricks) if options["amnesty"] else 0
        for seat in participants:
            sheet.mountain[seat] += price * (tricks[seat] - least)
    else:
        fewest = min(tricks[seat] for seat in order)
        lowest = [seat for seat in order if tricks[seat] == fewest]
        for seat in order:
            for low in lowest if seat not in lowest else []:
                sheet.whists[low][seat] += 5 * tricks[seat] if len(lowest) == 1 else half(5 * tricks[seat])
    award = {"flat2": 2, "one_trick_price": price, "one_point": 1, "none": 0}[options["raspas_zero_award"]]
    for seat in participants:
        sits_out = n == 4 and seat == dealer
        if tricks[seat] == 0 and (options["raspas_dealer_award"] or not sits_out):
            credit(sheet, options, seat, award)


def score_preferans(sheet: Sheet, options: Mapping[str, Any], declarer: int, form: str) -> None:
    """8.6"""
    target = options["pool_target"]
    sheet.pool[declarer] = target
    sheet.mountain[declarer] = 0
    for other in range(sheet.players):
        sheet.whists[other][declarer] = 0
    if form == "no trump":
        for other in range(sheet.players):
            if other != declarer and sheet.pool[other] < target:
                sheet.whists[declarer][other] += 10 * (target - sheet.pool[other])
                sheet.pool[other] = target


def credit(sheet: Sheet, options: Mapping[str, Any], seat: int, points: int) -> None:
    """8.4"""
    n, target = sheet.players, options["pool_target"]
    if target == -1 or options["help"] == "none":
        sheet.pool[seat] += points
        return
    own = min(target - sheet.pool[seat], points)
    sheet.pool[seat] += own
    points -= own
    if points == 0:
        return
    if options["help"] == "split":
        burnt = min(max(sheet.mountain[seat], 0), points // 2)
        sheet.mountain[seat] -= burnt
        points -= burnt
    left = [(seat + step) % n for step in range(1, n)]
    while points > 0 and any(sheet.pool[other] < target for other in left):
        helped = max((other for other in left if sheet.pool[other] < target), key=lambda other: sheet.pool[other])
        given = min(target - sheet.pool[helped], points)
        sheet.pool[helped] += given
        sheet.whists[seat][helped] += 10 * given
        points -= given
    sheet.mountain[seat] -= points


def phi(sheet: Sheet, pool_rate: int) -> list[int]:
    """8.5, times the number of players."""
    n = sheet.players
    worth = [pool_rate * sheet.pool[seat] - 10 * sheet.mountain[seat] for seat in range(n)]
    whists = [sum(sheet.whists[i][j] - sheet.whists[j][i] for j in range(n)) for i in range(n)]
    return [n * (whists[seat] + worth[seat]) - sum(worth) for seat in range(n)]


def is_finished(sheet: Sheet, options: Mapping[str, Any]) -> bool:
    """9.2, without the no trump Preferans, which closes all pools."""
    target = options["pool_target"]
    if target == -1:
        return False
    if options["end_rule"] == "sum_reached":
        return sum(sheet.pool) >= sheet.players * int(target)
    return min(sheet.pool) >= int(target)
