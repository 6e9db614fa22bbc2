"""The rule-based player's calls, exchange, discards and declarations.

- Trump is called if the best suit is worth more than passing. What a call is worth is measured against passing, so it is in
  it that the others may call if one does not, that the dealer is forced, and what the talon brings. With two and three players
  the caller takes two cards more and counts what he lays away: there even a modest hand is called, and falls do not cost much.
- Of twelve cards the two are laid away without which the hand is worth most, with the points that they bring home for
  certain: tens that would fall to their ace, low cards that leave a void, hardly ever a trump or a card of a declaration.
- The seven of trump is exchanged for any other trump, unless that breaks a run.
- Declarations are reported, since they count for nothing else, but for those that are beaten already: these would only tell the
  others what one holds. Bela is always said: it is sure.
"""

from __future__ import annotations

from adut.core.cards import NUM_SUITS, RANKS_PER_SUIT
from adut.core.cards import SEVEN as RANK_SEVEN
from adut.core.intrinsics import lowest_bit, popcount
from adut.core.rule import inlined, rule
from adut.games.bela.cards import (
    FIRST_WORTH,
    WORTH_OF,
    announcement,
    best_declaration,
    declaration_strength,
    declared_points,
)
from adut.games.bela.layout import CALL_OF_SUIT, NO, PASS, YES
from adut.games.bela.options import THREE_MILD, BelaOptions
from adut.games.bela.player_cards import is_friend
from adut.games.bela.player_hand import (
    FOUR_CALL,
    THREE_CALL,
    THREE_DISCARD,
    THREE_TURNED,
    TURNED,
    TWO_CALL,
    TWO_DISCARD,
    TWO_PLAIN,
    worth_of,
)
from adut.games.bela.table import NOT_ANNOUNCED, BelaTable, has_middle, has_turned_card, place_of
from adut.games.belote_cards import CARD_POINTS, points_of

FALL_WITH_THREE = (0, -250, -490)
"""With three players: what it takes off a call, in tenths of a point, that the points of a caller who falls vanish, go to the
higher opponent, or to both."""
MILD = 190
"""With three players: what it adds that more than each opponent is enough."""
LAID_POINT = (0, 0, 0, 0, 0, 19, 21)
"""[what is judged] the worth of each card point that is laid away, in tenths of a point."""
NO_CALL = -(10**6)
"""The worth of a call that cannot be made."""
KEPT = 10
"""The cards that a caller keeps of twelve."""


@rule
def may(v: BelaTable, action: int) -> bool:
    """Whether an action is legal."""
    return (v.legal[action >> 5] >> (action & 31)) & 1 != 0


@rule
def best_call(v: BelaTable, o: BelaOptions) -> tuple[int, int]:
    """The best legal call and what it is worth."""
    judged = judged_before_call(v, o)
    best = NO_CALL
    action = PASS
    for suit in range(NUM_SUITS):
        if may(v, CALL_OF_SUIT[suit]):
            worth = worth_of(o, cards_for(v, o, suit), suit, judged, v.passes)
            if o.players == 2 and v.turned >> 3 == suit:
                worth += TURNED[v.turned & 7]
            if o.players == 3:
                worth += FALL_WITH_THREE[o.three_fall] + (MILD if o.three_success == THREE_MILD else 0)
            if worth > best:
                best = worth
                action = CALL_OF_SUIT[suit]
    return action, best


@inlined
def judged_before_call(v: BelaTable, o: BelaOptions) -> int:
    """The row of the tables for a hand before the call."""
    if o.players == 4:
        return FOUR_CALL
    if o.players == 3:
        return THREE_TURNED if has_turned_card(o) else THREE_CALL
    return TWO_CALL if has_middle(o) else TWO_PLAIN


@rule
def cards_for(v: BelaTable, o: BelaOptions, suit: int) -> int:
    """The cards that a caller of a suit is sure of: with three players also the turned card, with two an exchanged one."""
    cards = v.hands[v.seat]
    if v.turned >= 0 and o.players == 3:
        return cards | 1 << v.turned
    seven = 1 << (RANKS_PER_SUIT * suit + RANK_SEVEN)
    if o.players == 2 and o.two_seven_exchange and v.turned >> 3 == suit and cards & seven:
        return cards ^ seven | 1 << v.turned
    return cards


@rule
def call(v: BelaTable, o: BelaOptions) -> int:
    """Call the best suit if it is worth more than to pass."""
    action, worth = best_call(v, o)
    return PASS if worth <= 0 and may(v, PASS) else action


@rule
def exchange(v: BelaTable, o: BelaOptions) -> int:
    """Exchange the seven of trump for the turned card unless a declaration loses more by it than the trump gains."""
    cards = v.hands[v.seat]
    seven = RANKS_PER_SUIT * v.trump + RANK_SEVEN
    if not may(v, YES):
        return NO
    after = cards ^ (1 << seven) | 1 << v.turned
    gain = CARD_POINTS[v.trump, v.turned] + declared_points(o, after) - declared_points(o, cards)
    return YES if gain >= 0 else NO


@rule
def discard(v: BelaTable, o: BelaOptions) -> int:
    """The next of the two cards to lay away."""
    cards = v.hands[v.seat]
    judged = THREE_DISCARD if o.players == 3 else TWO_DISCARD
    place = place_of(v, o, v.seat)
    second_due = popcount(cards) == KEPT + 1
    best = NO_CALL
    card = 0
    first = cards
    while first != 0:
        one = first & -first
        first &= first - 1
        second = one if second_due else first
        while second != 0:
            pair = one | (second & -second)
            second &= second - 1
            worth = worth_of(o, cards & ~pair, v.trump, judged, place) + LAID_POINT[judged] * points_of(v.trump, pair)
            if worth > best:
                best = worth
                card = lowest_bit(pair)
    return card


@rule
def declare(v: BelaTable, o: BelaOptions) -> int:
    """Report what there is, unless it is beaten for certain and would only tell the others about the hand."""
    return NO if not may(v, YES) or is_beaten(v, o) else YES


@rule
def is_beaten(v: BelaTable, o: BelaOptions) -> bool:
    """Whether an opponent has reported something better than anything on the own side, and no partner is still to speak."""
    mine = best_declaration(o, v.hands[v.seat])
    ours = said_strength(o, announcement(o, mine))
    theirs = 0
    for seat in range(o.players):
        friend = is_friend(v, o, seat)
        if friend and place_of(v, o, seat) > place_of(v, o, v.seat):
            return False
        if v.announced[seat] != NOT_ANNOUNCED:
            strength = said_strength(o, v.announced[seat] - 1)
            ours = max(ours, strength if friend else 0)
            theirs = max(theirs, 0 if friend else strength)
    return theirs > ours


@inlined
def said_strength(o: BelaOptions, said: int) -> int:
    """A number by which announcements are compared: the points alone where no more is told."""
    return declaration_strength(o, said) if said < FIRST_WORTH else 1 + WORTH_OF[said]
