"""What an entry is made of: its fields, how they are asked for, and what they may be."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from adut.core.errors import EntryError, did_you_mean

Answers = Mapping[str, Any]
"""Values of fields by name: those that were given before."""
LARGEST = 99_999
"""No number of an entry is larger."""


class _Required:
    def __repr__(self) -> str:
        return "required"


REQUIRED: Any = _Required()
"""The default of a field that has to be given."""


def _always(answers: Answers) -> bool:
    return True


def _nothing_wrong(answers: Answers, value: Any) -> None:
    """A value that needs no other to be judged."""


@dataclass(frozen=True, kw_only=True)
class Field(ABC):
    """One field of an entry.

    Attributes:
        name: of the field of the entry.
        question: how a person is asked.
        default: its value when it is not given, or REQUIRED.
        asked: whether a person is asked, by the answers before.
        judge: raises EntryError for a value that the answers before make impossible.
    """

    name: str
    question: str
    default: Any = REQUIRED
    asked: Callable[[Answers], bool] = _always
    judge: Callable[[Answers, Any], None] = _nothing_wrong

    @abstractmethod
    def check(self, value: Any) -> Any:
        """A value as entries hold it. Raises EntryError for one that can never be."""

    @abstractmethod
    def read(self, text: str) -> Any:
        """The value that a person's answer means. Raises EntryError."""

    @abstractmethod
    def text(self, value: Any) -> str:
        """A value as a person answers it."""

    @property
    @abstractmethod
    def hint(self) -> str:
        """What may be answered."""

    @property
    def values(self) -> str:
        """What the value of a field may be, in words."""
        return self.hint

    def refuse(self, value: Any) -> EntryError:
        """The error for a value that can never be."""
        return EntryError(f"{self.name} is {self.values}, not {value!r}")


@dataclass(frozen=True, kw_only=True)
class Choice(Field):
    """One of some values, each with a word; `aliases` are further words."""

    choices: Mapping[str, Any]
    aliases: Mapping[str, Any] = field(default_factory=dict)

    def check(self, value: Any) -> Any:
        for known in (*self.choices.values(), *self.aliases.values()):
            if type(value) is type(known) and value == known:
                return value
        hint = did_you_mean(value, tuple(map(str, self.choices.values()))) if isinstance(value, str) else ""
        raise EntryError(f"{self.refuse(value)}{hint}")

    def read(self, text: str) -> Any:
        wanted = " ".join(text.lower().split())
        words = {word.lower(): value for word, value in {**self.aliases, **self.choices}.items()}
        if wanted in words:
            return words[wanted]
        begun = {word: value for word, value in words.items() if wanted and word.startswith(wanted)}
        if begun and all(value == next(iter(begun.values())) for value in begun.values()):
            return next(iter(begun.values()))
        raise EntryError(f"{text.strip()!r} is none of {self.hint}{did_you_mean(wanted, tuple(words))}")

    def text(self, value: Any) -> str:
        return next(word for word, known in [*self.choices.items(), *self.aliases.items()] if known == value)

    @property
    def hint(self) -> str:
        return ", ".join(self.choices)

    @property
    def values(self) -> str:
        return "one of " + ", ".join(repr(value) for value in self.choices.values())


@dataclass(frozen=True, kw_only=True)
class Number(Field):
    """A whole number from `low` to `high`, or None where that is the default."""

    low: int = 0
    high: int = LARGEST

    def check(self, value: Any) -> Any:
        if value is None and self.default is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise self.refuse(value)
        return value

    def read(self, text: str) -> Any:
        return self.check(_number(text, self.hint))

    def text(self, value: Any) -> str:
        return "" if value is None else str(value)

    @property
    def hint(self) -> str:
        return f"a whole number from {self.low} to {self.high}"


@dataclass(frozen=True, kw_only=True)
class Numbers(Field):
    """Whole numbers from `low` to `high`, one a column of the sheet; `blank`: some may be None, written as a dash."""

    columns: Sequence[str]
    low: int = 0
    high: int = LARGEST
    blank: bool = False

    def check(self, value: Any) -> Any:
        if not isinstance(value, list | tuple) or len(value) != len(self.columns):
            raise self.refuse(value)
        for number in value:
            if number is None and self.blank:
                continue
            if isinstance(number, bool) or not isinstance(number, int) or not self.low <= number <= self.high:
                raise self.refuse(value)
        return tuple(value)

    def read(self, text: str) -> Any:
        words = text.replace(",", " ").split()
        if len(words) != len(self.columns):
            raise EntryError(f"{self.hint}; got {len(words)}")
        return self.check([None if word in ("-", "?") and self.blank else _number(word, self.hint) for word in words])

    def text(self, value: Any) -> str:
        return " ".join("-" if number is None else str(number) for number in value)

    @property
    def hint(self) -> str:
        blank = " (- where it is not known)" if self.blank else ""
        return f"{len(self.columns)} whole numbers from {self.low} to {self.high}{blank}, for {', '.join(self.columns)}"


@dataclass(frozen=True, kw_only=True)
class Columns(Field):
    """Some columns of the sheet, none or several, as a tuple of their numbers; `aliases` are further names."""

    columns: Sequence[str]
    aliases: Mapping[str, int] = field(default_factory=dict)
    default: Any = ()

    def check(self, value: Any) -> Any:
        if not isinstance(value, list | tuple) or len(set(value)) != len(value):
            raise self.refuse(value)
        for number in value:
            if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(self.columns):
                raise self.refuse(value)
        return tuple(sorted(value))

    def read(self, text: str) -> Any:
        if text.strip().lower() in ("none", "nobody", "-"):
            return ()
        one = Choice(
            name=self.name,
            question=self.question,
            choices={name: number for number, name in enumerate(self.columns)},
            aliases=self.aliases,
        )
        return self.check([one.read(word) for word in text.split(",")])

    def text(self, value: Any) -> str:
        return ", ".join(self.columns[number] for number in value) or "none"

    @property
    def hint(self) -> str:
        return f"none, or some of {', '.join(self.columns)}, separated by commas"


@dataclass(frozen=True, kw_only=True)
class Text(Field):
    """Words; not nothing."""

    def check(self, value: Any) -> Any:
        if not isinstance(value, str) or not value.strip():
            raise EntryError(f"{self.name} needs some words, not {value!r}")
        return " ".join(value.split())

    def read(self, text: str) -> Any:
        return self.check(text)

    def text(self, value: Any) -> str:
        return str(value)

    @property
    def hint(self) -> str:
        return "a few words"


def yes_or_no(name: str, question: str, **more: Any) -> Choice:
    """A field that is true or false; false unless given."""
    more = {"default": False, **more}
    aliases = {"y": True, "da": True, "n": False, "ne": False}
    return Choice(name=name, question=question, choices={"yes": True, "no": False}, aliases=aliases, **more)


def _number(text: str, hint: str) -> int:
    plain = text.strip().replace("−", "-")
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", plain):
        raise EntryError(f"{text.strip()!r} is not {hint}")
    return int(plain)
