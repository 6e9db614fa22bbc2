"""How the hidden cards can lie: exact counting, suit by suit, and the world with a given number.

Holders between which no difference is known form a *class*; their cards are dealt among them at the end. In each suit, every
way of giving its unseen cards to the classes is listed; ways that leave the classes the same room and mean the same to all
demands form a group. Two suits make a half, both halves a world. Counts of worlds are then sums of products, and world number i
is found by going down the sums: this is uniform, and never rejects anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.cards import RANKS_PER_SUIT
from adut.core.intrinsics import lowest_bit, nth_bit, popcount
from adut.core.random import below, next_key
from adut.core.rule import inlined, rule
from adut.games.hidden_cards import IMPOSSIBLE, MAX_HOLDERS, NOBODY, card_in_trick, draw, forget

# The knowledge of a game, bound by `specialise`.
know: Callable[[Any, Any, int, Any], None]
opening_leader: Callable[[Any, Any], int]
next_in_trick: Callable[[Any, Any, int], int]
trick_size: Callable[[Any, Any], int]
may_hold_too: Callable[[Any, Any, Any, int, int, int], bool]
lay: Callable[[Any, Any, int, int], None]
find_demands: Callable[[Any, Any, int, Any, Any], None]
gist: Callable[[Any, Any, Any, int, int, int, int], int]
merge: Callable[[Any, Any, Any, int, int, int], int]
fits: Callable[[Any, Any, Any, int, int], bool]

Numbers = NDArray[np.int64]

MAX_CLASSES = 4
ROOM_BITS = 6
"""Of a class in a key: its cards in five bits, and a bit that shows when they become more than there is room for."""
MOST_ROOM = 31
"""More than two suits have cards."""
ROOM_MASK = (1 << ROOM_BITS * MAX_CLASSES) - 1
GUARDS = sum(32 << ROOM_BITS * number for number in range(MAX_CLASSES))
GIST_BITS = 13
MAX_GISTS = 1 << GIST_BITS
NEW, NEVER = -2, -1


def learn(views: Any, options: Any, hidden: Any, scratch: Any, observer: int) -> None:
    """Fill `hidden` with what an observer knows; `scratch` is a copy of the view."""
    v, o, k, w = views[0], options[0], hidden[0], scratch[0]
    forget(k)
    know(v, o, observer, k)
    seat = opening_leader(v, o) if v.trick_number > 0 else 0
    for trick in range(1, v.trick_number + 1):
        w.led = w.best_seat = w.best_card = -1
        w.trick_cards = 0
        for place in range(len(w.trick)):
            w.trick[place] = -1
        while w.trick_cards < trick_size(v, o):
            card = card_in_trick(v.played[seat], v.trick_of, trick)
            if card < 0:
                break
            rest = k.may[seat] if seat != observer else 0
            while rest != 0:
                other = lowest_bit(rest)
                rest &= rest - 1
                if not may_hold_too(w, o, v, seat, card, other):
                    k.may[seat] &= ~(1 << other)
            lay(w, o, seat, card)
            w.trick_cards += 1
            seat = next_in_trick(v, o, seat)
        seat = w.best_seat
    find_demands(v, o, observer, k, w)


def list_suit(
    views: Any,
    options: Any,
    hidden: Any,
    suit: int,
    may: Numbers,
    room: int,
    owner: Numbers,
    gists: Numbers,
    slots: Numbers,
    memo: Numbers,
    keys: Numbers,
    ways: Numbers,
) -> int:
    """List the ways to give the unseen cards of a suit to the classes.

    Args:
        may: [class] the cards that it may hold.
        room: the room of all classes, as in keys, at most MOST_ROOM each.
        owner: [demand, 0 or 1] the class of the hand and of the pile, NOBODY.
        gists: [demand, :] receives what matters; gists[demand, -1] how many that are, 0 at first.
        slots: [demand, :] a hash table of the gists, all NEW.
        memo: [demand, :] by ranks of the hand and of the pile; all NEW.
        keys, ways: receive for each way its key, and the ranks of each class as a byte.

    Returns:
        How many ways, or -1 if too many gists are to be told apart.
    """
    v, o, k = views[0], options[0], hidden[0]
    shift = RANKS_PER_SUIT * suit
    cards = k.unseen >> shift & 0xFF
    depth = popcount(cards)
    count = 0
    place = 0
    choice = 0  # by card four bits: one more than its class
    way = 0
    while place >= 0:
        if place == depth:
            key = key_of_way(way)
            if (GUARDS | room) - key & GUARDS == GUARDS:
                for number in range(k.demands):
                    own, other = owner[number, 0], owner[number, 1]
                    ranks = way >> RANKS_PER_SUIT * own & 0xFF
                    pile = way >> RANKS_PER_SUIT * other & 0xFF if other != NOBODY else 0
                    found = memo[number, ranks | pile << 8] if other != NOBODY else memo[number, ranks]
                    if found == NEW:
                        held = ranks << shift | k.sure[number] & 0xFF << shift
                        what = gist(v, o, k, number, suit, held, pile << shift)
                        found = NEVER if what == IMPOSSIBLE else intern(gists[number], slots[number], what)
                        if found == MAX_GISTS:
                            return -1
                        memo[number, ranks | pile << 8 if other != NOBODY else ranks] = found
                    if found == NEVER:
                        key = NEVER
                        break
                    key |= found << ROOM_BITS * MAX_CLASSES + GIST_BITS * number
                if key != NEVER:
                    keys[count] = key
                    ways[count] = way
                    count += 1
            place -= 1
        else:
            card = nth_bit(cards, place)
            tried = choice >> 4 * place & 15
            if tried > 0:
                way &= ~(1 << RANKS_PER_SUIT * (tried - 1) + card)
            number = tried
            while number < len(may) and may[number] >> shift + card & 1 == 0:
                number += 1
            if number < len(may):
                way |= 1 << RANKS_PER_SUIT * number + card
                choice = choice & ~(15 << 4 * place) | number + 1 << 4 * place
                place += 1
            else:
                choice &= ~(15 << 4 * place)
                place -= 1
    return count


@inlined
def key_of_way(way: int) -> int:
    """The cards of each class, as in keys."""
    key = 0
    for number in range(MAX_CLASSES):
        key |= popcount(way >> RANKS_PER_SUIT * number & 0xFF) << ROOM_BITS * number
    return key


@inlined
def slot_of(value: int, mask: int) -> int:
    """Where a hash table begins to look for a number."""
    value ^= value >> 32
    value ^= value >> 17
    value ^= value >> 9
    return value & mask


@rule
def intern(values: Numbers, slots: Numbers, value: int) -> int:
    """The index of a number among `values`, where it is added if it is new; MAX_GISTS if there is no room."""
    mask = len(slots) - 1
    slot = slot_of(value, mask)
    while slots[slot] >= 0:
        if values[slots[slot]] == value:
            return int(slots[slot])
        slot = slot + 1 & mask
    count = int(values[len(values) - 1])
    if count == len(values) - 1:
        return MAX_GISTS
    slots[slot] = count
    values[count] = value
    values[len(values) - 1] = count + 1
    return count


@rule
def group(keys: Numbers, count: int, slots: Numbers, group_of: Numbers, group_keys: Numbers) -> int:
    """Number equal keys alike, in the order in which they appear. Returns how many different ones there are."""
    mask = len(slots) - 1
    found = 0
    for i in range(count):
        key = keys[i]
        slot = slot_of(key, mask)
        while slots[slot] >= 0 and group_keys[slots[slot]] != key:
            slot = slot + 1 & mask
        if slots[slot] < 0:
            slots[slot] = found
            group_keys[found] = key
            found += 1
        group_of[i] = slots[slot]
    return found


@rule
def sort_groups(group_of: Numbers, count: int, starts: Numbers, order: Numbers) -> None:
    """List the members of each group: order[starts[g]:starts[g + 1]]."""
    groups = len(starts) - 1
    for g in range(groups + 1):
        starts[g] = 0
    for i in range(count):
        starts[group_of[i] + 1] += 1
    for g in range(groups):
        starts[g + 1] += starts[g]
    for i in range(count):
        g = group_of[i]
        order[starts[g]] = i
        starts[g] += 1
    for g in range(groups, 0, -1):
        starts[g] = starts[g - 1]
    starts[0] = 0


def pair_suits(
    views: Any,
    options: Any,
    hidden: Any,
    room: int,
    keys: Numbers,
    starts: Numbers,
    gists: Numbers,
    other_keys: Numbers,
    other_starts: Numbers,
    other_gists: Numbers,
    joint: Numbers,
    slots: Numbers,
    memo: Numbers,
    pair_keys: Numbers,
    pairs: Numbers,
    weights: Numbers,
) -> int:
    """List the pairs of groups of two suits for which there is room.

    Args:
        keys, starts, gists: the groups of one suit; `other_...` those of the other.
        joint, slots, memo: as `gists`, `slots`, `memo` in `list_suit`; the memo by pairs of gists.
        pair_keys, pairs, weights: receive for each pair its key, its groups as one number, and how many ways it stands for.

    Returns:
        How many pairs, or -1 if too many gists are to be told apart.
    """
    v, o, k = views[0], options[0], hidden[0]
    count = 0
    for a in range(len(keys)):
        for b in range(len(other_keys)):
            key = (keys[a] & ROOM_MASK) + (other_keys[b] & ROOM_MASK)
            if (GUARDS | room) - key & GUARDS != GUARDS:
                continue
            for number in range(k.demands):
                shift = ROOM_BITS * MAX_CLASSES + GIST_BITS * number
                one, two = gist_in(number, keys[a]), gist_in(number, other_keys[b])
                at = place_in_memo(number, keys[a], other_keys[b], other_gists)
                if memo[number, at] == NEW:
                    what = merge(v, o, k, number, gists[number, one], other_gists[number, two])
                    memo[number, at] = intern(joint[number], slots[number], what)
                    if memo[number, at] == MAX_GISTS:
                        return -1
                key |= memo[number, at] << shift
            pair_keys[count] = key
            pairs[count] = a * len(other_keys) + b
            weights[count] = (starts[a + 1] - starts[a]) * (other_starts[b + 1] - other_starts[b])
            count += 1
    return count


def complete_halves(
    views: Any,
    options: Any,
    hidden: Any,
    keys: Numbers,
    weights: Numbers,
    gists: Numbers,
    first: Numbers,
    last: Numbers,
    other_keys: Numbers,
    other_weights: Numbers,
    other_gists: Numbers,
    memo: NDArray[np.int8],
    sums: Numbers,
) -> None:
    """Write how many worlds there are up to each group of the first half.

    Args:
        keys, weights, gists: the groups of the first half; `other_...` those of the second, in the order of their rooms.
        first, last: by group of the first half, the range of those of the second that fill the room.
        memo: [demand, :] by pairs of gists: whether they fit, NEW.
        sums: receives the sums.
    """
    v, o, k = views[0], options[0], hidden[0]
    total = 0
    for a in range(len(keys)):
        completions = 0
        for b in range(first[a], last[a]):
            for number in range(k.demands):
                at = place_in_memo(number, keys[a], other_keys[b], other_gists)
                if memo[number, at] == NEW:
                    one, two = gist_in(number, keys[a]), gist_in(number, other_keys[b])
                    what = merge(v, o, k, number, gists[number, one], other_gists[number, two])
                    memo[number, at] = 1 if fits(v, o, k, number, what) else 0
            if is_world(k.demands, keys[a], other_keys[b], other_gists, memo):
                completions += other_weights[b]
        total += weights[a] * completions
        sums[a] = total


@inlined
def gist_in(number: int, key: int) -> int:
    """The index of the gist of a demand in a key."""
    return key >> ROOM_BITS * MAX_CLASSES + GIST_BITS * number & MAX_GISTS - 1


@inlined
def place_in_memo(number: int, key: int, other: int, other_gists: Numbers) -> int:
    """Where a memo has a pair of gists."""
    return gist_in(number, key) * int(other_gists[number, other_gists.shape[1] - 1]) + gist_in(number, other)


@inlined
def find(sums: Numbers, start: int, stop: int, number: int) -> int:
    """The first place from start to stop whose sum is greater than a number."""
    while start < stop:
        middle = (start + stop) >> 1
        if sums[middle] > number:
            stop = middle
        else:
            start = middle + 1
    return start


@rule
def find_ways(
    number: int,
    group: int,
    starts: Numbers,
    sums: Numbers,
    pairs: Numbers,
    suit: int,
    other_suit: int,
    groups: Numbers,
    suit_starts: Numbers,
    suit_ways: Numbers,
    found: Numbers,
) -> None:
    """Write the ways in two suits that are number `number` of a group of a half.

    Args:
        starts, sums, pairs: the pairs of each group, with sums of their weights over all groups.
        groups, suit_starts, suit_ways: by suit, how many groups there are, and their ways.
    """
    before = sums[starts[group] - 1] if starts[group] > 0 else 0
    place = find(sums, starts[group], starts[group + 1], number + before)
    number -= (sums[place - 1] if place > 0 else 0) - before
    one, two = pairs[place] // groups[other_suit], pairs[place] % groups[other_suit]
    count = suit_starts[other_suit, two + 1] - suit_starts[other_suit, two]
    found[suit] = suit_ways[suit, suit_starts[suit, one] + number // count]
    found[other_suit] = suit_ways[other_suit, suit_starts[other_suit, two] + number % count]


@rule
def is_world(demands: int, key: int, other: int, other_gists: Numbers, memo: NDArray[np.int8]) -> bool:
    """Whether two groups of halves together fulfil all demands."""
    together = True
    for number in range(demands):
        together = together and memo[number, place_in_memo(number, key, other, other_gists)] == 1
    return together


@rule
def draw_places(
    hidden: Any,
    ranks: Numbers,
    number: int,
    members: Numbers,
    suits: Numbers,
    groups: Numbers,
    suit_starts: Numbers,
    suit_ways: Numbers,
    sums: Numbers,
    keys: Numbers,
    weights: Numbers,
    starts: Numbers,
    pair_sums: Numbers,
    pairs: Numbers,
    first: Numbers,
    last: Numbers,
    other_keys: Numbers,
    other_weights: Numbers,
    other_starts: Numbers,
    other_pair_sums: Numbers,
    other_pairs: Numbers,
    other_gists: Numbers,
    memo: NDArray[np.int8],
    found: Numbers,
    places: Numbers,
) -> None:
    """Write the worlds with given numbers.

    Args:
        ranks: their numbers, from 0.
        number: a key, for what does not depend on the number: how cards are dealt within a class.
        members: [class, :] its holders, then NOBODY.
        suits: the suits of the first half and of the second.
        found: scratch, [4].
        places: [world, holder] receives cards.
        others: as in the functions above.
    """
    k = hidden[0]
    for i in range(len(ranks)):
        rank = ranks[i]
        a = find(sums, 0, len(sums), rank)
        rank -= sums[a - 1] if a > 0 else 0
        completion = rank // weights[a]
        b = first[a]
        while b < last[a]:
            if is_world(k.demands, keys[a], other_keys[b], other_gists, memo):
                if completion < other_weights[b]:
                    break
                completion -= other_weights[b]
            b += 1
        way = rank % weights[a]
        find_ways(way, a, starts, pair_sums, pairs, suits[0], suits[1], groups, suit_starts, suit_ways, found)
        find_ways(
            completion, b, other_starts, other_pair_sums, other_pairs, suits[2], suits[3], groups, suit_starts, suit_ways, found
        )
        share_out(k, found, members, next_key(number, i), places[i])


@rule
def share_out(k: Any, ways: Numbers, members: Numbers, number: int, places: Numbers) -> None:
    """Give the cards of each class to its holders, uniformly, from a key, and add the known cards."""
    for holder in range(MAX_HOLDERS):
        places[holder] = k.known[holder]
    for number_of_class in range(len(members)):
        cards = 0
        for suit in range(4):
            cards |= (ways[suit] >> RANKS_PER_SUIT * number_of_class & 0xFF) << RANKS_PER_SUIT * suit
        place = 0
        while members[number_of_class, place] != NOBODY:
            holder = members[number_of_class, place]
            own = cards
            if members[number_of_class, place + 1] != NOBODY:
                own = draw(cards, k.room[holder], next_key(number, holder))
            places[holder] |= own
            cards &= ~own
            place += 1
    if k.drawn_from != NOBODY:
        cards = places[k.drawn_from]
        card = 1 << nth_bit(cards, below(next_key(number, MAX_HOLDERS), popcount(cards) - 1))
        places[k.drawn_from] ^= card
        places[k.drawn_to] |= card
