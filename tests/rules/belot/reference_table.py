"""Deals and matches of the second reading: one object which knows its legal actions as texts and what everybody has seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .reference import (
    BELOT,
    NO_TRUMPS,
    Auction,
    Combination,
    Options,
    Written,
    best_plan,
    candidates,
    card_points,
    contest,
    legal_cards,
    match_winner,
    may_say_belot,
    numbered,
    raw_points,
    share_no_card,
    trick_winner,
    write,
)


class Deal:
    """A deal of Belot (sections 4 to 8).

    `deck` has the 32 cards in dealing order, `totals` the game points of each side before the deal, `hanging` is H.
    Sides are 0 and 1, the seats 0 and 2, 1 and 3.
    """

    def __init__(
        self, options: Options, deck: Sequence[str], dealer: int, totals: Sequence[int] | None = None, hanging: int = 0
    ) -> None:
        self.options, self.dealer, self.hanging = options, dealer, hanging
        self.totals = list(totals or [0, 0])
        self.order = [(dealer + 1 + k) % 4 for k in range(4)]
        self.first = self.order[0]
        self.hands = {seat: {*deck[3 * k : 3 * k + 3], *deck[12 + 2 * k : 14 + 2 * k]} for k, seat in enumerate(self.order)}
        self.late = {seat: set(deck[20 + 3 * k : 23 + 3 * k]) for k, seat in enumerate(self.order)}
        self.phase = "auction"
        self.turn = self.first
        self.auction = Auction(self.turn)
        self.offered: list[Combination] = []
        """What the seat that is asked may declare."""
        self.declared: dict[int, list[Combination]] = {seat: [] for seat in self.order}
        self.belots: list[tuple[int, str]] = []
        """Seat and suit."""
        self.trick: list[str] = []
        self.leader: int | None = None
        self.played: dict[int, list[str]] = {seat: [] for seat in self.order}
        self.tricks = [0, 0]
        self.trick_points = [0, 0]
        """Points of the cards in tricks by side, without the last ten and not doubled."""
        self.last_winner: int | None = None
        self.capot: int | None = None
        self.raw = [0, 0]
        self.result: Written | None = None
        self.log: list[tuple[Any, ...]] = []
        """What everybody has seen and heard, in order."""

    # what is asked ----------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.phase == "end"

    @property
    def contract(self) -> str | None:
        return self.auction.contract

    @property
    def caller(self) -> int | None:
        return self.auction.bidder

    @property
    def written(self) -> list[int]:
        return [0, 0] if self.result is None else self.result.written

    def legal(self) -> set[str]:
        if self.phase == "auction":
            return set(self.auction.legal(self.options))
        if self.phase == "declare":
            return {f"declare {1 + slot}" for slot in self._open_slots()} | {"done"}
        if self.phase == "play":
            cards = self.lawful()
            silent = {f"play {card}" for card in cards}
            return silent | {f"belot {card}" for card in cards if self.options["belot_mode"] == "decide" and self._belot(card)}
        return set()

    def lawful(self) -> set[str]:
        """The cards that may be played."""
        assert self.contract is not None
        return legal_cards(self.options, self.contract, self.trick, self.hands[self.turn])

    def _belot(self, card: str) -> bool:
        assert self.contract is not None
        return may_say_belot(self.options, self.contract, self.trick, self.hands[self.turn], card)

    def _open_slots(self) -> list[int]:
        picked = self.declared[self.turn]
        return [slot for slot, one in enumerate(self.offered) if share_no_card([*picked, one])]

    # what is done -----------------------------------------------------------------------------

    def apply(self, action: str) -> None:
        assert action in self.legal(), (action, sorted(self.legal()))
        if self.phase == "auction":
            self._call(action)
        elif self.phase == "declare":
            if action != "done":
                self._declare(self.offered[int(action.removeprefix("declare ")) - 1])
            if action == "done" or not self._open_slots():
                self.phase, self.offered = "play", []
        else:
            verb, card = action.split()
            self._play(card, verb == "belot" or (self.options["belot_mode"] == "auto" and self._belot(card)))

    def _call(self, call: str) -> None:
        self.log.append(("call", self.turn, call))
        self.auction = self.auction.after(call)
        self.turn = self.auction.turn
        if not self.auction.is_over:
            return
        if self.contract is None:
            self.phase = "end"
            return
        for seat, cards in self.late.items():
            self.hands[seat] |= cards
        self.turn = self.leader = self.first
        self._before_card()

    def _before_card(self) -> None:
        """A player declares just before his first card."""
        self.phase = "play"
        if self.contract == NO_TRUMPS or self.played[self.turn]:
            return
        hand = self.hands[self.turn]
        if self.options["declaration_mode"] == "auto":
            for one in best_plan(self.options, hand):
                self._declare(one)
        elif candidates(self.options, hand):
            self.phase, self.offered = "declare", candidates(self.options, hand)

    def _declare(self, one: Combination) -> None:
        self.declared[self.turn].append(one)
        self.log.append(("declares", self.turn, one.said))

    def _play(self, card: str, says_belot: bool) -> None:
        assert self.contract is not None
        assert self.leader is not None
        seat = self.turn
        self.log.append(("card", seat, card))
        if says_belot:
            self.belots.append((seat, card[0]))
            self.log.append(("belot", seat, card[0]))
        self.hands[seat].remove(card)
        self.played[seat].append(card)
        self.trick.append(card)
        self.turn = (seat + 1) % 4
        if len(self.trick) < 4:
            self._before_card()
            return
        winner = (self.leader + trick_winner(self.contract, self.trick)) % 4
        self.tricks[winner % 2] += 1
        self.trick_points[winner % 2] += card_points(self.contract, self.trick)
        self.turn = self.leader = self.last_winner = winner
        self.trick = []
        self.log.append(("trick", winner))
        if sum(self.tricks) == 1:
            self.log += [("told", seat, what) for seat in self.order for what in self.told(seat)]
        if sum(self.tricks) == 8:
            self._score()

    # what counts ------------------------------------------------------------------------------

    def counted(self) -> set[int]:
        """The numbers, as `numbered` has them, of the declarations that count."""
        if self.contract is None:
            return set()
        won = contest(self.options, self.contract, self.first, self.declared)
        if self.options["trickless_declarations"] == "void" and self.capot is not None:
            won = {number for number in won if numbered(self.declared)[number][0] % 2 == self.capot}
        return won

    def declared_points(self) -> list[int]:
        """What counts for each side: runs, fours, belots."""
        points = [0, 0]
        for number, (seat, one) in enumerate(numbered(self.declared)):
            points[seat % 2] += one.points * (number in self.counted())
        for seat, _ in self.belots:
            points[seat % 2] += BELOT
        return points

    def card_points(self) -> list[int]:
        """Points of the cards of each side, with the last ten, not doubled."""
        points = list(self.trick_points)
        if self.is_over and self.last_winner is not None:
            points[self.last_winner % 2] += 10
        return points

    def _score(self) -> None:
        assert self.contract is not None
        assert self.caller is not None
        self.phase = "end"
        if 8 in self.tricks:
            self.capot = self.tricks.index(8)
        declared = self.declared_points()
        self.raw = raw_points(self.options, self.contract, self.card_points(), declared, self.capot)
        self.result = write(
            self.options,
            self.contract,
            self.auction.mult,
            self.caller % 2,
            self.raw,
            sum(declared),
            self.capot,
            self.hanging,
        )
        self.hanging = self.result.hanging

    # section 7: what is known -----------------------------------------------------------------

    def told(self, seat: int, observer: int | None = None) -> list[tuple[Any, ...]]:
        """What an observer (None: somebody who looks on) knows of a seat's declarations: kind, length, top, suit, counts.

        What he does not know is None; declarations of which he knows but what was said are left out.
        """
        disclosure = self.options["declaration_disclosure"]
        later = sum(self.tricks) > 0 and disclosure != "kind_until_end"
        over = self.is_over and self.contract is not None
        if not (over or later or seat == observer):
            return []
        knows_suit = over or seat == observer or disclosure == "cards_after_trick1"
        known = []
        for number, (who, one) in enumerate(numbered(self.declared)):
            if who == seat:
                counts = number in self.counted() if over or later else None
                known.append((one.kind, one.length, one.top, one.suit if knows_suit else None, counts))
        return sorted(known, key=str)


class Match:
    """A match (section 9): totals of the sides, dealer, H. The caller brings the decks."""

    def __init__(self, options: Options, dealer: int, totals: Sequence[int] | None = None, hanging: int = 0) -> None:
        self.options, self.dealer, self.hanging = options, dealer, hanging
        self.totals = list(totals or [0, 0])
        self.winner: int | None = None

    def deal(self, deck: Sequence[str]) -> Deal:
        return Deal(self.options, deck, self.dealer, self.totals, self.hanging)

    def book(self, deal: Deal) -> None:
        """Write down a finished deal."""
        self.dealer = (self.dealer + 1) % 4
        if deal.result is None:  # all passed
            return
        self.hanging = deal.hanging
        self.totals = [total + written for total, written in zip(self.totals, deal.written, strict=True)]
        self.winner = match_winner(self.options, self.totals, deal.written, deal.capot is not None, self.hanging)
