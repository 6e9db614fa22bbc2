"""The rule-based player of Skat: always legal, never sees what is hidden, plays as a club player is taught."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.games.players import (
    check_choices,
    choice,
    decision,
    play_on,
    played_in_both_modes,
    tables_under_way,
)

import adut
from adut.core.cards import NUM_CARDS, card_list, parse_cards
from adut.games.skat.layout import BIDS, FIRST_BID, PASS
from adut.games.skat.options import FIXED_PLAYERS, PRESETS

TABLES = [(rules, players) for rules in PRESETS for players in (3, 4) if FIXED_PLAYERS.get(rules, players) == players]


def table(rules: str = "isko", start: list[str] | None = None, dealer: int = 2, **hands: str) -> adut.State:
    """A table of three with the cards of F, M, R and the skat; whoever is not named gets what is left of the pack."""
    named = {owner: card_list(parse_cards(cards)) for owner, cards in hands.items()}
    taken = {card for cards in named.values() for card in cards}
    rest = [card for card in range(NUM_CARDS) if card not in taken]
    seats: dict[str, Any] = {"F": (dealer + 1) % 3, "M": (dealer + 2) % 3, "R": dealer, "skat": "skat"}
    given = {}
    for owner, seat in seats.items():
        cards = named.get(owner, [])
        missing = (2 if owner == "skat" else 10) - len(cards)
        given[seat] = cards + rest[:missing]
        rest = rest[missing:]
    return adut.game("skat", rules=rules).new_state(hands=given, dealer=dealer, start=start)


F_BIDS_ALONE = ["pass", "pass", "bid 18"]


# -- Legal, and blind to what is hidden ----------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_every_choice_is_legal_and_the_full_record_and_the_view_give_the_same(rules: str, players: int) -> None:
    game = adut.game("skat", players, rules)
    assert check_choices(game, random.Random(f"{rules} {players}"), 120) > 2000


@pytest.mark.parametrize("rules", ["classical", "isko"])
def test_every_declaration_can_be_played(rules: str) -> None:
    """Also contracts which the player would not declare: open, schwarz announced, without the suit."""
    game = adut.game("skat", rules=rules)
    for seed in range(4):
        for take in ("pick up", "play hand"):
            start = game.new_state(seed=seed, start=[*F_BIDS_ALONE, take])
            while start.phase == "discard":
                start.apply(start.legal_actions()[seed])
            for action in start.legal_actions():
                state = start.copy()
                state.apply(action)
                play_on(state, number=seed)


def test_exchanged_hidden_cards_change_nothing() -> None:
    game = adut.game("skat", rules="isko")
    chooser = random.Random(2)
    for state in tables_under_way(game, chooser, 300, 25):
        if state.record.ouvert:
            continue
        number = chooser.getrandbits(62)
        other = state.array.copy()
        unknown = [seat for seat in range(3) if seat != state.seat]
        knows_skat = state.seat == state.record.declarer and state.record.picked_up
        hands = other["hands"][0]
        pool = [card for seat in unknown for card in card_list(hands[seat])]
        pool += [] if knows_skat else card_list(int(other["skat"][0]))
        chooser.shuffle(pool)
        for seat in unknown:
            size = int(hands[seat]).bit_count()
            hands[seat] = sum(1 << card for card in pool[:size])
            pool = pool[size:]
        if not knows_skat:
            other["skat"] = other["original_skat"] = sum(1 << card for card in pool)
            other["twelve"] = 0
        assert decision(game, state.array, number) == decision(game, other, number)


def test_uncompiled_it_decides_the_same() -> None:
    games = [{"name": "skat", "rules": "isko_list_3"}]
    compiled, uncompiled = played_in_both_modes(games, 6)
    assert compiled == uncompiled


# -- Auction, skat, declaration ------------------------------------------------------------------------------------

DIAMONDS = "CJ HJ DA DT DK D8 SA ST H7 C9"
RUBBISH = "C7 C8 CQ D7 D9 HQ H8 S9 S8 SQ"
FOUR_JACKS = "CJ SJ HJ DJ CA CT HA HT SA D7"
SAFE_NULL = "C7 C8 C9 D7 D9 H7 H8 HT S7 S8"


def test_bids_18_with_good_diamonds() -> None:
    assert choice(table(M=DIAMONDS)) == "bid 18"


def test_holds_18_with_good_diamonds() -> None:
    assert choice(table(F=DIAMONDS, start=["bid 18"])) == "hold"


def test_passes_on_rubbish() -> None:
    assert choice(table(M=RUBBISH)) == "pass"
    assert choice(table(F=RUBBISH, start=["bid 18"])) == "pass"
    assert choice(table(F=RUBBISH, start=["pass", "pass"])) == "pass"


def test_does_not_jump() -> None:
    """Jump bids are allowed under isko; the next value says all that is needed."""
    state = table(M=FOUR_JACKS)
    assert "bid 48" in state.legal_texts()
    assert choice(state) == "bid 18"


def test_bids_a_hand_to_its_value_and_no_further() -> None:
    assert 18 <= highest_bid("CJ DJ HA HT HK H8 SQ S7 C9 D8") <= 20, "hearts with one are worth 20"
    assert highest_bid("CJ SJ HJ CA CT CK SA ST H7 D9") >= 48, "clubs with three are worth 48"


def highest_bid(cards: str) -> int:
    """How far middlehand goes with these cards against an opponent who holds everything."""
    state = table(M=cards)
    top = 0
    while state.phase == "auction":
        if state.record.to_answer:
            state.apply("hold")
            continue
        action = decision(state.game, state.view())
        if action == PASS:
            break
        top = BIDS[action - FIRST_BID]
        state.apply(action)
    return top


@pytest.mark.parametrize("cards", [FOUR_JACKS, "CJ SJ CA CT CK HA HT DA S7 S8"])
def test_grand_with_jacks_and_aces(cards: str) -> None:
    state = table(F=cards, start=F_BIDS_ALONE)
    while state.phase != "play":
        action = choice(state)
        assert not action.startswith("declare") or action.startswith("declare grand")
        state.apply(action)


def test_null_with_a_safe_hand() -> None:
    state = table(M=SAFE_NULL)
    assert choice(state) == "bid 18"
    state = table(F=SAFE_NULL, start=F_BIDS_ALONE)
    while state.phase != "play":
        state.apply(choice(state))
    assert state.record.contract == 5
    assert state.record.ouvert


def test_hand_game_with_a_hand_that_needs_no_skat() -> None:
    state = table(F="CJ SJ DJ CA CT CK C9 C8 SA ST", start=F_BIDS_ALONE)
    assert choice(state) == "play hand"


UNLOSABLE = [
    "CJ SJ HJ DJ CA CT CK CQ SA ST",
    "CJ SJ HJ DJ CA CT CK CQ C9 C8",
    "CJ SJ HJ DJ HA HT HK H8 SA DA",
    "CJ SJ HJ DA DT DK DQ D9 D8 CA",
]


@pytest.mark.parametrize("cards", UNLOSABLE)
def test_plays_an_unlosable_hand_open_and_takes_all_tricks(cards: str) -> None:
    chooser = random.Random(cards)
    for _ in range(20):
        rest = [card for card in range(NUM_CARDS) if not parse_cards(cards) >> card & 1]
        chooser.shuffle(rest)
        hands: dict[Any, Any] = {0: cards, 1: rest[:10], 2: rest[10:20], "skat": rest[20:]}
        state = adut.game("skat", rules="isko").new_state(hands=hands, dealer=2, start=F_BIDS_ALONE)
        assert choice(state) == "play hand"
        state.apply("play hand")
        assert choice(state).endswith("ouvert")
        play_on(state)
        assert state.record.declarer_tricks == 10


def test_behind_the_others_no_hand_is_unlosable() -> None:
    state = table(R=UNLOSABLE[0], start=["pass", "bid 18", "pass"])
    state.apply("play hand")
    assert not choice(state).endswith("ouvert")


def test_looks_into_the_skat_with_an_ordinary_hand() -> None:
    assert choice(table(F=DIAMONDS, start=F_BIDS_ALONE)) == "pick up"


def test_lays_away_no_trump_and_no_ace_and_makes_itself_void() -> None:
    state = table(F="CJ SJ DA DT DK D8 D7 SA H8 CT", skat="CK H7", start=[*F_BIDS_ALONE, "pick up"])
    laid = []
    while state.phase == "discard":
        laid.append(choice(state))
        state.apply(laid[-1])
    assert laid == ["discard CT", "discard CK"]


def test_concedes_nothing_before_the_play_begins() -> None:
    for seed in range(300):
        for rules in ("classical", "isko"):
            state = adut.game("skat", rules=rules).new_state(seed=seed, start="play")
            assert state.phase == "play"
            assert not state.record.conceded


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_start_play_reaches_the_play(rules: str, players: int) -> None:
    game = adut.game("skat", players, rules)
    alone = 0
    for seed in range(100):
        state = game.new_state(seed=seed, start="play")
        assert state.phase == "play"
        assert state.record.trick_number == 1
        assert state.record.trick_cards == 0
        assert len(state.legal_actions()) >= 10
        if state.record.stage == 3:
            alone += 1
            assert state.record.bid == 18
            assert state.record.declarer == state.record.forehand
    assert alone > 0


# -- Play ----------------------------------------------------------------------------------------------------------


def declared(contract: str, start: list[str], **hands: str) -> adut.State:
    """Forehand plays a contract from the hand at 18."""
    return table(start=[*F_BIDS_ALONE, "play hand", f"declare {contract}", *start], **hands)


F_CLUBS = "CJ SJ CA CT CK C9 HA HT D7 S8"


def test_smears_on_the_partner_s_trick() -> None:
    """Middlehand takes the declarer's spade with the ace; rearhand, void in spades, gives a ten or an ace."""
    state = declared(
        "clubs",
        ["play S8", "play SA"],
        F=F_CLUBS,
        M="SA SK SQ ST S9 H7 H8 D8 D9 C7",
        R="DT DA DK DQ HK HQ H9 C8 CQ DJ",
    )
    assert choice(state) in ("play DT", "play DA")


def test_gives_the_declarer_s_trick_nothing() -> None:
    state = declared("clubs", ["play CJ"], F=F_CLUBS, M="C7 CQ SA SK S9 H7 H8 D8 D9 DT")
    assert choice(state) == "play C7"


def test_does_not_spend_a_jack_where_a_small_trump_does() -> None:
    """Hearts ace and ten lie on the table; the declarer, void in hearts, ruffs, but not with a jack."""
    state = table(
        F="HA H7 H8 SA SK S9 D8 D9 C7 C8",
        M="HT HK HQ DA DK DQ S8 S7 H9 SQ",
        R="CJ SJ CA CT CK C9 CQ DT D7 ST",
        start=["pass", "bid 18", "pass", "play hand", "declare clubs", "play HA", "play HT"],
    )
    assert choice(state) in ("play CA", "play CT", "play CK", "play CQ", "play C9")


def test_declarer_draws_trumps() -> None:
    state = declared("clubs", [], F="CJ SJ HJ CA CT CK C9 HA D7 S8")
    assert choice(state) in ("play CJ", "play SJ", "play HJ")


def test_declarer_ducks_with_a_low_card_behind_a_master() -> None:
    """Spades ace is led; the declarer with king and eight gives the eight."""
    state = table(
        F="SA S7 S9 HA HK H9 D8 D9 C7 C8",
        M="DA DK DQ HT HQ H8 H7 SQ ST DT",
        R="CJ SJ CA CT CK C9 SK S8 D7 DJ",
        start=["pass", "bid 18", "pass", "play hand", "declare clubs", "play SA", "play SQ"],
    )
    assert choice(state) == "play S8"


def test_null_declarer_plays_the_highest_safe_card() -> None:
    state = table(
        F="HJ HK CA CK CQ DA DK SA SK SQ",
        M="HQ HA CT CJ DQ DJ DT ST SJ C9",
        R="H7 H9 HT C7 C8 D7 D8 S7 S8 S9",
        start=["pass", "bid 18", "pass", "play hand", "declare null", "play HJ", "play HQ"],
    )
    assert choice(state) == "play HT"


def test_null_declarer_discards_the_dangerous_card() -> None:
    state = table(
        F="HJ HK H7 CK CQ DA DK SA SK SQ",
        M="HQ HA H8 H9 DQ DJ DT ST SJ HT",
        R="C7 C8 CA D7 D8 D9 S7 S8 S9 C9",
        start=["pass", "bid 18", "pass", "play hand", "declare null", "play HJ", "play HQ"],
    )
    assert choice(state) == "play CA"


def test_null_defender_in_last_seat_stays_below_the_declarer() -> None:
    state = declared(
        "null",
        ["play H9", "play H8"],
        F="H9 HT C7 C8 D7 D8 S7 S8 S9 SJ",
        M="H8 HK CA CK DA DK SA SK SQ DQ",
        R="H7 HA HQ CQ CJ CT C9 DJ DT ST",
    )
    assert choice(state) == "play H7"


# -- Strength ------------------------------------------------------------------------------------------------------


def test_beats_random_play() -> None:
    """A list against two random players, every seat in turn, is won by a wide margin."""
    game = adut.game("skat", rules="isko_list_3")
    total = [0, 0]
    for seed in range(150):
        seat = seed % 3
        state = play_on(game.new_state(seed=seed), randomly={0, 1, 2} - {seat}, number=seed)
        total[0] += state.scores[seat]
        total[1] += sum(state.scores) - state.scores[seat]
    assert total[0] > total[1] / 2 + 150 * 40


def test_a_table_of_three_plays_like_a_club() -> None:
    game = adut.game("skat", rules="isko")
    played = won = grands = hands = 0
    deals = 600
    for seed in range(deals):
        record = play_on(game.new_state(seed=seed), number=seed).record
        if record.declarer >= 0:
            played += 1
            won += record.value > 0
            grands += record.contract == 4
            hands += record.hand_game
    assert 0.75 <= won / played <= 0.9
    assert 0.8 <= played / deals <= 0.97
    assert 0.15 <= grands / played <= 0.55
    assert hands / played <= 0.15
