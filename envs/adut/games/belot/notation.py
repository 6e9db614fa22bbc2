"""Texts of Belot: declarations, announcements, tables, deals by owner, the match sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from adut.core.cards import CARD_NAMES, NUM_CARDS, SUIT_NAMES, cards_by_owner
from adut.core.errors import AdutError
from adut.games.belot.declaring import declaration_of, nth_candidate, nth_declaration, suit_of
from adut.games.belot.layout import (
    AUCTION,
    CONTRACTS,
    DECLARE,
    DONE,
    END,
    FIRST_BELOT,
    FIRST_BID,
    FIRST_SLOT,
    HANGING,
    INSIDE,
    KINDS,
    KONTRA,
    KONTRA_HANGING,
    KONTRA_LOST,
    KONTRA_MADE,
    MADE,
    MAX_CANDIDATES,
    NUM_ACTIONS,
    PASS,
    PASSED_OUT,
    PLAY,
    REKONTRA,
    RESULTS,
)
from adut.games.belot.rules import DISCLOSED, DISCLOSED_COUNTS, DISCLOSED_SUIT, SAID_BELOT, card_of_belot
from adut.games.belot.table import HAND_SIZE, NO_CONTRACT
from adut.games.belote_texts import declaration_text, score_sheet, sorted_hand
from adut.games.declarations import FIRST_FOUR, NUM_DECLARATIONS
from adut.games.sheet_entries import MAX_NUMBER, number, numbers

if TYPE_CHECKING:
    from adut.core.state import State

SIDES = ("0 and 2", "1 and 3")
"""Heads of the sheet."""
DOUBLINGS = {1: "", 2: ", kontra", 4: ", rekontra"}

ANNOUNCEMENTS = (
    *KINDS,
    *(f"belot in {suit}" for suit in SUIT_NAMES),
    *(f"declared: {declaration_text(number)}" for number in range(NUM_DECLARATIONS)),
    *(f"declared in {suit}" for suit in SUIT_NAMES),
    "declared, and it counts",
)
"""What a player tells of his cards, by number: see `rules.SAID_BELOT` and those after it."""


def announcement_text(value: int) -> str:
    """The text of an announcement in a history: `announces a run of three`, `belot in hearts`, `four jacks (200)`, `counts`."""
    if value < SAID_BELOT:
        return f"announces a {KINDS[value]}"
    if value < DISCLOSED:
        return f"belot in {SUIT_NAMES[value - SAID_BELOT]}"
    if value < DISCLOSED_SUIT:
        return declaration_text(value - DISCLOSED)
    return "counts" if value == DISCLOSED_COUNTS else f"in {SUIT_NAMES[value - DISCLOSED_SUIT]}"


def order_pack(options: NDArray[Any], dealer: int, hands: Mapping[Any, Any]) -> list[int]:
    """The pack in dealing order that gives each seat its cards.

    Args:
        hands: {seat: eight cards, ...}: the five that are dealt first and then the three that come after the auction. One seat
            may be left out: it gets the rest.
    """
    owners = cards_by_owner(hands, dict.fromkeys(range(4), HAND_SIZE))
    order = [owners[(dealer + 1 + place) % 4] for place in range(4)]
    return [card for start, stop in ((0, 3), (3, 5), (5, 8)) for hand in order for card in hand[start:stop]]


# The match sheet.


def get_sheet(record: Any, options: NDArray[Any]) -> dict[str, Any]:
    """The sheet: `totals` by side in game points, and what hangs, `pot`."""
    return {"totals": [int(total) for total in record["totals"]], "pot": int(record["pot"])}


def set_sheet(record: Any, options: NDArray[Any], sheet: Mapping[str, Any]) -> None:
    """Write a sheet. Raises AdutError for unknown keys and impossible numbers."""
    unknown = set(sheet) - {"totals", "pot"}
    if unknown:
        raise AdutError(f"a sheet of Belot has totals and pot; not {', '.join(sorted(map(str, unknown)))}")
    totals = numbers("totals", sheet.get("totals", (0, 0)), 2, 0, MAX_NUMBER)
    pot = number("pot", sheet.get("pot", 0), 0, MAX_NUMBER)
    record["totals"], record["pot"] = totals, pot


# The table.


def why_illegal(state: State, action: int) -> str:
    """In words, why an action is not legal."""
    record = state.record
    if not 0 <= action < NUM_ACTIONS:
        return f"actions are numbers from 0 to {NUM_ACTIONS - 1}"
    phase, seat = int(record.phase), int(record.seat)
    if action < NUM_CARDS or action >= FIRST_BELOT:
        if phase != PLAY:
            return f"no card is played in the phase {state.phase!r}"
        card = action if action < NUM_CARDS else card_of_belot(action)
        if not int(record.hands[seat]) >> card & 1:
            return f"player_{seat} does not hold {CARD_NAMES[card]}"
        if card in state.legal_actions():
            return "belot is announced with the first of king and queen of trumps, by choice where belot_mode=decide"
        return "suit must be followed and a trump that was led beaten; who cannot follow ruffs, and higher than others did"
    if phase == AUCTION and PASS <= action <= REKONTRA:
        if action == KONTRA:
            return "kontra is said to a bid of the other side that is not doubled"
        if action == REKONTRA:
            return "rekontra answers a kontra against the own side"
        if record.mult > 1 and action - FIRST_BID > record.contract:
            return "a contract that was doubled is not outbid (overbid_after_kontra=false)"
        return "a bid is higher than the one before"
    if phase == DECLARE and FIRST_SLOT <= action <= DONE:
        return "there is nothing in this slot that shares no card with what was declared"
    return f"it does not belong to the phase {state.phase!r}"


def _names(cards: int, contract: int) -> str:
    return " ".join(CARD_NAMES[card] for card in sorted_hand(cards, contract))


def _heading(state: State, record: Any) -> str:
    text = f"Belot, rules {state.game.rules}: {state.phase if record.phase == state.record.phase else 'play'}"
    if record.contract != NO_CONTRACT:
        text += f"; player_{record.caller} bid {CONTRACTS[record.contract]}{DOUBLINGS[int(record.mult)]}"
    return text


def _calls(record: Any, seat: int) -> str:
    """What a seat has said beside pass."""
    words = []
    for contract in range(len(CONTRACTS)):
        bit = 4 * contract + seat
        words += [CONTRACTS[contract]] * (int(record.bids) >> bit & 1)
        words += ["kontra"] * (int(record.kontras) >> bit & 1) + ["rekontra"] * (int(record.rekontras) >> bit & 1)
    return ", ".join(words)


def _declared(record: Any, seat: int) -> list[str]:
    """What a seat has declared: the declarations themselves where they are known, else their kinds."""
    known = []
    for n in (2 * seat, 2 * seat + 1):
        number = int(nth_declaration(int(record.declared_length), int(record.declared_top), n))
        if number >= 0:
            suit = int(record.declared_suit) >> 8 * n & 0xFF
            text = declaration_text(number) + (f" in {SUIT_NAMES[suit - 1]}" if suit else "")
            known.append(text + (", which counts" if int(record.counted) >> n & 1 else ""))
    kinds = []
    for kind, name in enumerate(KINDS):
        bit = 4 * kind + seat
        kinds += [name] * ((int(record.announced) >> bit & 1) + (int(record.announced_twice) >> bit & 1))
    return known or kinds


def _notes(record: Any, seat: int) -> str:
    notes = []
    if record.phase == AUCTION and _calls(record, seat):
        notes.append("said " + _calls(record, seat))
    notes += [f"declares a {text}" if text[0] in "rl" else f"declares {text}" for text in _declared(record, seat)]
    notes += [f"belot in {SUIT_NAMES[suit]}" for suit in range(4) if int(record.belots) >> 4 * suit + seat & 1]
    return "".join(f"; {note}" for note in notes)


def _play_text(record: Any) -> list[str]:
    order = [(int(record.leader) + i) % 4 for i in range(int(record.trick_cards))]
    cards = ", ".join(f"player_{seat} {CARD_NAMES[record.trick[seat]]}" for seat in order)
    points, tricks = record.card_points, record.tricks
    return [
        f"  trick {record.trick_number}: {cards or 'to be led'}",
        f"  card points {points[0]} : {points[1]}, tricks {tricks[0]} : {tricks[1]}",
    ]


def _question(state: State, record: Any) -> str:
    """What the player is asked to declare."""
    texts = []
    for slot in range(MAX_CANDIDATES):
        candidate = int(nth_candidate(int(record.candidates), slot))
        if candidate >= 0:
            number = int(declaration_of(state.game.options[0], candidate))
            suit = "" if number >= FIRST_FOUR else f" in {SUIT_NAMES[suit_of(candidate)]}"
            texts.append(f"{slot + 1} {declaration_text(number)}{suit}")
    return "  to declare: " + ", ".join(texts)


def _result_text(record: Any) -> str:
    result = int(record.result)
    if result == PASSED_OUT:
        return RESULTS[result]
    who = {
        MADE: "player_{} made it",
        INSIDE: "player_{} is inside",
        HANGING: "the points of player_{} hang",
        KONTRA_MADE: "player_{} made it against kontra",
        KONTRA_LOST: "player_{} lost to kontra",
        KONTRA_HANGING: "all points hang",
    }[result].format(record.caller)
    capot = ", all tricks" if record.capot >= 0 else ""
    return f"{RESULTS[result]}: {who}{capot}; points {record.raw[0]} : {record.raw[1]}"


def _sheet_text(state: State, record: Any) -> list[str]:
    """The score sheet, a column a side: before the deal, the deal, and the totals."""
    totals = [int(total) for total in record.totals]
    rows = []
    if record.phase == END:
        written = [int(number) for number in record.written[:2]]
        rows = [[str(total - number) for total, number in zip(totals, written, strict=True)], [str(n) for n in written]]
    sheet = score_sheet(rows, totals, int(record.pot), SIDES).split("\n")
    return [f"  match to {int(state.game.options['target'][0])}", *(f"  {line}" for line in sheet)]


def table_text(state: State, seat: int | None) -> str:
    """The table as text: everything, or what a seat may see."""
    record = (state.array if seat is None else state.view(seat)).view(np.recarray)[0]
    contract = int(record.contract)
    lines = [_heading(state, record)]
    for player in range(4):
        hidden = seat is not None and seat != player and not record.hands[player] and record.phase != END
        hand = "(hidden)" if hidden else _names(int(record.hands[player]), contract)
        if record.phase == AUCTION and record.late[player]:
            hand += f" | {_names(int(record.late[player]), contract)}"
        mark = "*" if player == record.actor and not state.is_over else " "
        role = "deals" if player == record.dealer else "forehand" if player == record.forehand else ""
        lines.append(f"{mark} player_{player} {role:<8} {hand}{_notes(record, player)}")
    if record.phase == DECLARE:
        lines.append(_question(state, record))
    if record.phase in (DECLARE, PLAY):
        lines += _play_text(record)
    if record.phase == END:
        lines.append("  " + _result_text(record))
    if state.game.episode == "match" or record.totals.any() or record.pot:
        lines += _sheet_text(state, record)
    return "\n".join(lines)
