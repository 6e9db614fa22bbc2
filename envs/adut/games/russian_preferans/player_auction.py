"""The rule-based player's calls: he says what is worth most by the tricks, or the safety, that he counts in his hand.

- A game is worth what he expects of the best contract that it still lets him name, with the help of the talon or without.
- A misere is worth what its chance makes it. One that is good, but not good enough to be said alone, is offered by halves; the
  dealer shares what he takes to be good.
- To pass is worth the tricks that he fears in a raspasovka, as far as it may come to one, and little if somebody has bid.
- Of bids that win the same the cheaper one is made: the bid is held where that is allowed, else raised by one step.
"""

from __future__ import annotations

from adut.core.intrinsics import popcount
from adut.core.record import table
from adut.core.rule import inlined, rule
from adut.games.russian_preferans.auction import (
    GAME_OF_BID,
    GAMES_PER_LEVEL,
    HAS_TALON,
    lowest_game,
)
from adut.games.russian_preferans.credit import WHISTS_PER_POINT
from adut.games.russian_preferans.layout import (
    ACCEPT,
    HERE,
    MISERE,
    MISERE_WT,
    NINE_WT,
    NUM_BIDS,
    NUM_GAMES,
    OFFER_HALF,
    PASS,
    RAISE,
    REFUSE,
    REPEAT_WT,
    TEN_WT,
    TRUMP_OF,
)
from adut.games.russian_preferans.options import AWARD_PRICE, RASPAS_WHISTS, RussianPreferansOptions
from adut.games.russian_preferans.player_hand import DECLARER, tricks_in_raspasovka, tricks_of, with_talon
from adut.games.russian_preferans.player_safe import chance_of_misere, chance_with_talon
from adut.games.russian_preferans.player_worth import declarers_worth, worth_before_talon, worth_of_misere
from adut.games.russian_preferans.scoring import RASPASOVKA_WHISTS, pool_rate, raspasovka_price
from adut.games.russian_preferans.seats import nibble
from adut.games.russian_preferans.table import HAND_SIZE, RussianPreferansTable
from adut.games.russian_preferans.whist import level_of

CHANCE_OF_RASPASOVKA = table([0, 1000, 550, 350])
"""Per mille, by the number of players who have not passed where nobody has bid: that it comes to a raspasovka if one passes."""
DEFENDING = -5
"""What passing is worth, in whists, where somebody else plays."""
ALONE = 25
"""A misere that is worth fewer whists is offered by halves."""


NO_TRICK = table([520, 200, 60, 20, 0])
"""[expected tricks] per mille: the chance to win none in a raspasovka."""
AWARD = table([2, 0, 1, 0])
"""[raspas_zero_award] the pool points for that, apart from the price of a trick."""
NEVER = -(10**6)


@inlined
def place_of(v: RussianPreferansTable) -> int:
    """0, 1, 2 for first, second, third hand."""
    first = nibble(v.order, 0)
    return 0 if v.seat == first else 1 if v.seat == nibble(v.after, first) else 2


@inlined
def may(v: RussianPreferansTable, action: int) -> bool:
    """Whether an action is legal."""
    return v.legal[action >> 5] >> (action & 31) & 1 != 0


@rule
def best_game(o: RussianPreferansOptions, cards: int, lowest: int) -> tuple[int, int]:
    """The game from a lowest one on that is worth most to ten cards without a talon, and its worth."""
    best = NUM_GAMES - 1
    most = NEVER
    for strain in range(GAMES_PER_LEVEL):
        tricks = tricks_of(cards, TRUMP_OF[strain], DECLARER)
        for game in range(strain, NUM_GAMES, GAMES_PER_LEVEL):
            if game >= lowest:
                worth = declarers_worth(o, level_of(game), tricks)
                if worth > most:
                    best = game
                    most = worth
    return best, most


@rule
def worth_with_talon(o: RussianPreferansOptions, cards: int, lowest: int) -> int:
    """The worth of the best game from a lowest one on to ten cards that will take up the talon."""
    most = NEVER
    for strain in range(GAMES_PER_LEVEL):
        tricks = with_talon(tricks_of(cards, TRUMP_OF[strain], DECLARER))
        for game in range(strain, NUM_GAMES, GAMES_PER_LEVEL):
            if game >= lowest:
                most = max(most, worth_before_talon(o, level_of(game), tricks))
    return most


@rule
def worth_of_passing(v: RussianPreferansTable, o: RussianPreferansOptions, cards: int) -> int:
    """What is expected of a pass."""
    if v.bid >= 0:
        return o.players * DEFENDING
    points = raspasovka_price(v, o)
    price = RASPASOVKA_WHISTS if o.raspas_scoring == RASPAS_WHISTS else WHISTS_PER_POINT * points
    tricks = tricks_in_raspasovka(cards, place_of(v), o.players)
    feared = price * (100 * HAND_SIZE - o.players * tricks) // 100
    award = points if o.raspas_zero_award == AWARD_PRICE else AWARD[o.raspas_zero_award]
    feared += (o.players - 1) * pool_rate(o) * award * NO_TRICK[min(tricks // 100, len(NO_TRICK) - 1)] // 1000
    chance = CHANCE_OF_RASPASOVKA[popcount(v.active)]
    return (chance * feared + (1000 - chance) * o.players * DEFENDING) // 1000


@rule
def call(v: RussianPreferansTable, o: RussianPreferansOptions) -> int:
    """The call that is worth most."""
    cards = v.hands[v.seat]
    best = PASS
    most = worth_of_passing(v, o, cards)
    bid = HERE if may(v, HERE) else RAISE
    if may(v, bid):
        game = GAME_OF_BID[v.bid] if bid == HERE else lowest_game(v, o)
        has_talon = bid == RAISE or HAS_TALON[v.bid] != 0
        worth = worth_with_talon(o, cards, game) if has_talon else best_game(o, cards, game)[1]
        if worth > most:
            best = bid
            most = worth
    for action in (NINE_WT, TEN_WT, REPEAT_WT):
        if may(v, action):
            worth = best_game(o, cards, game_without_talon(v, action))[1]
            if worth > most:
                best = action
                most = worth
    leads = place_of(v) == 0
    if may(v, MISERE):
        worth = worth_of_misere(o, chance_with_talon(cards, leads))
        if worth > most:
            best = OFFER_HALF if may(v, OFFER_HALF) and worth < o.players * ALONE else MISERE
            most = worth
    if may(v, MISERE_WT):
        worth = worth_of_misere(o, chance_of_misere(cards, leads))
        if worth > most:
            best = MISERE_WT
    return best


@inlined
def game_without_talon(v: RussianPreferansTable, action: int) -> int:
    """The game that a bid without talon names."""
    if action == REPEAT_WT:
        return v.best_game[v.seat] - 1
    return GAME_OF_BID[min(v.bid + 1, NUM_BIDS - 1)]


@rule
def answer_half(v: RussianPreferansTable, o: RussianPreferansOptions) -> int:
    """The dealer shares a misere that is worth playing."""
    leads = place_of(v) == 0
    return ACCEPT if worth_of_misere(o, chance_with_talon(v.seen_hands[v.seat], leads)) > 0 else REFUSE
