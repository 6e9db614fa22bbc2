"""Prints a digest of everything that random play of every preset produces. Run in several modes by `test_modes.py`."""

from __future__ import annotations

import hashlib
import sys
from typing import Any

import adut
from adut.core.table import no_result
from adut.games import GAMES, spec


def main(tables: int, steps: int, threads: int, sheet: str | None = None) -> str:
    digest = hashlib.sha256()
    for name in GAMES:
        if sheet is not None and spec(name).rules.random_result is no_result:
            continue
        for rules in spec(name).presets:
            for episode, reward in (("deal", "trick"), ("match", "match")):
                how: dict[str, Any] = dict(rules=rules, episode=episode, reward=reward, sheet=sheet)
                batch = adut.make_batch(name, tables, seed=5, threads=threads, **how)
                batch.reset()
                for step in range(steps):
                    batch.step(batch.random_actions(step))
                    for array in (batch.observation, batch.action_mask, batch.rewards, batch.scores, batch.hidden()):
                        digest.update(array.tobytes())
                digest.update(batch.get_states().tobytes())
                digest.update(batch.views().tobytes())
    return digest.hexdigest()


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    print(main(given[0], given[1], given[2]))
