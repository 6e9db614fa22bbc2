"""Section 5.8: king and queen of trump in one hand (section 14, cases 45-48)."""

import pytest

from . import helpers

# Hearts are trump.
ONE_HAND = {
    0: "HK HQ H7 S7 S8 D7 D8 C7",
    1: "H8 H9 SA ST DA DT CA CT",
    2: "HT S9 SJ D9 DJ C8 C9 CJ",
    3: "HA HJ SQ SK DQ DK CQ CK",
}
PARTNERS = {
    0: "HK H7 S7 S8 D7 D8 C7 HT",
    1: "H8 H9 SA ST DA DT CA CT",
    2: "HQ S9 SJ D9 DJ C8 C9 CJ",
    3: "HA HJ SQ SK DQ DK CQ CK",
}


def called(open_table, deal, **options):
    table = open_table(4, deck=helpers.deck_of(4, deal), declaration_mode="auto", **options)
    return helpers.apply_all(table, "call hearts")


def test_45_yes_at_the_king(open_table):
    table = called(open_table, ONE_HAND)
    table.apply("play HK")
    assert helpers.turn(table) == 0
    assert helpers.facts(table)["phase"] == "bela"
    assert helpers.legal(table) == {"yes", "no"}
    table.apply("yes")
    assert helpers.facts(table)["bela"] == 0
    assert helpers.turn(table) == 1
    helpers.apply_all(table, "play H9", "play HT", "play HJ")
    helpers.play(table, "SQ S7 SA S9")
    asked = questions(table)
    assert asked == []
    assert helpers.facts(table)["bela"] == 0
    assert announced_points(table) == 20


def announced_points(table):
    """What the whole deal is worth beyond cards, last trick and a štiglja."""
    outcome = helpers.outcome(table)
    assert outcome["result"] in ("made", "fell")
    stiglja = 90 if 8 in helpers.facts(table)["tricks"] else 0
    return sum(outcome["scores"]) - 162 - stiglja - sum(helpers.facts(table)["recognised"])


def questions(table):
    """Play on, everybody answering yes if he can; who was asked about bela."""
    asked = []
    while not table.is_over:
        actions = helpers.legal(table)
        if helpers.facts(table)["phase"] == "bela":
            asked.append((helpers.turn(table), actions))
        table.apply("yes" if "yes" in actions else min(actions))
    return asked


@pytest.mark.parametrize("first", ["HK", "HQ"])
def test_46_no_is_for_the_whole_deal(open_table, first):
    table = called(open_table, ONE_HAND)
    helpers.apply_all(table, f"play {first}", "no")
    assert helpers.facts(table)["bela"] is None
    assert questions(table) == []
    assert helpers.facts(table)["bela"] is None
    assert announced_points(table) == 0


@pytest.mark.parametrize("first", ["HK", "HQ"])
def test_yes_at_either_card(open_table, first):
    table = called(open_table, ONE_HAND)
    helpers.apply_all(table, f"play {first}", "yes")
    assert questions(table) == []
    assert announced_points(table) == 20


def test_47_in_two_hands(open_table):
    """The first of them brings the question, with no alone as an answer; the second brings none."""
    table = called(open_table, PARTNERS)
    helpers.apply_all(table, "play HK")
    assert helpers.turn(table) == 0
    assert helpers.legal(table) == {"no"}
    helpers.apply_all(table, "no", "play H9")
    assert helpers.turn(table) == 2
    table.apply("play HQ")
    assert helpers.turn(table) == 3
    assert helpers.facts(table)["phase"] == "play"
    assert questions(table) == []


@pytest.mark.parametrize("players", [3, 2])
def test_48_no_bela_with_a_discarded_king(open_table, players):
    deal = {0: "HK HQ H7 HJ S7 S8 D7 D8 C7 C9", "middle": "HA CA"} | ({"turned": "HT"} if players == 2 else {})
    table = open_table(players, deck=helpers.deck_of(players, deal), declaration_mode="auto")
    helpers.apply_all(table, "call hearts", "discard HK", "discard C7")
    helpers.apply_all(table, "play HQ")
    assert helpers.turn(table) == 0
    assert helpers.legal(table) == {"no"}
    table.apply("no")
    assert questions(table) == []
    assert helpers.facts(table)["bela"] is None


def test_auto_says_it(open_table):
    table = called(open_table, ONE_HAND, bela_mode="auto")
    table.apply("play HQ")
    assert helpers.turn(table) == 1
    assert helpers.facts(table)["bela"] == 0
    assert questions(table) == []
    table = called(open_table, PARTNERS, bela_mode="auto")
    table.apply("play HK")
    assert helpers.turn(table) == 1
    assert questions(table) == []
    assert helpers.facts(table)["bela"] is None


def test_the_answer_comes_before_the_trick_goes_on(open_table):
    """Also when the card is the last of its trick."""
    deal = {3: "HK HQ H7 S7 S8 D7 D8 C7", 0: "H8 H9 SA ST DA DT CA CT"}
    table = called(open_table, deal)
    helpers.apply_all(table, "play H8")
    for _ in range(2):
        table.apply(next(action for action in sorted(helpers.legal(table)) if "K" not in action and "Q" not in action))
    table.apply("play HK" if "play HK" in helpers.legal(table) else "play HQ")
    assert helpers.facts(table)["phase"] == "bela"
    assert helpers.turn(table) == 3
    assert sum(helpers.facts(table)["tricks"]) == 0
    table.apply("yes")
    assert sum(helpers.facts(table)["tricks"]) == 1
    assert helpers.facts(table)["bela"] == 3


@pytest.mark.parametrize("players", [4, 3, 2])
def test_at_most_one_question_at_the_first_king_or_queen(open_table, players):
    rng = helpers.random.Random(58)
    for _ in range(20):
        table = open_table(players, deck=helpers.random_deck(rng), belot_rule="as_run")
        asked = 0
        while not table.is_over:
            before = helpers.facts(table)
            action = rng.choice(sorted(helpers.legal(table)))
            table.apply(action)
            if before["phase"] == "play" and not table.is_over:
                trump = before["trump"][0].upper()
                seen = {trump + "K", trump + "Q"} & set().union(*before["played"])
                first = action.split()[1] in (trump + "K", trump + "Q") and not seen
                assert (helpers.facts(table)["phase"] == "bela") == first
                asked += first
        assert asked <= 1
