"""Rule options and named presets of Bela (section 2 of the rules)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adut.core.errors import OptionError
from adut.core.options import OptionsRecord, Value, choice, flag, number

PROLAZ, DOSTA = range(2)
TIE_EXTRA_DEAL, TIE_CALLER_WINS = range(2)
DOSTA_FREE, DOSTA_NEVER = range(2)
CLAIM_AUTO, CLAIM_DECIDE = range(2)
ALL_PASS_MUS, ALL_PASS_REDEAL = range(2)
DEALER_NEXT, DEALER_SAME = range(2)
PEEK_AFTER_CALL, PEEK_AFTER_OWN_TURN = range(2)
DECIDE, AUTO = range(2)
FIRST_TRICK, BEFORE_LEAD = range(2)
DETAIL_VALUE_TOP, DETAIL_VALUE = range(2)
LENGTH_TOP, VALUE_TOP = range(2)
FOURS_NATURAL, FOURS_TRICK, FOURS_NONE = range(3)
TIE_EARLIER, TIE_TRUMP_EARLIER, TIE_CANCEL = range(3)
SHARED_ALLOWED, SHARED_NOT_ALLOWED = range(2)
BELA_LOST, BELA_KEPT = range(2)
BELOT_INSTANT_WIN, BELOT_DECLARATION_1001, BELOT_AS_RUN = range(3)
TRICKLESS_FORFEIT, TRICKLESS_TRANSFER, TRICKLESS_VOID = range(3)
HALF_FALL, HALF_HANG = range(2)
PLAY_MASK, PLAY_RENONS = range(2)
STOCK_HIDDEN, STOCK_VISIBLE = range(2)
THREE_PASS_MUS, THREE_FORCED_FIRST, THREE_TURN_UP = range(3)
THREE_STRICT, THREE_MILD = range(2)
THREE_VANISH, THREE_HIGHER_OPPONENT, THREE_BOTH = range(3)
THREE_BY_SIDE, THREE_SINGLE = range(2)


class BelaOptions(OptionsRecord):
    """The options of a table of Bela."""

    players: int = choice(4, 3, 2, meaning="seats at the table; four are two partnerships, the others play for themselves")
    target: int = number(1, 100_000, "points to reach; 1001, 701, 501 with four, three, two players unless given")
    match_end: int = choice(
        "prolaz", "dosta", meaning="the deal in which the target is reached is played and scored, or the match stops at once"
    )
    match_tie_break: int = choice(
        "extra_deal", "caller_wins", meaning="equal totals at the target: another deal, or the side that called has won"
    )
    prolaz_needs_call: int = flag("a side wins the match only in a deal that it called and made")
    dosta_caller: int = choice("free", "never", meaning="whether the calling side may go out before the deal is scored")
    dosta_claim: int = choice("auto", "decide", meaning="whether going out happens by itself or is claimed on the next lead")
    all_pass: int = choice("mus", "redeal", meaning="when the others have passed the dealer has to call, or may pass too")
    redeal_dealer: int = choice("next", "same", meaning="who deals after a deal that all passed")
    talon_peek: int = choice(
        "after_call", "after_own_turn", meaning="whether a player who can call no more sees his talon before trump is called"
    )
    declaration_mode: int = choice("decide", "auto", meaning="whether declarations are reported by decision or by themselves")
    declare_when: int = choice(
        "first_trick", "before_lead", meaning="declarations with one's first card, or in a round before the first lead"
    )
    announce_detail: int = choice(
        "value_top", "value", meaning="what reporting tells of the best declaration: points, kind, length, top; or points"
    )
    run_compare: int = choice(
        "length_top", "value_top", meaning="whether runs of 5, 6 and 7 are compared by length or by the top card alone"
    )
    fours_order: int = choice("natural", "trick", "none", meaning="order of fours of 100: A K Q T, A T K Q, or none")
    declaration_tie: int = choice(
        "earlier", "trump_earlier", "cancel", meaning="equal best declarations: the earlier player, a trump run first, nobody"
    )
    shared_card: int = choice("allowed", "not_allowed", meaning="whether a card may serve in a run and in a four")
    bela_mode: int = choice("decide", "auto", meaning="whether bela is said by decision or by itself")
    bela_on_fall: int = choice("lost", "kept", meaning="whether a calling side that falls keeps its bela")
    belot_rule: int = choice(
        "instant_win", "declaration_1001", "as_run", meaning="eight cards of a suit: the match, 1001 points, or a run of 100"
    )
    trickless_declarations: int = choice(
        "forfeit", "transfer", "void", meaning="what becomes of declarations and bela of a side without a trick"
    )
    exact_half: int = choice("fall", "hang", meaning="exactly half: the caller falls, or his points hang (four players)")
    stiglja_bonus: int = number(0, 1000, "points for all tricks")
    last_trick_bonus: int = number(0, 100, "points for the last trick")
    illegal_play: int = choice("mask", "renons", meaning="an illegal card is impossible, or ends the deal (not with three)")
    partner_exempt: int = flag("four players: a partner's winning card need not be beaten or ruffed")
    two_middle: int = flag("two players: two middle cards for the caller, who discards two")
    two_seven_exchange: int = flag("two players: the seven of trump may be exchanged for the turned card")
    two_stock: int = choice("hidden", "visible", meaning="two players: whether the stock lies face up")
    three_bidding: int = choice(
        "pass_mus",
        "forced_first",
        "turn_up",
        meaning="three players: one round, forehand calls, or a turned card and two rounds",
    )
    three_success: int = choice(
        "strict", "mild", meaning="three players: the caller makes it with more than both together, or than each"
    )
    three_fall: int = choice(
        "vanish", "higher_opponent", "both", meaning="three players: where the points of a caller who falls go"
    )
    three_declarations: int = choice(
        "by_side", "single", meaning="three players: whether both opponents' declarations count, or the best player's alone"
    )


TARGETS = MappingProxyType({4: 1001, 3: 701, 2: 501})
"""Unless another is given, by the number of players."""
SHORT_TARGET = 501

_SERBIAN: dict[str, Value] = dict(
    players=4,
    target=TARGETS[4],
    match_end="prolaz",
    match_tie_break="extra_deal",
    prolaz_needs_call=False,
    dosta_caller="free",
    dosta_claim="auto",
    all_pass="mus",
    redeal_dealer="next",
    talon_peek="after_call",
    declaration_mode="decide",
    declare_when="first_trick",
    announce_detail="value_top",
    run_compare="length_top",
    fours_order="natural",
    declaration_tie="earlier",
    shared_card="allowed",
    bela_mode="decide",
    bela_on_fall="lost",
    belot_rule="instant_win",
    trickless_declarations="forfeit",
    exact_half="fall",
    stiglja_bonus=90,
    last_trick_bonus=10,
    illegal_play="mask",
    partner_exempt=False,
    two_middle=True,
    two_seven_exchange=False,
    two_stock="hidden",
    three_bidding="pass_mus",
    three_success="strict",
    three_fall="vanish",
    three_declarations="by_side",
)

PRESETS: Mapping[str, Mapping[str, Value]] = MappingProxyType(
    {
        "serbian": _SERBIAN,
        "hr_traditional": dict(
            _SERBIAN,
            match_end="dosta",
            dosta_caller="never",
            declare_when="before_lead",
            two_middle=False,
            two_seven_exchange=True,
            three_bidding="forced_first",
            trickless_declarations="void",
        ),
        "sr_wikipedia": dict(_SERBIAN, three_fall="higher_opponent"),
        "hr_online": dict(
            _SERBIAN,
            declaration_mode="auto",
            declare_when="before_lead",
            run_compare="value_top",
            trickless_declarations="transfer",
        ),
        "tournament_hr": dict(_SERBIAN, declare_when="before_lead", illegal_play="renons"),
        "short": dict(_SERBIAN, target=SHORT_TARGET),
        "fast_rl": dict(_SERBIAN, declaration_mode="auto", bela_mode="auto"),
    }
)
DEFAULT_PRESET = "serbian"
FIXED_PLAYERS = MappingProxyType({"short": 4})
"""Presets that are made for a number of players."""


def complete(rules: str, values: dict[str, Value], given: frozenset[str]) -> None:
    """Fill in what follows from other options and refuse contradictions.

    `given` names what the caller chose himself; everything else may be adapted to it.
    """
    players = int(values["players"])
    if players != FIXED_PLAYERS.get(rules, players):
        raise OptionError(f"rules {rules!r} are for {FIXED_PLAYERS[rules]} players, not {players}")
    if "target" not in given and rules not in FIXED_PLAYERS:
        values["target"] = TARGETS[players]
    if values["exact_half"] == "hang" and players != 4:
        raise OptionError(f"exact_half=hang needs four players, not {players}")
    if values["illegal_play"] == "renons" and players == 3:
        if "illegal_play" in given:
            raise OptionError("illegal_play=renons needs four or two players; with three an illegal card is impossible")
        values["illegal_play"] = "mask"
