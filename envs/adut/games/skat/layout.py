"""Actions and observation of Skat.

Players are told apart relative to the observer: slot 0 is the observer, slots 1 and 2 are the active players that follow him
clockwise. For the dealer of four, who sits out, slots 0, 1, 2 are forehand, middlehand, rearhand.
"""

from __future__ import annotations

import numpy as np

from adut.core.cards import SUIT_NAMES
from adut.core.layout import (
    CARDS,
    DIGITS,
    DIGITS_PER_NUMBER,
    FLAGS,
    NUMBERS,
    ONE_HOT,
    THERMOMETER,
    Actions,
    Layout,
    Slice,
)
from adut.core.record import Ints, table

AUCTION, TAKE, DISCARD, DECLARE, PLAY, END = range(6)
PHASES = ("auction", "take", "discard", "declare", "play", "end")
FOREHAND, MIDDLEHAND, REARHAND, SITTING_OUT = range(4)
ROLES = ("forehand", "middlehand", "rearhand", "sitting out")
GRAND, NULL = 4, 5
CONTRACTS = (*SUIT_NAMES, "grand", "null")
TRUMP = 4
"""The fifth suit: trumps, in place of a card's own suit."""

SUIT_BASE_VALUES = (12, 9, 10, 11)
BASE_VALUE = table([*SUIT_BASE_VALUES, 24])
"""Of clubs, diamonds, hearts, spades, grand."""
GRAND_OUVERT_BASE = 36
NULL_VALUE = (23, 35, 46, 59)
"""Null after a pick-up, from the hand, open, open from the hand: index hand + 2 * ouvert."""
MAX_BID_LEVEL = 18


def _bid_table(grand_ouvert_36: bool) -> tuple[int, ...]:
    """All values that a game can have (5.1)."""
    suits = {base * level for base in SUIT_BASE_VALUES for level in range(2, MAX_BID_LEVEL + 1)}
    if grand_ouvert_36:
        grands = {24 * level for level in range(2, 11)} | {36 * level for level in range(7, 11)}
    else:
        grands = {24 * level for level in range(2, 12)}
    return tuple(sorted(suits | grands | set(NULL_VALUE)))


BIDS_36X6 = _bid_table(True)
BIDS_24X7 = _bid_table(False)
BIDS = tuple(sorted(set(BIDS_36X6) | set(BIDS_24X7)))
"""All bids of all presets; an action names an index of this tuple."""
NUM_BIDS = len(BIDS)
BID_VALUES = table(BIDS)

PASS, HOLD, FIRST_BID = 32, 33, 34
PICK_UP = FIRST_BID + NUM_BIDS
PLAY_HAND = PICK_UP + 1
CONCEDE = PICK_UP + 2
FIRST_DECLARATION = PICK_UP + 3
DECLARE_NULL = FIRST_DECLARATION + 20
DECLARE_NULL_OUVERT = DECLARE_NULL + 1
NUM_ACTIONS = DECLARE_NULL_OUVERT + 1
DECLARED_CONTRACTS = (1, 2, 3, 0, GRAND)
DECLARATION_ORDER = table(DECLARED_CONTRACTS)
"""Contracts in the order of the declaring actions: diamonds, hearts, spades, clubs, grand."""
FORMS = ("", " schneider", " schwarz", " ouvert")

CALLS = (
    "pass",
    "hold",
    *(f"bid {bid}" for bid in BIDS),
    "pick up",
    "play hand",
    "concede",
    *(f"declare {CONTRACTS[contract]}{form}" for contract in DECLARED_CONTRACTS for form in FORMS),
    "declare null",
    "declare null ouvert",
)

_GERMAN = {
    "passe": "pass",
    "weg": "pass",
    "ja": "hold",
    "yes": "hold",
    "skat": "pick up",
    "skat aufnehmen": "pick up",
    "in hand": "play hand",
    "hand": "play hand",
    "handspiel": "play hand",
    "aufgeben": "concede",
}
_SUITS_IN_GERMAN = {"clubs": "kreuz", "diamonds": "karo", "hearts": "herz", "spades": "pik"}


def _aliases() -> dict[str, str]:
    aliases = dict(_GERMAN)
    for bid in BIDS:
        aliases[str(bid)] = f"bid {bid}"
    for call in CALLS:
        if call.startswith("declare "):
            words = call.removeprefix("declare ")
            aliases[words] = call
            suit = words.split()[0]
            if suit in _SUITS_IN_GERMAN:
                aliases[words.replace(suit, _SUITS_IN_GERMAN[suit])] = call
    return aliases


ACTIONS = Actions(CALLS, _aliases(), ("play", "discard", "drücken"))

LAYOUT = Layout(
    [
        Slice("hand", CARDS, 32, "own cards; after the pick-up all twelve until the discard"),
        Slice("found", CARDS, 32, "the original skat, for the declarer who picked it up; for all once the deal is over"),
        Slice("discards", CARDS, 32, "what lies in the skat, for the declarer who discarded it; for all once the deal is over"),
        Slice("open_hands", CARDS, 96, "cards held openly, by slot: the declarer's in an open game; all once the deal is over"),
        Slice("trick", CARDS, 96, "the current trick, by the slot of the player"),
        Slice("played", CARDS, 96, "all cards played, by the slot of the player"),
        Slice("trick_number", NUMBERS, 32, "for each card the trick in which it was played, 0 if it was not", high=10),
        Slice("bid", THERMOMETER, NUM_BIDS, "the highest bid so far, counted from 1 in the list of bids"),
        Slice("void", FLAGS, 15, "shown voids by slot: clubs, diamonds, hearts, spades, trump"),
        Slice("phase", ONE_HOT, len(PHASES), "auction, take, discard, declare, play, end"),
        Slice("role", ONE_HOT, len(ROLES), "the observer is forehand, middlehand, rearhand, sitting out"),
        Slice("actor", ONE_HOT, 3, "slot of the player to decide"),
        Slice("declarer", ONE_HOT, 3, "slot of the declarer"),
        Slice("bidder", ONE_HOT, 3, "slot of the player who names bids in the present duel"),
        Slice("answerer", ONE_HOT, 3, "slot of the player who answers in the present duel"),
        Slice("to_answer", FLAGS, 1, "a bid waits for an answer"),
        Slice("passed", FLAGS, 3, "who has passed, by slot"),
        Slice(
            "said",
            NUMBERS,
            3,
            "highest bid named or held by each slot, counted from 1 in the list of bids",
            high=NUM_BIDS,
        ),
        Slice("take", FLAGS, 2, "the declarer picked up; he plays from the hand"),
        Slice("contract", ONE_HOT, len(CONTRACTS), "clubs, diamonds, hearts, spades, grand, null"),
        Slice("announced", FLAGS, 4, "schneider, schwarz, open, conceded"),
        Slice("led", ONE_HOT, 5, "suit of the led card: clubs, diamonds, hearts, spades, trump"),
        Slice("leader", ONE_HOT, 3, "slot that led to the current trick"),
        Slice("last_winner", ONE_HOT, 3, "slot that won the trick before"),
        Slice("best", ONE_HOT, 3, "slot whose card wins the current trick so far"),
        Slice("trick_points", NUMBERS, 1, "card points in the current trick", high=33),
        Slice("points", NUMBERS, 2, "card points in tricks: declarer, defenders", high=120),
        Slice("tricks", NUMBERS, 2, "tricks won: declarer, defenders", high=10),
        Slice(
            "deals",
            DIGITS,
            2 * DIGITS_PER_NUMBER,
            "counted deals of the list: played, still to come; zeros for a deal by itself",
            -99,
            99,
        ),
        Slice("totals", DIGITS, 4 * DIGITS_PER_NUMBER, "totals of the list by seat, the observer first", -99, 99),
        Slice("wins", DIGITS, 4 * DIGITS_PER_NUMBER, "own games won by seat, the observer first", -99, 99),
        Slice("losses", DIGITS, 4 * DIGITS_PER_NUMBER, "own games lost by seat, the observer first", -99, 99),
    ]
)

HIDDEN_LAYOUT = Layout(
    [
        Slice("hands", CARDS, 96, "the cards of the three active players, by slot"),
        Slice("skat", CARDS, 32, "the two cards that lie in the skat now"),
        Slice("original_skat", CARDS, 32, "the two cards that were dealt to the skat"),
    ]
)


def _bid_words() -> Ints:
    """Legal bids as words of a set of actions: [grand_ouvert, jump_bids, index of the last bid + 1, word]."""
    words = np.zeros((2, 2, NUM_BIDS + 1, 4), np.int64)
    for code, values in enumerate((BIDS_36X6, BIDS_24X7)):
        for last in range(NUM_BIDS + 1):
            above = [BIDS.index(bid) for bid in values if last == 0 or bid > BIDS[last - 1]]
            for jump, allowed in enumerate((above[:1], above)):
                for index in allowed:
                    action = FIRST_BID + index
                    words[code, jump, last, action >> 5] |= 1 << (action & 31)
    return table(words)


BID_WORDS = _bid_words()
