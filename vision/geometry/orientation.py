"""Which side of the board is its top: a picture in which hardly a letter can be read may be read from another side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from vision.arrays import Homography
from vision.sighting import NotSeen, Sighting

Seen = Sighting | NotSeen

_ONE_WAY, FEW = frozenset("BDEFGKLPRUÄÖĄĆĘŁŃŚ"), 2
"""No turned letter looks like one of these (14 of 2,500 times, on 800 drawn boards of five games): so many of them, and
most letters clear, tell that the board is upright."""

_MANY, _HARDLY = 5, 0.3
"""So many letters tell whether a board can be read, and hardly can it be if more than this share of them are doubts: so
are 7 in 100 of 245 looks the right way up at drawn boards of 30 letters, grainy, blurred, dim, in shade or packed as
JPEG, in as many typefaces as could be drawn in two minutes, and 96 in 100 of 216 such looks upside down. On their side
letters are hardly taken for any: many doubts and no letter are the sign of that."""


@dataclass(frozen=True, slots=True)
class Turn:
    """How many quarter turns to the left set a board upright, and whether its letters leave no doubt of that."""

    quarters: int
    is_settled: bool


def standing(letters: Iterable[str]) -> int:
    """How many of these letters nothing looks like that is turned."""
    return sum(letter in _ONE_WAY for letter in letters)


def tells_its_top(seen: Sighting) -> bool:
    """Whether letters tell which side is the board's top: a bare one may be turned by the first word laid on it."""
    return _standing(seen) >= FEW


def is_hardly_read(seen: Seen) -> bool:
    """Whether a good share of many letters could be made out for sure by nobody, or many doubts are all there is."""
    sure, doubtful = _letters(seen)
    is_unread = isinstance(seen, Sighting) and sure < FEW and len(seen.doubts) >= _MANY
    return is_unread or (sure + doubtful >= _MANY and doubtful > _HARDLY * (sure + doubtful))


def is_better_read(one: Seen, other: Seen) -> bool:
    """Whether more letters are sure in one look than in another, and more than the doubts it adds, and stand upright.

    Fewer doubts alone tell nothing: under a lamp's mirror less may seem to be a letter the wrong way up. Nor do letters
    that are letters turned, too: strong light makes each A a doubt, and a V of it that is sure upside down. But many
    letters and no doubt, one of them such as nothing turned looks like, beside none from another side, tell enough.
    """
    (sure, doubtful), (other_sure, other_doubtful) = _letters(one), _letters(other)
    stands = FEW <= _standing(one) > _standing(other)
    is_clear = isinstance(one, Sighting) and not one.doubts and sure >= _MANY and _standing(one) > 0 == other_sure
    return is_clear or (stands and sure > other_sure and sure - doubtful > other_sure - other_doubtful)


def shows_many_more(one: Seen, other: Seen) -> bool:
    """Whether many more letters seem to lie there in one look than in another, sure or not."""
    return sum(_letters(one)) >= sum(_letters(other)) + _MANY


def turned(to_board: Homography, turns: int, size: int) -> Homography:
    """The way from the picture to a board of this size that lies so many quarter turns on."""
    quarter = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, size], [0.0, 0.0, 1.0]])
    return np.asarray(np.linalg.matrix_power(quarter, turns) @ to_board)


def _standing(seen: Seen) -> int:
    """How many letters of a look stand upright beyond doubt."""
    return 0 if isinstance(seen, NotSeen) else standing(reading.letter for reading in seen.board.values())


def _letters(seen: Seen) -> tuple[int, int]:
    """How many letters were read for sure, and how many squares likely hold one that was not."""
    if isinstance(seen, NotSeen):
        return 0, 0
    sure = sum(bool(reading.letter) for reading in seen.board.values())
    return sure, sum(doubt.choices[0][0] not in {"", ".", "#"} for doubt in seen.doubts)
