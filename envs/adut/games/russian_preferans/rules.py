"""The rules of Russian Preferans from the deal to the last trick (sections 4 to 7 of the rules); `auction` and `whist` have the
calls, `raspasovka` what is special where all passed."""

from __future__ import annotations

from adut.core.cards import set_of
from adut.core.history import ACTION, ANNOUNCEMENT, EVERYBODY, NEW_CARD, SHOWN_CARD, clear_history, log, log_cards
from adut.core.intrinsics import popcount
from adut.core.layout import bit_of
from adut.core.rule import inlined, rule
from adut.core.table import turn
from adut.games.plain_tricks import NO_SUIT, follow, play_to_trick
from adut.games.russian_preferans.auction import (
    ALL_PASS,
    BOUGHT,
    GAME_OF_BID,
    HAS_TALON,
    answer_offer,
    call,
    legal_calls,
)
from adut.games.russian_preferans.layout import (
    ACCEPT,
    AUCTION,
    CLOSE,
    CONTRACT,
    DECLARE_PREFERANS,
    DISCARD,
    END,
    FIRST_CONTRACT,
    HALF_OFFER,
    MISERE_CONTRACT,
    NUM_GAMES,
    OPEN,
    PLAY,
    RASPASOVKA,
    REFUSE,
    REVEAL,
    THROW_TALON,
    TRUMP_OF,
    WHIST,
)
from adut.games.russian_preferans.options import (
    AWARD_3P_HALF,
    HAND_OFF,
    OPEN_BEFORE_LEAD,
    ORDER_DEALT,
    SINGLE_AGENT,
    TALON_LEADS,
    RussianPreferansOptions,
)
from adut.games.russian_preferans.raspasovka import begin_raspasovka, leads_next, turn_talon_up, visible_talon
from adut.games.russian_preferans.scoring import score
from adut.games.russian_preferans.seats import nibble, order_of_hands, seats_after
from adut.games.russian_preferans.table import (
    ACTIVE,
    ALL_PASSED,
    CLOSED,
    CLOSED_SO_FAR,
    FAILED,
    HAND_SIZE,
    HIDDEN,
    MADE,
    NO_BID,
    NO_CARD,
    NO_CONTRACT,
    NO_SEAT,
    OPENED,
    PREFERANS,
    SURRENDERED,
    UNDECIDED,
    UNPLAYED,
    RussianPreferansTable,
)
from adut.games.russian_preferans.talon import is_preferans, units_of
from adut.games.russian_preferans.whist import (
    NO_PLAY,
    TO_PLAY,
    begin_defence,
    declare,
    first_defender,
    legal_declarations,
    level_of,
    second_defender,
)

SEATS_IN_PLACE = 0x3210
"""Nibbles: every seat plays its own cards."""

# Section 4: dealing.


@rule
def deal(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """Ten cards each to the three active seats, two to the talon; first hand is to speak."""
    clear_history(s)
    s.order = order_of_hands(o.players, s.ring, s.dealer)
    s.after = seats_after(o.players, s.ring, s.dealer)
    if o.seat_draw:
        log(s, ANNOUNCEMENT, s.dealer, s.dealer, s.ring, EVERYBODY)
    for seat in range(4):
        s.hands[seat] = 0
        s.trick[seat] = NO_CARD
        s.played[seat] = 0
        s.void[seat] = 0
        s.tricks[seat] = 0
        s.trick_of[seat] = 0
        s.seen_hands[seat] = 0
        s.last_call[seat] = 0
        s.said[seat] = 0
        s.best_game[seat] = 0
        s.first_said[seat] = 0
        s.then_said[seat] = 0
        s.pool_change[seat] = 0
        s.mountain_change[seat] = 0
        for other in range(4):
            s.whists_change[seat, other] = 0
    s.active = 0
    for place in range(ACTIVE):
        seat = nibble(s.order, place)
        s.hands[seat] = set_of(s.pack, HAND_SIZE * place, HAND_SIZE * place + HAND_SIZE)
        s.active |= 1 << seat
        log_cards(s, NEW_CARD, seat, s.hands[seat], 1 << seat)
    s.talon = set_of(s.pack, ACTIVE * HAND_SIZE, ACTIVE * HAND_SIZE + 2)
    s.first_talon = int(s.pack[ACTIVE * HAND_SIZE])
    s.talon_shown = 0
    s.discards = 0
    s.declarer = NO_SEAT
    s.contract = NO_CONTRACT
    s.trump = NO_SUIT
    s.no_talon = 0
    s.units = 0
    s.refused = 0
    s.preferans = 0
    s.trick_size = ACTIVE
    s.trick_cards = 0
    s.trick_number = 0
    s.leader = NO_SEAT
    s.led = NO_SUIT
    s.best_seat = NO_SEAT
    s.best_card = NO_CARD
    s.last_winner = NO_SEAT
    s.player_of = SEATS_IN_PLACE
    s.bid = NO_BID
    s.repeated = 0
    s.owner = NO_SEAT
    s.game_bidders = 0
    s.misere_bidders = 0
    s.offered = 0
    s.half = NO_SEAT
    s.node = 0
    s.looked = NO_SEAT
    s.whister = NO_SEAT
    s.whist_seat = NO_SEAT
    s.partner = NO_SEAT
    s.both_whist = 0
    s.returned = 0
    s.own = NO_SEAT
    s.opening = HIDDEN
    s.outcome = UNDECIDED
    s.phase = AUCTION
    turn(s, nibble(s.order, 0))


# What may be done.


@inlined
def legal(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """The legal actions of the decision that is due."""
    for word in range(4):
        s.legal[word] = 0
    if s.phase == PLAY:
        s.legal[0] = playable(s, o)
    elif s.phase == AUCTION:
        legal_calls(s, o)
    elif s.phase == WHIST:
        legal_declarations(s, o)
    elif s.phase == DISCARD:
        legal_discards(s, o)
    elif s.phase == CONTRACT:
        legal_contracts(s, o)
    elif s.phase == REVEAL:
        s.legal[1] = 1 << OPEN - 32 | 1 << CLOSE - 32
    elif s.phase == HALF_OFFER:
        s.legal[1] = 1 << ACCEPT - 32 | 1 << REFUSE - 32


@inlined
def playable(s: RussianPreferansTable, o: RussianPreferansOptions) -> int:
    """Section 6: the cards that may be played; the dealer of four may have to lead the talon as it was dealt."""
    hand = s.hands[s.seat]
    cards = follow(hand, s.led, s.trump)
    first = bit_of(s.first_talon) & cards
    forced = (s.trick_size > ACTIVE) & (s.seat == s.dealer) & (o.raspas_dealer_order == ORDER_DEALT) & (first != 0)
    return first if forced else cards


@rule
def legal_discards(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """P3: discards go in ascending order of their ids, so that each pair is one way; before them a declarer of a game may
    throw the talon or declare a Preferans."""
    hand = s.hands[s.seat]
    if s.discards:
        s.legal[0] = hand & -(s.discards << 1)
        return
    highest = hand
    while highest & (highest - 1) != 0:
        highest &= highest - 1
    s.legal[0] = hand & ~highest
    if s.contract == MISERE_CONTRACT:
        return
    calls = 0
    if o.players > ACTIVE and o.open_talon_refusal:
        calls |= 1 << THROW_TALON - 32
    if o.preferans_hand != HAND_OFF and o.pool_target >= 0 and is_preferans(hand, o.preferans_hand):
        calls |= 1 << DECLARE_PREFERANS - 32
    s.legal[1] = calls


@rule
def legal_contracts(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """P4: any game from the winning bid on; or giving up, where that is allowed."""
    games = (1 << NUM_GAMES) - (1 << GAME_OF_BID[s.bid])
    s.legal[1] = (games << FIRST_CONTRACT - 32) & 0xFFFFFFFF
    s.legal[2] = games >> 64 - FIRST_CONTRACT
    if o.surrender_without_three and not s.no_talon:
        s.legal[1] |= 1 << REFUSE - 32


# What then happens.


@inlined
def apply(s: RussianPreferansTable, o: RussianPreferansOptions, action: int) -> None:
    """Make a legal decision."""
    audience = 1 << s.seat if (s.phase == DISCARD) & (action < 32) else EVERYBODY
    log(s, ACTION, s.actor, s.seat, action, audience)
    if s.phase == PLAY:
        play_card(s, o, action)
    elif s.phase == AUCTION:
        follow_call(s, o, call(s, o, action))
    elif s.phase == HALF_OFFER:
        follow_call(s, o, answer_offer(s, o, action))
    elif s.phase == DISCARD:
        discard(s, o, action)
    elif s.phase == CONTRACT:
        name_contract(s, o, action)
    elif s.phase == WHIST:
        follow_declaration(s, o, declare(s, o, action))
    else:
        answer_reveal(s, o, action)


@rule
def follow_call(s: RussianPreferansTable, o: RussianPreferansOptions, leads_to: int) -> None:
    """P1, P2: what a call leads to: more calls, a raspasovka, or the exchange of the declarer."""
    if leads_to == ALL_PASS:
        begin_raspasovka(s, o)
    elif leads_to == BOUGHT:
        begin_exchange(s, o)


@rule
def begin_exchange(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """P2: the talon is shown and taken, or stays where it lies."""
    s.declarer = s.owner
    turn(s, s.declarer)
    s.no_talon = 1 if s.repeated or not HAS_TALON[s.bid] else 0
    is_misere = GAME_OF_BID[s.bid] == MISERE_CONTRACT
    if is_misere:
        s.contract = MISERE_CONTRACT
    if not s.no_talon:
        s.talon_shown = 1
        log_cards(s, SHOWN_CARD, s.declarer, s.talon, EVERYBODY)
        s.hands[s.declarer] |= s.talon
        counts = o.talon_award if o.players > ACTIVE else o.talon_award_3p == AWARD_3P_HALF
        if counts and not is_misere:
            s.units = units_of(s.talon)
        s.phase = DISCARD
    elif is_misere:
        follow_declaration(s, o, begin_defence(s, o))
    else:
        s.phase = CONTRACT


@inlined
def discard(s: RussianPreferansTable, o: RussianPreferansOptions, action: int) -> None:
    """P3: lay a card away, throw the talon openly, or declare a Preferans."""
    if action == DECLARE_PREFERANS:
        s.preferans = is_preferans(s.hands[s.declarer], o.preferans_hand)
        end_deal(s, o, PREFERANS)
        return
    cards = s.talon if action == THROW_TALON else 1 << (action & 31)
    s.refused = 1 if action == THROW_TALON else 0
    s.hands[s.declarer] &= ~cards
    s.discards |= cards
    if popcount(s.hands[s.declarer]) == HAND_SIZE:
        if s.contract == MISERE_CONTRACT:
            follow_declaration(s, o, begin_defence(s, o))
        else:
            s.phase = CONTRACT


@inlined
def name_contract(s: RussianPreferansTable, o: RussianPreferansOptions, action: int) -> None:
    """P4: name the contract, or give up."""
    if action == REFUSE:
        end_deal(s, o, SURRENDERED)
        return
    s.contract = action - FIRST_CONTRACT
    s.trump = TRUMP_OF[s.contract]
    follow_declaration(s, o, begin_defence(s, o))


@rule
def follow_declaration(s: RussianPreferansTable, o: RussianPreferansOptions, leads_to: int) -> None:
    """P5: what a declaration leads to."""
    if leads_to == NO_PLAY:
        end_deal(s, o, UNPLAYED)
    elif leads_to == TO_PLAY:
        begin_play(s, o)


# P6: play.


@rule
def begin_play(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """First hand leads; the hands of the defence are opened first where that is due."""
    s.phase = PLAY
    s.trick_number = 1
    s.leader = nibble(s.order, 0)
    to_play(s, s.leader)
    if s.both_whist:
        s.opening = CLOSED
        return
    if s.whister >= 0:
        hand_over(s, s.whist_seat, s.whister)
        to_play(s, s.leader)
        if o.open_timing == OPEN_BEFORE_LEAD:
            ask_opening(s)
            return
    if s.leader != s.declarer:
        before_defender(s, o)


@inlined
def to_play(s: RussianPreferansTable, seat: int) -> None:
    """The cards of a seat are next."""
    s.seat = seat
    s.actor = nibble(s.player_of, seat)


@inlined
def hand_over(s: RussianPreferansTable, seat: int, agent: int) -> None:
    """An agent decides the cards of a seat from now on."""
    s.player_of = s.player_of & ~(15 << 4 * seat) | agent << 4 * seat


@rule
def ask_opening(s: RussianPreferansTable) -> None:
    """The whister is asked whether hands are opened."""
    s.phase = REVEAL
    s.actor = s.whister
    s.seat = s.whist_seat


@rule
def before_defender(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """A defender is to play while it is open whether hands are opened: against misere and the checked ten they are, else the
    whister says."""
    if s.whister >= 0:
        ask_opening(s)
    else:
        open_hands(s, o)
        to_play(s, s.seat)


@rule
def open_hands(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """Both hands of the defence are laid face up; a single whister plays both, or the first defender may have to."""
    s.opening = OPENED
    first, second = first_defender(s), second_defender(s)
    log_cards(s, SHOWN_CARD, first, s.hands[first], EVERYBODY)
    log_cards(s, SHOWN_CARD, second, s.hands[second], EVERYBODY)
    if s.whister >= 0:
        hand_over(s, first, s.whister)
        hand_over(s, second, s.whister)
    elif o.joint_defence == SINGLE_AGENT:
        hand_over(s, second, first)


@rule
def answer_reveal(s: RussianPreferansTable, o: RussianPreferansOptions, action: int) -> None:
    """P6: hands open, closed for the first lead of a defender, or closed for good. The card that was due is next."""
    is_final = o.open_timing == OPEN_BEFORE_LEAD or s.trick_cards > 0
    if action == OPEN:
        open_hands(s, o)
    else:
        s.opening = CLOSED if is_final else CLOSED_SO_FAR
    seat = s.leader
    for _ in range(s.trick_cards):
        seat = nibble(s.after, seat)
    s.phase = PLAY
    to_play(s, seat)


@inlined
def play_card(s: RussianPreferansTable, o: RussianPreferansOptions, card: int) -> None:
    """Section 6: play a card, and take the trick with the last."""
    seat = s.seat
    play_to_trick(s, card)
    if s.trick_cards < s.trick_size:
        after = nibble(s.after, seat)
        to_play(s, after)
        if (s.opening < CLOSED) & (after != s.declarer):
            before_defender(s, o)
        return

    winner = s.best_seat
    s.tricks[winner] += 1
    s.last_winner = winner
    if s.trick_number == HAND_SIZE:
        end_deal(s, o, ALL_PASSED)
        return
    s.trick_number += 1
    s.trick_cards = 0
    s.led = NO_SUIT
    s.best_seat = NO_SEAT
    s.best_card = NO_CARD
    for other in range(4):
        s.trick[other] = NO_CARD
    if s.contract == RASPASOVKA:
        winner = leads_next(s, o, winner)
        turn_talon_up(s, o)
    s.leader = winner
    to_play(s, winner)


@rule
def end_deal(s: RussianPreferansTable, o: RussianPreferansOptions, outcome: int) -> None:
    """P8: the deal is over and scored. What nobody has seen stays face down."""
    if s.contract == MISERE_CONTRACT and outcome == ALL_PASSED:
        outcome = MADE if s.tricks[s.declarer] == 0 else FAILED
    elif s.declarer >= 0 and outcome == ALL_PASSED:
        outcome = MADE if s.tricks[s.declarer] >= level_of(s.contract) else FAILED
    s.outcome = outcome
    s.phase = END
    s.deal_over = 1
    score(s, o)


# Section 7: information.


@inlined
def is_visible(s: RussianPreferansTable, seat: int, observer: int) -> bool:
    """Whether an observer may see the cards that a seat holds now: his own, those that he plays, and open hands."""
    is_open = (s.opening == OPENED) & (seat != s.declarer)
    return (seat == observer) | is_open | (nibble(s.player_of, seat) == observer)


@rule
def hide(s: RussianPreferansTable, o: RussianPreferansOptions, observer: int) -> None:
    """Erase what an observer may not know; what remains is his view."""
    sits_out = o.players > ACTIVE and observer == s.dealer
    leads_talon = s.contract == RASPASOVKA and o.raspas_talon == TALON_LEADS
    s.talon = visible_talon(s, o, observer)
    if not (leads_talon and (sits_out or o.players == ACTIVE)):
        s.first_talon = NO_CARD
    if observer != s.declarer and not s.refused:
        s.discards = 0
    for seat in range(4):
        if not is_visible(s, seat, observer):
            s.hands[seat] = 0
        if not sits_out:
            s.seen_hands[seat] = 0
