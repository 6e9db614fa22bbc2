"""The rule-based player's discards and contract: of all pairs of cards and all games those that are worth most are chosen.

Of pairs that leave equal hands the lower cards go, in misere the higher ones. If neither card of the talon is of any use it is
thrown openly, which the dealer pays for. A Preferans is declared, and a hopeless game is given up where that costs less.
"""

from __future__ import annotations

from adut.core.intrinsics import lowest_bit, popcount
from adut.core.rule import rule
from adut.games.choosing import highest_bit
from adut.games.russian_preferans.auction import GAME_OF_BID, GAMES_PER_LEVEL
from adut.games.russian_preferans.credit import WHISTS_PER_POINT
from adut.games.russian_preferans.layout import (
    DECLARE_PREFERANS,
    FIRST_CONTRACT,
    MISERE_CONTRACT,
    NUM_GAMES,
    REFUSE,
    THROW_TALON,
    TRUMP_OF,
)
from adut.games.russian_preferans.options import RussianPreferansOptions
from adut.games.russian_preferans.player_auction import NEVER, best_game, may, place_of
from adut.games.russian_preferans.player_hand import DECLARER, tricks_of
from adut.games.russian_preferans.player_safe import chance_of_misere
from adut.games.russian_preferans.player_worth import declarers_worth
from adut.games.russian_preferans.scoring import PRICE, SURRENDER_TRICKS, mountain_factor
from adut.games.russian_preferans.table import HAND_SIZE, RussianPreferansTable
from adut.games.russian_preferans.whist import level_of

RANKS = 100
"""A hundredth of a trick, or a thousandth of a chance, counts as much as so many ranks of the cards that are laid away."""


@rule
def best_pair(v: RussianPreferansTable, strain: int) -> tuple[int, int]:
    """The cards to lay away, one or two, that leave the best hand for a strain, or for misere (-1); and the tricks of that, in
    hundredths, or its chance."""
    cards = v.hands[v.seat]
    second_due = popcount(cards) == HAND_SIZE + 1
    leads = place_of(v) == 0
    most = NEVER
    best = 0
    best_good = 0
    first = v.legal[0]
    while first != 0:
        one = first & -first
        first &= first - 1
        second = one if second_due else cards & -(one << 1)
        while second != 0:
            pair = one | (second & -second)
            second &= second - 1
            kept = cards & ~pair
            ranks = (lowest_bit(pair) & 7) + (highest_bit(pair) & 7)
            good = chance_of_misere(kept, leads) if strain < 0 else tricks_of(kept, TRUMP_OF[strain], DECLARER)
            worth = RANKS * good + (ranks if strain < 0 else -ranks)
            if worth > most:
                most = worth
                best = pair
                best_good = good
    return best, best_good


@rule
def discard(v: RussianPreferansTable, o: RussianPreferansOptions) -> int:
    """The next of the two cards to lay away, the lower one first, or what may be done instead."""
    if may(v, DECLARE_PREFERANS):
        return DECLARE_PREFERANS
    if v.contract == MISERE_CONTRACT:
        return lowest_bit(best_pair(v, -1)[0])
    best = 0
    most = NEVER
    for strain in range(GAMES_PER_LEVEL):
        pair, tricks = best_pair(v, strain)
        for game in range(strain, NUM_GAMES, GAMES_PER_LEVEL):
            if game >= GAME_OF_BID[v.bid]:
                worth = declarers_worth(o, level_of(game), tricks)
                if worth > most:
                    best = pair
                    most = worth
    return THROW_TALON if best == v.talon and may(v, THROW_TALON) else lowest_bit(best)


@rule
def name_contract(v: RussianPreferansTable, o: RussianPreferansOptions) -> int:
    """Name the game that is worth most, or give up."""
    game, worth = best_game(o, v.hands[v.seat], GAME_OF_BID[v.bid])
    if may(v, REFUSE):
        price = PRICE[level_of(GAME_OF_BID[v.bid])] * mountain_factor(o)
        if worth < -(o.players - 1) * WHISTS_PER_POINT * SURRENDER_TRICKS * price:
            return REFUSE
    return FIRST_CONTRACT + game
