"""The tables of skat.md that only Skat has. Each function is given the one that lays a table out."""

from __future__ import annotations

from collections.abc import Callable

from adut.core.cards import RANK_LETTERS
from adut.games.skat.cards import CARD_POINTS
from adut.games.skat.layout import BASE_VALUE, BIDS, BIDS_24X7, BIDS_36X6, CONTRACTS, FIRST_BID, GRAND_OUVERT_BASE, NULL_VALUE

Table = Callable[..., str]


def card_points(markdown: Table) -> str:
    """The card points of the ranks."""
    by_worth = sorted(range(8), key=lambda rank: -CARD_POINTS[rank])
    letters = [RANK_LETTERS[rank] for rank in by_worth]
    return markdown(["rank", *letters], [["points", *(CARD_POINTS[rank] for rank in by_worth)]])


def values(markdown: Table) -> str:
    """Base values and the values of Null."""
    suits = [[CONTRACTS[contract], f"base {BASE_VALUE[contract]}"] for contract in (1, 2, 3, 0, 4)]
    nulls = zip(("null", "null from the hand", "null ouvert", "null ouvert from the hand"), NULL_VALUE)
    grand = [["grand ouvert with `grand_ouvert=36x6`", f"base {GRAND_OUVERT_BASE}"]]
    return markdown(["contract", "value"], [*suits, *grand, *([name, value] for name, value in nulls)])


def bids(markdown: Table) -> str:
    """The bids of both tables with their action ids."""
    rows = []
    for start in range(0, len(BIDS), 10):
        row = [f"{bid}{_mark(bid)}" for bid in BIDS[start : start + 10]]
        rows.append([f"{FIRST_BID + start}-{FIRST_BID + start + len(row) - 1}", *row, *[""] * (10 - len(row))])
    return markdown(["id", *[f"+{step}" for step in range(10)]], rows)


def _mark(bid: int) -> str:
    """The value of `grand_ouvert` that a bid needs."""
    if bid in BIDS_36X6 and bid in BIDS_24X7:
        return ""
    return " (`36x6`)" if bid in BIDS_36X6 else " (`24x7`)"
