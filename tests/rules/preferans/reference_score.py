"""A plain reading of the scores of Preferans: a deal (section 8), the sheet and its settlement (9), penalties (10.1)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from .reference import BETL, TRUMPS
from .reference_referee import Fine, fine_of_bid


@dataclass
class Sheet:
    """9.1: what a match carries from deal to deal."""

    bula: list[int]
    supe: list[list[int]] = field(default_factory=lambda: [[0] * 3 for _ in range(3)])
    refe: list[int] = field(default_factory=lambda: [0, 0, 0])
    refe_written: int = 0
    deals: int = 0

    @property
    def left(self) -> int:
        """S of 8.7: all bule that are left."""
        return sum(self.bula)


@dataclass
class Facts:
    """All that the score of a deal depends on. Seats are absolute."""

    options: dict[str, Any]
    sheet: Sheet
    declarer: int | None = None
    contract: int = 0
    in_hand: bool = False
    doublings: int = 0
    followers: Collection[int] = ()  # in betl with betl_follow=auto both defenders
    playing: Collection[int] = ()
    caller: int | None = None
    giver: int | None = None
    winners: Sequence[int] = ()  # of the tricks, in order


@dataclass
class Score:
    """What a deal writes."""

    result: str
    bula: list[int] = field(default_factory=lambda: [0, 0, 0])
    written: list[list[int]] = field(default_factory=lambda: [[0] * 3 for _ in range(3)])
    gains_refe: bool = False
    uses_refe: bool = False

    @property
    def raw(self) -> list[int]:
        """13.4"""
        return [-10 * self.bula[i] + sum(self.written[i]) - sum(self.written[j][i] for j in range(3)) for i in range(3)]

    @property
    def thirds(self) -> list[int]:
        """Three times the zero-sum points of 13.4."""
        mean = sum(self.bula)
        return [
            -10 * (3 * self.bula[i] - mean) + 3 * (sum(self.written[i]) - sum(self.written[j][i] for j in range(3)))
            for i in range(3)
        ]


def has_refe(facts: Facts) -> bool:
    return facts.declarer is not None and facts.sheet.refe[facts.declarer] > 0


def value(facts: Facts) -> int:
    """8.1"""
    base = 2 * (facts.contract + (1 if facts.in_hand else 0))
    return base * 2**facts.doublings * (2 if has_refe(facts) else 1)


def counted(facts: Facts) -> list[int]:
    """8.2: the tricks of each defender that count."""
    theirs = [seat for seat in facts.winners if seat != facts.declarer]
    if facts.options["supe_cap"] == 5:
        theirs = theirs[:5]
    return [theirs.count(seat) for seat in range(3)]


def may_write_refe(facts: Facts) -> bool:
    """8.6"""
    limit = facts.options["refe_limit"]
    if limit != -1 and facts.sheet.refe_written >= limit:
        return False
    return facts.options["refe_blocked_if"] == "never" or min(facts.sheet.bula) >= 0


def lacks_kontra(facts: Facts) -> bool:
    """5.6"""
    return facts.options["pik_needs_kontra"] and facts.contract == 2 and not facts.in_hand and facts.giver is None


def score(facts: Facts) -> Score:
    """8.8, the referee apart."""
    D = facts.declarer
    if D is None:
        return Score("all passed", gains_refe=may_write_refe(facts))
    if lacks_kontra(facts) and may_write_refe(facts):
        return Score("not doubled", gains_refe=True)
    V, S, cap = value(facts), facts.sheet.left, facts.options["last_deal_cap"]
    if lacks_kontra(facts) or not facts.followers:
        found = Score("not followed", uses_refe=has_refe(facts))
        found.bula[D] = -S if cap != "none" and S < V else -V
        return found
    tricks = counted(facts)
    tot = sum(tricks)
    made = D not in facts.winners if facts.contract == BETL else tot <= 4
    found = Score("made" if made else "failed", uses_refe=has_refe(facts))
    for seat in fallen(facts, made, tricks):
        found.bula[seat] = V
    worth = V
    if not made:
        found.bula[D] = 2 * V if facts.options["last_deal_double_fall"] and V > S else V
    elif any(found.bula) or S >= V or cap == "none":
        found.bula[D] = -V
    else:
        found.bula[D] = -S
        worth = S if cap == "value" else V
    for seat, number in supe_tricks(facts, made, tricks).items():
        found.written[seat][D] = number * worth
    return found


def fallen(facts: Facts, made: bool, tricks: Sequence[int]) -> list[int]:
    """8.4 and 8.5: the defenders who fall."""
    tot = sum(tricks)
    if facts.giver is not None:
        return [facts.giver] if made else []
    if facts.contract == BETL:
        return []
    if facts.caller is not None:
        return [facts.caller] if made and tot < 4 else []
    if len(facts.followers) == 1:
        return [seat for seat in facts.followers if made and tricks[seat] < 2]
    if facts.options["defender_rule"] == "strict_two":
        return [seat for seat in facts.followers if tricks[seat] < 2]
    return [seat for seat in facts.followers if made and tot < 4 and tricks[seat] < 2]


def supe_tricks(facts: Facts, made: bool, tricks: Sequence[int]) -> dict[int, int]:
    """8.4 and 8.5: for how many tricks each defender writes supe."""
    tot = sum(tricks)
    X = facts.giver
    if facts.contract == BETL:
        if made:
            return {}
        defenders = [seat for seat in facts.playing if seat != facts.declarer]
        how = facts.options["betl_kontra_supe"]
        if X is None or how == "both":
            return dict.fromkeys(defenders, 5)
        return {X: 10 if how == "giver_all" else 5}
    if X is not None:
        return {X: tot}
    if facts.caller is not None:
        return {facts.caller: tot}
    return {seat: tricks[seat] for seat in facts.followers}


# -- Section 9 -----------------------------------------------------------------------------------------------------


def write(sheet: Sheet, options: dict[str, Any], declarer: int | None, found: Score) -> Sheet:
    """The sheet after a deal."""
    after = deepcopy(sheet)
    after.deals += 1
    for i in range(3):
        after.bula[i] += found.bula[i]
        for j in range(3):
            after.supe[i][j] += found.written[i][j]
    if found.uses_refe:
        assert declarer is not None
        after.refe[declarer] -= 1
    if found.gains_refe:
        after.refe = [number + 1 for number in after.refe]
        after.refe_written += 1
    return after


def is_finished(sheet: Sheet) -> bool:
    return sheet.left <= 0


def write_off(bula: Sequence[int], method: str = "even_two") -> list[int]:
    """9.4: how many bule each writes off."""
    T = sum(bula)
    if method == "v12":
        q, r = T // 3, T % 3
        largest = sorted(range(3), key=lambda seat: (-bula[seat], seat))[:r]
        return [q + (1 if seat in largest else 0) for seat in range(3)]
    if T % 3 == 0:
        return [T // 3] * 3
    if T % 3 == 1:
        a = (T + 2) // 3
        smallest = list(bula).index(min(bula))
        return [a - 2 if seat == smallest else a for seat in range(3)]
    b = (T - 2) // 3
    largest_one = list(bula).index(max(bula))
    return [b + 2 if seat == largest_one else b for seat in range(3)]


def result(bula: Sequence[int], supe: Sequence[Sequence[int]]) -> list[int]:
    """9.3"""
    return [-10 * bula[i] + sum(supe[i]) - sum(supe[j][i] for j in range(3)) for i in range(3)]


def settle(
    bula: Sequence[int], supe: Sequence[Sequence[int]], method: str = "even_two", culprit: int | None = None
) -> tuple[list[int], list[int]]:
    """9.4 and 9.5: bule after the write-off, and the result."""
    rest = [number - share for number, share in zip(bula, write_off(bula, method), strict=True)]
    found = result(rest, supe)
    if culprit is not None and found[culprit] > -1000:
        diff = found[culprit] + 1000
        assert diff % 2 == 0
        found = [-1000 if seat == culprit else found[seat] + diff // 2 for seat in range(3)]
    return rest, found


# -- 10.1 ----------------------------------------------------------------------------------------------------------


def penalty(
    kind: str,
    offender: int,
    declarer: int = 0,
    value: int = 0,
    left: int = 0,
    followers: Collection[int] | None = None,
    caller: int | None = None,
    count: int = 1,
    level: int = 0,
) -> Fine:
    """10.1. `value` is V, `left` S. `followers`: None before the follow answers; `caller`: who called, or gave kontra."""
    fine = Fine()
    after, before = (offender + 1) % 3, (offender + 2) % 3
    if kind == "shuffle":
        fine.bula[offender] = {1: 0, 2: 4, 3: 16}.get(count, 48)
    elif kind == "misdeal":
        fine.written[after][offender] = fine.written[before][offender] = 20
    elif kind == "bid":
        fine_of_bid(fine, offender, level)
    elif offender == declarer:
        fine.bula[offender] = value
        if caller is not None:
            fine.written[caller][offender] = 5 * value
        elif followers is not None and len(followers) == 1:
            fine.written[next(iter(followers))][offender] = 3 * value
        else:
            fine.written[after][offender] = 3 * value
            fine.written[before][offender] = 2 * value
    else:
        fine.bula[offender] = 20 if kind == "weaker_game" else value
        fine.bula[declarer] = -min(value, left + fine.bula[offender])
        other = 3 - offender - declarer
        if kind in ("weaker_game", "talk") or (followers is not None and other in followers):
            fine.written[other][declarer] = 2 * value
    return fine


SUIT_ORDER = list(TRUMPS.values())
"""Section 4: suits of equal cards in the cut for seats, from low to high."""
