"""The rule-based player's cards in suit games and grands.

A card is chosen by what it brings and what it costs, counted in tenths of a card point:

- the trick: the points on the table and still to come, times the chance that the own side takes them (`trick_value`). From
  this alone follow most maxims of the club: cash the ace, smear (*schmieren*) a ten on the partner's trick, give the
  declarer's trick nothing, win cheaply in last seat, duck when a higher card sits behind.
- the price: what the card would have done later (`price`). A master keeps its trick, a guarded ten waits for its ace, a low
  card guards a ten, a high trump draws lower ones, and the last card of a short suit is thrown to ruff the next round.
- on lead, the plan (`lead_plan`): the declarer draws trumps and sets up his long suit; the defenders lead short through the
  declarer and long to him ("kurzer Weg, lange Farbe"), make him ruff, and leave trumps alone.

The numbers below are tuples by role: declarer in a suit game, defender in a suit game, declarer in a grand, defender in a
grand. They were tuned by self-play.
"""

from __future__ import annotations

from adut.core.cards import RANK_SET, TEN
from adut.core.intrinsics import lowest_bit, popcount
from adut.core.rule import rule
from adut.games.card_places import ALWAYS
from adut.games.choosing import keep_better
from adut.games.skat.cards import CARD_POINTS, CARDS_OF_SUIT, SUIT_IN, beats, card_points
from adut.games.skat.layout import GRAND, TRUMP
from adut.games.skat.player_cards import (
    HIGHER,
    after_next,
    chance_to_beat,
    chance_to_hold,
    hidden_cards,
    is_friend,
    may_hold,
    third_seat,
)
from adut.games.skat.rules import next_player
from adut.games.skat.scoring import (
    POINTS_OWN_SCHNEIDER,
    POINTS_SCHNEIDER,
    POINTS_TO_WIN,
)
from adut.games.skat.table import SkatTable

ALL_POINTS = 120
SKAT_POINTS = 5
"""What the declarer of a hand game expects in the skat."""

# The trick: what those who play later add to it, in tenths of a point (below zero: the trick is worth less than it seems).
FRIEND_SMEARS = (0, 23, 0, 65)
"""The partner, when the trick is won."""
FRIEND_SAVES = (0, -6, 0, 17)
"""The partner, when it is lost."""
FOE_TAKES = (15, 50, 24, 50)
"""The opponent who takes the trick."""
FOE_LOSES = (18, -2, -6, 50)
"""Each opponent, when the trick is won."""
FOE_SMEARS = (18, 0, 102, 0)
"""The other opponent, when one takes the trick."""
LEAD_GAINED = (-32, 21, 15, 6)
"""The worth of being on lead next; below zero for a declarer who would rather play last."""
STAKE_GAME = (319, 210, 234, 31)
"""The worth of reaching 61 as declarer, 60 as defenders."""
STAKE_SCHNEIDER = (17, 6, -2, 52)
"""The worth of reaching 90 as declarer, 31 as defenders."""

# The price of a trump.
TRUMP_PRICE = (54, 40, 158, 35)
"""Of any trump."""
TRUMP_ABOVE_OTHERS = (-7, 23, 6, 18)
"""For each hidden trump below it."""
TRUMP_MASTER = (41, 80, 11, 7)
"""Further, of the highest trump that is left."""
TRUMP_POINTS = (6, 6, 33, 41)
"""Tenths for each card point of a trump which may still be caught or brought home."""

# The price of a card of a plain suit.
MASTER = (50, 38, 81, 3)
"""Of the highest card left of a suit."""
MASTER_POINTS = (7, 5, 3, 7)
"""Further, tenths for each of its points."""
GUARDED_POINTS = (1, 10, 7, 7)
"""Tenths for each point of a card that has at least as many companions as there are hidden cards above it."""
BARE_POINTS = (-8, 2, -14, -4)
"""... and of a card with fewer; below zero, since its points will be lost if it is kept."""
GUARD_OF_TEN = (11, 17, 9, 23)
"""The price of the only companion of a ten whose ace is hidden."""
LAST_OF_SUIT = (-49, -34, -15, -36)
"""The price of the last card of a suit while one holds trumps: below zero, since a void is worth having."""
COMPANIONS = (-16, 2, 1, -6)
"""For each further card that one holds of the suit."""

# The plan of the leader.
DRAW_TRUMPS = (188, 0, 538, 0)
"""The worth of a trump led by the declarer, for each opponent sure to hold one."""
DRAW_WITH_FEW = (-32, 0, 27, 0)
"""... and what is taken off it if the opponents hold more trumps than he."""
SET_UP = (4, 0, 13, 0)
"""The worth of leading a suit that is not yet good, for each companion of the card."""
LEAD_TRUMP = (0, -118, 0, -59)
"""The worth of a trump led by the defenders."""
LONG_TO_DECLARER = (0, 21, 0, 9)
"""Defenders, declarer plays second: for each companion of the card led."""
SHORT_THROUGH_PARTNER = (0, 40, 0, -6)
"""Defenders, declarer plays last: taken off for each companion of the card led."""
MAKE_HIM_RUFF = (0, 408, 0, 18)
"""Defenders lead a suit in which the declarer is void."""


@rule
def choose_card(v: SkatTable, number: int) -> int:
    """The card to play in a suit game or a grand."""
    legal = v.legal[0]
    if legal & (legal - 1) == 0:
        return lowest_bit(legal)
    role = 2 * (v.contract == GRAND) + (v.seat != v.declarer)
    hidden = hidden_cards(v)
    best = -1
    best_value = 0
    ties = 1
    rest = legal
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        value = trick_value(v, card, hidden, role) - price(v, card, hidden, role)
        if v.trick_cards == 0:
            value += lead_plan(v, card, hidden, role)
        best, best_value, ties = keep_better(best, best_value, ties, card, value, number)
    return best


@rule
def trick_value(v: SkatTable, card: int, hidden: int, role: int) -> int:
    """What the present trick will bring to the own side if a card is played, in tenths of a point."""
    leads = v.trick_cards == 0
    led = SUIT_IN[v.contract, card] if leads else v.led
    takes = leads or beats(v.contract, card, v.best_card)
    best = card if takes else v.best_card
    ours = takes or is_friend(v, v.best_seat)
    win = ALWAYS if ours else 0
    points_won = v.trick_points + CARD_POINTS[card]
    won = 10 * points_won
    lost = won
    if v.trick_cards == 1:
        last = next_player(v, v.seat)
        if is_friend(v, last):
            win = ALWAYS if ours else chance_to_beat(v, last, led, best, hidden)
            won += FRIEND_SMEARS[role]
            lost += FRIEND_SAVES[role]
        else:
            win = ALWAYS - chance_to_beat(v, last, led, best, hidden) if ours else 0
            won += FOE_LOSES[role]
            lost += FOE_TAKES[role] if ours else FOE_SMEARS[role]
    elif leads and v.seat == v.declarer:
        win = ALWAYS - chance_to_beat(v, next_player(v, v.seat), led, best, hidden)
        win = win * (ALWAYS - chance_to_beat(v, after_next(v), led, best, hidden)) // ALWAYS
        won += 2 * FOE_LOSES[role]
        lost += FOE_TAKES[role] + FOE_SMEARS[role]
    elif leads:
        win = ALWAYS - chance_to_beat(v, v.declarer, led, best, hidden)
        win += (ALWAYS - win) * chance_of_rescue(v, led, hidden) // ALWAYS
        won += FOE_LOSES[role] + FRIEND_SMEARS[role]
        lost += FOE_TAKES[role] + FRIEND_SAVES[role]
    value = win * won - (ALWAYS - win) * lost
    value += win * stake(v, won // 10, True, role) - (ALWAYS - win) * stake(v, lost // 10, False, role)
    if takes:
        value += win * LEAD_GAINED[role]
    return value // ALWAYS


@rule
def chance_of_rescue(v: SkatTable, led: int, hidden: int) -> int:
    """The chance that the partner beats the declarer on a lead: he holds the master of the suit or can ruff it."""
    partner = third_seat(v, v.seat, v.declarer)
    everybody = hidden | v.hands[v.declarer] if v.ouvert else hidden
    suit = CARDS_OF_SUIT[v.contract, led] & everybody
    rest = suit
    master = 0
    while rest != 0:
        card = lowest_bit(rest)
        rest &= rest - 1
        if HIGHER[v.contract, card] & suit == 0:
            master = 1 << card
    high = chance_to_hold(v, partner, master, hidden)
    if led == TRUMP:
        return high
    void = ALWAYS - chance_to_hold(v, partner, suit, hidden)
    return high + void * chance_to_hold(v, partner, CARDS_OF_SUIT[v.contract, TRUMP], hidden) // ALWAYS


@rule
def stake(v: SkatTable, points: int, we: bool, role: int) -> int:
    """What it is worth to a side beyond its points, if a trick of so many points takes it over a mark."""
    if v.schwarz:  # every trick decides the game
        return ALL_POINTS * STAKE_GAME[role]
    if we == (v.seat == v.declarer):
        has = v.declarer_points
        if v.seat == v.declarer and v.picked_up:
            has += card_points(v.skat)
        else:
            has += SKAT_POINTS
        game = POINTS_SCHNEIDER if v.schneider else POINTS_TO_WIN
        schneider = POINTS_SCHNEIDER
    else:
        has = v.defender_points
        game = ALL_POINTS + 1 - (POINTS_SCHNEIDER if v.schneider else POINTS_TO_WIN)
        schneider = POINTS_OWN_SCHNEIDER + 1
    worth = STAKE_GAME[role] if has < game <= has + points else 0
    return worth + STAKE_SCHNEIDER[role] if has < schneider <= has + points else worth


@rule
def price(v: SkatTable, card: int, hidden: int, role: int) -> int:
    """What a card would be worth later on if it is kept, in tenths of a point."""
    suit = SUIT_IN[v.contract, card]
    mine = v.hands[v.seat]
    above = popcount(HIGHER[v.contract, card] & hidden)
    points = CARD_POINTS[card]
    if suit == TRUMP:
        others = popcount(CARDS_OF_SUIT[v.contract, TRUMP] & hidden)
        worth = TRUMP_PRICE[role] + points * TRUMP_POINTS[role] + (others - above) * TRUMP_ABOVE_OTHERS[role]
        return worth + TRUMP_MASTER[role] if above == 0 and others > 0 else worth

    in_suit = mine & CARDS_OF_SUIT[v.contract, suit]
    companions = popcount(in_suit) - 1
    worth = companions * COMPANIONS[role]
    if companions == 0 and mine & CARDS_OF_SUIT[v.contract, TRUMP] != 0:
        worth += LAST_OF_SUIT[role]
    if above == 0:
        return worth + MASTER[role] + points * MASTER_POINTS[role]
    if companions == 1 and in_suit & RANK_SET[TEN] & ~(1 << card) != 0:
        worth += GUARD_OF_TEN[role]
    return worth + points * (GUARDED_POINTS[role] if companions >= above else BARE_POINTS[role])


@rule
def lead_plan(v: SkatTable, card: int, hidden: int, role: int) -> int:
    """What a lead is worth beyond its trick, in tenths of a point."""
    suit = SUIT_IN[v.contract, card]
    cards_of_suit = CARDS_OF_SUIT[v.contract, suit]
    companions = popcount(v.hands[v.seat] & cards_of_suit) - 1
    if v.seat == v.declarer:
        if suit == TRUMP:
            left = chance_to_hold(v, next_player(v, v.seat), cards_of_suit, hidden)
            right = chance_to_hold(v, after_next(v), cards_of_suit, hidden)
            worth = (left + right) * DRAW_TRUMPS[role] // ALWAYS
            return worth + DRAW_WITH_FEW[role] if popcount(cards_of_suit & hidden) > companions else worth
        return companions * SET_UP[role] if HIGHER[v.contract, card] & hidden else 0

    if suit == TRUMP:
        return LEAD_TRUMP[role]
    if next_player(v, v.seat) == v.declarer:
        worth = companions * LONG_TO_DECLARER[role]
    else:
        worth = -companions * SHORT_THROUGH_PARTNER[role]
    if may_hold(v, v.declarer, hidden) & cards_of_suit == 0:
        worth += MAKE_HIM_RUFF[role]
    return worth
