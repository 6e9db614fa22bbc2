"""PettingZoo's three usual wrappers, without their detours.

A PettingZoo wrapper finds an attribute such as `agent_selection` by failing to have it and asking the wrapper inside,
layer by layer, some twenty times a turn: with three layers that takes longer than the rest of the turn. These
subclasses read the live attributes from the bare environment at once. They change nothing else.
"""

from __future__ import annotations

from operator import attrgetter

from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper


def _live(name: str) -> property:
    return property(attrgetter(f"bare.{name}"), doc=f"`{name}` of the bare environment.")


class _Direct:
    """Reads live attributes from `bare`, the environment inside all wrappers."""

    bare: AECEnv
    agents = _live("agents")
    agent_selection = _live("agent_selection")
    rewards = _live("rewards")
    terminations = _live("terminations")
    truncations = _live("truncations")
    infos = _live("infos")
    _cumulative_rewards = _live("_cumulative_rewards")

    def __str__(self) -> str:
        return str(self.bare)


class TerminateIllegal(_Direct, TerminateIllegalWrapper):
    """Ends the episode at an illegal action."""

    def __init__(self, env: AECEnv, illegal_reward: float) -> None:
        super().__init__(env, illegal_reward)
        self.bare = env.unwrapped


class AssertOutOfBounds(_Direct, AssertOutOfBoundsWrapper):
    """Refuses actions outside the action space."""

    def __init__(self, env: AECEnv) -> None:
        super().__init__(env)
        self.bare = env.unwrapped


class OrderEnforcing(_Direct, OrderEnforcingWrapper):
    """Refuses calls before the first reset."""

    def __init__(self, env: AECEnv) -> None:
        super().__init__(env)
        self.bare = env.unwrapped


def wrap(env: AECEnv, illegal_reward: float) -> OrderEnforcing:
    """An environment in the three wrappers, in PettingZoo's order."""
    return OrderEnforcing(AssertOutOfBounds(TerminateIllegal(env, illegal_reward)))
