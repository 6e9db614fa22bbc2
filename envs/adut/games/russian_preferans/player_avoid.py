"""The rule-based player's cards where he avoids tricks: as the declarer of a misere, and in a raspasovka.

What a card costs is the chance that it wins the present trick; what it brings is how much less exposed its suit is without it
(`relief`). So he plays the highest card that stays below, gets rid of his highest where he cannot stay below or need not
follow, and leads the card below which somebody else has to go over. The dealer of four leads the lower card of the talon first.
"""

from __future__ import annotations

from adut.core.intrinsics import lowest_bit, popcount
from adut.core.rule import inlined, rule
from adut.games.card_places import ALWAYS
from adut.games.choosing import keep_better
from adut.games.plain_tricks import cards_of
from adut.games.preferans_chances import Places, can_stay_below
from adut.games.russian_preferans.layout import MISERE_CONTRACT
from adut.games.russian_preferans.options import RussianPreferansOptions
from adut.games.russian_preferans.player_cards import rival_cards
from adut.games.russian_preferans.seats import nibble
from adut.games.russian_preferans.table import ACTIVE, RussianPreferansTable

TRICK = (1000, 10000)
"""What a trick costs: in a raspasovka, in a misere."""
TO_LEAD_NEXT = 100
"""... and being on lead in the next trick, in a raspasovka."""


@rule
def avoid(v: RussianPreferansTable, o: RussianPreferansOptions, places: Places, number: int) -> int:
    """The card to play."""
    cards = v.legal[0]
    if v.trick_size > ACTIVE and v.seat == v.dealer:
        return lower_of(cards)
    rivals = rival_cards(v, o)
    is_misere = v.contract == MISERE_CONTRACT
    cost = TRICK[1] if is_misere else TRICK[0] + (TO_LEAD_NEXT if v.trick_size == ACTIVE and v.trick_number > 1 else 0)
    best = -1
    best_value = 0
    ties = 1
    rest = cards
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        value = relief(v.hands[v.seat], card, rivals) - cost * chance_to_win(v, places, card) // ALWAYS
        best, best_value, ties = keep_better(best, best_value, ties, card, value, number)
    return best


@inlined
def lower_of(cards: int) -> int:
    """Of two cards the one of the lower rank."""
    one, other = lowest_bit(cards), lowest_bit(cards & (cards - 1))
    return one if one & 7 <= other & 7 else other


@rule
def exposure(mine: int, rivals: int) -> int:
    """How exposed a player who avoids tricks is in one suit.

    In the round i (from 0) of a suit he is safe with a card below which others hold at most i cards. Each card that has more
    counts, an early one for more than a late one, which may still be thrown off.
    """
    rest = mine
    played = 0
    total = 0
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        lower = popcount(rivals & (1 << card) - 1)
        if lower > played:
            total += (20 + 10 * (lower - played)) // (1 + played)
        played += 1
    return total


@rule
def relief(hand: int, card: int, rivals: int) -> int:
    """How much less exposed a hand is without a card; among equals the highest goes."""
    suit = cards_of(card >> 3)
    mine = hand & suit
    before = exposure(mine, rivals & suit)
    return 10 * (before - exposure(mine & ~(1 << card), rivals & suit)) + (card & 7)


@rule
def chance_to_win(v: RussianPreferansTable, places: Places, card: int) -> int:
    """The chance that a card wins the present trick: it is the best so far, and all who still play stay below."""
    follows = v.led < 0 or card >> 3 == v.led
    if not follows or (v.best_card >= 0 and card < v.best_card):
        return 0
    chance = ALWAYS
    seat = v.seat
    for _ in range(v.trick_size - 1 - v.trick_cards):
        seat = nibble(v.after, seat)
        chance = chance * can_stay_below(v, places, seat, card) // ALWAYS
    return chance
