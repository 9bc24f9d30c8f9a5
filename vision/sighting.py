"""What one look at the table gave: values only, no picture work here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from pi_referee.rules.board.square import Square
from pi_referee.rules.course.refusal import Refusal

Edition = Literal["light", "dark"]
"""How the set looks: light has ivory tiles and black stops, dark has dark tiles and white stops."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Quad:
    """The four outer corners of the playing grid in image px: top left, top right, bottom right, bottom left.

    "Top left" is where square A1 lies, however the board is turned in the picture.
    """

    corners: tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class NotSeen:
    """A board that could not be found, or whose letters cannot be read, and why; false, as a seen one is true.

    reason, cure: for people, in English, marked for translation. code: the same cause for programs.
    """

    reason: str
    cure: str
    code: Refusal = Refusal.OTHER

    def __bool__(self) -> bool:
        """Never true, so that `if sighting:` reads as it should."""
        return False


@dataclass(frozen=True, slots=True)
class Reading:
    """What one square shows for sure: a printed letter, or "" for a blank; confidence is in 0..1."""

    letter: str
    confidence: float


class Why(StrEnum):
    """Why a square is in doubt. Each doubt keeps the reason for which it was raised, however likely what may be."""

    LETTER = "the letter reader is not sure which letter it is"
    FOREIGN_LETTER = "the letter is none of this game's"
    PRINT = "it may be the sign printed on the square"
    NO_TILE_COLOUR = "a letter is read where the colour is not a tile's"
    IN_PART = "only a part of the tile is seen"
    FADED = "strong light may have taken a stroke of the letter"
    SHADE_EDGE = "a shade's edge may look like a stroke"
    HAND = "a hand or some other thing lies over it"
    MIRROR = "a lamp is mirrored there"
    WASHED = "it is too bright to tell tile from board"
    MAYBE_STOP = "it may be a stop tile"
    TOO_MANY_STOPS = "more stop tiles are seen than the box holds"
    TOO_MANY_BLANKS = "more blanks are seen than the box holds"
    MAYBE_BLANK = "it may be a blank"
    TILE_ON_PRINT = "it has a tile's tint where print should be"
    ALIKE = "tiles and bare squares look alike there"
    NOT_AS_BARE = "it does not look as bare squares do"
    SECOND_READER = "the second letter reader reads something else"
    NOT_SYMMETRIC = "the letter upside down does not look as it should"
    WAY_UP = "nothing tells which side of the board is its top: the letters are letters turned, too"
    UNKNOWN_SET = "many letters of this set are not known to the reader, so that no other is believed"
    TURNED = "the tile lies on its side or upside down, and is another letter so"
    TILE_COLOUR = "the tile has not the colour of this letter"
    EVEN_LIGHT = "it looks different with the shade taken off"
    PICTURE_EDGE = "the picture's edge cuts the tile"
    FRAMES_DIFFER = "several looks do not agree"


SEEN_BARE = frozenset(
    {
        Why.PRINT, Why.TOO_MANY_BLANKS, Why.MAYBE_BLANK, Why.TILE_ON_PRINT, Why.ALIKE, Why.NOT_AS_BARE,
        Why.MAYBE_STOP, Why.TOO_MANY_STOPS,
    }
)  # fmt: skip
"""Why a square is in doubt that is seen well and shows no letter: a blank or a stop tile may lie there, or nothing."""

HALF_SEEN = frozenset(
    {
        Why.IN_PART, Why.FADED, Why.SHADE_EDGE, Why.HAND, Why.MIRROR, Why.WASHED, Why.PICTURE_EDGE, Why.UNKNOWN_SET,
    }
)  # fmt: skip
"""Why a letter is in doubt of which a part is seen, or one too many, or none that is known: it may be any other one."""


Choices = tuple[tuple[str, float], ...]
"""What something may be, likeliest first, each with its share of certainty, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A square the eye is not sure of, with what it may be, likeliest first, and why it is in doubt.

    A choice is a letter, "" for a blank, "#" for a stop tile, "." for nothing lying there. Doubts that ask the same are
    equal, whatever raised them.
    """

    square: Square
    choices: Choices
    why: Why = field(compare=False)

    @property
    def likeliest(self) -> str:
        """What it most likely is."""
        return self.choices[0][0]

    @property
    def may_be_letter(self) -> bool:
        """Whether a letter is among its choices."""
        return any(name.isalpha() for name, _ in self.choices)


@dataclass(frozen=True, slots=True)
class Step:
    """What one stage of a look changed: the squares it put in doubt, those whose doubt it took away, and others.

    changed: squares that stay in doubt for another reason or with other choices, stay sure of something else, or are
    covered since.
    """

    stage: str
    raised: frozenset[Square]
    settled: frozenset[Square]
    changed: frozenset[Square] = frozenset()


@dataclass(frozen=True, slots=True)
class Sighting:
    """All that one look told: where the board is, what surely lies on it, and what is in doubt.

    covered: those of the doubted squares that show neither board nor tile, but a hand or some other thing.
    milliseconds: time spent on "locate", "cells", "letters" and "total". trace: the stages that changed anything, in
    their order (see vision.stages); none where several looks voted. edition: which the tiles' tops tell, if letters
    are seen. None of these makes two looks different.
    """

    quad: Quad
    board: Mapping[Square, Reading]
    stops: frozenset[Square] = frozenset()
    doubts: tuple[Doubt, ...] = ()
    covered: frozenset[Square] = frozenset()
    milliseconds: Mapping[str, float] = field(default_factory=dict, compare=False)
    trace: tuple[Step, ...] = field(default=(), compare=False)
    edition: Edition | None = field(default=None, compare=False)

    @property
    def doubted(self) -> frozenset[Square]:
        """The squares in doubt."""
        return frozenset(doubt.square for doubt in self.doubts)

    def doubt_of(self, square: Square) -> Doubt | None:
        """The doubt about a square; None if there is none."""
        return next((doubt for doubt in self.doubts if doubt.square == square), None)


BoardLook = Sighting | NotSeen
"""What one look at a board gives."""
