"""Section 8 step 6, section 9 and section 13: bonuses, the list of deals, settlement, ranks."""

import random

import pytest

from adut.games.skat import scoring

from . import helpers, reference
from .reference import N_DEALS, PLAYERS, PRESETS

DATA = helpers.load("settlements.toml")

# F can win or lose a Null, and anything else, by will.
ANY_RESULT = {
    "F": "C7 C8 C9 D7 D8 D9 H7 H8 S7 S8",
    "M": "CA CK DA DK HA HK HQ SA SK SQ",
    "R": "CQ CJ DQ DJ HJ HT H9 SJ ST S9",
}
HEARTS = {"F": "CJ SJ HA HT HK HQ CA CT CK C7", "M": "HJ H9 H8 SA ST SK SQ S9 S8 S7", "skat": "D7 D8"}


def position(players, dealer, seat):
    return "FMR"[helpers.seats(players, dealer).index(seat)]


def a_deal_worth(rules, dealer, soloist, value):
    """A finished deal in which the seat `soloist` writes `value`, played at a table of these rules."""
    game = helpers.make_game(rules)
    who = position(game.seats, dealer, soloist)

    def start(deal, bid):
        swapped = dict(deal) | {who: deal["F"], "F": deal.get(who, "")} if who != "F" else deal
        return helpers.auction_to(helpers.new_table(game, swapped, dealer=dealer), who, bid)

    if value == 50:
        table = helpers.apply_all(start(HEARTS, 20), "play hand", "declare hearts")
        return helpers.play_out_to(table, lambda end: end.record.value == 50)
    if value == 23:
        table = helpers.apply_all(start(ANY_RESULT, 18), "pick up", "discard CT", "discard DT", "declare null")
        return helpers.play_out_to(table, lambda end: end.record.value == 23)
    if value == -36:  # diamonds with one and 61 points, bid 36
        deal = {"F": "CJ DA DT DK DQ CA CT HA HT SA", "M": "SJ HJ DJ D9 D8 D7 C7 C8 S7 S8", "skat": "H7 H8"}
        table = helpers.apply_all(start(deal, 36), "pick up", "discard H7", "discard H8", "declare diamonds")
        return helpers.play_out_to(table, lambda end: 61 <= end.record.declarer_points < 90)
    if value == -72 or (value == -48 and "isko" in rules):  # clubs with one
        deal = {"F": "CJ CT CK C9 DT DK HA H7 ST S7", "skat": "D9 H9"}
        table = helpers.apply_all(start(deal, 18), "pick up", "discard D9", "discard H9", "declare clubs")
        return helpers.play_out_to(table, lambda end: end.record.value == value)
    assert value == -48  # Null below a bid of 48
    return helpers.apply_all(start(ANY_RESULT, 48), "pick up", "discard CT", "discard DT", "declare null")


@pytest.mark.parametrize("case", DATA["deal"], ids=lambda case: case["case"])
def test_scores_and_payoffs_of_a_deal(case):
    end = a_deal_worth(case["rules"], case["dealer"], case["soloist"], case["value"])
    assert end.record.value == case["value"]
    assert list(end.scores) == case["scores"]
    assert list(end.payoffs) == case["payoffs"]
    options, players = PRESETS[case["rules"]], PLAYERS[case["rules"]]
    scores = reference.deal_scores(options, players, case["dealer"], case["soloist"], case["value"])
    assert scores == case["scores"]
    assert reference.settlement(scores) == case["payoffs"]


@pytest.mark.parametrize("case", DATA["settlement"], ids=lambda case: str(case["totals"]))
def test_settlement(case):
    assert list(scoring.settlement(case["totals"])) == case["paid"]
    assert reference.settlement(case["totals"]) == case["paid"]
    assert sum(case["paid"]) == 0


def test_tournament_total():
    """Deal values, fifty for each win more than losses, forty for each loss of another."""
    case = DATA["tournament"]
    ends = [
        a_deal_worth(case["rules"], number % 3, deal["soloist"], deal["value"]) for number, deal in enumerate(case["deals"])
    ]
    assert [sum(column) for column in zip(*(end.scores for end in ends), strict=True)] == case["totals"]
    for seat in range(3):
        values = [deal["value"] for deal in case["deals"] if deal["soloist"] == seat]
        wins, losses = sum(value > 0 for value in values), sum(value < 0 for value in values)
        assert (sum(values), wins, losses) == (case["deal_sums"][seat], case["wins"][seat], case["losses"][seat])
        bonus = 40 * (sum(case["losses"]) - losses)
        assert sum(values) + 50 * (wins - losses) + bonus == case["totals"][seat]


def play_deal(state, rng):
    """Play to the end of the present deal; returns its scores and payoffs."""
    while True:
        state.apply(rng.choice(state.legal_actions()))
        if state.deal_over:
            return list(state.scores), list(state.payoffs)


@pytest.mark.parametrize("rules", PRESETS)
def test_a_list_of_deals(rules):
    """The list adds up deal by deal, everybody deals equally often, the settlement of totals is the sum of payoffs."""
    rng = random.Random(9)
    players = PLAYERS[rules]
    game = helpers.make_game(rules, None, "match", n_deals=3 * players)
    state = game.new_state(seed=9)
    totals, paid, wins, losses, dealers = [[0] * players for _ in range(5)]
    counted = 0
    while not state.is_over:
        dealer = state.dealer
        scores, payoffs = play_deal(state, rng)
        assert sum(payoffs) == 0
        assert payoffs == reference.settlement(scores)
        void = scores == [0] * players
        if not void or PRESETS[rules]["all_pass"] == "count_and_rotate":
            counted += 1
            dealers[dealer] += 1
        if not void:
            soloist = max(range(players), key=lambda seat: abs(scores[seat]))
            (wins if scores[soloist] > 0 else losses)[soloist] += 1
        totals = [total + score for total, score in zip(totals, scores, strict=True)]
        paid = [total + payoff for total, payoff in zip(paid, payoffs, strict=True)]
        sheet = state.sheet
        assert (sheet["counted"], sheet["totals"]) == (counted, totals)
        assert (sheet["wins"], sheet["losses"]) == (wins, losses)
    assert counted == 3 * players
    assert dealers == [3] * players
    assert paid == reference.settlement(totals)


@pytest.mark.parametrize("rules", PRESETS)
def test_length_of_a_list(rules):
    """A list with one deal to go is over after it, whatever the result."""
    game = helpers.make_game(rules, None, "match")
    state = game.new_state(seed=1, sheet={"counted": N_DEALS[rules] - 1})
    play_deal(state, random.Random(0))
    while state.sheet["counted"] < N_DEALS[rules]:
        assert not state.is_over
        play_deal(state, random.Random(1))
    assert state.is_over


def test_case_30_all_pass():
    for rules, next_dealer, counted in (
        ("classical", 0, 0),
        ("classical_tournament_3", 0, 0),
        ("isko", 1, 1),
        ("pre1999", 1, 1),
    ):
        state = helpers.make_game(rules, None, "match").new_state(seed=30, dealer=0)
        helpers.apply_all(state, "pass", "pass", "pass")
        assert state.deal_over
        assert not state.is_over
        assert list(state.scores) == list(state.payoffs) == [0, 0, 0]
        assert (state.dealer, state.sheet["counted"]) == (next_dealer, counted)


def test_case_30_void_deals_without_end():
    """Redealt deals do not count; only `max_deals` cuts such a match short, and then it is truncated."""
    state = helpers.make_game("classical", None, "match", max_deals=50).new_state(seed=30)
    first = state.dealer
    for _ in range(50):
        assert not state.is_over
        helpers.apply_all(state, "pass", "pass", "pass")
        assert state.dealer == first
    assert state.is_over
    assert state.truncated
    assert state.sheet["counted"] == 0


def lose(state, soloist, declaration="declare null"):
    """`soloist` (F, M, R) concedes a Null: 23 under the seed."""
    helpers.auction_to(state, soloist, 18)
    state.apply("pick up")
    for _ in range(2):
        state.apply(min(helpers.legal(state)))
    helpers.apply_all(state, "concede", declaration)


def test_case_50_two_lost_pick_ups():
    state = helpers.make_game("classical", None, "match", n_deals=3).new_state(seed=50, dealer=0)
    lose(state, "F")  # seat 1
    assert list(state.scores) == [0, -23, 0]
    lose(state, "R", "declare null ouvert")  # dealt by seat 1, who is R
    assert list(state.scores) == [0, -46, 0]
    assert state.sheet["totals"] == [0, -69, 0]
    assert scoring.settlement(state.sheet["totals"]) == [69, -138, 69]


def by_seat(state, seat):
    return position(state.game.seats, state.dealer, seat)


def finish(tie_break, losses, players=3, seed=0, **options):
    """Ranks after a list in which seats concede Null games, in this order: (seat, declaration)."""
    game = helpers.make_game(
        "classical", players, "match", reward="match", n_deals=players, match_tie_break=tie_break, **options
    )
    state = game.new_state(seed=seed, dealer=0)
    for seat, declaration in losses:
        lose(state, by_seat(state, seat), declaration)
    assert state.is_over
    return [reward / game.unit for reward in state.rewards]


def test_24_the_highest_total_wins():
    for tie_break in ("shared", "skwo"):
        assert finish(tie_break, [(1, "declare null"), (1, "declare null"), (2, "declare null")]) == [1, -1, 0]


def test_24_equal_totals():
    """Seats 0 and 1 have -46, seat 0 by one loss and seat 1 by two: SkWO prefers fewer losses."""
    losses = [(0, "declare null ouvert"), (1, "declare null"), (1, "declare null")]
    assert finish("shared", losses) == [-0.5, -0.5, 1]
    assert finish("skwo", losses) == [0, -1, 1]


def test_24_more_wins_before_fewer_losses():
    """Seat 0 won 23 and lost 23; seats 1 and 2 wrote nothing: more own wins come first."""
    game = {
        tie_break: helpers.make_game(
            "classical",
            None,
            "match",
            reward="match",
            n_deals=3,
            match_tie_break=tie_break,
            all_pass="count_and_rotate",
        )
        for tie_break in ("shared", "skwo")
    }
    rewards = {}
    for tie_break, played in game.items():
        sheet = {"counted": 2, "totals": [0, 0, 0], "wins": [1, 0, 0], "losses": [1, 0, 0]}
        state = played.new_state(seed=0, dealer=0, sheet=sheet)
        helpers.apply_all(state, "pass", "pass", "pass")
        rewards[tie_break] = [reward / played.unit for reward in state.rewards]
    assert rewards["shared"] == [0, 0, 0]
    assert rewards["skwo"][0] == 1
    assert sorted(rewards["skwo"]) == [-1, 0, 1]


def test_24_the_lot():
    """Everything equal: shared under the seed, drawn by lot under SkWO, another lot for another match."""
    losses = [(0, "declare null"), (1, "declare null"), (2, "declare null")]
    assert finish("shared", losses) == [0, 0, 0]
    drawn = {tuple(finish("skwo", losses, seed=seed)) for seed in range(40)}
    assert len(drawn) == 6
    assert all(sorted(ranks) == [-1, 0, 1] for ranks in drawn)
    assert finish("skwo", losses, seed=5) == finish("skwo", losses, seed=5)


def test_interrupted_match():
    """The last complete round of deals is kept beside the running totals."""
    state = helpers.make_game("classical", None, "match", n_deals=6).new_state(seed=1, dealer=0)
    for seat in (0, 1, 2, 2):
        lose(state, by_seat(state, seat))
    assert state.sheet["totals"] == [-23, -23, -46]
    assert state.sheet["round_totals"] == [-23, -23, -23]
    lose(state, by_seat(state, 0))
    lose(state, by_seat(state, 0))
    assert state.sheet["round_totals"] == state.sheet["totals"] == [-69, -23, -46]


@pytest.mark.parametrize("rules", ["classical_tournament_4", "isko_list_4"])
def test_case_48_the_sitting_dealer(rules):
    """He never acts and has no cards; he is paid for lost solos and not for won ones."""
    rng = random.Random(48)
    game = helpers.make_game(rules)
    seen = set()
    for seed in range(40):
        state = game.new_state(seed=seed)
        while not state.is_over:
            assert state.actor == state.seat != state.dealer
            assert not helpers.cards_of(state, state.dealer)
            state.apply(helpers.choose(rng, sorted(helpers.legal(state))))
        if state.record.declarer >= 0:
            won = state.record.value > 0
            seen.add(bool(won))
            assert state.scores[state.dealer] == (0 if won else 30)
    assert seen == {True, False}
