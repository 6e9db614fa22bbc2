"""Pictures of tables."""

from __future__ import annotations

import numpy as np
import pytest

import adut
from adut.core.state import State

pytest.importorskip("matplotlib")
from adut.render import COLUMNS, HEIGHT, ROWS, WIDTH, picture


def skat(swapped: bool) -> State:
    """A freshly dealt table; player_0 and player_2 may have each other's cards."""
    first, third = "CJ SJ HA HT HK HQ CA CT D7 S7", "HJ CK CQ DK DQ D9 D8 ST SK H9"
    hands = {"player_0": first, "player_1": "DJ C9 C8 C7 DA DT S9 S8 SA H7", "player_2": third}
    if swapped:
        hands |= {"player_0": third, "player_2": first}
    return adut.game("skat").new_state(hands=hands, dealer=0)


def test_a_seat_sees_its_own_cards_alone() -> None:
    assert np.array_equal(picture(skat(False), 1), picture(skat(True), 1))
    for seat in (0, 2, None):
        assert not np.array_equal(picture(skat(False), seat), picture(skat(True), seat))


class Text:
    """In place of a table."""

    def __init__(self, *lines: str) -> None:
        self.lines = lines

    def to_text(self, seat: int | None = None) -> str:
        return "\n".join(self.lines)


def drawn(*lines: str) -> np.ndarray:
    return picture(Text(*lines))  # type: ignore[arg-type]


def test_nothing_is_cut_off() -> None:
    words = ["x" * (COLUMNS // 2)] * 5
    assert np.array_equal(
        drawn("  " + " ".join(words)), drawn(*["  " + words[0] + " ", *["    " + words[0] + " "] * 3, "    " + words[0]])
    )
    ink = np.argwhere(drawn("M" * COLUMNS).min(axis=2) < 128)
    assert ink[:, 1].min() >= WIDTH
    assert ink[:, 1].max() < WIDTH * (COLUMNS + 1)
    assert len(drawn(*"x" * (ROWS + 5))) == HEIGHT * (ROWS + 6)
