"""Deals whose rules run as Python on arrays that report every index below zero or behind the end; run as a script.

Compiled rules do not notice such an index: they read or write whatever lies there.
"""

from __future__ import annotations

import importlib
import linecache
import random
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np

PACKAGE = Path(__file__).resolve().parents[2] / "envs" / "adut"
FOUND: dict[tuple[str, int], int] = {}


class Checked(np.ndarray[Any, np.dtype[Any]]):
    """An array that writes down where an index is not one of 0 .. n - 1."""

    def check(self, index: Any) -> None:
        for axis, i in enumerate(index if isinstance(index, tuple) else (index,)):
            if isinstance(i, (int, np.integer)) and not 0 <= i < self.shape[axis]:
                code = sys._getframe(2)
                place = code.f_code.co_filename, code.f_lineno
                FOUND[place] = FOUND.get(place, 0) + 1

    def __getitem__(self, index: Any) -> Any:
        self.check(index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        self.check(index)
        super().__setitem__(index, value)


class CheckedRecord(np.record):
    """A record whose arrays are checked."""

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        return found.view(Checked) if type(found) is np.ndarray else found


def import_checked() -> types.ModuleType:
    """The package, with checked arrays in all records and tables: they are put in place before any game is imported."""
    sys.path.insert(0, str(PACKAGE.parent))
    empty = types.ModuleType("adut")
    empty.__path__ = [str(PACKAGE)]
    sys.modules["adut"] = empty
    record = importlib.import_module("adut.core.record")
    vars(record)["table"] = lambda numbers: np.array(numbers, np.int64).view(Checked)
    vars(record)["record_dtype"] = lambda dtype: np.dtype((CheckedRecord, dtype))
    del sys.modules["adut"]
    return importlib.import_module("adut")


def play(adut: Any, name: str) -> None:
    """Deals of every preset, at random and by rule, with everything that is written about them on the way; endings solved."""
    choose = random.Random(1)
    agents = importlib.import_module("adut.agents")
    search = importlib.import_module("adut.search")
    spec = importlib.import_module("adut.games").spec(name)
    for number, rules in enumerate(spec.presets):
        for players in spec.options.declared()["players"].choices:
            try:
                game = adut.game(name, int(players), rules, reward=("points", "trick")[number % 2])
            except adut.OptionError:
                continue
            by_rule = agents.make("rule", game)
            state = game.new_state(seed=number, start=choose.choice(("deal", "play")), sheet="random")
            share = choose.random()
            while not state.is_over:
                ruled = choose.random() < share
                action = agents.ask(by_rule, agents.turn_of(state))[0] if ruled else choose.choice(state.legal_actions())
                state.apply(int(action))
                seat = choose.randrange(game.seats)
                if choose.random() < 0.2:
                    state.observation(seat), state.hidden(seat), state.view(seat), state.history(seat)
            solve_ending(adut, search, game, number)
        batch = adut.make_batch(name, 2, seed=number, rules=rules)
        batch.reset()
        for step in range(20):
            batch.step(batch.random_actions(step))
        batch.playout()


def solve_ending(adut: Any, search: Any, game: Any, seed: int) -> None:
    """The last cards of a deal, with worlds of the player to move."""
    state = game.new_state(seed=seed, start="play")
    positions = []
    while not state.is_over:
        positions.append(state.copy())
        state.apply(state.legal_actions()[0])
    for position in positions[-7:-4]:
        try:
            search.solve(position)
        except adut.AdutError:  # a decision that is not about cards
            continue
        search.Worlds(position).states(2, np.random.default_rng(1))


if __name__ == "__main__":
    play(import_checked(), sys.argv[1])
    for (file, line), count in sorted(FOUND.items()):
        print(f"{file}:{line}: {count} times: {linecache.getline(file, line).strip()}")
