"""What the score keeper of Russian Preferans takes down: its entries and its sheet."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Self

from adut.score.scorer import Entry, Preview, Sheet, add


@dataclass(frozen=True, kw_only=True)
class Declared(Entry):
    """A deal with a declarer. `declarer`: his column."""

    declarer: int


@dataclass(frozen=True, kw_only=True)
class Contract(Declared):
    """A contract of tricks.

    Attributes:
        contract: one of GAMES.
        no_talon: the winning bid was one without talon.
        talon: tricks that the two cards of the talon count for, 0 to 3.
        refused: the talon was thrown openly.
    """

    contract: str
    no_talon: bool = False
    talon: int = 0
    refused: bool = False


@dataclass(frozen=True, kw_only=True)
class Played(Contract):
    """A contract that was played: somebody whisted, or it is a checked ten, where nobody is asked.

    Attributes:
        whisters: both defenders, or the single whister, who may be the dealer of four; nobody against a checked ten.
        returned: a defender returned the whist, after the other had gone for his own; the dealer always does.
        tricks: by player, None where it is not known. Those of the declarer are enough if one defender writes for both.
    """

    kind: ClassVar[str] = "played"
    whisters: tuple[int, ...] = ()
    returned: bool = False
    tricks: tuple[int | None, ...]


@dataclass(frozen=True, kw_only=True)
class Unplayed(Contract):
    """A contract that nobody whisted; it counts as made. `own`: who went for his own, None for nobody."""

    kind: ClassVar[str] = "unplayed"
    own: int | None = None


@dataclass(frozen=True, kw_only=True)
class Misere(Declared):
    """Misere, with the talon or without. `half`: the dealer of four shares it; `tricks`: of the declarer."""

    kind: ClassVar[str] = "misere"
    half: bool = False
    tricks: int


@dataclass(frozen=True, kw_only=True)
class Raspasovka(Entry):
    """All passed, and everybody avoided tricks. `tricks`: by player, one of them None where it is not known."""

    kind: ClassVar[str] = "raspasovka"
    tricks: tuple[int | None, ...]


@dataclass(frozen=True, kw_only=True)
class SuperHand(Declared):
    """A Preferans, twelve cards that win the pool at once. `no_trump`: A K Q of all suits, which end the match."""

    kind: ClassVar[str] = "preferans"
    no_trump: bool = False


@dataclass(frozen=True, kw_only=True)
class GaveUp(Declared):
    """A declarer who gave up before he named his contract. `bid`: his bid, one of GAMES."""

    kind: ClassVar[str] = "gave_up"
    bid: str


@dataclass(frozen=True, kw_only=True)
class Interrupted(Entry):
    """The match ends before its time."""

    kind: ClassVar[str] = "interrupted"


@dataclass(frozen=True, kw_only=True)
class RussianPreferansSheet(Sheet):
    """The sheet, by player. Totals are pool points at their rate less mountain points at ten, whists written less whists
    suffered, and `beside`.

    Attributes:
        deals: written so far.
        series: raspasovkas of the present series.
        pool, mountain: points.
        whists: whists[i][j] has i written on j.
        beside: points that come from no deal.
        result: of a match that is over, else empty; it sums to zero, `beside` apart.
    """

    deals: int
    series: int
    pool: tuple[int, ...]
    mountain: tuple[int, ...]
    whists: tuple[tuple[int, ...], ...]
    beside: tuple[int, ...]
    result: tuple[Fraction, ...] = ()

    @classmethod
    def opened(cls, seats: int, dealer: int) -> RussianPreferansSheet:
        """An empty sheet (9.1)."""
        zeros = (0,) * seats
        return cls(
            totals=zeros,
            dealer=dealer,
            deals=0,
            series=0,
            pool=zeros,
            mountain=zeros,
            whists=(zeros,) * seats,
            beside=zeros,
        )

    def adjusted(self, points: Sequence[int]) -> Self:
        return dataclasses.replace(self, totals=add(self.totals, points), beside=add(self.beside, points))

    def notes(self) -> list[str]:
        notes = [f"raspasovkas of the series {self.series}"] if self.series else []
        return notes + (["points beside the sheet " + " : ".join(map(str, self.beside))] if any(self.beside) else [])

    def cells(self) -> list[str]:
        """Pool and mountain, and whists on each of the others, the next one clockwise first, for each player."""
        cells = []
        seats = len(self.pool)
        for seat in range(seats):
            whists = [str(self.whists[seat][(seat + step) % seats]) for step in range(1, seats)]
            cells += [f"{self.pool[seat]}/{self.mountain[seat]}", " ".join(whists)]
        return cells


@dataclass(frozen=True, kw_only=True)
class RussianPreferansPreview(Preview[RussianPreferansSheet]):
    """What a deal writes; `written` is in whists.

    Attributes:
        pool, mountain: their change by player.
        whists: whists[i][j] does i write on j.
        lines: all this in words.
    """

    pool: tuple[int, ...]
    mountain: tuple[int, ...]
    whists: tuple[tuple[int, ...], ...]
    lines: tuple[str, ...]

    def notes(self) -> list[str]:
        return list(self.lines)
