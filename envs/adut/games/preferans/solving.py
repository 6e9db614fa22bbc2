"""Preferans for the solver: the declarer against the defenders together (sections 3, 6 and 8 of the rules)."""

from __future__ import annotations

from adut.core.intrinsics import popcount
from adut.core.rule import inlined, rule
from adut.games import plain_tricks
from adut.games.open_play import NO_CAP, OpenPlay, open_tricks
from adut.games.preferans.layout import BETL
from adut.games.preferans.options import FIVE_TRICKS, REFEREE_MASK, PreferansOptions
from adut.games.preferans.rules import end_deal, is_decided, may_be_played
from adut.games.preferans.scoring import TRICKS_OF_DEFENDERS, counted_tricks
from adut.games.preferans.table import HAND_SIZE, SEATS, PreferansTable

PHASES = ("play",)
"""In which a card is due next, questions aside."""


@rule
def open_play(s: PreferansTable, o: PreferansOptions, p: OpenPlay) -> None:
    """The tricks of the declarer, as if all ten were played; in betl those that he takes before the deal ends."""
    is_betl = s.contract == BETL
    p.players = popcount(s.playing)
    p.turn = 0
    p.table = 0
    p.best = 0
    p.counted = 0
    slot = 0
    for seat in range(SEATS):
        if not s.playing >> seat & 1:
            continue
        p.seats[slot] = seat
        p.hands[slot] = s.hands[seat]
        p.counted |= (seat == s.declarer) << slot
        p.turn = slot if seat == s.seat else p.turn
        p.best = slot if seat == s.best_seat else p.best
        if s.trick[seat] >= 0:
            p.table |= 1 << s.trick[seat]
        slot += 1
    p.maximisers = (1 << p.players) - 1 ^ p.counted if is_betl else p.counted
    open_tricks(s, s.declarer, p)
    p.cap = 1 if is_betl and not o.play_to_end else NO_CAP
    # The referee's rules of leading name kings and queens.
    p.exchangeable = 0 if o.referee == REFEREE_MASK and not is_betl and p.players == SEATS else 1
    p.cash_early = 0
    p.must_beat = o.must_head


@inlined
def legal_cards(
    s: PreferansTable,
    o: PreferansOptions,
    seat: int,
    hand: int,
    led: int,
    best: int,
    best_seat: int,
    table: int,
    is_opening: bool,
) -> int:
    """The cards of a hand that may be played."""
    return may_be_played(s, o, seat, hand, led >> 3, best, table, is_opening)


@inlined
def beats(contract: int, card: int, best: int) -> bool:
    """Whether a card played later beats the best card of a trick so far."""
    return plain_tricks.beats(card, best, contract)


@rule
def conclude(s: PreferansTable, o: PreferansOptions, value: int) -> None:
    """End a deal as if the rest of the play had led to a value; each of the defenders' tricks goes to the one with fewer."""
    left = HAND_SIZE - value - (s.trick_number - 1 - s.tricks[s.declarer])
    s.tricks[s.declarer] = value
    while left > 0 and (o.play_to_end or not is_decided(s)):
        taker = -1
        for seat in range(SEATS):
            defends = seat != s.declarer and s.playing >> seat & 1
            if defends and (taker < 0 or s.tricks[seat] < s.tricks[taker]):
                taker = seat
        counts = o.supe_cap != FIVE_TRICKS or counted_tricks(s) <= TRICKS_OF_DEFENDERS
        s.tricks[taker] += 1
        s.counted_tricks[taker] += 1 if counts else 0
        left -= 1
    end_deal(s, o)
