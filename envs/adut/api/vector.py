"""The Gymnasium vector environment of every game: one seat learns at each of many tables, on the batch engine."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from adut.agents import Turn, ask, close
from adut.api.batch import Batch, as_array
from adut.api.kernels import draw_seats
from adut.api.single import MAX_SKIPPED, Opponents, check_seat, seat_opponents
from adut.api.spaces import Observation, Observer
from adut.api.tables import (
    BATCH_SETUP,
    check_options,
    check_render_mode,
    check_reward,
    check_start,
    metadata,
    not_reset,
    show,
)
from adut.core.errors import AdutError, IllegalActionError, OptionError
from adut.core.game import Game
from adut.core.state import RANDOM, are_random_sheets, check_number
from adut.games import game as make_game

Step = tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class SeatVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """`SeatEnv` at many tables.

    Sub-environment i is table i of a batch: its first deal after a seed is that of a `SeatEnv` at table i of the seed,
    its later deals are the further ones of the table. Opponents move at the tables that wait for them until every table
    waits for the learner.

    Args:
        game: what is played, from `adut.game`.
        num_envs: how many tables.
        opponents, seat, observation, start, illegal_reward, render_mode, sheet: as for `SeatEnv`.
        autoreset_mode: `NextStep` (default): the step after the last one deals anew; its action has no effect.
            `SameStep`: the last step deals anew; `info["final_obs"]` and `info["final_info"]` hold the end.
            `Disabled`: `reset(options={"reset_mask": ...})` deals anew.
        threads: how many threads step the tables; None takes all cores, which pays with some ten thousand tables.

    Attributes:
        seats: the learner's seat at each table, also `info["seat"]`.
        skipped: deals skipped before each table's episode, also `info["skipped"]`.
        total_skipped: deals skipped since the environment was made.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int = 1,
        opponents: Opponents = "random",
        seat: int | None = None,
        observation: str = "vector",
        start: str = "deal",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = 1,
        sheet: str | None = None,
    ) -> None:
        self.game = game
        self.num_envs = check_number("num_envs", num_envs, 1, 2**31 - 1)
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self.metadata = metadata(game) | {"autoreset_mode": self.autoreset_mode}
        self.render_mode = check_render_mode(render_mode)
        self.opponents, self._made = seat_opponents(game, opponents)
        self.seat = check_seat(game, seat)
        self.start = check_start(start)
        are_random_sheets(game, sheet)
        self.sheet = sheet
        self.illegal_reward = check_reward(illegal_reward)
        self.threads = threads
        self._observer = Observer(game, observation)
        self.single_observation_space = self._observer.space()
        self.single_action_space = spaces.Discrete(game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._agents = list({id(agent): agent for agent in self.opponents}.values())
        self._agent_of = np.array([self._agents.index(agent) for agent in self.opponents])
        self._all = np.arange(num_envs)
        self.seats: NDArray[np.int64] = np.full(num_envs, -1 if self.seat is None else self.seat)
        self.skipped: NDArray[np.int64] = np.zeros(num_envs, np.int64)
        self.total_skipped = 0
        self._owed: NDArray[np.int64] = np.zeros(num_envs, np.int64)
        self._ended: NDArray[np.bool_] = np.zeros(num_envs, np.bool_)
        self._batch: Batch | None = None

    @property
    def batch(self) -> Batch:
        """The tables. Raises AdutError before the first reset."""
        if self._batch is None:
            raise not_reset()
        return self._batch

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Deal at all tables, or at some, until the learner is asked at each.

        Args:
            seed: 0 to 2**63 - 1. Without one, the tables go on with their next deals.
            options: `reset_mask`, bool (N,), names the tables; `decks`, `dealers`, `sheets`, `start` as for
                `Batch.reset`; `deck`, `dealer`, `sheet` are refused, other keys ignored. Deals that replace skipped ones keep
                `start`, and random sheets.

        Raises:
            AdutError: an option is not possible, or no deal ever asks the learner. With a seed, or options that are not
                possible, the tables are as they were.
        """
        given = check_options(options, BATCH_SETUP)
        tables = self._all
        if "reset_mask" in given:
            mask = as_array(given["reset_mask"], "reset_mask")
            if mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
                raise OptionError(f"reset_mask is a bool array of shape ({self.num_envs},), got {mask.dtype} {mask.shape}")
            if self._batch is None or seed is not None:
                raise OptionError("reset_mask goes on with the tables that are there: reset all of them first, without it")
            tables = np.flatnonzero(mask)
        setup = {key: given[key] for key in BATCH_SETUP if key in given}
        if self._batch is None or seed is not None:
            self._deal_afresh(seed, setup)
        else:
            self._deal(tables, setup)
        super().reset(seed=seed)
        self._ended[tables] = False
        return self._observations(self._all), self._infos()

    def _deal_afresh(self, seed: int | None, setup: dict[str, Any]) -> None:
        before = self._batch, self.seats, self.skipped, self._owed, self.total_skipped
        self.seats, self.skipped, self._owed = self.seats.copy(), self.skipped.copy(), self._owed.copy()
        try:
            self._batch = Batch(self.game, self.num_envs, seed, threads=self.threads, autoreset=False, sheet=self.sheet)
            self._deal(self._all, setup)
        except Exception:
            self._batch, self.seats, self.skipped, self._owed, self.total_skipped = before
            raise

    def _deal(self, tables: NDArray[np.int64], setup: dict[str, Any]) -> None:
        batch = self.batch
        start = setup.pop("start", self.start)
        random_sheets = isinstance(setup.get("sheets"), str)
        for attempt in range(MAX_SKIPPED):
            batch.reset(tables=tables, start=start, **setup)
            if attempt == 0:
                self.skipped[tables] = 0
            if self.seat is None:
                draw_seats(batch.states, tables, self.game.seats, self.seats)
            self._owed[tables] = 0
            self._play_on(tables)
            tables = tables[batch.done[tables]]
            if not len(tables):
                return
            self.skipped[tables] += 1
            self.total_skipped += len(tables)
            setup = {"sheets": RANDOM} if random_sheets else {}
        raise AdutError(f"{MAX_SKIPPED} deals in a row did not ask the learner at table {tables[0]}; give him another seat")

    def step(self, actions: NDArray[np.int64]) -> Step:
        """Make the learner's decision at every table, and the opponents' decisions after it.

        Raises:
            AdutError: autoreset is disabled and a table has ended.
            IllegalActionError: actions are no integers of shape (N,) in the range of action ids. No table was changed.
        """
        batch, chosen = self.batch, self._check_actions(actions)
        resting = np.flatnonzero(self._ended)
        if len(resting) and self.autoreset_mode is AutoresetMode.DISABLED:
            raise AdutError(f"table {resting[0]} has ended: reset it with options={{'reset_mask': ...}}")
        acting = np.flatnonzero(~self._ended)
        legal = batch.action_mask[acting, chosen[acting]] != 0
        moving, offending = acting[legal], acting[~legal]
        if len(moving):
            batch.step(chosen[moving], tables=moving)
            self._collect(moving)
            self._play_on(moving)
        rewards = np.zeros(self.num_envs)
        rewards[moving] = self._owed[moving] / self.game.unit
        rewards[offending] = self.illegal_reward
        self._owed[acting] = 0
        truncated = np.zeros(self.num_envs, np.bool_)
        truncated[moving] = batch.truncated[moving]
        terminated = np.zeros(self.num_envs, np.bool_)
        terminated[moving] = batch.done[moving] & ~truncated[moving]
        terminated[offending] = True
        self._ended = terminated | truncated
        if len(resting):  # with next-step autoreset
            self._deal(resting, {})
        if self.autoreset_mode is AutoresetMode.SAME_STEP and self._ended.any():
            final = self._final()
            self._deal(np.flatnonzero(self._ended), {})
            self._ended[:] = False
            return self._observations(self._all), rewards, terminated, truncated, self._infos() | final
        return self._observations(self._all), rewards, terminated, truncated, self._infos()

    def _check_actions(self, actions: Any) -> NDArray[np.int64]:
        given = as_array(actions, "actions", IllegalActionError)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise IllegalActionError(
                f"actions are integers of shape ({self.num_envs},), got {given.dtype} of shape {given.shape}"
            )
        if given.min() < 0 or given.max() >= self.game.num_actions:
            raise IllegalActionError(f"actions are numbers from 0 to {self.game.num_actions - 1}")
        return given.astype(np.int64)

    def _collect(self, tables: NDArray[np.int64]) -> None:
        self._owed[tables] += self.batch.states["reward"][tables, self.seats[tables]]

    def _play_on(self, tables: NDArray[np.int64]) -> None:
        batch, game = self.batch, self.game
        waiting = tables
        while True:
            waiting = waiting[~batch.done[waiting] & (batch.actor[waiting] != self.seats[waiting])]
            if not len(waiting):
                return
            if len(self._agents) == 1:
                actions = ask(self._agents[0], self._turn(waiting))
            else:
                asked = self._agent_of[(batch.actor[waiting] - self.seats[waiting]) % game.seats - 1]
                actions = np.zeros(len(waiting), np.int64)
                for number, agent in enumerate(self._agents):
                    rows = np.flatnonzero(asked == number)
                    if len(rows):
                        actions[rows] = ask(agent, self._turn(waiting[rows]))
            batch.step(actions, tables=waiting)
            self._collect(waiting)

    def _turn(self, tables: NDArray[np.int64]) -> Turn:
        batch = self.batch
        return Turn(self.game, batch.states, tables, batch.observation, batch.action_mask)

    def _observations(self, tables: NDArray[np.int64]) -> Observation:
        batch = self.batch
        vectors, masks = batch.observation[tables], batch.action_mask[tables]
        ended = np.flatnonzero(self._ended[tables])
        if len(ended):
            vectors[ended] = batch.observe(self.seats[tables[ended]], tables=tables[ended])
            masks[ended] = 0
        return self._observer.observe_many(batch.states, tables, self.seats[tables], vectors, masks)

    def _infos(self) -> dict[str, Any]:
        here = np.ones(self.num_envs, np.bool_)
        return {
            "seat": self.seats.copy(),
            "_seat": here,
            "skipped": self.skipped.copy(),
            "_skipped": here.copy(),
        }

    def _final(self) -> dict[str, Any]:
        tables = np.flatnonzero(self._ended)
        seen = self._observations(tables)
        final = np.full(self.num_envs, None, object)
        for row, table in enumerate(tables):
            final[table] = {name: rows[row] for name, rows in seen.items()}
        infos = {name: np.where(self._ended, values, 0) for name, values in self._infos().items() if name[0] != "_"}
        masks = {f"_{name}": self._ended.copy() for name in infos}
        return {
            "final_obs": final,
            "_final_obs": self._ended.copy(),
            "final_info": infos | masks,
            "_final_info": self._ended.copy(),
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """The learner's legal actions at every table, bool of shape (N, A)."""
        masks: NDArray[np.bool_] = self.batch.action_mask != 0
        masks[self._ended] = False
        return masks

    def render(self) -> tuple[Any, ...]:
        """Every table as the learner sees it."""
        batch = self.batch
        return tuple(show(batch.state(i), self.render_mode, int(self.seats[i])) for i in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """End the opponents that were given by name; see `adut.agents.close`."""
        close(self._made)


def _autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(mode.value for mode in AutoresetMode)
        raise OptionError(f"autoreset_mode is one of {known}, not {mode!r}") from None


def seat_vector_env(
    name: str,
    *,
    num_envs: int = 1,
    opponents: Opponents = "random",
    seat: int | None = None,
    observation: str = "vector",
    start: str = "deal",
    illegal_reward: float = -1.0,
    render_mode: str | None = None,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    threads: int | None = 1,
    sheet: str | None = None,
    **options: Any,
) -> SeatVectorEnv:
    """The vector environment of a game; further keywords (players, rules, ...) go to `adut.game`."""
    return SeatVectorEnv(
        make_game(name, **options),
        num_envs,
        opponents,
        seat,
        observation,
        start,
        illegal_reward,
        render_mode,
        autoreset_mode,
        threads,
        sheet,
    )
