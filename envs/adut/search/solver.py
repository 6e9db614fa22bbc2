"""The solver: the value of a position with all hands open, and of every card that can be played.

One side is counted, one maximises, and the others work together against it:

- Skat, a suit or grand: the card points of the declarer, those of the skat and of the tricks he has made included.
- Skat, Null: the tricks of the declarer, 0 or 1, since the first one ends the deal.
- Bela: K of the rules (8.1) of the caller's side, with the discards and the bonus for the last trick; the bonus for all tricks
  is added when it takes them, and subtracted when it takes none. With three players the other two play together.
- Belot: points of the caller's side as 8.1 counts them (doubled in no trumps), with the bonus for the last trick; the capot is
  added when the side takes all tricks, and subtracted when it takes none.
- Preferans: the tricks of the declarer as if all ten were played; the defenders play together. In betl he wants few, and a deal
  that his first trick ends has the value 1.
- Russian Preferans, contracts and misere: tricks of the declarer as if all ten were played; defenders play together, and
  in misere he wants few. Raspasovka: the tricks of the player to move, who wants few, with all others together against him: the
  fewest that he can be sure of, whatever they do. The dealer of four, who leads the talon, is one of the players.

Declarations and bela are not in a value: the cards do not change them. Options that end a deal early (a match that is won, a
contract that has failed) are not looked at either.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.cards import FULL_PACK, NUM_CARDS
from adut.core.errors import AdutError
from adut.core.game import Game
from adut.core.record import copy_records, join_records
from adut.core.rule import num_threads, specialise
from adut.core.state import State
from adut.games.open_play import OpenPlay
from adut.search import solver_deals, solver_search, solver_workspace
from adut.search.solver_deals import NOT_LEGAL, UNSOUND
from adut.search.solver_search import NOT_SOLVED
from adut.search.solver_table import WORDS_OF_BUCKET
from adut.search.solver_workspace import Workspace

TABLE_BITS = 15
"""The table of a thread has two to the power of this buckets of `WORDS_OF_BUCKET` words: 4 MB."""
UNLIMITED = 1 << 62
_CHUNKS_PER_THREAD = 8


@dataclass(frozen=True)
class Solution:
    """What a position is worth to the counted side (see the head of the module).

    Attributes:
        value: with best play of all; None if it was not solved. If a goal was asked for, 1 if it is reached, else 0.
        values: the same for each card that may be played.
        best: the cards with the best value for the player to move.
        nodes: positions that were looked at.
        solved: False if the limit of nodes was too low.
    """

    value: int | None
    values: dict[int, int]
    best: tuple[int, ...]
    nodes: int
    solved: bool


@dataclass(frozen=True)
class Solutions:
    """The same for n positions, as arrays.

    Attributes:
        value: int64 (n,), NOT_SOLVED where the limit of nodes was too low.
        values: int64 (n, 32) by card, NOT_LEGAL for cards that may not be played, NOT_SOLVED as above; None if only values of
            positions were asked for.
        nodes: int64 (n,).
    """

    value: NDArray[np.int64]
    values: NDArray[np.int64] | None
    nodes: NDArray[np.int64]

    @property
    def solved(self) -> NDArray[np.bool_]:
        """(n,): whether everything that was asked for is known."""
        known: NDArray[np.bool_] = self.value != NOT_SOLVED
        if self.values is not None:
            known = known & ~(self.values == NOT_SOLVED).any(axis=1)
        return known


def solve(state: State, *, goal: int | None = None, tricks: bool = False, limit: int | None = None) -> Solution:
    """Solve a position in the play of a deal.

    Args:
        state: all hands are read.
        goal: None for exact values, else whether the counted side gets so many points: much quicker.
        tricks: count tricks and not card points, e.g. for a schwarz or a capot.
        limit: of nodes, None for no limit.

    Raises:
        AdutError: no card is due in this state, or the game has no solver.
    """
    found = solve_records(state.game, state.array, goal=goal, tricks=tricks, limit=limit, threads=1)
    assert found.values is not None
    values = {card: int(value) for card, value in enumerate(found.values[0]) if value != NOT_LEGAL}
    nodes = int(found.nodes[0])
    if not found.solved[0]:
        return Solution(None, {}, (), nodes, False)
    value = int(found.value[0])
    best = tuple(card for card, worth in values.items() if worth == value)
    return Solution(value, values, best, nodes, True)


def solve_batch(
    states: Sequence[State],
    *,
    cards: bool = True,
    goal: int | None = None,
    tricks: bool = False,
    limit: int | None = None,
    threads: int | None = None,
) -> Solutions:
    """Solve positions of one game, on several threads; see `solve` and `solve_records`.

    Raises:
        AdutError: also for states of different games, or none.
    """
    if not states or any(state.game != states[0].game for state in states):
        raise AdutError("solve_batch takes one or more states of one game with equal options")
    records = states[0].array if len(states) == 1 else join_records([state.array for state in states])
    return solve_records(states[0].game, records, cards=cards, goal=goal, tricks=tricks, limit=limit, threads=threads)


def solve_worlds(
    state: State,
    hands: NDArray[np.int64],
    *,
    cards: bool = True,
    goal: int | None = None,
    tricks: bool = False,
    limit: int | None = None,
    threads: int | None = None,
) -> Solutions:
    """Solve a position for several deals of the hidden cards.

    Args:
        state: what has been played, whose turn it is, the contract; its hidden cards are not read.
        hands: int64 of shape (worlds, seats): the cards that each seat holds now, as sets. What is neither in a hand nor played
            lies in the skat, or is what the caller of Bela with three discarded; with two, `state` tells the discards.
        cards, goal, tricks, limit, threads: as in `solve_records`.

    Raises:
        AdutError: the hands cannot be.
    """
    given = np.asarray(hands)
    seats = state.game.seats
    if given.ndim != 2 or given.shape[1] != seats or given.dtype.kind not in "iu" or not len(given):
        raise AdutError(f"hands are whole numbers of shape (worlds, {seats}), not {given.dtype} of shape {given.shape}")
    worlds = copy_records(state.array, np.zeros(len(given), np.int64))
    worlds["hands"][:, :seats] = given
    laid_away = getattr(_rules(state.game), "LAID_AWAY", {}).get(seats)
    if laid_away is not None:
        gone = np.bitwise_or.reduce(given, axis=1) | np.bitwise_or.reduce(worlds["played"], axis=1)
        worlds[laid_away] = FULL_PACK & ~gone
    return solve_records(state.game, worlds, cards=cards, goal=goal, tricks=tricks, limit=limit, threads=threads)


def solve_records(
    game: Game,
    records: NDArray[Any],
    *,
    cards: bool = True,
    goal: int | None = None,
    tricks: bool = False,
    limit: int | None = None,
    threads: int | None = None,
) -> Solutions:
    """Solve the tables of an array of records.

    Results do not depend on the number of threads, nor do the numbers of nodes. The interpreter is free for other threads.

    Args:
        game: what is played.
        records: as `State.array` or `Batch` have them, shape (n,).
        cards: whether the value of each card is wanted, or that of the position alone.
        goal: None for exact values, else whether the counted side gets so many points.
        tricks: count tricks and not card points.
        limit: of nodes for each table, None for no limit.
        threads: None for as many as there are cores.

    Raises:
        AdutError: no card is due at one of the tables, or the game has no solver.
    """
    rules = _rules(game)
    phases = records["phase"]
    is_due = [phases == game.spec.phases.index(phase) for phase in rules.PHASES]
    if not np.logical_or.reduce(is_due).all():
        raise AdutError(f"the solver works on the play of the cards: a state in the phase {' or '.join(rules.PHASES)}")
    n = len(records)
    value = np.zeros(n, np.int64)
    values = np.zeros((n, NUM_CARDS) if cards else (0, NUM_CARDS), np.int64)
    nodes = np.zeros(n, np.int64)
    kernel = _kernel(game.name, game.spec.module)

    def work(span: tuple[int, int]) -> None:
        memory = _spare.pop() if _spare else _Memory()
        kernel(
            records,
            game.options,
            memory.plays,
            memory.workspaces,
            memory.table,
            *span,
            cards,
            goal is not None,
            0 if goal is None else goal,
            tricks,
            UNLIMITED if limit is None else limit,
            value,
            values,
            nodes,
        )
        _spare.append(memory)

    workers = min(num_threads() if threads is None else threads, n)
    if workers <= 1:
        work((0, n))
    else:
        size = max(1, n // (workers * _CHUNKS_PER_THREAD))
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(work, ((start, min(start + size, n)) for start in range(0, n, size))))
    if (value == UNSOUND).any():
        raise AdutError("these hands cannot be: a card is in two places, or the players do not hold equally many cards")
    return Solutions(value, values if cards else None, nodes)


def phases_of_play(game: Game) -> tuple[str, ...]:
    """The phases in which positions of a game can be solved. Raises AdutError if it has no solver."""
    phases: tuple[str, ...] = _rules(game).PHASES
    return phases


class _Memory:
    """What a thread works with."""

    def __init__(self) -> None:
        self.plays = OpenPlay.zeros(1)
        self.workspaces = Workspace.zeros(1)
        self.table = np.zeros(WORDS_OF_BUCKET << TABLE_BITS, np.int64)


_spare: list[_Memory] = []


@functools.cache
def rules_of_play(module: str) -> Any:
    """The module `solving` in the folder of a game, which describes its play to the solver; None if there is none."""
    name = f"{module}.solving"
    return None if importlib.util.find_spec(name) is None else importlib.import_module(name)


def _rules(game: Game) -> Any:
    rules = rules_of_play(game.spec.module)
    if rules is None:
        raise AdutError(f"there is no solver for {game.spec.title}: it has no module `solving`")
    return rules


@functools.cache
def _kernel(name: str, module: str) -> Any:
    """The compiled solver of a game."""
    rules = rules_of_play(module)
    number_cards = specialise(solver_workspace.number_all_cards, name, beats=rules.beats)
    prepare = specialise(solver_workspace.prepare, name, beats=rules.beats, number_cards=number_cards)
    playable = specialise(solver_search.cards_to_play, name, legal_cards=rules.legal_cards)
    search = specialise(solver_search.search, name, playable=playable)
    find_value = specialise(solver_deals.find_exact_value, name, search=search)
    return specialise(
        solver_deals.solve_deals,
        name,
        open_play=rules.open_play,
        prepare=prepare,
        playable=playable,
        search=search,
        find_value=find_value,
    )
