"""The rule-based player of Belot: always legal, never sees what is hidden, plays as a club player is taught."""

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
from adut.games.belot.layout import INSIDE, KONTRA_LOST, PASSED_OUT
from adut.games.belot.options import PRESETS

TABLES: list[tuple[str, dict[str, Any]]] = [(rules, {}) for rules in PRESETS]
TABLES += [
    ("bg_published", dict(overbid_after_kontra=False, undertrump="must", declaration_disclosure="top_after_trick1")),
    ("bg_published", dict(raise_over_partner=False, belot_all_trumps="free", declaration_disclosure="cards_after_trick1")),
    ("bg_published", dict(declaration_contest="single_pool", declaration_tie="trump_earlier", split_long_run=True)),
    ("montenegrin", dict(kontra_scope="cards_only", trickless_declarations="void", capot_blocks_end=False)),
]
"""Every preset, and the options that no preset has."""


def table(owners: dict[int, str], start: Iterable[str] = (), **options: Any) -> adut.State:
    """A table at which seat 0 is forehand; a hand's first five cards come before the auction, the others after it.

    Cards that nobody is given go, from the lowest, to whoever has room.
    """
    given = filled_up(owners, dict.fromkeys(range(4), 8))
    game = adut.game("belot", **options)
    return game.new_state(hands=given, dealer=3, start=list(start))


def contract(call: str, rest: Iterable[str] = ()) -> list[str]:
    """The actions of an auction in which forehand bids and the others pass, and what follows."""
    return [f"bid {call}", "pass", "pass", "pass", *rest]


# -- Legal, and blind to what is hidden ----------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "options"), TABLES)
def test_every_choice_is_legal_and_the_full_record_and_the_view_give_the_same(rules: str, options: dict[str, Any]) -> None:
    game = adut.game("belot", rules=rules, **options)
    chooser = random.Random(f"{rules} {options}")
    assert check_choices(game, chooser) > 1500


def test_every_choice_of_a_match_is_legal() -> None:
    game = adut.game("belot", episode="match", rules="nikolayit_2")
    check_matches(game, 5)


def test_exchanged_hidden_cards_change_nothing() -> None:
    """The others' cards and those still to come are dealt anew; what has been announced stays."""
    game = adut.game("belot")
    chooser = random.Random(2)
    changed = 0
    for state in tables_under_way(game, chooser, 200, 25):
        number = chooser.getrandbits(62)
        other = state.array.copy()
        places = [("hands", seat) for seat in range(4) if seat != state.seat]
        if state.phase == "auction":
            places += [("late", seat) for seat in range(4)]
        changed += deal_again(other, places, chooser)
        assert decision(game, state.array, number) == decision(game, other, number)
    assert changed > 200


def test_the_same_key_gives_the_same_choice() -> None:
    game = adut.game("belot")
    assert plays_alike(game, 10)


def test_uncompiled_it_decides_the_same() -> None:
    games = [{"name": "belot", "rules": rules} for rules in ("montenegrin", "bg_published")]
    compiled, uncompiled = played_in_both_modes(games, 4)
    assert compiled == uncompiled


@pytest.mark.parametrize(("rules", "options"), TABLES)
def test_start_play_reaches_the_first_lead(rules: str, options: dict[str, Any]) -> None:
    game = adut.game("belot", rules=rules, **options)
    for seed in range(40):
        state = game.new_state(seed=seed, start="play")
        assert state.phase == "play"
        assert state.record.trick_number == 1
        assert state.record.trick_cards == 0


# -- The auction ---------------------------------------------------------------------------------------------------

JACK_AND_NINE = "HJ H9 HA SA C7"
RUBBISH = "H7 H8 SQ S8 CQ"


def test_bids_jack_nine_and_an_ace_and_passes_on_rubbish() -> None:
    assert choice(table({0: JACK_AND_NINE})) == "bid hearts"
    assert choice(table({0: RUBBISH})) == "pass"


def test_aces_and_tens_are_no_trumps_jacks_and_nines_all_trumps() -> None:
    assert choice(table({0: "HA HT SA ST CA"})) == "bid no trumps"
    assert choice(table({0: "HJ H9 SJ S9 CJ"})) == "bid all trumps"


def test_leaves_the_partner_s_suit_alone_without_a_better_one() -> None:
    assert choice(table({2: "H7 HQ SA S8 C9"}, ["bid hearts", "pass"])) == "pass"
    assert choice(table({2: "HJ H9 SJ S9 CJ"}, ["bid diamonds", "pass"])) == "bid all trumps"


def test_outbids_the_opponents_with_a_good_suit() -> None:
    assert choice(table({1: "SJ S9 SA S8 HA"}, ["bid clubs"])) == "bid spades"
    assert choice(table({1: "C8 C7 HQ D7 SQ"}, ["bid clubs"])) == "pass"


def test_kontra_on_trumps_behind_the_caller() -> None:
    assert choice(table({1: "HJ H9 HA HT SA"}, ["bid hearts"])) == "kontra"
    assert choice(table({1: RUBBISH}, ["bid hearts"])) == "pass"


def test_rekontra_with_more_than_was_promised() -> None:
    assert choice(table({0: "HJ H9 HA HT SA"}, ["bid hearts", "kontra", "pass", "pass"])) == "rekontra"
    assert choice(table({0: "HJ H9 H7 SQ C7"}, ["bid hearts", "kontra", "pass", "pass"])) == "pass"


# -- Declarations --------------------------------------------------------------------------------------------------


def test_declares_the_best_plan() -> None:
    """Four kings and the run up to the queen are worth more than the run up to the king."""
    state = table({0: "CK DK HK SK S9 ST SJ SQ"}, contract("hearts"), declaration_mode="decide")
    declared = []
    while state.phase == "declare":
        declared.append(choice(state))
        state.apply(decision(state.game, state.view()))
    assert set(declared) == {"declare 1", "declare 3"}


RUNS = {0: "SJ SQ SK SA H7 C9 DQ HJ", 1: "C7 DJ DA H8 S7 S9 DT HA", 2: "CK CJ DK H9 S8 ST C8 HK", 3: "D7 D8 D9 CT CQ HQ CA HT"}
"""Seat 0 has a run of four, seat 3 a run of three."""


def test_says_nothing_about_what_is_beaten_for_certain() -> None:
    to_seat_3 = contract("hearts", ["declare 1", "play C9", "play C7", "play CK"])
    assert choice(table(RUNS, to_seat_3, declaration_mode="decide")) == "done"
    silent = contract("hearts", ["done", "play C9", "play C7", "play CK"])
    assert choice(table(RUNS, silent, declaration_mode="decide")) == "declare 1"


def test_says_belot() -> None:
    state = table({0: "HQ HK SA H7 C9 DQ SJ D8"}, contract("hearts"), belot_mode="decide")
    texts = set()
    while not state.is_over:
        if state.seat == 0:
            texts.add(choice(state))
        state.apply(decision(state.game, state.view()))
    assert texts & {"belot HK", "belot HQ"}


def test_does_not_throw_belot_away() -> None:
    """In all trumps a discarded king loses the belot."""
    hands = {0: "CJ C9 CA C7 D9 DA S9 SA", 1: "HK HQ D7 D8 S7 S8 H7 H8", 2: "CK CT C8 CQ"}
    state = table(hands, contract("all trumps", ["play CJ"]))
    assert choice(state) not in ("play HK", "play HQ")


# -- Play ----------------------------------------------------------------------------------------------------------


def test_the_caller_draws_trumps_from_the_top() -> None:
    state = table({0: "HJ H9 HA H8 SA SK C7 DK"}, contract("hearts"))
    assert choices(state) <= {"play HJ", "play H9"}


def test_leads_the_highest_cards_without_trumps() -> None:
    state = table({0: "SA ST SK SQ HA HT C7 D7"}, contract("no trumps"))
    assert choices(state) <= {"play SA", "play ST", "play SK", "play HA", "play HT"}


def test_leads_the_jack_before_the_nine_in_all_trumps() -> None:
    state = table({0: "SJ S9 SA HJ H9 D7 C7 D8"}, contract("all trumps"))
    assert choices(state) <= {"play SJ", "play HJ", "play S9", "play H9"}
    state = table({0: "S9 SK HJ H9 HA C7 D7 D8"}, contract("all trumps"))
    assert not choices(state) & {"play S9", "play SK"}


def test_does_not_lead_a_ten_below_its_ace() -> None:
    state = table({0: "DT D7 SJ S7 C9 C7 H8 H7", 1: "HJ H9 HA DA"}, ["pass", "bid hearts", "pass", "pass", "pass"])
    assert "play DT" not in choices(state)


def test_puts_a_ten_on_the_partner_s_sure_trick() -> None:
    """Seat 0 leads the jack of trump; its partner, out of trumps, gives the lone ten of diamonds, whose ace is out."""
    hands = {0: "HJ H9 HA HT SA S7 C7 D7", 1: "H7 H8 SK S9 CT CK DA DK", 2: "CQ CJ DT C9 SJ SQ S8 C8"}
    state = table(hands, contract("hearts", ["play HJ", "play H7"]))
    assert choice(state) == "play DT"


def test_throws_the_least_on_the_opponents_trick() -> None:
    hands = {0: "HJ H9 HA HT SA S7 C7 D7", 1: "C9 CQ DA DT DJ SQ SK C8"}
    state = table(hands, contract("hearts", ["play HJ"]))
    assert choice(state) in ("play C9", "play C8")


def test_ruffs_with_the_cheapest_trump_in_last_seat() -> None:
    hands = {0: "SA S7 C7 C8 D7 D8 H7 D9", 1: "S8 SQ", 2: "S9 SK", 3: "HJ H9 H8 HQ DA CA CT DK"}
    state = table(hands, ["pass", "pass", "pass", "bid hearts", "pass", "pass", "pass", "play SA", "play S8", "play S9"])
    assert choice(state) in ("play H8", "play HQ")


def test_keeps_the_nine_from_under_the_jack() -> None:
    state = table({0: "HJ HA HT SA S7 C7 D7 D8", 1: "H9 H7 S8 S9 C9 CT DQ DK"}, contract("hearts", ["play HJ"]))
    assert choice(state) == "play H7"


def test_takes_with_the_cheapest_card_that_wins_in_last_seat() -> None:
    hands = {0: "S9 C7 C8 D7 D8 H7 H8 D9", 1: "S8 SK", 2: "SJ ST", 3: "SA SQ HA H9 DA DK DQ CJ"}
    state = table(hands, contract("no trumps", ["play S9", "play S8", "play SJ"]))
    assert choice(state) == "play SQ"


# -- Strength ------------------------------------------------------------------------------------------------------


def test_beats_random_play() -> None:
    """On duplicate deals, in game points a deal between the sides; see `adut.evaluation`."""
    pair = evaluate(adut.game("belot"), ["rule", "random"], deals=400).pairs[0]
    assert pair.points.low > 20


def test_a_table_plays_like_a_club() -> None:
    """A quarter of the contracts are lost, few are doubled, and a quarter of the deals are passed out at most."""
    deals = 600
    game = adut.game("belot")
    inside = played = passed_out = doubled = 0
    for seed in range(deals):
        record = play_on(game.new_state(seed=seed), number=seed).record
        inside += record.result in (INSIDE, KONTRA_LOST)
        played += record.result != PASSED_OUT
        passed_out += record.result == PASSED_OUT
        doubled += record.mult > 1
    assert 0.15 <= inside / played <= 0.33
    assert passed_out / deals <= 0.3
    assert doubled / played <= 0.1
