"""The rule-based player of Bela: what a club player is taught.

`player_hand` judges hands, `player_call` calls, exchanges, discards and declares, `player_tricks` plays the cards, on what
`player_cards` can tell about hidden cards. The player reads only what his view shows: his own cards, what is public, and as
caller his discards. A view and the full record lead to the same decision.
"""

from __future__ import annotations

from adut.core.rule import rule
from adut.games.bela.layout import CALL, DECLARE, DISCARD, NO, OUT, PASS, PLAY, SEVEN, YES
from adut.games.bela.options import BELOT_INSTANT_WIN, BelaOptions
from adut.games.bela.player_call import best_call, call, declare, discard, exchange, may
from adut.games.bela.player_tricks import choose_card
from adut.games.bela.rules import apply, deal, last_pass, legal
from adut.games.bela.table import BelaTable
from adut.games.declarations import has_eight_in_a_row


@rule
def choose(view: BelaTable, o: BelaOptions, number: int) -> int:
    """A legal action from a view, or from the full record, of which nothing hidden is read.

    `number` is a random key that decides between equal cards. Who may go out does, and who has bela says it.
    """
    v = view
    if v.phase == PLAY:
        return OUT if may(v, OUT) else choose_card(v, o, number)
    if v.phase == CALL:
        return call(v, o)
    if v.phase == DISCARD:
        return discard(v, o)
    if v.phase == DECLARE:
        return declare(v, o)
    if v.phase == SEVEN:
        return exchange(v, o)
    return YES if may(v, YES) else NO


@rule
def start_play(s: BelaTable, o: BelaOptions, number: int) -> None:
    """Decide calls, exchange, discards and forehand's declarations by rule, so that the first lead is due.

    Nobody throws the deal in. A belot would end the deal before the first lead: the pack is cut until nobody can hold one.
    """
    while o.belot_rule == BELOT_INSTANT_WIN and somebody_holds_a_belot(s, o):
        first = int(s.pack[0])
        for i in range(len(s.pack) - 1):
            s.pack[i] = int(s.pack[i + 1])
        s.pack[len(s.pack) - 1] = first
        deal(s, o)
    legal(s, o)
    while s.phase != PLAY:
        action = choose(s, o, number)
        if action == PASS and s.passes + 1 == last_pass(o):
            action, _ = best_call(s, o)
        apply(s, o, action)
        legal(s, o)


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
