"""Games of the International Skat Server, replayed under the rules and compared with their results (section 14.4).

Q1 to Q6 are the numbers of section 14.4, where the server differs from the federation's order.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NoReturn

from adut.core.cards import card_list
from adut.core.errors import IllegalActionError
from adut.core.game import Game
from adut.core.state import State
from adut.games import game as build_game
from adut.games.skat import scoring
from adut.games.skat.cards import card_points, matadors
from adut.games.skat.iss_format import IssError, IssGame, IssMove, IssResult, Reason
from adut.games.skat.layout import BASE_VALUE, FIRST_BID, NULL, PICK_UP, PLAY_HAND
from adut.games.skat.table import HAND_SIZE

SERVER_RULES = "iss_replay"
DEALER = 2
"""Seat of the dealer at a replayed table, which makes seats 0, 1, 2 the players 0, 1, 2 of the log."""
ALL_POINTS = 120


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
        base, worth = BASE_VALUE[s.contract], self.client_worth()
        return -2 * (worth if worth >= self.bid else base * -(-self.bid // base))

    def client_worth(self) -> int:
        """Q1: base value times matadors and levels of a lost announced game, by the published client."""
        s = self.state.record
        level = 1 + int(s.hand_game) + int(s.schneider) + int(s.schwarz) + int(s.ouvert)
        if not self.conceded:
            level += self.tricks == 0 and not s.schwarz
        return int(BASE_VALUE[s.contract]) * (abs(self.matadors) + level)


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
            Under `iss_replay` a lost announced game may be scored in either way (Q1). Overbid, schneider and schwarz are
            compared as far as R speaks of them and they are certain; penalties, leavers and timeouts are not.
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
        self.skat_due = False  # the skat was picked up just now
        self.declaration: IssMove | None = None  # of a pick-up game, which waits for the discards
        self.opened: list[tuple[IssMove, tuple[int, ...]]] = []  # the declarer's hand as an open game shows it

    def refuse(self, reason: Reason, message: str, column: int) -> NoReturn:
        raise IssError(reason, message, self.log.line, column)

    def make(self, move: IssMove) -> None:
        """A move of the log."""
        if self.ending is not None:
            self.refuse(Reason.AFTER_END, f"the game was over ({self.ending})", move.column)
        skat_due, self.skat_due = self.skat_due, move.kind == "take"
        if move.kind == "show":
            self.show_hand(move)
        elif move.kind in ("resign", "timeout", "leave"):
            self.give_up(move)
        elif move.kind == "skat":
            self.show_skat(move, skat_due)
        elif move.who != self.state.actor:
            self.refuse(Reason.WRONG_PLAYER, f"player {self.state.actor} is to act, not {move.who}", move.column)
        elif move.kind == "take":
            self.apply(PICK_UP, move)
        elif move.kind in ("declare", "discard"):
            self.declare(move)
        elif move.kind == "play" and self.state.phase != "play":
            self.refuse(Reason.ILLEGAL, f"no card is played in the phase {self.state.phase!r}", move.column)
        else:
            self.apply(move.action, move)

    def apply(self, action: int, move: IssMove, table: State | None = None) -> None:
        """An action of the rules, at a table that may be a copy of this one."""
        try:
            (self.state if table is None else table).apply(action)
        except IllegalActionError as error:
            alone = self.state.phase == "auction" and self.state.record.stage == 3 and action >= FIRST_BID  # Q5
            self.refuse(Reason.FOREHAND_ALONE if alone else Reason.ILLEGAL, str(error), move.column)
        if self.state.is_over:
            self.ending = Ending.PASSED if self.state.record.declarer < 0 else Ending.PLAYED

    def show_hand(self, move: IssMove) -> None:
        """Only the declarer shows cards, at any moment of the play; this has no effect."""
        if self.state.phase != "play":
            self.refuse(Reason.ILLEGAL, f"no cards are shown in the phase {self.state.phase!r}", move.column)
        s = self.state.record
        if move.who != s.declarer:
            self.refuse(Reason.ILLEGAL, f"the declarer, player {s.declarer}, shows cards, not {move.who}", move.column)
        if not set(move.cards) <= set(card_list(int(s.hands[move.who]))):
            self.refuse(Reason.ILLEGAL, "the cards shown are not in the declarer's hand", move.column)

    def show_skat(self, move: IssMove, due: bool) -> None:
        """After `s` the skat is shown to the declarer."""
        if not due or set(move.cards) != set(self.log.deal[30:]):
            what = "these are not the two cards that were picked up" if due else "the skat is shown once, after it is picked up"
            self.refuse(Reason.ILLEGAL, what, move.column)

    def declare(self, move: IssMove) -> None:
        """The declaration, in a pick-up game with the discards or next to them, in either order."""
        phase = self.state.phase
        declares = move.kind == "declare"
        laid_away, opened = _split(move.cards)
        if move.hand and phase == "take":
            self.apply(PLAY_HAND, move)
            self.apply(move.action, move)
        elif move.hand or phase not in ("discard", "declare"):
            what = "a hand game" if move.hand else "a game that is not played from the hand"
            self.refuse(Reason.ILLEGAL, f"{what} is not declared in the phase {phase!r}", move.column)
        elif (declares and self.declaration) or (laid_away and phase == "declare"):
            self.refuse(Reason.ILLEGAL, "declared, or laid away, a second time", move.column)
        else:
            for card in laid_away:
                self.apply(card, move)
            self.declaration = move if declares else self.declaration
            if self.declaration and self.state.phase == "declare":
                self.apply(self.declaration.action, self.declaration)
            elif self.declaration:
                self.check_declaration(self.declaration)
        if opened:
            self.opened.append((move, opened))
        if self.state.phase == "play":
            self.check_opened()

    def check_declaration(self, move: IssMove) -> None:
        """Whether a declaration is legal whose discards follow; which cards they are does not matter."""
        table = self.state.copy()
        while table.phase == "discard":
            table.apply(table.legal_actions()[0])
        self.apply(move.action, move, table)

    def check_opened(self) -> None:
        """Whether the cards that were shown with the declaration are those of an open game."""
        s = self.state.record
        for move, cards in self.opened:
            if not s.ouvert or set(cards) != set(card_list(int(s.hands[move.who]))):
                self.refuse(Reason.ILLEGAL, "the open cards are not the declarer's hand in an open game", move.column)

    def give_up(self, move: IssMove) -> None:
        """Q3: resignation; of the defenders both must resign. A timeout or leaver speaks for his party."""
        if self.state.phase != "play":
            self.refuse(Reason.BEFORE_PLAY, f"player {move.who}, in the phase {self.state.phase!r}", move.column)  # Q6
        if move.kind == "resign" and move.who in self.gave_up:
            self.refuse(Reason.ILLEGAL, f"player {move.who} resigned before", move.column)
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


NAMES = {
    "declarer": "the declarer",
    "matadors": "matadors",
    "points": "points",
    "tricks": "tricks",
    "value": "the value",
    "overbid": "overbid",
    "schneider": "schneider",
    "schwarz": "schwarz",
}
"""What is compared with R, and how a message names it."""


def _compare(replayed: IssReplay, result: IssResult, server: bool) -> None:
    """Whether a game came to its result, as far as R speaks of it and it is certain. Raises IssError."""
    found: dict[str, int | None] = {"declarer": None if replayed.declarer < 0 else replayed.declarer}
    if replayed.declarer >= 0 and result.declarer is not None:
        found |= {name: getattr(replayed, name) for name in ("matadors", "points", "tricks", "value")}
        if server and result.value == replayed.client_value:
            del found["value"]
        if (result.overbid, result.schneider, result.schwarz) != (None, None, None):
            found |= _flags(replayed)
            if not server and replayed.value != replayed.value_under(SERVER_RULES):
                del found["overbid"]  # other rules count levels, and charge an overbid game, in another way
    for name, ours in found.items():
        theirs = getattr(result, name)
        if theirs != ours and (name == "declarer" or (theirs is not None and ours is not None)):
            message = f"{NAMES[name]}: {_said(theirs)} in R, {_said(ours)} by the rules"
            raise IssError(Reason.DIFFERENT, message, replayed.log.line, result.columns.get(name, replayed.log.result_start))


def _said(value: int | None) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _flags(replayed: IssReplay) -> dict[str, int | None]:
    """Whether a declared game is overbid by the rules of the server, and whether a party is schneider or schwarz.

    A lost announced game may be scored in either way (Q1). None is for what depends on it.
    """
    s = replayed.state.record
    if int(s.contract) == NULL:  # Q4: a Null below the bid is not legal
        return {"overbid": False, "schneider": False, "schwarz": False}
    points, tricks, conceded = replayed.points, replayed.tricks, replayed.conceded
    overbid: bool | None = replayed.value < 0 and worth(s, replayed.matadors, conceded, points, tricks) < replayed.bid
    flags = s.contract, s.schneider, s.schwarz, s.ouvert, int(conceded)
    if s.schneider and not scoring.won_by_cards(*flags, points, tricks):
        by_client = replayed.client_worth() < replayed.bid
        return {"overbid": overbid if overbid == by_client else None, "schneider": None, "schwarz": None}
    schneider, schwarz = levels(points, tricks, conceded)
    return {"overbid": overbid, "schneider": schneider, "schwarz": schwarz}


def levels(points: int, tricks: int, conceded: bool) -> tuple[bool, bool]:
    """Whether a party of a trump game is schneider, and schwarz; nobody is if it was conceded before a trick was complete."""
    schneider = points >= scoring.POINTS_SCHNEIDER or points <= scoring.POINTS_OWN_SCHNEIDER
    return not conceded and schneider, not conceded and tricks in (0, scoring.ALL_TRICKS)


def worth(s: Any, found: int, conceded: bool, points: int, tricks: int) -> int:
    """Base value times matadors and levels of a trump game, by the rules of the server."""
    flags = s.schneider, s.schwarz, s.ouvert, int(conceded)
    level = scoring.level(_game(SERVER_RULES).options[0], s.contract, s.hand_game, *flags, points, tricks)
    return int(BASE_VALUE[s.contract]) * (abs(int(found)) + int(level))
