"""The pack of 32 cards, and sets of cards as integers.

A card is a number from 0 to 31: `8 * suit + rank`, suits clubs, diamonds, hearts, spades, ranks 7 8 9 10 J Q K A. Every game
uses these numbers; which card beats which is a table of the game. A set of cards is an integer with bit `card` set.
Text: suit letter and rank letter, ten is T (`CJ`, `HT`); input also takes `10`, lower case and suit symbols.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.errors import NotationError
from adut.core.record import Ints
from adut.core.rule import inlined

NUM_CARDS = 32
NUM_SUITS = 4
RANKS_PER_SUIT = 8
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(8)
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SUIT_LETTERS = "CDHS"
RANK_LETTERS = "789TJQKA"
SUIT_SYMBOLS = "♣♦♥♠"

FULL_PACK = (1 << NUM_CARDS) - 1
SUIT_SET = tuple(0xFF << (8 * suit) for suit in range(NUM_SUITS))
"""The eight cards of each suit."""
RANK_SET = tuple(0x01010101 << rank for rank in range(RANKS_PER_SUIT))
"""The four cards of each rank."""

CARD_NAMES = tuple(suit + rank for suit in SUIT_LETTERS for rank in RANK_LETTERS)
_IDS = {name: card for card, name in enumerate(CARD_NAMES)}


def card_id(suit: int, rank: int) -> int:
    """The card of a suit (0-3) and a rank (0-7)."""
    return 8 * suit + rank


def parse_card(text: str) -> int:
    """The card that a text such as `CJ`, `ht`, `H10` or `♥T` names. Raises NotationError."""
    name = text.strip().upper().replace("10", "T")
    for symbol, letter in zip(SUIT_SYMBOLS, SUIT_LETTERS, strict=True):
        if symbol in name:
            name = letter + name.replace(symbol, "")
    try:
        return _IDS[name]
    except KeyError:
        raise NotationError(
            f"unknown card {text!r}; a card is a suit letter C D H S and a rank letter 7 8 9 T J Q K A, as in 'CJ'"
        ) from None


def parse_card_list(text: str | Iterable[str | int]) -> list[int]:
    """The cards of a text such as `CJ SJ HT` or of an iterable of names and ids, in their order. Raises NotationError."""
    if isinstance(text, np.ndarray) and text.ndim == 0:
        raise NotationError(f"cards are a text or a list of names and ids, not {text!r}")
    items = text.replace(",", " ").replace(".", " ").split() if isinstance(text, str) else text
    cards = []
    for item in items:
        if isinstance(item, str):
            cards.append(parse_card(item))
        elif _is_card_id(item):
            cards.append(int(item))
        else:
            raise NotationError(f"unknown card {item!r}; a card id is a number from 0 to 31")
    return cards


def _is_card_id(item: object) -> bool:
    return isinstance(item, int | np.integer) and not isinstance(item, bool) and 0 <= int(item) < NUM_CARDS


def parse_cards(text: str | Iterable[str | int]) -> int:
    """The set of the cards of a text or an iterable. Raises NotationError, also for a card named twice."""
    cards = 0
    for card in parse_card_list(text):
        if cards >> card & 1:
            raise NotationError(f"card {CARD_NAMES[card]} is named twice")
        cards |= 1 << card
    return cards


def cards_by_owner(hands: Mapping[Any, Any], sizes: Mapping[Any, int], where: str = "") -> dict[Any, list[int]]:
    """The cards of each owner, in their order, from texts or ids.

    Args:
        hands: {owner: cards, ...}: seats as numbers or `player_0`, other owners by name. One may be left out: he gets the rest.
        sizes: how many cards each owner has.
        where: words that say in an error what the owners depend on.

    Raises:
        NotationError: an owner is unknown or named twice, more than one is missing, or somebody has too few or too many cards.
    """
    owners: dict[Any, list[int]] = {}
    for owner, cards in hands.items():
        key = owner.removeprefix("player_") if isinstance(owner, str) else owner
        key = int(key) if isinstance(key, str) and key.isascii() and key.isdigit() else key
        if isinstance(key, bool) or key not in sizes:
            raise NotationError(f"hands belong to {', '.join(map(str, sizes))}{where}, not to {owner!r}")
        if key in owners:
            raise NotationError(f"hands name {key} twice, the second time as {owner!r}")
        owners[key] = parse_card_list(cards)
    missing = [owner for owner in sizes if owner not in owners]
    named = [card for cards in owners.values() for card in cards]
    if len(missing) == 1:
        owners[missing[0]] = [card for card in range(NUM_CARDS) if card not in named]
    elif missing:
        raise NotationError(f"hands of {', '.join(map(str, missing))} are missing; at most one owner may be left out")
    for owner, size in sizes.items():
        if len(owners[owner]) != size:
            raise NotationError(f"{owner} holds {size} cards, got {len(owners[owner])}")
    return owners


def card_list(cards: int) -> list[int]:
    """The ids in a set, ascending."""
    return [card for card in range(NUM_CARDS) if int(cards) >> card & 1]


def format_cards(cards: int) -> str:
    """The names of the cards in a set, ascending by id, separated by spaces."""
    return " ".join(CARD_NAMES[card] for card in card_list(cards))


def are_in_one_place(places: Iterable[NDArray[np.int64]]) -> NDArray[np.bool_]:
    """Whether every card of the pack is in exactly one of some places, each an array of sets with an entry a table."""
    sets = np.stack(list(places))
    cards = np.bitwise_count(sets).sum(axis=0)
    return np.asarray((np.bitwise_or.reduce(sets, axis=0) == FULL_PACK) & (cards == NUM_CARDS))


@inlined
def set_of(pack: Ints, start: int, stop: int) -> int:
    """The set of the cards pack[start:stop]."""
    cards = 0
    for i in range(start, stop):
        cards |= 1 << int(pack[i])
    return cards
