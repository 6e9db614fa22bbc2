"""The score keeper and the environment write the same: random deals of every preset and player count, on random sheets.

python scripts/check_keeper.py --deals 100000
"""

from __future__ import annotations

import argparse
import itertools
import random
import time
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np

import adut
from adut.api.batch import Batch
from adut.core.errors import OptionError
from adut.games import GAMES, game, spec
from adut.games.russian_preferans.layout import AUCTION, CONTRACT
from adut.score.keeper import ScoreKeeper

TABLES = 1024
FIRST_CALL = 32
CARRIED = {
    "belot": {"pot": "hanging"},
    "bela": {"pot": "pot"},
    "skat": {"counted": "counted"},
    "preferans": {"deals": "deals", "refe_written": "refe_written"},
    "russian_preferans": {"deals": "deals", "series": "series"},
}
"""Numbers that a table carries beside totals, and how sheets call them."""
LISTS = {
    "skat": ("wins", "losses", "round_totals", "round_wins", "round_losses"),
    "preferans": ("bula", "refe", "supe"),
    "russian_preferans": ("pool", "mountain", "whists"),
}
"""What it carries by column."""
SETTLED = {"preferans": 1, "russian_preferans": 0}
"""Games whose tables have no totals, but a value: in so many parts of a point, or as many as there are players."""
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
    "preferans": (
        {"referee": "score"},
        {"referee": "score", "ref_bid_scope": "all", "ref_follow_scope": "all", "ref_pod": "last", "talon_public": False},
        {"betl_follow": "declare", "defender_rule": "strict_two", "betl_kontra_supe": "giver_all", "refe_limit": -1},
        {"supe_cap": -1, "kontra_levels": 4, "last_deal_cap": "none", "uver_betl": "in_hand"},
        {"pik_needs_kontra": True, "last_deal_cap": "bule_only", "betl_kontra_supe": "both", "refe_blocked_if": "never"},
        {"last_deal_double_fall": True, "refe_limit": 0, "must_head": True, "must_overtrump": True},
    ),
    "russian_preferans": (
        {"own_levels": 7, "second_pass_on_own_levels": True, "dealer_whist_8plus": True, "two_whister_shortfall": "capped"},
        {"return_after_first_own": True, "whist_style": "gentleman", "return_takes_all": False, "responsible_8plus": "both"},
        {"return_after_first_own": True, "return_first": False, "dealer_responsible": False, "pool_target": 6},
        {"no_talon_games": "overcall_and_repeat", "stalingrad": True, "ten": "whisted", "surrender_without_three": True},
        {"pool_target": -1, "max_deals": 40, "consolation": "fixed10", "responsibility": "half", "return_dealer": False},
        {"bid_jumps": "free", "exit_levels": "7-8-9", "consolation": "none", "own_levels": 6, "talon_award_3p": "half_each"},
        {"raspas_talon": "unused", "raspas_scoring": "whists5", "raspas_zero_award": "none", "raspas_dealer_award": False},
        {"raspas_dealer_stays": 0, "raspas_exit": "whisted_made", "own_levels": "none", "amnesty": True, "help": "full"},
        {"end_rule": "sum_reached", "pool_rate": 20, "help": "none", "misere_half": False, "misere_first_call_only": False},
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
        return random_skat_sheet(table, chooser)
    if table.name == "preferans":
        return random_preferans_sheet(table, chooser)
    if table.name == "russian_preferans":
        return random_russian_preferans_sheet(table, chooser)
    target = int(table.values["target"])
    gaps = (target, chooser.randrange(target), chooser.randrange(1, 60))
    totals = [max(0, target - chooser.choice(gaps)) for _ in range(columns)]
    if chooser.random() < 0.3:
        totals = [totals[0] + chooser.randrange(30)] * columns
    hangs = chooser.random() < 0.3 and table.values.get("exact_half") != "fall"
    return {"totals": totals, "pot": chooser.randrange(1, 60) if hangs else 0}


def random_skat_sheet(table: adut.Game, chooser: random.Random) -> dict[str, Any]:
    """The list before a deal, often the first or the last, and as it was after the last complete round."""
    columns, last = len(table.sides), int(table.values["n_deals"]) - 1
    counted = chooser.choice([0, chooser.randint(0, last), last])
    totals = [chooser.randrange(-200, 600) if counted else 0 for _ in range(columns)]
    complete = counted - counted % columns
    return {
        "counted": counted,
        "totals": totals,
        "wins": [counted // 8] * columns,
        "losses": [counted // 9] * columns,
        "round_totals": totals if complete == counted else [total // 2 if complete else 0 for total in totals],
        "round_wins": [complete // 8] * columns,
        "round_losses": [complete // 9] * columns,
    }


def random_preferans_sheet(table: adut.Game, chooser: random.Random) -> dict[str, Any]:
    """Bule of all add up to few, or to many; with refe and supe."""
    left, first, second = chooser.choice([2, 6, 10, 14, 60, 300]), chooser.randrange(-10, 40), chooser.randrange(-10, 40)
    limit = int(table.values["refe_limit"])
    written = chooser.randint(0, 3 if limit < 0 else limit)
    return {
        "deals": chooser.randrange(50),
        "bula": [2 * first, 2 * second, left - 2 * first - 2 * second],
        "supe": [[0 if one == other else 2 * chooser.randrange(100) for other in range(3)] for one in range(3)],
        "refe": [chooser.randint(0, written) for _ in range(3)],
        "refe_written": written,
    }


def random_russian_preferans_sheet(table: adut.Game, chooser: random.Random) -> dict[str, Any]:
    """Pools closed, nearly closed, or open, but not all of them closed."""
    values, seats = table.values, table.seats
    target = int(values["pool_target"]) if values["pool_target"] != -1 else 30
    pool = [target - chooser.choice([0, 0, chooser.randint(1, 6), chooser.randint(1, target)]) for _ in range(seats)]
    pool = [max(0, points) for points in pool]
    if values["help"] == "none":
        pool[chooser.randrange(seats)] += chooser.randrange(20)
    while min(pool) >= target if values["end_rule"] == "all_closed" else sum(pool) >= seats * target:
        pool[chooser.randrange(seats)] = chooser.randrange(target)
    return {
        "deals": chooser.randrange(40),
        "series": chooser.randrange(3 if values["raspas_dealer_stays"] == 3 else 9),
        "pool": pool,
        "mountain": [chooser.choice([0, 1, chooser.randrange(-5, 60)]) for _ in range(seats)],
        "whists": [[0 if one == other else chooser.randrange(200) for other in range(seats)] for one in range(seats)],
    }


def sheet_of(keeper: ScoreKeeper, record: Any, given: dict[str, Any]) -> Any:
    """The sheet of a keeper before the deal of a record, from the sheet that its table was given."""
    sheet = keeper.scorer.open(int(record["dealer"]))
    names = CARRIED[keeper.game.name]
    values = {names.get(name, name): frozen(value) for name, value in given.items()}
    return type(sheet)(**{**vars(sheet), **values})


def frozen(value: Any) -> Any:
    """Numbers and rows of them as sheets hold them."""
    if isinstance(value, list | tuple | np.ndarray):
        return tuple(frozen(each) for each in value)
    return int(value)


def compare(keeper: ScoreKeeper, record: Any, given: dict[str, Any]) -> str:
    """Enter a finished deal and compare everything that is written. Returns its outcome. Raises AssertionError."""
    entry = keeper.entry_from_deal(record)
    before = sheet_of(keeper, record, given)
    preview = keeper.scorer.preview(before, entry)
    after, name, sides = preview.after, keeper.game.name, keeper.game.sides
    points = tuple(int(record["points"][side[0]]) for side in sides)
    assert preview.written == points, (entry, preview)
    assert after.dealer == int(record["next_dealer"]), (entry, preview)
    is_last = name == "russian_preferans" and int(record["deals"]) == keeper.game.values["max_deals"]
    assert after.finished == (bool(record["match_over"]) or is_last), (entry, preview)
    for theirs, mine in CARRIED[name].items():
        assert getattr(after, mine) == int(record[theirs]), (entry, preview)
    for each in LISTS.get(name, ()):
        values = record[each][(slice(len(sides)),) * record[each].ndim]
        assert getattr(after, each) == frozen(values), (entry, preview)
    if name in SETTLED:
        game, seats = keeper.game, range(keeper.game.seats)
        parts = SETTLED[name] or game.seats
        result = tuple(Fraction(int(game.spec.rules.standing(record, game.options[0], seat)), parts) for seat in seats)
        assert keeper.scorer.settle(after).payments == result, (entry, preview)
        best = tuple(seat for seat in seats if result[seat] == max(result))
        assert after.winners == (best if after.finished else ()), (entry, preview)
        return preview.outcome
    assert after.totals == tuple(int(n) for n in record["totals"][: len(sides)]), (entry, preview)
    if after.finished and name != "skat":
        winner = int(record["winner"]) if name == "bela" else int(record["totals"][1] > record["totals"][0])
        assert after.winners == (winner,), (entry, preview)
    return preview.outcome


def calmer(batch: Batch, actions: Any, dice: np.random.Generator) -> Any:
    """Random actions, but in Russian Preferans often a pass or the lowest contract: else all auctions end in the highest."""
    if batch.game.name != "russian_preferans":
        return actions
    lowest = FIRST_CALL + np.argmax(batch.action_mask[:, FIRST_CALL:], axis=1)
    calm = np.isin(batch.states["phase"], (AUCTION, CONTRACT)) & (dice.random(len(actions)) < 0.6)
    return np.where(calm, lowest, actions)


def check(table: adut.Game, deals: int, seed: int = 0) -> Counter[str]:
    """Play so many random deals with all of them entered. Returns how many there were, by their outcome."""
    chooser = random.Random(f"{table} {seed}")
    keeper = ScoreKeeper(table)
    batch = Batch(table, min(TABLES, deals), seed, threads=1, autoreset=False)
    sheets = [random_sheet(table, chooser) for _ in range(batch.num_tables)]
    batch.reset(sheets=sheets)
    steps = 0
    outcomes: Counter[str] = Counter()
    dice = np.random.default_rng(seed)
    while outcomes.total() < deals:
        batch.step(calmer(batch, batch.random_actions(steps), dice))
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
