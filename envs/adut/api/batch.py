"""Batch: many tables of a game, stepped together.

Not a Gymnasium VectorEnv, since several agents share a table. Arrays are allocated once and written in place; they are
NumPy arrays, which torch sees without a copy. No Python work is done per table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.api.records import check_records
from adut.core.errors import AdutError, IllegalActionError, StateFormatError
from adut.core.game import Game
from adut.core.random import MAX_SEED, STREAM_PLAYOUTS, key
from adut.core.record import WORDS, copy_records, rows_of
from adut.core.rule import num_threads
from adut.core.state import (
    RANDOM_DEALER,
    State,
    are_random_sheets,
    check_deck,
    check_number,
    check_seed,
    is_random_sheet,
)
from adut.engine.cpu import (
    Kernel,
    hidden_range,
    hide_range,
    observe_range,
    observe_seats,
    playout_range,
    random_range,
    reset_range,
    step_tables,
)
from adut.games import game as make_game

OPEN, DEAL, BEGIN_PLAY = range(3)
"""Stages of `reset_range`."""


class BatchKernels:
    """The batch kernels of one game."""

    def __init__(self, game: Game) -> None:
        table, rules = game.kernels, game.kernels.rules
        opening: dict[str, Any] = {"open_table": table.open_table, "deal_out": table.deal_out}
        self.reset = Kernel(game, reset_range, **opening, start_play=rules.start_play, legal=rules.legal)
        self.observe = Kernel(game, observe_range, observe=rules.observe, num_actions=game.num_actions)
        self.observe_seats = Kernel(game, observe_seats, observe=rules.observe)
        self.step = Kernel(
            game, step_tables, **opening, advance=table.advance, observe=rules.observe, num_actions=game.num_actions
        )
        self.hidden = Kernel(game, hidden_range, hidden=rules.hidden)
        self.hide = Kernel(game, hide_range, hide=rules.hide)
        self.playout = Kernel(game, playout_range, **opening, play_on=table.play_on)
        self.random = Kernel(game, random_range)


_known: dict[str, BatchKernels] = {}


def batch_kernels(game: Game) -> BatchKernels:
    """The batch kernels of a game, the same for all its options."""
    if game.name not in _known:
        _known[game.name] = BatchKernels(game)
    return _known[game.name]


class Batch:
    """Many tables of one game.

    Args:
        game: what is played, from `adut.game`.
        num_tables: N, how many tables.
        seed: of the generator; table i is the same as `game.new_state(seed=seed, table=i)`. None: fresh entropy.
        threads: how many threads step the tables; None takes all cores. Results do not depend on it.
        autoreset: whether a finished table starts anew in the same step. If not, it waits for `reset(tables=...)`.
        sheet: `random` to begin every episode with the sheet of a match in its midst, unless `reset` is given one; None: empty.

    Attributes (S seats, D entries of an observation, A actions; written in place by `reset` and `step`):
        observation: int8 (N, D), what the actor of each table sees.
        action_mask: int8 (N, A), what he may do; zeros where a table is over.
        legal: int64 (N, 4), the same as bit sets of 32 actions each.
        actor, seat: int64 (N,), the agent that decides, the seat whose cards he uses.
        rewards: float32 (N, S), what the last step paid each seat.
        done, truncated: bool (N,), whether the last step ended the episode, and whether by max_deals.
        scores: int64 (N, S), official points of each table's last finished deal.
        states: the records, for reading.
    """

    def __init__(
        self,
        game: Game,
        num_tables: int,
        seed: int | None = None,
        *,
        threads: int | None = None,
        autoreset: bool = True,
        sheet: str | None = None,
    ) -> None:
        self.game = game
        self.num_tables = check_number("num_tables", num_tables, 1, 2**31 - 1)
        available = num_threads()
        self.threads = available if threads is None else min(check_number("threads", threads, 1, 1024), available)
        self.autoreset = autoreset
        self._random_sheets = are_random_sheets(game, sheet)
        self.seed = check_seed(seed)
        n, seats = num_tables, game.seats
        self.observation: NDArray[np.int8] = np.zeros((n, game.layout.size), np.int8)
        self.action_mask: NDArray[np.int8] = np.zeros((n, game.num_actions), np.int8)
        self.legal: NDArray[np.int64] = np.zeros((n, WORDS), np.int64)
        self.actor: NDArray[np.int64] = np.zeros(n, np.int64)
        self.seat: NDArray[np.int64] = np.zeros(n, np.int64)
        self.rewards: NDArray[np.float32] = np.zeros((n, seats), np.float32)
        self.done: NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.truncated: NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.scores: NDArray[np.int64] = np.zeros((n, seats), np.int64)
        self.states: NDArray[Any] = game.spec.record.zeros(n)
        self.states["seed"] = self.seed
        self.states["table"] = np.arange(n)
        self._all = np.arange(n)
        self._kernels = batch_kernels(game)
        self._scale = np.float32(1.0 / game.unit)
        self._is_reset = False

    def reset(
        self,
        *,
        tables: Sequence[int] | NDArray[np.integer[Any]] | None = None,
        decks: Iterable[Any] | NDArray[np.integer[Any]] | None = None,
        dealers: Sequence[int] | NDArray[np.integer[Any]] | int | None = None,
        sheets: Sequence[Mapping[str, Any]] | Mapping[str, Any] | str | None = None,
        start: str = "deal",
    ) -> None:
        """Deal anew at all tables, or at some.

        Args:
            tables: which tables; None for all.
            decks: a pack in dealing order for each, (n, 32) card ids or texts; None deals by the generator.
            dealers: the dealer of each, or of all; None draws lots.
            sheets: the match sheet of each, or of all; `random` for a random one each. None: as the batch was made.
            start: `deal`, or `play` to have everything before the play of cards decided by rule.

        Raises:
            AdutError: something above is not possible. Nothing was changed.
        """
        if start not in ("deal", "play"):
            raise AdutError(f"start is 'deal' or 'play', not {start!r}")
        chosen = self._tables(tables)
        n = len(chosen)
        seats = np.full(n, RANDOM_DEALER) if dealers is None else self._check_seats(dealers, n, "dealers")
        packs = None if decks is None else _check_decks(decks, n)
        given, are_random = None, self._random_sheets
        if isinstance(sheets, str):
            are_random = is_random_sheet(self.game, sheets)
        elif sheets is not None:
            given, are_random = _each_sheet(sheets, n), False
        before = copy_records(self.states, chosen if given is not None else self._all[:0])
        options, reset = self.game.options, self._kernels.reset
        reset.call(1, self.states, options, n, chosen, seats, are_random, OPEN)
        if given is not None:
            try:
                for table, sheet in zip(chosen, given, strict=True):
                    self.game.spec.set_sheet(self.states[table], options, sheet)
            except AdutError:
                rows_of(self.states)[chosen] = rows_of(before)
                raise
        if packs is not None:
            self.states["pack"][chosen] = packs
        reset.call(1, self.states, options, n, chosen, seats, are_random, DEAL)
        if start == "play":
            reset.call(1, self.states, options, n, chosen, seats, are_random, BEGIN_PLAY)
        self._is_reset = True
        self._read(chosen)

    def step(
        self,
        actions: NDArray[np.integer[Any]] | Sequence[int],
        *,
        tables: Sequence[int] | NDArray[np.integer[Any]] | None = None,
        out: tuple[NDArray[np.int8], NDArray[np.int8]] | None = None,
    ) -> None:
        """Make one decision at every table, or at some.

        Args:
            actions: the action of each table, integers of shape (n,).
            tables: which tables; None for all.
            out: arrays (observation, action_mask) of shapes (n, D) and (n, A) to write into, instead of `observation`
                and `action_mask`.

        Raises:
            IllegalActionError: an action is not legal; the message names the table. No table was changed.
        """
        chosen = self._dealt(tables)
        checked = self._check_actions(actions, chosen)
        if out is None:
            rows, observation, mask = chosen, self.observation, self.action_mask
        else:
            observation, mask = self._check_out(out, len(chosen))
            rows = self._all[: len(chosen)]
        wrong = self._kernels.step.call(
            self.threads,
            self.states,
            self.game.options,
            len(chosen),
            tables is None,
            chosen,
            rows,
            checked,
            self.autoreset,
            self._random_sheets,
            self._scale,
            observation,
            mask,
            self.legal,
            self.actor,
            self.seat,
            self.rewards,
            self.done,
            self.truncated,
            self.scores,
        )
        if wrong < len(chosen):
            state = self.state(int(chosen[wrong]))
            action = int(np.asarray(actions)[wrong])
            raise IllegalActionError(f"table {chosen[wrong]}: {state.why_illegal(action)}")

    def _check_actions(self, actions: Any, tables: NDArray[np.int64]) -> NDArray[np.int64]:
        given = as_array(actions, "actions", IllegalActionError)
        if given.shape != tables.shape or given.dtype.kind not in "iu":
            raise IllegalActionError(
                f"actions are integers of shape ({len(tables)},), got {given.dtype} of shape {given.shape}"
            )
        return _numbers(given)

    def _check_out(self, out: Any, n: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        observation, mask = out
        wanted = ((n, self.game.layout.size), (n, self.game.num_actions))
        return _check_array(observation, wanted[0], "out's observation"), _check_array(mask, wanted[1], "out's action_mask")

    def _check_seats(self, seats: Any, n: int, what: str) -> NDArray[np.int64]:
        given = as_array(seats, what)
        if given.dtype.kind not in "iu" or given.shape not in ((), (n,)):
            raise AdutError(f"{what} is one seat or {n} seats, not {seats!r:.80}")
        if given.size and (given.min() < 0 or given.max() >= self.game.seats):
            raise AdutError(f"{what} are numbers from 0 to {self.game.seats - 1}, not {seats!r:.80}")
        return np.ascontiguousarray(np.broadcast_to(given, (n,)), dtype=np.int64)

    def _tables(self, tables: Any) -> NDArray[np.int64]:
        if tables is None:
            return self._all
        chosen = as_array(tables, "tables")
        if chosen.dtype == np.bool_ and chosen.shape == (self.num_tables,):
            return np.flatnonzero(chosen)
        if chosen.ndim != 1 or chosen.dtype.kind not in "iu":
            raise AdutError("tables are numbers of tables, integers of shape (n,), or a bool for every table")
        if chosen.size and (chosen.min() < 0 or chosen.max() >= self.num_tables):
            raise AdutError(f"tables are numbers from 0 to {self.num_tables - 1}")
        if not (chosen[1:] > chosen[:-1]).all() and len(np.unique(chosen)) != len(chosen):
            raise AdutError("tables names a table twice")
        return _numbers(chosen)

    def _dealt(self, tables: Any) -> NDArray[np.int64]:
        """`_tables` of a batch that has dealt."""
        if not self._is_reset:
            raise AdutError("the batch has not been reset yet: call reset() first")
        return self._tables(tables)

    def _read(self, tables: NDArray[np.int64]) -> None:
        """Bring the arrays up to the records of tables that were not stepped."""
        self.rewards[tables] = 0
        self.done[tables] = self.states["is_over"][tables] != 0
        self.truncated[tables] = self.states["truncated"][tables] != 0
        self.scores[tables] = self.states["points"][tables, : self.game.seats]
        self._observe(tables)

    def _observe(self, tables: NDArray[np.int64]) -> None:
        self._kernels.observe.call(
            1,
            self.states,
            self.game.options,
            len(tables),
            tables,
            self.observation,
            self.action_mask,
            self.legal,
            self.actor,
            self.seat,
        )

    def observe(self, seats: Any, *, tables: Any = None, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """What given seats see, int8 of shape (n, D).

        Args:
            seats: the observing seat of each table, or one for all.
            tables: which tables; None for all.
            out: an array to write into.

        Raises:
            AdutError: something above is not possible.
        """
        chosen = self._dealt(tables)
        observers = self._check_seats(seats, len(chosen), "seats")
        seen = self._rows(out, len(chosen), self.game.layout.size)
        self._kernels.observe_seats.call(1, self.states, self.game.options, len(chosen), chosen, observers, seen)
        return seen

    def hidden(self, *, tables: Any = None, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """All hidden cards relative to the actor of each table, int8 of shape (n, hidden_layout.size)."""
        chosen = self._dealt(tables)
        cards = self._rows(out, len(chosen), self.game.hidden_layout.size)
        self._kernels.hidden.call(1, self.states, self.game.options, len(chosen), chosen, cards)
        return cards

    def _rows(self, out: NDArray[np.int8] | None, n: int, size: int) -> NDArray[np.int8]:
        return np.zeros((n, size), np.int8) if out is None else _check_array(out, (n, size), "out")

    def views(self, *, tables: Any = None, seats: Any = None) -> NDArray[Any]:
        """Copies of the records with everything erased that a seat (the actor by default) may not know."""
        chosen = self._dealt(tables)
        observers = self.states["actor"][chosen] if seats is None else self._check_seats(seats, len(chosen), "seats")
        views = copy_records(self.states, chosen)
        self._kernels.hide.call(1, views, self.game.options, len(chosen), observers)
        return views

    def random_actions(self, number: int, *, tables: Any = None) -> NDArray[np.int64]:
        """A uniformly random legal action for each table, a function of `number` (0 to 2**63 - 1); 0 where a table is over."""
        chosen = self._dealt(tables)
        actions = np.empty(len(chosen), np.int64)
        draw = check_number("number", number, 0, MAX_SEED)
        kernel = self._kernels.random
        kernel.call(self.threads, self.states, self.game.options, len(chosen), self.legal, chosen, self.seed, draw, actions)
        return actions

    def playout(self, number: int = 0, episodes: int = 1) -> NDArray[np.int64]:
        """Play random legal actions, a function of `number`, until every table has finished so many episodes.

        Returns:
            How many actions were made, int64 of shape (N,). Nothing is observed before the end, nor are rewards paid, and
            where a game can play the rest of a deal at once, the history does not tell how.
        """
        tables = self._dealt(None)
        made = np.zeros(self.num_tables, np.int64)
        random = key(self.seed, 0, STREAM_PLAYOUTS, check_number("number", number, 0, MAX_SEED))
        rounds = check_number("episodes", episodes, 1, 2**31 - 1)
        self._kernels.playout.call(
            self.threads, self.states, self.game.options, self.num_tables, random, rounds, self._random_sheets, made
        )
        self._read(tables)
        return made

    def state(self, table: int) -> State:
        """A State that is a copy of a table."""
        check_number("table", table, 0, self.num_tables - 1)
        self._dealt(None)
        return State.from_record(self.game, self.states[table : table + 1])

    def get_states(self, tables: Any = None) -> NDArray[Any]:
        """Copies of the records."""
        return copy_records(self.states, self._dealt(tables))

    def set_states(self, states: NDArray[Any] | bytes, tables: Any = None) -> None:
        """Set tables to records that `get_states` gave, an array or its bytes.

        Args:
            states: records of the same game with the same options; which options they were played with cannot be seen.
            tables: which tables; None for all.

        Raises:
            StateFormatError: the records are not as many, not of this game, or no tables of it. Nothing was changed.
        """
        chosen = self._tables(tables)
        size, dtype = self.states.dtype.itemsize, self.game.spec.record.dtype
        if isinstance(states, bytes | bytearray):
            if len(states) != size * len(chosen):
                raise StateFormatError(f"{len(chosen)} tables are {size * len(chosen)} bytes, got {len(states)}")
        given: Any = np.frombuffer(states, dtype) if isinstance(states, bytes | bytearray) else states
        if not isinstance(given, np.ndarray) or given.dtype != dtype or given.shape != chosen.shape:
            got = type(given).__name__
            if isinstance(given, np.ndarray):
                got = f"shape {given.shape} of {given.dtype.itemsize} bytes" + " of another kind" * (given.dtype != dtype)
            raise StateFormatError(f"states is an array of {len(chosen)} records of {size} bytes, got {got}")
        rows = rows_of(np.ascontiguousarray(given))
        check_records(self.game, rows.reshape(-1).view(dtype))
        rows_of(self.states)[chosen] = rows
        self._is_reset = True
        self._read(chosen)

    def __repr__(self) -> str:
        return f"<Batch of {self.num_tables} tables of {self.game.name}, rules {self.game.rules}>"


def as_array(given: Any, what: str, error: type[AdutError] = AdutError) -> NDArray[Any]:
    """What was given as an array; an empty list is one of whole numbers. Raises `error` where it is none."""
    try:
        array = np.asarray(given)
    except (ValueError, TypeError, OverflowError):
        raise error(f"{what} are no array of numbers: {given!r:.80}") from None
    return np.zeros(array.shape, np.int64) if array.size == 0 else array


def _numbers(given: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    """Whole numbers as the kernels take them, a copy if need be: for arrays of another kind they would be compiled anew."""
    return given.astype(np.int64, order="C", copy=not given.flags.carray)


def _check_array(array: Any, shape: tuple[int, int], what: str) -> NDArray[np.int8]:
    """An array of the caller's to write into."""
    if not isinstance(array, np.ndarray) or array.shape != shape or array.dtype != np.int8:
        got = f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else type(array).__name__
        raise AdutError(f"{what} is an int8 array of shape {shape}, got {got}")
    if not array.flags.c_contiguous or not array.flags.writeable:
        raise AdutError(f"{what} must be contiguous and writeable")
    return array


def _each_sheet(sheets: Any, n: int) -> list[Any]:
    """A sheet for each of n tables, from one or from as many."""
    each = [sheets] * n if isinstance(sheets, Mapping) else list(sheets) if isinstance(sheets, Iterable) else []
    if len(each) != n or not all(isinstance(sheet, Mapping) for sheet in each):
        raise AdutError(f"sheets is 'random', or one sheet or {n} as State.sheet returns them, not {sheets!r:.80}")
    return each


def _check_decks(decks: Any, n: int) -> NDArray[np.int8]:
    if not isinstance(decks, np.ndarray):
        if isinstance(decks, str) or not isinstance(decks, Iterable):
            raise AdutError(f"decks are {n} packs of 32 cards, not {decks!r:.80}")
        decks = np.array([check_deck(deck) for deck in decks], np.int64)
    if decks.shape != (n, 32) or decks.dtype.kind not in "iu":
        raise AdutError(f"decks are {n} packs of 32 cards, got an array of shape {decks.shape}")
    if not (np.sort(decks, axis=1) == np.arange(32)).all():
        wrong = int(np.flatnonzero((np.sort(decks, axis=1) != np.arange(32)).any(axis=1))[0])
        check_deck(decks[wrong].tolist())
    packs: NDArray[np.int8] = decks.astype(np.int8)
    return packs


def make_batch(
    name: str,
    num_tables: int,
    seed: int | None = None,
    *,
    threads: int | None = None,
    autoreset: bool = True,
    sheet: str | None = None,
    **options: Any,
) -> Batch:
    """A batch of tables of a game by name; further keywords go to `adut.game`."""
    return Batch(make_game(name, **options), num_tables, seed, threads=threads, autoreset=autoreset, sheet=sheet)
