"""Which way up letters lie, and whether their picture is mirrored: they are read turned by quarters, and mirrored."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Flags, Floats
from vision.geometry.orientation import FEW, Turn, standing
from vision.letters.letter_model import SIDE, Windows
from vision.letters.reading_limits import TURN, VALUE, WINDOW

_EITHER_WAY = frozenset("HIMNOSWXZ")
"""Letters that are letters upside down or on their side, too. With a mark, which is easily lost, they are as well: a
bleached Ż, a Z upside down, and an Ś turned a board of 31."""
_STROKES = str.maketrans("Ł", "L")
"""Letters with a stroke through them, which Unicode does not decompose, and the same without."""
_QUARTERS = range(4)

Read = Callable[[Windows], Floats]
"""Reads windows (k, 48, 48): the share of each of the game's letters, (k, alphabet)."""


def way_up(
    as_it_is: Floats, windows: Windows, readers: Sequence[Read], alphabet: Sequence[str], more: Windows | None = None
) -> Turn:
    """How far a board must be turned, and whether mirrored back, to show these windows' letters upright.

    as_it_is: the shares of the letters (k, alphabet) as the windows lie, by the first of both readers, which tells the
    turn; whether the picture is mirrored both tell. Not turned if letters do not show it. more: further windows, which
    are read where these do not tell whether the picture is mirrored.
    """
    read, second = readers
    names = np.array([unmarked(letter) for letter in alphabet])
    clear = as_it_is.max(axis=1) > TURN.clear
    # What is clear as it lies can hardly be clearer another way: where the rest is not either, it lies as it should.
    others = _otherwise(windows[~clear], read)
    gain = _gain(as_it_is[clear], as_it_is[~clear], others)
    is_upright = _stands(as_it_is, alphabet) and gain < TURN.clearer
    if is_upright and _better_mirrored(windows[clear][: TURN.enough], readers) + gain < -TURN.unlike_mirror:
        return Turn(0, is_settled=True)
    ways = np.zeros((2 * len(_QUARTERS), *as_it_is.shape))
    ways[0], ways[1:, ~clear], ways[1:, clear] = as_it_is, others, _otherwise(windows[clear], read)
    both = _likely(ways.max(axis=2), _every_way(windows, second))
    mirror = _against_mirror(both)
    is_told = mirror.is_one or (mirror.is_none and mirror.apart < -TURN.much_clearer)
    if more is not None and len(more) and not is_told:
        windows = np.concatenate([windows, more])
        mirror = _against_mirror(np.hstack([both, _likely(*(_every_way(more, reader) for reader in readers))]))
    if mirror.is_one:
        return Turn(mirror.best, is_settled=mirror.is_settled, is_mirrored=True)
    turn = _turn(ways[: len(_QUARTERS)], names, windows[: len(as_it_is)])
    if mirror.is_none or (mirror.apart < 0 and _is_value_there(np.rot90(windows[mirror.shown], turn.quarters, (1, 2)))):
        return turn
    return replace(turn, is_settled=False, may_be_mirrored=True)


@dataclass(frozen=True, slots=True, eq=False)
class _Mirror:
    """Whether a picture is mirrored, by all its letters together.

    best: quarter turns by which letters are likeliest if it is. apart: log odds of that. shown: (k,) the windows that
    tell it. explained: the mean of their log shares, not mirrored and mirrored.
    """

    best: int
    apart: float
    shown: Flags
    explained: tuple[float, float]

    @property
    def count(self) -> int:
        """How many windows tell it."""
        return int(np.count_nonzero(self.shown))

    @property
    def is_one(self) -> bool:
        """Whether it is mirrored; where few letters tell it that must explain nearly all of them."""
        return self.is_likelier and (self.count >= TURN.enough or self.explained[1] > TURN.explained)

    @property
    def is_likelier(self) -> bool:
        """Whether a mirror explains the letters much better."""
        explains = self.explained[0] < TURN.much_better * self.explained[1]
        least = TURN.unlike_mirror if self.count >= TURN.enough else TURN.mirrored_word
        return self.count >= FEW and explains and self.apart > least

    @property
    def is_settled(self) -> bool:
        """Whether enough letters tell so to believe it."""
        return self.count >= TURN.enough and self.apart > TURN.much_clearer

    @property
    def is_none(self) -> bool:
        """Whether it is not mirrored, or shows letters neither way, as of another alphabet; not if none is clear."""
        is_shown = self.count >= FEW and (max(self.explained) > TURN.explained or self.is_likelier)
        return self.count > 0 and (not is_shown or self.apart < -TURN.unlike_mirror)


def _otherwise(windows: Windows, read: Read) -> Floats:
    """The shares of letters (7, k, alphabet) of windows turned by 1 to 3 quarters, and mirrored after 0 to 3."""
    turned = [np.rot90(windows, quarters, axes=(1, 2)) for quarters in _QUARTERS]
    ways = [*turned[1:], *(each[:, :, ::-1] for each in turned)]
    shares = read(np.ascontiguousarray(np.concatenate(ways)))
    return shares.reshape(len(ways), len(windows), shares.shape[1])


def _every_way(windows: Windows, read: Read) -> Floats:
    """The share of the likeliest letter (8, k) of windows turned by 0 to 3 quarters, and mirrored after that."""
    return np.asarray(np.concatenate([read(windows)[None], _otherwise(windows, read)]).max(axis=2))


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
        return Turn(turns, is_settled=bool(is_apart and count >= TURN.enough))
    return _by_values(turns, is_near, windows[sure[is_near].max(axis=0) > limit])


def _by_values(turns: int, is_near: Flags, windows: Windows) -> Turn:
    """How far the board must be turned by its tiles' values; is_near: (4,) ways up in which letters are as clear."""
    beyond = _values_at(np.rot90(windows, turns, axes=(1, 2))) if len(windows) >= VALUE.fewest else np.ones(4)
    more = max((way for way in _QUARTERS if is_near[(turns + way) % 4]), key=lambda way: float(beyond[way]))
    more = more if beyond[more] >= VALUE.plainly else 0
    return Turn((turns + more) % 4, is_settled=False, is_told=bool(beyond[more] >= VALUE.told))


def _is_value_there(windows: Windows) -> bool:
    """Whether tiles' values show at the lower right, as in no mirror; windows: (k, 48, 48)."""
    return len(windows) >= VALUE.fewest and bool(_values_at(windows)[0] >= VALUE.told)


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


def _likely(one: Floats, other: Floats) -> Floats:
    """The mean of both readers' log shares of the likeliest letter, shares of any shape."""
    return np.asarray(np.log(np.clip([one, other], TURN.hardly_mirrored, 1)).mean(axis=0))


def _better_mirrored(windows: Windows, readers: Sequence[Read]) -> float:
    """How much likelier letters are mirrored, the best way up, than as they lie, for both readers: log odds."""
    ways = [windows, *(np.rot90(windows, quarters, axes=(1, 2))[:, :, ::-1] for quarters in _QUARTERS)]
    together = np.ascontiguousarray(np.concatenate(ways))
    shares = [read(together).max(axis=1).reshape(len(ways), len(windows)) for read in readers]
    likely = _likely(*shares).sum(axis=1)
    return float(likely[1:].max() - likely[0])


def _against_mirror(likely: Floats) -> _Mirror:
    """What letters tell of a mirror; likely: (8, k) log shares, turned by quarters, and mirrored after that.

    All letters are weighed together: each may look like one in a mirror beside it or above it, but hardly all of them
    in the same mirror.
    """
    least, count = np.log(TURN.perhaps), len(_QUARTERS)
    shown = likely.max(axis=0) > least
    sums = likely[:, shown].sum(axis=1)
    # What looks like a letter another way up only, as a printed word may on its side, does not count.
    shown &= likely[[sums[:count].argmax(), count + sums[count:].argmax()]].max(axis=0) > least
    sums = likely[:, shown].sum(axis=1)
    plain, mirrored = float(sums[:count].max()), float(sums[count:].max())
    among = max(int(np.count_nonzero(shown)), 1)
    return _Mirror(int(sums[count:].argmax()), mirrored - plain, shown, (plain / among, mirrored / among))


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
