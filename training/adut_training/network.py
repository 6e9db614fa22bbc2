"""The networks: a masked policy, and a critic that may see the hidden cards (an oracle) because only training uses it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from adut import Game

ACTIVATIONS = {"relu": nn.ReLU, "silu": nn.SiLU}
FORBIDDEN = -1e9
"""The logit of an action that is not legal; its probability is exactly 0 in float32."""


class ByteLinear(nn.Module):
    """A linear layer on an int8 vector, each entry divided by its greatest value.

    The division is applied to the weights, which are far fewer than the inputs of a batch.
    """

    scale: Tensor

    def __init__(self, high: Sequence[int], outputs: int) -> None:
        super().__init__()
        self.linear = nn.Linear(len(high), outputs)
        self.register_buffer("scale", 1.0 / torch.tensor(high, dtype=torch.float32).clamp(min=1), persistent=False)

    def forward(self, vector: Tensor) -> Tensor:
        weight = self.linear.weight
        return F.linear(vector.to(weight.dtype), weight * self.scale, self.linear.bias)


def _layers(inputs: int, widths: Sequence[int], activation: str) -> nn.Sequential:
    layers: list[nn.Module] = []
    for width in widths:
        layers += [ACTIVATIONS[activation](), nn.Linear(inputs, width)]
        inputs = width
    return nn.Sequential(*layers, ACTIVATIONS[activation]())


def _initialise(network: nn.Module, head: nn.Linear, head_gain: float) -> None:
    """Orthogonal weights, zero biases; a small head makes the first policy uniform and the first values zero."""
    for module in network.modules():
        if isinstance(module, nn.Linear):
            nn.init.orthogonal_(module.weight, math.sqrt(2.0))
            nn.init.zeros_(module.bias)
    nn.init.orthogonal_(head.weight, head_gain)


class PolicyNetwork(nn.Module):
    """Observation to the logits of all actions.

    Args:
        high: the greatest value of each entry of the observation, from `game.layout.high`.
        num_actions: A.
        widths: the hidden layers.
        activation: `relu` or `silu`.
    """

    def __init__(self, high: Sequence[int], num_actions: int, widths: Sequence[int], activation: str) -> None:
        super().__init__()
        self.first = ByteLinear(high, widths[0])
        self.trunk = _layers(widths[0], widths[1:], activation)
        self.head = nn.Linear(widths[-1], num_actions)
        _initialise(self, self.head, 0.01)

    def features(self, observation: Tensor) -> Tensor:
        """The last hidden layer, (n, widths[-1])."""
        features: Tensor = self.trunk(self.first(observation))
        return features

    def log_probabilities(self, features: Tensor, action_mask: Tensor) -> Tensor:
        """Log-probabilities float32 (n, A) from features and the int8 mask; FORBIDDEN or less where not legal."""
        logits = self.head(features).float()
        return torch.log_softmax(logits.masked_fill(action_mask == 0, FORBIDDEN), dim=1)

    def forward(self, observation: Tensor, action_mask: Tensor) -> Tensor:
        """Log-probabilities float32 (n, A) from int8 observations (n, D) and masks (n, A)."""
        return self.log_probabilities(self.features(observation), action_mask)


class CriticNetwork(nn.Module):
    """The value of a decision to its actor, from his observation (or the policy's features) and the hidden cards.

    Args:
        high: as for the policy; None if it reads the policy's features.
        features: how many of those.
        hidden_high: the greatest value of each entry of the vector of hidden cards; empty for a critic that is no oracle.
        widths, activation: as for the policy.
    """

    def __init__(
        self,
        high: Sequence[int] | None,
        features: int,
        hidden_high: Sequence[int],
        widths: Sequence[int],
        activation: str,
    ) -> None:
        super().__init__()
        self.first: nn.Module = nn.Linear(features, widths[0]) if high is None else ByteLinear(high, widths[0])
        self.hidden = ByteLinear(hidden_high, widths[0]) if len(hidden_high) else None
        self.trunk = _layers(widths[0], widths[1:], activation)
        self.head = nn.Linear(widths[-1], 1)
        _initialise(self, self.head, 0.01)

    def forward(self, vector: Tensor, hidden: Tensor | None) -> Tensor:
        """Values float32 (n,)."""
        first: Tensor = self.first(vector)
        if self.hidden is not None:
            assert hidden is not None
            first = first + self.hidden(hidden)
        value: Tensor = self.head(self.trunk(first))
        return value.float().squeeze(1)


class ActorCritic(nn.Module):
    """Policy and critic of a game. With `shared` the critic reads the policy's last hidden layer."""

    def __init__(
        self,
        game: Game,
        widths: Sequence[int],
        critic_widths: Sequence[int],
        activation: str = "relu",
        *,
        oracle: bool = True,
        shared: bool = False,
    ) -> None:
        super().__init__()
        self.shared = shared
        high = game.layout.high.tolist()
        hidden_high = game.hidden_layout.high.tolist() if oracle else []
        self.policy = PolicyNetwork(high, game.num_actions, widths, activation)
        self.critic = CriticNetwork(None if shared else high, widths[-1], hidden_high, critic_widths, activation)

    def values(self, observation: Tensor, hidden: Tensor | None) -> Tensor:
        """Values float32 (n,)."""
        vector = self.policy.features(observation) if self.shared else observation
        value: Tensor = self.critic(vector, hidden)
        return value

    def forward(self, observation: Tensor, action_mask: Tensor, hidden: Tensor | None) -> tuple[Tensor, Tensor]:
        """Log-probabilities (n, A) and values (n,), both float32."""
        features = self.policy.features(observation)
        value = self.critic(features if self.shared else observation, hidden)
        return self.policy.log_probabilities(features, action_mask), value


def sample(log_probabilities: Tensor, uniform: Tensor) -> Tensor:
    """An action for each row by inversion: the first whose cumulated probability exceeds a uniform number.

    Args:
        log_probabilities: (n, A), float32 or float64.
        uniform: (n,) in [0, 1).

    Returns:
        int64 (n,). An action of probability 0 is never drawn.
    """
    cumulated = log_probabilities.exp().cumsum(dim=1)
    total = cumulated[:, -1]
    threshold = total * uniform.clamp(max=1 - 1e-6)
    return (cumulated <= threshold.unsqueeze(1)).sum(dim=1)
