"""Which side of the board is its top: a picture with hardly a readable letter may be readable from another side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Homography
from vision.sighting import BoardLook, Doubt, NotSeen, Sighting, Why

_ONE_WAY = frozenset("BDEFGKLPRUÄÖĄĆĘŁŃŚ")
"""Letters that no turned letter is read as (14 of 2,500 times, on 800 drawn boards of five games)."""
_HIDDEN = frozenset({Why.HAND, Why.MIRROR, Why.WASHED})
"""Reasons of doubts about squares that something or a lamp hides, however well the others are read."""
_ON_SIDE = {"N": "Z", "Z": "N", "M": "W", "W": "M"}
"""Letters that are another one on their side or upside down."""
FEW = 2
"""This many letters of _ONE_WAY, with most letters clear, show that the board is upright; no word has fewer letters."""


@dataclass(frozen=True, slots=True)
class ReadableLimits:
    """When a board counts as hardly read, as one the wrong way up is.

    On 245 looks the right way up at drawn boards of 30 letters (noise, blur, dim light, shade, JPEG, as many typefaces
    as could be drawn in two minutes) 7 in 100 count so, on 216 such looks upside down 96 in 100. On their side letters
    are hardly read as any: then there are many doubts and no letter.
    """

    many: int = 5  # letters, or doubts, needed for a verdict; also the lead in letters that is many more
    doubtful: float = 0.3  # share of letters in doubt above which the board is hardly read
    # Share of confident letters that are of _ONE_WAY, at least, if these show the top: of a box's they are 0.4 to 0.5;
    # two boards of a narrow face with hairlines, read upside down, had 0.1.
    standing: float = 0.2
    clear: float = 0.97  # share of a letter in doubt from which it tells the way up, as where all are hard to read


READABLE = ReadableLimits()


@dataclass(frozen=True, slots=True)
class Turn:
    """How many quarter turns to the left set a board upright, and how well what seem to be its letters tell that.

    is_told: whether they tell this way up from the others, in which they may be as clear. is_settled: whether so many
    do that nothing that is read speaks against it. is_mirrored: whether the board must be mirrored left to right after
    it was turned. may_be_mirrored: whether neither letters nor values tell it from a mirrored picture.
    """

    quarters: int
    is_settled: bool
    is_mirrored: bool = False
    is_told: bool = True
    may_be_mirrored: bool = False

    def as_read(self, seen: BoardLook) -> Turn:
        """The same once the board was read so: one that can hardly be read tells no top, unless that is settled."""
        return replace(self, is_told=self.is_told and (self.is_settled or not is_unreadable(seen)))


def letters_stand(seen: BoardLook) -> bool:
    """Whether sure letters stand that no turned ones look like; a bare board may be turned by the first word on it."""
    return isinstance(seen, Sighting) and _standing(seen) >= max(FEW, READABLE.standing * _letters(seen)[0])


def shows_letters(seen: Sighting) -> bool:
    """Whether any letter is sure, or many are likely."""
    sure, doubtful = _letters(seen)
    return sure > 0 or doubtful >= READABLE.many


def shows_a_word(seen: Sighting) -> bool:
    """Whether so many letters are sure as a word has, at least."""
    return _letters(seen)[0] >= FEW


def may_hold_a_word(seen: Sighting) -> bool:
    """Whether two squares side by side that are in doubt likely hold tiles: what only seems one lies here and there."""
    tiles = {doubt.square for doubt in seen.doubts if _may_be_tile(doubt)}
    return any(not tiles.isdisjoint(square.neighbours()) for square in tiles)


def may_lie_otherwise(seen: BoardLook, turn: Turn) -> bool:
    """Whether a board must be read from all sides: hardly read so, or many letters are as clear another way up."""
    is_untold = not (turn.is_told or (isinstance(seen, Sighting) and letters_stand(seen)))
    return not turn.is_settled and (is_hardly_read(seen) or (is_untold and sum(_letters(seen)) >= READABLE.many))


def is_unreadable(seen: BoardLook) -> bool:
    """Whether a board is hardly read, or not at all, also where nothing hides it: so are letters on their side."""
    if isinstance(seen, NotSeen):
        return True
    return is_hardly_read(wholly_seen(seen))


def wholly_seen(seen: Sighting) -> Sighting:
    """The look without its doubts about squares that something hides."""
    return replace(seen, doubts=tuple(doubt for doubt in seen.doubts if doubt.why not in _HIDDEN))


def is_hardly_read(seen: BoardLook) -> bool:
    """Whether too large a share of the letters is in doubt, or there are many doubts and hardly a confident letter.

    Thin letters on their side look like blanks: all tiles in doubt count.
    """
    sure, doubtful = _letters(seen)[0], _tiles_in_doubt(seen)
    # On their side an N and a Z are letters, too: two that may be turned tell nothing among many doubts.
    is_few = sure < FEW or (sure == FEW and _standing(seen) == 0)
    is_unread = isinstance(seen, Sighting) and is_few and len(seen.doubts) >= READABLE.many * max(sure, 1)
    return is_unread or (sure + doubtful >= READABLE.many and doubtful > READABLE.doubtful * (sure + doubtful))


def is_better_read(one: BoardLook, other: BoardLook) -> bool:
    """Whether one look has more confident letters than another, by more than the doubts it adds, and they are upright.

    Fewer doubts alone prove nothing: under a lamp's reflection fewer squares may look like letters the wrong way up.
    Nor do letters that are also letters when turned: strong light puts each A in doubt, and upside down it is a
    confident V. But one of _ONE_WAY is enough among many more letters than the other side shows.
    """
    (sure, doubtful), (other_sure, other_doubtful) = _letters(one), _letters(other)
    is_many_more = sure >= other_sure + READABLE.many
    stands = _standing(one) > _standing(other) and (is_many_more or _standing(one) >= FEW)
    return stands and sure > other_sure and sure - doubtful > other_sure - other_doubtful


def shows_many_more(one: BoardLook, other: BoardLook) -> bool:
    """Whether one look shows many more letters than another, confident or doubtful."""
    return sum(_letters(one)) >= sum(_letters(other)) + READABLE.many


def asked_about(seen: Sighting) -> Sighting:
    """The look with all that is sure in doubt, as nothing tells which side of the board is its top.

    An N is a Z on its side, and HON upside down is NOH, on other squares.
    """
    perhaps = {square: (reading.letter, _ON_SIDE.get(reading.letter)) for square, reading in seen.board.items()}
    perhaps |= dict.fromkeys(seen.stops, ("#", None))
    doubts = (
        Doubt(square, ((name, 0.5), (other or ".", 0.25)), Why.WAY_UP) for square, (name, other) in perhaps.items()
    )
    return _with(replace(seen, board={}, stops=frozenset()), doubts)


def asked_elsewhere(seen: Sighting, size: int, *, is_mirror: bool, is_told: bool) -> Sighting:
    """The look with those squares in doubt, too, where its doubts lie if the board stands on its head.

    size: squares along a side. is_mirror: if the picture may be mirrored, beside or above. is_told: if the top is told.
    """
    last, there = size - 1, set[Square]()
    for square in seen.doubted:
        row, column = last - square.row, last - square.column
        there |= set() if is_told else {Square(row, column)}
        there |= {Square(square.row, column), Square(row, square.column)} if is_mirror else set()
    return _with(seen, (Doubt(square, ((".", 0.5), ("", 0.5)), Why.WAY_UP) for square in there - seen.doubted))


def _with(seen: Sighting, doubts: Iterable[Doubt]) -> Sighting:
    """The look with more doubts."""
    return replace(seen, doubts=tuple(sorted((*seen.doubts, *doubts), key=lambda doubt: doubt.square)))


def turned(to_board: Homography, turns: int, size: int) -> Homography:
    """The homography from picture px to a board of this size after so many quarter turns."""
    quarter = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, size], [0.0, 0.0, 1.0]])
    return np.asarray(np.linalg.matrix_power(quarter, turns) @ to_board)


def mirrored(to_board: Homography, size: int) -> Homography:
    """The homography from picture px to a board of this size, left to right."""
    return np.array([[-1.0, 0.0, size], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]) @ to_board


def _standing(seen: BoardLook) -> int:
    """How many letters of a look are certainly upright: no turned letter looks like these."""
    return sum(letter in _ONE_WAY for letter in _clear(seen))


def _clear(seen: BoardLook) -> list[str]:
    """The letters that are sure or, where all are hard to read or of an unknown set, clear."""
    if isinstance(seen, NotSeen):
        return []
    sure = [reading.letter for reading in seen.board.values() if reading.letter]
    return sure + [doubt.likeliest for doubt in seen.doubts if _is_clear(doubt)]


def _is_clear(doubt: Doubt) -> bool:
    """Whether only how hard all are to read, or that their set is unknown, puts a letter in doubt."""
    name, share = doubt.choices[0]
    is_clear = doubt.why is Why.UNKNOWN_SET or (doubt.why is Why.LETTER and share >= READABLE.clear)
    return is_clear and name.isalpha()


def _tiles_in_doubt(seen: BoardLook) -> int:
    """How many squares in doubt likely hold a letter or a blank."""
    doubts = () if isinstance(seen, NotSeen) else seen.doubts
    return sum(_may_be_tile(doubt) for doubt in doubts)


def _may_be_tile(doubt: Doubt) -> bool:
    """Whether a square in doubt likely holds a letter that is not clear, or a blank."""
    return doubt.likeliest not in {".", "#"} and not _is_clear(doubt)


def _letters(seen: BoardLook) -> tuple[int, int]:
    """How many letters are clear, and how many squares in doubt likely hold one."""
    doubts = () if isinstance(seen, NotSeen) else seen.doubts
    return len(_clear(seen)), sum(doubt.likeliest.isalpha() and not _is_clear(doubt) for doubt in doubts)
