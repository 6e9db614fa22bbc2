"""Nothing lost (design 4): every fact that a seat may know can be rebuilt from its observation, exactly, in matches too."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.games.facts import code, in_places, known, one, tricks_of_cards, voids_of

import adut
from adut.games import spec
from adut.games.bela.cards import ANNOUNCED_LENGTH, ANNOUNCED_TOP, SAID_BELA, WORTH_OF
from adut.games.bela.layout import END, WORTH

FACTS = (
    "phase dealer actor caller trump passes led leader best_seat last_winner trick_points bela exchanged turned discarded "
    "result result_seat hands played trick trick_of void card_points tricks shown declared talon middle stock discards "
    "refused totals pot"
).split()
VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {"talon_peek": "after_own_turn", "all_pass": "redeal"},
    {"announce_detail": "value", "declare_when": "before_lead"},
    {"two_stock": "visible", "two_seven_exchange": True, "three_bidding": "turn_up"},
    {"illegal_play": "renons", "exact_half": "hang"},
    {"match_end": "dosta", "dosta_claim": "decide", "belot_rule": "declaration_1001"},
)
SHEETS = {4: [990, 960], 3: [123, 45, 690], 2: [400, 17]}


def rebuild(seen: dict[str, Any], observer: int, players: int, stock_is_visible: bool) -> dict[str, Any]:
    """The facts of a record, from a decoded observation."""
    sides = 3 if players == 3 else 2
    seats = [(observer + slot) % players if slot < players else slot for slot in range(4)]

    def seat(slot: int | None) -> int:
        return -1 if slot is None else seats[slot]

    def by_seat(values: list[int]) -> list[int]:
        return in_places(seats, values, 4)

    def by_side(values: list[int]) -> list[int]:
        return in_places([(observer + slot) % sides if slot < sides else slot for slot in range(3)], values, 3)

    ranks = [one(seen["trick_rank"][8 * slot : 8 * slot + 8]) for slot in range(4)]
    suits = [one(seen["trick_suit"][4 * slot : 4 * slot + 4]) for slot in range(4)]
    source = seen["source"]
    from_source = [sum(1 << card for card in range(32) if source[card] == way) for way in range(5)]
    own = sum(from_source[1:])
    turned = -1 if seen["turned_suit"] is None else 8 * seen["turned_suit"] + seen["turned_rank"]
    lies_turned = 0
    if players == 2:
        lies_turned = 1 << (turned if seen["exchanged"] is None else 8 * seen["trump"])
    discards = seen["out"] & own & ~lies_turned
    hands = [0] * 4
    hands[observer] = seen["hand"]
    return {
        "phase": seen["phase"],
        "dealer": (observer - seen["place"] - 1) % players,
        "actor": seat(seen["actor"]),
        "caller": seat(seen["caller"]),
        "trump": code(seen["trump"]),
        "passes": seen["passes"][0],
        "led": code(seen["led"]),
        "leader": seat(seen["leader"]),
        "best_seat": seat(seen["best"]),
        "last_winner": seat(seen["last_winner"]),
        "trick_points": seen["trick_points"][0],
        "bela": seat(seen["bela"]),
        "exchanged": seat(seen["exchanged"]),
        "turned": turned,
        "discarded": seen["discarded"][0],
        "result": code(seen["result"]),
        "result_seat": seat(seen["result_by"]),
        "hands": hands,
        "played": by_seat(seen["played"]),
        "trick": by_seat([-1 if rank < 0 else 8 * suit + rank for suit, rank in zip(suits, ranks, strict=True)]),
        "trick_of": tricks_of_cards(seen["trick_number"]),
        "void": by_seat([voids_of(seen["void"], slot) for slot in range(4)]),
        "card_points": by_side(seen["points"]),
        "tricks": by_side(seen["tricks"]),
        "shown": by_seat(seen["shown"]),
        "declared": by_side(seen["declared"]),
        "talon": [from_source[2] if s == observer else 0 for s in range(4)],
        "middle": from_source[3],
        "stock": seen["out"] & ~lies_turned & ~discards if stock_is_visible else 0,
        "discards": discards,
        "refused": seen["refused"][0] << observer | seen["refused"][1] << 4 + observer,
        "totals": by_side(seen["totals"]),
        "pot": seen["pot"][0],
    }


def announced(seen: dict[str, Any], slot: int) -> tuple[int, int, int]:
    """What a slot has announced: its worth (0 for nothing), the length of the run, the top card."""
    worth = one(seen["announced_worth"][len(WORTH) * slot : len(WORTH) * (slot + 1)])
    top = one(seen["announced_top"][8 * slot : 8 * slot + 8])
    return (0 if worth < 0 else WORTH[worth], seen["announced_length"][slot], top)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("players", [4, 3, 2])
@pytest.mark.parametrize("rules", spec("bela").presets)
def test_every_fact_can_be_rebuilt(rules: str, players: int, options: dict[str, Any]) -> None:
    try:
        game = adut.game("bela", players, rules, episode="match", **options)
    except adut.OptionError:
        pytest.skip("not for this number of players")
    chooser = random.Random(f"{rules} {players} {options}")
    compared = 0
    for seed in range(3):
        state = game.new_state(seed=seed, sheet={"totals": SHEETS[players]} if seed % 2 else None)
        for _ in range(60):
            if state.is_over:
                break
            state.apply(chooser.choice(state.legal_actions()))
            for seat in range(players):
                seen = game.layout.decode(state.observation(seat))
                view = state.view(seat)[0]
                facts = rebuild(seen, seat, players, game.values["two_stock"] == "visible")
                expected = {name: known(view, name) for name in FACTS}
                if expected["phase"] == END:
                    expected["actor"] = -1
                if players != 2:
                    expected["stock"] = facts["stock"] = 0
                assert facts == expected
                for slot in range(players):
                    said = int(view["announced"][(seat + slot) % players])
                    worth = WORTH[WORTH_OF[said]] if said else 0
                    assert announced(seen, slot) == (worth, ANNOUNCED_LENGTH[said], ANNOUNCED_TOP[said])
                assert seen["target"][0] == game.values["target"]
                compared += 1
    assert compared > 100


def test_announcements_are_numbers_of_a_history() -> None:
    assert adut.game("bela").num_actions > SAID_BELA
