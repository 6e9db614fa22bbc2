"""What holds at every table of Bela at every moment (section 14 of the rules), checked on arrays of records."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.cards import JACK, are_in_one_place
from adut.games.bela.layout import (
    BELOT,
    CALL,
    DECLARE,
    DISCARD,
    END,
    FELL,
    HUNG,
    MADE,
    PLAY,
    REVOKED,
    SEVEN,
    THROWN_IN,
    WENT_OUT,
)
from adut.games.bela.options import BEFORE_LEAD, BELA_KEPT, THREE_STRICT
from adut.games.bela.scoring import BELA_POINTS, PACK_POINTS
from adut.games.bela.table import MAX_DECISIONS
from adut.games.belote_cards import CARD_POINTS, SUIT_CARDS

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]


def invariants(states: NDArray[Any], options: NDArray[Any]) -> dict[str, Flags]:
    """For each invariant a flag a table: whether it holds.

    Args:
        states: records after a step, without automatic restart, so that the ends of deals are seen.
        options: the options record.
    """
    s, players = states, int(options["players"][0])
    return {**_cards(s, players), **_play(s, options[0], players), **_scores(s, options[0], players)}


def _cards(s: NDArray[Any], players: int) -> dict[str, Flags]:
    """Where the cards are."""
    seats = range(players)
    taken = (s["caller"] >= 0) & (s["phase"] != SEVEN)
    in_middle = np.where(taken, 0, s["middle"])
    turned = np.where(s["exchanged"] >= 0, 1 << 8 * np.maximum(s["trump"], 0), 1 << np.maximum(s["turned"], 0))
    places = [
        *(s["hands"][:, seat] for seat in seats),
        *(s["played"][:, seat] for seat in seats),
        *(np.where(taken, 0, s["talon"][:, seat]) for seat in seats),
        in_middle,
        s["discards"],
        s["stock"],
        turned if players == 2 else np.zeros(len(s), np.int64),
    ]
    size = 8 if players == 4 else 10
    in_play = (s["trick_number"] > 0) & (s["phase"] != END)
    held = np.bitwise_count(s["hands"] | s["played"])[:, :players]
    return {
        "every card is in one place": are_in_one_place(places),
        "everybody has as many cards in play": ~in_play | (held == size).all(axis=1),
        "shown cards are or were in the hand of who shows them": (s["shown"] & ~(s["hands"] | s["played"]) == 0).all(axis=1),
        "the legal cards are in the hand": (s["legal"][:, 0] & ~s["hands"][np.arange(len(s)), s["seat"]] == 0),
        "two cards are discarded or none": (s["discarded"] == np.bitwise_count(s["discards"])) & (s["discarded"] <= 2),
    }


def _play(s: NDArray[Any], o: Any, players: int) -> dict[str, Flags]:
    """The course of a deal."""
    ended, size = s["phase"] == END, 8 if players == 4 else 10
    asked = (s["legal"] != 0).any(axis=1)
    tricks = s["tricks"].sum(axis=1)
    between = (s["phase"] == PLAY) & (s["trick_cards"] == 0)
    trumps = np.asarray(SUIT_CARDS)[np.maximum(s["trump"], 0)]
    jack = np.where(s["trump"] >= 0, 1 << (8 * np.maximum(s["trump"], 0) + JACK), 0)
    trick = np.where(s["trick"] >= 0, 1 << np.maximum(s["trick"], 0), 0)
    in_trick = np.bitwise_or.reduce(trick, axis=1)
    best = np.where(s["best_card"] >= 0, 1 << np.maximum(s["best_card"], 0), 0)
    points = np.stack([_points(s, s["played"][:, seat]) for seat in range(players)], axis=1).sum(axis=1)
    in_tricks = s["card_points"].sum(axis=1) + np.where(ended & (s["trick_cards"] == players), 0, s["trick_points"])
    revoked = s["result"] == REVOKED
    reported = (s["announced"] != 0).any(axis=1)
    declaring = (s["declared"] > 0).sum(axis=1)
    early = revoked | (int(o["declare_when"]) == BEFORE_LEAD)
    return {
        "somebody may act until the end": asked | (s["is_over"] != 0),
        "nobody calls once trump is called": (s["phase"] == CALL) == ((s["caller"] < 0) & ~ended),
        "the winner of a trick leads": ~(between & (s["trick_number"] > 1)) | (s["leader"] == s["last_winner"]),
        "forehand leads first": (s["trick_number"] != 1) | (s["leader"] == s["forehand"]),
        "the jack of trump is best": (in_trick & jack == 0) | (best == jack) | revoked,
        "a trump is best in a ruffed trick": (in_trick & trumps == 0) | (best & trumps != 0) | revoked,
        "trick points are those of the cards played": (points == in_tricks) | revoked,
        "as many tricks as there are": tricks <= size,
        "declarations are recognised only of reporters": (declaring == 0) | reported,
        "one side has recognised declarations": declaring <= (2 if players == 3 else 1),
        "declarations are asked for in the first trick": (s["phase"] != DECLARE) | (s["trick_number"] == 1),
        "declarations are recognised with the first trick": (declaring == 0) | (tricks > 0) | early,
        "bela is a question of the first trump king or queen": (s["bela"] < 0) | (s["bela_open"] == 0),
        "the caller discards": (s["phase"] != DISCARD) | (s["seat"] == s["caller"]),
        f"a deal has at most {MAX_DECISIONS} decisions": s["moves"] <= MAX_DECISIONS * np.maximum(s["match_deals"], 1),
    }


def _points(s: NDArray[Any], cards: Numbers) -> Numbers:
    """Card points of sets of cards, by table."""
    worth = np.asarray(CARD_POINTS)[np.maximum(s["trump"], 0)]
    return np.asarray((((cards[:, None] >> np.arange(32)) & 1) * worth).sum(axis=1))


def _scores(s: NDArray[Any], o: Any, players: int) -> dict[str, Flags]:
    """How a deal is scored."""
    sides = 3 if players == 3 else 2
    caller = np.maximum(s["caller"], 0) % sides
    rows = np.arange(len(s))
    scored = np.isin(s["result"], (MADE, FELL, HUNG))
    made, fell, hung = s["result"] == MADE, s["result"] == FELL, s["result"] == HUNG
    counted, scores = s["counted"][:, :sides], s["scores"][:, :sides]
    bela = np.where(s["bela"] >= 0, BELA_POINTS, 0)
    mine = scores[rows, caller]
    others = np.where(np.arange(sides) == caller[:, None], -1, scores).max(axis=1)
    kept = np.where((int(o["bela_on_fall"]) == BELA_KEPT) & (s["bela"] >= 0), BELA_POINTS, 0)
    by_seat = np.stack([scores[:, seat % sides] for seat in range(players)], axis=1)
    payoffs = players * s["points"][:, :players] - s["points"][:, :players].sum(axis=1, keepdims=True)
    whole = PACK_POINTS + int(o["last_trick_bonus"])
    clean = counted.sum(axis=1)
    ending = np.isin(s["result"], (BELOT, REVOKED, WENT_OUT, THROWN_IN)) | scored
    strict = sides == 2 or int(o["three_success"]) == THREE_STRICT
    found = {
        "a finished deal has a result": (s["phase"] == END) == ending,
        "cards are counted whole": ~scored | ((clean == whole) if players > 2 else (clean <= whole)),
        "the caller who makes it has more than the others": ~made | (mine > others) | (not strict and players == 3),
        "a fallen caller keeps nothing but his bela": ~fell | (mine == 0) | (mine == kept),
        "points of those whose deal hangs go into the pot": ~hung | ((mine == 0) & (s["pot"] >= others)),
        "a caller without a trick falls": ~scored | (s["tricks"][rows, caller] > 0) | fell,
        "a deal that all passed scores nothing": (s["result"] != THROWN_IN) | (scores == 0).all(axis=1),
        "points are those of the side": (s["phase"] != END) | (by_seat == s["points"][:, :players]).all(axis=1),
        "settlement sums to zero": payoffs.sum(axis=1) == 0,
        "nobody loses points": (s["points"] >= 0).all(axis=1) & (s["totals"] >= 0).all(axis=1),
        "a match that is over has a winner": (s["match_over"] == 0) | (s["winner"] >= 0),
    }
    if sides == 2 and not int(o["exact_half"]):
        declared = s["declared"].sum(axis=1)
        sweep = np.where((s["tricks"][:, :2] == 0).any(axis=1), int(o["stiglja_bonus"]), 0)
        unscored = np.where(s["tricks"][:, :2] == 0, s["declared"][:, :2], 0).sum(axis=1) + bela
        total = clean + declared + bela + sweep
        found["the sides share the whole deal"] = ~scored | (
            (scores.sum(axis=1) <= total) & (scores.sum(axis=1) >= total - unscored)
        )
    return found
