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

import bz2
import functools
import gzip
import os
import re
import zlib
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal, NoReturn, TextIO, TypeVar, cast

from adut.core.cards import CARD_NAMES, NUM_CARDS, card_list
from adut.core.errors import AdutError, IllegalActionError
from adut.core.game import Game
from adut.core.history import ACTION
from adut.core.state import State
from adut.games import game as build_game
from adut.games.skat import scoring
from adut.games.skat.cards import card_points, matadors
from adut.games.skat.iss_format import IssError, IssGame, IssMove, IssResult, Reason, parse_game
from adut.games.skat.layout import (
    BASE_VALUE,
    BIDS,
    CONCEDE,
    FIRST_BID,
    FIRST_DECLARATION,
    HOLD,
    NULL,
    PASS,
    PICK_UP,
    PLAY_HAND,
)
from adut.games.skat.table import HAND_SIZE

__all__ = [
    "Ending",
    "IssError",
    "IssGame",
    "IssMove",
    "IssReplay",
    "IssResult",
    "Reason",
    "Report",
    "format_game",
    "parse_game",
    "read_games",
    "read_replays",
    "replay",
]

SERVER_RULES = "iss_replay"
MAX_LINE = 1 << 20
"""Characters of a line in a file; no game comes near, and a file without line ends does not fill the memory."""
DEALER = 2
"""Seat of the dealer at a replayed table, which makes seats 0, 1, 2 the players 0, 1, 2 of the log."""
ALL_POINTS = 120

T = TypeVar("T")
OnError = Literal["collect", "raise"]


class Ending(StrEnum):
    """How a game came to its end."""

    PASSED = "all passed"
    PLAYED = "played"
    DECLARER_GAVE_UP = "declarer gave up"
    DEFENDERS_GAVE_UP = "defenders gave up"


@dataclass(frozen=True)
class IssReplay:
    """A game that was replayed: what it came to.

    Attributes:
        log: the game as it was read.
        state: the table at the end; of a game that was given up, the table at that moment.
        ending: how it ended.
        declarer: player 0, 1 or 2; -1 if all passed. The table has its players at the same seats.
        bid: the final bid, 0 if all passed.
        matadors: with (+) or without (-) how many; 0 in Null.
        points, tricks: the declarer's, with the skat.
        conceded: the declarer gave up a Null, or before a trick was complete: lost, and nobody is schneider or schwarz.
        value: what the declarer writes under the rules of the replay.
    """

    log: IssGame
    state: State
    ending: Ending
    declarer: int = -1
    bid: int = 0
    matadors: int = 0
    points: int = 0
    tricks: int = 0
    conceded: bool = False
    value: int = 0

    def value_under(self, rules: str) -> int:
        """What the declarer writes for the same game, as far as it was played, under another preset."""
        if self.declarer < 0:
            return 0
        s = self.state.record
        return int(
            scoring.deal_value(
                _game(rules).options[0],
                s.contract,
                s.hand_game,
                s.schneider,
                s.schwarz,
                s.ouvert,
                int(self.conceded),
                self.matadors,
                self.points,
                self.tricks,
                self.bid,
            )
        )

    @property
    def client_value(self) -> int:
        """Q1: the value by the published client, which counts a missed announcement as one level."""
        s = self.state.record
        if self.value >= 0 or not s.schneider:
            return self.value
        level = 1 + int(s.hand_game) + int(s.schneider) + int(s.schwarz) + int(s.ouvert)
        if not self.conceded:
            level += self.tricks == 0 and not s.schwarz
        base = BASE_VALUE[s.contract]
        worth = base * (abs(self.matadors) + level)
        return -2 * (worth if worth >= self.bid else base * -(-self.bid // base))


@functools.cache
def _game(rules: str) -> Game:
    return build_game("skat", players=3, rules=rules)


def replay(log: IssGame, rules: str = SERVER_RULES) -> IssReplay:
    """Make every move of a game and compare the result.

    Args:
        log: the game.
        rules: the preset to play and score by.

    Raises:
        IssError: a move is not legal or out of turn, the game does not end where the moves end, or its result is not R.
            Under `iss_replay` a lost announced game may be scored in either way (Q1).
    """
    table = _Table(log, _game(rules))
    for move in log.moves:
        table.make(move)
    replayed = table.outcome()
    _compare(replayed, log.result, rules == SERVER_RULES)
    return replayed


class _Table:
    """A table at which a log is replayed."""

    def __init__(self, log: IssGame, game: Game) -> None:
        self.log = log
        self.state = game.new_state(seed=0, dealer=DEALER, hands=log.hands)
        self.ending: Ending | None = None
        self.gave_up: set[int] = set()
        self.declaration: IssMove | None = None  # of a pick-up game, which waits for the discards
        self.discards: tuple[int, ...] = ()  # which wait for the declaration
        self.opened: tuple[int, ...] = ()  # the declarer's hand as an open game shows it

    def refuse(self, reason: Reason, message: str, column: int) -> NoReturn:
        raise IssError(reason, message, self.log.line, column)

    def make(self, move: IssMove) -> None:
        """A move of the log."""
        if move.kind == "show":
            return
        if move.kind in ("resign", "timeout", "leave"):
            if self.ending is None:
                self.give_up(move)
            return
        if self.ending is not None:
            self.refuse(Reason.AFTER_END, f"the game was over ({self.ending})", move.column)
        if move.kind == "skat":
            self.show_skat(move)
            return
        if move.who != self.state.actor:
            self.refuse(Reason.WRONG_PLAYER, f"player {self.state.actor} is to act, not {move.who}", move.column)
        if move.kind == "take":
            self.apply(PICK_UP, move)
        elif move.kind in ("declare", "discard"):
            self.declare(move)
        elif move.kind == "play" and self.state.phase != "play":
            self.refuse(Reason.ILLEGAL, f"no card is played in the phase {self.state.phase!r}", move.column)
        else:
            self.apply(move.action, move)

    def apply(self, action: int, move: IssMove) -> None:
        """An action of the rules."""
        try:
            self.state.apply(action)
        except IllegalActionError as error:
            alone = self.state.record.stage == 3 and action >= FIRST_BID  # Q5
            self.refuse(Reason.FOREHAND_ALONE if alone else Reason.ILLEGAL, str(error), move.column)
        if self.state.is_over:
            self.ending = Ending.PASSED if self.state.record.declarer < 0 else Ending.PLAYED

    def show_skat(self, move: IssMove) -> None:
        """After `s` the skat is shown to the declarer."""
        if self.state.phase != "discard" or set(move.cards) != set(self.log.deal[30:]):
            self.refuse(Reason.ILLEGAL, "these are not the two cards that were picked up", move.column)

    def declare(self, move: IssMove) -> None:
        """The declaration, in a pick-up game with the discards or next to them, in either order."""
        laid_away, opened = _split(move.cards)
        if move.hand and self.state.phase == "take":
            self.apply(PLAY_HAND, move)
            self.apply(move.action, move)
        elif move.hand or self.state.phase != "discard":
            what = "a hand game" if move.hand else "a game that is not played from the hand"
            self.refuse(Reason.ILLEGAL, f"{what} is not declared in the phase {self.state.phase!r}", move.column)
        else:
            if (self.declaration and move.kind == "declare") or (self.discards and laid_away):
                self.refuse(Reason.ILLEGAL, "declared, or laid away, a second time", move.column)
            self.declaration = move if move.kind == "declare" else self.declaration
            self.discards = laid_away or self.discards
            if self.declaration and self.discards:
                for card in self.discards:
                    self.apply(card, move)
                self.apply(self.declaration.action, self.declaration)
        self.opened = self.opened or opened
        if self.opened and self.state.phase == "play":
            if set(self.opened) != set(card_list(self.state.record.hands[move.who])):
                self.refuse(Reason.ILLEGAL, "the open cards are not the declarer's hand", move.column)

    def give_up(self, move: IssMove) -> None:
        """Q3: resignation; of the defenders both must resign. A timeout or leaver speaks for his party."""
        if self.state.phase != "play":
            self.refuse(Reason.BEFORE_PLAY, f"player {move.who}, in the phase {self.state.phase!r}", move.column)  # Q6
        if move.who == self.state.record.declarer:
            self.ending = Ending.DECLARER_GAVE_UP
            return
        self.gave_up.add(move.who)
        if move.kind != "resign" or len(self.gave_up) == 2:
            self.ending = Ending.DEFENDERS_GAVE_UP

    def outcome(self) -> IssReplay:
        """What the game came to, once all moves are made."""
        if self.ending is None:
            self.refuse(Reason.UNFINISHED, f"the moves end with player {self.state.actor} to act", self.log.moves_end)
        if self.ending == Ending.PASSED:
            return IssReplay(self.log, self.state, self.ending)
        s = self.state.record
        null = int(s.contract) == NULL
        points, tricks = int(s.declarer_points), int(s.declarer_tricks)
        conceded = bool(s.conceded)
        if self.ending != Ending.PLAYED:
            points += int(card_points(s.skat))
        if self.ending == Ending.DECLARER_GAVE_UP:
            # The cards so far decide; to be schneider or schwarz takes a complete trick.
            conceded = null or s.trick_number == 1
        elif self.ending == Ending.DEFENDERS_GAVE_UP and not null:
            points, tricks = ALL_POINTS - int(s.defender_points), HAND_SIZE - int(s.defender_tricks)
        found = 0 if null else int(matadors(s.twelve, s.contract))
        outcome = IssReplay(self.log, self.state, self.ending, int(s.declarer), int(s.bid), found, points, tricks, conceded)
        return replace(outcome, value=outcome.value_under(self.state.game.rules))


def _split(cards: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The discards and the open hand, either of which may be missing, of the cards of a declaration."""
    laid_away = len(cards) % HAND_SIZE
    return cards[:laid_away], cards[laid_away:]


def _compare(replayed: IssReplay, result: IssResult, server: bool) -> None:
    """Whether a game came to its result. Raises IssError."""
    said = {
        "the declarer": (result.declarer, None if replayed.declarer < 0 else replayed.declarer),
        "matadors": (result.matadors, replayed.matadors),
        "points": (result.points, replayed.points),
        "tricks": (result.tricks, replayed.tricks),
        "the value": (result.value, replayed.value),
    }
    if server and result.value == replayed.client_value:
        del said["the value"]
    for what, (theirs, ours) in said.items():
        if theirs != ours and (theirs is not None or what == "the declarer"):
            raise IssError(
                Reason.DIFFERENT,
                f"{what}: {theirs} in R, {ours} by the rules",
                replayed.log.line,
                replayed.log.result_start,
            )


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
        if len(first) < self.keep:
            first.append(error)

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
        source: the path of a file, plain, `.gz` or `.bz2`; or lines.
        on_error: `collect` counts what is no game in the report and reads on; `raise` raises it.
        report: filled while the games are read.

    Raises:
        IssError: with `raise`; a NotationError with line and column.
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
        raise AdutError(f"on_error is collect or raise, not {on_error!r}")
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


def _lines(source: str | os.PathLike[str] | Iterable[str]) -> Generator[tuple[int, str | IssError]]:
    """The lines of a source with their numbers; an error where a file breaks off or a line does not end."""
    if not isinstance(source, str | os.PathLike):
        yield from enumerate(source, 1)
        return
    number = 1
    with _open(Path(source)) as file:
        try:
            while line := file.readline(MAX_LINE):
                whole = len(line) < MAX_LINE or line.endswith("\n")
                yield number, line if whole else IssError(Reason.LINE, f"longer than {MAX_LINE} characters", number)
                while len(line) == MAX_LINE and not line.endswith("\n"):
                    line = file.readline(MAX_LINE)
                number += 1
        except (EOFError, OSError, zlib.error) as error:
            yield number, IssError(Reason.FILE, str(error), number)


def _open(path: Path) -> TextIO:
    opener: Any = {".gz": gzip.open, ".bz2": bz2.open}.get(path.suffix, open)
    return cast(TextIO, opener(path, "rt", encoding="utf-8", errors="replace"))


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
            raise AdutError(f"{key!r} is no further property; keys are capitals, and GM, MV, R and OW are the game's own")
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
        options = _game(SERVER_RULES).options[0]
        points, tricks = s.declarer_points, s.declarer_tricks
        flags = s.schneider, s.schwarz, s.ouvert, s.conceded
        level = scoring.level(options, s.contract, s.hand_game, *flags, points, tricks)
        overbid = BASE_VALUE[s.contract] * (abs(s.matadors) + level) < s.bid
        schneider = not s.conceded and (points >= scoring.POINTS_SCHNEIDER or points <= scoring.POINTS_OWN_SCHNEIDER)
        schwarz = not s.conceded and tricks in (0, scoring.ALL_TRICKS)
    return (
        f"d:{_seats(s).index(s.declarer)} {'win' if s.value > 0 else 'loss'} v:{s.value} m:{s.matadors} "
        f"{'overbid' if overbid else 'bidok'} p:{s.declarer_points} t:{s.declarer_tricks} "
        f"s:{int(schneider)} z:{int(schwarz)} p0:0 p1:0 p2:0 l:-1 to:-1 r:{s.conceded}"
    )
