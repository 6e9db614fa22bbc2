"""`adut solve`: the value of every card of a position with all hands open.

Nothing is compiled but the solver: calls and cards before the position are applied with rules that run as Python.
"""

from __future__ import annotations

import argparse
import importlib
import json
from dataclasses import dataclass
from typing import Any

from adut.commands.given import deals, game_given, play_on
from adut.core.cards import CARD_NAMES
from adut.core.errors import AdutError
from adut.core.interpret import as_python, interpreted
from adut.core.state import State, check_seed
from adut.games.open_play import OpenPlay
from adut.search.solver import Solution, phases_of_play, solve


def run(given: argparse.Namespace) -> int:
    """Solve what was given. Returns 0, or 1 if a position was given up."""
    if given.limit is not None and given.limit < 1:
        raise AdutError(f"--limit is a number of positions, at least 1, not {given.limit}")
    status = 0
    for number, state in enumerate(_positions(given)):
        found = solve(state, goal=given.goal, tricks=given.tricks, limit=given.limit)
        if given.json:
            print(json.dumps(as_json(state, found, given.goal, given.tricks)))
        else:
            print(("\n" if number else "") + as_text(state, found, given.goal, given.tricks))
        status |= not found.solved
    return status


def _positions(given: argparse.Namespace) -> Any:
    """The positions to solve, one after the other."""
    if given.seed is not None:
        if given.deal is not None or given.file is not None:
            raise AdutError("give a --deal, a --file or a --seed, only one of them")
        game = game_given(given)
        phases_of_play(game)
        yield interpreted(game).new_state(seed=check_seed(given.seed), start="play")
        return
    for state, actions in deals(given):
        phases = phases_of_play(state.game)
        start = state.copy()
        play_on(state, actions)
        if state.is_over:
            state = _beginning_of_play(start, state.actions[len(start.actions) :])
        if state.phase not in phases:
            raise AdutError(
                f"no card is due yet: after these actions, in the phase {state.phase!r}, player_{state.actor} may do: "
                f"{', '.join(state.legal_texts())}; go on with the actions, or give `contract:` in place of the calls"
            )
        yield state


def _beginning_of_play(state: State, actions: list[int]) -> State:
    """The table at which the first card is due in a deal that has been played to its end. Raises AdutError."""
    phases = phases_of_play(state.game)
    for action in actions:
        if state.phase in phases:
            break
        state.apply(action)
    if state.is_over:
        raise AdutError("this deal was over before a card was played: there is nothing to solve")
    return state


@dataclass(frozen=True)
class Sides:
    """Whom the value of a position belongs to.

    Attributes:
        counted: the seats whose points are counted.
        wanting: the seats that want it high.
        unit: `points` or `tricks`.
    """

    counted: tuple[int, ...]
    wanting: tuple[int, ...]
    unit: str

    @classmethod
    def of(cls, state: State) -> Sides:
        """The sides of a position in the play of cards."""
        game = state.game
        play = OpenPlay.zeros(1)
        rules = importlib.import_module(f"{game.spec.module}.solving")
        as_python(rules.open_play)(state.array[0], game.options[0], play[0])
        p = play[0]
        slots = range(int(p["players"]))
        counted = tuple(sorted(int(p["seats"][slot]) for slot in slots if int(p["counted"]) >> slot & 1))
        wanting = tuple(sorted(int(p["seats"][slot]) for slot in slots if int(p["maximisers"]) >> slot & 1))
        return cls(counted, wanting, "points" if p["points"].any() else "tricks")


def as_json(state: State, found: Solution, goal: int | None, tricks: bool) -> dict[str, Any]:
    """What was found, as JSON has it."""
    sides = Sides.of(state)
    return {
        "game": state.game.name,
        "rules": state.game.rules,
        "players": state.game.seats,
        "phase": state.phase,
        "actor": state.actor,
        "seat": state.seat,
        "counted": list(sides.counted),
        "wanting": list(sides.wanting),
        "unit": "tricks" if tricks else sides.unit,
        "goal": goal,
        "solved": found.solved,
        "value": found.value,
        "values": {CARD_NAMES[card]: value for card, value in found.values.items()},
        "best": [CARD_NAMES[card] for card in found.best],
        "positions": found.nodes,
    }


def as_text(state: State, found: Solution, goal: int | None, tricks: bool) -> str:
    """What was found, for people: the table, and every card with its value, the best first."""
    sides = Sides.of(state)
    counted, wanting = _names(sides.counted), _names(sides.wanting)
    unit = "tricks" if tricks else sides.unit
    lines = [state.to_text(), ""]
    if not found.solved:
        return "\n".join([*lines, f"given up after {found.nodes:,} positions; raise --limit, or ask for a --goal"])
    what = f"{unit} of {counted} in the end" if goal is None else f"1: {counted} gets {goal} {unit}, 0: not"
    wish = "" if goal is not None else f"; {wanting} {'wants' if len(sides.wanting) == 1 else 'want'} many"
    lines.append(f"player_{state.seat} to play: {what}{wish}")
    descending = state.seat in sides.wanting
    order = sorted(found.values, key=lambda card: (-found.values[card] if descending else found.values[card], card))
    lines += [f"{'*' if card in found.best else ' '} {CARD_NAMES[card]}  {found.values[card]:4}" for card in order]
    return "\n".join([*lines, f"value {found.value}, {found.nodes:,} positions"])


def _names(seats: tuple[int, ...]) -> str:
    return " and ".join(f"player_{seat}" for seat in seats)
