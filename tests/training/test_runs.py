"""A run from its settings, the configurations, and the import without PyTorch."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import yaml
from hydra import compose, initialize_config_dir
from omegaconf import OmegaConf
from scripts.demo import fresh_folder

from adut import AdutError
from adut_training import PPOConfig, checkpoint
from adut_training.curve import draw_curve, read_rows
from adut_training.runs import build_game, resumed, run

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
    evaluated = read_rows(tmp_path / "evaluations.jsonl")
    assert [outcome.seed for outcome in outcomes] == [2**62, 2**62]
    written = {path: path.read_bytes() for path in tmp_path.glob("*.*")}
    with pytest.raises(checkpoint.CheckpointError, match="holds a run already; go on with resume=true"):
        run(settings(f"folder={tmp_path}", "game=bela", *SMALL))
    assert {path: path.read_bytes() for path in tmp_path.glob("*.*")} == written
    checkpoint.checkpoints(tmp_path / "checkpoints")[-1].unlink()  # as if killed before the last one
    (tmp_path / "metrics.jsonl").open("a").write('{"iteration": 99, "dec')
    (tmp_path / "evaluations.jsonl").open("a").write('{"iteration"')
    assert len(read_rows(tmp_path / "evaluations.jsonl")) == len(evaluated)
    again, _ = run(settings(f"folder={tmp_path}", "resume=true", *SMALL))
    assert again.progress.iteration == trainer.progress.iteration
    repeated = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text().splitlines()]
    assert [row["iteration"] for row in repeated] == [row["iteration"] for row in rows]
    assert [row["entropy"] for row in repeated] == [row["entropy"] for row in rows]
    (tmp_path / "evaluations.jsonl").open("a").write('{"iteration"')
    run(settings(f"folder={tmp_path}", "resume=true", *SMALL))  # it is finished: only evaluated anew
    positions = [row["iteration"] for row in read_rows(tmp_path / "evaluations.jsonl")]
    assert positions == sorted(set(positions))
    assert positions[-1] == trainer.progress.iteration
    assert draw_curve(tmp_path)
    with pytest.raises(checkpoint.CheckpointError, match="widths"):
        run(settings(f"folder={tmp_path}", "resume=true", *SMALL, "algo.widths=[16]"))
    assert json.loads((tmp_path / "settings.json").read_text())["algo"]["widths"] == [32]


def test_a_run_goes_on_with_its_own_settings(tmp_path: Path) -> None:
    first = ["algo=mmd", "algo.minutes=30", "+game.options.kontra=true", "report.deals=7", f"folder={tmp_path}"]
    begun = settings(*first)
    assert resumed(begun, first) == begun
    moved = {**begun, "folder": "elsewhere"}
    (tmp_path / "settings.json").write_text(json.dumps({**moved, "algo": asdict(PPOConfig.of(begun["algo"]))}))

    def found(*overrides: str) -> dict[str, Any]:
        words = [f"folder={tmp_path}", "resume=true", *overrides]
        return resumed(settings(*words), words)

    again = found()
    assert PPOConfig.of(again["algo"]) == PPOConfig.of(begun["algo"])
    assert again["folder"] == str(tmp_path)
    assert again["resume"]
    assert (again["game"], again["report"]) == (begun["game"], begun["report"])
    changed = found("algo.minutes=60", "report.live=false", "+game.options.ramsch=true", "~game.payoff")
    assert changed["algo"] == {**again["algo"], "minutes": 60}
    assert changed["report"] == {**begun["report"], "live": False}
    assert changed["game"]["options"] == {"kontra": True, "ramsch": True}
    assert "payoff" not in changed["game"]
    for group in ("game=bela", "algo=ppo", "experiment=skat_quick"):
        words = [f"folder={tmp_path}", "resume=true", group]
        assert found(group) == settings(*words)
    (tmp_path / "settings.json").write_text("{")
    with pytest.raises(checkpoint.CheckpointError, match=r"settings.json is damaged"):
        found()


@pytest.mark.slow
def test_the_command_goes_on_with_the_settings_of_the_run(tmp_path: Path) -> None:
    """`folder=... resume=true` alone; a wrong setting is one line."""
    command = [sys.executable, str(ROOT / "scripts" / "train.py"), f"folder={tmp_path / 'run'}"]
    small = [*SMALL, "algo.device=cpu", "report.opponents=[random]", "report.tensorboard=false"]
    subprocess.run([*command, *small], check=True, capture_output=True)
    before = json.loads((tmp_path / "run" / "settings.json").read_text())
    subprocess.run([*command, "resume=true", "report.final_deals=6"], check=True, capture_output=True)
    after = json.loads((tmp_path / "run" / "settings.json").read_text())
    assert after == {**before, "resume": True, "report": {**before["report"], "final_deals": 6}}
    (tmp_path / "file").write_text("")
    done = subprocess.run([*command[:-1], f"folder={tmp_path / 'file' / 'run'}"], check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("+algo.learning_rat=1", "unknown setting algo.learning_rat"),
        ("+report.deal=1", "unknown setting report.deal "),
        ("report.opponents=rule", "report.opponents is a list of texts"),
        ("report.opponents=[ruul]", "unknown agent 'ruul'"),
        ("report.deals=0", "report.deals is a whole number from 1"),
        ("report.final_deals=many", "report.final_deals is a whole number from 1"),
        ("report.minutes=-1", "report.minutes is a number of minutes from 0 on"),
        ("game.sheet=full", "'random'"),
        ("algo.teacher=ruul", "unknown agent 'ruul'"),
        ("algo.sparring=[ruul]", "unknown agent 'ruul'"),
        ("algo.device=abacus", "no such device"),
    ],
)
def test_wrong_settings_are_refused_before_anything_is_written(tmp_path: Path, override: str, message: str) -> None:
    with pytest.raises(AdutError, match=message):
        run(settings(f"folder={tmp_path / 'run'}", *SMALL, override))
    assert not (tmp_path / "run").exists()


def test_points_of_a_run_that_did_not_last_are_purged_from_tensorboard(tmp_path: Path) -> None:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
    from torch.utils.tensorboard import SummaryWriter

    stale = SummaryWriter(str(tmp_path / "tensorboard"))
    stale.add_scalar("train/entropy", 1.0, 10**9)
    stale.close()
    time.sleep(1.1)  # files of events are told apart, and ordered, by the second
    trainer, _ = run(settings(f"folder={tmp_path}", *SMALL, "report.opponents=[]"))
    events = EventAccumulator(str(tmp_path / "tensorboard"))
    events.Reload()
    assert max(event.step for event in events.Scalars("train/entropy")) == trainer.progress.decisions


def test_progress_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(settings(f"folder={tmp_path}", *SMALL, "report.live=true", "report.tensorboard=false", "report.opponents=[random]"))
    shown = capsys.readouterr().err
    assert "decisions/s" in shown
    assert re.search(r" %  left \d+:\d\d:\d\d  ", shown)
    assert "against random" in shown


def test_without_pytorch_the_extra_is_named() -> None:
    code = "import sys; sys.modules['torch'] = None; import adut_training"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'adut[training]'" in done.stderr
