"""Section 7: who knows what and when."""

import random

import pytest

from adut.core.history import SHOWN_CARD

from . import helpers
from .reference import PRESETS

BY_SLOT = {
    *("open_hands", "trick", "played", "passed", "said", "void"),
    *("actor", "declarer", "bidder", "answerer", "leader", "last_winner", "best"),
}
OWN = ("hand", "found", "discards", "role", "totals", "wins", "losses")


def known(state, seat):
    """What a seat is told, by name."""
    return state.game.layout.decode(state.observation(seat))


def public(state, seat):
    """What a seat is told beyond its own cards, with players by position F, M, R instead of by slot."""
    told = known(state, seat)
    first = (told["role"] or 0) % 3
    facts = {}
    for name, part in state.game.layout.items():
        fact = told[name]
        if name in OWN:
            continue
        if part.kind == "one_hot" and part.size == 3:  # a slot
            facts[name] = None if fact is None else (fact + first) % 3
        elif isinstance(fact, list) and len(fact) % 3 == 0:  # by slot
            each = len(fact) // 3
            facts[name] = [fact[each * ((place - first) % 3) + i] for place in range(3) for i in range(each)]
        else:
            facts[name] = fact
    assert {name for name in facts if facts[name] != told[name]} <= BY_SLOT
    return facts


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("rules", ["classical", "isko"])
def test_public_knowledge_is_the_same_for_all(rules, players):
    """Both defenders, the declarer and the sitting dealer are told the same beyond their own cards."""
    rng = random.Random(7)
    game = helpers.make_game(rules, players)
    for seed in range(15):
        state = game.new_state(seed=seed)
        while not state.is_over:
            facts = [public(state, seat) for seat in range(players)]
            for other in facts[1:]:
                assert other == facts[0]
            state.apply(rng.choice(state.legal_actions()))


def knows_nothing_but_his_own(state, seat):
    told = known(state, seat)
    own = int(state.record.hands[seat])
    assert told["hand"] == own
    assert told["found"] == told["discards"] == 0


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("soloist", ["F", "M", "R"])
def test_skat_and_discards_are_the_declarers(players, soloist):
    game = helpers.make_game("isko", players)
    table = helpers.auction_to(helpers.new_table(game), soloist, 18)
    declarer = table.seat
    others = [seat for seat in range(players) if seat != declarer]
    skat = helpers.parse_cards(helpers.SPREAD["skat"])
    table.apply("pick up")
    assert known(table, declarer)["found"] == skat
    assert known(table, declarer)["hand"] == helpers.parse_cards(helpers.SPREAD[soloist]) | skat
    discards = helpers.SPREAD[soloist].split()[-2:]
    for card in discards:
        table.apply(f"discard {card}")
        for seat in others:
            knows_nothing_but_his_own(table, seat)
    assert known(table, declarer)["discards"] == helpers.parse_cards(discards)
    table.apply("declare grand")
    rng = random.Random(71)
    while not table.is_over:
        for seat in others:
            knows_nothing_but_his_own(table, seat)
            assert known(table, seat)["open_hands"] == [0, 0, 0]
        assert known(table, declarer)["found"] == skat
        assert known(table, declarer)["discards"] == helpers.parse_cards(discards)
        table.apply(rng.choice(sorted(helpers.legal(table) - {"concede"})))


@pytest.mark.parametrize("soloist", ["F", "M", "R"])
def test_the_skat_of_a_hand_game_is_nobodys(soloist):
    """Not even the declarer knows it, nor his matadors."""
    game = helpers.make_game("isko")
    tables = []
    for skat, card in (("CJ D7", "SA"), ("SA D7", "CJ")):  # the skat and a defender exchange two cards
        owners = {"F": "SJ ST SK SQ S9 S8 S7 C7", "M": "HJ HA HT HK HQ H9 H8 H7 CT", "R": "DJ DA DT DK DQ D9 D8 CQ C9"}
        defender = "M" if soloist != "M" else "R"
        owners[defender] += f" {card}"
        table = helpers.auction_to(helpers.new_table(game, owners | {"skat": skat}), soloist, 18)
        helpers.apply_all(table, "play hand", "declare grand")
        tables.append(table)
    seats = [table.record.declarer for table in tables]
    observations = [table.observation(seat).tobytes() for table, seat in zip(tables, seats, strict=True)]
    assert observations[0] == observations[1]
    assert tables[0].history(seats[0]).tolist() == tables[1].history(seats[1]).tolist()


@pytest.mark.parametrize(
    ("take", "declaration"),
    [
        ("pick up", "declare null ouvert"),
        ("play hand", "declare null ouvert"),
        ("play hand", "declare spades ouvert"),
        ("play hand", "declare grand ouvert"),
    ],
)
def test_open_hands(take, declaration):
    """The declarer's cards are public from the declaration on, before the first lead, and shrink as he plays."""
    table = helpers.auction_to(helpers.new_table(helpers.make_game("isko", 4)), "M", 18)
    table.apply(take)
    if take == "pick up":
        helpers.apply_all(table, "discard C7", "discard HA")
    assert all(known(table, seat)["open_hands"] == [0, 0, 0] for seat in range(4))
    table.apply(declaration)
    rng = random.Random(72)
    declarer = table.record.declarer
    while not table.is_over:
        for seat in range(4):
            assert sum(known(table, seat)["open_hands"]) == int(table.record.hands[declarer])
        table.apply(rng.choice(sorted(helpers.legal(table) - {"concede"})))


@pytest.mark.parametrize("take", ["pick up", "play hand"])
def test_the_end_shows_everything(take):
    """The skat as it lies then, and all cards that are still held, for everybody."""
    table = helpers.auction_to(helpers.new_table(helpers.make_game("isko")), "M", 18)
    table.apply(take)
    if take == "pick up":
        helpers.apply_all(table, "discard C7", "discard HA")
        helpers.apply_all(table, "concede", "declare hearts")
    else:
        helpers.apply_all(table, "declare hearts", "play CA", "concede")
    assert table.is_over
    for seat in range(3):
        view = table.view(seat)[0]
        assert helpers.text(int(view["skat"])) == ({"C7", "HA"} if take == "pick up" else {"C7", "D7"})
        assert view["hands"].tolist() == table.array[0]["hands"].tolist()


@pytest.mark.parametrize("rules", ["classical", "isko"])
@pytest.mark.parametrize("players", [3, 4])
def test_all_pass_shows_everything(rules, players):
    """The hands of F, M and R and then the skat, which lies before the dealer, are told to everybody."""
    table = helpers.new_table(helpers.make_game(rules, players), dealer=1)
    helpers.apply_all(table, "pass", "pass", "pass")
    assert table.is_over
    active = helpers.seats(players, 1)
    owners = [*zip(active, (helpers.SPREAD[name] for name in "FMR"), strict=True), (1, helpers.SPREAD["skat"])]
    expected = [
        (owner, helpers.PACK[card]) for owner, cards in owners for card in helpers.card_list(helpers.parse_cards(cards))
    ]
    for seat in range(players):
        events = [event for event in table.history(seat).tolist() if event[0] == SHOWN_CARD]
        assert all(actor == owner for _, actor, owner, _ in events)
        assert [((owner + seat) % players, helpers.PACK[card]) for *_, owner, card in events] == expected


@pytest.mark.parametrize("rules", PRESETS)
def test_hidden_cards_change_nothing(rules):
    """A seat is told the same, and asked the same, when cards that it cannot see change places."""
    rng = random.Random(73)
    game = helpers.make_game(rules)
    compared = 0
    for _ in range(25):
        deal = helpers.random_deal(rng)
        state = helpers.new_table(game, deal, seed=0)
        actions = []
        for _ in range(rng.randint(4, 45)):
            if state.is_over:
                break
            actions.append(rng.choice(sorted(helpers.legal(state))))
            state.apply(actions[-1])
        if state.is_over:
            continue
        for name, seat in zip("FMR", helpers.seats(game.seats, game.seats - 1), strict=True):
            twin = retell(state, deal, actions, name, rng)
            if twin is None:
                continue
            compared += 1
            assert state.observation(seat).tobytes() == twin.observation(seat).tobytes()
            assert state.history(seat).tobytes() == twin.history(seat).tobytes()
            assert state.view(seat).tobytes() == twin.view(seat).tobytes()
            if state.seat == seat:
                assert state.legal_actions() == twin.legal_actions()
    assert compared > 20


def retell(state, deal, actions, observer, rng):
    """The same public actions after the cards that `observer` has not seen were dealt anew; None if that cannot be."""
    record = state.record
    seen = {action.split()[1] for action in actions if action.startswith("play ") and action != "play hand"}
    if record.ouvert:
        seen |= helpers.cards_of(state, record.declarer)
    if record.picked_up and helpers.seats(state.game.seats, state.dealer)["FMR".index(observer)] == record.declarer:
        seen |= set(deal["skat"].split())
    for _ in range(30):
        twin = helpers.new_table(state.game, redeal(deal, seen, observer, rng), seed=0)
        for action in actions:
            if twin.phase == "discard" and helpers.turn(twin) != observer:
                action = rng.choice([text for text in sorted(helpers.legal(twin)) if text.split()[1] not in seen])
            if action not in helpers.legal(twin):
                break
            twin.apply(action)
        else:
            return twin
    return None


def redeal(deal, seen, observer, rng):
    """Exchange the cards that `observer` has not seen among the other two hands and the skat."""
    owners = {name: cards.split() for name, cards in deal.items()}
    others = [name for name in owners if name != observer]
    loose = [card for name in others for card in owners[name] if card not in seen]
    rng.shuffle(loose)
    for name in others:
        owners[name] = [card if card in seen else loose.pop() for card in owners[name]]
    return {name: " ".join(cards) for name, cards in owners.items()}
