"""The score keeper in a terminal."""

import io
import re
import sys
from pathlib import Path

import pytest

import adut
from adut.cli import main
from adut.score.file import read_sheet
from adut.score.keeper import ScoreKeeper
from adut.score.terminal import Terminal

PLAYERS = dict(belot=["Ana", "Boro", "Ceca", "Dule"], bela=["Ana", "Boro", "Ceca", "Dule"], skat=["Ana", "Boro", "Ceca"])
PLAYERS["preferans"] = PLAYERS["skat"]
PLAYERS["russian_preferans"] = PLAYERS["belot"]


def session(keeper, *lines):
    """Type some lines; what was shown, the sheet then, and each sheet that was stored."""
    stored = []
    out = io.StringIO()
    terminal = Terminal(keeper, lambda changed: stored.append(changed.to_json()), io.StringIO("\n".join(lines) + "\n"), out)
    terminal.run()
    return out.getvalue(), terminal.keeper, stored


def new(name, **options):
    return adut.score_keeper(name, names=PLAYERS[name], **options)


# Questions of each kind of entry with a sensible answer, and the entry that they make.
ENTRIES = [
    pytest.param(
        "belot",
        {},
        "played",
        [
            ("who made the last bid", "dule"),
            ("contract", "herc"),
            ("doubled", "kontra"),
            ("who took all tricks", ""),
            ("whose points", "Boro & Dule"),
            ("declarations and belots of Boro & Dule", "50"),
            ("declarations and belots of the others", ""),
            ("points of Boro & Dule", "150"),
        ],
        dict(caller=1, contract="hearts", mult=2, counted=1, decl_counted=50, points=150),
        id="belot played",
    ),
    pytest.param(
        "belot",
        {},
        "played",
        [
            ("who made the last bid", "1"),
            ("contract", "nt"),
            ("doubled", ""),
            ("who took all tricks", "Boro"),
        ],
        dict(caller=0, contract="no trumps", capot=1),
        id="belot all tricks",
    ),
    pytest.param(
        "belot",
        {},
        "inside",
        [
            ("who made the last bid", "seat 3"),
            ("contract", "sve"),
            ("doubled", "4"),
            ("declarations and belots of both", "20"),
            ("did the others", "da"),
        ],
        dict(caller=3, contract="all trumps", mult=4, decl_total=20, capot=True),
        id="belot inside",
    ),
    pytest.param("belot", {}, "passed_out", [], {}, id="belot passed out"),
    pytest.param(
        "belot",
        {},
        "penalty",
        [("who is punished", "ceca"), ("points taken", "26"), ("why", "talked  too much")],
        dict(column=0, points=26, reason="talked too much"),
        id="penalty",
    ),
    pytest.param(
        "belot", {}, "free", [("points", "10 -5"), ("why", "as agreed")], dict(points=(10, -5), reason="as agreed"), id="free"
    ),
    pytest.param(
        "bela",
        {},
        "played",
        [("who called", "ana"), ("points of cards", "95 -"), ("recognised", "50 0"), ("who said bela", "Ceca")],
        dict(caller=0, cards=(95, None), declared=(50, 0), bela=0),
        id="bela played",
    ),
    pytest.param(
        "bela",
        {},
        "played",
        [
            ("who called", "ana"),
            ("points of cards", "162 0"),
            ("recognised", ""),
            ("who said bela", ""),
            ("who took no trick", "boro"),
        ],
        dict(caller=0, cards=(162, 0), declared=(0, 0), trickless=(1,)),
        id="bela all tricks",
    ),
    pytest.param(
        "bela",
        {},
        "fell",
        [("who called", "boro"), ("recognised", "20, 0"), ("who said bela", ""), ("did the caller take no trick", "")],
        dict(caller=1, declared=(20, 0)),
        id="bela fell",
    ),
    pytest.param(
        "bela",
        dict(match_end="dosta", target=101),
        "out",
        [
            ("who is out", "ana"),
            ("who called", "boro"),
            ("points of cards so far", "90 20"),
            ("recognised", "20 0"),
            ("who said bela", ""),
            ("who took no trick", ""),
            ("was the deal over", ""),
        ],
        dict(column=0, caller=1, cards=(90, 20), declared=(20, 0)),
        id="bela out",
    ),
    pytest.param(
        "bela",
        {},
        "revoke",
        [("who played it", "dule"), ("who called", "ana"), ("recognised", ""), ("who said bela", "ana")],
        dict(column=1, caller=0, declared=(0, 0), bela=0),
        id="bela revoke",
    ),
    pytest.param("bela", {}, "belot", [("who has it", "ana")], dict(column=0), id="bela belot"),
    pytest.param("bela", dict(all_pass="redeal"), "thrown_in", [], {}, id="bela thrown in"),
    pytest.param(
        "skat",
        {},
        "played",
        [
            ("who played alone", "boro"),
            ("the last bid", "24"),
            ("contract", "karo"),
            ("played from the hand", "yes"),
            ("announced", "schneider"),
            ("with or without", "2"),
            ("card points of Boro", "120"),
            ("tricks of Boro", "10"),
        ],
        dict(declarer=1, bid=24, contract="diamonds", hand=True, announced="schneider", matadors=2, points=120, tricks=10),
        id="skat played",
    ),
    pytest.param(
        "skat",
        {},
        "played",
        [
            ("who played alone", "boro"),
            ("the last bid", "18"),
            ("contract", "null"),
            ("played from the hand", ""),
            ("announced", "ouvert"),
            ("conceded", ""),
            ("tricks of Boro", "0"),
        ],
        dict(declarer=1, bid=18, contract="null", announced="ouvert", tricks=0),
        id="skat null",
    ),
    pytest.param(
        "skat",
        {},
        "value",
        [("who played alone", "ana"), ("what Ana writes", "-48"), ("lost by the bid", "y")],
        dict(declarer=0, value=-48, overbid=True),
        id="skat value",
    ),
    pytest.param("skat", {}, "passed_in", [], {}, id="skat passed in"),
    pytest.param(
        "preferans",
        {},
        "played",
        [
            ("who declared", "boro"),
            ("contract", "tref"),
            ("played from the hand", ""),
            ("who followed", "ana, ceca"),
            ("doubled", ""),
            ("was it made", ""),
            ("tricks", "2 - 2"),
        ],
        dict(declarer=1, contract="clubs", followers=(0, 2), tricks=(2, None, 2)),
        id="preferans played",
    ),
    pytest.param(
        "preferans",
        {},
        "played",
        [
            ("who declared", "boro"),
            ("contract", "herc"),
            ("played from the hand", "da"),
            ("who followed", "ana"),
            ("did Ana call", "ne"),
            ("doubled", "rekontra"),
            ("was it made", "ne"),
        ],
        dict(declarer=1, contract="hearts", in_hand=True, followers=(0,), doublings=2, made=False),
        id="preferans failed after rekontra",
    ),
    pytest.param(
        "preferans",
        dict(referee="score"),
        "played",
        [
            ("who declared", "boro"),
            ("contract", "sans"),
            ("played from the hand", ""),
            ("who followed", "ana"),
            ("did Ana call", "yes"),
            ("was it made", "yes"),
            ("tricks", "1 7 2"),
            ("does the referee", "yes"),
        ],
        dict(
            declarer=1,
            contract="no trump",
            followers=(0,),
            called=True,
            made=True,
            tricks=(1, 7, 2),
            fall_passes=True,
        ),
        id="preferans called, the fall passes",
    ),
    pytest.param(
        "preferans",
        {},
        "played",
        [
            ("who declared", "boro"),
            ("contract", "betl"),
            ("played from the hand", ""),
            ("doubled", "kontra"),
            ("who gave kontra", "ceca"),
            ("was it made", "no"),
        ],
        dict(declarer=1, contract="betl", doublings=1, giver=2, made=False),
        id="preferans betl",
    ),
    pytest.param(
        "preferans",
        dict(pik_needs_kontra=True),
        "played",
        [
            ("who declared", "boro"),
            ("contract", "pik"),
            ("played from the hand", ""),
            ("who followed", "ana, ceca"),
            ("doubled", ""),
        ],
        dict(declarer=1, contract="spades", followers=(0, 2)),
        id="preferans pik without kontra",
    ),
    pytest.param(
        "preferans",
        {},
        "unfollowed",
        [("who declared", "3"), ("contract", "karo"), ("played from the hand", "")],
        dict(declarer=2, contract="diamonds"),
        id="preferans unfollowed",
    ),
    pytest.param("preferans", {}, "all_passed", [], {}, id="preferans all passed"),
    pytest.param("preferans", {}, "shuffle", [("whose offence", "ana")], dict(offender=0), id="preferans shuffle"),
    pytest.param("preferans", {}, "misdeal", [], {}, id="preferans misdeal"),
    pytest.param("preferans", {}, "bids", [("incorrect bids", "- 4 -")], dict(levels=(None, 4, None)), id="preferans bids"),
    pytest.param(
        "preferans",
        {},
        "weaker_game",
        [("whose offence", "ana"), ("who declared", "boro"), ("contract", "tref")],
        dict(offender=0, declarer=1, contract="clubs"),
        id="preferans weaker game",
    ),
    pytest.param(
        "preferans",
        {},
        "offence",
        [
            ("what", "revoke"),
            ("whose offence", "ana"),
            ("who declared", "boro"),
            ("contract", "tref"),
            ("played from the hand", ""),
            ("who followed", "ana, ceca"),
            ("doubled", "kontra"),
            ("who gave kontra", "ana"),
        ],
        dict(offence="revoke", offender=0, declarer=1, contract="clubs", followers=(0, 2), doublings=1, giver=0),
        id="preferans revoke",
    ),
    pytest.param(
        "preferans",
        {},
        "offence",
        [
            ("what", "discard"),
            ("whose offence", "boro"),
            ("who declared", "boro"),
            ("contract", "tref"),
            ("played from the hand", ""),
            ("had the defenders answered", "no"),
        ],
        dict(offence="discard_count", offender=1, declarer=1, contract="clubs", answered=False),
        id="preferans wrong discards",
    ),
    pytest.param("preferans", {}, "third_card", [("whose offence", "ana")], dict(offender=0), id="preferans third card"),
    pytest.param("preferans", {}, "interrupted", [("who is to blame", "")], {}, id="preferans interrupted"),
    pytest.param(
        "russian_preferans",
        {},
        "played",
        [
            ("who declared", "boro"),
            ("contract", "6d"),
            ("the talon counts for", "ace"),
            ("was the talon thrown openly", ""),
            ("who whisted", "ceca"),
            ("did Ceca return the whist", "da"),
            ("tricks", "- 6 4 -"),
        ],
        dict(declarer=1, contract="6 diamonds", talon=1, whisters=(2,), returned=True, tricks=(None, 6, 4, None)),
        id="russian preferans returned",
    ),
    pytest.param(
        "russian_preferans",
        {},
        "played",
        [
            ("who declared", "ceca"),
            ("contract", "7 h"),
            ("the talon counts for", ""),
            ("was the talon thrown openly", "yes"),
            ("who whisted", "boro"),
            ("tricks", "- - 6 -"),
        ],
        dict(declarer=2, contract="7 hearts", refused=True, whisters=(1,), tricks=(None, None, 6, None)),
        id="russian preferans second whister",
    ),
    pytest.param(
        "russian_preferans",
        {},
        "played",
        [
            ("who declared", "boro"),
            ("contract", "9nt"),
            ("was it bid without talon", "yes"),
            ("who whisted", "ceca, dule"),
            ("tricks", "0 9 1 0"),
        ],
        dict(declarer=1, contract="9 no trump", no_talon=True, whisters=(2, 3), tricks=(0, 9, 1, 0)),
        id="russian preferans both whist",
    ),
    pytest.param(
        "russian_preferans",
        {},
        "played",
        [
            ("who declared", "dule"),
            ("contract", "10 spades"),
            ("was it bid without talon", ""),
            ("the talon counts for", "3"),
            ("was the talon thrown openly", "no"),
            ("tricks", "- - - 10"),
        ],
        dict(declarer=3, contract="10 spades", talon=3, tricks=(None, None, None, 10)),
        id="russian preferans checked ten",
    ),
    pytest.param(
        "russian_preferans",
        dict(rules="sochi"),
        "unplayed",
        [("who declared", "ceca"), ("contract", "7c"), ("who went for his own", "boro")],
        dict(declarer=2, contract="7 clubs", own=1),
        id="russian preferans for own",
    ),
    pytest.param(
        "russian_preferans",
        dict(rules="sochi"),
        "unplayed",
        [("who declared", "ceca"), ("contract", "9c")],
        dict(declarer=2, contract="9 clubs"),
        id="russian preferans unplayed",
    ),
    pytest.param(
        "russian_preferans",
        {},
        "misere",
        [("who declared", "ceca"), ("did the dealer share it", "y"), ("tricks of Ceca", "3")],
        dict(declarer=2, half=True, tricks=3),
        id="russian preferans half misere",
    ),
    pytest.param(
        "russian_preferans",
        dict(misere_half=False),
        "misere",
        [("who declared", "ceca"), ("tricks of Ceca", "0")],
        dict(declarer=2, tricks=0),
        id="russian preferans misere",
    ),
    pytest.param("russian_preferans", {}, "raspasovka", [("tricks", "1 4 0 5")], dict(tricks=(1, 4, 0, 5)), id="raspasovka"),
    pytest.param(
        "russian_preferans",
        {},
        "preferans",
        [("who declared", "ceca"), ("was it ace, king and queen", "")],
        dict(declarer=2),
        id="russian preferans super hand",
    ),
    pytest.param(
        "russian_preferans",
        dict(surrender_without_three=True),
        "gave_up",
        [("who declared", "ceca"), ("his bid", "7h")],
        dict(declarer=2, bid="7 hearts"),
        id="russian preferans gave up",
    ),
    pytest.param("russian_preferans", {}, "interrupted", [], {}, id="russian preferans interrupted"),
]
NONSENSE = ("gibberish", "1_8", "9" * 5000, "-77777", "3.5", "1000000", "?", "Ana, Ana", "💥")


@pytest.mark.parametrize(("name", "options", "kind", "answers", "fields"), ENTRIES)
def test_it_asks_what_it_needs_and_writes_what_it_shows(name, options, kind, answers, fields):
    keeper = new(name, **options)
    expected = new(name, **options)
    expected.record(kind, **fields)
    shown, keeper, stored = session(keeper, kind, *(answer for _, answer in answers), "yes", "quit")
    for question, _ in answers:
        assert question in shown
    assert shown.count(": ") >= len(answers)
    assert keeper.export() == expected.export()
    assert stored == [expected.to_json()]
    for column, total in zip(keeper.columns, keeper.totals, strict=True):
        assert f"{column}: " in shown
        assert f"then {total}\n" in shown


@pytest.mark.parametrize(("name", "options", "kind", "answers", "fields"), ENTRIES)
def test_nonsense_is_refused_at_every_question(name, options, kind, answers, fields):
    """Each question comes again until it is answered; nothing is written meanwhile."""
    keeper = new(name, **options)
    before = keeper.export()
    expected = new(name, **options)
    expected.record(kind, **fields)
    lines = [kind]
    for question, answer in answers:
        if question != "why":  # any words are a reason
            lines += NONSENSE
        lines.append(answer)
    shown, keeper, stored = session(keeper, *lines)
    assert (keeper.export(), stored) == (before, [])
    for question, _ in answers:
        if question != "why":
            assert shown.count(f"{question}") >= len(NONSENSE) + 1
    shown, keeper, stored = session(keeper, *lines, *NONSENSE, "yes")
    assert keeper.export() == expected.export()
    assert stored == [expected.to_json()]


@pytest.mark.parametrize(
    ("name", "options", "lines", "question", "says"),
    [
        ("belot", {}, ["played", "ana", "hearts", "", "", "", "15"], "declarations and belots of Ana & Ceca", "whole tens"),
        ("belot", {}, ["played", "ana", "hearts", "", "", "", "", "", "163"], "points of Ana", "too many"),
        ("belot", {}, ["played", "ana", "nt", "", "", "", "131"], "points of Ana", "worth 130"),
        ("belot", {}, ["played", "ana", "hearts", "", "", "", "50", "", "40"], "points of Ana", "fewer than the declarations"),
        ("belot", {}, ["played", "ana", "hearts", "", "", "", "", "", ""], "points of Ana", "points are needed"),
        ("belot", {}, ["inside", "ana", "hearts", "", "15"], "declarations and belots of both", "whole tens"),
        ("bela", {}, ["played", "ana", "100 80"], "points of cards", "162 points together, not 180"),
        ("bela", {}, ["played", "ana", "100 62", "15 0"], "recognised declarations", "whole tens"),
        ("skat", {}, ["played", "ana", "19"], "the last bid", "nearest bids are 18 and 20"),
        ("skat", {}, ["played", "ana", "18", "null", "y", "schwarz"], "announced", "not announced in null"),
        ("skat", dict(rules="isko"), ["played", "ana", "36", "null", "", "none"], "announced", "at a bid of 36"),
        ("skat", {}, ["played", "ana", "18", "grand", "", "5"], "with or without", "four matadors at most"),
        ("skat", {}, ["played", "ana", "18", "grand", "", "1", "", ""], "card points", "points is needed"),
        ("skat", {}, ["played", "ana", "18", "grand", "", "1", "", "22", ""], "tricks of Ana", "tricks is needed"),
        ("skat", {}, ["played", "ana", "18", "grand", "", "1", "", "22", "10"], "tricks of Ana", "worth 120 points"),
        ("skat", {}, ["value", "ana", "19"], "what Ana writes", "no game that is won is worth 19"),
        ("preferans", {}, ["played", "ana", "herc", "", "ana"], "who followed", "Ana is the declarer"),
        ("preferans", {}, ["played", "ana", "herc", "", ""], "who followed", "enter 'unfollowed'"),
        ("preferans", {}, ["unfollowed", "ana", "betl"], "contract", "both defend a betl"),
        ("preferans", {}, ["played", "ana", "herc", "", "boro,ceca", "kontra", ""], "who gave kontra", "is needed"),
        ("preferans", {}, ["played", "ana", "betl", "", "kontra", "ana"], "who gave kontra", "Ana does not follow"),
        (
            "preferans",
            dict(kontra_levels=4),
            ["played", "ana", "betl", "", "mort", "ana"],
            "who gave kontra",
            "does not follow",
        ),
        ("preferans", {}, ["played", "ana", "betl", "", "", ""], "was it made", "in a betl say"),
        ("preferans", {}, ["played", "ana", "herc", "", "boro", "", "", "yes", ""], "tricks", "tricks are needed"),
        ("preferans", {}, ["played", "ana", "herc", "", "boro", "", "", "yes", "- 5 -"], "tricks", "cannot be made"),
        ("preferans", {}, ["played", "ana", "herc", "", "boro, ceca", "", "no", "3 4 3"], "tricks", "the first 5 tricks"),
        (
            "preferans",
            dict(betl_follow="declare", uver_betl="in_hand"),
            ["played", "ana", "betl", "yes", "boro", "kontra"],
            "doubled",
            "must be redoubled",
        ),
        (
            "preferans",
            dict(pik_needs_kontra=True),
            ["played", "ana", "pik", "", "boro", "yes"],
            "did Boro call the other",
            "not where pik needs kontra",
        ),
        ("preferans", {}, ["weaker_game", "ana", "ana"], "who declared", "is not the declarer"),
        ("russian_preferans", {}, ["played", "boro", "6h", "", "", "boro"], "who whisted", "Boro is the declarer"),
        ("russian_preferans", {}, ["played", "boro", "6h", "", "", ""], "who whisted", "if nobody did, enter 'unplayed'"),
        ("russian_preferans", {}, ["played", "boro", "10h", "", "", "", "3 9 0 0"], "tricks", "10 tricks, not 12"),
        ("russian_preferans", {}, ["unplayed", "boro", "6h", "", "", ""], "who went for his own", "does not pass"),
        ("russian_preferans", {}, ["unplayed", "boro", "6h", "", "", "boro"], "who went for his own", "is the declarer"),
    ],
)
def test_what_the_answers_before_make_impossible_is_asked_again(name, options, lines, question, says):
    before = new(name, **options).export()
    shown, keeper, stored = session(new(name, **options), *lines)
    assert (keeper.export(), stored) == (before, [])
    last, again = shown.splitlines()[-2:]
    assert question in last
    assert says in last
    assert again.startswith(question)


@pytest.mark.parametrize(("name", "options", "kind", "answers", "fields"), ENTRIES)
@pytest.mark.parametrize("way", ["cancel", "the input ends", "no"])
def test_left_at_any_question_nothing_is_written(name, options, kind, answers, fields, way):
    for count in range(len(answers) + 1):
        keeper = new(name, **options)
        before = keeper.export()
        lines = [kind, *(answer for _, answer in answers[:count])]
        if way == "no" and count < len(answers):
            continue
        _, keeper, stored = session(keeper, *lines, *([] if way == "the input ends" else [way, "sheet"]))
        assert (keeper.export(), stored) == (before, [])


@pytest.mark.parametrize(("name", "options", "kind", "answers", "fields"), ENTRIES)
def test_back_asks_again(name, options, kind, answers, fields):
    expected = new(name, **options)
    expected.record(kind, **fields)
    lines = [kind]
    for number, (_, answer) in enumerate(answers):
        lines += [answer, "back", answer] if number < len(answers) - 1 else [answer]
    _, keeper, _ = session(new(name, **options), *lines, "yes")
    assert keeper.export() == expected.export()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("dance", "there is no 'dance'"),
        ("undoo", "did you mean 'undo'"),
        ("p", "'p' may be played or passed_out or penalty"),
        ("edit", "the sheet is empty"),
        ("delete 1", "the sheet is empty"),
        ("undo", "nothing to undo"),
        ("played 87", "stands alone"),
    ],
)
def test_commands_that_cannot_be(line, says):
    shown, keeper, stored = session(new("belot"), line, "")
    assert says in shown
    assert (keeper.entries, stored) == ((), [])


@pytest.fixture
def three_rows():
    keeper = new("belot")
    keeper.record("played", caller=0, contract="clubs", points=87)
    keeper.record("inside", caller=1, contract="hearts")
    keeper.record("played", caller=0, contract="clubs", points=81)
    return keeper


@pytest.mark.parametrize("number", ["0", "4", "-1", "one", "1 2", "²"])
def test_rows_that_are_not_there(three_rows, number):
    before = three_rows.export()
    for command in ("edit", "delete"):
        shown, keeper, stored = session(three_rows, f"{command} {number}")
        assert "from 1 to 3" in shown
        assert (keeper.export(), stored) == (before, [])


def test_a_row_is_corrected(three_rows):
    """What was entered before is offered; only what is wrong is typed."""
    shown, keeper, stored = session(three_rows, "edit 1", "", "", "herc", "", "", "", "", "", "", "yes")
    assert keeper.entries[0] == keeper.entry("played", caller=0, contract="hearts", points=87)
    assert "points of Ana & Ceca, declarations included [87]" in shown
    assert len(stored) == 1
    assert keeper.totals == (25, 15)


@pytest.mark.parametrize(("name", "options", "kind", "answers", "fields"), ENTRIES)
def test_a_correction_offers_what_was_entered(name, options, kind, answers, fields):
    keeper = new(name, **options)
    keeper.record(kind, **fields)
    before = keeper.export()
    shown, keeper, stored = session(keeper, "edit 1", "", *("" for _ in answers), "yes")
    assert (keeper.export(), len(stored)) == (before, 1)
    assert f"kind of entry ({', '.join(k.name for k in keeper.entry_schema)}) [{kind}]: " in shown


def test_a_row_becomes_another_kind(three_rows):
    _, keeper, _ = session(three_rows, "edit 2", "passed", "yes")
    assert keeper.entries[1] == keeper.entry("passed_out")
    assert keeper.totals == (9, 15)


@pytest.mark.parametrize("end", ["no", "cancel", "back", None])
def test_a_correction_is_shown_first(three_rows, end):
    before = three_rows.export()
    shown, keeper, stored = session(three_rows, "edit 2", "passed", *([end] if end else []))
    assert "passed out" in shown
    assert (keeper.export(), stored) == (before, [])


def test_a_correction_that_ends_the_match_too_early_is_refused():
    keeper = new("belot", target=40)
    for _ in range(3):
        keeper.record("inside", caller=0, contract="clubs")
    before = keeper.export()
    shown, keeper, stored = session(keeper, "edit 1", "", "", "", "4", "", "", "yes")
    assert "the match would end before row 2" in shown
    assert (keeper.export(), stored) == (before, [])


def test_rows_are_taken_out(three_rows):
    _, keeper, stored = session(three_rows, "delete 2", "yes", "undo", "yes", "undo", "no")
    assert keeper.entries == (keeper.entry("played", caller=0, contract="clubs", points=87),)
    assert len(stored) == 2


def test_a_finished_match_is_reopened_by_undo():
    keeper = new("skat", n_deals=3)
    for declarer in range(3):
        keeper.record("value", declarer=declarer, value=24)
    shown, keeper, _ = session(keeper, "passed_in", "undo", "yes")
    assert "Ana and Boro and Ceca won" in shown
    assert "the match is over" in shown
    assert not keeper.finished


def test_the_settlement_is_shown_at_the_end():
    shown, keeper, _ = session(new("skat", n_deals=3), *["value", "ana", "48", "y"] * 3)
    assert keeper.finished
    assert "this ends the match" in shown
    assert "Ana: +288\nBoro: -144\nCeca: -144" in shown


def test_warnings_are_shown_before_anything_is_written():
    shown, _, stored = session(new("belot"), "played", "ana", "clubs", "", "", "", "", "", "161", "no")
    assert "careful: no tricks make 161 and 1 points of cards" in shown
    assert stored == []


def test_what_the_sheet_makes_impossible_is_asked_again_with_its_answers():
    """The dealer of four does not declare; only that is corrected."""
    expected = new("russian_preferans")
    expected.record("unplayed", declarer=1, contract="8 clubs", talon=2)
    shown, keeper, stored = session(
        new("russian_preferans"), "unplayed", "ana", "8c", "2", "", "boro", "", "", "", "yes", "quit"
    )
    assert "Ana deals and gets no cards\nwho declared (Ana, Boro, Ceca, Dule) [Ana]: " in shown
    assert "the talon counts for (nothing, one trick, two tricks, three tricks) [two tricks]: " in shown
    assert (keeper.export(), stored) == (expected.export(), [expected.to_json()])


def test_payments_that_do_not_come_out_even_are_shown_as_fractions():
    keeper = adut.score_keeper("russian_preferans", names=PLAYERS["skat"], players=3)
    shown, _, _ = session(keeper, "played", "boro", "6s", "ceca", "", "- 4 -", "yes", "interrupted", "yes")
    assert shown.splitlines()[-4:-1] == ["Ana: +17 1/3", "Boro: -46 2/3", "Ceca: +29 1/3"]


def test_a_picture_is_drawn_where_a_game_has_one():
    drawn = []

    def draw(keeper):
        drawn.append(keeper.to_svg())
        return "sheet.svg"

    for name, says in (("russian_preferans", "the picture is in sheet.svg"), ("belot", "there is no 'picture'")):
        out = io.StringIO()
        Terminal(new(name), lambda _: None, io.StringIO("help\npicture\n"), out, draw).run()
        assert says in out.getvalue()
        assert ("draw the sheet into a file" in out.getvalue()) == (name == "russian_preferans")
    assert len(drawn) == 1
    shown, _, _ = session(new("russian_preferans"), "picture")
    assert "there is no 'picture'" in shown


@pytest.mark.parametrize("lines", [["passed", "yes"], ["undo", "yes"], ["edit 1", "passed", "yes"], ["delete 1", "yes"]])
def test_what_cannot_be_stored_is_not_written(three_rows, lines):
    before = three_rows.export()

    def full(_):
        raise adut.SheetError("the disk is full")

    out = io.StringIO()
    terminal = Terminal(three_rows, full, io.StringIO("\n".join(lines) + "\n"), out)
    terminal.run()
    assert "the disk is full" in out.getvalue()
    assert terminal.keeper.export() == before


def test_every_question_explains_itself():
    shown, _, _ = session(new("skat"), "played", "?", "ana", "?")
    assert "declarer is Ana, Boro, Ceca" in shown
    assert "bid is a whole number from 18" in shown


# The command.


def run(monkeypatch, capsys, *arguments, lines=()):
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))
    status = main(["score", *arguments])
    return status, capsys.readouterr()


def test_the_command_keeps_a_sheet_and_goes_on_with_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    lines = ["boro", "inside", "1", "spades", "", "", "", "yes"]
    arguments = ["belot", "--names", *PLAYERS["belot"], "--rules", "pika", "--option", "target=60"]
    assert run(monkeypatch, capsys, *arguments, lines=lines)[0] == 0
    path = tmp_path / "belot_sheet.json"
    keeper = read_sheet(path)
    assert (keeper.game.rules, keeper.game.values["target"], keeper.first_dealer) == ("pika", 60, 1)
    assert keeper.totals == (0, 16)
    status, shown = run(monkeypatch, capsys, "belot", lines=["passed", "yes", "quit"])
    assert status == 0
    assert "going on with belot_sheet.json" in shown.out
    assert len(read_sheet(path).entries) == 2


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("bela", ["--players", "3"]),
        ("bela", ["--players", "2"]),
        ("skat", ["--players", "4"]),
        ("skat", []),
        ("bela", []),
        ("preferans", []),
        ("russian_preferans", []),
        ("russian_preferans", ["--players", "3", "--rules", "leningrad"]),
    ],
)
def test_the_command_keeps_the_other_games(tmp_path, monkeypatch, capsys, name, arguments):
    path = tmp_path / "sheet.json"
    assert run(monkeypatch, capsys, name, "--file", str(path), *arguments, lines=["", "quit"])[0] == 0
    assert read_sheet(path).game.name == name


def test_the_command_draws_the_sheet_beside_its_file(tmp_path, monkeypatch, capsys):
    path = tmp_path / "friday.json"
    lines = ["", "misere", "player_1", "", "0", "", "picture", "quit"]
    status, shown = run(monkeypatch, capsys, "russian_preferans", "--file", str(path), lines=lines)
    assert status == 0
    assert f"the picture is in {tmp_path / 'friday.svg'}" in shown.out
    assert (tmp_path / "friday.svg").read_text(encoding="utf-8") == read_sheet(path).to_svg()


@pytest.mark.parametrize("more", [["--rules", "pika"], ["--names", "a", "b"], ["--players", "4"], ["--option", "target=9"]])
def test_a_sheet_brings_its_rules_with_it(tmp_path, monkeypatch, capsys, more):
    path = tmp_path / "sheet.json"
    run(monkeypatch, capsys, "belot", "--file", str(path), lines=[""])
    before = path.read_bytes()
    status, shown = run(monkeypatch, capsys, "belot", "--file", str(path), *more)
    assert status == 1
    assert "leave out rules" in shown.err
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "arguments", "says"),
    [
        ("nonsense", ["belot"], "is no exported sheet"),
        (adut.score_keeper("skat").to_json(), ["belot"], "is a sheet of skat, not of belot"),
        (None, ["belot", "--option", "target"], "NAME=VALUE"),
        (None, ["belot", "--option", "goal=5"], "unknown option 'goal'"),
        (None, ["belot", "--rules", "home"], "unknown rules 'home'"),
        (None, ["belot", "--names", "Ana"], "names are 4 or 2 different names"),
    ],
)
def test_mistakes_of_the_command_are_one_clear_line(tmp_path, monkeypatch, capsys, content, arguments, says):
    path = tmp_path / "sheet.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    status, shown = run(monkeypatch, capsys, *arguments, "--file", str(path), lines=[""])
    assert status == 1
    assert says in shown.err
    assert shown.err.count("\n") == 1
    assert (path.read_text(encoding="utf-8") if path.exists() else None) == content


def test_left_before_the_first_question_nothing_is_written(tmp_path, monkeypatch, capsys):
    path = tmp_path / "sheet.json"
    assert run(monkeypatch, capsys, "belot", "--file", str(path))[0] == 130
    assert not path.exists()


def test_interrupted_the_sheet_is_as_it_was(tmp_path, monkeypatch, capsys):
    path = tmp_path / "sheet.json"
    run(monkeypatch, capsys, "belot", "--file", str(path), lines=["", "passed", "yes"])

    class Interrupted(io.StringIO):
        def readline(self, *_):
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Interrupted())
    assert main(["score", "belot", "--file", str(path)]) == 130
    assert len(ScoreKeeper.from_json(path.read_text(encoding="utf-8")).entries) == 1


# The session in the documentation.

PAGE = Path(__file__).parents[2] / "docs" / "score_keeper.md"
TYPED = ["", "played", "boro", "herc", "", "", "boro", "50", "", "250", "137", "", "edit 1", *[""] * 8, "127", "", "quit"]


def documented(name):
    """The block of the page after a comment."""
    found = re.search(rf"<!-- {name} -->\n```\w+\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def test_the_session_in_the_documentation(tmp_path, monkeypatch, capsys):
    class Echo(io.StringIO):
        """Typed lines, which the terminal shows."""

        def readline(self, *size):
            line = super().readline(*size)
            sys.stdout.write(line)
            return line

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", Echo("".join(line + "\n" for line in TYPED)))
    assert main(["score", "belot", "--names", *PLAYERS["belot"]]) == 0
    shown = "$ adut score belot --names Ana Boro Ceca Dule\n" + capsys.readouterr().out
    lines = [line.rstrip() for line in shown.splitlines()]
    assert "\n".join(lines) + "\n" == documented("session")
    assert (tmp_path / "belot_sheet.json").read_text(encoding="utf-8") == documented("sheet")
