"""Scoring of Russian Preferans: what a deal writes on the sheet, the match and its value (sections 8 and 9 of the rules)."""

from __future__ import annotations

from adut.core.options import UNLIMITED, number_in
from adut.core.random import lot
from adut.core.record import table
from adut.core.rule import inlined, rule
from adut.games.russian_preferans.auction import GAME_OF_BID
from adut.games.russian_preferans.credit import WHISTS_PER_POINT, credit
from adut.games.russian_preferans.layout import MISERE_CONTRACT, PLAY, RASPASOVKA
from adut.games.russian_preferans.options import (
    AWARD_NONE,
    AWARD_ONE,
    AWARD_TWO,
    BOTH_PAY,
    CONSOLATION_FIXED,
    CONSOLATION_PRICE,
    EXIT_ANY,
    FULL,
    GENTLEMAN,
    RASPAS_WHISTS,
    SHORTFALL_CAPPED,
    STAYS_3,
    SUM_REACHED,
    RussianPreferansOptions,
)
from adut.games.russian_preferans.seats import NUM_RINGS, nibble
from adut.games.russian_preferans.table import (
    ACTIVE,
    FAILED,
    HAND_SIZE,
    MADE,
    NO_SEAT,
    PREFERANS,
    SURRENDERED,
    UNPLAYED,
    RussianPreferansTable,
)
from adut.games.russian_preferans.talon import NO_TRUMP_FORM
from adut.games.russian_preferans.whist import first_defender, is_checked_ten, level_of, second_defender

PRICE = table([0, 0, 0, 0, 0, 0, 2, 4, 6, 8, 10])
"""[level] section 3."""
DUTY = table([0, 0, 0, 0, 0, 0, 4, 2, 1, 1, 1])
"""[level] tricks that the defence owes."""
MISERE_PRICE = 10
FIXED_CONSOLATION = 10
RASPASOVKA_WHISTS = 5
SURRENDER_TRICKS = 3
SERIES_WITH_ONE_DEALER = 3
RING_LOT = 1 << 40
"""The lots for seats are numbered from here, apart from those for the first dealer."""


@inlined
def pool_rate(o: RussianPreferansOptions) -> int:
    """Whists that a pool point is worth."""
    return 10 * (1 + o.pool_rate)


@inlined
def mountain_factor(o: RussianPreferansOptions) -> int:
    """How many prices a trick of the declarer or the whist costs on the mountain."""
    return 1 + o.mountain_mult


@inlined
def whist_factor(o: RussianPreferansOptions) -> int:
    """How many prices a whist is worth."""
    return 1 + o.whist_mult


@rule
def score(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """Section 8: what the finished deal writes, and its official points."""
    if s.contract == RASPASOVKA:
        score_raspasovka(s, o)
    elif s.outcome == PREFERANS:
        score_preferans(s, o)
    elif s.outcome == SURRENDERED:
        price = PRICE[level_of(GAME_OF_BID[s.bid])] * mountain_factor(o)
        s.mountain_change[s.declarer] += SURRENDER_TRICKS * price
    elif s.contract == MISERE_CONTRACT:
        score_misere(s, o)
    else:
        score_contract(s, o)
    write_points(s, o)


# 8.1: a trick contract.


@rule
def score_contract(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """8.1: a contract of tricks, step by step."""
    declarer = s.declarer
    level = level_of(s.contract)
    price = PRICE[level]
    whist = price * whist_factor(o)
    played = s.outcome != UNPLAYED
    short = max(0, level - s.tricks[declarer]) if s.outcome == FAILED else 0
    whisted = played and not is_checked_ten(s.contract, o)

    s.mountain_change[declarer] += price * mountain_factor(o) * short  # step 1
    if whisted:
        write_whists(s, o, whist, short)
    if s.own >= 0:
        s.whists_change[s.own, declarer] += whist * DUTY[level] // 2
    if whisted and short > 0:
        write_consolation(s, o, whist, short)
    if whisted and short == 0:
        write_shortfall(s, o, level)
    if s.units and o.players > ACTIVE:  # step 5
        s.whists_change[s.dealer, declarer] += whist * s.units
    elif s.units:
        s.whists_change[first_defender(s), declarer] += whist * s.units // 2
        s.whists_change[second_defender(s), declarer] += whist * s.units // 2
    if s.refused:  # step 6
        s.whists_change[declarer, s.dealer] += whist
    if short == 0:  # step 7
        credit(s, o, declarer, price)


@rule
def write_whists(s: RussianPreferansTable, o: RussianPreferansOptions, whist: int, short: int) -> None:
    """8.1 step 2: whists for the tricks of the defence."""
    declarer = s.declarer
    if s.both_whist:
        for place in range(ACTIVE):
            seat = nibble(s.order, place)
            if seat != declarer:
                s.whists_change[seat, declarer] += whist * s.tricks[seat]
        return
    all_whists = whist * (HAND_SIZE - s.tricks[declarer])
    if o.whist_style == GENTLEMAN and short > 0 and not s.returned:
        s.whists_change[s.whister, declarer] += all_whists // 2
        s.whists_change[s.partner, declarer] += all_whists // 2
    else:
        s.whists_change[s.whister, declarer] += all_whists


@rule
def write_consolation(s: RussianPreferansTable, o: RussianPreferansOptions, whist: int, short: int) -> None:
    """8.1 step 3: everybody else writes for tricks that the declarer is short of; who returned the whist may write it all."""
    each = 0
    if o.consolation == CONSOLATION_PRICE:
        each = whist * short
    elif o.consolation == CONSOLATION_FIXED:
        each = FIXED_CONSOLATION * short
    for seat in range(o.players):
        if seat != s.declarer:
            writer = s.whister if s.returned and o.return_takes_all else seat
            s.whists_change[writer, s.declarer] += each


@rule
def write_shortfall(s: RussianPreferansTable, o: RussianPreferansOptions, level: int) -> None:
    """8.1 step 4: who whisted answers for the tricks that the defence owes."""
    missing = DUTY[level] - (HAND_SIZE - s.tricks[s.declarer])
    if missing <= 0:
        return
    price = PRICE[level] * mountain_factor(o)
    if o.responsibility != FULL:
        price //= 2
    if not s.both_whist:
        if o.dealer_responsible or o.players == ACTIVE or s.whister != s.dealer:
            s.mountain_change[s.whister] += price * missing
        return
    first, second = first_defender(s), second_defender(s)
    if DUTY[level] == 1:
        s.mountain_change[second] += price
        if o.responsible_8plus == BOTH_PAY:
            s.mountain_change[first] += price
        return
    most = missing if o.two_whister_shortfall == SHORTFALL_CAPPED else HAND_SIZE
    half = DUTY[level] // 2
    s.mountain_change[first] += price * min(max(0, half - s.tricks[first]), most)
    s.mountain_change[second] += price * min(max(0, half - s.tricks[second]), most)


# 8.2, 8.3, 8.6.


@rule
def score_misere(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """8.2: misere, alone or by halves with the dealer."""
    declarer = s.declarer
    shared = s.half == declarer
    if s.outcome == MADE:
        credit(s, o, declarer, MISERE_PRICE // 2 if shared else MISERE_PRICE)
        if shared:
            credit(s, o, s.dealer, MISERE_PRICE // 2)
        return
    mountain = MISERE_PRICE * mountain_factor(o) * s.tricks[declarer]
    s.mountain_change[declarer] += mountain // 2 if shared else mountain
    if shared:
        s.mountain_change[s.dealer] += mountain // 2


@inlined
def raspasovka_price(s: RussianPreferansTable, o: RussianPreferansOptions) -> int:
    """The price of a trick in the present raspasovka."""
    return number_in(o.raspas_prices, s.series)


@rule
def score_raspasovka(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """8.3: tricks go to the mountain or as whists to the lowest; then who has no trick earns pool points."""
    price = raspasovka_price(s, o)
    if o.raspas_scoring == RASPAS_WHISTS:
        write_raspasovka_whists(s)
    else:
        spared = HAND_SIZE
        for seat in range(o.players):
            spared = min(spared, s.tricks[seat])
        for seat in range(o.players):
            s.mountain_change[seat] += price * (s.tricks[seat] - (spared if o.amnesty else 0))
    award = price
    if o.raspas_zero_award == AWARD_TWO:
        award = 2
    elif o.raspas_zero_award == AWARD_ONE:
        award = 1
    elif o.raspas_zero_award == AWARD_NONE:
        award = 0
    participants = ACTIVE + 1 if o.players > ACTIVE and o.raspas_dealer_award else ACTIVE
    for place in range(participants):
        seat = nibble(s.order, place)
        if s.tricks[seat] == 0 and award > 0:
            credit(s, o, seat, award)


@rule
def write_raspasovka_whists(s: RussianPreferansTable) -> None:
    """8.3: who has the fewest tricks writes on those who have more; two share what they write on the third."""
    fewest = HAND_SIZE
    for place in range(ACTIVE):
        fewest = min(fewest, s.tricks[nibble(s.order, place)])
    sharing = 0
    for place in range(ACTIVE):
        sharing += s.tricks[nibble(s.order, place)] == fewest
    for place in range(ACTIVE):
        seat = nibble(s.order, place)
        if s.tricks[seat] != fewest:
            continue
        for other_place in range(ACTIVE):
            other = nibble(s.order, other_place)
            if s.tricks[other] != fewest:
                s.whists_change[seat, other] += RASPASOVKA_WHISTS * s.tricks[other] // sharing


@rule
def score_preferans(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """8.6: the pool is full, the mountain and the whists on the declarer are erased; without trump all pools are filled."""
    declarer, target = s.declarer, o.pool_target
    s.pool_change[declarer] = target - s.pool[declarer]
    s.mountain_change[declarer] = -s.mountain[declarer]
    for seat in range(o.players):
        if seat == declarer:
            continue
        s.whists_change[seat, declarer] = -s.whists[seat, declarer]
        if s.preferans == NO_TRUMP_FORM and s.pool[seat] < target:
            s.whists_change[declarer, seat] = WHISTS_PER_POINT * (target - s.pool[seat])
            s.pool_change[seat] = target - s.pool[seat]


# 8.5: the value of what is written.


@rule
def write_points(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """The official points of the deal in whists: pool, mountain, whists written and suffered."""
    for seat in range(o.players):
        points = pool_rate(o) * s.pool_change[seat] - WHISTS_PER_POINT * s.mountain_change[seat]
        for other in range(o.players):
            points += s.whists_change[seat, other] - s.whists_change[other, seat]
        s.points[seat] = points


def payoff_parts(seats: int) -> int:
    """Payoffs are in thirds or quarters of a whist."""
    return seats


@rule
def payoff(s: RussianPreferansTable, o: RussianPreferansOptions, seat: int) -> int:
    """By how much the deal changes the value of a seat's sheet (8.5), in 1/players of a whist."""
    return o.players * s.points[seat] - s.points[0] - s.points[1] - s.points[2] - s.points[3]


@rule
def standing(s: RussianPreferansTable, o: RussianPreferansOptions, seat: int) -> int:
    """The value of a seat's sheet (8.5), in 1/players of a whist."""
    value = 0
    for other in range(o.players):
        own = pool_rate(o) * s.pool[other] - WHISTS_PER_POINT * s.mountain[other]
        value += o.players * (s.whists[seat, other] - s.whists[other, seat]) - own
        if other == seat:
            value += o.players * own
    return value


@rule
def potential(s: RussianPreferansTable, o: RussianPreferansOptions, seat: int) -> int:
    """What the tricks so far are worth by the prices of the contract, in the form of the payoff."""
    if s.phase != PLAY:
        return 0
    total = 0
    mine = 0
    for other in range(o.players):
        worth = worth_of_tricks(s, o, other)
        total += worth
        mine = worth if other == seat else mine
    return o.players * mine - total


@rule
def worth_of_tricks(s: RussianPreferansTable, o: RussianPreferansOptions, seat: int) -> int:
    """What the tricks so far are worth to a seat, in whists: whists for the defence, the mountain in misere and raspasovka."""
    if s.contract == RASPASOVKA:
        return 0 if o.raspas_scoring == RASPAS_WHISTS else -WHISTS_PER_POINT * raspasovka_price(s, o) * s.tricks[seat]
    taken = s.tricks[s.declarer]
    if s.contract == MISERE_CONTRACT:
        cost = WHISTS_PER_POINT * MISERE_PRICE * mountain_factor(o) * taken
        if s.half == s.declarer:
            return -cost // 2 if seat == s.declarer or seat == s.dealer else 0
        return -cost if seat == s.declarer else 0
    if is_checked_ten(s.contract, o):
        return 0
    whist = PRICE[level_of(s.contract)] * whist_factor(o)
    others = s.tricks[first_defender(s)] + s.tricks[second_defender(s)]
    if seat == s.declarer:
        return -whist * others
    if s.both_whist:
        return whist * s.tricks[seat]
    return whist * others if seat == s.whister else 0


# Section 9: the match.


@rule
def open_match(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """An empty sheet; lots for the seats, if they are drawn."""
    s.deals = 0
    s.series = 0
    s.ring = 0
    if o.seat_draw:
        s.ring = lot(s.seed, s.table, RING_LOT + s.deal_number, NUM_RINGS[o.players])
    for seat in range(4):
        s.pool[seat] = 0
        s.mountain[seat] = 0
        for other in range(4):
            s.whists[seat, other] = 0


@rule
def settle(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """Write the finished deal on the sheet; who deals next (section 4), and whether the match is over (9.2)."""
    s.deals += 1
    for seat in range(o.players):
        s.pool[seat] += s.pool_change[seat]
        s.mountain[seat] += s.mountain_change[seat]
        for other in range(o.players):
            s.whists[seat, other] += s.whists_change[seat, other]
    move_deal(s, o)
    s.match_over = 1 if s.preferans == NO_TRUMP_FORM or is_target_reached(s, o) else 0


@rule
def move_deal(s: RussianPreferansTable, o: RussianPreferansOptions) -> None:
    """Section 4: the next dealer, and how many raspasovkas the series has."""
    s.next_dealer = nibble(s.order, 0)
    if s.contract == RASPASOVKA:
        s.series += 1
        if o.raspas_dealer_stays == STAYS_3:
            if s.series < SERIES_WITH_ONE_DEALER:
                s.next_dealer = s.dealer
            else:
                s.series = 0
    elif o.raspas_exit == EXIT_ANY or (s.outcome == MADE and (s.whister != NO_SEAT or s.both_whist)):
        s.series = 0


@rule
def is_target_reached(s: RussianPreferansTable, o: RussianPreferansOptions) -> bool:
    """9.2: whether every pool is closed, or all together hold as much."""
    if o.pool_target == UNLIMITED:
        return False
    total = 0
    least = s.pool[0]
    for seat in range(o.players):
        total += s.pool[seat]
        least = min(least, s.pool[seat])
    return total >= o.players * o.pool_target if o.end_rule == SUM_REACHED else least >= o.pool_target
