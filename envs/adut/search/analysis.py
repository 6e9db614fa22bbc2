"""What the decisions of a played deal have cost: with open hands, and as the player could know it.

    for decision in analyse(game.new_state(seed=7), actions, worlds=30, seed=0):
        decision.text, decision.open.loss, decision.known.loss

Both are judged by `judge`. With open hands it is asked about the cards as they lay; as the player could know it, about worlds
drawn from his view alone. The second loss is therefore a function of what he knew: it is the same whatever the others held.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.errors import AdutError
from adut.core.random import MAX_SEED
from adut.core.state import State
from adut.search.judge import is_solved, judge
from adut.search.worlds import Worlds

EQUAL = 1e-9
"""Values that differ by less are equal: means of whole numbers."""


@dataclass(frozen=True)
class Verdict:
    """The actions of a decision, judged in one way.

    Attributes:
        values: what the deal pays the player with each legal action, by id, in points of the zero-sum payoff.
        best: the actions of the highest value.
        loss: by how much the action taken is below it, 0 or more.
    """

    values: dict[int, float]
    best: tuple[int, ...]
    loss: float

    @classmethod
    def of(cls, actions: Sequence[int], values: NDArray[np.float64], taken: int) -> Verdict:
        """The verdict on an action from the values of all."""
        by_action = dict(zip(actions, map(float, values), strict=True))
        most = max(by_action.values())
        best = tuple(action for action, value in by_action.items() if value > most - EQUAL)
        return cls(by_action, best, 0.0 if taken in best else most - by_action[taken])


@dataclass(frozen=True)
class Decision:
    """A decision of a deal that was played.

    Attributes:
        number: of the decision in the deal, from 1.
        actor: who decided.
        seat: whose cards it used.
        phase: of the game.
        action, text: what was done.
        texts: the text of each legal action, by id.
        open: judged with all hands open.
        known: judged in worlds that fit what the actor knew; None if it was not asked for.
    """

    number: int
    actor: int
    seat: int
    phase: str
    action: int
    text: str
    texts: dict[int, str]
    open: Verdict
    known: Verdict | None


def analyse(
    state: State,
    actions: Sequence[int],
    *,
    worlds: int = 30,
    seed: int = 0,
    solve_calls: bool = False,
    threads: int | None = None,
) -> Iterator[Decision]:
    """Judge the decisions of a deal, one after the other; those without a choice are left out.

    Args:
        state: the table before the first action; unchanged.
        actions: what was done, ids.
        worlds: how many are drawn for each decision; 0 for the loss with open hands alone.
        seed: of the worlds and of what rule-based players draw by lot, 0 to 2**63 - 1.
        solve_calls: whether the cards that follow a call are played best with open hands too; by rule if not.
        threads: of the solver; results do not depend on it.

    Raises:
        AdutError: the game has no solver, or an action is not legal.
    """
    game = state.game
    if not is_solved(game):
        raise AdutError(f"there is no solver for {game.spec.title}, so that cards cannot be judged")
    table = state.copy()
    for number, action in enumerate(actions, 1):
        legal = table.legal_actions()
        if action not in legal:
            table.apply(action)  # says why not
        if len(legal) > 1:
            generator = np.random.default_rng((seed, number))
            key = int(generator.integers(MAX_SEED))

            def verdict(records: NDArray[Any], legal: list[int] = legal, key: int = key, taken: int = action) -> Verdict:
                ids = np.array(legal, np.int64)
                worth = judge(game, records, ids, number=key, solve_calls=solve_calls, threads=threads)
                return Verdict.of(legal, worth.mean(axis=0), taken)

            known = verdict(Worlds(table).states(worlds, generator)) if worlds > 0 else None
            texts = {each: table.action_text(each) for each in legal}
            yield Decision(
                number, table.actor, table.seat, table.phase, action, texts[action], texts, verdict(table.array), known
            )
        table.apply(action)
