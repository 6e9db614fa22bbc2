"""What the defenders said, as the score keeper of Russian Preferans is told it, in the tree of whists (P5 of the rules)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adut.core.errors import EntryError
from adut.games.russian_preferans.keeper_entries import Played, Unplayed
from adut.games.russian_preferans.layout import FOR_OWN, LOOK_FIRST, PASS, SAY_WHIST, TOGETHER
from adut.games.russian_preferans.table import NO_SEAT
from adut.games.russian_preferans.whist import (
    ASKS_ON,
    DEALER_DECIDES,
    DEALER_LOOKS,
    FIRST,
    FIRST_AGAIN,
    FIRST_RETURNS,
    NO_PLAY,
    SECOND_AFTER_PASS,
    SECOND_AFTER_WHIST,
    SECOND_RETURNS,
    TO_PLAY,
    begin_defence,
    declare,
    first_defender,
    has_own,
    is_checked_ten,
    legal_declarations,
    second_defender,
)

Answers = Mapping[int, int]
"""What is said at each node of the tree."""

BOTH_WHIST: Answers = {FIRST: SAY_WHIST, SECOND_AFTER_WHIST: SAY_WHIST}
FIRST_WHISTS: Answers = {FIRST: SAY_WHIST, SECOND_AFTER_WHIST: PASS, FIRST_AGAIN: TOGETHER}
SECOND_WHISTS: Answers = {FIRST: PASS, SECOND_AFTER_PASS: TOGETHER}
RETURNED_BY_FIRST: Answers = {FIRST: PASS, SECOND_AFTER_PASS: FOR_OWN, FIRST_RETURNS: TOGETHER}
RETURNED_BY_SECOND: Answers = {FIRST: SAY_WHIST, SECOND_AFTER_WHIST: PASS, FIRST_AGAIN: FOR_OWN, SECOND_RETURNS: TOGETHER}
OWN_OF_FIRST: Answers = {**RETURNED_BY_SECOND, SECOND_RETURNS: PASS, DEALER_LOOKS: PASS}
OWN_OF_SECOND: Answers = {**RETURNED_BY_FIRST, FIRST_RETURNS: PASS, DEALER_LOOKS: PASS}
NOBODY: Answers = {FIRST: PASS, SECOND_AFTER_PASS: PASS, DEALER_LOOKS: PASS}
_DEALER_WHISTS: Answers = {DEALER_LOOKS: LOOK_FIRST, DEALER_DECIDES: TOGETHER}
DEALER_AFTER_OWN: Answers = {**OWN_OF_SECOND, **_DEALER_WHISTS}
DEALER_AFTER_PASSES: Answers = {**NOBODY, **_DEALER_WHISTS}


def say_whists(s: Any, o: Any, entry: Played, names: Sequence[str]) -> None:
    """Let the defenders of a table with a contract say what an entry tells.

    Args:
        s, o: the table and its options.
        entry: a contract that was played.
        names: of the players.

    Raises:
        EntryError: they cannot have said that.
    """
    whisters = entry.whisters
    if begin_defence(s, o) == TO_PLAY:
        _check_unasked(s, o, entry, names)
        return
    if not whisters:
        raise EntryError("who whisted is needed; if nobody did, enter 'unplayed'")
    first, second = first_defender(s), second_defender(s)
    if len(whisters) == 2:
        found = _follow(s, o, BOTH_WHIST) == TO_PLAY and s["both_whist"] and set(whisters) == {first, second}
        if not found or entry.returned:
            raise EntryError(f"two whisters are {names[first]} and {names[second]}, and none of them returns the whist")
        return
    (whister,) = whisters
    if whister == first:
        answers, returned = (RETURNED_BY_FIRST, True) if entry.returned else (FIRST_WHISTS, False)
    elif whister == second:
        answers, returned = (RETURNED_BY_SECOND, True) if entry.returned else (SECOND_WHISTS, False)
    else:
        answers, returned = DEALER_AFTER_OWN if has_own(o, s["contract"]) else DEALER_AFTER_PASSES, True
    found = _follow(s, o, answers) == TO_PLAY
    if not found or s["whister"] != whister or bool(s["returned"]) != returned:
        how = "return the whist" if returned and whister in (first, second) else "whist"
        raise EntryError(f"by these rules {names[whister]} cannot {how} against {entry.contract}")


def _check_unasked(s: Any, o: Any, entry: Played, names: Sequence[str]) -> None:
    """Where nobody is asked, nobody has whisted, or both have to."""
    defenders = {int(first_defender(s)), int(second_defender(s))} if s["both_whist"] else set()
    if entry.returned or (entry.whisters and set(entry.whisters) != defenders):
        why = "both whist against it" if defenders else "a ten is not whisted here"
        raise EntryError(f"nobody is asked about {entry.contract}, {why}: leave out whisters")


def say_nothing(s: Any, o: Any, entry: Unplayed, names: Sequence[str]) -> None:
    """Let the defenders of a table with a contract let it go. Raises EntryError."""
    if begin_defence(s, o) == TO_PLAY:
        raise EntryError(f"{entry.contract} is played without asking; enter 'played'")
    first, second = int(first_defender(s)), int(second_defender(s))
    if entry.own not in (None, first, second):
        raise EntryError(f"{names[entry.own or 0]} is no defender and cannot go for his own")
    answers = NOBODY if entry.own is None else OWN_OF_FIRST if entry.own == first else OWN_OF_SECOND
    if _follow(s, o, answers) != NO_PLAY or int(s["own"]) != (NO_SEAT if entry.own is None else entry.own):
        if entry.own is None:
            raise EntryError(f"who may go for his own does not pass: tell who has gone for his own against {entry.contract}")
        raise EntryError(f"by these rules {names[entry.own]} cannot go for his own against {entry.contract}")


def _follow(s: Any, o: Any, answers: Answers) -> int | None:
    """Answer the questions of the tree. Returns what that leads to, None where something cannot be said."""
    leads_to = ASKS_ON
    while leads_to == ASKS_ON:
        answer = answers.get(int(s["node"]))
        legal_declarations(s, o)
        if answer is None or not int(s["legal"][1]) >> answer - 32 & 1:
            return None
        leads_to = int(declare(s, o, answer))
    return leads_to


def may_return(o: Any, contract: int, whister_is_first: bool) -> bool:
    """Whether a defender may return the whist against a contract, by the options alone."""
    if not has_own(o, contract) or not o["return_first"]:
        return False
    return whister_is_first or bool(o["return_after_first_own"] and o["own_after_second_pass"])


def is_asked(o: Any, contract: int) -> bool:
    """Whether the defenders are asked about a contract."""
    return not is_checked_ten(contract, o) and not (contract == 0 and o["stalingrad"])
