"""How safe the rule-based player takes a misere to be: suit by suit, from all ways in which the missing cards may lie.

A suit is *caught* if the defenders, who see both their hands and lead it as often and from whichever hand they like, can make
the declarer win a trick in it. `RISK` counts the ways in which the missing cards may lie with two defenders of ten cards each:
in how many of a thousand the suit is caught. `RISK_OF_LEAD` is the same if the declarer first leads the suit himself.
"""

from __future__ import annotations

from adut.core.cards import NUM_SUITS
from adut.core.record import Ints, table
from adut.core.rule import inlined, rule
from adut.games.card_places import ALWAYS


def numbers(text: str) -> Ints:
    """A table from numbers that are written in rows."""
    return table([int(number) for number in text.split()])


RISK = numbers(
    """
       0    0    3    0  529    0  119    0  793   33  130    0  624    0  667    0
     916  438  503    0  745    0  667    0  865  458  799    0  930    0  458    0
     971  720  763  218  865  218  764    0  916  493  834    0  965    0  458    0
     967  826  930    0  965    0  458    0 1000  458  520    0  861    0  737    0
     992  897  919  598  951  598  861    0  967  721  896    0  965    0  458    0
     984  861  930    0  965    0  458    0 1000  458  520    0  861    0  737    0
    1000 1000 1000  272 1000  272  520    0 1000  458  520    0  861    0  737    0
    1000  791  791    0  930    0  737    0 1000  474  868    0 1000    0  474    0
    1000 1000 1000 1000 1000 1000 1000   87 1000 1000 1000   87 1000   87  458    0
    1000 1000 1000   87 1000   87  458    0 1000  458  520    0  861    0  737    0
    1000 1000 1000  272 1000  272  520    0 1000  458  520    0  861    0  737    0
    1000  791  791    0  930    0  737    0 1000  474  868    0 1000    0  474    0
    1000 1000 1000  582 1000  582  582    0 1000  582  582    0  861    0  737    0
    1000  791  791    0  930    0  737    0 1000  474  868    0 1000    0  474    0
    1000 1000 1000  211 1000  211  737    0 1000  474  868    0 1000    0  474    0
    1000 1000 1000    0 1000    0  474    0 1000  474  474    0 1000    0 1000    0
    """
)
"""[cards of a suit, rank r at bit r] per mille."""
RISK_OF_LEAD = numbers(
    """
    1000    0    3    0  529   11  119    0  793  537  624    0  624   33  667    0
     916  800  865  241  865  241  772    0  865  721  930    0  930   87  458    0
     971  924  967  717  967  717  930    0  967  896  965    0  965   87  458    0
     967  930 1000   87 1000   87  458    0 1000  861  861    0  861  211  737    0
     992  978 1000  946 1000  946 1000   87 1000 1000 1000   87 1000   87  458    0
    1000 1000 1000   87 1000   87  458    0 1000  861  861    0  861  211  737    0
    1000 1000 1000  458 1000  458  582    0 1000  861  861    0  861  211  737    0
    1000 1000 1000  211 1000  211  737    0 1000  737 1000    0 1000  474  474    0
    1000 1000 1000 1000 1000 1000 1000   87 1000 1000 1000   87 1000   87  458    0
    1000 1000 1000   87 1000   87  458    0 1000  861  861    0  861  211  737    0
    1000 1000 1000  458 1000  458  582    0 1000  861  861    0  861  211  737    0
    1000 1000 1000  211 1000  211  737    0 1000  737 1000    0 1000  474  474    0
    1000 1000 1000  582 1000  582  582    0 1000  861  861    0  861  211  737    0
    1000 1000 1000  211 1000  211  737    0 1000  737 1000    0 1000  474  474    0
    1000 1000 1000  211 1000  211  737    0 1000  737 1000    0 1000  474  474    0
    1000 1000 1000    0 1000  474  474    0 1000  474  474    0 1000    0 1000 1000
    """
)
"""The same; 1000 where there is nothing to lead."""
KEPT_ONE, KEPT_TWO = 850, 580
"""Per mille: how much of the chance remains if one card of the talon, or both, have to be kept for cards of the hand."""


@inlined
def cards_in(cards: int, suit: int) -> int:
    """The cards of a suit, rank r at bit r."""
    return cards >> 8 * suit & 255


@rule
def chance_of_misere(cards: int, leads: bool) -> int:
    """The chance that ten cards win no trick; a declarer who leads picks the suit for it that costs him least."""
    chance = ALWAYS
    for suit in range(NUM_SUITS):
        chance = chance * (ALWAYS - RISK[cards_in(cards, suit)]) // ALWAYS
    if not leads:
        return chance
    best = 0
    for suit in range(NUM_SUITS):
        mine = cards_in(cards, suit)
        safe = ALWAYS - RISK[mine]
        if safe > 0:
            best = max(best, chance * (ALWAYS - RISK_OF_LEAD[mine]) // safe)
    return best


@rule
def chance_with_talon(cards: int, leads: bool) -> int:
    """The chance of ten cards in a misere whose talon is still to be seen: both its cards are laid away again, or one or two
    cards of the hand in their place."""
    best = chance_of_misere(cards, leads)
    first = cards
    while first != 0:
        one = first & -first
        first &= first - 1
        best = max(best, chance_of_misere(cards & ~one, leads) * KEPT_ONE // ALWAYS)
        second = first
        while second != 0:
            two = second & -second
            second &= second - 1
            best = max(best, chance_of_misere(cards & ~one & ~two, leads) * KEPT_TWO // ALWAYS)
    return best
