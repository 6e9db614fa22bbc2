"""Statistics of Preferans: what the referee makes of all possible hands, and random play (section 14 of the rules).

python scripts/preferans_statistics.py            everything, a few minutes
python scripts/preferans_statistics.py --quick    without the 64 million hands, and fewer random deals
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import adut
from adut.core.cards import HEARTS
from adut.core.intrinsics import lowest_bit
from adut.core.rule import rule
from adut.games.preferans.holdings import BETL_SAFE, CORRECT_SUIT, GRADE, SURE_TRICKS, holding
from adut.games.preferans.layout import BETL, LEVEL_OF, SANS, TREF
from adut.games.preferans.options import PATTERN_DOMINATES, PATTERN_LITERAL
from adut.games.preferans.referee_bids import is_betl_hand, is_laydown, is_sans_hand, ok_levels
from adut.games.preferans.referee_follows import follows_by_list_a, follows_by_list_b
from adut.games.preferans.table import MADE

HAND_SIZE = 10
(
    HANDS,
    SUIT,
    ANY_SUIT,
    ANY_SUIT_LITERALLY,
    BETL_HAND,
    SANS_HAND,
    ANY_LEVEL,
    A_FIRST,
    A_SECOND,
    B_FIRST,
    B_SECOND,
    ALL_SAFE,
    LAYDOWN,
    NUM_COUNTS,
) = range(14)
COUNTS = {
    "hands": 64_512_240,
    "a given suit may be bid": 10_640_191,
    "some suit may be bid": 36_783_504,
    "some suit, literally": 36_375_192,
    "may stand for betl": 935_480,
    "may stand for sans": 1_415_194,
    "some number is correct": 37_254_960,
    "list A, first": 25_059_296,
    "list A, second": 33_206_699,
    "list B, first, without the talon": 32_685_957,
    "list B, second": 32_230_850,
    "all suits safe in betl": 46_864,
    "betl that cannot fail, in hand, leading": 40_438,
}
"""What is counted, and what the rules state."""

TABLES = 10_000
"""Played at a time."""


@rule
def count_hands(held: int, places: NDArray[np.int64], counts: NDArray[np.int64]) -> None:
    """Count all hands of ten cards that hold `held`; `places` are the other cards, `counts` has NUM_COUNTS entries."""
    free = HAND_SIZE
    rest = held
    while rest != 0:
        free -= 1
        rest &= rest - 1
    chosen = (1 << free) - 1
    while chosen < 1 << len(places):
        hand = held
        rest = chosen
        while rest != 0:
            hand |= 1 << places[lowest_bit(rest)]
            rest &= rest - 1
        count_hand(hand, counts)
        if chosen == 0:
            return
        low = chosen & -chosen  # the next larger number with as many ones
        high = chosen + low
        chosen = ((high ^ chosen) >> 2) // low | high


@rule
def count_hand(hand: int, counts: NDArray[np.int64]) -> None:
    """Add one hand to the counts. The suit of the counts that are of one suit is hearts."""
    suits = 0
    literally = 0
    for suit in range(4):
        cards = holding(hand, suit)
        suits |= CORRECT_SUIT[PATTERN_DOMINATES, cards] << LEVEL_OF[suit]
        literally |= CORRECT_SUIT[PATTERN_LITERAL, cards] << LEVEL_OF[suit]
    counts[HANDS] += 1
    counts[SUIT] += suits >> LEVEL_OF[HEARTS] & 1
    counts[ANY_SUIT] += suits != 0
    counts[ANY_SUIT_LITERALLY] += literally != 0
    counts[BETL_HAND] += is_betl_hand(hand)
    counts[SANS_HAND] += is_sans_hand(hand)
    counts[ANY_LEVEL] += ok_levels(hand, PATTERN_DOMINATES) != 0
    counts[A_FIRST] += follows_by_list_a(hand, HEARTS, False)
    counts[A_SECOND] += follows_by_list_a(hand, HEARTS, True)
    counts[B_FIRST] += follows_by_list_b(hand, HEARTS, False, 0)
    counts[B_SECOND] += follows_by_list_b(hand, HEARTS, True, 0)
    counts[ALL_SAFE] += is_laydown(hand, False, True, 0)
    counts[LAYDOWN] += is_laydown(hand, True, True, 0)


def hand_counts(held: int = 0) -> NDArray[np.int64]:
    """The counts of COUNTS over all hands that hold the set `held`."""
    counts = np.zeros(NUM_COUNTS, np.int64)
    places = np.array([card for card in range(32) if not held >> card & 1], np.int64)
    count_hands(held, places, counts)
    return counts


def holding_counts() -> dict[str, Any]:
    """How the 256 holdings of a suit come out."""
    size = np.array([cards.bit_count() for cards in range(256)])
    safe = np.asarray(BETL_SAFE) != 0
    return {
        "may be bid": int(np.sum(CORRECT_SUIT[PATTERN_DOMINATES])),
        "may be bid, literally": int(np.sum(CORRECT_SUIT[PATTERN_LITERAL])),
        "by grade": np.bincount(np.asarray(GRADE), minlength=7).tolist(),
        "a sure trick": int(np.sum(np.asarray(SURE_TRICKS) >= 1)),
        "two sure tricks": int(np.sum(np.asarray(SURE_TRICKS) >= 2)),
        "safe in betl, by size": np.bincount(size[safe], minlength=9).tolist(),
    }


def random_deals(deals: int, seed: int = 0) -> dict[str, float]:
    """Shares and means of uniformly random play without refe and without a cap of the last deal.

    Returns:
        decisions: mean number; swing: mean absolute zero-sum points of a seat; all_pass: share. made_KIND_SEATS: how often
        a suit game, a sans and a betl from the hand are made against so many players; tricks_KIND_SEATS: the declarer's mean.
    """
    game = adut.game("preferans", refe_limit=0, last_deal_cap="none")
    parts = []
    for start in range(0, deals, TABLES):
        batch = adut.Batch(game, min(TABLES, deals - start), seed + start, autoreset=False)
        batch.reset()
        batch.playout()
        parts.append(batch.states.copy())
    s = np.concatenate(parts)
    points = np.asarray(s["points"][:, :3], np.float64)
    bula = np.asarray(s["bula_change"], np.float64)
    zero_sum = points + 10 * bula.mean(axis=1, keepdims=True)
    playing = sum((s["playing"] >> seat & 1) for seat in range(3))
    tricks = np.take_along_axis(s["tricks"], np.maximum(s["declarer"], 0)[:, None], axis=1)[:, 0]
    found = {
        "decisions": float(s["moves"].mean()),
        "swing": float(np.abs(zero_sum).mean()),
        "all_pass": float(np.mean(s["declarer"] < 0)),
    }
    kinds = {"suit": s["contract"] <= TREF, "sans": s["contract"] == SANS, "betl": s["contract"] == BETL}
    for kind, chosen in kinds.items():
        for seats in (3, 2) if kind != "betl" else (3,):
            some = chosen & (s["in_hand"] == 1) & (playing == seats) & (s["declarer"] >= 0) & (s["followers"] > 0)
            found[f"made_{kind}_{seats}"] = float(np.mean(s["outcome"][some] == MADE))
            found[f"tricks_{kind}_{seats}"] = float(tricks[some].mean())
    return found


def main() -> int:
    """Print everything. Returns the exit status: 1 if a count is not as stated."""
    parser = argparse.ArgumentParser(description="Statistics of Preferans: predicates of the referee, and random play.")
    parser.add_argument("--quick", action="store_true", help="without all hands, and fewer random deals")
    quick = parser.parse_args().quick
    print("holdings of a suit")
    for name, value in holding_counts().items():
        print(f"  {name:<40} {value}")
    agree = True
    if not quick:
        start = time.perf_counter()
        counts = hand_counts()
        print(f"hands of ten cards ({time.perf_counter() - start:.0f} s)")
        for (name, expected), count in zip(COUNTS.items(), counts, strict=False):
            agree &= count == expected
            print(f"  {name:<40} {count:>12,}   stated {expected:,}")
    deals = 20_000 if quick else 800_000
    print(f"{deals} random deals")
    for name, mean in random_deals(deals).items():
        print(f"  {name:<40} {mean:>12.4f}")
    return 0 if agree else 1


if __name__ == "__main__":
    raise SystemExit(main())
