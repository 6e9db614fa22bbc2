"""Deals and matches of the second reading: one object which knows its legal actions as texts and what everybody has seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .reference import (
    BELA,
    SUIT_LETTERS,
    SUIT_NAMES,
    Declaration,
    Options,
    Result,
    Won,
    card_points,
    declarations,
    legal_cards,
    match_winner,
    recognised_seats,
    result,
    trick_winner,
)

CALLS = {f"call {name}" for name in SUIT_LETTERS}


class Deal:
    """A deal of Bela for two, three or four (sections 4 to 8).

    `deck` has the 32 cards in dealing order, `totals` the match points of each side before the deal, `pot` what hangs.
    Sides are 0 and 1 for four players, the seats else.
    """

    def __init__(
        self, options: Options, deck: Sequence[str], dealer: int, totals: Sequence[int] | None = None, pot: int = 0
    ) -> None:
        self.options, self.dealer, self.pot = options, dealer, pot
        self.players: int = options["players"]
        self.order = [(dealer + 1 + i) % self.players for i in range(self.players)]
        self.sides = 2 if self.players == 4 else self.players
        self.totals = list(totals or [0] * self.sides)
        self._deal(list(deck))
        self.phase = "call"
        self.turn = self.order[0]
        self.round = 1
        self.caller: int | None = None
        self.trump = ""
        self.discards: list[str] = []
        self.asked_to_declare: set[int] = set()
        self.reports: dict[int, list[Declaration]] = {}
        self.recognised: set[int] | None = None
        self.bela: int | None = None
        self.bela_asked = False
        self.trick: list[str] = []
        self.leader = self.order[0]
        self.played: dict[int, list[str]] = {seat: [] for seat in self.order}
        self.tricks = [0] * self.sides
        self.trick_points = [0] * self.sides
        self.last_winner: int | None = None
        self.thrown_in = False
        self.match_decided: int | None = None
        """The side that has won the match by belot or by going out."""
        self.made = False
        """The caller's side passed, or was given the deal after a revoke."""
        self.result: Result | None = None
        self.scores = [0] * self.sides
        self.log: list[tuple[Any, ...]] = []
        """What everybody has seen and heard, in order."""

    def _deal(self, deck: list[str]) -> None:
        """Section 4: packets of three, three and the talon, to f first."""
        n, talon_size = self.players, 2 if self.players == 4 else 4
        first, second = deck[: 3 * n], deck[3 * n : 6 * n]
        rest = deck[6 * n :]
        self.turned = ""
        self.middle: list[str] = []
        self.stock: list[str] = []
        if n == 2:
            self.turned = rest.pop(0)
        self.hands: dict[int, set[str]] = {}
        self.talons: dict[int, list[str]] = {}
        for i, seat in enumerate(self.order):
            self.hands[seat] = {*first[3 * i : 3 * i + 3], *second[3 * i : 3 * i + 3]}
            self.talons[seat] = rest[talon_size * i : talon_size * (i + 1)]
        rest = rest[talon_size * n :]
        if n == 3 or (n == 2 and self.options["two_middle"]):
            self.middle, rest = rest[:2], rest[2:]
        self.stock = rest
        if n == 3 and self.options["three_bidding"] == "turn_up":
            self.turned = self.middle[0]

    # what is asked ----------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.phase == "end"

    def side(self, seat: int) -> int:
        return seat % 2 if self.players == 4 else seat

    @property
    def seven(self) -> str:
        return self.trump + "7"

    def legal(self) -> set[str]:
        hand = self.hands[self.turn]
        if self.phase == "call":
            return self._legal_calls()
        if self.phase == "seven":
            return {"yes", "no"} if self.seven in hand else {"no"}
        if self.phase == "discard":
            return {f"discard {card}" for card in hand}
        if self.phase == "declare":
            return {"yes", "no"} if declarations(self.options, hand) else {"no"}
        if self.phase == "bela":
            return {"yes", "no"} if self._holds_the_other(self.trick[-1]) else {"no"}
        if self.phase == "play":
            cards = hand if self.options["illegal_play"] == "renons" else self.lawful()
            texts = {f"play {card}" for card in cards}
            if self._may_claim():
                texts.add("out")
            return texts
        return set()

    def _two_rounds(self) -> bool:
        return self.players == 2 or (self.players == 3 and self.options["three_bidding"] == "turn_up")

    def _legal_calls(self) -> set[str]:
        last = self.turn == self.dealer
        if self.players == 3 and self.options["three_bidding"] == "forced_first":
            return set(CALLS)
        calls, may_pass = set(CALLS), not last or self.options["all_pass"] == "redeal"
        if self._two_rounds():
            offered = {f"call {SUIT_NAMES[self.turned[0]]}"}
            if self.round == 1:
                return offered | {"pass"}
            calls -= offered
        return calls | {"pass"} if may_pass else calls

    def lawful(self) -> set[str]:
        exempt = self.players == 4 and self.options["partner_exempt"]
        return legal_cards(self.trump, self.trick, self.hands[self.turn], exempt)

    def _may_claim(self) -> bool:
        decide = self.options["match_end"] == "dosta" and self.options["dosta_claim"] == "decide"
        return decide and not self.trick and self.last_winner is not None and self._is_out(self.side(self.turn))

    def _holds_the_other(self, card: str) -> bool:
        other = self.trump + ("Q" if card[1] == "K" else "K")
        return other in self.hands[self.turn]

    # what is done -----------------------------------------------------------------------------

    def apply(self, action: str) -> None:
        assert action in self.legal(), (action, sorted(self.legal()))
        what = action.partition(" ")[2]
        if self.phase == "call":
            self._call(what)
        elif self.phase == "seven":
            self._answer_seven(action == "yes")
        elif self.phase == "discard":
            self._discard(what)
        elif self.phase == "declare":
            self._report(self.turn, action == "yes")
            self._after_report()
        elif self.phase == "bela":
            self._say_bela(action == "yes")
            self._after_card()
        elif action == "out":
            self.log.append(("out", self.turn))
            self._go_out(self.side(self.turn))
        else:
            self._play(what)

    def _next(self, seat: int) -> int:
        return (seat + 1) % self.players

    def _call(self, suit: str) -> None:
        self.log.append(("call", self.turn, suit or "pass"))
        if suit:
            self.caller, self.trump = self.turn, SUIT_LETTERS[suit]
            seven_counts = self.players == 2 and self.options["two_seven_exchange"] and self.round == 1
            if seven_counts and self.turned[1] != "7":
                self.phase, self.turn = "seven", self.order[0]
            else:
                self._take_talons()
        elif self.turn != self.dealer:
            self.turn = self._next(self.turn)
        elif self._two_rounds() and self.round == 1:
            self.round, self.turn = 2, self.order[0]
        else:
            self.thrown_in = True
            self.phase = "end"

    def _answer_seven(self, swap: bool) -> None:
        self.log.append(("seven", self.turn, swap))
        if swap:
            self.hands[self.turn] ^= {self.seven, self.turned}
            self.turned = self.seven
        if swap or self.turn == self.dealer:
            self._take_talons()
        else:
            self.turn = self.dealer

    def _take_talons(self) -> None:
        assert self.caller is not None
        for seat, talon in self.talons.items():
            self.hands[seat] |= set(talon)
        if self.middle:
            self.hands[self.caller] |= set(self.middle)
            self.phase, self.turn = "discard", self.caller
        else:
            self._check_belot()

    def _discard(self, card: str) -> None:
        self.log.append(("discard", self.turn))
        self.hands[self.turn].remove(card)
        self.discards.append(card)
        if len(self.discards) == 2:
            self._check_belot()

    def _check_belot(self) -> None:
        if self.options["belot_rule"] == "instant_win":
            for seat in self.order:
                if any(len({card for card in self.hands[seat] if card[0] == suit}) == 8 for suit in SUIT_NAMES):
                    side = self.side(seat)
                    self.scores[side] = self.options["target"]
                    self.match_decided = side
                    self.log.append(("belot", seat))
                    self.phase = "end"
                    return
        self._begin_play()

    # declarations -----------------------------------------------------------------------------

    def _begin_play(self) -> None:
        self.phase, self.turn = "play", self.order[0]
        if self.options["declare_when"] == "before_lead":
            if self.options["declaration_mode"] == "decide":
                self.phase = "declare"
                return
            for seat in self.order:
                self._report(seat, True)
            self._resolve()
        else:
            self._before_card()

    def _before_card(self) -> None:
        """With `first_trick` a player reports on his turn, just before his first card."""
        self.phase = "play"
        if self.options["declare_when"] == "first_trick" and self.turn not in self.asked_to_declare:
            if self.options["declaration_mode"] == "decide":
                self.phase = "declare"
            else:
                self._report(self.turn, True)

    def _report(self, seat: int, aloud: bool) -> None:
        self.asked_to_declare.add(seat)
        found = declarations(self.options, self.hands[seat])
        if aloud and found:
            self.reports[seat] = found
            self.log.append(("report", seat, self.announcement(seat)))
        else:
            self.log.append(("silence", seat))

    def announcement(self, seat: int) -> tuple[Any, ...] | None:
        """What a seat has announced: the points of its strongest report, with `value_top` its kind, length and top."""
        if not self.reports.get(seat):
            return None
        best = self.reports[seat][0]
        if self.options["announce_detail"] == "value":
            return (best.points,)
        return best.points, best.kind, best.length, best.top

    def _after_report(self) -> None:
        self.phase = "play"
        if self.options["declare_when"] == "before_lead":
            if self.turn == self.dealer:
                self.turn = self.order[0]
                self._resolve()
            else:
                self.phase, self.turn = "declare", self._next(self.turn)

    def _resolve(self) -> None:
        assert self.caller is not None
        self.recognised = recognised_seats(self.options, self.reports, self.order, self.caller, self.trump)
        for seat in self.order:
            if seat in self.recognised:
                self.log.append(("shown", seat, self.shown(seat)))

    def shown(self, seat: int) -> frozenset[str]:
        """The cards which a seat has shown."""
        if seat not in (self.recognised or ()):
            return frozenset()
        return frozenset().union(*(report.cards for report in self.reports[seat]))

    # play -------------------------------------------------------------------------------------

    def _play(self, card: str) -> None:
        seat = self.turn
        lawful = card in self.lawful()
        self.log.append(("card", seat, card))
        self.hands[seat].remove(card)
        self.trick.append(card)
        self.played[seat].append(card)
        if not lawful:
            self._end_by_revoke(self.side(seat))
            return
        if card in (self.trump + "K", self.trump + "Q") and not self.bela_asked:
            self.bela_asked = True
            if self.options["bela_mode"] == "decide":
                self.phase = "bela"
                return
            self._say_bela(self._holds_the_other(card))
        self._after_card()

    def _say_bela(self, aloud: bool) -> None:
        self.log.append(("bela", self.turn, aloud))
        if aloud:
            self.bela = self.turn

    def _after_card(self) -> None:
        if len(self.trick) < self.players:
            self.turn = self._next(self.turn)
            self._before_card()
            return
        winner = (self.leader + trick_winner(self.trump, self.trick)) % self.players
        side = self.side(winner)
        self.tricks[side] += 1
        self.trick_points[side] += card_points(self.trick, self.trump)
        self.trick = []
        self.leader = self.turn = self.last_winner = winner
        self.log.append(("trick", winner))
        self.phase = "play"
        if self.recognised is None:
            self._resolve()
        auto = self.options["dosta_claim"] == "auto" or self.last_trick_is_in
        if self.options["match_end"] == "dosta" and auto and self._is_out(side):
            self.log.append(("out", winner))
            self._go_out(side)
        elif self.last_trick_is_in:
            self._score()

    # what comes out ---------------------------------------------------------------------------

    @property
    def last_trick_is_in(self) -> bool:
        return not any(self.hands.values())

    def won(self) -> list[Won]:
        """What each side has so far."""
        found = [Won(points, tricks) for points, tricks in zip(self.trick_points, self.tricks, strict=True)]
        if self.caller is not None:
            found[self.side(self.caller)].cards += card_points(self.discards, self.trump)
        for seat in self.recognised or ():
            found[self.side(seat)].declared += sum(report.points for report in self.reports[seat])
        if self.bela is not None:
            found[self.side(self.bela)].bela = BELA
        if self.last_winner is not None and self.last_trick_is_in:
            found[self.side(self.last_winner)].cards += self.options["last_trick_bonus"]
        return found

    def booked(self, side: int) -> int:
        """Section 9, dosta: what a side would be booked at if the deal ended now, over its total before."""
        won = self.won()
        points = won[side].cards
        if won[side].tricks:
            points += won[side].declared + won[side].bela
        if self.last_trick_is_in and won[side].tricks == sum(self.tricks):
            points += self.options["stiglja_bonus"]
        if self.last_trick_is_in and self.sides == 2 and self.options["trickless_declarations"] == "transfer":
            if not won[1 - side].tricks:
                points += won[1 - side].declared + won[1 - side].bela
        return points

    def _is_out(self, side: int) -> bool:
        assert self.caller is not None
        if self.options["dosta_caller"] == "never" and side == self.side(self.caller):
            return False
        return self.totals[side] + self.booked(side) >= self.options["target"]

    def _go_out(self, side: int) -> None:
        self.match_decided = side
        self.scores = [self.booked(each) for each in range(self.sides)]
        self.phase = "end"

    def _score(self) -> None:
        assert self.caller is not None
        earlier = list(dict.fromkeys(self.side(seat) for seat in self.order))
        self.result = result(self.options, self.won(), self.side(self.caller), earlier, self.pot)
        self.scores, self.pot = self.result.scores, self.result.pot
        self.made = self.result.verdict == "pass"
        self.phase = "end"

    def _end_by_revoke(self, offender: int) -> None:
        """Section 10: the other side gets the whole deal."""
        assert self.caller is not None
        self.log.append(("revoke", offender))
        if self.recognised is None:
            self._resolve()
        everything = [card for cards in (*self.hands.values(), *self.played.values(), self.discards) for card in cards]
        points = card_points(everything, self.trump) + self.options["last_trick_bonus"]
        points += sum(side.declared + side.bela for side in self.won())
        self.scores[1 - offender] = points + self.pot
        self.pot = 0
        self.made = offender != self.side(self.caller)
        self.phase = "end"


class Match:
    """A match (section 9): totals of the sides, dealer, pot. The caller brings the decks."""

    def __init__(self, options: Options, dealer: int, totals: Sequence[int] | None = None, pot: int = 0) -> None:
        self.options, self.dealer, self.pot = options, dealer, pot
        sides = 2 if options["players"] == 4 else options["players"]
        self.totals = list(totals or [0] * sides)
        self.winner: int | None = None

    def deal(self, deck: Sequence[str]) -> Deal:
        return Deal(self.options, deck, self.dealer, self.totals, self.pot)

    def book(self, deal: Deal) -> None:
        """Write down a finished deal."""
        self.totals = [total + score for total, score in zip(self.totals, deal.scores, strict=True)]
        if not deal.thrown_in or self.options["redeal_dealer"] == "next":
            self.dealer = (self.dealer + 1) % self.options["players"]
        if deal.thrown_in:
            return
        self.pot = deal.pot
        assert deal.caller is not None
        self.winner = deal.match_decided
        if self.winner is None:
            self.winner = match_winner(self.options, self.totals, deal.side(deal.caller), deal.made)
