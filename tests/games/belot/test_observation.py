"""Nothing lost (design 4): every fact that a seat may know can be rebuilt from its observation, exactly, in matches too."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.games.facts import code, in_places, known, one, tricks_of_cards, voids_of

import adut
from adut.core.cards import FULL_PACK, card_list, parse_cards
from adut.games import spec
from adut.games.belot.declaring import declaration_of, nth_candidate, suit_of
from adut.games.belot.layout import DECLARE, END, PASSED_OUT
from adut.games.belot.table import MAX_DECISIONS
from adut.games.declarations import FIRST_FOUR, LENGTH, TOP

FACTS = (
    "phase actor dealer forehand contract caller mult passes trick_number trick_cards led best_seat best_card trick_points "
    "leader last_winner belots void hands played trick trick_of card_points tricks late bids kontras rekontras announced "
    "announced_twice declared_length declared_top declared_suit counted picked raw written capot result totals pot points"
).split()
VARIANTS: tuple[dict[str, Any], ...] = (
    {"declaration_mode": "auto", "belot_mode": "decide", "declaration_disclosure": "top_after_trick1"},
    {"declaration_mode": "decide", "belot_mode": "auto", "declaration_disclosure": "cards_after_trick1"},
    {"declaration_mode": "decide", "split_long_run": True, "fours_order": "natural", "undertrump": "must"},
    {"declaration_mode": "decide", "declaration_disclosure": "top_after_trick1", "declaration_contest": "single_pool"},
)
CASES = [*((rules, {}) for rules in spec("belot").presets), *(("montenegrin", options) for options in VARIANTS)]
HANDS = (
    {0: "CJ DJ HJ SJ C9 D9 H9 S9", 1: "CK DK HK SK CQ DQ HQ SQ"},
    {0: "C7 C8 C9 CT CJ CQ CK CA", 2: "HK DK SK S9 ST SJ SQ HQ"},
    {1: "D9 DT DJ CK CQ HK HQ SA", 3: "H9 HT HJ C7 C8 C9 CT DA"},
)
"""Hands with declarations: two fours; a whole suit; fours and runs that share cards; several runs, and belots."""
SHEETS = ({"totals": [139, 150], "pot": 13}, {"totals": [0, 0], "pot": 8}, {"totals": [12_345, 7]})


def rebuild(seen: dict[str, Any], observer: int, split_long_run: bool) -> dict[str, Any]:
    """The facts of a record, from a decoded observation."""
    seats = [(observer + slot) % 4 for slot in range(4)]
    sides = [observer % 2, 1 - observer % 2]

    def seat(slot: int | None) -> int:
        return -1 if slot is None else seats[slot]

    def by_seat(values: list[Any]) -> list[Any]:
        return in_places(seats, values, 4)

    def by_side(values: list[int], size: int = 2) -> list[int]:
        return in_places(sides, values, size)

    def flags(name: str) -> int:
        """Bits by thing and seat from flags by thing and slot."""
        return sum(flag << 4 * (n // 4) + seats[n % 4] for n, flag in enumerate(seen[name]))

    def declarations(name: str) -> int:
        """A word of declarations, two bytes a seat."""
        return sum(value << 8 * (2 * seats[n // 2] + n % 2) for n, value in enumerate(seen[name]))

    ranks = [one(seen["trick_rank"][8 * slot : 8 * slot + 8]) for slot in range(4)]
    suits = [one(seen["trick_suit"][4 * slot : 4 * slot + 4]) for slot in range(4)]
    trick = by_seat([-1 if rank < 0 else 8 * suit + rank for suit, rank in zip(suits, ranks, strict=True)])
    best, result = seat(seen["best"]), code(seen["result"])
    leader = seat(seen["leader"])
    is_over = seen["phase"] == END
    scored = is_over and result != PASSED_OUT
    asked = seen["phase"] == DECLARE
    own = [number for number in range(2) if seen["declared_top"][number]]
    written = by_side(seen["written"], 3)
    written[2] = seen["pot"][0] if scored else 0
    return {
        "phase": seen["phase"],
        "actor": seat(seen["actor"]),
        "dealer": (observer - seen["place"] - 1) % 4,
        "forehand": (observer - seen["place"]) % 4,
        "contract": code(seen["contract"]),
        "caller": seat(seen["caller"]),
        "mult": (1, 2, 4)[seen["doubling"]],
        "passes": seen["passes"][0],
        "trick_number": 0 if leader < 0 else 1 + sum(seen["tricks"]),
        "trick_cards": sum(card >= 0 for card in trick),
        "led": code(seen["led"]),
        "best_seat": best,
        "best_card": -1 if best < 0 else trick[best],
        "trick_points": seen["trick_points"][0],
        "leader": leader,
        "last_winner": seat(seen["last_winner"]),
        "belots": flags("belots"),
        "void": sum(voids_of(seen["void"], slot) << 4 * seats[slot] for slot in range(4)),
        "hands": by_seat([seen["hand"], 0, 0, 0]),
        "played": by_seat(seen["played"]),
        "trick": trick,
        "trick_of": tricks_of_cards(seen["trick_number"]),
        "card_points": by_side(seen["points"]),
        "tricks": by_side(seen["tricks"]),
        "late": by_seat([seen["late"], 0, 0, 0]),
        "bids": flags("bids"),
        "kontras": flags("kontras"),
        "rekontras": flags("rekontras"),
        "announced": flags("announced"),
        "announced_twice": flags("announced_twice"),
        "declared_length": declarations("declared_length"),
        "declared_top": declarations("declared_top"),
        "declared_suit": declarations("declared_suit"),
        "counted": sum(flag << 2 * seats[n // 2] + n % 2 for n, flag in enumerate(seen["counted"])),
        "picked": sum(cards_of(seen, number, split_long_run) for number in own) if asked else 0,
        "raw": by_side(seen["raw"]),
        "written": written,
        "capot": sides[seen["tricks"].index(8)] if scored and 8 in seen["tricks"] else -1,
        "result": result,
        "totals": by_side(seen["totals"]),
        "pot": seen["pot"][0],
        "points": [written[player % 2] for player in range(4)],
    }


def cards_of(seen: dict[str, Any], number: int, split_long_run: bool) -> int:
    """The cards of an own declaration."""
    length, top = seen["declared_length"][number], seen["declared_top"][number] - 1
    if length == 0:
        return sum(1 << 8 * suit + top for suit in range(4))
    if length == 8 and split_long_run:  # the lowest three are another run
        length = 5
    return sum(1 << 8 * (seen["declared_suit"][number] - 1) + top - step for step in range(length))


def candidates(seen: dict[str, Any]) -> list[tuple[int, int, int]]:
    """Length, top card and suit of what a seat is asked to declare, as the observation has them."""
    return list(zip(seen["candidate_length"], seen["candidate_top"], seen["candidate_suit"], strict=True))


def candidates_of(view: Any, options: Any) -> list[tuple[int, int, int]]:
    """The same from a view."""
    found = []
    for slot in range(3):
        candidate = nth_candidate(int(view["candidates"]), slot)
        if candidate < 0:
            found.append((0, 0, 0))
            continue
        number = declaration_of(options, candidate)
        suit = 0 if number >= FIRST_FOUR else 1 + suit_of(candidate)
        found.append((int(LENGTH[number]), 1 + int(TOP[number]), suit))
    return found


@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize(("rules", "options"), CASES, ids=str)
def test_every_fact_of_a_view_is_in_the_observation(rules: str, episode: str, options: dict[str, Any]) -> None:
    game = adut.game("belot", rules=rules, episode=episode, **options)
    chooser = random.Random(f"{rules} {episode} {options}")
    asked = ended = 0
    for seed in range(6):
        hands = with_the_rest(HANDS[seed % 3], chooser) if seed < 4 else None
        sheet = SHEETS[seed % 3] if seed % 2 else None
        state = game.new_state(seed=seed, hands=hands, sheet=sheet, start="play" if seed == 3 else None)
        for _ in range(MAX_DECISIONS):
            for observer in range(4):
                seen = game.layout.decode(state.observation(observer))
                view = state.view(observer)[0]
                facts = rebuild(seen, observer, bool(game.values["split_long_run"]))
                expected = {name: known(view, name) for name in FACTS}
                if expected["phase"] == END:
                    expected["actor"] = -1
                else:  # those of the deal before, which is no longer on the table
                    expected["points"] = facts["points"]
                assert facts == expected
                assert candidates(seen) == candidates_of(view, game.options[0])
                asked += int(view["candidates"]) != 0
            ended += state.phase == "end"
            if state.is_over:
                break
            legal = state.legal_actions()
            if state.phase == "auction" and state.record.contract >= 0 and chooser.random() < 0.5:
                legal = [action for action in legal if action == game.action_id("pass")]
            state.apply(chooser.choice(legal))
    assert ended >= 4 or episode == "match"
    assert (asked > 4) == (game.values["declaration_mode"] == "decide")


def with_the_rest(hands: dict[int, str], chooser: random.Random) -> dict[int, Any]:
    """Two hands, and the other cards at random for the other two."""
    rest = chooser.sample(card_list(FULL_PACK & ~parse_cards(" ".join(hands.values()))), 16)
    first, second = (seat for seat in range(4) if seat not in hands)
    return {**hands, first: rest[:8], second: rest[8:]}


@pytest.mark.parametrize("episode", ["deal", "match"])
def test_the_match_sheet_is_seen_by_side(episode: str) -> None:
    game = adut.game("belot", rules="bg_published", episode=episode, target=100_000)
    state = game.new_state(seed=1, sheet={"totals": [99_999, 4_321], "pot": 10_203})
    for observer in range(4):
        seen = game.layout.decode(state.observation(observer))
        assert seen["totals"] == ([99_999, 4_321] if observer % 2 == 0 else [4_321, 99_999])
        assert seen["pot"] == [10_203]
        assert seen["target"] == [100_000]


def test_a_single_deal_with_an_empty_sheet_has_no_target() -> None:
    game = adut.game("belot")
    seen = game.layout.decode(game.new_state(seed=1).observation(0))
    assert (seen["totals"], seen["pot"], seen["target"]) == ([0, 0], [0], [0])


@pytest.mark.parametrize("mode", ["auto", "decide"])
def test_all_declarations_are_hidden_facts(mode: str) -> None:
    game = adut.game("belot", declaration_mode=mode)
    state = game.new_state(seed=1, dealer=3, hands=HANDS[0] | {2: "CA DA HA SA C8 D8 H8 S8"})
    for call in ("bid hearts", "pass", "pass", "pass"):
        state.apply(call)
    found = 0
    while not state.is_over:
        for observer in range(4):
            told = game.hidden_layout.decode(state.hidden(observer))
            for name in ("declared_length", "declared_top", "declared_suit"):
                word = int(state.record[name])
                by_slot = [word >> 8 * (2 * ((observer + n // 2) % 4) + n % 2) & 0xFF for n in range(8)]
                assert told[name] == by_slot
                found += sum(by_slot)
        state.apply(state.legal_actions()[0])
    assert found
