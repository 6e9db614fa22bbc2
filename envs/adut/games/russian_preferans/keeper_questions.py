"""What the score keeper of Russian Preferans asks: the kinds of entries that the rules have, with their questions."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from adut.core.errors import EntryError
from adut.core.options import UNLIMITED
from adut.games.russian_preferans.keeper_entries import (
    GaveUp,
    Interrupted,
    Misere,
    Played,
    Raspasovka,
    SuperHand,
    Unplayed,
)
from adut.games.russian_preferans.keeper_whists import is_asked, may_return
from adut.games.russian_preferans.layout import GAMES, L_NINE, STRAINS
from adut.games.russian_preferans.options import AWARD_3P_HALF, HAND_OFF, NO_TALON_OFF, NO_TALON_REPEAT
from adut.games.russian_preferans.table import ACTIVE, HAND_SIZE
from adut.games.russian_preferans.whist import has_own
from adut.score.fields import Answers, Choice, Columns, Field, Number, Numbers, yes_or_no
from adut.score.scorer import Kind

if TYPE_CHECKING:
    from adut.games.russian_preferans.keeper import RussianPreferansScorer

TALONS = {"nothing": 0, "one trick": 1, "two tricks": 2, "three tricks": 3}
"""What the two cards of the talon count for (P2)."""
_TALON_WORDS = {"ace": 1, "king and queen": 1, "ace and king": 2, "two aces": 3} | {str(number): number for number in range(4)}
_LETTERS = dict(zip(STRAINS, ("s", "c", "d", "h", "nt"), strict=True))
_SHORT = {f"{game.split()[0]}{_LETTERS[game.split(maxsplit=1)[1]]}": game for game in GAMES}


def counts_talon(o: Any) -> bool:
    """P2: whether the cards of the talon count for whists."""
    return bool(o["talon_award"] if o["players"] > ACTIVE else o["talon_award_3p"] == AWARD_3P_HALF)


def can_be_refused(o: Any) -> bool:
    """P3: whether the talon may be thrown openly."""
    return bool(o["players"] > ACTIVE and o["open_talon_refusal"])


def can_be_without_talon(o: Any, contract: str) -> bool:
    """P1: whether a contract may have been bid without talon: from nine on, or as a repetition."""
    if o["no_talon_games"] == NO_TALON_OFF:
        return False
    return bool(o["no_talon_games"] == NO_TALON_REPEAT or GAMES.index(contract) >= L_NINE)


def has_half_misere(o: Any) -> bool:
    """P1a: whether half a misere may be offered to the dealer."""
    return bool(o["players"] > ACTIVE and o["misere_half"])


def kinds(scorer: RussianPreferansScorer) -> tuple[Kind, ...]:
    """The kinds of entries that the rules have beside those of every sheet."""
    o, columns = scorer.options, scorer.columns
    declarer = scorer.column_field("declarer", "who declared")
    found = [
        Kind(
            Played,
            "a contract that was whisted, or a ten that was checked",
            (declarer, *_contract_fields(o), *_whist_fields(scorer), _tricks(columns)),
        ),
        Kind(Unplayed, "a contract that nobody whisted", (declarer, *_contract_fields(o), _own_field(scorer))),
        Kind(
            Misere,
            "a misere",
            (
                declarer,
                yes_or_no("half", "did the dealer share it", asked=lambda answers: has_half_misere(o)),
                Number(name="tricks", question="tricks of {declarer}", high=HAND_SIZE),
            ),
        ),
        Kind(Raspasovka, "all passed, and tricks were avoided", (_tricks(columns),)),
    ]
    if o["preferans_hand"] != HAND_OFF and o["pool_target"] != UNLIMITED:
        no_trump = yes_or_no("no_trump", "was it ace, king and queen of all suits")
        found.append(Kind(SuperHand, "twelve cards that cannot lose a trick", (declarer, no_trump)))
    if o["surrender_without_three"]:
        found.append(Kind(GaveUp, "a declarer who gave up", (declarer, _game_field("bid", "his bid"))))
    return (*found, Kind(Interrupted, "the match ends here", ()))


def _game_field(name: str, question: str) -> Choice:
    return Choice(name=name, question=question, choices={game: game for game in GAMES}, aliases=_SHORT)


def _contract_fields(o: Any) -> tuple[Field, ...]:
    """The contract, and what became of the talon."""

    def judge_no_talon(answers: Answers, value: bool) -> None:
        if value and not can_be_without_talon(o, answers["contract"]):
            raise EntryError(f"{answers['contract']} cannot be bid without talon here")

    return (
        _game_field("contract", "contract"),
        yes_or_no(
            "no_talon",
            "was it bid without talon",
            asked=lambda answers: can_be_without_talon(o, answers["contract"]),
            judge=judge_no_talon,
        ),
        Choice(
            name="talon",
            question="the talon counts for",
            choices=TALONS,
            aliases=_TALON_WORDS,
            default=0,
            asked=lambda answers: counts_talon(o) and not answers["no_talon"],
        ),
        yes_or_no(
            "refused",
            "was the talon thrown openly",
            asked=lambda answers: can_be_refused(o) and not answers["no_talon"],
        ),
    )


def _whist_fields(scorer: RussianPreferansScorer) -> tuple[Field, ...]:
    """Who whisted, and how he came to it."""
    o, columns = scorer.options, scorer.columns

    def asks_whisters(answers: Answers) -> bool:
        return is_asked(o, GAMES.index(answers["contract"]))

    def judge_whisters(answers: Answers, value: Sequence[int]) -> None:
        check_whisters(answers["declarer"], value, columns)

    def asks_returned(answers: Answers) -> bool:
        if len(answers["whisters"]) != 1:
            return False
        before = (answers["declarer"] - 1) % len(columns)  # the second defender, or the dealer of four
        return may_return(o, GAMES.index(answers["contract"]), answers["whisters"] != (before,))

    return (
        Columns(
            name="whisters",
            question="who whisted",
            columns=columns,
            aliases=scorer.column_aliases(),
            asked=asks_whisters,
            judge=judge_whisters,
        ),
        yes_or_no("returned", "did {whisters} return the whist", asked=asks_returned),
    )


def check_whisters(declarer: int, whisters: Sequence[int], names: Sequence[str]) -> None:
    """Raises EntryError unless one or two other players have whisted."""
    if declarer in whisters:
        raise EntryError(f"{names[declarer]} is the declarer and does not whist")
    if not 1 <= len(whisters) <= 2:
        raise EntryError("one or two whist; if nobody did, enter 'unplayed'")


def _own_field(scorer: RussianPreferansScorer) -> Field:
    o, columns = scorer.options, scorer.columns

    def judge(answers: Answers, value: int | None) -> None:
        if value == answers["declarer"]:
            raise EntryError(f"{columns[answers['declarer']]} is the declarer and does not go for his own")
        if value is None and not o["second_pass_on_own_levels"]:
            raise EntryError("who may go for his own does not pass: tell who has gone for his own")

    field = scorer.column_field("own", "who went for his own", nobody="nobody")
    return dataclasses.replace(field, asked=lambda answers: has_own(o, GAMES.index(answers["contract"])), judge=judge)


def _tricks(columns: Sequence[str]) -> Field:
    def judge(answers: Answers, value: Sequence[int | None]) -> None:
        total = sum(number or 0 for number in value)
        if total > HAND_SIZE:
            raise EntryError(f"there are {HAND_SIZE} tricks, not {total}")

    return Numbers(name="tricks", question="tricks", columns=columns, high=HAND_SIZE, blank=True, judge=judge)
