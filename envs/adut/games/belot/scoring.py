"""Scoring of Belot: the deal, the match sheet, settlement (sections 8 and 9 of the rules).

The functions up to `verdict` work from numbers, so that a deal that was played with real cards is scored by them too. Points
are what cards and declarations are worth (section 8.1, raw); game points, about a tenth, are what is written.
"""

from __future__ import annotations

from adut.core.record import Ints, table
from adut.core.rule import inlined, rule
from adut.games.belot.declaring import SIDE_0, of_side, points_of_side
from adut.games.belot.layout import HANGING, INSIDE, KONTRA_HANGING, KONTRA_LOST, KONTRA_MADE, MADE, PASSED_OUT
from adut.games.belot.options import (
    KONTRA_TIE_SPLIT,
    ODD_POINT_DROPPED,
    SCOPE_ALL_BUT_CAPOT,
    SCOPE_CARDS_ONLY,
    SCOPE_OFF_ON_CAPOT,
    TRICKLESS_VOID,
    BelotOptions,
)
from adut.games.belot.table import NO_SIDE, BelotTable
from adut.games.belote_cards import NO_TRUMPS

BELOT_POINTS = 20
LAST_TRICK_POINTS = 10
CAPOT_POINTS = 90
PACK_POINTS = table([162, 162, 162, 162, 130, 258])
"""[contract] points of all cards with the last trick, not doubled in no trumps."""
PACK_GAME_POINTS = table([16, 16, 16, 16, 26, 26])
"""[contract] the same in game points."""
THRESHOLDS = table([[6, 7], [6, 7], [6, 7], [6, 7], [5, 5], [4, 5]])
"""[contract, whether the side has more points than the other]: the last digit from which points are rounded up (8.2)."""

CONTINUES, CONTINUES_CAPOT, CONTINUES_HANGING, CONTINUES_LEVEL, CONTINUES_NO_SCORE, WON = range(6)
VERDICTS = ("continues", "continues_capot", "continues_hanging", "continues_level", "continues_no_score", "won")
"""What a deal means for the match."""

# Section 8: the deal, from numbers.


@rule
def capot_points(o: BelotOptions, contract: int) -> int:
    """What all tricks are worth beside their cards (8.4)."""
    return 2 * CAPOT_POINTS if contract == NO_TRUMPS and o.nt_capot_doubled else CAPOT_POINTS


@rule
def raw_points(o: BelotOptions, contract: int, cards: int, declared: int, has_capot: bool) -> int:
    """Points of a side (8.1, steps 1 to 5).

    Args:
        o: the options record.
        contract: a suit, NO_TRUMPS or ALL_TRUMPS.
        cards: points of the cards the side has won, with the last trick, not doubled in no trumps.
        declared: counted declarations of the side, belots included; 0 in no trumps.
        has_capot: whether the side has won all tricks.
    """
    points = 2 * cards if contract == NO_TRUMPS else cards
    return points + declared + (capot_points(o, contract) if has_capot else 0)


@rule
def whole_deal(o: BelotOptions, contract: int, declared: int, is_capot: bool) -> int:
    """W, a deal in game points (8.1, step 6); `declared` are the counted declarations of both sides."""
    return PACK_GAME_POINTS[contract] + declared // 10 + (capot_points(o, contract) // 10 if is_capot else 0)


@rule
def rounded(contract: int, points: int, has_more: bool) -> int:
    """Points of a side in game points (8.2); `has_more`: than the other side."""
    return points // 10 + (1 if points % 10 >= THRESHOLDS[contract, 1 if has_more else 0] else 0)


@rule
def effective_mult(o: BelotOptions, mult: int, is_capot: bool) -> int:
    """How a deal is multiplied: 1, 2 or 4; 1 for a capot that removes the kontra (kontra_scope=off_on_capot)."""
    return 1 if is_capot and o.kontra_scope == SCOPE_OFF_ON_CAPOT else mult


@rule
def award(o: BelotOptions, contract: int, mult: int, declared: int, is_capot: bool) -> int:
    """A, what a deal is worth to a side that takes all of it (8.1, kontra_scope); arguments as for `whole_deal`."""
    whole = whole_deal(o, contract, declared, is_capot)
    mult = effective_mult(o, mult, is_capot)
    if o.kontra_scope == SCOPE_ALL_BUT_CAPOT and is_capot:
        return whole + (mult - 1) * (whole - capot_points(o, contract) // 10)
    if o.kontra_scope == SCOPE_CARDS_ONLY:
        return whole + (mult - 1) * PACK_GAME_POINTS[contract]
    return mult * whole


@rule
def write_level_deal(o: BelotOptions, contract: int, mult: int, caller: int, declared: int, written: Ints) -> int:
    """Write a deal in which both sides have as many points (8.1 step 7, 8.3). Arguments and result as for `write_deal`."""
    doubled = mult > 1
    worth = award(o, contract, mult, declared, False)
    half = 0
    if not doubled:
        half = worth // 2
    elif o.kontra_tie == KONTRA_TIE_SPLIT:
        half = mult * (whole_deal(o, contract, declared, False) // 2)
        if o.kontra_scope == SCOPE_CARDS_ONLY:
            half = mult * (PACK_GAME_POINTS[contract] // 2) + declared // 10 // 2
    written[1 - caller] = half
    written[2] += half if half > 0 and o.tie_odd_point == ODD_POINT_DROPPED else worth - half
    return KONTRA_HANGING if doubled else HANGING


@rule
def write_lost_or_doubled(
    o: BelotOptions, contract: int, mult: int, caller: int, winner: int, declared: int, is_capot: bool, written: Ints
) -> int:
    """Write a deal that one side takes whole, with what hangs (8.1, step 7). Arguments and result as for `write_deal`."""
    written[winner] = award(o, contract, mult, declared, is_capot) + written[2]
    written[2] = 0
    if effective_mult(o, mult, is_capot) > 1:
        return KONTRA_MADE if winner == caller else KONTRA_LOST
    return INSIDE


@rule
def write_deal(
    o: BelotOptions,
    contract: int,
    mult: int,
    caller: int,
    points_0: int,
    points_1: int,
    declared: int,
    capot: int,
    written: Ints,
) -> int:
    """Write a deal by its points (8.1, step 7).

    Args:
        o: the options record.
        contract: a suit, NO_TRUMPS or ALL_TRUMPS.
        mult: 1, 2 after kontra, 4 after rekontra.
        caller: the side of the last bid.
        points_0, points_1: of the sides, as `raw_points` gives them.
        declared: counted declarations of both sides, belots included.
        capot: the side with all tricks, NO_SIDE.
        written: is given the game points of both sides; the third number is what hangs, before and after.

    Returns:
        MADE, INSIDE, HANGING, KONTRA_MADE, KONTRA_LOST or KONTRA_HANGING.
    """
    written[0] = 0
    written[1] = 0
    if points_0 == points_1:
        return write_level_deal(o, contract, mult, caller, declared, written)
    winner = 0 if points_0 > points_1 else 1
    is_capot = capot != NO_SIDE
    if winner != caller or effective_mult(o, mult, is_capot) > 1:
        return write_lost_or_doubled(o, contract, mult, caller, winner, declared, is_capot, written)
    fewer = points_1 if winner == 0 else points_0
    more = points_0 if winner == 0 else points_1
    small = rounded(contract, fewer, False)
    large = rounded(contract, more, True)
    if o.min_one_point and fewer > 0 and small == 0:
        small, large = 1, large - 1
    written[winner] = large + written[2]
    written[1 - winner] = small
    written[2] = 0
    return MADE


# Section 9: the match, from numbers.


@rule
def verdict(o: BelotOptions, total_0: int, total_1: int, written_0: int, written_1: int, is_capot: bool, hanging: int) -> int:
    """What a played deal means for the match (9.1): WON by the side with the higher total, or why it continues.

    Args:
        o: the options record.
        total_0, total_1: game points of the match with this deal.
        written_0, written_1: of this deal.
        is_capot: whether a side took all tricks.
        hanging: what hangs after the deal.
    """
    if max(total_0, total_1) < o.target:
        return CONTINUES
    if is_capot and o.capot_blocks_end:
        return CONTINUES_CAPOT
    if hanging > 0 and o.hanging_blocks_end:
        return CONTINUES_HANGING
    if total_0 == total_1:
        return CONTINUES_LEVEL
    if o.end_needs_score and (written_0 if total_0 > total_1 else written_1) == 0:
        return CONTINUES_NO_SCORE
    return WON


# The table.


@rule
def declared_points(s: BelotTable, side: int) -> int:
    """What counts for a side beside cards: runs, fours and belots."""
    return points_of_side(s.declared_length, s.declared_top, s.counted, side) + BELOT_POINTS * of_side(s.belots, side)


@rule
def strike_out(s: BelotTable, o: BelotOptions) -> None:
    """The runs and fours of a side without a trick do not count, with trickless_declarations=void."""
    for side in range(2):
        if s.tricks[side] == 0 and o.trickless_declarations == TRICKLESS_VOID:
            s.counted &= ~(SIDE_0 << 2 * side)


@rule
def score_deal(s: BelotTable, o: BelotOptions) -> None:
    """Score a deal whose last trick is in."""
    strike_out(s, o)
    for side in range(2):
        if s.tricks[side] == 0:
            s.capot = 1 - side
    declared = 0
    for side in range(2):
        own = declared_points(s, side)
        cards = s.card_points[side] + (LAST_TRICK_POINTS if s.last_winner & 1 == side else 0)
        s.raw[side] = raw_points(o, s.contract, cards, own, side == s.capot)
        declared += own
    s.written[2] = s.pot
    s.result = write_deal(o, s.contract, s.mult, s.caller & 1, s.raw[0], s.raw[1], declared, s.capot, s.written)
    s.pot = s.written[2]


@rule
def open_match(s: BelotTable, o: BelotOptions) -> None:
    """An empty sheet."""
    for side in range(2):
        s.totals[side] = 0
    s.pot = 0


@rule
def settle(s: BelotTable, o: BelotOptions) -> None:
    """Write the finished deal on the sheet, and see whether it ends the match."""
    s.next_dealer = (s.dealer + 1) & 3
    if s.result == PASSED_OUT:
        return
    for side in range(2):
        s.totals[side] += s.written[side]
    end = verdict(o, s.totals[0], s.totals[1], s.written[0], s.written[1], s.capot != NO_SIDE, s.pot)
    s.match_over = 1 if end == WON else 0


@rule
def payoff(s: BelotTable, o: BelotOptions, seat: int) -> int:
    """The lead over the other side in game points (section 13)."""
    return s.points[seat] - s.points[seat ^ 1]


@inlined
def potential(s: BelotTable, o: BelotOptions, seat: int) -> int:
    """The same from the points of cards in tricks, towards zero."""
    lead = s.card_points[seat & 1] - s.card_points[1 - (seat & 1)]
    lead *= 2 if s.contract == NO_TRUMPS else 1
    return lead // 10 if lead >= 0 else -(-lead // 10)


@rule
def standing(s: BelotTable, o: BelotOptions, seat: int) -> int:
    """The total of the seat's side: the higher one wins a match."""
    return s.totals[seat & 1]
