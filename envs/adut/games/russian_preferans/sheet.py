"""The score sheet of Russian Preferans: what `new_state(sheet=...)` takes (9.1 of the rules)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from adut.core.errors import AdutError
from adut.core.options import UNLIMITED
from adut.games.russian_preferans.options import HELP_NONE, STAYS_3, SUM_REACHED
from adut.games.russian_preferans.scoring import SERIES_WITH_ONE_DEALER
from adut.games.russian_preferans.seats import RINGS
from adut.games.sheet_entries import MAX_NUMBER, number, numbers, written

_KEYS = ("deals", "series", "pool", "mountain", "whists", "ring")


def get_sheet(record: Any, options: NDArray[Any]) -> dict[str, Any]:
    """The score sheet: `deals` played, `series`, the raspasovkas of the present series, `pool` and `mountain` by seat,
    `whists[i][j]` that i has written on j, and `ring`, who sits next to whom (0: in the order of the numbers)."""
    players = int(options["players"][0])
    return {
        "deals": int(record["deals"]),
        "series": int(record["series"]),
        "pool": [int(points) for points in record["pool"][:players]],
        "mountain": [int(points) for points in record["mountain"][:players]],
        "whists": [[int(points) for points in row[:players]] for row in record["whists"][:players]],
        "ring": int(record["ring"]),
    }


def set_sheet(record: Any, options: NDArray[Any], sheet: Mapping[str, Any]) -> None:
    """Write a score sheet. Raises AdutError for unknown keys, impossible numbers, and a match that is over."""
    unknown = set(sheet) - set(_KEYS)
    if unknown:
        raise AdutError(f"a sheet of Russian Preferans has {', '.join(_KEYS)}; not {', '.join(sorted(map(str, unknown)))}")
    o = options[0]
    players, target = int(o["players"]), int(o["pool_target"])
    nothing = [0] * players
    most = MAX_NUMBER if target == UNLIMITED or int(o["help"]) == HELP_NONE else target
    pool = numbers("pool", sheet.get("pool", nothing), players, 0, most)
    mountain = numbers("mountain", sheet.get("mountain", nothing), players, -MAX_NUMBER, MAX_NUMBER)
    whists = written("whists", sheet.get("whists", [nothing] * players), players)
    reached = sum(pool) >= players * target if int(o["end_rule"]) == SUM_REACHED else min(pool) >= target
    if target != UNLIMITED and reached:
        raise AdutError(f"the match is over with pools of {pool} and pool_target={target}")
    last = SERIES_WITH_ONE_DEALER - 1 if int(o["raspas_dealer_stays"]) == STAYS_3 else MAX_NUMBER
    record["series"] = number("series", sheet.get("series", 0), 0, last)
    record["deals"] = number("deals", sheet.get("deals", 0), 0, MAX_NUMBER)
    record["ring"] = number("ring", sheet.get("ring", record["ring"]), 0, len(RINGS[players]) - 1 if int(o["seat_draw"]) else 0)
    record["pool"][:players] = pool
    record["mountain"][:players] = mountain
    record["whists"][:players, :players] = whists
