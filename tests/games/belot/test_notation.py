"""Texts of Belot: actions, announcements, deals by owner, the match sheet; and the start of the play."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.words import understands_what_it_says

import adut
from adut.core.cards import NUM_CARDS
from adut.core.history import ANNOUNCEMENT
from adut.games.belot.layout import BELOT_CARDS, CONTRACTS, FIRST_BELOT, KINDS
from adut.games.belot.notation import announcement_text
from adut.games.declarations import FIRST_FOUR, RUNS

OWNERS = {seat: list(range(8 * seat, 8 * seat + 8)) for seat in range(4)}
"""A suit for each."""


# Actions.


@pytest.mark.parametrize("rules", ["montenegrin", "bg_published"])
def test_what_is_said_is_understood(rules: str) -> None:
    said = understands_what_it_says(adut.game("belot", rules=rules), range(40))
    assert {"pass", "kontra", "rekontra", *(f"bid {contract}" for contract in CONTRACTS)} <= said
    assert ("done" in said) == any(text.startswith("belot ") for text in said) == (rules == "bg_published")


@pytest.mark.parametrize(
    ("word", "action"),
    [
        ("dalje", "pass"),
        ("пас", "pass"),
        ("tref", "bid clubs"),
        ("каро", "bid diamonds"),
        ("Herc", "bid hearts"),
        ("bid pik", "bid spades"),
        ("bez  aduta", "bid no trumps"),
        ("без коз", "bid no trumps"),
        ("sve adut", "bid all trumps"),
        ("всичко коз", "bid all trumps"),
        ("hearts", "bid hearts"),
        ("double", "kontra"),
        ("контра", "kontra"),
        ("redouble", "rekontra"),
        ("gotovo", "done"),
        ("declare nothing", "done"),
        ("CJ", "play CJ"),
        ("play h10", "play HT"),
        ("♥T", "play HT"),
        ("BELOT hk", "belot HK"),
    ],
)
def test_local_words_are_understood(word: str, action: str) -> None:
    game = adut.game("belot")
    assert game.action_name(game.action_id(word)) == action


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("bid heart", "did you mean 'bid hearts'?"),
        ("belot HA", "unknown action"),
        ("declare 4", "unknown action"),
        ("play X9", "unknown action 'play X9'"),
        ("", "unknown action"),
    ],
)
def test_other_words_are_refused(word: str, says: str) -> None:
    with pytest.raises(adut.IllegalActionError, match="unknown action") as error:
        adut.game("belot").action_id(word)
    assert says in str(error.value)


def test_cards_that_announce_belot() -> None:
    game = adut.game("belot")
    texts = [game.action_name(FIRST_BELOT + number) for number in range(8)]
    assert texts == [f"belot {card}" for card in "CK CQ DK DQ HK HQ SK SQ".split()]
    assert [game.action_name(card) for card in BELOT_CARDS] == [text.replace("belot", "play") for text in texts]


# Announcements.


def test_announcements() -> None:
    hands = {0: "S9 ST SJ CA C7 D7 HA HJ", 1: "D8 D9 DT C8 S7 S8 SQ SK", 2: "HK HQ H7 H8 CT CJ DJ DQ"}
    game = adut.game("belot", declaration_disclosure="top_after_trick1")
    state = game.new_state(seed=1, dealer=3, hands=hands)
    for action in "bid hearts,pass,pass,pass,CA,C8,CT,CQ,HA,S7,HK".split(","):
        state.apply(action)
    tokens = state.history(3)
    heard = [announcement_text(int(value)) for kind, _, _, value in tokens if kind == ANNOUNCEMENT]
    assert heard == [
        "announces a run of three",
        "announces a run of three",
        "run of three to the jack (20)",
        "counts",
        "run of three to the ten (20)",
        "belot in hearts",
    ]


def test_what_all_announcements_say() -> None:
    values = range(len(KINDS) + 4 + FIRST_FOUR + 6 + 4 + 1)
    texts = [announcement_text(value) for value in values]
    assert len(set(texts)) == len(texts)
    assert texts[: len(KINDS)] == [f"announces a {kind}" for kind in KINDS]
    assert texts[len(KINDS) + 4 + RUNS.index((4, 7))] == "run of four to the ace (50)"
    assert texts[len(KINDS) + 4 + FIRST_FOUR + 2] == "four jacks (200)"
    assert texts[-5:] == ["in clubs", "in diamonds", "in hearts", "in spades", "counts"]


# Deals by owner.


@pytest.mark.parametrize("dealer", range(4))
def test_cards_by_owner(dealer: int) -> None:
    for left_out in (None, *OWNERS):
        given = {f"player_{owner}": held for owner, held in OWNERS.items() if owner != left_out}
        state = adut.game("belot").new_state(seed=1, dealer=dealer, hands=given)
        for seat, held in OWNERS.items():
            assert state.record.hands[seat] == sum(1 << card for card in held[:5])
            assert state.record.late[seat] == sum(1 << card for card in held[5:])
        assert sorted(int(card) for card in state.record.pack) == list(range(NUM_CARDS))
        again = adut.game("belot").new_state(seed=1, dealer=dealer, deck=state.record.pack.tolist())
        assert again == state


@pytest.mark.parametrize(
    ("hands", "says"),
    [
        ({0: "CJ", 1: "DJ", 2: "HJ", 3: "SJ"}, "0 holds 8 cards, got 1"),
        ({0: OWNERS[0], 1: OWNERS[1]}, "hands of 2, 3 are missing"),
        ({**OWNERS, 4: []}, "hands belong to 0, 1, 2, 3"),
        ({"middle": [1, 2]}, "not to 'middle'"),
        ({**OWNERS, 0: OWNERS[1]}, "more than once"),
        ({**OWNERS, 0: "C7 C8 C9 CT CJ CQ CK XX"}, "unknown card 'XX'"),
    ],
)
def test_impossible_hands_are_refused(hands: Any, says: str) -> None:
    with pytest.raises(adut.NotationError) as error:
        adut.game("belot").new_state(seed=1, dealer=0, hands=hands)
    assert says in str(error.value)


# The match sheet.


def test_a_sheet_comes_back() -> None:
    sheet = {"totals": [140, 151], "pot": 13}
    assert adut.game("belot").new_state(seed=1, sheet=sheet).sheet == sheet
    assert adut.game("belot").new_state(seed=1, sheet={"pot": 8}).sheet == {"totals": [0, 0], "pot": 8}


@pytest.mark.parametrize(
    ("sheet", "says"),
    [
        ({"totals": [1, 2, 3]}, "totals holds 2 numbers, got 3"),
        ({"totals": [-1, 0]}, "totals holds whole numbers from 0"),
        ({"totals": [1.5, 0]}, "totals holds whole numbers from 0"),
        ({"totals": 12}, "lists"),
        ({"totals": ["1", "2"]}, "totals holds whole numbers from 0"),
        ({"pot": -8}, "pot holds whole numbers from 0"),
        ({"pot": None}, "pot holds whole numbers from 0"),
        ({"pot": True}, "pot holds whole numbers from 0"),
        ({"hanging": 8}, "a sheet of Belot has totals and pot; not hanging"),
        ([1, 2], "a sheet is 'random', or a mapping"),
        ("empty", "a sheet is 'random', or a mapping"),
    ],
)
def test_impossible_sheets_are_refused(sheet: Any, says: str) -> None:
    with pytest.raises(adut.AdutError) as error:
        adut.game("belot").new_state(seed=1, sheet=sheet)
    assert says in str(error.value)


def test_the_sheet_is_written_below_a_deal() -> None:
    game = adut.game("belot", episode="match", max_deals=1)
    state = game.new_state(seed=1, sheet={"totals": [30, 40], "pot": 8})
    for call in ("bid clubs", "pass", "pass", "pass"):
        state.apply(call)
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    text = str(state).splitlines()
    written = state.scores[:2]
    start = text.index("  match to 151") + 1
    rows = [line.split() for line in text[start:]]
    assert rows[0] == ["0", "and", "2", "1", "and", "3"]
    assert rows[1] == ["30", "40"]
    assert [int(number) for number in rows[2]] == written
    assert [int(number) for number in rows[4]] == [30 + written[0], 40 + written[1]] == state.sheet["totals"]


# The start of the play.


@pytest.mark.parametrize("rules", ["montenegrin", "bg_published"])
def test_the_play_begins_with_the_first_lead(rules: str) -> None:
    game = adut.game("belot", rules=rules)
    for seed in range(30):
        state = game.new_state(seed=seed, start="play")
        assert state.phase in ("play", "declare")
        assert (state.actor, state.record.trick_number) == (state.record.forehand, 1)
