"""Self-play training for the games of adut: masked PPO with a magnet, checkpoints, learned agents."""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("torch") is None or find_spec("safetensors") is None:
    raise ImportError("adut_training needs PyTorch and safetensors; install them with: pip install 'adut[training]'")

from adut_training.checkpoint import CheckpointError
from adut_training.policy import LearnedAgent, load_agent
from adut_training.ppo import PPOConfig, train

__all__ = ["CheckpointError", "LearnedAgent", "PPOConfig", "load_agent", "train"]
