"""Train Skat by self-play for a few minutes and see what it has learnt.

python scripts/demo.py            some five minutes
python scripts/demo.py --quick    half a minute, to see that everything works
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from hydra import compose, initialize_config_dir
from omegaconf import OmegaConf

CONFIGS = Path(__file__).resolve().parent.parent / "configs"


def main() -> None:
    parser = argparse.ArgumentParser(description="Train Skat by self-play and evaluate what it has learnt.")
    parser.add_argument("--quick", action="store_true", help="half a minute instead of five")
    parser.add_argument("--folder", default="runs/demo", help="of the run; a run that is there already is continued")
    parser.add_argument("overrides", nargs="*", help="settings as scripts/train.py takes them: algo.seed=1")
    given = parser.parse_args()
    experiment = "skat_quick" if given.quick else "skat_demo"
    overrides = [f"experiment={experiment}", f"folder={given.folder}", *given.overrides]
    with initialize_config_dir(str(CONFIGS), version_base=None):
        settings: dict[str, Any] = OmegaConf.to_container(compose("train", overrides), resolve=True)  # type: ignore[assignment]
    try:
        from adut_training.runs import run

        _, outcomes = run(settings)
    except ImportError as error:
        sys.exit(f"error: {error}")
    for outcome in outcomes:
        print(outcome.to_text(), end="\n\n")
    print(f"learning curve: {given.folder}/curve.png, policy: {given.folder}/policy.safetensors")


if __name__ == "__main__":
    main()
