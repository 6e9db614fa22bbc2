"""Information-set Monte Carlo tree search for one observer: the compiled part.

A node of the tree is what the observer has seen since the decision in question, and who is to decide; an edge is an action
there. One iteration takes a world (a deal that fits what the observer knows), goes down the tree among the actions that are
legal in that world, adds one edge, plays the deal on to its end, and tells every edge on the way what the deal paid to its
decider. Edges are compared by upper confidence bounds, in which an edge counts as often as it was legal (Cowling, Powley and
Whitehouse 2012).

A decision before the play of cards is compared over whole deals, without a tree below it: there everybody decides as the
rule-based player does, from the cards that he holds in the world. A tree that knows what the observer sees alone could not tell
one hand of the others from another, and calls look as bad as the first tries of cards that follow them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.history import ACTION, UNKNOWN
from adut.core.intrinsics import popcount
from adut.core.options import OptionsRecord
from adut.core.random import next_key
from adut.core.record import MAX_SEATS, WORDS, Ints, Record, TableRecord, ints
from adut.core.rule import inlined, rule
from adut.core.table import pick_from, pick_legal

# The rules of a game and other kernels, bound by `Kernels.bind`.
apply: Callable[[Any, Any, int], None]
legal: Callable[[Any, Any], None]
choose: Callable[[Any, Any, int], int]
finish: Callable[[Any, Any, int, int], int]
settle: Callable[[Any, Any], None]
payoff: Callable[[Any, Any, int], int]
step: Callable[[Any, Any, int], None]
roll_out: Callable[[Any, Any, int, int, int, int], None]
descend: Callable[..., int]

NONE = -1
RANDOM, CALLS, RULE = range(3)
"""How a deal is played on below the tree: at random; by rule up to the play of cards and then at random; by rule."""

ROLLOUT = 1 << 20
"""The index of the key of what is played below the tree, above those of decisions."""


class Node(Record):
    """What the observer has seen, and whose decision is due."""

    key: int
    tried: Ints = ints(WORDS)  # actions that have an edge
    first: int  # its newest edge, NONE
    favourite: int  # what the rule-based player does in the observer's place, NONE


class Edge(Record):
    """An action at a node."""

    action: int
    visits: int
    available: int  # how often it was legal when the node was visited
    total: int  # of the payoffs to who decides there
    next: int  # the next edge of the node, NONE


class Tally(Record):
    """What the search has done so far."""

    nodes: int
    edges: int
    iterations: int
    sums: Ints = ints(MAX_SEATS)  # of payoffs, by seat
    squares: Ints = ints(MAX_SEATS)


class Settings(Record):
    """What a search is about."""

    observer: int
    number: int  # the random key
    play: int  # the phase in which cards are played
    rollout: int  # RANDOM, CALLS or RULE


def make_step(s: TableRecord, o: OptionsRecord, action: int) -> None:
    """Make a decision within the deal."""
    apply(s, o, action)
    if s.deal_over == 0:
        legal(s, o)


def play_out(s: TableRecord, o: OptionsRecord, number: int, made: int, play: int, rollout: int) -> None:
    """Play the deal to its end, from a key; `made` decisions were made before."""
    while s.deal_over == 0:
        if rollout == RULE or (rollout == CALLS and s.phase != play):
            step(s, o, choose(s, o, next_key(number, made)))
        else:
            if finish(s, o, number, made) > 0:
                break
            step(s, o, pick_legal(s, next_key(number, made)))
        made += 1


@rule
def what_was_seen(s: TableRecord, first: int, observer: int, seen: int) -> int:
    """A key of all that the observer has seen, with the events from `first` on."""
    for n in range(first, s.num_events):
        event = int(s.history[n])
        if event >> 24 + observer & 1:
            seen = next_key(seen, event & 0xFFFFFF)
        elif event & 255 == ACTION:
            seen = next_key(seen, event & 0xFFFF | UNKNOWN << 16)
    return seen


@rule
def find_node(nodes: Any, slots: Ints, tally: Tally, key: int) -> int:
    """The node of a key, a new one if there is none; NONE if there is no room."""
    mask = len(slots) - 1
    slot = key & mask
    while slots[slot] != NONE:
        if nodes[slots[slot]].key == key:
            return slots[slot]
        slot = slot + 1 & mask
    if tally.nodes == len(nodes):
        return NONE
    node = tally.nodes
    tally.nodes += 1
    slots[slot] = node
    nodes[node].key = key
    nodes[node].first = NONE
    nodes[node].favourite = NONE
    for word in range(WORDS):
        nodes[node].tried[word] = 0
    return node


@rule
def add_edge(nodes: Any, edges: Any, tally: Tally, node: int, action: int) -> int:
    """A new edge of a node; there is room."""
    edge = tally.edges
    tally.edges += 1
    edges[edge].action = action
    edges[edge].visits = 0
    edges[edge].available = 1
    edges[edge].total = 0
    edges[edge].next = nodes[node].first
    nodes[node].first = edge
    nodes[node].tried[action >> 5] |= 1 << (action & 31)
    return edge


@rule
def spread_of(tally: Tally, seat: int) -> float:
    """The standard deviation of what the deal pays a seat, over all iterations so far; 1 where there is none."""
    if tally.iterations == 0:
        return 1.0
    mean = tally.sums[seat] / tally.iterations
    variance = tally.squares[seat] / tally.iterations - mean * mean
    return math.sqrt(variance) if variance > 0.0 else 1.0


@rule
def best_edge(
    legal_actions: Ints, nodes: Any, edges: Any, node: int, explore: float, bias: float, prior: NDArray[np.float64]
) -> int:
    """The edge with the highest bound among those legal, NONE without any; they have been available once more.

    Args:
        legal_actions: in this world.
        explore: the weight of the bound, in points of payoff.
        bias: by how many standard errors an action that the prior is sure of is preferred, times the spread.
        prior: by action; empty for the favourite of the node.
    """
    best = -math.inf
    found = NONE
    edge: int = nodes[node].first
    while edge != NONE:
        action = edges[edge].action
        if legal_actions[action >> 5] >> (action & 31) & 1:
            edges[edge].available += 1
            visits = edges[edge].visits
            width = explore * math.sqrt(math.log(edges[edge].available))
            if len(prior) > 0:
                width += bias * prior[action]
            elif action == nodes[node].favourite:
                width += bias
            bound = edges[edge].total / visits + width / math.sqrt(visits)
            if bound > best:
                best = bound
                found = edge
        edge = edges[edge].next
    return found


@inlined
def num_legal(s: TableRecord) -> int:
    """How many actions are legal."""
    count = 0
    for word in range(WORDS):
        count += popcount(s.legal[word])
    return count


@inlined
def is_any_new(s: TableRecord, nodes: Any, node: int, fresh: Ints) -> bool:
    """Whether a legal action has no edge at a node; writes which."""
    any_new = False
    for word in range(WORDS):
        fresh[word] = s.legal[word] & ~nodes[node].tried[word]
        any_new = any_new or fresh[word] != 0
    return any_new


@rule
def new_action(nodes: Any, node: int, fresh: Ints, prior: NDArray[np.float64], number: int) -> int:
    """An action of a set: the one with the greatest prior, among equals one by a key."""
    favourite: int = nodes[node].favourite
    if favourite != NONE and fresh[favourite >> 5] >> (favourite & 31) & 1:
        return favourite
    chosen = pick_from(fresh, number)
    for action in range(len(prior)):
        if prior[action] > prior[chosen] and fresh[action >> 5] >> (action & 31) & 1:
            chosen = action
    return chosen


def go_down(
    s: TableRecord,
    o: OptionsRecord,
    settings: Any,
    number: int,
    explore: float,
    bias: float,
    root_prior: NDArray[np.float64],
    nodes: Any,
    edges: Any,
    slots: Ints,
    tally: Any,
    fresh: Ints,
    path: NDArray[np.int64],
) -> int:
    """One iteration down the tree and on to the end of the deal.

    Args:
        s: the world.
        number: the key of the iteration.
        root_prior: by action, for the first decision.
        fresh: scratch, a set of actions.
        path: [n, 2] receives the edges and their deciders.

    Returns:
        How many edges.
    """
    observer = settings.observer
    seen = 0
    made = 0
    depth = 0
    growing = True  # until an edge was added, or the decision in question was a call
    while s.deal_over == 0 and growing:
        own = s.actor == observer
        in_play = s.phase == settings.play
        first_event = s.num_events
        if num_legal(s) == 1:
            action = pick_legal(s, 0)
        elif not in_play and not (own and depth == 0):
            action = choose(s, o, next_key(number, made))
        else:
            node = find_node(nodes, slots, tally, next_key(seen, s.phase << 8 | s.actor << 4 | s.seat))
            if node == NONE:
                break
            if nodes[node].first == NONE and own and bias > 0.0 and depth > 0:
                nodes[node].favourite = choose(s, o, settings.number)
            spread = spread_of(tally, s.actor)
            prior = root_prior if depth == 0 else root_prior[:0]
            edge = best_edge(s.legal, nodes, edges, node, explore * spread, bias * spread, prior)
            if is_any_new(s, nodes, node, fresh) and tally.edges < len(edges):
                action = new_action(nodes, node, fresh, prior, next_key(number, made))
                edge = add_edge(nodes, edges, tally, node, action)
                growing = False
            if edge == NONE:
                break
            growing = growing and in_play
            action = edges[edge].action
            path[depth, 0] = edge
            path[depth, 1] = s.actor
            depth += 1
        step(s, o, action)
        made += 1
        if own or in_play:
            seen = next_key(seen, action)
        seen = what_was_seen(s, first_event, observer, seen)
    roll_out(s, o, next_key(number, ROLLOUT), made, settings.play, settings.rollout)
    return depth


def search(
    worlds: NDArray[np.int64],
    options: Any,
    settings: Any,
    iterations: int,
    explore: float,
    bias: float,
    root_prior: NDArray[np.float64],
    tables: Any,
    words: NDArray[np.int64],
    nodes: Any,
    edges: Any,
    slots: Ints,
    tally: Any,
    fresh: Ints,
    path: NDArray[np.int64],
) -> None:
    """Search on for some iterations.

    Args:
        worlds: the words of the records of the worlds, [world, word]; they are used in turn.
        iterations: how many.
        explore: the weight of the bounds, in spreads of the payoff.
        bias: the weight of the prior, likewise.
        root_prior: by action, for the first decision.
        tables: scratch, one record, and `words` the same memory as words.
        nodes, edges, slots, tally: the tree; it stops growing when there is no more room.
        fresh, path: scratch, see `go_down`.
    """
    s, o, t = tables[0], options[0], tally[0]
    for _ in range(iterations):
        world = t.iterations % len(worlds)
        for i in range(words.shape[1]):
            words[0, i] = worlds[world, i]
        s.deal_over = 0
        number = next_key(settings[0].number, t.iterations)
        depth = descend(s, o, settings[0], number, explore, bias, root_prior, nodes, edges, slots, t, fresh, path)
        settle(s, o)
        for seat in range(o.players):
            worth = payoff(s, o, seat)
            t.sums[seat] += worth
            t.squares[seat] += worth * worth
        for n in range(depth):
            edges[path[n, 0]].visits += 1
            edges[path[n, 0]].total += payoff(s, o, path[n, 1])
        t.iterations += 1
