"""The generator: reproducible, uniform, independent of order."""

from __future__ import annotations

import numpy as np

import adut
from adut.core import random


def test_a_deal_depends_on_seed_table_and_number_alone() -> None:
    batch = adut.make_batch("skat", 8, seed=4, rules="isko")
    batch.reset()
    pack = np.zeros(32, np.int8)
    random.shuffle(pack, 4, 5, 1)
    assert (batch.states["pack"][5] == pack).all()
    assert sorted(pack.tolist()) == list(range(32))


def test_every_card_is_equally_likely_everywhere() -> None:
    packs = np.zeros((20_000, 32), np.int8)
    for deal, pack in enumerate(packs):
        random.shuffle(pack, 9, 0, deal)
    counts = np.stack([(packs == card).sum(axis=0) for card in range(32)])
    expected = len(packs) / 32
    chi_square = ((counts - expected) ** 2 / expected).sum()
    freedom = 31 * 31
    assert abs(chi_square - freedom) < 5 * np.sqrt(2 * freedom)


def test_neighbouring_keys_are_unrelated() -> None:
    keys = np.array([random.key(1, table, random.STREAM_LOTS, index) for table in range(64) for index in range(64)])
    assert len(np.unique(keys)) == len(keys)
    assert keys.min() >= 0
    bits = (keys[:, None] >> np.arange(62)) & 1
    assert abs(bits.mean(axis=0) - 0.5).max() < 0.05


def test_below_is_uniform_and_in_range() -> None:
    draws = np.array([random.below(random.key(2, 0, random.STREAM_LOTS, n), 6) for n in range(12_000)])
    counts = np.bincount(draws, minlength=6)
    assert len(counts) == 6
    assert ((counts - 2000) ** 2 / 2000).sum() < 25


def test_streams_differ() -> None:
    drawn = {random.key(1, 2, stream, 3) for stream in (random.STREAM_DEALS, random.STREAM_LOTS, random.STREAM_ACTIONS)}
    assert len(drawn) == 3
