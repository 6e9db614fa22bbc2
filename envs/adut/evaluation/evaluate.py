"""Evaluation of policies by duplicate deals.

Every deal is played with the same cards in several seatings (see `schedule`), and agents draw their random numbers from
keys of deal and seat, never of the side. What is compared is the difference between two policies on a deal, over all
its tables: deals are independent of each other, tables of a deal are not, so intervals come from differences by deal.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.agents import Agent, close, make
from adut.core.errors import AdutError, OptionError
from adut.core.game import Game
from adut.core.options import Value
from adut.core.state import check_number, check_seed
from adut.evaluation import report
from adut.evaluation.play import Results, play
from adut.evaluation.progress import Progress
from adut.evaluation.schedule import DUELS, alone, difference, mean_score, pairs, seatings
from adut.evaluation.statistics import Interval, mean_interval, ratings
from adut.games import game as make_game

NUM_TABLES = 4096


@dataclass(frozen=True)
class Profile:
    """How a policy played as declarer."""

    deals: int
    """Deals at which a seat of this policy could have become declarer: one a seat and table."""
    declared: int
    won: int
    shares: Mapping[str, float]
    """Of its games with a property, by fact; NaN without any game."""
    means: Mapping[str, float]
    """Of quantities, by fact."""
    labels: Mapping[str, Mapping[str, tuple[int, int]]]
    """For facts with names, by name: how many of its games, and how many of them won."""


@dataclass(frozen=True)
class Standing:
    """What a policy scored, a seat and deal, over all tables; `rank`, from +1 for the first to -1, in matches alone."""

    name: str
    points: Interval
    payoff: Interval
    rank: Interval | None
    rating: Interval | None
    profile: Profile | None


@dataclass(frozen=True)
class Pair:
    """Two policies against each other: what the first scored more than the second, a seat and deal."""

    first: str
    second: str
    points: Interval
    payoff: Interval
    wins: int
    draws: int
    losses: int
    """Deals on which the first scored more, the same, less."""
    alone: Mapping[str, tuple[float, float, Interval]]
    """By the policy that sat alone against the other on all other sides: its points, theirs, and the difference."""


@dataclass(frozen=True)
class Evaluation:
    """The outcome of an evaluation."""

    game: str
    rules: str
    players: int
    episode: str
    options: Mapping[str, Value]
    schedule: str
    seed: int
    sheet: str | None
    """None: deals began with an empty match sheet; or `random`."""
    deals: int
    tables: int
    """Tables at which each deal was played."""
    decisions: int
    seconds: float
    passed_in: float | None
    """Share of tables at which nobody became declarer."""
    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]
    results: Results

    def to_dict(self) -> dict[str, Any]:
        """Everything but the raw results, in plain Python types for JSON; what is not known is None."""
        named = {name: value for name, value in vars(self).items() if name not in ("results", "standings", "pairs")}
        named["options"] = dict(self.options)
        named["standings"] = [asdict(standing) for standing in self.standings]
        named["pairs"] = [asdict(pair) for pair in self.pairs]
        plain = _plain(named)
        assert isinstance(plain, dict)
        return plain

    def to_text(self) -> str:
        """Tables for a terminal: scores, cross table, games played."""
        return report.to_text(self)

    def plot(self, path: str | Path) -> None:
        """Draw scores and cross table as a picture. Raises ImportError without matplotlib."""
        report.plot(self, path)

    def save(self, folder: str | Path) -> list[Path]:
        """Write evaluation.json, .txt and, where matplotlib is installed, .png into a folder. Returns the paths."""
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        paths = [place / "evaluation.json", place / "evaluation.txt"]
        paths[0].write_text(json.dumps(self.to_dict(), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        paths[1].write_text(self.to_text() + "\n", encoding="utf-8")
        if report.can_plot():
            paths.append(place / "evaluation.png")
            self.plot(paths[-1])
        return paths


def evaluate(
    game: Game,
    policies: Sequence[str | Agent],
    deals: int = 1000,
    *,
    seed: int = 0,
    schedule: str = DUELS,
    num_tables: int = NUM_TABLES,
    progress: bool = False,
    sheet: str | None = None,
) -> Evaluation:
    """Play policies against each other on duplicate deals.

    Args:
        game: what is played, single deals or whole matches as its `episode` says. Its `reward` and `payoff` do not
            matter: official points and the zero-sum payoff are both reported.
        policies: names for `adut.agents.make`, or agents. One plays with itself; equal names are two policies.
        deals: how many deals (or matches), each played in every seating: 6 for two policies at a table of three.
        seed: deal k is that of `game.new_state(seed=seed, table=k, sheet=sheet)`.
        schedule: `duels`: every two policies play each other; `mixed`: different policies at a table, in all orders.
        num_tables: how many tables are played at once. Results do not depend on it, unless those of an agent do.
        progress: report progress on standard error.
        sheet: None for empty match sheets, or `random` for those of matches in their midst.

    Raises:
        AdutError: an unknown policy or schedule, too few policies, or an agent that does not keep the protocol.
    """
    check_number("deals", deals, 1, 10**9)
    check_number("num_tables", num_tables, 1, 2**31 - 1)
    if isinstance(policies, str) or not isinstance(policies, Sequence):
        raise OptionError(f"policies is a list of names, not {policies!r}")
    seed = check_seed(seed)
    game = game.paying("deal", "zero_sum")
    sides = game.sides
    seating = seatings(len(policies), sides, schedule)
    made: list[Agent] = []
    start = time.perf_counter()
    try:
        agents = []
        for policy in policies:
            agent = make(policy, game) if isinstance(policy, str) else policy
            agents.append(agent)
            if isinstance(policy, str):
                made.append(agent)
        with Progress(deals, "deals" if game.episode == "deal" else "matches", progress) as bar:
            results = play(game, agents, seating, deals, seed, num_tables, bar.update, sheet)
    finally:
        close(made)
    names = _names([agent.name for agent in agents])
    compared = _compare(names, results, sides)
    rated: list[Interval | None] = [None] * len(names)
    if compared:
        differences = {(a, b): difference(results.points, seating, a, b) for a, b in pairs(seating, len(names))}
        rated = list(ratings(differences, len(names)))
    return Evaluation(
        game=game.name,
        rules=game.rules,
        players=game.seats,
        episode=game.episode,
        options=dict(game.values),
        schedule=schedule,
        seed=seed,
        sheet=sheet,
        deals=deals,
        tables=len(seating),
        decisions=results.decisions,
        seconds=time.perf_counter() - start,
        passed_in=float((results.breakdown["declarer"] < 0).mean()) if results.breakdown else None,
        standings=tuple(_standing(game, name, p, results, rated[p]) for p, name in enumerate(names)),
        pairs=compared,
        results=results,
    )


def run(
    policies: Sequence[str],
    game: str,
    players: int | None = None,
    rules: str | None = None,
    episode: str = "deal",
    options: Mapping[str, Any] | None = None,
    deals: int = 1000,
    seed: int = 0,
    schedule: str = DUELS,
    num_tables: int = NUM_TABLES,
    out: str | Path | None = None,
    progress: bool = True,
    sheet: str | None = None,
) -> Evaluation:
    """`evaluate` as the command line calls it: prints the tables and, given a folder `out`, saves them there.

    Raises:
        AdutError: as `evaluate`, or the folder cannot be made; nothing was played then.
    """
    if out is not None:
        try:
            Path(out).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise AdutError(f"cannot write into {out}: {error.strerror}") from None
    built = make_game(game, players, rules, episode=episode, **(options or {}))
    how: dict[str, Any] = dict(seed=seed, schedule=schedule, num_tables=num_tables, progress=progress, sheet=sheet)
    outcome = evaluate(built, policies, deals, **how)
    print(outcome.to_text())
    if out is not None:
        print("\nwritten: " + ", ".join(str(path) for path in outcome.save(out)))
    return outcome


def _names(names: Sequence[str]) -> list[str]:
    """Names with a number behind those that occur again."""
    return [name if names[:i].count(name) == 0 else f"{name}#{names[:i].count(name) + 1}" for i, name in enumerate(names)]


def _compare(names: Sequence[str], results: Results, sides: Any) -> tuple[Pair, ...]:
    seating, points = results.seating, results.points
    compared = []
    for a, b in pairs(seating, len(names)):
        differences = difference(points, seating, a, b)
        single: dict[str, tuple[float, float, Interval]] = {}
        for one, rest in ((a, b), (b, a)):
            rows = alone(seating, sides, one, rest)
            if len(sides) > 2 and rows.any():
                mine = mean_score(points[:, rows], seating[rows], one)
                theirs = mean_score(points[:, rows], seating[rows], rest)
                single[names[one]] = (float(mine.mean()), float(theirs.mean()), mean_interval(mine - theirs))
        compared.append(
            Pair(
                names[a],
                names[b],
                mean_interval(differences),
                mean_interval(difference(results.payoffs, seating, a, b)),
                int((differences > 0).sum()),
                int((differences == 0).sum()),
                int((differences < 0).sum()),
                single,
            )
        )
    return tuple(compared)


def _standing(game: Game, name: str, policy: int, results: Results, rating: Interval | None) -> Standing:
    seating = results.seating
    rank = None
    if game.episode == "match":
        rank = mean_interval(mean_score(results.ranks, seating, policy) / game.match_unit)
    return Standing(
        name,
        mean_interval(mean_score(results.points, seating, policy)),
        mean_interval(mean_score(results.payoffs, seating, policy)),
        rank,
        rating,
        _profile(game, policy, results),
    )


def _profile(game: Game, policy: int, results: Results) -> Profile | None:
    facts = results.breakdown
    breakdown = game.spec.breakdown
    if not facts or breakdown is None:
        return None
    declarer = facts["declarer"]
    seats: NDArray[np.int64] = np.broadcast_to(results.seating, results.points.shape)
    who = np.take_along_axis(seats, np.maximum(declarer, 0)[..., None], axis=2)[..., 0]
    own = (declarer >= 0) & (who == policy)
    won = facts["won"][own]
    labels: dict[str, dict[str, tuple[int, int]]] = {}
    shares: dict[str, float] = {}
    means: dict[str, float] = {}
    for fact, values in facts.items():
        mine = values[own]
        if fact in breakdown.labels:
            labels[fact] = {
                label: (int((mine == code).sum()), int(won[mine == code].sum()))
                for code, label in enumerate(breakdown.labels[fact])
                if (mine == code).any()
            }
        elif fact not in ("declarer", "passed_in", "won"):
            kind = means if fact in breakdown.amounts else shares
            kind[fact] = float(mine.mean()) if mine.size else math.nan
    deals = int((results.seating == policy).sum()) * len(results.points)
    return Profile(deals, int(own.sum()), int(won.sum()), shares, means, labels)


def _plain(value: Any) -> Any:
    """A value with NaN replaced by None and tuples by lists."""
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float) and math.isnan(value):
        return None
    return value
