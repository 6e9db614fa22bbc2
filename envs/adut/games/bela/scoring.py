"""Scoring of Bela: the deal, the match sheet, settlement (sections 8 to 10 of the rules)."""

from __future__ import annotations

from adut.core.record import Ints
from adut.core.rule import inlined, rule
from adut.games.bela.layout import BELOT, FELL, HUNG, MADE, REVOKED, THROWN_IN, WENT_OUT
from adut.games.bela.options import (
    BELA_KEPT,
    DEALER_SAME,
    DOSTA_NEVER,
    HALF_HANG,
    THREE_BOTH,
    THREE_HIGHER_OPPONENT,
    THREE_STRICT,
    TIE_CALLER_WINS,
    TRICKLESS_FORFEIT,
    TRICKLESS_TRANSFER,
    BelaOptions,
)
from adut.games.bela.table import NO_SEAT, BelaTable, after, hand_size, num_sides, side_of
from adut.games.belote_cards import points_of

BELA_POINTS = 20
PACK_POINTS = 152

# Section 8: the deal.


@inlined
def bela_points(bela: int, side: int) -> int:
    """What a side has for bela, which the side `bela` announced."""
    return BELA_POINTS if side == bela else 0


@rule
def score_deal(
    o: BelaOptions, caller: int, first: int, cards: Ints, tricks: Ints, declared: Ints, bela: int, points: Ints
) -> int:
    """The verdict on a deal that was played out, and what each side scores, a pot aside (8.1 to 8.5).

    Args:
        o: the options record.
        caller: the side that called trump.
        first: the side of forehand.
        cards: K by side: card points in tricks, the caller's discards, and the bonus for the last trick.
        tricks: tricks won by side, all of the deal together.
        declared: points of recognised declarations by side.
        bela: the side that announced bela, NO_SEAT for nobody.
        points: is given the scores by side.

    Returns:
        MADE, FELL or HUNG. When the caller's points hang they are as many as the others score.
    """
    sides = num_sides(o)
    all_tricks = 0
    for side in range(sides):
        all_tricks += tricks[side]
    total = 0  # G
    for side in range(sides):
        points[side] = cards[side]  # P
        if tricks[side] == all_tricks:
            points[side] += o.stiglja_bonus
        if tricks[side] > 0:
            points[side] += declared[side] + bela_points(bela, side)
        total += points[side]
    if sides == 2:
        for side in range(2):
            if tricks[side] > 0:
                continue
            unscored = declared[side] + bela_points(bela, side)
            if o.trickless_declarations == TRICKLESS_TRANSFER:
                points[1 - side] += unscored
                total += unscored
            elif o.trickless_declarations == TRICKLESS_FORFEIT and side == caller:
                total += unscored

    made = tricks[caller] > 0
    if sides == 2 or o.three_success == THREE_STRICT:
        made = made and 2 * points[caller] > total
    else:
        for side in range(sides):
            made = made and (side == caller or points[caller] > points[side])
    if made:
        return MADE
    if o.exact_half == HALF_HANG and tricks[caller] > 0 and 2 * points[caller] == total:
        points[caller] = 0
        return HUNG
    kept = bela_points(bela, caller) if o.bela_on_fall == BELA_KEPT and tricks[caller] > 0 else 0
    lost = points[caller] - kept
    points[caller] = kept
    if sides == 2:
        points[1 - caller] = total - kept
    elif o.three_fall == THREE_BOTH:
        for side in range(sides):
            points[side] += lost if side != caller else 0
    elif o.three_fall == THREE_HIGHER_OPPONENT:
        points[higher_opponent(caller, first, tricks, points)] += lost
    return FELL


@rule
def higher_opponent(caller: int, first: int, tricks: Ints, points: Ints) -> int:
    """8.5: the opponent with more points, then more tricks, then nearer to forehand."""
    best = NO_SEAT
    for place in range(3):
        side = (first + place) % 3
        if side == caller:
            continue
        if best < 0 or points[side] > points[best] or (points[side] == points[best] and tricks[side] > tricks[best]):
            best = side
    return best


@inlined
def bela_side(s: BelaTable, o: BelaOptions) -> int:
    """The side that announced bela, NO_SEAT for nobody."""
    return side_of(o, s.bela) if s.bela >= 0 else NO_SEAT


@rule
def counted_cards(s: BelaTable, o: BelaOptions, side: int) -> int:
    """K of a side so far (8.1): its tricks, the caller's discards, and the bonus for the last trick when that is in."""
    points = s.card_points[side]
    if s.discards != 0 and side == side_of(o, s.caller):
        points += points_of(s.trump, s.discards)
    if s.trick_number > hand_size(o) and side == side_of(o, s.last_winner):
        points += o.last_trick_bonus
    return points


@rule
def score_played_out(s: BelaTable, o: BelaOptions) -> None:
    """Score a deal whose last trick is in, with the pot (8.4, 8.5)."""
    for side in range(num_sides(o)):
        s.counted[side] = counted_cards(s, o, side)
    write_played_out(s, o)


@rule
def write_played_out(s: BelaTable, o: BelaOptions) -> None:
    """The same from the points of cards, `counted`."""
    caller = side_of(o, s.caller)
    s.result = score_deal(o, caller, side_of(o, s.forehand), s.counted, s.tricks, s.declared, bela_side(s, o), s.scores)
    if s.result == HUNG:
        s.pot += s.scores[1 - caller]
    elif num_sides(o) == 2:
        pay_pot(s, caller if s.result == MADE else 1 - caller)


@inlined
def pay_pot(s: BelaTable, side: int) -> None:
    """8.4: what hung goes to the side that wins the next deal."""
    s.scores[side] += s.pot
    s.pot = 0


@rule
def score_revoke(s: BelaTable, o: BelaOptions, seat: int) -> None:
    """10: an illegal card ends the deal."""
    cards = PACK_POINTS
    if o.players == 2:
        in_play = s.discards
        for player in range(2):
            in_play |= s.hands[player] | s.played[player]
        cards = points_of(s.trump, in_play)
    give_whole_deal(s, o, seat, cards + o.last_trick_bonus)


@rule
def give_whole_deal(s: BelaTable, o: BelaOptions, seat: int, cards: int) -> None:
    """10: the side that did not revoke has all cards, all recognised declarations and every announced bela."""
    s.result = REVOKED
    s.result_seat = seat
    other = 1 - side_of(o, seat)
    s.scores[1 - other] = 0
    s.scores[other] = cards + s.declared[0] + s.declared[1] + bela_points(bela_side(s, o), 0)
    s.scores[other] += bela_points(bela_side(s, o), 1)
    pay_pot(s, other)


@rule
def score_belot(s: BelaTable, o: BelaOptions, seat: int) -> None:
    """5.6: a hand of eight cards of a suit wins the match."""
    s.result = BELOT
    s.result_seat = seat
    s.scores[side_of(o, seat)] = o.target


# Section 9: going out.


@inlined
def booked(s: BelaTable, o: BelaOptions, side: int) -> int:
    """What a side has in this deal so far when somebody goes out."""
    points = counted_cards(s, o, side)
    if s.tricks[side] > 0:
        points += s.declared[side] + bela_points(bela_side(s, o), side)
    return points


@rule
def worth_of_going_out(s: BelaTable, o: BelaOptions) -> int:
    """R, less the total before the deal, of the side that has just won a trick."""
    side = side_of(o, s.last_winner)
    points = booked(s, o, side)
    if s.trick_number > hand_size(o) and s.tricks[side] == hand_size(o):
        points += o.stiglja_bonus
        if num_sides(o) == 2 and o.trickless_declarations == TRICKLESS_TRANSFER:
            points += s.declared[1 - side] + bela_points(bela_side(s, o), 1 - side)
    return points


@rule
def may_go_out(s: BelaTable, o: BelaOptions) -> bool:
    """Whether the side that has just won a trick has reached the target with it."""
    side = side_of(o, s.last_winner)
    if o.dosta_caller == DOSTA_NEVER and side == side_of(o, s.caller):
        return False
    return s.totals[side] + worth_of_going_out(s, o) >= o.target


@rule
def score_going_out(s: BelaTable, o: BelaOptions) -> None:
    """The side that has just won a trick is out; everybody is booked with what he has."""
    s.result = WENT_OUT
    s.result_seat = s.last_winner
    for side in range(num_sides(o)):
        s.scores[side] = booked(s, o, side)
    s.scores[side_of(o, s.last_winner)] = worth_of_going_out(s, o)


# Section 9: the match.


@rule
def open_match(s: BelaTable, o: BelaOptions) -> None:
    """An empty sheet."""
    for side in range(3):
        s.totals[side] = 0
    s.pot = 0
    s.winner = NO_SEAT


@rule
def settle(s: BelaTable, o: BelaOptions) -> None:
    """Write the finished deal on the sheet, and see whether it ends the match."""
    s.next_dealer = after(o, s.dealer)
    if s.result == THROWN_IN:
        if o.redeal_dealer == DEALER_SAME:
            s.next_dealer = s.dealer
        return
    for side in range(num_sides(o)):
        s.totals[side] += s.scores[side]
    if s.result in (BELOT, WENT_OUT):
        s.winner = side_of(o, s.result_seat)
    else:
        s.winner = winner_at_the_target(s, o)
    s.match_over = 1 if s.winner >= 0 else 0


@rule
def winner_at_the_target(s: BelaTable, o: BelaOptions) -> int:
    """The side that has won the match with this deal, NO_SEAT if it goes on (9, prolaz)."""
    best = 0
    tied = False
    for side in range(1, num_sides(o)):
        tied = s.totals[side] == s.totals[best] or (tied and s.totals[side] < s.totals[best])
        if s.totals[side] > s.totals[best]:
            best = side
    if s.totals[best] < o.target:
        return NO_SEAT
    caller = side_of(o, s.caller)
    if o.prolaz_needs_call:
        given = s.result == MADE or (s.result == REVOKED and side_of(o, s.result_seat) != caller)
        return caller if given and best == caller and not tied else NO_SEAT
    if not tied:
        return best
    return caller if o.match_tie_break == TIE_CALLER_WINS and s.totals[caller] == s.totals[best] else NO_SEAT


@rule
def payoff(s: BelaTable, o: BelaOptions, seat: int) -> int:
    """The lead over the other side; with three players, in thirds of a point, over the mean (section 13)."""
    if o.players == 3:
        return 3 * s.points[seat] - s.points[0] - s.points[1] - s.points[2]
    return s.points[seat] - s.points[after(o, seat)]


def payoff_parts(players: int) -> int:
    """How many units of `payoff` are a point."""
    return 3 if players == 3 else 1


@rule
def potential(s: BelaTable, o: BelaOptions, seat: int) -> int:
    """The same in card points of tricks."""
    side = side_of(o, seat)
    if o.players == 3:
        return 3 * s.card_points[side] - s.card_points[0] - s.card_points[1] - s.card_points[2]
    return s.card_points[side] - s.card_points[1 - side]


@rule
def standing(s: BelaTable, o: BelaOptions, seat: int) -> int:
    """1 for the winners of a match, 0 for the others; before it is decided, 1 for who has the most points."""
    side = side_of(o, seat)
    if s.winner >= 0:
        return 1 if side == s.winner else 0
    for other in range(num_sides(o)):
        if s.totals[other] > s.totals[side]:
            return 0
    return 1
