"""The errors of the suite. Each is a ValueError too: what was given, not the program, is at fault."""

from __future__ import annotations

import difflib


class AdutError(ValueError):
    """Base of all errors of this package."""


class OptionError(AdutError):
    """An unknown game, preset or option, a value that an option does not take, or options that contradict each other."""


class UnknownOptionError(OptionError, TypeError):
    """A keyword that nothing here takes. Libraries that make environments by id try keywords and leave out what is refused
    with a TypeError that calls it an unexpected keyword argument."""


class IllegalActionError(AdutError):
    """An action that is unknown, or not legal for the player to act. Nothing was changed."""


class NotationError(AdutError):
    """A text (card, action, deal, game log) that cannot be read. `line` and `column` count from 1 where they are known."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        place = "" if line is None else f"line {line}: " if column is None else f"line {line}, column {column}: "
        super().__init__(place + message)
        self.line, self.column = line, column


class StateFormatError(AdutError):
    """Bytes that are no saved state, or one of another game, version, options or length."""


class EntryError(AdutError):
    """An entry for a score sheet that cannot be. Nothing was changed."""


class SheetError(AdutError):
    """Something that a score sheet does not allow now, or a file that holds none. Nothing was changed."""


def did_you_mean(word: str, known: tuple[str, ...]) -> str:
    """A hint for a misspelt word, or nothing."""
    close = difflib.get_close_matches(word, known, 1)
    return f" (did you mean {close[0]!r}?)" if close else ""
