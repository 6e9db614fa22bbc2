"""A trained policy as an agent of adut."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from adut import Game, OptionError
from adut.agents import Turn
from adut_training import checkpoint
from adut_training.network import FORBIDDEN, PolicyNetwork

CHUNK = 256
"""Rows in one evaluation. Always the same, filled up with zeros: the order in which a matrix product adds up depends on its
shape, and an answer must not depend on which other decisions are due at the same time."""


class LearnedAgent:
    """Plays a policy network.

    Args:
        network: the policy.
        name: as tables show it.
        greedy: always the most probable action, instead of one drawn by the turn's keys. A drawn action is a function of
            the observation and the key alone.
        temperature: logits are divided by it before drawing; below 1 sharpens.
        device: where the network runs.
    """

    def __init__(
        self,
        network: PolicyNetwork,
        name: str = "learned",
        *,
        greedy: bool = False,
        temperature: float = 1.0,
        device: str = "cpu",
    ) -> None:
        if not temperature > 0:
            raise OptionError(f"temperature is greater than 0, not {temperature}; greedy=True takes the best action")
        self.name, self.greedy, self.temperature = name, greedy, temperature
        self.device = torch.device(device)
        self.network = network.to(self.device).eval()

    def act(self, turn: Turn) -> NDArray[np.int64]:
        """An action for each decision, int64 of shape (n,)."""
        log_probabilities = self.log_probabilities(turn.observation, turn.action_mask)
        if self.greedy:
            best: NDArray[np.int64] = log_probabilities.argmax(axis=1)
            return best
        scaled = np.where(turn.action_mask != 0, log_probabilities / self.temperature, FORBIDDEN)
        cumulated = np.exp(scaled - scaled.max(axis=1, keepdims=True)).cumsum(axis=1)
        uniform = (turn.keys >> 10) * 2.0**-53
        threshold = cumulated[:, -1] * np.minimum(uniform, 1 - 1e-9)
        drawn: NDArray[np.int64] = (cumulated <= threshold[:, None]).sum(axis=1)
        return drawn

    @torch.inference_mode()
    def log_probabilities(self, observation: NDArray[np.int8], action_mask: NDArray[np.int8]) -> NDArray[np.float64]:
        """The policy's log-probabilities, float64 of shape (n, A); very low where an action is not legal."""
        count = len(observation)
        chunks = -(-count // CHUNK)
        seen = np.zeros((chunks * CHUNK, observation.shape[1]), np.int8)
        mask = np.ones((chunks * CHUNK, action_mask.shape[1]), np.int8)
        seen[:count], mask[:count] = observation, action_mask
        out = np.empty(mask.shape)
        for start in range(0, len(seen), CHUNK):
            rows = slice(start, start + CHUNK)
            parts = [torch.from_numpy(part[rows]).to(self.device) for part in (seen, mask)]
            out[rows] = self.network(*parts).cpu().numpy()
        return out[:count]


def load_agent(path: str | Path, game: Game, *, greedy: bool = False, temperature: float = 1.0) -> LearnedAgent:
    """The agent of a policy file or of a training checkpoint.

    Args:
        path: a file that training wrote, or the folder of a run (its `policy.safetensors`).
        game: what it is to play: the game it was trained for; the rule options may differ.
        greedy, temperature: see LearnedAgent.

    Raises:
        CheckpointError: the file is missing, damaged, malformed, of another game, layout or network, or not finite.
    """
    place = Path(path)
    if place.is_dir():
        place = place / checkpoint.POLICY
    tensors, description = checkpoint.load(place)
    with checkpoint.reading(place):
        checkpoint.check_game(place, description, game, same_options=False)
        whole = description["kind"] == "checkpoint"
        prefix, shape = ("network.policy.", description["config"]) if whole else ("", description["network"])
        network = PolicyNetwork(game.layout.high.tolist(), game.num_actions, shape["widths"], shape["activation"])
        checkpoint.load_weights(place, network, tensors, prefix)
    name = place.parent.name if place.name == checkpoint.POLICY and place.parent.name else place.stem
    return LearnedAgent(network, name, greedy=greedy, temperature=temperature)


def load_greedy(game: Game, path: str) -> LearnedAgent:
    """The agent `greedy:PATH`: `load_agent`, always with the most probable action. Raises CheckpointError."""
    return load_agent(path, game, greedy=True)
