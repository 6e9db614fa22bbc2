"""Solving deals: from records of tables to values of cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.cards import FULL_PACK, NUM_CARDS
from adut.core.intrinsics import popcount
from adut.core.rule import rule
from adut.games.open_play import NO_CAP, TALON_SLOT, OpenPlay
from adut.search.solver_bounds import least_left, most_left
from adut.search.solver_search import NOT_SOLVED
from adut.search.solver_table import WORDS_OF_BUCKET
from adut.search.solver_workspace import NO_POSITION, Workspace, placed, slots_of

open_play: Callable[[Any, Any, Any], None]
prepare: Callable[[Any, Any], None]
search: Callable[..., int]
playable: Callable[..., int]
find_value: Callable[..., int]

NOT_LEGAL = -20_000
"""In place of a value: the card may not be played."""
STEPS = 24
"""The next target is that part of the range beyond the bound that was found, until there is one on the other side too."""
UNSOUND = -30_000
"""In place of a value: the hands cannot be."""


@rule
def count_tricks(p: OpenPlay) -> None:
    """Count tricks in place of points."""
    for card in range(NUM_CARDS):
        p.points[card] = 0
    p.trick_worth = 1
    p.last_trick = 0
    p.capot = 0
    p.made = p.tricks


@rule
def is_sound(p: OpenPlay) -> bool:
    """Whether no card is in two places and everybody has as many cards as he should."""
    n = slots_of(p)
    size = 0
    for slot in range(n):
        size = max(size, popcount(p.hands[slot]))
    sound = size > 0
    seen = p.table
    slot = p.turn
    for place in range(n):
        hand = p.hands[slot]
        has_played = place >= n - p.trick_cards
        wanted = p.talon_tricks if n > p.players and slot == TALON_SLOT else size
        sound = (
            sound and hand & ~FULL_PACK == 0 and hand & seen == 0 and popcount(hand) == (wanted - 1 if has_played else wanted)
        )
        seen |= hand
        slot = slot + 1 if slot + 1 < n else 0
    return sound


def find_exact_value(
    s: Any, o: Any, w: Workspace, table: NDArray[np.int64], allowed: int, low: int, high: int, guess: int, limit: int
) -> int:
    """The exact value of the root if only some moves are allowed; it lies between two bounds. NOT_SOLVED beyond the limit.

    `best_move` of the workspace is given a move of this value, NO_POSITION if all moves have it.
    """
    is_max = w.maximisers >> w.slot[0] & 1 != 0
    step = (high - low) // STEPS
    target = guess
    fell, rose = False, False
    w.best_move = NO_POSITION
    while low < high:
        target = min(max(target, low + 1), high)
        found = search(s, o, w, table, target, allowed, limit)
        if found == NOT_SOLVED:
            return NOT_SOLVED
        reached = found >= target
        if reached == is_max:
            w.best_move = w.first_move
        if reached:
            low = min(found, high)
            rose = True
        else:
            high = max(found, low)
            fell = True
        target = (low + high + 1) // 2 if rose and fell else low + 1 + step if rose else high - step
    return low


def solve_deals(
    states: Any,
    options: Any,
    plays: Any,
    workspaces: Any,
    table: NDArray[np.int64],
    start: int,
    stop: int,
    wants_cards: bool,
    is_goal: bool,
    goal: int,
    tricks: bool,
    limit: int,
    values: NDArray[np.int64],
    card_values: NDArray[np.int64],
    nodes: NDArray[np.int64],
) -> None:
    """Solve the tables `start` to `stop` of an array of records.

    Args:
        plays, workspaces: working memory, arrays of one.
        wants_cards: whether the value of each card is wanted.
        is_goal: whether values are 1 and 0 for a goal that is reached or not.
        tricks: count tricks and not card points.
        goal: the value to reach, made points included.
        limit: of nodes for a table.
        values: (n,), NOT_SOLVED where the limit was too low.
        card_values: (n, 32), NOT_LEGAL for cards that cannot be played.
        nodes: (n,), positions looked at.
    """
    o = options[0]
    p = plays[0]
    w = workspaces[0]
    for i in range(start, stop):
        s = states[i]
        p.talon_tricks = 0
        p.is_talon_dead = 0
        p.must = 0
        p.must_beat = 0
        open_play(s, o, p)
        if tricks:
            count_tricks(p)
        if not is_sound(p):
            values[i] = UNSOUND
            continue
        prepare(p, w)
        w.generation += 1
        w.last_bucket = len(table) // WORDS_OF_BUCKET - 1
        hand = w.hands[0, w.slot[0]]
        legal = playable(s, o, w, 0, 0, w.slot[0])
        if p.must != 0:
            legal &= placed(w, p.must)
        different = legal & ~(hand << 1 & ~w.starts)
        is_max = w.maximisers >> w.slot[0] & 1 != 0
        low, high = least_left(w, w.won[0]), most_left(w, 0, w.rest[0], w.won[0])
        high = high if p.cap == NO_CAP else min(high, p.cap - p.made)
        guess = (2 * low + 3 * high) // 5 if w.counted == w.maximisers else low + 1
        base = p.made
        if is_goal:  # only whether it is reached matters: one of two neighbouring values, unless it is plain
            aim = goal - p.made
            low, high = aim if aim <= low else aim - 1, aim - 1 if aim > high else aim
            guess = aim
            base = 1 - aim
        value = NOT_SOLVED
        best = NO_POSITION
        for move in range(-1, NUM_CARDS if wants_cards else 0):  # first all of them, then one by one
            if move < 0:
                allowed = different
            elif different >> move & 1:
                allowed = 1 << move
            else:
                continue
            if move >= 0 and (value == NOT_SOLVED or move == best):
                worth = value
            else:
                worth = find_value(s, o, w, table, allowed, low, high, guess, limit)
            if move >= 0:
                w.worth[move] = worth if worth == NOT_SOLVED else worth + base
                continue
            value = worth
            values[i] = value if value == NOT_SOLVED else value + base
            if value != NOT_SOLVED:
                best = w.best_move
                low, high = (low, value) if is_max else (value, high)
                guess = value if is_max else value + 1
        if wants_cards:
            for card in range(NUM_CARDS):
                card_values[i, card] = NOT_LEGAL
                if p.hands[p.turn] >> card & 1 and legal >> w.place[card] & 1:
                    move = w.place[card]
                    while different >> move & 1 == 0:  # one of a row of equal cards: the first of them stands for it
                        move -= 1
                    card_values[i, card] = w.worth[move]
        nodes[i] = w.nodes
