"""A plain reading of the referee of Preferans (section 10): correct bids, follows and leads, safe betl, and fines.

A holding is a text of ranks from high to low; a hand is a set of card names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from .reference import BETL, RANKS, SANS, SUITS, TRUMPS, ranks, strength, trump_of

PATTERNS = ("AK", "AQJ", "AJT9", "KQJ", "KJT9", "QJT9")


def missing(holding: str) -> str:
    """The ranks of a suit that a holding lacks, from high to low."""
    return "".join(rank for rank in reversed(RANKS) if rank not in holding)


# -- 10.2: bids ----------------------------------------------------------------------------------------------------


def covers(holding: str, pattern: str, how: str) -> bool:
    if how == "literal":
        return set(pattern) <= set(holding)
    places = zip(holding, pattern, strict=False)
    return len(holding) >= len(pattern) and all(RANKS.index(own) >= RANKS.index(wanted) for own, wanted in places)


def suit_ok(holding: str, how: str = "dominates") -> bool:
    if len(holding) >= 5:
        return True
    if len(holding) >= 4 and {"A", "Q"} <= set(holding):
        return True
    return any(covers(holding, pattern, how) for pattern in PATTERNS)


def grade(holding: str) -> int:
    own = set(holding)
    if {"A", "K"} <= own:
        return 6
    if {"A", "Q"} <= own:
        return 5
    if "A" in own:
        return 4
    if {"K", "Q"} <= own:
        return 3
    if "K" in own and len(own) >= 2:
        return 2
    if "Q" in own and len(own) >= 3:
        return 1
    return 0


HALF_TRICKS = {6: 4, 5: 3, 4: 2, 3: 2, 2: 1, 1: 1, 0: 0}


def sure_tricks(holding: str) -> int:
    """st: the largest k for which the cards behind the k-th outnumber what is missing above it."""
    best = 0
    for k in range(1, len(holding) + 1):
        above = [rank for rank in missing(holding) if RANKS.index(rank) > RANKS.index(holding[k - 1])]
        if len(holding) - k >= len(above):
            best = k
    return best


def est(hand: Collection[str], trump: str | None) -> int:
    """Half tricks that a hand is expected to win."""
    total = 0
    for suit in SUITS:
        holding = ranks(hand, suit)
        total += 2 * sure_tricks(holding) if suit == trump else HALF_TRICKS[grade(holding)]
    return total


def betl_cand(hand: Collection[str]) -> bool:
    return sum(not betl_safe(ranks(hand, suit)) for suit in SUITS) <= 1


def sans_cand(hand: Collection[str]) -> bool:
    return all(grade(ranks(hand, suit)) >= 1 for suit in SUITS) and est(hand, None) >= 9


def ok_levels(hand: Collection[str], how: str = "dominates") -> set[int]:
    levels = {level for level, suit in TRUMPS.items() if suit_ok(ranks(hand, suit), how)}
    if betl_cand(hand):
        levels |= {6, 2}
    if sans_cand(hand):
        levels |= {7, 2}
    return levels


# -- 10.3: follows -------------------------------------------------------------------------------------------------


def side_grades(hand: Collection[str], trump: str | None) -> list[int]:
    """The grades of the side suits, highest first."""
    return sorted((grade(ranks(hand, suit)) for suit in SUITS if suit != trump), reverse=True)


def dominates(side: list[int], *wanted: int) -> bool:
    return all(mine >= least for mine, least in zip(side, wanted, strict=False))


def list_a(hand: Collection[str], trump: str | None, second: bool) -> bool:
    trumps = ranks(hand, trump) if trump else ""
    T, n, side = sure_tricks(trumps), len(trumps), side_grades(hand, trump)
    if not second:
        return (
            (T >= 1 and dominates(side, 3, 1))
            or (T >= 1 and dominates(side, 3, 3))
            or dominates(side, 4, 4, 1)
            or dominates(side, 4, 3, 2)
            or dominates(side, 6, 6)
            or dominates(side, 5, 5)
            or (n >= 3 and dominates(side, 4, 4))
        )
    return (
        T >= 2
        or dominates(side, 4, 4, 1)
        or dominates(side, 4, 3, 3)
        or dominates(side, 4, 3, 2)
        or n >= 4
        or (T >= 1 and dominates(side, 4, 1))
    )


def list_b(hand: Collection[str], trump: str, second: bool, talon: Collection[str]) -> bool:
    trumps = ranks(hand, trump)
    T, n, side = sure_tricks(trumps), len(trumps), side_grades(hand, trump)
    if second:
        return (T >= 1 and dominates(side, 2, 2)) or dominates(side, 4, 2, 2) or (n >= 4 and dominates(side, 4)) or T >= 2
    shown = {card[0] for card in talon} - {trump}
    return (
        (T >= 1 and dominates(side, 4))
        or (n >= 2 and dominates(side, 4, 4))
        or (T >= 1 and any(grade(ranks(hand, suit)) >= 3 for suit in shown))
        or (n >= 2 and dominates(side, 4, 2, 1))
        or (n >= 4 and trumps[0] in "TJQKA" and dominates(side, 2))
    )


def list_c(hand: Collection[str], talon: Collection[str]) -> bool:
    suits = {card[0] for card in talon}
    return len(talon) == 2 and len(suits) == 1 and grade(ranks(hand, suits.pop())) >= 5


def follow_min(
    hand: Collection[str],
    contract: int,
    in_hand: bool,
    second: bool,
    talon: Collection[str] = (),
    d_leads: bool = False,
    scope: str = "in_hand",
) -> bool:
    """10.3. `second`: the other defender has said that he follows; `talon`: what was shown of it."""
    trump = trump_of(contract)
    if contract == BETL:
        return True
    if in_hand:
        return list_a(hand, trump, second)
    if list_c(hand, talon):
        return True
    if trump and d_leads:
        return list_b(hand, trump, second, talon)
    if trump and scope == "all":
        return list_a(hand, trump, second)
    return est(hand, trump) >= 4


# -- 10.4: leads ---------------------------------------------------------------------------------------------------


@dataclass
class Lead:
    """What a lead depends on. Seats are absolute; `said` is the last number of each, 0 for none."""

    leader: int
    declarer: int
    contract: int
    in_hand: bool = False
    playing: Collection[int] = (0, 1, 2)
    followers: Collection[int] = ()
    caller: int | None = None
    giver: int | None = None
    said: Collection[int] = (0, 0, 0)
    talon: Collection[str] = ()  # what was shown of it
    pod: str = "next"

    @property
    def partner(self) -> int:
        return 3 - self.leader - self.declarer

    @property
    def through_partner(self) -> bool:
        return (self.leader + 1) % 3 == self.partner

    @property
    def trump(self) -> str | None:
        return trump_of(self.contract)

    def applies(self) -> bool:
        return self.leader != self.declarer and len(self.playing) == 3 and self.contract != BETL

    def was_dragged_in(self) -> bool:
        return self.leader not in self.followers

    def bid_suit(self, seat: int) -> str | None:
        suit = TRUMPS.get(list(self.said)[seat])
        return None if suit == self.trump else suit


def opening_leads(hand: Collection[str], lead: Lead) -> set[str]:
    """What rules 1 to 4 let the leader play to the first trick."""
    if not lead.applies():
        return set(hand)
    return clause(hand, lead) or set(hand)


def clause(hand: Collection[str], lead: Lead) -> set[str]:
    """The cards of the clause that applies, which may be none."""
    partners = lead.bid_suit(lead.partner)
    if partners:
        return of_suit(hand, partners)
    if lead.was_dragged_in():
        if lead.contract == SANS:
            return of_suit(hand, "C" if lead.caller is not None else "S")
        pod_partner = lead.through_partner if lead.pod == "next" else not lead.through_partner
        if pod_partner:
            own = lead.bid_suit(lead.leader)
            return of_suit(hand, own) if own else set()
        if lead.in_hand:
            return set()
        bought = {card[0] for card in lead.talon} - {lead.trump}
        return {lowest(of_suit(hand, suit)) for suit in bought if of_suit(hand, suit)}
    side = {suit: of_suit(hand, suit) for suit in SUITS if suit != lead.trump and of_suit(hand, suit)}
    if lead.through_partner:
        best = max((grade(ranks(hand, suit)) for suit in side), default=0)
        return {card for suit, cards in side.items() if best >= 1 and grade(ranks(hand, suit)) == best for card in cards}
    shortest = min(map(len, side.values()), default=0)
    cards = {lowest(cards) for cards in side.values() if len(cards) == shortest}
    return cards | {card for suit, held in side.items() if {suit + "A", suit + "K"} <= held for card in held}


def lead_set(hand: Collection[str], lead: Lead, opening: bool = True) -> set[str]:
    """10.4: the cards that may be led."""
    cards = opening_leads(hand, lead) if opening else set(hand)
    if not lead.applies() or not lead.through_partner:
        return cards
    for suit in SUITS:
        holding = ranks(hand, suit)
        if holding[:2] == "KQ" and len(holding) <= 3 and of_suit(cards, suit):
            cards = cards - of_suit(hand, suit) | {suit + "K"}
    return cards


def of_suit(cards: Iterable[str], suit: str) -> set[str]:
    return {card for card in cards if card[0] == suit}


def lowest(cards: Iterable[str]) -> str:
    return min(cards, key=strength)


# -- 10.5: betl ----------------------------------------------------------------------------------------------------


def below(own: str, others: str) -> bool:
    """Whether the first card is below the first of the others, the second below the second, as far as both go."""
    return all(RANKS.index(mine) < RANKS.index(other) for mine, other in zip(own, others, strict=False))


def betl_safe(holding: str) -> bool:
    return below(holding[::-1], missing(holding)[::-1])


def stays_safe(holding: str) -> bool:
    """The second condition of a lead suit: the lowest card was led and only the top missing one fell on it."""
    return holding != "" and below(holding[::-1][1:], missing(holding)[::-1][:-1])


def is_lead_suit(holding: str, in_hand: bool, discarded: int = 0) -> bool:
    certain = 8 - len(holding) >= 3 if in_hand else 8 - len(holding) - discarded >= 1
    return certain and stays_safe(holding)


def laydown(hand: Collection[str], leads: bool, in_hand: bool, discards: Collection[str] = ()) -> bool:
    if not all(betl_safe(ranks(hand, suit)) for suit in SUITS):
        return False
    return not leads or any(is_lead_suit(ranks(hand, suit), in_hand, len(of_suit(discards, suit))) for suit in SUITS)


# -- 10.1: fines ---------------------------------------------------------------------------------------------------


@dataclass
class Fine:
    bula: list[int] = field(default_factory=lambda: [0, 0, 0])
    written: list[list[int]] = field(default_factory=lambda: [[0] * 3 for _ in range(3)])


def fine_of_bid(fine: Fine, offender: int, level: int) -> None:
    """10.1: an incorrect bid of a level."""
    value = 2 * level
    fine.bula[offender] += value
    fine.written[(offender + 1) % 3][offender] = 3 * value
    fine.written[(offender + 2) % 3][offender] = 2 * value
