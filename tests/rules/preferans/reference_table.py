"""A plain reading of a deal of Preferans from the auction to the score (sections 5 to 8), and of a match (9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import reference_referee as referee
from . import reference_score as scoring
from .reference import (
    BETL,
    CONTRACTS,
    FROM_HAND,
    PACK,
    SANS,
    Auction,
    Contest,
    level_named,
    strength,
    trump_of,
)
from .reference_referee import Lead
from .reference_score import Facts, Score, Sheet

DOUBLINGS = ("double", "redouble", "double again", "redouble again")


def legal_cards(
    hand: set[str], trick: Sequence[str], trump: str | None, must_head: bool = False, must_overtrump: bool = False
) -> set[str]:
    """6.1"""
    if not trick:
        return set(hand)
    led = trick[0][0]
    suit = {card for card in hand if card[0] == led}
    if suit:
        best = max((card for card in trick if card[0] == led), key=strength)
        better = {card for card in suit if strength(card) > strength(best)}
        return better if must_head and better else suit
    trumps = {card for card in hand if card[0] == trump}
    if trumps:
        lying = [strength(card) for card in trick if card[0] == trump]
        better = {card for card in trumps if lying and strength(card) > max(lying)}
        return better if must_overtrump and better else trumps
    return set(hand)


def winner(trick: Sequence[str], trump: str | None) -> int:
    """6.2: the place of the winning card."""
    suit = trump if any(card[0] == trump for card in trick) else trick[0][0]
    return trick.index(max((card for card in trick if card[0] == suit), key=strength))


def first_leader(contract: int, forehand: int, declarer: int, playing: set[int]) -> int:
    """6.3"""
    if contract == SANS:
        R, L = (declarer + 1) % 3, (declarer + 2) % 3
        return L if L in playing else R
    return next(seat for seat in ((forehand + step) % 3 for step in range(3)) if seat in playing)


class Deal:
    """One deal. `deck` is in dealing order: forehand's ten cards, the next player's, the dealer's, the talon."""

    def __init__(self, options: dict[str, Any], deck: Sequence[str], dealer: int, sheet: Sheet | None = None) -> None:
        self.options = options
        self.sheet = sheet or Sheet([options["start_bula"]] * 3)
        self.dealer = dealer
        self.forehand = (dealer + 1) % 3
        self.order = [(dealer + 1 + place) % 3 for place in range(3)]
        self.dealt = {seat: set(deck[10 * place : 10 * place + 10]) for place, seat in enumerate(self.order)}
        self.hands = {seat: set(cards) for seat, cards in self.dealt.items()}
        self.talon = set(deck[30:])
        ok = None
        if options["referee"] == "mask":
            ok = [referee.ok_levels(self.dealt[seat], options["ref_bid_pattern"]) for seat in self.order]
        self.auction = Auction(options, ok)
        self.contest: Contest | None = None
        self.phase = "auction"
        self.declarer: int | None = None
        self.contract = 0
        self.discards: list[str] = []
        self.answers: dict[int, bool] = {}
        self.playing: set[int] = set()
        self.caller: int | None = None
        self.giver: int | None = None
        self.asked: int | None = None
        """Who answers whether the contract is doubled, or doubled again."""
        self.doublings = 0
        self.leader = 0
        self.trick: list[str] = []
        self.tricks: list[tuple[int, list[str]]] = []
        """Leader and cards of each finished trick."""
        self.winners: list[int] = []
        self.score: Score | None = None

    # What was agreed.

    @property
    def in_hand(self) -> bool:
        return self.auction.from_hand

    @property
    def bought(self) -> bool:
        return self.declarer is not None and not self.in_hand

    @property
    def trump(self) -> str | None:
        return trump_of(self.contract)

    @property
    def defenders(self) -> list[int]:
        """First and second defender."""
        assert self.declarer is not None
        return [(self.declarer + 1) % 3, (self.declarer + 2) % 3]

    @property
    def followers(self) -> list[int]:
        return [seat for seat, follows in self.answers.items() if follows]

    @property
    def shown_talon(self) -> set[str]:
        return set(self.talon) if self.bought and self.options["talon_public"] else set()

    def said(self, seat: int) -> int:
        """The last number of a seat."""
        return self.auction.said[self.order.index(seat)]

    @property
    def is_over(self) -> bool:
        return self.phase == "end"

    @property
    def turn(self) -> int:
        """The seat that is asked."""
        if self.phase == "auction":
            assert self.auction.turn is not None
            return self.order[self.auction.turn]
        if self.phase == "name game":
            assert self.contest is not None
            assert self.contest.turn is not None
            return self.order[self.contest.turn]
        if self.phase in ("discard", "declare"):
            assert self.declarer is not None
            return self.declarer
        if self.phase == "follow":
            return self.defenders[len(self.answers)]
        if self.phase == "double":
            assert self.asked is not None
            return self.asked
        order = self.in_order(self.leader)
        return order[len(self.trick)]

    def in_order(self, first: int) -> list[int]:
        """Those who play, from one of them on."""
        return [seat for seat in ((first + step) % 3 for step in range(3)) if seat in self.playing]

    # What may be done.

    def legal(self) -> set[str]:
        if self.phase == "auction":
            return self.auction.legal()
        if self.phase == "name game":
            assert self.contest is not None
            return self.contest.legal()
        if self.phase == "discard":
            held = sorted(self.hands[self.turn], key=PACK.index)
            if not self.discards:
                return {f"discard {card}" for card in held[:-1]}
            return {f"discard {card}" for card in held if PACK.index(card) > PACK.index(self.discards[0])}
        if self.phase == "declare":
            return {f"declare {name}" for level, name in CONTRACTS.items() if level >= self.auction.level}
        if self.phase == "follow":
            return {"decline"} | ({"follow"} if self.may_follow() else set())
        if self.phase == "double":
            return self.legal_doubles()
        if self.phase == "play":
            return {f"play {card}" for card in self.legal_plays()}
        return set()

    def may_follow(self) -> bool:
        return self.options["referee"] != "mask" or self.has_follow_min(self.turn, bool(self.followers))

    def has_follow_min(self, seat: int, second: bool) -> bool:
        return referee.follow_min(
            self.dealt[seat],
            self.contract,
            self.in_hand,
            second,
            self.shown_talon,
            self.forehand == self.declarer,
            self.options["ref_follow_scope"],
        )

    def legal_doubles(self) -> set[str]:
        if self.doublings:
            return {DOUBLINGS[self.doublings]} | (set() if self.must_redouble() else {"ok"})
        calls = {"ok", "double"}
        if len(self.followers) == 1 and self.contract != BETL and not self.needs_kontra():
            calls.add("call partner")
        return calls

    def must_redouble(self) -> bool:
        """5.6 and 10.5: uver betl."""
        if self.contract != BETL or self.doublings != 1:
            return False
        if self.options["uver_betl"] == "in_hand":
            return self.in_hand
        assert self.declarer is not None
        leads = self.forehand == self.declarer
        return self.options["uver_betl"] == "laydown" and referee.laydown(
            self.hands[self.declarer], leads, self.in_hand, self.discards
        )

    def needs_kontra(self) -> bool:
        return bool(self.options["pik_needs_kontra"]) and self.contract == 2 and not self.in_hand

    def legal_plays(self) -> set[str]:
        hand = self.hands[self.turn]
        if not self.trick and self.options["referee"] == "mask":
            return referee.lead_set(hand, self.lead(self.turn), not self.tricks)
        return legal_cards(hand, self.trick, self.trump, self.options["must_head"], self.options["must_overtrump"])

    def lead(self, seat: int) -> Lead:
        assert self.declarer is not None
        return Lead(
            seat,
            self.declarer,
            self.contract,
            self.in_hand,
            self.playing,
            self.followers,
            self.caller,
            self.giver,
            [self.said(other) for other in range(3)],
            self.shown_talon,
            self.options["ref_pod"],
        )

    # What follows from it.

    def apply(self, action: str) -> None:
        assert action in self.legal(), (action, self.legal())
        if self.phase == "auction":
            self.auction.apply(action)
            if self.auction.is_over:
                self.after_auction()
        elif self.phase == "name game":
            assert self.contest is not None
            self.contest.apply(action)
            if self.contest.turn is None:
                self.declarer = self.order[self.contest.declarer]
                self.begin_defence(self.contest.best)
        elif self.phase == "discard":
            self.discards.append(action.split()[1])
            self.hands[self.turn].remove(self.discards[-1])
            if len(self.discards) == 2:
                self.phase = "declare"
        elif self.phase == "declare":
            self.begin_defence(level_named(action))
        elif self.phase == "follow":
            self.answers[self.turn] = action == "follow"
            if len(self.answers) == 2:
                self.after_answers()
        elif self.phase == "double":
            self.apply_double(action)
        else:
            self.apply_card(action.split()[1])

    def after_auction(self) -> None:
        if self.auction.contestants:
            self.contest = Contest(self.options, self.auction.level, self.auction.contestants)
            self.phase = "name game"
        elif self.auction.declarer is None:
            self.end()
        else:
            self.declarer = self.order[self.auction.declarer]
            if self.auction.from_hand:
                self.begin_defence(SANS if self.auction.announced(FROM_HAND[2]) else BETL)
            else:
                self.hands[self.declarer] |= self.talon
                self.phase = "discard"

    def begin_defence(self, contract: int) -> None:
        self.contract = contract
        self.phase = "follow"
        if contract == BETL and self.options["betl_follow"] == "auto":
            self.answers = dict.fromkeys(self.defenders, True)
            self.after_answers()

    def after_answers(self) -> None:
        if not self.followers:
            self.end()
            return
        assert self.declarer is not None
        self.playing = {self.declarer, *self.followers}
        self.phase = "double"
        self.asked = self.followers[0]

    def apply_double(self, action: str) -> None:
        D, asked = self.declarer, self.asked
        assert D is not None
        assert asked is not None
        if action == "ok":
            if self.doublings == 0 and asked != self.followers[-1]:
                self.asked = self.followers[-1]
            elif self.doublings == 0 and self.needs_kontra():
                self.end()
            else:
                self.begin_play()
            return
        self.playing = {0, 1, 2}
        if action == "call partner":
            self.caller = asked
            self.begin_play()
            return
        self.doublings += 1
        if self.doublings == 1:
            self.giver = asked
        self.asked = D if self.doublings % 2 else self.giver
        if self.doublings == self.options["kontra_levels"]:
            self.begin_play()

    def begin_play(self) -> None:
        assert self.declarer is not None
        self.phase = "play"
        self.leader = first_leader(self.contract, self.forehand, self.declarer, self.playing)

    def apply_card(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        if len(self.trick) < len(self.playing):
            return
        taker = self.in_order(self.leader)[winner(self.trick, self.trump)]
        self.tricks.append((self.leader, self.trick))
        self.winners.append(taker)
        self.trick, self.leader = [], taker
        if len(self.tricks) == 10 or (not self.options["play_to_end"] and self.is_decided()):
            self.end()

    def is_decided(self) -> bool:
        """6.4"""
        if self.contract == BETL:
            return self.declarer in self.winners
        return sum(seat != self.declarer for seat in self.winners) == 5

    # The score.

    def facts(self) -> Facts:
        return Facts(
            self.options,
            self.sheet,
            self.declarer,
            self.contract,
            self.in_hand,
            self.doublings,
            self.followers,
            self.playing,
            self.caller,
            self.giver,
            self.winners,
        )

    @property
    def value(self) -> int:
        return scoring.value(self.facts()) if self.contract else 0

    def end(self) -> None:
        self.phase = "end"
        self.score = scoring.score(self.facts())
        if self.options["referee"] == "score" and self.declarer is not None:
            self.score = self.fines() or self.score
            self.move_falls(self.score)

    def fines(self) -> Score | None:
        """10.2: incorrect bids are fined in place of the score."""
        fine = referee.Fine()
        fined = False
        for place, seat in enumerate(self.order):
            level = self.auction.said[place]
            dropped = self.auction.passed(place)
            buyer = self.options["ref_bid_scope"] == "all" and self.bought and seat == self.declarer
            if level and (dropped or buyer):
                if level not in referee.ok_levels(self.dealt[seat], self.options["ref_bid_pattern"]):
                    referee.fine_of_bid(fine, seat, level)
                    fined = True
        return Score("fined", fine.bula, fine.written) if fined else None

    def move_falls(self, score: Score) -> None:
        """10.3 and 10.4: falls that are borne by who caused them."""
        if score.result not in ("made", "failed"):
            return
        R, L = self.defenders
        both = score.bula[R] > 0 and score.bula[L] > 0
        if len(self.followers) == 2 and (both or (self.giver == L and score.bula[L] > 0)):
            if not self.has_follow_min(R, second=False):
                score.bula[R] += score.bula[L]
                score.bula[L] = 0
        q = self.caller if self.caller is not None else self.giver
        if len(self.followers) == 1 and q is not None and score.bula[q] > 0:
            p = R if q == L else L
            leader, trick = self.tricks[0]
            lead = self.lead(p)
            allowed = referee.opening_leads(self.dealt[p], lead) | referee.lead_set(self.dealt[p], lead)
            if leader == p and trick[0] not in allowed:
                score.bula[p] += score.bula[q]
                score.bula[q] = 0


class Match:
    """Section 9: deals until no bule are left, or as many as were agreed."""

    def __init__(self, options: dict[str, Any], dealer: int, sheet: Sheet | None = None) -> None:
        self.options = options
        self.sheet = sheet or Sheet([options["start_bula"]] * 3)
        self.dealer = dealer
        self.deals = 0

    def deal(self, deck: Sequence[str]) -> Deal:
        return Deal(self.options, deck, self.dealer, self.sheet)

    def book(self, deal: Deal) -> None:
        assert deal.score is not None
        self.sheet = scoring.write(self.sheet, self.options, deal.declarer, deal.score)
        self.deals += 1
        self.dealer = (self.dealer + 1) % 3

    @property
    def is_finished(self) -> bool:
        return scoring.is_finished(self.sheet)

    @property
    def is_over(self) -> bool:
        return self.is_finished or self.deals == self.options["max_deals"]

    @property
    def result(self) -> list[int]:
        """R, bule that are left written off."""
        return scoring.settle(self.sheet.bula, self.sheet.supe, self.options["write_off"])[1]

    @property
    def rounding(self) -> list[int]:
        """Three times ten bule: what each writes off now, less a third of all bule that are left."""
        shares = scoring.write_off(self.sheet.bula, self.options["write_off"])
        return [10 * (3 * share - self.sheet.left) for share in shares]
