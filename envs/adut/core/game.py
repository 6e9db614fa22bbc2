"""A game: everything that the suite needs to know about it, and the way to build it with options."""

from __future__ import annotations

import functools
import hashlib
import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from adut.core.errors import OptionError
from adut.core.kernels import Kernels, Rules
from adut.core.layout import Actions, Layout
from adut.core.options import EPISODES, PAYOFFS, REWARDS, OptionsRecord, Value, resolve
from adut.core.record import TableRecord

if TYPE_CHECKING:
    from adut.core.state import State


def _each_for_himself(seats: int) -> tuple[tuple[int, ...], ...]:
    return tuple((seat,) for seat in range(seats))


def _whole_points(seats: int) -> int:
    return 1


def _nothing_to_complete(rules: str, values: dict[str, Value], given: frozenset[str]) -> None:
    """Options that do not depend on each other."""


@dataclass(frozen=True)
class Breakdown:
    """What evaluations count about finished deals of a game, besides points."""

    facts: Callable[[NDArray[Any]], dict[str, NDArray[np.int64]]]
    """From records of finished deals, shape (n,), facts by name, int64 of shape (n,) each. `declarer` (a seat, -1 for nobody)
    and `won` (0 or 1) are among them."""
    labels: Mapping[str, tuple[str, ...]]
    """The names of the values of facts that are numbers of something, -1 for none."""
    amounts: tuple[str, ...]
    """The facts that are quantities; those that are neither are 0 or 1."""


@dataclass(frozen=True, kw_only=True)
class GameSpec:
    """What the folder of a game exports as `SPEC`. Everything outside the folder reads the game through it."""

    name: str
    """Lower case, also the name of the module: `russian_preferans`."""
    module: str
    """Where the specification can be imported from, as SPEC: `__name__`."""
    title: str
    version: int
    """Of the environment, as in `skat_v0`; a change of rules, observation, actions or rewards raises it."""
    record: type[TableRecord]
    options: type[OptionsRecord]
    presets: Mapping[str, Mapping[str, Value]]
    default_preset: str
    complete: Callable[[str, dict[str, Value], frozenset[str]], None] = _nothing_to_complete
    """Fills in options that follow from others and refuses contradictions: (preset, values, names given)."""
    rules: Rules
    layout: Layout
    hidden_layout: Layout
    actions: Actions
    phases: tuple[str, ...]
    announcements: tuple[str, ...] = ()
    """What the values of announcements in histories say, by number (`adut.core.history`)."""
    unit: int
    """Points of payoff that make a reward of 1."""
    payoff_parts: Callable[[int], int] = _whole_points
    """By the number of seats: how many units of `payoff` are a point, e.g. 3 where it sums to zero in thirds of a point."""
    max_decisions: int
    """No deal has more decisions, whatever the options."""
    sides: Callable[[int], tuple[tuple[int, ...], ...]] = _each_for_himself
    """By the number of seats: the seats that belong together, e.g. ((0, 2), (1, 3)) for partners who sit across."""
    breakdown: Breakdown | None = None
    """What evaluations count about finished deals."""
    action_text: Callable[[Any, int], str] | None = None
    """(record, action): the text of an action at a table, e.g. `discard CJ` or `play CJ`; None: its name."""
    table_text: Callable[[State, int | None], str]
    """(state, seat or None): the table as text, as one seat or as everybody's cards show it."""
    order_pack: Callable[[NDArray[Any], int, Mapping[Any, Any]], list[int]]
    """(options, dealer, hands): the pack in dealing order that gives these hands."""
    set_sheet: Callable[[Any, NDArray[Any], Mapping[str, Any]], None]
    """(record, options, sheet): write a match sheet into a record that was just opened."""
    get_sheet: Callable[[Any, NDArray[Any]], dict[str, Any]]
    """(record, options): the match sheet, in the form that `set_sheet` takes."""
    invariants: Callable[[NDArray[Any], NDArray[Any]], dict[str, NDArray[np.bool_]]]
    """(records, options): for each invariant of the rules, by its name, whether it holds at each table."""
    why_illegal: Callable[[State, int], str]
    """(state, action): in words, why an action is not legal."""

    def __reduce__(self) -> tuple[Any, ...]:
        return load_spec, (self.module,)


def load_spec(module: str) -> GameSpec:
    """The specification that a module exports as SPEC."""
    found = importlib.import_module(module).SPEC
    assert isinstance(found, GameSpec), f"{module}.SPEC is no GameSpec"
    return found


@functools.cache
def _kernels(name: str, rules: Rules) -> Kernels:
    return Kernels(name, rules)


@dataclass(frozen=True, repr=False, eq=False)
class Game:
    """A game with its options; the factory of states. Build it with `adut.game`.

    Attributes:
        spec: the game without options.
        rules: the name of the preset.
        values: every rule option and its value.
        episode: `deal` or `match`: when a state is over.
        reward: `deal`, `match` or `trick`: what `State.rewards` pays (see the guide on rewards).
        payoff: `zero_sum` or `raw`: which points a deal is worth.
        options: the same as an array of one options record.
    """

    spec: GameSpec
    rules: str
    values: Mapping[str, Value]
    episode: str
    reward: str
    payoff: str
    options: NDArray[Any] = field(repr=False, compare=False)

    @classmethod
    def build(
        cls,
        spec: GameSpec,
        players: int | None = None,
        rules: str | None = None,
        episode: str = "deal",
        reward: str = "deal",
        payoff: str = "zero_sum",
        **options: object,
    ) -> Game:
        """A game with a preset's options, overridden one by one. Raises OptionError."""
        for what, value, known in (
            ("episode", episode, EPISODES),
            ("reward", reward, REWARDS),
            ("payoff", payoff, PAYOFFS),
        ):
            if value not in known:
                raise OptionError(f"{what} is one of {', '.join(known)}, not {value!r}")
        if reward == "match" and episode == "deal":
            raise OptionError("reward='match' ranks the players of a whole match; it needs episode='match'")
        declared = spec.options.declared()
        name, values = resolve(spec.name, declared, spec.presets, spec.default_preset, players, rules, options)
        given = frozenset(options) | (frozenset() if players is None else frozenset(["players"]))
        seats = declared["players"].encode("players", values["players"])
        values["players"] = declared["players"].choices[seats]
        spec.complete(name, values, given)
        return cls._rebuild(spec, name, values, episode, reward, payoff)

    @classmethod
    def _rebuild(cls, spec: GameSpec, rules: str, values: Mapping[str, Value], episode: str, reward: str, payoff: str) -> Game:
        """A game from checked options."""
        packed = spec.options.pack(
            values, EPISODES.index(episode), REWARDS.index(reward), PAYOFFS.index(payoff), int(values["players"])
        )
        return cls(spec, rules, values, episode, reward, payoff, packed)

    def paying(self, reward: str, payoff: str) -> Game:
        """The same game with other rewards, both as in `adut.game`."""
        return self._rebuild(self.spec, self.rules, self.values, self.episode, reward, payoff)

    def __repr__(self) -> str:
        return f"<Game {self.name}, {self.seats} players, rules {self.rules}, episode {self.episode}, reward {self.reward}>"

    def __hash__(self) -> int:
        return hash(self.identity)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.identity == other.identity

    def __reduce__(self) -> tuple[Any, ...]:
        return Game._rebuild, (self.spec, self.rules, dict(self.values), self.episode, self.reward, self.payoff)

    @functools.cached_property
    def identity(self) -> str:
        """A hash of the game's record, layouts, options and way of running; equal for equal games."""
        parts = [
            self.name,
            str(self.spec.record.dtype),
            self.spec.layout.describe(),
            " ".join(self.spec.actions.names),
            self.options.tobytes().hex(),
        ]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]

    @property
    def name(self) -> str:
        return self.spec.name

    @functools.cached_property
    def seats(self) -> int:
        """How many players sit at the table."""
        return int(self.values["players"])

    @property
    def layout(self) -> Layout:
        """The observation vector as named slices."""
        return self.spec.layout

    @property
    def hidden_layout(self) -> Layout:
        """The vector of hidden cards as named slices."""
        return self.spec.hidden_layout

    @functools.cached_property
    def num_actions(self) -> int:
        return len(self.spec.actions)

    @functools.cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that belong together."""
        return self.spec.sides(self.seats)

    @property
    def match_unit(self) -> int:
        """How many seats the winner of a match leaves behind."""
        return self.seats - len(self.sides[0])

    @property
    def unit(self) -> int:
        """How many units of `State.rewards` make a reward of 1."""
        if self.reward == "match":
            return self.match_unit
        return self.spec.unit * (self.spec.payoff_parts(self.seats) if self.payoff == "zero_sum" else 1)

    def action_text(self, record: Any, action: int) -> str:
        """The text of an action as it is said at a table, from its record or a view. Raises IndexError as `action_name`."""
        name = self.action_name(action)
        return name if self.spec.action_text is None else self.spec.action_text(record, action)

    @property
    def max_tokens(self) -> int:
        """The greatest length of a history."""
        return int(self.spec.record.fields["history"].shape[0])

    @functools.cached_property
    def kernels(self) -> Kernels:
        """The compiled functions of the game."""
        return _kernels(self.name, self.spec.rules)

    def action_name(self, action: int) -> str:
        """The text of an action id. Raises IndexError outside 0 .. num_actions - 1."""
        if not 0 <= action < self.num_actions:
            raise IndexError(f"{self.spec.title} has actions 0 to {self.num_actions - 1}, not {action}")
        return self.spec.actions.names[action]

    def action_id(self, text: str) -> int:
        """The id of an action's text; local words are understood too. Raises IllegalActionError."""
        return self.spec.actions.id(text)

    def new_state(self, **setup: Any) -> State:
        """A freshly dealt table; see `State` for the keywords (seed, table, deck, hands, dealer, sheet, start)."""
        return self._state_type(self, **setup)

    def state_from_bytes(self, data: bytes) -> State:
        """The state that `State.to_bytes` wrote. Raises StateFormatError."""
        return self._state_type.from_bytes(self, data)

    @functools.cached_property
    def _state_type(self) -> type[State]:
        from adut.core.state import State

        return State

    def view(self, state: State, seat: int) -> Any:
        """The record of a table with everything erased that a seat may not know: an array of one record."""
        return state.view(seat)
