"""The Gymnasium environment of every game: one seat learns, given opponents play the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from adut.agents import Agent, ask, close, make, turn_of
from adut.api.kernels import draw_seats
from adut.api.spaces import Observation, Observer
from adut.api.tables import HUMAN, Dealer, OneTable, check_render_mode, check_reward, metadata, show
from adut.core.errors import AdutError, IllegalActionError, OptionError
from adut.core.game import Game
from adut.core.options import REWARD_TRICK, REWARDS
from adut.core.state import check_number
from adut.games import game as make_game

Opponents = str | Agent | Sequence[str | Agent]

MAX_SKIPPED = 1000
"""Deals in a row without a decision for the learner after which something must be wrong."""

_FIRST = np.zeros(1, np.int64)


def seat_opponents(game: Game, opponents: Opponents) -> tuple[list[Agent], list[Agent]]:
    """The agents of the other seats, clockwise from the learner, and those among them that were made here from a name.

    Args:
        game: what they play.
        opponents: one agent for all of them, or a sequence of one for each; by name (see `adut.agents.make`) or as
            objects.

    Raises:
        OptionError: there are not as many as seats, or something is no agent.
        AgentError: a name is unknown.
    """
    others = game.seats - 1
    agents: list[Agent] = []
    made: list[Agent] = []
    for given in opponents if isinstance(opponents, list | tuple) else (opponents,):
        agent = make(given, game) if isinstance(given, str) else given
        if not isinstance(agent, Agent):
            raise OptionError(f"an opponent is the name of an agent, or has a name and act(turn); got {agent!r}")
        agents.append(agent)
        if isinstance(given, str):
            made.append(agent)
    if len(agents) == 1:
        return agents * others, made
    if len(agents) != others:
        raise OptionError(f"opponents are one agent or {others} of them, clockwise from the learner, not {len(agents)}")
    return agents, made


def check_seat(game: Game, seat: int | None) -> int | None:
    """The learner's seat, None if it is drawn. Raises AdutError."""
    return None if seat is None else check_number("seat", seat, 0, game.seats - 1)


class SeatEnv(OneTable, gymnasium.Env[Any, Any]):
    """One seat of a table as a single-agent environment.

    Opponents move until the learner is asked. A deal in which he is never asked (he sits out) is skipped and the next
    one dealt, so every episode begins with a decision of his. His reward is the sum of what he was paid since his last
    decision; what an episode paid before his first one comes with that one.

    An illegal action ends the episode: terminated, with `illegal_reward`.

    Args:
        game: what is played, from `adut.game`.
        opponents: who plays the other seats; see `seat_opponents`.
        seat: the learner's; None draws it anew for each episode, by the seed.
        observation: `vector`, `history` or `both`; see `adut.api.spaces`.
        start: `deal`, or `play` to have everything before the play of cards decided by rule.
        illegal_reward: what an illegal action pays.
        render_mode: `ansi`, `human` or `rgb_array`: the table as the learner sees it.
        sheet: None for an empty match sheet, or `random` for one from the midst of a match, in every episode.

    Attributes:
        table: the `State` of the episode, after the first reset.
        learner: the seat of the learner in this episode.
        skipped: deals skipped before this episode, also `info["skipped"]`; `info["seat"]` is the learner's seat.
        total_skipped: deals skipped since the environment was made.
    """

    def __init__(
        self,
        game: Game,
        opponents: Opponents = "random",
        seat: int | None = None,
        observation: str = "vector",
        start: str = "deal",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        sheet: str | None = None,
    ) -> None:
        self.game = game
        self.metadata = metadata(game)
        self.render_mode = check_render_mode(render_mode)
        self.opponents, self._made = seat_opponents(game, opponents)
        self.seat = check_seat(game, seat)
        self.illegal_reward = check_reward(illegal_reward)
        self._observer = Observer(game, observation)
        self.observation_space: spaces.Dict = self._observer.space()
        self.action_space: spaces.Discrete = spaces.Discrete(game.num_actions)
        self._dealer = Dealer(game, start, sheet)
        self._pays_often = game.reward == REWARDS[REWARD_TRICK]
        self._drawn = np.array([0 if self.seat is None else self.seat])
        self._owed = 0
        self._ended = True
        self.skipped = self.total_skipped = 0
        self.learner = int(self._drawn[0])

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Deal tables until the learner is asked.

        Args:
            seed: 0 to 2**63 - 1. Without one, the environment goes on with the next table of its seed.
            options: `table`, `deck`, `hands`, `dealer`, `sheet`, `start` as in `State`; `decks`,
                `dealers`, `sheets` are refused, other keys ignored. If the first deal is skipped, the next ones keep
                dealer, sheet and start.

        Raises:
            AdutError: an option is not possible, or no deal ever asks the learner. The environment is as it was.
        """
        before = self._table, self.learner, self._owed, self._ended, self.skipped, self.total_skipped
        dealt = self._dealer.seed, self._dealer.table
        try:
            self._deal_until_asked(seed, options)
            super().reset(seed=seed)
        except Exception:
            self._table, self.learner, self._owed, self._ended, self.skipped, self.total_skipped = before
            self._dealer.seed, self._dealer.table = dealt
            raise
        self._ended = False
        if self.render_mode == HUMAN:
            self.render()
        return self._observation(), self._info()

    def _deal_until_asked(self, seed: int | None, options: dict[str, Any] | None) -> None:
        self._deal(seed, options)
        self.skipped = 0
        while self.table.is_over:
            self.skipped += 1
            self.total_skipped += 1
            if self.skipped == MAX_SKIPPED:
                raise AdutError(f"player_{self.learner} was not asked in {MAX_SKIPPED} deals: fix another seat or dealer")
            self._deal(None, {key: value for key, value in (options or {}).items() if key in ("dealer", "sheet", "start")})

    def _deal(self, seed: int | None, options: dict[str, Any] | None) -> None:
        self._table = self._dealer.deal(seed, options)
        self._ended = True
        if self.seat is None:
            draw_seats(self.table.array, _FIRST, self.game.seats, self._drawn)
        self.learner = int(self._drawn[0])
        self._owed = 0
        self._play_on()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the learner's decision and the opponents' decisions after it.

        Raises:
            AdutError: the episode has ended, or not begun.
            IllegalActionError: the action is no action id at all; an illegal one ends the episode.
        """
        table = self.table
        if self._ended:
            raise AdutError("the episode has ended: call reset()")
        if not self.action_space.contains(action):
            raise IllegalActionError(f"an action is a number from 0 to {self.game.num_actions - 1}, not {action!r}")
        if action not in table.legal_actions():
            self._ended = True
            return self._observation(), self.illegal_reward, True, False, self._info()
        self._apply(action)
        self._play_on()
        reward = self._owed / self.game.unit
        self._owed = 0
        self._ended = table.is_over
        if self.render_mode == HUMAN:
            self.render()
        truncated = table.truncated
        return self._observation(), reward, table.is_over and not truncated, truncated, self._info()

    def _apply(self, action: int) -> None:
        self.table.apply(action)
        if self._pays_often or self.table.deal_over:
            self._owed += self.table.rewards[self.learner]

    def _play_on(self) -> None:
        table, seats = self.table, self.game.seats
        while not table.is_over:
            actor = table.actor
            if actor == self.learner:
                return
            agent = self.opponents[(actor - self.learner) % seats - 1]
            self._apply(int(ask(agent, turn_of(table))[0]))

    def _observation(self) -> Observation:
        return self._observer.observe(self.table, self.learner, not self._ended)

    def _info(self) -> dict[str, Any]:
        return {"seat": self.learner, "skipped": self.skipped}

    def action_masks(self) -> NDArray[np.bool_]:
        """The learner's legal actions, bool of shape (A,), as sb3-contrib asks for them; none once the episode has ended."""
        mask: NDArray[np.bool_] = self.table.legal_mask() != 0
        if self._ended:
            mask[:] = False
        return mask

    def render(self) -> Any:
        return show(self.table, self.render_mode, self.learner)

    def close(self) -> None:
        """End the opponents that were given by name; see `adut.agents.close`."""
        close(self._made)


def seat_env(
    name: str,
    *,
    opponents: Opponents = "random",
    seat: int | None = None,
    observation: str = "vector",
    start: str = "deal",
    illegal_reward: float = -1.0,
    render_mode: str | None = None,
    sheet: str | None = None,
    **options: Any,
) -> SeatEnv:
    """The single-seat environment of a game; further keywords (players, rules, ...) go to `adut.game`."""
    return SeatEnv(make_game(name, **options), opponents, seat, observation, start, illegal_reward, render_mode, sheet)
