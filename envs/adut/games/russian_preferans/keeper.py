"""The score keeper of Russian Preferans (sections 8 and 9 of the rules). Columns are the players.

An entry is laid out on a table and answered by the rules of the environment, which then score it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from adut.core.errors import AdutError, EntryError
from adut.core.game import Game
from adut.core.options import UNLIMITED, number_in
from adut.games.russian_preferans.auction import GAME_OF_BID, bid_of_game
from adut.games.russian_preferans.keeper_entries import (
    Contract,
    Declared,
    GaveUp,
    Interrupted,
    Misere,
    Played,
    Raspasovka,
    RussianPreferansPreview,
    RussianPreferansSheet,
    SuperHand,
    Unplayed,
)
from adut.games.russian_preferans.keeper_questions import (
    can_be_refused,
    can_be_without_talon,
    check_whisters,
    counts_talon,
    has_half_misere,
    kinds,
)
from adut.games.russian_preferans.keeper_tricks import take_tricks, take_tricks_of_all
from adut.games.russian_preferans.keeper_whists import say_nothing, say_whists
from adut.games.russian_preferans.layout import END, GAMES, MISERE_CONTRACT, OUTCOMES, RASPASOVKA
from adut.games.russian_preferans.options import SUM_REACHED
from adut.games.russian_preferans.rules import end_deal
from adut.games.russian_preferans.scoring import settle
from adut.games.russian_preferans.seats import order_of_hands, seats_after
from adut.games.russian_preferans.settlement import settlement
from adut.games.russian_preferans.sheet_picture import sheet_svg
from adut.games.russian_preferans.table import (
    ACTIVE,
    ALL_PASSED,
    HAND_SIZE,
    NO_CONTRACT,
    NO_SEAT,
    PREFERANS,
    SURRENDERED,
    UNPLAYED,
    RussianPreferansTable,
)
from adut.games.russian_preferans.talon import NO_TRUMP_FORM, SUIT_FORM
from adut.games.russian_preferans.whist import first_defender, second_defender
from adut.score.scorer import WON, Entry, Kind, Scorer, Settlement, add, finished_record, margin

INTERRUPTED = "interrupted"


class RussianPreferansScorer(Scorer[RussianPreferansSheet]):
    """How the sheet of Russian Preferans is kept. Cards are unknown, so what depends on them is told instead."""

    def __init__(self, game: Game, players: Sequence[str], columns: Sequence[str]) -> None:
        self.seats = game.seats
        super().__init__(game, players, columns)

    def deal_kinds(self) -> tuple[Kind, ...]:
        return kinds(self)

    @property
    def heads(self) -> tuple[tuple[str, ...], ...]:
        return tuple((name, "whists") for name in self.columns)

    def open(self, dealer: int) -> RussianPreferansSheet:
        return RussianPreferansSheet.opened(self.seats, dealer)

    # What is written.

    def score(self, sheet: RussianPreferansSheet, entry: Entry) -> RussianPreferansPreview:
        if isinstance(entry, Interrupted):
            return self._interrupted(sheet, entry)
        s = self._table(sheet)
        if isinstance(entry, Raspasovka):
            s["contract"] = RASPASOVKA
            take_tricks_of_all(s, self.options, entry.tricks, self.columns)
            end_deal(s, self.options, ALL_PASSED)
            return self._written(sheet, entry, s, "raspasovka")
        assert isinstance(entry, Declared)
        if self.seats > ACTIVE and entry.declarer == sheet.dealer:
            raise EntryError(f"{self.columns[entry.declarer]} deals and gets no cards")
        s["declarer"] = entry.declarer
        if isinstance(entry, Played):
            text = self._played(sheet, s, entry)
        elif isinstance(entry, Unplayed):
            self._name_contract(sheet, s, entry)
            say_nothing(s, self.options, entry, self.columns)
            end_deal(s, self.options, UNPLAYED)
            text = self._contract_text(entry) + (f", {self.columns[entry.own]} for own" if entry.own is not None else "")
        elif isinstance(entry, Misere):
            text = self._misere(s, entry)
        elif isinstance(entry, SuperHand):
            s["preferans"] = NO_TRUMP_FORM if entry.no_trump else SUIT_FORM
            end_deal(s, self.options, PREFERANS)
            return self._written(sheet, entry, s, f"{self.columns[entry.declarer]}: Preferans")
        else:
            assert isinstance(entry, GaveUp)
            self._check_level(sheet, entry.bid)
            s["bid"] = bid_of_game(GAMES.index(entry.bid))
            end_deal(s, self.options, SURRENDERED)
            text = f"{self.columns[entry.declarer]}: {entry.bid}"
        return self._written(sheet, entry, s, f"{text}, {OUTCOMES[int(s['outcome']) - 1]}")

    def _table(self, sheet: RussianPreferansSheet) -> Any:
        """A table with a sheet, before the calls of a deal."""
        s = RussianPreferansTable.zeros(1)[0]
        for name in ("declarer", "half", "looked", "whister", "whist_seat", "partner", "own"):
            s[name] = NO_SEAT
        s["contract"] = NO_CONTRACT
        s["dealer"], s["deals"], s["series"] = sheet.dealer, sheet.deals, sheet.series
        s["order"] = order_of_hands(self.seats, 0, sheet.dealer)
        s["after"] = seats_after(self.seats, 0, sheet.dealer)
        s["pool"][: self.seats], s["mountain"][: self.seats] = sheet.pool, sheet.mountain
        s["whists"][: self.seats, : self.seats] = sheet.whists
        return s

    def _check_level(self, sheet: RussianPreferansSheet, game: str) -> None:
        """Section 2, exit_levels: after raspasovkas the first bid may be a higher one."""
        level = int(number_in(self.options["exit_levels"], sheet.series))
        if int(game.split()[0]) < level:
            raise EntryError(f"in this series the first bid is {level} at least, not {game}")

    def _name_contract(self, sheet: RussianPreferansSheet, s: Any, entry: Contract) -> None:
        """P2 to P4: the talon and the contract. Raises EntryError for what the rules do not have."""
        o = self.options
        self._check_level(sheet, entry.contract)
        if entry.no_talon and not can_be_without_talon(o, entry.contract):
            raise EntryError(f"{entry.contract} cannot be bid without talon here")
        if entry.talon and (entry.no_talon or not counts_talon(o)):
            raise EntryError("the talon counts for nothing here: leave out talon")
        if entry.refused and (entry.no_talon or not can_be_refused(o)):
            raise EntryError("the talon cannot be thrown openly here: leave out refused")
        s["contract"] = GAMES.index(entry.contract)
        s["no_talon"], s["units"], s["refused"] = entry.no_talon, entry.talon, entry.refused

    def _played(self, sheet: RussianPreferansSheet, s: Any, entry: Played) -> str:
        """A contract that was played; returns what it was, in words."""
        if entry.whisters:
            check_whisters(entry.declarer, entry.whisters, self.columns)
        self._name_contract(sheet, s, entry)
        say_whists(s, self.options, entry, self.columns)
        take_tricks(s, entry.tricks, self.columns)
        end_deal(s, self.options, ALL_PASSED)
        names = " and ".join(self.columns[seat] for seat in entry.whisters)
        verb = "return" if s["returned"] else "whist"
        said = f", {names} {verb}{'' if len(entry.whisters) > 1 else 's'}" if names else ""
        return self._contract_text(entry) + said

    def _contract_text(self, entry: Contract) -> str:
        talon = " without talon" if entry.no_talon else ", talon thrown" if entry.refused else ""
        return f"{self.columns[entry.declarer]}: {entry.contract}{talon}"

    def _misere(self, s: Any, entry: Misere) -> str:
        if entry.half and not has_half_misere(self.options):
            raise EntryError("a misere is not shared with the dealer here: leave out half")
        s["contract"] = MISERE_CONTRACT
        s["half"] = entry.declarer if entry.half else NO_SEAT
        s["tricks"][entry.declarer] = entry.tricks
        s["tricks"][int(first_defender(s))] = HAND_SIZE - entry.tricks
        end_deal(s, self.options, ALL_PASSED)
        return f"{self.columns[entry.declarer]}: misere" + (" by halves" if entry.half else "")

    # The sheet after a deal, and the end.

    def _written(self, sheet: RussianPreferansSheet, entry: Entry, s: Any, summary: str) -> RussianPreferansPreview:
        """Write a scored deal on the sheet (9.1)."""
        points, pool, mountain = (self._row(s[name]) for name in ("points", "pool_change", "mountain_change"))
        whists = self._square(s["whists_change"])
        settle(s, self.options)
        after = dataclasses.replace(
            sheet,
            totals=add(sheet.totals, points),
            dealer=int(s["next_dealer"]),
            deals=int(s["deals"]),
            series=int(s["series"]),
            pool=self._row(s["pool"]),
            mountain=self._row(s["mountain"]),
            whists=self._square(s["whists"]),
        )
        limit = int(self.options["max_deals"])
        if s["match_over"] or (limit != UNLIMITED and after.deals >= limit):
            after = self._ended(after, WON)
        return RussianPreferansPreview(
            entry=entry,
            outcome=OUTCOMES[int(s["outcome"]) - 1],
            written=points,
            row=tuple(f"{number:+d}" if number else "" for number in points),
            before=sheet,
            after=after,
            summary=summary,
            pool=pool,
            mountain=mountain,
            whists=whists,
            lines=self._lines(pool, mountain, whists),
        )

    def _row(self, numbers: Any) -> tuple[int, ...]:
        return tuple(int(number) for number in numbers[: self.seats])

    def _square(self, rows: Any) -> tuple[tuple[int, ...], ...]:
        return tuple(self._row(row) for row in rows[: self.seats])

    def _lines(self, pool: Sequence[int], mountain: Sequence[int], whists: Sequence[Sequence[int]]) -> tuple[str, ...]:
        """What is written, in words."""
        lines = []
        for seat, name in enumerate(self.columns):
            parts = [f"pool {pool[seat]:+d}"] if pool[seat] else []
            parts += [f"mountain {mountain[seat]:+d}"] if mountain[seat] else []
            parts += [f"{number} on {self.columns[other]}" for other, number in enumerate(whists[seat]) if number]
            lines += [f"{name} writes {', '.join(parts)}"] if parts else []
        return tuple(lines)

    def _interrupted(self, sheet: RussianPreferansSheet, entry: Entry) -> RussianPreferansPreview:
        """9.5: pools that differ count in the result."""
        nothing = (0,) * self.seats
        after = self._ended(sheet, INTERRUPTED)
        return RussianPreferansPreview(
            entry=entry,
            outcome=INTERRUPTED,
            written=nothing,
            row=("",) * self.seats,
            before=sheet,
            after=after,
            summary=INTERRUPTED,
            pool=nothing,
            mountain=nothing,
            whists=(nothing,) * self.seats,
            lines=(),
        )

    def _ended(self, sheet: RussianPreferansSheet, how: str) -> RussianPreferansSheet:
        """The sheet of a match that is over."""
        result = self._result(sheet)
        winners = tuple(seat for seat in range(self.seats) if result[seat] == max(result))
        return dataclasses.replace(sheet, match=how, winners=winners, result=result)

    def _result(self, sheet: RussianPreferansSheet) -> tuple[Fraction, ...]:
        """8.5: the value of the sheet by player, with points that come from no deal."""
        rate = int(self.game.values["pool_rate"])
        settled = settlement(sheet.pool, sheet.mountain, sheet.whists, rate)
        return tuple(value + beside for value, beside in zip(settled, sheet.beside, strict=True))

    def settle(self, sheet: RussianPreferansSheet) -> Settlement:
        """9.3 and 9.5: the result, which sums to zero; of a match that goes on, as if it were interrupted now."""
        return Settlement(
            finished=sheet.finished,
            winners=sheet.winners,
            totals=sheet.totals,
            margin=margin(sheet.totals),
            payments=self._result(sheet),
        )

    def missing(self, sheet: RussianPreferansSheet) -> str:
        target, limit = int(self.options["pool_target"]), int(self.options["max_deals"])
        parts = []
        if target != UNLIMITED and int(self.options["end_rule"]) == SUM_REACHED:
            parts.append(f"pools lack {self.seats * target - sum(sheet.pool)} of {self.seats * target}")
        elif target != UNLIMITED:
            lacking = [f"{name} {target - pool}" for name, pool in zip(self.columns, sheet.pool, strict=True) if pool < target]
            parts.append(f"to {target} are missing: {', '.join(lacking)}")
        if limit != UNLIMITED:
            parts.append(f"{limit - sheet.deals} deals are left")
        return "; ".join(parts)

    def picture(self, sheet: RussianPreferansSheet) -> str:
        drawn = {name: getattr(sheet, name) for name in ("deals", "series", "pool", "mountain", "whists")}
        return sheet_svg(drawn, self.columns, int(self.options["pool_target"]))

    # The environment.

    def entry_from_deal(self, record: Any) -> Entry:
        s = finished_record(record, END)
        if s["ring"]:
            raise AdutError("the players of this deal do not sit in the order of their numbers, as those of a sheet do")
        outcome, declarer = int(s["outcome"]), int(s["declarer"])
        if s["contract"] == RASPASOVKA:
            return Raspasovka(tricks=self._row(s["tricks"]))
        if outcome == PREFERANS:
            return SuperHand(declarer=declarer, no_trump=int(s["preferans"]) == NO_TRUMP_FORM)
        if outcome == SURRENDERED:
            return GaveUp(declarer=declarer, bid=GAMES[GAME_OF_BID[int(s["bid"])]])
        if s["contract"] == MISERE_CONTRACT:
            return Misere(declarer=declarer, half=int(s["half"]) == declarer, tricks=int(s["tricks"][declarer]))
        contract = Contract(
            declarer=declarer,
            contract=GAMES[int(s["contract"])],
            no_talon=bool(s["no_talon"]),
            talon=int(s["units"]),
            refused=bool(s["refused"]),
        )
        if outcome == UNPLAYED:
            return Unplayed(**vars(contract), own=int(s["own"]) if s["own"] >= 0 else None)
        whister = int(s["whister"])
        whisters: tuple[int, ...] = () if whister == NO_SEAT else (whister,)
        if s["both_whist"]:
            whisters = tuple(sorted((int(first_defender(s)), int(second_defender(s)))))
        return Played(**vars(contract), whisters=whisters, returned=self._is_returned(s), tricks=self._row(s["tricks"]))

    def _is_returned(self, s: Any) -> bool:
        """Whether a defender has returned the whist."""
        return bool(s["returned"] and (self.seats == ACTIVE or s["whister"] != s["dealer"]))


SCORER = RussianPreferansScorer
