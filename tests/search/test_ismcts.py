"""Information-set tree search: what it finds, that it repeats itself, and that it looks at nothing hidden."""

from __future__ import annotations

import functools
import json
import math
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.search.decisions import NAMES, play_by_rule, states_of

import adut
from adut.agents import AgentError, RuleAgent, Turn, ask, make, turn_of
from adut.core.record import copy_records
from adut.core.rule import COMPILED
from adut.evaluation import evaluate
from adut.games import spec
from adut.search import Explanation, ismcts, likely_worlds
from adut.search.ismcts import IsmctsAgent, make_ismcts
from adut.search.ismcts_options import SearchOptions, parse_options
from adut.search.worlds import Worlds

CASES = [
    (name, rules, int(players))
    for name in NAMES
    for rules in spec(name).presets
    for players in spec(name).options.declared()["players"].choices
]


def agent(**options: Any) -> IsmctsAgent:
    return IsmctsAgent(SearchOptions(**{"iterations": 40, "worlds": 8, **options}))


def by_action(told: list[Explanation]) -> dict[int, Explanation]:
    return {entry.action: entry for entry in told}


# Every game.


@pytest.mark.parametrize(("name", "rules", "players"), CASES)
def test_it_plays_every_game_in_every_phase(name: str, rules: str, players: int) -> None:
    try:
        game = adut.game(name, players, rules)
    except adut.OptionError:
        pytest.skip(f"{rules} is for another number of players")
    searcher = agent(iterations=12, worlds=3)
    asked = set()
    for seed in range(12):
        state = game.new_state(seed=seed)
        while not state.is_over:
            if (state.phase, len(state.legal_actions()) > 1) not in asked:
                asked.add((state.phase, len(state.legal_actions()) > 1))
                state.apply(int(ask(searcher, turn_of(state))[0]))
            else:
                play_by_rule(state)
    assert ("play", True) in asked
    assert len(asked) > 2


@pytest.mark.parametrize("name", NAMES)
def test_it_plays_matches(name: str) -> None:
    game = adut.game(name, episode="match")
    state = game.new_state(seed=4)
    while state.array["deal_number"][0] < 3 and not state.is_over:
        play_by_rule(state)
    told = agent(iterations=20).explain(state)
    assert sum(entry.visits for entry in told) == 20
    assert all(math.isfinite(entry.value) for entry in told if entry.visits)


# What it finds.


def test_where_there_is_no_choice_it_does_not_search(monkeypatch: pytest.MonkeyPatch) -> None:
    state = adut.game("belot").new_state(seed=1, start="play")
    while len(state.legal_actions()) > 1:
        play_by_rule(state)
    monkeypatch.setattr(likely_worlds, "Worlds", None)
    assert agent().act(turn_of(state)).tolist() == state.legal_actions()


def test_what_is_forced_is_explained_too() -> None:
    state = adut.game("belot").new_state(seed=1, start="play")
    while len(state.legal_actions()) > 1:
        play_by_rule(state)
    (told,) = agent().explain(state)
    assert [told.action] == state.legal_actions()
    assert told.visits == 40
    assert math.isfinite(told.value)


def value_of_forced_play(state: adut.State, action: int, seat: int) -> float | None:
    """What an action pays if everything after it is forced, in points; None if it is not."""
    state = state.copy()
    state.apply(action)
    while not state.is_over:
        if len(state.legal_actions()) > 1:
            return None
        state.apply(state.legal_actions()[0])
    return state.payoffs[seat] / state.game.spec.payoff_parts(state.game.seats)


@pytest.mark.parametrize("name", NAMES)
def test_before_forced_tricks_values_are_expectations_over_the_worlds(name: str) -> None:
    """Whoever plays last to the last trick but one decides alone: each action is worth the mean over all worlds."""
    game = adut.game(name)
    searcher = agent(iterations=3000, worlds=1000, exploration=3.0, belief="uniform")
    checked = 0
    for state in states_of(game, range(60), "play"):
        actions, actor = state.legal_actions(), state.actor
        if state.phase != "play" or value_of_forced_play(state, actions[0], actor) is None:
            continue
        worlds = Worlds(state).states(1000, np.random.default_rng(5))
        tables = [adut.State.from_record(game, worlds[i : i + 1]) for i in range(len(worlds))]
        payoffs = [[value_of_forced_play(table, action, actor) for table in tables] for action in actions]
        if any(None in row for row in payoffs):  # in another world somebody else has a choice
            continue
        values = np.array(payoffs, float)
        told = by_action(searcher.explain(state))
        for action, row in zip(actions, values, strict=True):
            error = 4.5 * row.std() * math.sqrt(1 / len(row) + 1 / max(told[action].visits, 1)) + 1e-9
            assert abs(told[action].value - row.mean()) <= error, (state.to_text(), action)
        checked += 1
        if checked == 6:
            return
    assert checked >= 2


def best_payoff(state: adut.State, side: tuple[int, ...]) -> float:
    """What a side can reach against another one, all cards on the table."""
    if state.is_over:
        return state.payoffs[side[0]]
    outcomes = []
    for action in state.legal_actions():
        after = state.copy()
        after.apply(action)
        outcomes.append(best_payoff(after, side))
    return max(outcomes) if state.actor in side else min(outcomes)


@pytest.mark.parametrize("name", ["belot", "bela"])
def test_with_open_cards_it_finds_the_best_play_of_the_last_three_tricks(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = adut.game(name, 4)
    truth: list[NDArray[Any]] = []
    monkeypatch.setattr(ismcts, "draw_worlds", lambda *_: truth[-1])
    searcher = agent(iterations=3000)
    hard = 0
    for state in states_of(game, range(40), "play"):
        if state.array["trick_number"][0] != 6 or state.phase != "play":
            continue
        side = next(side for side in game.sides if state.actor in side)
        values = {}
        for action in state.legal_actions():
            after = state.copy()
            after.apply(action)
            values[action] = best_payoff(after, side)
        if len(set(values.values())) == 1:
            continue
        truth.append(copy_records(state.array))
        assert values[int(searcher.act(turn_of(state))[0])] == max(values.values()), state.to_text()
        hard += 1
        if hard == 8:
            return
    raise AssertionError("too few decisions that matter")


@pytest.mark.parametrize("name", NAMES)
def test_it_beats_random_play(name: str) -> None:
    game = adut.game(name)
    outcome = evaluate(game, [make("ismcts:iterations=100,worlds=20", game), "random"], 6, seed=3)
    assert outcome.pairs[0].payoff.mean > 0


# The same again, and nothing hidden.


@pytest.mark.parametrize("name", NAMES)
def test_answers_depend_on_neither_threads_nor_other_tables(name: str) -> None:
    game = adut.game(name)
    chosen = list(states_of(game, range(3)))[::9]
    records = np.concatenate([state.array for state in chosen]).view(chosen[0].array.dtype)
    together = agent(threads=3).act(Turn(game, records))
    alone = [int(agent(threads=1).act(turn_of(state))[0]) for state in chosen]
    assert together.tolist() == alone
    assert agent().explain(chosen[0]) == agent().explain(chosen[0])


@pytest.mark.parametrize("name", NAMES)
def test_decisions_do_not_depend_on_hidden_cards(name: str) -> None:
    game = adut.game(name)
    others = 0
    for state in list(states_of(game, range(4)))[::5]:
        worlds = Worlds(state).states(3, np.random.default_rng(2))
        for field in ("seed", "table", "deal_number"):  # the key of the decision
            worlds[field] = state.array[field]
        told = agent().explain(state)
        for i in range(3):
            other = adut.State.from_record(game, worlds[i : i + 1])
            assert other.view(state.actor).tobytes() == state.view(state.actor).tobytes()
            others += other.array["hands"].tobytes() != state.array["hands"].tobytes()
            assert agent().explain(other) == told
    assert others > 5


# Explanations.


@pytest.mark.parametrize("name", NAMES)
def test_explanations(name: str) -> None:
    game = adut.game(name)
    for state in list(states_of(game, range(2)))[::7]:
        told = agent(iterations=200).explain(state)
        assert sorted(entry.action for entry in told) == state.legal_actions()
        assert sum(entry.visits for entry in told) == 200
        assert [entry.visits for entry in told] == sorted((entry.visits for entry in told), reverse=True)
        assert told[0].action == agent(iterations=200).act(turn_of(state))[0]
        assert {entry.text for entry in told} == {state.action_text(action) for action in state.legal_actions()}


def test_values_are_points() -> None:
    """A forced result: in Preferans the payoff is counted in thirds of a point."""
    game = adut.game("preferans")
    state = next(
        state
        for state in states_of(game, range(60), "play")
        if state.phase == "play"
        and all(value_of_forced_play(state, action, state.actor) is not None for action in state.legal_actions())
    )
    records = copy_records(state.array, np.zeros(2, np.int64))
    for entry in explain_in(state, records):
        assert entry.value == pytest.approx(value_of_forced_play(state, entry.action, state.actor))
        assert entry.unit == "points of the zero-sum payoff"


def explain_in(state: adut.State, records: NDArray[Any]) -> list[Explanation]:
    """Explain with given worlds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ismcts, "draw_worlds", lambda *_: records)
        return agent().explain(state)


def test_one_decision_is_explained_at_a_time() -> None:
    game = adut.game("belot")
    records = np.concatenate([game.new_state(seed=n).array for n in range(2)]).view(game.new_state(seed=0).array.dtype)
    with pytest.raises(adut.AdutError, match="one decision is explained at a time; the turn has 2"):
        agent().explain(Turn(game, records))


# Options.


@functools.cache
def opening() -> adut.State:
    """A decision in play with a choice of several cards."""
    return next(state for state in states_of(adut.game("belot"), range(9), "play") if len(state.legal_actions()) > 4)


def test_the_registry_knows_it() -> None:
    made = make("ismcts:iterations=7, worlds=3", adut.game("belot"))
    assert isinstance(made, IsmctsAgent)
    assert made.name == "ismcts"
    assert made.options == SearchOptions(iterations=7, worlds=3)
    assert make_ismcts(adut.game("belot"), "").options == SearchOptions()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "iteration=5",
            r"unknown option 'iteration' of ismcts \(did you mean 'iterations'\?\); choose from iterations, seconds, worlds,",
        ),
        ("worlds", "an option of ismcts is name=value, as in worlds="),
        ("worlds=many", "worlds of ismcts is a whole number, not 'many'"),
        ("exploration=much", "exploration of ismcts is a number, not 'much'"),
        ("worlds=5,worlds=6", "the option 'worlds' of ismcts is given twice"),
        ("iterations=0", "iterations of ismcts is at least 1, not 0"),
        ("exploration=nan", "exploration of ismcts is at least 0, not nan"),
        ("call_prior=-1", "call_prior of ismcts is at least 0, not -1.0"),
        ("seconds=0", "seconds of ismcts are more than 0, not 0.0"),
        ("belief=blind", "belief of ismcts is one of uniform, rule, not 'blind'"),
        ("rollout=clever", "rollout of ismcts is one of random, mixed, rule, not 'clever'"),
    ],
)
def test_errors_of_options_help(text: str, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        parse_options(text)


def test_the_number_of_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = []

    class Counted(Worlds):
        def states(self, n: int, generator: np.random.Generator) -> NDArray[Any]:
            counts.append(n)
            return super().states(n, generator)

    monkeypatch.setattr(likely_worlds, "Worlds", Counted)
    agent(worlds=5, belief="uniform").act(turn_of(opening()))
    assert counts == [5]


def test_more_exploration_spreads_the_visits() -> None:
    least, most = (
        max(entry.visits for entry in agent(iterations=400, exploration=exploration).explain(opening()))
        for exploration in (0.1, 20.0)
    )
    assert most < least


def test_the_prior_tries_the_choice_of_the_rule_based_player_first() -> None:
    for state in list(states_of(adut.game("belot"), range(2)))[::6]:
        chosen = int(RuleAgent().act(turn_of(state))[0])
        assert int(agent(iterations=1, prior=1.0).act(turn_of(state))[0]) == chosen
        believed = by_action(agent(iterations=100, prior=100.0).explain(state))[chosen]
        assert believed.visits > 50


def test_rollouts_differ() -> None:
    state = adut.game("belot").new_state(seed=3)
    values = [agent(rollout=rollout, iterations=100).explain(state)[0].value for rollout in ("random", "mixed", "rule")]
    assert values[0] != values[1]
    assert values[1] == values[2]  # a call is judged by rule


def test_one_thread_needs_no_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ismcts, "ThreadPoolExecutor", None)
    records = copy_records(opening().array, np.zeros(2, np.int64))
    assert len(agent(threads=1).act(Turn(opening().game, records))) == 2
    with pytest.raises(TypeError):
        agent(threads=2).act(Turn(opening().game, records))


def test_seconds_are_a_budget_too() -> None:
    agent().act(turn_of(opening()))  # compiled
    visits = [sum(entry.visits for entry in agent(seconds=seconds).explain(opening())) for seconds in (0.001, 0.5)]
    assert 0 < visits[0] < visits[1]


def test_calls_are_those_of_the_rule_based_player_where_the_game_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    state = next(states_of(adut.game("russian_preferans"), range(1)))
    chosen = RuleAgent().act(turn_of(state)).tolist()
    told = agent(call_prior=None).explain(state)
    assert told[0].action == chosen[0]
    assert sum(entry.visits for entry in told) == 40
    monkeypatch.setattr(ismcts, "_Search", None)
    assert agent().act(turn_of(state)).tolist() == chosen
    with pytest.raises(TypeError):
        agent(call_prior=3.0).act(turn_of(state))
    state = next(states_of(adut.game("belot"), range(1)))
    with pytest.raises(TypeError):
        agent().act(turn_of(state))
    assert agent(call_prior=math.inf).act(turn_of(state)).tolist() == RuleAgent().act(turn_of(state)).tolist()


def test_a_full_tree_grows_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a time, iterations go on when there is no room for further nodes or edges."""
    monkeypatch.setattr(ismcts, "MOST_NODES", 64)
    state = next(states_of(adut.game("belot"), range(1), start="play"))
    found = ismcts._Search(state.game, state.view(), 1, np.zeros(state.game.num_actions), SearchOptions(seconds=0.2), None)
    found.run()
    assert found._tally["iterations"][0] > 64
    assert found._tally["edges"][0] == 64
    assert found._tally["nodes"][0] <= 64


# A policy as prior and likelihood.


def test_a_policy_is_the_prior() -> None:
    state = opening()
    favourite = state.legal_actions()[-1]

    def policy(turn: Turn) -> NDArray[np.float64]:
        chances = turn.action_mask / turn.action_mask.sum(axis=1, keepdims=True)
        chances[:, favourite] += 1.0
        return np.asarray(chances / chances.sum(axis=1, keepdims=True), np.float64)

    searcher = IsmctsAgent(SearchOptions(iterations=1, worlds=4), policy)
    assert int(searcher.act(turn_of(state))[0]) == favourite


def pass_thrice(seed: int) -> adut.State:
    return adut.game("belot").new_state(seed=seed, start=["pass", "pass", "pass"])


def test_a_policy_tells_which_worlds_are_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    """If nobody who holds the ace of spades passes, none of those who passed holds it in the worlds that are searched."""
    ace = 31
    game = adut.game("belot")
    state = next(state for state in map(pass_thrice, range(99)) if not state.array["hands"][0, state.actor] >> ace & 1)
    passed = [seat for seat in range(4) if seat != state.actor]

    def policy(turn: Turn) -> NDArray[np.float64]:
        chances = np.zeros((len(turn), game.num_actions))
        holds_ace = turn.observation[:, game.layout.at("hand") + ace] == 1
        chances[:, game.action_id("pass")] = ~holds_ace
        return chances

    drawn = []
    draw = ismcts.draw_worlds
    monkeypatch.setattr(ismcts, "draw_worlds", lambda *given: drawn.append(draw(*given)) or drawn[-1])
    IsmctsAgent(SearchOptions(iterations=5, worlds=200), policy).act(turn_of(state))
    IsmctsAgent(SearchOptions(iterations=5, worlds=200)).act(turn_of(state))
    held = [int((worlds["hands"][:, passed] >> ace & 1).sum()) for worlds in drawn]
    assert held[0] == 0
    assert held[1] > 0


# Without compilation.

PLAIN = """
import json, adut
from adut.search.ismcts import make_ismcts
state = adut.game("belot").new_state(seed=3, start="play")
told = make_ismcts(state.game, "iterations=8,worlds=2,rollout=random,prior=0.5").explain(state)
print(json.dumps([(entry.action, entry.visits, entry.value) for entry in told if entry.visits]))
"""


@pytest.mark.skipif(not COMPILED, reason="compares with compiled code")
def test_uncompiled_it_finds_the_same() -> None:
    told = []
    for uncompiled in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": uncompiled}
        done = subprocess.run([sys.executable, "-c", PLAIN], env=environment, capture_output=True, text=True, check=True)
        told.append(json.loads(done.stdout))
    assert told[0] == told[1]
    assert sum(visits for _, visits, _ in told[0]) == 8
