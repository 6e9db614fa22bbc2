"""Deals as text: what is read, what is refused and where, what is written."""

from __future__ import annotations

import pytest

import adut
from adut.commands.contracts import CALLING, calls_to
from adut.commands.deal_text import game_of, read_deals, state_of, write_deal
from adut.core.cards import CARD_NAMES, parse_card, parse_cards
from adut.core.interpret import interpreted
from adut.games import spec
from tests.commands.deals import FALLS

SKAT = "0: CJ SJ HA HT HK HQ CA CT D7 S7; 1: DJ C9 C8 C7 DA DT S9 S8 SA H7; 2: HJ CK CQ DK DQ D9 D8 ST SK H9; dealer: 2"


def state(name: str, text: str) -> adut.State:
    (deal,) = read_deals(text.splitlines())
    return state_of(deal, game_of(deal, name, None, None, {}))


def test_owners_deck_and_seed_give_the_same_deal() -> None:
    by_owner = state("skat", SKAT)
    deck = " ".join(CARD_NAMES[card] for card in by_owner.array["pack"][0])
    assert state("skat", f"deck: {deck}; dealer: 2").array["hands"].tolist() == by_owner.array["hands"].tolist()
    assert state("skat", "seed: 7") == interpreted(adut.game("skat")).new_state(seed=7)
    assert state("skat", "seed: 7; table: 3; dealer: 1") == interpreted(adut.game("skat")).new_state(seed=7, table=3, dealer=1)


def test_rules_players_options_and_sheet_are_read() -> None:
    read = state("skat", 'rules: isko_list_4; players: 4; option: n_deals=12; seed: 1; dealer: 0; sheet: {"counted": 3}')
    assert (read.game.rules, read.game.seats, read.game.values["n_deals"], read.sheet["counted"]) == ("isko_list_4", 4, 12, 3)


def test_comments_and_several_deals() -> None:
    first, second = read_deals(["# two deals", "seed: 1", "", "seed: 2 # the second", "actions: pass,", "actions: pass"])
    assert (first.facts["seed"].text, second.facts["seed"].text) == ("1", "2")
    assert [word.text for word in second.actions] == ["pass", "pass"]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("dealer 2", 1, 1, "'dealer 2' is no `key: value`"),
        ("dealer: two; seed: 1", 1, 9, "dealer is a whole number, not 'two'"),
        ("seed: 1\ndaeler: 2", 2, 1, "unknown key 'daeler' (did you mean 'dealer'?)"),
        ("seed: 1\nseed: 2", 2, 1, "seed is given twice"),
        ("dealer: 2\n0: CJ SX", 2, 7, "unknown card 'SX'"),
        ("0: CJ SJ; 0: CA", 1, 11, "the cards of 0 are given twice"),
        ("dealer: 2\n0: CJ", 2, 4, "hands of 1, 2, skat are missing"),
        ("dealer: 2", 1, None, "no cards are given"),
        (f"{SKAT}\nactions: bid 18, hold,  bid 19", 2, 25, "unknown action 'bid 19'"),
        (f"{SKAT}\nactions: hold", 2, 10, "there is no bid to hold"),
        (f"{SKAT}\ncontract: heart", 2, 11, "unknown contract 'heart' (did you mean 'hearts'?); choose from clubs,"),
        (f"{SKAT}\ncontract: hearts; declarer: 5", 2, 11, "the declarer is a seat from 0 to 2, not 5"),
        (f"{SKAT}\ncontract: hearts; start: play", 2, 26, "give either start or a contract"),
        (f"{SKAT}; option: rules", 1, 122, "an option is NAME=VALUE, not 'rules'"),
        (f"{SKAT}\nsheet: [", 2, 8, "the sheet is no JSON"),
        ("game: bela; seed: 1", 1, 7, "game is bela here, but skat was asked for"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(text: str, line: int, column: int | None, message: str) -> None:
    with pytest.raises(adut.NotationError) as refused:
        state("skat", text)
    assert message in str(refused.value)
    assert (refused.value.line, refused.value.column) == (line, column)


@pytest.mark.parametrize("name", adut.GAMES)
def test_what_is_written_is_read_again(name: str) -> None:
    game = interpreted(adut.game(name))
    played = game.new_state(seed=11, sheet="random" if name == "preferans" else None)
    while not played.is_over:
        legal = played.legal_actions()
        played.apply(legal[int(played.record.moves) % len(legal)])
    read = state(name, write_deal(played))
    assert (read.actions, read.scores, read.sheet) == (played.actions, played.scores, played.sheet)
    assert read.history(0).tolist() == played.history(0).tolist()


@pytest.mark.parametrize(
    ("name", "players", "declarer"),
    [("skat", 3, 1), ("bela", 4, 3), ("bela", 3, 1), ("belot", 4, 0), ("preferans", 3, 2), ("russian_preferans", 3, 1)],
)
def test_every_contract_is_found(name: str, players: int, declarer: int) -> None:
    game = interpreted(adut.game(name, players=players))
    breakdown = spec(name).breakdown
    assert breakdown is not None
    what = next(each for each in CALLING if each in breakdown.labels)
    contracts = [label for label in breakdown.labels[what] if label not in ("", "none", "raspasovka")]
    for contract in contracts:
        table = game.new_state(seed=5, dealer=0)
        for call in calls_to(table, contract, declarer):
            table.apply(call)
        told = breakdown.facts(table.array)
        assert (breakdown.labels[what][told[what][0]], told["declarer"][0]) == (contract, declarer)
        assert table.phase in ("play", "declare")


@pytest.mark.parametrize(
    ("name", "contract", "declarer"),
    [("skat", "null", 1), ("russian_preferans", "raspasovka", -1), ("russian_preferans", "6 hearts", 1), ("bela", "clubs", 1)],
)
def test_without_a_declarer_it_is_the_first_who_can_be(name: str, contract: str, declarer: int) -> None:
    read = state(name, f"seed: 5; dealer: {0 if name != 'skat' else 2}; contract: {contract}")
    breakdown = spec(name).breakdown
    assert breakdown is not None
    assert breakdown.facts(read.array)["declarer"][0] == declarer


def test_a_declarer_lays_away_what_he_picked_up() -> None:
    read = state("preferans", FALLS)
    assert read.record.declarer == 0
    assert read.actions[3:5] == [parse_card("H9"), parse_card("HT")]
    assert read.record.discards == parse_cards("H9 HT")
