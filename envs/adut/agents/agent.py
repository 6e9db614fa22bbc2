"""The protocol of an agent: a turn, that is decisions due at several tables, goes in, and an action for each comes out.

An agent is a function of what the players to act may know and of the turn's random keys: it keeps nothing from one turn
to the next that changes its answers. The keys are a function of deal, seat and number of the decision alone: a policy
that draws its actions from them plays a deal alike whatever side it is on and however many tables there are.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from adut.core.errors import AdutError, IllegalActionError
from adut.core.game import Game
from adut.core.kernels import Kernels
from adut.core.random import STREAM_ACTIONS, key, next_key
from adut.core.rule import rule
from adut.core.table import write_mask
from adut.engine.cpu import hide_range, observe_seats

if TYPE_CHECKING:
    from adut.core.state import State


class AgentError(AdutError):
    """An agent that cannot be made, or that does not answer as the protocol demands."""


@rule
def write_keys(states: Any, rows: NDArray[np.int64], keys: NDArray[np.int64]) -> None:
    """Write the random key of the decision that is due at each table."""
    for j in range(len(rows)):
        s = states[rows[j]]
        keys[j] = next_key(next_key(key(s.seed, s.table, STREAM_ACTIONS, s.deal_number), s.seat), s.num_events)


@rule
def write_masks(states: Any, rows: NDArray[np.int64], masks: NDArray[np.int8]) -> None:
    """Write what is legal at each table, one row after another."""
    for j in range(len(rows)):
        write_mask(states[rows[j]].legal, masks.shape[1], masks[j])


@functools.cache
def _bound(kernels: Kernels) -> tuple[Callable[..., None], Callable[..., None]]:
    """The kernels that observe and hide tables of a game."""
    observe = kernels.bind(observe_seats, observe=kernels.rules.observe)
    hide = kernels.bind(hide_range, hide=kernels.rules.hide)
    return observe, hide


class Turn:
    """Decisions that are due at n tables of one game. Everything is computed when it is first asked for.

    Args:
        game: what is played.
        states: the records of N tables.
        rows: which n of them wait for a decision, int64; None for all.
        observation: int8 (N, D), if it is at hand already: what the actor of each of the N tables sees.
        action_mask: int8 (N, A), likewise.

    The records are not offered to agents: they hold the cards of the others. `views` are what agents may read.
    """

    def __init__(
        self,
        game: Game,
        states: NDArray[Any],
        rows: NDArray[np.int64] | None = None,
        observation: NDArray[np.int8] | None = None,
        action_mask: NDArray[np.int8] | None = None,
    ) -> None:
        self.game = game
        self._states = states
        self._rows = np.arange(len(states)) if rows is None else rows
        self._observations = observation
        self._masks = action_mask

    def __len__(self) -> int:
        return len(self._rows)

    @functools.cached_property
    def observation(self) -> NDArray[np.int8]:
        """What each actor sees, int8 of shape (n, D) as `game.layout` describes it."""
        if self._observations is not None:
            return self._observations[self._rows]
        out = np.zeros((len(self), self.game.layout.size), np.int8)
        observe, _ = _bound(self.game.kernels)
        observe(self._states, self.game.options, 0, len(self), self._rows, self.actors, out)
        return out

    @functools.cached_property
    def action_mask(self) -> NDArray[np.int8]:
        """The legal actions of each actor as zeros and ones, int8 of shape (n, A)."""
        if self._masks is not None:
            return self._masks[self._rows]
        out = np.zeros((len(self), self.game.num_actions), np.int8)
        write_masks(self._states, self._rows, out)
        return out

    @functools.cached_property
    def actors(self) -> NDArray[np.int64]:
        """Who decides, int64 of shape (n,)."""
        return np.ascontiguousarray(self._states["actor"][self._rows], np.int64)

    @functools.cached_property
    def seats(self) -> NDArray[np.int64]:
        """The seats whose cards are used, int64 of shape (n,)."""
        return np.ascontiguousarray(self._states["seat"][self._rows], np.int64)

    @functools.cached_property
    def phases(self) -> NDArray[np.int64]:
        """The numbers of the phases of the tables, int64 of shape (n,)."""
        return np.ascontiguousarray(self._states["phase"][self._rows], np.int64)

    @functools.cached_property
    def keys(self) -> NDArray[np.int64]:
        """A random number from 0 to 2**63 - 1 for each decision, int64 of shape (n,).

        It is a function of the seed and number of the deal, the seat and the number of the decision.
        `adut.core.random.below` makes a number in a range of it, `next_key` further keys.
        """
        keys = np.zeros(len(self), np.int64)
        write_keys(self._states, self._rows, keys)
        return keys

    def views(self) -> NDArray[Any]:
        """New copies of the records of the n tables with everything erased that the actors may not know."""
        size = self._states.dtype.itemsize  # as plain bytes: NumPy copies structures field by field
        views = self._states.view(f"V{size}")[self._rows].view(self._states.dtype)
        _, hide = _bound(self.game.kernels)
        hide(views, self.game.options, 0, len(self), self.actors)
        return views


def turn_of(state: State) -> Turn:
    """The decision that is due at one table, n = 1."""
    return Turn(state.game, state.array)


@runtime_checkable
class Agent(Protocol):
    """Whatever decides: random, rule-based, searching, learned, another program."""

    name: str
    """As tables and messages show it."""

    def act(self, turn: Turn) -> NDArray[np.int64]:
        """An action for each of the turn's decisions, int64 of shape (n,), each legal."""
        ...


def ask(agent: Agent, turn: Turn) -> NDArray[np.int64]:
    """`agent.act(turn)`, checked: integers of shape (n,), all legal.

    Raises:
        AgentError: the answer has another shape or type.
        IllegalActionError: an action is not legal; the message names the agent.
    """
    answer = agent.act(turn)
    try:
        actions = np.asarray(answer)
    except ValueError:
        raise AgentError(f"{agent.name} answered with {answer!r:.80} instead of {len(turn)} whole numbers") from None
    if actions.shape != (len(turn),) or actions.dtype.kind not in "iu":
        raise AgentError(
            f"{agent.name} answered with {actions.dtype} of shape {actions.shape} instead of {len(turn)} whole numbers"
        )
    inside = (actions >= 0) & (actions < turn.game.num_actions)
    legal = turn.action_mask[np.arange(len(turn)), np.where(inside, actions, 0)] != 0
    wrong = np.flatnonzero(~(inside & legal))
    if wrong.size:
        first = int(wrong[0])
        allowed = [turn.game.action_name(int(action)) for action in np.flatnonzero(turn.action_mask[first])]
        chosen = int(actions[first])
        what = f"action {chosen} ({turn.game.action_name(chosen)})" if inside[first] else f"action {chosen}"
        raise IllegalActionError(f"{agent.name} chose {what}, which is not legal; legal are: {', '.join(allowed)}")
    return actions.astype(np.int64, copy=False)
