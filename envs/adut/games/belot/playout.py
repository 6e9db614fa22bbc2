"""Random play of the tricks that remain, for playouts: the same cards and scores as one decision after another, and no record
of how they came about.
"""

from __future__ import annotations

from adut.core.intrinsics import nth_bit, popcount
from adut.core.random import below, next_key
from adut.core.rule import inlined, rule
from adut.core.table import turn
from adut.games.belot.cards import belot_cards, playable
from adut.games.belot.layout import PLAY
from adut.games.belot.options import DECIDE, KIND_UNTIL_END, BelotOptions
from adut.games.belot.rules import begin_first_turn, end_play, settle_contest
from adut.games.belot.table import NO_SUIT, NUM_TRICKS, BelotTable
from adut.games.belote_cards import CARD_POINTS, beats


@inlined
def random_card(cards: int, number: int, made: int) -> int:
    """A uniformly random card of a set that is not empty, by the key of a decision."""
    return nth_bit(cards, below(next_key(number, made), popcount(cards)))


@inlined
def announced_with(o: BelotOptions, contract: int, led: int, hand: int, card: int) -> int:
    """The flag of `belots` of the belot that seat 0 announces with a card, 0 if none is."""
    return (belot_cards(o, contract, led, hand) >> card & 1) << 4 * (card >> 3)


@rule
def finish(s: BelotTable, o: BelotOptions, number: int, made: int) -> int:
    """Play the remaining tricks at random and score the deal, if a trick begins and nobody decides on announcements.

    Args:
        s: the table.
        o: the options record.
        number: the key of the playout.
        made: decisions made in it so far.

    Returns:
        The decisions made, 0 if none was.
    """
    decides = (o.belot_mode == DECIDE) | (o.declaration_mode == DECIDE) & (s.trick_number == 1)
    if s.phase != PLAY or s.trick_cards != 0 or decides:
        return 0
    if s.trick_number == 1:
        for place in range(1, 4):
            turn(s, s.leader + place & 3)
            begin_first_turn(s, o)
        if o.declaration_disclosure != KIND_UNTIL_END:
            settle_contest(s, o)
    contract, leader, belots = s.contract, s.leader, s.belots
    led, best_card, points = s.led, s.best_card, 0
    for seat in range(4):
        s.played[seat] |= s.hands[seat]
    hand_0, hand_1 = s.hands[leader], s.hands[leader + 1 & 3]  # of the leader, of the next seat ...
    hand_2, hand_3 = s.hands[leader + 2 & 3], s.hands[leader + 3 & 3]
    count = made
    for _ in range(s.trick_number, NUM_TRICKS + 1):
        card = random_card(hand_0, number, count)
        belots |= announced_with(o, contract, NO_SUIT, hand_0, card) << leader
        led = card >> 3
        best_place = 0
        best_card = card
        points = CARD_POINTS[contract, card]
        s.trick[leader] = card
        hand_0, hand_1, hand_2, hand_3 = hand_1, hand_2, hand_3, hand_0 & ~(1 << card)
        for place in range(1, 4):
            seat = leader + place & 3
            card = random_card(playable(o, contract, led, best_card, best_place == place - 2, hand_0), number, count + place)
            belots |= announced_with(o, contract, led, hand_0, card) << seat
            wins = beats(contract, card, best_card)
            best_place = place if wins else best_place
            best_card = card if wins else best_card
            points += CARD_POINTS[contract, card]
            s.trick[seat] = card
            hand_0, hand_1, hand_2, hand_3 = hand_1, hand_2, hand_3, hand_0 & ~(1 << card)
        count += 4
        s.leader = leader
        leader = leader + best_place & 3
        s.card_points[leader & 1] += points
        s.tricks[leader & 1] += 1
        odd, far = best_place & 1 != 0, best_place & 2 != 0  # turn the hands so that the winner's comes first
        first, second, third, fourth = hand_0, hand_1, hand_2, hand_3
        hand_0, hand_1 = second if odd else first, third if odd else second
        hand_2, hand_3 = fourth if odd else third, first if odd else fourth
        first, second, third, fourth = hand_0, hand_1, hand_2, hand_3
        hand_0, hand_1 = third if far else first, fourth if far else second
        hand_2, hand_3 = first if far else third, second if far else fourth
    for seat in range(4):
        s.hands[seat] = 0
    s.belots = belots
    s.led = led
    s.best_seat = leader
    s.best_card = best_card
    s.trick_points = points
    s.trick_cards = 4
    s.last_winner = leader
    s.trick_number = NUM_TRICKS + 1
    turn(s, s.leader + 3 & 3)
    end_play(s, o)
    return count - made
