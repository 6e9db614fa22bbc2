"""What the score keeper of a game is made of: entries, the sheet that they lead to, and the scorer between the two.

A game has a score keeper if its folder has a module `keeper` with a class `SCORER`, a `Scorer`. Entries are what people know
after a deal. A scorer turns an entry into what is written, with the functions by which the environment of the game scores.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Generic, Self, TypeVar

from adut.core.errors import AdutError, EntryError, SheetError, did_you_mean
from adut.core.game import Game
from adut.core.state import State
from adut.score.fields import LARGEST, REQUIRED, Choice, Field, Number, Numbers, Text

CONTINUES, WON = "continues", "won"
"""What an entry means for the match; games have more words."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What is told about a deal, or about something between deals. Sides and players are numbers of columns of the sheet."""

    kind: ClassVar[str]


@dataclass(frozen=True, kw_only=True)
class Penalty(Entry):
    """Points taken from a side or player, between deals."""

    kind: ClassVar[str] = "penalty"
    column: int
    points: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class Free(Entry):
    """Any points, between deals."""

    kind: ClassVar[str] = "free"
    points: tuple[int, ...]
    reason: str


@dataclass(frozen=True)
class Kind:
    """A kind of entry: its class, how it is called, and its fields in the order in which a person is asked."""

    entry: type[Entry]
    title: str
    fields: tuple[Field, ...]

    @property
    def name(self) -> str:
        return self.entry.kind

    def build(self, values: Mapping[str, Any]) -> Entry:
        """An entry from values of its fields. Raises EntryError for fields that are unknown, missing or impossible."""
        known = {field.name: field for field in self.fields}
        for name in values:
            if name not in known:
                hint = did_you_mean(name, tuple(known))
                raise EntryError(f"{self.name!r} has no {name}{hint}; its fields are {', '.join(known) or 'none'}")
        checked = {}
        for name, field in known.items():
            if name not in values and field.default is REQUIRED:
                raise EntryError(f"{self.name!r} needs {name}: {field.values}")
            checked[name] = field.check(values[name]) if name in values else field.default
        return self.entry(**checked)


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A match after some entries. Games add what else they carry from deal to deal.

    Attributes:
        totals: points by column.
        dealer: the seat that deals next.
        match: what the last deal meant for the match, in a word.
        winners: the columns that have won; empty while the match goes on.
    """

    totals: tuple[int, ...]
    dealer: int
    match: str = CONTINUES
    winners: tuple[int, ...] = ()

    @property
    def finished(self) -> bool:
        return self.winners != ()

    def adjusted(self, points: Sequence[int]) -> Self:
        """The sheet with points that come from no deal."""
        return dataclasses.replace(self, totals=add(self.totals, points))

    def notes(self) -> list[str]:
        """What else is carried, in words."""
        return []

    def cells(self) -> list[str]:
        """What stands on the sheet, for each of the scorer's `heads`."""
        return [str(total) for total in self.totals]


def add(totals: Sequence[int], points: Sequence[int]) -> tuple[int, ...]:
    """Totals with points added, column by column."""
    return tuple(int(total + number) for total, number in zip(totals, points, strict=True))


S = TypeVar("S", bound=Sheet)


@dataclass(frozen=True, kw_only=True)
class Preview(Generic[S]):
    """What an entry writes. Games add what they found out about the deal.

    Attributes:
        entry: the entry.
        outcome: how the deal ended, in a word.
        written: points by column.
        row: the same as it is written on the sheet, a dash for instance.
        before, after: the sheet.
        summary: the entry in a few words, for the sheet.
        warnings: what is possible but looks wrong.
    """

    entry: Entry
    outcome: str
    written: tuple[int, ...]
    row: tuple[str, ...]
    before: S
    after: S
    summary: str
    warnings: tuple[str, ...] = ()

    def notes(self) -> list[str]:
        """What was found out, in words."""
        return []


@dataclass(frozen=True, kw_only=True)
class Settlement:
    """How a match ended, or where it stands.

    Attributes:
        finished: whether it is over.
        winners: the columns that have won; empty for a match that was interrupted and has no rule for that.
        totals: the points that decide, by column.
        margin: how far the best is ahead of the next, 0 for several winners.
        payments: what each column receives when all settle their differences, in fractions where they do not come out even; or
            nothing where that is not the custom.
    """

    finished: bool
    winners: tuple[int, ...]
    totals: tuple[int, ...]
    margin: int
    payments: tuple[int | Fraction, ...] = ()


class Scorer(ABC, Generic[S]):
    """How the score of a game is kept: the kinds of entries, and what they do to a sheet. It has no state of its own.

    Args:
        game: the game with its rules.
        players: the names of the players, by seat.
        columns: the names of the columns of the sheet.
    """

    def __init__(self, game: Game, players: Sequence[str], columns: Sequence[str]) -> None:
        self.game = game
        self.options: Any = game.options[0]
        self.players, self.columns = tuple(players), tuple(columns)
        self.kinds: tuple[Kind, ...] = (*self.deal_kinds(), *self._other_kinds())

    def _other_kinds(self) -> tuple[Kind, ...]:
        reason = Text(name="reason", question="why")
        return (
            Kind(
                Penalty,
                "points taken from somebody",
                (
                    self.column_field("column", "who is punished"),
                    Number(name="points", question="points taken", low=1),
                    reason,
                ),
            ),
            Kind(
                Free,
                "any points for everybody",
                (
                    Numbers(name="points", question="points", columns=self.columns, low=-LARGEST),
                    reason,
                ),
            ),
        )

    @property
    def heads(self) -> tuple[tuple[str, ...], ...]:
        """What stands above the cells of a sheet, in groups with a bar before each."""
        return (self.columns,)

    def column_field(self, name: str, question: str, nobody: str = "", **more: Any) -> Choice:
        """A field that is a column of the sheet; with a word for nobody it may be None, and is unless given."""
        choices: dict[str, int | None] = {column: number for number, column in enumerate(self.columns)}
        if nobody:
            choices = {nobody: None, **choices}
            more = {"default": None, **more}
        return Choice(name=name, question=question, choices=choices, aliases=self.column_aliases(), **more)

    def column_aliases(self) -> dict[str, int]:
        """Other names of columns: their numbers from 1, and the players'."""
        aliases = {str(number + 1): number for number in range(len(self.columns))}
        for column, seats in enumerate(self.game.sides):
            aliases |= {self.players[seat]: column for seat in seats}
        return aliases

    def entry(self, kind: str, values: Mapping[str, Any]) -> Entry:
        """An entry of a kind from values of its fields. Raises EntryError."""
        names = tuple(known.name for known in self.kinds)
        if kind not in names:
            raise EntryError(f"unknown entry {kind!r}{did_you_mean(str(kind), names)}; choose from {', '.join(names)}")
        return self.kinds[names.index(kind)].build(values)

    def preview(self, sheet: S, entry: Entry) -> Preview[S]:
        """What an entry would write on a sheet. Raises EntryError, or SheetError when the match is over."""
        if sheet.finished:
            raise SheetError("the match is over; undo the last entry to go on")
        entry = self.entry(entry.kind, {field.name: getattr(entry, field.name) for field in dataclasses.fields(entry)})
        if isinstance(entry, Penalty):
            points = [-entry.points if column == entry.column else 0 for column in range(len(self.columns))]
            return self._between_deals(sheet, entry, points, entry.reason)
        if isinstance(entry, Free):
            return self._between_deals(sheet, entry, entry.points, entry.reason)
        return self.score(sheet, entry)

    def _between_deals(self, sheet: S, entry: Entry, points: Sequence[int], reason: str) -> Preview[S]:
        after = sheet.adjusted(points)
        row = tuple(f"{number:+d}" if number else "" for number in points)
        summary = f"{entry.kind}: {reason}"
        return Preview(
            entry=entry, outcome=entry.kind, written=tuple(points), row=row, before=sheet, after=after, summary=summary
        )

    @abstractmethod
    def deal_kinds(self) -> tuple[Kind, ...]:
        """The kinds of entries that are deals."""

    @abstractmethod
    def open(self, dealer: int) -> S:
        """An empty sheet."""

    @abstractmethod
    def score(self, sheet: S, entry: Entry) -> Preview[S]:
        """What a deal writes; the fields of the entry are checked one by one. Raises EntryError."""

    @abstractmethod
    def entry_from_deal(self, record: Any) -> Entry:
        """The entry for a deal that a table of the environment has finished, from its record."""

    @abstractmethod
    def settle(self, sheet: S) -> Settlement:
        """How the match ended, or where it stands."""

    @abstractmethod
    def missing(self, sheet: S) -> str:
        """What is missing to the end of the match, in words."""

    def picture(self, sheet: S) -> str:
        """The sheet as people draw it, as the text of an SVG file; empty where a game has no picture."""
        return ""

    def first(self, sheet: S) -> int:
        """The seat that speaks first in the next deal."""
        return (sheet.dealer + 1) % self.game.seats


def finished_record(record: Any, end: int) -> Any:
    """The record of a finished deal, from a State, an array of one record or a record. Raises AdutError.

    Args:
        record: where the deal was played. A match that goes on has dealt the next deal: only states that ended hold the last.
        end: the phase in which deals are over.
    """
    if isinstance(record, State):
        record = record.array
    found = record[0] if getattr(record, "shape", ()) == (1,) else record
    if int(found["phase"]) != end:
        raise AdutError("the deal is not over, or the next one has been dealt: play with episode='deal'")
    return found


def margin(totals: Sequence[int]) -> int:
    """How far the best total is ahead of the next."""
    best, second, *_ = sorted(totals, reverse=True)
    return best - second
