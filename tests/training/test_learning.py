"""Training does what it says: it learns, quickly and the same way each time, and every switch has its effect."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

import adut
from adut.evaluation import evaluate
from adut_training import LearnedAgent, PPOConfig
from adut_training.ppo import Trainer, between, pick_device

GAME = adut.game("skat", rules="isko_list_3")
TINY = PPOConfig(
    teacher_share=0.0,
    sparring_share=0.0,
    num_tables=64,
    num_steps=32,
    minibatch_size=512,
    widths=(32, 32),
    critic_widths=(32,),
    device="cpu",
    threads=1,
    autocast="off",
)


def weights_after(config: PPOConfig, iterations: int = 2) -> torch.Tensor:
    trainer = Trainer(GAME, config)
    for _ in range(iterations):
        trainer.iterate()
    return torch.cat([tensor.reshape(-1) for tensor in trainer.network.policy.state_dict().values()])


def test_it_learns_on_random_sheets_if_told_to() -> None:
    for sheet in (None, "random"):
        batch = adut.Batch(GAME, TINY.num_tables, TINY.seed, sheet=sheet)
        batch.reset()
        trainer = Trainer(GAME, TINY, sheet)
        assert trainer.batch.get_states().tobytes() == batch.get_states().tobytes()
        trainer.iterate()
        assert (trainer.batch.states["counted"] > 1).any() == (sheet == "random")


def test_it_learns_to_beat_random_play() -> None:
    trainer = Trainer(GAME, replace(TINY, num_tables=256, widths=(64, 64), learning_rate=2e-3, total_decisions=100_000))
    while trainer.progress.done < 1:
        metrics = trainer.iterate().metrics
    assert metrics["explained_variance"] > 0
    outcome = evaluate(GAME, [LearnedAgent(trainer.network.policy), "random"], 50)
    assert outcome.pairs[0].points.low > 50


def test_it_imitates_its_teacher_first_and_then_plays_itself() -> None:
    trainer = Trainer(GAME, replace(TINY, teacher_share=0.5, total_decisions=40_000, learning_rate=3e-3))
    losses = []
    while trainer.progress.done < 1:
        taught = trainer.taught
        metrics = trainer.iterate().metrics
        assert taught == (trainer.progress.decisions - trainer.complete.sum() < 20_000)
        assert ("imitation_loss" in metrics) == taught
        if taught:
            losses.append(metrics["imitation_loss"])
    assert losses[-1] < 0.8 * losses[0]


def test_the_same_seed_gives_the_same_weights() -> None:
    assert torch.equal(weights_after(TINY), weights_after(TINY))
    assert not torch.equal(weights_after(TINY), weights_after(replace(TINY, seed=1)))


@pytest.mark.parametrize(
    "changes",
    [
        dict(magnet="uniform", magnet_coef=0.5),
        dict(magnet="past", magnet_coef=0.5),
        dict(kl_coef=1.0),
        dict(entropy_coef=0.5),
        dict(clip=0.0001),
        dict(epochs=2),
        dict(gamma=0.5),
        dict(gae_lambda=0.2),
        dict(learning_rate=1e-4),
        dict(normalise_advantages=False),
        dict(max_grad_norm=0.001),
        dict(oracle=False),
        dict(shared_trunk=True),
        dict(sparring_share=0.5),
        dict(sparring_share=0.5, sparring=(), past_interval=1),
        dict(teacher_share=0.5),
        dict(teacher_share=0.5, teacher="random"),
        dict(autocast="on"),
    ],
    ids=lambda changes: " ".join(changes),
)
def test_every_switch_matters(changes: dict[str, object], plain: torch.Tensor) -> None:
    assert not torch.equal(weights_after(replace(TINY, **changes)), plain)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def plain() -> torch.Tensor:
    return weights_after(TINY)


def test_value_coef_matters_to_a_shared_trunk(plain: torch.Tensor) -> None:
    shared = replace(TINY, shared_trunk=True)
    assert not torch.equal(weights_after(shared), weights_after(replace(shared, value_coef=2.0)))


def test_samples_are_decisions_with_a_choice_by_the_present_policy() -> None:
    trainer = Trainer(GAME, replace(TINY, sparring_share=0.5, sparring=(), past_interval=1))
    trainer.iterate()
    assert not trainer._of_opponent(trainer.actor)[:, 32:].any()
    trainer.iterate()
    choices = trainer.mask[:-1].sum(2, dtype=torch.int32).numpy() > 1
    own = np.ones_like(choices)
    own[:, :32] = trainer.actor[:, :32] == np.arange(32) % 3
    assert (trainer.decided == (choices & own)).all()
    assert (trainer.complete <= trainer.decided).all()
    legal = trainer.mask[:-1].gather(2, trainer.action.unsqueeze(2)).squeeze(2)
    assert legal.all()


def test_the_clock_can_end_a_run() -> None:
    trainer = Trainer(GAME, replace(TINY, minutes=0.005))
    while trainer.progress.done < 1:
        trainer.iterate()
    assert trainer.progress.seconds >= 0.3
    assert trainer.progress.decisions < trainer.progress.total_decisions


def test_schedules() -> None:
    assert between(1.0, 0.01, 0.5) == pytest.approx(0.1)
    assert between(1.0, 0.0, 0.25) == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (dict(magnet="strong"), "magnet is one of none, uniform, past, not 'strong'"),
        (dict(autocast="yes"), "autocast is one of"),
        (dict(epochs=0), "epochs is at least 1"),
        (dict(seed="x"), "seed is a whole number, not 'x'"),
        (dict(seed=-1), "seed is a whole number from 0"),
        (dict(num_tables=2.5), "num_tables is a whole number, not 2.5"),
        (dict(oracle=1), "oracle is true or false"),
        (dict(sparring="rule"), "sparring is a list of texts"),
        (dict(sparring=(3,)), "sparring is a list of texts"),
        (dict(widths=64), "widths is a list of whole numbers"),
        (dict(learning_rate="high"), "learning_rate is a number"),
        (dict(clip=float("nan")), "clip is a number"),
        (dict(teacher=None), "teacher is a text"),
        *[
            ({name: -1}, f"{name} is at least 0, not -1")
            for name in "minutes threads past_interval milestone_interval checkpoint_minutes".split()
        ],
        *[
            ({name: -0.5}, f"{name} is at least 0, not -0.5")
            for name in "value_coef entropy_coef entropy_coef_end magnet_coef kl_coef".split()
        ],
        *[
            ({name: 0.0}, f"{name} is greater than 0, not 0.0")
            for name in "learning_rate learning_rate_end max_grad_norm clip".split()
        ],
        *[({name: 1.5}, f"{name} is from 0 to 1") for name in "gamma gae_lambda teacher_share sparring_share".split()],
    ],
)
def test_wrong_settings(changes: dict[str, object], message: str) -> None:
    with pytest.raises(adut.AdutError, match=message):
        replace(TINY, **changes)  # type: ignore[arg-type]


def test_unknown_settings() -> None:
    with pytest.raises(adut.OptionError, match=r"unknown setting algo.learning_rat \(did you mean 'learning_rate'\?\)"):
        PPOConfig.of({"learning_rat": 0.1})


def test_a_window_with_less_than_two_samples_changes_nothing() -> None:
    trainer = Trainer(GAME, replace(TINY, num_tables=1, num_steps=2))
    before = [tensor.clone() for tensor in trainer.network.state_dict().values()]
    while not trainer.complete.sum():
        metrics = trainer.iterate().metrics
        assert np.isnan(metrics["entropy"]) == (trainer.complete.sum() < 2)
    assert trainer.complete.sum() == 1
    for tensor, old in zip(trainer.network.state_dict().values(), before, strict=True):
        assert torch.equal(tensor, old)


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_missing_gpu() -> None:
    assert pick_device("auto").type == "cpu"
    with pytest.raises(ValueError, match="no CUDA device"):
        pick_device("cuda")
