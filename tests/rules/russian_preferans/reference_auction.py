"""A plain reading of the auction of Russian Preferans (P1, P1a).

A bid is a rung of the ladder: 0 to 19 games with talon up to nine no trump, 20 misere, 21 to 25 nines without talon, 26 to 30
tens, 31 misere without talon, 32 to 36 tens without talon. Players are places 0, 1, 2: the order in which they are asked.
"""

from __future__ import annotations

from typing import Any

from .reference import GAMES

MISERE, BIG_MISERE = 20, 31
TOP_NINE, FIRST_TEN, TOP_TEN = 19, 26, 30


def game_of(bid: int) -> int | None:
    """The game of a rung, of the list of 25; None for a misere."""
    if bid in (MISERE, BIG_MISERE):
        return None
    if bid <= TOP_NINE:
        return bid
    return bid - 6 if bid <= TOP_TEN else bid - 12


def rung_of(game: int) -> int:
    """The rung of a game with talon."""
    return game if game <= TOP_NINE else game + 6


class Auction:
    """The calls of one deal.

    Attributes:
        turn: the place that calls, or whose offer the dealer answers.
        active: the places that have not passed.
        kind: for each place none, "game" or "misere": what it has bid.
        bid: the current rung; None at the start.
        repeated: the current bid is a game that was bid with talon and is now said without.
        owner: the place that has the current bid.
        offering: the dealer is asked whether he shares a misere.
        half: the places whose misere is shared with the dealer.
    """

    def __init__(self, options: dict[str, Any], players: int, exit_level: int = 6) -> None:
        self.options = options
        self.players = players
        self.first_bid = rung_of(5 * (exit_level - 6))
        self.turn = 0
        self.active = [0, 1, 2]
        self.kind: list[str | None] = [None] * 3
        self.has_called = [False] * 3
        self.own_best: list[int | None] = [None] * 3
        """The highest game with talon that each has bid or held."""
        self.bid: int | None = None
        self.repeated = False
        self.owner: int | None = None
        self.offering = False
        self.offered: list[int] = []
        self.half: set[int] = set()
        self.calls: list[tuple[int, str]] = []

    @property
    def is_over(self) -> bool:
        return not self.active or (len(self.active) == 1 and self.owner == self.active[0])

    @property
    def kodeks(self) -> bool:
        return bool(self.options["misere_ladder"] == "kodeks")

    @property
    def no_talon(self) -> bool:
        """Whether games without talon are bid at all."""
        return bool(self.options["no_talon_games"] != "off")

    @property
    def without_talon(self) -> bool:
        """Whether the winner leaves the talon aside."""
        assert self.bid is not None
        return self.repeated or 21 <= self.bid <= 25 or self.bid >= BIG_MISERE

    # What may be called.

    def next_game(self) -> int | None:
        """The rung to which a raise leads."""
        bid = self.bid
        if bid is None:
            return self.first_bid
        if self.repeated:
            return FIRST_TEN
        if bid == MISERE and self.kodeks:
            return 15
        if bid < TOP_NINE:
            return bid + 1
        if bid < FIRST_TEN:
            return FIRST_TEN
        return bid + 1 if bid < TOP_TEN else None

    def jumps(self) -> list[int]:
        """The games that may be named with free jumps: all with talon from the next one on."""
        lowest = self.next_game()
        return [] if lowest is None else [game for game in range(25) if rung_of(game) >= lowest]

    def legal(self) -> set[str]:
        if self.offering:
            return {"accept", "refuse"}
        me, bid = self.turn, self.bid
        calls = {"pass"}
        if self.kind[me] != "misere":
            if self.next_game() is not None:
                calls.add("raise")
            if self.options["bid_jumps"] == "free":
                calls |= {f"bid {GAMES[game]}" for game in self.jumps()}
            if self.may_hold():
                calls.add("here")
            if self.no_talon and bid is not None and not self.repeated:
                if MISERE <= bid < 25:
                    calls.add("nine without talon")
                if BIG_MISERE <= bid <= 35:
                    calls.add("ten without talon")
        if self.may_call_misere():
            calls.add("misere")
            if self.may_offer():
                calls.add("offer half")
        if self.may_call_big_misere():
            calls.add("misere without talon")
        if self.may_repeat():
            calls.add("repeat without talon")
        return calls

    def is_first_call(self) -> bool:
        return not self.has_called[self.turn]

    def may_hold(self) -> bool:
        if self.bid is None or self.bid in (MISERE, BIG_MISERE) or self.repeated or len(self.active) != 2:
            return False
        other = next(place for place in self.active if place != self.turn)
        if self.owner != other or self.turn > other:
            return False
        return self.options["here_who"] == "senior" or self.turn == 0

    def may_call_misere(self) -> bool:
        if self.options["misere_first_call_only"] and not self.is_first_call():
            return False
        if self.kodeks:
            return self.bid is None or self.bid <= 14
        return self.bid is None or self.bid < MISERE

    def may_call_big_misere(self) -> bool:
        if not self.no_talon or self.bid is None or not MISERE <= self.bid <= TOP_TEN:
            return False
        me = self.turn
        holds = self.kind[me] == "misere" and self.owner != me
        return not self.options["misere_first_call_only"] or self.is_first_call() or holds

    def may_repeat(self) -> bool:
        me = self.turn
        best = self.own_best[me]
        if self.options["no_talon_games"] != "overcall_and_repeat" or self.kind[me] != "game" or best is None:
            return False
        if self.bid is None or self.owner == me or self.bid > TOP_NINE:
            return False
        return self.bid < best if self.repeated else True

    def may_offer(self) -> bool:
        """P1a; only where a misere may be called."""
        if self.players != 4 or not self.options["misere_half"] or not self.is_first_call():
            return False
        if self.options["half_offers"] == "one":
            return not self.offered
        return self.turn not in self.offered

    # What a call does.

    def apply(self, call: str) -> None:
        assert call in self.legal(), (call, self.legal())
        me = self.turn
        self.calls.append((me, call))
        if self.offering:
            self.offering = False
            if call == "accept":
                self.half.add(me)
                self.make(MISERE, "misere")
                self.after_call()
            return
        if call == "offer half":
            self.offered.append(me)
            self.offering = True
            return
        if call == "pass":
            self.active.remove(me)
        else:
            self.make_call(call)
        self.after_call()

    def make_call(self, call: str) -> None:
        bid = self.bid
        if call == "raise":
            self.make_game(self.next_game())
        elif call == "here":
            self.make_game(bid)
        elif call == "misere":
            self.make(MISERE, "misere")
        elif call == "misere without talon":
            self.make(BIG_MISERE, "misere")
        elif call in ("nine without talon", "ten without talon"):
            assert bid is not None
            self.make(bid + 1, "game")
        elif call == "repeat without talon":
            self.make(self.own_best[self.turn], "game", repeated=True)
        else:
            self.make_game(rung_of(GAMES.index(call.removeprefix("bid "))))

    def make_game(self, rung: int | None) -> None:
        """Bid or hold a game; one without talon can only be held."""
        assert rung is not None
        self.make(rung, "game")
        if not self.without_talon:
            self.own_best[self.turn] = rung

    def make(self, rung: int | None, kind: str, repeated: bool = False) -> None:
        self.bid, self.repeated = rung, repeated
        self.owner = self.turn
        self.kind[self.turn] = kind

    def after_call(self) -> None:
        self.has_called[self.turn] = True
        if not self.is_over:
            self.turn = next(place for step in (1, 2, 3) if (place := (self.turn + step) % 3) in self.active)
