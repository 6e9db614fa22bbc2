"""The rules of Skat from the deal to the last trick (sections 4 to 7 of the rules)."""

from __future__ import annotations

from adut.core.cards import set_of
from adut.core.history import ACTION, EVERYBODY, NEW_CARD, SHOWN_CARD, clear_history, log, log_cards
from adut.core.intrinsics import popcount, select
from adut.core.rule import inlined, rule
from adut.core.table import turn
from adut.games.skat.cards import CARD_POINTS, SUIT_IN, beats, card_points, follow_suit, matadors
from adut.games.skat.layout import (
    AUCTION,
    BID_VALUES,
    BID_WORDS,
    CONCEDE,
    DECLARATION_ORDER,
    DECLARE,
    DECLARE_NULL,
    DECLARE_NULL_OUVERT,
    DISCARD,
    END,
    FIRST_BID,
    FIRST_DECLARATION,
    HOLD,
    NULL,
    PASS,
    PICK_UP,
    PLAY,
    PLAY_HAND,
    TAKE,
)
from adut.games.skat.options import (
    CONCEDE_NINE_CARDS,
    INHERIT_ROLE,
    LOST_AT_ONCE,
    MASKED,
    PATTERN_334,
    STOP_ISS,
    SkatOptions,
)
from adut.games.skat.scoring import deal_value, null_value, write_points
from adut.games.skat.seats import seats_from
from adut.games.skat.table import HAND_SIZE, NO_BID, NO_CARD, NO_CONTRACT, NO_SEAT, SkatTable
from adut.games.slots import seat_in

# Section 4: dealing.


@rule
def deal(s: SkatTable, o: SkatOptions) -> None:
    """Deal the pack; middlehand is to speak."""
    forehand = select(s.dealer + 1 < o.players, s.dealer + 1, 0)
    order = seats_from(o.players, forehand, forehand)
    s.forehand = forehand
    s.middlehand = seat_in(order, 1)
    s.rearhand = seat_in(order, 2)
    for seat in range(4):
        s.hands[seat] = 0
        s.said[seat] = 0
        s.trick[seat] = NO_CARD
        s.played[seat] = 0
        s.void[seat] = 0
    clear_history(s)
    second = 3 if o.deal_pattern == PATTERN_334 else 4
    for role in range(3):
        seat = seat_in(order, role)
        at = 11 + second * role
        rest = 11 + 3 * second + (7 - second) * role
        s.hands[seat] = (
            set_of(s.pack, 3 * role, 3 * role + 3) | set_of(s.pack, at, at + second) | set_of(s.pack, rest, rest + 7 - second)
        )
        log_cards(s, NEW_CARD, seat, s.hands[seat], 1 << seat)
    s.skat = set_of(s.pack, 9, 11)
    s.original_skat = s.skat
    s.twelve = 0
    s.stage = 1
    s.last_bid = NO_BID
    s.bidder = s.middlehand
    s.answerer = forehand
    s.to_answer = 0
    s.passed = 0
    s.declarer = NO_SEAT
    s.bid = 0
    s.picked_up = 0
    s.hand_game = 0
    s.contract = NO_CONTRACT
    s.schneider = 0
    s.schwarz = 0
    s.ouvert = 0
    s.conceded = 0
    s.trick_cards = 0
    s.leader = NO_SEAT
    s.led = NO_SEAT
    s.best_seat = NO_SEAT
    s.best_card = NO_CARD
    s.trick_points = 0
    s.trick_number = 0
    s.last_winner = NO_SEAT
    s.declarer_points = 0
    s.defender_points = 0
    s.declarer_tricks = 0
    s.defender_tricks = 0
    s.matadors = 0
    s.value = 0
    for word in range(4):
        s.trick_of[word] = 0
    s.phase = AUCTION
    turn(s, s.middlehand)


# Section 5: what may be done.


@inlined
def legal(s: SkatTable, o: SkatOptions) -> None:
    """The legal actions of the decision that is due."""
    for word in range(4):
        s.legal[word] = 0
    if s.phase == PLAY:
        s.legal[0] = follow_suit(s.contract, s.led, s.hands[s.seat])
        if o.concede_in_play == CONCEDE_NINE_CARDS and s.seat == s.declarer and popcount(s.hands[s.seat]) >= HAND_SIZE - 1:
            allow(s, CONCEDE)
    elif s.phase == AUCTION:
        legal_calls(s, o)
    elif s.phase == TAKE:
        allow(s, PICK_UP)
        allow(s, PLAY_HAND)
    elif s.phase == DISCARD:
        s.legal[0] = s.hands[s.seat]
    elif s.phase == DECLARE:
        legal_declarations(s, o)


@inlined
def allow(s: SkatTable, action: int) -> None:
    """Add an action to the legal ones."""
    s.legal[action >> 5] |= 1 << (action & 31)


@inlined
def legal_calls(s: SkatTable, o: SkatOptions) -> None:
    """5.2: what may be said in the auction."""
    allow(s, PASS)
    if s.to_answer:
        allow(s, HOLD)
    elif s.stage == 3:
        allow(s, FIRST_BID)
    else:
        for word in range(1, 4):
            s.legal[word] |= BID_WORDS[o.grand_ouvert, o.jump_bids, s.last_bid + 1, word]


@inlined
def legal_declarations(s: SkatTable, o: SkatOptions) -> None:
    """5.5: what may be declared."""
    if s.hand_game:
        for action in range(FIRST_DECLARATION, DECLARE_NULL):
            allow(s, action)
    else:
        for contract in range(5):
            allow(s, FIRST_DECLARATION + 4 * contract)
        if o.concede_after_pickup and not s.conceded:
            allow(s, CONCEDE)
    for ouvert in range(2):
        if o.null_below_bid != MASKED or null_value(s.hand_game, ouvert) >= s.bid:
            allow(s, DECLARE_NULL + ouvert)


# Section 5: what then happens.


@inlined
def apply(s: SkatTable, o: SkatOptions, action: int) -> None:
    """Make a legal decision."""
    audience = 1 << s.seat if s.phase == DISCARD else EVERYBODY
    log(s, ACTION, s.actor, s.seat, action, audience)
    if s.phase == PLAY:
        if action == CONCEDE:
            s.conceded = 1
            end_deal(s, o)
        else:
            play_card(s, o, action)
    elif s.phase == AUCTION:
        call(s, o, action)
    elif s.phase == TAKE:
        take(s, action)
    elif s.phase == DISCARD:
        discard(s, action)
    else:
        declare(s, o, action)


@inlined
def call(s: SkatTable, o: SkatOptions, action: int) -> None:
    """5.2: the auction."""
    if action >= FIRST_BID:
        s.last_bid = action - FIRST_BID
        s.said[s.seat] = s.last_bid + 1
        if s.stage == 3:
            win_auction(s, s.seat)
        else:
            s.to_answer = 1
            turn(s, s.answerer)
        return
    if action == HOLD:
        s.said[s.seat] = s.last_bid + 1
        s.to_answer = 0
        turn(s, s.bidder)
        return

    s.passed |= 1 << s.seat
    if s.stage == 1:
        s.stage = 2
        if not s.to_answer:  # middlehand dropped out: rearhand names bids to forehand
            s.bidder = s.rearhand
            turn(s, s.bidder)
        elif o.second_duel == INHERIT_ROLE:  # rearhand answers the bid that forehand refused
            s.answerer = s.rearhand
            turn(s, s.answerer)
        else:
            s.bidder = s.rearhand
            s.answerer = s.middlehand
            s.to_answer = 0
            turn(s, s.bidder)
    elif s.stage == 2:
        if s.to_answer:
            win_auction(s, s.bidder)
        elif s.last_bid != NO_BID:
            win_auction(s, s.answerer)
        else:  # nobody has named a number: forehand alone may
            s.stage = 3
            s.bidder = s.forehand
            s.answerer = NO_SEAT
            turn(s, s.forehand)
    else:
        end_deal(s, o)


@inlined
def show_cards(s: SkatTable, seat: int, cards: int) -> None:
    """Cards become public."""
    log_cards(s, SHOWN_CARD, seat, cards, EVERYBODY)


@inlined
def win_auction(s: SkatTable, seat: int) -> None:
    """The auction is over; the declarer decides about the skat (5.3)."""
    s.declarer = seat
    s.bid = BID_VALUES[s.last_bid]
    s.twelve = s.hands[seat] | s.skat
    s.to_answer = 0
    s.phase = TAKE
    turn(s, seat)


@inlined
def take(s: SkatTable, action: int) -> None:
    """5.3: pick up the skat, or leave it."""
    if action == PLAY_HAND:
        s.hand_game = 1
        s.phase = DECLARE
        return
    s.picked_up = 1
    log_cards(s, NEW_CARD, s.seat, s.skat, 1 << s.seat)
    s.hands[s.seat] |= s.skat
    s.skat = 0
    s.phase = DISCARD


@inlined
def discard(s: SkatTable, card: int) -> None:
    """5.4: lay a card away."""
    s.hands[s.seat] &= ~(1 << card)
    s.skat |= 1 << card
    if popcount(s.hands[s.seat]) == HAND_SIZE:
        s.phase = DECLARE


@inlined
def declare(s: SkatTable, o: SkatOptions, action: int) -> None:
    """5.5: declare the contract, or concede."""
    if action == CONCEDE:
        s.conceded = 1
        return
    if action >= DECLARE_NULL:
        s.contract = NULL
        s.ouvert = 1 if action == DECLARE_NULL_OUVERT else 0
    else:
        s.contract = DECLARATION_ORDER[(action - FIRST_DECLARATION) // 4]
        form = (action - FIRST_DECLARATION) % 4
        s.schneider = 1 if form >= 1 else 0
        s.schwarz = 1 if form >= 2 else 0
        s.ouvert = 1 if form == 3 else 0
    if s.conceded:
        end_deal(s, o)
        return
    if s.contract == NULL and o.null_below_bid == LOST_AT_ONCE and null_value(s.hand_game, s.ouvert) < s.bid:
        s.value = -s.bid
        end_deal(s, o)
        return
    if s.ouvert:
        show_cards(s, s.declarer, s.hands[s.declarer])
    s.phase = PLAY
    s.trick_number = 1
    s.leader = s.forehand
    turn(s, s.forehand)


# Section 6: play.


@inlined
def next_player(s: SkatTable, seat: int) -> int:
    """The active player after a seat, clockwise."""
    after = select(seat == s.forehand, s.middlehand, s.forehand)
    return select(seat == s.middlehand, s.rearhand, after)


@inlined
def play_card(s: SkatTable, o: SkatOptions, card: int) -> None:
    """6: play a card, and take the trick with the third."""
    seat = s.seat
    bit = 1 << card
    s.hands[seat] &= ~bit
    s.played[seat] |= bit
    s.trick[seat] = card
    s.trick_of[card >> 3] |= s.trick_number << 8 * (card & 7)
    s.trick_points += CARD_POINTS[card]
    led, best_seat, best_card = s.led, s.best_seat, s.best_card  # what follows has no branches: cards are hard to predict
    suit = SUIT_IN[s.contract, card]
    leads = led < 0
    led = suit if leads else led
    wins = leads | beats(s.contract, card, best_card)
    s.led = led
    s.void[seat] |= (suit != led) << led
    s.best_seat = select(wins, seat, best_seat)
    s.best_card = select(wins, card, best_card)
    s.trick_cards += 1
    if s.trick_cards < 3:
        turn(s, next_player(s, seat))
        return

    winner = s.best_seat
    own = 1 if winner == s.declarer else 0
    s.declarer_points += own * s.trick_points
    s.declarer_tricks += own
    s.defender_points += (1 - own) * s.trick_points
    s.defender_tricks += 1 - own
    s.last_winner = winner
    if s.trick_number == HAND_SIZE or is_decided(s, o):
        end_deal(s, o)
        return
    s.trick_number += 1
    s.trick_cards = 0
    s.trick_points = 0
    s.led = NO_SEAT
    s.leader = winner
    s.best_seat = NO_SEAT
    s.best_card = NO_CARD
    for other in range(4):
        s.trick[other] = NO_CARD
    turn(s, winner)


@inlined
def is_decided(s: SkatTable, o: SkatOptions) -> bool:
    """6: a Null ends with the declarer's first trick; on the server also games that missed their announcement."""
    if s.contract == NULL:
        return s.declarer_tricks > 0
    if o.early_stop != STOP_ISS:
        return False
    if s.schwarz:
        return s.defender_tricks > 0
    return s.schneider != 0 and s.defender_points > 30


@rule
def end_deal(s: SkatTable, o: SkatOptions) -> None:
    """5.7: the cards that are left and the skat are shown, the skat counts for the declarer, and the deal is scored."""
    s.phase = END
    s.deal_over = 1
    order = seats_from(o.players, s.forehand, s.forehand)
    for role in range(3):
        show_cards(s, seat_in(order, role), s.hands[seat_in(order, role)])
    show_cards(s, s.declarer if s.declarer >= 0 else s.dealer, s.skat)
    if s.declarer >= 0:
        s.declarer_points += card_points(s.skat)
        s.matadors = matadors(s.twelve, s.contract)
        if s.value == 0:
            s.value = deal_value(
                o,
                s.contract,
                s.hand_game,
                s.schneider,
                s.schwarz,
                s.ouvert,
                s.conceded,
                s.matadors,
                s.declarer_points,
                s.declarer_tricks,
                s.bid,
            )
    write_points(s, o)


@rule
def potential(s: SkatTable, o: SkatOptions, seat: int) -> int:
    """The lead of the declarer in public card points, in the form of the zero-sum payoff (none in Null)."""
    if s.declarer < 0 or s.contract == NULL:
        return 0
    lead = s.declarer_points - s.defender_points
    return (o.players - 1) * lead if seat == s.declarer else -lead


# Section 7: information.


@rule
def hide(s: SkatTable, o: SkatOptions, observer: int) -> None:
    """Erase what an observer may not know; what remains is his view."""
    for seat in range(4):
        is_open = s.phase == END or (seat == s.declarer and s.ouvert)
        if seat != observer and not is_open:
            s.hands[seat] = 0
    knows_skat = observer == s.declarer and s.picked_up
    if not knows_skat:
        s.twelve = 0
        if s.phase != END:
            s.original_skat = 0
            s.skat = 0
