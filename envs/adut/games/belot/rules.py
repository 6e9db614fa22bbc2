"""The rules of Belot from the deal to the last trick (sections 4 to 7 of the rules)."""

from __future__ import annotations

from adut.core.cards import KING, RANKS_PER_SUIT, set_of
from adut.core.history import (
    ACTION,
    ANNOUNCEMENT,
    EVERYBODY,
    NEW_CARD,
    SECRET_ACTION,
    SHOWN_CARD,
    clear_history,
    log,
    log_cards,
)
from adut.core.intrinsics import lowest_bit, select
from adut.core.rule import inlined, rule
from adut.core.table import turn
from adut.games.belot.auction import call, is_closed, legal_calls
from adut.games.belot.cards import belot_cards, playable
from adut.games.belot.declaring import (
    KIND_OF,
    best_plan,
    byte_of,
    candidates_of,
    cards_of,
    cards_of_declaration,
    contest,
    declaration_of,
    nth_candidate,
    nth_declaration,
    open_slots,
    suit_of,
)
from adut.games.belot.layout import (
    AUCTION,
    DECLARE,
    DONE,
    END,
    FIRST_BELOT,
    FIRST_SLOT,
    KINDS,
    NO_RESULT,
    PASS,
    PASSED_OUT,
    PLAY,
)
from adut.games.belot.options import (
    CARDS_AFTER_TRICK1,
    DECIDE,
    KIND_UNTIL_END,
    UNDERTRUMP_MUST,
    BelotOptions,
)
from adut.games.belot.scoring import score_deal, strike_out
from adut.games.belot.table import (
    NO_CARD,
    NO_CONTRACT,
    NO_SEAT,
    NO_SIDE,
    NO_SUIT,
    NUM_TRICKS,
    BelotTable,
)
from adut.games.belote_cards import CARD_POINTS, NO_TRUMPS, beats
from adut.games.declarations import FIRST_FOUR, LENGTH, NUM_DECLARATIONS, TOP

SAID_BELOT = len(KINDS)
"""ANNOUNCEMENT of a belot: SAID_BELOT + its suit. Of a declaration: its kind."""
DISCLOSED = SAID_BELOT + 4
DISCLOSED_SUIT = DISCLOSED + NUM_DECLARATIONS
DISCLOSED_COUNTS = DISCLOSED_SUIT + 4
"""ANNOUNCEMENTS of what was declared: DISCLOSED + the declaration; for a run whose suit is told also DISCLOSED_SUIT + its suit;
and DISCLOSED_COUNTS if it counts."""
ALL_DECLARATIONS = 0x0F0F0F0F0F0F0F0F
"""All bytes of words of declarations; no byte is greater than 15."""
DECLARATIONS_OF_SEAT = 0x0F0F
"""The bytes of seat 0."""

# Section 4: dealing.


@rule
def deal(s: BelotTable, o: BelotOptions) -> None:
    """Deal five cards to everybody, and keep three more for each; forehand is to bid."""
    s.forehand = (s.dealer + 1) & 3
    clear_history(s)
    for place in range(4):
        seat = (s.forehand + place) & 3
        s.hands[seat] = set_of(s.pack, 3 * place, 3 * place + 3) | set_of(s.pack, 12 + 2 * place, 14 + 2 * place)
        s.late[seat] = set_of(s.pack, 20 + 3 * place, 23 + 3 * place)
        s.played[seat] = 0
        s.trick[seat] = NO_CARD
        s.trick_of[seat] = 0
        log_cards(s, NEW_CARD, seat, s.hands[seat], 1 << seat)
    for side in range(2):
        s.card_points[side] = 0
        s.tricks[side] = 0
        s.raw[side] = 0
    for i in range(3):
        s.written[i] = 0
    s.contract = NO_CONTRACT
    s.caller = NO_SEAT
    s.mult = 1
    s.passes = 0
    s.bids = 0
    s.kontras = 0
    s.rekontras = 0
    s.announced = 0
    s.announced_twice = 0
    s.declared_length = 0
    s.declared_top = 0
    s.declared_suit = 0
    s.counted = 0
    s.candidates = 0
    s.picked = 0
    s.belots = 0
    s.void = 0
    s.trick_number = 0
    s.trick_cards = 0
    s.led = NO_SUIT
    s.best_seat = NO_SEAT
    s.best_card = NO_CARD
    s.trick_points = 0
    s.leader = NO_SEAT
    s.last_winner = NO_SEAT
    s.capot = NO_SIDE
    s.result = NO_RESULT
    s.phase = AUCTION
    turn(s, s.forehand)


# Section 5: what may be done.


@inlined
def legal(s: BelotTable, o: BelotOptions) -> None:
    """The legal actions of the decision that is due."""
    cards = 0
    calls = 0  # a bit for each action from PASS on
    if s.phase == PLAY:
        hand = s.hands[s.seat]
        cards = playable(o, s.contract, s.led, s.best_card, partner_wins(s), hand)
        if o.belot_mode == DECIDE:
            calls = belot_actions(cards & belot_cards(o, s.contract, s.led, hand))
    elif s.phase == AUCTION:
        calls = legal_calls(s, o)
    elif s.phase == DECLARE:
        calls = open_slots(o, s.candidates, s.picked) << FIRST_SLOT - PASS | 1 << DONE - PASS
    s.legal[0] = cards
    s.legal[1] = calls
    s.legal[2] = 0
    s.legal[3] = 0


@inlined
def partner_wins(s: BelotTable) -> bool:
    """Whether the card of the actor's partner wins the trick so far."""
    return s.best_seat == s.seat ^ 2


@rule
def belot_actions(cards: int) -> int:
    """The actions by which kings and queens of a set are played with an announcement; a bit for each action from PASS on."""
    actions = 0
    rest = cards
    while rest != 0:
        actions |= 1 << belot_action(lowest_bit(rest)) - PASS
        rest &= rest - 1
    return actions


@inlined
def belot_action(card: int) -> int:
    """The action by which a king or queen is played with an announcement."""
    return FIRST_BELOT + 2 * (card >> 3) + KING - (card & 7)


@inlined
def card_of_belot(action: int) -> int:
    """The card that such an action plays."""
    return RANKS_PER_SUIT * (action - FIRST_BELOT >> 1) + KING - (action - FIRST_BELOT & 1)


# Section 5: what then happens.


@inlined
def apply(s: BelotTable, o: BelotOptions, action: int) -> None:
    """Make a legal decision."""
    if s.phase == PLAY:
        play(s, o, action)
    elif s.phase == AUCTION:
        log(s, ACTION, s.actor, s.seat, action, EVERYBODY)
        call(s, action)
        if not is_closed(s):
            turn(s, (s.seat + 1) & 3)
        elif s.contract == NO_CONTRACT:
            s.result = PASSED_OUT
            end_deal(s)
        else:
            deal_late_cards(s, o)
    else:
        log(s, SECRET_ACTION, s.actor, s.seat, action, 1 << s.seat)
        answer(s, o, action)


@rule
def deal_late_cards(s: BelotTable, o: BelotOptions) -> None:
    """Everybody gets three more cards, and forehand leads."""
    for place in range(4):
        seat = (s.forehand + place) & 3
        log_cards(s, NEW_CARD, seat, s.late[seat], 1 << seat)
        s.hands[seat] |= s.late[seat]
    s.phase = PLAY
    s.trick_number = 1
    s.leader = s.forehand
    turn(s, s.forehand)
    begin_first_turn(s, o)


# 5.2: declarations.


@rule
def begin_first_turn(s: BelotTable, o: BelotOptions) -> None:
    """The first card of a seat is due: before it, he declares."""
    if s.contract == NO_TRUMPS:
        return
    candidates = candidates_of(o, s.hands[s.seat])
    if candidates == 0:
        return
    if o.declaration_mode == DECIDE:
        s.candidates = candidates
        s.phase = DECLARE
        return
    plan = best_plan(o, candidates)
    while plan != 0:
        declare(s, o, nth_candidate(candidates, lowest_bit(plan)))
        plan &= plan - 1


@rule
def declare(s: BelotTable, o: BelotOptions, candidate: int) -> None:
    """The seat whose turn it is announces the kind of what it declares."""
    seat = s.seat
    number = declaration_of(o, candidate)
    kind = KIND_OF[number]
    suit = 0 if number >= FIRST_FOUR else 1 + suit_of(candidate)
    other = nth_declaration(s.declared_length, s.declared_top, 2 * seat)
    is_second = other > number or (other == number and byte_of(s.declared_suit, 2 * seat) < suit)
    s.declared_length = with_declaration(s.declared_length, seat, LENGTH[number], is_second)
    s.declared_top = with_declaration(s.declared_top, seat, 1 + TOP[number], is_second)
    s.declared_suit = with_declaration(s.declared_suit, seat, suit, is_second)
    flag = 1 << 4 * kind + seat
    s.announced_twice |= s.announced & flag
    s.announced |= flag
    log(s, ANNOUNCEMENT, seat, seat, kind, EVERYBODY)


@inlined
def with_declaration(word: int, seat: int, value: int, is_second: bool) -> int:
    """A word of declarations with another byte for a seat that has at most one; in whatever order they were picked."""
    own = word >> 16 * seat & 0xFF
    own = own | value << 8 if is_second else own << 8 | value
    return word & ~(DECLARATIONS_OF_SEAT << 16 * seat) | own << 16 * seat


@rule
def answer(s: BelotTable, o: BelotOptions, action: int) -> None:
    """Declare something, or be done with it; nobody else learns that there was a question."""
    if action != DONE:
        candidate = nth_candidate(s.candidates, action - FIRST_SLOT)
        declare(s, o, candidate)
        s.picked |= cards_of(o, candidate)
        if open_slots(o, s.candidates, s.picked) != 0:
            return
    s.candidates = 0
    s.picked = 0
    s.phase = PLAY


@rule
def settle_contest(s: BelotTable, o: BelotOptions) -> None:
    """Find out which declarations count and tell everybody what they are, as far as that is told now."""
    if s.announced == 0:
        return
    s.counted = contest(o, s.contract, s.forehand, s.declared_length, s.declared_top, s.declared_suit)
    if s.trick_number > NUM_TRICKS:
        strike_out(s, o)
    tells_suits = s.trick_number > NUM_TRICKS or o.declaration_disclosure == CARDS_AFTER_TRICK1
    for place in range(4):
        seat = (s.forehand + place) & 3
        for n in range(2 * seat, 2 * seat + 2):
            number = nth_declaration(s.declared_length, s.declared_top, n)
            if number < 0:
                continue
            suit = byte_of(s.declared_suit, n) - 1
            log(s, ANNOUNCEMENT, seat, seat, DISCLOSED + number, EVERYBODY)
            if tells_suits and suit >= 0:
                log(s, ANNOUNCEMENT, seat, seat, DISCLOSED_SUIT + suit, EVERYBODY)
            if s.counted >> n & 1:
                log(s, ANNOUNCEMENT, seat, seat, DISCLOSED_COUNTS, EVERYBODY)
            if tells_suits and s.trick_number <= NUM_TRICKS:
                log_cards(s, SHOWN_CARD, seat, cards_of_declaration(o, number, suit), EVERYBODY)


# Section 6: play.


@inlined
def play(s: BelotTable, o: BelotOptions, action: int) -> None:
    """Play a card, and announce belot with it if that is chosen, or if it comes by itself (5.3)."""
    seat = s.seat
    announces = action >= FIRST_BELOT
    card = card_of_belot(action) if announces else action
    if o.belot_mode != DECIDE:
        announces = belot_cards(o, s.contract, s.led, s.hands[seat]) >> card & 1 != 0
    log(s, ACTION, s.actor, seat, card, EVERYBODY)
    if announces:
        s.belots |= 1 << 4 * (card >> 3) + seat
        log(s, ANNOUNCEMENT, seat, seat, SAID_BELOT + (card >> 3), EVERYBODY)
    play_card(s, o, card)


@inlined
def play_card(s: BelotTable, o: BelotOptions, card: int) -> None:
    """Play a card, and take the trick with the fourth."""
    seat = s.seat
    bit = 1 << card
    suit = card >> 3
    s.hands[seat] &= ~bit
    s.played[seat] |= bit
    s.trick[seat] = card
    s.trick_of[suit] |= s.trick_number << 8 * (card & 7)
    s.trick_points += CARD_POINTS[s.contract, card]
    contract, led, best_seat, best_card = s.contract, s.led, s.best_seat, s.best_card  # cards are hard to predict: no branches
    leads = led < 0
    led = suit if leads else led
    could_ruff = (best_card >> 3 != contract) | (o.undertrump == UNDERTRUMP_MUST)
    no_ruff = (contract < 4) & (suit != contract) & (best_seat != seat ^ 2) & could_ruff
    strange = suit != led
    s.void |= strange << 4 * seat + led | (strange & no_ruff) << 4 * seat + (contract & 3)
    wins = leads | beats(contract, card, best_card)
    s.led = led
    s.best_seat = select(wins, seat, best_seat)
    s.best_card = select(wins, card, best_card)
    s.trick_cards += 1
    if s.trick_cards < 4:
        turn(s, (seat + 1) & 3)
        if s.trick_number == 1:
            begin_first_turn(s, o)
    else:
        take_trick(s, o)


@rule
def take_trick(s: BelotTable, o: BelotOptions) -> None:
    """The winner of a trick takes it and leads, or the deal is over."""
    winner = s.best_seat
    s.card_points[winner & 1] += s.trick_points
    s.tricks[winner & 1] += 1
    s.last_winner = winner
    s.trick_number += 1
    if s.trick_number == 2 and o.declaration_disclosure != KIND_UNTIL_END:
        settle_contest(s, o)
    if s.trick_number > NUM_TRICKS:
        end_play(s, o)
        return
    s.trick_cards = 0
    s.trick_points = 0
    s.led = NO_SUIT
    s.leader = winner
    s.best_seat = NO_SEAT
    s.best_card = NO_CARD
    for seat in range(4):
        s.trick[seat] = NO_CARD
    turn(s, winner)


@rule
def end_play(s: BelotTable, o: BelotOptions) -> None:
    """The last trick is in: tell what is told only now, and score the deal."""
    if o.declaration_disclosure != CARDS_AFTER_TRICK1:
        settle_contest(s, o)
    score_deal(s, o)
    end_deal(s)


@inlined
def end_deal(s: BelotTable) -> None:
    """The deal is over; every seat has the game points of its side."""
    s.phase = END
    s.deal_over = 1
    for seat in range(4):
        s.points[seat] = s.written[seat & 1]


# Section 7: information.


@inlined
def knows_late(s: BelotTable) -> bool:
    """Whether the cards that come after the auction have been dealt."""
    return s.trick_number > 0


@inlined
def own_declarations(observer: int) -> int:
    """The bytes of an observer in words of declarations."""
    return DECLARATIONS_OF_SEAT << 16 * observer


@inlined
def known_tops(s: BelotTable, o: BelotOptions, observer: int) -> int:
    """The bytes of `declared_length` and `declared_top` that an observer knows."""
    told = (s.trick_number > 1) & (o.declaration_disclosure != KIND_UNTIL_END) | (s.trick_number > NUM_TRICKS)
    return ALL_DECLARATIONS if told else own_declarations(observer)


@inlined
def known_suits(s: BelotTable, o: BelotOptions, observer: int) -> int:
    """The bytes of `declared_suit` that an observer knows."""
    told = (s.trick_number > 1) & (o.declaration_disclosure == CARDS_AFTER_TRICK1) | (s.trick_number > NUM_TRICKS)
    return ALL_DECLARATIONS if told else own_declarations(observer)


@inlined
def known_phase(s: BelotTable, observer: int) -> int:
    """The phase as an observer knows it: that somebody else is asked for declarations he does not."""
    phase = s.phase
    return PLAY if (phase == DECLARE) & (s.seat != observer) else phase


@rule
def hide(s: BelotTable, o: BelotOptions, observer: int) -> None:
    """Erase what an observer may not know; what remains is his view."""
    for seat in range(4):
        if seat != observer:
            s.hands[seat] = 0
        if seat != observer or not knows_late(s):
            s.late[seat] = 0
    s.phase = known_phase(s, observer)
    if s.seat != observer:
        s.candidates = 0
        s.picked = 0
    s.declared_length &= known_tops(s, o, observer)
    s.declared_top &= known_tops(s, o, observer)
    s.declared_suit &= known_suits(s, o, observer)
    s.moves = 0
