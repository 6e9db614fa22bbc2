"""The PettingZoo environment of every game: agents act one after another."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from adut.api.spaces import Observation, Observer, full_state, state_space
from adut.api.tables import HUMAN, Dealer, OneTable, check_render_mode, check_reward, metadata, not_reset, show
from adut.api.wrappers import OrderEnforcing, wrap
from adut.core.errors import AdutError
from adut.core.game import Game
from adut.core.options import REWARD_TRICK, REWARDS
from adut.games import game as make_game


class AECTable(OneTable, AECEnv):
    """A table at which agents `player_0`, `player_1`, ... act one after another.

    The same agent may act several times in a row (discard, declare, lead), and an agent that sits a deal out is never
    selected until the end. All agents end together. Rewards are `State.rewards / game.unit`. An illegal action raises
    IllegalActionError; `env` wraps this class so that it ends the episode instead.

    Args:
        game: what is played, from `adut.game`.
        observation: `vector`, `history` or `both`; see `adut.api.spaces`.
        start: `deal`, or `play` to have everything before the play of cards decided by rule.
        render_mode: `ansi`: `render` returns a text; `human`: it is printed at every step; `rgb_array`: a picture, with
            the extra `render`.
        sheet: None for an empty match sheet, or `random` for one from the midst of a match, in every episode.

    Attributes:
        game: the game with its options.
        table: the `State` of the episode, after the first reset.
        state_space: the space of `state()`.
    """

    def __init__(
        self,
        game: Game,
        observation: str = "vector",
        start: str = "deal",
        render_mode: str | None = None,
        sheet: str | None = None,
    ) -> None:
        super().__init__()
        self.game = game
        self.metadata = metadata(game)
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(game.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observer = Observer(game, observation)
        self.observation_spaces = {agent: self._observer.space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(game.num_actions) for agent in self.possible_agents}
        self.state_space = state_space(game)
        self._dealer = Dealer(game, start, sheet)
        self._unit = game.unit
        self._pays_often = game.reward == REWARDS[REWARD_TRICK]

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a table.

        Args:
            seed: 0 to 2**63 - 1. Without one, the environment goes on with the next table of its seed.
            options: `table`, `deck`, `hands`, `dealer`, `sheet`, `start` as in `State`; `decks`,
                `dealers`, `sheets` are refused, other keys ignored.

        Raises:
            AdutError: an option is not possible. The environment is as it was.
        """
        self._table = table = self._dealer.deal(seed, options)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._paid = False
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[table.actor]
        if self.render_mode == HUMAN:
            self.render()

    def step(self, action: int | None) -> None:
        """Make the selected agent's decision; None for an agent that has ended.

        Raises:
            AdutError: the environment has not been reset yet.
            IllegalActionError: the action is not legal. Nothing was changed.
        """
        table, agent = self.table, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table.apply(action)  # type: ignore[arg-type] # State refuses None with a message
        self._cumulative_rewards[agent] = 0.0
        if self._pays_often or table.deal_over:
            unit = self._unit
            for player, points in zip(self.possible_agents, table.rewards):
                self.rewards[player] = points / unit
                self._cumulative_rewards[player] += points / unit
            self._paid = True
        elif self._paid:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._paid = False
        if table.is_over:
            if table.truncated:
                self.truncations = dict.fromkeys(self.agents, True)
            else:
                self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[table.actor]
        if self.render_mode == HUMAN:
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent sees, in new arrays; its mask is all zeros unless it is to act. Raises AdutError."""
        table = self.table
        try:
            seat = self._seat[agent]
        except (KeyError, TypeError):
            raise AdutError(f"the agents are {', '.join(self.possible_agents)}, not {agent!r}") from None
        asked = agent == self.agent_selection and not self.terminations.get(agent, True)
        return self._observer.observe(table, seat, asked)

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """As in PettingZoo. Raises AdutError before the first reset."""
        if self._table is None:
            raise not_reset()
        found: tuple[Observation | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def state(self) -> NDArray[np.int8]:
        """The whole table: what player_0 sees, then everything hidden from him."""
        return full_state(self.table)

    def render(self) -> str | NDArray[np.uint8] | None:
        return show(self.table, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


def raw_env(
    name: str,
    *,
    observation: str = "vector",
    start: str = "deal",
    render_mode: str | None = None,
    sheet: str | None = None,
    **options: Any,
) -> AECTable:
    """The bare environment of a game; further keywords (players, rules, ...) go to `adut.game`."""
    return AECTable(make_game(name, **options), observation, start, render_mode, sheet)


def env(name: str, *, illegal_reward: float = -1.0, **options: Any) -> OrderEnforcing:
    """The environment of a game in PettingZoo's wrappers: an illegal action ends the episode, costs the agent
    `illegal_reward` and pays the others nothing. Further keywords as for `raw_env`."""
    return wrap(raw_env(name, **options), check_reward(illegal_reward))
