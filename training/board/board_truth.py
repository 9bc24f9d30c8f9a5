"""What the squares of a board show that is learnt from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BARE, LETTER, BLANK, STOP, COVERED, UNTOLD = range(6)
"""What a square may show; UNTOLD is not learnt from."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A squared board: pixels ((n + 2) * PX, same, 3) BGR; codes (n, n), equal for squares printed alike, 0 for plain.

    truth: (n, n), of BARE to STOP.
    """

    pixels: NDArray[np.uint8]
    codes: NDArray[np.uint8]
    truth: NDArray[np.uint8]
