"""Lines of the game format of the International Skat Server (section 14.4 of the rules): what they say.

A game is a line `(;GM[Skat] ... MV[moves]R[result] ;)`, or its properties alone. MV holds pairs of who and what: the
deal, the auction, the declaration, the cards. Players 0, 1, 2 are forehand, middlehand and rearhand of the deal.
Whether the moves keep to the rules is found out by `adut.games.skat.iss`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, NoReturn

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


class IssMove(NamedTuple):
    """One move of a log.

    Attributes:
        who: the player 0, 1, 2, WORLD for the skat. Of a timeout or leaver the player concerned.
        kind: call, take, skat, declare, discard, play, resign, show, timeout, leave.
        column: where it stands in the line.
        action: the action of the rules, of a call, a declaration and a card; else -1.
        cards: the skat, the discards, the discards and the open hand of a declaration.
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
_WORD = re.compile(r"\S+")
_DECLARATION = re.compile(r"([GCSHDN])([OHSZ]*)(?:\.(\S+))?")
_GIVEN_UP = re.compile(r"(TI|LE)\.([0-2])")
_SHOWN = re.compile(r"SC(?:\.(\S+))?")
_FIELD = re.compile(r"(d|v|m|p|t|s|z|p0|p1|p2|l|to|r):(-|-?[0-9]{1,6})")
_CARDS = {name: card for card, name in enumerate(CARD_NAMES)}
_CONTRACTS = {"C": 0, "D": 1, "H": 2, "S": 3, "G": GRAND, "N": NULL}
_CALLS = {"p": PASS, "y": HOLD} | {str(bid): FIRST_BID + BIDS.index(bid) for bid in BIDS_24X7}


def parse_game(text: str, line: int = 1) -> IssGame:
    """The game in a line. Raises IssError, a NotationError with line and column."""

    def refuse(reason: Reason, message: str, at: int) -> NoReturn:
        raise IssError(reason, message, line, at + 1)

    end = len(text.rstrip())
    start = at = len(text) - len(text.lstrip("\ufeff \t"))
    wrapped = text.startswith("(;", at)
    at += 2 if wrapped else 0
    properties: dict[str, str] = {}
    places: dict[str, int] = {}
    while match := _PROPERTY.match(text, at, end):
        key, value = match.groups()
        if key in properties:
            refuse(Reason.LINE, f"{key} stands there twice", match.start(1))
        properties[key], places[key] = re.sub(r"\\(.)", r"\1", value), match.start(2)
        at = match.end()
    rest = text[at:end].lstrip()
    at = end - len(rest)
    if rest not in ((";)", ")") if wrapped else ("",)):
        refuse(Reason.LINE, f"expected KEY[value] or {';)' if wrapped else 'the end'}, got {rest[:20]!r}", at)
    if properties.get("GM", "Skat") != "Skat":
        refuse(Reason.OTHER_GAME, f"this is a game of {properties['GM']}", places["GM"])
    if "OW" in properties:
        refuse(Reason.PLAYER_VIEW, f"only what player {properties['OW']} saw", places["OW"])
    for key in ("MV", "R"):
        if key not in properties:
            refuse(Reason.LINE, f"{key}[...] is missing", start)
    result = _parse_result(properties["R"], line, places["R"] + 1)
    if "??" in properties["MV"]:
        refuse(Reason.HIDDEN_CARD, "a card is not known", places["MV"] + properties["MV"].index("??"))

    words = [(match.group(), places["MV"] + match.start() + 1) for match in _WORD.finditer(properties["MV"])]
    end = places["MV"] + len(properties["MV"]) + 1
    if len(words) < 2 or words[0][0] != "w":
        refuse(Reason.DEAL, "moves begin with w and the deal", places["MV"])
    deal = _parse_cards(words[1][0].replace("|", "."), Reason.DEAL, line, words[1][1])
    if len(deal) != NUM_CARDS:
        refuse(Reason.DEAL, f"a deal has {NUM_CARDS} cards, got {len(deal)}", words[1][1] - 1)
    if len(words) % 2:
        refuse(Reason.MOVE, f"{words[-1][0]} stands alone; a move is who and what", words[-1][1] - 1)
    moves = tuple(
        _parse_move(who, action, line, column) for (who, _), (action, column) in zip(words[2::2], words[3::2], strict=True)
    )
    return IssGame(properties, deal, moves, result, line, end, places["R"] + 1)


def _parse_cards(text: str, reason: Reason, line: int, column: int) -> tuple[int, ...]:
    """Cards separated by points, each once."""
    cards: list[int] = []
    for name in text.split("."):
        if name not in _CARDS:
            raise IssError(reason, f"{name!r} is no card", line, column)
        if _CARDS[name] in cards:
            raise IssError(reason, f"card {name} stands there twice", line, column)
        cards.append(_CARDS[name])
        column += len(name) + 1
    return tuple(cards)


def _parse_move(who: str, text: str, line: int, column: int) -> IssMove:
    """A pair of who and what."""
    if who not in ("w", "0", "1", "2"):
        raise IssError(Reason.MOVE, f"moves are of w, 0, 1 or 2, not of {who!r}", line, column)
    if who == "w":
        if given_up := _GIVEN_UP.fullmatch(text):
            return IssMove(int(given_up[2]), "timeout" if given_up[1] == "TI" else "leave", column)
        cards = _parse_cards(text, Reason.MOVE, line, column)
        if len(cards) != 2:
            raise IssError(Reason.MOVE, f"w shows the two cards of the skat, not {text!r}", line, column)
        return IssMove(WORLD, "skat", column, cards=cards)
    player = int(who)
    if text in _CALLS:
        return IssMove(player, "call", column, _CALLS[text])
    if text.isdecimal():
        raise IssError(Reason.BID, f"no game is worth {text}", line, column)
    if text == "s":
        return IssMove(player, "take", column)
    if text == "RE":
        return IssMove(player, "resign", column)
    if _SHOWN.fullmatch(text):
        return IssMove(player, "show", column)
    if declaration := _DECLARATION.fullmatch(text):
        return _parse_declaration(player, declaration, line, column)
    cards = _parse_cards(text, Reason.MOVE, line, column)
    if len(cards) == 1:
        return IssMove(player, "play", column, cards[0])
    if len(cards) not in (2, 2 + HAND_SIZE):
        raise IssError(Reason.MOVE, f"{len(cards)} cards are neither played nor laid away", line, column)
    return IssMove(player, "discard", column, cards=cards)


def _parse_declaration(player: int, match: re.Match[str], line: int, column: int) -> IssMove:
    """`G`, `CHZ`, `NO.HA.HQ` ...: in a trump game O says Z, Z says S, S says H."""
    contract, flags = _CONTRACTS[match[1]], set(match[2])
    if len(flags) < len(match[2]) or (contract == NULL and flags & {"S", "Z"}):
        raise IssError(Reason.MOVE, f"{match[1] + match[2]} is no declaration", line, column)
    if contract == NULL:
        action = DECLARE_NULL_OUVERT if "O" in flags else DECLARE_NULL
        hand = "H" in flags
    else:
        form = 3 if "O" in flags else 2 if "Z" in flags else 1 if "S" in flags else 0
        action = FIRST_DECLARATION + 4 * DECLARED_CONTRACTS.index(contract) + form
        hand = bool(flags)
    cards = () if match[3] is None else _parse_cards(match[3], Reason.MOVE, line, column + match.start(3))
    laid_away = len(cards) % HAND_SIZE
    opened = len(cards) - laid_away
    if laid_away not in ((0,) if hand else (0, 2)) or opened not in ((0, HAND_SIZE) if "O" in flags else (0,)):
        raise IssError(Reason.MOVE, f"{len(cards)} cards do not belong to {match[1] + match[2]}", line, column)
    return IssMove(player, "declare", column, action, cards, hand)


def _parse_result(text: str, line: int, column: int) -> IssResult:
    """R: `passed`, or `d:2 win v:48 m:-3 bidok p:70 ...`, of which d, win or loss, and v must be there."""
    if text.strip() == "passed":
        return IssResult()
    numbers: dict[str, int | None] = {}
    outcome = ""
    overbid = None
    for match in _WORD.finditer(text):
        word, at = match.group(), column + match.start()
        if word in ("penalty", "unknown"):
            raise IssError(Reason.ABORTED, f"the result is {word!r}", line, at)
        if word in ("win", "loss"):
            outcome = word
        elif word in ("bidok", "overbid"):
            overbid = word == "overbid"
        elif entry := _FIELD.fullmatch(word):
            numbers[entry[1]] = None if entry[2] == "-" else int(entry[2])
        else:
            raise IssError(Reason.RESULT, f"{word!r} has no meaning", line, at)
    declarer, value = numbers.get("d"), numbers.get("v")
    if not outcome or value is None or declarer not in (0, 1, 2):
        raise IssError(Reason.RESULT, "a result is 'passed' or has d:0 to d:2, win or loss, and v:", line, column)
    if value == 0 or (value > 0) != (outcome == "win"):
        raise IssError(Reason.RESULT, f"a {outcome} is not worth {value}", line, column)
    return IssResult(declarer, value, numbers.get("m"), numbers.get("p"), numbers.get("t"), overbid)
