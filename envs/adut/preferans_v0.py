"""Preferans for PettingZoo: `preferans_v0.env(rules="iklub")`, `preferans_v0.raw_env()`, `preferans_v0.parallel_env()`."""

from adut.api.registry import environments

env, raw_env, parallel_env = environments("preferans")
