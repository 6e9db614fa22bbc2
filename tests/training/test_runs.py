"""A run from its settings, the configurations, and the import without PyTorch."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import yaml
from hydra import compose, initialize_config_dir
from omegaconf import OmegaConf
from scripts.demo import fresh_folder

from adut_training import PPOConfig, checkpoint
from adut_training.runs import build_game, run

ROOT = Path(__file__).resolve().parents[2]
CONFIGS = ROOT / "configs"
EXPERIMENTS = sorted(path.stem for path in (CONFIGS / "experiment").glob("*.yaml"))
SMALL = [
    "algo.total_decisions=4000",
    "algo.num_tables=64",
    "algo.num_steps=32",
    "algo.minibatch_size=512",
    "algo.widths=[32]",
    "algo.critic_widths=[32]",
    "algo.threads=1",
    "algo.checkpoint_minutes=0",
    "report.deals=5",
    "report.final_deals=5",
    "report.minutes=0.0001",
    "report.live=false",
]


def settings(*overrides: str) -> dict[str, Any]:
    with initialize_config_dir(str(CONFIGS), version_base=None):
        found = OmegaConf.to_container(compose("train", list(overrides)), resolve=True)
    assert isinstance(found, dict)
    return found  # type: ignore[return-value]


def test_the_configuration_holds_the_defaults() -> None:
    listed = yaml.safe_load((CONFIGS / "algo" / "ppo.yaml").read_text())
    assert asdict(PPOConfig(**listed)) == asdict(PPOConfig())
    assert set(listed) == set(asdict(PPOConfig()))


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_experiments_are_valid(experiment: str) -> None:
    found = settings(f"experiment={experiment}")
    PPOConfig(**found["algo"])
    assert experiment.startswith(f"{build_game(found['game']).name}_")


def test_the_game_of_a_run_names_the_sheets_of_its_deals(tmp_path: Path) -> None:
    found = settings(f"folder={tmp_path}", "game=skat", "game.sheet=random", *SMALL, "report.opponents=[random]")
    trainer, outcomes = run(found)
    assert trainer.batch.states["counted"].max() > 1
    assert [outcome.sheet for outcome in outcomes] == ["random"]
    assert json.loads((tmp_path / "settings.json").read_text())["game"]["sheet"] == "random"


def test_every_demonstration_has_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("demo", "demo-2", "demo-3"):
        assert fresh_folder() == Path("runs") / name
        fresh_folder().mkdir(parents=True)


def test_mmd() -> None:
    config = PPOConfig(**settings("algo=mmd")["algo"])
    assert config.magnet == "past"
    assert config.kl_coef > 0


def test_a_run_leaves_policy_logs_evaluations_and_curve_and_can_go_on(tmp_path: Path) -> None:
    trainer, outcomes = run(settings(f"folder={tmp_path}", *SMALL))
    assert len(outcomes) == 2
    names = {path.name for path in tmp_path.iterdir()}
    assert {"settings.json", "policy.safetensors", "checkpoints", "metrics.jsonl", "evaluations.jsonl"} <= names
    assert {"curve.png", "tensorboard", "against_random", "against_rule"} <= names
    rows = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text().splitlines()]
    assert [row["iteration"] for row in rows] == list(range(1, trainer.progress.iteration + 1))
    written = {path: path.read_bytes() for path in tmp_path.glob("*.*")}
    with pytest.raises(checkpoint.CheckpointError, match="holds a run already; go on with resume=true"):
        run(settings(f"folder={tmp_path}", "game=bela", *SMALL))
    assert {path: path.read_bytes() for path in tmp_path.glob("*.*")} == written
    checkpoint.checkpoints(tmp_path / "checkpoints")[-1].unlink()  # as if killed before the last one
    (tmp_path / "metrics.jsonl").open("a").write('{"iteration": 99, "dec')
    again, _ = run(settings(f"folder={tmp_path}", "resume=true", *SMALL))
    assert again.progress.iteration == trainer.progress.iteration
    repeated = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text().splitlines()]
    assert [row["iteration"] for row in repeated] == [row["iteration"] for row in rows]
    assert [row["entropy"] for row in repeated] == [row["entropy"] for row in rows]


def test_progress_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(settings(f"folder={tmp_path}", *SMALL, "report.live=true", "report.tensorboard=false", "report.opponents=[random]"))
    shown = capsys.readouterr().err
    assert "decisions/s" in shown
    assert "against random" in shown


def test_without_pytorch_the_extra_is_named() -> None:
    code = "import sys; sys.modules['torch'] = None; import adut_training"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'adut[training]'" in done.stderr
