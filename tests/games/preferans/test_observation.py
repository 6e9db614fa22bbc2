"""Nothing lost (design 4): every fact that a seat may know can be rebuilt from its observation, exactly, in matches too."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.games.facts import code, in_places, known, tricks_of_cards, voids_of

import adut
from adut.games import spec

SHEET = {
    "deals": 7,
    "bula": [1234, -56, 20],
    "supe": [[0, 12, 345_678], [8, 0, 40], [7_000, 120, 0]],
    "refe": [1, 0, 2],
    "refe_written": 2,
}
FACTS = (
    "phase dealer forehand actor declarer contract in_hand value playing trick_cards trick_number leader led best_seat "
    "best_card last_winner hands trick played void tricks counted_tricks trick_of talon discards level holder status said "
    "named followers answered caller giver doublings refe_doubles deals bula supe refe refe_written"
).split()
IN_PLAY = ("leader", "led", "best_seat", "best_card", "trick_number", "trick_cards")


def rebuild(seen: dict[str, Any], observer: int, limit: int) -> dict[str, Any]:
    """The facts of a record, from a decoded observation."""
    forehand = (observer - seen["position"]) % 3
    seats = [(observer + slot) % 3 for slot in range(3)]

    def seat(slot: int | None) -> int:
        return -1 if slot is None else seats[slot]

    def by_seat(values: list[Any]) -> list[Any]:
        return in_places(seats, values, 3)

    def flags(name: str) -> int:
        return sum(flag << seats[slot] for slot, flag in enumerate(seen[name]))

    def number(code: int | None) -> int:
        return 0 if code is None else code + 2

    trick = by_seat([bits.bit_length() - 1 for bits in seen["trick"]])
    best = seat(seen["best"])
    supe = [[0] * 3 for _ in range(3)]
    for slot in range(3):
        supe[seats[slot]][(seats[slot] + 1) % 3] = seen["supe_on_next"][slot]
        supe[seats[slot]][(seats[slot] - 1) % 3] = seen["supe_on_previous"][slot]
    hands = [0] * 3
    hands[observer] = seen["hand"]
    return {
        "phase": seen["phase"],
        "dealer": (forehand - 1) % 3,
        "forehand": forehand,
        "actor": seat(seen["actor"]),
        "declarer": seat(seen["declarer"]),
        "contract": number(seen["contract"]),
        "in_hand": seen["in_hand"][0],
        "value": seen["value"][0],
        "playing": flags("playing"),
        "trick_cards": sum(card >= 0 for card in trick),
        "trick_number": 1 + sum(seen["tricks"]),
        "leader": seat(seen["leader"]),
        "led": code(seen["led"]),
        "best_seat": best,
        "best_card": -1 if best < 0 else trick[best],
        "last_winner": seat(seen["last_winner"]),
        "hands": hands,
        "trick": trick,
        "played": by_seat(seen["played"]),
        "void": by_seat([voids_of(seen["void"], slot) for slot in range(3)]),
        "tricks": by_seat(seen["tricks"]),
        "counted_tricks": by_seat(seen["counted_tricks"]),
        "trick_of": tricks_of_cards(seen["trick_number"]),
        "talon": seen["talon"],
        "discards": seen["discards"],
        "level": number(seen["level"]),
        "holder": seat(seen["holder"]),
        "status": by_seat([seen["status"][6 * slot : 6 * slot + 6].index(1) for slot in range(3)]),
        "said": by_seat(seen["said"]),
        "named": by_seat(seen["named"]),
        "followers": flags("followed"),
        "answered": flags("followed") | flags("declined"),
        "caller": seat(seen["caller"]),
        "giver": seat(seen["giver"]),
        "doublings": seen["doublings"][0],
        "refe_doubles": seen["refe_doubles"][0],
        "deals": seen["deals"][0],
        "bula": by_seat(seen["bula"]),
        "supe": supe,
        "refe": by_seat(seen["refe"]),
        "refe_written": limit - seen["refe_left"][0],
    }


@pytest.mark.parametrize("rules", spec("preferans").presets)
@pytest.mark.parametrize("public", [True, False])
@pytest.mark.parametrize("start", ["deal", "play"])
def test_every_fact_of_a_view_is_in_the_observation(rules: str, public: bool, start: str) -> None:
    game = adut.game("preferans", rules=rules, episode="match", talon_public=public)
    limit = int(game.options["refe_limit"][0])
    chooser = random.Random(rules)
    checked = 0
    for seed in range(5):
        state = game.new_state(seed=seed, sheet=SHEET if seed % 2 else None, start=start)
        for _ in range(70):
            for observer in range(3):
                facts = rebuild(game.layout.decode(state.observation(observer)), observer, limit)
                view = state.view(observer)[0]
                for name in FACTS:
                    if name in IN_PLAY and state.phase != "play":
                        continue
                    if name == "actor" and state.phase == "end":
                        continue
                    assert facts[name] == known(view, name), name
                    checked += 1
            if state.is_over:
                break
            legal = state.legal_actions()
            if state.phase == "auction" and seed % 4:
                legal = [action for action in legal if action < 35]
            state.apply(chooser.choice(legal))
    assert checked > 4_000


def test_with_the_current_trick_alone_nothing_older_is_seen() -> None:
    game = adut.game("preferans", obs_history="current_trick")
    chooser = random.Random(1)
    for seed in range(20):
        state = game.new_state(seed=seed, start="play")
        while not state.is_over:
            seen = game.layout.decode(state.observation())
            assert seen["played"] == seen["trick"]
            assert sum(bits.bit_count() for bits in seen["trick"]) == int(state.record.trick_cards)
            assert not any(seen["void"])
            assert sum(seen["tricks"]) == int(state.record.trick_number) - 1
            own = state.history()
            plays = own[(own[:, 0] == 1) & (own[:, 3] >= 0) & (own[:, 3] < 32)]
            is_buyer = state.seat == state.record.declarer and not state.record.in_hand
            assert len(plays) == int(state.record.trick_cards) + (2 if is_buyer else 0)
            state.apply(chooser.choice(state.legal_actions()))


def test_large_numbers_survive() -> None:
    game = adut.game("preferans", episode="match", refe_limit=-1)
    state = game.new_state(seed=1, sheet=SHEET)
    seen = game.layout.decode(state.observation(1))
    assert seen["bula"] == [-56, 20, 1234]
    assert seen["supe_on_next"] == [40, 7_000, 12]
    assert seen["supe_on_previous"] == [8, 120, 345_678]
    assert seen["refe_left"] == [-1]
    assert seen["deals"] == [7, 399]
