"""Gathers the evidence for each square: how unlike an empty one and how like a tile it looks, and what was read there.

The colours are learnt from the picture itself: squares printed alike show the look of an empty one in this light, and
the tiles whose letters are plain to see show the look of a tile. Neither is known beforehand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Flags, Floats, median_of
from vision.geometry.layout_match import Codes
from vision.geometry.rectify import SQUARE, Squared
from vision.letters.classifier import SOME_LETTER, Reader, Shares
from vision.letters.reading_cache import Recent
from vision.lighting.appearance import Looks
from vision.lighting.square_kinds import STRAY, Kinds, as_printed, flat, is_of_few, kinds_of
from vision.other_core import begun
from vision.sighting import Edition
from vision.square_index import index_of
from vision.squares.grid_model import BARE, Cover, Watched
from vision.squares.square_readings import NEAR, Readings

ROUGHER = 0.03
"""An empty square's roughness strays from its kind's by less than this; a letter adds 0.06 to 0.3 to a plain square."""
_SHOWS = 0.07
"""Contrast above which a plain square shows something: letters have 0.27 and more in any light but glare and clipping
(0.08 there), bare squares less, but for up to 19 of a board beside tiles, for their shadows (ten sets)."""


@dataclass(frozen=True, slots=True)
class LookLimits:
    """Limits of how squares look: distances between tints, log ratios of brightness."""

    veiled_print: float = 0.1  # premium square to tiles, below which it is read: 0.06 under a soft reflection over an Å
    paler_than_dark: float = 0.5  # to dark tiles, above which a white square is none: 0.7 and more on a white board
    unlike_kind: float = 0.05  # to the square's kind, above which a square may be covered
    plainly_tile: float = 0.5  # ratio of that to tiles to that to its kind, up to which a lettered square is no print
    # Share of something's lying across a tile, above which it is not seen whole: of 7,024 tiles of 16 sets as they are
    # 167 have more, of 836 of which a thing covers a tenth to a fifth 97 in 100.
    across: float = 0.5
    surely_bare: float = 0.99  # the grid model's share of bare from which on nothing is sought that lies across a tile


_LOOK = LookLimits()


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Every square's evidence, row by row, (n * n,) where nothing else is said.

    seen: its look. cover: what lies over it, and what the grid model sees there. washed: too bright to tell.
    from_empty, from_tile: distance of its tint from that of an empty square of its kind, and of a tile. hue: hue
    step from its kind. rougher: its roughness less its kind's. plain: printed plain. printed: likeness to its kind's
    print, -1 to 1, of a premium square that is lettered or unlike the others. whole: a tile is seen whole. across: the
    share of something's lying across it, 0 where no tile is. between: squares between which a tile lies that was read
    from both, or of which one lies far off the middle. edition: that of all tiles.

    letter: the share of certainty that it shows a letter, 0 where it was not read. shares, read: what was read, and the
    row of each square in it. alphabet: the letters that it may be. tile_reach: distance from the common tint of tiles
    up to which a tile may be. blurred: all letters are out of focus. clear: how clear letters are once refocused, see
    Shares; 0 if they are sharp. read_from: the board as it was read, sharpened if need be. focused: all versions of it
    that were tried. moved: the camera moved, so that strokes across its way are thin.
    """

    seen: Looks
    cover: Cover
    edition: Edition
    washed: Flags
    from_empty: Floats
    from_tile: Floats
    hue: Floats
    rougher: Floats
    plain: Flags
    printed: Floats
    whole: Flags
    across: Floats
    between: Flags
    letter: Floats
    shares: Shares
    read: dict[int, int]
    alphabet: tuple[str, ...]
    tile_reach: float
    blurred: bool
    clear: float
    read_from: Squared
    focused: tuple[Squared, ...]
    moved: bool = False

    @property
    def size(self) -> int:
        """Squares along a side."""
        return self.read_from.size

    @property
    def lettered(self) -> Flags:
        """The squares that show a letter, (n * n,)."""
        return np.asarray(self.letter > SOME_LETTER)

    def middle_of(self, square: Square) -> Floats:
        """The middle of the tile on a square, x and y in squared-board px."""
        return np.asarray((np.array([square.column, square.row]) + self.offset_of(square) + 1.5) * SQUARE)

    def offset_of(self, square: Square) -> Floats:
        """How far right and down of its square's middle a tile lies, squares (2,); 0 of one that was not read."""
        row = self.read.get(index_of(square, self.size))
        return np.zeros(2) if row is None else np.asarray(self.shares.offsets[row][::-1])

    @property
    def crossed(self) -> Flags:
        """The tiles across which something lies, (n * n,)."""
        return np.asarray(self.across > _LOOK.across)

    def beneath(self, other: Evidence) -> Evidence:
        """The evidence with what another look at the same picture saw lie over the board, or how the camera moved.

        In light that was made even a thing may look like a part of its tile. What hides a part of a square in one light
        alone is a shade's edge.
        """
        across = np.maximum(self.across, other.across)
        cover = replace(self.cover, hidden=np.minimum(self.cover.hidden, other.cover.hidden))
        whole, between = self.whole & ~other.crossed, self.between | other.between
        return replace(self, moved=other.moved, across=across, cover=cover, whole=whole, between=between)


def gather(
    board: Watched,
    seen: Looks,
    reader: Reader,
    edition: Edition = "light",
    recent: Recent | None = None,
    stops: int = 1,
    *,
    all_plain: bool = False,
) -> Evidence:
    """Read every square that may not be empty, learn the look of tiles, and read what then looks like one.

    recent: what earlier looks read. stops: how many stop tiles the box holds. all_plain: whether all plain squares are
    read in any case.
    """
    squared, kinds = board.squared, board.printed.codes.ravel()
    is_plain = board.printed.is_plain
    showing = flat(seen.contrast, kinds, is_plain) & (seen.contrast > _SHOWS)
    showing |= is_plain & all_plain
    read = _read(Readings(squared, reader, seen, edition, recent), seen, kinds, is_plain, showing)
    cover = board.cover().with_letters(read.lettered, has_stops=stops > 0)
    # On a pale board bare squares look like tiles.
    is_bare = cover.shows[BARE] >= _LOOK.surely_bare
    tiles = begun(lambda: read.readings.tiles((read.from_tile < NEAR) & ~is_bare))
    likeness = as_printed(squared, kinds, read.lettered, _perhaps_print(read, is_plain))
    return _told(read, seen, cover, is_plain, likeness, tiles())


def _told(
    read: _Read, seen: Looks, cover: Cover, is_plain: Flags, printed: Floats, tiles: tuple[Flags, Floats]
) -> Evidence:
    """Put the evidence together from what was read and seen; tiles: as of Readings.tiles."""
    readings, from_tile, (clear, across) = read.readings, read.from_tile, tiles
    # What is so much paler than dark tiles is none, though it is white as all the board is.
    is_white = (from_tile > _LOOK.paler_than_dark) & (readings.edition == "dark")
    return Evidence(
        seen=seen,
        cover=cover,
        edition=readings.edition,
        washed=seen.washed & ~is_white,
        from_empty=read.bare.away,
        from_tile=from_tile,
        hue=read.bare.hue,
        rougher=read.bare.rougher,
        plain=is_plain,
        printed=printed,
        whole=clear & (across <= _LOOK.across),
        across=across,
        between=readings.between,
        letter=readings.letter,
        shares=readings.shares,
        read=readings.rows,
        alphabet=readings.alphabet,
        tile_reach=readings.reach(from_tile),
        blurred=readings.blurred,
        clear=readings.clear,
        read_from=readings.read_from,
        focused=readings.focused,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """What was read, the look of bare squares, distances from tiles, and squares that show a letter."""

    readings: Readings
    bare: Kinds
    from_tile: Floats
    lettered: Flags


def _read(readings: Readings, seen: Looks, kinds: Codes, is_plain: Flags, showing: Flags) -> _Read:
    """Read what may not be empty, and then what looks like the tiles found so; learn how bare squares and tiles look.

    showing: (n * n,) squares that are read in any case, since they show something.
    """
    first = kinds_of(seen, kinds, np.ones(len(kinds), bool))
    readings.add(_perhaps_not_empty(first, kinds, showing))
    readings.focus(is_plain)
    readings.add(_perhaps_covered(readings.away_from_tiles_of(first.home), is_plain))
    from_tile = readings.away_from_tiles()
    # Under a soft specular reflection print may look like a tile, and a letter on it like print.
    readings.add(~is_plain & (from_tile < _LOOK.veiled_print))
    bare = kinds_of(seen, kinds, (readings.letter < SOME_LETTER) & ~(readings.plain_top & (from_tile < NEAR)))
    if readings.add((from_tile < bare.away) & (bare.away > _LOOK.unlike_kind)):
        from_tile = readings.away_from_tiles()
    readings.compare()
    lettered = readings.letter > SOME_LETTER
    return _Read(readings, bare, from_tile, lettered)


def _perhaps_print(read: _Read, is_plain: Flags) -> Flags:
    """Premium squares that are lettered, or unlike others of their kind, and may show their print all the same."""
    unlike = (read.bare.away > _LOOK.unlike_kind) | (read.from_tile < read.bare.away)
    # If no tile lies on a plain square, the look of tiles may have been learnt from print that reads as a letter.
    is_known = (read.lettered & is_plain).any() & (read.from_tile <= _LOOK.plainly_tile * read.bare.away)
    return np.asarray(~is_plain & np.where(read.lettered, ~is_known, unlike))


def _perhaps_not_empty(kinds: Kinds, codes: Codes, showing: Flags) -> Flags:
    """Squares that look unlike their kind, squares that show something, and kinds that may be wholly covered."""
    unlike = (kinds.away > np.maximum(3 * kinds.stray, STRAY)) | (np.abs(kinds.rougher) > ROUGHER) | showing
    return np.asarray(unlike | is_of_few(codes))


def _perhaps_covered(home_from_tile: Floats, is_plain: Flags) -> Flags:
    """Squares of kinds whose commonest tint is that of tiles: most of them may be covered."""
    return np.asarray(home_from_tile < 0.5 * median_of(home_from_tile[is_plain]))
