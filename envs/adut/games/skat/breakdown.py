"""What evaluations count about finished deals of Skat."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.game import Breakdown
from adut.games.skat.layout import CONTRACTS


def facts(states: NDArray[Any]) -> dict[str, NDArray[np.int64]]:
    """The facts of finished deals.

    Args:
        states: records after the last decision, shape (n,).

    Returns:
        int64 of shape (n,) each. `declarer`: his seat, -1 when all passed; `contract`: index into CONTRACTS, -1 for
        none; `won`; `hand`: played from the hand; `ouvert`; `conceded`; `passed_in`: all passed; `value`: what the
        declarer wrote, without tournament bonuses, 0 when all passed.
    """
    played = states["declarer"] >= 0
    return {
        "declarer": np.asarray(states["declarer"], np.int64),
        "contract": np.where(played, states["contract"], -1),
        "won": (states["value"] > 0).astype(np.int64),
        "hand": (played & (states["hand_game"] != 0)).astype(np.int64),
        "ouvert": (played & (states["ouvert"] != 0)).astype(np.int64),
        "conceded": (played & (states["conceded"] != 0)).astype(np.int64),
        "passed_in": (~played).astype(np.int64),
        "value": np.asarray(states["value"], np.int64),
    }


BREAKDOWN = Breakdown(facts=facts, labels={"contract": CONTRACTS}, amounts=("value",))
