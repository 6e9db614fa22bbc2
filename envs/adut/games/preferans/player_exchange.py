"""The rule-based player's discards and contract: of all pairs of cards and all contracts those that are worth most are chosen.

A suit, or a sans with something in every suit, is worth what a declarer gains with as many tricks as the ten cards promise, a
betl what it gains if every suit is safe. A pik that is not played without kontra is worth the same with any cards. Of pairs
that leave hands of the same worth the lower cards go, in betl the higher ones.
"""

from __future__ import annotations

from adut.core.cards import NUM_SUITS, RANKS_PER_SUIT
from adut.core.intrinsics import lowest_bit, popcount
from adut.core.rule import rule
from adut.games.plain_tricks import NO_SUIT
from adut.games.preferans.layout import BETL, FIRST_CONTRACT, LOWEST, PIK, SANS, TRUMP_OF
from adut.games.preferans.options import PreferansOptions
from adut.games.preferans.player_hand import SANS_DECLARER, SUIT_DECLARER, is_all_safe, is_stopped, payoff_of, strength
from adut.games.preferans.scoring import base_value, may_write_refe
from adut.games.preferans.table import HAND_SIZE, PreferansTable

SAFE_BETL = 660
"""What a betl brings in which every suit is safe, in hundredths of its value."""
LOST = -1100
"""The same of a betl that is not safe, and of a sans with an open suit."""
UNPLAYED = 660
"""The same for a pik that nobody doubles where that needs kontra: it is made, unless refe is written for it."""
NEVER = -(10**6)


@rule
def contract_worth(v: PreferansTable, o: PreferansOptions, cards: int, contract: int) -> int:
    """What ten cards are worth in a contract, in hundredths of a point."""
    if contract == PIK and o.pik_needs_kontra:
        gain = 0 if may_write_refe(v, o) else UNPLAYED
    elif contract == BETL:
        gain = SAFE_BETL if is_all_safe(cards) else LOST
    elif contract == SANS:
        gain = payoff_of(strength(cards, NO_SUIT, SANS_DECLARER)) if is_stopped(cards) else LOST
    else:
        gain = payoff_of(strength(cards, TRUMP_OF[contract], SUIT_DECLARER))
    return base_value(contract, 0) * gain


@rule
def best_contract(v: PreferansTable, o: PreferansOptions, cards: int) -> tuple[int, int]:
    """The best contract that ten cards may play, and what it is worth."""
    best = SANS
    most = NEVER
    for contract in range(v.level, SANS + 1):
        worth = contract_worth(v, o, cards, contract)
        if worth > most:
            best = contract
            most = worth
    return best, most


@rule
def ranks_of(cards: int) -> int:
    """The sum of the ranks of some cards."""
    total = 0
    for suit in range(NUM_SUITS):
        rest = cards >> RANKS_PER_SUIT * suit & 255
        while rest != 0:
            total += lowest_bit(rest)
            rest &= rest - 1
    return total


@rule
def discard(v: PreferansTable, o: PreferansOptions) -> int:
    """The next of the two cards to discard, the lower one first."""
    cards = v.hands[v.seat]
    second_due = popcount(cards) == HAND_SIZE + 1
    best = NEVER
    card = 0
    first = v.legal[0]
    while first != 0:
        one = first & -first
        first &= first - 1
        second = one if second_due else cards & -(one << 1)
        while second != 0:
            pair = one | (second & -second)
            second &= second - 1
            contract, worth = best_contract(v, o, cards & ~pair)
            worth += ranks_of(pair) if contract == BETL else -ranks_of(pair)
            if worth > best:
                best = worth
                card = lowest_bit(pair)
    return card


@rule
def declare(v: PreferansTable, o: PreferansOptions) -> int:
    """Name the best contract."""
    contract, _ = best_contract(v, o, v.hands[v.seat])
    return FIRST_CONTRACT + contract - LOWEST
