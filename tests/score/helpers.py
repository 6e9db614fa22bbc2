"""Data of the score keeper's tests."""

import re
import tomllib
from pathlib import Path

import pytest

import adut

FOLDER = Path(__file__).parent


def load(name):
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


def fields(row, *expected):
    """The fields of an entry in a row, without what is expected of it."""
    return {name: tuple(v) if isinstance(v, list) else v for name, v in row.items() if name not in (*expected, "kind")}


def record(keeper, row, *expected):
    """Enter a row of data; the preview is what is then written."""
    entry = keeper.entry(row["kind"], **fields(row, *expected))
    before = keeper.export()
    preview = keeper.preview(entry)
    assert keeper.export() == before, "a preview changed the sheet"
    assert keeper.save(entry) == preview
    assert keeper.sheet == preview.after
    return preview


def refuses(keeper, entry, says):
    """That an entry is refused with these words, and changes nothing."""
    before = keeper.export()
    with pytest.raises((adut.EntryError, adut.SheetError), match=re.escape(says)):
        keeper.record(entry["kind"], **fields(entry))
    assert keeper.export() == before
