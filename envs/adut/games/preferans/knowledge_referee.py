"""What bids, follows and leads tell of hands where the referee forbids incorrect ones, and a betl that is not redoubled
(section 10 of the rules).

A demand is on the ten cards that a seat was dealt, as the functions of the referee judge them. These look at each suit through
tables: of all holdings of a suit that are alike in what a demand depends on, one stands for all.
"""

from __future__ import annotations

from adut.core.cards import KING, TEN
from adut.core.history import ACTION
from adut.core.intrinsics import popcount
from adut.core.rule import inlined, rule
from adut.games.hidden_cards import IMPOSSIBLE, NOBODY, HiddenCards, card_in_trick, demand, seen_action
from adut.games.plain_tricks import beats
from adut.games.preferans.auction import GOES_ON, call, next_number
from adut.games.preferans.holdings import BETL_SAFE, CORRECT_SUIT, GRADE, NUM_HOLDINGS, SURE_TRICKS
from adut.games.preferans.layout import AUCTION, BETL, BID, HOLD, PASS, PLAY
from adut.games.preferans.options import PreferansOptions
from adut.games.preferans.referee_bids import is_laydown, may_name_level, ok_levels
from adut.games.preferans.referee_follows import follow_min
from adut.games.preferans.referee_leads import (
    KING_AND_QUEEN,
    OWN_CHOICE,
    kings_first,
    lead_clause,
    lead_set,
    lowest_of,
)
from adut.games.preferans.rules import deal, knows_talon
from adut.games.preferans.seats import first_leader, next_seat
from adut.games.preferans.table import NO_CARD, SEATS, PreferansTable

DEALT_HAND, LAYDOWN = range(2)
"""What a demand is: task[0]."""
BIDS_LOW, BIDS_HIGH, FOLLOWED, OPENED = 1, 2, 3, 4
"""Further places of the task of DEALT_HAND: which sets of correct numbers fit the bids, 32 a word (0: all do); 1 for who said
that he follows first, 2 for the second; the card of the opening lead, plus one."""
ALL_SETS = 0xFFFFFFFF
UNSAFE, CAN_LEAD = 1, 2


@rule
def demand_correct_play(v: PreferansTable, o: PreferansOptions, observer: int, k: HiddenCards, w: PreferansTable) -> None:
    """Demands on the dealt hands of the others where incorrect bids, follows and leads are not legal."""
    for seat in range(SEATS):
        bought = seat == v.declarer and v.in_hand == 0
        if seat == observer or (bought and not knows_talon(v, o, observer)):
            continue
        number = demand(k, seat, NOBODY, v.played[seat])
        if bought:
            k.pile[number] = SEATS
        k.task[number, 0] = DEALT_HAND
        k.task[number, BIDS_LOW] = ALL_SETS
        k.task[number, BIDS_HIGH] = ALL_SETS
        k.task[number, FOLLOWED] = 0
        k.task[number, OPENED] = 0
    hear_auction(v, o, observer, k, w)
    for number in range(k.demands):
        seat = k.holder[number]
        if v.followers >> seat & 1 and v.contract != BETL:
            first = next_seat(v.declarer)
            second = seat != first and v.followers >> first & 1
            k.task[number, FOLLOWED] = 2 if second else 1
        defends = v.phase == PLAY and v.contract != BETL and seat != v.declarer and popcount(v.playing) == SEATS
        if defends and seat == first_leader(v.contract, v.forehand, v.declarer, v.playing):
            k.task[number, OPENED] = 1 + card_in_trick(v.played[seat], v.trick_of, 1)
        for suit in range(4):
            for cards in range(NUM_HOLDINGS):
                k.gist_of[number, suit, cards] = 0
        if defends and next_seat(seat) != v.declarer:
            see_leads(v, k, number)
        for suit in range(4):
            choose_representatives(v, o, k, number, suit)
    drop_idle_demands(k)


@rule
def hear_auction(v: PreferansTable, o: PreferansOptions, observer: int, k: HiddenCards, w: PreferansTable) -> None:
    """10.2: which sets of correct numbers a seat may have that said what it did."""
    deal(w, o)
    for n in range(v.num_events):
        if int(v.history[n]) & 255 != ACTION:
            continue
        if w.phase != AUCTION:
            return
        seat, action = w.seat, seen_action(v, n)
        level, said = next_number(w, o, seat), w.said[seat]
        for number in range(k.demands):
            if k.holder[number] != seat:
                continue
            for levels in range(64):
                names = level != 0 and may_name_level(levels << 2, level)
                told = said == 0 or levels << 2 >> said & 1 == 1
                legal = not (names and not told) if action == PASS else names or (action != BID and action != HOLD)
                if not legal:
                    k.task[number, BIDS_LOW + (levels >> 5)] &= ~(1 << (levels & 31))
        if call(w, o, action) != GOES_ON:
            return


@rule
def see_leads(v: PreferansTable, k: HiddenCards, number: int) -> None:
    """10.4, rule 5: from king and queen, or those and a lower card, the king was led."""
    leader = first_leader(v.contract, v.forehand, v.declarer, v.playing)
    for trick in range(1, v.trick_number + 1):
        best, best_seat = NO_CARD, leader
        seat = leader
        for place in range(SEATS):
            card = card_in_trick(v.played[seat], v.trick_of, trick)
            if card < 0:
                return
            if place == 0 and seat == k.holder[number]:
                forbid_suit_of_lead(v, k, number, trick, card)
            if place == 0 or beats(card, best, v.trump):
                best, best_seat = card, seat
            seat = next_seat(seat)
        leader = best_seat


@rule
def forbid_suit_of_lead(v: PreferansTable, k: HiddenCards, number: int, trick: int, card: int) -> None:
    """Mark the dealt holdings of a suit from which a card could not be led to a trick."""
    suit = card >> 3
    gone = 0
    for earlier in range(1, trick):
        other = card_in_trick(v.played[k.holder[number]], v.trick_of, earlier)
        if other >> 3 == suit:
            gone |= 1 << (other & 7)
    for dealt in range(NUM_HOLDINGS):
        cards = (dealt & ~gone) << 8 * suit
        if kings_first(cards, cards) >> card & 1 == 0:
            k.gist_of[number, suit, dealt] = IMPOSSIBLE


@rule
def choose_representatives(v: PreferansTable, o: PreferansOptions, k: HiddenCards, number: int, suit: int) -> None:
    """Of all holdings of a suit that a demand does not tell apart, the lowest stands for all."""
    for cards in range(NUM_HOLDINGS):
        if k.gist_of[number, suit, cards] == IMPOSSIBLE:
            continue
        k.gist_of[number, suit, cards] = cards
        code = marks_of(v, o, k, number, suit, cards)
        for other in range(cards):
            if k.gist_of[number, suit, other] == other and marks_of(v, o, k, number, suit, other) == code:
                k.gist_of[number, suit, cards] = other
                break


@inlined
def marks_of(v: PreferansTable, o: PreferansOptions, k: HiddenCards, number: int, suit: int, cards: int) -> int:
    """What a demand may depend on of a holding of a suit, as a number."""
    code = 0
    grade, length = GRADE[cards], popcount(cards)
    if k.task[number, BIDS_LOW] & k.task[number, BIDS_HIGH] != ALL_SETS:
        code |= 1 | CORRECT_SUIT[o.ref_bid_pattern, cards] << 1 | BETL_SAFE[cards] << 2 | grade << 3
    if k.task[number, FOLLOWED]:
        if suit == v.trump:
            code |= (SURE_TRICKS[cards] | length << 4 | (cards >> TEN != 0) << 8) << 6
        else:
            code |= grade << 6
    opened = k.task[number, OPENED] - 1
    if opened >= 0:
        through_partner = next_seat(k.holder[number]) != v.declarer
        own_choice = lead_clause(v, k.holder[number]) == OWN_CHOICE
        marks = (grade if through_partner else length << 3) if own_choice else 0
        marks |= (cards != 0) << 7
        if opened >> 3 == suit:
            form = (cards & KING_AND_QUEEN == KING_AND_QUEEN) & (length <= 3) & (cards < 1 << (KING + 1))
            marks |= (grade | length << 3 | form << 8 | (lowest_of(cards) == 1 << (opened & 7)) << 9) | 1 << 10
            marks |= (cards >> (opened & 7) & 1) << 11
        code |= marks << 16
    return code


@rule
def drop_idle_demands(k: HiddenCards) -> None:
    """Forget demands that every hand fulfils."""
    kept = 0
    for number in range(k.demands):
        idle = k.task[number, BIDS_LOW] & k.task[number, BIDS_HIGH] == ALL_SETS
        idle = idle and k.task[number, FOLLOWED] == 0 and k.task[number, OPENED] == 0
        for suit in range(4):
            for cards in range(NUM_HOLDINGS):
                idle = idle and k.gist_of[number, suit, cards] != IMPOSSIBLE
        if idle:
            continue
        k.holder[kept], k.pile[kept], k.sure[kept] = k.holder[number], k.pile[number], k.sure[number]
        for i in range(OPENED + 1):
            k.task[kept, i] = k.task[number, i]
        for suit in range(4):
            for cards in range(NUM_HOLDINGS):
                k.gist_of[kept, suit, cards] = k.gist_of[number, suit, cards]
        kept += 1
    k.demands = kept


@rule
def gist(v: PreferansTable, o: PreferansOptions, k: HiddenCards, number: int, suit: int, cards: int, pile: int) -> int:
    """What matters of the cards of a suit: for a laydown whether they are unsafe and whether they can be led."""
    if k.task[number, 0] == LAYDOWN:
        marks = 0 if is_laydown(cards, False, v.in_hand != 0, 0) else UNSAFE
        marks |= CAN_LEAD if is_laydown(cards, True, v.in_hand != 0, pile if v.in_hand == 0 else 0) else 0
        return marks << 8 * suit
    dealt = cards
    if k.pile[number] >= 0:
        dealt = (cards | pile) & ~v.talon
    found = k.gist_of[number, suit, dealt >> 8 * suit & 0xFF]
    return found << 8 * suit if found != IMPOSSIBLE else IMPOSSIBLE


@rule
def fits(v: PreferansTable, o: PreferansOptions, k: HiddenCards, number: int, gist: int) -> bool:
    """Whether a dealt hand allows what was said and led, or a betl hand need not be redoubled."""
    if k.task[number, 0] == LAYDOWN:
        unsafe = gist & UNSAFE * 0x01010101
        can_lead = gist & CAN_LEAD * 0x01010101
        return unsafe != 0 or (v.forehand == v.declarer and can_lead == 0)
    low, high = k.task[number, BIDS_LOW], k.task[number, BIDS_HIGH]
    if low & high != ALL_SETS:
        levels = ok_levels(gist, o.ref_bid_pattern) >> 2
        if (high if levels >> 5 else low) >> (levels & 31) & 1 == 0:
            return False
    seat = k.holder[number]
    followed = k.task[number, FOLLOWED]
    if followed:
        talon = v.talon if o.talon_public and not v.in_hand else 0
        leads = v.forehand == v.declarer
        if not follow_min(gist, v.contract, v.in_hand != 0, followed == 2, talon, leads, o.ref_follow_scope):
            return False
    opened = k.task[number, OPENED] - 1
    return opened < 0 or lead_set(v, o, seat, gist, True) >> opened & 1 == 1
