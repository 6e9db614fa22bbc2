"""A plain reading of the rules of Russian Preferans: cards, contracts, options, what a talon and a hand are worth, a trick.

It is written from the text of the rules alone, with names and sets of cards, to be compared with the package.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

RANKS = "789TJQKA"
SUITS = "SCDH"
"""In the order of the auction, spades lowest."""
PACK = [suit + rank for suit in "CDHS" for rank in RANKS]
"""The names of the cards by id."""
STRAINS = ("spades", "clubs", "diamonds", "hearts", "no trump")
GAMES = [f"{level} {strain}" for level in range(6, 11) for strain in STRAINS]
"""The games from six spades to ten no trump."""
PRICE = {6: 2, 7: 4, 8: 6, 9: 8, 10: 10}
DUTY = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}
"""Tricks that the defence owes; at level 10 if it is whisted."""
MISERE_PRICE = 10

# -- Section 2: the options ----------------------------------------------------------------------------------------

VALUES: dict[str, list[Any]] = {
    "end_rule": ["all_closed", "sum_reached"],
    "pool_rate": [10, 20],
    "mountain_mult": [1, 2],
    "whist_mult": [1, 2],
    "bid_jumps": ["stepwise", "free"],
    "here_who": ["senior", "first_hand_only"],
    "misere_ladder": ["classic", "kodeks"],
    "misere_first_call_only": [True, False],
    "no_talon_games": ["overcall_only", "overcall_and_repeat", "off"],
    "misere_half": [True, False],
    "half_offers": ["each", "one"],
    "talon_award": [True, False],
    "talon_award_3p": ["none", "half_each"],
    "open_talon_refusal": [True, False],
    "preferans_hand": ["strict", "off", "tops"],
    "stalingrad": [False, True],
    "own_levels": ["6_and_7", 6, 7, "none"],
    "own_after_second_pass": [True, False],
    "return_after_first_own": [False, True],
    "second_pass_on_own_levels": [False, True],
    "return_first": [True, False],
    "return_dealer": [True, False],
    "dealer_whist_8plus": [False, True],
    "dealer_responsible": [True, False],
    "return_takes_all": [True, False],
    "whist_style": ["greedy", "gentleman"],
    "responsibility": ["full", "half"],
    "two_whister_shortfall": ["personal", "capped"],
    "responsible_8plus": ["second", "both"],
    "ten": ["checked_open", "whisted"],
    "open_timing": ["first_turn", "before_lead"],
    "joint_defence": ["own_cards", "single_agent"],
    "consolation": ["price", "fixed10", "none"],
    "raspas_scoring": ["mountain", "whists5"],
    "raspas_prices": ["1-2-4", "1-2-3", "2-4-6", "1", "3-5"],
    "raspas_zero_award": ["flat2", "one_trick_price", "one_point", "none"],
    "raspas_dealer_award": [True, False],
    "raspas_dealer_order": ["choose", "dealt_order"],
    "raspas_talon": ["lead", "unused"],
    "raspas_dealer_stays": [3, 0],
    "exit_levels": ["6", "6-7", "6-7-8", "9-6", "7"],
    "raspas_exit": ["any", "whisted_made"],
    "amnesty": [False, True],
    "help": ["split", "full", "none"],
    "surrender_without_three": [False, True],
}
"""The values of every option that changes the rules, those of `standard` first. seat_draw only permutes the seats."""

STANDARD: dict[str, Any] = {"pool_target": 30, "max_deals": -1, "seat_draw": False} | {
    name: values[0] for name, values in VALUES.items()
}

SOCHI = STANDARD | dict(
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
LENINGRAD = SOCHI | dict(
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
ROSTOV = SOCHI | dict(
    responsibility="half",
    consolation="fixed10",
    raspas_scoring="whists5",
    raspas_prices="1-2-4",
    raspas_zero_award="one_point",
    raspas_dealer_order="choose",
    amnesty=False,
    raspas_talon="unused",
)
LENINGRAD_FSPR = LENINGRAD | dict(
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
)
PRESETS = {
    "standard": STANDARD,
    "sochi": SOCHI,
    "leningrad": LENINGRAD,
    "rostov": ROSTOV,
    "leningrad_fspr": LENINGRAD_FSPR,
}


OWN_LEVELS = {"6_and_7": (6, 7), 6: (6,), 7: (7,), "none": ()}


def entry(numbers: str, index: int) -> int:
    """An entry of a list such as 1-2-4, of which the last repeats."""
    listed = [int(number) for number in numbers.split("-")]
    return listed[min(index, len(listed) - 1)]


def make_options(rules: str = "standard", **given: Any) -> dict[str, Any]:
    unknown = set(given) - set(STANDARD)
    assert not unknown, unknown
    return PRESETS[rules] | given


# -- Cards ---------------------------------------------------------------------------------------------------------


def strength(card: str) -> int:
    return RANKS.index(card[1])


def level_of(game: int) -> int:
    """The level of a game of the list of 25."""
    return 6 + game // 5


def trump_of(game: int) -> str | None:
    """The trump suit of a game of the list of 25."""
    return None if game % 5 == 4 else SUITS[game % 5]


# -- P2 and P3: the talon, and hands that lose no trick ------------------------------------------------------------


def talon_units(talon: Collection[str]) -> int:
    """The award units of two cards."""
    aces = {card[0] for card in talon if card[1] == "A"}
    kings = {card[0] for card in talon if card[1] == "K"}
    queens = {card[0] for card in talon if card[1] == "Q"}
    if len(aces) == 2:
        return 3
    if aces & kings:
        return 2
    return 1 if aces or kings & queens else 0


def run_from_the_ace(hand: Collection[str], suit: str) -> int | None:
    """The number of cards of a suit in a hand if they are an unbroken run from the ace, 0 of none; else None."""
    held = {card[1] for card in hand if card[0] == suit}
    return len(held) if held == set(RANKS[8 - len(held) :]) else None


def super_hand(hand: Collection[str], variant: str) -> str | None:
    """Whether twelve cards are a Preferans hand: "suit", "no trump" or None. `variant`: off, strict or tops."""
    runs = [run_from_the_ace(hand, suit) for suit in SUITS]
    if variant == "off" or None in runs:
        return None
    if runs == [3, 3, 3, 3]:
        return "no trump"
    if 8 in runs or (variant == "tops" and 0 not in runs):
        return "suit"
    return None


# -- Section 6: the trick ------------------------------------------------------------------------------------------


def legal_cards(hand: Collection[str], led_suit: str | None, trump: str | None) -> set[str]:
    for suit in (led_suit, trump):
        if led_suit is None:
            break
        held = {card for card in hand if card[0] == suit}
        if held:
            return held
    return set(hand)


def winner(trick: Sequence[str], led_suit: str, trump: str | None) -> int:
    """The place of the winning card."""
    suit = trump if any(card[0] == trump for card in trick) else led_suit
    return trick.index(max((card for card in trick if card[0] == suit), key=strength))
