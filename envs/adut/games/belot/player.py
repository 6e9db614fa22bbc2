"""The rule-based player of Belot: what a club player is taught.

`player_hand` judges hands, `player_auction` calls, `player_declare` declares, `player_tricks` plays the cards, on what
`player_cards` can tell about hidden cards. The player reads only what his view shows: his own cards and what is public. A view
and the full record lead to the same decision.
"""

from __future__ import annotations

from adut.core.cards import KING, QUEEN
from adut.core.rule import rule
from adut.games.belot.layout import AUCTION, PASS, PLAY
from adut.games.belot.options import BelotOptions
from adut.games.belot.player_auction import best_call, choose_call, may
from adut.games.belot.player_declare import choose_declaration
from adut.games.belot.player_tricks import choose_card
from adut.games.belot.rules import apply, belot_action, legal
from adut.games.belot.table import NO_CONTRACT, BelotTable

LAST_PASS = 3
"""The passes after which one more throws the deal in."""


@rule
def choose(view: BelotTable, o: BelotOptions, number: int) -> int:
    """A legal action from a view, or from the full record, of which nothing hidden is read.

    `number` is a random key that decides between equal cards. Belot is always announced: it is sure.
    """
    v = view
    if v.phase == AUCTION:
        return choose_call(v)
    if v.phase != PLAY:
        return choose_declaration(v, o)
    card = choose_card(v, o, number)
    if QUEEN <= card & 7 <= KING and may(v, belot_action(card)):
        return belot_action(card)
    return card


@rule
def start_play(s: BelotTable, o: BelotOptions, number: int) -> None:
    """Decide the auction and forehand's declarations by rule, so that the first lead is due. Nobody throws the deal in."""
    legal(s, o)
    while s.phase != PLAY:
        action = choose(s, o, number)
        if action == PASS and s.contract == NO_CONTRACT and s.passes == LAST_PASS:
            action, _ = best_call(s)
        apply(s, o, action)
        legal(s, o)
