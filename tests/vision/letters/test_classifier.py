"""Reading squares: where windows are cut, when a tile is followed, and how certainty is shared out."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry.rectify import SQUARE, Squared
from vision.letters.classifier import Reader
from vision.letters.letter_model import BLANK, NONE, SIDE, SIGN, LetterOdds, Letters, Windows

SIZE = 9
CLASSES = ("A", "B", "Ü", BLANK, SIGN, NONE)
Spot = tuple[float, float, str]
"""Row and column of a painted tile's middle, in squares of the board, and which class it is."""


class ReadsSpots(Letters):
    """A letter reader for painted tiles: a spot's grey says what it is, its place how far off the middle it lies."""

    def __init__(self) -> None:
        """Know a few classes; remember how many windows were read in each look."""
        self.classes = CLASSES
        self.looks: list[int] = []

    def read(self, windows: Windows) -> LetterOdds:
        """Nine parts in ten for what the spot nearest to the middle is."""
        self.looks.append(len(windows))
        odds, offsets = np.full((len(windows), len(CLASSES)), 0.02), np.zeros((len(windows), 2))
        for number, window in enumerate(windows):
            rows, columns = np.nonzero(window)
            kind = len(CLASSES) - 1
            if len(rows):
                nearest = np.hypot(rows - SIDE / 2, columns - SIDE / 2).argmin()
                grey = window[rows[nearest], columns[nearest]]
                rows, columns = np.nonzero(window == grey)
                offsets[number] = (columns.mean() + 0.5) / SQUARE - 0.75, (rows.mean() + 0.5) / SQUARE - 0.75
                kind = int(grey) // 20 - 1
            odds[number, kind] = 0.9
        return LetterOdds(
            np.log(odds).astype(np.float32), offsets.astype(np.float32), np.zeros((len(windows), 1), np.float32)
        )


def painted(*spots: Spot) -> Squared:
    """A dark board with tiles painted as spots."""
    pixels = np.zeros(((SIZE + 2) * SQUARE, (SIZE + 2) * SQUARE, 3), np.uint8)
    for row, column, name in spots:
        y, x = round((row + 1.5) * SQUARE), round((column + 1.5) * SQUARE)
        pixels[y - 6 : y + 6, x - 6 : x + 6] = 20 * (CLASSES.index(name) + 1)
    return Squared(pixels, SIZE)


def places(*squares: tuple[int, int]) -> np.ndarray[tuple[int, int], np.dtype[np.int_]]:
    """Squares as rows and columns."""
    return np.array(squares, int).reshape(-1, 2)


@pytest.fixture(name="letters")
def _letters() -> ReadsSpots:
    return ReadsSpots()


@pytest.fixture(name="reader")
def _reader(letters: ReadsSpots) -> Reader:
    """A reader for a game that has the letters A and B, and no Ü."""
    return Reader(letters, ["B", "A"])


def test_each_square_is_read_at_its_place(reader: Reader) -> None:
    """Windows are cut round the squares that are asked for, in their order; letters stand as in the game's alphabet."""
    shares = reader.read(painted((0, 0, "A"), (4, 7, "B"), (8, 8, BLANK)), places((8, 8), (4, 7), (0, 0), (2, 2)))

    assert shares.letters.argmax(axis=1)[1:3].tolist() == [0, 1]
    assert shares.letters[1:3].max(axis=1) == pytest.approx([0.9, 0.9], abs=0.01)
    assert shares.blank[0] == shares.none[3] == pytest.approx(0.9, abs=0.01)


@pytest.mark.parametrize("kind", CLASSES)
def test_certainty_is_shared_out_whole(reader: Reader, kind: str) -> None:
    """Letters, foreign letters, blanks, signs and nothing: together they are everything."""
    shares = reader.read(painted((3, 3, kind)), places((3, 3), (5, 5)))

    whole = shares.letters.sum(axis=1) + shares.strange + shares.blank + shares.sign + shares.none
    assert whole == pytest.approx([1, 1], abs=0.03)


def test_a_letter_the_game_has_not(reader: Reader) -> None:
    """An Ü where no Ü is played is a strange letter, but a letter."""
    shares = reader.read(painted((3, 3, "Ü")), places((3, 3)))

    assert shares.strange == pytest.approx([0.9], abs=0.01)
    assert shares.letter[0] > 0.9


class ReadsU(Letters):
    """A letter reader for which every window shows an Ü with this share, and else a U."""

    def __init__(self, share: float) -> None:
        """Know three letters."""
        self.classes, self._share = ("A", "U", "Ü", BLANK, SIGN, NONE), share

    def read(self, windows: Windows) -> LetterOdds:
        """The same of all windows."""
        count, odds = len(windows), [0.01, 0.99 - self._share, self._share, 1e-9, 1e-9, 1e-9]
        shares = np.log(np.tile(odds, (count, 1))).astype(np.float32)
        return LetterOdds(shares, np.zeros((count, 2), np.float32), np.zeros((count, 1), np.float32))


def test_a_mark_that_the_game_has_not_is_no_speck_where_it_is_clear() -> None:
    """In a game without Ü a tile that clearly shows one is not told as a U: it may be of another set."""
    clear, faint = (
        Reader(ReadsU(share), ["A", "U"]).told(np.zeros((1, SIDE, SIDE), np.uint8)) for share in (0.97, 0.5)
    )

    assert clear.letters[0, 1] < 0.5 < clear.strange[0]
    assert faint.letters[0, 1] == pytest.approx(0.99)


@pytest.mark.parametrize("off", [(0.0, 0.25), (-0.3, 0.1), (0.33, -0.33)])
def test_a_tile_off_its_square_is_followed(reader: Reader, letters: ReadsSpots, off: tuple[float, float]) -> None:
    """A tile up to a third of a square off is looked at once more in its own middle; how far off it lies is told."""
    shares = reader.read(painted((4 + off[0], 4 + off[1], "A")), places((4, 4), (1, 1)))

    assert letters.looks == [2, 1]
    assert shares.offsets[0] == pytest.approx(off, abs=0.03)
    assert shares.letters[0, 1] == pytest.approx(0.9, abs=0.01)


def test_straight_tiles_and_bare_squares_are_read_once(reader: Reader, letters: ReadsSpots) -> None:
    """Looking twice takes twice as long: only what lies off is read again."""
    reader.read(painted((4, 4, "A"), (2, 2, "B")), places((4, 4), (2, 2), (6, 6)))

    assert letters.looks == [3]


def test_at_the_boards_edge(reader: Reader) -> None:
    """Corner squares are read with a square's width of table around them."""
    corners = places((0, 0), (0, SIZE - 1), (SIZE - 1, 0), (SIZE - 1, SIZE - 1))

    shares = reader.read(painted(*((float(row), float(column), "A") for row, column in corners)), corners)

    assert shares.letters[:, 1] == pytest.approx([0.9] * 4, abs=0.01)


def test_no_squares(reader: Reader) -> None:
    """Nothing asked, nothing read, and more can be added."""
    board = painted((3, 3, "A"))
    none, one = reader.read(board, places()), reader.read(board, places((3, 3)))

    assert (none.letters.shape, none.letter.shape, none.offsets.shape) == ((0, 2), (0,), (0, 2))
    assert none.with_more(one).letters.tolist() == one.letters.tolist()
    assert one.with_more(one).offsets.shape == (2, 2)
