"""Texts of Skat: actions, tables, deals by owner, the list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from adut.core.cards import CARD_NAMES, NUM_CARDS, card_list, cards_by_owner
from adut.core.errors import AdutError
from adut.games.sheet_entries import MAX_NUMBER, number, numbers
from adut.games.skat.cards import STRENGTH_IN, SUIT_IN
from adut.games.skat.layout import (
    ACTIONS,
    AUCTION,
    BIDS,
    BIDS_24X7,
    BIDS_36X6,
    CONCEDE,
    CONTRACTS,
    DECLARE,
    DECLARE_NULL,
    DISCARD,
    END,
    FIRST_BID,
    FIRST_DECLARATION,
    HOLD,
    NULL,
    NULL_VALUE,
    NUM_ACTIONS,
    PLAY,
    TRUMP,
)
from adut.games.skat.options import CONCEDE_NO, OUVERT_36X6, PATTERN_334
from adut.games.skat.table import HAND_SIZE, LISTS, NO_BID, NO_CONTRACT, ROUNDS

if TYPE_CHECKING:
    from adut.core.state import State

SKAT = "skat"
"""The owner of the two cards that are dealt to the table, beside the seats."""


def action_text(record: Any, action: int) -> str:
    """The text of an action, `discard` or `play` with a card by the phase."""
    if action < NUM_CARDS and int(record["phase"]) == DISCARD:
        return f"discard {CARD_NAMES[action]}"
    return ACTIONS.names[action]


def order_pack(options: NDArray[Any], dealer: int, hands: Mapping[Any, Any]) -> list[int]:
    """The pack in dealing order that gives each seat its ten cards and the skat its two.

    Args:
        hands: {seat: cards, ..., "skat": cards}. One owner may be left out: he gets the rest.
    """
    players = int(options["players"][0])
    active = [(dealer + 1 + role) % players for role in range(3)]
    sizes = dict.fromkeys(active, 10) | {SKAT: 2}
    owners = cards_by_owner(hands, sizes, f" with dealer {dealer}")
    second = 3 if int(options["deal_pattern"][0]) == PATTERN_334 else 4
    pack: list[int] = []
    for start, stop in ((0, 3), (3, 3 + second), (3 + second, 10)):
        if start == 3:
            pack += owners[SKAT]
        for seat in active:
            pack += owners[seat][start:stop]
    return pack


def get_sheet(record: Any, options: NDArray[Any]) -> dict[str, Any]:
    """The list of deals: `counted`, and by seat the columns of LISTS."""
    players = int(options["players"][0])
    sheet: dict[str, Any] = {"counted": int(record["counted"])}
    for name in LISTS:
        sheet[name] = [int(number) for number in record[name][:players]]
    return sheet


def set_sheet(record: Any, options: NDArray[Any], sheet: Mapping[str, Any]) -> None:
    """Write a list of deals. Missing keys are zeros, but after a complete round of deals its columns are those of the list.

    Raises AdutError for unknown keys, numbers out of range, and lists that no deals write.
    """
    players, n_deals = int(options["players"][0]), int(options["n_deals"][0])
    unknown = set(sheet) - {"counted", *LISTS}
    if unknown:
        raise AdutError(f"a sheet of Skat has counted, {', '.join(LISTS)}; not {', '.join(sorted(map(str, unknown)))}")
    counted = number("counted", sheet.get("counted", 0), 0, n_deals - 1)
    record["counted"] = counted
    zeros = [0] * players
    for then, now in ROUNDS:
        low, high = (-MAX_NUMBER, MAX_NUMBER) if now == "totals" else (0, counted)
        row = numbers(now, sheet.get(now, zeros), players, low, high)
        rest = row if counted % players == 0 else zeros
        of_rounds = numbers(then, sheet.get(then, rest), players, low, high)
        if counted == 0 and row != zeros:
            raise AdutError(f"{now} of a list without a counted deal are zeros, not {row}; give counted too")
        if counted % players == 0 and of_rounds != row:
            raise AdutError(f"after {counted} deals every round is complete: {then} are {now}, {row}, not {of_rounds}")
        if counted < players and of_rounds != zeros:
            raise AdutError(f"no round is complete after {counted} deals: {then} are zeros, not {of_rounds}")
        if now != "totals" and any(before > after for before, after in zip(of_rounds, row, strict=True)):
            raise AdutError(f"{then} are among {now}, {row}; got {of_rounds}")
        record[now][:players], record[then][:players] = row, of_rounds
    if int(record["wins"].sum() + record["losses"].sum()) > counted:
        raise AdutError(f"wins and losses are of {counted} counted deals together at most")


def why_illegal(state: State, action: int) -> str:
    """In words, why an action is not legal."""
    record = state.record
    if not 0 <= action < NUM_ACTIONS:
        return f"actions are numbers from 0 to {NUM_ACTIONS - 1}"
    phase = int(record.phase)
    if action < NUM_CARDS:
        if phase not in (DISCARD, PLAY):
            return f"no card is played in the phase {state.phase!r}"
        if not int(record.hands[record.seat]) >> action & 1:
            return f"player_{record.seat} does not hold {CARD_NAMES[action]}"
        suit = "trump" if record.led == TRUMP else CONTRACTS[record.led]
        return f"{suit} was led and must be followed"
    if phase == AUCTION and FIRST_BID <= action < FIRST_BID + len(BIDS):
        return _why_no_bid(state, action - FIRST_BID)
    if phase == AUCTION and action == HOLD:
        return "there is no bid to hold"
    if phase in (DECLARE, PLAY) and action == CONCEDE:
        return _why_no_concession(state)
    if phase == DECLARE and action >= FIRST_DECLARATION:
        return _why_no_declaration(record, action)
    return f"it does not belong to the phase {state.phase!r}"


def _why_no_bid(state: State, index: int) -> str:
    """5.2: why a bid, by its index, is not legal in the auction."""
    record, bid = state.record, BIDS[index]
    values = BIDS_36X6 if int(state.game.options["grand_ouvert"][0]) == OUVERT_36X6 else BIDS_24X7
    if record.to_answer:
        return "a bid waits for an answer, hold or pass"
    if bid not in values:
        return f"no game is worth {bid} with grand_ouvert={state.game.values['grand_ouvert']}"
    if record.last_bid == NO_BID:
        if record.stage == 3:
            return f"when the others have passed, forehand may bid {BIDS[0]} and no more"
        return f"no value is skipped: the first bid is {BIDS[0]}"
    last = BIDS[record.last_bid]
    if bid <= last:
        return f"a bid is higher than the last one, {last}"
    return f"no value is skipped: the bid after {last} is {min(value for value in values if value > last)}"


def _why_no_concession(state: State) -> str:
    """5.5 and 5.6: why the player to act may not concede."""
    record, options = state.record, state.game.options
    if record.phase == DECLARE:
        if record.conceded:
            return "the game is conceded already, and its contract is still to be named"
        if record.hand_game:
            return "a hand game is not conceded before the play"
        return "concede_after_pickup=false: no game is conceded at the declaration"
    if int(options["concede_in_play"][0]) == CONCEDE_NO:
        return "concede_in_play=no: no game is conceded once it is played"
    if record.seat != record.declarer:
        return "the declarer alone may concede"
    return f"the declarer may concede while he holds {HAND_SIZE - 1} or {HAND_SIZE} cards"


def _why_no_declaration(record: Any, action: int) -> str:
    """5.5: why the declarer may not declare so."""
    if action < DECLARE_NULL:
        return "schneider, schwarz and ouvert are for hand games, and after a pick-up null alone can be ouvert"
    value = NULL_VALUE[int(record.hand_game) + 2 * (action - DECLARE_NULL)]
    return f"this null is worth {value}, less than the bid of {record.bid}"


def sorted_hand(cards: int, contract: int) -> list[int]:
    """Cards in the order in which a player holds them: trumps first, then suits, high to low."""
    by = NULL if contract == NULL else (4 if contract < 0 else contract)

    def place(card: int) -> tuple[int, int]:
        suit = int(SUIT_IN[by, card])
        return (0 if suit == TRUMP else 1 + (3 - suit), -int(STRENGTH_IN[by, card]))

    return sorted(card_list(cards), key=place)


def _names(cards: list[int]) -> str:
    return " ".join(CARD_NAMES[card] for card in cards)


def _play_text(record: Any) -> list[str]:
    seats = [int(record.forehand), int(record.middlehand), int(record.rearhand)]
    first = seats.index(int(record.leader))
    order = (seats[first:] + seats[:first])[: int(record.trick_cards)]
    cards = ", ".join(f"player_{player} {CARD_NAMES[record.trick[player]]}" for player in order)
    return [
        f"  trick {record.trick_number}: {cards or 'to be led'}",
        f"  points {record.declarer_points} : {record.defender_points}, "
        f"tricks {record.declarer_tricks} : {record.defender_tricks}",
    ]


def _result_text(record: Any) -> str:
    if record.declarer < 0:
        return "all passed"
    return (
        f"{'won' if record.value > 0 else 'lost'}: {record.value:+d} with {record.declarer_points} points, "
        f"{record.declarer_tricks} tricks, matadors {record.matadors:+d}"
    )


def table_text(state: State, seat: int | None) -> str:
    """The table as text: everything, or what a seat may see."""
    record = (state.array if seat is None else state.view(seat)).view(np.recarray)[0]
    players = state.game.seats
    contract = int(record.contract)
    roles = {int(record.forehand): "forehand", int(record.middlehand): "middlehand", int(record.rearhand): "rearhand"}
    lines = [f"Skat, rules {state.game.rules}: {state.phase}"]
    if record.declarer >= 0:
        what = "" if contract == NO_CONTRACT else f", {CONTRACTS[contract]}"
        words = [
            word
            for word, on in (
                ("hand", record.hand_game),
                ("schneider announced", record.schneider and not record.schwarz),
                ("schwarz announced", record.schwarz),
                ("ouvert", record.ouvert),
                ("conceded", record.conceded),
            )
            if on
        ]
        lines[0] += f"; declarer player_{record.declarer} at {record.bid}{what}" + "".join(f", {w}" for w in words)
    elif record.last_bid >= 0:
        lines[0] += f"; bid {BIDS[record.last_bid]}"
    for player in range(players):
        hand = _names(sorted_hand(int(record.hands[player]), contract))
        hidden = seat is not None and seat != player and not hand and record.phase != END
        mark = "*" if player == record.actor and not state.is_over else " "
        role = roles.get(player, "deals")
        notes = ""
        if record.phase == AUCTION and player in roles:
            notes = (
                " passed"
                if record.passed >> player & 1
                else (f" says {BIDS[record.said[player] - 1]}" if record.said[player] else "")
            )
        elif player == record.declarer:
            notes = " declarer"
        lines.append(f"{mark} player_{player} {role:<10} {'(hidden)' if hidden else hand}{notes}")
    if record.skat:
        lines.append(f"  skat       {_names(sorted_hand(int(record.skat), contract))}")
    if record.phase == PLAY:
        lines += _play_text(record)
    if record.phase == END:
        lines.append("  " + _result_text(record))
    if record.counted:
        totals = ", ".join(f"player_{p} {int(record.totals[p]):+d}" for p in range(players))
        lines.append(f"  list after {record.counted} of {int(state.game.options['n_deals'][0])} deals: {totals}")
    return "\n".join(lines)
