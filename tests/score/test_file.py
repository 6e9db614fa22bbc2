"""Score sheets as files: readable, replaced as a whole, nothing lost in a crash."""

import json
import os
import signal
import subprocess
import sys

import pytest

import adut
from adut.score import file
from adut.score.file import read_sheet, write_sheet


@pytest.fixture
def keeper():
    found = adut.score_keeper("belot", names=["Ána", "Boro", "Ceca", "Dule"], first_dealer=3, target=101)
    found.record("played", caller=0, contract="clubs", points=81)
    return found


def test_a_sheet_comes_back(tmp_path, keeper):
    path = tmp_path / "sheet.json"
    write_sheet(path, keeper)
    again = read_sheet(path)
    assert again.export() == keeper.export()
    assert again.sheet == keeper.sheet
    assert (again.players, again.game) == (keeper.players, keeper.game)


def test_the_file_is_readable(tmp_path, keeper):
    path = tmp_path / "sheet.json"
    keeper.record("passed_out")
    write_sheet(path, keeper)
    text = path.read_text(encoding="utf-8")
    assert "Ána" in text
    assert json.loads(text)["options"] == {"target": 101}
    rows = [line for line in text.splitlines() if '"kind"' in line]
    assert len(rows) == 2  # a line an entry
    assert '"written": [0, 8], "totals": [0, 8]' in rows[0]


def test_an_empty_sheet_comes_back(tmp_path):
    path = tmp_path / "sheet.json"
    write_sheet(path, adut.score_keeper("skat"))
    assert read_sheet(path).entries == ()


@pytest.mark.parametrize("step", ["fsync", "replace", "chmod"])
def test_a_failure_leaves_the_old_sheet(tmp_path, keeper, monkeypatch, step):
    path = tmp_path / "sheet.json"
    write_sheet(path, keeper)
    before = path.read_bytes()

    def fails(*_):
        raise OSError(28, "No space left on device")

    keeper.record("passed_out")
    with monkeypatch.context() as patch:
        patch.setattr(file.os, step, fails)
        with pytest.raises(adut.SheetError, match=r"cannot be written to .*No space left"):
            write_sheet(path, keeper)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path], "something was left behind"
    write_sheet(path, keeper)
    assert len(read_sheet(path).entries) == 2


def test_a_folder_that_does_not_exist(tmp_path, keeper):
    with pytest.raises(adut.SheetError, match="cannot be written"):
        write_sheet(tmp_path / "none" / "sheet.json", keeper)
    with pytest.raises(adut.SheetError, match="cannot be read"):
        read_sheet(tmp_path / "none" / "sheet.json")


@pytest.mark.parametrize("content", [b"", b"{", b"[1, 2]", b"{}", b"\xff\xfe", b'{"format": 1}', b"null"])
def test_files_that_are_no_sheets(tmp_path, content):
    path = tmp_path / "sheet.json"
    path.write_bytes(content)
    with pytest.raises(adut.SheetError, match=r"sheet\.json"):
        read_sheet(path)
    assert path.read_bytes() == content


def test_every_cut_of_a_file_is_noticed(tmp_path, keeper):
    path = tmp_path / "sheet.json"
    text = keeper.to_json()
    for length in range(0, len(text.rstrip()), 7):
        path.write_text(text[:length], encoding="utf-8")
        with pytest.raises(adut.SheetError):
            read_sheet(path)


@pytest.mark.skipif(os.name != "posix", reason="permissions and links of POSIX")
def test_permissions_and_links_stay(tmp_path, keeper):
    path, link = tmp_path / "sheet.json", tmp_path / "link.json"
    write_sheet(path, keeper)
    path.chmod(0o640)
    link.symlink_to(path)
    keeper.record("passed_out")
    write_sheet(link, keeper)
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert len(read_sheet(path).entries) == 2


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_killed_between_deals_nothing_is_lost(tmp_path):
    """The terminal is killed while it waits; each deal that it took is there, and the match goes on."""
    path = tmp_path / "sheet.json"
    command = [sys.executable, "-m", "adut.cli", "score", "belot", "--file", str(path)]
    for count in range(1, 4):
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\n" if count == 1 else "")
        process.stdin.write("inside\n1\nspades\n\n\n\nyes\nplayed\n2\nhearts\n")
        process.stdin.flush()
        shown = ""
        while shown.count("doubled (") < 2:  # in the middle of the next deal
            more = process.stdout.read(1)
            assert more, shown
            shown += more
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert len(read_sheet(path).entries) == count
        assert read_sheet(path).totals == (0, 16 * count)
