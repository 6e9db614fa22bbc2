"""Options of agents that search, as texts such as `worlds=20,prior=1` give them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_type_hints

from adut.agents.agent import AgentError
from adut.core.errors import did_you_mean

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Options = TypeVar("Options", bound=DataclassInstance)

BELIEFS = ("uniform", "rule")


def check(agent: str, options: Any, least: Mapping[str, float], choices: Mapping[str, Sequence[str]]) -> None:
    """Refuse numbers that are too small, a time that is none, and words that are no choice.

    Raises:
        AgentError: with the name of the agent, the option, and what is possible.
    """
    for name, bound in least.items():
        if not getattr(options, name) >= bound:  # not a number is refused too
            raise AgentError(f"{name} of {agent} is at least {bound}, not {getattr(options, name)}")
    if options.seconds is not None and not options.seconds > 0:
        raise AgentError(f"seconds of {agent} are more than 0, not {options.seconds}")
    for name, words in choices.items():
        if getattr(options, name) not in words:
            raise AgentError(f"{name} of {agent} is one of {', '.join(words)}, not {getattr(options, name)!r}")


def parse(agent: str, kind: type[Options], text: str) -> Options:
    """Options of a kind from a text `name=value,name=value`; what is not named has its default. Raises AgentError."""
    given: dict[str, Any] = {}
    names = tuple(option.name for option in fields(kind))
    hints = get_type_hints(kind)
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if name not in names:
            hint = did_you_mean(name, names)
            raise AgentError(f"unknown option {name!r} of {agent}{hint}; choose from {', '.join(names)}")
        if not equals:
            raise AgentError(f"an option of {agent} is name=value, as in {name}={getattr(kind, name)}")
        if name in given:
            raise AgentError(f"the option {name!r} of {agent} is given twice")
        read = (*get_args(hints[name]), hints[name])[0]  # float of `float | None`
        try:
            given[name] = read(value)
        except ValueError:
            raise AgentError(f"{name} of {agent} is a {'whole ' if read is int else ''}number, not {value!r}") from None
    return kind(**given)
