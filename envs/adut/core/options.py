"""Rule options: declared once as the fields of an options record, validated, packed into that record.

class SkatOptions(OptionsRecord):
    jump_bids: int = flag("a bid may skip values")
    second_duel: int = choice("inherit_role", "rearhand_says", meaning="who speaks when forehand has passed")
    n_deals: int = number(1, 1000, "counted deals of a list")
    raspas_prices: int = series(1, 99, "price of a trick in each raspasovka of a series")
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from adut.core.errors import OptionError, UnknownOptionError, did_you_mean
from adut.core.record import Record
from adut.core.rule import inlined

EPISODE_DEAL, EPISODE_MATCH = range(2)
EPISODES = ("deal", "match")
REWARD_DEAL, REWARD_MATCH, REWARD_TRICK = range(3)
REWARDS = ("deal", "match", "trick")
PAYOFF_ZERO_SUM, PAYOFF_RAW = range(2)
PAYOFFS = ("zero_sum", "raw")

RESERVED = frozenset(
    "players rules reward payoff episode observation seed deck hands dealer sheet start render_mode device".split()
)
UNLIMITED = -1

Value = bool | int | str


@dataclass(frozen=True)
class Option:
    """One rule option. `choices` are its values in the order of their codes; empty for a number from low to high."""

    choices: tuple[Value, ...]
    low: int
    high: int
    meaning: str

    def encode(self, name: str, value: object) -> int:
        """The number that stands for a value in the options record. Raises OptionError for a value that is none."""
        if self.choices:
            wanted = _plain(value)
            for code, choice_ in enumerate(self.choices):
                if wanted == choice_ and isinstance(wanted, bool) == isinstance(choice_, bool):
                    return code
            raise OptionError(f"{name} is one of {_listing(self.choices)}, not {value!r}")
        number_ = _plain(value)
        if isinstance(number_, bool) or not isinstance(number_, int) or not self.low <= number_ <= self.high:
            raise OptionError(f"{name} is a whole number from {self.low} to {self.high}, not {value!r}")
        return number_

    def decode(self, code: int) -> Value:
        """The value that a number in the options record stands for."""
        return self.choices[code] if self.choices else code

    @property
    def range_text(self) -> str:
        """The values of an option without choices, in words."""
        return f"{self.low} to {self.high}"


SERIES_LENGTH = 7
"""A list of an option has so many numbers at most; it is packed into one number, eight bits each."""


@dataclass(frozen=True)
class Series(Option):
    """A list of numbers from low to high, low at least 1. Its values are texts such as `1-2-4`."""

    def encode(self, name: str, value: object) -> int:
        """The packed list, from a text or from a list of numbers. Raises OptionError."""
        plain = _plain(value)
        if isinstance(plain, str):
            parts: list[object] = [_plain(part) for part in plain.replace("-", " ").replace(",", " ").split()]
        else:
            parts = [_plain(part) for part in plain] if isinstance(plain, list | tuple) else [plain]
        code = 0
        for place, part in enumerate(parts):
            if isinstance(part, bool) or not isinstance(part, int) or not self.low <= part <= self.high:
                break
            code |= part << 8 * place
        else:
            if 0 < len(parts) <= SERIES_LENGTH:
                return code
        raise OptionError(f"{name} is {self.range_text}, not {value!r}")

    def decode(self, code: int) -> Value:
        """The text of a packed list."""
        return "-".join(str(code >> 8 * place & 255) for place in range(SERIES_LENGTH) if code >> 8 * place)

    @property
    def range_text(self) -> str:
        """The values in words."""
        return f"up to {SERIES_LENGTH} numbers from {self.low} to {self.high}, as 1-2-3"


@inlined
def number_in(series: int, index: int) -> int:
    """The number at an index, from 0, of a list in an options record; the last one repeats."""
    place = min(index, SERIES_LENGTH - 1)
    while series >> 8 * place == 0:
        place -= 1
    return series >> 8 * place & 255


def _plain(value: object) -> object:
    """A value as it may come from a shell: 'true' is True, '2' is 2; NumPy numbers are Python numbers."""
    if isinstance(value, np.generic | np.ndarray):
        value = value.tolist()
    if isinstance(value, str):
        text = value.strip()
        if text.lower() in ("true", "false"):
            return text.lower() == "true"
        return int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else text
    return value


def _listing(values: tuple[Value, ...]) -> str:
    return ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in values)


def choice(*values: int | str, meaning: str) -> int:
    """Declare an option that is one of several words or numbers."""
    return cast(int, Option(values, 0, 0, meaning))


def flag(meaning: str) -> int:
    """Declare an option that is true or false."""
    return cast(int, Option((False, True), 0, 0, meaning))


def number(low: int, high: int, meaning: str) -> int:
    """Declare an option that is a whole number."""
    return cast(int, Option((), low, high, meaning))


def series(low: int, high: int, meaning: str) -> int:
    """Declare an option that is a list of whole numbers from low, at least 1, to high, at most 127; see `number_in`."""
    return cast(int, Series((), low, high, meaning))


class OptionsRecord(Record):
    """What every options record begins with: how a table is run, apart from the rules of its game."""

    players: int
    episode: int
    reward: int
    payoff: int
    max_deals: int = number(UNLIMITED, 10**9, "deals after which a match is truncated, void ones included; -1: none")

    @classmethod
    def declared(cls) -> dict[str, Option]:
        """The rule options of a game, in the order of declaration after those of every game."""
        return {
            name: value for base in reversed(cls.__mro__) for name, value in vars(base).items() if isinstance(value, Option)
        }

    @classmethod
    def pack(cls, values: Mapping[str, Value], episode: int, reward: int, payoff: int, players: int) -> NDArray[Any]:
        """An array of one options record. `players` is stored as a number; the others as the codes of their values."""
        packed = cls.zeros(1)
        for name, option in cls.declared().items():
            packed[name] = option.encode(name, values[name])
        packed["episode"], packed["reward"], packed["payoff"], packed["players"] = episode, reward, payoff, players
        packed.flags.writeable = False
        return packed


def resolve(
    game: str,
    declared: Mapping[str, Option],
    presets: Mapping[str, Mapping[str, Value]],
    default: str,
    players: int | None,
    rules: str | None,
    overrides: Mapping[str, object],
) -> tuple[str, dict[str, Value]]:
    """The preset's name and the value of every option, `players` and `max_deals` among them.

    Raises OptionError for an unknown preset or a value that an option does not take, UnknownOptionError for an unknown option.
    """
    rules = default if rules is None else rules
    if rules not in tuple(presets):
        hint = did_you_mean(str(rules), tuple(presets))
        raise OptionError(f"unknown rules {rules!r} for {game}{hint}; choose from {', '.join(presets)}")
    values: dict[str, Value] = {"max_deals": UNLIMITED, **presets[rules]}
    for name, value in overrides.items():
        if name in RESERVED or name not in declared:
            hint = did_you_mean(name, tuple(declared))
            known = ", ".join(declared)
            raise UnknownOptionError(
                f"unknown option {name!r} for {game}{hint}; choose from {known} (unexpected keyword argument {name!r})"
            )
        option = declared[name]
        values[name] = option.decode(option.encode(name, value))
    if players is not None:
        values["players"] = players
    return rules, values
