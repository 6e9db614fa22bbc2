"""Speed of the environments, alone and beside other libraries, in one run.

    python scripts/benchmark.py                  # Skat, adut alone
    python scripts/benchmark.py --peers          # beside OpenSpiel, RLCard and PettingZoo's classics (extra adut[peers])
    python scripts/benchmark.py --game bela      # another game, beside Skat's batch; with --peers also beside colver

Machines differ and are shared, so the figures to quote are ratios: each pair is measured in turns, five times, and the median
of the five ratios is reported. Random legal play everywhere. A decision is an action of a player; dealing is not counted.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import adut
from adut.core.cards import SUIT_NAMES
from adut.core.rule import num_threads

Measure = Callable[[float], float]
"""Runs for about so many seconds and returns decisions (or what its name says) per second."""


BELOTE_FAMILY = ("bela", "belot")
"""Games that are near enough to what colver plays."""
EPISODES = 32
"""Deals that a table plays in one call of a rollout."""


@dataclass(frozen=True)
class Row:
    """A line of the report: what was measured, its rate, and the ratio to what it was measured against."""

    name: str
    rate: float
    against: str = ""
    against_rate: float = 0.0
    ratio: float = 0.0
    low: float = 0.0
    high: float = 0.0


def repeat_for(seconds: float, work: Callable[[], int]) -> float:
    """How much `work` does per second; it returns how much it did."""
    done, start = 0, time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        done += work()
    return done / passed


def batch_steps(game: adut.Game, tables: int, threads: int) -> Measure:
    """Decisions per second of a batch that writes full observations and masks, random choice included."""
    batch = adut.Batch(game, tables, seed=1, threads=threads)
    batch.reset()
    counter = iter(range(10**12))

    def work() -> int:
        for _ in range(20):
            batch.step(batch.random_actions(next(counter)))
        return 20 * tables

    work()
    return lambda seconds: repeat_for(seconds, work)


def rollouts(game: adut.Game, tables: int, threads: int, what: str = "decisions") -> Measure:
    """Decisions (or deals) per second of random play inside the compiled code, dealing included, nothing observed."""
    batch = adut.Batch(game, tables, seed=1, threads=threads)
    counter = iter(range(10**12))

    def work() -> int:
        batch.reset()
        made = int(batch.playout(next(counter), EPISODES).sum())
        return made if what == "decisions" else tables * EPISODES

    work()
    return lambda seconds: repeat_for(seconds, work)


def playouts(game: adut.Game, tables: int, suits_alone: bool) -> Measure:
    """Deals per second that are played out at random from the first lead, on one thread; dealing and auctions are not timed."""
    batch = adut.Batch(game, tables, seed=1, threads=1)
    batch.reset(start="play")
    states = batch.get_states()
    if suits_alone:
        fitting = np.flatnonzero(states["contract"] < len(SUIT_NAMES))
        states = states[np.resize(fitting, tables)]
    counter = iter(range(10**12))

    def measure(seconds: float) -> float:
        passed = played = 0.0
        while passed < seconds:
            batch.set_states(states)
            start = time.perf_counter()
            batch.playout(next(counter))
            passed += time.perf_counter() - start
            played += tables
        return played / passed

    measure(1e-9)
    return measure


def state_moves(game: adut.Game) -> Measure:
    """Decisions per second of `State`, one at a time from Python: apply a random one of the legal actions."""
    seeds = iter(range(10**12))
    choose = random.Random(1).choice

    def work() -> int:
        state = game.new_state(seed=next(seeds))
        made = 0
        while not state.is_over:
            state.apply(choose(state.legal_actions()))
            made += 1
        return made

    work()
    return lambda seconds: repeat_for(seconds, work)


def aec_turns(make: Callable[[], object]) -> Measure:
    """Turns per second of a PettingZoo environment, as PettingZoo's own performance benchmark counts them."""
    env = make()
    env.reset(seed=1)  # type: ignore[attr-defined]

    def work() -> int:
        env.reset()  # type: ignore[attr-defined]
        turns = 0
        for agent in env.agent_iter():  # type: ignore[attr-defined]
            observation, _, terminated, truncated, _ = env.last()  # type: ignore[attr-defined]
            if terminated or truncated:
                action = None
            else:
                action = env.action_space(agent).sample(observation["action_mask"])  # type: ignore[attr-defined]
            env.step(action)  # type: ignore[attr-defined]
            turns += 1
        return turns

    work()
    return lambda seconds: repeat_for(seconds, work)


def openspiel_skat(with_tensor: bool) -> Measure:
    """Decisions per second of OpenSpiel's Skat stepped from Python; chance nodes are drawn the same way, not counted."""
    import pyspiel

    game = pyspiel.load_game("skat")
    choose = random.Random(1).choice

    def work() -> int:
        state = game.new_initial_state()
        made = 0
        while not state.is_terminal():
            if not state.is_chance_node():
                made += 1
                if with_tensor:
                    state.observation_tensor(state.current_player())
            state.apply_action(choose(state.legal_actions()))
        return made

    work()
    return lambda seconds: repeat_for(seconds, work)


def colver_rollouts(from_play: bool) -> Measure:
    """Deals per second that colver (French belote in Rust) plays at random from the auction, or from the first lead."""
    import colver

    env = colver.Env.deal(dealer=0, seed=1)
    if from_play:
        env.set_contract(trump=0, value=80, team=0, coinche=0)
        env.set_phase_playing()

    def work() -> int:
        env.rollout(2000)
        return 2000

    work()
    return lambda seconds: repeat_for(seconds, work)


def rlcard_game(name: str) -> Measure:
    """Decisions per second of an RLCard game with its random choice among the legal actions."""
    import rlcard

    env = rlcard.make(name)
    choose = random.Random(1).choice

    def work() -> int:
        state, _ = env.reset()
        made = 0
        while not env.is_over():
            state, _ = env.step(choose(list(state["legal_actions"])))
            made += 1
        return made

    work()
    return lambda seconds: repeat_for(seconds, work)


def classic(name: str) -> Callable[[], object]:
    """The maker of one of PettingZoo's classic environments."""

    def make() -> object:
        import importlib
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            module = importlib.import_module(f"pettingzoo.classic.{name}")
            return module.env()

    return make


def compare(name: str, ours: Measure, against: str, theirs: Measure, seconds: float, pairs: int) -> Row:
    """Measure two things in turns; the ratio is the median of the pairs."""
    measured = [(ours(seconds), theirs(seconds)) for _ in range(pairs)]
    ratios = [our / their for our, their in measured]
    return Row(
        name,
        statistics.median(our for our, _ in measured),
        against,
        statistics.median(their for _, their in measured),
        statistics.median(ratios),
        min(ratios),
        max(ratios),
    )


def alone(name: str, measure: Measure, seconds: float, pairs: int) -> Row:
    """Measure one thing; the median of several runs."""
    return Row(name, statistics.median(measure(seconds) for _ in range(pairs)))


def run_python(code: str, **environment: str) -> float:
    """The number that a fresh Python process prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    return float(done.stdout.strip().splitlines()[-1])


def startup(name: str) -> dict[str, float]:
    """Seconds to import the package, and to the first reset with an empty and with a filled cache."""
    importing = "import time; t = time.perf_counter(); import adut; print(time.perf_counter() - t)"
    resetting = (
        f"import time; t = time.perf_counter(); import adut; from adut import {name}_v0; env = {name}_v0.env(); "
        "env.reset(seed=1); env.last(); print(time.perf_counter() - t)"
    )
    with tempfile.TemporaryDirectory() as folder:
        cold = run_python(resetting, ADUT_CACHE_DIR=folder)
        warm = statistics.median(run_python(resetting, ADUT_CACHE_DIR=folder) for _ in range(3))
    return {
        "import, s": statistics.median(run_python(importing) for _ in range(3)),
        "first reset, empty cache, s": cold,
        "first reset, filled cache, s": warm,
    }


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="skat", choices=sorted(adut.GAMES))
    parser.add_argument("--rules", help="a preset of the game; isko for Skat, else the default one")
    parser.add_argument("--tables", type=int, default=8192, help="tables of a batch")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measurement")
    parser.add_argument("--pairs", type=int, default=5, help="measurements of each kind")
    parser.add_argument("--peers", action="store_true", help="measure beside other libraries (extra adut[peers])")
    parser.add_argument("--out", type=Path, help="write the figures as JSON to this file")
    given = parser.parse_args()
    if given.peers:
        try:
            import colver  # noqa: F401
            import pyspiel  # noqa: F401
            import rlcard  # noqa: F401
        except ImportError as error:
            raise SystemExit(f"{error}; the other libraries come with: pip install 'adut[peers]'") from None

    rules = given.rules or ("isko" if given.game == "skat" else None)
    game = adut.game(given.game, rules=rules)
    threads, tables, seconds, pairs = num_threads(), given.tables, given.seconds, given.pairs
    module = __import__(f"adut.{given.game}_v0", fromlist=["env"])
    ours = {
        f"batch, 1 thread, {tables} tables": batch_steps(game, tables, 1),
        f"batch, {threads} threads, {tables} tables": batch_steps(game, tables, threads),
        "rollouts, 1 thread": rollouts(game, tables, 1),
        f"rollouts, {threads} threads": rollouts(game, tables, threads),
        "State": state_moves(game),
        "AEC, raw": aec_turns(lambda: module.raw_env(rules=rules)),
        "AEC, wrapped": aec_turns(lambda: module.env(rules=rules)),
    }
    batch_all, rollouts_all = list(ours)[1], list(ours)[3]
    plan: list[tuple[str, str, Measure]] = []
    if given.game != "skat":
        skat = adut.game("skat", rules="isko")
        plan += [(name, "Skat", batch_steps(skat, tables, count)) for name, count in zip(ours, (1, threads), strict=False)]
    if given.peers and given.game == "skat":
        tensor, plain = openspiel_skat(True), openspiel_skat(False)
        classics = {name: aec_turns(classic(name)) for name in ("tictactoe_v3", "connect_four_v3", "texas_holdem_v4")}
        fastest = max(classics, key=lambda name: classics[name](seconds))
        plan += [
            (batch_all, "OpenSpiel Skat with tensor", tensor),
            (rollouts_all, "OpenSpiel Skat with tensor", tensor),
            (rollouts_all, "OpenSpiel Skat without tensor", plain),
            ("State", "OpenSpiel Skat without tensor", plain),
            ("AEC, wrapped", f"PettingZoo {fastest}", classics[fastest]),
            ("State", "RLCard bridge", rlcard_game("bridge")),
            ("State", "RLCard doudizhu", rlcard_game("doudizhu")),
        ]
    if given.peers and given.game in BELOTE_FAMILY:
        ours |= {
            "whole deals, 1 thread": rollouts(game, tables, 1, "deals"),
            "play alone, suits, 1 thread": playouts(game, tables, suits_alone=given.game == "belot"),
        }
        plan += [
            ("whole deals, 1 thread", "colver", colver_rollouts(from_play=False)),
            ("play alone, suits, 1 thread", "colver", colver_rollouts(from_play=True)),
        ]
    rows = [compare(name, ours[name], against, theirs, seconds, pairs) for name, against, theirs in plan]
    rows += [alone(name, measure, seconds, pairs) for name, measure in ours.items()]
    deals = alone("deals, rollouts", rollouts(game, tables, threads, "deals"), seconds, pairs)
    rows.append(deals)

    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}, adut {adut.__version__}\n")
    for row in rows:
        line = f"{row.name:<32} {row.rate:>14,.0f} /s"
        if row.against:
            line += f"   {row.ratio:8.2f} x {row.against} ({row.against_rate:,.0f} /s; {row.low:.2f} to {row.high:.2f})"
        print(line)
    times = startup(given.game)
    times["bytes a table"] = game.spec.record.dtype.itemsize
    for what, number in times.items():
        print(f"{what:<32} {number:>14.2f}")
    if given.out:
        figures = {
            "rows": [row.__dict__ for row in rows],
            "start": times,
            "arguments": {k: str(v) for k, v in vars(given).items()},
        }
        given.out.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
