"""The rule-based player of Preferans: any legal action. Play alone begins after an auction of the same kind."""

from __future__ import annotations

from adut.core.random import below, next_key
from adut.core.rule import popcount, rule
from adut.core.table import pick_legal
from adut.games.preferans.layout import (
    AUCTION,
    BID,
    CALL_IN_HAND,
    CALL_IN_HAND_SANS,
    DOUBLE,
    FOLLOW,
    KONTRA,
    PASS,
    PLAY,
    SAY_FOLLOW,
)
from adut.games.preferans.options import PreferansOptions
from adut.games.preferans.rules import apply, legal
from adut.games.preferans.scoring import lacks_kontra
from adut.games.preferans.seats import previous_seat
from adut.games.preferans.table import PreferansTable

CALLS_IN_HAND = (2 << CALL_IN_HAND_SANS - 32) - (1 << CALL_IN_HAND - 32)
"""The calls of games from the hand, as legal actions from 32 on."""
IN_HAND_RARITY = 12
"""One in so many calls may be a game from the hand."""


@rule
def choose(view: PreferansTable, o: PreferansOptions, number: int) -> int:
    """A legal action from a view; `number` is a random key."""
    return pick_legal(view, number)


@rule
def start_play(s: PreferansTable, o: PreferansOptions, number: int) -> None:
    """Decide everything before the play of cards: somebody bids, and somebody follows (and doubles where that is needed)."""
    step = 0
    while s.phase != PLAY:
        if s.phase == AUCTION and below(next_key(number, 2 * step), IN_HAND_RARITY):
            s.legal[1] &= ~CALLS_IN_HAND
        action = pick_legal(s, next_key(number, 2 * step + 1))
        if s.phase == AUCTION:
            if action == PASS and s.level == 0 and popcount(s.active) == 1:
                action = BID
        elif s.phase == FOLLOW:
            if s.followers == 0 and s.seat == previous_seat(s.declarer):
                action = SAY_FOLLOW
        elif s.phase == DOUBLE and lacks_kontra(s, o):
            action = KONTRA
        apply(s, o, action)
        legal(s, o)
        step += 1
