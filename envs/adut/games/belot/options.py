"""Rule options and named presets of Belot (section 2 of the rules)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adut.core.options import OptionsRecord, Value, choice, flag, number

UNDERTRUMP_FREE, UNDERTRUMP_MUST = range(2)
AUTO, DECIDE = range(2)
SEPARATE, SINGLE_POOL = range(2)
FOURS_TRICK, FOURS_NATURAL = range(2)
LENGTH_TOP, VALUE_TOP = range(2)
TIE_CANCEL, TIE_TRUMP_EARLIER = range(2)
BELOT_LEAD_OR_FOLLOW, BELOT_FREE = range(2)
TRICKLESS_KEPT, TRICKLESS_VOID = range(2)
KIND_UNTIL_END, TOP_AFTER_TRICK1, CARDS_AFTER_TRICK1 = range(3)
SCOPE_ALL, SCOPE_ALL_BUT_CAPOT, SCOPE_CARDS_ONLY, SCOPE_OFF_ON_CAPOT = range(4)
KONTRA_TIE_ALL_HANG, KONTRA_TIE_SPLIT = range(2)
ODD_POINT_HANGING, ODD_POINT_DROPPED = range(2)


class BelotOptions(OptionsRecord):
    """The options of a table of Belot."""

    players: int = choice(4, meaning="seats at the table, two partnerships")
    target: int = number(1, 100_000, "game points to reach")
    overbid_after_kontra: int = flag("a contract that was doubled may be outbid, which ends the doubling")
    undertrump: int = choice("free", "must", meaning="who can trump but not higher: plays any card, or a lower trump")
    raise_over_partner: int = flag("in a led trump suit, and in all trumps, a partner's winning card must be beaten too")
    declaration_mode: int = choice(
        "auto", "decide", meaning="whether the best declarations declare themselves or the player picks what he declares"
    )
    belot_mode: int = choice("auto", "decide", meaning="whether belot announces itself or is announced by decision")
    declaration_contest: int = choice(
        "separate",
        "single_pool",
        meaning="runs are compared with runs and fours with fours, or all in one contest",
    )
    fours_order: int = choice("trick", "natural", meaning="order of fours of 100: A T K Q or A K Q T")
    run_compare: int = choice(
        "length_top", "value_top", meaning="whether runs of 5 to 8 are compared by length or by the top card alone"
    )
    declaration_tie: int = choice(
        "cancel",
        "trump_earlier",
        meaning="equal best runs of both sides: no run counts, or a trump run, then the earlier",
    )
    split_long_run: int = flag("eight cards of a suit are a run of five and a run of three")
    belot_all_trumps: int = choice(
        "lead_or_follow", "free", meaning="in all trumps, whether a king or queen discarded on another suit announces belot too"
    )
    trickless_declarations: int = choice(
        "kept", "void", meaning="whether runs and fours of a side without a trick count; belot always does"
    )
    declaration_disclosure: int = choice(
        "kind_until_end",
        "top_after_trick1",
        "cards_after_trick1",
        meaning="after the first trick: nothing, or which declarations count with length and top card, or with the suit too",
    )
    nt_capot_doubled: int = flag("all tricks in no trumps are worth 180 points, not 90")
    kontra_scope: int = choice(
        "all",
        "all_but_capot",
        "cards_only",
        "off_on_capot",
        meaning="what kontra multiplies: everything, not the capot, the cards alone, or nothing when there is a capot",
    )
    kontra_tie: int = choice(
        "all_hang", "split", meaning="a doubled deal with equal points hangs whole, or the defenders write half of it"
    )
    tie_odd_point: int = choice("hanging", "dropped", meaning="the odd game point of a deal with equal points hangs or is lost")
    min_one_point: int = flag("defenders with points that round to nothing write one game point, taken from the others")
    capot_blocks_end: int = flag("a deal in which a side took all tricks does not end the match")
    end_needs_score: int = flag("a side wins the match only in a deal in which it writes something")
    hanging_blocks_end: int = flag("the match does not end while points hang")


_MONTENEGRIN: dict[str, Value] = dict(
    players=4,
    target=151,
    overbid_after_kontra=True,
    undertrump="free",
    raise_over_partner=True,
    declaration_mode="auto",
    belot_mode="auto",
    declaration_contest="separate",
    fours_order="trick",
    run_compare="length_top",
    declaration_tie="cancel",
    split_long_run=False,
    belot_all_trumps="lead_or_follow",
    trickless_declarations="kept",
    declaration_disclosure="kind_until_end",
    nt_capot_doubled=False,
    kontra_scope="all",
    kontra_tie="all_hang",
    tie_odd_point="hanging",
    min_one_point=False,
    capot_blocks_end=True,
    end_needs_score=False,
    hanging_blocks_end=False,
)
_BG_PUBLISHED: dict[str, Value] = dict(_MONTENEGRIN, declaration_mode="decide", belot_mode="decide")

PRESETS: Mapping[str, Mapping[str, Value]] = MappingProxyType(
    {
        "montenegrin": _MONTENEGRIN,
        "bg_published": _BG_PUBLISHED,
        "nikolayit_2": dict(_BG_PUBLISHED, end_needs_score=True),
        "pika": dict(
            _MONTENEGRIN,
            fours_order="natural",
            nt_capot_doubled=True,
            kontra_tie="split",
            hanging_blocks_end=True,
        ),
        "exe2001": dict(
            _MONTENEGRIN,
            declaration_contest="single_pool",
            run_compare="value_top",
            tie_odd_point="dropped",
            min_one_point=True,
        ),
        "sharpbelot": dict(_MONTENEGRIN, kontra_scope="off_on_capot", run_compare="value_top"),
        "kontra_flat_capot": dict(_MONTENEGRIN, kontra_scope="all_but_capot"),
    }
)
DEFAULT_PRESET = "montenegrin"
