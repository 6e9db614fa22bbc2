"""The rule-based player's cards.

A card is chosen by what it brings and what it costs, counted in tenths of a card point:

- the trick: the points on the table and still to come, times the chance that the own side takes them (`trick_value`). From
  this alone follow most maxims of the club: cash plain aces before they are ruffed, put tens and aces on the partner's sure
  trick, throw the least on the opponents', beat with the cheapest card that holds, never lead a ten below its ace.
- the price: what the card would have done later (`price`). The jack and the nine draw lower trumps, a trump kept to the end
  brings the last trick, a master keeps its trick, a guarded ten waits for its ace, the last card of a short suit goes early,
  to ruff the next round.
- on lead, the plan (`lead_plan`): the caller's side draws trumps and sets up its long suit; the defenders leave trumps alone,
  lead short suits to ruff, and make the caller ruff.

The numbers below are tuples by role: caller, caller's partner, defender with four players; caller, defender with three;
caller, defender with two. They were tuned by self-play.
"""

from __future__ import annotations

from adut.core.cards import RANK_SET, TEN
from adut.core.intrinsics import lowest_bit, popcount
from adut.core.rule import inlined, rule
from adut.games.bela.options import BelaOptions
from adut.games.bela.player_cards import (
    Places,
    chance_to_beat,
    chance_to_hold,
    hidden_cards,
    is_friend,
    places_of,
    playable_cards,
)
from adut.games.bela.scoring import BELA_POINTS, PACK_POINTS
from adut.games.bela.table import BelaTable, after, side_of
from adut.games.belote_cards import CARD_POINTS, STRONGER, SUIT_CARDS, beats, points_of
from adut.games.card_places import ALWAYS
from adut.games.choosing import keep_better

TWO_PLAYERS_TOTAL = 126
"""What the cards in play and the last trick are worth on average with two players, where ten cards are out of play."""

# The trick: what those who play later add to it, in tenths of a point.
FRIEND_WON = (4, 49, 24, 40, 34, 0, 0)
"""Each partner, when the trick is won."""
FRIEND_LOST = (2, -4, -17, 10, 9, 0, 0)
"""Each partner, when it is lost."""
FOE_WON = (9, 0, 9, 30, 26, 33, 76)
"""Each opponent, when the trick is won."""
FOE_LOST = (15, 20, 40, 27, 20, 50, 5)
"""Each opponent, when the trick is lost."""
RESCUE = (36, 17, 50, 50, 50, 0, 0)
"""Per cent: how often a partner who beats the best card beats an opponent's better card as well."""
FELLOW = (100, 100, 100, 0, 13, 0, 0)
"""Per cent: what a trick of a partner is worth of an own one; with three players the defenders count for themselves."""
LEAD_GAINED = (2, 0, 0, -11, 11, 17, 36)
"""The worth of being on lead next."""
STAKE = (300, 258, 488, 300, 185, 27, 300)
"""The worth of a trick that decides whether the caller makes it."""

# The price of a trump.
TRUMP_PRICE = (40, 40, 80, 45, 49, 42, 9)
"""Of any trump."""
TRUMP_ABOVE_OTHERS = (15, 15, 17, 51, 83, 25, 14)
"""For each hidden trump below it."""
TRUMP_MASTER = (79, 40, 72, 39, 41, 64, 96)
"""Further, of the highest trump that is left."""
TRUMP_POINTS = (4, 4, 5, 6, 4, 7, 4)
"""Tenths for each card point of a trump which may still be caught or brought home."""
TRUMP_LAST = (40, 40, 89, 66, 40, 40, 104)
"""Further, of the last trump in hand."""

# The price of a card of a plain suit.
MASTER = (35, 40, 30, 26, 21, 14, 40)
"""Of the highest card left of a suit."""
MASTER_POINTS = (8, 7, 4, 2, 1, 1, 0)
"""Further, tenths for each of its points."""
MASTER_HIDDEN = (4, 1, 0, 0, -10, -5, 27)
"""... for each hidden card of its suit: the more there are, the less it will be ruffed."""
MASTER_FREE = (0, 0, 0, -2, 0, -6, -13)
"""... and if no trump is hidden."""
GUARDED_POINTS = (7, 8, 5, 5, 8, 6, -2)
"""Tenths for each point of a card that has at least as many companions as there are hidden cards above it."""
BARE_POINTS = (0, -2, -2, -2, -2, 6, -2)
"""... and of a card with fewer; below zero, since its points will be lost if it is kept."""
GUARD_OF_TEN = (12, 12, 21, 4, 24, 26, 8)
"""The price of the only companion of a ten whose ace is hidden."""
LAST_OF_SUIT = (-38, -21, -19, -29, 16, 3, -20)
"""The price of the last card of a suit while one holds trumps: below zero, since a void is worth having."""
COMPANIONS = (3, 0, 0, -65, 1, -8, -17)
"""For each further card that one holds of the suit."""

# The plan of the leader.
DRAW_TRUMPS = (112, 115, -10, 40, -34, 100, -66)
"""The worth of a trump led, for each opponent sure to hold one."""
PARTNERS_TRUMP = (-20, -10, -19, 0, -20, 0, 0)
"""... and for each partner."""
DRAW_WITH_FEW = (-34, -29, -30, -38, -29, -96, -21)
"""... and what is taken off it if the others hold more trumps than oneself."""
DRAW_BELOW = (4, -19, -30, -26, -42, -68, 6)
"""... and if a higher trump is hidden."""
SET_UP = (5, 5, 5, 10, 11, 10, 2)
"""The worth of leading a suit that is not yet good, for each companion of the card."""
MAKE_RUFF = (41, 23, 45, 19, 77, 75, 406)
"""The worth of leading a suit in which an opponent is void who must ruff, for an opponent sure to do so."""


@rule
def choose_card(v: BelaTable, o: BelaOptions, number: int) -> int:
    """The card to play."""
    cards = playable_cards(v, o)
    if cards & (cards - 1) == 0:
        return lowest_bit(cards)
    role = role_of(v, o)
    hidden = hidden_cards(v, o)
    places = places_of(v, o)
    best = -1
    best_value = 0
    ties = 1
    rest = cards
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        value = trick_value(v, o, places, card, role) - price(v, card, hidden, role)
        if v.trick_cards == 0:
            value += lead_plan(v, o, places, card, hidden, role)
        best, best_value, ties = keep_better(best, best_value, ties, card, value, number)
    return best


@inlined
def role_of(v: BelaTable, o: BelaOptions) -> int:
    """The row of the numbers above that is the player's."""
    if o.players == 4:
        return 0 if v.seat == v.caller else 1 if v.seat == v.caller ^ 2 else 2
    return 9 - 2 * o.players + (v.seat != v.caller)


@rule
def trick_value(v: BelaTable, o: BelaOptions, places: Places, card: int, role: int) -> int:
    """What the present trick will bring to the own side if a card is played, in tenths of a point."""
    leads = v.trick_cards == 0
    led = card >> 3 if leads else v.led
    takes = leads or beats(v.trump, card, v.best_card)
    best = card if takes else v.best_card
    mine = ALWAYS if takes else 0
    friend = ALWAYS if not takes and is_friend(v, o, v.best_seat) else 0
    won = 10 * (v.trick_points + CARD_POINTS[v.trump, card])
    lost = won
    seat = v.seat
    for _ in range(o.players - 1 - v.trick_cards):
        seat = after(o, seat)
        chance = chance_to_beat(v, places, seat, led, best)
        if is_friend(v, o, seat):
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
    value = mine * won + friend * won * FELLOW[role] // 100 - foe * lost
    value += (mine + friend) * stake(v, o, won // 10, True, role) - foe * stake(v, o, lost // 10, False, role)
    return (value + mine * LEAD_GAINED[role]) // ALWAYS


@rule
def stake(v: BelaTable, o: BelaOptions, points: int, we: bool, role: int) -> int:
    """What it is worth to a side beyond its points, if a trick of so many points takes it to half of all (8.4, 8.5)."""
    caller = side_of(o, v.caller)
    total = PACK_POINTS + o.last_trick_bonus if o.players != 2 else TWO_PLAYERS_TOTAL
    callers = v.card_points[caller] + v.declared[caller]
    others = -callers
    for side in range(3):
        others += v.card_points[side] + v.declared[side]
        total += v.declared[side]
    if v.bela >= 0:
        total += BELA_POINTS
        if side_of(o, v.bela) == caller:
            callers += BELA_POINTS
        else:
            others += BELA_POINTS
    if v.seat == v.caller:
        callers += points_of(v.trump, v.discards)
    has = callers if is_friend(v, o, v.caller) == we else others
    return STAKE[role] if 2 * has < total <= 2 * (has + points) else 0


@rule
def price(v: BelaTable, card: int, hidden: int, role: int) -> int:
    """What a card would be worth later on if it is kept, in tenths of a point."""
    suit = card >> 3
    in_suit = v.hands[v.seat] & SUIT_CARDS[suit]
    above = popcount(STRONGER[v.trump, card] & hidden)
    points = CARD_POINTS[v.trump, card]
    companions = popcount(in_suit) - 1
    if suit == v.trump:
        others = popcount(SUIT_CARDS[suit] & hidden)
        worth = TRUMP_PRICE[role] + points * TRUMP_POINTS[role] + (others - above) * TRUMP_ABOVE_OTHERS[role]
        if companions == 0:
            worth += TRUMP_LAST[role]
        return worth + TRUMP_MASTER[role] if above == 0 and others > 0 else worth

    worth = companions * COMPANIONS[role]
    if companions == 0 and v.hands[v.seat] & SUIT_CARDS[v.trump] != 0:
        worth += LAST_OF_SUIT[role]
    if above == 0:
        if SUIT_CARDS[v.trump] & hidden == 0:
            worth += MASTER_FREE[role]
        worth += popcount(SUIT_CARDS[suit] & hidden) * MASTER_HIDDEN[role]
        return worth + MASTER[role] + points * MASTER_POINTS[role]
    if companions == 1 and in_suit & RANK_SET[TEN] & ~(1 << card) != 0:
        worth += GUARD_OF_TEN[role]
    return worth + points * (GUARDED_POINTS[role] if companions >= above else BARE_POINTS[role])


@rule
def lead_plan(v: BelaTable, o: BelaOptions, places: Places, card: int, hidden: int, role: int) -> int:
    """What a lead is worth beyond its trick, in tenths of a point."""
    suit = card >> 3
    cards_of_suit = SUIT_CARDS[suit]
    companions = popcount(v.hands[v.seat] & cards_of_suit) - 1
    higher = STRONGER[v.trump, card] & hidden
    worth = 0
    if suit != v.trump and higher != 0:
        worth += companions * SET_UP[role]
    if suit == v.trump:
        if popcount(cards_of_suit & hidden) > companions:
            worth += DRAW_WITH_FEW[role]
        if higher != 0:
            worth += DRAW_BELOW[role]
    seat = v.seat
    for _ in range(o.players - 1):
        seat = after(o, seat)
        if suit == v.trump:
            holds = chance_to_hold(v, places, seat, cards_of_suit)
            worth += holds * (PARTNERS_TRUMP[role] if is_friend(v, o, seat) else DRAW_TRUMPS[role]) // ALWAYS
        elif not is_friend(v, o, seat) and chance_to_hold(v, places, seat, cards_of_suit) == 0:
            worth += MAKE_RUFF[role] * chance_to_hold(v, places, seat, SUIT_CARDS[v.trump]) // ALWAYS
    return worth
