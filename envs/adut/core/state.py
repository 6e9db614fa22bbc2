"""State: one table, for people, search and tests."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from adut.core.cards import CARD_NAMES, NUM_CARDS, parse_card_list
from adut.core.errors import AdutError, IllegalActionError, NotationError, StateFormatError
from adut.core.game import Game
from adut.core.history import TOKEN_WIDTH, write_tokens
from adut.core.random import MAX_SEED, STREAM_STARTS, key
from adut.core.record import copy_records, rows_of
from adut.core.table import list_legal, no_result

MAGIC = b"adut"
FORMAT = 2
_HEADER = struct.Struct("<4sHH16s16sI")
"""Magic, format, version of the game, its name, hash of record and options, length of the record."""

_DIGEST_SIZE = 8
"""Bytes of a digest of all that stands before it: the engine does not survive a record with a flipped bit."""

RANDOM_DEALER = -1
RANDOM = "random"
"""What stands for a random match sheet."""


class State:
    """A table of a game: the deal that is played and the match sheet around it.

    Args:
        game: what is played.
        seed: of the generator, 0 to 2**63 - 1; None takes fresh entropy.
        table: the number of the table; table i with a seed is table i of a batch with that seed.
        deck: the first deal's pack in dealing order, a text or a sequence of 32 cards.
        hands: the first deal's cards by owner, {seat: cards, ...}; the game's page names further owners such as `skat`.
        dealer: the first dealer; None draws lots.
        sheet: the match sheet at the start, as `State.sheet` returns it; missing keys are empty. `random` for one from the
            midst of a match, a function of seed and table.
        start: None for the beginning of the deal; `play` to have everything before the play of cards decided by rule;
            or the actions to make first, texts or ids.

    Raises:
        AdutError: something above is not possible; the message says what and why.
    """

    __slots__ = (
        "_actions",
        "_count",
        "_ids",
        "_listing",
        "_options",
        "_play",
        "_root",
        "_states",
        "game",
        "is_over",
    )

    def __init__(
        self,
        game: Game,
        seed: int | None = None,
        table: int = 0,
        deck: str | Iterable[str | int] | None = None,
        hands: Mapping[Any, Any] | None = None,
        dealer: int | None = None,
        sheet: Mapping[str, Any] | str | None = None,
        start: str | Sequence[str | int] | None = None,
    ) -> None:
        self.game = game
        self.is_over = False
        self._states: NDArray[Any] = game.spec.record.zeros(1)
        self._ids, self._listing = _legal_buffer(game)
        self._play, self._options = game.kernels.play, game.options
        self._count = 0
        self._actions: list[int] = []
        self._deal(check_seed(seed), check_number("table", table, 0, MAX_SEED), deck, hands, dealer, sheet)
        self._root: bytes = self._states.tobytes()
        if isinstance(start, str):
            if start == "play":
                self._begin_play()
            elif start != "deal":
                raise AdutError(f"start is 'deal', 'play' or a list of actions, not {start!r}")
        elif start is not None:
            if not isinstance(start, Iterable):
                raise AdutError(f"start is 'deal', 'play' or a list of actions, not {start!r}")
            for action in start:
                self.apply(action)

    def _deal(self, seed: int, table: int, deck: Any, hands: Any, dealer: int | None, sheet: Any) -> None:
        game = self.game
        first = RANDOM_DEALER if dealer is None else check_number("dealer", dealer, 0, game.seats - 1)
        game.kernels.begin[is_random_sheet(game, sheet)](self._states, game.options, seed, table, first)
        if isinstance(sheet, Mapping):
            game.spec.set_sheet(self._states[0], game.options, sheet)
        if hands is not None and deck is not None:
            raise AdutError("give either deck or hands, not both")
        if hands is not None:
            if not isinstance(hands, Mapping) or not all(isinstance(cards, Iterable) for cards in hands.values()):
                raise NotationError(f"hands are cards by their owner, {{0: 'CJ ...', ...}}, not {hands!r:.80}")
            deck = game.spec.order_pack(game.options, self.dealer, hands)
        if deck is not None:
            self._states["pack"][0] = check_deck(deck)
        self._count = game.kernels.deal_first(self._states, game.options, self._ids)

    def _begin_play(self) -> None:
        record = self._states[0]
        number = int(key(int(record["seed"]), int(record["table"]), STREAM_STARTS, int(record["deal_number"])))
        self._count = self.game.kernels.play_begins(self._states, self.game.options, number, self._ids)
        self._root = self._states.tobytes()

    # What may be done, and doing it.

    def legal_actions(self) -> list[int]:
        """The ids of the legal actions, ascending; empty when the state is over."""
        return self._listing[: self._count].tolist()

    def legal_texts(self) -> list[str]:
        """The legal actions as texts."""
        return [self.action_text(action) for action in self.legal_actions()]

    def legal_mask(self) -> NDArray[np.int8]:
        """The legal actions as zeros and ones, int8 of shape (num_actions,)."""
        mask = np.zeros(self.game.num_actions, np.int8)
        mask[self._ids[: self._count]] = 1
        return mask

    def action_text(self, action: int) -> str:
        """The text of an action as it is said in the present phase."""
        return self.game.action_text(self._states[0], action)

    def apply(self, action: int | str) -> None:
        """Make a decision: an id, or a text such as `hold` or `play CJ`.

        Raises:
            IllegalActionError: the action is unknown or not legal now. Nothing was changed.
        """
        if type(action) is not int:
            action = self._action_id(action)
        try:
            count = self._play(self._states, self._options, action, self._ids)
        except OverflowError:  # a number of more than 64 bits
            count = -1
        if count < 0:
            raise IllegalActionError(self._refusal(action))
        self._count = count
        self._actions.append(action)
        if count == 0:
            self.is_over = True

    def _action_id(self, action: int | str | np.integer[Any]) -> int:
        if isinstance(action, str):
            return self.game.action_id(action)
        if isinstance(action, np.integer | np.ndarray) and np.ndim(action) == 0 and np.asarray(action).dtype.kind in "iu":
            return int(action)
        raise IllegalActionError(f"an action is an int or a text, not {action!r}")

    def _refusal(self, action: int) -> str:
        if self.is_over:
            return f"{self._name(action)} is not legal: the {self.game.episode} is over"
        return (
            f"{self._name(action)} is not legal: {self.game.spec.why_illegal(self, action)}; "
            f"player_{self.actor} is to act and may choose from: {', '.join(self.legal_texts())}"
        )

    def _name(self, action: int) -> str:
        if not 0 <= action < self.game.num_actions:
            return f"action {action} (of 0 to {self.game.num_actions - 1})"
        return f"action {action} ({self.action_text(action)})"

    def why_illegal(self, action: int | str) -> str | None:
        """In words, why an action is not legal now; None if it is legal."""
        number = action if type(action) is int else self._action_id(action)
        return None if number in self.legal_actions() else self._refusal(number)

    def undo(self) -> None:
        """Take back the last decision. Raises IndexError when there is none."""
        if not self._actions:
            raise IndexError("nothing to undo: no decision has been made since this state was created")
        self._actions.pop()
        rows_of(self._states)[0] = np.frombuffer(self._root, np.uint8)
        self._count = self.game.kernels.replay(self._states, self.game.options, np.array(self._actions, np.int64), self._ids)
        self.is_over = bool(self._states[0]["is_over"])

    # What is known about the table.

    @property
    def record(self) -> Any:
        """The record itself, its fields as attributes. For reading: a write changes the game unchecked."""
        return self._states.view(np.recarray)[0]

    @property
    def array(self) -> NDArray[Any]:
        """The record as an array of one element, as the compiled functions take it."""
        return self._states

    def _get(self, name: str) -> int:
        return self._states[name].item()  # type: ignore[no-any-return]

    @property
    def actor(self) -> int:
        """The agent that decides."""
        return self._get("actor")

    @property
    def seat(self) -> int:
        """The seat whose cards the decision uses; another than the actor's where he plays open cards of another."""
        return self._get("seat")

    @property
    def dealer(self) -> int:
        return self._get("dealer")

    @property
    def phase(self) -> str:
        """The name of the phase, as the game's page lists them."""
        return self.game.spec.phases[self._get("phase")]

    @property
    def deal_over(self) -> bool:
        """Whether the last decision ended a deal; in a match the next deal is dealt already."""
        return bool(self._get("deal_over"))

    @property
    def truncated(self) -> bool:
        """Whether the match was cut short because max_deals was reached."""
        return bool(self._get("truncated"))

    @property
    def scores(self) -> list[int]:
        """Official points of the last finished deal, one a seat."""
        return self._states["points"][0, : self.game.seats].tolist()  # type: ignore[no-any-return]

    @property
    def payoffs(self) -> list[int]:
        """The same deal settled among all players, one a seat, in fractions of a point (`game.spec.payoff_parts(seats)` of them
        make one); they sum to zero."""
        return [int(self.game.kernels.payoff(self._states, self.game.options, seat)) for seat in range(self.game.seats)]

    @property
    def rewards(self) -> list[int]:
        """What the last decision paid each seat by the game's `reward` and `payoff`: points, fractions of them as in `payoffs`,
        or places gained in a match. Divided by `game.unit` they are rewards."""
        return self._states["reward"][0, : self.game.seats].tolist()  # type: ignore[no-any-return]

    @property
    def sheet(self) -> dict[str, Any]:
        """The match sheet; `new_state(sheet=...)` takes it."""
        return self.game.spec.get_sheet(self._states[0], self.game.options)

    @property
    def actions(self) -> list[int]:
        """The decisions made since this state was created (after its start)."""
        return list(self._actions)

    def observation(self, seat: int | None = None) -> NDArray[np.int8]:
        """The observation vector of a seat (the actor's by default), int8 of shape (layout.size,)."""
        out = np.zeros(self.game.layout.size, np.int8)
        self.game.kernels.observe(self._states, self.game.options, self._seat(seat), out)
        return out

    def hidden(self, seat: int | None = None) -> NDArray[np.int8]:
        """All hidden cards, relative to a seat (the actor by default), int8 of shape (hidden_layout.size,)."""
        out = np.zeros(self.game.hidden_layout.size, np.int8)
        self.game.kernels.hidden(self._states, self.game.options, self._seat(seat), out)
        return out

    def history(self, seat: int | None = None) -> NDArray[np.int16]:
        """The events of the deal as a seat knows them, int16 of shape (length, 4): kind, actor, seat, value."""
        tokens = np.zeros((self.game.max_tokens, TOKEN_WIDTH), np.int16)
        length = write_tokens(self._states[0], self.game.seats, self._seat(seat), tokens)
        return tokens[:length]

    def view(self, seat: int | None = None) -> NDArray[Any]:
        """A copy of the record, an array of one, with everything erased that a seat may not know."""
        view = copy_records(self._states)
        self.game.kernels.hide(view, self.game.options, self._seat(seat))
        return view

    def _seat(self, seat: int | None) -> int:
        return self.actor if seat is None else check_number("seat", seat, 0, self.game.seats - 1)

    # Copies and bytes.

    def copy(self) -> State:
        """An independent state; its undo reaches as far back."""
        twin = object.__new__(State)
        twin.game, twin.is_over = self.game, self.is_over
        twin._states, twin._root = copy_records(self._states), self._root
        twin._ids, twin._listing = _legal_buffer(self.game)
        twin._ids[:], twin._count = self._ids, self._count
        twin._play, twin._options = self._play, self._options
        twin._actions = self._actions.copy()
        return twin

    def beginning(self) -> State:
        """An independent state before the decisions in `actions`."""
        return _restore(self.game, self._root, self._root, [])

    @classmethod
    def from_record(cls, game: Game, record: NDArray[Any]) -> State:
        """The state of a game at a record, an array of one, which is copied; undo begins there."""
        data = record.tobytes()
        return _restore(game, data, data, [])

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        body, actions = self._states.tobytes(), bytes(self._actions)
        return _unpickle, (self.game, body, self._root, actions, _digest(*_named(self.game), body, self._root, actions))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self._states.tobytes() == other._states.tobytes()

    __hash__ = None  # type: ignore[assignment]

    def to_bytes(self) -> bytes:
        """The state as bytes, with a header that tells game, version and options, and a digest at the end."""
        spec = self.game.spec
        body = self._states.tobytes()
        name, identity = spec.name.encode()[:16], self.game.identity.encode()
        data = _HEADER.pack(MAGIC, FORMAT, spec.version, name, identity, len(body)) + body
        return data + _digest(data)

    @classmethod
    def from_bytes(cls, game: Game, data: bytes) -> State:
        """The state that `to_bytes` wrote for the same game. Raises StateFormatError; undo begins here."""
        if type(data) not in (bytes, bytearray) or len(data) < _HEADER.size or data[:4] != MAGIC:
            raise StateFormatError("these bytes are no saved state of adut")
        _, format_, version, name, identity, length = _HEADER.unpack_from(data)
        name = name.rstrip(b"\0").decode(errors="replace")
        if name != game.name[:16]:
            raise StateFormatError(f"the saved state is of {name}, not of {game.name}")
        if (format_, version) != (FORMAT, game.spec.version):
            raise StateFormatError(
                f"the saved state has format {format_} and version v{version} of {name}; "
                f"this program reads format {FORMAT} and version v{game.spec.version}"
            )
        if identity.decode(errors="replace") != game.identity:
            raise StateFormatError(f"the saved state of {name} was made with other options or another layout")
        size = game.spec.record.dtype.itemsize
        whole = _HEADER.size + size + _DIGEST_SIZE
        if length != size or len(data) != whole:
            raise StateFormatError(f"the saved state is {len(data)} bytes long, not {whole}: it was cut or extended")
        if _digest(data[:-_DIGEST_SIZE]) != data[-_DIGEST_SIZE:]:
            raise StateFormatError("the saved state is damaged: its digest is not that of its bytes")
        body = bytes(data[_HEADER.size : -_DIGEST_SIZE])
        return _restore(game, body, body, [])

    def __str__(self) -> str:
        return self.to_text()

    def to_text(self, seat: int | None = None) -> str:
        """The table as text: everything, or what a seat may see."""
        return self.game.spec.table_text(self, seat)

    def __repr__(self) -> str:
        turn = "over" if self.is_over else f"player_{self.actor} to act"
        return f"<State of {self.game.name}, rules {self.game.rules}, phase {self.phase}, {turn}>"


def _legal_buffer(game: Game) -> tuple[NDArray[np.int64], memoryview[int]]:
    """Room for the ids of the legal actions, and the same memory in the form that is fastest to list."""
    ids = np.zeros(game.num_actions, np.int64)
    return ids, memoryview(cast(Any, ids)).cast("B").cast("q")


def _digest(*parts: bytes) -> bytes:
    return hashlib.blake2b(b"".join(parts), digest_size=_DIGEST_SIZE).digest()


def _named(game: Game) -> tuple[bytes, bytes]:
    """The game and its options in the digest of a pickle; its identity would have to be found anew for each."""
    return game.name.encode(), game.options.tobytes()


def _unpickle(game: Game, body: bytes, root: bytes, actions: bytes, digest: bytes = b"") -> State:
    """The state of a pickle. Raises StateFormatError; pickles of before format 2 have no digest."""
    try:
        intact = digest == _digest(*_named(game), body, root, actions)
    except (AttributeError, TypeError):
        intact = False
    if not intact or len(body) != game.spec.record.dtype.itemsize:
        raise StateFormatError("the pickled state is damaged, or another version of adut wrote it")
    return _restore(game, body, root, actions)


def _restore(game: Game, body: bytes, root: bytes, actions: Iterable[int]) -> State:
    state = object.__new__(State)
    dtype = game.spec.record.zeros(0).dtype
    state.game = game
    state._states = np.frombuffer(bytearray(body), dtype)
    state._root = root
    state._ids, state._listing = _legal_buffer(game)
    state._count = list_legal(state._states[0], state._ids)
    state._play, state._options = game.kernels.play, game.options
    state._actions = list(actions)
    state.is_over = bool(state._states[0]["is_over"])
    return state


def check_number(what: str, value: Any, low: int, high: int) -> int:
    """A whole number in a range. Raises AdutError."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not low <= value <= high:
        raise AdutError(f"{what} is a whole number from {low} to {high}, not {value!r}")
    return int(value)


def check_seed(seed: int | None) -> int:
    """A seed in the range of the generator; fresh entropy for None. Raises AdutError."""
    if seed is None:
        return int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> np.uint64(1))
    return check_number("seed", seed, 0, MAX_SEED)


def is_random_sheet(game: Game, sheet: Any) -> bool:
    """Whether an episode begins with a random sheet; if not, with an empty or a given one. Raises AdutError."""
    if sheet is None or isinstance(sheet, Mapping):
        return False
    if sheet != RANDOM:
        raise AdutError(f"a sheet is 'random', or a mapping as State.sheet returns it, not {sheet!r}")
    if game.kernels.rules.random_result is no_result:
        raise AdutError(f"{game.spec.title} has no random sheets")
    return True


def are_random_sheets(game: Game, sheet: str | None) -> bool:
    """The same of what is the same in every episode: None or `random`. Raises AdutError."""
    if sheet is not None and not isinstance(sheet, str):
        raise AdutError(f"the sheet of every episode is None, for an empty one, or 'random', not {sheet!r:.80}")
    return is_random_sheet(game, sheet)


def check_deck(deck: str | Iterable[str | int]) -> list[int]:
    """The 32 cards of a pack in their order. Raises NotationError if a card is missing or there twice."""
    if not isinstance(deck, Iterable):
        raise NotationError(f"a deck is a text or a list of {NUM_CARDS} cards, not {deck!r}")
    cards = parse_card_list(deck)
    if sorted(cards) != list(range(NUM_CARDS)):
        missing = [CARD_NAMES[card] for card in range(NUM_CARDS) if card not in cards]
        twice = [CARD_NAMES[card] for card in sorted(set(cards)) if cards.count(card) > 1]
        raise NotationError(
            f"a deck is each of the {NUM_CARDS} cards once; got {len(cards)} cards"
            + (f", missing {' '.join(missing)}" if missing else "")
            + (f", more than once {' '.join(twice)}" if twice else "")
        )
    return cards
