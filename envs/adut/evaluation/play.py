"""Playing the tables of an evaluation, many at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.agents import Agent, Turn, ask
from adut.api.batch import Batch
from adut.core.game import Game


@dataclass(frozen=True)
class Results:
    """What came out at every table, in shapes (deals, seatings) or (deals, seatings, seats).

    With `episode="match"` a deal is a whole match and its scores are the sums over the match.
    """

    seating: NDArray[np.int64]
    """The policy in each seat, (seatings, seats)."""
    points: NDArray[np.int64]
    """Official points."""
    payoffs: NDArray[np.int64]
    """The same, settled among all players: they sum to zero over the seats."""
    ranks: NDArray[np.int64]
    """Seats left behind less seats ahead when the match ended; zero for single deals."""
    decisions: int
    """Made at all tables together."""
    breakdown: Mapping[str, NDArray[np.int64]]
    """Facts of each table by name, from the game's own `breakdown`; empty for matches and where a game has none."""


def play(
    game: Game,
    agents: Sequence[Agent],
    seating: NDArray[np.int64],
    deals: int,
    seed: int = 0,
    num_tables: int = 4096,
    report: Callable[[float], None] | None = None,
    sheet: str | None = None,
) -> Results:
    """Play deals 0, 1, ... of a seed, each in every seating; deal k of `game.new_state(seed=seed, table=k, sheet=sheet)`.

    Args:
        game: with `reward="deal"` and `payoff="zero_sum"`.
        agents: the policies.
        seating: the number of the policy in each seat, int64 of shape (seatings, seats).
        deals: how many.
        seed: of the deals and of the agents' random keys.
        num_tables: how many tables are played at once; the results do not depend on it.
        report: called now and then with the number of deals played so far.
        sheet: None for empty match sheets, or `random`.
    """
    rows, seats = seating.shape
    jobs = deals * rows
    points = np.zeros((jobs, seats), np.int64)
    payoffs = np.zeros((jobs, seats), np.int64)
    ranks = np.zeros((jobs, seats), np.int64)
    facts: dict[str, NDArray[np.int64]] = {}
    breakdown = game.spec.breakdown if game.episode == "deal" else None

    batch = Batch(game, min(num_tables, jobs), seed, autoreset=False, sheet=sheet)
    states = batch.states
    job = np.arange(batch.num_tables)
    taken, finished, decisions = batch.num_tables, 0, 0
    actions = np.zeros(batch.num_tables, np.int64)
    _open(batch, np.arange(batch.num_tables), job // rows)
    active = np.arange(batch.num_tables)
    while active.size:
        policy = seating[job[active] % rows, batch.actor[active]]
        for number in np.unique(policy):
            asked = active[policy == number]
            turn = Turn(game, states, asked, batch.observation, batch.action_mask)
            actions[asked] = ask(agents[number], turn)
        batch.step(actions[active], tables=active)
        decisions += len(active)

        scored = active[states["deal_over"][active] != 0]
        if not scored.size:
            continue
        points[job[scored]] += states["points"][scored, :seats]
        payoffs[job[scored]] += states["reward"][scored, :seats]
        over = scored[batch.done[scored]]
        if game.episode == "match":
            for table in over:
                ranks[job[table]] = _ranks(game, states[table : table + 1])
        if breakdown is not None:
            for name, values in breakdown.facts(states[over]).items():
                facts.setdefault(name, np.zeros(jobs, np.int64))[job[over]] = values
        finished += len(over)
        again = over[: jobs - taken]
        if again.size:
            job[again] = np.arange(taken, taken + len(again))
            taken += len(again)
            _open(batch, again, job[again] // rows)
        active = np.setdiff1d(active, over[len(again) :], assume_unique=True)
        if report is not None:
            report(finished / rows)

    shape = (deals, rows, seats)
    return Results(
        seating,
        points.reshape(shape),
        payoffs.reshape(shape),
        ranks.reshape(shape),
        decisions,
        {name: values.reshape(deals, rows) for name, values in facts.items()},
    )


def _open(batch: Batch, tables: NDArray[np.int64], deals: NDArray[np.int64]) -> None:
    """Deal at tables of the batch as at the tables of other numbers."""
    batch.states["table"][tables] = deals
    batch.states["deal_number"][tables] = 0
    batch.reset(tables=tables)


def _ranks(game: Game, state: NDArray[Any]) -> list[int]:
    standing = [int(game.kernels.standing(state, game.options, seat)) for seat in range(game.seats)]
    return [sum((mine > other) - (mine < other) for other in standing) for mine in standing]
