"""adut: multi-agent reinforcement-learning environments for trick-taking card games with an auction."""

from adut.api.batch import Batch, make_batch
from adut.api.registry import register_all
from adut.core.errors import (
    AdutError,
    EntryError,
    IllegalActionError,
    NotationError,
    OptionError,
    SheetError,
    StateFormatError,
    UnknownOptionError,
)
from adut.core.game import Game, GameSpec
from adut.core.state import State
from adut.games import GAMES, game
from adut.score.keeper import ScoreKeeper, score_keeper

register_all()

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "AdutError",
    "Batch",
    "EntryError",
    "Game",
    "GameSpec",
    "IllegalActionError",
    "NotationError",
    "OptionError",
    "ScoreKeeper",
    "SheetError",
    "State",
    "StateFormatError",
    "UnknownOptionError",
    "__version__",
    "game",
    "make_batch",
    "score_keeper",
]
