"""Duel for PettingZoo: `duel_v0.env()`, `duel_v0.raw_env()`, `duel_v0.parallel_env()`."""

import adut.games
from adut.api.registry import environments

adut.games.register("duel", "duel")
env, raw_env, parallel_env = environments("duel")
