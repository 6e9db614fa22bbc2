"""What evaluations count about finished deals of Russian Preferans."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.game import Breakdown
from adut.games.russian_preferans.layout import CONTRACTS, RASPASOVKA
from adut.games.russian_preferans.table import MADE, OPENED, PREFERANS, UNPLAYED


def facts(states: NDArray[Any]) -> dict[str, NDArray[np.int64]]:
    """The facts of finished deals.

    Args:
        states: records after the last decision, shape (n,).

    Returns:
        int64 of shape (n,) each. `declarer`: his seat, -1 in a raspasovka; `contract`: index into CONTRACTS, -1 for none;
        `won`: made, or not whisted; `no_talon`; `not_whisted`; `both_whist`; `for_own`: a defender went for his own;
        `returned`: the whist was returned; `open`: the hands of the defence were open; `passed_in`: a raspasovka; `tricks`: of
        the declarer.
    """
    declarer = np.asarray(states["declarer"], np.int64)
    seats = np.maximum(declarer, 0)
    tricks = np.take_along_axis(np.asarray(states["tricks"]), seats[:, None], axis=1)[:, 0]
    return {
        "declarer": declarer,
        "contract": np.asarray(states["contract"], np.int64),
        "won": np.isin(states["outcome"], (MADE, UNPLAYED, PREFERANS)).astype(np.int64),
        "no_talon": np.asarray(states["no_talon"], np.int64),
        "not_whisted": (states["outcome"] == UNPLAYED).astype(np.int64),
        "both_whist": np.asarray(states["both_whist"], np.int64),
        "for_own": (states["own"] >= 0).astype(np.int64),
        "returned": np.asarray(states["returned"], np.int64),
        "open": (states["opening"] == OPENED).astype(np.int64),
        "passed_in": (states["contract"] == RASPASOVKA).astype(np.int64),
        "tricks": np.where(declarer >= 0, tricks, 0),
    }


BREAKDOWN = Breakdown(facts=facts, labels={"contract": CONTRACTS}, amounts=("tricks",))
