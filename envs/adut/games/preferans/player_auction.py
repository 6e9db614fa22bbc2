"""The rule-based player's calls and games from the hand.

- A number is bid as long as it does not pass the highest suit that is a correct bid and promises enough with the talon's help.
- With the first call a game from the hand is announced, which numbers cannot overbid and which is worth two more: betl if every
  suit is safe; a suit, or sans, that promises enough tricks without the talon, whichever is worth more.
- In a contest of games from the hand the best suit is named; if a higher one has been, that is good.
"""

from __future__ import annotations

from adut.core.cards import NUM_SUITS
from adut.core.rule import rule
from adut.games.plain_tricks import NO_SUIT
from adut.games.preferans.auction import before_in_contest, next_number
from adut.games.preferans.layout import (
    BID,
    CALL_IN_HAND,
    CALL_IN_HAND_BETL,
    CALL_IN_HAND_SANS,
    FIRST_CONTRACT,
    GOOD,
    HOLD,
    LEVEL_OF,
    LOWEST,
    PASS,
    PIK,
    SANS,
    TREF,
    TRUMP_OF,
)
from adut.games.preferans.options import IGRA_CURRENT_LEVEL, IGRA_FLOOR_V12, PreferansOptions
from adut.games.preferans.player_hand import SANS_DECLARER, SUIT_DECLARER, is_all_safe, payoff_of, strength
from adut.games.preferans.referee_bids import ok_levels
from adut.games.preferans.scoring import base_value
from adut.games.preferans.table import PreferansTable

TRICKS_TO_BID = 460
"""In hundredths, before the talon is seen."""
TRICKS_IN_HAND = 600
TRICKS_SANS_IN_HAND = 550
NEVER = -(10**6)


@rule
def may(v: PreferansTable, action: int) -> bool:
    """Whether a call is legal."""
    return v.legal[1] >> (action - 32) & 1 != 0


@rule
def call(v: PreferansTable, o: PreferansOptions) -> int:
    """Announce a game from the hand, name or hold the next number, or pass."""
    cards = v.hands[v.seat]
    levels = ok_levels(cards, o.ref_bid_pattern)
    in_hand = game_from_hand(v, o, levels)
    if in_hand != PASS:
        return in_hand
    number = BID if may(v, BID) else HOLD
    if not may(v, number):
        return PASS
    wants = next_number(v, o, v.seat) <= highest_number(cards, levels)
    return number if wants or not may(v, PASS) else PASS


@rule
def highest_number(cards: int, levels: int) -> int:
    """The highest suit among the correct bids on which a number is bid, 0 if there is none."""
    for level in range(TREF, PIK - 1, -1):
        if levels >> level & 1 and strength(cards, TRUMP_OF[level], SUIT_DECLARER) >= TRICKS_TO_BID:
            return level
    return 0


@rule
def game_from_hand(v: PreferansTable, o: PreferansOptions, levels: int) -> int:
    """The game from the hand to announce, PASS for none."""
    cards = v.hands[v.seat]
    if may(v, CALL_IN_HAND_BETL) and is_all_safe(cards):
        return CALL_IN_HAND_BETL
    action = PASS
    most = NEVER
    if may(v, CALL_IN_HAND):
        suit, worth = best_suit(cards, levels & ~((1 << lowest_game(v, o)) - 1))
        if suit != NO_SUIT and strength(cards, suit, SUIT_DECLARER) >= TRICKS_IN_HAND:
            action = CALL_IN_HAND
            most = worth
    if may(v, CALL_IN_HAND_SANS) and levels >> SANS & 1:
        tricks = strength(cards, NO_SUIT, SANS_DECLARER)
        if tricks >= TRICKS_SANS_IN_HAND and base_value(SANS, 1) * payoff_of(tricks) > most:
            action = CALL_IN_HAND_SANS
    return action


@rule
def best_suit(cards: int, allowed: int) -> tuple[int, int]:
    """The suit from the hand that is worth most, of those whose levels are bits of a set; NO_SUIT if that is empty.

    With its worth in hundredths of a point.
    """
    best = NO_SUIT
    most = NEVER
    for suit in range(NUM_SUITS):
        worth = base_value(LEVEL_OF[suit], 1) * payoff_of(strength(cards, suit, SUIT_DECLARER))
        if allowed >> LEVEL_OF[suit] & 1 and worth > most:
            best = suit
            most = worth
    return best, most


@rule
def lowest_game(v: PreferansTable, o: PreferansOptions) -> int:
    """The lowest suit level that a game from the hand which is announced now may have."""
    lowest = v.level if o.igra_min_level == IGRA_CURRENT_LEVEL else PIK
    return max(lowest, PIK + before_in_contest(v, v.seat)) if o.igra_floor == IGRA_FLOOR_V12 else max(lowest, PIK)


@rule
def name_game(v: PreferansTable) -> int:
    """Name the best suit for a game from the hand; what another has named is good unless a higher suit is strong enough."""
    cards = v.hands[v.seat]
    suit, _ = best_suit(cards, v.legal[1] >> (FIRST_CONTRACT - LOWEST - 32))
    if may(v, GOOD) and (suit == NO_SUIT or strength(cards, suit, SUIT_DECLARER) < TRICKS_IN_HAND):
        return GOOD
    return FIRST_CONTRACT + LEVEL_OF[suit] - LOWEST
