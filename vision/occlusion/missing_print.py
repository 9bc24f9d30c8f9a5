"""Print that is missing: something broad and even over the board, a sleeve or a sheet of paper, told by what it hides.

Such a thing may be taken for light, and all beneath it for bare board. But no light makes squares of a strong colour
look like plain ones beside them, unless it bleaches both.
"""

from __future__ import annotations

from math import isqrt

import numpy as np

from vision.arrays import Flags, Floats, around
from vision.geometry.layout_match import Codes
from vision.lighting.appearance import Looks
from vision.lighting.square_kinds import Kinds

_GONE = 0.3
"""A premium square whose hue is so far from that of its kind shows not its print."""
_AS_PLAIN, _AS_BRIGHT = 0.25, 0.3
"""It looks like a plain square if its hue and brightness are no further than this from one's there (logarithmic)."""
_OFF, _SAME, _SAME_LIGHT = 0.1, 0.06, 0.1
"""Print of a weaker colour is missing where the square looks just like a plain one."""
_BLEACHED = 230.0
"""Where plain squares are brighter than this in a channel, light may have taken the print's colour; all of it only
where they are in two."""
_PRINT = 0.6
_FEWEST = 3
"""So many missing prints are no tiles: of 922 looks at ten sets, in 25 kinds of light, blur and grain, 911 missed none,
7 one, and 4 more, all of these under a lamp's mirror; two blanks may hide two. Of 216 looks at drawn boards under bands
of ten colours letters below were lost in 16 with an _OFF of 0.2, in 6 with 0.1 (in 5 if two were enough)."""
_MOST, _KINDS = 10, 4
"""What lies over most of a board is the commonest look of every kind there, and nothing strays from that: then so many
premium squares, of so many kinds, look just like plain ones. Of 1,032 looks at ten sets in good light and bad no more
than 6 did, where a lamp's pool had taken their colour (dev-light); an edition may print a kind or two plain."""
_REACH = 3
"""What hides a print may hide a part of letters up to so many squares from it, and what lies on any other square."""
_HALO = 1
"""A lamp's mirror pales the squares next to it, too."""


def missing(
    seen: Looks, bare: Kinds, codes: Codes, is_plain: Flags, lettered: Flags, printed: Floats, glare: Flags
) -> Flags:
    """Which squares perhaps lie under the thing, (n * n,); none if no more prints are missing than tiles may hide.

    bare: how squares that lie bare look. codes: (n * n,) which are printed alike. is_plain, lettered: (n * n,) which
    are printed plain, and show a letter. printed: (n * n,) how like the print of its kind each is, as in Evidence.
    glare: (n * n,) which lie under a lamp's mirror; that hides print, too.
    """
    # What is itself darker than a print as bright as a plain square, as under a grey sheet, no light has bleached.
    light = np.minimum(np.exp(seen.light) - seen.floor, seen.level * np.exp(_AS_BRIGHT))
    bleached = np.sort(light, axis=1) > _BLEACHED
    size = isqrt(len(lettered))
    mirrored = around(glare.reshape(size, size), _HALO).ravel()
    no_print = ~is_plain & ~lettered & ~seen.at_end & (printed < _PRINT) & ~mirrored
    step = np.abs(seen.step)
    just_plain = (seen.coloured < _SAME) & (step < _SAME_LIGHT)
    as_plain = (seen.coloured < _AS_PLAIN) & (step < _AS_BRIGHT)
    hides = no_print & ~bleached[:, 2] & (((bare.hue > _GONE) & as_plain) | ((bare.hue > _OFF) & just_plain))
    alike = no_print & ~bleached[:, 1] & just_plain
    if alike.sum() >= _MOST and len(np.unique(codes[alike])) >= _KINDS:
        hides |= alike
    if hides.sum() < _FEWEST:
        return np.zeros(len(hides), bool)
    return np.asarray(~lettered | around(hides.reshape(size, size), _REACH).ravel())
