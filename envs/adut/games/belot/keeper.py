"""The score keeper of Belot (9.3 of the rules). Columns are the sides: 0 for seats 0 and 2, 1 for seats 1 and 3."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, ClassVar

from adut.core.errors import EntryError
from adut.core.record import table
from adut.games.belot.layout import ACTIONS, CONTRACTS, END, PASSED_OUT, RESULTS
from adut.games.belot.notation import DOUBLINGS
from adut.games.belot.scoring import (
    BELOT_POINTS,
    LAST_TRICK_POINTS,
    PACK_POINTS,
    VERDICTS,
    declared_points,
    raw_points,
    verdict,
    whole_deal,
    write_deal,
    write_lost_or_doubled,
)
from adut.games.belot.table import NO_SIDE
from adut.games.belote_cards import ALL_TRUMPS, NO_TRUMPS
from adut.score.fields import Answers, Choice, Number, yes_or_no
from adut.score.scorer import WON, Entry, Kind, Preview, Scorer, Settlement, Sheet, add, finished_record, margin

MULTIPLIERS = {"no kontra": 1, "kontra": 2, "rekontra": 4}
OTHER_SEATS = {"seat 2": 2, "seat 3": 3}
"""A caller may be a seat; seats 0 and 1 have the numbers of their sides."""
UNREACHABLE = {NO_TRUMPS: (1, 129), ALL_TRUMPS: (1, 2, 5, 253, 256, 257)}
"""Points of cards that no tricks make; 1 and 161 in a suit."""
UNREACHABLE_IN_A_SUIT = (1, 161)


@dataclass(frozen=True, kw_only=True)
class Played(Entry):
    """A deal with the points of one side.

    Attributes:
        caller: the side of the last bid, or the seat.
        contract: one of CONTRACTS.
        mult: 1, 2 after kontra, 4 after rekontra.
        counted: the side whose points are given.
        points: its points with its declarations, without the 90 for all tricks, not doubled in no trumps; may be left out if
            a side took all tricks.
        points_other: those of the other side, if they were counted too.
        decl_counted, decl_other: declarations that count, belots included, of that side and of the other.
        capot: the side that took all tricks.
    """

    kind: ClassVar[str] = "played"
    caller: int
    contract: str
    mult: int = 1
    counted: int = 0
    points: int | None = None
    points_other: int | None = None
    decl_counted: int = 0
    decl_other: int = 0
    capot: int | None = None


@dataclass(frozen=True, kw_only=True)
class Inside(Entry):
    """A contract that was lost, without points. `decl_total`: declarations of both sides that count, belots included; `capot`:
    the other side took all tricks."""

    kind: ClassVar[str] = "inside"
    caller: int
    contract: str
    mult: int = 1
    decl_total: int = 0
    capot: bool = False


@dataclass(frozen=True, kw_only=True)
class PassedOut(Entry):
    """All passed: the next player deals."""

    kind: ClassVar[str] = "passed_out"


@dataclass(frozen=True, kw_only=True)
class BelotSheet(Sheet):
    """The sheet; `hanging`: game points that wait for the winner of a deal."""

    hanging: int = 0

    def notes(self) -> list[str]:
        return [f"{self.hanging} points hang"] if self.hanging else []


@dataclass(frozen=True, kw_only=True)
class BelotPreview(Preview[BelotSheet]):
    """What a deal writes, in game points.

    Attributes:
        cards, decl, raw: points of both sides: cards with the last trick, declarations, all together (8.1); empty for a deal
            that was entered without points.
        whole: the whole deal in game points, 0 when all passed.
        hanging_collected_by: the side that gets what hung, None for nobody.
    """

    cards: tuple[int, ...] = ()
    decl: tuple[int, ...] = ()
    raw: tuple[int, ...] = ()
    whole: int = 0
    hanging_collected_by: int | None = None

    @property
    def hanging_before(self) -> int:
        return self.before.hanging

    @property
    def hanging_after(self) -> int:
        return self.after.hanging

    def notes(self) -> list[str]:
        lines = [f"points {self.raw[0]} : {self.raw[1]}"] if self.raw else []
        if self.hanging_collected_by is not None:
            lines.append(f"{self.hanging_before} points that hung are in it")
        return lines


def _has_declarations(answers: Answers) -> bool:
    return bool(answers["contract"] != CONTRACTS[NO_TRUMPS])


def _needs_points(answers: Answers) -> bool:
    return answers["capot"] is None


def _tens(answers: Answers, value: int) -> None:
    if value % 10:
        raise EntryError(f"declarations are worth whole tens, not {value}")


def _points_fit(answers: Answers, value: int | None) -> None:
    if value is None:
        raise EntryError("points are needed; a lost contract without points is 'inside'")
    _cards_of_points(answers["contract"], value, answers["decl_counted"])


def _cards_of_points(contract: str, points: int, declared: int) -> int:
    """The points of the cards of a side, from its points with declarations."""
    pack = int(PACK_POINTS[CONTRACTS.index(contract)])
    if points < declared:
        raise EntryError(f"{points} points are fewer than the declarations, {declared}, that they include")
    if points - declared > pack:
        what = f" and {declared} of declarations" if declared else ""
        raise EntryError(
            f"{points} points are too many: in {contract} the cards are worth {pack}{what}"
            + ("; the bonus for all tricks is not counted here" if points - declared <= pack + 90 else "")
        )
    return points - declared


def _contracts() -> tuple[dict[str, str], dict[str, str]]:
    """Words for contracts, and local ones."""
    words = {contract: contract for contract in CONTRACTS}
    local = {"nt": CONTRACTS[NO_TRUMPS], "at": CONTRACTS[ALL_TRUMPS]}
    for alias, name in ACTIONS.aliases.items():
        if name.startswith("bid ") and not alias.startswith("bid "):
            local[alias] = name.removeprefix("bid ")
    return words, {word: contract for word, contract in local.items() if word not in words}


class BelotScorer(Scorer[BelotSheet]):
    """How the score of Belot is kept."""

    def deal_kinds(self) -> tuple[Kind, ...]:
        caller = self.column_field("caller", "who made the last bid")
        caller = dataclasses.replace(caller, aliases={**caller.aliases, **OTHER_SEATS})
        words, local = _contracts()
        contract = Choice(name="contract", question="contract", choices=words, aliases=local)
        mult = Choice(
            name="mult",
            question="doubled",
            choices=MULTIPLIERS,
            aliases={"1": 1, "2": 2, "4": 4, "no": 1, "x2": 2, "x4": 4},
            default=1,
        )
        tens: dict[str, Any] = {"default": 0, "asked": _has_declarations, "judge": _tens}
        return (
            Kind(
                Played,
                "a deal with the points of one side",
                (
                    caller,
                    contract,
                    mult,
                    self.column_field("capot", "who took all tricks", nobody="nobody"),
                    self.column_field("counted", "whose points were counted", default=0, asked=_needs_points),
                    Number(name="decl_counted", question="declarations and belots of {counted} that count", **tens),
                    Number(name="decl_other", question="declarations and belots of the others that count", **tens),
                    Number(
                        name="points",
                        question="points of {counted}, declarations included",
                        default=None,
                        asked=_needs_points,
                        judge=_points_fit,
                    ),
                    Number(
                        name="points_other",
                        question="points of the others, if counted too",
                        default=None,
                        asked=lambda answers: False,
                    ),
                ),
            ),
            Kind(
                Inside,
                "a contract that was lost, without points",
                (
                    caller,
                    contract,
                    mult,
                    Number(name="decl_total", question="declarations and belots of both sides that count", **tens),
                    yes_or_no("capot", "did the others take all tricks"),
                ),
            ),
            Kind(PassedOut, "all passed", ()),
        )

    def open(self, dealer: int) -> BelotSheet:
        return BelotSheet(totals=(0, 0), dealer=dealer)

    def score(self, sheet: BelotSheet, entry: Entry) -> BelotPreview:
        if isinstance(entry, Played):
            return self._score_played(sheet, entry)
        if isinstance(entry, Inside):
            return self._score_inside(sheet, entry)
        after = dataclasses.replace(sheet, dealer=(sheet.dealer + 1) % 4)
        return BelotPreview(
            entry=entry,
            outcome=RESULTS[PASSED_OUT],
            written=(0, 0),
            row=("", ""),
            before=sheet,
            after=after,
            summary=RESULTS[PASSED_OUT],
        )

    def _score_played(self, sheet: BelotSheet, entry: Played) -> BelotPreview:
        contract = CONTRACTS.index(entry.contract)
        capot = NO_SIDE if entry.capot is None else entry.capot
        cards, decl = self._cards(entry)
        self._check_declarations(contract, decl, capot)
        raw = tuple(int(raw_points(self.options, contract, cards[t], decl[t], t == capot)) for t in range(2))
        written = table([0, 0, sheet.hanging])
        caller, declared = entry.caller & 1, sum(decl)
        result = write_deal(self.options, contract, entry.mult, caller, raw[0], raw[1], declared, capot, written)
        collects = None if raw[0] == raw[1] or not sheet.hanging else int(raw[1] > raw[0])
        return self._written(
            sheet,
            entry,
            entry.contract,
            caller,
            entry.mult,
            int(result),
            written,
            declared,
            capot != NO_SIDE,
            cards=cards,
            decl=decl,
            raw=raw,
            hanging_collected_by=collects,
            warnings=self._warnings(contract, cards, capot),
        )

    def _score_inside(self, sheet: BelotSheet, entry: Inside) -> BelotPreview:
        contract = CONTRACTS.index(entry.contract)
        self._check_declarations(contract, (entry.decl_total, 0), NO_SIDE)
        written = table([0, 0, sheet.hanging])
        caller = entry.caller & 1
        result = write_lost_or_doubled(
            self.options, contract, entry.mult, caller, 1 - caller, entry.decl_total, entry.capot, written
        )
        return self._written(
            sheet,
            entry,
            entry.contract,
            caller,
            entry.mult,
            int(result),
            written,
            entry.decl_total,
            entry.capot,
            hanging_collected_by=1 - caller if sheet.hanging else None,
        )

    def _written(
        self,
        sheet: BelotSheet,
        entry: Entry,
        contract: str,
        caller: int,
        mult: int,
        result: int,
        written: Any,
        declared: int,
        is_capot: bool,
        **found: Any,
    ) -> BelotPreview:
        """What a deal writes, and what it means for the match (9.1)."""
        points = (int(written[0]), int(written[1]))
        totals, hanging = add(sheet.totals, points), int(written[2])
        word = VERDICTS[verdict(self.options, totals[0], totals[1], points[0], points[1], is_capot, hanging)]
        winners = (int(totals[1] > totals[0]),) if word == WON else ()
        after = BelotSheet(totals=totals, dealer=(sheet.dealer + 1) % 4, match=word, winners=winners, hanging=hanging)
        what = f"{contract}{DOUBLINGS[mult]}, {RESULTS[result]}" + (", all tricks" if is_capot else "")
        return BelotPreview(
            entry=entry,
            outcome=RESULTS[result],
            written=points,
            row=tuple(str(number) if number or column != caller else "-" for column, number in enumerate(points)),
            before=sheet,
            after=after,
            summary=f"{self.columns[caller]}: {what}",
            whole=int(whole_deal(self.options, CONTRACTS.index(contract), declared, is_capot)),
            **found,
        )

    def _cards(self, entry: Played) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Points of the cards and declarations of both sides."""
        pack = int(PACK_POINTS[CONTRACTS.index(entry.contract)])
        decl = (entry.decl_counted, entry.decl_other)
        if entry.points is not None:
            cards = _cards_of_points(entry.contract, entry.points, decl[0])
        elif entry.capot is None:
            raise EntryError("'played' needs points, unless a side took all tricks; a lost contract without points is 'inside'")
        else:
            cards = pack if entry.capot == entry.counted else 0
        if entry.capot is not None and cards != (pack if entry.capot == entry.counted else 0):
            winner, loser = self.columns[entry.capot], self.columns[1 - entry.capot]
            raise EntryError(f"{winner} cannot have all tricks while {loser} has points of cards: all cards are worth {pack}")
        if entry.points_other is not None and entry.points_other != pack - cards + decl[1]:
            total = pack + sum(decl)
            raise EntryError(
                f"both sides have {cards + decl[0] + entry.points_other} points together, not {total}: "
                f"{pack} of cards and {sum(decl)} of declarations"
            )
        both = (cards, pack - cards)
        return (both, decl) if entry.counted == 0 else (both[::-1], decl[::-1])

    def _check_declarations(self, contract: int, decl: tuple[int, ...], capot: int) -> None:
        for declared in decl:
            _tens({}, declared)
            if declared and contract == NO_TRUMPS:
                raise EntryError(f"nothing is declared in no trumps, but {declared} points are given")
        if capot != NO_SIDE and self.game.values["trickless_declarations"] == "void":
            belots = BELOT_POINTS * (4 if contract == ALL_TRUMPS else 1)
            if decl[1 - capot] > belots:
                raise EntryError(
                    f"{self.columns[1 - capot]} took no trick: belots alone count, {belots} at most, not {decl[1 - capot]}"
                )

    def _warnings(self, contract: int, cards: tuple[int, ...], capot: int) -> tuple[str, ...]:
        warnings = []
        if cards[0] in UNREACHABLE.get(contract, UNREACHABLE_IN_A_SUIT):
            warnings.append(f"no tricks make {cards[0]} and {cards[1]} points of cards")
        if capot == NO_SIDE and 0 in cards:
            side = self.columns[int(cards[0] == 0)]
            warnings.append(f"{side} has all points of cards; if it took all tricks, say so: that is worth more")
        return tuple(warnings)

    def entry_from_deal(self, record: Any) -> Entry:
        found = finished_record(record, END)
        if int(found["result"]) == PASSED_OUT:
            return PassedOut()
        cards = int(found["card_points"][0]) + (LAST_TRICK_POINTS if int(found["last_winner"]) % 2 == 0 else 0)
        decl = [int(declared_points(found, side)) for side in range(2)]
        capot = int(found["capot"])
        return Played(
            caller=int(found["caller"]) & 1,
            contract=CONTRACTS[int(found["contract"])],
            mult=int(found["mult"]),
            counted=0,
            points=cards + decl[0],
            decl_counted=decl[0],
            decl_other=decl[1],
            capot=None if capot == NO_SIDE else capot,
        )

    def settle(self, sheet: BelotSheet) -> Settlement:
        """9.1: the winner and the difference; a match that was interrupted has no winner."""
        return Settlement(finished=sheet.finished, winners=sheet.winners, totals=sheet.totals, margin=margin(sheet.totals))

    def missing(self, sheet: BelotSheet) -> str:
        target = int(self.game.values["target"])
        gaps = (f"{name} {max(target - total, 0)}" for name, total in zip(self.columns, sheet.totals, strict=True))
        return f"to {target} are missing: " + ", ".join(gaps)


SCORER = BelotScorer
