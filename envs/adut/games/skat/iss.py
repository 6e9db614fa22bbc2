"""Games of the International Skat Server, replayed under the rules and written (section 14.4 of the rules).

    report = Report()
    for replayed in read_replays("iss-games.sgf.bz2", report=report):
        replayed.declarer, replayed.value, replayed.state.history(0)
    print(report)                                # what was refused, why, and where first

A replay makes every move through the rules that everything else uses, under the preset `iss_replay`, and compares what
they come to with the result that the server wrote. Q1 to Q6 are the numbers of section 14.4, where the server differs
from the federation's order.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from adut.core.cards import CARD_NAMES, NUM_CARDS
from adut.core.errors import AdutError
from adut.core.history import ACTION
from adut.core.state import State
from adut.core.text_file import READ_ERRORS, open_text
from adut.games.skat.iss_format import IssError, IssGame, IssMove, IssResult, Reason, parse_game, quoted
from adut.games.skat.iss_replay import SERVER_RULES, Ending, IssReplay, levels, replay, worth
from adut.games.skat.layout import (
    BIDS,
    CONCEDE,
    FIRST_BID,
    FIRST_DECLARATION,
    HOLD,
    NULL,
    PASS,
    PICK_UP,
)

__all__ = [
    "Ending",
    "IssError",
    "IssGame",
    "IssMove",
    "IssReplay",
    "IssResult",
    "Reason",
    "Report",
    "SERVER_RULES",
    "format_game",
    "parse_game",
    "read_games",
    "read_replays",
    "replay",
]

MAX_LINE = 1 << 20
"""Characters of a line in a file; no game comes near, and a file without line ends does not fill the memory."""

T = TypeVar("T")
OnError = Literal["collect", "raise"]

# Reading files.


@dataclass
class Report:
    """What came of the lines of a source.

    Attributes:
        games: lines that became games.
        refused: how many lines were not, by reason.
        first: of each reason the first refusals, at most `keep`.
        announced_losses: Q1: lost announced games whose two values differ, by whose value R holds: `isko` or `client`.
    """

    keep: int = 5
    games: int = 0
    refused: Counter[Reason] = field(default_factory=Counter)
    first: dict[Reason, list[IssError]] = field(default_factory=dict)
    announced_losses: Counter[str] = field(default_factory=Counter)

    def refuse(self, error: IssError) -> None:
        """Count a refused line."""
        self.refused[error.reason] += 1
        first = self.first.setdefault(error.reason, [])
        if len(first) < self.keep:  # a new error: the one that was raised holds the line by its traceback
            first.append(IssError(error.reason, error.message, error.line, error.column))

    def __str__(self) -> str:
        lines = [f"{self.games} games, {self.refused.total()} lines refused"]
        for reason, count in self.refused.most_common():
            lines.append(f"{count} {reason}")
            lines.extend(f"  {error}" for error in self.first[reason])
        if self.announced_losses:
            counts = ", ".join(f"{count} by {who}" for who, count in sorted(self.announced_losses.items()))
            lines.append(f"lost announced games scored: {counts}")
        return "\n".join(lines)


def read_games(
    source: str | os.PathLike[str] | Iterable[str], on_error: OnError = "collect", report: Report | None = None
) -> Iterator[IssGame]:
    """The games of a source, one after the other, in constant memory.

    Args:
        source: the path of a file, plain, `.gz` or `.bz2`; or lines of text, such as an open file.
        on_error: `collect` counts what is no game in the report and reads on; `raise` raises it.
        report: filled while the games are read.

    Raises:
        IssError: with `raise`; a NotationError with line and column.
        AdutError: the source is neither.
        OSError: there is no such file.
    """
    return _read(source, lambda log: log, on_error, report)


def read_replays(
    source: str | os.PathLike[str] | Iterable[str],
    rules: str = SERVER_RULES,
    on_error: OnError = "collect",
    report: Report | None = None,
) -> Iterator[IssReplay]:
    """The games of a source, replayed under a preset; see `read_games` and `replay`."""
    report = Report() if report is None else report
    for replayed in _read(source, lambda log: replay(log, rules), on_error, report):
        if replayed.client_value != replayed.value:
            isko = replayed.log.result.value == replayed.value
            report.announced_losses["isko" if isko else "client"] += 1
        yield replayed


def _read(
    source: str | os.PathLike[str] | Iterable[str],
    use: Callable[[IssGame], T],
    on_error: OnError,
    report: Report | None,
) -> Iterator[T]:
    if on_error not in ("collect", "raise"):
        raise AdutError(f"on_error is collect or raise, not {quoted(str(on_error))}")
    report = Report() if report is None else report
    with closing(_lines(source)) as lines:
        for number, line in lines:
            try:
                if isinstance(line, IssError):
                    raise line
                if not line.strip():
                    continue
                made = use(parse_game(line, number))
            except IssError as error:
                if on_error == "raise":
                    raise
                report.refuse(error)
            else:
                report.games += 1
                yield made


def _lines(source: object) -> Generator[tuple[int, str | IssError], None, None]:
    """The lines of a source with their numbers; an error where a file breaks off or a line does not end."""
    path = os.fspath(source) if isinstance(source, str | os.PathLike) else None
    if isinstance(path, str):
        yield from _lines_of_file(path)
        return
    if path is not None or isinstance(source, bytes | bytearray) or not isinstance(source, Iterable):
        raise AdutError(f"{_SOURCES}, not {type(source).__name__}")
    for number, line in enumerate(source, 1):
        if not isinstance(line, str):
            raise AdutError(f"{_SOURCES}; line {number} is {type(line).__name__}")
        yield number, line


_SOURCES = "games are read from the path of a file or from lines of text"


def _lines_of_file(path: str) -> Iterator[tuple[int, str | IssError]]:
    number = 1
    with open_text(path) as file:
        try:
            while line := file.readline(MAX_LINE):
                whole = len(line) < MAX_LINE or line.endswith("\n")
                yield number, line if whole else IssError(Reason.LINE, f"longer than {MAX_LINE} characters", number)
                while len(line) == MAX_LINE and not line.endswith("\n"):
                    line = file.readline(MAX_LINE)
                number += 1
        except READ_ERRORS as error:
            yield number, IssError(Reason.FILE, str(error), number)


# Writing.

_CALL_TEXTS = {PASS: "p", HOLD: "y"} | {FIRST_BID + i: str(bid) for i, bid in enumerate(BIDS)}
_LETTERS = "CDHSGN"


def format_game(state: State, properties: Mapping[str, str] | None = None) -> str:
    """A finished deal as a line of the format, which reads back as the same deal with the same result.

    Args:
        state: a table of Skat, three or four players, whose deal is over.
        properties: further properties by key, such as P0 (forehand), P1, P2, DT, PC.

    Raises:
        AdutError: the deal is not over, or the server would not have played and scored it like this: an auction in
            another order, a bid that only a Grand Ouvert of base 36 reaches, cards after the server ends a game,
            another value.
    """
    if state.game.name != "skat" or state.phase != "end":
        raise AdutError("only a finished deal of Skat is written as an ISS game")
    head = {"GM": "Skat", **(properties or {})}
    for key in properties or {}:
        if key in ("GM", "MV", "R", "OW") or not re.fullmatch("[A-Z][A-Z0-9]*", key):
            raise AdutError(f"{quoted(key)} is no further property; keys are capitals, and GM, MV, R and OW are the game's own")
    head |= {"MV": _moves_text(state), "R": _result_text(state.record)}
    line = "(;" + "".join(f"{key}[{_escape(value)}]" for key, value in head.items()) + " ;)"
    try:
        replayed = replay(parse_game(line))
    except IssError as error:
        raise AdutError(f"this deal cannot be written as an ISS game: {error}") from error
    if replayed.value != state.record.value:
        raise AdutError(f"this deal, worth {state.record.value}, would be worth {replayed.value} on the server")
    return line


def _escape(value: str) -> str:
    return re.sub(r"([\\\]])", r"\\\1", " ".join(value.split()))


def _seats(s: Any) -> list[int]:
    """The seats of the players 0, 1, 2 of the format."""
    return [int(s.forehand), int(s.middlehand), int(s.rearhand)]


def _cards_text(s: Any, cards: int) -> str:
    """Cards in the order of dealing."""
    return ".".join(CARD_NAMES[int(card)] for card in s.pack if int(cards) >> int(card) & 1)


def _moves_text(state: State) -> str:
    """MV of a finished deal, from its history."""
    s = state.record
    dealt = [s.twelve & ~s.original_skat if seat == s.declarer else s.hands[seat] | s.played[seat] for seat in _seats(s)]
    words = ["w", ".".join(_cards_text(s, cards) for cards in (*dealt, s.original_skat))]
    to_discard = 0
    gives_up = False
    for kind, player, _, action in state.history(int(s.forehand)).tolist():  # to forehand, players count from 0
        if kind != ACTION:
            continue
        if action in _CALL_TEXTS:
            words += [str(player), _CALL_TEXTS[action]]
        elif action == PICK_UP:
            words += [str(player), "s", "w", _cards_text(s, s.original_skat)]
            to_discard = 2
        elif to_discard > 0:
            to_discard -= 1
        elif action < NUM_CARDS:
            words += [str(player), CARD_NAMES[action]]
        elif action == CONCEDE:
            gives_up = True
        elif action >= FIRST_DECLARATION:
            words += [str(player), _declaration_text(s)]
    if gives_up:  # a conceded game, at the declaration or in the play, is one that the declarer resigns
        words += [str(_seats(s).index(s.declarer)), "RE"]
    return " ".join(words)


def _declaration_text(s: Any) -> str:
    """The declaration with the discards and, in an open game, the declarer's hand."""
    trump_ouvert = s.ouvert and s.contract != NULL
    letters = [
        _LETTERS[s.contract],
        "H" if s.hand_game and not trump_ouvert else "",
        "S" if s.schneider and not s.schwarz else "",
        "Z" if s.schwarz and not s.ouvert else "",
        "O" if s.ouvert else "",
    ]
    fields = ["".join(letters)]
    if s.picked_up:
        fields.append(_cards_text(s, s.skat))
    if s.ouvert:
        fields.append(_cards_text(s, s.hands[s.declarer] | s.played[s.declarer]))
    return ".".join(fields)


def _result_text(s: Any) -> str:
    """R of a finished deal."""
    if s.declarer < 0:
        return "passed"
    overbid = schneider = schwarz = False
    if s.contract != NULL:
        points, tricks = s.declarer_points, s.declarer_tricks
        early = bool(s.conceded) and s.trick_number <= 1  # to be schneider or schwarz takes a complete trick
        overbid = worth(s, s.matadors, early, points, tricks) < s.bid
        schneider, schwarz = levels(points, tricks, early)
    return (
        f"d:{_seats(s).index(s.declarer)} {'win' if s.value > 0 else 'loss'} v:{s.value} m:{s.matadors} "
        f"{'overbid' if overbid else 'bidok'} p:{s.declarer_points} t:{s.declarer_tricks} "
        f"s:{int(schneider)} z:{int(schwarz)} p0:0 p1:0 p2:0 l:-1 to:-1 r:{s.conceded}"
    )
