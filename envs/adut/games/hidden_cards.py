"""What a seat knows about the cards that it does not see: who may hold which, and what else a hand has to fulfil.

A *holder* is a place where cards lie unseen: a hand, a talon, discards, a stock. A game's `knowledge.py` fills a `HiddenCards`
from the view of a seat and gives the functions of `Knowledge`; `adut.search.worlds` samples from what fits.

Most knowledge is about single cards: who shows a void, or does not beat a card that he would have to beat, does not hold
certain cards. A *demand* is on a whole hand: the declarations that were announced, and no better ones. It is told suit by suit.
Of a suit's cards `gist` keeps what matters, `merge` keeps what matters of several suits together, and `fits` decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from adut.core.history import ACTION, UNKNOWN
from adut.core.intrinsics import lowest_bit, nth_bit, popcount
from adut.core.random import below, next_key
from adut.core.record import Ints, Record, TableRecord, ints
from adut.core.rule import inlined, rule

MAX_HOLDERS = 11
MAX_DEMANDS = 3
NOBODY = -1
NOT_SEEN = -1
"""The action of an event whose value a seat does not know."""
IMPOSSIBLE = -1
"""The gist of cards with which a demand cannot be fulfilled any more."""


class HiddenCards(Record):
    """What a seat knows about hidden cards."""

    unseen: int  # the cards of which it does not know who has them
    room: Ints = ints(MAX_HOLDERS)  # how many of them each holder has
    may: Ints = ints(MAX_HOLDERS)  # which of them it may have
    known: Ints = ints(MAX_HOLDERS)  # cards that it is known to have now
    demands: int
    holder: Ints = ints(MAX_DEMANDS)  # whose hand a demand is on
    pile: Ints = ints(MAX_DEMANDS)  # a further holder whose cards matter, NOBODY
    sure: Ints = ints(MAX_DEMANDS)  # cards that were in that hand for certain: played ones, and those known
    task: Ints = ints(MAX_DEMANDS, 8)  # numbers of the game's own about a demand
    gist_of: Ints = ints(MAX_DEMANDS, 4, 256)  # ... by suit and its cards as ranks
    drawn_from: int  # a holder of whose cards one that is not the highest has gone to another holder, NOBODY
    drawn_to: int
    unsettled: int  # worlds may still contradict what was seen: they have to be replayed and compared


# For games.


@rule
def forget(k: HiddenCards) -> None:
    """Clear everything."""
    k.unseen = 0
    k.demands = 0
    k.drawn_from = NOBODY
    k.drawn_to = NOBODY
    k.unsettled = 0
    for holder in range(MAX_HOLDERS):
        k.room[holder] = 0
        k.may[holder] = 0
        k.known[holder] = 0


@inlined
def demand(k: HiddenCards, holder: int, pile: int, base: int) -> int:
    """Begin a demand. Returns its number."""
    number = k.demands
    k.holder[number] = holder
    k.pile[number] = pile
    k.sure[number] = base
    k.demands = number + 1
    return number


@rule
def let_all_hold(k: HiddenCards) -> None:
    """Every holder of hidden cards may hold all unseen cards."""
    for holder in range(MAX_HOLDERS):
        k.may[holder] = k.unseen if k.room[holder] > 0 else 0


@rule
def give(k: HiddenCards, holder: int, card: int) -> None:
    """A card that was unseen is known to be with a holder."""
    k.unseen &= ~(1 << card)
    k.known[holder] |= 1 << card
    k.room[holder] -= 1
    for other in range(MAX_HOLDERS):
        k.may[other] &= ~(1 << card)


@rule
def masked_actions(v: TableRecord) -> int:
    """How many decisions there were of which the observer does not know what was decided."""
    count = 0
    for n in range(v.num_events):
        event = int(v.history[n])
        count += (event & 255 == ACTION) & (event >> 16 & 255 == UNKNOWN)
    return count


@inlined
def seen_action(v: TableRecord, n: int) -> int:
    """The value of event n of a view, NOT_SEEN if it is masked."""
    value = int(v.history[n]) >> 16 & 255
    return NOT_SEEN if value == UNKNOWN else value


@rule
def card_in_trick(played: int, trick_of: Ints, trick: int) -> int:
    """The card of a set that was played in a trick, -1 if there is none. `trick_of`: for each suit a byte for each rank."""
    rest = played
    while rest != 0:
        card = lowest_bit(rest)
        if trick_of[card >> 3] >> 8 * (card & 7) & 0xFF == trick:
            return card
        rest &= rest - 1
    return -1


@rule
def draw(cards: int, count: int, number: int) -> int:
    """So many cards of a set, uniformly, from a key."""
    drawn = 0
    for n in range(count):
        card = nth_bit(cards, below(next_key(number, n), popcount(cards)))
        drawn |= 1 << card
        cards &= ~(1 << card)
    return drawn


@rule
def put_set(pack: Ints, start: int, stop: int, cards: int) -> int:
    """Write the lowest cards of a set to pack[start:stop]. Returns the others."""
    for i in range(start, stop):
        pack[i] = lowest_bit(cards)
        cards &= cards - 1
    return cards


@inlined
def lay_card(w: Any, seat: int, card: int, suit: int, wins: bool) -> None:
    """A seat plays a card to the trick of `w`; `wins`: it beats the best card so far, which does not matter for a lead."""
    leads = w.led < 0
    if leads:
        w.led = suit
    if leads or wins:
        w.best_seat = seat
        w.best_card = card


# For games without demands or secrets.


@inlined
def no_demands(v: TableRecord, o: Any, observer: int, k: HiddenCards, w: TableRecord) -> None:
    """Cards are known one by one."""


@inlined
def no_gist(v: TableRecord, o: Any, k: HiddenCards, number: int, suit: int, cards: int, pile: int) -> int:
    """Nothing matters."""
    return 0


@inlined
def join_gists(v: TableRecord, o: Any, k: HiddenCards, number: int, gist: int, other: int) -> int:
    """What matters of several suits is what matters of each."""
    return gist | other


@inlined
def no_fits(v: TableRecord, o: Any, k: HiddenCards, number: int, gist: int) -> bool:
    """Nothing is demanded."""
    return True


@inlined
def plain_action(v: TableRecord, o: Any, w: TableRecord, n: int) -> int:
    """The action of an event is its value."""
    return seen_action(v, n)


@inlined
def no_secrets(w: TableRecord, observer: int) -> bool:
    """Every decision is seen to be made."""
    return False


@inlined
def no_secret_action(w: TableRecord, o: Any, v: TableRecord, observer: int, number: int, is_last: bool) -> int:
    """Nothing is decided in secret."""
    return NOT_SEEN


@dataclass(frozen=True)
class Knowledge:
    """What a game says about hidden cards. `v` is the view of a seat, `o` the options, `k` a HiddenCards; all are rules. The
    defaults are those of games without demands or secrets."""

    holders: tuple[str, ...]
    """The names of the holders, seats first."""
    know: Callable[[Any, Any, int, Any], None]
    """(v, o, observer, k): fill a cleared `k` from a view, apart from what cards played to tricks tell."""
    opening_leader: Callable[[Any, Any], int]
    """(v, o): who leads to the first trick."""
    next_in_trick: Callable[[Any, Any, int], int]
    """(v, o, seat): who plays to a trick after a seat."""
    trick_size: Callable[[Any, Any], int]
    """(v, o): how many play."""
    may_hold_too: Callable[[Any, Any, Any, int, int, int], bool]
    """(w, o, v, seat, card, other): whether a seat may have held another card when it played a card to the trick of `w`."""
    lay: Callable[[Any, Any, int, int], None]
    """(w, o, seat, card): a seat plays a card to the trick of `w`: `led`, `best_seat`, `best_card`, `trick`."""
    rebuild: Callable[[Any, Any, int, Any, Any, int], int]
    """(v, o, observer, places, w, number): write the pack of the deal that led to these cards of the holders; what is open is
    drawn, from a key. Returns the cards that were discarded."""
    find_demands: Callable[[Any, Any, int, Any, Any], None] = no_demands
    """(v, o, observer, k, w): add the demands to `k`, which holds everything else; `w` is a further record for use at will."""
    gist: Callable[[Any, Any, Any, int, int, int, int], int] = no_gist
    """(v, o, k, demand, suit, cards, pile): what matters of the cards of a suit, a number, or IMPOSSIBLE."""
    merge: Callable[[Any, Any, Any, int, int, int], int] = join_gists
    """(v, o, k, demand, gist, gist): what matters of two sets of suits together."""
    fits: Callable[[Any, Any, Any, int, int], bool] = no_fits
    """(v, o, k, demand, gist): whether what matters of all suits together fulfils a demand."""
    action_of: Callable[[Any, Any, Any, int], int] = plain_action
    """(v, o, w, n): the action that event n of the view is, with `w` the table before it, or NOT_SEEN."""
    asks_in_secret: Callable[[Any, int], bool] = no_secrets
    """(w, observer): whether somebody else decides something of which the observer learns nothing."""
    secret_action: Callable[[Any, Any, Any, int, int, bool], int] = no_secret_action
    """(w, o, v, observer, number, is_last): what he may have decided, from a key; NOT_SEEN if, at the end of the history, he
    has not decided it yet."""
