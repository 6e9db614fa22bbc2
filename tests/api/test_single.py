"""The single-seat Gymnasium environment."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.api.helpers import SHORT_MATCH, forms, label, pick, same, tables, unexpected

import adut
from adut.agents import make, turn_of
from adut.api.aec import raw_env
from adut.api.registry import gymnasium_id
from adut.api.single import MAX_SKIPPED, SeatEnv, seat_env
from adut.core.history import ACTION


class FirstLegal:
    """An agent that takes the first legal action and remembers whom it played for."""

    def __init__(self, name: str = "first") -> None:
        self.name = name
        self.seats: set[int] = set()

    def act(self, turn: Any) -> Any:
        self.seats |= set(turn.seats.tolist())
        return turn.action_mask.argmax(axis=1)


def play(environment: Any, seen: Any, rng: random.Random, moves: int = 10**9) -> list[Any]:
    """Play at most so many random steps of an episode. Returns all that `step` returned."""
    steps: list[Any] = []
    while len(steps) < moves and not (steps and (steps[-1][2] or steps[-1][3])):
        steps.append(environment.step(pick(seen["action_mask"], rng)))
        seen = steps[-1][0]
    return steps


@pytest.mark.parametrize(("name", "options"), [*tables(), *forms()], ids=label)
def test_gymnasium_check_env(name: str, options: dict[str, Any]) -> None:
    environment = seat_env(name, **options)
    assert unexpected(lambda: check_env(environment, skip_render_check=True), ()) == []


@pytest.mark.parametrize("name", adut.GAMES)
def test_gymnasium_check_env_with_render(name: str) -> None:
    """It renders in every mode by making the environment anew from its registry entry."""
    check_env(gymnasium.make(gymnasium_id(name), render_mode="ansi", disable_env_checker=True).unwrapped)


@pytest.mark.parametrize("opponents", ["random", "rule"])
@pytest.mark.parametrize(("name", "options"), forms(), ids=label)
def test_it_is_the_same_game_as_the_turn_based_one(name: str, options: dict[str, Any], opponents: str) -> None:
    environment, turns = seat_env(name, opponents=opponents, **options), raw_env(name, **options)
    agent = make(opponents, environment.game)
    seen, info = environment.reset(seed=3)
    turns.reset(seed=3, options={"table": info["skipped"]})
    learner = f"player_{info['seat']}"
    rng = random.Random(3)
    total, ended = 0.0, False
    while not ended:
        while turns.agent_selection != learner:
            turns.step(int(agent.act(turn_of(turns.table))[0]))
        assert same(seen, turns.observe(learner))
        action = pick(seen["action_mask"], rng)
        turns.step(action)
        while turns.agent_selection != learner and not turns.table.is_over:
            turns.step(int(agent.act(turn_of(turns.table))[0]))
        seen, reward, terminated, truncated, now = environment.step(action)
        assert now == info
        assert type(reward) is float
        assert reward == pytest.approx(turns._cumulative_rewards[learner])
        assert environment.table == turns.table
        total += reward
        ended = terminated or truncated
        assert (terminated, truncated) == (turns.terminations[learner], turns.truncations[learner])
    assert not seen["action_mask"].any()
    if environment.game.episode == environment.game.reward == "deal":
        assert total == pytest.approx(environment.table.rewards[info["seat"]] / environment.game.unit)


class TestSeats:
    def test_a_fixed_seat(self) -> None:
        environment = seat_env("skat", seat=1)
        for _ in range(5):
            environment.reset()
            assert environment.learner == environment.table.actor == 1

    def test_a_drawn_seat_depends_on_the_seed_alone(self) -> None:
        environment = seat_env("skat", players=4)
        drawn = []
        for seed in range(60):
            _, info = environment.reset(seed=seed)
            drawn.append(info["seat"])
        assert set(drawn) == {0, 1, 2, 3}
        again = seat_env("skat", players=4, opponents="rule")
        assert [again.reset(seed=seed)[1]["seat"] for seed in range(60)] == drawn

    def test_a_drawn_seat_is_not_tied_to_the_deal(self) -> None:
        environment = seat_env("skat")
        pairs = set()
        for seed in range(80):
            _, info = environment.reset(seed=seed)
            pairs.add((info["seat"], environment.table.dealer))
        assert len(pairs) == 9

    @pytest.mark.parametrize("seat", [3, -1, "first"])
    def test_there_is_no_such_seat(self, seat: Any) -> None:
        with pytest.raises(adut.AdutError, match="seat is a whole number from 0 to 2"):
            seat_env("skat", seat=seat)

    def test_opponents_sit_clockwise_from_the_learner(self) -> None:
        first, second = FirstLegal("left"), FirstLegal("right")
        environment = seat_env("skat", opponents=[first, second], seat=2)
        for _ in range(3):
            seen, _ = environment.reset()
            play(environment, seen, random.Random(1))
        assert (first.seats, second.seats) == ({0}, {1})


def _made(table: Any) -> list[int]:
    """The actions of the present deal."""
    return [int(value) for kind, _, _, value in table.history() if kind == ACTION]


class TestSkippedDeals:
    def test_the_sitting_dealer_is_not_asked(self) -> None:
        environment = seat_env("skat", players=4, seat=2)
        total, counts = 0, set()
        environment.reset(seed=5)
        total += environment.skipped
        for _ in range(40):
            _, info = environment.reset()
            assert environment.table.actor == 2 != environment.table.dealer
            assert info == {"seat": 2, "skipped": environment.skipped}
            total += info["skipped"]
            counts.add(info["skipped"])
        assert environment.total_skipped == total
        assert {0, 1} <= counts

    def test_the_next_deal_keeps_the_setup_but_not_the_cards(self) -> None:
        deck = list(range(32))
        environment = seat_env("skat", players=4, seat=2)
        for seed in range(20):
            _, info = environment.reset(seed=seed, options={"deck": deck, "start": ["pass"], "table": 7})
            record = environment.table.record
            assert environment.table.game.action_id("pass") in _made(environment.table)
            assert (record.pack.tolist() == deck) == (info["skipped"] == 0)
            assert record.table == 7 + info["skipped"]

    def test_a_learner_who_is_never_asked_is_reported(self) -> None:
        environment = seat_env("skat", players=4, seat=2, opponents=FirstLegal())
        with pytest.raises(adut.AdutError, match=f"player_2 was not asked in {MAX_SKIPPED} deals"):
            environment.reset(options={"dealer": 2})
        with pytest.raises(adut.AdutError, match="reset"):
            environment.step(0)

    def test_a_match_goes_on_instead(self) -> None:
        environment = seat_env("skat", players=4, seat=2, episode="match")
        _, info = environment.reset(seed=1, options={"dealer": 2})
        assert info["skipped"] == 0
        assert environment.table.record.match_deals > 1


class TestIllegalActions:
    def test_they_end_the_episode(self) -> None:
        environment = seat_env("skat", illegal_reward=-4.0)
        environment.reset(seed=1)
        before = environment.table.copy()
        seen, reward, terminated, truncated, _ = environment.step(0)
        assert (reward, terminated, truncated) == (-4.0, True, False)
        assert not seen["action_mask"].any()
        assert environment.table == before
        with pytest.raises(adut.AdutError, match="reset"):
            environment.step(0)

    @pytest.mark.parametrize("action", [10**6, -1, 0.5, None])
    def test_what_is_no_action_is_refused(self, action: Any) -> None:
        environment = seat_env("skat")
        environment.reset(seed=1)
        with pytest.raises(adut.IllegalActionError, match="an action is a number from 0 to"):
            environment.step(action)

    def test_those_of_opponents_are_theirs(self) -> None:
        class Wrong:
            name = "wrong"

            def act(self, turn: Any) -> Any:
                return np.zeros(len(turn), np.int64)

        environment = seat_env("skat", opponents=Wrong(), seat=0)
        with pytest.raises(adut.IllegalActionError, match="wrong chose action 0"):
            environment.reset(options={"dealer": 0})


class TestOpponents:
    def test_there_must_be_one_for_each_seat(self) -> None:
        with pytest.raises(adut.OptionError, match="one agent or 3 of them"):
            seat_env("skat", players=4, opponents=["random", "rule"])

    def test_they_must_be_agents(self) -> None:
        with pytest.raises(adut.OptionError, match="name of an agent"):
            seat_env("skat", opponents=3)
        with pytest.raises(adut.AdutError, match="did you mean 'random'"):
            seat_env("skat", opponents="randon")

    def test_a_game_object_is_enough(self) -> None:
        game = adut.game("skat", rules="isko")
        assert SeatEnv(game).game is game


def test_start_is_an_option_of_the_environment_too() -> None:
    environment = seat_env("skat", start="play", opponents=FirstLegal(), seat=1)
    for seed in range(5):
        environment.reset(seed=seed)
        state = environment.game.new_state(seed=seed, table=environment.skipped, start="play")
        while state.actor != 1:
            state.apply(state.legal_actions()[0])
        assert environment.table == state


def test_action_masks_are_those_of_the_observation() -> None:
    environment = seat_env("skat")
    seen, _ = environment.reset(seed=1)
    assert same(environment.action_masks(), seen["action_mask"].astype(bool))


def test_resets_go_on_with_the_tables_of_the_seed() -> None:
    environment = seat_env("skat", seat=0)
    environment.reset(seed=8)
    seeds = [(environment.table.record.seed, environment.table.record.table)]
    for _ in range(2):
        environment.reset()
        seeds.append((environment.table.record.seed, environment.table.record.table))
    assert seeds == [(8, 0), (8, 1), (8, 2)]


def test_the_table_is_shown_as_the_learner_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    environment = seat_env("skat", render_mode="ansi", seat=1)
    environment.reset(seed=1)
    assert environment.render() == environment.table.to_text(1)
    environment = seat_env("skat", render_mode="human", seat=1)
    seen, _ = environment.reset(seed=1)
    play(environment, seen, random.Random(1), moves=1)
    assert capsys.readouterr().out.endswith(f"{environment.table.to_text(1)}\n")


@pytest.mark.parametrize("copier", [copy.deepcopy, lambda environment: pickle.loads(pickle.dumps(environment))])
@pytest.mark.parametrize("name", adut.GAMES)
def test_a_copy_goes_on_identically(name: str, copier: Any) -> None:
    environment = seat_env(name, observation="both", **SHORT_MATCH)
    seen, _ = environment.reset(seed=4)
    rng = random.Random(6)
    ended = False
    while not ended:
        twin, other = copier(environment), copier(environment)
        assert same(play(twin, seen, random.Random(0)), play(other, seen, random.Random(0)))
        assert same(twin.reset(), other.reset())
        steps = play(environment, seen, rng, moves=5)
        seen, _, terminated, truncated, _ = steps[-1]
        ended = terminated or truncated
