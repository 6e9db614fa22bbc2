"""The tables of an evaluation are those that anyone can play again one by one."""

from __future__ import annotations

import numpy as np
import pytest

import adut
from adut.agents import Agent, RandomAgent, turn_of
from adut.evaluation import difference, evaluate, mean_interval, play, seatings
from adut.games.skat.layout import CONTRACTS

from .helpers import Cautious


@pytest.mark.parametrize("players", [3, 4])
def test_every_table_again_one_by_one(players: int) -> None:
    game = adut.game("skat", players, "isko_list_3" if players == 3 else "isko_list_4")
    agents: list[Agent] = [RandomAgent(), Cautious(80)]
    seating = seatings(2, game.sides)
    results = play(game, agents, seating, 6, seed=9, num_tables=7)
    decisions = 0
    for deal in range(6):
        for row, policies in enumerate(seating):
            state = game.new_state(seed=9, table=deal)
            while not state.is_over:
                state.apply(int(agents[policies[state.actor]].act(turn_of(state))[0]))
                decisions += 1
            assert results.points[deal, row].tolist() == state.scores
            assert results.payoffs[deal, row].tolist() == state.payoffs
            facts = {name: int(values[deal, row]) for name, values in results.breakdown.items()}
            record = state.record
            assert facts == {
                "declarer": record.declarer,
                "contract": record.contract if record.declarer >= 0 else -1,
                "won": record.value > 0,
                "hand": record.hand_game,
                "ouvert": record.ouvert,
                "conceded": record.conceded,
                "passed_in": record.declarer < 0,
                "value": record.value,
            }
    assert results.decisions == decisions
    assert (results.payoffs.sum(axis=2) == 0).all()


def test_deals_on_random_sheets() -> None:
    game = adut.game("belot", target=40)
    agents: list[Agent] = [RandomAgent(), Cautious(80)]
    seating = seatings(2, game.sides)
    results = play(game, agents, seating, 12, seed=9, num_tables=5, sheet="random")
    for deal in range(12):
        for row, policies in enumerate(seating):
            state = game.new_state(seed=9, table=deal, sheet="random")
            while not state.is_over:
                state.apply(int(agents[policies[state.actor]].act(turn_of(state))[0]))
            assert results.points[deal, row].tolist() == state.scores
    outcome = evaluate(game, agents, 12, seed=9, sheet="random")
    assert (outcome.results.points == results.points).all()
    assert "seed 9, random sheets" in outcome.to_text()
    assert outcome.to_dict()["sheet"] == "random"
    empty = evaluate(game, agents, 12, seed=9)
    assert (empty.to_dict()["sheet"], "sheets" in empty.to_text()) == (None, False)


def test_matches_are_summed_up() -> None:
    game = adut.game("skat", rules="isko_list_3", episode="match", n_deals=6)
    agents: list[Agent] = [RandomAgent(), Cautious(70)]
    seating = seatings(2, game.sides)
    results = play(game, agents, seating, 3, seed=2, num_tables=5)
    for deal in range(3):
        for row, policies in enumerate(seating):
            state = game.new_state(seed=2, table=deal)
            while not state.is_over:
                state.apply(int(agents[policies[state.actor]].act(turn_of(state))[0]))
            totals = state.sheet["totals"]
            assert results.points[deal, row].tolist() == totals
            assert results.payoffs[deal, row].tolist() == [3 * total - sum(totals) for total in totals]
            standing = [game.kernels.standing(state.array, game.options, seat) for seat in range(3)]
            ranks = [sum(np.sign(mine - other) for other in standing) for mine in standing]
            assert results.ranks[deal, row].tolist() == ranks
    assert not results.breakdown


def test_results_do_not_depend_on_the_number_of_tables() -> None:
    game = adut.game("skat", rules="isko")
    seating = seatings(2, game.sides)
    outcomes = [play(game, [RandomAgent(), Cautious(50)], seating, 40, 1, tables) for tables in (1000, 64, 3)]
    for other in outcomes[1:]:
        assert (outcomes[0].points == other.points).all()
        assert (outcomes[0].payoffs == other.payoffs).all()
        assert outcomes[0].decisions == other.decisions


@pytest.mark.parametrize("schedule", ["duels", "mixed"])
@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize("name", ["random", "rule", "cautious"])
def test_a_policy_against_itself_is_exactly_zero(name: str, episode: str, schedule: str) -> None:
    deals = 100 if episode == "deal" else 3
    policies = [Cautious(60) for _ in range(3)] if name == "cautious" else [name] * 3
    outcome = evaluate(adut.game("skat", rules="isko_list_3", episode=episode), policies, deals, schedule=schedule, seed=11)
    assert len({standing.name for standing in outcome.standings}) == 3
    assert len(outcome.pairs) == 3
    for pair in outcome.pairs:
        assert (pair.points.mean, pair.points.low, pair.points.high) == (0, 0, 0)
        assert (pair.payoff.mean, pair.payoff.low, pair.payoff.high) == (0, 0, 0)
        assert (pair.wins, pair.draws, pair.losses) == (0, deals, 0)
    assert [standing.rating.mean for standing in outcome.standings if standing.rating] == [0, 0, 0]


def test_the_better_policy_is_seen_to_be_better() -> None:
    """Passing more and declaring less is better than declaring anything: alone, in pairs, in every unit."""
    outcome = evaluate(adut.game("skat", rules="isko_list_3"), [Cautious(90), "random"], 300)
    (pair,) = outcome.pairs
    assert pair.points.low > 50
    assert pair.payoff.low > 50
    assert pair.wins > 290
    assert set(pair.alone) == {"cautious 90", "random"}
    mine, theirs, interval = pair.alone["cautious 90"]
    assert mine - theirs == pytest.approx(interval.mean)
    assert interval.low > 50
    assert pair.alone["random"][2].high < -50
    better, worse = outcome.standings
    assert better.points.mean - worse.points.mean == pytest.approx(pair.points.mean)
    assert better.rating is not None
    assert worse.rating is not None
    assert better.rating.low > worse.rating.high
    assert better.profile is not None
    assert worse.profile is not None
    assert better.profile.deals == worse.profile.deals == 300 * 9
    assert better.profile.declared < worse.profile.declared
    facts = outcome.results.breakdown
    assert better.profile.declared + worse.profile.declared == (facts["declarer"] >= 0).sum()
    assert outcome.passed_in == (facts["declarer"] < 0).mean()
    assert better.profile.won + worse.profile.won == facts["won"].sum()
    contracts = [better.profile.labels["contract"], worse.profile.labels["contract"]]
    assert sum(count for labels in contracts for count, _ in labels.values()) == (facts["declarer"] >= 0).sum()
    assert set(contracts[1]) <= set(CONTRACTS)


@pytest.mark.slow
def test_intervals_cover_the_truth_of_real_deals() -> None:
    """A thousand tournaments of forty deals; the truth is the mean over all forty thousand."""
    game = adut.game("skat", rules="isko_list_3")
    seating = seatings(2, game.sides)
    tournaments, deals = 1000, 40
    results = play(game, [Cautious(60), Cautious(30)], seating, tournaments * deals, seed=3)
    differences = difference(results.points, seating, 0, 1)
    truth = differences.mean()
    intervals = [mean_interval(part) for part in differences.reshape(tournaments, deals)]
    covered = sum(interval.low <= truth <= interval.high for interval in intervals) / tournaments
    assert 0.93 <= covered <= 0.97
