"""The rule-based player of Belot."""

from __future__ import annotations

from adut.core.cards import JACK, KING, NINE, QUEEN, RANKS_PER_SUIT
from adut.core.random import below, next_key
from adut.core.rule import lowest_bit, popcount, rule
from adut.core.table import pick_legal
from adut.games.belot.layout import AUCTION, DONE, FIRST_BID, FIRST_SLOT, PASS, PLAY
from adut.games.belot.options import BelotOptions
from adut.games.belot.rules import apply, belot_action, legal
from adut.games.belot.table import BelotTable
from adut.games.belote_cards import CARD_POINTS, STRENGTH, beats

ENOUGH = 5
"""What a suit must be worth to be bid."""


@rule
def choose(view: BelotTable, o: BelotOptions, number: int) -> int:
    """A legal action from a view; `number` is a random key."""
    v = view
    if v.phase == AUCTION:
        return choose_call(v, ENOUGH)
    if v.phase != PLAY:
        for action in range(FIRST_SLOT, DONE):
            if may(v, action):
                return action
        return DONE
    card = pick_legal(v, number)
    if v.legal[0] != 0:
        best = strongest(v)
        card = best if v.led < 0 or beats(v.contract, best, v.best_card) else cheapest(v)
    return belot_action(card) if says_belot(v, card) else card


@rule
def may(v: BelotTable, action: int) -> bool:
    """Whether an action is legal."""
    return (v.legal[action >> 5] >> (action & 31)) & 1 != 0


@rule
def says_belot(v: BelotTable, card: int) -> bool:
    """Whether a card may be played with the announcement of belot."""
    return QUEEN <= card & 7 <= KING and may(v, belot_action(card))


@rule
def choose_call(v: BelotTable, enough: int) -> int:
    """Bid the best suit if it is worth enough and nobody has bid, else pass."""
    best = PASS
    worth = enough
    for suit in range(4):
        cards = (v.hands[v.seat] >> RANKS_PER_SUIT * suit) & 0xFF
        value = popcount(cards) + 3 * (cards >> JACK & 1) + 2 * (cards >> NINE & 1)
        if value >= worth and v.contract < 0:
            best, worth = FIRST_BID + suit, value
    return best


@rule
def strongest(v: BelotTable) -> int:
    """The strongest of the cards that may be played, trumps first."""
    card = lowest_bit(v.legal[0])
    rest = v.legal[0]
    while rest != 0:
        other = lowest_bit(rest)
        rest &= rest - 1
        if STRENGTH[v.contract, other] > STRENGTH[v.contract, card]:
            card = other
    return card


@rule
def cheapest(v: BelotTable) -> int:
    """The card with the fewest points of those that may be played, the weakest of equal ones."""
    card = lowest_bit(v.legal[0])
    rest = v.legal[0]
    while rest != 0:
        other = lowest_bit(rest)
        rest &= rest - 1
        if cost(v, other) < cost(v, card):
            card = other
    return card


@rule
def cost(v: BelotTable, card: int) -> int:
    """What it costs to part with a card."""
    return 16 * CARD_POINTS[v.contract, card] + STRENGTH[v.contract, card]


@rule
def start_play(s: BelotTable, o: BelotOptions, number: int) -> None:
    """Decide the auction and forehand's declarations by rule, so that the first lead is due."""
    legal(s, o)
    step = 0
    while s.phase != PLAY:
        if s.phase == AUCTION:
            action = choose_call(s, ENOUGH - below(next_key(number, step), 2))
            if s.contract < 0 and s.passes == 3 and action == PASS:
                action = choose_call(s, 0)
        else:
            action = choose(s, o, next_key(number, step))
        apply(s, o, action)
        legal(s, o)
        step += 1
