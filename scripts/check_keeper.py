"""The score keeper and the environment write the same: random deals of every preset and player count, on random sheets.

python scripts/check_keeper.py --deals 100000
"""

from __future__ import annotations

import argparse
import itertools
import random
import time
from collections import Counter
from typing import Any

import adut
from adut.api.batch import Batch
from adut.core.errors import OptionError
from adut.games import GAMES, game, spec
from adut.score.keeper import ScoreKeeper

TABLES = 1024
CARRIED = {"belot": {"pot": "hanging"}, "bela": {"pot": "pot"}, "skat": {}}
"""What a table carries beside totals, and how sheets call it."""
LISTS = ("round_totals", "wins", "losses")
OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "belot": (
        {"kontra_scope": "cards_only"},
        {"trickless_declarations": "void", "kontra_tie": "split", "tie_odd_point": "dropped"},
        {"capot_blocks_end": False, "end_needs_score": True, "hanging_blocks_end": True},
    ),
    "bela": (
        {"players": 4, "exact_half": "hang", "all_pass": "redeal"},
        {"bela_on_fall": "kept", "match_tie_break": "caller_wins"},
        {"prolaz_needs_call": True},
        {"players": 4, "prolaz_needs_call": True, "illegal_play": "renons"},
        {"players": 2, "match_end": "dosta", "illegal_play": "renons"},
        {"match_end": "dosta", "trickless_declarations": "transfer", "belot_rule": "declaration_1001"},
        {"players": 3, "three_success": "mild", "three_fall": "both", "all_pass": "redeal", "redeal_dealer": "same"},
        {"players": 3, "three_fall": "higher_opponent", "bela_on_fall": "kept", "three_declarations": "single"},
    ),
    "skat": (
        {"loss_floor": "before_factor", "defence_bonus_3p": 50, "seeger_fabian": True},
        {"loss_floor": "hand_only", "null_lost_factor": "2_pickup_1_hand"},
    ),
}
"""Beside the presets."""


def cases(name: str) -> list[adut.Game]:
    """The game with each preset, player count and set of options."""
    found = []
    players = spec(name).options.declared()["players"].choices
    for rules, count in itertools.product(spec(name).presets, players):
        try:
            found.append(game(name, int(count), rules))
        except OptionError:  # a preset for another number of players
            continue
    for options in OPTIONS.get(name, ()):
        for count in [options["players"]] if "players" in options else players:
            found.append(game(name, **{**options, "players": int(count)}))
    return found


def random_sheet(table: adut.Game, chooser: random.Random) -> dict[str, Any]:
    """A sheet as tables take it; often one that a deal may end."""
    columns = len(table.sides)
    if table.name == "skat":
        counted = chooser.choice([0, chooser.randrange(int(table.values["n_deals"])), int(table.values["n_deals"]) - 1])
        totals = [chooser.randrange(-200, 600) for _ in range(columns)]
        wins, losses = [counted // 8] * columns, [counted // 9] * columns
        return {"counted": counted, "totals": totals, "round_totals": totals[::-1], "wins": wins, "losses": losses}
    target = int(table.values["target"])
    gaps = (target, chooser.randrange(target), chooser.randrange(1, 60))
    totals = [max(0, target - chooser.choice(gaps)) for _ in range(columns)]
    if chooser.random() < 0.3:
        totals = [totals[0] + chooser.randrange(30)] * columns
    hangs = chooser.random() < 0.3 and table.values.get("exact_half") != "fall"
    return {"totals": totals, "pot": chooser.randrange(1, 60) if hangs else 0}


def sheet_of(keeper: ScoreKeeper, record: Any, given: dict[str, Any]) -> Any:
    """The sheet of a keeper before the deal of a record, from the sheet that its table was given."""
    sheet = keeper.scorer.open(int(record["dealer"]))
    names = CARRIED[keeper.game.name]
    values = {names.get(name, name): tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    return type(sheet)(**{**vars(sheet), **values})


def compare(keeper: ScoreKeeper, record: Any, given: dict[str, Any]) -> str:
    """Enter a finished deal and compare everything that is written. Returns its outcome. Raises AssertionError."""
    entry = keeper.entry_from_deal(record)
    preview = keeper.scorer.preview(sheet_of(keeper, record, given), entry)
    after, sides = preview.after, keeper.game.sides
    assert preview.written == tuple(int(record["points"][side[0]]) for side in sides), (entry, preview)
    assert after.totals == tuple(int(n) for n in record["totals"][: len(sides)]), (entry, preview)
    assert after.dealer == int(record["next_dealer"]), (entry, preview)
    assert after.finished == bool(record["match_over"]), (entry, preview)
    for name, mine in CARRIED[keeper.game.name].items():
        assert getattr(after, mine) == int(record[name]), (entry, preview)
    if keeper.game.name == "skat":
        assert after.counted == int(record["counted"]), (entry, preview)
        for name in LISTS:
            assert getattr(after, name) == tuple(int(n) for n in record[name][: len(sides)]), (entry, preview)
    elif after.finished:
        best = int(record["winner"]) if keeper.game.name == "bela" else int(record["totals"][1] > record["totals"][0])
        assert after.winners == (best,), (entry, preview)
    return preview.outcome


def check(table: adut.Game, deals: int, seed: int = 0) -> Counter[str]:
    """Play so many random deals with all of them entered. Returns how many there were, by their outcome."""
    chooser = random.Random(f"{table} {seed}")
    keeper = ScoreKeeper(table)
    batch = Batch(table, min(TABLES, deals), seed, threads=1, autoreset=False)
    sheets = [random_sheet(table, chooser) for _ in range(batch.num_tables)]
    batch.reset(sheets=sheets)
    steps = 0
    outcomes: Counter[str] = Counter()
    while outcomes.total() < deals:
        batch.step(batch.random_actions(steps))
        steps += 1
        over = batch.done.nonzero()[0]
        for number in over:
            outcomes[compare(keeper, batch.states[number], sheets[number])] += 1
            sheets[number] = random_sheet(table, chooser)
        if len(over):
            for start, tables in (("deal", over[::2]), ("play", over[1::2])):  # random calls, and sensible ones
                if len(tables):
                    batch.reset(tables=tables, sheets=[sheets[number] for number in tables], start=start)
    return outcomes


def main() -> None:
    """Check all games that have a score keeper; the deals are shared out among the cases."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100_000, help="in all (default 100000)")
    parser.add_argument("--games", nargs="+", default=[name for name in CARRIED if name in GAMES])
    given = parser.parse_args()
    every = [table for name in given.games for table in cases(name)]
    start, total = time.perf_counter(), 0
    for seed, table in enumerate(every):
        outcomes = check(table, -(-given.deals // len(every)), seed)
        total += outcomes.total()
        counts = ", ".join(f"{name} {count}" for name, count in outcomes.most_common())
        print(f"{label(table)}: {outcomes.total()} deals agree: {counts}", flush=True)
    print(f"{total} deals in {time.perf_counter() - start:.0f} s")


def label(table: adut.Game) -> str:
    """The name of a game with its preset, players and other options."""
    preset = game(table.name, table.seats, table.rules).values
    options = [f"{name}={value}" for name, value in table.values.items() if value != preset[name]]
    return ", ".join([table.name, table.rules, f"{table.seats} players", *options])


if __name__ == "__main__":
    main()
