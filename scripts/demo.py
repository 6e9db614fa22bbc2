"""Train Skat by self-play for a few minutes and see what it has learnt.

python scripts/demo.py                      some five minutes
python scripts/demo.py --quick              half a minute, to see that everything works
python scripts/demo.py --folder runs/demo   go on with a run that was stopped
"""

from __future__ import annotations

import argparse
import itertools
import sys
from pathlib import Path
from typing import Any

from hydra import compose, initialize_config_dir
from omegaconf import OmegaConf

from adut import AdutError

CONFIGS = Path(__file__).resolve().parent.parent / "configs"
FOLDER = Path("runs/demo")


def fresh_folder() -> Path:
    """runs/demo, or the first of runs/demo-2, runs/demo-3 ... that is not there yet."""
    later = (FOLDER.with_name(f"{FOLDER.name}-{number}") for number in itertools.count(2))
    return next(folder for folder in itertools.chain([FOLDER], later) if not folder.exists())


def main() -> None:
    parser = argparse.ArgumentParser(description="Train Skat by self-play and evaluate what it has learnt.")
    parser.add_argument("--quick", action="store_true", help="half a minute instead of five")
    parser.add_argument(
        "--folder", type=Path, help="of the run, runs/demo if that is free; a run that is there already is continued"
    )
    parser.add_argument("overrides", nargs="*", help="settings as scripts/train.py takes them: algo.seed=1")
    given = parser.parse_args()
    experiment = "skat_quick" if given.quick else "skat_demo"
    folder = given.folder or fresh_folder()
    resume = str(given.folder is not None).lower()
    overrides = [f"experiment={experiment}", f"folder={folder}", f"resume={resume}", *given.overrides]
    with initialize_config_dir(str(CONFIGS), version_base=None):
        settings: dict[str, Any] = OmegaConf.to_container(compose("train", overrides), resolve=True)  # type: ignore[assignment]
    try:
        from adut_training.runs import resumed, run

        _, outcomes = run(resumed(settings, given.overrides))
    except (AdutError, ImportError, OSError) as error:
        sys.exit(f"error: {error}")
    for outcome in outcomes:
        print(outcome.to_text(), end="\n\n")
    print(f"learning curve: {folder}/curve.png, policy: {folder}/policy.safetensors")


if __name__ == "__main__":
    main()
