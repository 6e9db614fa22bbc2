"""The agent `pimc`: perfect-information Monte Carlo, which judges every action in sampled worlds with the solver.

    agent = make("pimc:worlds=20", game)
    state.apply(int(agent.act(turn_of(state))[0]))
    agent.explain(state)        # [Explanation(text='play SJ', value=9.6, visits=20, ...), ...], best first

`judge` has the method, `pimc_options` the options.
"""

from __future__ import annotations

import functools
import os
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.agents.agent import Turn
from adut.core.game import Game
from adut.core.random import next_key
from adut.core.record import copy_records
from adut.core.state import State
from adut.search.explanation import UNIT, Explanation, single_decision
from adut.search.favourites import bias_of_calls, decide, favourites
from adut.search.judge import is_solved, judge
from adut.search.likely_worlds import draw_worlds
from adut.search.pimc_options import CALL_PRIOR, PimcOptions, parse_options
from adut.search.policy import Policy

EQUAL = 1e-9
"""Values that differ by less are equal."""
MOST_NODES = 500_000
"""Of the solver for a world, some tenths of a second; a world that needs more is played on by rule."""
SHARES = (1, 2, 4, 8)
"""After an eighth, a quarter and half of the worlds the worse half of the calls is judged no more."""


class PimcAgent:
    """Judges each decision anew, from what the player to act may know.

    In each of several worlds every action is worth what `judge` says: a card by the solver, and in further worlds by rule; a
    call by rule. The action of the rule-based player is chosen unless the mean of another one is higher, by as many standard
    errors of the difference as the options ask for.

    Args:
        options: how; None for the defaults.
        policy: a policy in place of the rule-based player as the prior: its likeliest action is kept unless another one is
            better, and worlds in which the others' decisions so far were more likely by it are used more often.

    With a budget of worlds an answer is a function of the view, the decision's random key, the options and the policy.
    """

    name = "pimc"

    def __init__(self, options: PimcOptions | None = None, policy: Policy | None = None) -> None:
        self.options = PimcOptions() if options is None else options
        self.policy = policy

    def act(self, turn: Turn) -> NDArray[np.int64]:
        def found(rows: NDArray[np.int64]) -> list[int]:
            return [judgement.best() for judgement in self._judge_all(turn, rows)]

        return decide(turn, functools.partial(bias_of, turn.game, self.options), self.policy, found)

    def explain(self, decision: Turn | State) -> list[Explanation]:
        """What each legal action at a state's decision, or at the only one of a turn, is worth; the one to choose first, then
        by value. `visits` is in how many worlds an action was judged.

        Raises:
            AdutError: the deal is over, or the turn has several decisions.
        """
        turn = single_decision(decision)
        (found,) = self._judge_all(turn, np.zeros(1, np.int64))
        view, best = turn.views()[0], found.best()
        told = [
            Explanation(int(action), turn.game.action_text(view, int(action)), float(value), UNIT, int(worlds))
            for action, value, worlds in zip(found.actions, found.values(), found.visits(), strict=True)
        ]
        return sorted(told, key=lambda entry: (entry.action != best, -entry.value, entry.action))

    def _judge_all(self, turn: Turn, rows: NDArray[np.int64]) -> list[_Judgement]:
        """A judgement of each of some decisions of a turn; several at once if there are several, else several worlds."""
        preferred = favourites(turn, rows, self.policy)
        views, keys, masks = turn.views(), turn.keys, turn.action_mask
        threads = self.options.threads or os.cpu_count() or 1
        inner = threads if len(rows) == 1 else 1

        def judge_row(number: int) -> _Judgement:
            row = rows[number]
            legal = np.flatnonzero(masks[row])
            found = _Judgement(turn.game, views[row : row + 1], int(keys[row]), legal, int(preferred[number]), self.options)
            found.run(inner, self.policy)
            return found

        if min(threads, len(rows)) <= 1:
            return [judge_row(number) for number in range(len(rows))]
        with ThreadPoolExecutor(min(threads, len(rows))) as pool:
            return list(pool.map(judge_row, range(len(rows))))


class _Judgement:
    """What is found out about one decision.

    Attributes:
        actions: the legal actions, (A,).
        solved: what they are worth in each world by the solver, (worlds, A).
        played: what they are worth by rule, likewise; NaN where an action was judged no more.
    """

    def __init__(
        self,
        game: Game,
        view: NDArray[Any],
        key: int,
        actions: NDArray[np.int64],
        favourite: int,
        options: PimcOptions,
    ) -> None:
        self._game, self._view, self._key, self._options = game, view, key, options
        self._favourite = int(np.flatnonzero(actions == favourite)[0])
        self._in_play = bool(view["phase"][0] == game.spec.phases.index("play"))
        self.actions = actions
        self.solved = np.zeros((0, len(actions)))
        self.played = np.zeros((0, len(actions)))
        self._left = np.arange(len(actions))
        self._bias = bias_of(game, options, self._in_play)

    def run(self, threads: int, policy: Policy | None) -> None:
        """Judge as many worlds as the options say."""
        options, game = self._options, self._game
        by_solver = self._in_play and is_solved(game, self._view)
        worlds = options.worlds if by_solver else 0
        count = worlds + (options.playouts if by_solver else options.call_worlds)
        generator = np.random.default_rng(self._key)
        end = time.perf_counter() + (options.seconds or 0.0)
        is_first = True
        while is_first or time.perf_counter() < end:
            records = draw_worlds(game, self._view, count, options.belief, generator, policy)
            number = int(generator.integers(1 << 62))
            if worlds:
                self.solved = np.concatenate([self.solved, self._judge(records, 0, worlds, number, threads, by_solver=True)])
            start = worlds
            for stop in [count] if by_solver else _rounds(count):
                if start < stop:
                    values = self._judge(records, start, stop, number, threads, by_solver=False)
                    self.played = np.concatenate([self.played, values])
                if stop < count:
                    self._keep_better_half()
                start = stop
            is_first = False

    def _judge(
        self, records: NDArray[Any], start: int, stop: int, number: int, threads: int, *, by_solver: bool
    ) -> NDArray[np.float64]:
        """The values of the actions that are left, in some of the worlds."""
        values = np.full((stop - start, len(self.actions)), np.nan)
        values[:, self._left] = judge(
            self._game,
            copy_records(records, np.arange(start, stop)),
            self.actions[self._left],
            number=next_key(number, start),
            solve_cards=by_solver,
            solve_calls=self._options.calls == "solver",
            limit=MOST_NODES,
            threads=threads,
        )
        return values

    def _keep_better_half(self) -> None:
        """Go on with the better half of the actions, two at least, and what the prior would do."""
        order = self._left[np.argsort(-self.played[:, self._left].mean(axis=0), kind="stable")]
        kept = order[: max(2, (len(order) + 1) // 2)]
        self._left = np.union1d(kept, [self._favourite])

    def _parts(self) -> list[NDArray[np.float64]]:
        """The values of which the means count equally."""
        return [values for values in (self.solved, self.played) if len(values)]

    def values(self) -> NDArray[np.float64]:
        """What the actions are worth, (A,)."""
        return np.asarray(np.mean([np.nanmean(values, axis=0) for values in self._parts()], axis=0))

    def visits(self) -> NDArray[np.int64]:
        """In how many worlds each action was judged, (A,)."""
        return np.asarray(np.sum([(~np.isnan(values)).sum(axis=0) for values in self._parts()], axis=0))

    def best(self) -> int:
        """The action to choose, among those judged in all worlds."""
        parts = [values[:, self._left] - values[:, self._favourite : self._favourite + 1] for values in self._parts()]
        better = np.mean([part.mean(axis=0) for part in parts], axis=0)
        if self._bias == np.inf:
            better[:] = 0.0
        elif self._bias > 0:
            errors = np.sqrt(np.sum([_standard_errors(part) ** 2 for part in parts], axis=0)) / len(parts)
            better[better <= self._bias * errors] = 0.0
        better[better <= EQUAL] = 0.0
        better[self._left == self._favourite] = EQUAL  # before all that are not better
        return int(self.actions[self._left[better.argmax()]])


def bias_of(game: Game, options: PimcOptions, in_play: bool) -> float:
    """By how many standard errors an action must be better than that of the prior."""
    if in_play:
        return options.prior
    return bias_of_calls(game, options.call_prior, CALL_PRIOR)


def _standard_errors(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of the means of columns; infinite with a single row, which tells none."""
    if len(values) == 1:
        return np.full(values.shape[1], np.inf)
    return np.asarray(values.std(axis=0, ddof=1) / np.sqrt(len(values)))


def _rounds(worlds: int) -> list[int]:
    """At which of some worlds the worse actions are dropped, and the last."""
    return sorted({-(-worlds * share // SHARES[-1]) for share in SHARES})


def make_pimc(game: Game, argument: str) -> PimcAgent:
    """The agent as the registry makes it, from `pimc:argument`. Raises AgentError for options that are none."""
    return PimcAgent(parse_options(argument))
