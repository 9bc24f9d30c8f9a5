"""The small print of cards that bear no value, for tests of their marks."""

import numpy as np

from vision.arrays import Flags, Floats
from vision.cards.printed.small_print import Prints


def bare_prints(marks: Floats, spots: Floats, *, signs: Floats | None = None, ink: Flags | None = None) -> Prints:
    """What k cards bear whose marks (k, 3) are the same from nearer, and who are looked at in spots (k, 5, 2).

    signs: where a mark is seen all over them. ink: where some have ink that others have not.
    """
    count = len(marks)
    strange = np.zeros((count, 1, 1), bool) if ink is None else ink
    return Prints(
        values=np.zeros((count, 17)),
        marks=marks,
        strange=strange.mean(axis=(1, 2)),
        spots=spots,
        closer=marks,
        seen_at=spots[:, 0],
        signs=np.zeros((2, count, 2, 1, 1)) if signs is None else signs,
        strange_ink=strange,
        misses_value=np.zeros(count, bool),
    )
