"""The arguments of `adut solve` and `adut analyse`, apart from what runs them: other commands need not load the search."""

from __future__ import annotations

import argparse

from adut.core.errors import AdutError
from adut.games import GAMES


def declare_solve(parser: argparse.ArgumentParser) -> None:
    """The arguments of `adut solve`."""
    _declare_deals(parser)
    parser.add_argument("--seed", type=int, help="solve a random deal, with the contract that the rule-based players choose")
    parser.add_argument("--goal", type=int, help="only whether the counted side gets so many: 1 or 0, much quicker")
    parser.add_argument("--tricks", action="store_true", help="count tricks in place of points")
    parser.add_argument("--limit", type=int, help="give up after so many positions")


def declare_analyse(parser: argparse.ArgumentParser) -> None:
    """The arguments of `adut analyse`."""
    _declare_deals(parser)
    parser.add_argument(
        "--worlds", type=int, default=30, help="deals drawn for each decision (default 30); 0: open hands alone"
    )
    parser.add_argument("--seed", type=int, default=0, help="of what is drawn (default 0)")
    parser.add_argument("--solve-calls", action="store_true", help="play best with open hands after calls too; takes long")
    parser.add_argument("--threads", type=int, help="of the solver (default: one a core)")


def _declare_deals(parser: argparse.ArgumentParser) -> None:
    """The arguments that both commands have."""
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--deal", metavar="TEXT", help="the deal, with ; between its lines; without it, standard input is read")
    parser.add_argument("--file", help="read the deals of a file; in Skat also games of the International Skat Server")
    parser.add_argument("--rules", help="a preset, see `adut games`")
    parser.add_argument("--players", type=int, help="seats at the table")
    parser.add_argument(
        "-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option, see `adut games GAME`"
    )
    parser.add_argument("--json", action="store_true", help="a line of JSON for each deal")


def name_and_value(text: str) -> tuple[str, str]:
    """Name and value of an option. Raises AdutError."""
    name, equals, value = text.partition("=")
    if not equals:
        raise AdutError(f"an option is NAME=VALUE, not {text!r}")
    return name, value
