"""Deals that a reader can check by eye."""

ENDING = """
# Spades are trumps and player_0 has all of them. After eight rounds of them he leads from HA HQ.
rules: tournament_2008
dealer: 2
player_0: SA SK SQ SJ ST S9 S8 S7 HA HQ
player_1: CA CK CQ CJ CT C9 C8 C7 {first} H7
player_2: DA DK DQ DJ DT D9 D8 D7 {second} H8
talon: H9 HT
contract: spades
declarer: 0
actions: S7, C7, D7, S8, C8, D8, S9, C9, D9, ST, CT, DT, SJ, CJ, DJ, SQ, CQ, DQ, SK, CK, DK, SA, H7, DA
"""
FALLS = ENDING.format(first="HK", second="HJ").strip() + "\n"
"""player_1 has CA HK, player_2 HJ H8. The lead of HA draws the bare king: 10 tricks; HQ loses to it, and CA is good: 8."""
STAYS = ENDING.format(first="HJ", second="HK").strip() + "\n"
"""player_1 has CA HJ, player_2 HK H8. Whichever heart is led, the king makes a trick: 9 tricks."""
