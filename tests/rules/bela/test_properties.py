"""Section 14, invariants: random deals and matches of every preset, beside the plain reading of the rules."""

import random

import pytest

from . import helpers, reference
from .reference import PRESETS, VALUES
from .reference_table import Match

TABLES = [(rules, players) for rules in PRESETS for players in (4, 3, 2) if rules != "short" or players == 4]
DEALS = 25


def choose(rng, deal, actions):
    """Passing as often as calling; mostly lawful cards where any card may be played; going out now and then."""
    if "pass" in actions and rng.random() < 0.5:
        return "pass"
    if "out" in actions and rng.random() < 0.6:
        actions = [action for action in actions if action != "out"]
    if deal.phase == "play" and deal.options["illegal_play"] == "renons" and rng.random() < 0.97:
        actions = [action for action in actions if action == "out" or action.split()[1] in deal.lawful()]
    return rng.choice(actions)


def check(state, deal, witness, seat):
    """The legal actions agree, and the seat, if one is given, is told what it may know."""
    assert state.phase == deal.phase
    assert state.seat == state.actor == deal.turn
    legal = helpers.legal(state)
    assert legal
    assert legal == deal.legal()
    if seat is not None:
        known = state.game.layout.decode(state.observation(seat))
        assert helpers.public_part(state, seat, known) == helpers.reference_facts(deal)
        assert helpers.private_part(state, seat, known) == witness.knows(seat)
    return legal


def check_invariants(deal):
    """Section 14, on a deal in play or finished."""
    players = deal.players
    cards = [card for cards in (*deal.hands.values(), *deal.played.values()) for card in cards] + deal.discards
    assert len(cards) == len(set(cards))
    assert sum(side.declared > 0 for side in deal.won()) <= (2 if players == 3 else 1)
    assert sum(side.bela for side in deal.won()) <= 20
    if deal.result is None:
        return
    won, scores, result = deal.won(), deal.scores, deal.result
    cards_of_all = sum(side.cards for side in won)
    options = deal.options
    if players != 2:
        assert cards_of_all == 152 + options["last_trick_bonus"]
    elif options["last_trick_bonus"] == 10 and options["stiglja_bonus"] == 90:
        clean = result.game - 90 * (10 in deal.tricks) - sum(side.declared + side.bela for side in won if side.tricks)
        assert (44 if options["two_middle"] else 36) <= cards_of_all <= 162
        assert clean >= cards_of_all
    caller = deal.side(deal.caller)
    if len(won) == 2:
        pot = deal.pot_before
        assert sum(scores) == result.game + (pot if result.verdict != "hang" else -result.points[caller])
        if result.verdict == "fall":
            assert scores[caller] in ((0, 20) if options["bela_on_fall"] == "kept" else (0,))
        if won[caller].tricks:
            assert (result.verdict == "pass") == (result.points[caller] > result.points[1 - caller])
        else:
            assert result.verdict == "fall"
    jack = deal.trump + "J"
    for number, winner, trick in tricks_of(deal):
        assert (jack in trick) <= (trick.index(jack) == winner if jack in trick else True), number


def tricks_of(deal):
    """Number, index of the winner, and cards of each trick, from what everybody saw."""
    trick, first, number = [], None, 0
    for entry in deal.log:
        if entry[0] == "card":
            first = entry[1] if not trick else first
            trick.append(entry[2])
        elif entry[0] == "trick":
            number += 1
            yield number, (entry[1] - first) % deal.players, trick
            trick = []


def play_deal(state, deal, rng, share=0.5):
    """Play a deal on both sides to its end. `share`: of the decisions at which what a seat is told is checked."""
    witness = helpers.Witness(deal)
    deal.pot_before = deal.pot
    decisions = 0
    while not deal.is_over:
        seat = rng.randrange(deal.players) if rng.random() < share else None
        legal = check(state, deal, witness, seat)
        action = choose(rng, deal, sorted(legal))
        witness.hear(action)
        deal.apply(action)
        state.apply(action)
        decisions += 1
        assert state.deal_over == deal.is_over
    assert decisions <= {4: 41, 3: 42, 2: 29}[deal.players]
    check_invariants(deal)


def check_end(state, deal):
    """The deal is over and so is the episode."""
    assert state.is_over
    assert state.legal_actions() == []
    found, expected = helpers.outcome(state), helpers.outcome(deal)
    assert found["scores"] == expected["scores"]
    assert found["result"] == expected["result"]
    sides = helpers.sides(deal.players)
    assert list(state.scores) == [deal.scores[deal.side(seat)] for seat in range(deal.players)]
    if sides == 2:
        assert list(state.payoffs) == [deal.scores[s % 2] - deal.scores[1 - s % 2] for s in range(deal.players)]
    else:
        assert list(state.payoffs) == [3 * score - sum(deal.scores) for score in deal.scores]
    facts, known = helpers.reference_facts(deal), [helpers.told(state, seat) for seat in range(deal.players)]
    for name in ("caller", "trump", "turned", "announced", "shown", "recognised", "bela", "tricks", "trick_points", "played"):
        for told in known:
            assert told[name] == facts[name], name


def pair(rng, players, rules="serbian", totals=None, pot=0, **options):
    deck, dealer = helpers.random_deck(rng), rng.randrange(players)
    state = helpers.new_table(helpers.make_game(players, rules, **options), deck, dealer, totals, pot, seed=rng.randrange(1000))
    return state, helpers.new_reference(players, deck, dealer, rules, totals, pot, **options)


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_random_deals_beside_the_reference(rules, players):
    rng = random.Random(f"{rules} {players}")
    for _ in range(DEALS):
        state, deal = pair(rng, players, rules)
        play_deal(state, deal, rng)
        check_end(state, deal)


def random_options(rng, players):
    options = {name: rng.choice(values) for name, values in VALUES.items() if rng.random() < 0.5}
    if players != 4:
        options.pop("exact_half", None)
    if players == 3:
        options.pop("illegal_play", None)
    if rng.random() < 0.3:
        options |= {"stiglja_bonus": rng.choice([0, 50, 100]), "last_trick_bonus": rng.choice([0, 5, 20])}
    if rng.random() < 0.7:
        options["target"] = rng.choice([120, 300, 501, 1001])
    return options


@pytest.mark.parametrize("players", [4, 3, 2])
def test_random_options_beside_the_reference(players):
    """Deals from anywhere in a match, under options drawn at random."""
    rng = random.Random(f"options {players}")
    ends = set()
    for _ in range(250):
        options = random_options(rng, players)
        target = options.get("target", reference.TARGETS[players])
        totals = [rng.choice([0, target // 2, max(target - rng.randint(0, 160), 0)]) for _ in range(helpers.sides(players))]
        pot = rng.choice([0, 81]) if options.get("exact_half") == "hang" else 0
        state, deal = pair(rng, players, "serbian", totals, pot, **options)
        play_deal(state, deal, rng, share=0.15)
        check_end(state, deal)
        ends.add(helpers.how_it_ended(deal))
    assert ends >= {"made", "fell", "thrown in", "out"} | ({"revoke"} if players != 3 else set())


def match_beside_reference(rng, players, rules="serbian", max_deals=40, **options):
    """A whole match on both sides."""
    game = helpers.make_game(players, rules, "match", **options)
    dealer = rng.randrange(players)
    state = game.new_state(seed=rng.randrange(10_000), dealer=dealer)
    match = Match(reference.make_options(players, rules, **options), dealer)
    deals = 0
    while match.winner is None and deals < max_deals:
        assert not state.is_over
        deal = match.deal([reference.PACK[int(card)] for card in state.array[0]["pack"]])
        play_deal(state, deal, rng, share=0.02)
        match.book(deal)
        deals += 1
        assert state.sheet["totals"] == match.totals
        assert state.sheet["pot"] == match.pot
        assert list(state.scores) == [deal.scores[deal.side(seat)] for seat in range(players)]
        assert sum(state.payoffs) == 0
        if match.winner is None:
            assert state.dealer == match.dealer
            assert not state.is_over
    if match.winner is not None:
        assert state.is_over
        assert int(state.record.winner) == match.winner
    return deals


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_matches_beside_the_reference(rules, players):
    rng = random.Random(f"match {rules} {players}")
    for _ in range(2):
        match_beside_reference(rng, players, rules)


@pytest.mark.parametrize("players", [4, 3, 2])
def test_matches_with_random_options(players):
    rng = random.Random(f"match {players}")
    for _ in range(12):
        match_beside_reference(rng, players, **random_options(rng, players))


@pytest.mark.parametrize("players", [4, 3, 2])
def test_the_same_actions_make_the_same_state(players):
    rng = random.Random(players)
    game = helpers.make_game(players)
    for seed in range(5):
        first, second = game.new_state(seed=seed), game.new_state(seed=seed)
        while not first.is_over:
            action = rng.choice(first.legal_actions())
            first.apply(action)
            second.apply(action)
            assert first.to_bytes() == second.to_bytes()
        assert game.state_from_bytes(first.to_bytes()) == first


@pytest.mark.parametrize("players", [4, 3, 2])
def test_illegal_actions_change_nothing(players):
    rng = random.Random(players)
    game = helpers.make_game(players)
    for seed in range(5):
        state = game.new_state(seed=seed)
        while not state.is_over:
            before, legal = state.to_bytes(), state.legal_actions()
            for action in rng.sample([a for a in range(-1, game.num_actions + 1) if a not in legal], 4):
                with pytest.raises(ValueError):
                    state.apply(action)
            assert state.to_bytes() == before
            state.apply(rng.choice(legal))


@pytest.mark.parametrize("players", [4, 3])
def test_suits_are_alike(players):
    """Exchanging any two suits leaves everything but their names as it was."""
    rng = random.Random(players)
    for _ in range(15):
        one, other = rng.sample("CDHS", 2)
        names = {one: other, other: one}

        def card(name, names=names):
            return names.get(name[0], name[0]) + name[1]

        def said(action, names=names):
            verb, _, what = action.partition(" ")
            if verb == "call":
                letter = reference.SUIT_LETTERS[what]
                return f"call {reference.SUIT_NAMES[names.get(letter, letter)]}"
            return f"{verb} {card(what)}" if what else action

        deck = helpers.random_deck(rng)
        table = helpers.new_table(helpers.make_game(players), deck)
        twin = helpers.new_table(helpers.make_game(players), [card(name) for name in deck])
        while not table.is_over:
            assert helpers.legal(twin) == {said(action) for action in helpers.legal(table)}
            action = rng.choice(sorted(helpers.legal(table)))
            table.apply(action)
            twin.apply(said(action))
        assert helpers.outcome(twin) == helpers.outcome(table)
