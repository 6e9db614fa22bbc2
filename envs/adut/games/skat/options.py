"""Rule options and named presets of Skat (the numbers in comments are the rows of the options table in the rules)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adut.core.errors import OptionError
from adut.core.options import OptionsRecord, Value, choice, flag, number

PATTERN_343, PATTERN_334 = range(2)
INHERIT_ROLE, REARHAND_SAYS = range(2)
REDEAL_SAME_DEALER, COUNT_AND_ROTATE = range(2)
ORDINAL, CUMULATIVE = range(2)
OUVERT_36X6, OUVERT_24X7 = range(2)
OWN_ALWAYS, OWN_UNLESS_ANNOUNCED = range(2)
CHARGE_BID, CHARGE_NEXT_MULTIPLE = range(2)
FLOOR_AFTER_FACTOR, FLOOR_BEFORE_FACTOR, FLOOR_HAND_ONLY = range(3)
NULL_ONCE, NULL_TWICE, NULL_TWICE_AFTER_PICKUP = range(3)
LOST_AT_ONCE, MASKED = range(2)
CONCEDE_NO, CONCEDE_NINE_CARDS = range(2)
STOP_NULL_ONLY, STOP_ISS = range(2)
BONUS_ALL_THREE, BONUS_ACTIVE_TWO = range(2)
TIE_SHARED, TIE_SKWO = range(2)


class SkatOptions(OptionsRecord):
    """The options of a table of Skat."""

    players: int = choice(3, 4, meaning="seats at the table; with four the dealer sits out the deal he deals")  # 1
    n_deals: int = number(3, 9999, "counted deals of a list, a multiple of players")  # 2
    deal_pattern: int = choice("3-s-4-3", "3-s-3-4", meaning="packets in which the pack is dealt, s for the skat")  # 3
    second_duel: int = choice(
        "inherit_role", "rearhand_says", meaning="whether rearhand answers in forehand's place or always names bids"
    )  # 4
    jump_bids: int = flag("a bid may skip values of the table")  # 5
    all_pass: int = choice(
        "redeal_same_dealer", "count_and_rotate", meaning="whether a deal that all pass is void or counts as played"
    )  # 7
    levels: int = choice("ordinal", "cumulative", meaning="game levels as one ordinal number or counted up")  # 8
    grand_ouvert: int = choice(
        "36x6", "24x7", meaning="Grand Ouvert as a contract of base 36 or an open Grand; decides the table of bids"
    )  # 9
    lost_hand_factor: int = number(1, 2, "factor of a lost hand game")  # 10
    lost_pickup_factor: int = number(2, 2, "factor of a lost pick-up game")  # 11
    lost_pickup_extra: int = number(0, 1, "levels added to a lost pick-up game before it is doubled")  # 12
    own_schneider: int = choice(
        "always", "unless_announced", meaning="whether a declarer who is schneider himself adds a level he announced"
    )  # 13
    overbid_charge: int = choice("bid", "next_multiple", meaning="what an overbid game costs")  # 14
    loss_floor: int = choice(
        "after_factor", "before_factor", "hand_only", meaning="which lost games cost at least the bid"
    )  # 15
    null_lost_factor: int = choice(1, 2, "2_pickup_1_hand", meaning="factor of a lost Null")  # 16
    null_below_bid: int = choice("lost_at_once", "masked", meaning="a Null worth less than the bid")  # 17
    concede_after_pickup: int = flag("the declarer may concede when he declares after a pick-up")  # 18
    concede_in_play: int = choice(
        "no", "nine_cards", meaning="whether the declarer may concede while he holds nine or ten cards"
    )  # 19
    early_stop: int = choice("null_only", "iss", meaning="which lost games end before the last trick")  # 20
    seeger_fabian: int = flag("tournament bonuses for won and lost games")  # 21
    defence_bonus_3p: int = number(0, 1000, "bonus of each defender for a lost game, three at the table")  # 22
    defence_bonus_4p: int = choice(
        "30_all_three", "40_active_two", meaning="bonus of the others for a lost game, four at the table"
    )  # 23
    match_tie_break: int = choice(
        "shared", "skwo", meaning="equal totals share a rank, or more wins, fewer losses and then the lot decide"
    )  # 24


_CLASSICAL: dict[str, Value] = dict(
    players=3,
    n_deals=21,
    deal_pattern="3-s-3-4",
    second_duel="inherit_role",
    jump_bids=False,
    all_pass="redeal_same_dealer",
    levels="ordinal",
    grand_ouvert="36x6",
    lost_hand_factor=1,
    lost_pickup_factor=2,
    lost_pickup_extra=1,
    own_schneider="always",
    overbid_charge="bid",
    loss_floor="after_factor",
    null_lost_factor=1,
    null_below_bid="lost_at_once",
    concede_after_pickup=True,
    concede_in_play="no",
    early_stop="null_only",
    seeger_fabian=False,
    defence_bonus_3p=40,
    defence_bonus_4p="30_all_three",
    match_tie_break="shared",
)
_TOURNAMENT_3: dict[str, Value] = dict(_CLASSICAL, n_deals=36, seeger_fabian=True, null_lost_factor=2)
_TOURNAMENT_4: dict[str, Value] = dict(_TOURNAMENT_3, players=4, n_deals=48)
_PRE1999: dict[str, Value] = dict(
    _CLASSICAL,
    n_deals=36,
    deal_pattern="3-s-4-3",
    second_duel="rearhand_says",
    jump_bids=True,
    all_pass="count_and_rotate",
    levels="cumulative",
    lost_pickup_extra=0,
    own_schneider="unless_announced",
    overbid_charge="next_multiple",
    null_lost_factor="2_pickup_1_hand",
    null_below_bid="masked",
    match_tie_break="skwo",
)
_ISKO: dict[str, Value] = dict(
    _PRE1999,
    grand_ouvert="24x7",
    lost_hand_factor=2,
    null_lost_factor=2,
    concede_in_play="nine_cards",
)
_ISKO_LIST_3: dict[str, Value] = dict(_ISKO, seeger_fabian=True)

PRESETS: Mapping[str, Mapping[str, Value]] = MappingProxyType(
    {
        "classical": _CLASSICAL,
        "classical_tournament_3": _TOURNAMENT_3,
        "classical_tournament_4": _TOURNAMENT_4,
        "classical_tournament_4_1999": dict(_TOURNAMENT_4, defence_bonus_4p="40_active_two"),
        "pre1999": _PRE1999,
        "isko": _ISKO,
        "isko_list_3": _ISKO_LIST_3,
        "isko_list_4": dict(_ISKO_LIST_3, players=4, n_deals=48),
        "iss_replay": dict(_ISKO, early_stop="iss"),
    }
)
DEFAULT_PRESET = "classical"
FIXED_PLAYERS = MappingProxyType(
    {
        "classical_tournament_3": 3,
        "classical_tournament_4": 4,
        "classical_tournament_4_1999": 4,
        "isko_list_3": 3,
        "isko_list_4": 4,
    }
)
"""Presets that are made for a number of players; the others take three or four."""
LIST_OF_FOUR = 48


def complete(rules: str, values: dict[str, Value], given: frozenset[str]) -> None:
    """Fill in what follows from other options and refuse contradictions.

    `given` names what the caller chose himself; everything else may be adapted to it.
    """
    if rules in FIXED_PLAYERS and values["players"] != FIXED_PLAYERS[rules]:
        raise OptionError(f"rules {rules!r} are for {FIXED_PLAYERS[rules]} players, not {values['players']}")
    players = int(values["players"])
    if players == 4 and "n_deals" not in given:
        values["n_deals"] = LIST_OF_FOUR
    if int(values["n_deals"]) % players:
        raise OptionError(
            f"n_deals is a multiple of players, since everybody deals equally often; got {values['n_deals']} "
            f"with {players} players"
        )
    if values["overbid_charge"] == "next_multiple" and values["loss_floor"] != PRESETS[rules]["loss_floor"]:
        raise OptionError("loss_floor has a meaning with overbid_charge=bid only; leave it out or change overbid_charge")
