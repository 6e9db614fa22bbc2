"""From a contract to the calls that lead to it, so that a position can be given without spelling an auction."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from adut.core.cards import NUM_CARDS
from adut.core.errors import AdutError, did_you_mean
from adut.core.state import State
from adut.search.solver import phases_of_play

MOST_TRIES = 3000
"""So many decisions are tried before the search is given up."""
NOBODY = -1
"""In place of a declarer, where all pass and play."""
CALLING = ("contract", "trump")
"""The fact of a game's breakdown that names what is played."""
GOES_ON = ("follow", "whist", "ok", "done", "closed", "no", "refuse", "pass")
"""Answers that lead to the play of cards without more ado, the most welcome first."""


def calls_to(state: State, contract: str | None, declarer: int | None) -> list[int]:
    """Calls from the beginning of a deal to the play of a contract.

    The others pass where they can, the declarer lays away the cards of the talon, and nobody doubles unless it has to be.

    Args:
        state: a table whose rules run as Python; unchanged.
        contract: its name as the game's page has it; None for any.
        declarer: a seat; None for anybody.

    Raises:
        AdutError: the game has no such contract, or there are no such calls.
    """
    spec = state.game.spec
    facts = spec.breakdown
    what = next((name for name in CALLING if facts is not None and name in facts.labels), None)
    if facts is None or what is None:
        raise AdutError(f"{spec.title} names no contracts; give its calls as actions")
    names = [name for name in facts.labels[what] if name not in ("", "none")]
    wanted = None if contract is None else " ".join(contract.lower().split())
    if wanted is not None and wanted not in names:
        raise AdutError(f"unknown contract {contract!r}{did_you_mean(wanted, tuple(names))}; choose from {', '.join(names)}")
    if declarer is not None and not 0 <= declarer < state.game.seats:
        raise AdutError(f"the declarer is a seat from 0 to {state.game.seats - 1}, not {declarer}")
    number = None if wanted is None else facts.labels[what].index(wanted)

    def is_reached(reached: State, seat: int) -> bool:
        told = facts.facts(reached.array)
        return (number is None or bool(told[what][0] == number)) and bool(told["declarer"][0] == seat)

    seats = [(state.actor + turn) % state.game.seats for turn in range(state.game.seats)]
    for others_call in (False, True):
        for seat in [NOBODY, *seats] if declarer is None else [declarer]:
            calls = _Search(state, seat, wanted, is_reached, others_call).run(state.copy())
            if calls is not None:
                return calls
    who = "anybody" if declarer is None else f"player_{declarer}"
    raise AdutError(f"found no calls by which {who} plays {wanted or 'a contract'}; give the calls as actions")


class _Search:
    """A search in depth for calls, the likeliest first."""

    def __init__(
        self,
        dealt: State,
        declarer: int,
        wanted: str | None,
        is_reached: Callable[[State, int], bool],
        others_call: bool,
    ) -> None:
        dealt_out = int(np.bitwise_or.reduce(dealt.array["hands"][0]))
        self.picked_up = [card for card in dealt.array["pack"][0].tolist() if not dealt_out >> card & 1][-2:]
        self.declarer, self.wanted, self.is_reached, self.others_call = declarer, wanted, is_reached, others_call
        self.tries = 0

    def run(self, state: State) -> list[int] | None:
        """The actions from a state to the contract, None if there are none or they are not found."""
        if state.phase in phases_of_play(state.game):
            return [] if self.is_reached(state, self.declarer) else None
        for action in self.candidates(state):
            self.tries += 1
            if self.tries > MOST_TRIES:
                return None
            after = state.copy()
            after.apply(action)
            if not after.is_over:
                rest = self.run(after)
                if rest is not None:
                    return [action, *rest]
        return None

    def candidates(self, state: State) -> list[int]:
        """The actions worth trying, the likeliest first."""
        legal = state.legal_actions()
        if legal[0] < NUM_CARDS:  # what was picked up goes back
            return [next((card for card in legal if card in self.picked_up), legal[0])]
        texts = {action: re.sub(r"^bid \d+$", "bid", state.action_text(action)) for action in legal}
        first = {text: action for action, text in reversed(texts.items())}  # of bids by number, the lowest will do
        calls = sorted(first.values(), key=lambda action: self.rank(texts[action], state))
        mine = state.actor == self.declarer
        if state.phase == state.game.spec.phases[0] and not mine and not self.others_call and "pass" in texts.values():
            return calls[:1]
        return calls

    def rank(self, text: str, state: State) -> tuple[int, int, int]:
        """What calls are sorted by."""
        in_auction = state.phase == state.game.spec.phases[0]
        mine = state.actor == self.declarer
        if in_auction and not mine:
            return (0 if text == "pass" else 1, len(text), 0)
        names_it = self.wanted is not None and text.endswith(self.wanted)
        passes = text == "pass" and in_auction
        welcome = GOES_ON.index(text) if text in GOES_ON and not passes else len(GOES_ON)
        return (2 if passes else 0 if names_it else 1, welcome, len(text))
