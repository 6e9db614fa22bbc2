"""Belot for PettingZoo: `belot_v0.env(rules="bg_published")`, `belot_v0.raw_env()`, `belot_v0.parallel_env()`."""

from adut.api.registry import environments

env, raw_env, parallel_env = environments("belot")
