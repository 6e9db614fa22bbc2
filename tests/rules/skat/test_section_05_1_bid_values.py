"""Section 5.1: the values which can be bid."""

import pytest

from . import helpers, reference

TABLE = helpers.bid_table()
SEED66 = list(TABLE)
ISKO63 = sorted({value for value, games in TABLE.items() if not all(game[0] == "O" for game in games)} | {264})


def test_every_row_is_reached_by_its_games():
    base = {"D": 9, "H": 10, "S": 11, "C": 12, "G": 24, "O": 36}
    null = {"N": 23, "NH": 35, "NO": 46, "NHO": 59}
    for value, games in TABLE.items():
        for game in games:
            assert value == null[game] if game[0] == "N" else value == base[game[0]] * int(game[1:])
    assert (len(SEED66), len(ISKO63), len({*SEED66, *ISKO63})) == (66, 63, 67)
    assert reference.bid_values("36x6") == SEED66
    assert reference.bid_values("24x7") == ISKO63
    assert sorted({*SEED66, *ISKO63}) == reference.UNION


@pytest.mark.parametrize(
    ("rules", "values"), [("classical", SEED66), ("pre1999", SEED66), ("isko", ISKO63), ("iss_replay", ISKO63)]
)
def test_values_named_in_a_full_climb(rules, values):
    state = helpers.new_table(helpers.make_game(rules, jump_bids=False))
    for value in values:
        assert set(state.legal_texts()) == {f"bid {value}", "pass"}
        helpers.apply_all(state, f"bid {value}", "hold")
    assert state.legal_texts() == ["pass"]


@pytest.mark.parametrize(("rules", "values"), [("pre1999", SEED66), ("isko", ISKO63)])
def test_case_32_jumps(rules, values):
    """Any higher value of the table may be named, and no other: not 37, not 171, 189 or 190."""
    state = helpers.new_table(helpers.make_game(rules))
    assert set(state.legal_texts()) == {"pass", *(f"bid {value}" for value in values)}
    helpers.apply_all(state, "bid 36", "hold")
    assert set(state.legal_texts()) == {"pass", *(f"bid {value}" for value in values if value > 36)}
    with pytest.raises(ValueError):
        state.apply("bid 37")
    for value in (171, 189, 190):
        with pytest.raises(ValueError):
            state.apply(f"bid {value}")


def test_no_jump_in_the_seed():
    state = helpers.new_table(helpers.make_game("classical"))
    with pytest.raises(ValueError):
        state.apply("bid 20")
    assert state.legal_texts() == ["bid 18", "pass"] or set(state.legal_texts()) == {"bid 18", "pass"}


def test_values_follow_from_the_open_grand():
    """Option `bid_values` cannot be set: it follows from `grand_ouvert`."""
    with pytest.raises(ValueError):
        helpers.make_game("classical", bid_values="isko63")
    for rules, options, values in (
        ("classical", {"grand_ouvert": "24x7"}, ISKO63),
        ("isko", {"grand_ouvert": "36x6"}, SEED66),
    ):
        state = helpers.new_table(helpers.make_game(rules, jump_bids=True, **options))
        assert set(state.legal_texts()) == {"pass", *(f"bid {value}" for value in values)}
