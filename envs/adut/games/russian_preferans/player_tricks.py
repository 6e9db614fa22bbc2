"""The rule-based player's cards in contracts of tricks, as `preferans_tricks` weighs them: the declarer's and the defenders'.

Against open hands, and over two hands, the chances are certainties.
"""

from __future__ import annotations

from adut.core.intrinsics import lowest_bit
from adut.core.rule import inlined, rule
from adut.games.choosing import keep_better
from adut.games.preferans_chances import Places, suits_led_by
from adut.games.preferans_tricks import FELLOW, lead_plan, price, role_of, trick_value
from adut.games.russian_preferans.options import RussianPreferansOptions
from adut.games.russian_preferans.player_cards import partner_of, rival_cards
from adut.games.russian_preferans.seats import nibble
from adut.games.russian_preferans.table import ACTIVE, HAND_SIZE, NO_SEAT, RussianPreferansTable
from adut.games.russian_preferans.whist import level_of

FELLOW_CALLED = 950
"""Per mille: what a trick of the partner is worth of an own one where one whists for both."""


@rule
def choose_card(v: RussianPreferansTable, o: RussianPreferansOptions, places: Places, number: int) -> int:
    """The card to play in a contract of tricks."""
    cards = v.legal[0]
    role = role_of(v)
    rivals = rival_cards(v, o)
    partner = partner_of(v)
    fellow = FELLOW[role] if v.both_whist else FELLOW_CALLED
    told = 0
    if v.trick_cards == 0 and partner != NO_SEAT:
        told = suits_led_by(v, partner, nibble(v.order, 0), v.after, ACTIVE)
    best = -1
    best_value = 0
    ties = 1
    rest = cards
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        value = trick_value(v, places, v.after, ACTIVE, partner, card, rivals, role, fellow, decides(v))
        value -= price(v, card, rivals, role)
        if v.trick_cards == 0:
            value += lead_plan(v, places, v.after, ACTIVE, card, rivals, told, role)
        best, best_value, ties = keep_better(best, best_value, ties, card, value, number)
    return best


@inlined
def decides(v: RussianPreferansTable) -> bool:
    """Whether the present trick can be the one with which the declarer has made his contract, or failed."""
    level = level_of(v.contract)
    mine = v.tricks[v.declarer]
    return (mine == level - 1) | (v.trick_number - 1 - mine == HAND_SIZE - level)
