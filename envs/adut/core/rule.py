"""Compilation of rules: the one place that knows Numba.

A rule is a plain Python function on records and arrays. `rule` compiles it with Numba where Numba is installed and leaves
it as it is elsewhere (or under `NUMBA_DISABLE_JIT=1`); both modes compute the same numbers.
`specialise` binds the free names of a kernel template to the functions of one game.

Machine code is cached on disk in a folder whose name holds a hash of everything that the code depends on: its source and
all sources that this imports in turn, the versions of Python, Numba and NumPy, and Numba's settings. An edit of any rule, an
upgrade or another setting therefore never meets old machine code.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import platform
import re
import sys
import tempfile
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

numba: Any
try:
    import numba
    from llvmlite import binding as _llvm
    from llvmlite import ir as _ir
    from numba.core import cgutils as _cgutils
    from numba.core.caching import FunctionCache as _FunctionCache
    from numba.core.runtime.nrt import rtsys as _runtime
    from numba.extending import intrinsic as _intrinsic
    from numba.np import arrayobj as _indexing
except ImportError:  # the suite works without Numba, slowly
    numba = None

__all__ = [
    "COMPILED",
    "cache_folder",
    "cache_misses",
    "extract_bits",
    "inlined",
    "lowest_bit",
    "nth_bit",
    "num_threads",
    "popcount",
    "prefetch",
    "prange",
    "record_dtype",
    "rule",
    "select",
    "specialise",
    "store_bits",
    "store_word",
    "wrapping",
]

COMPILED: bool = numba is not None and not numba.config.DISABLE_JIT
"""Whether rules run as machine code in this process."""

F = TypeVar("F", bound=Callable[..., Any])

_PACKAGE = Path(__file__).resolve().parents[1]
_SETTINGS = ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT", "FULL_TRACEBACKS", "CPU_NAME", "CPU_FEATURES", "ENABLE_AVX")
_dispatchers: list[Any] = []


_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]+)|import[ \t]+([\w.]+))", re.MULTILINE)


def _file_of(module: str, importer: Path) -> Path | None:
    """The source of a module that `importer` imports: of this package, or of a package that is loaded already."""
    root, *rest = module.split(".")
    if not root:  # relative: a dot for the importer's folder, another for each folder above
        place = importer.parent
        while rest and not rest[0]:
            place, rest = place.parent, rest[1:]
        place = place.joinpath(*rest)
    elif root == _PACKAGE.name:
        place = _PACKAGE.joinpath(*rest)
    else:
        loaded = sys.modules.get(root)
        folders = [Path(folder) for folder in getattr(loaded, "__path__", ())]
        if loaded is None or root in sys.stdlib_module_names or root in ("numpy", "numba", "llvmlite"):
            return None
        if not folders:  # a module by itself
            return Path(loaded.__file__).resolve() if loaded.__file__ else None
        found = (_source_at(folder.joinpath(*rest)) for folder in folders)
        return next((file for file in found if file is not None), None)
    return _source_at(place)


def _source_at(place: Path) -> Path | None:
    for candidate in (place.with_suffix(".py"), place / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


@functools.cache
def _read(path: Path) -> tuple[bytes, frozenset[Path]]:
    """A source, and the sources that it imports from directly."""
    source = path.read_bytes()
    imported: set[Path] = set()
    for match in _IMPORT.finditer(source.decode()):
        module, names, plain_import = match.groups()
        found = [_file_of(plain_import or module, path)]
        if names and (found[0] is None or found[0].name == "__init__.py"):  # modules of a package may be among the names
            base = module if module.endswith(".") else module + "."
            found += [_file_of(base + name, path) for name in re.findall(r"\w+", names)]
        imported.update(file for file in found if file is not None)
    return source, frozenset(imported)


def _sources(function: Callable[..., Any]) -> frozenset[Path]:
    """All sources that the machine code of `function` depends on: its own file and, in turn, what that imports."""
    source = plain(function)
    known: frozenset[Path] | None = getattr(source, "sources", None)
    return _closure(source.__code__.co_filename) if known is None else known


@functools.cache
def _closure(filename: str) -> frozenset[Path]:
    path = Path(filename)
    path = (path if path.is_file() else Path(__file__)).resolve()
    found = {path}
    waiting = [path]
    while waiting:
        for file in _read(waiting.pop())[1] - found:
            found.add(file)
            waiting.append(file)
    return frozenset(found)


def _hash(sources: frozenset[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(sources, key=str):
        digest.update(str(path).encode())
        digest.update(_read(path)[0])
    return digest.hexdigest()


@functools.cache
def _cache_root() -> Path:
    """The first writable place for machine code: $ADUT_CACHE_DIR, the user's cache folder, a temporary folder."""
    places = []
    if os.environ.get("ADUT_CACHE_DIR"):
        places.append(Path(os.environ["ADUT_CACHE_DIR"]))
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    with contextlib.suppress(RuntimeError):  # no home directory
        places.append((Path(base) if base else Path.home() / ".cache") / "adut")
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    places.append(Path(tempfile.gettempdir()) / f"adut-{user}")
    for place in places:
        with contextlib.suppress(OSError):
            place.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=place):
                return place
    return Path(tempfile.mkdtemp(prefix="adut-"))


def cache_folder(function: Callable[..., Any]) -> Path:
    """The folder that holds the machine code of a rule."""
    return _folder(_sources(function))


@functools.cache
def _folder(sources: frozenset[Path]) -> Path:
    digest = hashlib.sha256(_hash(sources).encode())
    versions = [sys.version, np.__version__, numba.__version__ if numba else "-"]
    settings = [f"{name}={getattr(numba.config, name, None)}" for name in _SETTINGS] if numba else []
    digest.update("\n".join(versions + settings).encode())
    return _cache_root() / digest.hexdigest()[:16]


@contextlib.contextmanager
def _numba_cache(folder: Path) -> Iterator[None]:
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


class _MachineCode:
    """The machine code of a rule on disk: Numba's cache of a function, opened when it is first needed.

    Unlike Numba's own, it does not set up the compiler before it loads, which takes most of the time of a short command: the
    compiler does so itself when it is used.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function, self._folder = function, cache_folder(function)

    @functools.cached_property
    def _files(self) -> Any:
        with _numba_cache(self._folder):
            return cast(Any, _FunctionCache)(self._function)

    @property
    def cache_path(self) -> str:
        return str(self._folder)

    def load_overload(self, signature: Any, context: Any) -> Any:
        _runtime.initialize(context)
        with self._files._guard_against_spurious_io_errors():
            return self._files._load_overload(signature, context)

    def save_overload(self, signature: Any, compiled: Any) -> None:
        self._files.save_overload(signature, compiled)


def _compile(function: F, parallel: bool = False, inline: bool = False) -> F:
    dispatcher = numba.njit(function, nogil=True, error_model="numpy", parallel=parallel, forceinline=inline)
    dispatcher._cache = _MachineCode(function)
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


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """The Python function behind a rule, compiled or not."""
    return cast(Callable[..., Any], getattr(function, "py_func", function))


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
    sources = [_sources(source), *(_sources(value) for value in names.values() if callable(value))]
    copy.__dict__["sources"] = frozenset().union(*sources)
    return _compile(copy, parallel, inline) if COMPILED else copy


def cache_misses() -> int:
    """How many compilations this process made because the disk cache did not hold them."""
    return sum(sum(dispatcher.stats.cache_misses.values()) for dispatcher in _dispatchers)


def record_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The dtype of arrays of records in this mode: with attribute access where rules run as Python."""
    return dtype if COMPILED else np.dtype((np.record, dtype))


def _has_fast_deposit() -> bool:
    """Whether machine code is made for processors that deposit and extract bits (BMI2) in hardware, and quickly."""
    if numba.config.CPU_FEATURES is not None or numba.config.CPU_NAME is not None:
        return "+bmi2" in (numba.config.CPU_FEATURES or "")
    slow = ("znver1", "znver2", "bdver4")
    features = _llvm.get_host_cpu_features()
    return bool(features.get("bmi2")) and _llvm.get_host_cpu_name() not in slow and platform.machine() in ("x86_64", "AMD64")


def _nth_bit(bits: int, n: int) -> int:
    """The index of the n-th lowest (from 0) of more than n set bits among 64."""
    at = 0
    width = 32
    while width > 0:  # halve the range; without branches that depend on the bits
        low = popcount(bits >> at & (1 << width) - 1)
        skip = n >= low
        at += width if skip else 0
        n -= low if skip else 0
        width >>= 1
    return at


def _extract_bits(bits: int, mask: int) -> int:
    """The bits of a set that are in a mask, moved together at the low end in their order."""
    found = 0
    place = 0
    rest = mask
    while rest != 0:
        low = rest & -rest
        found |= (1 if bits & low else 0) << place
        place += 1
        rest ^= low
    return found


if TYPE_CHECKING:
    # What rules see of the functions below, whichever way they run.
    def nth_bit(bits: int, n: int) -> int: ...
    def extract_bits(bits: int, mask: int) -> int: ...
    def lowest_bit(value: int) -> int: ...
    def popcount(value: int) -> int: ...
    def select(condition: bool, one: int, other: int) -> int: ...
    def store_bits(array: NDArray[np.int8], index: int, bits: int) -> None: ...
    def store_word(array: NDArray[np.int8], index: int, word: int) -> None: ...
    def prefetch(records: Any, index: int) -> None: ...
    def num_threads() -> int: ...

    prange = range
elif COMPILED:
    prange = numba.prange
    num_threads = numba.get_num_threads

    @_intrinsic
    def lowest_bit(typing_context: Any, value: Any) -> Any:
        """The index of the lowest set bit of a non-zero int64."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], _ir.Constant(_ir.IntType(1), 0))

        return numba.int64(numba.int64), generate

    @_intrinsic
    def select(typing_context: Any, condition: Any, one: Any, other: Any) -> Any:
        """The one number if a condition holds, else the other; never by a branch, where a condition is hard to predict."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = _ir.IntType(64)
            copy = _ir.FunctionType(word, [word])  # the optimiser, which would make a branch of it, does not see through this
            mask = builder.asm(copy, "", "=r,0", [builder.sext(args[0], word)], False)
            return builder.xor(args[2], builder.and_(mask, builder.xor(args[1], args[2])))

        return numba.int64(numba.types.boolean, numba.int64, numba.int64), generate

    @_intrinsic
    def popcount(typing_context: Any, value: Any) -> Any:
        """The number of set bits of a non-negative int64."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return numba.int64(numba.int64), generate

    if _has_fast_deposit():

        @_intrinsic
        def nth_bit(typing_context: Any, bits: Any, n: Any) -> Any:
            """The index of the n-th lowest (from 0) of more than n set bits among 64."""

            def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                word = _ir.IntType(64)
                kind = _ir.FunctionType(word, [word, word])
                deposit = _cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64")
                only = builder.call(deposit, [builder.shl(word(1), args[1]), args[0]])
                return builder.cttz(only, _ir.Constant(_ir.IntType(1), 0))

            return numba.int64(numba.int64, numba.int64), generate

        @_intrinsic
        def extract_bits(typing_context: Any, bits: Any, mask: Any) -> Any:
            """The bits of a set that are in a mask, moved together at the low end in their order."""

            def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                word = _ir.IntType(64)
                kind = _ir.FunctionType(word, [word, word])
                extract = _cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pext.64")
                return builder.call(extract, [args[0], args[1]])

            return numba.int64(numba.int64, numba.int64), generate

    else:
        nth_bit = inlined(_nth_bit)
        extract_bits = rule(_extract_bits)

    @_intrinsic
    def store_bits(typing_context: Any, array: Any, index: Any, bits: Any) -> Any:
        """Store the 32 lowest bits of an int64 as 32 bytes, zeros and ones, into a contiguous int8 array. Unchecked."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            target = context.make_array(signature.args[0])(context, builder, value=args[0])
            pointer = builder.gep(target.data, [args[1]])
            flags = builder.bitcast(builder.trunc(args[2], _ir.IntType(32)), _ir.VectorType(_ir.IntType(1), 32))
            entries = _ir.VectorType(_ir.IntType(8), 32)
            builder.store(builder.zext(flags, entries), builder.bitcast(pointer, entries.as_pointer()), align=1)
            return context.get_dummy_value()

        return numba.void(array, numba.int64, numba.int64), generate

    @_intrinsic
    def prefetch(typing_context: Any, records: Any, index: Any) -> Any:
        """Ask for a record to be brought into the processor's cache, up to its history; of an array of numbers 128 bytes."""
        size = 128
        if isinstance(records.dtype, numba.types.Record):
            size = records.dtype.offset("history") if "history" in records.dtype.fields else records.dtype.size

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            target = context.make_array(signature.args[0])(context, builder, value=args[0])
            byte, word = _ir.IntType(8).as_pointer(), _ir.IntType(32)
            pointer = builder.bitcast(builder.gep(target.data, [args[1]]), byte)
            kind = _ir.FunctionType(_ir.VoidType(), [byte, word, word, word])
            call = _cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
            for at in (*range(0, size, 64), size - 8):
                line = builder.gep(pointer, [_ir.Constant(_ir.IntType(64), at)])
                builder.call(call, [line, word(1), word(3), word(1)])  # to be written, kept close, data
            return context.get_dummy_value()

        return numba.void(records, numba.int64), generate

    @_intrinsic
    def store_word(typing_context: Any, array: Any, index: Any, word: Any) -> Any:
        """Store the eight bytes of an int64, lowest first, into a contiguous int8 array. Unchecked."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            target = context.make_array(signature.args[0])(context, builder, value=args[0])
            pointer = builder.gep(target.data, [args[1]])
            builder.store(args[2], builder.bitcast(pointer, _ir.IntType(64).as_pointer()), align=1)
            return context.get_dummy_value()

        return numba.void(array, numba.int64, numba.int64), generate

else:
    prange = range
    nth_bit = _nth_bit
    extract_bits = _extract_bits

    def num_threads() -> int:
        """How many threads a parallel kernel uses."""
        return 1

    def lowest_bit(value: int) -> int:
        """The index of the lowest set bit of a non-zero integer."""
        number = int(value)
        return (number & -number).bit_length() - 1

    def popcount(value: int) -> int:
        """The number of set bits of a non-negative integer."""
        return int(value).bit_count()

    def select(condition: bool, one: int, other: int) -> int:
        """The one number if a condition holds, else the other."""
        return one if condition else other

    def store_bits(array: NDArray[np.int8], index: int, bits: int) -> None:
        """Store the 32 lowest bits of an int64 as 32 bytes, zeros and ones, into a contiguous int8 array. Unchecked."""
        array[index : index + 32] = np.unpackbits(np.array([bits], "<i8").view(np.uint8)[:4], bitorder="little")

    def prefetch(records: Any, index: int) -> None:
        """Ask for a record to be brought into the processor's cache; nothing to do here."""

    def store_word(array: NDArray[np.int8], index: int, word: int) -> None:
        """Store the eight bytes of an int64, lowest first, into a contiguous int8 array. Unchecked."""
        array[index : index + 8] = np.array([word], "<i8").view(np.int8)
