"""What evaluations count about finished deals of Preferans."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.game import Breakdown
from adut.games.preferans.layout import CONTRACTS
from adut.games.preferans.table import ALL_PASSED, MADE, UNFOLLOWED


def facts(states: NDArray[Any]) -> dict[str, NDArray[np.int64]]:
    """The facts of finished deals.

    Args:
        states: records after the last decision, shape (n,).

    Returns:
        int64 of shape (n,) each. `declarer`: his seat, -1 when all passed; `contract`: index into CONTRACTS, -1 for none;
        `won`: made, or nobody followed; `in_hand`; `unfollowed`; `doubled`: kontra was given; `called`: a follower called
        the other; `passed_in`: all passed; `value`: the value in force; `tricks`: of the declarer.
    """
    declarer = np.asarray(states["declarer"], np.int64)
    played = declarer >= 0
    seats = np.maximum(declarer, 0)
    tricks = np.take_along_axis(np.asarray(states["tricks"]), seats[:, None], axis=1)[:, 0]
    return {
        "declarer": declarer,
        "contract": np.where(played, states["contract"], -1),
        "won": np.isin(states["outcome"], (MADE, UNFOLLOWED)).astype(np.int64),
        "in_hand": np.asarray(states["in_hand"], np.int64),
        "unfollowed": (states["outcome"] == UNFOLLOWED).astype(np.int64),
        "doubled": (states["doublings"] > 0).astype(np.int64),
        "called": (states["caller"] >= 0).astype(np.int64),
        "passed_in": (states["outcome"] == ALL_PASSED).astype(np.int64),
        "value": np.asarray(states["value"], np.int64),
        "tricks": np.where(played, tricks, 0),
    }


BREAKDOWN = Breakdown(facts=facts, labels={"contract": CONTRACTS}, amounts=("value", "tricks"))
