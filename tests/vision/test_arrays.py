"""Ranks among values: what numpy tells, told sooner."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from vision.arrays import Floats, Grey, below, median_of, medians, quantile_of, quantiles

ROWS = arrays(np.float64, st.tuples(st.integers(1, 40)), elements=st.floats(-1e6, 1e6))
GREYS = arrays(np.uint8, st.tuples(st.integers(1, 4), st.integers(1, 60)))


@given(ROWS)
def test_the_median_is_numpys(values: Floats) -> None:
    """Of even and odd counts alike, to the last bit."""
    assert median_of(values) == np.median(values)
    assert medians(np.stack([values, -values], axis=1)).tolist() == [np.median(values), np.median(-values)]


@given(ROWS, st.integers(0, 100))
def test_a_share_lies_below(values: Floats, percent: int) -> None:
    """Between the two nearest values, as numpy tells it."""
    share, wanted = percent / 100, np.percentile(values, percent)

    assert below(values, share)[0] == wanted
    assert quantile_of(values, share) == wanted
    assert quantiles(values[:, None], share)[0] == wanted


@given(GREYS)
def test_a_share_of_grey_levels(values: Grey) -> None:
    """Few and many grey levels alike, row by row."""
    assert np.array_equal(below(values, 0.03, 0.97), np.percentile(values, (3, 97), axis=1))
