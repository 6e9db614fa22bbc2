"""The rule-based player's cards in suit contracts and sans, as `preferans_tricks` weighs them.

The opening lead of a defender is one that the referee would allow, whether he is at the table or not: it tells the partner what
he expects to hear (10.4 of the rules).
"""

from __future__ import annotations

from adut.core.intrinsics import lowest_bit, popcount
from adut.core.rule import inlined, rule
from adut.games.choosing import keep_better
from adut.games.plain_tricks import NO_SUIT
from adut.games.preferans.options import PreferansOptions
from adut.games.preferans.player_cards import hidden_cards, order_of_play, partner_of, places_of
from adut.games.preferans.referee_leads import bid_suit, lead_set
from adut.games.preferans.scoring import TRICKS_OF_DEFENDERS
from adut.games.preferans.seats import first_leader
from adut.games.preferans.table import HAND_SIZE, NO_SEAT, PreferansTable
from adut.games.preferans_chances import suits_led_by
from adut.games.preferans_tricks import FELLOW, lead_plan, price, role_of, trick_value


@rule
def choose_card(v: PreferansTable, o: PreferansOptions, number: int) -> int:
    """The card to play."""
    cards = v.legal[0]
    if v.trick_cards == 0:
        cards = lead_set(v, o, v.seat, v.hands[v.seat], v.trick_number == 1)
    if cards & (cards - 1) == 0:
        return lowest_bit(cards)
    role = role_of(v)
    hidden = hidden_cards(v)
    places = places_of(v, o)
    after = order_of_play(v)
    players = popcount(v.playing)
    partner = partner_of(v)
    told = suits_of_partner(v) if v.trick_cards == 0 else 0
    best = -1
    best_value = 0
    ties = 1
    rest = cards
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        value = trick_value(v, places, after, players, partner, card, hidden, role, FELLOW[role], decides(v))
        value -= price(v, card, hidden, role)
        if v.trick_cards == 0:
            value += lead_plan(v, places, after, players, card, hidden, told, role)
        best, best_value, ties = keep_better(best, best_value, ties, card, value, number)
    return best


@rule
def suits_of_partner(v: PreferansTable) -> int:
    """The suits that the partner of a defender has bid or led, as bits."""
    partner = partner_of(v)
    if partner == NO_SEAT:
        return 0
    first = first_leader(v.contract, v.forehand, v.declarer, v.playing)
    told = bid_suit(v.said[partner], v.trump)
    return suits_led_by(v, partner, first, order_of_play(v), popcount(v.playing)) | (1 << told if told != NO_SUIT else 0)


@inlined
def decides(v: PreferansTable) -> bool:
    """Whether the present trick can be the declarer's sixth or the defenders' fifth."""
    mine = v.tricks[v.declarer]
    return mine == HAND_SIZE - TRICKS_OF_DEFENDERS - 1 or v.trick_number - 1 - mine == TRICKS_OF_DEFENDERS
