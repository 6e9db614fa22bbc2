"""Cards of Belot: which may be played, and which may announce belot (sections 5.3 and 6 of the rules)."""

from __future__ import annotations

from adut.core.cards import FULL_PACK, QUEEN, RANK_SET
from adut.core.record import table
from adut.core.rule import inlined
from adut.games.belot.options import BELOT_FREE, UNDERTRUMP_MUST, BelotOptions
from adut.games.belote_cards import ALL_TRUMPS, NUM_CONTRACTS, STRONGER, SUIT_CARDS

RUFFING_CARDS = table([SUIT_CARDS[contract] if contract < 4 else 0 for contract in range(NUM_CONTRACTS)])
"""[contract] the cards that trump other suits."""
TRUMP_CARDS = table([SUIT_CARDS[contract] if contract < 4 else 0 for contract in range(NUM_CONTRACTS - 1)] + [FULL_PACK])
"""[contract] the cards in the order of trumps."""
QUEENS = RANK_SET[QUEEN]


@inlined
def playable(o: BelotOptions, contract: int, led: int, best: int, partner_wins: bool, hand: int) -> int:
    """The cards of a hand that may be played to a trick (section 6).

    Args:
        o: the options record.
        contract: a suit, NO_TRUMPS or ALL_TRUMPS.
        led: the suit that was led, below zero for the leader.
        best: the card that wins the trick so far.
        partner_wins: whether that is the partner's.
        hand: a set of cards.
    """
    must_raise, undertrump = o.raise_over_partner, o.undertrump
    stronger = STRONGER[contract, best & 31]
    # Following suit: plain suits need not be raised, trumps must be if possible.
    same = hand & SUIT_CARDS[led & 3]
    higher = same & stronger
    raises = ((led == contract) | (contract == ALL_TRUMPS)) & ((must_raise != 0) | (not partner_wins))
    follows = higher if raises & (higher != 0) else same
    # Out of the suit: ruff, and overruff, unless the partner wins the trick.
    ruffs = hand & RUFFING_CARDS[contract]
    overruffs = ruffs & stronger
    unable = ruffs if undertrump == UNDERTRUMP_MUST else hand
    over = overruffs if overruffs != 0 else unable
    forced = over if best >> 3 == contract else ruffs
    free = (ruffs == 0) | partner_wins
    discards = hand if free else forced
    answer = follows if same != 0 else discards
    return hand if led < 0 else answer


@inlined
def belot_cards(o: BelotOptions, contract: int, led: int, hand: int) -> int:
    """The kings and queens of a hand with which belot is announced when they are played (5.3)."""
    trumps = TRUMP_CARDS[contract]
    suit = SUIT_CARDS[led & 3]
    discarded = (contract == ALL_TRUMPS) & (led >= 0) & (o.belot_all_trumps != BELOT_FREE)
    in_play = suit if discarded else trumps
    queens = hand & hand >> 1 & QUEENS
    return (queens | queens << 1) & trumps & in_play
