"""Section 8.6: the worked examples of scoring (section 14, cases 49-66)."""

import itertools
import random

import pytest

from . import helpers, reference
from .reference import Won, make_options

CASES = helpers.load("examples.toml")["case"]
ENOUGH = {4: [4, 4], 3: [4, 3, 3], 2: [5, 5]}
VERDICTS = {"pass": "made", "fall": "fell", "hang": "hung"}


def stated(case):
    """Players, K, tricks, D and B of an example."""
    sides = len(case["K"])
    players = case.get("players", 4 if sides == 2 else 3)
    zeros = [0] * sides
    return players, case["K"], case.get("tricks", ENOUGH[players]), case.get("D", zeros), case.get("B", zeros)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["number"])
def test_examples(case):
    players, cards, tricks, declared, bela = stated(case)
    options = case.get("options", {})
    won = [Won(*side) for side in zip(cards, tricks, declared, bela, strict=True)]
    found = reference.result(make_options(players, **options), won, 0, range(len(cards)), case.get("pot_before", 0))
    assert (found.game, found.verdict, found.scores) == (case["G"], case["verdict"], case["scores"])
    assert found.pot == case.get("pot", 0)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["number"])
@pytest.mark.parametrize("caller", range(3))
def test_examples_of_the_package(case, caller):
    """Whichever side calls; a pot comes on top, for callers who pass and for the others when they fall."""
    players, *sides = stated(case)
    count = len(case["K"])
    caller %= count
    cards, tricks, declared, bela, scores = (
        [values[(side - caller) % count] for side in range(count)] for values in (*sides, case["scores"])
    )
    holder = bela.index(20) if 20 in bela else None
    game = helpers.make_game(players, **case.get("options", {}))
    verdict, found = helpers.score(game, caller, cards, tricks, declared, holder, first=caller)
    assert verdict == VERDICTS[case["verdict"]]
    if "pot_before" in case and verdict != "hung":
        found[caller if verdict == "made" else 1 - caller] += case["pot_before"]
    assert found == scores
    if "pot" in case:
        assert found[1 - caller] == case["pot"] - case.get("pot_before", 0)


def sides_won(rng, players):
    """Random results of a deal, with belas, declarations and sides without a trick."""
    count = 2 if players == 4 else players
    tricks = [0] * count
    for _ in range(8 if players == 4 else 10):
        tricks[rng.choice(range(count)) if rng.random() < 0.7 else 0] += 1
    total = 162 if players != 2 else rng.randint(44, 162)
    cuts = sorted(rng.randint(0, total) for _ in range(count - 1))
    cards = [high - low for low, high in itertools.pairwise([0, *cuts, total])]
    if rng.random() < 0.3:
        cards = [total // count] * count
    declared = [0] * count
    for side in range(count):
        if rng.random() < 0.3:
            declared[side] = rng.choice([20, 40, 50, 100, 150, 200, 350])
    holder = rng.choice([None, *range(count)])
    return cards, tricks, declared, holder


@pytest.mark.parametrize("players", [4, 3, 2])
def test_random_results_against_the_reference(players):
    rng = random.Random(players)
    names = ("trickless_declarations", "bela_on_fall", "exact_half", "three_success", "three_fall")
    for values in itertools.product(*(reference.VALUES[name] for name in names)):
        options = dict(zip(names, values, strict=True))
        if options["exact_half"] == "hang" and players != 4:
            continue
        game = helpers.make_game(players, **options)
        for _ in range(25):
            cards, tricks, declared, holder = sides_won(rng, players)
            count = len(cards)
            caller, first = rng.randrange(count), rng.randrange(count)
            won = [Won(cards[side], tricks[side], declared[side], 20 * (holder == side)) for side in range(count)]
            order = [(first + i) % count for i in range(count)]
            expected = reference.result(make_options(players, **options), won, caller, order)
            verdict, scores = helpers.score(game, caller, cards, tricks, declared, holder, first)
            assert (verdict, scores) == (VERDICTS[expected.verdict], expected.scores)


def test_least_points_to_pass():
    """Half of the game and one more."""
    game = helpers.make_game(4)
    for declared, least in ((0, 82), (20, 92), (50, 107), (70, 117)):
        for own, verdict in ((least - 1, "fell"), (least, "made")):
            found, _ = helpers.score(game, 0, [own, 162 - own], [4, 4], [0, declared], None)
            assert found == verdict
    for own, verdict in ((126, "fell"), (127, "made")):
        assert helpers.score(game, 0, [own, 252 - own], [4, 4], [0, 0], None)[0] == verdict
