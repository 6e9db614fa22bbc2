"""Speed of the perfect-information solver, on one core.

    python scripts/benchmark_solver.py                  # every game and kind of contract
    python scripts/benchmark_solver.py --only skat      # rows whose name contains a word
    python scripts/benchmark_solver.py --peers          # beside colver, on the same deals by the same rules (extra adut[peers])

Deals are random, table after table of a fixed seed; the contract is what the rule-based players bid and call, and a row takes
the first deals with its kind of contract. Times are processor time of the thread, so that other programs count little. Three
things are measured: the value of a whole deal (`value`); that and the value of every card (`cards`); and the value of positions
after random play in which everybody has eight cards left (six, where eight are all). Deals for colver have random hands and
trumps.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import adut
from adut.core.cards import NUM_CARDS, RANK_LETTERS
from adut.core.state import State
from adut.search import solve, solve_batch

SEED = 7
QUESTIONS = {"bela": {"declare": "no", "bela": "no"}, "belot": {"declare": "done"}, "russian_preferans": {"reveal": "open"}}
Row = tuple[str, str, dict[str, Any], Callable[[Any], bool]]
ROWS: list[Row] = [
    ("skat suit", "skat", {}, lambda r: r.contract < 4),
    ("skat grand", "skat", {}, lambda r: r.contract == 4),
    ("skat null", "skat", {}, lambda r: r.contract == 5),
    ("bela, 4 players", "bela", {}, lambda r: True),
    ("bela, 3 players", "bela", {"players": 3}, lambda r: True),
    ("bela, 2 players", "bela", {"players": 2}, lambda r: True),
    ("belot suit", "belot", {}, lambda r: r.contract < 4),
    ("belot no trumps", "belot", {}, lambda r: r.contract == 4),
    ("belot all trumps", "belot", {}, lambda r: r.contract == 5),
    ("preferans suit, 3 active", "preferans", {}, lambda r: r.contract < 6 and r.playing == 7),
    ("preferans suit, 2 active", "preferans", {}, lambda r: r.contract < 6 and r.playing != 7),
    ("preferans sans, 3 active", "preferans", {}, lambda r: r.contract == 7 and r.playing == 7),
    ("preferans betl", "preferans", {}, lambda r: r.contract == 6),
    ("russian preferans contract", "russian_preferans", {}, lambda r: 0 <= r.contract < 25),
    ("russian preferans misere", "russian_preferans", {}, lambda r: r.contract == 25),
    ("russian preferans raspasovka, dealer of 4", "russian_preferans", {}, lambda r: r.contract == 26),
    ("russian preferans raspasovka, forehand of 4", "russian_preferans", {}, lambda r: r.contract == 26),
    ("russian preferans raspasovka, 3 players", "russian_preferans", {"players": 3}, lambda r: r.contract == 26),
]
MOST_TABLES = 100_000


def deals(name: str, options: dict[str, Any], fits: Callable[[Any], bool], number: int, cards_played: int) -> list[State]:
    """The first deals of a kind, their play about to begin or with so many cards on the table."""
    game = adut.game(name, **options)
    found: list[State] = []
    for table in range(MOST_TABLES):
        state = game.new_state(seed=SEED, table=table, start="play")
        if not state.is_over and fits(state.record):
            for _ in range(cards_played):
                state.apply(state.legal_actions()[0])
            found.append(state)
            if len(found) == number:
                break
    return found


def tricks_left(state: State) -> int:
    """How many tricks are left at the beginning of one; the dealer who leads a talon holds fewer cards than the others."""
    if state.game.name == "russian_preferans":
        return 11 - int(state.record.trick_number)
    return int(state.record.hands[state.seat]).bit_count()


def play_on(state: State, cards: int, choose: random.Random) -> State:
    """The state after random play until everybody has so many cards left."""
    answers = QUESTIONS.get(state.game.name, {})
    state = state.copy()
    while not state.is_over:
        if state.phase in answers:
            state.apply(answers[state.phase])
        elif int(state.record.trick_cards) == 0 and tricks_left(state) <= cards:
            break
        else:
            state.apply(choose.choice([action for action in state.legal_actions() if action < NUM_CARDS]))
    return state


def measure(states: list[State], cards: bool) -> tuple[np.ndarray, np.ndarray]:
    """Milliseconds and nodes of each state."""
    solve_batch(states[:1], cards=cards, threads=1)
    times, nodes = [], []
    for state in states:
        start = time.thread_time()
        found = solve_batch([state], cards=cards, threads=1)
        times.append(1e3 * (time.thread_time() - start))
        nodes.append(found.nodes[0])
    return np.array(times), np.array(nodes)


def report(name: str, times: np.ndarray, nodes: np.ndarray | None) -> None:
    """A line of the table."""
    looked = "" if nodes is None else f"{np.median(nodes):>10,.0f} {nodes.mean():>10,.0f}"
    print(
        f"{name:<58} {len(times):>5} {np.median(times):>8.2f} {times.mean():>8.2f} {np.percentile(times, 95):>8.1f} "
        f"{times.max():>8.1f} {looked}",
        flush=True,
    )


def beside_colver(number: int) -> None:
    """Belot in a suit, where who cannot overtrump plays what he likes, as in colver; in turns on the same deals."""
    import colver

    ours_of = {}
    for theirs in range(NUM_CARDS):
        rank, suit = colver.Env.card_name(theirs)[:-1], colver.Env.card_name(theirs)[-1]
        ours_of[theirs] = 8 * "♣♦♥♠".index(suit) + RANK_LETTERS.index(rank.replace("10", "T"))
    theirs_of = {ours: theirs for theirs, ours in ours_of.items()}
    game = adut.game("belot", undertrump="free")
    choose = random.Random(SEED)
    mine, yours = [], []
    for deal in range(number):
        pack = list(range(NUM_CARDS))
        choose.shuffle(pack)
        trump = choose.randrange(4)
        hands = {seat: sorted(pack[8 * seat : 8 * seat + 8]) for seat in range(4)}
        calls = ["pass", f"bid {('clubs', 'diamonds', 'hearts', 'spades')[trump]}", "pass", "pass", "pass"]
        state = game.new_state(hands=hands, dealer=3, start=calls)
        start = time.thread_time()
        value = int(solve_batch([state], cards=False, threads=1).value[0])
        mine.append(1e3 * (time.thread_time() - start))
        env = colver.Env.deal_with_hands(3, [[theirs_of[card] for card in hands[seat]] for seat in range(4)])
        suit_of_theirs = theirs_of[8 * trump] // 8
        env.set_contract(trump=suit_of_theirs, value=80, team=1, coinche=0)
        env.set_phase_playing()
        start = time.thread_time()
        env.action_oracle_dd()
        yours.append(1e3 * (time.thread_time() - start))
        if deal < 20:  # the same values
            scores = dict(env.solve_scores()["scores"])
            points = {theirs_of[card]: 162 - max(0, min(162, worth)) for card, worth in solve(state).values.items()}
            assert {card: min(162, scores[card]) for card in scores} == points, (value, scores, points)
    mine_ms, yours_ms = np.array(mine[1:]), np.array(yours[1:])
    report("belot suit, random hands", mine_ms, None)
    report("the same in colver", yours_ms, None)
    print(
        f"colver takes {np.median(yours_ms) / np.median(mine_ms):.1f} times as long in the median, "
        f"{yours_ms.mean() / mine_ms.mean():.1f} times in the mean"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100, help="of each row")
    parser.add_argument("--only", default="", help="rows whose name contains this word")
    parser.add_argument("--peers", action="store_true", help="beside colver")
    arguments = parser.parse_args()
    print(f"{'milliseconds':<58} deals   median     mean      95%      max   nodes (median, mean)")
    for name, game, options, fits in ROWS:
        if arguments.only not in name:
            continue
        states = deals(game, options, fits, arguments.deals, 1 if "forehand" in name else 0)
        report(f"{name}: value", *measure(states, cards=False))
        report(f"{name}: cards", *measure(states, cards=True))
        choose = random.Random(SEED)
        left = 6 if states[0].game.seats == 4 and game in ("bela", "belot") else 8
        later = [play_on(state, left, choose) for state in states]
        later = [state for state in later if not state.is_over]
        if later:
            report(f"{name}: {left} cards left", *measure(later, cards=False))
    if arguments.peers:
        beside_colver(arguments.deals)


if __name__ == "__main__":
    main()
