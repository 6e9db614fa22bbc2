"""Self-play training for the games of adut: masked PPO with a magnet, checkpoints, learned agents."""

from adut_training import _extra as _extra
from adut_training.checkpoint import CheckpointError
from adut_training.policy import LearnedAgent, load_agent
from adut_training.ppo import PPOConfig, train

__all__ = ["CheckpointError", "LearnedAgent", "PPOConfig", "load_agent", "train"]
