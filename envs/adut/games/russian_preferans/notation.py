"""Texts of Russian Preferans: actions, tables, deals by owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from adut.core.cards import CARD_NAMES, NUM_CARDS, SUIT_NAMES, card_list, cards_by_owner
from adut.core.errors import NotationError
from adut.games.plain_tricks import NO_SUIT
from adut.games.russian_preferans.layout import (
    ACTIONS,
    AUCTION,
    AUCTION_CALLS,
    BIDS,
    CONTRACT,
    CONTRACTS,
    DECLARATIONS,
    DECLARE_PREFERANS,
    DISCARD,
    END,
    FIRST_CONTRACT,
    FOR_OWN,
    GAMES,
    HALF_OFFER,
    HERE,
    LOOK_FIRST,
    LOOK_SECOND,
    MISERE,
    MISERE_WT,
    NUM_ACTIONS,
    OFFER_HALF,
    OPENINGS,
    OUTCOMES,
    PASS,
    PHASES,
    PLAY,
    RAISE,
    REPEAT_WT,
    SAY_WHIST,
    SUIT_OF_STRAIN,
    THROW_TALON,
    WHIST,
)
from adut.games.russian_preferans.seats import nibble, order_of_hands
from adut.games.russian_preferans.sheet_drawing import sheet_text
from adut.games.russian_preferans.table import ACTIVE, HAND_SIZE

if TYPE_CHECKING:
    from adut.core.state import State

TALON = "talon"
"""The owner of the two cards that are dealt to the table, beside the seats."""


def action_text(record: Any, action: int) -> str:
    """The text of an action by the phase: `discard CJ` or `play CJ`, `bid 7 hearts` or `contract 7 hearts`."""
    phase = int(record["phase"])
    if action < NUM_CARDS and phase == DISCARD:
        return f"discard {CARD_NAMES[action]}"
    if action >= FIRST_CONTRACT and phase == AUCTION:
        return f"bid {GAMES[action - FIRST_CONTRACT]}"
    return ACTIONS.names[action]


def order_pack(options: NDArray[Any], dealer: int, hands: Mapping[Any, Any]) -> list[int]:
    """The pack in dealing order that gives each active seat its ten cards and the talon its two, in their order.

    Args:
        hands: {seat: cards, ..., "talon": cards}. One owner may be left out: he gets the rest.
    """
    if int(options["seat_draw"][0]):
        raise NotationError("with seat_draw the order of the seats depends on the generator; give deck instead of hands")
    order = int(order_of_hands(int(options["players"][0]), 0, dealer))
    sizes: dict[Any, int] = {int(nibble(order, place)): HAND_SIZE for place in range(ACTIVE)}
    sizes[TALON] = 2
    owners = cards_by_owner(hands, sizes, f" when player_{dealer} deals")
    return [card for owner in sizes for card in owners[owner]]


# Why an action is not legal.


def why_illegal(state: State, action: int) -> str:
    """In words, why an action is not legal."""
    record = state.record
    if not 0 <= action < NUM_ACTIONS:
        return f"actions are numbers from 0 to {NUM_ACTIONS - 1}"
    phase = int(record.phase)
    if action < NUM_CARDS:
        return _why_not_card(state, action)
    if phase == AUCTION and (action <= OFFER_HALF or action >= FIRST_CONTRACT):
        return _why_not_call(state, action)
    if phase == DISCARD and action in (THROW_TALON, DECLARE_PREFERANS):
        return _why_not_exchange(state, action)
    if phase == CONTRACT and action >= FIRST_CONTRACT:
        return f"the contract must reach the bid, {_bid_text(record)}"
    if phase == WHIST and (action == PASS or SAY_WHIST <= action <= LOOK_SECOND):
        return _why_not_declaration(action)
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
        return "the dealer leads the talon in the order in which it was dealt"
    led = SUIT_NAMES[record.led]
    if any(other >> 3 == record.led for other in state.legal_actions()):
        return f"{led} were led and must be followed"
    return f"who has no {led} must trump"


def _why_not_call(state: State, action: int) -> str:
    record = state.record
    seat = int(record.seat)
    if action == HERE:
        return "a game is held by the earlier of two bidders, over a bid of the other"
    if action in (MISERE, MISERE_WT, OFFER_HALF):
        if record.last_call[seat] and state.game.values["misere_first_call_only"] and action != MISERE_WT:
            return "misere is the first call of a player or never"
        if action == OFFER_HALF:
            return "half a misere is offered to the dealer of four, before any call, where misere can be said"
        return "it must rank above the bid, and misere without talon overcalls another misere or what has beaten one"
    if record.misere_bidders >> seat & 1:
        return "who has bid misere never bids a game"
    if action == RAISE:
        return "there is no game above the bid"
    if action == REPEAT_WT:
        return "an own game is repeated without talon over a game with talon, or over a lower one that was repeated"
    if action >= FIRST_CONTRACT:
        return "the game does not rank above the bid, or bids go step by step"
    return "games without talon follow on misere, nines on the first and tens on the second, one step at a time"


def _why_not_exchange(state: State, action: int) -> str:
    record = state.record
    if record.discards:
        return "it comes before any discard"
    if action == THROW_TALON:
        return "the talon of a game is thrown openly where four play and it is agreed"
    return "the twelve cards are no Preferans, or none is agreed"


def _why_not_declaration(action: int) -> str:
    if action in (LOOK_FIRST, LOOK_SECOND):
        return "only the dealer of four looks at a hand, when nobody else is left to ask"
    if action == PASS:
        return "who may go for his own does not pass"
    if action == FOR_OWN:
        return "for own is said at the agreed levels, when the other has passed"
    return "whist is said first; together, once the other has passed or gone for his own"


# The table.


def sorted_hand(cards: int, trump: int) -> list[int]:
    """Cards in the order in which a player holds them: trumps first, then hearts down to spades as bids rank, high to low."""
    rank = {suit: place for place, suit in enumerate(SUIT_OF_STRAIN)}
    return sorted(card_list(cards), key=lambda card: (card >> 3 != trump, -rank[card >> 3], -card))


def _names(cards: Sequence[int]) -> str:
    return " ".join(CARD_NAMES[card] for card in cards)


def _bid_text(record: Any) -> str:
    return str(BIDS[record["bid"]]) + (" without talon" if record["repeated"] else "")


def contract_text(record: Any) -> str:
    """The contract with how it is played, e.g. `7 hearts without talon, open`; empty before it is named."""
    contract = int(record["contract"])
    if contract < 0:
        return ""
    words = CONTRACTS[contract] + (" without talon" if record["no_talon"] else "")
    shown = int(record["whister"]) >= 0 and int(record["opening"]) > 0
    return words + (f", {OPENINGS[record['opening'] - 1]}" if shown else "")


def _notes(record: Any, seat: int) -> str:
    words = []
    if record.phase in (AUCTION, HALF_OFFER):
        if record.last_call[seat]:
            words.append(AUCTION_CALLS[record.last_call[seat] - 1])
        if record.bid >= 0 and record.owner == seat:
            words.append(f"has {_bid_text(record)}")
    elif seat == record.declarer:
        words.append("declarer")
    for said in (record.first_said[seat], record.then_said[seat]):
        words += [DECLARATIONS[said - 1]] if said else []
    if record.looked == seat:
        words.append("looked at by the dealer")
    if record.half == seat:
        words.append("shares his misere with the dealer")
    return f" {', '.join(words)}" if words else ""


def _play_text(record: Any, players: int) -> list[str]:
    seat = int(record.leader)
    cards = []
    for _ in range(record.trick_cards):
        cards.append(f"player_{seat} {CARD_NAMES[record.trick[seat]]}")
        seat = int(nibble(record.after, seat))
    led = f"{SUIT_NAMES[record.led]} turned up" if record.led != NO_SUIT and not cards else "to be led"
    tricks = ", ".join(f"player_{seat} {record.tricks[seat]}" for seat in range(players))
    return [f"  trick {record.trick_number}: {', '.join(cards) or led}", f"  tricks: {tricks}"]


def table_text(state: State, seat: int | None) -> str:
    """The table as text: everything, or what a seat may see."""
    record = (state.array if seat is None else state.view(seat)).view(np.recarray)[0]
    players = state.game.seats
    lines = [f"Russian Preferans, rules {state.game.rules}: {state.phase}"]
    contract = contract_text(record)
    if record.declarer >= 0:
        lines[0] += f"; declarer player_{record.declarer} at {contract or _bid_text(record)}"
    elif contract:
        lines[0] += f"; {contract}"
    for player in range(players):
        hand = _names(sorted_hand(int(record.hands[player]), int(record.trump)))
        if not record.hands[player] and state.record.hands[player]:
            seen = int(record.seen_hands[player] & ~record.played[player])
            hand = f"(seen) {_names(sorted_hand(seen, int(record.trump)))}" if seen else "(hidden)"
        mark = "*" if player == record.actor and not state.is_over else " "
        role = "dealer" if player == record.dealer else ""
        lines.append(f"{mark} player_{player} {role:<7} {hand}{_notes(record, player)}".rstrip())
    if record.seat != record.actor and not state.is_over:
        lines.append(f"  player_{record.actor} decides with the cards of player_{record.seat}")
    for name, cards in (("talon", record.talon), ("discards", record.discards)):
        if cards:
            lines.append(f"  {name:<16} {_names(sorted_hand(int(cards), int(record.trump)))}")
    if record.phase == PLAY:
        lines += _play_text(record, players)
    if record.phase == END:
        tricks = " : ".join(str(record.tricks[player]) for player in range(players))
        lines.append(f"  {OUTCOMES[record.outcome - 1]}; tricks {tricks}; points {' : '.join(map(str, state.scores))}")
    target = int(state.game.options["pool_target"][0])
    return "\n".join([*lines, *("  " + line for line in sheet_text(state.sheet, target))])
