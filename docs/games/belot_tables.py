"""The tables of belot.md that only Belot has. Each function is given the one that lays a table out."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import adut
from adut.core.cards import RANK_LETTERS
from adut.core.record import table
from adut.games.belot.scoring import PACK_GAME_POINTS, PACK_POINTS, THRESHOLDS, WON, raw_points, rounded, verdict, write_deal
from adut.games.belot.table import NO_SIDE
from adut.games.belote_cards import ALL_TRUMPS, NO_TRUMPS, PLAIN_ORDER, PLAIN_POINTS, TRUMP_ORDER, TRUMP_POINTS
from adut.games.declarations import FOUR_POINTS, RUN_POINTS

Table = Callable[..., str]

SUIT = 0
KINDS = {SUIT: "suit", NO_TRUMPS: "no trumps", ALL_TRUMPS: "all trumps"}
"""Of the contracts; the four suits are alike."""


class Deal(NamedTuple):
    """A deal as its cards and declarations have it, side 0 first; in no trumps not doubled."""

    what: str
    contract: int
    cards: int  # points of side 0
    declared: tuple[int, int] = (0, 0)
    caller: int = 0
    mult: int = 1
    capot: int = NO_SIDE
    hanging: int = 0  # before the deal


EXAMPLES = [
    (1, Deal("suit, made", SUIT, 87)),
    (2, Deal("suit, made, though level on the sheet", SUIT, 86)),
    (3, Deal("suit, made high", SUIT, 156)),
    (4, Deal("suit, inside", SUIT, 75)),
    (5, Deal("suit, level: half of it hangs", SUIT, 81)),
    (6, Deal("the next deal: suit, inside", SUIT, 70, hanging=8)),
    (7, Deal("or instead: suit, side 1 calls, level again", SUIT, 81, caller=1, hanging=8)),
    (8, Deal("and then: no trumps, made", NO_TRUMPS, 74, hanging=16)),
    (9, Deal("no trumps", NO_TRUMPS, 68)),
    (10, Deal("no trumps: doubled first, rounded then", NO_TRUMPS, 67)),
    (11, Deal("all trumps", ALL_TRUMPS, 134)),
    (12, Deal("all trumps", ALL_TRUMPS, 135)),
    (13, Deal("suit, a run of three decides", SUIT, 76, (20, 0))),
    (14, Deal("the same, called by side 1", SUIT, 76, (20, 0), caller=1)),
    (15, Deal("suit, inside by a run of four", SUIT, 90, (0, 50))),
    (16, Deal("suit, level by a run of four: the odd point hangs", SUIT, 106, (0, 50))),
    (17, Deal("all trumps, the same, called by side 1", ALL_TRUMPS, 154, (0, 50), caller=1)),
    (18, Deal("all trumps, four tens of side 1", ALL_TRUMPS, 194, (0, 100))),
    (19, Deal("suit, kontra, made", SUIT, 90, mult=2)),
    (19, Deal("suit, kontra, lost", SUIT, 72, mult=2)),
    (20, Deal("suit, kontra, with what hung", SUIT, 100, mult=2, hanging=13)),
    (21, Deal("all trumps, rekontra, called by side 1", ALL_TRUMPS, 100, (20, 50), caller=1, mult=4)),
    (22, Deal("no trumps, kontra, level: all of it hangs", NO_TRUMPS, 65, mult=2)),
    (23, Deal("suit, kontra, level by a run of four", SUIT, 106, (0, 50), mult=2)),
    (24, Deal("suit, all tricks", SUIT, 162, capot=0)),
    (24, Deal("no trumps, all tricks", NO_TRUMPS, 130, capot=0)),
    (24, Deal("all trumps, all tricks", ALL_TRUMPS, 258, capot=0)),
    (25, Deal("suit, all tricks of the others", SUIT, 0, capot=1)),
    (26, Deal("all trumps, kontra, all tricks", ALL_TRUMPS, 258, mult=2, capot=0)),
    (26, Deal("suit, rekontra, called by side 1, all tricks", SUIT, 162, caller=1, mult=4, capot=0)),
    (27, Deal("suit, all tricks, but the run of four that counts is the others'", SUIT, 162, (0, 50), capot=0)),
]

PASSED = None
MATCH = [
    Deal("hearts by side 1", SUIT, 75, caller=1),
    PASSED,
    Deal("clubs by side 0", SUIT, 81),
    PASSED,
    Deal("no trumps by side 1", NO_TRUMPS, 61, caller=1),
    Deal("all trumps by side 0, kontra", ALL_TRUMPS, 158, (50, 0), mult=2),
    Deal("spades by side 1", SUIT, 100, caller=1),
    Deal("all trumps by side 0, all tricks", ALL_TRUMPS, 258, (20, 0), capot=0),
    Deal("hearts by side 0, all tricks", SUIT, 162, capot=0),
    PASSED,
    Deal("all trumps by side 1", ALL_TRUMPS, 68, caller=1),
]


def _write(deal: Deal, hanging: int) -> tuple[tuple[int, ...], list[int]]:
    """Points of both sides, and what they write with what hangs afterwards, by the default rules."""
    options = adut.game("belot").options[0]
    cards = (deal.cards, int(PACK_POINTS[deal.contract]) - deal.cards)
    raw = tuple(
        int(raw_points(options, deal.contract, cards[side], deal.declared[side], side == deal.capot)) for side in range(2)
    )
    written = table([0, 0, hanging])
    write_deal(options, deal.contract, deal.mult, deal.caller, raw[0], raw[1], sum(deal.declared), deal.capot, written)
    return raw, [int(number) for number in written]


def card_points(markdown: Table) -> str:
    """Order and points of the ranks as trumps and in plain suits."""
    rows = []
    for name, order, points in (("trumps", TRUMP_ORDER, TRUMP_POINTS), ("plain suit", PLAIN_ORDER, PLAIN_POINTS)):
        ranks = sorted(range(8), key=lambda rank: -order[rank])
        rows.append([name, *(f"{RANK_LETTERS[rank]} {points[rank]}" for rank in ranks), sum(points)])
    return markdown(["from high to low", *[""] * 8, "sum"], rows)


def declarations(markdown: Table) -> str:
    """What declarations are worth."""
    rows = [[f"four {RANK_LETTERS[rank]}", points] for rank, points in sorted(FOUR_POINTS.items(), key=lambda four: -four[1])]
    rows += [[f"run of {length}", points] for length, points in sorted(RUN_POINTS.items(), reverse=True)]
    return markdown(["declaration", "points"], rows)


def thresholds(markdown: Table) -> str:
    """A deal of each kind in points and game points, and where rounding begins."""
    head = ["contract", "points of all cards", "game points", "the side with fewer rounds up from", "the side with more from"]
    rows = []
    for contract, name in KINDS.items():
        points = int(PACK_POINTS[contract])
        text = f"{points}, doubled {2 * points}" if contract == NO_TRUMPS else points
        rows.append([name, text, PACK_GAME_POINTS[contract], *THRESHOLDS[contract]])
    return markdown(head, rows)


def rounding(markdown: Table) -> str:
    """By the last digit of the side with more: the other's last digit, and the game point that is added to both."""
    rows = []
    for contract, name in KINDS.items():
        factor = 2 if contract == NO_TRUMPS else 1
        cells = []
        for digit in range(10):
            other = (factor * int(PACK_POINTS[contract]) - digit) % 10
            added = int(rounded(contract, digit, True)), int(rounded(contract, other, False))
            cells.append(f"{other}: +{added[0]} +{added[1]}" if digit % factor == 0 else "")
        rows.append([name, *cells])
    return markdown(["", *map(str, range(10))], rows)


def examples(markdown: Table) -> str:
    """Deals and what they write."""
    rows = []
    for number, deal in EXAMPLES:
        raw, (first, second, after) = _write(deal, deal.hanging)
        rows.append([number, deal.what, deal.hanging, f"{raw[0]} : {raw[1]}", f"{first} : {second}", after])
    return markdown(["", "deal", "hung before", "points", "written", "hangs"], rows)


def match(markdown: Table) -> str:
    """A match to 151 from its first deal to its last."""
    options = adut.game("belot").options[0]
    totals, hanging, rows = [0, 0], 0, []
    for number, deal in enumerate(MATCH):
        seat = number % 4
        if deal is PASSED:
            rows.append([seat, "all passed", "", "", hanging, f"{totals[0]} : {totals[1]}"])
            continue
        raw, (first, second, hanging) = _write(deal, hanging)
        totals = [totals[0] + first, totals[1] + second]
        end = verdict(options, totals[0], totals[1], first, second, deal.capot != NO_SIDE, hanging)
        text = f"{totals[0]} : {totals[1]}"
        if end == WON:
            text += f", side {int(totals[1] > totals[0])} has won"
        rows.append([seat, deal.what, f"{raw[0]} : {raw[1]}", f"{first} : {second}", hanging, text])
    return markdown(["dealer", "deal", "points", "written", "hangs", "totals"], rows)
