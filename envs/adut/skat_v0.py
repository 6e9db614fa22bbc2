"""Skat for PettingZoo: `skat_v0.env(rules="isko")`, `skat_v0.raw_env()`, `skat_v0.parallel_env()`."""

from adut.api.registry import environments

env, raw_env, parallel_env = environments("skat")
