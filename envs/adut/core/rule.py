"""Compilation of rules.

A rule is a plain Python function on records and arrays. `rule` compiles it with Numba where Numba is installed and leaves
it as it is elsewhere (or under `NUMBA_DISABLE_JIT=1`); both modes compute the same numbers.
`specialise` binds the free names of a kernel template to the functions of one game.
"""

from __future__ import annotations

import contextlib
import functools
import os
import threading
import types
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from adut.core.machine_code import MachineCode, numba, plain, sources_of

if numba is not None:
    from numba.np import arrayobj as _indexing

COMPILED: bool = numba is not None and not numba.config.DISABLE_JIT
"""Whether rules run as machine code in this process."""

F = TypeVar("F", bound=Callable[..., Any])

_dispatchers: list[Any] = []
_SPINNING = {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT"}
_starting = threading.Lock()


def _compile(function: F, parallel: bool = False, inline: bool = False) -> F:
    dispatcher = numba.njit(function, nogil=True, error_model="numpy", parallel=parallel, forceinline=inline)
    dispatcher._cache = MachineCode(function)
    _widen_constants(dispatcher)
    _count_from_the_front(dispatcher)
    _dispatchers.append(dispatcher)
    return cast(F, dispatcher)


def _widen_constants(dispatcher: Any) -> None:
    """Let calls with constants use the machine code for variables: Numba would compile a rule anew for each constant."""
    template = dispatcher.get_call_template

    def widened(args: Any, keywords: Any) -> Any:
        wide = {name: numba.types.unliteral(kind) for name, kind in dict(keywords).items()}
        return template(tuple(map(numba.types.unliteral, args)), wide)

    dispatcher.get_call_template = widened


def _count_from_the_front(dispatcher: Any) -> None:
    """Leave out of a rule what lets Python count from the end: each index would be compared with zero and corrected."""
    compile_rule = dispatcher._compiler.compile
    own = dispatcher.py_func.__module__, dispatcher.py_func.__qualname__

    def compiled(args: Any, result: Any) -> Any:
        from_both_ends: Any = _indexing.fix_integer_index  # Numba holds a lock while it compiles

        def as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
            if (context.fndesc.modname, context.fndesc.qualname) != own:  # what a rule calls may be no rule
                return from_both_ends(context, builder, kind, index, size)
            return context.cast(builder, index, kind, numba.types.intp if kind.signed else numba.types.uintp)

        _indexing.fix_integer_index = as_it_is
        try:
            return compile_rule(args, result)
        finally:
            _indexing.fix_integer_index = from_both_ends

    dispatcher._compiler.compile = compiled


def rule(function: F) -> F:
    """Compile a function of the rules; without Numba, return it unchanged."""
    return _compile(function) if COMPILED else function


def inlined(function: F) -> F:
    """`rule` for the small change of rules: the caller gets a copy of the code instead of a call."""
    return _compile(function, inline=True) if COMPILED else function


def wrapping(function: F) -> F:
    """`rule` for arithmetic in uint64 that wraps around: uncompiled, NumPy's overflow warnings are silenced."""
    if COMPILED:
        return rule(function)

    @functools.wraps(function)
    def quiet(*args: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*args)

    return cast(F, quiet)


def specialise(
    template: Callable[..., Any], key: str, *, parallel: bool = False, inline: bool = False, **names: Any
) -> Callable[..., Any]:
    """A copy of a kernel template whose free names are bound to one game's functions, compiled.

    Args:
        template: a plain function that uses the keys of `names` as globals.
        key: an identifier unique for these bindings (the game's name). It becomes part of the function's qualified name,
            because Numba's cache knows a function by that name and its file alone.
        parallel: compile `numba.prange` loops for threads.
        inline: the caller gets a copy of the code instead of a call.
        names: what each free name stands for; rules, constants or further specialised kernels.
    """
    source = plain(template)
    name = f"{source.__name__}__{key}" + ("__parallel" if parallel else "")
    code = source.__code__.replace(co_name=name, co_qualname=name)
    copy = types.FunctionType(code, {**source.__globals__, **names}, name, source.__defaults__)
    copy.__qualname__ = name
    copy.__module__ = source.__module__
    copy.__doc__ = source.__doc__
    sources = [sources_of(source), *(sources_of(value) for value in names.values() if callable(value))]
    copy.__dict__["sources"] = frozenset().union(*sources)
    return _compile(copy, parallel, inline) if COMPILED else copy


@contextlib.contextmanager
def _waiting_briefly() -> Iterator[None]:
    """If GNU's OpenMP starts its threads meanwhile, they spin for some 0.1 ms when they wait, not for milliseconds.

    Where other processes are busy, a thread that spins keeps the one that it waits for from running: steps would take many
    times as long. Whoever sets one of OpenMP's own variables decides himself.
    """
    if not _SPINNING.isdisjoint(os.environ):
        yield
        return
    os.environ["GOMP_SPINCOUNT"] = "10000"
    try:
        yield
    finally:
        del os.environ["GOMP_SPINCOUNT"]


if TYPE_CHECKING or not COMPILED:
    prange = range

    def num_threads() -> int:
        """How many threads a parallel kernel uses."""
        return 1

else:
    prange = numba.prange

    def num_threads() -> int:
        """How many threads a parallel kernel uses. The first call starts them."""
        with _starting:
            _start_threads()
        return int(numba.get_num_threads())

    @functools.cache
    def _start_threads() -> None:
        with _waiting_briefly():
            numba.get_num_threads()


def cache_misses() -> int:
    """How many compilations this process made because the disk cache did not hold them."""
    return sum(sum(dispatcher.stats.cache_misses.values()) for dispatcher in _dispatchers)


def record_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The dtype of arrays of records in this mode: with attribute access where rules run as Python."""
    return dtype if COMPILED else np.dtype((np.record, dtype))
