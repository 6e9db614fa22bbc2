"""Checkpoints: all or nothing, exact to resume, and clear about what is wrong with them."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

import adut
from adut_training import CheckpointError, PPOConfig, checkpoint, load_agent, train
from adut_training.ppo import Trainer

GAME = adut.game("skat", rules="isko_list_3")
TINY = PPOConfig(
    total_decisions=6000,
    num_tables=64,
    num_steps=32,
    minibatch_size=512,
    widths=(32, 32),
    critic_widths=(32,),
    magnet="past",
    magnet_coef=0.05,
    magnet_interval=1,
    sparring_share=0.25,
    past_interval=1,
    past_keep=2,
    device="cpu",
    threads=1,
    autocast="off",
    checkpoint_minutes=0.0,
    teacher_share=0.3,
    checkpoint_keep=9,
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tiny run, a checkpoint after each update."""
    folder = tmp_path_factory.mktemp("run")
    train(GAME, TINY, folder)
    return folder


def weights(trainer: Trainer) -> dict[str, torch.Tensor]:
    return trainer.network.state_dict()


def test_resumed_run_equals_uninterrupted_one(run: Path, tmp_path: Path) -> None:
    saved = checkpoint.checkpoints(run / "checkpoints")
    assert len(saved) >= 4
    whole = Trainer(GAME, TINY)
    whole.restore(saved[-1])
    (tmp_path / "checkpoints").mkdir()
    os.link(saved[1], tmp_path / "checkpoints" / saved[1].name)
    resumed = train(GAME, TINY, tmp_path, resume=True)
    assert resumed.progress.iteration == whole.progress.iteration
    assert resumed.progress.decisions == whole.progress.decisions
    for name, tensor in weights(whole).items():
        assert torch.equal(tensor, weights(resumed)[name]), name


def test_a_second_run_in_the_folder_is_refused(run: Path) -> None:
    with pytest.raises(CheckpointError, match="resume=true"):
        train(GAME, TINY, run)


@pytest.mark.parametrize("cut", [0, 7, 1000, -1])
def test_truncated_file(run: Path, tmp_path: Path, cut: int) -> None:
    data = (run / "policy.safetensors").read_bytes()
    path = tmp_path / "policy.safetensors"
    path.write_bytes(data[:cut])
    with pytest.raises(CheckpointError, match="damaged"):
        load_agent(path, GAME)


def test_flipped_bit(run: Path, tmp_path: Path) -> None:
    data = bytearray((run / "policy.safetensors").read_bytes())
    data[-100] ^= 1
    path = tmp_path / "policy.safetensors"
    path.write_bytes(data)
    with pytest.raises(CheckpointError, match="digest"):
        load_agent(path, GAME)


def test_resume_passes_over_a_damaged_checkpoint(run: Path, tmp_path: Path) -> None:
    folder = tmp_path / "checkpoints"
    folder.mkdir()
    for path in checkpoint.checkpoints(run / "checkpoints")[:2]:
        (folder / path.name).write_bytes(path.read_bytes())
    first, second = checkpoint.checkpoints(folder)
    second.write_bytes(second.read_bytes()[:-50])
    assert checkpoint.newest(folder) == first
    first.write_bytes(b"")
    with pytest.raises(CheckpointError, match=r"no checkpoint .* is sound"):
        train(GAME, TINY, tmp_path, resume=True)


@pytest.mark.parametrize("broken", ["replace", "fsync"])
def test_failed_write_leaves_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    path = tmp_path / "a.safetensors"
    checkpoint.save(path, {"x": torch.ones(3)}, {"kind": "first"})

    def fail(*args: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, broken, fail)
    with pytest.raises(OSError, match="No space left"):
        checkpoint.save(path, {"x": torch.zeros(3)}, {"kind": "second"})
    monkeypatch.undo()
    assert [file.name for file in tmp_path.iterdir()] == ["a.safetensors"]
    tensors, description = checkpoint.load(path)
    assert description["kind"] == "first"
    assert tensors["x"].tolist() == [1, 1, 1]


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="there is no checkpoint"):
        load_agent(tmp_path / "policy.safetensors", GAME)


def rewritten(path: Path, target: Path, **changes: Any) -> Path:
    """A copy of a checkpoint whose description of the game is changed."""
    tensors, description = checkpoint.load(path)
    description["game"] |= changes
    checkpoint.save(target, tensors, description)
    return target


def test_another_game(run: Path, tmp_path: Path) -> None:
    path = rewritten(run / "policy.safetensors", tmp_path / "policy.safetensors", name="bela")
    with pytest.raises(CheckpointError, match="is of bela, not of skat"):
        load_agent(path, GAME)


def test_another_layout(run: Path, tmp_path: Path) -> None:
    path = rewritten(run / "policy.safetensors", tmp_path / "policy.safetensors", interface="0" * 16)
    with pytest.raises(CheckpointError, match="another observation"):
        load_agent(path, GAME)


def test_another_network(run: Path, tmp_path: Path) -> None:
    newest = checkpoint.checkpoints(run / "checkpoints")[-1]
    tensors, description = checkpoint.load(newest)
    description["config"]["widths"] = [32, 16]
    checkpoint.save(tmp_path / "a.safetensors", tensors, description)
    with pytest.raises(CheckpointError, match="another network"):
        load_agent(tmp_path / "a.safetensors", GAME)
    with pytest.raises(CheckpointError, match=r"widths=\[32, 32\]"):
        Trainer(GAME, replace(TINY, widths=(16,))).restore(newest)


def test_other_options(run: Path) -> None:
    """A policy plays the game with other options; training does not go on with them."""
    other = adut.game("skat", rules="classical")
    load_agent(run, other)
    with pytest.raises(CheckpointError, match="other options"):
        train(other, TINY, run, resume=True)


def test_policy_alone_is_no_checkpoint(run: Path) -> None:
    with pytest.raises(CheckpointError, match="policy alone"):
        Trainer(GAME, TINY).restore(run / "policy.safetensors")


def test_foreign_files(tmp_path: Path) -> None:
    from safetensors.torch import save_file

    save_file({"x": torch.ones(1)}, str(tmp_path / "foreign.safetensors"))
    with pytest.raises(CheckpointError, match="not one of adut"):
        checkpoint.load(tmp_path / "foreign.safetensors")
    checkpoint.save(tmp_path / "later.safetensors", {"x": torch.ones(1)}, {})
    tensors, description = checkpoint.load(tmp_path / "later.safetensors")
    save_file(tensors, str(tmp_path / "later.safetensors"), {"adut": json.dumps({**description, "format": 99})})
    with pytest.raises(CheckpointError, match="format 99"):
        checkpoint.load(tmp_path / "later.safetensors")


def test_prune_keeps_the_last_and_the_milestones(tmp_path: Path) -> None:
    for iteration in range(1, 11):
        checkpoint.checkpoint_path(tmp_path, iteration).touch()
    checkpoint.prune(tmp_path, keep=2, milestone=4)
    assert [checkpoint.iteration_of(path) for path in checkpoint.checkpoints(tmp_path)] == [4, 8, 9, 10]


def test_half_precision_export_is_half_as_large(run: Path, tmp_path: Path) -> None:
    trainer = Trainer(GAME, TINY)
    trainer.export(tmp_path / "full.safetensors")
    trainer.export(tmp_path / "half.safetensors", half=True)
    assert (tmp_path / "half.safetensors").stat().st_size < 0.6 * (tmp_path / "full.safetensors").stat().st_size
    load_agent(tmp_path / "half.safetensors", GAME)
