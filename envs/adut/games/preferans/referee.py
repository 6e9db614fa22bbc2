"""The referee's rulings in words: why a bid, a follow or a lead is not correct (section 10 of the rules).

`referee_bids`, `referee_follows` and `referee_leads` have the predicates themselves, on sets of cards; `referee_scores` what an
offence costs. With referee=off a ruling can be asked for as well.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from adut.core.cards import CARD_NAMES, SUIT_NAMES, format_cards
from adut.games.preferans.layout import CONTRACTS, SANS
from adut.games.preferans.referee_bids import may_name_level, ok_levels
from adut.games.preferans.referee_leads import (
    AFTER_CALL_SANS,
    AFTER_CALL_SUIT,
    bid_suit,
    is_pod_partner,
    lead_clause,
    lead_set,
    opening_leads,
)
from adut.games.preferans.rules import may_follow
from adut.games.preferans.seats import next_seat
from adut.games.preferans.table import SEATS


def _levels_text(levels: int) -> str:
    named = [f"{level} ({CONTRACTS[level]})" for level in range(2, 8) if levels >> level & 1]
    return ", ".join(named) if named else "none"


def bid_fault(record: Any, options: NDArray[Any], seat: int, level: int) -> str | None:
    """Why a seat may not name or hold a number; None if it may (10.2)."""
    levels = int(ok_levels(int(record.hands[seat]), int(options["ref_bid_pattern"][0])))
    if may_name_level(levels, level):
        return None
    return f"{level} is not a correct bid: the numbers that this hand may tell are {_levels_text(levels)}"


def pass_fault(record: Any, options: NDArray[Any], seat: int) -> str | None:
    """Why a seat's last number would not be correct if it passed now; None if it would (10.2)."""
    said = int(record.said[seat])
    levels = int(ok_levels(int(record.hands[seat]), int(options["ref_bid_pattern"][0])))
    if said == 0 or levels >> said & 1:
        return None
    return f"who passes after {said} has told that number; the numbers that this hand may tell are {_levels_text(levels)}"


def follow_fault(record: Any, options: NDArray[Any], seat: int) -> str | None:
    """Why a seat may not follow the contract on the table; None if it may (10.3)."""
    if may_follow(record, options[0], seat):
        return None
    contract = int(record.contract)
    if record.in_hand:
        which = "the least for games from the hand, list A"
    elif contract != SANS and record.forehand == record.declarer:
        which = "the least for bought games that the declarer leads, list B"
    else:
        which = "two expected tricks"
    role = "second" if record.followers else "first"
    return f"this hand is too weak to follow {CONTRACTS[contract]} as the {role} to follow: it has not {which}"


def lead_fault(record: Any, options: NDArray[Any], seat: int, card: int) -> str | None:
    """Why a seat may not lead a card of its hand; None if it may (10.4)."""
    hand = int(record.hands[seat])
    is_opening = int(record.trick_number) == 1
    allowed = int(lead_set(record, options[0], seat, hand, is_opening))
    if allowed >> card & 1:
        return None
    if not is_opening or int(opening_leads(record, options[0], seat, hand)) >> card & 1:
        why = "through the partner, king and queen, or those and a lower card, are led with the king"
    else:
        why = _why_opening(record, options, seat)
    return f"{CARD_NAMES[card]} is not a correct lead: {why}; {format_cards(allowed)} may be led"


def _why_opening(record: Any, options: NDArray[Any], seat: int) -> str:
    """The clause of 10.4 that an opening lead is under."""
    clause = int(lead_clause(record, seat))
    partner = SEATS - int(record.declarer) - seat
    told = int(bid_suit(int(record.said[partner]), int(record.trump)))
    if told >= 0:
        return f"the partner has bid {SUIT_NAMES[told]}"
    if clause == AFTER_CALL_SANS:
        return "who was called leads clubs" if record.caller >= 0 else "who was dragged in by kontra leads spades"
    if clause == AFTER_CALL_SUIT:
        if is_pod_partner(options[0], seat, partner):
            own = int(bid_suit(int(record.said[seat]), int(record.trump)))
            return f"who was called or dragged in leads the suit that he has bid, {SUIT_NAMES[own]}"
        return "who was called or dragged in leads low from a suit of the talon"
    if next_seat(seat) == partner:
        return "a lead through the partner comes from the best side suit"
    return "a lead through the declarer is low from the shortest side suit, or comes from ace and king"
