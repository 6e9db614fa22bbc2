"""The agent `ismcts`: information-set Monte Carlo tree search on the compiled rules of every game.

    agent = make("ismcts:iterations=5000", game)
    state.apply(int(agent.act(turn_of(state))[0]))
    agent.explain(state)        # [Explanation(text='play SJ', value=9.6, visits=1616, ...), ...], best first

`ismcts_tree` has the method, `ismcts_options` the options.
"""

from __future__ import annotations

import functools
import math
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.agents.agent import Turn
from adut.agents.simple import RuleAgent
from adut.core.game import Game
from adut.core.kernels import Kernels
from adut.core.record import WORDS, rows_of
from adut.core.state import State
from adut.search import ismcts_tree
from adut.search.explanation import UNIT, Explanation, single_decision
from adut.search.favourites import bias_of_calls, decide
from adut.search.ismcts_options import SearchOptions, parse_options
from adut.search.ismcts_tree import CALLS, NONE, RANDOM, RULE, Edge, Node, Settings, Tally
from adut.search.likely_worlds import draw_worlds
from adut.search.policy import Policy, ask_policy

MOST_NODES = 1 << 18
"""Nodes, and edges, of a tree that is searched by time; when there are so many, it grows no more."""
CHUNK = 256
"""Iterations between two looks at the clock."""


class IsmctsAgent:
    """Searches each decision anew, from what the player to act may know.

    Args:
        options: how; None for the defaults.
        policy: a policy that the players are assumed to follow, as far as the search has not seen better: its probabilities are
            the prior at the decision in question, in place of the rule-based player's action, and worlds in which the others'
            decisions so far were more likely by it are used more often.

    With a budget of iterations an answer is a function of the view, the decision's random key, the options and the policy.
    """

    name = "ismcts"

    def __init__(self, options: SearchOptions | None = None, policy: Policy | None = None) -> None:
        self.options = SearchOptions() if options is None else options
        self.policy = policy

    def act(self, turn: Turn) -> NDArray[np.int64]:
        def found(rows: NDArray[np.int64]) -> list[int]:
            return [search.best() for search in self._search_all(turn, rows)]

        return decide(turn, functools.partial(bias_of, turn.game, self.options), self.policy, found)

    def explain(self, decision: Turn | State) -> list[Explanation]:
        """What a search finds out about each legal action at a state's decision, or at the only one of a turn; the one to
        choose first, then the best.

        Raises:
            AdutError: the deal is over, or the turn has several decisions.
        """
        turn = single_decision(decision)
        (found,) = self._search_all(turn, np.zeros(1, np.int64))
        chosen = found.best()
        game, view = turn.game, turn.views()[0]
        parts = game.spec.payoff_parts(game.seats)
        actions = np.flatnonzero(turn.action_mask[0]).tolist()
        told = [
            Explanation(action, game.action_text(view, action), found.value(action) / parts, UNIT, found.visits(action))
            for action in sorted(actions, key=lambda action: (action != chosen, found.rank(action)))
        ]
        return told

    def _search_all(self, turn: Turn, rows: NDArray[np.int64]) -> list[_Search]:
        """A search of each of some decisions of a turn."""
        priors = self._priors(turn)
        views, keys = turn.views(), turn.keys

        def search(row: int) -> _Search:
            found = _Search(turn.game, views[row : row + 1], int(keys[row]), priors[row], self.options, self.policy)
            found.run()
            return found

        threads = min(self.options.threads or os.cpu_count() or 1, len(rows))
        if threads <= 1:
            return [search(int(row)) for row in rows]
        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(search, rows.tolist()))

    def _priors(self, turn: Turn) -> NDArray[np.float64]:
        """The prior of each decision of a turn, (n, A)."""
        if self.policy is not None:
            return ask_policy(self.policy, turn)
        priors = np.zeros((len(turn), turn.game.num_actions))
        if max(bias_of(turn.game, self.options, is_card) for is_card in (True, False)) > 0:
            priors[np.arange(len(turn)), RuleAgent().act(turn)] = 1.0
        return priors


class _Search:
    """The search of one decision."""

    def __init__(
        self,
        game: Game,
        view: NDArray[Any],
        key: int,
        prior: NDArray[np.float64],
        options: SearchOptions,
        policy: Policy | None,
    ) -> None:
        actor = int(view["actor"][0])
        self._game, self._options, self._prior, self._actor = game, options, prior, actor
        self._worlds = draw_worlds(game, view, options.worlds, options.belief, np.random.default_rng(key), policy)
        self._settings = Settings.zeros(1)
        self._settings["observer"] = actor
        self._settings["number"] = key
        self._settings["play"] = game.spec.phases.index("play")
        in_play = bool(view["phase"][0] == self._settings["play"][0])
        self._settings["rollout"] = _rollout(options.rollout, in_play)
        bias = bias_of(game, options, in_play)
        self._is_kept = bias == np.inf
        self._bias = 0.0 if self._is_kept else bias
        room = MOST_NODES if options.seconds is not None else options.iterations
        self._nodes, self._edges, self._tally = Node.zeros(room), Edge.zeros(room), Tally.zeros(1)
        self._slots = np.full(2 << room.bit_length(), NONE, np.int64)
        self._table = game.spec.record.zeros(1)
        self._fresh = np.zeros(WORDS, np.int64)
        self._path = np.zeros((game.spec.max_decisions, 2), np.int64)
        self._found: dict[int, tuple[int, int]] = {}

    def run(self) -> None:
        """Search as long as the options say."""
        if self._options.seconds is None:
            self._iterate(self._options.iterations)
        else:
            end = time.perf_counter() + self._options.seconds
            while time.perf_counter() < end:
                self._iterate(CHUNK)
        self._read_root()

    def _iterate(self, iterations: int) -> None:
        _kernel(self._game.kernels)(
            rows_of(self._worlds).view(np.int64),
            self._game.options,
            self._settings,
            iterations,
            float(self._options.exploration),
            float(self._bias),
            self._prior,
            self._table,
            rows_of(self._table).view(np.int64),
            self._nodes,
            self._edges,
            self._slots,
            self._tally,
            self._fresh,
            self._path,
        )

    def _read_root(self) -> None:
        """List visits and total payoff of the actions tried; the first node that was made is that of the decision."""
        if self._tally["nodes"][0] == 0 or not self._is_choice():
            action = int(np.flatnonzero(_legal_bits(self._worlds[0]))[0])
            self._found[action] = (int(self._tally["iterations"][0]), int(self._tally["sums"][0, self._actor]))
            return
        edge = int(self._nodes["first"][0])
        while edge != NONE:
            visits, total = int(self._edges["visits"][edge]), int(self._edges["total"][edge])
            self._found[int(self._edges["action"][edge])] = (visits, total)
            edge = int(self._edges["next"][edge])

    def _is_choice(self) -> bool:
        return int(_legal_bits(self._worlds[0]).sum()) > 1

    def best(self) -> int:
        """The action tried most often; the favourite of the prior where nothing can be better."""
        if self._is_kept:
            return int(np.where(_legal_bits(self._worlds[0])[: len(self._prior)] != 0, self._prior, -1.0).argmax())
        return min(self._found, key=self.rank)

    def rank(self, action: int) -> tuple[int, float, int]:
        """What actions are sorted by, the best first: visits, then value."""
        value = self.value(action)
        return -self.visits(action), math.inf if math.isnan(value) else -value, action

    def visits(self, action: int) -> int:
        """How often an action was tried."""
        return self._found.get(action, (0, 0))[0]

    def value(self, action: int) -> float:
        """The average payoff with an action, in units of the payoff; NaN if it was never tried."""
        visits, total = self._found.get(action, (0, 0))
        return total / visits if visits else math.nan


def bias_of(game: Game, options: SearchOptions, in_play: bool) -> float:
    """By how many standard errors an action must be better than that of the prior."""
    return options.prior if in_play else bias_of_calls(game, options.call_prior, options.prior)


def _legal_bits(record: Any) -> NDArray[np.uint8]:
    return np.unpackbits(np.ascontiguousarray(record["legal"]).view(np.uint8), bitorder="little")


def _rollout(name: str, in_play: bool) -> int:
    """How a deal is played on below the tree."""
    if name == "mixed":
        return CALLS if in_play else RULE
    return RANDOM if name == "random" else RULE


@functools.cache
def _kernel(kernels: Kernels) -> Callable[..., None]:
    """The search of a game."""
    bind, rules = kernels.bind, kernels.rules
    step = bind(ismcts_tree.make_step, apply=rules.apply, legal=rules.legal)
    roll_out = bind(ismcts_tree.play_out, choose=rules.choose, finish=rules.finish, step=step)
    descend = bind(ismcts_tree.go_down, choose=rules.choose, step=step, roll_out=roll_out)
    return bind(ismcts_tree.search, descend=descend, settle=rules.settle, payoff=rules.payoff)


def make_ismcts(game: Game, argument: str) -> IsmctsAgent:
    """The agent as the registry makes it, from `ismcts:argument`. Raises AgentError for options that are none."""
    return IsmctsAgent(parse_options(argument))
