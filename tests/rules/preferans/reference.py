"""A plain reading of the rules of Preferans: options and presets (section 2), cards (3), the auction (5.1) and the contest of
those who play from the hand (5.2).

Cards are names: CQ is the queen of clubs. Actions are texts. Sets of ranks are texts from high to low: AQ7.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

SUITS = "CDHS"
RANKS = "789TJQKA"
PACK = [suit + rank for suit in SUITS for rank in RANKS]
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
CONTRACTS = {2: "spades", 3: "diamonds", 4: "hearts", 5: "clubs", 6: "betl", 7: "no trump"}
TRUMPS = {2: "S", 3: "D", 4: "H", 5: "C"}
BETL, SANS = 6, 7


def trump_of(contract: int) -> str | None:
    return TRUMPS.get(contract)


def strength(card: str) -> int:
    return RANKS.index(card[1])


def ranks(hand: Iterable[str], suit: str) -> str:
    """The ranks that a hand holds in a suit, from high to low."""
    return "".join(sorted((card[1] for card in hand if card[0] == suit), key=RANKS.index, reverse=True))


# -- Section 2 -----------------------------------------------------------------------------------------------------

VALUES: dict[str, tuple[Any, ...]] = {
    "refe_blocked_if": ("bula_below_zero", "never"),
    "hold_rule": ("priority", "next_active"),
    "igra_min_level": ("any", "current"),
    "igra_floor": ("none", "v12"),
    "talon_public": (True, False),
    "betl_follow": ("auto", "declare"),
    "defender_rule": ("two_or_four", "strict_two"),
    "supe_cap": (5, -1),
    "play_to_end": (True, False),
    "kontra_levels": (2, 4),
    "betl_kontra_supe": ("kontra_only", "giver_all", "both"),
    "pik_needs_kontra": (False, True),
    "uver_betl": ("laydown", "in_hand", "off"),
    "last_deal_cap": ("value", "bule_only", "none"),
    "write_off": ("even_two", "v12"),
    "last_deal_double_fall": (False, True),
    "must_head": (False, True),
    "must_overtrump": (False, True),
    "referee": ("off", "mask", "score"),
    "ref_bid_pattern": ("dominates", "literal"),
    "ref_bid_scope": ("dropped", "all"),
    "ref_follow_scope": ("in_hand", "all"),
    "ref_pod": ("next", "last"),
    "obs_history": ("full", "current_trick"),
}
"""Every option with a list of values, the default first. -1 is without a limit."""

PRESETS: dict[str, dict[str, Any]] = {
    "tournament_2008": {},
    "tournament_2008_referee": {"referee": "mask"},
    "preferansklub_v12": {
        "kontra_levels": 4,
        "pik_needs_kontra": True,
        "igra_floor": "v12",
        "play_to_end": False,
        "uver_betl": "off",
        "write_off": "v12",
    },
    "iklub": {"pik_needs_kontra": True, "last_deal_double_fall": True, "play_to_end": False, "uver_betl": "off"},
    "serbia_playoff": {"start_bula": 400, "refe_limit": 8},
}


def make_options(rules: str = "tournament_2008", **given: Any) -> dict[str, Any]:
    """The options of a preset and what is given beside it. refe_limit follows start_bula; max_deals is 400."""
    options = {name: values[0] for name, values in VALUES.items()} | {"start_bula": 100, "max_deals": 400}
    options |= PRESETS[rules] | given
    options.setdefault("refe_limit", options["start_bula"] // 50)
    return options


# -- 5.1: the auction ----------------------------------------------------------------------------------------------

FROM_HAND = ("in hand", "in hand betl", "in hand no trump")


class Auction:
    """5.1. Places count from forehand, 0 to 2.

    `ok_levels` are the correct numbers of each place, if the referee masks incorrect bids (10.2).
    """

    def __init__(self, options: dict[str, Any], ok_levels: Sequence[set[int]] | None = None) -> None:
        self.options = options
        self.ok_levels = ok_levels
        self.active = [0, 1, 2]
        self.calls: list[tuple[int, str]] = []
        self.level = 0
        self.holder: int | None = None
        self.must_be_held = False
        """With hold_rule=next_active: the last bid has been answered by passes only."""
        self.said = [0, 0, 0]
        self.turn: int | None = 0

    def spoke(self, place: int) -> bool:
        return any(caller == place for caller, _ in self.calls)

    def passed(self, place: int) -> bool:
        return (place, "pass") in self.calls

    def announced(self, kind: str) -> list[int]:
        """The places that announced a game from the hand, in order."""
        return [place for place, call in self.calls if call == kind]

    @property
    def from_hand(self) -> bool:
        return any(call in FROM_HAND for _, call in self.calls)

    @property
    def is_over(self) -> bool:
        return self.turn is None

    def number(self, place: int) -> tuple[str, int] | None:
        """The number call of a place, and the level it makes or holds."""
        if self.level == 0:
            return "bid", 2
        assert self.holder is not None
        if self.options["hold_rule"] == "priority":
            holds = place < self.holder
        else:
            holds = self.must_be_held
        if holds:
            return "hold", self.level
        return ("bid", self.level + 1) if self.level < 7 else None

    def legal(self) -> set[str]:
        place = self.turn
        if place is None:
            return set()
        if self.from_hand:
            return {"pass", "in hand no trump"} | (set() if self.announced("in hand betl") else {"in hand", "in hand betl"})
        calls = {"pass"}
        number = self.number(place)
        if number and (self.ok_levels is None or any(level >= number[1] for level in self.ok_levels[place])):
            calls.add(number[0])
            if self.ok_levels is not None and self.said[place] and self.said[place] not in self.ok_levels[place]:
                calls.remove("pass")
        if not self.spoke(place):
            calls |= set(FROM_HAND)
        return calls

    def apply(self, call: str) -> None:
        place = self.turn
        assert place is not None
        assert call in self.legal()
        number = self.number(place)
        self.calls.append((place, call))
        if call in ("bid", "hold"):
            assert number is not None
            self.level = self.said[place] = number[1]
            self.holder = place
            self.must_be_held = call == "bid" and self.level >= 3
        elif call == "pass":
            self.active.remove(place)
        self.turn = self.next_turn(place)

    def next_turn(self, place: int) -> int | None:
        later = [(place + step) % 3 for step in (1, 2)]
        if self.from_hand:
            if self.announced("in hand no trump"):
                return None
            return next((other for other in later if not self.spoke(other)), None)
        if not self.active or (self.level and self.active == [self.holder]):
            return None
        if self.options["hold_rule"] == "next_active" and self.level == 7 and not self.must_be_held:
            return None
        return next(other for other in later if other in self.active)

    # How a finished auction came out.

    @property
    def declarer(self) -> int | None:
        """The place that declares; None if all passed, or if those who announced a suit from the hand have to name it."""
        for kind in ("in hand no trump", "in hand betl"):
            if self.announced(kind):
                return self.announced(kind)[0]
        return None if self.from_hand or not self.level else self.holder

    @property
    def contestants(self) -> list[int]:
        """The places that name a suit in IGRA_DECLARE, in order."""
        return self.announced("in hand") if self.declarer is None else []


# -- 5.2: the contest ----------------------------------------------------------------------------------------------


class Contest:
    """5.2: those who announced a game from the hand name a suit, or concede."""

    def __init__(self, options: dict[str, Any], level: int, places: Sequence[int]) -> None:
        self.options = options
        self.level = level
        """Of the auction before."""
        self.waiting = list(places)
        self.number_of = {place: number for number, place in enumerate(places)}
        self.named: dict[int, int] = {}

    @property
    def turn(self) -> int | None:
        return self.waiting[0] if self.waiting else None

    @property
    def best(self) -> int:
        return max(self.named.values(), default=0)

    def legal(self) -> set[str]:
        assert self.turn is not None
        least = self.best + 1
        if self.options["igra_floor"] == "v12":
            least = max(least, 2 + self.number_of[self.turn])
        if self.options["igra_min_level"] == "current":
            least = max(least, self.level)
        calls = {f"declare {CONTRACTS[level]}" for level in TRUMPS if level >= least}
        return calls | ({"good"} if self.named else set())

    def apply(self, call: str) -> None:
        assert call in self.legal()
        place = self.waiting.pop(0)
        if call != "good":
            self.named[place] = level_named(call)

    @property
    def declarer(self) -> int:
        return next(place for place, level in self.named.items() if level == self.best)


def level_named(call: str) -> int:
    return next(level for level, name in CONTRACTS.items() if call == f"declare {name}")
