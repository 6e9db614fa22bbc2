"""What the tests of Bela share: reading the data files, setting up tables, the few names of the package they use."""

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
from adut.games.bela import cards as cards_module
from adut.games.bela import scoring

from . import reference
from .reference import PACK, SUIT_LETTERS, SUIT_NAMES, SUITS, make_options
from .reference_table import Deal, Match

HERE = Path(__file__).parent

# -- Data files ----------------------------------------------------------------------------------------------------


def load(name: str) -> dict[str, Any]:
    with (HERE / name).open("rb") as file:
        return tomllib.load(file)


RANKS = "789TJQKA"

# -- Decks ---------------------------------------------------------------------------------------------------------

PARTS = {
    4: {"six": 6, "talon": 2},
    3: {"six": 6, "talon": 4, "middle": 2},
    2: {"six": 6, "talon": 4, "turned": 1, "middle": 2, "stock": 9},
}


def sizes(players: int) -> dict[int | str, int]:
    """How many cards each seat is dealt, talon included, and how many lie on the table."""
    parts = PARTS[players]
    return dict.fromkeys(range(players), parts["six"] + parts["talon"]) | {
        owner: parts[owner] for owner in ("turned", "middle", "stock") if owner in parts
    }


def complete(players: int, owners: Mapping[Any, str]) -> dict[Any, list[str]]:
    """The cards named, in order (a seat's six first, then its talon); free places get the rest, sevens first, aces last."""
    named = {owner: owners.get(owner, "").split() for owner in sizes(players)}
    assert set(owners) <= set(named), (players, owners)
    taken = {card for cards in named.values() for card in cards}
    rest = [card for card in sorted(PACK, key=lambda card: RANKS.index(card[1])) if card not in taken]
    for owner, size in sizes(players).items():
        missing = size - len(named[owner])
        assert missing >= 0, (owner, named[owner])
        named[owner] += rest[:missing]
        del rest[:missing]
    assert not rest
    return named


def deck_of(players: int, owners: Mapping[Any, str], dealer: int | None = None) -> list[str]:
    """The pack in dealing order which gives these cards to the seats, and to "turned", "middle" and "stock"."""
    dealer = players - 1 if dealer is None else dealer
    cards = complete(players, owners)
    order = [(dealer + 1 + i) % players for i in range(players)]
    packets = [cards[seat][start : start + 3] for start in (0, 3) for seat in order]
    packets += [cards["turned"]] if players == 2 else []
    packets += [cards[seat][6:] for seat in order]
    packets += [cards[owner] for owner in ("middle", "stock") if owner in cards]
    return [card for packet in packets for card in packet]


def random_deck(rng: random.Random) -> list[str]:
    return rng.sample(PACK, 32)


# -- Tables --------------------------------------------------------------------------------------------------------


@cache
def _game(rules: str, players: int, episode: str, items: tuple[tuple[str, Any], ...]) -> Any:
    return adut.game("bela", players=players, rules=rules, episode=episode, **dict(items))


def make_game(players: int = 4, rules: str = "serbian", episode: str = "deal", **options: Any) -> Any:
    return _game(rules, players, episode, tuple(sorted(options.items())))


def new_table(
    game: Any,
    deck: Sequence[str] | None = None,
    dealer: int | None = None,
    totals: Sequence[int] | None = None,
    pot: int = 0,
    **how: Any,
) -> Any:
    """A table of the package; forehand is seat 0 unless a dealer is named."""
    sheet = {"totals": list(totals or [0] * sides(game.seats)), "pot": pot}
    dealer = game.seats - 1 if dealer is None else dealer
    return game.new_state(deck=" ".join(deck) if deck else None, dealer=dealer, sheet=sheet, **how)


def new_reference(
    players: int,
    deck: Sequence[str],
    dealer: int | None = None,
    rules: str = "serbian",
    totals: Sequence[int] | None = None,
    pot: int = 0,
    episode: str = "deal",
    **options: Any,
) -> Deal:
    dealer = players - 1 if dealer is None else dealer
    return Deal(make_options(players, rules, **options), deck, dealer, totals, pot)


def sides(players: int) -> int:
    return 2 if players == 4 else players


def side_of(players: int, seat: int) -> int:
    return seat % 2 if players == 4 else seat


def legal(table: Any) -> set[str]:
    """The legal actions as texts; yes and no are yes and no, whatever the question."""
    if isinstance(table, Deal):
        return table.legal()
    verb = "discard" if table.phase == "discard" else "play"
    return {f"{verb} {PACK[a]}" if a < 32 else table.game.action_name(a) for a in table.legal_actions()}


def apply_all(table: Any, *actions: str) -> Any:
    for action in actions:
        table.apply(action)
    return table


def turn(table: Any) -> int:
    """The seat that is asked."""
    return table.turn if isinstance(table, Deal) else table.seat


def play(table: Any, cards: str) -> Any:
    """Play cards, answering every question between them with no."""
    for card in cards.split():
        while "no" in legal(table):
            table.apply("no")
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


# -- Facts ---------------------------------------------------------------------------------------------------------

CLUBS_TO_SPADES = tuple(SUIT_NAMES.values())
WORTH = (20, 50, 100, 150, 200, 1001)


def facts(table: Any, seat: int = 0) -> dict[str, Any]:
    """What everybody may know about the deal; of a table of the package, as the observation of a seat tells it.

    Seats and sides are absolute, cards are names; announced is by seat: (points, kind, length, top), (points,) or None.
    """
    return reference_facts(table) if isinstance(table, Deal) else told(table, seat)


def reference_facts(deal: Deal) -> dict[str, Any]:
    return {
        "phase": deal.phase,
        "turn": None if deal.is_over else deal.turn,
        "caller": deal.caller,
        "trump": SUIT_NAMES.get(deal.trump),
        "turned": deal.turned or None,
        "exchanged": next((entry[1] for entry in deal.log if entry[0] == "seven" and entry[2]), None),
        "passes": sum(entry[0] == "call" and entry[2] == "pass" for entry in deal.log),
        "announced": [deal.announcement(seat) for seat in range(deal.players)],
        "shown": [shown_cards(deal, seat) for seat in range(deal.players)],
        "recognised": [side.declared for side in deal.won()],
        "bela": deal.bela,
        "trick": list(deal.trick),
        "leader": None if deal.phase in BEFORE_PLAY else deal.leader,
        "tricks": list(deal.tricks),
        "trick_points": list(deal.trick_points),
        "last_winner": deal.last_winner,
        "played": [set(deal.played[seat]) for seat in range(deal.players)],
        "discarded": len(deal.discards),
    }


BEFORE_PLAY = ("call", "seven", "discard")


def shown_cards(deal: Deal, seat: int) -> set[str]:
    belot = [entry[1] for entry in deal.log if entry[0] == "belot"]
    if seat in belot:
        return next(cards for suit in SUIT_NAMES if len(cards := {card for card in deal.hands[seat] if card[0] == suit}) == 8)
    return set(deal.shown(seat))


def told(state: Any, seat: int) -> dict[str, Any]:
    """The same as a seat's observation states it."""
    return public_part(state, seat, state.game.layout.decode(state.observation(seat)))


def public_part(state: Any, seat: int, known: Mapping[str, Any]) -> dict[str, Any]:
    players = state.game.seats

    def by_seat(values: Sequence[Any]) -> list[Any]:
        return [values[(other - seat) % players] for other in range(players)]

    def by_side(values: Sequence[Any]) -> list[Any]:
        if players == 4:
            return [values[0], values[1]] if seat % 2 == 0 else [values[1], values[0]]
        return [values[(side - seat) % players] for side in range(players)]

    def one(name: str) -> int | None:
        slot = known[name]
        return None if slot is None else (slot + seat) % players

    def each(name: str, size: int) -> list[list[int]]:
        return by_seat([known[name][size * slot : size * (slot + 1)] for slot in range(4)])

    suits, ranks = each("trick_suit", 4), each("trick_rank", 8)
    trick = {
        other: CLUBS_TO_SPADES[suit.index(1)][0].upper() + RANKS[rank.index(1)]
        for other, (suit, rank) in enumerate(zip(suits, ranks, strict=True))
        if 1 in suit
    }
    leader = one("leader")
    order = [] if leader is None else [(leader + i) % players for i in range(players)]
    announced: list[Any] = []
    worth, top = each("announced_worth", len(WORTH)), each("announced_top", 8)
    for other, length in enumerate(by_seat(known["announced_length"])):
        if 1 not in worth[other]:
            announced.append(None)
        elif 1 not in top[other]:
            announced.append((WORTH[worth[other].index(1)],))
        else:
            kind = "run" if length else "four"
            announced.append((WORTH[worth[other].index(1)], kind, length or 4, RANKS[top[other].index(1)]))
    turned = None
    if known["turned_suit"] is not None:
        turned = CLUBS_TO_SPADES[known["turned_suit"]][0].upper() + RANKS[known["turned_rank"]]
    if known["exchanged"] is not None:  # the seven lies there now
        turned = CLUBS_TO_SPADES[known["trump"]][0].upper() + "7"
    return {
        "phase": state.game.spec.phases[known["phase"]],
        "turn": one("actor"),
        "caller": one("caller"),
        "trump": None if known["trump"] is None else CLUBS_TO_SPADES[known["trump"]],
        "turned": turned,
        "exchanged": one("exchanged"),
        "passes": known["passes"][0],
        "announced": announced,
        "shown": [text(cards) for cards in by_seat(known["shown"])],
        "recognised": by_side(known["declared"]),
        "bela": one("bela"),
        "trick": [trick[other] for other in order if other in trick],
        "leader": leader,
        "tricks": by_side(known["tricks"]),
        "trick_points": by_side(known["points"]),
        "last_winner": one("last_winner"),
        "played": [text(cards) for cards in by_seat(known["played"])],
        "discarded": known["discarded"][0],
    }


def outcome(table: Any) -> dict[str, Any]:
    """How a finished deal ended: score of each side, match totals, pot, winner of the match and how."""
    if isinstance(table, Deal):
        match = Match(table.options, table.dealer, table.totals, table.pot)
        match.book(table)
        return {
            "scores": table.scores,
            "totals": match.totals,
            "pot": match.pot,
            "winner": match.winner,
            "result": how_it_ended(table),
        }
    record = table.record
    count = sides(table.game.seats)
    return {
        "scores": list(table.scores[:count]),
        "totals": [int(total) for total in record.totals[:count]],
        "pot": int(record.pot),
        "winner": None if record.winner < 0 else int(record.winner),
        "result": RESULTS[int(record.result)],
    }


RESULTS = ("made", "fell", "hung", "thrown in", "belot", "revoke", "out")


def how_it_ended(deal: Deal) -> str:
    for entry in deal.log[::-1]:
        if entry[0] in ("belot", "revoke", "out"):
            return str(entry[0])
    return "thrown in" if deal.result is None else {"pass": "made", "fall": "fell", "hang": "hung"}[deal.result.verdict]


SIX, TALON, MIDDLE, EXCHANGED = range(1, 5)


def private_part(state: Any, seat: int, known: Mapping[str, Any]) -> dict[str, Any]:
    """What a seat's observation states beyond `facts`; other seats are absolute, cards are names."""
    players = state.game.seats

    def one(name: str) -> int | None:
        return None if known[name] is None else (known[name] + seat) % players

    voids = [known["void"][4 * ((other - seat) % players) :][:4] for other in range(players)]
    return {
        "hand": text(known["hand"]),
        "out": text(known["out"]),
        "source": {PACK[card]: source for card, source in enumerate(known["source"]) if source},
        "refused": [bool(flag) for flag in known["refused"]],
        "place": known["place"],
        "voids": [{SUITS[suit] for suit in range(4) if flags[suit]} for flags in voids],
        "trick_number": {PACK[card]: number for card, number in enumerate(known["trick_number"]) if number},
        "led": None if known["led"] is None else SUITS[known["led"]],
        "best": one("best"),
        "points_in_trick": known["trick_points"][0],
    }


class Witness:
    """What a seat can know of a deal of the reference, from the moment it is dealt. Tell it every action before it is made."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.six = {seat: set(cards) for seat, cards in deal.hands.items()}
        self.turned = deal.turned
        self.refused = {seat: [False, False] for seat in deal.order}
        self.voids: dict[int, set[str]] = {seat: set() for seat in deal.order}
        self.trick_number: dict[str, int] = {}

    def hear(self, action: str) -> None:
        deal, seat = self.deal, self.deal.turn
        if action == "no" and deal.phase in ("declare", "bela"):
            self.refused[seat][deal.phase == "bela"] |= "yes" in deal.legal()
        if action.startswith("play"):
            card = action.split()[1]
            self.trick_number[card] = sum(deal.tricks) + 1
            if card in deal.lawful() and deal.trick and card[0] != deal.trick[0][0]:
                self.voids[seat].add(deal.trick[0][0])
                winning = reference.trick_winner(deal.trump, deal.trick)
                partner = (len(deal.trick) - winning) % 2 == 0
                exempt = deal.players == 4 and deal.options["partner_exempt"] and partner
                if card[0] != deal.trump and not exempt:
                    self.voids[seat].add(deal.trump)

    def knows(self, seat: int) -> dict[str, Any]:
        deal = self.deal
        swapped = next((entry[1] for entry in deal.log if entry[0] == "seven" and entry[2]), None)
        caller = seat == deal.caller and deal.phase != "seven"
        source = dict.fromkeys(self.six[seat], SIX)
        if swapped == seat:
            source.pop(deal.seven)
            source[self.turned] = EXCHANGED
        if self.has_seen_talon(seat):
            source |= dict.fromkeys(deal.talons[seat], TALON)
        if caller:
            source |= dict.fromkeys(deal.middle, MIDDLE)
        out = set(deal.discards) if caller else set()
        out |= {deal.turned} if deal.players == 2 else set()
        out |= set(deal.stock) if deal.players == 2 and deal.options["two_stock"] == "visible" else set()
        trick = deal.trick
        best = None
        if trick:
            best = (deal.leader + reference.trick_winner(deal.trump, trick)) % deal.players
        return {
            "hand": set(deal.hands[seat]),
            "out": out,
            "source": source,
            "refused": self.refused[seat],
            "place": deal.order.index(seat),
            "voids": [self.voids[other] for other in range(deal.players)],
            "trick_number": self.trick_number,
            "led": trick[0][0] if trick else None,
            "best": best,
            "points_in_trick": reference.card_points(trick, deal.trump) if trick else 0,
        }

    def has_seen_talon(self, seat: int) -> bool:
        deal = self.deal
        if deal.caller is not None:
            return deal.phase != "seven"
        if deal.options["talon_peek"] != "after_own_turn":
            return False
        passes = sum(entry[:2] == ("call", seat) for entry in deal.log)
        two_rounds = deal.players == 2 or (deal.players == 3 and deal.options["three_bidding"] == "turn_up")
        return passes == (2 if two_rounds else 1)


def points_so_far(table: Any, side: int) -> int:
    """What a side would be booked at if it went out now, without discards."""
    known = facts(table)
    bela = 20 * (known["bela"] is not None and side_of(len(known["announced"]), known["bela"]) == side)
    return int(known["trick_points"][side] + (known["recognised"][side] + bela if known["tricks"][side] else 0))


def copy(table: Any) -> Any:
    return deepcopy(table)


def assert_told_alike(one: Any, other: Any, seat: int) -> None:
    """Two tables of the package look the same to a seat."""
    assert one.observation(seat).tobytes() == other.observation(seat).tobytes()
    assert one.history(seat).tobytes() == other.history(seat).tobytes()
    assert one.view(seat).tobytes() == other.view(seat).tobytes()
    assert (one.actor, one.phase, one.is_over) == (other.actor, other.phase, other.is_over)
    if one.actor == seat:
        assert one.legal_mask().tobytes() == other.legal_mask().tobytes()


# -- Deals to choose from --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A deal of the reference which was played at random, dealt by the last seat."""

    deck: list[str]
    actions: list[str]
    end: Deal

    def again(self, table: Any) -> Any:
        return apply_all(table, *self.actions)


@cache
def played(players: int, number: int, options: tuple[tuple[str, Any], ...]) -> Played:
    rng = random.Random(f"{players} {number}")
    deck = random_deck(rng)
    deal = new_reference(players, deck, **dict(options))
    actions = []
    while not deal.is_over:
        actions.append(rng.choice(sorted(deal.legal())))
        deal.apply(actions[-1])
    return Played(deck, actions, deal)


def find(players: int, wanted: Callable[[Deal], bool], tries: int = 6000, **options: Any) -> Played:
    """The first randomly played deal whose end is as wanted."""
    for number in range(tries):
        found = played(players, number, tuple(sorted(options.items())))
        if wanted(found.end):
            return found
    raise AssertionError(f"none of {tries} deals is as wanted")


# -- The functions of the rules --------------------------------------------------------------------------------------


def card_points(cards: Iterable[str], trump: str) -> int:
    return int(belote_cards.points_of(SUITS.index(trump), parse_cards(list(cards))))


def points_of_card(action: str, trump: str) -> int:
    """Points of the card of an action, trump named in full."""
    return reference.card_points([action.split()[1]], SUIT_LETTERS[trump])


def trick_winner(trump: str, trick: Sequence[str]) -> int:
    best = 0
    for index, card in enumerate(trick):
        if index and belote_cards.beats(SUITS.index(trump), parse_card(card), parse_card(trick[best])):
            best = index
    return best


def legal_cards(trump: str, trick: Sequence[str], hand: Iterable[str], partner_exempt: bool = False) -> set[str]:
    """What the rules of the package let a hand play; the partner is two places before."""
    led = SUITS.index(trick[0][0]) if trick else -1
    winning = trick_winner(trump, trick)
    best = parse_card(trick[winning]) if trick else -1
    exempt = partner_exempt and winning == len(trick) - 2
    return text(int(cards_module.playable(SUITS.index(trump), led, best, parse_cards(list(hand)), exempt)))


def score(
    game: Any,
    caller: int,
    cards: Sequence[int],
    tricks: Sequence[int],
    declared: Sequence[int],
    bela: int | None,
    first: int = 0,
) -> tuple[str, list[int]]:
    """How a deal that was played out ends and what each side scores, without a pot; everything by side."""
    points = np.zeros(3, np.int64)
    arrays = [np.array([*values, 0][:3], np.int64) for values in (cards, tricks, declared)]
    ended = scoring.score_deal(game.options[0], caller, first, *arrays, -1 if bela is None else bela, points)
    return RESULTS[int(ended)], [int(number) for number in points[: len(cards)]]
