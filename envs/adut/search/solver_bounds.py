"""Tricks that a side is sure of at the beginning of a trick."""

from __future__ import annotations

from adut.core.intrinsics import lowest_bit, popcount
from adut.core.rule import inlined, rule
from adut.games.open_play import TALON_SLOT
from adut.search.solver_workspace import Workspace, points_of


@inlined
def least_left(w: Workspace, won: int) -> int:
    """The least that the counted side can still get, whatever the cards."""
    return 0 if won & 1 else -w.capot


@inlined
def most_left(w: Workspace, level: int, rest: int, won: int) -> int:
    """The most, whatever the cards; who has cards for the tricks that a talon leads alone gets no further one."""
    has_cards = w.talon_tricks == 0 or level < w.talon_tricks or w.counted != 1 << TALON_SLOT
    return rest + (0 if won & 2 else w.capot) if has_cards else 0


@inlined
def least_points(w: Workspace, cards: int, number: int) -> int:
    """The points of so many cards of a hand, if these are the ones that are worth the least."""
    points = 0
    kept = popcount(cards) - number
    for i in range(w.num_classes):
        size = popcount(cards & w.classes[i])
        points += w.points[lowest_bit(w.classes[i])] * max(size - kept, 0)
        kept = max(kept - size, 0)
    return points


@rule
def given(w: Workspace, hand: int, rounds: int, tricks: int) -> int:
    """The points that a player gives at least to so many tricks of the leader: all cards of suits that do not last longer than
    the leader plays them (`rounds`, four bits a suit), and no less than his cheapest cards."""
    forced = 0
    for i in range(w.num_suits):
        same = hand & w.suit[i]
        if popcount(same) <= rounds >> 4 * i & 15:
            forced += points_of(w, same)
    return max(forced, least_points(w, hand, tricks))


@inlined
def most_points(w: Workspace, cards: int, number: int) -> int:
    """The points of so many cards of a hand, if these are the ones that are worth the most."""
    points = 0
    rest = number
    for i in range(w.num_classes):
        size = min(popcount(cards & w.classes[i]), rest)
        points += w.points[lowest_bit(w.classes[i])] * size
        rest -= size
    return points


@rule
def donated(w: Workspace, hand: int, rounds: int) -> int:
    """The points that a partner of the leader can give to his tricks: the dearest cards of the suits led, and where he has
    none, of suits that are not led."""
    points = 0
    free = 0
    others = 0
    for i in range(w.num_suits):
        same = hand & w.suit[i]
        needed = rounds >> 4 * i & 15
        if needed == 0:
            others |= same
        else:
            points += most_points(w, same, needed)
            free += max(needed - popcount(same), 0)
    return points + most_points(w, others, free) if free > 0 else points


@inlined
def ducks(cards: int, others: int) -> bool:
    """Whether a player can play below others whenever they lead a suit: his lowest card is below their lowest, his second
    lowest below their second lowest, as far as both have cards. The lower a card, the higher its bit."""
    mine, theirs = cards, others
    excess = popcount(mine) - popcount(theirs)
    for _ in range(excess):
        mine &= mine - 1
    for _ in range(-excess):
        theirs &= theirs - 1
    safe = True
    while mine != 0:
        safe = safe and (mine & -mine) > (theirs & -theirs)
        mine &= mine - 1
        theirs &= theirs - 1
    return safe


@rule
def takes_none(w: Workspace, level: int, leader: int) -> bool:
    """Whether who avoids tricks, without trumps, takes none for sure: he ducks in every suit, throws his highest cards away,
    and if he leads, has a suit in which his lowest card is below all others and he still ducks when they have lost a high
    one."""
    avoider = lowest_bit(w.counted)
    hand = w.hands[level, avoider]
    others = (w.hands[level, 0] | w.hands[level, 1] | w.hands[level, 2] | w.hands[level, 3]) & ~hand
    has_lead = leader != avoider
    for i in range(w.num_suits):
        mine, theirs = hand & w.suit[i], others & w.suit[i]
        if mine == 0:
            continue
        if not ducks(mine, theirs):
            return False
        if not has_lead and theirs != 0:
            rest = mine
            while rest & rest - 1 != 0:
                rest &= rest - 1
            has_lead = ducks(mine ^ rest, theirs & theirs - 1)
    return has_lead


@rule
def bound(w: Workspace, d: int, level: int, leader: int, goal: int) -> None:
    """Write bounds of the points that the counted side still gets into `low` and `high` of the workspace; no closer than it
    takes to decide about a goal."""
    w.low = least_left(w, w.won[d])
    w.high = most_left(w, level, w.rest[d], w.won[d])
    if not w.is_free_lead:
        return
    if not w.avoids_tricks:
        bound_by_sure_tricks(w, d, level, leader, goal)
    elif w.may_duck and level >= w.talon_tricks and takes_none(w, level, leader):
        w.high = w.low


@rule
def bound_by_sure_tricks(w: Workspace, d: int, level: int, leader: int, goal: int) -> None:
    """Raise `low` and reduce `high` of the workspace by tricks that a side is sure of.

    The highest trumps in one hand take a trick each, whoever leads; so do the holder's highest cards of other suits if nobody
    else has a trump. The leader can play the highest cards of his other suits as long as nobody can trump them: everybody else
    has no trumps, has lost them to the leader's, or still has cards of the suit. Each sure trick also holds a card of everybody
    else.
    """
    n = w.players
    hand = w.hands[level, leader]
    left = w.hands[level, 0] | w.hands[level, 1] | w.hands[level, 2] | w.hands[level, 3]
    trumps = left & w.trumps
    sure_trumps = 0
    trump_tricks = 0
    holder = leader
    if trumps != 0:
        while w.hands[level, holder] & trumps & -trumps == 0:
            holder = holder + 1 if holder + 1 < n else 0
        rest = trumps
        while w.hands[level, holder] & rest & -rest != 0:
            sure_trumps += w.trick_worth + w.points[lowest_bit(rest)]
            rest &= rest - 1
            trump_tricks += 1
        if rest == 0 and holder != leader:
            for i in range(w.num_suits):  # once he has the lead
                rest = left & w.suit[i] & ~trumps
                while w.hands[level, holder] & rest & -rest != 0:
                    sure_trumps += w.trick_worth + w.points[lowest_bit(rest)]
                    rest &= rest - 1
                    trump_tricks += 1
    drawn = trump_tricks if holder == leader else 0
    trumping = 0  # who has trumps that the leader cannot draw
    for slot in range(n):
        trumping |= 1 << slot if slot != leader and popcount(w.hands[level, slot] & trumps) > drawn else 0
    sure = 0
    tops = drawn
    rounds = 0
    for i in range(w.num_suits):
        suit = w.suit[i]
        rest = left & suit
        if suit & trumps != 0:
            rounds |= drawn << 4 * i
            continue
        if hand & rest & -rest == 0:
            continue
        most = 8
        for slot in range(n):
            if trumping >> slot & 1:
                most = min(most, popcount(w.hands[level, slot] & suit))
        played = 0
        while played < most and hand & rest & -rest != 0:
            sure += w.trick_worth + w.points[lowest_bit(rest)]
            rest &= rest - 1
            played += 1
        tops += played
        rounds |= played << 4 * i
    leader_counts = w.counted >> leader & 1 != 0
    holder_counts = w.counted >> holder & 1 != 0
    of_leader = sure + (sure_trumps if holder_counts == leader_counts else 0)
    lacking = goal - of_leader if leader_counts else w.rest[d] - of_leader - goal + 1
    if w.num_classes > 0 and tops > 0 and lacking <= (n - 1) * tops * w.points[lowest_bit(w.classes[0])]:
        for slot in range(n):
            if slot == leader:
                continue
            hand = w.hands[level, slot]
            is_partner = (w.counted >> slot & 1 != 0) == leader_counts
            sure += donated(w, hand, rounds) if is_partner else given(w, hand, rounds, tops)
    if w.num_classes > 0 and holder_counts != leader_counts:
        for slot in range(n):
            if slot != holder:
                sure_trumps += least_points(w, w.hands[level, slot], trump_tricks)
    ours = (sure_trumps if holder_counts else 0) + (sure if leader_counts else 0)
    theirs = (0 if holder_counts else sure_trumps) + (0 if leader_counts else sure)
    if (leader_counts and tops > 0) or ours > 0:
        w.low = max(w.low, ours)
    if (not leader_counts and tops > 0) or theirs > 0:
        w.high = min(w.high, w.rest[d] - theirs)
