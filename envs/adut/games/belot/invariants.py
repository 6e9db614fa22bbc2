"""What holds at every table of Belot at every moment (section 14 of the rules), checked on arrays of records."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.cards import are_in_one_place
from adut.core.record import Ints
from adut.games.belot.cards import RUFFING_CARDS, TRUMP_CARDS
from adut.games.belot.declaring import MAX_DECLARED, NUMBER_OF
from adut.games.belot.layout import (
    AUCTION,
    DECLARE,
    END,
    HANGING,
    INSIDE,
    KONTRA_HANGING,
    KONTRA_LOST,
    KONTRA_MADE,
    MADE,
    PASSED_OUT,
    PLAY,
)
from adut.games.belot.options import KIND_UNTIL_END, KONTRA_TIE_SPLIT, ODD_POINT_DROPPED, SCOPE_ALL
from adut.games.belot.scoring import BELOT_POINTS, CAPOT_POINTS, LAST_TRICK_POINTS, PACK_GAME_POINTS, PACK_POINTS
from adut.games.belot.table import HAND_SIZE, MAX_DECISIONS, NUM_TRICKS
from adut.games.belote_cards import CARD_POINTS, NO_TRUMPS, STRENGTH, SUIT_CARDS
from adut.games.declarations import POINTS

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]


def invariants(states: NDArray[Any], options: NDArray[Any]) -> dict[str, Flags]:
    """For each invariant a flag a table: whether it holds.

    Args:
        states: records after a step, without automatic restart, so that the ends of deals are seen.
        options: the options record.
    """
    s, o = states, options[0]
    return {**_cards(s), **_auction(s), **_play(s), **_declarations(s, o), **_scores(s, o), **_sums(s, o)}


def _by_contract(values: Ints, s: NDArray[Any]) -> Numbers:
    """The entries of a table [contract, ...], by state; those of clubs where there is no contract."""
    return np.asarray(np.asarray(values)[np.maximum(s["contract"], 0)])


def _count(sets: Numbers) -> Numbers:
    return np.asarray(np.bitwise_count(sets), np.int64)


def _cards(s: NDArray[Any]) -> dict[str, Flags]:
    """Where the cards are."""
    in_play = s["trick_number"] > 0
    late = np.where(in_play[:, None], 0, s["late"])
    places = np.concatenate([s["hands"], s["played"], late], axis=1)
    held = _count(s["hands"] | s["played"])
    playing = s["phase"] == PLAY
    cards = s["legal"][:, 0]
    same = s["hands"][np.arange(len(s)), s["seat"]] & np.asarray(SUIT_CARDS)[np.maximum(s["led"], 0)]
    follows = playing & (s["led"] >= 0) & (same != 0)
    return {
        "every card is in one place": are_in_one_place(places.T),
        "everybody has five cards, then eight": (held == np.where(in_play, HAND_SIZE, 5)[:, None]).all(axis=1),
        "late cards are own cards": ~in_play | (s["late"] & ~(s["hands"] | s["played"]) == 0).all(axis=1),
        "the legal cards are in the hand": cards & ~s["hands"][np.arange(len(s)), s["seat"]] == 0,
        "a player who can follow suit does": ~follows | (cards & ~same == 0),
        "somebody can act until the end": (s["legal"] != 0).any(axis=1) | (s["is_over"] != 0),
        "a card can be played in the play": ~playing | (cards != 0) | (s["is_over"] != 0),
    }


def _auction(s: NDArray[Any]) -> dict[str, Flags]:
    """The calls."""
    rows = np.arange(len(s))
    contract, bidding = s["contract"], s["phase"] == AUCTION
    bid = contract >= 0
    at = 4 * np.maximum(contract, 0)
    one = np.ones(len(s), bool)
    for flags in ("bids", "kontras", "rekontras"):
        calls = (s[flags][:, None] >> 4 * np.arange(6)) & 15
        one &= (_count(calls) <= 1).all(axis=1)
        one &= (s[flags] >> np.where(bid, at + 4, 0) == 0) | (s[flags] == 0)
    kontra, rekontra = s["kontras"] >> at & 15, s["rekontras"] >> at & 15
    own_side = np.where(s["caller"] & 1, 10, 5)
    mult = np.where(rekontra != 0, 4, np.where(kontra != 0, 2, 1))
    return {
        "each thing is said once, and none above the highest bid": one,
        "the caller made the highest bid": ~bid | (s["bids"] >> at & 15 == 1 << np.maximum(s["caller"], 0)),
        "kontra is the others'": kontra & own_side == 0,
        "rekontra is the caller's side's": rekontra & ~own_side == 0,
        "kontra comes before rekontra": (rekontra == 0) | (kontra != 0),
        "the last bid decides what is doubled": s["mult"] == mult,
        "bidding ends with a contract or four passes": bidding | bid | (s["result"] == PASSED_OUT),
        "three passes close a bid": ~bid | (s["passes"] < 3) | ~bidding,
        "cards are played under a contract": (s["trick_number"] == 0) | bid,
        "nobody plays before the auction is over": ~bidding | (s["played"] == 0).all(axis=1),
        "the seat acts for itself": s["seat"][rows] == s["actor"],
        f"a deal has at most {MAX_DECISIONS} decisions": s["moves"] <= MAX_DECISIONS * np.maximum(s["match_deals"], 1),
    }


def _play(s: NDArray[Any]) -> dict[str, Flags]:
    """The course of the play."""
    rows = np.arange(len(s))
    ended = s["trick_number"] > NUM_TRICKS
    tricks = s["tricks"].sum(axis=1)
    between = (s["phase"] == PLAY) & (s["trick_cards"] == 0) & (s["trick_number"] > 1)
    cards = np.maximum(s["trick"], 0)
    there = s["trick"] >= 0
    in_trick = np.bitwise_or.reduce(np.where(there, 1 << cards, 0), axis=1)
    best = np.maximum(s["best_card"], 0)
    wins = s["best_card"] >= 0
    ruffing = _by_contract(RUFFING_CARDS, s)
    led = np.asarray(SUIT_CARDS)[np.maximum(s["led"], 0)]
    strength = _by_contract(STRENGTH, s)
    can_win = np.where(in_trick & ruffing != 0, ruffing, led)
    rivals = there & ((can_win[:, None] >> cards) & 1 != 0)
    greatest = np.where(rivals, strength[rows[:, None], cards], -1).max(axis=1)
    taken = np.where(ended & (s["trick_cards"] == 4), 0, s["trick_points"])
    own_void = np.zeros(len(s), bool)
    for seat in range(4):
        for suit in range(4):
            shown = (s["void"] >> 4 * seat + suit) & 1 != 0
            own_void |= shown & (s["hands"][:, seat] & int(SUIT_CARDS[suit]) != 0)
    return {
        "the winner of a trick leads": ~between | (s["leader"] == s["last_winner"]),
        "forehand leads first": (s["trick_number"] != 1) | (s["leader"] == s["forehand"]),
        "a trump, or a card of the suit led, wins": ~wins | (can_win >> best & 1 != 0),
        "the strongest of these wins": ~wins | (strength[rows, best] == greatest),
        "points are those of the cards played": _points(s, np.bitwise_or.reduce(s["played"], axis=1))
        == s["card_points"].sum(axis=1) + taken,
        "a trick for every four cards": tricks == _count(s["played"]).sum(axis=1) // 4,
        "nobody holds a suit he has shown not to have": ~own_void,
    }


def _points(s: NDArray[Any], cards: Numbers) -> Numbers:
    """Card points of sets of cards, by table."""
    return np.asarray((((cards[:, None] >> np.arange(32)) & 1) * _by_contract(CARD_POINTS, s)).sum(axis=1))


def _bytes(word: Numbers) -> Numbers:
    return (word[:, None] >> 8 * np.arange(MAX_DECLARED)) & 0xFF


def _declarations(s: NDArray[Any], o: Any) -> dict[str, Flags]:
    """What is declared and announced."""
    tops = _bytes(s["declared_top"])
    there = tops > 0
    counted = (s["counted"][:, None] >> np.arange(MAX_DECLARED)) & 1 != 0
    announced = _count(s["announced"]) + _count(s["announced_twice"])
    in_no_trumps = s["contract"] == NO_TRUMPS
    pairs = np.ones(len(s), bool)
    for suit in range(4):
        for seat in range(4):
            said = (s["belots"] >> 4 * suit + seat) & 1 != 0
            pairs &= ~said | ((s["hands"] | s["played"])[:, seat] >> 8 * suit & 0x60 == 0x60)
            pairs &= ~said | (_by_contract(TRUMP_CARDS, s) & int(SUIT_CARDS[suit]) != 0)
    told_early = int(o["declaration_disclosure"]) != KIND_UNTIL_END
    told = (s["trick_number"] > NUM_TRICKS) | (told_early & (s["trick_number"] > 1))
    asked = s["phase"] == DECLARE
    return {
        "every declaration is announced": announced == there.sum(axis=1),
        "what counts was declared": ~(counted & ~there).any(axis=1),
        "nothing counts before it is told": told | (s["counted"] == 0),
        "nothing is declared in no trumps": ~in_no_trumps | ((announced == 0) & (s["belots"] == 0)),
        "who announces belot has king and queen of trumps": pairs,
        "declarations are asked for in the first trick": ~asked | (s["trick_number"] == 1),
        "who is asked has something to declare": asked == (s["candidates"] != 0),
        "what was declared is picked": asked | (s["picked"] == 0),
        "runs have a suit": (_bytes(s["declared_suit"]) > 0) == (_bytes(s["declared_length"]) > 0),
    } | _contest(s, o, there, counted)


def _contest(s: NDArray[Any], o: Any, there: Flags, counted: Flags) -> dict[str, Flags]:
    """Of runs one side's count, and of fours."""
    runs = there & (_bytes(s["declared_length"]) > 0)
    side = np.arange(MAX_DECLARED) >> 1 & 1
    whole = np.ones(len(s), bool)
    for kind in (runs, there & ~runs):
        for mine in (0, 1):
            of_side = kind & (side == mine)
            some = (counted & of_side).any(axis=1)
            whole &= ~some | ((counted & of_side) == of_side).all(axis=1)
            whole &= ~some | ~(counted & kind & (side != mine)).any(axis=1)
    return {"a side's runs count all or none, and only one side's; so do fours": whole}


def _scores(s: NDArray[Any], o: Any) -> dict[str, Flags]:
    """How a deal is written."""
    rows = np.arange(len(s))
    ended, passed, result = s["phase"] == END, s["result"] == PASSED_OUT, s["result"]
    played = ended & ~passed
    caller = s["caller"] & 1
    mine, others = s["raw"][rows, caller], s["raw"][rows, 1 - caller]
    written = s["written"][:, :2]
    own, theirs = written[rows, caller], written[rows, 1 - caller]
    level = np.isin(result, (HANGING, KONTRA_HANGING))
    capot = (s["tricks"] == NUM_TRICKS).any(axis=1)
    totals = s["totals"]
    found = {
        "a finished deal has a result": ended == (result >= 0),
        "a deal that all passed writes nothing": ~passed | ((written == 0).all(axis=1) & (s["raw"] == 0).all(axis=1)),
        "who makes it has more points": ~played | (np.isin(result, (MADE, KONTRA_MADE)) == (mine > others)),
        "who has fewer is inside": ~played | (np.isin(result, (INSIDE, KONTRA_LOST)) == (mine < others)),
        "equal points hang": ~played | (level == (mine == others)),
        "a caller who does not make it writes nothing": ~played | (mine > others) | (own == 0),
        "who makes it doubled writes alone": (result != KONTRA_MADE) | (theirs == 0),
        "nothing hangs after a decided deal": ~played | level | (s["pot"] == 0),
        "a capot has all tricks": ~played | (capot == (s["capot"] >= 0)),
        "points are those of the side": ~ended | (s["points"] == written[:, [0, 1, 0, 1]]).all(axis=1),
        "nobody loses points": (s["points"] >= 0).all(axis=1) & (totals >= 0).all(axis=1) & (s["pot"] >= 0),
        "a match that is over has a leader at the target": (s["match_over"] == 0)
        | ((totals[:, 0] != totals[:, 1]) & (totals.max(axis=1) >= int(o["target"]))),
    }
    if int(o["capot_blocks_end"]):
        found["a capot ends no match"] = ~capot | (s["match_over"] == 0)
    return found


def _sums(s: NDArray[Any], o: Any) -> dict[str, Flags]:
    """What the points and game points of a deal come to (8.1, 8.3)."""
    played = (s["phase"] == END) & (s["result"] != PASSED_OUT)
    no_trumps = s["contract"] == NO_TRUMPS
    lengths, tops = _bytes(s["declared_length"]), _bytes(s["declared_top"])
    numbers = np.where(tops > 0, np.asarray(NUMBER_OF)[lengths, tops - 1], 0)
    counted = (s["counted"][:, None] >> np.arange(MAX_DECLARED)) & 1
    declared = (counted * np.asarray(POINTS)[numbers]).sum(axis=1) + BELOT_POINTS * _count(s["belots"])
    capot = s["capot"] >= 0
    bonus = np.where(capot, CAPOT_POINTS * np.where(no_trumps & bool(o["nt_capot_doubled"]), 2, 1), 0)
    cards = _by_contract(PACK_POINTS, s) * np.where(no_trumps, 2, 1)
    total, in_tricks = s["raw"].sum(axis=1), s["card_points"].sum(axis=1)
    whole = _by_contract(PACK_GAME_POINTS, s) + (declared + bonus) // 10
    sums = {
        "the last trick is worth ten": ~played | (in_tricks + LAST_TRICK_POINTS == _by_contract(PACK_POINTS, s)),
        "points are cards, declarations and capot": ~played | (total == cards + declared + bonus),
        "game points are a tenth, rounded": ~played | (whole == (total + 5) // 10),
    }
    if int(o["episode"]) == 0 and int(o["kontra_scope"]) == SCOPE_ALL:  # nothing hung before
        lost = np.zeros(len(s), np.int64)
        if int(o["tie_odd_point"]) == ODD_POINT_DROPPED:
            halved = (s["result"] == HANGING) | ((s["result"] == KONTRA_HANGING) & (int(o["kontra_tie"]) == KONTRA_TIE_SPLIT))
            lost = np.where(halved & (whole % 2 == 1), s["mult"], 0)
        sums["written and hanging are the whole deal"] = ~played | (
            s["written"][:, :2].sum(axis=1) + s["pot"] == s["mult"] * whole - lost
        )
    return sums
