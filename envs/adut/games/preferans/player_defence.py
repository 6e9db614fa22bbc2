"""The rule-based player's answers before the play: who follows, calls his partner, doubles and redoubles.

- In a suit contract he follows if that is worth more than to decline: his duty are two tricks, and who fails in it writes the
  value on himself. In sans three half tricks are enough: the defenders lead, and their long suits win.
- A lone follower calls the other with a hand that is near to beating the contract: together they need four tricks, he writes
  all of them, and with the fifth the declarer has failed. Against a game from the hand he does not.
- Kontra is given with still more, unless both follow by themselves, which promises two tricks of the other.
- The declarer redoubles a suit with enough tricks against that, and where he must. In betl nobody doubles.
"""

from __future__ import annotations

from adut.core.intrinsics import popcount
from adut.core.record import table
from adut.core.rule import rule
from adut.games.plain_tricks import NO_SUIT
from adut.games.preferans.layout import BETL, CALL_PARTNER, KONTRA, OK, REKONTRA, SAY_FOLLOW, SAY_NO_FOLLOW
from adut.games.preferans.player_auction import may
from adut.games.preferans.player_hand import DEFENDER, SUIT_DECLARER, strength
from adut.games.preferans.referee_bids import half_tricks
from adut.games.preferans.table import PreferansTable

FOLLOW_PLACE = table([139, -19, 179, 121, -15, 163, 51, 70, 28, 72, 80, 48])
"""[6 * in hand + 3 * declarer leads + place] what following is worth apart from the hand; the places are the first to answer,
the second after one who declined, the second after one who follows."""
TO_CALL = 550
"""What the hand of a lone follower must be worth to call the other."""
TO_DOUBLE = (700, 400)
"""What a hand must be worth to give kontra: of a lone follower, and of one of two."""
HALF_TRICKS_TO_FOLLOW_SANS = 3
HALF_TRICKS_TO_DOUBLE_SANS = 10
TRICKS_TO_REDOUBLE = 650
"""In hundredths."""


@rule
def follow(v: PreferansTable) -> int:
    """Follow or decline."""
    if v.trump == NO_SUIT:
        wants = half_tricks(v.hands[v.seat], NO_SUIT) >= HALF_TRICKS_TO_FOLLOW_SANS
    else:
        place = popcount(v.answered) + popcount(v.followers)
        leads = v.forehand == v.declarer
        wants = strength(v.hands[v.seat], v.trump, DEFENDER) + FOLLOW_PLACE[6 * v.in_hand + 3 * leads + place] > 0
    return SAY_FOLLOW if wants and may(v, SAY_FOLLOW) else SAY_NO_FOLLOW


@rule
def double(v: PreferansTable) -> int:
    """Call the partner, give kontra or rekontra, or play on."""
    cards = v.hands[v.seat]
    if v.seat == v.declarer:
        strong = v.trump != NO_SUIT and strength(cards, v.trump, SUIT_DECLARER) >= TRICKS_TO_REDOUBLE
        return REKONTRA if may(v, REKONTRA) and (strong or not may(v, OK)) else OK
    if v.contract == BETL or v.doublings > 0:
        return OK
    if v.trump == NO_SUIT:
        return KONTRA if half_tricks(cards, NO_SUIT) >= HALF_TRICKS_TO_DOUBLE_SANS else OK
    worth = strength(cards, v.trump, DEFENDER)
    if worth >= TO_DOUBLE[1 if popcount(v.followers) == 2 and not v.in_hand else 0]:
        return KONTRA
    return CALL_PARTNER if worth >= TO_CALL and not v.in_hand and may(v, CALL_PARTNER) else OK
