"""Rule options and named presets of Russian Preferans (section 2 of the rules)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adut.core.errors import OptionError
from adut.core.options import UNLIMITED, OptionsRecord, Value, choice, flag, number, series

ALL_CLOSED, SUM_REACHED = range(2)
RATE_10, RATE_20 = range(2)
BIDS_STEPWISE, BIDS_FREE = range(2)
HERE_SENIOR, HERE_FIRST_HAND = range(2)
LADDER_CLASSIC, LADDER_KODEKS = range(2)
NO_TALON_OVERCALL, NO_TALON_REPEAT, NO_TALON_OFF = range(3)
OFFERS_EACH, OFFERS_ONE = range(2)
AWARD_3P_NONE, AWARD_3P_HALF = range(2)
HAND_OFF, HAND_STRICT, HAND_TOPS = range(3)
GREEDY, GENTLEMAN = range(2)
FULL, HALF = range(2)
SHORTFALL_PERSONAL, SHORTFALL_CAPPED = range(2)
SECOND_PAYS, BOTH_PAY = range(2)
TEN_CHECKED, TEN_WHISTED = range(2)
OPEN_FIRST_TURN, OPEN_BEFORE_LEAD = range(2)
OWN_CARDS, SINGLE_AGENT = range(2)
CONSOLATION_PRICE, CONSOLATION_FIXED, CONSOLATION_NONE = range(3)
RASPAS_MOUNTAIN, RASPAS_WHISTS = range(2)
AWARD_TWO, AWARD_PRICE, AWARD_ONE, AWARD_NONE = range(4)
ORDER_CHOSEN, ORDER_DEALT = range(2)
TALON_LEADS, TALON_UNUSED = range(2)
STAYS_3, STAYS_0 = range(2)
EXIT_ANY, EXIT_WHISTED_MADE = range(2)
HELP_SPLIT, HELP_FULL, HELP_NONE = range(3)

MAX_TARGET = 100_000
LOWEST_LEVEL, HIGHEST_EXIT = 6, 9


class RussianPreferansOptions(OptionsRecord):
    """The options of a table of Russian Preferans."""

    players: int = choice(4, 3, meaning="seats at the table; the dealer of four gets no cards")
    pool_target: int = number(UNLIMITED, MAX_TARGET, "points that close a pool; -1: infinite pool, which needs max_deals")
    end_rule: int = choice(
        "all_closed", "sum_reached", meaning="a match ends when every pool is closed, or when all together hold as much"
    )
    pool_rate: int = choice(10, 20, meaning="whists that a pool point is worth; 20 needs help=none")
    mountain_mult: int = choice(1, 2, meaning="how many prices a trick too few or too many costs on the mountain")
    whist_mult: int = choice(1, 2, meaning="how many prices are written for a trick against the declarer")
    bid_jumps: int = choice("stepwise", "free", meaning="whether a bid is the next one, or any higher game with the talon")
    here_who: int = choice("senior", "first_hand_only", meaning="who may hold a bid: the earlier of two bidders, or first hand")
    misere_ladder: int = choice(
        "classic", "kodeks", meaning="misere above 9 no trump, with games without talon; or above 8 no trump, without them"
    )
    misere_first_call_only: int = flag("misere is a player's first call or never")
    no_talon_games: int = choice(
        "overcall_only",
        "overcall_and_repeat",
        "off",
        meaning="games without talon: over misere, also as a repetition of an own bid, or never",
    )
    misere_half: int = flag("with four players a misere may be offered to the dealer by halves")
    half_offers: int = choice("each", "one", meaning="how many players may offer half a misere in a deal")
    talon_award: int = flag("the dealer of four writes whists for aces and marriages in the talon")
    talon_award_3p: int = choice("none", "half_each", meaning="who writes them with three players: nobody, or half by each")
    open_talon_refusal: int = flag("the declarer of four may throw the talon openly and write whists on the dealer")
    preferans_hand: int = choice(
        "off", "strict", "tops", meaning="twelve cards that win the pool at once: never, the strict list, all unbroken tops"
    )
    stalingrad: int = flag("both defenders must whist against 6 spades")
    own_levels: int = choice("6_and_7", 6, 7, "none", meaning="levels at which a defender may go for his own half of the whist")
    own_after_second_pass: int = flag("who said whist may go for his own when the other passes")
    return_after_first_own: int = flag("the other may return the whist when the first goes for his own")
    second_pass_on_own_levels: int = flag("both defenders may pass at the levels of for own")
    return_first: int = flag("a defender who passed may return the whist after for own")
    return_dealer: int = flag("the dealer of four may return the whist after for own")
    dealer_whist_8plus: int = flag("the dealer of four may whist where both have passed")
    dealer_responsible: int = flag("a dealer who whists pays for tricks that are missing")
    return_takes_all: int = flag("who returns the whist writes everybody's consolation")
    whist_style: int = choice(
        "greedy", "gentleman", meaning="whether a single whister shares whists on a failed contract with his partner"
    )
    responsibility: int = choice("full", "half", meaning="what a trick missing to the whist costs, in prices")
    two_whister_shortfall: int = choice(
        "personal", "capped", meaning="two whisters pay for what each is short of his half, or not more than both are short of"
    )
    responsible_8plus: int = choice("second", "both", meaning="which of two whisters pays from 8 on")
    ten: int = choice("checked_open", "whisted", meaning="whether a ten is played openly for nothing, or whisted")
    open_timing: int = choice(
        "first_turn", "before_lead", meaning="when hands are opened: at the first turn of the whister, or before any card"
    )
    joint_defence: int = choice("own_cards", "single_agent", meaning="who plays the open hands against misere and checked ten")
    consolation: int = choice("price", "fixed10", "none", meaning="what everybody else writes for a trick that is missing")
    raspas_scoring: int = choice(
        "mountain", "whists5", meaning="a raspasovka is written on the mountain, or as five whists a trick for the lowest"
    )
    raspas_prices: int = series(1, 99, "mountain points of a trick by the number of the raspasovka in its series")
    raspas_zero_award: int = choice(
        "flat2", "one_trick_price", "one_point", "none", meaning="pool points without a trick in a raspasovka"
    )
    raspas_dealer_award: int = flag("the dealer of four gets them too")
    raspas_dealer_order: int = choice("choose", "dealt_order", meaning="in which order the dealer of four leads the talon")
    raspas_talon: int = choice("lead", "unused", meaning="whether the talon leads to the first two tricks of a raspasovka")
    raspas_dealer_stays: int = choice(3, 0, meaning="how many raspasovkas a dealer deals in a row; 0: the deal always moves")
    exit_levels: int = series(
        LOWEST_LEVEL, HIGHEST_EXIT, "level of the first bid after none, one, two ... raspasovkas of the series"
    )
    raspas_exit: int = choice(
        "any", "whisted_made", meaning="what ends a series: any other deal, or a contract that is whisted and made"
    )
    amnesty: int = flag("the smallest number of tricks is taken off everybody's in a raspasovka")
    help: int = choice("split", "full", "none", meaning="points above a closed pool: half off the mountain, all help, or kept")
    surrender_without_three: int = flag("a declarer may give up before naming his contract")
    seat_draw: int = flag("cards are drawn for seats: who sits next to whom is random")


_STANDARD: dict[str, Value] = dict(
    players=4,
    pool_target=30,
    end_rule="all_closed",
    pool_rate=10,
    mountain_mult=1,
    whist_mult=1,
    bid_jumps="stepwise",
    here_who="senior",
    misere_ladder="classic",
    misere_first_call_only=True,
    no_talon_games="overcall_only",
    misere_half=True,
    half_offers="each",
    talon_award=True,
    talon_award_3p="none",
    open_talon_refusal=True,
    preferans_hand="strict",
    stalingrad=False,
    own_levels="6_and_7",
    own_after_second_pass=True,
    return_after_first_own=False,
    second_pass_on_own_levels=False,
    return_first=True,
    return_dealer=True,
    dealer_whist_8plus=False,
    dealer_responsible=True,
    return_takes_all=True,
    whist_style="greedy",
    responsibility="full",
    two_whister_shortfall="personal",
    responsible_8plus="second",
    ten="checked_open",
    open_timing="first_turn",
    joint_defence="own_cards",
    consolation="price",
    raspas_scoring="mountain",
    raspas_prices="1-2-4",
    raspas_zero_award="flat2",
    raspas_dealer_award=True,
    raspas_dealer_order="choose",
    raspas_talon="lead",
    raspas_dealer_stays=3,
    exit_levels="6",
    raspas_exit="any",
    amnesty=False,
    help="split",
    surrender_without_three=False,
    seat_draw=False,
)
_SOCHI = dict(
    _STANDARD,
    misere_ladder="kodeks",
    no_talon_games="off",
    half_offers="one",
    talon_award=False,
    open_talon_refusal=False,
    preferans_hand="off",
    own_after_second_pass=False,
    second_pass_on_own_levels=True,
    dealer_whist_8plus=True,
    return_takes_all=False,
    ten="whisted",
    open_timing="before_lead",
    raspas_prices="1-2-3",
    raspas_zero_award="one_trick_price",
    raspas_dealer_order="dealt_order",
    amnesty=True,
    raspas_dealer_stays=0,
    help="full",
)
_LENINGRAD = dict(
    _SOCHI,
    mountain_mult=2,
    whist_mult=2,
    pool_rate=20,
    responsibility="half",
    whist_style="gentleman",
    own_after_second_pass=True,
    return_after_first_own=True,
    raspas_prices="2-4-6",
    help="none",
    end_rule="sum_reached",
)
PRESETS: Mapping[str, Mapping[str, Value]] = MappingProxyType(
    {
        "standard": _STANDARD,
        "sochi": _SOCHI,
        "leningrad": _LENINGRAD,
        "leningrad_fspr": dict(
            _LENINGRAD,
            talon_award=True,
            talon_award_3p="half_each",
            dealer_responsible=False,
            dealer_whist_8plus=False,
            responsible_8plus="both",
            raspas_dealer_award=False,
            amnesty=False,
            exit_levels="6-7",
            raspas_exit="whisted_made",
            misere_half=False,
        ),
        "rostov": dict(
            _SOCHI,
            responsibility="half",
            consolation="fixed10",
            raspas_scoring="whists5",
            raspas_prices="1-2-4",
            raspas_zero_award="one_point",
            raspas_dealer_order="choose",
            amnesty=False,
            raspas_talon="unused",
        ),
    }
)
DEFAULT_PRESET = "standard"


def complete(rules: str, values: dict[str, Value], given: frozenset[str]) -> None:
    """Refuse what does not fit together."""
    if values["pool_target"] == 0:
        raise OptionError("pool_target is a number of points from 1 on, or -1 for an infinite pool")
    if values["max_deals"] == 0:
        raise OptionError("max_deals is a number of deals from 1 on, or -1 for no limit")
    if values["pool_target"] == UNLIMITED and values["max_deals"] == UNLIMITED:
        raise OptionError("pool_target=-1, an infinite pool, needs max_deals: nothing else ends the match")
    if values["pool_rate"] != 10 and values["help"] != "none":
        raise OptionError("help moves a pool point for ten whists; pool_rate=20 needs help=none")
    if values["misere_ladder"] == "kodeks" and values["no_talon_games"] != "off":
        raise OptionError("misere_ladder=kodeks knows no games without talon; it needs no_talon_games=off")
    if values["raspas_exit"] == "whisted_made" and values["raspas_dealer_stays"] != 0:
        raise OptionError("raspas_exit=whisted_made needs raspas_dealer_stays=0, a deal that always moves")
    if values["raspas_scoring"] == "whists5" and values["players"] == 4 and values["raspas_talon"] != "unused":
        raise OptionError("with four players raspas_scoring=whists5 needs raspas_talon=unused: the dealer takes no part")
