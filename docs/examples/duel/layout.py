"""Actions and observation of Duel: slot 0 is the observer, slot 1 the other player."""

from __future__ import annotations

from adut.core.cards import SUIT_NAMES
from adut.core.layout import CARDS, DIGITS, DIGITS_PER_NUMBER, FLAGS, NUMBERS, ONE_HOT, Actions, Layout, Slice

CALL, PLAY, END = range(3)
PHASES = ("call", "play", "end")
FIRST_CALL = 32

ACTIONS = Actions([f"call {suit}" for suit in SUIT_NAMES], {suit: f"call {suit}" for suit in SUIT_NAMES}, ("play",))

LAYOUT = Layout(
    [
        Slice("hand", CARDS, 32, "own cards"),
        Slice("led", CARDS, 32, "the card that was led to the current trick"),
        Slice("played", CARDS, 64, "all cards played, by slot"),
        Slice("phase", ONE_HOT, len(PHASES), "call, play, end"),
        Slice("trump", ONE_HOT, 4, "clubs, diamonds, hearts, spades"),
        Slice("forehand", FLAGS, 1, "the observer is forehand"),
        Slice("to_act", FLAGS, 1, "the observer is to act"),
        Slice("tricks", NUMBERS, 2, "tricks won, by slot", high=10),
        Slice("deals", NUMBERS, 2, "deals of the match: played, still to come", high=100),
        Slice("totals", DIGITS, 2 * DIGITS_PER_NUMBER, "points of the match, by slot", high=99),
    ]
)
HAND, LED, PLAYED, PHASE, TRUMP, FOREHAND, TO_ACT, TRICKS, DEALS, TOTALS = (part.start for part in LAYOUT.values())

HIDDEN_LAYOUT = Layout([Slice("hands", CARDS, 64, "the cards of both players, by slot")])
