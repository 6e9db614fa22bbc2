"""Section 5.7: who is asked to report when, what is announced, what is shown."""

import pytest

from . import helpers
from .reference import PACK

# Seat 0 has nothing; 1: run of four; 2: nothing; 3: a run of three in trump and the bela.
DEAL = {
    0: "C7 C9 D8 DT H9 HJ S7 S9",
    1: "S8 D9 D7 HT HQ CQ H7 CJ",
    2: "ST SJ SQ SK DJ DK C8 HA",
    3: "CT DQ H8 HK DA SA CK CA",
}
RUN_OF_FOUR = {"ST", "SJ", "SQ", "SK"}
THREE = {
    0: "SJ SQ SK H7 H8 D9 DT CA C9 HT",
    1: "S7 S8 S9 HJ HQ D7 DA CK CJ C7",
    2: "DJ DQ DK HA H9 ST SA C8 CT CQ",
}


def called(open_table, **options):
    return helpers.apply_all(open_table(4, deck=helpers.deck_of(4, DEAL), **options), "call clubs")


def script(table, steps):
    """Steps "seat legal answers -> action"; every question and card of the beginning of play."""
    for line in steps.strip().splitlines():
        who, choices, action = (part.strip() for part in line.split("|"))
        assert helpers.turn(table) == int(who), line
        if choices:
            assert helpers.legal(table) == set(choices.split()), line
        else:
            assert helpers.facts(table)["phase"] == "play", line
        table.apply(action)


def test_with_the_first_trick(open_table):
    """Each player just before his own card, those without a declaration, too."""
    table = called(open_table)
    script(
        table,
        """
        0 | no     | no
        0 |        | play S7
        1 | no     | no
        1 |        | play S8
        2 | yes no | yes
        """,
    )
    assert helpers.facts(table)["announced"] == [None, None, (50, "run", 4, "K"), None]
    assert helpers.facts(table)["shown"] == [set()] * 4
    assert helpers.facts(table)["recognised"] == [0, 0]
    script(
        table,
        """
        2 |        | play SQ
        3 | no     | no
        """,
    )
    assert helpers.facts(table)["recognised"] == [0, 0]
    table.apply("play SA")
    facts = helpers.facts(table)
    assert facts["recognised"] == [50, 0]
    assert facts["shown"] == [set(), set(), RUN_OF_FOUR, set()]
    assert helpers.turn(table) == 3
    assert facts["phase"] == "play"
    table.apply("play CA")
    assert helpers.facts(table)["phase"] == "play"


def test_in_a_round_before_the_lead(open_table):
    table = called(open_table, declare_when="before_lead")
    script(
        table,
        """
        0 | no     | no
        1 | no     | no
        2 | yes no | yes
        3 | no     | no
        """,
    )
    assert helpers.facts(table)["recognised"] == [50, 0]
    assert helpers.facts(table)["shown"] == [set(), set(), RUN_OF_FOUR, set()]
    helpers.play(table, "S7 S8 SQ SA")
    assert helpers.facts(table)["recognised"] == [50, 0]


@pytest.mark.parametrize("when", ["first_trick", "before_lead"])
def test_silence_forfeits(open_table, when):
    table = called(open_table, declare_when=when)
    for card in "S7 S8 SQ SA".split():
        while "no" in helpers.legal(table):
            table.apply("no")
        table.apply(f"play {card}")
    facts = helpers.facts(table)
    assert facts["announced"] == [None] * 4
    assert facts["recognised"] == [0, 0]
    assert facts["shown"] == [set()] * 4


def test_auto_with_the_first_trick(open_table):
    """Nobody is asked; what is held is announced when its holder's turn comes."""
    table = called(open_table, declaration_mode="auto")
    table.apply("play S7")
    assert helpers.facts(table)["announced"] == [None] * 4
    table.apply("play S8")
    assert helpers.facts(table)["announced"] == [None, None, (50, "run", 4, "K"), None]
    helpers.apply_all(table, "play SQ", "play SA")
    assert helpers.facts(table)["recognised"] == [50, 0]


def test_auto_before_the_lead(open_table):
    table = called(open_table, declaration_mode="auto", declare_when="before_lead")
    facts = helpers.facts(table)
    assert facts["phase"] == "play"
    assert facts["announced"] == [None, None, (50, "run", 4, "K"), None]
    assert facts["recognised"] == [50, 0]
    assert facts["shown"][2] == RUN_OF_FOUR


def test_announce_detail(open_table):
    for detail, announced in (("value_top", (50, "run", 4, "K")), ("value", (50,))):
        table = called(open_table, declare_when="before_lead", announce_detail=detail)
        helpers.apply_all(table, "no", "no", "yes")
        assert helpers.facts(table)["announced"] == [None, None, announced, None]


def test_the_strongest_is_announced_and_all_are_entered(open_table):
    """Four queens and a run of three."""
    deal = {0: "CQ DQ HQ SQ S7 S8 S9 D7", 1: "HJ HK H9 DT DK C8 SA CJ"}
    table = open_table(4, deck=helpers.deck_of(4, deal), declare_when="before_lead")
    helpers.apply_all(table, "call hearts", "yes")
    assert helpers.facts(table)["announced"][0] == (100, "four", 4, "Q")
    helpers.apply_all(table, "no", "no", "no")
    assert helpers.facts(table)["recognised"] == [120, 0]
    assert helpers.facts(table)["shown"][0] == {"CQ", "DQ", "HQ", "SQ", "S7", "S8", "S9"}


def test_a_run_begun_is_judged_as_dealt(open_table):
    """With the first trick, too, a declaration is of the whole hand: it is asked before one's card is played."""
    deal = {0: "SJ SQ SK H7 H8 D9 DT CA"}
    table = open_table(4, deck=helpers.deck_of(4, deal))
    helpers.apply_all(table, "call hearts", "yes", "play SQ")
    for _ in range(3):
        table.apply("no")
        table.apply(sorted(helpers.legal(table))[0])
    assert helpers.facts(table)["recognised"] == [20, 0]
    assert helpers.facts(table)["shown"][0] == {"SJ", "SQ", "SK"}


def test_losers_show_nothing(open_table):
    """Both report; only the better side's cards are shown, with the partner's."""
    deal = {0: "SJ SQ SK H7 H8 D9 DT CA", 1: "H9 HT HJ HQ D7 D8 CK C9", 2: "S7 S8 S9 CJ CT DA DJ HA"}
    table = open_table(4, deck=helpers.deck_of(4, deal), declare_when="before_lead")
    helpers.apply_all(table, "call clubs", "yes", "yes", "yes", "no")
    facts = helpers.facts(table)
    assert facts["announced"][:3] == [(20, "run", 3, "K"), (50, "run", 4, "Q"), (20, "run", 3, "9")]
    assert facts["recognised"] == [0, 50]
    assert facts["shown"] == [set(), {"H9", "HT", "HJ", "HQ"}, set(), set()]


@pytest.mark.parametrize(("option", "recognised"), [("by_side", [20, 20, 0]), ("single", [20, 0, 0])])
def test_three_players_each_keep_their_own(open_table, option, recognised):
    """The caller is seat 2; the best is seat 0's: both opponents' are recognised, or his alone."""
    table = open_table(3, deck=helpers.deck_of(3, THREE), declare_when="before_lead", three_declarations=option)
    helpers.apply_all(table, "pass", "pass", "call clubs", "discard H9", "discard HA")
    assert helpers.legal(table) == {"yes", "no"}
    helpers.apply_all(table, "yes", "yes", "yes")
    facts = helpers.facts(table)
    assert facts["announced"] == [(20, "run", 3, "K"), (20, "run", 3, "9"), (20, "run", 3, "K")]
    assert facts["recognised"] == recognised
    assert [bool(cards) for cards in facts["shown"]] == [points > 0 for points in recognised]


@pytest.mark.parametrize("players", [4, 3, 2])
@pytest.mark.parametrize("when", ["first_trick", "before_lead"])
def test_everybody_is_asked_once(open_table, players, when):
    rng = helpers.random.Random(57)
    for _ in range(10):
        table = open_table(players, deck=rng.sample(PACK, 32), declare_when=when, belot_rule="as_run")
        asked = []
        while not table.is_over:
            if helpers.facts(table)["phase"] == "declare":
                asked.append(helpers.turn(table))
            table.apply(rng.choice(sorted(helpers.legal(table))))
        assert asked == list(range(players))
