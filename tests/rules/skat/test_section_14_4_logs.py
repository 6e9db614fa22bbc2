"""Section 14.4: whole games played elsewhere, move by move."""

import re

import pytest

from adut.games.skat import iss

from . import helpers, reference, server_logs
from .reference import PRESETS
from .server_logs import RejectedError

FILES = {"isko": "xskat_isko.iss", "pre1999": "xskat_pre1999.iss"}


def new_table(rules, deal, read):
    return helpers.new_table(helpers.make_game(rules), deal) if read == "package" else helpers.new_reference(rules, 3, deal)


@pytest.mark.parametrize("read", ["package", "reference"])
@pytest.mark.parametrize(("rules", "games"), [("isko", 358), ("pre1999", 356)])
def test_games_of_xskat(rules, games, read):
    """Every action is legal, and declarer, card points and value come out as the program wrote them."""
    lines = (helpers.LOGS / FILES[rules]).read_text().splitlines()
    assert len(lines) == games
    for line in lines if read == "package" else lines[::8]:
        log = server_logs.parse(line)
        table = new_table(rules, log.deal, read)
        assert not server_logs.replay(table, log)
        assert table.is_over
        found = helpers.outcome(table)
        assert found["soloist"] == "FMR"[int(log.result["d"])]
        assert found["value"] == int(log.result["v"])
        if log.result["p"] != "-":
            assert found["points"] == int(log.result["p"])


GAME = "(;GM[Skat]CO[a \\] in a comment]R0[12]R1[]MV[w {deal} {moves}]R[{result}] ;)"
DEAL = ".".join(reference.PACK)


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        ("1 18 0 p 2 p 1 s", "d:1 penalty v:0"),
        ("1 18 0 p 2 p 1 s", "unknown"),
        ("1 18 0 p 2 p 1 s w ??.??", "d:1 win v:18"),
        ("1 18 0 y 1 37 0 p 2 p", "d:1 win v:18"),
        ("1 p 2 p 0 20 0 s", "d:0 win v:20"),
        ("1 18 0 p 2 p 1 s 1 C w TI.1", "d:1 loss v:-288"),
        ("1 18 0 p 2 p 1 s]OW[1", "d:1 win v:18"),
    ],
)
def test_rejected_lines(moves, result):
    with pytest.raises(RejectedError):
        server_logs.parse(GAME.format(deal=DEAL, moves=moves, result=result))


def test_a_line_is_read():
    log = server_logs.parse(GAME.format(deal=DEAL, moves="1 p 2 p 0 18 0 SH", result="d:0 win v:18 p:61"))
    assert log.moves == [("1", "p"), ("2", "p"), ("0", "18"), ("0", "SH")]
    assert log.result == {"d": "0", "v": "18", "p": "61"}
    assert log.deal["skat"] == "SK SA"
    assert server_logs.declaration("SH") == "declare spades"
    assert server_logs.declaration("SHS") == "declare spades schneider"
    assert server_logs.declaration("GZ") == "declare grand schwarz"
    assert server_logs.declaration("NHO") == server_logs.declaration("NOH") == "declare null ouvert"


# Games of the server. They are kept beside the repository, with the text of the rules.

SPECIFICATION = helpers.ROOT.parent / "shared" / "rules" / "skat.md"
needs_games = pytest.mark.skipif(
    not SPECIFICATION.is_file(), reason=f"the sample games of section 14.5 are not here: {SPECIFICATION} is missing"
)
REJECTED = {"8", "30", "18358", "10330141"}


def section_14_5():
    text = SPECIFICATION.read_text()
    section = text[text.index("### 14.5") : text.index("## 15. ")]
    lines = [line for line in section.splitlines() if line.startswith("ID[")]
    return section, {server_logs.properties(line)["ID"]: line for line in lines}


def accepted():
    for number, line in section_14_5()[1].items():
        if number not in REJECTED:
            yield number, server_logs.parse(line)


def rescore(table, rules, log, resigned):
    """The result of a server game: with a resignation (14.4 Q3) the cards still out go to the party that did not."""
    if table.is_over:
        return helpers.outcome(table)
    record = table.record
    declarer = str(helpers.seats(3, table.dealer).index(record.declarer))
    assert resigned == {"0", "1", "2"} - {declarer}, "only defenders resign in the sample"
    contract = helpers.CONTRACTS[record.contract]
    if contract == "null":
        points = int(record.declarer_points) + reference.card_points(helpers.text(int(record.skat)))
        tricks = int(record.declarer_tricks)
    else:
        points, tricks = 120 - int(record.defender_points), 10 - int(record.defender_tricks)
    twelve = [*log.deal["FMR"[int(declarer)]].split(), *log.deal["skat"].split()]
    matadors = reference.matadors(twelve, contract)
    arguments = {
        "contract": contract,
        "hand": bool(record.hand_game),
        "schneider": bool(record.schneider),
        "schwarz": bool(record.schwarz),
        "ouvert": bool(record.ouvert),
        "matadors": matadors,
        "points": points,
        "tricks": tricks,
        "bid": int(record.bid),
    }
    value = helpers.deal_value(helpers.make_game(rules), **arguments)
    assert value == reference.deal_value(PRESETS[rules], **arguments)
    return {
        "soloist": "FMR"[int(declarer)],
        "bid": int(record.bid),
        "contract": contract,
        "matadors": matadors,
        "points": points,
        "tricks": tricks,
        "value": value,
    }


@needs_games
def test_lines_that_are_no_games_are_rejected():
    found = section_14_5()[1]
    assert len(found) == 22
    assert set(found) >= REJECTED
    for number, line in found.items():
        if number in REJECTED:
            with pytest.raises(RejectedError):
                server_logs.parse(line)
        else:
            server_logs.parse(line)


@needs_games
@pytest.mark.parametrize("rules", ["iss_replay", "isko"])
def test_server_games(rules):
    """Declarer, bid, matadors, points, tricks and value as the server wrote them."""
    passed = played = 0
    for number, log in accepted():
        table = helpers.new_table(helpers.make_game(rules), log.deal)
        resigned = server_logs.replay(table, log)
        if log.result.get("outcome") == "passed":
            assert table.is_over
            assert helpers.outcome(table)["soloist"] is None
            passed += 1
            continue
        found = rescore(table, rules, log, resigned)
        assert found["soloist"] == "FMR"[int(log.result["d"])], number
        assert found["matadors"] == int(log.result["m"]), number
        assert found["points"] == int(log.result["p"]), number
        assert found["tricks"] == int(log.result["t"]), number
        assert found["value"] == int(log.result["v"]), number
        played += 1
    assert (passed, played) == (1, 17)


@needs_games
def test_server_games_scored_by_the_seed():
    """The same deals under both presets, as section 14.5 lists them: (soloist, bid, n, D, T) isko/seed."""
    section, _ = section_14_5()
    listed = re.findall(r"(\d+) \((\d),(\d+),([+−]?\w+),(\d+),(\d+)\) ([−\d]+)/([−\d]+)", section)
    assert len(listed) == 17
    logs = dict(accepted())
    for number, soloist, bid, n, points, tricks, isko, seed in listed:
        log = logs[number]
        word = next(what for who, what in log.moves if re.match(r"[CSHDGN][OHSZ]*(\.|$)", what) and who == soloist)
        took = (soloist, "s") in log.moves
        contract, _, form = server_logs.declaration(word.split(".")[0]).removeprefix("declare ").partition(" ")
        arguments = {
            "contract": contract,
            "hand": not took,
            "schneider": form in ("schneider", "schwarz", "ouvert") and contract != "null",
            "schwarz": form in ("schwarz", "ouvert") and contract != "null",
            "ouvert": form == "ouvert",
            "matadors": 0 if n == "Null" else int(n.replace("−", "-")),
            "points": int(points),
            "tricks": int(tricks),
            "bid": int(bid),
        }
        for rules, value in (("isko", isko), ("iss_replay", isko), ("classical", seed)):
            expected = int(value.replace("−", "-"))
            assert helpers.deal_value(helpers.make_game(rules), **arguments) == expected, number
            assert reference.deal_value(PRESETS[rules], **arguments) == expected, number


@needs_games
def test_the_reader_of_the_package_agrees():
    """`adut.games.skat.iss` accepts and refuses the same lines and comes to the same values."""
    lines = section_14_5()[1]
    report = iss.Report()
    read = {r.log.properties["ID"]: r for r in iss.read_replays(lines.values(), report=report)}
    assert set(read) == set(lines) - REJECTED
    assert report.refused.total() == len(REJECTED)
    for number, log in accepted():
        assert read[number].value == int(log.result.get("v", 0))
