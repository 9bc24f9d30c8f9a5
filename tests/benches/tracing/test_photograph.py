"""How the traced benches expose their pictures."""

from __future__ import annotations

import numpy as np
import pytest

from benches.tracing.photograph import Shot, photograph


@pytest.mark.parametrize("paper", [0.02, 0.3])
def test_paper_is_not_bleached_however_little_of_the_picture_it_fills(paper: float) -> None:
    """White cards on a dark cloth show their print, as on a table that they cover."""
    rows = np.arange(200)[:, None, None] < 200 * paper
    light = np.where(rows, 0.9, 0.03) * np.ones((200, 200, 3))

    picture = photograph(light.astype(np.float32), Shot(230, 0.5, 0.5, 1.0), np.random.default_rng(1))

    on_paper = picture[: round(200 * paper) - 2]
    assert (on_paper == 255).mean() < 0.01
    assert on_paper.mean() > 200
