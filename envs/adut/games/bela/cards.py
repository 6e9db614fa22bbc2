"""Cards of Bela: which may be played, and what declarations are worth and which is best (sections 3 and 6 of the rules)."""

from __future__ import annotations

from adut.core.cards import ACE, RANKS_PER_SUIT
from adut.core.record import table
from adut.core.rule import inlined, rule
from adut.games.bela.layout import WORTH
from adut.games.bela.options import BELOT_DECLARATION_1001, DETAIL_VALUE, SHARED_ALLOWED, BelaOptions
from adut.games.belote_cards import STRONGER, SUIT_CARDS
from adut.games.declarations import (
    EIGHT_IN_A_ROW,
    FOURS_IN_NATURAL_ORDER,
    FOURS_IN_TRICK_ORDER,
    LENGTH,
    NO_DECLARATION,
    NUM_DECLARATIONS,
    NUM_PLACES,
    POINTS,
    TOP,
    cards_at,
    declaration_at,
    strengths,
    suit_at,
)

BELOT_1001 = NUM_DECLARATIONS
"""Eight in a row with belot_rule=declaration_1001: a declaration above all others."""
FIRST_WORTH = NUM_DECLARATIONS + 1
"""What is announced with announce_detail=value: FIRST_WORTH + index into WORTH."""
SAID_BELA = FIRST_WORTH + len(WORTH)
"""What is told where bela says itself (bela_mode=auto)."""

_POINTS = [*(int(POINTS[number]) for number in range(NUM_DECLARATIONS)), WORTH[-1]]
DECLARED_POINTS = table(_POINTS)
"""[declaration] its points; BELOT_1001 is one of them."""
WORTH_OF = table([0, *(WORTH.index(points) for points in _POINTS), *range(len(WORTH))])
"""[1 + announcement] the index into WORTH of what it is worth; 0 for nothing."""
ANNOUNCED_LENGTH = table([0, *(int(LENGTH[number]) for number in range(NUM_DECLARATIONS)), RANKS_PER_SUIT, *[0] * len(WORTH)])
"""[1 + announcement] the length of the run, 0 where there is none or it is not told."""
ANNOUNCED_TOP = table([-1, *(int(TOP[number]) for number in range(NUM_DECLARATIONS)), ACE, *[-1] * len(WORTH)])
"""[1 + announcement] the rank of the top card or of the four, -1 where there is none or it is not told."""

_ABOVE_ALL = 1 << 30
DECLARATION_STRENGTH = table(
    [
        [[*strengths(by_length, fours), _ABOVE_ALL] for fours in (FOURS_IN_NATURAL_ORDER, FOURS_IN_TRICK_ORDER, ())]
        for by_length in (True, False)
    ]
)
"""[run_compare, fours_order, declaration]: the stronger declaration has the greater number."""


@inlined
def playable(trump: int, led: int, best: int, hand: int, exempt: bool) -> int:
    """The cards of a hand that may be played to a trick (section 6). Without branches: hands are hard to predict.

    Args:
        trump: the trump suit.
        led: the suit that was led, below zero for the leader.
        best: the card that wins the trick so far.
        hand: a set of cards.
        exempt: whether that card is a partner's that need not be beaten (partner_exempt).
    """
    same = hand & SUIT_CARDS[led & 3]
    trumps = hand & SUIT_CARDS[trump]
    follows = same != 0
    suit = same if follows else trumps
    ruffed = best >> 3 == trump
    must_beat = (follows & (not ruffed or led == trump)) | ((not follows) & ruffed)
    stronger = suit & STRONGER[trump, best & 31]
    cards = stronger if must_beat & (not exempt) & (stronger != 0) else suit
    is_free = (led < 0) | (suit == 0) | ((not follows) & exempt)
    return hand if is_free else cards


@inlined
def declaration_in(o: BelaOptions, hand: int, place: int) -> int:
    """The declaration at a place of a hand, BELOT_1001 for a belot that is one; NO_DECLARATION if there is none."""
    number = declaration_at(hand, o.shared_card == SHARED_ALLOWED, place)
    if number == EIGHT_IN_A_ROW and o.belot_rule == BELOT_DECLARATION_1001:
        return BELOT_1001
    return number


@rule
def declared_points(o: BelaOptions, hand: int) -> int:
    """What all declarations of a hand are worth."""
    points = 0
    for place in range(NUM_PLACES):
        number = declaration_in(o, hand, place)
        if number >= 0:
            points += DECLARED_POINTS[number]
    return points


@rule
def declared_cards(o: BelaOptions, hand: int) -> int:
    """The cards of all declarations of a hand."""
    cards = 0
    for place in range(NUM_PLACES):
        number = declaration_in(o, hand, place)
        if number >= 0:
            cards |= cards_at(EIGHT_IN_A_ROW if number == BELOT_1001 else number, place)
    return cards


@rule
def best_declaration(o: BelaOptions, hand: int) -> int:
    """The strongest declaration of a hand, NO_DECLARATION if there is none (section 3)."""
    best = NO_DECLARATION
    for place in range(NUM_PLACES):
        number = declaration_in(o, hand, place)
        if number >= 0 and (best < 0 or declaration_strength(o, number) > declaration_strength(o, best)):
            best = number
    return best


@inlined
def declaration_strength(o: BelaOptions, number: int) -> int:
    """A number by which declarations are compared (section 3)."""
    return DECLARATION_STRENGTH[o.run_compare, o.fours_order, number]


@rule
def has_trump_run(o: BelaOptions, hand: int, trump: int) -> bool:
    """Whether a run in trump is among the strongest declarations of a hand (declaration_tie=trump_earlier)."""
    strongest = declaration_strength(o, best_declaration(o, hand))
    for place in range(NUM_PLACES):
        number = declaration_in(o, hand, place)
        if number >= 0 and suit_at(place) == trump and declaration_strength(o, number) == strongest:
            return True
    return False


@inlined
def announcement(o: BelaOptions, number: int) -> int:
    """What a player says who reports a declaration (5.7): the declaration, or its worth alone."""
    return FIRST_WORTH + WORTH_OF[1 + number] if o.announce_detail == DETAIL_VALUE else number
