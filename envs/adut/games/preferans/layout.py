"""Actions and observation of Preferans. Players are told apart relative to the observer: slot 0 is the observer, slot 1 plays
after him, slot 2 before him."""

from __future__ import annotations

from adut.core.cards import CLUBS, DIAMONDS, HEARTS, SPADES
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
from adut.games.plain_tricks import NO_SUIT

AUCTION, NAME_GAME, DISCARD, DECLARE, FOLLOW, DOUBLE, PLAY, END = range(8)
PHASES = ("auction", "name game", "discard", "declare", "follow", "double", "play", "end")

PIK, KARO, HERC, TREF, BETL, SANS = range(2, 8)
LOWEST, HIGHEST = PIK, SANS
CONTRACTS = ("none", "", "spades", "diamonds", "hearts", "clubs", "betl", "no trump")
"""By their numbers: pik 2, karo 3, herc 4, tref 5, betl 6, sans 7."""
SUIT_OF_LEVEL = (NO_SUIT, NO_SUIT, SPADES, DIAMONDS, HEARTS, CLUBS, NO_SUIT, NO_SUIT)
TRUMP_OF = table(SUIT_OF_LEVEL)
"""[contract] the trump suit."""
LEVEL_OF = table([SUIT_OF_LEVEL.index(suit) for suit in range(4)])
"""[suit] the number of the contract with that trump."""

PASS, BID, HOLD, CALL_IN_HAND, CALL_IN_HAND_BETL, CALL_IN_HAND_SANS, GOOD = range(32, 39)
FIRST_CONTRACT = 39
"""Contract n is named by the action FIRST_CONTRACT + n - LOWEST."""
DECLARE_TREF, DECLARE_SANS = FIRST_CONTRACT + TREF - LOWEST, FIRST_CONTRACT + SANS - LOWEST
SAY_FOLLOW, SAY_NO_FOLLOW, OK, CALL_PARTNER, KONTRA, REKONTRA, SUBKONTRA, MORTKONTRA = range(45, 53)
CALLS = (
    "pass",
    "bid",
    "hold",
    "in hand",
    "in hand betl",
    "in hand no trump",
    "good",
    *(f"declare {name}" for name in CONTRACTS[LOWEST:]),
    "follow",
    "decline",
    "ok",
    "call partner",
    "double",
    "redouble",
    "double again",
    "redouble again",
)
NUM_ACTIONS = 32 + len(CALLS)

_LOCAL = {
    "dalje": "pass",
    "moje": "hold",
    "mogu": "hold",
    "igra": "in hand",
    "igra betl": "in hand betl",
    "igra sans": "in hand no trump",
    "dobra": "good",
    "dobro": "good",
    "pik": "declare spades",
    "karo": "declare diamonds",
    "herc": "declare hearts",
    "tref": "declare clubs",
    "betl": "declare betl",
    "sans": "declare no trump",
    "idem": "follow",
    "pratim": "follow",
    "dodjem": "follow",
    "ne idem": "decline",
    "zovem": "call partner",
    "idemo zajedno": "call partner",
    "idemo svi": "call partner",
    "kontra": "double",
    "rekontra": "redouble",
    "subkontra": "double again",
    "mortkontra": "redouble again",
}
_SHORT = {name: f"declare {name}" for name in CONTRACTS[LOWEST:]}
ACTIONS = Actions(CALLS, _LOCAL | _SHORT, ("play", "discard"))

STATUSES = ("silent", "bidding", "passed", "in hand", "in hand betl", "in hand no trump")
_NUMBER = DIGITS_PER_NUMBER

LAYOUT = Layout(
    [
        Slice("hand", CARDS, 32, "own cards; all twelve until the discards lie"),
        Slice("talon", CARDS, 32, "the two cards of the talon, once the declarer has bought it and if the observer saw them"),
        Slice("discards", CARDS, 32, "what the observer has discarded"),
        Slice("trick", CARDS, 96, "the current trick, by the slot of the player"),
        Slice("played", CARDS, 96, "all cards played (with obs_history=current_trick: in the current trick), by slot"),
        Slice(
            "trick_number",
            NUMBERS,
            32,
            "for each card the trick in which it was played, 0 if it was not (or if that is not observed)",
            high=10,
        ),
        Slice("void", FLAGS, 12, "shown voids by slot: clubs, diamonds, hearts, spades (not with obs_history=current_trick)"),
        Slice("followed", FLAGS, 3, "who has said that he follows, by slot"),
        Slice("declined", FLAGS, 3, "who has said that he does not"),
        Slice("playing", FLAGS, 3, "who plays cards, by slot"),
        Slice("status", FLAGS, 18, f"what each slot has said in the auction: {', '.join(STATUSES)}"),
        Slice("phase", ONE_HOT, len(PHASES), ", ".join(PHASES)),
        Slice("position", ONE_HOT, 3, "the observer is forehand, second, dealer"),
        Slice("actor", ONE_HOT, 3, "slot of the player to decide"),
        Slice("holder", ONE_HOT, 3, "slot that named or holds the level of the auction"),
        Slice("declarer", ONE_HOT, 3, "slot of the declarer"),
        Slice("caller", ONE_HOT, 3, "slot of the follower who called the other"),
        Slice("giver", ONE_HOT, 3, "slot of the defender who gave kontra"),
        Slice("leader", ONE_HOT, 3, "slot that led to the current trick"),
        Slice("best", ONE_HOT, 3, "slot whose card wins the current trick so far"),
        Slice("last_winner", ONE_HOT, 3, "slot that won the trick before"),
        Slice("led", ONE_HOT, 4, "suit of the led card: clubs, diamonds, hearts, spades"),
        Slice("level", ONE_HOT, 6, "level of the auction, 2 to 7"),
        Slice("contract", ONE_HOT, 6, ", ".join(CONTRACTS[LOWEST:])),
        Slice("in_hand", FLAGS, 1, "the declarer plays from the hand"),
        Slice("refe_doubles", FLAGS, 1, "a refe of the declarer doubles the deal"),
        Slice("said", NUMBERS, 3, "last number of each slot in the auction", high=HIGHEST),
        Slice("named", NUMBERS, 3, "suit that each slot named for a game from the hand: 2 spades to 5 clubs", high=TREF),
        Slice("doublings", NUMBERS, 1, "none, kontra, rekontra, subkontra, mortkontra", high=4),
        Slice("tricks", NUMBERS, 3, "tricks won, by slot", high=10),
        Slice("counted_tricks", NUMBERS, 3, "tricks of each defender that count for what is written, by slot", high=10),
        Slice("value", DIGITS, _NUMBER, "the value in force", high=99),
        Slice("bula", DIGITS, 3 * _NUMBER, "bule by slot", low=-99, high=99),
        Slice("supe_on_next", DIGITS, 3 * _NUMBER, "supe that each slot has written on the player after him", high=99),
        Slice("supe_on_previous", DIGITS, 3 * _NUMBER, "supe that each slot has written on the player before him", high=99),
        Slice("refe", DIGITS, 3 * _NUMBER, "unplayed refe by slot", high=99),
        Slice("refe_left", DIGITS, _NUMBER, "how often refe can still be written, -1 without a limit", low=-99, high=99),
        Slice(
            "deals",
            DIGITS,
            2 * _NUMBER,
            "deals of the match: played, still to come at most (-1 without a limit); zeros for a deal by itself",
            low=-99,
            high=99,
        ),
    ]
)
HIDDEN_LAYOUT = Layout(
    [
        Slice("hands", CARDS, 96, "the cards of the three players, by slot"),
        Slice("talon", CARDS, 32, "the two cards that were dealt to the talon"),
        Slice("discards", CARDS, 32, "what lies face down from the declarer's hand"),
    ]
)
