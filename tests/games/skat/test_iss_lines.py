"""Section 14.4: what contradicts itself, what is no move of the format, and where a line is at fault."""

from __future__ import annotations

import re
import sys

import pytest
from tests.games.skat.test_iss import (
    DEAL,
    FOREHAND_AT_18,
    GRAND,
    LOST_ANNOUNCED,
    MIDDLEHAND_AT_18,
    NULL_DEAL,
    NULL_TRICKS,
    PICK_UP,
    line,
    needs_specification,
    play,
    refusal,
    sample_lines,
    tricks,
)

from adut.games.skat.iss import Ending, IssError, Reason, Report, parse_game, read_games, read_replays, replay

WON = f"{GRAND} {tricks(10)}"


def place(moves: str, result: str = "d:0 win v:120") -> tuple[Reason, str]:
    """Why a game is refused, and the word at which it is."""
    error = refusal(moves, result)
    assert error.column is not None
    return error.reason, re.split(r"[\s\]]", line(moves, result)[error.column - 1 :])[0]


# -- The result --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "at"),
    [
        ("d:1 d:0 win v:168", "d:0"),
        ("d:0 d:0 win v:168", "d:0"),
        ("d:0 win loss v:168", "loss"),
        ("d:0 loss win v:168", "win"),
        ("d:0 win v:-168 v:168", "v:168"),
        ("d:0 win v:168 bidok overbid", "overbid"),
        ("d:0 win v:168 overbid bidok", "bidok"),
        ("d:0 win v:168 s:1 s:0", "s:0"),
        ("d:0 win v:168 r:1 r:1", "r:1"),
        ("d:0 win v:168 p:- p:120", "p:120"),
        ("d:0 win v:168 s:2", "s:2"),
        ("d:0 win v:168 z:10", "z:10"),
        ("d:0 passed win v:168", "passed"),
        ("win v:168 d:-1", "d:-1"),
        ("win d:0 v:-168", "v:-168"),
        ("win d:0 m:4 v:-", "v:-"),
    ],
)
def test_14_4_a_result_says_a_thing_once(result: str, at: str) -> None:
    reason, word = place(WON, result)
    assert (reason, word) == (Reason.RESULT, at)
    error = refusal(WON, result)
    assert error.column is not None
    said = line(WON, result)[error.column - 1 : -len("] ;)")]
    assert said == result[result.rindex(at) :]


SCHNEIDER = f"{FOREHAND_AT_18} 0 GHS {tricks(3)} 0 RE"
OVERBID = f"1 180 0 y 1 p 2 p 0 s w H7.C7 0 C.H7.C7 {tricks(10)}"
RESIGNED = f"{MIDDLEHAND_AT_18} 1 DH 0 CA 1 SA 2 DA 2 RE 0 RE"


@pytest.mark.parametrize(
    ("moves", "result", "says"),
    [
        (WON, "d:0 win v:168", "bidok s:1 z:1"),
        (OVERBID, "d:0 loss v:-360", "overbid s:1 z:1"),
        (f"{GRAND} {tricks(5)} 0 RE", "d:0 win v:144", "bidok s:1 z:0"),  # 96 points
        (f"{GRAND} {tricks(3)} 0 RE", "d:0 win v:120", "bidok s:0 z:0"),  # 63
        (f"{GRAND} {tricks(1)} 0 RE", "d:0 loss v:-288", "bidok s:1 z:0"),  # 24
        (f"{GRAND} 0 CJ 0 RE", "d:0 loss v:-240", "bidok s:0 z:0"),  # no trick was complete
        (f"{MIDDLEHAND_AT_18} 1 DH 0 C8 1 S7 2 D7 2 D8 1 RE", "d:1 loss v:-270", "bidok s:1 z:1"),
        (f"{GRAND} 1 RE 2 RE", "d:0 win v:168", "bidok s:1 z:1"),
        (RESIGNED, "d:1 win v:117", "bidok s:0 z:0"),  # 87 points, 9 tricks
        (f"{PICK_UP} 0 N.CA.CT 0 RE", "d:0 loss v:-46", "bidok s:0 z:0"),
    ],
)
def test_14_4_overbid_schneider_and_schwarz_are_compared(moves: str, result: str, says: str) -> None:
    assert play(moves, f"{result} {says}").log.result.overbid == (says[:3] == "ove")
    words = says.split()
    other = ["bidok" if words[0] == "overbid" else "overbid", f"s:{1 - int(words[1][2])}", f"z:{1 - int(words[2][2])}"]
    for word in other:
        assert place(moves, f"{result} m:- {word}") == (Reason.DIFFERENT, word)
    assert play(moves, f"{result} s:- z:-").log.result.schneider is None
    message = str(refusal(moves, f"{result} {other[1]}"))
    assert re.search(r"another result: schneider: (yes in R, no|no in R, yes) by the rules$", message)


def test_14_4_a_null_is_never_schneider() -> None:
    moves = f"{FOREHAND_AT_18} 0 s w H9.SA 0 N.H9.SA {NULL_TRICKS}"
    for says, fits in (("bidok s:0 z:0", True), ("s:1", False), ("z:1", False), ("overbid", False)):
        text = line(moves, f"d:0 win v:23 {says}", NULL_DEAL)
        if fits:
            assert replay(parse_game(text)).value == 23
        else:
            with pytest.raises(IssError, match=r"no by the rules"):
                replay(parse_game(text))


@pytest.mark.parametrize("says", ["s:0 z:0", "s:1 z:1", "s:1 z:0"])
def test_q1_what_lost_announced_games_say_of_schneider_is_open(says: str) -> None:
    assert play(SCHNEIDER, f"d:0 loss v:-384 bidok {says}").value == -384
    assert place(SCHNEIDER, f"d:0 loss v:-384 overbid {says}") == (Reason.DIFFERENT, "overbid")


@pytest.mark.parametrize(("bid", "value", "certain"), [(18, -288, "bidok"), (143, -288, None), (160, -324, "overbid")])
def test_q1_an_announced_game_may_be_overbid_by_one_reading(bid: int, value: int, certain: str | None) -> None:
    moves = f"1 {bid} 0 p 2 p 1 {LOST_ANNOUNCED.split(maxsplit=7)[7]}"
    for word in ("bidok", "overbid"):
        if certain in (None, word):
            assert play(moves, f"d:1 loss v:{value} {word}").value == value
        else:
            assert place(moves, f"d:1 loss v:{value} {word}") == (Reason.DIFFERENT, word)


def test_14_4_other_rules_charge_an_overbid_game_otherwise() -> None:
    conceded = f"{GRAND} 0 CJ 0 RE"
    for says in ("bidok", "overbid"):
        assert play(conceded, f"d:0 loss v:-288 {says} s:0 z:0", "classical").value == -288
    with pytest.raises(IssError, match="schneider"):
        play(conceded, "d:0 loss v:-288 s:1", "classical")
    with pytest.raises(IssError, match="overbid: no in R, yes by the rules"):
        play(OVERBID, "d:0 loss v:-360 bidok", "isko")


@needs_specification
def test_14_5_the_sample_games_hold_to_all_that_their_results_say() -> None:
    report = Report()
    said = [game.log.result for game in read_replays(sample_lines(), report=report)]
    assert report.games == 18
    assert [sum(getattr(r, name) is not None for r in said) for name in ("overbid", "schneider", "schwarz")] == [17] * 3
    for text in sample_lines():
        for now, then in (("s:0", "s:1"), ("s:1", "s:0"), ("z:0", "z:1"), ("z:1", "z:0"), ("bidok", "overbid")):
            if now in text:
                assert not list(read_replays([text.replace(f" {now}", f" {then}")]))


# -- The moves ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "reason", "at"),
    [
        (f"{GRAND} 0 SC.foo!!", Reason.MOVE, "foo!!"),
        (f"{GRAND} 0 SC.", Reason.MOVE, "SC."),
        (f"{GRAND} 0 SC.CJ.CJ", Reason.MOVE, "CJ"),
        (f"{GRAND} 0 SC.CJ.S1", Reason.MOVE, "S1"),
        (f"{GRAND} 0 SC.SA", Reason.ILLEGAL, "SC.SA"),  # middlehand has it
        (f"{GRAND} 0 CJ 0 SC.CJ", Reason.ILLEGAL, "SC.CJ"),  # it was played
        (f"{GRAND} 1 SC", Reason.ILLEGAL, "SC"),
        (f"{GRAND} 2 SC.DA", Reason.ILLEGAL, "SC.DA"),
        ("0 SC", Reason.ILLEGAL, "SC"),
        ("1 18 1 SC", Reason.ILLEGAL, "SC"),
        (f"{PICK_UP} 0 SC", Reason.ILLEGAL, "SC"),
        (f"{PICK_UP} w H7.C7", Reason.ILLEGAL, "H7.C7"),
        (f"{PICK_UP} 0 G w H7.C7", Reason.ILLEGAL, "H7.C7"),
        (f"{FOREHAND_AT_18} 0 s 0 G w H7.C7 0 H7.C7", Reason.ILLEGAL, "H7.C7"),
        (f"{GRAND} w H7.C7", Reason.ILLEGAL, "H7.C7"),
        (f"{FOREHAND_AT_18} w H7.C7", Reason.ILLEGAL, "H7.C7"),
        (f"{GRAND} 1 RE 1 RE", Reason.ILLEGAL, "RE"),
        (f"{WON} 0 RE", Reason.AFTER_END, "RE"),
        (f"{WON} 0 SC", Reason.AFTER_END, "SC"),
        (f"{WON} w TI.0", Reason.AFTER_END, "TI.0"),
        (f"{WON} w H7.C7", Reason.AFTER_END, "H7.C7"),
        (f"{GRAND} 1 RE 2 RE 0 RE", Reason.AFTER_END, "RE"),
        (f"{GRAND} 0 RE w LE.1", Reason.AFTER_END, "LE.1"),
        (f"{GRAND} w LE.1 w LE.2", Reason.AFTER_END, "LE.2"),
        ("1 p 2 p 0 p 0 RE", Reason.AFTER_END, "RE"),
        (f"{PICK_UP} 0 G 0 H7.C7.CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8", Reason.ILLEGAL, "H7.C7.CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8"),
        ("1 p 2 p 0 18 0 s 0 s", Reason.ILLEGAL, "s"),  # not a second number
    ],
)
def test_14_4_what_is_no_move_of_the_format_is_refused(moves: str, reason: Reason, at: str) -> None:
    assert place(moves, "d:0 win v:168") == (reason, at)


@pytest.mark.parametrize(
    "moves",
    [
        f"{GRAND} 0 SC 1 RE 2 RE",
        f"{GRAND} 0 CJ 0 SC 1 SA 0 SC.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8 1 RE 2 RE",
        f"{GRAND} 1 RE 0 CJ 1 SA 2 RE",
        f"{GRAND} 1 RE w TI.1",
        f"{FOREHAND_AT_18} 0 s 0 G.H7.C7 1 RE 2 RE",
    ],
)
def test_14_4_what_logs_have_is_read(moves: str) -> None:
    assert play(moves, "d:0 win v:168 p:120 t:10 s:1 z:1").ending == Ending.DEFENDERS_GAVE_UP


# -- The place ---------------------------------------------------------------------------------------------------------

AT_24 = "1 24 0 y 1 p 2 p 0 s w H7.C7"


@pytest.mark.parametrize(
    ("moves", "at"),
    [
        (f"{PICK_UP} 0 DK.C9 0 G", "DK.C9"),
        (f"{PICK_UP} 0 DK.C9 0 G.H7.C7", "DK.C9"),
        (f"{PICK_UP} 0 H7.C7 0 G.H7.C8", "G.H7.C8"),
        (f"{PICK_UP} 0 G 0 DK.C9", "DK.C9"),
        (f"{AT_24} 0 N 0 H7.C7", "N"),
        (f"{AT_24} 0 N 0 DK.C9", "N"),
        (f"{AT_24} 0 N 0 CJ", "N"),
        (f"{AT_24} 0 H7.C7 0 N", "N"),
        (f"{PICK_UP} 0 NO.C8.C9.CQ.CK.CT.CA.DJ.HJ.SJ.SA 0 H7.C7", "NO.C8.C9.CQ.CK.CT.CA.DJ.HJ.SJ.SA"),
        (f"{PICK_UP} 0 NO 0 H7.C7.C8.C9.CQ.CK.CT.CA.DJ.HJ.SJ.SA", "H7.C7.C8.C9.CQ.CK.CT.CA.DJ.HJ.SJ.SA"),
    ],
)
def test_14_4_declarations_and_discards_are_refused_where_they_stand(moves: str, at: str) -> None:
    assert place(moves) == (Reason.ILLEGAL, at)


@pytest.mark.parametrize(
    ("moves", "at"),
    [
        (f"{GRAND} ٠ CJ", "٠"),
        (f"{GRAND} x CJ 1 SA", "x"),
        ("1 18 y 1 p 2", "y"),  # a word is missing in the middle
        ("1 18 0 y 1", "1"),
    ],
)
def test_14_4_who_is_refused_where_it_stands(moves: str, at: str) -> None:
    assert place(moves) == (Reason.MOVE, at)


@pytest.mark.parametrize(
    ("old", "new", "at"),
    [
        ("1 18", "\\1 18", "XX"),
        ("1 18", "\\1 \\1\\8", "XX"),
        ("0 CJ", "0 \\CJ", "XX"),
        ("0 CJ", "0 C\\J", "XX"),
        (" XX", " \\XX", "\\XX"),
        (" XX", " CJ.\\SJ.XX", "XX"),
        (" XX", " XX \\1", "XX"),
        ("1 18", "\\1 19", "19"),
        ("1 18", "\\1 ??", "??"),
        ("1 18", "\\9 18", "\\9"),
        (" 2 XX", "", "]R["),
        (" 2 XX", " \\2", "\\2]R"),
        (" 2 XX", " \\2 ST", "ST"),  # not his card, but a card
        ("d:0 win", "\\d:0 wim", "wim"),
        ("d:0 win", "d\\:0 win d:1", "d:1"),
        (" 2 XX]R[d:0 win", " 1 RE 2 RE]R[\\d:0 \\win v:168 p\\:1", "p\\:1"),
    ],
)
def test_14_4_backslashes_do_not_move_the_place(old: str, new: str, at: str) -> None:
    text = line(f"{GRAND} 0 CJ 1 SA 2 XX", "d:0 win v:168").replace(old, new)
    text = text.replace(" v:168]", "]") if "p\\:1" in text else text
    with pytest.raises(IssError) as caught:
        replay(parse_game(text))
    assert caught.value.column is not None
    assert text[caught.value.column - 1 :].startswith(at)


def test_14_4_a_game_with_backslashes_is_read() -> None:
    log = parse_game(line(WON, "d:0 win v:168").replace("1 18", "\\1 1\\8").replace("v:", "v\\:"))
    assert replay(log).value == 168
    assert log.properties["MV"] == f"w {DEAL} {WON}"


# -- Long words --------------------------------------------------------------------------------------------------------

LONG = "x" * 1_000_000


@pytest.mark.parametrize(
    "text",
    [
        LONG,
        f"{LONG}[]{LONG}[]",
        f"GM[{LONG}]MV[]R[]",
        f"OW[{LONG}]MV[]R[]",
        f"MV[w {LONG}]R[passed]",
        line(LONG, "passed"),
        line(f"{LONG} p", "passed"),
        line(f"1 {LONG}", "passed"),
        line(f"1 {'1' * 1_000_000}", "passed"),
        line(f"w {LONG}", "passed"),
        line(f"1 SC.{LONG}", "passed"),
        line(f"1 N{'O' * 1_000_000}", "passed"),
        line(f"1 G.{LONG}", "passed"),
        line("1 \x01" + "\x01" * 1_000_000, "passed"),
        line("1 p", LONG),
        line("1 p", f"d:{'1' * 1_000_000}"),
    ],
)
def test_messages_quote_the_beginning_of_a_long_word(text: str) -> None:
    report = Report()
    assert not list(read_games([text], report=report))
    ((error,),) = report.first.values()
    assert len(str(error)) < 250
    assert error.__traceback__ is None  # which would keep the line
    assert sys.getsizeof(error.message) < 500
