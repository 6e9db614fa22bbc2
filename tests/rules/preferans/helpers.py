"""What the tests of Preferans share: reading the data files, setting up tables, and what a seat is told."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import adut

from .reference import PACK, RANKS, SUITS, make_options, strength, trump_of
from .reference_score import Sheet
from .reference_table import Deal, Match, first_leader, legal_cards, winner

HERE = Path(__file__).parent

# -- Data files ----------------------------------------------------------------------------------------------------


def load(name: str) -> dict[str, Any]:
    with (HERE / name).open("rb") as file:
        return tomllib.load(file)


def cases(name: str) -> list[Any]:
    """The cases of a data file, for pytest.mark.parametrize."""
    return load(name)["case"]


def numbered(case: Mapping[str, Any]) -> str:
    return str(case["number"])


# -- Decks ---------------------------------------------------------------------------------------------------------

Owners = Mapping[int | str, str | Iterable[str]]


def deck_of(owners: Owners, dealer: int = 2, others: Sequence[str] | None = None) -> list[str]:
    """The pack in dealing order which gives these cards to seats and to "talon".

    Free places get the rest in the order of `others`, or sevens first.
    """
    sizes: dict[int | str, int] = {(dealer + 1 + place) % 3: 10 for place in range(3)} | {"talon": 2}
    named = {owner: cards_in(owners.get(owner, "")) for owner in sizes}
    assert set(owners) <= set(named), owners
    taken = [card for cards in named.values() for card in cards]
    assert len(taken) == len(set(taken)), "a card twice"
    rest = [card for card in others or sorted(PACK, key=strength) if card not in taken]
    for owner, size in sizes.items():
        missing = size - len(named[owner])
        assert missing >= 0, (owner, named[owner])
        named[owner] += rest[:missing]
        del rest[:missing]
    return [card for cards in named.values() for card in cards]


def cards_in(cards: str | Iterable[str]) -> list[str]:
    return cards.split() if isinstance(cards, str) else list(cards)


def random_deck(rng: random.Random) -> list[str]:
    return rng.sample(PACK, 32)


# -- Tables --------------------------------------------------------------------------------------------------------


@cache
def _game(rules: str, episode: str, items: tuple[tuple[str, Any], ...]) -> Any:
    return adut.game("preferans", rules=rules, episode=episode, **dict(items))


def make_game(rules: str = "tournament_2008", episode: str = "deal", **options: Any) -> Any:
    return _game(rules, episode, tuple(sorted(options.items())))


def new_table(
    deck: Sequence[str] | None = None,
    dealer: int = 2,
    rules: str = "tournament_2008",
    sheet: Mapping[str, Any] | None = None,
    **options: Any,
) -> Any:
    """A table of the package; forehand is seat 0 unless a dealer is named."""
    game = make_game(rules, **options)
    return game.new_state(seed=0, deck=" ".join(deck) if deck else None, dealer=dealer, sheet=sheet)


def new_reference(
    deck: Sequence[str] | None = None,
    dealer: int = 2,
    rules: str = "tournament_2008",
    sheet: Mapping[str, Any] | None = None,
    **options: Any,
) -> Deal:
    values = make_options(rules, **options)
    return Deal(values, deck or PACK, dealer, make_sheet(values, sheet))


def make_sheet(options: Mapping[str, Any], sheet: Mapping[str, Any] | None) -> Sheet:
    made = Sheet([options["start_bula"]] * 3)
    for name, value in (sheet or {}).items():
        setattr(made, name, value)
    if sheet and "refe_written" not in sheet:
        made.refe_written = max(made.refe)
    return made


def sheet_of(sheet: Sheet) -> dict[str, Any]:
    return {
        "deals": sheet.deals,
        "bula": list(sheet.bula),
        "supe": [list(row) for row in sheet.supe],
        "refe": list(sheet.refe),
        "refe_written": sheet.refe_written,
    }


def legal(table: Any) -> set[str]:
    """The legal actions as texts."""
    return table.legal() if isinstance(table, Deal) else set(table.legal_texts())


def turn(table: Any) -> int:
    """The seat that is asked."""
    return int(table.turn if isinstance(table, Deal) else table.seat)


def apply_all(table: Any, *actions: str) -> Any:
    for action in actions:
        table.apply(action)
    return table


def hand(table: Any, seat: int) -> set[str]:
    return set(table.hands[seat]) if isinstance(table, Deal) else text(int(table.record.hands[seat]))


def text(cards: int) -> set[str]:
    return {PACK[card] for card in range(32) if cards >> card & 1}


def bits(cards: str | Iterable[str]) -> int:
    return sum(1 << PACK.index(card) for card in cards_in(cards))


def holding(ranks: str) -> int:
    """A holding as the package has it: rank r at bit r."""
    return sum(1 << RANKS.index(rank) for rank in ranks)


ALL_HOLDINGS = ["".join(rank for r, rank in enumerate(RANKS) if number >> r & 1)[::-1] for number in range(256)]
"""Every holding of a suit, ranks from high to low, in the order of the package's numbers."""


def outcome(table: Any) -> dict[str, Any]:
    """How a finished deal ended: changes of bule, supe written, official points, their zero-sum form in thirds, refe."""
    if isinstance(table, Deal):
        assert table.score is not None
        score = table.score
        return {
            "result": score.result,
            "bula": score.bula,
            "written": score.written,
            "raw": score.raw,
            "thirds": [points + extra for points, extra in zip(score.thirds, rounding(table), strict=True)],
            "gains_refe": score.gains_refe,
            "uses_refe": score.uses_refe,
        }
    record = table.record
    assert table.is_over
    return {
        "result": RESULTS[int(record.outcome)],
        "bula": [int(number) for number in record.bula_change],
        "written": [[int(number) for number in row] for row in record.written],
        "raw": list(table.scores),
        "thirds": list(table.payoffs),
        "gains_refe": bool(record.refe_gained),
        "uses_refe": bool(record.refe_doubles),
    }


def rounding(deal: Deal) -> list[int]:
    """What writing off the bule that a finished match leaves gives each seat beyond exact thirds of them, in thirds of a point.

    There are some only with last_deal_cap=none, or when a match is cut short: deals then sum to the result, as 13.4 asks.
    """
    match = Match(deal.options, deal.dealer, deal.sheet)
    match.book(deal)
    return match.rounding if match.is_finished else [0, 0, 0]


RESULTS = ("", "all passed", "not followed", "not doubled", "made", "failed", "fined")

# -- Play that comes out as wanted -----------------------------------------------------------------------------------


def winners_of(tricks: Mapping[int, int], rng: random.Random) -> list[int]:
    """The winners of ten tricks in some order."""
    winners = [seat for seat, number in tricks.items() for _ in range(number)]
    rng.shuffle(winners)
    return winners


def find_play(
    hands: Mapping[int, set[str]], leader: int, contract: int, winners: Sequence[int], lead: str | None = None
) -> list[str] | None:
    """Cards for tricks which these seats win, all of them helping; None if there are none, or if they are hard to find.

    Tricks are looked for in the order in which each seat would play low; `lead` is the first card, if it matters.
    """
    trump = trump_of(contract)
    budget = [800]

    def tricks(seats: Sequence[int], left: Mapping[int, set[str]], trick: list[str]) -> Iterator[list[str]]:
        if len(trick) == len(seats):
            yield trick
            return
        for card in sorted(legal_cards(left[seats[len(trick)]], trick, trump), key=lambda card: (strength(card), card)):
            yield from tricks(seats, left, [*trick, card])

    def search(first: int, left: Mapping[int, set[str]], wanted: Sequence[int]) -> list[str] | None:
        if not wanted:
            return []
        seats = [seat for seat in ((first + step) % 3 for step in range(3)) if seat in left]
        for trick in tricks(seats, left, [lead] if lead and len(wanted) == len(winners) else []):
            budget[0] -= 1
            if budget[0] < 0:
                return None
            if seats[winner(trick, trump)] == wanted[0]:
                rest = {seat: left[seat] - {card} for seat, card in zip(seats, trick, strict=True)}
                found = search(wanted[0], rest, wanted[1:])
                if found is not None:
                    return trick + found
        return None

    return search(leader, hands, winners)


@cache
def arranged(
    contract: int,
    declarer: int,
    dealer: int,
    playing: tuple[int, ...],
    tricks: tuple[tuple[int, int], ...] | tuple[int, ...],
    owners: tuple[tuple[int, str], ...] = (),
    lead: str | None = None,
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A deck and the cards to play so that tricks come out as wanted; the declarer discards the talon.

    Args:
        tricks: (seat, number) pairs, or the winners of the tricks in order.
        owners: (seat, cards) pairs: cards that seats hold in any case.
        lead: the card that is led to the first trick, if it matters.
    """
    rng = random.Random(f"{contract} {declarer} {dealer} {playing} {tricks} {owners} {lead}")
    leader = first_leader(contract, (dealer + 1) % 3, declarer, set(playing))
    for _ in range(20_000):
        deck = deck_of(dict(owners), dealer, random_deck(rng))
        hands = {(dealer + 1 + place) % 3: set(deck[10 * place : 10 * place + 10]) for place in range(3)}
        order = list(tricks) if isinstance(tricks[0], int) else winners_of(dict(tricks), rng)  # type: ignore[arg-type]
        cards = find_play({seat: hands[seat] for seat in playing}, leader, contract, order, lead)
        if cards is not None:
            return tuple(deck), tuple(cards)
    raise AssertionError("no deal comes out like that")


# -- What everybody may know -----------------------------------------------------------------------------------------


def facts(table: Any, seat: int = 0) -> dict[str, Any]:
    """What everybody may know about the deal; of a table of the package, as the observation of a seat tells it.

    Seats are absolute, cards are names.
    """
    return reference_facts(table) if isinstance(table, Deal) else public_part(table, seat)


def reference_facts(deal: Deal) -> dict[str, Any]:
    auction, places = deal.auction, deal.order.index
    number = len(deal.tricks) + (deal.phase == "play")
    played = [cards_played(deal, seat) for seat in range(3)]
    trick = dict(zip(deal.in_order(deal.leader), deal.trick, strict=False))
    full = deal.options["obs_history"] == "full"
    in_play = deal.phase == "play"
    return {
        "phase": deal.phase,
        "turn": None if deal.is_over else deal.turn,
        "forehand": deal.forehand,
        "holder": None if auction.holder is None else deal.order[auction.holder],
        "declarer": deal.declarer,
        "caller": deal.caller,
        "giver": deal.giver,
        "level": auction.level or None,
        "contract": deal.contract or None,
        "in_hand": auction.from_hand and auction.is_over,
        "said": [auction.said[places(seat)] for seat in range(3)],
        "status": [status(deal, places(seat)) for seat in range(3)],
        "named": [0 if deal.contest is None else deal.contest.named.get(places(seat), 0) for seat in range(3)],
        "followed": set(deal.followers),
        "declined": {other for other, follows in deal.answers.items() if not follows},
        "playing": set(deal.playing) if in_play else None,
        "doublings": deal.doublings,
        "value": deal.value,
        "trick": trick,
        "leader": deal.leader if in_play else None,
        "led": deal.trick[0][0] if deal.trick else None,
        "best": deal.in_order(deal.leader)[winner(deal.trick, deal.trump)] if deal.trick else None,
        "last_winner": deal.winners[-1] if deal.winners and in_play else None,
        "tricks": [deal.winners.count(seat) for seat in range(3)],
        "counted_tricks": counted(deal),
        "played": played if full else [{trick[seat]} if seat in trick else set() for seat in range(3)],
        "trick_number": {
            card: index + 1
            for index, (_, cards) in enumerate([*deal.tricks, (0, deal.trick)])
            for card in cards
            if full or (in_play and index + 1 == number)
        },
        "voids": [voids(deal, seat) if full else set() for seat in range(3)],
        "refe_doubles": deal.declarer is not None and deal.sheet.refe[deal.declarer] > 0 and deal.contract > 0,
        "sheet": sheet_of(deal.sheet) | {"deals": None} | ({"refe_written": None} if deal.options["refe_limit"] == -1 else {}),
    }


def cards_played(deal: Deal, seat: int) -> set[str]:
    played = set()
    for leader, cards in [*deal.tricks, (deal.leader, deal.trick)]:
        played |= {card for other, card in zip(deal.in_order(leader), cards, strict=False) if other == seat}
    return played


def status(deal: Deal, place: int) -> str:
    calls = [call for caller, call in deal.auction.calls if caller == place]
    if not calls:
        return "silent"
    return {"pass": "passed", "bid": "bidding", "hold": "bidding"}.get(calls[-1], calls[-1])


def voids(deal: Deal, seat: int) -> set[str]:
    """The suits that a seat has shown not to hold."""
    found = set()
    for leader, cards in [*deal.tricks, (deal.leader, deal.trick)]:
        for other, card in zip(deal.in_order(leader), cards, strict=False):
            if other == seat and card[0] != cards[0][0]:
                found |= {cards[0][0]} | ({deal.trump} if deal.trump and card[0] != deal.trump else set())
    return found


def counted(deal: Deal) -> list[int]:
    theirs = [seat for seat in deal.winners if seat != deal.declarer]
    theirs = theirs[:5] if deal.options["supe_cap"] == 5 else theirs
    return [theirs.count(seat) for seat in range(3)]


STATUSES = ("silent", "bidding", "passed", "in hand", "in hand betl", "in hand no trump")


def public_part(state: Any, seat: int) -> dict[str, Any]:
    """The same as a seat's observation states it."""
    known = state.game.layout.decode(state.observation(seat))
    slot_of = [(other - seat) % 3 for other in range(3)]
    seats = [(seat + slot) % 3 for slot in range(3)]

    def one(name: str) -> int | None:
        return None if known[name] is None else seats[known[name]]

    def each(name: str) -> list[Any]:
        return [known[name][slot] for slot in slot_of]

    def some(name: str) -> set[int]:
        return {other for other in range(3) if known[name][slot_of[other]]}

    limit = state.game.values["refe_limit"]
    in_play = state.phase == "play"
    numbers = known["trick_number"]
    supe = [[0] * 3 for _ in range(3)]
    for slot, other in enumerate(seats):
        supe[other][(other + 1) % 3] = known["supe_on_next"][slot]
        supe[other][(other + 2) % 3] = known["supe_on_previous"][slot]
    left = known["refe_left"][0]
    return {
        "phase": state.game.spec.phases[known["phase"]],
        "turn": None if state.is_over else one("actor"),
        "forehand": (seat - known["position"]) % 3,
        "holder": one("holder"),
        "declarer": one("declarer"),
        "caller": one("caller"),
        "giver": one("giver"),
        "level": None if known["level"] is None else known["level"] + 2,
        "contract": None if known["contract"] is None else known["contract"] + 2,
        "in_hand": bool(known["in_hand"][0]),
        "said": each("said"),
        "status": [STATUSES[known["status"][6 * slot : 6 * slot + 6].index(1)] for slot in slot_of],
        "named": each("named"),
        "followed": some("followed"),
        "declined": some("declined"),
        "playing": some("playing") if in_play else None,
        "doublings": known["doublings"][0],
        "value": known["value"][0],
        "trick": {other: only(cards) for other, cards in enumerate(each("trick")) if cards},
        "leader": one("leader") if in_play else None,
        "led": None if known["led"] is None else SUITS[known["led"]],
        "best": one("best"),
        "last_winner": one("last_winner") if in_play else None,
        "tricks": each("tricks"),
        "counted_tricks": each("counted_tricks"),
        "played": [text(cards) for cards in each("played")],
        "trick_number": {PACK[card]: number for card, number in enumerate(numbers) if number},
        "voids": [{SUITS[suit] for suit in range(4) if known["void"][4 * slot + suit]} for slot in slot_of],
        "refe_doubles": bool(known["refe_doubles"][0]),
        "sheet": {
            "deals": None,  # told in matches only
            "bula": each("bula"),
            "supe": supe,
            "refe": each("refe"),
            "refe_written": None if left == -1 else limit - left,
        },
    }


def only(cards: int) -> str:
    (card,) = text(cards)
    return card


def private_part(table: Any, seat: int) -> dict[str, Any]:
    """What a seat alone may know, and what it has seen of the talon."""
    if isinstance(table, Deal):
        deal = table
        sees = deal.bought and (deal.options["talon_public"] or seat == deal.declarer)
        return {
            "hand": set(deal.hands[seat]),
            "discards": set(deal.discards) if seat == deal.declarer else set(),
            "talon": set(deal.talon) if sees else set(),
        }
    known = table.game.layout.decode(table.observation(seat))
    return {name: text(known[name]) for name in ("hand", "discards", "talon")}


def assert_told_alike(one: Any, other: Any, seat: int) -> None:
    """Two tables of the package look the same to a seat."""
    assert one.observation(seat).tobytes() == other.observation(seat).tobytes()
    assert one.history(seat).tobytes() == other.history(seat).tobytes()
    assert one.view(seat).tobytes() == other.view(seat).tobytes()
    assert (one.actor, one.phase, one.is_over) == (other.actor, other.phase, other.is_over)
    if one.actor == seat:
        assert one.legal_mask().tobytes() == other.legal_mask().tobytes()


# -- Random play -----------------------------------------------------------------------------------------------------


def choose(rng: random.Random, actions: Sequence[str], declining: float = 0.5) -> str:
    """A random action; games from the hand are rare. `declining`: how often who may decline does so for certain."""
    verb = "follow" if rng.random() < declining else "decline"
    for word, chance in (("in hand", 0.8), (verb, 1.0), ("pass", 0.3)):
        rest = [action for action in actions if not action.startswith(word)]
        if rest and rng.random() < chance:
            actions = rest
    return rng.choice(actions)
