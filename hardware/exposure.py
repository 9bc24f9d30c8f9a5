"""How bright the camera is to make the table: so that light takes no letter, and no more is lost to the dark for it."""

from __future__ import annotations

import numpy as np

from hardware.camera import Picture

STEP, LEAST = 0.5, -2.0
"""Stops by which the exposure is changed at a time, and the most that is taken away: what the camera makes of the
table by itself is then half as bright in grey levels, and the eye reads every board of the disturbance bench at 0.4."""

_WHITE, _MOST_WHITE = 250, 0.03
"""Px are bleached if every channel is above this; more than such a share of a picture's are too many. As they are, 0
to 0.022 of the photographed and rendered sets' px are; at 1.6 times the light, where dev-light is refused as too bright
and dev-dark asked about, 0.15 to 0.39."""

_NEARLY, _FEW = 205, 0.005
"""No more than such a share of px above this: half a stop more, which makes grey levels up to a fifth brighter, leaves
few enough bleached."""

_EVERY = 8
"""Every so manieth px, down and across, is enough to tell."""


def next_stops(picture: Picture, stops: float) -> float:
    """How many stops off the camera's own choice the next picture is to be exposed.

    picture: exposed with so many stops; 0 or less, LEAST at the least. One step darker while it is bleached, one
    brighter when it would not be bleached then.

    >>> next_stops(np.full((80, 80, 3), 255, np.uint8), 0.0)
    -0.5
    >>> next_stops(np.full((80, 80, 3), 140, np.uint8), -0.5)
    0.0
    """
    darkest = picture[::_EVERY, ::_EVERY].min(axis=2)
    if np.mean(darkest > _WHITE) > _MOST_WHITE:
        return max(stops - STEP, LEAST)
    return min(stops + STEP, 0.0) if np.mean(darkest > _NEARLY) < _FEW else stops
