"""Section 6: what may be played, who wins a trick (section 14, cases 1-26)."""

import random

import pytest

from . import helpers, reference
from .reference import PACK, SUITS

DATA = helpers.load("legal_sets.toml")
WINNERS = helpers.load("trick_winners.toml")["case"]
BOTH = pytest.mark.parametrize("read", [helpers, reference], ids=["package", "reference"])


def name(case):
    return f"{case['number']} {case['why']}"


@BOTH
@pytest.mark.parametrize("case", DATA["case"], ids=name)
def test_1_to_21_legal_sets(read, case):
    assert read.legal_cards("H", case["table"].split(), case["hand"].split()) == set(case["legal"].split())


@BOTH
@pytest.mark.parametrize("case", DATA["exempt"], ids=name)
def test_partner_exempt(read, case):
    assert read.legal_cards("H", case["table"].split(), case["hand"].split(), True) == set(case["legal"].split())


@BOTH
@pytest.mark.parametrize("case", WINNERS, ids=lambda case: f"{case['number']} {case['trick']}")
def test_22_to_26_trick_winners(read, case):
    assert read.trick_winner("H", case["trick"].split()) == case["winner"]


def test_random_tricks_against_the_reference():
    rng = random.Random(6)
    for _ in range(4000):
        trump = rng.choice(SUITS)
        cards = rng.sample(PACK, 14)
        trick, hand = cards[: rng.randint(0, 3)], cards[4 : rng.randint(5, 14)]
        for exempt in (False, True):
            found = helpers.legal_cards(trump, trick, hand, exempt)
            assert found == reference.legal_cards(trump, trick, hand, exempt)
        full = cards[:4]
        assert helpers.trick_winner(trump, full) == reference.trick_winner(trump, full)


# At a table: hearts are trump, seat 0 leads.
DEAL = {
    0: "S8 SA H8 HT D7 CK C7 DA",
    1: "S7 ST HJ H7 D8 D9 C8 CA",
    2: "SK SQ H9 HQ DT DJ C9 CT",
    3: "DQ DK HK HA CJ CQ S9 SJ",
}


def test_tricks_at_a_table(open_table):
    table = open_table(4, deck=helpers.deck_of(4, DEAL))
    table.apply("call hearts")
    helpers.play(table, "S8")
    table.apply("no")
    assert helpers.legal(table) == {"play ST"}
    helpers.play(table, "ST")
    table.apply("no")
    assert helpers.legal(table) == {"play SK", "play SQ"}
    helpers.play(table, "SQ")
    table.apply("no")
    assert helpers.legal(table) == {"play S9", "play SJ"}
    helpers.play(table, "SJ")
    facts = helpers.facts(table)
    assert (facts["leader"], facts["tricks"], facts["trick_points"]) == (1, [0, 1], [0, 15])
    assert helpers.turn(table) == 1  # the winner leads
    helpers.play(table, "D8")
    assert helpers.legal(table) == {"play DT", "play DJ"}
    helpers.play(table, "DJ")
    assert helpers.legal(table) == {"play DQ", "play DK"}
    helpers.play(table, "DK")
    assert helpers.legal(table) == {"play DA"}
    helpers.play(table, "DA")
    assert helpers.turn(table) == 0
    helpers.play(table, "H8")
    assert helpers.legal(table) == {"play HJ"}
    helpers.play(table, "HJ")
    assert helpers.legal(table) == {"play H9", "play HQ"}
    helpers.play(table, "H9")
    assert helpers.legal(table) == {"play HA", "play HK"}


def test_partner_exempt_at_a_table(open_table):
    for exempt, legal in (
        (False, {"play H9", "play HQ"}),
        (True, {f"play {card}" for card in "HQ H9 D7 D8 CT C9 C8 C7".split()}),
    ):
        deal = {0: "SA S8 SQ SK ST H7 H8 HT", 1: "S7 S9 SJ HJ HK HA DA DK", 2: "HQ H9 D7 D8 CT C9 C8 C7"}
        table = open_table(4, deck=helpers.deck_of(4, deal), partner_exempt=exempt)
        helpers.play(helpers.apply_all(table, "call hearts"), "SA S7")
        table.apply("no")
        assert helpers.legal(table) == legal


@pytest.mark.parametrize("exempt", [False, True])
def test_opponents_of_the_caller_beat_each_other(open_table, exempt):
    """Three players, seat 1 calls: no exception among the two others; partner_exempt is for four."""
    deal = {0: "SQ S9 SA H7 C7 C8", 1: "S7 H8 CK DQ", 2: "SJ SK HQ HK H9 HJ CA C9 D9 DT", "middle": "D7 D8"}
    table = open_table(3, deck=helpers.deck_of(3, deal), partner_exempt=exempt)
    helpers.apply_all(table, "pass", "call hearts", "discard D7", "discard D8")
    helpers.play(table, "SQ S7")
    table.apply("no")
    assert helpers.turn(table) == 2
    assert helpers.legal(table) == {"play SK"}


@pytest.mark.parametrize(("players", "cards"), [(4, 32), (3, 30), (2, 20)])
def test_a_deal_is_played_to_the_last_trick(open_table, players, cards):
    rng = random.Random(players)
    for _ in range(20):
        table = open_table(players, deck=helpers.random_deck(rng))
        played = 0
        while not table.is_over:
            action = rng.choice(sorted(helpers.legal(table)))
            played += action.startswith("play")
            table.apply(action)
        assert played == cards
        assert sum(helpers.facts(table)["tricks"]) == cards // players


def test_the_last_trick_gives_ten(open_table):
    rng = random.Random(10)
    for _ in range(20):
        deck = helpers.random_deck(rng)
        table = helpers.play_on(open_table(4, deck=deck, declaration_mode="auto"), min)
        facts, outcome = helpers.facts(table), helpers.outcome(table)
        if outcome["result"] == "made" and min(facts["tricks"]):
            points = list(facts["trick_points"])
            points[facts["last_winner"] % 2] += 10
            bela = [20 * (facts["bela"] is not None and facts["bela"] % 2 == side) for side in range(2)]
            declared = facts["recognised"]
            assert outcome["scores"] == [points[side] + bela[side] + declared[side] for side in range(2)]
