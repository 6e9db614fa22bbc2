"""Bela for PettingZoo: `bela_v0.env(rules="serbian")`, `bela_v0.raw_env()`, `bela_v0.parallel_env()`."""

from adut.api.registry import environments

env, raw_env, parallel_env = environments("bela")
