"""Rule options of Duel."""

from __future__ import annotations

from adut.core.errors import OptionError
from adut.core.options import OptionsRecord, Value, choice, number

TRUMP_CALLED, TRUMP_NONE = range(2)


class DuelOptions(OptionsRecord):
    """The options of a table of Duel."""

    players: int = choice(2, meaning="seats at the table")
    n_deals: int = number(2, 100, "deals of a match, an even number")
    trump: int = choice("called", "none", meaning="whether forehand names a trump suit")


PRESETS: dict[str, dict[str, Value]] = {
    "standard": dict(players=2, n_deals=10, trump="called"),
    "no_trump": dict(players=2, n_deals=10, trump="none"),
}


def complete(rules: str, values: dict[str, Value], given: frozenset[str]) -> None:
    """Refuse what does not fit together."""
    if int(values["n_deals"]) % 2:
        raise OptionError(f"n_deals is even, since both deal equally often; got {values['n_deals']}")
