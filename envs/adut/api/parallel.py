"""The parallel PettingZoo environment of every game: all agents act at once, idle ones with a no-op."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from adut.api.spaces import Observation, Observer, full_state, state_space
from adut.api.tables import HUMAN, Dealer, OneTable, check_render_mode, check_reward, metadata, show
from adut.core.errors import AdutError, IllegalActionError
from adut.core.game import Game
from adut.games import game as make_game

Step = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class ParallelTable(OneTable, ParallelEnv):
    """A table at which agents `player_0`, `player_1`, ... are all stepped at once.

    Action spaces have one action more than the game: the last id is the no-op, the only legal action of every agent
    that is not to act, so that a mask is never empty. What idle agents answer is not looked at. All agents end
    together. An illegal action of the agent to act ends the episode: terminated, with `illegal_reward` for the agent
    and 0 for the others.

    Args:
        game: what is played, from `adut.game`.
        observation: `vector`, `history` or `both`; see `adut.api.spaces`.
        start: `deal`, or `play` to have everything before the play of cards decided by rule.
        illegal_reward: what an illegal action pays the agent.
        render_mode: `ansi`, `human` or `rgb_array`.
        sheet: None for an empty match sheet, or `random` for one from the midst of a match, in every episode.

    Attributes:
        game: the game with its options.
        no_op: the id of the no-op.
        table: the `State` of the episode, after the first reset.
        state_space: the space of `state()`.
    """

    def __init__(
        self,
        game: Game,
        observation: str = "vector",
        start: str = "deal",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        sheet: str | None = None,
    ) -> None:
        self.game = game
        self.metadata = metadata(game)
        self.render_mode = check_render_mode(render_mode)
        self.illegal_reward = check_reward(illegal_reward)
        self.no_op = game.num_actions
        self.possible_agents = [f"player_{seat}" for seat in range(game.seats)]
        self._observer = Observer(game, observation, no_op=True)
        self.observation_spaces = {agent: self._observer.space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(game.num_actions + 1) for agent in self.possible_agents}
        self.state_space = state_space(game)
        self._dealer = Dealer(game, start, sheet)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a table; `seed` and `options` as for `AECTable.reset`."""
        self._table = self._dealer.deal(seed, options)
        self.agents = self.possible_agents.copy()
        if self.render_mode == HUMAN:
            self.render()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> Step:
        """Make the decision of the agent to act.

        Raises:
            AdutError: the episode has ended, or not begun.
            IllegalActionError: the agent to act has given no action, or none of its action space.
        """
        agents, table = self.agents, self.table
        if not agents:
            raise AdutError("the episode has ended: call reset()")
        if not isinstance(actions, Mapping):
            raise AdutError(f"actions are a dict of an action for each of {', '.join(agents)}, not {actions!r:.80}")
        actor = agents[table.actor]
        if actor not in actions:
            raise IllegalActionError(f"{actor} is to act, but actions has no entry for it")
        action = actions[actor]
        if not self.action_spaces[actor].contains(action):
            raise IllegalActionError(f"{actor} is to act with a number from 0 to {self.no_op}, not {action!r}")
        if action not in table.legal_actions():  # the no-op never is
            rewards = dict.fromkeys(agents, 0.0) | {actor: self.illegal_reward}
            terminated, truncated = True, False
        else:
            table.apply(action)
            unit = self.game.unit
            rewards = {agent: points / unit for agent, points in zip(agents, table.rewards)}
            truncated = table.truncated
            terminated = table.is_over and not truncated
        if terminated or truncated:
            self.agents = []
        if self.render_mode == HUMAN:
            self.render()
        return (
            self._observations(),
            rewards,
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            {agent: {} for agent in agents},
        )

    def _observations(self) -> dict[str, Observation]:
        asked = self.table.actor if self.agents else -1
        observe, table = self._observer.observe, self.table
        return {agent: observe(table, seat, seat == asked) for seat, agent in enumerate(self.possible_agents)}

    def state(self) -> NDArray[np.int8]:
        """The whole table: what player_0 sees, then everything hidden from him."""
        return full_state(self.table)

    def render(self) -> str | NDArray[np.uint8] | None:
        return show(self.table, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


def parallel_env(
    name: str,
    *,
    observation: str = "vector",
    start: str = "deal",
    illegal_reward: float = -1.0,
    render_mode: str | None = None,
    sheet: str | None = None,
    **options: Any,
) -> ParallelTable:
    """The parallel environment of a game; further keywords (players, rules, ...) go to `adut.game`."""
    return ParallelTable(make_game(name, **options), observation, start, illegal_reward, render_mode, sheet)
