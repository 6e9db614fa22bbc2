"""Texts of Duel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from adut.core.cards import CARD_NAMES, NUM_CARDS, SUIT_NAMES, format_cards, parse_card_list
from adut.core.errors import AdutError, NotationError
from duel.layout import ACTIONS, END, PHASES
from duel.rules import HAND_SIZE

if TYPE_CHECKING:
    from adut.core.state import State


def action_text(record: Any, action: int) -> str:
    """The text of an action."""
    return ACTIONS.names[action]


def order_pack(options: Any, dealer: int, hands: Mapping[Any, Any]) -> list[int]:
    """The pack that gives each seat its cards; a seat that is left out gets what comes."""
    forehand = 1 - dealer
    given = {int(seat): parse_card_list(cards) for seat, cards in hands.items()}
    if any(seat not in (0, 1) or len(cards) != HAND_SIZE for seat, cards in given.items()):
        raise NotationError(f"hands are {{0: cards, 1: cards}}, {HAND_SIZE} cards each")
    named = [card for cards in given.values() for card in cards]
    rest = [card for card in range(NUM_CARDS) if card not in named]
    pack: list[int] = []
    for seat in (forehand, dealer):
        if seat in given:
            pack += given[seat]
        else:
            pack += rest[:HAND_SIZE]
            rest = rest[HAND_SIZE:]
    return pack + rest


def get_sheet(record: Any, options: Any) -> dict[str, Any]:
    """`counted` deals and the `totals` of both."""
    return {"counted": int(record["counted"]), "totals": [int(total) for total in record["totals"]]}


def set_sheet(record: Any, options: Any, sheet: Mapping[str, Any]) -> None:
    """Write what `get_sheet` returns."""
    counted = int(sheet.get("counted", 0))
    if not 0 <= counted < int(options["n_deals"][0]):
        raise AdutError(f"counted is a number of deals below {int(options['n_deals'][0])}, not {counted}")
    record["counted"] = counted
    record["totals"] = sheet.get("totals", [0, 0])


def why_illegal(state: State, action: int) -> str:
    """In words, why an action is not legal."""
    record = state.record
    if not 0 <= action < len(ACTIONS):
        return f"actions are numbers from 0 to {len(ACTIONS) - 1}"
    if action >= NUM_CARDS:
        return f"trumps are not named in the phase {state.phase!r}"
    if not record.hands[record.seat] >> action & 1:
        return f"player_{record.seat} does not hold {CARD_NAMES[action]}"
    return "suit must be followed"


def table_text(state: State, seat: int | None) -> str:
    """The table as text."""
    record = (state.array if seat is None else state.view(seat))[0]
    trump = int(record["trump"])
    lines = [f"Duel: {PHASES[int(record['phase'])]}, trump {SUIT_NAMES[trump] if trump >= 0 else 'none'}"]
    for player in range(2):
        mark = "*" if player == record["actor"] and record["phase"] != END else " "
        cards = format_cards(int(record["hands"][player]))
        lines.append(f"{mark} player_{player} {int(record['tricks'][player])} tricks  {cards}")
    if record["led"] >= 0:
        lines.append(f"  led: {CARD_NAMES[record['led']]}")
    return "\n".join(lines)
