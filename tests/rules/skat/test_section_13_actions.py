"""Section 13: action ids, bounds of a deal."""

import random

import pytest

from . import helpers, reference
from .reference import PACK, PRESETS, UNION


def test_action_list():
    game = helpers.make_game("classical")
    suits = ("diamonds", "hearts", "spades", "clubs", "grand")
    expected = [
        "pass",
        "hold",
        *(f"bid {value}" for value in UNION),
        "pick up",
        "play hand",
        "concede",
        *(f"declare {name}{form}" for name in suits for form in ("", " schneider", " schwarz", " ouvert")),
        "declare null",
        "declare null ouvert",
    ]
    assert game.num_actions == 126 == 32 + len(expected)
    for number, text in enumerate(expected, start=32):
        assert game.action_id(text) == number
        assert game.action_name(number) == text
    for number, card in enumerate(PACK):
        assert game.action_id(f"play {card}") == game.action_id(f"discard {card}") == number


def test_german_words():
    """Those of section 1, and the suits, as input."""
    game = helpers.make_game("classical")
    for german, text in {
        "passe": "pass",
        "weg": "pass",
        "ja": "hold",
        "18": "bid 18",
        "Skat aufnehmen": "pick up",
        "Handspiel": "play hand",
        "drücken CT": "discard CT",
        "DRÜCKEN C10": "discard CT",
        "Kreuz": "declare clubs",
        "Karo Schneider": "declare diamonds schneider",
        "Herz Schwarz": "declare hearts schwarz",
        "Pik ouvert": "declare spades ouvert",
    }.items():
        assert game.action_id(german) == game.action_id(text), german


@pytest.mark.parametrize("text", ["grand hand", "null hand", "null ouvert hand", "clubs hand"])
def test_hand_is_no_part_of_a_declaration(text):
    """5.3: it is decided before; after a pick-up the words would declare another game than they say."""
    with pytest.raises(ValueError, match="unknown action"):
        helpers.make_game("classical").action_id(text)


def longest_deal(rules):
    """The decisions of the longest deal: an auction through the whole table, a pick-up and thirty cards."""
    game = helpers.make_game(rules, jump_bids=False)
    state = helpers.new_table(game)
    values = reference.bid_values(PRESETS[rules]["grand_ouvert"])
    decisions = 0
    for value in values:
        helpers.apply_all(state, f"bid {value}", "hold")
        decisions += 2
    helpers.apply_all(state, "pass", "pass", "pick up", "discard S7", "discard CA", "declare spades")
    decisions += 6
    while not state.is_over:
        state.apply(min(helpers.legal(state) - {"concede"}))
        decisions += 1
    return decisions


@pytest.mark.parametrize(("rules", "bound"), [("classical", 168), ("pre1999", 168), ("isko", 162)])
def test_bound_of_decisions(rules, bound):
    assert longest_deal(rules) == bound
    assert helpers.make_game(rules).spec.max_decisions >= bound


@pytest.mark.parametrize(("rules", "most"), [("classical", 2), ("isko", 64), ("pre1999", 67)])
def test_branching(rules, most):
    rng = random.Random(13)
    game = helpers.make_game(rules)
    seen = {}
    for seed in range(150):
        state = game.new_state(seed=seed)
        while not state.is_over:
            legal = helpers.legal(state)
            seen[state.phase] = max(seen.get(state.phase, 0), len(legal))
            state.apply(helpers.choose(rng, sorted(legal)))
    play = 11 if rules == "isko" else 10  # with the concession
    assert seen == {"auction": most, "take": 2, "discard": 12, "declare": 22, "play": play}
