"""Fines for offences that cannot happen at a table of the suite, for those who keep score of games at a real one (10.1)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from adut.core.errors import AdutError
from adut.games.preferans.referee_scores import FINE_SHARE_OF_NEXT, FINE_SHARE_OF_OTHER, fine_of_bid
from adut.games.preferans.seats import next_seat, previous_seat
from adut.games.preferans.table import SEATS

KINDS = ("shuffle", "misdeal", "weaker_game", "revoke", "out_of_turn", "talk", "discard_count", "bid")
SHUFFLE_BULE = (0, 4, 16, 48)
"""The first time a warning, the fourth and later like the third."""
MISDEAL_SUPE = 20
WEAKER_GAME_BULE = 20
SHARE_OF_DEFENDER = 2
"""What a defender writes on the declarer, in values, when the other defender has offended."""


@dataclass(frozen=True)
class Deal:
    """What a fine depends on.

    Attributes:
        declarer: his seat.
        value: the value in force, kontra and refe included.
        bule_left: the sum of all bule before the deal.
        followers: seats that said that they follow; both defenders in betl; None before they have answered.
        caller: follower who called the other one, or gave kontra; None if nobody did.
    """

    declarer: int
    value: int
    bule_left: int
    followers: Collection[int] | None = None
    caller: int | None = None


@dataclass
class Fine:
    """What an offence writes.

    Attributes:
        bula: change of the bule by seat.
        written: written[i][j], supe that i writes on j.
    """

    bula: list[int] = field(default_factory=lambda: [0] * SEATS)
    written: list[list[int]] = field(default_factory=lambda: [[0] * SEATS for _ in range(SEATS)])


def penalty(kind: str, offender: int, deal: Deal | None = None, *, count: int = 1, level: int = 0) -> Fine:
    """What an offence writes in place of the score of the deal (10.1).

    Args:
        kind: one of KINDS. `settlement.third_card` has what a third yellow card does.
        offender: his seat.
        deal: the deal, for offences that depend on it.
        count: how many times the offender has shuffled, squared or cut badly.
        level: the number that was not correct.

    Raises:
        AdutError: an unknown kind, a seat that does not exist, a count below 1, or a deal that is missing.
    """
    if kind not in KINDS:
        raise AdutError(f"an offence is one of {', '.join(KINDS)}, not {kind!r}")
    if not 0 <= offender < SEATS:
        raise AdutError(f"offender is a seat from 0 to {SEATS - 1}, not {offender!r}")
    if count < 1:
        raise AdutError(f"count is the number of bad shuffles so far, from 1; got {count}")
    fine = Fine()
    after, before = next_seat(offender), previous_seat(offender)
    if kind == "shuffle":
        fine.bula[offender] = SHUFFLE_BULE[min(count, len(SHUFFLE_BULE)) - 1]
    elif kind == "misdeal":
        fine.written[after][offender] = fine.written[before][offender] = MISDEAL_SUPE
    elif kind == "bid":
        value = fine_of_bid(level)
        fine.bula[offender] = value
        fine.written[after][offender] = FINE_SHARE_OF_NEXT * value
        fine.written[before][offender] = FINE_SHARE_OF_OTHER * value
    elif deal is None:
        raise AdutError(f"what {kind} costs depends on the deal; give one")
    elif offender == deal.declarer:
        _declarer_offends(fine, deal)
    else:
        _defender_offends(fine, kind, offender, deal)
    return fine


def _declarer_offends(fine: Fine, deal: Deal) -> None:
    first, second = next_seat(deal.declarer), previous_seat(deal.declarer)
    fine.bula[deal.declarer] = deal.value
    both = FINE_SHARE_OF_NEXT + FINE_SHARE_OF_OTHER
    if deal.caller is not None:
        shares = {deal.caller: both}
    elif deal.followers is None or len(deal.followers) != 1:
        shares = {first: FINE_SHARE_OF_NEXT, second: FINE_SHARE_OF_OTHER}
    else:
        shares = dict.fromkeys(deal.followers, FINE_SHARE_OF_NEXT)
    for seat, share in shares.items():
        fine.written[seat][deal.declarer] = share * deal.value


def _defender_offends(fine: Fine, kind: str, offender: int, deal: Deal) -> None:
    rise = WEAKER_GAME_BULE if kind == "weaker_game" else deal.value
    fine.bula[offender] = rise
    fine.bula[deal.declarer] = -min(deal.value, deal.bule_left + rise)
    other = SEATS - deal.declarer - offender
    if kind in ("talk", "weaker_game") or (deal.followers is not None and other in deal.followers):
        fine.written[other][deal.declarer] = SHARE_OF_DEFENDER * deal.value
