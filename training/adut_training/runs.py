"""A run from its settings, as configs/train.yaml lists them: train, report, evaluate."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import adut
from adut import Game
from adut.core.state import are_random_sheets
from adut.evaluation import Evaluation
from adut_training.checkpoint import CheckpointError, locked
from adut_training.ppo import PPOConfig, Trainer, begin, go_on
from adut_training.report import SETTINGS, Reporter, write_json
from adut_training.settings import check_names

FILE = "settings.json"
_GROUPS = ("game", "algo", "experiment")


def build_game(settings: Mapping[str, Any]) -> Game:
    """The game of a configuration group: name, players, rules, episode, reward, payoff, options; `sheet` is the trainer's."""
    given = dict(settings)
    given.pop("sheet", None)
    options = given.pop("options", None) or {}
    return adut.game(given.pop("name"), given.pop("players", None), given.pop("rules", None), **given, **options)


def resumed(composed: Mapping[str, Any], overrides: Iterable[str]) -> dict[str, Any]:
    """The settings of a run that goes on: those saved in its folder, changed by what the command line names.

    Args:
        composed: all settings, as composed from the configurations and the command line.
        overrides: the words of the command line, `algo.minutes=60`. Where one names a group (`game=`, `algo=`, `experiment=`),
            the user repeats the first command, and `composed` is returned.

    Returns:
        settings for `run`. Those of a run that begins (`resume` is off, or the folder has no settings) are `composed`.

    Raises:
        CheckpointError: the saved settings are damaged.
    """
    path = Path(composed["folder"]) / FILE
    names = [word.split("=")[0].lstrip("+~") for word in overrides]
    if not composed["resume"] or not path.is_file() or any(name in _GROUPS for name in names):
        return dict(composed)
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        settings = {**composed, **{part: {**composed[part], **saved[part]} for part in ("game", "algo", "report")}}
    except (ValueError, TypeError, KeyError) as error:
        raise CheckpointError(f"{path} is damaged ({error!r}); repeat the whole first command with resume=true") from None
    for name in names:
        _copy(name.split("."), composed, settings)
    return settings


def _copy(keys: list[str], source: Mapping[str, Any], target: dict[str, Any]) -> None:
    """Make one setting of the target that of the source; without it if the source has none."""
    *parents, last = keys
    for key in parents:
        source, target = source.get(key) or {}, target.setdefault(key, {})
    if last in source:
        target[last] = source[last]
    else:
        target.pop(last, None)


def run(settings: Mapping[str, Any]) -> tuple[Trainer, list[Evaluation]]:
    """Train and evaluate.

    Args:
        settings: `game` (see `build_game`; `sheet` is None or `random`, as for a batch), `algo` (fields of PPOConfig),
            `folder`, `resume`, and `report` with `opponents`, `deals`, `final_deals`, `minutes`, `live` and `tensorboard`
            (see Reporter).

    Returns:
        the trainer, and the final evaluations, one for each opponent; they are in the folder too.

    Raises:
        AdutError: a setting is unknown or wrong.
        CheckpointError: as `adut_training.train` raises it. Nothing was written in either case.
    """
    game = build_game(settings["game"])
    config = PPOConfig.of(settings["algo"])
    sheet = settings["game"].get("sheet")
    are_random_sheets(game, sheet)
    check_names("report", settings["report"], SETTINGS)
    folder = Path(settings["folder"])
    reporter = Reporter(game, folder, **settings["report"], sheet=sheet)
    with locked(folder):
        trainer = begin(game, config, folder, resume=bool(settings["resume"]), sheet=sheet)
        write_json(folder / FILE, {**settings, "folder": str(folder), "algo": asdict(config)})
        with reporter:
            reporter.begin(trainer)
            go_on(trainer, folder, reporter)
            outcomes = reporter.evaluate(trainer, reporter.final_deals)
        for opponent, outcome in zip(reporter.opponents, outcomes, strict=True):
            outcome.save(folder / f"against_{opponent}")
    return trainer, outcomes
