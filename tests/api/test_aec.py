"""The PettingZoo environment."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
import sys
import types
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test, state_test
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper
from tests.api.helpers import SHORT_MATCH, forms, label, pick, play, same, tables, unexpected

import adut
from adut.api.aec import AECTable, env, raw_env
from adut.api.parallel import parallel_env

DICT_OBSERVATIONS = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
"""What api_test says about every environment with an action mask that is not on its own list."""
TOKENS = ("The observation contains negative numbers and is in the shape of a graphical observation",)
"""api_test takes a history for a picture."""
ENDED = ("Action mask numpy array is all zeros",)
"""An agent that has ended has no legal action."""


class TestPettingZoo:
    @pytest.mark.parametrize(("name", "options"), [*tables(), *forms()], ids=label)
    def test_api(self, name: str, options: dict[str, Any]) -> None:
        environment = env(name, **options)
        assert unexpected(lambda: api_test(environment, num_cycles=60), DICT_OBSERVATIONS + TOKENS + ENDED) == []

    @pytest.mark.parametrize(("name", "options"), forms(), ids=label)
    def test_seed(self, name: str, options: dict[str, Any]) -> None:
        seed_test(lambda: env(name, **options), num_cycles=40)

    @pytest.mark.parametrize("name", adut.GAMES)
    def test_render(self, name: str) -> None:
        render_test(lambda render_mode: env(name, render_mode=render_mode))

    @pytest.mark.parametrize(("name", "options"), tables(), ids=label)
    def test_state(self, name: str, options: dict[str, Any]) -> None:
        state_test(env(name, **options), parallel_env(name, **options))

    def test_performance_benchmark(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        """It runs for five seconds by the clock; here the clock runs faster."""
        clock = itertools.count(0.0, 0.05)
        module = sys.modules["pettingzoo.test.performance_benchmark"]
        monkeypatch.setattr(module, "time", types.SimpleNamespace(time=lambda: next(clock)))
        performance_benchmark(env("skat"))
        assert "Finished performance benchmark" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "options"), [*tables(), *forms()], ids=label)
class TestEveryTable:
    def test_each_agent_sees_its_side_of_the_state(self, name: str, options: dict[str, Any]) -> None:
        environment = raw_env(name, **options)
        form = options.get("observation", "vector")
        rng = random.Random(1)
        environment.reset(seed=5)
        for _ in range(40):
            table = environment.table
            for seat, agent in enumerate(environment.possible_agents):
                seen = environment.observe(agent)
                assert environment.observation_space(agent).contains(seen)
                vector, tokens = table.observation(seat), table.history(seat)
                if form != "history":
                    assert same(seen["observation"], vector)
                if form != "vector":
                    history = seen["history" if form == "both" else "observation"]
                    assert same(history[: len(tokens)], tokens)
                    assert not history[len(tokens) :].any()
                    assert seen["history_length"] == [len(tokens)]
                mask = seen["action_mask"]
                assert mask.dtype == np.int8
                assert np.flatnonzero(mask).tolist() == (table.legal_actions() if seat == table.actor else [])
            if table.is_over:
                return
            environment.step(pick(environment.observe(environment.agent_selection)["action_mask"], rng))

    def test_rewards_are_those_of_the_state(self, name: str, options: dict[str, Any]) -> None:
        environment = raw_env(name, **options)
        environment.reset(seed=6)
        rng = random.Random(2)
        mirror = environment.table.copy()
        paid = np.zeros(mirror.game.seats)
        while not mirror.is_over:
            action = rng.choice(mirror.legal_actions())
            environment.step(action)
            mirror.apply(action)
            expected = [points / mirror.game.unit for points in mirror.rewards]
            assert list(environment.rewards.values()) == expected
            assert all(type(reward) is float for reward in environment.rewards.values())
            paid += expected
        if options.get("payoff") != "raw":
            assert paid.sum() == pytest.approx(0)

    def test_all_agents_end_together(self, name: str, options: dict[str, Any]) -> None:
        environment = env(name, **options)
        environment.reset(seed=7)
        seen = play(environment, random.Random(3))
        agents = environment.possible_agents
        ends = [row for row in seen if row[3] or row[4]]
        assert [row[0] for row in ends] == agents == [row[0] for row in seen[-len(agents) :]]
        assert {row[3:5] for row in ends} == {
            (not environment.unwrapped.table.truncated, environment.unwrapped.table.truncated)
        }
        assert environment.agents == []
        assert all(info == {} for _, _, _, _, _, info, _ in seen)

    def test_last_pays_everything_since_the_last_move(self, name: str, options: dict[str, Any]) -> None:
        environment = env(name, **options)
        environment.reset(seed=8)
        seen = play(environment, random.Random(4))
        for agent in environment.possible_agents:
            received = sum(row[2] for row in seen if row[0] == agent)
            points = sum(row[6].get(agent, 0.0) for row in seen[: -len(environment.possible_agents) + 1])
            assert received == pytest.approx(points)


def test_truncation_is_told_from_the_end() -> None:
    environment = raw_env("skat", **SHORT_MATCH)
    environment.reset(seed=1)
    seen = play(environment, random.Random(0))
    assert environment.table.truncated
    assert seen[-1][3:5] == (False, True)


def test_shaped_rewards_add_up_to_the_deal() -> None:
    returns = []
    for reward in ("deal", "trick"):
        environment = raw_env("skat", reward=reward)
        total = np.zeros(3)
        environment.reset(seed=4, options={"start": "play"})
        rng = random.Random(0)
        while not environment.table.is_over:
            environment.step(rng.choice(environment.table.legal_actions()))
            total += list(environment.rewards.values())
        returns.append(total)
    assert np.allclose(*returns)


class TestSpaces:
    @pytest.mark.parametrize("name", adut.GAMES)
    def test_each_agent_has_its_own(self, name: str) -> None:
        environment = env(name)
        one, two = environment.possible_agents[:2]
        for space in (environment.observation_space, environment.action_space):
            assert space(one) is space(one)
            assert space(one) is not space(two)
            assert space(one) == space(two)

    @pytest.mark.parametrize("name", adut.GAMES)
    def test_bounds_are_those_of_the_layout(self, name: str) -> None:
        layout = adut.game(name).layout
        box = env(name).observation_space("player_0")["observation"]
        assert same((box.low, box.high, box.dtype), (layout.low, layout.high, np.dtype(np.int8)))

    @pytest.mark.parametrize("name", adut.GAMES)
    def test_the_state_is_everything(self, name: str) -> None:
        environment = env(name)
        environment.reset(seed=1)
        table = environment.unwrapped.table
        assert same(environment.state(), np.concatenate([table.observation(0), table.hidden(0)]))
        assert environment.state_space.contains(environment.state())


class TestReset:
    def test_the_episodes_of_a_seed_are_the_tables_of_a_batch(self) -> None:
        batch = adut.make_batch("skat", 4, seed=0)
        batch.reset()
        environment = env("skat")
        environment.reset(seed=0)
        for table in range(4):
            agent = environment.agent_selection
            assert agent == f"player_{batch.actor[table]}"
            assert same(environment.observe(agent)["observation"], batch.observation[table])
            play(environment, random.Random(table), moves=table)
            environment.reset()

    def test_without_a_seed_each_environment_is_different(self) -> None:
        one, two = raw_env("skat"), raw_env("skat")
        one.reset()
        two.reset()
        assert one.table.record.seed != two.table.record.seed
        assert one.table != two.table

    @pytest.mark.parametrize("seed", [0, 1, 2**63 - 1])
    def test_a_seed_deals_the_same(self, seed: int) -> None:
        environment = raw_env("skat")
        environment.reset(seed=seed)
        first = environment.table
        environment.reset()
        assert environment.table != first
        environment.reset(seed=seed)
        assert environment.table == first == adut.game("skat").new_state(seed=seed)

    @pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "a", True])
    def test_what_is_no_seed(self, seed: Any) -> None:
        with pytest.raises(adut.AdutError, match="seed"):
            raw_env("skat").reset(seed=seed)

    def test_options_reach_the_state(self) -> None:
        game = adut.game("skat", episode="match")
        donor = game.new_state(seed=9)
        while not donor.deal_over:
            donor.apply(donor.legal_actions()[-1])
        deck = [int(card) for card in donor.record.pack]
        setup = {"table": 3, "deck": deck, "dealer": 2, "sheet": donor.sheet, "start": ["pass"]}
        environment = raw_env("skat", episode="match")
        environment.reset(seed=5, options={**setup, "unknown": 1})
        assert environment.table == game.new_state(seed=5, **setup)
        environment.reset()
        assert environment.table == game.new_state(seed=5, table=4)

    def test_hands_reach_the_state(self) -> None:
        hands = {0: "CA CT CK CQ DA DT DK DQ D9 D8", 1: "SA ST SK SQ S9 S8 S7 HA HT HK", 2: "CJ SJ HJ DJ C9 C8 C7 H9 H8 H7"}
        hands["skat"] = "HQ D7"
        environment = raw_env("skat")
        environment.reset(seed=5, options={"hands": hands})
        assert environment.table == adut.game("skat").new_state(seed=5, hands=hands)

    def test_start_is_an_option_of_the_environment_too(self) -> None:
        environment = raw_env("skat", start="play")
        environment.reset(seed=3)
        assert environment.table == adut.game("skat").new_state(seed=3, start="play")
        environment.reset(seed=3, options={"start": "deal"})
        assert environment.table == adut.game("skat").new_state(seed=3)
        with pytest.raises(adut.OptionError, match="start is 'deal' or 'play'"):
            raw_env("skat", start="middle")

    def test_a_refused_option_changes_nothing(self) -> None:
        environment = raw_env("skat")
        environment.reset(seed=1)
        environment.step(environment.table.legal_actions()[0])
        before, agent = environment.table, environment.agent_selection
        with pytest.raises(adut.AdutError):
            environment.reset(seed=2, options={"deck": "CA CA"})
        assert (environment.table, environment.agent_selection) == (before, agent)
        environment.reset()
        assert environment.table == adut.game("skat").new_state(seed=1, table=1)

    def test_the_configuration_survives(self) -> None:
        environment = raw_env("skat", rules="isko", players=4, reward="trick")
        game = environment.game
        environment.reset(seed=1)
        environment.reset(seed=2)
        assert environment.table.game is game
        assert game == adut.game("skat", rules="isko", players=4, reward="trick")


class TestIllegalActions:
    def test_the_bare_environment_refuses_them(self) -> None:
        environment = raw_env("skat")
        environment.reset(seed=1)
        before = environment.table.copy()
        for action in (0, 10**6, -1, None):
            with pytest.raises(adut.IllegalActionError):
                environment.step(action)
        assert environment.table == before

    @pytest.mark.parametrize(("options", "penalty"), [({}, -1.0), ({"illegal_reward": -7.5}, -7.5)])
    def test_the_wrapped_environment_ends(self, options: dict[str, float], penalty: float) -> None:
        environment = env("skat", **options)
        environment.reset(seed=1)
        offender = environment.agent_selection
        environment.step(0)
        assert environment.rewards == dict.fromkeys(environment.agents, 0) | {offender: penalty}
        assert all(environment.terminations.values())
        assert not any(environment.observe(agent)["action_mask"].any() for agent in environment.agents)
        play(environment, random.Random(0))
        assert environment.agents == []
        environment.reset()
        assert not any(environment.terminations.values())

    def test_what_is_no_action_is_refused(self) -> None:
        environment = env("skat")
        environment.reset(seed=1)
        with pytest.raises(AssertionError, match="action space"):
            environment.step(10**6)


class TestWrappers:
    def test_they_do_what_those_of_pettingzoo_do(self) -> None:
        ours = env("skat", illegal_reward=-3.0, reward="trick")
        theirs = OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(raw_env("skat", reward="trick"), -3.0)))
        for environment in (ours, theirs):
            environment.reset(seed=4)
        assert str(ours) == str(theirs) == "skat_v0"
        assert isinstance(ours, OrderEnforcingWrapper)
        assert isinstance(ours.env, AssertOutOfBoundsWrapper)
        assert isinstance(ours.env.env, TerminateIllegalWrapper)
        assert same(play(ours, random.Random(1)), play(theirs, random.Random(1)))
        for environment in (ours, theirs):
            environment.reset()
            environment.step(0)
        assert same(play(ours, random.Random(1)), play(theirs, random.Random(1)))

    @pytest.mark.parametrize("attribute", ["agents", "agent_selection", "rewards", "terminations", "infos", "num_agents"])
    def test_nothing_is_there_before_the_first_reset(self, attribute: str) -> None:
        with pytest.raises(AttributeError, match="reset"):
            getattr(env("skat"), attribute)

    def test_nothing_can_be_done_before_the_first_reset(self) -> None:
        environment = env("skat")
        for call in (environment.last, environment.state, environment.render, environment.agent_iter):
            with pytest.raises((AssertionError, AttributeError), match="reset"):
                call()


@pytest.mark.parametrize("wrapped", [False, True])
@pytest.mark.parametrize("name", adut.GAMES)
class TestCopies:
    """A live game is copied and pickled exactly, wherever it is."""

    def moments(self, name: str, wrapped: bool) -> Any:
        environment = (env if wrapped else raw_env)(name, observation="both", **SHORT_MATCH)
        environment.reset(seed=11)
        rng = random.Random(5)
        yield environment
        while environment.agents:
            play(environment, rng, moves=7)
            yield environment

    @pytest.mark.parametrize("copier", [copy.deepcopy, lambda environment: pickle.loads(pickle.dumps(environment))])
    def test_a_copy_goes_on_identically(self, name: str, wrapped: bool, copier: Any) -> None:
        for number, environment in enumerate(self.moments(name, wrapped)):
            twin, unused = copier(environment), copier(environment)
            before = environment.unwrapped.table.to_bytes()
            assert type(twin) is type(environment)
            assert twin.agents == environment.agents
            future = play(twin, random.Random(number))
            assert environment.unwrapped.table.to_bytes() == before
            assert same(play(unused, random.Random(number)), future)
            twin.reset()
            unused.reset()
            assert twin.unwrapped.table == unused.unwrapped.table

    def test_a_new_environment_can_be_pickled_too(self, name: str, wrapped: bool) -> None:
        environment = (env if wrapped else raw_env)(name)
        twin = pickle.loads(pickle.dumps(environment))
        twin.reset(seed=3)
        environment.reset(seed=3)
        assert twin.unwrapped.table == environment.unwrapped.table


class TestRender:
    def test_text(self) -> None:
        environment = env("skat", render_mode="ansi")
        environment.reset(seed=1)
        assert environment.render() == str(environment.unwrapped.table)

    def test_human_prints_every_step(self, capsys: pytest.CaptureFixture[str]) -> None:
        environment = raw_env("skat", render_mode="human")
        environment.reset(seed=1)
        assert capsys.readouterr().out == f"{environment.table}\n"
        environment.step(environment.table.legal_actions()[0])
        assert capsys.readouterr().out == f"{environment.table}\n"
        assert environment.render() is None
        assert capsys.readouterr().out == f"{environment.table}\n"

    def test_without_a_mode_a_warning(self) -> None:
        environment = raw_env("skat")
        environment.reset(seed=1)
        assert unexpected(environment.render, ()) != []

    def test_pictures_need_the_extra(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("adut.api.tables.pictures", lambda: False)
        with pytest.raises(adut.OptionError, match=r"adut\[render\]"):
            raw_env("skat", render_mode="rgb_array")
        assert "rgb_array" not in raw_env("skat").metadata["render_modes"]

    @pytest.mark.parametrize("name", adut.GAMES)
    def test_pictures_have_one_size_and_show_what_changes(self, name: str) -> None:
        pytest.importorskip("matplotlib")
        environment = raw_env(name, render_mode="rgb_array")
        environment.reset(seed=1)
        first = environment.render()
        assert first.dtype == np.uint8
        assert first.shape == (561, 912, 3)
        assert "rgb_array" in environment.metadata["render_modes"]
        environment.step(environment.table.legal_actions()[0])
        second = environment.render()
        assert second.shape == first.shape
        assert not same(first, second)

    def test_unknown_mode(self) -> None:
        with pytest.raises(adut.OptionError, match="render_mode is one of human, ansi"):
            raw_env("skat", render_mode="hologram")


class TestOptions:
    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"observation": "pixels"}, "observation is one of vector, history, both"),
            ({"rules": "iskoo"}, "did you mean 'isko'"),
            ({"jump_bid": True}, "did you mean 'jump_bids'"),
            ({"players": 5}, "players"),
            ({"reward": "match"}, "episode='match'"),
        ],
    )
    def test_mistakes_are_explained(self, options: dict[str, Any], message: str) -> None:
        with pytest.raises(adut.OptionError, match=message):
            env("skat", **options)

    def test_a_game_object_is_enough(self) -> None:
        game = adut.game("skat", rules="isko")
        assert AECTable(game).game is game


def test_every_answer_is_a_new_array() -> None:
    environment = raw_env("skat", observation="both")
    environment.reset(seed=1)
    one, two = (environment.observe("player_0") for _ in range(2))
    assert not any(np.shares_memory(one[key], two[key]) for key in one)
    assert not np.shares_memory(environment.state(), environment.state())
