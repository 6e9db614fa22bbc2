"""Which moves the solver tries first, and which it need not try.

A zero window is decided by the first good move, so the order makes the speed. The weights were found by trial on the nodes that
whole deals of all games take; no result depends on them.
"""

from __future__ import annotations

from adut.core.intrinsics import lowest_bit, popcount
from adut.core.rule import inlined, rule
from adut.search.solver_workspace import Workspace

FIRST = 1 << 40
"""The best move of an earlier search."""

# To lead: a card that no foe can beat, another one, and what its points, trumps and a partner's sure trick add.
LEAD_SURE_EARLY, LEAD_SURE_LATE, LEAD_SURE_POINT, LEAD_SURE_TRUMP = 95, -55, 20, 20
LEAD_OTHER, LEAD_OTHER_POINT, LEAD_OTHER_TRUMP, LEAD_TO_PARTNER = 135, -10, -20, 70
# To beat a foe's card: where no foe that is still to play can beat this one, and elsewhere.
WIN_SURE, WIN_SURE_POINT, WIN, WIN_POINT = 200, 10, 60, -2
# To beat a partner's card: one that is sure of the trick; with a card that is sure; else.
OVER_SURE_PARTNER, OVER_SURE_PARTNER_TRUMP, OVER_SURE, OVER, OVER_POINT = -50, -300, 60, 20, 15
# To leave the trick to a partner who is sure of it, to another partner, to a foe.
GIVE_SURE, GIVE_SURE_POINT, GIVE_PARTNER, GIVE_FOE, GIVE_FOE_POINT = -150, 28, 30, 20, -15
FOLLOW_TRUMP = -20
# Where tricks are to be avoided: low leads; losing cards, the highest first; winning cards.
AVOID_LEAD, AVOID_LOSE, AVOID_LOSE_RANK, AVOID_WIN, AVOID_WIN_RANK = 10, 100, -10, -100, 5


@inlined
def threats(w: Workspace, level: int, first: int, number: int, foes: int, suit: int) -> int:
    """What foes among the players from a slot on could play when a suit was led: cards of it, else any."""
    found = 0
    slot = first
    for _ in range(number):
        hand = w.hands[level, slot]
        same = hand & suit
        hand = same if same else hand
        found |= hand if foes >> slot & 1 else 0
        slot = slot + 1 if slot + 1 < w.players else 0
    return found


@inlined
def partner_takes(w: Workspace, level: int, leader: int, foes: int, move: int, threat: int) -> bool:
    """Whether a partner of the leader has a card that foes cannot beat."""
    found = False
    for slot in range(w.players):
        if slot == leader or foes >> slot & 1:
            continue
        hand = w.hands[level, slot]
        same = hand & w.suit_of[move]
        best = (same if same else hand) & w.beaten_by[move]
        if best != 0:
            found = found or w.beaten_by[lowest_bit(best)] & threat == 0
    return found


@inlined
def rank_of(w: Workspace, move: int) -> int:
    """How many cards of its suit are stronger, those gone included."""
    return popcount((1 << move) - 1 & w.suit_of[move])


@rule
def order_moves(w: Workspace, d: int, level: int, slot: int, moves: int, hint: int) -> None:
    """List the moves of a ply, the most promising first, and number the rows of neighbours among them."""
    hand = w.hands[level, slot]
    others = w.hands[level, 0] | w.hands[level, 1] | w.hands[level, 2] | w.hands[level, 3]
    leads = w.count[d] == 0
    foes = ~w.maximisers if w.maximisers >> slot & 1 else w.maximisers
    after = slot + 1 if slot + 1 < w.players else 0
    threat = 0
    beaters = 0
    partner, partner_sure = False, False
    if not leads:
        others |= 1 << w.best[d]
        threat = threats(w, level, after, w.players - 1 - w.count[d], foes, w.suit_of[w.led[d]])
        beaters = w.beaten_by[w.best[d]]
        partner = foes >> w.best_slot[d] & 1 == 0
        partner_sure = partner and beaters & threat == 0
    others &= ~hand
    lead_sure = LEAD_SURE_EARLY if w.cash_early else LEAD_SURE_LATE
    size = 0
    row = 0
    before = -1
    rest = moves
    while rest != 0:
        move = lowest_bit(rest)
        rest &= rest - 1
        if before < 0 or w.suit_of[move] >> before & 1 == 0:
            row += 1
            if leads:
                threat = threats(w, level, after, w.players - 1, foes, w.suit_of[move])
        elif others & (1 << move) - (1 << before) != 0:
            row += 1
        before = move
        points = w.points[move]
        trump = w.trumps >> move & 1
        wins = beaters >> move & 1 != 0
        sure = w.beaten_by[move] & threat == 0
        if move == hint:
            score = FIRST
        elif w.avoids_tricks:
            rank = rank_of(w, move)
            score = (
                AVOID_LEAD * rank
                if leads
                else AVOID_WIN + AVOID_WIN_RANK * rank
                if wins
                else AVOID_LOSE + AVOID_LOSE_RANK * rank
            )
        elif leads and sure:
            score = lead_sure + LEAD_SURE_POINT * points + LEAD_SURE_TRUMP * trump
        elif leads:
            score = LEAD_OTHER + LEAD_OTHER_POINT * points + LEAD_OTHER_TRUMP * trump
            score += LEAD_TO_PARTNER if partner_takes(w, level, slot, foes, move, threat) else 0
        elif wins and partner:
            score = OVER_SURE_PARTNER + OVER_SURE_PARTNER_TRUMP * trump if partner_sure else OVER_SURE if sure else OVER
            score += OVER_POINT * points if sure or partner_sure else 0
        elif wins:
            score = (WIN_SURE + WIN_SURE_POINT * points if sure else WIN + WIN_POINT * points) + FOLLOW_TRUMP * trump
        elif partner:
            score = (GIVE_SURE + GIVE_SURE_POINT * points if partner_sure else GIVE_PARTNER) + FOLLOW_TRUMP * trump
        else:
            score = GIVE_FOE + GIVE_FOE_POINT * points + FOLLOW_TRUMP * trump
        at = size
        while at > 0 and w.scores[d, at - 1] < score:
            w.scores[d, at] = w.scores[d, at - 1]
            w.moves[d, at] = w.moves[d, at - 1]
            w.rows[d, at] = w.rows[d, at - 1]
            at -= 1
        w.scores[d, at] = score
        w.moves[d, at] = move
        w.rows[d, at] = row
        size += 1
    w.num_moves[d] = size


@inlined
def skip_moves(w: Workspace, d: int, goal: int, is_max: bool) -> None:
    """Pass over moves that cannot be better than one that was searched.

    Of two cards of a hand between which nobody has a card, one does what the other does, except for their points: their values
    differ by no more than these.
    """
    while w.next[d] < w.num_moves[d]:
        at = w.next[d]
        points = w.points[w.moves[d, at]]
        needless = False
        for i in range(at):
            if w.rows[d, i] == w.rows[d, at]:
                differ = abs(points - w.points[w.moves[d, i]])
                reach = w.found[d, i] + differ if is_max else w.found[d, i] - differ
                if reach < goal if is_max else reach >= goal:
                    needless = True
                    w.found[d, at] = reach
                    w.value[d] = max(w.value[d], reach) if is_max else min(w.value[d], reach)
                    break
        if not needless:
            break
        w.next[d] += 1
