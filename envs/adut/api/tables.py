"""What the environments of one table have in common: which table a reset deals, and how a table is shown."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from adut.core.errors import AdutError, OptionError, UnknownOptionError
from adut.core.game import Game
from adut.core.state import State, are_random_sheets, check_seed

SETUP = ("deck", "hands", "dealer", "sheet", "start")
"""The keys of `reset(options=...)` that say how the table is set up; see `adut.State`. `table` is one more."""

BATCH_SETUP = ("decks", "dealers", "sheets", "start")
"""The keys of a reset of many tables that go to `Batch.reset`."""

HUMAN, ANSI, RGB_ARRAY = "human", "ansi", "rgb_array"


class Dealer:
    """Deals the table of each reset.

    The first reset after a seed deals table 0 of that seed, each further reset the next table: the k-th episode of an
    environment begins as table k of a batch with the same seed does, whatever was played before.

    Args:
        game: what is played.
        start: where episodes begin if `reset` does not say otherwise, `deal` or `play`.
        sheet: the match sheet they begin with if `reset` does not say otherwise, None for an empty one or `random`.
    """

    def __init__(self, game: Game, start: str = "deal", sheet: str | None = None) -> None:
        check_start(start)
        are_random_sheets(game, sheet)
        self.game = game
        self.start = start
        self.sheet = sheet
        self.seed: int | None = None
        self.table = -1

    def deal(self, seed: int | None, options: Mapping[str, Any] | None) -> State:
        """The table of the next episode.

        Args:
            seed: of the generator; None goes on with the next table, with fresh entropy the first time.
            options: `table`, and the keys of SETUP; others are ignored.

        Raises:
            AdutError: a value is not possible. The next reset deals what this one should have dealt.
        """
        options = check_options(options, SETUP)
        fresh = seed is not None or self.seed is None
        number = check_seed(seed) if fresh else self.seed
        table = options.get("table", 0 if fresh else self.table + 1)
        setup = {key: options[key] for key in SETUP if key in options}
        state = self.game.new_state(seed=number, table=table, **{"start": self.start, "sheet": self.sheet, **setup})
        self.seed, self.table = number, int(table)
        return state


def check_start(start: str) -> str:
    """Where every episode begins. Raises OptionError."""
    if start not in ("deal", "play"):
        raise OptionError(f"start is 'deal' or 'play', not {start!r}")
    return start


def check_options(options: Mapping[str, Any] | None, setup: tuple[str, ...]) -> Mapping[str, Any]:
    """The options of a reset that knows the keys `setup`. Raises OptionError, also for the keys of one table at many tables and
    the other way round; other unknown keys are not looked at."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise OptionError(f"options of a reset are a dict, not {options!r:.80}")
    for one, many in (("deck", "decks"), ("dealer", "dealers"), ("sheet", "sheets")):
        right, wrong = (one, many) if one in setup else (many, one)
        if wrong in options:
            raise OptionError(f"this environment has the reset option {right!r}, not {wrong!r}")
    return options


def not_reset() -> AdutError:
    """The error of everything that needs a table, before the first reset."""
    return AdutError("the environment has not been reset yet: call reset()")


class OneTable:
    """An environment of one table."""

    _table: State | None = None

    @property
    def table(self) -> State:
        """The table of the episode. Raises AdutError before the first reset."""
        if self._table is None:
            raise not_reset()
        return self._table


def check_reward(illegal_reward: float) -> float:
    """What an illegal action pays. Raises OptionError."""
    try:
        return float(illegal_reward)
    except (TypeError, ValueError):
        raise OptionError(f"illegal_reward is a number, not {illegal_reward!r:.80}") from None


def pictures() -> bool:
    """Whether tables can be drawn: the extra adut[render] is installed."""
    return importlib.util.find_spec("matplotlib") is not None


def metadata(game: Game) -> dict[str, Any]:
    """What PettingZoo and Gymnasium want to know about the environments of a game."""
    return {
        "name": f"{game.name}_v{game.spec.version}",
        "render_modes": [HUMAN, ANSI, *([RGB_ARRAY] if pictures() else [])],
        "render_fps": 1,
        "is_parallelizable": False,
    }


def check_render_mode(mode: str | None) -> str | None:
    """A render mode that is there. Raises OptionError."""
    if mode == RGB_ARRAY and not pictures():
        raise UnknownOptionError(
            "render_mode 'rgb_array' needs the extra 'render': pip install 'adut[render]' "
            "(unexpected keyword argument 'render_mode')"
        )
    if mode not in (None, HUMAN, ANSI, RGB_ARRAY):
        raise OptionError(f"render_mode is one of {HUMAN}, {ANSI}, {RGB_ARRAY} or None, not {mode!r}")
    return mode


def show(state: State, mode: str | None, seat: int | None = None) -> str | NDArray[np.uint8] | None:
    """A table as a render mode shows it: everything, or what a seat may see."""
    if mode is None:
        gymnasium.logger.warn("You are calling render method without specifying any render mode.")
        return None
    if mode == RGB_ARRAY:
        from adut.render import picture

        return picture(state, seat)
    text = state.to_text(seat)
    if mode == ANSI:
        return text
    print(text)
    return None
