"""The screen on the wall: read from four metres, whatever its size and however many play, and left again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pi_referee.rules.course.happenings import BoardTaken, GameBegan

if TYPE_CHECKING:
    from tests.web.conftest import Opened, Writer

pytestmark = pytest.mark.browser

LONG = ("Anna-Karin Wilhelmsson", "Björn", "Cilla Bartholomew-Smith", "Maximilian of Nowhere")
CLOCK = {"clock.seconds": 1500}
SCREENS = ((1280, 720), (1920, 1080), (2560, 1440), (3840, 2160))

LOOK = """() => {
  const all = (what, told) => Array.from(document.querySelectorAll(what), told);
  const size = (what) => all(what, (one) => parseFloat(getComputedStyle(one).fontSize)).filter((size) => size > 0);
  const boxes = (what) => all(what, (one) => one.getBoundingClientRect());
  const whole = [...boxes(".player"), ...boxes(".newest"), ...boxes(".board-area .board")];
  return {
    small: Math.min(...size(".name"), ...size(".flag"), ...size(".headline"), ...size(".scored")) / innerHeight,
    total: Math.min(...size(".player .total .number")) / innerHeight,
    narrow: Math.min(...boxes(".player").map((box) => box.width)) / innerWidth,
    low: Math.max(...whole.map((box) => box.bottom)) / innerHeight,
    cut: Array.from(document.querySelectorAll(".player")).filter((one) => {
      const box = (what) => one.querySelector(what)?.getBoundingClientRect();
      const [times, total] = [box(".left-time"), box(".total .number")];
      return one.scrollWidth > one.clientWidth || (times && times.right > total.left && times.top < total.bottom);
    }).length,
  };
}"""
"""What a screen shows, in parts of its height or width."""


@pytest.mark.parametrize(("players", "agreed"), [(2, {}), (3, {}), (4, {}), (2, CLOCK), (3, CLOCK), (4, CLOCK)])
def test_it_is_read_from_four_metres(opened: Opened, writer: Writer, players: int, agreed: dict[str, int]) -> None:
    """Names and words have 3.5 % of the screen's height, totals 10 %, and nothing of it lies outside the screen."""
    names = LONG[-players:]
    writer.tell(GameBegan("alfapet-sv", names, 7, switches=dict(agreed)))
    writer.tell(BoardTaken({}, points=dict.fromkeys(names, 388)))
    writer.lay("I9 > MINUTER")
    page = opened((1920, 1080))
    page.goto(f"{page.url}look")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        seen: dict[str, Any] = page.evaluate(LOOK)

        assert seen["small"] >= 0.03499, (width, seen)
        assert seen["total"] >= 0.1, (width, seen)
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
