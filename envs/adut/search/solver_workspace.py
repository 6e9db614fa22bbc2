"""The working memory of the solver, and how it sees a deal.

The solver numbers cards by *positions*: suit after suit, from the strongest card of a suit to the weakest. Neighbours that are
worth the same form a group, and who holds which cards of a group is all that matters: between tricks the cards that are left
of a group therefore move up to its first positions. Positions that differ only in cards that are gone thus become one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adut.core.cards import NUM_CARDS
from adut.core.intrinsics import lowest_bit, popcount
from adut.core.record import Ints, Record, ints
from adut.core.rule import inlined, rule
from adut.games.open_play import OpenPlay

MAX_PLAYERS = 4
MAX_SUITS = 5
BYTES = 4
NO_POSITION = -1

beats: Callable[[int, int, int], bool]
number_cards: Callable[[Any, Any], None]


class Workspace(Record):
    """What a search needs beside the table of positions."""

    players: int
    talon_tricks: int  # the first tricks have a card more, which TALON_SLOT leads
    is_talon_dead: int
    counted: int
    maximisers: int
    trick_worth: int
    last_trick: int
    capot: int
    is_opening: int
    is_free_lead: int  # any card may be led
    avoids_tricks: int  # who counts them does not want them
    may_duck: int  # and can play below others
    cash_early: int  # sure tricks are the first leads to try
    starts: int  # first positions of groups
    trumps: int  # positions that beat other suits
    num_suits: int
    first_move: int  # what the last search found best at the root
    best_move: int  # a move at the root that has its value
    nodes: int
    generation: int  # number of the deal that is solved
    last_bucket: int  # of the table
    found_value: int  # what the table has told last
    hint: int  # and the move
    low: int  # bounds of a position between tricks
    high: int
    num_ladders: int
    num_classes: int  # of cards that are worth points
    classes: Ints = ints(8)  # positions that are worth the same points, the highest first
    ladder: Ints = ints(8)  # stretches of a suit in which no card is worth more than a stronger one
    key_first: Ints = ints(12)  # [trick] keys in the table
    key_second: Ints = ints(12)
    key_ranks: Ints = ints(12)
    bucket: Ints = ints(12)
    seats: Ints = ints(4)
    suit: Ints = ints(5)  # positions of each suit
    suit_of: Ints = ints(32)  # [position] positions of its suit
    beaten_by: Ints = ints(32)  # [position] positions that beat it
    points: Ints = ints(32)  # [position]
    card: Ints = ints(32)  # [position] the card that stands there
    place: Ints = ints(32)  # [card] the position it has at the root
    to_cards: Ints = ints(4, 256)  # [byte of a set of positions, its value] cards
    to_positions: Ints = ints(4, 256)  # the way back
    hands: Ints = ints(12, 4)  # [trick, slot] positions
    slot: Ints = ints(33)  # [ply] who plays
    count: Ints = ints(33)  # cards in the trick
    trick_size: Ints = ints(33)  # cards of the whole trick
    led: Ints = ints(33)  # position of the card led, NO_POSITION
    best: Ints = ints(33)  # position of the card that wins the trick so far
    best_slot: Ints = ints(33)
    table: Ints = ints(33)  # positions of the cards on the table
    trick_points: Ints = ints(33)  # so far
    rest: Ints = ints(33)  # points of all tricks that are not taken yet
    won: Ints = ints(33)  # bit 0: the counted side has a trick; bit 1: the others have one
    target: Ints = ints(33)  # points that the counted side needs from here on
    value: Ints = ints(33)  # best value so far
    choice: Ints = ints(33)  # the move it came from
    gain: Ints = ints(33)  # points of the trick that the move under way has finished
    next: Ints = ints(33)  # moves tried
    num_moves: Ints = ints(33)  # moves to try
    moves: Ints = ints(33, 12)  # positions
    scores: Ints = ints(33, 12)
    rows: Ints = ints(33, 12)  # moves of one number are neighbours
    found: Ints = ints(33, 12)  # values of the moves tried
    worth: Ints = ints(32)  # [position] value of a move at the root


@inlined
def convert(maps: Ints, cards: int) -> int:
    """A set in the other numbering."""
    return maps[0, cards & 255] | maps[1, cards >> 8 & 255] | maps[2, cards >> 16 & 255] | maps[3, cards >> 24 & 255]


@rule
def fill_maps(w: Workspace) -> None:
    """Fill the tables for sets from `card`."""
    for byte in range(BYTES):
        w.to_cards[byte, 0] = 0
        w.to_positions[byte, 0] = 0
    for position in range(NUM_CARDS):
        card = w.card[position]
        w.to_cards[position >> 3, 1 << (position & 7)] = 1 << card
        w.to_positions[card >> 3, 1 << (card & 7)] = 1 << position
    for byte in range(BYTES):
        for value in range(1, 256):
            low = value & -value
            w.to_cards[byte, value] = w.to_cards[byte, low] | w.to_cards[byte, value ^ low]
            w.to_positions[byte, value] = w.to_positions[byte, low] | w.to_positions[byte, value ^ low]


def number_all_cards(p: OpenPlay, w: Workspace) -> None:
    """Give every card its position: suit after suit, from the strongest card to the weakest."""
    first = 0
    w.num_suits = 0
    w.starts = 0
    for suit in range(MAX_SUITS):
        size = 0
        for card in range(NUM_CARDS):
            size += p.suits[card] == suit
        if size == 0:
            continue
        for card in range(NUM_CARDS):
            if p.suits[card] != suit:
                continue
            weaker = 0
            for other in range(NUM_CARDS):
                weaker += p.suits[other] == suit and beats(p.contract, card, other)
            w.card[first + size - 1 - weaker] = card
        members = (1 << size) - 1 << first
        w.suit[w.num_suits] = members
        w.num_suits += 1
        w.starts |= 1 << first
        for position in range(first, first + size):
            w.suit_of[position] = members
        first += size


def prepare(p: OpenPlay, w: Workspace) -> None:
    """Number the cards of a deal by positions and set up the root of the search."""
    number_cards(p, w)
    in_play = p.table
    for slot in range(slots_of(p)):
        in_play |= p.hands[slot]
    w.trumps = 0
    w.num_ladders = 0
    for at in range(NUM_CARDS):
        card = w.card[at]
        w.points[at] = p.points[card]
        if not p.exchangeable or p.must >> card & 1 or (at > 0 and p.points[card] != w.points[at - 1]):
            w.starts |= 1 << at
        if w.suit_of[at] >> max(at - 1, 0) & 1 == 0 or at == 0 or w.points[at] > w.points[at - 1]:
            w.ladder[w.num_ladders] = 0
            w.num_ladders += 1
        w.ladder[w.num_ladders - 1] |= 1 << at
        beaten_by = 0
        for better in range(NUM_CARDS):
            if better != at and beats(p.contract, w.card[better], card):
                beaten_by |= 1 << better
        w.beaten_by[at] = beaten_by
        w.trumps |= beaten_by & ~w.suit_of[at]
    sort_by_points(w)
    fill_maps(w)
    # The cards in play move up to the first positions of their groups.
    free = 0
    for at in range(NUM_CARDS):
        if w.starts >> at & 1:
            free = at
        if in_play >> w.card[at] & 1:
            w.place[w.card[at]] = free
            free += 1
    place_root(p, w)


@rule
def sort_by_points(w: Workspace) -> None:
    """Collect the positions that are worth the same, the highest first."""
    w.num_classes = 0
    seen = 0
    while True:
        most = 0
        for at in range(NUM_CARDS):
            if seen >> at & 1 == 0:
                most = max(most, w.points[at])
        if most == 0:
            break
        members = 0
        for at in range(NUM_CARDS):
            members |= 1 << at if w.points[at] == most else 0
        seen |= members
        w.classes[w.num_classes] = members
        w.num_classes += 1


@rule
def place_root(p: OpenPlay, w: Workspace) -> None:
    """Set up the root: hands, the trick on the table, what is still to be won."""
    w.players = p.players
    w.talon_tricks = p.talon_tricks
    w.is_talon_dead = p.is_talon_dead if p.talon_tricks > 0 else 0
    w.counted = p.counted
    w.maximisers = p.maximisers
    w.trick_worth = p.trick_worth
    w.last_trick = p.last_trick
    w.capot = p.capot
    w.is_opening = p.is_opening
    w.is_free_lead = p.exchangeable
    w.avoids_tricks = 1 if p.counted != p.maximisers else 0
    w.may_duck = 1 if w.trumps == 0 and p.must_beat == 0 else 0
    w.cash_early = p.cash_early
    tricks = 0
    rest = p.last_trick
    for slot in range(MAX_PLAYERS):
        if slot >= slots_of(p):
            w.hands[0, slot] = 0
            continue
        w.seats[slot] = p.seats[slot]
        w.hands[0, slot] = placed(w, p.hands[slot])
        rest += points_of(w, w.hands[0, slot])
        tricks = max(tricks, popcount(p.hands[slot]))
    rest += tricks * p.trick_worth
    w.slot[0] = p.turn
    w.count[0] = p.trick_cards
    w.trick_size[0] = slots_of(p)
    w.led[0] = w.place[p.led] if p.trick_cards > 0 else NO_POSITION
    w.best[0] = w.place[p.best_card] if p.trick_cards > 0 else NO_POSITION
    w.best_slot[0] = p.best
    w.table[0] = placed(w, p.table)
    w.trick_points[0] = points_of(w, w.table[0])
    w.rest[0] = rest + w.trick_points[0]
    w.won[0] = 3
    if p.capot != 0:
        w.won[0] = (1 if p.tricks > 0 else 0) | (2 if p.other_tricks > 0 else 0)
    w.first_move = NO_POSITION
    w.nodes = 0


@inlined
def slots_of(p: OpenPlay) -> int:
    """How many slots have a card of the present trick."""
    return p.players + 1 if p.talon_tricks > 0 else p.players


@inlined
def placed(w: Workspace, cards: int) -> int:
    """The positions of cards in play at the root."""
    found = 0
    rest = cards
    while rest != 0:
        found |= 1 << w.place[lowest_bit(rest)]
        rest &= rest - 1
    return found


@inlined
def points_of(w: Workspace, positions: int) -> int:
    """Points of a set of positions."""
    points = 0
    rest = positions
    while rest != 0:
        points += w.points[lowest_bit(rest)]
        rest &= rest - 1
    return points
