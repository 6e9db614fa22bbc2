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
LIST = ("totals", "wins", "losses")
ROUNDS = ("round_totals", "round_wins", "round_losses")
RANKS_OF_FOUR = [-1, -1 / 3, 1 / 3, 1]
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


@pytest.mark.parametrize("players", [3, 4])
def test_a_round_is_complete_when_everybody_has_dealt(players):
    state = helpers.make_game("classical", players, "match", n_deals=2 * players).new_state(seed=1, dealer=0)
    zeros, ones = [0] * players, [1] * players
    for seat in range(players):
        assert [state.sheet[name] for name in ROUNDS] == [zeros, zeros, zeros]
        lose(state, by_seat(state, (seat + 1) % players))
    complete = [[-23] * players, zeros, ones]
    assert [state.sheet[name] for name in LIST] == [state.sheet[name] for name in ROUNDS] == complete
    for seat in range(players - 1):
        lose(state, by_seat(state, (seat + 1) % players))
        assert [state.sheet[name] for name in ROUNDS] == complete
        assert state.sheet["losses"] != ones


def interrupted(tie_break, seats, *, players=3, seed=0, **options):
    """Ranks after a list that is cut short when these seats have conceded a Null, one after the other."""
    options = {"match_tie_break": tie_break, "n_deals": 2 * players, "max_deals": len(seats), **options}
    game = helpers.make_game("classical", players, "match", reward="match", **options)
    state = game.new_state(seed=seed, dealer=0)
    for seat in seats:
        lose(state, by_seat(state, seat))
    assert state.is_over
    assert state.truncated
    return [reward / game.unit for reward in state.rewards]


def test_an_interrupted_match_is_ranked_by_its_complete_rounds():
    """The fourth deal, lost by seat 2, does not count."""
    assert interrupted("shared", [0, 1, 2, 2]) == [0, 0, 0]
    assert interrupted("shared", [0, 1, 1, 2]) == [0, -1, 1]
    assert interrupted("skwo", [0, 1, 1, 2]) == [0, -1, 1]
    assert interrupted("shared", [0]) == [0, 0, 0]


@pytest.mark.parametrize("seats", [[2], [0, 1, 2, 2]])
def test_24_ties_of_an_interrupted_match(seats):
    """Wins and losses are those of the complete rounds too: the lot alone decides among equals."""
    drawn = {tuple(interrupted("skwo", seats, seed=seed)) for seed in range(60)}
    assert len(drawn) == 6
    assert all(sorted(ranks) == [-1, 0, 1] for ranks in drawn)


@pytest.mark.parametrize(
    ("sheet", "best"),
    [
        ({"round_wins": [0, 1, 0], "wins": [2, 1, 0], "round_losses": [0, 1, 0], "losses": [0, 1, 0]}, 1),
        ({"round_losses": [1, 0, 1], "losses": [1, 2, 1]}, 1),
    ],
)
def test_24_wins_and_losses_of_the_complete_rounds(sheet, best):
    options = {"all_pass": "count_and_rotate", "match_tie_break": "skwo", "n_deals": 9, "max_deals": 1}
    game = helpers.make_game("classical", None, "match", reward="match", **options)
    for seed in range(10):
        state = game.new_state(seed=seed, sheet={"counted": 4, **sheet})
        helpers.apply_all(state, "pass", "pass", "pass")
        assert state.truncated
        assert state.rewards[best] == max(state.rewards) > 0


def test_24_the_lot_at_a_table_of_four():
    """Every seat is drawn against every other one: four different ranks, each of them any seat's."""
    losses = [(seat, "declare null") for seat in (1, 2, 3, 0)]
    drawn = [finish("skwo", losses, players=4, seed=seed) for seed in range(100)]
    for ranks in drawn:
        assert sorted(ranks) == RANKS_OF_FOUR
    for seat in range(4):
        assert {ranks[seat] for ranks in drawn} == set(RANKS_OF_FOUR)


def test_a_sheet_with_its_totals_alone():
    """A complete round has the columns of the list; those of another are not known, and empty."""
    given = {"totals": [50, -48, 0], "wins": [2, 0, 1], "losses": [0, 1, 1]}
    game = helpers.make_game("isko", None, "match")
    whole = game.new_state(seed=1, sheet={"counted": 6, **given}).sheet
    assert [whole[name] for name in ROUNDS] == [given[name] for name in LIST]
    part = game.new_state(seed=1, sheet={"counted": 7, **given}).sheet
    assert [part[name] for name in ROUNDS] == [[0, 0, 0]] * 3
    assert [part[name] for name in LIST] == [given[name] for name in LIST]
    four = helpers.make_game("isko", 4, "match").new_state(seed=1, sheet={"counted": 8, "totals": [1, 2, 3, 4]}).sheet
    assert four["round_totals"] == [1, 2, 3, 4]


def test_a_sheet_is_taken_as_it_is_given():
    """At every point of a list."""
    game = helpers.make_game("isko", None, "match", n_deals=6)
    state, rng = game.new_state(seed=9), random.Random(9)
    while not state.is_over:
        play_deal(state, rng)
        if not state.is_over:
            assert game.new_state(seed=1, sheet=state.sheet).sheet == state.sheet


@pytest.mark.parametrize(
    ("sheet", "reason"),
    [
        ({"totals": [1, 0, 0]}, "without a counted deal"),
        ({"counted": 3, "totals": [1, 0, 0], "round_totals": [0, 0, 0]}, "every round is complete"),
        ({"counted": 6, "wins": [1, 0, 0], "round_wins": [0, 0, 0]}, "every round is complete"),
        ({"counted": 6, "losses": [1, 0, 0], "round_losses": [0, 1, 0]}, "every round is complete"),
        ({"counted": 0, "round_totals": [1, 0, 0]}, "every round is complete"),
        ({"counted": 2, "totals": [1, 0, 0], "round_totals": [1, 0, 0]}, "no round is complete"),
        ({"counted": 4, "wins": [1, 0, 0], "round_wins": [0, 1, 0]}, "round_wins are among wins"),
        ({"counted": 4, "losses": [1, 0, 0], "round_losses": [0, 1, 0]}, "round_losses are among losses"),
        ({"counted": 4, "wins": [3, 0, 0], "losses": [2, 0, 0]}, "4 counted deals together"),
        ({"counted": 4, "won": [3, 0, 0]}, "not won"),
    ],
)
def test_sheets_that_no_deals_write(sheet, reason):
    with pytest.raises(ValueError, match=reason):
        helpers.make_game("isko", None, "match").new_state(seed=1, sheet=sheet)


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
