"""Section 3: points, orders, declarations (section 14, cases 27-40)."""

import itertools

import pytest

from . import helpers, reference
from .reference import PACK, SUITS

DATA = helpers.load("declarations.toml")


def test_sums():
    """62 in trump, 30 in a plain suit, 152 in the pack."""
    for trump in SUITS:
        suits = {suit: [card for card in PACK if card[0] == suit] for suit in SUITS}
        assert {suit: reference.card_points(cards, trump) for suit, cards in suits.items()} == {
            suit: 62 if suit == trump else 30 for suit in SUITS
        }
        assert reference.card_points(PACK, trump) == 152
        assert helpers.card_points(PACK, trump) == 152


@pytest.mark.parametrize("trump", SUITS)
def test_points_of_each_card(trump):
    for card in PACK:
        points = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3} if card[0] == trump else {}
        points = points or ({} if card[0] == trump else {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2})
        assert helpers.card_points([card], trump) == points.get(card[1], 0)
        assert reference.card_points([card], trump) == points.get(card[1], 0)


@pytest.mark.parametrize("read", [helpers.trick_winner, reference.trick_winner], ids=["package", "reference"])
def test_orders(read):
    """J 9 A T K Q 8 7 in trump, A T K Q J 9 8 7 else."""
    for high, low in itertools.combinations(["H" + rank for rank in "J9ATKQ87"], 2):
        assert read("H", [low, high, "SA", "S7"]) == 1
        assert read("H", [high, low, "SA", "S7"]) == 0
    for high, low in itertools.combinations(["S" + rank for rank in "ATKQJ987"], 2):
        assert read("H", [low, "CA", high, "D7"]) == 2
        assert read("H", [high, "CA", low, "D7"]) == 0
        assert read("H", [low, "CA", high, "H7"]) == 3


# -- Declarations, at a table: each hand is dealt, and everybody who has something in the list reports it.


def report(open_table, players, hands, silent=(), **options):
    """What is recognised by side after these hands were dealt to forehand and the others, who report before the lead."""
    owners = {seat: cards for seat, cards in enumerate(hands) if cards}
    table = open_table(players, deck=helpers.deck_of(players, owners), declare_when="before_lead", **options)
    table.apply("call clubs" if "call clubs" in helpers.legal(table) else "pass")
    if helpers.facts(table)["phase"] == "call":  # two players, and clubs are not turned
        helpers.apply_all(table, "pass", "call clubs")
    while helpers.facts(table)["phase"] == "discard":  # what is not named
        table.apply(min(helpers.legal(table) - {f"discard {card}" for card in hands[0].split()}))
    for seat, cards in enumerate(hands):
        assert helpers.turn(table) == seat
        speaks = cards and seat not in silent and "yes" in helpers.legal(table)
        table.apply("yes" if speaks else "no")
    return table


@pytest.mark.parametrize("case", DATA["hand"], ids=lambda case: case["number"])
def test_27_to_33_hands(open_table, case):
    options = {name: case[name] for name in ("shared_card", "belot_rule") if name in case}
    cards = case["cards"].split()
    if len(cards) == 8:
        table = report(open_table, 4, [case["cards"], "", "", ""], **options)
    else:
        table = report(open_table, 2, [case["cards"], ""], two_middle=False, **options)
    assert helpers.facts(table)["recognised"] == [sum(case["points"]), 0]
    announced = helpers.facts(table)["announced"][0]
    assert (announced[0] if announced else None) == (case["points"][0] if case["points"] else None)
    hand = reference.declarations(reference.make_options(4, **options), cards)
    assert [declaration.points for declaration in hand] == case["points"]


@pytest.mark.parametrize("case", DATA["contest"], ids=lambda case: case["number"])
def test_34_to_40_contests(open_table, case):
    table = report(open_table, 4, case["hands"], case.get("silent", ()), **case.get("options", {}))
    assert helpers.facts(table)["recognised"] == case["recognised"]


@pytest.mark.parametrize("case", DATA["three"], ids=lambda case: case["number"])
def test_contests_of_three(open_table, case):
    table = report(open_table, 3, case["hands"], **case.get("options", {}))
    assert helpers.facts(table)["recognised"] == case["recognised"]


def test_four_tens_and_jacks_never_meet_a_long_run():
    """A run of five or more contains the ten and the jack of its suit."""
    options = reference.make_options(4)
    for first, length in itertools.product(range(8), range(5, 9)):
        run = reference.SEQUENCE[first : first + length]
        if len(run) == length:
            assert {"T", "J"} <= set(run)
            assert reference.declarations(options, ["H" + rank for rank in run])[0].length == length


def test_32_is_the_only_hand_above_300():
    """Eight cards hold two fours, or a four and five cards, or two runs."""
    options = reference.make_options(4, belot_rule="as_run")
    worths = {
        ranks: sum(declaration.points for declaration in reference.declarations(options, [s + r for s in SUITS for r in ranks]))
        for ranks in itertools.combinations(reference.SEQUENCE, 2)
    }
    assert [ranks for ranks, worth in worths.items() if worth > 300] == [("9", "J")]
    assert worths["9", "J"] == 350


@pytest.mark.parametrize("order", ["natural", "trick", "none"])
@pytest.mark.parametrize("compare", ["length_top", "value_top"])
def test_every_pair_of_declarations(open_table, order, compare):
    """All hands with one declaration against all others which can be held beside them: who wins follows the keys."""
    options = {"fours_order": order, "run_compare": compare}
    singles = [
        *(" ".join(suit + rank for suit in SUITS) for rank in "9TJQKA"),
        *(
            " ".join(suit + rank for rank in reference.SEQUENCE[first : first + length])
            for suit in "HS"
            for length in range(3, 8)
            for first in range(9 - length)
        ),
    ]
    rng = helpers.random.Random(f"{order} {compare}")
    pairs = [pair for pair in itertools.permutations(singles, 2) if not set(pair[0].split()) & set(pair[1].split())]
    compared = 0
    for one, other in rng.sample(pairs, 60):
        hands = padded(one, other)
        if hands is None:
            continue
        compared += 1
        table = report(open_table, 4, [*hands, "", ""], **options)
        stated = reference.make_options(4, **options)
        best = [reference.declarations(stated, hand.split())[0] for hand in hands]
        first = reference.strength(stated, best[0]) >= reference.strength(stated, best[1])
        assert helpers.facts(table)["recognised"] == ([best[0].points, 0] if first else [0, best[1].points]), hands
    assert compared > 30


def padded(one, other):
    """Eight cards for each, with nothing more to declare; None if there is no such filling at hand."""
    options = reference.make_options(4)
    hands = [one.split(), other.split()]
    for hand in hands:
        for card in PACK:
            if len(hand) < 8 and card not in hands[0] and card not in hands[1]:
                if len(reference.declarations(options, [*hand, card])) == 1 and not lengthens(options, hand, card):
                    hand.append(card)
    return [" ".join(hand) for hand in hands] if all(len(hand) == 8 for hand in hands) else None


def lengthens(options, hand, card):
    return reference.declarations(options, [*hand, card]) != reference.declarations(options, hand)
