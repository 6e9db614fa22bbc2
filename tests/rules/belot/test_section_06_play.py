"""Section 6: which cards may be played (section 14, cases 1-18 and 46), and the tricks."""

import itertools
import random

import pytest

from . import helpers, reference
from .reference import CONTRACTS, PACK, make_options

CASES = helpers.load("legal_sets.toml")["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["number"])
def test_legal_cards(case):
    trick, hand, expected = case["table"].split(), case["hand"].split(), set(case["legal"].split())
    options = case.get("options", {})
    assert reference.legal_cards(make_options(**options), case["contract"], trick, hand) == expected
    assert helpers.legal_cards(helpers.make_game(**options), case["contract"], trick, hand) == expected


@pytest.mark.parametrize(("undertrump", "over_partner"), [*itertools.product(("free", "must"), (True, False))])
@pytest.mark.parametrize("contract", CONTRACTS)
def test_random_tricks(contract, undertrump, over_partner):
    """Any trick and any hand."""
    rng = random.Random(f"{contract} {undertrump} {over_partner}")
    game = helpers.make_game(undertrump=undertrump, raise_over_partner=over_partner)
    options = make_options(undertrump=undertrump, raise_over_partner=over_partner)
    for _ in range(400):
        cards = rng.sample(PACK, 11)
        size = rng.randint(0, 3)
        trick, hand = cards[:size], cards[3 : 3 + rng.randint(1, 8)]
        found = helpers.legal_cards(game, contract, trick, hand)
        assert found
        assert found == reference.legal_cards(options, contract, trick, hand)


def test_a_deal_is_played_to_the_last_trick(open_table):
    """All cards in eight tricks, the winner of one leads the next, and the last one gives ten."""
    rng = random.Random(6)
    for number in range(12):
        contract = CONTRACTS[number % 6]
        table = open_table(deck=helpers.random_deck(rng))
        helpers.apply_all(table, *helpers.contract_calls(contract, number % 4))
        played = 0
        while not table.is_over:
            facts = helpers.facts(table)
            if not facts["trick"] and played:
                assert helpers.turn(table) == facts["last_winner"] == facts["leader"]
            table.apply(rng.choice(sorted(helpers.legal(table))))
            played += 1
        facts, raw = helpers.facts(table), helpers.outcome(table)["raw"]
        assert played == 32
        assert sum(facts["tricks"]) == 8
        points = list(facts["points"])
        assert sum(points) == reference.card_points(contract, PACK)
        points[facts["last_winner"] % 2] += 10
        if contract == "no trumps":
            assert raw == [2 * side + 90 * (facts["tricks"][n] == 8) for n, side in enumerate(points)]
