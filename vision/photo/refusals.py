"""Boards that are refused after reading: too little of them is visible to believe the rest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pi_referee.gettext_mark import say
from pi_referee.rules.course.refusal import Refusal
from vision.arrays import Colour
from vision.geometry.orientation import (
    READABLE,
    Turn,
    asked_about,
    asked_elsewhere,
    letters_stand,
    may_hold_a_word,
    shows_a_word,
    shows_letters,
    shows_many_more,
    wholly_seen,
)
from vision.geometry.rectify import Squared
from vision.lighting.appearance import CLIPPING
from vision.photo.advice import BLUR, BRIGHT, CUT, SLANT, SLANTED
from vision.sighting import BoardLook, NotSeen, Sighting


@dataclass(frozen=True, slots=True)
class DoubtLimits:
    """Doubts beyond which a board is refused instead of asking about them; shares are of all squares."""

    # Share on a board in too bright light: nobody answers more questions, and in a sixth of such looks one more letter
    # was confidently read as a bare square. A drawn board in light 2.2 times as strong has 0.15.
    bleached: float = 0.12
    # Share on a board with nothing visible over it, beyond which the grid may lie beside the board: under a grey band
    # it was found a column off, with 56 in 100 squares in doubt and 42 letters and bare squares confidently wrong. No
    # look has more than 30 in 100 under glare, in shade, with noise or out of focus (ten sets).
    any_light: float = 0.5
    # Doubts without a doubt beside them, on a board whose top no letter shows: an object over the board, or a lamp's
    # reflection, hides adjacent squares. With noise, letters on their side left 23 such doubts, and none on any letter.
    # Also doubts of any kind, some of them of letters, where no letter is sure: in grain 112, and 13 letters bare.
    scattered: int = 12


DOUBTS = DoubtLimits()


_WHITE_SHARE = 0.1
"""Share of the board that is white in every channel, above which strong light has taken letters.

It is 0.19 to 0.38 on seven drawn boards whose letters it took, 0.02 at most under the glare of the disturbance bench.
"""


TOO_SLANTING = 61.0
"""Degrees of the camera from straight above beyond which a board is not read: at 62 a bare square of a photograph was
read, at 64 a shadow."""

BLURRED, TOO_BRIGHT, CUT_OFF, TOO_SLANTED = BLUR.refusal, BRIGHT.refusal, CUT.refusal, SLANT.refusal
MIRRORED = NotSeen(
    say("The picture is mirrored."),
    say("Turn mirroring off in the camera's settings, and press again."),
    Refusal.MIRRORED,
)
COVERED = NotSeen(
    say("It cannot be seen what lies on the board."),
    say("Take hands and other things away from the board, give it more light, and press again."),
    Refusal.COVERED,
)
UNTOLD = NotSeen(
    say("It cannot be told which side of the board is its top."),
    say("Give the table more light, and see that the camera is in focus."),
    Refusal.COVERED,
)
_FIRST_WORD = 7
"""Letters, or squares in doubt beside no sure word, that may be there before letters must show the board's top."""


def lacks_top(seen: BoardLook, turn: Turn) -> bool:
    """Whether nothing tells the top of the board in a look, or whether its picture is mirrored."""
    if isinstance(seen, NotSeen):
        return False
    return (turn.may_be_mirrored and shows_letters(seen)) or not (turn.is_told or letters_stand(seen))


def untold(seen: BoardLook, size: int, *, is_mirror: bool = False, is_told: bool = False) -> BoardLook:
    """A look whose letters do not show the board's top: all of a first word is asked about, and more is refused.

    Where something lies over the board and no letter is sure letters may lie on any side, on squares that seem bare; so
    they may where many squares are in doubt that nothing hides, and hardly a letter is sure.

    size: squares along a side: on its head a word lies on other squares. is_mirror: if the picture may be mirrored.
    is_told: if only that is in doubt.
    """
    if isinstance(seen, NotSeen):
        return seen
    if seen.covered and not any(reading.letter for reading in seen.board.values()):
        return COVERED
    asked = asked_about(seen)
    letters = sum(doubt.likeliest.isalpha() for doubt in asked.doubts)
    clear = wholly_seen(seen)
    is_unread = len(clear.doubts) > _FIRST_WORD or (not (is_mirror and shows_letters(seen)) and may_hold_a_word(clear))
    if letters > _FIRST_WORD or (is_unread and not shows_a_word(seen)):
        return COVERED if seen.covered or clear != seen else UNTOLD
    if not shows_letters(seen):
        return asked
    # A word is asked about where it would lie on its head, or mirrored, too; on its sides it would be too much to ask.
    return asked_elsewhere(asked, size, is_mirror=is_mirror, is_told=is_told)


def refused(seen: Sighting, others: Iterable[BoardLook], squared: Squared) -> NotSeen | None:
    """Why a hardly read board whose letters show no top is refused; others: looks from its other sides."""
    is_bleached = is_too_bright(squared.grid())
    if any(isinstance(other, NotSeen) or shows_many_more(other, seen) for other in others):
        return COVERED if seen.covered else TOO_BRIGHT if is_bleached else BLURRED
    if is_bleached:
        return TOO_BRIGHT
    return COVERED if _is_in_doubt_all_over(seen) or _shows_nothing(seen) else None


def unless_refused(seen: BoardLook, squared: Squared, slant: float) -> BoardLook:
    """A look, or why it is refused; slant: degrees of the camera from straight above."""
    refusal = too_doubtful(seen, squared) if isinstance(seen, Sighting) else seen
    if refusal is None:
        return seen
    return TOO_SLANTED if slant > SLANTED else refusal


def too_doubtful(seen: Sighting, squared: Squared) -> NotSeen | None:
    """Why a board with more doubts than anybody would answer is refused; None if it is not."""
    share = len(seen.doubts) / squared.size**2
    if share > DOUBTS.bleached and is_too_bright(squared.grid()):
        return TOO_BRIGHT
    return COVERED if share > DOUBTS.any_light and not seen.covered else None


def _is_in_doubt_all_over(seen: Sighting) -> bool:
    """Whether many scattered squares are in doubt."""
    doubted = seen.doubted
    return sum(doubted.isdisjoint(square.neighbours()) for square in doubted) >= DOUBTS.scattered


def _shows_nothing(seen: Sighting) -> bool:
    """Whether many squares are in doubt, a few of them letters, and none is sure: the board may lie otherwise.

    Where most are letters they are of a set that is not known.
    """
    letters = sum(doubt.likeliest.isalpha() for doubt in seen.doubts)
    is_many = len(seen.doubts) >= DOUBTS.scattered and READABLE.many <= letters < len(seen.doubts) / 2
    return is_many and not any(reading.letter for reading in seen.board.values())


def is_too_bright(pixels: Colour) -> bool:
    """Whether so much of some px is white that light may have taken letters; (..., 3) blue-green-red."""
    return bool((pixels.min(axis=2) > CLIPPING.white).mean() > _WHITE_SHARE)
