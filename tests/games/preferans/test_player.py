"""The rule-based player of Preferans: always legal, never sees what is hidden, plays as a club player is taught."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest
from tests.games.players import (
    check_choices,
    check_matches,
    choice,
    deal_again,
    decision,
    filled_up,
    play_on,
    played_in_both_modes,
    plays_alike,
    tables_under_way,
)

import adut
from adut.core.cards import CARD_NAMES, card_list
from adut.evaluation import evaluate
from adut.games.preferans.options import PRESETS
from adut.games.preferans.referee import lead_fault
from adut.games.preferans.table import FAILED, MADE

REFEREES = ("off", "mask", "score")
TABLES: list[tuple[str, dict[str, Any]]] = [(rules, dict(referee=referee)) for rules in PRESETS for referee in REFEREES]
TABLES += [
    ("tournament_2008", options)
    for options in (
        dict(hold_rule="next_active", igra_min_level="current", igra_floor="v12", talon_public=False, referee="mask"),
        dict(betl_follow="declare", defender_rule="strict_two", supe_cap=-1, must_head=True, must_overtrump=True),
        dict(betl_kontra_supe="giver_all", pik_needs_kontra=True, uver_betl="in_hand", last_deal_cap="none", kontra_levels=4),
        dict(referee="mask", ref_bid_pattern="literal", ref_bid_scope="all", ref_follow_scope="all", ref_pod="last"),
        dict(obs_history="current_trick", refe_limit=-1, refe_blocked_if="never", pik_needs_kontra=True, referee="score"),
    )
]
"""Every preset with every referee, and the options that no preset has."""


def table(owners: dict[Any, str], start: Iterable[str] = (), **options: Any) -> adut.State:
    """A table at which seat 0 is forehand; cards that nobody is given go, from the lowest, to whoever has room."""
    given = filled_up(owners, {0: 10, 1: 10, 2: 10, "talon": 2})
    return adut.game("preferans", **options).new_state(hands=given, dealer=2, start=list(start))


# -- Legal, and blind to what is hidden ----------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "options"), TABLES)
def test_every_choice_is_legal_and_the_full_record_and_the_view_give_the_same(rules: str, options: dict[str, Any]) -> None:
    game = adut.game("preferans", rules=rules, **options)
    chooser = random.Random(f"{rules} {options}")
    assert check_choices(game, chooser, 80, wild=(0.0, 0.1, 0.5, 0.9)) > 800


@pytest.mark.parametrize("rules", PRESETS)
def test_every_choice_of_a_match_is_legal(rules: str) -> None:
    game = adut.game("preferans", rules=rules, episode="match", start_bula=20)
    check_matches(game, 3)


def test_exchanged_hidden_cards_change_nothing() -> None:
    game = adut.game("preferans")
    chooser = random.Random(2)
    changed = 0
    for state in tables_under_way(game, chooser, 400, 30):
        number = chooser.getrandbits(62)
        other = state.array.copy()
        record = state.record
        places: list[tuple[str, int | None]] = [("hands", seat) for seat in range(3) if seat != state.seat]
        if record.declarer < 0 or record.in_hand:
            places.append(("talon", None))
        elif state.seat != record.declarer:
            places.append(("discards", None))
        changed += deal_again(other, places, chooser)
        assert decision(game, state.array, number) == decision(game, other, number)
    assert changed > 300


def test_the_same_key_gives_the_same_choice() -> None:
    game = adut.game("preferans")
    assert plays_alike(game, 20)


def test_uncompiled_it_decides_the_same() -> None:
    games = [{"name": "preferans", "referee": "score"}]
    compiled, uncompiled = played_in_both_modes(games, 6)
    assert compiled == uncompiled


@pytest.mark.parametrize(("rules", "options"), TABLES)
def test_start_play_reaches_the_first_lead(rules: str, options: dict[str, Any]) -> None:
    game = adut.game("preferans", rules=rules, **options)
    for seed in range(60):
        state = game.new_state(seed=seed, start="play")
        assert state.phase == "play"
        assert state.record.trick_number == 1
        assert state.record.trick_cards == 0
        assert state.record.declarer >= 0
        assert int(state.record.playing).bit_count() >= 2


# -- Auction, exchange, contract -----------------------------------------------------------------------------------

HEARTS = "HA HQ HT H9 H7 CA C8 DJ D8 S9"
SPADES = "SA SQ ST S9 S7 CA C8 DJ D8 H9"
RUBBISH = "C7 C8 CJ D7 D9 HQ H8 S9 S8 SJ"
STRONG_HEARTS = "HA HK HQ HJ HT CA CK DA S7 D8"
SAFE_BETL = "C7 C9 CJ D7 D8 H7 H8 HT S7 S8"
ALL_ACES = "CA CK DA DK HA HK SA SK SQ D7"


def test_bids_with_a_long_suit_and_an_ace() -> None:
    assert choice(table({0: HEARTS})) == "bid"


def test_passes_on_rubbish() -> None:
    assert choice(table({0: RUBBISH})) == "pass"
    assert choice(table({2: RUBBISH}, ["pass", "pass"])) == "pass"


def test_does_not_bid_past_its_suit() -> None:
    """A two is spades; to say three tells diamonds or more."""
    assert choice(table({0: SPADES})) == "bid"
    assert choice(table({1: SPADES}, ["bid"])) == "pass"


def test_holds_the_number_of_its_suit() -> None:
    state = table({0: HEARTS}, ["bid", "bid", "pass"])
    assert choice(state) == "hold"
    for call in ("hold", "bid", "hold", "bid"):
        state.apply(call)
    assert state.record.level == 5
    assert choice(state) == "pass"


def test_announces_and_names_a_suit_from_the_hand() -> None:
    state = table({0: STRONG_HEARTS})
    assert choice(state) == "in hand"
    for call in ("in hand", "pass", "pass"):
        state.apply(call)
    assert choice(state) == "declare hearts"


def test_a_higher_game_from_the_hand_is_good() -> None:
    state = table({1: STRONG_HEARTS}, ["in hand", "in hand", "pass", "declare clubs"])
    assert choice(state) == "good"


def test_announces_a_betl_in_which_every_suit_is_safe() -> None:
    assert choice(table({0: SAFE_BETL})) == "in hand betl"


def test_announces_a_sans_with_aces_and_kings() -> None:
    assert choice(table({0: ALL_ACES})) == "in hand no trump"


def exchange(state: adut.State) -> tuple[set[str], str]:
    """What the player discards, and the contract that he names."""
    laid = set()
    while state.phase == "discard":
        laid.add(choice(state).removeprefix("discard "))
        state.apply(choice(state))
    return laid, choice(state)


def test_discards_losers_and_declares_the_long_suit() -> None:
    state = table({0: "HA HK HQ HT H8 CA CK D7 S8 SK", "talon": "DQ S9"}, ["bid", "pass", "pass"])
    laid, contract = exchange(state)
    assert laid <= {"D7", "DQ", "S8", "S9", "SK"}
    assert contract == "declare hearts"


def test_declares_the_higher_of_two_equal_suits() -> None:
    state = table({0: "CA CK CQ C9 C8 SA SK SQ S9 S8", "talon": "D7 H7"}, ["bid", "pass", "pass"])
    laid, contract = exchange(state)
    assert laid == {"D7", "H7"}
    assert contract == "declare clubs"


def test_declares_betl_with_low_cards() -> None:
    state = table({0: "C7 C9 CJ D7 D8 H7 H8 HT S7 SA", "talon": "S8 HA"}, ["bid", "pass", "pass"])
    laid, contract = exchange(state)
    assert laid == {"SA", "HA"}
    assert contract == "declare betl"


# -- Following and doubling ----------------------------------------------------------------------------------------


def bought(owners: dict[Any, str], *answers: str) -> adut.State:
    """Forehand buys at two, discards the two cards of the talon as far as that goes, and plays hearts."""
    state = table(owners, ["bid", "pass", "pass"])
    for card in card_list(int(state.record.talon)):
        state.apply(f"discard {CARD_NAMES[card]}")
    state.apply("declare hearts")
    for answer in answers:
        state.apply(answer)
    return state


D_HEARTS = "HA HK HT H9 H8 CA C8 DK D8 S8"
TALON = "C7 D7"


def test_follows_with_aces_and_a_trump_trick() -> None:
    assert choice(bought({0: D_HEARTS, "talon": TALON, 1: "HQ HJ H7 SA SK S9 DA D9 CT C9"})) == "follow"


def test_declines_without_a_trick() -> None:
    assert choice(bought({0: D_HEARTS, "talon": TALON, 1: "H7 S7 S9 ST SJ D9 DT DJ C9 CT"})) == "decline"


def test_a_lone_follower_with_two_tricks_plays_alone() -> None:
    hands = {0: D_HEARTS, "talon": TALON, 1: "HQ H7 S9 SA DA D9 DT CT C9 SJ"}
    assert choice(bought(hands, "follow", "decline")) == "ok"


def test_a_strong_follower_takes_the_other_along() -> None:
    hands = {0: "HK HT H9 H8 H7 CA C8 DK D8 S8", "talon": TALON, 1: "HA HQ HJ SA SK S9 DA D9 CK CT"}
    assert choice(bought(hands, "follow", "decline")) in ("call partner", "double")


def test_gives_kontra_with_four_trump_tricks_and_an_ace() -> None:
    hands = {0: "HT H9 H8 H7 CA C8 DK D8 S8 SQ", "talon": TALON, 1: "HA HK HQ HJ SA SK DA D9 CK CT"}
    assert choice(bought(hands, "follow", "decline")) == "double"


def test_redoubles_a_hand_that_cannot_fail() -> None:
    hands = {0: "HA HK HQ HJ HT H9 CA CK DA SA", "talon": TALON}
    assert choice(bought(hands, "follow", "decline", "double")) == "redouble"
    assert choice(bought({0: "HA HT H9 H8 H7 CA C8 DK D8 S8", "talon": TALON}, "follow", "decline", "double")) == "ok"


# -- Play ----------------------------------------------------------------------------------------------------------


def test_the_declarer_draws_trumps_from_the_top() -> None:
    state = bought({0: "HA HK HQ HT H8 CA C8 DK D8 S8", "talon": TALON}, "follow", "follow", "ok", "ok")
    assert choice(state) in ("play HA", "play HK", "play HQ")


def test_the_declarer_leaves_trumps_alone_when_they_are_drawn() -> None:
    hands = {
        0: "HA HK HQ HJ HT CK CQ DK D8 S8",
        "talon": TALON,
        1: "H8 H7 SA SK SQ DQ DJ CJ CT C9",
        2: "H9 S7 S9 ST SJ DA D9 DT C8 CA",
    }
    state = bought(hands, "follow", "follow", "ok", "ok", *(f"play {card}" for card in ("HA", "H8", "H9", "HK", "H7", "S7")))
    assert not choice(state).startswith("play H")


def test_last_seat_wins_with_the_cheapest_card() -> None:
    hands = {0: D_HEARTS, "talon": TALON, 1: "D9 DJ S7 S9 C9 CT H7 ST CJ SJ", 2: "DA DQ DT SA SK SQ CK CQ HQ HJ"}
    state = bought(hands, "follow", "follow", "ok", "ok", "play D8", "play DJ")
    assert choice(state) == "play DQ"


def test_throws_the_lowest_on_a_trick_that_the_partner_wins() -> None:
    hands = {0: D_HEARTS, "talon": TALON, 1: "DA D9 S7 S9 C9 CT H7 ST CJ SJ", 2: "DQ DJ DT SA SK SQ CK CQ HQ HJ"}
    state = bought(hands, "follow", "follow", "ok", "ok", "play D8", "play DA")
    assert choice(state) == "play DT"


def test_trumps_with_the_lowest_trump_that_holds() -> None:
    hands = {0: D_HEARTS, "talon": TALON, 1: "DA D9 S7 S9 C9 CT H7 ST CJ SJ", 2: "SA SK SQ CK CQ HQ HJ S8 CT C9"}
    hands[0] = "HA HK HT H9 H8 CA C8 DK D8 DQ"
    hands[1] = "DA D9 DT DJ S7 S9 H7 ST CJ SJ"
    state = bought(hands, "follow", "follow", "ok", "ok", "play DK", "play D9")
    assert choice(state) == "play HJ"


def test_a_defender_cashes_his_ace_before_it_is_trumped() -> None:
    """Seat 1 has won the first trick; the declarer has shown length elsewhere."""
    hands = {0: D_HEARTS, "talon": TALON, 1: "SA SK S9 DA D9 C9 CT CJ HQ H7", 2: "S7 ST SJ SQ DT DJ DQ CK CQ HJ"}
    state = bought(hands, "follow", "follow", "ok", "ok", "play S8", "play SK", "play S7")
    assert choice(state) in ("play SA", "play DA")


def test_opening_leads_are_those_that_the_referee_allows() -> None:
    game = adut.game("preferans")
    leads = 0
    for seed in range(400):
        state = game.new_state(seed=seed, start="play")
        record = state.record
        if state.seat != record.declarer:
            assert lead_fault(record, game.options, state.seat, decision(game, state.view())) is None
            leads += 1
    assert leads > 200


# -- Betl ----------------------------------------------------------------------------------------------------------


def betl(owners: dict[Any, str], *cards: str) -> adut.State:
    """The dealer, seat 2, plays betl from the hand; nobody doubles; cards are then played."""
    return table(owners, ["pass", "pass", "in hand betl", "ok", "ok", *(f"play {card}" for card in cards)])


def test_the_declarer_of_betl_plays_the_highest_card_below() -> None:
    hands = {0: "HJ HK CA CK CQ DA DK SA SK SQ", 1: "HQ HA CT CJ DQ DJ DT ST SJ C9", 2: "H7 H9 HT C7 C8 D7 D8 S7 S8 S9"}
    assert choice(betl(hands, "HJ", "HQ")) == "play HT"


def test_the_declarer_of_betl_discards_the_dangerous_card() -> None:
    hands = {0: "HJ HK H7 CK CQ DA DK SA SK SQ", 1: "HQ HA H8 H9 DQ DJ DT ST SJ HT", 2: "C7 C8 CA D7 D8 D9 S7 S8 S9 C9"}
    assert choice(betl(hands, "HJ", "HQ")) == "play CA"


def test_a_defender_of_betl_stays_below_the_declarer() -> None:
    """Forehand plays betl and leads the nine; the second defender has the seven and the king."""
    hands = {0: "H9 HT C7 C8 D7 D8 S7 S8 S9 SJ", 1: "H8 HA CA CJ DA DK SA SK SQ DQ", 2: "H7 HK CQ CK CT C9 DJ DT ST D9"}
    state = table(hands, ["in hand betl", "pass", "pass", "ok", "ok", "play H9", "play H8"])
    assert choice(state) == "play H7"


def test_a_defender_of_betl_gets_rid_of_high_cards_where_the_partner_wins() -> None:
    hands = {0: "H9 HT C7 C8 D7 D8 S7 S8 S9 SJ", 1: "HQ HA CA CJ DA DK SA SK SQ DQ", 2: "H7 HK CQ CK CT C9 DJ DT ST D9"}
    state = table(hands, ["in hand betl", "pass", "pass", "ok", "ok", "play H9", "play HQ"])
    assert choice(state) == "play HK"


# -- Strength ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, dict(referee="mask"), dict(referee="score")])
def test_beats_random_play(options: dict[str, Any]) -> None:
    """On duplicate deals, in points a seat and deal; see `adut.evaluation`."""
    pair = evaluate(adut.game("preferans", **options), ["rule", "random"], deals=300).pairs[0]
    assert pair.payoff.low > 60


def test_a_table_plays_like_a_club() -> None:
    game = adut.game("preferans")
    deals = 600
    passed = in_hand = played = made = unfollowed = 0
    for seed in range(deals):
        record = play_on(game.new_state(seed=seed), number=seed).record
        passed += record.declarer < 0
        in_hand += record.in_hand
        unfollowed += record.declarer >= 0 and record.followers == 0
        played += record.outcome in (MADE, FAILED)
        made += record.outcome == MADE
    assert 0.2 <= passed / deals <= 0.45
    assert 0.05 <= in_hand / deals <= 0.42
    assert 0.05 <= unfollowed / deals <= 0.3
    assert 0.7 <= made / played <= 0.93
