"""How the rule-based players of both Preferans games weigh a card in contracts of tricks, with and without trumps.

A card is chosen by what it brings and what it costs, counted in thousandths of a trick:

- the trick: the chance that the own side takes it (`trick_value`). From this alone follow most maxims of the club: cash masters
  before they are trumped, win with the cheapest card that holds, throw the least on a trick that the partner wins safely.
- the price: what the card would have done later (`price`). A trump or a master keeps its trick, a king or queen with its
  guards waits for one, and so do the guards; the last card of a short suit goes early, to trump the next round.
- on lead, the plan (`lead_plan`): the declarer draws trumps as long as it pays and sets up his long suit; the defenders lead
  through the declarer, come back to the suit of the partner, and make the declarer trump.

`v` is the view of a table of either game. The numbers are tuples by role: declarer and defender of a suit contract, declarer
and defender without trumps.
"""

from __future__ import annotations

from typing import Any

from adut.core.intrinsics import lowest_bit, popcount
from adut.core.rule import rule
from adut.games.card_places import ALWAYS
from adut.games.plain_tricks import NO_SUIT, above, beats, cards_of
from adut.games.preferans_chances import Places, chance_to_beat, chance_to_hold, follower, is_friend, master_of

NO_SEAT = -1

# The trick.
FELLOW = (0, 634, 0, 950)
"""What a trick of the partner is worth of an own one where each writes his own."""
RESCUE = (0, 600, 0, 600)
"""How often a partner who can beat the declarer's card does so, if the defender leads."""
LEAD_GAINED = (100, 50, 150, 0)
"""The worth of being on lead next."""
STAKE = (500, 666, 500, 500)
"""The worth of a trick with which the declarer has his contract or the defence has beaten it."""

# The price of a trump.
TRUMP_PRICE = (650, 500, 0, 0)
"""Of any trump."""
TRUMP_ABOVE_OTHERS = (10, 60, 0, 0)
"""For each trump of others below it."""
TRUMP_MASTER = (67, 68, 0, 0)
"""Further, of the highest trump that is left."""
TRUMP_FREE = (416, 250, 0, 0)
"""Further, of a trump when all others are drawn: it wins whenever it is played, and until then it stops every suit."""

# The price of a card of a plain suit.
MASTER = (600, 400, 500, 700)
"""Of the highest card left of a suit."""
MASTER_OTHERS = (-10, 30, 0, 0)
"""... and for each card that others have of its suit: the more there are, the less it will be trumped."""
MASTER_FREE = (200, 200, 0, 0)
"""... and if nobody else has a trump."""
GUARDED = (300, 350, 400, 267)
"""Of a card with as many companions as others have cards above it, divided by their number."""
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
def role_of(v: Any) -> int:
    """The role of the seat to play, an index of the tuples."""
    return int(v.seat != v.declarer) + (2 if v.trump == NO_SUIT else 0)


@rule
def trick_value(
    v: Any,
    places: Places,
    after: int,
    players: int,
    partner: int,
    card: int,
    rivals: int,
    role: int,
    fellow: int,
    decides: bool,
) -> int:
    """What the present trick will bring to the own side if a card is played, in thousandths of a trick.

    Args:
        after, players: who plays after each seat, and how many play.
        partner: the other defender of a defender, NO_SEAT if there is none.
        rivals: the cards that others may hold against the own side.
        fellow: what a trick of the partner is worth, per mille of an own one.
        decides: the trick can be the one with which the declarer has made his contract, or failed.
    """
    leads = v.trick_cards == 0
    led = card >> 3 if leads else v.led
    takes = leads or beats(card, v.best_card, v.trump)
    best = card if takes else v.best_card
    mine = ALWAYS if takes else 0
    friend = ALWAYS if not takes and is_friend(v, v.best_seat) else 0
    seat = v.seat
    for _ in range(players - 1 - v.trick_cards):
        seat = follower(after, seat)
        chance = chance_to_beat(v, places, seat, led, best)
        if not is_friend(v, seat):
            mine = mine * (ALWAYS - chance) // ALWAYS
            friend = friend * (ALWAYS - chance) // ALWAYS
        elif not leads:
            friend += (ALWAYS - mine - friend) * chance // ALWAYS
    if leads and partner != NO_SEAT:
        friend = (ALWAYS - mine) * chance_of_rescue(v, places, partner, led, rivals) // ALWAYS * RESCUE[role] // ALWAYS
    value = mine + friend * fellow // ALWAYS + mine * LEAD_GAINED[role] // ALWAYS
    return value + (mine + friend) * STAKE[role] // ALWAYS if decides else value


@rule
def chance_of_rescue(v: Any, places: Places, partner: int, led: int, rivals: int) -> int:
    """The chance that the partner can take a trick on a lead: he holds the master of the suit, or can trump it."""
    high = chance_to_hold(v, places, partner, master_of(led, rivals | places[partner]))
    if led == v.trump:
        return high
    void = ALWAYS - chance_to_hold(v, places, partner, cards_of(led))
    return high + void * chance_to_hold(v, places, partner, cards_of(v.trump)) // ALWAYS


@rule
def price(v: Any, card: int, rivals: int, role: int) -> int:
    """What a card would be worth later on if it is kept, in thousandths of a trick."""
    suit = card >> 3
    hand = v.hands[v.seat]
    in_suit = hand & cards_of(suit)
    in_rivals = popcount(cards_of(suit) & rivals)
    higher = popcount(above(card) & rivals)
    companions = popcount(in_suit) - 1
    worth = RANK[role] * (card & 7)
    if suit == v.trump:
        worth += TRUMP_PRICE[role] + (in_rivals - higher) * TRUMP_ABOVE_OTHERS[role]
        if in_rivals == 0:
            return worth + TRUMP_FREE[role]
        return worth + TRUMP_MASTER[role] if higher == 0 else worth
    worth += companions * COMPANIONS[role]
    if companions == 0 and hand & cards_of(v.trump) != 0:
        worth += LAST_OF_SUIT[role]
    if higher == 0:
        if v.trump != NO_SUIT and cards_of(v.trump) & rivals == 0:
            worth += MASTER_FREE[role]
        return worth + MASTER[role] + in_rivals * MASTER_OTHERS[role]
    if companions >= higher:
        worth += GUARDED[role] // higher
    return worth + GUARD[role] if is_guard(in_suit, card, rivals) else worth


@rule
def is_guard(in_suit: int, card: int, rivals: int) -> bool:
    """Whether a higher card of the same suit has just as many companions as others have cards above it."""
    rest = in_suit & above(card)
    while rest != 0:
        higher = popcount(above(lowest_bit(rest)) & rivals)
        if higher > 0 and popcount(in_suit) - 1 == higher:
            return True
        rest &= rest - 1
    return False


@rule
def lead_plan(v: Any, places: Places, after: int, players: int, card: int, rivals: int, told: int, role: int) -> int:
    """What a lead is worth beyond its trick, in thousandths of a trick; `told` are suits of the partner, as bits."""
    suit = card >> 3
    cards_of_suit = cards_of(suit)
    companions = popcount(v.hands[v.seat] & cards_of_suit) - 1
    is_master = above(card) & rivals == 0
    worth = PARTNERS_SUIT[role] if told >> suit & 1 else 0
    if suit == v.trump:
        if popcount(cards_of_suit & rivals) > companions:
            worth += DRAW_WITH_FEW[role]
    elif not is_master:
        worth += companions * SET_UP[role]
        if follower(after, v.seat) != v.declarer:
            worth -= companions * THROUGH[role]
    seat = v.seat
    for _ in range(players - 1):
        seat = follower(after, seat)
        if suit == v.trump:
            holds = chance_to_hold(v, places, seat, cards_of_suit)
            worth += holds * (PARTNERS_TRUMP[role] if is_friend(v, seat) else DRAW_TRUMPS[role]) // ALWAYS
        elif not is_friend(v, seat) and chance_to_hold(v, places, seat, cards_of_suit) == 0:
            worth += MAKE_TRUMP[role] * chance_to_hold(v, places, seat, cards_of(v.trump)) // ALWAYS
    return worth
