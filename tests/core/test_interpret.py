"""Rules that run as Python beside compiled ones."""

from __future__ import annotations

import pytest

import adut
from adut.core.interpret import compiled, interpreted
from adut.core.rule import COMPILED


@pytest.mark.parametrize("name", adut.GAMES)
def test_the_same_bytes_as_compiled(name: str) -> None:
    game = adut.game(name)
    quick, usual = (each.new_state(seed=7) for each in (interpreted(game), game))
    while not usual.is_over:
        assert quick.array.tobytes() == usual.array.tobytes()
        assert quick.legal_actions() == usual.legal_actions()
        legal = usual.legal_actions()
        action = legal[int(usual.record.moves) % len(legal)]
        quick.apply(action)
        usual.apply(action)
    assert (quick.is_over, quick.scores, quick.payoffs) == (True, usual.scores, usual.payoffs)
    assert quick == usual


def test_play_begins_and_undo_as_compiled() -> None:
    game = adut.game("preferans")
    quick = interpreted(game).new_state(seed=3, start="play")
    usual = game.new_state(seed=3, start="play")
    assert quick == usual
    action = usual.legal_actions()[-1]
    for state in (quick, usual):
        state.apply(action)
        state.undo()
    assert quick.array.tobytes() == usual.array.tobytes()
    assert quick.view(0).tobytes() == usual.view(0).tobytes()


def test_compiled_is_the_way_back() -> None:
    game = adut.game("belot")
    quick = interpreted(game)
    assert quick == game
    assert compiled(quick).kernels is game.kernels
    assert not COMPILED or quick.kernels is not game.kernels
