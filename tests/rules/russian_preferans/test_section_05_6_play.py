"""P6: ten tricks, who plays which seat, opening the hands; cases 17 to 20."""

import random

import pytest

from . import helpers

DECK = helpers.random_deck(random.Random(61))


def whisted(open_table, declarer, words, contract="6S", dealer=0, players=4, **options):
    """A contract against the words of the defence."""
    table = open_table(DECK, dealer, players=players, **options)
    helpers.declare(table, declarer, contract, DECK[30:])
    return helpers.say(table, words)


def play_one(table):
    """One card, any; returns who decided, and of which seat."""
    asked = helpers.asked(table)
    assert helpers.phase(table) == "play"
    table.apply(min(helpers.legal(table)))
    return asked


def play_out(table, reveal="closed"):
    """The rest of the deal: who decided for which seat, in order."""
    found = []
    while not helpers.is_over(table):
        if helpers.phase(table) == "reveal":
            table.apply(reveal)
        else:
            found.append(play_one(table))
    return found


def face_up(table, seat):
    """Whose hands a seat sees."""
    return {owner for owner, cards in helpers.seen_hands(table, seat).items() if cards}


@pytest.mark.parametrize("declarer", [1, 2, 3])
@pytest.mark.parametrize("words", ["whist, whist", "pass, together"])
def test_the_first_hand_leads(open_table, declarer, words):
    """Case 18; ten tricks of three cards, the winner leads on."""
    table = whisted(open_table, declarer, words)
    if helpers.phase(table) == "reveal":
        table.apply("closed")
    assert helpers.asked(table) == (1, 1)
    assert len(play_out(table)) == 30


def test_the_first_hand_leads_with_three_players(open_table):
    for declarer in range(3):
        table = whisted(open_table, declarer, "whist, whist", dealer=1, players=3)
        assert helpers.asked(table) == (2, 2)
        assert [play_one(table)[1] for _ in range(3)] == [2, 0, 1]


@pytest.mark.parametrize("level", range(6, 10))
@pytest.mark.parametrize("declarer", [1, 2, 3])
def test_both_whist_and_play_closed(open_table, declarer, level):
    table = whisted(open_table, declarer, "whist, whist", f"{level}S")
    asked = play_out(table)
    assert all(actor == seat for actor, seat in asked)
    assert len(asked) == 30


def test_one_reveal_after_the_declarers_lead(open_table):
    """Case 19: the declarer is first hand: asked once, right after his card."""
    for answer in ("open", "closed"):
        table = whisted(open_table, 1, "pass, together")
        assert play_one(table) == (1, 1)
        assert helpers.phase(table) == "reveal"
        assert helpers.asked(table) == (3, 3)
        assert helpers.legal(table) == {"open", "closed"}
        assert face_up(table, 1) == {1}
        table.apply(answer)
        assert helpers.asked(table) == ((3, 2) if answer == "open" else (2, 2))
        while not helpers.is_over(table):
            assert helpers.phase(table) == "play"
            play_one(table)


@pytest.mark.parametrize(
    ("declarer", "words", "whister", "order"),
    [
        (2, "whist, pass, together", 3, [1, 2, None, 3]),
        (2, "pass, together", 1, [1, 2, None, 3]),
        (3, "whist, pass, together", 1, [1, None, 2, 3]),
        (3, "pass, together", 2, [1, None, 2, 3]),
    ],
)
def test_two_reveals_when_a_defender_leads(open_table, declarer, words, whister, order):
    """Case 19: before the very first card, and just before the other defender's first card."""
    table = whisted(open_table, declarer, words)
    assert helpers.phase(table) == "reveal"
    assert helpers.asked(table) == (whister, whister)
    table.apply("closed")
    for seat in order:
        if seat is None:
            assert helpers.phase(table) == "reveal"
            assert helpers.asked(table) == (whister, whister)
            assert face_up(table, declarer) == {declarer}
            table.apply("closed")
        else:
            assert play_one(table) == (seat, seat)
    while not helpers.is_over(table):
        assert helpers.phase(table) == "play"
        actor, seat = play_one(table)
        assert actor == seat


@pytest.mark.parametrize("declarer", [2, 3])
def test_opening_at_the_second_chance(open_table, declarer):
    table = whisted(open_table, declarer, "whist, pass, together")
    whister = {2: 3, 3: 1}[declarer]
    table.apply("closed")
    assert play_one(table) == (1, 1)
    if declarer == 2:
        play_one(table)
    table.apply("open")
    assert all(actor == (declarer if seat == declarer else whister) for actor, seat in play_out(table))


@pytest.mark.parametrize("declarer", [2, 3])
def test_opening_at_once(open_table, declarer):
    """Case 20: the whister decides the cards of both seats; his partner is never asked again."""
    table = whisted(open_table, declarer, "pass, together")
    whister = {2: 1, 3: 2}[declarer]
    table.apply("open")
    for seat in range(4):
        assert face_up(table, seat) == {1, 2, 3} - {declarer} | ({seat} if seat == declarer else set())
    asked = play_out(table)
    assert all(actor == (declarer if seat == declarer else whister) for actor, seat in asked)
    assert [seat for _, seat in asked].count(declarer) == 10


@pytest.mark.parametrize("declarer", [1, 2, 3])
def test_open_timing(open_table, declarer):
    """Before the lead: once, before any card, and closed is final."""
    for answer in ("open", "closed"):
        table = whisted(open_table, declarer, "pass, together", open_timing="before_lead")
        assert helpers.phase(table) == "reveal"
        table.apply(answer)
        assert (face_up(table, 0) == set()) == (answer == "closed")
        while not helpers.is_over(table):
            assert helpers.phase(table) == "play"
            play_one(table)


def test_the_dealer_opens(open_table):
    """A dealer who whists is asked, and plays both hands."""
    table = whisted(open_table, 2, "pass, for own, pass, look first, together")
    assert helpers.phase(table) == "reveal"
    assert helpers.asked(table) == (0, 3)
    table.apply("open")
    assert {actor for actor, seat in play_out(table) if seat != 2} == {0}


# -- Misere and the checked ten --------------------------------------------------------------------------------------


def uncontested(open_table, declarer, kind, **options):
    """A misere or a ten of the declarer, before the first card."""
    table = open_table(DECK, **options)
    if kind == "misere":
        helpers.throw(helpers.win_auction(table, declarer, "misere"), DECK[30:])
    else:
        helpers.declare(table, declarer, "10S", DECK[30:])
    return table


@pytest.mark.parametrize("timing", ["first_turn", "before_lead"])
@pytest.mark.parametrize("declarer", [1, 2, 3])
@pytest.mark.parametrize("kind", ["misere", "ten"])
def test_misere_and_ten_open_by_themselves(open_table, kind, declarer, timing):
    """Case 17: no whist is asked; the hands are public after the declarer's first card if he leads, else before the lead."""
    table = uncontested(open_table, declarer, kind, open_timing=timing)
    assert helpers.phase(table) == "play"
    assert helpers.asked(table) == (1, 1)
    defenders = {1, 2, 3} - {declarer}
    if declarer == 1:
        assert [face_up(table, seat) for seat in range(4)] == [set(), {1}, {2}, {3}]
        play_one(table)
    assert [face_up(table, seat) for seat in range(4)] == [defenders | ({seat} & {declarer}) for seat in range(4)]
    asked = play_out(table)
    assert len(asked) == (29 if declarer == 1 else 30)
    assert all(actor == seat for actor, seat in asked)


@pytest.mark.parametrize("declarer", [1, 2, 3])
@pytest.mark.parametrize("kind", ["misere", "ten"])
def test_joint_defence(open_table, kind, declarer):
    """With a single agent the first defender decides the cards of both."""
    table = uncontested(open_table, declarer, kind, joint_defence="single_agent")
    first = {1: 2, 2: 3, 3: 1}[declarer]
    assert all(actor == (declarer if seat == declarer else first) for actor, seat in play_out(table))


def test_a_whisted_ten_is_not_opened_by_itself(open_table):
    table = whisted(open_table, 1, "whist, whist", "10S", ten="whisted")
    play_one(table)
    assert face_up(table, 1) == {1}
    single = whisted(open_table, 1, "pass, together", "10S", ten="whisted", joint_defence="single_agent")
    play_one(single)
    assert helpers.phase(single) == "reveal"
    single.apply("closed")
    assert helpers.asked(single) == (2, 2)
