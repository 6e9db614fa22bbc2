"""Rules that run as Python although Numba is there: slowly, but nothing is compiled or loaded first.

    quick = interpreted(adut.game("skat"))
    state = quick.new_state(seed=7, start="play")      # at once, with an empty cache too

Both ways compute the same bytes. A few decisions of one table are quicker so than compiling the rules of a game; thousands are
not. `State.from_record(game, state.array)` is the same table with compiled rules.
"""

from __future__ import annotations

import copy
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from adut.core.game import Game
from adut.core.intrinsics import PLAIN_FORMS
from adut.core.machine_code import plain
from adut.core.rule import COMPILED

_PLAIN_FORMS = {id(function): form for function, form in PLAIN_FORMS}


def interpreted(game: Game) -> Game:
    """The same game with rules that run as Python."""
    if not COMPILED:
        return game
    quick = copy.copy(game)
    quick.__dict__["kernels"] = _Interpreted(game)
    return quick


def compiled(game: Game) -> Game:
    """The same game with compiled rules."""
    return game.paying(game.reward, game.payoff)


class _Interpreted:
    """The kernels of a game as Python functions, made when they are asked for."""

    def __init__(self, game: Game) -> None:
        self._compiled = game.kernels
        self.rules = game.kernels.rules

    def __getattr__(self, name: str) -> Any:
        kernel = getattr(self._compiled, name)
        made = {key: as_python(value) for key, value in kernel.items()} if isinstance(kernel, dict) else as_python(kernel)
        setattr(self, name, made)
        return made


def as_python(function: Callable[..., Any]) -> Callable[..., Any]:
    """A compiled function as a Python function that takes the same records and arrays of records."""
    run = _as_python(function)

    def run_as_python(*args: Any) -> Any:
        with np.errstate(over="ignore"):  # arithmetic in uint64 wraps around
            return run(*map(_with_attributes, args))

    return run_as_python


def _with_attributes(argument: Any) -> Any:
    """Arrays of records whose elements have their fields as attributes; anything else as it is."""
    if isinstance(argument, np.ndarray | np.void) and argument.dtype.names is not None:
        return argument.view(np.dtype((np.record, argument.dtype)))
    return argument


def _as_python(value: Any) -> Any:
    """What rules may refer to, with compiled functions replaced by what they were compiled from."""
    if isinstance(value, types.ModuleType):
        return value if value is np else _Module(value)
    source = _PLAIN_FORMS.get(id(value)) or plain(value)
    return _copy(source) if isinstance(source, types.FunctionType) and source is not value else value


class _Module:
    """A module as rules see it that call its functions by `module.function`."""

    def __init__(self, module: types.ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        found = _as_python(getattr(self._module, name))
        setattr(self, name, found)
        return found


_copies: dict[types.FunctionType, types.FunctionType] = {}


def _copy(source: types.FunctionType) -> types.FunctionType:
    """A function that calls Python functions where `source` calls compiled ones."""
    if source not in _copies:
        own: dict[str, Any] = {"__builtins__": __builtins__}
        _copies[source] = types.FunctionType(source.__code__, own, source.__name__, source.__defaults__)
        for name in source.__code__.co_names:
            if name in source.__globals__:
                own[name] = _as_python(source.__globals__[name])
    return _copies[source]
