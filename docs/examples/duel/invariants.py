"""What holds at every table of Duel at every moment."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from duel.layout import END
from duel.rules import HAND_SIZE


def invariants(states: NDArray[Any], options: NDArray[Any]) -> dict[str, NDArray[np.bool_]]:
    """For each invariant a flag a table: whether it holds."""
    hands, played, tricks = states["hands"], states["played"], states["tricks"]
    cards = np.bitwise_count(hands).astype(np.int64) + np.bitwise_count(played)
    return {
        "everybody has ten cards, in the hand or played": (cards == HAND_SIZE).all(axis=1),
        "no card is held or played twice": (hands[:, 0] | played[:, 0]) & (hands[:, 1] | played[:, 1]) == 0,
        "ten tricks are won at the end": (states["phase"] != END) | (tricks.sum(axis=1) == HAND_SIZE),
    }
