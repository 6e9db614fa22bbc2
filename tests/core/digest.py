"""Prints a digest of everything that random play of every preset produces. Run in several modes by `test_modes.py`."""

from __future__ import annotations

import hashlib
import sys

import adut
from adut.games import GAMES, spec


def main(tables: int, steps: int, threads: int) -> str:
    digest = hashlib.sha256()
    for name in GAMES:
        for rules in spec(name).presets:
            for episode, reward in (("deal", "trick"), ("match", "match")):
                batch = adut.make_batch(name, tables, seed=5, threads=threads, rules=rules, episode=episode, reward=reward)
                batch.reset()
                for step in range(steps):
                    batch.step(batch.random_actions(step))
                    for array in (batch.observation, batch.action_mask, batch.rewards, batch.scores, batch.hidden()):
                        digest.update(array.tobytes())
                digest.update(batch.get_states().tobytes())
                digest.update(batch.views().tobytes())
    return digest.hexdigest()


if __name__ == "__main__":
    print(main(*map(int, sys.argv[1:])))
