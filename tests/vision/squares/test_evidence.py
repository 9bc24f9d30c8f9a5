"""The evidence for each square: how like an empty one and how like a tile it looks, learnt from the picture itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.nine_squares import HERE
from tests.vision.nine_squares import evidence as nine
from vision.arrays import Floats
from vision.geometry.layout_match import Codes, Printed
from vision.geometry.rectify import SQUARE, Squared
from vision.letters.classifier import Places, Reader, Shares
from vision.letters.reading_cache import Recent
from vision.lighting.appearance import looks
from vision.squares.evidence import Evidence, gather
from vision.squares.grid_model import BARE, watched
from vision.squares.square_readings import NEAR

SIZE = 11
CODES: Codes = np.array(
    [["P" if (row + 2 * column) % 7 == 3 else "." for column in range(SIZE)] for row in range(SIZE)]
)
PLAIN, PREMIUM, IVORY = (100, 150, 170), (60, 60, 200), (190, 225, 235)
Offset = tuple[float, float]


class Knows(Reader):
    """A reader that knows what lies where: the square's A, and how far off its middle the tile lies."""

    def __init__(self, tiles: Mapping[tuple[int, int], Offset], seen_from: Mapping[tuple[int, int], Offset]) -> None:
        """Keep the tiles, and from which squares beside them they are seen as well."""
        self.alphabet = ("A",)
        self._lying = {**tiles, **seen_from}
        self.asked: list[tuple[int, int]] = []

    def read(self, squared: Squared, places: Places, recent: Recent | None = None) -> Shares:
        """An A where a tile lies or is seen, nothing elsewhere."""
        del squared, recent
        squares = [(int(row), int(column)) for row, column in places]
        self.asked += squares
        lettered = np.array([0.98 * (square in self._lying) for square in squares])
        nothing = np.zeros(len(squares))
        offsets = np.array([self._lying.get(square, (0.0, 0.0)) for square in squares]).reshape(-1, 2)
        return Shares(lettered[:, None], nothing, nothing, nothing, 1 - lettered, offsets)


def board(tiles: Iterable[tuple[int, int]], light: Floats | float = 1.0, top: tuple[int, int, int] = IVORY) -> Squared:
    """A squared board with tiles' tops, ivory ones mostly, on some squares."""
    colours = np.where((CODES == "P")[..., None], PREMIUM, PLAIN).astype(float)
    for square in tiles:
        colours[square] = top
    lit = np.clip(colours * np.broadcast_to(light, (SIZE, SIZE))[..., None], 0, 255)
    pixels = np.pad(lit, ((1, 1), (1, 1), (0, 0)), mode="edge").repeat(SQUARE, 0).repeat(SQUARE, 1)
    return Squared(pixels.astype(np.uint8), SIZE)


def told(
    tiles: Mapping[tuple[int, int], Offset],
    plain_tiles: Mapping[tuple[int, int], Offset] | None = None,
    seen_from: Mapping[tuple[int, int], Offset] | None = None,
    light: Floats | float = 1.0,
    top: tuple[int, int, int] = IVORY,
) -> tuple[Evidence, Knows]:
    """The evidence of a board with tiles, ivory ones mostly, on some squares, and the reader that was asked."""
    squared, reader = board({**tiles, **(plain_tiles or {})}, light, top), Knows(tiles, seen_from or {})
    return gather(watched(squared, Printed(CODES, ".")), looks(squared, Printed(CODES, ".")), reader), reader


def slanting() -> Floats:
    """Light that falls off to one side by half."""
    return np.asarray(1.0 - 0.5 * np.mgrid[0:SIZE, 0:SIZE][1] / (SIZE - 1))


STRAIGHT = (0.0, 0.0)
WORD = dict.fromkeys(((4, 3), (4, 4), (4, 5), (4, 6), (4, 7), (7, 2)), STRAIGHT)


def at(values: Floats, *squares: tuple[int, int]) -> Floats:
    """The values on some squares."""
    return np.array([values[row * SIZE + column] for row, column in squares])


@pytest.mark.parametrize("light", [1.0, slanting()])
def test_tiles_look_like_tiles_and_squares_like_squares(light: Floats | float) -> None:
    """In even and in slanting light tiles are like tiles, and bare squares like the board."""
    evidence, _ = told(WORD, light=light)

    bare = [(row, column) for row in range(SIZE) for column in range(SIZE) if (row, column) not in WORD]
    assert (at(evidence.from_tile, *WORD) < 0.3 * at(evidence.from_empty, *WORD)).all()
    assert (at(evidence.from_empty, *bare) < 0.5 * at(evidence.from_tile, *bare)).all()


def test_a_plain_tile_is_known_by_its_fellows() -> None:
    """A blank looks as the lettered tiles do, though nothing can be read on it."""
    evidence, _ = told(WORD, plain_tiles={(9, 9): STRAIGHT})

    assert at(evidence.from_tile, (9, 9)) < evidence.tile_reach
    assert at(evidence.letter, (9, 9)) == [0]


def test_what_shines_and_shows_no_letter_is_a_lamps_mirror() -> None:
    """Nothing is seen on it, be it a bare square or a tile; a letter seen in strong light is on a tile that shines."""
    light = np.ones((SIZE, SIZE))
    light[4, 4] = light[9, 9] = light[9, 2] = 2.6
    evidence, _ = told(WORD, plain_tiles={(9, 9): STRAIGHT}, light=light)

    assert at(evidence.cover.glare.astype(float), (9, 9), (9, 2), (4, 4), (4, 5)).tolist() == [1, 1, 0, 0]


def test_without_a_letter_no_tile_is_known() -> None:
    """As long as no tile's letter is plain to see, nothing tells how tiles look."""
    evidence, _ = told({})

    assert np.isinf(evidence.from_tile).all()
    assert evidence.tile_reach == 0


def test_bare_squares_are_not_read() -> None:
    """Squares that look as all of their kind are left out: reading is what takes time."""
    _, reader = told(WORD)

    assert set(WORD) <= set(reader.asked)
    assert len(reader.asked) < SIZE * SIZE / 2


def test_a_kind_that_tiles_cover_altogether_is_read() -> None:
    """Literaki's eight blue squares lie round the middle: tiles on all of them look as that kind does."""
    ring = [(2, 2), (2, 8), (3, 5), (5, 3), (5, 7), (7, 5), (8, 2), (8, 8)]
    codes = np.full((SIZE, SIZE), ".")
    codes[tuple(np.transpose(ring))] = "B"
    pixels = np.full(((SIZE + 2) * SQUARE, (SIZE + 2) * SQUARE, 3), PLAIN, np.uint8)
    for row, column in ring:
        top, left = (row + 1) * SQUARE, (column + 1) * SQUARE
        pixels[top : top + SQUARE, left : left + SQUARE] = IVORY
    squared, reader = Squared(pixels, SIZE), Knows(dict.fromkeys(ring, STRAIGHT), {})

    evidence = gather(watched(squared, Printed(codes, ".")), looks(squared, Printed(codes, ".")), reader)

    assert set(ring) <= set(reader.asked)
    assert (at(evidence.letter, *ring) > 0.9).all()


@pytest.mark.parametrize("is_flat", [True, False])
def test_a_letter_on_a_tile_of_its_squares_colour_is_read(*, is_flat: bool) -> None:
    """Where a kind is printed in one colour alone what shows ink is read; where it has icons, ink tells nothing."""
    premium = [(int(row), int(column)) for row, column in np.argwhere(CODES == "P")]
    pixels = np.full(((SIZE + 2) * SQUARE, (SIZE + 2) * SQUARE, 3), PLAIN, np.uint8)
    for row, column in premium:
        top, left = (row + 1) * SQUARE, (column + 1) * SQUARE
        pixels[top : top + SQUARE, left : left + SQUARE] = PREMIUM
        has_ink = (row, column) == premium[5] or not is_flat
        pixels[top + 8 : top + 24, left + 15 : left + 17] = (40, 40, 120) if has_ink else PREMIUM
    squared, reader = Squared(pixels, SIZE), Knows({}, {})

    gather(watched(squared, Printed(CODES, ".")), looks(squared, Printed(CODES, ".")), reader)

    assert (premium[5] in reader.asked) == is_flat


def test_no_square_is_read_twice() -> None:
    """What was read stays read."""
    _, reader = told(WORD, plain_tiles={(9, 9): STRAIGHT})

    assert len(set(reader.asked)) == len(reader.asked)


def test_a_tile_that_two_squares_see_goes_to_the_nearer() -> None:
    """A tile that is off its square is seen from the next square too, where it lies much further off."""
    tiles = {**WORD, (9, 5): (0.0, 0.05)}

    evidence, _ = told(tiles, plain_tiles={(9, 6): STRAIGHT}, seen_from={(9, 6): (0.0, -0.47)})

    assert at(evidence.letter, (9, 5), (9, 6)) == pytest.approx([0.98, 0])
    assert not evidence.between.any()


def test_a_tile_between_two_squares_may_lie_on_either() -> None:
    """A third of a square off it lies over half of what the next square holds: neither shows its letter for sure."""
    tiles = {**WORD, (9, 5): (0.0, 0.3)}

    evidence, _ = told(tiles, plain_tiles={(9, 6): STRAIGHT}, seen_from={(9, 6): (0.0, -0.42)})

    assert at(evidence.letter, (9, 5), (9, 6)) == pytest.approx([0.98, 0.98])
    assert np.argwhere(evidence.between.reshape(SIZE, SIZE)).tolist() == [[9, 5], [9, 6]]
    assert (at(evidence.across, (9, 5), (9, 6)) == 1.0).all()
    assert evidence.beneath(replace(evidence, between=~evidence.between)).between.all()


@pytest.mark.parametrize(("off", "is_asked"), [(0.45, True), (0.35, False)])
def test_a_tile_pushed_over_two_fifths_may_lie_on_the_next_square(off: float, *, is_asked: bool) -> None:
    """An O so far off was told as an A on the bare square beside it, where nothing else was read."""
    evidence, _ = told({**WORD, (9, 5): (0.0, off)})

    assert bool(evidence.between[9 * SIZE + 5]) is is_asked
    assert evidence.between.sum() == is_asked


def test_tiles_side_by_side_keep_their_letters() -> None:
    """Two tiles that lie close, each on its own square, are two."""
    tiles = {**WORD, (9, 5): (0.0, 0.2), (9, 6): (0.0, -0.1)}

    evidence, _ = told(tiles)

    assert at(evidence.letter, (9, 5), (9, 6)) == pytest.approx([0.98, 0.98])


@pytest.mark.parametrize(("slipped", "laps"), [(0.1, False), (-0.05, True)])
def test_a_tile_that_lies_over_another_s_edge_hides_a_part(slipped: float, *, laps: bool) -> None:
    """Tiles have room beside one another: where two lie nearer neither is seen whole, for either may lie above."""
    evidence, _ = told({**WORD, (9, 5): (0.0, 0.2), (9, 6): (0.0, slipped)})

    assert (at(evidence.across, (9, 5), (9, 6)) == 1.0).tolist() == [laps, laps]


def test_seen_from_the_side_all_tops_lean() -> None:
    """Tiles stand out from the board: if all tops lie off one way, that is the camera's doing, and is taken off."""
    leaning = dict.fromkeys(WORD, (0.0, 0.35))

    evidence, _ = told(
        {**leaning, (9, 5): (0.0, 0.35)}, plain_tiles={(9, 6): STRAIGHT}, seen_from={(9, 6): (0.0, -0.3)}
    )

    assert at(evidence.letter, (9, 5), (9, 6)) == pytest.approx([0.98, 0])


def test_letters_are_rough() -> None:
    """A square's roughness is told against that of its kind."""
    evidence, _ = told(WORD)

    assert np.abs(evidence.rougher).max() < 0.05


def test_what_one_look_saw_lie_over_the_board_lies_there_in_the_other() -> None:
    """Even light may make a pen look like a part of its tile: the tile is not seen whole then either.

    What hides a part of a square in one light alone is the edge of a shade.
    """
    lit, even = nine(HERE, across=0.6, hidden=0.7), nine(0, across=0.3, hidden=0.4)
    both = even.beneath(replace(lit, moved=True))

    assert both.moved
    assert both.across[[0, HERE]].tolist() == [0.3, 0.6]
    assert both.cover.hidden[[0, HERE]].tolist() == [lit.cover.hidden[0], even.cover.hidden[HERE]]
    assert max(both.cover.hidden) < 0.4
    assert not both.whole[HERE]
    assert both.whole.sum() == 8


@pytest.mark.parametrize("is_crossed", [False, True])
def test_a_tile_across_which_something_lies_is_not_seen_whole(*, is_crossed: bool) -> None:
    """A pen over the third letter of a word: its neighbours are whole, and that it is not is seen on its square."""
    squared = board(WORD)
    for row, column in WORD:
        at = (column + 1) * SQUARE + 8, (row + 2) * SQUARE - 8
        cv2.putText(squared.pixels, "A", at, cv2.FONT_HERSHEY_SIMPLEX, 0.7, (30, 30, 30), 2, cv2.LINE_AA)
    if is_crossed:
        across, down = int(5.5 * SQUARE + SQUARE), int(4.5 * SQUARE + SQUARE)
        cv2.line(squared.pixels, (across - 5, down - 40), (across + 5, down + 40), (150, 60, 90), 5, cv2.LINE_AA)
    seen = gather(watched(squared, Printed(CODES, ".")), looks(squared, Printed(CODES, ".")), Knows(WORD, {}))
    on_word = [4 * SIZE + column for column in (3, 4, 5, 6, 7)]

    assert seen.whole[on_word].tolist() == [True, True, not is_crossed, True, True]
    assert seen.crossed[on_word].tolist() == [False, False, is_crossed, False, False]


def test_nothing_is_sought_across_a_bare_square_that_looks_like_a_tile() -> None:
    """On a board of its tiles' own colour nearly all squares do; a letter is looked at, and what may be a blank."""
    alike, _ = told(WORD, top=PLAIN)
    on_ivory, _ = told(WORD, plain_tiles={(9, 9): STRAIGHT})

    is_bare = (alike.cover.shows[BARE] > 0.995) & (alike.letter == 0)
    assert np.count_nonzero(is_bare & (alike.from_tile < NEAR)) > 10
    assert not alike.across[is_bare].any()
    assert (at(on_ivory.across, *WORD, (9, 9)) > 0).all()
