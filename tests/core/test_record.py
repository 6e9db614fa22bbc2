"""How records are laid out."""

from __future__ import annotations

import numpy as np
import pytest

from adut.core.record import Ints, TableRecord, ints
from adut.games import GAMES, spec


class Small(TableRecord, max_events=2, seldom=("written",)):
    written: Ints = ints(3)
    read: int


def test_fields_stand_in_their_order_and_seldom_ones_behind_the_history() -> None:
    names = list(Small.dtype.names or ())
    assert names[names.index("legal") :] == [
        *("legal", "reward", "read", "history"),
        *("seed", "table", "deal_number", "match_deals", "match_over", "next_dealer", "points", "shaped", "pack", "written"),
    ]
    assert names[0] == "moves"
    assert Small.dtype["written"].shape == (3,)
    assert Small.dtype["history"].shape == (2,)


def test_a_field_that_is_not_there_cannot_be_seldom() -> None:
    with pytest.raises(KeyError, match="wrong"):
        type("Wrong", (TableRecord,), {}, max_events=2, seldom=("wrong",))


@pytest.mark.parametrize("name", GAMES)
def test_what_decisions_touch_stands_before_the_history(name: str) -> None:
    dtype: np.dtype[np.void] = spec(name).record.dtype
    fields = dtype.fields or {}
    assert max(fields[field][1] for field in ("moves", "phase", "legal", "reward")) < fields["history"][1]
    assert min(fields[field][1] for field in ("seed", "points", "pack")) > fields["history"][1]
