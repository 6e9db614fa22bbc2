"""Texts of Preferans: actions, tables, deals by owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from adut.core.cards import CARD_NAMES, NUM_CARDS, SUIT_NAMES, card_list, cards_by_owner
from adut.games.preferans.auction import game_announced, may_hold, next_number
from adut.games.preferans.layout import (
    ACTIONS,
    AUCTION,
    CALL_IN_HAND,
    CALL_IN_HAND_SANS,
    CALL_PARTNER,
    CONTRACTS,
    DECLARE,
    DISCARD,
    DOUBLE,
    END,
    FIRST_CONTRACT,
    FOLLOW,
    GOOD,
    HOLD,
    LOWEST,
    NAME_GAME,
    NUM_ACTIONS,
    OK,
    PASS,
    PHASES,
    PLAY,
    SAY_FOLLOW,
    STATUSES,
    TREF,
)
from adut.games.preferans.options import REFEREE_MASK
from adut.games.preferans.referee import bid_fault, follow_fault, lead_fault, pass_fault
from adut.games.preferans.seats import next_seat, previous_seat
from adut.games.preferans.sheet import sheet_text
from adut.games.preferans.table import (
    ALL_PASSED,
    BIDDING,
    FAILED,
    FINED,
    HAND_SIZE,
    IN_HAND,
    MADE,
    SEATS,
    SILENT,
    UNDOUBLED,
    UNFOLLOWED,
)

if TYPE_CHECKING:
    from adut.core.state import State

TALON = "talon"
"""The owner of the two cards that are dealt to the table, beside the seats."""
DOUBLINGS = ("", "kontra", "rekontra", "subkontra", "mortkontra")
OUTCOMES = {
    ALL_PASSED: "all passed",
    UNFOLLOWED: "nobody followed",
    UNDOUBLED: "not played without kontra",
    MADE: "made",
    FAILED: "failed",
    FINED: "fined by the referee",
}


def action_text(record: Any, action: int) -> str:
    """The text of an action, `discard` or `play` with a card by the phase."""
    if action < NUM_CARDS and int(record["phase"]) == DISCARD:
        return f"discard {CARD_NAMES[action]}"
    return ACTIONS.names[action]


def order_pack(options: NDArray[Any], dealer: int, hands: Mapping[Any, Any]) -> list[int]:
    """The pack in dealing order that gives each seat its ten cards and the talon its two.

    Args:
        hands: {seat: cards, ..., "talon": cards}. One owner may be left out: he gets the rest.
    """
    order = [next_seat(dealer), previous_seat(dealer), dealer]
    sizes: dict[Any, int] = dict.fromkeys(order, HAND_SIZE) | {TALON: 2}
    owners = cards_by_owner(hands, sizes)
    return [card for owner in sizes for card in owners[owner]]


# Why an action is not legal.


def why_illegal(state: State, action: int) -> str:
    """In words, why an action is not legal."""
    record, options = state.record, state.game.options
    if not 0 <= action < NUM_ACTIONS:
        return f"actions are numbers from 0 to {NUM_ACTIONS - 1}"
    phase, seat = int(record.phase), int(record.seat)
    if action < NUM_CARDS:
        return _why_not_card(state, action)
    if phase == AUCTION and PASS <= action <= CALL_IN_HAND_SANS:
        return _why_not_call(record, options, action)
    if phase == NAME_GAME and (action == GOOD or FIRST_CONTRACT <= action <= FIRST_CONTRACT + TREF - LOWEST):
        if action == GOOD:
            return "nobody has named a game yet that could be good"
        if record.best_named:
            return f"a game must be stronger than {CONTRACTS[record.best_named]}, which has been named"
        return "a game from the hand must reach the least level that is agreed"
    if phase == DECLARE and action >= FIRST_CONTRACT:
        return f"the contract must reach the level of the auction, {record.level}"
    if phase == FOLLOW and action == SAY_FOLLOW:
        return follow_fault(record, options, seat) or "the referee allows it"
    if phase == DOUBLE and action >= OK:
        if action == OK:
            return "this betl must be redoubled"
        if action == CALL_PARTNER:
            return "a single follower may call the other, before kontra, and not in betl"
        return "a contract is doubled in turn, by a follower first, as often as is agreed"
    return f"it does not belong to the phase {PHASES[phase]!r}"


def _why_not_card(state: State, card: int) -> str:
    record = state.record
    phase, seat = int(record.phase), int(record.seat)
    if phase not in (DISCARD, PLAY):
        return f"no card is played in the phase {PHASES[phase]!r}"
    if not int(record.hands[seat]) >> card & 1:
        return f"player_{seat} does not hold {CARD_NAMES[card]}"
    if phase == DISCARD:
        return "two cards are discarded in the order of their ids, the lower one first"
    if record.led < 0:
        return lead_fault(record, state.game.options, seat, card) or "the referee allows it"
    legal = {CARD_NAMES[other] for other in state.legal_actions()}
    led = SUIT_NAMES[record.led]
    if card >> 3 == record.led or {name[0] for name in legal} == {CARD_NAMES[card][0]}:
        return "the cards in the trick must be beaten"
    if any(name[0] == led[0].upper() for name in legal):
        return f"{led} were led and must be followed"
    return f"who has no {led} must trump"


def _why_not_call(record: Any, options: NDArray[Any], action: int) -> str:
    seat = int(record.seat)
    if action >= CALL_IN_HAND:
        if record.status[seat] != SILENT:
            return "a game from the hand is announced with the first call or never"
        return "over a betl from the hand only a no trump from the hand is announced"
    if action == PASS:
        return pass_fault(record, options, seat) or "the referee allows it"
    level = int(next_number(record, options[0], seat))
    if level == 0:
        return "a game from the hand has been announced" if game_announced(record) else "there is no number above 7"
    holds = bool(may_hold(record, options[0], seat))
    if (action == HOLD) != holds:
        return f"player_{seat} may hold {level}, not raise it" if holds else f"the next number is {level}, a bid and not a hold"
    if int(options["referee"][0]) == REFEREE_MASK:
        return bid_fault(record, options, seat, level) or "the referee allows it"
    return "it is not this seat's turn"


# The table.


def sorted_hand(cards: int, trump: int) -> list[int]:
    """Cards in the order in which a player holds them: trumps first, then spades down to clubs, high to low."""
    return sorted(card_list(cards), key=lambda card: (card >> 3 != trump, -card))


def _names(cards: Sequence[int]) -> str:
    return " ".join(CARD_NAMES[card] for card in cards)


def contract_text(record: Any) -> str:
    """The contract with how it is played, e.g. `hearts in hand, kontra`; empty before it is named."""
    if record["contract"] == 0:
        return ""
    words = CONTRACTS[record["contract"]] + (" in hand" if record["in_hand"] else "")
    return words + (f", {DOUBLINGS[record['doublings']]}" if record["doublings"] else "")


def _notes(record: Any, seat: int) -> str:
    if record.phase in (AUCTION, NAME_GAME):
        status, said, named = int(record.status[seat]), int(record.said[seat]), int(record.named[seat])
        if named:
            return f" names {CONTRACTS[named]}"
        if status >= IN_HAND:
            return f" {STATUSES[status]}"
        words = [f"says {said}"] if said else []
        return " ".join(["", *words, *(["passes"] if status not in (SILENT, BIDDING) else [])])
    if seat == record.declarer:
        return " declarer"
    if record.caller == seat:
        return " follows and calls"
    if record.giver == seat:
        return " gave kontra"
    if record.followers >> seat & 1:
        return " follows"
    if record.answered >> seat & 1:
        return " does not follow" + (", plays" if record.playing >> seat & 1 else "")
    return ""


def _play_text(record: Any) -> list[str]:
    first = int(record.leader)
    order = [(first + step) % SEATS for step in range(SEATS)]
    cards = ", ".join(f"player_{seat} {CARD_NAMES[record.trick[seat]]}" for seat in order if record.trick[seat] >= 0)
    tricks = ", ".join(f"player_{seat} {record.tricks[seat]}" for seat in range(SEATS) if record.playing >> seat & 1)
    return [f"  trick {record.trick_number}: {cards or 'to be led'}", f"  tricks: {tricks}"]


def table_text(state: State, seat: int | None) -> str:
    """The table as text: everything, or what a seat may see."""
    record = (state.array if seat is None else state.view(seat)).view(np.recarray)[0]
    lines = [f"Preferans, rules {state.game.rules}: {state.phase}"]
    contract = contract_text(record)
    if record.declarer >= 0:
        bought = "" if record.in_hand else f", bought at {record.level}"
        value = f", value {record.value}" if record.value else ""
        lines[0] += f"; declarer player_{record.declarer}{bought}{', ' if contract else ''}{contract}{value}"
    elif record.level:
        lines[0] += f"; player_{record.holder} has {record.level}"
    for player in range(SEATS):
        hand = _names(sorted_hand(int(record.hands[player]), int(record.trump)))
        is_hidden = seat is not None and seat != player
        mark = "*" if player == record.actor and not state.is_over else " "
        role = "dealer" if player == record.dealer else "forehand" if player == record.forehand else ""
        lines.append(f"{mark} player_{player} {role:<8} {'(hidden)' if is_hidden else hand}{_notes(record, player)}")
    if record.talon:
        lines.append(f"  talon             {_names(sorted_hand(int(record.talon), int(record.trump)))}")
    if record.discards:
        lines.append(f"  discards          {_names(sorted_hand(int(record.discards), int(record.trump)))}")
    if record.phase == PLAY:
        lines += _play_text(record)
    if record.phase == END:
        tricks = " : ".join(str(record.tricks[player]) for player in range(SEATS))
        played = f" with tricks {tricks}" if record.outcome in (MADE, FAILED) else ""
        lines.append(f"  {OUTCOMES[int(record.outcome)]}{played}; points {' : '.join(map(str, state.scores))}")
    return "\n".join(lines + sheet_text(state.sheet))
