"""A run from its settings, as configs/train.yaml lists them: train, report, evaluate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import adut
from adut import Game
from adut.evaluation import Evaluation
from adut_training.ppo import PPOConfig, Trainer, train
from adut_training.report import Reporter, write_json


def build_game(settings: Mapping[str, Any]) -> Game:
    """The game of a configuration group: name, players, rules, episode, reward, payoff, options."""
    given = dict(settings)
    options = given.pop("options", None) or {}
    return adut.game(given.pop("name"), given.pop("players", None), given.pop("rules", None), **given, **options)


def run(settings: Mapping[str, Any]) -> tuple[Trainer, list[Evaluation]]:
    """Train and evaluate.

    Args:
        settings: `game` (see `build_game`), `algo` (fields of PPOConfig), `folder`, `resume`, and `report` with `opponents`,
            `deals`, `final_deals`, `minutes`, `live` and `tensorboard` (see Reporter).

    Returns:
        the trainer, and the final evaluations, one for each opponent; they are in the folder too.
    """
    game = build_game(settings["game"])
    config = PPOConfig(**settings["algo"])
    folder = Path(settings["folder"])
    report = dict(settings["report"])
    final_deals = report.pop("final_deals")
    with Reporter(game, folder, **report) as reporter:
        write_json(folder / "settings.json", {**settings, "folder": str(folder), "algo": asdict(config)})
        trainer = train(game, config, folder, resume=bool(settings["resume"]), report=reporter)
        outcomes = reporter.evaluate(trainer, final_deals)
    for opponent, outcome in zip(report["opponents"], outcomes, strict=True):
        outcome.save(folder / f"against_{opponent}")
    return trainer, outcomes
