"""The end of a match: write-off, result, and what a culprit pays (9.3 to 9.6 of the rules)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adut.core.errors import OptionError
from adut.games.preferans.options import PreferansOptions
from adut.games.preferans.scoring import SUPE_PER_BULA, write_off_share
from adut.games.preferans.table import SEATS

CULPRIT_RESULT = -1000
"""What a player who ended a match early has at best; the others share what he loses by it."""
THIRD_CARD_RESULT = (-1000, 500)
THIRD_CARD_POINTS = (0, 3)
"""Result and tournament points of a player with a third yellow card, and of each other player (9.6)."""


@dataclass(frozen=True)
class Settlement:
    """The result of a match.

    Attributes:
        written_off: bule that each seat wrote off.
        bula: bule afterwards; they sum to zero.
        result: by seat, positive is good; sums to zero.
    """

    written_off: tuple[int, ...]
    bula: tuple[int, ...]
    result: tuple[int, ...]


def write_off(bula: Sequence[int], method: str = "even_two") -> tuple[int, ...]:
    """How many bule each seat writes off so that they sum to zero (9.4). `method` is a value of the option write_off."""
    option = PreferansOptions.declared()["write_off"]
    code = option.encode("write_off", method)
    first, second, third = (int(number) for number in bula)
    return tuple(int(write_off_share(first, second, third, seat, code)) for seat in range(SEATS))


def settlement(
    bula: Sequence[int], supe: Sequence[Sequence[int]], method: str = "even_two", culprit: int | None = None
) -> Settlement:
    """The result of a match, finished or interrupted.

    Args:
        bula: by seat.
        supe: supe[i][j] has i written on j.
        method: the option write_off.
        culprit: the seat that caused the interruption, if there is one (9.5).
    """
    if culprit is not None and not 0 <= culprit < SEATS:
        raise OptionError(f"culprit is a seat from 0 to {SEATS - 1}, not {culprit!r}")
    shares = write_off(bula, method)
    rest = tuple(int(number) - share for number, share in zip(bula, shares, strict=True))
    result = [
        -SUPE_PER_BULA * rest[seat] + sum(int(supe[seat][other]) - int(supe[other][seat]) for other in range(SEATS))
        for seat in range(SEATS)
    ]
    if culprit is not None and result[culprit] > CULPRIT_RESULT:
        lost = result[culprit] - CULPRIT_RESULT
        result = [CULPRIT_RESULT if seat == culprit else result[seat] + lost // (SEATS - 1) for seat in range(SEATS)]
    return Settlement(shares, rest, tuple(result))


def third_card(offender: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Results and tournament points when a third yellow card stops the match (9.6)."""
    return (
        tuple(THIRD_CARD_RESULT[seat != offender] for seat in range(SEATS)),
        tuple(THIRD_CARD_POINTS[seat != offender] for seat in range(SEATS)),
    )
