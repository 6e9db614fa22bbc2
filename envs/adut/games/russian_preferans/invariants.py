"""What holds at every table of Russian Preferans at every moment (section 14 of the rules), checked on arrays of records."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.cards import are_in_one_place
from adut.core.options import UNLIMITED
from adut.games.russian_preferans.layout import (
    DISCARD,
    END,
    HALF_OFFER,
    MISERE_CONTRACT,
    PLAY,
    RASPASOVKA,
    REVEAL,
    WHIST,
)
from adut.games.russian_preferans.options import HELP_NONE, TALON_LEADS, TEN_CHECKED
from adut.games.russian_preferans.table import (
    ALL_PASSED,
    FAILED,
    HAND_SIZE,
    MADE,
    OPENED,
    PREFERANS,
    SURRENDERED,
    UNDECIDED,
    UNPLAYED,
)

Flags = NDArray[np.bool_]
SEATS = 4


def invariants(states: NDArray[Any], options: NDArray[Any]) -> dict[str, Flags]:
    """For each invariant a flag a table: whether it holds.

    Args:
        states: records after a step, without automatic restart, so that the ends of deals are seen.
        options: the options record.
    """
    s, o = states, options[0]
    players = int(o["players"])
    sits_out = (np.arange(SEATS) == s["dealer"][:, None]) & (players == SEATS)
    ended, has_declarer, phase = s["phase"] == END, s["declarer"] >= 0, s["phase"]
    raspasovka = s["contract"] == RASPASOVKA
    is_declarer = (np.arange(SEATS) == s["declarer"][:, None]) & has_declarer[:, None]
    took_talon = s["talon_shown"] != 0
    dealer_leads = raspasovka & (players == SEATS) & (int(o["raspas_talon"]) == TALON_LEADS)
    on_table = np.where(took_talon, s["discards"], np.where(dealer_leads, 0, s["talon"]))
    places = [*(s["hands"][:, seat] for seat in range(SEATS)), *(s["played"][:, seat] for seat in range(SEATS)), on_table]
    counts = np.bitwise_count(s["hands"]).astype(np.int64)
    most = HAND_SIZE + 2 * (is_declarer & ((phase == DISCARD) | (s["outcome"] == PREFERANS))[:, None])
    tricks, played = s["tricks"].sum(axis=1), np.bitwise_count(s["played"]).sum(axis=1)
    played_out = np.isin(s["outcome"], (ALL_PASSED, MADE, FAILED))
    extra = np.where(dealer_leads, np.minimum(tricks, 2), 0)
    own_tricks = (s["tricks"] * is_declarer).sum(axis=1)
    is_misere = s["contract"] == MISERE_CONTRACT
    level = 6 + s["contract"] // 5
    in_play = np.isin(phase, (PLAY, REVEAL))
    both_or_single = (s["both_whist"] != 0).astype(np.int64) + (s["whister"] >= 0)
    checked = is_misere | ((level == 10) & (s["contract"] < MISERE_CONTRACT) & (int(o["ten"]) == TEN_CHECKED))
    change, points = s["whists_change"], s["points"][:, :players]
    on_declarer = is_declarer[:, None, :] | (sits_out[:, None, :] & is_declarer[:, :, None])
    helped = s["pool_change"] > 0
    settled = players * points - points.sum(axis=1, keepdims=True)
    limit = int(o["pool_target"])
    no_limit = limit == UNLIMITED or int(o["help"]) == HELP_NONE
    other_decides = s["actor"] != s["seat"]
    may_decide = (
        ended
        | (phase == HALF_OFFER)
        | ((phase == WHIST) & (s["looked"] >= 0))
        | (in_play & (s["whister"] >= 0))
        | (in_play & checked & (s["opening"] == OPENED))
    )
    return {
        "every card is in one place": are_in_one_place(places),
        "the talon is two cards": np.bitwise_count(s["talon"]) == 2,
        "somebody may act until the end": (s["legal"] != 0).any(axis=1) | (s["is_over"] != 0),
        "nobody holds too many cards": (counts <= most).all(axis=1),
        "the dealer of four holds cards in a raspasovka alone": ~((counts > 0) & sits_out & ~dealer_leads[:, None]).any(axis=1),
        "tricks are those of the cards played": played
        == 3 * (tricks - (ended & played_out)) + extra + s["trick_cards"] - (ended & dealer_leads & (tricks <= 2)),
        "tricks sum to ten in a deal that was played": ~(ended & played_out) | (tricks == HAND_SIZE),
        "the dealer of four wins two tricks at most": ((s["tricks"] * sits_out).sum(axis=1) <= np.where(dealer_leads, 2, 0)),
        "a deal has an outcome when it is over": ended == (s["outcome"] != UNDECIDED),
        "a contract is made with its tricks": ~(ended & has_declarer & ~is_misere & np.isin(s["outcome"], (MADE, FAILED)))
        | ((own_tricks >= level) == (s["outcome"] == MADE)),
        "misere is made without a trick": ~(ended & is_misere) | ((own_tricks == 0) == (s["outcome"] == MADE)),
        "an auction has an owner when it has a bid": (s["bid"] >= 0) == (s["owner"] >= 0),
        "the owner has not passed": ((s["active"] >> np.maximum(s["owner"], 0)) & 1 == 1) | (s["owner"] < 0),
        "a contract that is whisted has one whister or two": ~(in_play & has_declarer & ~checked) | (both_or_single == 1),
        "misere and checked tens are not whisted": ~(in_play & checked) | (both_or_single == 0),
        "a whister has a partner": (s["whister"] >= 0) == (s["partner"] >= 0),
        "another decides where the rules say so": ~other_decides | may_decide,
        "the talon stays down without talon": ~((s["no_talon"] != 0) & took_talon),
        "payoffs sum to zero": settled.sum(axis=1) == 0,
        "whists are written on the declarer, or on a dealer whose talon was thrown, or for help": ~ended
        | raspasovka
        | (s["preferans"] != 0)
        | ((change == 0) | on_declarer | helped[:, None, :]).all(axis=(1, 2)),
        "whists only grow": (change >= 0).all(axis=(1, 2)) | (s["preferans"] != 0),
        "nobody has written less than nothing": (s["whists"] >= 0).all(axis=(1, 2)) & (s["pool"] >= 0).all(axis=1),
        "nobody writes on himself": (s["whists"][:, np.arange(SEATS), np.arange(SEATS)] == 0).all(axis=1),
        "a failed contract earns no pool": ~np.isin(s["outcome"], (FAILED, SURRENDERED)) | (s["pool_change"] == 0).all(axis=1),
        "an unplayed contract is made": ~(s["outcome"] == UNPLAYED) | (s["mountain_change"] <= 0).all(axis=1),
        "pools stay below the target": (s["pool"] <= limit).all(axis=1) | no_limit,
    }
