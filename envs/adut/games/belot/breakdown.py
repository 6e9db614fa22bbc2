"""What evaluations count about finished deals of Belot."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.game import Breakdown
from adut.games.belot.layout import (
    CONTRACTS,
    HANGING,
    INSIDE,
    KONTRA_HANGING,
    KONTRA_LOST,
    KONTRA_MADE,
    MADE,
    PASSED_OUT,
    RESULTS,
)


def facts(states: NDArray[Any]) -> dict[str, NDArray[np.int64]]:
    """The facts of finished deals.

    Args:
        states: records after the last decision, shape (n,).

    Returns:
        int64 of shape (n,) each. `declarer`: the seat of the last bid, -1 when all passed; `contract`: index into CONTRACTS,
        -1 for none; `result`: index into RESULTS; `won`: the calling side had more points; `inside`: it had fewer; `hung`:
        as many; `doubled`; `redoubled`; `passed_in`: all passed; `capot`: a side took all tricks; `points`: game points
        that the calling side wrote, 0 when all passed.
    """
    caller, result = np.asarray(states["caller"], np.int64), np.asarray(states["result"], np.int64)
    called = caller >= 0
    return {
        "declarer": caller,
        "contract": np.asarray(states["contract"], np.int64),
        "result": result,
        "won": np.isin(result, (MADE, KONTRA_MADE)).astype(np.int64),
        "inside": np.isin(result, (INSIDE, KONTRA_LOST)).astype(np.int64),
        "hung": np.isin(result, (HANGING, KONTRA_HANGING)).astype(np.int64),
        "doubled": (states["mult"] > 1).astype(np.int64),
        "redoubled": (states["mult"] > 2).astype(np.int64),
        "passed_in": (result == PASSED_OUT).astype(np.int64),
        "capot": (states["capot"] >= 0).astype(np.int64),
        "points": np.where(called, states["points"][np.arange(len(states)), np.maximum(caller, 0)], 0),
    }


BREAKDOWN = Breakdown(facts=facts, labels={"contract": CONTRACTS, "result": RESULTS}, amounts=("points",))
