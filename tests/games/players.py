"""What the tests of the rule-based players share."""

from __future__ import annotations

import contextlib
import io
import os
import random
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

import adut
from adut.core.cards import NUM_CARDS, card_list, parse_card_list


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


def filled_up(owners: Mapping[Any, str], sizes: Mapping[Any, int]) -> dict[Any, list[int]]:
    """The cards of all owners; those that nobody is given go, from the lowest rank, to whoever has room."""
    named = {owner: parse_card_list(cards) for owner, cards in owners.items()}
    taken = {card for cards in named.values() for card in cards}
    rest = sorted((card for card in range(NUM_CARDS) if card not in taken), key=lambda card: (card & 7, card))
    given = {}
    for owner, size in sizes.items():
        cards = named.get(owner, [])
        given[owner] = cards + rest[: size - len(cards)]
        rest = rest[size - len(cards) :]
    return given


def check_choices(game: adut.Game, chooser: random.Random, deals: int = 60, wild: Sequence[float] = (0.0, 0.1, 0.5)) -> int:
    """Play deals by rule, and at random as often as drawn from `wild`: every choice is legal, and the same from the view and
    from the full record. Returns how many there were."""
    decisions = 0
    for seed in range(deals):
        state = game.new_state(seed=seed)
        share = chooser.choice(wild)
        while not state.is_over:
            number = chooser.getrandbits(62)
            action = decision(game, state.view(), number)
            assert action in state.legal_actions(), f"seed {seed}: {state!r}"
            assert action == decision(game, state.array, number), f"seed {seed}: {state!r}"
            state.apply(chooser.choice(state.legal_actions()) if chooser.random() < share else action)
            decisions += 1
    return decisions


def check_matches(game: adut.Game, matches: int) -> None:
    """Play matches by rule: every choice is legal."""
    for seed in range(matches):
        state = game.new_state(seed=seed)
        while not state.is_over:
            action = decision(game, state.view(), state.record.moves)
            assert action in state.legal_actions()
            state.apply(action)


def tables_under_way(game: adut.Game, chooser: random.Random, deals: int, moves: int) -> Iterator[adut.State]:
    """Tables at which some decisions, fewer than `moves`, have been made by rule, from the deal or from the first lead on."""
    for seed in range(deals):
        state = game.new_state(seed=seed, start=chooser.choice(("deal", "play")))
        for _ in range(chooser.randrange(moves)):
            if not state.is_over:
                state.apply(decision(game, state.view(), chooser.getrandbits(62)))
        if not state.is_over:
            yield state


def plays_alike(game: adut.Game, deals: int) -> bool:
    """Whether the same keys lead to the same deals."""
    return all(
        play_on(game.new_state(seed=seed)).actions == play_on(game.new_state(seed=seed)).actions for seed in range(deals)
    )


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


PLAYS_BY_RULE = """
import numpy as np, adut
log = []
for options in {games!r}:
    game = adut.game(**options)
    for seed in range({deals}):
        state = game.new_state(seed=seed)
        while not state.is_over:
            actions = np.zeros(1, np.int64)
            game.kernels.choose(state.view(), game.options, np.array([seed * 1000 + len(log)], np.int64), actions)
            log.append(int(actions[0]))
            state.apply(log[-1])
        log.append(game.new_state(seed=seed, start="play").actions)
        log.append(game.new_state(seed=seed, start="play").to_bytes().hex())
print(log)
"""


def played_in_both_modes(games: Sequence[Mapping[str, Any]], deals: int) -> tuple[str, str]:
    """What the player does in deals of some games, arguments of `adut.game`, compiled and uncompiled."""
    return in_both_modes(PLAYS_BY_RULE.format(games=[dict(options) for options in games], deals=deals))


def in_both_modes(script: str) -> tuple[str, str]:
    """What a script prints in this process, with compiled rules, and in one whose rules run as Python."""
    here = io.StringIO()
    with contextlib.redirect_stdout(here):
        exec(script, {})
    uncompiled = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "NUMBA_DISABLE_JIT": "1"}
    there = subprocess.run([sys.executable, "-c", script], env=uncompiled, capture_output=True, text=True, check=True)
    return here.getvalue(), there.stdout
