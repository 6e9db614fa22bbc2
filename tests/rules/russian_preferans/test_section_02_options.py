"""Section 2: presets, values, combinations; every option has a case or a test that fails when the option is ignored."""

import random

import pytest

import adut

from . import helpers, test_section_05_1_auction, test_section_05_5_whist, test_section_08_7_examples
from .reference import PRESETS, STANDARD, VALUES, make_options

TESTS = {
    "end_rule": "test_section_09_match.py: test_sum_reached",
    "pool_rate": "test_section_09_match.py: test_the_value_of_a_point",
    "talon_award": "test_section_05_2_talon.py: test_the_talon_is_awarded",
    "open_talon_refusal": "test_section_05_2_talon.py: test_the_talon_thrown_openly",
    "preferans_hand": "test_section_05_2_talon.py: test_super_hands",
    "open_timing": "test_section_05_6_play.py: test_open_timing",
    "joint_defence": "test_section_05_6_play.py: test_joint_defence",
    "raspas_scoring": "test_section_05_7_raspasovka.py: test_rostov_with_three_players",
    "raspas_prices": "test_section_05_7_raspasovka.py: test_prices",
    "raspas_zero_award": "test_section_05_7_raspasovka.py: test_awards",
    "raspas_dealer_award": "test_section_05_7_raspasovka.py: test_awards",
    "raspas_dealer_order": "test_section_05_7_raspasovka.py: test_dealt_order",
    "raspas_talon": "test_section_05_7_raspasovka.py: test_the_talon_unused",
    "raspas_dealer_stays": "test_section_04_dealer.py: test_the_deal_always_moves",
    "raspas_exit": "test_section_04_dealer.py: test_what_ends_a_series",
    "amnesty": "test_section_05_7_raspasovka.py: test_amnesty",
    "help": "test_section_09_match.py: test_credit",
    "surrender_without_three": "test_section_05_2_talon.py: test_surrender",
    "seat_draw": "test_section_04_dealer.py: test_seat_draw",
    "pool_target": "test_section_09_match.py: test_pool_target",
    "max_deals": "test_section_09_match.py: test_max_deals",
}
"""The test of every value of an option; the others have cases in the data files."""


def run_case(file, open_table, case):
    """Run a case of a data file; an assertion fails when it does not come out."""
    if file == "auctions.toml":
        test_section_05_1_auction.test_auctions(open_table, case)
    elif file == "whist_trees.toml":
        for level in case["levels"]:
            test_section_05_5_whist.test_whist_trees(open_table, case, level)
    else:
        table = test_section_08_7_examples.play(open_table, case)
        assert helpers.written(table) == {name: case.get(name, {}) for name in ("pool", "mountain", "whists")}


FILES = ("auctions.toml", "whist_trees.toml", "deals.toml", "more_deals.toml")
WITH_OPTIONS = [(file, case) for file in FILES for case in helpers.cases(file) if "options" in case]


def cases_of(name, value):
    return [(file, case) for file, case in WITH_OPTIONS if case["options"].get(name) == value]


@pytest.mark.parametrize("name", [name for name in VALUES if name not in TESTS])
def test_every_value_has_a_case_that_it_decides(name):
    """A case with the option comes out; without it it does not: whoever ignores the option fails it."""
    for value in VALUES[name]:
        if value == STANDARD[name] or (name, value) in ALIKE:
            continue
        deciding = 0
        for file, case in cases_of(name, value):
            run_case(file, helpers.new_reference, case)
            ignored = {**case, "options": {other: kept for other, kept in case["options"].items() if other != name}}
            try:
                run_case(file, helpers.new_reference, ignored)
            except AssertionError:
                deciding += 1
        assert deciding, (name, value)


ALIKE = {("exit_levels", "6-7-8"), ("exit_levels", "9-6"), ("exit_levels", "7")}
"""Further lists of levels, for random options."""


def test_every_option_has_its_test():
    for name, where in TESTS.items():
        file, test = where.split(": ")
        assert name in STANDARD
        assert f"def {test}(" in (helpers.HERE / file).read_text()
    assert set(TESTS) | set(VALUES) == set(STANDARD)


# -- Presets and values ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("rules", PRESETS)
def test_presets(rules, players):
    """Every preset has the values of the table of options."""
    values = dict(helpers.make_game(rules, players).values)
    assert values.pop("players") == players
    assert values == make_options(rules)


def test_the_default():
    assert adut.game("russian_preferans") == helpers.make_game("standard", 4)
    assert adut.game("russian_preferans").seats == 4
    assert adut.game("russian_preferans", 3).seats == 3


def test_every_value_is_accepted():
    needs = {
        "pool_rate": {"help": "none"},
        "misere_ladder": {"no_talon_games": "off"},
        "raspas_scoring": {"raspas_talon": "unused"},
        "raspas_exit": {"raspas_dealer_stays": 0},
    }
    for name, values in VALUES.items():
        for value in values:
            assert adut.game("russian_preferans", **needs.get(name, {}), **{name: value}).values[name] == value


def test_lists_may_be_given_as_numbers():
    game = adut.game("russian_preferans", raspas_prices=[2, 4, 6], exit_levels=(6, 7))
    assert game == adut.game("russian_preferans", raspas_prices="2-4-6", exit_levels="6-7")


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 5},
        {"pool_target": 0},
        {"pool_target": -1},
        {"pool_target": -2, "max_deals": 5},
        {"max_deals": 0},
        {"pool_rate": 15},
        {"pool_rate": 20},
        {"pool_rate": 20, "help": "full"},
        {"mountain_mult": 3},
        {"misere_ladder": "kodeks"},
        {"misere_ladder": "kodeks", "no_talon_games": "overcall_and_repeat"},
        {"misere_ladder": "old"},
        {"raspas_exit": "whisted_made"},
        {"raspas_scoring": "whists5"},
        {"raspas_dealer_stays": 2},
        {"own_levels": 8},
        {"exit_levels": "5"},
        {"exit_levels": "10"},
        {"raspas_prices": ""},
        {"raspas_prices": "0"},
        {"end_rule": "any"},
        {"stalingrads": True},
        {"rules": "moscow"},
    ],
    ids=str,
)
def test_errors(options):
    with pytest.raises(ValueError):
        adut.game("russian_preferans", **options)


def test_whists5_of_three_may_lead_the_talon():
    assert adut.game("russian_preferans", 3, raspas_scoring="whists5").values["raspas_talon"] == "lead"


FOUR_ALONE = {
    "misere_half": False,
    "half_offers": "one",
    "talon_award": False,
    "open_talon_refusal": False,
    "return_dealer": False,
    "dealer_whist_8plus": True,
    "dealer_responsible": False,
    "raspas_dealer_award": False,
    "raspas_dealer_order": "dealt_order",
}


@pytest.mark.parametrize("name", FOUR_ALONE)
def test_options_of_four_have_no_effect_on_three(name):
    for seed in range(12):
        deck = helpers.random_deck(random.Random(seed))
        plain = helpers.new_table(deck, players=3)
        other = helpers.new_table(deck, players=3, **{name: FOUR_ALONE[name]})
        rng = random.Random(seed)
        while not plain.is_over:
            assert helpers.legal(other) == helpers.legal(plain)
            action = helpers.choose(rng, helpers.legal(plain))
            plain.apply(action)
            other.apply(action)
        assert helpers.after(other) == helpers.after(plain)


def test_the_option_of_three_has_no_effect_on_four():
    deck = helpers.deck_of({"talon": "SA HA"})
    for option in ("none", "half_each"):
        table = helpers.declare(helpers.new_table(deck, talon_award=False, talon_award_3p=option), 1, "8S", deck[30:])
        assert helpers.written(helpers.say(table, "pass, pass"))["whists"] == {}
