"""Section 10: an illegal card under `renons` gives the whole deal to the other side."""

import random

import pytest

from . import helpers, reference

# Hearts are trump; seat 0 leads spades. Seat 1 holds a spade and a trump.
DEAL = {
    0: "SJ SQ SK H7 H8 D9 DT CA",
    1: "S7 S8 HJ HK HQ D7 D8 C9",
    2: "S9 ST DJ DQ DK C7 C8 CT",
    3: "SA H9 HT HA DA CJ CQ CK",
}


def table_of(open_table, **options):
    table = open_table(4, deck=helpers.deck_of(4, DEAL), illegal_play="renons", **options)
    return helpers.apply_all(table, "call hearts")


def ended(table, offender, points):
    assert table.is_over
    end = helpers.outcome(table)
    assert end["result"] == "revoke"
    assert end["scores"] == [points if side != offender else 0 for side in range(2)]


def test_an_illegal_card_ends_the_deal(open_table):
    table = table_of(open_table)
    helpers.apply_all(table, "no", "play SJ", "no")
    assert helpers.legal(table) == {f"play {card}" for card in DEAL[1].split()}
    table.apply("play D7")
    ended(table, 1, 162)


def test_reported_declarations_count_for_the_other_side(open_table):
    """Those which were reported before the offence, the offender's, too."""
    table = table_of(open_table)
    helpers.apply_all(table, "yes", "play SJ", "no", "play C9")
    ended(table, 1, 162 + 20)
    table = table_of(open_table)
    helpers.apply_all(table, "yes", "play SJ", "no", "play S8", "yes", "play C7")  # seat 2: a run up to the king as well
    ended(table, 0, 162 + 40)


def test_before_the_lead_all_are_resolved(open_table):
    table = table_of(open_table, declare_when="before_lead")
    helpers.apply_all(table, "no", "no", "yes", "yes", "play SJ", "play D7")
    ended(table, 1, 162 + 20)


@pytest.mark.parametrize(("first", "second"), [("yes", "no"), ("no", "yes")])
def test_only_what_is_recognised(open_table, first, second):
    """In the first trick only what was said so far is compared."""
    table = table_of(open_table)
    helpers.apply_all(table, first, "play SJ", "no", "play S7", second, "play C7")
    ended(table, 0, 162 + 20)


@pytest.mark.parametrize(("cards", "offender"), [("SA D9", 0), ("CJ CA D7", 1)])
def test_an_announced_bela_counts_whoever_has_it(open_table, cards, offender):
    """Seat 1 has said bela; then seat 0 does not follow, or seat 1 himself."""
    table = table_of(open_table)
    helpers.play(table, "H7 HK")
    assert helpers.facts(table)["phase"] == "bela"
    table.apply("yes")
    helpers.play(table, "C7 H9")
    assert helpers.turn(table) == 3
    helpers.play(table, cards)
    ended(table, offender, 162 + 20)


def test_no_bela_question_for_an_illegal_card(open_table):
    table = table_of(open_table)
    helpers.play(table, "SJ HK")
    ended(table, 1, 162)


def test_no_stiglja_and_no_trickless_rule(open_table):
    """The offender's side has no trick; the declarations are its own."""
    table = table_of(open_table, declare_when="before_lead", declaration_mode="auto")
    assert helpers.facts(table)["recognised"] == [40, 0]
    helpers.play(table, "SQ S7 ST SA")
    assert helpers.facts(table)["tricks"] == [0, 1]
    helpers.play(table, "HA D9")  # seat 0 holds trumps
    ended(table, 0, 162 + 40)


@pytest.mark.parametrize("bonus", [10, 25])
def test_the_last_trick_is_in_it(open_table, bonus):
    table = table_of(open_table, last_trick_bonus=bonus)
    helpers.play(table, "SJ D7")
    ended(table, 1, 152 + bonus)


def test_two_players(open_table):
    """Points of the cards in play and of the discards, and ten."""
    rng = random.Random(2)
    ends = 0
    while ends < 25:
        deck = helpers.random_deck(rng)
        table = open_table(2, deck=deck, illegal_play="renons", declaration_mode="auto", two_middle=ends % 2 == 0)
        start = None
        offender = None
        while not table.is_over:
            facts = helpers.facts(table)
            actions = sorted(helpers.legal(table))
            if facts["phase"] == "discard":
                start = set(helpers.hand(table, facts["caller"])) if facts["discarded"] == 0 else start
            elif facts["phase"] == "play":
                if start is None or len(start) == 12:
                    other = 1 - facts["caller"]
                    start = (start or helpers.hand(table, facts["caller"])) | helpers.hand(table, other)
                offender = helpers.turn(table)
            table.apply(rng.choice(actions))
        end = helpers.outcome(table)
        if end["result"] != "revoke":
            continue
        ends += 1
        facts = helpers.facts(table)
        trump = facts["trump"][0].upper()
        points = reference.card_points(start, trump) + 10 + sum(facts["recognised"]) + 20 * (facts["bela"] is not None)
        assert end["scores"] == [points if side != offender else 0 for side in range(2)]


def test_the_match_goes_by_the_score(open_table):
    """The side that is given the deal may win with it; who called it has then made it."""
    for options, totals, winner in (
        ({}, [839, 900], 0),
        ({}, [838, 900], None),
        ({"prolaz_needs_call": True}, [839, 900], 0),
        ({"match_end": "dosta"}, [839, 900], 0),
    ):
        table = table_of(open_table, totals=totals, episode="match", **options)
        helpers.apply_all(table, "no", "play SJ", "no", "play D7")
        assert helpers.outcome(table)["winner"] == winner
    table = open_table(
        4, deck=helpers.deck_of(4, DEAL), illegal_play="renons", totals=[839, 0], episode="match", prolaz_needs_call=True
    )
    helpers.apply_all(table, "pass", "call hearts", "no", "play SJ", "no", "play D7")
    assert helpers.outcome(table)["winner"] is None
    assert helpers.outcome(table)["totals"] == [1001, 0]


def test_a_pot_goes_to_the_side_that_did_not_offend(open_table):
    table = table_of(open_table, exact_half="hang", pot=81)
    helpers.apply_all(table, "no", "play SJ", "no", "play D7")
    assert helpers.outcome(table)["scores"] == [162 + 81, 0]
    assert helpers.outcome(table)["pot"] == 0
