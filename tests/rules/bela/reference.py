"""A second reading of the rules of Bela, in plain Python and as slow as it likes: cards, declarations, play, scoring.

It is written from the text of the rules alone and shares nothing with the package: cards are strings ("HT"), hands are sets,
what a side has won is a small object. `reference_table` puts deals and matches together from these functions. The tests hold
both to the worked examples that the package is held to, and then play both side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Options = Mapping[str, Any]

# -- 2 Options and presets -------------------------------------------------------------------------

VALUES: dict[str, tuple[Any, ...]] = {
    "match_end": ("prolaz", "dosta"),
    "match_tie_break": ("extra_deal", "caller_wins"),
    "prolaz_needs_call": (False, True),
    "dosta_caller": ("free", "never"),
    "dosta_claim": ("auto", "decide"),
    "all_pass": ("mus", "redeal"),
    "redeal_dealer": ("next", "same"),
    "talon_peek": ("after_call", "after_own_turn"),
    "declaration_mode": ("decide", "auto"),
    "declare_when": ("first_trick", "before_lead"),
    "announce_detail": ("value_top", "value"),
    "run_compare": ("length_top", "value_top"),
    "fours_order": ("natural", "trick", "none"),
    "declaration_tie": ("earlier", "trump_earlier", "cancel"),
    "shared_card": ("allowed", "not_allowed"),
    "bela_mode": ("decide", "auto"),
    "bela_on_fall": ("lost", "kept"),
    "belot_rule": ("instant_win", "declaration_1001", "as_run"),
    "trickless_declarations": ("forfeit", "transfer", "void"),
    "exact_half": ("fall", "hang"),
    "illegal_play": ("mask", "renons"),
    "partner_exempt": (False, True),
    "two_middle": (True, False),
    "two_seven_exchange": (False, True),
    "two_stock": ("hidden", "visible"),
    "three_bidding": ("pass_mus", "forced_first", "turn_up"),
    "three_success": ("strict", "mild"),
    "three_fall": ("vanish", "higher_opponent", "both"),
    "three_declarations": ("by_side", "single"),
}
"""The options which are one of several values, the default first."""

TARGETS = {4: 1001, 3: 701, 2: 501}

PRESETS: dict[str, dict[str, Any]] = {
    "serbian": {},
    "hr_traditional": {
        "match_end": "dosta",
        "dosta_caller": "never",
        "declare_when": "before_lead",
        "two_middle": False,
        "two_seven_exchange": True,
        "three_bidding": "forced_first",
        "trickless_declarations": "void",
    },
    "sr_wikipedia": {"three_fall": "higher_opponent"},
    "hr_online": {
        "declaration_mode": "auto",
        "declare_when": "before_lead",
        "run_compare": "value_top",
        "trickless_declarations": "transfer",
    },
    "tournament_hr": {"declare_when": "before_lead", "illegal_play": "renons"},
    "short": {"target": 501},
    "fast_rl": {"declaration_mode": "auto", "bela_mode": "auto"},
}
"""What each preset changes of the defaults."""


def make_options(players: int, rules: str = "serbian", **changes: Any) -> dict[str, Any]:
    """Every option of a table."""
    options = {name: values[0] for name, values in VALUES.items()}
    options |= {"players": players, "target": TARGETS[players], "stiglja_bonus": 90, "last_trick_bonus": 10}
    options |= PRESETS[rules]
    if rules == "tournament_hr" and players == 3:
        options["illegal_play"] = "mask"
    return options | changes


# -- 3 Cards ---------------------------------------------------------------------------------------

SUITS = "CDHS"
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SUIT_LETTERS = {name: letter for letter, name in SUIT_NAMES.items()}
SEQUENCE = "789TJQKA"  # low to high, for declarations
PACK = [suit + rank for suit in SUITS for rank in SEQUENCE]
TRUMP_ORDER = "78QKTA9J"  # low to high
PLAIN_ORDER = "789JQKTA"
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}


def card_points(cards: Iterable[str], trump: str) -> int:
    return sum((TRUMP_POINTS if card[0] == trump else PLAIN_POINTS)[card[1]] for card in cards)


# -- 3 Declarations --------------------------------------------------------------------------------

FOURS = {"J": 200, "9": 150, "A": 100, "K": 100, "Q": 100, "T": 100}
RUN_POINTS = {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 100}
FOUR_ORDERS = {"natural": "TQKA", "trick": "QKTA", "none": ""}  # low to high, among fours of 100
BELA = 20


@dataclass(frozen=True)
class Declaration:
    points: int
    kind: str  # "run" or "four"
    length: int
    top: str  # the highest rank of a run, the rank of a four
    cards: frozenset[str]


def declarations(options: Options, hand: Iterable[str]) -> list[Declaration]:
    """What a hand can report, strongest first."""
    hand = set(hand)
    found = [
        Declaration(points, "four", 4, rank, frozenset(suit + rank for suit in SUITS))
        for rank, points in FOURS.items()
        if all(suit + rank in hand for suit in SUITS)
    ]
    for suit in SUITS:
        ranks = "".join(rank if suit + rank in hand else " " for rank in SEQUENCE)
        for run in ranks.split():
            if len(run) >= 3:
                belot = len(run) == 8 and options["belot_rule"] == "declaration_1001"
                points = 1001 if belot else RUN_POINTS[len(run)]
                found.append(Declaration(points, "run", len(run), run[-1], frozenset(suit + rank for rank in run)))
    found.sort(key=lambda declaration: strength(options, declaration), reverse=True)
    if options["shared_card"] == "allowed":
        return found
    kept: list[Declaration] = []
    for declaration in found:
        if not any(declaration.cards & other.cards for other in kept):
            kept.append(declaration)
    return kept


def strength(options: Options, declaration: Declaration) -> tuple[int, ...]:
    """By this number declarations are compared; equal ones go to `declaration_tie`."""
    if declaration.kind == "four":
        return declaration.points, 1, 0, FOUR_ORDERS[options["fours_order"]].find(declaration.top)
    length = declaration.length if options["run_compare"] == "length_top" else 0
    return declaration.points, 0, length, SEQUENCE.index(declaration.top)


def recognised_seats(
    options: Options, reports: Mapping[int, Sequence[Declaration]], order: Sequence[int], caller: int, trump: str
) -> set[int]:
    """5.7: the seats whose reports count. `reports` has what each seat reported, `order` is f ... d."""
    players = options["players"]

    def party(seat: int) -> int:
        if players == 4:
            return seat % 2
        if players == 3 and options["three_declarations"] == "by_side":
            return int(seat == caller)
        return seat

    strengths = {seat: strength(options, reports[seat][0]) for seat in order if reports.get(seat)}
    if not strengths:
        return set()
    best = [seat for seat in strengths if strengths[seat] == max(strengths.values())]
    if options["declaration_tie"] == "cancel" and len({party(seat) for seat in best}) > 1:
        return set()
    if options["declaration_tie"] == "trump_earlier":

        def in_trump(seat: int) -> bool:
            return any(
                strength(options, report) == strengths[seat] and report.kind == "run" and trump in {c[0] for c in report.cards}
                for report in reports[seat]
            )

        best.sort(key=lambda seat: not in_trump(seat))
    return {seat for seat in strengths if party(seat) == party(best[0])}


# -- 6 Play ----------------------------------------------------------------------------------------


def beats(card: str, other: str, trump: str) -> bool:
    """Whether a card is better than another which was played before it."""
    if card[0] == other[0]:
        order = TRUMP_ORDER if card[0] == trump else PLAIN_ORDER
        return order.index(card[1]) > order.index(other[1])
    return card[0] == trump


def trick_winner(trump: str, trick: Sequence[str]) -> int:
    """The index of the card which takes the trick."""
    best = 0
    for index, card in enumerate(trick):
        if beats(card, trick[best], trump):
            best = index
    return best


def legal_cards(trump: str, trick: Sequence[str], hand: Iterable[str], partner_exempt: bool = False) -> set[str]:
    """What may be played from a hand. `partner_exempt`: the option is on; partners are every second player."""
    hand = set(hand)
    if not trick:
        return hand
    led = trick[0][0]
    winning = trick_winner(trump, trick)
    exempt = partner_exempt and (len(trick) - winning) % 2 == 0
    ruffed = led != trump and any(card[0] == trump for card in trick)
    suit = {card for card in hand if card[0] == led}
    if suit:
        better = {card for card in suit if beats(card, trick[winning], trump)}
        return suit if exempt or ruffed or not better else better
    trumps = {card for card in hand if card[0] == trump}
    if exempt or not trumps:
        return hand
    better = {card for card in trumps if beats(card, trick[winning], trump)}
    return better or trumps


# -- 8 Scoring -------------------------------------------------------------------------------------


@dataclass
class Won:
    """8.1: what a side has at the end of a deal."""

    cards: int = 0
    """K: points of its tricks, with the discards for the caller and the bonus of the last trick."""
    tricks: int = 0
    declared: int = 0
    """D"""
    bela: int = 0
    """B: 20 or 0"""


@dataclass
class Result:
    """8.4, 8.5: what a deal comes to."""

    verdict: str
    """"pass", "fall" or "hang" """
    game: int
    """G"""
    points: list[int]
    """P of each side"""
    scores: list[int]
    """of each side"""
    pot: int = 0
    """what hangs over to the next deal"""


def points_of_sides(options: Options, won: Sequence[Won]) -> list[int]:
    """8.2 and 8.3: P of each side."""
    all_tricks = sum(side.tricks for side in won)
    points = []
    for side in won:
        total = side.cards
        if side.tricks == all_tricks:
            total += options["stiglja_bonus"]
        if side.tricks:
            total += side.declared + side.bela
        points.append(total)
    if options["trickless_declarations"] == "transfer" and len(won) == 2:
        for side, other in ((0, 1), (1, 0)):
            if not won[side].tricks:
                points[other] += won[side].declared + won[side].bela
    return points


def result(options: Options, won: Sequence[Won], caller: int, earlier: Sequence[int] = (), pot: int = 0) -> Result:
    """The score of a deal. `won` and `caller` are by side, `earlier` has the sides from f on, `pot` hangs from before."""
    points = points_of_sides(options, won)
    game = sum(points)
    if len(won) == 2:
        return _result_of_two_sides(options, won, caller, points, game, pot)
    return _result_of_three(options, won, caller, earlier, points, game)


def _result_of_two_sides(options: Options, won: Sequence[Won], caller: int, points: list[int], game: int, pot: int) -> Result:
    other = 1 - caller
    if not won[caller].tricks and options["trickless_declarations"] == "forfeit":
        game += won[caller].declared + won[caller].bela
    scores = [0, 0]
    if won[caller].tricks and 2 * points[caller] > game:
        scores = list(points)
        scores[caller] += pot
        return Result("pass", game, points, scores)
    if won[caller].tricks and 2 * points[caller] == game and options["exact_half"] == "hang":
        scores[other] = points[other]
        return Result("hang", game, points, scores, pot + points[caller])
    if won[caller].tricks and options["bela_on_fall"] == "kept":
        scores[caller] = won[caller].bela
    scores[other] = game - scores[caller] + pot
    return Result("fall", game, points, scores)


def _result_of_three(
    options: Options, won: Sequence[Won], caller: int, earlier: Sequence[int], points: list[int], game: int
) -> Result:
    opponents = [side for side in earlier if side != caller]
    mine = points[caller]
    strict = options["three_success"] == "strict"
    enough = 2 * mine > game if strict else all(mine > points[side] for side in opponents)
    if won[caller].tricks and enough:
        return Result("pass", game, points, list(points))
    scores = list(points)
    scores[caller] = won[caller].bela if won[caller].tricks and options["bela_on_fall"] == "kept" else 0
    lost = mine - scores[caller]
    if options["three_fall"] == "both":
        for side in opponents:
            scores[side] += lost
    if options["three_fall"] == "higher_opponent":
        scores[max(opponents, key=lambda side: (points[side], won[side].tricks))] += lost  # the earlier one of equals
    return Result("fall", game, points, scores)


# -- 9 Match ---------------------------------------------------------------------------------------


def match_winner(options: Options, totals: Sequence[int], caller: int, made: bool) -> int | None:
    """The side that has won the match after a deal, None: it goes on. `made`: the caller passed, or was given the deal."""
    best = max(totals)
    if best < options["target"]:
        return None
    leaders = [side for side, total in enumerate(totals) if total == best]
    if options["prolaz_needs_call"]:
        return caller if leaders == [caller] and made else None
    if len(leaders) == 1:
        return leaders[0]
    if options["match_tie_break"] == "caller_wins" and caller in leaders:
        return caller
    return None
