"""The auction: bids one step at a time, holding, misere, games without talon, and half a misere (P1 of the rules)."""

from __future__ import annotations

from adut.core.history import SHOWN_CARD, log_cards
from adut.core.intrinsics import popcount
from adut.core.options import number_in
from adut.core.record import Ints, table
from adut.core.rule import inlined, rule
from adut.core.table import turn
from adut.games.russian_preferans.layout import (
    AUCTION,
    FIRST_CONTRACT,
    HALF_OFFER,
    HERE,
    L_MISERE,
    L_MISERE_WT,
    L_NINE,
    L_NINE_WT,
    L_TEN,
    L_TEN_WT,
    MISERE,
    MISERE_CONTRACT,
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
)
from adut.games.russian_preferans.options import (
    BIDS_FREE,
    HERE_FIRST_HAND,
    LADDER_KODEKS,
    LOWEST_LEVEL,
    NO_TALON_OFF,
    NO_TALON_REPEAT,
    OFFERS_EACH,
    RussianPreferansOptions,
)
from adut.games.russian_preferans.seats import nibble
from adut.games.russian_preferans.table import ACTIVE, NO_BID, RussianPreferansTable

GOES_ON, ALL_PASS, BOUGHT = range(3)
"""What a call leads to."""

GAMES_PER_LEVEL = 5
FIRST_TEN = NUM_GAMES - GAMES_PER_LEVEL
GAME_OF_BID = table(
    [
        MISERE_CONTRACT
        if bid in (L_MISERE, L_MISERE_WT)
        else bid
        if bid < L_MISERE
        else bid - L_NINE_WT + L_NINE
        if bid < L_TEN
        else bid - (L_TEN if bid < L_MISERE_WT else L_TEN_WT) + FIRST_TEN
        for bid in range(NUM_BIDS)
    ]
)
"""[bid] its game, or misere."""
HAS_TALON = table([bid < L_NINE_WT or L_TEN <= bid < L_MISERE_WT for bid in range(NUM_BIDS)])
"""[bid] whether the talon is taken."""


def _games_above() -> Ints:
    """[misere_ladder, bid] the lowest game with talon above a bid, NUM_GAMES if there is none."""
    rows = []
    for kodeks in (False, True):
        row = []
        for bid in range(NUM_BIDS):
            if bid == L_MISERE:
                row.append(L_NINE if kodeks else FIRST_TEN)
            elif bid < L_MISERE:
                row.append(bid + 1)
            elif bid < L_TEN:
                row.append(FIRST_TEN)
            else:
                row.append(bid - L_TEN + FIRST_TEN + 1 if bid < L_MISERE_WT else NUM_GAMES)
        rows.append(row)
    return table(rows)


_GAMES_ABOVE = _games_above()


@inlined
def bid_of_game(game: int) -> int:
    """The bid of a game with talon."""
    return game if game < FIRST_TEN else game - FIRST_TEN + L_TEN


@inlined
def lowest_game(s: RussianPreferansTable, o: RussianPreferansOptions) -> int:
    """The lowest game with talon that may be bid now, NUM_GAMES if there is none."""
    if s.bid == NO_BID:
        return GAMES_PER_LEVEL * (number_in(o.exit_levels, s.series) - LOWEST_LEVEL)
    return FIRST_TEN if s.repeated else _GAMES_ABOVE[o.misere_ladder, s.bid]


@inlined
def may_hold(s: RussianPreferansTable, o: RussianPreferansOptions, seat: int) -> bool:
    """Whether a seat that may bid games may hold the present bid: it sits before the other of two bidders."""
    is_game = s.bid >= 0 and not s.repeated and s.bid != L_MISERE and s.bid != L_MISERE_WT
    is_before = seat == nibble(s.order, 0) or (s.owner == nibble(s.order, ACTIVE - 1) and o.here_who != HERE_FIRST_HAND)
    return is_game and is_before and popcount(s.active) == 2


@inlined
def may_say_misere(s: RussianPreferansTable, o: RussianPreferansOptions, seat: int) -> bool:
    """Whether misere ranks above the present bid and the seat may still say it."""
    above = L_NINE if o.misere_ladder == LADDER_KODEKS else L_MISERE
    return s.bid < above and (s.last_call[seat] == 0 or not o.misere_first_call_only)


@inlined
def may_offer(s: RussianPreferansTable, o: RussianPreferansOptions, seat: int) -> bool:
    """P1a: whether a seat that may say misere may offer half of it to the dealer of four."""
    others = s.offered >> seat & 1 if o.half_offers == OFFERS_EACH else s.offered
    return o.players > ACTIVE and o.misere_half != 0 and s.last_call[seat] == 0 and others == 0


@rule
def legal_calls(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """P1: what may be said in the auction."""
    seat = s.seat
    calls = 1 << PASS - 32
    if may_say_misere(s, o, seat):
        calls |= 1 << MISERE - 32
        if may_offer(s, o, seat):
            calls |= 1 << OFFER_HALF - 32
    has_misere = s.misere_bidders >> seat & 1
    with_no_talon = o.no_talon_games != NO_TALON_OFF and not s.repeated
    if not has_misere:
        game = lowest_game(s, o)
        if game < NUM_GAMES:
            calls |= 1 << RAISE - 32
            if o.bid_jumps == BIDS_FREE:
                jumps = (1 << NUM_GAMES) - (1 << game)
                calls |= (jumps << FIRST_CONTRACT - 32) & 0xFFFFFFFF
                s.legal[2] = jumps >> 64 - FIRST_CONTRACT
        if may_hold(s, o, seat):
            calls |= 1 << HERE - 32
        if with_no_talon and L_MISERE <= s.bid < L_TEN - 1:
            calls |= 1 << NINE_WT - 32
        if with_no_talon and L_MISERE_WT <= s.bid < NUM_BIDS - 1:
            calls |= 1 << TEN_WT - 32
        if may_repeat(s, o, seat):
            calls |= 1 << REPEAT_WT - 32
    first_call = s.last_call[seat] == 0 or not o.misere_first_call_only
    if with_no_talon and L_MISERE <= s.bid < L_MISERE_WT and (first_call or has_misere):
        calls |= 1 << MISERE_WT - 32
    s.legal[1] = calls


@inlined
def may_repeat(s: RussianPreferansTable, o: RussianPreferansOptions, seat: int) -> bool:
    """P1: whether a seat may repeat his highest game without talon: over one with talon, or a lower one that was repeated."""
    if o.no_talon_games != NO_TALON_REPEAT or not s.game_bidders >> seat & 1:
        return False
    mine = s.best_game[seat] - 1
    return mine >= 0 and (s.bid < mine if s.repeated else s.bid < L_MISERE)


@rule
def call(s: RussianPreferansTable, o: RussianPreferansOptions, action: int) -> int:
    """P1: a call of the auction. Returns what it leads to."""
    seat = s.seat
    if action == OFFER_HALF:
        s.offered |= 1 << seat
        s.seen_hands[seat] = s.hands[seat]
        log_cards(s, SHOWN_CARD, seat, s.hands[seat], 1 << s.dealer)
        s.phase = HALF_OFFER
        s.actor = s.dealer
        return GOES_ON
    is_jump = action >= FIRST_CONTRACT
    s.last_call[seat] = (RAISE if is_jump else action) - PASS + 1
    if action == PASS:
        s.active &= ~(1 << seat)
        if s.active == 0:
            return ALL_PASS
    else:
        bid = s.bid
        if is_jump:
            bid = bid_of_game(action - FIRST_CONTRACT)
        elif action == RAISE:
            bid = bid_of_game(lowest_game(s, o))
        elif action in (NINE_WT, TEN_WT):
            bid += 1  # from a misere to the lowest
        elif action == MISERE:
            bid = L_MISERE
        elif action == MISERE_WT:
            bid = L_MISERE_WT
        elif action == REPEAT_WT:
            bid = s.best_game[seat] - 1
        make_bid(s, seat, bid, action == REPEAT_WT)
    if s.bid >= 0 and s.active == 1 << s.owner:
        return BOUGHT
    after = nibble(s.after, seat)
    turn(s, after if s.active >> after & 1 else nibble(s.after, after))
    return GOES_ON


@inlined
def make_bid(s: RussianPreferansTable, seat: int, bid: int, repeated: bool) -> None:
    """A seat makes or holds a bid."""
    s.bid = bid
    s.repeated = 1 if repeated else 0
    s.owner = seat
    s.said[seat] = bid + 1
    is_misere = GAME_OF_BID[bid] == MISERE_CONTRACT
    s.misere_bidders = s.misere_bidders | 1 << seat if is_misere else s.misere_bidders & ~(1 << seat)
    s.game_bidders = s.game_bidders & ~(1 << seat) if is_misere else s.game_bidders | 1 << seat
    if HAS_TALON[bid] and not is_misere:
        s.best_game[seat] = bid + 1


@rule
def answer_offer(s: RussianPreferansTable, o: RussianPreferansOptions, action: int) -> int:
    """P1a: the dealer shares the misere of the seat that offered it, or does not. Returns what it leads to."""
    s.phase = AUCTION
    s.actor = s.seat
    if action == REFUSE:
        return GOES_ON
    s.half = s.seat
    return call(s, o, MISERE)
