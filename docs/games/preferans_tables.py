"""The tables of preferans.md that only Preferans has. Each function is given the one that lays a table out."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import adut
from adut.core.cards import RANK_LETTERS
from adut.games.preferans.holdings import CORRECT_BIDS, GRADE, HALF_TRICKS_OF_GRADE, SURE_TRICKS
from adut.games.preferans.layout import BETL, CONTRACTS, HERC, HIGHEST, KARO, LOWEST, PIK, SANS, TREF
from adut.games.preferans.scoring import BETL_TRICKS, base_value, payoff, score, value_in_force
from adut.games.preferans.table import NO_SEAT, SEATS

Table = Callable[..., str]

LOCAL = ("", "", "pik", "karo", "herc", "tref", "betl", "sans")
"""Names of the contracts, by their numbers."""
GRADED = ("none of these", "Q and two more", "K and one more", "K Q", "A", "A Q", "A K")
"""What is needed for each grade, beside what a higher one needs."""
SURE = "A K7 Q87 J987 T987 AK AQ7 KQ7 AJ87".split()


class Deal(NamedTuple):
    """A deal that D declares; R plays after him, L before him."""

    number: int
    what: str
    contract: int
    tricks: tuple[int, int, int] = (0, 0, 0)  # of D, R, L
    follow: str = "RL"
    call: str = ""
    kontra: str = ""
    doublings: int = 0
    in_hand: int = 0
    refe: int = 0  # unplayed refe of D
    bula: tuple[int, int, int] = (100, 100, 100)
    options: tuple[tuple[str, Any], ...] = ()


LAST = (10, 2, -6)
"""Bule before a last deal."""
EXAMPLES = [
    Deal(1, "both follow", TREF, (6, 2, 2)),
    Deal(2, "four tricks together: nobody falls", TREF, (6, 3, 1)),
    Deal(3, "three: who has one falls", TREF, (7, 2, 1)),
    Deal(4, "both fall", HERC, (8, 1, 1)),
    Deal(5, "failed", HERC, (5, 3, 2)),
    Deal(6, "failed; five tricks count, L R R L R of seven", HERC, (3, 4, 3)),
    Deal(7, "R alone", KARO, (9, 1, 0), "R"),
    Deal(8, "R calls L", HERC, (7, 1, 2), "R", "R"),
    Deal(9, "R calls L, who takes their four tricks", KARO, (6, 0, 4), "R", "R"),
    Deal(10, "kontra by L, failed", HERC, (5, 3, 2), kontra="L", doublings=1),
    Deal(11, "kontra by R, rekontra, made", TREF, (7, 2, 1), kontra="R", doublings=2),
    Deal(12, "kontra by R, failed", TREF, (5, 3, 2), kontra="R", doublings=1, in_hand=1),
    Deal(13, "refe, kontra by R, rekontra, failed", PIK, (5, 3, 2), kontra="R", doublings=2, in_hand=1, refe=1),
    Deal(14, "made", BETL, (0, 5, 5)),
    Deal(15, "failed", BETL, (1, 5, 4)),
    Deal(16, "kontra by L, made", BETL, (0, 5, 5), kontra="L", doublings=1),
    Deal(17, "kontra by R, failed", BETL, (1, 5, 4), kontra="R", doublings=1, in_hand=1),
    Deal(18, "nobody follows", KARO, follow=""),
    Deal(19, "nobody follows, refe", KARO, follow="", refe=1),
    Deal(20, "R alone, refe", TREF, (9, 1, 0), "R", refe=1),
    Deal(21, "bule 10, 2, -6 before: both follow", TREF, (6, 2, 2), bula=LAST),
    Deal(22, "the same, `last_deal_cap=bule_only`", TREF, (6, 2, 2), bula=LAST, options=(("last_deal_cap", "bule_only"),)),
    Deal(23, "the same bule: both fall", TREF, (8, 1, 1), bula=LAST),
    Deal(
        24,
        "the same bule: R alone, failed, `last_deal_double_fall`",
        HERC,
        (5, 5, 0),
        "R",
        bula=LAST,
        options=(("last_deal_double_fall", True),),
    ),
    Deal(25, "refe, kontra by R, rekontra, failed", SANS, (5, 3, 2), kontra="R", doublings=2, in_hand=1, refe=1),
]
FIRST_FIVE = {6: (0, 3, 2)}
"""Tricks that count, by the number of an example, where the defenders have more than five."""


def _holding(letters: str) -> int:
    return sum(1 << RANK_LETTERS.index(letter) for letter in letters)


def contracts(markdown: Table) -> str:
    """The contracts and their values."""
    rows = []
    for contract in range(LOWEST, HIGHEST + 1):
        values = [int(base_value(contract, in_hand)) for in_hand in (0, 1)]
        needed = "no trick" if contract == BETL else "6 tricks"
        supe = [f"{BETL_TRICKS * value} by each" if contract == BETL else f"{value} a trick" for value in values]
        trump = CONTRACTS[contract] if contract <= TREF else "none"
        rows.append([contract, LOCAL[contract], f"`declare {CONTRACTS[contract]}`", trump, needed, *values, ", ".join(supe)])
    head = ["number", "name", "text", "trump", "declarer needs", "bought", "from the hand", "supe, bought and from the hand"]
    return markdown(head, rows)


def correct_bids(markdown: Table) -> str:
    """The holdings on which a suit may be bid."""
    return markdown(
        ["a suit may be bid on"],
        [["any five cards"], ["`A Q` and two more"], *([f"`{' '.join(cards)}`"] for cards in CORRECT_BIDS)],
    )


def grades(markdown: Table) -> str:
    """The grades of side suits."""
    counts = [list(GRADE).count(grade) for grade in range(len(GRADED))]
    rows = [[grade, GRADED[grade], HALF_TRICKS_OF_GRADE[grade], counts[grade]] for grade in reversed(range(len(GRADED)))]
    return markdown(["grade", "the suit holds", "half tricks", "of 256 holdings"], rows)


def sure(markdown: Table) -> str:
    """Sure tricks of some holdings."""
    return markdown(["holding", *SURE], [["sure tricks", *(SURE_TRICKS[_holding(cards)] for cards in SURE)]])


def _score(deal: Deal) -> Any:
    """The table after a deal: seat 0 declares and is forehand."""
    game = adut.game("preferans", **dict(deal.options))
    state = game.new_state(seed=0, dealer=2)
    s = state.record
    seats = {"R": 1, "L": 2, "": NO_SEAT}
    s.declarer, s.contract, s.in_hand, s.doublings = 0, deal.contract, deal.in_hand, deal.doublings
    s.bula, s.refe, s.refe_doubles = deal.bula, (deal.refe, 0, 0), deal.refe
    s.value = value_in_force(deal.contract, deal.in_hand, deal.doublings, deal.refe)
    s.followers = sum(1 << seats[name] for name in deal.follow)
    s.caller, s.giver = seats[deal.call], seats[deal.kontra]
    s.playing = 7 if deal.call or deal.kontra else 1 | s.followers
    s.tricks = deal.tricks
    s.counted_tricks = FIRST_FIVE.get(deal.number, (0, *deal.tricks[1:]))
    score(s, game.options[0])
    return s, [Fraction(int(payoff(s, game.options[0], seat)), SEATS) for seat in range(SEATS)]


def _row(numbers: Any) -> str:
    return ", ".join(str(int(number)) if float(number).is_integer() else f"{float(number):.2f}" for number in numbers)


def examples(markdown: Table) -> str:
    """Deals and what they write."""
    rows = []
    for deal in EXAMPLES:
        s, settled = _score(deal)
        contract = LOCAL[deal.contract] + (" in hand" if deal.in_hand else "")
        tricks = "/".join(map(str, deal.tricks)) if deal.follow else ""
        supe = f"{s.written[1, 0]}, {s.written[2, 0]}"
        rows.append(
            [
                deal.number,
                contract,
                deal.what,
                tricks,
                s.value,
                _row(s.bula_change),
                supe,
                _row(s.points[:SEATS]),
                _row(settled),
            ]
        )
    head = ["", "contract", "deal", "tricks D/R/L", "V", "bule D, R, L", "supe on D by R, L", "points", "settled"]
    return markdown(head, rows)
