"""The rule-based player's cards.

A card is chosen by what it brings and what it costs, counted in tenths of a card point:

- the trick: the points on the table and still to come, times the chance that the own side takes them (`trick_value`). From
  this alone follow most maxims of the club: put points on the partner's sure trick, throw the least on the opponents', beat
  with the cheapest card that holds, cash a plain ace before it is ruffed, do not lead a ten below its ace or a nine of all
  trumps below its jack.
- what else hangs on it (`stake`): the trick that decides whether the caller is inside, and the one that decides about capot.
- the price: what the card would have done later (`price`). A master keeps its trick, a guarded card waits for the higher one
  to fall, a trump ruffs and, kept to the end, brings the last trick; the last card of a short suit goes early to ruff.
- on lead, the plan (`lead_plan`): the calling side draws trumps, defenders make the caller ruff; without a trump suit one plays
  the own long suit or the partner's and not the opponents'.

The numbers below are tuples by role: caller, his partner, defender in a suit, then in no trumps, then in all trumps. They were
tuned by self-play.
"""

from __future__ import annotations

from adut.core.cards import NUM_SUITS
from adut.core.intrinsics import lowest_bit, popcount
from adut.core.record import table
from adut.core.rule import inlined, rule
from adut.games.belot.cards import RUFFING_CARDS, belot_cards
from adut.games.belot.declaring import KIND_OF, of_side
from adut.games.belot.layout import KINDS
from adut.games.belot.options import BelotOptions
from adut.games.belot.player_cards import (
    KING_AND_QUEEN,
    Places,
    chance_to_beat,
    chance_to_hold,
    hidden_cards,
    is_friend,
    places_of,
)
from adut.games.belot.scoring import BELOT_POINTS, PACK_POINTS
from adut.games.belot.table import BelotTable
from adut.games.belote_cards import ALL_TRUMPS, CARD_POINTS, NO_TRUMPS, STRONGER, SUIT_CARDS, beats
from adut.games.card_places import ALWAYS
from adut.games.choosing import keep_better
from adut.games.declarations import NUM_DECLARATIONS, POINTS

_POINTS_OF_KIND = {int(KIND_OF[number]): int(POINTS[number]) for number in range(NUM_DECLARATIONS)}
KIND_POINTS = table([_POINTS_OF_KIND[kind] for kind in range(len(KINDS))])
"""[kind] what a declaration is worth."""
CAPOT_FROM = 5
"""The first trick in which capot is thought of."""

# The trick: what those who play later add to it, in tenths of a point.
FRIEND_WON = (4, 49, 24, 17, 30, 17, 30, 10, 30)
"""The partner, when the trick is won."""
FRIEND_LOST = (2, -4, -10, 0, 1, -38, 11, -4, 0)
"""The partner, when it is lost."""
FOE_WON = (9, 0, 9, 22, 17, 10, 20, 20, 12)
"""Each opponent, when the trick is won."""
FOE_LOST = (15, 20, 40, 10, 10, 20, 20, 24, 19)
"""Each opponent, when the trick is lost."""
RESCUE = (36, 17, 50, 50, 55, 50, 50, 50, 50)
"""Per cent: how often a partner who beats the best card beats an opponent's better card as well."""
LEAD_GAINED = (0, 0, -2, 8, 10, 14, 10, 10, 26)
"""The worth of being on lead next."""
LEAD_MASTER = (0, 0, 0, 20, 13, 15, 15, 15, 15)
"""... for each card that would then win its trick in a suit, trumps aside."""
STAKE = (249, 297, 488, 21, 300, 300, 53, 79, 102)
"""The worth of a trick that decides whether the caller is inside."""
CAPOT = (1, 150, 154, 150, 0, 150, 167, 196, 150)
"""The worth of a trick when one side has all others."""

# The price of a trump.
TRUMP_PRICE = (54, 40, 129, 0, 0, 0, 0, 0, 0)
"""Of any trump."""
TRUMP_ABOVE_OTHERS = (15, 15, 23, 0, 0, 0, 0, 0, 0)
"""For each hidden trump below it."""
TRUMP_MASTER = (79, 40, 75, 0, 0, 0, 0, 0, 0)
"""Further, of the highest trump that is left."""
TRUMP_PER_POINT = (4, 4, 5, 0, 0, 0, 0, 0, 0)
"""Tenths for each card point of a trump which may still be caught or brought home."""
TRUMP_LAST = (40, 5, 95, 0, 0, 0, 0, 0, 0)
"""Further, of the last trump in hand."""

# The price of any other card.
MASTER = (35, 40, 6, 42, 40, 40, 40, 40, 45)
"""Of the highest card left of a suit."""
MASTER_PER_POINT = (8, 4, 4, 6, 6, 5, 7, 7, 8)
"""Further, tenths for each of its points."""
MASTER_HIDDEN = (4, 1, -1, 5, 10, 12, 23, 21, 15)
"""... for each hidden card of its suit."""
GUARDED = (7, 8, 5, 5, 7, 5, 5, 7, 4)
"""Tenths for each point of a card that has at least as many companions as there are hidden cards above it."""
BARE = (0, -2, -1, -2, -2, -1, -2, -2, -2)
"""... and of a card with fewer; below zero, since its points will be lost if it is kept."""
GUARD = (12, 28, 14, 20, 20, 20, 20, 11, 30)
"""The price of the only companion of a card of ten or more points that is not the master."""
LAST_OF_SUIT = (-42, -21, -7, 5, 5, 5, 5, 5, 1)
"""The price of the last card of a suit: below zero in a suit contract with trumps in hand, since a void is worth having."""
COMPANIONS = (3, 0, 0, 2, 9, 3, 2, 2, 2)
"""For each further card that one holds of the suit."""
BELOT_LOST = (0, 0, 0, 0, 0, 0, 34, 150, 219)
"""The price of a king or queen whose belot is lost by it, as a discard in all trumps."""
BELOT_NOW = (0, 0, 0, 0, 0, 0, 66, 41, 39)
"""The worth of announcing belot at once."""

# The plan of the leader.
DRAW_TRUMPS = (112, 115, -10, 0, 0, 0, 0, 0, 0)
"""The worth of a trump led, for each opponent sure to hold one."""
PARTNERS_TRUMP = (-20, -10, -19, 0, 0, 0, 0, 0, 0)
"""... and for the partner."""
DRAW_WITH_FEW = (-21, -29, -30, 0, 0, 0, 0, 0, 0)
"""... and what is added if the others hold more trumps than oneself."""
DRAW_BELOW = (4, -19, -39, 0, 0, 0, 0, 0, 0)
"""... and if a higher trump is hidden."""
SET_UP = (2, 5, 5, 25, 8, 7, 7, 15, 14)
"""The worth of leading a suit that is not yet good, for each companion of the card."""
RUN_SUIT = (22, 14, 0, 8, 5, 5, 0, 9, 6)
"""The worth of leading the highest card of a suit, for each companion."""
MAKE_RUFF = (64, 23, 182, 0, 0, 0, 0, 0, 0)
"""The worth of leading a suit in which an opponent is void who must ruff, for an opponent sure to do so."""
PARTNERS_SUIT = (10, 9, 10, 67, 33, 30, 50, 23, 73)
"""The worth of leading a suit, not of trumps, that the partner has bid."""
THEIR_SUIT = (4, -16, 0, -48, -20, -20, -20, -19, -20)
"""... that the opponents have bid."""


@rule
def choose_card(v: BelotTable, o: BelotOptions, number: int) -> int:
    """The card to play."""
    cards = v.legal[0]
    if cards & (cards - 1) == 0:
        return lowest_bit(cards)
    role = role_of(v)
    hidden = hidden_cards(v)
    places = places_of(v, o)
    best = -1
    best_value = 0
    ties = 1
    rest = cards
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        value = trick_value(v, o, places, card, hidden, role) - price(v, card, hidden, role) + belot_value(v, o, card, role)
        if v.trick_cards == 0:
            value += lead_plan(v, o, places, card, hidden, role)
        best, best_value, ties = keep_better(best, best_value, ties, card, value, number)
    return best


@inlined
def role_of(v: BelotTable) -> int:
    """The column of the numbers above that is the player's."""
    part = 0 if v.seat == v.caller else 1 if v.seat == v.caller ^ 2 else 2
    return 3 * max(v.contract - NO_TRUMPS + 1, 0) + part


@rule
def trick_value(v: BelotTable, o: BelotOptions, places: Places, card: int, hidden: int, role: int) -> int:
    """What the present trick will bring to the own side if a card is played, in tenths of a point."""
    leads = v.trick_cards == 0
    led = card >> 3 if leads else v.led
    takes = leads or beats(v.contract, card, v.best_card)
    best = card if takes else v.best_card
    mine = ALWAYS if takes else 0
    friend = ALWAYS if not takes and is_friend(v, v.best_seat) else 0
    won = 10 * (v.trick_points + CARD_POINTS[v.contract, card])
    lost = won
    seat = v.seat
    for _ in range(3 - v.trick_cards):
        seat = (seat + 1) & 3
        chance = chance_to_beat(v, o, places, seat, led, best)
        if is_friend(v, seat):
            rescued = (ALWAYS - mine - friend) * chance * RESCUE[role] // (100 * ALWAYS)
            taken_over = mine * chance // ALWAYS
            friend += taken_over + rescued
            mine -= taken_over
            won += FRIEND_WON[role]
            lost += FRIEND_LOST[role]
        else:
            mine = mine * (ALWAYS - chance) // ALWAYS
            friend = friend * (ALWAYS - chance) // ALWAYS
            won += FOE_WON[role]
            lost += FOE_LOST[role]
    foe = ALWAYS - mine - friend
    value = (mine + friend) * (won + stake(v, won // 10, True, role)) - foe * (lost + stake(v, lost // 10, False, role))
    lead = LEAD_GAINED[role] + LEAD_MASTER[role] * masters(v, v.hands[v.seat] & ~(1 << card), hidden)
    return (value + mine * lead) // ALWAYS


@rule
def masters(v: BelotTable, cards: int, hidden: int) -> int:
    """How many of some cards, trumps aside, no hidden card of their suit beats."""
    count = 0
    rest = cards & ~RUFFING_CARDS[v.contract]
    while rest != 0:
        count += STRONGER[v.contract, lowest_bit(rest)] & hidden == 0
        rest &= rest - 1
    return count


@rule
def stake(v: BelotTable, points: int, we: bool, role: int) -> int:
    """What it is worth to a side beyond its points to take a trick of so many points.

    The caller's side needs more than half of all points (8.1); a side with all tricks so far may make capot (8.4).
    """
    side = v.seat & 1 if we else 1 - (v.seat & 1)
    worth = 0
    if v.trick_number >= CAPOT_FROM and v.tricks[0] * v.tricks[1] == 0:
        worth += CAPOT[role]
    mine = v.card_points[side] + declared_by(v, side)
    total = PACK_POINTS[v.contract] + declared_by(v, 0) + declared_by(v, 1)
    if 2 * mine <= total < 2 * (mine + points):
        worth += STAKE[role] * v.mult
    return worth


@rule
def declared_by(v: BelotTable, side: int) -> int:
    """What a side has announced: belots, and declarations unless the other side has announced more."""
    points = announced_points(v, side)
    return BELOT_POINTS * of_side(v.belots, side) + (points if points > announced_points(v, 1 - side) else 0)


@rule
def announced_points(v: BelotTable, side: int) -> int:
    """What the runs and fours that a side has announced are worth if they count."""
    points = 0
    for kind in range(len(KINDS)):
        flags = v.announced >> 4 * kind & 0xF
        again = v.announced_twice >> 4 * kind & 0xF
        points += KIND_POINTS[kind] * (of_side(flags, side) + of_side(again, side))
    return points


@rule
def price(v: BelotTable, card: int, hidden: int, role: int) -> int:
    """What a card would be worth later on if it is kept, in tenths of a point."""
    suit = card >> 3
    in_suit = v.hands[v.seat] & SUIT_CARDS[suit]
    above = popcount(STRONGER[v.contract, card] & hidden)
    others = popcount(SUIT_CARDS[suit] & hidden)
    points = CARD_POINTS[v.contract, card]
    companions = popcount(in_suit) - 1
    if suit == v.contract:
        worth = TRUMP_PRICE[role] + points * TRUMP_PER_POINT[role] + (others - above) * TRUMP_ABOVE_OTHERS[role]
        if companions == 0:
            worth += TRUMP_LAST[role]
        return worth + TRUMP_MASTER[role] if above == 0 and others > 0 else worth

    worth = companions * COMPANIONS[role]
    if companions == 0 and (v.contract >= NO_TRUMPS or v.hands[v.seat] & SUIT_CARDS[v.contract] != 0):
        worth += LAST_OF_SUIT[role]
    if above == 0:
        return worth + MASTER[role] + points * MASTER_PER_POINT[role] + others * MASTER_HIDDEN[role]
    if companions == 1:
        other = lowest_bit(in_suit & ~(1 << card))
        if CARD_POINTS[v.contract, other] >= 10 and STRONGER[v.contract, other] & hidden != 0:
            worth += GUARD[role]
    return worth + points * (GUARDED[role] if companions >= above else BARE[role])


@rule
def belot_value(v: BelotTable, o: BelotOptions, card: int, role: int) -> int:
    """What a king or queen is worth for belot, which a discard can lose in all trumps (5.3)."""
    hand = v.hands[v.seat]
    pair = KING_AND_QUEEN << (card & ~7)
    if v.contract != ALL_TRUMPS or pair >> card & 1 == 0 or hand & pair != pair:
        return 0
    return BELOT_NOW[role] if belot_cards(o, v.contract, v.led, hand) >> card & 1 else -BELOT_LOST[role]


@rule
def lead_plan(v: BelotTable, o: BelotOptions, places: Places, card: int, hidden: int, role: int) -> int:
    """What a lead is worth beyond its trick, in tenths of a point."""
    suit = card >> 3
    cards_of_suit = SUIT_CARDS[suit]
    companions = popcount(v.hands[v.seat] & cards_of_suit) - 1
    higher = STRONGER[v.contract, card] & hidden
    worth = 0
    if suit == v.contract:
        if popcount(cards_of_suit & hidden) > companions:
            worth += DRAW_WITH_FEW[role]
        if higher != 0:
            worth += DRAW_BELOW[role]
    else:
        worth += companions * (SET_UP[role] if higher != 0 else RUN_SUIT[role])
        bids = v.bids >> 4 * suit
        if bids >> (v.seat ^ 2) & 1:
            worth += PARTNERS_SUIT[role]
        if of_side(bids & 0xF, 1 - (v.seat & 1)):
            worth += THEIR_SUIT[role]
    if v.contract >= NUM_SUITS:
        return worth
    seat = v.seat
    for _ in range(3):
        seat = (seat + 1) & 3
        holds = chance_to_hold(v, o, places, seat, cards_of_suit)
        if suit == v.contract:
            worth += holds * (PARTNERS_TRUMP[role] if is_friend(v, seat) else DRAW_TRUMPS[role]) // ALWAYS
        elif not is_friend(v, seat) and holds == 0:
            worth += MAKE_RUFF[role] * chance_to_hold(v, o, places, seat, SUIT_CARDS[v.contract]) // ALWAYS
    return worth
