"""Decides what lies on each square, by two independent witnesses: the letter reader and the square's own colour."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pi_referee.rules.square import Square
from vision.arrays import Flags
from vision.evidence import ROUGHER, Evidence
from vision.kinds import STRAY
from vision.sighting import Doubt, Edition, Reading
from vision.stops import stop_on

Choices = tuple[tuple[str, float], ...]

CERTAIN = 0.97
"""Below this confidence a letter is a doubt. Chosen on rendered boards; see docs/benchmarks.md."""
CERTAIN_IF_BLURRED = 0.999
"""The same where all letters are out of focus: of 372 letters of five sets blurred by 4 px none was wrong above 0.97 in
one run, and a D twice an O in another."""
_BY_TINT, _BY_SMOOTHNESS, _BY_BUMPS = 14.0, 20.0, 40.0
"""How much nearness to a tile's tint, a smooth top where the print is rough, and a rough top weigh (log odds)."""
_BY_READER = 3.0
"""The reader cannot tell a plain top from an empty square: it weighs no more than this, either way."""
_WORTH_NAMING = 0.005
_SURELY_PLAIN = 0.93
_SAME = 0.08
"""An empty square and a tile that are no further apart are alike, as where all is at the end of the scale."""
_NO_HUE = 0.1
"""Shade leaves the hue of a plain square to within this."""
_PLAINLY_TILE = 0.15
"""A square so many times nearer to the tiles' tint than to the empty square's is a tile."""
_HALF = 0.5
_TILE_LIKE = 1.2
"""A letter's square is not much nearer to the empty one's tint than to the tiles': by this factor at most."""
_PRINT_SHOWS, _AS_PRINTED, _PLAINLY_PRINTED = 0.75, 0.85, 0.93
"""How like the common print of its kind a square is that shows it: discs and icons 0.9 and more, 0.8 in strong grain;
tiles 0.6 at most. What looks like a letter must be likelier, and is a doubt between the last two."""
_JOKER = 0.2
"""A tile whose letter is clear among letters is read, though up to this share speaks for a blank or a joker's sign:
in 80 looks at blanks and jokers of seven sets the reader gave no letter a share above 0.0004."""
_HARDLY = 0.02
"""A share of certainty below which there is no letter; above it, a tile without a clear letter is a doubt."""
_STRANGE_STRAYS, _LEAST_STRANGE, _MOST_STRANGE = 25.0, 0.15, 1.0
"""An empty square's hue strays by no more than so many times what is common for its kind; the limits of that."""
_HUE_LOST, _PREMIUM_STRAYS = 0.15, 2.5
"""A premium square that shows not its print, either, has lost its hue beyond this and so many times what is common."""
_NO_PRINT = 0.6
_BELOW_SHADE, _ABOVE_LIGHT = 0.45, 0.25
"""No bare plain square is so much darker than in the dimmest light near by, or brighter than in the brightest: tiles'
shadows make 0.4, light 0.06 (ten photographed and rendered sets)."""
_UNKNOWN: Choices = ((".", 0.5), ("", 0.5))
_FOREIGN: Choices = (("", 0.5), (".", 0.5))
"""A letter of another language, for sure: what it stands for, people know."""
_PERHAPS_STOP: Choices = (("#", 0.5), (".", 0.5))


@dataclass(frozen=True, slots=True)
class Findings:
    """What lies on the board: sure readings, stop tiles, and the squares in doubt; below what confidence they are."""

    board: dict[Square, Reading]
    stops: frozenset[Square]
    doubts: tuple[Doubt, ...]
    covered: frozenset[Square] = frozenset()
    certain: float = CERTAIN


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
    for index in np.flatnonzero(~_plainly_bare(evidence)).tolist():
        square = Square(*divmod(index, size))
        found = _on_square(evidence, alphabet, index, box)
        if isinstance(found, Reading):
            board[square] = found
        elif found == "#":
            stops.add(square)
        elif isinstance(found, tuple):
            doubts.append(Doubt(square, found))
        if evidence.hand[index]:
            covered.add(square)
    return _within(
        box, _beside_glow(Findings(board, frozenset(stops), tuple(doubts), frozenset(covered), _certain(evidence)))
    )


def _plainly_bare(e: Evidence) -> Flags:
    """Squares of which no more need be asked: most of any board."""
    hidden = e.hand | e.glare | e.washed | e.at_end
    as_printed = (e.from_empty < np.minimum(_SAME, e.from_tile)) & (np.abs(e.rougher) < 2 * ROUGHER)
    return np.asarray(as_printed & ~hidden & (e.letter <= _HALF) & ((np.abs(e.brightness) < _SAME) | ~e.plain))


def _certain(e: Evidence) -> float:
    """From which confidence on a letter is certain."""
    return CERTAIN_IF_BLURRED if e.blurred else CERTAIN


def _beside_glow(found: Findings) -> Findings:
    """What seems a stop tile beside squares that look a little like one is perhaps a lamp's glow: a doubt."""
    glowing = {doubt.square for doubt in found.doubts if doubt.choices is _PERHAPS_STOP} | found.stops
    doubted = {
        stop
        for stop in found.stops
        if any(max(abs(stop.row - other.row), abs(stop.column - other.column)) == 1 for other in glowing)
    }
    doubts = (*found.doubts, *(Doubt(square, _PERHAPS_STOP) for square in sorted(doubted)))
    return replace(found, stops=found.stops - doubted, doubts=doubts)


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
    if e.hand[index] or e.glare[index]:
        return _hidden(e, alphabet, index) if is_lettered else _UNKNOWN
    return _letter(e, alphabet, index, box) if is_lettered else _without_letter(e, alphabet, index, box)


def _without_letter(e: Evidence, alphabet: tuple[str, ...], index: int, box: Box) -> Reading | str | Choices | None:
    """The same for a square that shows no letter."""
    if e.washed[index]:
        return _UNKNOWN
    if e.printed[index] > _AS_PRINTED or _is_seen_from_beside(e, index):
        return None
    sign = stop_on(e, index, box.edition) if box.stops else "no"
    if sign != "no":
        return "#" if sign == "stop" else _PERHAPS_STOP
    if _as_empty(e, index):
        return None
    if box.coloured:
        # Tiles of many colours have no common look: what is not plainly empty is a doubt.
        return _UNKNOWN
    return _plain_tile(e, alphabet, index) if e.from_tile[index] < e.from_empty[index] else _strange(e, index)


def _as_empty(e: Evidence, index: int) -> bool:
    """Whether a square shows what is printed there, by its print or by its tint."""
    by_tint = e.from_empty[index] < min(STRAY, e.from_tile[index]) and abs(e.rougher[index]) < 2 * ROUGHER
    return bool(by_tint or e.printed[index] > _PRINT_SHOWS)


def _is_seen_from_beside(e: Evidence, index: int) -> bool:
    """Whether the letter read there is that of a tile which belongs to a square beside."""
    row = e.read.get(index)
    return row is not None and e.letter[index] == 0 and float(e.shares.letter[row]) > CERTAIN


def _hidden(e: Evidence, alphabet: tuple[str, ...], index: int) -> Choices:
    """What a square may be that is half hidden: the letter that is seen may be a part of another."""
    letter, confidence = _choices(e, alphabet, index)[0]
    return (letter, round(confidence / 2, 4)), ("", 0.25)


def _letter(e: Evidence, alphabet: tuple[str, ...], index: int, box: Box) -> Reading | Choices | None:
    choices = _choices(e, alphabet, index)
    letter, confidence = choices[0]
    if e.printed[index] > _AS_PRINTED:
        # It is the printed sign of its square: no witness may make a letter of it.
        if e.from_empty[index] < e.from_tile[index] or e.printed[index] > _PLAINLY_PRINTED:
            return None
        return (".", 0.5), (letter, round(confidence / 2, 4))
    if not box.coloured and not _may_be_tile(e, index):
        # Nor of what has not the colour of a tile.
        return (letter, round(confidence / 2, 4)), (".", round(confidence / 2, 4))
    if not e.whole[index]:
        return _hidden(e, alphabet, index)
    if letter not in {"", "."} and _is_certain(choices, _certain(e)):
        return Reading(letter, confidence)
    return choices


def _may_be_tile(e: Evidence, index: int) -> bool:
    """Whether a letter's square has the tint of a tile: strictly where nothing is known of the print below."""
    print_is_gone = -1 < e.printed[index] < _NO_PRINT
    reach = 2 * e.tile_reach if print_is_gone else e.tile_reach
    return bool(e.from_tile[index] <= max(reach, _TILE_LIKE * e.from_empty[index]))


def _is_certain(choices: Choices, certain: float) -> bool:
    """Whether a letter is certain, or would be but for a small share of being a tile without one."""
    confidence = choices[0][1]
    joker = sum(share for name, share in choices if not name)
    return confidence >= certain or (joker < _JOKER and confidence / (1 - joker) >= certain)


def _plain_tile(e: Evidence, alphabet: tuple[str, ...], index: int) -> Reading | Choices | None:
    """What a square is that has more of a tile's tint than of an empty one's, but no clear letter."""
    sign = _other_shares(e, index)[2]
    if e.letter[index] > _HARDLY:
        return _choices(e, alphabet, index)
    if e.from_empty[index] < _SAME:
        return _UNKNOWN
    if sign > _HALF and e.from_tile[index] < 2 * e.tile_reach:
        return Reading("", round(sign, 3)) if sign >= _SURELY_PLAIN and e.whole[index] else _either("", round(sign, 3))
    is_far = e.from_tile[index] > e.tile_reach and not _is_tile(e, index)
    return _strange(e, index) if is_far else _blank(e, index)


def _blank(e: Evidence, index: int) -> Reading | Choices | None:
    """What a square is that has a tile's tint and neither letter nor sign."""
    blank, none, _ = _other_shares(e, index)
    certainty = _certainty_of_plain(e, index, blank, none)
    explained = e.printed[index] > _NO_PRINT or _may_be_shade(e, index)
    if certainty > _SURELY_PLAIN and e.whole[index] and _is_tile(e, index) and not explained:
        return Reading("", certainty)
    if abs(e.rougher[index]) > 2 * ROUGHER:
        # A tile's tint, and not the print that belongs there: whatever it is, it is not sure to be nothing.
        return _FOREIGN
    return _either("", min(certainty, _SURELY_PLAIN)) if certainty > 1 - _SURELY_PLAIN else None


def _may_be_shade(e: Evidence, index: int) -> bool:
    """Whether a plain square would look like this in some light near by: its hue, and as bright."""
    dimmest, brightest = e.shades[index]
    is_lit_so = dimmest - _SAME < e.brightness[index] < brightest + _SAME
    return bool(e.plain[index] and is_lit_so and e.hue[index] < _NO_HUE)


def _is_tile(e: Evidence, index: int) -> bool:
    """Whether a square has plainly the tint of the tiles."""
    return bool(e.from_tile[index] < max(e.tile_reach / 2, _PLAINLY_TILE * e.from_empty[index]))


def _certainty_of_plain(e: Evidence, index: int, blank: float, none: float) -> float:
    """How sure a plain tile is: by its tint, by a top smoother than the print below and no bumpier than bare board."""
    likeness = min(1.0, float(e.from_tile[index] / (e.from_empty[index] + 0.01)))
    smoother = max(0.0, -float(e.rougher[index]) - 2 * ROUGHER)
    bumpy = max(0.0, float(e.bumpy[index]) - ROUGHER)
    read = float(np.clip(np.log((blank + 0.001) / (none + 0.001)), -_BY_READER, _BY_READER))
    weight = _BY_TINT * (0.5 - likeness) + _BY_SMOOTHNESS * smoother - _BY_BUMPS * bumpy + read
    return round(1 / (1 + float(np.exp(-weight))), 3)


def _either(letter: str, certainty: float) -> Choices:
    """A doubt between a tile and none."""
    choices = ((letter, certainty), (".", round(1 - certainty, 3)))
    return choices if certainty > 0.5 else choices[::-1]


def _strange(e: Evidence, index: int) -> Choices | None:
    """None for an empty square in odd light; a doubt for one that no light makes look so.

    Premium squares shine, and a lamp takes their hue away: they are odd only if they look more like a tile, too.
    """
    likelier_tile = e.from_tile[index] < e.from_empty[index]
    if e.plain[index]:
        common = float(np.clip(_STRANGE_STRAYS * e.hue_stray[index], _LEAST_STRANGE, _MOST_STRANGE))
        dimmest, brightest = e.shades[index]
        odd = not dimmest - _BELOW_SHADE < e.brightness[index] < brightest + _ABOVE_LIGHT
        odd = odd or e.hue[index] > common
    else:
        common = max(_HUE_LOST, _PREMIUM_STRAYS * float(e.hue_stray[index]))
        odd = likelier_tile and e.printed[index] < _NO_PRINT and e.hue[index] > common
    read_as_tile = _other_shares(e, index)[1] < _HALF and e.from_tile[index] < 2 * e.from_empty[index]
    return _UNKNOWN if odd or read_as_tile else None


def _other_shares(e: Evidence, index: int) -> tuple[float, float, float]:
    """The reader's certainty of a plain top, of no tile, and of a tile with a sign; no tile if it was not asked."""
    row = e.read.get(index)
    if row is None:
        return 0.0, 1.0, 0.0
    return float(e.shares.blank[row]), float(e.shares.none[row]), float(e.shares.sign[row])


def _choices(e: Evidence, alphabet: tuple[str, ...], index: int) -> Choices:
    """What the reader takes the square for, likeliest first; letters the game has not make all less certain."""
    row = e.read[index]
    shares = e.shares
    known = 1 - shares.strange[row] / 2
    scale = known / max(1 - float(shares.strange[row]), 1e-6)
    letters = zip(alphabet, shares.letters[row].tolist(), strict=True)
    all_of = [(letter, scale * share) for letter, share in letters if share > _WORTH_NAMING / 2]
    all_of += [("", scale * float(shares.blank[row] + shares.sign[row])), (".", scale * float(shares.none[row]))]
    likeliest = sorted(all_of, key=lambda choice: -choice[1])[:4]
    told = tuple((name, round(min(share, 1.0), 4)) for name, share in likeliest if share > _WORTH_NAMING)
    return told or _FOREIGN
