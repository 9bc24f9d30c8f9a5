"""What every camera can do, and what it gives."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""One look at the table: height x width x 3, blue-green-red, 0..255."""


class Camera(Protocol):
    """Something that looks at the table when it is asked to."""

    def capture(self) -> Picture:
        """Look once, now; raises CameraError if no picture comes."""

    def close(self) -> None:
        """Let go of the camera, so that somebody else may have it."""
