"""Deals that might have been, for random sheets: what they write, as often as players of the suite write it."""

from __future__ import annotations

from adut.core.rule import rule
from adut.games.bela.layout import WENT_OUT
from adut.games.bela.options import DOSTA, DOSTA_NEVER, BelaOptions
from adut.games.bela.scoring import PACK_POINTS, bela_points, bela_side, write_played_out
from adut.games.bela.table import NO_SEAT, BelaTable, after, hand_size, has_middle, num_sides, side_of
from adut.games.weighted_draws import draw, drawn, happens, lots

DECLARED = lots({0: 30, 20: 38, 50: 14, 40: 6, 100: 7, 70: 3, 120: 2})
"""Recognised declarations of the side that has some."""
BELA_PERCENT = 28
ALL_TRICKS_PERCENT = 3
CALLER_TAKES_ALL_PERCENT = 80
"""... of the deals in which a side takes all tricks, if the others could take them."""
CALLER_LAST_TRICK_PERCENT = 60
LEAST_SHARE, SPREAD_OF_SHARE = 28, 35
"""The calling side has at least so many hundredths of the card points, and twice a number below the spread more."""
LEAST_SHARE_OF_THREE, SPREAD_OF_SHARE_OF_THREE = 20, 34
LEAST_STOCK, SPREAD_OF_STOCK = 20, 41
"""Card points that two players leave in the stock."""


@rule
def random_result(s: BelaTable, o: BelaOptions, number: int) -> None:
    """A deal that was played to its end, or until somebody went out."""
    sides, all_tricks = num_sides(o), hand_size(o)
    s.caller = draw(number, 0, o.players)
    s.forehand = after(o, s.dealer)
    caller = side_of(o, s.caller)
    s.bela = draw(number, 1, o.players) if happens(number, 2, BELA_PERCENT) else NO_SEAT
    declaring, declared = draw(number, 3, sides), drawn(DECLARED, number, 4)
    for side in range(3):
        s.declared[side] = declared if side == declaring else 0
        s.counted[side] = 0
        s.tricks[side] = 0
    points = PACK_POINTS
    if o.players == 2:
        points -= LEAST_STOCK + draw(number, 5, SPREAD_OF_STOCK)
    if happens(number, 6, ALL_TRICKS_PERCENT):
        winner = caller if has_middle(o) or happens(number, 7, CALLER_TAKES_ALL_PERCENT) else (caller + 1) % sides
        s.tricks[winner] = all_tricks
        s.counted[winner] = points + o.last_trick_bonus
    else:
        share_cards(s, o, caller, points, number)
    write_played_out(s, o)
    if o.match_end == DOSTA:
        go_out(s, o)


@rule
def share_cards(s: BelaTable, o: BelaOptions, caller: int, points: int, number: int) -> None:
    """Tricks and card points for all sides."""
    sides, all_tricks = num_sides(o), hand_size(o)
    least, spread = LEAST_SHARE, SPREAD_OF_SHARE
    if sides == 3:
        least, spread = LEAST_SHARE_OF_THREE, SPREAD_OF_SHARE_OF_THREE
    share = least + draw(number, 8, spread) + draw(number, 9, spread)
    last = caller if happens(number, 10, CALLER_LAST_TRICK_PERCENT) else (caller + 1) % sides
    s.counted[caller] = points * share // 100
    s.tricks[caller] = min(max(all_tricks * share // 100, 1), all_tricks - sides + 1)
    first = (caller + 1) % sides
    rest, tricks = points - s.counted[caller], all_tricks - s.tricks[caller]
    if sides == 2:
        s.counted[first], s.tricks[first] = rest, tricks
    else:
        second = (caller + 2) % sides
        s.counted[first] = rest * (LEAST_SHARE_OF_THREE + draw(number, 11, 100 - 2 * LEAST_SHARE_OF_THREE)) // 100
        s.tricks[first] = 1 + draw(number, 12, tricks - 1)
        s.counted[second], s.tricks[second] = rest - s.counted[first], tricks - s.tricks[first]
    s.counted[last] += o.last_trick_bonus


@rule
def go_out(s: BelaTable, o: BelaOptions) -> None:
    """With match_end=dosta a side that has the target in its tricks does not wait for the end of the deal."""
    caller = side_of(o, s.caller)
    for side in range(num_sides(o)):
        if s.tricks[side] == 0 or (o.dosta_caller == DOSTA_NEVER and side == caller):
            continue
        booked = s.counted[side] + s.declared[side] + bela_points(bela_side(s, o), side)
        if s.totals[side] + booked >= o.target:
            s.result = WENT_OUT
            s.result_seat = side
