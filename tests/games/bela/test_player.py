"""The rule-based player of Bela: always legal, never sees what is hidden, plays as a club player is taught."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest
from tests.games.players import (
    check_choices,
    check_matches,
    choice,
    choices,
    deal_again,
    decision,
    filled_up,
    play_on,
    played_in_both_modes,
    plays_alike,
    tables_under_way,
)

import adut
from adut.evaluation import evaluate
from adut.games.bela.layout import FELL, MADE
from adut.games.bela.options import FIXED_PLAYERS, PRESETS

PLAYERS = (4, 3, 2)
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    (rules, players, {}) for rules in PRESETS for players in PLAYERS if FIXED_PLAYERS.get(rules, players) == players
]
TABLES += [
    ("serbian", 4, dict(all_pass="redeal", talon_peek="after_own_turn", announce_detail="value", match_end="dosta")),
    ("serbian", 4, dict(partner_exempt=True, exact_half="hang", belot_rule="as_run", dosta_claim="decide", match_end="dosta")),
    ("serbian", 3, dict(three_bidding="turn_up", all_pass="redeal", three_declarations="single", three_success="mild")),
    ("serbian", 3, dict(three_bidding="turn_up", three_fall="both", announce_detail="value", belot_rule="declaration_1001")),
    ("serbian", 2, dict(two_seven_exchange=True, two_stock="visible", illegal_play="renons", bela_mode="auto")),
    ("serbian", 2, dict(two_middle=False, all_pass="redeal", match_end="dosta", dosta_claim="decide", target=90)),
]
"""Every preset with every number of players, and the options that no preset has."""


SIZES: dict[int, dict[int | str, int]] = {
    4: {0: 8, 1: 8, 2: 8, 3: 8},
    3: {0: 10, 1: 10, 2: 10, "middle": 2},
    2: {0: 10, 1: 10, "turned": 1, "middle": 2, "stock": 9},
}


def table(owners: dict[Any, str], start: Iterable[str] = (), players: int = 4, **options: Any) -> adut.State:
    """A table at which seat 0 is forehand; cards that nobody is given go, from the lowest, to whoever has room."""
    given = filled_up(owners, SIZES[players])
    given_options: dict[str, Any] = {"declaration_mode": "auto", "bela_mode": "auto", **options}
    game = adut.game("bela", players, **given_options)
    return game.new_state(hands=given, dealer=players - 1, start=list(start))


# -- Legal, and blind to what is hidden ----------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "players", "options"), TABLES)
def test_every_choice_is_legal_and_the_full_record_and_the_view_give_the_same(
    rules: str, players: int, options: dict[str, Any]
) -> None:
    game = adut.game("bela", players, rules, **options)
    chooser = random.Random(f"{rules} {players} {options}")
    assert check_choices(game, chooser) > 300


@pytest.mark.parametrize("players", PLAYERS)
def test_every_choice_of_a_match_is_legal(players: int) -> None:
    game = adut.game("bela", players, episode="match", match_end="dosta", dosta_claim="decide")
    check_matches(game, 5)


@pytest.mark.parametrize("players", PLAYERS)
def test_exchanged_hidden_cards_change_nothing(players: int) -> None:
    game = adut.game("bela", players)
    chooser = random.Random(2)
    changed = 0
    for state in tables_under_way(game, chooser, 200, 25):
        number = chooser.getrandbits(62)
        other = state.array.copy()
        hidden = [seat for seat in range(players) if seat != state.seat]
        places: list[tuple[str, int | None]] = [("hands", seat) for seat in hidden]
        if state.phase == "call":
            places += [("talon", seat) for seat in range(players)] + [("middle", None)]
        elif state.seat != state.record.caller:
            places.append(("discards", None))
        if players == 2:
            places.append(("stock", None))
        changed += deal_again(other, places, chooser)
        assert decision(game, state.array, number) == decision(game, other, number)
    assert changed > 200


@pytest.mark.parametrize("players", PLAYERS)
def test_the_same_key_gives_the_same_choice(players: int) -> None:
    game = adut.game("bela", players)
    assert plays_alike(game, 10)


def test_uncompiled_it_decides_the_same() -> None:
    games = [{"name": "bela", "players": players, "two_seven_exchange": True} for players in (4, 3, 2)]
    compiled, uncompiled = played_in_both_modes(games, 3)
    assert compiled == uncompiled


@pytest.mark.parametrize(("rules", "players", "options"), TABLES)
def test_start_play_reaches_the_first_lead(rules: str, players: int, options: dict[str, Any]) -> None:
    game = adut.game("bela", players, rules, **options)
    for seed in range(40):
        state = game.new_state(seed=seed, start="play")
        assert state.phase == "play"
        assert state.record.trick_number == 1
        assert state.record.trick_cards == 0


# -- Calls, discards, declarations ---------------------------------------------------------------------------------

JACK_AND_NINE = "HJ H9 HA SA C7 DK"
RUBBISH = "H7 H8 SQ S8 C9 DQ"


@pytest.mark.parametrize("players", [4, 3])
def test_calls_with_jack_nine_and_aces_and_passes_on_rubbish(players: int) -> None:
    assert choice(table({0: JACK_AND_NINE}, players=players)) == "call hearts"
    assert choice(table({0: RUBBISH}, players=players)) == "pass"


def test_trumps_without_jack_and_nine_are_no_call() -> None:
    assert choice(table({0: "H7 H8 HQ S8 C9 CQ"})) == "pass"
    assert choice(table({0: "HJ H9 HQ S8 C9 CQ"})) == "call hearts"


def test_the_forced_dealer_calls_his_best_suit() -> None:
    assert choice(table({3: "SJ S8 SQ H7 C9 DQ"}, ["pass", "pass", "pass"])) == "call spades"


def test_two_players_accept_the_turned_suit_or_call_another_in_the_second_round() -> None:
    assert choice(table({0: JACK_AND_NINE, "turned": "H8"}, players=2)) == "call hearts"
    assert choice(table({0: JACK_AND_NINE, "turned": "S8"}, ["pass", "pass"], players=2)) == "call hearts"
    assert choice(table({0: "H7 H8 CQ C9 D7 DQ", "turned": "S8"}, players=2)) == "pass"


def test_lays_away_points_that_would_be_lost_and_no_trump_and_no_card_of_a_run() -> None:
    """Hearts are trump; the lone ten of spades would fall to the ace, laid away it counts."""
    hand = "HJ H9 HA HK DA DQ DJ DT ST C7"
    state = table({0: hand, "middle": "H7 CA"}, ["call hearts"], players=3)
    laid = set()
    while state.phase == "discard":
        laid.add(choice(state))
        state.apply(decision(state.game, state.view()))
    assert "discard ST" in laid
    assert laid <= {"discard ST", "discard C7", "discard CA"}


def test_a_discarded_hand_keeps_bela() -> None:
    state = table({0: "HK HQ HJ H9 DA SA S7 S8 C7 D8", "middle": "CQ DQ"}, ["call hearts"], players=3)
    while state.phase == "discard":
        assert not choice(state).startswith("discard H")
        state.apply(decision(state.game, state.view()))


def test_exchanges_the_seven_of_trump() -> None:
    state = table({0: "H7 HJ HA SA C7 DK", "turned": "H9"}, ["call hearts"], players=2, two_seven_exchange=True)
    assert choice(state) == "exchange the seven"


def test_keeps_the_seven_in_a_run() -> None:
    state = table({0: "H7 H8 H9 HJ C7 DK", "turned": "HQ"}, ["call hearts"], players=2, two_seven_exchange=True)
    assert choice(state) == "keep the seven"


def test_reports_what_may_count() -> None:
    state = table({0: "SQ SK SA H7 C9 DQ HJ H8"}, ["call hearts"], declaration_mode="decide")
    assert choice(state) == "report"


def test_says_nothing_about_what_is_beaten_for_certain() -> None:
    """Seat 0 has reported four in a row; seat 3, whose partner has nothing, has three."""
    four, three = "SJ SQ SK SA H7 C9 DQ HJ", "D7 D8 D9 CT CQ HQ CA HT"
    to_seat_3 = ["call hearts", "report", "play C9", "report nothing", "play C7", "report nothing", "play CK"]
    hands = {0: four, 1: "C7 DJ DA H8 S7 S9 DT HA", 2: "CK CJ DK H9 S8 ST C8 HK", 3: three}
    state = table(hands, to_seat_3, declaration_mode="decide")
    assert choice(state) == "report nothing"


def test_says_bela() -> None:
    state = table({0: "HQ HK SA H7 C9 DQ SJ D8"}, ["call hearts", "play HK"], bela_mode="decide")
    assert choice(state) == "bela"


def test_goes_out_when_it_may() -> None:
    game = adut.game("bela", episode="match", match_end="dosta", dosta_claim="decide", target=60)
    out = 0
    for seed in range(40):
        state = game.new_state(seed=seed)
        while not state.is_over:
            if "out" in state.legal_texts():
                out += 1
                assert choice(state) == "out"
            state.apply(decision(game, state.view()))
    assert out > 10


# -- Play ----------------------------------------------------------------------------------------------------------


def test_the_caller_draws_trumps_from_the_top() -> None:
    state = table({0: "HJ H9 HA H8 SA SK C7 DK"}, ["call hearts"])
    assert choices(state) <= {"play HJ", "play H9"}


def test_does_not_lead_a_ten_below_its_ace() -> None:
    state = table({0: "DT D7 SJ S7 C9 C7 H8 H7", 1: "HJ H9 HA DA"}, ["pass", "call hearts"])
    assert "play DT" not in choices(state)


def test_a_defender_cashes_a_plain_ace_first() -> None:
    state = table({0: "DA D7 SJ SQ C9 C7 H8 SK", 1: "HJ H9 HA CA"}, ["pass", "call hearts"])
    assert choice(state) == "play DA"


def test_puts_a_ten_on_the_partner_s_sure_trick() -> None:
    """Seat 0 leads the jack of trump; its partner, out of trumps, gives the lone ten of diamonds, whose ace is out."""
    hands = {0: "HJ H9 HA HT SA S7 C7 D7", 1: "H7 H8 SK S9 CT CK DA DK", 2: "CQ CJ DT C9 SJ SQ S8 C8"}
    state = table(hands, ["call hearts", "play HJ", "play H7"])
    assert choice(state) == "play DT"


def test_throws_the_least_on_the_opponents_trick() -> None:
    hands = {0: "HJ H9 HA HT SA S7 C7 D7", 1: "C9 CQ DA DT DJ SQ SK C8"}
    state = table(hands, ["call hearts", "play HJ"])
    assert choice(state) in ("play C9", "play C8")


def test_ruffs_with_the_cheapest_trump_in_last_seat() -> None:
    hands = {0: "SA S7 C7 C8 D7 D8 H7 D9", 1: "S8 SQ", 2: "S9 SK", 3: "HJ H9 H8 HQ DA CA CT DK"}
    state = table(hands, ["pass", "pass", "pass", "call hearts", "play SA", "play S8", "play S9"])
    assert choice(state) in ("play H8", "play HQ")


def test_keeps_the_nine_from_under_the_jack() -> None:
    state = table({0: "HJ HA HT SA S7 C7 D7 D8", 1: "H9 H7 S8 S9 C9 CT DQ DK"}, ["call hearts", "play HJ"])
    assert choice(state) == "play H7"


# -- Strength ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "points"), [(4, 70), (3, 37), (2, 35)])
def test_beats_random_play(players: int, points: int) -> None:
    """On duplicate deals, in points a deal between the sides; see `adut.evaluation`."""
    pair = evaluate(adut.game("bela", players), ["rule", "random"], deals=400).pairs[0]
    assert pair.points.low > points


@pytest.mark.parametrize("players", PLAYERS)
def test_a_table_plays_like_a_club(players: int) -> None:
    """Callers fall in a fifth of the deals, with three twice as often; few dealers are forced."""
    deals = 500
    game = adut.game("bela", players)
    fell = forced = scored = 0
    for seed in range(deals):
        record = play_on(game.new_state(seed=seed), number=seed).record
        fell += record.result == FELL
        scored += record.result in (MADE, FELL)
        forced += record.passes == (2 * players if players == 2 else players) - 1
    assert 0.15 <= fell / scored <= (0.5 if players == 3 else 0.3)
    assert forced / deals <= 0.35
