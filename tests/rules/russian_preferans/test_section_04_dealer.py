"""Section 4: seats, the deal, the next dealer and the series of raspasovkas; cases 26 and 38."""

import itertools
import random
from collections import Counter

import pytest

from adut.core.cards import parse_card
from adut.games.russian_preferans.seats import draw_value, seats_by_draw

from . import helpers
from .reference import PACK, make_options
from .reference_table import Match


@pytest.mark.parametrize(("players", "dealer"), [(4, 0), (4, 2), (4, 3), (3, 0), (3, 1), (3, 2)])
def test_the_deal(open_table, players, dealer):
    """Ten cards each from the first hand on; a dealer of four has none."""
    table = open_table(PACK, dealer, players=players)
    for place in (1, 2, 3):
        assert helpers.hand(table, (dealer + place) % players) == set(PACK[10 * place - 10 : 10 * place])
    if players == 4:
        assert helpers.hand(table, dealer) == set()
    assert helpers.turn(table) == (dealer + 1) % players


def test_cards_by_owner():
    """`hands` gives each seat its cards, and the talon in its order."""
    for talon in ("S7 SA", "SA S7"):
        deck = helpers.deck_of({"talon": talon}, 3)
        hands = {seat: deck[10 * place : 10 * place + 10] for place, seat in enumerate((0, 1, 2))}
        state = helpers.make_game().new_state(seed=1, dealer=3, hands=hands | {"talon": deck[30:]})
        assert state == helpers.make_game().new_state(seed=1, dealer=3, deck=" ".join(deck))
        helpers.pass_out(state)
        assert helpers.legal(state) == {"play S7", "play SA"}


class Course:
    """A match of the package and of the reference, deal by deal."""

    def __init__(self, players=4, **options):
        options |= {"max_deals": options.get("max_deals", 30)}
        self.match = Match(make_options(**options), 0, players)
        game = helpers.make_game("standard", players, "match", **options)
        self.state = game.new_state(seed=5, dealer=0)

    def deal(self, *words):
        """One deal with these words; then any cards, on both sides. Returns the next dealer and the raspasovkas that count."""
        deal = self.match.deal([PACK[int(card)] for card in self.state.array[0]["pack"]])
        rng = random.Random(4)
        words = list(words)
        while not deal.is_over:
            action = words.pop(0) if words else rng.choice(sorted(deal.legal()))
            deal.apply(action)
            self.state.apply(action)
        self.match.book(deal)
        self.last = deal
        assert (self.state.dealer, self.state.sheet["series"]) == (self.match.dealer, self.match.series)
        return self.match.dealer, self.match.series

    def raspasovka(self):
        return self.deal("pass", "pass", "pass")

    def price(self):
        """What the raspasovka just played cost a trick."""
        before, after, tricks = self.last.before.mountain, self.last.sheet.mountain, helpers.tricks(self.last)
        prices = {(after[i] - before[i]) // tricks[i] for i in range(len(tricks)) if tricks[i]}
        (price,) = prices
        return price


def discards(course):
    """The declarer discards the talon."""
    return helpers.discards_of([PACK[int(card)] for card in course.state.array[0]["pack"]])


@pytest.mark.parametrize("players", [4, 3])
def test_a_series(players):
    """Case 26: three raspasovkas of one dealer at 1, 2, 4; the fourth is the next dealer's first."""
    course = Course(players, help="none", pool_target=-1)
    assert [(course.raspasovka(), course.price()) for _ in range(4)] == [((0, 1), 1), ((0, 2), 2), ((1, 0), 4), ((1, 1), 1)]


def test_a_contract_ends_a_series():
    """Case 26: raspasovka, then a contract: the next dealer, and a price of 1 again."""
    course = Course()
    assert course.raspasovka() == (0, 1)
    words = ["raise", "pass", "pass", *discards(course), "contract 6 spades", "whist", "whist"]
    assert course.deal(*words) == (1, 0)
    assert course.raspasovka() == (1, 1)
    assert course.price() == 1
    words = ["misere", "pass", "pass", *discards(course)]
    assert course.deal(*words) == (2, 0)


def test_the_deal_always_moves():
    """raspas_dealer_stays=0: the price goes on rising from dealer to dealer."""
    course = Course(raspas_dealer_stays=0)
    assert [(course.raspasovka(), course.price()) for _ in range(5)] == [
        ((1, 1), 1),
        ((2, 2), 2),
        ((3, 3), 4),
        ((0, 4), 4),
        ((1, 5), 4),
    ]
    words = ["raise", "pass", "pass", *discards(course), "contract 8 spades", "pass", "pass"]
    assert course.deal(*words) == (2, 0)


def test_what_ends_a_series():
    """Case 38: only a contract that is whisted, played and made sets the series back."""
    options = {"exit_levels": "6-7", "raspas_exit": "whisted_made", "raspas_dealer_stays": 0}
    for wanted in ("made misere", "failed misere", "unplayed", "failed", "made", "checked ten", "stalingrad", "super-hand"):
        end = found(wanted, options)
        assert end == (0 if wanted in ("made", "stalingrad") else 1), wanted


def test_a_raspasovka_raises_the_first_bid():
    """Case 38: after one raspasovka the first RAISE is 7S."""
    course = Course(exit_levels="6-7", raspas_exit="whisted_made", raspas_dealer_stays=0)
    assert course.raspasovka() == (1, 1)
    course.state.apply("raise")
    assert helpers.current_bid(course.state) == ("7S", 2)


def found(wanted, options):
    """The raspasovkas that count after a deal of a kind which follows a raspasovka; the first hand declares."""
    first_bid = "7S"
    if wanted == "stalingrad":
        options = options | {"stalingrad": True, "exit_levels": "6"}
        first_bid = "6S"
    level = {"unplayed": 8, "checked ten": 10, "stalingrad": 6}.get(wanted, 7)
    took = {"made misere": 0, "failed misere": 2, "failed": 6, "checked ten": 10, "stalingrad": 6}.get(wanted, 7)
    is_misere = wanted.endswith("misere")
    deck, cards = helpers.arranged(None if is_misere else 5 * level - 30, 1, ((1, took), (2, 0), (3, 10 - took)))
    words = helpers.discards_of(deck)
    if not is_misere:
        words += [f"contract {level} spades", *{"unplayed": ["pass", "pass"], "made": ["whist", "whist"]}.get(wanted, [])]
    if wanted == "failed":
        words += ["whist", "whist"]
    if wanted == "super-hand":
        hand = "S7 S8 S9 ST SJ SQ SK SA HA HK HQ DA".split()
        deck, words = helpers.deck_of({1: hand[:10], "talon": hand[10:]}), ["declare preferans"]
    state = helpers.make_game("standard", 4, "match", **options).new_state(
        seed=1, deck=" ".join(deck), dealer=0, sheet={"series": 1}
    )
    match = Match(make_options(**options), 0, 4, series=1)
    deal = match.deal(deck)
    for table in (state, deal):
        table.apply("misere" if is_misere else "raise")
        assert helpers.current_bid(table)[0] == ("M" if is_misere else first_bid)
        helpers.apply_all(table, "pass", "pass", *words)
        helpers.play(table, () if wanted in ("unplayed", "super-hand") else cards)
    match.book(deal)
    assert state.deal_over
    assert state.dealer == match.dealer == 1
    assert state.sheet["series"] == match.series
    return match.series


# -- The draw for seats ----------------------------------------------------------------------------------------------


def test_draw_values():
    """The ace of hearts counts 5, the seven of diamonds 10; all from 2 to 14."""
    assert draw_value(parse_card("HA")) == 5
    assert draw_value(parse_card("D7")) == 10
    values = [draw_value(card) for card in range(32)]
    assert (min(values), max(values)) == (2, 14)
    assert values[PACK.index("SA")] == 2
    assert values[PACK.index("HT")] == 14
    assert [draw_value(parse_card(f"S{rank}")) for rank in "AJQK789T"] == [2, 3, 4, 5, 8, 9, 10, 11]
    assert [draw_value(parse_card(f"{suit}A")) for suit in "SCDH"] == [2, 3, 4, 5]
    assert seats_by_draw("HA SJ D7 ST") == (1, 0, 2, 3)
    assert seats_by_draw("CJ SQ HA DT") == (1, 0, 2, 3)
    assert seats_by_draw("CJ SQ ST") == (1, 0, 2), "equal totals: the lower suit deals"


@pytest.mark.parametrize("players", [4, 3])
def test_seat_draw(players):
    """Every way to sit comes up; whoever sits next, the deal goes round the ring."""
    game = helpers.make_game("standard", players, "match", seat_draw=True)
    rings = Counter()
    for table in range(400):
        state = game.new_state(seed=3, table=table)
        circle = [state.dealer]
        for _ in range(3):
            circle.append(state.actor)
            state.apply("pass")
        ring = tuple(circle[:players])
        assert sorted(ring) == list(range(players))
        at = ring.index(0)
        rings[ring[at:] + ring[:at]] += 1
    expected = [(0, *others) for others in itertools.permutations(range(1, players))]
    assert set(rings) == set(expected)
    assert max(rings.values()) < 2 * 400 / len(expected)
    fixed = helpers.make_game("standard", players, "match")
    assert {fixed.new_state(seed=3, table=table).sheet["ring"] for table in range(50)} == {0}


@pytest.mark.parametrize("players", [4, 3])
def test_the_draw_only_permutes_the_seats(players):
    """The same deal on a ring and in the order of the numbers: the same is asked and written, of the players who sit there."""
    rng = random.Random(players)
    rings = [(0, *others) for others in itertools.permutations(range(1, players))]
    for ring, circle in enumerate(rings):
        for _ in range(4):
            deck, dealer = helpers.random_deck(rng), rng.randrange(players)
            plain = helpers.new_table(deck, dealer, players=players)
            drawn = helpers.new_table(deck, circle[dealer], players=players, sheet={"ring": ring}, seat_draw=True)
            while not plain.is_over:
                assert helpers.asked(drawn) == tuple(circle[seat] for seat in helpers.asked(plain))
                assert helpers.legal(drawn) == helpers.legal(plain)
                action = helpers.choose(rng, helpers.legal(plain))
                plain.apply(action)
                drawn.apply(action)
            for place, seat in enumerate(circle):
                assert drawn.payoffs[seat] == plain.payoffs[place]
                assert drawn.sheet["whists"][seat] == [
                    plain.sheet["whists"][place][circle.index(other)] for other in range(players)
                ]
