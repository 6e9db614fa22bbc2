"""Text files, plain or packed with gzip or bzip2: one way to open them for all that read games and deals."""

from __future__ import annotations

import bz2
import gzip
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO, cast

from adut.core.errors import AdutError

READ_ERRORS = (EOFError, OSError, zlib.error)
"""What reading a file raises that breaks off or is broken."""


def open_text(path: str | os.PathLike[str]) -> TextIO:
    """A text file, which is unpacked while it is read if its name ends in `.gz` or `.bz2` (or `.GZ` ...).

    Files are UTF-8. A byte order mark is left out, and bytes that are no UTF-8, such as names in another encoding, are
    read as U+FFFD.

    Raises:
        AdutError: there can be no file of this name.
        OSError: there is no such file. While the file is read: READ_ERRORS.
    """
    file = Path(path)
    openers: dict[str, Callable[..., Any]] = {".gz": gzip.open, ".bz2": bz2.open}
    try:
        return cast(TextIO, openers.get(file.suffix.lower(), open)(file, "rt", encoding="utf-8-sig", errors="replace"))
    except ValueError as error:  # a NUL character, half a surrogate pair
        raise AdutError(f"no file has the name {str(path)[:80]!r}: {error}") from None
