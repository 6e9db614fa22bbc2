"""Worlds: the deals that fit what a seat knows, counted and sampled uniformly.

    worlds = Worlds(state, seat)
    worlds.count()                    # in how many ways the hidden cards can lie
    worlds.sample(1000, generator)    # the cards of each holder, (1000, holders)
    worlds.states(1000, generator)    # records in which the game goes on, (1000,)

A seat knows its view: its cards, what was shown, played, called and announced. What others must have held or not held
follows from it: voids, cards that would have had to beat, ruff or overruff, declarations, correct bids.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adut.core.cards import NUM_CARDS
from adut.core.errors import AdutError
from adut.core.history import ACTION, SECRET_ACTION
from adut.core.kernels import Kernels
from adut.core.random import MAX_SEED
from adut.core.record import copy_records, rows_of
from adut.core.state import State, check_number
from adut.engine.cpu import hide_range
from adut.games.hidden_cards import MAX_DEMANDS, MAX_HOLDERS, NOBODY, NOT_SEEN, HiddenCards, Knowledge
from adut.search import worlds_count, worlds_replay
from adut.search.policy import probabilities
from adut.search.worlds_count import MAX_CLASSES, MAX_GISTS, MOST_ROOM, NEW, ROOM_BITS, ROOM_MASK, Numbers

Likelihood = Callable[[NDArray[Any], int, Numbers], NDArray[np.float64]]
"""(records, seat, actions): how likely the seat decides so at each table, floats from 0 to 1 of shape (n,)."""

Discard = Callable[[NDArray[Any]], Numbers]
"""(records): the card that who decides would discard at each table, (n,)."""

MAX_TRIES = 1000
"""How often worlds are drawn anew before it is an error that none fits (only where `is_exact` is False)."""


@functools.cache
def _knowledge(module: str) -> Knowledge:
    """What a game says about hidden cards. Raises AdutError if it says nothing."""
    if importlib.util.find_spec(f"{module}.knowledge") is None:
        raise AdutError(f"worlds need {module}.knowledge, which says what a seat knows about hidden cards; there is none")
    found = importlib.import_module(f"{module}.knowledge").KNOWLEDGE
    assert isinstance(found, Knowledge)
    return found


class _Kernels:
    """The compiled functions of one game."""

    def __init__(self, kernels: Kernels, says: Knowledge) -> None:
        rules, bind = kernels.rules, kernels.bind
        self.learn = bind(
            worlds_count.learn,
            know=says.know,
            opening_leader=says.opening_leader,
            next_in_trick=says.next_in_trick,
            trick_size=says.trick_size,
            may_hold_too=says.may_hold_too,
            lay=says.lay,
            find_demands=says.find_demands,
        )
        self.list_suit = bind(worlds_count.list_suit, gist=says.gist)
        self.pair_suits = bind(worlds_count.pair_suits, merge=says.merge)
        self.complete_halves = bind(worlds_count.complete_halves, merge=says.merge, fits=says.fits)
        self.deal = bind(worlds_replay.deal_worlds, rebuild=says.rebuild, deal=rules.deal, legal=rules.legal)
        self.replay = bind(
            worlds_replay.replay_worlds,
            legal=rules.legal,
            apply=rules.apply,
            action_of=says.action_of,
            asks_in_secret=says.asks_in_secret,
            secret_action=says.secret_action,
        )
        self.next_actions = bind(worlds_replay.next_actions, action_of=says.action_of)
        self.hide = bind(hide_range, hide=rules.hide)


@functools.cache
def _bound(kernels: Kernels, says: Knowledge) -> _Kernels:
    return _Kernels(kernels, says)


class Worlds:
    """The worlds of a seat at a table: all deals, and what was laid away in secret, that fit what the seat knows.

    Args:
        state: a table in the middle of a deal, in any phase. Only the view of the seat is read.
        seat: who looks; None for the one who decides.

    Attributes:
        holders: names of the places where cards can lie: the hands by seat first, then talons, discards and the like.
        is_exact: whether `count` is exact. If not, it is a bound from above, worlds are replayed and compared when they are
            drawn, and those that do not fit are drawn again; the page on worlds says with which options.

    Raises:
        AdutError: the deal is over, there is no such seat, or the game has no `knowledge` module.
    """

    def __init__(self, state: State, seat: int | None = None) -> None:
        if state.is_over:
            raise AdutError("the deal is over: there is nothing left to be found out")
        game = state.game
        self.game = game
        self.seat = state.actor if seat is None else check_number("seat", seat, 0, game.seats - 1)
        self.holders = _knowledge(game.spec.module).holders
        self._view = state.view(self.seat)
        self._run = _bound(game.kernels, _knowledge(game.spec.module))
        self._hidden = HiddenCards.zeros(1)
        self._run.learn(self._view, game.options, self._hidden, copy_records(self._view), self.seat)
        self.is_exact = not self._hidden["unsettled"][0]
        self._make_classes()
        self._list_suits()
        self._pair_halves()

    # What there is to know.

    def _make_classes(self) -> None:
        """Put holders between which no difference is known into classes."""
        k = self._hidden
        sizes, may = k["room"][0], k["may"][0]
        self._owner = np.full((MAX_DEMANDS, 2), NOBODY, np.int64)
        demands = int(k["demands"][0])
        special = {int(h) for name in ("holder", "pile") for h in k[name][0, :demands]}
        classes: list[list[int]] = []
        by_cards: dict[int, list[int]] = {}
        class_of: dict[int, int] = {}
        for holder in range(MAX_HOLDERS):
            if holder in special:
                class_of[holder] = len(classes)
                classes.append([holder])
            elif sizes[holder] > 0:
                allowed = int(may[holder])
                if allowed not in by_cards:
                    by_cards[allowed] = []
                    classes.append(by_cards[allowed])
                by_cards[allowed].append(holder)
        for number in range(demands):
            for place, name in enumerate(("holder", "pile")):
                self._owner[number, place] = class_of.get(int(k[name][0, number]), NOBODY)
        self._members = np.full((len(classes), MAX_HOLDERS + 1), NOBODY, np.int64)
        self._may = np.zeros(len(classes), np.int64)
        self._room = self._most = 0
        self._shares = 1  # ways to deal the cards of the classes among their holders
        for number, members in enumerate(classes):
            self._members[number, : len(members)] = members
            self._may[number] = may[members[0]]
            room = [int(sizes[holder]) for holder in members]
            self._room |= sum(room) << ROOM_BITS * number
            self._most |= min(sum(room), MOST_ROOM) << ROOM_BITS * number
            self._shares *= math.factorial(sum(room)) // math.prod(map(math.factorial, room))
        if k["drawn_from"][0] != NOBODY:
            self._shares *= int(sizes[k["drawn_from"][0]]) - 1
        assert len(classes) <= MAX_CLASSES, "more kinds of holders than there is room for"

    def _list_suits(self) -> None:
        """List the ways of each suit, in groups."""
        k = self._hidden
        unseen, demands = int(k["unseen"][0]), int(k["demands"][0])
        self._groups = np.zeros(4, np.int64)
        self._gists, keys, starts, ways = [], [], [], []
        for suit in range(4):
            cards = [card for card in range(8 * suit, 8 * suit + 8) if unseen >> card & 1]
            most = math.prod(int((self._may >> card & 1).sum()) for card in cards)
            suit_keys, suit_ways = np.empty((2, most), np.int64)
            memo = np.full((demands, 1 << (16 if (self._owner[:, 1] >= 0).any() else 8)), NEW, np.int64)
            gists, slots = _empty_gists(demands, memo.shape[1])
            count = self._run.list_suit(
                self._view,
                self.game.options,
                k,
                suit,
                self._may,
                self._most,
                self._owner,
                gists,
                slots,
                memo,
                suit_keys,
                suit_ways,
            )
            _check_gists(count)
            group_keys, group_starts, order = _in_groups(suit_keys[:count])
            self._groups[suit] = len(group_keys)
            self._gists.append(gists)
            keys.append(group_keys)
            starts.append(group_starts)
            ways.append(suit_ways[order])
        self._suit_keys, self._suit_starts, self._suit_ways = keys, _padded(starts), _padded(ways)

    def _pair_halves(self) -> None:
        """Pair the suits, largest with smallest, and count the worlds."""
        self._suits = np.argsort(self._groups)[[0, 3, 1, 2]]
        one, other = self._pair(self._suits[:2]), self._pair(self._suits[2:])
        rooms = other.keys & ROOM_MASK
        order = np.argsort(rooms, kind="stable")
        other = other.reordered(order)
        needed = self._room - (one.keys & ROOM_MASK)
        self._first = np.searchsorted(rooms[order], needed, "left")
        self._last = np.searchsorted(rooms[order], needed, "right")
        demands = int(self._hidden["demands"][0])
        sizes = [int(one.gists[n, -1]) * int(other.gists[n, -1]) for n in range(demands)]
        self._memo = np.full((demands, max(sizes, default=0)), NEW, np.int8)
        self._sums = np.zeros(len(one.keys), np.int64)
        self._run.complete_halves(
            self._view,
            self.game.options,
            self._hidden,
            one.keys,
            one.weights,
            one.gists,
            self._first,
            self._last,
            other.keys,
            other.weights,
            other.gists,
            self._memo,
            self._sums,
        )
        self._half, self._other_half = one, other
        self._ways = int(self._sums[-1]) if len(self._sums) else 0
        if self._ways == 0:
            raise AdutError("no deal fits what the seat knows: the table is not one that play can lead to")

    def _pair(self, suits: Numbers) -> _Half:
        a, b = (int(suit) for suit in suits)
        demands = int(self._hidden["demands"][0])
        keys, other_keys = self._suit_keys[a], self._suit_keys[b]
        sizes = [int(self._gists[a][n, -1]) * int(self._gists[b][n, -1]) for n in range(demands)]
        memo = np.full((demands, max(sizes, default=0)), NEW, np.int64)
        gists, slots = _empty_gists(demands, memo.shape[1])
        pair_keys, pairs, weights = np.empty((3, len(keys) * len(other_keys)), np.int64)
        count = self._run.pair_suits(
            self._view,
            self.game.options,
            self._hidden,
            self._most,
            keys,
            self._suit_starts[a],
            self._gists[a],
            other_keys,
            self._suit_starts[b],
            self._gists[b],
            gists,
            slots,
            memo,
            pair_keys,
            pairs,
            weights,
        )
        _check_gists(count)
        group_keys, starts, order = _in_groups(pair_keys[:count])
        return _Half(group_keys, starts, pairs[order], np.cumsum(weights[order]), gists)

    def count(self) -> int:
        """In how many ways the hidden cards can lie now: in hands, talon, discards, as `holders` names them."""
        return self._ways * self._shares

    # Worlds.

    def sample(self, n: int, generator: np.random.Generator) -> Numbers:
        """The cards of each holder in n worlds, each drawn uniformly: sets of cards, int64 of shape (n, holders)."""
        if not self.is_exact:
            return self._draw(n, generator)[0]
        return self._places(n, generator)[:, : len(self.holders)]

    def states(self, n: int, generator: np.random.Generator) -> NDArray[Any]:
        """n worlds, each drawn uniformly, as records of shape (n,) in which the game goes on.

        Everything that the seat knows is in them as at its table; `State.from_record(game, records[i : i + 1])` is a state and
        `Batch.set_states` takes them. What lies behind the cards, such as which cards were discarded first, or which of another
        hand were picked up, is drawn too. They have no generator: in a match, draws after this deal are the same in all.
        """
        return self._draw(n, generator)[1]

    def weighted_states(
        self, n: int, generator: np.random.Generator, likelihood: Likelihood, discard: Discard | None = None
    ) -> tuple[NDArray[Any], NDArray[np.float64]]:
        """n worlds with weights that tell how well they go with what the others have decided so far.

        Args:
            n: how many.
            generator: for the worlds.
            likelihood: (records, seat, actions): a chance from 0 to 1 for each decision, such as that of a policy. It is asked
                about every decision of the others in this deal, with the tables before it as they are in each world.
            discard: (records): what who decides would do at each table. Others discard that in secret, in exchange for a card
                that was drawn, where nothing that the seat knows is against it. None for discards as drawn.

        Returns:
            Records as from `states`, and the products of the likelihoods, scaled to sum to 1; uniform if all are 0.
        """
        worlds, logarithms = self.scored_states(n, generator, likelihood, discard)
        return worlds, weights_of(logarithms)

    def scored_states(
        self, n: int, generator: np.random.Generator, likelihood: Likelihood, discard: Discard | None = None
    ) -> tuple[NDArray[Any], NDArray[np.float64]]:
        """The same with the logarithms of the products, which can be compared with those of other worlds of the seat."""
        places, number = self._places(n, generator), _key(generator)
        worlds, discards = self._dealt(places, number)
        logarithms = np.zeros(n)
        chosen = np.full(n, NOT_SEEN)
        history = self._view["history"][0, : int(self._view["num_events"][0])].astype(np.int64)
        at = 0
        faults = np.zeros(n, bool)
        for event in np.flatnonzero((history & 0xFF == ACTION) | (history & 0xFF == SECRET_ACTION)).tolist():
            actor, seat = int(history[event] >> 12 & 15), int(history[event] >> 8 & 15)
            if actor == self.seat:
                continue
            self._replay(at, event, number, discards, worlds, faults, chosen)
            actions = np.zeros(n, np.int64)
            self._run.next_actions(self._view, self.game.options, event, worlds, actions)
            chosen = np.full(n, NOT_SEEN)
            if (actions == NOT_SEEN).any():
                chosen = actions = self._discarded(seat, discards, discard and discard(copy_records(worlds)))
            chances = probabilities(likelihood(copy_records(worlds), seat, actions), (n,), "a likelihood")
            with np.errstate(divide="ignore"):
                logarithms += np.log(chances)
            at = event
        self._replay(at, len(history), number, discards, worlds, faults, chosen)
        logarithms[faults | ~self._are_alike(worlds)] = -np.inf
        return worlds, logarithms

    def _places(self, n: int, generator: np.random.Generator) -> Numbers:
        """The cards of all holders in n worlds."""
        ranks = generator.integers(self._ways, size=n, dtype=np.int64)
        places = np.zeros((n, MAX_HOLDERS), np.int64)
        half, other = self._half, self._other_half
        worlds_count.draw_places(
            self._hidden,
            ranks,
            _key(generator),
            self._members,
            self._suits,
            self._groups,
            self._suit_starts,
            self._suit_ways,
            self._sums,
            half.keys,
            half.weights,
            half.starts,
            half.sums,
            half.pairs,
            self._first,
            self._last,
            other.keys,
            other.weights,
            other.starts,
            other.sums,
            other.pairs,
            other.gists,
            self._memo,
            np.zeros(4, np.int64),
            places,
        )
        return places

    def _draw(self, n: int, generator: np.random.Generator) -> tuple[Numbers, NDArray[Any]]:
        """Places and records of n worlds."""
        places, worlds, fit = self._try(n, generator)
        for _ in range(MAX_TRIES):
            wrong = np.flatnonzero(~fit)
            if not wrong.size:
                return places[:, : len(self.holders)], worlds
            new_places, new_worlds, new_fit = self._try(max(n, 64), generator)
            good = np.flatnonzero(new_fit)[: len(wrong)]
            filled = wrong[: len(good)]
            places[filled] = new_places[good]
            rows_of(worlds)[filled] = rows_of(new_worlds)[good]
            fit[filled] = True
        raise AdutError(f"no world was found that fits what the seat knows, among {MAX_TRIES * max(n, 64)}")

    def _try(self, n: int, generator: np.random.Generator) -> tuple[Numbers, NDArray[Any], NDArray[np.bool_]]:
        """Places and records of n worlds, and which of them fit."""
        places, number = self._places(n, generator), _key(generator)
        worlds, discards = self._dealt(places, number)
        faults = np.zeros(n, bool)
        self._replay(0, int(self._view["num_events"][0]), number, discards, worlds, faults)
        return places, worlds, np.ones(n, bool) if self.is_exact else ~faults & self._are_alike(worlds)

    def _dealt(self, places: Numbers, number: int) -> tuple[NDArray[Any], Numbers]:
        """Tables freshly dealt with the cards that lead to `places`, and what others will discard."""
        worlds = copy_records(self._view, np.zeros(len(places), np.int64))
        discards = np.zeros(len(places), np.int64)
        self._run.deal(self._view, self.game.options, self.seat, places, number, worlds, discards)
        return worlds, discards

    def _replay(
        self,
        first: int,
        last: int,
        number: int,
        discards: Numbers,
        worlds: NDArray[Any],
        faults: NDArray[np.bool_],
        chosen: Numbers | None = None,
    ) -> None:
        if chosen is None:
            chosen = np.full(len(worlds), NOT_SEEN)
        options, actions = self.game.options, self.game.num_actions
        self._run.replay(self._view, options, self.seat, first, last, number, discards, chosen, actions, worlds, faults)

    def _discarded(self, seat: int, discards: Numbers, wanted: Numbers | None) -> Numbers:
        """The next card that a seat discards in secret: the one wanted, in exchange for one that was drawn, where the seat may
        have kept that one and lacks the other; else the lowest that was drawn. Exchanges are written into `discards`."""
        lowest: Numbers = np.bitwise_count((discards & -discards) - 1).astype(np.int64)
        if wanted is None:
            return lowest
        card = 1 << np.minimum(wanted, NUM_CARDS)
        known = int(self._view["played"][0, seat]) | int(self._hidden["known"][0, seat])
        given_back = discards & int(self._hidden["may"][0, seat])
        given_back &= -given_back
        is_drawn = discards & card != 0
        fits = (card & known == 0) & (given_back != 0) & ~is_drawn & (wanted < NUM_CARDS)
        discards[fits] = discards[fits] & ~given_back[fits] | card[fits]
        return np.where(fits | is_drawn, wanted, lowest)

    def _are_alike(self, worlds: NDArray[Any]) -> NDArray[np.bool_]:
        """Whether the seat sees in each world what it sees at its table."""
        views = copy_records(worlds)
        self._run.hide(views, self.game.options, 0, len(views), np.full(len(views), self.seat, np.int64))
        return np.asarray((rows_of(views) == rows_of(self._view)).all(axis=1))


def weights_of(logarithms: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights that sum to 1, from logarithms; uniform if all are of 0."""
    best = logarithms.max(initial=-np.inf)
    weights = np.exp(logarithms - best) if best > -np.inf else np.ones(len(logarithms))
    return np.asarray(weights / weights.sum())


class _Half:
    """The groups of two suits: `starts`, `pairs`, `sums` as in `worlds_count.find_ways`, and the weight of each group."""

    def __init__(self, keys: Numbers, starts: Numbers, pairs: Numbers, sums: Numbers, gists: Numbers) -> None:
        self.keys, self.starts, self.pairs, self.sums, self.gists = keys, starts, pairs, sums, gists
        totals = np.concatenate([[0], sums])
        self.weights: Numbers = totals[starts[1:]] - totals[starts[:-1]]

    def reordered(self, order: Numbers) -> _Half:
        """The same with the groups in another order."""
        sizes = np.diff(self.starts)[order]
        starts = np.concatenate([[0], np.cumsum(sizes)])
        members = np.repeat(self.starts[:-1][order] - starts[:-1], sizes) + np.arange(len(self.pairs))
        weights = np.diff(np.concatenate([[0], self.sums]))
        return _Half(self.keys[order], starts, self.pairs[members], np.cumsum(weights[members]), self.gists)


def _empty_gists(demands: int, most: int) -> tuple[Numbers, Numbers]:
    """Lists of at most so many gists, MAX_GISTS at most, with their hash tables, for `worlds_count.intern`."""
    most = min(most, MAX_GISTS)
    gists = np.empty((demands, most + 1), np.int64)
    gists[:, -1] = 0
    return gists, np.full((demands, 1 << (2 * most).bit_length()), NEW, np.int64)


def _check_gists(count: int) -> None:
    if count < 0:
        raise AdutError("hands differ in too many ways that matter; please report this position")


def _in_groups(keys: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """The different keys, where the members of each begin (and the last end) in the third array."""
    count = len(keys)
    slots = np.full(1 << max(2 * count, 1).bit_length(), NEW, np.int64)
    group_of, group_keys, order = np.empty((3, count), np.int64)
    found = worlds_count.group(keys, count, slots, group_of, group_keys)
    starts = np.zeros(found + 1, np.int64)
    worlds_count.sort_groups(group_of, count, starts, order)
    return group_keys[:found], starts, order


def _padded(rows: list[Numbers]) -> Numbers:
    """Arrays of different lengths as the rows of one."""
    padded = np.zeros((len(rows), max(map(len, rows))), np.int64)
    for row, values in zip(padded, rows, strict=True):
        row[: len(values)] = values
    return padded


def _key(generator: np.random.Generator) -> int:
    """A key for `core.random`."""
    return int(generator.integers(MAX_SEED, dtype=np.int64))
