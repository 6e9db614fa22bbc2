"""Sections 5.3 to 5.5: taking the skat, discarding, declaring, conceding."""

import itertools

import pytest

from . import helpers

CASES = [
    pytest.param(rules, case, id=f"{case['number']} {rules}")
    for case in helpers.load("declarations.toml")["case"]
    for rules in case["rules"]
]
DISCARDS = ("discard D7", "discard C7")  # the skat of helpers.SPREAD


def ready_to_declare(table, bid, take, soloist="F"):
    helpers.auction_to(table, soloist, bid)
    table.apply(take)
    if take == "pick up":
        helpers.apply_all(table, *DISCARDS)
    return table


@pytest.mark.parametrize(("rules", "case"), CASES)
def test_worked_declarations(open_table, rules, case):
    table = ready_to_declare(open_table(rules), case["bid"], case["take"])
    actions = helpers.legal(table)
    assert set(case["may"]) <= actions
    assert not set(case["must_not"]) & actions
    assert len(actions) == case["total"]


@pytest.mark.parametrize("soloist", ["F", "M", "R"])
def test_discard_any_two_of_twelve(open_table, soloist):
    """12 cards, then the 11 left; jacks and the cards just taken included; nothing else is asked."""
    table = helpers.auction_to(open_table("classical"), soloist, 18)
    assert helpers.legal(table) == {"pick up", "play hand"}
    table.apply("pick up")
    twelve = set(helpers.SPREAD[soloist].split() + helpers.SPREAD["skat"].split())
    assert helpers.turn(table) == soloist
    assert helpers.legal(table) == {f"discard {card}" for card in twelve}
    table.apply("discard C7")
    assert helpers.turn(table) == soloist
    assert helpers.legal(table) == {f"discard {card}" for card in twelve - {"C7"}}
    first = next(iter(sorted(twelve - {"C7"})))
    table.apply(f"discard {first}")
    assert "declare grand" in helpers.legal(table)


def test_sixty_six_discards():
    game = helpers.make_game("classical")
    start = helpers.auction_to(helpers.new_table(game), "F", 18)
    start.apply("pick up")
    found = set()
    for first in start.legal_texts():
        after = start.copy()
        after.apply(first)
        found |= {frozenset((first, second)) for second in after.legal_texts()}
    assert len(found) == 66 == len(list(itertools.combinations(range(12), 2)))


def test_discards_are_not_played(open_table):
    table = helpers.auction_to(open_table("classical"), "F", 18)
    helpers.apply_all(table, "pick up", "discard CJ", "discard SJ", "declare grand")
    kept = {"SA", "ST", "SK", "SQ", "S9", "S8", "S7", "CA", "D7", "C7"}
    assert helpers.legal(table) == {f"play {card}" for card in kept}


def test_a_hand_game_leaves_the_skat(open_table):
    table = helpers.auction_to(open_table("classical"), "F", 18)
    helpers.apply_all(table, "play hand", "declare grand")
    assert helpers.legal(table) == {f"play {card}" for card in helpers.SPREAD["F"].split()}


@pytest.mark.parametrize("contract", ["diamonds", "null", "grand", "null ouvert"])
def test_case_46_conceding_ends_the_deal_without_a_card(open_table, contract):
    """Schneider and schwarz are never added, although the soloist has no trick."""
    table = ready_to_declare(open_table("classical"), 18, "pick up", "M")
    table.apply("concede")
    assert not table.is_over
    assert helpers.turn(table) == "M"
    assert helpers.legal(table) == {
        *(f"declare {name}" for name in helpers.CONTRACTS),
        "declare null ouvert",
    }
    table.apply(f"declare {contract}")
    assert table.is_over
    # M holds the jack of hearts as his highest: without 2
    expected = {"diamonds": -2 * 9 * (2 + 2), "grand": -2 * 24 * (2 + 2), "null": -23, "null ouvert": -46}
    assert list(table.scores) == [0, expected[contract], 0]


def test_concession_cannot_be_taken_back(open_table):
    table = ready_to_declare(open_table("isko"), 18, "pick up")
    table.apply("concede")
    assert "concede" not in helpers.legal(table)


def test_concession_respects_the_mask_of_null(open_table):
    table = ready_to_declare(open_table("isko"), 48, "pick up")
    table.apply("concede")
    assert helpers.legal(table) == {f"declare {name}" for name in helpers.CONTRACTS[:5]}


def test_case_45_null_below_the_bid_is_lost_at_once(open_table):
    table = ready_to_declare(open_table("classical"), 36, "pick up")
    table.apply("declare null")
    assert table.is_over
    assert list(table.scores) == [-36, 0, 0]


@pytest.mark.parametrize(
    ("rules", "bid", "take", "declaration", "score"),
    [
        ("classical", 24, "pick up", "declare null", -24),
        ("classical", 48, "pick up", "declare null ouvert", -48),
        ("classical", 36, "play hand", "declare null", -36),
        ("classical", 60, "play hand", "declare null ouvert", -60),
        ("classical_tournament_3", 36, "pick up", "declare null", -36 - 50),  # never doubled
        ("classical_tournament_3", 60, "play hand", "declare null ouvert", -60 - 50),
    ],
)
def test_lost_at_once_costs_the_bid(open_table, rules, bid, take, declaration, score):
    table = ready_to_declare(open_table(rules), bid, take)
    table.apply(declaration)
    assert table.is_over
    assert table.scores[0] == score


@pytest.mark.parametrize(
    ("bid", "take", "declaration"),
    [
        (23, "pick up", "declare null"),
        (46, "pick up", "declare null ouvert"),
        (35, "play hand", "declare null"),
        (59, "play hand", "declare null ouvert"),
    ],
)
def test_null_at_the_bid_is_played(open_table, bid, take, declaration):
    table = ready_to_declare(open_table("classical"), bid, take)
    table.apply(declaration)
    assert not table.is_over


@pytest.mark.parametrize(
    ("rules", "bid", "take", "done", "wrong", "reason"),
    [
        ("isko", 18, "pick up", [], "pass", "does not belong to the phase 'declare'"),
        ("isko", 18, "pick up", [], "play hand", "does not belong to the phase 'declare'"),
        ("isko", 18, "pick up", [], "declare grand ouvert", "are for hand games"),
        ("isko", 18, "pick up", [], "declare clubs schneider", "are for hand games"),
        ("isko", 24, "pick up", [], "declare null", "this null is worth 23, less than the bid of 24"),
        ("isko", 48, "pick up", [], "declare null ouvert", "this null is worth 46, less than the bid of 48"),
        ("isko", 36, "play hand", [], "declare null", "this null is worth 35, less than the bid of 36"),
        ("isko", 60, "play hand", [], "declare null ouvert", "this null is worth 59, less than the bid of 60"),
        ("isko", 18, "pick up", ["concede"], "concede", "the game is conceded already"),
        ("isko", 18, "play hand", [], "concede", "a hand game is not conceded before the play"),
        ("isko", 18, "pick up", ["declare grand", "play CJ"], "concede", "the declarer alone may concede"),
        ("classical", 18, "pick up", ["declare grand"], "concede", "concede_in_play=no"),
    ],
)
def test_why_a_declaration_is_not_legal(rules, bid, take, done, wrong, reason):
    table = helpers.apply_all(ready_to_declare(helpers.new_table(helpers.make_game(rules)), bid, take), *done)
    assert reason in table.why_illegal(wrong)


def test_why_a_concession_is_not_legal():
    """5.5: by option; 5.6: below nine cards."""
    table = ready_to_declare(helpers.new_table(helpers.make_game("isko", concede_after_pickup=False)), 18, "pick up")
    assert "concede_after_pickup=false" in table.why_illegal("concede")
    table = ready_to_declare(helpers.new_table(helpers.make_game("isko")), 18, "pick up")
    helpers.apply_all(table, "declare grand", "play CJ", "play HJ", "play DJ", "play SJ", "play H7", "play D8")
    assert helpers.turn(table) == "F"
    assert "while he holds 9 or 10 cards" in table.why_illegal("concede")


@pytest.mark.parametrize("soloist", ["F", "M", "R"])
@pytest.mark.parametrize("declaration", ["declare hearts", "declare grand ouvert", "declare null ouvert"])
def test_case_47_forehand_leads(open_table, soloist, declaration):
    table = helpers.auction_to(open_table("isko"), soloist, 18)
    helpers.apply_all(table, "play hand", declaration)
    assert helpers.turn(table) == "F"
    assert helpers.legal(table) - {"concede"} == {f"play {card}" for card in helpers.SPREAD["F"].split()}
