"""The rules of Preferans from the deal to the last trick (sections 4 to 7 of the rules); `auction` has the auction."""

from __future__ import annotations

from adut.core.cards import set_of
from adut.core.history import ACTION, EVERYBODY, NEW_CARD, SHOWN_CARD, clear_history, log, log_cards
from adut.core.intrinsics import lowest_bit, popcount
from adut.core.layout import bit_of
from adut.core.rule import inlined, rule
from adut.core.table import turn
from adut.games.choosing import highest_bit
from adut.games.plain_tricks import NO_SUIT, above, cards_of, follow, play_to_trick
from adut.games.preferans.auction import ALL_PASS, SETTLED, call, legal_calls, legal_games, name_game
from adut.games.preferans.layout import (
    AUCTION,
    BETL,
    CALL_PARTNER,
    DECLARE,
    DECLARE_SANS,
    DISCARD,
    DOUBLE,
    END,
    FIRST_CONTRACT,
    FOLLOW,
    KONTRA,
    LOWEST,
    MORTKONTRA,
    NAME_GAME,
    OK,
    PLAY,
    REKONTRA,
    SAY_FOLLOW,
    SAY_NO_FOLLOW,
    TRUMP_OF,
)
from adut.games.preferans.options import (
    BETL_FOLLOW_AUTO,
    FIVE_TRICKS,
    HISTORY_CURRENT_TRICK,
    KONTRA_LEVELS_4,
    REFEREE_MASK,
    UVER_IN_HAND,
    UVER_LAYDOWN,
    PreferansOptions,
)
from adut.games.preferans.referee_bids import is_laydown
from adut.games.preferans.referee_follows import follow_min
from adut.games.preferans.referee_leads import lead_set
from adut.games.preferans.scoring import TRICKS_OF_DEFENDERS, counted_tricks, lacks_kontra, score, value_in_force
from adut.games.preferans.seats import first_leader, next_seat, previous_seat
from adut.games.preferans.table import (
    HAND_SIZE,
    NO_CARD,
    NO_CONTRACT,
    NO_SEAT,
    SEATS,
    SILENT,
    UNDECIDED,
    PreferansTable,
)

# Section 4: dealing.


@rule
def deal(s: PreferansTable, o: PreferansOptions) -> None:
    """Ten cards each from forehand on, two to the talon; forehand is to speak."""
    forehand = next_seat(s.dealer)
    clear_history(s)
    seat = forehand
    for block in range(SEATS):
        s.hands[seat] = set_of(s.pack, HAND_SIZE * block, HAND_SIZE * block + HAND_SIZE)
        log_cards(s, NEW_CARD, seat, s.hands[seat], 1 << seat)
        seat = next_seat(seat)
    s.talon = set_of(s.pack, HAND_SIZE * SEATS, HAND_SIZE * SEATS + 2)
    s.discards = 0
    s.declarer = NO_SEAT
    s.contract = NO_CONTRACT
    s.trump = NO_SUIT
    s.in_hand = 0
    s.value = 0
    s.playing = 0
    s.trick_cards = 0
    s.trick_number = 0
    s.leader = NO_SEAT
    s.led = NO_SUIT
    s.best_seat = NO_SEAT
    s.best_card = NO_CARD
    s.last_winner = NO_SEAT
    s.forehand = forehand
    s.level = 0
    s.holder = NO_SEAT
    s.active = (1 << SEATS) - 1
    s.to_name = 0
    s.best_named = 0
    s.followers = 0
    s.answered = 0
    s.caller = NO_SEAT
    s.giver = NO_SEAT
    s.doublings = 0
    s.outcome = UNDECIDED
    s.refe_doubles = 0
    s.refe_gained = 0
    for seat in range(SEATS):
        s.trick[seat] = NO_CARD
        s.played[seat] = 0
        s.void[seat] = 0
        s.tricks[seat] = 0
        s.counted_tricks[seat] = 0
        s.status[seat] = SILENT
        s.said[seat] = 0
        s.named[seat] = 0
        s.bula_change[seat] = 0
        for other in range(SEATS):
            s.written[seat, other] = 0
    for word in range(4):
        s.trick_of[word] = 0
    s.phase = AUCTION
    turn(s, forehand)


# What may be done.


@inlined
def legal(s: PreferansTable, o: PreferansOptions) -> None:
    """The legal actions of the decision that is due."""
    for word in range(4):
        s.legal[word] = 0
    if s.phase == PLAY:
        s.legal[0] = playable(s, o)
    elif s.phase == AUCTION:
        legal_calls(s, o)
    elif s.phase == NAME_GAME:
        legal_games(s, o)
    elif s.phase == DISCARD:
        s.legal[0] = discardable(s)
    elif s.phase == DECLARE:
        s.legal[1] = (2 << (DECLARE_SANS - 32)) - (1 << (FIRST_CONTRACT + s.level - LOWEST - 32))
    elif s.phase == FOLLOW:
        s.legal[1] = 1 << (SAY_NO_FOLLOW - 32)
        if o.referee != REFEREE_MASK or may_follow(s, o, s.seat):
            s.legal[1] |= 1 << (SAY_FOLLOW - 32)
    elif s.phase == DOUBLE:
        legal_doubles(s, o)


@inlined
def discardable(s: PreferansTable) -> int:
    """5.3: discards go in ascending order of their ids, so that each pair is one way of discarding."""
    hand = s.hands[s.seat]
    if s.discards:
        return hand & -(s.discards << 1)
    highest = hand
    while highest & (highest - 1) != 0:
        highest &= highest - 1
    return hand & ~highest


@inlined
def may_follow(s: PreferansTable, o: PreferansOptions, seat: int) -> bool:
    """10.3: whether a defender has the least on which he may follow."""
    talon = s.talon if o.talon_public and not s.in_hand else 0
    return follow_min(
        s.hands[seat],
        s.contract,
        s.in_hand != 0,
        s.followers != 0,
        talon,
        s.forehand == s.declarer,
        o.ref_follow_scope,
    )


@rule
def legal_doubles(s: PreferansTable, o: PreferansOptions) -> None:
    """5.6: what may be said about doubling."""
    calls = 1 << (OK - 32)
    if s.doublings == 0:
        calls |= 1 << (KONTRA - 32)
        if popcount(s.followers) == 1 and s.contract != BETL and not lacks_kontra(s, o):
            calls |= 1 << (CALL_PARTNER - 32)
    else:
        if s.doublings == 1 and must_redouble(s, o):
            calls = 0
        calls |= 1 << (KONTRA + s.doublings - 32)
    s.legal[1] = calls


@inlined
def must_redouble(s: PreferansTable, o: PreferansOptions) -> bool:
    """10.5: whether the declarer of a doubled betl has to redouble."""
    if s.contract != BETL:
        return False
    if o.uver_betl == UVER_IN_HAND:
        return s.in_hand != 0
    return o.uver_betl == UVER_LAYDOWN and is_laydown(s.hands[s.declarer], s.forehand == s.declarer, s.in_hand != 0, s.discards)


@inlined
def playable(s: PreferansTable, o: PreferansOptions) -> int:
    """6.1: the cards that may be played."""
    table = 0
    if o.must_head:
        for seat in range(SEATS):
            table |= bit_of(s.trick[seat])
    return may_be_played(s, o, s.seat, s.hands[s.seat], s.led, s.best_card, table, s.trick_number == 1)


@inlined
def may_be_played(
    s: PreferansTable, o: PreferansOptions, seat: int, hand: int, led: int, best: int, table: int, is_opening: bool
) -> int:
    """6.1: the cards of a hand that may be played to a trick.

    Args:
        s, o: the table, of which nothing is read that changes with the cards played, and the options.
        seat: whose hand it is.
        hand: a set of cards.
        led: the suit that was led, NO_SUIT for the leader.
        best: the card that wins the trick so far.
        table: the cards of the trick; read with must_head alone.
        is_opening: whether this is the first trick.
    """
    if o.referee == REFEREE_MASK and led < 0:
        return lead_set(s, o, seat, hand, is_opening)
    cards = follow(hand, led, s.trump)
    if (o.must_head or o.must_overtrump) and led >= 0:
        return beating(o, cards, led, best, table, s.trump)
    return cards


@rule
def beating(o: PreferansOptions, cards: int, led: int, best: int, table: int, trump: int) -> int:
    """6.1: of the cards that follow a lead, those that fulfil the duties to head and to overtrump."""
    suit = lowest_bit(cards) >> 3
    higher = 0
    if suit == led and o.must_head:
        higher = cards & above(highest_bit(table & cards_of(led)))
    elif suit != led and o.must_overtrump and cards & ~cards_of(trump) == 0 and best >> 3 == trump:
        higher = cards & above(best)
    return higher if higher else cards


# What then happens.


@inlined
def apply(s: PreferansTable, o: PreferansOptions, action: int) -> None:
    """Make a legal decision."""
    audience = 1 << s.seat if s.phase == DISCARD else EVERYBODY
    log(s, ACTION, s.actor, s.seat, action, audience)
    if s.phase == PLAY:
        play_card(s, o, action)
    elif s.phase == AUCTION:
        leads_to = call(s, o, action)
        if leads_to == ALL_PASS:
            end_deal(s, o)
        elif leads_to == SETTLED:
            begin_defence(s, o)
        elif s.phase == DISCARD:
            take_talon(s, o)
    elif s.phase == NAME_GAME:
        if name_game(s, action):
            begin_defence(s, o)
    elif s.phase == DISCARD:
        discard(s, action)
    elif s.phase == DECLARE:
        s.contract = action - FIRST_CONTRACT + LOWEST
        begin_defence(s, o)
    elif s.phase == FOLLOW:
        answer(s, o, action)
    else:
        answer_double(s, o, action)


@inlined
def take_talon(s: PreferansTable, o: PreferansOptions) -> None:
    """5.3: the declarer takes the talon, which is shown to all."""
    if o.talon_public:
        log_cards(s, SHOWN_CARD, s.declarer, s.talon, EVERYBODY)
    else:
        log_cards(s, NEW_CARD, s.declarer, s.talon, 1 << s.declarer)
    s.hands[s.declarer] |= s.talon


@inlined
def discard(s: PreferansTable, card: int) -> None:
    """5.3: lay a card away."""
    s.hands[s.seat] &= ~(1 << card)
    s.discards |= 1 << card
    if popcount(s.hands[s.seat]) == HAND_SIZE:
        s.phase = DECLARE


@rule
def begin_defence(s: PreferansTable, o: PreferansOptions) -> None:
    """5.5: the contract is settled; in betl both defend, in other contracts they say whether they follow."""
    declarer = s.declarer
    s.trump = TRUMP_OF[s.contract]
    s.playing = 1 << declarer
    s.refe_doubles = 1 if s.refe[declarer] else 0
    set_value(s)
    turn(s, next_seat(declarer))
    if s.contract == BETL and o.betl_follow == BETL_FOLLOW_AUTO:
        s.followers = (1 << SEATS) - 1 ^ 1 << declarer
        s.answered = s.followers
        s.playing = (1 << SEATS) - 1
        s.phase = DOUBLE
    else:
        s.phase = FOLLOW


@inlined
def set_value(s: PreferansTable) -> None:
    """8.1: the value in force."""
    s.value = value_in_force(s.contract, s.in_hand, s.doublings, s.refe_doubles)


@inlined
def answer(s: PreferansTable, o: PreferansOptions, action: int) -> None:
    """5.5: follow or not."""
    seat = s.seat
    s.answered |= 1 << seat
    if action == SAY_FOLLOW:
        s.followers |= 1 << seat
        s.playing |= 1 << seat
    if seat == next_seat(s.declarer):
        turn(s, previous_seat(s.declarer))
    elif s.followers == 0:
        end_deal(s, o)
    else:
        first = next_seat(s.declarer)
        turn(s, first if s.followers >> first & 1 else seat)
        s.phase = DOUBLE


@inlined
def answer_double(s: PreferansTable, o: PreferansOptions, action: int) -> None:
    """5.6: call the partner, double, or play on."""
    seat = s.seat
    if action >= KONTRA:
        if action == KONTRA:
            s.giver = seat
            s.playing = (1 << SEATS) - 1
        s.doublings += 1
        set_value(s)
        most = MORTKONTRA if o.kontra_levels == KONTRA_LEVELS_4 else REKONTRA
        if action == most:
            begin_play(s, o)
        else:
            turn(s, s.giver if seat == s.declarer else s.declarer)
        return
    if action == CALL_PARTNER:
        s.caller = seat
        s.playing = (1 << SEATS) - 1
    elif s.doublings == 0 and seat == next_seat(s.declarer) and popcount(s.followers) == 2:
        turn(s, previous_seat(s.declarer))
        return
    begin_play(s, o)


# Section 6: play.


@rule
def begin_play(s: PreferansTable, o: PreferansOptions) -> None:
    """6.3: the first lead, unless a pik lacks its kontra."""
    if lacks_kontra(s, o):
        end_deal(s, o)
        return
    s.phase = PLAY
    s.trick_number = 1
    s.leader = first_leader(s.contract, s.forehand, s.declarer, s.playing)
    turn(s, s.leader)


@inlined
def play_card(s: PreferansTable, o: PreferansOptions, card: int) -> None:
    """6.2: play a card, and take the trick with the last."""
    seat = s.seat
    play_to_trick(s, card)
    if s.trick_cards < popcount(s.playing):
        after = next_seat(seat)
        turn(s, after if s.playing >> after & 1 else next_seat(after))
        return

    winner = s.best_seat
    s.tricks[winner] += 1
    counts = (o.supe_cap != FIVE_TRICKS) | (counted_tricks(s) <= TRICKS_OF_DEFENDERS)
    s.counted_tricks[winner] += 1 if counts & (winner != s.declarer) else 0
    s.last_winner = winner
    if o.obs_history == HISTORY_CURRENT_TRICK:
        forget_trick(s)
    if s.trick_number == HAND_SIZE or (not o.play_to_end and is_decided(s)):
        end_deal(s, o)
        return
    s.trick_number += 1
    s.trick_cards = 0
    s.led = NO_SUIT
    s.leader = winner
    s.best_seat = NO_SEAT
    s.best_card = NO_CARD
    for other in range(SEATS):
        s.trick[other] = NO_CARD
    turn(s, winner)


@rule
def forget_trick(s: PreferansTable) -> None:
    """Section 7: nobody may look at taken tricks: their cards leave the history, what has happened stays."""
    for n in range(s.num_events - s.trick_cards, s.num_events):
        s.history[n] &= 0xFFFFFF


@inlined
def is_decided(s: PreferansTable) -> bool:
    """6.4: the declarer has failed already."""
    if s.contract == BETL:
        return s.tricks[s.declarer] > 0
    return counted_tricks(s) > TRICKS_OF_DEFENDERS


@rule
def end_deal(s: PreferansTable, o: PreferansOptions) -> None:
    """5: the deal is over and scored. What nobody has seen stays face down."""
    s.phase = END
    s.deal_over = 1
    score(s, o)


@rule
def potential(s: PreferansTable, o: PreferansOptions, seat: int) -> int:
    """The supe that the tricks so far are worth, in the form of the payoff (none in betl)."""
    if s.declarer < 0 or s.contract == BETL or s.phase != PLAY:
        return 0
    taken = counted_tricks(s)
    if seat == s.declarer:
        return -SEATS * s.value * taken
    writer = s.giver if s.giver >= 0 else s.caller
    if writer < 0:
        return SEATS * s.value * s.counted_tricks[seat]
    return SEATS * s.value * taken if seat == writer else 0


# Section 7: information.


@rule
def hide(s: PreferansTable, o: PreferansOptions, observer: int) -> None:
    """Erase what an observer may not know; what remains is his view."""
    for seat in range(SEATS):
        if seat != observer:
            s.hands[seat] = 0
    if observer != s.declarer:
        s.discards = 0
    if not knows_talon(s, o, observer):
        s.talon = 0


@inlined
def knows_talon(s: PreferansTable, o: PreferansOptions, observer: int) -> bool:
    """Whether an observer has seen the talon: a declarer has bought it and took it openly, or is the observer."""
    return s.declarer >= 0 and not s.in_hand and (o.talon_public != 0 or observer == s.declarer)
