"""Decides what lies on each square, by two independent witnesses: the letter reader and the square's own colour."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from pi_referee.rules.square import Square
from vision.evidence import ROUGHER, Evidence
from vision.kinds import STRAY
from vision.sighting import Doubt, Edition, Reading

Choices = tuple[tuple[str, float], ...]

CERTAIN = 0.97
"""Below this confidence a letter is a doubt. Chosen on rendered boards; see docs/benchmarks.md."""
_BY_TINT, _BY_SMOOTHNESS, _BY_BUMPS = 14.0, 20.0, 40.0
"""How much nearness to a tile's tint, a smooth top where the print is rough, and a rough top weigh (log odds)."""
_SURELY_PLAIN = 0.93
_HALF = 0.5
_TILE_LIKE = 1.2
"""A letter's square is not much nearer to the empty one's tint than to the tiles': by this factor at most."""
_AS_PRINTED = 0.85
"""How like the common print of its kind a square is that shows it: discs and icons 0.9 and more, tiles 0.6 at most."""
_ALONE = 2
_JOKER = 0.2
"""A tile whose letter is clear among letters is read, though up to this share speaks for a blank or a joker's sign:
in 80 looks at blanks and jokers of seven sets the reader gave no letter a share above 0.0004."""
_HARDLY = 0.02
"""A share of certainty below which there is no letter; above it, a tile without a clear letter is a doubt."""
_STRANGE_STRAYS, _LEAST_STRANGE, _MOST_STRANGE = 12.0, 0.12, 1.0
"""An empty square's hue strays by no more than twelve times what is common for its kind; the limits of that."""
_UNKNOWN: Choices = ((".", 0.5), ("", 0.5))
_FOREIGN: Choices = (("", 0.5), (".", 0.5))
"""A letter of another language, for sure: what it stands for, people know."""
_COVERED: Choices = ((".", 0.5), ("", 0.5), ("#", 0.0))
_PERHAPS_STOP: Choices = (("#", 0.5), (".", 0.5))
_DARK, _PALE = -0.6, 0.45
"""Brightness of stop tiles against plain squares, logarithmic: black ones at most this (measured -0.92 to -0.85, in
the lamp's own light), white ones at least this (0.62 and 0.67)."""
_WHITE_ENOUGH = 0.2
"""A white tile's hue is no further from the dark edition's grey than this; its premium squares' are 0.3 and more."""
_NO_SHADE = 0.05
"""A black tile has another hue than the board by at least this, which a shade has not."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What lies on the board: sure readings, stop tiles, and the squares in doubt."""

    board: dict[Square, Reading]
    stops: frozenset[Square]
    doubts: tuple[Doubt, ...]
    covered: frozenset[Square] = frozenset()


@dataclass(frozen=True, slots=True)
class Box:
    """What the box holds besides letters: more of it on the board cannot be; and whether tiles have many colours."""

    edition: Edition
    stops: int
    blanks: int
    coloured: bool = False


def judge(evidence: Evidence, alphabet: tuple[str, ...], size: int, box: Box) -> Findings:
    """Say for each square whether it is empty, holds a tile and which, or cannot be told."""
    board: dict[Square, Reading] = {}
    stops: set[Square] = set()
    doubts: list[Doubt] = []
    covered: set[Square] = set()
    for index in range(size * size):
        square = Square(*divmod(index, size))
        found = _on_square(evidence, alphabet, index, box)
        if isinstance(found, Reading):
            board[square] = found
        elif found == "#":
            stops.add(square)
        elif isinstance(found, tuple):
            doubts.append(Doubt(square, found))
        if found is _COVERED:
            covered.add(square)
    findings = Findings(board, frozenset(stops), tuple(doubts), _clusters(covered))
    return _within(box, _beside_covered(findings, size))


def _clusters(covered: set[Square]) -> frozenset[Square]:
    """The covered squares that hang together, as under a hand; single ones are accidents of the light."""
    return frozenset(
        square
        for square in covered
        if sum(abs(square.row - other.row) <= 1 and abs(square.column - other.column) <= 1 for other in covered)
        > _ALONE
    )


def _beside_covered(found: Findings, size: int) -> Findings:
    """What lies beside a covered square may be half covered itself, so it is a doubt."""
    around = Counter(
        Square(square.row + down, square.column + right)
        for square in found.covered
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
    )
    doubted = {doubt.square for doubt in found.doubts}
    within = [square for square in sorted(around) if 0 <= square.row < size and 0 <= square.column < size]
    doubts = [
        Doubt(square, ((found.board[square].letter, 0.5), (".", 0.25)) if square in found.board else _UNKNOWN)
        for square in within
        if square not in doubted and (square in found.board or around[square] > 1)
    ]
    fewer = {square: reading for square, reading in found.board.items() if square not in around}
    return replace(found, board=fewer, stops=found.stops - set(around), doubts=(*found.doubts, *doubts))


def _within(box: Box, found: Findings) -> Findings:
    """More stop tiles or blanks than the box holds: some of them are glare or shade, so all of them are doubts."""
    board, stops, doubts = dict(found.board), found.stops, list(found.doubts)
    if len(stops) > box.stops:
        doubts += [Doubt(square, _PERHAPS_STOP) for square in sorted(stops)]
        stops = frozenset()
    blanks = {square: reading for square, reading in board.items() if not reading.letter}
    if len(blanks) > box.blanks:
        doubts += [Doubt(square, (("", 0.5), (".", 0.5))) for square in sorted(blanks)]
        board = {square: reading for square, reading in board.items() if square not in blanks}
    return replace(found, board=board, stops=stops, doubts=tuple(doubts))


def _on_square(e: Evidence, alphabet: tuple[str, ...], index: int, box: Box) -> Reading | str | Choices | None:
    """A reading, "#" for a stop tile, choices where there is doubt, None for an empty square."""
    is_lettered = e.letter[index] > _HALF
    if e.washed[index] and not is_lettered:
        return _UNKNOWN
    as_empty = e.from_empty[index] < min(STRAY, e.from_tile[index]) and abs(e.rougher[index]) < 2 * ROUGHER
    if as_empty and not is_lettered:
        return None
    if is_lettered:
        return _letter(e, alphabet, index, box)
    if box.coloured:
        # Tiles of many colours have no common look: what is not plainly empty is a doubt.
        return _UNKNOWN
    if box.stops and _has_stop_colour(e, index, box.edition):
        return _stop(e, index, box.edition)
    return _plain_tile(e, alphabet, index) if e.from_tile[index] < e.from_empty[index] else _strange(e, index)


def _stop(e: Evidence, index: int, edition: Edition) -> str | Choices | None:
    """What a square is that has a stop tile's colour: it must be smooth, and smoother than print below it would be."""
    if e.bumpy[index] <= 2 * ROUGHER and (e.plain[index] or e.rougher[index] < -ROUGHER):
        return "#"
    # In poor light grain makes a black top rough; white tops stay smooth.
    if edition == "light":
        return _PERHAPS_STOP
    # In the dark edition something pale across a tile looks so: what is more like a tile is not nothing.
    return _FOREIGN if e.from_tile[index] < e.from_empty[index] else None


def _letter(e: Evidence, alphabet: tuple[str, ...], index: int, box: Box) -> Reading | Choices:
    choices = _choices(e, alphabet, index)
    letter, confidence = choices[0]
    if e.printed[index] > _AS_PRINTED:
        # It is the printed sign of its square: no witness may make a letter of it.
        return (".", 0.5), (letter, round(confidence / 2, 4))
    if not box.coloured and e.from_tile[index] > max(e.tile_reach, _TILE_LIKE * e.from_empty[index]):
        # Nor of what has not the colour of a tile.
        return (letter, round(confidence / 2, 4)), (".", round(confidence / 2, 4))
    if not e.whole[index]:
        # Nor of a tile that is half covered or washed out.
        return (letter, round(confidence / 2, 4)), ("", 0.25)
    if letter not in {"", "."} and _is_certain(choices):
        return Reading(letter, confidence)
    return choices


def _is_certain(choices: Choices) -> bool:
    """Whether a letter is certain, or would be but for a small share of being a tile without one."""
    confidence = choices[0][1]
    joker = sum(share for name, share in choices if not name)
    return confidence >= CERTAIN or (joker < _JOKER and confidence / (1 - joker) >= CERTAIN)


def _plain_tile(e: Evidence, alphabet: tuple[str, ...], index: int) -> Reading | Choices | None:
    """What a square is that has more of a tile's tint than of an empty one's, but no clear letter."""
    blank, none, sign = _other_shares(e, index)
    if e.letter[index] > _HARDLY:
        return _choices(e, alphabet, index)
    if sign > _HALF and e.from_tile[index] < 2 * e.tile_reach:
        return Reading("", round(sign, 3)) if sign >= CERTAIN and e.whole[index] else _either("", round(sign, 3))
    if e.from_tile[index] > e.tile_reach:
        return _strange(e, index)
    certainty = _certainty_of_plain(e, index, blank, none)
    if certainty > _SURELY_PLAIN and e.whole[index] and e.from_tile[index] < e.tile_reach / 2:
        return Reading("", certainty)
    if abs(e.rougher[index]) > 2 * ROUGHER:
        # A tile's tint, and not the print that belongs there: whatever it is, it is not sure to be nothing.
        return _FOREIGN
    return _either("", min(certainty, _SURELY_PLAIN)) if certainty > 1 - _SURELY_PLAIN else None


def _certainty_of_plain(e: Evidence, index: int, blank: float, none: float) -> float:
    """How sure a plain tile is: by its tint, by a top smoother than the print below and no bumpier than bare board."""
    likeness = min(1.0, float(e.from_tile[index] / (e.from_empty[index] + 0.01)))
    smoother = max(0.0, -float(e.rougher[index]) - 2 * ROUGHER)
    bumpy = max(0.0, float(e.bumpy[index]) - ROUGHER)
    read = float(np.log((blank + 0.001) / (none + 0.001)))
    weight = _BY_TINT * (0.5 - likeness) + _BY_SMOOTHNESS * smoother - _BY_BUMPS * bumpy + read
    return round(1 / (1 + float(np.exp(-weight))), 3)


def _either(letter: str, certainty: float) -> Choices:
    """A doubt between a tile and none."""
    choices = ((letter, certainty), (".", round(1 - certainty, 3)))
    return choices if certainty > 0.5 else choices[::-1]


def _strange(e: Evidence, index: int) -> Choices | None:
    """None for an empty square in odd light; a doubt for one whose hue is like nothing known: a hand's, say.

    Only plain squares tell that: the print of premium squares shines, and a lamp takes their hue away.
    """
    common = float(np.clip(_STRANGE_STRAYS * e.hue_stray[index], _LEAST_STRANGE, _MOST_STRANGE))
    if e.plain[index] and e.hue[index] > common:
        return _COVERED
    return _UNKNOWN if _other_shares(e, index)[1] < _HALF else None


def _other_shares(e: Evidence, index: int) -> tuple[float, float, float]:
    """The reader's certainty of a plain top, of no tile, and of a tile with a sign; no tile if it was not asked."""
    row = e.read.get(index)
    if row is None:
        return 0.0, 1.0, 0.0
    return float(e.shares.blank[row]), float(e.shares.none[row]), float(e.shares.sign[row])


def _has_stop_colour(e: Evidence, index: int, edition: Edition) -> bool:
    """Whether the square is as black as a stop tile (light edition) or as white (dark edition)."""
    step = e.brightness[index]
    if edition == "dark":
        return bool(step > _PALE and e.coloured[index] < _WHITE_ENOUGH)
    return bool(step < _DARK and e.hue[index] > max(_NO_SHADE, 2 * e.hue_stray[index]))


def _choices(e: Evidence, alphabet: tuple[str, ...], index: int) -> Choices:
    """What the reader takes the square for, likeliest first; letters the game has not make all less certain."""
    row = e.read[index]
    shares = e.shares
    known = 1 - shares.strange[row] / 2
    scale = known / max(1 - float(shares.strange[row]), 1e-6)
    all_of = [(letter, scale * float(share)) for letter, share in zip(alphabet, shares.letters[row], strict=True)]
    all_of += [("", scale * float(shares.blank[row] + shares.sign[row])), (".", scale * float(shares.none[row]))]
    likeliest = sorted(all_of, key=lambda choice: -choice[1])[:4]
    told = tuple((name, round(float(np.clip(share, 0, 1)), 4)) for name, share in likeliest if share > 0.005)
    return told or _FOREIGN
