"""Section 5.3: belot (section 14, cases 30, 31, 48 and 54)."""

import pytest

from . import helpers

PAIR = {0: "HK HQ C7 C8 D7 D8 S7 S8"}


def belots(table, seat=0):
    return {suit for who, suit in helpers.facts(table, seat)["belots"] if who == 0}


def on_lead(open_table, hands, contract, **options):
    return helpers.apply_all(open_table(deck=helpers.deck_of(hands), **options), f"bid {contract}", "pass", "pass", "pass")


@pytest.mark.parametrize("contract", ["clubs", "diamonds", "hearts", "spades", "no trumps", "all trumps"])
@pytest.mark.parametrize("card", ["HK", "HQ"])
def test_trumps_have_a_belot(open_table, contract, card):
    """King and queen of trumps, said with the first of them that is led; it is known to all."""
    table = on_lead(open_table, PAIR, contract)
    table.apply(f"play {card}")
    expected = {"H"} if contract in ("hearts", "all trumps") else set()
    for seat in range(4):
        assert belots(table, seat) == expected


@pytest.mark.parametrize(("option", "expected"), [("lead_or_follow", set()), ("free", {"H"})])
@pytest.mark.parametrize("first", ["HK", "HQ"])
def test_a_discard_in_all_trumps(open_table, first, option, expected):
    """Case 30 and 54: it carries no announcement, and that pair is lost for good."""
    second = "HQ" if first == "HK" else "HK"
    hands = {3: "CJ C9 HT H8 D9 S9 S8 D8", 0: "HK HQ D7 DT DQ S7 ST SQ", 1: "C8 C7 HJ SJ SA DA DK SK"}
    table = open_table(deck=helpers.deck_of(hands, 2), dealer=2, belot_all_trumps=option)
    helpers.apply_all(table, "bid all trumps", "pass", "pass", "pass")
    helpers.apply_all(table, "play CJ", f"play {first}")
    assert belots(table) == expected
    helpers.apply_all(table, "play C7")
    helpers.apply_all(table, min(helpers.legal(table)))
    helpers.apply_all(table, "play H8", f"play {second}")
    assert belots(table) == expected
    while not table.is_over:
        table.apply(min(helpers.legal(table)))
    assert sum(helpers.outcome(table)["raw"]) == helpers.all_points(table)


@pytest.mark.parametrize("contract", ["hearts", "all trumps"])
def test_once_for_a_pair(open_table, contract):
    """Case 30: the second card of the pair says nothing."""
    table = on_lead(open_table, {0: "HK HQ HJ C8 D7 D8 S7 S8", 1: "H7 H8"}, contract)
    table.apply("play HK")
    assert belots(table) == {"H"}
    while not table.is_over:
        table.apply(max(helpers.legal(table)))
    assert belots(table) == {"H"}
    assert sum(helpers.outcome(table)["raw"]) == helpers.all_points(table)


def test_each_suit_in_all_trumps(open_table):
    """Four pairs in one hand, which never has to discard one of them: 80."""
    table = on_lead(open_table, {0: "CK CQ DK DQ HK HQ SK SQ"}, "all trumps")
    helpers.play_on(table, max)
    assert belots(table) == {"C", "D", "H", "S"}
    assert sum(helpers.outcome(table)["raw"]) == helpers.all_points(table)


def test_on_an_underruff(open_table):
    """Case 31: in trick 6, by a side that takes no trick and loses the contract: 20 all the same."""
    hands = {
        1: "DA DT DK SA ST C8 HT H8",
        2: "C7 C9 CT CJ CQ CK CA S9",
        3: "HA HJ H9 DQ DJ SJ SQ SK",
        0: "D7 D8 D9 S7 S8 H7 HQ HK",
    }
    table = open_table(deck=helpers.deck_of(hands, 0), dealer=0)
    helpers.apply_all(table, "pass", "bid hearts", "pass", "pass", "pass")
    helpers.play(table, "DA S9 DQ D7  DT C7 DJ D8  DK C9 SJ D9  SA CT SQ S7  ST CJ SK S8  C8 CQ HA")
    assert belots(table) == set()
    table.apply("play HQ")
    assert belots(table) == {"H"}
    helpers.play(table, "HJ HK H8 CK  H9 H7 HT CA")
    assert belots(table) == {"H"}
    assert helpers.outcome(table)["raw"] == [100 + 20 + 20, 252]  # kvinta of seat 2, terca of seat 0, belot
    assert helpers.outcome(table)["written"] == [0, 39]


def test_the_silent_card_forfeits(open_table):
    """Case 48: all four ways to lead one of the pair, and what is left of it afterwards."""
    hands = {0: "HK HQ C7 C8 D7 D8 S7 S8", 1: "HJ H7"}
    for first, said in (("play HK", set()), ("belot HK", {"H"}), ("play HQ", set()), ("belot HQ", {"H"})):
        table = on_lead(open_table, hands, "all trumps", belot_mode="decide", declaration_mode="auto")
        assert {"play HK", "play HQ", "belot HK", "belot HQ"} <= helpers.legal(table)
        table.apply(first)
        assert belots(table) == said
        other = "HQ" if "K" in first else "HK"
        while not table.is_over:
            if helpers.turn(table) == 0:
                assert f"belot {other}" not in helpers.legal(table)
            table.apply(min(action for action in helpers.legal(table) if not action.startswith("belot")))
        assert belots(table) == said
        assert sum(helpers.outcome(table)["raw"]) == helpers.all_points(table)


def test_decided_belots_are_legal_where_auto_says_them(open_table):
    """Never on a discard in all trumps."""
    hands = {3: "CJ C9 HT H8 D9 S9 S8 D8", 0: "HK HQ D7 DT DQ S7 ST SQ"}
    for option in ("lead_or_follow", "free"):
        table = open_table(deck=helpers.deck_of(hands, 2), dealer=2, belot_all_trumps=option, belot_mode="decide")
        helpers.apply_all(table, "bid all trumps", "pass", "pass", "pass", "play CJ")
        assert ("belot HK" in helpers.legal(table)) == (option == "free")
        assert "play HK" in helpers.legal(table)
