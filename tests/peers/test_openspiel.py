"""Card play agrees with OpenSpiel's Skat, an independent program: legal cards, winners of tricks, points.

OpenSpiel's game has no real auction: whoever names a contract first plays it, with the skat. From the discard on the two
games are the same.
"""

from __future__ import annotations

import random

import pytest

import adut
from adut.core.cards import CARD_NAMES
from adut.games.skat.layout import CONTRACTS

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra adut[peers]")

DEALS = 10_000
SUITS, RANKS = "DHSC", "789QKTAJ"
CARDS = {8 * suit + rank: SUITS[suit] + RANKS[rank] for suit in range(4) for rank in range(8)}
THEIRS = {name: card for card, name in CARDS.items()}
BIDS = {"pass": 32, "diamonds": 33, "hearts": 34, "spades": 35, "clubs": 36, "grand": 37, "null": 38}
AUCTIONS = {0: ["pass", "pass", "bid 18"], 1: ["bid 18", "pass", "pass"], 2: ["pass", "bid 18", "pass"]}
"""By the declarer's seat, with seat 2 dealing: forehand 0, middlehand 1, rearhand 2."""

NULL_POINTS = (90, 30)
"""What OpenSpiel counts for a Null, won and lost."""


def legal_cards(state: adut.State) -> set[str]:
    return {CARD_NAMES[action] for action in state.legal_actions() if action < 32}


def test_card_play_agrees() -> None:
    game = adut.game("skat", rules="isko")
    other = pyspiel.load_game("skat")
    chooser = random.Random(1)
    decisions = 0
    for _ in range(DEALS):
        deck = chooser.sample(list(CARD_NAMES), 32)
        declarer = chooser.randrange(3)
        contract = chooser.choice(CONTRACTS)
        ours = game.new_state(seed=0, deck=deck, dealer=2, start=[*AUCTIONS[declarer], "pick up"])
        theirs = other.new_initial_state()
        for card in deck:
            theirs.apply_action(THEIRS[card])
        for _ in range(declarer):
            theirs.apply_action(BIDS["pass"])
        theirs.apply_action(BIDS[contract])

        def play(verb: str, ours: adut.State = ours, theirs: pyspiel.State = theirs) -> None:
            legal = legal_cards(ours)
            assert legal == {CARDS[action] for action in theirs.legal_actions()}
            assert ours.actor == theirs.current_player()
            card = chooser.choice(sorted(legal))
            ours.apply(f"{verb} {card}")
            theirs.apply_action(THEIRS[card])

        play("discard")
        play("discard")
        ours.apply(f"declare {contract}")
        while not ours.is_over:
            play("play")  # the same player to act after a trick: the same winner
            decisions += 1
        record = ours.record
        assert theirs.is_terminal()
        points = record.declarer_points if contract != "null" else NULL_POINTS[int(record.declarer_tricks > 0)]
        assert theirs.returns()[declarer] == pytest.approx((points - 60) / 120)
    assert decisions > 20 * DEALS
