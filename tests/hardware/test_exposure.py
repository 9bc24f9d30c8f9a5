"""How bright the camera is to make the table."""

from __future__ import annotations

from itertools import count

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hardware.camera import Picture
from hardware.exposure import LEAST, STEP, next_stops
from hardware.pi_camera import PiCamera
from tests.hardware.test_camera import StandInDriver

LOOKS = 12
"""More looks than the exposure can take steps, down and up again."""


def table(grounds: list[float], stops: float) -> Picture:
    """A picture of a table in strips; grounds: grey levels, also beyond 255, as they are with no stops taken away.

    A stop halves the light; grey levels are its 1/2.2th power.
    """
    levels = np.clip(np.repeat(grounds, 16) * 2 ** (stops / 2.2), 0, 255).astype(np.uint8)
    return np.repeat(np.repeat(levels[None, :, None], 64, axis=0), 3, axis=2)


def looked_at(grounds: list[float], stops: float = 0.0) -> list[float]:
    """The stops of so many looks at a table."""
    taken = [stops]
    for _ in range(LOOKS):
        taken.append(next_stops(table(grounds, taken[-1]), taken[-1]))
    return taken


def test_a_table_in_good_light_is_left_to_the_camera() -> None:
    """A board whose palest tiles are no whiter than 235 is exposed as the camera does it, and so it stays."""
    assert set(looked_at([30, 140, 235, 90])) == {0.0}


def test_light_that_takes_letters_is_let_in_less() -> None:
    """A board a quarter of which is white in every channel is exposed less, step by step, until it is not."""
    seen = looked_at([140, 300, 190, 90])

    assert seen[:4] == [0.0, -STEP, -2 * STEP, -2 * STEP]
    assert table([140, 300, 190, 90], seen[-1]).max() < 250


def test_a_window_in_the_picture_does_not_make_the_board_black() -> None:
    """What no exposure would bring back is given up at two stops: the board is then half as bright and still read."""
    seen = looked_at([140, 4000, 190, 90])

    assert min(seen) == seen[-1] == LEAST == -2.0


def test_when_the_lamp_is_moved_away_the_board_is_exposed_as_before() -> None:
    """Stops that were taken away come back as soon as nothing would be white for it."""
    assert looked_at([60, 140, 100], LEAST)[-1] == 0.0


def test_a_lamp_s_small_mirror_changes_nothing() -> None:
    """A spot of three px in a hundred is a mirror, which the eye knows; the board is not made darker for it."""
    picture = table([140, 180, 90, 120], 0.0)
    picture[:8, :8] = 255

    assert next_stops(picture, 0.0) == 0.0


def test_a_coloured_lamp_is_no_reason() -> None:
    """Where only one or two channels are at the end of the scale, as on yellow wood, ink still shows in the third."""
    picture = np.zeros((64, 64, 3), np.uint8) + np.array([120, 255, 255], np.uint8)

    assert next_stops(picture, 0.0) == 0.0


@given(
    st.lists(st.floats(0, 900), min_size=1, max_size=12),
    st.sampled_from([LEAST + step * STEP for step in range(int(-LEAST / STEP) + 1)]),
)
def test_the_exposure_comes_to_rest(grounds: list[float], stops: float) -> None:
    """In a light that does not change, whatever it is, the exposure does not go to and fro, and stays within bounds."""
    seen = looked_at(grounds, stops)

    assert seen[-1] == seen[-2]
    assert all(LEAST <= taken <= 0 for taken in seen)


def test_the_pi_s_camera_is_told() -> None:
    """A picture that light has bleached makes the next ones darker, but not before the last change shows."""
    driver, ticks = StandInDriver(light=300), count()
    camera = PiCamera(lambda: driver, clock=lambda: next(ticks) / 4)
    seen = [int(camera.capture().max()) for _ in range(12)]

    assert seen[0] == 255
    assert seen[-1] < 250
    assert driver.asked["ExposureValue"] == -1.0
    assert driver.changes == [-0.5, -1.0]


def test_a_camera_that_cannot_be_told_is_as_good() -> None:
    """A camera without that control gives its pictures as ever."""
    driver, ticks = StandInDriver(light=300, has_exposure=False), count()
    camera = PiCamera(lambda: driver, clock=lambda: next(ticks) / 4)

    assert {int(camera.capture().max()) for _ in range(12)} == {255}
