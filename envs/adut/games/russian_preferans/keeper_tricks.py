"""The tricks of a deal as the score keeper of Russian Preferans is told them, and what follows from those that were not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adut.core.errors import EntryError
from adut.games.russian_preferans.options import TALON_LEADS
from adut.games.russian_preferans.raspasovka import TALON_TRICKS
from adut.games.russian_preferans.seats import nibble
from adut.games.russian_preferans.table import ACTIVE, HAND_SIZE
from adut.games.russian_preferans.whist import first_defender, second_defender

Tricks = Sequence[int | None]


def take_tricks(s: Any, tricks: Tricks, names: Sequence[str]) -> None:
    """Put the tricks of a contract on a table where play is to begin. Raises EntryError."""
    seats = [int(s["declarer"]), int(first_defender(s)), int(second_defender(s))]
    for seat, name in enumerate(names):
        if seat not in seats and tricks[seat]:
            raise EntryError(f"{name} has no cards and no tricks")
    told = {seat: tricks[seat] for seat in seats}
    missing = [seat for seat in seats if told[seat] is None]
    if seats[0] not in missing and len(missing) == 2 and not s["both_whist"]:
        told[missing.pop()] = 0  # the defence has them, whoever
    for seat, number in _completed(told, missing).items():
        s["tricks"][seat] = number


def take_tricks_of_all(s: Any, o: Any, tricks: Tricks, names: Sequence[str]) -> None:
    """Put the tricks of a raspasovka on a table. Raises EntryError."""
    seats = [int(nibble(int(s["order"]), place)) for place in range(ACTIVE)]
    most = HAND_SIZE
    told = {seat: tricks[seat] for seat in seats}
    if len(names) > ACTIVE:
        dealer = int(s["dealer"])
        leads = int(o["raspas_talon"]) == TALON_LEADS
        most = TALON_TRICKS if leads else 0
        told[dealer] = tricks[dealer] if leads else tricks[dealer] or 0
    found = _completed(told, [seat for seat, number in told.items() if number is None])
    if len(names) > ACTIVE and found[int(s["dealer"])] > most:
        raise EntryError(f"{names[int(s['dealer'])]} deals and has {most or 'no'} tricks{' at most' if most else ''}")
    for seat, number in found.items():
        s["tricks"][seat] = number


def _completed(told: dict[int, int | None], missing: Sequence[int]) -> dict[int, int]:
    """All tricks, where at most one number is missing, or nothing is left for several. Raises EntryError."""
    known = {seat: number for seat, number in told.items() if number is not None}
    total = sum(known.values())
    if len(missing) > 1 and total < HAND_SIZE:
        raise EntryError("tricks are needed: all, or all but one of those who play")
    if total > HAND_SIZE or (total < HAND_SIZE and not missing):
        raise EntryError(f"there are {HAND_SIZE} tricks, not {total}")
    return known | dict.fromkeys(missing, HAND_SIZE - total)
