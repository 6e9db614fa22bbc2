"""Section 14, property tests: random deals and matches of every preset, beside the plain reading of the rules."""

import random

import pytest

from . import helpers, reference
from .reference import PACK, PRESETS, VALUES
from .reference_score import Sheet
from .reference_table import Match

REFEREES = VALUES["referee"]
DEALS = 20


def check(state, deal, seat):
    """The legal actions agree, and the seat, if one is given, is told what it may know."""
    assert state.phase == deal.phase
    assert state.seat == state.actor == deal.turn
    legal = helpers.legal(state)
    assert legal
    assert legal == deal.legal()
    if seat is not None:
        assert helpers.facts(state, seat) == helpers.facts(deal)
        assert helpers.private_part(state, seat) == helpers.private_part(deal, seat)
    return legal


def play_deal(state, deal, rng, share=0.3, declining=0.3):
    """Play a deal on both sides to its end. `share`: of the decisions at which what a seat is told is checked."""
    decisions = 0
    while not deal.is_over:
        legal = check(state, deal, rng.randrange(3) if rng.random() < share else None)
        action = helpers.choose(rng, sorted(legal), declining)
        deal.apply(action)
        state.apply(action)
        decisions += 1
        assert state.deal_over == deal.is_over
    assert 3 <= decisions <= (51 if deal.options["kontra_levels"] == 2 else 53)
    check_invariants(deal)


def check_invariants(deal):
    """Section 14, on a finished deal."""
    played = [card for _, cards in deal.tricks for card in cards]
    left = [card for seat in range(3) for card in deal.hands[seat]]
    aside = deal.discards if deal.bought else deal.talon
    assert sorted([*played, *left, *aside]) == sorted(PACK)
    score, D, options = deal.score, deal.declarer, deal.options
    assert sum(score.thirds) == 0
    if score.result == "fined":
        return
    if options["play_to_end"] and score.result in ("made", "failed"):
        assert len(deal.winners) == 10
    assert all(score.written[i][j] == 0 for i in range(3) for j in range(3) if j != D)
    for seat in range(3):
        if seat != D:
            assert score.bula[seat] in ((0, deal.value, 2 * deal.value) if options["referee"] == "score" else (0, deal.value))
    if options["last_deal_cap"] != "none":
        assert sum(score.bula) + deal.sheet.left >= 0


def check_end(state, deal):
    """The deal is over and so is the episode."""
    assert state.is_over
    assert state.legal_actions() == []
    assert helpers.outcome(state) == helpers.outcome(deal)
    match = Match(deal.options, deal.dealer, deal.sheet)
    match.book(deal)
    assert state.sheet == helpers.sheet_of(match.sheet)
    known, told = helpers.facts(deal), helpers.facts(state, 1)
    for name in ("declarer", "contract", "in_hand", "caller", "giver", "doublings", "value", "tricks", "said", "followed"):
        assert told[name] == known[name], name
    if state.game.values["obs_history"] == "full":
        assert told["played"] == known["played"]


def pair(rng, rules="tournament_2008", sheet=None, **options):
    deck, dealer = helpers.random_deck(rng), rng.randrange(3)
    return (
        helpers.new_table(deck, dealer, rules, sheet, **options),
        helpers.new_reference(deck, dealer, rules, sheet, **options),
    )


@pytest.mark.parametrize("referee", REFEREES)
@pytest.mark.parametrize("rules", PRESETS)
def test_random_deals_beside_the_reference(rules, referee):
    rng = random.Random(f"{rules} {referee}")
    for _ in range(DEALS):
        state, deal = pair(rng, rules, referee=referee)
        play_deal(state, deal, rng)
        check_end(state, deal)


def random_options(rng):
    options = {name: rng.choice(values) for name, values in VALUES.items() if rng.random() < 0.5}
    if not options.get("play_to_end", True):
        options.pop("supe_cap", None)
    if rng.random() < 0.5:
        options["start_bula"] = rng.choice([10, 40, 100, 400])
    if rng.random() < 0.5:
        options["refe_limit"] = rng.choice([0, 1, 5, -1])
    return options


def random_sheet(rng, options):
    """Somewhere in a match, often close to its end."""
    bula = [2 * rng.randrange(-10, 20) for _ in range(3)]
    if sum(bula) <= 0:
        bula[rng.randrange(3)] += 2 * rng.randrange(1, 20) - sum(bula)
    limit = options.get("refe_limit", options.get("start_bula", 100) // 50)
    written = rng.randrange(4) if limit == -1 else rng.randint(0, limit)
    supe = [[0 if i == j else 2 * rng.randrange(100) for j in range(3)] for i in range(3)]
    refe = [rng.randint(0, written) for _ in range(3)]
    return {"deals": rng.randrange(50), "bula": bula, "supe": supe, "refe": refe, "refe_written": written}


def test_random_options_beside_the_reference():
    """Deals from anywhere in a match, under options drawn at random."""
    rng = random.Random("options")
    ends = set()
    for _ in range(500):
        options = random_options(rng)
        sheet = random_sheet(rng, options) if rng.random() < 0.7 else None
        state, deal = pair(rng, sheet=sheet, **options)
        play_deal(state, deal, rng, share=0.1)
        check_end(state, deal)
        ends.add(deal.score.result)
    assert ends == set(helpers.RESULTS[1:])


def match_beside_reference(rng, rules="tournament_2008", max_deals=60, **options):
    """A whole match on both sides, or as many deals as are agreed. Returns whether it was finished."""
    declining = rng.choice([0.3, 0.95])
    game = helpers.make_game(rules, "match", max_deals=max_deals, **options)
    dealer = rng.randrange(3)
    state = game.new_state(seed=rng.randrange(10_000), dealer=dealer)
    match = Match(reference.make_options(rules, max_deals=max_deals, **options), dealer)
    sums = [0, 0, 0]
    while not match.is_over:
        assert not state.is_over
        assert state.dealer == match.dealer
        told = state.game.layout.decode(state.observation())["deals"]
        assert told == [match.deals, max_deals - match.deals - 1]
        deal = match.deal([PACK[int(card)] for card in state.array[0]["pack"]])
        play_deal(state, deal, rng, 0.02, declining)
        match.book(deal)
        assert state.sheet == helpers.sheet_of(match.sheet)
        assert list(state.scores) == deal.score.raw
        assert state.rewards == state.payoffs
        assert sum(state.payoffs) == 0
        extra = match.rounding if match.is_over else [0, 0, 0]
        assert list(state.payoffs) == [points + more for points, more in zip(deal.score.thirds, extra, strict=True)]
        assert deal.sheet.refe_written <= deal.options["refe_limit"] or deal.options["refe_limit"] == -1
        assert max(match.sheet.refe) <= match.sheet.refe_written
        sums = [total + payoff for total, payoff in zip(sums, state.payoffs, strict=True)]
    assert state.is_over
    assert state.truncated != match.is_finished
    assert sum(match.result) == 0
    assert sums == [3 * number for number in match.result]
    return match.is_finished


@pytest.mark.parametrize("rules", PRESETS)
def test_matches_beside_the_reference(rules):
    """The rewards of the deals sum to the result of the match."""
    rng = random.Random(f"match {rules}")
    match_beside_reference(rng, rules, max_deals=12)
    if rules != "serbia_playoff":
        match_beside_reference(rng, rules)


def test_matches_with_random_options():
    rng = random.Random("match")
    finished = [match_beside_reference(rng, **(random_options(rng) | {"start_bula": 20}), max_deals=25) for _ in range(15)]
    assert any(finished)
    assert not all(finished)


@pytest.mark.parametrize("referee", ["off", "score"])
def test_the_referee_only_narrows(referee):
    """referee=mask leaves some of what is legal without it, never nothing."""
    rng = random.Random(f"mask {referee}")
    narrower = 0
    for _ in range(60):
        deck, dealer = helpers.random_deck(rng), rng.randrange(3)
        masked = helpers.new_table(deck, dealer, referee="mask")
        free = helpers.new_table(deck, dealer, referee=referee)
        while not masked.is_over:
            few, many = helpers.legal(masked), helpers.legal(free)
            assert few
            assert few <= many
            narrower += few != many
            action = helpers.choose(rng, sorted(few))
            helpers.apply_all(masked, action)
            helpers.apply_all(free, action)
        assert free.is_over
        assert helpers.outcome(masked) == helpers.outcome(free)
    assert narrower > 60


def test_stopping_early_changes_no_score():
    """play_to_end=false stops when nothing that is written can change."""
    rng = random.Random("stop")
    stopped = 0
    for _ in range(150):
        deck, dealer = helpers.random_deck(rng), rng.randrange(3)
        whole, short = (helpers.new_table(deck, dealer, play_to_end=end) for end in (True, False))
        while not whole.is_over:
            action = helpers.choose(rng, sorted(helpers.legal(whole)))
            whole.apply(action)
            if short.is_over:
                stopped += 1
            else:
                short.apply(action)
        assert helpers.outcome(whole) == helpers.outcome(short)
    assert stopped > 100


def test_seats_are_alike():
    """Seats and the dealer moved by one: the results move with them."""
    rng = random.Random("rotate")
    for _ in range(40):
        deck, dealer = helpers.random_deck(rng), rng.randrange(3)
        table, twin = helpers.new_table(deck, dealer), helpers.new_table(deck, (dealer + 1) % 3)
        while not table.is_over:
            assert helpers.turn(twin) == (helpers.turn(table) + 1) % 3
            assert helpers.legal(twin) == helpers.legal(table)
            action = helpers.choose(rng, sorted(helpers.legal(table)))
            helpers.apply_all(table, action)
            helpers.apply_all(twin, action)
        assert list(twin.scores) == [table.scores[seat - 1] for seat in range(3)]


def test_the_same_actions_make_the_same_state():
    rng = random.Random(14)
    game = helpers.make_game()
    for seed in range(5):
        first, second = game.new_state(seed=seed), game.new_state(seed=seed)
        while not first.is_over:
            action = rng.choice(first.legal_actions())
            first.apply(action)
            second.apply(action)
            assert first.to_bytes() == second.to_bytes()
        assert game.state_from_bytes(first.to_bytes()) == first


def test_illegal_actions_change_nothing():
    rng = random.Random(15)
    game = helpers.make_game(referee="mask")
    for seed in range(10):
        state = game.new_state(seed=seed)
        while not state.is_over:
            before, legal = state.to_bytes(), state.legal_actions()
            for action in rng.sample([a for a in range(-1, game.num_actions + 1) if a not in legal], 4):
                assert state.why_illegal(action) is not None
                with pytest.raises(ValueError):
                    state.apply(action)
            assert state.to_bytes() == before
            state.apply(rng.choice(legal))


def test_bule_never_sum_below_zero():
    """With the cap of the last deal a match ends at exactly zero."""
    rng = random.Random("cap")
    for _ in range(100):
        options = reference.make_options()
        sheet = random_sheet(rng, {})
        _, deal = pair(rng, sheet=sheet)
        while not deal.is_over:
            deal.apply(helpers.choose(rng, sorted(deal.legal())))
        match = Match(options, 0, Sheet(**sheet))
        match.book(deal)
        assert match.sheet.left >= 0
