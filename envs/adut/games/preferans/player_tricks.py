"""The rule-based player's cards in suit contracts and sans.

A card is chosen by what it brings and what it costs, counted in thousandths of a trick:

- the trick: the chance that the own side takes it (`trick_value`). From this alone follow most maxims of the club: cash masters
  before they are trumped, win with the cheapest card that holds, throw the least on a trick that the partner wins safely.
- the price: what the card would have done later (`price`). A trump or a master keeps its trick, a king or queen with its
  guards waits for one, and so do the guards; the last card of a short suit goes early, to trump the next round.
- on lead, the plan (`lead_plan`): the declarer draws trumps as long as it pays and sets up his long suit; the defenders lead
  the suit that the partner has bid or led, and make the declarer trump. Their opening lead is one that the referee would
  allow, whether he is at the table or not: it tells the partner what he expects to hear (10.4 of the rules).

The numbers below are tuples by role: declarer and defender of a suit contract, declarer and defender of a sans.
"""

from __future__ import annotations

from adut.core.rule import inlined, lowest_bit, popcount, rule
from adut.games.card_places import ALWAYS
from adut.games.choosing import keep_better
from adut.games.plain_tricks import NO_SUIT, above, beats, cards_of
from adut.games.preferans.options import PreferansOptions
from adut.games.preferans.player_cards import (
    Places,
    chance_to_beat,
    chance_to_hold,
    hidden_cards,
    is_friend,
    master_of,
    next_player,
    partner_of,
    places_of,
    suits_led_by,
)
from adut.games.preferans.referee_leads import bid_suit, lead_set
from adut.games.preferans.scoring import TRICKS_OF_DEFENDERS
from adut.games.preferans.table import HAND_SIZE, NO_SEAT, PreferansTable

# The trick.
FELLOW = (0, 634, 0, 950)
"""What a trick of the partner is worth of an own one."""
RESCUE = (0, 600, 0, 600)
"""How often a partner who can beat the declarer's card does so, if the defender leads."""
LEAD_GAINED = (100, 50, 150, 0)
"""The worth of being on lead next."""
STAKE = (500, 666, 500, 500)
"""The worth of a trick with which the declarer has his six or the defenders their five."""

# The price of a trump.
TRUMP_PRICE = (650, 500, 0, 0)
"""Of any trump."""
TRUMP_ABOVE_OTHERS = (10, 60, 0, 0)
"""For each hidden trump below it."""
TRUMP_MASTER = (67, 68, 0, 0)
"""Further, of the highest trump that is left."""
TRUMP_FREE = (416, 250, 0, 0)
"""Further, of a trump when all others are drawn: it wins whenever it is played, and until then it stops every suit."""

# The price of a card of a plain suit.
MASTER = (600, 400, 500, 700)
"""Of the highest card left of a suit."""
MASTER_HIDDEN = (-10, 30, 0, 0)
"""... and for each hidden card of its suit: the more there are, the less it will be trumped."""
MASTER_FREE = (200, 200, 0, 0)
"""... and if no trump is hidden."""
GUARDED = (300, 350, 400, 267)
"""Of a card with as many companions as there are hidden cards above it, divided by their number."""
GUARD = (150, 134, 167, 250)
"""Of a low card without which such a card has too few companions."""
LAST_OF_SUIT = (-78, -250, 0, 0)
"""Of the last card of a suit while one holds trumps: below zero, since a void is worth having."""
COMPANIONS = (-30, -50, 60, 60)
"""For each further card that one holds of the suit."""
RANK = (3, 8, 3, 11)
"""For each rank: of cards that bring the same the lowest goes."""

# The plan of the leader.
DRAW_TRUMPS = (466, -167, 0, 0)
"""The worth of a trump led, for each opponent sure to hold one."""
PARTNERS_TRUMP = (0, -100, 0, 0)
"""... and for a partner sure to hold one."""
DRAW_WITH_FEW = (-150, 0, 0, 0)
"""... and if the others hold more trumps than oneself."""
SET_UP = (40, -10, 60, 150)
"""The worth of leading a suit that is not yet good, for each companion of the card."""
THROUGH = (0, 60, 0, 60)
"""... for defenders, if the declarer plays last: for each companion it is that much less; if he plays next, nothing."""
PARTNERS_SUIT = (0, 200, 0, 200)
"""The worth of leading a suit that the partner has bid or led."""
MAKE_TRUMP = (250, 250, 0, 0)
"""The worth of leading a suit in which an opponent is void who must trump, for an opponent sure to do so."""


@rule
def choose_card(v: PreferansTable, o: PreferansOptions, number: int) -> int:
    """The card to play."""
    cards = v.legal[0]
    if v.trick_cards == 0:
        cards = lead_set(v, o, v.seat, v.hands[v.seat], v.trick_number == 1)
    if cards & (cards - 1) == 0:
        return lowest_bit(cards)
    role = (v.seat != v.declarer) + (2 if v.trump == NO_SUIT else 0)
    hidden = hidden_cards(v)
    places = places_of(v, o)
    told = suits_of_partner(v) if v.trick_cards == 0 else 0
    best = -1
    best_value = 0
    ties = 1
    rest = cards
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        value = trick_value(v, places, card, hidden, role) - price(v, card, hidden, role)
        if v.trick_cards == 0:
            value += lead_plan(v, places, card, hidden, told, role)
        best, best_value, ties = keep_better(best, best_value, ties, card, value, number)
    return best


@rule
def suits_of_partner(v: PreferansTable) -> int:
    """The suits that the partner of a defender has bid or led, as bits."""
    partner = partner_of(v)
    if partner == NO_SEAT:
        return 0
    told = bid_suit(v.said[partner], v.trump)
    return suits_led_by(v, partner) | (1 << told if told != NO_SUIT else 0)


@rule
def trick_value(v: PreferansTable, places: Places, card: int, hidden: int, role: int) -> int:
    """What the present trick will bring to the own side if a card is played, in thousandths of a trick."""
    leads = v.trick_cards == 0
    led = card >> 3 if leads else v.led
    takes = leads or beats(card, v.best_card, v.trump)
    best = card if takes else v.best_card
    mine = ALWAYS if takes else 0
    friend = ALWAYS if not takes and is_friend(v, v.best_seat) else 0
    seat = v.seat
    for _ in range(popcount(v.playing) - 1 - v.trick_cards):
        seat = next_player(v, seat)
        chance = chance_to_beat(v, places, seat, led, best)
        if not is_friend(v, seat):
            mine = mine * (ALWAYS - chance) // ALWAYS
            friend = friend * (ALWAYS - chance) // ALWAYS
        elif not leads:
            friend += (ALWAYS - mine - friend) * chance // ALWAYS
    partner = partner_of(v)
    if leads and partner != NO_SEAT:
        friend = (ALWAYS - mine) * chance_of_rescue(v, places, partner, led, hidden) // ALWAYS * RESCUE[role] // ALWAYS
    value = mine + friend * FELLOW[role] // ALWAYS + mine * LEAD_GAINED[role] // ALWAYS
    return value + (mine + friend) * STAKE[role] // ALWAYS if decides(v) else value


@rule
def chance_of_rescue(v: PreferansTable, places: Places, partner: int, led: int, hidden: int) -> int:
    """The chance that the partner can take a trick on a lead: he holds the master of the suit, or can trump it."""
    high = chance_to_hold(v, places, partner, master_of(led, hidden))
    if led == v.trump:
        return high
    void = ALWAYS - chance_to_hold(v, places, partner, cards_of(led))
    return high + void * chance_to_hold(v, places, partner, cards_of(v.trump)) // ALWAYS


@inlined
def decides(v: PreferansTable) -> bool:
    """Whether the present trick can be the declarer's sixth or the defenders' fifth."""
    mine = v.tricks[v.declarer]
    return mine == HAND_SIZE - TRICKS_OF_DEFENDERS - 1 or v.trick_number - 1 - mine == TRICKS_OF_DEFENDERS


@rule
def price(v: PreferansTable, card: int, hidden: int, role: int) -> int:
    """What a card would be worth later on if it is kept, in thousandths of a trick."""
    suit = card >> 3
    hand = v.hands[v.seat]
    in_suit = hand & cards_of(suit)
    others = popcount(cards_of(suit) & hidden)
    higher = popcount(above(card) & hidden)
    companions = popcount(in_suit) - 1
    worth = RANK[role] * (card & 7)
    if suit == v.trump:
        worth += TRUMP_PRICE[role] + (others - higher) * TRUMP_ABOVE_OTHERS[role]
        if others == 0:
            return worth + TRUMP_FREE[role]
        return worth + TRUMP_MASTER[role] if higher == 0 else worth
    worth += companions * COMPANIONS[role]
    if companions == 0 and hand & cards_of(v.trump) != 0:
        worth += LAST_OF_SUIT[role]
    if higher == 0:
        if cards_of(v.trump) & hidden == 0:
            worth += MASTER_FREE[role]
        return worth + MASTER[role] + others * MASTER_HIDDEN[role]
    if companions >= higher:
        worth += GUARDED[role] // higher
    return worth + GUARD[role] if is_guard(in_suit, card, hidden) else worth


@rule
def is_guard(in_suit: int, card: int, hidden: int) -> bool:
    """Whether a higher card of the same suit has just as many companions as there are hidden cards above it."""
    rest = in_suit & above(card)
    while rest != 0:
        higher = popcount(above(lowest_bit(rest)) & hidden)
        if higher > 0 and popcount(in_suit) - 1 == higher:
            return True
        rest &= rest - 1
    return False


@rule
def lead_plan(v: PreferansTable, places: Places, card: int, hidden: int, told: int, role: int) -> int:
    """What a lead is worth beyond its trick, in thousandths of a trick."""
    suit = card >> 3
    cards_of_suit = cards_of(suit)
    companions = popcount(v.hands[v.seat] & cards_of_suit) - 1
    is_master = above(card) & hidden == 0
    worth = PARTNERS_SUIT[role] if told >> suit & 1 else 0
    if suit == v.trump:
        if popcount(cards_of_suit & hidden) > companions:
            worth += DRAW_WITH_FEW[role]
    elif not is_master:
        worth += companions * SET_UP[role]
        if next_player(v, v.seat) != v.declarer:
            worth -= companions * THROUGH[role]
    seat = v.seat
    for _ in range(popcount(v.playing) - 1):
        seat = next_player(v, seat)
        if suit == v.trump:
            holds = chance_to_hold(v, places, seat, cards_of_suit)
            worth += holds * (PARTNERS_TRUMP[role] if is_friend(v, seat) else DRAW_TRUMPS[role]) // ALWAYS
        elif not is_friend(v, seat) and chance_to_hold(v, places, seat, cards_of_suit) == 0:
            worth += MAKE_TRUMP[role] * chance_to_hold(v, places, seat, cards_of(v.trump)) // ALWAYS
    return worth
