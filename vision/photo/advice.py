"""Advice on how to get a better picture, in words for the person who sets up the camera."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from pi_referee.gettext_mark import say
from pi_referee.rules.board.layout import Layout
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.refusal import Refusal
from vision.arrays import Colour, grey_of, sides_of
from vision.geometry.find_board import AGREEMENT, locate
from vision.geometry.rectify import SQUARE
from vision.geometry.shown_corners import agreement_at
from vision.photo.cropped import is_partly_out
from vision.photo.motion_blur import softness
from vision.photo.quality import Quality, brightest, is_white, measure, to_rim
from vision.sighting import BoardLook, NotSeen, Quad

DIM = 110.0
"""Grey level of the board's 99th percentile below which there is too little light.

Good pictures of ten sets have 137 and more, those taken in the dark 44 to 116.
"""
FEW_PX = 15.0
"""Image px a side of a square below which letters are read less confidently.

Nine sets reduced to 16 px are read as well as at 24; at 14 px half of the boards are asked about, at 12 px hardly one
is found.
"""
_FEW_FOR_ANY = 20
"""Image px a side of a square, if the board filled the picture, below which no board in it could be found."""
SOFT = 0.044
"""Blur of the sharpest edges, as the deviation of a Gaussian in squares, above which a picture is out of focus.

Sharp pictures have 0.026 to 0.031, which is the squared board's own. From 0.05 squares of blur on, boards that were
read exactly are asked about.
"""
SLANTED = 45.0
"""Degrees of the camera from straight above up to which boards are read as well as from above.

Of 700 letters on 20 boards drawn with tiles 0.27 squares high 99.7 % are right at 50 degrees, of 455 on 14 at 60
99.3 %; a few bare squares behind tiles are asked about there.
"""
CUT_OFF = 0.6
"""Squares by which a corner may be found outside the picture: there it is accurate to half a square only."""
_CROP = 0.34
"""Share of the picture cropped on each side to look for a small board in its middle."""
_HIDING = 40
"""Tiles from which on they may hide so much print that a board which lies right agrees badly with its layout."""
AT_THE_RIM = 0.3
"""Squares from the border of the picture within which a corner makes it likely that part of the board is cut off."""


class Topic(enum.StrEnum):
    """What the advice is about; a look refused for that reason has the same code (Refusal)."""

    DARK = "dark"
    BRIGHT = "bright"
    GLARE = "glare"
    SLANT = "slant"
    FAR = "far"
    BLUR = "blur"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class Advice:
    """One fault of a picture: a sentence, what to do, and the squares concerned, if it is not the whole board."""

    topic: Topic
    says: str
    cure: str
    squares: tuple[Square, ...] = ()

    @property
    def row(self) -> dict[str, object]:
        """The advice as JSON; its sentences are the English keys of the translation catalogues."""
        squares = [str(square) for square in self.squares]
        return {"kind": self.topic.value, "says": self.says, "cure": self.cure, "squares": squares}

    @property
    def refusal(self) -> NotSeen:
        """The refusal of a look for this reason."""
        return NotSeen(self.says, self.cure, self.code)

    @property
    def code(self) -> Refusal:
        """The code of a refusal for this reason."""
        return Refusal(self.topic)


DARK = Advice(Topic.DARK, say("It is too dark to read well."), say("Give the board more light."))
BRIGHT = Advice(
    Topic.BRIGHT,
    say("The picture is too bright."),
    say("Take a lamp away, or let the camera choose its exposure itself."),
)
GLARE = Advice(
    Topic.GLARE,
    say("A lamp is mirrored in the board."),
    say("Move the lamp or the camera a little, until the shine is off the board."),
)
SLANT = Advice(
    Topic.SLANT,
    say("The camera looks at the board too much from the side."),
    say("Turn the camera so that it looks down more steeply."),
)
FAR = Advice(
    Topic.FAR,
    say("The board is too small in the picture."),
    say("Bring the camera nearer, or let it take larger pictures."),
)
BLUR = Advice(
    Topic.BLUR,
    say("The picture is out of focus."),
    say("Set the camera's focus, wipe its lens, and see that nothing shakes it."),
)
CUT = Advice(
    Topic.CUT,
    say("Part of the board is out of the picture."),
    say("Move the camera or the board until all of the board is in the picture."),
)


def advise(picture: Colour, found: Quad | NotSeen, layout: Layout) -> tuple[Advice, ...]:
    """List what would make a picture better, most urgent first; empty for a good one.

    picture: (height, width, 3) uint8, blue-green-red. found: the board's corners in its px, or why there are none.
    """
    if isinstance(found, NotSeen):
        return tuple(_without_board(picture, layout))
    seen = measure(picture, found, layout)
    return (CUT, *_with_board(seen)) if _is_cut(picture, seen, layout) else tuple(_with_board(seen))


def explained(picture: Colour, missing: NotSeen, layout: Layout) -> NotSeen:
    """A board that was not found, with the reason visible in the picture, if there is one."""
    told = next(iter(advise(picture, missing, layout)), None)
    return told.refusal if told else missing


def believed(picture: Colour, look: BoardLook, layout: Layout) -> BoardLook:
    """A look that can be believed, or why no board was seen.

    If a column of the board is outside the picture, the rest may be fitted as a whole board with every square wrong. So
    a board that touches the border of the picture, or agrees badly with the print though few tiles hide it, is compared
    with a board that extends beyond the border.
    """
    if isinstance(look, NotSeen):
        return explained(picture, look, layout)
    corners = np.array(look.quad.corners)
    side = float(sides_of(corners).mean()) / layout.size
    at_rim = to_rim(corners, picture.shape) < AT_THE_RIM * side
    is_suspect = at_rim or (
        len(look.board) < _HIDING and agreement_at(picture, look.quad, layout) < AGREEMENT.confident
    )
    return CUT.refusal if is_suspect and is_partly_out(picture, layout) else look


def _is_cut(picture: Colour, seen: Quality, layout: Layout) -> bool:
    """Whether part of a found board is outside the picture; corners of a blurred or slanted one are too inaccurate."""
    if seen.softness > SOFT or seen.slant > SLANTED:
        return False
    return -seen.to_rim > CUT_OFF or (seen.to_rim < AT_THE_RIM and is_partly_out(picture, layout))


def _with_board(seen: Quality) -> Iterator[Advice]:
    """The faults shown by the measures of a found board."""
    if seen.brightest < DIM:
        yield DARK
    if seen.washed:
        yield BRIGHT
    elif seen.glared:
        yield Advice(GLARE.topic, GLARE.says, GLARE.cure, seen.glared)
    if seen.slant > SLANTED:
        yield SLANT
    if seen.nearness < FEW_PX:
        yield FAR
    elif seen.softness > SOFT and not seen.glared:
        # The soft edge of a lamp's reflection is no fault of the lens.
        yield BLUR


def _without_board(picture: Colour, layout: Layout) -> Iterator[Advice]:
    """Possible reasons why no board was found; none if unknown."""
    is_small = min(picture.shape[:2]) < _FEW_FOR_ANY * (layout.size + 2)
    # A small one stays as it is: a strip of two px would be enlarged to a hundred million.
    grey = grey_of(picture if is_small else _as_if_filled(picture, layout.size))
    if brightest(grey) < DIM:
        yield DARK
    if is_small:
        yield FAR
    elif is_white(grey):
        yield BRIGHT
    elif SOFT < softness(grey) < float("inf"):
        yield BLUR
    elif is_partly_out(picture, layout):
        yield CUT
    elif not isinstance(locate(_middle(picture), layout), NotSeen):
        yield FAR


def _middle(picture: Colour) -> Colour:
    """The picture's middle third, enlarged twice: what a camera three times as near would see.

    Boards that fill a third of the longer side and more are found without this.
    """
    height, width = (int(_CROP * side) for side in picture.shape[:2])
    middle = picture[height:-height, width:-width]
    return np.asarray(cv2.resize(middle, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR), np.uint8)


def _as_if_filled(picture: Colour, size: int) -> Colour:
    """The picture reduced as if the board filled it, so that a square has SQUARE px."""
    scale = (size + 2) * SQUARE / min(picture.shape[:2])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=how), np.uint8)
