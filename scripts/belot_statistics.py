"""Statistics of Belot: auctions, declarations in all possible hands, rounding, and what random play comes to (section 14 of the
rules).

python scripts/belot_statistics.py            everything, some minutes
python scripts/belot_statistics.py --quick    fewer random deals
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import adut
from adut.core.intrinsics import lowest_bit
from adut.core.rule import rule
from adut.games.belot.declaring import best_plan, candidates_of, declaration_of, nth_candidate
from adut.games.belot.layout import AUCTION, CONTRACTS, FIRST_BID, HANGING, INSIDE, MADE, MAX_CANDIDATES, PASS
from adut.games.belot.scoring import CAPOT_POINTS, LAST_TRICK_POINTS, PACK_POINTS, capot_points, rounded, whole_deal
from adut.games.belote_cards import ALL_TRUMPS, NO_TRUMPS
from adut.games.declarations import LENGTH, POINTS, RUNS_OF_SUIT, fours_of

AUCTIONS = {True: (151_173_205, 58), False: (38_221, 28)}
"""By overbid_after_kontra, as the rules state: the number of complete auctions, and calls in the longest."""
HANDS = {
    "no candidate": 8_039_301,
    "one candidate": 2_394_774,
    "two candidates": 83_179,
    "three candidates": 1_046,
    "with a run": 2_375_766,
    "with a four": 122_835,
    "with either": 2_478_999,
    "runs of 3": 2_077_920,
    "runs of 4": 319_800,
    "longer runs": 42_900,
}
"""What the rules state of all hands of eight cards."""
MOST_DECLARED = 690
"""No deal has more points of declarations, belots included."""
NUM_TABLES = 20_000
"""Played at a time."""


# Auctions.


def auctions(overbid_after_kontra: bool) -> tuple[int, int]:
    """How many different complete auctions there are, the one in which all pass included; the calls of the longest."""
    game = adut.game("belot", overbid_after_kontra=overbid_after_kontra)
    found: dict[tuple[int, ...], tuple[int, int]] = {}

    def count(state: adut.State) -> tuple[int, int]:
        record = state.record
        if state.is_over or record.phase != AUCTION:
            return 1, 0
        place = tuple(int(number) for number in (record.contract, record.caller, record.mult, record.passes, record.seat))
        if place not in found:
            total = longest = 0
            for action in state.legal_actions():
                further = state.copy()
                further.apply(action)
                ends, calls = count(further)
                total, longest = total + ends, max(longest, calls + 1)
            found[place] = total, longest
        return found[place]

    return count(game.new_state(seed=0, dealer=0))


# Hands.

RUN, FOUR, EITHER, RUN_OF_THREE, RUN_OF_FOUR, LONGER_RUN, DECLARED, NUM_COUNTS = range(MAX_CANDIDATES + 1, MAX_CANDIDATES + 9)


@rule
def count_hands(o: Any, counts: NDArray[np.int64]) -> None:
    """Count all hands of eight cards; `counts` has NUM_COUNTS entries."""
    hand = 0xFF
    while hand < 1 << 32:
        count_hand(o, hand, counts)
        low = hand & -hand  # the next larger number with as many ones
        high = hand + low
        hand = ((high ^ hand) >> 2) // low | high


@rule
def count_hand(o: Any, hand: int, counts: NDArray[np.int64]) -> None:
    """Add one hand to the counts."""
    runs = 0
    for suit in range(4):
        for i in range(2):
            run = RUNS_OF_SUIT[hand >> 8 * suit & 0xFF, i]
            if run >= 0:
                runs += 1
                counts[RUN_OF_THREE + min(LENGTH[run], 5) - 3] += 1
    counts[RUN] += runs > 0
    counts[FOUR] += fours_of(hand) != 0
    candidates = candidates_of(o, hand)
    number = 0
    while nth_candidate(candidates, number) >= 0:
        number += 1
    counts[number] += 1
    counts[EITHER] += number > 0
    plan = best_plan(o, candidates)
    while plan != 0:
        counts[DECLARED] += POINTS[declaration_of(o, nth_candidate(candidates, lowest_bit(plan)))]
        plan &= plan - 1


def hand_counts() -> dict[str, int]:
    """Hands of eight cards by the number of candidates; with a run, a four, either; their maximal runs; declared points."""
    counts = np.zeros(NUM_COUNTS, np.int64)
    count_hands(adut.game("belot").options[0], counts)
    return dict(zip((*HANDS, "declared points"), map(int, counts), strict=True))


# Rounding.


def splits_that_do_not_add_up(**options: Any) -> tuple[int, int]:
    """How many splits of a deal into two raw scores there are, and of how many the rounded scores do not add up (8.3)."""
    o = adut.game("belot", **options).options[0]
    splits = wrong = 0
    for contract in range(len(CONTRACTS)):
        factor = 2 if contract == NO_TRUMPS else 1
        for declared in range(0, 10 if contract == NO_TRUMPS else MOST_DECLARED + 10, 10):
            for has_capot in (False, True):
                bonus = int(capot_points(o, contract)) if has_capot else 0
                total = factor * int(PACK_POINTS[contract]) + declared + bonus
                whole = int(whole_deal(o, contract, declared, has_capot))
                wrong += whole != (total + 5) // 10
                for more in range(total, total // 2, -factor):
                    pair = rounded(contract, more, True) + rounded(contract, total - more, False)
                    splits, wrong = splits + 1, wrong + (int(pair) != whole)
    return splits, wrong


# Random play.


def play_contract(contract: int, tables: int, seed: int) -> tuple[NDArray[Any], float]:
    """Records of deals in which a random seat called a contract and all cards were random; the mean number of legal cards."""
    batch = adut.Batch(adut.game("belot"), tables, seed, autoreset=False)
    batch.reset()
    caller = np.random.default_rng(seed).integers(0, 4, tables)
    for step in range(7):
        some = np.flatnonzero(step <= caller + 3)
        batch.step(np.where(step == caller[some], FIRST_BID + contract, PASS), tables=some)
    legal = 0
    for step in range(32):
        legal += int(batch.action_mask.sum(dtype=np.int64))
        batch.step(batch.random_actions(step))
    return batch.states, legal / (32 * tables)


def random_deals(contract: int, deals: int, seed: int = 0) -> dict[str, float]:
    """Shares and means of random play under a contract.

    Returns:
        made, inside, hanging, capot, no_points (no card points for a side, though no capot): shares of deals; caller, defenders
        (game points written), declared (points that count): means; legal: mean number of cards that may be played.
    """
    played = [play_contract(contract, min(NUM_TABLES, deals - start), seed + start) for start in range(0, deals, NUM_TABLES)]
    s = np.concatenate([states for states, _ in played])
    rows, caller = np.arange(len(s)), s["caller"] & 1
    cards = s["card_points"] + LAST_TRICK_POINTS * (s["last_winner"][:, None] & 1 == np.arange(2))
    declared = s["raw"].sum(axis=1) - np.where(s["capot"] >= 0, CAPOT_POINTS, 0)
    declared -= int(PACK_POINTS[contract]) * (2 if contract == NO_TRUMPS else 1)
    return {
        "made": np.mean(s["result"] == MADE),
        "inside": np.mean(s["result"] == INSIDE),
        "hanging": np.mean(s["result"] == HANGING),
        "capot": np.mean(s["capot"] >= 0),
        "no_points": np.mean((cards == 0).any(axis=1) & (s["capot"] < 0)),
        "caller": s["written"][rows, caller].mean(),
        "defenders": s["written"][rows, 1 - caller].mean(),
        "declared": declared.mean(),
        "legal": np.mean([legal for _, legal in played]),
    }


def match_length(matches: int, seed: int = 0) -> float:
    """The mean number of deals of a match in uniformly random play."""
    batch = adut.Batch(adut.game("belot", episode="match"), matches, seed, autoreset=False)
    batch.reset()
    batch.playout()
    return float(batch.states["match_deals"].mean())


def main() -> int:
    """Print everything. Returns the exit status: 1 if a number is not as stated."""
    parser = argparse.ArgumentParser(description="Statistics of Belot: auctions, declarations, rounding, random play.")
    parser.add_argument("--quick", action="store_true", help="fewer random deals")
    deals = 20_000 if parser.parse_args().quick else 400_000
    agree = True
    for overbid, stated in AUCTIONS.items():
        found = auctions(overbid)
        agree &= found == stated
        print(f"auctions, overbid_after_kontra={overbid}: {found[0]:,}, at most {found[1]} calls")
    start = time.perf_counter()
    for name, count in hand_counts().items():
        agree &= HANDS.get(name, count) == count
        print(f"  {name:<20} {count:>14,}" + (f"   stated {HANDS[name]:,}" if name in HANDS else ""))
    print(f"  all hands in {time.perf_counter() - start:.0f} s")
    splits, wrong = splits_that_do_not_add_up()
    agree &= wrong == 0
    print(f"splits of points: {splits:,}, of which {wrong} do not add up")
    for contract in (0, NO_TRUMPS, ALL_TRUMPS):
        print(f"{CONTRACTS[contract]}, {deals} random deals")
        for name, value in random_deals(contract, deals).items():
            print(f"  {name:<20} {value:>14.5f}")
    print(f"deals of a match in random play: {match_length(deals // 20):.2f}")
    return 0 if agree else 1


if __name__ == "__main__":
    raise SystemExit(main())
