"""Section 10: the referee's predicates, what he allows, and his fines (14.4)."""

import random

import pytest

from adut.games.preferans import holdings, referee_bids, referee_follows, referee_leads
from adut.games.preferans.penalties import Deal as OffendedDeal
from adut.games.preferans.penalties import penalty

from . import helpers, reference_score
from . import reference_referee as reference
from .calls import ANSWERS, CONTRACT, open_contract
from .reference import PACK, VALUES

HOLDINGS = helpers.load("holdings.toml")
FOLLOWS = helpers.cases("follows.toml")
LEADS = helpers.cases("leads.toml")
PENALTIES = helpers.cases("penalties.toml")
ALL = helpers.ALL_HOLDINGS
PATTERNS = VALUES["ref_bid_pattern"]
SCOPES = VALUES["ref_follow_scope"]

# -- Holdings ------------------------------------------------------------------------------------------------------


def is_correct(ranks, how):
    """Both readings agree on a holding."""
    found = reference.suit_ok(ranks, how)
    assert holdings.CORRECT_SUIT[PATTERNS.index(how), helpers.holding(ranks)] == found
    return found


def test_correct_suits():
    for how in PATTERNS:
        for ranks in HOLDINGS["correct"].split():
            assert is_correct(ranks, how) == (how == "dominates" or ranks not in HOLDINGS["not_correct_literally"])
        for ranks in HOLDINGS["not_correct"].split():
            assert not is_correct(ranks, how)


def test_numbers_of_correct_suits():
    assert sum(is_correct(ranks, "dominates") for ranks in ALL) == 135
    assert sum(is_correct(ranks, "literal") for ranks in ALL) == 134


@pytest.mark.parametrize(
    ("what", "package", "plain"),
    [
        ("grades", holdings.GRADE, reference.grade),
        ("sure_tricks", holdings.SURE_TRICKS, reference.sure_tricks),
    ],
)
def test_what_a_holding_is_worth(what, package, plain):
    for ranks, expected in HOLDINGS[what].items():
        assert package[helpers.holding(ranks)] == plain(ranks) == expected
    for number, ranks in enumerate(ALL):
        assert package[number] == plain(ranks)


def test_numbers_of_grades_and_sure_tricks():
    grades = [reference.grade(ranks) for ranks in ALL]
    assert [grades.count(grade) for grade in range(7)] == [39, 26, 31, 32, 32, 32, 64]
    assert [list(holdings.GRADE).count(grade) for grade in range(7)] == [39, 26, 31, 32, 32, 32, 64]
    for least, number in ((1, 222), (2, 163)):
        assert sum(tricks >= least for tricks in holdings.SURE_TRICKS) == number


def test_betl_holdings():
    for word, safe, leads in (("safe", True, None), ("unsafe", False, False), ("leads", True, True), ("waits", True, False)):
        for ranks in HOLDINGS["betl"][word].split():
            assert holdings.BETL_SAFE[helpers.holding(ranks)] == reference.betl_safe(ranks) == safe
            if leads is not None:
                assert holdings.BETL_LEAD[helpers.holding(ranks)] == leads
                assert (reference.betl_safe(ranks) and reference.stays_safe(ranks)) == leads
    for number, ranks in enumerate(ALL):
        assert holdings.BETL_SAFE[number] == reference.betl_safe(ranks)
        assert holdings.BETL_LEAD[number] == (reference.betl_safe(ranks) and reference.stays_safe(ranks))


def test_numbers_of_safe_holdings():
    """By size: the first are Catalan numbers."""
    safe = [ranks for number, ranks in enumerate(ALL) if holdings.BETL_SAFE[number]]
    assert [sum(len(ranks) == size for ranks in safe) for size in range(9)] == [1, 1, 2, 5, 14, 28, 20, 7, 1]
    assert len(safe) == 79


# -- 10.2: bids ----------------------------------------------------------------------------------------------------

LEVELS = [
    ("SA SK S7 HT H9 H8 D9 D8 CT C9", {2}, "a suit of spades"),
    ("SA SJ S8 HK HQ HT H9 D9 D8 CT", {4}, "KQT9 of hearts, as high as KJT9"),
    ("DA DQ D8 D7 C9 C8 CK CQ CJ SJ", {3, 5}, "diamonds and clubs"),
    ("S7 S8 S9 H7 H9 HJ D7 D8 CA C9", {2, 6}, "betl, and the two that may stand for it"),
    ("SA SK SQ HA HJ DA DJ CQ CT C9", {2, 7}, "spades; sans with 4, 2, 2, 1 half tricks"),
    ("SA ST HA HT DA DT CA CT C9 C8", set(), "high cards alone are no two: eight half tricks"),
    ("SA ST S8 HA HT H8 DA DT D8 CJ", set(), "no grade in clubs"),
    ("SA SJ S8 HA HJ DA DK DT CQ CT", {3}, "clubs without a grade: no sans"),
    ("SA SJ S8 HA HJ DA DK CQ CT C9", {2, 3, 7}, "nine half tricks: sans, and a two for it"),
]


@pytest.mark.parametrize(("hand", "levels", "why"), LEVELS)
def test_ok_levels(hand, levels, why):
    cards = hand.split()
    assert reference.ok_levels(cards) == levels, why
    assert package_levels(cards, "dominates") == levels, why


def package_levels(cards, how):
    found = int(referee_bids.ok_levels(helpers.bits(cards), PATTERNS.index(how)))
    return {level for level in range(8) if found >> level & 1}


def test_the_pattern_matters():
    hand = "SA SJ S8 HK HQ HT H9 D9 D8 CT".split()
    assert package_levels(hand, "literal") == reference.ok_levels(hand, "literal") == set()


def random_hands(name, number):
    rng = random.Random(name)
    for _ in range(number):
        low = [card for card in PACK if rng.random() < 0.7 or card[1] in "789"]  # betl hands too
        yield rng, rng.sample(rng.choice([PACK, low]), 10)


def test_random_hands_beside_the_reference():
    seen = set()
    for rng, hand in random_hands("bids", 1500):
        how = rng.choice(PATTERNS)
        assert package_levels(hand, how) == reference.ok_levels(hand, how)
        seen |= reference.ok_levels(hand, how)
        for trump in (*"CDHS", None):
            code = -1 if trump is None else "CDHS".index(trump)
            assert referee_bids.half_tricks(helpers.bits(hand), code) == reference.est(hand, trump)
    assert seen == {2, 3, 4, 5, 6, 7}


BAD = "ST SJ S8 HA HT H8 DA DT D8 CJ"
"""No number is correct."""
GOOD = "HA HK S7 S8 S9 D7 D8 D9 CT C9"
"""Hearts, 4, and no other."""


@pytest.mark.parametrize(
    ("hand", "calls", "legal"),
    [
        (BAD, [], {"pass"}),
        (GOOD, [], {"pass", "bid"}),
        (GOOD, ["bid", "bid", "pass"], {"hold"}),
        (GOOD, ["bid", "bid", "pass", "hold", "bid"], {"hold"}),
        (GOOD, ["bid", "bid", "pass", "hold", "bid", "hold", "bid"], {"pass"}),
    ],
)
def test_numbers_under_the_mask(open_table, hand, calls, legal):
    """Who has started towards 4 cannot stop at 2 or 3; after 4 he may, and 5 he may not name."""
    deck = helpers.deck_of({0: hand, 1: "SA SK SQ HQ CA CK CQ DK DQ DJ"})
    table = helpers.apply_all(open_table(deck, referee="mask"), *calls)
    assert helpers.turn(table) == 0
    first = {"in hand", "in hand betl", "in hand no trump"} if not calls else set()
    assert helpers.legal(table) == legal | first


def test_a_pass_that_is_the_only_call(open_table):
    """Who has said 2 towards 5 passes when he can name no further number."""
    deck = helpers.deck_of({0: "CA CK S7 S8 S9 D7 D8 D9 HT H9", 1: "SA SK HA HK DA DK CQ C9 C8 H8"})
    table = helpers.apply_all(open_table(deck, referee="mask"), "bid", "bid", "pass")
    for _ in range(3):
        assert helpers.legal(table) == {"hold"}
        helpers.apply_all(table, "hold", "bid")
    assert helpers.facts(table)["level"] == 6
    assert helpers.legal(table) == {"pass"}


# -- 10.3: follows -------------------------------------------------------------------------------------------------


def package_follows(hand, contract, in_hand, second, talon, leads, scope):
    cards = helpers.bits(hand), helpers.bits(talon)
    return bool(referee_follows.follow_min(cards[0], contract, in_hand, second, cards[1], leads, SCOPES.index(scope)))


@pytest.mark.parametrize("case", FOLLOWS, ids=helpers.numbered)
@pytest.mark.parametrize("role", ["first", "second"])
def test_follows(case, role):
    if role not in case:
        return
    how = (
        case["hand"].split(),
        CONTRACT[case.get("contract", "herc")],
        case["game"] == "in hand",
        role == "second",
        case.get("talon", "").split(),
        case["game"] == "leads",
        case.get("scope", "in_hand"),
    )
    assert len(how[0]) == 10
    assert reference.follow_min(*how) == case[role]
    assert package_follows(*how) == case[role]


def test_random_follows_beside_the_reference():
    counts = {}
    for rng, hand in random_hands("follows", 4000):
        in_hand = rng.random() < 0.4
        talon = [] if in_hand or rng.random() < 0.2 else rng.sample([card for card in PACK if card not in hand], 2)
        contract, second, leads = rng.randint(2, 7), rng.random() < 0.5, rng.random() < 0.5
        how = (hand, contract, in_hand, second, talon, leads, rng.choice(SCOPES))
        expected = reference.follow_min(*how)
        assert package_follows(*how) == expected
        kind = (in_hand, second, leads, expected)
        counts[kind] = counts.get(kind, 0) + 1
    assert len(counts) == 16
    assert min(counts.values()) > 20


@pytest.mark.parametrize(
    ("cards", "may"), [("HA HK S9 S8 S7 D9 D8 D7 C8 C7", False), ("HA SA S8 S7 D9 D8 D7 C9 C8 C7", True)], ids=["weak", "fit"]
)
@pytest.mark.parametrize("referee", ["mask", "off", "score"])
def test_follows_under_the_mask(open_table, referee, cards, may):
    """The first defender answers a bought herc which the declarer leads."""
    deck = helpers.deck_of({0: "SK SQ SJ HQ HJ HT CA CK CQ CJ", 1: cards})
    table = open_contract(open_table, {"contract": "herc", "options": {"referee": referee}}, 0, 2, deck)
    assert helpers.turn(table) == 1
    assert helpers.legal(table) == {"decline"} | ({"follow"} if may or referee != "mask" else set())


@pytest.mark.parametrize("first", ["follow", "decline"])
def test_the_second_has_another_list(open_table, first):
    """Two trump tricks are enough for the second after a first who follows."""
    owners = {
        0: "SK SQ SJ HQ HJ HT CK CQ CJ DA",
        1: "SA CA DK DQ DJ S7 D7 H7 H8 C7",
        2: "HA HK S9 S8 D9 D8 DT C8 C9 CT",
    }
    case = {"contract": "herc", "in_hand": True, "options": {"referee": "mask"}}
    table = open_contract(open_table, case, 0, 2, helpers.deck_of(owners))
    assert "follow" in helpers.legal(table)
    table.apply(first)
    assert helpers.legal(table) == {"decline"} | ({"follow"} if first == "follow" else set())


# -- 10.4: leads ---------------------------------------------------------------------------------------------------


def lead_table(open_table, case, hand, owners=None, declarer=0, **options):
    """A table at which the leader of a case leads to the first trick. Returns it and his seat."""
    seats = {"D": declarer, "R": (declarer + 1) % 3, "L": (declarer + 2) % 3}
    leader = seats[case["leader"]]
    dealer = (leader + 2) % 3
    said = dict(zip((seats["R"], seats["L"]), case.get("said", [0, 0]), strict=True))
    talon = case.get("talon", "")
    deck = helpers.deck_of({leader: hand, "talon": talon} | (owners or {}), dealer)
    case = dict(case, options=case.get("options", {}) | options)
    table = open_contract(open_table, case, declarer, dealer, deck, numbers=said)
    for seat, level in said.items():
        assert helpers.facts(table)["said"][seat] == level
    for answer in case["answers"]:
        who, what = answer.split()
        assert helpers.turn(table) == seats[who]
        table.apply(ANSWERS[what])
    while helpers.facts(table)["phase"] == "double":
        table.apply("ok")
    assert helpers.turn(table) == leader
    return table, leader


def lead_set(table, seat, opening=True):
    if isinstance(table, helpers.Deal):
        return reference.lead_set(table.hands[seat], table.lead(seat), opening)
    record, options = table.array[0], table.game.options[0]
    return helpers.text(int(referee_leads.lead_set(record, options, seat, int(record["hands"][seat]), opening)))


@pytest.mark.parametrize("case", LEADS, ids=helpers.numbered)
@pytest.mark.parametrize("declarer", [0, 1])
def test_leads(open_table, case, declarer):
    table, leader = lead_table(open_table, case, case["hand"], declarer=declarer)
    expected = case["hand"] if case["legal"] == "ANY" else case["legal"]
    assert lead_set(table, leader) == set(expected.split())
    assert helpers.legal(table) == {f"play {card}" for card in case["hand"].split()}, "referee=off"


def test_leads_under_the_mask(open_table):
    """Case 31, in hand, where no number has to be correct."""
    deck = helpers.deck_of({1: "SK SQ S9 DQ D8 D7 HA H9 H8 H7", 2: "SA DA CA C9 C8 C7 HK HQ S8 DK"}, 0)
    case = {"contract": "herc", "in_hand": True, "options": {"referee": "mask"}}
    table = helpers.apply_all(open_contract(open_table, case, 0, 0, deck), "follow", "follow", "ok", "ok")
    assert helpers.legal(table) == {"play SK"}


def test_rule_5_on_every_lead(open_table):
    """Seat 1 leads through seat 2 and holds KQ9 of spades: later, too, he may lead the king of them alone."""
    owners = {1: "SK SQ S9 DA D8 D7 HA H9 H8 H7", 2: "SA CA DK C9 C8 C7 HK HQ S8 DT", 0: "DQ D9 S7 ST HJ HT CT CJ CQ CK"}
    case = {"contract": "tref", "in_hand": True, "options": {"referee": "mask"}}
    table = open_contract(open_table, case, 0, 0, helpers.deck_of(owners, 0))
    helpers.apply_all(table, "follow", "follow", "ok", "ok", "play DA", "play DT", "play D9")
    assert helpers.turn(table) == 1
    assert helpers.legal(table) == {f"play {card}" for card in "SK D8 D7 HA H9 H8 H7".split()}
    helpers.apply_all(table, "play SK", "play S8", "play S7")
    assert {"play SQ", "play S9"} <= helpers.legal(table)


# -- 10.5: betl ----------------------------------------------------------------------------------------------------

LAYDOWNS = [
    # hand, he leads, in hand, discards, laydown
    ("S7 S8 S9 ST H7 H9 HJ D7 D8 C7", True, True, "", True),
    ("S7 S8 S9 ST H7 H9 HJ D7 D8 C8", True, True, "", False),
    ("S7 S8 S9 ST H7 H9 HJ D7 D8 C8", False, True, "", False),
    ("S7 S9 SJ H7 H9 HJ D7 D9 C7 C9", True, True, "", False),
    ("S7 S9 SJ H7 H9 HJ D7 D9 C7 C9", False, True, "", True),
    ("S7 S8 S9 ST SJ H7 H9 HJ D7 D9", True, True, "", True),
    ("S7 S8 S9 ST SJ SQ H7 H9 D7 D9", True, True, "", False),
    ("S7 S8 S9 ST SJ SQ H7 H9 D7 D9", True, False, "CA CK", True),
    ("S7 S8 S9 ST SJ SQ H7 H9 D7 D9", True, False, "SA SK", False),
    ("S7 S8 S9 ST SJ SQ H7 H9 D7 D9", True, False, "SA CK", True),
]


@pytest.mark.parametrize(("hand", "leads", "in_hand", "discards", "expected"), LAYDOWNS)
def test_laydown(hand, leads, in_hand, discards, expected):
    assert reference.laydown(hand.split(), leads, in_hand, discards.split()) == expected
    assert bool(referee_bids.is_laydown(helpers.bits(hand), leads, in_hand, helpers.bits(discards))) == expected


def test_random_laydowns_beside_the_reference():
    rng = random.Random("betl")
    found = {True: 0, False: 0}
    for _ in range(3000):
        hand = set()
        for _ in range(3):
            suit = rng.choice("CDHS")
            hand |= {suit + rank for rank in rng.choice(["7", "78", "789", "79", "79J", "78J", "78T", "789T"])}
        low = [card for card in PACK if card not in hand]
        hand = set(sorted(hand)[:10]) | set(low[: max(0, 10 - len(hand))])
        in_hand, leads = rng.random() < 0.5, rng.random() < 0.7
        discards = [] if in_hand else rng.sample([card for card in PACK if card not in hand], 2)
        expected = reference.laydown(hand, leads, in_hand, discards)
        assert bool(referee_bids.is_laydown(helpers.bits(hand), leads, in_hand, helpers.bits(discards))) == expected
        found[expected] += 1
    assert min(found.values()) > 100


# -- referee=score -------------------------------------------------------------------------------------------------


HIGH_CARDS = "SA ST S8 DA DT D8 CA CT C8 H7"
"""No number is correct."""
HEARTS = "HA HK HQ HJ S9 S7 D9 D7 C9 C7"
KINGS = "HK H9 SK S9 S7 DK D9 CK CJ C9"
"""No number is correct."""


@pytest.mark.parametrize("scope", ["dropped", "all"])
@pytest.mark.parametrize("cards", [HEARTS, KINGS], ids=["correct", "incorrect"])
def test_fines_for_bids(open_table, scope, cards):
    """10.1: seat 1 has told 4 with a bad hand: +8 bule, seat 2 writes 24, seat 0 writes 16. The buyer is checked with `all`."""
    case = {"contract": "tref", "options": {"referee": "score", "ref_bid_scope": scope}}
    deck = helpers.deck_of({0: cards, 1: HIGH_CARDS})
    table = open_contract(open_table, case, 0, 2, deck, {"bula": [100] * 3, "refe": [1, 0, 0]}, {1: 4})
    assert helpers.facts(table)["said"] == [4, 4, 0]
    found = helpers.outcome(helpers.apply_all(table, "decline", "decline"))
    assert found["result"] == "fined"
    assert not found["uses_refe"]
    if scope == "all" and cards == KINGS:
        assert found["bula"] == [8, 8, 0]
        assert found["written"] == [[0, 16, 0], [24, 0, 0], [16, 24, 0]]
    else:
        assert found["bula"] == [0, 8, 0]
        assert found["written"] == [[0, 16, 0], [0, 0, 0], [0, 24, 0]]


def test_a_correct_bid_is_not_fined(open_table):
    owners = {0: "SK SQ SJ CA CK CQ CJ H9 D9 S9", 1: "HA HK S8 S7 D8 D7 C8 C7 H8 H7"}
    case = {"contract": "tref", "options": {"referee": "score"}}
    table = open_contract(open_table, case, 0, 2, helpers.deck_of(owners), numbers={1: 4})
    found = helpers.outcome(helpers.apply_all(table, "decline", "decline"))
    assert (found["result"], found["bula"]) == ("not followed", [-10, 0, 0])


def test_who_is_cut_off_by_a_game_from_the_hand_is_exempt(open_table):
    deck = helpers.deck_of({0: BAD})
    table = helpers.apply_all(open_table(deck, referee="score"), "bid", "in hand no trump", "decline", "decline")
    assert helpers.outcome(table)["result"] == "not followed"


@pytest.mark.parametrize(("scope", "result"), [("all", "fined"), ("dropped", "not doubled")])
def test_fines_come_before_refe(open_table, scope, result):
    """A fine replaces all that the deal would write, the refe of a pik that nobody doubles too."""
    options = {"referee": "score", "pik_needs_kontra": True, "ref_bid_scope": scope}
    table = open_contract(open_table, {"contract": "pik", "options": options}, 0, 2, helpers.deck_of({0: KINGS}))
    found = helpers.outcome(helpers.apply_all(table, "decline", "decline"))
    assert found["result"] == result
    assert found["gains_refe"] == (result == "not doubled")
    assert found["bula"] == [4 if result == "fined" else 0, 0, 0]


WEAK, FIT = "HQ H8 H7 S9 S8 D9 D8 C9 C8 C7", "HK HQ H7 S9 S8 D9 D8 C9 C8 C7"
"""One sure trump, or two: less than the least for a bought herc that another leads, and just enough."""


@pytest.mark.parametrize("hand", [WEAK, FIT], ids=["weak", "fit"])
@pytest.mark.parametrize(
    ("answers", "tricks", "bula", "moved"),
    [
        (["ok", "ok"], ((0, 8), (1, 1), (2, 1)), [-8, 8, 8], [-8, 16, 0]),
        (["ok", "ok"], ((0, 7), (1, 2), (2, 1)), [-8, 0, 8], None),
        (["ok", "ok"], ((0, 7), (1, 1), (2, 2)), [-8, 8, 0], None),
        (["ok", "double", "ok"], ((0, 6), (1, 2), (2, 2)), [-16, 0, 16], [-16, 16, 0]),
        (["double", "ok"], ((0, 6), (1, 2), (2, 2)), [-16, 16, 0], None),
        (["ok", "double", "ok"], ((0, 5), (1, 3), (2, 2)), [16, 0, 0], None),
    ],
)
@pytest.mark.parametrize("referee", ["off", "score"])
def test_the_first_follower_answers_for_the_second(open_table, referee, answers, tricks, bula, moved, hand):
    """10.3: who followed first without the least bears the second's fall if both fall, or if the second's kontra failed."""
    deck, cards = helpers.arranged(4, 0, 1, (0, 1, 2), tricks, ((1, hand),))
    case = {"contract": "herc", "options": {"referee": referee, "talon_public": False}}
    table = open_contract(open_table, case, 0, 1, deck)
    helpers.apply_all(table, "follow", "follow", *answers, *(f"play {card}" for card in cards))
    expected = moved if moved and hand == WEAK and referee == "score" else bula
    assert helpers.outcome(table)["bula"] == expected


KING_AND_QUEEN = ((1, "DK DQ D7 S7"), (2, "DA DJ DT D9 D8"))


@pytest.mark.parametrize("lead", ["DK", "D7", "S7"])
@pytest.mark.parametrize("answer", ["call partner", "double"])
@pytest.mark.parametrize("referee", ["off", "score"])
def test_a_wrong_lead_takes_the_fall(open_table, referee, answer, lead):
    """10.4: seat 2 has bid diamonds and draws seat 1 in, who leads spades, and seat 2 falls.

    The seven of diamonds breaks rule 5, which moves no fall.
    """
    deck, cards = helpers.arranged(4, 0, 0, (0, 1, 2), ((0, 8), (1, 1), (2, 1)), KING_AND_QUEEN, lead)
    table = open_contract(open_table, {"contract": "herc", "options": {"referee": referee}}, 0, 0, deck, numbers={2: 3})
    assert helpers.facts(table)["said"] == [4, 0, 3]
    helpers.apply_all(table, "decline", "follow", answer)
    while helpers.facts(table)["phase"] == "double":
        table.apply("ok")
    found = helpers.outcome(helpers.apply_all(table, *(f"play {card}" for card in cards)))
    value = 8 if answer == "call partner" else 16
    faller = 1 if referee == "score" and lead == "S7" else 2
    assert found["bula"] == [-value if seat == 0 else value if seat == faller else 0 for seat in range(3)]
    assert found["written"] == [[0, 0, 0], [0, 0, 0], [2 * value, 0, 0]], "the partner writes the supe"


# -- 10.1: fines ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", PENALTIES, ids=helpers.numbered)
@pytest.mark.parametrize("turned", range(3))
def test_penalties(case, turned):
    """Every case for each declarer."""

    def seat(number):
        return (number + turned) % 3

    written = [[0] * 3 for _ in range(3)]
    for who, whom, supe in case.get("written", []):
        written[seat(who)][seat(whom)] = supe
    bula = [0] * 3
    for number, change in enumerate(case["bula"]):
        bula[seat(number)] = change
    more = {name: case[name] for name in ("count", "level") if name in case}
    deal = dict(case.get("deal", {}))
    followers = deal.get("followers")
    followers = None if followers is None else [seat(number) for number in followers]
    caller = seat(deal["caller"]) if "caller" in deal else None
    value, left = deal.get("value", 0), deal.get("bule_left", 0)
    offended = OffendedDeal(seat(0), value, left, followers, caller) if deal else None
    found = penalty(case["kind"], seat(case["offender"]), offended, **more)
    assert (found.bula, found.written) == (bula, written)
    plain = reference_score.penalty(case["kind"], seat(case["offender"]), seat(0), value, left, followers, caller, **more)
    assert (plain.bula, plain.written) == (bula, written)


@pytest.mark.parametrize(
    ("kind", "offender", "more"),
    [("noise", 0, {}), ("misdeal", 3, {}), ("shuffle", 0, {"count": 0}), ("revoke", 1, {})],
)
def test_penalties_that_are_none(kind, offender, more):
    with pytest.raises(ValueError):
        penalty(kind, offender, **more)
