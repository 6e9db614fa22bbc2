"""Section 7: who knows what, and that nothing else shows."""

import random

import pytest

from . import helpers
from .reference import PACK


def course(rng, **options):
    """A deal of the reference played to somewhere before its end: deck and actions."""
    deck = helpers.random_deck(rng)
    deal = helpers.new_reference(deck, **options)
    actions = []
    for _ in range(rng.randint(3, 45)):
        action = helpers.choose(rng, sorted(deal.legal()), 0.3)
        deal.apply(action)
        if deal.is_over:
            break
        actions.append(action)
    return deck, actions


def replay(deck, actions, **options):
    deal = helpers.new_reference(deck, **options)
    for action in actions:
        if action not in deal.legal():
            return None
        deal.apply(action)
    return deal


def unseen(deal, observer):
    """The cards that an observer has not seen, by what he can know of the rules alone."""
    seen = set(deal.dealt[observer]) | {card for _, cards in deal.tricks for card in cards} | set(deal.trick)
    if deal.bought and (deal.options["talon_public"] or observer == deal.declarer):
        seen |= deal.talon
    return [card for card in PACK if card not in seen]


def retold(deck, actions, observer, rng, **options):
    """The same public course with other cards where the observer cannot see them; None if none is at hand."""
    deal = replay(deck, actions, **options)
    cards = unseen(deal, observer)
    for _ in range(15):
        if len(cards) < 2:
            return None
        one, other = rng.sample(cards, 2)
        swap = {one: other, other: one}
        other_deck = [swap.get(card, card) for card in deck]
        others = list(actions)
        if observer != deal.declarer:  # what was discarded shows to nobody else
            pair = [action.split()[1] for action in actions if action.startswith("discard")]
            moved = sorted((swap.get(card, card) for card in pair), key=PACK.index)
            places = [number for number, action in enumerate(actions) if action.startswith("discard")]
            for place, card in zip(places, moved, strict=True):
                others[place] = f"discard {card}"
        if replay(other_deck, others, **options) is not None:
            return other_deck, others
    return None


VARIANTS = [
    {},
    {"talon_public": False},
    {"referee": "mask"},
    {"referee": "mask", "talon_public": False},
    {"obs_history": "current_trick"},
    {"betl_follow": "declare", "kontra_levels": 4, "uver_betl": "in_hand", "play_to_end": False},
    {"uver_betl": "laydown", "hold_rule": "next_active", "must_head": True, "must_overtrump": True},
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_hidden_cards_change_nothing(options):
    """A seat is told the same, and asked the same, when cards that it cannot see are elsewhere."""
    rng = random.Random(str(options))
    game = helpers.make_game(reward="trick", **options)
    compared = 0
    for _ in range(25):
        deck, actions = course(rng, **options)
        for observer in range(3):
            twin = retold(deck, actions, observer, rng, **options)
            if twin is None:
                continue
            one, other = (game.new_state(seed=0, deck=" ".join(cards), dealer=2) for cards in (deck, twin[0]))
            helpers.assert_told_alike(one, other, observer)
            for mine, theirs in zip(actions, twin[1], strict=True):
                assert one.seat == other.seat
                one.apply(mine)
                other.apply(theirs)
                helpers.assert_told_alike(one, other, observer)
                assert one.rewards == other.rewards
            compared += 1
    assert compared > 30


def test_what_each_may_know(open_table):
    deck = helpers.random_deck(random.Random(7))
    table = open_table(deck)
    for seat in range(3):
        known = helpers.private_part(table, seat)
        assert known == {"hand": set(deck[10 * seat : 10 * seat + 10]), "discards": set(), "talon": set()}
    helpers.apply_all(table, "bid", "pass", "pass")
    aside = sorted(helpers.hand(table, 0), key=PACK.index)[3:5]
    for card in aside:
        assert [helpers.private_part(table, seat)["talon"] for seat in range(3)] == [set(deck[30:])] * 3
        table.apply(f"discard {card}")
    assert [helpers.private_part(table, seat)["discards"] for seat in range(3)] == [set(aside), set(), set()]
    helpers.apply_all(table, "declare hearts", "follow", "decline", "ok")
    while not table.is_over:
        assert helpers.turn(table) != 2, "who does not play is not asked"
        table.apply(sorted(helpers.legal(table))[0])
    assert helpers.private_part(table, 2)["hand"] == set(deck[20:30])
    assert [helpers.private_part(table, seat)["discards"] for seat in range(3)] == [set(aside), set(), set()]


def test_the_talon_of_a_game_from_the_hand_stays_hidden(open_table):
    table = helpers.apply_all(open_table(PACK), "in hand betl", "pass", "pass", "ok", "ok")
    while not table.is_over:
        for seat in range(3):
            assert helpers.private_part(table, seat)["talon"] == set()
        table.apply(sorted(helpers.legal(table))[0])
    for seat in range(3):
        assert helpers.private_part(table, seat)["talon"] == set()
