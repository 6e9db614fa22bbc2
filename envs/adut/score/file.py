"""Score sheets as files: readable JSON, and pictures; replaced as a whole, so that a crash leaves the old or the new one."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from adut.core.errors import SheetError
from adut.score.keeper import ScoreKeeper


def write_sheet(path: str | Path, keeper: ScoreKeeper) -> None:
    """Write a sheet: to a new file beside the old one, which then takes its place. Raises SheetError; the old file stays."""
    _replace(path, keeper.to_json(), "sheet")


def write_picture(path: str | Path, keeper: ScoreKeeper) -> Path:
    """Write the picture of a sheet beside its file, with the ending svg. Returns where. Raises SheetError."""
    place = Path(path).with_suffix(".svg")
    _replace(place, keeper.to_svg(), "picture")
    return place


def _replace(path: str | Path, text: str, what: str) -> None:
    """Put a file in the place of an old one, as a whole."""
    place = Path(path).resolve()
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _mode(place))
        os.replace(temporary, place)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        raise SheetError(f"the {what} cannot be written to {path}: {error.strerror or error}") from None
    _sync_folder(place.parent)


def read_sheet(path: str | Path) -> ScoreKeeper:
    """The score keeper that `write_sheet` wrote. Raises SheetError."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise SheetError(f"{path} is no score sheet: it is no text") from None
    except OSError as error:
        raise SheetError(f"{path} cannot be read: {error.strerror or error}") from None
    try:
        return ScoreKeeper.from_json(text)
    except SheetError as error:
        raise SheetError(f"{path}: {error}") from None


def _mode(place: Path) -> int:
    """The permissions of a file, or those of a new one."""
    if place.exists():
        return place.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    """Make sure that the new name is on the disk, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
