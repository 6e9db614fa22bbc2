"""What holds at every table of Skat at every moment (section 14 of the rules), checked on arrays of records."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.cards import are_in_one_place
from adut.games.skat.cards import CARD_POINTS
from adut.games.skat.layout import BIDS, END, NULL, PLAY
from adut.games.skat.options import FLOOR_HAND_ONLY
from adut.games.skat.table import HAND_SIZE

Flags = NDArray[np.bool_]


def invariants(states: NDArray[Any], options: NDArray[Any]) -> dict[str, Flags]:
    """For each invariant a flag a table: whether it holds.

    Args:
        states: records after a step, without automatic restart, so that the ends of deals are seen.
        options: the options record.
    """
    s, players = states, int(options["players"][0])
    ended, has_declarer, trumps = s["phase"] == END, s["declarer"] >= 0, s["contract"] != NULL
    played_out = ended & has_declarer & trumps & (s["declarer_tricks"] + s["defender_tricks"] == HAND_SIZE)
    places = [*(s["hands"][:, seat] for seat in range(4)), *(s["played"][:, seat] for seat in range(4)), s["skat"]]
    points = np.asarray(CARD_POINTS)
    in_tricks = _points(s["played"], points)
    said = s["said"].max(axis=1)
    settled = players * s["points"][:, :players] - s["points"][:, :players].sum(axis=1, keepdims=True)
    floor = 0 if int(options["loss_floor"][0]) == FLOOR_HAND_ONLY else 1
    return {
        "every card is in one place": are_in_one_place(places),
        "somebody may act until the end": (s["legal"] != 0).any(axis=1) | (s["is_over"] != 0),
        "trick points are those of the cards played": ended
        | (in_tricks == s["declarer_points"] + s["defender_points"] + s["trick_points"] * (s["trick_cards"] < 3)),
        "all points are 120 after ten tricks": ~played_out | (s["declarer_points"] + s["defender_points"] == 120),
        "no declarer takes more than ten tricks": s["declarer_tricks"] + s["defender_tricks"] <= HAND_SIZE,
        "a Null ends with the declarer's first trick": trumps | (s["declarer_tricks"] == 0) | ended,
        "nobody has said more than the highest bid": said <= s["last_bid"] + 1,
        "the declarer has not passed": ~has_declarer | ((s["passed"] >> np.maximum(s["declarer"], 0)) & 1 == 0),
        "the final bid is a value of the table": ~has_declarer | np.isin(s["bid"], BIDS),
        "a finished game is worth something": ~(ended & has_declarer) | (s["value"] != 0),
        "a game is worth at least the bid": ~(ended & has_declarer) | (np.abs(s["value"]) >= s["bid"] * floor),
        "settlement sums to zero": settled.sum(axis=1) == 0,
        "no trick without ten cards each": (s["phase"] != PLAY) | (_cards(s) == 30 - 3 * (s["trick_number"] - 1)),
        "the deal has at most 168 decisions": s["moves"] <= 168 * np.maximum(s["match_deals"], 1),
    }


def _points(sets: NDArray[np.int64], points: NDArray[np.int64]) -> NDArray[np.int64]:
    union = np.bitwise_or.reduce(sets, axis=1)
    return np.asarray(((union[:, None] >> np.arange(32)) & 1) @ points)


def _cards(s: NDArray[Any]) -> NDArray[np.int64]:
    """Cards held by the active players and lying in the current trick."""
    return np.asarray(np.bitwise_count(s["hands"]).astype(np.int64).sum(axis=1) + s["trick_cards"])
