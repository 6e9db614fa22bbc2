"""Checkpoints: all or nothing, exact to resume, and clear about what is wrong with them."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import save_file

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
    checkpoint.prune(checkpoint.checkpoint_path(tmp_path, 10), keep=2, milestone=4)
    assert [checkpoint.iteration_of(path) for path in checkpoint.checkpoints(tmp_path)] == [4, 8, 9, 10]
    checkpoint.prune(checkpoint.checkpoint_path(tmp_path, 9), keep=1, milestone=0)
    assert [checkpoint.iteration_of(path) for path in checkpoint.checkpoints(tmp_path)] == [9, 10]


def test_half_precision_export_is_half_as_large(run: Path, tmp_path: Path) -> None:
    trainer = Trainer(GAME, TINY)
    trainer.export(tmp_path / "full.safetensors")
    trainer.export(tmp_path / "half.safetensors", half=True)
    assert (tmp_path / "half.safetensors").stat().st_size < 0.6 * (tmp_path / "full.safetensors").stat().st_size
    load_agent(tmp_path / "half.safetensors", GAME)


def contents(folder: Path) -> dict[Path, bytes | None]:
    """Everything in a folder, to compare."""
    return {path: path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


@pytest.mark.parametrize("resume", [False, True])
@pytest.mark.parametrize("name", ["policy.safetensors", "metrics.jsonl", "evaluations.jsonl"])
def test_results_without_a_checkpoint_are_not_overwritten(tmp_path: Path, name: str, resume: bool) -> None:
    (tmp_path / name).write_text("results")
    before = contents(tmp_path)
    with pytest.raises(CheckpointError, match=f"holds {name} already, but no checkpoint"):
        train(GAME, TINY, tmp_path, resume=resume)
    assert contents(tmp_path) == before


def test_a_refused_resume_writes_nothing(run: Path) -> None:
    before = contents(run)
    with pytest.raises(CheckpointError, match="widths"):
        train(GAME, replace(TINY, widths=(16,)), run, resume=True)
    assert contents(run) == before


def test_the_last_sound_checkpoint_stays(run: Path, tmp_path: Path) -> None:
    """Damaged checkpoints that are newer are set aside, and do not count as kept."""
    folder = tmp_path / "checkpoints"
    folder.mkdir()
    sound = checkpoint.checkpoints(run / "checkpoints")[1]
    (folder / sound.name).write_bytes(sound.read_bytes())
    damaged = checkpoint.checkpoint_path(folder, 900)
    damaged.write_bytes(b"cut")
    for stale in (folder / f".{sound.name}.123.tmp", tmp_path / ".policy.safetensors.123.tmp"):
        stale.write_bytes(b"half")

    def kill(trainer: Trainer) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(GAME, replace(TINY, checkpoint_keep=1), tmp_path, resume=True, report=kill)
    assert checkpoint.newest(folder) == folder / sound.name
    assert {path.name for path in folder.iterdir()} == {sound.name, f"{damaged.name}.damaged"}
    assert {path.name for path in tmp_path.iterdir()} == {"checkpoints", "policy.safetensors"}


def test_a_run_that_is_killed_at_once_can_go_on(tmp_path: Path) -> None:
    def kill(trainer: Trainer) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(GAME, replace(TINY, checkpoint_minutes=5.0), tmp_path, report=kill)
    assert [checkpoint.iteration_of(path) for path in checkpoint.checkpoints(tmp_path / "checkpoints")] == [0]
    assert train(GAME, TINY, tmp_path, resume=True).progress.done == 1


def test_an_update_is_reported_before_its_checkpoint(tmp_path: Path) -> None:
    def report(trainer: Trainer) -> None:
        newest = checkpoint.checkpoints(tmp_path / "checkpoints")[-1]
        assert checkpoint.iteration_of(newest) == trainer.progress.iteration - 1

    train(GAME, TINY, tmp_path, report=report)


def test_two_runs_cannot_share_a_folder(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    folder = tmp_path / "run"
    with checkpoint.locked(folder), pytest.raises(CheckpointError, match="another run works in"):
        train(GAME, TINY, folder)
    assert not folder.exists()
    code = "import os, sys, pathlib; from adut_training import checkpoint\n"
    code += "with checkpoint.locked(pathlib.Path(sys.argv[1])): os._exit(9)"
    assert subprocess.run([sys.executable, "-c", code, str(folder)], check=False).returncode == 9
    assert (folder / checkpoint.LOCK).exists()
    with checkpoint.locked(folder):
        pass
    assert not list(folder.iterdir())


def test_a_file_system_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")

    def fail(*args: Any) -> None:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(fcntl, "flock", fail)
    with checkpoint.locked(tmp_path), checkpoint.locked(tmp_path):
        pass


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("")
    with pytest.raises(CheckpointError, match="is a file; a run needs a folder"):
        train(GAME, TINY, tmp_path / "run")


def edited(path: Path, target: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """A copy of a file whose description was edited, with the digest as it was."""
    from safetensors import safe_open

    tensors, description = checkpoint.load(path)
    with safe_open(str(path), framework="pt") as file:
        header = file.metadata()
    change(description)
    save_file(tensors, str(target), {**header, checkpoint.KEY: json.dumps(description)})
    return target


def test_the_digest_covers_the_description(run: Path, tmp_path: Path) -> None:
    path = edited(
        run / "policy.safetensors", tmp_path / "a.safetensors", lambda found: found["network"].update(activation="silu")
    )
    with pytest.raises(CheckpointError, match="digest"):
        load_agent(path, GAME)


def test_format_1_is_still_read(run: Path, tmp_path: Path) -> None:
    """Its digest, of the tensors alone, stands in the description."""
    tensors, description = checkpoint.load(run / "policy.safetensors")
    digest = hashlib.sha256()
    for name, tensor in sorted(tensors.items()):
        digest.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}".encode() + tensor.numpy().tobytes())
    path = tmp_path / "old.safetensors"
    for value, accepted in ((digest.hexdigest(), True), ("0" * 64, False)):
        save_file(tensors, str(path), {"adut": json.dumps({**description, "format": 1, "digest": value})})
        if accepted:
            load_agent(path, GAME)
        else:
            with pytest.raises(CheckpointError, match="digest"):
                load_agent(path, GAME)


MALFORMED: dict[str, Callable[[dict[str, Any]], Any]] = {
    "no kind": lambda found: found.pop("kind"),
    "no config": lambda found: found.pop("config"),
    "config": lambda found: found.update(config=[1]),
    "no widths": lambda found: found["config"].pop("widths"),
    "widths": lambda found: found["config"].update(widths="wide"),
    "no layers": lambda found: found["config"].update(widths=[]),
    "negative width": lambda found: found["config"].update(widths=[-1]),
    "activation": lambda found: found["config"].update(activation="sine"),
    "game": lambda found: found.update(game=3),
    "progress": lambda found: found["progress"].update(iteration="many"),
    "no progress": lambda found: found.pop("progress"),
    "unknown progress": lambda found: found["progress"].update(speed=3),
    "random": lambda found: found.update(random={"bit_generator": "PCG65"}),
    "past": lambda found: found.update(past="two"),
    "more past": lambda found: found.update(past=99),
}
OF_TRAINING = ("progress", "no progress", "unknown progress", "random", "past", "more past")


@pytest.mark.parametrize("change", MALFORMED)
def test_malformed_descriptions(run: Path, tmp_path: Path, change: str, trainer: Trainer) -> None:
    tensors, description = checkpoint.load(checkpoint.checkpoints(run / "checkpoints")[-1])
    MALFORMED[change](description)
    path = tmp_path / "a.safetensors"
    checkpoint.save(path, tensors, description)
    with pytest.raises(CheckpointError, match=re.escape(str(path))):
        trainer.restore(path)
    if change not in OF_TRAINING:
        with pytest.raises(CheckpointError, match=re.escape(str(path))):
            load_agent(path, GAME)


@pytest.fixture(scope="module")
def trainer() -> Trainer:
    return Trainer(GAME, TINY)


def test_tables_that_do_not_fit(run: Path, tmp_path: Path, trainer: Trainer) -> None:
    tensors, description = checkpoint.load(checkpoint.checkpoints(run / "checkpoints")[-1])
    for name in ("tables", "generator"):
        checkpoint.save(tmp_path / "a.safetensors", {**tensors, name: tensors[name][:-3]}, description)
        with pytest.raises(CheckpointError, match="malformed"):
            trainer.restore(tmp_path / "a.safetensors")


def test_a_description_nested_too_deeply(tmp_path: Path) -> None:
    path = tmp_path / "deep.safetensors"
    save_file({"x": torch.ones(1)}, str(path), {"adut": "[" * 200_000})
    with pytest.raises(CheckpointError, match="damaged"):
        checkpoint.load(path)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_weights_that_are_no_numbers(run: Path, tmp_path: Path, value: float) -> None:
    tensors, description = checkpoint.load(run / "policy.safetensors")
    tensors["head.bias"][3] = value
    checkpoint.save(tmp_path / "a.safetensors", tensors, description)
    with pytest.raises(CheckpointError, match="infinite or no numbers"):
        load_agent(tmp_path / "a.safetensors", GAME)


def test_the_choice_of_autocast_stays(tmp_path: Path, trainer: Trainer, monkeypatch: pytest.MonkeyPatch) -> None:
    for found in (False, True):
        monkeypatch.setattr(trainer, "autocast", found)
        trainer.save(tmp_path / "a.safetensors")
        timed = Trainer(GAME, replace(TINY, autocast="auto"))
        timed.autocast = not found
        timed.restore(tmp_path / "a.safetensors")
        assert timed.autocast == found
    told = Trainer(GAME, TINY)
    told.restore(tmp_path / "a.safetensors")
    assert not told.autocast
