"""Deals and matches on both sides, the package and the plain reference, compared at every decision."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import product
from typing import Any

import adut

from . import helpers
from .facts import told_by_package, told_by_reference
from .reference import PACK, PRESETS, RANKS, SUITS, VALUES
from .reference_score import Sheet, is_finished
from .reference_table import Deal, Match

PLAYERS = (4, 3)
MOST_DECISIONS = 100


def check(state: Any, deal: Deal, told: bool) -> set[str]:
    """The same is asked of the same player; `told`: every seat sees the hands that it should."""
    assert state.phase == deal.phase
    assert (state.actor, state.seat) == deal.asked
    legal = helpers.legal(state)
    assert legal
    assert legal == deal.legal()
    if told:
        for seat in range(deal.players):
            assert helpers.seen_hands(state, seat) == helpers.seen_hands(deal, seat)
            assert told_by_package(state, seat) == told_by_reference(deal, seat)
    return legal


def play_deal(state: Any, deal: Deal, rng: random.Random, boldness: float = 0.3, share: float = 0.1) -> int:
    """A deal on both sides to its end; returns its decisions. `share`: of the decisions at which what is told is checked."""
    decisions = 0
    while not deal.is_over:
        legal = check(state, deal, rng.random() < share)
        action = helpers.choose(rng, legal, boldness)
        deal.apply(action)
        state.apply(action)
        decisions += 1
        assert state.deal_over == deal.is_over
    assert decisions <= MOST_DECISIONS
    assert list(state.payoffs) == deal.rewards
    assert sum(deal.rewards) == 0
    assert list(state.scores) == raw_points(deal)
    check_invariants(deal)
    return decisions


def raw_points(deal: Deal) -> list[int]:
    """What each player's own entries are worth, and what was written on him."""
    before, later, n = deal.before, deal.sheet, deal.players
    rate = deal.options["pool_rate"]
    found = []
    for i in range(n):
        points = rate * (later.pool[i] - before.pool[i]) - 10 * (later.mountain[i] - before.mountain[i])
        for j in range(n):
            points += later.whists[i][j] - before.whists[i][j] - later.whists[j][i] + before.whists[j][i]
        found.append(points)
    return found


def check_invariants(deal: Deal) -> None:
    """Section 14, on a finished deal."""
    options, sheet = deal.options, deal.sheet
    played = [card for trick in deal.plays for _, card in trick]
    held = [card for cards in deal.hands.values() for card in cards]
    aside = deal.discards
    if deal.without_talon or (deal.kind == "raspasovka" and not (deal.plays_talon and deal.players == 4)):
        aside = deal.talon
    assert sorted([*played, *held, *aside]) == sorted(PACK)
    if deal.winners:
        assert len(deal.winners) == 10
        assert deal.players == 3 or deal.tricks_of(deal.dealer) <= (2 if deal.plays_talon else 0)
    numbers = [*sheet.pool, *sheet.mountain, *(number for row in sheet.whists for number in row)]
    assert all(type(number) is int for number in numbers)
    assert all(number >= 0 for row in sheet.whists for number in row)
    if options["help"] != "none" and options["pool_target"] != -1:
        assert all(points <= options["pool_target"] for points in sheet.pool)


def check_end(state: Any, deal: Deal) -> Match:
    """A deal that is an episode by itself is over; returns the match after it."""
    assert state.is_over
    assert state.legal_actions() == []
    match = Match(deal.options, deal.dealer, deal.players, deal.before, deal.series)
    match.book(deal)
    assert helpers.after(state) == helpers.after(deal)
    assert state.sheet["series"] == match.series
    return match


def random_options(rng: random.Random, players: int) -> dict[str, Any]:
    """Any options that fit together, half of them as in a preset."""
    options = {name: rng.choice(values) for name, values in VALUES.items() if rng.random() < 0.5}
    rules = rng.choice(list(PRESETS))
    options = {**PRESETS[rules], **options}
    if options["pool_rate"] == 20:
        options["help"] = "none"
    if options["misere_ladder"] == "kodeks":
        options["no_talon_games"] = "off"
    if options["raspas_exit"] == "whisted_made":
        options["raspas_dealer_stays"] = 0
    if options["raspas_scoring"] == "whists5" and players == 4:
        options["raspas_talon"] = "unused"
    options["pool_target"] = rng.choice([1, 5, 10, 30, 30, 50])
    if rng.random() < 0.1:
        options |= {"pool_target": -1, "max_deals": rng.randint(1, 20)}
    return options


def random_sheet(rng: random.Random, options: Mapping[str, Any], players: int) -> dict[str, Any]:
    """Somewhere in a match, often close to its end."""
    target = options["pool_target"]
    pool = [rng.randrange(60) for _ in range(players)]
    if target != -1:
        if options["help"] != "none":
            pool = [rng.choice([target, target, target - 1, rng.randint(0, target)]) for _ in range(players)]
        if is_finished(Sheet(pool, [], []), options):
            pool = [0] * players
    return {
        "pool": pool,
        "mountain": [rng.choice([0, 0, 1, rng.randrange(40), -rng.randrange(5)]) for _ in range(players)],
        "whists": [[0 if i == j else rng.randrange(100) for j in range(players)] for i in range(players)],
        "series": rng.randrange(3) if options["raspas_dealer_stays"] == 3 else rng.randrange(5),
    }


def preferans_deck(rng: random.Random) -> list[str]:
    """A pack in which one hand with the talon is twelve cards in runs from the aces."""
    runs = [lengths for lengths in product(range(9), repeat=4) if sum(lengths) == 12 and (8 in lengths or 0 not in lengths)]
    lengths = (3, 3, 3, 3) if rng.random() < 0.3 else rng.choice(runs)
    hand = [suit + rank for suit, number in zip(SUITS, lengths, strict=True) for rank in RANKS[8 - number :]]
    rng.shuffle(hand)
    rest = rng.sample([card for card in PACK if card not in hand], 20)
    place = 10 * rng.randrange(3)
    return rest[:place] + hand[:10] + rest[place:] + hand[10:]


def deal_with_options(
    rng: random.Random, options: dict[str, Any], players: int, boldness: float, deck: list[str] | None = None
) -> Deal:
    """A deal from anywhere in a match, on both sides."""
    dealer = rng.randrange(players)
    sheet = random_sheet(rng, options, players) if rng.random() < 0.7 else None
    deck = deck or helpers.random_deck(rng)
    state = adut.game("russian_preferans", players, **options).new_state(
        seed=0, deck=" ".join(deck), dealer=dealer, sheet=sheet
    )
    deal = Deal(options, deck, dealer, helpers.make_sheet(players, sheet), (sheet or {}).get("series", 0))
    play_deal(state, deal, rng, boldness)
    check_end(state, deal)
    return deal


def match_beside_reference(
    rng: random.Random, players: int, options: dict[str, Any], boldness: float = 0.3, share: float = 0.02
) -> Match:
    """A whole match on both sides, or as many deals as are agreed."""
    game = adut.game("russian_preferans", players, episode="match", **options)
    dealer = rng.randrange(players)
    state = game.new_state(seed=rng.randrange(10_000), dealer=dealer)
    match = Match(options, dealer, players)
    sums = [0] * players
    while not match.is_over:
        assert not state.is_over
        assert state.dealer == match.dealer
        assert state.sheet["series"] == match.series
        deal = match.deal([PACK[int(card)] for card in state.array[0]["pack"]])
        play_deal(state, deal, rng, boldness, share)
        match.book(deal)
        assert helpers.after(state) == helpers.after(deal)
        assert state.rewards == state.payoffs
        sums = [total + points for total, points in zip(sums, deal.rewards, strict=True)]
    assert state.is_over
    assert state.truncated != match.is_finished
    assert sums == match.result
    return match
