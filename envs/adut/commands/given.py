"""What `adut solve` and `adut analyse` are given: deals as text, from the command line, a file or standard input."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import chain
from typing import Any

from adut.commands.arguments import name_and_value
from adut.commands.deal_text import DealText, Word, apply_word, game_of, read_deals, table_of
from adut.core.cards import CARD_NAMES, NUM_CARDS
from adut.core.errors import AdutError
from adut.core.game import Game
from adut.core.interpret import interpreted
from adut.core.state import State
from adut.core.text_file import READ_ERRORS, open_text

ISS_BEGINS = "(;"
"""What games of the International Skat Server begin with."""


def deals(given: argparse.Namespace) -> Iterator[tuple[State, list[Word]]]:
    """The tables that were given, freshly dealt, and what was done at each; rules run as Python.

    Raises:
        AdutError: also if nothing was given.
    """
    found = False
    with _lines(given) as lines:
        head = list(_up_to_text(lines))
        every = chain(head, lines)
        if head and head[-1].lstrip("\ufeff \t").startswith(ISS_BEGINS):
            read = _logged(every, given)
        else:
            read = ((table_of(deal, game_given(given, deal)), deal.actions) for deal in read_deals(every))
        for deal in read:
            found = True
            yield deal
    if not found:
        raise AdutError("no deal was given: give its text with --deal, in a --file or on standard input")


def _up_to_text(lines: Iterator[str]) -> Iterator[str]:
    """Lines up to the first one that is not empty."""
    for line in lines:
        yield line
        if line.strip():
            return


def game_given(given: argparse.Namespace, deal: DealText | None = None) -> Game:
    """The game that was asked for, with what the text of a deal says about it. Raises AdutError."""
    options: dict[str, Any] = dict(map(name_and_value, given.option))
    return game_of(DealText(1) if deal is None else deal, given.game, given.players, given.rules, options)


@contextmanager
def _lines(given: argparse.Namespace) -> Iterator[Iterator[str]]:
    """The lines of the text that was given."""
    if given.deal is not None and given.file is not None:
        raise AdutError("give a --deal or a --file, not both")
    if given.deal is not None:
        yield iter(given.deal.splitlines())
        return
    try:
        with nullcontext(sys.stdin) if given.file is None else open_text(given.file) as file:
            yield iter(file)
    except (*READ_ERRORS, UnicodeDecodeError) as error:
        raise AdutError(f"cannot read {given.file or 'standard input'}: {error}") from None


def _logged(lines: Iterator[str], given: argparse.Namespace) -> Iterator[tuple[State, list[Word]]]:
    """Games of the International Skat Server."""
    if given.game != "skat" or given.option or given.players not in (None, 3):
        raise AdutError("games of the International Skat Server are Skat with three players and the rules of a preset")
    from adut.games.skat.iss import SERVER_RULES, read_replays

    for replayed in read_replays(lines, rules=given.rules or SERVER_RULES, on_error="raise"):
        played = replayed.state
        start = interpreted(played.game).new_state(seed=0, dealer=played.dealer, hands=replayed.log.hands)
        yield start, [Word(_name(played.game, action), replayed.log.line, 1) for action in played.actions]


def _name(game: Game, action: int) -> str:
    return CARD_NAMES[action] if action < NUM_CARDS else game.action_name(action)


def play_on(state: State, words: list[Word]) -> None:
    """Do at a table what was done. Raises NotationError."""
    for word in words:
        apply_word(state, word)
