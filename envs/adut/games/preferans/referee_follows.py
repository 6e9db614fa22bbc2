"""The referee on follows: the least on which a defender may follow (10.3 of the rules)."""

from __future__ import annotations

from adut.core.cards import TEN
from adut.core.intrinsics import popcount
from adut.core.rule import inlined, rule
from adut.games.preferans.holdings import GRADE, GRADE_AQ, GRADE_KQ, SURE_TRICKS, holding
from adut.games.preferans.layout import BETL, TRUMP_OF
from adut.games.preferans.options import LIST_A_ALL
from adut.games.preferans.referee_bids import half_tricks

FOLLOW_HALF_TRICKS = 4
"""Two tricks."""


@rule
def side_grades(hand: int, trump: int) -> int:
    """The grades of the side suits, highest first, as the digits of a number of base 8; a missing fourth suit is 0."""
    digits = 0
    for rank in range(6, 0, -1):
        for suit in range(4):
            if suit != trump and GRADE[holding(hand, suit)] == rank:
                digits = digits << 3 | rank
    count = 0
    rest = digits
    while rest != 0:
        count += 1
        rest >>= 3
    return digits << 3 * (4 - count)


@inlined
def has_grades(grades: int, first: int, second: int, third: int) -> bool:
    """Whether the sorted grades of the side suits are at least as high as a line of a list, place by place."""
    return grades >> 9 >= first and (grades >> 6 & 7) >= second and (grades >> 3 & 7) >= third


@rule
def follows_by_list_a(hand: int, trump: int, second: bool) -> bool:
    """List A: games from the hand. `second`: the other defender has said that he follows."""
    trumps = holding(hand, trump) if trump >= 0 else 0
    sure, length = SURE_TRICKS[trumps], popcount(trumps)
    side = side_grades(hand, trump)
    if second:
        return (
            sure >= 2
            or has_grades(side, 4, 4, 1)
            or has_grades(side, 4, 3, 2)
            or length >= 4
            or (sure >= 1 and has_grades(side, 4, 1, 0))
        )
    return (
        (sure >= 1 and has_grades(side, 3, 1, 0))
        or has_grades(side, 4, 4, 1)
        or has_grades(side, 4, 3, 2)
        or has_grades(side, 5, 5, 0)
        or (length >= 3 and has_grades(side, 4, 4, 0))
    )


@rule
def follows_by_list_b(hand: int, trump: int, second: bool, talon: int) -> bool:
    """List B: bought suit games that the declarer leads. `talon`: its cards, 0 if they were not shown."""
    trumps = holding(hand, trump)
    sure, length = SURE_TRICKS[trumps], popcount(trumps)
    side = side_grades(hand, trump)
    if second:
        return (
            (sure >= 1 and has_grades(side, 2, 2, 0))
            or has_grades(side, 4, 2, 2)
            or (length >= 4 and has_grades(side, 4, 0, 0))
            or sure >= 2
        )
    if sure >= 1:
        for suit in range(4):
            if suit != trump and holding(talon, suit) and GRADE[holding(hand, suit)] >= GRADE_KQ:
                return True
    return (
        (sure >= 1 and has_grades(side, 4, 0, 0))
        or (length >= 2 and has_grades(side, 4, 4, 0))
        or (length >= 2 and has_grades(side, 4, 2, 1))
        or (length >= 4 and trumps >> TEN != 0 and has_grades(side, 2, 0, 0))
    )


@rule
def follows_by_list_c(hand: int, talon: int) -> bool:
    """List C: any bought game; both cards of the talon are of one suit of which the defender holds A K or A Q."""
    for suit in range(4):
        if popcount(holding(talon, suit)) == 2 and GRADE[holding(hand, suit)] >= GRADE_AQ:
            return True
    return False


@rule
def follow_min(hand: int, contract: int, in_hand: bool, second: bool, talon: int, declarer_leads: bool, scope: int) -> bool:
    """Whether a hand has the least on which a defender may follow (10.3).

    Args:
        hand: ten cards.
        contract: 2 pik to 7 sans.
        in_hand: the declarer plays from the hand.
        second: the other defender has said that he follows.
        talon: its two cards, 0 if they were not shown or lie face down.
        declarer_leads: the declarer is forehand.
        scope: ref_follow_scope, LIST_A_IN_HAND or LIST_A_ALL.
    """
    if contract == BETL:
        return True
    trump = TRUMP_OF[contract]
    if in_hand:
        return follows_by_list_a(hand, trump, second)
    if follows_by_list_c(hand, talon):
        return True
    if trump >= 0 and declarer_leads:
        return follows_by_list_b(hand, trump, second, talon)
    if trump >= 0 and scope == LIST_A_ALL:
        return follows_by_list_a(hand, trump, second)
    return half_tricks(hand, trump) >= FOLLOW_HALF_TRICKS
