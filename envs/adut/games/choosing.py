"""How the rule-based players of several games choose among cards."""

from __future__ import annotations

from adut.core.intrinsics import lowest_bit
from adut.core.random import below, next_key
from adut.core.rule import inlined, rule


@inlined
def keep_better(best: int, best_value: int, ties: int, card: int, value: int, number: int) -> tuple[int, int, int]:
    """The better of the best card so far (-1: none) and another one, with its value; equal ones are drawn by lot, from a key.

    Returns:
        The best card, its value, and how many cards of that value have followed one another, for the next call.
    """
    ties = ties + 1 if best >= 0 and value == best_value else 1
    if best < 0 or value > best_value or (value == best_value and below(next_key(number, card), ties) == 0):
        return card, value, ties
    return best, best_value, ties


@rule
def highest_bit(cards: int) -> int:
    """The highest card of a set that is not empty."""
    while cards & (cards - 1) != 0:
        cards &= cards - 1
    return lowest_bit(cards)


@rule
def duck(cards: int, best: int) -> int:
    """The highest of some cards of a suit below the best one; the lowest if all are above. Ids ascend with the ranks."""
    lower = cards & (1 << best) - 1
    return highest_bit(lower) if lower else lowest_bit(cards)
