"""Rule options and named presets of Preferans (section 2 of the rules)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adut.core.errors import OptionError
from adut.core.options import UNLIMITED, OptionsRecord, Value, choice, flag, number

REFE_ANY_BULA_BELOW_ZERO, REFE_NEVER_BLOCKED = range(2)
HOLD_PRIORITY, HOLD_NEXT_ACTIVE = range(2)
IGRA_ANY_LEVEL, IGRA_CURRENT_LEVEL = range(2)
IGRA_NO_FLOOR, IGRA_FLOOR_V12 = range(2)
BETL_FOLLOW_AUTO, BETL_FOLLOW_DECLARE = range(2)
TWO_OR_FOUR, STRICT_TWO = range(2)
FIVE_TRICKS, ALL_TRICKS = range(2)
KONTRA_LEVELS_2, KONTRA_LEVELS_4 = range(2)
SUPE_KONTRA_ONLY, SUPE_GIVER_ALL, SUPE_BOTH = range(3)
UVER_LAYDOWN, UVER_IN_HAND, UVER_OFF = range(3)
CAP_VALUE, CAP_BULE_ONLY, CAP_NONE = range(3)
WRITE_OFF_EVEN_TWO, WRITE_OFF_V12 = range(2)
REFEREE_OFF, REFEREE_MASK, REFEREE_SCORE = range(3)
PATTERN_DOMINATES, PATTERN_LITERAL = range(2)
BIDS_OF_DROPPED, BIDS_OF_ALL = range(2)
LIST_A_IN_HAND, LIST_A_ALL = range(2)
POD_NEXT, POD_LAST = range(2)
HISTORY_FULL, HISTORY_CURRENT_TRICK = range(2)

MAX_BULA = 100_000
BULA_PER_REFE = 50
"""A match may write one refe for so many bule at the start, unless it says otherwise."""


class PreferansOptions(OptionsRecord):
    """The options of a table of Preferans."""

    players: int = choice(3, meaning="seats at the table")
    start_bula: int = number(2, MAX_BULA, "bule of every player at the start of a match, an even number")
    refe_limit: int = number(
        UNLIMITED, MAX_BULA, "how often a match may write refe; follows start_bula (one for 50) if not given; -1: always"
    )
    refe_blocked_if: int = choice(
        "bula_below_zero", "never", meaning="whether all pass writes no refe while somebody's bule are below zero"
    )
    hold_rule: int = choice(
        "priority", "next_active", meaning="who may hold: who sits before the holder, or the next one to speak after a bid"
    )
    igra_min_level: int = choice(
        "any", "current", meaning="whether a game from the hand must reach the level of the auction so far"
    )
    igra_floor: int = choice(
        "none", "v12", meaning="whether the second and third who announce a game from the hand start at 3 and 4"
    )
    talon_public: int = flag("everybody sees the talon that the declarer takes")
    betl_follow: int = choice("auto", "declare", meaning="whether both defend a betl, or say whether they follow")
    defender_rule: int = choice(
        "two_or_four", "strict_two", meaning="whether a defender with fewer than two tricks is safe when the pair has four"
    )
    supe_cap: int = choice(5, UNLIMITED, meaning="how many tricks of the defenders are written; -1: all")
    play_to_end: int = flag("a deal goes on when nothing that is written can change")
    kontra_levels: int = choice(2, 4, meaning="how often a contract can be doubled")
    betl_kontra_supe: int = choice(
        "kontra_only", "giver_all", "both", meaning="who writes on a failed betl after kontra: its giver, for both, or each"
    )
    pik_needs_kontra: int = flag("a bought pik is played only if somebody gives kontra")
    uver_betl: int = choice(
        "laydown", "in_hand", "off", meaning="which doubled betl must be redoubled: one that cannot fail, any in hand, none"
    )
    last_deal_cap: int = choice(
        "value", "bule_only", "none", meaning="what is cut when a made contract is worth more than all bule that are left"
    )
    write_off: int = choice("even_two", "v12", meaning="how bule that are left are written off at the end of a match")
    last_deal_double_fall: int = flag("who fails a contract worth more than all bule that are left writes it twice")
    must_head: int = flag("who follows suit must beat the best card of the suit if he can")
    must_overtrump: int = flag("who trumps must beat the trumps in the trick if he can")
    referee: int = choice(
        "off", "mask", "score", meaning="what becomes of incorrect bids, follows and leads: nothing, they are illegal, fines"
    )
    ref_bid_pattern: int = choice("dominates", "literal", meaning="whether holdings above those of the list are correct bids")
    ref_bid_scope: int = choice("dropped", "all", meaning="whose bids are checked: who bid and passed, or the buyer too")
    ref_follow_scope: int = choice("in_hand", "all", meaning="which suit contracts the stricter list A is for")
    ref_pod: int = choice("next", "last", meaning="who is led through: the one who plays next, or the one who plays last")
    obs_history: int = choice("full", "current_trick", meaning="whether the cards of finished tricks are observed")


_TOURNAMENT_2008: dict[str, Value] = dict(
    players=3,
    max_deals=400,
    start_bula=100,
    refe_limit=2,
    refe_blocked_if="bula_below_zero",
    hold_rule="priority",
    igra_min_level="any",
    igra_floor="none",
    talon_public=True,
    betl_follow="auto",
    defender_rule="two_or_four",
    supe_cap=5,
    play_to_end=True,
    kontra_levels=2,
    betl_kontra_supe="kontra_only",
    pik_needs_kontra=False,
    uver_betl="laydown",
    last_deal_cap="value",
    write_off="even_two",
    last_deal_double_fall=False,
    must_head=False,
    must_overtrump=False,
    referee="off",
    ref_bid_pattern="dominates",
    ref_bid_scope="dropped",
    ref_follow_scope="in_hand",
    ref_pod="next",
    obs_history="full",
)

PRESETS: Mapping[str, Mapping[str, Value]] = MappingProxyType(
    {
        "tournament_2008": _TOURNAMENT_2008,
        "tournament_2008_referee": dict(_TOURNAMENT_2008, referee="mask"),
        "preferansklub_v12": dict(
            _TOURNAMENT_2008,
            kontra_levels=4,
            pik_needs_kontra=True,
            igra_floor="v12",
            play_to_end=False,
            uver_betl="off",
            write_off="v12",
        ),
        "iklub": dict(_TOURNAMENT_2008, pik_needs_kontra=True, last_deal_double_fall=True, play_to_end=False, uver_betl="off"),
        "serbia_playoff": dict(_TOURNAMENT_2008, start_bula=400, refe_limit=8),
    }
)
DEFAULT_PRESET = "tournament_2008"


def complete(rules: str, values: dict[str, Value], given: frozenset[str]) -> None:
    """Fill in what follows from other options and refuse contradictions. `given` names what the caller chose himself."""
    start = int(values["start_bula"])
    if start % 2:
        raise OptionError(f"start_bula is even, since all values are; got {start}")
    if "refe_limit" not in given:
        values["refe_limit"] = start // BULA_PER_REFE
    if not values["play_to_end"] and values["supe_cap"] != 5:
        if "supe_cap" in given:
            raise OptionError("play_to_end=false stops at the fifth trick of the defenders; it needs supe_cap=5")
        values["supe_cap"] = 5
