"""The rule-based player's auction, skat and declaration.

Every game that could be played is worth what it scores if it is won and if it is lost, weighed with the chance to win it. The
player bids as long as the best game at the next bid is worth more than passing, plays from the hand if that is worth more
than the skat, lays away the two cards that leave the best game, and declares it.
"""

from __future__ import annotations

from adut.core.intrinsics import lowest_bit, popcount
from adut.core.rule import rule
from adut.games.card_places import ALWAYS
from adut.games.skat.cards import CARDS_OF_SUIT, card_points, matadors
from adut.games.skat.layout import (
    BID_VALUES,
    CONCEDE,
    DECLARATION_ORDER,
    DECLARE_NULL,
    FIRST_BID,
    FIRST_DECLARATION,
    GRAND,
    HOLD,
    NULL,
    PASS,
    PICK_UP,
    PLAY_HAND,
    TRUMP,
)
from adut.games.skat.options import BONUS_ACTIVE_TWO, SkatOptions
from adut.games.skat.player_cards import HIGHER
from adut.games.skat.player_hand import (
    AFTER_SKAT,
    BEFORE_SKAT,
    DISCARDED_POINTS,
    GRAND_GAME,
    HAND_GAME,
    NULL_GAME,
    SUIT_GAME,
    SUIT_SCHNEIDER,
    strength,
    win_chance,
)
from adut.games.skat.scoring import (
    ALL_TRICKS,
    DEFENCE_BONUS_4P,
    DEFENCE_BONUS_4P_1999,
    POINTS_SCHNEIDER,
    POINTS_TO_WIN,
    SEEGER_FABIAN_BONUS,
    deal_value,
    null_value,
)
from adut.games.skat.table import HAND_SIZE, SkatTable

PASSING = (-10, -25)
"""What passing is worth in points, without and with the bonuses of a list: the others play and score."""
PASSING_LAST = -5
"""What passing is worth to forehand when both others have passed: nobody plays, but the skat may help more than foreseen."""
HAND_MARGIN = 15
"""How many points a hand game must be worth more than the skat."""
HOPELESS = 20
"""Per mille: with a smaller chance the declarer concedes."""
NO_GAME = -(10**6)
"""The worth of a game that cannot be played."""
LOST_POINTS, SOME_TRICKS = 45, 5
"""A plain loss, for its price, and tricks that are neither none nor all."""
FEW_TRUMPS = 3
"""With so few trumps a suit game is not thought of."""
OPEN_FORM = 3
"""The form of a declaration that promises all tricks with open cards."""
SPOILT = (0, 0, 177, 260, 338, 411, 481, 545, 606, 662, 714, 762)
"""Per mille, by how many matadors the hand is without: that one of them lies in the skat, which makes the game cheaper."""
SPOILT_MATADORS = 1
"""The matadors that are then left, at worst."""


@rule
def bonus(o: SkatOptions, value: int) -> int:
    """A deal's value with what the list adds for a game won, or lost (the others' bonus is a loss too)."""
    if not o.seeger_fabian:
        return value
    if value > 0:
        return value + SEEGER_FABIAN_BONUS
    value -= SEEGER_FABIAN_BONUS
    if o.players == 3:
        return value - o.defence_bonus_3p
    return value - (DEFENCE_BONUS_4P_1999 if o.defence_bonus_4p == BONUS_ACTIVE_TWO else DEFENCE_BONUS_4P)


@rule
def game_worth(o: SkatOptions, contract: int, hand: int, schneider: int, ouvert: int, mats: int, bid: int, chance: int) -> int:
    """What a game is worth at a bid with a chance (per mille) to win it, in points."""
    if contract == NULL and null_value(hand, ouvert) < bid:
        return NO_GAME
    points = POINTS_SCHNEIDER if schneider else POINTS_TO_WIN
    tricks = 0 if contract == NULL else ALL_TRICKS if ouvert else SOME_TRICKS
    won = deal_value(o, contract, hand, schneider, 0, ouvert, 0, mats, points, tricks, bid)
    lost = deal_value(o, contract, hand, schneider, 0, ouvert, 0, mats, LOST_POINTS, SOME_TRICKS, bid)
    return (chance * bonus(o, won) + (1000 - chance) * bonus(o, lost)) // 1000


@rule
def unseen_skat_worth(o: SkatOptions, cards: int, contract: int, hand: int, schneider: int, bid: int, chance: int) -> int:
    """`game_worth` of a trump game while the skat, which counts for the matadors, is not known."""
    mats = matadors(cards, contract)
    worth = game_worth(o, contract, hand, schneider, 0, mats, bid, chance)
    if mats >= -1:
        return worth
    spoilt = game_worth(o, contract, hand, schneider, 0, SPOILT_MATADORS, bid, chance)
    return ((1000 - SPOILT[-mats]) * worth + SPOILT[-mats] * spoilt) // 1000


@rule
def declaration(contract: int, form: int) -> int:
    """The action that declares a trump game plain (0), with schneider announced (1), or open (OPEN_FORM); or Null."""
    for i in range(5):
        if DECLARATION_ORDER[i] == contract:
            return FIRST_DECLARATION + 4 * i + form
    return DECLARE_NULL


@rule
def is_short(cards: int, contract: int) -> bool:
    """Whether a hand has too few trumps for a suit game."""
    return contract < GRAND and popcount(cards & CARDS_OF_SUIT[contract, TRUMP]) <= FEW_TRUMPS


@rule
def is_unlosable(cards: int, contract: int) -> bool:
    """Whether forehand takes all ten tricks however the other cards lie (an *Oma*).

    His highest trumps draw all others, and in every suit he has only masters, or enough to draw what is left.
    """
    for suit in range(TRUMP + 1):
        mine = cards & CARDS_OF_SUIT[contract, suit]
        others = CARDS_OF_SUIT[contract, suit] & ~cards
        masters = 0
        rest = mine
        while rest != 0:
            if HIGHER[contract, lowest_bit(rest)] & others == 0:
                masters += 1
            rest &= rest - 1
        if masters < popcount(others) and (suit == TRUMP or masters < popcount(mine)):
            return False
    return True


@rule
def skat_worth(v: SkatTable, o: SkatOptions, bid: int) -> int:
    """The worth of the best game after a look into the skat, judged before it by the eight cards that would be kept."""
    cards = v.hands[v.seat]
    forehand = 1 if v.seat == v.forehand else 0
    best = NO_GAME
    for contract in range(NULL + 1):
        if is_short(cards, contract):
            continue
        total, _ = best_discards(cards, contract, forehand, 2)
        if contract == NULL:
            for ouvert in range(2):
                chance = win_chance(total, NULL_GAME + ouvert, BEFORE_SKAT)
                best = max(best, game_worth(o, NULL, 0, 0, ouvert, 0, bid, chance))
        else:
            chance = win_chance(total, GRAND_GAME if contract == GRAND else SUIT_GAME, BEFORE_SKAT)
            best = max(best, unseen_skat_worth(o, cards, contract, 0, 0, bid, chance))
    return best


@rule
def hand_game(v: SkatTable, o: SkatOptions, bid: int) -> tuple[int, int]:
    """The best game from the hand: its worth and its declaration."""
    cards = v.hands[v.seat]
    forehand = 1 if v.seat == v.forehand else 0
    best = NO_GAME
    action = DECLARE_NULL
    for contract in range(NULL):
        if is_short(cards, contract):
            continue
        judged = GRAND_GAME if contract == GRAND else SUIT_GAME
        total = strength(cards, contract, forehand)
        for schneider in range(2):
            chance = win_chance(total, judged + schneider * (SUIT_SCHNEIDER - SUIT_GAME), HAND_GAME)
            worth = unseen_skat_worth(o, cards, contract, 1, schneider, bid, chance)
            if worth > best:
                best = worth
                action = declaration(contract, schneider)
        if forehand and is_unlosable(cards, contract):
            worth = game_worth(o, contract, 1, 1, 1, matadors(cards, contract), bid, ALWAYS)
            if worth > best:
                best = worth
                action = declaration(contract, OPEN_FORM)
    total = strength(cards, NULL, forehand)
    for ouvert in range(2):
        worth = game_worth(o, NULL, 1, 0, ouvert, 0, bid, win_chance(total, NULL_GAME + ouvert, HAND_GAME))
        if worth > best:
            best = worth
            action = DECLARE_NULL + ouvert
    return best, action


@rule
def best_discards(cards: int, contract: int, forehand: int, count: int) -> tuple[int, int]:
    """The strength of what remains of some cards without one or two, their points counted, and the set to lay away.

    Trumps are laid away only if there is nothing else.
    """
    if count == 0:
        return strength(cards, contract, forehand), 0
    for_point = 0 if contract == NULL else DISCARDED_POINTS[1 if contract == GRAND else 0]
    free = cards
    if contract != NULL and popcount(cards & ~CARDS_OF_SUIT[contract, TRUMP]) >= count:
        free = cards & ~CARDS_OF_SUIT[contract, TRUMP]
    best = NO_GAME
    discards = 0
    first = free
    while first != 0:
        one = first & -first
        first &= first - 1
        second = first if count == 2 else one
        while second != 0:
            pair = one | (second & -second)
            second &= second - 1
            total = strength(cards & ~pair, contract, forehand) + for_point * card_points(pair)
            if total > best:
                best = total
                discards = pair
    return best, discards


@rule
def best_game(v: SkatTable, o: SkatOptions) -> tuple[int, int, int]:
    """After the pick-up: declaration, cards to lay away still, and chance of the game that is worth most."""
    best = NO_GAME
    action = DECLARE_NULL
    discards = 0
    best_chance = 0
    cards = v.hands[v.seat]
    forehand = 1 if v.seat == v.forehand else 0
    for contract in range(NULL + 1):
        if is_short(cards, contract):
            continue
        total, pair = best_discards(cards, contract, forehand, popcount(cards) - HAND_SIZE)
        if contract != NULL:
            total += DISCARDED_POINTS[1 if contract == GRAND else 0] * card_points(v.skat)
        mats = 0 if contract == NULL else matadors(v.twelve, contract)
        for ouvert in range(2 if contract == NULL else 1):
            judged = NULL_GAME + ouvert if contract == NULL else GRAND_GAME if contract == GRAND else SUIT_GAME
            chance = win_chance(total, judged, AFTER_SKAT)
            worth = game_worth(o, contract, 0, 0, ouvert, mats, v.bid, chance)
            if worth > best:
                best = worth
                action = declaration(contract, 0) + ouvert
                discards = pair
                best_chance = chance
    return action, discards, best_chance


@rule
def cheapest_contract(v: SkatTable, o: SkatOptions) -> int:
    """The declaration that costs least when the game is conceded."""
    best = NO_GAME
    action = DECLARE_NULL
    for contract in range(NULL + 1):
        if contract == NULL and null_value(0, 0) < v.bid:
            continue
        mats = 0 if contract == NULL else matadors(v.twelve, contract)
        value = deal_value(o, contract, 0, 0, 0, 0, 1, mats, LOST_POINTS, SOME_TRICKS, v.bid)
        if value > best:
            best = value
            action = declaration(contract, 0)
    return action


@rule
def call(v: SkatTable, o: SkatOptions) -> int:
    """Bid the next value, hold, or pass."""
    action = HOLD
    bid = v.last_bid
    if not v.to_answer:
        action = next_bid(v)
        if action == PASS:
            return PASS
        bid = action - FIRST_BID
    passing = PASSING_LAST if v.stage == 3 else PASSING[o.seeger_fabian]
    if skat_worth(v, o, BID_VALUES[bid]) > passing:
        return action
    worth, _ = hand_game(v, o, BID_VALUES[bid])
    return action if worth > passing else PASS


@rule
def next_bid(v: SkatTable) -> int:
    """The lowest bid that is legal, PASS if there is none."""
    bids = v.legal[1] >> (FIRST_BID - 32) << (FIRST_BID - 32)
    if bids != 0:
        return 32 + lowest_bit(bids)
    if v.legal[2] != 0:
        return 64 + lowest_bit(v.legal[2])
    return 96 + lowest_bit(v.legal[3]) if v.legal[3] != 0 else PASS


@rule
def take(v: SkatTable, o: SkatOptions) -> int:
    """Pick up the skat, or play from the hand."""
    worth, _ = hand_game(v, o, v.bid)
    return PLAY_HAND if worth > skat_worth(v, o, v.bid) + HAND_MARGIN else PICK_UP


@rule
def discard(v: SkatTable, o: SkatOptions) -> int:
    """The next card to lay away for the best game."""
    _, discards, _ = best_game(v, o)
    return lowest_bit(discards)


@rule
def declare(v: SkatTable, o: SkatOptions, may_concede: bool) -> int:
    """The contract, with its announcements; a hopeless game is conceded."""
    if v.hand_game:
        _, action = hand_game(v, o, v.bid)
        return action
    if v.conceded:
        return cheapest_contract(v, o)
    action, _, chance = best_game(v, o)
    if may_concede and o.concede_after_pickup and chance < HOPELESS:
        return CONCEDE
    return action
