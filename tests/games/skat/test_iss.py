"""Games of the International Skat Server: section 14.4 of the rules, its quirks Q1 to Q6, and the games of XSkat."""

from __future__ import annotations

import bz2
import gzip
import itertools
import pickle
import random
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import adut
from adut.core.cards import card_list, parse_card, parse_card_list
from adut.core.errors import AdutError, NotationError
from adut.games.skat import iss, scoring
from adut.games.skat.iss import (
    Ending,
    IssError,
    IssReplay,
    Reason,
    Report,
    format_game,
    parse_game,
    read_games,
    read_replays,
    replay,
)

ROOT = Path(__file__).parents[3]
LOGS = ROOT / "tests" / "data" / "skat"
SPECIFICATION = ROOT.parent / "shared" / "rules" / "skat.md"

# Forehand has the four jacks and clubs, middlehand and rearhand follow with what they like.
DEAL = "CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.SA.ST.SK.SQ.S9.S8.S7.HA.HT.HK.DA.DT.DK.DQ.D9.D8.D7.HQ.H9.H8.H7.C7"
TRICKS = (
    "0 CJ 1 SA 2 DA", "0 SJ 1 ST 2 DT", "0 HJ 1 HA 2 DK", "0 DJ 1 HT 2 DQ", "0 CA 1 SK 2 HQ",
    "0 CT 1 SQ 2 D9", "0 CK 1 HK 2 D8", "0 CQ 1 S9 2 D7", "0 C9 1 S8 2 H9", "0 C8 1 S7 2 H8",
)  # fmt: skip
"""Forehand takes 24, 46, 63, 78, 96, 109, 117, 120 points."""
FOREHAND_AT_18 = "1 18 0 y 1 p 2 p"
PICK_UP = f"{FOREHAND_AT_18} 0 s w H7.C7"
GRAND = f"{PICK_UP} 0 G.H7.C7"
MIDDLEHAND_AT_18 = "1 18 0 p 2 p"


def line(moves: str, result: str, deal: str = DEAL) -> str:
    return f"(;GM[Skat]MV[w {deal} {moves}]R[{result}] ;)"


def tricks(count: int) -> str:
    return " ".join(TRICKS[:count])


def play(moves: str, result: str, rules: str = "iss_replay") -> IssReplay:
    return replay(parse_game(line(moves, result)), rules)


def refusal(moves: str, result: str = "d:0 win v:120") -> IssError:
    with pytest.raises(IssError) as caught:
        play(moves, result)
    return caught.value


# -- Games that others played ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "games"), [("isko", 358), ("pre1999", 356)])
def test_14_4_every_game_of_xskat_replays(rules: str, games: int) -> None:
    path = LOGS / f"xskat_{rules}.iss"
    report = Report()
    replays = list(read_replays(path, rules, report=report))
    assert report.games == len(replays) == games
    assert not report.refused
    for replayed, text in zip(replays, path.read_text().splitlines(), strict=True):
        said = re.search(r"R\[d:(\d) (win|loss) v:(-?\d+) p:(\d+|-)\]", text)
        assert said is not None
        record = replayed.state.record
        assert replayed.ending == Ending.PLAYED
        assert replayed.state.is_over
        assert (replayed.declarer, replayed.value) == (int(said[1]), int(said[3]))
        assert (int(record.declarer), int(record.value)) == (int(said[1]), int(said[3]))
        assert said[4] in ("-", str(replayed.points))
        assert replayed.value_under(rules) == replayed.value


def test_14_4_the_modern_games_of_xskat_replay_as_server_games() -> None:
    report = Report()
    assert sum(1 for _ in read_replays(LOGS / "xskat_isko.iss", report=report)) == 358
    assert not report.refused
    assert not report.announced_losses


def test_8_the_games_of_xskat_before_1999_differ_by_the_lost_hand_games() -> None:
    report = Report()
    old = list(read_replays(LOGS / "xskat_pre1999.iss", "pre1999", report=report))
    lost_hand = [game for game in old if game.value < 0 and game.state.record.hand_game]
    differ = [game for game in old if game.value_under("isko") != game.value]
    assert lost_hand == differ
    assert all(game.value_under("isko") == 2 * game.value for game in differ)


needs_specification = pytest.mark.skipif(
    not SPECIFICATION.exists(),
    reason="the sample games are not part of this repository; ../shared/rules/skat.md has them",
)


def sample_lines() -> list[str]:
    return [text for text in SPECIFICATION.read_text().splitlines() if text.startswith("ID[")]


def sample_table() -> dict[str, tuple[int, int, int, int, int, int, int]]:
    """By ID: seat, bid, matadors, points, tricks, value under isko, value under classical."""
    entry = re.compile(r"(\d+) \((\d),(\d+),([+−]\d+|Null),(\d+),(\d+)\) (−?\d+)/(−?\d+)")
    table = {}
    for row in entry.findall(SPECIFICATION.read_text()):
        numbers = [int(word.replace("−", "-").replace("Null", "0")) for word in row[1:]]
        seat, bid, matadors, points, won, now, seed = numbers
        table[row[0]] = (seat, bid, matadors, points, won, now, seed)
    return table


@needs_specification
@pytest.mark.parametrize("rules", ["iss_replay", "isko"])
def test_14_5_the_sample_games_replay_exactly(rules: str) -> None:
    report = Report()
    table = sample_table()
    assert len(table) == 17
    passed = []
    for replayed in read_replays(sample_lines(), rules, report=report):
        name = replayed.log.properties["ID"]
        if replayed.ending == Ending.PASSED:
            passed.append(name)
            assert (replayed.declarer, replayed.bid, replayed.value) == (-1, 0, 0)
            continue
        assert table.pop(name) == (
            replayed.declarer,
            replayed.bid,
            replayed.matadors,
            replayed.points,
            replayed.tricks,
            replayed.value_under("isko"),
            replayed.value_under("classical"),
        )
        assert replayed.value == replayed.value_under("isko") == replayed.log.result.value
    assert not table
    assert passed == ["756788"]
    assert report.games == 18


@needs_specification
def test_14_5_four_sample_games_are_rejected() -> None:
    report = Report()
    list(read_replays(sample_lines(), report=report))
    assert report.refused == {Reason.ABORTED: 2, Reason.HIDDEN_CARD: 1, Reason.BEFORE_PLAY: 1}
    lines = sample_lines()
    rejected = [lines[error.line - 1] for errors in report.first.values() for error in errors if error.line]
    assert {text[3 : text.index("]")] for text in rejected} == {"8", "30", "18358", "10330141"}


@needs_specification
def test_14_5_the_writer_repeats_the_moves_and_results_of_the_server() -> None:
    for replayed in read_replays(sample_lines()):
        if not replayed.state.is_over:  # given up: the table stands in the middle of the play
            continue
        written = parse_game(format_game(replayed.state))
        said, ours = replayed.log.properties["R"], written.properties["R"]
        assert ours.startswith(said)  # old games have no `r:`
        assert written.hands.keys() == replayed.log.hands.keys()
        assert {who: set(cards) for who, cards in written.hands.items()} == {
            who: set(cards) for who, cards in replayed.log.hands.items()
        }
        assert replay(written).state.record.played.tolist() == replayed.state.record.played.tolist()


# -- Reading lines -----------------------------------------------------------------------------------------------------

WON = line(f"{GRAND} {tricks(10)}", "d:0 win v:168 m:4 bidok p:120 t:10 s:1 z:1")


def test_14_4_a_line_is_read() -> None:
    log = parse_game(WON, 7)
    assert log.line == 7
    assert log.deal == tuple(parse_card_list(DEAL))
    assert log.hands["skat"] == (parse_card("H7"), parse_card("C7"))
    assert log.properties["GM"] == "Skat"
    assert [move.kind for move in log.moves[:8]] == "call call call call take skat declare play".split()
    assert len(log.moves) == 7 + 30
    assert (log.result.declarer, log.result.value, log.result.matadors) == (0, 168, 4)
    assert (log.result.points, log.result.tricks, log.result.overbid) == (120, 10, False)
    assert WON[log.moves_end - 1] == "]"
    assert WON[log.result_start - 1 :].startswith("d:0 win")
    assert all(WON[move.column - 1 :].split()[0].rstrip("]") for move in log.moves)
    assert WON[log.moves[0].column - 1 :].startswith("18 0 y")


@pytest.mark.parametrize(
    "properties",
    [
        "PC[server]CO[two \\] brackets \\] R[and \\\\]SE[2]ID[3]DT[2020-01-01/00:00:00/UTC]",
        "P0[a]P1[b]P2[c]R0[]R1[null]R2[2024.5]",
        "",
    ],
)
@pytest.mark.parametrize("form", ["(;{} ;)", "(;{};)", "  {}  ", "\ufeff(;{} ;)\r\n"])
def test_14_4_properties(properties: str, form: str) -> None:
    log = parse_game(form.format(f"GM[Skat]{properties}MV[w {DEAL} 1 p 2 p 0 p]R[passed]"))
    assert log.properties["R"] == "passed"
    assert log.result.declarer is None
    assert replay(log).ending == Ending.PASSED
    if "CO" in log.properties:
        assert log.properties["CO"] == "two ] brackets ] R[and \\"
    if "R0" in log.properties:
        assert (log.properties["R0"], log.properties["R1"]) == ("", "null")


def test_14_4_the_live_protocol_separates_the_hands() -> None:
    cards = DEAL.split(".")
    hands = "|".join(".".join(cards[start:stop]) for start, stop in ((0, 10), (10, 20), (20, 30), (30, 32)))
    assert parse_game(line("1 p 2 p 0 p", "passed", hands)).deal == tuple(parse_card_list(DEAL))


PASSED = f"MV[w {DEAL} 1 p 2 p 0 p]R[passed]"


@pytest.mark.parametrize(
    ("text", "reason", "at"),
    [
        (f"(;GM[Skat]{PASSED}", Reason.LINE, None),
        (f"{PASSED} ;)", Reason.LINE, ";)"),
        (f"(;GM[Skat]{PASSED} ;) and more", Reason.LINE, None),
        ("(;GM[Skat]MV[w CJ.SJ", Reason.LINE, "MV[w"),
        ("(;GM[Skat]CO[all \\]MV[w ;)", Reason.LINE, "CO["),
        (f"ID[1]ID[2]{PASSED}", Reason.LINE, "ID[2]"),
        (f"MV[w {DEAL} 1 p 2 p 0 p]R0[passed]", Reason.LINE, "MV"),
        ("R[passed]", Reason.LINE, "R"),
        ("what is this", Reason.LINE, "what"),
        (f"GM[Go]{PASSED}", Reason.OTHER_GAME, "Go"),
        (f"OW[1]{PASSED}", Reason.PLAYER_VIEW, "1]MV"),
        (PASSED.replace("SJ.", "??.", 1), Reason.HIDDEN_CARD, "??"),
        (PASSED.replace("w CJ", "x CJ"), Reason.DEAL, "x CJ"),
        ("MV[]R[passed]", Reason.DEAL, "]R"),
        (PASSED.replace("SJ.", "SX.", 1), Reason.DEAL, "SX"),
        (PASSED.replace("SJ.", "CJ.", 1), Reason.DEAL, "CJ.HJ"),
        (PASSED.replace("SJ.", "", 1), Reason.DEAL, "CJ.HJ"),
        (PASSED.replace(" 0 p]", " 0]"), Reason.MOVE, "0]R[p"),
        (PASSED.replace(" 0 p]", " 3 p]"), Reason.MOVE, "3 p]R[p"),
        (PASSED.replace(" 0 p]", " w p]"), Reason.MOVE, "p]R[p"),
        (PASSED.replace(" 0 p]", " w CJ.SJ.HJ]"), Reason.MOVE, "CJ.SJ.HJ]"),
        (PASSED.replace(" 0 p]", " 0 P]"), Reason.MOVE, "P]R[p"),
        (PASSED.replace(" 0 p]", " 0 cj]"), Reason.MOVE, "cj]"),
        (PASSED.replace(" 0 p]", " 0 CJ.CJ]"), Reason.MOVE, "CJ]R[p"),
        (PASSED.replace(" 0 p]", " 0 CJ.SJ.HJ]"), Reason.MOVE, "CJ.SJ.HJ]"),
        (PASSED.replace(" 0 p]", " 0 GHH]"), Reason.MOVE, "GHH"),
        (PASSED.replace(" 0 p]", " 0 NZ]"), Reason.MOVE, "NZ"),
        (PASSED.replace(" 0 p]", " 0 G.CJ]"), Reason.MOVE, "G.CJ"),
        (PASSED.replace(" 0 p]", " 0 G.CJ.S1]"), Reason.MOVE, "S1"),
        (PASSED.replace(" 0 p]", " 0 GH.CJ.SJ]"), Reason.MOVE, "GH.CJ"),
        (PASSED.replace(" 0 p]", " w TI.3]"), Reason.MOVE, "TI.3"),
        (PASSED.replace(" 0 p]", " 0 TI.0]"), Reason.MOVE, "TI"),
        (PASSED.replace("1 p", "1 19"), Reason.BID, "19"),
        (PASSED.replace("1 p", "1 499"), Reason.BID, "499"),
        (PASSED.replace("[passed]", "[penalty]"), Reason.ABORTED, "penalty"),
        (PASSED.replace("[passed]", "[d:-1 unknown v:0]"), Reason.ABORTED, "unknown"),
        (PASSED.replace("[passed]", "[]"), Reason.RESULT, "]"),
        (PASSED.replace("[passed]", "[d:0 win v:18 q:1]"), Reason.RESULT, "q:1"),
        (PASSED.replace("[passed]", "[d:3 win v:18]"), Reason.RESULT, "d:3"),
        (PASSED.replace("[passed]", "[d:0 v:18]"), Reason.RESULT, "d:0"),
        (PASSED.replace("[passed]", "[d:0 loss v:18]"), Reason.RESULT, "v:18"),
        (PASSED.replace("[passed]", "[d:0 win v:-]"), Reason.RESULT, "v:-"),
    ],
)
def test_14_4_broken_lines_are_refused_with_their_place(text: str, reason: Reason, at: str | None) -> None:
    with pytest.raises(NotationError) as caught:
        parse_game(text, 3)
    error = caught.value
    assert isinstance(error, IssError)
    assert error.reason == reason
    assert error.line == 3
    assert error.column is not None
    assert str(error).startswith(f"line 3, column {error.column}: {reason}")
    if at is not None:
        assert text[error.column - 1 :].startswith(at)


def test_14_4_whatever_stands_in_a_line_it_is_a_game_or_refused() -> None:
    rng = random.Random(7)
    lines = [WON, line(f"{GRAND} 0 CJ 0 SC 1 RE 1 SA 2 RE", "d:0 win v:168 m:4 bidok p:120 t:10"), "CO[\\]]" + PASSED]
    refused = 0
    for _ in range(3000):
        text = rng.choice(lines)
        for _ in range(rng.randint(1, 2)):
            start = rng.randrange(len(text))
            stop = start + rng.choice((0, 1, 1, 3, 40))
            text = text[:start] + rng.choice(("", "", "0", "x", "]", "[", "\\", " ", "CJ", "RE", "²", "??")) + text[stop:]
        try:
            replay(parse_game(text))
        except IssError:
            refused += 1
    assert refused > 2500


def test_a_refusal_travels_between_processes() -> None:
    error = refusal("1 19")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.reason, again.line, again.column) == (str(error), error.reason, error.line, error.column)


# -- Reading files -----------------------------------------------------------------------------------------------------

MIXED = ["", WON, "broken", PASSED, PASSED.replace("1 p", "1 19"), line(GRAND, "d:0 win v:120"), "  ", "broken again"]


def test_reading_goes_on_behind_a_broken_line_and_reports_it() -> None:
    report = Report(keep=1)
    assert [log.line for log in read_games(MIXED, report=report)] == [2, 4, 6]
    assert report.games == 3
    assert report.refused == {Reason.LINE: 2, Reason.BID: 1}
    assert [error.line for error in report.first[Reason.LINE]] == [3]
    assert str(report).splitlines() == [
        "3 games, 3 lines refused",
        "2 broken line",
        "  line 3, column 1: broken line: expected KEY[value] or the end, got 'broken'",
        "1 bid outside the table",
        f"  line 5, column {report.first[Reason.BID][0].column}: bid outside the table: no game is worth 19",
    ]


def test_replays_are_reported_as_well() -> None:
    report = Report()
    assert [replayed.log.line for replayed in read_replays(MIXED, report=report)] == [2, 4]
    assert report.refused == {Reason.LINE: 2, Reason.BID: 1, Reason.UNFINISHED: 1}


def test_on_error_raise() -> None:
    games = read_games(MIXED, on_error="raise")
    assert next(games).line == 2
    with pytest.raises(NotationError, match="line 3, column 1"):
        next(games)
    with pytest.raises(AdutError, match="on_error"):
        next(read_games(MIXED, on_error="ignore"))  # type: ignore[arg-type]


@pytest.mark.parametrize("suffix", [".iss", ".iss.gz", ".sgf.bz2"])
def test_files_may_be_compressed(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"games{suffix}"
    opener: Any = {".gz": gzip.open, ".bz2": bz2.open}.get(path.suffix, open)
    with opener(path, "wt", encoding="latin-1") as file:  # names come in any encoding
        file.write("\n".join(["(;P0[J\xfcrgen]" + WON[2:], *MIXED]))
    report = Report()
    assert [log.line for log in read_games(str(path), report=report)] == [1, 3, 5, 7]
    assert [log.line for log in read_games(path)] == [1, 3, 5, 7]
    assert report.refused.total() == 3


@pytest.mark.parametrize(("opener", "suffix"), [(gzip.compress, "gz"), (bz2.compress, "bz2")])
def test_a_file_that_breaks_off_is_reported(tmp_path: Path, opener: Any, suffix: str) -> None:
    path = tmp_path / f"games.{suffix}"
    text = "\n".join([WON] * 5) + "".join(random.Random(1).choices("abcdef\n", k=200_000))
    packed = opener(text.encode())
    path.write_bytes(packed[: len(packed) // 2])
    report = Report(keep=1)
    games = sum(1 for _ in read_games(path, report=report))
    assert games == (4 if suffix == "gz" else 0)  # bzip2 gives a block or nothing
    assert report.refused[Reason.FILE] == 1
    with pytest.raises(FileNotFoundError):
        next(read_games(tmp_path / "none.gz"))


def test_a_line_without_an_end_is_not_kept_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.iss"
    path.write_text(f"{WON}\n{'x' * 5000}\n{WON}\n{'y' * 2048}\n{WON}\n{'z' * 5000}")
    monkeypatch.setattr(iss, "MAX_LINE", 1024)
    report = Report()
    assert [log.line for log in read_games(path, report=report)] == [1, 3, 5]
    assert [error.line for error in report.first[Reason.LINE]] == [2, 4, 6]


def test_reading_is_lazy() -> None:
    assert len(list(itertools.islice(read_games(itertools.repeat(WON)), 3))) == 3


# -- Replaying ---------------------------------------------------------------------------------------------------------


def test_14_4_a_played_game() -> None:
    replayed = replay(parse_game(WON))
    assert replayed.ending == Ending.PLAYED
    assert (replayed.declarer, replayed.bid, replayed.matadors) == (0, 18, 4)
    assert (replayed.points, replayed.tricks, replayed.value) == (120, 10, 24 * (4 + 3))
    assert replayed.value_under("classical") == 24 * (4 + 5)
    assert replayed.state.is_over


@pytest.mark.parametrize(
    "declared",
    [
        f"{PICK_UP} 0 G.H7.C7",
        f"{PICK_UP} 0 G.C7.H7",
        f"{PICK_UP} 0 G 0 H7.C7",
        f"{PICK_UP} 0 G 0 C7.H7",
        f"{PICK_UP} 0 H7.C7 0 G",
        f"{FOREHAND_AT_18} 0 s w C7.H7 0 G.H7.C7",
        f"{FOREHAND_AT_18} 0 s 0 G.H7.C7",
    ],
)
def test_14_4_discards_stand_in_the_declaration_or_beside_it(declared: str) -> None:
    assert play(f"{declared} {tricks(10)}", "d:0 win v:168 m:4 p:120 t:10").state.record.picked_up


@pytest.mark.parametrize(
    ("declaration", "level"),
    [
        ("GH", 4), ("GHS", 5), ("GSH", 5), ("GS", 5), ("GHZ", 6), ("GZ", 6), ("GHSZ", 6), ("GZSH", 6), ("GO", 7),
        ("GHO", 7), ("GOZSH", 7), ("GO.CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8", 7), ("GHO.C8.C9.CQ.CK.CT.CA.DJ.HJ.SJ.CJ", 7),
    ],
)  # fmt: skip
def test_14_4_hand_games_with_the_letters_in_any_order(declaration: str, level: int) -> None:
    value = 24 * (4 + level)
    replayed = play(f"{FOREHAND_AT_18} 0 {declaration} {tricks(10)}", f"d:0 win v:{value} m:4 p:120 t:10")
    assert replayed.state.record.hand_game
    assert replayed.value == value


# Forehand has the sevens and eights, and what lies below what the others must play.
NULL_DEAL = "C7.C8.C9.D7.D8.D9.H7.H8.S7.S8.CT.CJ.CQ.DT.DJ.DQ.HT.HJ.S9.ST.CK.CA.DK.DA.HQ.HK.HA.SJ.SQ.SK.H9.SA"
NULL_TRICKS = (
    "0 C7 1 CT 2 CK 2 CA 0 C8 1 CJ 2 DK 0 D7 1 DT 2 DA 0 D8 1 DJ 2 HQ 0 H7 1 HT 2 HK 0 H8 1 HJ 2 HA 0 C9 1 CQ "
    "2 SJ 0 S7 1 S9 2 SQ 0 S8 1 ST 2 SK 0 D9 1 DQ"
)


@pytest.mark.parametrize(
    ("declared", "value"),
    [
        ("0 s w H9.SA 0 N.H9.SA", 23),
        ("0 NH", 35),
        ("0 s w H9.SA 0 NO.H9.SA", 46),
        ("0 s w H9.SA 0 NO.SA.H9.C7.C8.C9.D7.D8.D9.H7.H8.S7.S8", 46),
        ("0 s w H9.SA 0 NO.C7.C8.C9.D7.D8.D9.H7.H8.S7.S8 0 H9.SA", 46),
        ("0 s w H9.SA 0 NO 0 H9.SA.C7.C8.C9.D7.D8.D9.H7.H8.S7.S8", 46),
        ("0 NHO", 59),
        ("0 NOH", 59),
        ("0 NOH.C7.C8.C9.D7.D8.D9.H7.H8.S7.S8", 59),
    ],
)
def test_14_4_null(declared: str, value: int) -> None:
    text = line(f"{FOREHAND_AT_18} {declared} {NULL_TRICKS}", f"d:0 win v:{value} m:0 bidok p:- t:0", NULL_DEAL)
    replayed = replay(parse_game(text))
    assert (replayed.value, replayed.matadors, replayed.tricks) == (value, 0, 0)


@pytest.mark.parametrize(
    ("moves", "reason", "at"),
    [
        ("0 18", Reason.WRONG_PLAYER, "18"),
        ("1 y", Reason.ILLEGAL, "y"),
        ("1 20 0 y 1 18", Reason.ILLEGAL, "18"),
        ("1 18 0 y 1 p 0 18", Reason.WRONG_PLAYER, "18"),
        (f"{FOREHAND_AT_18} 1 s", Reason.WRONG_PLAYER, "s"),
        (f"{FOREHAND_AT_18} 0 G.H7.C7", Reason.ILLEGAL, "G.H7"),
        (f"{FOREHAND_AT_18} 0 G", Reason.ILLEGAL, "G"),
        (f"{FOREHAND_AT_18} 0 NO", Reason.ILLEGAL, "NO"),
        (f"{FOREHAND_AT_18} 0 H7.C7", Reason.ILLEGAL, "H7.C7"),
        (f"{FOREHAND_AT_18} 0 CJ", Reason.ILLEGAL, "CJ"),
        (f"{FOREHAND_AT_18} 0 GH 0 s", Reason.ILLEGAL, "s"),
        (f"{FOREHAND_AT_18} 0 GH w H7.C7", Reason.ILLEGAL, "H7.C7"),
        (f"{FOREHAND_AT_18} 0 GO.CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.SA", Reason.ILLEGAL, "GO"),
        (f"{FOREHAND_AT_18} 0 s w H7.C8", Reason.ILLEGAL, "H7.C8"),
        (f"{PICK_UP} 0 GH", Reason.ILLEGAL, "GH"),
        (f"{PICK_UP} 0 GO", Reason.ILLEGAL, "GO"),
        (f"{PICK_UP} 0 CJ", Reason.ILLEGAL, "CJ"),
        (f"{PICK_UP} 0 G 0 C", Reason.ILLEGAL, "C"),
        (f"{PICK_UP} 0 H7.C7 0 G.H7.C7", Reason.ILLEGAL, "G.H7"),
        (f"{PICK_UP} 0 G.H7.SA", Reason.ILLEGAL, "G.H7"),
        (f"{PICK_UP} 1 G.H7.C7", Reason.WRONG_PLAYER, "G.H7"),
        (f"{PICK_UP} 0 NO.H7.C7.C8.C9.CQ.CK.CT.CA.DJ.HJ.SJ.SA", Reason.ILLEGAL, "NO"),
        (f"{GRAND} 0 H7", Reason.ILLEGAL, "H7"),
        (f"{GRAND} 0 G", Reason.ILLEGAL, "G"),
        (f"{GRAND} 1 SA", Reason.WRONG_PLAYER, "SA"),
        (f"{GRAND} {tricks(1)} 1 ST", Reason.WRONG_PLAYER, "ST"),
        (f"{GRAND} {tricks(10)} 0 CJ", Reason.AFTER_END, "CJ"),
        ("1 p 2 p 0 p 0 18", Reason.AFTER_END, "18"),
    ],
)
def test_14_4_what_the_rules_do_not_allow_is_refused(moves: str, reason: Reason, at: str) -> None:
    error = refusal(moves)
    assert error.reason == reason
    assert error.line == 1
    assert error.column is not None
    text = line(moves, "d:0 win v:120")
    assert text[error.column - 1 :].startswith(at)
    assert " " not in text[error.column - 1 : text.index("]R[")]  # it is the last move


@pytest.mark.parametrize("moves", ["", "1 18", f"{GRAND} {tricks(9)}", f"{GRAND} {tricks(1)} 1 RE"])
def test_14_4_unfinished_games_are_refused(moves: str) -> None:
    error = refusal(moves)
    assert error.reason == Reason.UNFINISHED
    assert error.column is not None
    assert line(moves, "d:0 win v:120")[error.column - 1 :].startswith("]R[")


@pytest.mark.parametrize(
    ("result", "what", "at"),
    [
        ("passed", "declarer", "passed"),
        ("win d:1 v:168", "declarer", "d:1"),
        ("d:0 win v:144", "value", "v:144"),
        ("d:0 loss v:-168", "value", "v:-168"),
        ("d:0 win v:168 m:-4", "matadors", "m:-4"),
        ("d:0 win v:168 p:119", "points", "p:119"),
        ("d:0 win v:168 t:9", "tricks", "t:9"),
    ],
)
def test_14_4_another_result_is_refused(result: str, what: str, at: str) -> None:
    error = refusal(f"{GRAND} {tricks(10)}", result)
    assert error.reason == Reason.DIFFERENT
    assert what in str(error)
    assert error.column is not None
    assert line(f"{GRAND} {tricks(10)}", result)[error.column - 1 :].startswith(at)


def test_14_4_a_played_game_is_not_passed() -> None:
    assert refusal("1 p 2 p 0 p", "d:0 win v:168").reason == Reason.DIFFERENT


# -- The quirks of the server ------------------------------------------------------------------------------------------

LOST_ANNOUNCED = f"{MIDDLEHAND_AT_18} 1 DHS 0 CA 1 SA 2 DA"
"""Without 11; the defenders take 33 points in the first trick."""


@pytest.mark.parametrize(("value", "by"), [(9 * (11 + 5) * -2, "isko"), (9 * (11 + 4) * -2, "client")])
def test_q1_lost_announced_games_have_either_value(value: int, by: str) -> None:
    report = Report()
    text = line(LOST_ANNOUNCED, f"d:1 loss v:{value} m:-11 p:0 t:0")
    (replayed,) = read_replays([text], report=report)
    assert (replayed.value, replayed.client_value) == (-288, -270)
    assert report.announced_losses == {by: 1}
    assert str(report).endswith(f"lost announced games scored: 1 by {by}")


def test_q1_no_third_value() -> None:
    assert refusal(LOST_ANNOUNCED, "d:1 loss v:-144").reason == Reason.DIFFERENT


@pytest.mark.parametrize(
    ("contract", "flags", "matadors", "points", "tricks", "value", "client"),
    [
        (4, (1, 1, 0, 0), 4, 89, 9, -384, -336),  # example 8 of section 8
        (0, (1, 1, 1, 0), 1, 110, 9, -168, -120),  # 19
        (0, (1, 1, 0, 0), 1, 25, 2, -120, -96),  # 20
        (2, (1, 0, 0, 0), 1, 20, 0, -100, -100),  # 21: nothing was announced
        (0, (1, 1, 1, 1), 2, 100, 9, -216, -168),  # 24
        (0, (1, 1, 1, 1), 2, 120, 10, 108, 108),  # 14: won
    ],
)
def test_q1_worked_examples(
    contract: int, flags: tuple[int, ...], matadors: int, points: int, tricks: int, value: int, client: int
) -> None:
    record = SimpleNamespace(
        contract=contract, **dict(zip(("hand_game", "schneider", "schwarz", "ouvert"), flags, strict=True))
    )
    table: Any = SimpleNamespace(record=record)
    log: Any = None
    finished = IssReplay(log, table, Ending.PLAYED, 0, 18, matadors, points, tricks, False, value)
    assert finished.value_under("isko") == value
    assert finished.client_value == client


def test_q1_an_overbid_game_costs_the_next_multiple_either_way() -> None:
    text = line(f"1 135 0 p 2 p 1 {LOST_ANNOUNCED.split(maxsplit=7)[7]}", "d:1 loss v:-288")
    assert replay(parse_game(text)).client_value == -270
    text = line(f"1 160 0 p 2 p 1 {LOST_ANNOUNCED.split(maxsplit=7)[7]}", "d:1 loss v:-324")
    assert replay(parse_game(text)).client_value == -324


def test_q2_announced_games_stop_when_they_are_lost() -> None:
    schwarz = f"{MIDDLEHAND_AT_18} 1 DHZ 0 C9 1 S7 2 D7"
    replayed = play(schwarz, "d:1 loss v:-306 m:-11 p:0 t:0")
    assert replayed.ending == Ending.PLAYED
    assert replayed.state.record.trick_number == 1
    assert refusal(f"{schwarz} 2 D8", "d:1 loss v:-306").reason == Reason.AFTER_END
    assert refusal(f"{LOST_ANNOUNCED} 2 D8", "d:1 loss v:-288").reason == Reason.AFTER_END
    for moves in (schwarz, LOST_ANNOUNCED):
        with pytest.raises(IssError, match="unfinished"):
            play(moves, "d:1 loss v:-288", "isko")


@pytest.mark.parametrize("gives_up", ["0 RE", "w TI.0", "w LE.0", "0 CJ 1 SA 0 RE", "0 SC 0 RE"])
def test_q3_the_declarer_resigns_before_a_trick_is_complete(gives_up: str) -> None:
    replayed = play(f"{GRAND} {gives_up}", "d:0 loss v:-240 m:4 p:0 t:0")
    assert replayed.ending == Ending.DECLARER_GAVE_UP
    assert replayed.conceded
    assert not replayed.state.is_over
    assert replayed.value_under("isko") == -240
    assert replayed.value_under("classical") == -2 * 24 * (4 + 1 + 1)


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        (f"{GRAND} {tricks(1)} 0 RE", "d:0 loss v:-288 m:4 p:24 t:1"),  # schneider after a complete trick
        (f"{GRAND} {tricks(2)} 0 HJ 1 RE 0 RE", "d:0 loss v:-240 m:4 p:46 t:2"),
        (f"{GRAND} {tricks(3)} 0 RE", "d:0 win v:120 m:4 p:63 t:3"),  # 61 are enough
        (f"{GRAND} {tricks(3)} 0 DJ w TI.0", "d:0 win v:120 m:4 p:63 t:3"),
        (f"{GRAND} {tricks(5)} 0 RE", "d:0 win v:144 m:4 p:96 t:5"),
        (f"{FOREHAND_AT_18} 0 GHS {tricks(3)} 0 RE", "d:0 loss v:-384 m:4 p:63 t:3"),  # but not what was announced
        (f"{FOREHAND_AT_18} 0 GHS 0 RE", "d:0 loss v:-384 m:4 p:0 t:0"),
        (f"{PICK_UP} 0 G.CA.CT 0 RE", "d:0 loss v:-240 m:4 p:21 t:0"),
        (f"{PICK_UP} 0 N.CA.CT 0 RE", "d:0 loss v:-46 m:0 p:21 t:0"),
        (f"{MIDDLEHAND_AT_18} 1 DH 0 C8 1 S7 2 D7 2 D8 1 RE", "d:1 loss v:-270 m:-11 p:0 t:0"),  # schneider, schwarz
    ],
)
def test_q3_the_declarer_resigns_and_the_cards_so_far_decide(moves: str, result: str) -> None:
    assert play(moves, result).ending == Ending.DECLARER_GAVE_UP


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        (f"{GRAND} 1 RE 2 RE", "d:0 win v:168 m:4 p:120 t:10"),
        (f"{GRAND} 0 CJ 0 SC 1 RE 1 SA 2 RE", "d:0 win v:168 m:4 p:120 t:10"),
        (f"{GRAND} 0 CJ 0 SC.SJ.HJ 2 RE 1 SA 0 SC 1 RE", "d:0 win v:168 m:4 p:120 t:10"),
        (f"{GRAND} w TI.1", "d:0 win v:168 m:4 p:120 t:10"),
        (f"{GRAND} 0 CJ w LE.2", "d:0 win v:168 m:4 p:120 t:10"),
        (f"{PICK_UP} 0 N.CA.CT 2 RE 1 RE", "d:0 win v:23 m:0 p:21 t:0"),
        (f"{PICK_UP} 0 NO.CA.CT w LE.1", "d:0 win v:46 m:0 p:21 t:0"),
        (f"{MIDDLEHAND_AT_18} 1 DH 0 CA 1 SA 2 DA 2 RE 0 RE", "d:1 win v:117 m:-11 p:87 t:9"),
        # The defenders have 73 points already.
        (f"{MIDDLEHAND_AT_18} 1 DH 0 CA 1 SA 2 DA 2 DT 0 CJ 1 ST 0 CT 1 SK 2 DK w TI.0",
         "d:1 loss v:-234 m:-11 p:47 t:7"),
    ],
)  # fmt: skip
def test_q3_the_defenders_resign_and_the_declarer_gets_what_is_left(moves: str, result: str) -> None:
    assert play(moves, result).ending == Ending.DEFENDERS_GAVE_UP


def test_q3_nothing_is_played_once_a_game_was_given_up() -> None:
    assert refusal(f"{GRAND} 0 RE 0 CJ", "d:0 loss v:-240").reason == Reason.AFTER_END
    assert refusal(f"{GRAND} 1 RE 2 RE 0 CJ", "d:0 win v:168").reason == Reason.AFTER_END


@pytest.mark.parametrize("declared", ["1 24 0 y 1 p 2 p 0 s w H7.C7 0 N.H7.C7", "1 36 0 y 1 p 2 p 0 NH"])
def test_q4_a_null_below_the_bid_is_illegal(declared: str) -> None:
    assert refusal(declared).reason == Reason.ILLEGAL


def test_q4_an_overbid_game_costs_twice_the_next_multiple() -> None:
    moves = f"1 180 0 y 1 p 2 p 0 s w H7.C7 0 C.H7.C7 {tricks(10)}"
    replayed = play(moves, "d:0 loss v:-360 m:11 overbid p:120 t:10")
    assert replayed.value_under("classical") == 12 * (11 + 5)


@pytest.mark.parametrize("bid", [19, 171, 189, 190, 252, 265, 499, 10**6])
def test_q5_bids_outside_the_table_are_refused(bid: int) -> None:
    assert refusal(f"1 {bid}").reason == Reason.BID


def test_q5_forehand_alone_names_18() -> None:
    assert refusal("1 p 2 p 0 20").reason == Reason.FOREHAND_ALONE
    assert play(f"1 p 2 p 0 18 0 GH {tricks(10)}", "d:0 win v:192").bid == 18


@pytest.mark.parametrize(
    "moves",
    [
        "1 18 w TI.0",
        f"{FOREHAND_AT_18} w LE.0",
        f"{PICK_UP} w TI.0",
        f"{PICK_UP} 0 G w TI.0",
        f"{PICK_UP} 0 H7.C7 w LE.2",
        f"{PICK_UP} 0 RE",
    ],
)
def test_q6_games_given_up_before_the_play_are_refused(moves: str) -> None:
    assert refusal(moves, "d:0 loss v:-288 m:-11 p:0 t:0").reason == Reason.BEFORE_PLAY


# -- Writing -----------------------------------------------------------------------------------------------------------


def random_game(state: Any, rng: random.Random) -> Any:
    """A deal played at random, bids mostly low."""
    while not state.is_over:
        actions = state.legal_actions()
        if state.phase == "auction" and rng.random() < 0.9:
            actions = actions[:2]
        state.apply(rng.choice(actions))
    return state


def story(state: Any) -> list[str]:
    """The decisions of a deal, the two discards in the order of ids."""
    texts = [state.game.action_name(action) for action in state.actions]
    if "pick up" in texts:
        at = texts.index("pick up") + 1
        texts[at : at + 2] = sorted(texts[at : at + 2])
    return texts


@pytest.mark.parametrize(("rules", "players"), [("isko", 3), ("isko", 4), ("iss_replay", 3)])
def test_14_4_what_is_written_reads_back(rules: str, players: int) -> None:
    rng = random.Random(players)
    game = adut.game("skat", players=players, rules=rules)
    written = refused = 0
    for seed in range(400):
        state = random_game(game.new_state(seed=seed), rng)
        record = state.record
        lost_announcement = (
            record.declarer >= 0
            and record.schneider
            and not scoring.won_by_cards(
                record.contract, 1, record.schwarz, record.ouvert, 0, record.declarer_points, record.declarer_tricks
            )
        )
        conceded_later = record.conceded and record.trick_number > 1
        try:
            text = format_game(state)
        except AdutError:
            assert conceded_later or (lost_announcement and rules == "isko")
            refused += 1
            continue
        written += 1
        replayed = replay(parse_game(text), "iss_replay" if rules == "iss_replay" else "isko")
        back = replayed.state.record
        seats = [int(record.forehand), int(record.middlehand), int(record.rearhand)]
        assert replayed.value == int(record.value)
        assert replayed.bid == int(record.bid)
        assert (replayed.declarer == -1) == (record.declarer == -1)
        if record.declarer >= 0:
            assert seats[replayed.declarer] == record.declarer
            assert (replayed.points, replayed.tricks) == (record.declarer_points, record.declarer_tricks)
            assert replayed.matadors == record.matadors
            assert int(back.skat) == int(record.skat)
            assert int(back.original_skat) == int(record.original_skat)
        assert back.pack.tolist() == record.pack.tolist()
        ours, theirs = story(state), story(replayed.state)
        if record.conceded:
            assert replayed.ending == Ending.DECLARER_GAVE_UP
            ours.remove("concede")
        assert ours == theirs
    assert written > 200
    assert refused > 0


def test_14_4_every_game_of_xskat_is_written_back() -> None:
    for text in (LOGS / "xskat_isko.iss").read_text().splitlines():
        replayed = replay(parse_game(text), "isko")
        again = parse_game(format_game(replayed.state))
        assert {owner: set(cards) for owner, cards in again.hands.items()} == {
            owner: set(cards) for owner, cards in replayed.log.hands.items()
        }
        assert story(replay(again, "isko").state) == story(replayed.state)
        assert again.result.value == replayed.log.result.value


def play_out(rules: str, moves: str, deal: str = DEAL, players: int = 3) -> Any:
    """A table of some rules with the deal, forehand left of the dealer, after some actions."""
    game = adut.game("skat", players=players, rules=rules)
    cards = parse_card_list(deal)
    dealer = players - 1
    hands: dict[Any, Any] = {0: cards[:10], 1: cards[10:20], 2: cards[20:30], "skat": cards[30:]}
    return game.new_state(seed=0, dealer=dealer, hands=hands, start=[text.strip() for text in moves.split(",")])


ALL_CARDS = ", ".join(f"play {card}" for trick in TRICKS for card in trick.split()[1::2])


def test_14_4_the_form_of_a_written_game() -> None:
    state = play_out("isko", f"bid 18, hold, pass, pass, play hand, declare grand ouvert, {ALL_CARDS}")
    assert format_game(state, {"P0": "a]b\\", "CO": "two\nlines"}) == (
        f"(;GM[Skat]P0[a\\]b\\\\]CO[two lines]MV[w {DEAL} 1 18 0 y 1 p 2 p 0 GO.CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8 "
        f"{' '.join(TRICKS)}]R[d:0 win v:264 m:4 bidok p:120 t:10 s:1 z:1 p0:0 p1:0 p2:0 l:-1 to:-1 r:0] ;)"
    )
    assert parse_game(format_game(state, {"P0": "a]b\\"})).properties["P0"] == "a]b\\"


@pytest.mark.parametrize(
    ("declaration", "text"),
    [
        ("pick up, discard H7, discard C7, declare clubs", "0 s w H7.C7 0 C.H7.C7 0 CJ"),
        ("pick up, discard C7, discard H7, declare grand", "0 s w H7.C7 0 G.H7.C7 0 CJ"),
        ("play hand, declare clubs", "p 0 CH 0 CJ"),
        ("play hand, declare clubs schneider", "p 0 CHS 0 CJ"),
        ("play hand, declare grand schwarz", "p 0 GHZ 0 CJ"),
    ],
)
def test_14_4_declarations_are_written(declaration: str, text: str) -> None:
    assert text in format_game(play_out("isko", f"bid 18, hold, pass, pass, {declaration}, {ALL_CARDS}"))


@pytest.mark.parametrize(
    ("declaration", "text"),
    [
        ("pick up, discard H9, discard SA, declare null", "0 s w H9.SA 0 N.H9.SA 0 C7"),
        ("pick up, discard H9, discard SA, declare null ouvert", "0 NO.H9.SA.C7.C8.C9.D7.D8.D9.H7.H8.S7.S8 0 C7"),
        ("play hand, declare null", "p 0 NH 0 C7"),
        ("play hand, declare null ouvert", "p 0 NHO.C7.C8.C9.D7.D8.D9.H7.H8.S7.S8 0 C7"),
    ],
)
def test_14_4_nulls_are_written(declaration: str, text: str) -> None:
    cards = ", ".join(f"play {card}" for card in NULL_TRICKS.split()[1::2])
    written = format_game(play_out("isko", f"bid 18, hold, pass, pass, {declaration}, {cards}", NULL_DEAL))
    assert text in written
    assert "m:0 bidok p:" in written
    assert "t:0 s:0 z:0" in written


def test_14_4_conceded_games_are_written_as_resigned() -> None:
    start = "bid 18, hold, pass, pass, pick up, discard H7, discard C7"
    conceded = format_game(play_out("isko", f"{start}, concede, declare diamonds"))
    assert "0 D.H7.C7 0 RE]R[d:0 loss v:-90 m:4 bidok p:0 t:0 s:0 z:0" in conceded
    assert conceded.endswith("r:1] ;)")
    in_play = play_out("isko", f"{start}, declare grand, play CJ, play SA, play DA, concede")
    with pytest.raises(AdutError, match=r"the value: -240 in R, -288 by the rules"):
        format_game(in_play)  # the server counts schneider once a trick is complete
    assert "0 G.H7.C7 0 RE]" in format_game(play_out("isko", f"{start}, declare grand, concede"))


@pytest.mark.parametrize(
    ("rules", "moves", "message"),
    [
        ("isko", "bid 18", "finished"),
        (
            "classical",
            "bid 18, pass, hold, pass, pick up, discard H7, discard C7, concede, declare null",
            "illegal move",
        ),
        ("pre1999", f"bid 252, hold, pass, pass, play hand, declare grand ouvert, {ALL_CARDS}", "no game is worth 252"),
        ("classical", f"bid 18, hold, pass, pass, play hand, declare clubs, {ALL_CARDS}", "another result"),
        (
            "classical",
            "bid 18, hold, pass, pass, play hand, declare null, play CJ, play SA, play DA",
            "another result",
        ),
    ],
)
def test_14_4_what_the_server_cannot_express_is_refused(rules: str, moves: str, message: str) -> None:
    with pytest.raises(AdutError, match=message):
        format_game(play_out(rules, moves))


def test_14_4_a_value_that_only_the_client_gives_is_not_written() -> None:
    state = play_out("isko", "bid 18, pass, pass, play hand, declare diamonds schneider")
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    with pytest.raises(AdutError, match="cannot be written"):
        format_game(state)


def test_14_4_properties_of_a_written_game_are_checked() -> None:
    state = play_out("isko", "pass, pass, pass")
    assert format_game(state).endswith(" 1 p 2 p 0 p]R[passed] ;)")
    for key in ("MV", "R", "OW", "GM", "name", "P 0"):
        with pytest.raises(AdutError, match="further property"):
            format_game(state, {key: "x"})


def test_14_4_four_at_a_table() -> None:
    state = play_out("isko_list_4", f"bid 18, hold, pass, pass, play hand, declare grand, {ALL_CARDS}", players=4)
    assert state.scores == [242, 0, 0, 0]
    replayed = replay(parse_game(format_game(state)))
    assert (replayed.declarer, replayed.value) == (0, 192)
    assert card_list(int(replayed.state.record.played[0])) == card_list(int(state.record.played[0]))
