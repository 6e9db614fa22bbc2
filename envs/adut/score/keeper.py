"""The score keeper: the sheet of a match at a real table, for any game that has a scorer."""

from __future__ import annotations

import importlib
import importlib.util
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adut.core.errors import AdutError, EntryError, OptionError, SheetError
from adut.core.game import Game, GameSpec
from adut.core.state import check_number
from adut.games import GAMES, game
from adut.score.scorer import Entry, Free, Kind, Penalty, Preview, Scorer, Settlement, Sheet

FORMAT = 1
"""Of exported sheets."""
NO_NAMES = ("nobody", "neither", "none", "cancel", "back", "quit", "?", "-")
"""Answers that mean something else."""


@dataclass(frozen=True, kw_only=True)
class Status:
    """Where a match stands.

    Attributes:
        sheet: what is carried from deal to deal: totals, dealer, and what the game adds.
        dealer, first: names of the players who deal next and who speak first.
        finished: whether the match is over.
        winners: names of columns.
        missing: what is missing to its end, in words.
    """

    sheet: Sheet
    dealer: str
    first: str
    finished: bool
    winners: tuple[str, ...]
    missing: str


class ScoreKeeper:
    """The sheet of a match: what was entered, and what that comes to. Build it with `adut.score_keeper`.

    Everything but the entries is derived from them, deal by deal. What raises changes nothing.

    Attributes:
        game: the game with its rules.
        players: the names of the players, by seat.
        columns: the names of the columns of the sheet: of the sides, or of the players.
        first_dealer: the seat that dealt first.
    """

    def __init__(self, game: Game, names: Sequence[str] | None = None, first_dealer: int = 0) -> None:
        self.game = game
        self.players, self.columns = _names(game, names)
        self.first_dealer = check_number("first_dealer", first_dealer, 0, game.seats - 1)
        self.scorer: Scorer[Any] = scorer_type(game.spec)(game, self.players, self.columns)
        self._names = list(names) if names is not None else None
        self._start: Sheet = self.scorer.open(self.first_dealer)
        self._rows: list[Preview[Any]] = []

    # What is on the sheet.

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What was entered, in order."""
        return tuple(row.entry for row in self._rows)

    @property
    def rows(self) -> tuple[Preview[Any], ...]:
        """What each entry has written."""
        return tuple(self._rows)

    @property
    def sheet(self) -> Sheet:
        """The match as it stands."""
        return self._rows[-1].after if self._rows else self._start

    @property
    def totals(self) -> tuple[int, ...]:
        """Points by column."""
        return self.sheet.totals

    @property
    def finished(self) -> bool:
        """Whether the match is over."""
        return self.sheet.finished

    def status(self) -> Status:
        """Where the match stands."""
        sheet = self.sheet
        return Status(
            sheet=sheet,
            dealer=self.players[sheet.dealer],
            first=self.players[self.scorer.first(sheet)],
            finished=sheet.finished,
            winners=tuple(self.columns[column] for column in sheet.winners),
            missing="" if sheet.finished else self.scorer.missing(sheet),
        )

    def settle(self) -> Settlement:
        """How the match ended, or where it stands."""
        return self.scorer.settle(self.sheet)

    # Entries.

    @property
    def entry_schema(self) -> tuple[Kind, ...]:
        """The kinds of entries, with their fields."""
        return self.scorer.kinds

    def entry(self, kind: str, **fields: Any) -> Entry:
        """An entry of a kind. Raises EntryError for fields that are unknown, missing or impossible by themselves."""
        return self.scorer.entry(kind, fields)

    def entry_from_deal(self, deal: Any) -> Entry:
        """The entry for a deal that was played in the environment: a State or a record, with `episode='deal'`."""
        return self.scorer.entry_from_deal(deal)

    def preview(self, entry: Entry) -> Preview[Any]:
        """Exactly what `save` would write. Raises EntryError, or SheetError when the match is over."""
        return self.scorer.preview(self.sheet, entry)

    def save(self, entry: Entry) -> Preview[Any]:
        """Write an entry. Raises EntryError, or SheetError when the match is over."""
        row = self.preview(entry)
        self._rows.append(row)
        return row

    def record(self, kind: str, **fields: Any) -> Preview[Any]:
        """Write an entry of a kind: `save(entry(kind, ...))`."""
        return self.save(self.entry(kind, **fields))

    def undo(self) -> Entry:
        """Take back the last entry, which reopens a finished match. Raises SheetError when there is none."""
        if not self._rows:
            raise SheetError("nothing to undo: the sheet is empty")
        return self._rows.pop().entry

    def edit(self, number: int, entry: Entry) -> Preview[Any]:
        """Replace an entry, numbered from 0 (from the end below zero), and work out again what follows from it.

        Raises:
            EntryError: the new entry, or a later one after it, is not possible.
            SheetError: there is no such entry, or the match would have ended before a later one.
        """
        at = self._index(number)
        return self._replay(at, [entry, *self.entries[at + 1 :]])[0]

    def delete(self, number: int) -> Entry:
        """Take out an entry, numbered from 0, and work out again what follows from it. Raises as `edit`."""
        at = self._index(number)
        entry = self.entries[at]
        self._replay(at, self.entries[at + 1 :])
        return entry

    def _index(self, number: int) -> int:
        if not self._rows:
            raise SheetError("the sheet is empty")
        at = check_number("the number of an entry", number, -len(self._rows), len(self._rows) - 1)
        return at % len(self._rows)

    def _replay(self, at: int, entries: Sequence[Entry]) -> list[Preview[Any]]:
        """Put entries in the place of all from a number on."""
        sheet = self._rows[at].before
        rows: list[Preview[Any]] = []
        for number, entry in enumerate(entries, at):
            try:
                rows.append(self.scorer.preview(sheet, entry))
            except SheetError:
                raise SheetError(f"the match would end before row {number + 1}; nothing was changed") from None
            except EntryError as error:
                raise EntryError(f"row {number + 1}: {error}; nothing was changed") from None
            sheet = rows[-1].after
        self._rows[at:] = rows
        return rows

    # Files and texts.

    def export(self) -> dict[str, Any]:
        """The sheet as JSON takes it: the rules, the entries, and for readers what each has written."""
        default = game(self.game.name, self.game.seats, self.game.rules).values
        options = {name: value for name, value in self.game.values.items() if value != default[name]}
        return {
            "format": FORMAT,
            "game": self.game.name,
            "rules": self.game.rules,
            "players": self.game.seats,
            "options": options,
            "names": self._names,
            "first_dealer": self.first_dealer,
            "columns": list(self.columns),
            "entries": [self._exported(row) for row in self._rows],
            "totals": list(self.totals),
        }

    def _exported(self, row: Preview[Any]) -> dict[str, Any]:
        kind = next(kind for kind in self.entry_schema if kind.name == row.entry.kind)
        fields = {field.name: getattr(row.entry, field.name) for field in kind.fields}
        given = {field.name: fields[field.name] for field in kind.fields if fields[field.name] != field.default}
        listed = {name: list(value) if isinstance(value, tuple) else value for name, value in given.items()}
        return {"kind": kind.name, **listed, "written": list(row.written), "totals": list(row.after.totals)}

    def to_json(self) -> str:
        """`export` as text, a line for each entry."""
        exported = self.export()
        rows = [json.dumps(entry, ensure_ascii=False) for entry in exported["entries"]]
        lines = []
        for name, value in exported.items():
            text = json.dumps(value, ensure_ascii=False)
            if name == "entries" and rows:
                text = "[\n    " + ",\n    ".join(rows) + "\n  ]"
            lines.append(f'  "{name}": {text}')
        return "{\n" + ",\n".join(lines) + "\n}\n"

    @classmethod
    def from_export(cls, exported: Mapping[str, Any]) -> ScoreKeeper:
        """The score keeper that `export` wrote; every entry is worked out again. Raises SheetError."""
        try:
            if exported["format"] != FORMAT:
                raise SheetError(f"the sheet has format {exported['format']!r}; this program reads format {FORMAT}")
            table = game(exported["game"], exported["players"], exported["rules"], **exported["options"])
            keeper = cls(table, exported["names"], exported["first_dealer"])
            rows = exported["entries"]
            for number, stored in enumerate(rows, 1):
                keeper._import_row(number, dict(stored))
            if list(keeper.totals) != exported["totals"]:
                raise SheetError(f"the totals {exported['totals']} do not follow from the entries: {list(keeper.totals)}")
        except KeyError as error:
            raise SheetError(f"this is no exported sheet: it has no {error}") from None
        except (TypeError, AttributeError, ValueError) as error:
            if isinstance(error, SheetError):
                raise
            raise SheetError(f"this is no exported sheet: {error}") from None
        return keeper

    def _import_row(self, number: int, stored: dict[str, Any]) -> None:
        written, totals, kind = stored.pop("written"), stored.pop("totals"), stored.pop("kind")
        try:
            row = self.save(self.scorer.entry(kind, stored))
        except AdutError as error:
            raise SheetError(f"row {number} of the sheet: {error}") from None
        if [list(row.written), list(row.after.totals)] != [written, totals]:
            raise SheetError(
                f"row {number} of the sheet writes {list(row.written)} and comes to {list(row.after.totals)}; "
                f"it says {written} and {totals}"
            )

    @classmethod
    def from_json(cls, text: str) -> ScoreKeeper:
        """The score keeper that `to_json` wrote. Raises SheetError."""
        try:
            exported = json.loads(text)
        except json.JSONDecodeError as error:
            raise SheetError(f"this is no exported sheet: {error}") from None
        if not isinstance(exported, dict):
            raise SheetError("this is no exported sheet: it is no object of JSON")
        return cls.from_export(exported)

    def to_text(self) -> str:
        """The sheet as it is read: a row an entry, what it wrote, and what stands on the sheet after it."""
        groups = self.scorer.heads
        rows = [["", "dealer", "", *self.columns, *(head for group in groups for head in group)]]
        for number, row in enumerate(self._rows, 1):
            dealer = "" if isinstance(row.entry, Penalty | Free) else self.players[row.before.dealer]
            rows.append([str(number), dealer, row.summary, *row.row, *row.after.cells()])
        return "\n".join([*_table(rows, [len(group) for group in groups]), *self._state_lines()])

    def to_svg(self) -> str:
        """The sheet as people draw it, as the text of an SVG file. Raises SheetError where a game has no picture."""
        picture = self.scorer.picture(self.sheet)
        if not picture:
            raise SheetError(f"there is no picture of a sheet of {self.game.name}")
        return picture

    def _state_lines(self) -> list[str]:
        status = self.status()
        notes = "".join(f"; {note}" for note in status.sheet.notes())
        if status.finished:
            return [f"{' and '.join(status.winners)} won{notes}"]
        return [f"{status.dealer} deals, {status.first} speaks first; {status.missing}{notes}"]

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<ScoreKeeper of {self.game.name}, rules {self.game.rules}, {len(self._rows)} entries, totals {self.totals}>"


def _table(rows: Sequence[Sequence[str]], groups: Sequence[int]) -> list[str]:
    """Rows as lines, all but dealer and summary to the right. `groups`: how many cells follow each bar."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    bars = {len(widths) - sum(groups[place:]) for place in range(len(groups))}
    lines = []
    for row in rows:
        parts = []
        for place, (text, width) in enumerate(zip(row, widths, strict=True)):
            parts += ["|"] if place in bars else []
            parts.append(f"{text:>{width}}" if place > 2 or place == 0 else f"{text:<{width}}")
        lines.append("  ".join(parts).rstrip())
    return lines


def _names(game: Game, names: Sequence[str] | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the players and of the columns, from those of either."""
    players = tuple(f"player_{seat}" for seat in range(game.seats))
    if names is None:
        given: tuple[str, ...] = players
    else:
        given = tuple(" ".join(str(name).split()) for name in names)
    wanted = sorted({game.seats, len(game.sides)}, reverse=True)
    if len(given) not in wanted or not all(given) or len({name.lower() for name in given}) < len(given):
        counts = " or ".join(str(count) for count in wanted)
        raise OptionError(f"names are {counts} different names, not {names!r}")
    if any("," in name or name.lower() in NO_NAMES or name.isdecimal() for name in given):
        raise OptionError(f"names have no commas and are no numbers and none of {', '.join(NO_NAMES)}; got {names!r}")
    if len(given) < game.seats:
        return players, given
    return given, tuple(" & ".join(given[seat] for seat in side) for side in game.sides)


def scorer_type(found: GameSpec) -> type[Scorer[Any]]:
    """The scorer of a game. Raises OptionError if it has none."""
    if not _has_keeper(found.module):
        known = ", ".join(name for name, module in GAMES.items() if _has_keeper(module))
        raise OptionError(f"there is no score keeper for {found.name}; choose from {known}")
    scorer: type[Scorer[Any]] = importlib.import_module(f"{found.module}.keeper").SCORER
    return scorer


def _has_keeper(module: str) -> bool:
    """Whether the folder of a game has a score keeper."""
    try:
        return importlib.util.find_spec(f"{module}.keeper") is not None
    except ModuleNotFoundError:  # the game is no folder
        return False


def score_keeper(
    name: str,
    names: Sequence[str] | None = None,
    rules: str | None = None,
    players: int | None = None,
    *,
    first_dealer: int = 0,
    **options: Any,
) -> ScoreKeeper:
    """A score keeper with an empty sheet.

    Args:
        name: a game.
        names: of the players in the order of their seats, or of the sides.
        rules: the name of a preset; None takes the game's default.
        players: how many; None takes the preset's.
        first_dealer: the seat that deals first.
        options: rule options by name, overriding the preset's.

    Raises:
        OptionError: an unknown name, option or value, or a game without a score keeper.
    """
    return ScoreKeeper(game(name, players, rules, **options), names, first_dealer)
