"""What agents see and may do: Gymnasium spaces, and the observations that lie in them.

An observation is a dict. Its form is chosen with `observation=`:

=========== ======================================================================================================
`vector`    `observation`: int8 (D,), the vector of `game.layout`
`history`   `observation`: int16 (T, 4), the events of the deal as tokens (see `adut.core.history`), zeros after the
            last; `history_length`: int16 (1,), how many there are
`both`      `observation`: the vector; `history`: the tokens; `history_length`
=========== ======================================================================================================

`action_mask`, int8 (A,), is there in every form: ones for the legal actions of the agent to act, zeros for all others.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from adut.api.kernels import write_histories
from adut.core.errors import OptionError
from adut.core.game import Game
from adut.core.history import EVENT_NAMES, MASKED, TOKEN_WIDTH
from adut.core.state import State

VECTOR, HISTORY, BOTH = "vector", "history", "both"
OBSERVATIONS = (VECTOR, HISTORY, BOTH)

Observation = dict[str, NDArray[Any]]


_FIRST = np.zeros(1, np.int64)


class Observer:
    """Makes the observations of one form.

    Args:
        game: what is played.
        form: `vector`, `history` or `both`.
        no_op: whether the mask has one more entry, for the action of an agent that is not to act.
    """

    def __init__(self, game: Game, form: str, no_op: bool = False) -> None:
        if form not in OBSERVATIONS:
            raise OptionError(f"observation is one of {', '.join(OBSERVATIONS)}, not {form!r}")
        self.game = game
        self.form = form
        self.no_op = no_op
        self.num_actions = game.num_actions + no_op
        self._vector = form != HISTORY
        self._history = form != VECTOR

    def space(self) -> spaces.Dict:
        """The space of the observations, a new object each time."""
        parts: dict[str, spaces.Space[Any]] = {}
        if self._vector:
            layout = self.game.layout
            parts["observation"] = spaces.Box(layout.low, layout.high, dtype=np.int8)
        if self._history:
            low = np.tile(np.array([0, 0, 0, MASKED], np.int16), (self.game.max_tokens, 1))
            last_seat = self.game.seats - 1
            high = np.tile(
                np.array([len(EVENT_NAMES) - 1, last_seat, last_seat, self.game.num_actions - 1], np.int16),
                (self.game.max_tokens, 1),
            )
            parts["history" if self._vector else "observation"] = spaces.Box(low, high, dtype=np.int16)
            parts["history_length"] = spaces.Box(0, self.game.max_tokens, (1,), np.int16)
        parts["action_mask"] = spaces.Box(0, 1, (self.num_actions,), np.int8)
        return spaces.Dict(parts)

    def observe(self, state: State, seat: int, asked: bool) -> Observation:
        """What a seat sees, in new arrays. `asked`: it is to act."""
        if not self.no_op:
            mask = state.legal_mask() if asked else np.zeros(self.num_actions, np.int8)
        else:
            mask = np.zeros(self.num_actions, np.int8)
            if asked:
                mask[:-1] = state.legal_mask()
            else:
                mask[-1] = 1
        if not self._history:
            return {"observation": state.observation(seat), "action_mask": mask}
        vectors = state.observation(seat)[np.newaxis] if self._vector else None
        rows = self._with_history(vectors, mask[np.newaxis], state.array, _FIRST, np.array([seat]))
        return {name: array[0] for name, array in rows.items()}

    def observe_many(
        self,
        states: NDArray[Any],
        tables: NDArray[np.int64],
        seats: NDArray[np.int64],
        vectors: NDArray[np.int8],
        masks: NDArray[np.int8],
    ) -> Observation:
        """What seats of several tables see, in arrays with a row for each; vectors and masks are there already."""
        if not self._history:
            return {"observation": vectors, "action_mask": masks}
        return self._with_history(vectors if self._vector else None, masks, states, tables, seats)

    def _with_history(
        self,
        vectors: NDArray[np.int8] | None,
        masks: NDArray[np.int8],
        states: NDArray[Any],
        tables: NDArray[np.int64],
        seats: NDArray[np.int64],
    ) -> Observation:
        tokens = np.zeros((len(tables), self.game.max_tokens, TOKEN_WIDTH), np.int16)
        lengths = np.zeros((len(tables), 1), np.int16)
        write_histories(states, tables, self.game.seats, seats, tokens, lengths)
        rest: Observation = {"history_length": lengths, "action_mask": masks}
        return {"observation": tokens, **rest} if vectors is None else {"observation": vectors, "history": tokens, **rest}


def state_space(game: Game) -> spaces.Box:
    """The space of `full_state`."""
    parts = (game.layout, game.hidden_layout)
    low, high = (np.concatenate([getattr(part, bound) for part in parts]) for bound in ("low", "high"))
    return spaces.Box(low, high, dtype=np.int8)


def full_state(state: State) -> NDArray[np.int8]:
    """All there is to know about a table, for centralised critics: what player_0 sees, then what is hidden from him."""
    return np.concatenate([state.observation(0), state.hidden(0)])
