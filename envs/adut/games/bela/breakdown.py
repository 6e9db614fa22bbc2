"""What evaluations count about finished deals of Bela."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.cards import SUIT_NAMES
from adut.core.game import Breakdown
from adut.games.bela.layout import BELOT, FELL, HUNG, MADE, RESULTS, THROWN_IN


def facts(states: NDArray[Any]) -> dict[str, NDArray[np.int64]]:
    """The facts of finished deals.

    Args:
        states: records after the last decision, shape (n,).

    Returns:
        int64 of shape (n,) each. `declarer`: the seat that called trump, -1 when all passed; `trump`: index into SUIT_NAMES,
        -1 for none; `result`: index into RESULTS; `won`: the caller made it; `fell`; `hung`; `passed_in`: all passed;
        `belot`; `bela`: it was said; `points`: the official points of the caller, 0 when all passed; `declarations`:
        points of recognised declarations.
    """
    called = states["caller"] >= 0
    rows = np.arange(len(states))
    result = np.asarray(states["result"], np.int64)
    return {
        "declarer": np.asarray(states["caller"], np.int64),
        "trump": np.asarray(states["trump"], np.int64),
        "result": result,
        "won": (result == MADE).astype(np.int64),
        "fell": (result == FELL).astype(np.int64),
        "hung": (result == HUNG).astype(np.int64),
        "passed_in": (result == THROWN_IN).astype(np.int64),
        "belot": (result == BELOT).astype(np.int64),
        "bela": (states["bela"] >= 0).astype(np.int64),
        "points": np.where(called, states["points"][rows, np.maximum(states["caller"], 0)], 0),
        "declarations": np.asarray(states["declared"].sum(axis=1), np.int64),
    }


BREAKDOWN = Breakdown(facts=facts, labels={"trump": SUIT_NAMES, "result": RESULTS}, amounts=("points", "declarations"))
