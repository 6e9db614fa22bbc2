"""Section 5.6 and the option belot_rule: eight cards of a suit (section 8.6, example 17)."""

import pytest

from . import helpers

HEARTS = "H7 H8 H9 HT HJ HQ HK HA"
SPADES = "S7 S8 S9 ST SJ SQ SK SA"


def table_of(open_table, players, owners, actions=("call clubs",), **options):
    return helpers.apply_all(open_table(players, deck=helpers.deck_of(players, owners), **options), *actions)


@pytest.mark.parametrize("seat", range(4))
def test_17_the_match_is_over(open_table, seat):
    """Whoever holds it, in any suit, whatever the totals."""
    table = table_of(open_table, 4, {seat: HEARTS}, totals=[0, 990] if seat % 2 == 0 else [990, 0], episode="match")
    assert table.is_over
    outcome = helpers.outcome(table)
    assert outcome["scores"] == ([1001, 0] if seat % 2 == 0 else [0, 1001])
    assert outcome["winner"] == seat % 2
    assert outcome["result"] == "belot"


def test_the_target_is_what_it_scores(open_table):
    assert helpers.outcome(table_of(open_table, 4, {1: HEARTS}, rules="short"))["scores"] == [0, 501]
    assert helpers.outcome(table_of(open_table, 4, {1: HEARTS}, target=77))["scores"] == [0, 77]


def test_it_wins_although_another_has_more(open_table):
    """With prolaz_needs_call totals may run past the target."""
    options = {"prolaz_needs_call": True, "episode": "match", "totals": [1500, 3]}
    outcome = helpers.outcome(table_of(open_table, 4, {1: HEARTS}, **options))
    assert outcome["winner"] == 1
    assert outcome["totals"] == [1500, 1004]


@pytest.mark.parametrize(("dealer", "holder"), [(0, 3), (1, 3), (2, 3), (3, 0)])
def test_of_two_the_earlier_one(open_table, dealer, holder):
    table = open_table(4, deck=helpers.deck_of(4, {0: HEARTS, 3: SPADES}, dealer), dealer=dealer)
    table.apply("call clubs")
    assert helpers.outcome(table)["scores"] == ([1001, 0] if holder == 0 else [0, 1001])


@pytest.mark.parametrize("players", [3, 2])
def test_the_caller_may_complete_it_or_spoil_it(open_table, players):
    """Checked when hands are final, after the discard."""
    owners = {0: "H7 H8 H9 HT HJ HQ C7 C8 S8 S9", "middle": "HK HA"} | ({"turned": "C9"} if players == 2 else {})
    for discards, over in (("C7 C8", True), ("HA C7", False)):
        table = table_of(open_table, players, owners)
        assert not table.is_over
        for card in discards.split():
            assert not table.is_over
            table.apply(f"discard {card}")
        assert table.is_over == over
    winner = table_of(open_table, players, owners, ["call clubs", "discard C7", "discard C8"])
    assert helpers.outcome(winner)["scores"] == [{3: 701, 2: 501}[players]] + [0] * (players - 1)


def test_an_opponent_of_the_caller_has_it(open_table):
    table = table_of(open_table, 3, {2: HEARTS + " C7 C8"}, ["call diamonds"])
    assert not table.is_over
    for _ in range(2):
        table.apply(min(helpers.legal(table)))
    assert table.is_over
    assert helpers.outcome(table)["scores"] == [0, 0, 701]


@pytest.mark.parametrize(("rule", "declared"), [("declaration_1001", 1001), ("as_run", 100)])
def test_otherwise_it_is_a_declaration(open_table, rule, declared):
    table = table_of(open_table, 4, {1: HEARTS}, belot_rule=rule, declare_when="before_lead")
    assert not table.is_over
    helpers.apply_all(table, "no", "yes", "no", "no")
    facts = helpers.facts(table)
    assert facts["announced"][1] == (declared, "run", 8, "A")
    assert facts["recognised"] == [0, declared]
    assert facts["shown"][1] == set(HEARTS.split())
