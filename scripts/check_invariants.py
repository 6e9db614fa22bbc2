"""Random deals of every preset and player count, every invariant checked after every decision.

python scripts/check_invariants.py                                  # a million deals of every game
python scripts/check_invariants.py --games bela --deals 100000
"""

from __future__ import annotations

import argparse
import time

from adut.api.batch import Batch
from adut.core.errors import OptionError
from adut.games import GAMES, game, spec

TABLES = 4096


def check(name: str, rules: str, players: int, deals: int, seed: int = 0) -> tuple[int, int]:
    """Play so many deals; returns deals and decisions. Raises AssertionError with the name of a broken invariant."""
    found = spec(name)
    batch = Batch(game(name, players, rules), min(TABLES, deals), seed, autoreset=False)
    finished = decisions = 0
    batch.reset()
    while finished < deals:
        batch.step(batch.random_actions(decisions))
        decisions += batch.num_tables
        for what, holds in found.invariants(batch.states, batch.game.options).items():
            if not holds.all():
                table = int(holds.argmin())
                raise AssertionError(f"{name}, {rules}, {players} players: broken: {what}\n{batch.state(table)}")
        over = batch.done.nonzero()[0]
        finished += len(over)
        if len(over):
            batch.reset(tables=over)
    return finished, decisions


def cases_of(name: str) -> list[tuple[str, int]]:
    """The presets of a game with their player counts."""
    cases = []
    for rules in spec(name).presets:
        for players in spec(name).options.declared()["players"].choices:
            try:
                game(name, int(players), rules)
            except OptionError:
                continue
            cases.append((rules, int(players)))
    return cases


def main() -> None:
    """Check games; the deals are shared out among presets and player counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--deals", type=int, default=1_000_000, help="of each game")
    given = parser.parse_args()
    for name in given.games:
        start, total = time.perf_counter(), 0
        cases = cases_of(name)
        for rules, players in cases:
            finished, decisions = check(name, rules, players, -(-given.deals // len(cases)))
            total += finished
            print(
                f"{name}, {rules}, {players} players: {finished} deals, {decisions} decisions, all invariants hold", flush=True
            )
        print(f"{name}: {total} deals in {time.perf_counter() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
