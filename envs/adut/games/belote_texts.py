"""Texts of games of the belote family: declarations, hands in order, the score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adut.core.cards import NUM_SUITS, RANKS_PER_SUIT, card_list
from adut.games.belote_cards import NO_TRUMPS, STRENGTH
from adut.games.declarations import FIRST_FOUR, LENGTH, POINTS, TOP

RANK_NAMES = ("seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
RUN_NAMES = {3: "run of three", 4: "run of four", 5: "run of five", 6: "run of six", 7: "run of seven", 8: "run of eight"}


def declaration_text(number: int) -> str:
    """The text of a declaration: `run of four to the ace (50)`, `four jacks (200)`."""
    rank, points = RANK_NAMES[TOP[number]], POINTS[number]
    if number >= FIRST_FOUR:
        return f"four {rank}s ({points})"
    return f"{RUN_NAMES[LENGTH[number]]} to the {rank} ({points})"


def sorted_hand(cards: int, contract: int) -> list[int]:
    """Cards in the order in which a player holds them: trumps first, then suits, high to low; below zero for no contract."""
    order = NO_TRUMPS if contract < 0 else contract

    def place(card: int) -> tuple[int, int]:
        suit = card // RANKS_PER_SUIT
        return (-1 if suit == contract else NUM_SUITS - 1 - suit, -int(STRENGTH[order, card]))

    return sorted(card_list(cards), key=place)


def score_sheet(rows: Iterable[Sequence[str]], totals: Sequence[int], pot: int, heads: Sequence[str]) -> str:
    """The sheet as it is written: a column a side, a row a deal, the totals below a line.

    Args:
        rows: the deals, one text a side.
        totals: of the match so far.
        pot: points that hang.
        heads: the names of the sides.
    """
    width = max(map(len, heads)) + 2
    lines = ["".join(f"{text:>{width}}" for text in row) for row in (heads, *rows)]
    lines += [" " + "=" * (width * len(totals) - 1), "".join(f"{total:>{width}}" for total in totals)]
    return "\n".join(lines + ([f"{pot} points hang"] if pot else []))
