"""The options of the agent `pimc`, as texts such as `worlds=20,prior=1` give them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from adut.agents.agent import AgentError
from adut.core.errors import did_you_mean
from adut.search.ismcts_options import BELIEFS

CALLS = ("rule", "solver")


@dataclass(frozen=True, kw_only=True)
class PimcOptions:
    """How the agent judges.

    Attributes:
        worlds: deals drawn among those that fit what the player knows, in which cards are judged; at least 1.
        call_worlds: the same for bids, discards, declarations, doubling and answers, which are judged faster and vary more.
        seconds: time for a decision instead, above 0: `worlds` or `call_worlds` are judged again and again until it is over,
            once at least. Decisions are then not reproducible: they depend on the speed of the machine.
        prior: by how many standard errors a card must be better than that of the rule-based player, at least 0.
        call_prior: the same for calls.
        calls: how the cards after a call are played: by `rule`, or as the `solver` says, which takes much longer.
        belief: which of the worlds that fit are drawn: `uniform`, all alike; `rule`, those rather in which the others have
            called what the rule-based player would have called with their cards.
        threads: how many worlds or tables are judged at once, at least 1; 0 for one a core. Decisions do not depend on it.
    """

    worlds: int = 20
    call_worlds: int = 200
    seconds: float | None = None
    prior: float = 0.0
    call_prior: float = 3.0
    calls: str = "rule"
    belief: str = "rule"
    threads: int = 0

    def __post_init__(self) -> None:
        for name, least in (("worlds", 1), ("call_worlds", 1), ("threads", 0), ("prior", 0), ("call_prior", 0)):
            if not getattr(self, name) >= least:  # not a number is refused too
                raise AgentError(f"{name} of pimc is at least {least}, not {getattr(self, name)}")
        if self.seconds is not None and not self.seconds > 0:
            raise AgentError(f"seconds of pimc are more than 0, not {self.seconds}")
        for name, choices in (("calls", CALLS), ("belief", BELIEFS)):
            if getattr(self, name) not in choices:
                raise AgentError(f"{name} of pimc is one of {', '.join(choices)}, not {getattr(self, name)!r}")


_READERS: dict[str, Callable[[str], Any]] = {
    "worlds": int,
    "call_worlds": int,
    "seconds": float,
    "prior": float,
    "call_prior": float,
    "calls": str,
    "belief": str,
    "threads": int,
}


def parse_options(text: str) -> PimcOptions:
    """Options from a text `name=value,name=value`; what is not named has its default. Raises AgentError."""
    given: dict[str, Any] = {}
    names = tuple(option.name for option in fields(PimcOptions))
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if name not in names:
            hint = did_you_mean(name, names)
            raise AgentError(f"unknown option {name!r} of pimc{hint}; choose from {', '.join(names)}")
        if not equals:
            raise AgentError(f"an option of pimc is name=value, as in {name}={getattr(PimcOptions, name)}")
        if name in given:
            raise AgentError(f"the option {name!r} of pimc is given twice")
        try:
            given[name] = _READERS[name](value)
        except ValueError:
            raise AgentError(f"{name} of pimc is a {'whole ' if _READERS[name] is int else ''}number, not {value!r}") from None
    return PimcOptions(**given)
