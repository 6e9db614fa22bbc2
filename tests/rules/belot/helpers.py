"""What the tests of Belot share: reading the data files, setting up tables, the few names of the package they use."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import adut
from adut.core.cards import parse_card, parse_cards
from adut.games import belote_cards
from adut.games.belot import cards as cards_module
from adut.games.belot import scoring

from . import reference
from .reference import CONTRACTS, PACK, SEQUENCE, SUIT_NAMES, SUITS, make_options
from .reference_table import Deal, Match

HERE = Path(__file__).parent

# -- Data files ----------------------------------------------------------------------------------------------------


def load(name: str) -> dict[str, Any]:
    with (HERE / name).open("rb") as file:
        return tomllib.load(file)


# -- Decks ---------------------------------------------------------------------------------------------------------


def complete(hands: Mapping[int, str]) -> dict[int, list[str]]:
    """The cards named, in order (a seat's five first, then its three); free places get the rest, sevens first, aces last."""
    named = {seat: hands.get(seat, "").split() for seat in range(4)}
    taken = {card for cards in named.values() for card in cards}
    rest = [card for card in sorted(PACK, key=lambda card: SEQUENCE.index(card[1])) if card not in taken]
    for seat, cards in named.items():
        missing = 8 - len(cards)
        assert missing >= 0, (seat, cards)
        named[seat] = cards + rest[:missing]
        del rest[:missing]
    assert not rest, hands
    return named


def deck_of(hands: Mapping[int, str], dealer: int = 3) -> list[str]:
    """The pack in dealing order which gives these cards to the seats: packets of three, two and three."""
    cards = complete(hands)
    order = [(dealer + 1 + k) % 4 for k in range(4)]
    return [card for start, stop in ((0, 3), (3, 5), (5, 8)) for seat in order for card in cards[seat][start:stop]]


def random_deck(rng: random.Random) -> list[str]:
    return rng.sample(PACK, 32)


# -- Tables --------------------------------------------------------------------------------------------------------


@cache
def _game(rules: str, episode: str, items: tuple[tuple[str, Any], ...]) -> Any:
    return adut.game("belot", rules=rules, episode=episode, **dict(items))


def make_game(rules: str = "montenegrin", episode: str = "deal", **options: Any) -> Any:
    return _game(rules, episode, tuple(sorted(options.items())))


def new_table(
    game: Any,
    deck: Sequence[str] | None = None,
    dealer: int = 3,
    totals: Sequence[int] | None = None,
    pot: int = 0,
    **how: Any,
) -> Any:
    """A table of the package; seat 0 is forehand unless a dealer is named."""
    sheet = {"totals": list(totals or [0, 0]), "pot": pot}
    return game.new_state(deck=" ".join(deck) if deck else None, dealer=dealer, sheet=sheet, **how)


def new_reference(
    deck: Sequence[str],
    dealer: int = 3,
    rules: str = "montenegrin",
    totals: Sequence[int] | None = None,
    pot: int = 0,
    episode: str = "deal",
    **options: Any,
) -> Deal:
    return Deal(make_options(rules, **options), deck, dealer, totals, pot)


def legal(table: Any) -> set[str]:
    """The legal actions as texts."""
    if isinstance(table, Deal):
        return table.legal()
    return {f"play {PACK[a]}" if a < 32 else table.game.action_name(a) for a in table.legal_actions()}


def apply_all(table: Any, *actions: str) -> Any:
    for action in actions:
        table.apply(action)
    return table


def turn(table: Any) -> int:
    """The seat that decides."""
    return table.turn if isinstance(table, Deal) else table.seat


def phase(table: Any) -> str:
    return table.phase


def play(table: Any, cards: str) -> Any:
    """Play cards without belots, declaring nothing."""
    for card in cards.split():
        while phase(table) == "declare":
            table.apply("done")
        table.apply(f"play {card}")
    return table


def play_on(table: Any, choose: Callable[[list[str]], str]) -> Any:
    """Play to the end of the deal; `choose` picks from the sorted legal actions."""
    while not table.is_over:
        table.apply(choose(sorted(legal(table))))
    return table


def hand(table: Any, seat: int) -> set[str]:
    return set(table.hands[seat]) if isinstance(table, Deal) else text(int(table.record.hands[seat]))


def text(cards: int) -> set[str]:
    return {PACK[card] for card in range(32) if cards >> card & 1}


CALLS = {"P": "pass", "K": "kontra", "R": "rekontra"} | {
    letter: f"bid {contract}" for letter, contract in zip("cdhsna", CONTRACTS, strict=True)
}
"""Calls in the data files: small letters are bids, clubs to all trumps."""


def calls(letters: str) -> list[str]:
    return [CALLS[letter] for letter in letters.split()]


def contract_calls(contract: str, caller: int, mult: int = 1, first: int = 0) -> list[str]:
    """Calls by which a seat gets a contract, with kontra by the next and rekontra by the one after, if any."""
    before = ["pass"] * ((caller - first) % 4)
    return [*before, f"bid {contract}", *["kontra"] * (mult > 1), *["rekontra"] * (mult > 2), "pass", "pass", "pass"]


# -- Facts ---------------------------------------------------------------------------------------------------------

KINDS = ("run of three", "run of four", "longer run", "four of 100", "four of 150", "four of 200")


def facts(table: Any, seat: int = 0) -> dict[str, Any]:
    """What a seat may know about the deal; of a table of the package, as its observation states it.

    Seats and sides are absolute, cards are names.
    """
    return reference_facts(table, seat) if isinstance(table, Deal) else told(table, seat)


def reference_facts(deal: Deal, seat: int) -> dict[str, Any]:
    bids, kontras, rekontras = heard_calls(deal)
    asked = deal.phase == "declare" and deal.turn == seat
    trick = deal.trick
    best = None
    if trick:
        assert deal.contract is not None
        assert deal.leader is not None
        best = (deal.leader + reference.trick_winner(deal.contract, trick)) % 4
    return {
        "phase": "play" if deal.phase == "declare" and not asked else deal.phase,
        "turn": None if deal.is_over else deal.turn,
        "contract": deal.contract,
        "caller": deal.caller,
        "mult": deal.auction.mult,
        "passes": deal.auction.passes,
        "bids": bids,
        "kontras": kontras,
        "rekontras": rekontras,
        "place": deal.order.index(seat),
        "hand": set(deal.hands[seat]),
        "late": set(deal.late[seat]) if deal.leader is not None else set(),
        "leader": deal.leader,
        "led": trick[0][0] if trick else None,
        "best": best,
        "trick": list(trick),
        "points_in_trick": reference.card_points(deal.contract, trick) if trick and deal.contract else 0,
        "played": [set(deal.played[other]) for other in range(4)],
        "trick_number": trick_numbers(deal),
        "voids": voids(deal),
        "belots": set(deal.belots),
        "announced": [sorted(one.said for one in deal.declared[other]) for other in range(4)],
        "declared": [[(*known[:4], bool(known[4])) for known in deal.told(other, seat)] for other in range(4)],
        "tricks": list(deal.tricks),
        "points": list(deal.trick_points),
        "last_winner": deal.last_winner,
        "candidates": [(one.kind, one.length, one.top, one.suit) for one in deal.offered] if asked else [],
    }


Bids = set[tuple[int, str]]


def heard_calls(deal: Deal) -> tuple[Bids, Bids, Bids]:
    """Who bid which contract, said kontra to it, said rekontra."""
    said: dict[str, Bids] = {"bid": set(), "kontra": set(), "rekontra": set()}
    contract = ""
    for _, seat, call in (entry for entry in deal.log if entry[0] == "call"):
        verb, _, bid = call.partition(" ")
        contract = bid or contract
        if verb != "pass":
            said[verb].add((seat, contract))
    return said["bid"], said["kontra"], said["rekontra"]


def tricks_of(deal: Deal) -> list[list[tuple[int, str]]]:
    """Seat and card of every card played, trick by trick; the last trick may not be complete."""
    cards = [(seat, card) for what, seat, card in (entry for entry in deal.log if entry[0] == "card")]
    return [cards[start : start + 4] for start in range(0, len(cards), 4)]


def trick_numbers(deal: Deal) -> dict[str, int]:
    return {card: number for number, trick in enumerate(tricks_of(deal), start=1) for _, card in trick}


def voids(deal: Deal) -> list[set[str]]:
    """The suits that each seat has shown not to hold: who does not follow; who neither follows nor ruffs when he must."""
    shown: list[set[str]] = [set(), set(), set(), set()]
    for trick in tricks_of(deal):
        for place, (seat, card) in enumerate(trick[1:], start=1):
            before = [earlier for _, earlier in trick[:place]]
            led = before[0][0]
            if card[0] == led:
                continue
            shown[seat].add(led)
            assert deal.contract is not None
            win = reference.trick_winner(deal.contract, before)
            trumps = [suit for suit in SUITS if SUIT_NAMES[suit] == deal.contract]
            must_ruff = before[win][0] not in trumps or deal.options["undertrump"] == "must"
            if trumps and card[0] not in trumps and win != place - 2 and must_ruff:
                shown[seat].add(trumps[0])
    return shown


def told(state: Any, seat: int) -> dict[str, Any]:
    """The same as a seat's observation states it."""
    known = state.game.layout.decode(state.observation(seat))

    def one(name: str) -> int | None:
        slot = known[name]
        return None if slot is None else (slot + seat) % 4

    def by_seat(values: Sequence[Any]) -> list[Any]:
        return [values[(other - seat) % 4] for other in range(4)]

    def by_side(values: Sequence[Any]) -> list[Any]:
        return [values[0], values[1]] if seat % 2 == 0 else [values[1], values[0]]

    def flags(name: str) -> set[tuple[int, int]]:
        """(seat, thing) of flags by thing and slot."""
        return {((number % 4 + seat) % 4, number // 4) for number, flag in enumerate(known[name]) if flag}

    def contracts(name: str) -> set[tuple[int, str]]:
        return {(who, CONTRACTS[number]) for who, number in flags(name)}

    trick = {}
    for slot in range(4):
        suit, rank = known["trick_suit"][4 * slot : 4 * slot + 4], known["trick_rank"][8 * slot : 8 * slot + 8]
        if 1 in suit:
            trick[(slot + seat) % 4] = SUITS[suit.index(1)] + SEQUENCE[rank.index(1)]
    leader = one("leader")
    order = [] if leader is None else [(leader + i) % 4 for i in range(4)]
    twice = flags("announced_twice")
    announced = [sorted(KINDS[kind] for who, kind in [*flags("announced"), *twice] if who == other) for other in range(4)]
    declared = [
        (*combination(known, "declared", number), bool(known["counted"][number])) if known["declared_top"][number] else None
        for number in range(8)
    ]
    return {
        "phase": state.game.spec.phases[known["phase"]],
        "turn": one("actor"),
        "contract": None if known["contract"] is None else CONTRACTS[known["contract"]],
        "caller": one("caller"),
        "mult": (1, 2, 4)[known["doubling"]],
        "passes": known["passes"][0],
        "bids": contracts("bids"),
        "kontras": contracts("kontras"),
        "rekontras": contracts("rekontras"),
        "place": known["place"],
        "hand": text(known["hand"]),
        "late": text(known["late"]),
        "leader": leader,
        "led": None if known["led"] is None else SUITS[known["led"]],
        "best": one("best"),
        "trick": [trick[other] for other in order if other in trick],
        "points_in_trick": known["trick_points"][0],
        "played": [text(cards) for cards in by_seat(known["played"])],
        "trick_number": {PACK[card]: number for card, number in enumerate(known["trick_number"]) if number},
        "voids": by_seat(
            [{SUITS[suit] for suit in range(4) if known["void"][4 * slot + suit]} for slot in range(4)],
        ),
        "belots": {(who, SUITS[suit]) for who, suit in flags("belots")},
        "announced": announced,
        "declared": by_seat([sorted(filter(None, declared[2 * slot : 2 * slot + 2]), key=str) for slot in range(4)]),
        "tricks": by_side(known["tricks"]),
        "points": by_side(known["points"]),
        "last_winner": one("last_winner"),
        "candidates": [combination(known, "candidate", slot) for slot in range(3) if known["candidate_top"][slot]],
    }


def combination(known: Mapping[str, Any], name: str, number: int) -> tuple[str, int, str, str | None]:
    """Kind, length, top and suit of a combination in an observation."""
    length, top, suit = (known[f"{name}_{part}"][number] for part in ("length", "top", "suit"))
    return "run" if length else "four", length or 4, SEQUENCE[top - 1], SUITS[suit - 1] if suit else None


def outcome(table: Any) -> dict[str, Any]:
    """How a finished deal ended: result, raw and written by side, match totals, what hangs, winner of the match."""
    if isinstance(table, Deal):
        match = Match(table.options, table.dealer, table.totals, table.hanging)
        match.book(table)
        return {
            "result": "passed out" if table.result is None else table.result.result,
            "raw": table.raw,
            "written": table.written,
            "totals": match.totals,
            "pot": match.hanging,
            "winner": match.winner,
        }
    record = table.record
    totals = [int(total) for total in record.totals]
    return {
        "result": RESULTS[int(record.result)],
        "raw": [int(points) for points in record.raw],
        "written": [int(points) for points in record.written[:2]],
        "totals": totals,
        "pot": int(record.pot),
        "winner": (0 if totals[0] > totals[1] else 1) if record.match_over else None,
    }


def points_that_count(table: Any, side: int | None = None) -> int:
    """Points of the runs and fours that count, as they are told: of a side or of both."""
    worth = reference.RUN_POINTS
    return sum(
        reference.FOURS[top] if kind == "four" else worth[length]
        for seat, own in enumerate(facts(table)["declared"])
        for kind, length, top, _, counts in own
        if counts and side in (None, seat % 2)
    )


def all_points(table: Any) -> int:
    """What the raw points of both sides come to after a deal, as the facts tell it."""
    known = facts(table)
    total = reference.BASE[known["contract"]] * (2 if known["contract"] == "no trumps" else 1)
    return total + points_that_count(table) + 20 * len(known["belots"]) + 90 * (8 in known["tricks"])


RESULTS = ("made", "inside", "hanging", "kontra made", "kontra lost", "kontra hanging", "passed out")


def copy(table: Any) -> Any:
    return deepcopy(table)


def assert_told_alike(one: Any, other: Any, seat: int) -> None:
    """Two tables of the package look the same to a seat."""
    assert one.observation(seat).tobytes() == other.observation(seat).tobytes()
    assert one.history(seat).tobytes() == other.history(seat).tobytes()
    assert one.view(seat).tobytes() == other.view(seat).tobytes()
    assert one.to_text(seat) == other.to_text(seat)
    assert (one.actor, one.is_over) == (other.actor, other.is_over)
    if one.actor == seat:
        assert one.phase == other.phase
        assert one.legal_mask().tobytes() == other.legal_mask().tobytes()


# -- Deals to choose from ------------------------------------------------------------------------------------------


def choose(rng: random.Random, actions: Iterable[str]) -> str:
    """A random action; a pass as often as something else."""
    actions = sorted(actions)
    return "pass" if "pass" in actions and rng.random() < 0.6 else rng.choice(actions)


@dataclass(frozen=True)
class Played:
    """A deal of the reference which was played at random, dealt by seat 3."""

    deck: list[str]
    actions: list[str]
    end: Deal

    def again(self, table: Any) -> Any:
        return apply_all(table, *self.actions)


@cache
def played(number: int, options: tuple[tuple[str, Any], ...]) -> Played:
    rng = random.Random(number)
    deck = random_deck(rng)
    deal = new_reference(deck, **dict(options))
    actions = []
    while not deal.is_over:
        actions.append(choose(rng, deal.legal()))
        deal.apply(actions[-1])
    return Played(deck, actions, deal)


def find(wanted: Callable[[Deal], bool], tries: int = 3000, **options: Any) -> Played:
    """The first randomly played deal whose end is as wanted."""
    for number in range(tries):
        found = played(number, tuple(sorted(options.items())))
        if found.end.result is not None and wanted(found.end):
            return found
    raise AssertionError(f"none of {tries} deals is as wanted")


# -- The functions of the rules ------------------------------------------------------------------------------------


def trick_winner(contract: str, trick: Sequence[str]) -> int:
    best = 0
    for index, card in enumerate(trick):
        if index and belote_cards.beats(CONTRACTS.index(contract), parse_card(card), parse_card(trick[best])):
            best = index
    return best


def legal_cards(game: Any, contract: str, trick: Sequence[str], hand: Iterable[str]) -> set[str]:
    """What the rules of the package let a hand play; the partner is two places before."""
    led = SUITS.index(trick[0][0]) if trick else -1
    winning = trick_winner(contract, trick)
    best = parse_card(trick[winning]) if trick else -1
    partner_wins = bool(trick) and winning == len(trick) - 2
    number = CONTRACTS.index(contract)
    return text(int(cards_module.playable(game.options[0], number, led, best, partner_wins, parse_cards(list(hand)))))


def write(
    game: Any,
    contract: str,
    mult: int,
    caller: int,
    raw: Sequence[int],
    declared: int = 0,
    capot: int | None = None,
    hanging: int = 0,
) -> reference.Written:
    """How the package writes a deal; arguments as for `reference.write`."""
    written = np.array([0, 0, hanging], np.int64)
    side = -1 if capot is None else capot
    result = scoring.write_deal(
        game.options[0], CONTRACTS.index(contract), mult, caller, raw[0], raw[1], declared, side, written
    )
    return reference.Written(RESULTS[int(result)], [int(written[0]), int(written[1])], int(written[2]))


def raw_points(game: Any, contract: str, cards: Sequence[int], declared: Sequence[int], capot: int | None = None) -> list[int]:
    """Raw points by side, as the package counts them."""
    number = CONTRACTS.index(contract)
    return [int(scoring.raw_points(game.options[0], number, cards[side], declared[side], side == capot)) for side in range(2)]


def match_winner(
    game: Any, totals: Sequence[int], written: Sequence[int], is_capot: bool = False, hanging: int = 0
) -> int | None:
    """Who has won the match after a deal, as the package sees it."""
    verdict = scoring.verdict(game.options[0], *totals, *written, is_capot, hanging)
    return (0 if totals[0] > totals[1] else 1) if scoring.VERDICTS[int(verdict)] == "won" else None
