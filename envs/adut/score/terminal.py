"""The score keeper in a terminal: it asks what a deal was, shows what it would write, and saves the sheet after each entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TextIO

from adut.core.errors import AdutError, EntryError, did_you_mean
from adut.score.fields import REQUIRED, Answers, Choice, Field, yes_or_no
from adut.score.keeper import ScoreKeeper
from adut.score.scorer import Entry, Kind, Preview

COMMANDS = {
    "undo": "take back the last row",
    "edit": "correct a row: edit 3",
    "delete": "take out a row: delete 3",
    "sheet": "show the sheet",
    "picture": "draw the sheet into a file",
    "help": "show this",
    "quit": "leave; everything is saved",
}
HELP_WITH_QUESTIONS = (
    "Answers may be shortened. An empty answer takes what stands in brackets; ? explains, back and cancel go back, quit leaves."
)


class _CancelledError(Exception):
    """The person has thought better of it."""


class _BackError(Exception):
    """The person goes back to the question before."""


def ask_first_dealer(players: tuple[str, ...], source: TextIO, out: TextIO) -> int:
    """Ask who deals first. Raises EOFError at the end of the input."""
    names = {name: seat for seat, name in enumerate(players)}
    numbers = {str(seat + 1): seat for seat in range(len(players))}
    who = Choice(name="first_dealer", question="who deals first", default=0, choices=names, aliases=numbers)
    return int(_Questions(source, out).answer(who, {}, who.default))


class Terminal:
    """The dialogue around a score keeper.

    Args:
        keeper: the sheet; it may have rows already.
        store: is called with the keeper after each change. What it raises takes the change back.
        source, out: where answers come from, and where texts go.
        draw: saves a picture of the sheet and returns where; games without pictures are never asked for one.
    """

    def __init__(
        self,
        keeper: ScoreKeeper,
        store: Callable[[ScoreKeeper], None],
        source: TextIO,
        out: TextIO,
        draw: Callable[[ScoreKeeper], object] | None = None,
    ) -> None:
        self.keeper, self.store, self.out, self.draw = keeper, store, out, draw
        has_picture = draw is not None and keeper.scorer.picture(keeper.sheet) != ""
        self.commands = {name: text for name, text in COMMANDS.items() if name != "picture" or has_picture}
        self.questions = _Questions(source, out)

    def run(self) -> None:
        """Take entries and commands until the person leaves or the input ends."""
        self._show_sheet()
        self._say("help explains what can be done")
        while True:
            try:
                words = self.questions.line("> ").lower().split()
                if words and not self._do(*words):
                    return
            except EOFError:
                self._say()
                return
            except (_CancelledError, _BackError):
                self._say("nothing was written")
            except AdutError as error:
                self._say(str(error))

    def _do(self, word: str, *more: str) -> bool:
        """Follow a command; False to leave."""
        kinds = {kind.name: kind for kind in self.keeper.entry_schema}
        command = _full_word(word, (*kinds, *self.commands))
        if command in ("edit", "delete"):
            number = _row_number(command, more, len(self.keeper.entries))
            self._edit(number) if command == "edit" else self._delete(number)
            return True
        if more:
            raise EntryError(f"{command!r} stands alone, without {' '.join(more)!r}; what it needs is asked")
        if command in kinds:
            self._enter(kinds[command])
        elif command == "undo":
            self._undo()
        elif command == "sheet":
            self._show_sheet()
        elif command == "picture" and self.draw is not None:
            self._say(f"the picture is in {self.draw(self.keeper)}")
        elif command == "help":
            self._help(kinds)
        return command != "quit"

    def _help(self, kinds: Mapping[str, Kind]) -> None:
        for name, text in [*((name, kind.title) for name, kind in kinds.items()), *self.commands.items()]:
            self._say(f"  {name:<12}{text}")
        self._say(HELP_WITH_QUESTIONS)

    # Commands.

    def _enter(self, kind: Kind) -> None:
        if self.keeper.finished:
            raise EntryError("the match is over; undo the last row to go on")
        entry, preview = self._ask(kind)
        self._show(preview)
        self._confirm("write it")
        self._change(lambda: self.keeper.save(entry))

    def _ask(self, kind: Kind) -> tuple[Entry, Preview[Any]]:
        """Ask for an entry; one that the sheet makes impossible is asked again, what was answered is offered."""
        entry = self.questions.entry(kind, {})
        while True:
            try:
                return entry, self.keeper.preview(entry)
            except EntryError as error:
                if not kind.fields:
                    raise
                self._say(str(error))
            entry = self.questions.entry(kind, vars(entry))

    def _undo(self) -> None:
        if self.keeper.rows:
            self._confirm(f"take back row {len(self.keeper.rows)} ({self.keeper.rows[-1].summary})")
        self._change(self.keeper.undo)

    def _edit(self, number: int) -> None:
        old = self.keeper.entries[number]
        kinds = {kind.name: kind for kind in self.keeper.entry_schema}
        which = Choice(name="kind", question="kind of entry", choices={name: name for name in kinds}, default=old.kind)
        kind = kinds[self.questions.answer(which, {}, old.kind)]
        entry = self.questions.entry(kind, vars(old) if kind.name == old.kind else {})
        self._try(lambda keeper: keeper.edit(number, entry), f"correct row {number + 1}")

    def _delete(self, number: int) -> None:
        self._try(lambda keeper: keeper.delete(number), f"take out row {number + 1}")

    def _try(self, change: Callable[[ScoreKeeper], Any], what: str) -> None:
        """Show what the sheet would become, and change it if that is wanted."""
        trial = ScoreKeeper.from_export(self.keeper.export())
        change(trial)
        self._say(trial.to_text())
        self._confirm(what)
        self._change(lambda: change(self.keeper))

    def _change(self, change: Callable[[], Any]) -> None:
        """Change the sheet and store it; neither if storing fails."""
        before = self.keeper.export()
        change()
        try:
            self.store(self.keeper)
        except AdutError:
            self.keeper = ScoreKeeper.from_export(before)
            raise
        self._show_sheet()

    def _confirm(self, what: str) -> None:
        if not self.questions.answer(yes_or_no("answer", what, default=True), {}, True):
            raise _CancelledError

    # Texts.

    def _say(self, text: str = "") -> None:
        print(text, file=self.out, flush=True)

    def _show(self, preview: Preview[Any]) -> None:
        """What an entry would write."""
        self._say(f"  {preview.summary}")
        for note in preview.notes():
            self._say(f"  {note}")
        rows = zip(self.keeper.columns, preview.written, preview.after.totals, strict=True)
        for column, written, total in rows:
            self._say(f"  {column}: {written:+d}, then {total}")
        for note in preview.after.notes():
            self._say(f"  {note}")
        if preview.after.finished:
            self._say("  this ends the match")
        for warning in preview.warnings:
            self._say(f"  careful: {warning}")

    def _show_sheet(self) -> None:
        self._say(self.keeper.to_text())
        if self.keeper.finished:
            settlement = self.keeper.settle()
            for column, payment in zip(self.keeper.columns, settlement.payments, strict=False):
                self._say(f"{column}: {_signed(payment)}")


def _signed(payment: int | Fraction) -> str:
    """A payment with its sign; fractions as people write them: -46 2/3."""
    amount = abs(Fraction(payment))
    whole = int(amount)
    sign = "-" if payment < 0 else "+"
    return f"{sign}{whole}" + (f" {amount - whole}" if amount > whole else "")


LEAVING: dict[str, type[Exception]] = {"cancel": _CancelledError, "back": _BackError, "quit": EOFError}
"""Answers that leave a question."""


class _Questions:
    """Questions and their answers."""

    def __init__(self, source: TextIO, out: TextIO) -> None:
        self.source, self.out = source, out

    def line(self, prompt: str) -> str:
        """A line of input. Raises EOFError at its end."""
        print(prompt, end="", file=self.out, flush=True)
        text = self.source.readline()
        if not text:
            raise EOFError
        return text.strip()

    def entry(self, kind: Kind, old: Mapping[str, Any]) -> Entry:
        """Ask for the fields of an entry; what it was before is offered again."""
        answers: dict[str, Any] = {}
        asked: list[Field] = []
        place = 0
        while place < len(kind.fields):
            field = kind.fields[place]
            if not field.asked(answers):
                if field.default is not REQUIRED:
                    answers[field.name] = field.default
                place += 1
                continue
            try:
                answers[field.name] = self.answer(field, answers, old.get(field.name, field.default), kind)
                asked.append(field)
                place += 1
            except _BackError:
                if not asked:
                    raise
                place = kind.fields.index(asked.pop())
        return kind.build(answers)

    def answer(self, field: Field, answers: Answers, default: Any, kind: Kind | None = None) -> Any:
        """Ask for one field until the answer makes sense."""
        prompt = field.question.format_map(_texts(answers, kind))
        if isinstance(field, Choice):
            prompt += f" ({field.hint})"
        if default is not REQUIRED and default is not None:
            prompt += f" [{field.text(default)}]"
        elif default is None and isinstance(field, Choice):
            prompt += f" [{field.text(None)}]"
        while True:
            text = self.line(f"{prompt}: ")
            if text.lower() in LEAVING:
                raise LEAVING[text.lower()]
            try:
                if text == "?":
                    raise EntryError(f"{field.name} is {field.hint}")
                if not text and default is REQUIRED:
                    raise EntryError(f"{field.name} is needed: {field.hint}")
                value = field.read(text) if text else default
                field.judge(answers, value)
                return value
            except EntryError as error:
                print(error, file=self.out, flush=True)


def _texts(answers: Answers, kind: Kind | None) -> dict[str, str]:
    """The answers so far as words, for questions that name them."""
    fields = kind.fields if kind else ()
    return {field.name: field.text(answers[field.name]) for field in fields if field.name in answers}


def _full_word(word: str, known: tuple[str, ...]) -> str:
    """The command that a word or its beginning means. Raises EntryError."""
    begun = [name for name in known if name.startswith(word)]
    if word in known:
        return word
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise EntryError(f"{word!r} may be {' or '.join(begun)}")
    raise EntryError(f"there is no {word!r}{did_you_mean(word, known)}; choose from {', '.join(known)}")


def _row_number(command: str, more: tuple[str, ...], rows: int) -> int:
    """The index of the row that is named. Raises EntryError."""
    if not rows:
        raise EntryError("the sheet is empty")
    if len(more) != 1 or not more[0].isdecimal() or not 1 <= int(more[0]) <= rows:
        raise EntryError(f"{command} needs the number of a row, from 1 to {rows}: {command} {rows}")
    return int(more[0]) - 1
