"""Lines of the game format of the International Skat Server (section 14.4 of the rules): what they say.

A game is a line `(;GM[Skat] ... MV[moves]R[result] ;)`, or its properties alone. MV holds pairs of who and what: the
deal, the auction, the declaration, the cards. Players 0, 1, 2 are forehand, middlehand and rearhand of the deal.
Whether the moves keep to the rules is found out by `adut.games.skat.iss`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from adut.core.cards import CARD_NAMES, NUM_CARDS
from adut.core.errors import NotationError
from adut.games.skat.layout import (
    BIDS,
    BIDS_24X7,
    DECLARE_NULL,
    DECLARE_NULL_OUVERT,
    DECLARED_CONTRACTS,
    FIRST_BID,
    FIRST_DECLARATION,
    GRAND,
    HOLD,
    NULL,
    PASS,
)
from adut.games.skat.table import HAND_SIZE

WORLD = -1
"""Who shows the skat."""
QUOTED = 80
"""Characters that a message quotes of a line; a broken line may be a single long word."""


class Reason(StrEnum):
    """Why a line is refused."""

    LINE = "broken line"
    OTHER_GAME = "another game"
    PLAYER_VIEW = "view of one player"
    HIDDEN_CARD = "hidden card"
    ABORTED = "aborted game"
    RESULT = "broken result"
    DEAL = "broken deal"
    MOVE = "broken move"
    BID = "bid outside the table"
    FOREHAND_ALONE = "forehand alone above 18"
    WRONG_PLAYER = "move out of turn"
    ILLEGAL = "illegal move"
    BEFORE_PLAY = "given up before the play"
    UNFINISHED = "unfinished game"
    AFTER_END = "moves after the end"
    DIFFERENT = "another result"
    FILE = "broken file"


class IssError(NotationError):
    """A line that is no game, or a game that is refused; `reason` says of which kind."""

    def __init__(self, reason: Reason, message: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(f"{reason}: {message}", line, column)
        self.reason, self.message = reason, message

    def __reduce__(self) -> tuple[type[IssError], tuple[Reason, str, int | None, int | None]]:
        return type(self), (self.reason, self.message, self.line, self.column)


def quoted(text: str) -> str:
    """A text as a message quotes it, cut where it is long."""
    shown = repr(text[:QUOTED])
    return shown if len(text) <= QUOTED and len(shown) <= QUOTED + 2 else f"{shown[:QUOTED]}..."


class IssMove(NamedTuple):
    """One move of a log.

    Attributes:
        who: the player 0, 1, 2, WORLD for the skat. Of a timeout or leaver the player concerned.
        kind: call, take, skat, declare, discard, play, resign, show, timeout, leave.
        column: where it stands in the line.
        action: the action of the rules, of a call, a declaration and a card; else -1.
        cards: the skat, the discards, the discards and the open hand of a declaration, the cards shown.
        hand: a declaration without the skat.
    """

    who: int
    kind: str
    column: int
    action: int = -1
    cards: tuple[int, ...] = ()
    hand: bool = False


@dataclass(frozen=True)
class IssResult:
    """R: what the server, or another writer of the format, says about a game; None for what it does not say."""

    declarer: int | None = None
    """Player 0, 1 or 2; None if all passed."""
    value: int | None = None
    matadors: int | None = None
    """Negative: without; 0 in Null."""
    points: int | None = None
    tricks: int | None = None
    overbid: bool | None = None
    schneider: bool | None = None
    """Either party; also with the schwarz that includes it. Not in Null, and not as an announcement."""
    schwarz: bool | None = None
    columns: Mapping[str, int] = field(default_factory=dict, compare=False)
    """Where what it says stands in the line, by the names of these fields."""


@dataclass(frozen=True)
class IssGame:
    """A game as it stands in a log; nothing in it was checked against the rules.

    Attributes:
        properties: what stands in the brackets, by key, MV and R included.
        deal: the 32 cards, ten each of forehand, middlehand, rearhand, two of the skat.
        moves: everything after the deal.
        result: R.
        line: the line of the file.
        moves_end, result_start: columns where MV ends and R begins.
    """

    properties: Mapping[str, str]
    deal: tuple[int, ...]
    moves: tuple[IssMove, ...]
    result: IssResult
    line: int = 1
    moves_end: int = 1
    result_start: int = 1

    @property
    def hands(self) -> dict[int | str, tuple[int, ...]]:
        """The deal by owner, as `new_state(hands=...)` takes it with dealer 2."""
        return {0: self.deal[:10], 1: self.deal[10:20], 2: self.deal[20:30], "skat": self.deal[30:]}


# Reading lines.

_PROPERTY = re.compile(r"\s*([A-Za-z][A-Za-z0-9]*)\[([^\]\\]*(?:\\.[^\]\\]*)*)\]")
_ESCAPED = re.compile(r"\\(.)")
_WORD = re.compile(r"\S+")
_DECLARATION = re.compile(r"([GCSHDN])([OHSZ]*)(?:\.(\S+))?")
_GIVEN_UP = re.compile(r"(TI|LE)\.([0-2])")
_SHOWN = re.compile(r"SC(?:\.(\S+))?")
_CARDS = {name: card for card, name in enumerate(CARD_NAMES)}
_CONTRACTS = {"C": 0, "D": 1, "H": 2, "S": 3, "G": GRAND, "N": NULL}
_CALLS = {"p": PASS, "y": HOLD} | {str(bid): FIRST_BID + BIDS.index(bid) for bid in BIDS_24X7}
_NUMBER, _FLAG = re.compile(r"-|-?[0-9]{1,6}"), re.compile(r"[-01]")
_FIELDS = dict.fromkeys(("d", "v", "m", "p", "t", "p0", "p1", "p2", "l", "to", "r"), _NUMBER) | dict.fromkeys("sz", _FLAG)
_WORDS = {"win": "outcome", "loss": "outcome", "bidok": "bid", "overbid": "bid"}
"""The words of R that stand alone; of two that answer the same question, one is there."""
_SAID = {
    "d": "declarer",
    "v": "value",
    "m": "matadors",
    "p": "points",
    "t": "tricks",
    "bid": "overbid",
    "s": "schneider",
    "z": "schwarz",
}


class _Value(NamedTuple):
    """The value of a property, and where it stands.

    Attributes:
        text: the value, without the backslashes.
        line: the line of the file.
        start: column of the first character.
        escaped: the characters of `text` that have a backslash in the line.
    """

    text: str
    line: int
    start: int
    escaped: tuple[int, ...]

    def column(self, at: int) -> int:
        """The column of a character of the text; of its backslash, if it has one."""
        return self.start + at + (bisect_left(self.escaped, at) if self.escaped else 0)

    def error(self, reason: Reason, message: str, at: int) -> IssError:
        """A refusal at a character of the text."""
        return IssError(reason, message, self.line, self.column(at))


def _value(raw: str, line: int, start: int) -> _Value:
    """A value as it stands in a line."""
    if "\\" not in raw:
        return _Value(raw, line, start, ())
    escaped = tuple(match.start() - before for before, match in enumerate(_ESCAPED.finditer(raw)))
    return _Value(_ESCAPED.sub(r"\1", raw), line, start, escaped)


def parse_game(text: str, line: int = 1) -> IssGame:
    """The game in a line. Raises IssError, a NotationError with line and column."""
    end = len(text.rstrip())
    start = at = len(text) - len(text.lstrip("\ufeff \t"))
    wrapped = text.startswith("(;", at)
    at += 2 if wrapped else 0
    values: dict[str, _Value] = {}
    while match := _PROPERTY.match(text, at, end):
        key = match[1]
        if key in values:
            raise IssError(Reason.LINE, f"{quoted(key)} stands there twice", line, match.start(1) + 1)
        values[key] = _value(match[2], line, match.start(2) + 1)
        at = match.end()
    rest = text[at:end].lstrip()
    if rest not in ((";)", ")") if wrapped else ("",)):
        expected = f"expected KEY[value] or {';)' if wrapped else 'the end'}, got {rest[:20]!r}"
        raise IssError(Reason.LINE, expected, line, end - len(rest) + 1)
    if "GM" in values and values["GM"].text != "Skat":
        raise values["GM"].error(Reason.OTHER_GAME, f"this is a game of {quoted(values['GM'].text)}", 0)
    if "OW" in values:
        raise values["OW"].error(Reason.PLAYER_VIEW, f"only what player {quoted(values['OW'].text)} saw", 0)
    for key in ("MV", "R"):
        if key not in values:
            raise IssError(Reason.LINE, f"{key}[...] is missing", line, start + 1)
    result = _parse_result(values["R"])
    moves = values["MV"]
    deal, made = _parse_moves(moves)
    properties = {key: value.text for key, value in values.items()}
    return IssGame(properties, deal, made, result, line, moves.column(len(moves.text)), values["R"].start)


def _parse_moves(value: _Value) -> tuple[tuple[int, ...], tuple[IssMove, ...]]:
    """MV: the deal and what was done."""
    if "??" in value.text:
        raise value.error(Reason.HIDDEN_CARD, "a card is not known", value.text.index("??"))
    words = [(match[0], match.start()) for match in _WORD.finditer(value.text)]
    if len(words) < 2 or words[0][0] != "w":
        raise value.error(Reason.DEAL, "moves begin with w and the deal", words[0][1] if words else 0)
    deal = _parse_cards(value, words[1][0].replace("|", "."), words[1][1], Reason.DEAL)
    if len(deal) != NUM_CARDS:
        raise value.error(Reason.DEAL, f"a deal has {NUM_CARDS} cards, got {len(deal)}", words[1][1])
    moves = tuple(_parse_move(value, *who, *what) for who, what in zip(words[2::2], words[3::2], strict=False))
    if len(words) % 2:
        raise value.error(Reason.MOVE, f"{quoted(words[-1][0])} stands alone; a move is who and what", words[-1][1])
    return deal, moves


def _parse_cards(value: _Value, text: str, at: int, reason: Reason = Reason.MOVE) -> tuple[int, ...]:
    """Cards separated by points, each once, from a character of a value on."""
    cards: list[int] = []
    for name in text.split("."):
        if name not in _CARDS:
            raise value.error(reason, f"{quoted(name)} is no card", at)
        if _CARDS[name] in cards:
            raise value.error(reason, f"card {name} stands there twice", at)
        cards.append(_CARDS[name])
        at += len(name) + 1
    return tuple(cards)


def _parse_move(value: _Value, who: str, who_at: int, text: str, at: int) -> IssMove:
    """A pair of who and what, each with the character of the value at which it begins."""
    column = value.column(at)
    if who not in ("w", "0", "1", "2"):
        raise value.error(Reason.MOVE, f"moves are of w, 0, 1 or 2, not of {quoted(who)}", who_at)
    if who == "w":
        if given_up := _GIVEN_UP.fullmatch(text):
            return IssMove(int(given_up[2]), "timeout" if given_up[1] == "TI" else "leave", column)
        cards = _parse_cards(value, text, at)
        if len(cards) != 2:
            raise value.error(Reason.MOVE, f"w shows the two cards of the skat, not {quoted(text)}", at)
        return IssMove(WORLD, "skat", column, cards=cards)
    player = int(who)
    if text in _CALLS:
        return IssMove(player, "call", column, _CALLS[text])
    if text.isdecimal():
        raise value.error(Reason.BID, f"no game is worth {text[:QUOTED]}", at)
    if text == "s":
        return IssMove(player, "take", column)
    if text == "RE":
        return IssMove(player, "resign", column)
    if shown := _SHOWN.fullmatch(text):
        return IssMove(player, "show", column, cards=_parse_cards(value, shown[1], at + 3) if shown[1] else ())
    if declaration := _DECLARATION.fullmatch(text):
        return _parse_declaration(value, player, declaration, at)
    cards = _parse_cards(value, text, at)
    if len(cards) == 1:
        return IssMove(player, "play", column, cards[0])
    if len(cards) not in (2, 2 + HAND_SIZE):
        raise value.error(Reason.MOVE, f"{len(cards)} cards are neither played nor laid away", at)
    return IssMove(player, "discard", column, cards=cards)


def _parse_declaration(value: _Value, player: int, match: re.Match[str], at: int) -> IssMove:
    """`G`, `CHZ`, `NO.HA.HQ` ...: in a trump game O says Z, Z says S, S says H."""
    contract, flags = _CONTRACTS[match[1]], set(match[2])
    if len(flags) < len(match[2]) or (contract == NULL and flags & {"S", "Z"}):
        raise value.error(Reason.MOVE, f"{quoted(match[1] + match[2])} is no declaration", at)
    if contract == NULL:
        action = DECLARE_NULL_OUVERT if "O" in flags else DECLARE_NULL
        hand = "H" in flags
    else:
        form = 3 if "O" in flags else 2 if "Z" in flags else 1 if "S" in flags else 0
        action = FIRST_DECLARATION + 4 * DECLARED_CONTRACTS.index(contract) + form
        hand = bool(flags)
    cards = () if match[3] is None else _parse_cards(value, match[3], at + match.start(3))
    laid_away = len(cards) % HAND_SIZE
    opened = len(cards) - laid_away
    if laid_away not in ((0,) if hand else (0, 2)) or opened not in ((0, HAND_SIZE) if "O" in flags else (0,)):
        raise value.error(Reason.MOVE, f"{len(cards)} cards do not belong to {match[1] + match[2]}", at)
    return IssMove(player, "declare", value.column(at), action, cards, hand)


def _parse_result(value: _Value) -> IssResult:
    """R: `passed`, or `d:2 win v:48 m:-3 bidok p:70 ...`, of which d, win or loss, and v must be there."""
    if value.text.strip() == "passed":
        return IssResult()
    said: dict[str, str] = {}
    places: dict[str, int] = {}
    for match in _WORD.finditer(value.text):
        word, at = match[0], match.start()
        if word in ("penalty", "unknown"):
            raise value.error(Reason.ABORTED, f"the result is {word!r}", at)
        key, colon, entry = word.partition(":")
        key = key if colon else _WORDS.get(key, "")
        if not key or (colon and (key not in _FIELDS or not _FIELDS[key].fullmatch(entry))):
            raise value.error(Reason.RESULT, f"{quoted(word)} has no meaning", at)
        if key in said:
            raise value.error(Reason.RESULT, f"{word} stands there beside {said[key]}", at)
        said[key], places[key] = word, at

    numbers = {key: int(word[len(key) + 1 :]) for key, word in said.items() if key in _FIELDS and word[-1] != "-"}
    if numbers.get("d") not in (0, 1, 2) or "outcome" not in said or "v" not in numbers:
        at = 0
        if "d" in said and numbers.get("d") not in (0, 1, 2):
            at = places["d"]
        elif "v" in said and "v" not in numbers:
            at = places["v"]
        raise value.error(Reason.RESULT, "a result is 'passed' or has d:0 to d:2, win or loss, and v:", at)
    outcome, worth = said["outcome"], numbers["v"]
    if worth == 0 or (worth > 0) != (outcome == "win"):
        raise value.error(Reason.RESULT, f"a {outcome} is not worth {worth}", places["v"])
    return IssResult(
        declarer=numbers["d"],
        value=worth,
        matadors=numbers.get("m"),
        points=numbers.get("p"),
        tricks=numbers.get("t"),
        overbid=said["bid"] == "overbid" if "bid" in said else None,
        schneider=bool(numbers["s"]) if "s" in numbers else None,
        schwarz=bool(numbers["z"]) if "z" in numbers else None,
        columns={name: value.column(at) for key, at in places.items() if (name := _SAID.get(key))},
    )
