"""Section 14, invariants: random deals of every preset and table, beside the plain reading of the rules."""

import random

import pytest

from . import helpers, reference
from .reference import PACK, PLAYERS, PRESETS

TABLES = [
    *((rules, PLAYERS[rules]) for rules in PRESETS),
    *((rules, 4) for rules in ("classical", "pre1999", "isko", "iss_replay")),
]
VARIANTS = [
    {"second_duel": "rearhand_says"},
    {"jump_bids": True},
    {"levels": "cumulative", "lost_hand_factor": 2},
    {"grand_ouvert": "24x7", "null_below_bid": "masked"},
    {"concede_in_play": "nine_cards", "concede_after_pickup": False},
    {"early_stop": "iss", "own_schneider": "unless_announced"},
    {"loss_floor": "before_factor", "null_lost_factor": "2_pickup_1_hand"},
    {"loss_floor": "hand_only", "lost_pickup_extra": 0},
    {"overbid_charge": "next_multiple"},
    {"seeger_fabian": True, "defence_bonus_3p": 25},
]
DEALS = 100


def pair(rules, players, rng, **options):
    """The same deal on a table of the package and in the reference."""
    deal = helpers.random_deal(rng)
    dealer = rng.randrange(players)
    state = helpers.new_table(helpers.make_game(rules, players, **options), deal, dealer)
    return state, helpers.new_reference(rules, players, deal, dealer, **options)


def check_cards(state):
    """The cards are a partition: hands, skat, cards played."""
    record = state.array[0]
    sets = [int(cards) for cards in (*record["hands"], *record["played"], record["skat"])]
    assert sum(bin(cards).count("1") for cards in sets) == 32
    union = 0
    for cards in sets:
        union |= cards
    assert union == (1 << 32) - 1


def play_beside_reference(rules, players, rng, **options):
    state, deal = pair(rules, players, rng, **options)
    named, passed, said = [], set(), []
    while not deal.is_over:
        assert not state.is_over
        assert state.seat == state.actor == deal.seat
        legal = helpers.legal(state)
        assert legal
        assert legal == deal.legal()
        assert list(state.legal_mask().nonzero()[0]) == state.legal_actions()
        check_cards(state)
        action = helpers.choose(rng, sorted(legal))
        if deal.phase == "auction":
            assert deal.turn not in passed
            if action == "pass":
                passed.add(deal.turn)
            elif action != "hold":
                named.append(int(action.split()[1]))
                assert named == sorted(set(named))
                assert named[-1] in reference.bid_values(deal.options["grand_ouvert"])
        said.append(action)
        state.apply(action)
        deal.apply(action)
    check_end(state, deal)
    return state, deal, said


def check_end(state, deal):
    assert state.is_over
    assert state.legal_actions() == []
    assert list(state.scores) == deal.scores
    assert list(state.payoffs) == reference.settlement(deal.scores)
    assert sum(state.payoffs) == 0
    check_cards(state)
    found = helpers.outcome(state)
    if deal.soloist is None:
        assert found == {"soloist": None}
        assert not any(state.scores)
        return
    assert found == helpers.outcome(deal)
    assert found["value"] != 0
    record = state.record
    tricks = found["tricks"] + int(record.defender_tricks)
    if deal.options["loss_floor"] != "hand_only":
        assert abs(found["value"]) >= found["bid"]
    if tricks == 10:
        assert found["points"] + int(record.defender_points) == 120
        assert (found["tricks"] == 10) <= (found["points"] == 120)
        assert found["tricks"] > 0 or found["points"] <= 22
    elif found["contract"] == "null":
        assert deal.conceded or found["tricks"] == 1 or tricks == 0
    else:
        assert deal.conceded or deal.options["early_stop"] == "iss"


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_random_deals_beside_the_reference(rules, players):
    rng = random.Random(f"{rules} {players}")
    ends = [play_beside_reference(rules, players, rng)[1] for _ in range(DEALS)]
    assert {"null", "grand"} <= {end.contract for end in ends}
    assert any(end.hand for end in ends)
    assert any(not end.hand for end in ends)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("players", [3, 4])
def test_random_deals_of_variants(options, players):
    rng = random.Random(f"{options} {players}")
    for _ in range(DEALS // 4):
        play_beside_reference("classical", players, rng, **options)


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_the_same_actions_make_the_same_state(rules, players):
    rng = random.Random(f"again {rules} {players}")
    game = helpers.make_game(rules, players)
    for seed in range(5):
        first, second = game.new_state(seed=seed), game.new_state(seed=seed)
        while not first.is_over:
            action = helpers.choose(rng, sorted(helpers.legal(first)))
            first.apply(action)
            second.apply(game.action_id(action))
            assert first.to_bytes() == second.to_bytes()
        assert game.state_from_bytes(first.to_bytes()) == first


@pytest.mark.parametrize("rules", ["classical", "isko"])
def test_illegal_actions_change_nothing(rules):
    rng = random.Random(rules)
    game = helpers.make_game(rules)
    for seed in range(10):
        state = game.new_state(seed=seed)
        while not state.is_over:
            before = state.to_bytes()
            legal = state.legal_actions()
            for action in rng.sample([a for a in range(-1, game.num_actions + 1) if a not in legal], 4):
                with pytest.raises(ValueError):
                    state.apply(action)
            assert state.to_bytes() == before
            state.apply(helpers.choose(rng, sorted(helpers.legal(state))))
        with pytest.raises(ValueError):
            state.apply("pass")


def relabel(names, contract, one, other):
    """Exchange two suits in cards and actions; jacks stay where they are trumps."""

    def card(name):
        if contract != "null" and name[1] == "J":
            return name
        return {one: other, other: one}.get(name[0], name[0]) + name[1]

    return [" ".join(card(word) if word in PACK else word for word in name.split()) for name in names]


@pytest.mark.parametrize("rules", ["classical", "isko"])
def test_suits_of_equal_role_are_alike(rules):
    """Exchanging two plain suits leaves legal cards, winners, points and value as they were."""
    rng = random.Random(f"suits {rules}")
    compared = 0
    while compared < 25:
        state, deal, said = play_beside_reference(rules, 3, rng)
        if deal.soloist is None:
            continue
        trump = reference.SUIT_LETTERS.get(deal.contract)
        one, other = rng.sample([suit for suit in "CDHS" if suit != trump], 2)
        dealt = {name: " ".join(deal.dealt[position]) for position, name in enumerate("FMR")}
        dealt["skat"] = " ".join(deal.dealt_skat)
        owners = dict(zip(dealt, relabel(dealt.values(), deal.contract, one, other), strict=True))
        twin = helpers.new_table(state.game, owners, state.dealer)
        # the contract itself keeps its name
        for action in said:
            twin.apply(action if action.startswith("declare ") else relabel([action], deal.contract, one, other)[0])
        assert helpers.outcome(twin) == helpers.outcome(state)
        assert list(twin.scores) == list(state.scores)
        compared += 1


def test_every_declaration_is_reached():
    """The random play of these tests reaches every form of every contract, won and lost."""
    rng = random.Random("reach")
    seen = set()
    for _ in range(600):
        deal = helpers.new_reference("classical", 3, helpers.random_deal(rng), 2)
        while not deal.is_over:
            deal.apply(helpers.choose(rng, sorted(deal.legal())))
        if deal.soloist is not None:
            seen.add((deal.contract, deal.hand, deal.schneider, deal.schwarz, deal.ouvert))
    suits = [
        (c, h, s, z, o)
        for c in helpers.CONTRACTS[:5]
        for h, s, z, o in (
            (False, False, False, False),
            (True, False, False, False),
            (True, True, False, False),
            (True, True, True, False),
            (True, True, True, True),
        )
    ]
    nulls = [("null", hand, False, False, ouvert) for hand in (False, True) for ouvert in (False, True)]
    assert seen == {*suits, *nulls}
