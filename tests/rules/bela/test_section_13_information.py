"""Sections 7 and 13: who knows what and when, and that nothing else shows."""

import random

import pytest

from . import helpers
from .reference import PRESETS
from .reference_table import CALLS

TABLES = [(rules, players) for rules in PRESETS for players in (4, 3, 2) if rules != "short" or players == 4]
VARIANTS = [
    (4, {"talon_peek": "after_own_turn", "all_pass": "redeal"}),
    (3, {"talon_peek": "after_own_turn", "three_bidding": "turn_up"}),
    (2, {"talon_peek": "after_own_turn", "two_stock": "visible"}),
    (2, {"two_seven_exchange": True, "match_end": "dosta", "dosta_claim": "decide", "target": 150}),
    (2, {"two_seven_exchange": True, "two_middle": False, "illegal_play": "renons"}),
    (4, {"illegal_play": "renons", "partner_exempt": True}),
    (4, {"declaration_mode": "auto", "bela_mode": "auto", "announce_detail": "value"}),
    (4, {"match_end": "dosta", "dosta_claim": "decide", "target": 120}),
    (3, {"match_end": "dosta", "target": 120, "declaration_mode": "auto"}),
    (3, {"declare_when": "before_lead", "three_declarations": "single"}),
]


class Told:
    """A deal of the reference with all its actions, and what an observer has seen of the pack."""

    def __init__(self, players, deck, actions, rules="serbian", **options):
        self.players, self.rules, self.options = players, rules, options
        self.deck, self.actions = deck, actions
        self.deal = helpers.new_reference(players, deck, rules=rules, **options)
        for action in actions:
            self.deal.apply(action)

    def hidden_places(self, observer):
        """The places of the pack whose cards the observer has not seen."""
        deal, n = self.deal, self.players
        seen = {card for cards in deal.played.values() for card in cards}
        for seat in deal.order:
            seen |= deal.shown(seat)
        place = deal.order.index(observer)
        known = {*range(3 * place, 3 * place + 3), *range(3 * (n + place), 3 * (n + place) + 3)}
        start = 6 * n + (n == 2)
        talon = 2 if n == 4 else 4
        if n == 2:
            known.add(12)
        if n == 3 and deal.options["three_bidding"] == "turn_up":
            known.add(30)
        if helpers.Witness(deal).has_seen_talon(observer):
            known |= set(range(start + talon * place, start + talon * (place + 1)))
        if observer == deal.caller and deal.phase != "seven" and deal.middle:
            known |= {start + talon * n, start + talon * n + 1}
        if n == 2 and deal.options["two_stock"] == "visible":
            known |= set(range(start + talon * n + (2 if deal.middle else 0), 32))
        if any(entry[0] == "seven" and entry[2] for entry in deal.log):
            seen.add(deal.seven)
        return [number for number, card in enumerate(self.deck) if number not in known and card not in seen]

    def retold(self, observer, rng):
        """The same public course with other cards where the observer cannot see them; None if there is none at hand."""
        places = self.hidden_places(observer)
        if len(places) < 2:
            return None
        for _ in range(12):
            deck = list(self.deck)
            for _ in range(rng.randint(1, 3)):
                one, other = rng.sample(places, 2)
                deck[one], deck[other] = deck[other], deck[one]
            actions = self.same_course(deck, observer, rng)
            if actions is not None and (deck, actions) != (self.deck, self.actions):
                return deck, actions
        return None

    def same_course(self, deck, observer, rng):
        deal = helpers.new_reference(self.players, deck, rules=self.rules, **self.options)
        later = {card for cards in self.deal.played.values() for card in cards}
        actions = []
        for action in self.actions:
            if deal.phase == "discard" and deal.turn != observer:
                choices = [text for text in sorted(deal.legal()) if text.split()[1] not in later]
                action = rng.choice(choices) if choices else action
            if action not in deal.legal():
                return None
            deal.apply(action)
            actions.append(action)
            if deal.log != self.deal.log[: len(deal.log)]:
                return None
        return actions if deal.log == self.deal.log and deal.phase == self.deal.phase else None


def random_course(players, rng, rules, **options):
    """A deal of the reference played to somewhere before its end."""
    deck = helpers.random_deck(rng)
    deal = helpers.new_reference(players, deck, rules=rules, **options)
    actions, length = [], rng.randint(0, 40)
    while len(actions) < length:
        choices = deal.legal()
        if deal.phase == "play" and rng.random() < 0.97:
            choices = {f"play {card}" for card in deal.lawful()}
        if "pass" in choices and rng.random() < 0.4:
            choices = {"pass"}
        twin = helpers.copy(deal)
        action = rng.choice(sorted(choices))
        twin.apply(action)
        if twin.is_over:
            break
        deal = twin
        actions.append(action)
    return Told(players, deck, actions, rules, **options)


def compare(told, observer, deck, actions, game):
    """Both courses, step by step, look the same to the observer. Returns whether others were asked another question."""
    one, other = (helpers.new_table(game, cards, seed=0) for cards in (told.deck, deck))
    helpers.assert_told_alike(one, other, observer)
    asked_otherwise = set()
    for mine, theirs in zip(told.actions, actions, strict=True):
        assert (one.seat, one.phase) == (other.seat, other.phase)
        if "no" in helpers.legal(one) and helpers.legal(one) != helpers.legal(other):
            asked_otherwise.add(one.phase)
        one.apply(mine)
        other.apply(theirs)
        helpers.assert_told_alike(one, other, observer)
        assert one.rewards == other.rewards
    return asked_otherwise


def check_leaks(players, rng, rules, deals, **options):
    game = helpers.make_game(players, rules, reward="trick", **options)
    compared, otherwise = 0, set()
    for _ in range(deals):
        told = random_course(players, rng, rules, **options)
        for observer in range(players):
            twin = told.retold(observer, rng)
            if twin is not None:
                compared += 1
                otherwise |= compare(told, observer, *twin, game)
    assert compared > deals
    return otherwise


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_hidden_cards_change_nothing(rules, players):
    """A seat is told the same, and asked the same, when cards that it cannot see are elsewhere."""
    check_leaks(players, random.Random(f"{rules} {players}"), rules, 12)


@pytest.mark.parametrize(("players", "options"), VARIANTS, ids=str)
def test_hidden_cards_change_nothing_under_other_options(players, options):
    check_leaks(players, random.Random(f"{players} {options}"), "serbian", 15, **options)


@pytest.mark.parametrize(
    ("players", "options", "phases"), [(4, {}, {"declare"}), (2, {"two_seven_exchange": True}, {"declare"})]
)
def test_a_forced_no_looks_like_a_free_one(players, options, phases):
    """Among the pairs there are some in which somebody else had a choice in one and none in the other."""
    otherwise = check_leaks(players, random.Random(f"no {players}"), "serbian", 60, **options)
    assert otherwise >= phases


SILENT = {0: "C7 C9 D8 DT H9 HJ S7 S9", 2: "S8 D9 D7 HT HQ CQ H7 CJ"}
RUN, NO_RUN = "ST SJ SQ C8 CT DJ DQ H8", "ST SJ CK C8 CT DJ DQ H8"


@pytest.mark.parametrize("when", ["first_trick", "before_lead"])
def test_silence_about_a_declaration(when):
    """Seat 1 holds a run and says nothing, or he holds none: nobody else can tell, and he himself can."""
    game = helpers.make_game(4, declare_when=when)
    tables = [helpers.new_table(game, helpers.deck_of(4, SILENT | {1: hand}), seed=0) for hand in (RUN, NO_RUN)]
    for action in ["call hearts", "no"] + (["play S9"] if when == "first_trick" else []):
        for table in tables:
            table.apply(action)
    assert [helpers.legal(table) for table in tables] == [{"yes", "no"}, {"no"}]
    for table in tables:
        table.apply("no")
    for seat in (0, 2):
        helpers.assert_told_alike(*tables, seat)
    known = [table.game.layout.decode(table.observation(1)) for table in tables]
    assert [facts["refused"] for facts in known] == [[1, 0], [0, 0]]


def test_silence_about_bela():
    """Seat 0 plays the king; the queen is with him or with seat 1."""
    game = helpers.make_game(4)
    deals = (
        {0: "HK HQ H7 S7 S8 D7 D8 C7", 1: "C8 H8 H9 SA ST DA DT CA", 2: "HT S9 SJ D9 DJ C9 CT CJ"},
        {0: "HK C8 H7 S7 S8 D7 D8 C7", 1: "HQ H8 H9 SA ST DA DT CA", 2: "HT S9 SJ D9 DJ C9 CT CJ"},
    )
    tables = [helpers.new_table(game, helpers.deck_of(4, deal), seed=0) for deal in deals]
    for table, choices in zip(tables, ({"yes", "no"}, {"no"}), strict=True):
        helpers.apply_all(table, "call hearts", "no", "play HK")
        assert helpers.turn(table) == 0
        assert helpers.legal(table) == choices
        table.apply("no")
    for seat in (2, 3):
        helpers.assert_told_alike(*tables, seat)
        assert tables[0].game.layout.decode(tables[0].observation(seat))["refused"] == [0, 0]
    assert tables[0].game.layout.decode(tables[0].observation(0))["refused"] == [0, 1]


def test_silence_about_the_seven():
    """Seat 0 keeps the seven, or has none: seat 1 is asked all the same and cannot tell."""
    game = helpers.make_game(2, two_seven_exchange=True)
    first = {0: "S7 H7 H8 D9 DJ C8 CA", "turned": "SK", 1: "C9 CT CJ HA HT D7 DA DT DQ DK", "middle": "HJ HQ", "stock": "H9"}
    second = dict(first) | {0: "H9 H7 H8 D9 DJ C8 CA", "stock": "S7"}
    tables = [helpers.new_table(game, helpers.deck_of(2, deal), seed=0) for deal in (first, second)]
    for table, choices in zip(tables, ({"yes", "no"}, {"no"}), strict=True):
        table.apply("call spades")
        assert helpers.turn(table) == 0
        assert helpers.legal(table) == choices
        table.apply("no")
        assert helpers.turn(table) == 1
        assert helpers.legal(table) == {"no"}
    helpers.assert_told_alike(*tables, 1)


@pytest.mark.parametrize("players", [3, 2])
def test_the_discards_are_the_callers(players):
    """The others see that cards were laid away, not which; their points are not in what is counted in public."""
    game = helpers.make_game(players, target=60, match_end="prolaz")
    deck = helpers.deck_of(players, {0: "H7 HJ DA DT C8 C9 CK SQ SA S7"})
    tables = []
    for discards in ("C8 C9", "DA SA"):
        table = helpers.new_table(game, deck, seed=0)
        while helpers.facts(table)["phase"] == "call":
            table.apply("call hearts" if "call hearts" in helpers.legal(table) else "pass")
        caller = helpers.facts(table)["caller"]
        assert caller == 0
        helpers.apply_all(table, *(f"discard {card}" for card in discards.split()))
        helpers.apply_all(table, "no", "play S7")
        tables.append(table)
    for seat in range(1, players):
        helpers.assert_told_alike(*tables, seat)
    out = [helpers.text(table.game.layout.decode(table.observation(0))["out"]) for table in tables]
    assert [cards & {"C8", "C9", "DA", "SA"} for cards in out] == [{"C8", "C9"}, {"DA", "SA"}]


ACTION, NEW_CARD, SHOWN_CARD = 1, 3, 4


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_the_history(rules, players):
    """Every decision is in it, others' discards without the card; own cards as they came, others' never."""
    rng = random.Random(f"{rules} {players}")
    game = helpers.make_game(players, rules)
    for _ in range(10):
        told = random_course(players, rng, rules)
        state = helpers.apply_all(helpers.new_table(game, told.deck, seed=0), *told.actions)
        decided = state.actions
        asked, replay = [], helpers.new_table(game, told.deck, seed=0)
        for action in decided:
            asked.append((replay.seat, replay.phase))
            replay.apply(action)
        for seat in range(players):
            tokens = state.history(seat).tolist()
            actions = [(token[1], token[2], token[3]) for token in tokens if token[0] == ACTION]
            expected = [
                ((who - seat) % players, (who - seat) % players, -1 if phase == "discard" and who != seat else action)
                for (who, phase), action in zip(asked, decided, strict=True)
            ]
            assert actions == expected
            new = [helpers.PACK[token[3]] for token in tokens if token[0] == NEW_CARD]
            assert len(set(new)) == len(new)
            source = helpers.Witness(helpers.new_reference(players, told.deck, rules=rules)).six[seat]
            assert set(new[:6]) == source
            known = game.layout.decode(state.observation(seat))["source"]
            came = {card for card, number in zip(helpers.PACK, known, strict=True) if number and number != helpers.EXCHANGED}
            assert came <= set(new) <= came | {state.record.trump >= 0 and helpers.SUITS[state.record.trump] + "7"}
            shown = {helpers.PACK[token[3]] for token in tokens if token[0] == SHOWN_CARD}
            facts = helpers.facts(state)
            assert set().union(*facts["shown"]) <= shown


@pytest.mark.parametrize("players", [4, 3, 2])
def test_hidden_cards_for_critics(players):
    """The vector of hidden cards names every hand."""
    rng = random.Random(players)
    state = helpers.new_table(helpers.make_game(players), helpers.random_deck(rng))
    while not state.is_over:
        for seat in range(players):
            told = state.game.hidden_layout.decode(state.hidden(seat))
            for slot in range(players):
                assert helpers.text(told["hands"][slot]) == helpers.hand(state, (seat + slot) % players)
        state.apply(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("players", [4, 3, 2])
def test_the_sheet_in_a_match(players):
    """Totals by side from the observer on, the pot, the target."""
    game = helpers.make_game(players, episode="match", target=600, **({"exact_half": "hang"} if players == 4 else {}))
    sides = helpers.sides(players)
    totals = [123, 45, 234][:sides]
    state = helpers.new_table(game, None, None, totals, 81 if players == 4 else 0, seed=1)
    for seat in range(players):
        told = game.layout.decode(state.observation(seat))
        own = helpers.side_of(players, seat)
        assert told["totals"][:sides] == [totals[(own + slot) % sides] for slot in range(sides)]
        assert told["pot"] == [81 if players == 4 else 0]
        assert told["target"] == [600]


def test_calls_are_texts_of_the_reference():
    assert {"call hearts", "call diamonds", "call spades", "call clubs"} == CALLS
