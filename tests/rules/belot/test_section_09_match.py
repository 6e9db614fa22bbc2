"""Section 9: the match and its sheet (section 14, cases 39-44 and 60)."""

import random

import pytest

from adut.games.belot import scoring

from . import helpers, reference
from .reference import VALUES, make_options

SHEET = helpers.load("sheet.toml")["deal"]
MATCHES = helpers.load("matches.toml")["case"]


def reading(name, **options):
    """Options and functions of the package or of the reference."""
    return (helpers.make_game(**options), helpers) if name == "package" else (make_options(**options), reference)


@pytest.mark.parametrize("name", ["package", "reference"])
def test_the_worked_sheet(name):
    """9.2, line by line."""
    rules, functions = reading(name)
    totals, hanging = [0, 0], 0
    for number, deal in enumerate(SHEET):
        assert deal["number"] == number + 1
        assert deal["dealer"] == number % 4
        written, winner = [0, 0], None
        if "contract" in deal:
            arguments = deal["caller"], deal["raw"], deal.get("declared", 0), deal.get("capot"), hanging
            found = functions.write(rules, deal["contract"], deal.get("mult", 1), *arguments)
            written, hanging = found.written, found.hanging
            totals = [total + points for total, points in zip(totals, written, strict=True)]
            winner = functions.match_winner(rules, totals, written, "capot" in deal, hanging)
        assert (written, hanging, totals, winner) == (deal["written"], deal["H"], deal["score"], deal.get("winner"))


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("name", ["package", "reference"])
@pytest.mark.parametrize("case", MATCHES, ids=lambda case: case["number"])
def test_matches(case, name, flip):
    """Also with the sides exchanged. A deal in which all passed has no entry to be judged by."""
    rules, functions = reading(name, **case.get("options", {}))
    step = -1 if flip else 1
    totals, winner = case["start"][::step], None
    for deal in case["deals"]:
        assert winner is None
        if not deal:
            continue
        written, note = deal[:2][::step], deal[2] if len(deal) > 2 else 0
        totals = [total + points for total, points in zip(totals, written, strict=True)]
        hanging = 0 if note == "capot" else note
        winner = functions.match_winner(rules, totals, written, note == "capot", hanging)
    assert totals == case["totals"][::step]
    expected = case.get("winner")
    assert winner == (None if expected is None else expected ^ flip)


def test_every_verdict():
    """Winner of the match, for all kinds of deals around the target and all options of its end."""
    names = ("capot_blocks_end", "end_needs_score", "hanging_blocks_end")
    for number in range(8):
        changes = {name: VALUES[name][number >> bit & 1] for bit, name in enumerate(names)}
        game, options = helpers.make_game(**changes), make_options(**changes)
        for totals in ([151, 150], [150, 151], [151, 151], [150, 150], [160, 155], [149, 200], [0, 0]):
            for written in ([0, 0], [0, 16], [16, 0], [9, 7]):
                for is_capot in (False, True):
                    for hanging in (0, 8):
                        arguments = totals, written, is_capot, hanging
                        assert helpers.match_winner(game, *arguments) == reference.match_winner(options, *arguments)


@pytest.mark.parametrize(
    ("options", "arguments", "verdict"),
    [
        ({}, (150, 100, 10, 6, False, 0), "continues"),
        ({}, (155, 60, 25, 0, True, 0), "continues_capot"),
        ({"hanging_blocks_end": True}, (153, 100, 8, 0, False, 8), "continues_hanging"),
        ({}, (156, 156, 16, 12, False, 0), "continues_level"),
        ({"end_needs_score": True}, (160, 126, 0, 26, False, 0), "continues_no_score"),
        ({}, (160, 126, 0, 26, False, 0), "won"),
    ],
)
def test_why_a_match_continues(options, arguments, verdict):
    """The first condition of 9.1 that failed, in the order of 9.3."""
    o = helpers.make_game(**options).options[0]
    assert scoring.VERDICTS[int(scoring.verdict(o, *arguments))] == verdict


# -- Played matches ------------------------------------------------------------------------------------------------


def end_of(open_table, found, totals, pot=0, **options):
    """The table after a deal of a match which began with some totals."""
    return found.again(open_table(deck=found.deck, totals=totals, pot=pot, episode="match", **options))


def is_capot_of_0(deal):
    return deal.capot == 0 and deal.result.result == "made" and deal.auction.mult == 1


def test_a_capot_does_not_end_a_played_match():
    """130-60 and a capot: the next deal decides, though it is passed out first."""
    found = helpers.find(is_capot_of_0, tries=9000)
    for blocks in (True, False):
        game = helpers.make_game(episode="match", capot_blocks_end=blocks)
        state = found.again(helpers.new_table(game, found.deck, 3, [130, 60], seed=5))
        written = found.end.written
        assert state.sheet["totals"] == [130 + written[0], 60 + written[1]]
        assert max(state.sheet["totals"]) >= 151
        assert state.is_over != blocks
        if blocks:
            helpers.apply_all(state, *["pass"] * 4)
            assert state.deal_over
            assert not state.is_over
            rng = random.Random(9)
            helpers.apply_all(state, "bid no trumps", "pass", "pass", "pass")
            while not state.deal_over:
                state.apply(rng.choice(state.legal_actions()))
            record = state.record
            assert state.is_over == (record.capot < 0)


def test_all_points_are_no_capot(open_table):
    """Case 35: seat 1 takes a trick in which there are no points; the match may end."""
    clubs, diamonds, hearts, spades = (" ".join(suit + rank for rank in "789TJQKA") for suit in "CDHS")
    hands = {0: clubs.replace("C7", "D7"), 1: diamonds.replace("D7", "C7"), 2: hearts, 3: spades}
    table = open_table(deck=helpers.deck_of(hands), totals=[125, 0])
    helpers.apply_all(table, "bid no trumps", "pass", "pass", "pass")
    helpers.play(table, "D7 D8 H7 S7 C7")
    helpers.play_on(table, min)
    assert helpers.facts(table)["tricks"] == [7, 1]
    expected = {"result": "made", "raw": [260, 0], "written": [26, 0], "totals": [151, 0], "pot": 0, "winner": 0}
    assert helpers.outcome(table) == expected


@pytest.mark.parametrize("option", [False, True])
def test_end_needs_score(open_table, option):
    """The leaders write nothing in the deal in which the others do not overtake them."""
    found = helpers.find(lambda deal: deal.result.result == "inside" and deal.written[0] == 0 and deal.capot is None)
    table = end_of(open_table, found, [160, 40], end_needs_score=option)
    assert helpers.outcome(table)["winner"] == (None if option else 0)


@pytest.mark.parametrize("option", [False, True])
def test_hanging_blocks_end(open_table, option):
    found = helpers.find(lambda deal: deal.result.result == "hanging", tries=9000)
    side = found.end.written.index(max(found.end.written))
    totals = [145 if number == side else 20 for number in range(2)]
    table = end_of(open_table, found, totals, hanging_blocks_end=option)
    outcome = helpers.outcome(table)
    assert outcome["pot"] > 0
    assert outcome["winner"] == (None if option else side)


@pytest.mark.parametrize("target", [1, 151, 501])
def test_target(open_table, target):
    found = helpers.find(lambda deal: deal.result.result == "made" and deal.written[0] > deal.written[1])
    points = found.end.written[0]
    for start, winner in ((target - points, 0), (target - points - 1, None)):
        if start >= 0:
            table = end_of(open_table, found, [start, 0], target=target)
            assert helpers.outcome(table)["winner"] == winner
    assert make_options()["target"] == helpers.make_game().values["target"] == 151


def test_what_hangs_is_collected(open_table):
    """8.1: by the side with more raw points, also when both write as much; it is kept when all pass."""
    found = helpers.find(lambda deal: deal.result.result == "made")
    winner = 0 if found.end.raw[0] > found.end.raw[1] else 1
    outcome = helpers.outcome(found.again(open_table(deck=found.deck, pot=13)))
    assert outcome["written"][winner] == found.end.written[winner] + 13
    assert outcome["written"][1 - winner] == found.end.written[1 - winner]
    assert outcome["pot"] == 0


def test_scores_of_a_deal_within_a_match():
    """The written points of the finished deal are told, and paid, while the next one is on the table."""
    found = helpers.find(lambda deal: deal.result.result == "made" and deal.written[0] > deal.written[1])
    state = found.again(helpers.new_table(helpers.make_game(episode="match"), found.deck, seed=1))
    a, b = found.end.written
    assert not state.is_over
    assert state.scores == [a, b, a, b]
    assert state.payoffs == state.rewards == [a - b, b - a, a - b, b - a]
