"""What a seat of Belot knows about hidden cards (section 7 of the rules); `knowledge_declared` has what declarations tell."""

from __future__ import annotations

from adut.core.cards import FULL_PACK, KING, QUEEN, RANKS_PER_SUIT
from adut.core.history import ANNOUNCEMENT, SHOWN_CARD
from adut.core.intrinsics import popcount
from adut.core.record import Ints
from adut.core.rule import inlined, rule
from adut.games.belot.cards import belot_cards, playable
from adut.games.belot.knowledge_declared import find_demands, fits, gist, merge, secret_action
from adut.games.belot.layout import DECLARE, PLAY
from adut.games.belot.options import DECIDE, BelotOptions
from adut.games.belot.rules import SAID_BELOT, belot_action
from adut.games.belot.table import HAND_SIZE, BelotTable
from adut.games.belote_cards import beats
from adut.games.hidden_cards import HiddenCards, Knowledge, draw, give, lay_card, let_all_hold, put_set, seen_action

LATE = 4
HOLDERS = (*(f"player_{seat}" for seat in range(4)), *(f"late cards of player_{seat}" for seat in range(4)))
"""The late cards are a place until they are dealt."""
FIRST_CARDS, LATE_CARDS = 5, 3


@rule
def know(v: BelotTable, o: BelotOptions, observer: int, k: HiddenCards) -> None:
    """Who may hold which cards before the play tells more."""
    playing = v.trick_number > 0
    seen = v.hands[observer]
    k.known[observer] = v.hands[observer]
    for seat in range(4):
        seen |= v.played[seat]
        if seat != observer:
            k.room[seat] = HAND_SIZE - popcount(v.played[seat]) if playing else FIRST_CARDS
        if not playing:
            k.room[LATE + seat] = LATE_CARDS
    k.unseen = FULL_PACK & ~seen
    let_all_hold(k)
    for n in range(v.num_events):
        event = int(v.history[n])
        card = event >> 16 & 255
        if event & 255 == SHOWN_CARD and k.unseen >> card & 1:
            give(k, event >> 8 & 15, card)
    for suit in range(4):
        for seat in range(4):
            if v.belots >> 4 * suit + seat & 1:  # 5.3: who has announced belot holds the other card too
                for rank in range(QUEEN, KING + 1):
                    if k.unseen >> RANKS_PER_SUIT * suit + rank & 1:
                        give(k, seat, RANKS_PER_SUIT * suit + rank)


@inlined
def opening_leader(v: BelotTable, o: BelotOptions) -> int:
    """Forehand."""
    return v.forehand


@inlined
def next_in_trick(v: BelotTable, o: BelotOptions, seat: int) -> int:
    """The next seat."""
    return (seat + 1) & 3


@inlined
def trick_size(v: BelotTable, o: BelotOptions) -> int:
    """Four play."""
    return 4


@rule
def may_hold_too(w: BelotTable, o: BelotOptions, v: BelotTable, seat: int, card: int, other: int) -> bool:
    """6: whoever plays to a trick has nothing that he would have to play instead; 5.3: nor the other card of a belot that would
    have announced itself."""
    hand = 1 << card | 1 << other
    if playable(o, w.contract, w.led, w.best_card, w.best_seat == seat ^ 2, hand) >> card & 1 == 0:
        return False
    silent = v.belots >> 4 * (card >> 3) + seat & 1 == 0
    return o.belot_mode == DECIDE or not silent or belot_cards(o, w.contract, w.led, hand) >> card & 1 == 0


@inlined
def lay(w: BelotTable, o: BelotOptions, seat: int, card: int) -> None:
    """Play a card to the trick."""
    lay_card(w, seat, card, card >> 3, beats(w.contract, card, w.best_card))


@rule
def rebuild(v: BelotTable, o: BelotOptions, observer: int, places: Ints, w: BelotTable, number: int) -> int:
    """Write the pack. Which three of another hand came late is open."""
    for place in range(4):
        seat = (v.forehand + place) & 3
        cards, late = places[seat], places[LATE + seat]
        if v.trick_number > 0:
            cards |= v.played[seat]
            late = v.late[seat] if seat == observer else draw(cards, LATE_CARDS, number ^ (1 + seat))
            cards &= ~late
        cards = put_set(w.pack, 3 * place, 3 * place + 3, cards)
        put_set(w.pack, 12 + 2 * place, 14 + 2 * place, cards)
        put_set(w.pack, 20 + 3 * place, 23 + 3 * place, late)
    return 0


@rule
def action_of(v: BelotTable, o: BelotOptions, w: BelotTable, n: int) -> int:
    """The action of an event; a card that announces belot by decision is played by an action of its own."""
    action = seen_action(v, n)
    if w.phase != PLAY or o.belot_mode != DECIDE or n + 1 >= v.num_events:
        return action
    event = int(v.history[n + 1])
    is_belot = event & 255 == ANNOUNCEMENT and event >> 16 & 255 == SAID_BELOT + (action >> 3)
    same_seat = event >> 8 & 15 == int(v.history[n]) >> 8 & 15
    return belot_action(action) if is_belot and same_seat else action


@inlined
def asks_in_secret(w: BelotTable, observer: int) -> bool:
    """5.2: somebody else is asked what he declares."""
    return (w.phase == DECLARE) & (w.seat != observer)


KNOWLEDGE = Knowledge(
    holders=HOLDERS,
    know=know,
    opening_leader=opening_leader,
    next_in_trick=next_in_trick,
    trick_size=trick_size,
    may_hold_too=may_hold_too,
    lay=lay,
    find_demands=find_demands,
    gist=gist,
    merge=merge,
    fits=fits,
    rebuild=rebuild,
    action_of=action_of,
    asks_in_secret=asks_in_secret,
    secret_action=secret_action,
)
