"""Actions and observation of Bela.

Players are told apart relative to the observer: slot 0 is the observer, slots 1 to 3 the players after him in the order of
play. Sides likewise: slot 0 is the observer's side, slot 1 that of the player after him, slot 2 (three players only) the third.
With fewer players the slots that nobody has stay empty.
"""

from __future__ import annotations

from adut.core.cards import RANKS_PER_SUIT, SUIT_NAMES
from adut.core.layout import (
    CARDS,
    DIGITS,
    DIGITS_PER_NUMBER,
    FLAGS,
    NUMBERS,
    ONE_HOT,
    Actions,
    Layout,
    Slice,
)
from adut.core.record import table

CALL, SEVEN, DISCARD, DECLARE, PLAY, BELA, END = range(7)
PHASES = ("call", "seven", "discard", "declare", "play", "bela", "end")

NO_RESULT, MADE, FELL, HUNG, THROWN_IN, BELOT, REVOKED, WENT_OUT = range(-1, 7)
RESULTS = ("made", "fell", "hung", "thrown in", "belot", "revoke", "out")
"""How a deal can end."""

FIRST_CALL, PASS, YES, NO, OUT = 32, 36, 37, 38, 39
NUM_ACTIONS = OUT + 1
CALLED_SUITS = (2, 1, 3, 0)
"""Suits in the order of the calling actions: hearts, diamonds, spades, clubs."""
SUIT_OF_CALL = table(CALLED_SUITS)
CALL_OF_SUIT = table([FIRST_CALL + CALLED_SUITS.index(suit) for suit in range(4)])

CALLS = (*(f"call {SUIT_NAMES[suit]}" for suit in CALLED_SUITS), "pass", "yes", "no", "out")

_LOCAL_SUITS = {
    "hearts": ("herc", "srce"),
    "diamonds": ("karo", "tikva", "bundeva"),
    "spades": ("pik", "list", "zelje"),
    "clubs": ("tref", "zir", "žir"),
}
_LOCAL_WORDS = {
    "dalje": "pass",
    "da": "yes",
    "report": "yes",
    "zvanje": "yes",
    "bela": "yes",
    "exchange the seven": "yes",
    "ne": "no",
    "report nothing": "no",
    "no bela": "no",
    "keep the seven": "no",
    "dosta": "out",
}
REPLIES = {
    (SEVEN, YES): "exchange the seven",
    (SEVEN, NO): "keep the seven",
    (DECLARE, YES): "report",
    (DECLARE, NO): "report nothing",
    (BELA, YES): "bela",
    (BELA, NO): "no bela",
}
"""What yes and no mean in a phase."""


def _aliases() -> dict[str, str]:
    aliases = dict(_LOCAL_WORDS)
    for suit, words in _LOCAL_SUITS.items():
        for word in (suit, *words):
            aliases[word] = f"call {suit}"
            aliases[f"call {word}"] = f"call {suit}"
    return aliases


ACTIONS = Actions(CALLS, _aliases(), ("play", "discard"))

WORTH = (20, 50, 100, 150, 200, 1001)
"""What the best declaration of a player can be worth."""

LAYOUT = Layout(
    [
        Slice("hand", CARDS, 32, "own cards; as caller all twelve until the discard"),
        Slice("out", CARDS, 32, "cards known to be out of play: own discards, the turned card (two players), a visible stock"),
        Slice("played", CARDS, 128, "all cards played, by slot"),
        Slice(
            "shown",
            CARDS,
            128,
            "cards of recognised declarations, played ones too, by slot; the eight cards of a belot that ends the deal",
        ),
        Slice("trick_number", NUMBERS, 32, "for each card the trick in which it was played, 0 if it was not", high=10),
        Slice(
            "source",
            NUMBERS,
            32,
            "for each card how it came to the observer: 1 first six, 2 talon, 3 middle, 4 exchanged; 0 if it did not",
            high=4,
        ),
        Slice("void", FLAGS, 16, "shown voids by slot: clubs, diamonds, hearts, spades"),
        Slice("trick_suit", FLAGS, 16, "the current trick: the suit of the card of each slot, none before it has played"),
        Slice("trick_rank", FLAGS, 4 * RANKS_PER_SUIT, "the current trick: the rank of the card of each slot, 7 to ace"),
        Slice("announced_worth", FLAGS, 4 * len(WORTH), f"the best declaration reported by each slot: worth {WORTH}"),
        Slice("announced_top", FLAGS, 4 * RANKS_PER_SUIT, "the same: the top card of a run, or the rank of a four, 7 to ace"),
        Slice("announced_length", NUMBERS, 4, "the same: the length of a run, 0 for a four or where it is not told", high=8),
        Slice("declared", DIGITS, 3 * DIGITS_PER_NUMBER, "points of recognised declarations by side", 0, 99),
        Slice("bela", ONE_HOT, 4, "slot that said bela"),
        Slice("refused", FLAGS, 2, "the observer kept silent about declarations; about bela"),
        Slice("turned_suit", ONE_HOT, 4, "suit of the card that was turned up: clubs, diamonds, hearts, spades"),
        Slice("turned_rank", ONE_HOT, RANKS_PER_SUIT, "its rank, 7 to ace"),
        Slice("exchanged", ONE_HOT, 4, "slot that exchanged the seven of trump for it"),
        Slice("phase", ONE_HOT, len(PHASES), ", ".join(PHASES)),
        Slice("place", ONE_HOT, 4, "the observer's place in the order of calling: 0 is forehand"),
        Slice("actor", ONE_HOT, 4, "slot of the player to decide"),
        Slice("passes", NUMBERS, 1, "how often trump was not called so far", high=6),
        Slice("caller", ONE_HOT, 4, "slot of the player who called trump"),
        Slice("trump", ONE_HOT, 4, "clubs, diamonds, hearts, spades"),
        Slice("discarded", NUMBERS, 1, "how many cards the caller has discarded", high=2),
        Slice("led", ONE_HOT, 4, "suit of the led card: clubs, diamonds, hearts, spades"),
        Slice("leader", ONE_HOT, 4, "slot that led, or is to lead, to the current trick"),
        Slice("best", ONE_HOT, 4, "slot whose card wins the current trick so far"),
        Slice("last_winner", ONE_HOT, 4, "slot that won the trick before"),
        Slice("trick_points", NUMBERS, 1, "card points in the current trick", high=56),
        Slice("points", DIGITS, 3 * DIGITS_PER_NUMBER, "card points in tricks by side, without discards", 0, 99),
        Slice("tricks", NUMBERS, 3, "tricks won by side", high=10),
        Slice("result", ONE_HOT, len(RESULTS), f"how the deal ended: {', '.join(RESULTS)}"),
        Slice("result_by", ONE_HOT, 4, "slot that held the belot, revoked, or went out"),
        Slice(
            "totals",
            DIGITS,
            3 * DIGITS_PER_NUMBER,
            "points of the match by side; this and the next two are zeros for a deal by itself",
            0,
            99,
        ),
        Slice("pot", DIGITS, DIGITS_PER_NUMBER, "points that hang", 0, 99),
        Slice("target", DIGITS, DIGITS_PER_NUMBER, "points to reach", 0, 99),
    ]
)

HIDDEN_LAYOUT = Layout(
    [
        Slice("hands", CARDS, 128, "the cards of all players, by slot"),
        Slice("talons", CARDS, 128, "the talons that were dealt to them, by slot, until they take them"),
        Slice("middle", CARDS, 32, "the two middle cards as they were dealt"),
        Slice("discards", CARDS, 32, "the caller's discards"),
        Slice("stock", CARDS, 32, "the cards of the stock"),
    ]
)
