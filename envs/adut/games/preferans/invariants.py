"""What holds at every table of Preferans at every moment (section 14 of the rules), checked on arrays of records."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.cards import are_in_one_place
from adut.core.options import UNLIMITED
from adut.games.preferans.layout import BETL, DISCARD, END, PLAY
from adut.games.preferans.options import CAP_NONE, FIVE_TRICKS, REFEREE_SCORE, STRICT_TWO
from adut.games.preferans.table import ALL_PASSED, FAILED, HAND_SIZE, MADE, SEATS, UNDECIDED, UNDOUBLED, UNFOLLOWED

Flags = NDArray[np.bool_]


def invariants(states: NDArray[Any], options: NDArray[Any]) -> dict[str, Flags]:
    """For each invariant a flag a table: whether it holds.

    Args:
        states: records after a step, without automatic restart, so that the ends of deals are seen.
        options: the options record.
    """
    s, o = states, options[0]
    ended, has_declarer = s["phase"] == END, s["declarer"] >= 0
    is_betl, playing = s["contract"] == BETL, s["phase"] == PLAY
    declarer = np.maximum(s["declarer"], 0)
    is_declarer = (np.arange(SEATS) == declarer[:, None]) & has_declarer[:, None]
    bought = has_declarer & (s["in_hand"] == 0)
    table_cards = np.where(bought, s["discards"], s["talon"])
    places = [*(s["hands"][:, seat] for seat in range(SEATS)), *(s["played"][:, seat] for seat in range(SEATS)), table_cards]
    tricks, counted = s["tricks"].sum(axis=1), s["counted_tricks"].sum(axis=1)
    played_out = ended & np.isin(s["outcome"], (MADE, FAILED)) & (o["play_to_end"] != 0)
    own_tricks = (s["tricks"] * is_declarer).sum(axis=1)
    change, value = s["bula_change"], s["value"][:, None]
    without_referee = int(o["referee"]) != REFEREE_SCORE
    changes = np.where(is_declarer, np.isin(change, (0,)) | (change >= -value), np.isin(change, (0,)) | (change == value))
    written = s["written"].copy()
    written[np.arange(len(s)), :, declarer] = 0
    strict = int(o["defender_rule"]) == STRICT_TWO
    fallen = (change > 0) & ~is_declarer
    limit = int(o["refe_limit"])
    settled = SEATS * s["points"][:, :SEATS] - s["points"][:, :SEATS].sum(axis=1, keepdims=True) + s["rounding"]
    in_play = np.bitwise_count(s["playing"]).astype(np.int64)
    held = np.bitwise_count(np.where((s["playing"][:, None] >> np.arange(SEATS)) & 1, s["hands"], 0)).astype(np.int64)
    return {
        "every card is in one place": are_in_one_place(places),
        "the talon is two cards": np.bitwise_count(s["talon"]) == 2,
        "somebody may act until the end": (s["legal"] != 0).any(axis=1) | (s["is_over"] != 0),
        "tricks are those of the cards played": np.bitwise_count(s["played"]).sum(axis=1)
        == in_play * (tricks - (ended & (in_play > 0) & (tricks > 0))) + s["trick_cards"],
        "tricks sum to ten in a deal played to the end": ~played_out | (tricks == HAND_SIZE),
        "counted tricks are the defenders' first ones": counted
        == (np.minimum(tricks - own_tricks, 5) if int(o["supe_cap"]) == FIVE_TRICKS else tricks - own_tricks),
        "the declarer fails with the fifth trick of the others": ~ended
        | is_betl
        | ~np.isin(s["outcome"], (MADE, FAILED))
        | ((counted >= 5) == (s["outcome"] == FAILED)),
        "betl is made without a trick": ~ended
        | ~is_betl
        | ~np.isin(s["outcome"], (MADE, FAILED))
        | ((own_tricks == 0) == (s["outcome"] == MADE)),
        "an auction has a holder when it has a level": (s["level"] > 0) == (s["holder"] >= 0),
        "nobody has said more than the level": (s["said"] <= s["level"][:, None]).all(axis=1),
        "a bought contract reaches the level": ~bought | (s["contract"] == 0) | (s["contract"] >= s["level"]),
        "only the declarer holds more than ten cards": (
            np.bitwise_count(s["hands"]) <= HAND_SIZE + 2 * (is_declarer & (s["phase"] == DISCARD)[:, None])
        ).all(axis=1),
        "players hold what the tricks have left them": ~playing
        | (held.sum(axis=1) == in_play * (HAND_SIZE + 1 - s["trick_number"]) - s["trick_cards"]),
        "a deal has an outcome when it is over": ended == (s["outcome"] != UNDECIDED),
        "supe change on the declarer alone": ~(ended & without_referee) | (written == 0).all(axis=(1, 2)),
        "bule change by nothing, the value or the cap": ~(ended & without_referee)
        | changes.all(axis=1)
        | (o["last_deal_double_fall"] != 0),
        "at most the declarer loses bule": ((change >= 0) | is_declarer | (not without_referee)).all(axis=1),
        "who beats a contract does not fall": ~(s["outcome"] == FAILED) | ~fallen.any(axis=1) | strict,
        "all pass changes no points": ~np.isin(s["outcome"], (ALL_PASSED, UNDOUBLED)) | (s["points"] == 0).all(axis=1),
        "nobody follows, nobody writes": ~(s["outcome"] == UNFOLLOWED) | (s["written"] == 0).all(axis=(1, 2)),
        "payoffs sum to zero": settled.sum(axis=1) == 0,
        "bule do not sum to less than zero": (s["bula"].sum(axis=1) >= 0) | (int(o["last_deal_cap"]) == CAP_NONE),
        "nobody has more refe than were written": (s["refe"] >= 0).all(axis=1)
        & (s["refe"] <= s["refe_written"][:, None]).all(axis=1),
        "refe are written as often as is agreed": (s["refe_written"] <= limit) | (limit == UNLIMITED),
        "supe only grow": (s["supe"] >= 0).all(axis=(1, 2)) & (s["written"] >= 0).all(axis=(1, 2)),
        "everybody decides for his own cards": s["actor"] == s["seat"],
    }
