"""The search of the solver: whether the counted side gets so many points from a position on.

Alpha-beta with a window of no width, without recursion: the plies lie in arrays of the workspace. Between tricks positions are
looked up in a table that remembers, for the cards left in each hand and who leads, the fewest and the most points that the
counted side gets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.intrinsics import lowest_bit, popcount
from adut.core.rule import inlined, rule
from adut.games.open_play import TALON_SLOT
from adut.search.solver_bounds import bound, least_left, most_left
from adut.search.solver_ordering import order_moves, skip_moves
from adut.search.solver_table import keep, probe, write_key
from adut.search.solver_workspace import NO_POSITION, Workspace, convert

legal_cards: Callable[..., int]
playable: Callable[..., int]

NOT_SOLVED = -10_000
"""In place of a value: the search was given up."""
INFINITE = 9_999


def cards_to_play(s: Any, o: Any, w: Workspace, d: int, level: int, slot: int) -> int:
    """What may be played at a ply."""
    hand = w.hands[level, slot]
    leads = w.count[d] == 0
    if leads and w.is_free_lead:
        return hand
    cards = convert(w.to_cards, hand)
    led = -1 if leads else w.card[w.led[d]]
    best = -1 if leads else w.card[w.best[d]]
    on_table = convert(w.to_cards, w.table[d])
    opening = (level == 0) & (w.is_opening != 0)
    allowed = legal_cards(s, o, w.seats[slot], cards, led, best, w.seats[w.best_slot[d]], on_table, opening)
    return hand if allowed == cards else convert(w.to_positions, allowed)


def search(
    s: Any,
    o: Any,
    w: Workspace,
    table: NDArray[np.int64],
    target: int,
    allowed: int,
    limit: int,
) -> int:
    """Whether the counted side gets `target` points from the root on.

    Args:
        s, o: the record of the table, of which the rules read what does not change in play, and the options.
        w: a workspace whose root is set up.
        table: positions between tricks, see `solver_table`.
        target: points.
        allowed: the positions that may be played at the root.
        limit: of nodes, counted in `w.nodes`.

    Returns:
        At least `target` if it gets them, less if not: a bound of its points. NOT_SOLVED beyond the limit of nodes.
    """
    d = 0
    level = 0
    entering = True
    value = 0
    w.target[0] = target
    while True:
        d &= 63  # so they are anyway; the compiler makes better code when it knows
        level &= 15
        slot = w.slot[d] & 3
        n = w.trick_size[d]
        is_max = w.maximisers >> slot & 1 != 0
        goal = w.target[d]
        cut = False
        if entering:
            w.nodes += 1
            if w.nodes > limit:
                return NOT_SOLVED
            # Between tricks: bounds, and what the table knows.
            hint = NO_POSITION
            done = False
            if w.count[d] == 0 and d > 0:
                won = w.won[d]
                hand = w.hands[level, slot]
                write_key(w, table, level, slot, won)
                bound(w, d, level, slot, goal)
                if w.low >= goal:
                    value, done = w.low, True
                elif w.high < goal:
                    value, done = w.high, True
                elif hand & (hand - 1) == 0 and level >= w.talon_tricks:
                    value, done = last_trick(w, d, level, slot), True
                else:
                    if probe(w, table, level, goal):
                        value, done = w.found_value, True
                    hint = w.hint
            elif d == 0:
                hint = w.first_move
            if done:
                entering = False
                d -= 1
                continue
            # The moves, the most promising first.
            hand = w.hands[level, slot]
            moves = playable(s, o, w, d, level, slot)
            moves &= ~(hand << 1 & ~w.starts)
            if d == 0:
                moves &= allowed
            if moves & (moves - 1) == 0:
                w.moves[d, 0] = lowest_bit(moves)
                w.num_moves[d] = 1
            else:
                order_moves(w, d, level, slot, moves, hint)
            w.next[d] = 0
            w.value[d] = -INFINITE if is_max else INFINITE
            w.choice[d] = NO_POSITION
        else:
            # A move has been searched: take it back.
            move = w.moves[d, w.next[d] - 1]
            value += w.gain[d]
            if w.count[d] == n - 1:
                level -= 1
            w.hands[level, slot] ^= 1 << move
            w.found[d, w.next[d] - 1] = value
            better = value > w.value[d] if is_max else value < w.value[d]
            if better:
                w.value[d] = value
                w.choice[d] = move
            cut = w.value[d] >= goal if is_max else w.value[d] < goal
        if not cut:
            skip_moves(w, d, goal, is_max)
        if cut or w.next[d] == w.num_moves[d]:
            value = w.value[d]
            if d == 0:
                w.first_move = w.choice[0]
                return value
            if w.count[d] == 0:
                keep(w, table, level, value, goal, w.choice[d], popcount(w.hands[level, slot]))
            d -= 1
            entering = False
            continue
        # The next move.
        move = w.moves[d, w.next[d]]
        w.next[d] += 1
        bit = 1 << move
        w.hands[level, slot] ^= bit
        best = w.best[d]
        wins = best < 0 or w.beaten_by[best] & bit != 0
        if w.is_talon_dead and w.best_slot[d] == TALON_SLOT:
            wins = best < 0 or w.suit_of[best] & bit != 0
        best_slot = slot if wins else w.best_slot[d]
        best = move if wins else best
        points = w.trick_points[d] + w.points[move]
        w.gain[d] = 0
        after = d + 1
        if w.count[d] < n - 1:
            w.slot[after] = slot + 1 if slot + 1 < n else 0
            w.count[after] = w.count[d] + 1
            w.trick_size[after] = n
            w.led[after] = move if w.count[d] == 0 else w.led[d]
            w.best[after] = best
            w.best_slot[after] = best_slot
            w.table[after] = w.table[d] | bit
            w.trick_points[after] = points
            w.rest[after] = w.rest[d]
            w.won[after] = w.won[d]
            w.target[after] = goal
            d = after
            entering = True
            continue
        # The trick is complete.
        points += w.trick_worth
        own = w.counted >> best_slot & 1
        won = w.won[d] | (1 if own else 2)
        rest = w.rest[d] - points
        left = w.hands[level, 0] | w.hands[level, 1] | w.hands[level, 2] | w.hands[level, 3]
        level += 1
        if left == 0:
            points += w.last_trick
            w.gain[d] = (points if own else 0) + capot_of(w, won)
            value = 0
            entering = False
            continue
        gain = points if own else 0
        w.gain[d] = gain
        needed = goal - gain
        low, high = least_left(w, won), most_left(w, level, rest, won)
        if low >= needed or high < needed:
            value = low if low >= needed else high
            entering = False
            continue
        clear_trick(w, level, left)
        if level <= w.talon_tricks and w.talon_tricks > 0:
            best_slot = TALON_SLOT if level < w.talon_tricks else 0
        w.slot[after] = best_slot
        w.count[after] = 0
        w.trick_size[after] = w.players + 1 if level < w.talon_tricks else w.players
        w.led[after] = NO_POSITION
        w.best[after] = NO_POSITION
        w.best_slot[after] = 0
        w.table[after] = 0
        w.trick_points[after] = 0
        w.rest[after] = rest
        w.won[after] = won
        w.target[after] = needed
        d = after
        entering = True


@inlined
def capot_of(w: Workspace, won: int) -> int:
    """What all tricks of a deal give at its end."""
    return w.capot if won == 1 else -w.capot if won == 2 else 0


@rule
def last_trick(w: Workspace, d: int, level: int, leader: int) -> int:
    """What the counted side gets when everybody has one card left."""
    slot = leader
    best_slot = leader
    best = lowest_bit(w.hands[level, leader])
    points = w.trick_worth + w.last_trick + w.points[best]
    for _ in range(w.players - 1):
        slot = slot + 1 if slot + 1 < w.players else 0
        position = lowest_bit(w.hands[level, slot])
        points += w.points[position]
        if w.beaten_by[best] >> position & 1:
            best, best_slot = position, slot
    own = w.counted >> best_slot & 1
    return (points if own else 0) + capot_of(w, w.won[d] | (1 if own else 2))


@rule
def clear_trick(w: Workspace, level: int, left: int) -> None:
    """Set up the hands of a trick: those of the one before, moved up within their groups; `left` are the positions of all."""
    a, b, c, d = w.hands[level - 1, 0], w.hands[level - 1, 1], w.hands[level - 1, 2], w.hands[level - 1, 3]
    while True:
        rising = left & ~w.starts & ~(left << 1)
        if rising == 0:
            break
        left ^= rising ^ rising >> 1
        move = a & rising
        a ^= move ^ move >> 1
        move = b & rising
        b ^= move ^ move >> 1
        move = c & rising
        c ^= move ^ move >> 1
        move = d & rising
        d ^= move ^ move >> 1
    w.hands[level, 0] = a
    w.hands[level, 1] = b
    w.hands[level, 2] = c
    w.hands[level, 3] = d
