"""What an agent that searches says about the actions of a decision."""

from __future__ import annotations

from dataclasses import dataclass

from adut.agents.agent import Turn, turn_of
from adut.core.errors import AdutError
from adut.core.state import State

UNIT = "points of the zero-sum payoff"


@dataclass(frozen=True)
class Explanation:
    """What a search found out about an action."""

    action: int
    text: str
    """As it is said at the table."""
    value: float
    """What the deal paid the player on average with this action, in `unit`; NaN if it was never tried."""
    unit: str
    visits: int
    """How often it was tried; the visits of all actions together are the iterations."""


def single_decision(decision: Turn | State) -> Turn:
    """The turn of a state, or a turn with one decision. Raises AdutError: the deal is over, or there are several."""
    turn = turn_of(decision) if isinstance(decision, State) else decision
    if len(turn) != 1:
        raise AdutError(f"one decision is explained at a time; the turn has {len(turn)}")
    return turn
