"""Learns tiles from a picture and the letters named in it, and refuses names that cannot be right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from pi_referee.errors import LessonError, PictureError
from pi_referee.gettext_mark import say
from pi_referee.rules.board.layout import Layout
from pi_referee.rules.board.square import Square
from vision.arrays import Colour, Floats
from vision.geometry.find_board import board_of
from vision.geometry.rectify import SQUARE, Squared, square_up
from vision.letters.classifier import SURE, WINDOW, Reader
from vision.letters.household_tiles import Features, LearntTile, seen
from vision.sighting import Sighting


@dataclass(frozen=True, slots=True)
class NameLimits:
    """When the names given to tiles cannot be right."""

    exchanged: float = 3.0  # the reader's log odds for both names the other way about, from which they are exchanged
    # Likeness of two tiles of one letter (cosine of their features) at least: 0.87 and more for 99 in 100 of one set,
    # however they lie.
    unlike: float = 0.8
    # The same of a tile and one that was named as what it seems to be: then it is that letter. Of 1,022 drawn lessons
    # with a letter twice, in another one's place, 980 read so, 19 in 20 of them alike by 0.955; of 113 right ones none.
    alike: float = 0.94


LIMITS = NameLimits()
_NOT_ALIKE = say("The tiles {squares} are both named {letter}, but do not look alike.")
_EXCHANGED_NAMES = say("The tiles {squares} look as if their names, {letter} and {other}, were exchanged.")
_LOOKS_LIKE = say("The tile {squares} is named {letter}, but looks like {other}.")
_BELIEVE = "Mend the names, or say --believe if they are right."

Named = Mapping[Square, str]
"""Which letter lies on which square."""


def lettered(sighting: Sighting) -> list[Square]:
    """The squares on which a look saw a letter, confident or in doubt, in reading order."""
    perhaps = {doubt.square for doubt in sighting.doubts if doubt.may_be_letter}
    return sorted({square for square, reading in sighting.board.items() if reading.letter} | perhaps)


def in_order(sighting: Sighting, alphabet: Sequence[str]) -> Named:
    """The squares of the alphabet's letters, laid row by row; a joker after them is left out.

    Raises PictureError if there are more or fewer tiles than letters.
    """
    squares = lettered(sighting)
    if len(squares) != len(alphabet):
        raise PictureError(
            f"{len(squares)} letters were seen, but the game has {len(alphabet)}.",
            cure="Lay each letter once, row by row in the alphabet's order, or name what lies where with --tiles.",
        )
    return dict(zip(squares, alphabet, strict=True))


def flat(picture: Colour, sighting: Sighting, size: int) -> Squared:
    """The squared board of a picture that was looked at, upright."""
    return square_up(picture, board_of(sighting.quad, size), size)


def from_photograph(photograph: Colour, size: int) -> Squared:
    """A stored photograph of a turn, which shows only the squares, as a squared board."""
    side = size * SQUARE
    if photograph.shape != (side, side, 3):
        raise PictureError("This is no photograph of a turn.", cure="Name pictures of the table themselves.")
    return Squared(np.pad(photograph, ((SQUARE, SQUARE), (SQUARE, SQUARE), (0, 0)), mode="edge"), size)


def taught(reader: Reader, squared: Squared, named: Named, layout: Layout) -> tuple[LearntTile, ...]:
    """Cut out the named tiles.

    Raises PictureError for a letter or square that the game has not, LessonError for a square without a tile.
    """
    for square, letter in named.items():
        if letter not in reader.alphabet:
            raise PictureError(f"The game has no letter {letter!r}.", where=str(square), cure="Name letters it has.")
        if square not in layout.squares():
            raise PictureError("This square is not on the board.", where=str(square), cure="Name squares it has.")
    squares = sorted(named)
    windows = reader.cut(squared, np.array(squares, int).reshape(-1, 2))
    told = reader.told(windows)
    for square, none in zip(squares, told.none, strict=True):
        if none > WINDOW.no_tile:
            says = say("No tile is seen on {squares}.")
            raise LessonError(says, squares=str(square), cure="See that what was named lies there.")
    return tuple(LearntTile(named[square], window) for square, window in zip(squares, windows, strict=True))


def doubtful_name(reader: Reader, tiles: Sequence[LearntTile], places: Sequence[str]) -> LessonError | None:
    """What speaks against the tiles' names, as an error to raise; None if nothing does.

    Names are exchanged if the reader's odds are better the other way about; tiles of one name must look alike; and a
    tile confidently read as a letter is that letter if none was named so, or one that was looks just like it.
    places: what to call each tile.
    """
    return _against(reader.alphabet, tiles, seen(reader, tiles), places)


class Gathered:
    """Tiles whose names agree, gathered one by one; each is looked at once, however many there are."""

    def __init__(self, reader: Reader) -> None:
        """There is none yet."""
        self.tiles: list[LearntTile] = []
        self._reader = reader
        self._tops, self._logs = list[Features](), list[Floats]()

    def take(self, tile: LearntTile) -> bool:
        """Take a tile, unless something speaks against its name; whether it was taken."""
        top, log = seen(self._reader, [tile])
        tiles, tops, logs = [*self.tiles, tile], [*self._tops, top], [*self._logs, log]
        looks = np.concatenate(tops), np.concatenate(logs)
        if _against(self._reader.alphabet, tiles, looks, [""] * len(tiles), since=len(self.tiles)) is not None:
            return False
        self.tiles, self._tops, self._logs = tiles, tops, logs
        return True


def _against(
    alphabet: Sequence[str],
    tiles: Sequence[LearntTile],
    looks: tuple[Features, Floats],
    places: Sequence[str],
    *,
    since: int = 0,
) -> LessonError | None:
    """The same; looks: of the tiles, as `seen` gives them. Those before since agree with each other."""
    tops, logs = looks
    ours = [alphabet.index(tile.letter) for tile in tiles]
    for one, other in combinations(range(len(tiles)), 2):
        if other < since:
            continue
        both, letter = f"{places[one]}, {places[other]}", tiles[one].letter
        if ours[one] == ours[other]:
            if float(tops[one] @ tops[other]) < LIMITS.unlike:
                return LessonError(_NOT_ALIKE, squares=both, letter=letter, cure=_BELIEVE)
        elif _better_exchanged(logs, ours, one, other):
            return LessonError(_EXCHANGED_NAMES, squares=both, letter=letter, other=tiles[other].letter, cure=_BELIEVE)
    for number, log in enumerate(logs):
        likeliest = int(log.argmax())
        others = [place for place, one in enumerate(ours) if one == likeliest]
        is_that = not others or max(float(tops[number] @ tops[place]) for place in others) >= LIMITS.alike
        if likeliest != ours[number] and is_that and np.exp(log[likeliest]) >= SURE:
            named, like = tiles[number].letter, alphabet[likeliest]
            return LessonError(_LOOKS_LIKE, squares=places[number], letter=named, other=like, cure=_BELIEVE)
    return None


def _better_exchanged(logs: Floats, ours: Sequence[int], one: int, other: int) -> bool:
    """Whether the reader's log odds are clearly better with the names of two tiles exchanged."""
    now = logs[one, ours[one]] + logs[other, ours[other]]
    return bool(logs[one, ours[other]] + logs[other, ours[one]] > now + LIMITS.exchanged)
