"""Russian Preferans for PettingZoo: `russian_preferans_v0.env(players=3)`, `russian_preferans_v0.raw_env()`,
`russian_preferans_v0.parallel_env()`."""

from adut.api.registry import environments

env, raw_env, parallel_env = environments("russian_preferans")
