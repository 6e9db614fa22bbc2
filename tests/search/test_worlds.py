"""Worlds: deals that fit what a seat knows, all of them, as likely as each other, and never more than it knows."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import adut
from adut.agents import RuleAgent, turn_of
from adut.core.cards import FULL_PACK, card_list
from adut.core.history import ANNOUNCEMENT
from adut.core.record import copy_records, rows_of
from adut.core.rule import COMPILED
from adut.search.worlds import Worlds

from .helpers_worlds import (
    CASES,
    HEADER,
    all_places,
    bytes_of,
    deals,
    decide,
    digest,
    exchange,
    games,
    hidden_places,
    leads_to,
    seen_actions,
)

NUM_WORLDS = 6
HELPERS = Path(__file__).with_name("helpers_worlds.py")


def build(name: str, rules: str, players: int, **options: object) -> adut.Game:
    game = games(name, rules, players, **options)
    if game is None:
        pytest.skip(f"{rules} is for another number of players")
    return game


def generator(number: int = 0) -> np.random.Generator:
    return np.random.default_rng(number)


def views_seen(state: adut.State, setup: dict[str, object], seat: int) -> list[np.ndarray]:
    """What a seat saw after each decision of the deal."""
    again = state.game.new_state(**setup)
    seen = [again.view(seat)]
    for action in state.actions:
        again.apply(action)
        seen.append(again.view(seat))
    return seen


def assert_seen_alike(worlds: Worlds, seen: list[np.ndarray]) -> None:
    """Replayed in worlds, the deal looks to the seat as it did, at every moment; and every decision is legal."""
    places, number = worlds._places(NUM_WORLDS, generator()), 5
    records, discards = worlds._dealt(places, number)
    faults = np.zeros(NUM_WORLDS, bool)
    history = worlds._view["history"][0]
    before = 0
    for view in seen:
        event = int(view["num_events"][0])
        worlds._replay(before, event, number, discards, records, faults)
        before = event
        assert not faults.any()
        if int(history[event]) & 255 == ANNOUNCEMENT:  # told together with a decision that nobody sees
            continue
        views = copy_records(records)
        worlds._run.hide(views, worlds.game.options, 0, len(views), np.full(len(views), worlds.seat, np.int64))
        for i in range(len(views)):
            for name in view.dtype.names:
                if name not in HEADER:
                    assert np.array_equal(views[name][i], view[name][0]), name


OPTIONS: list[tuple[str, int, dict[str, object]]] = [
    ("skat", 3, dict(concede_in_play="nine_cards")),
    ("bela", 4, dict(declaration_mode="auto", announce_detail="value")),
    ("bela", 4, dict(declaration_mode="auto", declare_when="before_lead", declaration_tie="trump_earlier")),
    ("bela", 4, dict(partner_exempt=True, illegal_play="renons", declaration_tie="cancel", fours_order="none")),
    ("bela", 3, dict(three_bidding="turn_up", declaration_mode="auto", shared_card="not_allowed", bela_mode="auto")),
    ("bela", 3, dict(belot_rule="declaration_1001", three_declarations="single", talon_peek="after_own_turn")),
    ("bela", 3, dict(match_end="dosta", target=60, all_pass="redeal")),
    ("bela", 2, dict(two_seven_exchange=True, two_stock="visible", talon_peek="after_own_turn")),
    ("bela", 2, dict(two_seven_exchange=True, two_middle=False, declaration_mode="auto", all_pass="redeal")),
    ("belot", 4, dict(undertrump="must", declaration_disclosure="cards_after_trick1", declaration_mode="decide")),
    ("belot", 4, dict(raise_over_partner=False, declaration_disclosure="top_after_trick1", belot_mode="decide")),
    ("belot", 4, dict(declaration_tie="trump_earlier", declaration_disclosure="top_after_trick1", split_long_run=True)),
    ("belot", 4, dict(belot_all_trumps="free", declaration_mode="decide", declaration_disclosure="top_after_trick1")),
    ("preferans", 3, dict(must_head=True, must_overtrump=True, obs_history="current_trick")),
    ("preferans", 3, dict(talon_public=False, uver_betl="in_hand", betl_follow="declare", kontra_levels=4)),
    ("preferans", 3, dict(referee="mask", ref_pod="last", ref_follow_scope="all", ref_bid_pattern="literal")),
    ("preferans", 3, dict(referee="mask", hold_rule="next_active", obs_history="current_trick")),
    ("preferans", 3, dict(referee="mask", talon_public=False)),
    ("russian_preferans", 4, dict(no_talon_games="overcall_and_repeat", misere_first_call_only=False, seat_draw=True)),
    ("russian_preferans", 4, dict(joint_defence="single_agent", bid_jumps="free", return_after_first_own=True)),
    ("russian_preferans", 4, dict(raspas_dealer_order="dealt_order", half_offers="one", dealer_whist_8plus=True)),
    ("russian_preferans", 3, dict(seat_draw=True, stalingrad=True, ten="whisted", preferans_hand="tops")),
]


def assert_worlds_fit(game: adut.Game, count: int, how_often: float) -> None:
    looked = 0
    for number, (state, chooser) in enumerate(deals(game, count, 1)):
        while not state.is_over:
            if chooser.random() < how_often:
                seat = chooser.randrange(game.seats)
                worlds = Worlds(state, seat)
                records = worlds.states(NUM_WORLDS, generator(looked))
                assert worlds._are_alike(records).all(), f"deal {number}, after {state.actions}, seat {seat}"
                if worlds.is_exact and number % 3 != 1:  # a table that began with the play cannot be replayed
                    setup: dict[str, object] = dict(seed=1000 + number)
                    assert_seen_alike(worlds, views_seen(state, setup, seat))
                looked += 1
            state.apply(decide(state, chooser))
    assert looked > count


@pytest.mark.parametrize(("name", "rules", "players"), CASES)
def test_the_deal_looks_alike_in_every_world(name: str, rules: str, players: int) -> None:
    assert_worlds_fit(build(name, rules, players), 3, 0.3)


@pytest.mark.parametrize(("name", "players", "options"), OPTIONS)
def test_the_deal_looks_alike_with_other_options(name: str, players: int, options: dict[str, object]) -> None:
    assert_worlds_fit(adut.game(name, players, **options), 6, 0.4)  # type: ignore[arg-type]


def test_a_match_goes_on_in_every_world() -> None:
    game = adut.game("bela", episode="match")
    chooser = random.Random(2)
    state = game.new_state(seed=1)
    while state.record.deal_number < 3:
        state.apply(decide(state, chooser))
    worlds = Worlds(state)
    for record in worlds.states(NUM_WORLDS, generator()).reshape(-1, 1):
        world = adut.State.from_record(game, record)
        assert world.sheet == state.sheet
        assert world.legal_actions() == state.legal_actions()
        while world.record.deal_number < 4:
            world.apply(decide(world, chooser))


# Which worlds there are.


SMALL = [
    (name, rules, players)
    for name, rules, players in CASES
    if rules
    in ("classical", "isko", "fast_rl", "serbian", "montenegrin", "bg_published", "tournament_2008", "preferansklub_v12")
    or rules in ("tournament_2008_referee", "standard", "sochi", "rostov")
]


def small_positions(game: adut.Game, wanted: int, most: int) -> list[tuple[adut.State, int, list[int], int]]:
    """Tables with few ways to distribute the hidden cards: state, seat, the deck and the dealer."""
    found = []
    chooser = random.Random(4)
    for _ in range(60):
        deck = chooser.sample(range(32), 32)
        dealer = chooser.randrange(game.seats)
        state = game.new_state(seed=0, deck=deck, dealer=dealer)
        before = len(found)
        while not state.is_over:
            seat = chooser.randrange(game.seats)
            sizes = [places.bit_count() for places in hidden_places(state, seat)]
            ways = math.factorial(sum(sizes)) // math.prod(map(math.factorial, sizes))
            if 1 < ways <= most and len(found) - before < 2 and chooser.random() < 0.6 and int(state.record.trick_number) > 0:
                found.append((state.copy(), seat, deck, dealer))
            state.apply(decide(state, chooser))
        if len(found) >= wanted:
            break
    assert len(found) >= wanted
    return found


def worlds_by_search(state: adut.State, seat: int, deck: list[int], dealer: int) -> set[tuple[int, ...]]:
    """All ways to distribute the hidden cards with which the deal could have looked as it did."""
    seen, like = state.view(seat), state.view(seat)
    fitting = set()
    before = seen_actions(state, seat, deck, dealer)
    for places in all_places(hidden_places(state, seat)):
        other_deck, actions = exchange(state, seat, deck, before, places)
        if leads_to(state.game, other_deck, dealer, actions, seat, bytes_of(seen, like), like):
            fitting.add(tuple(places))
    return fitting


@pytest.mark.parametrize(("name", "rules", "players"), SMALL)
def test_there_are_as_many_worlds_as_a_search_finds(name: str, rules: str, players: int) -> None:
    game = build(name, rules, players)
    differ = 0
    for state, seat, deck, dealer in small_positions(game, 8, 100):
        fitting = worlds_by_search(state, seat, deck, dealer)
        worlds = Worlds(state, seat)
        assert worlds.count() == len(fitting), f"{deck} {dealer} {state.actions} seat {seat}"
        differ += len(fitting) > 1
        drawn = {hidden_part(row, state, seat) for row in worlds.sample(30 * len(fitting), generator()).tolist()}
        assert drawn == fitting
    assert differ > 2


def hidden_part(row: list[int], state: adut.State, seat: int) -> tuple[int, ...]:
    """Of the cards of all holders those that `hidden_places` lists."""
    columns = list(range(len(state.record.hands)))
    columns += {"skat": [4], "preferans": [3], "russian_preferans": [4], "bela": [10, 9], "belot": []}[state.game.name]
    return tuple(row[column] if places else 0 for column, places in zip(columns, hidden_places(state, seat), strict=True))


@pytest.mark.skipif(not COMPILED, reason="too slow")
@pytest.mark.parametrize(("name", "rules", "players"), SMALL)
def test_worlds_are_equally_likely(name: str, rules: str, players: int) -> None:
    game = build(name, rules, players)
    tested = 0
    for state, seat, _, _ in small_positions(game, 8, 400):
        worlds = Worlds(state, seat)
        size = worlds.count()
        if size < 3:
            continue
        counts = Counter(map(tuple, worlds.sample(40 * size, generator(tested)).tolist()))
        assert len(counts) <= size
        squares = sum((count - 40) ** 2 / 40 for count in counts.values()) + 40 * (size - len(counts))
        assert squares < chi_square_bound(size - 1), f"{squares} with {size} worlds"
        tested += 1
    assert tested > 1


def chi_square_bound(degrees: int) -> float:
    """A value that chi square exceeds with a chance of about one in 10,000 (Wilson and Hilferty)."""
    part = 2 / (9 * degrees)
    return degrees * (1 - part + 3.72 * math.sqrt(part)) ** 3


def test_a_fresh_table_may_be_any_deal() -> None:
    assert Worlds(adut.game("skat").new_state(seed=1), 0).count() == math.comb(22, 10) * math.comb(12, 10)
    belot = Worlds(adut.game("belot").new_state(seed=1), 0).count()
    assert belot == math.factorial(27) // (math.factorial(5) ** 3 * math.factorial(3) ** 4)
    dealer = adut.game("skat", 4).new_state(seed=1, dealer=2)
    assert Worlds(dealer, 2).count() == math.factorial(32) // (math.factorial(10) ** 3 * 2)


def test_a_single_world_is_found_at_once() -> None:
    found = 0
    for state, seat, _, _ in small_positions(adut.game("belot"), 20, 400):
        worlds = Worlds(state, seat)
        if worlds.count() == 1:
            for row in worlds.sample(3, generator()).tolist():
                assert row[:4] == [int(hand) for hand in state.record.hands]
            found += 1
    assert found > 0


# What the sampler may know.


@pytest.mark.parametrize(("name", "rules", "players"), CASES)
def test_worlds_depend_on_the_view_alone(name: str, rules: str, players: int) -> None:
    """With the same generator, worlds drawn at a world are those drawn at the table."""
    game = build(name, rules, players)
    looked = 0
    for state, chooser in deals(game, 2, 3):
        while not state.is_over:
            if chooser.random() < 0.2:
                seat = chooser.randrange(game.seats)
                worlds = Worlds(state, seat)
                other = adut.State.from_record(game, worlds.states(1, generator(7)))
                again = Worlds(other, seat)
                assert again.count() == worlds.count()
                assert (again.sample(20, generator(looked)) == worlds.sample(20, generator(looked))).all()
                assert (rows_of(again.states(3, generator(1))) == rows_of(worlds.states(3, generator(1)))).all()
                looked += 1
            state.apply(decide(state, chooser))
    assert looked > 2


def test_holders_have_the_whole_pack() -> None:
    tables = [("skat", 3), ("skat", 4), ("bela", 4), ("bela", 3), ("belot", 4), ("preferans", 3)]
    for name, players in (*tables, ("russian_preferans", 4), ("russian_preferans", 3)):
        game = adut.game(name, players)
        state = game.new_state(seed=3, start="play")
        chooser = random.Random(1)
        for _ in range(12):
            state.apply(chooser.choice(state.legal_actions()))
        worlds = Worlds(state, state.actor)
        played = int(np.bitwise_or.reduce(state.array["played"][0]))
        for row in worlds.sample(NUM_WORLDS, generator()).tolist():
            assert sum(len(card_list(cards)) for cards in row) + len(card_list(played)) == 32
            assert np.bitwise_or.reduce(row) | played == FULL_PACK
        assert worlds.sample(1, generator()).shape == (1, len(worlds.holders))


def test_a_deal_that_is_over_has_no_worlds() -> None:
    state = adut.game("skat").new_state(seed=1)
    for _ in range(3):
        state.apply("pass")
    with pytest.raises(adut.AdutError, match="is over"):
        Worlds(state, 0)


def test_worlds_are_the_same_uncompiled() -> None:
    code = f"import runpy; print(runpy.run_path({str(HELPERS)!r})['digest']())"
    found = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=False,
    )
    assert found.returncode == 0, found.stderr
    assert found.stdout.strip() == digest()


# Weights.


def test_weights_are_products_of_likelihoods() -> None:
    """A player who would pass with the jack of clubs does not have it."""
    game = adut.game("skat")
    state = game.new_state(seed=4, dealer=2)
    state.apply("pass")
    jack = 1 << adut.core.cards.parse_card("CJ")
    passer = 1
    worlds = Worlds(state, 2)
    assert not int(state.view(2)["hands"][0, 2]) & jack, "the observer must not hold the jack"

    def likelihood(records: np.ndarray, seat: int, actions: np.ndarray) -> np.ndarray:
        assert seat == passer
        assert (actions == game.action_id("pass")).all()
        assert (records["actor"] == seat).all()
        return np.where(records["hands"][:, seat] & jack, 0.25, 1.0)

    records, weights = worlds.weighted_states(200, generator(), likelihood)
    has = records["hands"][:, passer] & jack != 0
    assert 0 < has.sum() < 200
    assert weights.sum() == pytest.approx(1)
    assert weights[has].max() * 4 == pytest.approx(weights[~has].min())


@pytest.mark.parametrize(
    ("name", "players", "declarer"),
    [("skat", 3, "declarer"), ("bela", 3, "caller"), ("preferans", 3, "declarer"), ("russian_preferans", 3, "declarer")],
)
@pytest.mark.parametrize("tricks", [0, 3])
def test_others_discard_what_they_would(name: str, players: int, declarer: str, tricks: int) -> None:
    """Before a card is played, nothing is against it; later most worlds still fit what was played."""
    game = adut.game(name, players)
    wanted: list[np.ndarray] = []
    discards = kept = 0

    def discard(records: np.ndarray) -> np.ndarray:
        wanted.append(np.zeros(len(records), np.int64))
        game.kernels.choose(records, game.options, np.zeros(len(records), np.int64), wanted[-1])
        return wanted[-1]

    def likelihood(records: np.ndarray, seat: int, actions: np.ndarray) -> np.ndarray:
        nonlocal discards, kept
        if wanted:
            discards += len(actions)
            kept += int((actions == wanted.pop()).sum())
        return np.ones(len(records))

    for seed in range(12):
        state = game.new_state(seed=seed)
        while not state.is_over and (state.phase != "play" or state.array["trick_number"][0] <= tricks):
            state.apply(int(RuleAgent().act(turn_of(state))[0]))
        if state.is_over:
            continue
        seat = (int(state.array[declarer][0]) + 1) % players
        worlds = Worlds(state, seat)
        records, logarithms = worlds.scored_states(40, generator(seed), likelihood, discard)
        fit = logarithms == 0
        assert fit.mean() >= 0.5
        assert worlds._are_alike(copy_records(records, np.flatnonzero(fit))).all()
    assert discards > 100
    assert kept > 0.5 * discards if tricks else kept == discards


def test_likelihoods_see_the_tables_of_the_worlds() -> None:
    """The records that a likelihood judges stand before the decision, which is legal in them, also where it is hidden."""
    for name, players in (("skat", 3), ("bela", 3), ("belot", 4), ("preferans", 3), ("russian_preferans", 4)):
        options = dict(declaration_mode="decide", belot_mode="decide") if name == "belot" else {}
        game = adut.game(name, players, **options)  # type: ignore[arg-type]
        chooser = random.Random(8)
        asked = 0
        for seed in range(6):
            state = game.new_state(seed=seed)
            for _ in range(20):
                before = state.copy()
                state.apply(decide(state, chooser))
                if state.is_over:
                    state = before
                    break
            seat = chooser.randrange(game.seats)

            def likelihood(
                records: np.ndarray, other: int, actions: np.ndarray, seat: int = seat, game: adut.Game = game
            ) -> np.ndarray:
                nonlocal asked
                assert other != seat
                for record, action in zip(records.reshape(-1, 1), actions.tolist(), strict=True):
                    assert action in adut.State.from_record(game, record).legal_actions()
                asked += 1
                return np.ones(len(records))

            records, weights = Worlds(state, seat).weighted_states(3, generator(seed), likelihood)
            assert weights == pytest.approx(1 / 3)
            assert (records["num_events"] > 0).all()
        assert asked > 20
