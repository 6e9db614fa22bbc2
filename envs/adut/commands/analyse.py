"""`adut analyse`: what each decision of a played deal has cost."""

from __future__ import annotations

import argparse
import json
from typing import Any

from adut.commands.given import deals, play_on
from adut.core.errors import AdutError
from adut.core.interpret import compiled
from adut.core.state import State, check_seed
from adut.search.analysis import Decision, Verdict, analyse
from adut.search.explanation import UNIT


def run(given: argparse.Namespace) -> int:
    """Analyse what was given."""
    if given.worlds < 0:
        raise AdutError(f"--worlds is a number of deals, at least 0, not {given.worlds}")
    seed = check_seed(given.seed)
    for number, (table, words) in enumerate(deals(given)):
        start = State.from_record(compiled(table.game), table.array)
        played = table.copy()
        play_on(played, words)
        actions = played.actions[len(table.actions) :]
        if not actions:
            raise AdutError("nothing has been done in this deal: give what was done in `actions:`, or use adut solve")
        decisions = analyse(
            start, actions, worlds=given.worlds, seed=seed, solve_calls=given.solve_calls, threads=given.threads
        )
        if given.json:
            print(json.dumps(as_json(start, list(decisions), given.worlds, seed)), flush=True)
            continue
        print(("\n" if number else "") + start.to_text() + "\n")
        _print_decisions(start, decisions)
    return 0


def _print_decisions(start: State, decisions: Any) -> None:
    """Print decisions as they are judged, and what each player has lost."""
    print(f"{'':4} {'player':9} {'decision':22} {'open':>7} {'known':>7}  better")
    lost = [[0.0, 0.0] for _ in range(start.game.seats)]
    count = [0] * start.game.seats
    for decision in decisions:
        known = decision.known
        count[decision.actor] += 1
        lost[decision.actor][0] += decision.open.loss
        lost[decision.actor][1] += known.loss if known else 0.0
        print(
            f"{decision.number:3}. player_{decision.actor:<2} {decision.text:22} {_loss(decision.open)} {_loss(known)}"
            f"  {_better(decision)}".rstrip(),
            flush=True,
        )
    print()
    for seat, (with_open_hands, as_known) in enumerate(lost):
        if count[seat]:
            losses = f"{with_open_hands:.2f} with open hands, {as_known:.2f} as it could know"
            print(f"player_{seat}: lost {losses}, in {count[seat]} decision{'s' if count[seat] > 1 else ''}")
    print(f"({UNIT})")


def _loss(verdict: Verdict | None) -> str:
    """A loss as a column; `.` for none."""
    if verdict is None:
        return f"{'':7}"
    return f"{verdict.loss:7.2f}" if verdict.loss else f"{'.':>7}"


def _better(decision: Decision) -> str:
    """The best actions, where another one was taken."""
    parts = []
    for name, verdict in (("open", decision.open), ("known", decision.known)):
        if verdict is not None and verdict.loss:
            texts = [decision.texts[action] for action in verdict.best]
            parts.append(f"{name}: {', '.join(texts[:3])}{', ...' if len(texts) > 3 else ''}")
    return "; ".join(parts)


def as_json(start: State, decisions: list[Decision], worlds: int, seed: int) -> dict[str, Any]:
    """An analysis, as JSON has it."""
    game = start.game
    return {
        "game": game.name,
        "rules": game.rules,
        "players": game.seats,
        "unit": UNIT,
        "worlds": worlds,
        "seed": seed,
        "decisions": [
            {
                "number": decision.number,
                "actor": decision.actor,
                "seat": decision.seat,
                "phase": decision.phase,
                "action": decision.text,
                "open": _verdict(decision, decision.open),
                "known": None if decision.known is None else _verdict(decision, decision.known),
            }
            for decision in decisions
        ],
    }


def _verdict(decision: Decision, verdict: Verdict) -> dict[str, Any]:
    return {
        "loss": verdict.loss,
        "best": [decision.texts[action] for action in verdict.best],
        "values": {decision.texts[action]: value for action, value in verdict.values.items()},
    }
