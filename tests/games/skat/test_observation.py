"""Nothing lost (design 4): every fact that a seat may know can be rebuilt from its observation, exactly, in matches too."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.core.test_information import sensible
from tests.games.facts import code, in_places, known, tricks_of_cards, voids_of

import adut
from adut.games import spec
from adut.games.skat.layout import BIDS, END, SITTING_OUT

SHEET = {"counted": 7, "totals": [-1234, 5678, 12], "wins": [3, 1, 0], "losses": [1, 1, 1]}
FACTS = (
    "phase dealer declarer last_bid bidder answerer to_answer passed bid picked_up hand_game contract schneider schwarz ouvert "
    "conceded skat original_skat led leader best_seat trick_points last_winner declarer_points defender_points "
    "declarer_tricks defender_tricks hands said trick played void trick_of counted totals wins losses actor"
).split()


def rebuild(seen: dict[str, Any], observer: int, players: int) -> dict[str, Any]:
    """The facts of a record, from a decoded observation."""
    role = seen["role"]
    dealer = observer if role == SITTING_OUT else (observer - role - 1) % players
    first = 0 if role == SITTING_OUT else role
    seats = [(dealer + 1 + (first + slot) % 3) % players for slot in range(3)]

    def seat(slot: int | None) -> int:
        return -1 if slot is None else seats[slot]

    def by_seat(values: list[int], empty: int = 0) -> list[int]:
        return in_places(seats, values, 4, empty)

    phase, declarer = seen["phase"], seat(seen["declarer"])
    hands = [0] * 4
    hands[observer] = seen["hand"]
    for slot, cards in enumerate(seen["open_hands"]):
        hands[seats[slot]] |= cards
    played = by_seat(seen["played"])
    voids = by_seat([voids_of(seen["void"], slot, suits=5) for slot in range(3)])
    in_auction = declarer < 0
    rows = {key: [0] * 4 for key in ("totals", "wins", "losses")}
    for key, row in rows.items():
        for relative, value in enumerate(seen[key][:players]):
            row[(observer + relative) % players] = value
    own_skat = (observer == declarer and seen["take"][0]) or phase == END
    return {
        "phase": phase,
        "dealer": dealer,
        "actor": seat(seen["actor"]),
        "declarer": declarer,
        "last_bid": seen["bid"] - 1,
        "bid": 0 if in_auction else BIDS[seen["bid"] - 1],
        "bidder": seat(seen["bidder"]),
        "answerer": seat(seen["answerer"]),
        "to_answer": seen["to_answer"][0],
        "passed": sum(flag << seats[slot] for slot, flag in enumerate(seen["passed"])),
        "said": by_seat(seen["said"]),
        "picked_up": seen["take"][0],
        "hand_game": seen["take"][1],
        "contract": code(seen["contract"]),
        "schneider": seen["announced"][0],
        "schwarz": seen["announced"][1],
        "ouvert": seen["announced"][2],
        "conceded": seen["announced"][3],
        "skat": seen["discards"] if own_skat else 0,
        "original_skat": seen["found"] if own_skat else 0,
        "led": code(seen["led"]),
        "leader": seat(seen["leader"]),
        "best_seat": seat(seen["best"]),
        "trick_points": seen["trick_points"][0],
        "last_winner": seat(seen["last_winner"]),
        "declarer_points": seen["points"][0],
        "defender_points": seen["points"][1],
        "declarer_tricks": seen["tricks"][0],
        "defender_tricks": seen["tricks"][1],
        "hands": hands,
        "trick": by_seat([bits.bit_length() - 1 for bits in seen["trick"]], empty=-1),
        "played": played,
        "void": voids,
        "trick_of": tricks_of_cards(seen["trick_number"]),
        "counted": seen["deals"][0],
        **rows,
    }


@pytest.mark.parametrize("rules", spec("skat").presets)
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("episode", ["deal", "match"])
def test_every_fact_of_a_view_is_in_the_observation(rules: str, players: int, episode: str) -> None:
    try:
        game = adut.game("skat", players, rules, episode=episode)
    except adut.OptionError:
        pytest.skip(f"{rules} is for another number of players")
    chooser = random.Random(f"{rules} {players}")
    checked = 0
    for seed in range(6):
        sheet = {key: ([*value, 0][:players] if isinstance(value, list) else value) for key, value in SHEET.items()}
        state = game.new_state(seed=seed, sheet=sheet if seed % 2 else None)
        for _ in range(60):
            for seat in range(players):
                decoded = game.layout.decode(state.observation(seat))
                facts = rebuild(decoded, seat, players)
                view = state.view(seat)[0]
                for name in FACTS:
                    if name in ("bidder", "answerer") and facts["declarer"] >= 0:
                        continue  # the auction is over
                    if name == "actor" and state.phase == "end":
                        continue
                    assert facts[name] == known(view, name), name
                    checked += 1
            if state.is_over:
                break
            state.apply(sensible(state, chooser))
    assert checked > 500


def test_large_numbers_survive() -> None:
    game = adut.game("skat", rules="isko_list_3", episode="match")
    totals = [-999_999, 123_456, 99]
    state = game.new_state(seed=1, sheet={"counted": 35, "totals": totals, "wins": [20, 5, 0], "losses": [0, 3, 7]})
    seen = game.layout.decode(state.observation(1))
    assert seen["totals"][:3] == [123_456, 99, -999_999]
    assert seen["deals"] == [35, 1]
