"""Section 6: following, winning a trick, the end of play."""

import random

import pytest

from . import helpers, reference
from .reference import PACK

LEGAL_SETS = helpers.load("legal_sets.toml")["case"]
WINNERS = helpers.load("trick_winners.toml")["case"]


@pytest.mark.parametrize("read", [helpers.follow, reference.follow], ids=["package", "reference"])
@pytest.mark.parametrize("case", LEGAL_SETS, ids=lambda case: f"{case['number']} {case['contract']} {case['led']}")
def test_legal_sets(read, case):
    assert read(case["contract"], case["led"] or None, case["hand"].split()) == set(case["legal"].split())


@pytest.mark.parametrize("read", [helpers.trick_winner, reference.trick_winner], ids=["package", "reference"])
@pytest.mark.parametrize("case", WINNERS, ids=lambda case: f"{case['number']} {case['contract']} {case['trick']}")
def test_trick_winners(read, case):
    assert read(case["contract"], case["trick"].split()) == ["first", "second", "third"].index(case["winner"])


def test_random_tricks_against_the_reference():
    rng = random.Random(6)
    for _ in range(3000):
        contract = rng.choice(helpers.CONTRACTS)
        trick = rng.sample(PACK, 3)
        assert helpers.trick_winner(contract, trick) == reference.trick_winner(contract, trick)
        hand = rng.sample(PACK, rng.randint(1, 10))
        led = rng.choice([card for card in PACK if card not in hand])
        assert helpers.follow(contract, led, hand) == reference.follow(contract, led, hand)


def play(table, *cards):
    return helpers.apply_all(table, *(f"play {card}" for card in cards))


def test_clockwise_and_the_winner_leads(open_table):
    table = helpers.auction_to(open_table("classical"), "F", 18)
    helpers.apply_all(table, "play hand", "declare spades")
    play(table, "CA")
    assert helpers.turn(table) == "M"
    assert helpers.legal(table) == {"play CT", "play CK"}
    play(table, "CT")
    assert helpers.turn(table) == "R"
    assert helpers.legal(table) == {"play CQ", "play C9", "play C8"}
    play(table, "C8")
    assert helpers.turn(table) == "F"
    play(table, "S7", "HJ")
    assert helpers.legal(table) == {"play DJ"}
    play(table, "DJ")
    assert helpers.turn(table) == "M"
    play(table, "HA")
    assert helpers.turn(table) == "R"


NULL_DEAL = {
    "F": "C7 C8 C9 D7 D8 D9 H7 H8 S7 S8",
    "M": "CA CK DA DK HA HK HQ SA SK SQ",
    "R": "CQ CJ DQ DJ HJ HT H9 SJ ST S9",
}


def test_case_41_null_with_ten_lost_tricks_is_won(open_table):
    table = helpers.auction_to(open_table("isko", deal=NULL_DEAL), "F", 18)
    helpers.apply_all(table, "play hand", "declare null ouvert")
    rng = random.Random(41)
    moves = 0
    while not table.is_over:
        actions = helpers.legal(table) - {"concede"}
        table.apply(rng.choice(sorted(actions)))
        moves += 1
    assert moves == 30
    assert helpers.outcome(table)["tricks"] == 0
    assert list(table.scores) == [59, 0, 0]


@pytest.mark.parametrize("rules", ["classical", "isko", "pre1999"])
def test_case_41_null_stops_after_the_first_trick_won(open_table, rules):
    table = helpers.auction_to(open_table(rules, deal=NULL_DEAL), "M", 18)
    helpers.apply_all(table, "play hand", "declare null")
    play(table, "C7", "CA")
    assert not table.is_over
    play(table, "CQ")
    assert table.is_over
    assert helpers.outcome(table)["tricks"] == 1
    assert list(table.scores) == [0, {"classical": -35, "isko": -70, "pre1999": -35}[rules], 0]


def test_null_stops_in_a_later_trick(open_table):
    table = helpers.auction_to(open_table("classical", deal=NULL_DEAL), "R", 18)
    helpers.apply_all(table, "play hand", "declare null")
    play(table, "C7", "CA", "CQ")
    assert not table.is_over
    play(table, "CK", "CJ", "C8")
    assert not table.is_over
    play(table, "HQ", "HJ", "H7")
    assert not table.is_over
    play(table, "DA", "DQ", "D7")
    play(table, "HK", "HT", "H8")
    play(table, "SK", "SJ", "S7")
    assert not table.is_over
    play(table, "DK", "DJ", "D8", "SQ", "ST", "S8")
    play(table, "HA", "H9", "C9")
    assert not table.is_over
    play(table, "SA", "S9", "D9")
    assert table.is_over
    assert list(table.scores) == [0, 0, 35]


def test_a_decided_trump_game_is_played_on(open_table):
    """The soloist has 61 after five tricks and plays on; a beaten soloist plays on as well."""
    for soloist, rules in (("F", "classical"), ("R", "isko")):
        table = helpers.auction_to(open_table(rules), soloist, 18)
        helpers.apply_all(table, "play hand", "declare spades")
        moves = 0
        while not table.is_over:
            table.apply(min(helpers.legal(table) - {"concede"}))
            moves += 1
        assert moves == 30


def test_case_40_all_tricks_are_all_points():
    game = helpers.make_game("classical")
    deal = {"F": "CJ SJ HJ DJ CA CT CK CQ C9 C8", "skat": "D7 H7"}
    start = helpers.auction_to(helpers.new_table(game, deal), "F", 18)
    helpers.apply_all(start, "play hand", "declare clubs")
    rng = random.Random(40)
    ends = [helpers.random_playout(start.copy(), rng) for _ in range(50)]
    for end in ends:
        assert (helpers.outcome(end)["tricks"], helpers.outcome(end)["points"]) == (10, 120)

    deal = {"F": "C7 C8 C9 D7 D8 D9 H7 H8 H9 S7", "skat": "SA CT"}
    start = helpers.auction_to(helpers.new_table(game, deal), "F", 18)
    helpers.apply_all(start, "play hand", "declare spades")
    ends = [helpers.random_playout(start.copy(), rng) for _ in range(50)]
    found = [helpers.outcome(end) for end in ends]
    assert any(end["tricks"] == 0 for end in found)
    for end in found:
        assert end["tricks"] > 0 or end["points"] == 21 <= 22
