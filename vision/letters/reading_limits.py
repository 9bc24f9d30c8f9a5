"""The limits by which windows are read, and read again, and by which letters show which way up a board lies."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WindowLimits:
    """When a window is read again, and how far off its middle a tile may lie (offsets in squares, shares 0 to 1)."""

    off_centre: float = 0.04  # a tile further off is read again with the window moved onto it,
    beyond_doubt: float = 0.999  # unless its share is at least this
    far_off: float = 0.2  # and its offset no more than this
    no_tile: float = 0.9  # share of there being no tile from which a window is never moved
    kept: float = 0.97  # what was read with a smaller share is read again in the next look, which may do better
    furthest: float = 0.42  # a tile further off belongs to the next square


@dataclass(frozen=True, slots=True)
class TurnLimits:
    """When letters show which way up the board lies (shares 0 to 1, and log shares of the letters).

    With these 18 of 800 boards, most with few letters, were taken for turned otherwise than they were; each read as
    well that way, as N, Z and S do. Of 506 pictures of four sets none was.
    """

    sample: int = 14  # squares that show most, which are read for this
    more: int = 26  # squares after these, which are read if nothing else tells a mirror: 14 may be Bs, Es and Hs
    clear: float = 0.9  # share from which a letter is clear
    perhaps: float = 0.5  # and from which letters tell the way up where none is clear, as out of focus
    hardly: float = 0.3  # smaller shares count as this, so that they make no difference
    all_clear: float = -0.15  # mean log share of the letters above which they are clear the best way up
    clearer: float = 0.1  # by which the sum of log shares must be better turned if letters are clear then,
    much_clearer: float = 2.0  # and by which if they are not; also needed to settle which way up it is
    # Letters clear some way up, fewer of which settle nothing: one of 14, of a bold face in grain or out of focus,
    # turned boards of 50 letters.
    enough: int = 5
    # Share as the board lies from which a letter that is one upside down, too, does not count for a turned board: a
    # bleached N, 0.28 as it lay and 0.91 upside down, turned a board of 29.
    guessed: float = 0.1
    # Log odds of a mirrored picture, by the mean of both readers' shares of all letters, above which it is one, and
    # below minus which it is none; between, the tiles' values must tell. Of 404 looks at photographs, varied ones and
    # boards drawn largely in letters that look alike in a mirror, none that is not mirrored has more than 0.4, where
    # its letters are explained; of those mirrored one of hairlines has -0.97 by 14 letters, and 4.65 by 40.
    unlike_mirror: float = 0.5
    mirrored_word: float = 1.0  # the first where fewer letters tell than settle a turn: three, shaken, had 0.9
    hardly_mirrored: float = 0.1  # smaller shares count as this there
    # Mean log share of the letters, one of both ways, below which nothing is told: Cyrillic ones had -0.24 and less.
    explained: float = -0.2
    # Ratio of what is left unexplained without a mirror and in it, for there to be one: icons had 2.4, mirrored letters
    # far out of focus 3.1 and more.
    much_better: float = 3.0


@dataclass(frozen=True, slots=True)
class ValueLimits:
    """Where a tile's value shows (px of a window from its middle), and when it tells which way up letters lie.

    On 58 pictures of nine sets, of the letters that are letters upside down or on their side, too, the lower right
    corner shows 1.24 to 5 times as much as any other, on all but two 1.4 times; on a set whose values stand as large
    beside the letters 0.6 times, and on one whose values are hardly seen about as much.
    """

    inner: int = 7
    outer: int = 13
    fewest: int = 2  # letters, at least
    soft: float = 0.01  # share of the letters' ink that is added to every corner: grain tells nothing
    told: float = 1.25  # ratio from which on values confirm the way up that the letters seem to have
    plainly: float = 2.0  # ratio from which on they turn it to another one in which letters are as clear


WINDOW, TURN, VALUE = WindowLimits(), TurnLimits(), ValueLimits()
