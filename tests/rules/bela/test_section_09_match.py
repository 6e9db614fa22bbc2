"""Section 9: totals, the end of a match, going out (section 14, cases 68-72)."""

import random

import pytest

from . import helpers, reference


def calling_side(deal):
    return deal.side(deal.caller)


def worth(verdict, points, players=4, caller=0):
    """A played deal which the side `caller` called, with these points P of the sides."""

    def wanted(deal):
        return (
            deal.result is not None
            and deal.result.verdict == verdict
            and deal.result.points == points
            and calling_side(deal) == caller
        )

    return helpers.find(players, wanted)


def after(open_table, found, totals, players=4, **options):
    """What the match is like after a played deal."""
    table = open_table(players, deck=found.deck, totals=totals, episode="match", **options)
    found.again(table)
    return helpers.outcome(table)


# -- na prolaz -----------------------------------------------------------------------------------------------------


def test_68_both_over_the_target(open_table):
    end = after(open_table, worth("pass", [90, 72]), [960, 970])
    assert end["totals"] == [1050, 1042]
    assert end["winner"] == 0


def test_a_fall_may_win_the_match(open_table):
    """950-931, A calls and falls in a clean deal: 950-1093."""
    found = helpers.find(4, lambda deal: deal.scores == [0, 162] and calling_side(deal) == 0)
    end = after(open_table, found, [950, 931])
    assert (end["totals"], end["winner"]) == ([950, 1093], 1)


@pytest.mark.parametrize(("short", "winner"), [(1, None), (0, 0)])
def test_the_target_must_be_reached(open_table, short, winner):
    end = after(open_table, worth("pass", [90, 72]), [911 - short, 0])
    assert (end["totals"][0], end["winner"]) == (1001 - short, winner)


def test_69_equal_totals(open_table):
    """Another deal, or the caller has won."""
    found = worth("pass", [90, 72])
    assert after(open_table, found, [952, 970])["winner"] is None
    assert after(open_table, found, [952, 970], match_tie_break="caller_wins")["winner"] == 0
    assert after(open_table, found, [952, 969], match_tie_break="caller_wins")["winner"] == 0
    assert after(open_table, found, [951, 970], match_tie_break="caller_wins")["winner"] == 1
    assert after(open_table, found, [800, 818], match_tie_break="caller_wins")["winner"] is None


def test_69_a_tie_without_the_caller(open_table):
    """Three players: the caller falls, the two others are equal."""

    def wanted(deal):
        return calling_side(deal) == 0 and deal.result.verdict == "fall" and min(deal.scores[1:]) > 30

    found = helpers.find(3, wanted)
    own = found.end.scores
    for tie in ("extra_deal", "caller_wins"):
        end = after(open_table, found, [0, 720 - own[1], 720 - own[2]], 3, match_tie_break=tie)
        assert end["totals"] == [0, 720, 720]
        assert end["winner"] is None


def test_69_a_tie_of_three_with_the_caller(open_table):
    found = helpers.find(3, lambda deal: calling_side(deal) == 1 and deal.result.verdict == "pass")
    totals = [720 - score for score in found.end.scores]
    assert after(open_table, found, totals, 3)["winner"] is None
    assert after(open_table, found, totals, 3, match_tie_break="caller_wins")["winner"] == 1


@pytest.mark.parametrize(
    ("totals", "winner"),
    [
        ([911, 0], 0),  # called, passed, reached
        ([910, 0], None),  # not reached
        ([960, 978], None),  # level
        ([960, 979], None),  # behind
        ([800, 950], None),  # the others reached it, but did not call
        ([1300, 1200], 0),  # totals may have run past it
    ],
)
def test_prolaz_needs_call(open_table, totals, winner):
    found = worth("pass", [90, 72])
    assert after(open_table, found, totals, prolaz_needs_call=True)["winner"] == winner


def test_prolaz_needs_a_call_that_passed(open_table):
    found = helpers.find(4, lambda deal: deal.scores == [0, 162] and calling_side(deal) == 0)
    assert after(open_table, found, [1100, 931], prolaz_needs_call=True)["winner"] is None
    assert after(open_table, found, [1100, 931])["winner"] == 0


@pytest.mark.parametrize("players", [4, 3, 2])
def test_targets(open_table, players):
    target = {4: 1001, 3: 701, 2: 501}[players]
    found = helpers.find(players, lambda deal: deal.result is not None and deal.scores[0] == max(deal.scores) > 0)
    totals = [target - found.end.scores[0]] + [0] * (helpers.sides(players) - 1)
    assert after(open_table, found, totals, players)["winner"] == 0
    totals[0] -= 1
    assert after(open_table, found, totals, players)["winner"] is None


def test_a_thrown_in_deal_is_no_deal_of_the_match(open_table):
    """No check of the match, and a pot stays."""
    for options in ({}, {"exact_half": "hang", "pot": 81}):
        table = open_table(4, deck=reference.PACK, totals=[1200, 1000], all_pass="redeal", episode="match", **options)
        end = helpers.outcome(helpers.apply_all(table, "pass", "pass", "pass", "pass"))
        assert end["totals"] == [1200, 1000]
        assert end["winner"] is None
        assert end["pot"] == options.get("pot", 0)


# -- a pot that hangs ----------------------------------------------------------------------------------------------


def half(caller=0):
    def wanted(deal):
        return deal.result is not None and calling_side(deal) == caller and 2 * deal.result.points[caller] == deal.result.game

    return helpers.find(4, wanted)


def test_exact_half(open_table):
    found = half()
    points = found.end.result.points
    assert after(open_table, found, [0, 0])["scores"] == [0, sum(points)]
    end = after(open_table, found, [0, 0], exact_half="hang")
    assert (end["scores"], end["pot"]) == ([0, points[1]], points[0])
    end = after(open_table, found, [0, 0], exact_half="hang", pot=81)
    assert (end["scores"], end["pot"]) == ([0, points[1]], points[0] + 81)


def test_a_pot_goes_to_the_winner_of_the_next_deal(open_table):
    end = after(open_table, worth("pass", [90, 72]), [100, 100], exact_half="hang", pot=81)
    assert (end["scores"], end["pot"], end["totals"]) == ([171, 72], 0, [271, 172])
    found = helpers.find(4, lambda deal: deal.scores == [0, 162] and calling_side(deal) == 0)
    end = after(open_table, found, [100, 100], exact_half="hang", pot=81)
    assert (end["scores"], end["pot"]) == ([0, 243], 0)


# -- na dosta ------------------------------------------------------------------------------------------------------


def cut_short(open_table, found, totals, players=4, **options):
    """The table at the moment when the deal is over, and the actions which were not needed."""
    table = open_table(players, deck=found.deck, totals=totals, match_end="dosta", **options)
    for number, action in enumerate(found.actions):
        if table.is_over:
            return table, found.actions[number:]
        table.apply(action)
    return table, []


def test_71_the_example(open_table):
    """950-900; A called, has a recognised run of three, and after its second trick 35 points: 1005-928."""
    played = a_race()
    table, rest = cut_short(open_table, played, [950, 900])
    assert rest
    end = helpers.outcome(table)
    assert (end["totals"], end["winner"], end["result"]) == ([1005, 928], 0, "out")
    assert end["scores"] == [55, 28]


def a_race():
    """A deal in which side A called, has 20 recognised, and at its second trick 35 points against 28."""
    for number in range(200_000):
        rng = random.Random(f"race {number}")
        deck = helpers.random_deck(rng)
        deal = helpers.new_reference(4, deck)
        deal.apply(rng.choice(sorted(deal.legal())))
        actions = [f"call {reference.SUIT_NAMES[deal.trump]}"] if deal.trump else ["pass"]
        while not deal.is_over and deal.tricks[0] < 2:
            if sum(deal.tricks) == 1 and deal.won()[0].declared != 20:
                break
            choices = deal.legal()
            actions.append("yes" if "yes" in choices and deal.phase == "declare" else rng.choice(sorted(choices)))
            deal.apply(actions[-1])
        ready = not deal.is_over and deal.tricks[0] == 2 and deal.last_winner in (0, 2) and deal.side(deal.caller) == 0
        if ready and deal.trick_points == [35, 28] and deal.won()[0].declared == 20 and deal.bela is None:
            while not deal.is_over:
                actions.append(rng.choice(sorted(deal.legal())))
                deal.apply(actions[-1])
            return helpers.Played(deck, actions, deal)
    raise AssertionError("no such deal")


RUN = {
    0: "SJ SQ SK SA D7 D8 C8 CA",
    1: "HJ H9 HA HT C9 CT DA DT",
    2: "S7 S8 S9 ST C7 H7 H8 DQ",
    3: "HK HQ CK CQ CJ DK DJ D9",
}


def test_70_a_declaration_alone_is_not_enough(open_table):
    """990 and a recognised 50: over the target, but the side must still win a trick."""
    table = open_table(4, deck=helpers.deck_of(4, RUN), totals=[990, 0], match_end="dosta", declare_when="before_lead")
    helpers.apply_all(table, "pass", "call hearts", "yes", "no", "no", "no")
    assert helpers.facts(table)["recognised"] == [50, 0]
    helpers.play(table, "SJ HJ S7 HQ")
    helpers.play(table, "H9 H7 HK D7")
    assert helpers.facts(table)["tricks"] == [0, 2]
    assert not table.is_over
    helpers.play(table, "C9 C7 CJ CA")
    assert table.is_over
    end = helpers.outcome(table)
    assert (end["winner"], end["result"]) == (0, "out")
    assert end["scores"] == [50 + 13, 25 + 18]


def test_72_the_caller_may_not_go_out(open_table):
    """He must finish and pass; if he falls the others get the whole game."""
    found = helpers.find(4, lambda deal: deal.scores == [0, 162] and calling_side(deal) == 0 and deal.trick_points[0] > 60)
    totals = [960, 100]
    table, rest = cut_short(open_table, found, totals)
    assert rest
    assert helpers.outcome(table)["winner"] == 0
    table, rest = cut_short(open_table, found, totals, dosta_caller="never")
    assert not rest
    end = helpers.outcome(table)
    assert (end["totals"], end["winner"], end["result"]) == ([960, 262], None, "fell")


def test_the_other_side_may_go_out_all_the_same(open_table):
    found = helpers.find(4, lambda deal: deal.scores[1] == 0 and calling_side(deal) == 1 and deal.trick_points[0] > 60)
    table, rest = cut_short(open_table, found, [960, 100], dosta_caller="never")
    assert rest
    assert helpers.outcome(table)["winner"] == 0


def test_only_the_winner_of_a_trick_is_tested(open_table):
    """Both over the target: the side which wins the first trick is out."""
    rng = random.Random(9)
    for _ in range(15):
        table = open_table(4, deck=helpers.random_deck(rng), totals=[1000, 1000], match_end="dosta", dosta_caller="free")
        while not table.is_over:
            table.apply(rng.choice(sorted(helpers.legal(table))))
        facts, end = helpers.facts(table), helpers.outcome(table)
        if end["result"] == "out":
            assert facts["last_winner"] % 2 == end["winner"]
            assert end["totals"][end["winner"]] >= 1001


def test_claiming(open_table):
    """The winner of the trick is asked on his next lead; he may go on, and is asked again after his next trick."""
    found = helpers.find(4, lambda deal: deal.scores == [162, 0] and deal.tricks[0] >= 4)
    options = {"totals": [960, 0], "match_end": "dosta", "dosta_claim": "decide"}
    table = open_table(4, deck=found.deck, **options)
    asked = []
    for action in found.actions:
        if "out" in helpers.legal(table):
            facts = helpers.facts(table)
            assert not facts["trick"]
            assert facts["last_winner"] == helpers.turn(table)
            assert facts["last_winner"] % 2 == 0
            assert helpers.points_so_far(table, 0) >= 41
            asked.append(sum(facts["tricks"]))
            claimed = helpers.copy(table)
            claimed.apply("out")
            assert claimed.is_over
            end = helpers.outcome(claimed)
            assert (end["winner"], end["result"]) == (0, "out")
            assert end["scores"][0] == helpers.points_so_far(table, 0)
        elif helpers.facts(table)["phase"] == "play" and not helpers.facts(table)["trick"]:
            won = helpers.facts(table)["last_winner"]
            assert won is None or won % 2 == 1 or helpers.points_so_far(table, 0) < 41
        table.apply(action)
    assert len(asked) > 1
    # nobody claims after the last trick
    assert table.is_over
    last = helpers.facts(table)["last_winner"]
    assert helpers.outcome(table)["result"] == ("out" if last % 2 == 0 else "made" if calling_side(found.end) == 0 else "fell")


def test_there_is_nothing_to_claim_otherwise(open_table):
    found = helpers.find(4, lambda deal: deal.scores == [162, 0] and deal.tricks[0] >= 4)
    for options in (
        {"totals": [990, 0]},  # prolaz
        {"totals": [990, 0], "match_end": "dosta"},  # goes out by itself
        {"totals": [990, 0], "match_end": "dosta", "dosta_claim": "decide", "dosta_caller": "never"}
        if calling_side(found.end) == 0
        else {"totals": [0, 0], "match_end": "dosta", "dosta_claim": "decide"},
    ):
        table = open_table(4, deck=found.deck, **options)
        for action in found.actions:
            if not table.is_over:
                assert "out" not in helpers.legal(table)
                table.apply(action)


def test_the_callers_discards_count_for_going_out(open_table):
    """Two players: 20 points in the discards and a trick."""
    deal = {0: "SA ST DA DT C7 C8 D9 D8 D7 C9", "turned": "H7", "middle": "CJ CQ", 1: "HA HJ H9 HT HK HQ S7 S8 S9 SJ"}
    table = open_table(2, deck=helpers.deck_of(2, deal), totals=[480, 0], match_end="dosta", declaration_mode="auto")
    helpers.apply_all(table, "pass", "pass", "call diamonds", "discard DT", "discard DA")
    helpers.apply_all(table, "play SA", "play S7")
    assert table.is_over
    end = helpers.outcome(table)
    assert (end["winner"], end["result"]) == (0, "out")
    assert end["scores"] == [21 + 11, 0]


@pytest.mark.parametrize(
    ("rule", "before", "ended"),
    [
        ("transfer", 709, "out"),  # 162 + 90 + 40
        ("transfer", 708, "made"),
        ("forfeit", 749, "out"),  # 162 + 90
        ("forfeit", 748, "made"),
        ("void", 749, "out"),
        ("void", 748, "made"),
    ],
)
def test_all_tricks_and_going_out(open_table, rule, before, ended):
    """On the last trick the štiglja counts, and under transfer the declarations of the side without a trick."""
    deal = {
        0: "HJ H9 HA HT HK HQ H8 SA",
        1: "S7 S8 S9 DT DJ DQ C7 C8",
        2: "C9 CT CA D7 D8 H7 SJ CK",
    }
    options = {"match_end": "dosta", "trickless_declarations": rule, "declare_when": "before_lead"}
    table = open_table(4, deck=helpers.deck_of(4, deal), totals=[before, 0], **options)
    table.apply("call hearts")
    while helpers.facts(table)["phase"] == "declare":
        table.apply("yes" if helpers.turn(table) == 1 else "no")
    assert helpers.facts(table)["recognised"] == [0, 40]
    while not table.is_over:
        actions = helpers.legal(table)
        table.apply("no" if "no" in actions else best_of(actions))
    assert helpers.facts(table)["tricks"] == [8, 0]
    end = helpers.outcome(table)
    assert end["result"] == ended
    assert end["scores"] == [292 if rule == "transfer" else 252, 0]


def best_of(actions):
    """The highest heart, else any."""
    return max(actions, key=lambda action: (action[5] == "H", "78QKTA9J".find(action[6]) if action[5] == "H" else 0, action))


# -- whole matches -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [4, 3, 2])
def test_rewards_of_a_match(players):
    """The winners +1, the others -1; of three the two others share the places behind."""
    game = helpers.adut.game("bela", players=players, episode="match", reward="match", target=300)
    rng = random.Random(players)
    for seed in range(5):
        state = game.new_state(seed=seed)
        while not state.is_over:
            assert not any(state.rewards)
            state.apply(rng.choice(state.legal_actions()))
        winner = int(state.record.winner)
        rewards = [reward / game.unit for reward in state.rewards]
        others = -0.5 if players == 3 else -1
        assert rewards == [1 if helpers.side_of(players, seat) == winner else others for seat in range(players)]
        totals = state.sheet["totals"]
        assert max(totals) == totals[winner] >= 300 or state.record.result == 4


@pytest.mark.parametrize("players", [4, 3, 2])
def test_payoffs(players):
    """The lead over the other side; with three, in thirds of a point, over the mean."""
    game = helpers.make_game(players)
    rng = random.Random(players)
    for seed in range(10):
        state = helpers.play_on(game.new_state(seed=seed), lambda actions: rng.choice(actions))
        scores = [state.scores[helpers.side_of(players, seat)] for seat in range(players)]
        assert list(state.scores) == scores
        if players == 3:
            assert list(state.payoffs) == [3 * score - sum(scores) for score in scores]
        else:
            assert list(state.payoffs) == [score - state.scores[1 - seat % 2] for seat, score in enumerate(scores)]
        assert sum(state.payoffs) == 0
    per_point = 3 if players == 3 else 1
    assert [reward / game.unit * 162 for reward in state.rewards] == pytest.approx(
        [payoff / per_point for payoff in state.payoffs]
    )
