"""Tables in the middle of a deal, and a slow, independent search for the worlds of a seat."""

from __future__ import annotations

import hashlib
import itertools
import random
from collections.abc import Iterator

import numpy as np

import adut
from adut.core.cards import card_list
from adut.games import GAMES, spec
from adut.search.worlds import Worlds

HEADER = ("seed", "table", "moves", "deal_over", "points", "reward", "shaped", "pack")
"""What the rules of a deal do not decide, or a view does not show."""

CASES = [
    (name, rules, int(players))
    for name in ("skat", "bela", "belot", "preferans", "russian_preferans")
    if name in GAMES
    for rules in spec(name).presets
    for players in spec(name).options.declared()["players"].choices
]


def games(name: str, rules: str, players: int, **options: object) -> adut.Game | None:
    """A game, None if the preset is for another number of players."""
    try:
        return adut.game(name, players, rules, **options)  # type: ignore[arg-type]
    except adut.OptionError:
        return None


def deals(game: adut.Game, count: int, seed: int) -> Iterator[tuple[adut.State, random.Random]]:
    """Fresh tables, some at the beginning of the play if that is one that play can lead to."""
    chooser = random.Random(f"{game.name} {game.rules} {game.seats} {seed}")
    for number in range(count):
        at_play = number % 3 == 1 and not has_referee(game)
        yield game.new_state(seed=1000 * seed + number, start="play" if at_play else None), chooser


def has_referee(game: adut.Game) -> bool:
    """Whether incorrect bids and follows are illegal; tables that begin with the play do not heed that."""
    return game.values.get("referee") == "mask"


def decide(state: adut.State, chooser: random.Random) -> int:
    """A random decision that comes past the auction often enough; half of them those of the rule-based player."""
    legal = state.legal_actions()
    if chooser.random() < 0.5:
        actions = np.zeros(1, np.int64)
        keys = np.array([chooser.randrange(1 << 62)])
        state.game.kernels.choose(state.view(), state.game.options, keys, actions)
        if int(actions[0]) in legal:
            return int(actions[0])
    if len(legal) > 12:
        legal = legal[:3]
    return chooser.choice(legal)


def bytes_of(view: np.ndarray, common: np.ndarray) -> bytes:
    """A view as bytes, without what the rules of a deal do not decide."""
    view = view.copy()
    for name in HEADER:
        view[name] = common[name]
    return view.tobytes()


def hidden_places(state: adut.State, seat: int) -> list[int]:
    """The cards that lie where the seat does not see them: others' hands, then piles, as they lie in truth."""
    record = state.record
    hands = [0 if other == seat else int(record.hands[other]) for other in range(len(record.hands))]
    name = state.game.name
    if name == "skat":
        knows = seat == record.declarer and record.picked_up
        return [*hands, 0 if knows else int(record.skat)]
    if name == "preferans":
        bought = record.declarer >= 0 and not record.in_hand
        return [*hands, int(record.talon) if not bought else 0 if seat == record.declarer else int(record.discards)]
    if name == "bela":
        visible = int(state.game.options["two_stock"][0]) == 1
        return [*hands, 0 if seat == record.caller else int(record.discards), 0 if visible else int(record.stock)]
    if name == "russian_preferans":
        seen = state.view(seat)[0]
        hands = [0 if seen["hands"][other] else hand for other, hand in enumerate(hands)]
        if record.talon_shown:
            return [*hands, 0 if seat == record.declarer or record.refused else int(record.discards)]
        on_table = not hands_talon(state) and int(seen["talon"]) != record.talon
        return [*hands, int(record.talon) if on_table else 0]
    return hands


def hands_talon(state: adut.State) -> bool:
    """Whether the dealer of four has the talon in his hand to lead it, or has led it."""
    return bool((state.record.hands[state.dealer] | state.record.played[state.dealer]) & state.record.talon)


def owners(state: adut.State, places: list[int], seat: int) -> list[int]:
    """The same by who got the cards when they were dealt: discards belong to the hand they came from."""
    record, name = state.record, state.game.name
    found = list(places)
    seats = len(record.hands)
    pile = {"skat": "picked_up", "preferans": "declarer", "bela": "caller"}.get(name)
    if name == "skat" and record.picked_up and seat != record.declarer:
        found[record.declarer] |= found[seats]
        found[seats] = 0
    if name == "preferans" and record.declarer >= 0 and not record.in_hand:
        found[record.declarer] |= found[seats]
        found[seats] = 0
    if name == "russian_preferans" and record.talon_shown:
        found[record.declarer] |= found[seats]
        found[seats] = 0
    if name == "bela" and pile and record.caller >= 0:
        found[record.caller] |= found[seats]
        found[seats] = 0
    return found


def exchange(
    state: adut.State, seat: int, deck: list[int], actions: list[int], places: list[int]
) -> tuple[list[int], list[int]]:
    """Deck and decisions that lead to other cards in hidden places.

    Cards that stay with their owner keep their place in the deck. Others' discards become the new ones, in ascending order.
    """
    before, after = (owners(state, p, seat) for p in (hidden_places(state, seat), places))
    new_deck = list(deck)
    for old, new in zip(before, after, strict=True):
        free = [deck.index(card) for card in card_list(old & ~new)]
        for place, card in zip(free, card_list(new & ~old), strict=True):
            new_deck[place] = card
    old_pile = hidden_places(state, seat)[len(state.record.hands)] if len(places) > len(state.record.hands) else 0
    moved = iter(card_list(places[len(state.record.hands)])) if old_pile else iter(())
    return new_deck, [next(moved) if action in card_list(old_pile) else action for action in actions]


def leads_to(
    game: adut.Game, deck: list[int], dealer: int, actions: list[int], seat: int, seen: bytes, like: np.ndarray
) -> bool:
    """Whether a deck and decisions are possible and look to the seat as they did; others' secret decisions may be any."""
    return _leads_to(game.new_state(deck=deck, dealer=dealer), actions, seat, seen, like)


def _leads_to(state: adut.State, actions: list[int], seat: int, seen: bytes, like: np.ndarray) -> bool:
    for n, action in enumerate(actions):
        if asks_in_secret(state, seat):
            return any(_leads_to(branch, actions[n:], seat, seen, like) for branch in answers(state))
        if state.is_over or state.deal_over or action not in state.legal_actions():
            return False
        state.apply(action)
    return bytes_of(state.view(seat), like) == seen


def asks_in_secret(state: adut.State, seat: int) -> bool:
    """Whether somebody decides something of which a seat does not learn that it was decided."""
    return state.game.name == "belot" and state.phase == "declare" and state.seat != seat


def answers(state: adut.State) -> Iterator[adut.State]:
    """The tables after each decision."""
    for action in state.legal_actions():
        branch = state.copy()
        branch.apply(action)
        yield branch


def seen_actions(state: adut.State, seat: int, deck: list[int], dealer: int) -> list[int]:
    """The decisions so far, without those of which a seat does not learn that they were made."""
    again = state.game.new_state(deck=deck, dealer=dealer)
    seen = []
    for action in state.actions:
        if not asks_in_secret(again, seat):
            seen.append(action)
        again.apply(action)
    return seen


def all_places(places: list[int]) -> Iterator[list[int]]:
    """All ways to give the cards of some places to as many places of the same sizes."""
    cards = [card for place in places for card in card_list(place)]
    yield from _deal(cards, [place.bit_count() for place in places])


def _deal(cards: list[int], sizes: list[int]) -> Iterator[list[int]]:
    if not sizes:
        yield []
        return
    for own in itertools.combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in own]
        for others in _deal(rest, sizes[1:]):
            yield [sum(1 << card for card in own), *others]


def digest() -> str:
    """Of worlds drawn at some tables of every game."""
    found = hashlib.sha256()
    for name, players in (("skat", 3), ("bela", 3), ("belot", 4), ("preferans", 3), ("russian_preferans", 4)):
        game = adut.game(name, players)
        state = game.new_state(seed=2, start="play")
        chooser = random.Random(3)
        for step in range(14):
            if step in (1, 13):
                worlds = Worlds(state, chooser.randrange(players))
                found.update(str(worlds.count()).encode())
                found.update(worlds.sample(5, np.random.default_rng(1)).tobytes())
                found.update(worlds.states(3, np.random.default_rng(2)).tobytes())
            state.apply(chooser.choice(state.legal_actions()))
    return found.hexdigest()
