"""How fast worlds are set up and drawn, in processor time of one core.

python scripts/benchmark_worlds.py
python scripts/benchmark_worlds.py --games belot --positions 50 --tricks 1
"""

from __future__ import annotations

import argparse
import random
import time

import numpy as np

from adut.core.state import State
from adut.games import GAMES, game
from adut.search.worlds import Worlds

WORLDS = 5000


def position(name: str, rules: str | None, players: int | None, seed: int, tricks: int) -> State:
    """A table after so many tricks of random play."""
    chooser = random.Random(seed)
    while True:
        state = game(name, players, rules).new_state(seed=chooser.randrange(1 << 40), start="play")
        while not state.is_over and state.record.trick_number <= tricks:
            state.apply(chooser.choice(state.legal_actions()))
        if not state.is_over:
            return state


def measure(name: str, rules: str | None, players: int | None, positions: int, tricks: int) -> str:
    """A line of the table."""
    generator = np.random.default_rng(1)
    Worlds(position(name, rules, players, 0, tricks)).states(1, generator)  # compiles
    set_up, cards, states = [], [], []
    for seed in range(positions):
        state = position(name, rules, players, seed, tricks)
        begin = time.process_time()
        worlds = Worlds(state)
        drawn = time.process_time()
        worlds.sample(WORLDS, generator)
        built = time.process_time()
        worlds.states(WORLDS, generator)
        end = time.process_time()
        set_up.append(drawn - begin)
        cards.append(built - drawn)
        states.append(end - built)
    label = " ".join(str(word) for word in (name, rules, players and f"{players} players") if word)
    times = f"{1000 * np.median(set_up):.1f} (at most {1000 * max(set_up):.1f})"
    return f"| {label} | {times} | {WORLDS / np.median(states):,.0f} | {WORLDS / np.median(cards):,.0f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=list(GAMES))
    parser.add_argument("--rules")
    parser.add_argument("--players", type=int)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--tricks", type=int, default=3, help="tricks that have been played")
    arguments = parser.parse_args()
    print("| game | set up, ms | tables a second | cards alone |")
    print("|---|---|---|---|")
    for name in arguments.games:
        print(measure(name, arguments.rules, arguments.players, arguments.positions, arguments.tricks), flush=True)


if __name__ == "__main__":
    main()
