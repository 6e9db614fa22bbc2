"""Section 2: every option does what it says; each test fails when its option is ignored."""

import pytest

from . import helpers, reference
from .reference import N_DEALS, PLAYERS, PRESETS


@pytest.mark.parametrize("rules", PRESETS)
def test_presets(rules):
    """Every preset has the values of the table of options."""
    game = helpers.make_game(rules)
    assert game.seats == PLAYERS[rules]
    assert game.values["n_deals"] == N_DEALS[rules]
    assert {name: str(game.values[name]) for name in PRESETS[rules]} == {n: str(v) for n, v in PRESETS[rules].items()}
    assert set(game.values) == {*PRESETS[rules], "players", "n_deals", "max_deals"}


def test_the_seed_is_the_default():
    assert helpers.make_game("classical").options.tobytes() == helpers.adut.game("skat").options.tobytes()


@pytest.mark.parametrize("options", [{"levels": "both"}, {"jump_bids": "maybe"}, {"lost_hand_factor": 3}, {"level": "ordinal"}])
def test_unknown_options_and_values_are_errors(options):
    with pytest.raises(ValueError):
        helpers.make_game("classical", **options)


def test_01_players():
    for players in (3, 4):
        game = helpers.make_game("classical", players)
        state = helpers.random_playout(game.new_state(seed=1, dealer=0), helpers.random.Random(1))
        assert len(state.scores) == players
        assert helpers.turn(game.new_state(seed=1, dealer=0)) == "M"
    with pytest.raises(ValueError):
        helpers.make_game("classical", 5)
    with pytest.raises(ValueError):
        helpers.make_game("classical_tournament_4", 3)


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        ("classical_tournament_3", 4),
        ("classical_tournament_4", 3),
        ("classical_tournament_4_1999", 3),
        ("isko_list_3", 4),
        ("isko_list_4", 3),
    ],
)
def test_01_presets_for_a_number_of_players_refuse_others(rules, players):
    with pytest.raises(ValueError, match=f"are for {7 - players} players, not {players}"):
        helpers.make_game(rules, players)


ANY_TABLE = ("classical", "pre1999", "isko", "iss_replay")


@pytest.mark.parametrize(("rules", "players"), [*PLAYERS.items(), *((rules, 4) for rules in ANY_TABLE)])
def test_the_options_of_a_game_make_it_again(rules, players):
    game = helpers.make_game(rules, players)
    again = helpers.adut.game("skat", rules=rules, **game.values)
    assert again.values == game.values
    assert again.options.tobytes() == game.options.tobytes()


def pass_out(state):
    return helpers.apply_all(state, "pass", "pass", "pass")


@pytest.mark.parametrize(("players", "n_deals"), [(3, 3), (3, 6), (4, 4), (4, 8)])
def test_02_n_deals(players, n_deals):
    game = helpers.make_game("classical", players, "match", n_deals=n_deals, all_pass="count_and_rotate")
    state = game.new_state(seed=2)
    for deal in range(n_deals):
        assert not state.is_over, deal
        pass_out(state)
    assert state.is_over


def test_02_n_deals_at_a_table_of_four():
    for rules in ("classical", "pre1999", "isko"):
        assert helpers.make_game(rules, 4).values["n_deals"] == 48


@pytest.mark.parametrize(("players", "n_deals"), [(3, 4), (3, 20), (4, 6), (4, 21), (3, 0)])
def test_02_n_deals_is_a_multiple_of_players(players, n_deals):
    with pytest.raises(ValueError):
        helpers.make_game("classical", players, n_deals=n_deals)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("pattern", ["3-s-3-4", "3-s-4-3"])
def test_03_deal_pattern(players, pattern):
    """The pack in the order of dealing: packets to F, M, R, with two cards to the skat after the first round."""
    deck = reference.PACK
    game = helpers.make_game("isko", players, deal_pattern=pattern)
    packets = [3, 3, 4] if pattern == "3-s-3-4" else [3, 4, 3]
    hands, skat, at = [[], [], []], deck[9:11], 0
    for number, packet in enumerate(packets):
        for hand in hands:
            hand += deck[at : at + packet]
            at += packet
        at += 2 if number == 0 else 0
    state = game.new_state(deck=" ".join(deck), dealer=0)
    for name, hand in zip("FMR", hands, strict=True):
        table = helpers.auction_to(state.copy(), name, 18)
        table.apply("pick up")
        assert helpers.legal(table) == {f"discard {card}" for card in [*hand, *skat]}


def test_04_second_duel():
    for option, actions in (("inherit_role", {"hold", "pass"}), ("rearhand_says", {"bid 20", "pass"})):
        table = helpers.new_table(helpers.make_game("classical", second_duel=option))
        helpers.call_all(table, ["M 18", "F pass"])
        assert helpers.turn(table) == "R"
        assert helpers.legal(table) == actions


def test_05_jump_bids():
    for option, count in ((False, 2), (True, 67)):
        table = helpers.new_table(helpers.make_game("classical", jump_bids=option))
        assert len(helpers.legal(table)) == count


def test_06_bid_values_cannot_be_set():
    with pytest.raises(ValueError):
        helpers.make_game("classical", bid_values="seed66")


@pytest.mark.parametrize(("option", "next_dealer", "counted"), [("redeal_same_dealer", 1, 0), ("count_and_rotate", 2, 1)])
def test_07_all_pass(option, next_dealer, counted):
    """Case 30: nobody scores; the same dealer deals again, or the deal counts and the next one deals."""
    game = helpers.make_game("classical", None, "match", all_pass=option)
    state = pass_out(game.new_state(seed=7, dealer=1))
    assert state.dealer == next_dealer
    assert list(state.scores) == [0, 0, 0]
    assert int(state.record.counted) == counted


# Options of scoring: the same deal under both values.

DIAMONDS = {"contract": "diamonds", "matadors": 1, "bid": 18}
LOST = {"points": 50, "tricks": 4}
SCHNEIDER = {"points": 95, "tricks": 8}
NULL = {"contract": "null", "tricks": 1, "bid": 18}


@pytest.mark.parametrize(
    ("rules", "name", "values", "deal"),
    [
        ("classical", "levels", {"ordinal": 9 * 4, "cumulative": 9 * 3}, DIAMONDS | SCHNEIDER),
        (
            "classical",
            "grand_ouvert",
            {"36x6": 36 * 7, "24x7": 24 * 8},
            {"contract": "grand", "hand": True, "ouvert": True, "matadors": 1, "points": 120, "tricks": 10, "bid": 18},
        ),
        ("classical", "lost_hand_factor", {1: -9 * 3, 2: -2 * 9 * 3}, DIAMONDS | LOST | {"hand": True}),
        ("classical", "lost_pickup_factor", {2: -2 * 9 * 3}, DIAMONDS | LOST),
        ("classical", "lost_pickup_extra", {0: -2 * 9 * 2, 1: -2 * 9 * 3}, DIAMONDS | LOST),
        (
            "classical",
            "own_schneider",
            {"always": -9 * 6, "unless_announced": -9 * 5},
            DIAMONDS | {"hand": True, "schneider": True, "points": 25, "tricks": 2},
        ),
        (
            "classical",
            "own_schneider",
            {"always": -9 * 9, "unless_announced": -9 * 7},
            DIAMONDS | {"hand": True, "schwarz": True, "points": 11, "tricks": 0},
        ),
        (
            "classical",
            "overbid_charge",
            {"bid": -40, "next_multiple": -2 * 45},
            DIAMONDS | {"bid": 40, "points": 70, "tricks": 6},
        ),
        (
            "classical",
            "loss_floor",
            {"after_factor": -80, "before_factor": -160, "hand_only": -54},
            DIAMONDS | LOST | {"bid": 80},
        ),
        (
            "classical",
            "loss_floor",
            {"after_factor": -80, "before_factor": -80, "hand_only": -80},
            DIAMONDS | LOST | {"bid": 80, "hand": True},
        ),
        ("classical", "null_lost_factor", {1: -23, 2: -46, "2_pickup_1_hand": -46}, NULL),
        ("classical", "null_lost_factor", {1: -35, 2: -70, "2_pickup_1_hand": -35}, NULL | {"hand": True}),
    ],
)
def test_08_to_16_scoring(rules, name, values, deal):
    for value, score in values.items():
        assert helpers.deal_value(helpers.make_game(rules, **{name: value}), **deal) == score
        assert reference.deal_value(helpers.make_options(rules, **{name: value}), **deal) == score


def test_11_lost_pickup_factor_is_two():
    with pytest.raises(ValueError):
        helpers.make_game("classical", lost_pickup_factor=1)


@pytest.mark.parametrize(
    ("bid", "scores"),
    [
        (18, {"after_factor": -54, "before_factor": -54, "hand_only": -54}),
        (40, {"after_factor": -54, "before_factor": -80, "hand_only": -54}),
        (80, {"after_factor": -80, "before_factor": -160, "hand_only": -80}),
    ],
)
def test_15_loss_floor_of_a_doubled_hand_game(bid, scores):
    """27, doubled: the floor is put under what was doubled, or under what is then doubled."""
    deal = DIAMONDS | LOST | {"hand": True, "bid": bid}
    for option, score in scores.items():
        options = {"loss_floor": option, "lost_hand_factor": 2}
        assert helpers.deal_value(helpers.make_game("classical", **options), **deal) == score
        assert reference.deal_value(helpers.make_options("classical", **options), **deal) == score


@pytest.mark.parametrize(("rules", "options"), [("isko", {}), ("classical", {"overbid_charge": "next_multiple"})])
def test_15_loss_floor_belongs_to_the_charge_of_the_bid(rules, options):
    """Under the next multiple the preset's own value alone is accepted, which changes nothing."""
    for option in ("before_factor", "hand_only"):
        with pytest.raises(ValueError, match="loss_floor has a meaning with overbid_charge=bid only"):
            helpers.make_game(rules, loss_floor=option, **options)
    assert helpers.make_game(rules, loss_floor="after_factor", **options).values["loss_floor"] == "after_factor"


def test_15_loss_floor_of_a_conceded_null():
    for option, score in (("after_factor", -36), ("before_factor", -36), ("hand_only", -23)):
        table = helpers.auction_to(helpers.new_table(helpers.make_game("classical", loss_floor=option)), "F", 36)
        helpers.apply_all(table, "pick up", "discard C7", "discard D7", "concede", "declare null")
        assert list(table.scores) == [score, 0, 0]


def test_17_null_below_bid():
    for option, present in (("lost_at_once", True), ("masked", False)):
        table = helpers.auction_to(helpers.new_table(helpers.make_game("classical", null_below_bid=option)), "F", 24)
        helpers.apply_all(table, "pick up", "discard C7", "discard D7")
        assert ("declare null" in helpers.legal(table)) == present
        assert "declare null ouvert" in helpers.legal(table)


def test_18_concede_after_pickup():
    for option in (True, False):
        table = helpers.auction_to(helpers.new_table(helpers.make_game("classical", concede_after_pickup=option)), "F", 18)
        helpers.apply_all(table, "pick up", "discard C7", "discard D7")
        assert ("concede" in helpers.legal(table)) == option


@pytest.mark.parametrize("soloist", ["F", "M", "R"])
def test_19_concede_in_play(soloist):
    """The soloist may concede at his turn while he holds nine or ten cards; the defenders never."""
    for option in ("no", "nine_cards"):
        table = helpers.auction_to(helpers.new_table(helpers.make_game("isko", concede_in_play=option)), soloist, 18)
        helpers.apply_all(table, "play hand", "declare grand")
        while not table.is_over:
            cards = len(helpers.cards_of(table, table.seat))
            expected = option == "nine_cards" and helpers.turn(table) == soloist and cards >= 9
            assert ("concede" in helpers.legal(table)) == expected
            table.apply(min(helpers.legal(table) - {"concede"}))


@pytest.mark.parametrize(
    ("declaration", "score"),
    [
        ("declare hearts", -2 * 10 * (2 + 2)),  # without 2, hand
        ("declare hearts schneider", -2 * 10 * (2 + 4)),
        ("declare null", -2 * 35),
    ],
)
def test_19_a_concession_in_play_loses_without_own_schneider(open_table, declaration, score):
    table = helpers.auction_to(open_table("isko"), "M", 18)
    helpers.apply_all(table, "play hand", declaration, "play CA")
    assert "concede" in helpers.legal(table)
    table.apply("concede")
    assert table.is_over
    assert list(table.scores) == [0, score, 0]


def test_20_early_stop():
    """On the server a missed schwarz ends with the defenders' first trick, a missed schneider at their 31st point."""
    for option, stops in (("null_only", False), ("iss", True)):
        game = helpers.make_game("isko", early_stop=option)
        table = helpers.auction_to(helpers.new_table(game, helpers.SPREAD), "R", 18)
        helpers.apply_all(table, "play hand", "declare diamonds schwarz", "play SA", "play CT", "play D8")
        assert not table.is_over
        helpers.apply_all(table, "play DA", "play CJ", "play HJ")
        assert table.is_over == stops
        assert stops == (list(table.scores) != [0, 0, 0])

        table = helpers.auction_to(helpers.new_table(game, helpers.SPREAD), "R", 18)
        helpers.apply_all(table, "play hand", "declare diamonds schneider")
        helpers.apply_all(table, "play CA", "play CT", "play C8")  # 21
        helpers.apply_all(table, "play SJ", "play HJ", "play D9")  # 25
        helpers.apply_all(table, "play CJ", "play CK", "play DJ")  # 33
        assert table.is_over == stops


@pytest.mark.parametrize(("card", "points"), [("DQ", 30), ("DK", 31)])
def test_20_early_stop_at_the_31st_point(open_table, card, points):
    """Thirty points leave ninety to the declarer; one more, and the announced schneider is lost as it stands."""
    table = helpers.auction_to(open_table("iss_replay"), "R", 18)
    helpers.apply_all(table, "play hand", "declare diamonds schneider")
    helpers.apply_all(table, "play S7", "play H7", "play D8")  # a trick of the declarer, so that he is not schwarz
    helpers.apply_all(table, "play C9", "play CA", "play CT")  # 21
    helpers.apply_all(table, "play SJ", "play HJ", "play D9")  # 25
    helpers.apply_all(table, "play CJ", "play H8", f"play {card}")
    assert table.is_over == (points == 31)
    if table.is_over:
        assert list(table.scores) == [0, 0, -2 * 9 * (3 + 4)]  # without 3, hand, schneider announced
        assert helpers.outcome(table)["tricks"] == 1


def test_21_seeger_fabian():
    for option, scores in ((False, [-23, 0, 0]), (True, [-73, 40, 40])):
        assert conceded_null("classical", seeger_fabian=option) == scores


def conceded_null(rules, players=3, dealer=None, **options):
    """The scores after F concedes a Null which counts 23."""
    table = helpers.new_table(helpers.make_game(rules, players, **options), dealer=dealer)
    helpers.auction_to(table, "F", 18)
    helpers.apply_all(table, "pick up", "discard C7", "discard D7", "concede", "declare null")
    return list(table.scores)


def test_22_defence_bonus_3p():
    for bonus in (0, 30, 40):
        assert conceded_null("classical", seeger_fabian=True, defence_bonus_3p=bonus) == [-73, bonus, bonus]
    assert conceded_null("classical", 4, seeger_fabian=True, defence_bonus_3p=7) == [-73, 30, 30, 30]


def test_23_defence_bonus_4p():
    for option, scores in (("30_all_three", [-73, 30, 30, 30]), ("40_active_two", [-73, 40, 40, 0])):
        assert conceded_null("classical", 4, seeger_fabian=True, defence_bonus_4p=option) == scores
    two = {"seeger_fabian": True, "defence_bonus_4p": "40_active_two"}
    assert conceded_null("classical", 4, dealer=1, **two) == [40, 0, -73, 40]
    assert conceded_null("classical", 3, **two) == [-73, 40, 40]


# 24, match_tie_break: test_section_09_match.py


def test_25_payoff():
    """The `reward` of the table of options is called payoff: settlement is zero_sum, score is raw."""
    for payoff, expected in (("zero_sum", [-2 * 23, 23, 23]), ("raw", [-23, 0, 0])):
        game = helpers.make_game("classical", payoff=payoff)
        table = helpers.auction_to(helpers.new_table(game), "F", 18)
        helpers.apply_all(table, "pick up", "discard C7", "discard D7", "concede", "declare null")
        assert table.rewards == expected
        assert list(table.scores) == [-23, 0, 0]
        assert list(table.payoffs) == [-46, 23, 23]
