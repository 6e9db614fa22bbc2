"""Kernel templates for one table: what happens around the rules of a game at every decision.

The names declared below are free in the templates; `core.kernels` binds them to the functions of one game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.history import hide_history
from adut.core.intrinsics import lowest_bit, nth_bit, popcount, store_bits
from adut.core.options import EPISODE_DEAL, PAYOFF_RAW, REWARD_MATCH, REWARD_TRICK, OptionsRecord
from adut.core.random import STREAM_SHEETS, below, key, lot, next_key, shuffle
from adut.core.record import MAX_SEATS, WORDS, Ints, TableRecord
from adut.core.rule import inlined, rule

# The rules of a game, bound by `specialise`.
open_match: Callable[[Any, Any], None]
deal: Callable[[Any, Any], None]
legal: Callable[[Any, Any], None]
apply: Callable[[Any, Any, int], None]
settle: Callable[[Any, Any], None]
payoff: Callable[[Any, Any, int], int]
potential: Callable[[Any, Any, int], int]
standing: Callable[[Any, Any, int], int]
observe: Callable[[Any, Any, int, Any], None]
hidden: Callable[[Any, Any, int, Any], None]
hide: Callable[[Any, Any, int], None]
start_play: Callable[[Any, Any, int], None]
choose: Callable[[Any, Any, int], int]
finish: Callable[[Any, Any, int, int], int]
random_result: Callable[[Any, Any, int], None]

# Kernels that build on other kernels.
next_deal: Callable[[Any, Any], None]
close_deal: Callable[[Any, Any], None]
find_legal: Callable[[Any, Any], None]
advance: Callable[[Any, Any, int], None]
open_table: Callable[[Any, Any, int, bool], None]
make_up_deal: Callable[[Any, Any, int], None]
make_up_sheet: Callable[[Any, Any], None]
deal_out: Callable[[Any, Any], None]
play_on: Callable[[Any, Any, int, int], int]


@rule
def hide_common(s: TableRecord, observer: int) -> None:
    """Erase what no observer may know in any game: the generator, the pack, others' choices and their part of the history."""
    hide_history(s, observer)
    s.seed = 0
    for i in range(len(s.pack)):
        s.pack[i] = 0
    if s.actor != observer:
        for word in range(WORDS):
            s.legal[word] = 0


@inlined
def is_legal(legal: Ints, action: int, num_actions: int) -> bool:
    """Whether an action is in a set of legal actions."""
    return 0 <= action < num_actions and (legal[action >> 5] >> (action & 31)) & 1 == 1


@inlined
def list_legal(s: TableRecord, ids: NDArray[np.int64]) -> int:
    """Write the ids of the legal actions, ascending. Returns how many."""
    count = 0
    for word in range(WORDS):
        rest = s.legal[word]
        while rest != 0:
            ids[count] = 32 * word + lowest_bit(rest)
            count += 1
            rest &= rest - 1
    return count


@inlined
def pick_from(legal: Ints, number: int) -> int:
    """A uniformly random action of a set of legal actions, from a key; 0 if there is none."""
    low = int(legal[0]) | int(legal[1]) << 32  # without branches, which would be as hard to predict as the choice
    high = int(legal[2]) | int(legal[3]) << 32
    size = popcount(low)
    count = size + popcount(high)
    index = below(number, count)
    further = index >= size
    bits = high if further else low
    chosen = nth_bit(bits, index - size if further else index) + (64 if further else 0)
    return chosen if count > 0 else 0


@inlined
def pick_legal(s: TableRecord, number: int) -> int:
    """A uniformly random legal action, from a key."""
    return pick_from(s.legal, number)


@inlined
def write_mask(legal: Ints, num_actions: int, mask: NDArray[np.int8]) -> None:
    """Write the legal actions as zeros and ones; the last 32 entries overlap those before them."""
    for word in range((num_actions - 1) >> 5):
        store_bits(mask, 32 * word, legal[word])
    word = (num_actions - 1) >> 5
    last = legal[word] << 32 | legal[max(word - 1, 0)]
    store_bits(mask, num_actions - 32, last >> ((num_actions - 1) & 31) + 1)


@inlined
def turn(s: TableRecord, seat: int) -> None:
    """It is a seat's turn, which decides for its own cards."""
    s.actor = seat
    s.seat = seat


def open_episode(s: TableRecord, o: OptionsRecord, dealer: int, has_random_sheet: bool) -> None:
    """Begin an episode: a sheet, a dealer (drawn by lot if below zero) and a fresh pack. `deal_pack` follows."""
    s.deal_number += 1
    s.match_deals = 1
    s.moves = 0
    s.is_over = 0
    s.truncated = 0
    s.deal_over = 0
    s.match_over = 0
    for seat in range(MAX_SEATS):
        s.points[seat] = 0
        s.reward[seat] = 0
        s.shaped[seat] = 0
    s.dealer = dealer if dealer >= 0 else lot(s.seed, s.table, s.deal_number, o.players)
    s.next_dealer = s.dealer
    open_match(s, o)
    if has_random_sheet:
        make_up_sheet(s, o)
    shuffle(s.pack, s.seed, s.table, s.deal_number)


@inlined
def empty_sheet(s: TableRecord, o: OptionsRecord) -> None:
    """Leave the sheet of a new match as it is."""


def random_sheet(s: TableRecord, o: OptionsRecord) -> None:
    """Write a sheet on an empty one: as it is before a uniformly drawn deal of a match that is made up deal by deal."""
    number = key(s.seed, s.table, STREAM_SHEETS, s.deal_number)
    dealer = s.dealer
    deals = 0
    while s.match_over == 0 and (o.max_deals < 0 or deals < o.max_deals):
        make_up_deal(s, o, next_key(number, deals))
        deals += 1
    before = below(next_key(number, deals), deals)
    open_match(s, o)
    for n in range(before):
        make_up_deal(s, o, next_key(number, n))
    s.match_over = 0
    s.dealer = dealer
    s.next_dealer = dealer
    for seat in range(MAX_SEATS):
        s.points[seat] = 0


def random_deal_of_match(s: TableRecord, o: OptionsRecord, number: int) -> None:
    """Write a deal that might have been, from a key, on the sheet."""
    random_result(s, o, number)
    settle(s, o)
    s.dealer = s.next_dealer


@inlined
def no_result(s: TableRecord, o: OptionsRecord, number: int) -> None:
    """The `random_result` of games that have none: the sheet stays empty."""
    s.match_over = 1


def deal_pack(s: TableRecord, o: OptionsRecord) -> None:
    """Deal the pack as it lies."""
    deal(s, o)
    legal(s, o)


def next_deal_of_match(s: TableRecord, o: OptionsRecord) -> None:
    """Shuffle and deal the next deal of a match."""
    s.deal_number += 1
    s.match_deals += 1
    s.dealer = s.next_dealer
    for seat in range(MAX_SEATS):
        s.shaped[seat] = 0
    shuffle(s.pack, s.seed, s.table, s.deal_number)
    deal(s, o)


def end_deal(s: TableRecord, o: OptionsRecord) -> None:
    """Write the finished deal on the sheet, pay rewards, and go on to the next deal or end the episode."""
    settle(s, o)
    ended = o.episode == EPISODE_DEAL or s.match_over != 0
    truncated = not ended and o.max_deals >= 0 and s.match_deals >= o.max_deals
    for seat in range(o.players):
        if o.reward == REWARD_MATCH:
            rank = 0
            if ended or truncated:
                mine = standing(s, o, seat)
                for other in range(o.players):
                    theirs = standing(s, o, other)
                    rank += 1 if mine > theirs else -1 if mine < theirs else 0
            s.reward[seat] = rank
        else:
            worth = s.points[seat] if o.payoff == PAYOFF_RAW else payoff(s, o, seat)
            s.reward[seat] = worth - s.shaped[seat]
    if ended or truncated:
        s.is_over = 1
        s.truncated = 1 if truncated else 0
    else:
        next_deal(s, o)


def advance_table(s: TableRecord, o: OptionsRecord, action: int) -> None:
    """Make a legal decision and everything that follows from it."""
    s.moves += 1
    s.deal_over = 0
    for seat in range(MAX_SEATS):
        s.reward[seat] = 0
    apply(s, o, action)
    if s.deal_over != 0:
        close_deal(s, o)
    elif o.reward == REWARD_TRICK:
        for seat in range(o.players):
            value = potential(s, o, seat)
            s.reward[seat] = value - s.shaped[seat]
            s.shaped[seat] = value
    find_legal(s, o)


def find_legal_actions(s: TableRecord, o: OptionsRecord) -> None:
    """Write the set of legal actions; it is empty once the episode is over."""
    if s.is_over != 0:
        for word in range(WORDS):
            s.legal[word] = 0
    else:
        legal(s, o)


@inlined
def step_by_step(s: TableRecord, o: OptionsRecord, number: int, made: int) -> int:
    """The `finish` of games that have no faster playouts: 0 decisions."""
    return 0


def play_on_at_random(s: TableRecord, o: OptionsRecord, number: int, made: int) -> int:
    """Play at random, from a key: one decision, or all that remain in the deal. Returns how many; `made` were made before."""
    if o.reward != REWARD_TRICK:
        count = finish(s, o, number, made)
        if count > 0:
            s.moves += count
            close_deal(s, o)
            find_legal(s, o)
            return count
    advance(s, o, pick_legal(s, next_key(number, made)))
    return 1


def play(states: Any, options: Any, action: int, ids: NDArray[np.int64]) -> int:
    """Make a decision at a table if it is legal and list what is legal next; `ids` has room for all actions of the game.

    Returns the number of ids written, or -1 for an illegal action, with nothing changed.
    """
    s = states[0]
    if not is_legal(s.legal, action, len(ids)):
        return -1
    advance(s, options[0], action)
    return list_legal(s, ids)


def replay(states: Any, options: Any, actions: NDArray[np.int64], ids: NDArray[np.int64]) -> int:
    """Make known legal decisions and list what is legal after them."""
    s = states[0]
    for action in actions:
        advance(s, options[0], action)
    return list_legal(s, ids)


def playout(states: Any, options: Any, number: int) -> int:
    """Play uniformly random legal actions, from a key, until the episode is over. Returns how many."""
    s = states[0]
    made = 0
    while s.is_over == 0:
        made += play_on(s, options[0], number, made)
    return made


# What Python calls: tables are arrays of records, `states[0]` or `states[i]` the table in question.


def begin(states: Any, options: Any, seed: int, table: int, dealer: int) -> None:
    """`open_table` for the table of a State, with the kind of sheet that `open_table` is bound to make up."""
    s = states[0]
    s.seed = seed
    s.table = table
    open_table(s, options[0], dealer, True)


def deal_first(states: Any, options: Any, ids: NDArray[np.int64]) -> int:
    """`deal_out` for the table of a State; lists what is legal."""
    deal_out(states[0], options[0])
    return list_legal(states[0], ids)


def play_begins(states: Any, options: Any, number: int, ids: NDArray[np.int64]) -> int:
    """Decide everything before the play of cards, from a key; lists what is legal."""
    start_play(states[0], options[0], number)
    legal(states[0], options[0])
    return list_legal(states[0], ids)


def observe_table(states: Any, options: Any, observer: int, out: NDArray[np.int8]) -> None:
    """The observation vector of an observer."""
    observe(states[0], options[0], observer, out)


def hidden_of_table(states: Any, options: Any, observer: int, out: NDArray[np.int8]) -> None:
    """The vector of hidden cards, relative to an observer."""
    hidden(states[0], options[0], observer, out)


def hide_from(states: Any, options: Any, observer: int) -> None:
    """Reduce a record to the view of an observer."""
    hide_common(states[0], observer)
    hide(states[0], options[0], observer)


def choose_from(views: Any, options: Any, keys: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
    """The rule-based player's action for each of several views."""
    for i in range(len(views)):
        actions[i] = choose(views[i], options[0], keys[i])


def payoff_of(states: Any, options: Any, seat: int) -> int:
    """The zero-sum payoff of the last finished deal."""
    return payoff(states[0], options[0], seat)


def standing_of(states: Any, options: Any, seat: int) -> int:
    """The number that ranks a seat at the end of a match."""
    return standing(states[0], options[0], seat)
