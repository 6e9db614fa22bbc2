"""The rules of Bela from the deal to the last trick (sections 4 to 7 of the rules)."""

from __future__ import annotations

from adut.core.cards import KING, QUEEN, RANKS_PER_SUIT, set_of
from adut.core.cards import SEVEN as RANK_SEVEN
from adut.core.history import ACTION, ANNOUNCEMENT, EVERYBODY, NEW_CARD, SHOWN_CARD, clear_history, log, log_cards
from adut.core.intrinsics import select
from adut.core.rule import inlined, rule
from adut.core.table import turn
from adut.games.bela.cards import (
    SAID_BELA,
    announcement,
    best_declaration,
    declaration_strength,
    declared_cards,
    declared_points,
    has_trump_run,
    playable,
)
from adut.games.bela.layout import (
    BELA,
    CALL,
    CALL_OF_SUIT,
    DECLARE,
    DISCARD,
    END,
    FIRST_CALL,
    NO,
    NO_RESULT,
    OUT,
    PASS,
    PLAY,
    SEVEN,
    SUIT_OF_CALL,
    THROWN_IN,
    YES,
)
from adut.games.bela.options import (
    ALL_PASS_REDEAL,
    AUTO,
    BEFORE_LEAD,
    BELOT_INSTANT_WIN,
    CLAIM_DECIDE,
    DECIDE,
    DOSTA,
    PEEK_AFTER_OWN_TURN,
    PLAY_RENONS,
    STOCK_VISIBLE,
    THREE_BY_SIDE,
    THREE_FORCED_FIRST,
    TIE_CANCEL,
    TIE_TRUMP_EARLIER,
    BelaOptions,
)
from adut.games.bela.scoring import may_go_out, score_belot, score_going_out, score_played_out, score_revoke
from adut.games.bela.table import (
    NO_CARD,
    NO_SEAT,
    NO_SUIT,
    NOT_ANNOUNCED,
    BelaTable,
    after,
    hand_size,
    has_middle,
    has_turned_card,
    place_of,
    side_of,
)
from adut.games.belote_cards import CARD_POINTS, beats
from adut.games.declarations import has_declaration, has_eight_in_a_row

KING_OR_QUEEN = 1 << KING | 1 << QUEEN
NUM_DISCARDS = 2

# Section 4: dealing.


@rule
def deal(s: BelaTable, o: BelaOptions) -> None:
    """Deal the pack; forehand is to call."""
    players = o.players
    s.forehand = after(o, s.dealer)
    clear_history(s)
    for seat in range(4):
        s.hands[seat] = 0
        s.played[seat] = 0
        s.trick[seat] = NO_CARD
        s.trick_of[seat] = 0
        s.void[seat] = 0
        s.announced[seat] = NOT_ANNOUNCED
        s.shown[seat] = 0
        s.talon[seat] = 0
    for side in range(3):
        s.card_points[side] = 0
        s.tricks[side] = 0
        s.declared[side] = 0
        s.counted[side] = 0
        s.scores[side] = 0
    s.turned = NO_CARD
    s.middle = 0
    s.stock = 0
    s.discards = 0
    s.discarded = 0
    rest = 6 * players
    if players == 2:
        s.turned = int(s.pack[rest])
        rest += 1
    talon = 2 if players == 4 else 4
    seat = s.forehand
    for place in range(players):
        first, second = 3 * place, 3 * (players + place)
        s.hands[seat] = set_of(s.pack, first, first + 3) | set_of(s.pack, second, second + 3)
        s.talon[seat] = set_of(s.pack, rest + talon * place, rest + talon * (place + 1))
        log_cards(s, NEW_CARD, seat, s.hands[seat], 1 << seat)
        seat = after(o, seat)
    rest += talon * players
    if has_middle(o):
        s.middle = set_of(s.pack, rest, rest + 2)
        if has_turned_card(o) and players == 3:
            s.turned = int(s.pack[rest])
        rest += 2
    if s.turned >= 0:
        log(s, SHOWN_CARD, s.dealer, s.dealer, s.turned, EVERYBODY)
    if players == 2:
        s.stock = set_of(s.pack, rest, 32)
        if o.two_stock == STOCK_VISIBLE:
            log_cards(s, SHOWN_CARD, s.dealer, s.stock, EVERYBODY)
    s.trump = NO_SUIT
    s.caller = NO_SEAT
    s.trick_number = 0
    s.trick_cards = 0
    s.led = NO_SUIT
    s.best_seat = NO_SEAT
    s.best_card = NO_CARD
    s.trick_points = 0
    s.leader = NO_SEAT
    s.last_winner = NO_SEAT
    s.bela_open = 1
    s.bela = NO_SEAT
    s.refused = 0
    s.passes = 0
    s.exchanged = NO_SEAT
    s.result = NO_RESULT
    s.result_seat = NO_SEAT
    s.phase = CALL
    turn(s, s.forehand)


# Section 5: what may be done.


@inlined
def legal(s: BelaTable, o: BelaOptions) -> None:
    """The legal actions of the decision that is due."""
    cards = 0
    calls = 0  # a bit for each action from FIRST_CALL on
    hand = s.hands[s.seat]
    if s.phase == PLAY:
        cards = hand
        if o.illegal_play != PLAY_RENONS:
            cards = playable(s.trump, s.led, s.best_card, hand, is_exempt(s, o, s.seat))
        if o.match_end == DOSTA and o.dosta_claim == CLAIM_DECIDE and s.trick_cards == 0 and s.trick_number > 1:
            calls = 1 << OUT - FIRST_CALL if may_go_out(s, o) else 0
    elif s.phase == CALL:
        calls = legal_calls(s, o)
    elif s.phase == DISCARD:
        cards = hand
    elif s.phase != END:
        calls = 1 << NO - FIRST_CALL
        if may_say_yes(s):
            calls |= 1 << YES - FIRST_CALL
    s.legal[0] = cards
    s.legal[1] = calls
    s.legal[2] = 0
    s.legal[3] = 0


@inlined
def is_exempt(s: BelaTable, o: BelaOptions, seat: int) -> bool:
    """6.3: whether the trick is a partner's that need not be beaten (partner_exempt)."""
    return o.partner_exempt != 0 and o.players == 4 and s.trick_cards > 0 and s.best_seat == seat ^ 2


@inlined
def last_pass(o: BelaOptions) -> int:
    """The number of the pass with which a deal is thrown in."""
    return 2 * o.players if has_turned_card(o) else o.players


@inlined
def legal_calls(s: BelaTable, o: BelaOptions) -> int:
    """5.2: what may be said; a bit for each action from FIRST_CALL on."""
    may_pass = s.passes + 1 < last_pass(o) or o.all_pass == ALL_PASS_REDEAL
    calls = 15
    if has_turned_card(o):
        offered = 1 << CALL_OF_SUIT[s.turned >> 3] - FIRST_CALL
        calls = offered if s.passes < o.players else 15 ^ offered
    elif o.players == 3 and o.three_bidding == THREE_FORCED_FIRST:
        may_pass = False
    return calls | 1 << PASS - FIRST_CALL if may_pass else calls


@inlined
def may_say_yes(s: BelaTable) -> bool:
    """Whether the player who is asked has what he is asked for; silence is always possible (5.4, 5.7, 5.8)."""
    hand = s.hands[s.seat]
    if s.phase == DECLARE:
        return has_declaration(hand)
    if s.phase == BELA:
        return (hand >> RANKS_PER_SUIT * s.trump) & KING_OR_QUEEN != 0
    return (hand >> RANKS_PER_SUIT * s.trump + RANK_SEVEN) & 1 != 0


# Section 5: what then happens.


@inlined
def apply(s: BelaTable, o: BelaOptions, action: int) -> None:
    """Make a legal decision."""
    log(s, ACTION, s.actor, s.seat, action, 1 << s.seat if s.phase == DISCARD else EVERYBODY)
    if s.phase == PLAY:
        if action == OUT:
            score_going_out(s, o)
            end_deal(s, o)
        else:
            play_card(s, o, action)
    elif s.phase == CALL:
        call(s, o, action)
    elif s.phase == DECLARE:
        answer_declare(s, o, action == YES)
    elif s.phase == BELA:
        answer_bela(s, o, action == YES)
    elif s.phase == DISCARD:
        discard(s, o, action)
    else:
        answer_seven(s, o, action == YES)


@inlined
def call(s: BelaTable, o: BelaOptions, action: int) -> None:
    """5.2: call trump, or pass."""
    if action == PASS:
        s.passes += 1
        if o.talon_peek == PEEK_AFTER_OWN_TURN and has_passed_for_good(s, o, s.seat):
            log_cards(s, NEW_CARD, s.seat, s.talon[s.seat], 1 << s.seat)
        if s.passes == last_pass(o):
            s.result = THROWN_IN
            end_deal(s, o)
        else:
            turn(s, after(o, s.seat))
        return
    s.caller = s.seat
    s.trump = SUIT_OF_CALL[action - FIRST_CALL]
    if o.players == 2 and o.two_seven_exchange and s.passes < 2 and s.turned & 7 != RANK_SEVEN:
        s.phase = SEVEN
        turn(s, s.forehand)
    else:
        take_talons(s, o)


@inlined
def has_passed_for_good(s: BelaTable, o: BelaOptions, seat: int) -> bool:
    """Whether a seat has passed in the last round of calls."""
    return s.passes > place_of(s, o, seat) + last_pass(o) - o.players


@inlined
def answer_seven(s: BelaTable, o: BelaOptions, yes: bool) -> None:
    """5.4: exchange the seven of trump for the turned card, or not."""
    if yes:
        seven = RANKS_PER_SUIT * s.trump + RANK_SEVEN
        s.exchanged = s.seat
        s.hands[s.seat] ^= 1 << seven | 1 << s.turned
        log(s, SHOWN_CARD, s.seat, s.seat, seven, EVERYBODY)
    elif s.seat == s.forehand:
        turn(s, s.dealer)
        return
    take_talons(s, o)


@rule
def take_talons(s: BelaTable, o: BelaOptions) -> None:
    """5.3: everybody takes his talon, the caller the middle cards too."""
    for seat in range(o.players):
        if not (o.talon_peek == PEEK_AFTER_OWN_TURN and has_passed_for_good(s, o, seat)):
            log_cards(s, NEW_CARD, seat, s.talon[seat], 1 << seat)
        s.hands[seat] |= s.talon[seat]
    if has_middle(o):
        log_cards(s, NEW_CARD, s.caller, s.middle, 1 << s.caller)
        s.hands[s.caller] |= s.middle
        s.phase = DISCARD
        turn(s, s.caller)
    else:
        begin_play(s, o)


@inlined
def discard(s: BelaTable, o: BelaOptions, card: int) -> None:
    """5.5: the caller lays two cards away."""
    s.hands[s.seat] &= ~(1 << card)
    s.discards |= 1 << card
    s.discarded += 1
    if s.discarded == NUM_DISCARDS:
        begin_play(s, o)


@rule
def begin_play(s: BelaTable, o: BelaOptions) -> None:
    """5.6: hands are final; a belot wins at once. Else declarations are due, or the first lead."""
    if o.belot_rule == BELOT_INSTANT_WIN:
        seat = s.forehand
        for _ in range(o.players):
            if has_eight_in_a_row(s.hands[seat]):
                show_cards(s, seat, belot_of(s.hands[seat]))
                score_belot(s, o, seat)
                end_deal(s, o)
                return
            seat = after(o, seat)
    s.trick_number = 1
    s.leader = s.forehand
    if o.declare_when == BEFORE_LEAD and o.declaration_mode == AUTO:
        for place in range(o.players):
            report(s, o, (s.forehand + place) % o.players)
        resolve_declarations(s, o)
    s.phase = DECLARE if o.declare_when == BEFORE_LEAD and o.declaration_mode == DECIDE else PLAY
    turn(s, s.forehand)
    if s.phase == PLAY:
        begin_turn(s, o)


@inlined
def belot_of(hand: int) -> int:
    """The eight cards of the suit that a hand holds whole."""
    cards = 0
    for suit in range(4):
        eight = 0xFF << RANKS_PER_SUIT * suit
        if hand & eight == eight:
            cards = eight
    return cards


@inlined
def begin_turn(s: BelaTable, o: BelaOptions) -> None:
    """A card of the seat whose turn it is is due; in the first trick a word about declarations before it (5.7)."""
    if s.trick_number == 1 and o.declare_when != BEFORE_LEAD:
        if o.declaration_mode == AUTO:
            report(s, o, s.seat)
        else:
            s.phase = DECLARE


# 5.7: declarations.


@rule
def show_cards(s: BelaTable, seat: int, cards: int) -> None:
    """Cards become public."""
    s.shown[seat] = cards
    log_cards(s, SHOWN_CARD, seat, cards, EVERYBODY)


@rule
def report(s: BelaTable, o: BelaOptions, seat: int) -> None:
    """A player reports his declarations, if he has any, and announces the strongest."""
    if has_declaration(s.hands[seat]):
        said = announcement(o, best_declaration(o, s.hands[seat]))
        s.announced[seat] = said + 1
        log(s, ANNOUNCEMENT, seat, seat, said, EVERYBODY)


@inlined
def answer_declare(s: BelaTable, o: BelaOptions, yes: bool) -> None:
    """Report declarations, or be silent."""
    if yes:
        report(s, o, s.seat)
    elif has_declaration(s.hands[s.seat]):
        s.refused |= 1 << s.seat
    if o.declare_when != BEFORE_LEAD:
        s.phase = PLAY
        return
    turn(s, after(o, s.seat))
    if s.seat == s.forehand:
        resolve_declarations(s, o)
        s.phase = PLAY


@rule
def resolve_declarations(s: BelaTable, o: BelaOptions) -> None:
    """The strongest reported declaration decides whose declarations are recognised; their cards are shown."""
    holder = strongest_reporter(s, o)
    if holder < 0:
        return
    for seat in range(o.players):
        if s.announced[seat] != NOT_ANNOUNCED and are_recognised(s, o, seat, holder):
            hand = s.hands[seat] | s.played[seat]
            s.declared[side_of(o, seat)] += declared_points(o, hand)
            show_cards(s, seat, declared_cards(o, hand))


@inlined
def are_recognised(s: BelaTable, o: BelaOptions, seat: int, holder: int) -> bool:
    """Whether a seat's declarations count when those of `holder` are the strongest."""
    if o.players == 3 and o.three_declarations == THREE_BY_SIDE:
        return (seat == s.caller) == (holder == s.caller)
    return side_of(o, seat) == side_of(o, holder)


@rule
def strongest_reporter(s: BelaTable, o: BelaOptions) -> int:
    """The seat whose declaration decides, NO_SEAT if nobody has reported or equal ones cancel each other."""
    holder = NO_SEAT
    strongest = 0
    in_trump = False
    cancelled = False
    seat = s.forehand
    for _ in range(o.players):
        if s.announced[seat] != NOT_ANNOUNCED:
            hand = s.hands[seat] | s.played[seat]
            strength = declaration_strength(o, best_declaration(o, hand))
            trump_run = o.declaration_tie == TIE_TRUMP_EARLIER and has_trump_run(o, hand, s.trump)
            if holder < 0 or strength > strongest:
                holder, strongest, in_trump, cancelled = seat, strength, trump_run, False
            elif strength == strongest:
                cancelled = cancelled or not are_recognised(s, o, seat, holder)
                if trump_run and not in_trump:
                    holder, in_trump = seat, True
        seat = after(o, seat)
    return NO_SEAT if cancelled and o.declaration_tie == TIE_CANCEL else holder


# Section 6: play.


@inlined
def play_card(s: BelaTable, o: BelaOptions, card: int) -> None:
    """Play a card; the first king or queen of trump brings the question for bela (5.8)."""
    seat = s.seat
    bit = 1 << card
    suit = card >> 3
    exempt = is_exempt(s, o, seat)
    if o.illegal_play == PLAY_RENONS and playable(s.trump, s.led, s.best_card, s.hands[seat], exempt) & bit == 0:
        revoke(s, o, card)
        return
    s.hands[seat] &= ~bit
    s.played[seat] |= bit
    s.trick[seat] = card
    s.trick_of[suit] |= s.trick_number << 8 * (card & 7)
    s.trick_points += CARD_POINTS[s.trump, card]
    trump, led, best_seat, best_card = s.trump, s.led, s.best_seat, s.best_card  # no branches here: cards are hard to predict
    leads = led < 0
    led = suit if leads else led
    wins = leads | beats(trump, card, best_card)
    is_off = suit != led
    s.led = led
    s.void[seat] |= is_off << led | (is_off & (suit != trump) & (not exempt)) << trump
    s.best_seat = select(wins, seat, best_seat)
    s.best_card = select(wins, card, best_card)
    s.trick_cards += 1
    if s.bela_open and suit == s.trump and (KING_OR_QUEEN >> (card & 7)) & 1:
        s.bela_open = 0
        if o.bela_mode == DECIDE:
            s.phase = BELA
            return
        if (s.hands[seat] >> RANKS_PER_SUIT * suit) & KING_OR_QUEEN:
            s.bela = seat
            log(s, ANNOUNCEMENT, seat, seat, SAID_BELA, EVERYBODY)
    card_is_played(s, o)


@rule
def revoke(s: BelaTable, o: BelaOptions, card: int) -> None:
    """10: an illegal card ends the deal; declarations reported so far are resolved."""
    s.hands[s.seat] &= ~(1 << card)
    s.played[s.seat] |= 1 << card
    s.trick[s.seat] = card
    s.trick_of[card >> 3] |= s.trick_number << 8 * (card & 7)
    if s.trick_number == 1 and o.declare_when != BEFORE_LEAD:
        resolve_declarations(s, o)
    score_revoke(s, o, s.seat)
    end_deal(s, o)


@inlined
def answer_bela(s: BelaTable, o: BelaOptions, yes: bool) -> None:
    """5.8: say bela, or be silent; then the trick goes on."""
    if yes:
        s.bela = s.seat
    elif (s.hands[s.seat] >> RANKS_PER_SUIT * s.trump) & KING_OR_QUEEN:
        s.refused |= 16 << s.seat
    s.phase = PLAY
    card_is_played(s, o)


@rule
def card_is_played(s: BelaTable, o: BelaOptions) -> None:
    """The next player's turn, or the end of the trick."""
    if s.trick_cards < o.players:
        turn(s, after(o, s.seat))
        begin_turn(s, o)
        return
    winner = s.best_seat
    side = side_of(o, winner)
    s.card_points[side] += s.trick_points
    s.tricks[side] += 1
    s.last_winner = winner
    if s.trick_number == 1 and o.declare_when != BEFORE_LEAD:
        resolve_declarations(s, o)
    s.trick_number += 1
    is_last = s.trick_number > hand_size(o)
    if o.match_end == DOSTA and (is_last or o.dosta_claim != CLAIM_DECIDE) and may_go_out(s, o):
        score_going_out(s, o)
        end_deal(s, o)
        return
    if is_last:
        score_played_out(s, o)
        end_deal(s, o)
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
def end_deal(s: BelaTable, o: BelaOptions) -> None:
    """The deal is over; every seat has the score of its side."""
    s.phase = END
    s.deal_over = 1
    for seat in range(o.players):
        s.points[seat] = s.scores[side_of(o, seat)]


# Section 7: information.


@inlined
def knows_talon(s: BelaTable, o: BelaOptions, seat: int) -> bool:
    """Whether a seat has seen its talon."""
    if s.caller >= 0:
        return s.phase != SEVEN
    return o.talon_peek == PEEK_AFTER_OWN_TURN and has_passed_for_good(s, o, seat)


@rule
def hide(s: BelaTable, o: BelaOptions, observer: int) -> None:
    """Erase what an observer may not know; what remains is his view."""
    for seat in range(4):
        if seat != observer:
            s.hands[seat] = 0
            s.talon[seat] = 0
    if not knows_talon(s, o, observer):
        s.talon[observer] = 0
    if observer != s.caller or s.phase == SEVEN:
        s.middle = 0
        s.discards = 0
    if o.two_stock != STOCK_VISIBLE:
        s.stock = 0
    s.refused &= 17 << observer
