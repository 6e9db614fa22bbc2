"""Section 7: who knows what, and that nothing else shows; case 20."""

import random
from collections import Counter

import pytest

from . import helpers
from .facts import told_by_package, told_by_reference
from .reference import PACK, make_options
from .reference_score import Sheet
from .reference_table import Deal


def told(table, seat):
    return told_by_reference(table, seat) if isinstance(table, Deal) else told_by_package(table, seat)


# -- What each seat is told ------------------------------------------------------------------------------------------


def test_the_auction(open_table):
    """Each sees his own ten cards; a sitting dealer no hand; nobody the talon."""
    deck = helpers.random_deck(random.Random(7))
    table = open_table(deck)
    for seat in range(4):
        expected = {} if seat == 0 else {seat: set(deck[10 * seat - 10 : 10 * seat])}
        assert helpers.seen_hands(table, seat) == expected
        assert told(table, seat)["talon"] == told(table, seat)["discards"] == set()
        assert told(table, seat)["remembered"] == {}


@pytest.mark.parametrize("answer", ["accept", "refuse"])
def test_the_dealer_keeps_what_he_saw(open_table, answer):
    """Half an offered misere: the dealer sees the hand from then on, and nobody else does."""
    deck = helpers.random_deck(random.Random(8))
    table = helpers.say(open_table(deck), f"pass, offer half, {answer}")
    offered = set(deck[10:20])
    for seat in range(4):
        assert told(table, seat)["remembered"] == ({2: offered} if seat == 0 else {})
    helpers.say(table, "pass" if answer == "accept" else "raise, pass")
    helpers.throw(table, deck[30:])
    if answer == "refuse":
        helpers.say(table, "contract 6 spades, whist, whist")
    for _ in range(7):
        table.apply(min(helpers.legal(table)))
    assert told(table, 0)["remembered"] == {2: offered}


def test_two_offers(open_table):
    deck = helpers.random_deck(random.Random(9))
    table = helpers.say(open_table(deck), "offer half, refuse, raise, offer half")
    assert told(table, 0)["remembered"] == {1: set(deck[:10]), 2: set(deck[10:20])}


@pytest.mark.parametrize("players", [4, 3])
def test_the_talon_and_the_discards(open_table, players):
    """With talon both cards are public; the discards are the declarer's alone, unless he threw the talon openly."""
    deck = helpers.random_deck(random.Random(10))
    table = helpers.win_auction(open_table(deck, players=players), 1)
    assert [told(table, seat)["talon"] for seat in range(players)] == [set(deck[30:])] * players
    thrown = helpers.by_id(helpers.hand(table, 1))[4:6]
    helpers.throw(table, thrown)
    assert [told(table, seat)["discards"] for seat in range(players)] == [
        set(thrown) if seat == 1 else set() for seat in range(players)
    ]
    helpers.say(table, "contract 6 spades, whist, whist")
    while not helpers.is_over(table):
        assert all(told(table, seat)["discards"] == set() for seat in range(players) if seat != 1)
        assert told(table, 1)["discards"] == set(thrown)
        table.apply(min(helpers.legal(table)))
    refused = helpers.say(helpers.win_auction(open_table(deck), 1), "discard talon open")
    assert [told(refused, seat)["discards"] for seat in range(4)] == [set(deck[30:])] * 4


def test_a_talon_left_aside_is_never_shown(open_table):
    table = helpers.say(open_table(PACK), "raise, misere, nine without talon, pass, pass, contract 9 spades, whist, whist")
    while not helpers.is_over(table):
        assert all(told(table, seat)["talon"] == set() for seat in range(4))
        table.apply(min(helpers.legal(table)))
    assert all(told(table, seat)["talon"] == set() for seat in range(4))


def test_the_dealer_who_looks(open_table):
    """He sees one hand; that he looked, and at whose, is public; the player whose hand it is still knows it."""
    deck = helpers.random_deck(random.Random(11))
    table = helpers.declare(open_table(deck), 1, "6S", deck[30:])
    helpers.say(table, "pass, for own, pass, look second")
    for seat in range(4):
        assert told(table, seat)["looked"] == 3
        assert told(table, seat)["remembered"] == ({3: set(deck[20:30])} if seat == 0 else {})
    helpers.say(table, f"together, play {min(deck[:10])}")
    table.apply("closed")
    assert [set(helpers.seen_hands(table, seat)) for seat in range(4)] == [{3}, {1}, {2}, {3}]
    assert told(table, 0)["whister"] == 0


@pytest.mark.parametrize("players", [4, 3])
def test_the_talon_of_a_raspasovka(open_table, players):
    """The dealer of four sees both cards; the others each when it is played, with three when it is turned."""
    deck = helpers.random_deck(random.Random(12))
    table = helpers.pass_out(open_table(deck, players=players, raspas_dealer_order="dealt_order"))
    talon = deck[30:]
    for number in (1, 2):
        for place in range(4 if players == 4 else 3):
            seen = talon[:number] if players == 3 or place else talon[: number - 1]
            for seat in range(players):
                expected = talon if players == 4 and seat == 0 else seen
                assert told(table, seat)["talon"] == set(expected)
            table.apply(min(helpers.legal(table)))
    assert [told(table, seat)["talon"] for seat in range(players)] == [set(talon)] * players
    unused = helpers.pass_out(open_table(deck, players=players, raspas_talon="unused"))
    while not helpers.is_over(unused):
        assert all(told(unused, seat)["talon"] == set() for seat in range(players))
        assert players == 3 or helpers.seen_hands(unused, 0) == {}
        unused.apply(min(helpers.legal(unused)))


# -- Hidden cards ----------------------------------------------------------------------------------------------------


def course(rng, players, **options):
    """A deal of the reference played to somewhere before its end: deck and actions."""
    deck = helpers.random_deck(rng)
    deal = replay(deck, (), players, **options)
    actions = []
    boldness = rng.choice([0.3, 0.6, 0.9])
    for _ in range(rng.randint(3, 45)):
        action = helpers.choose(rng, deal.legal(), boldness)
        deal.apply(action)
        if deal.is_over:
            break
        actions.append(action)
    return deck, actions


def replay(deck, actions, players, **options):
    """The deal after these actions; None if one of them is not legal."""
    deal = Deal(make_options(**options), deck, 0, Sheet.empty(players))
    for action in actions:
        if action not in deal.legal():
            return None
        deal.apply(action)
    return deal


def unseen(deal, observer):
    """The cards that an observer has not seen."""
    seen = {card for trick in deal.plays for _, card in trick} | set(deal.trick) | set(deal.dealt.get(observer, ()))
    seen |= told_by_reference(deal, observer)["talon"]
    if deal.refused:
        seen |= set(deal.talon)
    if deal.is_open:
        for seat in deal.defenders:
            seen |= deal.dealt[seat]
    for cards in [*deal.remembered_hands(observer).values()]:
        seen |= cards
    return [card for card in PACK if card not in seen]


def retold(deck, actions, observer, rng, players, **options):
    """The same public course with other cards where the observer cannot see them; None if none is at hand."""
    deal = replay(deck, actions, players, **options)
    cards = unseen(deal, observer)
    for _ in range(15):
        if len(cards) < 2:
            return None
        one, other = rng.sample(cards, 2)
        swap = {one: other, other: one}
        others = list(actions)
        if observer != deal.declarer:  # what was discarded shows to nobody else
            places = [number for number, action in enumerate(actions) if action.startswith("discard ") and "open" not in action]
            thrown = helpers.by_id(swap.get(card, card) for card in (actions[place].split()[1] for place in places))
            for place, card in zip(places, thrown, strict=True):
                others[place] = f"discard {card}"
        twin = [swap.get(card, card) for card in deck]
        if replay(twin, others, players, **options) is not None:
            return twin, others
    return None


def with_other_discards(deck, actions, observer, rng, players, **options):
    """The same deal and course, but the declarer has thrown a card that he still holds, and kept the other."""
    deal = replay(deck, actions, players, **options)
    if deal.declarer in (None, observer) or len(deal.discards) < 2 or deal.refused or not deal.hands[deal.declarer]:
        return None
    places = [number for number, action in enumerate(actions) if action.startswith("discard ")]
    for _ in range(10):
        kept, into = rng.choice(deal.discards), rng.choice(sorted(deal.hands[deal.declarer]))
        others = list(actions)
        thrown = helpers.by_id([card for card in deal.discards if card != kept] + [into])
        for place, card in zip(places, thrown, strict=True):
            others[place] = f"discard {card}"
        if replay(deck, others, players, **options) is not None:
            return deck, others
    return None


def assert_told_alike(one, other, seat):
    """Two tables of the package look the same to a seat."""
    assert one.observation(seat).tobytes() == other.observation(seat).tobytes()
    assert one.history(seat).tobytes() == other.history(seat).tobytes()
    assert one.view(seat).tobytes() == other.view(seat).tobytes()
    assert (one.actor, one.seat, one.phase, one.is_over) == (other.actor, other.seat, other.phase, other.is_over)
    if one.actor == seat:
        assert one.legal_mask().tobytes() == other.legal_mask().tobytes()


VARIANTS = [
    (4, {}),
    (3, {}),
    (4, {"joint_defence": "single_agent", "open_timing": "before_lead", "ten": "whisted", "dealer_whist_8plus": True}),
    (4, {"second_pass_on_own_levels": True, "return_after_first_own": True, "preferans_hand": "tops", "bid_jumps": "free"}),
    (4, {"raspas_talon": "unused", "no_talon_games": "overcall_and_repeat", "misere_first_call_only": False}),
    (3, {"raspas_talon": "unused", "stalingrad": True, "surrender_without_three": True}),
]


@pytest.mark.parametrize(("players", "options"), VARIANTS, ids=str)
def test_hidden_cards_change_nothing(players, options):
    """A seat is told the same, and asked the same, when cards that it cannot see are elsewhere."""
    rng = random.Random(str(options))
    game = helpers.make_game("standard", players, reward="trick", **options)
    kinds = Counter()
    discards = 0
    for _ in range(30):
        deck, actions = course(rng, players, **options)
        deal = replay(deck, actions, players, **options)
        for observer in range(players):
            twin = with_other_discards(deck, actions, observer, rng, players, **options) if rng.random() < 0.5 else None
            discards += twin is not None
            twin = twin or retold(deck, actions, observer, rng, players, **options)
            if twin is None:
                continue
            one, other = (game.new_state(seed=0, deck=" ".join(cards), dealer=0) for cards in (deck, twin[0]))
            assert_told_alike(one, other, observer)
            for mine, theirs in zip(actions, twin[1], strict=True):
                one.apply(mine)
                other.apply(theirs)
                assert_told_alike(one, other, observer)
                assert one.rewards == other.rewards
            assert one.to_text(observer) == other.to_text(observer)
            kinds.update(kinds_of(deal, observer))
    assert kinds["any"] > 50
    assert discards > 5
    assert kinds["raspasovka"]
    assert kinds["open"] + kinds["closed"] > 5
    assert (kinds["dealer"] > 5) == (players == 4)


def kinds_of(deal, observer):
    """What is special about a deal and who watches it."""
    found = {
        "open": deal.is_open,
        "closed": bool(deal.whisters) and not deal.is_open,
        "raspasovka": deal.kind == "raspasovka",
        "dealer": observer == deal.sits_out,
    }
    return ["any", *(name for name, holds in found.items() if holds)]


BEGINNINGS = {
    "looked at the first": "raise, pass, pass, talon, contract 7 hearts, pass, for own, pass, look first, together",
    "looked at the second": "raise, pass, pass, talon, contract 7 hearts, pass, for own, pass, look second, together",
    "offered and shared": "pass, offer half, accept, pass, talon",
    "offered and refused": "offer half, refuse, raise, offer half, refuse, misere, pass, pass, talon",
    "offered, then outbid": "offer half, accept, raise, pass, pass, talon, contract 10 hearts",
}
"""How the dealer comes to see a hand; talon: its cards are discarded."""


@pytest.mark.parametrize("reveal", ["open", "closed"])
@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_a_dealer_who_saw_a_hand_leaks_nothing(beginning, reveal):
    """Every seat, all through the deal."""
    rng = random.Random(f"{beginning} {reveal}")
    compared = Counter()
    for _ in range(10):
        deck = helpers.random_deck(rng)
        actions = []
        for word in BEGINNINGS[beginning].split(", "):
            actions += helpers.discards_of(deck) if word == "talon" else [word]
        deal = replay(deck, actions, 4)
        for _ in range(rng.randint(0, 26)):
            actions.append(reveal if deal.phase == "reveal" else rng.choice(sorted(deal.legal())))
            deal.apply(actions[-1])
        for observer in range(4):
            twin = rng.choice([with_other_discards, retold])(deck, actions, observer, rng, 4)
            if twin is None:
                continue
            one, other = (helpers.new_table(cards) for cards in (deck, twin[0]))
            for mine, theirs in zip(actions, twin[1], strict=True):
                one.apply(mine)
                other.apply(theirs)
                assert_told_alike(one, other, observer)
            assert one.to_text(observer) == other.to_text(observer)
            compared[observer] += 1
    assert len(compared) >= 3
    assert compared[0]


def test_the_declarers_hand_stays_hidden_in_open_play():
    """Case 20: no other observation shows a card of it, or a discard, before it is played."""
    rng = random.Random(20)
    for _ in range(10):
        deck = helpers.random_deck(rng)
        table = helpers.declare(helpers.new_table(deck), 1, "6H", deck[30:])
        helpers.say(table, "pass, together")
        while not table.is_over:
            if table.phase == "reveal":
                table.apply("open")
                continue
            for seat in (0, 2, 3):
                shown = set().union(*helpers.seen_hands(table, seat).values())
                assert not shown & helpers.hand(table, 1)
                view = table.view(seat)[0]
                assert int(view["hands"][1]) == 0
                assert int(view["discards"]) == 0
            table.apply(rng.choice(table.legal_texts()))
