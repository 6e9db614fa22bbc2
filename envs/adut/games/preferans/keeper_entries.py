"""What the score keeper of Preferans takes down: its entries with their questions, and its sheet."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from adut.core.errors import EntryError
from adut.games.preferans.layout import ACTIONS, BETL, CONTRACTS, HIGHEST, LOWEST, TREF
from adut.games.preferans.notation import DOUBLINGS
from adut.games.preferans.scoring import SUPE_PER_BULA
from adut.games.preferans.seats import next_seat, previous_seat
from adut.games.preferans.sheet import bule_text
from adut.games.preferans.table import HAND_SIZE, SEATS
from adut.score.fields import Answers, Choice, Columns, Field, Numbers, yes_or_no
from adut.score.scorer import Entry, Kind, Preview, Sheet, add

if TYPE_CHECKING:
    from adut.games.preferans.keeper import PreferansScorer

OFFENCES = ("revoke", "out_of_turn", "talk", "discard_count")
"""Offences that cost by the value of the contract."""
NO_TRICKS: tuple[int | None, ...] = (None,) * SEATS


@dataclass(frozen=True, kw_only=True)
class Contract(Entry):
    """A contract and what the defenders have said about it.

    Attributes:
        declarer: his column.
        contract: one of CONTRACTS.
        in_hand: played without the talon.
        followers: who said that they follow; nobody is asked in betl, unless the rules say so.
        called: the lone follower called the other one.
        doublings: 0 none, 1 kontra, 2 rekontra, 3 subkontra, 4 mortkontra.
        giver: who gave kontra; a lone follower need not be named.
    """

    declarer: int
    contract: str
    in_hand: bool = False
    followers: tuple[int, ...] = ()
    called: bool = False
    doublings: int = 0
    giver: int | None = None

    @classmethod
    def of(cls, answers: Answers) -> Contract:
        """The contract in what has been answered so far."""
        names = {field.name for field in dataclasses.fields(Contract)}
        return Contract(**{name: value for name, value in answers.items() if name in names})


@dataclass(frozen=True, kw_only=True)
class Played(Contract):
    """A deal in which somebody followed.

    Attributes:
        made: whether the declarer made his contract; needed in betl, else tricks tell.
        tricks: by player, None where it is not known. Those of the defenders are needed, where who took them matters; of more
            than five the first five, if no more are written.
        fall_passes: the referee lets the fall of a defender pass to the other one (referee=score).
    """

    kind: ClassVar[str] = "played"
    made: bool | None = None
    tricks: tuple[int | None, ...] = NO_TRICKS
    fall_passes: bool = False


@dataclass(frozen=True, kw_only=True)
class Unfollowed(Entry):
    """A contract that nobody followed."""

    kind: ClassVar[str] = "unfollowed"
    declarer: int
    contract: str
    in_hand: bool = False


@dataclass(frozen=True, kw_only=True)
class AllPassed(Entry):
    """All passed: refe, if it may be written."""

    kind: ClassVar[str] = "all_passed"


@dataclass(frozen=True, kw_only=True)
class Bids(Entry):
    """Bids that were not correct, fined in place of the deal. `levels`: by player, None for a player without such a bid."""

    kind: ClassVar[str] = "bids"
    levels: tuple[int | None, ...]


@dataclass(frozen=True, kw_only=True)
class WeakerGame(Entry):
    """A game from the hand was named that is not stronger than the declarer's."""

    kind: ClassVar[str] = "weaker_game"
    offender: int
    declarer: int
    contract: str


@dataclass(frozen=True, kw_only=True)
class Offence(Contract):
    """An offence that costs by the contract, in place of the deal. `offence`: one of OFFENCES; `answered`: the defenders had
    said whether they follow."""

    kind: ClassVar[str] = "offence"
    offence: str
    offender: int
    answered: bool = True


@dataclass(frozen=True, kw_only=True)
class Misdeal(Entry):
    """The dealer dealt wrongly; the next player deals."""

    kind: ClassVar[str] = "misdeal"


@dataclass(frozen=True, kw_only=True)
class Shuffle(Entry):
    """Somebody shuffled, squared or cut badly; the same player deals. The sheet knows how many times he has."""

    kind: ClassVar[str] = "shuffle"
    offender: int


@dataclass(frozen=True, kw_only=True)
class ThirdCard(Entry):
    """A third yellow card, which ends the match."""

    kind: ClassVar[str] = "third_card"
    offender: int


@dataclass(frozen=True, kw_only=True)
class Interrupted(Entry):
    """The match ends before its time. `culprit`: who is to blame, None for nobody."""

    kind: ClassVar[str] = "interrupted"
    culprit: int | None = None


@dataclass(frozen=True, kw_only=True)
class PreferansSheet(Sheet):
    """The sheet, by player. Totals are bule at ten with their sign turned, supe written less supe suffered, and `beside`; when
    no bule are left they are the result.

    Attributes:
        deals: written so far, misdeals and fined ones included.
        bula: bule.
        supe: supe[i][j] has i written on j.
        refe: unplayed ones.
        refe_written: how often refe has been written.
        bad_shuffles: how often each has shuffled, squared or cut badly.
        beside: points that come from no deal.
        result: of a match that is over, else empty.
    """

    deals: int
    bula: tuple[int, ...]
    supe: tuple[tuple[int, ...], ...]
    refe: tuple[int, ...]
    refe_written: int
    bad_shuffles: tuple[int, ...]
    beside: tuple[int, ...]
    result: tuple[int, ...] = ()

    @classmethod
    def opened(cls, start_bula: int, dealer: int) -> PreferansSheet:
        """An empty sheet (9.1)."""
        zeros = (0,) * SEATS
        return cls(
            totals=(-SUPE_PER_BULA * start_bula,) * SEATS,
            dealer=dealer,
            deals=0,
            bula=(start_bula,) * SEATS,
            supe=(zeros,) * SEATS,
            refe=zeros,
            refe_written=0,
            bad_shuffles=zeros,
            beside=zeros,
        )

    def adjusted(self, points: Sequence[int]) -> Self:
        return dataclasses.replace(self, totals=add(self.totals, points), beside=add(self.beside, points))

    def notes(self) -> list[str]:
        notes = ["bad shuffles " + " : ".join(map(str, self.bad_shuffles))] if any(self.bad_shuffles) else []
        notes += ["points beside the sheet " + " : ".join(map(str, self.beside))] if any(self.beside) else []
        return notes + (["result " + " : ".join(map(str, self.result))] if self.result else [])

    def cells(self) -> list[str]:
        """Supe on the left neighbour, bule, supe on the right one, for each player (9.2)."""
        cells = []
        for seat in range(SEATS):
            left, right = self.supe[seat][previous_seat(seat)], self.supe[seat][next_seat(seat)]
            cells += [str(left), bule_text(self.bula[seat], self.refe[seat]), str(right)]
        return cells


@dataclass(frozen=True, kw_only=True)
class PreferansPreview(Preview[PreferansSheet]):
    """What a deal writes; `written` is in points, bule at ten.

    Attributes:
        value: of the contract with kontra and refe, 0 where none is scored.
        bule: their change by player.
        supe: supe[i][j] does i write on j.
        lines: all this in words.
    """

    value: int = 0
    bule: tuple[int, ...] = (0,) * SEATS
    supe: tuple[tuple[int, ...], ...] = ((0,) * SEATS,) * SEATS
    lines: tuple[str, ...] = ()

    def notes(self) -> list[str]:
        return list(self.lines)


# Questions.


def _contract_field(names: Sequence[str], **more: Any) -> Choice:
    """A contract; local words are understood."""
    local = {alias: name.removeprefix("declare ") for alias, name in ACTIONS.aliases.items() if name.startswith("declare ")}
    aliases = {alias: name for alias, name in local.items() if name in names and alias not in names}
    return Choice(name="contract", question="contract", choices={name: name for name in names}, aliases=aliases, **more)


def _defence_fields(scorer: PreferansScorer) -> tuple[Field, ...]:
    """What the defenders said: who follows, a call, kontra."""
    most = int(scorer.game.values["kontra_levels"])
    levels = {word or "no kontra": level for level, word in enumerate(DOUBLINGS[: most + 1])}

    def answered(answers: Answers) -> bool:
        return bool(answers.get("answered", True))

    def asks_followers(answers: Answers) -> bool:
        return answered(answers) and not scorer.both_defend(answers["contract"])

    def is_alone(answers: Answers) -> bool:
        return len(answers["followers"]) == 1

    def asks_giver(answers: Answers) -> bool:
        return bool(answers["doublings"]) and not is_alone(answers)

    def judge_followers(answers: Answers, value: tuple[int, ...]) -> None:
        scorer.judge_contract({**answers, "followers": value})

    def judge_called(answers: Answers, value: bool) -> None:
        scorer.judge_contract({**answers, "called": value})

    def judge_doublings(answers: Answers, value: int) -> None:
        if is_alone(answers):  # else who gave kontra is still to be asked
            scorer.judge_contract({**answers, "doublings": value})

    def judge_giver(answers: Answers, value: int | None) -> None:
        scorer.judge_contract({**answers, "giver": value})

    return (
        Columns(
            name="followers",
            question="who followed",
            columns=scorer.columns,
            aliases=scorer.column_aliases(),
            asked=asks_followers,
            judge=judge_followers,
        ),
        yes_or_no(
            "called",
            "did {followers} call the other",
            asked=lambda answers: is_alone(answers) and answers["contract"] != CONTRACTS[BETL],
            judge=judge_called,
        ),
        Choice(
            name="doublings",
            question="doubled",
            choices=levels,
            aliases={"no": 0},
            default=0,
            asked=lambda answers: answered(answers) and not answers["called"],
            judge=judge_doublings,
        ),
        scorer.column_field("giver", "who gave kontra", nobody="nobody", asked=asks_giver, judge=judge_giver),
    )


def kinds(scorer: PreferansScorer) -> tuple[Kind, ...]:
    """The kinds of entries that the game has beside those of every sheet."""
    declarer = scorer.column_field("declarer", "who declared")
    offender = scorer.column_field("offender", "whose offence")
    contract = _contract_field(CONTRACTS[LOWEST:])
    in_hand = yes_or_no("in_hand", "played from the hand")
    defence = _defence_fields(scorer)

    def judge_unfollowed(answers: Answers, value: str) -> None:
        if scorer.both_defend(value):
            raise EntryError("both defend a betl; enter 'played'")

    def judge_made(answers: Answers, value: bool | None) -> None:
        if value is None and answers["contract"] == CONTRACTS[BETL]:
            raise EntryError("in a betl say whether it was made")

    def judge_tricks(answers: Answers, value: tuple[int | None, ...]) -> None:
        scorer.judge_tricks({**answers, "tricks": value})

    def judge_weaker(answers: Answers, value: int) -> None:
        if value == answers["offender"]:
            raise EntryError("who named a game that is not stronger is not the declarer")

    return (
        Kind(
            Played,
            "a deal in which somebody followed",
            (
                declarer,
                contract,
                in_hand,
                *defence,
                Choice(
                    name="made",
                    question="was it made",
                    choices={"yes": True, "no": False},
                    aliases={"da": True, "ne": False, "by tricks": None},
                    default=None,
                    asked=lambda answers: not scorer.is_unplayed(answers),
                    judge=judge_made,
                ),
                Numbers(
                    name="tricks",
                    question="tricks",
                    columns=scorer.columns,
                    high=HAND_SIZE,
                    blank=True,
                    default=NO_TRICKS,
                    asked=scorer.tricks_matter,
                    judge=judge_tricks,
                ),
                yes_or_no(
                    "fall_passes",
                    "does the referee let a fall pass to the other defender",
                    asked=lambda answers: scorer.game.values["referee"] == "score",
                ),
            ),
        ),
        Kind(
            Unfollowed,
            "a contract that nobody followed",
            (declarer, dataclasses.replace(contract, judge=judge_unfollowed), in_hand),
        ),
        Kind(AllPassed, "all passed", ()),
        Kind(Shuffle, "a bad shuffle or cut; the same player deals", (offender,)),
        Kind(Misdeal, "the dealer dealt wrongly", ()),
        Kind(
            Bids,
            "bids that were not correct",
            (
                Numbers(
                    name="levels",
                    question="incorrect bids",
                    columns=scorer.columns,
                    low=LOWEST,
                    high=HIGHEST,
                    blank=True,
                ),
            ),
        ),
        Kind(
            WeakerGame,
            "a game was named that is not stronger",
            (offender, dataclasses.replace(declarer, judge=judge_weaker), _contract_field(CONTRACTS[LOWEST : TREF + 1])),
        ),
        Kind(
            Offence,
            "a revoke, a card out of turn, talk, wrong discards",
            (
                Choice(name="offence", question="what", choices={word.replace("_", " "): word for word in OFFENCES}),
                offender,
                declarer,
                contract,
                in_hand,
                yes_or_no(
                    "answered",
                    "had the defenders answered",
                    default=True,
                    asked=lambda answers: answers["offence"] in ("talk", "discard_count"),
                ),
                *defence,
            ),
        ),
        Kind(ThirdCard, "a third yellow card: the match ends", (offender,)),
        Kind(
            Interrupted,
            "the match ends here: bule are written off",
            (scorer.column_field("culprit", "who is to blame", nobody="nobody"),),
        ),
    )
