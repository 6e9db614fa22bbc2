"""Actions and observation of Belot.

Players are told apart relative to the observer: slot 0 is the observer, slot 1 the player after him (to his right), slot 2 his
partner, slot 3 the player before him. Sides likewise: slot 0 is the observer's side.
"""

from __future__ import annotations

from adut.core.cards import CARD_NAMES, KING, QUEEN, RANKS_PER_SUIT, SUIT_NAMES
from adut.core.layout import CARDS, DIGITS, DIGITS_PER_NUMBER, FLAGS, NUMBERS, ONE_HOT, Actions, Layout, Slice

AUCTION, DECLARE, PLAY, END = range(4)
PHASES = ("auction", "declare", "play", "end")

NO_RESULT, MADE, INSIDE, HANGING, KONTRA_MADE, KONTRA_LOST, KONTRA_HANGING, PASSED_OUT = range(-1, 7)
RESULTS = ("made", "inside", "hanging", "kontra made", "kontra lost", "kontra hanging", "passed out")
"""How a deal can end."""

CONTRACTS = (*SUIT_NAMES, "no trumps", "all trumps")
KINDS = ("run of three", "run of four", "longer run", "four of 100", "four of 150", "four of 200")
"""What is announced of a declaration."""
MAX_CANDIDATES = 3

PASS, FIRST_BID = 32, 33
KONTRA = FIRST_BID + len(CONTRACTS)
REKONTRA = KONTRA + 1
FIRST_SLOT = REKONTRA + 1
DONE = FIRST_SLOT + MAX_CANDIDATES
FIRST_BELOT = DONE + 1
"""King and queen of clubs, of diamonds, of hearts, of spades: played with the announcement of belot."""
NUM_ACTIONS = FIRST_BELOT + 2 * len(SUIT_NAMES)
BELOT_CARDS = tuple(RANKS_PER_SUIT * suit + rank for suit in range(len(SUIT_NAMES)) for rank in (KING, QUEEN))

CALLS = (
    "pass",
    *(f"bid {contract}" for contract in CONTRACTS),
    "kontra",
    "rekontra",
    *(f"declare {slot + 1}" for slot in range(MAX_CANDIDATES)),
    "done",
    *(f"belot {CARD_NAMES[card]}" for card in BELOT_CARDS),
)

_LOCAL_CONTRACTS = {
    "clubs": ("tref", "spatia", "спатия"),
    "diamonds": ("karo", "каро"),
    "hearts": ("herc", "kupa", "купа"),
    "spades": ("pik", "pika", "пика"),
    "no trumps": ("bez aduta", "no trump", "bez koz", "без коз"),
    "all trumps": ("sve adut", "all trump", "vsichko koz", "всичко коз"),
}
_LOCAL_WORDS = {
    "dalje": "pass",
    "pas": "pass",
    "пас": "pass",
    "double": "kontra",
    "контра": "kontra",
    "redouble": "rekontra",
    "реконтра": "rekontra",
    "gotovo": "done",
    "declare nothing": "done",
}


def _aliases() -> dict[str, str]:
    aliases = dict(_LOCAL_WORDS)
    for contract, words in _LOCAL_CONTRACTS.items():
        for word in (contract, *words):
            aliases[word] = f"bid {contract}"
            aliases[f"bid {word}"] = f"bid {contract}"
    for card in BELOT_CARDS:
        aliases[f"belot {CARD_NAMES[card].lower()}"] = f"belot {CARD_NAMES[card]}"
    return aliases


ACTIONS = Actions(CALLS, _aliases(), ("play",))

LAYOUT = Layout(
    [
        Slice("hand", CARDS, 32, "own cards"),
        Slice("late", CARDS, 32, "those of the own cards, played ones too, that were dealt after the auction"),
        Slice("played", CARDS, 128, "all cards played, by slot"),
        Slice("trick_number", NUMBERS, 32, "for each card the trick in which it was played, 0 if it was not", high=8),
        Slice("bids", FLAGS, 4 * len(CONTRACTS), f"who bid it, by contract and slot: {', '.join(CONTRACTS)}"),
        Slice("kontras", FLAGS, 4 * len(CONTRACTS), "who said kontra to it, by contract and slot"),
        Slice("rekontras", FLAGS, 4 * len(CONTRACTS), "who said rekontra, by contract and slot"),
        Slice("contract", ONE_HOT, len(CONTRACTS), "the highest bid so far, or the contract"),
        Slice("caller", ONE_HOT, 4, "slot that made that bid"),
        Slice("doubling", ONE_HOT, 3, "no kontra, kontra, rekontra"),
        Slice("phase", ONE_HOT, len(PHASES), "auction, declare (for the player who is asked alone), play, end"),
        Slice("place", ONE_HOT, 4, "the observer's place in the order of bidding: 0 is forehand"),
        Slice("actor", ONE_HOT, 4, "slot of the player to decide"),
        Slice("led", ONE_HOT, 4, "suit of the led card: clubs, diamonds, hearts, spades"),
        Slice("leader", ONE_HOT, 4, "slot that led, or is to lead, to the current trick"),
        Slice("best", ONE_HOT, 4, "slot whose card wins the current trick so far"),
        Slice("last_winner", ONE_HOT, 4, "slot that won the trick before"),
        Slice("void", FLAGS, 16, "shown voids by slot: clubs, diamonds, hearts, spades"),
        Slice("trick_suit", FLAGS, 16, "the current trick: the suit of the card of each slot, none before it has played"),
        Slice("belots", FLAGS, 16, "announced belots by suit and slot"),
        Slice("trick_rank", FLAGS, 4 * RANKS_PER_SUIT, "the current trick: the rank of the card of each slot, 7 to ace"),
        Slice("announced", FLAGS, 4 * len(KINDS), f"who announced a declaration, by kind and slot: {', '.join(KINDS)}"),
        Slice("announced_twice", FLAGS, 4 * len(KINDS), "who announced two of a kind, by kind and slot"),
        Slice("counted", FLAGS, 8, "which of the declarations below count, once that is told"),
        Slice("result", ONE_HOT, len(RESULTS), f"how the deal ended: {', '.join(RESULTS)}"),
        Slice(
            "declared_length",
            NUMBERS,
            8,
            "two declarations a slot, as far as they are known: length of a run, 0 for a four",
            high=RANKS_PER_SUIT,
        ),
        Slice(
            "declared_top",
            NUMBERS,
            8,
            "the same: the top card of a run or the rank of a four, 1 seven to 8 ace; 0 for no declaration",
            high=RANKS_PER_SUIT,
        ),
        Slice("declared_suit", NUMBERS, 8, "the same: the suit of a run, 1 clubs to 4 spades; 0 if not known", high=4),
        Slice("passes", NUMBERS, 1, "passes since the last other call", high=4),
        Slice("trick_points", NUMBERS, 1, "card points in the current trick", high=80),
        Slice("tricks", NUMBERS, 2, "tricks won by side", high=8),
        Slice("points", DIGITS, 2 * DIGITS_PER_NUMBER, "card points in tricks by side, as they lie: not doubled", 0, 99),
        Slice("candidate_length", NUMBERS, MAX_CANDIDATES, "what the observer is asked to declare, by slot", high=8),
        Slice("candidate_top", NUMBERS, MAX_CANDIDATES, "the same, as in declared_top", high=8),
        Slice("candidate_suit", NUMBERS, MAX_CANDIDATES, "the same, as in declared_suit", high=4),
        Slice("raw", DIGITS, 2 * DIGITS_PER_NUMBER, "points by side once the deal is over, all included", 0, 99),
        Slice("written", DIGITS, 2 * DIGITS_PER_NUMBER, "game points by side once the deal is over", 0, 99),
        Slice("totals", DIGITS, 2 * DIGITS_PER_NUMBER, "game points of the match by side", 0, 99),
        Slice("pot", DIGITS, DIGITS_PER_NUMBER, "game points that hang", 0, 99),
        Slice("target", DIGITS, DIGITS_PER_NUMBER, "game points to reach", 0, 99),
    ]
)

HIDDEN_LAYOUT = Layout(
    [
        Slice("hands", CARDS, 128, "the cards of all players, by slot"),
        Slice("late", CARDS, 128, "the cards that they get after the auction, by slot, until they have them"),
        Slice("declared_length", NUMBERS, 8, "all declarations, two a slot, as in the observation", high=RANKS_PER_SUIT),
        Slice("declared_top", NUMBERS, 8, "the same: top cards and ranks", high=RANKS_PER_SUIT),
        Slice("declared_suit", NUMBERS, 8, "the same: suits", high=4),
        Slice("asked", FLAGS, 1, "the player to decide is asked for declarations"),
    ]
)
