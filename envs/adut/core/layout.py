"""Named layouts of observations and actions, from which spaces, decoders and documentation are generated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.cards import CARD_NAMES, NUM_CARDS, parse_card
from adut.core.errors import IllegalActionError, NotationError, did_you_mean
from adut.core.intrinsics import store_bits
from adut.core.record import WORDS
from adut.core.rule import inlined

CARDS, ONE_HOT, FLAGS, NUMBERS, THERMOMETER, DIGITS = "cards", "one_hot", "flags", "numbers", "thermometer", "digits"

DIGIT_BASE = 100
DIGITS_PER_NUMBER = 3
"""A number too large for int8 is three digits of base 100, most significant first, all with the number's sign."""
MOST = DIGIT_BASE**DIGITS_PER_NUMBER - 1
"""The largest number that these digits show."""
_PER_BASE = 2**32 // DIGIT_BASE + 1
"""`n * _PER_BASE >> 32` is `n // DIGIT_BASE` for n from 0 to MOST, and much faster in rules."""


@dataclass(frozen=True)
class Slice:
    """A named part of an observation vector.

    Attributes:
        name: what the part is called in `layout[name]`.
        kind: how to read it. `cards`: sets of 32 bits, card id c at offset c; `one_hot`: at most one 1, none means "not
            yet" or "nobody"; `flags`: independent 0/1; `numbers`: integers from low to high; `thermometer`: as many ones
            as the number says; `digits`: numbers of base 100 (see DIGIT_BASE).
        size: how many entries.
        low, high: the range of the entries.
        meaning: one sentence for the documentation.
        start: the first index; set by Layout.
    """

    name: str
    kind: str
    size: int
    meaning: str
    low: int = 0
    high: int = 1
    start: int = 0

    @property
    def stop(self) -> int:
        return self.start + self.size

    @property
    def slice(self) -> slice:
        return slice(self.start, self.stop)

    def decode(self, vector: NDArray[np.int8]) -> Any:
        """The fact that this part of an observation states, as plain Python values."""
        part = vector[self.slice].astype(np.int64)
        if self.kind == CARDS:
            weights = 1 << np.arange(NUM_CARDS)
            sets = [int(bits @ weights) for bits in part.reshape(-1, NUM_CARDS)]
            return sets[0] if len(sets) == 1 else sets
        if self.kind == ONE_HOT:
            return int(part.argmax()) if part.any() else None
        if self.kind == THERMOMETER:
            return int(part.sum())
        if self.kind == DIGITS:
            weights = DIGIT_BASE ** np.arange(DIGITS_PER_NUMBER)[::-1]
            return [int(digits @ weights) for digits in part.reshape(-1, DIGITS_PER_NUMBER)]
        return [int(value) for value in part]


class Layout(Mapping[str, Slice]):
    """An ordered list of slices; the vector is their concatenation."""

    def __init__(self, slices: Sequence[Slice]) -> None:
        placed = {}
        start = 0
        for part in slices:
            placed[part.name] = Slice(part.name, part.kind, part.size, part.meaning, part.low, part.high, start)
            start += part.size
        if len(placed) != len(slices):
            raise TypeError("two slices of a layout share a name")
        self._slices = placed
        self.size = start
        """The length of the vector."""

    def __getitem__(self, name: str) -> Slice:
        return self._slices[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._slices)

    def __len__(self) -> int:
        return len(self._slices)

    def at(self, name: str) -> int:
        """The first index of a slice."""
        return self._slices[name].start

    @property
    def low(self) -> NDArray[np.int8]:
        """The least value of each entry, int8 of shape (size,)."""
        return np.concatenate([np.full(part.size, part.low, np.int8) for part in self.values()])

    @property
    def high(self) -> NDArray[np.int8]:
        """The greatest value of each entry, int8 of shape (size,)."""
        return np.concatenate([np.full(part.size, part.high, np.int8) for part in self.values()])

    def decode(self, vector: NDArray[np.int8]) -> dict[str, Any]:
        """Every fact that an observation states, by the name of its slice."""
        return {name: part.decode(vector) for name, part in self.items()}

    def describe(self) -> str:
        """The layout as text, e.g. for the hash that tells saved networks of different layouts apart."""
        return ";".join(f"{p.name}:{p.kind}:{p.size}:{p.low}:{p.high}" for p in self.values())


class Actions:
    """The numbered actions of a game and their texts.

    Args:
        calls: canonical names of the actions from 32 on, in order.
        aliases: further accepted texts (local words, short forms) and the canonical name that each stands for.
        card_verbs: the words that may stand before a card (`play CJ`, `discard CJ`); the first is the canonical one.
    """

    def __init__(self, calls: Sequence[str], aliases: Mapping[str, str], card_verbs: Sequence[str]) -> None:
        self.names = tuple(f"{card_verbs[0]} {card}" for card in CARD_NAMES) + tuple(calls)
        if len(self.names) > 32 * WORDS:
            raise TypeError(f"a game has at most {32 * WORDS} actions, got {len(self.names)}")
        self.aliases = dict(aliases)
        self.card_verbs = tuple(card_verbs)
        self._ids = {name: action for action, name in enumerate(self.names)}
        for alias, name in aliases.items():
            self._ids[alias] = self._ids[name]

    def __len__(self) -> int:
        return len(self.names)

    def id(self, text: str) -> int:
        """The action that a text names. Raises IllegalActionError for an unknown one."""
        words = " ".join(text.lower().split())
        if words in self._ids:
            return self._ids[words]
        card = words
        for verb in self.card_verbs:
            card = card.removeprefix(verb + " ")
        try:
            return parse_card(card)
        except NotationError:
            calls = dict.fromkeys(re.sub(r"\d+", "N", name) for name in self.names[NUM_CARDS:])
            raise IllegalActionError(
                f"unknown action {text!r}{did_you_mean(words, tuple(self._ids))}; an action is a card "
                f"('{self.card_verbs[0]} CJ') or one of: {', '.join(calls)}"
            ) from None


put_cards = store_bits
"""put_cards(out, start, cards): write a set of cards into the 32 entries from `start` on."""


@inlined
def bit_of(code: int) -> int:
    """The set of one element, 1 << code; the empty set for -1."""
    return 1 << code + 1 >> 1


@inlined
def put_zeros(out: NDArray[np.int8], start: int, count: int) -> None:
    """Write zeros into `count` entries from `start` on; at least 32."""
    store_bits(out, start, 0)
    for at in range(32, count - 32, 32):
        store_bits(out, start + at, 0)
    store_bits(out, start + count - 32, 0)


@inlined
def put_digits(out: NDArray[np.int8], start: int, number: int) -> None:
    """Write a number as digits of base 100, most significant first, all with its sign."""
    size = number if number >= 0 else -number
    sign = 1 if number >= 0 else -1
    above = size * _PER_BASE >> 32
    first = above * _PER_BASE >> 32
    out[start] = sign * first
    out[start + 1] = sign * (above - DIGIT_BASE * first)
    out[start + 2] = sign * (size - DIGIT_BASE * above)


@inlined
def put_number(out: NDArray[np.int8], start: int, number: int) -> None:
    """Write a number without a limit as digits; one that they cannot show as the largest of its sign."""
    put_digits(out, start, min(max(number, -MOST), MOST))
