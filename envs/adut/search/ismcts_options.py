"""The options of the agent `ismcts`, as texts such as `iterations=2000,worlds=50` give them."""

from __future__ import annotations

from dataclasses import dataclass

from adut.search.agent_options import BELIEFS, check, parse

ROLLOUTS = ("random", "mixed", "rule")


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """How the agent searches.

    Attributes:
        iterations: deals played to their end for a decision, at least 1. More find more and take longer, in proportion.
        seconds: time for a decision instead, above 0; iterations are not counted then. Decisions are then not reproducible:
            they depend on the speed of the machine.
        worlds: deals drawn among those that fit what the player knows, at least 1; they are used in turn. With fewer than some
            20 the search plays for the deals that it happened to draw.
        exploration: the weight of the bounds, at least 0, in standard deviations of what the deal pays; usually 0.3 to 1.5.
            More spreads the iterations over more actions.
        prior: by how many standard errors another card must be better than that of the rule-based player, at least 0. With 0
            he is not asked; in a long auction, noise then makes one of many calls wrong.
        call_prior: the same for calls; None for what the game's module `solving` has as CALL_PRIOR, `prior` without. With `inf`
            they are those of the rule-based player, and only explanations search them.
        rollout: how a deal is played on below the tree: `random`; `rule`, as the rule-based player does, which takes about ten
            times as long; `mixed`, by rule if the decision is a call, and at random if it is a card.
        belief: which of the worlds that fit are drawn: `uniform`, all alike; `rule`, those rather in which the others have
            called what the rule-based player would have called with their cards.
        threads: how many tables are searched at once, at least 1; 0 for one a core. Decisions do not depend on it.
    """

    iterations: int = 2000
    seconds: float | None = None
    worlds: int = 100
    exploration: float = 0.7
    prior: float = 3.0
    call_prior: float | None = None
    rollout: str = "mixed"
    belief: str = "rule"
    threads: int = 0

    def __post_init__(self) -> None:
        least = {"iterations": 1, "worlds": 1, "threads": 0, "exploration": 0, "prior": 0}
        if self.call_prior is not None:
            least["call_prior"] = 0
        check("ismcts", self, least, {"rollout": ROLLOUTS, "belief": BELIEFS})


def parse_options(text: str) -> SearchOptions:
    """Options from a text `name=value,name=value`; what is not named has its default. Raises AgentError."""
    return parse("ismcts", SearchOptions, text)
