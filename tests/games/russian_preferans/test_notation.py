"""Texts of Russian Preferans: actions, local words, why something is illegal, deals by owner, sheets; the start of the play."""

from __future__ import annotations

import random

import pytest
from tests.games.words import understands_what_it_says

import adut
from adut.core.cards import CARD_NAMES

VARIANTS = [
    (4, {}),
    (3, {}),
    (4, {"bid_jumps": "free", "no_talon_games": "overcall_and_repeat", "surrender_without_three": True}),
]


@pytest.mark.parametrize(("players", "options"), VARIANTS, ids=str)
def test_what_is_said_is_understood(players: int, options: dict[str, object]) -> None:
    said = understands_what_it_says(adut.game("russian_preferans", players, **options), range(45))  # type: ignore[arg-type]
    assert {"pass", "raise", "misere", "discard C7", "play C7", "contract 10 no trump"} <= said
    assert ("offer half" in said) == (players == 4)
    assert ("bid 7 hearts" in said) == bool(options)


def test_local_words_are_accepted_at_a_table() -> None:
    state = adut.game("russian_preferans").new_state(seed=5, dealer=0)
    for word in ("пас", "Mizer", "dalje"):
        state.apply(word)
    assert (state.phase, state.actor) == ("discard", 2)


def test_why_an_action_is_illegal() -> None:
    """Any action that is not legal is refused with a reason, in every phase."""
    phases = set()
    for players, options in VARIANTS:
        game = adut.game("russian_preferans", players, preferans_hand="tops", **options)  # type: ignore[arg-type]
        chooser = random.Random(players)
        for seed in range(20):
            state = game.new_state(seed=seed)
            while not state.is_over:
                legal = state.legal_actions()
                for action in chooser.sample(range(game.num_actions), 25):
                    reason = state.why_illegal(action)
                    assert (reason is None) == (action in legal)
                    assert reason is None or "not legal: " in reason
                phases.add(state.phase)
                state.apply(chooser.choice(legal[:3] if len(legal) > 12 else legal))
    assert phases == {"auction", "half offer", "discard", "contract", "whist", "reveal", "play"}


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_cards_by_owner(players: int, dealer: int) -> None:
    game = adut.game("russian_preferans", players)
    deck = random.Random(dealer).sample(CARD_NAMES, 32)
    seats = [(dealer + place) % players for place in (1, 2, 3)]
    hands: dict[object, list[str]] = {seat: deck[10 * place : 10 * place + 10] for place, seat in enumerate(seats)}
    hands["talon"] = deck[30:]
    expected = game.new_state(seed=1, deck=deck, dealer=dealer)
    assert game.new_state(seed=1, dealer=dealer, hands=hands) == expected
    for left_out in hands:
        given = {owner: held for owner, held in hands.items() if owner != left_out}
        state = game.new_state(seed=1, dealer=dealer, hands=given)
        assert state.record.hands.tolist() == expected.record.hands.tolist()
        assert state.record.talon == expected.record.talon


@pytest.mark.parametrize(
    "hands",
    [
        {0: "C7"},
        {1: "C7 C8 C9 CT CJ CQ CK CA D7"},
        {"skat": "C7 C8"},
        {0: "C7 C8 C9 CT CJ CQ CK CA D7 D8", 1: "D9 DT DJ DQ DK DA H7 H8 H9 HT", 2: "HJ HQ HK HA S7 S8 S9 ST SJ SQ"},
    ],
    ids=str,
)
def test_impossible_hands_are_refused(hands: dict[object, str]) -> None:
    """Seat 0 deals and gets no cards; two owners are missing; too few cards."""
    with pytest.raises(adut.AdutError):
        adut.game("russian_preferans").new_state(seed=1, dealer=0, hands=hands)


@pytest.mark.parametrize(
    "sheet",
    [
        {"pool": [1, 2, 3]},
        {"pool": [-1, 0, 0, 0]},
        {"pool": [31, 0, 0, 0]},
        {"pool": [30, 30, 30, 30]},
        {"mountain": [0, 0, 0]},
        {"whists": [[0] * 4] * 3},
        {"whists": [[1, 0, 0, 0], [0] * 4, [0] * 4, [0] * 4]},
        {"whists": [[0, -1, 0, 0], [0] * 4, [0] * 4, [0] * 4]},
        {"series": 3},
        {"series": -1},
        {"deals": -1},
        {"ring": 1},
        {"bula": [0, 0, 0, 0]},
    ],
    ids=str,
)
def test_impossible_sheets_are_refused(sheet: dict[str, object]) -> None:
    with pytest.raises(adut.AdutError):
        adut.game("russian_preferans").new_state(seed=1, sheet=sheet)


def test_a_sheet_comes_back() -> None:
    sheet = {
        "deals": 9,
        "series": 2,
        "pool": [30, 12, 29, 0],
        "mountain": [0, -3, 41, 7],
        "whists": [[0, 1, 2, 3], [4, 0, 5, 6], [7, 8, 0, 9], [10, 11, 12, 0]],
        "ring": 0,
    }
    game = adut.game("russian_preferans", episode="match")
    assert game.new_state(seed=1, sheet=sheet).sheet == sheet
    text = game.new_state(seed=1, sheet=sheet).to_text()
    for number in ("41", "-3", "29", "12"):
        assert number in text


def test_a_table_is_told_to_a_seat_without_what_it_may_not_know() -> None:
    """In a text for a seat there are its own cards and those that it sees alone."""
    game = adut.game("russian_preferans")
    for seed in range(10):
        state = game.new_state(seed=seed, dealer=0)
        for seat in range(4):
            told = {name for name in CARD_NAMES if name in state.to_text(seat)}
            assert told == {CARD_NAMES[card] for card in range(32) if int(state.record.hands[seat]) >> card & 1}
        state.apply("offer half")
        told = {name for name in CARD_NAMES if name in state.to_text(0)}
        assert told == {CARD_NAMES[card] for card in range(32) if int(state.record.hands[1]) >> card & 1}


@pytest.mark.parametrize("rules", ["standard", "sochi", "leningrad", "rostov", "leningrad_fspr"])
@pytest.mark.parametrize("players", [4, 3])
def test_the_play_begins_at_the_first_card(rules: str, players: int) -> None:
    game = adut.game("russian_preferans", players, rules)
    kinds = set()
    for seed in range(60):
        state = game.new_state(seed=seed, start="play")
        assert not state.is_over
        assert state.phase == "play"
        assert int(state.record.trick_number) == 1
        assert int(state.record.trick_cards) == 0
        kinds.add(int(state.record.contract))
        while not state.is_over:
            state.apply(state.legal_actions()[0])
        assert sum(state.payoffs) == 0
    assert len(kinds) > 2
