"""Which way up letters lie, and whether their picture is mirrored: they are read turned by quarters, and mirrored."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

import numpy as np

from vision.arrays import Flags, Floats
from vision.geometry.orientation import FEW, Turn, standing
from vision.letters.letter_model import SIDE, Windows
from vision.letters.reading_limits import TURN, VALUE, WINDOW

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
    # What is clear as it lies can hardly be clearer another way: where the rest is not either, it lies as it should.
    others = _otherwise(windows[~clear], read)
    if _stands(as_it_is, alphabet) and _gain(as_it_is[clear], as_it_is[~clear], others) < TURN.clearer:
        return Turn(0, is_settled=True)
    ways = np.zeros((2 * len(_QUARTERS), *as_it_is.shape))
    ways[0], ways[1:, ~clear], ways[1:, clear] = as_it_is, others, _otherwise(windows[clear], read)
    unmirrored, mirrored = np.split(ways, 2)
    return _mirrored(unmirrored, mirrored, names) or _turn(unmirrored, names, windows)


def _otherwise(windows: Windows, read: Read) -> Floats:
    """The shares of letters (7, k, alphabet) of windows turned by 1 to 3 quarters, and mirrored after 0 to 3."""
    turned = [np.rot90(windows, quarters, axes=(1, 2)) for quarters in _QUARTERS]
    ways = [*turned[1:], *(each[:, :, ::-1] for each in turned)]
    shares = read(np.ascontiguousarray(np.concatenate(ways)))
    return shares.reshape(len(ways), len(windows), shares.shape[1])


def _gain(clear: Floats, unclear: Floats, otherwise: Floats) -> float:
    """How much clearer all may be another way at most, sum of log shares; otherwise: of those that are not clear."""
    there = otherwise.max(axis=2)
    more = np.where(there > TURN.clear, np.log(there / np.clip(unclear.max(axis=1), TURN.hardly, 1)), 0.0)
    return float(more.sum(axis=1).max(initial=0.0) - np.log(clear.max(axis=1)).sum())


def unmarked(letter: str) -> str:
    """A letter without its dots, ring, accent, tail or stroke."""
    return unicodedata.normalize("NFD", letter)[0].translate(_STROKES)


def _stands(shares: Floats, alphabet: Sequence[str]) -> bool:
    """Whether enough windows show a confident letter that no turned one looks like."""
    sure = shares[shares.max(axis=1) > WINDOW.kept].argmax(axis=1)
    return standing(alphabet[index] for index in sure) >= FEW


def _turn(ways: Floats, names: np.ndarray[tuple[int], np.dtype[np.str_]], windows: Windows) -> Turn:
    """How far the board must be turned; ways: (4, k, alphabet) shares, turned by quarters; names: without marks.

    Where letters are as clear several ways up, as N, O, S and Z, their values tell, which stand at the lower right.
    """
    sure = ways.max(axis=2)
    # Squares that show no letter either way up, such as icons, do not count.
    clearest = sure.max(axis=0)
    limit = TURN.clear if (clearest > TURN.clear).any() else TURN.perhaps
    shown = (clearest > limit) & ~_either_way(ways, np.isin(names, list(_EITHER_WAY)))
    clear = _clear(sure[:, shown])
    best, count = int(clear.argmax()), np.count_nonzero(shown)
    all_clear = TURN.all_clear * count
    turns = best if clear[best] > clear[0] + (TURN.clearer if clear[best] > all_clear else TURN.much_clearer) else 0
    is_apart = np.delete(clear, turns).max() < clear[turns] - TURN.much_clearer
    # Where all are clear, ways up in which not all are do not compare: TEXT, whose letters are half clear upside down.
    is_near = clear >= (all_clear if clear[turns] >= all_clear else clear[turns] - TURN.much_clearer)
    if is_near.sum() == 1 or not (clearest > limit).any():
        names_here = names[ways[turns].argmax(axis=1)]
        has_no_twin = (sure[turns] > TURN.clear) & ~np.isin(names_here, list(_MIRRORED_ALIKE))
        return Turn(turns, is_settled=bool(is_apart and count >= TURN.enough and has_no_twin.any()))
    return _by_values(turns, is_near, windows[sure[is_near].max(axis=0) > limit])


def _by_values(turns: int, is_near: Flags, windows: Windows) -> Turn:
    """How far the board must be turned by its tiles' values; is_near: (4,) ways up in which letters are as clear."""
    beyond = _values_at(np.rot90(windows, turns, axes=(1, 2))) if len(windows) >= VALUE.fewest else np.ones(4)
    more = max((way for way in _QUARTERS if is_near[(turns + way) % 4]), key=lambda way: float(beyond[way]))
    more = more if beyond[more] >= VALUE.plainly else 0
    return Turn((turns + more) % 4, is_settled=False, is_told=bool(beyond[more] >= VALUE.told))


def _values_at(windows: Windows) -> Floats:
    """How much more ink stands at a tile's lower right than at its other corners, once turned by 0 to 3 quarters, (4,).

    A ratio, of all windows together. windows: (k, 48, 48) around tiles with letters.
    """
    near, far = SIDE // 2 + VALUE.inner, SIDE // 2 + VALUE.outer
    corners = [np.rot90(windows, way, axes=(1, 2))[:, near:far, near:far] for way in _QUARTERS]
    top = windows[:, SIDE // 4 : -SIDE // 4, SIDE // 4 : -SIDE // 4].reshape(len(windows), -1).astype(np.float64)
    depth = np.abs(top - np.median(top, axis=1)[:, None]).max(axis=1) + 1
    ink = np.array([(corner.std(axis=(1, 2)) / depth).mean() for corner in corners]) + VALUE.soft
    return np.array([ink[way] / np.delete(ink, way).max() for way in _QUARTERS])


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
    # Where letters speak for the mirror and none against it, less is enough: AERA in it is BEVV upside down.
    is_alone = told.any() and not _speaks(ways, has_no_twin)
    least, settles = (TURN.perhaps_mirrored, TURN.clearly_mirrored) if is_alone else (TURN.mirrored, TURN.much_clearer)
    is_many = np.count_nonzero(shown) >= TURN.enough
    is_settled = bool(is_many and told.any() and (np.count_nonzero(told) >= TURN.enough or apart > settles))
    # Where some letters are not clear in the mirror either, as out of focus, many must be clearer by more.
    is_clear = is_settled or (is_many and apart > TURN.clearly_mirrored) or sure[best, shown].min() > TURN.clear
    return Turn(best, is_settled=is_settled, is_mirrored=True) if apart > least and is_clear else None


def _speaks(ways: Floats, has_no_twin: Flags) -> bool:
    """Whether a letter is clear that looks otherwise in a mirror, the way up in which all letters are clearest."""
    sure = ways.max(axis=2)
    best = int(_clear(sure[:, sure.max(axis=0) > TURN.clear]).argmax())
    return bool(((sure[best] > TURN.clear) & has_no_twin[ways[best].argmax(axis=1)]).any())


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
