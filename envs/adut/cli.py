"""The command `adut`: a thin face of the library's functions."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

import adut
from adut.commands.arguments import declare_analyse, declare_solve, name_and_value
from adut.core.errors import AdutError
from adut.core.game import Game
from adut.core.history import ACTION, ANNOUNCEMENT, MASKED
from adut.core.rule import COMPILED
from adut.games import GAMES, spec


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line. Returns the exit status: 0, 1 if something given was wrong, 130 if interrupted."""
    parser = _parser()
    given = parser.parse_args(arguments)
    try:
        status: int = given.run(given)
    except (AdutError, ImportError) as error:
        print(f"adut: {error}", file=sys.stderr)
        return 1
    except (KeyboardInterrupt, EOFError):
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:  # whoever reads the output wants no more of it: `adut games | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="adut", description="Trick-taking card games with an auction, for agents and people.")
    parser.add_argument("--version", action="version", version=f"adut {adut.__version__}")
    commands = parser.add_subparsers(required=True, metavar="command")

    warmup = commands.add_parser("warmup", help="compile all games ahead of time")
    warmup.set_defaults(run=_warmup)

    games = commands.add_parser("games", help="list the games, their presets and options")
    games.add_argument("game", nargs="?", help="show the options of one game")
    games.set_defaults(run=_games)

    play = commands.add_parser("play", help="play a game in the terminal against the rule-based player")
    play.add_argument("game", choices=sorted(GAMES))
    play.add_argument("--rules", help="a preset, see `adut games`")
    play.add_argument("--players", type=int, help="seats at the table")
    play.add_argument("--seat", type=int, default=0, help="where you sit, from 0 (default)")
    play.add_argument("--seed", type=int, help="of the deals; without it they differ every time")
    play.add_argument("--match", action="store_true", help="a whole match instead of one deal")
    play.add_argument("--record", metavar="FILE", help="add the deal to a file, as text that `adut analyse` reads")
    play.add_argument("--opponent", default="rule", help="an agent: rule (default), random, or a checkpoint")
    play.set_defaults(run=_play)

    score = commands.add_parser("score", help="keep the score of a match at a real table")
    score.add_argument("game", choices=sorted(GAMES))
    score.add_argument("--file", help="the sheet, continued if it exists (default GAME_sheet.json)")
    score.add_argument("--rules", help="a preset, see `adut games`")
    score.add_argument("--players", type=int, help="seats at the table")
    score.add_argument("--names", nargs="+", help="of the players in the order of play, or of the sides")
    score.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option, see `adut games GAME`"
    )
    score.set_defaults(run=_score)

    evaluate = commands.add_parser("evaluate", help="play agents against each other on duplicate deals")
    evaluate.add_argument("game", choices=sorted(GAMES))
    evaluate.add_argument("policies", nargs="+", help="agents: rule, random, a checkpoint, process:COMMAND")
    evaluate.add_argument("--rules", help="a preset, see `adut games`")
    evaluate.add_argument("--players", type=int, help="seats at the table")
    evaluate.add_argument("--deals", type=int, default=1000, help="duplicate deals (default 1000)")
    evaluate.add_argument("--seed", type=int, default=0, help="of the deals (default 0)")
    evaluate.add_argument("--match", action="store_true", help="whole matches instead of single deals")
    evaluate.add_argument("--out", help="a folder for the results as text, JSON and picture")
    evaluate.set_defaults(run=_evaluate)

    solving = commands.add_parser("solve", help="the value of every card of a position with all hands open")
    declare_solve(solving)
    solving.set_defaults(run=_solve)
    analysing = commands.add_parser("analyse", help="what each decision of a played game has cost")
    declare_analyse(analysing)
    analysing.set_defaults(run=_analyse)
    return parser


def _evaluate(given: argparse.Namespace) -> int:
    from adut.evaluation import run

    run(
        given.policies,
        given.game,
        given.players,
        given.rules,
        episode="match" if given.match else "deal",
        deals=given.deals,
        seed=given.seed,
        out=given.out,
    )
    return 0


def _solve(given: argparse.Namespace) -> int:
    from adut.commands.solve import run

    return run(given)


def _analyse(given: argparse.Namespace) -> int:
    from adut.commands.analyse import run

    return run(given)


def _warmup(given: argparse.Namespace) -> int:
    if not COMPILED:
        print("Numba is not in use: there is nothing to compile.")
        return 0
    from adut.api.warmup import warm_up_all

    for name, seconds, compiled in warm_up_all():
        print(f"{name}: {seconds:.1f} s, {compiled} functions compiled", flush=True)
    return 0


def _games(given: argparse.Namespace) -> int:
    if given.game is None:
        for name in GAMES:
            print(f"{name}: {', '.join(spec(name).presets)}")
        return 0
    found = spec(given.game)
    print(f"{found.title}: presets {', '.join(found.presets)} (default {found.default_preset})")
    for name, option in found.options.declared().items():
        values = [str(choice).lower() for choice in option.choices] or [option.range_text]
        default = found.presets[found.default_preset].get(name, -1)
        print(f"  {name}: {option.meaning}\n      {', '.join(values)}; default {str(default).lower()}")
    return 0


def _play(given: argparse.Namespace) -> int:
    from adut.agents import ask, close, make, turn_of
    from adut.commands.deal_text import write_deal

    game = adut.game(given.game, given.players, given.rules, episode="match" if given.match else "deal")
    if not 0 <= given.seat < game.seats:
        raise AdutError(f"seat is a number from 0 to {game.seats - 1}, not {given.seat}")
    if given.record and given.match:
        raise AdutError("--record writes single deals; leave out --match")
    with contextlib.ExitStack() as held:
        record = held.enter_context(_to_append(given.record)) if given.record else None
        opponent = make(given.opponent, game)
        held.callback(close, [opponent])
        state = game.new_state(seed=given.seed)
        while not state.is_over:
            if state.actor == given.seat:
                _ask(state, game)
            else:
                actor = state.actor
                action = int(ask(opponent, turn_of(state))[0])
                text = state.action_text(action)
                known = len(state.history(given.seat))
                state.apply(action)
                if heard := _heard(state, given.seat, text, known):
                    print(f"player_{actor}: {', '.join(heard)}")
            if state.deal_over:
                print(f"deal over: {state.scores}")
        print(state.to_text(given.seat))
        if record is not None:
            record.write(write_deal(state) + "\n")
    return 0


def _to_append(path: str) -> TextIO:
    """A file to add to. Raises AdutError."""
    try:
        return Path(path).open("a", encoding="utf-8")
    except OSError as error:
        raise AdutError(f"cannot write {path}: {error.strerror}") from None


def _score(given: argparse.Namespace) -> int:
    from adut.score.file import write_picture, write_sheet
    from adut.score.terminal import Terminal, ask_first_dealer

    path = Path(given.file or f"{given.game}_sheet.json")
    if path.exists():
        keeper = _resumed_sheet(path, given)
    else:
        options: dict[str, Any] = dict(map(name_and_value, given.option))
        keeper = adut.score_keeper(given.game, given.names, given.rules, given.players, **options)
        dealer = ask_first_dealer(keeper.players, sys.stdin, sys.stdout)
        keeper = adut.ScoreKeeper(keeper.game, given.names, dealer)
        write_sheet(path, keeper)
    Terminal(
        keeper,
        lambda changed: write_sheet(path, changed),
        sys.stdin,
        sys.stdout,
        lambda drawn: write_picture(path, drawn),
    ).run()
    return 0


def _resumed_sheet(path: Path, given: argparse.Namespace) -> adut.ScoreKeeper:
    """The sheet of a file, which has its rules and names with it."""
    from adut.score.file import read_sheet

    if given.rules or given.players or given.names or given.option:
        raise AdutError(f"{path} exists: leave out rules, players, names and options to go on with it, or name another --file")
    keeper = read_sheet(path)
    if keeper.game.name != given.game:
        raise AdutError(f"{path} is a sheet of {keeper.game.name}, not of {given.game}; name another --file")
    print(f"going on with {path}")
    return keeper


def _heard(state: adut.State, seat: int, text: str, known: int) -> list[str]:
    """What a seat notices of an action that was just made: its text, or what of it is told."""
    if state.deal_over:
        return [text]
    heard = []
    for kind, _, _, value in state.history(seat)[known:].tolist():
        if kind == ACTION:
            heard.append(text if value != MASKED else text.split()[0])
        elif kind == ANNOUNCEMENT:
            heard.append(state.game.spec.announcements[value])
    return heard


def _ask(state: adut.State, game: Game) -> None:
    print()
    print(state.to_text(state.actor))
    print(f"you may: {', '.join(state.legal_texts())}")
    while True:
        text = input("> ").strip()
        if text in ("quit", "exit"):
            raise EOFError
        try:
            state.apply(text)
            return
        except AdutError as error:
            print(error)


if __name__ == "__main__":
    sys.exit(main())
