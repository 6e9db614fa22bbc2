"""P2, P3 and P4: the talon, discards, the super-hand, naming the contract; cases 11 to 13 and 33."""

import itertools

import pytest

from . import helpers, reference
from .reference import PACK, VALUES

TALONS = helpers.cases("talons.toml")
HANDS = helpers.cases("super_hands.toml")


# -- P2 --------------------------------------------------------------------------------------------------------------


def unplayed(open_table, talon, players=4, contract="8S", **options):
    """The entries of whists of a contract at 8 that nobody whists; player B declares, A deals."""
    table = open_table(helpers.deck_of({"talon": talon}, 0, players), 0, players=players, **options)
    helpers.declare(table, 1, contract, talon.split())
    return helpers.written(helpers.apply_all(table, "pass", "pass"))


@pytest.mark.parametrize("case", TALONS, ids=lambda case: case["talon"])
def test_the_talon_is_awarded(open_table, case):
    """Case 12."""
    units = case["units"]
    assert unplayed(open_table, case["talon"])["whists"] == ({"AB": 6 * units} if units else {})
    assert unplayed(open_table, case["talon"], talon_award=False)["whists"] == {}
    three = unplayed(open_table, case["talon"], 3, talon_award_3p="half_each")["whists"]
    assert three == ({"AB": 3 * units, "CB": 3 * units} if units else {})
    assert unplayed(open_table, case["talon"], 3)["whists"] == {}


def test_the_award_is_at_the_price_of_the_contract(open_table):
    assert unplayed(open_table, "SA HA", contract="9S")["whists"] == {"AB": 24}


def test_talons_of_all_pairs():
    """Section 14, numbers: 3 units 6 pairs, 2 units 4, 1 unit 112, 0 units 374."""
    counts = [0] * 4
    for pair in itertools.combinations(PACK, 2):
        counts[reference.talon_units(pair)] += 1
    assert counts == [374, 112, 4, 6]


def test_who_sees_the_talon(open_table):
    """With talon its cards join the hand; without talon they are nowhere, and u = 0 (case 11)."""
    deck = helpers.deck_of({"talon": "SA HA"})
    table = helpers.win_auction(open_table(deck), 1)
    assert helpers.hand(table, 1) == set(deck[:10]) | {"SA", "HA"}
    table = open_table(deck)
    helpers.say(table, "raise, raise, misere, nine without talon, nine without talon, pass, pass")
    assert helpers.phase(table) == "contract"
    assert helpers.turn(table) == 2
    assert helpers.hand(table, 2) == set(deck[10:20])
    helpers.say(table, "contract 9 clubs, pass, pass")
    assert helpers.written(table) == {"pool": {"C": 8}, "mountain": {}, "whists": {}}


def test_a_misere_has_no_award(open_table):
    """Case 31: nothing is written for two aces in the talon."""
    tricks = ((1, 2), (2, 4), (3, 4))
    deck, cards = helpers.arranged(None, 1, tricks, units=3)
    table = helpers.throw(helpers.say(open_table(deck), "misere, pass, pass"), deck[30:])
    assert helpers.written(helpers.play(table, cards)) == {"pool": {}, "mountain": {"B": 20}, "whists": {}}


# -- P3 --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("word", ["raise", "misere"])
def test_discards(open_table, players, word):
    """Case 13: 66 pairs; the talon is thrown openly in games of four only, before any discard."""
    deck = helpers.deck_of({}, 0, players)
    first = helpers.win_auction(open_table(deck, players=players), 1, word)
    held = helpers.by_id(helpers.hand(first, 1))
    assert len(held) == 12
    open_throw = {"discard talon open"} if players == 4 and word == "raise" else set()
    assert helpers.legal(first) == {f"discard {card}" for card in held[:-1]} | open_throw
    pairs = 0
    for card in held[:-1]:
        table = helpers.apply_all(helpers.win_auction(open_table(deck, players=players), 1, word), f"discard {card}")
        later = held[held.index(card) + 1 :]
        assert helpers.legal(table) == {f"discard {other}" for other in later}
        pairs += len(later)
        table.apply(f"discard {later[0]}")
        assert helpers.hand(table, 1) == set(held) - {card, later[0]}
        assert helpers.phase(table) == ("contract" if word == "raise" else "play")
    assert pairs == 66


def test_the_talon_thrown_openly(open_table):
    deck = helpers.deck_of({"talon": "SA HA"})
    table = helpers.apply_all(helpers.win_auction(open_table(deck), 1), "discard talon open")
    assert helpers.hand(table, 1) == set(deck[:10])
    assert helpers.phase(table) == "contract"
    helpers.say(table, "contract 8 spades, pass, pass")
    assert helpers.written(table)["whists"] == {"AB": 18, "BA": 6}, "the award and the refusal both stand"
    table = helpers.win_auction(open_table(deck, open_talon_refusal=False), 1)
    assert "discard talon open" not in helpers.legal(table)


def holding(open_table, hand, talon=2, players=4, **options):
    """B has won the auction with the hand, of which the last cards lay in the talon."""
    cards = hand.split()
    deck = helpers.deck_of({1: cards[: 12 - talon], "talon": cards[12 - talon :]}, 0, players)
    return helpers.win_auction(open_table(deck, players=players, **options), 1)


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("variant", VALUES["preferans_hand"])
@pytest.mark.parametrize("case", HANDS, ids=lambda case: case["hand"])
def test_super_hands(open_table, case, variant, players):
    """Case 33."""
    form = {"off": "", "strict": case["form"], "tops": case.get("tops", case["form"])}[variant]
    table = holding(open_table, case["hand"], players=players, preferans_hand=variant)
    assert ("declare preferans" in helpers.legal(table)) == bool(form)
    if form:
        table.apply("declare preferans")
        assert helpers.is_over(table)
        others = "ACD"[: players - 1]
        found = helpers.written(table)
        assert found["pool"] == {"B": 30} | (dict.fromkeys(others, 30) if form == "no trump" else {})
        assert found["mountain"] == {}
        assert found["whists"] == (dict.fromkeys([f"B{other}" for other in others], 300) if form == "no trump" else {})


def test_no_super_hand_in_an_infinite_pool_or_after_a_discard(open_table):
    hand = HANDS[0]["hand"]
    assert "declare preferans" not in helpers.legal(holding(open_table, hand, pool_target=-1, max_deals=3))
    table = helpers.apply_all(holding(open_table, hand), "discard DA")
    assert "declare preferans" not in helpers.legal(table)


def test_no_super_hand_in_misere(open_table):
    hand = HANDS[0]["hand"].split()
    deck = helpers.deck_of({1: hand[:10], "talon": hand[10:]})
    assert "declare preferans" not in helpers.legal(helpers.win_auction(open_table(deck), 1, "misere"))


def test_the_sheet_after_a_super_hand(open_table):
    """8.6: the pool is closed, the mountain and what others wrote is gone; their own pools help in the no trump form."""
    whists = [[0, 7, 0, 0], [1, 0, 2, 3], [0, 9, 0, 5], [0, 11, 4, 0]]
    sheet = {"pool": [3, 5, 30, 0], "mountain": [4, 6, 0, 1], "whists": whists}
    suit, no_trump = HANDS[0]["hand"].split(), HANDS[2]["hand"].split()
    for hand, pool, row in ((suit, [3, 30, 30, 0], [1, 0, 2, 3]), (no_trump, [30] * 4, [271, 0, 2, 303])):
        table = open_table(helpers.deck_of({1: hand[:10], "talon": hand[10:]}), sheet=sheet)
        helpers.apply_all(helpers.win_auction(table, 1), "declare preferans")
        assert helpers.after(table) == {
            "pool": pool,
            "mountain": [4, 0, 0, 1],
            "whists": [[0] * 4, row, [0, 0, 0, 5], [0, 0, 4, 0]],
        }


def test_a_super_hand_above_the_target(open_table):
    """8.6: P := T also where points beyond it are kept; pools of others that have reached it stay as they are."""
    sheet = {"pool": [40, 35, 12, 3]}
    suit, no_trump = HANDS[0]["hand"].split(), HANDS[2]["hand"].split()
    for hand, pool, row in ((suit, [40, 30, 12, 3], [0] * 4), (no_trump, [40, 30, 30, 30], [0, 0, 180, 270])):
        table = open_table(helpers.deck_of({1: hand[:10], "talon": hand[10:]}), sheet=sheet, help="none")
        helpers.apply_all(helpers.win_auction(table, 1), "declare preferans")
        assert helpers.after(table) == {"pool": pool, "mountain": [0] * 4, "whists": [[0] * 4, row, [0] * 4, [0] * 4]}
        assert sum(helpers.rewards(table)) == 0


# -- P4 --------------------------------------------------------------------------------------------------------------


def test_contracts(open_table):
    """Case 11: any game from the bid on; the level and the trump as named."""
    deck = helpers.deck_of({})
    table = open_table(deck, bid_jumps="free")
    helpers.throw(helpers.say(table, "bid 7 hearts, pass, pass"), deck[30:])
    assert helpers.legal(table) == {f"contract {game}" for game in helpers.GAMES[8:]}
    assert len(helpers.legal(table)) == 17


def test_surrender(open_table):
    """REFUSE costs three prices of the bid's level, and nothing else is written."""
    for rules, price in (("standard", 2), ("leningrad", 4)):
        deck = helpers.deck_of({"talon": "SA HA"})
        table = helpers.win_auction(open_table(deck, rules=rules, talon_award=True, surrender_without_three=True), 1)
        helpers.throw(table, deck[30:])
        assert "refuse" in helpers.legal(table)
        table.apply("refuse")
        assert helpers.is_over(table)
        assert helpers.written(table) == {"pool": {}, "mountain": {"B": 3 * price}, "whists": {}}
    thrown = helpers.win_auction(open_table(deck, surrender_without_three=True), 1)
    helpers.say(thrown, "discard talon open, refuse")
    assert helpers.written(thrown) == {"pool": {}, "mountain": {"B": 6}, "whists": {}}
    bid_high = open_table(deck, surrender_without_three=True, bid_jumps="free")
    helpers.throw(helpers.say(bid_high, "bid 8 hearts, pass, pass"), deck[30:])
    assert helpers.written(helpers.apply_all(bid_high, "refuse"))["mountain"] == {"B": 18}


def test_no_surrender_without_talon(open_table):
    table = open_table(None, surrender_without_three=True)
    helpers.say(table, "raise, misere, nine without talon, pass, pass")
    assert helpers.phase(table) == "contract"
    assert helpers.legal(table) == {f"contract {game}" for game in helpers.GAMES[15:]}
    repeated = open_table(None, surrender_without_three=True, no_talon_games="overcall_and_repeat")
    helpers.say(repeated, "raise, raise, pass, repeat without talon, pass")
    assert helpers.legal(repeated) == {f"contract {game}" for game in helpers.GAMES}
    helpers.say(repeated, "contract 8 spades, pass, pass")
    assert helpers.written(repeated) == {"pool": {"B": 6}, "mountain": {}, "whists": {}}


def test_surrender_is_an_option(open_table):
    deck = helpers.deck_of({})
    table = helpers.throw(helpers.win_auction(open_table(deck), 1), deck[30:])
    assert "refuse" not in helpers.legal(table)
