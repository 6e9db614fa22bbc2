"""Sections 5.3 and 5.5: the caller takes the middle cards and discards two (two and three players)."""

import pytest

from . import helpers

THREE = {0: "H7 HJ DA DT C8 C9 CK SQ SA S7", "middle": "H9 HA"}
TWO = {0: "H7 HJ DA DT C8 C9 CK SQ SA S7", "turned": "HK", "middle": "H9 HA"}


def called(open_table, players, **options):
    table = open_table(players, deck=helpers.deck_of(players, THREE if players == 3 else TWO), **options)
    table.apply("call hearts")
    return table


@pytest.mark.parametrize("players", [3, 2])
def test_any_two_of_the_twelve(open_table, players):
    """One after the other, trumps and counting cards, too."""
    table = called(open_table, players)
    twelve = {*THREE[0].split(), "H9", "HA"}
    assert helpers.hand(table, 0) == twelve
    assert helpers.turn(table) == 0
    assert helpers.legal(table) == {f"discard {card}" for card in twelve}
    table.apply("discard HA")
    assert helpers.turn(table) == 0
    assert helpers.legal(table) == {f"discard {card}" for card in twelve - {"HA"}}
    table.apply("discard HJ")
    assert helpers.hand(table, 0) == twelve - {"HA", "HJ"}
    assert helpers.facts(table)["phase"] == "declare"


@pytest.mark.parametrize("players", [3, 2])
def test_73_ten_cards_each_after_the_discard(open_table, players):
    table = helpers.apply_all(called(open_table, players), "discard HA", "discard HJ")
    hands = [helpers.hand(table, seat) for seat in range(players)]
    assert [len(hand) for hand in hands] == [10] * players
    assert len(set().union(*hands) | {"HA", "HJ"}) == 10 * players + 2


@pytest.mark.parametrize("players", [3, 2])
def test_73_the_discards_count_for_the_caller(open_table, players):
    """He lays his dearest cards away: their points are his when the deal is scored."""
    rng = helpers.random.Random(73)
    verdicts = set()
    for _ in range(40):
        deck = helpers.random_deck(rng)
        table = open_table(players, deck=deck, three_success="mild", three_fall="vanish")
        table.apply(max(helpers.legal(table) - {"pass"}))
        caller, trump = helpers.facts(table)["caller"], helpers.facts(table)["trump"]
        discards = []
        while helpers.facts(table)["phase"] == "discard":
            action = max(helpers.legal(table), key=lambda action: helpers.points_of_card(action, trump))
            discards.append(action.split()[1])
            table.apply(action)
        while not table.is_over:
            actions = helpers.legal(table)
            table.apply("no" if "no" in actions else rng.choice(sorted(actions)))
        points = list(helpers.facts(table)["trick_points"])
        tricks = list(helpers.facts(table)["tricks"])
        points[caller] += helpers.reference.card_points(discards, helpers.SUIT_LETTERS[trump])
        points[helpers.facts(table)["last_winner"]] += 10
        points = [side + 90 * (tricks[i] == 10) for i, side in enumerate(points)]
        made = all(points[caller] > points[side] for side in range(players) if side != caller) and tricks[caller] > 0
        verdicts.add(made)
        if players == 2:
            assert helpers.outcome(table)["scores"] == (
                points if made else [0 if side == caller else sum(points) for side in range(2)]
            )
        else:
            assert helpers.outcome(table)["scores"] == (points if made else [*points[:caller], 0, *points[caller + 1 :]])
    assert verdicts == {True, False}


def test_the_turned_card_stays_out_of_play(open_table):
    table = helpers.apply_all(called(open_table, 2), "discard HA", "discard HJ")
    assert "HK" not in helpers.hand(table, 0) | helpers.hand(table, 1)
    assert helpers.facts(table)["turned"] == "HK"
    assert helpers.facts(table)["exchanged"] is None


def test_no_discards_without_middle_cards(open_table):
    table = called(open_table, 2, two_middle=False)
    assert helpers.facts(table)["phase"] == "declare"
    assert [len(helpers.hand(table, seat)) for seat in range(2)] == [10, 10]
