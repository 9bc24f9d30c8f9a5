"""Which way up letters lie, and whether their picture is mirrored: they are read turned by quarters, and mirrored."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

import numpy as np

from vision.arrays import Flags, Floats
from vision.geometry.orientation import FEW, Turn, standing
from vision.letters.letter_model import Windows
from vision.letters.reading_limits import TURN, WINDOW

_EITHER_WAY = frozenset("HIMNOSWXZ")
"""Letters that are letters upside down or on their side, too. With a mark, which is easily lost, they are as well: a
bleached Ż, a Z upside down, and an Ś turned a board of 31."""
_MIRRORED_ALIKE = frozenset("AHIMOTUVWXYBCDEK")
"""Letters that look the same in a mirror beside them or above them, whatever mark they have."""
_STROKES = str.maketrans("Ł", "L")
"""Letters with a stroke through them, which Unicode does not decompose, and the same without."""
_QUARTERS = range(4)

Read = Callable[[Windows], Floats]
"""Reads windows (k, 48, 48): the share of each of the game's letters, (k, alphabet)."""


def way_up(as_it_is: Floats, windows: Windows, read: Read, alphabet: Sequence[str]) -> Turn:
    """How far a board must be turned, and whether mirrored back, to show these windows' letters upright.

    as_it_is: the shares of the letters (k, alphabet) as the windows lie. Not turned if letters do not show it.
    """
    names = np.array([unmarked(letter) for letter in alphabet])
    clear = as_it_is.max(axis=1) > TURN.clear
    is_upright = np.mean(clear) >= TURN.most and _one_way(as_it_is, alphabet) >= FEW
    # Where all are clear no mirror shows them much clearer.
    if is_upright and (clear.all() or _is_clearer(as_it_is, read(np.ascontiguousarray(windows[:, :, ::-1])))):
        return Turn(0, is_settled=True)
    ways = np.stack([as_it_is, *(read(_turned(windows, quarters)) for quarters in _QUARTERS[1:])])
    mirrored = np.stack([read(_turned(windows, quarters)[:, :, ::-1]) for quarters in _QUARTERS])
    return _mirrored(ways, mirrored, names) or _turn(ways, names)


def unmarked(letter: str) -> str:
    """A letter without its dots, ring, accent, tail or stroke."""
    return unicodedata.normalize("NFD", letter)[0].translate(_STROKES)


def _turned(windows: Windows, quarters: int) -> Windows:
    """The windows turned by quarters to the left."""
    return np.ascontiguousarray(np.rot90(windows, quarters, axes=(1, 2)))


def _one_way(shares: Floats, alphabet: Sequence[str]) -> int:
    """How many windows show a confident letter that no turned one looks like, nor a mirrored one."""
    sure = [alphabet[index] for index in shares[shares.max(axis=1) > WINDOW.kept].argmax(axis=1)]
    return standing(letter for letter in sure if unmarked(letter) not in _MIRRORED_ALIKE)


def _is_clearer(one: Floats, other: Floats) -> bool:
    """Whether letters are clearer one way than another, both (k, alphabet): a mirrored R, too, is read as an R."""
    sure = np.stack([one.max(axis=1), other.max(axis=1)])
    as_one, as_other = _clear(sure[:, sure.max(axis=0) > TURN.clear])
    return bool(as_one >= as_other)


def _turn(ways: Floats, names: np.ndarray[tuple[int], np.dtype[np.str_]]) -> Turn:
    """How far the board must be turned; ways: (4, k, alphabet) shares, turned by quarters; names: without marks."""
    sure = ways.max(axis=2)
    # Squares that show no letter either way up, such as icons, do not count.
    shown = (sure.max(axis=0) > TURN.clear) & ~_either_way(ways, np.isin(names, list(_EITHER_WAY)))
    clear = _clear(sure[:, shown])
    best = int(clear.argmax())
    is_clear = clear[best] > TURN.all_clear * np.count_nonzero(shown)
    turns = best if clear[best] > clear[0] + (TURN.clearer if is_clear else TURN.much_clearer) else 0
    is_apart = np.delete(clear, turns).max() < clear[turns] - TURN.much_clearer
    return Turn(turns, is_settled=bool(is_apart and np.count_nonzero(shown) >= TURN.enough))


def _mirrored(ways: Floats, mirrored: Floats, names: np.ndarray[tuple[int], np.dtype[np.str_]]) -> Turn | None:
    """How far the board must be turned before it is mirrored back; None if the picture is not mirrored.

    It is mirrored if one way up all letters are clear in the mirror, some of them such as look otherwise without, and
    no way up without it; that is settled by as many letters as settle a turn. As many that all look alike in a mirror
    beside them or above them (BAUD, TEXT) are clear together in one of these only: that tells, and settles nothing.
    """
    has_no_twin = ~np.isin(names, list(_MIRRORED_ALIKE))
    sure = mirrored.max(axis=2)
    best = int(_clear(sure[:, sure.max(axis=0) > TURN.clear]).argmax())
    clear = sure[best] > TURN.clear
    told = clear & has_no_twin[mirrored[best].argmax(axis=1)]
    if not told.any() and np.count_nonzero(clear) < TURN.enough:
        return None
    # A letter that is one without the mirror, too, speaks for itself: it would not be clear in the mirror.
    shown = (told if told.any() else clear) | (ways.max(axis=2).max(axis=0) > TURN.clear)
    apart = float(_clear(sure[:, shown])[best] - _clear(ways.max(axis=2)[:, shown]).max())
    is_enough = np.count_nonzero(told) >= TURN.enough or apart > TURN.much_clearer
    is_settled = bool(told.any() and np.count_nonzero(shown) >= TURN.enough and is_enough)
    # Where some letters are not clear in the mirror either, as out of focus, many must be clearer by more.
    is_many = np.count_nonzero(shown) >= TURN.enough and apart > TURN.clearly_mirrored
    is_clear = is_settled or is_many or sure[best, shown].min() > TURN.clear
    return Turn(best, is_settled=is_settled, is_mirrored=True) if apart > TURN.mirrored and is_clear else None


def _clear(sure: Floats) -> Floats:
    """How clear letters are each way up, (ways,): the sum of log shares; sure: (ways, k)."""
    return np.asarray(np.log(np.clip(sure, TURN.hardly, 1)).sum(axis=1))


def _either_way(ways: Floats, is_either: Flags) -> Flags:
    """Which windows, clearest when turned, show as they are what may be the same letter turned, (k,)."""
    sure = ways.max(axis=2)
    clearest = sure.argmax(axis=0)
    either = is_either[ways.argmax(axis=2)]
    both = either[0] & either[clearest, np.arange(len(clearest))]
    return np.asarray((clearest > 0) & (sure[0] > TURN.guessed) & both)
