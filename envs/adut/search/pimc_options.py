"""The options of the agent `pimc`, as texts such as `worlds=20,prior=1` give them."""

from __future__ import annotations

from dataclasses import dataclass

from adut.search.agent_options import BELIEFS, check, parse

CALLS = ("rule", "solver")
CALL_PRIOR = 3.0


@dataclass(frozen=True, kw_only=True)
class PimcOptions:
    """How the agent judges.

    Attributes:
        worlds: deals drawn among those that fit what the player knows, in which cards are judged by the solver; at least 1.
        playouts: further such deals, played on by rule after each card, which count as much as the others together; 0 for none,
            so that the solver alone judges.
        call_worlds: deals in which bids, discards, declarations, doubling and answers are judged, and cards without a solver.
        seconds: time for a decision instead, above 0: so many worlds are judged again and again until it is over, once at
            least. Decisions are then not reproducible: they depend on the speed of the machine.
        prior: by how many standard errors a card must be better than that of the rule-based player, at least 0.
        call_prior: the same for calls; None for what the game's module `solving` has as CALL_PRIOR, `CALL_PRIOR` here without.
            With `inf` they are those of the rule-based player, and only explanations judge them.
        calls: how the cards after a call are played: by `rule`, or as the `solver` says, which takes much longer.
        belief: which of the worlds that fit are drawn: `uniform`, all alike; `rule`, those rather in which the others have
            called what the rule-based player would have called with their cards.
        threads: how many worlds or tables are judged at once, at least 1; 0 for one a core. Decisions do not depend on it.
    """

    worlds: int = 20
    playouts: int = 200
    call_worlds: int = 200
    seconds: float | None = None
    prior: float = 1.0
    call_prior: float | None = None
    calls: str = "rule"
    belief: str = "rule"
    threads: int = 0

    def __post_init__(self) -> None:
        least = {"worlds": 1, "playouts": 0, "call_worlds": 1, "threads": 0, "prior": 0}
        if self.call_prior is not None:
            least["call_prior"] = 0
        check("pimc", self, least, {"calls": CALLS, "belief": BELIEFS})


def parse_options(text: str) -> PimcOptions:
    """Options from a text `name=value,name=value`; what is not named has its default. Raises AgentError."""
    return parse("pimc", PimcOptions, text)
