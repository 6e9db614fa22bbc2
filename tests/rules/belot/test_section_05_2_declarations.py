"""Section 5.2: declarations (section 14, cases 26-29, 47, 49-53 and 55)."""

import random
from functools import cache

import pytest

from . import helpers, reference
from .reference import PACK, Combination, make_options

HANDS = helpers.load("declarations.toml")["hand"]
CONTESTS = helpers.load("contests.toml")["case"]
WORDS = {"run": "{} to {} in {}", "four": "{} of {}"}


def words(kind, length, top, suit):
    return WORDS[kind].format(length, top, suit)


def combination(text):
    """The combination that words of the data files name."""
    size, _, top, *rest = text.split()
    if not rest:
        return Combination("four", 4, top, frozenset(suit + top for suit in "CDHS"))
    last = reference.SEQUENCE.index(top) + 1
    return Combination("run", int(size), top, frozenset(rest[1] + rank for rank in reference.SEQUENCE[last - int(size) : last]))


def table_of(open_table, cards, contract="spades", **options):
    """A table at which seat 0 holds some cards and is about to lead."""
    table = open_table(deck=helpers.deck_of({0: cards}), **options)
    return helpers.apply_all(table, f"bid {contract}", "pass", "pass", "pass")


# -- What a hand may declare ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", HANDS, ids=lambda case: case["number"])
def test_candidates(open_table, case):
    """In the order of slots; and the slots are what may be picked."""
    table = table_of(open_table, case["cards"], declaration_mode="decide", **case.get("options", {}))
    found = [words(*one) for one in helpers.facts(table)["candidates"]]
    assert found == case["candidates"]
    slots = {f"declare {slot}" for slot in range(1, len(found) + 1)} | {"done"}
    assert helpers.phase(table) == ("declare" if found else "play")
    assert not found or helpers.legal(table) == slots


@pytest.mark.parametrize("case", HANDS, ids=lambda case: case["number"])
def test_what_declares_itself(open_table, case):
    """The plan worth most, without a question."""
    table = table_of(open_table, case["cards"], **case.get("options", {}))
    assert helpers.phase(table) == "play"
    declared = helpers.facts(table)["declared"][0]
    assert sorted(combination(words(*one[:4])).points for one in declared) == sorted(case["auto"])


def test_no_trumps_have_no_declarations(open_table):
    """Case 32: four aces are worth nothing, and nobody is asked."""
    for mode in ("auto", "decide"):
        table = table_of(open_table, "CA DA HA SA SK SQ SJ ST", "no trumps", declaration_mode=mode, belot_mode=mode)
        while not table.is_over:
            assert helpers.phase(table) == "play"
            assert all(action.startswith("play") for action in helpers.legal(table))
            table.apply(max(helpers.legal(table)))
        facts, outcome = helpers.facts(table), helpers.outcome(table)
        assert facts["announced"] == facts["declared"] == [[], [], [], []]
        assert sum(outcome["raw"]) == 260 + 90 * (8 in facts["tricks"])


def test_a_run_is_declared_before_the_card_of_another_suit(open_table):
    """A combination need not contain the card played, nor is it lost by it; and it is asked for just before that card."""
    hands = {0: "S7 S8 S9 CA D7 H8 HT HA", 1: "DT DJ DQ CK C7 C8"}
    table = open_table(deck=helpers.deck_of(hands), declaration_mode="decide")
    helpers.apply_all(table, "bid clubs", "pass", "pass", "pass")
    assert (helpers.turn(table), helpers.phase(table)) == (0, "declare")
    helpers.apply_all(table, "declare 1")
    assert helpers.legal(table) == {f"play {card}" for card in hands[0].split()}
    table.apply("play CA")
    assert (helpers.turn(table), helpers.phase(table)) == (1, "declare")


# -- Picking -------------------------------------------------------------------------------------------------------

PICKS = {
    "CQ DQ HQ SQ ST SJ SK SA": {"": {1, 2}, "1": None, "2": None},
    "CK DK HK SK S9 ST SJ SQ": {"": {1, 2, 3}, "1": {3}, "3": {1}, "2": None, "1 3": None, "3 1": None},
}
"""Case 47: after some picks the slots that are left, None: the step is over."""


@pytest.mark.parametrize("cards", PICKS)
def test_picks(open_table, cards):
    for picks, slots in PICKS[cards].items():
        table = table_of(open_table, cards, declaration_mode="decide")
        helpers.apply_all(table, *(f"declare {slot}" for slot in picks.split()))
        if slots is None:
            assert helpers.phase(table) == "play"
        else:
            assert helpers.legal(table) == {f"declare {slot}" for slot in slots} | {"done"}
            table.apply("done")
            assert helpers.phase(table) == "play"
        assert helpers.turn(table) == 0
        assert len(helpers.facts(table)["announced"][0]) == len(picks.split())


def test_the_shorter_run_without_the_four(open_table):
    """The kvarta beside four kings may be said alone."""
    table = table_of(open_table, "CK DK HK SK S9 ST SJ SQ", declaration_mode="decide")
    helpers.apply_all(table, "declare 3", "done")
    assert helpers.facts(table)["announced"][0] == ["run of four"]
    assert [words(*one[:4]) for one in helpers.facts(table)["declared"][0]] == ["4 to Q in S"]


def test_silence_counts_nothing(open_table):
    """Who says nothing has nothing in the contest; the same hand declared counts."""
    for mode, points in (("decide", 0), ("auto", 50)):
        table = table_of(open_table, "C8 C9 CT CJ HA DA SA S7", declaration_mode=mode)
        while not table.is_over:
            table.apply("done" if helpers.phase(table) == "declare" else min(helpers.legal(table)))
        counted = [combination(words(*one[:4])).points for one in helpers.facts(table)["declared"][0] if one[4]]
        assert sum(counted) == points


# -- The contest ---------------------------------------------------------------------------------------------------


@cache
def deck_with(seats, declared, dealer, split=False):
    """A pack in which some seats can declare what is named; declared = (seat, words), in words of the data files."""
    rng = random.Random(f"{seats} {declared}")
    options = make_options()
    wanted = {seat: [combination(text) for text in texts] for seat, texts in zip(seats, declared, strict=True)}
    held = {seat: frozenset().union(*(one.cards for one in own)) for seat, own in wanted.items()}
    free = [card for card in PACK if card not in frozenset().union(*held.values())]
    for _ in range(3000):
        rng.shuffle(free)
        rest = list(free)
        hands = {}
        for seat in range(4):
            own = sorted(held.get(seat, ()))
            hands[seat] = [*own, *rest[: 8 - len(own)]]
            rest = rest[8 - len(own) :]
        if all(set(own) <= set(reference.candidates(options, hands[seat])) for seat, own in wanted.items()):
            return helpers.deck_of({seat: " ".join(cards) for seat, cards in hands.items()}, dealer)
    raise AssertionError(f"no deal holds {declared}")


@pytest.mark.parametrize("disclosure", ["kind_until_end", "cards_after_trick1"])
@pytest.mark.parametrize("case", CONTESTS, ids=lambda case: case["number"])
def test_contests(open_table, case, disclosure):
    """Everybody declares what is named and nothing else; what counts is told after the first trick or at the end."""
    declared = {int(seat): texts for seat, texts in case["declared"].items()}
    first = case.get("first", 0)
    dealer = (first - 1) % 4
    deck = deck_with(tuple(declared), tuple(map(tuple, declared.values())), dealer)
    options = {"declaration_mode": "decide", "declaration_disclosure": disclosure} | case.get("options", {})
    table = open_table(deck=deck, dealer=dealer, **options)
    helpers.apply_all(table, f"bid {case.get('contract', 'hearts')}", "pass", "pass", "pass")
    left = {seat: list(texts) for seat, texts in declared.items()}
    rng = random.Random(1)
    while sum(helpers.facts(table)["tricks"]) < (8 if disclosure == "kind_until_end" else 1):
        seat = helpers.turn(table)
        if helpers.phase(table) == "declare":
            slots = [words(*one) for one in helpers.facts(table, seat)["candidates"]]
            mine = left.get(seat, [])
            table.apply(f"declare {slots.index(mine.pop()) + 1}" if mine else "done")
        else:
            table.apply(rng.choice(sorted(helpers.legal(table))))
    for observer in range(4):
        counts = [0, 0]
        known = helpers.facts(table, observer)["declared"]
        assert [sorted(words(*one[:4]) for one in known[seat]) for seat in range(4)] == [
            sorted(declared.get(seat, [])) for seat in range(4)
        ]
        for seat in range(4):
            counts[seat % 2] += sum(combination(words(*one[:4])).points for one in known[seat] if one[4])
        assert counts == case["counts"]


def test_eight_in_a_row_stay_a_run_of_eight(open_table):
    """Case 53: in the contest the kvinta of a divided run is still the longest."""
    hands = {0: "C8 C9 CT CJ CQ CK CA D7", 1: "H7 H8 H9 HT HJ HQ HK HA"}
    for split, points in ((True, 120), (False, 100)):
        table = open_table(deck=helpers.deck_of(hands), split_long_run=split)
        helpers.apply_all(table, "bid clubs", "pass", "pass", "pass")
        helpers.play_on(table, min)
        declared = helpers.facts(table)["declared"]
        assert [one[4] for one in declared[0]] == [False]
        assert sum(combination(words(*one[:4])).points for one in declared[1] if one[4]) == points


# -- A side without a trick ----------------------------------------------------------------------------------------

SWEEPS = [
    ({0: "HJ H9 HA HT HK CA DA DT", 1: "CT CJ CQ CK D7 D8 H7 S7", 2: "D9 DJ S8 S9 SJ SA C7 HQ"}, 50, set()),
    ({0: "HJ HA HT H8 H7 CA DA DT", 1: "HK HQ C7 C8 D7 D9 S7 S9", 2: "CT CJ CK S8 SJ SA DJ H9"}, 0, {(1, "H")}),
]
"""Seat 0 takes all tricks. Seat 1's kvarta beats the terca of seat 0; or it has a belot and nobody a run."""


@pytest.mark.parametrize("option", ["kept", "void"])
@pytest.mark.parametrize(("hands", "run", "belots"), SWEEPS)
def test_a_side_without_a_trick(open_table, hands, run, belots, option):
    """Case 55: its run may be struck out, what that has beaten does not come back, and a belot stays."""
    table = open_table(deck=helpers.deck_of(hands), trickless_declarations=option)
    helpers.apply_all(table, "bid hearts", "pass", "pass", "pass")
    cards = iter(hands[0].split())
    while not table.is_over:
        table.apply(f"play {next(cards)}" if helpers.turn(table) == 0 else min(helpers.legal(table)))
    facts, outcome = helpers.facts(table), helpers.outcome(table)
    points = 20 * len(belots) + (run if option == "kept" else 0)
    assert facts["tricks"] == [8, 0]
    assert facts["belots"] == belots
    assert outcome["raw"] == [252, points]
    assert outcome["written"] == [25, points // 10]
    assert helpers.points_that_count(table, 0) == 0
