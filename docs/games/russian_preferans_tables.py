"""The tables of russian_preferans.md that only Russian Preferans has. Each function is given the one that lays a table out."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

import adut
from adut.core.cards import RANK_LETTERS, SUIT_LETTERS, parse_cards
from adut.games import spec
from adut.games.russian_preferans.layout import BIDS
from adut.games.russian_preferans.scoring import DUTY, MISERE_PRICE, PRICE
from adut.games.russian_preferans.seats import draw_value
from adut.games.russian_preferans.talon import units_of

Table = Callable[..., str]

NAMES = "ABCD"
BOTH = (2, 3)
HELPED = {"pool": (30, 12, 20, 4), "mountain": (10, 3, 5, 0)}
CLOSING = {"pool": (28, 12, 29, 4), "mountain": (1, 3, 5, 0)}
CLOSED = {"pool": (30, 30, 28, 30), "mountain": (3, 3, 5, 0)}


class Deal(NamedTuple):
    """A deal as the score keeper takes it; A is 0, and deals unless it is said otherwise."""

    what: str
    kind: str
    fields: dict[str, Any]
    dealer: int = 0
    options: Mapping[str, Any] = MappingProxyType({})
    sheet: Mapping[str, Any] = MappingProxyType({})


def _played(declarer: int, contract: str, whisters: tuple[int, ...], tricks: Iterable[int], **more: Any) -> dict[str, Any]:
    return dict(declarer=declarer, contract=contract, whisters=whisters, tricks=tuple(tricks), **more)


EXAMPLES = [
    Deal(
        "C passes, D whists and calls him; one ace in the talon",
        "played",
        _played(1, "6 diamonds", (3,), (0, 6, 1, 3), talon=1),
    ),
    Deal("a single whister is two tricks short of four", "played", _played(3, "6 clubs", (2,), (1, 0, 1, 8)), 1),
    Deal("failed: consolation for everybody", "played", _played(1, "7 diamonds", (0,), (2, 6, 0, 2)), 2),
    Deal("the same, C deals and returns the whist", "played", _played(1, "7 diamonds", (2,), (2, 6, 0, 2)), 2),
    Deal("misere with two tricks", "misere", dict(declarer=0, tricks=2), 3),
    Deal("both whist, failed", "played", _played(1, "6 spades", BOTH, (0, 5, 3, 2))),
    Deal("both whist, three tricks: who has one pays", "played", _played(1, "6 spades", BOTH, (0, 7, 2, 1))),
    Deal("both whist, one trick", "played", _played(1, "6 spades", BOTH, (0, 9, 1, 0))),
    Deal("both whist, four tricks of one: nobody pays", "played", _played(1, "6 spades", BOTH, (0, 6, 4, 0))),
    Deal("both whist, three tricks of one", "played", _played(1, "6 spades", BOTH, (0, 7, 3, 0))),
    Deal(
        "the same, `two_whister_shortfall=capped`",
        "played",
        _played(1, "6 spades", BOTH, (0, 7, 3, 0)),
        options=dict(two_whister_shortfall="capped"),
    ),
    Deal("both whist an eight: the second pays", "played", _played(1, "8 spades", BOTH, (0, 10, 0, 0))),
    Deal("for own at 6", "unplayed", dict(declarer=1, contract="6 spades", own=2)),
    Deal("for own at 7", "unplayed", dict(declarer=1, contract="7 spades", own=2)),
    Deal("two passes, two aces in the talon", "unplayed", dict(declarer=1, contract="8 spades", talon=3)),
    Deal("failed, ace and king of a suit in the talon", "played", _played(1, "9 spades", (2,), (0, 7, 2, 1), talon=2)),
    Deal("a checked ten", "played", _played(1, "10 spades", (), (0, 9, 1, 0))),
    Deal("misere", "misere", dict(declarer=1, tricks=0)),
    Deal("half a misere", "misere", dict(declarer=1, half=True, tricks=0)),
    Deal("half a misere with three tricks", "misere", dict(declarer=1, half=True, tricks=3)),
    Deal("the first of a series: tricks 1, 4, 0, 5", "raspasovka", dict(tricks=(1, 4, 0, 5))),
    Deal("the third: tricks 0, 3, 2, 5", "raspasovka", dict(tricks=(0, 3, 2, 5)), sheet=dict(series=2)),
    Deal("three players, the second: 3, 7, 0", "raspasovka", dict(tricks=(3, 7, 0)), 0, dict(players=3), dict(series=1)),
    Deal("three players, failed", "played", _played(1, "6 spades", (2,), (2, 4, 4)), options=dict(players=3)),
    Deal("the talon is thrown openly", "played", _played(1, "6 spades", BOTH, (0, 6, 2, 2), refused=True)),
    Deal(
        "pools 30, 12, 20, 4, mountains 10, 3, 5, 0: help",
        "played",
        _played(0, "7 spades", (1, 2), (7, 2, 1, 0)),
        3,
        {},
        HELPED,
    ),
    Deal("pools 28, 12, 29, 4, mountains 1, 3, 5, 0: help for two", "misere", dict(declarer=0, tricks=0), 3, {}, CLOSING),
    Deal(
        "pools 30, 30, 28, 30: nobody is left to help",
        "unplayed",
        dict(declarer=2, contract="7 spades"),
        3,
        dict(second_pass_on_own_levels=True),
        CLOSED,
    ),
    Deal(
        "`leningrad`, failed: a gentleman shares",
        "played",
        _played(1, "6 spades", (2,), (0, 5, 3, 2)),
        0,
        dict(rules="leningrad"),
    ),
    Deal(
        "`leningrad`, made: half responsibility",
        "played",
        _played(1, "6 spades", (2,), (0, 8, 1, 1)),
        0,
        dict(rules="leningrad"),
    ),
    Deal("`rostov`, failed: consolation of ten", "played", _played(1, "7 spades", (2,), (0, 5, 3, 2)), 0, dict(rules="rostov")),
    Deal("`rostov`: two are lowest", "raspasovka", dict(tricks=(0, 6, 2, 2)), 0, dict(rules="rostov")),
]


def contracts(markdown: Table) -> str:
    """Prices and duties."""
    rows: list[list[object]] = [
        [level, int(PRICE[level]), int(DUTY[level]) if level < 10 else "none; 1 with `ten=whisted`"] for level in range(6, 11)
    ]
    return markdown(["contract", "price", "the defence owes"], [*rows, ["misere", MISERE_PRICE, "nothing"]])


def ladder(markdown: Table) -> str:
    """The bids, lowest first."""
    rows = []
    for number, (what, bids) in enumerate(
        (what, list(bids))
        for what, bids in itertools.groupby(BIDS, lambda bid: ("misere" in bid, "without" in bid, bid[:2] == "10"))
    ):
        names = f"{bids[0]} to {bids[-1]}" if len(bids) > 1 else bids[0]
        rows.append([number + 1, names, "no" if what[1] else "yes"])
    return markdown(["", "bids", "with the talon"], rows)


def talons(markdown: Table) -> str:
    """What the two cards of the talon count for."""
    pairs = [int(units_of(1 << one | 1 << two)) for one, two in itertools.combinations(range(32), 2)]
    examples = ("SA HA", "SA SK", "SA HK", "HK HQ", "HK SQ", "SA H7")
    rows = []
    for cards in examples:
        units = int(units_of(parse_cards(cards)))
        rows.append([f"`{cards}`", units, pairs.count(units)])
    return markdown(["for example", "tricks", "talons with as many, of 496"], rows)


def draw_values(markdown: Table) -> str:
    """What a card counts in the draw for seats."""
    rows = [[f"`{suit}`", *(draw_value(8 * number + rank) for rank in range(8))] for number, suit in enumerate(SUIT_LETTERS)]
    return markdown(["", *RANK_LETTERS], rows)


def _number(number: Fraction) -> str:
    return str(number) if number.denominator == 1 else f"{float(number):.2f}"


def examples(markdown: Table) -> str:
    """Deals, what they write and what they are worth."""
    rows = []
    for number, deal in enumerate(EXAMPLES, 1):
        seats = deal.options.get("players", 4)
        keeper = adut.score_keeper("russian_preferans", NAMES[:seats], **deal.options)
        before = dataclasses.replace(keeper.scorer.open(deal.dealer), **deal.sheet)
        found = keeper.scorer.preview(before, keeper.entry(deal.kind, **deal.fields))
        settled = [keeper.scorer.settle(sheet).payments for sheet in (before, found.after)]
        worth = ", ".join(_number(Fraction(after - start)) for start, after in zip(*settled, strict=True))
        tricks = deal.fields.get("tricks", "")
        shown = "-".join(map(str, tricks)) if isinstance(tricks, tuple) else tricks
        writes = "; ".join(line.replace(" writes ", ": ") for line in found.notes())
        rows.append([number, NAMES[deal.dealer], deal.what, found.summary, shown, writes, worth])
    return markdown(["", "dealer", "deal", "sheet", "tricks", "written", "worth to each"], rows)


def custom(markdown: Table) -> str:
    """The options that every preset has as the default preset has them."""
    found = spec("russian_preferans").presets
    standard = found["standard"]
    same = [name for name in standard if name != "players" and all(values[name] == standard[name] for values in found.values())]
    rows = [[f"`{name}`", f"`{str(standard[name]).lower()}`"] for name in same]
    return markdown(["option", "in every preset"], rows)
