"""Perfect-information Monte Carlo: what it finds, that it repeats itself, and that it looks at nothing hidden."""

from __future__ import annotations

import functools
import pickle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.search.decisions import NAMES, play_by_rule, states_of

import adut
from adut.agents import AgentError, RuleAgent, Turn, ask, make, turn_of
from adut.core.record import copy_records
from adut.search import PimcAgent, PimcOptions, Worlds, judge, pimc, solve
from adut.search.judge import is_solved
from adut.search.likely_worlds import draw_worlds
from adut.search.pimc_options import parse_options


def agent(**options: Any) -> PimcAgent:
    return PimcAgent(PimcOptions(**{"worlds": 4, "playouts": 6, "call_worlds": 16, **options}))


@functools.cache
def chosen_states(name: str) -> list[adut.State]:
    """Decisions of several phases: every fifth, and not before eight cards of Skat, which take longer."""
    states = list(states_of(adut.game(name), range(4)))[::5]
    return [state for state in states if state.phase != "play" or name != "skat" or cards_left(state) <= 8]


def cards_left(state: adut.State) -> int:
    return int(np.bitwise_count(state.array["hands"][0]).max())


# Every game.


@pytest.mark.parametrize("name", NAMES)
def test_it_plays_deals_to_their_end(name: str) -> None:
    player = agent(worlds=2, playouts=2, call_worlds=4)
    phases = set()
    for seed in range(3):
        state = adut.game(name).new_state(seed=seed)
        while not state.is_over:
            phases.add(state.phase)
            state.apply(int(ask(player, turn_of(state))[0]))
    assert len(phases) > 1


@pytest.mark.parametrize("name", NAMES)
def test_decisions_do_not_depend_on_hidden_cards(name: str) -> None:
    game = adut.game(name)
    others, phases = 0, set()
    for state in chosen_states(name):
        worlds = Worlds(state).states(2, np.random.default_rng(2))
        for field in ("seed", "table", "deal_number"):  # the key of the decision
            worlds[field] = state.array[field]
        told = agent().explain(state)
        phases.add(state.phase)
        for i in range(2):
            other = adut.State.from_record(game, worlds[i : i + 1])
            others += other.array["hands"].tobytes() != state.array["hands"].tobytes()
            assert agent().explain(other) == told
    assert others > 5
    assert len(phases) > 1


@pytest.mark.parametrize("name", NAMES)
def test_answers_depend_on_neither_threads_nor_other_tables(name: str) -> None:
    chosen = chosen_states(name)[::2]
    records = np.concatenate([state.array for state in chosen]).view(chosen[0].array.dtype)
    together = agent(threads=3).act(Turn(adut.game(name), records))
    assert together.tolist() == [int(agent(threads=1).act(turn_of(state))[0]) for state in chosen]


@pytest.mark.parametrize("name", NAMES)
def test_explanations(name: str) -> None:
    for state in chosen_states(name)[::2]:
        told = agent().explain(state)
        assert sorted(entry.action for entry in told) == state.legal_actions()
        assert {entry.text for entry in told} == {state.action_text(action) for action in state.legal_actions()}
        assert told[0].action == agent().act(turn_of(state))[0]
        assert [entry.value for entry in told[1:]] == sorted((entry.value for entry in told[1:]), reverse=True)
        assert all(1 <= entry.visits <= 16 for entry in told)
        assert told[0].visits == (10 if state.phase == "play" and is_solved(state.game, state.array) else 16)


# What it finds.


@pytest.mark.parametrize(("name", "players"), [("skat", 3), ("bela", 4), ("bela", 2), ("belot", 4)])
def test_a_deal_played_on_with_open_hands_pays_what_was_judged(name: str, players: int) -> None:
    """Declarations, belots and everything else that is scored included."""
    game = adut.game(name, players)
    judged = 0
    for seed in range(6):
        state = game.new_state(seed=seed, start="play" if name == "skat" else None)
        told: list[tuple[int, float]] = []
        while not state.is_over:
            legal = np.array(state.legal_actions())
            if state.phase == "play" and legal.max() < 32 and cards_left(state) <= 8 - seed:
                value = judge(game, state.array, legal, threads=1)[0]
                best = solve(state).best[0]
                told.append((state.actor, float(value[legal.tolist().index(best)])))
                state.apply(best)
            else:
                play_by_rule(state)
        parts = game.spec.payoff_parts(game.seats)
        paid = [int(game.kernels.payoff(state.array, game.options, seat)) / parts for seat in range(players)]
        assert told == [(seat, paid[seat]) for seat, _ in told], (seed, state.to_text())
        judged += len(told)
    assert judged > 30


def test_in_null_it_gets_rid_of_its_only_risk_first() -> None:
    """Nothing but the eight of diamonds can ever take a trick. Led at once, one of the others still has a diamond above it."""
    hands = {
        0: "C7 C8 C9 C10 S7 S8 S9 S10 H7 D8",
        1: "CJ CQ SJ SQ HJ HQ HK DJ DQ D7",
        2: "CK CA SK SA HA H8 H9 H10 DK DA",
        "skat": "D9 D10",
    }
    start = ["pass", "pass", "18", "play hand", "declare null"]
    state = adut.game("skat").new_state(seed=1, dealer=2, hands=hands, start=start)
    told = agent(worlds=20, playouts=0, prior=0.0).explain(state)
    assert told[0].text == "play D8"
    assert told[0].value > max(entry.value for entry in told[1:])


def test_the_prior_is_kept_where_nothing_is_better() -> None:
    for state in chosen_states("belot")[::2]:
        by_rule = int(RuleAgent().act(turn_of(state))[0])
        assert int(agent(prior=1e9, call_prior=1e9).act(turn_of(state))[0]) == by_rule


def test_the_solver_and_playouts_by_rule_count_equally(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that is worth 2 more by the one and 1 less by the other is better, one that is worth 1 and 2 is worse."""
    state = next(state for state in chosen_states("belot") if state.phase == "play" and len(state.legal_actions()) > 2)
    legal = state.legal_actions()
    by_rule = int(RuleAgent().act(turn_of(state))[0])
    better, worse = [action for action in legal if action != by_rule][:2]

    def judged(game: adut.Game, records: Any, actions: NDArray[np.int64], **how: Any) -> NDArray[np.float64]:
        worth = {better: (2.0, -1.0), worse: (1.0, -2.0)}
        row = [worth.get(int(action), (0.0, 0.0))[0 if how["solve_cards"] else 1] for action in actions]
        return np.tile(row, (len(records), 1))

    monkeypatch.setattr(pimc, "judge", judged)
    told = {entry.action: (entry.value, entry.visits) for entry in agent().explain(state)}
    assert told[better] == (0.5, 10)
    assert told[worse] == (-0.5, 10)
    assert told[by_rule] == (0.0, 10)
    assert agent().act(turn_of(state)).tolist() == [better]
    assert agent(playouts=0).explain(state)[0].value == 2.0


def test_calls_are_those_of_the_rule_based_player_where_the_game_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    state = next(state for state in chosen_states("russian_preferans") if state.phase != "play")
    assert agent().explain(state)[0].visits == 16
    assert agent(call_prior=0.5).explain(state)[0].visits == 16
    monkeypatch.setattr(pimc, "judge", None)
    assert agent().act(turn_of(state)).tolist() == RuleAgent().act(turn_of(state)).tolist()
    state = next(state for state in chosen_states("belot") if state.phase != "play")
    assert agent(call_prior=np.inf).act(turn_of(state)).tolist() == RuleAgent().act(turn_of(state)).tolist()
    with pytest.raises(TypeError):
        agent().act(turn_of(state))


def test_worlds_go_with_the_calls_of_the_rule_based_player() -> None:
    """A player who has called is thought to have cards with which the rule-based player calls the same."""
    game = adut.game("skat")
    fitting = uniform = total = 0
    for seed in range(8):
        before = game.new_state(seed=seed)
        state = before.copy()
        play_by_rule(state)
        while state.actor == before.actor:
            before = state.copy()
            play_by_rule(state)
        if state.phase != "auction" or before.phase != "auction":
            continue
        called = int(RuleAgent().act(turn_of(before))[0])
        for belief in ("rule", "uniform"):
            drawn = draw_worlds(game, state.view(state.actor), 50, belief, np.random.default_rng(3), None)
            tables = copy_records(before.array, np.zeros(len(drawn), np.int64))
            tables["hands"] = drawn["hands"]
            same = int((RuleAgent().act(Turn(game, tables)) == called).sum())
            fitting += same if belief == "rule" else 0
            uniform += same if belief == "uniform" else 0
        total += 50
    assert total >= 200
    assert fitting > 0.95 * total
    assert uniform < 0.9 * total


@pytest.mark.parametrize("name", NAMES)
def test_worlds_fit_what_is_known_even_where_the_policy_excludes_the_calls(name: str) -> None:
    game = adut.game(name)

    def never(turn: Turn) -> NDArray[np.float64]:
        return np.zeros((len(turn), game.num_actions))

    for state in chosen_states(name)[::3]:
        drawn = draw_worlds(game, state.view(state.actor), 5, "rule", np.random.default_rng(1), never)
        views = [adut.State.from_record(game, drawn[i : i + 1]).view(state.actor).tobytes() for i in range(5)]
        assert views == [state.view(state.actor).tobytes()] * 5


def test_a_policy_is_the_prior() -> None:
    state = next(state for state in chosen_states("belot") if state.phase == "play")
    favourite = state.legal_actions()[-1]

    def policy(turn: Turn) -> NDArray[np.float64]:
        chances = turn.action_mask / turn.action_mask.sum(axis=1, keepdims=True)
        chances[:, favourite] += 1.0
        return np.asarray(chances / chances.sum(axis=1, keepdims=True), np.float64)

    assert int(PimcAgent(PimcOptions(worlds=2, prior=1e9), policy).act(turn_of(state))[0]) == favourite


def test_calls_can_be_judged_with_the_solver() -> None:
    state = next(state for state in chosen_states("belot") if state.phase == "auction")
    records = Worlds(state).states(3, np.random.default_rng(1))
    before = records.tobytes()
    legal = np.array(state.legal_actions())
    by_rule, by_solver = (judge(state.game, records, legal, solve_calls=solved) for solved in (False, True))
    assert by_rule.shape == by_solver.shape == (3, len(legal))
    assert not np.array_equal(by_rule, by_solver)
    assert records.tobytes() == before
    assert agent(calls="solver").explain(state) != agent().explain(state)


def test_a_deal_with_calls_judged_by_the_solver_repeats_itself() -> None:
    game = adut.game("belot")
    deals = []
    for threads in (1, 2):
        player = make(f"pimc:worlds=2,call_worlds=3,calls=solver,threads={threads}", game)
        state = game.new_state(seed=5)
        while not state.is_over:
            state.apply(int(ask(player, turn_of(state))[0]))  # refuses what is not legal
        deals.append(state.actions)
    assert deals[0] == deals[1]
    assert len(deals[0]) > 32


def test_seconds_are_a_budget_too() -> None:
    state = chosen_states("belot")[1]
    told = [agent(seconds=seconds).explain(state)[0].visits for seconds in (1e-9, 0.3)]
    assert told[0] < told[1]


def test_where_there_is_no_choice_it_does_not_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    state = adut.game("belot").new_state(seed=1, start="play")
    while len(state.legal_actions()) > 1:
        play_by_rule(state)
    monkeypatch.setattr(pimc, "judge", None)
    assert agent().act(turn_of(state)).tolist() == state.legal_actions()


def test_one_decision_is_explained_at_a_time() -> None:
    records = copy_records(adut.game("belot").new_state(seed=0).array, np.zeros(2, np.int64))
    with pytest.raises(adut.AdutError, match="one decision is explained at a time; the turn has 2"):
        agent().explain(Turn(adut.game("belot"), records))


# Options.


def test_the_registry_knows_it_and_processes_can_share_it() -> None:
    made = make("pimc:worlds=7, belief=uniform", adut.game("belot"))
    assert isinstance(made, PimcAgent)
    assert made.name == "pimc"
    assert made.options == PimcOptions(worlds=7, belief="uniform")
    assert pickle.loads(pickle.dumps(made)).options == made.options


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "world=5",
            r"unknown option 'world' of pimc \(did you mean 'worlds'\?\); choose from worlds, playouts, call_worlds, seconds,",
        ),
        ("worlds", "an option of pimc is name=value, as in worlds="),
        ("worlds=many", "worlds of pimc is a whole number, not 'many'"),
        ("prior=much", "prior of pimc is a number, not 'much'"),
        ("worlds=5,worlds=6", "the option 'worlds' of pimc is given twice"),
        ("call_worlds=0", "call_worlds of pimc is at least 1, not 0"),
        ("prior=nan", "prior of pimc is at least 0, not nan"),
        ("call_prior=-1", "call_prior of pimc is at least 0, not -1.0"),
        ("seconds=0", "seconds of pimc are more than 0, not 0.0"),
        ("belief=blind", "belief of pimc is one of uniform, rule, not 'blind'"),
        ("calls=clever", "calls of pimc is one of rule, solver, not 'clever'"),
    ],
)
def test_errors_of_options_help(text: str, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        parse_options(text)
