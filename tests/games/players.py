"""What the tests of the rule-based players share."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

import adut
from adut.core.cards import card_list


def decision(game: adut.Game, view: Any, number: int = 1) -> int:
    """The action that the player chooses from a view."""
    actions = np.full(1, -1, np.int64)
    game.kernels.choose(view, game.options, np.array([number], np.int64), actions)
    return int(actions[0])


def choice(state: adut.State, number: int = 1) -> str:
    """The text of what the player to act would do."""
    return state.action_text(decision(state.game, state.view(), number))


def choices(state: adut.State) -> set[str]:
    """What the player to act does over many random keys."""
    return {choice(state, number) for number in range(20)}


def play_on(state: adut.State, randomly: Iterable[int] = (), number: int = 1) -> adut.State:
    """Play the deal to its end by rule, at random in some seats."""
    chooser = random.Random(number)
    seats = frozenset(randomly)
    while not state.is_over:
        if state.seat in seats:
            state.apply(chooser.choice(state.legal_actions()))
        else:
            state.apply(decision(state.game, state.view(), chooser.getrandbits(62)))
    return state


def deal_again(record: Any, places: Sequence[tuple[str, int | None]], chooser: random.Random) -> int:
    """Deal the cards of some places of a record, fields or (field, seat), anew among them. Returns how many have changed."""
    sets = [int(record[name][0] if seat is None else record[name][0][seat]) for name, seat in places]
    pool = [card for cards in sets for card in card_list(cards)]
    chooser.shuffle(pool)
    changed = 0
    for (name, seat), cards in zip(places, sets, strict=True):
        size = cards.bit_count()
        new = sum(1 << card for card in pool[:size])
        pool = pool[size:]
        changed += new != cards
        if seat is None:
            record[name][0] = new
        else:
            record[name][0][seat] = new
    return changed


def in_both_modes(script: str) -> tuple[str, str]:
    """What a script prints with compiled rules, and with rules that run as Python."""
    base = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    compiled, uncompiled = (
        subprocess.run([sys.executable, "-c", script], env={**base, **extra}, capture_output=True, text=True, check=True).stdout
        for extra in ({}, {"NUMBA_DISABLE_JIT": "1"})
    )
    return compiled, uncompiled
