"""Text files, plain or packed with gzip or bzip2: one way to open them for all that read games and deals."""

from __future__ import annotations

import bz2
import gzip
import io
import os
import zlib
from pathlib import Path
from typing import Any, BinaryIO, TextIO, cast

from adut.core.errors import AdutError

READ_ERRORS = (EOFError, OSError, zlib.error)
"""What reading a file raises that breaks off, is broken, or holds something else behind what was packed."""

CHUNK = 1 << 16


def open_text(path: str | os.PathLike[str]) -> TextIO:
    """A text file, which is unpacked while it is read if its name ends in `.gz` or `.bz2` (or `.GZ` ...).

    Files are UTF-8. A byte order mark is left out, and bytes that are no UTF-8, such as names in another encoding, are
    read as U+FFFD.

    Raises:
        AdutError: there can be no file of this name.
        OSError: there is no such file. While the file is read: READ_ERRORS.
    """
    file = Path(path)
    suffix = file.suffix.lower()
    try:
        if suffix == ".gz":
            return cast(TextIO, gzip.open(file, "rt", encoding="utf-8-sig", errors="replace"))
        if suffix == ".bz2":
            return io.TextIOWrapper(io.BufferedReader(_Bzip2(file), CHUNK), "utf-8-sig", "replace")
        return file.open(encoding="utf-8-sig", errors="replace")
    except ValueError as error:  # a NUL character, half a surrogate pair
        raise AdutError(f"no file has the name {str(path)[:80]!r}: {error}") from None


class _Bzip2(io.RawIOBase):
    """A file packed with bzip2. As `gzip.open` and unlike `bz2.open`, it takes an empty file for an empty text, and does not
    pass over what stands behind the last stream, zeros aside.
    """

    def __init__(self, path: Path) -> None:
        self._file: BinaryIO = path.open("rb")
        self._stream: bz2.BZ2Decompressor | None = None

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self._file.close()
        super().close()

    def readinto(self, buffer: Any) -> int:
        """Unpack up to the length of a buffer into it; 0 at the end."""
        view = memoryview(buffer).cast("B")
        while True:
            packed = b""
            if self._stream is None or self._stream.eof:
                packed = self._begin_of_next()
                if not packed:
                    return 0
                self._stream = bz2.BZ2Decompressor()
            elif self._stream.needs_input:
                packed = self._file.read(CHUNK)
                if not packed:
                    raise EOFError("Compressed file ended before the end-of-stream marker was reached")
            unpacked = self._stream.decompress(packed, len(view))
            if unpacked:
                view[: len(unpacked)] = unpacked
                return len(unpacked)

    def _begin_of_next(self) -> bytes:
        """The first bytes of the next stream, empty if there is none."""
        if self._stream is None:
            return self._file.read(CHUNK)
        packed = self._stream.unused_data.lstrip(b"\0")
        while not packed:
            read = self._file.read(CHUNK)
            if not read:
                break
            packed = read.lstrip(b"\0")
        return packed
