"""Actions and observation of Russian Preferans. Players are told apart relative to the observer: slot 0 is the observer, the
others follow clockwise; with three players slot 3 is empty."""

from __future__ import annotations

from adut.core.cards import CLUBS, DIAMONDS, HEARTS, SPADES
from adut.core.layout import CARDS, DIGITS, DIGITS_PER_NUMBER, FLAGS, NUMBERS, ONE_HOT, Actions, Layout, Slice
from adut.core.record import table
from adut.games.plain_tricks import NO_SUIT

AUCTION, HALF_OFFER, DISCARD, CONTRACT, WHIST, REVEAL, PLAY, END = range(8)
PHASES = ("auction", "half offer", "discard", "contract", "whist", "reveal", "play", "end")

STRAINS = ("spades", "clubs", "diamonds", "hearts", "no trump")
SUIT_OF_STRAIN = (SPADES, CLUBS, DIAMONDS, HEARTS, NO_SUIT)
"""In the order of the auction, lowest first."""
LEVELS = range(6, 11)
GAMES = tuple(f"{level} {strain}" for level in LEVELS for strain in STRAINS)
NUM_GAMES = len(GAMES)
MISERE_CONTRACT, RASPASOVKA = NUM_GAMES, NUM_GAMES + 1
CONTRACTS = (*GAMES, "misere", "raspasovka")
TRUMP_OF = table([SUIT_OF_STRAIN[game % len(STRAINS)] for game in range(NUM_GAMES)] + [NO_SUIT, NO_SUIT])
"""[contract] the trump suit."""

NINES, TENS = GAMES[15:20], GAMES[20:]
BIDS = (
    *GAMES[:20],
    "misere",
    *(f"{game} without talon" for game in NINES),
    *TENS,
    "misere without talon",
    *(f"{game} without talon" for game in TENS),
)
"""The ladder of the auction, lowest first (with misere_ladder=kodeks misere lies below the nines)."""
NUM_BIDS = len(BIDS)
L_NINE, L_MISERE, L_NINE_WT, L_TEN, L_MISERE_WT, L_TEN_WT = 15, 20, 21, 26, 31, 32

PASS, RAISE, HERE, MISERE, NINE_WT, MISERE_WT, TEN_WT, REPEAT_WT, OFFER_HALF, ACCEPT, REFUSE = range(32, 43)
SAY_WHIST, TOGETHER, FOR_OWN, LOOK_FIRST, LOOK_SECOND, OPEN, CLOSE, THROW_TALON, DECLARE_PREFERANS = range(43, 52)
FIRST_CONTRACT = 52
"""Game n of GAMES is named by the action FIRST_CONTRACT + n."""
CALLS = (
    "pass",
    "raise",
    "here",
    "misere",
    "nine without talon",
    "misere without talon",
    "ten without talon",
    "repeat without talon",
    "offer half",
    "accept",
    "refuse",
    "whist",
    "together",
    "for own",
    "look first",
    "look second",
    "open",
    "closed",
    "discard talon open",
    "declare preferans",
    *(f"contract {game}" for game in GAMES),
)
NUM_ACTIONS = 32 + len(CALLS)
AUCTION_CALLS = CALLS[: OFFER_HALF - PASS]
"""What `last_call` counts from 1."""

_LOCAL = {
    "dalje": "pass",
    "pas": "pass",
    "пас": "pass",
    "ovde": "here",
    "moje": "here",
    "здесь": "here",
    "мои": "here",
    "mizer": "misere",
    "betl": "misere",
    "мизер": "misere",
    "veliki mizer": "misere without talon",
    "mizer bez kupovine": "misere without talon",
    "мизер без прикупа": "misere without talon",
    "big misere": "misere without talon",
    "idem": "whist",
    "vist": "whist",
    "pratim": "whist",
    "вист": "whist",
    "zajedno": "together",
    "za svoje": "for own",
    "полвиста": "for own",
    "otvoreno": "open",
    "в светлую": "open",
    "zatvoreno": "closed",
    "втёмную": "closed",
    "preferans": "declare preferans",
}
_SHORT = {game: f"contract {game}" for game in GAMES} | {f"bid {game}": f"contract {game}" for game in GAMES}
ACTIONS = Actions(CALLS, _LOCAL | _SHORT, ("play", "discard"))

DECLARATIONS = ("pass", "whist", "together", "for own")
OPENINGS = ("closed for the first lead", "closed", "open")
OUTCOMES = ("all passed", "not whisted", "made", "failed", "Preferans", "given up")
_NUMBER = DIGITS_PER_NUMBER

LAYOUT = Layout(
    [
        Slice("hands", CARDS, 128, "cards held now that the observer sees, by slot: his own, those that he plays, open hands"),
        Slice("seen", CARDS, 96, "hands as the dealer of four saw them in an offer or a look, by slot from 1 on"),
        Slice("talon", CARDS, 32, "cards of the talon that the observer has seen"),
        Slice("discards", CARDS, 32, "what the observer has discarded; for all, a talon that was thrown openly"),
        Slice("trick", CARDS, 128, "the current trick, by the slot of the player"),
        Slice("played", CARDS, 128, "all cards played, by slot"),
        Slice("trick_number", NUMBERS, 32, "for each card the trick in which it was played or turned up, 0: not yet", high=10),
        Slice("void", FLAGS, 16, "shown voids by slot: clubs, diamonds, hearts, spades"),
        Slice("phase", ONE_HOT, len(PHASES), ", ".join(PHASES)),
        Slice("position", ONE_HOT, 4, "the observer is first, second, third hand, or the dealer of four"),
        Slice("actor", ONE_HOT, 4, "slot of the player to decide"),
        Slice("seat", ONE_HOT, 4, "slot whose cards are next, that offers half a misere, or at which the dealer looks"),
        Slice("declarer", ONE_HOT, 4, "slot of the declarer"),
        Slice("leader", ONE_HOT, 4, "slot that plays first in the current trick"),
        Slice("best", ONE_HOT, 4, "slot whose card wins the current trick so far"),
        Slice("last_winner", ONE_HOT, 4, "slot that won the trick before"),
        Slice("led", ONE_HOT, 4, "suit to follow: clubs, diamonds, hearts, spades"),
        Slice("owner", ONE_HOT, 4, "slot that holds the bid"),
        Slice("active", FLAGS, 4, "who has not passed in the auction, by slot"),
        Slice("last_call", FLAGS, 32, f"last call of each slot in the auction: {', '.join(AUCTION_CALLS)}"),
        Slice("contract", ONE_HOT, len(CONTRACTS), "6 spades, 6 clubs, ... 10 no trump, misere, raspasovka"),
        Slice("no_talon", FLAGS, 1, "the winning bid was one without talon"),
        Slice("repeated", FLAGS, 1, "the current bid is a game repeated without talon"),
        Slice("refused", FLAGS, 1, "the talon was thrown openly"),
        Slice("preferans", FLAGS, 2, "a Preferans was declared: of one suit or unbroken tops, without trump"),
        Slice("bid", ONE_HOT, NUM_BIDS, "the current bid, by its place on the ladder"),
        Slice("offered", FLAGS, 4, "who has offered half a misere, by slot"),
        Slice("half", ONE_HOT, 4, "slot whose misere the dealer shares"),
        Slice("game_bidder", FLAGS, 4, "who has bid a game, by slot"),
        Slice("misere_bidder", FLAGS, 4, "who has bid misere, by slot"),
        Slice("both_whist", FLAGS, 1, "both defenders whist"),
        Slice("returned", FLAGS, 1, "the whist was returned"),
        Slice("opening", ONE_HOT, len(OPENINGS), f"the hands of the defence: {', '.join(OPENINGS)}"),
        Slice("first_said", FLAGS, 16, f"first declaration of each slot as a defender: {', '.join(DECLARATIONS)}"),
        Slice("then_said", FLAGS, 16, "second declaration of each slot, and the dealer's"),
        Slice("looked", ONE_HOT, 4, "slot of the defender whose hand the dealer of four looks at"),
        Slice("whister", ONE_HOT, 4, "slot of the single whister"),
        Slice("whist_seat", ONE_HOT, 4, "slot whose cards he holds"),
        Slice("partner", ONE_HOT, 4, "slot of the defender whom he called"),
        Slice("own", ONE_HOT, 4, "slot of the defender who goes for his own"),
        Slice("outcome", ONE_HOT, len(OUTCOMES), ", ".join(OUTCOMES)),
        Slice("said", NUMBERS, 4, "last bid made or held by each slot, counted from 1 on the ladder", high=NUM_BIDS),
        Slice("best_game", NUMBERS, 4, "highest game with talon bid or held by each slot, counted from 1", high=NUM_BIDS),
        Slice("tricks", NUMBERS, 4, "tricks won, by slot", high=10),
        Slice("units", NUMBERS, 1, "tricks that the cards of the talon count for", high=3),
        Slice("series", NUMBERS, 1, "raspasovkas in the present series, at most 99", high=99),
        Slice("target", DIGITS, _NUMBER, "points that close a pool, -1 without a limit", low=-99, high=99),
        Slice(
            "deals",
            DIGITS,
            2 * _NUMBER,
            "deals of the match: played, still to come at most (-1 without a limit); zeros for a deal by itself",
            low=-99,
            high=99,
        ),
        Slice("pool", DIGITS, 4 * _NUMBER, "pool by slot", high=99),
        Slice("mountain", DIGITS, 4 * _NUMBER, "mountain by slot", low=-99, high=99),
        Slice("whists", DIGITS, 12 * _NUMBER, "by slot, whists written on the first, second, third player after", high=99),
    ]
)
HIDDEN_LAYOUT = Layout(
    [
        Slice("hands", CARDS, 128, "the cards of all players, by slot"),
        Slice("talon", CARDS, 32, "the two cards that were dealt to the talon"),
        Slice("discards", CARDS, 32, "what lies face down from the declarer's hand"),
    ]
)
