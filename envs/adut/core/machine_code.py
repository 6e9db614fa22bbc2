"""Where the machine code of rules is kept on disk.

It is in a folder whose name holds a hash of everything that the code depends on: its source and all sources that this imports
in turn, the versions of Python, Numba and NumPy, and Numba's settings. An edit of any rule, an upgrade or another setting
therefore never meets old machine code.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import numpy as np

numba: Any
try:
    import numba
    from numba.core.caching import FunctionCache as _FunctionCache
    from numba.core.runtime.nrt import rtsys as _runtime
except ImportError:  # the suite works without Numba, slowly
    numba = None

_PACKAGE = Path(__file__).resolve().parents[1]
_SETTINGS = ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT", "FULL_TRACEBACKS", "CPU_NAME", "CPU_FEATURES", "ENABLE_AVX")


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """The Python function behind a rule, compiled or not."""
    return cast(Callable[..., Any], getattr(function, "py_func", function))


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


def sources_of(function: Callable[..., Any]) -> frozenset[Path]:
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
    return _folder(sources_of(function))


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


class MachineCode:
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
