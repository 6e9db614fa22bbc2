"""The auction: numbers, games from the hand, and which of those is played (5.1 and 5.2 of the rules)."""

from __future__ import annotations

from adut.core.rule import inlined, rule
from adut.core.table import turn
from adut.games.preferans.layout import (
    BETL,
    BID,
    CALL_IN_HAND,
    CALL_IN_HAND_BETL,
    CALL_IN_HAND_SANS,
    DISCARD,
    FIRST_CONTRACT,
    GOOD,
    HIGHEST,
    HOLD,
    LOWEST,
    NAME_GAME,
    PASS,
    PIK,
    SANS,
    TREF,
)
from adut.games.preferans.options import (
    HOLD_NEXT_ACTIVE,
    IGRA_CURRENT_LEVEL,
    IGRA_FLOOR_V12,
    REFEREE_MASK,
    PreferansOptions,
)
from adut.games.preferans.referee_bids import may_name_level, ok_levels
from adut.games.preferans.seats import next_seat
from adut.games.preferans.table import (
    BIDDING,
    IN_HAND,
    IN_HAND_BETL,
    PASSED,
    SEATS,
    SILENT,
    PreferansTable,
)

GOES_ON, ALL_PASS, SETTLED = range(3)
"""What a call leads to: more of the auction or the exchange, the end of the deal, a game from the hand."""


@inlined
def position(s: PreferansTable, seat: int) -> int:
    """0 for forehand, 1 and 2 for those after him."""
    return seat - s.forehand if seat >= s.forehand else seat - s.forehand + SEATS


@inlined
def game_announced(s: PreferansTable) -> bool:
    """Whether somebody has announced a game from the hand."""
    return max(s.status[0], s.status[1], s.status[2]) >= IN_HAND


@rule
def waits_for_hold(s: PreferansTable) -> bool:
    """Whether, with hold_rule=next_active, the last number waits for somebody to hold it: nobody else has said it."""
    if s.level <= LOWEST:
        return False
    said_it = 0
    for seat in range(SEATS):
        said_it += s.said[seat] == s.level
    return said_it == 1


@inlined
def may_hold(s: PreferansTable, o: PreferansOptions, seat: int) -> bool:
    """Whether a seat, if it names a number, holds the present one; otherwise it names the next."""
    if s.level == 0:
        return False
    if o.hold_rule == HOLD_NEXT_ACTIVE:
        return waits_for_hold(s)
    return position(s, seat) < position(s, s.holder)


@rule
def next_number(s: PreferansTable, o: PreferansOptions, seat: int) -> int:
    """The number that a seat may name or hold now, 0 for none."""
    if game_announced(s):
        return 0
    if s.level == 0:
        return LOWEST
    if may_hold(s, o, seat):
        return s.level
    return s.level + 1 if s.level < HIGHEST else 0


@rule
def legal_calls(s: PreferansTable, o: PreferansOptions) -> None:
    """5.1: what may be said in the auction."""
    seat = s.seat
    calls = 1 << (PASS - 32)
    level = next_number(s, o, seat)
    if level and o.referee == REFEREE_MASK:
        levels = ok_levels(s.hands[seat], o.ref_bid_pattern)
        if not may_name_level(levels, level):
            level = 0
        elif s.said[seat] and not levels >> s.said[seat] & 1:
            calls = 0
    if level:
        calls |= 1 << ((HOLD if may_hold(s, o, seat) else BID) - 32)
    if s.status[seat] == SILENT:
        calls |= 1 << (CALL_IN_HAND_SANS - 32)
        if max(s.status[0], s.status[1], s.status[2]) < IN_HAND_BETL:
            calls |= 1 << (CALL_IN_HAND - 32) | 1 << (CALL_IN_HAND_BETL - 32)
    s.legal[1] = calls


@rule
def call(s: PreferansTable, o: PreferansOptions, action: int) -> int:
    """5.1: a call of the auction. Returns what it leads to."""
    seat = s.seat
    s.active &= ~(1 << seat)
    if action >= CALL_IN_HAND:
        s.status[seat] = action - CALL_IN_HAND + IN_HAND
        s.active = 0
    elif action == PASS:
        s.status[seat] = PASSED
    else:
        s.level = next_number(s, o, seat)
        s.status[seat] = BIDDING
        s.said[seat] = s.level
        s.holder = seat
        s.active |= 1 << seat
    if game_announced(s):
        return go_on_from_hand(s, action)
    if s.active == 0:
        return ALL_PASS
    is_held_at_seven = action == HOLD and s.level == HIGHEST and o.hold_rule == HOLD_NEXT_ACTIVE
    if s.level > 0 and (s.active == 1 << s.holder or is_held_at_seven):
        s.declarer = s.holder
        s.phase = DISCARD
        turn(s, s.declarer)
        return GOES_ON
    after = next_seat(seat)
    turn(s, after if s.active >> after & 1 else next_seat(after))
    return GOES_ON


@rule
def go_on_from_hand(s: PreferansTable, action: int) -> int:
    """5.1: with a game from the hand in the room, each seat that has not spoken has one call. Returns what follows."""
    seat = s.seat
    if action != CALL_IN_HAND_SANS and position(s, seat) < SEATS - 1:
        turn(s, next_seat(seat))
        return GOES_ON
    announced = 0
    for other in range(SEATS):
        if s.status[other] == IN_HAND:
            announced |= 1 << other
        elif s.status[other] > IN_HAND:
            s.declarer = other
    s.in_hand = 1
    if action == CALL_IN_HAND_SANS:
        s.declarer = seat
        s.contract = SANS
        return SETTLED
    if s.declarer >= 0:
        s.contract = BETL
        return SETTLED
    s.to_name = announced
    s.phase = NAME_GAME
    turn(s, first_announcer(s))
    return GOES_ON


@inlined
def first_announcer(s: PreferansTable) -> int:
    """Who of those that have yet to name their game announced it first."""
    seat = s.forehand
    while not s.to_name >> seat & 1:
        seat = next_seat(seat)
    return seat


# 5.2: naming the game.


@rule
def legal_games(s: PreferansTable, o: PreferansOptions) -> None:
    """5.2: which suits may be named."""
    lowest = max(PIK, s.best_named + 1)
    if o.igra_min_level == IGRA_CURRENT_LEVEL:
        lowest = max(lowest, s.level)
    if o.igra_floor == IGRA_FLOOR_V12:
        lowest = max(lowest, PIK + before_in_contest(s, s.seat))
    s.legal[1] = (1 << (TREF + 1)) - (1 << lowest) << (FIRST_CONTRACT - LOWEST - 32) if lowest <= TREF else 0
    if s.best_named:
        s.legal[1] |= 1 << (GOOD - 32)


@rule
def before_in_contest(s: PreferansTable, seat: int) -> int:
    """How many announced a game from the hand before a seat."""
    count = 0
    for other in range(SEATS):
        count += s.status[other] == IN_HAND and position(s, other) < position(s, seat)
    return count


@rule
def name_game(s: PreferansTable, action: int) -> bool:
    """5.2: name a suit, or let the best so far be good. Returns whether the contract is settled."""
    seat = s.seat
    s.to_name &= ~(1 << seat)
    if action != GOOD:
        s.named[seat] = action - FIRST_CONTRACT + LOWEST
        s.best_named = s.named[seat]
    if s.to_name:
        turn(s, first_announcer(s))
        return False
    for other in range(SEATS):
        if s.named[other] == s.best_named:
            s.declarer = other
    s.contract = s.best_named
    return True
