"""Texts of Bela: actions, declarations, tables, deals by owner, the match sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from adut.core.cards import CARD_NAMES, NUM_CARDS, SUIT_NAMES, cards_by_owner
from adut.core.errors import AdutError
from adut.games import belote_texts
from adut.games.bela.cards import BELOT_1001, FIRST_WORTH, SAID_BELA
from adut.games.bela.layout import (
    ACTIONS,
    BELOT,
    CALL,
    DISCARD,
    END,
    FELL,
    HUNG,
    MADE,
    NUM_ACTIONS,
    OUT,
    PASS,
    PLAY,
    REPLIES,
    RESULTS,
    REVOKED,
    THROWN_IN,
    WENT_OUT,
    WORTH,
    YES,
)
from adut.games.bela.table import NO_SEAT
from adut.games.belote_texts import sorted_hand
from adut.games.sheet_entries import MAX_NUMBER, number, numbers

if TYPE_CHECKING:
    from adut.core.state import State

TALON_MIDDLE, TURNED, STOCK = "middle", "turned", "stock"
"""Owners of cards that lie on the table, beside the seats."""
DASH = "-"
"""What a side that fell has on the sheet."""


def action_text(record: Any, action: int) -> str:
    """The text of an action, as it is said in the phase of the table."""
    phase = int(record["phase"])
    if action < NUM_CARDS and phase == DISCARD:
        return f"discard {CARD_NAMES[action]}"
    return REPLIES.get((phase, action), ACTIONS.names[action])


def declaration_text(number: int) -> str:
    """The text of a declaration, or of what is announced of it: `run of four to the ace (50)`, `four jacks (200)`, `100`."""
    if number == BELOT_1001:
        return f"belot ({WORTH[-1]})"
    if number >= FIRST_WORTH:
        return str(WORTH[number - FIRST_WORTH])
    return belote_texts.declaration_text(number)


ANNOUNCEMENTS = (*map(declaration_text, range(SAID_BELA)), "bela")
"""What a player tells of his cards, by number."""


def _sizes(options: NDArray[Any], dealer: int) -> dict[Any, int]:
    """How many cards each owner has, in the order in which they are dealt from."""
    players = int(options["players"][0])
    order = [(dealer + 1 + place) % players for place in range(players)]
    if players == 4:
        return dict.fromkeys(order, 8)
    if players == 3:
        return dict.fromkeys(order, 10) | {TALON_MIDDLE: 2}
    middle = {TALON_MIDDLE: 2} if options["two_middle"][0] else {}
    return dict.fromkeys(order, 10) | {TURNED: 1} | middle | {STOCK: 9 if middle else 11}


def order_pack(options: NDArray[Any], dealer: int, hands: Mapping[Any, Any]) -> list[int]:
    """The pack in dealing order that gives each seat its cards.

    Args:
        hands: {seat: cards, ...}: a seat's first six cards and then its talon; with three players also "middle" (with
            three_bidding=turn_up the turned card first), with two "turned", "middle" and "stock". One owner may be left
            out: he gets the rest.
    """
    sizes = _sizes(options, dealer)
    owners = cards_by_owner(hands, sizes)
    seats = [owner for owner in sizes if isinstance(owner, int)]
    packets = [owners[seat][start : start + 3] for start in (0, 3) for seat in seats]
    packets += [owners.get(TURNED, []), *(owners[seat][6:] for seat in seats)]
    packets += [owners.get(TALON_MIDDLE, []), owners.get(STOCK, [])]
    return [card for packet in packets for card in packet]


# The match sheet.


def num_sides(options: NDArray[Any]) -> int:
    """How many columns the sheet has."""
    return 3 if int(options["players"][0]) == 3 else 2


def get_sheet(record: Any, options: NDArray[Any]) -> dict[str, Any]:
    """The sheet: `totals` by side, and the points that hang, `pot`."""
    totals = [int(number) for number in record["totals"][: num_sides(options)]]
    return {"totals": totals, "pot": int(record["pot"])}


def set_sheet(record: Any, options: NDArray[Any], sheet: Mapping[str, Any]) -> None:
    """Write a sheet. Raises AdutError for unknown keys and impossible numbers."""
    unknown = set(sheet) - {"totals", "pot"}
    if unknown:
        raise AdutError(f"a sheet of Bela has totals and pot; not {', '.join(sorted(map(str, unknown)))}")
    sides = num_sides(options)
    totals = numbers("totals", sheet.get("totals", [0] * sides), sides, 0, MAX_NUMBER)
    pot = number("pot", sheet.get("pot", 0), 0, MAX_NUMBER)
    if pot and not options["exact_half"][0]:
        raise AdutError(f"points hang only with exact_half=hang, so pot is 0, not {pot}")
    record["totals"][:sides] = totals
    record["pot"] = pot


def score_row(record: Any, options: NDArray[Any]) -> list[str]:
    """What a finished deal puts on the sheet, one text a side: points, or a dash for a caller who fell.

    Args:
        record: a table whose phase is `end`, or that has just dealt the next deal (`points` are of the last one).
    """
    sides = num_sides(options)
    if int(record["result"]) == FELL:
        caller = int(record["caller"]) % sides
        return [DASH if side == caller else str(int(record["points"][side])) for side in range(sides)]
    return [str(int(record["points"][side])) for side in range(sides)]


def score_sheet(rows: Iterable[Sequence[str]], totals: Sequence[int], pot: int = 0) -> str:
    """The sheet as it is written: a column a side, a row a deal, the totals below a line.

    Args:
        rows: the deals, as `score_row` gives them.
        totals: of the match so far.
        pot: points that hang.
    """
    heads = ("we", "you") if len(totals) == 2 else tuple(f"player_{side}" for side in range(len(totals)))
    return belote_texts.score_sheet(rows, totals, pot, heads)


# The table.


def why_illegal(state: State, action: int) -> str:
    """In words, why an action is not legal."""
    record = state.record
    if not 0 <= action < NUM_ACTIONS:
        return f"actions are numbers from 0 to {NUM_ACTIONS - 1}"
    phase, seat = int(record.phase), int(record.seat)
    if action < NUM_CARDS:
        if phase not in (DISCARD, PLAY):
            return f"no card is played in the phase {state.phase!r}"
        if not int(record.hands[seat]) >> action & 1:
            return f"player_{seat} does not hold {CARD_NAMES[action]}"
        return "suit must be followed and the best card beaten; who cannot follow ruffs, and higher than others did"
    if phase == CALL and action <= PASS:
        if action == PASS:
            return "somebody has to call, and it is up to this player"
        return "the suit of the turned card is offered first, and the others after everybody has refused it"
    if phase not in (CALL, DISCARD, PLAY) and action == YES:
        return "this player does not hold what it takes"
    if action == OUT:
        return "one goes out on a lead, with enough points after a trick just won (dosta_claim=decide)"
    return f"it does not belong to the phase {state.phase!r}"


def _names(cards: int, trump: int) -> str:
    return " ".join(CARD_NAMES[card] for card in sorted_hand(cards, trump))


def _heading(state: State, record: Any) -> str:
    text = f"Bela, {state.game.seats} players, rules {state.game.rules}: {state.phase}"
    if record.turned >= 0:
        text += f"; turned {CARD_NAMES[record.turned]}"
    if record.caller >= 0:
        text += f"; player_{record.caller} called {SUIT_NAMES[record.trump]}"
    return text


def _notes(state: State, record: Any, seat: int) -> str:
    notes = []
    place = (seat - int(record.forehand)) % state.game.seats
    passes = (int(record.passes) - place + state.game.seats - 1) // state.game.seats
    if record.phase == CALL and passes > 0:
        notes.append("passed" if passes == 1 else "passed twice")
    if seat == record.caller:
        notes.append("caller")
    if seat == record.exchanged:
        notes.append("exchanged the seven")
    if record.announced[seat]:
        notes.append("declares " + declaration_text(int(record.announced[seat]) - 1))
    if record.shown[seat]:
        notes.append("shows " + _names(int(record.shown[seat]), int(record.trump)))
    if seat == record.bela:
        notes.append("bela")
    return "".join(f"; {note}" for note in notes).removeprefix(";")


def _play_text(state: State, record: Any) -> list[str]:
    players, sides = state.game.seats, num_sides(state.game.options)
    order = [(int(record.leader) + i) % players for i in range(int(record.trick_cards))]
    cards = ", ".join(f"player_{seat} {CARD_NAMES[record.trick[seat]]}" for seat in order)
    lines = [f"  trick {record.trick_number}: {cards or 'to be led'}"]
    words = []
    for name, values in (("card points", record.card_points), ("tricks", record.tricks), ("declarations", record.declared)):
        if name != "declarations" or any(values):
            words.append(f"{name} " + " : ".join(str(int(values[side])) for side in range(sides)))
    return [*lines, "  " + ", ".join(words)]


def _result_text(state: State, record: Any) -> str:
    sides, result = num_sides(state.game.options), int(record.result)
    if result == THROWN_IN:
        return "all passed"
    score = " : ".join(score_row(record, state.game.options))
    who = {
        MADE: "player_{} made it",
        FELL: "player_{} fell",
        HUNG: "the points of player_{} hang",
        BELOT: "player_{} holds a belot and wins the match",
        REVOKED: "player_{} revoked",
        WENT_OUT: "player_{} is out",
    }[result].format(record.caller if record.result_seat == NO_SEAT else record.result_seat)
    cards = ""
    if result in (MADE, FELL, HUNG):
        cards = "; cards " + " : ".join(str(int(record.counted[side])) for side in range(sides))
    return f"{RESULTS[result]}: {who}, {score}{cards}"


def table_text(state: State, seat: int | None) -> str:
    """The table as text: everything, or what a seat may see."""
    record = (state.array if seat is None else state.view(seat)).view(np.recarray)[0]
    players, trump = state.game.seats, int(record.trump)
    taken = record.caller >= 0 and state.phase != "seven"
    lines = [_heading(state, record)]
    for player in range(players):
        hidden = seat is not None and seat != player and not record.hands[player] and record.phase != END
        hand = "(hidden)" if hidden else _names(int(record.hands[player]), trump)
        if not taken and record.talon[player]:
            hand += f" | {_names(int(record.talon[player]), trump)}"
        mark = "*" if player == record.actor and not state.is_over else " "
        role = "deals" if player == record.dealer else "forehand" if player == record.forehand else ""
        lines.append(f"{mark} player_{player} {role:<8} {hand}{_notes(state, record, player)}")
    for name, cards in (("middle", 0 if taken else record.middle), ("discards", record.discards), ("stock", record.stock)):
        if cards:
            lines.append(f"  {name:<10}{_names(int(cards), trump)}")
    if record.trick_number and record.phase != END:
        lines += _play_text(state, record)
    if record.phase == END:
        lines.append("  " + _result_text(state, record))
    if state.game.episode == "match" or record.totals.any() or record.pot:
        totals = " : ".join(str(int(total)) for total in record.totals[: num_sides(state.game.options)])
        hang = f", {record.pot} hang" if record.pot else ""
        lines.append(f"  match to {int(state.game.options['target'][0])}: {totals}{hang}")
    return "\n".join(lines)
