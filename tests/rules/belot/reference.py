"""A second reading of the rules of Belot, in plain Python and as slow as it likes: cards, calls, declarations, play, scoring.

It is written from the text of the rules alone and shares nothing with the package: cards are strings ("HT"), hands are sets,
contracts are words. `reference_table` puts deals and matches together from these functions. The tests hold both to the worked
examples that the package is held to, and then play both side by side.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Options = Mapping[str, Any]

# -- 2 Options and presets -----------------------------------------------------------------------------------------

VALUES: dict[str, tuple[Any, ...]] = {
    "overbid_after_kontra": (True, False),
    "undertrump": ("free", "must"),
    "raise_over_partner": (True, False),
    "declaration_mode": ("auto", "decide"),
    "belot_mode": ("auto", "decide"),
    "declaration_contest": ("separate", "single_pool"),
    "fours_order": ("trick", "natural"),
    "run_compare": ("length_top", "value_top"),
    "declaration_tie": ("cancel", "trump_earlier"),
    "split_long_run": (False, True),
    "belot_all_trumps": ("lead_or_follow", "free"),
    "trickless_declarations": ("kept", "void"),
    "declaration_disclosure": ("kind_until_end", "top_after_trick1", "cards_after_trick1"),
    "nt_capot_doubled": (False, True),
    "kontra_scope": ("all", "all_but_capot", "cards_only", "off_on_capot"),
    "kontra_tie": ("all_hang", "split"),
    "tie_odd_point": ("hanging", "dropped"),
    "min_one_point": (False, True),
    "capot_blocks_end": (True, False),
    "end_needs_score": (False, True),
    "hanging_blocks_end": (False, True),
}
"""The options which are one of several values, the default first."""

BG_PUBLISHED = {"declaration_mode": "decide", "belot_mode": "decide"}
PRESETS: dict[str, dict[str, Any]] = {
    "montenegrin": {},
    "bg_published": BG_PUBLISHED,
    "nikolayit_2": BG_PUBLISHED | {"end_needs_score": True},
    "pika": {"fours_order": "natural", "nt_capot_doubled": True, "kontra_tie": "split", "hanging_blocks_end": True},
    "exe2001": {
        "declaration_contest": "single_pool",
        "run_compare": "value_top",
        "tie_odd_point": "dropped",
        "min_one_point": True,
    },
    "sharpbelot": {"kontra_scope": "off_on_capot", "run_compare": "value_top"},
    "kontra_flat_capot": {"kontra_scope": "all_but_capot"},
}
"""What each preset changes of the defaults."""


def make_options(rules: str = "montenegrin", **changes: Any) -> dict[str, Any]:
    """Every option of a table."""
    defaults = {name: values[0] for name, values in VALUES.items()} | {"players": 4, "target": 151}
    return defaults | PRESETS[rules] | changes


# -- 3 Cards -------------------------------------------------------------------------------------------------------

SUITS = "CDHS"
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
NO_TRUMPS, ALL_TRUMPS = "no trumps", "all trumps"
CONTRACTS = (*SUIT_NAMES.values(), NO_TRUMPS, ALL_TRUMPS)
"""From the lowest bid to the highest."""
SEQUENCE = "789TJQKA"
"""Low to high in runs, whatever the contract."""
PACK = [suit + rank for suit in SUITS for rank in SEQUENCE]
TRUMP_ORDER = "78QKTA9J"  # low to high
PLAIN_ORDER = "789JQKTA"
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_POINTS = {"J": 2, "9": 0, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}


def is_trump(contract: str, card: str) -> bool:
    """Whether a card has the order and the points of trumps."""
    return contract in (ALL_TRUMPS, SUIT_NAMES[card[0]])


def order(contract: str, card: str) -> int:
    """The place of a card in its suit, low to high."""
    return (TRUMP_ORDER if is_trump(contract, card) else PLAIN_ORDER).index(card[1])


def card_points(contract: str, cards: Iterable[str]) -> int:
    """Points of cards, not doubled in no trumps."""
    return sum((TRUMP_POINTS if is_trump(contract, card) else PLAIN_POINTS)[card[1]] for card in cards)


# -- 5.1 Auction ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Auction:
    """The calls so far: what matters of them."""

    turn: int
    contract: str | None = None
    bidder: int | None = None
    mult: int = 1
    passes: int = 0

    @property
    def is_over(self) -> bool:
        return self.passes == (4 if self.contract is None else 3)

    def legal(self, options: Options) -> list[str]:
        calls = ["pass"]
        if self.contract is None or self.bidder is None:
            return calls + [f"bid {contract}" for contract in CONTRACTS]
        opponent = (self.turn - self.bidder) % 2 == 1
        if self.mult == 1 or options["overbid_after_kontra"]:
            calls += [f"bid {contract}" for contract in CONTRACTS[CONTRACTS.index(self.contract) + 1 :]]
        if self.mult == 1 and opponent:
            calls.append("kontra")
        if self.mult == 2 and not opponent:
            calls.append("rekontra")
        return calls

    def after(self, call: str) -> Auction:
        turn = (self.turn + 1) % 4
        if call == "pass":
            return Auction(turn, self.contract, self.bidder, self.mult, self.passes + 1)
        if call in ("kontra", "rekontra"):
            return Auction(turn, self.contract, self.bidder, 2 * self.mult)
        return Auction(turn, call.removeprefix("bid "), self.turn)


# -- 5.2 Declarations ----------------------------------------------------------------------------------------------

FOURS = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}
FOURS_ORDERS = {"trick": "QKTA9J", "natural": "TQKA9J"}  # low to high
RUN_POINTS = {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 100}
BELOT = 20


@dataclass(frozen=True)
class Combination:
    kind: str
    """"run" or "four" """
    length: int
    """Of a run; 4 of a four."""
    top: str
    """The highest rank of a run, the rank of a four."""
    cards: frozenset[str]

    @property
    def points(self) -> int:
        return FOURS[self.top] if self.kind == "four" else RUN_POINTS[self.length]

    @property
    def suit(self) -> str | None:
        """Of a run."""
        return None if self.kind == "four" else next(iter(self.cards))[0]

    @property
    def said(self) -> str:
        """What everybody hears of it."""
        if self.kind == "four":
            return f"four of {self.points}"
        return {3: "run of three", 4: "run of four"}.get(self.length, "longer run")


def runs(cards: Collection[str]) -> list[Combination]:
    """The maximal runs."""
    found = []
    for suit in SUITS:
        ranks = "".join(rank if suit + rank in cards else " " for rank in SEQUENCE)
        for run in ranks.split():
            if len(run) >= 3:
                found.append(Combination("run", len(run), run[-1], frozenset(suit + rank for rank in run)))
    return found


def fours(cards: Collection[str]) -> list[Combination]:
    """The fours that are worth something."""
    each = [(rank, frozenset(suit + rank for suit in SUITS)) for rank in FOURS]
    return [Combination("four", 4, rank, four) for rank, four in each if four <= set(cards)]


def candidates(options: Options, hand: Collection[str]) -> list[Combination]:
    """What a hand of eight cards may declare, in the order of slots (section 13)."""
    found = set(fours(hand))
    all_fours = list(found)
    for number in range(len(all_fours) + 1):
        for some in itertools.combinations(all_fours, number):
            found |= set(runs(set(hand).difference(*(four.cards for four in some))))
    if options["split_long_run"]:
        for run in [run for run in found if run.kind == "run" and run.length == 8]:
            lowest = frozenset(card for card in run.cards if card[1] in "789")
            found -= {run}
            found |= {Combination("run", 8, "A", run.cards - lowest), Combination("run", 3, "9", lowest)}

    def slot(one: Combination) -> tuple[int, ...]:
        if one.kind == "four":
            return 0, -FOURS_ORDERS[options["fours_order"]].index(one.top)
        assert one.suit is not None
        return 1, -one.length, -SEQUENCE.index(one.top), SUITS.index(one.suit)

    return sorted(found, key=slot)


def share_no_card(combinations: Sequence[Combination]) -> bool:
    return sum(len(one.cards) for one in combinations) == len(frozenset[str]().union(*(one.cards for one in combinations)))


def best_plan(options: Options, hand: Collection[str]) -> list[Combination]:
    """What `declaration_mode=auto` declares."""
    found = candidates(options, hand)
    plans = [list(plan) for n in range(len(found) + 1) for plan in itertools.combinations(found, n) if share_no_card(plan)]
    return max(plans, key=lambda plan: (sum(c.points for c in plan), sum(c.points for c in plan if c.kind == "four")))


Declared = Mapping[int, Sequence[Combination]]
"""What each seat has declared."""


def run_key(options: Options, run: Combination) -> tuple[int, int]:
    length = run.length if options["run_compare"] == "length_top" else min(run.length, 5)
    return length, SEQUENCE.index(run.top)


def contest(options: Options, contract: str, first: int, declared: Declared) -> set[int]:
    """The numbers of the declarations that count, as `numbered` numbers them. `first` leads to the first trick."""
    each = numbered(declared)

    def is_run(number: int) -> bool:
        return each[number][1].kind == "run"

    def fours_key(number: int) -> int:
        return FOURS_ORDERS[options["fours_order"]].index(each[number][1].top)

    def pool_key(number: int) -> tuple[Any, ...]:
        one = each[number][1]
        return (one.points, 0, *run_key(options, one)) if is_run(number) else (one.points, 1, fours_key(number))

    def winning(pool: list[int], key: Any) -> set[int]:
        """All declarations of the side with the best one."""
        if not pool:
            return set()
        strongest = max(key(number) for number in pool)
        best = [number for number in pool if key(number) == strongest]
        if len({each[number][0] % 2 for number in best}) == 2:
            assert all(is_run(number) for number in best)
            if options["declaration_tie"] == "cancel":
                return set()
            trump = [number for number in best if SUIT_NAMES[each[number][1].suit or ""] == contract]
            best = trump or sorted(best, key=lambda number: (each[number][0] - first) % 4)
        return {number for number in pool if each[number][0] % 2 == each[best[0]][0] % 2}

    if options["declaration_contest"] == "single_pool":
        return winning(list(range(len(each))), pool_key)
    of_runs = [number for number in range(len(each)) if is_run(number)]
    of_fours = [number for number in range(len(each)) if not is_run(number)]
    return winning(of_runs, lambda number: run_key(options, each[number][1])) | winning(of_fours, fours_key)


def numbered(declared: Declared) -> list[tuple[int, Combination]]:
    """All declarations, (seat, what), from seat 0 on."""
    return [(seat, one) for seat in range(4) for one in declared.get(seat, ())]


# -- 5.3 Belot -----------------------------------------------------------------------------------------------------


def may_say_belot(options: Options, contract: str, trick: Sequence[str], hand: Collection[str], card: str) -> bool:
    """Whether belot can be announced with a card that is played from a hand."""
    if card[1] not in "KQ" or not is_trump(contract, card):
        return False
    other = card[0] + ("Q" if card[1] == "K" else "K")
    discarded = contract == ALL_TRUMPS and bool(trick) and trick[0][0] != card[0]
    return other in hand and (not discarded or options["belot_all_trumps"] == "free")


# -- 6 Play --------------------------------------------------------------------------------------------------------


def trick_winner(contract: str, trick: Sequence[str]) -> int:
    """The index of the card which takes the trick."""

    def key(card: str) -> int:
        if contract == SUIT_NAMES[card[0]]:
            return 100 + order(contract, card)
        return 1 + order(contract, card) if card[0] == trick[0][0] else 0

    return max(range(len(trick)), key=lambda index: key(trick[index]))


def legal_cards(options: Options, contract: str, trick: Sequence[str], hand: Iterable[str]) -> set[str]:
    """What may be played from a hand. The partner of who is to play put down the last card but one."""
    hand = set(hand)
    if not trick:
        return hand
    led = trick[0][0]
    win = trick_winner(contract, trick)
    partner_wins = win == len(trick) - 2
    follow = {card for card in hand if card[0] == led}
    if follow:
        if not is_trump(contract, trick[0]):
            return follow
        if partner_wins and not options["raise_over_partner"]:
            return follow
        highest = max(order(contract, card) for card in trick if card[0] == led)
        return {card for card in follow if order(contract, card) > highest} or follow
    trumps = {card for card in hand if SUIT_NAMES[card[0]] == contract}
    if partner_wins or not trumps:  # nobody ruffs in no trumps and all trumps
        return hand
    if SUIT_NAMES[trick[win][0]] != contract:
        return trumps
    over = {card for card in trumps if order(contract, card) > order(contract, trick[win])}
    return over or (trumps if options["undertrump"] == "must" else hand)


# -- 8 Scoring -----------------------------------------------------------------------------------------------------

BASE = dict.fromkeys(SUIT_NAMES.values(), 162) | {NO_TRUMPS: 130, ALL_TRUMPS: 258}
"""Points of all cards and the last trick, not doubled in no trumps."""
THRESHOLDS = dict.fromkeys(SUIT_NAMES.values(), (6, 7)) | {NO_TRUMPS: (5, 5), ALL_TRUMPS: (4, 5)}
"""8.2: for the side with fewer raw points, and for the one with more."""


def capot_bonus(options: Options, contract: str) -> int:
    return 180 if contract == NO_TRUMPS and options["nt_capot_doubled"] else 90


def raw_points(
    options: Options, contract: str, cards: Sequence[int], declared: Sequence[int], capot: int | None = None
) -> list[int]:
    """8.1, steps 1 to 5. `cards` with the last trick, not doubled; everything by side, `capot` is the side with all tricks."""
    factor = 2 if contract == NO_TRUMPS else 1
    bonus = [capot_bonus(options, contract) * (side == capot) for side in range(2)]
    return [factor * cards[side] + declared[side] + bonus[side] for side in range(2)]


def rounded(contract: str, points: int, has_more: bool) -> int:
    """8.2"""
    return points // 10 + (points % 10 >= THRESHOLDS[contract][has_more])


@dataclass(frozen=True)
class Written:
    result: str
    """As the package names it."""
    written: list[int]
    """Game points of each side."""
    hanging: int
    """H after the deal."""


def write(
    options: Options,
    contract: str,
    mult: int,
    caller: int,
    raw: Sequence[int],
    declared: int = 0,
    capot: int | None = None,
    hanging: int = 0,
) -> Written:
    """8.1, steps 6 and 7. `caller` is a side, `declared` are the points of all declarations that count."""
    whole = (sum(raw) + 5) // 10
    bonus = 0 if capot is None else capot_bonus(options, contract) // 10
    base = whole - declared // 10 - bonus
    assert base == (16 if contract in SUIT_NAMES.values() else 26)
    scope = options["kontra_scope"]
    if scope == "off_on_capot" and capot is not None:
        mult = 1
    award = {
        "all": mult * whole,
        "all_but_capot": mult * (whole - bonus) + bonus,
        "cards_only": mult * base + declared // 10 + bonus,
        "off_on_capot": mult * whole,
    }[scope]
    doubled, defenders = mult > 1, 1 - caller
    written = [0, 0]
    if raw[0] == raw[1]:
        if doubled and options["kontra_tie"] == "all_hang":
            return Written("kontra hanging", written, hanging + award)
        written[defenders] = mult * (whole // 2)
        if doubled and scope == "cards_only":
            written[defenders] = mult * (base // 2) + declared // 10 // 2
        rest = written[defenders] if options["tie_odd_point"] == "dropped" else award - written[defenders]
        return Written("kontra hanging" if doubled else "hanging", written, hanging + rest)
    winner = 0 if raw[0] > raw[1] else 1
    if doubled:
        written[winner] = award + hanging
        return Written("kontra made" if winner == caller else "kontra lost", written, 0)
    if winner != caller:
        written[winner] = whole + hanging
        return Written("inside", written, 0)
    written = [rounded(contract, raw[side], side == winner) for side in range(2)]
    if options["min_one_point"] and raw[1 - winner] > 0 and written[1 - winner] == 0:
        written[1 - winner] = 1
        written[winner] -= 1
    written[winner] += hanging
    return Written("made", written, 0)


# -- 9 Match -------------------------------------------------------------------------------------------------------


def match_winner(
    options: Options, totals: Sequence[int], written: Sequence[int], is_capot: bool = False, hanging: int = 0
) -> int | None:
    """9.1: the side that has won after a played deal, None: the match goes on. `totals` with the deal, `hanging` after it."""
    if max(totals) < options["target"] or totals[0] == totals[1]:
        return None
    if (is_capot and options["capot_blocks_end"]) or (hanging and options["hanging_blocks_end"]):
        return None
    leader = 0 if totals[0] > totals[1] else 1
    return None if options["end_needs_score"] and written[leader] == 0 else leader
