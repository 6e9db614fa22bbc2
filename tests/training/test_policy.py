"""A learned agent: its answers depend on observation and key alone, and follow the network."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

import adut
from adut.agents import Turn, ask, make
from adut.api.batch import Batch
from adut.evaluation import evaluate
from adut_training import LearnedAgent, PPOConfig
from adut_training.network import PolicyNetwork, sample
from adut_training.ppo import Trainer

GAME = adut.game("skat", rules="isko_list_3")


def policy(sharpness: float = 30.0) -> PolicyNetwork:
    torch.manual_seed(0)
    network = PolicyNetwork(GAME.layout.high.tolist(), GAME.num_actions, (64, 64), "relu")
    with torch.no_grad():
        network.head.weight *= sharpness
    return network


def positions(tables: int, steps: int) -> Batch:
    batch = Batch(GAME, tables, seed=5, threads=1)
    batch.reset()
    for i in range(steps):
        batch.step(batch.random_actions(i))
    return batch


@pytest.mark.parametrize("greedy", [True, False])
def test_answers_do_not_depend_on_the_company(greedy: bool) -> None:
    batch, agent = positions(700, 9), LearnedAgent(policy(), greedy=greedy)
    whole = ask(agent, Turn(GAME, batch.states))
    order = np.random.default_rng(1).permutation(700)
    mixed = ask(agent, Turn(GAME, batch.states, order))
    assert (mixed == whole[order]).all()
    assert ask(agent, Turn(GAME, batch.states, np.array([423]))) == whole[423]


def test_against_itself_it_is_exactly_even() -> None:
    first, second = LearnedAgent(policy(), "first"), LearnedAgent(policy(), "second")
    points = evaluate(GAME, [first, second], 30).results.points
    assert (points == points[:, :1]).all()


def test_drawn_actions_follow_the_probabilities() -> None:
    batch, agent = positions(1, 0), LearnedAgent(policy())
    states = np.repeat(batch.states, 20000)
    states["table"] = np.arange(len(states))
    turn = Turn(GAME, states)
    drawn = np.bincount(ask(agent, turn), minlength=GAME.num_actions) / len(states)
    wanted = np.exp(agent.log_probabilities(turn.observation[:1], turn.action_mask[:1])[0])
    assert abs(drawn - wanted).max() < 0.02
    sharp = LearnedAgent(policy(), temperature=0.01)
    assert (np.bincount(ask(sharp, turn)).argmax()) == wanted.argmax()
    with pytest.raises(ValueError, match="temperature"):
        LearnedAgent(policy(), temperature=0.0)


def test_greedy_by_name_takes_the_most_probable_action(tmp_path: Path) -> None:
    path = tmp_path / "policy.safetensors"
    small = PPOConfig(widths=(16,), critic_widths=(16,), num_tables=8, teacher_share=0.0, sparring_share=0.0)
    Trainer(GAME, small).export(path)
    turn = Turn(GAME, positions(300, 5).states)
    agent = make(f"greedy:{path}", GAME)
    likeliest = make(str(path), GAME).log_probabilities(turn.observation, turn.action_mask).argmax(axis=1)
    assert (ask(agent, turn) == likeliest).all()


def test_sample_by_inversion() -> None:
    log_probabilities = torch.tensor([[-1e9, 0.25, 0.0, 0.75, -1e9]]).repeat(4, 1)
    log_probabilities[:, 1:4] = log_probabilities[:, 1:4].clamp(min=1e-30).log()
    uniform = torch.tensor([0.0, 0.24, 0.26, 1.0])
    assert sample(log_probabilities, uniform).tolist() == [1, 1, 3, 3]
