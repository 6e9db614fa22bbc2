"""The rule-based player of Russian Preferans: always legal, never sees what is hidden, plays as a club player is taught."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from math import comb
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
from adut.core.cards import CARD_NAMES, card_list
from adut.evaluation import evaluate
from adut.games.russian_preferans.layout import RASPASOVKA
from adut.games.russian_preferans.options import PRESETS
from adut.games.russian_preferans.player_safe import RISK, RISK_OF_LEAD
from adut.games.russian_preferans.table import FAILED, MADE

TABLES: list[tuple[str, int, dict[str, Any]]] = [(rules, players, {}) for rules in PRESETS for players in (3, 4)]
TABLES += [
    ("standard", players, options)
    for players in (3, 4)
    for options in (
        dict(bid_jumps="free", here_who="first_hand_only", misere_first_call_only=False, surrender_without_three=True),
        dict(no_talon_games="overcall_and_repeat", preferans_hand="tops", half_offers="one", exit_levels="6-7-8"),
        dict(stalingrad=True, joint_defence="single_agent", open_timing="before_lead", raspas_dealer_order="dealt_order"),
        dict(own_levels="none", dealer_whist_8plus=True, responsible_8plus="both", ten="whisted", consolation="none"),
        dict(own_levels=6, return_after_first_own=True, return_first=False, second_pass_on_own_levels=True, seat_draw=True),
        dict(raspas_talon="unused", raspas_zero_award="none", raspas_dealer_stays=0, talon_award_3p="half_each"),
    )
]
"""Every preset with three players and four, and the options that no preset has."""


def table(owners: dict[Any, str], start: Iterable[str] = (), sheet: Any = None, **options: Any) -> adut.State:
    """A table at which seat 0 is first hand, and the dealer sits at 3 or, of three players, at 2; cards that nobody is given
    go, from the lowest, to whoever has room."""
    given = filled_up(owners, {0: 10, 1: 10, 2: 10, "talon": 2})
    game = adut.game("russian_preferans", **options)
    return game.new_state(hands=given, dealer=game.seats - 1, sheet=sheet, start=list(start))


# -- Legal, and blind to what is hidden ----------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "players", "options"), TABLES)
def test_every_choice_is_legal_and_the_full_record_and_the_view_give_the_same(
    rules: str, players: int, options: dict[str, Any]
) -> None:
    game = adut.game("russian_preferans", rules=rules, players=players, **options)
    chooser = random.Random(f"{rules} {players} {options}")
    assert check_choices(game, chooser, wild=(0.0, 0.1, 0.5, 0.9)) > 800


@pytest.mark.parametrize("rules", PRESETS)
def test_every_choice_of_a_match_is_legal(rules: str) -> None:
    game = adut.game("russian_preferans", rules=rules, episode="match", pool_target=6)
    check_matches(game, 2)


@pytest.mark.parametrize("players", [3, 4])
def test_exchanged_hidden_cards_change_nothing(players: int) -> None:
    """The hands that the player sees stay: his own, those that he plays, and open ones."""
    game = adut.game("russian_preferans", players=players)
    chooser = random.Random(2)
    changed = 0
    for state in tables_under_way(game, chooser, 400, 30):
        number = chooser.getrandbits(62)
        other = state.array.copy()
        record = state.record
        view = state.view()[0]
        places: list[tuple[str, int | None]] = [
            ("hands", seat) for seat in range(players) if record.hands[seat] and not view["hands"][seat]
        ]
        if (record.declarer < 0 and record.contract != RASPASOVKA) or record.no_talon:
            places.append(("talon", None))
        elif record.declarer >= 0 and state.actor != record.declarer and not record.refused:
            places.append(("discards", None))
        changed += deal_again(other, places, chooser) > 0
        assert decision(game, state.array, number) == decision(game, other, number)
    assert changed > 200


def test_the_same_key_gives_the_same_choice() -> None:
    game = adut.game("russian_preferans")
    assert plays_alike(game, 20)


def test_uncompiled_it_decides_the_same() -> None:
    games = [{"name": "russian_preferans", "players": players} for players in (3, 4)]
    compiled, uncompiled = played_in_both_modes(games, 4)
    assert compiled == uncompiled


@pytest.mark.parametrize(("rules", "players", "options"), TABLES)
def test_start_play_reaches_the_first_card(rules: str, players: int, options: dict[str, Any]) -> None:
    game = adut.game("russian_preferans", rules=rules, players=players, **options)
    for seed in range(60):
        state = game.new_state(seed=seed, start="play")
        assert state.phase == "play"
        assert state.record.trick_number == 1
        assert state.record.trick_cards == 0


# -- Auction -------------------------------------------------------------------------------------------------------

HEARTS = "HA HK HQ HT H9 CA CK DJ D8 S9"
SPADES = "SA SQ ST S9 S7 CA C8 DA D8 H9"
RUBBISH = "C7 C9 CQ D7 D9 HQ H8 S9 S8 SJ"
SAFE = "C7 C9 CJ D7 D8 H7 H8 HT S7 S8"
ONE_HOLE = "C7 C9 CQ CK D7 D8 H7 H8 HT S7"
ALL_ACES = "CA CK DA DK HA HK SA SK SQ D7"
NINE = "SA SK SQ SJ ST S9 HA HK DA C8"
PASSES = ["pass", "pass"]


def test_raises_with_six_tricks() -> None:
    assert choice(table({0: HEARTS})) == "raise"


def test_passes_on_rubbish() -> None:
    assert choice(table({0: RUBBISH})) == "pass"
    assert choice(table({2: RUBBISH}, PASSES)) == "pass"


def test_bids_less_far_on_fewer_tricks() -> None:
    """Against second hand, third hand bids six clubs, but not seven no trump."""
    assert choice(table({2: HEARTS}, ["pass", "raise"])) == "raise"
    assert choice(table({2: HEARTS}, ["pass", *["raise"] * 9])) == "pass"


def test_holds_the_bid_of_the_later_player() -> None:
    assert choice(table({1: HEARTS}, ["pass", "raise", "raise"])) == "here"


def test_bids_more_freely_against_a_dear_raspasovka() -> None:
    """In the first raspasovka of a series a trick costs one point, in the third four."""
    hand = "C8 CT D9 DA H8 H9 HA S9 SQ SK"
    sheet: dict[str, Any] = dict(pool=[0] * 4, mountain=[0] * 4, whists=[[0] * 4] * 4)
    first = table({2: hand}, PASSES)
    third = table({2: hand}, PASSES, sheet=sheet | dict(series=2), episode="match")
    assert (choice(first), choice(third)) == ("pass", "raise")


def test_says_misere_with_safe_suits() -> None:
    assert choice(table({1: SAFE}, ["pass"])) == "misere"


def test_offers_half_of_a_doubtful_misere_and_the_dealer_accepts_what_is_good() -> None:
    """Of the clubs the queen or the king is laid away; then the other is in danger of few distributions."""
    state = table({1: ONE_HOLE}, ["pass"])
    assert choice(state) == "offer half"
    state.apply("offer half")
    assert choice(state) == "accept"
    assert choice(table({1: RUBBISH}, ["pass", "offer half"])) == "refuse"


def test_overcalls_a_misere_without_the_talon() -> None:
    assert choice(table({1: NINE}, ["misere"])) == "nine without talon"
    assert choice(table({1: SAFE}, ["misere"])) == "misere without talon"
    assert choice(table({1: HEARTS}, ["misere"])) == "pass"


def test_the_risk_of_a_suit_counts_the_ways_in_which_it_is_caught() -> None:
    """The seven alone is safe; the eight is caught only if one defender has all others but the seven, or the like."""
    for holding in range(256):
        assert RISK[holding] == risk(holding, caught), holding
        assert RISK_OF_LEAD[holding] == (1000 if holding == 0 else risk(holding, caught_on_lead)), holding


def ranks(holding: int) -> list[int]:
    return [rank for rank in range(8) if holding >> rank & 1]


@cache
def caught(mine: int, after: int, before: int) -> bool:
    """Whether defenders who lead a suit as they like, from the hand after the declarer's or the one before, win him a trick."""
    if not mine:
        return False
    for lead in ranks(after):
        for other in ranks(before) or [-1]:
            if all(
                card > max(lead, other) or caught(mine & ~(1 << card), without(after, lead), without(before, other))
                for card in ranks(mine)
            ):
                return True
    return any(
        all(
            any(
                card > max(lead, other) or caught(mine & ~(1 << card), without(after, other), without(before, lead))
                for other in ranks(after) or [-1]
            )
            for card in ranks(mine)
        )
        for lead in ranks(before)
    )


@cache
def caught_on_lead(mine: int, after: int, before: int) -> bool:
    """The same if the declarer leads the suit first."""
    return all(
        any(
            card > max(second, third) or caught(mine & ~(1 << card), without(after, second), without(before, third))
            for second in ranks(after) or [-1]
            for third in ranks(before) or [-1]
        )
        for card in ranks(mine)
    )


def without(holding: int, rank: int) -> int:
    return holding & ~(1 << rank) if rank >= 0 else holding


def risk(mine: int, is_caught: Any) -> int:
    """How many of a thousand ways to deal the missing cards to two hands of ten lose a trick."""
    missing = ranks(255 & ~mine)
    ways = bad = 0
    for chosen in range(1 << len(missing)):
        after = sum(1 << rank for place, rank in enumerate(missing) if chosen >> place & 1)
        weight = comb(20 - len(missing), 10 - after.bit_count())
        ways += weight
        bad += weight * is_caught(mine, after, 255 & ~mine & ~after)
    return round(1000 * bad / ways)


# -- Exchange and contract -----------------------------------------------------------------------------------------


def exchange(state: adut.State) -> tuple[set[str], str]:
    """What the player discards, and the contract that he names."""
    laid = set()
    while state.phase == "discard":
        laid.add(choice(state).removeprefix("discard "))
        state.apply(choice(state))
    return laid, choice(state)


def test_discards_losers_and_names_the_long_suit() -> None:
    state = table({0: "HA HK HQ HT H8 CA CK D7 S8 SK", "talon": "DQ S9"}, ["raise", *PASSES])
    laid, contract = exchange(state)
    assert laid <= {"D7", "DQ", "S8", "S9", "SK"}
    assert contract == "contract 7 hearts"


def test_names_a_higher_level_with_more_tricks() -> None:
    state = table({0: "HA HK HQ HJ HT H9 CA CK CQ DA", "talon": "DQ S9"}, ["raise", *PASSES])
    assert exchange(state)[1] == "contract 9 hearts"


def test_names_no_less_than_the_bid() -> None:
    """First hand has raised to eight spades; seven hearts would be worth more."""
    state = table({0: HEARTS, "talon": "D7 C7"}, ["raise", "raise", "pass", *["raise"] * 9, "pass"])
    assert exchange(state)[1] == "contract 8 hearts"


def test_throws_a_useless_talon_openly() -> None:
    hand = {0: "HA HK HQ HT H9 CA CK DK DQ S9", "talon": "S8 S7"}
    assert choice(table(hand, ["raise", *PASSES])) == "discard talon open"
    assert choice(table(hand, ["raise", *PASSES], open_talon_refusal=False)) == "discard S7"


def test_declares_a_preferans() -> None:
    hand = {0: "SA SK SQ SJ ST S9 S8 S7 HA HK", "talon": "HQ DA"}
    assert choice(table(hand, ["raise", *PASSES])) == "declare preferans"


def test_discards_what_endangers_a_misere() -> None:
    state = table({0: "C7 C9 CJ D7 D8 H7 H8 HT S7 SA", "talon": "S8 HA"}, ["misere", *PASSES])
    laid = set()
    while state.phase == "discard":
        laid.add(choice(state).removeprefix("discard "))
        state.apply(choice(state))
    assert laid == {"SA", "HA"}


def test_gives_up_where_failing_costs_more() -> None:
    """Nine no trump with three tricks: six are missing, three cost less."""
    raises = ["raise"] * 20
    state = table({0: RUBBISH, "talon": "C8 D8"}, [*raises[:2], "pass", *raises[:18], "pass"], surrender_without_three=True)
    assert int(state.record.bid) == 19
    state.apply("discard C8")
    state.apply("discard D8")
    assert choice(state) == "refuse"


# -- Whist ---------------------------------------------------------------------------------------------------------


def bought(owners: dict[Any, str], level: int, *says: str, **options: Any) -> adut.State:
    """First hand buys at six, lays away what the talon brought, and names hearts at a level; then declarations."""
    state = table(owners, ["raise", *PASSES], **options)
    for card in card_list(int(state.record.talon)):
        state.apply(f"discard {CARD_NAMES[card]}")
    state.apply(f"contract {level} hearts")
    for one in says:
        state.apply(one)
    return state


D_HEARTS = "HA HK HT H9 H8 CA C8 DK D8 S8"
TALON = "C7 D7"
STRONG = "HQ HJ H7 SA SK S9 DA D9 CK CT"
WEAK = "H7 S7 S9 ST SJ D9 DT DJ C9 CT"
FAIR = "HQ HJ H7 SA SK S9 DJ D9 CT C9"


def test_whists_with_tricks_and_passes_without() -> None:
    assert choice(bought({0: D_HEARTS, "talon": TALON, 1: STRONG}, 6)) == "whist"
    assert choice(bought({0: D_HEARTS, "talon": TALON, 1: WEAK}, 8)) == "pass"


def test_a_lone_whister_calls_the_other_with_many_tricks_and_goes_for_his_own_with_few() -> None:
    assert choice(bought({0: D_HEARTS, "talon": TALON, 1: STRONG}, 6, "whist", "pass")) == "together"
    assert choice(bought({0: D_HEARTS, "talon": TALON, 1: WEAK}, 6, "whist", "pass")) == "for own"


def test_the_second_defender_goes_for_his_own_unless_he_is_strong() -> None:
    assert choice(bought({0: D_HEARTS, "talon": TALON, 2: WEAK}, 6, "pass")) == "for own"
    assert choice(bought({0: D_HEARTS, "talon": TALON, 2: STRONG}, 6, "pass")) == "together"


def test_the_second_of_two_whists_with_his_half_alone() -> None:
    assert choice(bought({0: D_HEARTS, "talon": TALON, 2: FAIR}, 6, "whist")) == "whist"
    assert choice(bought({0: D_HEARTS, "talon": TALON, 2: WEAK}, 6, "whist")) == "pass"


def test_nobody_whists_a_nine_without_a_sure_trick() -> None:
    assert choice(bought({0: D_HEARTS, "talon": TALON, 1: WEAK}, 9)) == "pass"
    assert choice(bought({0: D_HEARTS, "talon": TALON, 2: WEAK}, 9, "pass")) == "pass"


def test_who_passed_returns_the_whist_with_a_strong_hand_alone() -> None:
    assert choice(bought({0: D_HEARTS, "talon": TALON, 1: STRONG}, 6, "pass", "for own")) == "together"
    assert choice(bought({0: D_HEARTS, "talon": TALON, 1: WEAK}, 7, "pass", "for own")) == "pass"


def test_the_dealer_looks_at_the_hand_that_went_for_its_own_and_returns_with_tricks() -> None:
    for hand, answer in ((STRONG, "together"), (WEAK, "pass")):
        state = bought({0: D_HEARTS, "talon": TALON, 2: hand}, 7, "pass", "for own", "pass")
        assert choice(state) == "look second"
        state.apply("look second")
        assert choice(state) == answer


def test_a_single_whister_opens_the_hands() -> None:
    state = bought({0: D_HEARTS, "talon": TALON, 1: STRONG}, 6, "whist", "pass", "together", "play HA")
    assert choice(state) == "open"


# -- Play of contracts ---------------------------------------------------------------------------------------------


def test_the_declarer_draws_trumps_from_the_top() -> None:
    state = bought({0: "HA HK HQ HT H8 CA C8 DK D8 S8", "talon": TALON}, 6, "whist", "whist")
    assert choice(state) in ("play HA", "play HK", "play HQ")


def test_the_declarer_leaves_trumps_alone_when_they_are_drawn() -> None:
    hands = {
        0: "HA HK HQ HJ HT CK CQ DK D8 S8",
        "talon": TALON,
        1: "H8 H7 SA SK SQ DQ DJ CJ CT C9",
        2: "H9 S7 S9 ST SJ DA D9 DT C8 CA",
    }
    state = bought(hands, 6, "whist", "whist", *(f"play {card}" for card in ("HA", "H8", "H9", "HK", "H7", "S7")))
    assert all(not card.startswith("play H") for card in choices(state))


OTHERS = {1: "D9 DJ S7 S9 C9 CT H7 ST CJ SJ", 2: "DA DQ DT SA SK SQ CK CQ HQ HJ"}


def test_last_seat_wins_with_the_cheapest_card() -> None:
    state = bought({0: D_HEARTS, "talon": TALON, **OTHERS}, 6, "whist", "whist", "play D8", "play DJ")
    assert choice(state) == "play DQ"


def test_throws_the_lowest_on_a_trick_that_the_partner_wins() -> None:
    hands = {0: D_HEARTS, "talon": TALON, 1: "DA D9 S7 S9 C9 CT H7 ST CJ SJ", 2: "DQ DJ DT SA SK SQ CK CQ HQ HJ"}
    state = bought(hands, 6, "whist", "whist", "play D8", "play DA")
    assert choice(state) == "play DT"


def test_a_whister_over_two_hands_spares_the_card_that_the_other_hand_makes_needless() -> None:
    """The ace of the hand that plays last wins; the king before it stays."""
    hands = {0: "HA HK HT H9 H8 CA C8 DJ D8 S8", "talon": TALON, 1: "D9 DK S7 S9 C9 CT H7 ST CJ SJ"}
    state = bought(hands | {2: "DA DQ DT SA SK SQ CK CQ HQ HJ"}, 6, "pass", "together", "play D8", "open")
    assert (int(state.record.seat), int(state.record.actor)) == (1, 2)
    assert choice(state) == "play D9"


def test_a_declarer_who_sees_both_hands_cashes_what_nobody_can_beat() -> None:
    """The spade king is good once the ace is gone; both hands lie open."""
    hands = {0: "HA HK HQ HJ HT CA CK DA D8 S8", "talon": TALON, 1: "H7 H8 H9 SA S7 S9 ST SJ SQ SK"}
    state = bought(hands, 6, "pass", "together", "play HA", "open", "play H7")
    while int(state.record.actor) != 0:
        state.apply(choice(state))
    assert choice(state) in ("play HK", "play HQ", "play HJ", "play HT")


# -- Misere --------------------------------------------------------------------------------------------------------


def misere(owners: dict[Any, str], *cards: str, **options: Any) -> adut.State:
    """The third hand, seat 2, plays misere and lays the talon away again; cards are then played."""
    state = table(owners, [*PASSES, "misere"], **options)
    for card in card_list(int(state.record.talon)):
        state.apply(f"discard {CARD_NAMES[card]}")
    for card in cards:
        state.apply(f"play {card}")
    return state


M_HAND = "H7 H9 HT C7 C8 D7 D8 S7 S8 S9"


def test_the_declarer_of_misere_plays_the_highest_card_below() -> None:
    hands = {0: "HJ HK CA CK CQ DA DK SA SK SQ", 1: "HQ HA CT CJ DQ DJ DT ST SJ C9", 2: M_HAND}
    assert choice(misere(hands, "HJ", "HQ")) == "play HT"


def test_the_declarer_of_misere_discards_the_dangerous_card() -> None:
    hands = {0: "HJ HK H7 CK CQ DA DK SA SK SQ", 1: "HQ HA H8 H9 DQ DJ DT ST SJ HT", 2: "C7 C8 CA D7 D8 D9 S7 S8 S9 C9"}
    assert choice(misere(hands, "HJ", "HQ")) == "play CA"


def first_misere(owners: dict[Any, str], *cards: str, **options: Any) -> adut.State:
    """First hand, seat 0, plays misere, lays the talon away and leads."""
    state = table(owners, ["misere", *PASSES], **options)
    for card in card_list(int(state.record.talon)):
        state.apply(f"discard {CARD_NAMES[card]}")
    for card in cards:
        state.apply(f"play {card}")
    return state


@pytest.mark.parametrize("joint", ["own_cards", "single_agent"])
def test_a_defender_of_misere_stays_below_the_declarer(joint: str) -> None:
    """First hand leads the nine; the second defender has the seven and the king."""
    hands = {0: "H9 HT C7 C8 D7 D8 S7 S8 S9 SJ", 1: "H8 HA CA CJ DA DK SA SK SQ DQ", 2: "H7 HK CQ CK CT C9 DJ DT ST D9"}
    assert choice(first_misere(hands, "H9", "H8", joint_defence=joint)) == "play H7"


def test_a_defender_of_misere_gets_rid_of_high_cards_where_the_partner_wins() -> None:
    hands = {0: "H9 HT C7 C8 D7 D8 S7 S8 S9 SJ", 1: "HQ HA CA CJ DA DK SA SK SQ DQ", 2: "H7 HK CQ CK CT C9 DJ DT ST D9"}
    assert choice(first_misere(hands, "H9", "HQ")) == "play HK"


def test_a_defender_of_misere_leads_a_suit_in_which_the_declarer_is_caught() -> None:
    """He holds the lowest spade, and the partner, whose hand lies open, has none."""
    hands = {
        0: "S7 CA CK CQ DA DK DQ HA HK HQ",
        1: "CJ CT C9 C8 DJ DT D9 HJ HT H9",
        2: "S9 SK C7 D7 D8 H7 S8 SJ SQ ST",
    }
    assert choice(misere(hands | {"talon": "SA H8"})) == "play S7"


# -- Raspasovka ----------------------------------------------------------------------------------------------------

ALL_PASS = ["pass", "pass", "pass"]


def raspasovka(owners: dict[Any, str], *cards: str, **options: Any) -> adut.State:
    return table(owners, [*ALL_PASS, *(f"play {card}" for card in cards)], **options)


def test_ducks_with_the_highest_card_below() -> None:
    """The talon turns spades up; the second player stays below the queen."""
    hands = {0: "SQ CA CK DA DK HA HK H7 D7 C7", 1: "SJ S9 S7 CQ CJ DQ DJ HQ HJ D8", "talon": "ST C8"}
    assert choice(raspasovka(hands, "SQ", players=3)) == "play SJ"


def test_takes_a_trick_that_cannot_be_avoided_with_the_highest_card() -> None:
    hands = {0: "S7 CA CK DA DK HA HK H7 D7 C7", 1: "S8 CT C9 DT D9 HT H9 CQ CJ DQ", 2: "SA SK SQ S9 SJ DJ HQ HJ D8 H8"}
    assert choice(raspasovka(hands | {"talon": "ST C8"}, "S7", "S8", players=3)) == "play SA"


def test_throws_the_most_exposed_card_off() -> None:
    hands = {0: "SQ SK CK DA DK HJ HK H7 D7 C7", 1: "CA DQ DJ D8 HQ HT H8 H9 D9 DT", "talon": "ST C8"}
    assert choice(raspasovka(hands, "SQ", players=3)) == "play CA"


def test_the_dealer_leads_the_lower_card_of_the_talon_first() -> None:
    assert choice(raspasovka({"talon": "SQ D8"})) == "play D8"
    assert choice(raspasovka({"talon": "SQ D8"}, raspas_dealer_order="dealt_order")) == "play SQ"


def test_stays_below_the_card_that_the_dealer_leads() -> None:
    assert choice(raspasovka({0: "SA SJ S7 CQ CJ DQ DJ HQ HJ D8", "talon": "SQ C8"}, "SQ")) == "play SJ"


def test_leads_below_what_others_hold() -> None:
    """First hand leads to the third trick: the eight of hearts is beaten wherever a higher one lies."""
    hands = {
        0: "SA S7 DA D7 H8 HA CQ CK CJ C9",
        1: "SK SJ S9 DK DJ D9 HK HJ H9 CT",
        2: "SQ S8 DQ D8 HQ HT H7 CA C8 C7",
        "talon": "ST DT",
    }
    state = raspasovka(hands, "S7", "SK", "S8", "D7", "DK", "D8", players=3)
    assert choice(state) == "play H8"


# -- Strength ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("rules", ["standard", "leningrad"])
def test_beats_random_play(rules: str, players: int) -> None:
    """On duplicate deals, in whists a seat and deal; see `adut.evaluation`."""
    pair = evaluate(adut.game("russian_preferans", rules=rules, players=players), ["rule", "random"], deals=200).pairs[0]
    assert pair.payoff.low > 300


@pytest.mark.parametrize("players", [3, 4])
def test_a_table_plays_like_a_club(players: int) -> None:
    game = adut.game("russian_preferans", players=players)
    deals = 800
    passed = miseres = misere_made = played = made = unplayed = 0
    for seed in range(deals):
        record = play_on(game.new_state(seed=seed), number=seed).record
        passed += record.contract == RASPASOVKA
        is_misere = record.contract == 25
        miseres += is_misere
        misere_made += is_misere and record.outcome == MADE
        unplayed += record.declarer >= 0 and record.outcome not in (MADE, FAILED)
        played += record.contract < 25 and record.outcome in (MADE, FAILED)
        made += record.contract < 25 and record.outcome == MADE
    assert 0.2 <= passed / deals <= 0.4
    assert 0.02 <= miseres / deals <= 0.08
    assert misere_made / miseres >= 0.7
    assert 0.1 <= unplayed / deals <= 0.4
    assert 0.7 <= made / played <= 0.9
