"""The score keeper of Skat, the list (sections 8 and 9 of the rules). Columns are the players."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from adut.core.errors import EntryError
from adut.games.skat.layout import BIDS_24X7, BIDS_36X6, CONTRACTS, END, GRAND, GRAND_OUVERT_BASE, NULL
from adut.games.skat.scoring import (
    ALL_TRICKS,
    deal_value,
    null_value,
    settle,
    settlement,
    standing,
    won_by_cards,
    write_points,
)
from adut.games.skat.table import LISTS, NO_SEAT, SkatTable
from adut.score.fields import Answers, Choice, Number, yes_or_no
from adut.score.scorer import (
    CONTINUES,
    WON,
    Entry,
    Kind,
    Preview,
    Scorer,
    Settlement,
    Sheet,
    add,
    finished_record,
    margin,
)

ANNOUNCEMENTS = ("none", "schneider", "schwarz", "ouvert")
PACK_POINTS = 120
LARGEST_SKAT = 22
"""Points of two aces."""
SOME_TRICKS = 5
"""Stands for a number of tricks that is neither none nor all, and does not matter."""
UNREACHABLE = (1, 119)
"""Points that no cards make."""
LEAST_VALUE = 18
LARGEST_LOSS = 2 * GRAND_OUVERT_BASE * (4 + 6 + 2)
"""No options make a game dearer: Grand Ouvert of base 36 with four matadors, level 6, the declarer himself schneider and
schwarz, lost and doubled by lost_hand_factor=2. Another trump game comes to 2 * 24 * (4 + 9) at most. What depends on the bid,
360 at most, is no more than twice 363, the multiple of 11 that an overbid game costs."""
SOLO_WON, SOLO_LOST, OVERBID, PASSED_IN = "won", "lost", "overbid", "passed in"
TIES_OF_LOT = 4
"""`standing` has the lot in its last two bits where the lot decides."""


@dataclass(frozen=True, kw_only=True)
class Played(Entry):
    """A deal by its parts.

    Attributes:
        declarer: the player who played alone.
        bid: his last bid.
        contract: one of CONTRACTS.
        hand: the skat was not picked up.
        announced: one of ANNOUNCEMENTS; `schwarz` includes schneider, `ouvert` includes both, except in Null.
        matadors: with or without how many; not for Null.
        conceded: the declarer gave up, without points and tricks.
        points: of the declarer's cards with the skat; not for Null.
        tricks: of the declarer. Needed in Null, and where he may have all or none; else it does not matter.
    """

    kind: ClassVar[str] = "played"
    declarer: int
    bid: int
    contract: str
    hand: bool = False
    announced: str = "none"
    matadors: int | None = None
    conceded: bool = False
    points: int | None = None
    tricks: int | None = None


@dataclass(frozen=True, kw_only=True)
class ByValue(Entry):
    """A deal by what the declarer writes; `overbid`: it was lost by the bid alone."""

    kind: ClassVar[str] = "value"
    declarer: int
    value: int
    overbid: bool = False


@dataclass(frozen=True, kw_only=True)
class PassedIn(Entry):
    """All passed."""

    kind: ClassVar[str] = "passed_in"


@dataclass(frozen=True, kw_only=True)
class SkatSheet(Sheet):
    """The list, by player.

    Attributes:
        counted: deals that count so far.
        wins, losses: own games.
        round_totals: the totals after the last complete round of deals, by which an interrupted list is settled.
        round_wins, round_losses: own games up to then.
    """

    counted: int
    wins: tuple[int, ...]
    losses: tuple[int, ...]
    round_totals: tuple[int, ...]
    round_wins: tuple[int, ...]
    round_losses: tuple[int, ...]

    def adjusted(self, points: Sequence[int]) -> Self:
        return dataclasses.replace(self, totals=add(self.totals, points), round_totals=add(self.round_totals, points))


@dataclass(frozen=True, kw_only=True)
class SkatPreview(Preview[SkatSheet]):
    """What a deal writes. `value`: of the declarer, without tournament bonuses; 0 when all passed."""

    value: int = 0

    def notes(self) -> list[str]:
        return [f"the game is worth {self.value:+d}"] if self.value else []


def _is_null(answers: Answers) -> bool:
    return bool(answers["contract"] == CONTRACTS[NULL])


def _is_conceded(answers: Answers) -> bool:
    return bool(answers["conceded"])


def _null_value(hand: bool, announced: str) -> int:
    return int(null_value(int(hand), int(announced == "ouvert")))


def _is_lost_at_once(answers: Answers) -> bool:
    """5.5: a Null below the bid is lost at once, and costs the bid; one that was conceded is scored as such."""
    if not _is_null(answers) or _is_conceded(answers):
        return False
    return bool(_null_value(answers["hand"], answers["announced"]) < answers["bid"])


def _tricks_matter(answers: Answers) -> bool:
    """Whether the declarer may have all tricks, or none."""
    if _is_conceded(answers):
        return False
    if _is_null(answers):
        return not _is_lost_at_once(answers)
    return bool(answers["points"] == PACK_POINTS or answers["points"] <= LARGEST_SKAT)


class SkatScorer(Scorer[SkatSheet]):
    """How a list of Skat is kept."""

    def deal_kinds(self) -> tuple[Kind, ...]:
        declarer = self.column_field("declarer", "who played alone")
        names = {name: name for name in CONTRACTS}
        german = {"kreuz": "clubs", "karo": "diamonds", "herz": "hearts", "pik": "spades"}
        values = self.game.values
        return (
            Kind(
                Played,
                "a deal by its parts",
                (
                    declarer,
                    Number(name="bid", question="the last bid", low=LEAST_VALUE, judge=self._judge_bid),
                    Choice(name="contract", question="contract", choices=names, aliases=german),
                    yes_or_no("hand", "played from the hand"),
                    Choice(
                        name="announced",
                        question="announced",
                        choices={word: word for word in ANNOUNCEMENTS},
                        default="none",
                        asked=lambda answers: answers["hand"] or _is_null(answers),
                        judge=self._judge_announced,
                    ),
                    Number(
                        name="matadors",
                        question="with or without how many matadors",
                        low=1,
                        high=11,
                        default=None,
                        asked=lambda answers: not _is_null(answers),
                        judge=_judge_matadors,
                    ),
                    yes_or_no("conceded", "conceded", asked=lambda answers: self._may_concede(bool(answers["hand"]))),
                    Number(
                        name="points",
                        question="card points of {declarer}, with the skat",
                        high=PACK_POINTS,
                        judge=_judge_points,
                        default=None,
                        asked=lambda answers: not _is_null(answers) and not _is_conceded(answers),
                    ),
                    Number(
                        name="tricks",
                        question="tricks of {declarer}",
                        high=ALL_TRICKS,
                        default=None,
                        asked=_tricks_matter,
                        judge=_judge_tricks,
                    ),
                ),
            ),
            Kind(
                ByValue,
                "a deal by its value",
                (
                    declarer,
                    Number(
                        name="value",
                        question="what {declarer} writes, lost games below zero",
                        low=-LARGEST_LOSS,
                        high=LARGEST_LOSS,
                        judge=self._judge_value,
                    ),
                    yes_or_no("overbid", "lost by the bid alone", asked=lambda answers: bool(answers["value"] < 0)),
                ),
            ),
            Kind(
                PassedIn,
                "all passed" + (" (the same player deals again)" if values["all_pass"] != "count_and_rotate" else ""),
                (),
            ),
        )

    # What cannot be.

    @property
    def _bids(self) -> tuple[int, ...]:
        return BIDS_36X6 if self.game.values["grand_ouvert"] == "36x6" else BIDS_24X7

    def _judge_bid(self, answers: Answers, bid: int) -> None:
        if bid not in self._bids:
            below, above = [b for b in self._bids if b < bid][-1:], [b for b in self._bids if b > bid][:1]
            near = " and ".join(map(str, below + above))
            raise EntryError(f"nobody can bid {bid}: the nearest bids are {near}")

    def _judge_announced(self, answers: Answers, announced: str) -> None:
        if _is_null(answers):
            if announced not in ("none", "ouvert"):
                raise EntryError(f"{announced} is not announced in null")
            value = _null_value(answers["hand"], announced)
            if value < answers["bid"] and self.game.values["null_below_bid"] == "masked":
                raise EntryError(f"a Null worth {value} cannot be played at a bid of {answers['bid']}")
        elif announced != "none" and not answers["hand"]:
            raise EntryError(f"{announced} is announced in hand games only")

    def _judge_value(self, answers: Answers, value: int) -> None:
        if value > 0 and value not in self._bids:
            raise EntryError(f"no game that is won is worth {value}")
        if -LEAST_VALUE < value <= 0:
            raise EntryError(f"a game is worth {LEAST_VALUE} at least, won or lost, not {value}")

    def _may_concede(self, hand: bool) -> bool:
        return self.game.values["concede_in_play"] != "no" or bool(self.game.values["concede_after_pickup"] and not hand)

    def _check_declarer(self, sheet: SkatSheet, declarer: int) -> None:
        if self.game.seats == 4 and declarer == sheet.dealer:
            raise EntryError(f"{self.columns[declarer]} deals and sits out this deal")

    def _check_parts(self, entry: Played) -> tuple[int, int, int]:
        """Matadors, points and tricks as the value is worked out from them."""
        answers = vars(entry)
        self._judge_bid(answers, entry.bid)
        self._judge_announced(answers, entry.announced)
        _judge_matadors(answers, entry.matadors)
        if entry.conceded:
            if not self._may_concede(entry.hand):
                raise EntryError("a game is not conceded under these rules" + (" from the hand" if entry.hand else ""))
            if entry.points is not None or entry.tricks is not None:
                raise EntryError("a conceded game has no points and tricks")
            return entry.matadors or 0, 0, 0
        _judge_points(answers, entry.points)
        if entry.tricks is None and not _tricks_matter(answers):
            return entry.matadors or 0, entry.points or 0, SOME_TRICKS
        _judge_tricks(answers, entry.tricks)
        return entry.matadors or 0, entry.points or 0, entry.tricks or 0

    # What is written.

    def open(self, dealer: int) -> SkatSheet:
        zeros = (0,) * len(self.columns)
        return SkatSheet(dealer=dealer, match=CONTINUES, counted=0, **dict.fromkeys(LISTS, zeros))

    def score(self, sheet: SkatSheet, entry: Entry) -> SkatPreview:
        if isinstance(entry, Played):
            return self._score_played(sheet, entry)
        if isinstance(entry, ByValue):
            self._judge_value({}, entry.value)
            if entry.overbid and entry.value > 0:
                raise EntryError("an overbid game is lost: its value is below zero")
            outcome = SOLO_WON if entry.value > 0 else OVERBID if entry.overbid else SOLO_LOST
            return self._written(sheet, entry, entry.declarer, entry.value, outcome, "", ())
        return self._written(sheet, entry, NO_SEAT, 0, PASSED_IN, "", ())

    def _score_played(self, sheet: SkatSheet, entry: Played) -> SkatPreview:
        matadors, points, tricks = self._check_parts(entry)
        contract = CONTRACTS.index(entry.contract)
        form = ANNOUNCEMENTS.index(entry.announced)
        trumps = contract != NULL
        schneider, schwarz, ouvert = int(trumps and form >= 1), int(trumps and form >= 2), int(form == 3)
        conceded, hand = int(entry.conceded), int(entry.hand)
        value = -entry.bid
        lost_at_once = _is_lost_at_once(vars(entry))
        if not lost_at_once:
            value = int(
                deal_value(
                    self.options, contract, hand, schneider, schwarz, ouvert, conceded, matadors, points, tricks, entry.bid
                )
            )
        by_cards = won_by_cards(contract, schneider, schwarz, ouvert, conceded, points, tricks)
        outcome = SOLO_WON if value > 0 else OVERBID if lost_at_once or by_cards else SOLO_LOST
        words = [entry.contract, "hand" if hand else "", entry.announced if form else "", "conceded" if conceded else ""]
        warnings = []
        if entry.points in UNREACHABLE:
            warnings.append(f"no cards are worth {entry.points} points")
        return self._written(sheet, entry, entry.declarer, value, outcome, " ".join(filter(None, words)), warnings)

    def _written(
        self, sheet: SkatSheet, entry: Entry, declarer: int, value: int, outcome: str, what: str, warnings: Sequence[str]
    ) -> SkatPreview:
        if declarer != NO_SEAT:
            self._check_declarer(sheet, declarer)
        seats, table = self.game.seats, self._table(sheet)
        s = table[0]
        s["declarer"], s["value"] = declarer, value
        write_points(s, self.options)
        settle(s, self.options)
        lists = {name: tuple(int(n) for n in s[name][:seats]) for name in LISTS}
        over = bool(s["match_over"])
        written = tuple(int(n) for n in s["points"][:seats])
        after = SkatSheet(
            dealer=int(s["next_dealer"]),
            match=WON if over else CONTINUES,
            winners=self._best(s) if over else (),
            counted=int(s["counted"]),
            **lists,
        )
        name = "" if declarer == NO_SEAT else f"{self.columns[declarer]}: "
        return SkatPreview(
            entry=entry,
            outcome=outcome,
            written=written,
            row=tuple(str(n) if n else "" for n in written),
            before=sheet,
            after=after,
            summary=name + ", ".join(filter(None, (what, outcome))),
            warnings=tuple(warnings),
            value=value,
        )

    def _table(self, sheet: SkatSheet) -> Any:
        """A table with a list, before a deal."""
        table, seats = SkatTable.zeros(1), self.game.seats
        table["dealer"], table["counted"] = sheet.dealer, sheet.counted
        for name in LISTS:
            table[name][0, :seats] = getattr(sheet, name)
        return table

    def _best(self, s: Any) -> tuple[int, ...]:
        """The players who have won; several where a lot is to be drawn, or the rank is shared."""
        ranks = [int(standing(s, self.options, seat)) for seat in range(self.game.seats)]
        if self.game.values["match_tie_break"] == "skwo":
            ranks = [rank // TIES_OF_LOT for rank in ranks]
        return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))

    def entry_from_deal(self, record: Any) -> Entry:
        s = finished_record(record, END)
        if int(s["declarer"]) < 0:
            return PassedIn()
        is_null, conceded = int(s["contract"]) == NULL, bool(s["conceded"])
        announced = 3 if s["ouvert"] else 2 if s["schwarz"] else 1 if s["schneider"] else 0
        return Played(
            declarer=int(s["declarer"]),
            bid=int(s["bid"]),
            contract=CONTRACTS[int(s["contract"])],
            hand=bool(s["hand_game"]),
            announced=ANNOUNCEMENTS[announced],
            matadors=None if is_null else abs(int(s["matadors"])),
            conceded=conceded,
            points=None if is_null or conceded else int(s["declarer_points"]),
            tricks=None if conceded else int(s["declarer_tricks"]),
        )

    def settle(self, sheet: SkatSheet) -> Settlement:
        """9: everybody settles the differences with everybody; an interrupted list by its last complete round of deals."""
        totals = sheet.totals if sheet.finished else sheet.round_totals
        return Settlement(
            finished=sheet.finished,
            winners=sheet.winners,
            totals=totals,
            margin=margin(totals),
            payments=tuple(settlement(list(totals))),
        )

    def missing(self, sheet: SkatSheet) -> str:
        return f"{sheet.counted} of {self.game.values['n_deals']} deals are played"

    def first(self, sheet: SkatSheet) -> int:
        """Middlehand."""
        return (sheet.dealer + 2) % self.game.seats


def _judge_matadors(answers: Answers, matadors: int | None) -> None:
    if _is_null(answers):
        if matadors is not None:
            raise EntryError("there are no matadors in null")
    elif matadors is None:
        raise EntryError("matadors is needed: with or without how many, from 1")
    elif answers["contract"] == CONTRACTS[GRAND] and matadors > 4:
        raise EntryError(f"a grand has four matadors at most, not {matadors}")


def _judge_points(answers: Answers, points: int | None) -> None:
    if _is_null(answers):
        if points is not None:
            raise EntryError("card points do not count in null")
    elif points is None:
        raise EntryError("points is needed: the declarer's card points with the skat, 0 to 120")


def _judge_tricks(answers: Answers, tricks: int | None) -> None:
    if tricks is None:
        raise EntryError("tricks is needed here: the declarer's, 0 to 10")
    if _is_null(answers):
        return
    if tricks == ALL_TRICKS and answers["points"] != PACK_POINTS:
        raise EntryError(f"all tricks are worth {PACK_POINTS} points, not {answers['points']}")
    if tricks == 0 and answers["points"] > LARGEST_SKAT:
        raise EntryError(f"without a trick there are at most {LARGEST_SKAT} points, in the skat, not {answers['points']}")


SCORER = SkatScorer
