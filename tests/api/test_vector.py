"""The single-seat Gymnasium vector environment."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import FlattenObservation, RecordEpisodeStatistics
from tests.api.helpers import forms, label, pick, same, tables, unexpected
from tests.api.test_single import FirstLegal

import adut
from adut.api.single import seat_env
from adut.api.vector import SeatVectorEnv, seat_vector_env

N = 5


def decide(seen: dict[str, Any], rngs: list[random.Random]) -> Any:
    """A random legal action at every table; 0 where there is none."""
    return np.array([pick(mask, rng) if mask.any() else 0 for mask, rng in zip(seen["action_mask"], rngs)])


def generators() -> list[random.Random]:
    """A random generator for each table."""
    return [random.Random(table) for table in range(N)]


def row(seen: dict[str, Any], table: int) -> dict[str, Any]:
    """The observation of one table."""
    return {key: part[table] for key, part in seen.items()}


@pytest.mark.parametrize(("name", "options"), [*tables(), *forms()], ids=label)
def test_each_table_is_a_single_environment(name: str, options: dict[str, Any]) -> None:
    """Until its first episode ends, if none was skipped: a single environment goes on at another table then."""
    vector = seat_vector_env(name, num_envs=N, opponents=["random"] * (adut.game(name, **_game(options)).seats - 1), **options)
    singles = [seat_env(name, **options) for _ in range(N)]
    rngs = generators()
    seen, info = vector.reset(seed=3)
    views = [single.reset(seed=3, options={"table": table})[0] for table, single in enumerate(singles)]
    alive = {table for table in range(N) if not info["skipped"][table] and not singles[table].skipped}
    compared = 0
    while alive:
        assert vector.observation_space.contains(seen)
        actions = decide(seen, rngs)
        assert vector.action_space.contains(actions)
        for table in alive:
            assert same(row(seen, table), views[table])
            assert info["seat"][table] == singles[table].learner
        seen, rewards, terminated, truncated, info = vector.step(actions)
        for table in sorted(alive):
            views[table], reward, *ends, _ = singles[table].step(int(actions[table]))
            compared += 1
            assert rewards[table] == reward
            assert [terminated[table], truncated[table]] == ends
            if any(ends):
                assert same(row(seen, table), views[table])
                alive.remove(table)
    assert compared > N


def _game(options: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in options.items() if key != "observation"}


class TestAutoreset:
    def test_the_mode_is_declared(self) -> None:
        assert seat_vector_env("skat").metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
        for mode in AutoresetMode:
            for given in (mode, mode.value):
                assert seat_vector_env("skat", autoreset_mode=given).metadata["autoreset_mode"] is mode
        with pytest.raises(adut.OptionError, match="autoreset_mode is one of NextStep, SameStep, Disabled"):
            seat_vector_env("skat", autoreset_mode="Sometimes")

    def test_next_step_and_same_step_play_the_same_episodes(self) -> None:
        stories: list[list[Any]] = []
        for mode in ("NextStep", "SameStep"):
            vector = seat_vector_env("skat", num_envs=N, players=4, autoreset_mode=mode)
            seen, info = vector.reset(seed=2)
            rngs = generators()
            story: list[list[Any]] = [[(row(seen, table), int(info["seat"][table]))] for table in range(N)]
            resting = np.zeros(N, bool)
            for _ in range(60):
                seen, rewards, terminated, truncated, info = vector.step(decide(seen, rngs))
                ended = terminated | truncated
                for table in range(N):
                    begins = (row(seen, table), int(info["seat"][table]))
                    if mode == "NextStep":
                        if resting[table]:
                            assert (rewards[table], ended[table]) == (0, False)
                            story[table].append(begins)
                        else:
                            story[table].append((row(seen, table), float(rewards[table]), bool(ended[table])))
                    elif ended[table]:
                        assert info["_final_obs"][table]
                        assert info["final_info"]["_seat"][table]
                        story[table].append((info["final_obs"][table], float(rewards[table]), True))
                        story[table].append(begins)
                    else:
                        story[table].append((row(seen, table), float(rewards[table]), False))
                if mode == "SameStep":
                    assert ended.any() == ("final_obs" in info)
                    if ended.any():
                        assert same(info["_final_info"], ended)
                resting = ended if mode == "NextStep" else resting
            stories.append(story)
        for one, other in zip(*stories):
            length = min(len(one), len(other))
            assert length > 20
            assert same(one[:length], other[:length])

    def test_disabled_waits_for_the_mask(self) -> None:
        vector = seat_vector_env("skat", num_envs=N, autoreset_mode="Disabled")
        seen, _ = vector.reset(seed=2)
        rngs = generators()
        ended = np.zeros(N, bool)
        while not ended.any():
            seen, _, terminated, truncated, _ = vector.step(decide(seen, rngs))
            ended = terminated | truncated
        assert not seen["action_mask"][ended].any()
        assert not vector.action_masks()[ended].any()
        with pytest.raises(adut.AdutError, match="has ended"):
            vector.step(decide(seen, rngs))
        before = seen
        seen, _ = vector.reset(options={"reset_mask": ended})
        for table in range(N):
            assert same(row(seen, table), row(before, table)) == (not ended[table])
        vector.step(decide(seen, rngs))

    def test_wrong_masks(self) -> None:
        vector = seat_vector_env("skat", num_envs=N)
        with pytest.raises(adut.OptionError, match="first"):
            vector.reset(options={"reset_mask": np.ones(N, bool)})
        vector.reset(seed=1)
        for mask in (np.ones(N, np.int8), np.ones(N + 1, bool)):
            with pytest.raises(adut.OptionError, match="reset_mask is a bool array"):
                vector.reset(options={"reset_mask": mask})
        with pytest.raises(adut.OptionError, match="first"):
            vector.reset(seed=1, options={"reset_mask": np.ones(N, bool)})


class TestReset:
    def test_a_seed_deals_the_same(self) -> None:
        one, other = (seat_vector_env("skat", num_envs=N) for _ in range(2))
        first = one.reset(seed=0)
        second = one.reset()
        assert not same(first, second)
        assert same(first, other.reset(seed=0))
        assert same(second, other.reset())
        assert same(one.reset(seed=0), first)
        assert not same(one.reset(seed=1), first)

    def test_without_a_seed_each_environment_is_different(self) -> None:
        one, other = (seat_vector_env("skat", num_envs=N) for _ in range(2))
        assert not same(one.reset(), other.reset())

    def test_options_reach_the_batch(self) -> None:
        deck = np.arange(32)
        vector = seat_vector_env("skat", num_envs=N)
        vector.reset(seed=1, options={"decks": np.tile(deck, (N, 1)), "dealers": 1, "start": "play", "unknown": 1})
        assert (vector.batch.states["pack"] == deck).all()
        assert (vector.batch.states["dealer"] == 1).all()
        with pytest.raises(adut.AdutError, match="start is 'deal' or 'play'"):
            vector.reset(seed=1, options={"start": "middle"})

    def test_start_is_an_option_of_the_environment_too(self) -> None:
        agent = FirstLegal()
        vector = seat_vector_env("skat", num_envs=N, start="play", opponents=agent, seat=1)
        vector.reset(seed=1)
        for table in range(N):
            state = vector.game.new_state(seed=1, table=table, start="play")
            while state.actor != 1:
                state.apply(state.legal_actions()[0])
            assert vector.batch.state(table) == state

    def test_a_learner_who_is_never_asked_is_reported(self, monkeypatch: pytest.MonkeyPatch) -> None:
        vector = seat_vector_env("skat", num_envs=2, players=4, seat=0, opponents=FirstLegal())
        _, info = vector.reset(seed=1, options={"dealers": 0})
        assert info["skipped"].min() >= 1
        assert vector.total_skipped == info["skipped"].sum()
        monkeypatch.setattr("adut.api.vector.MAX_SKIPPED", 1)
        with pytest.raises(adut.AdutError, match="1 deals in a row did not ask the learner at table 0"):
            vector.reset(options={"dealers": 0})

    def test_nothing_can_be_done_before_the_first_reset(self) -> None:
        with pytest.raises(adut.AdutError, match="reset"):
            seat_vector_env("skat", num_envs=N).step(np.zeros(N, np.int64))


class TestActions:
    def test_an_illegal_one_ends_its_table_alone(self) -> None:
        vector = seat_vector_env("skat", num_envs=N, illegal_reward=-9.0)
        vector.reset(seed=1)
        actions = np.array([[vector.game.action_id("pass")] * N] * 2)
        actions[1, 2] = 0
        _, _, legal, _, _ = vector.step(actions[0])
        assert not legal[2]
        vector.reset(seed=1)
        seen, rewards, terminated, truncated, _ = vector.step(actions[1])
        assert rewards[2] == -9.0
        assert np.flatnonzero(terminated != legal).tolist() == [2]
        assert not truncated.any()
        assert same(seen["action_mask"].any(axis=1), ~terminated)
        seen, rewards, terminated, *_ = vector.step(seen["action_mask"].argmax(axis=1))
        assert rewards[2] == 0
        assert not terminated[2]
        assert seen["action_mask"].any(axis=1).all()

    @pytest.mark.parametrize(
        "actions", [np.zeros(N), np.zeros(N + 1, int), np.full(N, -1), np.full(N, 10**6), None, np.zeros((N, 1), int)]
    )
    def test_what_is_no_action_is_refused(self, actions: Any) -> None:
        vector = seat_vector_env("skat", num_envs=N)
        vector.reset(seed=1)
        before = vector.batch.states.copy()
        with pytest.raises(adut.IllegalActionError, match="actions are"):
            vector.step(actions)
        assert before.tobytes() == vector.batch.states.tobytes()

    def test_random_actions_of_the_space_are_survived(self) -> None:
        vector = seat_vector_env("skat", num_envs=N)
        vector.reset(seed=1)
        vector.action_space.seed(1)
        ends = 0
        for _ in range(20):
            _, _, terminated, _, _ = vector.step(vector.action_space.sample())
            ends += terminated.sum()
        assert ends

    def test_masks_are_those_of_the_observation(self) -> None:
        vector = seat_vector_env("skat", num_envs=N)
        seen, _ = vector.reset(seed=1)
        assert same(vector.action_masks(), seen["action_mask"].astype(bool))


class TestOpponents:
    def test_they_sit_clockwise_from_the_learner(self) -> None:
        first, second = FirstLegal("left"), FirstLegal("right")
        vector = seat_vector_env("skat", num_envs=N, opponents=[first, second], seat=2)
        seen, _ = vector.reset(seed=1)
        for _ in range(10):
            seen, *_ = vector.step(seen["action_mask"].argmax(axis=1))
        assert (first.seats, second.seats) == ({0}, {1})

    def test_one_agent_may_sit_at_several_seats(self) -> None:
        agent, other = FirstLegal(), FirstLegal()
        vector = seat_vector_env("skat", players=4, num_envs=N, opponents=[agent, other, agent], seat=0)
        seen, _ = vector.reset(seed=1)
        for _ in range(10):
            seen, *_ = vector.step(seen["action_mask"].argmax(axis=1))
        assert (agent.seats, other.seats) == ({1, 3}, {2})


def test_threads_change_nothing() -> None:
    results = []
    for threads in (1, 2):
        vector = seat_vector_env("skat", num_envs=600, threads=threads)
        seen, _ = vector.reset(seed=1)
        for _ in range(12):
            result = vector.step(seen["action_mask"].argmax(axis=1))
            seen = result[0]
        results.append(result)
    assert same(*results)


def test_every_answer_is_a_new_array() -> None:
    vector = seat_vector_env("skat", num_envs=N, observation="both")
    answers = [vector.reset(seed=1)]
    for _ in range(2):
        answers.append(vector.step(answers[-1][0]["action_mask"].argmax(axis=1)))
    for one, other in ((answers[0], answers[1]), (answers[1], answers[2])):
        assert not any(np.shares_memory(one[0][key], other[0][key]) for key in one[0])
        assert not any(np.shares_memory(one[-1][key], other[-1][key]) for key in one[-1])
        assert not any(
            np.shares_memory(answer[0][key], part)
            for answer in (one, other)
            for key in answer[0]
            for part in (vector.batch.observation, vector.batch.action_mask)
        )


def test_wrappers_of_gymnasium_accept_it() -> None:
    vector = RecordEpisodeStatistics(gymnasium.make_vec("adut/Skat-v0", num_envs=N))
    flat = FlattenObservation(vector)
    rng = np.random.default_rng(1)

    def run() -> None:
        seen, _ = flat.reset(seed=1)
        assert flat.observation_space.contains(seen)
        for _ in range(30):
            masks = vector.env.unwrapped.action_masks()
            seen, *_, info = flat.step((masks * rng.random(masks.shape)).argmax(axis=1))
        assert vector.return_queue
        assert "seat" in info

    assert unexpected(run, ()) == []


def test_text() -> None:
    vector = seat_vector_env("skat", num_envs=2, render_mode="ansi")
    vector.reset(seed=1)
    assert vector.render() == tuple(vector.batch.state(i).to_text(int(vector.seats[i])) for i in range(2))
    vector.close()


def test_a_game_object_is_enough() -> None:
    game = adut.game("skat", rules="isko")
    assert SeatVectorEnv(game, 2).game is game
