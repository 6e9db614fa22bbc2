"""Section 14, properties: random deals and matches of every preset, beside the plain reading of the rules."""

import random

import pytest

from . import helpers, reference
from .reference import PACK, PRESETS, VALUES, make_options
from .reference_table import Match

DEALS = 30


def check(state, deal, seat):
    """The legal actions agree, and the seat, if one is given, is told what it may know."""
    assert state.phase == deal.phase
    assert state.seat == state.actor == deal.turn
    legal = helpers.legal(state)
    assert legal
    assert legal == deal.legal()
    if seat is not None:
        assert helpers.told(state, seat) == helpers.reference_facts(deal, seat)
    return legal


def check_invariants(deal):
    """Section 14, on a finished deal."""
    if deal.result is None:
        assert deal.written == [0, 0]
        return
    assert deal.hands == {seat: set() for seat in range(4)}
    assert sorted(card for cards in deal.played.values() for card in cards) == sorted(PACK)
    assert sum(deal.card_points()) == reference.BASE[deal.contract]
    for trick in helpers.tricks_of(deal):
        cards = [card for _, card in trick]
        if deal.contract in ("no trumps", "all trumps"):
            assert cards[reference.trick_winner(deal.contract, cards)][0] == cards[0][0]
    declared = sum(deal.declared_points())
    factor = 2 if deal.contract == "no trumps" else 1
    bonus = 0 if deal.capot is None else reference.capot_bonus(deal.options, deal.contract)
    assert sum(deal.raw) == factor * reference.BASE[deal.contract] + declared + bonus
    if deal.raw[0] != deal.raw[1]:
        assert deal.hanging == 0
    if deal.options["kontra_scope"] == "all" and deal.options["tie_odd_point"] == "hanging":
        whole = (sum(deal.raw) + 5) // 10
        assert sum(deal.written) + deal.hanging - deal.hanging_before == deal.auction.mult * whole


def play_deal(state, deal, rng, share=0.4):
    """Play a deal on both sides to its end. `share`: of the decisions at which what a seat is told is checked."""
    deal.hanging_before = deal.hanging
    decisions = 0
    while not deal.is_over:
        action = helpers.choose(rng, check(state, deal, rng.randrange(4) if rng.random() < share else None))
        deal.apply(action)
        state.apply(action)
        decisions += 1
        assert state.deal_over == deal.is_over
    assert decisions <= 98
    check_invariants(deal)


def check_end(state, deal):
    """The deal is over and so is the episode."""
    assert state.is_over
    assert state.legal_actions() == []
    assert helpers.outcome(state) == helpers.outcome(deal)
    assert state.scores == [deal.written[seat % 2] for seat in range(4)]
    assert state.payoffs == [deal.written[seat % 2] - deal.written[1 - seat % 2] for seat in range(4)]
    names = (
        "contract",
        "caller",
        "mult",
        "bids",
        "kontras",
        "rekontras",
        "declared",
        "belots",
        "announced",
        "tricks",
        "points",
    )
    for seat in range(4):
        facts, told = helpers.reference_facts(deal, seat), helpers.told(state, seat)
        for name in (*names, "phase", "turn", "last_winner", "played", "trick_number", "voids", "hand", "late", "candidates"):
            assert told[name] == facts[name], name
        known = state.game.layout.decode(state.observation(seat))
        side = seat % 2
        assert known["raw"] == [deal.raw[side], deal.raw[1 - side]]
        assert known["written"] == [deal.written[side], deal.written[1 - side]]
        assert known["result"] == helpers.RESULTS.index(helpers.outcome(deal)["result"])


def pair(rng, rules="montenegrin", totals=None, pot=0, **options):
    deck, dealer = helpers.random_deck(rng), rng.randrange(4)
    state = helpers.new_table(helpers.make_game(rules, **options), deck, dealer, totals, pot, seed=rng.randrange(1000))
    return state, helpers.new_reference(deck, dealer, rules, totals, pot, **options)


@pytest.mark.parametrize("rules", PRESETS)
def test_random_deals_beside_the_reference(rules):
    rng = random.Random(rules)
    for _ in range(DEALS):
        state, deal = pair(rng, rules)
        play_deal(state, deal, rng)
        check_end(state, deal)


def random_options(rng):
    options = {name: rng.choice(values) for name, values in VALUES.items() if rng.random() < 0.6}
    if rng.random() < 0.5:
        options["target"] = rng.choice([1, 51, 101, 500])
    return options


SUITED = [card for suit in "CDHS" for card in PACK if card[0] == suit]


def unshuffled_deck(rng):
    """A pack with long suits in the hands or with equal ranks together, so that there is much to declare."""
    cards = SUITED if rng.random() < 0.5 else sorted(SUITED, key=lambda card: reference.SEQUENCE.index(card[1]))
    dealt = {seat: " ".join(cards[8 * seat : 8 * seat + 8]) for seat in range(4)}
    deck = helpers.deck_of(dealt)
    for _ in range(rng.randint(0, 5)):
        one, other = rng.sample(range(32), 2)
        deck[one], deck[other] = deck[other], deck[one]
    return deck


@pytest.mark.parametrize("number", range(4))
def test_random_options_beside_the_reference(number):
    """Deals from anywhere in a match, under options drawn at random; half of them from a badly shuffled pack."""
    rng = random.Random(f"options {number}")
    ends = set()
    for _ in range(75):
        options = random_options(rng)
        target = options.get("target", 151)
        totals = [rng.choice([0, target // 2, max(target - rng.randint(0, 30), 0)]) for _ in range(2)]
        state, deal = pair(rng, "montenegrin", totals, rng.choice([0, 0, 8, 13]), **options)
        if rng.random() < 0.5:
            deck, dealer = unshuffled_deck(rng), rng.randrange(4)
            pot = rng.choice([0, 8])
            state = helpers.new_table(helpers.make_game(**options), deck, dealer, totals, pot, seed=1)
            deal = helpers.new_reference(deck, dealer, totals=totals, pot=pot, **options)
        play_deal(state, deal, rng, share=0.15)
        check_end(state, deal)
        ends |= {helpers.outcome(deal)["result"], deal.capot is not None and "capot"}
    assert ends >= {"made", "inside", "kontra made", "kontra lost", "passed out", "capot"}


def match_beside_reference(rng, rules="montenegrin", max_deals=30, **options):
    """A whole match on both sides."""
    dealer = rng.randrange(4)
    state = helpers.make_game(rules, "match", **options).new_state(seed=rng.randrange(10_000), dealer=dealer)
    match = Match(make_options(rules, **options), dealer)
    for _ in range(max_deals):
        assert not state.is_over
        assert state.dealer == match.dealer
        deal = match.deal([PACK[int(card)] for card in state.array[0]["pack"]])
        play_deal(state, deal, rng, share=0.02)
        match.book(deal)
        assert state.sheet == {"totals": match.totals, "pot": match.hanging}
        assert state.scores == [deal.written[seat % 2] for seat in range(4)]
        assert sum(state.payoffs) == 0
        if match.winner is not None:
            assert state.is_over
            assert helpers.outcome(state)["winner"] == match.winner
            return
        known = state.game.layout.decode(state.observation(1))
        assert known["totals"] == match.totals[::-1]
        assert known["pot"] == [match.hanging]
        assert known["target"] == [match.options["target"]]
    assert not state.is_over


@pytest.mark.parametrize("rules", PRESETS)
def test_matches_beside_the_reference(rules):
    rng = random.Random(f"match {rules}")
    for _ in range(2):
        match_beside_reference(rng, rules)


@pytest.mark.parametrize("number", range(3))
def test_matches_with_random_options(number):
    rng = random.Random(f"match {number}")
    for _ in range(7):
        match_beside_reference(rng, **random_options(rng))


@pytest.mark.parametrize("rules", ["montenegrin", "bg_published"])
def test_the_same_actions_make_the_same_state(rules):
    rng = random.Random(rules)
    game = helpers.make_game(rules)
    for seed in range(5):
        first, second = game.new_state(seed=seed), game.new_state(seed=seed)
        while not first.is_over:
            action = rng.choice(first.legal_actions())
            first.apply(action)
            second.apply(action)
            assert first.to_bytes() == second.to_bytes()
        assert game.state_from_bytes(first.to_bytes()) == first


@pytest.mark.parametrize("rules", ["montenegrin", "bg_published"])
def test_illegal_actions_change_nothing(rules):
    rng = random.Random(rules)
    game = helpers.make_game(rules)
    for seed in range(5):
        state = game.new_state(seed=seed)
        while not state.is_over:
            before, legal = state.to_bytes(), state.legal_actions()
            for action in rng.sample([a for a in range(-1, game.num_actions + 1) if a not in legal], 4):
                with pytest.raises(ValueError):
                    state.apply(action)
            assert state.to_bytes() == before
            state.apply(rng.choice(legal))


def test_rotating_the_seats():
    """By two: the same deal; by one: the same with the sides exchanged."""
    rng = random.Random("rotation")
    for turns in (1, 2, 3) * 4:
        deck = helpers.random_deck(rng)
        tables = [helpers.new_table(helpers.make_game("bg_published"), deck, dealer) for dealer in (3, (3 + turns) % 4)]
        while not tables[0].is_over:
            assert (tables[0].seat + turns) % 4 == tables[1].seat
            legal = tables[0].legal_actions()
            assert tables[1].legal_actions() == legal
            for seat in range(4):
                one, other = tables[0].observation(seat), tables[1].observation((seat + turns) % 4)
                assert one.tobytes() == other.tobytes()
            action = rng.choice(legal)
            for table in tables:
                table.apply(action)
        one, other = (helpers.outcome(table) for table in tables)
        assert one["written"] == other["written"][:: -1 if turns % 2 else 1]


@pytest.mark.parametrize("contract", ["hearts", "no trumps", "all trumps"])
def test_suits_are_alike(contract):
    """Exchanging plain suits of a suit contract, any suits else, leaves play and score as they were."""
    rng = random.Random(contract)
    for _ in range(12):
        one, other = rng.sample("CDS" if contract == "hearts" else "CDHS", 2)
        names = {one: other, other: one}

        def renamed(text, names=names):
            return text[:-2] + names.get(text[-2], text[-2]) + text[-1]

        deck = helpers.random_deck(rng)
        table, twin = (helpers.new_table(helpers.make_game(), cards) for cards in (deck, [renamed(card) for card in deck]))
        for state in (table, twin):
            helpers.apply_all(state, *helpers.contract_calls(contract, 2))
        while not table.is_over:
            legal = sorted(helpers.legal(table))
            assert helpers.legal(twin) == {renamed(action) for action in legal}
            action = rng.choice(legal)
            table.apply(action)
            twin.apply(renamed(action))
        assert helpers.outcome(twin) == helpers.outcome(table)
