"""What the tests of Russian Preferans share: reading the data files, setting up tables, and what a seat is told."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import adut

from .reference import GAMES, PACK, legal_cards, make_options, strength, trump_of, winner
from .reference_auction import BIG_MISERE, MISERE, game_of
from .reference_score import Sheet
from .reference_table import Deal, seats_of_trick

HERE = Path(__file__).parent
NAMES = "ABCD"
"""The players of the data files, seats 0 to 3."""

# -- Data files ----------------------------------------------------------------------------------------------------


def load(name: str) -> dict[str, Any]:
    with (HERE / name).open("rb") as file:
        return tomllib.load(file)


def cases(name: str) -> list[Any]:
    """The cases of a data file, for pytest.mark.parametrize."""
    return list(load(name)["case"])


def numbered(case: Mapping[str, Any]) -> str:
    return str(case["number"])


# -- Decks ---------------------------------------------------------------------------------------------------------

Owners = Mapping[int | str, str | Iterable[str]]


def deck_of(owners: Owners, dealer: int = 0, players: int = 4, others: Sequence[str] | None = None) -> list[str]:
    """The pack in dealing order which gives these cards to seats and to "talon".

    Free places, the talon first, get the rest in the order of `others`, or sevens first.
    """
    order: list[int | str] = [*seats_with_cards(dealer, players), "talon"]
    sizes: dict[int | str, int] = dict.fromkeys(order, 10) | {"talon": 2}
    named = {owner: cards_in(owners.get(owner, "")) for owner in ["talon", *order[:3]]}
    assert set(owners) <= set(named), owners
    taken = [card for cards in named.values() for card in cards]
    assert len(taken) == len(set(taken)), "a card twice"
    rest = [card for card in others or sorted(PACK, key=strength) if card not in taken]
    for owner in named:
        missing = sizes[owner] - len(named[owner])
        assert missing >= 0, (owner, named[owner])
        named[owner] += rest[:missing]
        del rest[:missing]
    return [card for owner in order for card in named[owner]]


def seats_with_cards(dealer: int, players: int = 4) -> list[int]:
    """First, second and third hand."""
    return [(dealer + place) % players for place in (1, 2, 3)]


def cards_in(cards: str | Iterable[str]) -> list[str]:
    return cards.split() if isinstance(cards, str) else list(cards)


def random_deck(rng: random.Random) -> list[str]:
    return rng.sample(PACK, 32)


# -- Tables --------------------------------------------------------------------------------------------------------


@cache
def _game(rules: str, players: int, episode: str, items: tuple[tuple[str, Any], ...]) -> Any:
    return adut.game("russian_preferans", players, rules, episode=episode, **dict(items))


def make_game(rules: str = "standard", players: int = 4, episode: str = "deal", **options: Any) -> Any:
    return _game(rules, players, episode, tuple(sorted(options.items())))


def new_table(
    deck: Sequence[str] | None = None,
    dealer: int = 0,
    rules: str = "standard",
    players: int = 4,
    sheet: Mapping[str, Any] | None = None,
    **options: Any,
) -> Any:
    """A table of the package, for one deal; the first hand is seat 1 unless a dealer is named."""
    game = make_game(rules, players, **options)
    return game.new_state(seed=0, deck=" ".join(deck) if deck else None, dealer=dealer, sheet=sheet)


def new_reference(
    deck: Sequence[str] | None = None,
    dealer: int = 0,
    rules: str = "standard",
    players: int = 4,
    sheet: Mapping[str, Any] | None = None,
    **options: Any,
) -> Deal:
    values = make_options(rules, **options)
    return Deal(values, deck or PACK, dealer, make_sheet(players, sheet), (sheet or {}).get("series", 0))


def make_sheet(players: int, sheet: Mapping[str, Any] | None) -> Sheet:
    made = Sheet.empty(players)
    for name in ("pool", "mountain", "whists"):
        if sheet and name in sheet:
            setattr(made, name, sheet[name])
    return made.copy()


def legal(table: Any) -> set[str]:
    """The legal actions as texts."""
    return table.legal() if isinstance(table, Deal) else set(table.legal_texts())


def asked(table: Any) -> tuple[int, int]:
    """The player who decides, and the seat whose cards it is about."""
    return table.asked if isinstance(table, Deal) else (table.actor, table.seat)


def turn(table: Any) -> int:
    return asked(table)[0]


def apply_all(table: Any, *actions: str) -> Any:
    for action in actions:
        table.apply(action)
    return table


def say(table: Any, words: str) -> Any:
    """Actions by comma."""
    return apply_all(table, *(word.strip() for word in words.split(",")))


def hand(table: Any, seat: int) -> set[str]:
    """The hand of a seat, whoever may see it."""
    return set(table.hands.get(seat, ())) if isinstance(table, Deal) else text(int(table.record.hands[seat]))


def seen_hands(table: Any, seat: int) -> dict[int, set[str]]:
    """The hands, as they are now, that a seat sees; of a table of the package as its observation states it."""
    if isinstance(table, Deal):
        return {owner: set(cards) for owner, cards in table.seen_hands(seat).items() if cards}
    hands = table.game.layout.decode(table.observation(seat))["hands"]
    n = table.game.seats
    return {(seat + slot) % n: text(cards) for slot, cards in enumerate(hands) if cards}


def tricks(table: Any) -> list[int]:
    """The tricks of each seat."""
    if isinstance(table, Deal):
        return [table.tricks_of(seat) for seat in range(table.players)]
    return [int(number) for number in table.record.tricks[: table.game.seats]]


def text(cards: int) -> set[str]:
    return {PACK[card] for card in range(32) if int(cards) >> card & 1}


def by_id(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=PACK.index)


def after(table: Any) -> dict[str, Any]:
    """How the sheet stands after a finished deal."""
    if isinstance(table, Deal):
        return {"pool": table.sheet.pool, "mountain": table.sheet.mountain, "whists": table.sheet.whists}
    return {name: table.sheet[name] for name in ("pool", "mountain", "whists")}


def written(table: Any) -> dict[str, dict[str, int]]:
    """What a finished deal wrote, by players: {"pool": {"B": 2}, "mountain": {}, "whists": {"DB": 8}}; D on B."""
    if isinstance(table, Deal):
        before = {"pool": table.before.pool, "mountain": table.before.mountain, "whists": table.before.whists}
        return difference(before, after(table))
    record, n = table.record, table.game.seats
    return entries(record.pool_change[:n], record.mountain_change[:n], record.whists_change[:n, :n])


def difference(before: Mapping[str, Any], later: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """The entries that lead from one sheet to another."""
    n = len(before["pool"])
    return entries(
        [later["pool"][i] - before["pool"][i] for i in range(n)],
        [later["mountain"][i] - before["mountain"][i] for i in range(n)],
        [[later["whists"][i][j] - before["whists"][i][j] for j in range(n)] for i in range(n)],
    )


def entries(pool: Sequence[int], mountain: Sequence[int], whists: Sequence[Sequence[int]]) -> dict[str, dict[str, int]]:
    n = len(pool)
    return {
        "pool": {NAMES[i]: int(pool[i]) for i in range(n) if pool[i]},
        "mountain": {NAMES[i]: int(mountain[i]) for i in range(n) if mountain[i]},
        "whists": {NAMES[i] + NAMES[j]: int(whists[i][j]) for i in range(n) for j in range(n) if whists[i][j]},
    }


def rewards(table: Any) -> list[int]:
    """What a finished deal is worth to each player, times the number of players."""
    return list(table.rewards if isinstance(table, Deal) else table.payoffs)


def current_bid(table: Any) -> tuple[str, int | None]:
    """The current bid, e.g. 6S, M, 9N-, 6S- (repeated), M- (without talon), or "" ; and the seat that holds it."""
    if isinstance(table, Deal):
        auction = table.auction
        owner = None if auction.owner is None else table.order[auction.owner]
        return short_bid(auction.bid, auction.repeated), owner
    record = table.record
    bid = None if record.bid < 0 else int(record.bid)
    return short_bid(bid, bool(record.repeated)), None if bid is None else int(record.owner)


def whist_outcome(table: Any) -> str:
    """What came of the declarations of the defence: C and D, C, C returns, X plays C, own C, nothing."""
    if isinstance(table, Deal):
        seats, own, taken, returned = table.whisters, table.own, table.taken, table.returned
    else:
        record = table.record
        seats = [int(record.whist_seat)] if record.whister >= 0 else []
        if record.both_whist:
            order = [seat for seat in seats_with_cards(table.dealer, table.game.seats) if seat != record.declarer]
            seats = order if int(record.declarer) != table.dealer + 2 else order[::-1]
        own = None if record.own < 0 or seats else int(record.own)
        taken = seats[0] if len(seats) == 1 and record.whister != record.whist_seat else None
        returned = bool(record.returned)
    if not seats:
        return "nothing" if own is None else f"own {NAMES[own]}"
    who = " and ".join(NAMES[seat] for seat in seats)
    if taken is not None:
        assert returned
        return f"X plays {who}"
    return f"{who} returns" if returned else who


def short_bid(bid: int | None, repeated: bool = False) -> str:
    if bid is None:
        return ""
    if bid in (MISERE, BIG_MISERE):
        return "M" if bid == MISERE else "M-"
    game = game_of(bid)
    assert game is not None
    return short_game(game) + ("-" if repeated or 21 <= bid <= 25 or bid > BIG_MISERE else "")


def short_game(game: int) -> str:
    return f"{6 + game // 5}{'SCDHN'[game % 5]}"


def contract_of(name: str) -> str:
    """The action of a contract that is named 6S or 10N."""
    return f"contract {GAMES[(int(name[:-1]) - 6) * 5 + 'SCDHN'.index(name[-1])]}"


# -- Getting to where a case begins ----------------------------------------------------------------------------------


def win_auction(table: Any, declarer: int, word: str = "raise") -> Any:
    """The declarer makes one bid; everybody else passes."""
    while phase(table) == "auction":
        table.apply(word if turn(table) == declarer else "pass")
    return table


def discards_of(deck: Sequence[str]) -> list[str]:
    """The actions that discard the talon of a deck."""
    return [f"discard {card}" for card in by_id(deck[30:])]


def throw(table: Any, cards: Iterable[str]) -> Any:
    """Discard two cards."""
    return apply_all(table, *(f"discard {card}" for card in by_id(cards)))


def declare(table: Any, declarer: int, contract: str, talon: Iterable[str]) -> Any:
    """The declarer wins the auction with one bid, discards the talon and names his contract, as 6S."""
    return apply_all(throw(win_auction(table, declarer), talon), contract_of(contract))


def pass_out(table: Any) -> Any:
    return apply_all(table, "pass", "pass", "pass")


def play(table: Any, cards: Iterable[str], reveal: str = "open") -> Any:
    """Play cards; who is asked about opening the hands answers the same each time."""
    for card in cards:
        while "open" in legal(table):
            table.apply(reveal)
        table.apply(f"play {card}")
    return table


def is_over(table: Any) -> bool:
    return bool(table.is_over)


def phase(table: Any) -> str:
    return str(table.phase)


# -- Play that comes out as wanted -----------------------------------------------------------------------------------


def find_play(
    hands: Mapping[int, set[str]],
    order: list[int],
    trump: str | None,
    winners: Sequence[int],
    talon: Sequence[str] | None = None,
    sits_out: int | None = None,
) -> list[str] | None:
    """Cards for tricks which these seats win, all of them helping; None if there are none, or if they are hard to find.

    Args:
        order: first, second, third hand.
        talon: of a raspasovka in which it leads.
        sits_out: the dealer of four; his hand is the talon.
    """
    budget = [600]

    def tricks(seats: Sequence[int], left: Mapping[int, set[str]], trick: list[str], led: str | None) -> Iterator[list[str]]:
        if len(trick) == len(seats):
            yield trick
            return
        seat = seats[len(trick)]
        choice = [talon[0] if talon[0] in left[seat] else talon[1]] if talon and seat == sits_out else None
        suit = led or (trick[0][0] if trick else None)
        for card in choice or sorted(legal_cards(left[seat], suit, trump), key=lambda card: (strength(card), card)):
            yield from tricks(seats, left, [*trick, card], led)

    def search(number: int, last: int | None, left: Mapping[int, set[str]]) -> list[str] | None:
        if number > 10:
            return []
        seats = seats_of_trick(order, number, last, talon is not None, sits_out)
        turned = talon[number - 1][0] if talon and number <= 2 and sits_out is None else None
        for trick in tricks(seats, left, [], turned):
            budget[0] -= 1
            if budget[0] < 0:
                return None
            taker = seats[winner(trick, turned or trick[0][0], trump)]
            if taker == winners[number - 1]:
                rest = {**left, **{seat: left[seat] - {card} for seat, card in zip(seats, trick, strict=True)}}
                found = search(number + 1, taker, rest)
                if found is not None:
                    return trick + found
        return None

    return search(1, None, hands)


TALONS = {
    0: ("S7", "D8"),
    1: ("SA", "D8"),
    2: ("SA", "SK"),
    3: ("SA", "DA"),
}
"""A talon of as many award units."""


@cache
def arranged(
    game: int | None,
    declarer: int | None,
    tricks: tuple[tuple[int, int], ...],
    dealer: int = 0,
    players: int = 4,
    units: int = 0,
    raspas_talon: str = "unused",
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A deck and the cards to play so that tricks come out as wanted; a declarer discards the talon.

    Args:
        game: the contract, of the list of 25; None in misere and raspasovka.
        tricks: (seat, number) pairs.
        units: the award units of the talon.
        raspas_talon: lead, if it is a raspasovka in which the talon leads.
    """
    rng = random.Random(f"{game} {declarer} {tricks} {dealer} {players} {units} {raspas_talon}")
    order = seats_with_cards(dealer, players)
    trump = None if game is None else trump_of(game)
    takers = [seat for seat, number in tricks for _ in range(number)]
    for _ in range(20_000):
        leads = raspas_talon == "lead"
        deck = deck_of({} if leads else {"talon": TALONS[units]}, dealer, players, random_deck(rng))
        hands = {seat: set(deck[10 * place : 10 * place + 10]) for place, seat in enumerate(order)}
        sits_out = dealer if players == 4 and leads else None
        if sits_out is not None:
            hands[dealer] = set(deck[30:])
        rng.shuffle(takers)
        cards = find_play(hands, order, trump, takers, deck[30:] if leads else None, sits_out)
        if cards is not None:
            return tuple(deck), tuple(cards)
    raise AssertionError("no deal comes out like that")


# -- Random play -----------------------------------------------------------------------------------------------------

RARE = ("misere", "nine", "ten", "repeat", "offer", "bid", "discard talon", "contract 9", "contract 10", "refuse")


def choose(rng: random.Random, actions: Iterable[str], boldness: float = 0.3) -> str:
    """A random action. `boldness`: how often the rare ones stay in the choice, and how often who may pass does not."""
    actions = sorted(actions)
    if "declare preferans" in actions and rng.random() < 0.5:
        return "declare preferans"
    calm = [action for action in actions if not action.startswith(RARE)]
    if calm and rng.random() > boldness:
        actions = calm
    if "pass" in actions and rng.random() > boldness:
        return "pass"
    return rng.choice(actions)
