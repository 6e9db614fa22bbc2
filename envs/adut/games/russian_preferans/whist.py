"""The tree of whists: who defends, together or for his own, and who returns the whist (P5 of the rules)."""

from __future__ import annotations

from adut.core.history import SHOWN_CARD, log_cards
from adut.core.record import table
from adut.core.rule import inlined, rule
from adut.core.table import turn
from adut.games.russian_preferans.layout import (
    FOR_OWN,
    LOOK_FIRST,
    LOOK_SECOND,
    MISERE_CONTRACT,
    PASS,
    SAY_WHIST,
    TOGETHER,
    WHIST,
)
from adut.games.russian_preferans.options import TEN_CHECKED, RussianPreferansOptions
from adut.games.russian_preferans.seats import nibble
from adut.games.russian_preferans.table import (
    ACTIVE,
    SAID_OWN,
    SAID_PASS,
    SAID_TOGETHER,
    SAID_WHIST,
    RussianPreferansTable,
)

FIRST, SECOND_AFTER_WHIST, FIRST_AGAIN, SECOND_AFTER_PASS = range(4)
FIRST_RETURNS, SECOND_RETURNS, DEALER_LOOKS, DEALER_DECIDES = range(4, 8)
"""The nodes of the tree: which question is asked."""
ASKS_ON, NO_PLAY, TO_PLAY = range(3)
"""What a declaration leads to."""

OWN_LEVELS = table([6 | 7 << 4, 6, 7, 0])
"""[own_levels] the levels with for own, four bits each."""


@inlined
def level_of(contract: int) -> int:
    """The tricks that a game promises."""
    return 6 + contract // 5


@inlined
def has_own(o: RussianPreferansOptions, contract: int) -> bool:
    """Whether a defender may go for his own against a contract."""
    levels, level = OWN_LEVELS[o.own_levels], level_of(contract)
    return levels & 15 == level or levels >> 4 == level


@inlined
def is_checked_ten(contract: int, o: RussianPreferansOptions) -> bool:
    """Whether a contract is a ten that is played openly for nothing."""
    return o.ten == TEN_CHECKED and contract < MISERE_CONTRACT and level_of(contract) == 10


@inlined
def first_defender(s: RussianPreferansTable) -> int:
    """F: the defender after the declarer."""
    return nibble(s.after, s.declarer)


@inlined
def second_defender(s: RussianPreferansTable) -> int:
    """S: the other one."""
    return nibble(s.after, nibble(s.after, s.declarer))


@rule
def legal_declarations(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """P5: what may be declared."""
    says = 1 << PASS - 32
    node = s.node
    own = has_own(o, s.contract)
    if node in (FIRST, SECOND_AFTER_WHIST):
        says |= 1 << SAY_WHIST - 32
    elif node == DEALER_LOOKS:
        says |= 1 << LOOK_FIRST - 32 | 1 << LOOK_SECOND - 32
    elif node == FIRST_AGAIN:
        says = 1 << TOGETHER - 32 | 1 << FOR_OWN - 32
    else:
        says |= 1 << TOGETHER - 32
        if node == SECOND_AFTER_PASS and own:
            says |= 1 << FOR_OWN - 32
            if not o.second_pass_on_own_levels:
                says &= ~(1 << PASS - 32)
    s.legal[1] = says


@inlined
def ask(s: RussianPreferansTable, node: int, seat: int) -> int:
    """Ask the next question."""
    s.node = node
    turn(s, seat)
    return ASKS_ON


@rule
def ask_dealer(s: RussianPreferansTable, may_return: int, players: int) -> int:
    """The dealer of four may look at a hand; nobody else is left to ask."""
    return ask(s, DEALER_LOOKS, s.dealer) if may_return and players > ACTIVE else NO_PLAY


@inlined
def single_whist(s: RussianPreferansTable, whister: int, seat: int, partner: int, returned: int) -> int:
    """A whister with the cards of a seat calls its partner."""
    s.whister = whister
    s.whist_seat = seat
    s.partner = partner
    s.returned = returned
    s.own = -1
    return TO_PLAY


@rule
def declare(s: RussianPreferansTable, o: RussianPreferansOptions, action: int) -> int:
    """P5: a declaration. Returns what it leads to."""
    node, seat = s.node, s.actor
    first, second = first_defender(s), second_defender(s)
    said = SAID_PASS
    if action == SAY_WHIST:
        said = SAID_WHIST
    elif action == TOGETHER:
        said = SAID_TOGETHER
    elif action == FOR_OWN:
        said = SAID_OWN
    if node in (FIRST, SECOND_AFTER_WHIST, SECOND_AFTER_PASS):
        s.first_said[seat] = said
    elif action != LOOK_FIRST and action != LOOK_SECOND:
        s.then_said[seat] = said

    if node == FIRST:
        return ask(s, SECOND_AFTER_WHIST if action == SAY_WHIST else SECOND_AFTER_PASS, second)
    if node == SECOND_AFTER_WHIST:
        if action == SAY_WHIST:
            return whist_by_both(s)
        if has_own(o, s.contract) and o.own_after_second_pass:
            return ask(s, FIRST_AGAIN, first)
        return single_whist(s, first, first, second, 0)
    if node == DEALER_LOOKS:
        if action == PASS:
            return NO_PLAY
        s.looked = first if action == LOOK_FIRST else second
        s.seen_hands[s.looked] = s.hands[s.looked]
        log_cards(s, SHOWN_CARD, s.looked, s.hands[s.looked], 1 << s.dealer)
        s.node = DEALER_DECIDES
        s.seat = s.looked
        return ASKS_ON
    if action == TOGETHER:
        if node == DEALER_DECIDES:
            return single_whist(s, seat, s.looked, second if s.looked == first else first, 1)
        returned = 1 if node in (FIRST_RETURNS, SECOND_RETURNS) else 0
        return single_whist(s, seat, seat, second if seat == first else first, returned)
    if action == FOR_OWN:
        s.own = seat
        if node == SECOND_AFTER_PASS:
            return ask(s, FIRST_RETURNS, first) if o.return_first else ask_dealer(s, o.return_dealer, o.players)
        if not o.return_after_first_own:
            return NO_PLAY
        return ask(s, SECOND_RETURNS, second) if o.return_first else ask_dealer(s, o.return_dealer, o.players)
    if node == SECOND_AFTER_PASS:
        return NO_PLAY if has_own(o, s.contract) else ask_dealer(s, o.dealer_whist_8plus, o.players)
    if node == DEALER_DECIDES:
        return NO_PLAY
    return ask_dealer(s, o.return_dealer, o.players)


@inlined
def whist_by_both(s: RussianPreferansTable) -> int:
    """Both defend, each with his own cards, closed."""
    s.both_whist = 1
    return TO_PLAY


@rule
def begin_defence(s: RussianPreferansTable, o: RussianPreferansOptions) -> int:
    """The contract is named: misere, the checked ten and Stalingrad are played at once, others are whisted."""
    if s.contract == MISERE_CONTRACT or is_checked_ten(s.contract, o):
        return TO_PLAY
    if s.contract == 0 and o.stalingrad:
        return whist_by_both(s)
    s.phase = WHIST
    return ask(s, FIRST, first_defender(s))
