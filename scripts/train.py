"""Train a policy by self-play; configs/train.yaml lists the settings, adut_training.PPOConfig explains the algorithm's.

python scripts/train.py game=skat algo.minutes=10 folder=runs/skat
python scripts/train.py folder=runs/skat resume=true
"""

from __future__ import annotations

import sys
from typing import Any

import hydra
from hydra.core.hydra_config import HydraConfig
from omegaconf import DictConfig, OmegaConf

from adut import AdutError


@hydra.main(version_base=None, config_path="../configs", config_name="train")
def main(config: DictConfig) -> None:
    settings: dict[str, Any] = OmegaConf.to_container(config, resolve=True)  # type: ignore[assignment]
    try:
        from adut_training.runs import resumed, run

        _, outcomes = run(resumed(settings, HydraConfig.get().overrides.task))
    except (AdutError, ImportError, OSError) as error:
        sys.exit(f"error: {error}")
    for outcome in outcomes:
        print(outcome.to_text(), end="\n\n")
    print(f"written: {settings['folder']}")


if __name__ == "__main__":
    main()
