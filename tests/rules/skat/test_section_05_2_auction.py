"""Section 5.2: who says, who hears, who remains."""

import pytest

from . import helpers, reference
from .reference import PLAYERS

CASES = [
    pytest.param(rules, case, id=f"{case['number']} {rules}")
    for case in helpers.load("auctions.toml")["case"]
    for rules in case["rules"]
]


@pytest.mark.parametrize(("rules", "case"), CASES)
@pytest.mark.parametrize("dealer", [0, -1])
def test_worked_auctions(open_table, rules, case, dealer):
    table = open_table(rules, dealer=dealer % PLAYERS[rules], **case.get("options", {}))
    helpers.call_all(table, case["calls"])
    if case.get("all_pass"):
        assert table.is_over
        assert helpers.outcome(table)["soloist"] is None
        assert list(table.scores) == [0] * PLAYERS[rules]
    elif "soloist" in case:
        assert helpers.legal(table) == {"pick up", "play hand"}
        assert helpers.turn(table) == case["soloist"]
        assert helpers.bid(table) == case["bid"]
    else:
        assert helpers.turn(table) == case["turn"]
        assert helpers.legal(table) == set(case["legal"])


@pytest.mark.parametrize("players", [3, 4])
def test_middlehand_speaks_first(open_table, players):
    """Section 4: F sits left of the dealer, M left of F, and M speaks; with four the dealer is never asked."""
    for dealer in range(players):
        table = open_table("classical", players=players, dealer=dealer)
        assert table.seat == (dealer + 2) % players
        table.apply("pass")
        assert table.seat == (dealer + 3) % players
        table.apply("pass")
        assert table.seat == (dealer + 1) % players


@pytest.mark.parametrize(
    ("rules", "calls", "wrong", "reason"),
    [
        ("classical", [], "bid 20", "no value is skipped: the first bid is 18"),
        ("classical", ["M 18", "F hold"], "bid 22", "no value is skipped: the bid after 18 is 20"),
        ("classical", ["M F climb 204"], "bid 240", "no value is skipped: the bid after 204 is 216"),
        ("classical", ["M F climb 240"], "bid 264", "no game is worth 264 with grand_ouvert=36x6"),
        ("classical", ["M 18"], "bid 20", "a bid waits for an answer"),
        ("isko", [], "bid 360", "no game is worth 360 with grand_ouvert=24x7"),
        ("isko", ["M 22", "F hold"], "bid 20", "a bid is higher than the last one, 22"),
        ("isko", ["M 22", "F hold"], "bid 22", "a bid is higher than the last one, 22"),
        ("isko", ["M pass", "R pass"], "bid 20", "forehand may bid 18 and no more"),
        ("isko", [], "hold", "there is no bid to hold"),
    ],
)
def test_why_a_call_is_not_legal(rules, calls, wrong, reason):
    table = helpers.call_all(helpers.new_table(helpers.make_game(rules)), calls)
    assert reason in table.why_illegal(wrong)


@pytest.mark.parametrize(("rules", "longest"), [("classical", 134), ("isko", 128), ("pre1999", 134)])
def test_longest_auction(rules, longest):
    """Section 13: two calls for every value of the table and two passes."""
    state = helpers.new_table(helpers.make_game(rules, jump_bids=False))
    calls = 0
    while "pick up" not in (legal := set(state.legal_texts())):
        bids = legal - {"hold", "pass"}
        state.apply("hold" if "hold" in legal else next(iter(bids), "pass") if helpers.turn(state) != "R" else "pass")
        calls += 1
    assert calls == longest
    assert helpers.turn(state) == "F"


def test_automaton_against_the_reference():
    """Every auction of up to six calls, under both orders of speaking, with and without jumps."""
    for second_duel in ("inherit_role", "rearhand_says"):
        for jump_bids in (False, True):
            game = helpers.make_game("classical", second_duel=second_duel, jump_bids=jump_bids)
            walk(
                helpers.new_table(game),
                reference.Auction(reference.bid_values("36x6"), jump_bids, second_duel),
                depth=6,
            )


def walk(state, auction, depth):
    if auction.over:
        assert state.is_over == (auction.soloist is None)
        if auction.soloist is not None:
            assert helpers.NAMES[auction.soloist] == helpers.turn(state)
            assert helpers.bid(state) == auction.bid
        return
    assert helpers.NAMES[auction.turn] == helpers.turn(state)
    legal = auction.legal()
    assert set(state.legal_texts()) == legal
    if depth == 0:
        return
    bids = sorted((action for action in legal if action.startswith("bid ")), key=lambda action: int(action.split()[1]))
    for action in [*bids[:2], *bids[-1:], *(legal - set(bids))]:
        next_state, next_auction = state.copy(), copy_auction(auction)
        next_state.apply(action)
        next_auction.apply(action)
        walk(next_state, next_auction, depth - 1)


def copy_auction(auction):
    twin = reference.Auction(auction.values, auction.jump_bids, auction.second_duel)
    vars(twin).update(vars(auction))
    return twin
