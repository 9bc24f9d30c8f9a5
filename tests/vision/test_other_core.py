"""Work on another core: begun at once, its result or its error told where somebody asks."""

from __future__ import annotations

from threading import Event

import pytest

from tests.programs import PATIENCE
from vision.other_core import begun


def test_work_is_done_before_anybody_asks_for_its_result() -> None:
    """Nobody asks here until it is done."""
    done = Event()

    def work() -> str:
        done.set()
        return "its result"

    result = begun(work)

    assert done.wait(PATIENCE)
    assert result() == "its result"


def test_an_error_is_raised_where_the_result_is_asked_for() -> None:
    """What is not asked for breaks nothing."""
    result = begun(lambda: 1 // 0)

    with pytest.raises(ZeroDivisionError):
        result()
