"""Play policies against each other on duplicate deals; configs/evaluate.yaml lists the settings.

python scripts/evaluate.py 'policies=[rule,random]' game=skat rules=isko_list_3 deals=10000 out=runs/evaluation
"""

from __future__ import annotations

import sys
from typing import Any

import hydra
from omegaconf import DictConfig, OmegaConf

from adut import AdutError
from adut.evaluation import run


@hydra.main(version_base=None, config_path="../configs", config_name="evaluate")
def main(config: DictConfig) -> None:
    settings: dict[str, Any] = OmegaConf.to_container(config, resolve=True)  # type: ignore[assignment]
    game = settings.pop("game")["name"]
    try:
        run(game=game, **settings)
    except (AdutError, ImportError, OSError) as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
