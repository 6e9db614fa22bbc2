"""Statistics of Bela: declarations in all possible hands, and what random play comes to (section 14 of the rules).

python scripts/bela_statistics.py            everything, some minutes
python scripts/bela_statistics.py --quick    without the hands of ten cards, and fewer random deals
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
from adut.games.bela.cards import declared_points
from adut.games.bela.layout import FELL, MADE, NO, PLAY
from adut.games.declarations import FIRST_FOUR, LENGTH, NUM_PLACES, declaration_at

HANDS, REPORTING, RUN_OF_THREE, RUN_OF_FOUR, LONGER_RUN, FOUR, DECLARED_POINTS, NUM_COUNTS = range(8)
COUNTS = ("hands", "with a declaration", "a run of 3", "a run of 4", "a longer run", "a four that counts", "declared points")

EXPECTED = {
    8: (10_518_300, 2_478_999, 2_021_520, 319_650, 42_900, 122_835, None),
    10: (64_512_240, 28_766_766, None, None, None, None, None),
}
MEAN_POINTS = {8: 7.3391, 10: 17.4221}
"""What the rules state; None where they state nothing."""

TABLES = 10_000
"""Played at a time."""


@rule
def count_hands(o: Any, size: int, held: int, places: NDArray[np.int64], counts: NDArray[np.int64]) -> None:
    """Count all hands of so many cards that hold `held`; `places` are the other cards, `counts` has NUM_COUNTS entries."""
    free = size
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
        count_hand(o, hand, counts)
        if chosen == 0:
            return
        low = chosen & -chosen  # the next larger number with as many ones
        high = chosen + low
        chosen = ((high ^ chosen) >> 2) // low | high


@rule
def count_hand(o: Any, hand: int, counts: NDArray[np.int64]) -> None:
    """Add one hand to the counts."""
    three = False
    four_in_a_row = False
    longer = False
    four = False
    for place in range(NUM_PLACES):
        number = declaration_at(hand, True, place)
        if number >= FIRST_FOUR:
            four = True
        elif number >= 0:
            three = three or LENGTH[number] == 3
            four_in_a_row = four_in_a_row or LENGTH[number] == 4
            longer = longer or LENGTH[number] > 4
    counts[HANDS] += 1
    counts[REPORTING] += three or four_in_a_row or longer or four
    counts[RUN_OF_THREE] += three
    counts[RUN_OF_FOUR] += four_in_a_row
    counts[LONGER_RUN] += longer
    counts[FOUR] += four
    counts[DECLARED_POINTS] += declared_points(o, hand)


def hand_counts(size: int, held: int = 0) -> NDArray[np.int64]:
    """The counts of COUNTS over all hands of so many cards that hold the set `held`; a belot counts 100."""
    counts = np.zeros(NUM_COUNTS, np.int64)
    places = np.array([card for card in range(32) if not held >> card & 1], np.int64)
    count_hands(adut.game("bela", belot_rule="as_run").options[0], size, held, places, counts)
    return counts


def played_out(players: int, tables: int, seed: int, episode: str = "deal", **options: Any) -> NDArray[Any]:
    """The records of tables at which random actions were played until the deal, or the match, was over."""
    batch = adut.Batch(adut.game("bela", players, episode=episode, **options), tables, seed, autoreset=False)
    batch.reset()
    batch.playout()
    return batch.states


def random_deals(players: int, deals: int, seed: int = 0, **options: Any) -> dict[str, float]:
    """Shares and means of uniformly random play.

    Returns:
        passed, half (exactly half of the points for the caller), stiglja, forced (the dealer had to call), reported (somebody
        reported something), both_reported (both sides): shares of deals; game (G), decisions, recognised (points of
        declarations): means; spread: the standard deviation of the score difference.
    """
    starts = range(0, deals, TABLES)
    s = np.concatenate([played_out(players, min(TABLES, deals - start), seed + start, **options) for start in starts])
    caller = s["caller"] % 2 if players == 4 else s["caller"]
    points = points_of_sides(s, players)
    reported = s["announced"] > 0
    return {
        "passed": np.mean(s["result"] == MADE),
        "half": np.mean((s["result"] == FELL) & (2 * points[np.arange(len(s)), caller] == points.sum(axis=1))),
        "stiglja": np.mean((s["tricks"] == (8 if players == 4 else 10)).any(axis=1)),
        "forced": np.mean(s["passes"] == (3 if players == 2 else players - 1)),
        "game": points.sum(axis=1).mean(),
        "decisions": s["moves"].mean(),
        "recognised": s["declared"].sum(axis=1).mean(),
        "reported": np.mean(reported.any(axis=1)),
        "both_reported": np.mean(reported[:, 0::2].any(axis=1) & reported[:, 1::2].any(axis=1)),
        "spread": (s["scores"][:, 0] - s["scores"][:, 1]).std(),
    }


def choices(players: int, deals: int, seed: int = 0, **options: Any) -> dict[str, float]:
    """What there is to choose in uniformly random play.

    Returns:
        in_vain: mean number of questions of a deal which can only be answered with no; moves: mean number of cards that may be
        played; single: the share of card plays without a choice.
    """
    batch = adut.Batch(adut.game("bela", players, **options), deals, seed, autoreset=False)
    batch.reset()
    in_vain = plays = moves = single = step = 0
    while len(live := np.flatnonzero(batch.states["is_over"] == 0)):
        mask = batch.action_mask[live]
        count = mask.sum(axis=1, dtype=np.int64)
        in_vain += int(np.count_nonzero((count == 1) & (mask[:, NO] == 1)))
        cards = count[batch.states["phase"][live] == PLAY]
        plays, moves, single = plays + len(cards), moves + int(cards.sum()), single + int(np.count_nonzero(cards == 1))
        batch.step(batch.random_actions(step, tables=live), tables=live)
        step += 1
    return {"in_vain": in_vain / deals, "moves": moves / plays, "single": single / plays}


def points_of_sides(s: NDArray[Any], players: int) -> NDArray[np.int64]:
    """P of each side of deals that were played out under the default options; a caller's lost declarations stay in."""
    sides = 3 if players == 3 else 2
    tricks = s["tricks"][:, :sides]
    bela_side = s["bela"] % 2 if players == 4 else s["bela"]
    bela = (s["bela"] >= 0)[:, None] & (bela_side[:, None] == np.arange(sides))
    extra = s["declared"][:, :sides] + 20 * bela
    caller = s["caller"] % 2 if players == 4 else s["caller"]
    counts = tricks > 0
    if sides == 2:
        counts = counts | (caller[:, None] == np.arange(sides))
    swept = tricks == (8 if players == 4 else 10)
    return np.asarray(s["counted"][:, :sides] + 90 * swept + extra * counts)


def match_length(players: int, matches: int, seed: int = 0) -> float:
    """The mean number of deals of a match in uniformly random play."""
    return float(played_out(players, matches, seed, "match")["match_deals"].mean())


def print_hands(size: int) -> bool:
    """Print the counts of all hands of a size beside what the rules state. Returns whether they agree."""
    start = time.perf_counter()
    counts = hand_counts(size)
    agree = True
    print(f"hands of {size} cards ({time.perf_counter() - start:.0f} s)")
    for name, count, expected in zip(COUNTS, counts, EXPECTED[size]):
        agree &= expected is None or count == expected
        print(f"  {name:<20} {count:>14,}" + ("" if expected is None else f"   stated {expected:,}"))
    mean = counts[DECLARED_POINTS] / counts[HANDS]
    agree &= round(float(mean), 4) == MEAN_POINTS[size]
    print(f"  {'mean points':<20} {mean:>14.4f}   stated {MEAN_POINTS[size]}")
    return agree


def main() -> int:
    """Print everything. Returns the exit status: 1 if a count is not as stated."""
    parser = argparse.ArgumentParser(description="Statistics of Bela: declarations of all hands, and random play.")
    parser.add_argument("--quick", action="store_true", help="without the hands of ten cards, and fewer random deals")
    quick = parser.parse_args().quick
    agree = print_hands(8)
    if not quick:
        agree &= print_hands(10)
    deals = 10_000 if quick else 60_000
    for players in (4, 3, 2):
        print(f"{players} players, {deals} random deals")
        for name, value in (random_deals(players, deals) | choices(players, deals // 10)).items():
            print(f"  {name:<20} {value:>14.4f}")
        print(f"  {'deals of a match':<20} {match_length(players, deals // 20):>14.4f}")
    return 0 if agree else 1


if __name__ == "__main__":
    raise SystemExit(main())
