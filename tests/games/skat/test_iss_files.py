"""Files of server games: how they are opened, by the reader and by `adut solve`, and what can be read from."""

from __future__ import annotations

import argparse
import bz2
import gzip
import io
from pathlib import Path
from typing import Any

import pytest
from tests.games.skat.test_iss import LOGS, WON

from adut.cli import main
from adut.commands.given import deals
from adut.core.errors import AdutError, NotationError
from adut.games.skat.iss import Reason, Report, parse_game, read_games, read_replays

GAMES = (LOGS / "xskat_isko.iss").read_text().splitlines()[:2]
PACKERS: dict[str, Any] = {".gz": gzip.compress, ".GZ": gzip.compress, ".bz2": bz2.compress, ".Bz2": bz2.compress}


def write(path: Path, text: str, encoding: str = "utf-8", behind: bytes = b"") -> Path:
    pack = PACKERS.get(path.suffix, bytes)
    path.write_bytes(pack(text.encode(encoding)) + behind)
    return path


def given_file(path: Path, rules: str | None) -> argparse.Namespace:
    """What the command line of `adut solve` and `adut analyse` comes to."""
    return argparse.Namespace(deal=None, file=str(path), game="skat", option=[], players=None, rules=rules)


@pytest.mark.parametrize("suffix", ["", *PACKERS])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_the_reader_and_the_command_line_open_the_same_files(tmp_path: Path, suffix: str, encoding: str) -> None:
    named = [game.replace("PC[XSkat]", "PC[XSkat]P0[J\xfcrgen]") for game in GAMES]
    path = write(tmp_path / f"games.iss{suffix}", "\n".join(named) + "\n", encoding)
    name = "J\ufffdrgen" if encoding == "latin-1" else "J\xfcrgen"
    assert [log.properties["P0"] for log in read_games(path, "raise")] == [name, name]
    assert [len(words) > 30 for _, words in deals(given_file(path, "isko"))] == [True, True]


def test_the_command_line_reads_a_packed_deal(tmp_path: Path) -> None:
    text = "seed: 1; actions: pass, pass  # by J\xfcrgen\n"
    for suffix in (".txt", ".gz", ".bz2"):
        for encoding in ("utf-8-sig", "latin-1"):
            path = write(tmp_path / f"deal{suffix}", text, encoding)
            assert [[word.text for word in words] for _, words in deals(given_file(path, None))] == [["pass", "pass"]]


def test_the_command_line_says_what_it_cannot_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = gzip.compress("\n".join(GAMES * 9).encode())
    (tmp_path / "short.gz").write_bytes(packed[:-9])
    (tmp_path / "none.bz2").write_bytes(b"none")
    for name in ("short.gz", "none.bz2"):
        assert main(["solve", "skat", "--rules", "isko", "--file", str(tmp_path / name), "--goal", "61"]) == 1
        assert f"cannot read {tmp_path / name}: " in capsys.readouterr().err
    assert main(["solve", "skat", "--file", "a\0b"]) == 1
    assert "no file has the name 'a\\x00b'" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"seed: 1  # J\xfcrgen"), "utf-8"))
    assert main(["solve", "skat"]) == 1
    assert "cannot read standard input: " in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO("\ufeff" + GAMES[0]))
    assert main(["solve", "skat", "--rules", "isko", "--goal", "61", "--json"]) == 0


@pytest.mark.parametrize("suffix", [".gz", ".bz2"])
def test_packed_files_are_treated_alike(tmp_path: Path, suffix: str) -> None:
    def read(packed: bytes) -> tuple[int, dict[Reason, int]]:
        path = tmp_path / f"games{suffix}"
        path.write_bytes(packed)
        report = Report()
        count = sum(1 for _ in read_games(path, report=report))
        assert count == report.games
        return count, dict(report.refused)

    pack = PACKERS[suffix]
    text = f"{WON}\n".encode()
    assert read(pack(b"")) == (0, {})
    assert read(pack(text)) == (1, {})
    assert read(pack(text) + pack(text * 2)) == (3, {})
    assert read(pack(text)[:-1]) in ((0, {Reason.FILE: 1}), (1, {Reason.FILE: 1}))
    assert read(b"garbage") == (0, {Reason.FILE: 1})


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        (b"games.iss", "bytes"),
        (bytearray(b"games.iss"), "bytearray"),
        (None, "NoneType"),
        (7, "int"),
        (2.5, "float"),
        (io.BytesIO(WON.encode()), "line 1 is bytes"),
        ([WON, 7], "line 2 is int"),
        ([None], "line 1 is NoneType"),
    ],
)
@pytest.mark.parametrize("on_error", ["collect", "raise"])
def test_what_is_no_source_is_refused(source: Any, kind: str, on_error: Any) -> None:
    for read in (read_games, read_replays):
        if isinstance(source, io.BytesIO):
            source.seek(0)
        with pytest.raises(AdutError, match=f"from the path of a file or from lines of text.*{kind}$"):
            list(read(source, on_error=on_error))


def test_what_is_no_path_is_refused() -> None:
    class Bytes:
        def __fspath__(self) -> bytes:
            return b"games.iss"

    with pytest.raises(AdutError, match="from the path of a file or from lines of text, not Bytes"):
        list(read_games(Bytes()))  # type: ignore[arg-type]
    for name in ("a\0b", Path("a\0b"), "\ud800", "a\0b.gz", "a\0b.bz2"):
        with pytest.raises(AdutError, match="no file has the name"):
            list(read_games(name))
    with pytest.raises(AdutError) as caught:
        list(read_games("a" * 1_000_000 + "\0"))
    assert len(str(caught.value)) < 200
    with pytest.raises(AdutError, match=r"on_error is collect or raise"):
        list(read_games([], "x" * 1_000_000))  # type: ignore[arg-type]


def test_an_open_file_is_a_source(tmp_path: Path) -> None:
    path = write(tmp_path / "games.iss", f"{WON}\n{WON}\n")
    with path.open() as file:
        assert [log.line for log in read_games(file)] == [1, 2]


def test_columns_count_from_the_first_character_of_a_line() -> None:
    for mark in ("", "\ufeff"):
        with pytest.raises(NotationError) as caught:
            parse_game(f"{mark}GM[Go]")
        assert caught.value.column == len(mark) + 4
