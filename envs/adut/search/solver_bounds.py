"""Tricks that a side is sure of at the beginning of a trick."""

from __future__ import annotations

from adut.core.rule import lowest_bit, popcount, rule
from adut.search.solver_workspace import Workspace, points_of


@rule
def bound(w: Workspace, d: int, level: int, leader: int) -> None:
    """Write bounds of the points that the counted side still gets into `low` and `high` of the workspace.

    The highest trumps in one hand take a trick each, whoever leads. The leader can play the highest cards of his other suits
    as long as nobody can trump them: everybody else has no trumps, or still has cards of the suit.
    """
    won = w.won[d]
    w.low = 0 if won & 1 else -w.capot
    w.high = w.rest[d] + (0 if won & 2 else w.capot)
    if w.avoids_tricks or not w.is_free_lead:
        return
    n = w.players
    hand = w.hands[level, leader]
    left = w.hands[level, 0] | w.hands[level, 1] | w.hands[level, 2] | w.hands[level, 3]
    sure_trumps = 0
    holder = leader
    trumps = left & w.trumps
    if trumps != 0:
        while w.hands[level, holder] & trumps & -trumps == 0:
            holder = holder + 1 if holder + 1 < n else 0
        while w.hands[level, holder] & trumps & -trumps != 0:
            sure_trumps += w.trick_worth + w.points[lowest_bit(trumps)]
            trumps &= trumps - 1
        trumps = left & w.trumps
    sure = 0
    tops = 0
    for i in range(w.num_suits):
        suit = w.suit[i]
        rest = left & suit
        if hand & rest & -rest == 0 or suit & trumps != 0:
            continue
        rounds = 8
        for slot in range(n):
            if slot != leader and w.hands[level, slot] & trumps != 0:
                rounds = min(rounds, popcount(w.hands[level, slot] & suit))
        played = 0
        while played < rounds and hand & rest & -rest != 0:
            sure += w.trick_worth + w.points[lowest_bit(rest)]
            rest &= rest - 1
            played += 1
        tops += played
        if w.trick_worth == 0 and played > 0:
            for slot in range(n):
                caught = w.hands[level, slot] & suit
                if slot != leader and popcount(caught) <= played:
                    sure += points_of(w, caught)
    leader_counts = w.counted >> leader & 1 != 0
    ours, theirs = 0, 0
    if w.counted >> holder & 1:
        ours = sure_trumps
    else:
        theirs = sure_trumps
    if leader_counts:
        ours += sure
    else:
        theirs += sure
    if (leader_counts and tops > 0) or ours > 0:
        w.low = max(w.low, ours)
    if (not leader_counts and tops > 0) or theirs > 0:
        w.high = min(w.high, w.rest[d] - theirs)
