"""What the cards of one suit are worth: the terms in which the referee's lists are written (section 10 of the rules).

A holding is the eight bits of a suit's cards, rank r (7 8 9 10 J Q K A) at bit r. The rules look holdings up in tables.
"""

from __future__ import annotations

from adut.core.cards import RANK_LETTERS
from adut.core.record import table
from adut.core.rule import inlined

NUM_HOLDINGS = 256
CORRECT_BIDS = ("AK", "AQJ", "AJT9", "KQJ", "KJT9", "QJT9")
"""The holdings of the list in 10.2, beside any five cards and any four with ace and queen."""
GRADE_AK, GRADE_AQ, GRADE_A, GRADE_KQ, GRADE_KX, GRADE_QXX = 6, 5, 4, 3, 2, 1
HALF_TRICKS_OF_GRADE = (0, 1, 1, 2, 2, 3, 4)
"""What a side suit of each grade is expected to win, in half tricks (10.3)."""


def ranks_of(holding: int) -> list[int]:
    """The ranks in a holding, ascending."""
    return [rank for rank in range(8) if holding >> rank & 1]


def _holds(holding: int, letters: str) -> bool:
    return all(holding >> RANK_LETTERS.index(letter) & 1 for letter in letters)


def _covers(holding: int, pattern: str, literal: bool) -> bool:
    """Whether a holding has the cards of a pattern, or at least as high ones in their places."""
    if literal:
        return _holds(holding, pattern)
    own = ranks_of(holding)[::-1]
    wanted = [RANK_LETTERS.index(letter) for letter in pattern]
    return len(own) >= len(wanted) and all(mine >= theirs for mine, theirs in zip(own, wanted, strict=False))


def is_correct_suit(holding: int, literal: bool) -> bool:
    """Whether a holding is one on which a suit may be bid (10.2)."""
    length = len(ranks_of(holding))
    return (
        length >= 5
        or (length >= 4 and _holds(holding, "AQ"))
        or any(_covers(holding, pattern, literal) for pattern in CORRECT_BIDS)
    )


def grade(holding: int) -> int:
    """The grade of a side suit, 0 to 6 (10.3)."""
    length = len(ranks_of(holding))
    if _holds(holding, "AK"):
        return GRADE_AK
    if _holds(holding, "AQ"):
        return GRADE_AQ
    if _holds(holding, "A"):
        return GRADE_A
    if _holds(holding, "KQ"):
        return GRADE_KQ
    if _holds(holding, "K") and length >= 2:
        return GRADE_KX
    return GRADE_QXX if _holds(holding, "Q") and length >= 3 else 0


def sure_tricks(holding: int) -> int:
    """How many tricks a suit wins whatever the others hold (10.3)."""
    own = ranks_of(holding)[::-1]
    missing = [rank for rank in range(8) if rank not in own]
    return max((k + 1 for k, rank in enumerate(own) if len(own) - (k + 1) >= sum(other > rank for other in missing)), default=0)


def is_betl_safe(holding: int) -> bool:
    """Whether a suit that others lead never wins a trick (10.5)."""
    own = ranks_of(holding)
    missing = [rank for rank in range(8) if rank not in own]
    return all(mine < other for mine, other in zip(own, missing, strict=False))


def is_betl_lead(holding: int) -> bool:
    """Whether a suit stays safe when its lowest card was led and only the highest missing card fell on it (10.5)."""
    own = ranks_of(holding)
    missing = [rank for rank in range(8) if rank not in own][:-1]
    return bool(own) and is_betl_safe(holding) and all(mine < other for mine, other in zip(own[1:], missing, strict=False))


GRADE = table([grade(holding) for holding in range(NUM_HOLDINGS)])
SURE_TRICKS = table([sure_tricks(holding) for holding in range(NUM_HOLDINGS)])
HALF_TRICKS = table(HALF_TRICKS_OF_GRADE)
CORRECT_SUIT = table([[is_correct_suit(holding, literal) for holding in range(NUM_HOLDINGS)] for literal in (False, True)])
"""[ref_bid_pattern, holding]"""
BETL_SAFE = table([is_betl_safe(holding) for holding in range(NUM_HOLDINGS)])
BETL_LEAD = table([is_betl_lead(holding) for holding in range(NUM_HOLDINGS)])


@inlined
def holding(cards: int, suit: int) -> int:
    """The holding of a suit in a set of cards."""
    return cards >> 8 * suit & 255
