"""Nothing lost (design 4): every fact that a seat may know can be rebuilt from its observation, exactly, in matches too."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.games.facts import code, in_places, known, tricks_of_cards, voids_of

import adut
from adut.games import spec
from adut.games.russian_preferans.layout import AUCTION_CALLS, DECLARATIONS, END, GAMES, PLAY, RASPASOVKA, TRUMP_OF

SHEET = {
    "deals": 7,
    "series": 2,
    "pool": [1, 4, 3, 0],
    "mountain": [1234, -56, 0, 7],
    "whists": [[0, 12, 345_678, 5], [8, 0, 40, 0], [7_000, 120, 0, 9], [1, 2, 3, 0]],
}
FACTS = (
    "phase actor seat dealer declarer contract trump no_talon units refused preferans leader led best_seat best_card "
    "last_winner hands trick played void tricks trick_of seen_hands talon discards bid repeated owner active last_call said "
    "best_game game_bidders misere_bidders offered half first_said then_said looked whister whist_seat partner both_whist "
    "returned own opening outcome series deals pool mountain whists"
).split()
IN_PLAY = ("trick_cards", "trick_number", "trick_size")
CASES: list[tuple[str, int, dict[str, Any]]] = [
    (rules, players, {}) for rules in spec("russian_preferans").presets for players in (4, 3)
]
CASES += [
    ("standard", 4, {"bid_jumps": "free", "no_talon_games": "overcall_and_repeat", "misere_first_call_only": False}),
    ("standard", 4, {"return_after_first_own": True, "joint_defence": "single_agent", "preferans_hand": "tops"}),
    ("standard", 3, {"stalingrad": True, "surrender_without_three": True, "ten": "whisted"}),
]


def rebuild(seen: dict[str, Any], observer: int, players: int, talon_leads: bool) -> dict[str, Any]:
    """The facts of a record, from a decoded observation."""
    seats = [(observer + slot) % players for slot in range(players)]

    def seat(slot: int | None) -> int:
        return -1 if slot is None else seats[slot]

    def by_seat(values: list[Any], empty: int = 0) -> list[Any]:
        return in_places(seats, values, 4, empty)

    def flags(name: str) -> int:
        return sum(flag << seats[slot] for slot, flag in enumerate(seen[name][:players]))

    def words(name: str, number: int) -> list[int]:
        rows = [seen[name][number * slot : number * (slot + 1)] for slot in range(players)]
        return by_seat([1 + row.index(1) if any(row) else 0 for row in rows])

    trick = by_seat([bits.bit_length() - 1 for bits in seen["trick"]][:players], -1)
    best, contract = seat(seen["best"]), code(seen["contract"])
    whists = [[0] * 4 for _ in range(4)]
    for slot in range(players):
        for step in range(1, players):
            whists[seats[slot]][seats[(slot + step) % players]] = seen["whists"][3 * slot + step - 1]
    is_over = seen["phase"] == END
    has_four_cards = contract == RASPASOVKA and players == 4 and talon_leads and sum(seen["tricks"]) < 2
    return {
        "phase": seen["phase"],
        "actor": seat(seen["actor"]),
        "seat": seat(seen["seat"]),
        "dealer": (observer - 1 - seen["position"]) % players,
        "declarer": seat(seen["declarer"]),
        "contract": contract,
        "trump": int(TRUMP_OF[contract]) if 0 <= contract < len(GAMES) else -1,
        "no_talon": seen["no_talon"][0],
        "units": seen["units"][0],
        "refused": seen["refused"][0],
        "preferans": seen["preferans"].index(1) + 1 if any(seen["preferans"]) else 0,
        "trick_cards": sum(card >= 0 for card in trick),
        "trick_number": 1 + sum(seen["tricks"]),
        "trick_size": 4 if has_four_cards else 3,
        "leader": seat(seen["leader"]),
        "led": code(seen["led"]),
        "best_seat": best,
        "best_card": -1 if best < 0 else trick[best],
        "last_winner": seat(seen["last_winner"]),
        "hands": by_seat(seen["hands"][:players]),
        "trick": trick,
        "played": by_seat(seen["played"][:players]),
        "void": by_seat([voids_of(seen["void"], slot) for slot in range(players)]),
        "tricks": by_seat(seen["tricks"][:players]),
        "trick_of": tricks_of_cards(seen["trick_number"]),
        "seen_hands": by_seat([0, *seen["seen"]][:players]),
        "talon": seen["talon"],
        "discards": seen["discards"],
        "bid": code(seen["bid"]),
        "repeated": seen["repeated"][0],
        "owner": seat(seen["owner"]),
        "active": flags("active"),
        "last_call": words("last_call", len(AUCTION_CALLS)),
        "said": by_seat(seen["said"][:players]),
        "best_game": by_seat(seen["best_game"][:players]),
        "game_bidders": flags("game_bidder"),
        "misere_bidders": flags("misere_bidder"),
        "offered": flags("offered"),
        "half": seat(seen["half"]),
        "first_said": words("first_said", len(DECLARATIONS)),
        "then_said": words("then_said", len(DECLARATIONS)),
        "looked": seat(seen["looked"]),
        "whister": seat(seen["whister"]),
        "whist_seat": seat(seen["whist_seat"]),
        "partner": seat(seen["partner"]),
        "both_whist": seen["both_whist"][0],
        "returned": seen["returned"][0],
        "own": seat(seen["own"]),
        "opening": 1 + code(seen["opening"]),
        "outcome": 1 + code(seen["outcome"]),
        "series": seen["series"][0],
        "deals": seen["deals"][0],
        "pool": by_seat(seen["pool"][:players]),
        "mountain": by_seat(seen["mountain"][:players]),
        "whists": whists,
    } | ({"actor": None, "seat": None} if is_over else {})


def sheet_for(players: int) -> dict[str, Any]:
    """The sheet for so many players."""
    rows = [row[:players] for row in SHEET["whists"][:players]]  # type: ignore[index]
    return SHEET | {name: SHEET[name][:players] for name in ("pool", "mountain")} | {"whists": rows}  # type: ignore[index]


@pytest.mark.parametrize("start", ["deal", "play"])
@pytest.mark.parametrize(("rules", "players", "options"), CASES, ids=str)
def test_every_fact_of_a_view_is_in_the_observation(rules: str, players: int, start: str, options: dict[str, Any]) -> None:
    game = adut.game("russian_preferans", players, rules, episode="match", **options)
    talon_leads = game.values["raspas_talon"] == "lead"
    chooser = random.Random(f"{rules} {players} {start}")
    checked = 0
    for seed in range(4):
        state = game.new_state(seed=seed, sheet=sheet_for(players) if seed % 2 else None, start=start)
        for _ in range(60):
            for observer in range(players):
                facts = rebuild(game.layout.decode(state.observation(observer)), observer, players, talon_leads)
                view = state.view(observer)[0]
                for name in (*FACTS, *(IN_PLAY if state.record.phase == PLAY else ())):
                    if facts[name] is not None:
                        assert facts[name] == known(view, name), name
                        checked += 1
            if state.is_over:
                break
            state.apply(action_of(state, chooser, seed))
    assert checked > 15_000


def action_of(state: adut.State, chooser: random.Random, seed: int) -> int:
    """Any action; at some tables the auction is short, so that all kinds of deals are played."""
    legal = state.legal_texts()
    if state.phase == "auction" and seed % 3 and chooser.random() < 0.7:
        return state.game.action_id("pass")
    if state.phase == "contract" and seed % 2:
        return state.game.action_id(legal[0])
    return chooser.choice(state.legal_actions())


def test_large_numbers_survive() -> None:
    game = adut.game("russian_preferans", episode="match", pool_target=50_000, max_deals=100_000)
    state = game.new_state(seed=1, sheet=SHEET | {"pool": [49_999, 0, 12_345, 6]})
    seen = game.layout.decode(state.observation(1))
    assert seen["pool"] == [0, 12_345, 6, 49_999]
    assert seen["mountain"] == [-56, 0, 7, 1234]
    assert seen["whists"] == [40, 0, 8, 9, 7_000, 120, 1, 2, 3, 12, 345_678, 5]
    assert seen["target"] == [50_000]
    assert seen["deals"] == [7, 99_999]
    assert seen["series"] == [2]


def test_the_series_is_capped() -> None:
    """13: prices and exit levels repeat their last value, so that a cap is enough."""
    game = adut.game("russian_preferans", episode="match", raspas_dealer_stays=0)
    state = game.new_state(seed=1, sheet={"series": 500})
    assert game.layout.decode(state.observation(0))["series"] == [99]
    assert state.sheet["series"] == 500


def test_a_limit_is_told() -> None:
    for target, limit, expected in ((30, -1, -1), (-1, 12, 11)):
        game = adut.game("russian_preferans", episode="match", pool_target=target, max_deals=limit)
        seen = game.layout.decode(game.new_state(seed=1).observation(0))
        assert seen["target"] == [target]
        assert seen["deals"] == [0, expected]
