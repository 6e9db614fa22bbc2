"""Self-play training for the games of adut: masked PPO with a magnet, checkpoints, learned agents."""

from __future__ import annotations

try:
    import safetensors
    import torch
except ImportError as error:
    raise ImportError(
        f"adut_training needs PyTorch and safetensors ({error}); install them with: pip install 'adut[training]'"
    ) from None
del safetensors, torch

from adut_training.checkpoint import CheckpointError
from adut_training.policy import LearnedAgent, load_agent
from adut_training.ppo import PPOConfig, train

__all__ = ["CheckpointError", "LearnedAgent", "PPOConfig", "load_agent", "train"]
