"""What the tests of Skat share: reading the data files, setting up tables, the few names of the package they use."""

from __future__ import annotations

import csv
import itertools
import random
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import adut
from adut.core.cards import card_list, parse_card, parse_cards
from adut.games.skat import cards as cards_module
from adut.games.skat import scoring

from .reference import PACK, PLAYERS, PRESETS, Deal, F, M, R

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
LOGS = ROOT / "tests" / "data" / "skat"

CONTRACTS = ("clubs", "diamonds", "hearts", "spades", "grand", "null")
POSITIONS = {"F": F, "M": M, "R": R}
NAMES = "FMR"

# A deal in which every hand is easy to read: F has spades, M hearts, R clubs and diamonds.
SPREAD = {
    "F": "CJ SJ SA ST SK SQ S9 S8 S7 CA",
    "M": "HJ HA HT HK HQ H9 H8 H7 CT CK",
    "R": "DJ DA DT DK DQ D9 D8 CQ C9 C8",
    "skat": "D7 C7",
}


# -- Data files ----------------------------------------------------------------------------------------------------


def load(name: str) -> dict[str, Any]:
    with (HERE / name).open("rb") as file:
        return tomllib.load(file)


def load_table(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(newline="") as file:
        return list(csv.DictReader(file))


def bid_table() -> dict[int, list[str]]:
    """The rows of bid_table.txt: value and the games which reach it."""
    lines = [line.split() for line in (HERE / "bid_table.txt").read_text().splitlines() if not line.startswith("#")]
    return {int(value): games for value, *games in lines}


# -- Tables --------------------------------------------------------------------------------------------------------


@cache
def _game(rules: str, players: int | None, episode: str, items: tuple[tuple[str, Any], ...]) -> Any:
    return adut.game("skat", players=players, rules=rules, episode=episode, **dict(items))


def make_game(rules: str = "classical", players: int | None = None, episode: str = "deal", **options: Any) -> Any:
    return _game(rules, players, episode, tuple(sorted(options.items())))


def make_options(rules: str = "classical", **options: Any) -> dict[str, Any]:
    """The options of the reference."""
    return PRESETS[rules] | options


def complete(deal: dict[str, str]) -> dict[str, list[str]]:
    """A deal by owner F, M, R, skat: the cards named, and the rest of the pack in order for the free places."""
    named = {owner: deal.get(owner, "").split() for owner in ("F", "M", "R", "skat")}
    rest = [card for card in PACK if card not in itertools.chain(*named.values())]
    for owner, size in (("F", 10), ("M", 10), ("R", 10), ("skat", 2)):
        missing = size - len(named[owner])
        named[owner] += rest[:missing]
        del rest[:missing]
    return named


def random_deal(rng: random.Random) -> dict[str, str]:
    pack = rng.sample(PACK, 32)
    parts = {"F": pack[:10], "M": pack[10:20], "R": pack[20:30], "skat": pack[30:]}
    return {owner: " ".join(cards) for owner, cards in parts.items()}


def seats(players: int, dealer: int) -> list[int]:
    """The seats of F, M and R."""
    return [(dealer + 1 + position) % players for position in range(3)]


def new_table(game: Any, deal: dict[str, str] | None = None, dealer: int | None = None, **how: Any) -> Any:
    """A table of `game` with the cards of `deal` given to F, M, R and the skat."""
    dealer = game.seats - 1 if dealer is None else dealer
    owners = complete(deal or SPREAD)
    hands: dict[Any, str] = {"skat": " ".join(owners["skat"])}
    for name, seat in zip(NAMES, seats(game.seats, dealer), strict=True):
        hands[seat] = " ".join(owners[name])
    return game.new_state(dealer=dealer, hands=hands, **how)


def new_reference(
    rules: str,
    players: int | None = None,
    deal: dict[str, str] | None = None,
    dealer: int | None = None,
    **options: Any,
) -> Deal:
    players = PLAYERS[rules] if players is None else players
    dealer = players - 1 if dealer is None else dealer
    owners = complete(deal or SPREAD)
    hands = [set(owners[name]) for name in NAMES]
    return Deal(make_options(rules, **options), hands, set(owners["skat"]), players=players, dealer=dealer)


def turn(state: Any) -> str:
    """F, M or R: the position of the player to act, at a table of the package or of the reference."""
    if isinstance(state, Deal):
        return NAMES[state.turn]
    return NAMES[seats(state.game.seats, state.dealer).index(state.seat)]


def legal(state: Any) -> set[str]:
    return state.legal() if isinstance(state, Deal) else set(state.legal_texts())


def apply_all(state: Any, *actions: str) -> Any:
    for action in actions:
        state.apply(action)
    return state


def bid(state: Any) -> int:
    """The highest bid so far."""
    return state.bid if isinstance(state, Deal) else int(state.record.bid)


def outcome(state: Any) -> dict[str, Any]:
    """What a finished deal came to: declarer as F, M, R or None, bid, contract, matadors, points, tricks, value."""
    if isinstance(state, Deal):
        if state.soloist is None:
            return {"soloist": None}
        return {
            "soloist": NAMES[state.soloist],
            "bid": state.bid,
            "contract": state.contract,
            "matadors": state.matadors,
            "points": state.declarer_points,
            "tricks": state.declarer_tricks,
            "value": state.value,
        }
    record = state.record
    if record.declarer < 0:
        return {"soloist": None}
    return {
        "soloist": NAMES[seats(state.game.seats, state.dealer).index(int(record.declarer))],
        "bid": int(record.bid),
        "contract": CONTRACTS[int(record.contract)],
        "matadors": int(record.matadors),
        "points": int(record.declarer_points),
        "tricks": int(record.declarer_tricks),
        "value": int(record.value),
    }


def lowest_bid(actions: Iterable[str]) -> int:
    return min(int(action.split()[1]) for action in actions if action.startswith("bid "))


def call_all(state: Any, calls: Iterable[str]) -> Any:
    """Calls such as "M 18", "F hold", "R pass" or "M F climb 360", each by the player named."""
    for call in calls:
        who, *words = call.split()
        if words[1:2] == ["climb"]:
            climb(state, who, words[0], int(words[2]))
            continue
        assert turn(state) == who, f"{call}: {turn(state)} is to act"
        state.apply(f"bid {words[0]}" if words[0].isdigit() else words[0])
    return state


def climb(state: Any, sayer: str, hearer: str, top: int) -> None:
    """`sayer` names value after value and `hearer` holds each, up to `top`."""
    bid = 0
    while bid < top:
        assert turn(state) == sayer
        bid = lowest_bid(legal(state))
        state.apply(f"bid {bid}")
        assert turn(state) == hearer
        state.apply("hold")


def auction_to(state: Any, soloist: str, bid: int) -> Any:
    """An auction which makes `soloist` (F, M or R) declarer at `bid`, whatever the options."""
    driver = "R" if soloist == "R" else "M"
    last = 0
    while "pick up" not in (actions := legal(state)):
        who = turn(state)
        if who == driver and last < bid and actions - {"pass", "hold"}:
            last = bid if f"bid {bid}" in actions else lowest_bid(actions)
            state.apply(f"bid {last}")
        elif "hold" in actions and (last < bid or who == soloist):
            state.apply("hold")
        else:
            state.apply("pass")
    assert (turn(state), last) == (soloist, bid)
    return state


def cards_of(state: Any, seat: int) -> set[str]:
    """The cards in the hand of a seat."""
    return text(int(state.record.hands[seat]))


def choose(rng: random.Random, actions: Sequence[str]) -> str:
    """A random action, so weighted that auctions grow slowly, all forms of games occur and few deals are given up."""
    bids = sorted((action for action in actions if action.startswith("bid ")), key=lambda bid: int(bid.split()[1]))
    if bids and rng.random() < 0.5:
        return rng.choice(bids[:3] if rng.random() < 0.9 else bids)
    if bids:
        return "pass"
    if "concede" in actions and rng.random() < 0.95:
        actions = [action for action in actions if action != "concede"]
    return rng.choice(actions)


def random_playout(state: Any, rng: random.Random) -> Any:
    while not state.is_over:
        state.apply(rng.choice(state.legal_texts()))
    return state


def play_out_to(state: Any, wanted: Any, tries: int = 200, seed: int = 0) -> Any:
    """A random end of the deal for which `wanted(state)` is true."""
    rng = random.Random(seed)
    for _ in range(tries):
        end = random_playout(state.copy(), rng)
        if wanted(end):
            return end
    raise AssertionError(f"no playout of {tries} ends as wanted")


# -- The functions of the rules --------------------------------------------------------------------------------------


def text(cards: int) -> set[str]:
    return {PACK[card] for card in card_list(cards)}


def follow(contract: str, led: str | None, hand: Iterable[str]) -> set[str]:
    led_card = -1 if led is None else parse_card(led)
    return text(int(cards_module.follow(CONTRACTS.index(contract), led_card, parse_cards(list(hand)))))


def trick_winner(contract: str, trick: Sequence[str]) -> int:
    return int(cards_module.trick_winner(CONTRACTS.index(contract), *(parse_card(card) for card in trick)))


def matadors(cards: Iterable[str], contract: str) -> int:
    return int(cards_module.matadors(parse_cards(list(cards)), CONTRACTS.index(contract)))


def deal_value(
    game: Any,
    *,
    contract: str,
    hand: bool = False,
    schneider: bool = False,
    schwarz: bool = False,
    ouvert: bool = False,
    conceded: bool = False,
    matadors: int = 0,
    points: int = 0,
    tricks: int = 0,
    bid: int,
) -> int:
    trumps = contract != "null"
    schwarz = schwarz or (ouvert and trumps)
    schneider = schneider or schwarz
    return int(
        scoring.deal_value(
            game.options[0],
            CONTRACTS.index(contract),
            int(hand),
            int(schneider),
            int(schwarz),
            int(ouvert),
            int(conceded),
            abs(matadors),
            points,
            tricks,
            bid,
        )
    )
