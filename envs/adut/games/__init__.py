"""The games of the suite, by name. A game is one folder here and one line in GAMES."""

from __future__ import annotations

from adut.core.errors import OptionError, did_you_mean
from adut.core.game import Game, GameSpec, load_spec

GAMES: dict[str, str] = {
    "skat": "adut.games.skat",
    "bela": "adut.games.bela",
    "belot": "adut.games.belot",
    "preferans": "adut.games.preferans",
    "russian_preferans": "adut.games.russian_preferans",
}
"""Where each game's SPEC is; `register` adds games that live in other packages."""


def register(name: str, module: str) -> None:
    """Make a game of another package known: `module` is an importable module with a GameSpec named SPEC."""
    if GAMES.get(name, module) != module:
        raise OptionError(f"a game named {name!r} is registered already, from {GAMES[name]}")
    GAMES[name] = module


def spec(name: str) -> GameSpec:
    """The specification of a game. Raises OptionError for an unknown name."""
    if str(name) not in GAMES:  # it may be anything
        hint = did_you_mean(str(name), tuple(GAMES))
        raise OptionError(f"unknown game {name!r}{hint}; choose from {', '.join(GAMES)}")
    return load_spec(GAMES[name])


def game(
    name: str,
    players: int | None = None,
    rules: str | None = None,
    *,
    episode: str = "deal",
    reward: str = "deal",
    payoff: str = "zero_sum",
    **options: object,
) -> Game:
    """A game by name.

    Args:
        name: one of `adut.games.GAMES`.
        players: seats at the table; None takes the preset's.
        rules: the name of a preset; None takes the game's default.
        episode: `deal`: a state is over after one deal; `match`: after the whole match.
        reward: `deal`: the payoff of each deal; `trick`: the same, shaped by card points; `match`: the final rank.
        payoff: `zero_sum`: settled among all players; `raw`: the official points as they are written.
        options: rule options by name, overriding the preset's; see the game's page.

    Raises:
        OptionError: an unknown name, option or value, or options that contradict each other; the message lists the choices.
    """
    return Game.build(spec(name), players, rules, episode, reward, payoff, **options)
