"""The score keeper of Preferans (sections 8, 9 and 10.1 of the rules). Columns are the players.

An entry is laid out on a table and answered by the rules of the environment, which then score it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from adut.core.errors import EntryError
from adut.core.game import Game
from adut.core.options import UNLIMITED
from adut.games.preferans.keeper_entries import (
    AllPassed,
    Bids,
    Contract,
    Interrupted,
    Misdeal,
    Offence,
    Played,
    PreferansPreview,
    PreferansSheet,
    Shuffle,
    ThirdCard,
    Unfollowed,
    WeakerGame,
    kinds,
)
from adut.games.preferans.keeper_tricks import seats_of, take_tricks, writer_of
from adut.games.preferans.layout import (
    BETL,
    CALL_PARTNER,
    CONTRACTS,
    DOUBLE,
    END,
    FOLLOW,
    KONTRA,
    OK,
    PLAY,
    SAY_FOLLOW,
    SAY_NO_FOLLOW,
)
from adut.games.preferans.notation import OUTCOMES, contract_text
from adut.games.preferans.options import FIVE_TRICKS, REFEREE_OFF, REFEREE_SCORE, UVER_IN_HAND, UVER_OFF
from adut.games.preferans.penalties import Deal, Fine, penalty
from adut.games.preferans.rules import answer, answer_double, begin_defence, end_deal, legal_doubles
from adut.games.preferans.scoring import (
    counted_tricks,
    falls_short,
    lacks_kontra,
    move_fall,
    settle,
    write_points,
)
from adut.games.preferans.seats import next_seat, previous_seat
from adut.games.preferans.settlement import settlement, third_card
from adut.games.preferans.table import ALL_PASSED, FINED, MADE, NO_SEAT, SEATS, PreferansTable
from adut.score.fields import Answers
from adut.score.scorer import WON, Entry, Kind, Scorer, Settlement, add, finished_record, margin

INTERRUPTED, THIRD_CARD = "interrupted", "third yellow card"


class PreferansScorer(Scorer[PreferansSheet]):
    """How the sheet of Preferans is kept.

    Attributes:
        rules: the options by which entries are scored. Cards are unknown, so what depends on them is told instead.
    """

    def __init__(self, game: Game, players: Sequence[str], columns: Sequence[str]) -> None:
        self.rules: Any = game.options[0].copy()
        self.rules["referee"] = REFEREE_OFF
        if self.rules["uver_betl"] != UVER_IN_HAND:
            self.rules["uver_betl"] = UVER_OFF
        super().__init__(game, players, columns)

    def deal_kinds(self) -> tuple[Kind, ...]:
        return kinds(self)

    @property
    def heads(self) -> tuple[tuple[str, ...], ...]:
        return tuple(
            (f"on {self.columns[previous_seat(seat)]}", self.columns[seat], f"on {self.columns[next_seat(seat)]}")
            for seat in range(SEATS)
        )

    def open(self, dealer: int) -> PreferansSheet:
        return PreferansSheet.opened(int(self.game.values["start_bula"]), dealer)

    # What people are asked, from what they have answered.

    def both_defend(self, contract: str) -> bool:
        """5.5: whether nobody is asked whether he follows."""
        return contract == CONTRACTS[BETL] and self.game.values["betl_follow"] == "auto"

    def is_unplayed(self, answers: Answers) -> bool:
        """5.6: whether this is a pik that is not played because nobody gave kontra."""
        return bool(lacks_kontra(self._laid_out(self.open(0), Contract.of(answers)), self.rules))

    def tricks_matter(self, answers: Answers) -> bool:
        """Whether made or failed is not enough."""
        if answers["contract"] == CONTRACTS[BETL] or self.is_unplayed(answers):
            return False
        s = self._laid_out(self.open(0), Contract.of(answers))
        return answers["made"] is not False or writer_of(s) is None or not self._only_five

    def judge_contract(self, answers: Answers) -> None:
        """Raises EntryError for what cannot be said about a contract."""
        self._laid_out(self.open(0), Contract.of(answers))

    def judge_tricks(self, answers: Answers) -> None:
        """Raises EntryError for tricks that cannot be."""
        entry = Played(**answers)
        take_tricks(self._laid_out(self.open(0), entry), entry, self._only_five, self.columns)

    @property
    def _only_five(self) -> bool:
        return int(self.options["supe_cap"]) == FIVE_TRICKS

    # What is written.

    def score(self, sheet: PreferansSheet, entry: Entry) -> PreferansPreview:
        if isinstance(entry, Interrupted):
            return self._interrupted(sheet, entry)
        if isinstance(entry, ThirdCard):
            result, tournament = third_card(entry.offender)
            note = "tournament points " + " : ".join(map(str, tournament))
            summary = f"{self.columns[entry.offender]}: {THIRD_CARD}"
            return self._ended(sheet, entry, THIRD_CARD, sheet, result, summary, note)
        if isinstance(entry, Played):
            return self._played(sheet, entry)
        if isinstance(entry, Unfollowed):
            return self._unfollowed(sheet, entry)
        if isinstance(entry, AllPassed):
            s = self._table(sheet)
            end_deal(s, self.rules)
            return self._written(sheet, entry, s, OUTCOMES[ALL_PASSED])
        return self._fined(sheet, entry)

    def _played(self, sheet: PreferansSheet, entry: Played) -> PreferansPreview:
        s = self._laid_out(sheet, entry)
        if s["phase"] == PLAY:
            take_tricks(s, entry, self._only_five, self.columns)
            end_deal(s, self.rules)
            if entry.fall_passes:
                self._pass_fall(s)
        elif entry.made is not None or any(number is not None for number in entry.tricks):
            raise EntryError("a bought pik without kontra is not played here: leave out made and tricks")
        return self._written(sheet, entry, s, self._deal_text(s), with_value=True)

    def _unfollowed(self, sheet: PreferansSheet, entry: Unfollowed) -> PreferansPreview:
        if self.both_defend(entry.contract):
            raise EntryError("both defend a betl; enter 'played'")
        s = self._declared(sheet, entry.declarer, entry.contract, entry.in_hand)
        answer(s, self.rules, SAY_NO_FOLLOW)
        answer(s, self.rules, SAY_NO_FOLLOW)
        return self._written(sheet, entry, s, self._deal_text(s), with_value=True)

    def _deal_text(self, s: Any) -> str:
        refe = ", refe" if s["refe_doubles"] else ""
        return f"{self.columns[int(s['declarer'])]}: {contract_text(s)}{refe}, {OUTCOMES[int(s['outcome'])]}"

    def _table(self, sheet: PreferansSheet) -> Any:
        """A table with a sheet, before the calls of a deal."""
        s = PreferansTable.zeros(1)[0]
        for name in ("declarer", "caller", "giver"):
            s[name] = NO_SEAT
        s["dealer"], s["forehand"], s["deals"] = sheet.dealer, next_seat(sheet.dealer), sheet.deals
        s["bula"], s["supe"], s["refe"], s["refe_written"] = sheet.bula, sheet.supe, sheet.refe, sheet.refe_written
        return s

    def _declared(self, sheet: PreferansSheet, declarer: int, contract: str, in_hand: bool) -> Any:
        """A table with a contract; the defenders are to answer."""
        s = self._table(sheet)
        s["declarer"], s["contract"], s["in_hand"] = declarer, CONTRACTS.index(contract), in_hand
        begin_defence(s, self.rules)
        return s

    def _laid_out(self, sheet: PreferansSheet, entry: Contract) -> Any:
        """A table with a contract and the answers of all: play is to begin, or the deal is over. Raises EntryError."""
        s = self._declared(sheet, entry.declarer, entry.contract, entry.in_hand)
        if s["phase"] == FOLLOW:
            self._check_followers(entry)
            for seat in (next_seat(entry.declarer), previous_seat(entry.declarer)):
                answer(s, self.rules, SAY_FOLLOW if seat in entry.followers else SAY_NO_FOLLOW)
        elif entry.followers and set(entry.followers) != seats_of(s["followers"]):
            raise EntryError("both defend a betl: leave out followers")
        giver = self._giver(entry, seats_of(s["followers"]))
        while s["phase"] == DOUBLE:
            self._speak(s, entry, giver)
        return s

    def _check_followers(self, entry: Contract) -> None:
        if entry.declarer in entry.followers:
            raise EntryError(f"{self.columns[entry.declarer]} is the declarer and does not follow")
        if not entry.followers:
            raise EntryError("who followed is needed; if nobody did, enter 'unfollowed'")

    def _giver(self, entry: Contract, followers: set[int]) -> int:
        """Who gave kontra."""
        if entry.called and entry.doublings:
            raise EntryError("after a call nobody gives kontra")
        if not entry.doublings:
            if entry.giver is not None:
                raise EntryError("who gave kontra is told, but there was none")
            return NO_SEAT
        if entry.giver is None and len(followers) > 1:
            raise EntryError("who gave kontra is needed: two defenders may have")
        giver = min(followers) if entry.giver is None else entry.giver
        if giver not in followers:
            raise EntryError(f"{self.columns[giver]} does not follow and cannot give kontra")
        return giver

    def _speak(self, s: Any, entry: Contract, giver: int) -> None:
        """One answer about calling and doubling (5.6)."""
        level = int(s["doublings"])
        action = OK
        if level < entry.doublings and (level or s["seat"] == giver):
            action = KONTRA + level
        elif entry.called:
            action = CALL_PARTNER
        legal_doubles(s, self.rules)
        if not int(s["legal"][1]) >> (action - 32) & 1:
            if action == CALL_PARTNER:
                raise EntryError("the other is called by a lone follower, not in betl, and not where pik needs kontra")
            raise EntryError("a betl in hand must be redoubled here: kontra alone cannot be")
        answer_double(s, self.rules, action)

    def _pass_fall(self, s: Any) -> None:
        """10.3 and 10.4: the referee lets a fall pass to the other defender, as `referee_scores` does."""
        if self.options["referee"] != REFEREE_SCORE:
            raise EntryError("a fall passes to the other defender only with referee=score")
        first, second = next_seat(int(s["declarer"])), previous_seat(int(s["declarer"]))
        both = int(s["followers"]) == 1 << first | 1 << second
        source = second if both else first if int(s["followers"]) >> first & 1 else second
        target = SEATS - int(s["declarer"]) - source
        dragged = both or int(s["caller"]) >= 0 or int(s["giver"]) >= 0
        alone = both and int(s["giver"]) != second and not s["bula_change"][first]
        if not s["bula_change"][source] or not dragged or alone:
            raise EntryError(f"no fall of {self.columns[source]} passes to {self.columns[target]} in this deal")
        move_fall(s, SEATS * source + target)
        write_points(s)

    # Section 10.1: fines.

    def _fined(self, sheet: PreferansSheet, entry: Entry) -> PreferansPreview:
        if isinstance(entry, Shuffle):
            count = sheet.bad_shuffles[entry.offender] + 1
            found = self._fine(sheet, entry, [penalty("shuffle", entry.offender, count=count)], f"bad shuffle {count}")
            shuffles = add(sheet.bad_shuffles, [int(seat == entry.offender) for seat in range(SEATS)])
            after = dataclasses.replace(found.after, dealer=sheet.dealer, deals=sheet.deals, bad_shuffles=shuffles)
            return dataclasses.replace(found, after=after)
        if isinstance(entry, Misdeal):
            return self._fine(sheet, entry, [penalty("misdeal", sheet.dealer)], "misdeal", sheet.dealer)
        if isinstance(entry, Bids):
            said = {seat: level for seat, level in enumerate(entry.levels) if level is not None}
            if not said:
                raise EntryError("somebody's bid was not correct: give its level in his place")
            fines = [penalty("bid", seat, level=level) for seat, level in said.items()]
            names = ", ".join(f"{self.columns[seat]}: {level} not correct" for seat, level in said.items())
            return self._fine(sheet, entry, fines, names)
        if isinstance(entry, WeakerGame):
            if entry.offender == entry.declarer:
                raise EntryError("who named a game that is not stronger is not the declarer")
            s = self._declared(sheet, entry.declarer, entry.contract, True)
            fine = penalty("weaker_game", entry.offender, self._offended(s, None))
            return self._fine(sheet, entry, [fine], "named a game that is not stronger")
        assert isinstance(entry, Offence)
        return self._offence(sheet, entry)

    def _offence(self, sheet: PreferansSheet, entry: Offence) -> PreferansPreview:
        if entry.offence == "discard_count" and (entry.offender != entry.declarer or entry.in_hand):
            raise EntryError("the declarer discards, in bought games")
        is_play = entry.offence in ("revoke", "out_of_turn")
        if not entry.answered:
            if is_play or entry.followers or entry.called or entry.doublings or entry.giver is not None:
                raise EntryError("before the defenders have answered nobody follows, doubles or plays")
            s = self._declared(sheet, entry.declarer, entry.contract, entry.in_hand)
            followers = None
        else:
            s = self._laid_out(sheet, entry)
            followers = seats_of(s["followers"])
        if is_play and (s["phase"] != PLAY or entry.offender not in seats_of(s["playing"])):
            raise EntryError(f"{self.columns[entry.offender]} does not play")
        fine = penalty(entry.offence, entry.offender, self._offended(s, followers))
        return self._fine(sheet, entry, [fine], entry.offence.replace("_", " "))

    def _offended(self, s: Any, followers: set[int] | None) -> Deal:
        """What a fine depends on."""
        callers = [int(s[name]) for name in ("caller", "giver") if int(s[name]) >= 0]
        left = sum(int(number) for number in s["bula"])
        return Deal(int(s["declarer"]), int(s["value"]), left, followers, callers[0] if callers else None)

    def _fine(
        self, sheet: PreferansSheet, entry: Entry, fines: Sequence[Fine], what: str, offender: int | None = None
    ) -> PreferansPreview:
        """Fines in place of the score of a deal; refe are not used up."""
        s = self._table(sheet)
        for fine in fines:
            s["bula_change"] += fine.bula
            s["written"] += fine.written
        s["outcome"] = FINED
        write_points(s)
        offender = getattr(entry, "offender", offender)
        name = "" if offender is None else f"{self.columns[offender]}: "
        return self._written(sheet, entry, s, name + what)

    # The sheet after a deal, and the end.

    def _written(self, sheet: PreferansSheet, entry: Entry, s: Any, summary: str, with_value: bool = False) -> PreferansPreview:
        """Write a scored deal on the sheet (9.3)."""
        points = tuple(int(number) for number in s["points"][:SEATS])
        bule = tuple(int(number) for number in s["bula_change"])
        supe = tuple(tuple(int(number) for number in row) for row in s["written"])
        value = int(s["value"]) if with_value else 0
        settle(s, self.rules)
        after = dataclasses.replace(
            sheet,
            totals=add(sheet.totals, points),
            dealer=int(s["next_dealer"]),
            deals=int(s["deals"]),
            bula=tuple(int(number) for number in s["bula"]),
            supe=tuple(tuple(int(number) for number in row) for row in s["supe"]),
            refe=tuple(int(number) for number in s["refe"]),
            refe_written=int(s["refe_written"]),
        )
        if s["match_over"]:
            result = self._result(after)
            after = dataclasses.replace(after, match=WON, winners=_best(result), result=result)
        return PreferansPreview(
            entry=entry,
            outcome=OUTCOMES[int(s["outcome"])],
            written=points,
            row=_signed(points),
            before=sheet,
            after=after,
            summary=summary,
            value=value,
            bule=bule,
            supe=supe,
            lines=self._lines(value, bule, supe, bool(s["refe_gained"])),
        )

    def _lines(self, value: int, bule: Sequence[int], supe: Sequence[Sequence[int]], refe: bool) -> tuple[str, ...]:
        """What is written, in words."""
        lines = [f"value {value}"] if value else []
        lines += ["everybody gets a refe"] if refe else []
        for seat, name in enumerate(self.columns):
            parts = [f"bule {bule[seat]:+d}"] if bule[seat] else []
            parts += [f"{number} supe on {self.columns[other]}" for other, number in enumerate(supe[seat]) if number]
            lines += [f"{name} writes {', '.join(parts)}"] if parts else []
        return tuple(lines)

    def _result(self, sheet: PreferansSheet, culprit: int | None = None) -> tuple[int, ...]:
        """R by player, with points that come from no deal."""
        method = str(self.game.values["write_off"])
        return add(settlement(sheet.bula, sheet.supe, method, culprit).result, sheet.beside)

    def _interrupted(self, sheet: PreferansSheet, entry: Interrupted) -> PreferansPreview:
        """9.4 and 9.5: bule that are left are written off, and a culprit pays."""
        settled = settlement(sheet.bula, sheet.supe, str(self.game.values["write_off"]))
        summary = INTERRUPTED if entry.culprit is None else f"{INTERRUPTED} by {self.columns[entry.culprit]}"
        note = "written off: " + " : ".join(map(str, settled.written_off))
        after = dataclasses.replace(sheet, bula=settled.bula)
        return self._ended(sheet, entry, INTERRUPTED, after, self._result(sheet, entry.culprit), summary, note)

    def _ended(
        self,
        sheet: PreferansSheet,
        entry: Entry,
        outcome: str,
        after: PreferansSheet,
        result: tuple[int, ...],
        summary: str,
        note: str,
    ) -> PreferansPreview:
        """A match that ends with no deal."""
        written = tuple(mine - total for mine, total in zip(result, sheet.totals, strict=True))
        after = dataclasses.replace(after, totals=result, match=outcome, winners=_best(result), result=result)
        return PreferansPreview(
            entry=entry,
            outcome=outcome,
            written=written,
            row=_signed(written),
            before=sheet,
            after=after,
            summary=summary,
            lines=(note,),
        )

    def settle(self, sheet: PreferansSheet) -> Settlement:
        """9.3 and 9.4: the result, which sums to zero; of a match that goes on, as if it were interrupted now."""
        result = sheet.result or self._result(sheet)
        return Settlement(finished=sheet.finished, winners=sheet.winners, totals=result, margin=margin(result), payments=result)

    def missing(self, sheet: PreferansSheet) -> str:
        limit = int(self.options["refe_limit"])
        refe = "" if limit == UNLIMITED else f", refe to write {limit - sheet.refe_written}"
        return f"{sum(sheet.bula)} bule are left{refe}"

    # The environment.

    def entry_from_deal(self, record: Any) -> Entry:
        s = finished_record(record, END)
        outcome = int(s["outcome"])
        if outcome == ALL_PASSED:
            return AllPassed()
        if outcome == FINED:
            said = zip(s["said"], s["bula_change"], strict=True)
            return Bids(levels=tuple(int(level) if fine else None for level, fine in said))
        declarer, contract, in_hand = int(s["declarer"]), CONTRACTS[int(s["contract"])], bool(s["in_hand"])
        followers = tuple(sorted(seats_of(s["followers"])))
        if not followers:
            return Unfollowed(declarer=declarer, contract=contract, in_hand=in_hand)
        is_betl, played = int(s["contract"]) == BETL, int(s["trick_number"]) > 0
        taken, made = int(counted_tricks(s)), outcome == MADE
        falls = [seat for seat in range(SEATS) if seat != declarer and falls_short(s, self.options, seat, taken, made)]
        tricks = [int(number) if seat != declarer else None for seat, number in enumerate(s["counted_tricks"])]
        return Played(
            declarer=declarer,
            contract=contract,
            in_hand=in_hand,
            followers=() if self.both_defend(contract) else followers,
            called=int(s["caller"]) >= 0,
            doublings=int(s["doublings"]),
            giver=int(s["giver"]) if int(s["giver"]) >= 0 else None,
            made=made if played else None,
            tricks=tuple(tricks) if played and not is_betl else (None,) * SEATS,
            fall_passes=played and any(not s["bula_change"][seat] for seat in falls),
        )


def _best(result: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat, points in enumerate(result) if points == max(result))


def _signed(points: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"{number:+d}" if number else "" for number in points)


SCORER = PreferansScorer
