"""adut: multi-agent reinforcement-learning environments for trick-taking card games with an auction."""

from adut.api.batch import Batch, make_batch
from adut.api.registry import register_all
from adut.core.errors import AdutError, IllegalActionError, NotationError, OptionError, StateFormatError
from adut.core.game import Game, GameSpec
from adut.core.state import State
from adut.games import GAMES, game

register_all()

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "AdutError",
    "Batch",
    "Game",
    "GameSpec",
    "IllegalActionError",
    "NotationError",
    "OptionError",
    "State",
    "StateFormatError",
    "__version__",
    "game",
    "make_batch",
]
