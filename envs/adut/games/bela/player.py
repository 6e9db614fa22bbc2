"""The rule-based player of Bela."""

from __future__ import annotations

from adut.core.cards import JACK, NINE, RANKS_PER_SUIT
from adut.core.random import below, next_key
from adut.core.rule import lowest_bit, popcount, rule
from adut.core.table import pick_legal
from adut.games.bela.layout import CALL, CALL_OF_SUIT, DISCARD, OUT, PASS, PLAY, YES
from adut.games.bela.options import BELOT_INSTANT_WIN, BelaOptions
from adut.games.bela.rules import apply, deal, legal
from adut.games.bela.table import BelaTable
from adut.games.belote_cards import CARD_POINTS, STRENGTH, beats
from adut.games.declarations import has_eight_in_a_row

CALLING_VALUE = 5


@rule
def choose(view: BelaTable, o: BelaOptions, number: int) -> int:
    """A legal action from a view; `number` is a random key."""
    v = view
    if v.phase == CALL:
        return choose_call(v, CALLING_VALUE)
    if v.phase == DISCARD:
        return cheapest(v)
    if v.phase != PLAY:
        return YES if may(v, YES) else pick_legal(v, number)
    if may(v, OUT):
        return OUT
    return strongest(v) if v.led < 0 or beats(v.trump, strongest(v), v.best_card) else cheapest(v)


@rule
def may(v: BelaTable, action: int) -> bool:
    """Whether an action is legal."""
    return (v.legal[action >> 5] >> (action & 31)) & 1 != 0


@rule
def choose_call(v: BelaTable, enough: int) -> int:
    """Call the best suit if it is worth enough, or if passing is not possible."""
    best = PASS
    worth = enough if may(v, PASS) else 0
    for suit in range(4):
        cards = (v.hands[v.seat] >> RANKS_PER_SUIT * suit) & 0xFF
        value = 1 + popcount(cards) + 2 * (cards >> JACK & 1) + (cards >> NINE & 1)
        if value >= worth and may(v, CALL_OF_SUIT[suit]):
            best, worth = CALL_OF_SUIT[suit], value
    return best


@rule
def strongest(v: BelaTable) -> int:
    """The strongest of the cards that may be played, trumps first."""
    card = lowest_bit(v.legal[0])
    rest = v.legal[0]
    while rest != 0:
        other = lowest_bit(rest)
        rest &= rest - 1
        if STRENGTH[v.trump, other] > STRENGTH[v.trump, card]:
            card = other
    return card


@rule
def cheapest(v: BelaTable) -> int:
    """The card with the fewest points of those that may be played or discarded, the weakest of equal ones."""
    card = lowest_bit(v.legal[0])
    rest = v.legal[0]
    while rest != 0:
        other = lowest_bit(rest)
        rest &= rest - 1
        if cost(v, other) < cost(v, card):
            card = other
    return card


@rule
def cost(v: BelaTable, card: int) -> int:
    """What it costs to part with a card."""
    return 16 * CARD_POINTS[v.trump, card] + STRENGTH[v.trump, card]


@rule
def start_play(s: BelaTable, o: BelaOptions, number: int) -> None:
    """Decide calls, exchange, discards and forehand's declarations by rule, so that the first lead is due.

    A belot would end the deal before the first lead: the pack is cut until nobody can hold one.
    """
    while o.belot_rule == BELOT_INSTANT_WIN and somebody_holds_a_belot(s, o):
        first = int(s.pack[0])
        for i in range(len(s.pack) - 1):
            s.pack[i] = int(s.pack[i + 1])
        s.pack[len(s.pack) - 1] = first
        deal(s, o)
    legal(s, o)
    step = 0
    while s.phase != PLAY:
        if s.phase == CALL:
            action = choose_call(s, CALLING_VALUE - below(next_key(number, step), 2))
            if action == PASS and s.passes + 1 >= o.players:
                action = choose_call(s, 0)
        else:
            action = choose(s, o, next_key(number, step))
        apply(s, o, action)
        legal(s, o)
        step += 1


@rule
def somebody_holds_a_belot(s: BelaTable, o: BelaOptions) -> bool:
    """Whether the cards that a player can get hold all of a suit."""
    for seat in range(o.players):
        cards = s.hands[seat] | s.talon[seat] | s.middle
        if s.turned >= 0:
            cards |= 1 << s.turned
        if has_eight_in_a_row(cards):
            return True
    return False
