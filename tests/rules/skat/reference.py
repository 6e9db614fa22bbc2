"""A second reading of the Skat rules, in plain Python and as slow as it likes.

It is written from the text of the rules alone and shares nothing with the package: cards are strings
("HT"), hands are sets, a deal is one object which knows its legal actions as texts. The tests hold it
to the same worked examples as the package and then play both side by side.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Any

# -- 3 Cards ---------------------------------------------------------------------------------------

SUITS = "CDHS"
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SUIT_LETTERS = {name: letter for letter, name in SUIT_NAMES.items()}
PACK = [suit + rank for suit in SUITS for rank in "789TJQKA"]
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
JACKS = ["CJ", "SJ", "HJ", "DJ"]  # high to low
PLAIN_ORDER = "ATKQ987"  # high to low
NULL_ORDER = "AKQJT987"  # high to low

BASE = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
NULL_VALUE = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
"""The value of a Null by (hand, ouvert)."""


def card_points(cards: Iterable[str]) -> int:
    return sum(POINTS[card[1]] for card in cards)


def trumps(contract: str) -> list[str]:
    """The trumps of a contract, high to low."""
    if contract == "null":
        return []
    if contract == "grand":
        return list(JACKS)
    return JACKS + [SUIT_LETTERS[contract] + rank for rank in PLAIN_ORDER]


def effective_suit(card: str, contract: str) -> str:
    return "trump" if card in trumps(contract) else card[0]


def follow(contract: str, led: str | None, hand: Iterable[str]) -> set[str]:
    """Section 6: the cards of a hand which may be played on the card led."""
    hand = set(hand)
    if led is None:
        return hand
    suit = effective_suit(led, contract)
    return {card for card in hand if effective_suit(card, contract) == suit} or hand


def trick_winner(contract: str, trick: list[str]) -> int:
    """Section 6: the position, in the order of play, of the card which takes the trick."""
    for trump in trumps(contract):
        if trump in trick:
            return trick.index(trump)
    order = NULL_ORDER if contract == "null" else PLAIN_ORDER
    best = next(r for r in order if trick[0][0] + r in trick)
    return trick.index(trick[0][0] + best)


def matadors(cards: Iterable[str], contract: str) -> int:
    """Section 3: matadors of the twelve cards, +n for "with n", -n for "without n", 0 in Null."""
    owned = [card in set(cards) for card in trumps(contract)]
    if not owned:
        return 0
    run = len(list(takewhile(lambda has: has == owned[0], owned)))
    return run if owned[0] else -run


# -- 2 Options and presets -------------------------------------------------------------------------

CLASSICAL: dict[str, Any] = {
    "deal_pattern": "3-s-3-4",
    "second_duel": "inherit_role",
    "jump_bids": False,
    "all_pass": "redeal_same_dealer",
    "levels": "ordinal",
    "grand_ouvert": "36x6",
    "lost_hand_factor": 1,
    "lost_pickup_factor": 2,
    "lost_pickup_extra": 1,
    "own_schneider": "always",
    "overbid_charge": "bid",
    "loss_floor": "after_factor",
    "null_lost_factor": "1",
    "null_below_bid": "lost_at_once",
    "concede_after_pickup": True,
    "concede_in_play": "no",
    "early_stop": "null_only",
    "seeger_fabian": False,
    "defence_bonus_3p": 40,
    "defence_bonus_4p": "30_all_three",
    "match_tie_break": "shared",
}
PRE1999 = CLASSICAL | {
    "deal_pattern": "3-s-4-3",
    "second_duel": "rearhand_says",
    "jump_bids": True,
    "all_pass": "count_and_rotate",
    "levels": "cumulative",
    "lost_pickup_extra": 0,
    "own_schneider": "unless_announced",
    "overbid_charge": "next_multiple",
    "null_lost_factor": "2_pickup_1_hand",
    "null_below_bid": "masked",
    "match_tie_break": "skwo",
}
ISKO = PRE1999 | {
    "grand_ouvert": "24x7",
    "lost_hand_factor": 2,
    "null_lost_factor": "2",
    "concede_in_play": "nine_cards",
}
TOURNAMENT = CLASSICAL | {"seeger_fabian": True, "null_lost_factor": "2"}
PRESETS: dict[str, dict[str, Any]] = {
    "classical": CLASSICAL,
    "classical_tournament_3": TOURNAMENT,
    "classical_tournament_4": TOURNAMENT,
    "classical_tournament_4_1999": TOURNAMENT | {"defence_bonus_4p": "40_active_two"},
    "pre1999": PRE1999,
    "isko": ISKO,
    "isko_list_3": ISKO | {"seeger_fabian": True},
    "isko_list_4": ISKO | {"seeger_fabian": True},
    "iss_replay": ISKO | {"early_stop": "iss"},
}
PLAYERS = {
    "classical": 3,
    "classical_tournament_3": 3,
    "classical_tournament_4": 4,
    "classical_tournament_4_1999": 4,
    "pre1999": 3,
    "isko": 3,
    "isko_list_3": 3,
    "isko_list_4": 4,
    "iss_replay": 3,
}
N_DEALS = {
    "classical": 21,
    "classical_tournament_3": 36,
    "classical_tournament_4": 48,
    "classical_tournament_4_1999": 48,
    "pre1999": 36,
    "isko": 36,
    "isko_list_3": 36,
    "isko_list_4": 48,
    "iss_replay": 36,
}

# -- 5.1 Bid values --------------------------------------------------------------------------------


def bid_values(grand_ouvert: str) -> list[int]:
    """Every value which some game can have, by the arithmetic of `isko63` and `seed66`."""
    values = {base * level for base in (9, 10, 11, 12) for level in range(2, 19)}
    values |= {23, 35, 46, 59}
    if grand_ouvert == "24x7":
        values |= {24 * level for level in range(2, 12)}
    else:
        values |= {24 * level for level in range(2, 11)}
        values |= {36 * level for level in range(7, 11)}
    return sorted(values)


UNION = sorted({*bid_values("24x7"), *bid_values("36x6")})

# -- 5.2 Auction -----------------------------------------------------------------------------------

F, M, R = 0, 1, 2


class Auction:
    """The automaton of section 5.2. Players are F, M, R = 0, 1, 2."""

    def __init__(self, values: list[int], jump_bids: bool, second_duel: str) -> None:
        self.values, self.jump_bids, self.second_duel = values, jump_bids, second_duel
        self.stage = 1
        self.last = -1  # index of the last named value
        self.sayer, self.hearer = M, F
        self.turn = M
        self.over = False
        self.soloist: int | None = None

    @property
    def bid(self) -> int:
        return self.values[self.last] if self.last >= 0 else 0

    def legal(self) -> set[str]:
        if self.over:
            return set()
        if self.stage == 3:
            return {"bid 18", "pass"}
        if self.turn == self.hearer:
            return {"hold", "pass"}
        higher = self.values[self.last + 1 :]
        named = higher if self.jump_bids else higher[:1]
        return {"pass"} | {f"bid {value}" for value in named}

    def apply(self, action: str) -> None:
        assert action in self.legal(), (action, self.legal())
        if action.startswith("bid "):
            self.last = self.values.index(int(action.removeprefix("bid ")))
            if self.stage == 3:
                self._end(F)
            else:
                self.turn = self.hearer
        elif action == "hold":
            self.turn = self.sayer
        elif self.stage == 1 and self.turn == M:
            self.stage, self.sayer, self.hearer, self.turn = 2, R, F, R
        elif self.stage == 1 and self.second_duel == "rearhand_says":
            self.stage, self.sayer, self.hearer, self.turn = 2, R, M, R
        elif self.stage == 1:
            self.stage, self.sayer, self.hearer, self.turn = 2, M, R, R
        elif self.stage == 2 and self.turn == self.hearer:
            self._end(self.sayer)
        elif self.stage == 2 and self.last >= 0:
            self._end(self.hearer)
        elif self.stage == 2:
            self.stage, self.turn = 3, F
        else:
            self._end(None)

    def _end(self, soloist: int | None) -> None:
        self.over, self.soloist = True, soloist


# -- 8 Scoring a deal ------------------------------------------------------------------------------


def null_factor(options: dict[str, Any], hand: bool) -> int:
    rule = str(options["null_lost_factor"])
    return {"1": 1, "2": 2, "2_pickup_1_hand": 1 if hand else 2}[rule]


def deal_value(
    options: dict[str, Any],
    *,
    contract: str,
    hand: bool = False,
    schneider: bool = False,
    schwarz: bool = False,
    ouvert: bool = False,
    conceded: bool = False,
    matadors: int = 0,
    points: int = 0,
    tricks: int = 0,
    bid: int,
) -> int:
    """What the soloist writes, step by step as in section 8 (before any Seeger-Fabian bonus)."""
    n, D, T, b = abs(matadors), points, tricks, bid
    if contract == "null":
        return null_value(options, hand, ouvert, conceded, T, b)
    S, Z, O = schneider or schwarz or ouvert, schwarz or ouvert, ouvert  # noqa: E741

    # step 1
    won = not conceded and (T == 10 if Z else D >= 90 if S else D >= 61)

    # step 3
    grand_ouvert_36 = contract == "grand" and O and options["grand_ouvert"] == "36x6"
    base = 36 if grand_ouvert_36 else BASE[contract]
    if options["levels"] == "ordinal":
        if won and not hand:
            level = 5 if T == 10 else 3 if D >= 90 else 1
        elif won:
            ways = [2]
            ways += [3] if D >= 90 else []
            ways += [4] if S else []
            ways += [5] if T == 10 else []
            ways += [6] if Z else []
            ways += [7] if O and not grand_ouvert_36 else []
            level = max(ways)
        else:
            level = 1
            if hand:
                level = 2
                level = 4 if S else level
                level = 6 if Z else level
                level = 7 if O and not grand_ouvert_36 else level
            if not conceded:
                once = options["own_schneider"] == "unless_announced"
                level += D <= 30 and not (S and once)
                level += T == 0 and not (Z and once)
    else:
        played = not conceded
        level = 1 + hand
        level += S or (played and (D >= 90 or D <= 30))
        level += S
        level += Z or (played and (T == 10 or T == 0))
        level += Z
        level += O and not grand_ouvert_36

    # steps 4 and 5
    factor = options["lost_hand_factor"] if hand else options["lost_pickup_factor"]
    if not won and not hand:
        level += options["lost_pickup_extra"]
    v = base * (n + level)
    if options["overbid_charge"] == "next_multiple":
        if v >= b:
            return v if won else -factor * v
        return -factor * base * -(-b // base)
    if won:
        return v if v >= b else -b
    floor = options["loss_floor"]
    if floor == "before_factor":
        return -factor * max(v, b)
    if floor == "hand_only" and not hand:
        return -factor * v
    return -max(factor * v, b)


def null_value(options: dict[str, Any], hand: bool, ouvert: bool, conceded: bool, tricks: int, bid: int) -> int:
    v = NULL_VALUE[hand, ouvert]
    if options["null_below_bid"] == "lost_at_once" and v < bid and not conceded:
        return -bid
    if tricks == 0 and not conceded:
        return v
    loss = null_factor(options, hand) * v
    floored = not (options["loss_floor"] == "hand_only" and conceded and not hand)
    return -max(loss, bid) if floored else -loss


def deal_scores(options: dict[str, Any], players: int, dealer: int, soloist: int | None, value: int) -> list[int]:
    """Step 6: the official points of every seat."""
    scores = [0] * players
    if soloist is None:
        return scores
    scores[soloist] = value
    if options["seeger_fabian"]:
        scores[soloist] += 50 if value > 0 else -50
        if value < 0:
            four, two = players == 4, options["defence_bonus_4p"] == "40_active_two"
            for seat in range(players):
                if seat == soloist or (four and two and seat == dealer):
                    continue
                scores[seat] = (40 if two else 30) if four else options["defence_bonus_3p"]
    return scores


def settlement(scores: list[int]) -> list[int]:
    """Section 9: everybody pays everybody the difference."""
    return [sum(mine - other for other in scores) for mine in scores]


# -- 4 and 5 The deal ------------------------------------------------------------------------------


class Deal:
    """One deal, from the first word of the auction to the score. Hands and skat are sets of cards."""

    def __init__(
        self,
        options: dict[str, Any],
        hands: list[set[str]],
        skat: set[str],
        *,
        players: int = 3,
        dealer: int = 2,
    ) -> None:
        self.options, self.players, self.dealer = options, players, dealer
        self.active = [(dealer + 1 + i) % players for i in range(3)]  # the seats of F, M, R
        self.hands = [set(hand) for hand in hands]  # of F, M, R
        self.skat = set(skat)
        self.dealt = [set(hand) for hand in hands]
        self.dealt_skat = set(skat)
        self.auction = Auction(bid_values(options["grand_ouvert"]), options["jump_bids"], options["second_duel"])
        self.phase = "auction"
        self.turn = M
        self.hand = self.schneider = self.schwarz = self.ouvert = self.conceded = False
        self.contract: str | None = None
        self.discards: list[str] = []
        self.trick: list[str] = []
        self.leader = F
        self.played: list[str] = []
        self.tricks = [0, 0, 0]
        self.points = [0, 0, 0]
        self.value = 0
        self.scores = [0] * players

    # what is asked ----------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.phase == "end"

    @property
    def seat(self) -> int:
        return self.active[self.turn]

    @property
    def soloist(self) -> int | None:
        """The position of the soloist: F, M, R = 0, 1, 2."""
        return self.auction.soloist

    @property
    def bid(self) -> int:
        return self.auction.bid

    def legal(self) -> set[str]:
        if self.phase == "auction":
            return self.auction.legal()
        if self.phase == "take":
            return {"pick up", "play hand"}
        if self.phase == "discard":
            return {f"discard {card}" for card in self.hands[self.turn]}
        if self.phase == "declare":
            return self._declarations()
        if self.phase == "play":
            hand = self.hands[self.turn]
            legal = follow(self.contract or "", self.trick[0] if self.trick else None, hand)
            texts = {f"play {card}" for card in legal}
            if self.options["concede_in_play"] == "nine_cards" and self.turn == self.soloist and len(hand) >= 9:
                texts.add("concede")
            return texts
        return set()

    def _declarations(self) -> set[str]:
        names = [*SUIT_LETTERS, "grand"]
        texts = {f"declare {name}" for name in names}
        if self.hand:
            forms = ("schneider", "schwarz", "ouvert")
            texts |= {f"declare {name} {form}" for name in names for form in forms}
        elif self.options["concede_after_pickup"] and not self.conceded:
            texts.add("concede")
        for ouvert in (False, True):
            masked = self.options["null_below_bid"] == "masked"
            if not (masked and NULL_VALUE[self.hand, ouvert] < self.bid):
                texts.add("declare null ouvert" if ouvert else "declare null")
        return texts

    # what is done -----------------------------------------------------------------------------

    def apply(self, action: str) -> None:
        assert action in self.legal(), (action, sorted(self.legal()))
        verb, _, what = action.partition(" ")
        if self.phase == "auction":
            self.auction.apply(action)
            self.turn = self.auction.turn
            if self.auction.over and self.soloist is None:
                self.phase = "end"
            elif self.soloist is not None:
                self.phase, self.turn = "take", self.soloist
        elif action == "pick up":
            self.hands[self.turn] |= self.skat
            self.skat = set()
            self.phase = "discard"
        elif action == "play hand":
            self.hand, self.phase = True, "declare"
        elif verb == "discard":
            self.hands[self.turn].remove(what)
            self.skat.add(what)
            self.discards.append(what)
            if len(self.discards) == 2:
                self.phase = "declare"
        elif action == "concede":
            self.conceded = True
            if self.phase == "play":
                self._end()
        elif verb == "declare":
            self._declare(what)
        else:
            self._play(what)

    def _declare(self, what: str) -> None:
        self.contract, _, form = what.partition(" ")
        self.ouvert = form == "ouvert"
        if self.contract != "null":
            self.schwarz = form in ("schwarz", "ouvert")
            self.schneider = form in ("schneider", "schwarz", "ouvert")
        worth = NULL_VALUE[self.hand, self.ouvert]
        at_once = self.contract == "null" and worth < self.bid
        if self.conceded or at_once:
            self._end()
        else:
            self.phase, self.turn = "play", F

    def _play(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        self.played.append(card)
        self.turn = (self.turn + 1) % 3
        if len(self.trick) < 3:
            return
        winner = (self.leader + trick_winner(self.contract or "", self.trick)) % 3
        self.tricks[winner] += 1
        self.points[winner] += card_points(self.trick)
        self.trick = []
        self.leader = self.turn = winner
        if sum(self.tricks) == 10 or self._decided():
            self._end()

    def _decided(self) -> bool:
        assert self.soloist is not None
        if self.contract == "null":
            return self.tricks[self.soloist] > 0
        if self.options["early_stop"] == "iss":
            if self.schwarz:
                return self.tricks[self.soloist] < sum(self.tricks)
            if self.schneider:
                return sum(self.points) - self.points[self.soloist] > 30
        return False

    # what comes out ---------------------------------------------------------------------------

    @property
    def matadors(self) -> int:
        assert self.soloist is not None
        return matadors(self.dealt[self.soloist] | self.dealt_skat, self.contract or "")

    @property
    def declarer_points(self) -> int:
        assert self.soloist is not None
        return self.points[self.soloist] + card_points(self.skat)

    @property
    def declarer_tricks(self) -> int:
        assert self.soloist is not None
        return self.tricks[self.soloist]

    def _end(self) -> None:
        assert self.soloist is not None
        self.phase = "end"
        self.value = deal_value(
            self.options,
            contract=self.contract or "",
            hand=self.hand,
            schneider=self.schneider,
            schwarz=self.schwarz,
            ouvert=self.ouvert,
            conceded=self.conceded,
            matadors=self.matadors,
            points=self.declarer_points,
            tricks=self.declarer_tricks,
            bid=self.bid,
        )
        seat = self.active[self.soloist]
        self.scores = deal_scores(self.options, self.players, self.dealer, seat, self.value)
