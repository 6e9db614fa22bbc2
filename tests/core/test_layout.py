"""Named layouts of observations: what is written into a vector is read from it."""

from __future__ import annotations

import numpy as np
import pytest

from adut.core.layout import DIGIT_BASE, DIGITS, DIGITS_PER_NUMBER, MOST, Slice, put_digits, put_number
from adut.core.machine_code import plain


@pytest.mark.parametrize("write", [put_digits, plain(put_digits)], ids=["as rules run", "plain"])
def test_digits_show_every_number_up_to_the_largest(write):
    around_carries = {hundreds * DIGIT_BASE + step for hundreds in range(1, MOST // DIGIT_BASE + 1) for step in (-1, 0, 1)}
    sizes = sorted(around_carries | set(range(3 * DIGIT_BASE)) | {MOST})
    numbers = [-size for size in sizes] + sizes
    vector = np.full(DIGITS_PER_NUMBER * len(numbers), 99, np.int8)
    for place, number in enumerate(numbers):
        write(vector, DIGITS_PER_NUMBER * place, number)
    assert Slice("numbers", DIGITS, len(vector), "").decode(vector) == numbers
    assert abs(vector).max() < DIGIT_BASE


@pytest.mark.parametrize(("number", "shown"), [(MOST + 1, MOST), (-(10**12), -MOST), (-7, -7)])
def test_a_number_without_a_limit_is_shown_as_the_largest(number, shown):
    vector = np.zeros(DIGITS_PER_NUMBER, np.int8)
    put_number(vector, 0, number)
    assert Slice("number", DIGITS, DIGITS_PER_NUMBER, "").decode(vector) == [shown]
