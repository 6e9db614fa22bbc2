"""The referee on finished deals, with referee=score: fines for bids, and falls that pass to who caused them (10.2 to 10.4)."""

from __future__ import annotations

from adut.core.intrinsics import lowest_bit
from adut.core.rule import inlined, rule
from adut.games.preferans.options import BIDS_OF_ALL, PreferansOptions
from adut.games.preferans.referee_bids import bid_correct
from adut.games.preferans.referee_follows import follow_min
from adut.games.preferans.referee_leads import AFTER_CALL_SANS, AFTER_CALL_SUIT, lead_clause, lead_set, opening_leads
from adut.games.preferans.seats import first_leader, next_seat, previous_seat
from adut.games.preferans.table import PASSED, SEATS, PreferansTable

FINE_PER_LEVEL = 2
FINE_SHARE_OF_NEXT, FINE_SHARE_OF_OTHER = 3, 2
"""How often the value is written on an offender by the player after him and by the other one (10.1)."""


@inlined
def dealt_hand(s: PreferansTable, seat: int) -> int:
    """The ten cards that a seat was dealt."""
    cards = s.hands[seat] | s.played[seat]
    if seat == s.declarer and not s.in_hand:
        cards = (cards | s.discards) & ~s.talon
    return cards


@inlined
def fine_of_bid(level: int) -> int:
    """The value of an incorrect bid (10.1)."""
    return FINE_PER_LEVEL * level


@rule
def bids_are_fined(s: PreferansTable, o: PreferansOptions) -> bool:
    """Write the fines for incorrect bids, which take the place of the score (10.1, 10.2). Returns whether there are any."""
    found = False
    if s.in_hand:
        return found
    for seat in range(SEATS):
        checked = s.status[seat] == PASSED or (seat == s.declarer and o.ref_bid_scope == BIDS_OF_ALL)
        if checked and s.said[seat] and not bid_correct(dealt_hand(s, seat), s.said[seat], o.ref_bid_pattern):
            found = True
            value = fine_of_bid(s.said[seat])
            s.bula_change[seat] += value
            s.written[next_seat(seat), seat] = FINE_SHARE_OF_NEXT * value
            s.written[previous_seat(seat), seat] = FINE_SHARE_OF_OTHER * value
    return found


@rule
def fall_of_first_follower(s: PreferansTable, o: PreferansOptions) -> int:
    """10.3: who followed first without the least holding bears the second one's fall. SEATS * from + to, -1 for none."""
    first, second = next_seat(s.declarer), previous_seat(s.declarer)
    if s.followers != 1 << first | 1 << second or s.bula_change[second] == 0:
        return -1
    if s.giver != second and s.bula_change[first] == 0:
        return -1
    talon = s.talon if o.talon_public and not s.in_hand else 0
    leads = s.forehand == s.declarer
    if follow_min(dealt_hand(s, first), s.contract, s.in_hand != 0, False, talon, leads, o.ref_follow_scope):
        return -1
    return SEATS * second + first


@rule
def fall_of_leader(s: PreferansTable, o: PreferansOptions) -> int:
    """10.4: who was called or dragged in and led wrongly bears the fall of who did it. SEATS * from + to, -1 for none."""
    partner = s.caller if s.caller >= 0 else s.giver
    if partner < 0 or s.bula_change[partner] == 0:
        return -1
    leader = SEATS - s.declarer - partner
    clause = lead_clause(s, leader)
    if clause != AFTER_CALL_SANS and clause != AFTER_CALL_SUIT:
        return -1
    card = opening_lead(s, leader)
    hand = dealt_hand(s, leader)
    correct = opening_leads(s, o, leader, hand) | lead_set(s, o, leader, hand, True)  # rule 5 alone moves no fall
    if card < 0 or correct >> card & 1:
        return -1
    return SEATS * partner + leader


@rule
def opening_lead(s: PreferansTable, seat: int) -> int:
    """The card that a seat led to the first trick, -1 if another led."""
    if first_leader(s.contract, s.forehand, s.declarer, s.playing) != seat:
        return -1
    cards = s.played[seat]
    while cards != 0:
        card = lowest_bit(cards)
        cards &= cards - 1
        if s.trick_of[card >> 3] >> 8 * (card & 7) & 255 == 1:
            return card
    return -1
