"""Texts of Bela: actions, declarations, deals by owner, the match sheet; and the start of the play."""

from __future__ import annotations

import pytest
from tests.games.words import understands_what_it_says

import adut
from adut.core.cards import NUM_CARDS
from adut.games.bela.cards import BELOT_1001, FIRST_WORTH
from adut.games.bela.layout import FELL, NO_RESULT
from adut.games.bela.notation import declaration_text, score_row, score_sheet
from adut.games.declarations import FIRST_FOUR, RUNS

BELOT_HANDS = {0: "C7 C8 C9 CT CJ CQ CK CA", 1: "D7 D8 D9 DT DJ DQ DK DA", 2: "H7 H8 H9 HT HJ HQ HK HA"}


def test_declarations() -> None:
    assert declaration_text(RUNS.index((4, 7))) == "run of four to the ace (50)"
    assert declaration_text(FIRST_FOUR + 2) == "four jacks (200)"
    assert declaration_text(BELOT_1001) == "belot (1001)"
    assert declaration_text(FIRST_WORTH + 2) == "100"


@pytest.mark.parametrize("players", [4, 3, 2])
def test_what_is_said_is_understood(players: int) -> None:
    assert len(understands_what_it_says(adut.game("bela", players), range(20))) > 32


@pytest.mark.parametrize(
    ("players", "rules", "owners"),
    [
        (4, "serbian", {0: 8, 1: 8, 2: 8, 3: 8}),
        (3, "serbian", {0: 10, 1: 10, 2: 10, "middle": 2}),
        (2, "serbian", {0: 10, 1: 10, "turned": 1, "middle": 2, "stock": 9}),
        (2, "hr_traditional", {0: 10, 1: 10, "turned": 1, "stock": 11}),
    ],
)
def test_cards_by_owner(players: int, rules: str, owners: dict[object, int]) -> None:
    cards = iter(range(NUM_CARDS))
    hands = {owner: [next(cards) for _ in range(size)] for owner, size in owners.items()}
    for left_out in (None, *hands):
        given = {owner: held for owner, held in hands.items() if owner != left_out}
        record = adut.game("bela", players, rules).new_state(seed=1, dealer=1, hands=given).record
        for seat in range(players):
            assert record.hands[seat] == sum(1 << card for card in hands[seat][:6])
            assert record.talon[seat] == sum(1 << card for card in hands[seat][6:])
        assert record.middle == sum(1 << card for card in hands.get("middle", []))
        assert record.stock == sum(1 << card for card in hands.get("stock", []))
        assert record.turned == hands.get("turned", [-1])[0]


def test_a_fall_is_a_dash_on_the_sheet() -> None:
    game = adut.game("bela", 3)
    state = game.new_state(seed=3)
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    caller = state.record.caller
    row = score_row(state.record, game.options)
    fell = state.record.result == FELL
    assert row == ["-" if fell and seat == caller else str(state.scores[seat]) for seat in range(3)]
    assert score_sheet([["162", "-"], ["90", "72"]], [252, 72], 81).splitlines() == [
        "   we  you",
        "  162    -",
        "   90   72",
        " =========",
        "  252   72",
        "81 points hang",
    ]


def test_impossible_sheets_are_refused() -> None:
    game = adut.game("bela")
    for sheet in ({"totals": [1, 2, 3]}, {"totals": [-1, 0]}, {"pot": 5}, {"counted": 1}, {"totals": [1.5, 0]}, {"pot": None}):
        with pytest.raises(adut.AdutError):
            game.new_state(seed=1, sheet=sheet)


@pytest.mark.parametrize("rules", ["serbian", "tournament_hr", "hr_traditional"])
@pytest.mark.parametrize("players", [4, 3, 2])
def test_the_play_begins_with_the_first_lead(rules: str, players: int) -> None:
    game = adut.game("bela", players, rules, all_pass="redeal")
    for seed in range(30):
        state = game.new_state(seed=seed, start="play")
        assert (state.phase, state.actor, state.record.trick_number) == ("play", state.record.forehand, 1)


def test_the_play_begins_without_a_belot() -> None:
    state = adut.game("bela").new_state(seed=1, hands=BELOT_HANDS, start="play")
    assert (state.phase, state.record.result) == ("play", NO_RESULT)
    whole = adut.game("bela").new_state(seed=1, hands=BELOT_HANDS, start=["call hearts"])
    assert whole.is_over
