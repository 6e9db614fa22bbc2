"""The agents that need nothing but the rules: uniformly random, and the rule-based player of each game."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adut.agents.agent import Turn
from adut.core.random import below
from adut.core.rule import rule


@rule
def pick(masks: NDArray[np.int8], keys: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
    """Choose one of the actions of each mask, uniformly, from a key."""
    for j in range(len(masks)):
        count = 0
        for action in range(masks.shape[1]):
            if masks[j, action]:
                count += 1
        index = below(keys[j], count)
        for action in range(masks.shape[1]):
            if masks[j, action]:
                if index == 0:
                    actions[j] = action
                    break
                index -= 1


class RandomAgent:
    """Chooses uniformly among the legal actions."""

    name = "random"

    def act(self, turn: Turn) -> NDArray[np.int64]:
        actions = np.zeros(len(turn), np.int64)
        pick(turn.action_mask, turn.keys, actions)
        return actions


class RuleAgent:
    """Plays as a club player is taught: the `choose` of the game's `player.py`."""

    name = "rule"

    def act(self, turn: Turn) -> NDArray[np.int64]:
        actions = np.zeros(len(turn), np.int64)
        turn.game.kernels.choose(turn.views(), turn.game.options, turn.keys, actions)
        return actions
