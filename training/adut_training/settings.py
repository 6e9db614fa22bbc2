"""Checks of settings, as configurations and checkpoints give them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

from adut import OptionError
from adut.core.errors import did_you_mean

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "str": "a text",
    "tuple[int, ...]": "a list of whole numbers",
    "tuple[str, ...]": "a list of texts",
}
"""How an annotation is called in a message."""


def _is_of(kind: str, value: Any) -> bool:
    if kind.startswith("tuple["):
        return isinstance(value, tuple) and all(_is_of(kind[6:9], item) for item in value)
    if kind == "float":
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return type(value).__name__ == kind


def check_kinds(instance: Any) -> None:
    """Check the values of a dataclass against its annotations, as far as `_KINDS` names them. Raises OptionError."""
    for field in fields(instance):
        value = getattr(instance, field.name)
        if field.type in _KINDS and not _is_of(str(field.type), value):
            raise OptionError(f"{field.name} is {_KINDS[str(field.type)]}, not {value!r:.80}")


def check_names(what: str, given: Iterable[str], known: Sequence[str]) -> None:
    """Refuse unknown names of settings. Raises OptionError."""
    for name in given:
        if name not in known:
            hint = did_you_mean(name, tuple(known))
            raise OptionError(f"unknown setting {what}.{name}{hint}; choose from {', '.join(known)}")


def check_texts(what: str, value: Any) -> tuple[str, ...]:
    """A list of texts as a tuple. Raises OptionError."""
    if not isinstance(value, list | tuple) or not _is_of("tuple[str, ...]", tuple(value)):
        raise OptionError(f"{what} is a list of texts such as [random,rule], not {value!r:.80}")
    return tuple(value)


def check_minutes(what: str, value: Any) -> float:
    """A duration in minutes. Raises OptionError."""
    if not _is_of("float", value) or value < 0:
        raise OptionError(f"{what} is a number of minutes from 0 on, not {value!r:.80}")
    return float(value)
