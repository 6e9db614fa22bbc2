"""What declarations of Bela tell of whole hands (5.6, 5.7 of the rules).

Of a hand matter the runs that could be its strongest declaration, and the ranks of which it has all four cards: a gist is a
set of cards in runs, and from bit 32 on a bit for each rank whose cards of the suits looked at it all has.
"""

from __future__ import annotations

from adut.core.cards import NUM_CARDS, RANKS_PER_SUIT
from adut.core.intrinsics import lowest_bit
from adut.core.rule import inlined, rule
from adut.games.bela.cards import (
    BELOT_1001,
    FIRST_WORTH,
    WORTH_OF,
    announcement,
    best_declaration,
    declaration_strength,
    declared_cards,
)
from adut.games.bela.layout import DECLARE
from adut.games.bela.options import (
    AUTO,
    BEFORE_LEAD,
    BELOT_DECLARATION_1001,
    BELOT_INSTANT_WIN,
    DETAIL_VALUE,
    TIE_TRUMP_EARLIER,
    BelaOptions,
)
from adut.games.bela.table import NOT_ANNOUNCED, BelaTable
from adut.games.declarations import (
    CARDS_OF_RANK,
    EIGHT_IN_A_ROW,
    RUN_CARDS,
    RUNS_OF_SUIT,
    fours_of,
    has_eight_in_a_row,
)
from adut.games.hidden_cards import IMPOSSIBLE, NOBODY, HiddenCards, demand

REPORTED, SILENT, NO_BELOT = range(3)
"""What a demand is, task[0]: a declaration was announced; there is none; there are not eight cards of a suit. Then follow the
announcement, the cards that were shown, and the ranks that may be fours."""
RANKS = (1 << RANKS_PER_SUIT) - 1
EIGHT = RANKS


@rule
def demand_declarations(v: BelaTable, o: BelaOptions, observer: int, k: HiddenCards) -> None:
    """Demands on the hands of the others, from the beginning of the play on."""
    resolved = v.trick_number > 1 or (o.declare_when == BEFORE_LEAD and v.phase != DECLARE)
    for seat in range(o.players):
        if seat == observer:
            continue
        reported = v.announced[seat] != NOT_ANNOUNCED
        asked = resolved or o.declare_when == BEFORE_LEAD or v.trick[seat] >= 0 or v.seat == seat
        base = v.played[seat] | k.known[seat]
        possible = base | k.may[seat]
        if reported:
            what = REPORTED
        elif asked and o.declaration_mode == AUTO:
            what = SILENT
        elif o.belot_rule == BELOT_INSTANT_WIN and has_eight_in_a_row(possible):
            what = NO_BELOT
        else:
            continue
        number = demand(k, seat, NOBODY, base)
        k.task[number, 0] = what
        k.task[number, 1] = v.announced[seat] - 1
        k.task[number, 2] = v.shown[seat]
        k.task[number, 3] = fours_of(possible)
        if reported and resolved and (o.announce_detail == DETAIL_VALUE or o.declaration_tie == TIE_TRUMP_EARLIER):
            k.unsettled = 1  # whose declarations count may have told more


@rule
def gist(v: BelaTable, o: BelaOptions, k: HiddenCards, number: int, suit: int, cards: int, pile: int) -> int:
    """What matters of the cards of a suit."""
    ranks = cards >> RANKS_PER_SUIT * suit & RANKS
    what, said, shown = k.task[number, 0], k.task[number, 1], k.task[number, 2]
    if ranks == EIGHT and o.belot_rule == BELOT_INSTANT_WIN:
        return IMPOSSIBLE
    if what == NO_BELOT:
        return 0
    kept = 0
    for i in range(2):
        run = RUNS_OF_SUIT[ranks, i]
        if run < 0:
            continue
        if what == SILENT:
            return IMPOSSIBLE
        declaration = BELOT_1001 if run == EIGHT_IN_A_ROW and o.belot_rule == BELOT_DECLARATION_1001 else run
        stronger = compare(o, declaration, said)
        if stronger > 0:
            return IMPOSSIBLE
        if shown != 0 or stronger == 0:
            kept |= RUN_CARDS[run]
    return kept << RANKS_PER_SUIT * suit | (ranks & k.task[number, 3]) << NUM_CARDS


@inlined
def compare(o: BelaOptions, declaration: int, said: int) -> int:
    """Above zero if a declaration is stronger than an announced one, below if it is weaker."""
    if said >= FIRST_WORTH:
        return WORTH_OF[1 + declaration] - (said - FIRST_WORTH)
    return declaration_strength(o, declaration) - declaration_strength(o, said)


@inlined
def merge(v: BelaTable, o: BelaOptions, k: HiddenCards, number: int, gist: int, other: int) -> int:
    """All runs, and the ranks that are whole in both."""
    cards = (1 << NUM_CARDS) - 1
    return (gist | other) & cards | (gist & other) & ~cards


@rule
def fits(v: BelaTable, o: BelaOptions, k: HiddenCards, number: int, gist: int) -> bool:
    """Whether a hand with these runs and fours announces what was announced, and shows what was shown."""
    fours = gist >> NUM_CARDS
    if k.task[number, 0] != REPORTED:
        return fours == 0
    hand = gist & (1 << NUM_CARDS) - 1
    while fours != 0:
        hand |= CARDS_OF_RANK << lowest_bit(fours)
        fours &= fours - 1
    best = best_declaration(o, hand)
    shown = k.task[number, 2]
    return best >= 0 and announcement(o, best) == k.task[number, 1] and (shown == 0 or declared_cards(o, hand) == shown)
