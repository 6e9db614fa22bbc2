"""A run from its settings, as configs/train.yaml lists them: train, report, evaluate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import adut
from adut import Game
from adut.evaluation import Evaluation
from adut_training.checkpoint import refuse_taken
from adut_training.ppo import PPOConfig, Trainer, train
from adut_training.report import Reporter, write_json


def build_game(settings: Mapping[str, Any]) -> Game:
    """The game of a configuration group: name, players, rules, episode, reward, payoff, options; `sheet` is the trainer's."""
    given = dict(settings)
    given.pop("sheet", None)
    options = given.pop("options", None) or {}
    return adut.game(given.pop("name"), given.pop("players", None), given.pop("rules", None), **given, **options)


def run(settings: Mapping[str, Any]) -> tuple[Trainer, list[Evaluation]]:
    """Train and evaluate.

    Args:
        settings: `game` (see `build_game`; `sheet` is None or `random`, as for a batch), `algo` (fields of PPOConfig),
            `folder`, `resume`, and `report` with `opponents`, `deals`, `final_deals`, `minutes`, `live` and `tensorboard`
            (see Reporter).

    Returns:
        the trainer, and the final evaluations, one for each opponent; they are in the folder too.

    Raises:
        CheckpointError: the folder holds a run already and `resume` is off (nothing was written), or its checkpoint does not
            fit.
    """
    game = build_game(settings["game"])
    config = PPOConfig(**settings["algo"])
    folder = Path(settings["folder"])
    report = dict(settings["report"])
    final_deals = report.pop("final_deals")
    if not settings["resume"]:
        refuse_taken(folder)
    sheet = settings["game"].get("sheet")
    with Reporter(game, folder, **report, sheet=sheet) as reporter:
        write_json(folder / "settings.json", {**settings, "folder": str(folder), "algo": asdict(config)})
        trainer = train(game, config, folder, resume=bool(settings["resume"]), report=reporter, sheet=sheet)
        outcomes = reporter.evaluate(trainer, final_deals)
    for opponent, outcome in zip(report["opponents"], outcomes, strict=True):
        outcome.save(folder / f"against_{opponent}")
    return trainer, outcomes
