"""The deal of a world is dealt and played again, up to what was seen last: so a world is a table like any other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.history import ACTION, SECRET_ACTION
from adut.core.intrinsics import lowest_bit
from adut.core.random import next_key
from adut.core.table import is_legal
from adut.games.hidden_cards import NOT_SEEN

# The rules and the knowledge of a game, bound by `specialise`.
deal: Callable[[Any, Any], None]
legal: Callable[[Any, Any], None]
apply: Callable[[Any, Any, int], None]
rebuild: Callable[[Any, Any, int, Any, Any, int], int]
action_of: Callable[[Any, Any, Any, int], int]
asks_in_secret: Callable[[Any, int], bool]
secret_action: Callable[[Any, Any, Any, int, int, bool], int]

Numbers = NDArray[np.int64]


def deal_worlds(views: Any, options: Any, observer: int, places: Numbers, number: int, worlds: Any, discards: Numbers) -> None:
    """Deal the deals that lead to the cards of the holders.

    Args:
        places: [world, holder] cards.
        number: a key.
        worlds: copies of the view; become the tables as they were dealt.
        discards: [world] receives what others have discarded.
    """
    v, o = views[0], options[0]
    for i in range(len(worlds)):
        w = worlds[i]
        discards[i] = rebuild(v, o, observer, places[i], w, next_key(number, i))
        deal(w, o)
        legal(w, o)
        w.deal_over = 0


def replay_worlds(
    views: Any,
    options: Any,
    observer: int,
    first: int,
    last: int,
    number: int,
    discards: Numbers,
    chosen: Numbers,
    num_actions: int,
    worlds: Any,
    faults: NDArray[np.bool_],
) -> None:
    """Make the decisions of a range of the events of the view at every world.

    Args:
        first, last: the range; decisions in secret before event `last`, or after all events, are made too.
        number: a key.
        discards: what others have discarded, and was not discarded yet.
        chosen: [world] which of these is discarded first, NOT_SEEN for the lowest.
        worlds: the tables.
        faults: becomes True where a decision is not legal. It is made all the same: every world stays at the same event.
    """
    v, o = views[0], options[0]
    for i in range(len(worlds)):
        w = worlds[i]
        own = next_key(number, i)
        for n in range(first, last + 1):
            if n < last:
                kind = int(v.history[n]) & 255
                if kind != ACTION and kind != SECRET_ACTION:
                    continue
            while asks_in_secret(w, observer):
                action = secret_action(w, o, v, observer, own, n == v.num_events)
                if action == NOT_SEEN:
                    break
                faults[i] |= not is_legal(w.legal, action, num_actions)
                apply(w, o, action)
                legal(w, o)
            if n == last:
                break
            action = action_of(v, o, w, n)
            if action == NOT_SEEN:
                action = chosen[i] if n == first and chosen[i] != NOT_SEEN else lowest_bit(discards[i])
                discards[i] &= ~(1 << action)
            faults[i] |= not is_legal(w.legal, action, num_actions)
            apply(w, o, action)
            if w.deal_over != 0:
                faults[i] = True
                break
            legal(w, o)
        if last == v.num_events:
            w.deal_over = v.deal_over


def next_actions(views: Any, options: Any, n: int, worlds: Any, actions: Numbers) -> None:
    """The action that event n of the view is at each world, which stands before it; NOT_SEEN for a discard in secret."""
    v, o = views[0], options[0]
    for i in range(len(worlds)):
        actions[i] = action_of(v, o, worlds[i], n)
