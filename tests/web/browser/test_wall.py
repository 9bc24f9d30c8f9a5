"""The screen on the wall: read from four metres, whatever its size and however many play, and left again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.web.conftest import Opened, Writer

pytestmark = pytest.mark.browser

LONG = ("Anna-Karin Wilhelmsson", "Björn", "Cilla Bartholomew-Smith", "Maximilian of Nowhere")
SCREENS = ((1280, 720), (1920, 1080), (2560, 1440), (3840, 2160))

LOOK = """() => {
  const size = (what) =>
    Array.from(document.querySelectorAll(what), (one) => parseFloat(getComputedStyle(one).fontSize));
  const boxes = (what) => Array.from(document.querySelectorAll(what), (one) => one.getBoundingClientRect());
  const whole = [...boxes(".player"), ...boxes(".newest"), ...boxes(".board-area .board")];
  return {
    small: Math.min(...size(".name"), ...size(".flag"), ...size(".headline"), ...size(".scored")) / innerHeight,
    total: Math.min(...size(".player .total .number")) / innerHeight,
    narrow: Math.min(...boxes(".player").map((box) => box.width)) / innerWidth,
    low: Math.max(...whole.map((box) => box.bottom)) / innerHeight,
    cut: Array.from(document.querySelectorAll(".player")).filter((one) => one.scrollWidth > one.clientWidth).length,
  };
}"""
"""What a screen shows, in parts of its height or width."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_read_from_four_metres(opened: Opened, writer: Writer, players: int) -> None:
    """Names and words have 3.5 % of the screen's height, totals 12 %, and nothing of it lies outside the screen."""
    writer.begin(*LONG[-players:])
    writer.lay("I9 > MINUTER")
    page = opened((1920, 1080))
    page.goto(f"{page.url}look")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        seen: dict[str, Any] = page.evaluate(LOOK)

        assert seen["small"] >= 0.03499, (width, seen)
        assert seen["total"] >= 0.1199, (width, seen)
        assert seen["narrow"] >= 0.4, (width, seen)
        assert seen["low"] <= 1, (width, seen)
        assert seen["cut"] == 0, (width, seen)


def test_the_way_out_is_seen(opened: Opened, writer: Writer) -> None:
    """Whoever came here by mistake finds back to the page that plays."""
    writer.begin()
    page = opened((390, 844))
    page.goto(f"{page.url}look")
    page.get_by_role("link", name="Back to the game").click()

    page.get_by_role("button", name="Pass").wait_for()
