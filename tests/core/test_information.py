"""Design 4: what a seat sees depends on what it may know alone; a view holds everything that is observed."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import pytest

import adut
from adut.core.cards import NUM_CARDS
from adut.core.history import ANNOUNCEMENT, SHOWN_CARD, TOKEN_WIDTH
from adut.games import GAMES, spec

CASES = [
    (name, rules, int(players))
    for name in GAMES
    for rules in spec(name).presets
    for players in spec(name).options.declared()["players"].choices
]


def build(name: str, rules: str, players: int, **options: object) -> adut.Game:
    try:
        return adut.game(name, players, rules, **options)  # type: ignore[arg-type]
    except adut.OptionError:
        pytest.skip(f"{rules} is for another number of players")


@dataclass
class Seen:
    """Everything that reaches a seat at one decision."""

    actor: int
    observation: bytes
    mask: bytes
    history: bytes
    rewards: tuple[int, ...]


def what_reaches(state: adut.State, seat: int) -> Seen:
    mask = state.legal_mask().tobytes() if state.actor == seat else b""
    return Seen(state.actor, state.observation(seat).tobytes(), mask, state.history(seat).tobytes(), tuple(state.rewards))


def replay(game: adut.Game, setup: dict[str, object], actions: list[int], seat: int) -> list[Seen] | None:
    """What reaches a seat at every decision; None if an action is not legal, or ends the deal early."""
    state = game.new_state(**setup)
    seen = [what_reaches(state, seat)]
    for action in actions:
        if action not in state.legal_actions():
            return None
        state.apply(action)
        if state.deal_over:
            return None
        seen.append(what_reaches(state, seat))
    return seen


def told(seen: list[Seen]) -> list[tuple[int, ...]]:
    """The announcements that a seat heard and the cards that were shown with them; nothing where nothing was announced."""
    tokens = np.frombuffer(seen[-1].history, np.int16).reshape(-1, TOKEN_WIDTH).tolist()
    if all(token[0] != ANNOUNCEMENT for token in tokens):
        return []
    return [(place, *token) for place, token in enumerate(tokens) if token[0] in (ANNOUNCEMENT, SHOWN_CARD)]


def visible_cards(state: adut.State, seat: int) -> set[int]:
    """The cards whose place a seat knows, by its history alone."""
    tokens = state.history(seat)
    return {int(value) for kind, _, _, value in tokens if kind != ANNOUNCEMENT and 0 <= value < NUM_CARDS}


def sheet_of_a_match(game: adut.Game, chooser: random.Random) -> dict[str, object]:
    """The sheet after some deals of random play."""
    state = game.new_state(seed=chooser.randrange(1000))
    for _ in range(chooser.randrange(150)):
        before = state.sheet
        state.apply(sensible(state, chooser))
        if state.is_over:
            return before
    return state.sheet


@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize(("name", "rules", "players"), CASES)
def test_hidden_cards_do_not_reach_a_seat(name: str, rules: str, players: int, episode: str) -> None:
    game = build(name, rules, players, reward="trick", episode=episode)
    chooser = random.Random(f"{name} {rules} {players}")
    kept = 0
    for trial in range(60):
        deck = chooser.sample(range(NUM_CARDS), NUM_CARDS)
        dealer = chooser.randrange(players)
        setup: dict[str, object] = dict(seed=0, deck=deck, dealer=dealer)
        if episode == "match":
            setup["sheet"] = sheet_of_a_match(game, chooser)
        state = game.new_state(**setup)
        for _ in range(chooser.randrange(1, 34)):
            state.apply(sensible(state, chooser))
            if state.deal_over:
                state.undo()
                break
        seat = chooser.randrange(players)
        hidden = sorted(set(range(NUM_CARDS)) - visible_cards(state, seat))
        if len(hidden) < 2:
            continue
        for _ in range(4):
            one, other = chooser.sample(hidden, 2)
            exchange = {one: other, other: one}
            swapped = {**setup, "deck": [exchange.get(card, card) for card in deck]}
            actions = [exchange.get(action, action) for action in state.actions]
            before = replay(game, setup, state.actions, seat)
            after = replay(game, swapped, actions, seat)
            if after is not None and told(before) == told(after):  # by the rules, an announcement depends on the hand
                assert before == after, f"trial {trial}: seat {seat} can tell {one} from {other}"
                kept += 1
    assert kept > 40, "too few exchanges were possible for the test to mean anything"


def sensible(state: adut.State, chooser: random.Random) -> int:
    """Random play that comes past the auction often enough."""
    legal = state.legal_actions()
    if len(legal) > 12:
        legal = legal[:3]
    return chooser.choice(legal)


@pytest.mark.parametrize(("name", "rules", "players"), CASES)
def test_a_view_is_enough_to_observe(name: str, rules: str, players: int) -> None:
    game = build(name, rules, players, episode="match")
    chooser = random.Random(7)
    for seed in range(12):
        state = game.new_state(seed=seed)
        for _ in range(chooser.randrange(130)):
            state.apply(sensible(state, chooser))
            if state.is_over:
                break
        for seat in range(players):
            view = state.view(seat)
            seen = np.zeros(game.layout.size, np.int8)
            game.kernels.observe(view, game.options, seat, seen)
            assert (seen == state.observation(seat)).all()
            assert (seen >= game.layout.low).all()
            assert (seen <= game.layout.high).all()
            assert view["seed"][0] == 0
            assert not view["pack"].any()


@pytest.mark.parametrize(("name", "rules", "players"), CASES)
def test_a_view_has_nothing_left_to_hide(name: str, rules: str, players: int) -> None:
    game = build(name, rules, players)
    chooser = random.Random(3)
    for seed in range(8):
        state = game.new_state(seed=seed, start="play")
        for _ in range(chooser.randrange(12)):
            if not state.is_over:
                state.apply(chooser.choice(state.legal_actions()))
        for seat in range(players):
            twice = state.view(seat)
            again = twice.copy()
            game.kernels.hide(again, game.options, seat)
            assert again.tobytes() == twice.tobytes(), "hiding twice hides nothing more"


@pytest.mark.parametrize("name", GAMES)
def test_the_state_vector_knows_no_generator(name: str) -> None:
    game = adut.game(name)
    deck = random.Random(1).sample(range(NUM_CARDS), NUM_CARDS)
    vectors = {
        (state.observation(0).tobytes(), state.hidden(0).tobytes())
        for state in (game.new_state(seed=seed, table=seed, deck=deck, dealer=0) for seed in range(3))
    }
    assert len(vectors) == 1
