"""What the tests of texts share."""

from __future__ import annotations

import adut


def understands_what_it_says(game: adut.Game, seeds: range) -> set[str]:
    """Whether the texts of all actions are understood, at tables and as names. Returns the texts that tables have said."""
    for action in range(game.num_actions):
        assert game.action_id(game.action_name(action)) == action
    said = set()
    for seed in seeds:
        state = game.new_state(seed=seed)
        while not state.is_over:
            for action, text in zip(state.legal_actions(), state.legal_texts(), strict=True):
                assert game.action_id(text) == action
                assert game.action_id(f" {text.upper()} ") == action
                said.add(text)
            legal = state.legal_actions()
            state.apply(legal[seed % len(legal)])
    return said
