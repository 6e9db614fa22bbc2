"""The tricks of a deal as the score keeper of Preferans is told them, and what is known from what was not (8.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adut.core.errors import EntryError
from adut.games.preferans.keeper_entries import Played
from adut.games.preferans.layout import BETL
from adut.games.preferans.scoring import TRICKS_OF_DEFENDERS
from adut.games.preferans.table import HAND_SIZE, SEATS

FIVE = TRICKS_OF_DEFENDERS + 1
"""Tricks of the defenders that beat a contract; often no more are written."""


def take_tricks(s: Any, entry: Played, only_five: bool, names: Sequence[str]) -> None:
    """Put the tricks of an entry on a table where play is to begin.

    Args:
        s: the table.
        entry: the entry.
        only_five: no more than five tricks of the defenders are written.
        names: of the players.

    Raises:
        EntryError: tricks that cannot be, or too few are told.
    """
    declarer = int(s["declarer"])
    if s["contract"] == BETL:
        if any(number is not None for number in entry.tricks):
            raise EntryError("in a betl tricks do not count: say whether it was made")
        if entry.made is None:
            raise EntryError("made is needed in a betl: whether the declarer took no trick")
        s["tricks"][declarer] = not entry.made
        return
    for seat in set(range(SEATS)) - seats_of(s["playing"]):
        if entry.tricks[seat]:
            raise EntryError(f"{names[seat]} does not play and has no tricks")
    known = _known(s, entry, only_five)
    _check_sum(entry.tricks[declarer], sum(known.values()), only_five)
    if only_five:
        known = _first_five(known, writer_of(s), names)
    for seat, number in known.items():
        s["counted_tricks"][seat] = s["tricks"][seat] = number
    taken = sum(known.values())
    s["tricks"][declarer] = HAND_SIZE - taken
    if entry.made is not None and entry.made != (taken < FIVE):
        word = "made" if entry.made else "failed"
        raise EntryError(f"it cannot be {word} with {taken} tricks for the defenders")


def _known(s: Any, entry: Played, only_five: bool) -> dict[int, int]:
    """The tricks of the defenders who play, by seat; where one writes all of them, they may stand at either."""
    declarer, writer = int(s["declarer"]), writer_of(s)
    own, defenders = entry.tricks[declarer], sorted(seats_of(s["playing"]) - {declarer})
    known = {seat: number for seat in defenders if (number := entry.tricks[seat]) is not None}
    missing = [seat for seat in defenders if seat not in known]
    if not missing:
        return known
    if not known and own is None and writer is not None and entry.made is False and only_five:
        return {writer: FIVE}
    if own is None or (len(missing) > 1 and writer is None):
        raise EntryError("tricks are needed: those of the defenders, or all but one")
    return {**known, missing[0]: max(HAND_SIZE - own - sum(known.values()), 0)}


def _check_sum(own: int | None, taken: int, only_five: bool) -> None:
    """What is known fits together; of a contract that failed only five tricks may be told."""
    total = max(taken, HAND_SIZE) if own is None else own + taken
    stops = only_five and taken >= FIVE
    if total > HAND_SIZE or (total < HAND_SIZE and not stops):
        raise EntryError(f"there are {HAND_SIZE} tricks, not {total}")


def _first_five(tricks: dict[int, int], writer: int | None, names: Sequence[str]) -> dict[int, int]:
    """Of tricks beyond five the first five."""
    if sum(tricks.values()) <= FIVE:
        return tricks
    having = [seat for seat, number in tricks.items() if number]
    if writer is None and len(having) > 1:
        both = " and ".join(names[seat] for seat in having)
        raise EntryError(f"the first {FIVE} tricks of the defenders count: tell how many of those {both} took")
    return {having[0] if writer is None else writer: FIVE}


def writer_of(s: Any) -> int | None:
    """The defender who writes all tricks of the defenders, None if each writes his own."""
    for name in ("giver", "caller"):
        if int(s[name]) >= 0:
            return int(s[name])
    followers = seats_of(s["followers"])
    return min(followers) if len(followers) == 1 else None


def seats_of(bits: int) -> set[int]:
    """The seats whose bits are set."""
    return {seat for seat in range(SEATS) if int(bits) >> seat & 1}
