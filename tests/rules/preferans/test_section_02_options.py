"""Section 2: every option does what it says; each test fails when its option is ignored.

Options that decide what is said, asked, played or scored have cases in the data files of their sections; `CASES` names one
for each value. The others have their tests here.
"""

import random

import pytest

from . import helpers
from .calls import open_contract
from .reference import PACK, PRESETS, VALUES, make_options

CASES = {
    "hold_rule": {"next_active": "auctions.toml"},
    "igra_min_level": {"current": "auctions.toml"},
    "igra_floor": {"v12": "auctions.toml"},
    "betl_follow": {"declare": "doubling.toml"},
    "kontra_levels": {4: "doubling.toml"},
    "defender_rule": {"strict_two": "more_deals.toml"},
    "supe_cap": {-1: "more_deals.toml"},
    "betl_kontra_supe": {"giver_all": "more_deals.toml", "both": "more_deals.toml"},
    "pik_needs_kontra": {True: "more_deals.toml"},
    "last_deal_cap": {"bule_only": "deals.toml", "none": "more_deals.toml"},
    "last_deal_double_fall": {True: "deals.toml"},
    "must_head": {True: "legal_sets.toml"},
    "must_overtrump": {True: "legal_sets.toml"},
    "talon_public": {False: "leads.toml"},
    "ref_pod": {"last": "leads.toml"},
}
"""The file with a case of each value that is not the default."""

TESTS = {
    "refe_blocked_if": "test_section_09_match.py: test_all_pass",
    "play_to_end": "test_section_06_play.py: test_end_of_play",
    "uver_betl": "test_section_05_6_doubling.py: test_uver_betl",
    "write_off": "test_section_09_match.py: test_a_match_cut_short",
    "referee": "test_section_10_referee.py: test_follows_under_the_mask",
    "ref_bid_scope": "test_section_10_referee.py: test_fines_for_bids",
    "ref_bid_pattern": "test_section_02_options.py: test_ref_bid_pattern",
    "ref_follow_scope": "test_section_02_options.py: test_ref_follow_scope",
    "obs_history": "test_section_02_options.py: test_obs_history",
}
"""The test of every value of the others. start_bula, refe_limit and max_deals: test_section_09_match.py and below."""


@pytest.mark.parametrize("rules", PRESETS)
def test_presets(rules):
    """Every preset has the values of the table of options."""
    values = dict(helpers.make_game(rules).values)
    assert values.pop("players") == 3
    assert values == make_options(rules)


def test_the_default():
    assert helpers.adut.game("preferans") == helpers.make_game("tournament_2008")
    assert helpers.adut.game("preferans").seats == 3


def test_every_value_has_its_case():
    for name, values in VALUES.items():
        if name in TESTS:
            file, test = TESTS[name].split(": ")
            assert f"def {test}(" in (helpers.HERE / file).read_text()
            continue
        for value in values[1:]:
            cases = helpers.cases(CASES[name][value])
            assert any(case.get("options", {}).get(name) == value for case in cases), (name, value)


def test_every_value_is_accepted():
    for name, values in VALUES.items():
        for value in values:
            assert helpers.make_game(**{name: value}).values[name] == value


@pytest.mark.parametrize(
    "options",
    [
        {"players": 4},
        {"start_bula": 99},
        {"start_bula": 0},
        {"refe_limit": -2},
        {"kontra_levels": 3},
        {"supe_cap": 6},
        {"play_to_end": False, "supe_cap": -1},
        {"hold_rule": "any"},
        {"preferans8": True},
        {"rules": "russian"},
    ],
    ids=str,
)
def test_errors(options):
    with pytest.raises(ValueError):
        helpers.adut.game("preferans", **options)


def test_stopping_early_writes_five_tricks():
    """play_to_end=false comes with supe_cap=5, also beside a preset."""
    assert helpers.make_game(play_to_end=False).values["supe_cap"] == 5


@pytest.mark.parametrize(("start", "limit"), [(100, 2), (400, 8), (98, 1), (40, 0), (250, 5)])
def test_refe_limit_follows_start_bula(start, limit):
    assert helpers.make_game(start_bula=start).values["refe_limit"] == limit
    state = helpers.make_game(start_bula=start, episode="match").new_state(seed=1)
    assert state.sheet["bula"] == [start] * 3
    for _ in range(limit + 1):
        helpers.apply_all(state, "pass", "pass", "pass")
    assert state.sheet["refe"] == [limit] * 3
    assert state.sheet["refe_written"] == limit


def test_max_deals():
    for limit in (1, 3):
        state = helpers.make_game(episode="match", max_deals=limit).new_state(seed=1)
        for deal in range(limit):
            assert not state.is_over, deal
            helpers.apply_all(state, "pass", "pass", "pass")
        assert state.is_over
        assert state.truncated


# -- The referee -----------------------------------------------------------------------------------------------------

KQT9 = "HK HQ HT H9 SA SJ S8 D9 D8 CT"
"""As high as KJT9 of hearts, which is in the list."""


@pytest.mark.parametrize("pattern", VALUES["ref_bid_pattern"])
def test_ref_bid_pattern(open_table, pattern):
    deck = helpers.deck_of({0: KQT9})
    table = open_table(deck, referee="mask", ref_bid_pattern=pattern)
    assert ("bid" in helpers.legal(table)) == (pattern == "dominates")
    case = {"contract": "tref", "options": {"referee": "score", "ref_bid_scope": "all", "ref_bid_pattern": pattern}}
    table = open_contract(open_table, case, 0, 2, helpers.deck_of({0: KQT9, 1: "HA H8 SK SQ DA DK"}), numbers={1: 4})
    assert helpers.facts(table)["said"][0] == 4
    found = helpers.outcome(helpers.apply_all(table, "decline", "decline"))
    assert (found["bula"][0] == 8) == (pattern == "literal")


@pytest.mark.parametrize("scope", VALUES["ref_follow_scope"])
def test_ref_follow_scope(open_table, scope):
    """Two sure trumps are two tricks, but not enough for list A."""
    deck = helpers.deck_of({1: "HA HK S9 S8 S7 D9 D8 D7 C8 C7", 0: "SA SK SQ HQ HJ CA CK CQ CJ DT", 2: "DA DK"}, 1)
    options = {"referee": "mask", "ref_follow_scope": scope}
    table = open_contract(open_table, {"contract": "herc", "options": options}, 0, 1, deck)
    assert helpers.turn(table) == 1
    assert ("follow" in helpers.legal(table)) == (scope == "in_hand")


# -- What is observed ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("history", VALUES["obs_history"])
def test_obs_history(history):
    """Cards of finished tricks are observed, or only how many tricks each has."""
    state = helpers.new_table(PACK, obs_history=history)
    helpers.apply_all(state, "in hand", "pass", "pass", "declare hearts", "follow", "follow", "ok", "ok")
    rng = random.Random(2)
    for _ in range(7):
        state.apply(rng.choice(state.legal_texts()))
    for seat in range(3):
        known = helpers.facts(state, seat)
        assert sum(known["tricks"]) == 2
        assert sum(map(len, known["played"])) == (7 if history == "full" else 1)
        assert len(known["trick"]) == 1
        assert len(known["trick_number"]) == (7 if history == "full" else 1)
        tokens = state.history(seat)
        cards = [token for token in tokens if token[0] == 1 and 0 <= token[3] < 32]
        assert len(cards) == (7 if history == "full" else 1)


# -- Rewards (13.4) --------------------------------------------------------------------------------------------------


def test_payoffs():
    """Row 3 of the worked deals: 70, 20, -90 as they are; and made zero-sum in row 1."""
    for winners, raw, thirds in (
        (((0, 6), (1, 2), (2, 2)), [60, 20, 20], [80, -40, -40]),
        (((0, 7), (1, 2), (2, 1)), [70, 20, -90], [210, 60, -270]),
    ):
        deck, cards = helpers.arranged(5, 0, 2, (0, 1, 2), winners)
        for payoff, expected in (("zero_sum", thirds), ("raw", raw)):
            table = open_contract(helpers.new_table, {"contract": "tref", "options": {"payoff": payoff}}, 0, 2, deck)
            helpers.apply_all(table, "follow", "follow", "ok", "ok", *(f"play {card}" for card in cards))
            assert table.rewards == expected
            assert list(table.scores) == raw
