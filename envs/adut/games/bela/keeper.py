"""The score keeper of Bela, the notepad (sections 8 to 10 of the rules).

Columns are the sides: two partnerships, or with three and two players each for himself.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from adut.core.errors import EntryError
from adut.games.bela.layout import BELOT, END, FELL, NO_RESULT, RESULTS, REVOKED, THROWN_IN, WENT_OUT
from adut.games.bela.notation import DASH
from adut.games.bela.scoring import (
    PACK_POINTS,
    bela_side,
    counted_cards,
    give_whole_deal,
    may_go_out,
    score_belot,
    score_going_out,
    score_played_out,
    settle,
)
from adut.games.bela.table import NO_SEAT, BelaTable, hand_size, num_sides
from adut.score.fields import Answers, Columns, Number, Numbers, yes_or_no
from adut.score.scorer import CONTINUES, WON, Entry, Kind, Preview, Scorer, Settlement, Sheet, finished_record, margin

CONTINUES_LEVEL, CONTINUES_NO_CALL = "continues_level", "continues_no_call"
"""The match goes on although the target was reached: equal totals, or nobody won who called."""
LARGEST_DISCARD = 34
"""Points of two cards: jack and nine of trumps."""
LEAST_IN_PLAY, LEAST_IN_PLAY_WITHOUT_MIDDLE = 34, 26
"""Points of the cards that are in play with two players, at least."""
MOST_IN_PLAY_WITHOUT_MIDDLE = 150
BELOT_WORTH = 1001


@dataclass(frozen=True, kw_only=True)
class Played(Entry):
    """A deal that was played out.

    Attributes:
        caller: the side that called trump.
        cards: points of the cards by side, with the last trick and the caller's discards. Where they have a known sum, with
            four and three players, one may be None.
        declared: recognised declarations by side.
        bela: the side that announced bela.
        trickless: the sides that took no trick; all others together took all.
        more_tricks: with three players, the opponent of the caller who took more tricks than the other; it decides who is the
            higher one when both have as many points.
    """

    kind: ClassVar[str] = "played"
    caller: int
    cards: tuple[int | None, ...]
    declared: tuple[int, ...]
    bela: int | None = None
    trickless: tuple[int, ...] = ()
    more_tricks: int | None = None


@dataclass(frozen=True, kw_only=True)
class Fell(Entry):
    """A caller who fell, written as a dash, without points (two sides). `total`: points of all cards, with two players."""

    kind: ClassVar[str] = "fell"
    caller: int
    declared: tuple[int, ...]
    bela: int | None = None
    trickless: bool = False
    total: int | None = None


@dataclass(frozen=True, kw_only=True)
class WentOut(Entry):
    """A side that stopped the deal because it had enough (dosta). The points are those so far; `all_tricks`: the deal was over,
    and the side had all its tricks."""

    kind: ClassVar[str] = "out"
    column: int
    caller: int
    cards: tuple[int, ...]
    declared: tuple[int, ...]
    bela: int | None = None
    trickless: tuple[int, ...] = ()
    all_tricks: bool = False


@dataclass(frozen=True, kw_only=True)
class Revoke(Entry):
    """A side that played an illegal card: the other one gets the deal (two sides). `total` as in Fell."""

    kind: ClassVar[str] = "revoke"
    column: int
    caller: int
    declared: tuple[int, ...]
    bela: int | None = None
    total: int | None = None


@dataclass(frozen=True, kw_only=True)
class EightInARow(Entry):
    """A belot, eight cards of a suit in one hand, which wins the match."""

    kind: ClassVar[str] = "belot"
    column: int


@dataclass(frozen=True, kw_only=True)
class ThrownIn(Entry):
    """All passed."""

    kind: ClassVar[str] = "thrown_in"


@dataclass(frozen=True, kw_only=True)
class BelaSheet(Sheet):
    """The notepad; `pot`: points that hang."""

    pot: int = 0

    def notes(self) -> list[str]:
        return [f"{self.pot} points hang"] if self.pot else []


@dataclass(frozen=True, kw_only=True)
class BelaPreview(Preview[BelaSheet]):
    """What a deal writes. `cards`: points of cards by side, empty for a deal that was entered without them."""

    cards: tuple[int, ...] = ()

    def notes(self) -> list[str]:
        return [f"cards {' : '.join(map(str, self.cards))}"] if self.cards else []


def _tens(answers: Answers, value: Sequence[int]) -> None:
    for declared in value:
        if declared % 10 not in (0, 1) or (declared % 10 == 1 and declared < BELOT_WORTH):
            raise EntryError(f"declarations are worth whole tens, not {declared}")


class BelaScorer(Scorer[BelaSheet]):
    """How the score of Bela is kept."""

    def deal_kinds(self) -> tuple[Kind, ...]:
        values, sides = self.game.values, len(self.columns)
        zeros = (0,) * sides
        caller = self.column_field("caller", "who called trump")
        declared = Numbers(
            name="declared", question="recognised declarations", columns=self.columns, default=zeros, judge=_tens
        )
        bela = self.column_field("bela", "who said bela", nobody="nobody")
        total = Number(
            name="total",
            question="points of all cards in play, with the last trick",
            default=None,
            asked=lambda answers: self.game.seats == 2,
        )
        trickless = Columns(name="trickless", question="who took no trick", columns=self.columns, aliases=self.column_aliases())
        kinds = [
            Kind(
                Played,
                "a deal that was played out",
                (
                    caller,
                    Numbers(
                        name="cards", question="points of cards", columns=self.columns, blank=True, judge=self._judge_cards
                    ),
                    declared,
                    bela,
                    dataclasses.replace(trickless, asked=self._may_be_trickless),
                    self.column_field(
                        "more_tricks", "which opponent took more tricks", nobody="neither", asked=self._tricks_matter
                    ),
                ),
            )
        ]
        if sides == 2:
            kinds.append(
                Kind(
                    Fell,
                    "a caller who fell, without points",
                    (
                        caller,
                        total,
                        declared,
                        bela,
                        yes_or_no("trickless", "did the caller take no trick"),
                    ),
                )
            )
        if values["match_end"] == "dosta":
            kinds.append(
                Kind(
                    WentOut,
                    "somebody has enough and stops the deal",
                    (
                        self.column_field("column", "who is out"),
                        caller,
                        Numbers(name="cards", question="points of cards so far", columns=self.columns),
                        declared,
                        bela,
                        trickless,
                        yes_or_no("all_tricks", "was the deal over, and all its tricks theirs"),
                    ),
                )
            )
        if sides == 2:
            kinds.append(
                Kind(
                    Revoke,
                    "an illegal card: the other side gets the deal",
                    (
                        self.column_field("column", "who played it"),
                        caller,
                        total,
                        declared,
                        bela,
                    ),
                )
            )
        if values["belot_rule"] == "instant_win":
            kinds.append(Kind(EightInARow, "eight cards of a suit in one hand", (self.column_field("column", "who has it"),)))
        if values["all_pass"] == "redeal":
            kinds.append(Kind(ThrownIn, "all passed", ()))
        return tuple(kinds)

    # What is asked.

    @property
    def _whole(self) -> int | None:
        """Points of all cards with the last trick; None with two players, where some stay out of play."""
        return None if self.game.seats == 2 else PACK_POINTS + int(self.game.values["last_trick_bonus"])

    def _judge_cards(self, answers: Answers, value: Sequence[int | None]) -> None:
        self._cards(value)

    def _may_be_trickless(self, answers: Answers) -> bool:
        """A side with hardly any points may have no trick."""
        cards = self._cards(answers["cards"])
        limits = [self._discards if side == answers["caller"] else 0 for side in range(len(cards))]
        return any(points <= limit for points, limit in zip(cards, limits, strict=True))

    def _tricks_matter(self, answers: Answers) -> bool:
        return self.game.seats == 3 and self.game.values["three_fall"] == "higher_opponent"

    @property
    def _discards(self) -> int:
        """Points that a caller without a trick may have."""
        discards = self.game.seats == 3 or (self.game.seats == 2 and self.game.values["two_middle"])
        return LARGEST_DISCARD if discards else 0

    def _cards(self, given: Sequence[int | None]) -> tuple[int, ...]:
        """Points of the cards by side, the missing one worked out."""
        known = [points for points in given if points is not None]
        if self._whole is None:
            if len(known) < len(given):
                raise EntryError("with two players the points of both are needed: some cards stay out of play")
            self._check_in_play(sum(known))
            return tuple(known)
        if len(known) < len(given) - 1:
            raise EntryError("the points of only one side may be left out")
        if sum(known) > self._whole or (len(known) == len(given) and sum(known) != self._whole):
            raise EntryError(f"the cards are worth {self._whole} points together, not {sum(known)}")
        return tuple(self._whole - sum(known) if points is None else points for points in given)

    def _check_in_play(self, total: int) -> None:
        """With two players, whether all cards in play can be worth so much (14)."""
        bonus = int(self.game.values["last_trick_bonus"])
        middle = bool(self.game.values["two_middle"])
        low = bonus + (LEAST_IN_PLAY if middle else LEAST_IN_PLAY_WITHOUT_MIDDLE)
        high = bonus + (PACK_POINTS if middle else MOST_IN_PLAY_WITHOUT_MIDDLE)
        if not low <= total <= high:
            raise EntryError(f"the cards in play are worth {low} to {high} points together, not {total}")

    # What is written.

    def open(self, dealer: int) -> BelaSheet:
        return BelaSheet(totals=(0,) * len(self.columns), dealer=dealer)

    def score(self, sheet: BelaSheet, entry: Entry) -> BelaPreview:
        table = self._table(sheet)
        s, o = table[0], self.options
        cards: tuple[int, ...] = ()
        warnings: list[str] = []
        if isinstance(entry, Played):
            cards = self._cards(entry.cards)
            self._check_declared(entry.caller, entry.declared)
            self._check_trickless(entry.caller, cards, entry.trickless)
            if entry.more_tricks in (entry.caller, *entry.trickless):
                raise EntryError("more_tricks is an opponent of the caller with a trick")
            warnings = self._warnings(s, entry, cards)
            self._lay_out(s, entry.caller, cards, entry.declared, entry.bela, entry.trickless, entry.more_tricks)
            score_played_out(s, o)
        elif isinstance(entry, Fell):
            self._check_declared(entry.caller, entry.declared)
            others = self._sum_of_cards(entry.total)
            trickless = (entry.caller,) if entry.trickless else ()
            by_side = (0, others) if entry.caller == 0 else (others, 0)
            self._lay_out(s, entry.caller, by_side, entry.declared, entry.bela, trickless, None)
            score_played_out(s, o)
            if int(s["result"]) != FELL:
                raise EntryError(f"{self.columns[entry.caller]} cannot fall with these declarations, whatever the cards")
        elif isinstance(entry, WentOut):
            self._score_going_out(s, entry)
            cards = entry.cards
        elif isinstance(entry, Revoke):
            self._check_declared(entry.caller, entry.declared)
            self._lay_out(s, entry.caller, (0, 0), entry.declared, entry.bela, (), None)
            give_whole_deal(s, o, entry.column, self._sum_of_cards(entry.total))
        elif isinstance(entry, EightInARow):
            score_belot(s, o, entry.column)
        else:
            s["result"] = THROWN_IN
        settle(s, o)
        return self._written(sheet, entry, s, cards, warnings)

    def _score_going_out(self, s: Any, entry: WentOut) -> None:
        """9, dosta."""
        if self._whole is not None and sum(entry.cards) > self._whole:
            raise EntryError(f"the cards are worth {self._whole} points together, not {sum(entry.cards)}")
        self._check_declared(entry.caller, entry.declared)
        self._check_trickless(entry.caller, entry.cards, entry.trickless)
        name = self.columns[entry.column]
        if entry.column in entry.trickless:
            raise EntryError(f"{name} needs a trick to go out")
        cards, bonus = list(entry.cards), int(self.game.values["last_trick_bonus"])
        if entry.all_tricks:
            if len(entry.trickless) < len(cards) - 1:
                raise EntryError(f"{name} cannot have all tricks: the others are not without a trick")
            if cards[entry.column] < bonus:
                raise EntryError(f"{name} has at least {bonus} points, those of the last trick")
            cards[entry.column] -= bonus  # the last trick adds it again
        self._lay_out(s, entry.caller, cards, entry.declared, entry.bela, entry.trickless, None)
        s["last_winner"] = entry.column
        if entry.all_tricks:
            s["trick_number"] = int(hand_size(self.options)) + 1
            s["tricks"][entry.column] = hand_size(self.options)
        if not may_go_out(s, self.options):
            raise EntryError(
                f"{name} is not out: the target is {self.game.values['target']}"
                + (", and the caller has to play on" if self.game.values["dosta_caller"] == "never" else "")
            )
        score_going_out(s, self.options)

    def _table(self, sheet: BelaSheet) -> Any:
        """A table with the totals of a sheet, before a deal; a side sits at the seat with its number."""
        table = BelaTable.zeros(1)
        sides = len(self.columns)
        table["totals"][0, :sides] = sheet.totals
        table["pot"], table["dealer"], table["next_dealer"] = sheet.pot, sheet.dealer, sheet.dealer
        table["forehand"] = self.first(sheet)
        for name in ("caller", "bela", "last_winner", "result_seat", "winner"):
            table[name] = NO_SEAT
        table["result"] = NO_RESULT
        return table

    def _lay_out(
        self,
        s: Any,
        caller: int,
        cards: Sequence[int],
        declared: Sequence[int],
        bela: int | None,
        trickless: Sequence[int],
        more_tricks: int | None,
    ) -> None:
        """Put what is known about a deal on a table. How many tricks a side took does not matter beyond what is given."""
        sides = len(self.columns)
        s["caller"], s["bela"] = caller, NO_SEAT if bela is None else bela
        s["card_points"][:sides], s["declared"][:sides] = cards, declared
        for side in range(sides):
            s["tricks"][side] = 0 if side in trickless else 2 if side == more_tricks else 1

    def _written(self, sheet: BelaSheet, entry: Entry, s: Any, cards: tuple[int, ...], warnings: list[str]) -> BelaPreview:
        sides, result = len(self.columns), int(s["result"])
        written = tuple(int(number) for number in s["scores"][:sides])
        totals = tuple(int(number) for number in s["totals"][:sides])
        caller = int(s["caller"])
        row = ["" if result == THROWN_IN else str(number) for number in written]
        if result == FELL and not written[caller]:
            row[caller] = DASH
        word = sheet.match if result == THROWN_IN else self._word(totals, int(s["winner"]))
        after = BelaSheet(
            totals=totals,
            dealer=int(s["next_dealer"]),
            match=word,
            winners=(int(s["winner"]),) if word == WON else (),
            pot=int(s["pot"]),
        )
        who = int(s["result_seat"]) if result in (BELOT, REVOKED, WENT_OUT) else caller
        return BelaPreview(
            entry=entry,
            outcome=RESULTS[result],
            written=written,
            row=tuple(row),
            before=sheet,
            after=after,
            summary=RESULTS[result] if result == THROWN_IN else f"{self.columns[who]}: {RESULTS[result]}",
            warnings=tuple(warnings),
            cards=cards,
        )

    def _word(self, totals: Sequence[int], winner: int) -> str:
        if winner >= 0:
            return WON
        if max(totals) < int(self.game.values["target"]):
            return CONTINUES
        return CONTINUES_LEVEL if margin(totals) == 0 else CONTINUES_NO_CALL

    # What cannot be.

    def _sum_of_cards(self, total: int | None) -> int:
        if self._whole is not None:
            if total is not None and total != self._whole:
                raise EntryError(f"the cards are worth {self._whole} points together, not {total}")
            return self._whole
        if total is None:
            raise EntryError("with two players total is needed: some cards stay out of play")
        self._check_in_play(total)
        return total

    def _check_declared(self, caller: int, declared: Sequence[int]) -> None:
        """At most one side has recognised declarations (5.7)."""
        _tens({}, declared)
        having = {side for side, points in enumerate(declared) if points}
        together = len(declared) == 3 and self.game.values["three_declarations"] == "by_side" and caller not in having
        if len(having) > 1 and not together:
            names = " and ".join(self.columns[side] for side in sorted(having))
            raise EntryError(f"only the side with the best declaration has any; {names} cannot both")

    def _check_trickless(self, caller: int, cards: Sequence[int], trickless: Sequence[int]) -> None:
        if len(trickless) == len(cards):
            raise EntryError("somebody took the tricks: not all sides are without one")
        for side in trickless:
            most = self._discards if side == caller else 0
            if cards[side] > most:
                raise EntryError(f"{self.columns[side]} took no trick, but has {cards[side]} points of cards")

    def _warnings(self, s: Any, entry: Played, cards: Sequence[int]) -> list[str]:
        warnings = []
        if 1 in cards:
            warnings.append("no cards are worth 1 point")
        if self.game.values["match_end"] == "dosta":
            for side, total in enumerate(s["totals"][: len(cards)]):
                own = cards[side] + entry.declared[side] + (20 if entry.bela == side else 0)
                tested = side != entry.caller or self.game.values["dosta_caller"] != "never"
                if tested and side not in entry.trickless and total + own >= int(self.game.values["target"]):
                    warnings.append(f"{self.columns[side]} had enough in this deal; if it stopped the deal, enter 'out'")
        return warnings

    # The environment, and the end.

    def entry_from_deal(self, record: Any) -> Entry:
        s, o = finished_record(record, END), self.options
        sides, result = int(num_sides(o)), int(s["result"])
        if result == THROWN_IN:
            return ThrownIn()
        if result == BELOT:
            return EightInARow(column=int(s["result_seat"]) % sides)
        caller, bela = int(s["caller"]) % sides, int(bela_side(s, o))
        declared = tuple(int(points) for points in s["declared"][:sides])
        tricks = [int(number) for number in s["tricks"][:sides]]
        trickless = tuple(side for side in range(sides) if tricks[side] == 0)
        said = None if bela < 0 else bela
        if result == REVOKED:
            total = None
            if self.game.seats == 2:
                column = int(s["result_seat"]) % sides
                given = sum(declared) + (0 if said is None else 20)
                total = int(s["scores"][1 - column]) - given
            return Revoke(column=int(s["result_seat"]) % sides, caller=caller, declared=declared, bela=said, total=total)
        cards = tuple(int(counted_cards(s, o, side)) for side in range(sides))
        if result == WENT_OUT:
            column = int(s["result_seat"]) % sides
            return WentOut(
                column=column,
                caller=caller,
                cards=cards,
                declared=declared,
                bela=said,
                trickless=trickless,
                all_tricks=tricks[column] == int(hand_size(o)),
            )
        opponents = [side for side in range(sides) if side != caller]
        most = max(opponents, key=lambda side: tricks[side])
        ahead = sides == 3 and all(tricks[side] < tricks[most] for side in opponents if side != most)
        return Played(
            caller=caller,
            cards=cards,
            declared=declared,
            bela=said,
            trickless=trickless,
            more_tricks=most if ahead else None,
        )

    def settle(self, sheet: BelaSheet) -> Settlement:
        """The winner and his lead; there is no rule for a match that was interrupted."""
        return Settlement(finished=sheet.finished, winners=sheet.winners, totals=sheet.totals, margin=margin(sheet.totals))

    def missing(self, sheet: BelaSheet) -> str:
        target = int(self.game.values["target"])
        gaps = (f"{name} {max(target - total, 0)}" for name, total in zip(self.columns, sheet.totals, strict=True))
        return f"to {target} are missing: " + ", ".join(gaps)


SCORER = BelaScorer
