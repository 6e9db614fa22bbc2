"""The score sheet of Preferans: what `new_state(sheet=...)` takes, and its text (9.1 and 9.2 of the rules)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from adut.core.errors import AdutError
from adut.core.options import UNLIMITED
from adut.games.preferans.options import MAX_BULA
from adut.games.preferans.seats import next_seat, previous_seat
from adut.games.preferans.table import SEATS
from adut.games.sheet_entries import MAX_NUMBER, number, numbers, written

_KEYS = ("deals", "bula", "supe", "refe", "refe_written")


def get_sheet(record: Any, options: NDArray[Any]) -> dict[str, Any]:
    """The score sheet: `deals` played, `bula` and unplayed `refe` by seat, `supe[i][j]` that i has written on j, and
    `refe_written`, how often refe has been written."""
    return {
        "deals": int(record["deals"]),
        "bula": [int(number) for number in record["bula"]],
        "supe": [[int(number) for number in row] for row in record["supe"]],
        "refe": [int(number) for number in record["refe"]],
        "refe_written": int(record["refe_written"]),
    }


def set_sheet(record: Any, options: NDArray[Any], sheet: Mapping[str, Any]) -> None:
    """Write a score sheet. Raises AdutError for unknown keys and impossible numbers."""
    unknown = set(sheet) - set(_KEYS)
    if unknown:
        raise AdutError(f"a sheet of Preferans has {', '.join(_KEYS)}; not {', '.join(sorted(map(str, unknown)))}")
    bula = numbers("bula", sheet.get("bula", record["bula"]), SEATS, -MAX_NUMBER, MAX_NUMBER)
    if sum(bula) <= 0:
        raise AdutError(f"the match is over when no bule are left; bula {bula} sum to {sum(bula)}")
    refe = numbers("refe", sheet.get("refe", [0] * SEATS), SEATS, 0, MAX_BULA)
    refe_written = number("refe_written", sheet.get("refe_written", max(refe)), 0, MAX_BULA)
    limit = int(options["refe_limit"][0])
    if limit != UNLIMITED and refe_written > limit:
        raise AdutError(f"refe_written is at most refe_limit, {limit}; got {refe_written}")
    if max(refe) > refe_written:
        raise AdutError(f"nobody has more refe than have been written, {refe_written}; got refe {refe}")
    supe = written("supe", sheet.get("supe", [[0] * SEATS] * SEATS), SEATS)
    record["deals"] = number("deals", sheet.get("deals", 0), 0, MAX_NUMBER)
    record["bula"], record["refe"], record["supe"], record["refe_written"] = bula, refe, supe, refe_written


def bule_text(bula: int, refe: int) -> str:
    """The bule of a player as people write them: a triangle with the number of his unplayed refe, П for kapa, below zero."""
    return f"{bula}" + f" △{refe}" * (refe > 0) + " П" * (bula < 0)


def sheet_text(sheet: Mapping[str, Any]) -> list[str]:
    """The score sheet as people write it, a line a player: supe on the left neighbour, bule, supe on the right one."""
    cells = [("", "supe left", "bule", "supe right")]
    for seat in range(SEATS):
        bula, refe = sheet["bula"][seat], sheet["refe"][seat]
        left, right = previous_seat(seat), next_seat(seat)
        cells.append(
            (
                f"player_{seat}",
                f"{sheet['supe'][seat][left]} on {left}",
                bule_text(bula, refe),
                f"{sheet['supe'][seat][right]} on {right}",
            )
        )
    widths = [max(len(row[column]) for row in cells) for column in range(4)]
    return [
        f"  {row[0]:<{widths[0]}}  {row[1]:>{widths[1]}} | {row[2]:^{widths[2]}} | {row[3]:<{widths[3]}}".rstrip()
        for row in cells
    ]
