"""What every action of a decision is worth in given worlds.

    records = Worlds(state).states(20, generator)       # as the player could know it ...
    records = state.array                               # ... or with open hands
    judge(game, records, actions).mean(axis=0)          # points of the zero-sum payoff for each action

A card is worth what the deal pays if from there on everybody plays best with open hands, or by rule. After a call (a bid, a
discard, an answer, a doubling) the calls that follow are those of the rule-based player, and so are the cards unless the solver
is asked.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.game import Game
from adut.core.kernels import Kernels
from adut.core.random import next_key
from adut.core.record import copy_records
from adut.search import ismcts_tree, judge_tables
from adut.search.solver import rules_of_play, solve_records
from adut.search.solver_search import NOT_SOLVED

CARDS = 32
"""Actions below are cards."""
MOST_TABLES = 4096
"""So many tables are played on at once."""


def judge(
    game: Game,
    records: NDArray[Any],
    actions: NDArray[np.int64],
    *,
    number: int = 0,
    solve_cards: bool = True,
    solve_calls: bool = False,
    limit: int | None = None,
    threads: int | None = None,
) -> NDArray[np.float64]:
    """What the actions of a decision are worth in each of several worlds.

    Args:
        game: what is played. If it has no solver, or none for this deal (see `is_solved`), cards are played by rule too.
        records: worlds of one decision, (n,), as `Worlds.states` draws them, or the true record alone. They are only read.
        actions: int64 (A,), legal actions of the decision, all or some; legal in every world.
        number: a random key for what the rule-based player draws by lot.
        solve_cards: whether cards are judged with open hands; by rule if not.
        solve_calls: whether cards that follow a call are judged with open hands too, which takes much longer; by rule if not.
        limit: of nodes of the solver for each world (see `solve_records`), None for exact values however long they take.
            A world that needs more is played on by rule; and with more cards in a hand than the game's `EXACT_UP_TO`, cards are
            told apart only by whether the goal of the deal (61 points in Skat) is reached.
        threads: of the solver; None for as many as there are cores. Results do not depend on it.

    Returns:
        (n, A): what the deal pays who decides, in points of the zero-sum payoff (`Explanation.unit`).

    Raises:
        AdutError: the hands of a world cannot be.
    """
    given = np.ascontiguousarray(actions, np.int64)
    parts = game.spec.payoff_parts(game.seats)
    size = max(1, MOST_TABLES // len(given))
    found = [
        _judge(
            game,
            copy_records(records, np.arange(start, min(start + size, len(records)))),
            given,
            start,
            number,
            solve_cards,
            solve_calls,
            limit,
            threads,
        )
        for start in range(0, len(records), size)
    ]
    return np.concatenate(found) / parts


def is_solved(game: Game, records: NDArray[Any] | None = None) -> bool:
    """Whether cards of a game are judged by the solver; with records of a decision, whether those of its deal are.

    They are not in deals in which everybody plays for himself, such as a raspasovka.
    """
    rules = rules_of_play(game.spec.module)
    if rules is None or records is None or not hasattr(rules, "has_sides"):
        return rules is not None
    return bool(rules.has_sides(records[0]))


def default_of(game: Game, name: str, otherwise: float) -> float:
    """What the module `solving` of a game has under a name; `otherwise` without."""
    return float(getattr(rules_of_play(game.spec.module), name, otherwise))


def _judge(
    game: Game,
    records: NDArray[Any],
    actions: NDArray[np.int64],
    first: int,
    number: int,
    solve_cards: bool,
    solve_calls: bool,
    limit: int | None,
    threads: int | None,
) -> NDArray[np.int64]:
    """The same in units of the payoff; `first` is the number of the first world."""
    n, count = len(records), len(actions)
    rules, run = rules_of_play(game.spec.module), _bound(game.kernels)
    seat, in_play = int(records["actor"][0]), records["phase"][0] == game.spec.phases.index("play")
    by_solver = rules is not None and (solve_cards if in_play else solve_calls)
    stops = sum(1 << game.spec.phases.index(phase) for phase in rules.PHASES) if by_solver else 0
    tables = copy_records(records, np.repeat(np.arange(n), count))
    chosen = np.tile(actions, n)
    keys = np.repeat([next_key(number, first + world) for world in range(n)], count).astype(np.int64)
    is_over, worth = np.zeros(n * count, bool), np.zeros(n * count, np.int64)
    run.decide(tables, game.options, chosen, keys, stops, seat, is_over, worth)
    if not is_over.all():
        values = np.zeros(n * count, np.int64)
        is_card = in_play & (chosen < CARDS)
        if (is_card & ~is_over).any():
            of_cards = _values(game, rules, records, True, limit, threads)
            values[is_card] = of_cards[np.repeat(np.arange(n), count), np.minimum(chosen, CARDS - 1)][is_card]
        others = np.flatnonzero(~is_card & ~is_over)
        if len(others):
            values[others] = _values(game, rules, copy_records(tables, others), False, limit, threads)
        unsolved = ~is_over & (values == NOT_SOLVED)
        worlds = unsolved.reshape(n, count).any(axis=1)  # whole worlds, so that their actions stay comparable
        if worlds.any():
            again = np.flatnonzero(np.repeat(worlds, count))
            by_rule, paid = copy_records(records, again // count), np.zeros(len(again), np.int64)
            over = np.zeros(len(again), bool)
            run.decide(by_rule, game.options, chosen[again], keys[again], 0, seat, over, paid)
            is_over[again], worth[again] = over, paid
        assert run.conclude is not None
        run.conclude(tables, game.options, values, seat, is_over, worth)
    return worth.reshape(n, count)


def _values(
    game: Game, rules: Any, records: NDArray[Any], cards: bool, limit: int | None, threads: int | None
) -> NDArray[np.int64]:
    """The values of positions, or of the cards of one decision: within a limit, those next to the goal where it takes long."""
    most = getattr(rules, "EXACT_UP_TO", CARDS)
    held = int(np.bitwise_count(records["hands"][0]).max())
    is_long = cards and limit is not None and held > most
    goal = int(rules.goal(records[0], game.options[0])) if is_long else None
    found = solve_records(game, records, cards=cards, goal=goal, limit=limit, threads=threads)
    values = found.value if found.values is None else found.values
    return values if goal is None else np.where(values == NOT_SOLVED, NOT_SOLVED, goal - 1 + values)


class _Run:
    """The compiled functions of one game."""

    def __init__(self, kernels: Kernels, solving: Any) -> None:
        rules, bind = kernels.rules, kernels.bind
        step = bind(ismcts_tree.make_step, apply=rules.apply, legal=rules.legal)
        has_sides = getattr(solving, "has_sides", judge_tables.always_sides)
        self.decide = bind(
            judge_tables.decide_and_play_on,
            choose=rules.choose,
            step=step,
            has_sides=has_sides,
            settle=rules.settle,
            payoff=rules.payoff,
        )
        self.conclude = None
        if solving is not None:
            self.conclude = bind(judge_tables.conclude_all, conclude=solving.conclude, settle=rules.settle, payoff=rules.payoff)


@functools.cache
def _bound(kernels: Kernels) -> _Run:
    module = kernels.rules.apply.__module__.rpartition(".")[0]
    return _Run(kernels, rules_of_play(module))
