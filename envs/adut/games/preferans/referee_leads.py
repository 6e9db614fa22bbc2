"""The referee on leads of the defenders (10.4 of the rules)."""

from __future__ import annotations

from adut.core.cards import CLUBS, KING, QUEEN, SPADES
from adut.core.intrinsics import popcount
from adut.core.rule import inlined, rule
from adut.games.plain_tricks import NO_SUIT, cards_of
from adut.games.preferans.holdings import GRADE, GRADE_AK, holding
from adut.games.preferans.layout import BETL, SANS, TREF, TRUMP_OF
from adut.games.preferans.options import POD_LAST, PreferansOptions
from adut.games.preferans.seats import next_seat
from adut.games.preferans.table import SEATS, PreferansTable

KING_AND_QUEEN = 1 << KING | 1 << QUEEN
FREE, AFTER_CALL_SANS, AFTER_CALL_SUIT, PARTNERS_SUIT, OWN_CHOICE = range(5)
"""Which clause of 10.4 a lead is under; rule 5, the king from king and queen, comes on top of each."""


@inlined
def bid_suit(said: int, trump: int) -> int:
    """The suit that a last number tells, NO_SUIT if it tells none."""
    suit = TRUMP_OF[said] if said <= TREF else NO_SUIT
    return NO_SUIT if suit == trump else suit


@inlined
def is_pod_partner(o: PreferansOptions, seat: int, partner: int) -> bool:
    """Whether a lead is *pod* (under) the partner and not the declarer: he plays next, or by the option ref_pod last."""
    return (next_seat(seat) == partner) == (o.ref_pod != POD_LAST)


@inlined
def lowest_of(cards: int) -> int:
    """The lowest card of a suit's cards, as a set."""
    return cards & -cards


@rule
def shown_suits_low(hand: int, talon: int, trump: int) -> int:
    """The lowest card held in each suit of a talon card, trumps apart (rule 2 iii)."""
    cards = 0
    for suit in range(4):
        if suit != trump and holding(talon, suit):
            cards |= lowest_of(hand & cards_of(suit))
    return cards


@rule
def best_side_suits(hand: int, trump: int) -> int:
    """All cards of the side suits with the highest grade, none if that is 0 (rule 4, through the partner)."""
    best, cards = 1, 0
    for suit in range(4):
        if suit == trump:
            continue
        grade = GRADE[holding(hand, suit)]
        if grade > best:
            best, cards = grade, 0
        if grade == best:
            cards |= hand & cards_of(suit)
    return cards


@rule
def short_or_major(hand: int, trump: int) -> int:
    """The lowest card of each shortest side suit, and side suits with ace and king (rule 4, through the declarer)."""
    shortest, cards, major = 9, 0, 0
    for suit in range(4):
        own = hand & cards_of(suit)
        if suit == trump or own == 0:
            continue
        length = popcount(own)
        if length < shortest:
            shortest, cards = length, 0
        if length == shortest:
            cards |= lowest_of(own)
        if GRADE[holding(hand, suit)] == GRADE_AK:
            major |= own
    return cards | major


@rule
def kings_first(hand: int, cards: int) -> int:
    """Rule 5: of suits held as exactly king and queen, or those and a lower card, the king alone."""
    for suit in range(4):
        own = holding(hand, suit)
        if own & KING_AND_QUEEN == KING_AND_QUEEN and popcount(own) <= 3 and own < 1 << (KING + 1):
            if cards & cards_of(suit):
                cards = cards & ~cards_of(suit) | 1 << (8 * suit + KING)
    return cards


@rule
def lead_clause(s: PreferansTable, seat: int) -> int:
    """Which clause of 10.4 the opening lead of a defender is under, FREE if none."""
    if s.contract == BETL or seat == s.declarer or popcount(s.playing) < SEATS:
        return FREE
    if not s.followers >> seat & 1:
        return AFTER_CALL_SANS if s.contract == SANS else AFTER_CALL_SUIT
    partner = SEATS - s.declarer - seat
    return PARTNERS_SUIT if bid_suit(s.said[partner], s.trump) >= 0 else OWN_CHOICE


@rule
def opening_leads(s: PreferansTable, o: PreferansOptions, seat: int, hand: int) -> int:
    """The cards that clauses 1 to 4 of 10.4 allow a defender to lead to the first trick; the whole hand where none applies.

    Args:
        s: a table whose contract, followers, calls and active players are settled.
        o: the options; `ref_pod` and `talon_public` matter.
        seat: the defender.
        hand: his ten cards.
    """
    clause = lead_clause(s, seat)
    partner = SEATS - s.declarer - seat
    through_partner = next_seat(seat) == partner
    partners_suit = bid_suit(s.said[partner], s.trump)
    cards = 0
    if clause == FREE:
        cards = hand
    elif partners_suit >= 0:
        cards = hand & cards_of(partners_suit)
    elif clause == AFTER_CALL_SANS:
        cards = hand & cards_of(CLUBS if s.caller >= 0 else SPADES)
    elif clause == AFTER_CALL_SUIT:
        if is_pod_partner(o, seat, partner):
            cards = hand & cards_of(bid_suit(s.said[seat], s.trump))
        elif not s.in_hand and o.talon_public:
            cards = shown_suits_low(hand, s.talon, s.trump)
    elif through_partner:
        cards = best_side_suits(hand, s.trump)
    else:
        cards = short_or_major(hand, s.trump)
    return cards if cards else hand


@rule
def lead_set(s: PreferansTable, o: PreferansOptions, seat: int, hand: int, is_opening: bool) -> int:
    """The cards that a defender may lead (10.4), the whole hand where the referee leaves him free.

    Args:
        s, o: as in `opening_leads`.
        seat: the defender.
        hand: the cards that he holds.
        is_opening: whether this is the first trick.
    """
    if s.contract == BETL or seat == s.declarer or popcount(s.playing) < SEATS:
        return hand
    cards = opening_leads(s, o, seat, hand) if is_opening else hand
    through_partner = next_seat(seat) != s.declarer
    return kings_first(hand, cards) if through_partner else cards
