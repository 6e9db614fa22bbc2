"""What declarations of Belot tell of whole hands (5.2 of the rules).

Of a hand matter its runs and the ranks of which it has all four cards: a gist is a set of cards in runs, and from bit 32 on a
bit for each rank whose cards of the suits looked at it all has.
"""

from __future__ import annotations

from adut.core.cards import NUM_CARDS, RANKS_PER_SUIT
from adut.core.history import ANNOUNCEMENT
from adut.core.intrinsics import lowest_bit
from adut.core.random import below, next_key
from adut.core.rule import inlined, rule
from adut.games.belot.declaring import (
    KIND_OF,
    best_plan,
    byte_of,
    candidates_of,
    cards_of,
    declaration_of,
    nth_candidate,
    nth_declaration,
    suit_of,
)
from adut.games.belot.layout import DONE, FIRST_SLOT, KINDS, MAX_CANDIDATES
from adut.games.belot.options import AUTO, TIE_TRUMP_EARLIER, TOP_AFTER_TRICK1, BelotOptions
from adut.games.belot.rules import known_suits, known_tops
from adut.games.belot.table import BelotTable
from adut.games.belote_cards import NO_TRUMPS
from adut.games.declarations import CARDS_OF_RANK, FIRST_FOUR, POINTS, RUN_CARDS, RUNS_OF_SUIT, fours_of
from adut.games.hidden_cards import IMPOSSIBLE, NOBODY, NOT_SEEN, HiddenCards, demand

RANKS = (1 << RANKS_PER_SUIT) - 1
ALL_CARDS = (1 << NUM_CARDS) - 1
MOST_DECLARED = 2
"""No hand has more declarations that share no card."""
NO_KIND = -1
POINTS_OF_KIND = (20, 50, 100, 100, 150, 200)
"""What a declaration of each of KINDS is worth."""


@rule
def find_demands(v: BelotTable, o: BelotOptions, observer: int, k: HiddenCards, w: BelotTable) -> None:
    """Demands on the hands of the others.

    The task: the observer; the kinds announced first and second, plus one; the ranks that may be fours; what was declared, in
    points.
    """
    if v.trick_number == 0 or v.contract == NO_TRUMPS:
        return
    for seat in range(4):
        asked = v.trick_number > 1 or v.trick[seat] >= 0 or v.seat == seat
        first, second = announced_kind(v, seat, 0), announced_kind(v, seat, 1)
        if seat == observer or not asked or (first == NO_KIND and o.declaration_mode != AUTO):
            continue
        base = v.played[seat] | k.known[seat]
        number = demand(k, seat, NOBODY, base)
        k.task[number, 0] = observer
        k.task[number, 1] = first + 1
        k.task[number, 2] = second + 1
        k.task[number, 3] = fours_of(base | k.may[seat])
        k.task[number, 4] = points_of_kind(first) + points_of_kind(second)
        is_told = v.trick_number > 1 and o.declaration_disclosure == TOP_AFTER_TRICK1
        if is_told and first != NO_KIND and o.declaration_tie == TIE_TRUMP_EARLIER:
            k.unsettled = 1  # what counts may depend on suits that are not told


@rule
def announced_kind(v: BelotTable, seat: int, place: int) -> int:
    """The kind that a seat announced first (place 0) or second, NO_KIND if it did not."""
    for n in range(v.num_events):
        event = int(v.history[n])
        if event & 255 == ANNOUNCEMENT and event >> 8 & 15 == seat and event >> 16 & 255 < len(KINDS):
            if place == 0:
                return event >> 16 & 255
            place -= 1
    return NO_KIND


@inlined
def points_of_kind(kind: int) -> int:
    """What a declaration of a kind is worth."""
    return POINTS_OF_KIND[kind] if kind >= 0 else 0


@rule
def gist(v: BelotTable, o: BelotOptions, k: HiddenCards, number: int, suit: int, cards: int, pile: int) -> int:
    """What matters of the cards of a suit."""
    ranks = cards >> RANKS_PER_SUIT * suit & RANKS
    kept = worth = 0
    for i in range(2):
        run = RUNS_OF_SUIT[ranks, i]
        if run >= 0:
            kept |= RUN_CARDS[run]
            worth += POINTS[run]
    if o.declaration_mode == AUTO and worth > k.task[number, 4]:
        return IMPOSSIBLE
    return kept << RANKS_PER_SUIT * suit | (ranks & k.task[number, 3]) << NUM_CARDS


@inlined
def merge(v: BelotTable, o: BelotOptions, k: HiddenCards, number: int, gist: int, other: int) -> int:
    """All runs, and the ranks that are whole in both."""
    return (gist | other) & ALL_CARDS | (gist & other) & ~ALL_CARDS


@rule
def fits(v: BelotTable, o: BelotOptions, k: HiddenCards, number: int, gist: int) -> bool:
    """Whether a hand with these runs and fours may announce what was announced, and is what was told."""
    hand = gist & ALL_CARDS
    fours = gist >> NUM_CARDS
    while fours != 0:
        hand |= CARDS_OF_RANK << lowest_bit(fours)
        fours &= fours - 1
    observer, seat = k.task[number, 0], k.holder[number]
    first, second = k.task[number, 1] - 1, k.task[number, 2] - 1
    candidates = candidates_of(o, hand)
    if o.declaration_mode != AUTO:
        return count_pairs(v, o, observer, seat, candidates, first, second) > 0
    plan = best_plan(o, candidates)
    a = nth_candidate(candidates, lowest_bit(plan)) if plan != 0 else -1
    plan &= plan - 1
    b = nth_candidate(candidates, lowest_bit(plan)) if plan != 0 else -1
    return is_as_told(v, o, observer, seat, a, b, first, second)


@rule
def count_pairs(v: BelotTable, o: BelotOptions, observer: int, seat: int, candidates: int, first: int, second: int) -> int:
    """In how many ways a seat with these candidates may have picked what it announced."""
    count = 0
    for pair in range((1 + MAX_CANDIDATES) ** 2):
        count += is_pair(v, o, observer, seat, candidates, first, second, pair)
    return count


@rule
def is_pair(
    v: BelotTable, o: BelotOptions, observer: int, seat: int, candidates: int, first: int, second: int, pair: int
) -> bool:
    """Whether a seat may have picked two slots, one or none, `pair` (from 1, two digits of base 4), for what it announced."""
    one, two = pair & 3, pair >> 2
    if (one == 0) != (first == NO_KIND) or (two == 0) != (second == NO_KIND) or (one == two and one != 0):
        return False
    a = nth_candidate(candidates, one - 1) if one > 0 else -1
    b = nth_candidate(candidates, two - 1) if two > 0 else -1
    if (one > 0 and a < 0) or (two > 0 and (b < 0 or cards_of(o, a) & cards_of(o, b) != 0)):
        return False
    return is_as_told(v, o, observer, seat, a, b, first, second)


@rule
def is_as_told(v: BelotTable, o: BelotOptions, observer: int, seat: int, a: int, b: int, first: int, second: int) -> bool:
    """Whether two candidates (-1: none) are of the kinds that were announced, and are the declarations that were told."""
    if kind_of(o, a) != first or kind_of(o, b) != second:
        return False
    n = 2 * seat
    mask = 0xFF << 8 * n
    if known_tops(v, o, observer) & mask == 0:
        return True
    told = nth_declaration(v.declared_length, v.declared_top, n)
    told_next = nth_declaration(v.declared_length, v.declared_top, n + 1)
    suits = known_suits(v, o, observer) & mask != 0
    suit, suit_next = byte_of(v.declared_suit, n), byte_of(v.declared_suit, n + 1)
    straight = is_declaration(o, a, told, suit, suits) and is_declaration(o, b, told_next, suit_next, suits)
    crossed = is_declaration(o, b, told, suit, suits) and is_declaration(o, a, told_next, suit_next, suits)
    return straight or crossed


@inlined
def kind_of(o: BelotOptions, candidate: int) -> int:
    """The kind that is announced of a candidate, NO_KIND for none."""
    return KIND_OF[declaration_of(o, candidate)] if candidate >= 0 else NO_KIND


@rule
def is_declaration(o: BelotOptions, candidate: int, told: int, suit: int, suits_told: bool) -> bool:
    """Whether a candidate, -1 for none, is a declaration that was told; `suit` as in the words of declarations."""
    if candidate < 0 or told < 0:
        return candidate < 0 and told < 0
    number = declaration_of(o, candidate)
    own_suit = 0 if number >= FIRST_FOUR else 1 + suit_of(candidate)
    return number == told and (not suits_told or own_suit == suit)


@rule
def secret_action(w: BelotTable, o: BelotOptions, v: BelotTable, observer: int, number: int, is_last: bool) -> int:
    """What a seat that is asked for its declarations picks next; all ways of picking what it announced are as likely."""
    seat = w.seat
    first, second = announced_kind(v, seat, 0), announced_kind(v, seat, 1)
    count = count_pairs(v, o, observer, seat, w.candidates, first, second)
    if count == 0:
        return DONE
    chosen = below(next_key(number, seat), count)
    pair = 0
    while True:
        if is_pair(v, o, observer, seat, w.candidates, first, second, pair):
            if chosen == 0:
                break
            chosen -= 1
        pair += 1
    one, two = pair & 3, pair >> 2
    if w.picked == 0 and one > 0:
        return FIRST_SLOT + one - 1
    if second != NO_KIND and announced_kind(w, seat, 1) == NO_KIND:
        return FIRST_SLOT + two - 1
    if is_last and below(next_key(number, 4 + seat), 2) == 0:  # he may still be thinking
        return NOT_SEEN
    return DONE
