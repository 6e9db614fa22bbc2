"""Section 2: every option does what it says; each test fails when its option is ignored.

Options that decide what is asked, said or scored in a deal have their cases in the file of their section, too.
"""

import random

import pytest

from . import helpers, reference
from .reference import PACK, PRESETS, TARGETS, VALUES, make_options

TABLES = [(rules, players) for rules in PRESETS for players in (4, 3, 2) if rules != "short" or players == 4]


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_presets(rules, players):
    """Every preset has the values of the table of options."""
    values = dict(helpers.make_game(players, rules).values)
    assert values.pop("max_deals") == -1
    assert values == make_options(players, rules)


def test_the_default_is_serbian_for_four():
    assert helpers.adut.game("bela") == helpers.make_game(4, "serbian")


def test_players():
    for players in (4, 3, 2):
        assert helpers.make_game(players).seats == players
    for players in (1, 5):
        with pytest.raises(ValueError):
            helpers.adut.game("bela", players=players)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"exact_half": "hang"}),
        (3, {"exact_half": "hang"}),
        (3, {"illegal_play": "renons"}),
        (2, {"rules": "short"}),
        (3, {"rules": "short"}),
        (4, {"target": 0}),
        (4, {"stiglja_bonus": -1}),
        (4, {"last_trick_bonus": -1}),
        (4, {"match_end": "never"}),
        (4, {"kontra": True}),
    ],
)
def test_errors(players, options):
    with pytest.raises(ValueError):
        helpers.adut.game("bela", players=players, **options)


@pytest.mark.parametrize("players", [4, 3, 2])
def test_every_value_is_accepted(players):
    """Also where an option has no effect."""
    for name, values in VALUES.items():
        for value in values:
            if (name, value) == ("exact_half", "hang") and players != 4:
                continue
            if (name, value) == ("illegal_play", "renons") and players == 3:
                continue
            assert helpers.make_game(players, **{name: value}).values[name] == value


def test_the_tournament_keeps_the_mask_with_three():
    assert helpers.make_game(3, "tournament_hr").values["illegal_play"] == "mask"
    assert helpers.make_game(4, "tournament_hr").values["illegal_play"] == "renons"


IDLE = [
    (4, {"two_middle": False, "two_seven_exchange": True, "two_stock": "visible"}),
    (3, {"two_middle": False, "two_seven_exchange": True, "two_stock": "visible", "partner_exempt": True}),
    (2, {"partner_exempt": True, "three_bidding": "turn_up", "three_success": "mild", "three_fall": "both"}),
    (4, {"three_bidding": "forced_first", "three_success": "mild", "three_fall": "both", "three_declarations": "single"}),
    (4, {"redeal_dealer": "same"}),
    (3, {"redeal_dealer": "same"}),
    (4, {"dosta_caller": "never", "dosta_claim": "decide"}),
    (2, {"dosta_caller": "never", "dosta_claim": "decide"}),
]


@pytest.mark.parametrize(("players", "options"), IDLE, ids=str)
def test_options_without_effect(players, options):
    """Options of other player counts, and of a way to play that is not chosen, change nothing."""
    rng = random.Random(2)
    plain, other = (helpers.make_game(players, episode="match", target=200, **o) for o in ({}, options))
    for seed in range(5):
        tables = [game.new_state(seed=seed) for game in (plain, other)]
        while not tables[0].is_over:
            legal = tables[0].legal_actions()
            assert tables[1].legal_actions() == legal
            action = rng.choice(legal)
            for table in tables:
                table.apply(action)
            assert tables[0].array.tobytes() == tables[1].array.tobytes()
        assert tables[1].is_over


# -- The match: more in test_section_09_match.py -------------------------------------------------------------------


def calling_side(deal):
    return deal.side(deal.caller)


@pytest.mark.parametrize("players", [4, 3, 2])
def test_target(open_table, players):
    found = helpers.find(players, lambda deal: deal.scores[0] == max(deal.scores) > min(deal.scores))
    score = found.end.scores[0]
    for target, winner in ((score, 0), (score + 1, None), (1, 0)):
        table = open_table(players, deck=found.deck, target=target, episode="match")
        assert helpers.outcome(found.again(table))["winner"] == winner
    assert make_options(players)["target"] == TARGETS[players]


def test_match_end(open_table):
    """A side with 990 takes its tricks: the deal is played out, or stops as soon as 11 are together."""
    found = helpers.find(4, lambda deal: deal.scores[0] > 60 and deal.tricks[0] > 3)
    for option in ("prolaz", "dosta"):
        table = open_table(4, deck=found.deck, totals=[990, 0], match_end=option)
        made = 0
        for action in found.actions:
            if not table.is_over:
                table.apply(action)
                made += 1
        assert table.is_over
        assert (made < len(found.actions)) == (option == "dosta")


@pytest.mark.parametrize(("option", "dealer"), [("next", 1), ("same", 0)])
@pytest.mark.parametrize("players", [4, 2])
def test_redeal_dealer(option, dealer, players):
    game = helpers.make_game(players, episode="match", all_pass="redeal", redeal_dealer=option)
    state = game.new_state(seed=1, dealer=0)
    for _ in range(4):
        state.apply("pass")
    assert state.deal_over
    assert not state.is_over
    assert state.dealer == dealer
    assert state.sheet == {"totals": [0, 0], "pot": 0}


def test_all_pass(open_table):
    for option, may in (("mus", False), ("redeal", True)):
        table = helpers.apply_all(open_table(4, deck=PACK, all_pass=option), "pass", "pass", "pass")
        assert ("pass" in helpers.legal(table)) == may


# -- Knowledge -----------------------------------------------------------------------------------------------------


def source(state, seat):
    known = state.game.layout.decode(state.observation(seat))
    return sum(number == helpers.TALON for number in known["source"])


@pytest.mark.parametrize("peek", ["after_call", "after_own_turn"])
def test_talon_peek(peek):
    """Who can call no more sees his own talon, if so agreed; the others wait for the call."""
    early = peek == "after_own_turn"
    state = helpers.make_game(4, talon_peek=peek).new_state(seed=3, dealer=3)
    for passed in range(4):
        assert [source(state, seat) for seat in range(4)] == [2 if early and seat < passed else 0 for seat in range(4)]
        assert [len(helpers.hand(state, seat)) for seat in range(4)] == [6] * 4
        state.apply("pass" if passed < 3 else "call hearts")
    if state.phase != "end":
        assert [source(state, seat) for seat in range(4)] == [2] * 4


@pytest.mark.parametrize("peek", ["after_call", "after_own_turn"])
@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {"three_bidding": "turn_up"})])
def test_talon_peek_in_two_rounds(peek, players, options):
    """After the pass in the second round."""
    early = peek == "after_own_turn"
    game = helpers.make_game(players, talon_peek=peek, all_pass="redeal", **options)
    state = game.new_state(seed=3, dealer=players - 1)
    for passes in range(2 * players):
        seen = [4 if early and seat < passes - players else 0 for seat in range(players)]
        assert [source(state, seat) for seat in range(players)] == seen
        state.apply("pass")


def test_two_stock():
    for option, cards in (("hidden", 1), ("visible", 10)):
        state = helpers.make_game(2, two_stock=option).new_state(seed=4, dealer=1)
        for seat in range(2):
            out = helpers.text(state.game.layout.decode(state.observation(seat))["out"])
            assert len(out) == cards
            assert (helpers.text(int(state.record.stock)) <= out) == (option == "visible")
    state = helpers.make_game(2, two_stock="visible", two_middle=False).new_state(seed=4, dealer=1)
    assert bin(state.game.layout.decode(state.observation(0))["out"]).count("1") == 12


# -- Scoring: the same deal under each value -------------------------------------------------------------------------


def scores(open_table, found, players=4, **options):
    return helpers.outcome(found.again(open_table(players, deck=found.deck, **options)))["scores"]


def sweep(deal):
    return deal.result is not None and deal.result.verdict == "pass" and 0 in deal.tricks


def test_stiglja_bonus(open_table):
    found = helpers.find(4, lambda deal: sweep(deal) and deal.side(deal.caller) == 0)
    for bonus in (90, 100, 0):
        assert scores(open_table, found, stiglja_bonus=bonus) == [found.end.scores[0] - 90 + bonus, 0]


def test_last_trick_bonus(open_table):
    found = helpers.find(4, lambda deal: deal.result.verdict == "pass" and min(deal.scores) > 30 and deal.last_winner % 2 == 0)
    a, b = found.end.scores
    for bonus in (10, 0, 5):
        expected = [a - 10 + bonus, b]
        if calling_side(found.end) == 0 and expected[0] <= b:
            expected = [0, a + b - 10 + bonus]
        assert scores(open_table, found, last_trick_bonus=bonus) == expected


def test_bela_on_fall(open_table):
    found = helpers.find(
        4,
        lambda deal: (
            deal.bela is not None
            and deal.side(deal.bela) == calling_side(deal) == 0
            and deal.result.verdict == "fall"
            and deal.tricks[0] > 0
        ),
    )
    game = found.end.result.game
    assert scores(open_table, found, bela_on_fall="lost") == [0, game]
    assert scores(open_table, found, bela_on_fall="kept") == [20, game - 20]


def test_trickless_declarations(open_table):
    """A caller without a trick; and a defending side without one."""
    caller = helpers.find(4, lambda deal: deal.tricks[0] == 0 and calling_side(deal) == 0 and deal.won()[0].declared == 20)
    for option, score in (("forfeit", 272), ("transfer", 272), ("void", 252)):
        assert scores(open_table, caller, trickless_declarations=option) == [0, score]
    other = helpers.find(4, lambda deal: deal.tricks[1] == 0 and calling_side(deal) == 0 and deal.won()[1].declared == 20)
    own = other.end.won()[0]
    for option, score in (("forfeit", 252), ("transfer", 272), ("void", 252)):
        assert scores(open_table, other, trickless_declarations=option) == [score + own.bela, 0]


def test_exact_half(open_table):
    found = helpers.find(
        4,
        lambda deal: (
            deal.result is not None
            and calling_side(deal) == 0
            and deal.tricks[0] > 0
            and 2 * deal.result.points[0] == deal.result.game
        ),
    )
    half = found.end.result.points[0]
    assert scores(open_table, found, exact_half="fall") == [0, 2 * half]
    assert scores(open_table, found, exact_half="hang") == [0, half]


def three(open_table, wanted, **options):
    found = helpers.find(3, lambda deal: deal.caller == 0 and wanted(deal.result.points, deal.result.verdict))
    return found.end.result.points, scores(open_table, found, 3, **options)


@pytest.mark.parametrize(("option", "made"), [("strict", False), ("mild", True)])
def test_three_success(open_table, option, made):
    points, found = three(open_table, lambda p, v: v == "fall" and p[0] > max(p[1:]), three_success=option)
    assert found == (points if made else [0, *points[1:]])


@pytest.mark.parametrize("option", VALUES["three_fall"])
def test_three_fall(open_table, option):
    def wanted(points, verdict):
        return verdict == "fall" and points[2] > points[1] > 0 and points[0] > 0

    points, found = three(open_table, wanted, three_fall=option)
    gains = {"vanish": [0, 0], "higher_opponent": [0, points[0]], "both": [points[0]] * 2}[option]
    assert found == [0, points[1] + gains[0], points[2] + gains[1]]


def test_three_declarations(open_table):
    """Both opponents have a declaration, the caller none."""
    found = helpers.find(
        3,
        lambda deal: (
            deal.caller == 0
            and deal.result is not None
            and min(deal.tricks) > 0
            and deal.result.verdict == "fall"
            and all(side.declared > 0 for side in deal.won()[1:])
        ),
    )
    won = found.end.won()
    assert scores(open_table, found, 3) == found.end.scores
    options = make_options(3)
    best = {seat: reference.strength(options, found.end.reports[seat][0]) for seat in (1, 2)}
    loser = 2 if best[1] >= best[2] else 1
    expected = list(found.end.scores)
    expected[loser] -= won[loser].declared
    assert scores(open_table, found, 3, three_declarations="single") == expected


@pytest.mark.parametrize(
    ("option", "first", "second"),
    [("pass_mus", 5, 5), ("forced_first", 4, None), ("turn_up", 2, 2)],
)
def test_three_bidding(open_table, option, first, second):
    """How many choices there are for forehand, and after his pass for the next player."""
    table = open_table(3, deck=PACK, three_bidding=option)
    assert len(helpers.legal(table)) == first
    if second is not None:
        table.apply("pass")
        assert len(helpers.legal(table)) == second


def test_two_middle(open_table):
    for option, phase in ((True, "discard"), (False, "declare")):
        table = open_table(2, deck=helpers.deck_of(2, {"turned": "S9"}), two_middle=option)
        assert helpers.facts(table.apply("call spades") or table)["phase"] == phase


def test_two_seven_exchange(open_table):
    for option, phase in ((True, "seven"), (False, "discard")):
        table = open_table(2, deck=helpers.deck_of(2, {"turned": "S9"}), two_seven_exchange=option)
        assert helpers.facts(table.apply("call spades") or table)["phase"] == phase


# -- Questions and declarations --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [4, 3, 2])
@pytest.mark.parametrize("mode", ["decide", "auto"])
@pytest.mark.parametrize("name", ["declaration_mode", "bela_mode"])
def test_modes(open_table, players, name, mode):
    """Everybody is asked, or nobody."""
    phase = {"declaration_mode": "declare", "bela_mode": "bela"}[name]
    rng = random.Random(players)
    questions = 0
    for _ in range(8):
        table = open_table(players, deck=helpers.random_deck(rng), belot_rule="as_run", **{name: mode})
        while not table.is_over:
            questions += helpers.facts(table)["phase"] == phase
            table.apply(rng.choice(sorted(helpers.legal(table))))
    if mode == "auto":
        assert questions == 0
    elif phase == "declare":
        assert questions == 8 * players
    else:
        assert 4 <= questions <= 8


@pytest.mark.parametrize("when", ["first_trick", "before_lead"])
def test_declare_when(open_table, when):
    table = open_table(4, deck=helpers.deck_of(4, {}), declare_when=when, belot_rule="as_run")
    helpers.apply_all(table, "call hearts", "no")
    assert helpers.turn(table) == (0 if when == "first_trick" else 1)
    assert helpers.facts(table)["phase"] == ("play" if when == "first_trick" else "declare")


@pytest.mark.parametrize(("option", "illegal"), [("mask", False), ("renons", True)])
@pytest.mark.parametrize("players", [4, 2])
def test_illegal_play(open_table, players, option, illegal):
    rng = random.Random(players)
    seen = False
    for _ in range(5):
        table = open_table(players, deck=helpers.random_deck(rng), illegal_play=option)
        while not table.is_over:
            facts, actions = helpers.facts(table), helpers.legal(table)
            lawful = actions
            if facts["phase"] == "play":
                hand = helpers.hand(table, helpers.turn(table))
                trump = facts["trump"][0].upper()
                lawful = {f"play {card}" for card in reference.legal_cards(trump, facts["trick"], hand)}
                assert actions == ({f"play {card}" for card in hand} if illegal else lawful)
                seen |= len(lawful) < len(hand)
            table.apply(rng.choice(sorted(lawful)))
    assert seen
