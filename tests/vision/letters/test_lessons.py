"""Cutting the named tiles out of a picture, and refusing names that cannot be right."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pi_referee.errors import PictureError
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.library import ruleset
from vision.eye import Eye
from vision.geometry.rectify import Squared
from vision.letters.classifier import Reader
from vision.letters.household_tiles import LearntTile
from vision.letters.lessons import Gathered, doubtful_name, flat, from_photograph, in_order, lettered, taught
from vision.letters.letter_model import LetterOdds, Letters, Windows
from vision.render import View, render
from vision.sighting import Doubt, Quad, Reading, Sighting, Why

RULES = ruleset("alfapet-sv")
VIEW = View(width=1100, height=1000, blur=0.5, grain=2.0, turn=4.0, tilt=8.0, seed=4)
LAID = {Square(4 + 2 * (k // 7), 2 + 2 * (k % 7)): letter for k, letter in enumerate(RULES.alphabet)}


@pytest.fixture(scope="module", name="reader")
def _reader() -> Reader:
    return Reader(Letters(), RULES.alphabet)


@pytest.fixture(scope="module", name="seen")
def _seen() -> tuple[Sighting, Squared]:
    """Every letter laid in order, photographed and looked at."""
    picture = render(Position({square: Tile(letter) for square, letter in LAID.items()}), RULES, VIEW)
    sighting = Eye(RULES).see(picture)
    assert isinstance(sighting, Sighting)
    return sighting, flat(picture, sighting, RULES.layout.size)


@pytest.fixture(scope="module", name="tiles")
def _tiles(reader: Reader, seen: tuple[Sighting, Squared]) -> tuple[LearntTile, ...]:
    return taught(reader, seen[1], LAID, RULES.layout)


def named(tiles: tuple[LearntTile, ...], **names: str) -> list[LearntTile]:
    """The tiles with some letters named otherwise."""
    return [replace(tile, letter=names.get(tile.letter, tile.letter)) for tile in tiles]


QUAD = Quad(((0, 0), (1, 0), (1, 1), (0, 1)))
PLACES = [str(square) for square in sorted(LAID)]


def test_letters_in_order(seen: tuple[Sighting, Squared]) -> None:
    """The letters of the alphabet stand row by row where the look saw letters."""
    assert in_order(seen[0], RULES.alphabet) == LAID


def test_too_few_letters_are_refused(seen: tuple[Sighting, Squared]) -> None:
    """With a letter missing nobody can tell which: both numbers are named."""
    with pytest.raises(PictureError, match="28 letters were seen, but the game has 27"):
        in_order(seen[0], RULES.alphabet[:-1])


def test_what_counts_as_lettered() -> None:
    """Sure letters count, and doubts that may be one; blanks and what may only be a tile do not."""
    corner, *others = (Square(0, column) for column in range(4))
    doubts = (
        Doubt(others[0], (("O", 0.6), ("Ö", 0.4)), Why.LETTER),
        Doubt(others[1], ((".", 0.5), ("", 0.5)), Why.LETTER),
    )
    sighting = Sighting(QUAD, {corner: Reading("A", 0.99), others[2]: Reading("", 0.99)}, doubts=doubts)

    assert lettered(sighting) == [corner, others[0]]


def test_true_names_are_believed(reader: Reader, tiles: tuple[LearntTile, ...]) -> None:
    """Nothing speaks against the letters that lie there."""
    assert doubtful_name(reader, tiles, PLACES) is None


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ({"O": "Q", "Q": "O"}, "look as if their names, Q and O, were exchanged"),
        ({"Å": "Ä", "Ä": "Å"}, "exchanged"),
        ({"B": "C", "C": "D", "D": "E", "E": "B"}, "exchanged"),
        ({"I": "L"}, "both named L, but do not look alike"),
    ],
)
def test_false_names_are_found_out(
    reader: Reader, tiles: tuple[LearntTile, ...], names: dict[str, str], said: str
) -> None:
    """Names that were exchanged, moved on by one or given twice are told with the tiles they are about."""
    against = doubtful_name(reader, named(tiles, **names), PLACES)

    assert against is not None
    assert "--believe" in against.cure
    with pytest.raises(PictureError, match=said):
        raise against


def test_one_tile_under_a_false_name(reader: Reader, tiles: tuple[LearntTile, ...]) -> None:
    """Alone, a tile is not believed to be another letter than it plainly shows."""
    [k] = named(tuple(tile for tile in tiles if tile.letter == "K"), K="S")

    against = doubtful_name(reader, [k], ["H8"])

    assert against is not None
    assert "H8 is named S, but looks like K" in against.what


@pytest.mark.parametrize(("place", "other"), [("E", "F"), ("Q", "O"), ("Ö", "O"), ("Z", "N")])
def test_a_letter_that_lies_twice_in_anothers_place(reader: Reader, place: str, other: str) -> None:
    """Where the E is lost and a second F lies in its place, that is told: it looks just like the first."""
    lying = {square: other if letter == place else letter for square, letter in LAID.items()}
    picture = render(Position({square: Tile(letter) for square, letter in lying.items()}), RULES, VIEW)
    sighting = Eye(RULES).see(picture)
    assert isinstance(sighting, Sighting)

    against = doubtful_name(
        reader, taught(reader, flat(picture, sighting, RULES.layout.size), LAID, RULES.layout), PLACES
    )

    assert against is not None
    assert f"is named {place}, but looks like {other}" in against.what


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ({Square(0, 0): "A"}, "No tile is seen on A1"),
        ({Square(4, 2): "W"}, "no letter 'W'"),
        ({Square(17, 0): "A"}, "not on the board"),
    ],
)
def test_names_that_nothing_bears(
    reader: Reader, seen: tuple[Sighting, Squared], names: dict[Square, str], said: str
) -> None:
    """A bare square, a letter of another game and a square off the board are refused."""
    with pytest.raises(PictureError, match=said):
        taught(reader, seen[1], names, RULES.layout)


def test_a_kept_photograph_teaches_as_well(
    reader: Reader, seen: tuple[Sighting, Squared], tiles: tuple[LearntTile, ...]
) -> None:
    """The squared photograph of a turn shows the same tiles, though not what lies around the board."""
    again = taught(reader, from_photograph(seen[1].grid(), RULES.layout.size), LAID, RULES.layout)

    assert [tile.letter for tile in again] == [tile.letter for tile in tiles]
    assert doubtful_name(reader, again, PLACES) is None


def test_any_picture_is_no_photograph_of_a_turn(seen: tuple[Sighting, Squared]) -> None:
    """Only a squared board has the size of one."""
    with pytest.raises(PictureError, match="no photograph of a turn"):
        from_photograph(seen[1].pixels, RULES.layout.size)


def test_looking_with_what_was_learnt(tiles: tuple[LearntTile, ...], seen: tuple[Sighting, Squared]) -> None:
    """The eye reads the set it has learnt, from another side, and what is sure is right."""
    position = Position({square: Tile(letter) for square, letter in LAID.items()})
    view = replace(VIEW, turn=-9.0, tilt=15.0, tilt_way=100.0, seed=11)

    looked = Eye(RULES, learnt=tiles).see(render(position, RULES, view))

    assert isinstance(looked, Sighting)
    read = {square: reading.letter for square, reading in looked.board.items()}
    assert read.items() <= LAID.items()
    assert len(read) >= len(LAID) - 1


class CountingLetters(Letters):
    """The network's letters; counts the windows that it looks at."""

    windows = 0

    def read(self, windows: Windows) -> LetterOdds:
        """Read, and count."""
        self.windows += len(windows)
        return super().read(windows)


def test_each_tile_is_looked_at_once_however_many_are_gathered(tiles: tuple[LearntTile, ...]) -> None:
    """The tiles of all evenings are soon learnt; names that cannot be right are left out, as in one lesson."""
    letters, few = CountingLetters(), tiles[:9]
    gathered = Gathered(Reader(letters, RULES.alphabet))

    assert all(gathered.take(tile) for tile in few)
    once, letters.windows = letters.windows, 0
    assert not any(gathered.take(replace(tile, letter=few[0].letter)) for tile in few[1:])
    assert letters.windows * len(few) == once * (len(few) - 1)
    assert gathered.tiles == list(few)
