"""How the tests of Preferans bring a table to a contract: the words of the data files and the calls behind them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from . import helpers
from .reference import BETL, CONTRACTS, PACK, SANS

CONTRACT = {"pik": 2, "karo": 3, "herc": 4, "tref": 5, "betl": BETL, "sans": SANS}
ANSWERS = {
    "follow": "follow",
    "no": "decline",
    "ok": "ok",
    "call": "call partner",
    "kontra": "double",
    "rekontra": "redouble",
    "subkontra": "double again",
    "mortkontra": "redouble again",
}


def open_contract(
    open_table: Callable[..., Any],
    case: Mapping[str, Any],
    declarer: int,
    dealer: int,
    deck: Sequence[str] = PACK,
    sheet: Mapping[str, Any] | None = None,
    numbers: Mapping[int, int] | None = None,
) -> Any:
    """A table at which the declarer has his contract: bought, with the talon discarded, or in hand.

    Args:
        case: of a data file, with contract, in_hand and options.
        numbers: of the defenders, by seat, what they say in the auction before they pass; bought games only.
    """
    level = CONTRACT[case["contract"]]
    table = open_table(deck, dealer, sheet=sheet, **case.get("options", {}))
    if case.get("in_hand"):
        word = {BETL: "in hand betl", SANS: "in hand no trump"}.get(level, "in hand")
        while helpers.facts(table)["phase"] == "auction":
            table.apply(word if helpers.turn(table) == declarer else "pass")
        if word == "in hand":
            table.apply(f"declare {CONTRACTS[level]}")
        return table
    limits = {declarer: 7, **(numbers or {})}
    while helpers.facts(table)["phase"] == "auction":
        seat, legal = helpers.turn(table), helpers.legal(table)
        known = helpers.facts(table)
        number = next(iter(legal & {"bid", "hold"}), "pass")
        makes = (known["level"] or 1) + (number == "bid")
        table.apply(number if makes <= limits.get(seat, 0) else "pass")
    for card in sorted(deck[30:], key=PACK.index):
        table.apply(f"discard {card}")
    table.apply(f"declare {CONTRACTS[level]}")
    return table
