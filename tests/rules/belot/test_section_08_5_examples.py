"""Section 8.5: the worked examples of scoring (section 14, cases 33-38 and 55-59)."""

import itertools
import random

import pytest

from . import helpers, reference
from .reference import BASE, CONTRACTS, NO_TRUMPS, SUIT_NAMES, VALUES, Written, make_options

CASES = helpers.load("examples.toml")["case"]


def swapped(values, flip):
    return values[::-1] if flip else list(values)


@pytest.mark.parametrize("reading", ["package", "reference"])
@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["number"])
def test_examples(case, flip, reading):
    """Also with the sides exchanged; a suit is like any other."""
    options = case.get("options", {})
    if reading == "package":
        rules, functions = helpers.make_game(**options), helpers
    else:
        rules, functions = make_options(**options), reference
    caller, capot = case.get("caller", 0) ^ flip, case.get("capot")
    capot = None if capot is None else capot ^ flip
    cards, declared = swapped(case["cards"], flip), swapped(case.get("declared", [0, 0]), flip)
    contracts = SUIT_NAMES.values() if case["contract"] in SUIT_NAMES.values() else [case["contract"]]
    for contract in contracts:
        raw = functions.raw_points(rules, contract, cards, declared, capot)
        assert raw == swapped(case["raw"], flip)
        found = functions.write(
            rules, contract, case.get("mult", 1), caller, raw, sum(declared), capot, case.get("H_before", 0)
        )
        expected = Written(case.get("result", "made"), swapped(case["written"], flip), case.get("H_after", 0))
        assert found == expected


SCORING = ("nt_capot_doubled", "kontra_scope", "kontra_tie", "tie_odd_point", "min_one_point")


def a_deal(rng, options):
    """A random result of a deal: contract, doubling, caller, raw, D, capot and what hung before."""
    contract = rng.choice(CONTRACTS)
    capot = rng.choice([None, None, 0, 1])
    total = BASE[contract]
    cards = rng.choice([rng.randint(0, total), total // 2, rng.choice([0, 1, 2, 3, 4]), total])
    cards = {None: cards, 0: total, 1: 0}[capot]
    declared = [0, 0] if contract == NO_TRUMPS else [rng.choice([0, 20, 50, 70, 100, 150, 220]) for _ in range(2)]
    if rng.random() < 0.3 and contract != NO_TRUMPS and capot is None:  # level
        cards = (total + declared[1] - declared[0]) // 2
    raw = reference.raw_points(options, contract, [cards, total - cards], declared, capot)
    return contract, rng.choice([1, 2, 4]), rng.randrange(2), raw, sum(declared), capot, rng.choice([0, 0, 8, 13])


@pytest.mark.parametrize("values", list(itertools.product(*(VALUES[name] for name in SCORING))), ids=str)
def test_random_deals_against_the_reference(values):
    changes = dict(zip(SCORING, values, strict=True))
    options, game = make_options(**changes), helpers.make_game(**changes)
    rng = random.Random(str(values))
    for _ in range(60):
        deal = a_deal(rng, options)
        assert helpers.write(game, *deal) == reference.write(options, *deal), deal
