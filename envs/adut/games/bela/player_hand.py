"""What a Bela hand is worth to the player who calls trump: the lead that he can expect over the other side.

The worth is a sum over the parts of the hand in tenths of a point: the high trumps together, the number of trumps, bela, every
other suit by ace, ten and length, declarations, the place. A fall is in it, with all that goes to the others, and so is what
the talon brings on average: with two and three players six cards and two discards, with four just two cards. The numbers are
fitted by least squares to deals that this player played against itself.
"""

from __future__ import annotations

from adut.core.cards import ACE, JACK, KING, NINE, NUM_SUITS, QUEEN, RANKS_PER_SUIT, TEN
from adut.core.intrinsics import popcount
from adut.core.record import table
from adut.core.rule import rule
from adut.games.bela.cards import declared_points
from adut.games.bela.options import BelaOptions

FOUR_CALL, THREE_CALL, THREE_TURNED, TWO_CALL, TWO_PLAIN, THREE_DISCARD, TWO_DISCARD = range(7)
"""What is judged, a row of the tables: before the call six cards with four and three players, seven with three and a turned
card, six with two, and with two and no middle cards; after the discard ten cards."""
KING_AND_QUEEN = 1 << KING | 1 << QUEEN
LENGTHS = 5
"""What is told apart of the length of another suit: void, 1, 2, 3, 4 and more cards."""
PLACE = table(
    [
        [-345, -196, -479, -337, 0, 0],
        [697, 675, 519, 0, 0, 0],
        [697, 669, 861, 716, 657, 612],
        [688, 1144, 1009, 591, 0, 0],
        [-182, 13, -312, -245, 0, 0],
        [-145, -77, 34, 0, 0, 0],
        [-62, 23, 0, 0, 0, 0],
    ]
)
"""[what is judged, passes so far or place in the order of play] the level."""
TRUMP_LENGTH = table(
    [
        [-341, -501, -407, -139, 98, 284, 328, 325, 307],
        [-514, -410, -243, -20, 208, 324, 298, 242, 178],
        [-604, -371, -165, 70, 296, 369, 282, 183, 80],
        [-496, -369, -253, -108, 48, 225, 322, 362, 383],
        [-230, -317, -170, -85, -31, 106, 192, 238, 271],
        [-805, -697, -533, -261, 88, 369, 484, 623, 726],
        [-692, -534, -276, -52, 105, 202, 311, 424, 512],
    ]
)
"""[what is judged, number of trumps] their worth."""
HIGH_TRUMPS = table(
    [
        [-457, -403, -477, -452, -137, -138, -212, -210, 225, 184, 90, 89, 591, 457, 432, 373],
        [-389, -348, -360, -307, -176, -131, -154, -105, 40, 146, 88, 203, 355, 463, 317, 421],
        [-370, -296, -292, -249, -148, -65, -90, -48, 49, 135, 101, 183, 314, 327, 317, 274],
        [-228, -216, -210, -142, -123, -56, -95, -13, 23, 37, 69, 161, 170, 251, 212, 274],
        [-326, -294, -300, -237, -130, -99, -94, 9, 34, 96, 82, 151, 264, 205, 287, 327],
        [-617, -488, -452, -306, -324, -210, -146, -11, -40, 137, 215, 304, 381, 456, 564, 530],
        [-538, -381, -320, -177, -241, -83, -56, 69, -67, 99, 163, 264, 208, 267, 375, 419],
    ]
)
"""[what is judged, jack 8 + nine 4 + ace 2 + ten 1] the worth of the high trumps that are held."""
BELA = table([212, 214, 234, 186, 197, 337, 348])
"""[what is judged] the worth of king and queen of trump."""
SIDE_SUIT = table(
    [
        [388, 149, -46, -217, -280, 0, 178, 63, -101, -298, 0, 343, 84, -93, -165, 0, 0, 229, -47, -324],
        [20, -25, -52, -38, -68, 0, 34, 7, -20, -88, 0, 67, 28, 30, 5, 0, 0, 106, 82, 101],
        [-217, -163, -95, -12, 82, 0, -97, -41, 49, 186, 0, -80, -24, 82, 176, 0, 0, 128, 182, 265],
        [10, -10, -25, -50, -123, 0, 52, 0, -28, -70, 0, -13, 24, 47, 67, 0, 0, 110, 146, 207],
        [277, 170, 10, -233, -388, 0, 201, 75, -123, -265, 0, 203, 109, -12, -237, 0, 0, 217, 92, -170],
        [-324, -212, -190, -119, -62, 0, -164, -26, 2, 19, 0, -36, 5, 98, 246, 0, 0, 221, 265, 258],
        [-226, -144, -129, -205, -246, 0, 23, 43, -57, -62, 0, 19, 39, 49, 98, 0, 0, 285, 254, 256],
    ]
)
"""[what is judged, 5 * (ace 2 + ten 1) + length] the worth of each other suit."""
DECLARED = table([-2, 30, 62, -30, 8, 125, 128])
"""[what is judged] tenths of a point for ten declared points."""
TURNED = table([-14, -2, 16, -15, 68, -4, -8, -14])
"""[rank] with two players: what it adds that this card of the called suit is turned up and out of play."""


@rule
def worth_of(o: BelaOptions, cards: int, trump: int, judged: int, place: int) -> int:
    """What a call is worth with some cards, in tenths of a point.

    Args:
        o: the options record.
        cards: the hand.
        trump: the suit to be called.
        judged: row of the tables.
        place: before the call how many have passed; after the discard the place in the order of play.
    """
    trumps = (cards >> RANKS_PER_SUIT * trump) & 0xFF
    worth = PLACE[judged, place] + TRUMP_LENGTH[judged, popcount(trumps)] + HIGH_TRUMPS[judged, high_trumps(trumps)]
    if trumps & KING_AND_QUEEN == KING_AND_QUEEN:
        worth += BELA[judged]
    for suit in range(NUM_SUITS):
        if suit != trump:
            worth += SIDE_SUIT[judged, side_suit((cards >> RANKS_PER_SUIT * suit) & 0xFF)]
    return worth + declared_points(o, cards) * DECLARED[judged] // 10


@rule
def high_trumps(trumps: int) -> int:
    """Index into HIGH_TRUMPS of the trumps of a hand, as ranks."""
    return 8 * (trumps >> JACK & 1) + 4 * (trumps >> NINE & 1) + 2 * (trumps >> ACE & 1) + (trumps >> TEN & 1)


@rule
def side_suit(cards: int) -> int:
    """Index into SIDE_SUIT of the cards of a suit, as ranks."""
    return LENGTHS * (2 * (cards >> ACE & 1) + (cards >> TEN & 1)) + min(popcount(cards), LENGTHS - 1)
