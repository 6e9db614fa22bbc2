"""Section 2: every option does what it says; each test fails when its option is ignored.

Options that decide what may be called, declared or played, what is told and when a match ends have their cases in the files of
their sections; here are presets, and scoring options on deals that are played out.
"""

import random

import pytest

from . import helpers, reference
from .reference import PRESETS, VALUES, make_options
from .test_section_05_2_declarations import SWEEPS


@pytest.mark.parametrize("rules", PRESETS)
def test_presets(rules):
    """Every preset has the values of the table of options."""
    values = dict(helpers.make_game(rules).values)
    assert values.pop("max_deals") == -1
    assert values == make_options(rules)


def test_the_default_preset():
    assert helpers.adut.game("belot") == helpers.make_game("montenegrin")


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3},
        {"target": 0},
        {"overbid_after_kontra": "maybe"},
        {"undertrump": "never"},
        {"declaration_mode": "choice"},
        {"kontra_scope": "none"},
        {"partner_exempt": True},
        {"rules": "serbian"},
    ],
)
def test_errors(options):
    with pytest.raises(ValueError):
        helpers.adut.game("belot", **options)


def test_every_value_is_accepted():
    for name, values in VALUES.items():
        for value in values:
            assert helpers.make_game(**{name: value}).values[name] == value
    for target in (1, 151, 100_000):
        assert helpers.make_game(target=target).values["target"] == target


@pytest.mark.parametrize("name", VALUES)
def test_the_values_differ(name):
    """Games whose options differ are different games."""
    games = {helpers.make_game(**{name: value}) for value in VALUES[name]}
    assert len(games) == len(VALUES[name])


# -- Scoring: the same deal under each value -----------------------------------------------------------------------


def written(open_table, hands, play, contract, mult=1, caller=0, **options):
    """What is written after a deal in which `play` names the cards of seat 0, who leads all the time."""
    table = open_table(deck=helpers.deck_of(hands), **options)
    helpers.apply_all(table, *helpers.contract_calls(contract, caller, mult))
    cards = iter(play.split())
    while not table.is_over:
        table.apply(f"play {next(cards)}" if helpers.turn(table) == 0 else min(helpers.legal(table)))
    assert helpers.facts(table)["tricks"] == [8, 0]
    return helpers.outcome(table)["written"]


CLUBS = "CA CT CK CQ CJ C9 C8 C7"


@pytest.mark.parametrize(
    ("scope", "suit", "no_trumps", "doubled_capot"),
    [
        ("all", [60, 0], [70, 0], [88, 0]),
        ("all_but_capot", [51, 0], [61, 0], [70, 0]),
        ("cards_only", [46, 0], [61, 0], [70, 0]),
        ("off_on_capot", [25, 5], [35, 0], [44, 0]),
    ],
)
def test_kontra_scope_of_a_capot(open_table, scope, suit, no_trumps, doubled_capot):
    """Case 57: the others have a kvarta in the suit contract; in no trumps seat 0 has all clubs."""
    hands = SWEEPS[0][0]
    assert written(open_table, hands, hands[0], "hearts", 2, kontra_scope=scope) == suit
    assert written(open_table, {0: CLUBS}, CLUBS, "no trumps", 2, kontra_scope=scope) == no_trumps
    found = written(open_table, {0: CLUBS}, CLUBS, "no trumps", 2, kontra_scope=scope, nt_capot_doubled=True)
    assert found == doubled_capot


@pytest.mark.parametrize(("scope", "points"), [("all", 30), ("all_but_capot", 30), ("cards_only", 30), ("off_on_capot", 30)])
def test_kontra_scope_without_kontra(open_table, scope, points):
    """It changes nothing: the defenders take the whole deal of an inside contract with a capot."""
    hands = SWEEPS[0][0]
    assert written(open_table, hands, hands[0], "hearts", 1, caller=1, kontra_scope=scope) == [points, 0]


@pytest.mark.parametrize(("scope", "points"), [("all", 60), ("all_but_capot", 51), ("cards_only", 46), ("off_on_capot", 30)])
def test_kontra_scope_of_a_lost_contract(open_table, scope, points):
    """Case 57, caller T1."""
    hands = SWEEPS[0][0]
    assert written(open_table, hands, hands[0], "hearts", 2, caller=1, kontra_scope=scope) == [points, 0]


@pytest.mark.parametrize(("option", "points"), [(False, 35), (True, 44)])
def test_nt_capot_doubled(open_table, option, points):
    assert written(open_table, {0: CLUBS}, CLUBS, "no trumps", nt_capot_doubled=option) == [points, 0]
    hands = SWEEPS[0][0]
    assert written(open_table, hands, hands[0], "hearts", nt_capot_doubled=option) == [25, 5]


@pytest.mark.parametrize(("option", "points"), [(False, [26, 0]), (True, [25, 1])])
def test_min_one_point(open_table, option, points):
    """The others have a jack in no trumps, 4 points of 260."""
    hands = {0: "D7 CA CT CK CQ CJ C9 C8", 1: "DJ C7", 2: "D8", 3: "D9"}
    table = open_table(deck=helpers.deck_of(hands), min_one_point=option)
    helpers.apply_all(table, "bid no trumps", "pass", "pass", "pass")
    helpers.play(table, "D7 DJ D8 D9 C7")
    helpers.play_on(table, min)
    outcome = helpers.outcome(table)
    assert outcome["raw"] == [256, 4]
    assert outcome["written"] == points


def level_deal(mult):
    """A deal in hearts by seat 0 that ends level, with an odd number of game points: seat 0 has a kvarta in clubs."""
    rng = random.Random(f"level {mult}")
    rest = [card for card in reference.PACK if card not in ("C9", "CT", "CJ", "CQ")]
    for _ in range(6000):
        rng.shuffle(rest)
        deck = helpers.deck_of({0: "C9 CT CJ CQ " + " ".join(rest[:4]), 1: " ".join(rest[4:12]), 2: " ".join(rest[12:20])})
        deal = helpers.new_reference(deck)
        actions = helpers.contract_calls("hearts", 0, mult)
        helpers.apply_all(deal, *actions)
        while not deal.is_over:
            actions.append(rng.choice(sorted(deal.legal())))
            deal.apply(actions[-1])
        if deal.raw[0] == deal.raw[1] and (sum(deal.raw) + 5) // 10 % 2 == 1:
            return deck, actions, (sum(deal.raw) + 5) // 10
    raise AssertionError("no level deal")


@pytest.fixture(scope="module")
def level_deals():
    return {mult: level_deal(mult) for mult in (1, 2)}


@pytest.mark.parametrize(("option", "lost"), [("hanging", 0), ("dropped", 1)])
def test_tie_odd_point(open_table, level_deals, option, lost):
    deck, actions, whole = level_deals[1]
    outcome = helpers.outcome(helpers.apply_all(open_table(deck=deck, tie_odd_point=option, pot=3), *actions))
    assert (outcome["written"], outcome["pot"]) == ([0, whole // 2], 3 + whole - whole // 2 - lost)


@pytest.mark.parametrize("odd", ["hanging", "dropped"])
@pytest.mark.parametrize("option", ["all_hang", "split"])
def test_kontra_tie(open_table, level_deals, option, odd):
    deck, actions, whole = level_deals[2]
    table = open_table(deck=deck, kontra_tie=option, tie_odd_point=odd, pot=3)
    outcome = helpers.outcome(helpers.apply_all(table, *actions))
    half = 2 * (whole // 2)
    if option == "all_hang":
        assert (outcome["written"], outcome["pot"]) == ([0, 0], 3 + 2 * whole)
    else:
        assert (outcome["written"], outcome["pot"]) == ([0, half], 3 + (half if odd == "dropped" else 2 * whole - half))


# -- Play: the same trick under each value -------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "legal"), [("free", "HA H7 DA DK"), ("must", "HA H7")])
def test_undertrump(open_table, option, legal):
    """Case 8 at the table: clubs are led, and ruffed with the nine."""
    hands = {0: "C7", 1: "H9 S7 S8 S9", 2: "HA H7 DA DK ST SJ SQ SK", 3: "C8 C9 CT CJ CQ CK CA"}
    table = open_table(deck=helpers.deck_of(hands), undertrump=option)
    helpers.apply_all(table, "bid hearts", "pass", "pass", "pass", "play C7", "play H9")
    expected = helpers.hand(table, 2) if option == "free" else set(legal.split())
    assert helpers.turn(table) == 2
    assert helpers.legal(table) == {f"play {card}" for card in expected}


RAISE = {0: "H9", 1: "H7", 2: "HJ H8 C7 C8 D7 D8 S7 S8"}


@pytest.mark.parametrize(("option", "legal"), [(True, {"play HJ"}), (False, {"play HJ", "play H8"})])
@pytest.mark.parametrize("contract", ["hearts", "all trumps"])
def test_raise_over_partner(open_table, contract, option, legal):
    """Case 3 at the table."""
    table = open_table(deck=helpers.deck_of(RAISE), raise_over_partner=option)
    helpers.apply_all(table, f"bid {contract}", "pass", "pass", "pass", "play H9", "play H7")
    assert helpers.turn(table) == 2
    assert helpers.legal(table) == legal


@pytest.mark.parametrize("name", ["declaration_mode", "belot_mode"])
@pytest.mark.parametrize("mode", ["auto", "decide"])
def test_modes(open_table, name, mode):
    """Who has something to say is asked, or is not."""
    hands = {0: "CJ CQ CK D7 D8 HA SA S7"}
    table = open_table(deck=helpers.deck_of(hands), **{name: mode})
    helpers.apply_all(table, "bid clubs", "pass", "pass", "pass")
    asked = name == "declaration_mode" and mode == "decide"
    assert helpers.phase(table) == ("declare" if asked else "play")
    assert helpers.facts(table)["announced"][0] == ([] if asked else ["run of three"])
    if asked:
        table.apply("declare 1")
    assert ("belot CK" in helpers.legal(table)) == (name == "belot_mode" and mode == "decide")
    table.apply("play CK")
    assert helpers.facts(table)["belots"] == (set() if name == "belot_mode" and mode == "decide" else {(0, "C")})
