"""Boards that were looked at, and are refused: too little of them can be seen to believe the rest."""

from __future__ import annotations

from collections.abc import Iterable

from pi_referee.gettext_mark import say
from pi_referee.rules.course.refusal import Refusal
from vision.geometry.orientation import Seen, shows_many_more
from vision.geometry.rectify import Squared
from vision.photo.advice import BLUR, BRIGHT, CUT
from vision.sighting import NotSeen, Sighting

_MOST_DOUBTS = 0.2
"""A bleached board is refused with doubts on more than this share of its squares: nobody answers as many questions, and
in a sixth of such looks a letter more was told as bare board for sure."""

_HALF = 0.5
"""With doubts on more than this share, and nothing seen to lie over the board, it may be another place than the board's
own: under a grey band the grid was found a column beside it, with 56 in 100 squares in doubt, and 42 letters and bare
squares were wrong for sure. No look has more than 30 in 100 under glare, in shade, grain or out of focus (ten sets).
"""

_ALL_OVER = 12
"""A board whose top no letter tells is refused with so many doubts that have none beside them: what lies over a board,
or a lamp's mirror, hides squares beside one another. In grain, letters on their side left 23 such doubts, and none on
any letter."""

_WHITE, _TAKEN = 250, 0.1
"""Strong light has taken letters where so large a share of the board is whiter than this in every channel: 0.19 to 0.38
on seven drawn boards of which it had, 0.02 at most under the glare of the disturbance bench."""

BLURRED, TOO_BRIGHT, CUT_OFF = BLUR.refusal, BRIGHT.refusal, CUT.refusal
COVERED = NotSeen(
    say("It cannot be seen what lies on the board."),
    say("Take hands and other things away from the board, give it more light, and press again."),
    Refusal.COVERED,
)


def refused(seen: Sighting, others: Iterable[Seen], squared: Squared) -> NotSeen | None:
    """Why a board is refused that is hardly read and tells no top; others: what is seen from its other sides."""
    is_bleached = is_too_bright(squared)
    if any(isinstance(other, NotSeen) or shows_many_more(other, seen) for other in others):
        return COVERED if seen.covered else TOO_BRIGHT if is_bleached else BLURRED
    if is_bleached:
        return TOO_BRIGHT
    return COVERED if _is_in_doubt_all_over(seen) else None


def too_doubtful(seen: Seen, squared: Squared) -> NotSeen | None:
    """Why a board is refused of which more squares are in doubt than anybody would be asked about; None if not so."""
    share = len(seen.doubts) / squared.size**2 if isinstance(seen, Sighting) else 0.0
    if share > _MOST_DOUBTS and is_too_bright(squared):
        return TOO_BRIGHT
    return COVERED if isinstance(seen, Sighting) and share > _HALF and not seen.covered else None


def _is_in_doubt_all_over(seen: Sighting) -> bool:
    """Whether squares here and there, all over the board, are in doubt."""
    doubted = seen.doubted
    return sum(doubted.isdisjoint(square.neighbours()) for square in doubted) >= _ALL_OVER


def is_too_bright(squared: Squared) -> bool:
    """Whether it is light that has taken the letters, if anything has."""
    return bool((squared.grid().min(axis=2) > _WHITE).mean() > _TAKEN)
