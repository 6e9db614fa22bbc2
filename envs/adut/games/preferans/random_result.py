"""Deals that might have been, for random sheets: what they write, as often as players of the suite write it."""

from __future__ import annotations

from adut.core.intrinsics import popcount
from adut.core.rule import rule
from adut.games.preferans.layout import BETL, SANS, TREF
from adut.games.preferans.options import UVER_IN_HAND, PreferansOptions
from adut.games.preferans.scoring import lacks_kontra, value_in_force, write_deal
from adut.games.preferans.seats import next_seat, previous_seat
from adut.games.preferans.table import HAND_SIZE, NO_CONTRACT, NO_SEAT, SEATS, PreferansTable
from adut.games.weighted_draws import draw, drawn, happens, lots

CONTRACTS = lots({2: 16, 3: 20, 4: 26, TREF: 29, BETL: 2, SANS: 7})
ALL_PASS_PERCENT = 35
IN_HAND_PERCENT = 30
FOLLOWERS = lots({0: 27, 1: 50, 2: 23})
"""How many follow."""
CALL_PERCENT = 10
"""... of the deals with one follower."""
KONTRA_PERCENT, REKONTRA_PERCENT = 5, 25
TRICKS_AGAINST_TWO = lots({0: 1, 1: 2, 2: 13, 3: 26, 4: 34, 5: 24})
"""Tricks of the defenders when both play."""
TRICKS_AGAINST_ONE = lots({0: 1, 1: 9, 2: 30, 3: 36, 4: 18, 5: 6})
BETL_MADE_PERCENT = 70


@rule
def random_result(s: PreferansTable, o: PreferansOptions, number: int) -> None:
    """A deal and its score: all pass, a contract that nobody follows, or a contract that was played."""
    s.declarer = NO_SEAT
    s.contract = NO_CONTRACT
    s.in_hand = 0
    s.value = 0
    s.playing = 0
    s.followers = 0
    s.caller = NO_SEAT
    s.giver = NO_SEAT
    s.doublings = 0
    s.refe_doubles = 0
    s.refe_gained = 0
    for seat in range(SEATS):
        s.tricks[seat] = 0
        s.counted_tricks[seat] = 0
        s.bula_change[seat] = 0
        for other in range(SEATS):
            s.written[seat, other] = 0
    if not happens(number, 0, ALL_PASS_PERCENT):
        s.declarer = draw(number, 1, SEATS)
        s.contract = drawn(CONTRACTS, number, 2)
        s.in_hand = 1 if happens(number, 3, IN_HAND_PERCENT) else 0
        s.refe_doubles = 1 if s.refe[s.declarer] else 0
        defend(s, o, number)
        s.value = value_in_force(s.contract, s.in_hand, s.doublings, s.refe_doubles)
        take_tricks(s, number)
    write_deal(s, o)


@rule
def defend(s: PreferansTable, o: PreferansOptions, number: int) -> None:
    """Who follows, calls and doubles."""
    first, second = next_seat(s.declarer), previous_seat(s.declarer)
    both = 1 << first | 1 << second
    count = 2 if s.contract == BETL else drawn(FOLLOWERS, number, 4)
    follower = first if draw(number, 5, 2) else second
    s.followers = both if count == 2 else count << follower
    s.playing = s.followers | 1 << s.declarer
    if count > 0 and happens(number, 6, KONTRA_PERCENT):
        s.giver = follower
        must_redouble = s.contract == BETL and s.in_hand != 0 and o.uver_betl == UVER_IN_HAND
        s.doublings = 2 if must_redouble or happens(number, 7, REKONTRA_PERCENT) else 1
        s.playing |= both
    elif count == 1 and not lacks_kontra(s, o) and happens(number, 8, CALL_PERCENT):
        s.caller = follower
        s.playing |= both


@rule
def take_tricks(s: PreferansTable, number: int) -> None:
    """The tricks of those who play; those of the defenders all count."""
    if s.contract == BETL:
        s.tricks[s.declarer] = 0 if happens(number, 9, BETL_MADE_PERCENT) else 1
        return
    first, second = next_seat(s.declarer), previous_seat(s.declarer)
    plays_first, plays_second = s.playing >> first & 1, s.playing >> second & 1
    if popcount(s.playing) == SEATS:
        taken = drawn(TRICKS_AGAINST_TWO, number, 10)
        own = (draw(number, 11, taken + 1) + draw(number, 12, taken + 1) + draw(number, 13, 2)) // 2
    else:
        taken = drawn(TRICKS_AGAINST_ONE, number, 10)
        own = taken if plays_first else 0
    s.counted_tricks[first] = own if plays_first else 0
    s.counted_tricks[second] = taken - own if plays_second else 0
    for seat in range(SEATS):
        s.tricks[seat] = s.counted_tricks[seat]
    s.tricks[s.declarer] = HAND_SIZE - s.counted_tricks[first] - s.counted_tricks[second]
