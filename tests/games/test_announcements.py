"""What players tell of their cards in histories (section 7 of the rules of each game)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import adut
from adut.core.history import ANNOUNCEMENT

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("skat", {}),
    ("bela", dict(players=4)),
    ("bela", dict(players=4, announce_detail="value")),
    ("bela", dict(players=3)),
    ("bela", dict(players=2)),
    ("belot", {}),
    ("belot", dict(rules="bg_published")),
    ("belot", dict(declaration_disclosure="cards_after_trick1")),
    ("preferans", {}),
    ("russian_preferans", dict(players=4, seat_draw=True)),
    ("russian_preferans", dict(players=3, seat_draw=True)),
]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_7_every_announcement_has_a_text(name: str, options: dict[str, Any]) -> None:
    batch = adut.make_batch(name, 300, seed=2, autoreset=False, **options)
    batch.reset(start="play")
    number = 0
    while not batch.done.all():
        playing = np.flatnonzero(~batch.done)
        batch.step(batch.random_actions(number, tables=playing), tables=playing)
        number += 1
    events = batch.states["history"]
    values = events[events & 255 == ANNOUNCEMENT] >> 16 & 255
    texts = batch.game.spec.announcements
    assert len(set(texts)) == len(texts)
    assert bool(texts) == bool(len(values))
    assert not len(values) or values.max() < len(texts)
