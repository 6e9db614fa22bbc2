"""Sections 7 and 13: who knows what and when, and that nothing else shows."""

import itertools
import random
from collections import defaultdict

import pytest

from adut.core.history import ACTION, ANNOUNCEMENT, NEW_CARD, SECRET_ACTION
from adut.games.belot.notation import announcement_text

from . import helpers
from .reference import PACK, PRESETS, SUITS, VALUES, numbered
from .test_properties import random_options, unshuffled_deck

# -- Hidden cards change nothing -----------------------------------------------------------------------------------


class Told:
    """A deal of the reference with all its actions."""

    def __init__(self, deck, dealer, actions, options):
        self.deck, self.dealer, self.actions, self.options = deck, dealer, actions, options
        self.deal = self.new_deal(deck)
        self.answers = defaultdict(list)  # what each seat answered when it was asked for declarations
        for action in actions:
            if self.deal.phase == "declare":
                self.answers[self.deal.turn].append(action)
            self.deal.apply(action)

    def new_deal(self, deck):
        return helpers.new_reference(deck, self.dealer, **self.options)

    def hidden_places(self, observer):
        """The places of the pack whose cards the observer has not seen."""
        deal = self.deal
        seen = {card for cards in deal.played.values() for card in cards}
        k = deal.order.index(observer)
        known = {*range(3 * k, 3 * k + 3), 12 + 2 * k, 13 + 2 * k}
        if deal.leader is not None:
            known |= set(range(20 + 3 * k, 23 + 3 * k))
        return [place for place, card in enumerate(self.deck) if place not in known and card not in seen]

    def retold(self, observer, rng):
        """The same public course with other cards where the observer cannot see them; None if there is none at hand."""
        places = self.hidden_places(observer)
        for _ in range(12):
            deck = list(self.deck)
            for _ in range(rng.randint(1, 4)):
                one, other = rng.sample(places, 2)
                deck[one], deck[other] = deck[other], deck[one]
            actions = self.same_course(deck, observer)
            if actions is not None and deck != self.deck:
                return deck, actions
        return None

    def same_course(self, deck, observer):
        """The actions by which the deal of another pack sounds the same; None if it cannot."""
        deal, log = self.new_deal(deck), self.deal.log
        answers = list(self.answers[observer])
        actions = []
        while len(deal.log) < len(log) or (answers and deal.phase == "declare" and deal.turn == observer):
            entry = log[len(deal.log)] if len(deal.log) < len(log) else None
            if deal.phase == "declare" and deal.turn == observer:
                action = answers.pop(0) if answers else None
            elif deal.phase == "declare":
                wanted = [slot for slot, one in enumerate(deal.offered, 1) if entry == ("declares", deal.turn, one.said)]
                action = next((text for slot in wanted if (text := f"declare {slot}") in deal.legal()), "done")
            elif deal.phase == "auction":
                action = entry[2]
            else:
                said = entry in log and log[len(deal.log) + 1 :][:1] == [("belot", deal.turn, entry[2][0])]
                verb = "belot" if said and self.options.get("belot_mode") == "decide" else "play"
                action = f"{verb} {entry[2]}" if entry[0] == "card" else None
            if action not in deal.legal():
                return None
            deal.apply(action)
            actions.append(action)
            if deal.log != log[: len(deal.log)]:
                return None
        return actions

    def seen_by(self, observer, deck, actions, game):
        """What an observer is told by the package, after each thing that he hears or answers; and what he is paid."""
        deal, state = self.new_deal(deck), helpers.new_table(game, deck, self.dealer, seed=0)
        told, paid = defaultdict(set), defaultdict(int)
        answered = 0
        for action in [None, *actions]:
            if action is not None:
                answered += deal.phase == "declare" and deal.turn == observer
                deal.apply(action)
                state.apply(action)
            moment = len(deal.log), answered
            paid[moment] += state.rewards[observer]
            told[moment].add(
                (
                    state.observation(observer).tobytes(),
                    state.history(observer).tobytes(),
                    state.view(observer).tobytes(),
                    state.to_text(observer),
                    state.actor,
                    (state.phase, tuple(state.legal_actions())) if state.actor == observer else None,
                )
            )
        return told, paid


def random_course(rng, options):
    """A deal of the reference played to somewhere before its end."""
    deck = unshuffled_deck(rng) if rng.random() < 0.5 else helpers.random_deck(rng)
    dealer = rng.randrange(4)
    deal = helpers.new_reference(deck, dealer, **options)
    actions, length = [], rng.randint(0, 24)
    while len(actions) < length or (deal.phase == "auction" and actions and rng.random() < 0.9):
        twin = helpers.copy(deal)
        actions.append(helpers.choose(rng, twin.legal()))
        twin.apply(actions[-1])
        if twin.is_over:
            actions.pop()
            break
        deal = twin
    return Told(deck, dealer, actions, options)


def counting(told, deck, actions):
    """The declarations that count, though nobody may know."""
    return helpers.apply_all(told.new_deal(deck), *actions).counted()


def check_leaks(rng, deals, **options):
    game = helpers.make_game(reward="trick", **options)
    compared, differences = 0, set()
    for _ in range(deals):
        told = random_course(rng, options)
        for observer in range(4):
            twin = told.retold(observer, rng)
            if twin is None:
                continue
            compared += 1
            mine, theirs = (told.seen_by(observer, *course, game) for course in ((told.deck, told.actions), twin))
            assert mine == theirs
            assert all(len(views) == 1 for views in mine[0].values())
            differences |= {"steps"} if len(twin[1]) != len(told.actions) else set()
            differences |= {"counts"} if counting(told, *twin) != counting(told, told.deck, told.actions) else set()
    assert compared > deals
    return differences


@pytest.mark.parametrize("rules", ["montenegrin", "bg_published"])
def test_hidden_cards_change_nothing(rules):
    """A seat is told the same, and asked the same, when cards that it cannot see are elsewhere."""
    differences = check_leaks(random.Random(rules), 25, **PRESETS[rules])
    if rules == "bg_published":
        assert "counts" in differences  # which declarations count was different, and did not show
        assert "steps" in differences  # somebody was asked more often


@pytest.mark.parametrize(
    ("mode", "disclosure"), list(itertools.product(("auto", "decide"), VALUES["declaration_disclosure"])), ids=str
)
def test_hidden_cards_change_nothing_under_any_disclosure(mode, disclosure):
    options = {"declaration_mode": mode, "belot_mode": mode, "declaration_disclosure": disclosure}
    check_leaks(random.Random(f"{mode} {disclosure}"), 13, **options)


@pytest.mark.parametrize("number", range(5))
def test_hidden_cards_change_nothing_under_random_options(number):
    rng = random.Random(f"leaks {number}")
    check_leaks(rng, 6, **random_options(rng))


# -- Silence -------------------------------------------------------------------------------------------------------

RUN = {0: "CA CJ D7 D9 H8 HT S7 S9", 1: "ST SJ SQ C8 CT D8 DJ H7", 2: "C7 C9 CQ DT DQ HJ HQ S8"}
NO_RUN = RUN | {1: "ST SJ SK C8 CT D8 DJ H7"}


def in_hearts(hands, **options):
    table = helpers.new_table(helpers.make_game("bg_published", **options), helpers.deck_of(hands), seed=0)
    return helpers.apply_all(table, "bid hearts", "pass", "pass", "pass")


def test_silence_about_a_declaration():
    """Seat 1 holds a run and says nothing, or holds none: nobody else can tell, not even while he thinks about it."""
    tables = [in_hearts(hands) for hands in (RUN, NO_RUN)]
    for table in tables:
        table.apply("play CA")
    assert [table.phase for table in tables] == ["declare", "play"]
    for seat in (0, 2):
        helpers.assert_told_alike(*tables, seat)
    tables[0].apply("done")
    for seat in (0, 2):
        helpers.assert_told_alike(*tables, seat)
    for table in tables:
        helpers.apply_all(table, "play C8", "play C7")
    for seat in (0, 2):
        helpers.assert_told_alike(*tables, seat)


def test_the_slot_of_a_pick_is_private():
    """Two runs of one kind: the others hear that one is declared, not which; the player himself knows."""
    hands = {0: "C7 C8 C9 DQ DK DA H7 S8"}
    tables = [in_hearts(hands) for _ in range(2)]
    for table, slot in zip(tables, (1, 2), strict=True):
        helpers.apply_all(table, f"declare {slot}", "done")
    for seat in (1, 2, 3):
        helpers.assert_told_alike(*tables, seat)
        assert helpers.facts(tables[0], seat)["announced"][0] == ["run of three"]
        assert helpers.facts(tables[0], seat)["declared"] == [[], [], [], []]
    assert [helpers.facts(table)["declared"][0][0][:4] for table in tables] == [
        ("run", 3, "A", "D"),
        ("run", 3, "9", "C"),
    ]


def test_the_order_of_picks_is_private():
    """Also after the first trick, when everybody sees both runs."""
    hands = {0: "C7 C8 C9 DQ DK DA H7 S8"}
    tables = [in_hearts(hands, declaration_disclosure="cards_after_trick1") for _ in range(2)]
    for table, slots in zip(tables, (("1", "2"), ("2", "1")), strict=True):
        helpers.apply_all(table, *(f"declare {slot}" for slot in slots), "play S8")
        while sum(helpers.facts(table)["tricks"]) == 0:
            table.apply(min(helpers.legal(table)))
    for seat in (1, 2, 3):
        helpers.assert_told_alike(*tables, seat)
    assert len(helpers.facts(tables[0], 2)["declared"][0]) == 2


def test_what_counts_does_not_show():
    """Seat 0 has the lower terca or the higher one; the others do not learn which counts before the end."""
    deals = (
        {0: "C7 C8 C9 HA H9 D7 SK SA", 1: "D8 D9 DT CT CJ H7 S7 S8", 2: "H8 HT HJ DJ DQ SQ SJ CA"},
        {0: "CJ CT C9 HA H9 D7 SK SA", 1: "D8 D9 DT C7 C8 H7 S7 S8", 2: "H8 HT HJ DJ DQ SQ SJ CA"},
    )
    tables, counts = [], []
    for hands in deals:
        deck = helpers.deck_of(hands)
        tables.append(helpers.new_table(helpers.make_game(), deck, seed=0))
        reference = helpers.new_reference(deck)
        for table in (tables[-1], reference):
            helpers.apply_all(table, "bid hearts", "pass", "pass", "pass")
            helpers.play(table, "SK S7 SJ S9 SA S8 SQ ST")
        counts.append([one.top for n, (_, one) in enumerate(numbered(reference.declared)) if n in reference.counted()])
    assert counts == [["T"], ["J"]]
    for seat in (2, 3):
        helpers.assert_told_alike(*tables, seat)


def test_one_pick_or_all_there_is():
    """After one run the step ends by itself, or another one is kept back: that looks the same."""
    one = in_hearts({0: "C7 C8 C9 DQ DK H9 H7 S8", 1: "DA"})
    other = in_hearts({0: "C7 C8 C9 DQ DK DA H7 S8", 1: "H9"})
    for table, slot in ((one, 1), (other, 2)):
        table.apply(f"declare {slot}")
    assert [table.phase for table in (one, other)] == ["play", "declare"]
    for seat in (2, 3):
        helpers.assert_told_alike(one, other, seat)
    other.apply("done")
    for seat in (2, 3):
        helpers.assert_told_alike(one, other, seat)


@pytest.mark.parametrize("contract", ["hearts", "all trumps"])
def test_silence_about_a_belot(contract):
    """Seat 0 plays the king; the queen is with him or with seat 1."""
    deals = (
        {0: "HK HQ H7 S7 S8 D7 D8 C7", 1: "C8 H8 H9 SA ST DA DT CA", 2: "HT S9 SJ D9 DJ C9 CT CJ"},
        {0: "HK C8 H7 S7 S8 D7 D8 C7", 1: "HQ H8 H9 SA ST DA DT CA", 2: "HT S9 SJ D9 DJ C9 CT CJ"},
    )
    tables = []
    for hands, may in zip(deals, (True, False), strict=True):
        table = helpers.new_table(helpers.make_game("bg_published"), helpers.deck_of(hands), seed=0)
        helpers.apply_all(table, f"bid {contract}", "pass", "pass", "pass")
        assert ("belot HK" in helpers.legal(table)) == may
        tables.append(table)
    for table in tables:
        table.apply("play HK")
    for seat in (2, 3):
        helpers.assert_told_alike(*tables, seat)


def test_an_announced_belot_is_known_with_its_suit():
    table = helpers.new_table(helpers.make_game("bg_published"), helpers.deck_of({0: "HK HQ H7 S7 S8 D7 D8 C7"}))
    helpers.apply_all(table, "bid all trumps", "pass", "pass", "pass", "belot HQ")
    for seat in range(4):
        assert helpers.facts(table, seat)["belots"] == {(0, "H")}
        tokens = table.history(seat).tolist()
        assert [ACTION, -seat % 4, -seat % 4, PACK.index("HQ")] in tokens


# -- Disclosure ----------------------------------------------------------------------------------------------------

DECLARED = {
    0: "C8 C9 CT CJ HA H7 D7 S7",
    1: "DQ DK DA C7 H8 HT S8 S9",
    2: "HJ HQ HK D8 DT SA SQ CA",
    3: "CQ CK D9 DJ H9 ST SJ SK",
}
"""Kvarta of seat 0, terca of seat 2, which count; terca of seat 1."""
KNOWN = {
    "kind_until_end": [[], [], []],
    "top_after_trick1": [[("run", 4, "J", None, True)], [("run", 3, "A", None, False)], [("run", 3, "K", None, True)]],
    "cards_after_trick1": [[("run", 4, "J", "C", True)], [("run", 3, "A", "D", False)], [("run", 3, "K", "H", True)]],
}


@pytest.mark.parametrize("disclosure", KNOWN)
def test_declaration_disclosure(open_table, disclosure):
    """What seat 3 knows before the end of trick 1, after it, and at the end of the deal."""
    table = open_table(deck=helpers.deck_of(DECLARED), declaration_disclosure=disclosure)
    helpers.apply_all(table, "bid spades", "pass", "pass", "pass", "play HA", "play H8", "play HJ")
    kinds = [["run of four"], ["run of three"], ["run of three"], []]
    assert helpers.facts(table, 3)["announced"] == kinds
    assert helpers.facts(table, 3)["declared"] == [[], [], [], []]
    table.apply(min(helpers.legal(table)))
    for _ in range(2):
        assert helpers.facts(table, 3)["declared"][:3] == KNOWN[disclosure]
        own = KNOWN["cards_after_trick1"][1][0][:4]
        assert [one[:4] for one in helpers.facts(table, 1)["declared"][1]] == [own]
        table.apply(min(helpers.legal(table)))
    helpers.play_on(table, min)
    for seat in range(4):
        assert helpers.facts(table, seat)["announced"] == kinds
        assert helpers.facts(table, seat)["declared"][:3] == KNOWN["cards_after_trick1"]


@pytest.mark.parametrize("disclosure", VALUES["declaration_disclosure"])
def test_all_kinds_are_heard(open_table, disclosure):
    hands = {0: "CJ DJ HJ SJ C9 D9 H9 S9", 1: "CT DT HT ST SK SQ CQ HQ", 2: "D7 D8 DA DK C7 C8 H7 H8"}
    table = open_table(deck=helpers.deck_of(hands), declaration_disclosure=disclosure)
    helpers.apply_all(table, "bid hearts", "pass", "pass", "pass", "play S9")
    assert helpers.facts(table, 2)["announced"] == [["four of 150", "four of 200"], ["four of 100"], [], []]


@pytest.mark.parametrize(("trickless", "counts"), [("kept", [True, True]), ("void", [True, False])])
def test_at_the_end_all_hear_what_counts_in_the_end(open_table, trickless, counts):
    """A side without a trick: its run may be struck out, although it was the best (section 2)."""
    hands = {0: "CA DA SA HJ H9 HA H8 CT", 1: "D8 D9 DT DJ S8 S9 C9 CJ", 2: "HT HK HQ H7 C7 D7 S7 C8"}
    table = open_table(deck=helpers.deck_of(hands), trickless_declarations=trickless)
    helpers.apply_all(table, "bid hearts", "pass", "pass", "pass")
    own = iter(hands[0].split())
    while not table.is_over:
        others = sorted(helpers.legal(table), key=lambda action: (action[5] == "H", action))
        table.apply(f"play {next(own)}" if helpers.turn(table) == 0 else others[0])
    known = helpers.facts(table)
    assert known["tricks"] == [8, 0]
    assert [known["declared"][seat][0][4] for seat in (0, 1)] == counts
    if not hasattr(table, "history"):
        return  # the reference keeps no history
    seats_0_and_1 = (1, 2)  # as seat 3 counts them
    tokens = [(who, value) for kind, who, _, value in table.history(3).tolist() if kind == ANNOUNCEMENT]
    heard = [announcement_text(value) for who, value in tokens if who in seats_0_and_1]
    told = ["four aces (100)", "counts", "run of four to the jack (50)", "in diamonds", *["counts"] * counts[1]]
    assert heard == ["announces a four of 100", "announces a run of four", *told]


# -- The history, and the cards for critics ------------------------------------------------------------------------


@pytest.mark.parametrize("rules", PRESETS)
def test_the_history(rules):
    """Calls and cards of all in order, own picks, own cards as they came, and what was said."""
    rng = random.Random(f"history {rules}")
    options = PRESETS[rules]
    game = helpers.make_game(**options)
    kinds = list(helpers.KINDS)
    for _ in range(8):
        told = random_course(rng, options)
        deal = told.deal
        state = helpers.apply_all(helpers.new_table(game, told.deck, told.dealer, seed=0), *told.actions)
        for seat in range(4):
            tokens = state.history(seat).tolist()
            public = [((who + seat) % 4, what) for kind, who, _, what in tokens if kind == ACTION]
            assert public == [
                (entry[1], PACK.index(entry[2]) if entry[0] == "card" else game.action_id(entry[2]))
                for entry in deal.log
                if entry[0] in ("card", "call")
            ]
            secret = [(who, game.action_name(what)) for kind, who, _, what in tokens if kind == SECRET_ACTION]
            assert secret == [(0, answer) for answer in told.answers[seat]]
            new = [PACK[what] for kind, _, _, what in tokens if kind == NEW_CARD]
            k = deal.order.index(seat)
            five = {*told.deck[3 * k : 3 * k + 3], *told.deck[12 + 2 * k : 14 + 2 * k]}
            assert set(new[:5]) == five
            assert set(new[5:]) == (set(told.deck[20 + 3 * k : 23 + 3 * k]) if deal.leader is not None else set())
            said = [((who + seat) % 4, what) for kind, who, _, what in tokens if kind == ANNOUNCEMENT]
            assert said == [
                (entry[1], kinds.index(entry[2]) if entry[0] == "declares" else len(kinds) + SUITS.index(entry[2]))
                for entry in deal.log
                if entry[0] in ("declares", "belot")
            ]


def test_hidden_cards_for_critics():
    """The vector of hidden cards names every hand, and what comes after the auction."""
    rng = random.Random(7)
    for _ in range(3):
        deck = helpers.random_deck(rng)
        state = helpers.new_table(helpers.make_game("bg_published"), deck)
        while not state.is_over:
            for seat in range(4):
                told = state.game.hidden_layout.decode(state.hidden(seat))
                for slot in range(4):
                    other = (seat + slot) % 4
                    late = set(deck[20 + 3 * other : 23 + 3 * other]) if state.phase == "auction" else set()
                    assert helpers.text(told["hands"][slot]) == helpers.hand(state, other)
                    assert helpers.text(told["late"][slot]) == late
                assert told["asked"] == [state.phase == "declare"]
            state.apply(rng.choice(state.legal_actions()))


def test_a_passed_out_deal_shows_no_cards():
    """The hands are thrown in unseen, and nobody sees the cards that were not dealt."""
    rng = random.Random(8)
    deck = helpers.random_deck(rng)
    own = [*deck[:3], *deck[12:14]]
    others = rng.sample([card for card in deck if card not in own], 27)
    other_deck = [*own[:3], *others[:9], *own[3:], *others[9:]]
    tables = [helpers.new_table(helpers.make_game(), cards, seed=0) for cards in (deck, other_deck)]
    for table in tables:
        helpers.apply_all(table, *["pass"] * 4)
        assert table.is_over
    helpers.assert_told_alike(*tables, 0)
